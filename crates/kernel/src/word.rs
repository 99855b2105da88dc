//! Words of the rules: an arm, a kind of weather, a colour. Each is declared once, beside the rules that ask for it, with
//! its key and its name, and serves the rules, the files people write, the cases and the drawings.

use std::{fmt, marker::PhantomData};

use serde::{Deserializer, Serializer, de};

/// A closed list of words. [`words!`](crate::words) declares one.
pub trait Word: Copy + Eq + fmt::Debug + 'static {
    /// What such a word stands for, as a mistake names it: "arm".
    const WHAT: &'static str;

    /// All of them, in their order.
    fn words() -> impl Iterator<Item = Self> + Clone;
    /// How files and cases write it.
    fn key(self) -> &'static str;
    /// Other ways to write it.
    fn also(self) -> &'static [&'static str];
    /// What is to be known about it by who writes it.
    fn about(self) -> &'static str;

    /// The word that is written so.
    #[must_use]
    fn read(text: &str) -> Option<Self> {
        Self::words().find(|it| it.key() == text || it.also().contains(&text))
    }

    /// All keys, for who has written something else.
    #[must_use]
    fn known() -> String {
        Self::words().map(Self::key).collect::<Vec<_>>().join(", ")
    }
}

/// Declares a list of words: the enum, its keys and names, and how it is read and written.
///
/// ```
/// kernel::words! {
///     /// abc.weather.kinds
///     pub enum Weather: "weather" = Clear {
///         Clear = "clear";
///         /// Nobody flies.
///         Fog = "fog" | "mist", "thick fog";
///     }
/// }
/// assert_eq!(Weather::default(), Weather::Clear);
/// assert_eq!((Weather::Fog.key(), Weather::Fog.name()), ("fog", "thick fog"));
/// assert_eq!(Weather::read("mist"), Some(Weather::Fog));
/// ```
///
/// After the enum stands what such a word is called, and perhaps its default; after a variant its key, other ways to
/// write it, and its name where that is not its key. The documentation of a variant is what an editor shows.
#[macro_export]
macro_rules! words {
    (@name $key:literal) => { $key };
    (@name $key:literal $name:literal) => { $name };
    ($($(#[$meta:meta])* $vis:vis enum $type:ident: $what:literal $(= $default:ident)? {
        $($(#[doc = $about:literal])* $word:ident = $key:literal $(| $also:literal)* $(, $name:literal)?;)*
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $type {
            $($(#[doc = $about])* $word,)*
        }

        #[allow(dead_code)] // Each list has all of these, whether or not somebody asks.
        impl $type {
            $vis const ALL: [$type; [$($key),*].len()] = [$($type::$word),*];

            /// How files and cases write it.
            #[must_use]
            $vis const fn key(self) -> &'static str {
                match self {
                    $($type::$word => $key,)*
                }
            }
            /// How people read it.
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self {
                    $($type::$word => $crate::words!(@name $key $($name)?),)*
                }
            }
            /// The word that is written so.
            #[must_use]
            $vis fn read(text: &str) -> Option<$type> {
                <$type as $crate::Word>::read(text)
            }
            #[must_use]
            #[inline]
            $vis const fn index(self) -> usize {
                self as usize
            }
        }

        impl $crate::Word for $type {
            const WHAT: &'static str = $what;

            fn words() -> impl Iterator<Item = $type> + Clone {
                $type::ALL.into_iter()
            }
            fn key(self) -> &'static str {
                $type::key(self)
            }
            fn also(self) -> &'static [&'static str] {
                match self {
                    $($type::$word => &[$($also),*],)*
                }
            }
            fn about(self) -> &'static str {
                match self {
                    $($type::$word => concat!("", $($about),*).trim_ascii(),)*
                }
            }
        }

        $(impl Default for $type {
            fn default() -> $type {
                $type::$default
            }
        })?

        impl<'de> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                $crate::read_word(from)
            }
        }

        impl $crate::serde::Serialize for $type {
            fn serialize<S: $crate::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::write_word(*self, to)
            }
        }
    )*};
}

/// Reads a word from a file.
pub fn read_word<'de, T: Word, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    struct Reader<T>(PhantomData<T>);
    impl<T: Word> de::Visitor<'_> for Reader<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}, one of {}", T::WHAT, T::known())
        }
        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            T::read(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
        }
    }
    from.deserialize_str(Reader(PhantomData))
}

/// Writes a word by its key.
pub fn write_word<T: Word, S: Serializer>(word: T, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(word.key())
}
