//! What every command gets: the engine, and how to speak to the person who called.

use crate::global::Global;
use crate::logs;
use crate::output::Output;
use anyhow::Result;
use docroom_engine::{Directories, Engine};
use std::path::PathBuf;
use tracing::Level;

/// The engine and the manners of this call.
pub(crate) struct Context {
    pub(crate) engine: Engine,
    pub(crate) output: Output,
    /// `--home` or `DOCROOM_HOME`, to hand on to a program that is started.
    pub(crate) home: Option<PathBuf>,
}

impl Context {
    /// Opens the data folder that was asked for; nothing on disk is touched.
    pub(crate) fn open(global: Global, output: Output, level: Level) -> Result<Self> {
        let directories = Directories::find(global.home)?;
        let standard = Directories::find(None).ok();
        let home = (standard.as_ref() != Some(&directories)).then(|| directories.home().to_owned());
        logs::start(directories.logs(), level);
        let engine = Engine::open(directories, |_| ())?;
        Ok(Self { engine, output, home })
    }
}
