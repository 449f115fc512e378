//! The vectors of documents: which are missing, putting them, and reading those that are new.
//! What their bytes mean is not known here.

use crate::error::Error;
use crate::project::ProjectStore;
use rusqlite::{Row, params};

/// A document whose vectors are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unembedded {
    /// The row of the document.
    pub document: i64,
    /// Its title.
    pub title: String,
    /// How many chunks it has.
    pub chunk_count: u32,
}

/// The vectors of a document as they are stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVectors {
    /// Grows with each that is put.
    pub id: i64,
    /// The document, `SOURCE/…`.
    pub path: String,
    /// Its version label.
    pub version: Option<String>,
    /// Its revision.
    pub revision: String,
    /// Its vectors, one after the other.
    pub data: Vec<u8>,
}

impl ProjectStore {
    /// Documents without vectors of this model, by path.
    pub fn unembedded(&self, model: &str) -> Result<Vec<Unembedded>, Error> {
        const SQL: &str = "SELECT id, title, chunk_count FROM documents WHERE NOT EXISTS
            (SELECT 1 FROM vectors WHERE document = documents.id AND model = ?1) ORDER BY path";
        self.database.read("look for missing vectors in", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            let one = |row: &Row<'_>| {
                let [document, chunk_count] = [row.get(0)?, row.get(2)?];
                Ok(Unembedded { document, title: row.get(1)?, chunk_count: chunk_count as u32 })
            };
            statement.query_map([model], one)?.collect()
        })
    }

    /// Puts the vectors of documents, all at once. One that vanished meanwhile is passed over.
    pub fn put_vectors(&self, model: &str, vectors: &[(i64, Vec<u8>)]) -> Result<(), Error> {
        const SQL: &str = "INSERT OR REPLACE INTO vectors (document, model, data)
            SELECT id, ?2, ?3 FROM documents WHERE id = ?1";
        self.database.write("write vectors to", |transaction| {
            let mut insert = transaction.prepare_cached(SQL)?;
            vectors.iter().try_for_each(|(document, data)| {
                insert.execute(params![document, model, data]).map(drop)
            })
        })
    }

    /// Removes the vectors of every other model.
    pub fn forget_other_vectors(&self, model: &str) -> Result<(), Error> {
        self.database.write("remove vectors from", |transaction| {
            transaction.execute("DELETE FROM vectors WHERE model <> ?1", [model]).map(drop)
        })
    }

    /// The ids of all vectors of a model, ascending.
    pub fn vector_ids(&self, model: &str) -> Result<Vec<i64>, Error> {
        const SQL: &str = "SELECT id FROM vectors WHERE model = ?1 ORDER BY id";
        self.database.read("list the vectors in", |connection| {
            connection.prepare_cached(SQL)?.query_map([model], |row| row.get(0))?.collect()
        })
    }

    /// Gives `take` the vectors of a model that were put after `after`.
    pub fn vectors_after(
        &self,
        model: &str,
        after: i64,
        mut take: impl FnMut(StoredVectors),
    ) -> Result<(), Error> {
        const SQL: &str = "SELECT vectors.id, path, version, revision, data
            FROM vectors JOIN documents ON documents.id = vectors.document
            WHERE model = ?1 AND vectors.id > ?2 ORDER BY vectors.id";
        self.database.read("read the vectors in", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            let mut rows = statement.query(params![model, after])?;
            while let Some(row) = rows.next()? {
                take(StoredVectors {
                    id: row.get(0)?,
                    path: row.get(1)?,
                    version: row.get(2)?,
                    revision: row.get(3)?,
                    data: row.get(4)?,
                });
            }
            Ok(())
        })
    }
}
