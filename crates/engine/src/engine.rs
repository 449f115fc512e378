//! The facade: one line a method, each forwarding to the file that does it.

use crate::Directories;
use docroom_model::{
    AddFolder, Added, Code, CoverageEntry, Error, Event, FindAnswer, FindRequest, KeeperState,
    LinesAnswer, LinesRequest, Page, Progress, ProjectName, ProjectStatus, ReadAnswer, ReadRequest,
    RemoveProject, Resource, ResourcePage, Result, Run, SearchAnswer, SearchQuery, Settings,
    TopicsAnswer, TopicsQuery, TreeEntry,
};
use std::path::PathBuf;

/// Everything a face may ask. Clones share one state; the last one dropped stops keeping.
#[derive(Clone)]
pub struct Engine {
    directories: Directories,
}

fn soon<T>() -> Result<T> {
    Err(Error::new(Code::Internal, "not built yet"))
}

#[allow(unused_variables, missing_docs)]
impl Engine {
    /// Opens the data folder. Touches nothing on disk until it is asked something; `on_event`
    /// is called from the keeper's thread and must return quickly.
    pub fn open(
        directories: Directories,
        on_event: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Self> {
        Ok(Self { directories })
    }

    /// Where this engine lives.
    pub fn directories(&self) -> &Directories {
        &self.directories
    }

    /// The settings of `docroom.toml`, checked.
    pub fn settings(&self) -> Result<Settings> {
        soon()
    }

    /// Changes one setting by its key in the table of `model`; the file is replaced atomically.
    pub fn set_setting(&self, key: &str, value: &str) -> Result<()> {
        soon()
    }

    /// The bearer token of the loopback server; made at first use, kept in a 0600 file.
    pub fn http_token(&self) -> Result<String> {
        soon()
    }

    /// Names of all projects, sorted.
    pub fn project_names(&self) -> Result<Vec<ProjectName>> {
        soon()
    }

    /// State of one project, or of all, sorted by name.
    pub fn status(&self, project: Option<&str>) -> Result<Vec<ProjectStatus>> {
        soon()
    }

    /// The coverage ledger: every file of the project, searchable or with what keeps it out.
    pub fn coverage(&self, project: &str) -> Result<Vec<CoverageEntry>> {
        soon()
    }

    /// The newest 50 runs of the keeper over a project, newest first.
    pub fn runs(&self, project: &str) -> Result<Vec<Run>> {
        soon()
    }

    /// Makes a project from a folder or gives one a further source. Returns at once; the
    /// keeper does the work (see [`Self::try_keep`], [`Self::wait_until_ready`]).
    pub fn add_folder(&self, request: AddFolder) -> Result<Added> {
        soon()
    }

    /// Forgets a project or one source of it; its documents' folder is never touched.
    pub fn remove(&self, request: RemoveProject) -> Result<()> {
        soon()
    }

    /// Asks the keeper to list and compare one project or all now; `rebuild` makes the index anew.
    pub fn request_index(&self, project: Option<&str>, rebuild: bool) -> Result<()> {
        soon()
    }

    /// Pauses (true) or resumes (false) watching one project or all.
    pub fn set_paused(&self, project: Option<&str>, paused: bool) -> Result<()> {
        soon()
    }

    /// Becomes the keeper as soon as no other process is: at once, or when it exits. Returns
    /// at once.
    pub fn keep(&self) -> Result<()> {
        soon()
    }

    /// Becomes the keeper if no other process is. False: another one keeps.
    pub fn try_keep(&self) -> Result<bool> {
        soon()
    }

    /// Who keeps.
    pub fn keeper(&self) -> Result<KeeperState> {
        soon()
    }

    /// Stops keeping: ends the batch in work, commits it, frees the lock.
    pub fn stop_keeping(&self) {}

    /// Waits until a project equals its folders. Calls `on_progress` on every change of the
    /// polled state; `cancelled` ends the wait early (and the answer is then not ready).
    pub fn wait_until_ready(
        &self,
        project: &str,
        on_progress: &mut dyn FnMut(Progress),
        cancelled: &dyn Fn() -> bool,
    ) -> Result<ProjectStatus> {
        soon()
    }

    /// A counter that changes whenever any process changed any project's state: for faces that
    /// poll while they are visible.
    pub fn state_version(&self) -> Result<u64> {
        soon()
    }

    /// Ranked excerpts. Without a project all are searched.
    pub fn search(&self, query: &SearchQuery) -> Result<SearchAnswer> {
        soon()
    }

    /// One page of a project's documents.
    pub fn topics(&self, query: &TopicsQuery) -> Result<TopicsAnswer> {
        soon()
    }

    /// A document in a bounded piece.
    pub fn read(&self, request: &ReadRequest) -> Result<ReadAnswer> {
        soon()
    }

    /// An exact window of lines.
    pub fn lines(&self, request: &LinesRequest) -> Result<LinesAnswer> {
        soon()
    }

    /// Literal text in one document.
    pub fn find(&self, request: &FindRequest) -> Result<FindAnswer> {
        soon()
    }

    /// One page of a project's documents as resources (at most 200); a foreign cursor is
    /// [`Code::Invalid`]. Without a project: those of all projects.
    pub fn resources(&self, project: Option<&str>, cursor: Option<&str>) -> Result<ResourcePage> {
        soon()
    }

    /// A resource and its whole stored text. A URI of another project than `project` is
    /// [`Code::NotFound`], as is any other spelling.
    pub fn resource(&self, project: Option<&str>, uri: &str) -> Result<(Resource, String)> {
        soon()
    }

    /// A project's documents in path order, for the tree at the left.
    pub fn tree(&self, project: &str) -> Result<Vec<TreeEntry>> {
        soon()
    }

    /// A document rendered for reading.
    pub fn page(&self, project: &str, path: &str) -> Result<Page> {
        soon()
    }

    /// A local image of a project by its path (`SOURCE/…`), at most 32 MiB, with its media type:
    /// only from inside the source's folder, only of the image types of the table.
    pub fn image(&self, project: &str, path: &str) -> Result<(Vec<u8>, &'static str)> {
        soon()
    }

    /// The file of a document on disk.
    pub fn file(&self, project: &str, path: &str) -> Result<PathBuf> {
        soon()
    }
}
