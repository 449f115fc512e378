//! Listing what a project holds, page by page. Source of the bounds: contracts/tools.md,
//! "list_topics".

use crate::names::ProjectName;
use crate::status::SourceStatus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List the documents of a project.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TopicsQuery {
    /// The project to list; may be left out where only one exists
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "PROJECT"))]
    #[cfg_attr(test, ts(optional))]
    pub project: Option<String>,
    /// Where to go on: the `next_cursor` of the page before
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = 2048))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "CURSOR"))]
    #[cfg_attr(test, ts(optional))]
    pub cursor: Option<String>,
    /// How many documents a page holds (default 200)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = 1000))]
    #[cfg_attr(feature = "clap", arg(long, short = 'n', value_name = "N"))]
    #[cfg_attr(test, ts(optional))]
    pub limit: Option<u32>,
}

impl TopicsQuery {
    /// Documents a page when no limit is given.
    pub const DEFAULT_LIMIT: u32 = 200;
    /// Most documents a page.
    pub const MAX_LIMIT: u32 = 1000;
}

/// One document in a listing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DocumentSummary {
    /// `SOURCE/…`.
    pub path: String,
    /// Its title.
    pub title: String,
    /// How many chunks it has.
    pub chunks: u32,
}

/// One page of a listing, ordered by path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TopicsAnswer {
    /// The project.
    pub project: ProjectName,
    /// Documents in the whole project.
    pub document_count: u32,
    /// Chunks in the whole project.
    pub chunk_count: u32,
    /// The path that this page goes on after; absent on the first page.
    pub after: Option<String>,
    /// The project's sources.
    pub sources: Vec<SourceStatus>,
    /// The version labels that documents carry, sorted.
    pub versions: Vec<String>,
    /// The documents of this page.
    pub documents: Vec<DocumentSummary>,
    /// Hand this back to go on; absent on the last page.
    pub next_cursor: Option<String>,
}
