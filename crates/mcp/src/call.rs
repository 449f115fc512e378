//! A tool call: check the arguments, ask the engine once, put the answer into text. Also how
//! the engine's errors look to an agent.

use crate::answer;
use crate::arguments;
use crate::schema::Scope;
use crate::tools::{self, LINE_OUT_OF_RANGE, Name, RESOURCE_UNKNOWN};
use docroom_engine::Engine;
use docroom_model::{
    Code, DocumentPath, DocumentUri, Error, FindRequest, LinesRequest, ProjectName, ReadRequest,
    SearchQuery, TopicsQuery,
};
use rmcp::model::{CallToolResult, ContentBlock, ErrorData, JsonObject};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Answers a call on a server of `project`, or of all.
pub(crate) fn call(
    engine: &Engine,
    project: Option<&str>,
    tool: Name,
    arguments: JsonObject,
) -> Result<CallToolResult, ErrorData> {
    if let Some(name) = project
        && removed(engine, name)
    {
        // The engine would list the projects there are, which are none of this server's.
        return Ok(refused(format!("the project `{name}`, all that this server had, was removed")));
    }
    let scope = match tools::scope(engine, project) {
        Ok(scope) => scope,
        Err(error) => return failed(&error),
    };
    if scope == (Scope::All { required: true })
        && tool != Name::Projects
        && !arguments.contains_key("project")
        && let Ok(names) = engine.project_names()
    {
        let known = known_projects(&names);
        return Ok(refused(format!("`project` is missing and nothing was done: {known}")));
    }
    let call = Call { project, arguments, schema: tools::input(tool, scope) };
    match tool {
        Name::Search => call.prose(|request: &mut SearchQuery, project| {
            fill(&mut request.project, project);
            let limit = engine.settings()?.max_result_chars as usize;
            Ok(answer::search(&engine.search(request)?, request, limit))
        }),
        Name::Topics => call.prose(|request: &mut TopicsQuery, project| {
            fill(&mut request.project, project);
            Ok(answer::topics(&engine.topics(request)?))
        }),
        Name::Read => call.prose(|request: &mut ReadRequest, project| {
            fill(&mut request.project, project);
            let names_project = scope != Scope::One;
            Ok(answer::document(&engine.read(request)?, names_project))
        }),
        Name::Projects => {
            call.prose(|_: &mut Nothing, _| Ok(answer::projects(&engine.status(None)?)))
        }
        Name::Lines => call.exact(|request: &mut LinesRequest, project| {
            fill(&mut request.project, project);
            engine.lines(request).map_err(|error| (error, request.path.clone()))
        }),
        Name::Find => call.exact(|request: &mut FindRequest, project| {
            fill(&mut request.project, project);
            engine.find(request).map_err(|error| (error, request.path.clone()))
        }),
    }
}

/// Whether the one project that a server was started for is no more.
pub(crate) fn removed(engine: &Engine, project: &str) -> bool {
    engine.project_names().is_ok_and(|names| names.iter().all(|name| name.as_str() != project))
}

/// The sentence that lists the projects there are.
pub(crate) fn known_projects(names: &[ProjectName]) -> String {
    if names.is_empty() {
        return "there are none yet: add one with `docroom add FOLDER`".to_owned();
    }
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    format!("there are {}", names.join(", "))
}

/// An error where no tool result can carry it. What is our fault is not shown, only logged.
pub(crate) fn protocol(error: &Error) -> ErrorData {
    match error.code {
        Code::Internal => {
            tracing::error!(%error, causes = ?error.causes(), "internal failure");
            ErrorData::internal_error("internal failure; the details are in Docroom's log", None)
        }
        Code::Invalid => ErrorData::invalid_params(error.message.clone(), None),
        _ => ErrorData::internal_error(described(error), None),
    }
}

struct Call<'a> {
    project: Option<&'a str>,
    arguments: JsonObject,
    schema: JsonObject,
}

/// A tool without arguments.
#[derive(serde::Deserialize)]
struct Nothing {}

impl Call<'_> {
    fn prose<T: DeserializeOwned>(
        self,
        ask: impl FnOnce(&mut T, Option<&str>) -> docroom_model::Result<String>,
    ) -> Result<CallToolResult, ErrorData> {
        let mut request = match arguments::read(self.arguments, &self.schema) {
            Ok(request) => request,
            Err(faults) => return Ok(refused(faults)),
        };
        match ask(&mut request, self.project) {
            Ok(text) => Ok(CallToolResult::success(vec![ContentBlock::text(text)])),
            Err(error) => failed(&error),
        }
    }

    /// The tools whose answer is one JSON document, as text and as structured content.
    fn exact<T: DeserializeOwned, A: Serialize>(
        self,
        ask: impl FnOnce(&mut T, Option<&str>) -> Result<A, (Error, String)>,
    ) -> Result<CallToolResult, ErrorData> {
        let mut request = match arguments::read(self.arguments, &self.schema) {
            Ok(request) => request,
            Err(faults) => return Ok(refused(faults)),
        };
        match ask(&mut request, self.project) {
            Ok(answer) => {
                let mut document = json!({ "status": "ok" });
                if let (Value::Object(document), Ok(Value::Object(fields))) =
                    (&mut document, serde_json::to_value(answer))
                {
                    document.extend(fields);
                }
                Ok(CallToolResult::structured(document))
            }
            Err((error, path)) => match error.code {
                Code::NotFound => Ok(refusal(RESOURCE_UNKNOWN)),
                Code::Invalid if !addresses_a_document(&path) => Ok(refusal(RESOURCE_UNKNOWN)),
                Code::Invalid => Ok(refusal(LINE_OUT_OF_RANGE)),
                _ => failed(&error),
            },
        }
    }
}

/// A one-project server speaks for its own project, whatever else exists.
fn fill(field: &mut Option<String>, project: Option<&str>) {
    if let Some(project) = project {
        *field = Some(project.to_owned());
    }
}

fn addresses_a_document(path: &str) -> bool {
    DocumentPath::new(path).is_ok() || DocumentUri::parse(path).is_ok()
}

fn refusal(code: &str) -> CallToolResult {
    CallToolResult::structured_error(json!({ "status": "error", "code": code }))
}

fn refused(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

fn failed(error: &Error) -> Result<CallToolResult, ErrorData> {
    match error.code {
        Code::Internal => Err(protocol(error)),
        // Not a mistake of the agent's: an answer that says how far things are.
        Code::NotReady => {
            Ok(CallToolResult::success(vec![ContentBlock::text(error.message.clone())]))
        }
        _ => Ok(refused(described(error))),
    }
}

fn described(error: &Error) -> String {
    let mut text = error.message.clone();
    for cause in error.causes() {
        text.push_str(": ");
        text.push_str(&cause);
    }
    text
}
