//! The terms of identifiers: a run of letters, digits and the marks inside names
//! (`kube-proxy`, `snake_case`, `a::b`, `v1.2.3`), whole and lowercased. Plain words give none;
//! the parts of a name are words.

use crate::cuts::is_hump;
use crate::words::LONGEST;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Identifiers of a text.
#[derive(Clone, Default)]
pub(crate) struct Identifiers {
    token: Token,
}

impl Tokenizer for Identifiers {
    type TokenStream<'a> = IdentifierStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> IdentifierStream<'a> {
        self.token.reset();
        IdentifierStream { text, at: 0, token: &mut self.token }
    }
}

/// The identifiers of one text.
pub(crate) struct IdentifierStream<'a> {
    text: &'a str,
    at: usize,
    token: &'a mut Token,
}

/// Marks that join the parts of a name.
fn joins(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b'.' | b':' | b'/' | b'@' | b'+' | b'#')
}

impl IdentifierStream<'_> {
    /// The next run and whether it is a name: marks inside it, a capital after a small letter,
    /// or letters mixed with digits.
    fn run(&mut self) -> Option<(std::ops::Range<usize>, bool)> {
        let bytes = self.text.as_bytes();
        let begins = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let start = self.at + bytes.get(self.at..)?.iter().position(begins)?;
        let (mut marked, mut humped, mut digits, mut letters) = (false, false, false, false);
        let mut end = start;
        self.at = start;
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'a'..=b'z' => letters = true,
                b'A'..=b'Z' => {
                    letters = true;
                    humped |= self.at > start && is_hump(&bytes[start..], self.at - start);
                }
                b'0'..=b'9' => digits = true,
                mark if joins(*mark) => {
                    self.at += 1;
                    // An underscore ends a name; other marks at the end are punctuation.
                    if *mark == b'_' {
                        (marked, end) = (true, self.at);
                    }
                    continue;
                }
                _ => break,
            }
            self.at += 1;
            marked |= end > start && self.at - 1 > end;
            end = self.at;
        }
        Some((start..end, marked || humped || (digits && letters)))
    }
}

impl TokenStream for IdentifierStream<'_> {
    fn advance(&mut self) -> bool {
        while let Some((range, name)) = self.run() {
            if !name || range.len() > LONGEST {
                continue;
            }
            self.token.text.clear();
            self.token.text.push_str(&self.text[range.clone()]);
            self.token.text.make_ascii_lowercase();
            self.token.offset_from = range.start;
            self.token.offset_to = range.end;
            self.token.position = self.token.position.wrapping_add(1);
            return true;
        }
        false
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_come_whole() {
        let check = |text: &str, expect: &[&str]| {
            let mut identifiers = Identifiers::default();
            let mut found = Vec::new();
            identifiers.token_stream(text).process(&mut |token| found.push(token.text.clone()));
            assert_eq!(found, expect, "{text}");
        };
        check("use kube-proxy, please.", &["kube-proxy"]);
        check("snake_case_name and ABC-1234", &["snake_case_name", "abc-1234"]);
        check("`std::fs::File`", &["std::fs::file"]);
        check("maxUnavailable HTTPServer", &["maxunavailable", "httpserver"]);
        check("v1.24.3 E0382 --dry-run", &["v1.24.3", "e0382", "dry-run"]);
        check("plain words only. Sentence end.", &[]);
        check("__init__ 使用kubectl-create命令", &["__init__", "kubectl-create"]);
        check("a- b: c/ 12", &[]);
        check(&format!("{}-x", "y".repeat(LONGEST)), &[]);
    }
}
