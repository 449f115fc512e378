//! An AsciiDoc document's lines to its blocks: sections, code, tables, lists and paragraphs, and
//! what encloses them. Chunks and the rendered page are both made of these.

use super::attributes::{Attributes, entry};
use super::marks::{self, About, Delimiter, ItemMark};
use crate::lines::Lines;
use std::collections::HashMap;

/// Enclosing blocks nested deeper than this are taken as text.
const DEEPEST: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// A section's title: `level` 1 to 6, its text, attributes in place.
    Heading {
        level: u8,
        text: String,
    },
    /// Code or other text to be shown as it is; its own lines, and whether a fence encloses it.
    Verbatim {
        inside: (u32, u32),
        fenced: bool,
    },
    /// The lines inside of a table.
    Table {
        inside: (u32, u32),
    },
    /// An item of a list: how deep, what kind, its text after the mark, the term of a definition.
    Item {
        mark: ItemMark,
    },
    /// A paragraph; `skip`: bytes of a label such as `NOTE: ` before its text.
    Paragraph {
        label: Option<&'static str>,
        skip: usize,
    },
    /// `include::file[]`, shown as it stands.
    Include,
    /// A picture or another block macro on a line of its own.
    Macro,
    Rule,
    /// An enclosing block begins or ends; no lines of its own.
    Open(Delimiter),
    Close,
}

/// A block. Its lines include what is said about it, end not included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AdocBlock {
    pub(crate) what: What,
    pub(crate) about: About,
    pub(crate) first: u32,
    /// The line of its text, after what is said about it.
    pub(crate) line: u32,
    pub(crate) end: u32,
    /// It belongs to the list item before it.
    pub(crate) attached: bool,
}

/// The blocks of a document; `take` gets each with the attributes that are defined up to it.
pub(crate) fn each(lines: &Lines<'_>, take: &mut dyn FnMut(AdocBlock, &Attributes)) {
    let mut scanner = Scanner {
        lines,
        closings: closings(lines),
        attributes: Attributes::default(),
        about: About::default(),
        first: None,
        attached: false,
        enclosing: Vec::new(),
        in_list: false,
    };
    scanner.header();
    let mut line = 1;
    while line <= lines.count() {
        line = scanner.block(line, take);
    }
}

/// The lines of each kind of delimiter, in order.
fn closings<'a>(lines: &Lines<'a>) -> HashMap<&'a str, Vec<u32>> {
    let mut all: HashMap<&str, Vec<u32>> = HashMap::new();
    for number in 1..=lines.count() {
        let line = lines.line(number).trim_end();
        if marks::delimiter(line).is_some() {
            all.entry(closing_of(line)).or_default().push(number);
        }
    }
    all
}

/// The line that closes what a line opens: of a Markdown fence, without the language.
fn closing_of(line: &str) -> &str {
    if line.starts_with("```") { "```" } else { line }
}

struct Scanner<'a> {
    lines: &'a Lines<'a>,
    closings: HashMap<&'a str, Vec<u32>>,
    attributes: Attributes,
    about: About,
    /// The first of the lines about the next block.
    first: Option<u32>,
    attached: bool,
    enclosing: Vec<&'a str>,
    in_list: bool,
}

