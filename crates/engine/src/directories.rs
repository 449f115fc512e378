//! Where everything lives on disk (design, "How it lives on disk").

use docroom_model::{Code, Error, ProjectName, Result};
use std::path::{Path, PathBuf};

/// The data folder and the places in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directories {
    home: PathBuf,
}

impl Directories {
    /// Everything under this folder; it is made when it is first needed.
    pub fn at(home: impl Into<PathBuf>) -> Self {
        Self { home: home.into() }
    }

    /// The folder that was asked for, else the one of the operating system for this user.
    /// Callers pass `--home` or `DOCROOM_HOME`.
    pub fn find(home: Option<PathBuf>) -> Result<Self> {
        if let Some(home) = home.filter(|path| !path.as_os_str().is_empty()) {
            let home = std::path::absolute(&home).map_err(Error::io("make absolute", &home))?;
            return Ok(Self { home });
        }
        let ours = directories::ProjectDirs::from("", "", "docroom").ok_or_else(|| {
            let message = "no home folder is known for this user; name one with --home DIR";
            Error::new(Code::Io, message)
        })?;
        Ok(Self { home: ours.data_dir().to_owned() })
    }

    /// The data folder itself.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// `docroom.toml`.
    pub fn settings_file(&self) -> PathBuf {
        self.home.join("docroom.toml")
    }

    /// The rows that processes share: state, requests, activity.
    pub fn library(&self) -> PathBuf {
        self.home.join("library.sqlite")
    }

    /// Held by the one process that indexes.
    pub fn keeper_lock(&self) -> PathBuf {
        self.home.join("keeper.lock")
    }

    /// Held while a manifest is read and written again.
    pub fn manifest_lock(&self) -> PathBuf {
        self.home.join("manifest.lock")
    }

    /// The bearer token of the loopback server, readable by the user only.
    pub fn http_token_file(&self) -> PathBuf {
        self.home.join("http-token")
    }

    /// Log files.
    pub fn logs(&self) -> PathBuf {
        self.home.join("logs")
    }

    /// The folder of all projects.
    pub fn projects(&self) -> PathBuf {
        self.home.join("projects")
    }

    /// The folder that a project is.
    pub fn project(&self, name: &ProjectName) -> PathBuf {
        self.projects().join(name.folder_name())
    }
}
