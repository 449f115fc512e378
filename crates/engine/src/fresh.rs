//! Never stale: a document as it is now. Where the file changed since it was indexed, it is
//! read and parsed again in memory; the index follows when the keeper comes by.

use crate::failure::Plain;
use crate::open_project::OpenProject;
use crate::{files, locate, manifest, measure, reading};
use docroom_model::{Chunk, DocumentPath, Format, Heading, Manifest, Result};
use docroom_store::{DocumentRow, ProjectStore};
use std::path::{Path, PathBuf};

/// A document's content, from the store or newer.
pub(crate) struct Current {
    pub(crate) path: String,
    pub(crate) title: String,
    pub(crate) format: Format,
    pub(crate) text: String,
    pub(crate) headings: Vec<Heading>,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) line_count: u32,
    pub(crate) modified_ns: i64,
    /// The file changed and could not be read anew: this is what it was.
    pub(crate) changed: bool,
}

/// How a file stands to what is known of it.
pub(crate) enum Freshness {
    /// The same.
    Same,
    /// Other bytes; here they are.
    Newer(Vec<u8>),
    /// Deleted, while its source's folder is there.
    Gone,
    /// It can't be looked at (its drive is gone, or it may not be read).
    Unknown,
}

/// The file of a document.
pub(crate) fn file(manifest: &Manifest, path: &str) -> Option<PathBuf> {
    let (source, relative) = path.split_once('/')?;
    Some(manifest::source(manifest, source)?.folder.join(relative))
}

/// Compares by size and time, then by bytes.
pub(crate) fn freshness(manifest: &Manifest, row: &DocumentRow) -> Freshness {
    let Some(file) = file(manifest, &row.path) else { return Freshness::Gone };
    match files::stamp(&file) {
        Ok(stamp) if stamp == (row.size, row.modified_ns) => Freshness::Same,
        Ok(_) => match std::fs::read(&file) {
            Ok(bytes) if reading::revision(&bytes) == row.revision => Freshness::Same,
            Ok(bytes) => Freshness::Newer(bytes),
            Err(_) => Freshness::Unknown,
        },
        Err(error)
            if error.kind() == std::io::ErrorKind::NotFound && root_is_there(manifest, row) =>
        {
            Freshness::Gone
        }
        Err(_) => Freshness::Unknown,
    }
}

/// Whether the source's folder is there with anything in it: an empty one is an unmounted drive.
fn root_is_there(manifest: &Manifest, row: &DocumentRow) -> bool {
    let Some(source) = manifest::source(manifest, &row.source) else { return false };
    let entries = |folder: &Path| std::fs::read_dir(folder).ok().and_then(|mut all| all.next());
    entries(&source.folder).is_some()
}

/// A document as it is now.
pub(crate) fn current(
    project: &OpenProject,
    manifest: &Manifest,
    path: &DocumentPath,
) -> Result<Current> {
    let missing = || locate::missing(project, path);
    let store = project.store()?.ok_or_else(missing)?;
    let row = store.row(path.as_str()).map_err(Plain::plain)?.ok_or_else(missing)?;
    match freshness(manifest, &row) {
        Freshness::Gone => Err(missing()),
        Freshness::Newer(bytes) => match reading::parse(path.as_str(), &bytes) {
            Ok(parsed) => Ok(Current {
                path: row.path,
                title: parsed.title,
                format: parsed.format,
                line_count: measure::line_count(&parsed.text),
                text: parsed.text,
                headings: parsed.headings,
                chunks: parsed.chunks,
                modified_ns: files::now_ms() * 1_000_000,
                changed: false,
            }),
            Err(_) => stored(&store, row, true)?.ok_or_else(missing),
        },
        Freshness::Same | Freshness::Unknown => stored(&store, row, false)?.ok_or_else(missing),
    }
}

fn stored(store: &ProjectStore, row: DocumentRow, changed: bool) -> Result<Option<Current>> {
    let Some(document) = store.document(&row.path).map_err(Plain::plain)? else { return Ok(None) };
    let row = document.row;
    let chunks = store.chunks(row.id, 0, row.chunk_count).map_err(Plain::plain)?;
    Ok(Some(Current {
        path: row.path,
        title: row.title,
        format: row.format,
        text: document.text,
        headings: document.headings,
        chunks,
        line_count: row.line_count,
        modified_ns: row.modified_ns,
        changed,
    }))
}
