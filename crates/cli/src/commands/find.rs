//! `docroom find`: literal text in one document.

use crate::context::Context;
use crate::output::{DIM, one_line, stdout};
use anyhow::Result;
use clap::Args;
use docroom_model::FindRequest;
use std::io::Write;

/// Find literal text in one document, case-sensitive, line by line
#[derive(Args)]
#[command(after_help = "Example:\n  docroom find docs/concepts/deployment.md maxSurge")]
pub(crate) struct Find {
    #[command(flatten)]
    request: FindRequest,
}

impl Find {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let answer = context.engine.find(&self.request)?;
        if context.output.json {
            return context.output.document(&answer);
        }
        let mut out = stdout();
        for found in &answer.matches {
            writeln!(out, "{DIM}{}:{DIM:#} {}", found.line, one_line(&found.content))?;
        }
        out.flush()?;
        if answer.matches.is_empty() {
            context
                .output
                .hint("Not found. Upper and lower case differ here; `docroom search` is looser.");
        }
        if let Some(last) = answer.matches.last().filter(|_| answer.has_more) {
            context.output.hint(format!("There are more: add --start-line {}", last.line + 1));
        }
        Ok(())
    }
}
