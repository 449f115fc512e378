//! Bytes of one document to text, title, headings, chunks, links and safe HTML. Pure: nothing
//! here reads a file, panics or fails on hostile text.

mod decode;
mod document;
mod formats;
mod html;

pub use decode::{DecodeError, decode};
pub use document::{excerpt, parse};
pub use formats::format_of;
pub use html::{Links, render};
