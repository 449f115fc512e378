//! The command line: where everything lives, and the passage to open.

use docroom_model::OpenLink;
use std::ffi::OsString;
use std::path::PathBuf;

/// What `--help` prints.
pub(crate) const USAGE: &str = "\
Usage: docroom-window [--home DIR] [docroom://…]

Opens Docroom's reading window, or raises the one that is open.

  docroom://…   open this passage, as in docroom://open/PROJECT/SOURCE/PATH#L10-L24
  --home DIR    where everything lives (default: $DOCROOM_HOME, else the user's data folder)
  --help, --version";

/// What the window is opened with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// From `--home`, else `DOCROOM_HOME`; none means the user's data folder.
    pub(crate) home: Option<PathBuf>,
    /// The passage to open.
    pub(crate) link: Option<OpenLink>,
}

/// What a command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The window.
    Window(Arguments),
    /// Nothing but this text.
    Text(String),
}

/// Reads the arguments after the program's name; an error says which one is unusable.
pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Asked, String> {
    let mut asked =
        Arguments { home: std::env::var_os("DOCROOM_HOME").map(PathBuf::from), link: None };
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy();
        match &*text {
            "--help" | "-h" => return Ok(Asked::Text(USAGE.to_owned())),
            "--version" | "-V" => {
                return Ok(Asked::Text(format!("docroom-window {}", env!("CARGO_PKG_VERSION"))));
            }
            "--home" => {
                let folder = rest.next().ok_or("`--home` needs a folder after it")?;
                asked.home = Some(PathBuf::from(folder));
            }
            other if other.starts_with("--home=") => {
                asked.home = Some(PathBuf::from(other.trim_start_matches("--home=")));
            }
            other if other.starts_with("docroom:") => {
                asked.link = Some(OpenLink::parse(other).map_err(|error| error.message)?);
            }
            other => return Err(format!("`{other}` is no argument of docroom-window")),
        }
    }
    Ok(Asked::Window(asked))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn window(arguments: &[&str]) -> Result<Arguments, String> {
        match read(arguments.iter().map(OsString::from))? {
            Asked::Window(arguments) => Ok(arguments),
            Asked::Text(text) => Err(text),
        }
    }

    #[test]
    fn home_and_passage_come_in_any_order() {
        let link = OpenLink::parse("docroom://open/p/s/a.md#L3-L4").unwrap();
        for arguments in [
            ["--home", "/h", "docroom://open/p/s/a.md#L3-L4"],
            ["docroom://open/p/s/a.md#L3-L4", "--home", "/h"],
        ] {
            let read = window(&arguments).unwrap();
            assert_eq!(read, Arguments { home: Some("/h".into()), link: Some(link.clone()) });
        }
        assert_eq!(window(&["--home=/a b"]).unwrap().home, Some("/a b".into()));
    }

    #[test]
    fn what_it_does_not_know_is_named() {
        for (arguments, named) in [
            (vec!["--hom", "/h"], "`--hom`"),
            (vec!["--home"], "`--home`"),
            (vec!["docroom://open/p/s/a.md#L0"], "docroom://open/p/s/a.md#L0"),
            (vec!["--help"], "Usage:"),
        ] {
            let said = window(&arguments).unwrap_err();
            assert!(said.contains(named), "{arguments:?}: {said}");
        }
    }
}
