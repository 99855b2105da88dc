//! Hexes of one kind as one outline, and hexsides of one kind as lines: what turns a grid back into ground.

use std::collections::{BTreeMap, BTreeSet};

use board::Direction;

use crate::{
    geometry::{Cell, Corner, Geometry},
    svg::{Path, Point},
};

/// The outline of a set of cells as closed curves; each corner is rounded and the line sways a little.
pub fn outline(g: &Geometry, cells: &BTreeSet<Cell>, sway: f64) -> Path {
    let mut path = Path::default();
    for ring in rings(cells) {
        let mut points = Vec::new();
        for (i, corner) in ring.iter().enumerate() {
            let (a, b) = (g.corner(*corner), g.corner(ring[(i + 1) % ring.len()]));
            points.push(g.sway(a, sway));
            points.push(g.sway(a.to(b, 0.5), sway));
        }
        path.blob(&points);
    }
    path
}

/// The corners around a set of cells, one ring for each outer or inner border.
pub fn rings(cells: &BTreeSet<Cell>) -> Vec<Vec<Corner>> {
    // At a corner three hexes meet, so at most one border leaves it.
    let mut next: BTreeMap<Corner, Corner> = BTreeMap::new();
    for cell in cells {
        for direction in Direction::ALL {
            if !cells.contains(&cell.next(direction)) {
                let (a, b) = cell.side(direction);
                next.insert(a, b);
            }
        }
    }
    let mut rings = Vec::new();
    while let Some((start, mut at)) = next.pop_first() {
        let mut ring = vec![start];
        while at != start {
            ring.push(at);
            match next.remove(&at) {
                Some(it) => at = it,
                None => break,
            }
        }
        rings.push(ring);
    }
    rings
}

/// Hexsides joined into lines that begin and end where lines meet or stop; loops begin anywhere.
pub fn chains(sides: &BTreeSet<(Corner, Corner)>) -> Vec<Vec<Corner>> {
    let mut around: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for (a, b) in sides {
        around.entry(*a).or_default().push(*b);
        around.entry(*b).or_default().push(*a);
    }
    let mut left: BTreeSet<(Corner, Corner)> = sides.iter().map(|it| ordered(it.0, it.1)).collect();
    let mut chains = Vec::new();
    let ends: Vec<Corner> = around.iter().filter(|it| it.1.len() != 2).map(|it| *it.0).collect();
    let anywhere: Vec<Corner> = around.keys().copied().collect();
    for start in ends.into_iter().chain(anywhere) {
        while let Some(first) =
            around[&start].iter().find(|it| left.contains(&ordered(start, **it)))
        {
            let mut chain = vec![start];
            let (mut from, mut at) = (start, *first);
            loop {
                left.remove(&ordered(from, at));
                chain.push(at);
                if around[&at].len() != 2 || at == start {
                    break;
                }
                let Some(on) = around[&at].iter().find(|it| left.contains(&ordered(at, **it)))
                else {
                    break;
                };
                (from, at) = (at, *on);
            }
            chains.push(chain);
        }
    }
    chains
}

/// A hexside has one name, whichever end comes first.
pub fn ordered(a: Corner, b: Corner) -> (Corner, Corner) {
    if a <= b { (a, b) } else { (b, a) }
}

/// The controls of a curve along a chain: its ends, and on each side points that sway.
pub fn along(g: &Geometry, chain: &[Corner], sway: f64, wave: f64) -> Vec<Point> {
    let mut points = Vec::new();
    let (Some(first), Some(last)) = (chain.first(), chain.last()) else { return points };
    points.push(g.sway(g.corner(*first), sway));
    for pair in chain.windows(2) {
        let (a, b) = (g.corner(pair[0]), g.corner(pair[1]));
        let way = a.towards(b);
        for t in [0.28, 0.72] {
            let p = g.sway(a.to(b, t), sway);
            let by = wave * crate::noise::smooth(p.x, p.y, 9.0, 21);
            points.push(p.plus(-way.y * by, way.x * by));
        }
    }
    points.push(g.sway(g.corner(*last), sway));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lake_with_an_island_has_two_borders() {
        let middle = Cell { column: 3, row: 3 };
        let around: BTreeSet<Cell> = Direction::ALL.into_iter().map(|it| middle.next(it)).collect();
        let mut lengths: Vec<usize> = rings(&around).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [6, 18]);
    }

    #[test]
    fn sides_join_into_chains_and_loops() {
        let cell = Cell { column: 0, row: 0 };
        let ring: BTreeSet<_> = Direction::ALL
            .into_iter()
            .map(|it| cell.side(it))
            .map(|(a, b)| ordered(a, b))
            .collect();
        let found = chains(&ring);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].len(), 7);
        let mut fork = ring.clone();
        let (a, _) = cell.next(Direction::E).side(Direction::NW);
        let (_, b) = cell.next(Direction::E).side(Direction::NW);
        fork.insert(ordered(a, b));
        assert_eq!(chains(&fork).iter().map(|it| it.len() - 1).sum::<usize>(), 7);
    }
}
