//! Who may ask at all, before any route is looked at: the Host must be ours (a page that
//! rebinds a name can't fake it), an Origin too, and the caller must hold the token.
//! Source of the order: contracts/protocol.md, "Loopback HTTP".

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// The route that needs no token: it says name and version only.
pub(crate) const HEALTH: &str = "/health";

/// What a caller has to know.
#[derive(Debug)]
pub(crate) struct Gate {
    /// The port that we listen on.
    pub(crate) port: u16,
    /// The bearer token.
    pub(crate) token: String,
}

/// The middleware around every route.
pub(crate) async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    match gate.check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Refusal {
    Host,
    Origin,
    Token { given: bool },
}

impl Gate {
    fn check(&self, request: &Request) -> Result<(), Refusal> {
        let headers = request.headers();
        let named = request.uri().authority().map(axum::http::uri::Authority::as_str);
        let host = only(headers, &HOST).ok_or(Refusal::Host)?;
        if !self.is_ours(host) || !named.is_none_or(|named| self.is_ours(named)) {
            return Err(Refusal::Host);
        }
        if headers.contains_key(ORIGIN) {
            let origin = only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
            if !origin.is_some_and(|origin| self.is_ours(origin)) {
                return Err(Refusal::Origin);
            }
        }
        if request.uri().path() == HEALTH {
            return Ok(());
        }
        let token = only(headers, &AUTHORIZATION).and_then(bearer);
        let right =
            token.is_some_and(|token| bool::from(token.as_bytes().ct_eq(self.token.as_bytes())));
        if right { Ok(()) } else { Err(Refusal::Token { given: token.is_some() }) }
    }

    fn is_ours(&self, authority: &str) -> bool {
        let (name, port) = match authority.rsplit_once(':') {
            // The colons of a bare `[::1]` belong to the address.
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (authority, Some(80)),
        };
        let known = ["127.0.0.1", "localhost", "[::1]"];
        port == Some(self.port) && known.iter().any(|known| name.eq_ignore_ascii_case(known))
    }
}

/// A header's value if it is there once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let text = |status, text: &'static str| {
            (status, [(CONTENT_TYPE, "text/plain; charset=utf-8")], text)
        };
        match self {
            Self::Host => {
                text(StatusCode::FORBIDDEN, "the Host is not this server's own\n").into_response()
            }
            Self::Origin => {
                text(StatusCode::FORBIDDEN, "the Origin is not this server's own\n").into_response()
            }
            Self::Token { given } => {
                let challenge = match given {
                    true => "Bearer realm=\"docroom\", error=\"invalid_token\"",
                    false => "Bearer realm=\"docroom\"",
                };
                let refusal = text(StatusCode::UNAUTHORIZED, "a bearer token is needed\n");
                ([(WWW_AUTHENTICATE, challenge)], refusal).into_response()
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn check(uri: &str, headers: &[(&str, &str)]) -> Result<(), Refusal> {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let gate = Gate { port: 7423, token: "secret".to_owned() };
        gate.check(&request.body(Body::empty()).unwrap())
    }

    #[test]
    fn hosts() {
        for host in ["127.0.0.1:7423", "localhost:7423", "LOCALHOST:7423", "[::1]:7423"] {
            let headers = [("host", host), ("authorization", "Bearer secret")];
            assert_eq!(check("/mcp", &headers), Ok(()), "{host}");
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "127.0.0.1:07423x",
            "evil.example:7423",
            "[::1]",
            "",
            "127.0.0.1:7423:7423",
            "127.0.0.2:7423",
            "localhost.evil.example:7423",
        ] {
            let headers = [("host", host), ("authorization", "Bearer secret")];
            assert_eq!(check("/health", &headers), Err(Refusal::Host), "{host}");
        }
        let twice = [("host", "localhost:7423"), ("host", "localhost:7423")];
        assert_eq!(check("/health", &twice), Err(Refusal::Host));
        assert_eq!(check("/health", &[]), Err(Refusal::Host));
        let ours = [("host", "localhost:7423")];
        assert_eq!(check("http://evil.example/health", &ours), Err(Refusal::Host));
    }

    #[test]
    fn origins() {
        for (origin, expected) in [
            ("http://localhost:7423", Ok(())),
            ("http://127.0.0.1:7423", Ok(())),
            ("https://localhost:7423", Err(Refusal::Origin)),
            ("http://localhost:3000", Err(Refusal::Origin)),
            ("http://localhost", Err(Refusal::Origin)),
            ("null", Err(Refusal::Origin)),
            ("", Err(Refusal::Origin)),
        ] {
            let headers = [("host", "localhost:7423"), ("origin", origin)];
            assert_eq!(check("/health", &headers), expected, "{origin}");
        }
    }

    #[test]
    fn tokens() {
        let none = Refusal::Token { given: false };
        let wrong = Refusal::Token { given: true };
        for (authorization, expected) in [
            (None, Err(none)),
            (Some("Bearer secret"), Ok(())),
            (Some("bearer secret"), Ok(())),
            (Some("Bearer secre"), Err(wrong)),
            (Some("Bearer secrets"), Err(Refusal::Token { given: true })),
            (Some("Bearer "), Err(Refusal::Token { given: true })),
            (Some("Basic secret"), Err(Refusal::Token { given: false })),
        ] {
            let mut headers = vec![("host", "localhost:7423")];
            headers.extend(authorization.map(|value| ("authorization", value)));
            assert_eq!(check("/mcp/x", &headers), expected, "{authorization:?}");
        }
        let host = [("host", "localhost:7423")];
        assert_eq!(check("/health", &host), Ok(()), "no token needed");
        assert_eq!(check("/health/", &host), Err(Refusal::Token { given: false }));
    }
}
