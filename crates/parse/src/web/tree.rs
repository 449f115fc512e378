//! A page as a tree, put together by the few of HTML's rules that documents need. Its depth and
//! size have limits, so that no page takes more than time and memory in proportion to its length.

use super::scan::{self, Token};
use std::borrow::Cow;

/// Elements nested deeper than this are taken as if their tags were not there.
const DEEPEST: usize = 120;
/// Past as many nodes, tags are left out and only words kept.
const MOST_NODES: usize = 2_000_000;

const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "source",
    "track", "wbr",
];

const BLOCKS: [&str; 45] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Number of a node in its tree; the root is 0.
pub(crate) type Id = u32;

/// An element, or a text (whose name is empty).
pub(crate) struct Node<'a> {
    /// In lower case.
    pub(crate) name: Cow<'a, str>,
    /// The attributes of an element or the words of a text, as they are written.
    source: &'a str,
    first: Id,
    last: Id,
    next: Id,
    pub(crate) parent: Id,
    /// There is a block element below it.
    pub(crate) holds_block: bool,
}

impl Node<'_> {
    /// The value of an attribute, its references resolved.
    pub(crate) fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        if self.is_text() { None } else { scan::attribute(self.source, name) }
    }

    /// The words of a text node, its references resolved.
    pub(crate) fn words(&self) -> Cow<'_, str> {
        htmlize::unescape(self.source)
    }

    pub(crate) fn is_text(&self) -> bool {
        self.name.is_empty()
    }

    pub(crate) fn is_block(&self) -> bool {
        BLOCKS.contains(&self.name.as_ref())
    }
}

