//! Sees to it that some process keeps the index: the resident (`docroom tray`), which outlives
//! the window, else the window itself.

use docroom_engine::{Directories, Engine};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long the resident may take to hold the keeper's lock.
const START: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(50);

/// Starts the resident if nobody keeps the index, and stands by as the keeper. Blocks for up to
/// two seconds. Starting a second resident is harmless: it sees the first one and exits.
pub(crate) fn ensure(engine: &Engine) {
    if !is_kept(engine) {
        match start(engine.directories()) {
            Ok(resident) => wait(engine, resident),
            Err(error) => tracing::warn!("the resident could not be started: {error}"),
        }
    }
    // Takes over at once if nobody keeps the index now, or when the one who does exits.
    if let Err(error) = engine.keep() {
        tracing::error!(causes = ?error.causes(), "the window can't keep the index: {error}");
    }
}

fn is_kept(engine: &Engine) -> bool {
    engine.keeper().is_ok_and(|keeper| keeper.running)
}

fn wait(engine: &Engine, mut resident: Child) {
    let deadline = Instant::now() + START;
    while Instant::now() < deadline && !is_kept(engine) {
        if let Ok(Some(status)) = resident.try_wait() {
            if !status.success() {
                tracing::warn!("the resident ended with {status}");
            }
            return;
        }
        std::thread::sleep(LOOK);
    }
    // Its end must be waited for, or it would stay a zombie for as long as the window is open.
    std::thread::spawn(move || resident.wait());
}

fn start(directories: &Directories) -> std::io::Result<Child> {
    let mut command = Command::new(program());
    command.arg("--home").arg(directories.home()).arg("tray");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    detach(&mut command);
    command.spawn()
}

/// `docroom` beside our own executable, else the one on the PATH.
fn program() -> PathBuf {
    let name = format!("docroom{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().map(|ours| ours.with_file_name(&name));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| name.into())
}

/// Out of our process group: what ends the window (Ctrl-C in its terminal) must not end it.
#[cfg(unix)]
fn detach(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(windows)]
fn detach(command: &mut Command) {
    const NO_WINDOW_AND_NEW_GROUP: u32 = 0x0800_0000 | 0x0000_0200;
    std::os::windows::process::CommandExt::creation_flags(command, NO_WINDOW_AND_NEW_GROUP);
}
