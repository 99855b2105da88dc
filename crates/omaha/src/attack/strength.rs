//! Sections 12.2 and 12.5: strengths, weapons, terrain.

use board::HexId;
use kernel::{Cx, Ledger, Rule};
use smallvec::SmallVec;

use super::who::Muster;
use crate::actions::command;
use crate::data::{DepthId, GermanId, Weapon, Weapons};
use crate::ground::{Side, between};
use crate::rule::rules;
use crate::state::Day;
use crate::tables::Multiplier;
use crate::{headquarters, pools, weapons as arms};

rules! {
    STRENGTH = "omaha.att.strength", "Strength of an attacker";
    NAVAL = "omaha.naval.attack", "Naval fire";
    HERO_STRENGTH = "omaha.att.hero-wild", "The hero adds to the strength";
    DEFENCE = "omaha.att.defence", "Strength of the defender";
    DEPTH = "omaha.att.requirements", "Strength of the revealed depth marker";
    COVER_UNIT = "omaha.def.not-cumulative", "Terrain: the unit is doubled";
    COVER_DEPTH = "omaha.def.all-through", "Terrain: the depth marker is doubled";
}

/// Section 12.5: what a hexside does for the defender; nothing if it may not be attacked across, or the hexes do not
/// touch.
#[must_use]
pub fn crossing(g: &Day, from: HexId, target: HexId) -> Option<Multiplier> {
    let data = g.data();
    let side = between(data, from, target)?;
    // omaha.def.bluff-up, omaha.att.bluff-up, omaha.att.bluff-down
    if side == Side::Bluff && data.ground.is_low(from) && data.ground.is_high(target) {
        return None;
    }
    let side = if is_opened(g, side, from, target) { Side::None } else { side };
    data.tables.defence_side[side as usize]
}

/// Shingle and anti-tank obstacles in the range of an engineer base do not help the defender
/// (omaha.def.cleared-obstacle, omaha.base.hexsides).
fn is_opened(g: &Day, side: Side, from: HexId, target: HexId) -> bool {
    if !g.data().tables.move_side[side as usize].pass.engineer
        || g.bases.iter().all(|it| it.is_empty())
    {
        return false;
    }
    let served = headquarters::served(g);
    served.contains(from) || served.contains(target)
}

/// The multipliers of an attack: of the defender's hex or of the hexsides, whichever is larger for the unit and for
/// the depth marker (omaha.def.not-cumulative).
#[must_use]
pub fn multiplier(g: &Day, target: HexId, muster: &Muster, unit: GermanId) -> Multiplier {
    const NONE: Multiplier = Multiplier { unit: 1, depth: 1 };
    let data = g.data();
    // omaha.arm.attack
    if data.germans[unit.index()].kind.is_armour() {
        return NONE;
    }
    let hex = data.tables.defence_hex.get(data.ground.terrain(target) as usize).unwrap_or(&NONE);
    let side = across(g, target, muster).unwrap_or(NONE);
    Multiplier { unit: hex.unit.max(side.unit), depth: hex.depth.max(side.depth) }
}

