//! What the reading window shows: a project's tree, a rendered page, its images.

use crate::core::Core;
use crate::failure::Plain;
use crate::{fresh, locate, manifest};
use docroom_model::{Code, DocumentPath, Error, Page, Result, TreeEntry};
use docroom_parse::Links;
use std::path::{Path, PathBuf};

/// Largest image, in bytes.
const LARGEST_IMAGE: u64 = 32 * 1024 * 1024;

/// File endings of images and their media types. An SVG shown as an image runs no script.
const IMAGES: &[(&str, &str)] = &[
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("svg", "image/svg+xml"),
    ("avif", "image/avif"),
    ("bmp", "image/bmp"),
    ("ico", "image/x-icon"),
];

/// A project's documents by path.
pub(crate) fn tree(core: &Core, project: &str) -> Result<Vec<TreeEntry>> {
    let Some(store) = core.project(project)?.store()? else { return Ok(Vec::new()) };
    let titles = store.titles().map_err(Plain::plain)?;
    Ok(titles.into_iter().map(|(path, title)| TreeEntry { path, title }).collect())
}

/// A rendered page.
pub(crate) fn page(core: &Core, project: &str, path: &str) -> Result<Page> {
    let (project, path) = locate::document(core, Some(project), path)?;
    let manifest = manifest::load(&core.directories, &project.name)?;
    let current = fresh::current(&project, &manifest, &path)?;
    let store = project.store()?.ok_or_else(|| locate::missing(&project, &path))?;
    let exists = |target: &str| store.has(target).unwrap_or(false);
    let links = Links { project: project.name.as_str(), path: &path, exists: &exists };
    let html = docroom_parse::render(current.format, &current.text, &links);
    let neighbours = store.neighbours(path.as_str()).map_err(Plain::plain)?;
    let [previous, next] =
        neighbours.map(|entry| entry.map(|(path, title)| TreeEntry { path, title }));
    let file = fresh::file(&manifest, path.as_str()).unwrap_or_default();
    Ok(Page {
        project: project.name.clone(),
        path: current.path,
        title: current.title,
        format: current.format,
        html,
        headings: current.headings,
        line_count: current.line_count,
        file: file.display().to_string(),
        changed: current.changed,
        previous,
        next,
    })
}

/// The file of a document.
pub(crate) fn file(core: &Core, project: &str, path: &str) -> Result<PathBuf> {
    let (project, path) = locate::document(core, Some(project), path)?;
    let manifest = manifest::load(&core.directories, &project.name)?;
    fresh::file(&manifest, path.as_str()).ok_or_else(|| locate::missing(&project, &path))
}

/// A local image: from inside its source's folder, of a known type, not too large.
pub(crate) fn image(core: &Core, project: &str, path: &str) -> Result<(Vec<u8>, &'static str)> {
    let open = core.project(project)?;
    let path = DocumentPath::new(path)?;
    let none = || Error::not_found(format!("no image `{path}` in project `{project}`"));
    let ending = path.as_str().rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let known = IMAGES.iter().find(|(image, _)| Some(*image) == ending.as_deref());
    let (_, media_type) = known.ok_or_else(none)?;
    let manifest = manifest::load(&core.directories, &open.name)?;
    let source = manifest::source(&manifest, path.source()).ok_or_else(none)?;
    let file = inside(&source.folder, path.relative()).ok_or_else(none)?;
    let size = std::fs::metadata(&file).map_err(Error::io("read", &file))?.len();
    if size > LARGEST_IMAGE {
        let message = format!("the image `{}` is larger than 32 MiB", file.display());
        return Err(Error::new(Code::Invalid, message));
    }
    Ok((std::fs::read(&file).map_err(Error::io("read", &file))?, media_type))
}

/// The file, with links resolved, if it is really below `root`.
fn inside(root: &Path, relative: &str) -> Option<PathBuf> {
    let root = root.canonicalize().ok()?;
    let file = root.join(relative).canonicalize().ok()?;
    (file.starts_with(&root) && file.is_file()).then_some(file)
}
