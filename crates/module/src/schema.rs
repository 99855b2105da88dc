//! JSON schemas for editors, one for each kind of file, as they lie in `modules/schema/`.

use serde_json::{Map, Value, json};

use crate::{library::Shape, source::Source};

/// Name of the file and its text, for all kinds of files.
#[must_use]
pub fn schemas(shapes: &[Shape]) -> Vec<(&'static str, String)> {
    let text = |(name, title, mut schema): (&'static str, &str, Value)| {
        schema["title"] = Value::from(title);
        schema["$schema"] = Value::from("https://json-schema.org/draft/2020-12/schema");
        // Pretty printing of a value cannot fail.
        (name, serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n")
    };
    shapes.iter().flat_map(|it| (it.schemas)()).map(text).collect()
}

/// The shape of tables we ship: the same keys with values of the same types, nothing about the numbers.
#[must_use]
pub fn of_tables(system: &str) -> Value {
    let source = Source::embedded();
    let bytes = source.files.get(&format!("{system}/tables.toml")).and_then(|it| it.as_ref().ok());
    let text = bytes.and_then(|it| std::str::from_utf8(it).ok()).unwrap_or_default();
    let table: toml::Table = toml::from_str(text).unwrap_or_default();
    shape(&[&toml::Value::Table(table)])
}

/// What several values have in common.
fn shape(values: &[&toml::Value]) -> Value {
    let tables: Vec<&toml::Table> = values.iter().filter_map(|it| it.as_table()).collect();
    let lists: Vec<&Vec<toml::Value>> = values.iter().filter_map(|it| it.as_array()).collect();
    if !tables.is_empty() {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for key in tables.iter().flat_map(|it| it.keys()) {
            let members: Vec<&toml::Value> = tables.iter().filter_map(|it| it.get(key)).collect();
            if !properties.contains_key(key) {
                if members.len() == tables.len() {
                    required.push(key.as_str());
                }
                properties.insert(key.clone(), shape(&members));
            }
        }
        required.sort_unstable();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    } else if !lists.is_empty() {
        let items: Vec<&toml::Value> = lists.iter().flat_map(|it| it.iter()).collect();
        json!({ "type": "array", "items": shape(&items) })
    } else {
        match values.first() {
            Some(toml::Value::Integer(_)) => json!({ "type": "integer" }),
            Some(toml::Value::Boolean(_)) => json!({ "type": "boolean" }),
            _ => json!({ "type": "string" }),
        }
    }
}
