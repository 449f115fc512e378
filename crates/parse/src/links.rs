//! Where a link or a picture of a document leads: another document of the project, a place on
//! the same page, out to the world, or nowhere.

use crate::stems::antora;
use docroom_model::DocumentPath;

/// Where a document stands, to resolve its links.
pub struct Links<'a> {
    /// The project's name.
    pub project: &'a str,
    /// The document itself.
    pub path: &'a DocumentPath,
    /// Whether `SOURCE/…` is an indexed document of the project.
    pub exists: &'a dyn Fn(&str) -> bool,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// `http`, `https` or `mailto`: kept as it is.
    Outside,
    /// A document of the project, and the anchor in it.
    Document { path: String, anchor: Option<String> },
    /// A place on the same page.
    Here(String),
    /// A document that the project doesn't have.
    Missing,
    /// Nothing that may be followed.
    Nothing,
}

/// Where a picture comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Picture {
    /// A file of the project, as an address of the `docimg` scheme.
    Local(String),
    /// Another machine: not loaded unasked.
    Remote,
    /// Picture data in the text itself.
    Inline,
    /// Nothing that may be shown.
    Nothing,
}

/// What a folder's address stands for, in the order of trying.
const INDEXES: [&str; 6] =
    ["index.md", "_index.md", "README.md", "readme.md", "index.html", "index.adoc"];
/// Endings that a page's address may leave out.
const ENDINGS: [&str; 5] = ["md", "mdx", "html", "adoc", "rst"];
/// Inline pictures that are shown. No SVG: it can hold script.
const INLINE: [&str; 4] =
    ["data:image/png;", "data:image/jpeg;", "data:image/gif;", "data:image/webp;"];

impl Links<'_> {
    /// Where the link `href` leads.
    pub(crate) fn target(&self, href: &str) -> Target {
        let href = href.trim();
        if let Some(fragment) = href.strip_prefix('#') {
            return match decoded(fragment) {
                Some(anchor) if !anchor.is_empty() => Target::Here(anchor),
                _ => Target::Nothing,
            };
        }
        let (page, fragment) = href.split_once('#').unwrap_or((href, ""));
        let antora = antora(self.path.as_str(), page);
        if let Some(path) = antora.filter(|path| (self.exists)(path)) {
            let anchor = decoded(fragment).filter(|anchor| !anchor.is_empty());
            return Target::Document { path, anchor };
        }
        if has_scheme(href) {
            let outside = ["http://", "https://", "mailto:"];
            let known = outside.iter().any(|scheme| starts_with(href, scheme));
            return if known { Target::Outside } else { Target::Nothing };
        }
        if href.is_empty() || href.starts_with("//") || href.contains('\\') {
            return Target::Nothing;
        }
        let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
        let path = path.split('?').next().unwrap_or(path);
        let Some(path) = decoded(path) else { return Target::Missing };
        let anchor = decoded(fragment).filter(|anchor| !anchor.is_empty());
        match self.document(&path) {
            Some(path) => Target::Document { path, anchor },
            None => Target::Missing,
        }
    }

    /// Where the picture `src` comes from.
    pub(crate) fn picture(&self, src: &str) -> Picture {
        let src = src.trim();
        if INLINE.iter().any(|start| starts_with(src, start)) {
            return Picture::Inline;
        }
        if starts_with(src, "http://") || starts_with(src, "https://") {
            return Picture::Remote;
        }
        if src.starts_with("//") && !src.starts_with("///") {
            return Picture::Remote;
        }
        if src.is_empty() || has_scheme(src) || src.contains('\\') {
            return Picture::Nothing;
        }
        let path = src.split(['#', '?']).next().unwrap_or(src);
        let resolved = decoded(path).and_then(|path| match path.strip_prefix('/') {
            Some(rooted) => joined("", rooted),
            None => joined(self.folder(), &path),
        });
        match resolved {
            Some(relative) if !relative.is_empty() => {
                let address = [self.project, self.path.source(), &relative];
                Picture::Local(format!("docimg://localhost/{}", encoded(&address.join("/"))))
            }
            _ => Picture::Nothing,
        }
    }

    /// The document that a path names, tried as it stands and as site makers understand it.
    fn document(&self, path: &str) -> Option<String> {
        if let Some(rooted) = path.strip_prefix('/') {
            // The site's root may be the source's folder, one above the document, or (where
            // the folder `docs` was added) one above the source.
            let ancestors = self.folder().match_indices('/').map(|(at, _)| &self.folder()[..at]);
            let mut bases = vec![""];
            bases.extend(ancestors);
            bases.push(self.folder());
            let below = rooted.split_once('/').map(|(_, below)| below);
            return bases
                .iter()
                .find_map(|base| self.try_all(base, rooted))
                .or_else(|| below.and_then(|below| self.try_all("", below)));
        }
        let stem = self.path.relative().rsplit_once('.').map_or("", |(stem, _)| stem);
        // A page `a/b.md` is served as `a/b/`, so `../c/` means `a/c` there.
        self.try_all(self.folder(), path).or_else(|| self.try_all(stem, path))
    }

    fn try_all(&self, base: &str, path: &str) -> Option<String> {
        let relative = joined(base, path)?;
        let known = |relative: &str| {
            let full = format!("{}/{relative}", self.path.source());
            (self.exists)(&full).then_some(full)
        };
        let indexes = || {
            INDEXES.iter().find_map(|index| match relative.as_str() {
                "" => known(index),
                folder => known(&format!("{folder}/{index}")),
            })
        };
        if relative.is_empty() {
            return indexes();
        }
        let page = || ENDINGS.iter().find_map(|ending| known(&format!("{relative}.{ending}")));
        if path.ends_with('/') {
            return indexes().or_else(page);
        }
        let made = || {
            let stem = relative.strip_suffix(".html")?;
            ENDINGS.iter().find_map(|ending| known(&format!("{stem}.{ending}")))
        };
        known(&relative).or_else(page).or_else(indexes).or_else(made)
    }

    /// The document's folder below its source; empty at the top.
    fn folder(&self) -> &str {
        self.path.relative().rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// `path` seen from `base`, without dot segments; none if it climbs out of the source.
fn joined(base: &str, path: &str) -> Option<String> {
    let mut segments: Vec<&str> = base.split('/').filter(|segment| !segment.is_empty()).collect();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            other => segments.push(other),
        }
    }
    Some(segments.join("/"))
}

