//! Builds the window, connects it to the engine, and runs until it is closed.

use crate::arguments::{self, Arguments, Asked};
use crate::desk::Desk;
use crate::events::{self, Follower};
use crate::{commands, images, links, log, resident};
use anyhow::Context as _;
use docroom_engine::{Directories, Engine};
use docroom_model::OpenLink;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, OnceLock};
use tauri::webview::{NewWindowResponse, PageLoadEvent};
use tauri::{
    App, AppHandle, Manager, RunEvent, WebviewUrl, WebviewWindow, WebviewWindowBuilder, Wry,
};
use tauri_plugin_window_state::StateFlags;

const LABEL: &str = "main";

/// Opens the window and returns when it was closed; an error is for the terminal.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<()> {
    let directories = Directories::find(arguments.home)?;
    log::start(&directories);
    // The engine is opened before the app exists, and may speak at once.
    let listener: Arc<OnceLock<AppHandle>> = Arc::default();
    let told = Arc::clone(&listener);
    let engine = Engine::open(directories.clone(), move |event| {
        if let Some(app) = told.get() {
            app.state::<Follower>().tell(event);
        }
    })?;
    let link = arguments.link;
    let app = tauri::Builder::default()
        .plugin(single_instance(&directories))
        .plugin(tauri_plugin_dialog::init())
        .plugin(window_state(&directories))
        .register_asynchronous_uri_scheme_protocol(images::SCHEME, images::answer)
        .invoke_handler(tauri::generate_handler![
            commands::add_folder,
            commands::follow,
            commands::keep,
            commands::open_external,
            commands::page,
            commands::recall,
            commands::request_index,
            commands::search,
            commands::set_paused,
            commands::status,
            commands::tree,
        ])
        .manage(engine)
        .manage(Follower::default())
        .manage(Desk::at(directories.home()))
        .setup(move |app| {
            // Set once, here.
            let _ = listener.set(app.handle().clone());
            open(app.handle(), link);
            build(app)?;
            Ok(())
        })
        .build(tauri::generate_context!())
        .context("the window could not be made")?;
    app.run(|app, event| match event {
        // Ends the batch in work, so that the next keeper need not repeat it.
        RunEvent::Exit => app.state::<Engine>().stop_keeping(),
        #[cfg(target_os = "macos")]
        RunEvent::Opened { urls } => {
            urls.iter().for_each(|url| open(app, OpenLink::parse(url.as_str()).ok()));
        }
        _ => {}
    });
    Ok(())
}

fn build(app: &App) -> tauri::Result<()> {
    let engine = app.state::<Engine>().inner().clone();
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title("Docroom")
        .inner_size(1240.0, 800.0)
        .min_inner_size(560.0, 400.0)
        // Shown when there is something to see: an empty window flashes white.
        .visible(false)
        .data_directory(engine.directories().home().join("window"))
        .on_navigation(links::is_ours)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_document_title_changed(|window, title| report(window.set_title(&title)))
        .on_page_load(|window, load| {
            if load.event() == PageLoadEvent::Finished {
                report(window.show());
            }
        })
        .build()?;
    let handle = app.handle().clone();
    let keeper = engine.clone();
    std::thread::spawn(move || resident::ensure(&keeper));
    std::thread::spawn(move || events::watch(&window, &engine, &handle.state::<Follower>()));
    Ok(())
}

/// Raises the window that is open instead of making a second one of the same data folder.
fn single_instance(directories: &Directories) -> tauri::plugin::TauriPlugin<Wry> {
    let mut home = DefaultHasher::new();
    directories.home().hash(&mut home);
    tauri_plugin_single_instance::Builder::new()
        .dbus_id(format!("dev.docroom.window.h{:x}", home.finish()))
        .callback(|app, line, _| {
            let asked = arguments::read(line.into_iter().skip(1).map(Into::into));
            if let Ok(Asked::Window(asked)) = asked {
                open(app, asked.link);
            }
            if let Some(window) = app.get_webview_window(LABEL) {
                raise(&window);
            }
        })
        .build()
}

fn window_state(directories: &Directories) -> tauri::plugin::TauriPlugin<Wry> {
    let kept =
        StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED | StateFlags::FULLSCREEN;
    // An absolute name stands for itself: the state lives with everything else.
    let file = directories.home().join("window.json").to_string_lossy().into_owned();
    tauri_plugin_window_state::Builder::new().with_state_flags(kept).with_filename(file).build()
}

fn open(app: &AppHandle, link: Option<OpenLink>) {
    if let Some(link) = link {
        app.state::<Follower>().open(link.into());
    }
}

fn raise(window: &WebviewWindow) {
    for step in [window.show(), window.unminimize(), window.set_focus()] {
        report(step);
    }
}

fn report(outcome: tauri::Result<()>) {
    if let Err(error) = outcome {
        tracing::warn!("the window refused: {error}");
    }
}
