//! A page's content as Markdown: blocks with their prefixes, one line a paragraph.

use super::addresses::{self, is_address, push_address};
use super::content::is_left_out;
use super::escape::{longest_run, push_blank, push_code, push_line, push_words};
use super::tree::{Id, Tree};

/// Lists and quotes nested deeper than this are not indented further.
const DEEPEST: usize = 6;

/// What is written so far, and where.
pub(crate) struct Writer<'a> {
    pub(crate) tree: &'a Tree<'a>,
    /// The page does not tell its main part from the rest.
    pub(crate) whole: bool,
    pub(crate) out: String,
    /// The paragraph in the making.
    pub(crate) line: String,
    /// What each line begins with, and how many lists and quotes that is.
    prefix: String,
    /// What the line before began with.
    before: String,
    depth: usize,
    /// The mark of the list item that the next block begins.
    mark: Option<String>,
    /// The next block follows without a blank line.
    tight: bool,
    /// The id of the section that the next heading names.
    section: Option<String>,
    /// Blocks are words of one line: in headings and cells.
    pub(crate) flat: usize,
    emphasis: [bool; 3],
    table: Table,
}

/// Writes a table: a room of its own, which needs the writer.
pub(crate) type Table = fn(&mut Writer<'_>, Id);

impl<'a> Writer<'a> {
    pub(crate) fn new(tree: &'a Tree<'a>, whole: bool, table: Table) -> Self {
        Self {
            tree,
            whole,
            out: String::new(),
            line: String::new(),
            prefix: String::new(),
            before: String::new(),
            depth: 0,
            mark: None,
            tight: false,
            section: None,
            flat: 0,
            emphasis: [false; 3],
            table,
        }
    }

    /// Writes what is below an element.
    pub(crate) fn children(&mut self, id: Id) {
        for child in self.tree.children(id) {
            self.node(child);
        }
    }

    fn node(&mut self, id: Id) {
        let node = self.tree.node(id);
        if node.is_text() {
            return push_words(&node.words(), &mut self.line);
        }
        if is_left_out(self.tree, id, self.whole) {
            return;
        }
        if self.flat > 0 && node.is_block() {
            push_blank(&mut self.line);
            self.children(id);
            return push_blank(&mut self.line);
        }
        match node.name.as_ref() {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.heading(id),
            "pre" if self.flat == 0 => self.code_block(id),
            "table" => (self.table)(self, id),
            "blockquote" => self.nested(id, "> ", None),
            "ul" | "ol" | "menu" | "dir" => self.list(id),
            "li" | "dt" => self.nested(id, "  ", Some("- ".to_owned())),
            "dd" if self.has_term(node.parent) => self.nested(id, "  ", None),
            "hr" => self.block("* * *"),
            "br" if self.flat == 0 => {
                self.line.truncate(self.line.trim_end_matches(' ').len());
                if !self.line.is_empty() {
                    self.line.push_str("  \n");
                }
            }
            "br" => push_blank(&mut self.line),
            "img" => addresses::push_picture(node, &mut self.line),
            "a" if !node.holds_block => self.link(id),
            "code" | "tt" | "kbd" | "samp" if !node.holds_block => {
                push_code(&self.raw(id), &mut self.line);
            }
            "b" | "strong" if !node.holds_block => self.emphasised(id, 0, "**"),
            "i" | "em" | "cite" | "var" | "dfn" if !node.holds_block => {
                self.emphasised(id, 1, "*");
            }
            "s" | "del" | "strike" if !node.holds_block => self.emphasised(id, 2, "~~"),
            "summary" | "caption" | "figcaption" | "legend" => {
                self.flush();
                self.flat += 1;
                self.emphasised(id, 0, "**");
                self.flat -= 1;
                self.flush();
            }
            "section" | "article" => {
                self.flush();
                self.section = node.attribute("id").map(|id| id.into_owned());
                self.children(id);
                self.flush();
            }
            _ if node.is_block() => {
                self.flush();
                self.children(id);
                self.flush();
            }
            _ => self.children(id),
        }
    }

    /// Ends the paragraph.
    pub(crate) fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.trim().is_empty() {
            return;
        }
        let mut text = String::with_capacity(line.len() + 8);
        for (index, part) in line.trim().split("  \n").enumerate() {
            if index > 0 {
                text.push_str("  \n");
            }
            push_line(part.trim(), &mut text);
        }
        self.block(&text);
    }

    /// Writes lines, with a blank line before them where one is needed.
    pub(crate) fn block(&mut self, text: &str) {
        self.section = None;
        if !(self.out.is_empty() || self.tight && self.mark.is_some()) {
            let same = self.prefix.bytes().zip(self.before.bytes()).take_while(|(a, b)| a == b);
            self.out.push_str(self.prefix[..same.count()].trim_end());
            self.out.push('\n');
        }
        self.before.clone_from(&self.prefix);
        self.tight = false;
        for line in text.split('\n') {
            match self.mark.take() {
                Some(mark) => {
                    self.out.push_str(&self.prefix[..self.prefix.len() - mark.len()]);
                    self.out.push_str(&mark);
                }
                None if line.is_empty() => self.out.push_str(self.prefix.trim_end()),
                None => self.out.push_str(&self.prefix),
            }
            self.out.push_str(line);
            self.out.push('\n');
        }
    }

    /// Writes what is below an element with its lines' beginning; `mark` takes its place once.
    /// An element that holds headings is layout.
    fn nested(&mut self, id: Id, prefix: &str, mark: Option<String>) {
        self.flush();
        let layout = self.depth >= DEEPEST || self.holds_heading(id);
        let kept = self.prefix.len();
        if !layout {
            self.prefix.push_str(prefix);
            self.depth += 1;
            // An item may begin with another item.
            self.mark = match (self.mark.take(), mark) {
                (Some(outer), inner) => Some(outer + inner.as_deref().unwrap_or(prefix)),
                (None, inner) => inner,
            };
        }
        self.children(id);
        self.flush();
        if !layout {
            self.prefix.truncate(kept);
            self.depth -= 1;
            self.mark = None;
        }
    }

    fn list(&mut self, id: Id) {
        self.flush();
        let ordered = self.tree.node(id).name == "ol";
        let start = self.tree.node(id).attribute("start");
        let mut number = start.and_then(|start| start.trim().parse::<u32>().ok()).unwrap_or(1);
        let mut follows = false;
        for child in self.tree.children(id) {
            let node = self.tree.node(child);
            if node.name != "li" || is_left_out(self.tree, child, self.whole) {
                self.node(child);
                continue;
            }
            let mark = if ordered { format!("{number}. ") } else { "- ".to_owned() };
            number = number.saturating_add(1).min(999_999_999);
            // Items of one line each follow each other without blank lines.
            self.flush();
            self.tight = follows && !node.holds_block;
            follows = !node.holds_block;
            self.nested(child, &" ".repeat(mark.len()), Some(mark));
            self.tight = false;
        }
        self.flush();
    }

    /// Whether a list of definitions begins with a term: where there is none, it is layout.
    fn has_term(&self, list: Id) -> bool {
        let first = self.tree.children(list).take(8).map(|id| self.tree.node(id));
        first.filter(|node| !node.is_text()).map(|node| node.name == "dt").next() == Some(true)
    }

    fn holds_heading(&self, id: Id) -> bool {
        let is_heading = |name: &str| matches!(name.as_bytes(), [b'h', b'1'..=b'6']);
        self.tree.node(id).holds_block
            && self.tree.below(id).any(|id| is_heading(&self.tree.node(id).name))
    }

    fn heading(&mut self, id: Id) {
        self.flush();
        let node = self.tree.node(id);
        let level = usize::from(node.name.as_bytes()[1] - b'0');
        let own = node.attribute("id").map(|id| id.into_owned());
        let inside = || {
            let named = self.tree.below(id).map(|id| self.tree.node(id));
            named.filter(|node| !node.is_text()).find_map(|node| node.attribute("id"))
        };
        let section = self.section.take();
        let anchor = own.or(section).or_else(|| inside().map(|id| id.into_owned()));
        self.flat += 1;
        self.children(id);
        self.flat -= 1;
        let text = std::mem::take(&mut self.line);
        let text = text.trim().trim_end_matches(['¶', '§', '🔗']);
        if text.is_empty() {
            return;
        }
        let mut line = format!("{} {}", "#".repeat(level), text.trim_end());
        if let Some(anchor) = anchor.filter(|anchor| can_be_written(anchor)) {
            line.push_str(&format!(" {{#{anchor}}}"));
        }
        self.block(&line);
    }

    fn code_block(&mut self, id: Id) {
        self.flush();
        let code = self.raw(id);
        let code = code.trim_end().trim_start_matches('\n');
        if code.trim().is_empty() {
            return;
        }
        let fence = "`".repeat((longest_run(code, '`') + 1).max(3));
        let language = self.language(id).unwrap_or_default();
        self.block(&format!("{fence}{language}\n{code}\n{fence}"));
    }

    /// The language of code by the classes of the element, its child or those around it.
    fn language(&self, id: Id) -> Option<String> {
        let tree = self.tree;
        let parent = tree.node(id).parent;
        let around = [id, parent, tree.node(parent).parent];
        tree.children(id).chain(around).find_map(|id| {
            let node = tree.node(id);
            if node.is_text() {
                return None;
            }
            if let Some(language) = node.attribute("data-lang") {
                return is_language(&language).then(|| language.into_owned());
            }
            let classes = node.attribute("class")?;
            let named = classes.split_ascii_whitespace().find_map(|class| {
                let class = class.strip_prefix("highlight-source-").unwrap_or(class);
                ["language-", "lang-", "highlight-"].iter().find_map(|p| class.strip_prefix(p))
            });
            named.filter(|name| is_language(name)).map(str::to_owned)
        })
    }

    /// The words of an element as they stand, line ends kept.
    fn raw(&self, id: Id) -> String {
        let mut out = String::new();
        let mut waiting: Vec<Id> = vec![id];
        while let Some(at) = waiting.pop() {
            let node = self.tree.node(at);
            if node.is_text() {
                out.push_str(&node.words().replace("\r\n", "\n").replace('\r', "\n"));
            } else if node.name == "br" {
                out.push('\n');
            } else if at == id || !is_left_out(self.tree, at, self.whole) {
                let children: Vec<_> = self.tree.children(at).collect();
                waiting.extend(children.into_iter().rev());
            }
        }
        out
    }

    fn emphasised(&mut self, id: Id, kind: usize, mark: &str) {
        let start = self.line.len();
        let was = std::mem::replace(&mut self.emphasis[kind], true);
        self.children(id);
        self.emphasis[kind] = was;
        let inner = self.line.split_off(start);
        let words = inner.trim();
        if inner.starts_with(' ') {
            push_blank(&mut self.line);
        }
        // Marks side by side would be read as others.
        let plain = was || words.is_empty() || self.line.ends_with(['*', '~']);
        let mark = if plain { "" } else { mark };
        self.line.extend([mark, words, mark]);
        if inner.ends_with(' ') {
            push_blank(&mut self.line);
        }
    }

    fn link(&mut self, id: Id) {
        let start = self.line.len();
        self.children(id);
        let inner = self.line.split_off(start);
        let words = inner.trim();
        if inner.starts_with(' ') {
            push_blank(&mut self.line);
        }
        let address = self.tree.node(id).attribute("href");
        // Places on the same page are reached by its headings; their addresses would only stand
        // between the words that are searched.
        match address.filter(|address| is_address(address) && !address.starts_with('#')) {
            // The mark of a heading's own address.
            _ if words.is_empty() || self.flat > 0 && matches!(words, "¶" | "#" | "§" | "🔗") =>
                {}
            Some(address) if !words.contains("](") => {
                if self.line.ends_with('!') {
                    self.line.insert(self.line.len() - 1, '\\');
                }
                self.line.extend(["[", words, "]("]);
                push_address(address.trim(), &mut self.line);
                self.line.push(')');
            }
            _ => self.line.push_str(words),
        }
        if inner.ends_with(' ') {
            push_blank(&mut self.line);
        }
    }
}

/// Whether a heading's id can stand in braces behind it.
fn can_be_written(id: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | ':' | '_' | '/');
    !id.is_empty() && id.len() <= 200 && id.chars().all(plain) && !id.ends_with('_')
}

fn is_language(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '_' | '.');
    !name.is_empty()
        && name.len() <= 30
        && name.chars().all(plain)
        && !matches!(name, "default" | "none" | "text" | "plaintext")
}
