//! Documents as the resources that agents list and read.

use crate::core::Core;
use crate::failure::Plain;
use crate::open_project::OpenProject;
use crate::{cursor, fresh, locate, manifest};
use docroom_model::{DocumentPath, DocumentUri, Error, Resource, ResourcePage, Result};
use docroom_store::DocumentRow;
use std::sync::Arc;

/// Resources a page.
const PAGE: usize = 200;
/// A cursor of a listing over all projects names the project before the path.
const ALL: &str = "";

/// One page of resources, by project and path.
pub(crate) fn list(
    core: &Core,
    project: Option<&str>,
    cursor: Option<&str>,
) -> Result<ResourcePage> {
    let scope = project.unwrap_or(ALL);
    let after = cursor.map(|cursor| cursor::decode(scope, cursor)).transpose()?.unwrap_or_default();
    let projects = match project {
        Some(name) => vec![core.project(name)?],
        None => core.projects()?,
    };
    let (after_project, after_path) = match project {
        Some(name) => (name.to_owned(), after),
        None => match after.split_once('/') {
            Some((project, path)) => (project.to_owned(), path.to_owned()),
            None => Default::default(),
        },
    };
    let mut found: Vec<(Arc<OpenProject>, DocumentRow)> = Vec::new();
    for project in projects.iter().filter(|open| open.name.as_str() >= after_project.as_str()) {
        let store = match project.store() {
            Ok(store) => store,
            Err(error) if projects.len() == 1 => return Err(error),
            // One that can't be read must not hide what the others hold.
            Err(_) => None,
        };
        let Some(store) = store else { continue };
        let here = project.name.as_str() == after_project;
        let after = if here { after_path.as_str() } else { "" };
        let wanted = (PAGE + 1 - found.len()) as u32;
        let rows = store.documents_after(after, wanted).map_err(Plain::plain)?;
        found.extend(rows.into_iter().map(|row| (Arc::clone(project), row)));
        if found.len() > PAGE {
            break;
        }
    }
    let more = found.len() > PAGE;
    found.truncate(PAGE);
    let next_cursor = found.last().filter(|_| more).map(|(open, row)| match project {
        Some(_) => cursor::encode(scope, &row.path),
        None => cursor::encode(scope, &format!("{}/{}", open.name, row.path)),
    });
    let resource = |(open, row): (Arc<OpenProject>, DocumentRow)| {
        let path = DocumentPath::new(row.path.as_str())?;
        Ok(Resource {
            uri: DocumentUri { project: open.name.clone(), path }.to_string(),
            path: row.path,
            title: row.title,
            media_type: row.format.media_type().to_owned(),
            size: row.size,
            modified_ms: row.modified_ns / 1_000_000,
        })
    };
    let resources = found.into_iter().map(resource).collect::<Result<_>>()?;
    Ok(ResourcePage { resources, next_cursor })
}

/// A resource and its whole text.
pub(crate) fn read(core: &Core, project: Option<&str>, uri: &str) -> Result<(Resource, String)> {
    let unknown = || Error::not_found(format!("no resource `{uri}`"));
    let parsed = DocumentUri::parse(uri)?;
    if project.is_some_and(|project| project != parsed.project.as_str()) {
        return Err(unknown());
    }
    let (open, path) = locate::document(core, Some(parsed.project.as_str()), parsed.path.as_str())
        .map_err(|_| unknown())?;
    let manifest = manifest::load(&core.directories, &open.name)?;
    let current = fresh::current(&open, &manifest, &path)?;
    let resource = Resource {
        uri: uri.to_owned(),
        path: current.path,
        title: current.title,
        media_type: current.format.media_type().to_owned(),
        size: current.text.len() as u64,
        modified_ms: current.modified_ns / 1_000_000,
    };
    Ok((resource, current.text))
}
