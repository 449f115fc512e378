//! `docroom serve`: the keeper and the loopback HTTP server, with no tray and no window.

use crate::context::Context;
use crate::interrupt::Interrupt;
use anyhow::Result;
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  docroom serve
  docroom serve --port 7500";

/// Keep the index and serve agents over loopback HTTP until Ctrl-C
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The port; by default the setting `http_port`
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
}

impl Serve {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let (engine, output) = (&context.engine, context.output);
        let interrupt = Interrupt::listen(|| ())?;
        let port = self.port.map_or_else(|| engine.settings().map(|s| s.http_port), Ok)?;
        let server = docroom_mcp::HttpServer::start(engine.clone(), port)?;
        engine.keep()?;
        let address = server.address();
        let token = engine.directories().http_token_file();
        if output.json {
            output.document(&serde_json::json!({
                "url": format!("http://{address}/mcp"), "tokenFile": token,
            }))?;
        }
        output.hint(format!("Serving agents at http://{address}/mcp"));
        output.hint(format!("Their bearer token is in {}", token.display()));
        output.hint("Ctrl-C ends it.");
        interrupt.wait();
        server.stop();
        engine.stop_keeping();
        Ok(())
    }
}
