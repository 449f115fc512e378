//! The block of metadata at a document's beginning: YAML between `---` lines, TOML between
//! `+++` lines. Only its title is read, and where it says what the document is about; what is
//! not clearly metadata is text.

use crate::lines::Lines;
use std::ops::Range;

/// Fields that say in words what a document is about.
const ABOUT: [&str; 5] = ["description", "summary", "tags", "keywords", "aliases"];

/// What a document begins with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FrontMatter {
    /// Lines it takes, its fences included; 0 where there is none.
    pub(crate) lines: u32,
    /// The title, if one can be read.
    pub(crate) title: Option<String>,
    /// The lines from the first field in words about the document to the last, end not included.
    pub(crate) about: Option<Range<u32>>,
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
    if first.is_some_and(|line| !(toml && line.starts_with('[') || entry(line, toml).is_some()))
        || inside.is_empty()
    {
        return FrontMatter::default();
    }
    let title = title(&inside, toml).filter(|title| !title.is_empty());
    FrontMatter { lines: end, title, about: about(&inside, toml) }
}

/// The name and the value of a line that begins a field: `key: value` or `key = value`.
fn entry(line: &str, toml: bool) -> Option<(&str, &str)> {
    let (key, rest) = line.split_once(if toml { '=' } else { ':' })?;
    let key = key.trim_end().trim_matches(['"', '\'']);
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let begins = !key.is_empty()
        && key.chars().all(plain)
        && !key.starts_with('-')
        && (toml || rest.is_empty() || rest.starts_with(' '));
    begins.then_some((key, rest))
}

/// See [`FrontMatter::about`]. A field goes on up to the next one at its depth.
fn about(inside: &[&str], toml: bool) -> Option<Range<u32>> {
    let (mut stretch, mut field) = (None::<Range<u32>>, None);
    for (number, line) in (2..).zip(inside) {
        let line = if toml { line.trim_start() } else { line };
        if line.starts_with('#') {
            continue;
        }
        let said = match entry(line, toml) {
            Some((key, value)) => {
                field = ABOUT.iter().any(|name| key.eq_ignore_ascii_case(name)).then_some(number);
                value
            }
            None if toml && line.starts_with('[') => {
                field = None;
                continue;
            }
            None => line,
        };
        if let Some(first) = field.filter(|_| said.chars().any(char::is_alphanumeric)) {
            stretch = Some(stretch.map_or(first, |stretch| stretch.start)..number + 1);
        }
    }
    stretch
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

    #[test]
    fn what_it_says_about_the_document() {
        for (inside, about) in [
            ("description: Words # note", Some(2..3)),
            ("a: b\nTags:\n  - one\n- two\nc: d", Some(3..6)),
            ("tags: []\nsummary: \"\"\nkeywords:", None),
            ("aliases: [x]\nweight: 3\n\nsummary: |\n  Two\n\n  parts\nlayout: y", Some(2..9)),
            ("feature:\n  description: not of the page", None),
            ("tags:\n# comment\ntitle: x", None),
        ] {
            let text = format!("---\n{inside}\n---\n");
            assert_eq!(read(&Lines::new(&text)).about, about, "{inside}");
        }
        let toml =
            "+++\ntitle = \"x\"\n[taxonomies]\ntags = [\n  \"one\",\n]\n[extra]\nx = 1\n+++\n";
        assert_eq!(read(&Lines::new(toml)).about, Some(4..6));
    }
}
