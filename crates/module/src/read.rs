//! From text to the structs of a system's format, with everything that is wrong, not only the first.
//!
//! serde stops at the first mistake. So the parsed file is first walked along the JSON schema of its struct: what
//! does not fit is reported and mended where it is plain what was meant, cut out where not; what is left is read. A
//! mistake in one unit then hides neither the mistake in the next nor the one in the scenario.

use std::collections::BTreeSet;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::Value;
use toml::{
    Spanned,
    de::{DeArray, DeTable, DeValue, Deserializer},
};

use crate::{
    problem::{Errors, Span},
    source::File,
    suggest::nearest,
    values,
};

/// A file that could be read, at least in part.
#[derive(Clone, Debug)]
pub struct Page<T> {
    pub path: String,
    pub text: String,
    pub raw: T,
    /// Keys of entries that were cut out: to name them is no further mistake.
    pub broken: BTreeSet<String>,
}

/// A kind of file, with the schema its files are checked against.
pub trait Kind: DeserializeOwned + JsonSchema {
    fn schema() -> &'static Value;
}

#[macro_export]
macro_rules! kinds {
    ($($kind:ty),*) => {
        $(impl $crate::read::Kind for $kind {
            fn schema() -> &'static serde_json::Value {
                static SCHEMA: std::sync::LazyLock<serde_json::Value> =
                    std::sync::LazyLock::new($crate::read::schema::<$kind>);
                &SCHEMA
            }
        })*
    };
}

/// Reads a file; `None` if nothing of it can be used.
pub fn read<T: Kind>(path: &str, file: &File, errors: &mut Errors) -> Option<Page<T>> {
    let text = text(path, file, errors)?;
    let mut table = parse(path, text, errors)?;
    let schema = T::schema();
    let mut walk = Walk { path, text, root: schema, errors, broken: BTreeSet::new() };
    let span = table.span().into();
    let usable = walk.table(table.get_mut(), span, schema, "the file");
    let broken = walk.broken;
    if !usable {
        return None;
    }
    match T::deserialize(Deserializer::from(table)) {
        Ok(raw) => Some(Page { path: path.to_owned(), text: text.to_owned(), raw, broken }),
        Err(error) => {
            // The schema comes from the same struct, so only what it cannot say ends here.
            errors.at(path, error.span().unwrap_or_default().into(), error.message());
            None
        }
    }
}

/// The text of a file.
pub fn text<'a>(path: &str, file: &'a File, errors: &mut Errors) -> Option<&'a str> {
    let bytes = match file {
        Ok(it) => it,
        Err(reason) => {
            errors.whole(path, reason.as_str(), None);
            return None;
        }
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            errors.source(path, text);
            Some(text)
        }
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|it| **it == b'\n').count() + 1;
            errors.whole(path, format!("the text is not UTF-8, first in line {line}"), None);
            None
        }
    }
}

/// The tree of a file; `None` where the text is not TOML.
pub fn parse<'a>(path: &str, text: &'a str, errors: &mut Errors) -> Option<Spanned<DeTable<'a>>> {
    let (table, wrong) = DeTable::parse_recoverable(text);
    for it in &wrong {
        errors.at(path, it.span().unwrap_or_default().into(), it.message());
    }
    wrong.is_empty().then_some(table)
}

/// The schema of a struct as a loader and an editor need it. TOML knows no null, so the schema does not either.
pub fn schema<T: JsonSchema>() -> Value {
    let mut schema =
        SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value();
    without_null(&mut schema);
    schema
}

fn without_null(schema: &mut Value) {
    let is_null = |it: &Value| it.get("type").and_then(Value::as_str) == Some("null");
    if let Some(object) = schema.as_object_mut() {
        if object.get("format").is_some_and(Value::is_string) {
            object.remove("format");
        }
        if object.get("default").is_some_and(Value::is_null) {
            object.remove("default");
        }
        if let Some(Value::Array(types)) = object.get_mut("type") {
            types.retain(|it| it != "null");
            if let [one] = types.as_slice() {
                let one = one.clone();
                object.insert("type".to_owned(), one);
            }
        }
        if let Some(Value::Array(words)) = object.get_mut("enum") {
            words.retain(|it| !it.is_null());
        }
        if let Some(Value::Array(any)) = object.get_mut("anyOf") {
            any.retain(|it| !is_null(it));
            if let [Value::Object(one)] = any.as_slice() {
                let one = one.clone();
                object.remove("anyOf");
                for (key, value) in one {
                    object.entry(key).or_insert(value);
                }
            }
        }
        for value in object.values_mut() {
            without_null(value);
        }
    } else if let Some(list) = schema.as_array_mut() {
        list.iter_mut().for_each(without_null);
    }
}

