//! Values that stand in files of every system: with their place, words of the rules, and texts that follow a pattern.

use std::{borrow::Cow, marker::PhantomData, ops::Deref};

use kernel::Word;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use toml::Spanned;

use crate::problem::Span;

/// A value and the place where it stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct At<T> {
    pub value: T,
    pub span: Span,
}

impl<T> Deref for At<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<At<T>, D::Error> {
        let spanned = Spanned::<T>::deserialize(deserializer)?;
        let span = spanned.span().into();
        Ok(At { value: spanned.into_inner(), span })
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A word of the rules and the place where it stands. Which words may stand there, where not all may, says `F`.
#[derive(Debug)]
pub struct Said<T, F = Any> {
    pub value: T,
    pub span: Span,
    few: PhantomData<F>,
}

/// Which words of a list may stand in a place.
pub trait Few<T> {
    fn may_stand(word: T) -> bool;
}

/// All of them.
#[derive(Clone, Copy, Debug)]
pub struct Any;

impl<T> Few<T> for Any {
    fn may_stand(_: T) -> bool {
        true
    }
}

impl<T: Copy, F> Clone for Said<T, F> {
    fn clone(&self) -> Said<T, F> {
        *self
    }
}

impl<T: Copy, F> Copy for Said<T, F> {}

impl<'de, T: Word, F> Deserialize<'de> for Said<T, F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Said<T, F>, D::Error> {
        /// Read by the word's own reader.
        struct Written<T>(T);
        impl<'de, T: Word> Deserialize<'de> for Written<T> {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Written<T>, D::Error> {
                kernel::read_word(from).map(Written)
            }
        }
        let At { value, span } = At::<Written<T>>::deserialize(deserializer)?;
        Ok(Said { value: value.0, span, few: PhantomData })
    }
}

impl<T: Word, F: Few<T>> JsonSchema for Said<T, F> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        T::WHAT.into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words = T::words().filter(|it| F::may_stand(*it));
        if words.clone().all(|it| it.about().is_empty()) {
            let keys: Vec<&str> = words.map(Word::key).collect();
            return json_schema!({ "type": "string", "enum": keys });
        }
        let words: Vec<Value> = words
            .map(|it| match it.about() {
                "" => json!({ "const": it.key() }),
                about => json!({ "const": it.key(), "description": about }),
            })
            .collect();
        json_schema!({ "type": "string", "oneOf": words })
    }
}

/// A word of one list or of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Or<A, B> {
    One(A),
    Other(B),
}

impl<A: Word, B: Word> Word for Or<A, B> {
    const WHAT: &'static str = A::WHAT;

    fn words() -> impl Iterator<Item = Or<A, B>> + Clone {
        A::words().map(Or::One).chain(B::words().map(Or::Other))
    }
    fn key(self) -> &'static str {
        match self {
            Or::One(it) => it.key(),
            Or::Other(it) => it.key(),
        }
    }
    fn also(self) -> &'static [&'static str] {
        match self {
            Or::One(it) => it.also(),
            Or::Other(it) => it.also(),
        }
    }
    fn about(self) -> &'static str {
        match self {
            Or::One(it) => it.about(),
            Or::Other(it) => it.about(),
        }
    }
}

/// A text that must follow a pattern. The loader knows exactly these patterns, see [`misfit`].
macro_rules! patterned {
    ($(#[$doc:meta])* $name:ident, $pattern:ident = $regex:literal) => {
        #[doc = concat!("The pattern of [`", stringify!($name), "`].")]
        pub const $pattern: &str = $regex;

        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl Deref for $name {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": $pattern })
            }
        }
    };
}

patterned! {
    /// How files call a thing: small letters, digits and hyphens.
    Key, KEY = "^[a-z0-9][a-z0-9-]{0,39}$"
}
patterned! {
    /// How files call a counter: letters, digits and hyphens.
    Name, NAME = "^[A-Za-z0-9][A-Za-z0-9-]{0,39}$"
}
patterned! {
    /// CCRR.
    HexLabel, HEX = "^[0-9]{4}$"
}
patterned! {
    /// Two neighbouring hexes and the side between them.
    HexPair, PAIR = "^[0-9]{4}[->][0-9]{4}$"
}
patterned! {
    /// #rrggbb
    CssColour, COLOUR = "^#[0-9a-fA-F]{6}$"
}

/// Why a text does not follow a pattern; `None` if it does.
pub fn misfit(pattern: &str, text: &str) -> Option<&'static str> {
    let digits = |it: &str| it.len() == 4 && it.bytes().all(|it| it.is_ascii_digit());
    let (fits, rule) = match pattern {
        KEY => (is_key(text), "must consist of small letters, digits and hyphens, at most 40"),
        NAME => {
            let good = |it: u8| it.is_ascii_alphanumeric() || it == b'-';
            let fits = !text.is_empty() && text.len() <= 40 && text.bytes().all(good);
            (
                fits && !text.starts_with('-'),
                "must consist of letters, digits and hyphens, at most 40",
            )
        }
        HEX => (
            digits(text),
            "is not a hex: two digits for the column and two for the row, as in \"0413\"",
        ),
        PAIR => {
            let fits = text.split_once(['-', '>']).is_some_and(|(a, b)| digits(a) && digits(b));
            (fits, "is not a hexside: two hexes with \"-\" or \">\" between, as in \"0413-0513\"")
        }
        COLOUR => {
            let fits = text
                .strip_prefix('#')
                .is_some_and(|it| it.len() == 6 && it.bytes().all(|it| it.is_ascii_hexdigit()));
            (fits, "is not a colour, as in \"#8c2f2f\"")
        }
        _ => (true, ""),
    };
    (!fits).then_some(rule)
}

/// Whether a text is a key, and so also a name of a file or directory that cannot lead astray.
pub fn is_key(text: &str) -> bool {
    let good = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
    !text.is_empty() && text.len() <= 40 && text.bytes().all(good) && !text.starts_with('-')
}
