//! One frame of bytes to one request, or to the refusal that the JSON-RPC envelope demands.
//! Source of the codes: contracts/protocol.md, "Errors". Both transports read through here, so
//! that a malformed frame is answered alike and never reaches the server.

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorCode, RequestId};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Largest frame in bytes, without its terminator.
pub(crate) const FRAME_LIMIT: usize = 2_097_152;

/// What a frame is.
#[derive(Debug)]
pub(crate) enum Frame {
    /// A request to answer, its parameters read.
    Request(RequestId, Box<ClientRequest>),
    /// The client no longer wants the answer to this request.
    Cancelled(RequestId),
    /// A notification or a response: nothing to do, nothing to answer.
    Ignored,
    /// To be answered with this error and nothing else.
    Refused(Refusal),
}

/// A JSON-RPC error for a frame that is not dispatched.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The frame's id, or null where it can't be read.
    pub(crate) id: Value,
    /// The JSON-RPC code.
    pub(crate) code: ErrorCode,
    /// What is wrong.
    pub(crate) message: String,
}

impl Refusal {
    fn new(id: Value, code: ErrorCode, message: impl Into<String>) -> Self {
        Self { id, code, message: message.into() }
    }

    /// A frame past [`FRAME_LIMIT`].
    pub(crate) fn too_long() -> Self {
        let message = format!("the message is longer than {FRAME_LIMIT} bytes");
        Self::new(Value::Null, ErrorCode::INVALID_REQUEST, message)
    }

    /// A request whose id belongs to one that is not answered yet.
    pub(crate) fn in_flight(id: RequestId) -> Self {
        let message = format!("a request with the id `{id}` is still in work");
        Self::new(id.into_json_value(), ErrorCode::INVALID_REQUEST, message)
    }

    /// The frame that answers it, without terminator. A null id is present, as JSON-RPC asks.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let error = json!({ "code": self.code.0, "message": self.message });
        json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string().into_bytes()
    }
}

/// Reads one frame.
pub(crate) fn read(bytes: &[u8]) -> Frame {
    match read_object(bytes) {
        Ok(frame) => frame,
        Err(refusal) => Frame::Refused(refusal),
    }
}

/// The same request as a message for the server.
pub(crate) fn message(id: RequestId, request: ClientRequest) -> ClientJsonRpcMessage {
    ClientJsonRpcMessage::request(request, id)
}

fn read_object(bytes: &[u8]) -> Result<Frame, Refusal> {
    let value = serde_json::from_slice(bytes).map_err(|error| {
        Refusal::new(Value::Null, ErrorCode::PARSE_ERROR, format!("no JSON message: {error}"))
    })?;
    let invalid = |id: Value, why: &str| Refusal::new(id, ErrorCode::INVALID_REQUEST, why);
    let mut frame = match value {
        Value::Object(frame) => frame,
        Value::Array(_) => return Err(invalid(Value::Null, "batches are not taken")),
        _ => return Err(invalid(Value::Null, "a message is a JSON object")),
    };
    let id = frame.remove("id");
    let readable = id.as_ref().and_then(request_id);
    let shown = readable.clone().map_or(Value::Null, RequestId::into_json_value);
    if frame.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(invalid(shown, "`jsonrpc` must be \"2.0\""));
    }
    let method = match frame.remove("method") {
        Some(Value::String(method)) if !method.is_empty() => method,
        Some(_) => return Err(invalid(shown, "`method` must be a string that is not empty")),
        None => match (frame.contains_key("result"), frame.contains_key("error")) {
            (true, false) | (false, true) => return Ok(Frame::Ignored),
            (true, true) => return Err(invalid(shown, "a response has `result` or `error`")),
            (false, false) => return Err(invalid(shown, "`method` is missing")),
        },
    };
    match (id, readable) {
        (None, _) => Ok(notification(&method, &frame)),
        (Some(_), None) => {
            Err(invalid(Value::Null, "`id` must be a string or a whole number of 64 bits"))
        }
        (Some(_), Some(id)) => {
            let request = request(method, frame.remove("params"))
                .map_err(|(code, why)| Refusal::new(shown, code, why))?;
            Ok(Frame::Request(id, Box::new(request)))
        }
    }
}

fn request_id(id: &Value) -> Option<RequestId> {
    match id {
        Value::String(text) => Some(RequestId::String(text.as_str().into())),
        Value::Number(number) => number.as_i64().map(RequestId::Number),
        _ => None,
    }
}

/// Only a cancellation matters here; whatever else a notification says is not dispatched.
fn notification(method: &str, frame: &Map<String, Value>) -> Frame {
    let cancelled = (method == "notifications/cancelled")
        .then(|| frame.get("params")?.get("requestId").and_then(request_id))
        .flatten();
    cancelled.map_or(Frame::Ignored, Frame::Cancelled)
}

type Wrong = (ErrorCode, String);

