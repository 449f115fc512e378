//! `docroom show`: raise the reading window.

use crate::context::Context;
use anyhow::Result;
use clap::Args;
use docroom_model::OpenLink;

const EXAMPLES: &str = "\
Examples:
  docroom show
  docroom show docroom://open/kubernetes/docs/concepts/deployment.md#L10-L24";

/// Open the window, at a passage if one is named
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Show {
    /// A document's URI or an open link, as search results and agents show it
    uri: Option<String>,
}

impl Show {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let link = self.uri.as_deref().map(OpenLink::parse).transpose()?;
        docroom_tray::open_window(context.home.as_deref(), link.as_ref())?;
        if context.output.json {
            return context.output.document(&serde_json::json!({ "opened": self.uri }));
        }
        Ok(())
    }
}
