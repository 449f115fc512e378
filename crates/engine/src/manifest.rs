//! `project.toml`: reading, writing and listing the manifests. The folder of projects is the
//! truth about which exist.

use crate::directories::Directories;
use crate::files;
use docroom_model::{Code, Error, Manifest, ProjectName, Result, Source};
use std::path::{Path, PathBuf};

const FILE: &str = "project.toml";

/// Where a project's manifest is.
pub(crate) fn file(directories: &Directories, name: &ProjectName) -> PathBuf {
    directories.project(name).join(FILE)
}

/// Whether a project of this name exists.
pub(crate) fn exists(directories: &Directories, name: &ProjectName) -> bool {
    file(directories, name).is_file()
}

/// Names of all projects, sorted.
pub(crate) fn names(directories: &Directories) -> Result<Vec<ProjectName>> {
    let folder = directories.projects();
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::io("list", &folder)(error)),
    };
    let mut names: Vec<_> = entries
        .filter_map(|entry| ProjectName::from_folder_name(entry.ok()?.file_name().to_str()?))
        .filter(|name| exists(directories, name))
        .collect();
    names.sort();
    Ok(names)
}

/// A project's manifest; folders of its sources made absolute.
pub(crate) fn load(directories: &Directories, name: &ProjectName) -> Result<Manifest> {
    let file = file(directories, name);
    let text = std::fs::read_to_string(&file).map_err(Error::io("read", &file))?;
    let mut manifest = parse(&text, &file)?;
    for source in &mut manifest.sources {
        source.folder = directories.project(name).join(&source.folder);
    }
    Ok(manifest)
}

fn parse(text: &str, file: &Path) -> Result<Manifest> {
    let manifest: Manifest = toml_edit::de::from_str(text).map_err(|error| {
        let message = format!("`{}` can't be read; mend it by hand", file.display());
        Error::new(Code::Invalid, message).because(error)
    })?;
    let mut names: Vec<_> = manifest.sources.iter().map(|source| &source.name).collect();
    names.sort();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        let message =
            format!("`{}` names the source `{}` twice; rename one", file.display(), pair[0]);
        return Err(Error::invalid(message));
    }
    Ok(manifest)
}

/// Writes a project's manifest.
pub(crate) fn save(directories: &Directories, manifest: &Manifest) -> Result<()> {
    let text = toml_edit::ser::to_string_pretty(manifest).map_err(|error| {
        Error::new(Code::Internal, "the manifest can't be written").because(error)
    })?;
    files::replace(&file(directories, &manifest.name), text.as_bytes())
}

/// The source that a document's path begins with.
pub(crate) fn source<'a>(manifest: &'a Manifest, name: &str) -> Option<&'a Source> {
    manifest.sources.iter().find(|source| source.name.as_str() == name)
}
