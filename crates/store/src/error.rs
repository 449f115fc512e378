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
    /// What is in the file is no database any more, or only in part.
    #[error("`{}` is damaged", file.display())]
    Damaged {
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

impl Error {
    pub(crate) fn database(
        attempt: &'static str,
        file: &std::path::Path,
        source: rusqlite::Error,
    ) -> Self {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        let file = file.to_owned();
        match source.sqlite_error_code() {
            Some(DatabaseCorrupt | NotADatabase) => Self::Damaged { file, source },
            _ => Self::Database { attempt, file, source },
        }
    }
}
