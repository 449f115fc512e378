//! `docroom read`: a document, whole or in part.

use crate::context::Context;
use crate::output::{many_lines, one_line};
use anyhow::Result;
use clap::Args;
use docroom_model::ReadRequest;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  docroom read docs/concepts/deployment.md
  docroom read docs/concepts/deployment.md --heading 'Rolling Back a Deployment'
  docroom read docs/concepts/deployment.md --start-line 120";

/// Read a document: whole, one section, some chunks, or from a line on
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Read {
    #[command(flatten)]
    request: ReadRequest,
}

impl Read {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let answer = context.engine.read(&self.request)?;
        let output = context.output;
        if output.json {
            return output.document(&answer);
        }
        let part = answer.section.as_deref().map(|s| format!(" — {s}")).unwrap_or_default();
        let lines =
            answer.lines.map(|l| format!(", lines {}–{}", l.start, l.end)).unwrap_or_default();
        let head =
            format!("{}{part} ({}{lines} of {})", answer.title, answer.path, answer.line_count);
        output.hint(one_line(&head));
        if answer.changed {
            output.hint("The file changed since it was indexed; this is the text of that time.");
        }
        // Not the stream that drops colours: the text is what it is.
        let mut out = std::io::stdout().lock();
        out.write_all(many_lines(&answer.text).as_bytes())?;
        if !answer.text.ends_with('\n') {
            writeln!(out)?;
        }
        out.flush()?;
        if let Some(next) = &answer.next {
            output.hint(format!("It goes on: add --start-line {}", next.start_line));
        }
        Ok(())
    }
}
