//! The rows of documents and chunks, and how they are read.

use crate::words::variant;
use docroom_model::{Chunk, Format, Heading, Span};
use rusqlite::Row;

/// A document without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRow {
    /// Its row.
    pub id: i64,
    /// `SOURCE/…`.
    pub path: String,
    /// First segment of the path.
    pub source: String,
    /// How it was read.
    pub format: Format,
    /// Its title.
    pub title: String,
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
    /// Chunks of the text.
    pub chunk_count: u32,
}

/// The columns that [`document`] reads, in its order.
pub(crate) const DOCUMENT: &str = "documents.id, path, source, format, title, version, revision, \
     size, modified_ns, line_count, chunk_count";

pub(crate) fn document(row: &Row<'_>) -> rusqlite::Result<DocumentRow> {
    Ok(DocumentRow {
        id: row.get(0)?,
        path: row.get(1)?,
        source: row.get(2)?,
        format: variant(row.get(3)?, 3)?,
        title: row.get(4)?,
        version: row.get(5)?,
        revision: row.get(6)?,
        size: row.get(7)?,
        modified_ns: row.get(8)?,
        line_count: row.get(9)?,
        chunk_count: row.get(10)?,
    })
}

/// The columns that [`chunk`] reads, in its order.
pub(crate) const CHUNK: &str = "ordinal, breadcrumb, start_byte, end_byte, start_line, end_line, \
     opening, closing";

pub(crate) fn chunk(row: &Row<'_>) -> rusqlite::Result<Chunk> {
    let [start_byte, end_byte, start_line, end_line] =
        [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?];
    let span = Span { start_byte, end_byte, start_line, end_line };
    let [opening, closing] = [row.get(6)?, row.get(7)?];
    Ok(Chunk { ordinal: row.get(0)?, breadcrumb: row.get(1)?, span, opening, closing })
}

/// The outline, kept as JSON in `column`.
pub(crate) fn headings(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<Heading>> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        let kind = rusqlite::types::Type::Text;
        rusqlite::Error::FromSqlConversionFailure(column, kind, Box::new(error))
    })
}

/// Counts what there is.
pub(crate) fn count(transaction: &rusqlite::Transaction<'_>) -> rusqlite::Result<()> {
    const SQL: &str = "UPDATE totals SET documents = (SELECT count(*) FROM documents),
        chunks = (SELECT ifnull(sum(chunk_count), 0) FROM documents)";
    transaction.execute(SQL, []).map(drop)
}
