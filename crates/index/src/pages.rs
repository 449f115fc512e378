//! Whole documents for a question: how well all the chunks of a document together answer it, and
//! how much of the question they hold. A document about a subject names its words in many
//! chunks, none of which need be the best one. Counted exactly from the postings, removed chunks
//! left out, so that the same documents give the same scores whatever was edited on the way.

use crate::question::{Filters, Question};
use crate::schema::Fields;
use std::collections::BTreeMap;
use std::sync::Arc;
use tantivy::postings::Postings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, Searcher, SegmentReader, TERMINATED, Term};

/// The usual constants of BM25.
const K1: f32 = 1.2;
const B: f32 = 0.75;
/// Weight of a coined word's parts, against a word.
const PART: f32 = 0.3;

/// A removed chunk belongs to no document.
const NOWHERE: u32 = u32::MAX;

/// Which documents there are, and which chunk of the index belongs to which: as one searcher
/// sees it.
pub(crate) struct Layout {
    /// Sorted.
    paths: Vec<String>,
    /// Words of each document, about: tantivy rounds the length of long chunks.
    lengths: Vec<u32>,
    average: f32,
    /// For each segment, the document of each of its chunks.
    chunks: Vec<Vec<u32>>,
}

impl Layout {
    pub(crate) fn of(searcher: &Searcher, fields: &Fields) -> tantivy::Result<Self> {
        let mut by_path: BTreeMap<String, u32> = BTreeMap::new();
        let segments = searcher.segment_readers();
        let mut ordinals = Vec::with_capacity(segments.len());
        for segment in segments {
            let column = segment.fast_fields().str("path")?;
            let mut of_segment = vec![u64::MAX; segment.max_doc() as usize];
            let mut used = std::collections::BTreeSet::new();
            if let Some(column) = &column {
                for chunk in alive(segment) {
                    if let Some(term) = column.term_ords(chunk).next() {
                        of_segment[chunk as usize] = term;
                        used.insert(term);
                    }
                }
            }
            let mut names = BTreeMap::new();
            for term in used {
                let mut path = String::new();
                if let Some(column) = &column {
                    column.ord_to_str(term, &mut path)?;
                }
                by_path.insert(path.clone(), 0);
                names.insert(term, path);
            }
            ordinals.push((of_segment, names));
        }
        for (at, place) in by_path.values_mut().enumerate() {
            *place = at as u32;
        }
        let mut lengths = vec![0; by_path.len()];
        let mut chunks = Vec::with_capacity(segments.len());
        for (segment, (of_segment, names)) in segments.iter().zip(ordinals) {
            let places: BTreeMap<u64, u32> =
                names.iter().map(|(term, path)| (*term, by_path[path])).collect();
            let norms = segment.get_fieldnorms_reader(fields.body)?;
            let place = |(chunk, term): (usize, u64)| {
                let Some(page) = places.get(&term).copied() else { return NOWHERE };
                lengths[page as usize] += norms.fieldnorm(chunk as u32);
                page
            };
            chunks.push(of_segment.into_iter().enumerate().map(place).collect());
        }
        let total: f32 = lengths.iter().map(|length| *length as f32).sum();
        let average = (total / lengths.len().max(1) as f32).max(1.0);
        Ok(Self { paths: by_path.into_keys().collect(), lengths, average, chunks })
    }

    fn place(&self, path: &str) -> Option<usize> {
        self.paths.binary_search_by(|known| known.as_str().cmp(path)).ok()
    }
}

fn alive(segment: &SegmentReader) -> impl Iterator<Item = u32> + '_ {
    let alive = segment.alive_bitset();
    (0..segment.max_doc()).filter(move |chunk| alive.is_none_or(|alive| alive.is_alive(*chunk)))
}

/// A document, as the words of a question see it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Page {
    /// BM25 of the whole document; no upper bound.
    pub score: f32,
    /// How much of the question it holds, rare words counting more: 0 to 1.
    pub coverage: f32,
}

/// Every document's score for one question.
pub struct Pages {
    layout: Arc<Layout>,
    scores: Vec<f32>,
    covered: Vec<f32>,
    /// What a document would be covered with that holds every word.
    whole: f32,
    touched: Vec<u32>,
}

impl Pages {
    /// A document's score; nothing of it is 0.
    pub fn of(&self, path: &str) -> Page {
        self.layout.place(path).map(|page| self.page(page)).unwrap_or_default()
    }

