//! Notices changes of a folder without the operating system's help: by looking at the sizes
//! and times of all its files again and again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// Time between two looks.
const INTERVAL: Duration = Duration::from_secs(2);
/// A look takes at most this share of the time.
const SHARE: u32 = 20;

/// What a folder held when it was looked at last.
#[derive(Debug)]
pub(crate) struct Snapshot {
    entries: HashMap<PathBuf, Seen>,
    /// When to look again.
    pub(crate) next: Instant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen {
    folder: bool,
    size: u64,
    modified: Option<SystemTime>,
}

/// What is different since the last look.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    /// A file was written, made or removed.
    File(PathBuf),
    /// A folder was made or removed.
    Folder(PathBuf),
}

impl Snapshot {
    /// A first look.
    pub(crate) fn new(root: &Path) -> Self {
        let begun = Instant::now();
        let entries = look(root);
        Self { entries, next: next_look(begun) }
    }

    /// Looks again and tells what is different.
    pub(crate) fn update(&mut self, root: &Path) -> Vec<Difference> {
        let begun = Instant::now();
        let mut before = std::mem::replace(&mut self.entries, look(root));
        let mut different = Vec::new();
        let mut add = |path: &Path, folder: bool| {
            let path = path.to_owned();
            different.push(if folder { Difference::Folder(path) } else { Difference::File(path) });
        };
        for (path, now) in &self.entries {
            match before.remove(path) {
                Some(then) if then == *now => {}
                Some(then) => add(path, then.folder || now.folder),
                None => add(path, now.folder),
            }
        }
        before.iter().for_each(|(path, then)| add(path, then.folder));
        self.next = next_look(begun);
        different
    }
}

fn next_look(begun: Instant) -> Instant {
    let now = Instant::now();
    now + INTERVAL.max((now - begun) * SHARE)
}

/// All files and folders below `root` but those of version control; links are not followed.
fn look(root: &Path) -> HashMap<PathBuf, Seen> {
    let mut entries = HashMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(reader) = std::fs::read_dir(&folder) else { continue };
        for entry in reader.flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            let (path, folder) = (entry.path(), metadata.is_dir());
            if folder && entry.file_name() == ".git" {
                continue;
            }
            if folder {
                folders.push(path.clone());
            }
            // A folder's own time changes with its content, which is looked at anyway.
            let seen = match folder {
                true => Seen { folder, size: 0, modified: None },
                false => Seen { folder, size: metadata.len(), modified: metadata.modified().ok() },
            };
            entries.insert(path, seen);
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn differences_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["kept.md", "edited.md", "gone.md"] {
            std::fs::write(at(name), name).unwrap();
        }
        std::fs::create_dir_all(at(".git/x")).unwrap();
        let mut snapshot = Snapshot::new(folder.path());
        assert_eq!(snapshot.update(folder.path()), []);
        // The same size at an older time is a change too.
        let edited = std::fs::File::options().write(true).open(at("edited.md")).unwrap();
        edited.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        std::fs::remove_file(at("gone.md")).unwrap();
        std::fs::create_dir(at("new")).unwrap();
        std::fs::create_dir(at(".git/y")).unwrap();
        let mut different = snapshot.update(folder.path());
        different.sort_by_key(|difference| format!("{difference:?}"));
        let expected = [
            Difference::File(at("edited.md")),
            Difference::File(at("gone.md")),
            Difference::Folder(at("new")),
        ];
        assert_eq!(different, expected);
        assert!(snapshot.next > Instant::now());
    }
}
