//! Reading and parsing files on several threads, handed on in order: the order of documents
//! in the index does not depend on which thread was faster.

use crate::compare::FileToRead;
use docroom_model::{Error, Format, Parsed, Result};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};

/// Threads that parse; two more write (the index's own, and the caller's).
const MOST_THREADS: usize = 4;
/// Files that a thread takes at a time, and hands over at once: waking another thread costs
/// as much as parsing a short page.
const AT_A_TIME: usize = 16;
/// Hand-overs that may wait for the writer.
const WAITING: usize = 4;

/// What came of a file.
pub(crate) enum Outcome {
    /// It was read and parsed: its revision and what is in it.
    Read { revision: String, parsed: Box<Parsed> },
    /// Its bytes are those that are known.
    Same,
    /// It vanished since the listing.
    Gone,
    /// It can't be read as text; why.
    Failed(String),
    /// Its bytes could not be had; why. Nothing about the file need change for that to pass.
    Unread(String),
}

/// SHA-256 of a file's bytes, lower hex.
pub(crate) fn revision(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// First 8 bytes of a revision, as the index keeps it.
pub(crate) fn short(revision: &str) -> u64 {
    revision.get(..16).and_then(|hex| u64::from_str_radix(hex, 16).ok()).unwrap_or_default()
}

/// Reads and parses one file.
pub(crate) fn read(file: &FileToRead) -> Outcome {
    let bytes = match std::fs::read(&file.file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Outcome::Gone,
        Err(error) => return Outcome::Unread(format!("can't be read: {error}")),
    };
    let revision = revision(&bytes);
    if !file.anyway && file.revision.as_deref() == Some(revision.as_str()) {
        return Outcome::Same;
    }
    // Parsers promise not to panic; one that does costs its file, not the run.
    let parsed = catch_unwind(AssertUnwindSafe(|| parse(&file.path, &bytes)));
    match parsed.unwrap_or_else(|_| Err("the reader for this format crashed on it".to_owned())) {
        Ok(parsed) => Outcome::Read { revision, parsed: Box::new(parsed) },
        Err(why) => Outcome::Failed(why),
    }
}

/// Decodes and parses a document's bytes; an error says why they are no text.
pub(crate) fn parse(path: &str, bytes: &[u8]) -> std::result::Result<Parsed, String> {
    let format = docroom_parse::format_of(path).ok_or("there is no reader for this format")?;
    let text = match format {
        Format::Html => docroom_parse::decode_page(bytes),
        _ => docroom_parse::decode(bytes),
    };
    let text = text.map_err(|error| error.to_string())?;
    let file_name = path.rsplit('/').next().unwrap_or(path);
    Ok(docroom_parse::parse(format, file_name, text))
}

/// Reads every file and hands each to `take` in the order of the list. Stops early, with
/// nothing lost, when `cancelled` or when `take` fails.
pub(crate) fn each(
    list: &[FileToRead],
    cancelled: &(dyn Fn() -> bool + Sync),
    mut take: impl FnMut(&FileToRead, Outcome) -> Result<()>,
) -> Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = cores.saturating_sub(1).clamp(1, MOST_THREADS);
    if list.len() < AT_A_TIME {
        for file in list.iter().take_while(|_| !cancelled()) {
            take(file, read(file))?;
        }
        return Ok(());
    }
    let next = AtomicUsize::new(0);
    let (sender, receiver) = sync_channel(WAITING);
    let failure = Mutex::new(None::<Error>);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                while !cancelled() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(files) = list.chunks(AT_A_TIME).nth(at) else { break };
                    let outcomes: Vec<_> = files.iter().map(read).collect();
                    if sender.send((at, files, outcomes)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut turn = 0;
        while let Ok((at, files, outcomes)) = receiver.recv() {
            early.insert(at, (files, outcomes));
            while let Some((files, outcomes)) = early.remove(&turn) {
                turn += 1;
                for (file, outcome) in files.iter().zip(outcomes) {
                    if let Err(error) = take(file, outcome) {
                        *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        // Dropping the receiver ends the threads.
                        drop(receiver);
                        return;
                    }
                }
            }
        }
    });
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}
