//! Searching: the question, and the ranked excerpts that answer it.
//! Source of the bounds: contracts/tools.md, "search_docs".

use crate::names::ProjectName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Find the passages that answer a question or mention an identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SearchQuery {
    /// What to look for: a question in your own words, or an exact identifier
    #[schemars(length(min = 1, max = 2000))]
    pub query: String,
    /// The project to search; may be left out where only one exists
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "PROJECT"))]
    #[cfg_attr(test, ts(optional))]
    pub project: Option<String>,
    /// How many excerpts to return at most (default 5)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = 20))]
    #[cfg_attr(feature = "clap", arg(long, short = 'n', value_name = "N"))]
    #[cfg_attr(test, ts(optional))]
    pub limit: Option<u32>,
    /// Only this source: the first segment of the paths
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = 64))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SOURCE"))]
    #[cfg_attr(test, ts(optional))]
    pub source: Option<String>,
    /// Only paths under this folder, whole segments, such as `guide/install`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = 512))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "PREFIX"))]
    #[cfg_attr(test, ts(optional))]
    pub path_prefix: Option<String>,
    /// Only documents that carry exactly this version label
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "VERSION"))]
    #[cfg_attr(test, ts(optional))]
    pub version: Option<String>,
}

impl SearchQuery {
    /// Excerpts returned when no limit is given.
    pub const DEFAULT_LIMIT: u32 = 5;
    /// Most excerpts one search returns.
    pub const MAX_LIMIT: u32 = 20;
    /// Longest query, in characters.
    pub const MAX_QUERY: usize = 2000;
}

/// How candidates are found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Retrieval {
    /// By words and by meaning, fused.
    #[default]
    Hybrid,
    /// By titles and headings that hold every word: what can be shown while somebody still types.
    /// At most one excerpt a document, eight in all.
    Titles,
    /// By words only.
    Lexical,
    /// By meaning only.
    Dense,
}

/// What came of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SearchStatus {
    /// There are excerpts.
    Results,
    /// Nothing matches under the filters.
    NoMatch,
    /// Something matches, but nothing well enough.
    BelowFloor,
    /// Nothing has been indexed yet.
    NotIndexed,
}

/// One ranked excerpt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// 1 is best.
    pub rank: u32,
    /// The project it was found in.
    pub project: ProjectName,
    /// The document, `SOURCE/…`.
    pub path: String,
    /// Its resource URI.
    pub uri: String,
    /// The document's title.
    pub title: String,
    /// The headings above the excerpt joined by ` > `.
    pub breadcrumb: String,
    /// The anchor of the nearest heading above, if any.
    pub anchor: Option<String>,
    /// 0 to 1; comparable inside one answer only.
    pub score: f32,
    /// First line of `text`, 1-based.
    pub start_line: u32,
    /// Last line of `text`.
    pub end_line: u32,
    /// The chunk itself.
    pub text: String,
    /// The chunk before it in the same document; empty where there is none.
    pub context_before: String,
    /// The chunk after it.
    pub context_after: String,
    /// All three as a text that stands by itself: a fence or a table that goes on beyond it is
    /// opened and closed, and `…` stands for what is no text between them.
    pub excerpt: String,
    /// First line of `context_before`, or of `text`.
    pub context_start_line: u32,
    /// Last line of `context_after`, or of `text`.
    pub context_end_line: u32,
    /// The document goes on before `context_before`.
    pub more_before: bool,
    /// The document goes on after `context_after`.
    pub more_after: bool,
    /// The file changed since it was indexed and could not be read anew in time.
    pub changed: bool,
    /// About two lines of `text` around what matched, as plain text, in marked and unmarked pieces.
    pub snippet: Vec<Fragment>,
    /// Other documents that hold the same text: in another format, or a copy.
    #[serde(default)]
    pub also_at: Vec<String>,
    /// What brought it here.
    pub why: Why,
}

/// Why a hit stands where it stands: what each stage of the search says of its document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// Its document's place by words, 1 is best.
    pub lexical_rank: Option<u32>,
    /// Its document's score by words; no upper bound.
    pub lexical_score: Option<f32>,
    /// Its document's place by meaning.
    pub dense_rank: Option<u32>,
    /// How alike its document's nearest chunk is to the question in meaning, -1 to 1.
    pub similarity: Option<f32>,
    /// How much of the question its document holds, rare words counting more: 0 to 1.
    pub coverage: Option<f32>,
    /// How much of the question its document meets word by word, in the same words or in words
    /// that are like them: 0 to 1. Only the first few documents are compared so.
    pub met: Option<f32>,
    /// How many other documents link to its document.
    pub linked: u32,
    /// Its document is called just like the question.
    pub called: bool,
}

/// A piece of a snippet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Fragment {
    /// Plain text.
    pub text: String,
    /// It is a word of the question.
    pub marked: bool,
}

/// The answer to a [`SearchQuery`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    /// The one project that was searched; absent when all were.
    pub project: Option<ProjectName>,
    /// The question as asked.
    pub query: String,
    /// What came of it.
    pub status: SearchStatus,
    /// Best first.
    pub results: Vec<Hit>,
    /// Excerpts left out because the whole answer would pass its size limit.
    pub omitted: u32,
    /// Score of the best candidate that the floor refused.
    pub closest_score: Option<f32>,
    /// The relevance floor that was applied.
    pub floor: Option<f32>,
    /// Why the search went by words only although meaning was wanted: the vectors are still being
    /// made, say. Absent where both took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lexical_only: Option<String>,
    /// Set while indexing goes on: the answer covers what is searchable so far.
    pub progress: Option<crate::status::Progress>,
}
