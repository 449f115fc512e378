//! The coverage ledger: each file is searchable or listed with what keeps it out.

use crate::house::{House, until};
use docroom_model::{AddFolder, CoverageState, SearchQuery};
use std::path::Path;

fn files(folder: &Path, into: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.is_symlink() { files(&path, into) } else { into.push(path) }
    }
}

#[test]
fn every_file_is_searchable_or_has_its_reason() {
    let house = House::with(&[
        ("a.md", "# A\n\nalpha"),
        (".gitignore", "*.tmp.md\n/build/\n"),
        ("draft.tmp.md", "left out"),
        ("build/out.md", "left out"),
        ("sub/.gitignore", "secret*\n"),
        ("sub/secret.md", "left out"),
        ("sub/open.md", "beta"),
        (".docroomignore", "old/\n"),
        ("old/x.md", "left out"),
        ("code.rs", "fn main() {}"),
        ("private/notes.md", "left out"),
    ]);
    house.write("latin.md", b"# Caf\xe9\n\ngamma");
    house.write("binary.md", [0x89, b'P', b'N', b'G', 0, 0, 0, 1, 2, 3, 0, 0]);
    let exclude = vec!["private/**".to_owned()];
    house.add(AddFolder { folder: house.docs.clone(), exclude, ..AddFolder::default() });
    let ledger = house.engine.coverage("docs").unwrap();
    let mut all = Vec::new();
    files(&house.docs, &mut all);
    for file in all {
        let path = format!("docs/{}", file.strip_prefix(&house.docs).unwrap().display());
        let covers = |entry: &&docroom_model::CoverageEntry| {
            entry.path == path || (entry.path.ends_with('/') && path.starts_with(&entry.path))
        };
        let entry = ledger.iter().find(covers).unwrap_or_else(|| panic!("`{path}` is in no line"));
        let out = entry.state != CoverageState::Indexed;
        assert_eq!(out, entry.reason.as_ref().is_some_and(|reason| !reason.is_empty()), "{path}");
    }
    let indexed: Vec<_> = ledger.iter().filter(|e| e.state == CoverageState::Indexed).collect();
    let paths: Vec<_> = indexed.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(paths, ["docs/a.md", "docs/latin.md", "docs/sub/open.md"]);
    let failed: Vec<_> = ledger.iter().filter(|e| e.state == CoverageState::Failed).collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].path, "docs/binary.md");
    assert_eq!(house.found("gamma"), ["docs/latin.md"]);
    let status = &house.engine.status(Some("docs")).unwrap()[0];
    assert_eq!((status.documents, status.failed), (3, 1));
    assert_eq!(status.not_searchable as usize, ledger.len() - 3);
}

#[test]
fn a_mended_file_and_a_changed_rule_are_followed() {
    let house = House::indexed(&[("a.md", "alpha"), ("b.md", "beta")]);
    house.write("b.md", [0, 1, 2, 3, 0, 0, 0, 0]);
    until(true, || house.ledger().iter().any(|line| line.starts_with("docs/b.md: ")));
    assert!(house.found("beta").is_empty());
    house.write("b.md", "beta again");
    until(vec!["docs/b.md".to_owned()], || house.found("beta"));
    house.write(".gitignore", "b.md\n");
    until(true, || house.found("beta").is_empty());
    assert!(
        house.ledger().iter().any(|l| l.starts_with("docs/b.md: ") && l.contains(".gitignore"))
    );
    std::fs::remove_file(house.docs.join(".gitignore")).unwrap();
    until(vec!["docs/b.md".to_owned()], || house.found("beta"));
}

#[cfg(unix)]
#[test]
fn names_that_differ_in_case_and_links_that_circle() {
    let house = House::with(&[("README.md", "upper zebra"), ("readme.md", "lower zebra")]);
    std::os::unix::fs::symlink(&house.docs, house.docs.join("circle")).unwrap();
    house.add(AddFolder { folder: house.docs.clone(), ..AddFolder::default() });
    let mut found = house.found("zebra");
    found.sort();
    assert_eq!(found, ["docs/README.md", "docs/readme.md"]);
}

