//! What a walk lists and what it says of the rest.

#![allow(clippy::unwrap_used)]

use super::*;
use std::fs;
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn rules(include: &[&str], exclude: &[&str]) -> Rules {
    let owned = |globs: &[&str]| globs.iter().map(|glob| (*glob).to_owned()).collect();
    Rules {
        include: owned(include),
        exclude: owned(exclude),
        max_bytes: 32 << 20,
        readable: |path| path.ends_with(".md") || path.ends_with("README"),
    }
}

/// One line an entry: `+ path` for what is listed, `- path: reason` for what is not, `!` for errors.
fn shown(root: &Path, rules: &Rules) -> String {
    let listing = list(root, rules, &|| false).unwrap();
    let mut text = String::new();
    for file in &listing.files {
        text += &format!("+ {}\n", file.relative);
    }
    for left in &listing.left {
        let sign = if left.failed { '!' } else { '-' };
        text += &format!("{sign} {}: {}\n", left.relative, left.reason);
    }
    text
}

#[test]
fn every_file_is_listed_or_has_its_reason() {
    let folder = folder(&[
        ("a.md", "x"),
        ("README", "x"),
        ("b/c.md", "x"),
        ("b/.gitignore", "/d.md\nbuild/\n!keep.log\n"),
        ("b/d.md", "x"),
        ("b/build/e.md", "x"),
        ("b/keep.log", "x"),
        ("b/other.log", "x"),
        ("b/deep/d.md", "x"),
        (".gitignore", "*.log\n\n# comment\nsecret\n"),
        (".docroomignore", "!keep.md\ndraft-*.md\n"),
        ("secret/f.md", "x"),
        ("draft-1.md", "x"),
        (".hidden.md", "x"),
        (".git/config", "x"),
        ("picture.png", "x"),
        ("Makefile", "x"),
        ("node_modules/p/README.md", "x"),
        ("old/g.md", "x"),
        ("notes/tmp.md", "x"),
    ]);
    let rules = rules(&[], &["old/**", "tmp.md"]);
    insta::assert_snapshot!(shown(folder.path(), &rules), @r"
    + README
    + a.md
    + b/c.md
    + b/deep/d.md
    - .docroomignore: hidden
    - .git/: hidden
    - .gitignore: hidden
    - .hidden.md: hidden
    - Makefile: no reader for files named `Makefile` yet
    - b/.gitignore: hidden
    - b/build/: `b/.gitignore` line `build/`
    - b/d.md: `b/.gitignore` line `/d.md`
    - b/keep.log: no reader for `.log` files yet
    - b/other.log: `.gitignore` line `*.log`
    - draft-1.md: `.docroomignore` line `draft-*.md`
    - node_modules/: other people's packages (an include rule `node_modules/**` takes them in)
    - notes/tmp.md: exclude rule `tmp.md`
    - old/: exclude rule `old/**`
    - picture.png: no reader for `.png` files yet
    - secret/: `.gitignore` line `secret`
    ");
}

#[test]
fn docroomignore_outranks_the_gitignore_beside_it() {
    let folder = folder(&[
        (".gitignore", "*.md\n"),
        (".docroomignore", "!wanted.md\n"),
        ("wanted.md", "x"),
        ("unwanted.md", "x"),
        ("sub/wanted.md", "x"),
        ("sub/.gitignore", "wanted.md\n"),
    ]);
    insta::assert_snapshot!(shown(folder.path(), &rules(&[], &[])), @r"
    + wanted.md
    - .docroomignore: hidden
    - .gitignore: hidden
    - sub/.gitignore: hidden
    - sub/wanted.md: `sub/.gitignore` line `wanted.md`
    - unwanted.md: `.gitignore` line `*.md`
    ");
}

#[test]
fn include_rules_pass_whole_folders_by_and_reach_hidden_ones() {
    let folder = folder(&[
        ("guide/a.md", "x"),
        ("guide/deep/b.md", "x"),
        ("guide/c.txt", "x"),
        ("src/x/y.md", "x"),
        (".github/CONTRIBUTING.md", "x"),
        (".github/.hidden/z.md", "x"),
        (".git/x.md", "x"),
        ("top.md", "x"),
    ]);
    let rules = rules(&["guide/**", ".github/**"], &["deep"]);
    insta::assert_snapshot!(shown(folder.path(), &rules), @r"
    + .github/CONTRIBUTING.md
    + guide/a.md
    - .git/: hidden
    - .github/.hidden/: hidden
    - guide/c.txt: no reader for `.txt` files yet
    - guide/deep/: exclude rule `deep`
    - src/: no include rule matches
    - top.md: no include rule matches
    ");
}

#[cfg(unix)]
#[test]
fn links_and_odd_files_are_named_and_never_followed() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let outside = folder(&[("secret.md", "x")]);
    let folder = folder(&[("docs/a.md", "x"), ("new\nline.md", "x"), ("big.md", "0123456789")]);
    let root = folder.path();
    symlink("..", root.join("docs/loop")).unwrap();
    symlink("nowhere.md", root.join("dangling.md")).unwrap();
    symlink(outside.path().join("secret.md"), root.join("outside.md")).unwrap();
    symlink(outside.path(), root.join("folder")).unwrap();
    symlink(outside.path().join("secret.md"), root.join("docs/.gitignore")).unwrap();
    let odd = std::ffi::OsStr::from_bytes(b"caf\xe9.md");
    // Some file systems take UTF-8 only.
    let odd_made = fs::write(root.join(odd), "x").is_ok();
    let _socket = std::os::unix::net::UnixListener::bind(root.join("socket.md")).unwrap();
    let rules = Rules { max_bytes: 9, ..rules(&[], &[]) };
    let text = shown(root, &rules);
    assert_eq!(text.contains("! caf\u{fffd}.md: name is not UTF-8\n"), odd_made);
    insta::assert_snapshot!(text.replace("! caf\u{fffd}.md: name is not UTF-8\n", ""), @r"
    + docs/a.md
    - big.md: larger than 0 MiB (setting `max_file_mib`)
    - dangling.md: symbolic link, not followed
    - docs/.gitignore: symbolic link, not followed
    - docs/loop: symbolic link, not followed
    - folder: symbolic link, not followed
    ! new�line.md: name holds a control character
    - outside.md: symbolic link, not followed
    - socket.md: not a regular file
    ");

    let link = outside.path().join("root");
    symlink(root, &link).unwrap();
    assert_eq!(shown(&link, &rules), text, "the root itself may be a link");
}

#[test]
fn one_bad_folder_or_ignore_file_leaves_the_rest() {
    let folder = folder(&[
        ("good/a.md", "x"),
        ("bad/b.md", "x"),
        ("z/.gitignore", "a[\n{x\n*.tmp\n"),
        ("z/c.md", "x"),
    ]);
    let bad = folder.path().join("bad");
    let looks = std::cell::Cell::new(0);
    // Between the reading of its name and of its content the folder becomes a file.
    let meddle = || {
        looks.set(looks.get() + 1);
        if looks.get() == 2 {
            fs::remove_dir_all(&bad).unwrap();
            fs::write(&bad, "x").unwrap();
        }
        false
    };
    let listing = list(folder.path(), &rules(&[], &[]), &meddle).unwrap();
    let files: Vec<_> = listing.files.iter().map(|file| file.relative.as_str()).collect();
    assert_eq!(files, ["good/a.md", "z/c.md"]);
    let failed: Vec<_> = listing.left.iter().filter(|left| left.failed).collect();
    assert_eq!(failed.len(), 2, "{failed:?}");
    assert_eq!(failed[0].relative, "bad/");
    assert_eq!(failed[1].relative, "z/.gitignore");
    assert!(failed[1].reason.contains("is no pattern"), "{}", failed[1].reason);
}

#[test]
fn a_missing_root_and_a_wish_to_stop_are_errors() {
    let folder = folder(&[("a.md", "x")]);
    let gone = folder.path().join("gone");
    let error = list(&gone, &rules(&[], &[]), &|| false).unwrap_err();
    assert!(matches!(error, Error::Root { .. }), "{error}");
    let file = folder.path().join("a.md");
    assert!(matches!(list(&file, &rules(&[], &[]), &|| false), Err(Error::Root { .. })));
    assert!(matches!(list(folder.path(), &rules(&[], &[]), &|| true), Err(Error::Cancelled(_))));
}

#[test]
fn sizes_and_times_are_those_of_the_file() {
    let folder = folder(&[("a.md", "12345")]);
    let time = UNIX_EPOCH + std::time::Duration::from_nanos(1_700_000_000_123_456_789);
    let file = fs::File::options().write(true).open(folder.path().join("a.md")).unwrap();
    file.set_modified(time).unwrap();
    let listing = list(folder.path(), &rules(&[], &[]), &|| false).unwrap();
    assert_eq!(listing.files[0].size, 5);
    // Some file systems keep coarser times.
    assert_eq!(listing.files[0].modified_ns / 1_000_000_000, 1_700_000_000);
}
