//! The hits that are shown of a ranking: the best excerpt of each document and, where there is
//! room, its second; the same text in two documents once.

use crate::excerpt::{self, Time};
use crate::failure::Plain;
use crate::open_project::OpenProject;
use crate::rank::Ranked;
use docroom_index::{Candidate, Filters, Marker, Question, Reader};
use docroom_model::{Hit, Manifest, Result};
use docroom_store::ProjectStore;
use std::collections::{BTreeSet, HashSet};

/// Chunks of a document that are tried, where its file changed and lost what was found.
const TRIED: usize = 3;
/// What a document's second excerpt weighs against its first, and how good a chunk it must be
/// against the first one.
const SECOND: f32 = 0.7;
const GOOD_ENOUGH: f32 = 0.6;
/// Words that two excerpts share, of all their words, to be the same text; and how many words an
/// excerpt has at least for that: short ones are alike by chance.
const SAME: f32 = 0.9;
const FEW: usize = 8;

/// What excerpts are taken from.
pub(crate) struct Place<'a> {
    pub(crate) project: &'a OpenProject,
    pub(crate) store: &'a ProjectStore,
    pub(crate) reader: &'a Reader,
    pub(crate) manifest: &'a Manifest,
}

/// An excerpt that may be shown.
struct Choice<'a> {
    score: f32,
    document: usize,
    chunks: Vec<&'a Candidate>,
}

/// At most `limit` hits, best first.
pub(crate) fn pick(
    place: &Place<'_>,
    documents: &[Ranked],
    question: &Question,
    limit: usize,
    marker: &mut Marker,
    time: &mut Time,
) -> Result<Vec<Hit>> {
    let mut hits: Vec<Hit> = Vec::new();
    let mut words: Vec<BTreeSet<String>> = Vec::new();
    let mut done: HashSet<usize> = HashSet::new();
    for choice in choices(documents) {
        if hits.len() == limit {
            break;
        }
        if done.contains(&choice.document) {
            continue;
        }
        let ranked = &documents[choice.document];
        let Some(mut hit) = first_there(place, ranked, &choice, question, marker, time)? else {
            continue;
        };
        // Two chunks of a changed document may lead to one passage.
        if hits.iter().any(|shown| shown.path == hit.path && shown.start_line == hit.start_line) {
            continue;
        }
        let of_hit = words_of(&hit.text);
        let twin = words.iter().position(|shown| same(shown, &of_hit));
        if let Some(shown) = twin.map(|at| &mut hits[at]).filter(|shown| shown.path != hit.path) {
            if !shown.also_at.contains(&hit.path) {
                shown.also_at.push(hit.path);
            }
            done.insert(choice.document);
            continue;
        }
        hit.score = choice.score;
        hit.why = ranked.why;
        words.push(of_hit);
        hits.push(hit);
    }
    Ok(hits)
}

/// Every document's first and second excerpt, best first.
fn choices(documents: &[Ranked]) -> Vec<Choice<'_>> {
    let mut choices = Vec::new();
    for (document, ranked) in documents.iter().enumerate() {
        let chunks: Vec<_> = ranked.chunks.iter().collect();
        let first = chunks.first().copied();
        // A neighbour of the first stands beside it already.
        let second = first.and_then(|first| {
            let apart = |chunk: &&&Candidate| chunk.ordinal.abs_diff(first.ordinal) > 1;
            let second = chunks[1..].iter().find(apart).copied()?;
            (second.score >= GOOD_ENOUGH * first.score)
                .then_some((second, second.score / first.score))
        });
        choices.push(Choice { score: ranked.score, document, chunks });
        if let Some((second, part)) = second {
            let score = ranked.score * SECOND * part.min(1.0);
            choices.push(Choice { score, document, chunks: vec![second] });
        }
    }
    choices.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.document.cmp(&b.document)));
    choices
}

fn first_there(
    place: &Place<'_>,
    ranked: &Ranked,
    choice: &Choice<'_>,
    question: &Question,
    marker: &mut Marker,
    time: &mut Time,
) -> Result<Option<Hit>> {
    let mut take = |chunk: &Candidate| {
        excerpt::hit(place.project, place.store, place.manifest, chunk, marker, time)
    };
    for chunk in choice.chunks.iter().take(TRIED) {
        if let Some(hit) = take(chunk)? {
            return Ok(Some(hit));
        }
    }
    if choice.chunks.is_empty() {
        // Found as a whole, by none of its chunks alone.
        let filters = Filters { path_prefix: Some(&ranked.path), ..Filters::default() };
        let found = place.reader.search(question, &filters, 1).map_err(Plain::plain)?;
        if let Some(chunk) = found.first() {
            return take(chunk);
        }
    }
    Ok(None)
}

fn words_of(text: &str) -> BTreeSet<String> {
    let words =
        text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn same(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).count();
    a.len().min(b.len()) >= FEW && shared as f32 >= SAME * (a.len() + b.len() - shared) as f32
}
