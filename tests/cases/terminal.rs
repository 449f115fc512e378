//! The terminal program: what each command says where, and the code it ends with.

use docroom_tests::TestApp;

/// A call, its code, and what must stand in standard output and standard error.
struct Case {
    call: &'static [&'static str],
    code: i32,
    out: &'static [&'static str],
    err: &'static [&'static str],
}

const fn case(
    call: &'static [&'static str],
    code: i32,
    out: &'static [&'static str],
    err: &'static [&'static str],
) -> Case {
    Case { call, code, out, err }
}

#[track_caller]
fn check(app: &TestApp, cases: &[Case]) {
    for case in cases {
        let answer = app.run(case.call);
        let call = case.call;
        assert_eq!(answer.code, case.code, "docroom {call:?}: {answer:?}");
        for text in case.out {
            assert!(
                answer.out.contains(text),
                "docroom {call:?}: no `{text}` on stdout: {answer:?}"
            );
        }
        for text in case.err {
            assert!(
                answer.err.contains(text),
                "docroom {call:?}: no `{text}` on stderr: {answer:?}"
            );
        }
        assert!(!case.out.is_empty() || answer.out.is_empty(), "docroom {call:?}: {answer:?}");
        assert!(!answer.out.contains('\u{1b}'), "colours without a terminal: {call:?}");
    }
}

#[test]
fn a_project_lives_and_goes() {
    let app = TestApp::with(&[
        ("install.md", "# Installation\n\nDownload it.\n\n## Upgrade\n\nRun upgradeNow twice.\n"),
        ("guide/use.md", "# Use\n\nPress the button.\n"),
        ("draft.secret", "not read\n"),
        (".docroomignore", "guide/old/\n"),
        ("guide/old/gone.md", "# Gone\n"),
    ]);
    check(
        &app,
        &[
            case(&["list"], 0, &["docs", "2 documents"], &[]),
            case(&["status"], 0, &["docs  ready  2 documents", "not searchable (0 failed"], &[]),
            case(
                &["status", "docs", "--files"],
                0,
                &[
                    "✓ docs/install.md",
                    "✓ docs/guide/use.md",
                    "– docs/draft.secret  no reader for `.secret` files yet",
                    "– docs/guide/old/  `.docroomignore` line `guide/old/`",
                    "– docs/.docroomignore  hidden",
                ],
                &[],
            ),
            case(
                &["search", "upgrade"],
                0,
                &["1. Installation > Upgrade", "docs/install.md:5-7"],
                &[],
            ),
            case(&["search", "zebra"], 0, &[], &["Nothing matches"]),
            case(
                &["read", "docs/install.md", "--heading", "Upgrade"],
                0,
                &["## Upgrade"],
                &["Installation > Upgrade"],
            ),
            case(
                &["lines", "docs/install.md", "--start-line", "3", "--line-count", "1"],
                0,
                &["Download it.\n"],
                &["--start-line 4"],
            ),
            case(&["find", "docs/install.md", "upgradeNow"], 0, &["7: Run upgradeNow twice."], &[]),
            case(&["find", "docs/install.md", "UPGRADENOW"], 0, &[], &["Not found"]),
            case(&["topics"], 0, &["docs/guide/use.md  Use  1 chunk"], &["2 documents"]),
            case(&["pause"], 0, &["all projects: not watched"], &[]),
            case(&["resume"], 0, &["all projects: watched again"], &[]),
            case(&["index", "docs", "--rebuild"], 0, &["docs: 2 documents searchable"], &[]),
            case(&["remove", "docs"], 2, &[], &["--yes"]),
            case(&["remove", "docs", "--yes"], 0, &["Forgot the project `docs`"], &[]),
            case(&["list"], 0, &[], &["No projects yet"]),
            case(&["search", "upgrade"], 1, &[], &["no project exists yet"]),
        ],
    );
    assert!(app.folder().join("install.md").is_file(), "the documents stay");
    assert!(!app.has("projects/docs"), "the index goes");
}

#[test]
fn what_can_not_be_done_is_said_with_its_code() {
    let app = TestApp::with(&[("a.md", "# A\n\nText.\n")]);
    check(
        &app,
        &[
            case(&["search", "text", "--project", "dcos"], 1, &[], &["`dcos`", "docs"]),
            case(&["search", "text", "--limit", "21"], 2, &[], &["limit"]),
            case(&["search", ""], 2, &[], &["query"]),
            case(&["search", "text", "--source", "nope"], 1, &[], &["`nope`", "docs"]),
            case(&["read", "docs/b.md"], 1, &[], &["docs/b.md"]),
            case(&["read", "../../etc/passwd"], 2, &[], &["../../etc/passwd"]),
            case(&["read", "docs/a.md", "--heading", "Nowhere"], 1, &[], &["Nowhere", "A"]),
            case(
                &["read", "docs/a.md", "--heading", "A", "--from", "1"],
                2,
                &[],
                &["cannot be used with"],
            ),
            case(&["lines", "docs/a.md", "--start-line", "99"], 2, &[], &["99"]),
            case(&["status", "nope"], 1, &[], &["`nope`", "docs"]),
            case(&["status", "--watch", "--json"], 2, &["\"invalid\""], &["--json"]),
            case(&["index", "nope"], 1, &[], &["`nope`"]),
            case(&["pause", "nope"], 1, &[], &["`nope`"]),
            case(&["remove", "nope", "--yes"], 1, &[], &["`nope`", "docs"]),
            case(&["add", "no/such/folder"], 1, &[], &["no/such/folder"]),
            case(&["add", "docs", "--include", "[", "--name", "x"], 2, &[], &["["]),
            case(&["settings", "colour"], 2, &[], &["`colour`", "`http_port`"]),
            case(&["settings", "http_port", "0"], 2, &[], &["1 to 65535"]),
            case(&["show"], 1, &[], &["display"]),
            case(&["show", "http://elsewhere"], 2, &[], &["http://elsewhere"]),
            case(&["mcp", "--project", "nope"], 1, &[], &["`nope`"]),
            case(&["frobnicate"], 2, &[], &["frobnicate"]),
            case(&[], 2, &[], &["Usage"]),
        ],
    );
}

