//! Which files can be read, and how: the one table of file endings.

use docroom_model::Format;

/// Endings in lower case, without the dot.
const ENDINGS: &[(&str, Format)] = &[
    ("md", Format::Markdown),
    ("markdown", Format::Markdown),
    ("mdown", Format::Markdown),
    ("mkd", Format::Markdown),
    ("mdx", Format::Markdown),
    ("qmd", Format::Markdown),
    ("rmd", Format::Markdown),
    ("html", Format::Html),
    ("htm", Format::Html),
    ("xhtml", Format::Html),
    ("txt", Format::Text),
    ("text", Format::Text),
    ("rst", Format::Text),
    ("adoc", Format::Asciidoc),
    ("asc", Format::Asciidoc),
    ("asciidoc", Format::Asciidoc),
    ("org", Format::Text),
];

/// Names without an ending that are prose by custom; also with a suffix, as in `LICENSE-MIT`.
const NAMES: &[&str] = &[
    "authors",
    "bugs",
    "changelog",
    "changes",
    "code_of_conduct",
    "contributing",
    "contributors",
    "copying",
    "copyright",
    "credits",
    "faq",
    "hacking",
    "history",
    "install",
    "licence",
    "license",
    "maintainers",
    "manual",
    "news",
    "notice",
    "patents",
    "readme",
    "releases",
    "security",
    "support",
    "thanks",
    "todo",
    "upgrading",
];

/// How the file at `path` (parted by `/`) is read, by its ending in any case. `None`: there is
/// no reader for it yet, which is the reason to give in the coverage ledger.
pub fn format_of(path: &str) -> Option<Format> {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => {
            let ending = ending.to_ascii_lowercase();
            ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, format)| *format)
        }
        Some(_) => None,
        None => {
            let name = name.to_ascii_lowercase();
            let bare = name.split('-').next().unwrap_or(&name);
            NAMES.contains(&bare).then_some(Format::Text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_decide() {
        for (path, format) in [
            ("a/b.md", Some(Format::Markdown)),
            ("UPPER.MD", Some(Format::Markdown)),
            ("notes.Rmd", Some(Format::Markdown)),
            ("a.b/c.rst", Some(Format::Text)),
            ("a.adoc", Some(Format::Asciidoc)),
            ("README", Some(Format::Text)),
            ("x/LICENSE-MIT", Some(Format::Text)),
            ("Makefile", None),
            ("a.md/readme.png", None),
            ("page.HTML", Some(Format::Html)),
            (".md", None),
            ("", None),
        ] {
            assert_eq!(format_of(path), format, "{path}");
        }
    }
}
