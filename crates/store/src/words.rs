//! How the closed enums of `model` are written in columns: by their serde names.

use rusqlite::types::{FromSqlError, Type};
use serde_json::Value;

/// The word of a unit variant.
pub(crate) fn word<T: serde::Serialize>(value: T) -> rusqlite::Result<String> {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => Ok(word),
        _ => Err(rusqlite::Error::ToSqlConversionFailure("no plain word".into())),
    }
}

/// The variant of a word, read from `column`.
pub(crate) fn variant<T: serde::de::DeserializeOwned>(
    word: String,
    column: usize,
) -> rusqlite::Result<T> {
    serde_json::from_value(Value::String(word)).map_err(|error| {
        let error = FromSqlError::Other(Box::new(error));
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}
