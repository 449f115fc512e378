//! What is said of a project when a client connects. The keeper writes it down at the end of a
//! run, so that greeting somebody opens no database: clients wait for it.

use crate::core::Core;
use crate::{files, manifest, status};
use docroom_model::{Manifest, ProjectName, ProjectStatus, Result, Summary};
use docroom_store::Counts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const FILE: &str = "summary.json";
/// Language of documents that do not say theirs.
const LANGUAGE: &str = "en";

/// The file: what the manifest does not say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Written {
    documents: u32,
    chunks: u32,
    indexed_ms: Option<i64>,
}

fn file(project: &Path) -> PathBuf {
    project.join(FILE)
}

/// Writes down how much a project holds now. Losing it costs a slower greeting, no more.
pub(crate) fn write(project: &Path, counts: Counts, indexed_ms: Option<i64>) -> Result<()> {
    let written = Written { documents: counts.documents, chunks: counts.chunks, indexed_ms };
    if read(project).as_ref() == Some(&written) {
        return Ok(());
    }
    let text = serde_json::to_vec(&written).unwrap_or_default();
    files::replace(&file(project), &text)
}

fn read(project: &Path) -> Option<Written> {
    serde_json::from_slice(&std::fs::read(file(project)).ok()?).ok()
}

/// One project or all, by name. A project that can't be read is left out where all are asked for.
pub(crate) fn summaries(core: &Core, project: Option<&str>) -> Result<Vec<Summary>> {
    match project {
        Some(name) => Ok(vec![one(core, &core.project(name)?.name)?]),
        None => {
            let names = manifest::names(&core.directories)?;
            Ok(names.iter().filter_map(|name| one(core, name).ok()).collect())
        }
    }
}

fn one(core: &Core, name: &ProjectName) -> Result<Summary> {
    let Some(written) = read(&core.directories.project(name)) else {
        let project = core.project(name.as_str())?;
        return Ok(from_status(status::one(core, &project)?));
    };
    let manifest = manifest::load(&core.directories, name)?;
    Ok(Summary {
        name: name.clone(),
        languages: languages(&manifest),
        description: manifest.description,
        documents: written.documents,
        chunks: written.chunks,
        indexed_ms: written.indexed_ms,
        progress: None,
    })
}

fn languages(manifest: &Manifest) -> Vec<String> {
    let codes = manifest.sources.iter().map(|s| s.language.as_deref().unwrap_or(LANGUAGE));
    codes.collect::<BTreeSet<_>>().into_iter().map(str::to_owned).collect()
}

fn from_status(status: ProjectStatus) -> Summary {
    let codes: BTreeSet<_> = status.sources.into_iter().map(|source| source.language).collect();
    Summary {
        name: status.name,
        description: status.description,
        documents: status.documents,
        chunks: status.chunks,
        indexed_ms: status.last_run.and_then(|run| run.finished_ms),
        languages: codes.into_iter().collect(),
        progress: Some(status.progress),
    }
}
