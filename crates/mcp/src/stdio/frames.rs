//! Cutting a byte stream into lines of bounded length. A line past the limit is read to its
//! end without being kept, so that memory stays bounded and the next line is whole again.

use std::io::{self, BufRead};

/// A line without its terminator.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Within the limit.
    Whole(Vec<u8>),
    /// Longer than the limit; its bytes are gone.
    Overlong,
}

/// The next line that is not blank; none at the end of input. A last line without newline
/// counts. Only `\r\n` and `\n` are stripped.
pub(crate) fn next_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    loop {
        match one_line(input, limit)? {
            Some(Line::Whole(line)) if line.iter().all(u8::is_ascii_whitespace) => {}
            other => return Ok(other),
        }
    }
}

fn one_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let (mut line, mut overlong, mut any) = (Vec::new(), false, false);
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(any.then(|| ended(line, overlong, limit)));
        }
        any = true;
        let newline = available.iter().position(|byte| *byte == b'\n');
        let (part, used) = match newline {
            Some(at) => (available.get(..at).unwrap_or_default(), at + 1),
            None => (available, available.len()),
        };
        // One byte more than the limit may be a carriage return that does not count.
        if overlong || line.len() + part.len() > limit + 1 {
            overlong = true;
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        input.consume(used);
        if newline.is_some() {
            return Ok(Some(ended(line, overlong, limit)));
        }
    }
}

fn ended(mut line: Vec<u8>, overlong: bool, limit: usize) -> Line {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    if overlong || line.len() > limit { Line::Overlong } else { Line::Whole(line) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(text: &str, limit: usize) -> Vec<String> {
        let mut input = BufReader::with_capacity(3, text.as_bytes());
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, limit).unwrap() {
            lines.push(match line {
                Line::Whole(bytes) => String::from_utf8(bytes).unwrap(),
                Line::Overlong => "OVERLONG".to_owned(),
            });
        }
        lines
    }

    #[test]
    fn lines_are_cut_whatever_their_ends() {
        assert_eq!(lines("a\r\n\n  \nb\n\r\nc", 4), ["a", "b", "c"]);
        assert_eq!(lines("", 4), Vec::<String>::new());
        assert_eq!(lines("abcd\nabcd\r\nabcde\nx\n", 4), ["abcd", "abcd", "OVERLONG", "x"]);
        assert_eq!(lines("abcdefghijklmnop\nx", 4), ["OVERLONG", "x"]);
        assert_eq!(lines("abcdefghijklmnop", 4), ["OVERLONG"]);
        assert_eq!(lines("abcd\r", 4), ["abcd"]);
    }
}
