//! Cutting text into terms: plain words (with pairs for scripts that write without blanks),
//! and identifiers, whole and in parts. Pure; stemming is a filter on top of it.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Longest word or identifier that becomes a term, in bytes: longer ones are data, not words.
const LONGEST: usize = 96;

/// Words: runs of letters and digits, lowercased, accents folded, followed by their camelCase
/// parts (`RollingUpdate` is a rolling update); a run of CJK characters becomes its overlapping
/// pairs, so that any two inner characters can be found.
#[derive(Clone, Default)]
pub(crate) struct Words {
    tokens: Vec<Token>,
}

/// Identifiers: a run of letters, digits and the marks inside names (`kube-proxy`,
/// `snake_case`, `a::b`, `v1.2.3`), whole and lowercased. Plain words give none; the parts
/// of a name are words.
#[derive(Clone, Default)]
pub(crate) struct Identifiers {
    tokens: Vec<Token>,
}

/// Hands out tokens that were cut beforehand.
pub(crate) struct Cut<'a> {
    tokens: &'a mut Vec<Token>,
    next: usize,
}

impl TokenStream for Cut<'_> {
    fn advance(&mut self) -> bool {
        self.next += 1;
        self.next <= self.tokens.len()
    }

    fn token(&self) -> &Token {
        &self.tokens[self.next - 1]
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.tokens[self.next - 1]
    }
}

impl Tokenizer for Words {
    type TokenStream<'a> = Cut<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Cut<'a> {
        self.tokens.clear();
        cut_words(text, &mut self.tokens);
        Cut { tokens: &mut self.tokens, next: 0 }
    }
}

impl Tokenizer for Identifiers {
    type TokenStream<'a> = Cut<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Cut<'a> {
        self.tokens.clear();
        cut_identifiers(text, &mut self.tokens);
        Cut { tokens: &mut self.tokens, next: 0 }
    }
}

fn cut_words(text: &str, tokens: &mut Vec<Token>) {
    let mut characters = text.char_indices().peekable();
    while let Some((start, first)) = characters.next() {
        if !first.is_alphanumeric() {
            continue;
        }
        let cjk = is_cjk(first);
        let mut end = start + first.len_utf8();
        let mut previous = start;
        let mut pairs = 0;
        while let Some(&(at, next)) = characters.peek() {
            let goes_on = next.is_alphanumeric() || (!cjk && is_mark(next));
            if !goes_on || is_cjk(next) != cjk {
                break;
            }
            end = at + next.len_utf8();
            if cjk {
                push(tokens, text, previous, end);
                pairs += 1;
            }
            previous = at;
            characters.next();
        }
        if !cjk || pairs == 0 {
            push(tokens, text, start, end);
            camel_parts(&text[start..end], |from, to| push(tokens, text, start + from, start + to));
        }
    }
}

fn push(tokens: &mut Vec<Token>, text: &str, from: usize, to: usize) {
    if to - from > LONGEST {
        return;
    }
    let mut folded = String::with_capacity(to - from);
    text[from..to].chars().for_each(|character| fold(character, &mut folded));
    if !folded.is_empty() {
        push_text(tokens, folded, from, to);
    }
}

fn push_text(tokens: &mut Vec<Token>, text: String, offset_from: usize, offset_to: usize) {
    let position = tokens.len();
    tokens.push(Token { offset_from, offset_to, position, text, position_length: 1 });
}

/// Lowercases and drops accents of the Latin script; combining marks vanish.
fn fold(character: char, into: &mut String) {
    if character.is_ascii() {
        into.push(character.to_ascii_lowercase());
        return;
    }
    if is_mark(character) {
        return;
    }
    for lower in character.to_lowercase() {
        match latin_base(lower) {
            Some(base) => into.push_str(base),
            None if is_mark(lower) => {}
            None => into.push(lower),
        }
    }
}

fn latin_base(character: char) -> Option<&'static str> {
    Some(match character {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì' | 'í' | 'î' | 'ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'ù' | 'ú' | 'û' | 'ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'æ' => "ae",
        'œ' => "oe",
        _ => return None,
    })
}

