//! Values as TOML that people read: what is short on one line, tables below their heads, long lists broken.

use serde_json::{Map, Value};

/// Longest line of a list, and of a table that stands on one line.
const LINE: usize = 96;
const SHORT: usize = 60;

/// The table as a file. Keys come in the order of `first`, the others after them as they are; null is left out.
#[must_use]
pub fn toml(table: &Map<String, Value>, first: &[&str]) -> String {
    let mut writer = Writer { out: String::new(), first };
    writer.table(table, &mut Vec::new());
    writer.out.trim_start().to_owned()
}

struct Writer<'a> {
    out: String,
    first: &'a [&'a str],
}

impl Writer<'_> {
    /// What stands on lines of its own comes before the tables inside: after a head it would belong to that.
    fn table(&mut self, table: &Map<String, Value>, path: &mut Vec<String>) {
        for (key, value) in self.sorted(table).filter(|it| !has_head(it.1)) {
            if let Some(text) = self.value(value) {
                self.out.push_str(&format!("{} = {text}\n", bare(key)));
            }
        }
        for (key, value) in self.sorted(table).filter(|it| has_head(it.1)) {
            path.push(bare(key));
            match value {
                Value::Object(inner) => {
                    self.out.push_str(&format!("\n[{}]\n", path.join(".")));
                    self.table(inner, path);
                }
                Value::Array(all) => {
                    for inner in all.iter().filter_map(Value::as_object) {
                        self.out.push_str(&format!("\n[[{}]]\n", path.join(".")));
                        self.table(inner, path);
                    }
                }
                _ => (),
            }
            path.pop();
        }
    }

    fn sorted<'v>(
        &self,
        table: &'v Map<String, Value>,
    ) -> impl Iterator<Item = (&'v String, &'v Value)> + use<'v> {
        let rank = |key: &str| self.first.iter().position(|it| *it == key).unwrap_or(usize::MAX);
        let mut all: Vec<_> = table.iter().map(|it| (rank(it.0), it)).collect();
        all.sort_by_key(|it| it.0);
        all.into_iter().map(|it| it.1)
    }

    fn value(&self, value: &Value) -> Option<String> {
        match value {
            Value::Null => None,
            Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
            Value::String(text) => Some(quoted(text)),
            Value::Array(all) => {
                Some(list(&all.iter().filter_map(|it| self.value(it)).collect::<Vec<_>>()))
            }
            Value::Object(table) => {
                let pair = |(key, it): (&String, &Value)| {
                    Some(format!("{} = {}", bare(key), self.value(it)?))
                };
                let all: Vec<String> = self.sorted(table).filter_map(pair).collect();
                Some(if all.is_empty() { "{}".into() } else { format!("{{ {} }}", all.join(", ")) })
            }
        }
    }
}

/// A table that is too much for a line, and a list with one in it.
fn has_head(value: &Value) -> bool {
    match value {
        Value::Object(table) => {
            table.values().any(|it| it.is_array() || has_head(it))
                || SHORT < value.to_string().len()
        }
        Value::Array(all) => {
            !all.is_empty() && all.iter().all(Value::is_object) && all.iter().any(has_head)
        }
        _ => false,
    }
}

fn list(all: &[String]) -> String {
    let whole = format!("[{}]", all.join(", "));
    if whole.len() <= LINE {
        return whole;
    }
    let mut lines = vec![String::new()];
    for it in all {
        let full =
            lines.last().is_some_and(|line| !line.is_empty() && LINE < line.len() + it.len());
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(&format!("{it},"));
        }
    }
    format!("[\n{}]", lines.iter().map(|it| format!("  {it}\n")).collect::<String>())
}

fn bare(key: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
    if !key.is_empty() && key.chars().all(plain) { key.to_owned() } else { quoted(key) }
}

/// The escapes of JSON are escapes of TOML; one sign more may not stand there as it is.
fn quoted(text: &str) -> String {
    Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(value: &Value) -> String {
        let text = toml(value.as_object().unwrap(), &["name"]);
        let back: Value = toml::from_str(&text).unwrap_or_else(|it| panic!("{it}\n{text}"));
        assert_eq!(back, *value, "{text}");
        text
    }

    #[test]
    fn what_is_written_is_read_back() {
        check(&json!({}));
        check(
            &json!({ "a b": "say \"no\"\n\\ \u{7f} \u{1} é", "empty": "", "n": -3, "yes": true }),
        );
        check(
            &json!({ "list": [[1, 2], []], "table": { "in": { "a": [{ "x": { "y": [1] } }, {}] } } }),
        );
        let long: Vec<String> = (0..60).map(|it| format!("{it:04}-0000")).collect();
        let text = check(
            &json!({ "line": long, "sheet": [{ "name": "A", "k": { "line": ["x"] } }, { "name": "B" }] }),
        );
        assert!(text.lines().all(|it| it.len() <= 110), "{text}");
    }

    #[test]
    fn short_tables_stand_on_a_line_and_names_come_first() {
        let value = json!({ "at": [{ "unit": "a", "hex": "0101" }], "end": { "time": "0640" }, "name": "x" });
        let text =
            "name = \"x\"\nat = [{ hex = \"0101\", unit = \"a\" }]\nend = { time = \"0640\" }\n";
        assert_eq!(check(&value), text);
    }
}
