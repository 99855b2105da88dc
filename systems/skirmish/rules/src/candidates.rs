//! Section 16.4: a finite list of sensible moves. The geometry makes them; here is what it is told of the game.

use tabletop::{Path, Spot};

use crate::data::ElementId;
use crate::state::Skirmish;

/// Candidate moves of an element with this allowance: for each living figure a path.
#[must_use]
pub fn moves(g: &Skirmish, id: ElementId, allowance: i32) -> Vec<Vec<Path>> {
    let starts: Vec<Spot> = g.spots(id).map(|(_, at)| at).collect();
    let mut list = vec![vec![Path::default(); starts.len()]];
    for (dx, dy) in COMPASS {
        for part in [2, 1] {
            let (x, y) = (dx * allowance / 1000 * part / 2, dy * allowance / 1000 * part / 2);
            let to = |at: &Spot| Path(vec![Spot { x: at.x + x, y: at.y + y, floor: at.floor }]);
            list.push(starts.iter().map(to).collect());
        }
    }
    list
}

const COMPASS: [(i32, i32); 16] = [
    (0, 1000), (382, 923), (707, 707), (923, 382), (1000, 0), (923, -382), (707, -707), (382, -923),
    (0, -1000), (-382, -923), (-707, -707), (-923, -382), (-1000, 0), (-923, 382), (-707, 707), (-382, 923),
];
