//! The state of projects: what the keeper is doing, what was indexed, and the coverage
//! ledger of what is not searchable and why.

use crate::names::{ProjectName, SourceName};
use serde::{Deserialize, Serialize};

/// What the keeper is doing with a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Added, not looked at yet.
    Waiting,
    /// Listing the folders.
    Scanning,
    /// Reading and indexing what changed.
    Indexing,
    /// Everything can be found by its words; vectors for finding it by meaning are being made.
    Embedding,
    /// The index equals the folders.
    Ready,
    /// The last run failed; the status says why.
    Failed,
}

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// Documents done in this run.
    pub done: u32,
    /// Documents to do in this run; 0 while the folders are still being listed.
    pub total: u32,
}

/// How changes are noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Watching {
    /// The operating system reports them.
    Live,
    /// The folder is listed again and again: the system's limit on watches is used up.
    Polling,
    /// Watching is paused for this project.
    Paused,
    /// No process keeps the index now.
    Off,
}

/// Why a run was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// Files were reported as changed.
    Change,
    /// Every folder was listed and compared.
    Scan,
    /// The index was made anew.
    Rebuild,
}

/// One run of the keeper over a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// Why it was started.
    pub kind: RunKind,
    /// Milliseconds since 1970 UTC.
    pub started_ms: i64,
    /// Milliseconds since 1970 UTC; absent while it runs or when it was cut short.
    pub finished_ms: Option<i64>,
    /// Documents that are new.
    pub added: u32,
    /// Documents whose text changed.
    pub changed: u32,
    /// Documents that vanished.
    pub removed: u32,
    /// Files that could not be read or parsed.
    pub failed: u32,
    /// What stopped the run, if anything did.
    pub error: Option<String>,
}

/// A source and its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SourceStatus {
    /// First segment of its documents' paths.
    pub name: SourceName,
    /// What it is: `folder`.
    pub kind: String,
    /// Where it is, for people.
    pub label: String,
    /// Language of the documents, ISO 639-1.
    pub language: String,
    /// Version label that its documents carry.
    pub version: Option<String>,
    /// Its documents that are searchable.
    pub documents: u32,
    /// The folder is gone or unmounted; its documents are kept.
    pub offline: bool,
}

/// A project and its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProjectStatus {
    /// Its name.
    pub name: ProjectName,
    /// From the manifest.
    pub description: Option<String>,
    /// What the keeper is doing, and how far it has come.
    pub progress: Progress,
    /// What went wrong, when the phase is `failed`.
    pub error: Option<String>,
    /// How changes are noticed.
    pub watching: Watching,
    /// Documents that are searchable.
    pub documents: u32,
    /// Their chunks.
    pub chunks: u32,
    /// Files and folders that are not searchable: entries of the coverage ledger.
    pub not_searchable: u32,
    /// Those of them that failed rather than being left out by a rule.
    pub failed: u32,
    /// The sources.
    pub sources: Vec<SourceStatus>,
    /// The newest finished run.
    pub last_run: Option<Run>,
}

/// What is said of a project to somebody who connects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Its name.
    pub name: ProjectName,
    /// From the manifest.
    pub description: Option<String>,
    /// Documents that are searchable.
    pub documents: u32,
    /// Their chunks.
    pub chunks: u32,
    /// When the newest run that changed anything ended, milliseconds since 1970 UTC.
    pub indexed_ms: Option<i64>,
    /// Languages of the documents (ISO 639-1), sorted.
    pub languages: Vec<String>,
    /// How far the first run has come, where none was ever finished.
    pub progress: Option<Progress>,
}

/// Whether a file is searchable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CoverageState {
    /// It is searchable.
    Indexed,
    /// A rule keeps it out.
    Excluded,
    /// It could not be read or parsed.
    Failed,
}

/// A line of the coverage ledger: a file, or a folder left out with all that is in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CoverageEntry {
    /// `SOURCE/…`; a folder ends with `/`.
    pub path: String,
    /// Whether it is searchable.
    pub state: CoverageState,
    /// The rule or the error that keeps it out; absent for what is searchable.
    pub reason: Option<String>,
}

/// Whether a process keeps the index, and which.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct KeeperState {
    /// Some process holds the keeper's lock.
    pub running: bool,
    /// It is this one.
    pub own: bool,
}
