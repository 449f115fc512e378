//! Which projects, sources, documents and chunks exist, in which state; their text. The only
//! room that knows SQLite. Knows nothing of files on disk or of searching.

mod apply;
mod connection;
mod documents;
mod error;
mod ledger;
mod library;
mod project;
mod rows;
mod runs;
#[cfg(test)]
mod tests;
mod vectors;
mod words;

pub use apply::{Batch, StoredDocument};
pub use documents::{Document, Known};
pub use error::Error;
pub use ledger::LeftOut;
pub use library::{KeeperRow, Library, Request};
pub use project::{Counts, ProjectStore};
pub use rows::DocumentRow;
pub use vectors::{StoredVectors, Unembedded};
