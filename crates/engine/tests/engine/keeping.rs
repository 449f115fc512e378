//! The keeper: follows changes, hands over, pauses; and what readers see without one.

use crate::house::{House, found, until};
use docroom_model::{AddFolder, Code, Phase, ReadRequest, RemoveProject, SearchQuery, Watching};

fn paths(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn changes_of_every_kind_are_followed_also_by_other_processes() {
    let house = House::indexed(&[("a.md", "alpha"), ("b.md", "beta")]);
    let other = house.other_engine();
    assert_eq!(found(&other, "alpha"), ["docs/a.md"]);
    house.write("a.md", "alpha and gamma");
    until(paths(&["docs/a.md"]), || found(&other, "gamma"));
    house.write("deep/down/new.md", "delta");
    until(paths(&["docs/deep/down/new.md"]), || found(&other, "delta"));
    std::fs::rename(house.docs.join("deep"), house.docs.join("moved")).unwrap();
    until(paths(&["docs/moved/down/new.md"]), || found(&other, "delta"));
    std::fs::remove_file(house.docs.join("b.md")).unwrap();
    until(paths(&[]), || found(&other, "beta"));
    std::fs::remove_dir_all(house.docs.join("moved")).unwrap();
    until(paths(&[]), || found(&other, "delta"));
    until(1, || house.engine.status(Some("docs")).unwrap()[0].documents);
}

#[test]
fn atomic_saves_never_lose_the_document() {
    let house = House::indexed(&[("a.md", "word0"), ("b.md", "beta")]);
    for round in 1..=20 {
        let beside = house.docs.join(".a.md.swp");
        std::fs::write(&beside, format!("word{round}")).unwrap();
        std::fs::rename(&beside, house.docs.join("a.md")).unwrap();
        until(paths(&["docs/a.md"]), || house.found(&format!("word{round}")));
        assert_eq!(house.engine.status(Some("docs")).unwrap()[0].documents, 2);
    }
}

#[test]
fn an_unmounted_folder_keeps_its_documents() {
    let house = House::indexed(&[("a.md", "alpha")]);
    let away = house.docs.with_file_name("away");
    std::fs::rename(&house.docs, &away).unwrap();
    let offline = || house.engine.status(Some("docs")).unwrap()[0].sources[0].offline;
    until(true, offline);
    assert_eq!(house.found("alpha"), ["docs/a.md"]);
    std::fs::create_dir(&house.docs).unwrap();
    house.engine.request_index(Some("docs"), false).unwrap();
    house.ready("docs");
    assert!(offline(), "an empty mount point is no empty folder");
    assert_eq!(house.found("alpha"), ["docs/a.md"]);
    let read = ReadRequest { path: "docs/a.md".into(), ..Default::default() };
    assert_eq!(house.engine.read(&read).unwrap().text, "alpha");
    std::fs::remove_dir(&house.docs).unwrap();
    std::fs::rename(&away, &house.docs).unwrap();
    house.engine.request_index(Some("docs"), false).unwrap();
    house.ready("docs");
    assert!(!offline());
}

#[test]
fn without_a_keeper_answers_are_never_stale() {
    let house = House::indexed(&[
        ("a.md", "# A\n\nalpha zebra"),
        ("b.md", "# B\n\nbeta zebra"),
        ("c.md", "# C\n\nplain zebra"),
    ]);
    house.engine.stop_keeping();
    house.write("a.md", "# A\n\nfirst\n\n# Moved\n\nzebra in another place now");
    house.write("b.md", "# B\n\nnothing of it any more");
    std::fs::remove_file(house.docs.join("c.md")).unwrap();
    let query = SearchQuery { query: "zebra".into(), ..Default::default() };
    let hits = house.engine.search(&query).unwrap().results;
    assert_eq!(hits.len(), 1, "{hits:?}");
    assert_eq!((hits[0].path.as_str(), hits[0].start_line), ("docs/a.md", 5));
    assert!(hits[0].text.contains("another place"));
    let read =
        |path: &str| house.engine.read(&ReadRequest { path: path.into(), ..Default::default() });
    assert!(read("docs/b.md").unwrap().text.contains("any more"));
    assert!(read("docs/c.md").is_err());
}

#[test]
fn the_next_keeper_takes_over_and_catches_up() {
    let house = House::indexed(&[("a.md", "alpha")]);
    let other = house.other_engine();
    assert!(!other.try_keep().unwrap());
    other.keep().unwrap();
    assert!(!other.keeper().unwrap().own);
    house.engine.stop_keeping();
    house.write("a.md", "alpha and omega");
    until(true, || other.keeper().unwrap().own);
    until(paths(&["docs/a.md"]), || found(&other, "omega"));
    house.write("a.md", "alpha and psi");
    until(paths(&["docs/a.md"]), || found(&other, "psi"));
}

#[test]
fn a_paused_project_rests_until_it_is_resumed() {
    let house = House::indexed(&[("a.md", "alpha")]);
    house.engine.set_paused(Some("docs"), true).unwrap();
    until(Watching::Paused, || house.engine.status(Some("docs")).unwrap()[0].watching);
    // The keeper has let go of the folder once it has looked at the pause.
    house.write("b.md", "beta");
    house.engine.request_index(Some("docs"), false).unwrap();
    house.ready("docs");
    assert_eq!(house.found("beta"), ["docs/b.md"], "asked for, it is compared all the same");
    house.write("c.md", "gamma");
    house.engine.set_paused(Some("docs"), false).unwrap();
    until(paths(&["docs/c.md"]), || house.found("gamma"));
}

#[test]
fn removal_forgets_all_and_leaves_the_documents() {
    let house = House::indexed(&[("a.md", "alpha")]);
    let remove = |project: &str| {
        let request = docroom_model::RemoveProject { project: project.into(), source: None };
        house.engine.remove(request)
    };
    assert!(remove("nope").is_err());
    remove("docs").unwrap();
    assert!(house.engine.project_names().unwrap().is_empty());
    assert!(!house.home().join("projects/docs").exists());
    assert!(house.docs.join("a.md").exists());
    let add = docroom_model::AddFolder { folder: house.docs.clone(), ..Default::default() };
    house.add(add);
    assert_eq!(house.found("alpha"), ["docs/a.md"], "and it can be added again");
}

#[test]
fn a_run_that_found_nothing_is_no_history() {
    let house = House::indexed(&[("a.md", "alpha")]);
    for _ in 0..2 {
        house.engine.request_index(Some("docs"), false).unwrap();
        house.ready("docs");
    }
    let runs = house.engine.runs("docs").unwrap();
    assert_eq!(runs.iter().map(|run| (run.added, run.changed)).collect::<Vec<_>>(), [(1, 0)]);
    let status = &house.engine.status(Some("docs")).unwrap()[0];
    assert_eq!((status.progress.phase, status.progress.done), (Phase::Ready, 1));
}

#[test]
fn folders_added_to_one_project_at_once_are_all_kept() {
    let house = House::with(&[]);
    let names: Vec<_> = (0..8).map(|n| format!("part{n}")).collect();
    std::thread::scope(|scope| {
        for name in &names {
            let (engine, folder) = (house.other_engine(), house.docs.join(name));
            std::fs::create_dir(&folder).unwrap();
            let request = AddFolder { folder, name: Some("all".into()), ..Default::default() };
            scope.spawn(move || engine.add_folder(request).unwrap());
        }
    });
    let sources = &house.engine.status(Some("all")).unwrap()[0].sources;
    let mut kept: Vec<_> = sources.iter().map(|source| source.name.to_string()).collect();
    kept.sort();
    assert_eq!(kept, names);
}

#[test]
fn waiting_for_a_project_ends_when_it_is_removed() {
    let house = House::with(&[("a.md", "alpha")]);
    // Somebody else keeps, and does nothing: the wait would never end by itself.
    let lock = std::fs::File::create(house.home().join("keeper.lock")).unwrap();
    lock.lock().unwrap();
    let folder = house.docs.clone();
    house.engine.add_folder(AddFolder { folder, ..Default::default() }).unwrap();
    let other = house.other_engine();
    let waited = house.engine.wait_until_ready(
        "docs",
        &mut |_| {
            let request = RemoveProject { project: "docs".into(), source: None };
            other.remove(request).unwrap();
        },
        &|| false,
    );
    let error = waited.unwrap_err();
    assert_eq!(error.code, Code::NotFound, "{error}");
}

#[test]
fn a_greeting_says_what_was_indexed_last_also_without_the_databases() {
    let house = House::indexed(&[("a.md", "alpha"), ("b.md", "beta")]);
    let summary = || house.engine.summaries(Some("docs")).unwrap().remove(0);
    until(2, || summary().documents);
    std::fs::remove_file(house.docs.join("b.md")).unwrap();
    until(1, || summary().documents);
    assert!(summary().indexed_ms.is_some() && summary().progress.is_none());
    assert_eq!(summary().languages, ["en"]);
    house.engine.stop_keeping();
    std::fs::remove_file(house.home().join("projects/docs/summary.json")).unwrap();
    assert_eq!(summary().documents, 1, "it is only a faster way to know");
    assert!(summary().progress.is_some());
}
