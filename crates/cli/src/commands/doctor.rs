//! `docroom doctor`: looks for the usual reasons why something does not work.

use crate::context::Context;
use crate::failure::Said;
use crate::logs;
use crate::output::{BAD, DIM, FAIR, GOOD, one_line, stdout};
use anyhow::Result;
use clap::Args;
use docroom_engine::Engine;
use docroom_tray::Host;
use serde::Serialize;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

/// How long a program on our port may take to say who it is, and how much it may say.
const PATIENCE: Duration = Duration::from_secs(2);
const LONGEST_ANSWER: u64 = 4096;

/// Look for the usual reasons why something does not work
#[derive(Args)]
#[command(after_help = "Example:\n  docroom doctor --json")]
pub(crate) struct Doctor {}

/// What came of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Good,
    Fair,
    Bad,
}

/// One check: what was looked at, and how to mend it in the text where it is not good.
#[derive(Debug, Serialize)]
struct Check {
    name: &'static str,
    verdict: Verdict,
    text: String,
}

impl Check {
    fn good(name: &'static str, text: impl Into<String>) -> Self {
        Self { name, verdict: Verdict::Good, text: text.into() }
    }

    fn fair(name: &'static str, text: impl Into<String>) -> Self {
        Self { name, verdict: Verdict::Fair, text: text.into() }
    }

    fn bad(name: &'static str, text: impl Into<String>) -> Self {
        Self { name, verdict: Verdict::Bad, text: text.into() }
    }
}

impl Doctor {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let engine = &context.engine;
        let mut checks = vec![home(engine), settings(engine), keeper(engine)];
        checks.extend(projects(engine));
        checks.extend([port(engine), watches(), tray(), window()]);
        let log = logs::file_in(&engine.directories().logs());
        let log = log.is_file().then_some(log);
        if context.output.json {
            let document = serde_json::json!({ "checks": checks, "log": log });
            context.output.document(&document)?;
        } else {
            show(&checks)?;
            if let Some(log) = log {
                context.output.hint(format!("The log is {}", log.display()));
            }
        }
        let bad = checks.iter().any(|check| check.verdict == Verdict::Bad);
        if bad { Err(Said(1).into()) } else { Ok(()) }
    }
}

fn show(checks: &[Check]) -> Result<()> {
    let mut out = stdout();
    for check in checks {
        let (style, mark) = match check.verdict {
            Verdict::Good => (GOOD, "✓"),
            Verdict::Fair => (FAIR, "!"),
            Verdict::Bad => (BAD, "✗"),
        };
        let (name, text) = (check.name, one_line(&check.text));
        writeln!(out, "{style}{mark}{style:#} {name:12} {DIM}{text}{DIM:#}")?;
    }
    Ok(out.flush()?)
}

fn home(engine: &Engine) -> Check {
    let home = engine.directories().home();
    let probe = home.join(format!(".probe-{}", std::process::id()));
    let written = std::fs::create_dir_all(home).and_then(|()| std::fs::write(&probe, b"x"));
    // Nothing is lost when the probe stays.
    let _ = std::fs::remove_file(&probe);
    match written {
        Ok(()) => Check::good("data folder", home.display().to_string()),
        Err(error) => {
            let text = format!("`{}` can't be written: {error}", home.display());
            Check::bad(
                "data folder",
                format!("{text}; mend its owner, or name another with --home"),
            )
        }
    }
}

fn settings(engine: &Engine) -> Check {
    match engine.settings() {
        Ok(_) => Check::good("settings", "docroom.toml is in order"),
        Err(error) => Check::bad("settings", error.message),
    }
}

fn keeper(engine: &Engine) -> Check {
    match engine.keeper() {
        Ok(keeper) if keeper.running => Check::good("keeper", "a process keeps the index"),
        Ok(_) => Check::fair(
            "keeper",
            "no process keeps the index now; open the app or run `docroom tray` or `docroom serve`",
        ),
        Err(error) => Check::bad("keeper", error.message),
    }
}

fn projects(engine: &Engine) -> Vec<Check> {
    let all = match engine.status(None) {
        Ok(all) => all,
        Err(error) => return vec![Check::bad("library", error.message)],
    };
    if all.is_empty() {
        return vec![Check::fair("projects", "none yet; add one with `docroom add FOLDER`")];
    }
    let of_project = |project: &docroom_model::ProjectStatus| {
        let name = &project.name;
        let gone: Vec<_> =
            project.sources.iter().filter(|s| s.offline).map(|s| s.label.as_str()).collect();
        if let Some(error) = &project.error {
            return Check::bad("project", format!("`{name}`: {error}"));
        }
        if !gone.is_empty() {
            let gone = gone.join(", ");
            let text = format!("`{name}`: {gone} is not there; its documents are kept");
            return Check::fair("project", text);
        }
        if project.failed > 0 {
            let text = format!("`{name}`: {} files failed", project.failed);
            return Check::fair(
                "project",
                format!("{text}; see `docroom status '{name}' --files`"),
            );
        }
        Check::good("project", format!("`{name}`: {} documents", project.documents))
    };
    all.iter().map(of_project).collect()
}

fn port(engine: &Engine) -> Check {
    let Ok(settings) = engine.settings() else {
        return Check::fair("port", "not looked at: the settings can't be read");
    };
    let port = settings.http_port;
    if TcpListener::bind(("127.0.0.1", port)).is_ok() {
        return Check::good("port", format!("{port} is free"));
    }
    let is_docroom = answers_as_ours(port).unwrap_or(false);
    // Whoever serves keeps too; our token proves more, but is not to be shown to strangers.
    let is_kept = engine.keeper().is_ok_and(|keeper| keeper.running);
    if is_docroom && is_kept {
        return Check::good("port", format!("{port} is served by Docroom"));
    }
    let other = if is_docroom { "a Docroom with another data folder" } else { "another program" };
    let text = format!("{port} is used by {other}");
    Check::fair("port", format!("{text}; choose one with `docroom settings http_port N`"))
}

/// Whether what listens on the port says that it is Docroom.
fn answers_as_ours(port: u16) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(LONGEST_ANSWER).read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200") && answer.to_lowercase().contains("docroom"))
}

fn watches() -> Check {
    let limit = |name: &str| {
        let text = std::fs::read_to_string(format!("/proc/sys/fs/inotify/{name}")).ok()?;
        text.trim().parse::<u64>().ok()
    };
    match limit("max_user_watches") {
        None => Check::good("watching", "this system sets no limit"),
        Some(watches) if watches < 65_536 => Check::fair(
            "watching",
            format!(
                "the system allows {watches} watched folders; past that, folders are listed again and again. \
                 Raise it: sudo sysctl fs.inotify.max_user_watches=524288"
            ),
        ),
        Some(watches) => {
            Check::good("watching", format!("the system allows {watches} watched folders"))
        }
    }
}

fn tray() -> Check {
    match docroom_tray::host() {
        Host::Present => Check::good("tray", "this session shows tray icons"),
        Host::Missing => Check::fair(
            "tray",
            "nothing in this session shows tray icons (GNOME needs the AppIndicator extension); all else works",
        ),
        Host::NoSession => Check::fair("tray", "no desktop session here; all else works"),
    }
}

fn window() -> Check {
    match docroom_tray::find_window() {
        Some(program) => Check::good("window", program.display().to_string()),
        None => {
            Check::fair("window", "`docroom-window` is not beside this program nor on the PATH")
        }
    }
}
