//! Citations. Each file of rules declares those it uses with `rules!`, beside the code they stand for; titles are in
//! our words.

/// One constant for each statement of `rules/omaha.md` that a question, a modifier, a refusal or a line of the log
/// names.
macro_rules! rules {
    ($($name:ident = $code:literal, $title:literal;)*) => {
        $(pub const $name: kernel::Rule = kernel::Rule::new($code, $title);)*
    };
}
pub(crate) use rules;
