//! Writing what a batch of the keeper changed: one transaction, all of it or nothing, and the
//! same again if it is repeated after a crash.

use crate::error::Error;
use crate::ledger::LeftOut;
use crate::project::ProjectStore;
use crate::rows;
use crate::words::word;
use docroom_model::Parsed;
use rusqlite::{Transaction, params};

/// A document to keep, as parsed.
#[derive(Debug)]
pub struct StoredDocument {
    /// `SOURCE/…`.
    pub path: String,
    /// First segment of the path.
    pub source: String,
    /// The version label of its source.
    pub version: Option<String>,
    /// SHA-256 of the file's bytes, lower hex.
    pub revision: String,
    /// Size of the file in bytes.
    pub size: u64,
    /// When the file was last changed, nanoseconds since 1970 UTC.
    pub modified_ns: i64,
    /// Lines in the text.
    pub line_count: u32,
    /// What it is called in links.
    pub stem: String,
    /// Stems of the documents that it links to.
    pub links: Vec<String>,
    /// Text, headings and chunks.
    pub parsed: Parsed,
}

/// What a batch changed.
#[derive(Debug, Default)]
pub struct Batch {
    /// New and changed documents.
    pub put: Vec<StoredDocument>,
    /// Documents that vanished.
    pub removed: Vec<String>,
    /// Files whose time or size changed but not their bytes: path, size, modified_ns.
    pub touched: Vec<(String, u64, i64)>,
    /// Files that turned out to be unreadable; they are documents no longer.
    pub failed: Vec<LeftOut>,
}

impl Batch {
    /// Nothing in it.
    pub fn is_empty(&self) -> bool {
        self.put.is_empty()
            && self.removed.is_empty()
            && self.touched.is_empty()
            && self.failed.is_empty()
    }
}

impl ProjectStore {
    /// Applies a batch.
    pub fn apply(&self, batch: &Batch) -> Result<(), Error> {
        self.database.write("write to", |transaction| {
            for path in &batch.removed {
                remove(transaction, path)?;
            }
            for left in &batch.failed {
                remove(transaction, &left.path)?;
                left.insert(transaction)?;
            }
            for (path, size, modified_ns) in &batch.touched {
                transaction
                    .prepare_cached(
                        "UPDATE documents SET size = ?2, modified_ns = ?3 WHERE path = ?1",
                    )?
                    .execute(params![path, size, modified_ns])?;
            }
            batch.put.iter().try_for_each(|stored| put(transaction, stored))?;
            rows::count(transaction)
        })
    }
}

impl ProjectStore {
    /// Counts anew how many documents link to each; writes only what differs.
    pub fn count_links(&self) -> Result<(), Error> {
        const COUNT: &str = "(SELECT count(*) FROM links
            WHERE links.stem = documents.stem AND links.document <> documents.id)";
        let sql = format!("UPDATE documents SET linked = {COUNT} WHERE linked <> {COUNT}");
        self.database.write("write to", |transaction| transaction.execute(&sql, []).map(drop))
    }
}

fn remove(transaction: &Transaction<'_>, path: &str) -> rusqlite::Result<()> {
    transaction.prepare_cached("DELETE FROM documents WHERE path = ?1")?.execute([path])?;
    // Only of files whose bytes failed: what a rule keeps out is the listing's to say.
    transaction
        .prepare_cached("DELETE FROM left_out WHERE path = ?1 AND size IS NOT NULL")?
        .execute([path])?;
    Ok(())
}

fn put(transaction: &Transaction<'_>, stored: &StoredDocument) -> rusqlite::Result<()> {
    remove(transaction, &stored.path)?;
    let parsed = &stored.parsed;
    transaction
        .prepare_cached(
            "INSERT INTO documents (path, source, format, title, version, revision, size,
             modified_ns, line_count, chunk_count, stem)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            stored.path,
            stored.source,
            word(parsed.format)?,
            parsed.title,
            stored.version,
            stored.revision,
            stored.size,
            stored.modified_ns,
            stored.line_count,
            parsed.chunks.len(),
            stored.stem,
        ])?;
    let id = transaction.last_insert_rowid();
    let headings = serde_json::to_string(&parsed.headings)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    transaction.prepare_cached("INSERT INTO texts VALUES (?1, ?2, ?3)")?.execute(params![
        id,
        headings,
        parsed.text
    ])?;
    let mut insert = transaction
        .prepare_cached("INSERT INTO chunks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?;
    let mut link = transaction.prepare_cached("INSERT OR IGNORE INTO links VALUES (?1, ?2)")?;
    for stem in stored.links.iter().filter(|stem| **stem != stored.stem) {
        link.execute(params![id, stem])?;
    }
    for chunk in &parsed.chunks {
        let span = chunk.span;
        insert.execute(params![
            id,
            chunk.ordinal,
            chunk.breadcrumb,
            span.start_byte,
            span.end_byte,
            span.start_line,
            span.end_line,
            chunk.opening,
            chunk.closing,
        ])?;
    }
    Ok(())
}
