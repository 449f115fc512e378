//! The only API of Docroom: keeps the index equal to the sources and answers questions.
//! Synchronous and cheap to clone; faces call it on a blocking thread.

mod add;
mod batches;
mod compare;
mod core;
mod cursor;
mod dense;
mod directories;
mod embed_run;
mod embedding;
mod engine;
mod excerpt;
mod failure;
mod files;
mod fresh;
mod fuse;
mod generation;
mod guide;
mod keeper;
mod keeping;
mod lexical;
mod lines;
mod locate;
mod lock;
mod manifest;
mod measure;
mod memory;
mod open_project;
mod page;
mod passage;
mod read;
mod reading;
mod reindex;
mod resources;
mod retry;
mod search;
mod settings;
mod snippet;
mod status;
mod summary;
mod token;
mod topics;
mod vectors;
mod waiting;

pub use directories::Directories;
pub use engine::Engine;
