//! One keeper at a time: it hands over when it ends, also when it is killed, and a program that
//! is asked to end does so in order.

use docroom_tests::{Answer, Running, TestApp, until};

#[test]
fn a_killed_keeper_is_followed_by_the_next() {
    let app = TestApp::with(&[("a.md", "# Alpha\n")]);
    let (first, _) = app.serve();
    let mut agent = app.agent(&["--project", "docs"]);
    app.write("b.md", "# Beta\n\nwombat\n");
    until("the first keeper's work", || (!agent.search("wombat").is_empty()).then_some(()));
    first.crash();
    app.write("c.md", "# Gamma\n\nquokka\n");
    until("the next keeper's work", || (!agent.search("quokka").is_empty()).then_some(()));
    let keeps = || app.json(&["status"])["keeper"]["running"] == true;
    assert!(keeps(), "the agent's server keeps now");
    agent.crash();
    until("nobody keeps", || (!keeps()).then_some(()));
    app.write("d.md", "# Delta\n\nnumbat\n");
    app.ok(&["index"]);
    assert_eq!(app.search("numbat"), ["docs/d.md"]);
}

#[test]
fn a_server_that_is_asked_to_end_ends_well() {
    let app = TestApp::with(&[("a.md", "# Alpha\n")]);
    let (serving, _) = app.serve();
    assert_eq!(serving.terminate(), 0);
    assert_eq!(app.json(&["status"])["keeper"]["running"], false);
}

#[test]
fn one_resident_a_home() {
    let app = TestApp::with(&[("a.md", "# Alpha\n")]);
    app.ok(&["settings", "http_port", &unused_port()]);
    let resident = Running::start(app.command(&["tray"]));
    until("the resident keeps", || {
        (app.json(&["status"])["keeper"]["running"] == true).then_some(())
    });
    let second = app.run(&["tray"]);
    assert_eq!(second.code, 0, "{second:?}");
    assert!(second.err.contains("running already"), "{second:?}");
    assert_eq!(resident.terminate(), 0);
}

#[test]
fn the_resident_goes_on_without_its_port() {
    let app = TestApp::with(&[("a.md", "# Alpha\n")]);
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    app.ok(&["settings", "http_port", &port]);
    let resident = Running::start(app.command(&["tray"]));
    app.write("b.md", "# Beta\n\nwombat\n");
    until("its work", || (!app.search("wombat").is_empty()).then_some(()));
    let log = until("a word about the port", || {
        std::fs::read_to_string(app.home().join("logs/docroom.log"))
            .ok()
            .filter(|log| log.contains(&port))
    });
    assert!(log.contains("WARN"), "{log}");
    assert_eq!(resident.terminate(), 0);
}

#[test]
fn watching_is_paused_and_resumed() {
    let app = TestApp::with(&[("a.md", "# Alpha\n")]);
    let (_serving, _) = app.serve();
    let is =
        |state: &str| (app.json(&["status"])["projects"][0]["watching"] == *state).then_some(());
    until("it watches", || is("live"));
    app.ok(&["pause"]);
    until("it is paused", || is("paused"));
    app.write("b.md", "# Beta\n\nwombat\n");
    app.ok(&["resume", "docs"]);
    until("it watches again", || is("live"));
    until("what was missed", || (!app.search("wombat").is_empty()).then_some(()));
}

