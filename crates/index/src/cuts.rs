//! Where a text is cut into terms. A word is a run of letters and digits, followed by its
//! camelCase parts (`RollingUpdate` is a rolling update). A name is a run of words joined by
//! the marks inside identifiers (`kube-proxy`, `snake_case`, `a::b`, `v1.2.3`); it comes whole,
//! before its words. A run of CJK characters is its overlapping pairs, so that any two inner
//! characters can be found.

use crate::fold::{is_cjk, is_invisible, is_mark};
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

    /// The end of the name that begins at `start`, if one does: a run with a joining mark inside,
    /// or with underscores at its ends.
    fn name(&self, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let (mut end, mut marked, mut named) = (start, false, false);
        for (at, byte) in bytes.iter().enumerate().skip(start) {
            match byte {
                byte if byte.is_ascii_alphanumeric() => (end, named) = (at + 1, true),
                b'_' => (end, marked) = (at + 1, true),
                byte if joins(*byte) => continue,
                _ => break,
            }
            marked |= end - start > 1 && joins(bytes[end - 2]);
        }
        (marked && named).then_some(end)
    }

    fn word(&mut self) -> Range<usize> {
        let start = self.at;
        let (mut capitals, mut at) = (false, start);
        while let Some(next) = self.character(at) {
            let belongs = next.is_alphanumeric() || is_mark(next);
            if !(belongs || is_invisible(next)) || is_cjk(next) {
                break;
            }
            capitals |= next.is_ascii_uppercase() && at > start;
            at += next.len_utf8();
            if belongs {
                self.at = at;
            }
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

    /// The name that begins with this word, which then follows it; else the word.
    fn name_or(&mut self, word: Range<usize>) -> Cut {
        let Some(end) = self.name(word.start) else { return Cut::Word(word) };
        self.name_end = end;
        let name = word.start..end;
        self.further.push(word);
        Cut::Name(name)
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
            if next.is_alphanumeric() {
                if is_cjk(next) {
                    return Some(Cut::Word(self.run()));
                }
                let start = self.at;
                let word = self.word();
                let joined = self.text.as_bytes().get(self.at).is_some_and(|byte| joins(*byte));
                if joined && start >= self.name_end && next.is_ascii() {
                    return Some(self.name_or(word));
                }
                return Some(Cut::Word(word));
            }
            if next == '_' && self.at >= self.name_end {
                let name = self.at..self.name(self.at).unwrap_or(self.at);
                self.name_end = name.end;
                if !name.is_empty() {
                    return Some(Cut::Name(name));
                }
            }
            self.at += next.len_utf8();
        }
    }
}

/// Marks that join the words of a name.
fn joins(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b'.' | b':')
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
        check("v1.24.3 --dry-run, a/b/c.", &["v1.24.3", "dry-run"]);
        check("über-x _private a__b", &["_private", "a__b"]);
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
