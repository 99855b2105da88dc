//! Section 12.2: strengths and weapons.

use board::HexId;
use kernel::{Cx, Ledger, rules};
use smallvec::SmallVec;

use super::terrain::{self, multiplier};
use super::who::Muster;
use crate::actions::command;
use crate::data::{DepthId, GermanId, Weapon, Weapons};
use crate::state::Day;
use crate::weapons as arms;

rules! {
    STRENGTH = "omaha.att.strength", "Strength of an attacker";
    NAVAL = "omaha.naval.attack", "Naval fire";
    HERO_STRENGTH = "omaha.att.hero-wild", "The hero adds to the strength";
    DEFENCE = "omaha.att.defence", "Strength of the defender";
    DEPTH = "omaha.att.requirements", "Strength of the revealed depth marker";
}

/// omaha.att.strength, before what a hero adds.
#[must_use]
pub fn attack(g: &Day, muster: &Muster) -> i32 {
    let units: i32 = muster.units.iter().map(|it| i32::from(g.strength(it))).sum();
    units + naval(g, muster)
}

/// omaha.naval.strength
fn naval(g: &Day, muster: &Muster) -> i32 {
    if muster.naval { i32::from(g.data().tables.constants.naval_strength) } else { 0 }
}

/// omaha.att.defence: the unit, and its depth marker if that is revealed.
#[must_use]
pub fn defence(g: &Day, target: HexId, muster: &Muster, unit: GermanId) -> i32 {
    let by = multiplier(g, target, muster, unit);
    let depth = shown_depth(g, unit).map_or(0, |it| g.data().depths[it.index()].strength);
    let own = g.data().germans[unit.index()].strength;
    i32::from(own) * i32::from(by.unit) + i32::from(depth) * i32::from(by.depth)
}

pub(super) fn shown_depth(g: &Day, unit: GermanId) -> Option<DepthId> {
    g[unit].depth.filter(|it| g[*it].revealed)
}

/// The attack strength, booked line by line.
pub(super) fn tally_attack<C: Cx<Day>>(cx: &mut C, g: &Day, muster: &Muster, hero: bool) -> i32 {
    cx.tally(STRENGTH, |ledger| {
        for unit in muster.units.iter() {
            ledger.add(STRENGTH, i32::from(g.strength(unit)));
        }
        ledger.add(NAVAL, naval(g, muster));
        if hero {
            ledger.add(HERO_STRENGTH, i32::from(g.data().tables.constants.hero_strength));
        }
    })
}

/// The defence strength, booked line by line.
pub(super) fn tally_defence<C: Cx<Day>>(
    cx: &mut C,
    g: &Day,
    target: HexId,
    muster: &Muster,
    unit: GermanId,
) -> i32 {
    let own = i32::from(g.data().germans[unit.index()].strength);
    let depth = shown_depth(g, unit).map(|it| i32::from(g.data().depths[it.index()].strength));
    let cover = terrain::cover(g, target, muster, unit);
    cx.tally(DEFENCE, |ledger| {
        ledger.add(DEFENCE, own);
        ledger.add(cover.unit_by, own * (i32::from(cover.by.unit) - 1));
        if let Some(depth) = depth {
            ledger.add(DEPTH, depth);
            ledger.add(cover.depth_by, depth * (i32::from(cover.by.depth) - 1));
        }
    })
}

/// What a defender asks of the attackers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    pub weapons: Weapons,
    /// Unit and depth marker both ask for flanking (omaha.att.flank-both); any other weapon is needed once only
    /// (omaha.att.requirement-twice).
    pub both_flank: bool,
}

/// omaha.att.requirements: those of the unit, and of its depth marker if that is revealed.
#[must_use]
pub fn needs(g: &Day, unit: GermanId) -> Needs {
    let own = g.data().germans[unit.index()].requires;
    let depth =
        shown_depth(g, unit).map_or(Weapons::NONE, |it| g.data().depths[it.index()].requires);
    Needs {
        weapons: own.union(depth),
        both_flank: own.contains(Weapon::Fl) && depth.contains(Weapon::Fl),
    }
}

impl Needs {
    /// What the attackers lack (omaha.weap.union).
    #[must_use]
    pub fn missing(self, g: &Day, target: HexId, muster: &Muster) -> Weapons {
        let mut have = weapons(g, target, muster);
        if flanks(g, target, muster, self.both_flank) {
            have = have.with(Weapon::Fl);
        }
        self.weapons.without(have)
    }
}

/// The weapons of all who take part, of the naval marker, and the radio of their headquarters (omaha.weap.union,
/// omaha.weap.naval).
#[must_use]
pub fn weapons(g: &Day, target: HexId, muster: &Muster) -> Weapons {
    let chart = &g.data().tables.weapons;
    let mut all = if muster.naval { chart.naval } else { Weapons::NONE };
    for unit in muster.units.iter() {
        all = all.union(arms::of(g, unit, target));
        // omaha.weap.hq, omaha.att.hq-radio: for an attacker whose hex touches the target.
        let touches = g[unit].hex().is_some_and(|it| g.data().map.adjacent(it, target));
        if touches && command::headquarters_of(g, unit).next().is_some() {
            all = all.union(chart.headquarters);
        }
    }
    all
}

/// omaha.att.flank: two hexes that do not touch; if both ask for it, three hexes (omaha.att.flank-both). Only those
/// who attack across an allowed hexside count (omaha.att.flank-counted).
#[must_use]
pub fn flanks(g: &Day, target: HexId, muster: &Muster, both: bool) -> bool {
    let mut hexes: SmallVec<[HexId; 6]> = SmallVec::new();
    for (_, hex) in muster.adjacent(g, target) {
        if !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    if both {
        return 3 <= hexes.len();
    }
    let map = &g.data().map;
    hexes.iter().any(|a| hexes.iter().any(|b| a != b && !map.adjacent(*a, *b)))
}
