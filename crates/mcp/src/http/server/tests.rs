//! The loopback server over real sockets, byte by byte: what is refused before a body is
//! read, what the envelope refuses, and stopping.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::test_home::TestHome;
use std::io::{Read, Write};
use std::net::TcpStream;

struct Running {
    server: HttpServer,
    token: String,
    _home: TestHome,
}

fn run() -> Running {
    let (home, engine) = TestHome::open();
    let token = engine.http_token().unwrap();
    let server = HttpServer::start(engine, 0).unwrap();
    Running { server, token, _home: home }
}

impl Running {
    fn ask(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.server.address()).unwrap();
        let length = body.len();
        let request =
            format!("{head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn post(&self, path: &str, body: &str) -> String {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream",
            self.server.address().port(),
            self.token
        );
        self.ask(&head, body)
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or(answer)
}

#[test]
fn the_gate_stands_before_every_route() {
    let running = run();
    let port = running.server.address().port();
    for path in ["/mcp", "/mcp/any", "/nowhere"] {
        let strange =
            running.ask(&format!("POST {path} HTTP/1.1\r\nHost: evil.example:{port}"), "");
        assert_eq!(status(&strange), "403", "{path}");
        let host = format!("POST {path} HTTP/1.1\r\nHost: localhost:{port}");
        let foreign = running.ask(&format!("{host}\r\nOrigin: http://evil.example"), "");
        assert_eq!(status(&foreign), "403", "{path}");
        let anonymous = running.ask(&host, "");
        assert_eq!(status(&anonymous), "401", "{path}");
        assert!(anonymous.to_lowercase().contains("www-authenticate: bearer"), "{anonymous}");
    }
    assert_eq!(status(&running.post("/nowhere", "")), "404");
    let health = running.ask(&format!("GET /health HTTP/1.1\r\nHost: localhost:{port}"), "");
    assert_eq!(status(&health), "200");
    assert!(health.contains(r#""name":"docroom""#), "{health}");
    assert!(!health.to_lowercase().contains("access-control"), "{health}");
}

#[test]
fn envelopes_are_checked_as_on_stdio() {
    let running = run();
    for (body, expected, code) in [
        ("{", "400", "-32700"),
        ("[]", "400", "-32600"),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, "400", "-32600"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"nope"}"#, "200", "-32601"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#, "200", "-32602"),
        (r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "202", ""),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, "200", "\"result\""),
    ] {
        let answer = running.post("/mcp", body);
        assert_eq!(status(&answer), expected, "{body}: {answer}");
        assert!(answer.contains(code), "{body}: {answer}");
    }
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let answer = running.post("/mcp", initialize);
    assert!(answer.contains(r#""protocolVersion":"2025-06-18""#), "{answer}");
    assert!(!answer.to_lowercase().contains("mcp-session-id"), "stateless: {answer}");
    let long = format!("{}{}", " ".repeat(crate::envelope::FRAME_LIMIT), "{}");
    assert_eq!(status(&running.post("/mcp", &long)), "413");
}

#[test]
fn a_taken_port_is_said_and_stopping_frees_it() {
    let running = run();
    let port = running.server.address().port();
    let (_home, engine) = TestHome::open();
    let second = HttpServer::start(engine.clone(), port);
    assert!(matches!(second, Err(Error::PortTaken { port: taken }) if taken == port));
    // A client that has sent half a request does not hold the server.
    let mut half = TcpStream::connect(running.server.address()).unwrap();
    half.write_all(b"POST /mcp HTTP/1.1\r\nHost: loc").unwrap();
    running.server.stop();
    let mut rest = Vec::new();
    let _ = half.read_to_end(&mut rest);
    let again = HttpServer::start(engine, port).unwrap();
    assert_eq!(again.address().port(), port);
}
