//! The watched folders: how each is watched, and what happened in it that was not told yet.

use crate::change::Change;
use crate::error::Error;
use crate::events::Place;
use crate::poll::{Difference, Snapshot};
use crate::settle::{Note, Pending};
use docroom_model::Watching;
use notify::{ErrorKind, Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two looks at whether the folders themselves are still there.
const LOOK: Duration = Duration::from_secs(10);
/// The same while one of them is gone.
const LOOK_FOR_GONE: Duration = Duration::from_secs(2);
/// Folders may vanish while watches are set; then it is tried again.
const TRIES: usize = 3;

struct Root {
    given: PathBuf,
    /// Without links: what events name.
    real: PathBuf,
    identity: Identity,
    mode: Mode,
    pending: Pending,
}

enum Mode {
    Live,
    Polling(Snapshot),
    Gone,
}

/// All watched folders and the one watcher of the operating system.
pub(crate) struct Roots {
    live: Option<RecommendedWatcher>,
    roots: Vec<Root>,
    next_look: Instant,
}

impl Roots {
    /// No folders yet. Without a watcher of the operating system all will be polled.
    pub(crate) fn new(live: Option<RecommendedWatcher>) -> Self {
        Self { live, roots: Vec::new(), next_look: Instant::now() + LOOK }
    }

    pub(crate) fn watch(&mut self, given: &Path) -> Result<Watching, Error> {
        let missing = |source| Error::Root { root: given.to_owned(), source };
        let real = given.canonicalize().map_err(missing)?;
        std::fs::read_dir(&real).map_err(missing)?;
        self.unwatch(given);
        let identity = identity(&real);
        let mode = self.attach(&real);
        let watching = state(&mode);
        let pending = Pending::default();
        self.roots.push(Root { given: given.to_owned(), real, identity, mode, pending });
        Ok(watching)
    }

    pub(crate) fn unwatch(&mut self, given: &Path) {
        let Some(index) = self.roots.iter().position(|root| root.given == given) else { return };
        let root = self.roots.swap_remove(index);
        self.detach(&root.real);
    }

    pub(crate) fn watching(&self, given: &Path) -> Option<Watching> {
        self.roots.iter().find(|root| root.given == given).map(|root| state(&root.mode))
    }

    /// Takes in what the operating system reports.
    pub(crate) fn report(&mut self, report: notify::Result<Event>, now: Instant) {
        match report {
            Ok(event) => {
                for root in &mut self.roots {
                    let place = Place { given: &root.given, real: &root.real };
                    for note in place.notes(&event) {
                        root.pending.note(note, now);
                    }
                }
                if event.paths.iter().any(|path| self.roots.iter().any(|root| root.real == *path)) {
                    // Something happened to a folder itself: see whether it is still there.
                    self.next_look = now;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "watching for changes failed");
                let limit = is_limit(&error);
                for index in 0..self.roots.len() {
                    let root = &self.roots[index];
                    let hit = error.paths.iter().any(|path| path.starts_with(&root.real));
                    if !hit && !error.paths.is_empty() {
                        continue;
                    }
                    self.roots[index].pending.note(Note::Rescan, now);
                    if limit && matches!(self.roots[index].mode, Mode::Live) {
                        let real = self.roots[index].real.clone();
                        self.detach(&real);
                        self.roots[index].mode = Mode::Polling(Snapshot::new(&real));
                    }
                }
            }
        }
    }

    /// When there is something to do without a report.
    pub(crate) fn next(&self) -> Instant {
        let due = self.roots.iter().filter_map(|root| root.pending.due());
        let polls = self.roots.iter().filter_map(|root| match &root.mode {
            Mode::Polling(snapshot) => Some(snapshot.next),
            _ => None,
        });
        due.chain(polls).fold(self.next_look, Instant::min)
    }

    /// Polls what is to be polled, looks after the folders themselves, and takes out the
    /// changes that have settled.
    pub(crate) fn settled(&mut self, now: Instant) -> Vec<Change> {
        for root in &mut self.roots {
            let Mode::Polling(snapshot) = &mut root.mode else { continue };
            if snapshot.next > now {
                continue;
            }
            let place = Place { given: &root.given, real: &root.real };
            for difference in snapshot.update(&root.real) {
                let note = match difference {
                    Difference::File(path) => place.file(&path),
                    Difference::Folder(path) => place.folder(&path),
                };
                note.into_iter().for_each(|note| root.pending.note(note, now));
            }
        }
        if self.next_look <= now {
            (0..self.roots.len()).for_each(|index| self.look_after(index, now));
            let gone = self.roots.iter().any(|root| matches!(root.mode, Mode::Gone));
            self.next_look = now + if gone { LOOK_FOR_GONE } else { LOOK };
        }
        self.roots.iter_mut().filter_map(|root| root.pending.take(&root.given, now)).collect()
    }

    /// A folder that went, came back or was replaced is to be listed anew.
    fn look_after(&mut self, index: usize, now: Instant) {
        let root = &mut self.roots[index];
        let real = root.given.canonicalize().ok().filter(|real| real.is_dir());
        let gone = matches!(root.mode, Mode::Gone);
        match real {
            None if gone => {}
            None => {
                root.mode = Mode::Gone;
                root.pending.note(Note::Rescan, now);
                let real = root.real.clone();
                self.detach(&real);
            }
            Some(real) if !gone && real == root.real && identity(&real) == root.identity => {}
            Some(real) => {
                root.pending.note(Note::Rescan, now);
                let old = std::mem::replace(&mut root.real, real.clone());
                root.identity = identity(&real);
                root.mode = Mode::Gone;
                self.detach(&old);
                self.roots[index].mode = self.attach(&real);
            }
        }
    }

    /// Begins to watch a folder, by polling where the operating system won't.
    fn attach(&mut self, real: &Path) -> Mode {
        for _ in 0..TRIES {
            let Some(live) = &mut self.live else { break };
            match live.watch(real, RecursiveMode::Recursive) {
                Ok(()) => return Mode::Live,
                Err(error) => {
                    tracing::info!(%error, root = %real.display(), "could not set all watches");
                    // Those set so far remain otherwise.
                    self.detach(real);
                    if is_limit(&error) {
                        break;
                    }
                }
            }
        }
        Mode::Polling(Snapshot::new(real))
    }

    /// Ends the operating system's watches of a folder that is watched no more, but not those
    /// that it shares with others.
    fn detach(&mut self, real: &Path) {
        let Some(live) = &mut self.live else { return };
        let others = || self.roots.iter().filter(|root| matches!(root.mode, Mode::Live));
        if let Err(error) = live.unwatch(real) {
            tracing::debug!(%error, root = %real.display(), "was not watched");
        }
        for other in others() {
            let overlaps = other.real.starts_with(real) || real.starts_with(&other.real);
            if overlaps && let Err(error) = live.watch(&other.real, RecursiveMode::Recursive) {
                tracing::warn!(%error, root = %other.real.display(), "could not be watched again");
            }
        }
    }
}

fn state(mode: &Mode) -> Watching {
    match mode {
        Mode::Live => Watching::Live,
        Mode::Polling(_) => Watching::Polling,
        Mode::Gone => Watching::Off,
    }
}

/// Whether the operating system's supply of watches is used up.
pub(crate) fn is_limit(error: &notify::Error) -> bool {
    /// Too many open files, in the process and in the system: what inotify says for too many
    /// watchers.
    const EMFILE: i32 = 24;
    const ENFILE: i32 = 23;
    match &error.kind {
        ErrorKind::MaxFilesWatch => true,
        ErrorKind::Io(error) => matches!(error.raw_os_error(), Some(EMFILE | ENFILE)),
        _ => false,
    }
}

/// What tells a folder from another one at the same path.
type Identity = Option<(u64, u64)>;

#[cfg(unix)]
fn identity(path: &Path) -> Identity {
    use std::os::unix::fs::MetadataExt;
    path.metadata().ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_path: &Path) -> Identity {
    None
}
