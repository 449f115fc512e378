//! Writing what was read, batch by batch: the index is committed first, then the store.

use crate::compare::FileToRead;
use crate::failure::Plain;
use crate::reading::{Outcome, short};
use docroom_index::{Entry, Piece, Writer};
use docroom_model::{Result, Run};
use docroom_store::{Batch, LeftOut, ProjectStore, StoredDocument};
use std::path::Path;

/// The first batch is small, so that something can be found soon; later ones cost less: each
/// makes a segment of the index.
const FIRST_BATCH: u64 = 512 * 1024;
const LATER_BATCH: u64 = 16 * 1024 * 1024;
/// The index's buffer, in bytes, for small and for large runs.
const SMALL_MEMORY: usize = 15_000_000;
const LARGE_MEMORY: usize = 64_000_000;
/// A time that no file has.
const NEVER: i64 = i64::MIN;
const LARGE_RUN: u64 = 4 * 1024 * 1024;

pub(crate) struct Batches<'a> {
    writer: Writer,
    store: &'a ProjectStore,
    batch: Batch,
    bytes: u64,
    limit: u64,
}

impl<'a> Batches<'a> {
    /// Opens the index in `folder` to write about `bytes` of documents.
    pub(crate) fn open(folder: &Path, store: &'a ProjectStore, bytes: u64) -> Result<Self> {
        let memory = if bytes > LARGE_RUN { LARGE_MEMORY } else { SMALL_MEMORY };
        store.set_bulk(true).map_err(Plain::plain)?;
        let writer = Writer::open(folder, memory).map_err(Plain::plain)?;
        Ok(Self { writer, store, batch: Batch::default(), bytes: 0, limit: FIRST_BATCH })
    }

    /// Removes documents.
    pub(crate) fn remove(&mut self, paths: Vec<String>) -> Result<()> {
        paths.iter().for_each(|path| self.writer.remove(path));
        self.batch.removed.extend(paths);
        Ok(())
    }

    /// Removes every document of a source, and its traces.
    pub(crate) fn forget_source(&mut self, source: &str) -> Result<()> {
        for known in self.store.known(source).map_err(Plain::plain)? {
            self.writer.remove(&known.path);
        }
        self.commit()?;
        self.store.forget_source(source).map_err(Plain::plain)
    }

    /// Takes what came of a file and counts it; true when that completed a batch.
    pub(crate) fn take(
        &mut self,
        file: &FileToRead,
        outcome: Outcome,
        run: &mut Run,
    ) -> Result<bool> {
        match outcome {
            Outcome::Same => {
                self.batch.touched.push((file.path.clone(), file.size, file.modified_ns));
            }
            Outcome::Gone => {
                run.removed += 1;
                self.remove(vec![file.path.clone()])?;
            }
            Outcome::Failed(reason) => {
                run.failed += 1;
                self.fail(file, reason, file.modified_ns);
            }
            Outcome::Unread(reason) => {
                // Tried again by each run; what is known already is no news.
                run.failed += u32::from(file.revision.as_deref() != Some(""));
                self.fail(file, reason, NEVER);
            }
            Outcome::Read { revision, parsed } => {
                match file.revision {
                    Some(_) => run.changed += 1,
                    None => run.added += 1,
                }
                self.put(file, revision, *parsed)?;
            }
        }
        if self.bytes < self.limit {
            return Ok(false);
        }
        self.limit = LATER_BATCH;
        self.commit().map(|()| true)
    }

    fn fail(&mut self, file: &FileToRead, reason: String, modified_ns: i64) {
        self.writer.remove(&file.path);
        self.batch.failed.push(LeftOut {
            path: file.path.clone(),
            source: file.source.clone(),
            reason,
            failed: true,
            seen: Some((file.size, modified_ns)),
        });
    }

    fn put(
        &mut self,
        file: &FileToRead,
        revision: String,
        parsed: docroom_model::Parsed,
    ) -> Result<()> {
        let text = |span: docroom_model::Span| {
            parsed.text.get(span.start_byte as usize..span.end_byte as usize).unwrap_or_default()
        };
        let pieces: Vec<_> = parsed
            .chunks
            .iter()
            .map(|chunk| Piece { breadcrumb: &chunk.breadcrumb, text: text(chunk.span) })
            .collect();
        let entry = Entry {
            path: &file.path,
            version: file.version.as_deref(),
            revision: short(&revision),
            title: &parsed.title,
            pieces: &pieces,
        };
        self.writer.put(&entry).map_err(Plain::plain)?;
        self.bytes += parsed.text.len() as u64;
        self.batch.put.push(StoredDocument {
            path: file.path.clone(),
            source: file.source.clone(),
            version: file.version.clone(),
            revision,
            size: file.size,
            modified_ns: file.modified_ns,
            line_count: crate::measure::line_count(&parsed.text),
            stem: docroom_parse::stem(&file.path),
            links: parsed
                .links
                .iter()
                .flat_map(|target| docroom_parse::link_stems(&file.path, target))
                .collect(),
            parsed,
        });
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        self.writer.commit().map_err(Plain::plain)?;
        self.store.apply(&self.batch).map_err(Plain::plain)?;
        self.batch = Batch::default();
        self.bytes = 0;
        Ok(())
    }

    /// Commits what is left and frees the index. A run that failed before leaves the store's
    /// memory as it is until the next one.
    pub(crate) fn finish(mut self) -> Result<()> {
        // Also a run without documents leaves an index, so that readers find one.
        self.commit()?;
        self.store.count_links().map_err(Plain::plain)?;
        self.store.set_bulk(false).map_err(Plain::plain)?;
        self.writer.finish().map_err(Plain::plain)
    }
}
