//! One ranking of documents out of what words and meaning say. Each part is put to the scale of
//! its best document, weighed and added: on public questions that found the right page more often
//! than fusing ranks did, which forgets how far apart two documents are. The first few are then
//! compared with the question word by word.
//!
//! The weights were fitted on 95 public and written questions over four collections of
//! documentation, and hold when one of the four is left out of the fitting.

use crate::failure::Plain;
use crate::lexical::Worded;
use crate::vectors::{NearPage, Nearness};
use docroom_embed::{Met, WordMatch};
use docroom_index::{Candidate, Question};
use docroom_model::{Result, Why};
use docroom_store::ProjectStore;

/// Documents taken from the nearest.
const NEAREST: usize = 100;
/// Documents compared word by word, chunks of each by words and by meaning, and how much of a
/// chunk, in bytes.
const COMPARED: usize = 30;
const COMPARED_CHUNKS: usize = 3;
const COMPARED_BYTES: usize = 4096;
/// Weight of the comparison, where words and meaning weigh 2 and 1.
const WORD_BY_WORD: f32 = 1.5;
/// What the logarithm of the number of documents that link to it adds.
const LINKED: f32 = 0.08;
/// What a document is lifted by whose title is just the question.
const CALLED: f32 = 1.0;
/// Lists of what changed name everything and explain nothing.
const CHANGES: f32 = 0.8;
/// Documents among which the most relevant one decides whether there is an answer.
const JUDGED: usize = 10;
/// What the words that a document holds weigh in its relevance.
const HELD: f32 = 0.25;
/// Chunks of the collections that a model's floor was measured on, at least, and what the floor
/// falls by for each e-th part of them.
const FLOOR_CHUNKS: f32 = 5000.0;
const FLOOR_STEP: f32 = 0.03;
/// Below as many chunks it falls no further.
const FEWEST_CHUNKS: usize = 150;
/// What a chunk's meaning weighs against its words when a document's best is chosen.
const CHUNK_MEANING: f32 = 0.5;

/// How much each half weighs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights {
    pub(crate) lexical: f32,
    pub(crate) dense: f32,
}

/// A document in the ranking.
pub(crate) struct Ranked {
    pub(crate) path: String,
    /// 0 to 1.
    pub(crate) score: f32,
    pub(crate) why: Why,
    /// Its chunks that may be shown, best first; their scores 0 to 1.
    pub(crate) chunks: Vec<Candidate>,
}

/// The ranked documents of a project, best first.
pub(crate) struct Ranking {
    pub(crate) documents: Vec<Ranked>,
    /// How well the best of them answers: 0 to 1. Nothing where it can't be judged.
    pub(crate) relevance: Option<f32>,
}

/// A document while it is ranked.
struct Document {
    path: String,
    by_chunks: f32,
    as_a_whole: f32,
    near: Option<NearPage>,
    linked: u32,
    called: bool,
    compared: Option<Compared>,
    coverage: f32,
    score: f32,
}

/// How much of the question a document meets word by word: its best chunk, and its chunks
/// together.
#[derive(Clone, Copy)]
struct Compared {
    chunk: f32,
    together: f32,
}

