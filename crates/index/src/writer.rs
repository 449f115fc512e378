//! Writing: documents replaced or removed, in batches that become visible by `commit`.

use crate::error::Error;
use crate::schema::{Fields, register, schema, settings};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tantivy::directory::MmapDirectory;
use tantivy::indexer::UserOperation;
use tantivy::{Index, IndexWriter, TantivyDocument, Term};

/// One document to index, as its chunks.
pub struct Entry<'a> {
    /// `SOURCE/…`; replaces what was indexed under it.
    pub path: &'a str,
    /// The exact version label, if the source carries one.
    pub version: Option<&'a str>,
    /// First 8 bytes of the revision, big-endian.
    pub revision: u64,
    /// The document's title.
    pub title: &'a str,
    /// Its chunks in order.
    pub pieces: &'a [Piece<'a>],
}

/// One chunk of an [`Entry`].
pub struct Piece<'a> {
    /// The headings above it joined by ` > `.
    pub breadcrumb: &'a str,
    /// Its text.
    pub text: &'a str,
}

/// The one writer of an index folder; tantivy's own lock refuses a second.
pub struct Writer {
    folder: PathBuf,
    fields: Fields,
    inner: IndexWriter,
    /// Of an index that was empty when it was opened, the paths put since: nothing else needs
    /// to be replaced, and looking for it would cost time.
    put: Option<HashSet<String>>,
}

impl Writer {
    /// Opens the index in `folder`, or makes it. `memory` is the size of the buffer in bytes
    /// (at least 15 MB): larger means fewer, larger segments.
    pub fn open(folder: &Path, memory: usize) -> Result<Self, Error> {
        std::fs::create_dir_all(folder)
            .map_err(|source| Error::Folder { folder: folder.to_owned(), source })?;
        let (schema, fields) = schema();
        let open = || {
            let builder = Index::builder().schema(schema).settings(settings());
            let index = builder.open_or_create(MmapDirectory::open(folder)?)?;
            register(&index);
            let put = index.searchable_segment_ids()?.is_empty().then(HashSet::new);
            // One indexing thread: the order of documents, and so every tie, is the same in
            // each build; parsing is what runs beside it.
            Ok((index.writer_with_num_threads(1, memory.max(15_000_000))?, put))
        };
        let (inner, put) = open().map_err(Error::index("open", folder))?;
        Ok(Self { folder: folder.to_owned(), fields, inner, put })
    }

    /// Replaces the document at this path.
    pub fn put(&mut self, entry: &Entry<'_>) -> Result<(), Error> {
        let known = self.put.as_mut().is_none_or(|put| !put.insert(entry.path.to_owned()));
        if known {
            self.remove(entry.path);
        }
        let adds: Vec<_> = entry
            .pieces
            .iter()
            .enumerate()
            .map(|(ordinal, piece)| UserOperation::Add(self.document(entry, ordinal as u64, piece)))
            .collect();
        // All at once: handing over each chunk costs more than a short chunk itself.
        self.inner.run(adds).map(drop).map_err(Error::index("write to", &self.folder))
    }

    fn document(&self, entry: &Entry<'_>, ordinal: u64, piece: &Piece<'_>) -> TantivyDocument {
        let fields = &self.fields;
        let mut document = TantivyDocument::default();
        document.add_text(fields.path, entry.path);
        document.add_u64(fields.ordinal, ordinal);
        document.add_u64(fields.revision, entry.revision);
        if let Some(version) = entry.version {
            document.add_text(fields.version, version);
        }
        let below = piece.breadcrumb.strip_prefix(entry.title).filter(|_| ordinal > 0);
        let headings = below.unwrap_or(piece.breadcrumb);
        document.add_text(fields.headings, headings);
        document.add_text(fields.body, piece.text);
        document
    }

    /// Removes the document at this path, if there is one.
    pub fn remove(&mut self, path: &str) {
        self.inner.delete_term(Term::from_field_text(self.fields.path, path));
    }

    /// Makes everything so far visible to readers, durably.
    pub fn commit(&mut self) -> Result<(), Error> {
        self.inner.commit().map_err(Error::index("commit", &self.folder))?;
        Ok(())
    }

    /// Waits until merges under way are done, and frees the writer's lock and memory.
    pub fn finish(self) -> Result<(), Error> {
        let folder = self.folder;
        self.inner.wait_merging_threads().map_err(Error::index("finish", &folder))
    }
}
