//! Markdown's tree: how it is parsed, and its headings with their anchors. The chunks and
//! the HTML are made from the same tree, so their anchors and lines are the same.

use crate::anchors::Anchors;
use crate::lines::Lines;
use crate::shortcodes;
use comrak::nodes::{Node, NodeValue};
use comrak::{Arena, Options};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A parse that takes longer is given up; the document is then read as plain text. Nothing
/// known takes this long: it is a belt beside the parser's own braces.
const PATIENCE: Duration = Duration::from_secs(10);

/// Most quote marks that one line may begin with: the parser's time grows with their square.
const DEEPEST_QUOTE: usize = 2000;

/// A heading of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TreeHeading {
    /// 1 to 6.
    pub(crate) level: u8,
    /// Plain text, without an id in braces.
    pub(crate) text: String,
    /// Unique in the document.
    pub(crate) anchor: String,
    /// First line, in the document.
    pub(crate) line: u32,
    /// It begins a section: it stands in no list, quote or table.
    pub(crate) section: bool,
}

/// A parsed document.
pub(crate) struct Tree<'a> {
    /// The parser's root.
    pub(crate) root: Node<'a>,
    /// All headings in reading order.
    pub(crate) headings: Vec<TreeHeading>,
    /// Where links lead, as written, in reading order.
    pub(crate) links: Vec<String>,
    /// Lines before the parsed text (front matter): to be added to the tree's line numbers.
    pub(crate) skipped: u32,
}

/// CommonMark with GitHub's extensions.
pub(crate) fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.autolink = true;
    options.extension.tasklist = true;
    options.extension.footnotes = true;
    options.extension.alerts = true;
    options.extension.cjk_friendly_emphasis = true;
    options.parse.leave_footnote_definitions = true;
    options
}

/// Parses the lines after the first `skipped`. None where the text is beyond what the parser
/// can take.
pub(crate) fn parse<'a>(
    arena: &'a Arena<'a>,
    lines: &Lines<'_>,
    skipped: u32,
    options: &Options<'_>,
) -> Option<Tree<'a>> {
    let text = &lines.text[lines.start(skipped + 1)..];
    if text.split(['\n', '\r']).any(|line| quote_marks(line) > DEEPEST_QUOTE) {
        return None;
    }
    let deadline = Instant::now() + PATIENCE;
    let parsed = catch_unwind(AssertUnwindSafe(|| {
        comrak::try_parse_document(arena, text, options, &|| Instant::now() >= deadline)
    }));
    let root = parsed.ok()?.ok()?;
    shortcodes::replace(root);
    let mut anchors = Anchors::default();
    let (mut headings, mut links) = (Vec::new(), Vec::new());
    for node in root.descendants() {
        let (level, line) = {
            let data = node.data();
            match &data.value {
                NodeValue::Heading(heading) => {
                    (heading.level, data.sourcepos.start.line as u32 + skipped)
                }
                NodeValue::Link(link) => {
                    links.push(link.url.clone());
                    continue;
                }
                _ => continue,
            }
        };
        let own = take_id(node);
        let text = node.collect_text().split_whitespace().collect::<Vec<_>>().join(" ");
        let anchor = anchors.give(&text, own.as_deref());
        let section = node.parent().is_some_and(|parent| parent.parent().is_none());
        headings.push(TreeHeading { level, text, anchor, line, section });
    }
    Some(Tree { root, headings, links, skipped })
}

fn quote_marks(line: &str) -> usize {
    let marks = line.bytes().take_while(|byte| matches!(byte, b'>' | b' ' | b'\t'));
    marks.filter(|byte| *byte == b'>').count()
}

/// Takes a trailing `{#id}` (or MDX's comment `{/* … */}`) out of a heading's text.
fn take_id(heading: Node<'_>) -> Option<String> {
    let last = heading.last_child()?;
    let mut data = last.data_mut();
    let NodeValue::Text(text) = &mut data.value else { return None };
    let trimmed = text.trim_end();
    let start = trimmed.strip_suffix('}').and_then(|inner| inner.rfind('{'))?;
    let inside = trimmed[start + 1..trimmed.len() - 1].trim();
    let comment = inside.strip_prefix("/*").and_then(|inner| inner.strip_suffix("*/"));
    let id = comment.unwrap_or(inside).trim().strip_prefix('#');
    if id.is_none() && comment.is_none() {
        return None;
    }
    // `{#id .class key=value}`: the id ends at a blank.
    let id = id.and_then(|id| id.split_whitespace().next()).map(str::to_owned);
    let kept = text[..start].trim_end().to_owned();
    *text = kept.into();
    id.filter(|id| !id.is_empty())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn headings(text: &str) -> Vec<(u8, String, String, u32)> {
        let arena = Arena::new();
        let tree = parse(&arena, &Lines::new(text), 0, &options()).unwrap();
        let row = |h: TreeHeading| (h.level, h.text, h.anchor, h.line);
        tree.headings.into_iter().map(row).collect()
    }

    #[test]
    fn headings_lose_their_markup_and_keep_their_ids() {
        let text = "# Anchors {#top}\n\n## `code` and *emphasis* & more\r\rSetext\nheading\n---\n\
            ### {{% heading \"prerequisites\" %}}\n## Usage {/* #use */}\n## Set {x}\n\
            ## Only {/* note */}\n```\n# code\n```\n";
        let row = |level, text: &str, anchor: &str, line| (level, text.into(), anchor.into(), line);
        assert_eq!(
            headings(text),
            [
                row(1, "Anchors", "top", 1),
                row(2, "code and emphasis & more", "code-and-emphasis--more", 3),
                row(2, "Setext heading", "setext-heading", 5),
                row(3, "prerequisites", "prerequisites", 8),
                row(2, "Usage", "use", 9),
                row(2, "Set {x}", "set-x", 10),
                row(2, "Only", "only", 11),
            ]
        );
    }

    #[test]
    fn only_top_headings_begin_sections() {
        let arena = Arena::new();
        let text = "# a\n> # b\n\n- # c\n\n# d\n";
        let tree = parse(&arena, &Lines::new(text), 0, &options()).unwrap();
        let sections: Vec<_> = tree.headings.iter().map(|h| h.section).collect();
        assert_eq!(sections, [true, false, false, true]);
    }
}
