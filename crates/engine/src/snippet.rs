//! About two lines of a chunk around what matched, as plain text, with the question's words
//! marked.

use docroom_index::Marker;
use docroom_model::Fragment;
use std::ops::Range;

/// Longest snippet, in characters.
const LONGEST: usize = 220;
/// Characters shown before the first mark.
const BEFORE: usize = 60;

/// The snippet of a chunk's text.
pub(crate) fn snippet(marker: &mut Marker, chunk: &str) -> Vec<Fragment> {
    let text = plain(below_heading(chunk));
    let marks = marker.ranges(&text);
    let window = window(&text, &marks);
    let mut fragments = Vec::new();
    let mut push = |text: &str, marked: bool| {
        if !text.is_empty() {
            fragments.push(Fragment { text: text.to_owned(), marked });
        }
    };
    if window.start > 0 {
        push("…", false);
    }
    let mut at = window.start;
    for mark in marks.iter().filter(|mark| mark.start >= window.start && mark.end <= window.end) {
        push(&text[at..mark.start], false);
        push(&text[mark.clone()], true);
        at = mark.end;
    }
    push(&text[at..window.end], false);
    if window.end < text.len() {
        push("…", false);
    }
    fragments
}

/// The stretch of at most [`LONGEST`] characters with the most marks, cut between words.
fn window(text: &str, marks: &[Range<usize>]) -> Range<usize> {
    let reach = |start: usize, characters: usize| {
        text[start..].char_indices().nth(characters).map_or(text.len(), |(at, _)| start + at)
    };
    let mut best = (0, 0..reach(0, LONGEST));
    for mark in marks {
        let start = text[..mark.start]
            .char_indices()
            .rev()
            .nth(BEFORE - 1)
            .map_or(0, |(at, _)| next_word(text, at));
        let end = reach(start, LONGEST);
        let held = marks.iter().filter(|other| other.start >= start && other.end <= end).count();
        if held > best.0 {
            best = (held, start..end);
        }
    }
    let Range { start, end } = best.1;
    if end == text.len() {
        return start..end;
    }
    let cut = text[start..end].rfind(' ').filter(|at| *at > LONGEST / 2);
    start..cut.map_or(end, |at| start + at)
}

fn next_word(text: &str, at: usize) -> usize {
    match text[at..].find(' ') {
        Some(blank) if blank < BEFORE / 2 => at + blank + 1,
        _ => at,
    }
}

/// A chunk without the heading it begins with, which is shown above the snippet already; all
/// of it where there is nothing else.
fn below_heading(chunk: &str) -> &str {
    let mut rest = chunk.trim_start();
    while rest.starts_with('#') {
        match rest.split_once('\n') {
            Some((_, below)) if !below.trim().is_empty() => rest = below.trim_start(),
            _ => return chunk,
        }
    }
    rest
}

/// Markdown as one line of plain text: no heading marks, emphasis, code ticks, link targets,
/// shortcodes or table bars. A reading aid, not a parser: the page itself is rendered by one.
fn plain(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    for line in markdown.lines() {
        let line = line.trim();
        let fence = line.starts_with("```") || line.starts_with("~~~");
        let rule = !line.is_empty()
            && line.chars().all(|c| matches!(c, '-' | '=' | '|' | ':' | ' ' | '*' | '_'));
        if fence || rule {
            continue;
        }
        let line = line.trim_start_matches(['#', '>', ' ']);
        if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
        plain_line(line, &mut text);
    }
    text.truncate(text.trim_end().len());
    text
}

fn plain_line(line: &str, text: &mut String) {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let skipped = match first {
            '{' if after.starts_with(['{', '%', '#', '<']) => past(rest, "}"),
            '<' if after
                .starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!')) =>
            {
                past(rest, ">")
            }
            ']' if after.starts_with('(') => past(rest, ")"),
            ']' if after.starts_with('[') => past(after, "]").map(|n| n + 1),
            _ => None,
        };
        if let Some(skipped) = skipped {
            rest = rest[skipped..].trim_start_matches('}');
            continue;
        }
        match first {
            '`' | '|' | '[' | ']' => {}
            '*' if !after.starts_with(' ') || text.ends_with(char::is_alphanumeric) => {}
            '!' if after.starts_with('[') => {}
            ' ' | '\t' if text.ends_with(' ') => {}
            '\t' => text.push(' '),
            other => text.push(other),
        }
        rest = after;
    }
}

/// Bytes up to and with `end`, if it comes within the line.
fn past(text: &str, end: &str) -> Option<usize> {
    text.find(end).map(|at| at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use docroom_index::Question;

    fn marked(question: &str, chunk: &str) -> String {
        let mut marker = Marker::new(&Question::new(question));
        let pieces = snippet(&mut marker, chunk);
        pieces
            .iter()
            .map(|p| if p.marked { format!("«{}»", p.text) } else { p.text.clone() })
            .collect()
    }

    #[test]
    fn snippets_are_plain_and_marked() {
        let check = |question, chunk, expect: &str| assert_eq!(marked(question, chunk), expect);
        check(
            "rolling update",
            "## Rolling\n\nA *rolling* `update` of [Pods](/a).",
            "A «rolling» «update» of Pods.",
        );
        check("wicks", "# Lamps\n## Wicks\n", "Lamps «Wicks»");
        check("pods", "{{< note >}}\nUse **pods**.\n{{< /note >}}", "Use «pods».");
        check("cell", "| a | cell |\n|---|---|\n| b | c |", " a «cell» b c");
        check("x", "```go\nx := 1\n```", "«x» := 1");
        check("nothing", "", "");
        check("vec", "a < b and Vec<T> [x]", "a < b and «Vec» x");
    }

    #[test]
    fn long_chunks_are_cut_around_the_marks() {
        let text = format!("{} needle in here {}", "word ".repeat(200), "tail ".repeat(200));
        let shown = marked("needle", &text);
        assert!(
            shown.starts_with('…') && shown.ends_with('…') && shown.contains("«needle»"),
            "{shown}"
        );
        assert!(shown.chars().count() < LONGEST + 8);
        let unbroken = "字".repeat(2000);
        assert!(marked("字字", &unbroken).chars().count() < LONGEST + 8);
    }
}
