//! Checking a call's arguments against the published schema, strictly, and naming every field
//! that is wrong at once, so that a model can mend its call in one go.

use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The request, or a text that names each bad field and why.
pub(crate) fn read<T: DeserializeOwned>(
    arguments: JsonObject,
    schema: &JsonObject,
) -> Result<T, String> {
    let faults = faults(&arguments, schema);
    if faults.is_empty() {
        // The schema is made from T, so that this can only fail on what a schema can't say.
        return serde_json::from_value(Value::Object(arguments))
            .map_err(|error| refusal(&[error.to_string()]));
    }
    Err(refusal(&faults))
}

fn refusal(faults: &[String]) -> String {
    let mut text = String::from("These arguments were refused and nothing was done:");
    for fault in faults {
        text.push_str("\n- ");
        text.push_str(fault);
    }
    text
}

fn faults(arguments: &JsonObject, schema: &JsonObject) -> Vec<String> {
    let empty = JsonObject::new();
    let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let required = schema.get("required").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let missing = required.iter().filter_map(Value::as_str);
    let mut faults: Vec<String> = missing
        .filter(|name| !arguments.contains_key(*name))
        .map(|name| format!("`{name}` is missing"))
        .collect();
    for (name, value) in arguments {
        match known.get(name) {
            Some(property) => {
                let fault = fault(value, property);
                faults.extend(fault.map(|why| format!("`{name}` {why}")));
            }
            None => {
                let name = crate::fence::one_line(name);
                let names: Vec<_> = known.keys().map(|name| format!("`{name}`")).collect();
                faults.push(match names.as_slice() {
                    [] => format!("`{name}` is unknown; this tool takes no arguments"),
                    names => format!("`{name}` is unknown; known are {}", names.join(", ")),
                });
            }
        }
    }
    faults
}

fn fault(value: &Value, property: &Value) -> Option<String> {
    let bound = |key: &str| property.get(key).and_then(Value::as_u64);
    match property.get("type").and_then(Value::as_str) {
        Some("string") => {
            let Some(text) = value.as_str() else {
                return Some(format!("must be a string, not {}", kind(value)));
            };
            let length = text.chars().count() as u64;
            let short = bound("minLength").filter(|least| length < *least);
            let long = bound("maxLength").filter(|most| length > *most);
            match (short, long) {
                (Some(1), _) => Some("must not be empty".to_owned()),
                (Some(least), _) => Some(format!("must have at least {least} characters")),
                (_, Some(most)) => {
                    Some(format!("must have at most {most} characters, not {length}"))
                }
                (None, None) => None,
            }
        }
        Some("integer") => {
            let (least, most) = (bound("minimum").unwrap_or(0), bound("maximum"));
            let number = value.as_u64();
            if number.is_some_and(|number| number >= least && most.is_none_or(|m| number <= m)) {
                return None;
            }
            let wanted = match most {
                Some(most) if most < u64::from(u32::MAX) => format!("from {least} to {most}"),
                _ => format!("from {least}"),
            };
            Some(format!("must be a whole number {wanted}, not {}", kind(value)))
        }
        _ => None,
    }
}

/// A value as a model wrote it, or what it is where that is long.
fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(on) => format!("the boolean {on}"),
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.chars().count() <= 40 => {
            format!("the string {}", Value::from(crate::fence::one_line(text)))
        }
        Value::String(_) => "a string".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::schema::{self, Scope};
    use docroom_model::{ReadRequest, SearchQuery};

    fn search(arguments: &str, scope: Scope) -> Result<SearchQuery, String> {
        let schema = schema::arguments::<SearchQuery>(scope);
        read(serde_json::from_str(arguments).unwrap(), &schema)
    }

    #[test]
    fn good_arguments_become_the_request() {
        let query = search(r#"{"query":"x","limit":20}"#, Scope::One).unwrap();
        assert_eq!((query.query.as_str(), query.limit), ("x", Some(20)));
        let all = Scope::All { required: true };
        assert!(search(r#"{"query":"x","project":"p"}"#, all).unwrap().project.is_some());
        assert!(search(r#"{"query":"x"}"#, Scope::All { required: false }).is_ok());
        let long = format!(r#"{{"query":"{}"}}"#, "é".repeat(2000));
        assert!(search(&long, Scope::One).is_ok(), "characters are counted, not bytes");
    }

    #[test]
    fn each_fault_is_named() {
        for (arguments, fault) in [
            ("{}", "`query` is missing"),
            (r#"{"query":""}"#, "`query` must not be empty"),
            (r#"{"query":5}"#, "`query` must be a string, not 5"),
            (
                r#"{"query":"x","limit":true}"#,
                "`limit` must be a whole number from 1 to 20, not the boolean true",
            ),
            (
                r#"{"query":"x","limit":"2"}"#,
                "`limit` must be a whole number from 1 to 20, not the string \"2\"",
            ),
            (r#"{"query":"x","limit":null}"#, "not null"),
            (r#"{"query":"x","limit":2.5}"#, "not 2.5"),
            (r#"{"query":"x","limit":3.0}"#, "not 3.0"),
            (r#"{"query":"x","limit":0}"#, "not 0"),
            (r#"{"query":"x","limit":-1}"#, "not -1"),
            (r#"{"query":"x","limit":99999999999999999999}"#, "`limit` must be a whole number"),
            (r#"{"query":"x","version":""}"#, "`version` must not be empty"),
            (
                r#"{"query":"x","top_k":3}"#,
                "`top_k` is unknown; known are `limit`, `path_prefix`, `query`, `source`, `version`",
            ),
            (r#"{"query":"x","project":"other"}"#, "`project` is unknown"),
        ] {
            let text = search(arguments, Scope::One).unwrap_err();
            assert!(text.contains(fault), "{arguments}: {text}");
        }
        let both = search(r#"{"limit":"2","x":1}"#, Scope::One).unwrap_err();
        assert_eq!(both.lines().count(), 4, "{both}");
        let missing = search(r#"{"query":"x"}"#, Scope::All { required: true }).unwrap_err();
        assert!(missing.contains("`project` is missing"));
    }

    #[test]
    fn numbers_keep_to_32_bits() {
        let schema = schema::arguments::<ReadRequest>(Scope::One);
        let arguments = serde_json::from_str(r#"{"path":"a/b","from":4294967296}"#).unwrap();
        let text = read::<ReadRequest>(arguments, &schema).unwrap_err();
        assert!(text.contains("`from` must be a whole number from 0, not 4294967296"), "{text}");
    }
}
