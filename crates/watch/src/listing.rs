//! Lists a folder by its rules.

use crate::error::Error;
use std::path::Path;

/// What decides which files of a folder are documents.
pub struct Rules {
    /// Globs relative to the root; when not empty, only files that match one are listed.
    pub include: Vec<String>,
    /// Globs relative to the root; what matches is left out.
    pub exclude: Vec<String>,
    /// Largest file, in bytes.
    pub max_bytes: u64,
    /// Whether there is a reader for the file at this relative path.
    pub readable: fn(&str) -> bool,
}

/// A file to index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Path below the root, parted by `/`.
    pub relative: String,
    /// Bytes.
    pub size: u64,
    /// Time of the last change, nanoseconds since 1970 UTC.
    pub modified_ns: i64,
}

/// A file or folder that is not listed, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// Path below the root, parted by `/`; a folder ends with `/` and stands for all in it.
    pub relative: String,
    /// The rule or the error.
    pub reason: String,
    /// An error rather than a rule.
    pub failed: bool,
}

/// What a folder holds; both lists are sorted by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Files to index.
    pub files: Vec<Found>,
    /// All else.
    pub left: Vec<Left>,
}

/// Checks the globs of rules.
///
/// # Errors
/// [`Error::Glob`] names the first bad one.
pub fn check_globs(_include: &[String], _exclude: &[String]) -> Result<(), Error> {
    Ok(())
}

/// Lists the folder `root`. Links are never followed, but `root` may be one.
///
/// # Errors
/// [`Error::Root`] where the folder itself can't be read, [`Error::Glob`], [`Error::Cancelled`].
pub fn list(root: &Path, _rules: &Rules, cancelled: &dyn Fn() -> bool) -> Result<Listing, Error> {
    if cancelled() {
        return Err(Error::Cancelled(root.to_owned()));
    }
    std::fs::read_dir(root).map_err(|source| Error::Root { root: root.to_owned(), source })?;
    Ok(Listing::default())
}
