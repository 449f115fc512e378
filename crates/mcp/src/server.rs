//! The server value that both transports serve: rmcp's questions to one line each.

use crate::error::Error;
use crate::{call, instructions, resources, tools};
use docroom_engine::Engine;
use docroom_model::{Code, Phase, ProjectStatus};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, DiscoverResult, ErrorData, Implementation,
    InitializeRequestParams, InitializeResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

/// One project, or all of them, offered to one client.
#[derive(Clone)]
pub(crate) struct Server {
    engine: Engine,
    project: Option<String>,
}

/// What a project list looked like at one moment, to notice that it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexMark {
    state: u64,
    /// Name, documents, chunks and end of the last run of each project.
    pub(crate) documents: Vec<(String, u32, u32, Option<i64>)>,
}

impl Server {
    /// A server of `project`, or of all. A project that does not exist is refused here, where
    /// a person reads the reason; a list that can't be read is not (calls will say so).
    pub(crate) fn new(engine: Engine, project: Option<String>) -> Result<Self, Error> {
        if let Some(name) = &project
            && let Ok(names) = engine.project_names()
            && !names.iter().any(|known| known.as_str() == name)
        {
            let known = call::known_projects(&names);
            return Err(Error::UnknownProject { name: name.clone(), known });
        }
        Ok(Self { engine, project })
    }

    /// The state of the index, looked at only when the engine's counter moved since `before`.
    pub(crate) async fn index_mark(&self, before: Option<IndexMark>) -> Option<IndexMark> {
        let looked = self
            .on_engine(move |engine, project| {
                let state = engine.state_version()?;
                if before.as_ref().is_some_and(|before| before.state == state) {
                    return Ok(before);
                }
                let status = engine.status(project)?;
                // A run is one change, told when it ends, however many batches it commits.
                let running = |status: &ProjectStatus| status.progress.phase == Phase::Indexing;
                if let Some(before) = before.filter(|_| status.iter().any(running)) {
                    return Ok(Some(IndexMark { state, ..before }));
                }
                let mark = |status: ProjectStatus| {
                    let last_run = status.last_run.and_then(|run| run.finished_ms);
                    (status.name.to_string(), status.documents, status.chunks, last_run)
                };
                let documents = status.into_iter().map(mark).collect();
                Ok(Some(IndexMark { state, documents }))
            })
            .await;
        looked.ok().flatten()
    }

    /// Runs engine work on a blocking thread.
    async fn on_engine<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Engine, Option<&str>) -> docroom_model::Result<T> + Send + 'static,
    ) -> docroom_model::Result<T> {
        let Self { engine, project } = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&engine, project.as_deref())).await;
        done.unwrap_or_else(|panicked| {
            let message = "a call into the engine broke off";
            Err(docroom_model::Error::new(Code::Internal, message).because(panicked))
        })
    }

    async fn config(&self) -> ServerConfig {
        let known = self.on_engine(|engine, project| engine.summaries(project)).await;
        let text = instructions::text(self.project.as_deref(), known.ok().as_deref());
        self.get_info().with_instructions(text)
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let offered = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_resources_list_changed()
            .build();
        let name = Implementation::new("docroom", env!("CARGO_PKG_VERSION")).with_title("Docroom");
        ServerConfig::new(offered)
            .with_server_info(name)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let negotiated = self.negotiate_initialize(&request)?.protocol_version;
        // What was agreed on counts for the rest of the session, not what was asked for.
        context.peer.set_peer_info(request.with_protocol_version(negotiated.clone()));
        Ok(self.config().await.with_protocol_version(negotiated))
    }

    async fn discover(
        &self,
        _context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, self.config().await))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        resources::no_cursor(request)?;
        let scope = self.on_engine(tools::scope).await.map_err(|error| call::protocol(&error))?;
        Ok(ListToolsResult::with_all_items(tools::list(scope)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = tools::find(&request.name, self.project.is_some()) else {
            let message = format!("there is no tool `{}`", crate::fence::one_line(&request.name));
            return Err(ErrorData::invalid_params(message, None));
        };
        let arguments = request.arguments.unwrap_or_default();
        let done = self
            .on_engine(move |engine, project| Ok(call::call(engine, project, tool, arguments)))
            .await
            .map_err(|error| call::protocol(&error))?;
        done.map(CallToolResponse::from)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        self.on_engine(move |engine, project| {
            Ok(resources::list(engine, project, cursor.as_deref()))
        })
        .await
        .map_err(|error| call::protocol(&error))?
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        resources::no_cursor(request)?;
        Ok(resources::templates(self.project.as_deref()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.on_engine(move |engine, project| Ok(resources::read(engine, project, &request.uri)))
            .await
            .map_err(|error| call::protocol(&error))?
            .map(ReadResourceResponse::from)
    }
}
