//! The engine in a terminal, and the resident: the program `docroom`.

mod arguments;
mod commands;
mod context;
mod failure;
mod global;
mod interrupt;
mod logs;
mod output;
mod progress;
mod words;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = arguments::Arguments::parse();
    let output = output::Output::new(&arguments.global);
    let level = output.level(arguments.command.is_resident());
    let done = context::Context::open(arguments.global, output, level)
        .and_then(|context| arguments.command.run(&context));
    failure::exit_code(done, output)
}
