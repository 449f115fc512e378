//! From an error to what the person sees and the code that the program ends with.

use crate::output::{BAD, DIM, Output};
use docroom_model::{Code, Error};
use std::io::Write;
use std::process::ExitCode;

/// The person pressed Ctrl-C, or the system asked the program to end.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

/// The command has said all there is to say and ends with this code.
#[derive(Debug, thiserror::Error)]
#[error("failed")]
pub(crate) struct Said(pub(crate) u8);

/// Shows the error, if there is one, and gives the code to end with.
pub(crate) fn exit_code(done: anyhow::Result<()>, output: Output) -> ExitCode {
    let Err(error) = done else { return ExitCode::SUCCESS };
    if let Some(Said(code)) = error.downcast_ref() {
        return ExitCode::from(*code);
    }
    if error.is::<Interrupted>() {
        return ExitCode::from(130);
    }
    if is_closed_pipe(&error) {
        return ExitCode::SUCCESS;
    }
    show(&error, output);
    ExitCode::from(if code_of(&error) == Code::Invalid { 2 } else { 1 })
}

fn code_of(error: &anyhow::Error) -> Code {
    error.downcast_ref::<Error>().map_or(Code::Io, |error| error.code)
}

/// The reader of our output has seen enough, as in `docroom topics | head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(|e| e.io_error_kind());
        io.or(json)
    };
    error.chain().any(|cause| kind(cause) == Some(std::io::ErrorKind::BrokenPipe))
}

fn show(error: &anyhow::Error, output: Output) {
    let causes: Vec<String> = error.chain().skip(1).map(ToString::to_string).collect();
    if output.json {
        let code = code_of(error);
        let (message, causes) = (error.to_string(), &causes);
        let document = serde_json::json!({
            "error": {"code": code, "message": message, "causes": causes}
        });
        // The exit code tells it too.
        let _ = output.document(&document);
    }
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "{BAD}error:{BAD:#} {error}");
    for cause in causes {
        let _ = writeln!(err, "  {DIM}because:{DIM:#} {cause}");
    }
    if let Some(hint) = hint(code_of(error)).filter(|_| !output.quiet) {
        let _ = writeln!(err, "{DIM}{hint}{DIM:#}");
    }
}

fn hint(code: Code) -> Option<&'static str> {
    match code {
        Code::NotReady => Some("`docroom status` shows how far indexing has come"),
        Code::Internal => Some("this is a fault of Docroom; `docroom doctor` names the log"),
        Code::Io => Some("`docroom doctor` looks for the usual reasons"),
        Code::NotFound | Code::Invalid | Code::Stale => None,
    }
}
