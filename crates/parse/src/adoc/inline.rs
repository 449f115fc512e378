//! AsciiDoc within a line, to HTML: emphasis, code, links, macros. What is not understood is
//! shown as it stands.

use super::attributes::{Attributes, reference};
use crate::tags::escape;

/// How far the end of a mark is looked for, in bytes, so that marks without an end cost no more.
const WINDOW: usize = 2000;
/// Marks within marks.
const DEEPEST: usize = 6;

/// The HTML of a text.
pub(crate) fn to_html(text: &str, attributes: &Attributes) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut inline = Inline { attributes, out: &mut out, links: &mut Vec::new() };
    inline.text(text, 0);
    out
}

/// The words of a text without its marks.
pub(crate) fn to_words(text: &str, attributes: &Attributes) -> String {
    let html = to_html(text, attributes);
    let mut out = String::with_capacity(html.len());
    let mut in_tag = false;
    for character in html.chars() {
        match character {
            '<' => in_tag = true,
            '>' if in_tag => in_tag = false,
            other if !in_tag => out.push(other),
            _ => {}
        }
    }
    htmlize::unescape(out).into_owned()
}

/// Where a text's links lead, as documents write them.
pub(crate) fn links(text: &str, attributes: &Attributes, into: &mut Vec<String>) {
    if text.contains("xref:") || text.contains("link:") || text.contains("<<") {
        let mut out = String::new();
        Inline { attributes, out: &mut out, links: into }.text(text, 0);
    }
}

struct Inline<'a> {
    attributes: &'a Attributes,
    out: &'a mut String,
    links: &'a mut Vec<String>,
}

