//! One question, one answer: the terminal, the engine, an agent at a pipe and one at a port see
//! the same pages in the same order; so does the official client.

use docroom_model::SearchQuery;
use docroom_tests::{Answer, Request, TestApp};
use serde_json::{Value, json};
use std::process::Command;

const PAGES: [(&str, &str); 5] = [
    (
        "deploy.md",
        "# Deployment\n\n## Rolling update\n\nA rolling update replaces pods one by one.\n",
    ),
    ("update.md", "# Update\n\nUpdate the app. Rolling is one way.\n"),
    ("rollback.md", "# Rollback\n\nUndo a rolling update.\n"),
    ("dice.md", "# Dice\n\nRolling dice is fun.\n"),
    ("other.md", "# Other\n\nNothing of it.\n"),
];
const QUESTION: &str = "rolling update";

#[test]
fn all_faces_rank_alike() {
    let app = TestApp::with(&PAGES);
    let terminal = app.search(QUESTION);
    assert_eq!(terminal[0], "docs/deploy.md");
    assert!(terminal.len() >= 3, "{terminal:?}");

    let question = SearchQuery { query: QUESTION.to_owned(), ..SearchQuery::default() };
    let hits = app.engine().search(&question).unwrap().results;
    let engine: Vec<String> = hits.into_iter().map(|hit| hit.path).collect();
    assert_eq!(engine, terminal);

    for arguments in [&["--project", "docs"][..], &[]] {
        let mut agent = app.agent(arguments);
        assert_eq!(agent.search(QUESTION), terminal, "{arguments:?}");
    }
    let (_serving, port) = app.serve();
    for path in ["/mcp/docs", "/mcp"] {
        let call = json!({"name": "search_docs", "arguments": {"query": QUESTION}});
        let reply = Request::call(path, &app.token(), "tools/call", call).send(port).unwrap();
        assert_eq!(reply.paths(), terminal, "{path}");
    }
}

#[test]
fn the_official_client_sees_the_same_over_both_ways() {
    let Some(python) = std::env::var_os("DOCROOM_PYTHON").filter(|path| !path.is_empty()) else {
        eprintln!("left out: DOCROOM_PYTHON names no Python with the client; `npm test` makes one");
        return;
    };
    let app = TestApp::with(&PAGES);
    let terminal = app.search(QUESTION);
    let (_serving, port) = app.serve();
    let url = format!("http://127.0.0.1:{port}/mcp/docs");
    let program = docroom_tests::program("docroom");
    let program = program.to_str().unwrap();
    let token = app.token();
    let ways = [
        vec!["--http", &url, "--token", &token],
        vec!["--stdio", program, "mcp", "--project", "docs"],
    ];
    for way in ways {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/mcp_client.py");
        let mut command = Command::new(&python);
        command.arg(script).args(["--query", QUESTION, "--path", "docs/deploy.md"]);
        command.args(["--text", "replaces pods one by one"]).args(&way);
        command.env("DOCROOM_HOME", app.home());
        let answer = Answer::of(command);
        assert_eq!(answer.code, 0, "{way:?}: {answer:?}");
        let connections =
            answer.out.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let ranked: Vec<Value> = connections.map(|line| line["paths"].clone()).collect();
        assert!(
            !ranked.is_empty() && ranked.iter().all(|paths| *paths == json!(terminal)),
            "{answer:?}"
        );
    }
}
