//! How a file of rules declares what belongs to it: its citations, the values it asks for, what it
//! reports. A rule is one file.

/// The citations of a file, beside the code they stand for; titles are in our words.
///
/// One constant for each statement of `rules/<system>.md` that a question, a modifier, a refusal or a line of the log
/// names, and `RULES`, all of them.
#[macro_export]
macro_rules! rules {
    ($($name:ident = $code:literal, $title:literal;)*) => {
        $(pub const $name: $crate::Rule = $crate::Rule::new($code, $title);)*
        /// Every citation of this file.
        pub const RULES: &[$crate::Rule] = &[$($name),*];
    };
}

/// The values a procedure chooses among, and how they are shown: each turns into the `Opt` of its system.
///
/// A procedure that chooses among values of its own type gets one of them back, so that its match is whole and the
/// compiler checks it.
#[macro_export]
macro_rules! shown {
    ($($value:pat => $of:ty, $opt:expr;)*) => {
        $(impl From<$of> for Opt {
            #[inline]
            fn from($value: $of) -> Opt {
                $opt
            }
        })*
    };
}

/// What is reported: each file of rules has its own `Said` and puts it into words itself; here they are joined.
#[macro_export]
macro_rules! events {
    ($data:ty => $words:ty; $($variant:ident($said:path);)*) => {
        /// A line of the report.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Event {
            $($variant($said),)*
        }
        $(impl From<$said> for Event {
            fn from(it: $said) -> Event {
                Event::$variant(it)
            }
        })*
        impl Event {
            #[must_use]
            pub fn words(&self, data: &$data) -> $words {
                match self {
                    $(Event::$variant(it) => it.words(data),)*
                }
            }
        }
    };
}
