//! Maps drawn as text, in files of every system.

use hex::Hex;

use crate::{
    problem::{Errors, Span},
    values::At,
};

/// The content of a string and where it begins in the file; `None` where escapes keep the two from matching.
pub fn inside<'a>(file: &'a str, text: &'a At<String>) -> (&'a str, Option<usize>) {
    let source = file.get(text.span.start..text.span.end).unwrap_or_default();
    for quotes in ["\"\"\"", "'''", "\"", "'"] {
        let body = source.strip_prefix(quotes).and_then(|it| it.strip_suffix(quotes));
        if let Some(body) = body
            && (quotes.starts_with('\'') || !body.contains('\\'))
        {
            return (body, Some(text.span.start + quotes.len()));
        }
    }
    (&text.value, None)
}

/// Whether two hexes are adjacent.
pub fn neighbours(file: &str, span: Span, from: &str, to: &str, errors: &mut Errors) -> bool {
    let hexes = (from.parse::<Hex>(), to.parse::<Hex>());
    let adjacent = matches!(hexes, (Ok(a), Ok(b)) if a.distance(b) == 1);
    if !adjacent {
        errors.at(file, span, format!("{from} and {to} are not neighbours"));
    }
    adjacent
}
