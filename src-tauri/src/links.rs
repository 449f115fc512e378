//! Links: which passage a `docroom://` link opens, where the window may navigate (nowhere), and
//! which links leave for the browser.

use docroom_model::{Error, OpenLink, Result};
use serde::Serialize;
use tauri::Url;

/// A passage to open, as the page receives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Passage {
    project: String,
    path: String,
    /// First and last line to mark, 1-based and inclusive.
    lines: Option<(u32, u32)>,
}

impl From<OpenLink> for Passage {
    fn from(link: OpenLink) -> Self {
        Self {
            project: link.project.into(),
            path: link.path.into(),
            lines: link.lines.map(|lines| (lines.start, lines.end)),
        }
    }
}

/// Whether the window itself may go there: only to our own pages.
pub(crate) fn is_ours(url: &Url) -> bool {
    let embedded = match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        // How Windows spells the same scheme.
        "http" | "https" => cfg!(windows) && url.host_str() == Some("tauri.localhost"),
        _ => false,
    };
    embedded || (tauri::is_dev() && url.host_str() == Some("localhost") && url.port() == Some(5173))
}

/// Opens a web or mail address with the program the user has for it; other schemes could start
/// programs and are refused.
pub(crate) fn open_external(address: &str) -> Result<()> {
    let url = external(address)?;
    tauri_plugin_opener::open_url(url.as_str(), None::<&str>).map_err(|error| {
        let message = format!("could not open `{url}`: no browser took it");
        Error::new(docroom_model::Code::Io, message).because(error)
    })
}

fn external(address: &str) -> Result<Url> {
    let refused = || Error::invalid(format!("`{address}` is no web or mail address"));
    let url = Url::parse(address).map_err(|_| refused())?;
    let known = matches!(url.scheme(), "http" | "https" | "mailto");
    if known { Ok(url) } else { Err(refused()) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_web_and_mail_addresses_leave() {
        for good in ["https://example.org/a?b#c", "http://example.org", "mailto:a@example.org"] {
            assert!(external(good).is_ok(), "{good}");
        }
        let bad =
            ["file:///etc/passwd", "javascript:alert(1)", "docroom://p/s/a.md", "-h", "a b", ""];
        for bad in bad {
            assert!(external(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_window_stays_on_its_own_pages() {
        assert!(is_ours(&Url::parse("tauri://localhost/index.html").unwrap()));
        for foreign in
            ["https://example.org/", "tauri://other/", "file:///a", "docimg://localhost/p/s/a.svg"]
        {
            assert!(!is_ours(&Url::parse(foreign).unwrap()), "{foreign}");
        }
    }

    #[test]
    fn a_passage_carries_its_lines() {
        let passage =
            Passage::from(OpenLink::parse("docroom://open/my%20p/s/a%20b.md#L10-L24").unwrap());
        let sent = serde_json::to_value(passage).unwrap();
        assert_eq!(
            sent,
            serde_json::json!({ "project": "my p", "path": "s/a b.md", "lines": [10, 24] })
        );
    }
}
