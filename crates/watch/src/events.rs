//! What an event of the operating system means for one watched folder.

use crate::ignores;
use crate::settle::Note;
use notify::event::{CreateKind, ModifyKind, RemoveKind, RenameMode};
use notify::{Event, EventKind};
use std::path::{Path, PathBuf};

/// Folders of version control: they change all the time and hold no documents.
const NOISE: [&str; 3] = [".git", ".hg", ".svn"];

/// A watched folder as given and as it is named in events.
pub(crate) struct Place<'a> {
    /// As given to the watcher.
    pub(crate) given: &'a Path,
    /// Without links.
    pub(crate) real: &'a Path,
}

impl Place<'_> {
    /// The path of an event as seen from the folder as given; none if it is elsewhere.
    fn path(&self, path: &Path) -> Option<PathBuf> {
        let below = path.strip_prefix(self.real).ok()?;
        let noisy = below.iter().any(|name| NOISE.iter().any(|noise| name == *noise));
        (!noisy).then(|| {
            if below.as_os_str().is_empty() { self.given.into() } else { self.given.join(below) }
        })
    }

    /// A change of the file at `path`.
    pub(crate) fn file(&self, path: &Path) -> Option<Note> {
        let path = self.path(path)?;
        let changes_rules =
            ignores::NAMES.iter().any(|name| path.file_name().is_some_and(|n| n == *name));
        Some(if changes_rules { Note::Rescan } else { Note::Path(path) })
    }

    /// A change of the folder at `path`, or of what may be one.
    pub(crate) fn folder(&self, path: &Path) -> Option<Note> {
        self.path(path).map(|_| Note::Rescan)
    }

    /// What `event` means for this folder.
    pub(crate) fn notes(&self, event: &Event) -> Vec<Note> {
        if event.need_rescan() {
            return vec![Note::Rescan];
        }
        // Reading is no change; the engine's own reading would feed back otherwise.
        if matches!(event.kind, EventKind::Access(_)) {
            return Vec::new();
        }
        if let (EventKind::Modify(ModifyKind::Name(RenameMode::Both)), [from, to]) =
            (event.kind, event.paths.as_slice())
        {
            return self.moved(from, to);
        }
        event.paths.iter().filter_map(|path| self.note(event.kind, path)).collect()
    }

    fn moved(&self, from: &Path, to: &Path) -> Vec<Note> {
        if is_folder(to) {
            return [from, to].into_iter().filter_map(|path| self.folder(path)).take(1).collect();
        }
        match (self.file(from), self.file(to)) {
            (Some(Note::Path(from)), Some(Note::Path(to))) => vec![Note::Moved(from, to)],
            (from, to) => from.into_iter().chain(to).collect(),
        }
    }

    fn note(&self, kind: EventKind, path: &Path) -> Option<Note> {
        match kind {
            EventKind::Create(CreateKind::Folder) | EventKind::Remove(RemoveKind::Folder) => {
                self.folder(path)
            }
            EventKind::Modify(ModifyKind::Name(RenameMode::From)) => match self.file(path)? {
                Note::Path(path) => Some(Note::MovedOut(path)),
                other => Some(other),
            },
            // Where only "renamed" is told, a path that is gone was one of either kind.
            EventKind::Modify(ModifyKind::Name(RenameMode::Any | RenameMode::Other))
                if path.extension().is_none() && path.symlink_metadata().is_err() =>
            {
                self.folder(path)
            }
            // A folder's content changed: that is told of the content itself.
            EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any) if is_folder(path) => None,
            EventKind::Remove(_) => self.file(path),
            _ if is_folder(path) => self.folder(path),
            _ => self.file(path),
        }
    }
}

fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir())
}
