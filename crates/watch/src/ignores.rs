//! The ignore files that apply in a folder: its own and those of the folders above, up to the
//! root. `.docroomignore` outranks the `.gitignore` beside it; a deeper folder outranks both.

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::Path;
use std::rc::Rc;

/// Names of the ignore files, the stronger one first.
pub(crate) const NAMES: [&str; 2] = [".docroomignore", ".gitignore"];

/// The ignore files of one folder, linked to those above it.
pub(crate) struct Level {
    above: Option<Rc<Level>>,
    /// Bytes of a relative path that name this level's folder.
    prefix: usize,
    files: Vec<IgnoreFile>,
}

struct IgnoreFile {
    /// Path below the root, for the reason.
    relative: String,
    rules: Gitignore,
}

impl Level {
    /// Nothing ignored.
    pub(crate) fn top() -> Rc<Self> {
        Rc::new(Self { above: None, prefix: 0, files: Vec::new() })
    }

    /// The level of a folder that holds ignore files with the names `present` (of [`NAMES`]).
    /// `folder` is its path below the root, empty or ending with `/`. Faults of the files are
    /// reported to `fault` with the file's relative path.
    pub(crate) fn below(
        self: &Rc<Self>,
        folder: &str,
        absolute: &Path,
        present: &[&'static str],
        mut fault: impl FnMut(&str, String),
    ) -> Rc<Self> {
        let mut files = Vec::new();
        for name in NAMES.iter().filter(|name| present.contains(name)) {
            let relative = format!("{folder}{name}");
            match read(&absolute.join(name)) {
                Ok((rules, None)) => files.push(IgnoreFile { relative, rules }),
                Ok((rules, Some(why))) => {
                    fault(&relative, why);
                    files.push(IgnoreFile { relative, rules });
                }
                Err(error) => fault(&relative, format!("could not be read: {error}")),
            }
        }
        if files.is_empty() {
            return Rc::clone(self);
        }
        Rc::new(Self { above: Some(Rc::clone(self)), prefix: folder.len(), files })
    }

    /// Why the file or folder at `relative` is ignored, if it is.
    pub(crate) fn reason(&self, relative: &str, is_folder: bool) -> Option<String> {
        let mut level = Some(self);
        while let Some(here) = level {
            for file in &here.files {
                match file.rules.matched(&relative[here.prefix..], is_folder) {
                    Match::Ignore(glob) => {
                        return Some(format!("`{}` line `{}`", file.relative, glob.original()));
                    }
                    Match::Whitelist(_) => return None,
                    Match::None => {}
                }
            }
            level = here.above.as_deref();
        }
        None
    }
}

/// The rules of an ignore file, and its first line that is none.
fn read(path: &Path) -> std::io::Result<(Gitignore, Option<String>)> {
    let bytes = std::fs::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    // An empty root: paths are handed in relative to the folder of the file.
    let mut builder = GitignoreBuilder::new("");
    let mut bad = None;
    for line in text.trim_start_matches('\u{feff}').lines() {
        if builder.add_line(None, line).is_err() {
            bad.get_or_insert_with(|| {
                format!("its line `{line}` is no pattern and is passed over")
            });
        }
    }
    match builder.build() {
        Ok(rules) => Ok((rules, bad)),
        Err(error) => Err(std::io::Error::other(error)),
    }
}
