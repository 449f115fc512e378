//! The words everyone shares: projects, sources, documents, queries, answers, events,
//! settings and errors. Plain serializable data; no logic beyond validation, no I/O.

mod address;
mod document;
mod error;
mod evaluation;
mod event;
mod lines;
mod names;
mod page;
mod project;
mod read;
mod search;
mod settings;
mod status;
mod topics;
#[cfg(test)]
mod typescript;

pub use address::{DocumentUri, OpenLink};
pub use document::{Chunk, Format, Heading, Parsed, Span};
pub use error::{Code, Error, Result};
pub use evaluation::{EvalFigures, EvalOutcome, EvalQuestion};
pub use event::Event;
pub use lines::{FindAnswer, FindRequest, LineMatch, LinesAnswer, LinesRequest};
pub use names::{DocumentPath, ProjectName, Revision, SourceName};
pub use page::{Page, Resource, ResourcePage, TreeEntry};
pub use project::{AddFolder, Added, Manifest, RemoveProject, Source};
pub use read::{ChunkRange, LineRange, ReadAnswer, ReadNext, ReadRequest};
pub use search::{Fragment, Hit, Retrieval, SearchAnswer, SearchQuery, SearchStatus, Why};
pub use settings::{SETTINGS, Setting, Settings};
pub use status::{
    CoverageEntry, CoverageState, KeeperState, Phase, Progress, ProjectStatus, Run, RunKind,
    SourceStatus, Summary, Watching,
};
pub use topics::{DocumentSummary, TopicsAnswer, TopicsQuery};
