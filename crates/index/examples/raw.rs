//! A yardstick for `npm run bench`: tantivy alone, whole files, default tokenizer, no structure.
//!
//!     raw FOLDER INDEX

use std::path::Path;
use tantivy::schema::{STORED, STRING, Schema, TEXT};
use tantivy::{Index, IndexWriter, doc};

/// What the product gives its writer, in bytes.
const MEMORY: usize = 64 << 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [folder, target] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("usage: raw FOLDER INDEX".into());
    };
    let mut schema = Schema::builder();
    let path = schema.add_text_field("path", STRING | STORED);
    let body = schema.add_text_field("body", TEXT);
    let index = Index::create_in_dir(target, schema.build())?;
    let mut writer: IndexWriter = index.writer_with_num_threads(1, MEMORY)?;
    let mut folders = vec![Path::new(folder).to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let file = entry?.path();
            if file.is_dir() {
                folders.push(file);
            } else if file.extension().is_some_and(|ending| ending == "md") {
                let text = String::from_utf8_lossy(&std::fs::read(&file)?).into_owned();
                writer.add_document(doc!(path => file.to_string_lossy().as_ref(), body => text))?;
            }
        }
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    Ok(())
}
