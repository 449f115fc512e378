//! The coverage ledger: what is not searchable, and why.

use crate::documents::Known;
use crate::error::Error;
use crate::project::ProjectStore;
use crate::rows;
use docroom_model::{CoverageEntry, CoverageState};
use rusqlite::{Transaction, params};

/// A file or folder (ending in `/`) that is not searchable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// `SOURCE/…`.
    pub path: String,
    /// First segment of the path.
    pub source: String,
    /// The rule or the error.
    pub reason: String,
    /// An error rather than a rule.
    pub failed: bool,
    /// Of a file whose bytes could not be read as text: size and time, so that it is tried
    /// again only when it changes.
    pub seen: Option<(u64, i64)>,
}

impl LeftOut {
    pub(crate) fn insert(&self, transaction: &Transaction<'_>) -> rusqlite::Result<()> {
        let seen = (self.seen.map(|seen| seen.0), self.seen.map(|seen| seen.1));
        transaction
            .prepare_cached("INSERT OR REPLACE INTO left_out VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
            .execute(params![self.path, self.source, self.reason, self.failed, seen.0, seen.1])?;
        Ok(())
    }
}

impl ProjectStore {
    /// Replaces what a listing left out of a source. Files whose bytes failed are kept: the
    /// listing knows nothing of bytes.
    pub fn set_left_out(&self, source: &str, left: &[LeftOut]) -> Result<(), Error> {
        self.database.write("write to", |transaction| {
            transaction
                .execute("DELETE FROM left_out WHERE source = ?1 AND size IS NULL", [source])?;
            left.iter().try_for_each(|left| left.insert(transaction))
        })
    }

    /// What the last listing left out of a source, by path.
    pub fn left_out(&self, source: &str) -> Result<Vec<LeftOut>, Error> {
        const SQL: &str = "SELECT path, reason, failed FROM left_out
            WHERE source = ?1 AND size IS NULL ORDER BY path";
        self.database.read("compare with", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            let left = |row: &rusqlite::Row<'_>| {
                let (path, reason, failed) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(LeftOut { path, source: source.to_owned(), reason, failed, seen: None })
            };
            statement.query_map([source], left)?.collect()
        })
    }

    /// Files of a source whose bytes failed, as they were then.
    pub fn known_failed(&self, source: &str) -> Result<Vec<Known>, Error> {
        const SQL: &str = "SELECT path, size, modified_ns FROM left_out
            WHERE source = ?1 AND size IS NOT NULL ORDER BY path";
        self.database.read("compare with", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            let known = |row: &rusqlite::Row<'_>| {
                let (path, revision) = (row.get(0)?, String::new());
                Ok(Known { path, size: row.get(1)?, modified_ns: row.get(2)?, revision })
            };
            statement.query_map([source], known)?.collect()
        })
    }

    /// Forgets every trace of a source.
    pub fn forget_source(&self, source: &str) -> Result<(), Error> {
        self.database.write("write to", |transaction| {
            for table in ["documents", "left_out", "offline"] {
                transaction.execute(&format!("DELETE FROM {table} WHERE source = ?1"), [source])?;
            }
            rows::count(transaction)
        })
    }

    /// The whole ledger: each file, searchable or not, by path.
    pub fn coverage(&self) -> Result<Vec<CoverageEntry>, Error> {
        const SQL: &str = "SELECT path, NULL AS reason, 0 AS failed FROM documents
            UNION ALL SELECT path, reason, failed FROM left_out ORDER BY path";
        self.database.read("list the files in", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            let entry = |row: &rusqlite::Row<'_>| {
                let reason: Option<String> = row.get(1)?;
                let state = match (&reason, row.get(2)?) {
                    (None, _) => CoverageState::Indexed,
                    (Some(_), false) => CoverageState::Excluded,
                    (Some(_), true) => CoverageState::Failed,
                };
                Ok(CoverageEntry { path: row.get(0)?, state, reason })
            };
            statement.query_map([], entry)?.collect()
        })
    }
}
