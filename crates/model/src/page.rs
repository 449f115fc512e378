//! What the reading window shows of a project: its tree, and one rendered page; and the
//! resource listing that agents page through.

use crate::document::{Format, Heading};
use crate::names::ProjectName;
use serde::{Deserialize, Serialize};

/// A document in the tree at the left. The window builds the folders from the paths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TreeEntry {
    /// `SOURCE/…`.
    pub path: String,
    /// Its title.
    pub title: String,
}

/// A document rendered for reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// The project.
    pub project: ProjectName,
    /// The document, `SOURCE/…`.
    pub path: String,
    /// Its title.
    pub title: String,
    /// How it was read.
    pub format: Format,
    /// Sanitised HTML. Headings carry their anchors as `id`; blocks carry `data-line` (the
    /// first source line, 1-based); local images point at the `docimg` scheme; links to
    /// other documents carry `data-path` and, with a fragment, `data-anchor`; links whose
    /// target is missing carry `data-missing`. A `data-anchor` names an `id` as it is, in lower
    /// case, or after `doc-`. Words in `span.remote-image` and `span.missing-image` stand for
    /// pictures of other machines and for such as can't be had.
    pub html: String,
    /// The outline at the right.
    pub headings: Vec<Heading>,
    /// Lines in the document.
    pub line_count: u32,
    /// The file on disk, absolute.
    pub file: String,
    /// The file changed since it was indexed and could not be read anew.
    pub changed: bool,
    /// The neighbours in path order: the documents before and after.
    pub previous: Option<TreeEntry>,
    /// The document after this one.
    pub next: Option<TreeEntry>,
}

/// A document as an agent's resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    /// Its resource URI.
    pub uri: String,
    /// `SOURCE/…`.
    pub path: String,
    /// Its title.
    pub title: String,
    /// Media type of the stored text.
    pub media_type: String,
    /// Size of the stored text in bytes.
    pub size: u64,
    /// When the file was last changed, milliseconds since 1970 UTC.
    pub modified_ms: i64,
}

/// One page of resources, ordered by path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourcePage {
    /// At most 200.
    pub resources: Vec<Resource>,
    /// Hand this back to go on; absent on the last page.
    pub next_cursor: Option<String>,
}
