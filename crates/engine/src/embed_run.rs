//! The second half of a run: vectors for the documents that have none of the wanted model.
//! By then everything can be found by its words; what fails here costs only the meaning.

use crate::core::Core;
use crate::failure::Plain;
use docroom_embed::{Model, Packed, Wanted};
use docroom_model::{Code, Error, Result};
use docroom_store::{ProjectStore, Unembedded};
use std::thread;

/// The mark that names the model of which every document has vectors.
pub(crate) const EMBEDDED: &str = "embedded";
/// The mark that says why vectors could not be made; empty where they could.
pub(crate) const FAILED: &str = "embedding_failed";
/// Chunks after which what is done is kept.
const BATCH: u32 = 4096;
/// Threads that ask the model.
const MOST_THREADS: usize = 4;

/// Makes what vectors are missing. Returns early, with what is done kept, when `cancelled`.
/// `said` hears how many documents of how many are done. True: there was something to do.
pub(crate) fn run(
    core: &Core,
    named: &str,
    store: &ProjectStore,
    cancelled: &(dyn Fn() -> bool + Sync),
    mut said: impl FnMut(u32, u32) -> Result<()>,
) -> Result<bool> {
    if named == Wanted::OFF {
        return Ok(false);
    }
    let outcome = make(core, named, store, cancelled, &mut said);
    let why = outcome.as_ref().err().map(|error| {
        std::iter::once(error.to_string()).chain(error.causes()).collect::<Vec<_>>().join(": ")
    });
    let why = why.unwrap_or_default();
    if store.mark(FAILED).map_err(Plain::plain)?.unwrap_or_default() != why {
        store.set_marks(&[(FAILED, &why)]).map_err(Plain::plain)?;
    }
    outcome
}

fn make(
    core: &Core,
    named: &str,
    store: &ProjectStore,
    cancelled: &(dyn Fn() -> bool + Sync),
    said: &mut dyn FnMut(u32, u32) -> Result<()>,
) -> Result<bool> {
    let Some(model) = core.embedding.model(named)? else { return Ok(false) };
    let id = model.id().as_str();
    let missing = store.unembedded(id).map_err(Plain::plain)?;
    let total = missing.len() as u32;
    let mut rest = missing.as_slice();
    while !rest.is_empty() && !cancelled() {
        said(total - rest.len() as u32, total)?;
        let (batch, later) = rest.split_at(batch_of(rest));
        let vectors = embed(&*model, store, batch)?;
        store.put_vectors(id, &vectors).map_err(Plain::plain)?;
        rest = later;
    }
    if rest.is_empty() && store.mark(EMBEDDED).map_err(Plain::plain)?.as_deref() != Some(id) {
        store.set_marks(&[(EMBEDDED, id)]).map_err(Plain::plain)?;
        store.forget_other_vectors(id).map_err(Plain::plain)?;
    }
    Ok(total > 0)
}

/// How many documents fill a batch.
fn batch_of(documents: &[Unembedded]) -> usize {
    let mut chunks = 0;
    let full = documents.iter().position(|document| {
        chunks += document.chunk_count;
        chunks >= BATCH
    });
    full.map_or(documents.len(), |at| at + 1)
}

fn embed(
    model: &dyn Model,
    store: &ProjectStore,
    documents: &[Unembedded],
) -> Result<Vec<(i64, Vec<u8>)>> {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let each = documents.len().div_ceil(cores.min(MOST_THREADS)).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> = documents
            .chunks(each)
            .map(|part| {
                scope.spawn(move || {
                    part.iter().map(|one| embed_one(model, store, one)).collect::<Result<Vec<_>>>()
                })
            })
            .collect();
        let mut all = Vec::with_capacity(documents.len());
        for part in parts {
            let done = part
                .join()
                .map_err(|_| Error::new(Code::Internal, "the embedding model crashed"))?;
            all.extend(done?);
        }
        Ok(all)
    })
}

fn embed_one(
    model: &dyn Model,
    store: &ProjectStore,
    document: &Unembedded,
) -> Result<(i64, Vec<u8>)> {
    let chunks = store.chunks(document.document, 0, u32::MAX).map_err(Plain::plain)?;
    let text = store.text_part(document.document, 0, u32::MAX).map_err(Plain::plain)?;
    let passages: Vec<_> = chunks
        .iter()
        .map(|chunk| {
            let span = chunk.span.start_byte as usize..chunk.span.end_byte as usize;
            passage(&document.title, &chunk.breadcrumb, text.get(span).unwrap_or_default())
        })
        .collect();
    let passages: Vec<_> = passages.iter().map(String::as_str).collect();
    let mut data = Vec::with_capacity(passages.len() * Packed::size(model.dimensions()));
    for vector in model.passages(&passages).map_err(Plain::plain)? {
        Packed::of(&vector).write(&mut data);
    }
    Ok((document.document, data))
}

/// What of a chunk is embedded: where it stands, and its text.
pub(crate) fn passage(title: &str, breadcrumb: &str, text: &str) -> String {
    let called = if breadcrumb.starts_with(title) { "" } else { title };
    format!("{called} {breadcrumb}\n{text}")
}
