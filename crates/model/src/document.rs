//! A document as the parser leaves it: its text, its heading tree, and the chunks that are
//! searched. Positions are kept twice, in bytes (to slice) and in lines (to cite).

use serde::{Deserialize, Serialize};

/// How a document's bytes are read. The table of file endings is in `crates/parse`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// CommonMark with GitHub's extensions.
    Markdown,
    /// An HTML page: its content is kept as Markdown, and that is its text.
    Html,
    /// AsciiDoc.
    Asciidoc,
    /// Plain text: no headings, shown as it is.
    Text,
}

impl Format {
    /// The media type of the stored text.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Markdown | Self::Html => "text/markdown",
            Self::Asciidoc => "text/asciidoc",
            Self::Text => "text/plain",
        }
    }
}

/// A stretch of a document's text: bytes are a half-open range, lines are 1-based and inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Span {
    /// First byte.
    pub start_byte: u32,
    /// One past the last byte.
    pub end_byte: u32,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
}

/// A heading of a document, in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Heading {
    /// 1 (page) to 6.
    pub level: u8,
    /// Plain text, markup stripped.
    pub text: String,
    /// The anchor by GitHub's rule, unique in the document (`name`, `name-1`, …).
    pub anchor: String,
    /// The line it stands on, 1-based.
    pub line: u32,
    /// Ancestors and the heading itself joined by ` > `.
    pub breadcrumb: String,
}

/// A piece of a document that is searched and cited by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Chunk {
    /// Position in the document, 0-based.
    pub ordinal: u32,
    /// The headings above it joined by ` > `; the document's title where there is none.
    pub breadcrumb: String,
    /// Where it stands in the text.
    pub span: Span,
    /// What to put before an excerpt that begins with it, so that the excerpt stands by itself:
    /// the opening line of the fence, the head rows of the table, or the tag of the markup that it
    /// begins inside of. Whole lines.
    pub opening: Option<String>,
    /// What to put after an excerpt that ends with it, on a line of its own: the end of the fence
    /// or comment that it ends inside of.
    pub closing: Option<String>,
}

/// What the parser makes of one document. Chunks cover the text in order without overlap;
/// what lies between two of them is blank, front matter or the data of an inline picture. What
/// front matter says about the document (its description, its tags) is a chunk of its own.
/// A document of front matter alone has one chunk that holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parsed {
    /// How it was read.
    pub format: Format,
    /// Front matter's title, else the first heading, else the file's name without ending.
    pub title: String,
    /// The decoded text: UTF-8, no byte order mark, line ends as in the file. Of an HTML page it
    /// is the content as Markdown. All positions are positions in it.
    pub text: String,
    /// The heading tree, flattened in reading order.
    pub headings: Vec<Heading>,
    /// The pieces to search.
    pub chunks: Vec<Chunk>,
    /// Where its links lead, as they are written, in reading order.
    pub links: Vec<String>,
}
