//! Adding and removing: what changes a manifest, and how the keeper learns of it.

use crate::core::{Core, unknown};
use crate::failure::Plain;
use crate::{guide, lock, manifest, settings};
use docroom_model::{
    AddFolder, Added, Code, Error, Event, Manifest, Phase, Progress, ProjectName, RemoveProject,
    Result, Source, SourceName,
};
use docroom_store::KeeperRow;
use std::path::{Path, PathBuf};

/// Makes a project from a folder or gives one a further source.
pub(crate) fn add_folder(core: &Core, request: AddFolder) -> Result<Added> {
    let folder = checked_folder(core, &request.folder)?;
    docroom_watch::check_globs(&request.include, &request.exclude).map_err(Plain::plain)?;
    check_labels(&request)?;
    let text = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let project = match &request.name {
        Some(name) => ProjectName::new(name.as_str())?,
        None => ProjectName::from_text(&text),
    };
    let directories = &core.directories;
    let changing = lock::manifests(directories)?;
    let mut manifest = if manifest::exists(directories, &project) {
        manifest::load(directories, &project)?
    } else {
        Manifest { name: project.clone(), description: None, floor: None, sources: Vec::new() }
    };
    let wanted = match &request.source {
        Some(name) => SourceName::new(name.as_str())?,
        None => SourceName::from_text(&text),
    };
    let name = source_name(&manifest, &folder, wanted, &request)?;
    let source = Source {
        name: name.clone(),
        folder,
        version: request.version,
        include: request.include,
        exclude: request.exclude,
        language: request.language,
        flavor: request.flavor,
    };
    let known = manifest.sources.iter_mut().find(|kept| kept.name == name);
    let created = match known {
        Some(kept) => {
            let same = *kept == source;
            *kept = source;
            !same
        }
        None => {
            manifest.sources.push(source);
            true
        }
    };
    let library = core.library()?;
    if created {
        manifest::save(directories, &manifest)?;
        drop(changing);
        if library.state(project.as_str()).map_err(Plain::plain)?.is_none() {
            let progress = Progress { phase: Phase::Waiting, done: 0, total: 0 };
            let row = KeeperRow { progress, polling: false, error: None };
            library.set_state(project.as_str(), &row).map_err(Plain::plain)?;
        }
    }
    library.request(Some(project.as_str()), false).map_err(Plain::plain)?;
    core.emit(Event::Projects);
    Ok(Added { project, source: name, created })
}

fn checked_folder(core: &Core, folder: &Path) -> Result<PathBuf> {
    let folder = std::path::absolute(folder).map_err(Error::io("make absolute", folder))?;
    let meta = std::fs::metadata(&folder).map_err(Error::io("read the folder", &folder))?;
    if !meta.is_dir() {
        let message = format!("`{}` is a file; name the folder it is in", folder.display());
        return Err(Error::invalid(message));
    }
    // Indexing our own index would never end.
    let home = core.directories.home();
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if real(&folder).starts_with(real(home)) {
        let message = format!("`{}` is inside Docroom's own data folder", folder.display());
        return Err(Error::invalid(message));
    }
    Ok(trimmed(&folder))
}

/// Without `.` and a slash at the end, so that one folder has one spelling.
fn trimmed(folder: &Path) -> PathBuf {
    folder.components().collect()
}

fn check_labels(request: &AddFolder) -> Result<()> {
    if let Some(version) = &request.version
        && (version.trim().is_empty() || version.chars().count() > 64)
    {
        return Err(Error::invalid("`version` takes a label of 1 to 64 characters"));
    }
    if let Some(language) = &request.language
        && !(language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase()))
    {
        let message = format!("`language` takes a two-letter code such as `en`, not `{language}`");
        return Err(Error::invalid(message));
    }
    Ok(())
}

