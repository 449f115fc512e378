//! Words to Markdown that means just these words: as few backslashes as that takes, since the
//! text is also searched and quoted as it stands.

/// Appends words to a paragraph: blank space becomes one blank, signs that would be markup get a
/// backslash, and names such as `__init__` become code.
pub(crate) fn push_words(words: &str, out: &mut String) {
    let mut start = true;
    for word in words.split_ascii_whitespace() {
        if !start || words.starts_with(|c: char| c.is_ascii_whitespace()) {
            push_blank(out);
        }
        start = false;
        push_word(word, out);
    }
    if words.ends_with(|c: char| c.is_ascii_whitespace()) {
        push_blank(out);
    }
}

/// Appends a blank where there is none yet.
pub(crate) fn push_blank(out: &mut String) {
    if !out.is_empty() && !out.ends_with([' ', '\n']) {
        out.push(' ');
    }
}

fn push_word(word: &str, out: &mut String) {
    let name = |c: char| c.is_alphanumeric() || c == '_';
    // A run of underscores on both sides would be taken for emphasis.
    if word.starts_with('_') && word.len() > 2 {
        let end = word.find(|c| !name(c)).unwrap_or(word.len());
        if word[..end].ends_with('_') && word[..end].chars().any(char::is_alphanumeric) {
            push_code(&word[..end], out);
            return push_word(&word[end..], out);
        }
    }
    let bytes = word.as_bytes();
    for (at, character) in word.char_indices() {
        let next = bytes.get(at + character.len_utf8()).copied();
        let escaped = match character {
            '`' => true,
            '*' => word.len() > 1 || !out.ends_with(' '),
            '\\' => next.is_some_and(|next| next.is_ascii_punctuation()),
            '~' => next == Some(b'~'),
            '<' => next.is_some_and(|n| n.is_ascii_alphabetic() || matches!(n, b'/' | b'!' | b'?')),
            '[' => next == Some(b'^'),
            ']' => matches!(next, Some(b'(' | b'[')),
            '&' => {
                next.is_some_and(|n| n.is_ascii_alphabetic() || n == b'#')
                    && word[at..].contains(';')
            }
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        out.push(character);
    }
}

/// Appends code within a line.
pub(crate) fn push_code(code: &str, out: &mut String) {
    let code = code.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    if code.is_empty() {
        return;
    }
    let fence = "`".repeat(longest_run(&code, '`') + 1);
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    // Two spans side by side would be one with other fences.
    if out.ends_with('`') {
        out.push('\u{200b}');
    }
    out.extend([&fence, pad, &code, pad, &fence]);
}

/// The longest run of one sign.
pub(crate) fn longest_run(text: &str, sign: char) -> usize {
    let runs = text.split(|c| c != sign).map(str::len);
    runs.max().unwrap_or(0) / sign.len_utf8()
}

/// Appends a line of a paragraph; what would make a list, a heading or the like of it is escaped.
pub(crate) fn push_line(line: &str, out: &mut String) {
    let first = line.chars().next().unwrap_or(' ');
    let bare = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    let marks = line.trim_start_matches(first);
    let length = line.len() - marks.len();
    let escaped = match first {
        '#' => length <= 6 && bare(marks),
        '>' => true,
        '-' | '+' => length == 1 && bare(marks) || marks.trim().is_empty(),
        '=' => marks.trim().is_empty(),
        ':' => length >= 3,
        '[' => line.contains("]:"),
        '0'..='9' => {
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            if rest.starts_with(['.', ')']) && bare(&rest[1..]) && line.len() - rest.len() < 10 {
                out.push_str(&line[..line.len() - rest.len()]);
                out.push('\\');
                return out.push_str(rest);
            }
            false
        }
        _ => false,
    };
    if escaped {
        out.push('\\');
    }
    out.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
        for (words, expect) in [
            (" a\n b  ", "a b "),
            ("snake_case and _x of __init__(self)", "snake_case and _x of `__init__`(self)"),
            ("*args, 5 * 3", "\\*args, 5 * 3"),
            ("git log <path> a<b 1 < 2", "git log \\<path> a\\<b 1 < 2"),
            ("[x] [y](z) [^1]", "[x] [y\\](z) \\[^1]"),
            ("a & b &amp; R&D", "a & b \\&amp; R&D"),
            ("C:\\Users \\* ` ~~", "C:\\Users \\\\\\* \\` \\~~"),
        ] {
            let mut out = String::new();
            push_words(words, &mut out);
            assert_eq!(out, expect, "{words}");
        }
    }

    #[test]
    fn lines_stay_lines() {
        for (line, expect) in [
            ("# x", "\\# x"),
            ("#x", "#x"),
            ("1. x", "1\\. x"),
            ("1.5 x", "1.5 x"),
            ("- x", "\\- x"),
            ("-x", "-x"),
            ("---", "\\---"),
            ("> x", "\\> x"),
            ("[a]: b", "\\[a]: b"),
            ("", ""),
        ] {
            let mut out = String::new();
            push_line(line, &mut out);
            assert_eq!(out, expect);
        }
    }
}
