//! The words of listing: the rules that go in, the files and the reasons that come out.

/// What decides which files of a folder are documents.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Globs relative to the root; when not empty, only what matches one is listed. A glob
    /// without a slash matches at any depth, one that matches a folder takes all in it.
    pub include: Vec<String>,
    /// Globs of the same kind; what matches is left out.
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

impl Listing {
    /// Adds what a rule keeps out.
    pub(crate) fn leave(&mut self, relative: &str, reason: impl Into<String>) {
        self.left.push(Left { relative: relative.into(), reason: reason.into(), failed: false });
    }

    /// Adds what an error keeps out.
    pub(crate) fn fail(&mut self, relative: &str, reason: impl Into<String>) {
        self.left.push(Left { relative: relative.into(), reason: reason.into(), failed: true });
    }
}
