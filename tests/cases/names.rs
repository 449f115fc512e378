//! Names as people give them: spaces, quotes, other scripts, shell and markup characters.

use docroom_tests::TestApp;

const PROJECTS: [&str; 4] = ["my docs", "it's \"quoted\"", "日本語の資料", "50% & <b>more"];
const FILES: [&str; 4] = ["a b.md", "it's \"it\".md", "概要/はじめに.md", "50% & #1?.md"];

#[test]
fn every_name_works_everywhere() {
    let app = TestApp::empty();
    for (number, file) in FILES.iter().enumerate() {
        app.write(file, &format!("# Page {number}\n\nThe word is marker{number}.\n"));
    }
    let folder = app.folder();
    let folder = folder.to_str().unwrap();
    for project in PROJECTS {
        app.ok(&["add", folder, "--name", project, "--source", project]);
        for (number, file) in FILES.iter().enumerate() {
            let path = format!("{project}/{file}");
            let found = app.json(&["search", &format!("marker{number}"), "--project", project]);
            let hit = &found["results"][0];
            assert_eq!(hit["path"], *path, "{project}");
            let uri = hit["uri"].as_str().unwrap();
            for way in [path.as_str(), uri] {
                let read = app.ok(&["read", way, "--project", project]);
                assert!(read.contains(&format!("marker{number}")), "{way}: {read}");
            }
        }
        let mut agent = app.agent(&["--project", project]);
        assert_eq!(agent.search("marker2"), [format!("{project}/{}", FILES[2])]);
        assert_eq!(agent.close(), 0);
    }
    assert_eq!(app.json(&["list"])["projects"].as_array().unwrap().len(), PROJECTS.len());
    for project in PROJECTS {
        app.ok(&["remove", project, "--yes"]);
    }
    assert_eq!(app.json(&["list"])["projects"], serde_json::json!([]));
}

#[test]
fn a_document_can_not_write_to_the_terminal() {
    let app = TestApp::with(&[(
        "a.md",
        "# Title \u{1b}]0;owned\u{7}\n\nmarker \u{1b}[31mred\u{1b}[0m\n",
    )]);
    for call in [["search", "marker"], ["topics", "--limit=5"]] {
        let out = app.ok(&call);
        assert!(!out.contains('\u{1b}') && !out.contains('\u{7}'), "{out:?}");
    }
    // For a program that reads it the text is what it is.
    assert!(app.ok(&["lines", "docs/a.md"]).contains("\u{1b}[31m"));
}
