//! Op sheets as text (tcs.draw.text-form): what the page writes out and takes in is what a scenario file has, read by the
//! same reader, so that a sheet drawn in a game can be put into a file and back.

use std::borrow::Cow;

use module::{Errors, write};
use serde::Serialize as _;
use serde_json::{Map, Value, json};
use tcs::sheet::Sheet;

use super::format::Sheets;

/// How the text is called where it is wrong.
const NAME: &str = "sheets.toml";
/// What a reader looks for first; the rest comes by the alphabet.
const FIRST: &[&str] = &[
    "side",
    "state",
    "value",
    "name",
    "force",
    "units",
    "note",
    "mission",
    "trigger",
    "hexes",
    "drawing",
    "assembly",
    "support",
    "objective",
    "departure",
    "phases",
    "advances",
    "boundaries",
    "sectors",
    "locations",
    "smoke",
    "failure",
    "rally",
    "alternate",
    "branches",
    "unit",
    "hex",
    "company",
];

/// Sheets of a side, each as far as it is filled in.
pub(crate) fn write(side: &str, sheets: &[&Value]) -> String {
    let entry = |it: &&Value| json!({ "side": side, "state": "preparing", "value": it });
    let list: Vec<Value> = sheets.iter().map(entry).collect();
    let mut file = Map::new();
    if !list.is_empty() {
        file.insert("sheet".into(), list.into());
    }
    write::toml(&file, FIRST)
}

/// The sheets a text has, or everything that is wrong with it. Whether they may be given is for the judge.
pub(crate) fn read(side: &str, text: &str) -> Result<Vec<Sheet>, Errors> {
    let mut errors = Errors::default();
    let file = Ok(Cow::Owned(text.as_bytes().to_vec()));
    let page = module::read::read::<Sheets>(NAME, &file, &mut errors);
    let sheets = page.map_or_else(Vec::new, |it| it.raw.sheet);
    for it in &sheets {
        if let Some(said) = it.side.as_ref().filter(|it| it.value != side) {
            let message =
                format!("this sheet is for the side \"{}\", yours is \"{side}\"", said.value);
            errors.at(NAME, said.span, message);
        }
    }
    if errors.is_empty() && sheets.is_empty() {
        let hint = "a sheet begins with [[sheet]], then [sheet.value]";
        errors.whole(NAME, "there is no sheet in this text", Some(hint.into()));
    }
    if errors.is_empty() {
        Ok(sheets.into_iter().map(|it| it.value.value).collect())
    } else {
        Err(errors.sorted())
    }
}

/// A sheet as the page has it.
pub(crate) fn value(sheet: &Sheet) -> Value {
    sheet.serialize(serde_json::value::Serializer).unwrap_or_default()
}
