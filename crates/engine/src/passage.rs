//! A chunk that was found, with its neighbours: as they stand in the document, and as one text
//! that stands by itself.

use docroom_model::{Chunk, Span};

/// See the fields of the same names of [`docroom_model::Hit`].
pub(crate) struct Passage {
    pub(crate) title: String,
    pub(crate) breadcrumb: String,
    pub(crate) span: Span,
    /// From the first line of the chunk before to the last of the chunk after.
    pub(crate) lines: (u32, u32),
    pub(crate) before: String,
    pub(crate) text: String,
    pub(crate) after: String,
    pub(crate) excerpt: String,
    /// Whether the document goes on before it and after it.
    pub(crate) more: (bool, bool),
}

/// The passage around `around[at]`; `around` are neighbours in a document of `count` chunks,
/// `text` is the document from the first byte of the first to the last of the last.
pub(crate) fn of(title: &str, around: &[Chunk], at: usize, count: u32, text: &str) -> Passage {
    let (chunk, first, last) = (&around[at], &around[0], &around[around.len() - 1]);
    let part = |from: u32, to: u32| {
        let range =
            from.checked_sub(first.span.start_byte).zip(to.checked_sub(first.span.start_byte));
        range.and_then(|(from, to)| text.get(from as usize..to as usize)).unwrap_or_default()
    };
    Passage {
        title: title.to_owned(),
        breadcrumb: chunk.breadcrumb.clone(),
        span: chunk.span,
        lines: (first.span.start_line, last.span.end_line),
        before: part(first.span.start_byte, chunk.span.start_byte).to_owned(),
        text: part(chunk.span.start_byte, chunk.span.end_byte).to_owned(),
        after: part(chunk.span.end_byte, last.span.end_byte).to_owned(),
        excerpt: excerpt(around, part),
        more: (first.ordinal > 0, last.ordinal + 1 < count),
    }
}

fn excerpt<'a>(around: &[Chunk], part: impl Fn(u32, u32) -> &'a str) -> String {
    let mut out = around[0].opening.clone().unwrap_or_default();
    let mut end = around[0].span.start_byte;
    for chunk in around {
        let between = part(end, chunk.span.start_byte);
        // What belongs to no chunk is no text: picture data, keys of the front matter.
        out.push_str(if between.trim().is_empty() { between } else { "\n…\n" });
        out.push_str(part(chunk.span.start_byte, chunk.span.end_byte));
        end = chunk.span.end_byte;
    }
    if let Some(closing) = &around[around.len() - 1].closing {
        if !out.ends_with(['\n', '\r']) {
            out.push('\n');
        }
        out.push_str(closing);
    }
    out
}
