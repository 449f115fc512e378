//! Where the window's process writes what went wrong: `logs/window.log` of the data folder.

use docroom_engine::Directories;
use std::fs::{self, File, OpenOptions};
use std::sync::Mutex;
use tracing_subscriber::EnvFilter;

/// A log past this is begun anew at the next start, in bytes.
const LOG_LIMIT: u64 = 1 << 20;

/// Starts logging; `DOCROOM_LOG` chooses what (default: warnings). Goes to standard error where
/// the file can't be opened.
pub(crate) fn start(directories: &Directories) {
    let filter = EnvFilter::try_from_env("DOCROOM_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false);
    // A second start of logging in one process only happens in tests, and the first one stands.
    let _ = match open(directories) {
        Ok(file) => lines.with_writer(Mutex::new(file)).try_init(),
        Err(_) => lines.with_writer(std::io::stderr).try_init(),
    };
}

fn open(directories: &Directories) -> std::io::Result<File> {
    let path = directories.logs().join("window.log");
    fs::create_dir_all(directories.logs())?;
    let long = fs::metadata(&path).is_ok_and(|file| file.len() > LOG_LIMIT);
    OpenOptions::new().create(true).write(true).append(!long).truncate(long).open(path)
}