#[test]
fn two_sources_have_their_own_paths_and_versions() {
    let house = House::with(&[("v1/page.md", "# Page\n\nzebra one"), ("v2/page.md", "zebra two")]);
    for version in ["v1", "v2"] {
        house.add(AddFolder {
            folder: house.docs.join(version),
            name: Some("both \"quoted\" 日本".into()),
            version: Some(version.into()),
            ..AddFolder::default()
        });
    }
    let query =
        SearchQuery { query: "zebra".into(), version: Some("v2".into()), ..SearchQuery::default() };
    let hits = house.engine.search(&query).unwrap().results;
    assert_eq!(hits.iter().map(|hit| hit.path.as_str()).collect::<Vec<_>>(), ["v2/page.md"]);
    let remove = docroom_model::RemoveProject {
        project: "both \"quoted\" 日本".into(),
        source: Some("v2".into()),
    };
    house.engine.remove(remove).unwrap();
    house.ready("both \"quoted\" 日本");
    assert_eq!(house.found("zebra"), ["v1/page.md"]);
}

#[test]
fn bad_additions_change_nothing() {
    let house = House::with(&[("a.md", "alpha")]);
    let base = AddFolder { folder: house.docs.clone(), ..AddFolder::default() };
    for bad in [
        AddFolder { folder: house.docs.join("nope"), ..base.clone() },
        AddFolder { folder: house.docs.join("a.md"), ..base.clone() },
        AddFolder { folder: house.home(), ..base.clone() },
        AddFolder { name: Some("a/b".into()), ..base.clone() },
        AddFolder { exclude: vec!["[".into()], ..base.clone() },
        AddFolder { language: Some("english".into()), ..base.clone() },
        AddFolder { version: Some(" ".into()), ..base.clone() },
    ] {
        assert!(house.engine.add_folder(bad.clone()).is_err(), "{bad:?}");
    }
    assert!(house.engine.project_names().unwrap().is_empty());
    assert!(house.engine.add_folder(base.clone()).unwrap().created);
    assert!(!house.engine.add_folder(base).unwrap().created, "the same again is no second source");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_be_read_again_is_found_again() {
    use std::os::unix::fs::PermissionsExt;
    let house = House::indexed(&[("a.md", "alpha"), ("b.md", "beta")]);
    let file = house.docs.join("b.md");
    let allow = |mode| {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let index = || {
        house.engine.request_index(Some("docs"), true).unwrap();
        house.ready("docs");
    };
    allow(0o000);
    if std::fs::read(&file).is_ok() {
        // The superuser reads everything: nothing to be seen here.
        return;
    }
    index();
    assert_eq!(house.ledger()[1], "docs/b.md: can't be read: Permission denied (os error 13)");
    let runs = house.engine.runs("docs").unwrap().len();
    house.engine.request_index(Some("docs"), false).unwrap();
    house.ready("docs");
    assert_eq!(house.engine.runs("docs").unwrap().len(), runs, "the same failure is no news");
    allow(0o644);
    house.engine.request_index(Some("docs"), false).unwrap();
    house.ready("docs");
    assert_eq!(house.found("beta"), ["docs/b.md"]);
}

#[test]
fn our_own_folder_inside_a_source_is_left_out_whole() {
    let house = House::indexed(&[("a.md", "alpha")]);
    std::fs::write(house.home().join("projects/note.md"), "alpha too").unwrap();
    let folder = house.home().parent().unwrap().to_owned();
    let request = AddFolder {
        folder,
        name: Some("all".into()),
        source: Some("all".into()),
        ..Default::default()
    };
    house.add(request);
    let ledger = house.engine.coverage("all").unwrap();
    let lines: Vec<_> =
        ledger.iter().map(|entry| (entry.path.as_str(), entry.reason.as_deref())).collect();
    assert_eq!(lines, [("all/docs/a.md", None), ("all/home/", Some("Docroom's own data folder"))]);
}
