//! The database of one project: opening it, counting what is in it, and its marks.

use crate::connection::Database;
use crate::error::Error;
use rusqlite::OptionalExtension;
use std::path::Path;

const MIGRATIONS: &[&str] =
    &[include_str!("../migrations/project-1.sql"), include_str!("../migrations/project-2.sql")];

/// `store.sqlite` of one project.
pub struct ProjectStore {
    pub(crate) database: Database,
}

/// How much a project holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Searchable documents.
    pub documents: u32,
    /// Their chunks.
    pub chunks: u32,
    /// Entries of the coverage ledger that are not searchable.
    pub left_out: u32,
    /// Those of them that failed.
    pub failed: u32,
}

impl ProjectStore {
    /// Opens or makes the database.
    pub fn create(file: &Path) -> Result<Self, Error> {
        Ok(Self { database: Database::create(file, MIGRATIONS)? })
    }

    /// Opens the database; `None` where none was made yet.
    pub fn existing(file: &Path) -> Result<Option<Self>, Error> {
        Ok(Database::existing(file, MIGRATIONS)?.map(|database| Self { database }))
    }

    /// Whether SQLite can read all of it. Reads the whole file.
    pub fn is_sound(&self) -> bool {
        let said = self.database.read("check", |connection| {
            connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
        });
        said.is_ok_and(|said| said == "ok")
    }

    /// Says that much is about to be written (true), or that it was: while it is, pages are kept
    /// in memory (at most 32 MiB) rather than written to the log again and again.
    pub fn set_bulk(&self, bulk: bool) -> Result<(), Error> {
        self.database.read("prepare", |connection| {
            if bulk {
                return connection.pragma_update(None, "cache_size", -32_768);
            }
            connection.pragma_update(None, "cache_size", -2000)?;
            connection.execute_batch("PRAGMA shrink_memory")
        })
    }

    /// Changes whenever anybody writes to the database.
    pub fn version(&self) -> Result<(i64, u64), Error> {
        self.database.read("look at", |connection| {
            let others = connection.pragma_query_value(None, "data_version", |row| row.get(0))?;
            Ok((others, connection.total_changes()))
        })
    }

    /// How much is in it.
    pub fn counts(&self) -> Result<Counts, Error> {
        const SQL: &str = "SELECT documents, chunks, (SELECT count(*) FROM left_out),
            (SELECT count(*) FROM left_out WHERE failed) FROM totals";
        self.database.read("count", |connection| {
            connection.prepare_cached(SQL)?.query_row([], |row| {
                let [documents, chunks, left_out, failed] =
                    [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?];
                Ok(Counts { documents, chunks, left_out, failed })
            })
        })
    }

    /// Searchable documents of each source, sorted by its name.
    pub fn source_counts(&self) -> Result<Vec<(String, u32)>, Error> {
        const SQL: &str = "SELECT source, count(*) FROM documents GROUP BY source ORDER BY source";
        self.database.read("count", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    /// The version labels that documents carry, sorted.
    pub fn versions(&self) -> Result<Vec<String>, Error> {
        const SQL: &str =
            "SELECT DISTINCT version FROM documents WHERE version IS NOT NULL ORDER BY version";
        self.database.read("list the versions in", |connection| {
            let mut statement = connection.prepare_cached(SQL)?;
            statement.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// A mark that was set, such as the live generation of the index.
    pub fn mark(&self, key: &str) -> Result<Option<String>, Error> {
        self.database.read("read a mark in", |connection| {
            connection
                .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
                .query_row([key], |row| row.get(0))
                .optional()
        })
    }

    /// Sets marks, all at once.
    pub fn set_marks(&self, marks: &[(&str, &str)]) -> Result<(), Error> {
        self.database.write("set a mark in", |transaction| {
            for (key, value) in marks {
                transaction.execute(
                    "INSERT INTO meta VALUES (?1, ?2)
                     ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                    [key, value],
                )?;
            }
            Ok(())
        })
    }

    /// Sources whose folder is gone or unmounted.
    pub fn offline(&self) -> Result<Vec<String>, Error> {
        self.database.read("read", |connection| {
            let mut statement = connection.prepare_cached("SELECT source FROM offline")?;
            statement.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// Marks a source as offline or back.
    pub fn set_offline(&self, source: &str, offline: bool) -> Result<(), Error> {
        let sql = if offline {
            "INSERT OR IGNORE INTO offline VALUES (?1)"
        } else {
            "DELETE FROM offline WHERE source = ?1"
        };
        self.database.write("write", |transaction| transaction.execute(sql, [source]).map(drop))
    }
}
