//! Walks a folder by its rules. Every file is either listed or left with its reason.

use crate::error::Error;
use crate::globs::Globs;
use crate::ignores::{Level, NAMES};
use crate::listing::{Found, Listing, Rules};
use std::fs::{DirEntry, FileType, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::UNIX_EPOCH;

/// Folders of other people's packages, left out unless an include glob names them.
const VENDORED: &[&str] = &["node_modules", "bower_components", "__pycache__"];
/// Entries between two looks at the caller's wish to stop.
const PATIENCE: usize = 1024;

/// A folder still to be walked.
struct Folder {
    absolute: PathBuf,
    /// Empty for the root, else ending with `/`.
    relative: String,
    level: Rc<Level>,
}

struct Walk<'a> {
    rules: &'a Rules,
    include: Globs,
    exclude: Globs,
    listing: Listing,
    folders: Vec<Folder>,
}

/// Lists the folder `root`. Links inside it are never followed, `root` itself may be one.
///
/// # Errors
/// [`Error::Root`] where the folder itself can't be read, [`Error::Glob`], [`Error::Cancelled`].
pub fn list(root: &Path, rules: &Rules, cancelled: &dyn Fn() -> bool) -> Result<Listing, Error> {
    let mut walk = Walk {
        rules,
        include: Globs::new(&rules.include)?,
        exclude: Globs::new(&rules.exclude)?,
        listing: Listing::default(),
        folders: vec![Folder {
            absolute: root.to_owned(),
            relative: String::new(),
            level: Level::top(),
        }],
    };
    let stop = || if cancelled() { Err(Error::Cancelled(root.to_owned())) } else { Ok(()) };
    while let Some(folder) = walk.folders.pop() {
        stop()?;
        let is_root = folder.relative.is_empty();
        match entries_of(&folder.absolute, &stop)? {
            Ok(entries) => walk.folder(&folder, entries),
            Err(source) if is_root => return Err(Error::Root { root: root.to_owned(), source }),
            // It vanished since its name was read: nothing is left to list.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => walk.listing.fail(&folder.relative, unreadable(&error)),
        }
    }
    let mut listing = walk.listing;
    listing.files.sort_unstable_by(|a, b| a.relative.cmp(&b.relative));
    listing.left.sort_unstable_by(|a, b| a.relative.cmp(&b.relative));
    Ok(listing)
}

type Entries = Vec<(DirEntry, FileType)>;

