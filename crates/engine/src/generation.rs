//! Generations of the index: a changed format, a rebuild or a lost folder makes a new one
//! beside the live one; it is published when it is whole, and old ones are swept away.

use crate::failure::Plain;
use crate::open_project::{GENERATION, OpenProject};
use docroom_index::Reader;
use docroom_model::{Error, Result, RunKind};
use docroom_store::ProjectStore;

/// Number of the parser's and chunker's work: another number means that every document is
/// read anew.
const PARSER: u32 = 4;
const FORMAT: &str = "format";

/// The generation that a run writes to.
pub(crate) struct Generation {
    pub(crate) name: String,
    /// Nothing is in it yet: every document has to be read.
    pub(crate) fresh: bool,
    /// No other is live: it may be published before it is whole.
    pub(crate) first: bool,
}

fn format() -> String {
    format!("{}.{PARSER}", docroom_index::FORMAT)
}

/// The generation to write to: the live one, or a new one.
pub(crate) fn choose(
    project: &OpenProject,
    store: &ProjectStore,
    kind: RunKind,
) -> Result<Generation> {
    let live = store.mark(GENERATION).map_err(Plain::plain)?;
    let same_format = store.mark(FORMAT).map_err(Plain::plain)? == Some(format());
    let Some(live) = live else {
        let name = "1".to_owned();
        clear(project, &name)?;
        return Ok(Generation { name, fresh: true, first: true });
    };
    let folder = project.index_folder(&live);
    // Opening finds what is missing or cut short; a change need not pay for that each time.
    let there = match kind {
        RunKind::Change => folder.join("meta.json").exists(),
        RunKind::Scan | RunKind::Rebuild => matches!(Reader::open(&folder), Ok(Some(_))),
    };
    if there && same_format && kind != RunKind::Rebuild {
        return Ok(Generation { name: live, fresh: false, first: false });
    }
    let name = (live.parse::<u64>().unwrap_or(0) + 1).to_string();
    clear(project, &name)?;
    Ok(Generation { name, fresh: true, first: !there })
}

/// Removes what an interrupted run left under this name.
fn clear(project: &OpenProject, name: &str) -> Result<()> {
    let folder = project.index_folder(name);
    match std::fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::io("remove", &folder)(error))
        }
        _ => Ok(()),
    }
}

/// Makes it the live one.
pub(crate) fn publish(store: &ProjectStore, generation: &Generation) -> Result<()> {
    if !generation.fresh {
        return Ok(());
    }
    let format = format();
    store.set_marks(&[(GENERATION, &generation.name), (FORMAT, &format)]).map_err(Plain::plain)
}

/// Removes every other one. What another process still reads stays readable to it.
pub(crate) fn sweep(project: &OpenProject, keep: &str) {
    let Ok(entries) = std::fs::read_dir(project.folder.join("index")) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name() != keep) {
        if let Err(error) = std::fs::remove_dir_all(entry.path()) {
            tracing::warn!(%error, folder = %entry.path().display(), "an old index stays for now");
        }
    }
}
