//! The headings of reStructuredText: a line with a row of one punctuation sign under it,
//! or under and above it. Levels follow the order in which the kinds of rows appear.

use crate::lines::Lines;

/// A heading: the lines it takes (rows included, end not) and its text's line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RstHeading<'a> {
    /// 1 to 6.
    pub(crate) level: u8,
    /// The text, markup kept.
    pub(crate) text: &'a str,
    /// First line, its overline included.
    pub(crate) first: u32,
    /// Line of the text.
    pub(crate) line: u32,
    /// One past the underline.
    pub(crate) end: u32,
}

impl RstHeading<'_> {
    /// The text without the marks of literals.
    pub(crate) fn plain(&self) -> String {
        self.text.replace("``", "")
    }
}

/// Lines of a `.txt` file in which a directive tells that it is reStructuredText.
const LOOKED_AT: u32 = 200;

/// Whether a file is reStructuredText: by its ending, or a `.txt` with a directive or a label
/// (`.. note::`, `.. _label:`), as some projects write all their documentation.
pub(crate) fn is_rst(path: &str, lines: &Lines<'_>) -> bool {
    let path = path.to_ascii_lowercase();
    let told = |line: u32| {
        let marked = lines.line(line).strip_prefix(".. ").map(str::trim_end);
        marked.is_some_and(|rest| {
            rest.contains("::") || (rest.starts_with('_') && rest.ends_with(':'))
        })
    };
    let last = lines.count().min(LOOKED_AT);
    path.ends_with(".rst") || (path.ends_with(".txt") && (1..=last).any(told))
}

/// The headings in reading order.
pub(crate) fn headings<'a>(lines: &Lines<'a>) -> Vec<RstHeading<'a>> {
    let mut kinds: Vec<(char, bool)> = Vec::new();
    let mut found = Vec::new();
    let mut line = 1;
    while line < lines.count() {
        let text = lines.line(line).trim_end();
        let over = line.checked_sub(1).filter(|n| *n > 0).and_then(|n| row(lines.line(n)));
        let heading = row(lines.line(line + 1)).filter(|(sign, length)| {
            let overlined = over.is_some_and(|(above, _)| above == *sign);
            // An indented text needs its overline; a row alone is no text.
            let begins = !text.starts_with(char::is_whitespace) || overlined;
            let free = overlined || line == 1 || lines.is_blank(line - 1);
            let width = text.trim().chars().count();
            !text.trim().is_empty()
                && row(text).is_none()
                && begins
                && free
                && (*length >= width || *length >= 4)
        });
        let Some((sign, _)) = heading else {
            line += 1;
            continue;
        };
        let overlined = over.is_some_and(|(above, _)| above == sign);
        let kind = (sign, overlined);
        let level = kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            kinds.push(kind);
            kinds.len() - 1
        });
        let first = if overlined { line - 1 } else { line };
        let level = (level + 1).min(6) as u8;
        found.push(RstHeading { level, text: text.trim(), first, line, end: line + 2 });
        line += 2;
    }
    found
}

/// The sign and length of a row of punctuation.
fn row(line: &str) -> Option<(char, usize)> {
    let line = line.trim_end();
    let sign = line.chars().next().filter(char::is_ascii_punctuation)?;
    (line.len() >= 2 && line.chars().all(|c| c == sign)).then_some((sign, line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn underlined_and_overlined_lines_are_headings() {
        let text = "===============\nFerry timetable\n===============\n\n.. note::\n\n   Text\n   ----\n\n\
            Boarding\n========\n\ntable\n\n=====  =====\na      b\n=====  =====\n\nLuggage\n-------\nx\n\n\
            Again\n=====\n\n----\n\nend\n";
        let lines = Lines::new(text);
        let found: Vec<_> =
            headings(&lines).into_iter().map(|h| (h.level, h.text, h.first, h.end)).collect();
        assert_eq!(
            found,
            [
                (1, "Ferry timetable", 1, 4),
                (2, "Boarding", 10, 12),
                (3, "Luggage", 19, 21),
                (2, "Again", 23, 25)
            ]
        );
    }
}
