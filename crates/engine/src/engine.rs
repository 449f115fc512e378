//! The facade: one line a method, each forwarding to the file that does it.

use crate::core::Core;
use crate::directories::Directories;
use crate::failure::Plain;
use crate::keeping::Keeping;
use crate::{
    add, evaluation, lines, lock, manifest, page, read, resources, search, settings, status,
    summary, token, topics, waiting,
};
use docroom_model::{
    AddFolder, Added, CoverageEntry, EvalFigures, EvalOutcome, EvalQuestion, Event, FindAnswer,
    FindRequest, KeeperState, LinesAnswer, LinesRequest, Page, Progress, ProjectName,
    ProjectStatus, ReadAnswer, ReadRequest, RemoveProject, Resource, ResourcePage, Result,
    Retrieval, Run, SearchAnswer, SearchQuery, Settings, Summary, TopicsAnswer, TopicsQuery,
    TreeEntry,
};
use std::path::PathBuf;
use std::sync::Arc;

/// Everything a face may ask. Clones share one state; the last one dropped stops keeping.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
}

struct Shared {
    core: Arc<Core>,
    keeping: Keeping,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.keeping.stop();
    }
}

impl Engine {
    /// Opens the data folder. Touches nothing on disk until it is asked something; `on_event`
    /// is called from the keeper's thread and must return quickly.
    pub fn open(
        directories: Directories,
        on_event: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Self> {
        let core = Arc::new(Core::new(directories, Box::new(on_event)));
        Ok(Self { shared: Arc::new(Shared { core, keeping: Keeping::default() }) })
    }

    fn core(&self) -> &Arc<Core> {
        &self.shared.core
    }

    /// Wakes this process's keeper: there is something for it to look at.
    fn told<T>(&self, answer: T) -> T {
        self.shared.keeping.wake();
        answer
    }

    /// Where this engine lives.
    pub fn directories(&self) -> &Directories {
        &self.core().directories
    }

    /// The settings of `docroom.toml`, checked.
    pub fn settings(&self) -> Result<Settings> {
        settings::load(self.directories())
    }

    /// Changes one setting by its key in the table of `model`; the file is replaced atomically.
    pub fn set_setting(&self, key: &str, value: &str) -> Result<()> {
        settings::set(self.directories(), key, value)
    }

    /// The bearer token of the loopback server; made at first use, kept in a 0600 file.
    pub fn http_token(&self) -> Result<String> {
        token::http_token(self.directories())
    }

    /// Names of all projects, sorted.
    pub fn project_names(&self) -> Result<Vec<ProjectName>> {
        manifest::names(self.directories())
    }

    /// State of one project, or of all, sorted by name.
    pub fn status(&self, project: Option<&str>) -> Result<Vec<ProjectStatus>> {
        status::status(self.core(), project)
    }

    /// What is said of one project, or of all, to a client that connects: reads a few small
    /// files and opens no database where a run was ever finished.
    pub fn summaries(&self, project: Option<&str>) -> Result<Vec<Summary>> {
        summary::summaries(self.core(), project)
    }

    /// The coverage ledger: every file of the project, searchable or with what keeps it out.
    pub fn coverage(&self, project: &str) -> Result<Vec<CoverageEntry>> {
        status::coverage(self.core(), project)
    }

    /// The newest 50 runs of the keeper over a project, newest first.
    pub fn runs(&self, project: &str) -> Result<Vec<Run>> {
        status::runs(self.core(), project)
    }

    /// Makes a project from a folder or gives one a further source. Returns at once; the
    /// keeper does the work (see [`Self::try_keep`], [`Self::wait_until_ready`]).
    pub fn add_folder(&self, request: AddFolder) -> Result<Added> {
        self.told(add::add_folder(self.core(), request))
    }

    /// Forgets a project or one source of it; its documents' folder is never touched.
    pub fn remove(&self, request: RemoveProject) -> Result<()> {
        self.told(add::remove(self.core(), request))
    }

    /// Asks the keeper to list and compare one project or all now; `rebuild` makes the index anew.
    pub fn request_index(&self, project: Option<&str>, rebuild: bool) -> Result<()> {
        self.told(add::request_index(self.core(), project, rebuild))
    }

    /// Pauses (true) or resumes (false) watching one project or all.
    pub fn set_paused(&self, project: Option<&str>, paused: bool) -> Result<()> {
        self.told(add::set_paused(self.core(), project, paused))
    }

    /// Becomes the keeper as soon as no other process is: at once, or when it exits. Returns
    /// at once.
    pub fn keep(&self) -> Result<()> {
        self.shared.keeping.start(self.core())
    }

    /// Becomes the keeper if no other process is. False: another one keeps.
    pub fn try_keep(&self) -> Result<bool> {
        self.shared.keeping.try_start(self.core())
    }

    /// Who keeps.
    pub fn keeper(&self) -> Result<KeeperState> {
        let (own, held) = (self.shared.keeping.is_own(), lock::is_held(self.directories())?);
        Ok(KeeperState { running: own || held, own })
    }

    /// Stops keeping: ends the batch in work, commits it, frees the lock.
    pub fn stop_keeping(&self) {
        self.shared.keeping.stop();
    }

    /// Waits until a project equals its folders. Calls `on_progress` on every change of the
    /// polled state; `cancelled` ends the wait early (and the answer is then not ready).
    pub fn wait_until_ready(
        &self,
        project: &str,
        on_progress: &mut dyn FnMut(Progress),
        cancelled: &dyn Fn() -> bool,
    ) -> Result<ProjectStatus> {
        waiting::until_ready(self.core(), &self.shared.keeping, project, on_progress, cancelled)
    }

    /// A counter that changes whenever any process changed any project's state: for faces that
    /// poll while they are visible.
    pub fn state_version(&self) -> Result<u64> {
        self.core().library()?.version().map_err(Plain::plain)
    }

    /// Ranked excerpts. Without a project all are searched.
    pub fn search(&self, query: &SearchQuery) -> Result<SearchAnswer> {
        search::search(self.core(), query, Retrieval::Hybrid)
    }

    /// Ranked excerpts, found by words, by meaning or by both.
    pub fn search_by(&self, query: &SearchQuery, retrieval: Retrieval) -> Result<SearchAnswer> {
        search::search(self.core(), query, retrieval)
    }

    /// Asks one question whose documents are known.
    pub fn evaluate(
        &self,
        question: &EvalQuestion,
        project: &str,
        mode: Retrieval,
    ) -> Result<EvalOutcome> {
        evaluation::ask(self.core(), question, project, mode)
    }

    /// Counts how the search did.
    pub fn figures(outcomes: &[&EvalOutcome]) -> EvalFigures {
        evaluation::figures(outcomes)
    }

    /// One page of a project's documents.
    pub fn topics(&self, query: &TopicsQuery) -> Result<TopicsAnswer> {
        topics::topics(self.core(), query)
    }

    /// A document in a bounded piece.
    pub fn read(&self, request: &ReadRequest) -> Result<ReadAnswer> {
        read::read(self.core(), request)
    }

    /// An exact window of lines.
    pub fn lines(&self, request: &LinesRequest) -> Result<LinesAnswer> {
        lines::lines(self.core(), request)
    }

    /// Literal text in one document.
    pub fn find(&self, request: &FindRequest) -> Result<FindAnswer> {
        lines::find(self.core(), request)
    }

    /// One page of a project's documents as resources (at most 200); a foreign cursor is
    /// [`docroom_model::Code::Invalid`]. Without a project: those of all projects.
    pub fn resources(&self, project: Option<&str>, cursor: Option<&str>) -> Result<ResourcePage> {
        resources::list(self.core(), project, cursor)
    }

    /// A resource and its whole stored text. A URI of another project than `project` is
    /// [`docroom_model::Code::NotFound`], as is any other spelling.
    pub fn resource(&self, project: Option<&str>, uri: &str) -> Result<(Resource, String)> {
        resources::read(self.core(), project, uri)
    }

    /// A project's documents in path order, for the tree at the left.
    pub fn tree(&self, project: &str) -> Result<Vec<TreeEntry>> {
        page::tree(self.core(), project)
    }

    /// A document rendered for reading.
    pub fn page(&self, project: &str, path: &str) -> Result<Page> {
        page::page(self.core(), project, path)
    }

    /// A local image of a project by its path (`SOURCE/…`), at most 32 MiB, with its media type:
    /// only from inside the source's folder, only of the image types of the table.
    pub fn image(&self, project: &str, path: &str) -> Result<(Vec<u8>, &'static str)> {
        page::image(self.core(), project, path)
    }

    /// The file of a document on disk.
    pub fn file(&self, project: &str, path: &str) -> Result<PathBuf> {
        page::file(self.core(), project, path)
    }
}
