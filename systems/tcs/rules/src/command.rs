//! Command: what orders let a unit do (stub until sheets are merged).

use board::HexId;
use kernel::{Rule, rules};

use crate::ground::Hexes;
use crate::id::{Side, UnitId};
use crate::set::UnitSet;
use crate::state::{Battle, Status};

rules! {
    MISSION = "tcs.check.mission", "Its mission or status does not allow this";
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Orders;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Move,
    Sfa,
    Pfa,
    Overwatch,
    Assault,
    Overrun,
    Breach,
    MineCrossing,
    UnitSmoke,
    DigIn,
    Observe,
    Impulse,
    Mount,
}

pub fn may(_g: &Battle, _id: UnitId, _deed: Deed) -> Result<(), Rule> {
    Ok(())
}
pub fn may_at(_g: &Battle, _id: UnitId, _deed: Deed, _hex: HexId) -> Result<(), Rule> {
    Ok(())
}
pub fn may_step(_g: &Battle, _id: UnitId, _to: HexId, _deed: Deed) -> Result<(), Rule> {
    Ok(())
}
pub struct Tests;
impl Tests {
    pub fn new(_g: &Battle, _group: UnitSet) -> Tests {
        Tests
    }
    pub fn step(&self, _g: &Battle, _to: HexId) -> Result<(), Rule> {
        Ok(())
    }
}
pub fn note_step(_g: &mut Battle, _id: UnitId, _from: HexId, _to: HexId) {}
pub fn same_sheet(_g: &Battle, _a: UnitId, _b: UnitId) -> bool {
    true
}
pub fn counts_unassigned(g: &Battle, id: UnitId) -> bool {
    !g.data.options.without_command && g[id].status != Status::Assigned
}
pub fn is_on_prepared_defence(_g: &Battle, _id: UnitId) -> bool {
    false
}
pub fn is_on_move(_g: &Battle, _id: UnitId) -> bool {
    false
}
pub fn smoke_area(_g: &Battle, _side: Side) -> Hexes {
    Hexes::EMPTY
}
pub fn withdraw_vehicle(_g: &mut Battle, _id: UnitId) {}
