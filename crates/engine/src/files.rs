//! Small needs of files and clocks: replace a file atomically, the time now, a file's stamp.

use docroom_model::{Error, Result};
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Replaces a file: written beside, flushed to disk, renamed. Readers see the old or the new
/// one, whole.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(Error::io("make the folder", folder))?;
    let write = || {
        let mut beside = tempfile::NamedTempFile::new_in(folder)?;
        beside.write_all(bytes)?;
        beside.as_file().sync_all()?;
        beside.persist(file).map_err(|error| error.error).map(drop)
    };
    write().map_err(Error::io("write", file))
}

/// Milliseconds since 1970 UTC.
pub(crate) fn now_ms() -> i64 {
    nanoseconds(SystemTime::now()) / 1_000_000
}

/// Size, and nanoseconds since 1970 UTC of the last change.
pub(crate) fn stamp(file: &Path) -> std::io::Result<(u64, i64)> {
    let meta = std::fs::metadata(file)?;
    Ok((meta.len(), nanoseconds(meta.modified()?)))
}

/// As `crates/watch` counts: negative before 1970.
fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |n| -n),
    }
}
