//! The `docimg` scheme: local images of a project, and nothing else of the disk.
//! `docimg://localhost/PROJECT/SOURCE/PATH`, spelt as in a document's resource URI.

use docroom_engine::Engine;
use docroom_model::DocumentUri;
use tauri::http::{Request, Response, StatusCode, header};
use tauri::{Manager, Runtime, UriSchemeContext, UriSchemeResponder};

/// The scheme's name.
pub(crate) const SCHEME: &str = "docimg";

/// Answers one request off the main thread: the engine decides what is an image of the project.
pub(crate) fn answer<R: Runtime>(
    context: UriSchemeContext<'_, R>,
    request: Request<Vec<u8>>,
    responder: UriSchemeResponder,
) {
    let engine = context.app_handle().state::<Engine>().inner().clone();
    tauri::async_runtime::spawn_blocking(move || {
        responder.respond(read(&engine, request.uri().path()))
    });
}

fn read(engine: &Engine, path: &str) -> Response<Vec<u8>> {
    let image = address(path).and_then(|uri| engine.image(uri.project.as_str(), uri.path.as_str()));
    let (status, body, kind) = match image {
        Ok((bytes, kind)) => (StatusCode::OK, bytes, kind),
        Err(error) => (StatusCode::NOT_FOUND, error.message.into_bytes(), "text/plain"),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // An edited image must be seen at the next look.
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    ] {
        if let Ok(value) = header::HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn address(path: &str) -> docroom_model::Result<DocumentUri> {
    DocumentUri::parse(&format!("docroom:/{path}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_address_names_one_file_of_one_project() {
        let uri = address("/my%20p/guide/a%20b/x.png").unwrap();
        assert_eq!((uri.project.as_str(), uri.path.as_str()), ("my p", "guide/a b/x.png"));
        for bad in [
            "",
            "/",
            "/p/x.png",
            "/p/s/../x.png",
            "/p/s/%2e%2e/x.png",
            "/p/s/a%2Fb.png",
            "/p//x.png",
        ] {
            assert!(address(bad).is_err(), "{bad}");
        }
    }
}
