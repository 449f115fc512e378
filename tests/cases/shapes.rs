//! The shapes of `--json`: what scripts rely on.

use docroom_tests::TestApp;
use serde_json::Value;

/// The document as text, times and this test's folder replaced.
fn shape(app: &TestApp, call: &[&str]) -> String {
    let mut document = app.json(call);
    plain(&mut document);
    app.plain(&serde_json::to_string_pretty(&document).unwrap())
}

/// Times and scores are not the same twice or on every machine.
fn plain(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    "startedMs" | "finishedMs" => *value = "TIME".into(),
                    "score" => *value = "SCORE".into(),
                    _ => plain(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(plain),
        _ => {}
    }
}

fn app() -> TestApp {
    TestApp::with(&[("a.md", "# Alpha\n\nA wombat.\n"), ("x.bin", "")])
}

#[test]
fn a_search() {
    insta::assert_snapshot!(shape(&app(), &["search", "wombat"]), @r##"
    {
      "closestScore": null,
      "floor": null,
      "omitted": 0,
      "project": "docs",
      "query": "wombat",
      "results": [
        {
          "breadcrumb": "Alpha",
          "changed": false,
          "endLine": 3,
          "path": "docs/a.md",
          "project": "docs",
          "rank": 1,
          "score": "SCORE",
          "startLine": 1,
          "text": "# Alpha\n\nA wombat.",
          "title": "Alpha",
          "uri": "docroom://docs/docs/a.md"
        }
      ],
      "status": "results"
    }
    "##);
}

#[test]
fn a_status() {
    insta::assert_snapshot!(shape(&app(), &["status", "docs", "--files"]), @r#"
    {
      "home": "PLACE/home",
      "keeper": {
        "own": false,
        "running": false
      },
      "projects": [
        {
          "chunks": 1,
          "description": null,
          "documents": 1,
          "error": null,
          "failed": 0,
          "files": [
            {
              "path": "docs/a.md",
              "reason": null,
              "state": "indexed"
            },
            {
              "path": "docs/x.bin",
              "reason": "no reader for `.bin` files yet",
              "state": "excluded"
            }
          ],
          "lastRun": {
            "added": 1,
            "changed": 0,
            "error": null,
            "failed": 0,
            "finishedMs": "TIME",
            "kind": "scan",
            "removed": 0,
            "startedMs": "TIME"
          },
          "name": "docs",
          "notSearchable": 1,
          "progress": {
            "done": 1,
            "phase": "ready",
            "total": 1
          },
          "sources": [
            {
              "documents": 1,
              "kind": "folder",
              "label": "PLACE/docs",
              "language": "en",
              "name": "docs",
              "offline": false,
              "version": null
            }
          ],
          "watching": "off"
        }
      ]
    }
    "#);
}

#[test]
fn a_reading() {
    let app = app();
    insta::assert_snapshot!(shape(&app, &["read", "docs/a.md"]), @r##"
    {
      "changed": false,
      "chunks": null,
      "lineCount": 3,
      "lines": {
        "end": 3,
        "start": 1
      },
      "next": null,
      "path": "docs/a.md",
      "project": "docs",
      "section": null,
      "text": "# Alpha\n\nA wombat.\n",
      "title": "Alpha",
      "tokens": 5,
      "truncated": false,
      "uri": "docroom://docs/docs/a.md"
    }
    "##);
    insta::assert_snapshot!(shape(&app, &["lines", "docs/a.md", "--line-count", "1"]), @r##"
    {
      "content": "# Alpha\n",
      "endLine": 1,
      "hasMore": true,
      "startLine": 1,
      "uri": "docroom://docs/docs/a.md"
    }
    "##);
    insta::assert_snapshot!(shape(&app, &["find", "docs/a.md", "wombat"]), @r#"
    {
      "hasMore": false,
      "matches": [
        {
          "content": "A wombat.",
          "line": 3
        }
      ],
      "query": "wombat",
      "startLine": 1,
      "uri": "docroom://docs/docs/a.md"
    }
    "#);
}

#[test]
fn a_listing() {
    insta::assert_snapshot!(shape(&app(), &["topics"]), @r#"
    {
      "after": null,
      "chunkCount": 1,
      "documentCount": 1,
      "documents": [
        {
          "chunks": 1,
          "path": "docs/a.md",
          "title": "Alpha"
        }
      ],
      "nextCursor": null,
      "project": "docs",
      "sources": [
        {
          "documents": 1,
          "kind": "folder",
          "label": "PLACE/docs",
          "language": "en",
          "name": "docs",
          "offline": false,
          "version": null
        }
      ],
      "versions": []
    }
    "#);
}

#[test]
fn an_error() {
    let answer = app().run(&["--json", "read", "docs/nope.md"]);
    let document: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((answer.code, &document["error"]["code"]), (1, &"not_found".into()));
    assert!(answer.err.starts_with("error: "), "{answer:?}");
}
