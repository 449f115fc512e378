//! The history of runs.

use crate::error::Error;
use crate::project::ProjectStore;
use crate::words::{variant, word};
use docroom_model::{Run, RunKind};
use rusqlite::{Row, params};

/// Runs kept per project.
const KEPT: u32 = 50;

const COLUMNS: &str = "kind, started_ms, finished_ms, added, changed, removed, failed, error";

impl ProjectStore {
    /// Notes that a run begins; hand the number to [`Self::finish_run`].
    pub fn begin_run(&self, kind: RunKind, started_ms: i64) -> Result<i64, Error> {
        self.database.write("write to", |transaction| {
            transaction.execute(
                "INSERT INTO runs (kind, started_ms) VALUES (?1, ?2)",
                params![word(kind)?, started_ms],
            )?;
            Ok(transaction.last_insert_rowid())
        })
    }

    /// Notes how a run ended.
    pub fn finish_run(&self, id: i64, run: &Run) -> Result<(), Error> {
        const SQL: &str = "UPDATE runs SET finished_ms = ?2, added = ?3, changed = ?4,
            removed = ?5, failed = ?6, error = ?7 WHERE id = ?1";
        self.database.write("write to", |transaction| {
            transaction.execute(
                SQL,
                params![
                    id,
                    run.finished_ms,
                    run.added,
                    run.changed,
                    run.removed,
                    run.failed,
                    run.error
                ],
            )?;
            transaction.execute("DELETE FROM runs WHERE id <= ?1 - ?2", params![id, KEPT])?;
            Ok(())
        })
    }

    /// Forgets that a run began: it found nothing to do.
    pub fn drop_run(&self, id: i64) -> Result<(), Error> {
        self.database.write("write to", |transaction| {
            transaction.execute("DELETE FROM runs WHERE id = ?1", [id]).map(drop)
        })
    }

    /// The newest runs, newest first.
    pub fn runs(&self) -> Result<Vec<Run>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM runs ORDER BY id DESC LIMIT {KEPT}");
        self.database.read("list the runs in", |connection| {
            connection.prepare_cached(&sql)?.query_map([], run)?.collect()
        })
    }

    /// The newest run that was finished.
    pub fn last_run(&self) -> Result<Option<Run>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM runs WHERE finished_ms IS NOT NULL ORDER BY id DESC LIMIT 1"
        );
        self.database.read("read", |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let mut runs = statement.query_map([], run)?;
            runs.next().transpose()
        })
    }
}

fn run(row: &Row<'_>) -> rusqlite::Result<Run> {
    Ok(Run {
        kind: variant(row.get(0)?, 0)?,
        started_ms: row.get(1)?,
        finished_ms: row.get(2)?,
        added: row.get(3)?,
        changed: row.get(4)?,
        removed: row.get(5)?,
        failed: row.get(6)?,
        error: row.get(7)?,
    })
}
