//! Locks between processes, which the operating system frees when their holder dies: the
//! keeper's (one process of all keeps the index), and the one around a change of a manifest.

use crate::directories::Directories;
use docroom_model::{Error, Result};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::Duration;

/// Tries before another holder is believed: a process that only looks holds the lock for an
/// instant too.
const TRIES: u32 = 4;
const BETWEEN_TRIES: Duration = Duration::from_millis(5);

fn open(directories: &Directories, file: &Path) -> Result<File> {
    let home = directories.home();
    std::fs::create_dir_all(home).map_err(Error::io("make the data folder", home))?;
    let options = OpenOptions::new().create(true).truncate(false).write(true).read(true).to_owned();
    options.open(file).map_err(Error::io("open", file))
}

/// The lock, if no other process holds it; it is freed when the file is dropped.
pub(crate) fn try_take(directories: &Directories) -> Result<Option<File>> {
    let file = open(directories, &directories.keeper_lock())?;
    for again in (0..TRIES).rev() {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if again > 0 => std::thread::sleep(BETWEEN_TRIES),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => {
                return Err(Error::io("lock", &directories.keeper_lock())(error));
            }
        }
    }
    Ok(None)
}

/// The lock, as soon as no other process holds it.
pub(crate) fn take(directories: &Directories) -> Result<File> {
    wait_for(directories, &directories.keeper_lock())
}

/// Keeps other processes from changing manifests until the file is dropped. Held for the
/// moment of one change; not taken again by who holds it.
pub(crate) fn manifests(directories: &Directories) -> Result<File> {
    wait_for(directories, &directories.manifest_lock())
}

fn wait_for(directories: &Directories, path: &Path) -> Result<File> {
    let file = open(directories, path)?;
    file.lock().map_err(Error::io("lock", path))?;
    Ok(file)
}

/// Whether some process holds it.
pub(crate) fn is_held(directories: &Directories) -> Result<bool> {
    let file = directories.keeper_lock();
    let file = match File::open(&file) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(Error::io("open", &file)(error)),
    };
    match file.try_lock_shared() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => {
            Err(Error::io("look at", &directories.keeper_lock())(error))
        }
    }
}
