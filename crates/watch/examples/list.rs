//! Lists a folder and tells how long it took: `cargo run -p docroom-watch --example list -- FOLDER`.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

fn main() {
    let root = std::path::PathBuf::from(std::env::args_os().nth(1).expect("a folder"));
    let rules = docroom_watch::Rules {
        include: Vec::new(),
        exclude: Vec::new(),
        max_bytes: 32 << 20,
        readable: |path| path.ends_with(".md") || path.ends_with(".rst") || path.ends_with(".txt"),
    };
    for _ in 0..3 {
        let begun = std::time::Instant::now();
        let listing = docroom_watch::list(&root, &rules, &|| false).unwrap();
        let (files, left) = (listing.files.len(), listing.left.len());
        println!("{files} files, {left} left out in {:.3} s", begun.elapsed().as_secs_f64());
    }
}
