//! Real changes on a real disk, waited for, never slept for.

#![allow(clippy::unwrap_used)]

use super::*;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;

/// Generous: machines under load are slow. Nothing waits this long when all is well.
const PATIENCE: Duration = Duration::from_secs(30);

struct Watched {
    folder: TempDir,
    changes: Receiver<Change>,
    watcher: Watcher,
    watching: Watching,
}

fn watched(files: &[&str]) -> Watched {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "old").unwrap();
    }
    let (sender, changes) = channel();
    let mut watcher = Watcher::start(move |change| drop(sender.send(change))).unwrap();
    let watching = watcher.watch(folder.path()).unwrap();
    Watched { folder, changes, watcher, watching }
}

impl Watched {
    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Waits until `path` is reported by itself.
    fn expect_path(&self, path: &str) {
        let wanted = self.at(path);
        loop {
            match self.changes.recv_timeout(PATIENCE).expect(path) {
                Change::Paths { root, paths } => {
                    assert_eq!(root, self.folder.path());
                    assert!(paths.iter().all(|path| path.starts_with(&root)), "{paths:?}");
                    if paths.contains(&wanted) {
                        return;
                    }
                }
                Change::Rescan { .. } => panic!("a rescan where `{path}` would do"),
            }
        }
    }

    /// Writes `path` until it is reported by itself: a rescan may still be told of what
    /// happened before.
    fn expect_path_at_last(&self, path: &str) {
        fs::write(self.at(path), "at last").unwrap();
        for round in 0.. {
            match self.changes.recv_timeout(PATIENCE).expect(path) {
                Change::Paths { paths, .. } if paths.contains(&self.at(path)) => return,
                Change::Paths { .. } => {}
                Change::Rescan { .. } => {
                    fs::write(self.at(path), format!("at last, round {round}")).unwrap();
                }
            }
        }
    }

    fn expect_rescan(&self) {
        loop {
            let change = self.changes.recv_timeout(PATIENCE).expect("a rescan");
            if let Change::Rescan { root } = change {
                return assert_eq!(root, self.folder.path());
            }
        }
    }
}

/// Waits for what the watcher does in its own time.
fn until(done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < PATIENCE, "nothing happened");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn edits_saves_and_removals_name_their_paths() {
    let watched = watched(&["a/b.md", "c.md"]);
    fs::write(watched.at("a/b.md"), "new").unwrap();
    watched.expect_path("a/b.md");
    for round in 0..3 {
        fs::write(watched.at("c.md.tmp"), format!("round {round}")).unwrap();
        fs::rename(watched.at("c.md.tmp"), watched.at("c.md")).unwrap();
        watched.expect_path("c.md");
    }
    fs::write(watched.at("a/new.md"), "x").unwrap();
    watched.expect_path("a/new.md");
    fs::remove_file(watched.at("c.md")).unwrap();
    watched.expect_path("c.md");
}

#[test]
fn changes_of_folders_and_rules_ask_for_a_rescan() {
    let watched = watched(&["a/b.md", "c.md", ".gitignore"]);
    let outside = tempfile::tempdir().unwrap();
    fs::create_dir_all(watched.at("x/y/z")).unwrap();
    fs::write(watched.at("x/y/z/new.md"), "x").unwrap();
    watched.expect_rescan();
    fs::rename(watched.at("a"), watched.at("renamed")).unwrap();
    watched.expect_rescan();
    fs::rename(watched.at("renamed"), outside.path().join("away")).unwrap();
    watched.expect_rescan();
    fs::rename(outside.path().join("away"), watched.at("back")).unwrap();
    watched.expect_rescan();
    fs::write(watched.at(".gitignore"), "c.md\n").unwrap();
    watched.expect_rescan();
    fs::remove_dir_all(watched.at("x")).unwrap();
    watched.expect_rescan();
    watched.expect_path_at_last("back/b.md");
}

#[test]
fn reading_and_version_control_are_no_changes() {
    let watched = watched(&["a.md", ".git/index"]);
    fs::read(watched.at("a.md")).unwrap();
    fs::create_dir(watched.at(".git/objects")).unwrap();
    fs::write(watched.at(".git/index"), "x").unwrap();
    // What comes first is the marker: nothing was told of the rest.
    fs::write(watched.at("marker.md"), "x").unwrap();
    let change = watched.changes.recv_timeout(PATIENCE).unwrap();
    let paths = vec![watched.at("marker.md")];
    assert_eq!(change, Change::Paths { root: watched.folder.path().into(), paths });
}

