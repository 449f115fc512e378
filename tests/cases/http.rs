//! The loopback server lets in whoever holds the token, from this machine, under its own name.

use docroom_tests::{Request, TestApp};
use serde_json::json;

#[test]
fn strangers_are_refused() {
    let app = TestApp::with(&[("a.md", "# Alpha\n")]);
    let (_serving, port) = app.serve();
    let token = app.token();
    let good = Request::call("/mcp", &token, "tools/list", json!({}));
    let own = format!("127.0.0.1:{port}");
    let cases = [
        ("as it should be", good.clone(), 200),
        ("localhost", good.clone().header("Host", &format!("localhost:{port}")), 200),
        ("own origin", good.clone().header("Origin", &format!("http://{own}")), 200),
        ("no token", good.clone().header("Authorization", ""), 401),
        ("another token", good.clone().header("Authorization", "Bearer 0000"), 401),
        (
            "the token half",
            good.clone().header("Authorization", &format!("Bearer {}", &token[..8])),
            401,
        ),
        ("another scheme", good.clone().header("Authorization", &format!("Basic {token}")), 401),
        ("another host", good.clone().header("Host", "evil.example"), 403),
        ("another port", good.clone().header("Host", "127.0.0.1:1"), 403),
        ("another origin", good.clone().header("Origin", "https://evil.example"), 403),
        ("no origin to speak of", good.clone().header("Origin", "null"), 403),
        ("host before token", good.header("Host", "evil.example").header("Authorization", ""), 403),
        ("health", Request::get("/health"), 200),
        ("health, another host", Request::get("/health").header("Host", "evil.example"), 403),
        ("unknown project", Request::call("/mcp/nope", &token, "tools/list", json!({})), 404),
        ("unknown path, no token", Request::get("/elsewhere"), 401),
    ];
    for (name, request, status) in cases {
        let reply = request.send(port).unwrap();
        assert_eq!(reply.status, status, "{name}: {reply:?}");
        assert!(!reply.head.contains("access-control-"), "{name}: {reply:?}");
        assert_eq!(reply.head.contains("www-authenticate"), status == 401, "{name}: {reply:?}");
    }
}

#[test]
fn the_token_is_the_users_alone() {
    let app = TestApp::with(&[("a.md", "# Alpha\n")]);
    let (_serving, _) = app.serve();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(app.home().join("http-token")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    assert!(app.token().len() >= 32);
}

#[test]
fn a_taken_port_is_an_error_that_names_it() {
    let app = TestApp::empty();
    let (_serving, port) = app.serve();
    let answer = app.run(&["serve", "--port", &port.to_string()]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.err.contains(&port.to_string()), "{answer:?}");
}
