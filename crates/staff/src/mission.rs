//! Where each unit is wanted: victory hexes to take and to hold, shared out by worth, distance and need.

use board::HexId;
use gts::Battle;
use gts::cost;
use gts::data::{Back, Movement, Side, UnitId};
use gts::state::Place;
use kernel::Bounds;

use crate::worth::POINT;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Mission {
    pub(crate) goal: HexId,
    /// What the goal is worth to this one unit.
    pub(crate) value: i32,
    pub(crate) hold: bool,
}

struct Goal {
    hex: HexId,
    worth: i32,
    hold: bool,
    /// Steps wanted there.
    need: i32,
}

/// Enemies this near threaten a place of ours: about one turn's march.
const THREAT: u32 = 7;
/// More steps than this get in each other's way around one hex.
const MOST_NEEDED: i32 = 16;
/// Half points of an ordinary hex, for distances as the crow flies.
const ORDINARY_HEX: i32 = 4;
/// What a unit without a place to go is led towards the enemy by.
const HUNT: i32 = 60;

/// A mission for every unit of a side that can move, by unit id.
pub(crate) fn missions(g: &Battle, side: Side) -> Vec<Option<Mission>> {
    let map = &g.data().map;
    let mut goals = goals(g, side);
    let mut missions: Vec<Option<Mission>> = vec![None; g.units.len()];
    let turns_left = g.data().turns.len() as i32 - i32::from(g.turn) + 1;

    // Every unit with every goal, best first; the goal takes units until its need is met.
    let mut pairs: Vec<(i32, UnitId, usize)> = Vec::with_capacity(256);
    for (id, hex) in g.on_map(side) {
        let Some(speed) = speed(g, id) else { continue };
        for (i, goal) in goals.iter().enumerate() {
            let turns = map.distance(hex, goal.hex) as i32 * ORDINARY_HEX * 10 / speed;
            if turns <= 10 * turns_left + 5 {
                pairs.push((goal.worth * 10 / (turns + 15), id, i));
            }
        }
    }
    pairs.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    for (_, id, i) in &pairs {
        let goal = &mut goals[*i];
        if missions[usize::from(id.0)].is_none() && 0 < goal.need {
            goal.need -= i32::from(g[*id].steps).at_least(1);
            missions[usize::from(id.0)] = Some(Mission { goal: goal.hex, value: goal.worth, hold: goal.hold });
        }
    }
    // Who is left over joins the best attack within reach, at half its worth, else looks for the enemy.
    for (_, id, i) in &pairs {
        let goal = &goals[*i];
        if missions[usize::from(id.0)].is_none() && !goal.hold {
            missions[usize::from(id.0)] = Some(Mission { goal: goal.hex, value: goal.worth / 2, hold: false });
        }
    }
    for (id, hex) in g.on_map(side) {
        if missions[usize::from(id.0)].is_none() && speed(g, id).is_some() {
            let enemies = g.on_map(side.other()).filter(|(_, it)| !g.is_entry_hex(*it));
            let nearest = enemies.min_by_key(|(_, it)| map.distance(hex, *it));
            missions[usize::from(id.0)] =
                nearest.map(|(_, goal)| Mission { goal, value: HUNT, hold: false });
        }
    }
    missions
}

fn goals(g: &Battle, side: Side) -> Vec<Goal> {
    let data = g.data();
    let mut goals = Vec::with_capacity(data.victory.hexes.len());
    for (holder, it) in g.holders.iter().zip(&data.victory.hexes) {
        if g.scene.barred[side.index()].contains(it.hex) {
            continue;
        }
        let (mut inside, mut around, mut near) = (0, 0, 0);
        for (id, hex) in g.on_map(side.other()) {
            let steps = i32::from(g[id].steps);
            match data.map.distance(hex, it.hex) {
                0 => inside += steps + i32::from(g[id].ent),
                1 => around += steps,
                2..=THREAT => near += steps,
                _ => (),
            }
        }
        let worth = i32::from(it.points) * POINT;
        goals.push(if *holder == side {
            let threat = around * 2 + near;
            let need = if threat == 0 { 0 } else { (2 + threat / 4).at_most(6) };
            Goal { hex: it.hex, worth, hold: true, need }
        } else {
            // A strong garrison makes a place worth less to each who goes there.
            let need = (2 + 2 * inside + around).at_most(MOST_NEEDED);
            Goal { hex: it.hex, worth: worth * 8 / (8 + inside), hold: false, need }
        });
    }
    goals
}

/// Half points a turn; `None` for what stays where it is.
pub(crate) fn speed(g: &Battle, id: UnitId) -> Option<i32> {
    let points = |movement| match movement {
        Movement::Points(points, _) if 0 < points => Some(i32::from(points) * 2),
        _ => None,
    };
    if g[id].place == Place::Eliminated {
        return None;
    }
    let own = points(g.face(id).movement);
    own.or_else(|| match &g.kind(id).back {
        Back::Transport(face) if !g[id].ent => points(face.movement),
        _ => None,
    })
}

/// Can the unit move by points right now?
pub(crate) fn can_march(g: &Battle, id: UnitId) -> bool {
    matches!(cost::allowance(g, id), Movement::Points(..)) && !g[id].ent
}
