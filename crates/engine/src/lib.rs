//! The only API of Docroom: keeps the index equal to the sources and answers questions.
//! Synchronous and cheap to clone; faces call it on a blocking thread.

mod directories;
mod engine;

pub use directories::Directories;
pub use engine::Engine;
