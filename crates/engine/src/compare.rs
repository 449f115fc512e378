//! Comparing folders with what is known of them: which files are to be read, which documents
//! are gone, and what is not searchable.

use crate::failure::Plain;
use docroom_model::{DocumentPath, Manifest, Result, RunKind, Settings, Source};
use docroom_store::{Known, LeftOut, ProjectStore};
use docroom_watch::{Left, Listing, Rules};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What a run is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Task {
    /// Why.
    pub(crate) kind: RunKind,
    /// Compare bytes, not only size and time.
    pub(crate) by_hash: bool,
}

impl Task {
    /// Both tasks in one run: the heavier kind wins.
    pub(crate) fn and(self, other: Self) -> Self {
        let weight = |kind| match kind {
            RunKind::Change => 0,
            RunKind::Scan => 1,
            RunKind::Rebuild => 2,
        };
        let kind = if weight(other.kind) > weight(self.kind) { other.kind } else { self.kind };
        Self { kind, by_hash: self.by_hash || other.by_hash }
    }
}

/// What a run has to do.
#[derive(Default)]
pub(crate) struct Plan {
    /// Files to read, by source and path.
    pub(crate) read: Vec<FileToRead>,
    /// Documents whose file is gone.
    pub(crate) gone: Vec<String>,
    /// Sources that the manifest no longer names.
    pub(crate) forgotten: Vec<String>,
    /// Marks to set when all is read: the options that documents were read with.
    pub(crate) stamps: Vec<(String, String)>,
    /// The ledger or an offline mark changed.
    pub(crate) noted: bool,
}

/// A file that is new or looks changed.
#[derive(Debug, Clone)]
pub(crate) struct FileToRead {
    pub(crate) file: PathBuf,
    pub(crate) path: String,
    pub(crate) source: String,
    pub(crate) version: Option<String>,
    pub(crate) size: u64,
    pub(crate) modified_ns: i64,
    /// What is known of it: empty when it failed before.
    pub(crate) revision: Option<String>,
    /// Read it even if its bytes are the same.
    pub(crate) anyway: bool,
}

impl Plan {
    pub(crate) fn is_empty(&self) -> bool {
        self.read.is_empty() && self.gone.is_empty() && self.forgotten.is_empty() && !self.noted
    }
}

/// Lists every source and compares.
pub(crate) fn plan(
    store: &ProjectStore,
    manifest: &Manifest,
    settings: &Settings,
    home: &Path,
    task: Task,
    fresh: bool,
    cancelled: &dyn Fn() -> bool,
) -> Result<Plan> {
    let mut plan = Plan::default();
    for source in &manifest.sources {
        let rules = Rules {
            include: source.include.clone(),
            exclude: source.exclude.clone(),
            max_bytes: u64::from(settings.max_file_mib) * 1024 * 1024,
            readable: |path| docroom_parse::format_of(path).is_some(),
        };
        let listing = match docroom_watch::list(&source.folder, &rules, cancelled) {
            Ok(listing) => Some(without_home(listing, &source.folder, home)),
            Err(docroom_watch::Error::Cancelled(_)) => return Ok(plan),
            Err(docroom_watch::Error::Root { .. }) => None,
            Err(other) => return Err(other.plain()),
        };
        compare(store, source, listing, task, fresh, &mut plan)?;
    }
    for known in store.known_sources().map_err(Plain::plain)? {
        if crate::manifest::source(manifest, &known).is_none() {
            plan.forgotten.push(known);
        }
    }
    Ok(plan)
}

