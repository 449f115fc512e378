//! Finding and starting the reading window, the program beside this one.

use docroom_model::{Code, Error, OpenLink, Result};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program that shows the window.
const PROGRAM: &str = if cfg!(windows) { "docroom-window.exe" } else { "docroom-window" };

/// The window's program: beside this one, else on the `PATH`.
pub fn find_window() -> Option<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|own| Some(own.parent()?.to_owned()));
    let path = std::env::var_os("PATH").unwrap_or_default();
    beside
        .into_iter()
        .chain(std::env::split_paths(&path))
        .map(|folder| folder.join(PROGRAM))
        .find(|program| program.is_file())
}

/// Starts the window (a running one is raised by it) at a passage, if one is named.
///
/// # Errors
/// [`Code::NotFound`] where the program is not installed, [`Code::Io`] where there is no
/// display or it can't be started.
pub fn open_window(home: Option<&Path>, link: Option<&OpenLink>) -> Result<Child> {
    let program = find_window().ok_or_else(|| {
        Error::new(
            Code::NotFound,
            format!(
                "`{PROGRAM}` is neither beside this program nor on the PATH; build or install it"
            ),
        )
    })?;
    if cfg!(target_os = "linux") && !has_display(|name| std::env::var_os(name)) {
        let message = "there is no display to open a window on (neither `DISPLAY` nor \
            `WAYLAND_DISPLAY` is set); `docroom search` and `docroom read` work without one";
        return Err(Error::new(Code::Io, message));
    }
    let mut command = Command::new(&program);
    if let Some(home) = home {
        command.arg("--home").arg(home);
    }
    if let Some(link) = link {
        command.arg(link.to_string());
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // The window outlives the terminal that it was opened from.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().map_err(Error::io("start", &program))
}

fn has_display(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .into_iter()
        .any(|name| variable(name).is_some_and(|value| !value.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_display_is_none() {
        assert!(!has_display(|_| Some("".into())));
        assert!(!has_display(|_| None));
        assert!(has_display(|name| (name == "WAYLAND_DISPLAY").then(|| "wayland-0".into())));
    }
}
