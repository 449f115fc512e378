//! The two addresses of a document: the resource URI that agents read
//! (`docroom://PROJECT/SOURCE/PATH`) and the link that raises the reader at a passage
//! (`docroom://open/PROJECT/SOURCE/PATH#L10-L24`). Source: contracts/tools.md, "Resources".

use crate::error::{Error, Result};
use crate::names::{DocumentPath, ProjectName};
use crate::read::LineRange;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::fmt;

const SCHEME: &str = "docroom://";
const OPEN: &str = "open/";
/// RFC 3986 unreserved characters stay as they are; all else is encoded.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The resource URI of a document. One spelling a document: anything else is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentUri {
    /// The project.
    pub project: ProjectName,
    /// The document in it.
    pub path: DocumentPath,
}

impl DocumentUri {
    /// Reads a URI; anything but the exact spelling of [`fmt::Display`] is refused.
    pub fn parse(text: &str) -> Result<Self> {
        let unknown = || Error::not_found(format!("`{text}` is no document URI of Docroom"));
        let rest = text.strip_prefix(SCHEME).ok_or_else(unknown)?;
        let (project, path) = split(rest).ok_or_else(unknown)?;
        let uri = Self { project, path };
        if uri.to_string() == text { Ok(uri) } else { Err(unknown()) }
    }
}

impl fmt::Display for DocumentUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}", joined(&self.project, &self.path))
    }
}

/// A link that raises the reading window at a passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenLink {
    /// The project.
    pub project: ProjectName,
    /// The document in it.
    pub path: DocumentPath,
    /// The lines to mark, 1-based and inclusive.
    pub lines: Option<LineRange>,
}

impl OpenLink {
    /// Reads an open link (also a plain document URI, which opens the whole page).
    pub fn parse(text: &str) -> Result<Self> {
        let bad = || Error::invalid(format!("`{text}` is no link that Docroom can open"));
        let rest = text.strip_prefix(SCHEME).ok_or_else(bad)?;
        let (rest, fragment) = match rest.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment)),
            None => (rest, None),
        };
        let address = rest.strip_prefix(OPEN).and_then(split);
        let (project, path) = address.or_else(|| split(rest)).ok_or_else(bad)?;
        let lines = fragment.map(|text| line_fragment(text).ok_or_else(bad)).transpose()?;
        Ok(Self { project, path, lines })
    }
}

impl fmt::Display for OpenLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{OPEN}{}", joined(&self.project, &self.path))?;
        match self.lines {
            Some(lines) => write!(f, "#L{}-L{}", lines.start, lines.end),
            None => Ok(()),
        }
    }
}

fn joined(project: &ProjectName, path: &DocumentPath) -> String {
    let mut text = utf8_percent_encode(project.as_str(), ENCODED).to_string();
    for segment in path.as_str().split('/') {
        text.push('/');
        text.extend(utf8_percent_encode(segment, ENCODED));
    }
    text
}

fn split(rest: &str) -> Option<(ProjectName, DocumentPath)> {
    let (project, path) = rest.split_once('/')?;
    let mut segments = Vec::new();
    for segment in path.split('/') {
        let segment = percent_decode_str(segment).decode_utf8().ok()?;
        // An encoded slash would name another document.
        if segment.contains('/') {
            return None;
        }
        segments.push(segment.into_owned());
    }
    let project = percent_decode_str(project).decode_utf8().ok()?;
    let project = ProjectName::new(project.into_owned()).ok()?;
    let path = DocumentPath::new(segments.join("/")).ok()?;
    Some((project, path))
}

fn line_fragment(text: &str) -> Option<LineRange> {
    let line = |part: &str| part.strip_prefix('L')?.parse::<u32>().ok().filter(|n| *n > 0);
    let (start, end) = match text.split_once('-') {
        Some((start, end)) => (line(start)?, line(end)?),
        None => (line(text)?, line(text)?),
    };
    (start <= end).then_some(LineRange { start, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_have_one_spelling() {
        let uri = DocumentUri {
            project: ProjectName::new("my \"docs\" 日").expect("valid"),
            path: DocumentPath::new("guide/a b/ü#1?.md").expect("valid"),
        };
        let text = uri.to_string();
        assert_eq!(text, "docroom://my%20%22docs%22%20%E6%97%A5/guide/a%20b/%C3%BC%231%3F.md");
        assert_eq!(DocumentUri::parse(&text).expect("own spelling"), uri);
        for bad in [
            "docroom://p/s/../x.md",
            "docroom://p/s/%2e%2e/x.md",
            "docroom://p/s/a%2Fb.md",
            "docroom://p/s/x.md?q",
            "docroom://p/s/x.md#f",
            "docroom://p/s/%78.md",
            "docroom://p/s/%00.md",
            "http://p/s/x.md",
            "docroom://p/s",
        ] {
            assert!(DocumentUri::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn open_links_carry_lines() {
        let link = OpenLink::parse("docroom://open/p/s/a.md#L10-L24").expect("a link");
        assert_eq!(link.lines, Some(LineRange { start: 10, end: 24 }));
        assert_eq!(link.to_string(), "docroom://open/p/s/a.md#L10-L24");
        assert_eq!(OpenLink::parse("docroom://p/s/a.md").expect("a URI").lines, None);
        for bad in ["docroom://open/p/s/a.md#L0", "docroom://open/p/s/a.md#L9-L3", "x://y"] {
            assert!(OpenLink::parse(bad).is_err(), "{bad}");
        }
    }
}