impl Inline<'_> {
    fn text(&mut self, text: &str, depth: usize) {
        let mut at = 0;
        let mut before = ' ';
        while let Some(character) = text[at..].chars().next() {
            let taken = if depth > DEEPEST { None } else { self.mark(text, at, before, depth) };
            let taken = taken.unwrap_or_else(|| {
                self.escape(&text[at..at + character.len_utf8()]);
                character.len_utf8()
            });
            at += taken;
            before = text[..at].chars().next_back().unwrap_or(' ');
        }
    }

    fn escape(&mut self, text: &str) {
        escape(text, self.out);
    }

    /// Takes what is marked up at a place; how long it was.
    fn mark(&mut self, text: &str, at: usize, before: char, depth: usize) -> Option<usize> {
        let rest = &text[at..];
        let sign = rest.chars().next()?;
        let free = !before.is_alphanumeric() && before != '_';
        match sign {
            '\\' => {
                let next = rest[1..].chars().next()?;
                if !"*_`#{<+\\".contains(next) && !next.is_alphabetic() {
                    return None;
                }
                self.escape(&rest[1..1 + next.len_utf8()]);
                Some(1 + next.len_utf8())
            }
            '`' if rest.starts_with("``") && free && window(rest).contains("''") => {
                self.curved(rest, "``", "''", ['“', '”'], depth)
            }
            '`' | '*' | '_' | '#' | '+' | '\'' => self.span(rest, sign, free, depth),
            '"' if rest.starts_with("\"`") => self.curved(rest, "\"`", "`\"", ['“', '”'], depth),
            '{' => {
                let name = reference(rest)?;
                let value = self.attributes.get(name)?.to_owned();
                let length = name.len() + 2;
                // `{url}/page[words]`
                if value.starts_with("http") {
                    let address = value.clone() + window(&rest[length..]);
                    if let Some(taken) = self.macro_or_address(&address, depth) {
                        return (taken + length).checked_sub(value.len());
                    }
                }
                self.escape(&value);
                Some(length)
            }
            '<' if rest.starts_with("<<") => self.reference(rest),
            '[' if rest.starts_with("[[") => {
                let end = window(rest).find("]]")?;
                let id = rest[2..end].split(',').next()?.trim();
                self.out.push_str("<a id=\"");
                self.escape(id);
                self.out.push_str("\"></a>");
                Some(end + 2)
            }
            '(' if rest.starts_with("(((") => Some(window(rest).find(")))")? + 3),
            letter if letter.is_ascii_alphabetic() && free => self.macro_or_address(rest, depth),
            _ => None,
        }
    }

    /// `*bold*`, `_slanted_`, code, and with doubled signs also within words.
    fn span(&mut self, rest: &str, sign: char, free: bool, depth: usize) -> Option<usize> {
        let doubled = rest[1..].starts_with(sign) && sign != '\'';
        let mark = if doubled { &rest[..2] } else { &rest[..1] };
        let inner = &window(rest)[mark.len()..];
        if inner.starts_with(char::is_whitespace) || !doubled && !free {
            return None;
        }
        let mut ends = inner.match_indices(mark).map(|(at, _)| at).filter(|at| *at > 0);
        let end = ends.find(|end| {
            let after = inner[end + mark.len()..].chars().next();
            doubled
                || !inner[..*end].ends_with(char::is_whitespace)
                    && !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })?;
        let inside = &inner[..end];
        let tag = match sign {
            '`' => "code",
            '*' => "strong",
            '_' | '\'' => "em",
            '#' => "mark",
            _ => {
                // Taken as it stands.
                self.escape(inside.trim_matches('+'));
                let third = usize::from(inner[end + 2..].starts_with('+') && doubled);
                return Some(2 * mark.len() + end + third);
            }
        };
        // `+x+` within code is x as it stands.
        let literal = inside.strip_prefix('+').and_then(|inside| inside.strip_suffix('+'));
        self.out.extend(["<", tag, ">"]);
        match literal.filter(|_| sign == '`') {
            Some(literal) => self.escape(literal),
            None => self.text(inside, depth + 1),
        }
        self.out.extend(["</", tag, ">"]);
        Some(2 * mark.len() + end)
    }

    fn curved(
        &mut self,
        rest: &str,
        from: &str,
        to: &str,
        signs: [char; 2],
        depth: usize,
    ) -> Option<usize> {
        let end = window(rest)[from.len()..].find(to)?;
        self.out.push(signs[0]);
        self.text(&rest[from.len()..from.len() + end], depth + 1);
        self.out.push(signs[1]);
        Some(from.len() + end + to.len())
    }

    /// `<<id>>`, `<<file#id,text>>`.
    fn reference(&mut self, rest: &str) -> Option<usize> {
        let end = window(rest).find(">>")?;
        let inside = &rest[2..end];
        let (target, words) = inside.split_once(',').unwrap_or((inside, ""));
        let target = target.trim();
        if target.is_empty() || target.contains(char::is_whitespace) {
            return None;
        }
        let href = if target.contains(['#', '/']) || target.ends_with(".adoc") {
            target.to_owned()
        } else {
            format!("#{target}")
        };
        self.link(&href, if words.is_empty() { target } else { words.trim() });
        Some(end + 2)
    }

    fn link(&mut self, href: &str, words: &str) {
        self.links.push(href.to_owned());
        self.out.push_str("<a href=\"");
        self.escape(href);
        self.out.push_str("\">");
        self.text(words, DEEPEST);
        self.out.push_str("</a>");
    }

    /// `name:target[words]`, or an address that stands by itself.
    fn macro_or_address(&mut self, rest: &str, depth: usize) -> Option<usize> {
        let within = window(rest);
        let name_end = within.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))?;
        let name = &within[..name_end];
        let after = within[name_end..].strip_prefix(':')?;
        let web = matches!(name, "http" | "https" | "ftp" | "irc") && after.starts_with("//")
            || name == "mailto";
        let target_end = after.find(|c: char| c.is_whitespace() || c == '[' || c == '<')?;
        let bracketed = after[target_end..].starts_with('[');
        if !bracketed && web {
            let target = after[..target_end].trim_end_matches(['.', ',', ')', ';', ':', '"', '\'']);
            let length = name_end + 1 + target.len();
            self.link(&rest[..length], &rest[..length]);
            return Some(length);
        }
        let open = after[target_end..].strip_prefix('[')?;
        let mut closings = open.match_indices(']').map(|(at, _)| at);
        let close = closings.find(|at| !open[..*at].ends_with('\\'))?;
        let words = open[..close].replace("\\]", "]");
        let target = self.attributes.apply(&after[..target_end]);
        // Further settings follow the words: `[text,window=_blank]`, `[text^]`.
        let shown = match words.split_once(',') {
            Some((shown, settings)) if settings.contains('=') => shown,
            _ => &words,
        };
        let shown = shown.trim_end_matches('^').trim_matches('"');
        let or_target = |target: &str| match shown {
            "" => target.to_owned(),
            shown => shown.to_owned(),
        };
        match name {
            "pass" => self.escape(&words),
            "footnote" => {
                self.out.push_str(" (");
                self.text(&words, depth + 1);
                self.out.push(')');
            }
            "kbd" | "btn" | "menu" => {
                self.out.push_str("<kbd>");
                self.escape([target.as_str(), &words].join(" ").trim());
                self.out.push_str("</kbd>");
            }
            "image" | "icon" => {
                let alt = words.split(',').next().unwrap_or("");
                picture(&target, alt, self.out);
            }
            "link" | "xref" => {
                let shown = or_target(target.split('#').next().unwrap_or(&target));
                self.link(&target, &shown);
            }
            _ if web => {
                let href = self.attributes.apply(&rest[..name_end + 1 + target_end]);
                self.link(&href, &or_target(&href));
            }
            // `linkgit:git-add[1]`, the name of a page of a manual.
            _ if words.len() == 1 && words.as_bytes()[0].is_ascii_digit() => {
                self.escape(&format!("{target}({words})"));
            }
            _ if target.is_empty() || after.starts_with(':') => return None,
            _ => {
                // `javadoc:org.x.Y[]`: the last word of the name would do, the whole is exact.
                let is_format = shown.contains('=');
                self.out.push_str("<code>");
                self.escape(&if is_format { target.clone() } else { or_target(&target) });
                self.out.push_str("</code>");
            }
        }
        Some(name_end + 1 + target_end + 1 + close + 1)
    }
}

