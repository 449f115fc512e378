//! `docroom completions`: the script that completes this program's words in a shell.

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;
use std::io::Write;

/// Print the completion script of a shell
#[derive(Args)]
#[command(
    after_help = "Example:\n  docroom completions bash > ~/.local/share/bash-completion/completions/docroom"
)]
pub(crate) struct Completions {
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, mut program: clap::Command) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "docroom", &mut script);
        Ok(std::io::stdout().write_all(&script)?)
    }
}