/// Combining marks (Unicode block 0300–036F), as in decomposed accents.
fn is_mark(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

/// Scripts that write words without blanks between them.
pub(crate) fn is_cjk(character: char) -> bool {
    matches!(u32::from(character),
        0x3040..=0x30FF | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

fn cut_identifiers(text: &str, tokens: &mut Vec<Token>) {
    let joins = |byte: u8| matches!(byte, b'_' | b'-' | b'.' | b':' | b'/' | b'@' | b'+' | b'#');
    let bytes = text.as_bytes();
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || joins(byte);
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_alphanumeric() && bytes[at] != b'_' {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && inside(bytes[at]) {
            at += 1;
        }
        let mut end = at;
        while end > start && joins(bytes[end - 1]) && bytes[end - 1] != b'_' {
            end -= 1;
        }
        let run = &text[start..end];
        if run.len() > LONGEST || !is_identifier(run) {
            continue;
        }
        push_text(tokens, run.to_ascii_lowercase(), start, end);
    }
}

/// A name rather than a word: marks inside it, a capital after a small letter, or letters
/// mixed with digits.
pub(crate) fn is_identifier(run: &str) -> bool {
    let bytes = run.as_bytes();
    let marked = bytes.iter().any(|byte| !byte.is_ascii_alphanumeric());
    let humped = (1..bytes.len()).any(|at| is_hump(bytes, at));
    let mixed = bytes.iter().any(u8::is_ascii_digit) && bytes.iter().any(u8::is_ascii_alphabetic);
    marked || humped || mixed
}

/// A capital that begins a part: after a small letter (`maxSize`), or as the last of several
/// before at least two small ones (`HTTPServer`, but not `APIs`).
fn is_hump(bytes: &[u8], at: usize) -> bool {
    let small = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    bytes[at].is_ascii_uppercase()
        && (small(at - 1) || (bytes[at - 1].is_ascii_uppercase() && small(at + 1) && small(at + 2)))
}

fn camel_parts(piece: &str, mut part: impl FnMut(usize, usize)) {
    let bytes = piece.as_bytes();
    let mut start = 0;
    let mut parts = 0;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cut: fn(&str, &mut Vec<Token>), text: &str, expect: &[&str]) {
        let mut tokens = Vec::new();
        cut(text, &mut tokens);
        let texts: Vec<_> = tokens.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(texts, expect, "{text}");
        for token in &tokens {
            assert!(
                text.get(token.offset_from..token.offset_to).is_some(),
                "{text}: on characters"
            );
        }
    }

    #[test]
    fn words_are_folded_and_cjk_runs_become_pairs() {
        check(cut_words, "The kube-proxy's v1.2", &["the", "kube", "proxy", "s", "v1", "2"]);
        check(cut_words, "Crème BRÛLÉE cre\u{301}me", &["creme", "brulee", "creme"]);
        check(cut_words, "İstanbul ışık Straße", &["istanbul", "isik", "strasse"]);
        check(cut_words, "滚动更新 x 字", &["滚动", "动更", "更新", "x", "字"]);
        check(cut_words, "日本語abc", &["日本", "本語", "abc"]);
        check(cut_words, "RollingUpdate", &["rollingupdate", "rolling", "update"]);
        check(cut_words, "HTTPServer APIs", &["httpserver", "http", "server", "apis"]);
        check(cut_words, "", &[]);
        check(cut_words, "--- ...", &[]);
    }

    #[test]
    fn identifiers_come_whole() {
        let check = |text, expect: &[&str]| check(cut_identifiers, text, expect);
        check("use kube-proxy, please.", &["kube-proxy"]);
        check("snake_case_name and ABC-1234", &["snake_case_name", "abc-1234"]);
        check("`std::fs::File`", &["std::fs::file"]);
        check("maxUnavailable HTTPServer", &["maxunavailable", "httpserver"]);
        check("v1.24.3 E0382 --dry-run", &["v1.24.3", "e0382", "dry-run"]);
        check("plain words only. Sentence end.", &[]);
        check("__init__", &["__init__"]);
    }
}
