//! Section 14.1: depth markers, who gets one.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, GermanId, Sector};
use crate::state::Day;

/// A depth event: one marker to a German unit of a sector, of any if none is named (omaha.depth.event-target).
/// Without an eligible unit there the other sector receives it (omaha.depth.sector-fallback).
pub fn give_by_event<C: Cx<Day>>(
    _cx: &mut C,
    _g: &mut Day,
    _sector: Option<Sector>,
) -> Result<(), C::Halt> {
    Ok(())
}

/// A marker of the kind fitting its place under this unit, if there is one (omaha.depth.building-empty,
/// omaha.res.gains-depth-empty). Whether the unit may have one is for the caller. Says whether it got one.
pub fn give<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _unit: GermanId) -> Result<bool, C::Halt> {
    Ok(false)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
