//! The attributes that an AsciiDoc document defines for itself, and their places in its text.

use std::cell::Cell;
use std::collections::HashMap;

/// Longest value that is put in places: attributes may name others, and would grow without end.
const LONGEST: usize = 1000;
/// How much is put in places altogether, in bytes.
const MOST: usize = 1 << 20;

/// What is defined so far.
#[derive(Default)]
pub(crate) struct Attributes {
    values: HashMap<String, String>,
    spent: Cell<usize>,
}

impl Attributes {
    /// Takes in a line `:name: value`, `:!name:` or `:name!:`. False where it is none.
    pub(crate) fn define(&mut self, line: &str) -> bool {
        let Some((name, value)) = entry(line) else { return false };
        let bare = name.trim_matches('!');
        if bare.len() < name.len() {
            self.values.remove(&bare.to_ascii_lowercase());
            return true;
        }
        let value = self.apply(value.trim());
        if value.len() <= LONGEST {
            self.values.insert(name.to_ascii_lowercase(), value);
        }
        true
    }

    /// The value of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let value = match name {
            "nbsp" => "\u{a0}",
            "plus" => "+",
            "asterisk" => "*",
            "backtick" => "`",
            "tilde" => "~",
            "caret" => "^",
            "lt" => "<",
            "gt" => ">",
            "amp" => "&",
            "apos" => "'",
            "quot" => "\"",
            "startsb" => "[",
            "endsb" => "]",
            "vbar" => "|",
            "empty" | "blank" | "zwsp" => "",
            "sp" => " ",
            "two-colons" => "::",
            _ => self.values.get(&name.to_ascii_lowercase())?.as_str(),
        };
        self.spent.set(self.spent.get() + value.len());
        (self.spent.get() <= MOST).then_some(value)
    }

    /// The text with the values of `{name}`s that are defined.
    pub(crate) fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find('{') {
            out.push_str(&rest[..start]);
            rest = &rest[start..];
            match reference(rest).and_then(|name| Some((name, self.get(name)?))) {
                Some((name, value)) => {
                    out.push_str(value);
                    rest = &rest[name.len() + 2..];
                }
                None => {
                    out.push('{');
                    rest = &rest[1..];
                }
            }
        }
        out.push_str(rest);
        out
    }
}

/// The name of the `{name}` that a text begins with.
pub(crate) fn reference(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('{')?;
    let end = inner.find(|c: char| !is_name(c))?;
    (end > 0 && inner[end..].starts_with('}')).then(|| &inner[..end])
}

/// The name and the value of a line that defines an attribute.
pub(crate) fn entry(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix(':')?.split_once(':')?;
    let bare = name.strip_prefix('!').or(name.strip_suffix('!')).unwrap_or(name);
    let fits = !bare.is_empty() && bare.chars().all(is_name);
    (fits && (value.trim().is_empty() || value.starts_with(' '))).then_some((name, value))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_defined_is_put_in_place() {
        let mut attributes = Attributes::default();
        for line in [":Version: 2.1", ":url: https://x.y/{version}", ":old: 1", ":!old:"] {
            assert!(attributes.define(line));
        }
        for line in [": x", ":a b: c", "x :a: b", ":a:b", "::"] {
            assert!(!attributes.define(line), "{line}");
        }
        let text = "v{version} at {url}, {old} {unknown} {} {ver sion} {lt}{nbsp}{";
        let expect = "v2.1 at https://x.y/2.1, {old} {unknown} {} {ver sion} <\u{a0}{";
        assert_eq!(attributes.apply(text), expect);
        for _ in 0..100 {
            attributes.define(":grow: {grow}{url}{url}");
            attributes.define(":url: {url}{url}");
        }
        assert!(attributes.apply("{grow}").len() <= LONGEST);
    }
}
