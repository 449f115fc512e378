//! The fields of the index and how each is cut into terms. One tantivy document is one chunk.

use crate::words::{Identifiers, Words};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{Language, Stemmer, TextAnalyzer};
use tantivy::{Index, schema::SchemaBuilder};

/// Number of the index format: another number means that the index is built anew.
pub const FORMAT: u32 = 1;

const WORDS: &str = "words";
const IDENTIFIERS: &str = "identifiers";

/// Handles of the fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    /// `SOURCE/…`, whole.
    pub(crate) path: Field,
    /// Position of the chunk in its document.
    pub(crate) ordinal: Field,
    /// First 8 bytes of the document's revision: tells which text the chunk was cut from.
    pub(crate) revision: Field,
    /// First segment of the path.
    pub(crate) source: Field,
    /// The exact version label.
    pub(crate) version: Field,
    /// Every folder above the document, and the path itself: a prefix filter is one term.
    pub(crate) folder: Field,
    pub(crate) title: Field,
    pub(crate) breadcrumb: Field,
    pub(crate) body: Field,
    /// Whole identifiers; plain words and the parts of names are in `body`.
    pub(crate) identifiers: Field,
}

pub(crate) fn schema() -> (Schema, Fields) {
    let mut builder = SchemaBuilder::new();
    let text = |tokenizer: &str, record| {
        let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer);
        TextOptions::default().set_indexing_options(indexing.set_index_option(record))
    };
    let words = text(WORDS, IndexRecordOption::WithFreqsAndPositions);
    let fields = Fields {
        path: builder.add_text_field("path", STRING | FAST),
        ordinal: builder.add_u64_field("ordinal", FAST),
        revision: builder.add_u64_field("revision", FAST | INDEXED),
        source: builder.add_text_field("source", STRING),
        version: builder.add_text_field("version", STRING),
        folder: builder.add_text_field("folder", STRING),
        title: builder.add_text_field("title", words.clone()),
        breadcrumb: builder.add_text_field("breadcrumb", words.clone()),
        body: builder.add_text_field("body", words),
        identifiers: builder
            .add_text_field("identifiers", text(IDENTIFIERS, IndexRecordOption::WithFreqs)),
    };
    (builder.build(), fields)
}

/// Words lowercased, accents folded, English stems; CJK runs as pairs.
pub(crate) fn word_analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(Words::default()).filter(Stemmer::new(Language::English)).build()
}

/// Whole identifiers and their parts.
pub(crate) fn identifier_analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(Identifiers::default()).build()
}

/// Tells an index that was opened or made how its fields are cut.
pub(crate) fn register(index: &Index) {
    index.tokenizers().register(WORDS, word_analyzer());
    index.tokenizers().register(IDENTIFIERS, identifier_analyzer());
}
