//! Opening a database file: pragmas, migrations, and the one lock around a connection.

use crate::error::Error;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a writer waits for another process's transaction.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of a page of a new database.
const PAGE: u32 = 16_384;
/// Pages of the write-ahead log after which it is folded into the database: about 64 MiB, so
/// that a first run writes most pages once less.
const LOG_PAGES: u32 = 4096;

/// A database file with one connection, used by one thread at a time.
pub(crate) struct Database {
    file: PathBuf,
    connection: Mutex<Connection>,
}

impl Database {
    /// Opens or makes the file and brings it to the newest format. `migrations[n]` leads from
    /// format n to n + 1.
    pub(crate) fn create(file: &Path, migrations: &[&str]) -> Result<Self, Error> {
        Self::open_with(file, migrations, OpenFlags::SQLITE_OPEN_CREATE)
            .or_else(|error| Self::read_only(file, migrations, error))
    }

    /// Opens the file if it exists. Readers too may have to write: SQLite's own shared memory.
    pub(crate) fn existing(file: &Path, migrations: &[&str]) -> Result<Option<Self>, Error> {
        if !file.exists() {
            return Ok(None);
        }
        Self::open_with(file, migrations, OpenFlags::empty())
            .or_else(|error| Self::read_only(file, migrations, error))
            .map(Some)
    }

    /// Where nothing may be written (a sandboxed shell, a backup), what is there can be read all
    /// the same. `refused` is how opening it failed.
    fn read_only(file: &Path, migrations: &[&str], refused: Error) -> Result<Self, Error> {
        use rusqlite::ErrorCode::{CannotOpen, ReadOnly};
        let forbidden = matches!(&refused, Error::Database { source, .. }
            if matches!(source.sqlite_error_code(), Some(CannotOpen | ReadOnly)));
        if !forbidden || !file.exists() {
            return Err(refused);
        }
        let open = |immutable: bool| {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = if immutable {
                let flags = flags | OpenFlags::SQLITE_OPEN_URI;
                Connection::open_with_flags(immutable_uri(file), flags)?
            } else {
                Connection::open_with_flags(file, flags)?
            };
            connection.busy_timeout(PATIENCE)?;
            let found = format(&connection)?;
            Ok((connection, found))
        };
        // Beside a log that a writer left or works on, SQLite reads by the shared memory that is
        // there. Without a log nobody writes: no lock is needed, and none could be had.
        let logged = with_ending(file, "-wal").metadata().is_ok_and(|log| log.len() > 0);
        let opened = open(false).or_else(|error| if logged { Err(error) } else { open(true) });
        match opened.map_err(|source| Error::database("open", file, source))? {
            (connection, found) if found == migrations.len() => {
                Ok(Self { file: file.to_owned(), connection: Mutex::new(connection) })
            }
            _ => Err(refused),
        }
    }

    fn open_with(file: &Path, migrations: &[&str], flags: OpenFlags) -> Result<Self, Error> {
        let fail = |source| Error::database("open", file, source);
        let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(file, flags).map_err(fail)?;
        connection.busy_timeout(PATIENCE).map_err(fail)?;
        let found = format(&connection).map_err(fail)?;
        if found > migrations.len() {
            let known = migrations.len();
            return Err(Error::Newer { file: file.to_owned(), found, known });
        }
        if found < migrations.len() {
            migrate(&mut connection, migrations).map_err(fail)?;
        }
        connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES).map_err(fail)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(fail)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(fail)?;
        // What SQLite notes to take back one statement needs no file.
        connection.pragma_update(None, "temp_store", "MEMORY").map_err(fail)?;
        Ok(Self { file: file.to_owned(), connection: Mutex::new(connection) })
    }

    /// Runs `work` on the connection; `attempt` says in an error what was being done.
    pub(crate) fn read<T>(
        &self,
        attempt: &'static str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        work(&connection).map_err(|source| self.error(attempt, source))
    }

    /// Runs `work` in one transaction: all of it or nothing.
    pub(crate) fn write<T>(
        &self,
        attempt: &'static str,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let run = || {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        run().map_err(|source| self.error(attempt, source))
    }

    fn error(&self, attempt: &'static str, source: rusqlite::Error) -> Error {
        Error::database(attempt, &self.file, source)
    }
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn immutable_uri(file: &Path) -> String {
    let bytes = file.as_os_str().as_encoded_bytes();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte);
    let escaped = bytes.iter().map(|byte| match byte {
        byte if plain(*byte) => char::from(*byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    format!("file:{}?immutable=1", escaped.collect::<String>())
}

fn format(connection: &Connection) -> rusqlite::Result<usize> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn migrate(connection: &mut Connection, migrations: &[&str]) -> rusqlite::Result<()> {
    // Texts span pages: larger ones are fewer to write. Takes effect in an empty file only.
    connection.pragma_update(None, "page_size", PAGE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been first.
    for step in migrations.iter().skip(format(&transaction)?) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", migrations.len())?;
    transaction.commit()
}
