//! Which draw each division goes for, and who is in the way.
//!
//! A draw scores when all its hexes are controlled: no German, disrupted or not, may see them, nor the way from them to
//! a beach hex. So a draw is opened by clearing a set of positions, and half of the set is worth nothing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use board::HexId;
use omaha::Day;
use omaha::data::{Berth, Division, Draw, PositionId, UnitId};
use omaha::ground::{Side, Terrain};
use omaha::state::{Place, Positions};

/// The positions each division has to clear for its draw.
pub(crate) struct Plan {
    wanted: [Positions; 2],
}

/// How far from its draw a division may look for a way to the beach.
const NEAR: u32 = 5;
/// Who comes later is not counted on.
const LAST_WAVE: u8 = 10;

impl Plan {
    pub(crate) fn new(g: &Day) -> Plan {
        let work = Work::new(g);
        Plan { wanted: Division::BOTH.map(|it| objective(g, &work, it)) }
    }

    pub(crate) fn of(&self, division: Division) -> Positions {
        self.wanted[division.index()]
    }

    pub(crate) fn wants(&self, position: PositionId) -> bool {
        self.wanted.iter().any(|it| it.contains(position))
    }
}

/// The draw of the division's sector with most men for the least work.
fn objective(g: &Day, work: &Work, division: Division) -> Positions {
    let data = g.data();
    let mut best = (0, Positions::NONE);
    for draw in data.draws.iter().filter(|it| it.scores) {
        if data.ground.sector(draw.hexes[0]).division() != division {
            continue;
        }
        let set = in_the_way(g, work, draw);
        let todo: i32 = set.iter().map(|it| work.of(it)).sum();
        if todo == 0 {
            continue;
        }
        let score = men(g, division, draw) * 100 / (todo + 400);
        if best.0 < score {
            best = (score, set);
        }
    }
    best.1
}

/// Strength of the division near a draw, those included who are still to come. Where they will land counts from the
/// start, so that a division does not change its mind as its men come ashore.
fn men(g: &Day, division: Division, draw: &Draw) -> i32 {
    let data = g.data();
    let mut men = 100;
    for unit in g.all_units() {
        if g[unit].command != division || !g.kind(unit).is_infantry() {
            continue;
        }
        let Some(hex) = place(g, unit) else { continue };
        let far = data.map.distance(hex, draw.hexes[0]) as i32;
        men += (12 - far).max(0) * i32::from(g.strength(unit)) * 10;
    }
    men
}

/// Where a unit is, or will land.
fn place(g: &Day, unit: UnitId) -> Option<HexId> {
    let data = g.data();
    match g[unit].place {
        Place::Map(hex) => Some(hex),
        Place::Box(at) => Some(data.boxes[at.index()].mid),
        Place::Track(turn) if turn <= LAST_WAVE => match &data.units[unit.index()].berth {
            Berth::Box(at) => Some(data.boxes[at.index()].mid),
            Berth::Beach(beach) => data.boxes.iter().find(|it| it.beach == *beach).map(|it| it.mid),
            Berth::Sector(_) => None,
        },
        _ => None,
    }
}

/// How much work each position is; none if it is not held.
struct Work(Vec<i32>);

impl Work {
    fn new(g: &Day) -> Work {
        let of = |position: PositionId| {
            let all = g.garrison_of(position);
            all.map(|it| 100 + if g[it].depth.is_some() { 80 } else { 0 }).sum()
        };
        Work(g.positions().map(of).collect())
    }
    fn of(&self, position: PositionId) -> i32 {
        self.0[position.index()]
    }
}

/// Held positions that see the draw, and those that see the best way from it to the beach.
fn in_the_way(g: &Day, work: &Work, draw: &Draw) -> Positions {
    let data = g.data();
    let mut set = Positions::NONE;
    for hex in &draw.hexes {
        for position in watchers(g, work, *hex) {
            set.insert(position);
        }
    }
    // The cheapest way, where each watcher that is not in the set yet costs its work.
    let price = |hex: HexId| -> i32 {
        let others = watchers(g, work, hex).filter(|it| !set.contains(*it));
        1 + others.map(|it| work.of(it)).sum::<i32>()
    };
    let mut cost = vec![i32::MAX; data.map.len()];
    let mut back: Vec<Option<HexId>> = vec![None; data.map.len()];
    let mut queue = BinaryHeap::new();
    let start = draw.hexes[0];
    cost[start.index()] = 0;
    queue.push(Reverse((0, start)));
    let mut end = None;
    while let Some(Reverse((here, hex))) = queue.pop() {
        if cost[hex.index()] < here {
            continue;
        }
        if data.ground.is_beach(hex) {
            end = Some(hex);
            break;
        }
        for (direction, next) in data.map.neighbours(hex) {
            let side = data.ground.side(hex, direction);
            let land = !matches!(data.ground.terrain(next), Terrain::Sea | Terrain::Rough);
            let near = data.map.distance(start, next) <= NEAR;
            if side == Side::Bluff || side.is_cliff() || !land || !near {
                continue;
            }
            let total = here + price(next);
            if total < cost[next.index()] {
                cost[next.index()] = total;
                back[next.index()] = Some(hex);
                queue.push(Reverse((total, next)));
            }
        }
    }
    while let Some(hex) = end {
        for position in watchers(g, work, hex) {
            set.insert(position);
        }
        end = back[hex.index()];
    }
    set
}

/// Held positions with a dot in a hex, or the one that stands there.
fn watchers<'a>(g: &'a Day, work: &'a Work, hex: HexId) -> impl Iterator<Item = PositionId> + 'a {
    let ground = &g.data().ground;
    let own = ground.site(hex).map(|it| g.data().sites[it.index()].position);
    let all = ground.dotted_by[hex.index()].iter().copied().chain(own);
    all.filter(|it| 0 < work.of(*it))
}

#[cfg(test)]
mod tests {
    use omaha::Shared;

    use super::*;

    #[test]
    fn each_division_clears_what_sees_its_draw_and_the_way_to_it() {
        let data = crate::cases::data("first-waves").expect("it loads");
        let mut g = Day::new(Shared::new(data));
        // Whoever holds them: the crews are put there by chance, the sites are known.
        let crews = (0..g.data().germans.len() as u8).map(omaha::data::GermanId);
        let crews: Vec<_> = crews.filter(|it| g.data().germans[it.index()].kind.is_wn()).collect();
        let sites = g.data().sites.len().min(crews.len());
        for (crew, site) in crews.into_iter().zip(0..sites as u8) {
            omaha::pools::place(&mut g, crew, omaha::data::SiteId(site));
        }
        let plan = Plan::new(&g);
        let names = |division| {
            let all = plan.of(division).iter();
            all.map(|it| g.data().positions[it.index()].name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(Division::First), ["WN61", "WN62", "WN64"]);
        assert_eq!(names(Division::TwentyNinth), ["WN71", "WN72", "WN73"]);
    }
}
