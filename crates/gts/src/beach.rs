//! Section 27: the numbers of a Beach and the Beach Defenses Table (T12).

use board::HexId;

use kernel::Cx;

use crate::cost::Refusal;
use crate::data::UnitId;
use crate::rule;
use crate::state::Battle;

/// Is the gap hexside between two hexes open? A gap of no Beach is not.
#[must_use]
pub fn is_gap_open(g: &Battle, a: HexId, b: HexId) -> bool {
    let (Some(state), Some(naval)) = (&g.naval, &g.data().naval) else { return false };
    state.beaches.iter().zip(&naval.beaches).any(|(beach, kind)| {
        let at = kind.gaps.iter().position(|it| *it == (a, b) || *it == (b, a));
        at.is_some_and(|it| beach.open || beach.open_gaps >> it & 1 == 1)
    })
}

/// gts.beach.fire-later: may the unit fire at the Beach Defenses?
pub fn may_fire(_g: &Battle, _id: UnitId) -> Result<(), Refusal> {
    Err(rule::BEACH_NONE.into())
}

pub fn fire<C: Cx<Battle>>(_cx: &mut C, _g: &mut Battle, _id: UnitId) -> Result<(), C::Halt> {
    Ok(())
}

/// gts.beach.drift
pub fn reduce_drift<C: Cx<Battle>>(_cx: &mut C, _g: &mut Battle, _id: UnitId) {}
