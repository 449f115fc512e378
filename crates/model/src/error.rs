//! One error for every face: a code that decides how it is shown, a message that names the
//! thing that failed and how to mend it, and the cause underneath.

use serde::{Serialize, Serializer, ser::SerializeStruct};

/// What kind of failure this is; each face maps it to its own manners (design, "One definition").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The thing named does not exist; the message lists what does.
    NotFound,
    /// An argument is unusable; the message names it.
    Invalid,
    /// Nothing to answer from yet: indexing is under way or has not begun.
    NotReady,
    /// The text changed since it was pinned.
    Stale,
    /// The file system or another program refused.
    Io,
    /// A fault of ours.
    Internal,
}

/// The result of everything a face may ask.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A failure, ready to be shown. Paths and names stand in backticks in the message.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// How a face should treat it.
    pub code: Code,
    /// What failed on what, and how to mend it.
    pub message: String,
    /// The cause underneath, if another library or room reported one.
    #[source]
    pub source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// An error without a deeper cause.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), source: None }
    }

    /// [`Code::NotFound`] with this message.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(Code::NotFound, message)
    }

    /// [`Code::Invalid`] with this message.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Code::Invalid, message)
    }

    /// The same error with its cause.
    #[must_use]
    pub fn because(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.source = Some(Box::new(source));
        self
    }

    /// A closure for `map_err` on I/O: what was attempted, on which path.
    pub fn io<E>(attempt: &str, path: &std::path::Path) -> impl FnOnce(E) -> Self
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        let message = format!("could not {attempt} `{}`", path.display());
        move |source| Self::new(Code::Io, message).because(source)
    }

    /// The messages of the causes underneath, outermost first.
    pub fn causes(&self) -> Vec<String> {
        let mut causes = Vec::new();
        let mut next = std::error::Error::source(self);
        while let Some(cause) = next {
            causes.push(cause.to_string());
            next = cause.source();
        }
        causes
    }
}

impl Serialize for Error {
    /// `{code, message, causes}`: what the window receives.
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Error", 3)?;
        fields.serialize_field("code", &self.code)?;
        fields.serialize_field("message", &self.message)?;
        fields.serialize_field("causes", &self.causes())?;
        fields.end()
    }
}
