//! The block of metadata at a document's beginning: YAML between `---` lines, TOML between
//! `+++` lines. Only its title is read; what is not clearly metadata is text.

use crate::lines::Lines;

/// What a document begins with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FrontMatter {
    /// Lines it takes, its fences included; 0 where there is none.
    pub(crate) lines: u32,
    /// The title, if one can be read.
    pub(crate) title: Option<String>,
}

/// Reads the front matter of a text.
pub(crate) fn read(lines: &Lines<'_>) -> FrontMatter {
    let toml = match lines.line(1).trim_end() {
        "---" => false,
        "+++" => true,
        _ => return FrontMatter::default(),
    };
    let ends = |line: &str| if toml { line == "+++" } else { line == "---" || line == "..." };
    let Some(end) = (2..=lines.count()).find(|n| ends(lines.line(*n).trim_end())) else {
        return FrontMatter::default();
    };
    let inside: Vec<&str> = (2..end).map(|n| lines.line(n).trim_end()).collect();
    let first = inside.iter().find(|line| !line.is_empty() && !line.starts_with('#'));
    // Two rules with prose between them are no front matter (`---`, blank, words, `---`).
    if first.is_some_and(|line| !is_entry(line, toml)) || inside.is_empty() {
        return FrontMatter::default();
    }
    FrontMatter { lines: end, title: title(&inside, toml).filter(|title| !title.is_empty()) }
}

/// Whether a line can be the first entry: `key: value` or `key = value`.
fn is_entry(line: &str, toml: bool) -> bool {
    if toml && line.starts_with('[') {
        return true;
    }
    let Some((key, rest)) = line.split_once(if toml { '=' } else { ':' }) else { return false };
    let key = key.trim_end().trim_matches(['"', '\'']);
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    !key.is_empty() && key.chars().all(plain) && (toml || rest.is_empty() || rest.starts_with(' '))
}

fn title(inside: &[&str], toml: bool) -> Option<String> {
    for (index, line) in inside.iter().enumerate() {
        if toml && line.starts_with('[') {
            return None;
        }
        let Some((key, value)) = line.split_once(if toml { '=' } else { ':' }) else { continue };
        if !key.trim_end().trim_matches('"').eq_ignore_ascii_case("title") {
            continue;
        }
        let value = value.trim();
        // A folded or literal block: the indented lines that follow.
        if !toml && value.starts_with(['>', '|']) && value.len() <= 2 {
            let block = inside[index + 1..].iter().take_while(|line| line.starts_with(' '));
            return Some(block.map(|line| line.trim()).collect::<Vec<_>>().join(" "));
        }
        return scalar(value);
    }
    None
}

/// A YAML or TOML string on one line; none where its quotes don't close.
fn scalar(value: &str) -> Option<String> {
    let mut text = String::new();
    let mut characters = value.chars();
    match value.chars().next()? {
        '"' => {
            characters.next();
            loop {
                match characters.next()? {
                    '"' => break,
                    '\\' => match characters.next()? {
                        'n' | 't' | 'r' => text.push(' '),
                        other => text.push(other),
                    },
                    other => text.push(other),
                }
            }
        }
        '\'' => {
            characters.next();
            loop {
                match characters.next()? {
                    '\'' if characters.clone().next() == Some('\'') => {
                        characters.next();
                        text.push('\'');
                    }
                    '\'' => break,
                    other => text.push(other),
                }
            }
        }
        '[' | '{' | '&' | '*' => return None,
        _ => {
            let end = value.find(" #").unwrap_or(value.len());
            text.push_str(&value[..end]);
        }
    }
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_lengths() {
        for (text, lines, title) in [
            ("---\ntitle: Plain words # note\n---\nx", 3, Some("Plain words")),
            ("---\r\ntitle: \"Kiln: firing\"\r\n---\r\n", 3, Some("Kiln: firing")),
            ("---\ntitle: 'it''s'\n...\n", 3, Some("it's")),
            ("---\ntags: [a]\nTitle: X\n---\n", 4, Some("X")),
            ("---\ntitle: >-\n  Two\n  lines\nother: 1\n---\n", 6, Some("Two lines")),
            ("---\n# comment\nweight: 3\n---\n", 4, None),
            ("+++\ntitle = \"Weaving\"\n[params]\n+++\n", 4, Some("Weaving")),
            ("+++\n[params]\ntitle = \"no\"\n+++\n", 4, None),
            ("---\ntitle: \"unclosed\n\ttabs: are: not\n---\n", 4, None),
            ("---\n\nOpening words, about saffron.\n\n---\n", 0, None),
            ("---\nNote: \n", 0, None),
            ("---\n---\n", 0, None),
            ("text\n---\ntitle: x\n---\n", 0, None),
            ("", 0, None),
        ] {
            let found = read(&Lines::new(text));
            assert_eq!((found.lines, found.title.as_deref()), (lines, title), "{text:?}");
        }
    }
}
