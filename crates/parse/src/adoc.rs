//! AsciiDoc: sections, code, tables and lists, for chunks and for the reading window. The stored
//! text is the file's own, so that its lines are those of the file.

mod attributes;
mod inline;
mod marks;
mod page;
mod scan;

use crate::anchors::Anchors;
use crate::blocks::{Block, Kind};
use crate::enclosure::Enclosure;
use crate::lines::Lines;
use docroom_model::Heading;
pub(crate) use page::html;
use scan::What;

/// What is in a document; headings still without breadcrumbs.
#[derive(Default)]
pub(crate) struct Adoc {
    pub(crate) headings: Vec<Heading>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) links: Vec<String>,
}

/// Reads a document.
pub(crate) fn read(lines: &Lines<'_>) -> Adoc {
    let mut adoc = Adoc::default();
    let mut anchors = Anchors::default();
    scan::each(lines, &mut |block, attributes| {
        let (first, end) = (block.first, block.end);
        let mut enclosure = None;
        let kind = match block.what {
            What::Heading { level, text } => {
                let text = inline::to_words(&text, attributes);
                let anchor = anchors.give(&text, block.about.id.as_deref());
                let (line, breadcrumb) = (block.line, String::new());
                adoc.headings.push(Heading { level, text, anchor, line, breadcrumb });
                Kind::Heading(adoc.headings.len() - 1)
            }
            What::Verbatim { inside, fenced: true } | What::Table { inside } => {
                enclosure = Some(Enclosure::delimited(inside.0 - 1, inside.1, lines));
                Kind::Whole
            }
            What::Verbatim { .. } => Kind::Whole,
            What::Open(_) | What::Close | What::Rule => return,
            What::Item { .. } | What::Paragraph { .. } | What::Include | What::Macro => {
                let text = &lines.text[lines.start(block.line)..lines.start(end)];
                inline::links(text, attributes, &mut adoc.links);
                Kind::Flow
            }
        };
        adoc.blocks.push(Block { kind, first, end, enclosure });
    });
    adoc
}

#[cfg(test)]
mod tests;
