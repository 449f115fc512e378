//! What of a page is its content: the main part, without what leads around the site.

use super::tree::{Id, Node, Tree};

/// Elements that hold nothing to read, or what surrounds the text.
const GONE: [&str; 23] = [
    "script", "style", "template", "svg", "math", "noscript", "iframe", "object", "embed",
    "canvas", "audio", "video", "head", "select", "button", "input", "textarea", "nav", "footer",
    "dialog", "title", "menuitem", "map",
];
const ROLES: [&str; 9] = [
    "navigation",
    "search",
    "banner",
    "contentinfo",
    "menu",
    "menubar",
    "toolbar",
    "dialog",
    "tooltip",
];
/// Classes (and, of plain containers, ids) by which site makers mark such parts.
const MARKS: [&str; 44] = [
    "anchorjs-link",
    "breadcrumb",
    "breadcrumbs",
    "copy-button",
    "copybtn",
    "edit-link",
    "edit-page",
    "edit-this-page",
    "editlink",
    "footer",
    "gutter",
    "header-anchor",
    "headerlink",
    "lineno",
    "linenos",
    "md-footer",
    "md-header",
    "md-sidebar",
    "menu-wrapper",
    "mobile-nav",
    "nav",
    "navbar",
    "navigation",
    "page-footer",
    "page-nav",
    "pager",
    "pagination",
    "pagination-nav",
    "permalink",
    "prev-next",
    "related",
    "rst-footer-buttons",
    "sidebar",
    "skip-link",
    "skip-to-content",
    "skiplink",
    "sphinxsidebar",
    "sr-only",
    "theme-doc-breadcrumbs",
    "theme-edit-this-page",
    "toc",
    "table-of-contents",
    "wy-breadcrumbs",
    "wy-nav-side",
];
/// What links that change a page, or show its source, are called.
const EDITS: [&str; 10] = [
    "edit this page",
    "edit on github",
    "edit page",
    "edit this page on github",
    "view page source",
    "view source",
    "show source",
    "improve this page",
    "suggest edits",
    "report an issue",
];

/// The page's title in its head.
pub(crate) fn title(tree: &Tree<'_>) -> String {
    let title = tree.below(0).find(|id| tree.node(*id).name == "title");
    title.map(|id| words(tree, id)).unwrap_or_default()
}

/// The words of an element on one line.
pub(crate) fn words(tree: &Tree<'_>, id: Id) -> String {
    let texts = tree.below(id).map(|id| tree.node(id)).filter(|node| node.is_text());
    let all: String = texts.map(|text| text.words().into_owned()).collect();
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The elements that hold the content: the main part, the articles, else the whole page.
pub(crate) fn roots(tree: &Tree<'_>) -> Vec<Id> {
    let main =
        |node: &Node<'_>| node.name == "main" || node.attribute("role").as_deref() == Some("main");
    let article = |node: &Node<'_>| node.name == "article";
    for is_root in [&main as &dyn Fn(&Node<'_>) -> bool, &article] {
        let found = outermost(tree, is_root);
        if found.iter().any(|id| !words(tree, *id).is_empty()) {
            return found;
        }
    }
    vec![0]
}

/// The elements that are meant, none inside of another.
fn outermost(tree: &Tree<'_>, is_meant: &dyn Fn(&Node<'_>) -> bool) -> Vec<Id> {
    let (mut found, mut waiting) = (Vec::new(), vec![0]);
    while let Some(id) = waiting.pop() {
        let node = tree.node(id);
        if !node.is_text() && is_meant(node) {
            found.push(id);
        } else {
            let children: Vec<_> = tree.children(id).collect();
            waiting.extend(children.into_iter().rev());
        }
    }
    found
}

/// Whether an element is none of the content. `whole`: the page does not tell its main part.
pub(crate) fn is_left_out(tree: &Tree<'_>, id: Id, whole: bool) -> bool {
    let node = tree.node(id);
    let name = node.name.as_ref();
    if name.is_empty() {
        return false;
    }
    // Of a quotation, the footer names the source.
    let quoted = name == "footer" && tree.node(node.parent).name == "blockquote";
    if GONE.contains(&name) && !quoted || node.attribute("hidden").is_some() {
        return true;
    }
    // Documentation tools make notes of `aside`; beside the main part it is something else.
    if whole && (name == "aside" || name == "header" && !holds_title(tree, id)) {
        return true;
    }
    let role = node.attribute("role");
    if role.is_some_and(|role| ROLES.contains(&role.as_ref())) {
        return true;
    }
    if name == "a" && EDITS.contains(&words(tree, id).to_lowercase().as_str()) {
        return true;
    }
    // Sections and headings are named by their subject, which may be a menu.
    if !matches!(
        name,
        "div" | "ul" | "ol" | "p" | "a" | "span" | "td" | "table" | "aside" | "header"
    ) {
        return false;
    }
    let marked = |value: &str| {
        value
            .split_ascii_whitespace()
            .any(|word| MARKS.iter().any(|mark| mark.eq_ignore_ascii_case(word)))
    };
    node.attribute("class").is_some_and(|class| marked(&class))
        || name == "div" && node.attribute("id").is_some_and(|id| marked(&id))
}

fn holds_title(tree: &Tree<'_>, id: Id) -> bool {
    tree.below(id).any(|id| tree.node(id).name == "h1")
}
