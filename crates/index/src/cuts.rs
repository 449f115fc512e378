//! Where a text is cut into terms. A word is a run of letters and digits, followed by its
//! camelCase parts (`RollingUpdate` is a rolling update). A name is a run of words joined by
//! the marks inside identifiers (`kube-proxy`, `snake_case`, `a::b`, `v1.2.3`); it comes whole,
//! before its words. A run of CJK characters is its overlapping pairs, so that any two inner
//! characters can be found.

use crate::fold::{is_cjk, is_mark};
use std::ops::Range;

/// A piece of a text, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cut {
    /// A word, or a part of one.
    Word(Range<usize>),
    /// A whole identifier; its words follow.
    Name(Range<usize>),
}

/// The words and names of a text, in order.
pub(crate) struct Cuts<'a> {
    text: &'a str,
    at: usize,
    /// Where the name that was given last ends: its words follow until there.
    name_end: usize,
    /// Further words of the run that was cut last, last first.
    further: Vec<Range<usize>>,
}

impl<'a> Cuts<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, name_end: 0, further: Vec::new() }
    }

    /// The character at `at`.
    fn character(&self, at: usize) -> Option<char> {
        match *self.text.as_bytes().get(at)? {
            byte if byte.is_ascii() => Some(char::from(byte)),
            _ => self.text[at..].chars().next(),
        }
    }

    /// The end of the name that begins at `at`, if one does: a run with a joining mark inside,
    /// or with underscores at its ends.
    fn name(&self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let (mut end, mut marked, mut named) = (self.at, false, false);
        for (at, byte) in bytes.iter().enumerate().skip(self.at) {
            match byte {
                byte if byte.is_ascii_alphanumeric() => (end, named) = (at + 1, true),
                b'_' => (end, marked) = (at + 1, true),
                byte if joins(*byte) => continue,
                _ => break,
            }
            marked |= end - self.at > 1 && joins(bytes[end - 2]);
        }
        (marked && named).then_some(end)
    }

    fn word(&mut self) -> Range<usize> {
        let start = self.at;
        let mut capitals = false;
        while let Some(next) = self.character(self.at) {
            let goes_on = next.is_alphanumeric() || is_mark(next);
            if !goes_on || is_cjk(next) {
                break;
            }
            capitals |= next.is_ascii_uppercase() && self.at > start;
            self.at += next.len_utf8();
        }
        let word = start..self.at;
        if capitals {
            let further = &mut self.further;
            camel_parts(&self.text[word.clone()], |from, to| {
                further.push(start + from..start + to)
            });
            further.reverse();
        }
        word
    }

    /// The pairs of a run; a lone character is itself.
    fn run(&mut self) -> Range<usize> {
        let start = self.at;
        let mut previous = start;
        while let Some(next) = self.character(self.at).filter(|next| is_cjk(*next)) {
            let end = self.at + next.len_utf8();
            if self.at > start {
                self.further.push(previous..end);
            }
            previous = self.at;
            self.at = end;
        }
        self.further.reverse();
        self.further.pop().unwrap_or(start..self.at)
    }
}

impl Iterator for Cuts<'_> {
    type Item = Cut;

    fn next(&mut self) -> Option<Cut> {
        if let Some(further) = self.further.pop() {
            return Some(Cut::Word(further));
        }
        loop {
            let next = self.character(self.at)?;
            let begins = next.is_ascii_alphanumeric() || next == '_';
            if begins && self.at >= self.name_end {
                // Looked at once a run, whether it is a name or not.
                let name = self.name();
                self.name_end = name.unwrap_or(self.at + 1);
                if let Some(end) = name {
                    return Some(Cut::Name(self.at..end));
                }
            }
            if next.is_alphanumeric() {
                let word = if is_cjk(next) { self.run() } else { self.word() };
                self.name_end = self.name_end.max(self.at);
                return Some(Cut::Word(word));
            }
            self.at += next.len_utf8();
        }
    }
}

/// Marks that join the words of a name.
fn joins(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b'.' | b':' | b'/' | b'@' | b'+' | b'#')
}

/// The parts of a camelCase name; nothing for a name of one part.
fn camel_parts(name: &str, mut part: impl FnMut(usize, usize)) {
    let bytes = name.as_bytes();
    let (mut start, mut parts) = (0, 0);
    for at in 1..bytes.len() {
        if is_hump(bytes, at) {
            part(start, at);
            parts += 1;
            start = at;
        }
    }
    if parts > 0 {
        part(start, bytes.len());
    }
}

/// A capital that begins a part: after a small letter (`maxSize`), or as the last of several
/// before at least two small ones (`HTTPServer`, but not `APIs`).
fn is_hump(bytes: &[u8], at: usize) -> bool {
    let small = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    bytes[at].is_ascii_uppercase()
        && (small(at - 1) || (bytes[at - 1].is_ascii_uppercase() && small(at + 1) && small(at + 2)))
}

/// A word that names rather than says: camelCase, or letters mixed with digits (`E0382`).
pub(crate) fn is_coined(word: &str) -> bool {
    let bytes = word.as_bytes();
    let mixed = bytes.iter().any(u8::is_ascii_digit) && bytes.iter().any(u8::is_ascii_alphabetic);
    mixed || (1..bytes.len()).any(|at| is_hump(bytes, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        let name = |cut| match cut {
            Cut::Name(range) => Some(&text[range]),
            Cut::Word(_) => None,
        };
        Cuts::new(text).filter_map(name).collect()
    }

    #[test]
    fn names_come_whole() {
        let check = |text, expect: &[&str]| assert_eq!(names(text), expect, "{text}");
        check("use kube-proxy, please.", &["kube-proxy"]);
        check("snake_case_name and ABC-1234", &["snake_case_name", "ABC-1234"]);
        check("`std::fs::File`", &["std::fs::File"]);
        check("v1.24.3 --dry-run, a/b/c.", &["v1.24.3", "dry-run", "a/b/c"]);
        check("plain words only. Sentence end. E0382 maxSize", &[]);
        check("__init__ 使用kubectl-create命令", &["__init__", "kubectl-create"]);
        check("a- b: c/ 12 ___ _", &[]);
    }

    #[test]
    fn coined_words_are_told_from_others() {
        let coined = ["E0382", "maxUnavailable", "HTTPServer", "v1"];
        assert!(coined.into_iter().all(is_coined));
        assert!(!["Word", "CAPITALS", "APIs", "1234", "x"].into_iter().any(is_coined));
    }
}
