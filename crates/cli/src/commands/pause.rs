//! `docroom pause` and `docroom resume`: stop and start watching.

use crate::context::Context;
use crate::output::{one_line, stdout};
use anyhow::Result;
use clap::Args;
use std::io::Write;

/// Stop watching one project, or all
#[derive(Args)]
#[command(after_help = "Example:\n  docroom pause kubernetes")]
pub(crate) struct Pause {
    /// Only this project
    project: Option<String>,
}

/// Watch again
#[derive(Args)]
#[command(after_help = "Example:\n  docroom resume kubernetes")]
pub(crate) struct Resume {
    /// Only this project
    project: Option<String>,
}

impl Pause {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        set(context, self.project.as_deref(), true)
    }
}

impl Resume {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        set(context, self.project.as_deref(), false)
    }
}

fn set(context: &Context, project: Option<&str>, paused: bool) -> Result<()> {
    context.engine.set_paused(project, paused)?;
    if context.output.json {
        let document = serde_json::json!({ "project": project, "paused": paused });
        return context.output.document(&document);
    }
    let what = one_line(project.unwrap_or("all projects"));
    let done = if paused { "not watched until `docroom resume`" } else { "watched again" };
    Ok(writeln!(stdout(), "{what}: {done}")?)
}
