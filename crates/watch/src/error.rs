//! What listing and watching a folder can fail on.

use std::path::PathBuf;

/// A failure of listing or watching. Messages name the path or the glob.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder itself is missing, no folder, or can't be read: its source is offline.
    #[error("the folder `{}` can't be read; is its drive connected?", .root.display())]
    Root {
        /// The folder.
        root: PathBuf,
        /// What the operating system says.
        source: std::io::Error,
    },
    /// The caller asked to stop.
    #[error("listing `{}` was stopped", .0.display())]
    Cancelled(PathBuf),
    /// A glob of the rules is malformed.
    #[error("`{glob}` is no glob that can be used: {why}")]
    Glob {
        /// The glob as given.
        glob: String,
        /// What is wrong with it.
        why: String,
    },
    /// The watching thread could not be started.
    #[error("watching for changes could not be started")]
    Start(#[source] std::io::Error),
}
