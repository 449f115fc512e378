//! Reading a document, whole or in part, in bounded pieces. Source of the bounds:
//! contracts/tools.md, "read_document".

use crate::names::ProjectName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Read a document: whole, one section, a range of chunks, or from a line on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// The document, as search and listings show it (a docroom:// URI too)
    #[schemars(length(min = 1, max = 1024))]
    pub path: String,
    /// The project it belongs to; may be left out where only one exists
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "PROJECT"))]
    #[cfg_attr(test, ts(optional))]
    pub project: Option<String>,
    /// Only this section and its subsections: a breadcrumb, or its last heading
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = 512))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "HEADING", conflicts_with_all = ["from", "to", "start_line"]))]
    #[cfg_attr(test, ts(optional))]
    pub heading: Option<String>,
    /// First chunk, 0-based
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 0))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "CHUNK", conflicts_with = "start_line"))]
    #[cfg_attr(test, ts(optional))]
    pub from: Option<u32>,
    /// Last chunk, inclusive
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 0))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "CHUNK", conflicts_with = "start_line"))]
    #[cfg_attr(test, ts(optional))]
    pub to: Option<u32>,
    /// Read from this line on, 1-based
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LINE"))]
    #[cfg_attr(test, ts(optional))]
    pub start_line: Option<u32>,
    /// How much text to return at most, in tokens (default 4000)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 200, max = 20000))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(test, ts(optional))]
    pub max_tokens: Option<u32>,
}

impl ReadRequest {
    /// Tokens returned when no limit is given.
    pub const DEFAULT_TOKENS: u32 = 4000;
    /// Fewest tokens one may ask for.
    pub const MIN_TOKENS: u32 = 200;
    /// Most tokens one read returns.
    pub const MAX_TOKENS: u32 = 20_000;
}

/// Lines of a document, 1-based and inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LineRange {
    /// First line.
    pub start: u32,
    /// Last line.
    pub end: u32,
}

/// Chunks of a document, 0-based and inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChunkRange {
    /// First chunk.
    pub from: u32,
    /// Last chunk.
    pub to: u32,
    /// Chunks in the whole document.
    pub total: u32,
}

/// The next call that goes on where a cut answer stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadNext {
    /// The line to go on from.
    pub start_line: u32,
}

/// The answer to a [`ReadRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadAnswer {
    /// The project.
    pub project: ProjectName,
    /// The document, `SOURCE/…`.
    pub path: String,
    /// Its resource URI.
    pub uri: String,
    /// Its title.
    pub title: String,
    /// The section that was asked for, as a breadcrumb.
    pub section: Option<String>,
    /// The chunks that were asked for.
    pub chunks: Option<ChunkRange>,
    /// The lines that `text` holds; absent when it is empty.
    pub lines: Option<LineRange>,
    /// Lines in the whole document.
    pub line_count: u32,
    /// Size of `text` in tokens.
    pub tokens: u32,
    /// The text, line ends as stored.
    pub text: String,
    /// The selection goes on past `text`.
    pub truncated: bool,
    /// How to go on, when truncated.
    pub next: Option<ReadNext>,
    /// The file changed since it was indexed and could not be read anew.
    pub changed: bool,
}
