//! What is known of an attack before it is made.

use board::HexId;
use smallvec::SmallVec;

use super::strength::{attack, flanks, needs, shown_depth, weapons};
use super::terrain::{self, Cover};
use super::who::Muster;
use crate::data::{DepthId, GermanId, Weapon, Weapons};
use crate::pools;
use crate::state::Day;

/// What is known of an attack before it is made, for people to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    pub attack: i32,
    pub weapons: Weapons,
    /// Flanking is met, for one who asks for it and for two.
    pub flanks: [bool; 2],
    /// A hero may add to the strength or stand in for a weapon.
    pub hero: bool,
    /// The multipliers of the defence and where they come from.
    pub cover: Cover,
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
    let cover = terrain::cover(g, target, muster, unit);
    let by = cover.by;
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
        cover,
        defence: [own[0] + behind[0], own[1] + behind[1]],
        unit: own,
        required,
        possible: all.without(required),
        missing: all.without(have),
    })
}
