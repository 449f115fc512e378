//! What is reported of a watched folder.

use std::path::PathBuf;

/// A settled change below a watched folder. A hint: look at the disk for what is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// These files were written, made, renamed or removed.
    Paths {
        /// The watched folder, as given to [`crate::Watcher::watch`].
        root: PathBuf,
        /// Absolute paths below `root`, sorted.
        paths: Vec<PathBuf>,
    },
    /// List the whole folder anew: folders were made, moved or removed, an ignore file changed,
    /// events were lost, or the folder itself went or came back.
    Rescan {
        /// The watched folder, as given to [`crate::Watcher::watch`].
        root: PathBuf,
    },
}
