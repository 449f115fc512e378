//! What goes wrong on disk, and how the next run mends it.

use crate::house::{House, open, until};
use docroom_model::{AddFolder, Phase, ReadRequest, SearchQuery};

fn many() -> Vec<(String, String)> {
    let page = |n: usize| {
        let link = format!("[next]({}.md)", (n * 7) % 40);
        (format!("{n}.md"), format!("# Page {n}\n\nzebra {} common words {link}\n", n % 5))
    };
    (0..40).map(page).collect()
}

fn house() -> House {
    let files = many();
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    House::indexed(&files)
}

fn ranked(house: &House) -> Vec<(String, u32, String)> {
    let query =
        SearchQuery { query: "zebra 3 common".into(), limit: Some(20), ..SearchQuery::default() };
    let hits = house.engine.search(&query).unwrap().results;
    hits.into_iter().map(|hit| (hit.path, hit.start_line, hit.score.to_string())).collect()
}

#[test]
fn a_rebuild_gives_the_same_answers() {
    let house = house();
    let before = ranked(&house);
    assert_eq!(before.len(), 20);
    house.engine.request_index(Some("docs"), true).unwrap();
    house.ready("docs");
    assert_eq!(ranked(&house), before);
    let index = house.home().join("projects/docs/index");
    let generations: Vec<_> =
        std::fs::read_dir(index).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(generations, ["2"], "the old one is swept away");
}

#[test]
fn a_lost_index_or_store_is_made_anew() {
    let house = house();
    let before = ranked(&house);
    let project = house.home().join("projects/docs");
    for lost in ["index", "store.sqlite"] {
        house.engine.stop_keeping();
        if lost == "index" {
            std::fs::remove_dir_all(project.join("index")).unwrap();
        } else {
            for file in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
                let _ = std::fs::remove_file(project.join(file));
            }
        }
        assert!(house.engine.try_keep().unwrap());
        house.engine.request_index(Some("docs"), false).unwrap();
        house.ready("docs");
        assert_eq!(ranked(&house), before, "{lost}");
    }
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let files: Vec<_> = (0..3000)
        .map(|n| (format!("{n}.md"), format!("# Page {n}\n\n{}\n", "words of a page ".repeat(40))))
        .collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let house = House::with(&files);
    let add = docroom_model::AddFolder { folder: house.docs.clone(), ..Default::default() };
    house.engine.add_folder(add).unwrap();
    assert!(house.engine.try_keep().unwrap());
    until(true, || house.engine.status(None).unwrap()[0].documents > 0);
    house.engine.stop_keeping();
    let part = house.engine.status(None).unwrap()[0].clone();
    if part.progress.phase != Phase::Ready {
        assert!(!house.found("words").is_empty(), "what is done is searchable");
    }
    let next = open(&house.home());
    next.keep().unwrap();
    until(3000, || next.status(None).unwrap()[0].documents);
    until(Phase::Ready, || next.status(None).unwrap()[0].progress.phase);
}

#[test]
fn a_broken_manifest_is_shown_and_stops_nobody_else() {
    let house = house();
    let broken = house.home().join("projects/broken");
    std::fs::create_dir_all(&broken).unwrap();
    std::fs::write(broken.join("project.toml"), "name = \"broken\"\ntyop = 1\n").unwrap();
    let state = || house.engine.status(None).unwrap();
    until(true, || state().iter().any(|project| project.name.as_str() == "broken"));
    let broken_state = state().into_iter().find(|p| p.name.as_str() == "broken").unwrap();
    assert_eq!(broken_state.progress.phase, Phase::Failed);
    assert!(broken_state.error.unwrap().contains("tyop"));
    house.write("new.md", "unicorn");
    until(vec!["docs/new.md".to_owned()], || house.found("unicorn"));
}

#[test]
fn the_guide_comes_unasked_and_stays_away_when_removed() {
    let root = tempfile::tempdir().unwrap();
    let engine = open(root.path());
    assert!(engine.try_keep().unwrap());
    let names =
        || engine.project_names().unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
    until(vec!["user-guide".to_owned()], names);
    engine.wait_until_ready("user-guide", &mut |_| {}, &|| false).unwrap();
    assert!(!crate::house::found(&engine, "how do I add a folder").is_empty());
    let request = docroom_model::RemoveProject { project: "user-guide".into(), source: None };
    engine.remove(request).unwrap();
    engine.stop_keeping();
    assert!(engine.try_keep().unwrap());
    engine.request_index(None, false).unwrap();
    assert!(names().is_empty());
}