#[cfg(target_os = "linux")]
#[test]
fn where_the_system_has_no_more_watches_folders_are_polled_and_the_status_says_so() {
    let limited = |app: &TestApp, arguments: &[&str]| {
        in_a_namespace(app, "echo 3 > /proc/sys/user/max_inotify_watches", arguments)
    };
    if !limited(&TestApp::empty(), &["list"]).output().is_ok_and(|o| o.status.success()) {
        return;
    }
    let app = TestApp::with(&[("a.md", "# Alpha\n")]);
    for n in 0..8 {
        app.write(&format!("folder{n}/b.md"), "# Beta\n");
    }
    let _serving = Running::start(limited(&app, &["serve", "--port", &unused_port()]));
    let watching = || app.json(&["status"])["projects"][0]["watching"].clone();
    until("it is polled", || (watching() == "polling").then_some(()));
    app.write("folder7/c.md", "# Gamma\n\nwombat\n");
    until("the change", || (!app.search("wombat").is_empty()).then_some(()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let app = TestApp::empty();
    let home = app.home();
    let place = home.to_str().unwrap();
    let tiny = format!("mount -t tmpfs -o size=1m tmpfs '{place}'");
    if !in_a_namespace(&app, &tiny, &["list"]).output().is_ok_and(|o| o.status.success()) {
        return;
    }
    for n in 0..60 {
        app.write(&format!("{n}.md"), &format!("# Page {n}\n\n{}\n", "wombat text ".repeat(4000)));
    }
    let folder = app.folder();
    let add = ["add", folder.to_str().unwrap(), "--name", "docs"];
    let answer = Answer::of(in_a_namespace(&app, &tiny, &add));
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.err.contains("could not be indexed"), "{answer:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_may_be_written_all_can_be_read() {
    let app = TestApp::with(&[("a.md", "# Alpha\n\nA wombat.\n")]);
    let home = app.home();
    let place = home.to_str().unwrap();
    let locked = format!("mount --bind '{place}' '{place}' && mount -o remount,bind,ro '{place}'");
    let run = |arguments: &[&str]| Answer::of(in_a_namespace(&app, &locked, arguments));
    if !in_a_namespace(&app, &locked, &["doctor"]).output().is_ok_and(|o| !o.stdout.is_empty()) {
        return;
    }
    let all = |when: &str| {
        for arguments in [
            &["search", "wombat"][..],
            &["read", "docs/a.md"],
            &["topics"],
            &["list"],
            &["status", "docs", "--files"],
        ] {
            let answer = run(arguments);
            assert_eq!(answer.code, 0, "{when}, {arguments:?}: {answer:?}");
            let told = answer.out.contains("wombat") || answer.out.contains("docs");
            assert!(told, "{when}, {arguments:?}: {answer:?}");
        }
    };
    all("while nobody keeps");
    let (_serving, _) = app.serve();
    app.write("b.md", "# Beta\n\nA quokka.\n");
    until("the change", || (!app.search("quokka").is_empty()).then_some(()));
    all("while another process keeps");
    let answer = run(&["index"]);
    assert_eq!(answer.code, 1, "{answer:?}");
}

/// The program behind a shell line that needs what only a namespace of one's own allows; some
/// systems forbid making one.
#[cfg(target_os = "linux")]
fn in_a_namespace(app: &TestApp, first: &str, arguments: &[&str]) -> std::process::Command {
    let plain = app.command(arguments);
    let mut command = std::process::Command::new("unshare");
    let line = format!("{first} && exec \"$@\"");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &line, "sh"]);
    command.arg(plain.get_program()).args(plain.get_args());
    for (name, value) in plain.get_envs().filter_map(|(name, value)| Some((name, value?))) {
        command.env(name, value);
    }
    command
}

#[cfg(target_os = "linux")]
#[test]
fn a_wait_is_interrupted() {
    let app = TestApp::empty();
    app.write("a.md", "# Alpha\n");
    // A keeper that holds the lock and does nothing: the wait would last for ever.
    let lock = std::fs::File::create(app.engine().directories().keeper_lock()).unwrap();
    lock.lock().unwrap();
    let folder = app.folder();
    let mut adding = Running::start(app.command(&["add", folder.to_str().unwrap()]));
    until("it listens to Ctrl-C", || {
        assert_eq!(adding.ended(), None, "it waits");
        catches_interrupts(adding.id()).then_some(())
    });
    assert_eq!(adding.interrupt(), 130);
}

/// Whether the process has a handler for SIGINT, which is signal 2.
#[cfg(target_os = "linux")]
fn catches_interrupts(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    mask.and_then(|hex| u64::from_str_radix(hex.trim(), 16).ok())
        .is_some_and(|mask| mask & 0b10 != 0)
}

fn unused_port() -> String {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port().to_string()
}
