//! The vectors of a project in memory: read from the store at first need, then only what is
//! new; and the chunks of them that are nearest to a question.

use crate::failure::Plain;
use crate::reading::short;
use docroom_embed::{Nearest, Row};
use docroom_index::Filters;
use docroom_model::Result;
use docroom_store::ProjectStore;
use std::collections::HashSet;
use std::sync::Arc;

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

/// A chunk that is near to a question.
pub(crate) struct NearChunk {
    pub(crate) path: String,
    pub(crate) ordinal: u32,
    pub(crate) revision: u64,
    pub(crate) similarity: f32,
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

    /// The chunks under the filters that are nearest to a question, nearest first.
    pub(crate) fn nearest(
        &self,
        question: &[f32],
        filters: &Filters<'_>,
        most: usize,
    ) -> Vec<NearChunk> {
        let mut nearest = Nearest::to(question, most);
        for (at, document) in self.documents.iter().enumerate() {
            if lets_through(filters, document) {
                nearest.look(at, &document.row);
            }
        }
        let chunk = |near: docroom_embed::Near| {
            let document = &self.documents[near.row];
            NearChunk {
                path: document.path.clone(),
                ordinal: near.ordinal,
                revision: document.revision,
                similarity: near.similarity,
            }
        };
        nearest.done().into_iter().map(chunk).collect()
    }
}

/// As the index sees it: a document at the path, or below it.
fn lets_through(filters: &Filters<'_>, document: &Document) -> bool {
    let below = |prefix: &str| {
        let rest = document.path.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    filters.source.is_none_or(below)
        && filters.path_prefix.is_none_or(below)
        && filters.version.is_none_or(|version| document.version.as_deref() == Some(version))
}
