//! The database that processes share: what the keeper does with each project, what is paused,
//! and requests to the keeper.

use crate::connection::Database;
use crate::error::Error;
use crate::words::{variant, word};
use docroom_model::{Phase, Progress};
use rusqlite::{OptionalExtension, Row, params};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

const MIGRATIONS: &[&str] = &[include_str!("../migrations/library-1.sql")];

/// `library.sqlite`. SQLite tells a connection of others' writes only, so that polling needs
/// a second one that never writes; it is opened when somebody polls.
pub struct Library {
    file: PathBuf,
    writer: Database,
    poller: OnceLock<Database>,
}

/// What the keeper last said of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeeperRow {
    /// How far it is.
    pub progress: Progress,
    /// The folder is listed again and again instead of watched.
    pub polling: bool,
    /// Why the last run failed.
    pub error: Option<String>,
}

/// Something that the keeper is asked to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Its row.
    pub id: i64,
    /// One project, or all.
    pub project: Option<String>,
    /// Make the index anew rather than compare.
    pub rebuild: bool,
}

impl Library {
    /// Opens or makes the database.
    pub fn create(file: &Path) -> Result<Self, Error> {
        let writer = Database::create(file, MIGRATIONS)?;
        Ok(Self { file: file.to_owned(), writer, poller: OnceLock::new() })
    }

    /// Opens the database; `None` where none was made yet.
    pub fn existing(file: &Path) -> Result<Option<Self>, Error> {
        if file.exists() { Self::create(file).map(Some) } else { Ok(None) }
    }

    /// A number that changes when anything in the library changed, by any process.
    pub fn version(&self) -> Result<u64, Error> {
        let poller = match self.poller.get() {
            Some(poller) => poller,
            // Two threads may both open one; the first stays.
            None => {
                let opened = Database::create(&self.file, MIGRATIONS)?;
                self.poller.get_or_init(|| opened)
            }
        };
        poller.read("poll", |connection| {
            connection.pragma_query_value(None, "data_version", |row| row.get(0))
        })
    }

    /// What the keeper last said of a project.
    pub fn state(&self, project: &str) -> Result<Option<KeeperRow>, Error> {
        const SQL: &str =
            "SELECT phase, done, total, polling, error FROM states WHERE project = ?1";
        self.writer.read("read", |connection| {
            connection.prepare_cached(SQL)?.query_row([project], state).optional()
        })
    }

    /// Says what the keeper does with a project.
    pub fn set_state(&self, project: &str, row: &KeeperRow) -> Result<(), Error> {
        const SQL: &str = "INSERT OR REPLACE INTO states VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let progress = row.progress;
        self.writer.write("write to", |transaction| {
            transaction
                .prepare_cached(SQL)?
                .execute(params![
                    project,
                    word(progress.phase)?,
                    progress.done,
                    progress.total,
                    row.polling,
                    row.error
                ])
                .map(drop)
        })
    }

    /// Forgets a project.
    pub fn forget(&self, project: &str) -> Result<(), Error> {
        self.writer.write("write to", |transaction| {
            for table in ["states", "paused", "requests"] {
                transaction
                    .execute(&format!("DELETE FROM {table} WHERE project = ?1"), [project])?;
            }
            Ok(())
        })
    }

    /// Whether a person paused watching this project.
    pub fn is_paused(&self, project: &str) -> Result<bool, Error> {
        self.writer.read("read", |connection| {
            connection.prepare_cached("SELECT 1 FROM paused WHERE project = ?1")?.exists([project])
        })
    }

    /// Pauses or resumes watching a project.
    pub fn set_paused(&self, project: &str, paused: bool) -> Result<(), Error> {
        let sql = if paused {
            "INSERT OR IGNORE INTO paused VALUES (?1)"
        } else {
            "DELETE FROM paused WHERE project = ?1"
        };
        self.writer.write("write to", |transaction| transaction.execute(sql, [project]).map(drop))
    }

    /// Asks the keeper to compare one project (or all) with its folders now; `rebuild` makes
    /// the index anew.
    pub fn request(&self, project: Option<&str>, rebuild: bool) -> Result<(), Error> {
        self.writer.write("write to", |transaction| {
            let sql = "INSERT INTO requests (project, rebuild) VALUES (?1, ?2)";
            transaction.execute(sql, params![project, rebuild]).map(drop)
        })
    }

    /// Every waiting request, oldest first. Say that its state is no longer ready before
    /// [`Self::settle`]: whoever waits for it looks at requests, then at the state.
    pub fn requests(&self) -> Result<Vec<Request>, Error> {
        self.writer.read("read", |connection| {
            let mut statement = connection
                .prepare_cached("SELECT id, project, rebuild FROM requests ORDER BY id")?;
            let request = |row: &Row<'_>| {
                Ok(Request { id: row.get(0)?, project: row.get(1)?, rebuild: row.get(2)? })
            };
            statement.query_map([], request)?.collect()
        })
    }

    /// Forgets a request that was taken up.
    pub fn settle(&self, request: &Request) -> Result<(), Error> {
        self.writer.write("write to", |transaction| {
            transaction.execute("DELETE FROM requests WHERE id = ?1", [request.id]).map(drop)
        })
    }

    /// Whether a request for this project (or for all) is still waiting.
    pub fn has_request(&self, project: &str) -> Result<bool, Error> {
        self.writer.read("read", |connection| {
            connection
                .prepare_cached("SELECT 1 FROM requests WHERE project = ?1 OR project IS NULL")?
                .exists([project])
        })
    }
}

fn state(row: &Row<'_>) -> rusqlite::Result<KeeperRow> {
    let phase: Phase = variant(row.get(0)?, 0)?;
    let progress = Progress { phase, done: row.get(1)?, total: row.get(2)? };
    Ok(KeeperRow { progress, polling: row.get(3)?, error: row.get(4)? })
}
