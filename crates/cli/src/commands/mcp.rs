//! `docroom mcp`: the engine as an agent's tools over standard input and output.

use crate::context::Context;
use anyhow::Result;
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  docroom mcp
  docroom mcp --project kubernetes
  claude mcp add docroom -- docroom mcp";

/// Serve an agent over standard input and output until its input ends
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Mcp {
    /// Serve this project only; without it, all
    #[arg(long, short)]
    project: Option<String>,
}

impl Mcp {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        Ok(docroom_mcp::serve_stdio(context.engine.clone(), self.project)?)
    }
}
