//! What the rooms below report, in the words of `model`.

use docroom_model::{Code, Error, ProjectName};
use std::path::Path;

/// Turns a room's own error into the one that faces know, keeping it as the cause.
pub(crate) trait Plain {
    fn plain(self) -> Error;
}

impl Plain for docroom_store::Error {
    fn plain(self) -> Error {
        let message = match &self {
            Self::Damaged { file, .. } => format!("{self}; {}", mended(file)),
            _ => self.to_string(),
        };
        caused(Error::new(Code::Io, message), &self)
    }
}

/// How a damaged database is mended.
fn mended(file: &Path) -> String {
    let folder = file.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    match folder.and_then(ProjectName::from_folder_name) {
        Some(name) if file.file_name().is_some_and(|file| file == "store.sqlite") => {
            format!("`docroom index '{name}' --rebuild` makes it anew from the folders")
        }
        _ => "end all of Docroom's programs and delete it: it holds no documents".to_owned(),
    }
}

impl Plain for docroom_index::Error {
    fn plain(self) -> Error {
        caused(Error::new(Code::Io, self.to_string()), &self)
    }
}

impl Plain for docroom_embed::Error {
    fn plain(self) -> Error {
        caused(Error::new(Code::Io, self.to_string()), &self)
    }
}

impl Plain for docroom_watch::Error {
    fn plain(self) -> Error {
        let code = match &self {
            docroom_watch::Error::Glob { .. } => Code::Invalid,
            _ => Code::Io,
        };
        caused(Error::new(code, self.to_string()), &self)
    }
}

fn caused(error: Error, by: &dyn std::error::Error) -> Error {
    let cause = Cause::of(by);
    if cause.0.is_empty() { error } else { error.because(cause) }
}

/// The causes below an error as one line: the message itself is already the error's.
#[derive(Debug)]
struct Cause(String);

impl Cause {
    fn of(error: &dyn std::error::Error) -> Self {
        let mut lines: Vec<String> = Vec::new();
        let mut next = error.source();
        while let Some(cause) = next {
            let line = cause.to_string();
            // Some libraries say a cause in its effect already.
            if !lines.iter().any(|said| said.contains(&line)) {
                lines.push(line);
            }
            next = cause.source();
        }
        Self(lines.join(": "))
    }
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Cause {}
