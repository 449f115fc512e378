//! Where a text is cut into words: runs of letters and digits, each followed by its camelCase
//! parts (`RollingUpdate` is a rolling update); a run of CJK characters is its overlapping
//! pairs, so that any two inner characters can be found.

use crate::fold::{is_cjk, is_mark};
use std::ops::Range;

/// The words of a text as byte ranges, in order.
pub(crate) struct Cuts<'a> {
    text: &'a str,
    at: usize,
    /// Further ranges of the run that was cut last, last first.
    further: Vec<Range<usize>>,
}

impl<'a> Cuts<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, further: Vec::new() }
    }

    /// The character at `at`.
    fn character(&self, at: usize) -> Option<char> {
        match *self.text.as_bytes().get(at)? {
            byte if byte.is_ascii() => Some(char::from(byte)),
            _ => self.text[at..].chars().next(),
        }
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
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        if let Some(further) = self.further.pop() {
            return Some(further);
        }
        loop {
            let next = self.character(self.at)?;
            if next.is_alphanumeric() {
                return Some(if is_cjk(next) { self.run() } else { self.word() });
            }
            self.at += next.len_utf8();
        }
    }
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
pub(crate) fn is_hump(bytes: &[u8], at: usize) -> bool {
    let small = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    at > 0
        && bytes[at].is_ascii_uppercase()
        && (small(at - 1) || (bytes[at - 1].is_ascii_uppercase() && small(at + 1) && small(at + 2)))
}
