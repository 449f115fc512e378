//! The commands, one a file, and which runs.

mod add;
mod completions;
mod doctor;
mod eval;
mod find;
mod index;
mod lines;
mod list;
mod mcp;
mod pause;
mod read;
mod remove;
mod search;
mod serve;
mod settings;
mod show;
mod status;
mod topics;
mod tray;

use crate::context::Context;
use crate::global::Global;
use anyhow::Result;
use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub(crate) enum Command {
    Add(add::Add),
    List(list::List),
    Status(status::Status),
    Search(search::Search),
    Read(read::Read),
    Lines(lines::Lines),
    Find(find::Find),
    Topics(topics::Topics),
    Index(index::Index),
    Pause(pause::Pause),
    Resume(pause::Resume),
    Remove(remove::Remove),
    Mcp(mcp::Mcp),
    Serve(serve::Serve),
    Tray(tray::Tray),
    Show(show::Show),
    Settings(settings::SettingsCommand),
    Eval(eval::Eval),
    Doctor(doctor::Doctor),
    Completions(completions::Completions),
}

impl Command {
    /// Whether it stays until it is told to end.
    pub(crate) fn is_resident(&self) -> bool {
        matches!(self, Self::Serve(_) | Self::Tray(_))
    }

    pub(crate) fn run(self, context: &Context) -> Result<()> {
        match self {
            Self::Add(command) => command.run(context),
            Self::List(command) => command.run(context),
            Self::Status(command) => command.run(context),
            Self::Search(command) => command.run(context),
            Self::Read(command) => command.run(context),
            Self::Lines(command) => command.run(context),
            Self::Find(command) => command.run(context),
            Self::Topics(command) => command.run(context),
            Self::Index(command) => command.run(context),
            Self::Pause(command) => command.run(context),
            Self::Resume(command) => command.run(context),
            Self::Remove(command) => command.run(context),
            Self::Mcp(command) => command.run(context),
            Self::Serve(command) => command.run(context),
            Self::Tray(command) => command.run(context),
            Self::Show(command) => command.run(context),
            Self::Settings(command) => command.run(context),
            Self::Eval(command) => command.run(context),
            Self::Doctor(command) => command.run(context),
            Self::Completions(command) => command.run(Self::program()),
        }
    }

    /// The whole program's words, for completion.
    fn program() -> clap::Command {
        Global::augment_args(Self::augment_subcommands(clap::Command::new("docroom")))
    }
}
