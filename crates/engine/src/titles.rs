//! Documents by their titles and headings: what a person who still types is shown first. One look
//! into the index, no meaning, and no more than fits a glance.

use crate::failure::Plain;
use crate::rank::{Ranked, Ranking};
use docroom_index::{Candidate, Filters, Question, Reader};
use docroom_model::{Result, Why};
use docroom_store::ProjectStore;

/// Most documents, and chunks looked at to have so many.
const DOCUMENTS: usize = 8;
const CHUNKS: usize = 64;
/// What a document is lifted by whose title is just the question: to the top.
const CALLED: f32 = 2.0;

/// The documents whose title or headings hold every word of the question, best first.
pub(crate) fn ranking(
    question: &Question,
    filters: &Filters<'_>,
    reader: &Reader,
    store: &ProjectStore,
) -> Result<Ranking> {
    let found = reader.headings(question, filters, CHUNKS).map_err(Plain::plain)?;
    let best = found.first().map_or(1.0, |chunk| chunk.score);
    let mut chunks: Vec<Candidate> = Vec::new();
    for chunk in found {
        if chunks.iter().all(|known| known.path != chunk.path) {
            chunks.push(chunk);
        }
    }
    let paths: Vec<&str> = chunks.iter().map(|chunk| chunk.path.as_str()).collect();
    let standing = store.standing(&paths).map_err(Plain::plain)?;
    let ranked = chunks.into_iter().zip(standing).map(|(chunk, (title, linked))| {
        let called = question.is_called(&title);
        let score = chunk.score / best + if called { CALLED } else { 0.0 };
        let why = Why { linked, called, ..Why::default() };
        let path = chunk.path.clone();
        Ranked { path, score: score / (1.0 + CALLED), why, chunks: vec![chunk] }
    });
    let mut documents: Vec<Ranked> = ranked.collect();
    documents.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(&b.path)));
    documents.truncate(DOCUMENTS);
    Ok(Ranking { documents, relevance: None })
}
