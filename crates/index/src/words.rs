//! The terms of a text: words, folded and brought to their English stem, and whole names as
//! they are written. Nothing is allocated a word: indexing spends most of its time here.

use crate::cuts::{Cut, Cuts};
use crate::fold::fold;
use frostem::{Algorithm, Stemmer};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Longest word or identifier that becomes a term, in bytes: longer ones are data, not words.
pub(crate) const LONGEST: usize = 96;
/// Words whose stems are remembered: few make up most of any text.
const PLACES: usize = 8192;
const LONGEST_REMEMBERED: usize = 20;

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

/// Stems of words, remembered: a table with one place a word, where a later word takes an
/// earlier one's place.
#[derive(Clone)]
struct Stems {
    places: Vec<Place>,
}

/// A word and how its stem is made: by keeping its first `keep` bytes and adding a letter. The
/// few stems that are made otherwise are made anew each time.
#[derive(Clone, Copy, Default)]
struct Place {
    word: [u8; LONGEST_REMEMBERED],
    length: u8,
    keep: u8,
    add: Option<u8>,
}

impl Default for Stems {
    fn default() -> Self {
        Self { places: vec![Place::default(); PLACES] }
    }
}

impl Stems {
    fn stem(&mut self, word: &mut String) {
        // English endings are letters, and no shorter word loses one.
        if word.len() < 3 {
            return;
        }
        if word.len() > LONGEST_REMEMBERED {
            *word = Stemmer::new(Algorithm::English).stem(word).into_owned();
            return;
        }
        let place = &mut self.places[place_of(word.as_bytes())];
        if place.word[..usize::from(place.length)] != *word.as_bytes() {
            let stem = Stemmer::new(Algorithm::English).stem(word).into_owned();
            let kept = word.bytes().zip(stem.bytes()).take_while(|(a, b)| a == b).count();
            let add = match stem.as_bytes().get(kept..) {
                Some([]) => Some(None),
                Some([letter]) if letter.is_ascii() => Some(Some(*letter)),
                _ => None,
            };
            if let (Some(add), true) = (add, word.is_char_boundary(kept)) {
                place.word[..word.len()].copy_from_slice(word.as_bytes());
                (place.length, place.keep, place.add) = (word.len() as u8, kept as u8, add);
            }
            *word = stem;
            return;
        }
        word.truncate(usize::from(place.keep));
        word.extend(place.add.map(char::from));
    }
}

/// FNV-1a (public domain) over the bytes.
fn place_of(word: &[u8]) -> usize {
    let mix = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    let hash = word.iter().fold(0x811c_9dc5_u32, mix);
    (hash ^ (hash >> 15)) as usize % PLACES
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
        check("Pass\u{200b}word res\u{ad}et\u{ad} end", &["password", "reset", "end"]);
        check("o\u{fb03}ce ＡＢＣ ½", &["office", "abc", "12"]);
        // Composed and decomposed: Vietnamese, Cyrillic, Greek.
        check("Tiếng Tie\u{302}\u{301}ng", &["tieng", "tieng"]);
        check("й и\u{306} Ёж ΟΔΟΣ οδός", &["и", "и", "еж", "οδοσ", "οδοσ"]);
        check("が か\u{3099}", &["が", "が"]);
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
        let text = "updates updating Updates is policies policy uncharacteristically policies";
        let expect =
            ["updat", "updat", "updat", "is", "polici", "polici", "uncharacterist", "polici"];
        check(Words::stemmed(), text, &expect);
    }
}
