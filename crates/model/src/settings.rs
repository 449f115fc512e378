//! The settings of `docroom.toml`: one table that the file, the terminal and the window read.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// All settings. Absent keys have their default; unknown keys are refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Port of the loopback HTTP server, 1–65535.
    pub http_port: u16,
    /// Most characters of one search answer, at least 500.
    pub max_result_chars: u32,
    /// Largest file that is indexed, in mebibytes, 1–1024.
    pub max_file_mib: u32,
    /// Send structured results with the prose tools also to clients older than 2026-07-28.
    pub structured_output: bool,
    /// Keep the app's own guide as the project `user-guide`.
    pub user_guide: bool,
    /// The model that finds passages by meaning: `built-in`, `off`, the absolute path of a
    /// folder with a transformer, or `URL MODEL` of a server that speaks the OpenAI way.
    pub embedding_model: String,
    /// Weight of the place by words, 0–100, where both are fused.
    pub lexical_weight: u32,
    /// Weight of the place by meaning, 0–100.
    pub dense_weight: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            http_port: 7423,
            max_result_chars: 12_000,
            max_file_mib: 32,
            structured_output: false,
            user_guide: true,
            embedding_model: "built-in".to_owned(),
            lexical_weight: 2,
            dense_weight: 1,
        }
    }
}

/// A row of the table: a key, what it does, and how it is read and written as text.
pub struct Setting {
    /// The key in `docroom.toml`.
    pub key: &'static str,
    /// What it does, one sentence.
    pub doc: &'static str,
    /// The value as text.
    pub get: fn(&Settings) -> String,
    /// Reads the value from text; [`crate::error::Code::Invalid`] names what it takes.
    pub set: fn(&mut Settings, &str) -> Result<()>,
}

/// Every setting, in the order they are shown.
pub const SETTINGS: &[Setting] = &[
    Setting {
        key: "http_port",
        doc: "Port of the loopback HTTP server",
        get: |s| s.http_port.to_string(),
        set: |s, text| number("http_port", text, 1, 65_535).map(|n| s.http_port = n as u16),
    },
    Setting {
        key: "max_result_chars",
        doc: "Most characters of one search answer",
        get: |s| s.max_result_chars.to_string(),
        set: |s, text| {
            number("max_result_chars", text, 500, 1_000_000).map(|n| s.max_result_chars = n)
        },
    },
    Setting {
        key: "max_file_mib",
        doc: "Largest file that is indexed, in mebibytes; larger ones are listed as not searchable",
        get: |s| s.max_file_mib.to_string(),
        set: |s, text| number("max_file_mib", text, 1, 1024).map(|n| s.max_file_mib = n),
    },
    Setting {
        key: "structured_output",
        doc: "Send structured results with the prose tools to every client (some then show only those)",
        get: |s| s.structured_output.to_string(),
        set: |s, text| switch("structured_output", text).map(|on| s.structured_output = on),
    },
    Setting {
        key: "user_guide",
        doc: "Keep the app's own guide as the project `user-guide`",
        get: |s| s.user_guide.to_string(),
        set: |s, text| switch("user_guide", text).map(|on| s.user_guide = on),
    },
    Setting {
        key: "embedding_model",
        doc: "Model for finding by meaning: built-in, off, a model's folder, or \"URL MODEL\" of a server",
        get: |s| serde_json::Value::from(s.embedding_model.as_str()).to_string(),
        set: |s, text| embedding_model(text).map(|model| s.embedding_model = model),
    },
    Setting {
        key: "lexical_weight",
        doc: "Weight of a passage's place by words, against the one by meaning",
        get: |s| s.lexical_weight.to_string(),
        set: |s, text| number("lexical_weight", text, 0, 100).map(|n| s.lexical_weight = n),
    },
    Setting {
        key: "dense_weight",
        doc: "Weight of a passage's place by meaning, against the one by words",
        get: |s| s.dense_weight.to_string(),
        set: |s, text| number("dense_weight", text, 0, 100).map(|n| s.dense_weight = n),
    },
];

impl Settings {
    /// Checks every bound, as when a file was edited by hand.
    pub fn check(&self) -> Result<()> {
        let mut copy = self.clone();
        SETTINGS.iter().try_for_each(|row| (row.set)(&mut copy, &(row.get)(self)))
    }
}

/// As written, or as a TOML string.
fn embedding_model(text: &str) -> Result<String> {
    let quoted = text.starts_with('"').then(|| serde_json::from_str::<String>(text).ok()).flatten();
    let model = quoted.unwrap_or_else(|| text.to_owned()).trim().to_owned();
    let server = model.starts_with("http://") || model.starts_with("https://");
    let fits = match server {
        true => model.split_whitespace().count() == 2,
        false => {
            ["built-in", "off"].contains(&model.as_str())
                || std::path::Path::new(&model).is_absolute()
        }
    };
    if fits {
        return Ok(model);
    }
    Err(Error::invalid(format!(
        "`embedding_model` takes `built-in`, `off`, the absolute path of a model's folder, or \
         `URL MODEL` of a server, not `{model}`"
    )))
}

fn switch(key: &str, text: &str) -> Result<bool> {
    match text {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(Error::invalid(format!("`{key}` takes `true` or `false`, not `{text}`"))),
    }
}

fn number(key: &str, text: &str, low: u32, high: u32) -> Result<u32> {
    let value = text.parse::<u32>().ok().filter(|n| (low..=high).contains(n));
    value.ok_or_else(|| {
        Error::invalid(format!("`{key}` takes a whole number from {low} to {high}, not `{text}`"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_covers_every_key_and_keeps_its_bounds() {
        let all = serde_json::to_value(Settings::default()).expect("plain data");
        let keys: Vec<_> = all.as_object().expect("an object").keys().cloned().collect();
        let mut rows: Vec<_> = SETTINGS.iter().map(|row| row.key.to_owned()).collect();
        rows.sort();
        assert_eq!(rows, keys);
        assert!(Settings::default().check().is_ok());
        let low = Settings { max_result_chars: 10, ..Settings::default() };
        assert!(low.check().is_err());
    }
}
