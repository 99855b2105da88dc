//! Referee mode (skirmish.ref.entered): the charts of the game and the sheet of a real table, for `play::reckon`. All numbers
//! come from `skirmish::referee`, which has them from the procedures of the game itself.
//!
//! `charts` says what is entered and answers, `rolls` reads dice, `acts` lists what may be entered on the sheet, `enter` does it,
//! `page` shows it.

mod acts;
mod charts;
mod enter;
mod page;
mod rolls;

pub(crate) use charts::{reckon, reckoners};
pub(crate) use enter::sheet;
