//! What all clones of an engine share: where it lives, the open databases, and the closure
//! that hears of events.

use crate::directories::Directories;
use crate::embedding::Embedding;
use crate::failure::Plain;
use crate::open_project::OpenProject;
use crate::{manifest, memory};
use docroom_model::{Error, Event, ProjectName, Result};
use docroom_store::Library;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

pub(crate) struct Core {
    pub(crate) directories: Directories,
    on_event: Box<dyn Fn(Event) + Send + Sync>,
    pub(crate) embedding: Embedding,
    library: OnceLock<Library>,
    opening: Mutex<()>,
    projects: Mutex<HashMap<ProjectName, Arc<OpenProject>>>,
    /// Why a run of this process's keeper failed, where not even that could be written down.
    unsaid: Mutex<HashMap<ProjectName, String>>,
}

impl Core {
    pub(crate) fn new(
        directories: Directories,
        on_event: Box<dyn Fn(Event) + Send + Sync>,
    ) -> Self {
        Self {
            directories,
            on_event,
            embedding: Embedding::default(),
            library: OnceLock::new(),
            opening: Mutex::default(),
            projects: Mutex::default(),
            unsaid: Mutex::default(),
        }
    }

    /// Tells this process's face that something happened.
    pub(crate) fn emit(&self, event: Event) {
        (self.on_event)(event);
    }

    /// The library, made at first need.
    pub(crate) fn library(&self) -> Result<&Library> {
        if let Some(library) = self.library.get() {
            return Ok(library);
        }
        let _one_at_a_time = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(library) = self.library.get() {
            return Ok(library);
        }
        let home = self.directories.home();
        std::fs::create_dir_all(home).map_err(Error::io("make the data folder", home))?;
        let library = Library::create(&self.directories.library()).map_err(Plain::plain)?;
        Ok(self.library.get_or_init(|| library))
    }

    /// The project of this name, opened once for all who ask. An error lists those that exist.
    pub(crate) fn project(&self, name: &str) -> Result<Arc<OpenProject>> {
        let known = ProjectName::new(name).ok().filter(|n| manifest::exists(&self.directories, n));
        let Some(name) = known else {
            return Err(unknown(name, &manifest::names(&self.directories)?));
        };
        let mut projects = self.projects.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = projects.get(&name).filter(|open| open.is_current()) {
            return Ok(Arc::clone(open));
        }
        let open = Arc::new(OpenProject::open(&self.directories, &name)?);
        projects.insert(name, Arc::clone(&open));
        Ok(open)
    }

    /// Every project, by name. One that can't be opened is left to [`crate::status`] to report.
    pub(crate) fn projects(&self) -> Result<Vec<Arc<OpenProject>>> {
        let names = manifest::names(&self.directories)?;
        Ok(names.iter().filter_map(|name| self.project(name.as_str()).ok()).collect())
    }

    /// Keeps in memory why a run failed (the disk is full, say), or forgets it.
    pub(crate) fn keep_unsaid(&self, name: &ProjectName, why: Option<String>) {
        let mut unsaid = self.unsaid.lock().unwrap_or_else(PoisonError::into_inner);
        match why {
            Some(why) => unsaid.insert(name.clone(), why),
            None => unsaid.remove(name),
        };
    }

    /// Why the last run failed, where other processes could not be told.
    pub(crate) fn unsaid(&self, name: &ProjectName) -> Option<String> {
        self.unsaid.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Lets go of indexes that nobody asked for `idle`: what rests holds no memory.
    pub(crate) fn rest(&self, idle: Duration) {
        let projects = self.projects.lock().unwrap_or_else(PoisonError::into_inner);
        let rested = projects.values().filter(|project| project.rest(idle)).count();
        drop(projects);
        if self.embedding.rest(idle) || rested > 0 {
            memory::give_back();
        }
    }

    /// Closes a project's files, before its folder goes.
    pub(crate) fn close(&self, name: &ProjectName) {
        self.projects.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
}

pub(crate) fn unknown(name: &str, names: &[ProjectName]) -> Error {
    if names.is_empty() {
        let message = "no project exists yet; add a folder with `docroom add FOLDER`";
        return Error::not_found(message);
    }
    let list: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    Error::not_found(format!("no project `{name}`; there are {}", list.join(", ")))
}
