//! A data folder and a folder of documents that belong to one test, and the program on them.

#![allow(clippy::unwrap_used)]

use crate::agent::Agent;
use crate::http::Request;
use crate::program::{Answer, Running, program};
use crate::wait::until;
use docroom_engine::{Directories, Engine};
use serde_json::Value;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The project that [`TestApp::with`] makes.
const PROJECT: &str = "docs";

/// Docroom in a world of its own.
pub struct TestApp {
    place: TempDir,
}

impl TestApp {
    /// A data folder with nothing in it, not even the user guide.
    pub fn empty() -> Self {
        let app = Self { place: TempDir::new().unwrap() };
        std::fs::create_dir_all(app.home()).unwrap();
        std::fs::create_dir_all(app.folder()).unwrap();
        let settings = app.home().join("docroom.toml");
        std::fs::write(settings, "user_guide = false\n").unwrap();
        app
    }

    /// A project `docs` with these files (path, text), indexed.
    #[track_caller]
    pub fn with(files: &[(&str, &str)]) -> Self {
        let app = Self::empty();
        for (path, text) in files {
            app.write(path, text);
        }
        let folder = app.folder();
        app.ok(&["add", folder.to_str().unwrap(), "--name", PROJECT]);
        app
    }

    /// The data folder.
    pub fn home(&self) -> PathBuf {
        self.place.path().join("home")
    }

    /// The folder of documents.
    pub fn folder(&self) -> PathBuf {
        self.place.path().join("docs")
    }

    /// Saves a document, its folders made.
    pub fn write(&self, path: &str, text: &str) {
        let file = self.folder().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    /// The text with this test's own folder called `PLACE`.
    pub fn plain(&self, text: &str) -> String {
        text.replace(self.place.path().to_str().unwrap(), "PLACE")
    }

    /// The program on this data folder, not started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program("docroom"));
        command.args(arguments).current_dir(self.place.path());
        // Nothing of the person who runs the tests may reach the program.
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "NO_COLOR"] {
            command.env_remove(name);
        }
        command.env("DOCROOM_HOME", self.home()).env("HOME", self.place.path());
        command
    }

    /// Runs the program to its end.
    #[track_caller]
    pub fn run(&self, arguments: &[&str]) -> Answer {
        Answer::of(self.command(arguments))
    }

    /// Runs the program, which must succeed; its standard output.
    #[track_caller]
    pub fn ok(&self, arguments: &[&str]) -> String {
        let answer = self.run(arguments);
        assert_eq!(answer.code, 0, "docroom {arguments:?}: {answer:?}");
        answer.out
    }

    /// The program's one JSON document.
    #[track_caller]
    pub fn json(&self, arguments: &[&str]) -> Value {
        let out = self.ok(&[&["--json"], arguments].concat());
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{out}"))
    }

    /// The ranked paths of a search in the terminal.
    #[track_caller]
    pub fn search(&self, query: &str) -> Vec<String> {
        let answer = self.json(&["search", query]);
        let results = answer["results"].as_array().unwrap();
        results.iter().map(|hit| hit["path"].as_str().unwrap().to_owned()).collect()
    }

    /// An agent at `docroom mcp`, greeted.
    #[track_caller]
    pub fn agent(&self, arguments: &[&str]) -> Agent {
        Agent::greet(Running::start(self.command(&[&["mcp"], arguments].concat())))
    }

    /// `docroom serve` on a free port, answering; with the port.
    #[track_caller]
    pub fn serve(&self) -> (Running, u16) {
        let port = free_port();
        let mut serving =
            Running::start(self.command(&["serve", "--quiet", "--port", &port.to_string()]));
        until("a loopback server", || {
            assert_eq!(serving.ended(), None, "`docroom serve` ended");
            Request::get("/health").send(port)
        });
        (serving, port)
    }

    /// The bearer token of the loopback server.
    pub fn token(&self) -> String {
        std::fs::read_to_string(self.home().join("http-token")).unwrap().trim().to_owned()
    }

    /// The engine in this process.
    pub fn engine(&self) -> Engine {
        Engine::open(Directories::at(self.home()), |_| ()).unwrap()
    }

    /// Whether a file of the data folder exists.
    pub fn has(&self, path: impl AsRef<Path>) -> bool {
        self.home().join(path).exists()
    }
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}
