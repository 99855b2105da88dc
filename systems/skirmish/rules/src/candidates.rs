//! Section 16.4: a finite list of sensible moves. The geometry makes them; here is what it is told of the game, and that is
//! only what the mover's side may know (skirmish.eng.secrecy).

use kernel::Bounds as _;
use smallvec::SmallVec;
use tabletop::{Candidate, Class, Path, Point, Search, Spot, Terms};

use crate::data::{ElementId, FIGURES};
use crate::state::Skirmish;
use crate::tables::inches;

/// Gates in an entry edge from which moves of a reserve are looked for, and how far gates are apart.
const ENTRIES: usize = 5;
const GATE: i32 = inches(2);

/// Candidates for an ordered move with this allowance, standing still first.
#[must_use]
pub fn moves(g: &Skirmish, id: ElementId, allowance: i32) -> Vec<Candidate> {
    let starts: SmallVec<[Spot; FIGURES]> = g.spots(id).map(|(_, at)| at).collect();
    search(g, id, &starts, allowance, true, &[], &Class::MOVE)
}

/// Candidates for a flight, over the own edge too; what forbids going near enemies is judged after.
#[must_use]
pub fn flights(
    g: &Skirmish,
    id: ElementId,
    allowance: i32,
    edge: (Point, Point),
) -> Vec<Candidate> {
    let starts: SmallVec<[Spot; FIGURES]> = g.spots(id).map(|(_, at)| at).collect();
    search(g, id, &starts, allowance, false, &[edge], &Class::FLIGHT)
}

/// Ways in for a reserve: from some points of its entry edge, the figures an inch apart along it.
#[must_use]
pub fn entries(g: &Skirmish, id: ElementId, edge: [Point; 2], allowance: i32) -> Vec<Vec<Path>> {
    let open = gates(g, id, edge);
    let most = usize::from(g.tables().movement.candidates_max);
    let step = (open.len() / ENTRIES).at_least(1);
    let mut list = Vec::new();
    for starts in open.iter().step_by(step).take(ENTRIES) {
        // Each gate has its share of the list (skirmish.eng.candidates).
        let moves = search(g, id, starts, allowance, true, &[], &Class::MOVE).into_iter();
        for it in moves.take(most / ENTRIES) {
            let begun = it.paths.into_iter().zip(starts).map(|(mut path, start)| {
                path.0.insert(0, *start);
                path
            });
            list.push(begun.collect());
        }
    }
    list
}

/// Places along an entry edge where a reserve can appear and stand.
#[must_use]
pub fn gates(g: &Skirmish, id: ElementId, edge: [Point; 2]) -> Vec<SmallVec<[Spot; FIGURES]>> {
    let [a, b] = edge;
    let (n, spread) = (g.alive(id).count() as i32, inches(1));
    let long = (a.x - b.x).abs() + (a.y - b.y).abs();
    let along = |far: i32| {
        let part = |a: i32, b: i32| a + (b - a).signum() * far;
        Point::new(part(a.x, b.x), part(a.y, b.y)).ground()
    };
    let others = g.others(id);
    let apart = i64::from(g.tables().figures.separation_units);
    let free = |at: &Spot| {
        let crowds =
            |it: &Spot| it.floor == at.floor && it.point().squared(at.point()) < apart * apart;
        g.scene.table.place(*at).is_ok() && !others.iter().any(crowds)
    };
    let gates = (0..=(long - n * spread) / GATE).map(|gate| {
        (0..n).map(|i| along(gate * GATE + i * spread)).collect::<SmallVec<[Spot; FIGURES]>>()
    });
    gates.filter(|it| it.iter().all(free)).collect()
}

fn search(
    g: &Skirmish,
    id: ElementId,
    starts: &[Spot],
    allowance: i32,
    linked: bool,
    exits: &[(Point, Point)],
    classes: &[Class],
) -> Vec<Candidate> {
    let side = g.side(id).other();
    let (others, enemies) = (g.others(id), g.revealed_spots(side));
    let elements: SmallVec<[SmallVec<[Spot; FIGURES]>; 16]> =
        g.revealed(side).map(|it| g.spots(it).map(|(_, at)| at).collect()).collect();
    let foes: SmallVec<[&[Spot]; 16]> = elements.iter().map(|it| it.as_slice()).collect();
    let terms = Terms {
        starts,
        allowance,
        others: &others,
        enemies: &enemies,
        clear: inches(g.tables().figures.enemy_keep_clear),
        linked,
        exits,
    };
    let search = Search { terms, guide: &g.scene.guide, foes: &foes, classes };
    tabletop::candidates(&g.scene.table, &search)
}