struct Walk<'a> {
    path: &'a str,
    text: &'a str,
    root: &'a Value,
    errors: &'a mut Errors,
    broken: BTreeSet<String>,
}

impl<'a> Walk<'a> {
    /// Whether the value can be used; what cannot inside it has been cut out.
    fn value(&mut self, node: &mut Spanned<DeValue<'_>>, schema: &'a Value, name: &str) -> bool {
        let schema = self.resolve(schema);
        let span: Span = node.span().into();
        let schema = match schema.get("anyOf").and_then(Value::as_array) {
            Some(any) => {
                let fitting = any
                    .iter()
                    .map(|it| self.resolve(it))
                    .find(|it| type_of(it) == kind(node.get_ref()));
                let Some(fitting) = fitting else {
                    let wanted: Vec<&str> =
                        any.iter().map(|it| in_words(type_of(self.resolve(it)))).collect();
                    self.mismatch(span, name, &wanted.join(" or "), node.get_ref());
                    return false;
                };
                fitting
            }
            None => schema,
        };
        if let Some(words) = words(schema) {
            return self.word(node, &words, name);
        }
        let wanted = type_of(schema);
        if wanted != kind(node.get_ref()) {
            self.mismatch(span, name, in_words(wanted), node.get_ref());
            return false;
        }
        match node.get_mut() {
            DeValue::Table(it) => self.table(it, span, schema, name),
            DeValue::Array(list) => {
                let least = limit(schema, "minItems").unwrap_or(0);
                let most = limit(schema, "maxItems").unwrap_or(10_000);
                let count = list.len() as i64;
                if count < least || most < count {
                    let message = match (least == most, count < least) {
                        (true, _) => {
                            format!("{name} must have exactly {least} entries, not {count}")
                        }
                        (false, true) => format!("{name} must have at least {least}"),
                        (false, false) => {
                            format!("{name} must have at most {most} entries, not {count}")
                        }
                    };
                    self.errors.at(self.path, span, message);
                    return false;
                }
                let Some(items) = schema.get("items") else { return true };
                let mut kept = Vec::new();
                for mut item in std::mem::replace(list, DeArray::new()) {
                    let key = key_of(item.get_ref());
                    if self.value(&mut item, items, name) {
                        kept.push(item);
                    } else if let Some(key) = key {
                        self.broken.insert(key);
                    }
                }
                for item in kept {
                    list.push(item);
                }
                least <= list.len() as i64
            }
            DeValue::Integer(number) => {
                let least = limit(schema, "minimum").unwrap_or(i64::MIN);
                let most = limit(schema, "maximum").unwrap_or(i64::MAX);
                let value = i64::from_str_radix(number.as_str(), number.radix()).ok();
                if value.is_some_and(|it| least <= it && it <= most) {
                    return true;
                }
                let message = match (least == most, least == i64::MIN) {
                    (true, _) => format!("{name} must be {least}"),
                    (_, true) => format!("{name} is too large"),
                    _ => format!("{name} must be from {least} to {most}"),
                };
                self.errors.at(self.path, span, message);
                // Reported, so no game comes of it; the rest can be checked all the same.
                value.is_some()
            }
            DeValue::String(text) => {
                let count = text.chars().count() as i64;
                let most = limit(schema, "maxLength").unwrap_or(i64::MAX);
                if count < limit(schema, "minLength").unwrap_or(0) {
                    self.errors.at(self.path, span, format!("{name} must not be empty"));
                    return false;
                }
                if most < count {
                    let message =
                        format!("{name} must have at most {most} characters, not {count}");
                    self.errors.at(self.path, span, message);
                    return false;
                }
                let pattern = schema.get("pattern").and_then(Value::as_str).unwrap_or_default();
                if let Some(rule) = values::misfit(pattern, text) {
                    self.errors.at(self.path, span, format!("{} {rule}", quoted(text)));
                    return false;
                }
                true
            }
            _ => true,
        }
    }

