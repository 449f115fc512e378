//! `docroom-window`: the engine in a window. Opened by the menu entry, the tray, `docroom show`
//! or a `docroom://` link; gone when closed.

#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

mod app;
mod arguments;
mod commands;
mod desk;
mod events;
mod images;
mod links;
mod log;
mod resident;

use arguments::Asked;
use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let outcome = match arguments::read(std::env::args_os().skip(1)) {
        Ok(Asked::Text(text)) => writeln!(std::io::stdout(), "{text}").map_err(anyhow::Error::from),
        Ok(Asked::Window(arguments)) => prepare_desktop().and_then(|()| app::run(arguments)),
        Err(error) => {
            complain(&format!("{error}\n\n{}", arguments::USAGE));
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn complain(message: &str) {
    // Where standard error is closed there is nobody left to tell.
    let _ = writeln!(std::io::stderr(), "docroom-window: {message}");
}

/// GTK panics where there is no display, and WebKit's DMA-BUF renderer leaves the window blank
/// on some drivers; pages of text need no GPU.
#[cfg(target_os = "linux")]
fn prepare_desktop() -> anyhow::Result<()> {
    const RENDERER: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    anyhow::ensure!(
        set("DISPLAY") || set("WAYLAND_DISPLAY"),
        "no display: neither `DISPLAY` nor `WAYLAND_DISPLAY` is set. Start it from a desktop, or \
         use the terminal: `docroom search QUERY`, `docroom serve`"
    );
    if !set(RENDERER) {
        // SAFETY: called at the top of `main`, before any other thread exists that could read
        // the environment at the same time.
        #[allow(unsafe_code)]
        unsafe {
            std::env::set_var(RENDERER, "1");
        }
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn prepare_desktop() -> anyhow::Result<()> {
    Ok(())
}
