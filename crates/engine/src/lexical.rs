//! Candidates by words: those of the index, with what their documents add to them.

use crate::failure::Plain;
use docroom_index::{Candidate, Filters, Question, Reader};
use docroom_model::Result;
use docroom_store::ProjectStore;
use std::collections::{BTreeMap, HashMap};

/// Candidates taken from the index for one answer.
const CANDIDATES: usize = 200;
/// What each further good chunk of a document adds to its best, and how many count: a page
/// about the subject stands before one that mentions it.
const FURTHER: f32 = 0.1;
const FURTHER_COUNT: usize = 5;
/// What the logarithm of the number of documents that link to it adds: the page that others
/// point to is the one to read. On 54 public questions, all else as it was then, the mean
/// reciprocal rank went from 0.25 to 0.30. Chosen on those questions, so less is to be expected.
const LINKED: f32 = 0.15;
/// Factor for a document whose title is just the question.
const CALLED: f32 = 1.5;

/// A chunk that was found by its words.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Worded {
    pub(crate) chunk: Candidate,
    pub(crate) linked: u32,
    pub(crate) called: bool,
}

/// The best chunks by words, best first.
pub(crate) fn candidates(
    question: &Question,
    filters: &Filters<'_>,
    reader: &Reader,
    store: &ProjectStore,
) -> Result<Vec<Worded>> {
    let found = reader.search(question, filters, CANDIDATES).map_err(Plain::plain)?;
    rank(question, store, found)
}

/// Lifts chunks of documents that have further good ones, that others link to, or that are
/// called like the question.
fn rank(question: &Question, store: &ProjectStore, found: Vec<Candidate>) -> Result<Vec<Worded>> {
    let mut scores: BTreeMap<&str, Vec<f32>> = BTreeMap::new();
    for candidate in &found {
        scores.entry(&candidate.path).or_default().push(candidate.score);
    }
    let paths: Vec<&str> = scores.keys().copied().collect();
    let standing = store.standing(&paths).map_err(Plain::plain)?;
    let lift: HashMap<String, (f32, u32, bool)> = scores
        .into_iter()
        .zip(standing)
        .map(|((path, scores), (title, linked))| {
            let further: f32 = scores.iter().skip(1).take(FURTHER_COUNT).sum();
            (path.to_owned(), (FURTHER * further, linked, question.is_called(&title)))
        })
        .collect();
    let lifted = |mut chunk: Candidate| {
        let (further, linked, called) = lift.get(&chunk.path).copied().unwrap_or_default();
        let factor =
            if called { CALLED } else { 1.0 } * (1.0 + LINKED * (1.0 + linked as f32).ln());
        chunk.score = (chunk.score + further) * factor;
        Worded { chunk, linked, called }
    };
    let mut found: Vec<_> = found.into_iter().map(lifted).collect();
    found.sort_by(|a, b| {
        let place = |worded: &Worded| (worded.chunk.path.clone(), worded.chunk.ordinal);
        b.chunk.score.total_cmp(&a.chunk.score).then_with(|| place(a).cmp(&place(b)))
    });
    Ok(found)
}
