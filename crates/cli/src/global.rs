//! The arguments that every command understands.

use clap::Args;
use std::path::PathBuf;

/// What every command understands.
#[derive(Args, Default)]
pub(crate) struct Global {
    /// Keep everything in this folder instead of the user's data folder
    #[arg(long, global = true, env = "DOCROOM_HOME", value_name = "DIR", hide_env_values = true)]
    pub(crate) home: Option<PathBuf>,
    /// Print one JSON document and nothing else
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// No progress, no hints
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more about what is being done, on standard error
    #[arg(long, short, global = true)]
    pub(crate) verbose: bool,
}
