//! The tags and texts of an HTML page in one pass over its bytes. A tokenizer of our own, since
//! html5ever's compares each attribute with all before it: one tag of a megabyte takes minutes.

use std::borrow::Cow;

/// Elements whose content is not markup.
const RAW: [&str; 9] =
    ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"];

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// Words, character references not resolved.
    Text(&'a str),
    /// A start tag: its name in lower case, what follows the name, and whether it ends itself.
    Start { name: Cow<'a, str>, attributes: &'a str, closed: bool },
    /// An end tag's name in lower case.
    End(Cow<'a, str>),
}

/// Hands each token to `take`, in order.
pub(crate) fn each<'a>(html: &'a str, mut take: impl FnMut(Token<'a>)) {
    let mut rest = html;
    while !rest.is_empty() {
        let Some(start) = markup(rest) else { return take(Token::Text(rest)) };
        if start > 0 {
            take(Token::Text(&rest[..start]));
        }
        rest = &rest[start..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            // `<!-->` is a whole comment; one that never ends takes all.
            let comment = if comment.starts_with('>') { rest } else { comment };
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        if rest.starts_with("<!") || rest.starts_with("<?") {
            rest = rest.find('>').map_or("", |end| &rest[end + 1..]);
            continue;
        }
        let closing = rest.starts_with("</");
        let inner = &rest[if closing { 2 } else { 1 }..];
        let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>');
        let (name, after) = inner.split_at(inner.find(ends).unwrap_or(inner.len()));
        // A tag that never ends is none.
        let Some(end) = tag_end(after) else { return };
        let attributes = &after[..end];
        rest = &after[end + 1..];
        let name = lower(name);
        if closing {
            take(Token::End(name));
            continue;
        }
        let closed = attributes.ends_with('/');
        take(Token::Start { name: name.clone(), attributes, closed });
        if !closed && RAW.contains(&name.as_ref()) {
            let end = raw_end(rest, &name);
            take(Token::Text(&rest[..end]));
            rest = &rest[end..];
        }
    }
}

/// The next `<` that begins markup.
fn markup(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    text.match_indices('<').map(|(at, _)| at).find(|at| match bytes.get(at + 1) {
        Some(b'!' | b'?') => true,
        Some(b'/') => bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic),
        Some(letter) => letter.is_ascii_alphabetic(),
        None => false,
    })
}

/// The `>` that ends a tag. Quotes count only where a value begins with one.
fn tag_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut value) = (0, false);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'>' => return Some(at),
            b'"' | b'\'' if value => {
                at += 1 + text[at + 1..].find(byte as char)?;
                value = false;
            }
            b'=' => value = true,
            byte if byte.is_ascii_whitespace() => {}
            _ => value = false,
        }
        at += 1;
    }
    None
}

/// Where the end tag of an element without markup begins.
fn raw_end(text: &str, name: &str) -> usize {
    let ends = text.match_indices("</").map(|(at, _)| at);
    let found = ends.into_iter().find(|at| {
        let tail = &text.as_bytes()[at + 2..];
        let after = tail.get(name.len()).copied().unwrap_or(b'>');
        tail.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
            && (after.is_ascii_whitespace() || matches!(after, b'/' | b'>'))
    });
    found.unwrap_or(text.len())
}

fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        name.to_ascii_lowercase().into()
    } else {
        name.into()
    }
}

/// The value of the first attribute of a name, character references resolved; empty where it
/// has none.
pub(crate) fn attribute<'a>(attributes: &'a str, wanted: &str) -> Option<Cow<'a, str>> {
    let mut rest = attributes;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        let skip = usize::from(rest.starts_with('='));
        let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '=');
        let end = rest[skip..].find(ends).map_or(rest.len(), |end| end + skip);
        let (name, after) = rest.split_at(end);
        if name.is_empty() {
            return None;
        }
        let found = name.eq_ignore_ascii_case(wanted);
        let Some(value) = after.trim_start().strip_prefix('=').map(str::trim_start) else {
            if found {
                return Some("".into());
            }
            rest = after;
            continue;
        };
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, after) = match quote {
            Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            None => {
                value.split_at(value.find(|c: char| c.is_ascii_whitespace()).unwrap_or(value.len()))
            }
        };
        if found {
            return Some(htmlize::unescape_attribute(value));
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(html: &str) -> String {
        let mut out = Vec::new();
        each(html, |token| {
            out.push(match token {
                Token::Text(text) => format!("{text:?}"),
                Token::Start { name, attributes, closed } => {
                    format!("<{name}{attributes}{}>", if closed { " closed" } else { "" })
                }
                Token::End(name) => format!("</{name}>"),
            });
        });
        out.join(" ")
    }

    #[test]
    fn tags_and_texts() {
        for (html, expect) in [
            ("a<B Class=x>b</B >c", r#""a" <b Class=x> "b" </b> "c""#),
            ("1 < 2 <3 <", r#""1 < 2 <3 <""#),
            ("<!DOCTYPE html><!-- <p> -->x<!-->y<?php z ?>", r#""x" "y""#),
            ("<a title='a > b' href=c>d", r#"<a title='a > b' href=c> "d""#),
            ("<br/><a b='>", "<br/ closed>"),
            ("<script>if (a<b) '</p>'</SCRIPT>x", r#"<script> "if (a<b) '</p>'" </script> "x""#),
            ("<title>a<b", r#"<title> "a<b""#),
            ("<!-- never ends <p>x", ""),
        ] {
            assert_eq!(shown(html), expect, "{html}");
        }
    }

    #[test]
    fn attributes_are_found() {
        let all = " ID = \"a&amp;b\" hidden x='1 2' y=z/ = \"";
        let find = |name| attribute(all, name);
        assert_eq!(find("id").as_deref(), Some("a&b"));
        assert_eq!(find("hidden").as_deref(), Some(""));
        assert_eq!(find("x").as_deref(), Some("1 2"));
        assert_eq!(find("y").as_deref(), Some("z/"));
        assert_eq!(find("z"), None);
    }
}
