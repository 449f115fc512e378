//! The app's own guide: a project that comes with the program, so that a newcomer has
//! something to search in the first second. Its files are written where projects live and
//! renewed when the program brings newer ones.

use crate::directories::Directories;
use crate::{files, manifest, settings};
use docroom_model::{Error, ProjectName, Result};
use include_dir::{Dir, DirEntry, include_dir};

static GUIDE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../projects/user-guide");

/// The project's name.
pub(crate) const NAME: &str = "user-guide";

/// Writes the guide where it is missing or old, unless the user does not want it.
pub(crate) fn install(directories: &Directories) -> Result<()> {
    if !settings::load(directories)?.user_guide {
        return Ok(());
    }
    let name = ProjectName::new(NAME)?;
    let folder = directories.project(&name);
    let manifest = manifest::file(directories, &name);
    let mut wanted = Vec::new();
    collect(&GUIDE, &mut wanted);
    // The manifest last: a project exists from the moment it has one.
    wanted.sort_by_key(|(path, _)| path.as_path() == std::path::Path::new("project.toml"));
    for (path, bytes) in &wanted {
        let file = folder.join(path);
        // A manifest that the user changed stays theirs.
        let keep = file == manifest && manifest.exists();
        if !keep && std::fs::read(&file).ok().as_deref() != Some(*bytes) {
            files::replace(&file, bytes)?;
        }
    }
    remove_old(&folder.join("docs"), &wanted)
}

fn remove_old(docs: &std::path::Path, wanted: &[(std::path::PathBuf, &[u8])]) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(docs) else { return Ok(()) };
    for entry in entries.flatten() {
        let path = std::path::Path::new("docs").join(entry.file_name());
        if entry.path().is_file() && !wanted.iter().any(|(kept, _)| *kept == path) {
            std::fs::remove_file(entry.path()).map_err(Error::io("remove", &entry.path()))?;
        }
    }
    Ok(())
}

fn collect(dir: &'static Dir<'static>, into: &mut Vec<(std::path::PathBuf, &'static [u8])>) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => collect(dir, into),
            // What the search is measured with is for us.
            DirEntry::File(file) if file.path().extension().is_some_and(|e| e == "jsonl") => {}
            DirEntry::File(file) => into.push((file.path().to_owned(), file.contents())),
        }
    }
}
