//! The log: a file in the data folder, opened by the first line that goes there, and the same
//! line on standard error. Costs nothing while nothing goes wrong.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// At this size the file is put aside when a program starts to write to it.
const LARGEST: u64 = 4 * 1024 * 1024;

/// The file that is written to in this folder of logs.
pub(crate) fn file_in(folder: &Path) -> PathBuf {
    folder.join("docroom.log")
}

/// Sends what is traced from this level on to the log. Libraries are heard from warnings on.
pub(crate) fn start(folder: PathBuf, level: Level) {
    let log = Log(Arc::new(Mutex::new(Target::NotYet(folder))));
    let lines = tracing_subscriber::fmt::layer().with_writer(log).with_ansi(false);
    let heard = Targets::new()
        .with_default(Level::WARN)
        .with_target("docroom", level)
        // It warns of each refused request: an agent's mistake, which the agent is told.
        .with_target("rmcp", Level::ERROR)
        // It warns of a session bus that ends, which is no fault of anybody's.
        .with_target("zbus", Level::ERROR);
    // Only a test starts the log twice in a process; the first stays.
    let _ = tracing_subscriber::registry().with(lines).with(heard).try_init();
}

#[derive(Clone)]
struct Log(Arc<Mutex<Target>>);

enum Target {
    NotYet(PathBuf),
    Open(File),
    /// Refused by the disk; standard error still shows the lines.
    Closed,
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Write for Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // A log line is no reason to fail: neither of the two may be there.
        let _ = io::stderr().write_all(line);
        let Ok(mut target) = self.0.lock() else { return Ok(line.len()) };
        if let Target::NotYet(folder) = &*target {
            *target = open(folder).map_or(Target::Closed, Target::Open);
        }
        if let Target::Open(file) = &mut *target {
            let _ = file.write_all(line);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn open(folder: &Path) -> io::Result<File> {
    std::fs::create_dir_all(folder)?;
    let path = file_in(folder);
    if path.metadata().is_ok_and(|file| file.len() > LARGEST) {
        std::fs::rename(&path, folder.join("docroom.log.1"))?;
    }
    OpenOptions::new().create(true).append(true).open(path)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_full_file_is_put_aside_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = file_in(folder.path());
        std::fs::write(&path, vec![b'x'; LARGEST as usize + 1]).unwrap();
        open(folder.path()).unwrap().write_all(b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert!(folder.path().join("docroom.log.1").exists());
    }
}
