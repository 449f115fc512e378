//! A data folder, a folder of documents and an engine over them, for one test.

use docroom_engine::{Directories, Engine};
use docroom_model::{AddFolder, SearchQuery};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long something may take before a test gives up. Never waited out when all is well.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct House {
    pub(crate) engine: Engine,
    /// Where the documents are; its name, `docs`, is the source's and the project's.
    pub(crate) docs: PathBuf,
    root: tempfile::TempDir,
}

impl House {
    /// Files of `docs` by path and text; not indexed yet.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let root = tempfile::tempdir().unwrap();
        let docs = root.path().join("docs");
        std::fs::create_dir_all(&docs).unwrap();
        let home = root.path().join("home");
        std::fs::create_dir_all(&home).unwrap();
        std::fs::write(home.join("docroom.toml"), "user_guide = false\n").unwrap();
        let engine = open(&home);
        let house = Self { engine, docs, root };
        files.iter().for_each(|(path, text)| house.write(path, text));
        house
    }

    /// The same, added as project `docs` and indexed; this engine keeps.
    pub(crate) fn indexed(files: &[(&str, &str)]) -> Self {
        let house = Self::with(files);
        house.add(AddFolder { folder: house.docs.clone(), ..AddFolder::default() });
        house
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    pub(crate) fn add(&self, request: AddFolder) {
        let added = self.engine.add_folder(request).unwrap();
        self.ready(added.project.as_str());
    }

    pub(crate) fn ready(&self, project: &str) {
        let end = Instant::now() + PATIENCE;
        let late = || Instant::now() > end;
        self.engine.wait_until_ready(project, &mut |_| {}, &late).unwrap();
    }

    /// Another process, as far as the disk can tell.
    pub(crate) fn other_engine(&self) -> Engine {
        open(&self.home())
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.docs.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    /// Paths that answer a question, best first.
    pub(crate) fn found(&self, query: &str) -> Vec<String> {
        found(&self.engine, query)
    }

    /// The coverage ledger as lines: `path` or `path: reason`.
    pub(crate) fn ledger(&self) -> Vec<String> {
        let entries = self.engine.coverage("docs").unwrap();
        let line = |entry: docroom_model::CoverageEntry| match entry.reason {
            Some(reason) => format!("{}: {reason}", entry.path),
            None => entry.path,
        };
        entries.into_iter().map(line).collect()
    }
}

pub(crate) fn open(home: &Path) -> Engine {
    Engine::open(Directories::at(home), |_| {}).unwrap()
}

/// Paths that answer a question over all projects, best first, each once.
pub(crate) fn found(engine: &Engine, query: &str) -> Vec<String> {
    let query = SearchQuery { query: query.to_owned(), limit: Some(20), ..Default::default() };
    let mut paths: Vec<String> = Vec::new();
    for hit in engine.search(&query).unwrap().results {
        if !paths.contains(&hit.path) {
            paths.push(hit.path);
        }
    }
    paths
}

/// Asks until the answer is `expected`.
pub(crate) fn until<T: PartialEq + std::fmt::Debug>(expected: T, mut ask: impl FnMut() -> T) {
    let end = Instant::now() + PATIENCE;
    loop {
        let answer = ask();
        if answer == expected {
            return;
        }
        assert!(Instant::now() < end, "still {answer:?}, not {expected:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
