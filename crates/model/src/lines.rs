//! Reading exact lines, and finding literal text in one document. Source of the bounds:
//! contracts/tools.md, "read_lines" and "find_in_document".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Read an exact window of lines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LinesRequest {
    /// The document, as search and listings show it (a docroom:// URI too)
    #[schemars(length(min = 1, max = 1024))]
    pub path: String,
    /// The project it belongs to; may be left out where only one exists
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "PROJECT"))]
    #[cfg_attr(test, ts(optional))]
    pub project: Option<String>,
    /// First line, 1-based (default 1)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LINE"))]
    #[cfg_attr(test, ts(optional))]
    pub start_line: Option<u32>,
    /// How many lines at most (default 200)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = 200))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(test, ts(optional))]
    pub line_count: Option<u32>,
}

impl LinesRequest {
    /// Most lines a window holds, and the default.
    pub const MAX_LINES: u32 = 200;
    /// Most bytes of content a window holds, unless its first line alone is longer.
    pub const MAX_BYTES: usize = 32_768;
}

/// The answer to a [`LinesRequest`]. Windows joined in order are the document, byte for byte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LinesAnswer {
    /// The document's resource URI.
    pub uri: String,
    /// First line of the content.
    pub start_line: u32,
    /// Last line of the content.
    pub end_line: u32,
    /// Lines follow.
    pub has_more: bool,
    /// The lines with their terminators.
    pub content: String,
}

/// Find literal text in one document, case-sensitive, line by line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FindRequest {
    /// The document, as search and listings show it (a docroom:// URI too)
    #[schemars(length(min = 1, max = 1024))]
    pub path: String,
    /// The literal text
    #[schemars(length(min = 1, max = 256))]
    pub query: String,
    /// The project it belongs to; may be left out where only one exists
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "PROJECT"))]
    #[cfg_attr(test, ts(optional))]
    pub project: Option<String>,
    /// First line to look at, 1-based (default 1)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LINE"))]
    #[cfg_attr(test, ts(optional))]
    pub start_line: Option<u32>,
}

impl FindRequest {
    /// Most matches one answer holds.
    pub const MAX_MATCHES: usize = 50;
    /// Longest query, in Unicode code points.
    pub const MAX_QUERY: usize = 256;
}

/// A line that holds the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineMatch {
    /// Its number, 1-based.
    pub line: u32,
    /// The line without its terminator.
    pub content: String,
}

/// The answer to a [`FindRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FindAnswer {
    /// The document's resource URI.
    pub uri: String,
    /// The text that was looked for.
    pub query: String,
    /// The line that the search began at.
    pub start_line: u32,
    /// At most 50.
    pub matches: Vec<LineMatch>,
    /// A further match exists.
    pub has_more: bool,
}
