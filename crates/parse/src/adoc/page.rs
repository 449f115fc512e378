//! An AsciiDoc document as HTML, with the line of each block; not yet safe.

use super::attributes::Attributes;
use super::inline::{picture, to_html};
use super::marks::{Delimiter, ItemKind};
use super::scan::{self, AdocBlock, What};
use crate::lines::Lines;
use crate::tags::escape;
use std::fmt::Write;

/// Lists within lists.
const DEEPEST: usize = 8;

/// The HTML of a document. Blocks carry `data-sourcepos`.
pub(crate) fn html(lines: &Lines<'_>) -> String {
    let mut page = Page { lines, out: String::new(), lists: Vec::new(), enclosing: Vec::new() };
    scan::each(lines, &mut |block, attributes| page.block(&block, attributes));
    page.end_lists(0);
    for end in page.enclosing.into_iter().rev() {
        page.out.push_str(end);
    }
    page.out
}

/// An open list: its kind, how deep its marks are, and the end tags of its item and of itself.
struct List {
    kind: ItemKind,
    depth: usize,
    ends: &'static str,
}

struct Page<'a> {
    lines: &'a Lines<'a>,
    out: String,
    lists: Vec<List>,
    enclosing: Vec<&'static str>,
}

impl Page<'_> {
    fn block(&mut self, block: &AdocBlock, attributes: &Attributes) {
        let is_item = matches!(block.what, What::Item { .. });
        if !is_item && !block.attached && !matches!(block.what, What::Close) {
            self.end_lists(0);
        }
        self.begin(block, attributes);
        let at = block.line;
        match &block.what {
            What::Heading { level, text } => {
                let _ = write!(self.out, "<h{level} data-sourcepos=\"{at}:1-{at}:1\">");
                self.out.push_str(&to_html(text, attributes));
                let _ = writeln!(self.out, "</h{level}>");
            }
            What::Verbatim { inside, .. } => {
                let _ = write!(self.out, "<pre data-sourcepos=\"{at}:1-{at}:1\"><code");
                if let Some(language) = &block.about.language {
                    self.out.push_str(" class=\"language-");
                    escape(language, &mut self.out);
                    self.out.push('"');
                }
                self.out.push('>');
                for line in inside.0..inside.1 {
                    let line = self.lines.line(line).trim_end_matches(['\r', '\n']);
                    escape(line, &mut self.out);
                    self.out.push('\n');
                }
                self.out.push_str("</code></pre>\n");
            }
            What::Table { inside } => self.table(*inside, attributes),
            What::Item { mark } => {
                let text = self.text(block, 0);
                let text = text.trim_start();
                self.item(mark.kind, mark.depth, at);
                if mark.kind == ItemKind::Term {
                    let (term, rest) = text.split_at(mark.text.min(text.len()));
                    let rest = rest.trim_start_matches([':', ';']).trim();
                    self.out.push_str("<strong>");
                    self.out.push_str(&to_html(term, attributes));
                    self.out.push_str("</strong>");
                    if !rest.is_empty() {
                        self.out.push_str("<br>");
                        self.out.push_str(&to_html(rest, attributes));
                    }
                } else {
                    let text = text.get(mark.text..).unwrap_or("");
                    self.out.push_str(&to_html(text.trim_end(), attributes));
                }
                self.out.push('\n');
            }
            What::Paragraph { label, skip } => {
                if let Some(label) = label {
                    self.admonition(label, at);
                }
                let _ = write!(self.out, "<p data-sourcepos=\"{at}:1-{at}:1\">");
                self.out.push_str(&to_html(&self.text(block, *skip), attributes));
                self.out.push_str("</p>\n");
                if label.is_some() {
                    self.out.push_str("</div>\n");
                }
            }
            What::Include => {
                let _ = write!(self.out, "<p data-sourcepos=\"{at}:1-{at}:1\"><code>");
                escape(self.text(block, 0).trim(), &mut self.out);
                self.out.push_str("</code></p>\n");
            }
            What::Macro => {
                let text = self.text(block, 0);
                let (name, rest) = text.trim().split_once("::").unwrap_or(("", ""));
                let (target, words) = rest.split_once('[').unwrap_or((rest, ""));
                if name != "toc" {
                    let _ = write!(self.out, "<p data-sourcepos=\"{at}:1-{at}:1\">");
                    let alt = words.trim_end_matches(']').split(',').next().unwrap_or("");
                    picture(&attributes.apply(target), alt, &mut self.out);
                    self.out.push_str("</p>\n");
                }
            }
            What::Rule => self.out.push_str("<hr>\n"),
            What::Open(delimiter) => {
                let style = block.about.style.as_str();
                let label = super::marks::LABELS.into_iter().find(|label| *label == style);
                let end = match (label, delimiter) {
                    (Some(label), _) => {
                        self.admonition(label, at);
                        "</div>\n"
                    }
                    (None, Delimiter::Quote) => {
                        let _ = writeln!(self.out, "<blockquote data-sourcepos=\"{at}:1-{at}:1\">");
                        "</blockquote>\n"
                    }
                    (None, _) => {
                        let _ = writeln!(self.out, "<div data-sourcepos=\"{at}:1-{at}:1\">");
                        "</div>\n"
                    }
                };
                self.enclosing.push(end);
                // Lists inside are lists of their own.
                self.lists.push(List { kind: ItemKind::Bullet, depth: usize::MAX, ends: "" });
            }
            What::Close => {
                let outer = self.lists.iter().rposition(|list| list.depth == usize::MAX);
                self.end_lists_to(outer.unwrap_or(0));
                if let Some(end) = self.enclosing.pop() {
                    self.out.push_str(end);
                }
            }
        }
    }

    /// What is said about a block and stands before it: its id, its title.
    fn begin(&mut self, block: &AdocBlock, attributes: &Attributes) {
        let is_heading = matches!(block.what, What::Heading { .. });
        if let Some(id) = block.about.id.as_deref().filter(|_| !is_heading) {
            self.out.push_str("<a id=\"");
            escape(id, &mut self.out);
            self.out.push_str("\"></a>");
        }
        if let Some(title) = &block.about.title {
            let _ = write!(self.out, "<p data-sourcepos=\"{0}:1-{0}:1\"><strong>", block.first);
            self.out.push_str(&to_html(title, attributes));
            self.out.push_str("</strong></p>\n");
        }
        if let What::Paragraph { label: None, .. } = block.what
            && let Some(label) = super::marks::LABELS.into_iter().find(|l| *l == block.about.style)
        {
            let _ = writeln!(self.out, "<p><strong>{label}</strong></p>");
        }
    }

    fn admonition(&mut self, label: &str, line: u32) {
        let kind = label.to_ascii_lowercase();
        let name = label[..1].to_owned() + &kind[1..];
        let _ = writeln!(
            self.out,
            "<div class=\"markdown-alert markdown-alert-{kind}\" data-sourcepos=\"{line}:1-{line}:1\">\n\
             <p class=\"markdown-alert-title\">{name}</p>"
        );
    }

    /// The lines of a block's text without line comments.
    fn text(&self, block: &AdocBlock, skip: usize) -> String {
        let text = &self.lines.text[self.lines.start(block.line)..self.lines.start(block.end)];
        text.get(skip..).unwrap_or("").trim_end().to_owned()
    }

    /// Begins an item in the list it belongs to.
    fn item(&mut self, kind: ItemKind, depth: usize, line: u32) {
        let wall =
            self.lists.iter().rposition(|list| list.depth == usize::MAX).map_or(0, |at| at + 1);
        let same =
            self.lists[wall..].iter().rposition(|list| (list.kind, list.depth) == (kind, depth));
        let callouts = self.lists[wall..].iter().any(|list| list.kind == ItemKind::Callout);
        if same.is_none() && (callouts || kind == ItemKind::Callout) {
            self.end_lists_to(wall);
        }
        match same {
            Some(at) => {
                self.end_lists_to(wall + at + 1);
                self.out.push_str("</li>\n");
            }
            None => {
                if self.lists.len() - wall >= DEEPEST {
                    self.end_lists_to(wall);
                }
                let (start, ends) = match kind {
                    ItemKind::Number | ItemKind::Callout => ("<ol", "</li>\n</ol>\n"),
                    ItemKind::Bullet | ItemKind::Term => ("<ul", "</li>\n</ul>\n"),
                };
                let _ = writeln!(self.out, "{start} data-sourcepos=\"{line}:1-{line}:1\">");
                self.lists.push(List { kind, depth, ends });
            }
        }
        let _ = write!(self.out, "<li data-sourcepos=\"{line}:1-{line}:1\">");
    }

    /// Ends the lists of the innermost enclosing block down to `kept`.
    fn end_lists(&mut self, kept: usize) {
        let wall =
            self.lists.iter().rposition(|list| list.depth == usize::MAX).map_or(0, |at| at + 1);
        self.end_lists_to(wall + kept);
    }

    fn end_lists_to(&mut self, kept: usize) {
        while self.lists.len() > kept {
            if let Some(list) = self.lists.pop() {
                self.out.push_str(list.ends);
            }
        }
    }

    /// A table: a line of cells is a row; where each cell has a line, as many as the first row has
    /// columns make one.
    fn table(&mut self, inside: (u32, u32), attributes: &Attributes) {
        let at = inside.0 - 1;
        let _ = writeln!(self.out, "<table data-sourcepos=\"{at}:1-{at}:1\">");
        let mut cells: Vec<(u32, String)> = Vec::new();
        let mut columns = 0;
        for number in inside.0..inside.1 {
            let line = self.lines.line(number).trim_end();
            if line.is_empty() {
                // The first row stands by itself.
                if columns == 0 {
                    columns = cells.len();
                }
                continue;
            }
            match line.find('|').filter(|at| *at < 8 && !line[..*at].contains(' ')) {
                Some(start) => {
                    let marked = line[start + 1..].replace("\\|", "\u{1}");
                    let parts = marked.split('|').map(|cell| cell.replace('\u{1}', "|"));
                    cells.extend(parts.map(|cell| (number, cell)));
                    if columns == 0 && cells.len() > 1 && number > inside.0 {
                        let first = cells.iter().filter(|(line, _)| *line == cells[0].0).count();
                        columns = if first > 1 { first } else { 0 };
                    }
                }
                None => match cells.last_mut() {
                    Some((_, cell)) => {
                        cell.push('\n');
                        cell.push_str(line);
                    }
                    None => cells.push((number, line.to_owned())),
                },
            }
        }
        for row in cells.chunks(columns.max(1)) {
            let line = row.first().map_or(at, |(line, _)| *line);
            let _ = write!(self.out, "<tr data-sourcepos=\"{line}:1-{line}:1\">");
            for (_, cell) in row {
                self.out.push_str("<td>");
                self.out.push_str(&to_html(cell.trim(), attributes));
                self.out.push_str("</td>");
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</table>\n");
    }
}
