//! The plainest HTTP client: one request a connection, every header the test's own.

#![allow(clippy::unwrap_used)]

use crate::agent::paths;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A request that a test puts together.
#[derive(Clone)]
pub struct Request {
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    /// The status code.
    pub status: u16,
    /// The head, in lower case.
    pub head: String,
    /// The body.
    pub body: String,
}

impl Request {
    /// A plain GET.
    pub fn get(path: &str) -> Self {
        Self { method: "GET", path: path.to_owned(), headers: Vec::new(), body: String::new() }
    }

    /// A call of the protocol, as an agent sends it.
    pub fn call(path: &str, token: &str, method: &str, params: Value) -> Self {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let request = Self { method: "POST", body: body.to_string(), ..Self::get(path) };
        request
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2025-06-18")
            .header("Authorization", &format!("Bearer {token}"))
    }

    /// Adds a header, or replaces the one of that name; an empty value takes it away.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(kept, _)| !kept.eq_ignore_ascii_case(name));
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sends it to this port of the loopback; None when nothing listens there.
    #[track_caller]
    pub fn send(&self, port: u16) -> Option<Reply> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request = self.clone();
        let own =
            |name: &str| request.headers.iter().any(|(kept, _)| kept.eq_ignore_ascii_case(name));
        let mut text = format!("{} {} HTTP/1.1\r\n", request.method, request.path);
        if !own("Host") {
            text += &format!("Host: 127.0.0.1:{port}\r\n");
        }
        for (name, value) in request.headers.iter().filter(|(_, value)| !value.is_empty()) {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("Content-Length: {}\r\nConnection: close\r\n\r\n", request.body.len());
        stream.write_all((text + &request.body).as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        Some(Reply::read(&String::from_utf8(answer).unwrap()))
    }
}

impl Reply {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        let head = head.to_ascii_lowercase();
        let body = if head.contains("transfer-encoding: chunked") {
            joined(body)
        } else {
            body.to_owned()
        };
        Self { status: status.unwrap_or_else(|| panic!("no answer: {text:?}")), head, body }
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The ranked paths of a search's answer.
    #[track_caller]
    pub fn paths(&self) -> Vec<String> {
        assert_eq!(self.status, 200, "{self:?}");
        paths(self.json()["result"]["content"][0]["text"].as_str().unwrap())
    }
}

fn joined(chunks: &str) -> String {
    let (mut rest, mut body) = (chunks, String::new());
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        body += &after[..size];
        rest = after[size..].trim_start_matches("\r\n");
    }
    body
}
