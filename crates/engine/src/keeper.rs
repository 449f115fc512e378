//! The keeper's loop: hears of changes, of requests and of new manifests, and brings each
//! project's index up to date, one at a time.

use crate::compare::Task;
use crate::core::Core;
use crate::failure::Plain;
use crate::reindex;
use crate::retry::Retries;
use crate::{guide, manifest};
use docroom_model::{Error, Event, Phase, Progress, ProjectName, Result, RunKind, Watching};
use docroom_store::KeeperRow;
use docroom_watch::{Change, Watcher};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant, SystemTime};

/// How often requests and manifests are looked at. A look is a few microseconds.
const TICK: Duration = Duration::from_millis(250);
/// How often everything is compared byte by byte, whatever was reported.
const SAFETY_SCAN: Duration = Duration::from_secs(3600);

/// How long the keeper rests at most where it can't even look: on a full disk, say.
const LONGEST_REST: Duration = Duration::from_secs(10);

/// How long an index stays open after the last question.
const IDLE: Duration = Duration::from_secs(20);

/// What wakes the keeper.
pub(crate) enum Signal {
    /// Folders changed.
    Change(Change),
    /// Look at requests and at the stop flag.
    Look,
}

struct Keeper<'a> {
    core: &'a Core,
    stop: &'a AtomicBool,
    watcher: Option<Watcher>,
    watched: BTreeMap<ProjectName, Watched>,
    todo: BTreeMap<ProjectName, Task>,
    /// Of the library, when requests were last taken.
    version: Option<u64>,
    /// When the settings were last changed.
    settings: Option<SystemTime>,
    /// Runs that failed.
    retries: Retries,
}

/// What is being watched for a project.
#[derive(Default)]
struct Watched {
    roots: BTreeSet<PathBuf>,
    manifest: Option<SystemTime>,
    paused: bool,
    /// To be watched when it has been read for the first time.
    watch_later: bool,
    /// A folder of it is polled, as the library was told.
    polling: bool,
}

/// Keeps until told to stop.
pub(crate) fn run(
    core: &Core,
    stop: &AtomicBool,
    wake: &Sender<Signal>,
    signals: &Receiver<Signal>,
) {
    guide::install(&core.directories).unwrap_or_else(|error| {
        tracing::warn!(%error, "the user guide could not be written");
    });
    let report = wake.clone();
    let watcher = Watcher::start(move |change| {
        let _ = report.send(Signal::Change(change));
    });
    let watcher = watcher.map_err(|error| tracing::warn!(%error, "cannot watch folders")).ok();
    let (watched, todo) = (BTreeMap::new(), BTreeMap::new());
    let settings = written(&core.directories.settings_file());
    let retries = Retries::default();
    let mut keeper =
        Keeper { core, stop, watcher, watched, todo, version: None, settings, retries };
    let mut rest = TICK;
    let mut said = String::new();
    let mut scanned = Instant::now();
    loop {
        // What can't be looked at now (a full disk, a busy database) is looked at again.
        match keeper.look() {
            Ok(()) => {
                said.clear();
                rest = TICK;
            }
            Err(error) => {
                rest = (rest * 2).min(LONGEST_REST);
                if error.message != said {
                    tracing::error!(%error, causes = ?error.causes(), "the keeper tries again");
                    said = error.message;
                }
            }
        }
        if scanned.elapsed() >= SAFETY_SCAN {
            scanned = Instant::now();
            keeper.plan_all(Task { kind: RunKind::Scan, by_hash: true });
        }
        for (name, task) in keeper.retries.due(Instant::now()) {
            keeper.plan(name, task);
        }
        keeper.work_off();
        core.rest(IDLE);
        match signals.recv_timeout(rest) {
            Ok(signal) => {
                let more = std::iter::from_fn(|| signals.try_recv().ok());
                std::iter::once(signal).chain(more).for_each(|signal| keeper.hear(signal));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if stop.load(Ordering::Acquire) {
            return;
        }
    }
}

/// When a file was last changed, if it is there.
fn written(file: &Path) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|meta| meta.modified()).ok()
}

