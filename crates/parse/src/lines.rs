//! The lines of a text: where each begins and ends, and how much text stands before it.
//! `\n`, `\r\n` and a lone `\r` end a line.

use docroom_model::Span;
use std::ops::Range;

/// Units of weight that make one token, roughly: four ASCII letters or one CJK character.
pub(crate) const TOKEN: u32 = 4;

/// The lines of one text. Line numbers are 1-based, as in every span.
pub(crate) struct Lines<'a> {
    /// The text.
    pub(crate) text: &'a str,
    /// First byte of each line, then the length of the text.
    starts: Vec<u32>,
    /// Weight of all text before each line, then of the whole.
    weights: Vec<u32>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let (mut starts, mut weights, mut weight) = (vec![0], vec![0], 0u32);
        for (at, &byte) in bytes.iter().enumerate() {
            weight = weight.saturating_add(weight_of(byte));
            if byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
                starts.push(at as u32 + 1);
                weights.push(weight);
            }
        }
        if starts.last() != Some(&(bytes.len() as u32)) {
            starts.push(bytes.len() as u32);
            weights.push(weight);
        }
        Self { text, starts, weights }
    }

    /// How many lines there are; 0 for an empty text.
    pub(crate) fn count(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// First byte of a line; the length of the text past the last line.
    pub(crate) fn start(&self, line: u32) -> usize {
        let index = (line.max(1) as usize - 1).min(self.starts.len() - 1);
        self.starts[index] as usize
    }

    /// The line with its terminator.
    pub(crate) fn line(&self, line: u32) -> &'a str {
        &self.text[self.start(line)..self.start(line + 1)]
    }

    /// The line that the byte at `offset` stands on.
    pub(crate) fn line_of(&self, offset: usize) -> u32 {
        let line = self.starts.partition_point(|start| *start as usize <= offset) as u32;
        line.clamp(1, self.count().max(1))
    }

    /// The weight of whole lines, from the first up to but without the second.
    pub(crate) fn weight(&self, from: u32, to: u32) -> u32 {
        let at = |line: u32| self.weights[(line.max(1) as usize - 1).min(self.weights.len() - 1)];
        at(to).saturating_sub(at(from))
    }

    /// The span of a range of bytes without the blank space around it; none if nothing is left.
    /// Indentation of the first line belongs to it.
    pub(crate) fn span(&self, range: Range<usize>) -> Option<Span> {
        let text = &self.text[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        let end = range.start + text.trim_end().len();
        if start >= end {
            return None;
        }
        let (start_line, end_line) = (self.line_of(start), self.line_of(end - 1));
        let start = self.start(start_line).max(range.start);
        Some(Span { start_byte: start as u32, end_byte: end as u32, start_line, end_line })
    }

    /// Whether a line holds nothing but blank space.
    pub(crate) fn is_blank(&self, line: u32) -> bool {
        self.line(line).trim().is_empty()
    }
}

/// The weight of a text, see [`TOKEN`].
pub(crate) fn weight(text: &str) -> u32 {
    text.bytes().fold(0, |sum: u32, byte| sum.saturating_add(weight_of(byte)))
}

/// A character of one byte weighs 1, of two bytes 2, of three or four bytes 4.
pub(crate) fn weight_of(byte: u8) -> u32 {
    match byte {
        0..=0x7f => 1,
        0x80..=0xbf => 0,
        0xc0..=0xdf => 2,
        0xe0..=0xff => TOKEN,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        let lines = Lines::new("a\nb\r\nc\rd\n\ne");
        assert_eq!(lines.count(), 6);
        let all: Vec<_> = (1..=6).map(|n| lines.line(n)).collect();
        assert_eq!(all, ["a\n", "b\r\n", "c\r", "d\n", "\n", "e"]);
        assert_eq!((lines.line_of(0), lines.line_of(1), lines.line_of(2)), (1, 1, 2));
        assert_eq!((lines.line_of(10), lines.line_of(99)), (6, 6));
        assert_eq!(Lines::new("").count(), 0);
        assert_eq!(Lines::new("a\n").count(), 1);
    }

    #[test]
    fn spans_leave_the_blank_around_them() {
        let lines = Lines::new("\n\n    code\nmore  \n\n");
        let span = lines.span(0..lines.text.len()).unwrap();
        assert_eq!((span.start_line, span.end_line), (3, 4));
        assert_eq!(&lines.text[span.start_byte as usize..span.end_byte as usize], "    code\nmore");
        assert_eq!(lines.span(0..2), None);
    }

    #[test]
    fn weights_follow_the_script() {
        assert_eq!((weight("abcd"), weight("日本"), weight("éé")), (4, 8, 4));
        let lines = Lines::new("abc\n日\n");
        assert_eq!((lines.weight(1, 2), lines.weight(2, 3), lines.weight(1, 9)), (4, 5, 9));
    }
}
