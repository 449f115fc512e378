//! A stretch of a document as text that stands by itself: no fence is left open, no table
//! without its header row.

use crate::front_matter;
use crate::lines::Lines;
use crate::markdown::{self, Tree};
use comrak::Arena;
use comrak::nodes::{NodeCodeBlock, NodeValue};
use docroom_model::{Format, Span};

/// The text of `span`, made to stand by itself: a fence that begins before it is opened again,
/// one that ends after it is closed, and a table that begins before it gets its header row.
/// Reads the whole document where the stretch may need it. A span that isn't one of this text
/// gives an empty string.
pub fn excerpt(format: Format, text: &str, span: Span) -> String {
    let range = span.start_byte as usize..span.end_byte as usize;
    let Some(slice) = text.get(range.clone()) else { return String::new() };
    let fences = || ["```", "~~~"].iter().any(|fence| text[..range.end].contains(fence));
    if format != Format::Markdown || !(slice.contains('|') || fences()) {
        return slice.to_owned();
    }
    let lines = Lines::new(text);
    let arena = Arena::new();
    let skipped = front_matter::read(&lines).lines;
    let Some(tree) = markdown::parse(&arena, &lines, skipped, &markdown::options()) else {
        return slice.to_owned();
    };
    let (before, after) = around(&tree, &lines, &range);
    let line_end = if before.is_empty() || before.ends_with(['\n', '\r']) { "" } else { "\n" };
    let mut out = format!("{before}{line_end}{slice}");
    if let Some(fence) = after {
        if !out.ends_with(['\n', '\r']) {
            out.push('\n');
        }
        out.push_str(&fence);
    }
    out
}

/// What to put before the stretch and after it.
fn around(
    tree: &Tree<'_>,
    lines: &Lines<'_>,
    range: &std::ops::Range<usize>,
) -> (String, Option<String>) {
    let (mut before, mut after) = (String::new(), None);
    for node in tree.root.descendants() {
        let data = node.data();
        let first = data.sourcepos.start.line as u32 + tree.skipped;
        let last = data.sourcepos.end.line as u32 + tree.skipped;
        let (start, end) = (lines.start(first), lines.start(last + 1));
        match &data.value {
            NodeValue::CodeBlock(code) if code.fenced && start < range.end && end > range.start => {
                let opening = lines.line(first);
                // A stretch that begins inside the fence's own line has it, or cuts it.
                if start < range.start {
                    before = opening.to_owned();
                }
                let holds_end = code.closed && range.end >= content_end(lines, last);
                if !holds_end {
                    after = Some(closing(opening, code));
                }
            }
            NodeValue::Table(_) if start < range.start && end > range.start => {
                let rows = range.start.min(lines.start(first + 2));
                before = lines.text[start..rows].to_owned();
            }
            _ => {}
        }
    }
    (before, after)
}

/// The end of a line without its terminator.
fn content_end(lines: &Lines<'_>, line: u32) -> usize {
    lines.start(line) + lines.line(line).trim_end().len()
}

/// The line that closes a fence opened by `opening`: list marks before it become blanks.
fn closing(opening: &str, code: &NodeCodeBlock) -> String {
    let sign = code.fence_char as char;
    let fence = sign.to_string().repeat(code.fence_length);
    let before = opening.find(&fence).map_or("", |at| &opening[..at]);
    let keep = |c: char| if c == '>' || c.is_whitespace() { c } else { ' ' };
    let indent: String = before.chars().map(keep).collect();
    indent + &fence
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::parse;

    fn of_lines(text: &str, first: u32, last: u32) -> String {
        let lines = Lines::new(text);
        let span = lines.span(lines.start(first)..lines.start(last + 1)).unwrap();
        excerpt(Format::Markdown, text, span)
    }

    #[test]
    fn fences_are_opened_again_and_closed() {
        let text = "---\na: b\n---\ntext\n\n````rust title\na\n```\nb\nc\n````\n\n> - ~~~sh\n>   d\n>   e\n";
        assert_eq!(of_lines(text, 4, 7), "text\n\n````rust title\na\n````");
        assert_eq!(of_lines(text, 8, 9), "````rust title\n```\nb\n````");
        assert_eq!(of_lines(text, 9, 11), "````rust title\nb\nc\n````");
        assert_eq!(of_lines(text, 6, 11), "````rust title\na\n```\nb\nc\n````");
        assert_eq!(of_lines(text, 10, 12), "````rust title\nc\n````");
        assert_eq!(of_lines(text, 15, 15), "> - ~~~sh\n>   e\n>   ~~~");
        assert_eq!(of_lines(text, 4, 4), "text");
    }

    #[test]
    fn tables_get_their_header_again() {
        let text = "| a | b |\r\n|---|---|\r\n| c | d |\r\n| e | f |\r\n\r\na | b\n";
        assert_eq!(of_lines(text, 4, 4), "| a | b |\r\n|---|---|\r\n| e | f |");
        assert_eq!(of_lines(text, 2, 3), "| a | b |\r\n|---|---|\r\n| c | d |");
        assert_eq!(of_lines(text, 1, 3), "| a | b |\r\n|---|---|\r\n| c | d |");
        assert_eq!(of_lines(text, 6, 6), "a | b");
    }

    #[test]
    fn every_excerpt_of_a_long_fence_is_balanced() {
        let body: String = (0..400).map(|n| format!("let line_{n} = {n};\n")).collect();
        let parsed =
            parse(Format::Markdown, "a.md", format!("# A\n\n```rust,ignore\n{body}```\n\nEnd.\n"));
        assert!(parsed.chunks.len() > 4);
        for (index, chunk) in parsed.chunks.iter().enumerate() {
            let next = parsed.chunks.get(index + 1).unwrap_or(chunk).span;
            let two = Span { end_byte: next.end_byte, end_line: next.end_line, ..chunk.span };
            for span in [chunk.span, two] {
                let text = excerpt(Format::Markdown, &parsed.text, span);
                assert_eq!(text.matches("```").count(), 2, "{text}");
                assert!(text.contains("```rust,ignore\n"));
            }
        }
    }

    #[test]
    fn foreign_spans_give_nothing() {
        let span = Span { start_byte: 1, end_byte: 2, start_line: 1, end_line: 1 };
        assert_eq!(excerpt(Format::Markdown, "é", span), "");
        assert_eq!(excerpt(Format::Text, "a", span), "");
    }
}
