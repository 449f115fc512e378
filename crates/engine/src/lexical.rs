//! Documents by words: those whose chunks the index finds, and those that as a whole hold most of
//! the question.

use crate::failure::Plain;
use docroom_index::{Candidate, Filters, Pages, Question, Reader};
use docroom_model::Result;
use std::collections::BTreeMap;

/// Chunks taken from the index for one answer, and documents.
const CHUNKS: usize = 400;
const DOCUMENTS: usize = 100;
/// What each further good chunk of a document adds to its best one: half of the one before.
const FURTHER: usize = 5;
const DECAY: f32 = 0.5;
/// The same where one word is looked up as it stands: its definition is the best chunk.
const LOOKUP_FURTHER: f32 = 0.1;

/// What words say about the documents of a project.
pub(crate) struct Worded {
    pages: Pages,
    /// Chunks by document, best first.
    chunks: BTreeMap<String, Vec<Candidate>>,
    /// Documents to look at.
    pub(crate) paths: Vec<String>,
    lookup: bool,
}

/// Looks the words up.
pub(crate) fn candidates(
    question: &Question,
    filters: &Filters<'_>,
    reader: &Reader,
) -> Result<Worded> {
    let mut chunks: BTreeMap<String, Vec<Candidate>> = BTreeMap::new();
    for chunk in reader.search(question, filters, CHUNKS).map_err(Plain::plain)? {
        chunks.entry(chunk.path.clone()).or_default().push(chunk);
    }
    let pages = reader.pages(question, filters).map_err(Plain::plain)?;
    let whole = pages.best(DOCUMENTS, filters).into_iter().map(|(path, _)| path.to_owned());
    // A document without a chunk that was found has nothing to show.
    let mut paths: Vec<String> = whole.chain(chunks.keys().cloned()).collect();
    paths.sort();
    paths.dedup();
    Ok(Worded { pages, chunks, paths, lookup: question.is_identifier() })
}

impl Worded {
    /// The chunks of a document that were found, best first.
    pub(crate) fn chunks(&self, path: &str) -> &[Candidate] {
        self.chunks.get(path).map(Vec::as_slice).unwrap_or_default()
    }

    /// By its best chunks; no upper bound.
    pub(crate) fn by_chunks(&self, path: &str) -> f32 {
        let scores = self.chunks(path).iter().map(|chunk| chunk.score).take(1 + FURTHER);
        if self.lookup {
            let weight = |at: usize| if at == 0 { 1.0 } else { LOOKUP_FURTHER };
            return scores.enumerate().map(|(at, score)| weight(at) * score).sum();
        }
        let weights = std::iter::successors(Some(1.0), |weight| Some(weight * DECAY));
        scores.zip(weights).map(|(score, weight): (f32, f32)| score * weight).take(FURTHER).sum()
    }

    /// By all of it; no upper bound. Nothing where one word is looked up.
    pub(crate) fn as_a_whole(&self, path: &str) -> f32 {
        if self.lookup { 0.0 } else { self.pages.of(path).score }
    }

    /// How much of the question it holds: 0 to 1.
    pub(crate) fn coverage(&self, path: &str) -> f32 {
        self.pages.of(path).coverage
    }

    /// One word is looked up as it stands, and it stands somewhere.
    pub(crate) fn is_lookup(&self) -> bool {
        self.lookup && !self.chunks.is_empty()
    }
}
