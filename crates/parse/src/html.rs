//! A document as safe HTML for the reading window.

use docroom_model::{DocumentPath, Format};

/// Where a document stands, to resolve its links.
pub struct Links<'a> {
    /// The project's name.
    pub project: &'a str,
    /// The document itself.
    pub path: &'a DocumentPath,
    /// Whether `SOURCE/…` is an indexed document of the project.
    pub exists: &'a dyn Fn(&str) -> bool,
}

/// Safe HTML, as described at [`docroom_model::Page::html`].
pub fn render(_format: Format, text: &str, _links: &Links<'_>) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<pre class=\"plain\">{escaped}</pre>")
}
