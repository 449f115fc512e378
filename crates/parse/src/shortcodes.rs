//! Hugo's shortcodes, `{{< note >}}` and `{{% heading "x" %}}`, to what a reader wants of them:
//! their words. In text and raw HTML only; code shows them as they are.

use comrak::nodes::{Node, NodeValue};

/// Shortcodes that begin a box: its kind is said in its place.
const BOXES: [&str; 8] =
    ["note", "caution", "warning", "tip", "info", "important", "hint", "danger"];

/// Replaces the shortcodes of a tree.
pub(crate) fn replace(root: Node<'_>) {
    for node in root.descendants() {
        let mut data = node.data_mut();
        match &mut data.value {
            NodeValue::Text(text) => {
                if let Some(replaced) = words_of(text) {
                    *text = replaced.into();
                }
            }
            NodeValue::HtmlBlock(block) => {
                if let Some(replaced) = words_of(&block.literal) {
                    block.literal = replaced;
                }
            }
            _ => {}
        }
    }
}

/// The text with words for shortcodes; none if it holds none.
fn words_of(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    let mut found = false;
    while let Some(start) = rest.find("{{") {
        let (before, code) = rest.split_at(start);
        out.push_str(before);
        let sign = code[2..].chars().next().filter(|sign| matches!(sign, '<' | '%'));
        let closing = if sign == Some('%') { "%}}" } else { ">}}" };
        let end = sign.and_then(|_| code[3..].find(closing));
        let Some(end) = end else {
            // None of ours, or one that never ends: the rest may still hold others.
            out.push_str("{{");
            rest = &code[2..];
            if sign.is_some() {
                break;
            }
            continue;
        };
        found = true;
        push_words(&code[3..3 + end], &code[..3], closing, &mut out);
        rest = &code[3 + end + closing.len()..];
    }
    out.push_str(rest);
    found.then_some(out)
}

fn push_words(inside: &str, opening: &str, closing: &str, out: &mut String) {
    let inside = inside.trim();
    // `{{</* note */>}}` is how Hugo's own documentation shows one.
    if let Some(shown) = inside.strip_prefix("/*").and_then(|inside| inside.strip_suffix("*/")) {
        out.extend([opening, shown, closing]);
        return;
    }
    let name = inside.split_whitespace().next().unwrap_or("");
    let value = |key: &str| {
        let after = inside.split(&format!(" {key}=\"")).nth(1)?;
        after.split('"').next()
    };
    if let Some(text) = value("text") {
        out.push_str(text);
    } else if let Some(term) = value("term_id") {
        out.push_str(&term.replace('-', " "));
    } else if BOXES.contains(&name) {
        out.push_str(&name[..1].to_ascii_uppercase());
        out.push_str(&name[1..]);
        out.push(':');
    } else if matches!(name, "ref" | "relref" | "heading") {
        out.push_str(inside.split(['"', '\u{201c}', '\u{201d}']).nth(1).unwrap_or(""));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcodes_become_their_words() {
        for (text, words) in [
            ("{{< note >}}", Some("Note:")),
            ("a {{< /note >}} b", Some("a  b")),
            ("Use {{< glossary_tooltip text=\"Pods\" term_id=\"pod\" >}}.", Some("Use Pods.")),
            ("{{< glossary_tooltip term_id=\"replica-set\" >}}s", Some("replica sets")),
            ("{{% heading \"whatsnext\" %}}", Some("whatsnext")),
            ("<a href=\"{{< ref \"../x#y\" >}}\">", Some("<a href=\"../x#y\">")),
            ("{{</* note */>}}", Some("{{< note >}}")),
            ("{{% code_sample file=\"a.yaml\" %}}", Some("")),
            ("{{ .Values.x }} {{< tip >}}", Some("{{ .Values.x }} Tip:")),
            ("{{ .Values.x }}", None),
            ("{{< never ends", None),
            ("{{", None),
        ] {
            assert_eq!(words_of(text).as_deref(), words, "{text}");
        }
    }
}
