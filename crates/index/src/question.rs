//! Turning a question into a query: every word anywhere, words side by side more, titles and
//! headings more than text, identifiers as they are written. No character is ever syntax.

use crate::cuts::is_coined;
use crate::fold::is_cjk;
use crate::schema::{Fields, plain_analyzer, word_analyzer};
use std::ops::Bound;
use tantivy::Term;
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, Occur, PhraseQuery, Query, RangeQuery, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::tokenizer::TextAnalyzer;

/// Weights against a word of the body. That of the headings is low: measured on public
/// questions, more of it only lifts pages that are named like the words. Names and parts were
/// set by hand on a few identifiers, not measured one by one.
const HEADINGS: f32 = 0.25;
const NAME: f32 = 2.0;
const PART: f32 = 0.3;
/// Weight of two words side by side, against one word.
const SIDE_BY_SIDE: f32 = 0.5;
/// Words past this many add nothing but time.
const MOST_WORDS: usize = 48;

/// English words that ask rather than name; dropped while others remain.
const ASKING: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "could", "do", "does", "for", "from",
    "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "of", "on", "or",
    "should", "so", "than", "that", "the", "their", "then", "there", "these", "this", "to", "was",
    "we", "what", "when", "where", "which", "who", "why", "will", "with", "without", "would",
    "you", "your",
];

/// What narrows a search; acts inside the retriever, never after it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filters<'a> {
    /// First segment of the paths.
    pub source: Option<&'a str>,
    /// Whole segments from the start of the path.
    pub path_prefix: Option<&'a str>,
    /// The exact version label.
    pub version: Option<&'a str>,
}

impl Filters<'_> {
    /// Whether the filters on paths let a document through; of its version they say nothing.
    pub fn lets_through(&self, path: &str) -> bool {
        let below = |prefix: &str| {
            let rest = path.strip_prefix(prefix);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.source.is_none_or(below) && self.path_prefix.is_none_or(below)
    }
}

/// A question cut into terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Words in order, as indexed (folded, stemmed).
    pub(crate) words: Vec<String>,
    /// The parts of coined words: who writes `maxUnavailable` means that, before `max`.
    pub(crate) parts: Vec<String>,
    /// The last word before stemming, which may still be in the making while somebody types.
    pub(crate) last: Option<String>,
    /// Terms that name rather than say: whole identifiers, and coined words among `words`.
    pub(crate) names: Vec<String>,
    /// It was written without a space, in letters that have spaces between words.
    pub(crate) single: bool,
}

impl Question {
    /// Cuts a question the way the index is cut.
    pub fn new(text: &str) -> Self {
        let Terms { mut words, mut parts, mut names } = Terms::of(&mut word_analyzer(), text);
        for terms in [&mut words, &mut parts, &mut names] {
            terms.truncate(MOST_WORDS);
        }
        let asking = |word: &String| ASKING.contains(&word.as_str());
        if !words.iter().all(asking) {
            words.retain(|word| !asking(word));
        }
        let last = Terms::of(&mut plain_analyzer(), text).words.pop().filter(|last| !asking(last));
        let single = !text.trim().chars().any(|letter| letter.is_whitespace() || is_cjk(letter));
        Self { words, parts, last, names, single }
    }

    /// Whether a title or heading says just this, no word more or less.
    pub fn is_called(&self, title: &str) -> bool {
        !self.words.is_empty() && Terms::of(&mut word_analyzer(), title).words == self.words
    }

    /// One word as it is written, such as `ttlSecondsAfterFinished`, `--flag` or `a::b`: it names a
    /// thing, and is to be found as it stands.
    pub fn is_identifier(&self) -> bool {
        self.single
    }