fn has_scheme(text: &str) -> bool {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '-' | '.'));
    end.is_some_and(|end| end > 0 && text[end..].starts_with(':'))
}

fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

/// Percent-decoded; none if that is no UTF-8 or holds a control character.
fn decoded(text: &str) -> Option<String> {
    let text = percent_encoding::percent_decode_str(text).decode_utf8().ok()?;
    (!text.chars().any(char::is_control)).then(|| text.into_owned())
}

/// Percent-encoded as in the addresses of `docroom_model`, slashes kept.
fn encoded(path: &str) -> String {
    use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
    const ENCODED: &AsciiSet =
        &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');
    utf8_percent_encode(path, ENCODED).to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const DOCUMENTS: [&str; 9] = [
        "k/docs/a/page.md",
        "k/docs/a/other.md",
        "k/docs/a/b c.md",
        "k/docs/_index.md",
        "k/docs/sub/index.md",
        "k/top.md",
        "k/README.md",
        "k/LICENSE",
        "other/x.md",
    ];

    fn with<T>(path: &str, check: impl FnOnce(&Links<'_>) -> T) -> T {
        let path = DocumentPath::new(path).unwrap();
        let exists = |path: &str| DOCUMENTS.contains(&path);
        check(&Links { project: "my docs", path: &path, exists: &exists })
    }

    #[test]
    fn links_lead_to_documents_of_the_project() {
        with("k/docs/a/page.md", |links| {
            for (href, path) in [
                ("other.md", "k/docs/a/other.md"),
                ("./other", "k/docs/a/other.md"),
                ("b%20c.md?x=1", "k/docs/a/b c.md"),
                ("../", "k/docs/_index.md"),
                ("..", "k/docs/_index.md"),
                ("../sub/", "k/docs/sub/index.md"),
                ("../sub", "k/docs/sub/index.md"),
                ("../other/", "k/docs/a/other.md"),
                ("../../top.html", "k/top.md"),
                ("/docs/a/other/", "k/docs/a/other.md"),
                ("/a/other", "k/docs/a/other.md"),
                ("/k/top.md", "k/top.md"),
                ("/", "k/README.md"),
                ("../../LICENSE", "k/LICENSE"),
            ] {
                let target = Target::Document { path: path.into(), anchor: None };
                assert_eq!(links.target(href), target, "{href}");
            }
            assert_eq!(
                links.target("other.md#a%20b"),
                Target::Document { path: "k/docs/a/other.md".into(), anchor: Some("a b".into()) }
            );
            assert_eq!(links.target("#here"), Target::Here("here".into()));
        });
    }

    #[test]
    fn other_links_lead_out_or_nowhere() {
        with("k/docs/a/page.md", |links| {
            for href in ["https://x.y/z", "HTTP://x", "mailto:a@b"] {
                assert_eq!(links.target(href), Target::Outside, "{href}");
            }
            for href in [
                "gone.md",
                "../../../other/x.md",
                "../../../../etc/passwd",
                "/etc/passwd",
                "%2e%2e/%2e%2e/%2e%2e/etc/passwd",
                "a%00b.md",
                "%ff.md",
            ] {
                assert_eq!(links.target(href), Target::Missing, "{href}");
            }
            for href in [
                "javascript:alert(1)",
                "JavaScript:x",
                "vbscript:x",
                "data:text/html,x",
                "file:///etc/passwd",
                "//host/x",
                "\\\\host\\x",
                "..\\..\\x",
                "C:\\x",
                "",
                "#",
                "docroom://open/x",
            ] {
                assert_eq!(links.target(href), Target::Nothing, "{href}");
            }
        });
    }

    #[test]
    fn pictures_come_from_the_project_or_are_asked_for() {
        with("k/docs/a/page.md", |links| {
            let local = |src: &str| match links.picture(src) {
                Picture::Local(address) => address,
                other => format!("{other:?}"),
            };
            assert_eq!(local("img/a b.png"), "docimg://localhost/my%20docs/k/docs/a/img/a%20b.png");
            assert_eq!(
                local("/static/ü.png?x"),
                "docimg://localhost/my%20docs/k/static/%C3%BC.png"
            );
            assert_eq!(local("../../x.svg#f"), "docimg://localhost/my%20docs/k/x.svg");
            for src in [
                "../../../../etc/hostname",
                "file:///x.png",
                "data:image/svg+xml;base64,x",
                "javascript:x",
                "",
                "..\\x.png",
                "blob:x",
            ] {
                assert_eq!(links.picture(src), Picture::Nothing, "{src}");
            }
            assert_eq!(links.picture("https://x/y.png"), Picture::Remote);
            assert_eq!(links.picture("//x/y.png"), Picture::Remote);
            assert_eq!(links.picture("data:image/png;base64,xx"), Picture::Inline);
        });
    }
}
