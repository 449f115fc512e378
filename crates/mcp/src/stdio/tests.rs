//! One client on in-memory pipes: what goes in, what comes out, and how it ends. Nothing here
//! needs an index.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::test_home::TestHome;
use serde_json::Value;
use std::io::{BufRead, PipeReader, PipeWriter, pipe};
use std::thread::JoinHandle;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;

struct Client {
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    server: JoinHandle<Result<(), Error>>,
    _home: TestHome,
}

impl Client {
    fn connect() -> Self {
        Self::connect_with(STALL)
    }

    fn connect_with(stall: Duration) -> Self {
        let (home, engine) = TestHome::open();
        let (their_input, input) = pipe().unwrap();
        let (output, their_output) = pipe().unwrap();
        let server =
            thread::spawn(move || serve_pipes(engine, None, their_input, their_output, stall));
        Self { input: Some(input), output: BufReader::new(output), server, _home: home }
    }

    fn send(&mut self, frame: &str) {
        self.input.as_ref().unwrap().write_all(format!("{frame}\n").as_bytes()).unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "a whole frame: {line:?}");
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, frame: &str) -> Value {
        self.send(frame);
        self.receive()
    }

    /// Ends the input; all that still comes out, and how serving ended.
    fn end(mut self) -> (Vec<Value>, Result<(), Error>) {
        drop(self.input.take());
        let lines = self.output.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap());
        (lines.collect(), self.server.join().unwrap())
    }
}

fn ping(id: usize) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)
}

#[test]
fn a_session_from_initialize_to_the_end() {
    let mut client = Client::connect();
    let answer = client.ask(INITIALIZE);
    assert_eq!(answer["id"], "i");
    assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answer["result"]["serverInfo"]["name"], "docroom");
    let offered = &answer["result"]["capabilities"];
    assert_eq!(offered["resources"]["listChanged"], true);
    assert!(offered["resources"].get("subscribe").is_none());
    assert!(offered.get("prompts").is_none() && offered.get("logging").is_none());
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!(client.ask(&ping(1))["result"], serde_json::json!({}));
    let (rest, ended) = client.end();
    assert!(ended.is_ok() && rest.is_empty(), "{rest:?}");
}

#[test]
fn a_version_that_is_not_known_gets_the_newest_that_is() {
    for (asked, answered) in
        [("1999-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("2024-11-05", "2024-11-05")]
    {
        let mut client = Client::connect();
        let answer = client.ask(&INITIALIZE.replace("2025-06-18", asked));
        assert_eq!(answer["result"]["protocolVersion"], answered);
        assert!(client.ask(&ping(1)).get("result").is_some(), "the session is a legacy one");
    }
}

#[test]
fn refusals_leave_the_session_alive() {
    let mut client = Client::connect();
    for (frame, code) in [
        ("{", -32700),
        ("[]", -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"nope"}"#, -32601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":""}}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":""}}"#, -32602),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///x"}}"#,
            -32002,
        ),
        (r#"{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}"#, -32601),
    ] {
        let answer = client.ask(frame);
        assert_eq!(answer["error"]["code"], code, "{frame}: {answer}");
        assert!(answer.get("id").is_some(), "present even when null");
    }
    let overlong = "a".repeat(crate::envelope::FRAME_LIMIT + 1);
    assert_eq!(client.ask(&overlong)["error"]["code"], -32600);
    assert!(client.ask(&ping(2)).get("result").is_some());
}

#[test]
fn everything_sent_before_the_end_is_answered() {
    let mut client = Client::connect();
    for id in 0..200 {
        client.send(&ping(id));
    }
    client.input.as_ref().unwrap().write_all(ping(200).as_bytes()).unwrap();
    let (answers, ended) = client.end();
    assert!(ended.is_ok());
    let mut ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..=200).collect::<Vec<_>>());
}

#[test]
fn a_closed_output_ends_serving_with_a_reason() {
    let mut client = Client::connect();
    client.ask(&ping(1));
    let (silent, _) = pipe().unwrap();
    client.output = BufReader::new(silent);
    client.send(&ping(2));
    let ended = client.server.join().unwrap();
    assert!(matches!(ended, Err(Error::Write(_))), "{ended:?}");
}

#[test]
fn a_stalled_client_ends_serving_with_a_reason() {
    let mut client = Client::connect_with(Duration::from_millis(20));
    let mut input = client.input.take().unwrap();
    // Fails once the server is gone.
    let writer =
        thread::spawn(
            move || while input.write_all(format!("{}\n", ping(1)).as_bytes()).is_ok() {},
        );
    let ended = client.server.join().unwrap();
    assert!(matches!(ended, Err(Error::Stalled { .. })), "{ended:?}");
    drop(client.output);
    writer.join().unwrap();
}

#[test]
fn a_client_that_reads_late_gets_every_answer() {
    let mut client = Client::connect();
    let mut input = client.input.take().unwrap();
    let writer = thread::spawn(move || {
        for id in 0..20_000 {
            input.write_all(format!("{}\n", ping(id)).as_bytes()).unwrap();
        }
    });
    for _ in 0..20_000 {
        client.receive();
    }
    writer.join().unwrap();
    let (rest, ended) = client.end();
    assert!(rest.is_empty() && ended.is_ok());
}
