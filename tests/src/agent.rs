//! An agent at the end of a pipe: the few words of the protocol that the tests speak.

#![allow(clippy::unwrap_used)]

use crate::program::Running;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};

/// The revision that the handshake of these tests asks for.
const REVISION: &str = "2025-06-18";

/// A session with a running server.
pub struct Agent {
    running: Running,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
    /// The instructions that the server greeted with.
    pub instructions: String,
}

impl Agent {
    /// The handshake.
    #[track_caller]
    pub(crate) fn greet(mut running: Running) -> Self {
        let input = running.0.stdin.take().unwrap();
        let output = BufReader::new(running.0.stdout.take().unwrap());
        let mut agent = Self { running, input, output, last: 0, instructions: String::new() };
        let hello = json!({
            "protocolVersion": REVISION, "capabilities": {},
            "clientInfo": {"name": "tests", "version": "1"},
        });
        let welcome = agent.ask("initialize", hello);
        assert_eq!(welcome["protocolVersion"], REVISION);
        agent.instructions = welcome["instructions"].as_str().unwrap_or_default().to_owned();
        agent.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        agent
    }

    /// A request and its result.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server ended");
            let frame: Value = serde_json::from_str(&line)
                .unwrap_or_else(|error| panic!("standard output holds no frame: {error}\n{line}"));
            // Notifications come in between.
            if frame["id"] == id {
                assert!(frame.get("error").is_none(), "{method}: {frame}");
                return frame["result"].clone();
            }
        }
    }

    /// The text of a tool's answer.
    #[track_caller]
    pub fn call(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        assert_ne!(result["isError"], true, "{tool}: {result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// The ranked paths of a search.
    #[track_caller]
    pub fn search(&mut self, query: &str) -> Vec<String> {
        paths(&self.call("search_docs", json!({"query": query})))
    }

    /// Ends the session as an agent does, by closing the pipe, and gives the code.
    #[track_caller]
    pub fn close(self) -> i32 {
        let Self { mut running, input, output, .. } = self;
        drop(input);
        drop(output);
        running.0.wait().unwrap().code().unwrap_or(-1)
    }

    /// Ends the server without a word.
    #[track_caller]
    pub fn crash(self) {
        self.running.crash();
    }

    #[track_caller]
    fn send(&mut self, frame: &Value) {
        writeln!(self.input, "{frame}").unwrap();
    }
}

/// The paths in the headings of a search answer: `### n. PATH — BREADCRUMB (score …)`.
pub(crate) fn paths(answer: &str) -> Vec<String> {
    let heading = |line: &str| {
        let (rank, rest) = line.strip_prefix("### ")?.split_once(". ")?;
        rank.parse::<u32>().ok()?;
        Some(rest.split_once(" — ")?.0.to_owned())
    };
    answer.lines().filter_map(heading).collect()
}
