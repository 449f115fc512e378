//! The real programs: where they are, what they answer, and how they are ended.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A program of ours: beside the folder that cargo puts this test into.
///
/// # Panics
/// Where it was not built.
#[track_caller]
pub fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test.ancestors().nth(2).unwrap().join(name);
    assert!(
        path.is_file(),
        "`{}` is missing: run `cargo build -p docroom-cli` first",
        path.display()
    );
    path
}

/// What a program said.
#[derive(Debug)]
pub struct Answer {
    /// The code it ended with; -1 where a signal ended it.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Answer {
    /// Runs a command to its end with an empty input.
    #[track_caller]
    pub fn of(mut command: Command) -> Self {
        let output = command.stdin(Stdio::null()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().unwrap_or(-1);
        Self { code, out: text(output.stdout), err: text(output.stderr) }
    }
}

/// A program that runs until it is ended; dropping it kills it.
pub struct Running(pub(crate) Child);

impl Running {
    /// Starts it with everything piped.
    #[track_caller]
    pub fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(command.spawn().unwrap())
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Asks it to end, as the session does, and gives its code.
    #[track_caller]
    pub fn terminate(self) -> i32 {
        self.signal("-TERM")
    }

    /// Presses Ctrl-C and gives its code.
    #[track_caller]
    pub fn interrupt(self) -> i32 {
        self.signal("-INT")
    }

    #[track_caller]
    fn signal(mut self, name: &str) -> i32 {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
        self.0.wait().unwrap().code().unwrap_or(-1)
    }

    /// Ends it without a word, as a crash does.
    #[track_caller]
    pub fn crash(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Whether it has ended by itself, and with which code.
    pub fn ended(&mut self) -> Option<i32> {
        self.0.try_wait().unwrap().map(|status| status.code().unwrap_or(-1))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