impl<'a> Scanner<'a> {
    fn text(&self, line: u32) -> &'a str {
        self.lines.line(line).trim_end()
    }

    /// Takes in the attributes of the lines below the document's title, which may name them.
    fn header(&mut self) {
        let begins = |line: &u32| !self.lines.is_blank(*line);
        let first = (1..=self.lines.count()).find(begins).unwrap_or(1);
        let lines = (first..=self.lines.count()).take_while(|line| !self.lines.is_blank(*line));
        for line in lines.collect::<Vec<_>>() {
            self.attributes.define(self.text(line));
        }
    }

    /// Reads what begins at a line; the line to go on with.
    fn block(&mut self, line: u32, take: &mut dyn FnMut(AdocBlock, &Attributes)) -> u32 {
        let text = self.text(line);
        if text.is_empty() {
            // What is said about nothing is said of nothing else.
            return line + 1;
        }
        if text.starts_with("//") && !text.starts_with("///") {
            return line + 1;
        }
        if self.attributes.define(text) {
            return self.continued(line);
        }
        if text == "+" {
            self.attached = self.in_list;
            self.first.get_or_insert(line);
            return line + 1;
        }
        if marks::about(text, &mut self.about) {
            self.first.get_or_insert(line);
            return line + 1;
        }
        if let Some(delimiter) = marks::delimiter(text)
            && let Some(next) = self.delimited(line, text, delimiter, take)
        {
            return next;
        }
        if self.enclosing.is_empty()
            && let Some((level, title, end)) = marks::heading(self.lines, line)
        {
            self.in_list = false;
            self.attached = false;
            let what = What::Heading { level, text: self.attributes.apply(title) };
            self.put(what, line, end, take);
            return end;
        }
        if text.starts_with("include::") && text.ends_with(']') {
            self.put(What::Include, line, line + 1, take);
            return line + 1;
        }
        if matches!(text, "'''" | "---" | "***" | "<<<") {
            self.put(What::Rule, line, line + 1, take);
            return line + 1;
        }
        if marks::is_block_macro(text) {
            self.put(What::Macro, line, line + 1, take);
            return line + 1;
        }
        let styled_literal = matches!(self.about.style.as_str(), "source" | "listing" | "literal");
        if let Some(mark) = marks::item(text).filter(|_| !styled_literal) {
            let end = self.paragraph_end(line, true);
            self.in_list = true;
            self.put(What::Item { mark }, line, end, take);
            return end;
        }
        let end = self.paragraph_end(line, false);
        let indented = self.lines.line(line).starts_with([' ', '\t']);
        let what = if styled_literal || indented && !self.in_list {
            What::Verbatim { inside: (line, end), fenced: false }
        } else {
            let label = marks::LABELS
                .into_iter()
                .find(|label| text.strip_prefix(label).is_some_and(|rest| rest.starts_with(": ")));
            let skip = label.map_or(0, |label| label.len() + 2);
            What::Paragraph { label, skip }
        };
        if !self.attached && !indented {
            self.in_list = false;
        } else if indented && self.in_list {
            self.attached = true;
        }
        self.put(what, line, end, take);
        end
    }

    /// A value that goes on on the next line.
    fn continued(&self, line: u32) -> u32 {
        let mut line = line;
        while line <= self.lines.count() && self.text(line).ends_with(" \\") {
            line += 1;
        }
        line + 1
    }

    /// A delimiter's block. None where nothing closes it: then it is text.
    fn delimited(
        &mut self,
        line: u32,
        text: &'a str,
        delimiter: Delimiter,
        take: &mut dyn FnMut(AdocBlock, &Attributes),
    ) -> Option<u32> {
        if let Some(depth) = self.enclosing.iter().rposition(|open| *open == text) {
            for _ in depth..self.enclosing.len() {
                self.put(What::Close, line, line + 1, take);
            }
            self.enclosing.truncate(depth);
            return Some(line + 1);
        }
        let all = self.closings.get(closing_of(text))?;
        let closing = *all.get(all.partition_point(|at| *at <= line))?;
        let inside = (line + 1, closing);
        let style = self.about.style.as_str();
        let what = match delimiter {
            Delimiter::Comment => {
                (self.about, self.first) = (About::default(), None);
                return Some(closing + 1);
            }
            Delimiter::Verbatim => What::Verbatim { inside, fenced: true },
            Delimiter::Table => What::Table { inside },
            _ if matches!(style, "source" | "listing" | "literal" | "verse" | "stem") => {
                What::Verbatim { inside, fenced: true }
            }
            _ if self.enclosing.len() >= DEEPEST => return None,
            _ => {
                self.enclosing.push(text);
                let first = self.first;
                self.put(What::Open(delimiter), line, line + 1, take);
                // Its first block takes along what is said about the whole.
                self.first = Some(first.unwrap_or(line));
                return Some(line + 1);
            }
        };
        if text.starts_with("```") && text.len() > 3 {
            self.about.language.get_or_insert_with(|| text[3..].trim().to_owned());
        }
        self.put(what, line, closing + 1, take);
        Some(closing + 1)
    }

    /// One past the last line of a paragraph or of an item's text.
    fn paragraph_end(&self, line: u32, item: bool) -> u32 {
        let mut end = line + 1;
        // A delimiter that nothing closes takes no other lines along.
        if marks::delimiter(self.text(line)).is_some() {
            return end;
        }
        while end <= self.lines.count() {
            let text = self.text(end);
            let ends = text.is_empty()
                || text == "+"
                || text.starts_with("//") && !text.starts_with("///")
                || (text.starts_with('[') && text.ends_with(']') && marks::is_about(text))
                || marks::delimiter(text).is_some_and(|_| self.closes_or_opens(end, text))
                || (item || self.in_list) && marks::item(text).is_some()
                || item && entry(text).is_some()
                || text.starts_with("include::");
            if ends {
                break;
            }
            end += 1;
        }
        end
    }

    fn closes_or_opens(&self, line: u32, text: &str) -> bool {
        self.enclosing.contains(&text)
            || self
                .closings
                .get(closing_of(text))
                .is_some_and(|all| all.last().is_some_and(|last| *last > line))
    }

    fn put(
        &mut self,
        what: What,
        line: u32,
        end: u32,
        take: &mut dyn FnMut(AdocBlock, &Attributes),
    ) {
        let about = std::mem::take(&mut self.about);
        let first = self.first.take().unwrap_or(line);
        let attached = std::mem::take(&mut self.attached);
        take(AdocBlock { what, about, first, line, end, attached }, &self.attributes);
    }
}
