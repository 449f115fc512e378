//! Keeping document text apart from our own words: a fence that no text inside can close,
//! and free text squeezed onto one line.

/// Longest title, breadcrumb or query that is repeated in a line of ours, in characters.
const LINE_LIMIT: usize = 200;

/// A run of backticks longer than any in the texts, at least three.
pub(crate) fn fence<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let longest = texts.into_iter().map(longest_run).max().unwrap_or(0);
    "`".repeat((longest + 1).max(3))
}

/// The text between two lines of `fence`, its last line ended.
pub(crate) fn fenced(fence: &str, text: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}\n{text}{end}{fence}\n")
}

/// Free text for a line of ours: control characters and line ends become blanks, the rest is
/// cut at a length, so that a title can't pretend to be a further line of the answer.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(LINE_LIMIT));
    for (count, character) in text.chars().enumerate() {
        if count == LINE_LIMIT {
            line.push('…');
            break;
        }
        let breaks = character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
        line.push(if breaks { ' ' } else { character });
    }
    line
}

fn longest_run(text: &str) -> usize {
    let (mut longest, mut run) = (0, 0);
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_closes_its_fence() {
        for (text, width) in [("", 3), ("`a`", 3), ("```\ncode\n```", 4), ("x ````` y", 6)] {
            assert_eq!(fence([text]).len(), width, "{text:?}");
            assert!(!text.contains(&fence([text])));
        }
        assert_eq!(fence(["a", "````"]), "`````");
        assert_eq!(fenced("```", "a\nb"), "```\na\nb\n```\n");
        assert_eq!(fenced("```", "a\n"), "```\na\n```\n");
    }

    #[test]
    fn a_title_stays_on_its_line() {
        assert_eq!(one_line("a\n### 9. fake\u{2028}b\u{7}"), "a ### 9. fake b ");
        assert_eq!(one_line(&"x".repeat(201)).chars().count(), 201);
        assert!(one_line(&"x".repeat(201)).ends_with('…'));
    }
}
