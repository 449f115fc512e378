//! Chunks in, ranked candidates out: the lexical half of search. The only room that knows
//! tantivy. Knows nothing of files, projects or text storage.

mod cuts;
mod error;
mod fold;
mod folder;
mod mark;
mod pages;
mod question;
mod reader;
mod schema;
mod words;
mod writer;

pub use error::Error;
pub use mark::Marker;
pub use pages::{Page, Pages};
pub use question::{Filters, Question};
pub use reader::{Candidate, Reader};
pub use schema::FORMAT;
pub use writer::{Entry, Piece, Writer};
