//! `docroom tray`: the resident: keeper, loopback HTTP, and an icon in the tray.

use crate::context::Context;
use crate::interrupt::Interrupt;
use anyhow::{Context as _, Result};
use clap::Args;
use docroom_tray::Tray as Icon;
use std::fs::{File, TryLockError};

/// Keep the index, serve agents and show an icon in the tray: what starts with the session
#[derive(Args)]
#[command(after_help = "Example:\n  docroom tray &")]
pub(crate) struct Tray {}

impl Tray {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let engine = &context.engine;
        let Some(_only) = lock(context)? else {
            context.output.hint("Docroom is running already.");
            return Ok(());
        };
        let icon = Icon::new(context.home.clone());
        let stop = icon.stopper();
        let _interrupt = Interrupt::listen(move || stop.stop())?;
        engine.keep()?;
        // Without the port the resident still keeps the index, and agents have `docroom mcp`.
        let port = engine.settings()?.http_port;
        let server = docroom_mcp::HttpServer::start(engine.clone(), port);
        match &server {
            Ok(server) => tracing::info!("serving agents at http://{}/mcp", server.address()),
            Err(error) => tracing::warn!("no loopback HTTP: {error}"),
        }
        icon.run(engine);
        if let Ok(server) = server {
            server.stop();
        }
        engine.stop_keeping();
        Ok(())
    }
}

/// The lock that one resident a data folder holds. None: another holds it. The system frees it
/// when its holder dies.
fn lock(context: &Context) -> Result<Option<File>> {
    let home = context.engine.directories().home();
    std::fs::create_dir_all(home)
        .with_context(|| format!("could not make the data folder `{}`", home.display()))?;
    let path = home.join("tray.lock");
    let attempt = || format!("could not lock `{}`", path.display());
    let file = File::options().create(true).append(true).open(&path).with_context(attempt)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error).with_context(attempt),
    }
}
