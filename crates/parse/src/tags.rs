//! Walks the tags of HTML that the sanitiser wrote, and lets each start tag be written anew.
//! Only for its output: well-formed, attributes in double quotes, no raw-text elements.

use std::fmt::Write;

/// A start tag with its attributes, values decoded.
pub(crate) struct Tag<'a> {
    pub(crate) name: &'a str,
    pub(crate) attributes: Vec<(&'a str, String)>,
}

impl Tag<'_> {
    /// Takes an attribute out.
    pub(crate) fn take(&mut self, name: &str) -> Option<String> {
        let index = self.attributes.iter().position(|(known, _)| *known == name)?;
        Some(self.attributes.remove(index).1)
    }

    /// Adds an attribute.
    pub(crate) fn set(&mut self, name: &'static str, value: impl Into<String>) {
        self.attributes.push((name, value.into()));
    }

    /// Writes the tag.
    pub(crate) fn write(&self, out: &mut String) {
        let _ = write!(out, "<{}", self.name);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"");
            escape(value, out);
            out.push('"');
        }
        out.push('>');
    }
}

/// Hands each start tag to `edit`, which writes what takes its place. End tags and text are
/// copied.
pub(crate) fn rewrite(html: &str, mut edit: impl FnMut(Tag<'_>, &mut String)) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 8);
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        text(&rest[..start], &mut out);
        rest = &rest[start..];
        let end = tag_end(rest);
        let inner = rest[1..end].trim_end_matches('>');
        if inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
            edit(read(inner), &mut out);
        } else {
            out.push_str(&rest[..end]);
        }
        rest = &rest[end..];
    }
    text(rest, &mut out);
    out
}

/// Copies text. The sanitiser leaves quotes as they are; escaped, no text can look like an
/// attribute, whoever reads it.
fn text(text: &str, out: &mut String) {
    for (index, part) in text.split('"').enumerate() {
        if index > 0 {
            out.push_str("&quot;");
        }
        out.push_str(part);
    }
}

/// Escapes text for content and for attributes in double quotes.
pub(crate) fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
}

/// One past the tag's `>`; signs in quotes don't count.
fn tag_end(text: &str) -> usize {
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'>' if !quoted => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn read(inner: &str) -> Tag<'_> {
    let (name, mut rest) = inner.split_once(' ').unwrap_or((inner, ""));
    let mut attributes = Vec::new();
    while let Some((name, after)) = rest.trim_start().split_once("=\"") {
        let (value, after) = after.split_once('"').unwrap_or((after, ""));
        attributes.push((name, unescape(value)));
        rest = after;
    }
    Tag { name, attributes }
}

/// The entities that the sanitiser writes.
fn unescape(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let plain = text.replace("&nbsp;", "\u{a0}").replace("&quot;", "\"");
    plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_tags_can_be_written_anew() {
        let html = "a &lt;\"b <a href=\"x?a=1&amp;b=&quot;>\" id=\"i\">l</a><br>&amp;<b>c</b>";
        let made = rewrite(html, |mut tag, out| {
            if let Some(href) = tag.take("href") {
                assert_eq!(href, "x?a=1&b=\">");
                tag.set("data-path", href);
            }
            tag.write(out);
        });
        assert_eq!(
            made,
            "a &lt;&quot;b <a id=\"i\" data-path=\"x?a=1&amp;b=&quot;&gt;\">l</a><br>&amp;<b>c</b>"
        );
        assert_eq!(rewrite("a <b", |tag, out| tag.write(out)), "a <b>");
    }
}
