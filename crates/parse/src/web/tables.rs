//! Tables of a page: those that hold data become Markdown's, those that lay out a page are
//! written cell by cell.

use super::content::is_left_out;
use super::tree::Id;
use super::write::Writer;

/// A cell with more words than this, in bytes, is no data.
const LONGEST_CELL: usize = 2000;

/// Writes a table.
pub(crate) fn write(writer: &mut Writer<'_>, table: Id) {
    writer.flush();
    let rows = rows(writer, table);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let headed = |row: &Vec<Id>| row.iter().all(|cell| writer.tree.node(*cell).name == "th");
    let heads = rows.first().is_some_and(headed);
    if columns < 2
        || rows.len() < 2 && !heads
        || rows.iter().flatten().any(|c| is_layout(writer, *c))
    {
        return writer.children(table);
    }
    let caption = writer.tree.children(table).find(|id| writer.tree.node(*id).name == "caption");
    if let Some(caption) = caption {
        writer.flat += 1;
        writer.children(caption);
        writer.flat -= 1;
        writer.flush();
    }
    let mut rows = rows.into_iter();
    let mut text = String::from("|");
    let first = if heads { rows.next().unwrap_or_default() } else { Vec::new() };
    for column in 0..columns {
        let words = first.get(column).map(|cell| words(writer, *cell)).unwrap_or_default();
        text.extend([" ", &words, " |"]);
    }
    text.push_str("\n|");
    text.push_str(&" --- |".repeat(columns));
    for row in rows {
        text.push_str("\n|");
        for cell in row {
            let words = words(writer, cell);
            text.extend([" ", &words, " |"]);
        }
    }
    writer.block(&text);
}

/// The cells of each row.
fn rows(writer: &Writer<'_>, table: Id) -> Vec<Vec<Id>> {
    let tree = writer.tree;
    let mut rows = Vec::new();
    for child in tree.children(table) {
        let within: Vec<Id> = match tree.node(child).name.as_ref() {
            "tr" => vec![child],
            "thead" | "tbody" | "tfoot" => tree.children(child).collect(),
            _ => continue,
        };
        for row in within.into_iter().filter(|id| tree.node(*id).name == "tr") {
            let cells = tree.children(row).filter(|id| {
                matches!(tree.node(*id).name.as_ref(), "td" | "th")
                    && !is_left_out(tree, *id, writer.whole)
            });
            let cells: Vec<Id> = cells.collect();
            if !cells.is_empty() {
                rows.push(cells);
            }
        }
    }
    rows
}

/// Whether a cell holds what no cell of Markdown can.
fn is_layout(writer: &Writer<'_>, cell: Id) -> bool {
    let mut length = 0;
    writer.tree.below(cell).any(|id| {
        let node = writer.tree.node(id);
        if node.is_text() {
            length += node.words().len();
        }
        let blocks = ["table", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"];
        length > LONGEST_CELL || blocks.contains(&node.name.as_ref())
    })
}

/// A cell's words on one line.
fn words(writer: &mut Writer<'_>, cell: Id) -> String {
    let outer = std::mem::take(&mut writer.line);
    writer.flat += 1;
    writer.children(cell);
    writer.flat -= 1;
    let words = std::mem::replace(&mut writer.line, outer);
    words.trim().replace('|', "\\|")
}
