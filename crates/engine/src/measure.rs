//! Measuring text: its lines, and about how many tokens it is.

/// The lines of a text with their terminators (`\n`, `\r\n` or a lone `\r`). Joined they are
/// the text; an empty text has none.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = rest.find(['\n', '\r']);
        let end = match at {
            None if rest.is_empty() => return None,
            None => rest.len(),
            Some(at) if rest[at..].starts_with("\r\n") => at + 2,
            Some(at) => at + 1,
        };
        let (line, next) = rest.split_at(end);
        rest = next;
        Some(line)
    })
}

/// How many lines a text has.
pub(crate) fn line_count(text: &str) -> u32 {
    lines(text).count() as u32
}

/// Tokens of a text, rounded up: an estimate without a model, four ASCII characters a token, one
/// token for any other character. Within a fifth of common tokenizers on English prose, and
/// an upper bound on most scripts.
pub(crate) fn tokens(text: &str) -> u32 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let other = text.chars().filter(|character| !character.is_ascii()).count();
    (ascii.div_ceil(4) + other) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_joined_are_the_text() {
        for (text, expect) in [
            ("", 0),
            ("a", 1),
            ("a\n", 1),
            ("a\nb", 2),
            ("a\r\nb\r\n", 2),
            ("a\rb\r", 2),
            ("\n\n", 2),
            ("é\r\n\rü", 3),
        ] {
            assert_eq!(lines(text).collect::<String>(), text);
            assert_eq!(line_count(text), expect, "{text:?}");
        }
    }
}
