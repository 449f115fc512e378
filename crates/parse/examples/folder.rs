//! Reads every document below a folder and tells how long it took:
//! `cargo run -p docroom-parse --example folder -- FOLDER`.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::time::Instant;

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            files(&path, into);
        } else {
            into.push(path);
        }
    }
}

fn main() {
    let root = PathBuf::from(std::env::args_os().nth(1).expect("a folder"));
    let mut paths = Vec::new();
    files(&root, &mut paths);
    let (mut documents, mut chunks, mut bytes) = (0, 0, 0);
    let (mut parsing, mut rendering) = (0.0, 0.0);
    for path in paths {
        let name = path.to_string_lossy();
        let Some(format) = docroom_parse::format_of(&name) else { continue };
        let text = match docroom_parse::decode(&std::fs::read(&path).unwrap()) {
            Ok(text) => text,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        let begun = Instant::now();
        let parsed = docroom_parse::parse(format, &name, text);
        let took = begun.elapsed().as_secs_f64();
        parsing += took;
        documents += 1;
        chunks += parsed.chunks.len();
        bytes += parsed.text.len();
        let begun = Instant::now();
        let path = docroom_model::DocumentPath::new("s/d/x.md").unwrap();
        let links = docroom_parse::Links { project: "p", path: &path, exists: &|_| true };
        let html = docroom_parse::render(format, &parsed.text, &links);
        let rendered = begun.elapsed().as_secs_f64();
        rendering += rendered;
        if took + rendered > 0.2 {
            println!(
                "{name}: parsed in {took:.3} s, rendered in {rendered:.3} s, {} bytes of HTML",
                html.len()
            );
        }
    }
    println!(
        "{documents} documents, {bytes} bytes, {chunks} chunks: parsed in {parsing:.2} s, rendered in {rendering:.2} s"
    );
}