    fn table(
        &mut self,
        table: &mut DeTable<'_>,
        span: Span,
        schema: &'a Value,
        name: &str,
    ) -> bool {
        let properties = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties");
        let mut usable = true;
        let mut cut: Vec<String> = Vec::new();
        let mut meant: Vec<(String, String)> = Vec::new();
        let mut present: BTreeSet<String> =
            table.keys().map(|it| it.get_ref().to_string()).collect();
        for (key, value) in table.iter_mut() {
            let text = key.get_ref();
            // What is only counted needs no suggestion.
            let full = self.errors.is_full();
            let member = properties.and_then(|it| it.get(&**text));
            let fits = match (member, others) {
                (Some(member), _) => self.value(value, member, &quoted(text)),
                (None, Some(others)) if others.is_object() => {
                    self.value(value, others, &quoted(text))
                }
                _ => {
                    let known = || {
                        properties.into_iter().flatten().map(|it| it.0.as_str()).filter(|_| !full)
                    };
                    let free = nearest(text, known().filter(|it| !present.contains(*it)));
                    if let Some(free) = &free {
                        meant.push((text.to_string(), free.clone()));
                    }
                    let suggestion = free.or_else(|| nearest(text, known()));
                    let message = format!("unknown key {}", quoted(text));
                    self.errors.suggest(self.path, key.span().into(), message, suggestion);
                    false
                }
            };
            if !fits {
                cut.push(text.to_string());
            }
        }
        for (written, meant) in meant {
            let Some((key, mut value)) = table.remove_entry(written.as_str()) else { continue };
            let Some(member) = properties.and_then(|it| it.get(&meant)) else { continue };
            if present.insert(meant.clone()) && self.value(&mut value, member, &quoted(&meant)) {
                table.insert(Spanned::new(key.span(), meant.into()), value);
            }
        }
        for key in &cut {
            table.remove(key.as_str());
        }
        for required in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            let required = required.as_str().unwrap_or_default();
            if !present.contains(required) {
                self.errors.at(
                    self.path,
                    first_line(self.text, span),
                    format!("{name}: \"{required}\" is missing"),
                );
            }
            usable &= table.contains_key(required);
        }
        usable
    }

    fn word(&mut self, node: &mut Spanned<DeValue<'_>>, words: &[&str], name: &str) -> bool {
        let span = node.span().into();
        let Some(text) = node.get_ref().as_str() else {
            self.mismatch(span, name, "text in quotes", node.get_ref());
            return false;
        };
        if words.contains(&text) {
            return true;
        }
        let suggestion = nearest(text, words.iter().copied());
        let message = format!("{name} cannot be {}: one of {}", quoted(text), words.join(", "));
        self.errors.suggest(self.path, span, message, suggestion.clone());
        let mended = suggestion.or_else(|| words.first().map(|it| (*it).to_owned()));
        if let Some(word) = mended {
            *node.get_mut() = DeValue::String(word.into());
        }
        true
    }

    fn mismatch(&mut self, span: Span, name: &str, wanted: &str, found: &DeValue<'_>) {
        let span = first_line(self.text, span);
        self.errors.at(
            self.path,
            span,
            format!("{name} must be {wanted}, not {}", in_words(kind(found))),
        );
    }

    fn resolve(&self, schema: &'a Value) -> &'a Value {
        let name =
            schema.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix("#/$defs/"));
        name.and_then(|it| self.root.get("$defs")?.get(it)).unwrap_or(schema)
    }
}

/// The words an enum allows, however its schema spells them.
fn words(schema: &Value) -> Option<Vec<&str>> {
    if let Some(word) = schema.get("const") {
        return Some(word.as_str().into_iter().collect());
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return Some(words.iter().filter_map(Value::as_str).collect());
    }
    let one_of = schema.get("oneOf").and_then(Value::as_array)?;
    Some(one_of.iter().filter_map(words).flatten().collect())
}

fn limit(schema: &Value, key: &str) -> Option<i64> {
    schema.get(key).and_then(Value::as_i64)
}

fn type_of(schema: &Value) -> &str {
    schema.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "string",
        DeValue::Integer(_) => "integer",
        DeValue::Float(_) => "number",
        DeValue::Boolean(_) => "boolean",
        DeValue::Datetime(_) => "datetime",
        DeValue::Array(_) => "array",
        DeValue::Table(_) => "object",
    }
}

fn in_words(kind: &str) -> &'static str {
    match kind {
        "string" => "text in quotes",
        "integer" => "a whole number",
        "number" => "a fraction",
        "boolean" => "true or false",
        "datetime" => "a date",
        "array" => "a list",
        _ => "a table",
    }
}

fn key_of(value: &DeValue<'_>) -> Option<String> {
    value.as_table()?.get("key")?.get_ref().as_str().map(str::to_owned)
}

/// The start of a span up to the end of its line: enough to show where a long table begins.
pub fn first_line(text: &str, span: Span) -> Span {
    let end = text
        .get(span.start..span.end)
        .and_then(|it| it.find('\n'))
        .map_or(span.end, |it| span.start + it);
    Span { start: span.start, end }
}

/// A word from a file, as messages show it: no control characters, and not endless.
pub fn quoted(word: &str) -> String {
    let shown: String =
        word.chars().take(60).map(|it| if it.is_control() { '\u{fffd}' } else { it }).collect();
    if 60 < word.chars().count() { format!("\"{shown}...\"") } else { format!("\"{shown}\"") }
}