#[test]
fn settings_are_kept() {
    let app = TestApp::empty();
    check(
        &app,
        &[
            case(&["settings"], 0, &["http_port", "7423"], &["docroom.toml"]),
            case(&["settings", "http_port", "7555"], 0, &["7555"], &[]),
            case(&["settings", "http_port"], 0, &["7555\n"], &[]),
            case(&["settings", "user_guide"], 0, &["false\n"], &[]),
        ],
    );
}

#[test]
fn adding_twice_changes_nothing_and_sources_add_up() {
    let app = TestApp::with(&[("a.md", "# Alpha\n"), ("more/b.md", "# Beta\n")]);
    let more = app.folder().join("more");
    let more = more.to_str().unwrap();
    let folder = app.folder();
    let again = app.json(&["add", folder.to_str().unwrap(), "--name", "docs"]);
    assert_eq!((&again["created"], &again["status"]["documents"]), (&false.into(), &2.into()));
    let added = app.json(&["add", more, "--name", "docs", "--source", "extra", "--version", "2.0"]);
    assert_eq!((&added["created"], &added["status"]["documents"]), (&true.into(), &3.into()));
    assert_eq!(
        app.json(&["search", "beta", "--version", "2.0"])["results"][0]["path"],
        "extra/b.md"
    );
    app.ok(&["remove", "docs", "--source", "extra", "--yes"]);
    assert_eq!(app.search("beta"), ["docs/more/b.md"]);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let files: Vec<(String, String)> =
        (0..300).map(|n| (format!("p{n}.md"), format!("# Page {n}\n"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let app = TestApp::with(&files);
    let mut command = std::process::Command::new("bash");
    let shell = format!(
        "set -o pipefail; {} --home '{}' topics --limit 300 2>/dev/null | head -n 1",
        docroom_tests::program("docroom").display(),
        app.home().display()
    );
    command.args(["-c", &shell]);
    let answer = docroom_tests::Answer::of(command);
    assert_eq!((answer.code, answer.out.lines().count()), (0, 1), "{answer:?}");
}

#[test]
fn the_program_links_no_toolkit() {
    let mut command = std::process::Command::new("ldd");
    command.arg(docroom_tests::program("docroom"));
    let libraries = docroom_tests::Answer::of(command).out.to_lowercase();
    assert!(libraries.contains("libc."), "{libraries}");
    for toolkit in ["gtk", "webkit", "gdk", "libdbus", "libx11", "qt"] {
        assert!(!libraries.contains(toolkit), "{toolkit}: {libraries}");
    }
}

#[test]
fn colours_obey_no_color() {
    let app = TestApp::with(&[("a.md", "# Alpha\n\nA wombat.\n")]);
    let search = |variables: &[&str]| {
        let mut command = app.command(&["search", "wombat"]);
        command.envs(variables.iter().map(|name| (name, "1")));
        docroom_tests::Answer::of(command).out
    };
    assert!(search(&["CLICOLOR_FORCE"]).contains('\u{1b}'), "there are colours to leave out");
    assert!(!search(&["CLICOLOR_FORCE", "NO_COLOR"]).contains('\u{1b}'));
}

#[test]
fn the_doctor_knows_its_own_port() {
    let app = TestApp::with(&[("a.md", "# Alpha\n")]);
    let (_serving, port) = app.serve();
    app.ok(&["settings", "http_port", &port.to_string()]);
    let port_is = |app: &TestApp| {
        let checks = app.json(&["doctor"])["checks"].clone();
        let checks = checks.as_array().unwrap().clone();
        checks.into_iter().find(|check| check["name"] == "port").unwrap()
    };
    assert!(port_is(&app)["text"].as_str().unwrap().contains("served by Docroom"));
    let stranger = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let taken = stranger.local_addr().unwrap().port().to_string();
    // Takes the call and hangs up.
    std::thread::spawn(move || stranger.accept().map(drop));
    app.ok(&["settings", "http_port", &taken]);
    assert_eq!(port_is(&app)["verdict"], "fair");
}
