//! `docroom lines`: an exact window of lines.

use crate::context::Context;
use crate::output::many_lines;
use anyhow::Result;
use clap::Args;
use docroom_model::LinesRequest;
use std::io::Write;

/// Print an exact window of a document's lines, terminators and all
#[derive(Args)]
#[command(
    after_help = "Example:\n  docroom lines docs/concepts/deployment.md --start-line 120 --line-count 40"
)]
pub(crate) struct Lines {
    #[command(flatten)]
    request: LinesRequest,
}

impl Lines {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let answer = context.engine.lines(&self.request)?;
        if context.output.json {
            return context.output.document(&answer);
        }
        // Not the stream that drops colours: the text is what it is.
        let mut out = std::io::stdout().lock();
        out.write_all(many_lines(&answer.content).as_bytes())?;
        out.flush()?;
        if answer.has_more {
            context.output.hint(format!("It goes on: add --start-line {}", answer.end_line + 1));
        }
        Ok(())
    }
}