/// A page.
pub(crate) struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    /// The elements that are open while it is built.
    open: Vec<Id>,
    /// The words past [`MOST_NODES`], as they are written.
    pub(crate) rest: String,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(html: &'a str) -> Self {
        let mut tree = Self { nodes: Vec::new(), open: Vec::new(), rest: String::new() };
        tree.append("html".into(), "");
        tree.open.push(0);
        // Open elements beyond the limits, whose end tags mean none of the others.
        let mut beyond = 0usize;
        scan::each(html, |token| match token {
            Token::Text(text) if tree.nodes.len() >= MOST_NODES => tree.rest.push_str(text),
            Token::Text(text) => {
                tree.append("".into(), text);
            }
            Token::Start { name, attributes, closed } => {
                let void = closed || VOID.contains(&name.as_ref());
                tree.close_implied(&name);
                if tree.nodes.len() >= MOST_NODES || tree.open.len() >= DEEPEST && !void {
                    beyond += usize::from(!void);
                    return;
                }
                let id = tree.append(name, attributes);
                if !void {
                    tree.open.push(id);
                }
            }
            Token::End(_) if beyond > 0 => beyond -= 1,
            Token::End(name) => tree.close(&name),
        });
        tree
    }

    pub(crate) fn node(&self, id: Id) -> &Node<'a> {
        &self.nodes[id as usize]
    }

    /// The nodes right below one.
    pub(crate) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let first = Some(self.node(id).first).filter(|id| *id > 0);
        std::iter::successors(first, |id| Some(self.node(*id).next).filter(|id| *id > 0))
    }

    /// The nodes below one in reading order.
    pub(crate) fn below(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let mut waiting = vec![self.node(id).first];
        std::iter::from_fn(move || {
            loop {
                let id = waiting.pop()?;
                if id > 0 {
                    let node = self.node(id);
                    waiting.extend([node.next, node.first]);
                    return Some(id);
                }
            }
        })
    }

    fn append(&mut self, name: Cow<'a, str>, source: &'a str) -> Id {
        let id = self.nodes.len() as Id;
        let parent = self.open.last().copied().unwrap_or_default();
        let (first, last, next) = (0, 0, 0);
        let node = Node { name, source, first, last, next, parent, holds_block: false };
        let is_block = node.is_block();
        self.nodes.push(node);
        if id > 0 {
            let above = &mut self.nodes[parent as usize];
            let before = std::mem::replace(&mut above.last, id);
            if before == 0 {
                above.first = id;
            } else {
                self.nodes[before as usize].next = id;
            }
        }
        if is_block {
            for open in self.open.iter().rev() {
                let above = &mut self.nodes[*open as usize];
                if std::mem::replace(&mut above.holds_block, true) {
                    break;
                }
            }
        }
        id
    }

    /// Closes what the start of an element ends without a tag.
    fn close_implied(&mut self, name: &str) {
        match name {
            "li" => self.close_up_to(&["li"], &["ul", "ol", "menu", "dir"]),
            "dt" | "dd" => self.close_up_to(&["dt", "dd"], &["dl"]),
            "td" | "th" => self.close_up_to(&["td", "th"], &["tr"]),
            "tr" => self.close_up_to(&["tr", "caption"], &["tbody", "thead", "tfoot"]),
            "tbody" | "thead" | "tfoot" => {
                self.close_up_to(&["tbody", "thead", "tfoot", "caption"], &[]);
            }
            "a" => self.close_up_to(&["a"], &BLOCKS),
            _ => {}
        }
        if BLOCKS.contains(&name) {
            // A paragraph holds no blocks.
            let mut depths = (1..self.open.len()).rev();
            let nearest = depths.find(|depth| self.node(self.open[*depth]).is_block());
            if let Some(depth) = nearest.filter(|depth| self.node(self.open[*depth]).name == "p") {
                self.open.truncate(depth);
            }
        }
    }

    /// Closes the innermost open element of one of the names, unless a table or one of the
    /// `walls` stands between.
    fn close_up_to(&mut self, names: &[&str], walls: &[&str]) {
        for depth in (1..self.open.len()).rev() {
            let name = self.nodes[self.open[depth] as usize].name.as_ref();
            if names.contains(&name) {
                return self.open.truncate(depth);
            }
            if name == "table" || walls.contains(&name) {
                return;
            }
        }
    }

    fn close(&mut self, name: &str) {
        let of_tables = ["table", "thead", "tbody", "tfoot", "tr"].contains(&name);
        for depth in (1..self.open.len()).rev() {
            let open = self.nodes[self.open[depth] as usize].name.as_ref();
            if open == name {
                return self.open.truncate(depth);
            }
            // What is in a cell closes nothing outside of it.
            if matches!(open, "td" | "th" | "caption") && !of_tables {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(tree: &Tree<'_>, id: Id) -> String {
        let node = tree.node(id);
        if node.is_text() {
            return node.words().trim().to_owned();
        }
        let inside: Vec<_> = tree.children(id).map(|child| shown(tree, child)).collect();
        format!("{}({})", node.name, inside.join(" "))
    }

    #[test]
    fn ends_that_are_not_written_are_known() {
        for (html, expect) in [
            ("<p>a<p>b<div>c</div>", "html(p(a) p(b) div(c))"),
            ("<ul><li>a<ul><li>b</ul><li>c</ul>", "html(ul(li(a ul(li(b))) li(c)))"),
            ("<dl><dt>a<dd>b<p>c<dt>d</dl>", "html(dl(dt(a) dd(b p(c)) dt(d)))"),
            ("<table><tr><td>a<td><div>b</table>c", "html(table(tr(td(a) td(div(b)))) c)"),
            ("<div><table><td></div>x</table>y</div>", "html(div(table(td(x)) y))"),
            ("<b>a</i>b</b>c&lt;", "html(b(a b) c<)"),
            ("a<br>b<hr/>c", "html(a br() b hr() c)"),
            ("<a name=x>a<a>b", "html(a(a) a(b))"),
        ] {
            assert_eq!(shown(&Tree::new(html), 0), expect, "{html}");
        }
    }

    #[test]
    fn depth_has_a_limit() {
        let html = "<div>".repeat(100_000) + "x" + &"</div>".repeat(100_000) + "y";
        let tree = Tree::new(&html);
        assert_eq!(tree.nodes.len(), DEEPEST + 2);
        assert_eq!(tree.children(0).count(), 2);
    }
}
