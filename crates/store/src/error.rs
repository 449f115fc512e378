//! What can go wrong with a database file.

use std::path::PathBuf;

/// A failure of the store, with the file it happened in.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// SQLite refused.
    #[error("could not {attempt} `{}`", file.display())]
    Database {
        /// What was attempted.
        attempt: &'static str,
        /// The database file.
        file: PathBuf,
        /// SQLite's own words.
        source: rusqlite::Error,
    },
    /// The file was written by a newer Docroom.
    #[error("`{}` was written by a newer Docroom (format {found}, this one reads up to {known}); update Docroom", file.display())]
    Newer {
        /// The database file.
        file: PathBuf,
        /// Its format.
        found: usize,
        /// The newest format that this program reads.
        known: usize,
    },
}
