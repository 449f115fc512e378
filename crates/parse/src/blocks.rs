//! A Markdown tree to a flat list of blocks in reading order that together hold every line:
//! what the chunker puts into chunks.

use crate::enclosure::Enclosure;
use crate::lines::Lines;
use crate::markdown::Tree;
use comrak::nodes::{Node, NodeValue};

/// What a block is to the chunker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Begins a section: the index of its heading.
    Heading(usize),
    /// Code or a table: kept whole where possible, cut at line ends.
    Whole,
    /// Prose: cut at sentence ends.
    Flow,
    /// Prose that nothing after it joins.
    Apart,
}

/// Whole lines of a document, first included, end not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    pub(crate) first: u32,
    pub(crate) end: u32,
    /// What its pieces need around them; of prose, what it leaves open at its end.
    pub(crate) enclosure: Option<Enclosure>,
}

/// The blocks of a tree. Lists, quotes and the like that weigh more than `budget` are taken
/// apart into their members; lines that the tree does not know (link definitions) are prose, unless
/// they are blank in `parsed`, the lines that the tree was made of.
pub(crate) fn of_tree(
    tree: &Tree<'_>,
    lines: &Lines<'_>,
    parsed: &Lines<'_>,
    budget: u32,
) -> Vec<Block> {
    let mut blocks = Blocks { blocks: Vec::new(), next: tree.skipped + 1 };
    let mut heading = 0;
    let mut waiting: Vec<Node<'_>> = tree.root.reverse_children().collect();
    while let Some(node) = waiting.pop() {
        let data = node.data();
        let first = data.sourcepos.start.line as u32 + tree.skipped;
        let end = (data.sourcepos.end.line as u32 + tree.skipped + 1).max(first + 1);
        let kind = match &data.value {
            NodeValue::Heading(_) => {
                while tree.headings.get(heading).is_some_and(|h| h.line < first) {
                    heading += 1;
                }
                match tree.headings.get(heading) {
                    Some(found) if found.section && found.line == first => Kind::Heading(heading),
                    _ => Kind::Flow,
                }
            }
            NodeValue::CodeBlock(_) | NodeValue::Table(_) => Kind::Whole,
            NodeValue::List(_)
            | NodeValue::Item(_)
            | NodeValue::TaskItem(_)
            | NodeValue::BlockQuote
            | NodeValue::Alert(_)
            | NodeValue::FootnoteDefinition(_)
                if lines.weight(first, end) > budget && node.first_child().is_some() =>
            {
                waiting.extend(node.reverse_children());
                continue;
            }
            _ => Kind::Flow,
        };
        let enclosure = match kind {
            Kind::Flow => last_of(node, tree.skipped, lines),
            _ => Enclosure::of(&data.value, first, end, lines),
        };
        blocks.add(kind, first, end, enclosure, parsed);
    }
    blocks.prose_up_to(parsed.count() + 1, parsed);
    blocks.blocks
}

/// What encloses the end of a node: only a comment that is the node itself, or what the
/// document leaves open, matters.
fn last_of(node: Node<'_>, skipped: u32, lines: &Lines<'_>) -> Option<Enclosure> {
    let mut last = node;
    while let Some(child) = last.last_child() {
        last = child;
    }
    let data = last.data();
    let first = data.sourcepos.start.line as u32 + skipped;
    let end = data.sourcepos.end.line as u32 + skipped + 1;
    let enclosure = Enclosure::of(&data.value, first, end.max(first + 1), lines)?;
    (last.same_node(node) || enclosure.is_left_open()).then_some(enclosure)
}

/// The paragraphs of plain text from `first` up to `end`: blank lines part them.
pub(crate) fn of_text(lines: &Lines<'_>, first: u32, end: u32) -> Vec<Block> {
    let mut blocks = Blocks { blocks: Vec::new(), next: first };
    blocks.prose_up_to(end, lines);
    blocks.blocks
}

struct Blocks {
    blocks: Vec<Block>,
    /// The first line that no block holds yet.
    next: u32,
}

impl Blocks {
    /// Adds a block; lines before it that nothing holds become prose first.
    fn add(
        &mut self,
        kind: Kind,
        first: u32,
        end: u32,
        enclosure: Option<Enclosure>,
        lines: &Lines<'_>,
    ) {
        self.prose_up_to(first, lines);
        let (first, end) = (first.max(self.next), end.min(lines.count() + 1));
        if first < end {
            self.blocks.push(Block { kind, first, end, enclosure });
            self.next = end;
        }
    }

    fn prose_up_to(&mut self, end: u32, lines: &Lines<'_>) {
        let mut begun = None;
        for line in self.next..end {
            if lines.is_blank(line) {
                self.close(&mut begun, line);
            } else {
                begun.get_or_insert(line);
            }
        }
        self.close(&mut begun, end);
        self.next = self.next.max(end);
    }

    fn close(&mut self, begun: &mut Option<u32>, end: u32) {
        if let Some(first) = begun.take() {
            self.blocks.push(Block { kind: Kind::Flow, first, end, enclosure: None });
        }
    }
}
