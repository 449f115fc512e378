//! The fields of the index and how each is cut into terms. One tantivy document is one chunk.

use crate::words::Words;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STRING, Schema, SchemaBuilder, TextFieldIndexing, TextOptions,
};
use tantivy::store::Compressor;
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{Index, IndexSettings};

/// Number of the index format: another number means that the index is built anew.
pub const FORMAT: u32 = 4;

const WORDS: &str = "words";

/// Handles of the fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    /// `SOURCE/…`, whole: what a document is replaced by, and what filters look at.
    pub(crate) path: Field,
    /// Position of the chunk in its document.
    pub(crate) ordinal: Field,
    /// First 8 bytes of the document's revision: tells which text the chunk was cut from.
    pub(crate) revision: Field,
    /// The exact version label.
    pub(crate) version: Field,
    /// The headings above the chunk; the title stands only with the first one. A page's every
    /// chunk under its title would cost time and lift pages that are named like the words.
    pub(crate) headings: Field,
    pub(crate) body: Field,
}

pub(crate) fn schema() -> (Schema, Fields) {
    let mut builder = SchemaBuilder::new();
    let text = |record| {
        let indexing = TextFieldIndexing::default().set_tokenizer(WORDS);
        TextOptions::default().set_indexing_options(indexing.set_index_option(record))
    };
    let counted = text(IndexRecordOption::WithFreqs);
    let placed = text(IndexRecordOption::WithFreqsAndPositions);
    let fields = Fields {
        path: builder.add_text_field("path", STRING | FAST),
        ordinal: builder.add_u64_field("ordinal", FAST),
        revision: builder.add_u64_field("revision", FAST),
        version: builder.add_text_field("version", STRING),
        headings: builder.add_text_field("headings", counted),
        body: builder.add_text_field("body", placed),
    };
    (builder.build(), fields)
}

/// Nothing is stored in the index itself, so that nothing is compressed on a thread of its own.
pub(crate) fn settings() -> IndexSettings {
    IndexSettings {
        docstore_compression: Compressor::None,
        docstore_compress_dedicated_thread: false,
        ..IndexSettings::default()
    }
}

/// Words lowercased, accents folded, English stems; CJK runs as pairs; whole names beside
/// their words.
pub(crate) fn word_analyzer() -> TextAnalyzer {
    TextAnalyzer::from(Words::stemmed())
}

/// Words as they are written, folded.
pub(crate) fn plain_analyzer() -> TextAnalyzer {
    TextAnalyzer::from(Words::plain())
}

/// Tells an index that was opened or made how its fields are cut.
pub(crate) fn register(index: &Index) {
    index.tokenizers().register(WORDS, word_analyzer());
}
