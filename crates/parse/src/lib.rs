//! Bytes of one document to text, title, headings, chunks, links and safe HTML. Pure: nothing
//! here reads a file, panics or fails on hostile text.

mod adoc;
mod anchors;
mod blocks;
mod chunks;
mod decode;
mod document;
mod enclosure;
mod formats;
mod front_matter;
mod html;
mod line_heading;
mod lines;
mod links;
mod markdown;
mod mdx;
mod outline;
mod rst;
mod sanitise;
mod shortcodes;
mod split;
mod stems;
mod tags;
mod vim;
mod web;

pub use decode::{DecodeError, decode, decode_page};
pub use document::parse;
pub use formats::format_of;
pub use html::render;
pub use links::Links;
pub use stems::{link_stems, stem};