/// Ranks what either half found.
pub(crate) fn rank(
    question: &Question,
    words: Option<&Worded>,
    near: Option<&Nearness>,
    matcher: Option<&mut (dyn WordMatch + '_)>,
    weights: Weights,
    store: &ProjectStore,
) -> Result<Ranking> {
    // A word that is looked up is found by its letters.
    let lookup = words.is_some_and(Worded::is_lookup);
    let (near, matcher) = if lookup { (None, None) } else { (near, matcher) };
    let mut documents = gather(question, words, near, store)?;
    let places = [places(&documents, by_words), places(&documents, by_meaning)];
    let best = Best::of(&documents);
    for document in &mut documents {
        document.score = best.score(document, weights);
    }
    sort(&mut documents);
    if let Some(matcher) = matcher {
        compare(&mut documents, words, matcher, store)?;
        sort(&mut documents);
    }
    let relevance = documents.iter().take(JUDGED).filter_map(relevance).reduce(f32::max);
    let most = weights.lexical + if near.is_some() { weights.dense + WORD_BY_WORD } else { 0.0 };
    let documents = documents.into_iter().map(|document| {
        let place = |places: &[String]| {
            places.iter().position(|path| *path == document.path).map(|at| at as u32 + 1)
        };
        let why = Why {
            lexical_rank: place(&places[0]),
            lexical_score: Some(document.by_chunks).filter(|score| *score > 0.0),
            dense_rank: place(&places[1]),
            similarity: document
                .near
                .as_ref()
                .and_then(|near| near.chunks.first())
                .map(|(_, alike)| *alike),
            coverage: words.map(|_| document.coverage),
            met: document.compared.map(|met| met.together),
            linked: document.linked,
            called: document.called,
        };
        let chunks = chunks(&document, words, &best);
        Ranked { path: document.path, score: (document.score / most).min(1.0), why, chunks }
    });
    Ok(Ranking { documents: documents.collect(), relevance })
}

/// The floor for a project of this many chunks. The best of few chunks is less relevant than the
/// best of many, to questions that are answered too: on a guide of 11 pages every answerable
/// question stays above 0.35, on collections of thousands of chunks above 0.47.
pub(crate) fn floor(measured: f32, chunks: usize) -> f32 {
    let smaller = (FLOOR_CHUNKS / chunks.max(FEWEST_CHUNKS) as f32).max(1.0);
    measured - FLOOR_STEP * smaller.ln()
}

/// How well a document answers: what it meets of the question word by word, how alike its nearest
/// chunk is, and, for less, how much of the question's words it holds. Each alone is fooled: by
/// common words, by the subject, by words that stand far apart.
fn relevance(document: &Document) -> Option<f32> {
    let met = document.compared?.together;
    let nearest = document.near.as_ref().and_then(|near| near.chunks.first());
    let alike = nearest.map_or(0.0, |(_, alike)| alike.max(0.0));
    Some((met + alike + HELD * document.coverage) / (2.0 + HELD))
}

fn gather(
    question: &Question,
    words: Option<&Worded>,
    near: Option<&Nearness>,
    store: &ProjectStore,
) -> Result<Vec<Document>> {
    let mut paths: Vec<&str> = Vec::new();
    paths.extend(words.iter().flat_map(|words| words.paths.iter().map(String::as_str)));
    paths.extend(near.iter().flat_map(|near| near.best(NEAREST)));
    paths.sort_unstable();
    paths.dedup();
    let standing = store.standing(&paths).map_err(Plain::plain)?;
    let document = |(path, (title, linked)): (&str, (String, u32))| Document {
        path: path.to_owned(),
        by_chunks: words.map_or(0.0, |words| words.by_chunks(path)),
        as_a_whole: words.map_or(0.0, |words| words.as_a_whole(path)),
        near: near.and_then(|near| near.of(path, COMPARED_CHUNKS)),
        linked,
        called: question.is_called(&title),
        compared: None,
        coverage: words.map_or(0.0, |words| words.coverage(path)),
        score: 0.0,
    };
    Ok(paths.into_iter().zip(standing).map(document).collect())
}

fn by_words(document: &Document) -> f32 {
    document.by_chunks
}

fn by_meaning(document: &Document) -> f32 {
    document.near.as_ref().map_or(0.0, |near| near.score)
}

/// The paths of documents by one of the halves, best first.
fn places(documents: &[Document], by: fn(&Document) -> f32) -> Vec<String> {
    let mut found: Vec<_> = documents.iter().filter(|document| by(document) > 0.0).collect();
    found.sort_by(|a, b| by(b).total_cmp(&by(a)).then_with(|| a.path.cmp(&b.path)));
    found.into_iter().map(|document| document.path.clone()).collect()
}

fn sort(documents: &mut [Document]) {
    documents.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(&b.path)));
}

/// The best that any document has of each part.
struct Best {
    by_chunks: f32,
    as_a_whole: f32,
    near: f32,
    alike: f32,
}

impl Best {
    fn of(documents: &[Document]) -> Self {
        let most = |part: &dyn Fn(&Document) -> f32| documents.iter().map(part).fold(0.0, f32::max);
        let alike = |document: &Document| {
            document.near.as_ref().and_then(|near| near.chunks.first()).map_or(0.0, |near| near.1)
        };
        Self {
            by_chunks: most(&by_words),
            as_a_whole: most(&|document| document.as_a_whole),
            near: most(&by_meaning),
            alike: most(&alike),
        }
    }

