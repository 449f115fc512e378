//! Reading documents: listings, one whole, or the part around a chunk.

use crate::error::Error;
use crate::project::ProjectStore;
use crate::rows::{CHUNK, DOCUMENT, DocumentRow, chunk, document, headings};
use docroom_model::{Chunk, Heading};
use rusqlite::{OptionalExtension, params};
use std::io::{Read, Seek, SeekFrom};

/// A document with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Everything but the text.
    pub row: DocumentRow,
    /// The decoded text.
    pub text: String,
    /// The outline.
    pub headings: Vec<Heading>,
}

/// What the keeper compares with a file on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// `SOURCE/…`.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// Nanoseconds since 1970 UTC.
    pub modified_ns: i64,
    /// Empty for a file that failed.
    pub revision: String,
}

impl ProjectStore {
    /// At most `limit` documents whose path comes after `after`, by path.
    pub fn documents_after(&self, after: &str, limit: u32) -> Result<Vec<DocumentRow>, Error> {
        let sql =
            format!("SELECT {DOCUMENT} FROM documents WHERE path > ?1 ORDER BY path LIMIT ?2");
        self.database.read("list the documents in", |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            statement.query_map(params![after, limit], document)?.collect()
        })
    }

    /// Path and title of every document, by path.
    pub fn titles(&self) -> Result<Vec<(String, String)>, Error> {
        self.database.read("list the documents in", |connection| {
            let mut statement =
                connection.prepare_cached("SELECT path, title FROM documents ORDER BY path")?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    /// Whether a document of this path exists.
    pub fn has(&self, path: &str) -> Result<bool, Error> {
        self.database.read("read", |connection| {
            connection.prepare_cached("SELECT 1 FROM documents WHERE path = ?1")?.exists([path])
        })
    }

    /// The documents just before and after a path.
    pub fn neighbours(&self, path: &str) -> Result<[Option<(String, String)>; 2], Error> {
        const BEFORE: &str =
            "SELECT path, title FROM documents WHERE path < ?1 ORDER BY path DESC LIMIT 1";
        const AFTER: &str =
            "SELECT path, title FROM documents WHERE path > ?1 ORDER BY path LIMIT 1";
        self.database.read("read", |connection| {
            let one = |sql| {
                let mut statement = connection.prepare_cached(sql)?;
                statement.query_row([path], |row| Ok((row.get(0)?, row.get(1)?))).optional()
            };
            Ok([one(BEFORE)?, one(AFTER)?])
        })
    }

    /// A document without its text.
    pub fn row(&self, path: &str) -> Result<Option<DocumentRow>, Error> {
        let sql = format!("SELECT {DOCUMENT} FROM documents WHERE path = ?1");
        self.database.read("read", |connection| {
            connection.prepare_cached(&sql)?.query_row([path], document).optional()
        })
    }

    /// A document with its text.
    pub fn document(&self, path: &str) -> Result<Option<Document>, Error> {
        let sql = format!(
            "SELECT {DOCUMENT}, text, headings FROM documents JOIN texts ON document = id
             WHERE path = ?1"
        );
        self.database.read("read", |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let read = |row: &rusqlite::Row<'_>| {
                Ok(Document {
                    row: document(row)?,
                    text: row.get(11)?,
                    headings: headings(row, 12)?,
                })
            };
            statement.query_row([path], read).optional()
        })
    }

    /// The chunks of a document from `from` to `to`, inclusive.
    pub fn chunks(&self, document: i64, from: u32, to: u32) -> Result<Vec<Chunk>, Error> {
        let sql = format!(
            "SELECT {CHUNK} FROM chunks WHERE document = ?1 AND ordinal BETWEEN ?2 AND ?3
             ORDER BY ordinal"
        );
        self.database.read("read", |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            statement.query_map(params![document, from, to], chunk)?.collect()
        })
    }

    /// The bytes `start..end` of a document's text, without reading the rest of it. Broken
    /// characters at the ends (a span of another revision) are dropped.
    pub fn text_part(&self, document: i64, start: u32, end: u32) -> Result<String, Error> {
        self.database.read("read", |connection| {
            let mut blob = connection.blob_open("main", "texts", "text", document, true)?;
            let size = blob.len() as u64;
            let start = u64::from(start).min(size);
            let mut bytes = vec![0; (u64::from(end).min(size).saturating_sub(start)) as usize];
            let read = blob.seek(SeekFrom::Start(start)).and_then(|_| blob.read_exact(&mut bytes));
            read.map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
            Ok(String::from_utf8(bytes).unwrap_or_else(|error| {
                String::from_utf8_lossy(error.as_bytes()).replace('\u{fffd}', "")
            }))
        })
    }

    /// Breadcrumb and text of some chunks of a document, each text cut to its first `most` bytes, in
    /// the order asked for; what there is no chunk for is passed over.
    pub fn passages(
        &self,
        path: &str,
        ordinals: &[u32],
        most: usize,
    ) -> Result<Vec<(String, String)>, Error> {
        const SQL: &str = "SELECT document, breadcrumb, start_byte, end_byte FROM chunks
            WHERE document = (SELECT id FROM documents WHERE path = ?1) AND ordinal = ?2";
        self.database.read("read", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            let mut found = Vec::with_capacity(ordinals.len());
            let mut blob = None;
            for ordinal in ordinals {
                let place = |row: &rusqlite::Row<'_>| {
                    let [start, end]: [u32; 2] = [row.get(2)?, row.get(3)?];
                    Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, start, end))
                };
                let place = statement.query_row(params![path, ordinal], place).optional()?;
                let Some((document, breadcrumb, start, end)) = place else { continue };
                if blob.is_none() {
                    blob = Some(connection.blob_open("main", "texts", "text", document, true)?);
                }
                let Some(blob) = blob.as_mut() else { continue };
                let end = (end as usize).min(blob.len());
                let length = end.saturating_sub(start as usize).min(most);
                let mut bytes = vec![0; length];
                if length > 0 {
                    blob.read_at_exact(&mut bytes, start as usize)?;
                }
                found.push((breadcrumb, String::from_utf8_lossy(&bytes).into_owned()));
            }
            Ok(found)
        })
    }

    /// The title of each of these, and how many documents link to it; in their order.
    pub fn standing(&self, paths: &[&str]) -> Result<Vec<(String, u32)>, Error> {
        self.database.read("read", |connection| {
            let mut statement =
                connection.prepare_cached("SELECT title, linked FROM documents WHERE path = ?1")?;
            let count = |path: &&str| {
                let found =
                    statement.query_row([path], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
                Ok(found.unwrap_or_default())
            };
            paths.iter().map(count).collect()
        })
    }

    /// The outline of a document.
    pub fn headings(&self, document: i64) -> Result<Vec<Heading>, Error> {
        self.database.read("read", |connection| {
            let mut statement =
                connection.prepare_cached("SELECT headings FROM texts WHERE document = ?1")?;
            statement.query_row([document], |row| headings(row, 0))
        })
    }

    /// What is known of a source's files, by path.
    pub fn known(&self, source: &str) -> Result<Vec<Known>, Error> {
        const SQL: &str = "SELECT path, size, modified_ns, revision FROM documents
            WHERE source = ?1 ORDER BY path";
        self.database.read("compare with", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            let known = |row: &rusqlite::Row<'_>| {
                let [path, revision] = [row.get(0)?, row.get(3)?];
                Ok(Known { path, size: row.get(1)?, modified_ns: row.get(2)?, revision })
            };
            statement.query_map([source], known)?.collect()
        })
    }

    /// Names of sources that documents or ledger entries belong to.
    pub fn known_sources(&self) -> Result<Vec<String>, Error> {
        const SQL: &str = "SELECT source FROM documents UNION SELECT source FROM left_out";
        self.database.read("compare with", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            statement.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// At most `limit` paths that end in the same file name, ignoring case.
    pub fn near(&self, file_name: &str, limit: u32) -> Result<Vec<String>, Error> {
        const SQL: &str = "SELECT path FROM documents
            WHERE lower(substr(path, -length(?1))) = lower(?1) ORDER BY length(path), path LIMIT ?2";
        self.database.read("look up in", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            statement.query_map(params![file_name, limit], |row| row.get(0))?.collect()
        })
    }
}
