//! `docroom add`: a project from a folder, or a further source of one.

use crate::context::Context;
use crate::output::{GOOD, STRONG, one_line, stdout};
use crate::progress;
use crate::words::{count, grouped};
use anyhow::Result;
use clap::Args;
use docroom_model::{AddFolder, Added, ProjectStatus};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  docroom add ~/src/kubernetes-docs
  docroom add ./docs --name tool --source v2 --version 2.0 --exclude 'drafts/**'";

/// Make a project from a folder and wait until it is searchable
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Add {
    #[command(flatten)]
    request: AddFolder,
    /// Return at once; the process that keeps the index does the work
    #[arg(long)]
    no_wait: bool,
}

/// The answer as JSON.
#[derive(serde::Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    added: &'a Added,
    /// Absent with `--no-wait`.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a ProjectStatus>,
}

impl Add {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let (output, engine) = (context.output, &context.engine);
        let added = engine.add_folder(self.request)?;
        let project = added.project.to_string();
        let status = if self.no_wait {
            None
        } else {
            progress::index_now(context, std::slice::from_ref(&project))?.pop()
        };
        if output.json {
            return output.document(&Document { added: &added, status: status.as_ref() });
        }
        let name = one_line(&project);
        let mut out = stdout();
        match &status {
            Some(status) => {
                let documents = count(status.documents, "document");
                writeln!(out, "{GOOD}✓{GOOD:#} {STRONG}{name}{STRONG:#}: {documents} searchable")?;
                if status.not_searchable > 0 {
                    let left = grouped(status.not_searchable);
                    output.hint(format!(
                        "{left} not searchable; `docroom status {name} --files` says which and why"
                    ));
                }
                output.hint("Try: docroom search \"your question\"");
            }
            None => {
                writeln!(out, "{STRONG}{name}{STRONG:#}: added")?;
                if !engine.keeper()?.running {
                    output.hint(
                        "no process keeps the index now: run `docroom index`, `docroom serve` or open the app",
                    );
                }
            }
        }
        Ok(())
    }
}
