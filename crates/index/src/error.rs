//! What can go wrong with an index folder.

use std::path::PathBuf;

/// A failure of the index, with the folder it happened in.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder could not be made, read or written.
    #[error("could not {attempt} the index in `{}`", folder.display())]
    Index {
        /// What was attempted.
        attempt: &'static str,
        /// The generation's folder.
        folder: PathBuf,
        /// tantivy's own words.
        source: tantivy::TantivyError,
    },
    /// What is in the folder is no index any more, or only in part.
    #[error("the index in `{}` is damaged; `docroom index` makes it anew", folder.display())]
    Damaged {
        /// The generation's folder.
        folder: PathBuf,
        /// tantivy's own words.
        source: tantivy::TantivyError,
    },
    /// The folder itself could not be made.
    #[error("could not make the index folder `{}`", folder.display())]
    Folder {
        /// The generation's folder.
        folder: PathBuf,
        /// The operating system's words.
        source: std::io::Error,
    },
}

impl Error {
    pub(crate) fn index(
        attempt: &'static str,
        folder: &std::path::Path,
    ) -> impl FnOnce(tantivy::TantivyError) -> Self {
        let folder = folder.to_owned();
        move |source| {
            use tantivy::TantivyError::{DataCorruption, OpenReadError};
            match source {
                DataCorruption(_) | OpenReadError(_) => Self::Damaged { folder, source },
                _ => Self::Index { attempt, folder, source },
            }
        }
    }
}