/// Our own data folder is no documentation, and indexing it would change it each time.
fn without_home(mut listing: Listing, folder: &Path, home: &Path) -> Listing {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (folder, home) = (real(folder), real(home));
    // A project inside the home, such as the guide, is meant.
    let Ok(below) = home.strip_prefix(&folder) else { return listing };
    let Some(below) = below.to_str().filter(|below| !below.is_empty()) else { return listing };
    let own = format!("{}/", below.replace(std::path::MAIN_SEPARATOR, "/"));
    let before = listing.files.len() + listing.left.len();
    listing.files.retain(|found| !found.relative.starts_with(&own));
    listing.left.retain(|left| !left.relative.starts_with(&own));
    if listing.files.len() + listing.left.len() < before {
        let reason = "Docroom's own data folder".to_owned();
        listing.left.push(Left { relative: own, reason, failed: false });
    }
    listing
}

fn compare(
    store: &ProjectStore,
    source: &Source,
    listing: Option<Listing>,
    task: Task,
    fresh: bool,
    plan: &mut Plan,
) -> Result<()> {
    let name = source.name.as_str();
    let known = store.known(name).map_err(Plain::plain)?;
    // A root that is gone, or empty all at once, is an unmounted drive: its documents stay.
    let listing =
        listing.filter(|l| !(l.files.is_empty() && l.left.is_empty() && !known.is_empty()));
    let was_offline = store.offline().map_err(Plain::plain)?.iter().any(|source| source == name);
    if was_offline != listing.is_none() {
        store.set_offline(name, listing.is_none()).map_err(Plain::plain)?;
        plan.noted = true;
    }
    let Some(listing) = listing else { return Ok(()) };
    plan.noted |= note_left_out(store, source, &listing)?;
    let (mark, stamp) = (format!("options:{name}"), options(source));
    let options_changed = store.mark(&mark).map_err(Plain::plain)? != Some(stamp.clone());
    let failed = store.known_failed(name).map_err(Plain::plain)?;
    let mut known: HashMap<String, (Known, bool)> = known
        .into_iter()
        .map(|known| (known.path.clone(), (known, true)))
        .chain(failed.into_iter().map(|known| (known.path.clone(), (known, false))))
        .collect();
    for found in listing.files {
        let Ok(path) = DocumentPath::in_source(&source.name, &found.relative) else { continue };
        let before = known.remove(path.as_str());
        let same = before.as_ref().is_some_and(|(known, _)| {
            known.size == found.size && known.modified_ns == found.modified_ns
        });
        if same && !fresh && !task.by_hash && !options_changed {
            continue;
        }
        plan.read.push(FileToRead {
            file: source.folder.join(&found.relative),
            path: path.as_str().to_owned(),
            source: name.to_owned(),
            version: source.version.clone(),
            size: found.size,
            modified_ns: found.modified_ns,
            revision: before.map(|(known, _)| known.revision),
            anyway: fresh || options_changed,
        });
    }
    plan.gone.extend(known.into_keys());
    if options_changed {
        plan.stamps.push((mark, stamp));
    }
    Ok(())
}

/// What changes how a document of the source is kept, as one line.
fn options(source: &Source) -> String {
    let Source { version, language, flavor, .. } = source;
    format!("{version:?} {language:?} {flavor:?}")
}

/// Writes the ledger where it changed; says whether it did.
fn note_left_out(store: &ProjectStore, source: &Source, listing: &Listing) -> Result<bool> {
    let name = source.name.as_str();
    let unusable = listing.files.iter().filter_map(|found| {
        let error = DocumentPath::in_source(&source.name, &found.relative).err()?;
        Some((&found.relative, error.message, true))
    });
    let left = listing.left.iter().map(|left| (&left.relative, left.reason.clone(), left.failed));
    let mut wanted: Vec<_> = left
        .chain(unusable)
        .map(|(relative, reason, failed)| LeftOut {
            path: format!("{name}/{relative}"),
            source: name.to_owned(),
            reason,
            failed,
            seen: None,
        })
        .collect();
    wanted.sort_by(|a, b| a.path.cmp(&b.path));
    if store.left_out(name).map_err(Plain::plain)? == wanted {
        return Ok(false);
    }
    store.set_left_out(name, &wanted).map_err(Plain::plain)?;
    Ok(true)
}
