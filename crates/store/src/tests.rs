//! The store as the keeper and its readers use it, on real database files.

#![allow(clippy::unwrap_used)]

use crate::apply::{Batch, StoredDocument};
use crate::error::Error;
use crate::ledger::LeftOut;
use crate::library::Library;
use crate::project::{Counts, ProjectStore};
use docroom_model::{Chunk, CoverageState, Format, Parsed, Phase, Progress, Run, RunKind, Span};

struct Place {
    folder: tempfile::TempDir,
    store: ProjectStore,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let store = ProjectStore::create(&folder.path().join("store.sqlite")).unwrap();
    Place { folder, store }
}

fn document(path: &str, text: &str, links: &[&str]) -> StoredDocument {
    let (start_byte, end_byte) = (0, text.len() as u32);
    let chunk = Chunk {
        ordinal: 0,
        breadcrumb: path.to_owned(),
        span: Span { start_byte, end_byte, start_line: 1, end_line: 1 },
        opening: None,
        closing: None,
    };
    StoredDocument {
        path: path.to_owned(),
        source: path.split('/').next().unwrap().to_owned(),
        version: Some("1.0".to_owned()),
        revision: "0".repeat(64),
        size: text.len() as u64,
        modified_ns: 7,
        line_count: 1,
        stem: path.trim_end_matches(".md").to_owned(),
        links: links.iter().map(|link| (*link).to_owned()).collect(),
        parsed: Parsed {
            format: Format::Markdown,
            title: path.to_uppercase(),
            text: text.to_owned(),
            headings: Vec::new(),
            chunks: vec![chunk],
            links: Vec::new(),
        },
    }
}

fn put(store: &ProjectStore, documents: Vec<StoredDocument>) {
    store.apply(&Batch { put: documents, ..Batch::default() }).unwrap();
}

fn left(path: &str, reason: &str, seen: Option<(u64, i64)>) -> LeftOut {
    let source = path.split('/').next().unwrap().to_owned();
    LeftOut {
        path: path.to_owned(),
        source,
        reason: reason.to_owned(),
        failed: seen.is_some(),
        seen,
    }
}

#[test]
fn a_batch_may_be_repeated_and_is_counted_once() {
    let Place { store, folder } = &place();
    for _ in 0..2 {
        put(store, vec![document("s/a.md", "alpha", &[]), document("s/b.md", "bèta", &[])]);
        assert_eq!(
            store.counts().unwrap(),
            Counts { documents: 2, chunks: 2, ..Counts::default() }
        );
    }
    let batch =
        Batch { removed: vec!["s/a.md".to_owned(), "s/none.md".to_owned()], ..Batch::default() };
    store.apply(&batch).unwrap();
    assert_eq!(store.counts().unwrap().documents, 1);
    assert!(store.document("s/a.md").unwrap().is_none());
    // What was written is there for the next process.
    let again = ProjectStore::existing(&folder.path().join("store.sqlite")).unwrap().unwrap();
    assert_eq!(again.document("s/b.md").unwrap().unwrap().text, "bèta");
}

#[test]
fn a_part_of_a_text_never_splits_a_character() {
    let Place { store, .. } = &place();
    put(store, vec![document("s/a.md", "aé漢z", &[])]);
    let id = store.row("s/a.md").unwrap().unwrap().id;
    let part = |start, end| store.text_part(id, start, end).unwrap();
    assert_eq!([part(0, 7), part(1, 3), part(0, 2), part(5, 99)], ["aé漢z", "é", "a", "z"]);
    assert_eq!(part(50, 60), "");
}

#[test]
fn links_are_counted_from_other_documents_once_each() {
    let Place { store, .. } = &place();
    put(
        store,
        vec![
            document("s/a.md", "a", &["s/b", "s/b", "s/a", "s/none"]),
            document("s/b.md", "b", &["s/a"]),
            document("s/c.md", "c", &["s/b"]),
        ],
    );
    store.count_links().unwrap();
    let linked = |store: &ProjectStore| {
        let standing = store.standing(&["s/a.md", "s/b.md", "s/c.md", "s/none.md"]).unwrap();
        standing.into_iter().map(|(_, linked)| linked).collect::<Vec<_>>()
    };
    assert_eq!(linked(store), [1, 2, 0, 0]);
    store.apply(&Batch { removed: vec!["s/c.md".to_owned()], ..Batch::default() }).unwrap();
    store.count_links().unwrap();
    assert_eq!(linked(store), [1, 1, 0, 0]);
}

