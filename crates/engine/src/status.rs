//! The state of projects, from their manifests, their databases and what the keeper last said.

use crate::core::Core;
use crate::failure::Plain;
use crate::open_project::OpenProject;
use crate::{lock, manifest};
use docroom_model::{
    CoverageEntry, Manifest, Phase, Progress, ProjectName, ProjectStatus, Result, Run,
    SourceStatus, Watching,
};
use docroom_store::{Counts, KeeperRow};

/// State of one project or of all. A project that can't be read is reported as failed, and
/// does not keep the others from being seen.
pub(crate) fn status(core: &Core, project: Option<&str>) -> Result<Vec<ProjectStatus>> {
    if let Some(name) = project {
        return Ok(vec![one(core, &*core.project(name)?)?]);
    }
    let names = manifest::names(&core.directories)?;
    let state = |name: &ProjectName| {
        let read = core.project(name.as_str()).and_then(|project| one(core, &project));
        read.unwrap_or_else(|error| broken(name, &error))
    };
    Ok(names.iter().map(state).collect())
}

fn broken(name: &ProjectName, error: &docroom_model::Error) -> ProjectStatus {
    let causes = error.causes();
    let lines: Vec<_> = std::iter::once(error.message.clone()).chain(causes).collect();
    ProjectStatus {
        name: name.clone(),
        description: None,
        progress: Progress { phase: Phase::Failed, done: 0, total: 0 },
        error: Some(lines.join(": ")),
        watching: Watching::Off,
        documents: 0,
        chunks: 0,
        not_searchable: 0,
        failed: 0,
        sources: Vec::new(),
        last_run: None,
    }
}

/// State of an open project.
pub(crate) fn one(core: &Core, project: &OpenProject) -> Result<ProjectStatus> {
    let name = &project.name;
    let manifest = manifest::load(&core.directories, name)?;
    let row = keeper_row(core, name)?;
    let store = project.store()?;
    let counts = match &store {
        Some(store) => store.counts().map_err(Plain::plain)?,
        None => Counts::default(),
    };
    let (sources, last_run) = match &store {
        Some(store) => (
            sources(
                &manifest,
                &store.source_counts().map_err(Plain::plain)?,
                &store.offline().map_err(Plain::plain)?,
            ),
            store.last_run().map_err(Plain::plain)?,
        ),
        None => (sources(&manifest, &[], &[]), None),
    };
    Ok(ProjectStatus {
        name: name.clone(),
        description: manifest.description,
        progress: row.progress,
        error: row.error,
        watching: watching(core, name, row.polling)?,
        documents: counts.documents,
        chunks: counts.chunks,
        not_searchable: counts.left_out,
        failed: counts.failed,
        sources,
        last_run,
    })
}

/// What the keeper last said, without making a library just to look.
pub(crate) fn keeper_row(core: &Core, name: &ProjectName) -> Result<KeeperRow> {
    let said = if core.directories.library().exists() {
        core.library()?.state(name.as_str()).map_err(Plain::plain)?
    } else {
        None
    };
    let progress = Progress { phase: Phase::Waiting, done: 0, total: 0 };
    Ok(said.unwrap_or(KeeperRow { progress, polling: false, error: None }))
}

fn watching(core: &Core, name: &ProjectName, polling: bool) -> Result<Watching> {
    if !lock::is_held(&core.directories)? {
        return Ok(Watching::Off);
    }
    if core.library()?.is_paused(name.as_str()).map_err(Plain::plain)? {
        return Ok(Watching::Paused);
    }
    Ok(if polling { Watching::Polling } else { Watching::Live })
}

fn sources(manifest: &Manifest, counts: &[(String, u32)], offline: &[String]) -> Vec<SourceStatus> {
    let status = |source: &docroom_model::Source| {
        let name = source.name.as_str();
        let count = counts.iter().find(|(counted, _)| counted == name);
        SourceStatus {
            name: source.name.clone(),
            kind: "folder".to_owned(),
            label: source.folder.display().to_string(),
            language: source.language.clone().unwrap_or_else(|| "en".to_owned()),
            version: source.version.clone(),
            documents: count.map_or(0, |(_, count)| *count),
            offline: offline.iter().any(|source| source == name),
        }
    };
    manifest.sources.iter().map(status).collect()
}

/// The coverage ledger of a project.
pub(crate) fn coverage(core: &Core, project: &str) -> Result<Vec<CoverageEntry>> {
    match core.project(project)?.store()? {
        Some(store) => store.coverage().map_err(Plain::plain),
        None => Ok(Vec::new()),
    }
}

/// The newest runs over a project.
pub(crate) fn runs(core: &Core, project: &str) -> Result<Vec<Run>> {
    match core.project(project)?.store()? {
        Some(store) => store.runs().map_err(Plain::plain),
        None => Ok(Vec::new()),
    }
}
