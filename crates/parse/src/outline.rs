//! The headings of texts that are shown as they stand: reStructuredText, Vim's help, Org.

use crate::line_heading::LineHeading;
use crate::lines::Lines;
use crate::{rst, vim};

/// What is told of a text by its lines.
#[derive(Default)]
pub(crate) struct Outline {
    pub(crate) title: Option<String>,
    pub(crate) headings: Vec<LineHeading>,
    /// It is none of the kinds that have headings.
    pub(crate) plain: bool,
}

/// Reads the outline of a text; its file's name tells the kind, else its lines.
pub(crate) fn of(path: &str, lines: &Lines<'_>) -> Outline {
    if vim::is_help(path, lines) {
        let (title, headings) = (Some(vim::title(path, lines)), vim::headings(lines));
        return Outline { title, headings, plain: false };
    }
    if rst::is_rst(path, lines) {
        let headings = rst::headings(lines).into_iter().map(|found| LineHeading {
            level: found.level,
            text: found.plain(),
            own: None,
            first: found.first,
            line: found.line,
            end: found.end,
        });
        return Outline { title: None, headings: headings.collect(), plain: false };
    }
    if path.rsplit('.').next().is_some_and(|ending| ending.eq_ignore_ascii_case("org")) {
        return org(lines);
    }
    Outline { plain: true, ..Outline::default() }
}

/// Org: `* Heading`, `#+TITLE:`; not within `#+BEGIN_…` blocks.
fn org(lines: &Lines<'_>) -> Outline {
    let mut outline = Outline::default();
    let mut in_block = false;
    for line in 1..=lines.count() {
        let text = lines.line(line).trim_end();
        let keyword = |word: &str| {
            let start = text.trim_start().get(..word.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        if keyword("#+begin_") || keyword("#+end_") {
            in_block = keyword("#+begin_");
        } else if keyword("#+title:") && outline.title.is_none() {
            let title = text.trim_start()[8..].trim().to_owned();
            outline.title = Some(title).filter(|title| !title.is_empty());
        }
        let rest = text.trim_start_matches('*');
        let level = text.len() - rest.len();
        if in_block || level == 0 || !rest.starts_with(' ') || rest.trim().is_empty() {
            continue;
        }
        let words = rest.trim();
        let words = ["TODO ", "DONE "].iter().find_map(|k| words.strip_prefix(k)).unwrap_or(words);
        // `:tag:other:` at the end.
        let words = match words.rsplit_once(char::is_whitespace) {
            Some((kept, tags))
                if tags.len() > 2 && tags.starts_with(':') && tags.ends_with(':') =>
            {
                kept.trim_end()
            }
            _ => words,
        };
        outline.headings.push(LineHeading {
            level: level.min(6) as u8,
            text: words.to_owned(),
            own: None,
            first: line,
            line,
            end: line + 1,
        });
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn org_has_stars() {
        let text = "#+TITLE: Bees\n* TODO One  :a:b:\n#+BEGIN_SRC\n* no\n#+END_SRC\n** Two\n*bold* x\n***\n";
        let outline = of("x.org", &Lines::new(text));
        assert_eq!(outline.title.as_deref(), Some("Bees"));
        let found: Vec<_> =
            outline.headings.into_iter().map(|h| (h.level, h.text, h.line)).collect();
        assert_eq!(found, [(1, "One".into(), 2), (2, "Two".into(), 6)]);
        assert!(of("x.txt", &Lines::new(text)).plain);
    }
}
