//! `docroom settings`: show and change `docroom.toml`.

use crate::context::Context;
use crate::output::{DIM, STRONG, stdout};
use anyhow::Result;
use clap::Args;
use docroom_model::{Error, SETTINGS, Setting};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  docroom settings
  docroom settings http_port 7500";

/// Show the settings, or change one
#[derive(Args)]
#[command(name = "settings", after_help = EXAMPLES)]
pub(crate) struct SettingsCommand {
    /// The setting
    key: Option<String>,
    /// Its new value
    value: Option<String>,
}

impl SettingsCommand {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let (engine, output) = (&context.engine, context.output);
        let Some(key) = &self.key else { return all(context) };
        let row = row(key)?;
        if let Some(value) = &self.value {
            engine.set_setting(row.key, value)?;
        }
        let settings = engine.settings()?;
        if output.json {
            let value = serde_json::to_value(&settings)?;
            return output.document(&serde_json::json!({ row.key: value[row.key] }));
        }
        Ok(writeln!(stdout(), "{}", (row.get)(&settings))?)
    }
}

fn all(context: &Context) -> Result<()> {
    let settings = context.engine.settings()?;
    if context.output.json {
        return context.output.document(&settings);
    }
    let mut out = stdout();
    for row in SETTINGS {
        let (key, value, doc) = (row.key, (row.get)(&settings), row.doc);
        writeln!(out, "{STRONG}{key:18}{STRONG:#} {value:8} {DIM}{doc}{DIM:#}")?;
    }
    context.output.hint(format!("in {}", context.engine.directories().settings_file().display()));
    Ok(())
}

fn row(key: &str) -> Result<&'static Setting> {
    let found = SETTINGS.iter().find(|row| row.key == key);
    found.ok_or_else(|| {
        let keys: Vec<String> = SETTINGS.iter().map(|row| format!("`{}`", row.key)).collect();
        Error::invalid(format!("there is no setting `{key}`; there are {}", keys.join(", "))).into()
    })
}