    /// At most `count` best documents under the filters' folders, best first; ties by path.
    pub fn best(&self, count: usize, filters: &Filters<'_>) -> Vec<(&str, Page)> {
        let mut best: Vec<usize> = self
            .touched
            .iter()
            .map(|page| *page as usize)
            .filter(|page| filters.lets_through(&self.layout.paths[*page]))
            .collect();
        let order = |a: &usize, b: &usize| {
            self.scores[*b].total_cmp(&self.scores[*a]).then_with(|| a.cmp(b))
        };
        if best.len() > count && count > 0 {
            best.select_nth_unstable_by(count - 1, order);
            best.truncate(count);
        }
        best.sort_unstable_by(order);
        best.truncate(count);
        best.into_iter().map(|page| (self.layout.paths[page].as_str(), self.page(page))).collect()
    }

    fn page(&self, page: usize) -> Page {
        let coverage = if self.whole > 0.0 { self.covered[page] / self.whole } else { 0.0 };
        Page { score: self.scores[page], coverage: coverage.min(1.0) }
    }

    pub(crate) fn score(
        layout: Arc<Layout>,
        searcher: &Searcher,
        fields: &Fields,
        question: &Question,
        completions: &[String],
        filters: &Filters<'_>,
    ) -> tantivy::Result<Self> {
        let count = layout.paths.len();
        let mut pages = Self {
            layout,
            scores: vec![0.0; count],
            covered: vec![0.0; count],
            whole: 0.0,
            touched: Vec::new(),
        };
        let allowed = match filters.version {
            None => None,
            Some(version) => {
                let mut allowed = vec![0; count];
                pages.count(searcher, fields.version, version, &mut allowed, &mut Vec::new())?;
                Some(allowed)
            }
        };
        let mut counts = vec![0_u32; count];
        let mut holding = Vec::new();
        let words = question.words.iter().map(|word| (word, 1.0, true));
        let parts = question.parts.iter().map(|part| (part, PART, true));
        let names = question.names.iter().map(|name| (name, 1.0, false));
        let mut seen = std::collections::HashSet::new();
        for (term, weight, counts_whole) in words.chain(parts).chain(names) {
            if !seen.insert(term) {
                continue;
            }
            holding.clear();
            pages.count(searcher, fields.body, term, &mut counts, &mut holding)?;
            if question.words.last() == Some(term) {
                for completion in completions {
                    pages.count(searcher, fields.body, completion, &mut counts, &mut holding)?;
                }
            }
            let rarity = rarity(count, holding.len());
            // A coined word that nobody here knows is the asker's own name for something; its parts
            // still say what.
            let own = holding.is_empty() && question.names.contains(term);
            pages.whole += if counts_whole && !own { rarity } else { 0.0 };
            for page in holding.iter().map(|page| *page as usize) {
                let times = std::mem::take(&mut counts[page]) as f32;
                if allowed.as_ref().is_some_and(|allowed| allowed[page] == 0) {
                    continue;
                }
                if pages.scores[page] == 0.0 {
                    pages.touched.push(page as u32);
                }
                let length = pages.layout.lengths[page] as f32 / pages.layout.average;
                let norm = K1 * (1.0 - B + B * length);
                pages.scores[page] += weight * rarity * times * (K1 + 1.0) / (times + norm);
                pages.covered[page] += if counts_whole { rarity } else { 0.0 };
            }
        }
        Ok(pages)
    }

    /// Adds to `counts` how often each document holds a term, and to `holding` which do.
    fn count(
        &self,
        searcher: &Searcher,
        field: Field,
        term: &str,
        counts: &mut [u32],
        holding: &mut Vec<u32>,
    ) -> tantivy::Result<()> {
        let term = Term::from_field_text(field, term);
        for (segment, chunks) in searcher.segment_readers().iter().zip(&self.layout.chunks) {
            let inverted = segment.inverted_index(field)?;
            let Some(mut postings) = inverted.read_postings(&term, IndexRecordOption::WithFreqs)?
            else {
                continue;
            };
            let mut chunk = postings.doc();
            while chunk != TERMINATED {
                let page = chunks.get(chunk as usize).copied().unwrap_or(NOWHERE);
                if let Some(times) = counts.get_mut(page as usize) {
                    if *times == 0 {
                        holding.push(page);
                    }
                    *times += postings.term_freq();
                }
                chunk = postings.advance();
            }
        }
        Ok(())
    }
}

/// How much a word says that `holding` of `count` documents hold.
fn rarity(count: usize, holding: usize) -> f32 {
    let (count, holding) = (count as f32, holding.max(1) as f32);
    (1.0 + (count - holding + 0.5).max(0.0) / (holding + 0.5)).ln()
}