#[test]
fn a_folder_that_goes_and_comes_back_is_watched_again() {
    let parent = tempfile::tempdir().unwrap();
    let root = parent.path().join("root");
    fs::create_dir(&root).unwrap();
    let (sender, changes) = channel();
    let mut watcher = Watcher::start(move |change| drop(sender.send(change))).unwrap();
    watcher.watch(&root).unwrap();
    let rescan = Change::Rescan { root: root.clone() };
    fs::remove_dir(&root).unwrap();
    while changes.recv_timeout(PATIENCE).unwrap() != rescan {}
    until(|| watcher.watching(&root) == Some(Watching::Off));
    fs::create_dir(&root).unwrap();
    while changes.recv_timeout(PATIENCE).unwrap() != rescan {}
    until(|| watcher.watching(&root) != Some(Watching::Off));
    fs::write(root.join("a.md"), "x").unwrap();
    let is_file =
        |change| matches!(change, Change::Paths { paths, .. } if paths == [root.join("a.md")]);
    while !is_file(changes.recv_timeout(PATIENCE).unwrap()) {}
}

#[cfg(unix)]
#[test]
fn a_root_may_be_a_link_and_roots_may_overlap() {
    let watched = watched(&["sub/a.md"]);
    let link = tempfile::tempdir().unwrap();
    let link = link.path().join("link");
    std::os::unix::fs::symlink(watched.folder.path(), &link).unwrap();
    let (sender, changes) = channel();
    let mut watcher = Watcher::start(move |change| drop(sender.send(change))).unwrap();
    watcher.watch(&link).unwrap();
    watcher.watch(&watched.at("sub")).unwrap();
    watcher.unwatch(&watched.at("sub"));
    watcher.unwatch(&watched.at("never watched"));
    fs::write(watched.at("sub/a.md"), "new").unwrap();
    let paths = vec![link.join("sub/a.md")];
    let expected = Change::Paths { root: link, paths };
    assert_eq!(changes.recv_timeout(PATIENCE).unwrap(), expected);
    assert_eq!(watcher.watching(&watched.at("sub")), None);
}

#[test]
fn dropping_ends_the_thread_and_missing_roots_are_refused() {
    let Watched { folder, changes, mut watcher, .. } = watched(&[]);
    let gone = folder.path().join("gone");
    assert!(matches!(watcher.watch(&gone), Err(Error::Root { .. })));
    drop(watcher);
    // The thread held the sender: it has ended.
    assert_eq!(changes.try_recv(), Err(std::sync::mpsc::TryRecvError::Disconnected));
}

/// Set for the run of this test inside a name space with few watches.
#[cfg(target_os = "linux")]
const INSIDE: &str = "DOCROOM_TEST_FEW_WATCHES";

#[cfg(target_os = "linux")]
#[test]
fn polling_takes_over_when_the_watches_are_used_up() {
    if std::env::var_os(INSIDE).is_some() {
        return used_up();
    }
    let program = std::env::current_exe().unwrap();
    let shell = |script: &str| {
        let mut command = std::process::Command::new("unshare");
        command.args(["-Ur", "sh", "-c", script]).arg(&program).env(INSIDE, "1");
        command.output()
    };
    let limit = "echo 30 > /proc/sys/user/max_inotify_watches";
    if !shell(limit).is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no user name space can be made here");
        return;
    }
    let name = "watcher::tests::polling_takes_over_when_the_watches_are_used_up";
    let output = shell(&format!("{limit} && exec \"$0\" --exact {name} --nocapture")).unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{output:?}");
}

#[cfg(target_os = "linux")]
fn used_up() {
    let names: Vec<String> = (0..40).map(|n| format!("d{n}/a.md")).collect();
    let many = watched(&names.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(many.watching, Watching::Polling);
    fs::write(many.at("d7/a.md"), "newer").unwrap();
    many.expect_path("d7/a.md");
    fs::create_dir_all(many.at("x/y")).unwrap();
    many.expect_rescan();

    // The watches set for the failed folder were given back.
    let few = watched(&["a/b.md"]);
    assert_eq!(few.watching, Watching::Live);
    for n in 0..40 {
        fs::create_dir(few.at(&format!("d{n}"))).unwrap();
    }
    few.expect_rescan();
    until(|| few.watcher.watching(few.folder.path()) == Some(Watching::Polling));
    few.expect_path_at_last("d39/new.md");
}
