//! Op sheets: what is drawn, whether it may be drawn, what it lets a unit do, when it comes through and when it ends.
//!
//! `value` is the sheet as a player draws it, `judge` says everything that is wrong with it, `plan` works out areas and
//! zones from the lines (tcs.draw.rederive), `order` is a sheet that is prepared or carried out, `permission` what its
//! mission allows, `step` where it lets a unit go, `end` when it is over, `join` who may come onto it, `prep` how long it
//! takes, `proposals` are ready drawings. `line` and `area` are the geometry beneath.
//!
//! Everything here is a pure function over [`Situation`], the little that op sheets need to know of the game.

pub mod area;
pub mod end;
pub mod join;
pub mod judge;
pub mod line;
pub mod order;
pub mod permission;
pub mod plan;
pub mod prep;
pub mod proposals;
pub mod step;
pub mod value;

#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
mod tests;

use board::HexId;

use crate::ground::{Ground, MoveClass};
use crate::id::{BattalionId, Clock, CompanyId, ForceId, Side, UnitId};
use crate::tables::Tables;

pub use self::order::{Life, Order};
pub use self::value::{Drawing, Mission, Sheet};

/// What op sheets need to know of the game. All of it is open to both sides but what `spotted` is asked of.
pub trait Situation {
    fn ground(&self) -> &Ground;
    fn tables(&self) -> &Tables;
    /// All units of the game, ascending; those destroyed have no steps, those to come no hex.
    fn units(&self) -> impl Iterator<Item = UnitId>;
    fn unit(&self, id: UnitId) -> Unit;
    /// Where a unit stands, if it is on the map and alive.
    fn place(&self, id: UnitId) -> Option<HexId>;
    /// Units of the other side that are on the map and alive, ascending.
    fn enemies(&self, of: Side) -> impl Iterator<Item = Enemy>;
    /// The unit with this key.
    fn find_unit(&self, key: &str) -> Option<UnitId>;
    fn unit_key(&self, id: UnitId) -> &str;
    fn find_company(&self, key: &str) -> Option<CompanyId>;
    fn company_key(&self, id: CompanyId) -> &str;
    fn force_key(&self, id: ForceId) -> &str;
    /// tcs.prep.command-prep
    fn command_prep(&self, force: ForceId) -> u8;
    /// tcs.spot.by-side: whether this side has now spotted that unit of the enemy.
    fn spotted(&self, by: Side, enemy: UnitId) -> bool;
    /// The clock time of the turn.
    fn clock(&self) -> Clock;
    fn is_night(&self) -> bool;
    /// Scoring hexes, and who controls each.
    fn scoring(&self) -> impl Iterator<Item = (HexId, Option<Side>)>;
}

/// A unit, as far as its orders are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    pub side: Side,
    pub force: ForceId,
    pub battalion: BattalionId,
    pub company: CompanyId,
    /// A passenger's is its carrier's.
    pub hex: Option<HexId>,
    pub class: MoveClass,
    /// tcs.unit.combat-unit
    pub combat: bool,
    /// A vehicle, a carrier, or mounted in one (tcs.prep.vehicle-sheet).
    pub motor: bool,
    pub steps: u8,
    pub nerve: Nerve,
    pub status: Status,
    /// tcs.general.contact-flags, since the last accrual.
    pub fired: bool,
    pub fired_upon: bool,
}

impl Unit {
    /// Where it stands, if it is on the map and alive.
    #[must_use]
    pub fn place(&self) -> Option<HexId> {
        self.hex.filter(|_| 0 < self.steps)
    }
}

/// Where an enemy stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enemy {
    pub id: UnitId,
    pub hex: HexId,
    pub combat: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nerve {
    Normal,
    Suppressed,
    Paralysed,
}

/// tcs.cmd.unit-status
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Status {
    Assigned,
    Withdrawing,
    #[default]
    Unassigned,
}

impl Status {
    /// tcs.cmd.withdrawing-counts-unassigned: for morale, observing and weighted turns.
    #[must_use]
    pub const fn counts_unassigned(self) -> bool {
        !matches!(self, Status::Assigned)
    }
}

/// The hexes of living enemies of `side` that are combat units.
pub(crate) fn enemies<S: Situation>(s: &S, side: Side) -> impl Iterator<Item = (UnitId, HexId)> {
    s.enemies(side).filter(|it| it.combat).map(|it| (it.id, it.hex))
}
