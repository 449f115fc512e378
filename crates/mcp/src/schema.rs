//! The published schema of a tool's arguments, made from the request struct of `model`: flat,
//! closed, with bounds, and without the `project` that a one-project server does not take.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// Which projects a server speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Exactly one; it is not named in calls.
    One,
    /// All; calls name one.
    All {
        /// They must: there is more than one.
        required: bool,
    },
}

/// The schema of a request struct's fields.
pub(crate) fn arguments<T: JsonSchema>(scope: Scope) -> JsonObject {
    let mut schema = plain::<T>();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for property in properties.into_iter().flat_map(|all| all.values_mut()) {
        tidy(property);
    }
    match scope {
        Scope::One => {
            if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
                properties.remove("project");
            }
        }
        Scope::All { required: true } => require(&mut schema, "project"),
        Scope::All { required: false } => {}
    }
    schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    schema
}

/// The schema of no arguments at all.
pub(crate) fn no_arguments() -> JsonObject {
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), json!({}));
    schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    schema
}

/// The schema of an answer that is `{status: "ok"}` with the fields of `T`, or a refusal with
/// one of `codes`.
pub(crate) fn answer<T: JsonSchema>(codes: &[&str]) -> JsonObject {
    let mut schema = plain::<T>();
    let mut fields = vec![json!("status")];
    if let Some(Value::Array(required)) = schema.remove("required") {
        fields.extend(required);
    }
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.values_mut().for_each(tidy);
        properties.insert("status".to_owned(), json!({ "enum": ["ok", "error"] }));
        properties.insert("code".to_owned(), json!({ "enum": codes }));
    }
    schema.insert("required".to_owned(), json!(["status"]));
    let either = json!([
        { "properties": { "status": { "const": "ok" } }, "required": fields },
        { "properties": { "status": { "const": "error" } }, "required": ["status", "code"] },
    ]);
    schema.insert("oneOf".to_owned(), either);
    schema
}

fn plain<T: JsonSchema>() -> JsonObject {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = match schema.to_value() {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    };
    schema.remove("title");
    schema.remove("description");
    schema
}

/// A 32-bit number gets its upper bound in words that every client knows; formats are Rust's.
fn tidy(property: &mut Value) {
    let Some(property) = property.as_object_mut() else { return };
    if property.remove("format").is_some_and(|format| format == "uint32") {
        property.entry("maximum").or_insert_with(|| json!(u32::MAX));
    }
    property.remove("default");
    if let Some(items) = property.get_mut("items") {
        tidy(items);
    }
    if let Some(Value::Object(nested)) = property.get_mut("properties") {
        nested.values_mut().for_each(tidy);
    }
}

fn require(schema: &mut JsonObject, name: &str) {
    let required = schema.entry("required").or_insert_with(|| json!([]));
    if let Some(names) = required.as_array_mut() {
        names.push(json!(name));
    }
}
