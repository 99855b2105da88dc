//! Sections 7.2 to 7.4: which row of the landing table a unit uses, and the statement of each cell.

use kernel::{Rule, rules};

use crate::data::{BoxId, Letter, UnitId, UnitKind};
use crate::setup;
use crate::state::Day;
use crate::tables::{LandingRow, LandingTable, LandingWho};

rules! {
    LOOKUP = "omaha.land.lookup", "Landing check";
    T15_INFANTRY = "omaha.land.t15-inf", "Infantry is no longer checked";
}

/// Beaches on which infantry of the first turns drifts less (omaha.land.dg-ch-row).
const CALMER: [&str; 2] = ["DG", "CH"];

/// The row for a unit in a box, by its type, the turn and on turns 1-3 the box.
#[must_use]
pub fn row(g: &Day, unit: UnitId, at: BoxId) -> Option<&LandingRow> {
    let (table, who) = match g.kind(unit) {
        UnitKind::Tank => (tank_table(g), LandingWho::Tank),
        UnitKind::Infantry | UnitKind::Ranger => (table(g), infantry(g, at)),
        UnitKind::DukwArtillery => (table(g), LandingWho::Dukw),
        // omaha.land.mortar-row, omaha.land.sp-aa-row
        UnitKind::Artillery
        | UnitKind::SpArtillery
        | UnitKind::AntiTank
        | UnitKind::AntiAir
        | UnitKind::SpAntiAir => (table(g), LandingWho::Guns),
        UnitKind::Hq | UnitKind::General => return None,
    };
    let mut rows = g.data().tables.landing.iter();
    rows.find(|it| it.who == who && it.tables.contains(&table))
}

/// The rows of this turn; after a bombardment the game begins with those of turns 2-3 (omaha.var.bombardment-rules).
fn table(g: &Day) -> LandingTable {
    match setup::is_opening_after_bombardment(g) {
        true => LandingTable::Second,
        false => g.data().tables.turn(g.turn).landing,
    }
}

/// Tanks have a row of their own on turn 1 (omaha.land.first-wave-types) and that of turns 2-3 ever after
/// (omaha.land.late-tank); the variant spares them the first (omaha.var.tanks-safe).
fn tank_table(g: &Day) -> LandingTable {
    match table(g) {
        LandingTable::First if !g.data().variants.tanks_safe => LandingTable::First,
        _ => LandingTable::Second,
    }
}

/// On turns 1-3 the box decides, for rangers too (omaha.land.dg-ch-row, omaha.land.ranger-row-early); later rangers
/// and infantry are the same (omaha.land.t15-ranger).
fn infantry(g: &Day, at: BoxId) -> LandingWho {
    let beach = g.data().boxes[at.index()].beach.as_str();
    match table(g) {
        LandingTable::Fourth | LandingTable::Fifteenth => LandingWho::Infantry,
        _ if CALMER.contains(&beach) => LandingWho::InfantryAtDogGreenOrCharlie,
        _ => LandingWho::InfantryElsewhere,
    }
}

/// The statement of a cell, for the log.
#[must_use]
pub fn cell(row: &LandingRow, letter: Letter) -> Rule {
    let in_table = |table: LandingTable| row.tables.contains(&table);
    let cells = match row.who {
        LandingWho::Tank if in_table(LandingTable::First) => &FIRST_TANK,
        LandingWho::Tank => &TANK,
        LandingWho::InfantryElsewhere => &INFANTRY_EARLY,
        LandingWho::InfantryAtDogGreenOrCharlie => &INFANTRY_CALMER,
        LandingWho::Infantry if in_table(LandingTable::Fourth) => &INFANTRY,
        LandingWho::Infantry => return T15_INFANTRY,
        // omaha.land.dukw-same
        LandingWho::Dukw if in_table(LandingTable::Fourth) => &DUKW,
        LandingWho::Dukw => &LATE_DUKW,
        LandingWho::Guns if in_table(LandingTable::Fourth) => &GUNS,
        LandingWho::Guns => &LATE_GUNS,
    };
    cells.get(letter as usize).copied().unwrap_or(LOOKUP)
}

macro_rules! cells {
    ($($name:ident = [$($code:literal)*], $title:literal;)*) => {
        $(const $name: [Rule; 4] = [$(Rule::new($code, $title)),*];)*
    };
}

cells! {
    FIRST_TANK = ["omaha.land.t1-tank-a" "omaha.land.t1-tank-b" "omaha.land.t1-tank-c" "omaha.land.t1-tank-d"],
        "Tanks landing on turn 1";
    TANK = ["omaha.land.t2-tank-a" "omaha.land.t2-tank-b" "omaha.land.t2-tank-c" "omaha.land.t2-tank-d"],
        "Tanks landing on turn 2 or later";
    INFANTRY_EARLY = ["omaha.land.t2-inf-a" "omaha.land.t2-inf-b" "omaha.land.t2-inf-c" "omaha.land.t2-inf-d"],
        "Infantry landing on turns 1-3";
    INFANTRY_CALMER = ["omaha.land.t2-dgch-a" "omaha.land.t2-dgch-b" "omaha.land.t2-dgch-c" "omaha.land.t2-dgch-d"],
        "Infantry landing on turns 1-3 at Dog Green or Charlie";
    INFANTRY = ["omaha.land.t4-inf-a" "omaha.land.t4-inf-b" "omaha.land.t4-inf-c" "omaha.land.t4-inf-d"],
        "Infantry landing on turns 4-14";
    DUKW = ["omaha.land.t4-dukw-a" "omaha.land.t4-dukw-b" "omaha.land.t4-dukw-c" "omaha.land.t4-dukw-d"],
        "Artillery in DUKWs landing on turns 4-14";
    GUNS = ["omaha.land.t4-art-a" "omaha.land.t4-art-b" "omaha.land.t4-art-c" "omaha.land.t4-art-d"],
        "Guns landing on turns 4-14";
    LATE_DUKW = ["omaha.land.t15-dukw-a" "omaha.land.t15-dukw-b" "omaha.land.t15-dukw-c" "omaha.land.t15-dukw-d"],
        "Artillery in DUKWs landing on turn 15 or later";
    LATE_GUNS = ["omaha.land.t15-art-a" "omaha.land.t15-art-b" "omaha.land.t15-art-c" "omaha.land.t15-art-d"],
        "Guns landing on turn 15 or later";
}
