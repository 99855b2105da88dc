//! Section 20.1: moves of more than one hex in the extended game.

use board::HexId;
use kernel::rules;
use smallvec::SmallVec;

use super::infiltration;
use super::step::{Outlook, Way, way};
use crate::armour;
use crate::data::{FireClass, UnitId, UnitKind};
use crate::ground::{Road, Terrain, road_between};
use crate::state::Day;

rules! {
    GO_ON = "omaha.xmove.infantry-two", "does it go on";
    GO_ON_ROAD = "omaha.xmove.tank-primary", "does it go on along the road";
}

/// Infantry and leaders have two hexes.
const TWO_HEXES: usize = 2;
/// omaha.xmove.tank-secondary
const SECONDARY_HEXES: usize = 2;
/// omaha.xmove.tank-primary
const PRIMARY_HEXES: usize = 4;

/// A step that has been made.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    pub from: HexId,
    pub to: HexId,
    pub way: Way,
}

/// Hexes all of a party may go on to from where it has come; each step is tested for infiltration by itself
/// (omaha.xmove.infiltration).
#[must_use]
pub fn next(g: &Day, outlook: &Outlook, units: &[UnitId], taken: &[Taken]) -> SmallVec<[HexId; 6]> {
    let Some(last) = taken.last() else { return SmallVec::new() };
    let leaders_only = units.iter().all(|it| g.kind(*it).is_leader());
    let mut hexes = SmallVec::new();
    for (direction, to) in g.data().map.neighbours(last.to) {
        let all = units.iter().all(|unit| {
            let way = way(g, outlook, *unit, last.to, direction, to);
            way.is_some_and(|way| may_go_on(g, *unit, taken, Taken { from: last.to, to, way }))
        });
        // There and back is no move.
        let new = taken.iter().all(|it| it.from != to);
        // omaha.infil.leaders
        let watched = leaders_only && !infiltration::watchers(g, last.to, to).is_empty();
        if all && new && !watched && !units.is_empty() {
            hexes.push(to);
        }
    }
    hexes
}

fn may_go_on(g: &Day, unit: UnitId, taken: &[Taken], next: Taken) -> bool {
    match g.kind(unit) {
        // omaha.xmove.leaders, omaha.xmove.bluff-leaders
        UnitKind::Hq | UnitKind::General => taken.len() < TWO_HEXES,
        UnitKind::Infantry | UnitKind::Ranger => {
            // omaha.xmove.second-hex: neither the first nor the second.
            taken.len() < TWO_HEXES && taken.iter().chain([&next]).all(|it| !limits(g, it))
        }
        UnitKind::Tank => has_road(g, taken, next),
        // omaha.xmove.others-one
        _ => false,
    }
}

/// A step that infantry makes only as its whole move: bocage off the road, fire, a bluff or a cliff
/// (omaha.xmove.infantry-one, omaha.xmove.bluff).
fn limits(g: &Day, it: &Taken) -> bool {
    let data = g.data();
    let bocage = data.ground.terrain(it.to) == Terrain::Bocage;
    it.way != Way::Walk
        || (bocage && road_between(data, it.from, it.to).is_none())
        || is_under_fire(g, it.to, FireClass::Steady)
}

/// In a field of this class or worse of an occupied, undisrupted position.
fn is_under_fire(g: &Day, hex: HexId, class: FireClass) -> bool {
    let data = g.data();
    let by_position = data.ground.dotted_by[hex.index()].iter().any(|it| {
        g.is_active(*it) && data.positions[it.index()].dot(hex).is_some_and(|dot| dot <= class)
    });
    let classes = &FireClass::ALL[..=class.index()];
    by_position
        || g.armour().filter(|it| !g[*it].disrupted).any(|it| {
            let field = armour::field(g, it);
            classes.iter().any(|class| field[class.index()].contains(hex))
        })
}

/// Two hexes of road from a secondary road, four of primary road from a primary one; trails give none
/// (omaha.xmove.tank-trail). An intense hex stops it (omaha.xmove.tank-stop); a mined one it cannot enter at all until
/// a base serves it (omaha.xmove.tank-mined).
fn has_road(g: &Day, taken: &[Taken], next: Taken) -> bool {
    let data = g.data();
    let Some(first) = taken.first() else { return false };
    if taken.iter().any(|it| is_under_fire(g, it.to, FireClass::Intense)) {
        return false;
    }
    let starts_on = |road: Road| data.ground.roads[first.from.index()].contains(&Some(road));
    let all_on = |worst: Road| {
        let mut steps = taken.iter().chain([&next]);
        steps.all(|it| road_between(data, it.from, it.to).is_some_and(|road| road <= worst))
    };
    let length = taken.len() + 1;
    (length <= SECONDARY_HEXES && starts_on(Road::Secondary) && all_on(Road::Secondary))
        || (length <= PRIMARY_HEXES && starts_on(Road::Primary) && all_on(Road::Primary))
}
