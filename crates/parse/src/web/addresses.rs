//! Where links and pictures of a page lead, as Markdown.

use super::escape::push_words;
use super::tree::Node;

/// Longest address that is kept; pictures in the text itself are longer.
const LONGEST: usize = 2000;

/// Whether an address is worth keeping, and none that runs or holds something.
pub(crate) fn is_address(address: &str) -> bool {
    let address = address.trim();
    let inline = |scheme: &str| {
        address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    !address.is_empty()
        && address.len() <= LONGEST
        && !address.chars().any(char::is_control)
        && !inline("data:")
        && !inline("javascript:")
}

/// Appends an address as it stands in Markdown's parentheses.
pub(crate) fn push_address(address: &str, out: &mut String) {
    for character in address.chars() {
        match character {
            ' ' => out.push_str("%20"),
            '(' | ')' | '<' | '>' | '\\' => out.extend(['\\', character]),
            other => out.push(other),
        }
    }
}

/// Appends a picture; only its description where it has no address.
pub(crate) fn push_picture(node: &Node<'_>, out: &mut String) {
    let mut words = String::new();
    push_words(node.attribute("alt").as_deref().unwrap_or(""), &mut words);
    let words = words.trim().replace(['[', ']'], "");
    match node.attribute("src").filter(|src| is_address(src)) {
        Some(src) => {
            out.extend(["![", &words, "]("]);
            push_address(src.trim(), out);
            out.push(')');
        }
        None => out.push_str(&words),
    }
}
