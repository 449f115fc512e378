//! Makes what `tauri::generate_context!` embeds: the permissions of our own commands, and a
//! stand-in for the built UI where there is none yet, so that `cargo check` needs no node.

use std::path::Path;

/// Every command of `src/commands.rs`. One that is missing here can't be allowed to any window.
const COMMANDS: &[&str] = &[
    "add_folder",
    "follow",
    "keep",
    "open_external",
    "page",
    "recall",
    "request_index",
    "search",
    "set_paused",
    "status",
    "tree",
];

const STAND_IN: &str = "<!doctype html><title>Docroom</title><p>The window's pages are not built: \
                        run <code>npm ci &amp;&amp; npm run build</code> in <code>ui</code>, then \
                        build docroom-window again.</p>\n";

fn main() {
    let page = Path::new("../ui/dist/index.html");
    if !page.exists()
        && let Some(folder) = page.parent()
        && let Err(error) =
            std::fs::create_dir_all(folder).and_then(|()| std::fs::write(page, STAND_IN))
    {
        println!("cargo:warning=could not write `{}`: {error}", page.display());
    }
    let manifest = tauri_build::AppManifest::new().commands(COMMANDS);
    if let Err(error) =
        tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest))
    {
        panic!("tauri-build failed: {error:#}");
    }
}
