//! The vectors of a project in memory: read from the store at first need, then only what is
//! new; and the chunks of them that are nearest to a question.

use crate::failure::Plain;
use crate::reading::short;
use docroom_embed::{Packed, Row};
use docroom_index::Filters;
use docroom_model::Result;
use docroom_store::ProjectStore;
use std::collections::HashSet;
use std::sync::Arc;

/// Chunks of a document that count for how near it is, and what each next one counts for.
const NEAREST: usize = 5;
const DECAY: [f32; NEAREST] = [1.0, 0.6, 0.36, 0.216, 0.1296];

/// The vectors of one model.
#[derive(Default)]
pub(crate) struct Vectors {
    model: String,
    /// The store's version that this was read at.
    version: Option<(i64, u64)>,
    last: i64,
    /// By path, so that of equals the first path stands first.
    documents: Vec<Arc<Document>>,
}

struct Document {
    id: i64,
    path: String,
    version: Option<String>,
    revision: u64,
    row: Row,
}

impl Vectors {
    /// What there is now, from what was there before.
    pub(crate) fn refreshed(
        before: Option<Arc<Self>>,
        store: &ProjectStore,
        model: &str,
        dimensions: usize,
    ) -> Result<Arc<Self>> {
        let version = Some(store.version().map_err(Plain::plain)?);
        let before = before.filter(|before| before.model == model);
        if let Some(before) = before.as_ref().filter(|before| before.version == version) {
            return Ok(Arc::clone(before));
        }
        let (last, mut documents) = match before {
            Some(before) => (before.last, before.documents.clone()),
            None => (0, Vec::new()),
        };
        let kept: HashSet<i64> =
            store.vector_ids(model).map_err(Plain::plain)?.into_iter().collect();
        documents.retain(|document| kept.contains(&document.id));
        let mut now = Self { model: model.to_owned(), version, last, documents };
        store
            .vectors_after(model, last, |stored| {
                now.last = now.last.max(stored.id);
                now.documents.push(Arc::new(Document {
                    id: stored.id,
                    path: stored.path,
                    version: stored.version,
                    revision: short(&stored.revision),
                    row: Row::read(&stored.data, dimensions),
                }));
            })
            .map_err(Plain::plain)?;
        now.documents.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Arc::new(now))
    }

    /// Compares every document under the filters with a question.
    pub(crate) fn compared(self: &Arc<Self>, question: &[f32], filters: &Filters<'_>) -> Nearness {
        let question = Packed::of(question);
        let mut alike = Vec::new();
        let compare = |document: &Arc<Document>| {
            if !lets_through(filters, document) {
                return 0.0;
            }
            alike.clear();
            alike.extend(document.row.similarities(&question));
            nearness(&mut alike)
        };
        let documents = self.documents.iter().map(compare).collect();
        Nearness { vectors: Arc::clone(self), question, documents }
    }
}

/// How near a document is to a question by its chunks: the nearest ones, squared so that one near
/// chunk counts for more than several far ones.
fn nearness(alike: &mut [f32]) -> f32 {
    alike.sort_unstable_by(|a, b| b.total_cmp(a));
    let squared = alike.iter().take(NEAREST).map(|alike| alike.max(0.0).powi(2));
    squared.zip(DECAY).map(|(squared, decay)| squared * decay).sum()
}

/// How near the documents of a project are to one question.
pub(crate) struct Nearness {
    vectors: Arc<Vectors>,
    question: Packed,
    /// In the order of the vectors' documents.
    documents: Vec<f32>,
}

/// A document that is near to a question.
pub(crate) struct NearPage {
    /// 0 is not near at all; the most is about 2.3.
    pub(crate) score: f32,
    pub(crate) revision: u64,
    /// Its nearest chunks and how alike they are, nearest first.
    pub(crate) chunks: Vec<(u32, f32)>,
}

impl Nearness {
    /// How many chunks of the project have vectors.
    pub(crate) fn chunks(&self) -> usize {
        self.vectors.documents.iter().map(|document| document.row.len()).sum()
    }

    /// At most `count` nearest documents, nearest first; ties by path.
    pub(crate) fn best(&self, count: usize) -> Vec<&str> {
        let near = |at: &usize| self.documents[*at] > 0.0;
        let mut best: Vec<usize> = (0..self.documents.len()).filter(near).collect();
        let order = |a: &usize, b: &usize| {
            self.documents[*b].total_cmp(&self.documents[*a]).then_with(|| a.cmp(b))
        };
        if best.len() > count && count > 0 {
            best.select_nth_unstable_by(count - 1, order);
            best.truncate(count);
        }
        best.sort_unstable_by(order);
        best.truncate(count);
        best.into_iter().map(|at| self.vectors.documents[at].path.as_str()).collect()
    }

    /// A document with its `chunks` nearest chunks.
    pub(crate) fn of(&self, path: &str, chunks: usize) -> Option<NearPage> {
        let documents = &self.vectors.documents;
        let at = documents.binary_search_by(|known| known.path.as_str().cmp(path)).ok()?;
        let alike = documents[at].row.similarities(&self.question);
        let mut nearest: Vec<_> = (0..).zip(alike).collect();
        nearest.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        nearest.truncate(chunks);
        let revision = documents[at].revision;
        Some(NearPage { score: self.documents[at], revision, chunks: nearest })
    }
}

/// As the index sees it: a document at the path, or below it.
fn lets_through(filters: &Filters<'_>, document: &Document) -> bool {
    filters.lets_through(&document.path)
        && filters.version.is_none_or(|version| document.version.as_deref() == Some(version))
}