/// The name that this folder gets: the one it has, else the wanted one, else that with a number.
fn source_name(
    manifest: &Manifest,
    folder: &Path,
    wanted: SourceName,
    request: &AddFolder,
) -> Result<SourceName> {
    let taken = |name: &SourceName| manifest.sources.iter().find(|source| source.name == *name);
    if request.source.is_none()
        && let Some(same) = manifest.sources.iter().find(|source| source.folder == folder)
    {
        return Ok(same.name.clone());
    }
    match taken(&wanted) {
        None => Ok(wanted),
        Some(source) if source.folder == folder => Ok(wanted),
        Some(source) if request.source.is_some() => Err(Error::invalid(format!(
            "the source `{wanted}` of project `{}` is `{}` already; choose another name with --source",
            manifest.name,
            source.folder.display()
        ))),
        Some(_) => (2..1000)
            .filter_map(|n| SourceName::new(format!("{wanted}-{n}")).ok())
            .find(|name| taken(name).is_none())
            .ok_or_else(|| {
                Error::invalid(format!("name the source of `{}` with --source", folder.display()))
            }),
    }
}

/// Forgets a project or one source of it.
pub(crate) fn remove(core: &Core, request: RemoveProject) -> Result<()> {
    let directories = &core.directories;
    let name = ProjectName::new(request.project.as_str())
        .ok()
        .filter(|name| directories.project(name).is_dir())
        .ok_or_else(|| match manifest::names(directories) {
            Ok(names) => unknown(&request.project, &names),
            Err(error) => error,
        })?;
    let Some(source) = request.source else { return remove_project(core, &name) };
    let changing = lock::manifests(directories)?;
    let mut manifest = manifest::load(directories, &name)?;
    let before = manifest.sources.len();
    manifest.sources.retain(|kept| kept.name.as_str() != source);
    if manifest.sources.len() == before {
        let names: Vec<_> =
            manifest.sources.iter().map(|source| format!("`{}`", source.name)).collect();
        let message =
            format!("project `{name}` has no source `{source}`; it has {}", names.join(", "));
        return Err(Error::not_found(message));
    }
    manifest::save(directories, &manifest)?;
    drop(changing);
    core.library()?.request(Some(name.as_str()), false).map_err(Plain::plain)?;
    core.emit(Event::Projects);
    Ok(())
}

fn remove_project(core: &Core, name: &ProjectName) -> Result<()> {
    if name.as_str() == guide::NAME {
        settings::set(&core.directories, "user_guide", "false")?;
    }
    let folder = core.directories.project(name);
    // The manifest first: without it the folder is no project, whatever happens next.
    let manifest = manifest::file(&core.directories, name);
    let changing = lock::manifests(&core.directories)?;
    match std::fs::remove_file(&manifest) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(Error::io("remove", &manifest)(error));
        }
        _ => {}
    }
    drop(changing);
    core.close(name);
    core.library()?.forget(name.as_str()).map_err(Plain::plain)?;
    // A keeper in the middle of a run may write a last file while we delete.
    let mut tries = 0;
    while let Err(error) = std::fs::remove_dir_all(&folder) {
        if error.kind() == std::io::ErrorKind::NotFound {
            break;
        }
        tries += 1;
        if tries == 20 {
            return Err(Error::new(Code::Io, format!("could not remove `{}`", folder.display()))
                .because(error));
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    core.emit(Event::Projects);
    Ok(())
}

/// Asks the keeper to compare, or to make the index anew.
pub(crate) fn request_index(core: &Core, project: Option<&str>, rebuild: bool) -> Result<()> {
    if let Some(name) = project {
        core.project(name)?;
    }
    core.library()?.request(project, rebuild).map_err(Plain::plain)
}

/// Pauses or resumes watching.
pub(crate) fn set_paused(core: &Core, project: Option<&str>, paused: bool) -> Result<()> {
    let names = match project {
        Some(name) => vec![core.project(name)?.name.clone()],
        None => manifest::names(&core.directories)?,
    };
    for name in names {
        core.library()?.set_paused(name.as_str(), paused).map_err(Plain::plain)?;
    }
    core.emit(Event::Projects);
    Ok(())
}
