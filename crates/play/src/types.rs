//! The types of the page are those of the wire: `web/js/wire.d.ts` is written from them, and this fails where the two
//! differ.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::wire::{
    Ahead, BattleReport, Card, Head, LogLine, OddsView, Overlay, Reckoner, SheetView, SightView,
    View,
};

#[test]
fn the_types_of_the_page_are_those_of_the_wire() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/js/wire.d.ts");
    let written = written();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    let shipped = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let differs = shipped.lines().zip(written.lines()).position(|(a, b)| a != b);
    assert!(
        shipped == written,
        "web/js/wire.d.ts is out of date from line {:?} on: UPDATE_GOLDEN=1 cargo test -p play types",
        differs.map(|it| it + 1)
    );
}

fn written() -> String {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    generator.subschema_for::<Head>();
    generator.subschema_for::<View>();
    generator.subschema_for::<LogLine>();
    generator.subschema_for::<Ahead>();
    generator.subschema_for::<OddsView>();
    generator.subschema_for::<Overlay>();
    generator.subschema_for::<SightView>();
    generator.subschema_for::<Card>();
    generator.subschema_for::<Reckoner>();
    generator.subschema_for::<SheetView>();
    generator.subschema_for::<BattleReport>();
    let mut text = String::from(
        "// What the server sends of a game: written from crates/play/src/wire.rs by a test, not by hand.\n\
         // UPDATE_GOLDEN=1 cargo test -p play types\n",
    );
    // By name: whether a map keeps its order depends on what else is built.
    for (name, schema) in sorted(generator.definitions()) {
        text.push('\n');
        doc(&mut text, "", schema);
        let fields = schema.get("properties").and_then(Value::as_object);
        let Some(fields) = fields.filter(|_| schema.get("oneOf").is_none()) else {
            let _ = writeln!(text, "export type {name} = {};", of(schema));
            continue;
        };
        let _ = writeln!(text, "export interface {name} {{");
        interface(&mut text, schema, fields);
        text.push_str("}\n");
    }
    text
}

fn interface(text: &mut String, schema: &Value, fields: &Map<String, Value>) {
    let required = schema.get("required").and_then(Value::as_array);
    for (name, field) in sorted(fields) {
        doc(text, "  ", field);
        let always = required.is_some_and(|it| it.iter().any(|it| *it == **name));
        let kind = of(field);
        // What may be left out is left out rather than sent as null.
        let left_out = kind.strip_suffix(" | null").unwrap_or(&kind);
        let (mark, kind) = if always { ("", kind.as_str()) } else { ("?", left_out) };
        let name = if name.contains('-') { format!("'{name}'") } else { (*name).clone() };
        let _ = writeln!(text, "  {name}{mark}: {kind};");
    }
}

fn sorted(map: &Map<String, Value>) -> BTreeMap<&String, &Value> {
    map.iter().collect()
}

fn doc(text: &mut String, indent: &str, schema: &Value) {
    if let Some(words) = schema.get("description").and_then(Value::as_str) {
        let words = words.replace("[`", "`").replace("`]", "`").replace('\n', " ");
        let _ = writeln!(text, "{indent}/** {words} */");
    }
}

/// A schema as a type.
fn of(schema: &Value) -> String {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return name.rsplit('/').next().unwrap_or(name).into();
    }
    let joined = |all: &[Value], by: &str| all.iter().map(of).collect::<Vec<_>>().join(by);
    if let Some(any) = schema.get("anyOf").and_then(Value::as_array) {
        return joined(any, " | ");
    }
    if let Some(word) = schema.get("const").and_then(Value::as_str) {
        return format!("'{word}'");
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words = words.iter().filter_map(Value::as_str).map(|it| format!("'{it}'"));
        return words.collect::<Vec<_>>().join(" | ");
    }
    let fields = schema.get("properties").and_then(Value::as_object);
    let fields = fields.map(|it| fields_of(schema, it));
    if let Some(one) = schema.get("oneOf").and_then(Value::as_array) {
        let one = joined(one, " | ");
        return fields.map_or(one.clone(), |it| format!("({one}) & {it}"));
    }
    if let Some(fields) = fields {
        return fields;
    }
    if let Some(parts) = schema.get("prefixItems").and_then(Value::as_array) {
        return format!("[{}]", joined(parts, ", "));
    }
    match schema.get("type") {
        Some(Value::Array(kinds)) => {
            let one = |kind: &Value| {
                let mut alone = schema.clone();
                alone["type"] = kind.clone();
                of(&alone)
            };
            kinds.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Some(Value::String(kind)) => match kind.as_str() {
            "integer" | "number" => "number".into(),
            "array" => {
                let item = schema.get("items").map_or("unknown".into(), of);
                if item.contains('|') { format!("({item})[]") } else { format!("{item}[]") }
            }
            other => other.into(),
        },
        // Whatever a system's values are made of.
        None => "unknown".into(),
        Some(_) => panic!("no type for {schema}"),
    }
}

/// An object where it stands: `{ label: string; plan: unknown }`.
fn fields_of(schema: &Value, fields: &Map<String, Value>) -> String {
    let mut text = String::new();
    interface(&mut text, schema, fields);
    let lines = text.lines().map(str::trim).filter(|it| !it.starts_with("/**"));
    format!("{{ {} }}", lines.collect::<Vec<_>>().join(" "))
}
