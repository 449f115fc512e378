//! HTML pages as Markdown: their content, without what leads around the site. That is the text
//! that is stored, searched, cited by its lines and shown.

mod addresses;
mod content;
mod escape;
mod scan;
mod tables;
mod tree;
mod write;

use tree::Tree;
use write::Writer;

/// The page as Markdown. It begins with the page's title as a heading where it has none.
pub(crate) fn to_markdown(html: &str) -> String {
    let tree = Tree::new(html);
    let roots = content::roots(&tree);
    let mut text = written(&tree, &roots, roots == [0]);
    if !text.contains(char::is_alphanumeric) {
        // What marks its all as navigation is taken as it is.
        text = written(&tree, &[0], false);
    }
    let title = content::title(&tree);
    let headed = |line: &str| line.starts_with("# ");
    if !title.is_empty() && !text.lines().any(headed) {
        let mut line = String::from("# ");
        escape::push_words(&title, &mut line);
        text = format!("{}\n\n{text}", line.trim_end());
    }
    text
}

fn written(tree: &Tree<'_>, roots: &[u32], whole: bool) -> String {
    let mut writer = Writer::new(tree, whole, tables::write);
    for root in roots {
        writer.children(*root);
        writer.flush();
    }
    escape::push_words(&tree.rest, &mut writer.line);
    writer.flush();
    writer.out
}

#[cfg(test)]
mod tests;
