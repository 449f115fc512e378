//! The house rules that a machine can check: no import loop between files, faces that are only
//! faces, one foreign library a room, arrows that point down, files of one job, plain names.

mod imports;
mod tree;

use std::collections::BTreeMap;
use tree::{Source, all, rooms};

/// Past this a file has two jobs.
const LONGEST: usize = 400;
/// A face has fewer lines of code.
const FACE: usize = 60;
/// Nouns that say nothing.
const BARRED: [&str; 6] = ["Manager", "Service", "Helper", "Helpers", "Util", "Utils"];

/// The rooms that may depend on a foreign library; a library that is not named may stand anywhere.
const OWNERS: &[(&str, &[&str])] = &[
    ("ammonia", &["parse"]),
    ("axum", &["mcp"]),
    ("clap", &["cli", "model"]),
    ("comrak", &["parse"]),
    ("ctrlc", &["cli"]),
    ("directories", &["engine"]),
    ("encoding_rs", &["parse"]),
    ("globset", &["watch"]),
    ("ignore", &["watch"]),
    ("indicatif", &["cli"]),
    ("notify", &["watch"]),
    ("png", &["tray"]),
    ("pulldown-cmark", &["parse"]),
    ("rmcp", &["mcp"]),
    ("rusqlite", &["store"]),
    ("rust-stemmers", &["index", "parse"]),
    ("safetensors", &["embed"]),
    ("tantivy", &["index"]),
    ("tauri", &["src-tauri"]),
    ("tauri-build", &["src-tauri"]),
    ("tokenizers", &["embed"]),
    ("tokio", &["mcp"]),
    ("toml_edit", &["clients", "engine"]),
    ("tray-icon", &["tray"]),
    ("zbus", &["tray"]),
];

/// What each room may call: arrows point down.
const ARROWS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("parse", &["model"]),
    ("index", &["model"]),
    ("embed", &["model"]),
    ("store", &["model"]),
    ("watch", &["model"]),
    ("clients", &["model"]),
    ("sources", &["model"]),
    ("engine", &["sources", "parse", "index", "embed", "store", "watch", "model"]),
    ("mcp", &["engine", "model"]),
    ("tray", &["engine", "model"]),
    ("cli", &["tray", "mcp", "engine", "clients", "model"]),
    ("src-tauri", &["engine", "clients", "model"]),
    ("tests", &["engine", "model"]),
];

/// Fails with every finding, not only the first.
#[track_caller]
fn none(rule: &str, findings: Vec<String>) {
    assert!(findings.is_empty(), "{rule}:\n  {}", findings.join("\n  "));
}

#[test]
fn no_import_loop_between_files() {
    let loops = rooms().into_iter().filter_map(|room| imports::find_loop(&room)).collect();
    none("files that import each other", loops);
}

#[test]
fn no_file_imports_from_its_own_face() {
    let found = rooms().iter().flat_map(imports::from_own_face).collect();
    none("name the file that holds it instead (`crate::file::Name`)", found);
}

#[test]
fn faces_are_only_faces() {
    let odd = |line: &&str| {
        let line = line.trim();
        let starts = ["//!", "//", "mod ", "pub mod ", "pub use ", "#[", "}"];
        // The lines of a list of names inside `pub use`.
        let name = |c: char| c.is_alphanumeric() || ", _{}:;".contains(c);
        !line.is_empty() && !starts.iter().any(|s| line.starts_with(s)) && !line.chars().all(name)
    };
    let mut found = Vec::new();
    for face in all().iter().filter(|file| file.path.ends_with("src/lib.rs")) {
        if face.path.starts_with("src-tauri/") {
            continue;
        }
        let code = |line: &&str| !line.is_empty() && !line.starts_with("//");
        let lines = face.text.lines().filter(code).count();
        if lines >= FACE {
            found.push(format!("{}: {lines} lines", face.path));
        }
        found.extend(face.text.lines().filter(odd).map(|line| format!("{}: {line}", face.path)));
    }
    none("a lib.rs holds `mod` lines and `pub use` only", found);
}

#[test]
fn files_have_one_job_and_say_it() {
    let mut found = Vec::new();
    for Source { path, text } in all() {
        let lines = text.lines().count();
        if lines > LONGEST {
            found.push(format!("{path}: {lines} lines, at most {LONGEST}"));
        }
        if path.ends_with(".rs") && !text.starts_with("//!") {
            found.push(format!("{path}: its first line says no reason to exist (`//! …`)"));
        }
    }
    none("files of one job", found);
}

#[test]
fn names_say_something() {
    let definitions = ["struct ", "enum ", "trait ", "class ", "interface ", "type "];
    let mut found = Vec::new();
    for Source { path, text } in all() {
        for line in text.lines() {
            let line = line.trim_start_matches("pub(crate) ").trim_start_matches("pub ");
            let line = line.trim_start_matches("export ");
            let Some(rest) = definitions.iter().find_map(|word| line.strip_prefix(word)) else {
                continue;
            };
            let name: String =
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if BARRED.iter().any(|word| name.ends_with(word)) {
                found.push(format!("{path}: {name}"));
            }
        }
        let stem = path.rsplit('/').next().unwrap().split('.').next().unwrap().to_lowercase();
        if BARRED.iter().any(|word| stem == word.to_lowercase()) {
            found.push(path);
        }
    }
    none("vague nouns", found);
}

#[test]
fn one_room_a_foreign_library() {
    let owners: BTreeMap<_, _> = OWNERS.iter().copied().collect();
    let mut found = Vec::new();
    for (room, dependencies) in tree::dependencies() {
        for name in dependencies {
            if owners.get(name.as_str()).is_some_and(|rooms| !rooms.contains(&room.as_str())) {
                found.push(format!(
                    "{room} depends on {name}, which belongs to {:?}",
                    owners[name.as_str()]
                ));
            }
        }
    }
    for Source { path, text } in all().iter().filter(|file| file.path.starts_with("ui/src/")) {
        if path != "ui/src/backend.ts"
            && !path.contains(".test.")
            && text.contains("from '@tauri-apps/")
        {
            found.push(format!("{path} imports @tauri-apps; only ui/src/backend.ts does"));
        }
    }
    none("a foreign library has one owner", found);
}

#[test]
fn arrows_point_down() {
    let mut found = Vec::new();
    for (room, dependencies) in tree::dependencies() {
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == room) else {
            found.push(format!("{room} has no row in the table"));
            continue;
        };
        for ours in dependencies.iter().filter_map(|name| name.strip_prefix("docroom-")) {
            if !allowed.contains(&ours) {
                found.push(format!("{room} may not depend on {ours}"));
            }
        }
    }
    none("arrows between rooms", found);
}
