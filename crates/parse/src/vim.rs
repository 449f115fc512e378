//! Vim's help: headings below rules, entries by their tags, and lines in capitals.

use crate::line_heading::LineHeading;
use crate::lines::Lines;

/// Shortest rule, in signs.
const RULE: usize = 40;

/// Whether a text is Vim's help: its first line begins with the tag of its own name.
pub(crate) fn is_help(path: &str, lines: &Lines<'_>) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let own = lines.line(1).strip_prefix('*').and_then(|line| line.split_once('*'));
    own.is_some_and(|(tag, _)| tag.eq_ignore_ascii_case(name))
}

/// The title: the first line near the top that has a tag or stands in the middle, and is not the
/// manual's name; else the file's name.
pub(crate) fn title(path: &str, lines: &Lines<'_>) -> String {
    let named = (2..=lines.count().min(20)).find_map(|line| {
        let (words, tags) = split(lines.line(line));
        let middle =
            lines.line(line).starts_with(['\t']) || lines.line(line).starts_with("        ");
        let is_title = (middle || !tags.is_empty())
            && (4..=80).contains(&words.chars().count())
            && words.starts_with(char::is_alphanumeric)
            && !(words.contains("://")
                || words.contains("VIM ")
                || words.contains("by ")
                || words == "CONTENTS");
        is_title.then_some(words)
    });
    let name = path.rsplit('/').next().unwrap_or(path);
    named.unwrap_or_else(|| name.split('.').next().unwrap_or(name).to_owned())
}

/// The headings in reading order.
pub(crate) fn headings(lines: &Lines<'_>) -> Vec<LineHeading> {
    let mut found: Vec<LineHeading> = Vec::new();
    let (mut above, mut in_code) = (2, false);
    let mut line = 2;
    while line <= lines.count() {
        let text = lines.line(line).trim_end();
        // `>` at the end of a line begins code, which ends before a line at the margin.
        in_code &= text.is_empty() || text.starts_with([' ', '\t']);
        if in_code {
            line += 1;
            continue;
        }
        in_code = text == ">" || text.ends_with(" >") || text.ends_with("\t>");
        let after_rule = rule(lines.line(line - 1).trim_end());
        let (words, tags) = split(text);
        let kind = if rule(text) || text.is_empty() {
            None
        } else if after_rule {
            let thin = lines.line(line - 1).starts_with('-');
            above = if thin { 3 } else { 2 };
            (!words.is_empty() || !tags.is_empty()).then_some(above)
        } else if !tags.is_empty() && (lines.is_blank(line - 1) || words.is_empty()) {
            Some(above + 2)
        } else if capitals(&words) && lines.is_blank(line - 1) && !text.starts_with([' ', '\t']) {
            Some(above + 1)
        } else {
            None
        };
        if let Some(level) = kind {
            let first = if after_rule { line - 1 } else { line };
            let own = tags.first().cloned().filter(|tag| !tag.contains(char::is_whitespace));
            let text = if words.is_empty() { tags.join(" ") } else { words };
            // Tags on several lines are of one entry.
            match found.last_mut().filter(|last| last.end == line && last.level == level) {
                Some(last) if lines.line(line - 1).starts_with([' ', '\t']) => last.end = line + 1,
                _ => found.push(LineHeading { level, text, own, first, line, end: line + 1 }),
            }
        }
        line += 1;
    }
    found
}

fn rule(line: &str) -> bool {
    line.len() >= RULE && (line.bytes().all(|b| b == b'=') || line.bytes().all(|b| b == b'-'))
}

/// A line's words and its tags `*tag*`.
fn split(line: &str) -> (String, Vec<String>) {
    let is_tag = |word: &&str| word.len() > 2 && word.starts_with('*') && word.ends_with('*');
    let tags: Vec<_> = line.split_whitespace().filter(is_tag).collect();
    let words: Vec<_> = line.split_whitespace().filter(|word| !is_tag(word)).collect();
    let tags = tags.into_iter().map(|tag| tag[1..tag.len() - 1].to_owned()).collect();
    let words = words.join(" ");
    (words.trim_end_matches(['~', '>']).trim_end().to_owned(), tags)
}

fn capitals(words: &str) -> bool {
    words.chars().count() >= 4
        && words.chars().filter(|c| c.is_uppercase()).count() >= 3
        && !words.chars().any(char::is_lowercase)
        && words.starts_with(char::is_uppercase)
        && words.len() <= 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_tags_and_capitals() {
        let rule = "=".repeat(78);
        let thin = "-".repeat(78);
        let text = format!(
            "*x.txt*\tFor Vim version 9\n\n\t VIM MANUAL by B\n\nDoing things\t*doing*\n\n|10.1|  One\n\n\
             {rule}\n*10.1*\tOne thing\n\nWords: >\n\n\t*no*\tcode\n<\nMORE WORDS\n\nCAPITALS AND SO\n\nx\n\
             {thin}\nTwo\t\t*two* *zwei*\n\n\t\t\t*:g* *:gl*\n\t\t\t*E148*\n:[range]g\tDoes.\n\nabs(x)  *abs()*\n\tReturns.\n"
        );
        let lines = Lines::new(&text);
        assert!(is_help("a/X.txt", &lines) && !is_help("y.txt", &lines));
        assert_eq!(title("a/x.txt", &lines), "Doing things");
        assert_eq!(title("a/x.txt", &Lines::new("*x.txt*\n\nWords.\n")), "x");
        let row = |h: LineHeading| (h.level, h.text, h.own.unwrap_or_default(), h.first, h.end);
        let found: Vec<_> = headings(&lines).into_iter().map(row).collect();
        let row =
            |level, text: &str, own: &str, first, end| (level, text.into(), own.into(), first, end);
        assert_eq!(
            found,
            [
                row(4, "Doing things", "doing", 5, 6),
                row(2, "One thing", "10.1", 9, 11),
                row(3, "CAPITALS AND SO", "", 18, 19),
                row(3, "Two", "two", 21, 23),
                row(5, ":g :gl", ":g", 24, 26),
                row(5, "abs(x)", "abs()", 28, 29),
            ]
        );
    }
}