impl Keeper<'_> {
    /// Looks at everything that other processes change.
    fn look(&mut self) -> Result<()> {
        let version = self.core.library()?.version().map_err(Plain::plain)?;
        self.look_at_manifests()?;
        if self.version != Some(version) {
            self.take_requests()?;
            self.version = Some(version);
        }
        let settings = written(&self.core.directories.settings_file());
        if self.settings != settings {
            self.settings = settings;
            self.plan_all(Task { kind: RunKind::Scan, by_hash: false });
        }
        self.say_how_watched()
    }

    /// Takes up new and changed manifests, lets go of removed projects, follows pauses.
    fn look_at_manifests(&mut self) -> Result<()> {
        let names: BTreeSet<_> = manifest::names(&self.core.directories)?.into_iter().collect();
        let gone: Vec<_> =
            self.watched.keys().filter(|name| !names.contains(*name)).cloned().collect();
        for name in gone {
            self.unwatch(&name);
            self.watched.remove(&name);
            self.todo.remove(&name);
            self.retries.forget(&name);
            self.core.close(&name);
            self.core.emit(Event::Projects);
        }
        for name in names {
            let file = manifest::file(&self.core.directories, &name);
            let written = written(&file);
            let paused = self.core.library()?.is_paused(name.as_str()).map_err(Plain::plain)?;
            let known = self.watched.entry(name.clone()).or_default();
            let (same, was_paused) = (known.manifest == written, known.paused);
            (known.manifest, known.paused) = (written, paused);
            if !same || was_paused != paused {
                let store = self.core.project(name.as_str()).and_then(|open| open.store());
                // What can't be opened is for the run to report, and no other project's matter.
                if !matches!(store, Ok(None)) {
                    self.watch(&name);
                } else {
                    // Reading a folder for the first time makes an event for each file.
                    known.watch_later = true;
                }
                // A paused project is compared when it is resumed, or when someone asks.
                if !paused {
                    self.plan(name, Task { kind: RunKind::Scan, by_hash: false });
                }
                self.core.emit(Event::Projects);
            }
        }
        Ok(())
    }

    fn take_requests(&mut self) -> Result<()> {
        let library = self.core.library()?;
        for request in library.requests().map_err(Plain::plain)? {
            let kind = if request.rebuild { RunKind::Rebuild } else { RunKind::Scan };
            let task = Task { kind, by_hash: false };
            match request.project.as_deref() {
                Some(name) => {
                    if let Some(name) =
                        ProjectName::new(name).ok().filter(|n| self.watched.contains_key(n))
                    {
                        self.plan(name, task);
                    }
                }
                None => self.plan_all(task),
            }
            for name in self.todo.keys() {
                reindex::say(self.core, name, Phase::Scanning, 0, 0)?;
            }
            library.settle(&request).map_err(Plain::plain)?;
        }
        Ok(())
    }

    fn plan_all(&mut self, task: Task) {
        for name in self.watched.keys().cloned().collect::<Vec<_>>() {
            self.plan(name, task);
        }
    }

    fn plan(&mut self, name: ProjectName, task: Task) {
        self.todo.entry(name).and_modify(|planned| *planned = planned.and(task)).or_insert(task);
    }

    /// Brings every planned project up to date.
    fn work_off(&mut self) {
        while let Some((name, task)) = self.todo.pop_first() {
            if self.stop.load(Ordering::Acquire) {
                return;
            }
            let polling = self.polls(&name);
            if !manifest::exists(&self.core.directories, &name) {
                continue;
            }
            let outcome = reindex::run(self.core, &name, task, polling, self.stop);
            if self.watched.get_mut(&name).is_some_and(|w| std::mem::take(&mut w.watch_later)) {
                self.watch(&name);
                // For what changed between the reading and the watching.
                self.plan(name.clone(), Task { kind: RunKind::Change, by_hash: false });
            }
            let Err(error) = outcome else {
                self.core.keep_unsaid(&name, None);
                self.retries.forget(&name);
                continue;
            };
            if manifest::exists(&self.core.directories, &name) {
                self.say_failed(&name, task, &error, polling);
            } else {
                tracing::debug!(project = %name, %error, "removed in the middle of a run");
            }
        }
    }

    fn say_failed(&mut self, name: &ProjectName, task: Task, error: &Error, polling: bool) {
        let lines: Vec<_> = std::iter::once(error.to_string()).chain(error.causes()).collect();
        let why = lines.join(": ");
        if self.retries.failed(name, task, &why, Instant::now()) {
            tracing::error!(project = %name, %error, causes = ?error.causes(), "a run failed");
        }
        let progress = Progress { phase: Phase::Failed, done: 0, total: 0 };
        let row = KeeperRow { progress, polling, error: Some(why.clone()) };
        let said = self
            .core
            .library()
            .and_then(|library| library.set_state(name.as_str(), &row).map_err(Plain::plain));
        if let Err(error) = &said {
            tracing::error!(%error, "cannot say that a run failed");
        }
        self.core.keep_unsaid(name, said.is_err().then_some(why));
        self.core.emit(Event::Projects);
    }

    /// Whether a folder of the project is polled now.
    fn polls(&self, name: &ProjectName) -> bool {
        let Some((watched, watcher)) = self.watched.get(name).zip(self.watcher.as_ref()) else {
            return false;
        };
        watched.roots.iter().any(|root| watcher.watching(root) == Some(Watching::Polling))
    }

    /// Says of each project whether it is polled: the system's limit on watches may be used up
    /// at any time.
    fn say_how_watched(&mut self) -> Result<()> {
        for name in self.watched.keys().cloned().collect::<Vec<_>>() {
            let polling = self.polls(&name);
            let Some(watched) = self.watched.get_mut(&name) else { continue };
            if watched.polling == polling {
                continue;
            }
            let library = self.core.library()?;
            if let Some(row) = library.state(name.as_str()).map_err(Plain::plain)? {
                let row = KeeperRow { polling, ..row };
                library.set_state(name.as_str(), &row).map_err(Plain::plain)?;
            }
            watched.polling = polling;
            self.core.emit(Event::Projects);
        }
        Ok(())
    }

    fn hear(&mut self, signal: Signal) {
        let Signal::Change(change) = signal else { return };
        let (root, task) = match change {
            Change::Paths { root, .. } => (root, Task { kind: RunKind::Change, by_hash: false }),
            Change::Rescan { root } => (root, Task { kind: RunKind::Scan, by_hash: false }),
        };
        let concerned = |watched: &Watched| watched.roots.contains(Path::new(&root));
        let names: Vec<_> = self
            .watched
            .iter()
            .filter(|(_, w)| concerned(w))
            .map(|(name, _)| name.clone())
            .collect();
        for name in names {
            self.plan(name, task);
        }
    }

    fn unwatch(&mut self, name: &ProjectName) {
        let Some(watched) = self.watched.get_mut(name) else { return };
        let roots = std::mem::take(&mut watched.roots);
        for root in roots {
            // Another project may have the same folder.
            let shared = self.watched.values().any(|other| other.roots.contains(&root));
            if let Some(watcher) = self.watcher.as_mut().filter(|_| !shared) {
                watcher.unwatch(&root);
            }
        }
    }

    /// Watches the folders of a project's manifest, as they are now.
    fn watch(&mut self, name: &ProjectName) {
        self.unwatch(name);
        let Ok(manifest) = manifest::load(&self.core.directories, name) else { return };
        let Some(watched) = self.watched.get_mut(name).filter(|watched| !watched.paused) else {
            return;
        };
        let Some(watcher) = self.watcher.as_mut() else { return };
        for source in manifest.sources {
            match watcher.watch(&source.folder) {
                Ok(_) => {
                    watched.roots.insert(source.folder);
                }
                Err(error) => {
                    tracing::warn!(project = %name, %error, "a folder is not watched");
                }
            }
        }
    }
}
