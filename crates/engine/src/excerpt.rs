//! One excerpt: the chunk that was found, its neighbours, and where it stands, taken from the
//! store or, where the file changed since, from the file.

use crate::failure::Plain;
use crate::fresh::{self, Freshness};
use crate::open_project::OpenProject;
use crate::passage::{self, Passage};
use crate::{reading, snippet};
use docroom_index::{Candidate, Marker};
use docroom_model::{DocumentPath, DocumentUri, Heading, Hit, Manifest, Parsed, Result, Why};
use docroom_store::{DocumentRow, ProjectStore};
use std::time::{Duration, Instant};

/// What reading changed files anew may take in one search.
const OVERLAY: Duration = Duration::from_millis(20);

/// The time of one search.
pub(crate) struct Time(Instant);

impl Time {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    fn is_up(&self) -> bool {
        self.0.elapsed() > OVERLAY
    }
}

/// The hit for a candidate; `None` where its document is gone or no longer holds any word of
/// the question.
pub(crate) fn hit(
    project: &OpenProject,
    store: &ProjectStore,
    manifest: &Manifest,
    candidate: &Candidate,
    marker: &mut Marker,
    time: &mut Time,
) -> Result<Option<Hit>> {
    let Some(row) = store.row(&candidate.path).map_err(Plain::plain)? else { return Ok(None) };
    let same_text = reading::short(&row.revision) == candidate.revision;
    let mut changed = false;
    let mut passage = None;
    match fresh::freshness(manifest, &row) {
        Freshness::Gone => return Ok(None),
        Freshness::Newer(bytes) if !time.is_up() => match reading::parse(&row.path, &bytes) {
            Ok(parsed) => match overlay(parsed, marker) {
                Some((found, headings)) => passage = Some((found, headings)),
                None => return Ok(None),
            },
            Err(_) => changed = true,
        },
        Freshness::Newer(_) => changed = true,
        Freshness::Same | Freshness::Unknown => {}
    }
    let (passage, headings) = match passage {
        Some(found) => found,
        // The index is a batch ahead of the store or behind it: the words decide.
        None if !same_text => match store.document(&row.path).map_err(Plain::plain)? {
            Some(document) => {
                match reading::parse(&row.path, document.text.as_bytes())
                    .ok()
                    .and_then(|p| overlay(p, marker))
                {
                    Some(found) => found,
                    None => return Ok(None),
                }
            }
            None => return Ok(None),
        },
        None => match stored(store, &row, candidate.ordinal)? {
            Some(passage) => {
                let headings = store.headings(row.id).map_err(Plain::plain)?;
                (passage, headings)
            }
            None => return Ok(None),
        },
    };
    let path = DocumentPath::new(row.path.as_str())?;
    let uri = DocumentUri { project: project.name.clone(), path }.to_string();
    let anchor = headings.iter().rev().find(|heading| {
        heading.line <= passage.span.end_line && passage.breadcrumb.ends_with(&heading.text)
    });
    Ok(Some(Hit {
        rank: 0,
        project: project.name.clone(),
        path: row.path,
        uri,
        title: passage.title,
        breadcrumb: passage.breadcrumb,
        anchor: anchor.map(|heading| heading.anchor.clone()),
        score: candidate.score,
        start_line: passage.span.start_line,
        end_line: passage.span.end_line,
        snippet: snippet::snippet(marker, &passage.text),
        text: passage.text,
        context_before: passage.before,
        context_after: passage.after,
        excerpt: passage.excerpt,
        context_start_line: passage.lines.0,
        context_end_line: passage.lines.1,
        more_before: passage.more.0,
        more_after: passage.more.1,
        changed,
        also_at: Vec::new(),
        why: Why::default(),
    }))
}

fn stored(store: &ProjectStore, row: &DocumentRow, ordinal: u32) -> Result<Option<Passage>> {
    let around = store
        .chunks(row.id, ordinal.saturating_sub(1), ordinal.saturating_add(1))
        .map_err(Plain::plain)?;
    let Some(at) = around.iter().position(|chunk| chunk.ordinal == ordinal) else {
        return Ok(None);
    };
    let (start, end) = (around[0].span.start_byte, around[around.len() - 1].span.end_byte);
    let text = store.text_part(row.id, start, end).map_err(Plain::plain)?;
    Ok(Some(passage::of(&row.title, &around, at, row.chunk_count, &text)))
}

/// The chunk of a newly read document that holds most of the question's words; the first of
/// equals. `None` when none holds any.
fn overlay(parsed: Parsed, marker: &mut Marker) -> Option<(Passage, Vec<Heading>)> {
    let slice =
        |from: u32, to: u32| parsed.text.get(from as usize..to as usize).unwrap_or_default();
    let mut best = (0, 0);
    for (at, chunk) in parsed.chunks.iter().enumerate() {
        let held = marker.coverage(&chunk.breadcrumb)
            + 2 * marker.coverage(slice(chunk.span.start_byte, chunk.span.end_byte));
        if held > best.0 {
            best = (held, at);
        }
    }
    if best.0 == 0 {
        return None;
    }
    let first = best.1.saturating_sub(1);
    let around = &parsed.chunks[first..(best.1 + 2).min(parsed.chunks.len())];
    let text = slice(around[0].span.start_byte, around[around.len() - 1].span.end_byte);
    let count = parsed.chunks.len() as u32;
    Some((passage::of(&parsed.title, around, best.1 - first, count, text), parsed.headings))
}
