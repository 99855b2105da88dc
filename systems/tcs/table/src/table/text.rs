//! What is filled in of the form for sheets, as text and back. Only drawings have a text: what is cancelled or taken off stays
//! as it is.

use module::Errors;
use serde_json::{Value, json};
use tcs::Battle;
use tcs::id::Side;

use crate::load::sheets;

/// The pointers to the sheets in one thing that is done with them.
const DRAWN: [&str; 2] = ["/draw", "/redraw/with"];

fn sheet(paper: &Value) -> Option<&Value> {
    DRAWN.iter().find_map(|it| paper.pointer(it))
}

fn papers(plan: &Value) -> &[Value] {
    plan.get("sheets").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

pub(super) fn write(g: &Battle, side: Side, plan: &Value) -> Option<String> {
    plan.get("sheets")?;
    let drawn: Vec<&Value> = papers(plan).iter().filter_map(sheet).collect();
    Some(sheets::write(&g.data().side_keys[side.index()], &drawn))
}

/// Sheets that are drawn anew keep their place where the text has one of their name; all others are new.
pub(super) fn read(
    g: &Battle,
    side: Side,
    plan: &Value,
    text: &str,
) -> Option<Result<Value, Errors>> {
    plan.get("sheets")?;
    let found = match sheets::read(&g.data().side_keys[side.index()], text) {
        Ok(it) => it,
        Err(errors) => return Some(Err(errors)),
    };
    let mut list: Vec<Value> =
        papers(plan).iter().filter(|it| it.get("draw").is_none()).cloned().collect();
    for it in &found {
        let value = sheets::value(it);
        let again = list.iter_mut().filter_map(|it| it.pointer_mut("/redraw/with"));
        match { again }.find(|old| old["name"] == value["name"]) {
            Some(old) => *old = value,
            None => list.push(json!({ "draw": value })),
        }
    }
    Some(Ok(json!({ "sheets": list })))
}
