//! What may be written on the command line, apart from each command's own words.

use crate::commands::Command;
use crate::global::Global;
use clap::Parser;

const EXAMPLES: &str = "\
Examples:
  docroom add ~/src/kubernetes-docs --name kubernetes
  docroom search \"rolling update\"
  docroom read docs/concepts/deployment.md --heading Rollback
  claude mcp add docroom -- docroom mcp

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.";

/// A reading room for your own documentation, for you and for your agents.
#[derive(Parser)]
#[command(name = "docroom", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_shows_an_example() {
        for command in Arguments::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let call = format!("docroom {}", command.get_name());
            assert!(help.contains(&call), "`{call} --help` has no example");
        }
    }
}
