//! The routes behind the gate: every project at /mcp, one at /mcp/PROJECT, and /health. The
//! envelope is checked as on stdio before rmcp reads the body.

use super::gate::{Gate, HEALTH, guard};
use crate::envelope::{self, FRAME_LIMIT, Frame, Refusal};
use crate::error::Error;
use crate::server::Server;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use docroom_engine::Engine;
use rmcp::model::{ErrorCode, ProtocolVersion};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use std::sync::Arc;

/// Everything that is served.
pub(crate) fn routes(engine: Engine, gate: Gate) -> Router {
    Router::new()
        .route(HEALTH, get(health))
        .route("/mcp", any(all_projects))
        .route("/mcp/{project}", any(one_project))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .with_state(engine)
        .layer(from_fn_with_state(Arc::new(gate), guard))
}

async fn health() -> Response {
    json_response(
        StatusCode::OK,
        json!({ "name": "docroom", "version": env!("CARGO_PKG_VERSION") }).to_string(),
    )
}

async fn all_projects(State(engine): State<Engine>, request: Request) -> Response {
    serve(engine, None, request).await
}

async fn one_project(
    State(engine): State<Engine>,
    Path(project): Path<String>,
    request: Request,
) -> Response {
    serve(engine, Some(project), request).await
}

async fn serve(engine: Engine, project: Option<String>, request: Request) -> Response {
    let made = tokio::task::spawn_blocking(move || Server::new(engine, project)).await;
    let server = match made {
        Ok(Ok(server)) => server,
        Ok(Err(error @ Error::UnknownProject { .. })) => {
            return (StatusCode::NOT_FOUND, format!("{error}\n")).into_response();
        }
        Ok(Err(_)) | Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    };
    let request = match request.method() {
        &Method::POST => match checked(request).await {
            Ok(request) => request,
            Err(response) => return *response,
        },
        _ => request,
    };
    let configuration = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(FRAME_LIMIT)
        // The gate has checked the Host, the port included.
        .disable_allowed_hosts();
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(NeverSessionManager::default()),
        configuration,
    );
    service.handle(request).await.map(Body::new)
}

/// The request with its body read, if the body is a request that rmcp is to answer.
async fn checked(request: Request) -> Result<Request, Box<Response>> {
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, FRAME_LIMIT).await else {
        return Err(Box::new(refused(StatusCode::PAYLOAD_TOO_LARGE, &Refusal::too_long())));
    };
    match envelope::read(&bytes) {
        Frame::Request(..) => Ok(Request::from_parts(parts, Body::from(bytes))),
        Frame::Cancelled(_) | Frame::Ignored => Err(Box::new(StatusCode::ACCEPTED.into_response())),
        Frame::Refused(refusal) => {
            let status = status(&refusal, &parts.headers);
            Err(Box::new(refused(status, &refusal)))
        }
    }
}

/// Malformed frames are malformed HTTP requests; a method or parameters that do not fit are
/// that only since 2026-07-28.
fn status(refusal: &Refusal, headers: &HeaderMap) -> StatusCode {
    let version = headers.get("mcp-protocol-version").and_then(|value| value.to_str().ok());
    let modern = version >= Some(ProtocolVersion::V_2026_07_28.as_str());
    match refusal.code {
        ErrorCode::METHOD_NOT_FOUND if modern => StatusCode::NOT_FOUND,
        ErrorCode::METHOD_NOT_FOUND | ErrorCode::INVALID_PARAMS if !modern => StatusCode::OK,
        _ => StatusCode::BAD_REQUEST,
    }
}

fn refused(status: StatusCode, refusal: &Refusal) -> Response {
    json_response(status, refusal.to_bytes())
}

fn json_response(status: StatusCode, body: impl Into<Body>) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], body.into()).into_response()
}
