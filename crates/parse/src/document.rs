//! One document's text to title, headings and chunks, whatever its format.

use crate::adoc;
use crate::anchors::Anchors;
use crate::blocks::{self, Block, Kind};
use crate::chunks::{self, BUDGET, Section};
use crate::front_matter;
use crate::lines::Lines;
use crate::markdown;
use crate::mdx;
use crate::outline;
use crate::web;
use comrak::Arena;
use docroom_model::{Chunk, Format, Heading, Parsed};
use std::ops::Range;

/// Longest first line of a plain text that is taken for its title, in characters.
const TITLE_LIMIT: usize = 80;

/// What one of the formats makes of a text; headings still without breadcrumbs.
struct Read {
    title: Option<String>,
    headings: Vec<Heading>,
    blocks: Vec<Block>,
    links: Vec<String>,
}

/// Reads a document. `file_name` (a path is fine) gives the title where the text has none.
pub fn parse(format: Format, file_name: &str, text: String) -> Parsed {
    let text = if format == Format::Html { web::to_markdown(&text) } else { text };
    let lines = Lines::new(&text);
    let name = file_name.rsplit('/').next().unwrap_or(file_name);
    let read = match format {
        Format::Markdown | Format::Html => read_markdown(&lines, name),
        Format::Asciidoc => {
            let adoc::Adoc { headings, blocks, links } = adoc::read(&lines);
            Read { title: None, headings, blocks, links }
        }
        Format::Text => read_text(&lines, name),
    };
    let Read { title, mut headings, blocks, links } = read;
    let title = title.or_else(|| headings.first().map(|heading| heading.text.clone()));
    let title = title.filter(|title| !title.is_empty()).unwrap_or_else(|| stem(name).to_owned());
    let sections = sections(&title, &mut headings);
    let mut chunks = chunks::make(&lines, &blocks, &sections, &title);
    if chunks.is_empty() {
        // Metadata alone: one chunk, so that the title can be found.
        let span = lines.span(0..text.len());
        chunks.extend(span.map(|span| Chunk {
            ordinal: 0,
            breadcrumb: title.clone(),
            span,
            opening: None,
            closing: None,
        }));
    }
    Parsed { format, title, headings, chunks, links, text }
}

fn read_markdown(lines: &Lines<'_>, name: &str) -> Read {
    let front = front_matter::read(lines);
    let about = front.about.map(|about| {
        let Range { start: first, end } = about;
        Block { kind: Kind::Apart, first, end, enclosure: None }
    });
    let made = mdx::to_markdown(name, lines, front.lines);
    let made = made.as_deref().map(Lines::new);
    let parsed = made.as_ref().unwrap_or(lines);
    let arena = Arena::new();
    let Some(tree) = markdown::parse(&arena, parsed, front.lines, &markdown::options()) else {
        let mut blocks = blocks::of_text(lines, front.lines + 1, lines.count() + 1);
        put_before(&mut blocks, about);
        return Read { title: front.title, headings: Vec::new(), blocks, links: Vec::new() };
    };
    let mut blocks = blocks::of_tree(&tree, lines, parsed, BUDGET);
    // Headings in quotes and lists are anchors, not sections.
    let mut section = 0;
    let mut index = Vec::with_capacity(tree.headings.len());
    for heading in &tree.headings {
        index.push(section);
        section += usize::from(heading.section);
    }
    for block in &mut blocks {
        if let Kind::Heading(heading) = &mut block.kind {
            *heading = index[*heading];
        }
    }
    put_before(&mut blocks, about);
    let headings = tree.headings.into_iter().filter(|heading| heading.section).map(|heading| {
        let (level, text, anchor) = (heading.level, heading.text, heading.anchor);
        Heading { level, text, anchor, line: heading.line, breadcrumb: String::new() }
    });
    Read { title: front.title, headings: headings.collect(), blocks, links: tree.links }
}

/// What the front matter says about the document stands before its text; alone it is no block.
fn put_before(blocks: &mut Vec<Block>, about: Option<Block>) {
    if !blocks.is_empty() {
        blocks.splice(0..0, about);
    }
}

fn read_text(lines: &Lines<'_>, name: &str) -> Read {
    let end = lines.count() + 1;
    let outline = outline::of(name, lines);
    if !outline.plain {
        let mut anchors = Anchors::default();
        let (mut headings, mut blocks, mut next) = (Vec::new(), Vec::new(), 1);
        for (index, found) in outline.headings.into_iter().enumerate() {
            blocks.extend(blocks::of_text(lines, next, found.first));
            let kind = Kind::Heading(index);
            blocks.push(Block { kind, first: found.first, end: found.end, enclosure: None });
            next = found.end;
            let anchor = anchors.give(&found.text, found.own.as_deref());
            let (level, text, line) = (found.level, found.text, found.line);
            headings.push(Heading { level, text, anchor, line, breadcrumb: String::new() });
        }
        blocks.extend(blocks::of_text(lines, next, end));
        return Read { title: outline.title, headings, blocks, links: Vec::new() };
    }
    let first = (1..end).find(|line| !lines.is_blank(*line)).map(|line| lines.line(line).trim());
    let title = first.filter(|line| {
        line.chars().count() <= TITLE_LIMIT && line.chars().any(char::is_alphanumeric)
    });
    let title = title.map(str::to_owned);
    let blocks = blocks::of_text(lines, 1, end);
    Read { title, headings: Vec::new(), blocks, links: Vec::new() }
}

/// Gives each heading its breadcrumb: the title, its ancestors, itself. The title is not
/// repeated where the first of them equals it.
fn sections(title: &str, headings: &mut [Heading]) -> Vec<Section> {
    let mut above: Vec<(u8, String)> = Vec::new();
    let mut sections = Vec::with_capacity(headings.len());
    for heading in headings {
        above.retain(|(level, _)| *level < heading.level);
        above.push((heading.level, heading.text.clone()));
        let mut names: Vec<&str> = above.iter().map(|(_, text)| text.as_str()).collect();
        names.retain(|name| !name.is_empty());
        if names.first() != Some(&title) {
            names.insert(0, title);
        }
        heading.breadcrumb = names.join(" > ");
        let breadcrumb = heading.breadcrumb.clone();
        sections.push(Section { level: heading.level, breadcrumb });
    }
    sections
}

/// A file's name without its ending.
fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

#[cfg(test)]
mod tests;
