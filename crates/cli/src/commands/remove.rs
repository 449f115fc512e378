//! `docroom remove`: forget a project or one source of it.

use crate::context::Context;
use crate::output::{one_line, stdout};
use anyhow::Result;
use clap::Args;
use docroom_model::{Error, RemoveProject};
use std::io::{BufRead, IsTerminal, Write};

const EXAMPLES: &str = "\
Examples:
  docroom remove kubernetes
  docroom remove tool --source v1 --yes";

/// Forget a project; the documents' own folder is never touched
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Remove {
    #[command(flatten)]
    request: RemoveProject,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
}

impl Remove {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let output = context.output;
        let project = &self.request.project;
        // A project that does not exist is an error before anything is asked.
        context.engine.status(Some(project))?;
        let what = match &self.request.source {
            Some(source) => format!("the source `{source}` of `{project}`"),
            None => format!("the project `{project}`"),
        };
        if !self.yes && !agreed(&what)? {
            output.hint("Nothing was removed.");
            return Ok(());
        }
        context.engine.remove(self.request.clone())?;
        if output.json {
            return output.document(&serde_json::json!({ "removed": self.request }));
        }
        Ok(writeln!(stdout(), "Forgot {}.", one_line(&what))?)
    }
}

fn agreed(what: &str) -> Result<bool> {
    let input = std::io::stdin();
    if !input.is_terminal() {
        let message = format!("not removing {what} unasked: say `--yes` where nobody can answer");
        return Err(Error::invalid(message).into());
    }
    let mut err = std::io::stderr();
    write!(err, "Forget {}? Its documents stay where they are. [y/N] ", one_line(what))?;
    err.flush()?;
    let mut answer = String::new();
    input.lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
