//! `docroom topics`: what a project holds, page by page.

use crate::context::Context;
use crate::output::{DIM, STRONG, one_line, stdout};
use crate::words::count;
use anyhow::Result;
use clap::Args;
use docroom_model::TopicsQuery;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  docroom topics --project kubernetes
  docroom topics --project kubernetes --limit 1000 | grep -i storage";

/// List the documents of a project with their titles
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Topics {
    #[command(flatten)]
    query: TopicsQuery,
}

impl Topics {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let answer = context.engine.topics(&self.query)?;
        if context.output.json {
            return context.output.document(&answer);
        }
        let mut out = stdout();
        for document in &answer.documents {
            let (path, title) = (one_line(&document.path), one_line(&document.title));
            let chunks = count(document.chunks, "chunk");
            writeln!(out, "{path}  {STRONG}{title}{STRONG:#}  {DIM}{chunks}{DIM:#}")?;
        }
        out.flush()?;
        context.output.hint(format!(
            "{}: {}, {}",
            one_line(answer.project.as_str()),
            count(answer.document_count, "document"),
            count(answer.chunk_count, "chunk")
        ));
        if let Some(cursor) = &answer.next_cursor {
            context.output.hint(format!("It goes on: add --cursor {cursor}"));
        }
        Ok(())
    }
}