/// The hexside least useful to the defender among those attacked across (omaha.def.all-through,
/// omaha.def.least-useful); those who fire do not matter (omaha.def.ranged-ignored). A slope is the same up and down
/// (omaha.def.slope-direction).
fn across(g: &Day, target: HexId, muster: &Muster) -> Option<Multiplier> {
    let sides = muster.adjacent(g, target).filter_map(|it| crossing(g, it.1, target));
    sides.min_by_key(|it| (it.unit, it.depth))
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

fn shown_depth(g: &Day, unit: GermanId) -> Option<DepthId> {
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
    let by = multiplier(g, target, muster, unit);
    let own = i32::from(g.data().germans[unit.index()].strength);
    let depth = shown_depth(g, unit).map(|it| i32::from(g.data().depths[it.index()].strength));
    cx.tally(DEFENCE, |ledger| {
        ledger.add(DEFENCE, own);
        ledger.add(COVER_UNIT, own * (i32::from(by.unit) - 1));
        if let Some(depth) = depth {
            ledger.add(DEPTH, depth);
            ledger.add(COVER_DEPTH, depth * (i32::from(by.depth) - 1));
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

/// What is known of an attack before it is made, for people to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    pub attack: i32,
    pub weapons: Weapons,
    /// Flanking is met, for one who asks for it and for two.
    pub flanks: [bool; 2],
    /// A hero may add to the strength or stand in for a weapon.
    pub hero: bool,
    pub multiplier: Multiplier,
    /// What the multipliers come from: the hex and the hexside, with the rule.
    pub cover: Vec<(Rule, String)>,
    /// Least and most defence strength, of unit and depth marker together, and of the unit alone.
    pub defence: [i32; 2],
    pub unit: [i32; 2],
    /// What the face-up counters require.
    pub required: Weapons,
    /// What the face-down counters could require besides.
    pub possible: Weapons,
    /// Of what is surely or possibly required, what the attackers lack.
    pub missing: Weapons,
}

/// Works out what the player can know of an attack by these units on this hex. Nothing in it depends on a face that
/// was never seen.
#[must_use]
pub fn outlook(g: &Day, target: HexId, muster: &Muster) -> Option<Outlook> {
    let unit = g.german_at(target)?;
    let data = g.data();
    let by = multiplier(g, target, muster, unit);
    let units: SmallVec<[GermanId; 16]> = match g[unit].known {
        true => SmallVec::from_slice(&[unit]),
        false => pools::could_be(g, unit).collect(),
    };
    let depths: SmallVec<[DepthId; 16]> = match g[unit].depth {
        None => SmallVec::new(),
        Some(depth) if g[depth].known => SmallVec::from_slice(&[depth]),
        Some(depth) => pools::depth_could_be(g, depth).collect(),
    };
    let bounds = |all: &mut dyn Iterator<Item = u8>, by: u8| {
        let (mut least, mut most) = (u8::MAX, 0);
        for it in all {
            (least, most) = (least.min(it), most.max(it));
        }
        if most < least { [0, 0] } else { [i32::from(least * by), i32::from(most * by)] }
    };
    let own = bounds(&mut units.iter().map(|it| data.germans[it.index()].strength), by.unit);
    let behind = bounds(&mut depths.iter().map(|it| data.depths[it.index()].strength), by.depth);
    let of_units = units.iter().map(|it| data.germans[it.index()].requires);
    let of_depths = depths.iter().map(|it| data.depths[it.index()].requires);
    let all = of_units.chain(of_depths).fold(Weapons::NONE, Weapons::union);
    let required = match g[unit].known {
        true => needs(g, unit).weapons,
        false => shown_depth(g, unit).map_or(Weapons::NONE, |it| data.depths[it.index()].requires),
    };
    let flanks = [flanks(g, target, muster, false), flanks(g, target, muster, true)];
    let have = weapons(g, target, muster);
    let have = if flanks[0] { have.with(Weapon::Fl) } else { have };
    Some(Outlook {
        attack: attack(g, muster),
        weapons: have,
        flanks,
        hero: muster.has_hero(g, target),
        multiplier: by,
        cover: cover(g, target, muster),
        defence: [own[0] + behind[0], own[1] + behind[1]],
        unit: own,
        required,
        possible: all.without(required),
        missing: all.without(have),
    })
}

/// Where the multipliers come from, in words.
fn cover(g: &Day, target: HexId, muster: &Muster) -> Vec<(Rule, String)> {
    let ground = &g.data().ground;
    let words = |it: &Multiplier| format!("unit ×{}, depth ×{}", it.unit, it.depth);
    let mut cover = Vec::new();
    let terrain = ground.terrain(target);
    if let Some(it) = g.data().tables.defence_hex.get(terrain as usize)
        && (1 < it.unit || 1 < it.depth)
    {
        cover.push((COVER_UNIT, format!("{}: {}", terrain.name(), words(it))));
    }
    if let Some(it) = across(g, target, muster)
        && (1 < it.unit || 1 < it.depth)
    {
        cover.push((COVER_DEPTH, format!("hexside: {}", words(&it))));
    }
    cover
}
