//! What the player may know (omaha.data.hidden, omaha.scale.hidden-info).

use std::ops::Deref;

use smallvec::SmallVec;

use crate::data::{DepthId, DepthPool, GermanId, MOST_DEPTHS, MOST_GERMANS};
use crate::pools;
use crate::state::{Day, Depth, DepthPlace, German, GermanPlace, Pool};

/// A day as the player may see it. Who is handed this can tell no secret: nothing but this file makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen(Day);

impl Deref for Seen {
    type Target = Day;
    fn deref(&self) -> &Day {
        &self.0
    }
}

impl Day {
    /// The position as the player sees it: counters whose faces were never seen change places until they lie in the
    /// order of their numbers, so that nothing worked out from the result can give them away. Revealing draws.
    /// The order of the deck is nowhere, so there is nothing to hide of it.
    #[must_use]
    pub fn seen(&self) -> Seen {
        let mut seen = self.clone();
        seen.doubt = true;
        for group in 0..=pools::GROUPS {
            sort_units(&mut seen, group);
        }
        for pool in [DepthPool::Wn, DepthPool::Building, DepthPool::Mobile, DepthPool::Armour] {
            sort_depths(&mut seen, pool);
        }
        Seen(seen)
    }

    /// This earlier moment as the player would see it now: what has been turned over since stays what it is. Odds in the
    /// middle of a step start from here.
    #[must_use]
    pub fn seen_since(&self, now: &Day) -> Seen {
        let mut earlier = self.clone();
        for (then, later) in earlier.germans.iter_mut().zip(&now.germans) {
            then.known |= later.known;
        }
        for (then, later) in earlier.depths.iter_mut().zip(&now.depths) {
            then.known |= later.known;
        }
        earlier.seen()
    }
}

/// Gives the places of all unknown counters of a group to their numbers in order: out of play, map, pools, Meyer box.
fn sort_units(g: &mut Day, group: u8) {
    let Some(all) = g.lookup().alike.get(usize::from(group)) else { return };
    let unknown: SmallVec<[GermanId; MOST_GERMANS]> =
        all.iter().copied().filter(|it| !g[*it].known).collect();
    let mut slots: SmallVec<[German; MOST_GERMANS]> = unknown.iter().map(|it| g[*it]).collect();
    slots.sort_by_key(unit_key);
    for (unit, slot) in unknown.iter().zip(slots) {
        g[*unit] = slot;
        if let GermanPlace::At(site) = slot.place {
            g.holders.set(site, Some(*unit));
        }
        if let Some(depth) = slot.depth {
            g[depth].place = DepthPlace::Under(*unit);
        }
    }
}

/// Nothing of what is hidden: no two counters on the map have the same place, and those in one pool are alike.
fn unit_key(it: &German) -> (u8, u16) {
    match it.place {
        GermanPlace::Gone => (0, 0),
        GermanPlace::Pile => (1, 0),
        GermanPlace::At(site) => (2, u16::from(site.0)),
        GermanPlace::Road(hex) => (3, hex.index() as u16),
        GermanPlace::Pool(Pool::Tactical) => (4, 0),
        GermanPlace::Pool(Pool::Division) => (5, 0),
        GermanPlace::Pool(Pool::Armour) => (6, 0),
        GermanPlace::Pool(Pool::Meyer) => (7, 0),
    }
}

fn sort_depths(g: &mut Day, pool: DepthPool) {
    let all = (0..g.data().depths.len() as u8).map(DepthId);
    let unknown: SmallVec<[DepthId; MOST_DEPTHS]> =
        all.filter(|it| !g[*it].known && g.data().depths[it.index()].pool == pool).collect();
    let mut slots: SmallVec<[Depth; MOST_DEPTHS]> = unknown.iter().map(|it| g[*it]).collect();
    slots.sort_by_key(|it| match it.place {
        DepthPlace::Gone => (0, 0),
        // Who owns it is in order already.
        DepthPlace::Under(unit) => (1, unit.0),
        DepthPlace::Pool(_) => (2, 0),
        DepthPlace::Meyer => (3, 0),
    });
    for (depth, slot) in unknown.iter().zip(slots) {
        g[*depth] = slot;
        if let DepthPlace::Under(unit) = slot.place {
            g[unit].depth = Some(*depth);
        }
    }
}