fn request(method: String, params: Option<Value>) -> Result<ClientRequest, Wrong> {
    if !matches!(params, None | Some(Value::Object(_))) {
        return Err((ErrorCode::INVALID_PARAMS, "`params` must be an object".to_owned()));
    }
    if method == "tools/call" {
        let arguments = params.as_ref().and_then(|params| params.get("arguments"));
        if !matches!(arguments, None | Some(Value::Object(_))) {
            return Err((ErrorCode::INVALID_PARAMS, "`arguments` must be an object".to_owned()));
        }
    }
    // Methods that rmcp knows but this server does not offer count as unknown.
    match method.as_str() {
        "ping" => typed(method, params).map(ClientRequest::PingRequest),
        "initialize" => required(method, params).map(ClientRequest::InitializeRequest),
        "server/discover" => required(method, params).map(ClientRequest::DiscoverRequest),
        "tools/list" => listed(method, params).map(ClientRequest::ListToolsRequest),
        "tools/call" => required(method, params).map(ClientRequest::CallToolRequest),
        "resources/list" => listed(method, params).map(ClientRequest::ListResourcesRequest),
        "resources/read" => required(method, params).map(ClientRequest::ReadResourceRequest),
        "resources/templates/list" => {
            listed(method, params).map(ClientRequest::ListResourceTemplatesRequest)
        }
        _ => Err((ErrorCode::METHOD_NOT_FOUND, format!("there is no method `{method}`"))),
    }
}

/// A request whose parameters have required fields: absent ones are read as an empty object,
/// so that the refusal names the first field that is missing.
fn required<T: DeserializeOwned>(method: String, params: Option<Value>) -> Result<T, Wrong> {
    typed(method, Some(params.unwrap_or_else(|| json!({}))))
}

/// A request for a page of a list; rmcp would take a cursor of another type as none.
fn listed<T: DeserializeOwned>(method: String, params: Option<Value>) -> Result<T, Wrong> {
    match params.as_ref().and_then(|params| params.get("cursor")) {
        None | Some(Value::String(_)) => typed(method, params),
        Some(_) => Err((ErrorCode::INVALID_PARAMS, "`cursor` must be a string".to_owned())),
    }
}

fn typed<T: DeserializeOwned>(method: String, params: Option<Value>) -> Result<T, Wrong> {
    let mut request = Map::new();
    let refused = format!("the parameters of `{method}` do not fit");
    request.insert("method".to_owned(), Value::String(method));
    if let Some(params) = params {
        // No field of these methods may be null; rmcp would take it as absent.
        let null = |(name, value): &(&String, &Value)| value.is_null() && *name != "_meta";
        if let Some((name, _)) = params.as_object().and_then(|all| all.iter().find(null)) {
            return Err((ErrorCode::INVALID_PARAMS, format!("{refused}: `{name}` is null")));
        }
        request.insert("params".to_owned(), params);
    }
    serde_json::from_value(Value::Object(request))
        .map_err(|error| (ErrorCode::INVALID_PARAMS, format!("{refused}: {error}")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        match read(text.as_bytes()) {
            Frame::Request(id, request) => format!("{} {id:?}", request.method()),
            Frame::Cancelled(id) => format!("cancelled {id:?}"),
            Frame::Ignored => "ignored".to_owned(),
            Frame::Refused(refusal) => format!("{} {}", refusal.code.0, refusal.id),
        }
    }

    #[test]
    fn envelopes() {
        for (text, expected) in [
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, "ping Number(1)"),
            (r#"{"jsonrpc":"2.0","id":"","method":"ping"}"#, "ping String(\"\")"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{}}}"#, "ping Number(1)"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#, "-32602 1"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"nope/nope"}"#, "-32601 1"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}"#, "-32601 1"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, "-32602 1"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}"#, "-32602 1"),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":null}}"#,
                "-32602 1",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#,
                "tools/list Number(1)",
            ),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, "-32602 1"),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":[]}}"#,
                "-32602 1",
            ),
            (r#"{"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"}"#, "-32600 null"),
            (r#"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#, "-32600 null"),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "-32600 null"),
            (r#"{"jsonrpc":"2.0","id":7,"method":3}"#, "-32600 7"),
            (r#"{"id":"a","method":"ping"}"#, "-32600 \"a\""),
            (r#"{"jsonrpc":"2.0","method":"tools/call","params":7}"#, "ignored"),
            (r#"{"jsonrpc":"2.0","id":9,"result":{}}"#, "ignored"),
            (r#"{"jsonrpc":"2.0","id":null,"error":{}}"#, "ignored"),
            (r#"{"jsonrpc":"2.0","id":9,"result":{},"error":{}}"#, "-32600 9"),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}"#,
                "cancelled Number(4)",
            ),
            (r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}"#, "ignored"),
            ("[]", "-32600 null"),
            ("null", "-32600 null"),
            ("{", "-32700 null"),
            ("{\"a\":\"\u{0}\"}", "-32700 null"),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
        assert!(matches!(read(&[0xff]), Frame::Refused(refusal) if refusal.code.0 == -32700));
        let deep = "[".repeat(200) + &"]".repeat(200);
        assert_eq!(said(&deep), "-32700 null");
    }

    #[test]
    fn an_unreadable_id_is_null_and_present() {
        let answer: Value = serde_json::from_slice(&Refusal::too_long().to_bytes()).unwrap();
        assert_eq!(answer.get("id"), Some(&Value::Null));
        assert_eq!(answer["error"]["code"], -32600);
    }
}