    /// Nothing to look for: no letter and no digit in it.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// The terms of a question by what they are to it.
#[derive(Default)]
struct Terms {
    words: Vec<String>,
    parts: Vec<String>,
    names: Vec<String>,
}

impl Terms {
    fn of(analyzer: &mut TextAnalyzer, text: &str) -> Self {
        let mut terms = Self::default();
        let mut word_end = 0;
        analyzer.token_stream(text).process(&mut |token| {
            if is_name(&token.text) {
                terms.names.push(token.text.clone());
            } else if token.offset_to <= word_end {
                terms.parts.push(token.text.clone());
            } else {
                word_end = token.offset_to;
                if is_coined(&text[token.offset_from..token.offset_to]) {
                    terms.names.push(token.text.clone());
                }
                terms.words.push(token.text.clone());
            }
        });
        terms
    }
}

/// Words are letters and digits; a name has a mark in it.
fn is_name(term: &str) -> bool {
    term.chars().any(|character| !character.is_alphanumeric())
}

/// The query for tantivy. `completions` stand beside the last word.
pub(crate) fn query(
    fields: &Fields,
    question: &Question,
    completions: &[String],
    filters: &Filters<'_>,
) -> Box<dyn Query> {
    let mut any: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for word in question.words.iter().chain(completions).filter(|word| seen.insert(*word)) {
        any.push((Occur::Should, term(fields.body, word, 1.0)));
        any.push((Occur::Should, term(fields.headings, word, HEADINGS)));
    }
    for pair in question.words.windows(2).filter(|pair| pair[0] != pair[1]) {
        let words = pair.iter().map(|word| Term::from_field_text(fields.body, word)).collect();
        let phrase = Box::new(PhraseQuery::new(words));
        any.push((Occur::Should, Box::new(BoostQuery::new(phrase, SIDE_BY_SIDE))));
    }
    for part in &question.parts {
        any.push((Occur::Should, term(fields.body, part, PART)));
    }
    for name in &question.names {
        any.push((Occur::Should, term(fields.body, name, NAME)));
        any.push((Occur::Should, term(fields.headings, name, NAME)));
    }
    narrowed(fields, Box::new(BooleanQuery::new(any)), filters)
}

/// The query for chunks whose title and headings hold every word, the last one or what completes
/// it.
pub(crate) fn heading_query(
    fields: &Fields,
    question: &Question,
    completions: &[String],
    filters: &Filters<'_>,
) -> Box<dyn Query> {
    let mut all: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    let one = |word: &String| term(fields.headings, word, 1.0);
    for (at, word) in question.words.iter().enumerate() {
        let last = at + 1 == question.words.len() && !completions.is_empty();
        let word = if last {
            Box::new(BooleanQuery::union(completions.iter().chain([word]).map(one).collect()))
        } else {
            one(word)
        };
        all.push((Occur::Must, word));
    }
    narrowed(fields, Box::new(BooleanQuery::new(all)), filters)
}

fn narrowed(fields: &Fields, found: Box<dyn Query>, filters: &Filters<'_>) -> Box<dyn Query> {
    let mut all: Vec<(Occur, Box<dyn Query>)> = vec![(Occur::Must, found)];
    let narrowing = [
        filters.source.map(|source| below(fields.path, source)),
        filters.path_prefix.map(|prefix| below(fields.path, prefix)),
        filters.version.map(|version| term(fields.version, version, 1.0)),
    ];
    for exact in narrowing.into_iter().flatten() {
        // Filters must not add to the score.
        all.push((Occur::Must, Box::new(ConstScoreQuery::new(exact, 0.0))));
    }
    if all.len() == 1 { all.remove(0).1 } else { Box::new(BooleanQuery::new(all)) }
}

/// The document at this path, and all below it: the paths from `PATH/` to before `PATH0`, the
/// next character after the slash.
fn below(field: Field, path: &str) -> Box<dyn Query> {
    let bound = |end: char| Term::from_field_text(field, &format!("{path}{end}"));
    let folder = RangeQuery::new(Bound::Included(bound('/')), Bound::Excluded(bound('0')));
    Box::new(BooleanQuery::union(vec![Box::new(folder), term(field, path, 1.0)]))
}

fn term(field: Field, text: &str, weight: f32) -> Box<dyn Query> {
    let term = TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::WithFreqs);
    if weight == 1.0 { Box::new(term) } else { Box::new(BoostQuery::new(Box::new(term), weight)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_words_are_dropped_while_others_remain() {
        assert_eq!(Question::new("how do I do a rolling update").words, ["roll", "updat"]);
        assert_eq!(Question::new("what is this").words, ["what", "is", "this"]);
        let coined = Question::new("set maxUnavailable in kube-proxy");
        assert_eq!(coined.words, ["set", "maxunavail", "kube", "proxi"]);
        assert_eq!(coined.parts, ["max", "unavail"]);
        assert_eq!(coined.names, ["maxunavail", "kube-proxy"]);
        assert_eq!(Question::new("动更新").words, ["动更", "更新"]);
        assert!(Question::new("kube-proxy").is_called("Kube Proxy"));
        assert!(!Question::new("kube-proxy").is_called("The kube-proxy"));
        assert_eq!(Question::new("kubectl rollout undo").last.as_deref(), Some("undo"));
        for nothing in ["", "  ", "::: -- \"", "??"] {
            assert!(Question::new(nothing).is_empty(), "{nothing:?}");
        }
    }
}
