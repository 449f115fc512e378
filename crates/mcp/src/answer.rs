//! Answers as the text that an agent reads: pure functions from the engine's data.

mod document;
mod excerpts;
mod listing;

pub(crate) use document::document;
pub(crate) use excerpts::search;
pub(crate) use listing::{projects, topics};
