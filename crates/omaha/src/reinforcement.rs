//! Sections 14.2 to 14.4: reinforcements by event and from markers, Kampfgruppe Meyer.

use board::HexId;
use kernel::Cx;

use crate::data::{Data, GermanId, SiteId};
use crate::state::Day;

/// One reinforcement for each named zone (omaha.event.reserves).
pub fn by_event<C: Cx<Day>>(_cx: &mut C, _g: &mut Day, _zones: &[char]) -> Result<(), C::Halt> {
    Ok(())
}

/// A tactical-reinforcement marker under the unit on this site was revealed: the marker goes, a T unit comes
/// (omaha.reinf.tac-trigger); face up after scouts or an interrogation.
pub fn tactical<C: Cx<Day>>(
    _cx: &mut C,
    _g: &mut Day,
    _site: SiteId,
    _face_up: bool,
) -> Result<(), C::Halt> {
    Ok(())
}

/// omaha.kgm.release
pub fn release_meyer<C: Cx<Day>>(_cx: &mut C, _g: &mut Day) -> Result<(), C::Halt> {
    Ok(())
}

/// A unit for a reinforce action or an event: from the T pool, if that is empty from the D pool
/// (omaha.reinf.pool-order). Put on the site face down, without depth.
pub fn bring<C: Cx<Day>>(
    _cx: &mut C,
    _g: &mut Day,
    _site: SiteId,
) -> Result<Option<GermanId>, C::Halt> {
    Ok(None)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        match *self {}
    }
}
