//! `docroom list`: the projects, a line each.

use crate::context::Context;
use crate::output::{BAD, DIM, STRONG, one_line, stdout};
use crate::words::{count, state};
use anyhow::Result;
use clap::Args;
use docroom_model::Phase;
use std::io::Write;

/// List the projects
#[derive(Args)]
#[command(after_help = "Example:\n  docroom list --json")]
pub(crate) struct List {}

impl List {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let projects = context.engine.status(None)?;
        if context.output.json {
            return context.output.document(&serde_json::json!({ "projects": projects }));
        }
        if projects.is_empty() {
            context.output.hint("No projects yet. Add one: docroom add FOLDER");
        }
        let width = projects.iter().map(|p| p.name.as_str().chars().count()).max().unwrap_or(0);
        let mut out = stdout();
        for project in projects {
            let name = one_line(project.name.as_str());
            let documents = count(project.documents, "document");
            write!(out, "{STRONG}{name:width$}{STRONG:#}  {documents:>17}")?;
            match project.progress.phase {
                Phase::Ready => {}
                Phase::Failed => write!(out, "  {BAD}failed{BAD:#}")?,
                _ => write!(out, "  {}", state(project.progress))?,
            }
            if let Some(text) = &project.description {
                write!(out, "  {DIM}{}{DIM:#}", one_line(text))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