    fn score(&self, document: &Document, weights: Weights) -> f32 {
        let chunks = part(document.by_chunks, self.by_chunks);
        let words = if self.as_a_whole > 0.0 {
            (chunks + part(document.as_a_whole, self.as_a_whole)) / 2.0
        } else {
            chunks
        };
        let meaning = part(by_meaning(document), self.near);
        let linked = LINKED * (1.0 + document.linked as f32).ln();
        let called = if document.called { CALLED } else { 0.0 };
        let score = weights.lexical * words + weights.dense * meaning + linked + called;
        if lists_changes(&document.path) { score * CHANGES } else { score }
    }
}

/// Part of the best, 0 to 1.
fn part(score: f32, best: f32) -> f32 {
    if best > 0.0 { (score / best).max(0.0) } else { 0.0 }
}

/// Compares the first documents word by word.
fn compare(
    documents: &mut [Document],
    words: Option<&Worded>,
    matcher: &mut (dyn WordMatch + '_),
    store: &ProjectStore,
) -> Result<()> {
    let first = documents.len().min(COMPARED);
    for document in &mut documents[..first] {
        let worded = words.map(|words| words.chunks(&document.path)).unwrap_or_default();
        let mut ordinals: Vec<u32> =
            worded.iter().take(COMPARED_CHUNKS).map(|chunk| chunk.ordinal).collect();
        let near = document.near.iter().flat_map(|near| &near.chunks);
        ordinals.extend(near.map(|(ordinal, _)| *ordinal));
        ordinals.sort_unstable();
        ordinals.dedup();
        let passages =
            store.passages(&document.path, &ordinals, COMPARED_BYTES).map_err(Plain::plain)?;
        let mut together: Option<Met> = None;
        let mut chunk = 0.0_f32;
        for (_, text) in passages {
            let met = matcher.met(&text);
            chunk = chunk.max(matcher.share(&met));
            match together.as_mut() {
                Some(together) => together.join(&met),
                None => together = Some(met),
            }
        }
        let together = together.map_or(0.0, |together| matcher.share(&together));
        document.compared = Some(Compared { chunk, together });
    }
    let most = |part: fn(&Compared) -> f32| {
        documents
            .iter()
            .filter_map(|document| document.compared.as_ref().map(part))
            .fold(0.0, f32::max)
    };
    let best = Compared { chunk: most(|met| met.chunk), together: most(|met| met.together) };
    for document in documents.iter_mut() {
        if let Some(met) = document.compared {
            let met = part(met.chunk, best.chunk) + part(met.together, best.together);
            document.score += WORD_BY_WORD * met / 2.0;
        }
    }
    Ok(())
}

/// The chunks of a document that may be shown, best first.
fn chunks(document: &Document, words: Option<&Worded>, best: &Best) -> Vec<Candidate> {
    let worded = words.map(|words| words.chunks(&document.path)).unwrap_or_default();
    let most = worded.iter().map(|chunk| chunk.score).fold(0.0, f32::max);
    let mut found: Vec<Candidate> = worded
        .iter()
        .map(|chunk| Candidate { score: part(chunk.score, most), ..chunk.clone() })
        .collect();
    for (ordinal, alike) in document.near.iter().flat_map(|near| &near.chunks) {
        let score = CHUNK_MEANING * part(*alike, best.alike);
        match found.iter_mut().find(|chunk| chunk.ordinal == *ordinal) {
            Some(chunk) => chunk.score += score,
            None => found.push(Candidate {
                path: document.path.clone(),
                ordinal: *ordinal,
                revision: document.near.as_ref().map_or(0, |near| near.revision),
                score,
            }),
        }
    }
    for chunk in &mut found {
        chunk.score /= 1.0 + CHUNK_MEANING;
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.ordinal.cmp(&b.ordinal)));
    found
}

/// Whether a path is that of a list of what changed: `CHANGELOG.md`, `release-notes/4.2.md`.
fn lists_changes(path: &str) -> bool {
    const NAMES: &[&str] = &[
        "changelog",
        "changelogs",
        "changes",
        "history",
        "news",
        "release-notes",
        "release_notes",
        "releases",
        "releasenotes",
        "whatsnew",
    ];
    path.split('/').skip(1).any(|part| {
        let name = part.rsplit_once('.').map_or(part, |(name, _)| name).to_ascii_lowercase();
        NAMES.contains(&name.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_changes_are_known_by_their_path() {
        for path in ["s/CHANGELOG.md", "s/docs/releases/4.2.txt", "s/whatsnew/3.12.rst"] {
            assert!(lists_changes(path), "{path}");
        }
        for path in ["changes/guide.md", "s/undo-changes.md", "s/history-api/index.md"] {
            assert!(!lists_changes(path), "{path}");
        }
    }
}
