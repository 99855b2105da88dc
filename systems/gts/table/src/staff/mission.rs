//! Where each unit is wanted: victory hexes to take and to hold, shared out by worth, distance and need.

use board::HexId;
use gts::Battle;
use gts::cost;
use gts::data::{Back, Movement, Side, UnitId};
use gts::set::UnitSet;
use gts::state::{Park, Place};
use kernel::Bounds;
use smallvec::SmallVec;

use crate::staff::park;
use crate::staff::worth::POINT;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Mission {
    pub(crate) goal: HexId,
    /// What getting there is worth.
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
/// A park no farther than this is worth the way.
const PARK_NEAR: u32 = 12;

/// The one or two places where a unit is wanted most, given where all the others of its side are wanted.
///
/// What the others leave to do does not depend on where this unit stands, and both places are weighed wherever it goes:
/// so it does not change its mind on the way.
pub(crate) fn missions(g: &Battle, side: Side, id: UnitId) -> Missions {
    let mut missions = Missions::new();
    let (Some(hex), Some(speed)) = (g[id].hex(), speed(g, id)) else { return missions };
    let map = &g.data().map;
    if g.kind(id).is_artillery() {
        return for_a_gun(g, side, id, hex);
    }
    let goals = left_to_do(g, side, id);

    let mut ranked: SmallVec<[(i32, Mission); 16]> = SmallVec::new();
    for goal in &goals {
        let value = match (0 < goal.need, goal.hold) {
            (true, _) => goal.worth,
            // One more for an attack does no harm.
            (false, false) => goal.worth / 2,
            (false, true) => continue,
        };
        if let Some(pull) = pull(g, hex, speed, goal.hex, value) {
            ranked.push((pull, Mission { goal: goal.hex, value, hold: goal.hold }));
        }
    }
    ranked.sort_by_key(|it| -it.0);
    missions.extend(ranked.iter().take(2).map(|it| it.1));
    if missions.is_empty() {
        let enemies = g.on_map(side.other()).filter(|(_, it)| !g.is_entry_hex(*it));
        let nearest = enemies.min_by_key(|(_, it)| map.distance(hex, *it));
        missions.extend(nearest.map(|(_, goal)| Mission { goal, value: HUNT, hold: false }));
    }
    missions
}

pub(crate) type Missions = SmallVec<[Mission; 2]>;

/// Guns do not take places. They go to a park of their division that has targets, or on until they have some
/// themselves, behind the others.
fn for_a_gun(g: &Battle, side: Side, id: UnitId, hex: HexId) -> Missions {
    let map = &g.data().map;
    let mut missions = Missions::new();
    let useful = |it: &&Park| it.division == g.division(id) && park::is_in_reach(g, id, it.hex);
    let near = |it: &&Park| map.distance(hex, it.hex) <= PARK_NEAR;
    let parks = g.parks.iter().filter(useful).filter(near);
    if g.kind(id).is_indirect_he() && !g[id].parked {
        let nearest = parks.min_by_key(|it| (map.distance(hex, it.hex), it.hex));
        missions.extend(nearest.map(|it| Mission { goal: it.hex, value: HUNT, hold: true }));
    }
    if !missions.is_empty() || park::is_in_reach(g, id, hex) {
        return missions;
    }
    let enemies = g.on_map(side.other()).map(|it| it.1).filter(|it| !g.is_entry_hex(*it));
    let places = g.data().victory.hexes.iter().map(|it| it.hex);
    let nearest = enemies.chain(places).min_by_key(|it| (map.distance(hex, *it), *it));
    missions.extend(nearest.map(|goal| Mission { goal, value: HUNT, hold: false }));
    missions
}

/// How strongly a place draws a unit: its worth, less with the turns it takes to get there; `None` if it is too late.
fn pull(g: &Battle, from: HexId, speed: i32, goal: HexId, worth: i32) -> Option<i32> {
    let turns_left = g.data().turns.len() as i32 - i32::from(g.turn) + 1;
    let turns = g.data().map.distance(from, goal) as i32 * ORDINARY_HEX * 10 / speed;
    (turns <= 10 * turns_left + 5).then_some(worth * 10 / (turns + 15))
}

/// The goals with what they still need when every unit but `except` has gone where it is drawn most.
fn left_to_do(g: &Battle, side: Side, except: UnitId) -> Vec<Goal> {
    let mut goals = goals(g, side);
    let mut pairs: Vec<(i32, UnitId, usize)> = Vec::with_capacity(512);
    let fights = |id: UnitId| id != except && !g.kind(id).is_artillery();
    for (id, hex) in g.on_map(side).filter(|(id, _)| fights(*id)) {
        let Some(speed) = speed(g, id) else { continue };
        for (i, goal) in goals.iter().enumerate().filter(|(_, it)| 0 < it.need) {
            if let Some(pull) = pull(g, hex, speed, goal.hex, goal.worth) {
                pairs.push((pull, id, i));
            }
        }
    }
    pairs.sort_unstable_by_key(|it| (-it.0, it.1, it.2));
    let mut sent = UnitSet::EMPTY;
    for (_, id, i) in pairs {
        if !sent.contains(id) && 0 < goals[i].need {
            goals[i].need -= i32::from(g[id].steps).at_least(1);
            sent.insert(id);
        }
    }
    goals
}

fn goals(g: &Battle, side: Side) -> Vec<Goal> {
    let data = g.data();
    let mut goals = Vec::with_capacity(data.victory.hexes.len());
    for (holder, it) in g.holders.iter().zip(&data.victory.hexes) {
        if g.scene.barred[side.index()].contains(it.hex) {
            continue;
        }
        let (mut inside, mut around, mut near, mut far) = (0, 0, 0, 0);
        for (id, hex) in g.on_map(side.other()) {
            let steps = i32::from(g[id].steps);
            match data.map.distance(hex, it.hex) {
                0 => inside += steps + i32::from(g[id].ent),
                1 => around += steps,
                2..=THREAT => near += steps,
                _ if is_mobile(g, id) => far += steps,
                _ => (),
            }
        }
        let worth = i32::from(it.points) * POINT;
        goals.push(if *holder == side {
            let threat = around * 2 + near;
            // Somebody stays behind as long as an enemy might still walk in.
            let guard = i32::from(0 < far);
            let need = if threat == 0 { guard } else { (2 + threat / 4).at_most(6) };
            Goal { hex: it.hex, worth, hold: true, need }
        } else {
            // A strong garrison makes a place worth less to each who goes there.
            let need = (2 + 2 * inside + around).at_most(MOST_NEEDED);
            Goal { hex: it.hex, worth: worth * 8 / (8 + inside), hold: false, need }
        });
    }
    // gts.ruling.exit: everybody may leave there.
    for it in data.victory.exits.iter().filter(|it| it.side == side) {
        let worth = i32::from(it.points) * POINT;
        goals.push(Goal { hex: it.hex, worth, hold: false, need: MOST_NEEDED });
    }
    goals
}

/// Might the unit come up some time?
fn is_mobile(g: &Battle, id: UnitId) -> bool {
    speed(g, id).is_some() && !g[id].ent && !g.kind(id).is_artillery()
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
