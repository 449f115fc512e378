//! How the program speaks: answers on standard output, hints on standard error, colours only
//! where a terminal shows them (`NO_COLOR` honoured), and no control character of a document.

use crate::global::Global;
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use tracing::Level;

/// Names, titles and headings.
pub(crate) const STRONG: Style = Style::new().bold();
/// What is read last.
pub(crate) const DIM: Style = Style::new().dimmed();
/// The words of the question.
pub(crate) const MARK: Style = Style::new().bold().underline();
/// In order.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Needs a look.
pub(crate) const FAIR: Style = AnsiColor::Yellow.on_default();
/// Failed.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// The manners of this call.
#[derive(Clone, Copy)]
pub(crate) struct Output {
    /// One JSON document on standard output and nothing else.
    pub(crate) json: bool,
    /// No progress and no hints.
    pub(crate) quiet: bool,
    verbose: bool,
}

impl Output {
    /// As the arguments say.
    pub(crate) fn new(global: &Global) -> Self {
        Self { json: global.json, quiet: global.quiet, verbose: global.verbose }
    }

    /// How much is logged: a program that stays says more than one that answers.
    pub(crate) fn level(self, resident: bool) -> Level {
        match (self.verbose, resident) {
            (true, _) => Level::DEBUG,
            (false, true) => Level::INFO,
            (false, false) => Level::WARN,
        }
    }

    /// Prints the one JSON document.
    pub(crate) fn document(self, value: &impl Serialize) -> Result<()> {
        let mut out = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, value)?;
        writeln!(out)?;
        Ok(out.flush()?)
    }

    /// A word on standard error that helps and may be left out.
    pub(crate) fn hint(self, text: impl Display) {
        if !self.quiet {
            // Nobody is left to be told when standard error is closed.
            let _ = writeln!(anstream::stderr(), "{DIM}{text}{DIM:#}");
        }
    }
}

/// Standard output that drops colours where no terminal shows them.
pub(crate) fn stdout() -> anstream::AutoStream<std::io::StdoutLock<'static>> {
    anstream::stdout().lock()
}

/// Text of a document or a name, fit for one line of a terminal: an escape sequence in a file
/// must not reach it.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if text.chars().any(char::is_control) {
        let tame = |c: char| if c.is_control() { ' ' } else { c };
        Cow::Owned(text.chars().map(tame).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Text of a document as it is where a program reads it; without control characters but line
/// ends and tabs where a terminal does.
pub(crate) fn many_lines(text: &str) -> Cow<'_, str> {
    use std::io::IsTerminal;
    let odd = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if std::io::stdout().is_terminal() && text.contains(odd) {
        Cow::Owned(text.chars().map(|c| if odd(c) { ' ' } else { c }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_escape_sequence_passes() {
        assert_eq!(one_line("a\u{1b}[31mb\nc"), "a [31mb c");
        assert_eq!(one_line("日本 plain"), "日本 plain");
    }
}
