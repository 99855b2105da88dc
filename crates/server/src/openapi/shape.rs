//! The shape of what is read, learned from the code that reads it: `Deserialize` is asked to read from here, and what it
//! asks for is written down as a JSON schema. It is given something of every kind, and mostly fails in the end; what it has
//! asked for until then is all that is wanted.

use std::cell::RefCell;
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value, json};

/// Structs in structs are followed so far.
const DEPTH: usize = 6;

/// A JSON schema of what `T` reads.
pub(super) fn shape<T: DeserializeOwned>() -> Value {
    let seen = RefCell::new(json!({}));
    let _ = T::deserialize(Reader { seen: &seen, only: None, depth: 0 });
    let mut schema = seen.into_inner();
    let names: Vec<String> =
        schema["properties"].as_object().map_or(Vec::new(), |it| it.keys().cloned().collect());
    // One field at a time, so that one that cannot be made up hides no other; and without any, to see which is missed.
    let mut given: Vec<&str> = Vec::new();
    let mut required = Vec::new();
    for name in &names {
        let seen = RefCell::new(json!({}));
        let _ = T::deserialize(Reader { seen: &seen, only: Some(&[name.as_str()]), depth: 0 });
        let mut one = seen.into_inner();
        schema["properties"][name] = one["properties"][name].take();
    }
    while let Err(Wrong::Missing(field)) = {
        let seen = RefCell::new(json!({}));
        T::deserialize(Reader { seen: &seen, only: Some(&given), depth: 0 }).map(drop)
    } {
        let Some(name) = names.iter().find(|it| **it == field) else { break };
        if given.contains(&name.as_str()) {
            break;
        }
        given.push(name);
        required.push(json!(name));
    }
    if !required.is_empty() {
        schema["required"] = Value::Array(required);
    }
    schema
}

#[derive(Debug)]
enum Wrong {
    Missing(&'static str),
    Other,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not meant to be read")
    }
}

impl std::error::Error for Wrong {}

impl de::Error for Wrong {
    fn custom<T: fmt::Display>(_: T) -> Wrong {
        Wrong::Other
    }

    fn missing_field(field: &'static str) -> Wrong {
        Wrong::Missing(field)
    }
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    seen: &'a RefCell<Value>,
    /// Only these fields of the outermost struct are given; without any, all.
    only: Option<&'a [&'a str]>,
    depth: usize,
}

impl Reader<'_> {
    fn note(&self, schema: Value) {
        *self.seen.borrow_mut() = schema;
    }

    fn whole(&self, least: i64, most: u64) {
        self.note(json!({ "type": "integer", "minimum": least, "maximum": most }));
    }
}

macro_rules! numbers {
    ($($read:ident $visit:ident $kind:ident)*) => {$(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            self.whole($kind::MIN as i64, $kind::MAX as u64);
            visitor.$visit(0)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Wrong;

    numbers! {
        deserialize_u8 visit_u8 u8
        deserialize_u16 visit_u16 u16
        deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64
        deserialize_i8 visit_i8 i8
        deserialize_i16 visit_i16 i16
        deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_unit()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.note(json!({ "type": "boolean" }));
        visitor.visit_bool(false)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.note(json!({ "type": "string" }));
        visitor.visit_str("0")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let inner = RefCell::new(json!({}));
        let read = visitor.visit_some(Reader { seen: &inner, only: None, ..self });
        let inner = inner.into_inner();
        let any = inner.as_object().is_some_and(Map::is_empty);
        self.note(if any { inner } else { json!({ "anyOf": [inner, { "type": "null" }] }) });
        read
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let inner = RefCell::new(json!({}));
        let item = Reader { seen: &inner, only: None, depth: self.depth + 1 };
        let read = visitor.visit_seq(Items(Some(item).filter(|_| self.depth < DEPTH)));
        self.note(json!({ "type": "array", "items": inner.into_inner() }));
        read
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.note(json!({ "type": "object" }));
        visitor.visit_map(Fields { reader: self, names: &[], at: 0, found: &RefCell::default() })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let found = RefCell::new(Map::new());
        for name in names {
            found.borrow_mut().insert((*name).into(), json!({}));
        }
        let names = if self.depth < DEPTH { names } else { &[] };
        let read = visitor.visit_map(Fields { reader: self, names, at: 0, found: &found });
        let properties = Value::Object(found.into_inner());
        self.note(
            json!({ "type": "object", "properties": properties, "additionalProperties": false }),
        );
        read
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let plain = RefCell::new(true);
        let read = visitor.visit_enum(Chosen { name: variants.first().copied(), plain: &plain });
        if plain.into_inner() {
            self.note(json!({ "enum": variants }));
        }
        read
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

/// One item, then no more.
struct Items<'a>(Option<Reader<'a>>);

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Wrong> {
        self.0.take().map(|it| seed.deserialize(it)).transpose()
    }
}

struct Fields<'a> {
    reader: Reader<'a>,
    names: &'a [&'static str],
    at: usize,
    found: &'a RefCell<Map<String, Value>>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Wrong> {
        while let Some(name) = self.names.get(self.at) {
            self.at += 1;
            if self.reader.only.is_none_or(|it| it.contains(name)) {
                return seed.deserialize(StrDeserializer::new(name)).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let seen = RefCell::new(json!({}));
        let depth = self.reader.depth + 1;
        let read = seed.deserialize(Reader { seen: &seen, only: None, depth });
        if let Some(name) = self.names.get(self.at.saturating_sub(1)) {
            self.found.borrow_mut().insert((*name).into(), seen.into_inner());
        }
        read
    }
}

/// The first variant of an enum, if it is a plain word.
struct Chosen<'a> {
    name: Option<&'static str>,
    plain: &'a RefCell<bool>,
}

impl<'a, 'de> EnumAccess<'de> for Chosen<'a> {
    type Error = Wrong;
    type Variant = Chosen<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Wrong> {
        let name = seed.deserialize(StrDeserializer::new(self.name.unwrap_or_default()))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Chosen<'_> {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Wrong> {
        self.plain.replace(false);
        Err(Wrong::Other)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Wrong> {
        self.plain.replace(false);
        Err(Wrong::Other)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Wrong> {
        self.plain.replace(false);
        Err(Wrong::Other)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "read, never looked at")]
    struct Wanted {
        seat: u8,
        kind: Kind,
        #[serde(default)]
        names: BTreeSet<String>,
        title: Option<String>,
        plan: Value,
        steps: Vec<Step>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Human,
        Computer,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "read, never looked at")]
    struct Step {
        place: u16,
    }

    #[test]
    fn a_shape_is_what_is_read() {
        let shape = shape::<Wanted>();
        let of = |name: &str| &shape["properties"][name];
        assert_eq!(*of("seat"), json!({ "type": "integer", "minimum": 0, "maximum": 255 }));
        assert_eq!(*of("kind"), json!({ "enum": ["human", "computer"] }));
        assert_eq!(*of("names"), json!({ "type": "array", "items": { "type": "string" } }));
        assert_eq!(*of("title"), json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }));
        assert_eq!(*of("plan"), json!({}));
        assert_eq!(of("steps")["items"]["properties"]["place"]["maximum"], 65_535);
        assert_eq!(shape["required"], json!(["seat", "kind", "plan", "steps"]));
    }
}
