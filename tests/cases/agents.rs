//! An agent's session over standard input and output: what it sees, and how it ends.

use docroom_tests::{TestApp, until};
use serde_json::{Value, json};

#[test]
fn a_saved_file_is_found_in_an_open_session() {
    let app = TestApp::with(&[("a.md", "# Alpha\n\nText.\n")]);
    let mut agent = app.agent(&["--project", "docs"]);
    assert!(agent.search("wombat").is_empty());
    app.write("a.md", "# Alpha\n\nNow with a wombat.\n");
    app.write("new/b.md", "# Beta\n\nA quokka.\n");
    for (word, path) in [("wombat", "docs/a.md"), ("quokka", "docs/new/b.md")] {
        until(word, || agent.search(word).contains(&path.to_owned()).then_some(()));
    }
    std::fs::remove_file(app.folder().join("a.md")).unwrap();
    until("the file is gone", || agent.search("wombat").is_empty().then_some(()));
    assert_eq!(agent.close(), 0);
}

#[test]
fn a_session_reads_what_it_found() {
    let app = TestApp::with(&[("a.md", "# Alpha\n\nFirst.\n\n## Part\n\nSecond.\n")]);
    let mut agent = app.agent(&["--project", "docs"]);
    assert!(agent.instructions.contains("docs"), "{}", agent.instructions);
    let tools = agent.ask("tools/list", json!({}));
    let names: Vec<&str> = tools["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    for name in ["search_docs", "list_topics", "read_document"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let part = agent.call("read_document", json!({"path": "docs/a.md", "heading": "Part"}));
    assert!(part.contains("Second.") && !part.contains("First."), "{part}");
    let topics = agent.call("list_topics", json!({}));
    assert!(topics.contains("1 document") && topics.contains("Alpha"), "{topics}");

    let listed = agent.ask("resources/list", json!({}));
    let uri = listed["resources"][0]["uri"].clone();
    assert_eq!(uri, "docroom://docs/docs/a.md");
    let read = agent.ask("resources/read", json!({"uri": uri}));
    assert_eq!(read["contents"][0]["text"], "# Alpha\n\nFirst.\n\n## Part\n\nSecond.\n");
}

#[test]
fn a_project_is_a_wall() {
    let app = TestApp::with(&[("a.md", "# Alpha\n\nshared word\n")]);
    let other = app.folder();
    app.ok(&["add", other.to_str().unwrap(), "--name", "secret", "--source", "hidden"]);
    let mut agent = app.agent(&["--project", "docs"]);
    assert_eq!(agent.search("shared"), ["docs/a.md"]);
    for arguments in
        [json!({"path": "hidden/a.md"}), json!({"path": "docroom://secret/hidden/a.md"})]
    {
        let answer =
            agent.ask("tools/call", json!({"name": "read_document", "arguments": arguments}));
        assert_eq!(answer["isError"], true, "{answer}");
        let text = answer["content"][0]["text"].as_str().unwrap();
        assert!(!text.contains("shared word") && !text.contains("Alpha"), "{text}");
    }
    let smuggled =
        json!({"name": "search_docs", "arguments": {"query": "shared", "project": "secret"}});
    assert_eq!(agent.ask("tools/call", smuggled)["isError"], true);
}

#[test]
fn a_wall_stays_when_the_project_is_removed() {
    let app = TestApp::with(&[("a.md", "# Alpha\n\nshared word\n")]);
    let other = app.folder();
    app.ok(&["add", other.to_str().unwrap(), "--name", "secret", "--source", "hidden"]);
    let mut agent = app.agent(&["--project", "docs"]);
    assert_eq!(agent.search("shared"), ["docs/a.md"]);
    app.ok(&["remove", "docs", "--yes"]);
    for (tool, arguments) in [
        ("search_docs", json!({"query": "shared"})),
        ("list_topics", json!({})),
        ("read_document", json!({"path": "docs/a.md"})),
        ("read_lines", json!({"path": "docs/a.md"})),
    ] {
        let answer = agent.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        assert_eq!(answer["isError"], true, "{answer}");
        assert!(!answer.to_string().contains("secret"), "{tool}: {answer}");
    }
    assert_eq!(agent.ask("resources/list", json!({}))["resources"], json!([]));
    assert_eq!(agent.close(), 0);
}

#[test]
fn bad_arguments_are_mended_by_reading() {
    let app = TestApp::with(&[("a.md", "# Alpha\n")]);
    let mut agent = app.agent(&["--project", "docs"]);
    let bad: [(Value, &str); 4] = [
        (json!({}), "query"),
        (json!({"query": 5}), "query"),
        (json!({"query": "x", "limit": 99}), "limit"),
        (json!({"query": "x", "colour": "red"}), "colour"),
    ];
    for (arguments, named) in bad {
        let answer =
            agent.ask("tools/call", json!({"name": "search_docs", "arguments": arguments}));
        let text = answer["content"][0]["text"].as_str().unwrap();
        assert!(answer["isError"] == true && text.contains(named), "{arguments}: {answer}");
    }
}