#[test]
fn the_ledger_keeps_what_a_listing_cannot_know() {
    let Place { store, .. } = &place();
    put(store, vec![document("s/a.md", "alpha", &[])]);
    let failed = left("s/bad.md", "no text", Some((9, 1)));
    store.apply(&Batch { failed: vec![failed.clone()], ..Batch::default() }).unwrap();
    store.set_left_out("s", &[left("s/x.png", "no reader", None)]).unwrap();
    store.set_left_out("s", &[left("s/y.png", "no reader", None)]).unwrap();
    let lines: Vec<_> =
        store.coverage().unwrap().into_iter().map(|entry| (entry.path, entry.state)).collect();
    let expect = [
        ("s/a.md", CoverageState::Indexed),
        ("s/bad.md", CoverageState::Failed),
        ("s/y.png", CoverageState::Excluded),
    ];
    assert_eq!(lines, expect.map(|(path, state)| (path.to_owned(), state)));
    assert_eq!(store.known_failed("s").unwrap().len(), 1, "it is tried again when it changes");
    put(store, vec![document("s/bad.md", "mended", &[])]);
    assert!(store.known_failed("s").unwrap().is_empty());
    store.forget_source("s").unwrap();
    assert_eq!(store.counts().unwrap(), Counts::default());
}

#[test]
fn runs_are_kept_to_fifty() {
    let Place { store, .. } = &place();
    let mut run = Run {
        kind: RunKind::Scan,
        started_ms: 0,
        finished_ms: Some(1),
        added: 0,
        changed: 0,
        removed: 0,
        failed: 0,
        error: None,
    };
    for n in 0..60 {
        let id = store.begin_run(RunKind::Scan, n).unwrap();
        (run.started_ms, run.added) = (n, n as u32);
        store.finish_run(id, &run).unwrap();
    }
    let runs = store.runs().unwrap();
    assert_eq!((runs.len(), runs[0].added, runs[49].added), (50, 59, 10));
    let cut_short = store.begin_run(RunKind::Change, 99).unwrap();
    assert_eq!(store.last_run().unwrap().unwrap().added, 59, "an unfinished one is not the last");
    store.drop_run(cut_short).unwrap();
}

#[test]
fn a_newer_format_is_refused_with_its_file() {
    let Place { store, folder } = place();
    let file = folder.path().join("store.sqlite");
    drop(store);
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 999).unwrap();
    let error = ProjectStore::existing(&file).map(drop).unwrap_err();
    assert!(matches!(error, Error::Newer { found: 999, .. }), "{error}");
    assert!(error.to_string().contains("store.sqlite"));
    assert!(ProjectStore::existing(&folder.path().join("none.sqlite")).unwrap().is_none());
}

#[test]
fn processes_hear_of_each_other_through_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("library.sqlite");
    let (keeper, face) = (Library::create(&file).unwrap(), Library::create(&file).unwrap());
    let before = keeper.version().unwrap();
    face.request(Some("docs"), false).unwrap();
    face.request(None, true).unwrap();
    assert_ne!(keeper.version().unwrap(), before);
    let requests = keeper.requests().unwrap();
    let seen: Vec<_> = requests.iter().map(|r| (r.project.as_deref(), r.rebuild)).collect();
    assert_eq!(seen, [(Some("docs"), false), (None, true)]);
    keeper.settle(&requests[0]).unwrap();
    assert!(face.has_request("docs").unwrap(), "the one for all is still waiting");
    keeper.settle(&requests[1]).unwrap();
    assert!(!face.has_request("docs").unwrap());
    let progress = Progress { phase: Phase::Indexing, done: 3, total: 9 };
    let row = crate::library::KeeperRow { progress, polling: true, error: None };
    keeper.set_state("docs", &row).unwrap();
    assert_eq!(face.state("docs").unwrap(), Some(row));
    face.set_paused("docs", true).unwrap();
    assert!(keeper.is_paused("docs").unwrap());
    face.forget("docs").unwrap();
    assert!(!keeper.is_paused("docs").unwrap() && keeper.state("docs").unwrap().is_none());
}
