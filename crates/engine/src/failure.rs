//! What the rooms below report, in the words of `model`.

use docroom_model::{Code, Error};

/// Turns a room's own error into the one that faces know, keeping it as the cause.
pub(crate) trait Plain {
    fn plain(self) -> Error;
}

impl Plain for docroom_store::Error {
    fn plain(self) -> Error {
        Error::new(Code::Io, self.to_string()).because(Cause::of(&self))
    }
}

impl Plain for docroom_index::Error {
    fn plain(self) -> Error {
        Error::new(Code::Io, self.to_string()).because(Cause::of(&self))
    }
}

impl Plain for docroom_watch::Error {
    fn plain(self) -> Error {
        let code = match &self {
            docroom_watch::Error::Glob { .. } => Code::Invalid,
            _ => Code::Io,
        };
        let cause = Cause::of(&self);
        let error = Error::new(code, self.to_string());
        if cause.0.is_empty() { error } else { error.because(cause) }
    }
}

/// The causes below an error as one line: the message itself is already the error's.
#[derive(Debug)]
struct Cause(String);

impl Cause {
    fn of(error: &dyn std::error::Error) -> Self {
        let mut lines = Vec::new();
        let mut next = error.source();
        while let Some(cause) = next {
            lines.push(cause.to_string());
            next = cause.source();
        }
        Self(lines.join(": "))
    }
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Cause {}
