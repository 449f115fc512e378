//! What of a document's HTML may reach the window: an allow-list, and nothing that runs,
//! loads, styles or submits.

use ammonia::{Builder, UrlRelative};
use comrak::nodes::{Node, NodeValue};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Prefix of ids that come from raw HTML, so that they can't pass for ours.
pub(crate) const ID_PREFIX: &str = "doc-";

/// Deepest nesting that is rendered. Browsers stop at 512, and the sanitiser's time grows with
/// the square of it.
const DEEPEST: usize = 300;
/// Most unclosed formatting tags (`<b>`, `<font>` …): each paragraph after them repeats them all.
const MOST_FORMATTING: usize = 40;

const TAGS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "input",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
];

/// Elements that go with all that is in them.
const GONE: &[&str] = &[
    "script",
    "style",
    "iframe",
    "object",
    "embed",
    "svg",
    "math",
    "template",
    "noscript",
    "noembed",
    "noframes",
    "xmp",
    "plaintext",
    "title",
    "textarea",
    "select",
    "head",
];

const ATTRIBUTES: &[(&str, &[&str])] = &[
    ("a", &["href", "name"]),
    ("img", &["src", "alt", "width", "height", "align"]),
    ("input", &["type", "checked"]),
    ("td", &["align", "valign", "colspan", "rowspan"]),
    ("th", &["align", "valign", "colspan", "rowspan", "scope"]),
    ("col", &["span", "align"]),
    ("colgroup", &["span", "align"]),
    ("table", &["align"]),
    ("tr", &["align", "valign"]),
    ("ol", &["start", "reversed", "type"]),
    ("li", &["value"]),
    ("details", &["open"]),
    ("p", &["align"]),
    ("div", &["align"]),
    ("h1", &["align"]),
    ("h2", &["align"]),
    ("h3", &["align"]),
    ("time", &["datetime"]),
];

/// Classes that our own HTML carries.
const CLASSES: &[&str] = &[
    "markdown-alert",
    "markdown-alert-title",
    "markdown-alert-note",
    "markdown-alert-tip",
    "markdown-alert-important",
    "markdown-alert-warning",
    "markdown-alert-caution",
    "footnotes",
    "footnote-ref",
    "footnote-backref",
    "contains-task-list",
    "task-list-item",
];

static POLICY: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut policy = Builder::empty();
    policy
        .tags(TAGS.iter().copied().collect())
        .clean_content_tags(GONE.iter().copied().collect())
        .generic_attributes(["id", "class", "title", "lang", "dir", "data-sourcepos"].into())
        .tag_attributes(
            ATTRIBUTES
                .iter()
                .map(|(tag, names)| (*tag, names.iter().copied().collect::<HashSet<_>>()))
                .collect::<HashMap<_, _>>(),
        )
        // Which links are kept and which pictures shown is decided when they are resolved.
        .url_schemes(["http", "https", "mailto", "data"].into())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(true)
        .id_prefix(Some(ID_PREFIX))
        .attribute_filter(filter);
    policy
});

/// Safe HTML. `data-sourcepos` is left for what comes after; links are not resolved yet.
pub(crate) fn sanitise(html: &str) -> String {
    POLICY.clean(html).to_string()
}

fn filter<'a>(tag: &str, attribute: &str, value: &'a str) -> Option<Cow<'a, str>> {
    match attribute {
        "class" => {
            let kept: Vec<_> = value.split_whitespace().filter_map(class).collect();
            (!kept.is_empty()).then(|| kept.join(" ").into())
        }
        "width" | "height" => {
            let number = value.strip_suffix('%').or(value.strip_suffix("px")).unwrap_or(value);
            let sane = number.parse::<u32>().is_ok_and(|number| (1..=2000).contains(&number));
            sane.then_some(value.into())
        }
        "src" | "href"
            if value.trim_start().get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:")) =>
        {
            (tag == "img").then_some(value.into())
        }
        _ => Some(value.into()),
    }
}

/// A class that may stay: ours, or the language of code (its first word only).
fn class(name: &str) -> Option<Cow<'_, str>> {
    if CLASSES.contains(&name) {
        return Some(name.into());
    }
    let language = name.strip_prefix("language-")?.trim_start_matches(['{', '.']);
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '_');
    let end = language.find(|c| !fits(c)).unwrap_or(language.len());
    (end > 0).then(|| format!("language-{}", &language[..end]).into())
}

/// Whether a tree nests deeper than any reader or sanitiser follows.
pub(crate) fn too_deep(root: Node<'_>) -> bool {
    let mut waiting = vec![(root, 0)];
    while let Some((node, depth)) = waiting.pop() {
        if depth > DEEPEST {
            return true;
        }
        waiting.extend(node.children().map(|child| (child, depth + 1)));
    }
    false
}

/// Whether raw HTML leaves so much open that parsing it would take unbounded time or memory.
/// Such HTML is shown as text.
pub(crate) fn too_open(root: Node<'_>) -> bool {
    let (mut open, mut formatting) = (0usize, 0usize);
    for node in root.descendants() {
        let data = node.data();
        let html = match &data.value {
            NodeValue::HtmlBlock(block) => &block.literal,
            NodeValue::HtmlInline(literal) => literal,
            _ => continue,
        };
        for tag in html.split('<').skip(1) {
            let (closes, tag) = tag.strip_prefix('/').map_or((false, tag), |tag| (true, tag));
            let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
            let name = tag[..end].to_ascii_lowercase();
            let count = match name.as_str() {
                "a" | "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small"
                | "strike" | "strong" | "tt" | "u" => &mut formatting,
                // They end by themselves.
                "" | "br" | "img" | "hr" | "input" | "wbr" | "col" | "source" | "link" | "meta"
                | "p" | "li" | "dt" | "dd" | "td" | "th" | "tr" | "thead" | "tbody" | "tfoot" => {
                    continue;
                }
                _ => &mut open,
            };
            *count = if closes { count.saturating_sub(1) } else { *count + 1 };
            if formatting > MOST_FORMATTING || open > DEEPEST {
                return true;
            }
        }
    }
    false
}

/// Whether a tag is on the allow-list.
#[cfg(test)]
pub(crate) fn allows(tag: &str) -> bool {
    TAGS.contains(&tag)
}
