//! A document as safe HTML for the reading window.

use crate::front_matter;
use crate::lines::Lines;
use crate::links::{Links, Picture, Target};
use crate::markdown;
use crate::mdx;
use crate::sanitise::{self, ID_PREFIX};
use crate::tags::{self, Tag};
use crate::{adoc, anchors::Anchors, outline};
use comrak::Arena;
use docroom_model::Format;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// Tags whose source line is told.
const BLOCKS: [&str; 18] = [
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "p",
    "pre",
    "ul",
    "ol",
    "li",
    "blockquote",
    "table",
    "tr",
    "hr",
    "div",
    "section",
    "dl",
];

/// Safe HTML, as described at [`docroom_model::Page::html`]; heading ids equal the anchors that
/// [`crate::parse`] gives. Ids of raw HTML and of footnotes carry the prefix `doc-`, and so do
/// the `data-anchor`s that lead to them on the same page. A picture of another machine is
/// `<span class="remote-image" data-src=…>`, its description inside; one that is not there is
/// `<span class="missing-image">`.
pub fn render(format: Format, text: &str, links: &Links<'_>) -> String {
    let lines = Lines::new(text);
    match format {
        Format::Markdown | Format::Html => {
            markdown(&lines, links).unwrap_or_else(|| plain(&lines, &HashMap::new()))
        }
        Format::Asciidoc => {
            let headings = adoc::read(&lines).headings;
            let anchors = headings.iter().map(|heading| (heading.line, heading.anchor.as_str()));
            safe(&adoc::html(&lines), links, 0, anchors.collect())
        }
        Format::Text => plain(&lines, &text_anchors(&lines, links.path.as_str())),
    }
}

/// None where the text is better shown as it is: nothing can parse it, or it nests too deep.
fn markdown(lines: &Lines<'_>, links: &Links<'_>) -> Option<String> {
    let arena = Arena::new();
    let skipped = front_matter::read(lines).lines;
    let mut options = markdown::options();
    options.parse.leave_footnote_definitions = false;
    options.render.sourcepos = true;
    let made = mdx::to_markdown(links.path.as_str(), lines, skipped);
    let made = made.as_deref().map(Lines::new);
    let tree = markdown::parse(&arena, made.as_ref().unwrap_or(lines), skipped, &options)?;
    if sanitise::too_deep(tree.root) {
        return None;
    }
    // Raw HTML goes through the sanitiser; what would choke it is shown as text.
    let shown_as_text = sanitise::too_open(tree.root);
    options.render.r#unsafe = !shown_as_text;
    options.render.escape = shown_as_text;
    let mut html = String::new();
    comrak::format_html(tree.root, &options, &mut html).ok()?;
    let anchors = tree.headings.iter().map(|heading| (heading.line, heading.anchor.as_str()));
    Some(safe(&html, links, tree.skipped, anchors.collect()))
}

/// Sanitises, and resolves links and anchors; `skipped` lines stand before the first, and
/// `headings` are the anchors of those lines.
fn safe(html: &str, links: &Links<'_>, skipped: u32, headings: HashMap<u32, &str>) -> String {
    let anchors = headings.values().copied().collect();
    let page = Page { links, skipped, anchors, headings };
    tags::rewrite(&sanitise::sanitise(html), |tag, out| page.tag(tag, out))
}

struct Page<'a> {
    links: &'a Links<'a>,
    skipped: u32,
    anchors: HashSet<&'a str>,
    headings: HashMap<u32, &'a str>,
}

