//! `docroom index`: list and compare the folders now.

use crate::context::Context;
use crate::output::{GOOD, STRONG, one_line, stdout};
use crate::progress;
use crate::words::count;
use anyhow::Result;
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  docroom index
  docroom index kubernetes --rebuild";

/// Compare the folders with the index now and take in what changed
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Index {
    /// Only this project
    project: Option<String>,
    /// Make the index anew; the old one answers until the new one is done
    #[arg(long)]
    rebuild: bool,
    /// Return at once; the process that keeps the index does the work
    #[arg(long)]
    no_wait: bool,
}

impl Index {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let (engine, output) = (&context.engine, context.output);
        engine.request_index(self.project.as_deref(), self.rebuild)?;
        let projects = match (self.no_wait, self.project) {
            (true, _) => Vec::new(),
            (false, Some(project)) => progress::index_now(context, &[project])?,
            (false, None) => progress::index_all(context)?,
        };
        if output.json {
            return output.document(&serde_json::json!({ "projects": projects }));
        }
        if projects.is_empty() && engine.project_names()?.is_empty() {
            output.hint("No projects yet. Add one: docroom add FOLDER");
        }
        let mut out = stdout();
        for project in projects {
            let name = one_line(project.name.as_str());
            let documents = count(project.documents, "document");
            writeln!(out, "{GOOD}✓{GOOD:#} {STRONG}{name}{STRONG:#}: {documents} searchable")?;
        }
        Ok(())
    }
}