/// The entries of a folder with their types; the outer error is the caller's wish to stop.
fn entries_of(
    folder: &Path,
    stop: &dyn Fn() -> Result<(), Error>,
) -> Result<std::io::Result<Entries>, Error> {
    let reader = match std::fs::read_dir(folder) {
        Ok(reader) => reader,
        Err(error) => return Ok(Err(error)),
    };
    let mut entries = Entries::new();
    for entry in reader {
        match entry.and_then(|entry| entry.file_type().map(|kind| (entry, kind))) {
            Ok(pair) => entries.push(pair),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Ok(Err(error)),
        }
        if entries.len().is_multiple_of(PATIENCE) {
            stop()?;
        }
    }
    Ok(Ok(entries))
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Folder, entries: Entries) {
        let present: Vec<&'static str> = NAMES
            .into_iter()
            .filter(|name| entries.iter().any(|(e, kind)| kind.is_file() && e.file_name() == *name))
            .collect();
        let mut faulty = Vec::new();
        let level =
            folder.level.below(&folder.relative, &folder.absolute, &present, |file, why| {
                faulty.push(file.to_owned());
                self.listing.fail(file, why);
            });
        for (entry, kind) in entries {
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                let shown = stand_in(&folder.relative, &name.to_string_lossy(), kind);
                self.listing.fail(&shown, "name is not UTF-8");
                continue;
            };
            let relative = format!("{}{name}", folder.relative);
            if kind.is_dir() {
                match self.keeps_folder_out(name, &relative, &level) {
                    Some(reason) => self.listing.leave(&(relative + "/"), reason),
                    None if unprintable(name) => {
                        let shown = stand_in(&folder.relative, name, kind);
                        self.listing.fail(&shown, "name holds a control character");
                    }
                    None => self.folders.push(Folder {
                        absolute: entry.path(),
                        relative: relative + "/",
                        level: Rc::clone(&level),
                    }),
                }
            } else if faulty.contains(&relative) {
                // Its fault is listed already.
            } else if let Some(reason) = self.keeps_file_out(name, &relative, kind, &level) {
                self.listing.leave(&relative, reason);
            } else if unprintable(name) {
                let shown = stand_in(&folder.relative, name, kind);
                self.listing.fail(&shown, "name holds a control character");
            } else {
                self.file(relative, entry.metadata());
            }
        }
    }

    /// The rule that keeps a folder out with all in it.
    fn keeps_folder_out(&self, name: &str, relative: &str, level: &Level) -> Option<String> {
        if name.starts_with('.') && !self.include.name_hidden(name) {
            return Some("hidden".into());
        }
        if let Some(reason) = level.reason(relative, true) {
            return Some(reason);
        }
        if let Some(glob) = self.exclude.folder(relative) {
            return Some(format!("exclude rule `{glob}`"));
        }
        if !self.include.is_empty() && !self.include.reach_into(relative) {
            return Some("no include rule matches".into());
        }
        if VENDORED.contains(&name) && !self.include.name_folder(name) {
            return Some(format!(
                "other people's packages (an include rule `{name}/**` takes them in)"
            ));
        }
        None
    }

    /// The rule that keeps a file out, as far as its name and kind tell.
    fn keeps_file_out(
        &self,
        name: &str,
        relative: &str,
        kind: FileType,
        level: &Level,
    ) -> Option<String> {
        if kind.is_symlink() {
            return Some("symbolic link, not followed".into());
        }
        if name.starts_with('.') && !self.include.name_hidden(name) {
            return Some("hidden".into());
        }
        if let Some(reason) = level.reason(relative, false) {
            return Some(reason);
        }
        if let Some(glob) = self.exclude.file(relative) {
            return Some(format!("exclude rule `{glob}`"));
        }
        if !self.include.is_empty() && self.include.file(relative).is_none() {
            return Some("no include rule matches".into());
        }
        if !kind.is_file() {
            return Some("not a regular file".into());
        }
        if (self.rules.readable)(relative) {
            return None;
        }
        Some(match name.rsplit_once('.') {
            Some((stem, ending)) if !stem.is_empty() => {
                format!("no reader for `.{ending}` files yet")
            }
            _ => format!("no reader for files named `{name}` yet"),
        })
    }

    fn file(&mut self, relative: String, metadata: std::io::Result<Metadata>) {
        match metadata {
            Ok(metadata) if metadata.len() > self.rules.max_bytes => {
                let mib = self.rules.max_bytes >> 20;
                let reason = format!("larger than {mib} MiB (setting `max_file_mib`)");
                self.listing.leave(&relative, reason);
            }
            Ok(metadata) => {
                let (size, modified_ns) = (metadata.len(), modified_ns(&metadata));
                self.listing.files.push(Found { relative, size, modified_ns });
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => self.listing.fail(&relative, unreadable(&error)),
        }
    }
}

fn unprintable(name: &str) -> bool {
    name.chars().any(char::is_control)
}

/// A path that can be shown for one that can't.
fn stand_in(folder: &str, name: &str, kind: FileType) -> String {
    let slash = if kind.is_dir() { "/" } else { "" };
    format!("{folder}{}{slash}", name.replace(char::is_control, "\u{fffd}"))
}

fn unreadable(error: &std::io::Error) -> String {
    format!("could not be read: {error}")
}

/// Nanoseconds since 1970, negative before it; 0 where the file system keeps no times.
fn modified_ns(metadata: &Metadata) -> i64 {
    let Ok(time) = metadata.modified() else { return 0 };
    let clamp = |nanos: u128| i64::try_from(nanos).unwrap_or(i64::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => clamp(after.as_nanos()),
        Err(before) => -clamp(before.duration().as_nanos()),
    }
}

#[cfg(test)]
mod tests;
