//! Include and exclude globs: which files they take, and which folders can be passed by.

use crate::error::Error;
use globset::{Glob, GlobBuilder, GlobMatcher, GlobSet, GlobSetBuilder};

/// The compiled globs of one kind.
pub(crate) struct Globs {
    originals: Vec<String>,
    /// Which original each pattern of `all` belongs to.
    owner: Vec<usize>,
    all: GlobSet,
    /// Patterns that take a folder as a whole, by its own path.
    folder_owner: Vec<usize>,
    folders: GlobSet,
    parts: Vec<Vec<Part>>,
}

/// One segment of a glob.
enum Part {
    /// `**`, or what can't be told segment by segment: anything may follow.
    Any,
    /// Matches one name.
    Name { glob: GlobMatcher, hidden: bool },
}

/// Checks include and exclude globs before they are kept.
///
/// # Errors
/// [`Error::Glob`] names the first bad one.
pub fn check_globs(include: &[String], exclude: &[String]) -> Result<(), Error> {
    Globs::new(include)?;
    Globs::new(exclude)?;
    Ok(())
}

impl Globs {
    pub(crate) fn new(globs: &[String]) -> Result<Self, Error> {
        let (mut all, mut owner) = (GlobSetBuilder::new(), Vec::new());
        let (mut folders, mut folder_owner) = (GlobSetBuilder::new(), Vec::new());
        let mut parts = Vec::new();
        for (index, original) in globs.iter().enumerate() {
            let bad = |why: String| Error::Glob { glob: original.clone(), why };
            let text = anchored(original);
            if text.is_empty() {
                return Err(bad("it is empty".into()));
            }
            let folder = text.strip_suffix("/**").unwrap_or(&text);
            let inside = if text.ends_with("**") { text.clone() } else { format!("{text}/**") };
            for pattern in [&text, &inside] {
                all.add(compile(pattern).map_err(|error| bad(error.kind().to_string()))?);
                owner.push(index);
            }
            if folder != "**" {
                folders.add(compile(folder).map_err(|error| bad(error.kind().to_string()))?);
                folder_owner.push(index);
            }
            parts.push(split(&text));
        }
        let built = |set: GlobSetBuilder| {
            let named = globs.join("`, `");
            set.build().map_err(|error| Error::Glob { glob: named, why: error.kind().to_string() })
        };
        let (all, folders) = (built(all)?, built(folders)?);
        Ok(Self { originals: globs.to_vec(), owner, all, folder_owner, folders, parts })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.originals.is_empty()
    }

    /// The glob that takes the file at `relative`.
    pub(crate) fn file(&self, relative: &str) -> Option<&str> {
        let index = *self.all.matches(relative).first()?;
        Some(&self.originals[self.owner[index]])
    }

    /// The glob that takes the folder at `relative` with all in it.
    pub(crate) fn folder(&self, relative: &str) -> Option<&str> {
        let index = *self.folders.matches(relative).first()?;
        Some(&self.originals[self.folder_owner[index]])
    }

    /// Whether a file below the folder at `relative` can match.
    pub(crate) fn reach_into(&self, relative: &str) -> bool {
        self.parts.iter().any(|parts| {
            let mut segments = relative.split('/');
            let mut parts = parts.iter();
            loop {
                match (segments.next(), parts.next()) {
                    (Some(segment), Some(Part::Name { glob, .. })) if glob.is_match(segment) => {}
                    (Some(_), Some(Part::Name { .. })) => return false,
                    _ => return true,
                }
            }
        })
    }

    /// Whether a glob names this file or folder name with its dot, as `.github/**` does.
    pub(crate) fn name_hidden(&self, name: &str) -> bool {
        let named =
            |part: &Part| matches!(part, Part::Name { glob, hidden: true } if glob.is_match(name));
        self.parts.iter().flatten().any(named)
    }

    /// Whether a glob names this folder literally, as `node_modules/**` does.
    pub(crate) fn name_folder(&self, name: &str) -> bool {
        let named =
            |part: &Part| matches!(part, Part::Name { glob, .. } if glob.glob().glob() == name);
        self.parts.iter().flatten().any(named)
    }
}

/// The glob from the root on: without a slash it may match at any depth.
fn anchored(glob: &str) -> String {
    let glob = glob.trim();
    let bare = glob.trim_start_matches("./").trim_start_matches('/').trim_end_matches('/');
    if bare.contains('/') || glob.starts_with('/') || bare.is_empty() || bare == "**" {
        bare.to_owned()
    } else {
        format!("**/{bare}")
    }
}

fn compile(pattern: &str) -> Result<Glob, globset::Error> {
    GlobBuilder::new(pattern).literal_separator(true).build()
}

fn split(pattern: &str) -> Vec<Part> {
    // A slash inside braces or brackets parts no segments.
    if pattern
        .split(['{', '['])
        .skip(1)
        .any(|rest| rest.split(['}', ']']).next().is_some_and(|inner| inner.contains('/')))
    {
        return vec![Part::Any];
    }
    let part = |segment: &str| match compile(segment) {
        Ok(glob) if segment != "**" => {
            Part::Name { glob: glob.compile_matcher(), hidden: segment.starts_with('.') }
        }
        _ => Part::Any,
    };
    pattern.split('/').map(part).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn globs(list: &[&str]) -> Globs {
        Globs::new(&list.iter().map(|glob| (*glob).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn globs_take_files() {
        for (glob, path, taken) in [
            ("*.md", "a.md", true),
            ("*.md", "deep/er/a.md", true),
            ("*.md", "a.mdx", false),
            ("guide/**", "guide/a/b.md", true),
            ("guide/**", "other/guide/a.md", false),
            ("guide", "x/guide/a.md", true),
            ("guide/", "guide/a.md", true),
            ("/a.md", "a.md", true),
            ("/a.md", "x/a.md", false),
            ("./docs/*.md", "docs/a.md", true),
            ("docs/*.md", "docs/x/a.md", false),
            ("docs/{a,b}/*.md", "docs/b/c.md", true),
            ("*.MD", "a.md", false),
            ("**", "a/b", true),
        ] {
            assert_eq!(globs(&[glob]).file(path).is_some(), taken, "{glob} on {path}");
        }
    }

    #[test]
    fn folders_are_taken_whole_or_passed_by() {
        for (glob, folder, whole, reached) in [
            ("guide/**", "guide", true, true),
            ("guide/**", "other", false, false),
            ("guide/*.md", "guide", false, true),
            ("guide/*.md", "guide/deep", false, false),
            ("a/*/c/**", "a/b", false, true),
            ("a/*/c/**", "a/b/d", false, false),
            ("**/x.md", "any/where", false, true),
            ("*.md", "any/where", false, true),
            ("{a/b,c}/*.md", "z", false, true),
        ] {
            let globs = globs(&[glob]);
            assert_eq!(globs.folder(folder).is_some(), whole, "{glob} takes {folder}");
            assert_eq!(globs.reach_into(folder), reached, "{glob} reaches {folder}");
        }
    }

    #[test]
    fn bad_globs_are_named() {
        let bad = |glob: &str| check_globs(&[], &[glob.to_owned()]).unwrap_err().to_string();
        assert!(bad("a/[z").contains("`a/[z`"), "{}", bad("a/[z"));
        assert!(bad(" ").contains("empty"));
        assert!(check_globs(&["guide/**".into()], &["*.{tmp,bak}".into()]).is_ok());
    }
}
