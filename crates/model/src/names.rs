//! Names that are keys: of a project, of a source, of a document, of a document's revision.
//! Each its own type, valid from the moment it exists.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Longest name of a project or source, in characters.
const NAME_LIMIT: usize = 64;
/// Longest path of a document, in bytes. Longer ones go to the coverage ledger.
const PATH_LIMIT: usize = 4096;

macro_rules! name_type {
    ($(#[$doc:meta])* $name:ident, $what:literal, $check:path) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            #[doc = concat!("Checks and keeps ", $what, "; [`crate::error::Code::Invalid`] says what is wrong with it.")]
            pub fn new(text: impl Into<String>) -> Result<Self> {
                let text = text.into();
                $check(&text)
                    .map_err(|why| Error::invalid(format!("`{text}` is no {}: {why}", $what)))?;
                Ok(Self(text))
            }

            /// The text as given.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = Error;
            fn try_from(text: String) -> Result<Self> {
                Self::new(text)
            }
        }

        impl std::str::FromStr for $name {
            type Err = Error;
            fn from_str(text: &str) -> Result<Self> {
                Self::new(text)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

name_type!(
    /// The name of a project: 1–64 characters, no slash, no control character, no blank at
    /// either end. Spaces, quotes and any script are fine.
    ProjectName, "project name", check_name
);
name_type!(
    /// The name of a source: the first segment of its documents' paths. Same rules as a
    /// project's name.
    SourceName, "source name", check_name
);
name_type!(
    /// A document's path as people and agents write it: `SOURCE/folder/file.md`, segments
    /// parted by `/`, none of them empty, `.` or `..`.
    DocumentPath, "document path", check_path
);
name_type!(
    /// The revision of a document's text: SHA-256 of the file's bytes, 64 lower hex digits.
    Revision, "revision", check_revision
);

impl ProjectName {
    /// The folder that holds the project: the name with what some file system refuses
    /// percent-encoded, so that two names never share a folder.
    pub fn folder_name(&self) -> String {
        let mut folder = String::with_capacity(self.0.len());
        for (at, character) in self.0.char_indices() {
            let last = at + character.len_utf8() == self.0.len();
            match character {
                '%' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => encode(character, &mut folder),
                '.' if at == 0 || last => encode(character, &mut folder),
                other => folder.push(other),
            }
        }
        folder
    }

    /// The name that [`Self::folder_name`] stands for, if it is one of ours.
    pub fn from_folder_name(folder: &str) -> Option<Self> {
        let decoded = percent_encoding::percent_decode_str(folder).decode_utf8().ok()?;
        let name = Self::new(decoded.into_owned()).ok()?;
        (name.folder_name() == folder).then_some(name)
    }
}

impl SourceName {
    /// A valid source name made from free text (a folder's name), or `docs` where nothing is left.
    pub fn from_text(text: &str) -> Self {
        Self(tame(text))
    }
}

impl ProjectName {
    /// A valid project name made from free text (a folder's name), or `docs` where nothing is left.
    pub fn from_text(text: &str) -> Self {
        Self(tame(text))
    }
}

impl DocumentPath {
    /// The path of `relative` (parted by `/`) inside `source`.
    pub fn in_source(source: &SourceName, relative: &str) -> Result<Self> {
        Self::new(format!("{source}/{relative}"))
    }

    /// The source: the first segment.
    pub fn source(&self) -> &str {
        self.0.split_once('/').map_or(&self.0, |(source, _)| source)
    }

    /// What follows the source.
    pub fn relative(&self) -> &str {
        self.0.split_once('/').map_or("", |(_, relative)| relative)
    }
}

fn encode(character: char, into: &mut String) {
    let mut buffer = [0; 4];
    for byte in character.encode_utf8(&mut buffer).bytes() {
        into.push_str(&format!("%{byte:02X}"));
    }
}

fn tame(text: &str) -> String {
    let clean: String = text
        .chars()
        .map(|c| if c.is_control() || matches!(c, '/' | '\\') { ' ' } else { c })
        .take(NAME_LIMIT)
        .collect();
    let clean = clean.trim();
    if check_name(clean).is_ok() { clean.to_owned() } else { "docs".to_owned() }
}

fn check_name(text: &str) -> std::result::Result<(), &'static str> {
    if text.is_empty() {
        return Err("it is empty");
    }
    if text.chars().count() > NAME_LIMIT {
        return Err("it is longer than 64 characters");
    }
    if text.chars().any(char::is_control) {
        return Err("it holds a control character");
    }
    if text.contains(['/', '\\']) {
        return Err("it holds a slash");
    }
    if text == "." || text == ".." {
        return Err("dots alone name a folder");
    }
    if text.trim() != text {
        return Err("it begins or ends with a blank");
    }
    Ok(())
}

fn check_path(text: &str) -> std::result::Result<(), &'static str> {
    if text.len() > PATH_LIMIT {
        return Err("it is longer than 4096 bytes");
    }
    if text.chars().any(char::is_control) {
        return Err("it holds a control character");
    }
    let mut segments = 0;
    for segment in text.split('/') {
        if segment.is_empty() {
            return Err("it has an empty segment");
        }
        if segment == "." || segment == ".." {
            return Err("it has a dot segment");
        }
        segments += 1;
    }
    if segments < 2 {
        return Err("it needs a source and a file, as in `SOURCE/file.md`");
    }
    Ok(())
}

fn check_revision(text: &str) -> std::result::Result<(), &'static str> {
    let hex = text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    if text.len() == 64 && hex { Ok(()) } else { Err("it is not 64 lower hex digits") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_names_lead_back_to_their_project() {
        for name in ["docs", "a b", "日本 語", "it's \"quoted\"", "100%", ".hidden", "a:b", "end."]
        {
            let project = ProjectName::new(name).expect(name);
            let folder = project.folder_name();
            assert!(!folder.starts_with('.') && !folder.contains(':'), "{folder}");
            assert_eq!(ProjectName::from_folder_name(&folder), Some(project));
        }
        assert_eq!(ProjectName::from_folder_name("a%3ab"), None, "only our own spelling");
    }

    #[test]
    fn bad_names_are_refused_with_a_reason() {
        for bad in ["", " a", "a/b", "a\\b", "..", "a\u{7}", &"x".repeat(65)] {
            assert!(ProjectName::new(bad).is_err(), "{bad:?}");
        }
        assert_eq!(SourceName::from_text("  a/b\u{1} ").as_str(), "a b");
        assert_eq!(SourceName::from_text("..").as_str(), "docs");
    }

    #[test]
    fn paths_keep_to_their_source() {
        let path = DocumentPath::new("guide/a/b.md").expect("valid");
        assert_eq!((path.source(), path.relative()), ("guide", "a/b.md"));
        for bad in ["guide", "guide/", "/a", "guide/../x", "guide/./x", "guide//x", "g/\u{0}"] {
            assert!(DocumentPath::new(bad).is_err(), "{bad:?}");
        }
    }
}
