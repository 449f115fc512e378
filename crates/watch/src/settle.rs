//! Changes of one folder gathered until they settle.

use crate::change::Change;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A change is told when nothing followed it for this long …
pub(crate) const QUIET: Duration = Duration::from_millis(200);
/// … or when the first of them has waited this long.
pub(crate) const LONGEST: Duration = Duration::from_secs(3);
/// More paths than this are cheaper to list than to look at one by one.
const MOST: usize = 5000;

/// One thing that happened below a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Note {
    /// A file was written, made or removed.
    Path(PathBuf),
    /// A file or folder, it can't be told which, was moved away from here.
    MovedOut(PathBuf),
    /// What was moved away from the first path is at the second: a file.
    Moved(PathBuf, PathBuf),
    /// Only a listing can tell what is true now.
    Rescan,
}

/// What happened below a folder and was not told yet.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    paths: BTreeSet<PathBuf>,
    moved_out: BTreeSet<PathBuf>,
    rescan: bool,
    /// When the first and the last of it happened.
    times: Option<(Instant, Instant)>,
}

impl Pending {
    /// Adds what happened at `now`.
    pub(crate) fn note(&mut self, note: Note, now: Instant) {
        let first = self.times.map_or(now, |(first, _)| first);
        self.times = Some((first, now));
        match note {
            Note::Path(path) => {
                self.paths.insert(path);
            }
            Note::MovedOut(path) => {
                self.moved_out.insert(path);
            }
            Note::Moved(from, to) => {
                self.moved_out.remove(&from);
                self.paths.extend([from, to]);
            }
            Note::Rescan => self.rescan = true,
        }
        if self.rescan || self.paths.len() > MOST {
            self.rescan = true;
            self.paths.clear();
            self.moved_out.clear();
        }
    }

    /// When it is to be told; none if nothing happened.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.times.map(|(first, last)| (last + QUIET).min(first + LONGEST))
    }

    /// Takes what is due at `now` as a change of `root`; paths are below `root` already.
    pub(crate) fn take(&mut self, root: &Path, now: Instant) -> Option<Change> {
        if self.due().is_none_or(|due| due > now) {
            return None;
        }
        let taken = std::mem::take(self);
        let root = root.to_owned();
        // What left the folder for good may have been a folder full of documents.
        if taken.rescan || !taken.moved_out.is_empty() {
            return Some(Change::Rescan { root });
        }
        Some(Change::Paths { root, paths: taken.paths.into_iter().collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(notes: &[(u64, Note)], told_at: u64) -> Option<Change> {
        let begun = Instant::now();
        let at = |milliseconds| begun + Duration::from_millis(milliseconds);
        let mut pending = Pending::default();
        for (time, note) in notes {
            pending.note(note.clone(), at(*time));
        }
        pending.take(Path::new("r"), at(told_at))
    }

    fn paths(paths: &[&str]) -> Option<Change> {
        let paths = paths.iter().map(PathBuf::from).collect();
        Some(Change::Paths { root: "r".into(), paths })
    }

    #[test]
    fn changes_wait_for_quiet_but_not_for_ever() {
        let note = |path: &str| Note::Path(path.into());
        assert_eq!(after(&[], 9000), None);
        assert_eq!(after(&[(0, note("b")), (100, note("a"))], 299), None);
        assert_eq!(
            after(&[(0, note("b")), (100, note("a")), (110, note("b"))], 310),
            paths(&["a", "b"])
        );
        let steady: Vec<_> = (0..30).map(|n| (n * 100, note("a"))).collect();
        assert_eq!(after(&steady, 2999), None);
        assert_eq!(after(&steady, 3000), paths(&["a"]));
    }

    #[test]
    fn what_paths_cannot_tell_is_listed() {
        let rescan = Some(Change::Rescan { root: "r".into() });
        let note = |path: &str| Note::Path(path.into());
        assert_eq!(after(&[(0, note("a")), (0, Note::Rescan), (0, note("b"))], 200), rescan);
        assert_eq!(after(&[(0, Note::MovedOut("a".into()))], 200), rescan);
        let moved = Note::Moved("a".into(), "b".into());
        assert_eq!(after(&[(0, Note::MovedOut("a".into())), (0, moved)], 200), paths(&["a", "b"]));
        let many: Vec<_> = (0..=MOST).map(|n| (0, note(&n.to_string()))).collect();
        assert_eq!(after(&many, 200), rescan);
    }
}
