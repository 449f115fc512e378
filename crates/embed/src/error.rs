//! What can go wrong between a text and its vector.

use std::path::PathBuf;

/// A model that can't be read or asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file of a model is missing, or is not what it should be.
    #[error("the embedding model in `{}` can't be used: {reason}", folder.display())]
    Unusable {
        /// The model's folder; `docs-static-en` for the one that is built in.
        folder: PathBuf,
        /// What is wrong with which file.
        reason: String,
    },
    /// A text could not be cut into tokens.
    #[error("a text could not be cut into tokens")]
    Tokens(#[source] tokenizers::Error),
    /// Vectors of two lengths can't be compared.
    #[error("a vector of {found} numbers came where the model has {expected}")]
    Length {
        /// What the model has.
        expected: usize,
        /// What came.
        found: usize,
    },
}
