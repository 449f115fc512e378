//! What every embedding model can do, whatever runs behind it.

use crate::error::Error;
use crate::words::WordMatch;
use std::fmt;

/// Which model made a vector: its name and what it is made of. Vectors of two ids are never
/// compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ModelId(String);

impl ModelId {
    /// An id from a model's name and the SHA-256 of what it is made of (lower hex; the first 16
    /// digits are kept).
    pub fn new(name: &str, sha256: &str) -> Self {
        Self(format!("{name}@{}", sha256.get(..16).unwrap_or(sha256)))
    }

    /// As it is stamped on an index.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ModelId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Text to vectors. Every vector has length 1, so that their product is their similarity
/// (-1 to 1).
pub trait Model: Send + Sync {
    /// Stamped on the vectors.
    fn id(&self) -> &ModelId;

    /// Numbers in a vector.
    fn dimensions(&self) -> usize;

    /// The vectors of passages of documents, in their order. A text without a known word has a
    /// vector of zeros: it is like nothing.
    fn passages(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error>;

    /// The vector of a question.
    fn question(&self, text: &str) -> Result<Vec<f32>, Error>;

    /// Whether it knows the language of a text: where it does not, its vectors say nothing. A model
    /// of many languages knows all.
    fn speaks(&self, _text: &str) -> bool {
        true
    }

    /// Compares a question word by word; `None` where the model has no vectors of single words.
    fn words(&self, _question: &str) -> Option<Box<dyn WordMatch + '_>> {
        None
    }

    /// The relevance (0 to 1, as the engine counts it) below which the best document has nothing to
    /// do with a question, measured for this model; `None` where nobody measured it.
    fn floor(&self) -> Option<f32>;
}
