//! `tcs/tables.toml`: read straight into [`Tables`].

use module::{
    Errors, File,
    read::{parse, text},
};
use serde::Deserialize;
use tcs::tables::Tables;
use toml::de::Deserializer;

/// Reads and checks the tables.
pub(crate) fn tables(path: &str, file: &File, errors: &mut Errors) -> Option<Tables> {
    let text = text(path, file, errors)?;
    let tree = parse(path, text, errors)?;
    let tables = match Tables::deserialize(Deserializer::from(tree)) {
        Ok(it) => it,
        Err(error) => {
            errors.at(path, error.span().unwrap_or_default().into(), error.message());
            return None;
        }
    };
    match tables.check() {
        Ok(()) => Some(tables),
        Err(message) => {
            errors.whole(path, message, None);
            None
        }
    }
}
