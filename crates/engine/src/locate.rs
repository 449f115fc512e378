//! From what a person or agent wrote to a project and a document in it: names, paths, URIs.

use crate::core::{Core, unknown};
use crate::failure::Plain;
use crate::manifest;
use crate::open_project::OpenProject;
use docroom_model::{DocumentPath, DocumentUri, Error, Result};
use std::sync::Arc;

/// Paths that an error names as perhaps meant.
const NEAR: u32 = 5;

/// The project that is meant: the one named, else the only one there is.
pub(crate) fn project(core: &Core, name: Option<&str>) -> Result<Arc<OpenProject>> {
    if let Some(name) = name {
        return core.project(name);
    }
    let names = manifest::names(&core.directories)?;
    match names.as_slice() {
        [] => Err(unknown("", &names)),
        [only] => core.project(only.as_str()),
        _ => {
            let list: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            Err(Error::invalid(format!("name a project; there are {}", list.join(", "))))
        }
    }
}

/// The document that `path` names, in the project that is meant. Without a project, the one
/// that holds such a document, if only one does.
pub(crate) fn document(
    core: &Core,
    name: Option<&str>,
    path: &str,
) -> Result<(Arc<OpenProject>, DocumentPath)> {
    if path.starts_with("docroom:") {
        let uri = DocumentUri::parse(path)?;
        if name.is_some_and(|name| name != uri.project.as_str()) {
            return Err(Error::not_found(format!("no document `{path}`")));
        }
        return found(core.project(uri.project.as_str())?, uri.path);
    }
    let parsed = DocumentPath::new(path)?;
    if name.is_some() {
        return found(project(core, name)?, parsed);
    }
    let all = core.projects()?;
    let mut holders = Vec::new();
    let mut unread = None;
    for candidate in &all {
        match has(candidate, &parsed) {
            Ok(true) => holders.push(Arc::clone(candidate)),
            Ok(false) => {}
            Err(error) => unread = unread.or(Some(error)),
        }
    }
    // One that can't be read must not hide what the others hold.
    if let (true, Some(error)) = (holders.is_empty(), unread) {
        return Err(error);
    }
    match holders.len() {
        0 if all.len() == 1 => found(Arc::clone(&all[0]), parsed),
        0 => {
            let names: Vec<_> = all.iter().map(|project| format!("`{}`", project.name)).collect();
            let there =
                if names.is_empty() { "no project yet".to_owned() } else { names.join(", ") };
            Err(Error::not_found(format!("no document `{path}` in any project; there are {there}")))
        }
        1 => Ok((holders.remove(0), parsed)),
        _ => {
            let names: Vec<_> =
                holders.iter().map(|project| format!("`{}`", project.name)).collect();
            let message =
                format!("`{path}` is in several projects; name one of {}", names.join(", "));
            Err(Error::invalid(message))
        }
    }
}

fn has(project: &OpenProject, path: &DocumentPath) -> Result<bool> {
    match project.store()? {
        Some(store) => store.has(path.as_str()).map_err(Plain::plain),
        None => Ok(false),
    }
}

fn found(
    project: Arc<OpenProject>,
    path: DocumentPath,
) -> Result<(Arc<OpenProject>, DocumentPath)> {
    if has(&project, &path)? { Ok((project, path)) } else { Err(missing(&project, &path)) }
}

/// The error for a document that a project does not have; it names near ones.
pub(crate) fn missing(project: &OpenProject, path: &DocumentPath) -> Error {
    let file_name = path.as_str().rsplit('/').next().unwrap_or_default();
    let store = project.store().ok().flatten();
    let near = store.and_then(|store| store.near(&format!("/{file_name}"), NEAR).ok());
    let near: Vec<_> = near.unwrap_or_default().iter().map(|path| format!("`{path}`")).collect();
    let hint = if near.is_empty() {
        "list_topics (in a terminal: `docroom topics`) shows what there is".to_owned()
    } else {
        format!("did you mean {}?", near.join(", "))
    };
    Error::not_found(format!("no document `{path}` in project `{}`; {hint}", project.name))
}
