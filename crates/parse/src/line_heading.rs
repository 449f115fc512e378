//! A heading as the lines of a text have it, before it is part of a document.

/// A heading on lines of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineHeading {
    /// 1 to 6.
    pub(crate) level: u8,
    pub(crate) text: String,
    /// The id that the document gives it.
    pub(crate) own: Option<String>,
    /// First line, an overline or rule included.
    pub(crate) first: u32,
    /// Line of the text.
    pub(crate) line: u32,
    /// One past its last line.
    pub(crate) end: u32,
}