impl Page<'_> {
    fn tag(&self, mut tag: Tag<'_>, out: &mut String) {
        let place = tag.take("data-sourcepos");
        let line = place.and_then(|place| place.split(':').next()?.parse::<u32>().ok());
        let line = line.map(|line| line.saturating_add(self.skipped));
        if let Some(line) = line.filter(|_| BLOCKS.contains(&tag.name)) {
            let is_heading = matches!(tag.name.as_bytes(), [b'h', b'1'..=b'6']);
            if let Some(heading) = self.headings.get(&line).filter(|_| is_heading) {
                tag.take("id");
                tag.set("id", *heading);
            }
            tag.set("data-line", line.to_string());
        }
        match tag.name {
            "a" => self.link(&mut tag),
            "img" => return self.picture(tag, out),
            "input" => {
                if tag.take("type").as_deref() != Some("checkbox") {
                    return;
                }
                let checked = tag.take("checked").is_some();
                tag.attributes.clear();
                tag.set("type", "checkbox");
                tag.set("disabled", "");
                if checked {
                    tag.set("checked", "");
                }
            }
            _ => {}
        }
        tag.write(out);
    }

    fn link(&self, tag: &mut Tag<'_>) {
        if let Some(name) = tag.take("name")
            && !tag.attributes.iter().any(|(known, _)| *known == "id")
        {
            tag.set("id", format!("{ID_PREFIX}{name}"));
        }
        let Some(href) = tag.take("href") else { return };
        match self.links.target(&href) {
            Target::Outside => {
                tag.set("href", href.trim());
                tag.set("rel", "noopener noreferrer");
                tag.set("data-external", "");
            }
            Target::Document { path, anchor } => {
                tag.set("href", "#");
                tag.set("data-path", path);
                if let Some(anchor) = anchor {
                    tag.set("data-anchor", anchor);
                }
            }
            Target::Here(anchor) => {
                tag.set("href", "#");
                tag.set("data-anchor", self.anchor(anchor));
            }
            Target::Missing => tag.set("data-missing", href.trim()),
            Target::Nothing => {}
        }
    }

    /// The id on this page that an anchor means: a heading's (in any case), else a raw one.
    fn anchor(&self, anchor: String) -> String {
        if self.anchors.contains(anchor.as_str()) {
            return anchor;
        }
        let lower = anchor.to_lowercase();
        if self.anchors.contains(lower.as_str()) { lower } else { format!("{ID_PREFIX}{anchor}") }
    }

    fn picture(&self, mut tag: Tag<'_>, out: &mut String) {
        let src = tag.take("src").unwrap_or_default();
        match self.links.picture(&src) {
            Picture::Local(address) => tag.set("src", address),
            Picture::Inline => tag.set("src", src.trim()),
            Picture::Remote => {
                out.push_str("<span class=\"remote-image\" data-src=\"");
                tags::escape(src.trim(), out);
                return stand_in(&src, tag, out);
            }
            Picture::Nothing => {
                out.push_str("<span class=\"missing-image");
                return stand_in(&src, tag, out);
            }
        }
        tag.write(out);
    }
}

/// Ends a span that is open up to an attribute's value: the words in place of a picture that is
/// not shown are its description, else its file's name.
fn stand_in(src: &str, mut tag: Tag<'_>, out: &mut String) {
    let alt = tag.take("alt").filter(|alt| !alt.trim().is_empty());
    let name = src.split(['?', '#']).next().unwrap_or("").rsplit('/').next();
    out.push_str("\">");
    tags::escape(alt.as_deref().or(name).unwrap_or(""), out);
    out.push_str("</span>");
}

/// Text as it is, each line with its number; `anchors` gives lines their ids.
fn plain(lines: &Lines<'_>, anchors: &HashMap<u32, String>) -> String {
    let mut out = String::with_capacity(lines.text.len() * 2);
    out.push_str("<pre class=\"plain\">");
    for number in 1..=lines.count() {
        let _ = write!(out, "<span data-line=\"{number}\"");
        if let Some(anchor) = anchors.get(&number) {
            out.push_str(" id=\"");
            tags::escape(anchor, &mut out);
            out.push('"');
        }
        out.push('>');
        tags::escape(lines.line(number).trim_end_matches(['\r', '\n']), &mut out);
        out.push_str("</span>\n");
    }
    out.push_str("</pre>");
    out
}

fn text_anchors(lines: &Lines<'_>, path: &str) -> HashMap<u32, String> {
    let mut anchors = Anchors::default();
    let headings = outline::of(path, lines).headings.into_iter();
    headings.map(|found| (found.line, anchors.give(&found.text, found.own.as_deref()))).collect()
}

#[cfg(test)]
mod tests;
