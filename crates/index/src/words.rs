//! The terms of a text: words, folded and brought to their English stem, and whole names as
//! they are written. Nothing is allocated a word: indexing spends most of its time here.

use crate::cuts::{Cut, Cuts};
use crate::fold::fold;
use frostem::{Algorithm, Stemmer};
use hashbrown::HashMap;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Longest word or identifier that becomes a term, in bytes: longer ones are data, not words.
pub(crate) const LONGEST: usize = 96;
/// Stems that are remembered: few words make up most of any text.
const REMEMBERED: usize = 20_000;

/// Words by their stems, or, unstemmed, as they are written.
#[derive(Clone, Default)]
pub(crate) struct Words {
    stems: Option<Stems>,
    token: Token,
}

impl Words {
    /// Words as they are written, folded.
    pub(crate) fn plain() -> Self {
        Self::default()
    }

    /// Words by their English stems.
    pub(crate) fn stemmed() -> Self {
        Self { stems: Some(Stems::default()), token: Token::default() }
    }
}

impl Tokenizer for Words {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        self.token.reset();
        let Self { stems, token } = self;
        WordStream { text, cuts: Cuts::new(text), stems: stems.as_mut(), token, next: 0 }
    }
}

/// The words of one text.
pub(crate) struct WordStream<'a> {
    text: &'a str,
    cuts: Cuts<'a>,
    stems: Option<&'a mut Stems>,
    token: &'a mut Token,
    /// The position of the next word.
    next: usize,
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        for cut in self.cuts.by_ref() {
            let (range, name) = match cut {
                Cut::Word(range) => (range, false),
                Cut::Name(range) => (range, true),
            };
            if range.len() > LONGEST {
                continue;
            }
            self.token.text.clear();
            fold(&self.text[range.clone()], &mut self.token.text);
            if self.token.text.is_empty() {
                continue;
            }
            if let Some(stems) = self.stems.as_mut().filter(|_| !name) {
                stems.stem(&mut self.token.text);
            }
            self.token.offset_from = range.start;
            self.token.offset_to = range.end;
            // A name stands where its first word stands.
            self.token.position = self.next;
            self.next += usize::from(!name);
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

/// Stems of words, remembered.
#[derive(Clone, Default)]
struct Stems {
    known: HashMap<Box<str>, Box<str>>,
}

impl Stems {
    fn stem(&mut self, word: &mut String) {
        // English endings are letters, and no shorter word loses one.
        if word.len() < 3 {
            return;
        }
        if let Some(stem) = self.known.get(word.as_str()) {
            word.clear();
            word.push_str(stem);
            return;
        }
        let stem = Stemmer::new(Algorithm::English).stem(word).into_owned();
        if self.known.len() < REMEMBERED {
            self.known.insert(word.as_str().into(), stem.as_str().into());
        }
        *word = stem;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(mut words: Words, text: &str, expect: &[&str]) {
        let mut stream = words.token_stream(text);
        let mut tokens = Vec::new();
        stream.process(&mut |token| tokens.push(token.clone()));
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
        let check = |text, expect: &[&str]| check(Words::plain(), text, expect);
        check(
            "The kube-proxy's v1.2",
            &["the", "kube-proxy", "kube", "proxy", "s", "v1.2", "v1", "2"],
        );
        check("Crème BRÛLÉE cre\u{301}me", &["creme", "brulee", "creme"]);
        check("İstanbul ışık Straße", &["istanbul", "isik", "strasse"]);
        check("滚动更新 x 字", &["滚动", "动更", "更新", "x", "字"]);
        check("日本語abc", &["日本", "本語", "abc"]);
        check(
            "RollingUpdate maxSize",
            &["rollingupdate", "rolling", "update", "maxsize", "max", "size"],
        );
        check("HTTPServer APIs", &["httpserver", "http", "server", "apis"]);
        check("", &[]);
        check("--- ...", &[]);
        check(&"x".repeat(LONGEST + 1), &[]);
    }

    #[test]
    fn a_name_stands_where_its_first_word_stands() {
        let mut words = Words::stemmed();
        let mut places = Vec::new();
        let mut stream = words.token_stream("the kube-proxy updates");
        stream.process(&mut |token| places.push((token.text.clone(), token.position)));
        let expect = [("the", 0), ("kube-proxy", 1), ("kube", 1), ("proxi", 2), ("updat", 3)];
        assert_eq!(places, expect.map(|(text, at)| (text.to_owned(), at)));
    }

    #[test]
    fn stems_are_the_same_the_second_time() {
        check(Words::stemmed(), "updates updating Updates is", &["updat", "updat", "updat", "is"]);
    }
}
