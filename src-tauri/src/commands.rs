//! What the page may ask: each command decodes, makes one engine call on a blocking thread, and
//! encodes. Listed again in `build.rs` and `capabilities/window.json`.

use crate::desk::Desk;
use crate::events::Follower;
use crate::links;
use docroom_engine::Engine;
use docroom_model::{
    AddFolder, Added, Code, Error, Event, Page, ProjectStatus, Result, Retrieval, SearchAnswer,
    SearchQuery, TreeEntry,
};
use std::collections::BTreeMap;
use tauri::ipc::Channel;
use tauri::{State, WebviewWindow};
use tauri_plugin_dialog::DialogExt;

type Asked<'a> = State<'a, Engine>;

/// Runs one engine call off the window's thread. What is ours to mend goes to the log.
async fn blocking<T: Send + 'static>(
    engine: Asked<'_>,
    call: impl FnOnce(&Engine) -> Result<T> + Send + 'static,
) -> Result<T> {
    let engine = engine.inner().clone();
    let outcome = tauri::async_runtime::spawn_blocking(move || call(&engine)).await;
    let outcome = outcome.unwrap_or_else(|panic| {
        Err(Error::new(Code::Internal, "the engine stopped in the middle of an answer")
            .because(panic))
    });
    outcome.inspect_err(|error| {
        if matches!(error.code, Code::Internal | Code::Io) {
            tracing::error!(causes = ?error.causes(), "{error}");
        }
    })
}

#[tauri::command]
pub(crate) async fn status(engine: Asked<'_>) -> Result<Vec<ProjectStatus>> {
    blocking(engine, |engine| engine.status(None)).await
}

#[tauri::command]
pub(crate) async fn tree(engine: Asked<'_>, project: String) -> Result<Vec<TreeEntry>> {
    blocking(engine, move |engine| engine.tree(&project)).await
}

#[tauri::command]
pub(crate) async fn page(engine: Asked<'_>, project: String, path: String) -> Result<Page> {
    blocking(engine, move |engine| engine.page(&project, &path)).await
}

#[tauri::command]
pub(crate) async fn search(
    engine: Asked<'_>,
    query: SearchQuery,
    retrieval: Retrieval,
) -> Result<SearchAnswer> {
    blocking(engine, move |engine| engine.search_by(&query, retrieval)).await
}

#[tauri::command]
pub(crate) async fn set_paused(engine: Asked<'_>, project: String, paused: bool) -> Result<()> {
    blocking(engine, move |engine| engine.set_paused(Some(&project), paused)).await
}

#[tauri::command]
pub(crate) async fn request_index(engine: Asked<'_>, project: String) -> Result<()> {
    blocking(engine, move |engine| engine.request_index(Some(&project), false)).await
}

/// Lets the person choose a folder and makes a project of it; nothing when they chose none. The
/// page can't name the folder itself: what is readable stays the person's choice.
#[tauri::command]
pub(crate) async fn add_folder(window: WebviewWindow, engine: Asked<'_>) -> Result<Option<Added>> {
    let dialog =
        window.dialog().file().set_title("Add a folder of documentation").set_parent(&window);
    blocking(engine, move |engine| {
        let Some(folder) = dialog.blocking_pick_folder() else { return Ok(None) };
        let folder = folder.into_path().map_err(|error| {
            Error::invalid("the folder that was chosen is not on this machine").because(error)
        })?;
        engine.add_folder(AddFolder { folder, ..AddFolder::default() }).map(Some)
    })
    .await
}

#[tauri::command]
pub(crate) async fn open_external(engine: Asked<'_>, address: String) -> Result<()> {
    blocking(engine, move |_| links::open_external(&address)).await
}

/// Sends events and passages to the page from now on. A page that was loaded anew follows anew.
#[tauri::command]
pub(crate) fn follow(
    follower: State<'_, Follower>,
    events: Channel<Event>,
    passages: Channel<links::Passage>,
) {
    follower.follow(events, passages);
}

/// What the window kept the last time.
#[tauri::command]
pub(crate) fn recall(desk: State<'_, Desk>) -> BTreeMap<String, String> {
    desk.recall()
}

/// Keeps a value for the next time the window is opened.
#[tauri::command]
pub(crate) fn keep(desk: State<'_, Desk>, key: String, value: String) -> Result<()> {
    desk.keep(key, value)
}