/// A picture's tag.
pub(crate) fn picture(target: &str, alt: &str, out: &mut String) {
    out.push_str("<img src=\"");
    escape(target, out);
    out.push_str("\" alt=\"");
    escape(alt.trim_matches('"'), out);
    out.push_str("\">");
}

fn window(text: &str) -> &str {
    &text[..text.floor_char_boundary(WINDOW)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_tags() {
        let mut attributes = Attributes::default();
        attributes.define(":url: https://x.y");
        for (text, html) in [
            (
                "*a* _b_ `c` #d# 'e'",
                "<strong>a</strong> <em>b</em> <code>c</code> <mark>d</mark> <em>e</em>",
            ),
            ("snake_case_x 2*3*4 don't can't", "snake_case_x 2*3*4 don't can't"),
            (
                "a**b**c `+{x}+` +*y*+ +++<z>+++",
                "a<strong>b</strong>c <code>{x}</code> *y* &lt;z&gt;",
            ),
            ("\\*a* \\{url}", "*a* {url}"),
            ("{none} {url}/a[b]", "{none} <a href=\"https://x.y/a\">b</a>"),
            (
                "link:{url}/a[the *x*,window=_blank]",
                "<a href=\"https://x.y/a\">the <strong>x</strong></a>",
            ),
            (
                "see https://a.b/c. Or https://a.b[]",
                "see <a href=\"https://a.b/c\">https://a.b/c</a>. Or <a href=\"https://a.b\">https://a.b</a>",
            ),
            (
                "<<sec,Words>> <<f.adoc#i>> <path>",
                "<a href=\"#sec\">Words</a> <a href=\"f.adoc#i\">f.adoc#i</a> &lt;path&gt;",
            ),
            (
                "xref:a/b.adoc#c[D] xref:e.adoc[]",
                "<a href=\"a/b.adoc#c\">D</a> <a href=\"e.adoc\">e.adoc</a>",
            ),
            ("javadoc:a.B[] configprop:x.y[]", "<code>a.B</code> <code>x.y</code>"),
            ("linkgit:git-add[1] \"`q`\" ``r''", "git-add(1) “q” “r”"),
            (
                "image:a.png[Alt, 20] kbd:[Ctrl+C]",
                "<img src=\"a.png\" alt=\"Alt\"> <kbd>Ctrl+C</kbd>",
            ),
            ("a footnote:[b] (((index))) [[spot]]c", "a  (b)  <a id=\"spot\"></a>c"),
            ("Note: this [x] is:not[", "Note: this [x] is:not["),
        ] {
            assert_eq!(to_html(text, &attributes), html, "{text}");
        }
        assert_eq!(to_words("The `a<b` *x* &amp;", &attributes), "The a<b x &amp;");
    }

    #[test]
    fn marks_without_end_cost_little() {
        let attributes = Attributes::default();
        for text in
            ["*a ", "`", "<<", "a:b[", "_a", "{", "'a ", "\"`", "[[", "(((", "**", "x:", "+"]
        {
            to_html(&text.repeat(20_000), &attributes);
        }
    }
}
