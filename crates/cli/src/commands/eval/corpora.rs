//! Collections of documents to measure on: each is a project, in a data folder apart from the
//! person's own that is kept between runs, so that only what changed is read again.

use crate::context::Context;
use crate::interrupt::Interrupt;
use crate::progress;
use anyhow::{Result, bail};
use docroom_engine::{Directories, Engine};
use docroom_model::{AddFolder, Code, Error, EvalQuestion, RemoveProject, SourceName};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The data folder apart, and the archives unpacked, inside the data folder of this call.
const APART: &str = "eval";
const UNPACKED: &str = "eval-corpora";

/// Indexes every corpus that a question names; the answer is the engine on them. A first-level
/// folder of a corpus is a source.
pub(super) fn index(
    context: &Context,
    corpora: &Path,
    questions: &[EvalQuestion],
    interrupt: &Interrupt,
) -> Result<Context> {
    let home = context.engine.directories().home().join(APART);
    context.output.hint(format!("measuring in `{}`", home.display()));
    std::fs::create_dir_all(&home).map_err(Error::io("make the folder", &home))?;
    let settings = home.join("docroom.toml");
    if !settings.exists() {
        std::fs::write(&settings, "user_guide = false\n").map_err(Error::io("write", &settings))?;
    }
    let engine = Engine::open(Directories::at(&home), |_| ())?;
    let apart = Context { engine, output: context.output, home: Some(home) };
    let names: BTreeSet<&str> =
        questions.iter().filter_map(|question| question.corpus.as_deref()).collect();
    for name in &names {
        add(&apart.engine, name, &folder(context, corpora, name)?)?;
    }
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    progress::index_meanwhile(&apart, &names, interrupt)?;
    Ok(apart)
}

/// Makes the project `name` of the folders in `corpus`, and only of them.
fn add(engine: &Engine, name: &str, corpus: &Path) -> Result<()> {
    let entries = std::fs::read_dir(corpus).map_err(Error::io("list", corpus))?;
    let mut folders: Vec<_> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    if folders.is_empty() {
        bail!(Error::invalid(format!("`{}` holds no folder of documents", corpus.display())));
    }
    let mut sources = BTreeSet::new();
    for folder in folders {
        let source = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let source = SourceName::new(source.unwrap_or_default())?;
        sources.insert(source.to_string());
        let request = |source: &SourceName| AddFolder {
            folder: folder.clone(),
            name: Some(name.to_owned()),
            source: Some(source.to_string()),
            ..AddFolder::default()
        };
        if let Err(error) = engine.add_folder(request(&source)) {
            // The corpora were somewhere else the last time.
            let old = RemoveProject { project: name.to_owned(), source: Some(source.to_string()) };
            if error.code != Code::Invalid || engine.remove(old).is_err() {
                bail!(error);
            }
            engine.add_folder(request(&source))?;
        }
    }
    for status in engine.status(Some(name))? {
        for gone in status.sources.iter().filter(|kept| !sources.contains(kept.name.as_str())) {
            let source = Some(gone.name.to_string());
            engine.remove(RemoveProject { project: name.to_owned(), source })?;
        }
    }
    Ok(())
}

/// The folder of a corpus: `NAME`, or what `NAME.tar.zst` holds.
fn folder(context: &Context, corpora: &Path, name: &str) -> Result<PathBuf> {
    let there = corpora.join(name);
    if there.is_dir() {
        return Ok(std::path::absolute(&there).map_err(Error::io("make absolute", &there))?);
    }
    let archive = corpora.join(format!("{name}.tar.zst"));
    if !archive.is_file() {
        let message = format!("no `{}` and no `{}`", there.display(), archive.display());
        bail!(Error::not_found(message));
    }
    let changed = |path: &Path| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let unpacked = context.engine.directories().home().join(UNPACKED);
    let folder = unpacked.join(name);
    // Made when the last file is out.
    let whole = unpacked.join(format!("{name}.whole"));
    let time: Option<SystemTime> = changed(&whole);
    if time.is_none() || time < changed(&archive) {
        context.output.hint(format!("unpacking `{}`", archive.display()));
        unpack(&archive, &unpacked, &folder)?;
        std::fs::write(&whole, "").map_err(Error::io("write", &whole))?;
    }
    Ok(folder)
}

fn unpack(archive: &Path, into: &Path, folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            bail!(Error::io("remove", folder)(error))
        }
        _ => {}
    }
    std::fs::create_dir_all(into).map_err(Error::io("make the folder", into))?;
    let mut tar = Command::new("tar");
    tar.arg("--zstd").arg("-xf").arg(archive).arg("-C").arg(into);
    let end = tar.status().map_err(|error| {
        Error::new(Code::Io, "`tar` can't be started; unpack the archives by hand").because(error)
    })?;
    if !end.success() || !folder.is_dir() {
        let message = format!("`tar` could not unpack `{}`: {end}", archive.display());
        bail!(Error::new(Code::Io, message));
    }
    Ok(())
}