/// A damaged database: no database at all, or one with garbage in its middle.
fn damage(file: &std::path::Path, whole: bool) {
    for ending in ["sqlite-wal", "sqlite-shm"] {
        let _ = std::fs::remove_file(file.with_extension(ending));
    }
    let mut bytes = std::fs::read(file).unwrap();
    let start = if whole { 0 } else { 16_384 };
    bytes[start..].fill(0x5a);
    std::fs::write(file, bytes).unwrap();
}

#[test]
fn a_damaged_database_stops_nobody_else_and_is_made_anew_by_a_rebuild() {
    let mut house = house();
    let before = ranked(&house);
    let other = house.docs.with_file_name("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("a.md"), "# Alpha\n\nwombat\n").unwrap();
    house.add(AddFolder { folder: other.clone(), ..AddFolder::default() });
    for whole in [true, false] {
        house.engine.stop_keeping();
        let file = house.home().join("projects/docs/store.sqlite");
        // As a new process: nothing of the old file is in memory.
        house.engine = open(&house.home());
        damage(&file, whole);
        assert_eq!(house.found("wombat"), ["other/a.md"], "the other project answers");
        let read = ReadRequest { path: "other/a.md".into(), ..Default::default() };
        assert!(house.engine.read(&read).unwrap().text.contains("wombat"));
        let asked = SearchQuery {
            query: "zebra".into(),
            project: Some("docs".into()),
            ..SearchQuery::default()
        };
        let error = house.engine.search(&asked).unwrap_err();
        assert!(error.message.contains("store.sqlite` is damaged"), "{error}");
        assert!(error.message.contains("`docroom index 'docs' --rebuild`"), "{error}");
        assert!(house.engine.try_keep().unwrap());
        std::fs::write(other.join("b.md"), "# Beta\n\nquokka\n").unwrap();
        until(vec!["other/b.md".to_owned()], || house.found("quokka"));
        std::fs::remove_file(other.join("b.md")).unwrap();
        until(Vec::<String>::new(), || house.found("quokka"));
        house.engine.request_index(Some("docs"), true).unwrap();
        house.ready("docs");
        assert_eq!(ranked(&house), before, "made anew");
    }
}

#[test]
fn a_damaged_index_says_so_and_the_next_scan_makes_it_anew() {
    let mut house = house();
    let before = ranked(&house);
    for cut in ["meta.json", "term", "store"] {
        house.engine.stop_keeping();
        house.engine = open(&house.home());
        let index = house.home().join("projects/docs/index");
        let live = std::fs::read_dir(index).unwrap().next().unwrap().unwrap().path();
        for entry in std::fs::read_dir(live).unwrap() {
            let file = entry.unwrap().path();
            if file.to_str().unwrap().ends_with(cut) {
                std::fs::write(file, "{").unwrap();
            }
        }
        let query = SearchQuery { query: "zebra".into(), ..SearchQuery::default() };
        let error = house.engine.search(&query).unwrap_err();
        assert!(error.message.contains("is damaged; `docroom index`"), "{cut}: {error}");
        assert!(house.engine.try_keep().unwrap());
        house.engine.request_index(Some("docs"), false).unwrap();
        house.ready("docs");
        assert_eq!(ranked(&house), before, "{cut}");
    }
}

#[test]
fn a_database_of_a_newer_program_is_left_alone() {
    let mut house = house();
    house.engine.stop_keeping();
    // The last one to close the database leaves no log beside it.
    house.engine = open(&house.home());
    let file = house.home().join("projects/docs/store.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    // SQLite's `user_version`, big-endian.
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    std::fs::write(&file, &bytes).unwrap();
    let engine = &house.engine;
    let query = SearchQuery { query: "zebra".into(), ..SearchQuery::default() };
    let error = engine.search(&query).unwrap_err();
    assert!(error.message.ends_with("update Docroom"), "{error}");
    assert!(error.causes().is_empty(), "{:?}", error.causes());
    assert!(engine.try_keep().unwrap());
    engine.request_index(Some("docs"), true).unwrap();
    let failed = engine.wait_until_ready("docs", &mut |_| {}, &|| false).unwrap_err();
    assert!(failed.message.contains("newer Docroom"), "{failed}");
    engine.stop_keeping();
    assert_eq!(std::fs::read(&file).unwrap(), bytes, "not a byte was changed");
}

#[test]
fn a_run_that_failed_is_tried_again_unasked() {
    let house = house();
    let before = ranked(&house);
    house.engine.stop_keeping();
    let index = house.home().join("projects/docs/index");
    std::fs::remove_dir_all(&index).unwrap();
    std::fs::write(&index, "in the way").unwrap();
    assert!(house.engine.try_keep().unwrap());
    let phase = || house.engine.status(Some("docs")).unwrap()[0].progress.phase;
    until(Phase::Failed, phase);
    std::fs::remove_file(&index).unwrap();
    until(Phase::Ready, phase);
    assert_eq!(ranked(&house), before);
}
