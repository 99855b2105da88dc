//! Section 15.2: may a unit enter the next hex, and what does it pay? Legality of movement lives here, once.

use board::HexId;
use hex::Direction;
use kernel::{Rule, rules};

use crate::data::{Delay, MoveClass, Movement, UnitId, Weather};
use crate::set::HexSet;
use crate::stacking::has_column;
use crate::state::Battle;

rules! {
    GAP_CLOSED = "gts.beach.gap-move", "The gap is not open";
    PROHIBITED = "gts.move.class-cost", "Prohibited for this movement class";
    POINTS = "gts.move.standard", "Not enough Movement Points";
    ENEMY = "gts.move.no-enemy-hex", "Occupied by the enemy";
    ENTRY = "gts.move.entry-buffer", "Too near an entry hex of the enemy";
    INTO_ENTRY = "gts.ruling.entry-hex-closed", "Entry hexes are only for entering";
    BRIDGE = "gts.move.bridge", "Bridges and ferries only In Column";
    COLUMN_ONE = "gts.stack.one-column", "Only one unit In Column in a hex";
}

/// Why something may not be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub rule: Rule,
    /// Half points needed, where that is the trouble.
    pub needs: Option<u16>,
}

impl From<Rule> for Refusal {
    fn from(rule: Rule) -> Refusal {
        Refusal { rule, needs: None }
    }
}

/// gts.term.current-value: the allowance of the side now showing, No if Suppressed (gts.term.immobile); no other marker
/// changes it (gts.result.no-ma-effect).
#[must_use]
pub fn allowance(g: &Battle, id: UnitId) -> Movement {
    let unit = &g[id];
    // gts.move.park-still; T15: landed by air, or dug in.
    let still = unit.suppressed
        || unit.parked
        || matches!(unit.delay, Some(Delay::AirLanding | Delay::DugIn));
    if still { Movement::No } else { g.face(id).movement }
}

/// gts.move.class-cost; a * unit counts as leg (gts.move.star-leg).
#[must_use]
pub fn class(g: &Battle, id: UnitId) -> MoveClass {
    match g.face(id).movement {
        Movement::Points(_, class) => class,
        Movement::Star | Movement::No => MoveClass::Leg,
    }
}

/// gts.term.leg-infantry
#[must_use]
pub fn is_leg_infantry(g: &Battle, id: UnitId) -> bool {
    let face = g.face(id);
    g.kind(id).is_infantry()
        && !face.mounted
        && matches!(face.movement, Movement::Points(_, MoveClass::Leg))
}

/// What may keep any unit of a side out of a hex, whatever it pays.
pub fn may_stand(g: &Battle, id: UnitId, to: HexId) -> Result<(), Refusal> {
    let side = g.side(id);
    // gts.move.no-enemy-hex
    if g.occupied[side.other().index()].contains(to) {
        return Err(ENEMY.into());
    }
    // gts.move.entry-buffer, gts.move.entry-buffer-enemy
    if g.scene.barred[side.index()].contains(to) {
        return Err(ENTRY.into());
    }
    // gts.ruling.entry-hex-closed: an entry hex is left, never entered again; the unit there would be out of play.
    if g.scene.entry[side.index()].contains(to) {
        return Err(INTO_ENTRY.into());
    }
    // gts.stack.one-column
    if g[id].column && has_column(g, to) {
        return Err(COLUMN_ONE.into());
    }
    Ok(())
}

/// Half points to cross from `from` into `to`, or why the ground forbids it. `together`: moves as a stack.
pub fn ground_cost(
    g: &Battle,
    id: UnitId,
    from: HexId,
    direction: Direction,
    to: HexId,
    together: bool,
) -> Result<u16, Refusal> {
    let (class, column) = (class(g, id), g[id].column);
    let scene = &g.scene;
    let map = &scene.data.map;
    let sides = map.sides(from, direction);

    // gts.move.road-column: only In Column and only along the road; gts.move.road-stack: not as a stack.
    let blocked = is_road_blocked(g, id, from) || is_road_blocked(g, id, to);
    let road =
        if column && !together && !blocked { road_cost(g, class, from, direction) } else { None };
    let on_bridge = sides.intersects(scene.sides.bridge) && column;
    let on_ferry = sides.intersects(scene.sides.ferry) && column;

    let ground = match scene.rubble_cost() {
        Some(costs) if g.rubble.contains(&to) => costs,
        _ => scene.terrain_cost(to),
    };
    let mut cost = match (road, ground.of(class, column)) {
        (Some(cost), _) => cost,
        // gts.move.weather
        (None, Some(cost)) => {
            cost + if g.weather == Weather::Rain { scene.rain_cost(class) } else { 0 }
        }
        (None, None) => return Err(PROHIBITED.into()),
    };
    if road.is_none() && !scene.raised.is_empty() {
        cost = off_raised_road(g, class, column, from, to, cost)?;
    }
    if !sides.is_empty() {
        let rows = &scene.data.tables.hexside;
        for kind in sides.intersect(scene.sides.double).iter() {
            // A cost of nothing says who may cross at all.
            if rows[kind.index()].cost.of(class, column).is_none() {
                return Err(PROHIBITED.into());
            }
            cost *= 2;
        }
        for kind in sides.intersect(scene.sides.add.union(scene.sides.ferry)).iter() {
            let row = &rows[kind.index()];
            if scene.gap.contains(kind) {
                cost += gap_cost(g, id, from, to)?;
                continue;
            }
            match row.cost.of(class, column) {
                Some(_) if on_bridge && is_water(&row.key) => (),
                Some(extra) => cost += extra,
                // gts.move.bridge: a bridge or ferry lifts the prohibition of the water, In Column only.
                None if is_water(&row.key) && (on_bridge || on_ferry) => (),
                None if sides.intersects(scene.sides.bridge.union(scene.sides.ferry)) => {
                    return Err(BRIDGE.into());
                }
                None => return Err(PROHIBITED.into()),
            }
        }
    }
    // gts.move.light-barrage, gts.move.heavy-check
    if g.barrage(from).is_some() {
        cost += scene.data.tables.limits.barrage_exit;
    }
    Ok(cost)
}

/// T14: beside the traffic on it, a raised road is an obstacle. Men pay double for its hex; vehicles get on and off it In
/// Column only, at its ends and where it meets another.
fn off_raised_road(
    g: &Battle,
    class: MoveClass,
    column: bool,
    from: HexId,
    to: HexId,
    cost: u16,
) -> Result<u16, Refusal> {
    let map = &g.data().map;
    let on_it = |hex: HexId| map.routes_in(hex).intersects(g.scene.raised);
    let ways = |hex: HexId| {
        hex::Direction::ALL
            .iter()
            .filter(|it| map.routes(hex, **it).intersects(g.scene.raised))
            .count()
    };
    if class == MoveClass::Leg {
        return Ok(if on_it(to) { 2 * cost } else { cost });
    }
    let barred = |hex: HexId| on_it(hex) && (!column || ways(hex) == 2);
    // Out of Column a vehicle is not on the road it may stand beside; In Column it has to follow it.
    if barred(to) || (column && barred(from)) {
        return Err(PROHIBITED.into());
    }
    Ok(cost)
}

/// gts.beach.gap-move, gts.naval.4-second-gap: a gap that is not open stops all but Commandos and Rangers.
fn gap_cost(g: &Battle, id: UnitId, from: HexId, to: HexId) -> Result<u16, Refusal> {
    if crate::beach::is_gap_open(g, from, to) {
        return Ok(0);
    }
    if g.kind(id).climbs_gaps() {
        return Ok(g.data().tables.naval.gap_climb);
    }
    Err(GAP_CLOSED.into())
}

/// Hexsides a bridge carries a road over.
fn is_water(key: &str) -> bool {
    matches!(key, "stream" | "river" | "canal")
}

/// gts.move.road-block, gts.move.road-block-own: roads in a hex with a Road Block of another division are ignored.
fn is_road_blocked(g: &Battle, id: UnitId, hex: HexId) -> bool {
    g.road_blocks.iter().any(|(at, division)| *at == hex && *division != g.division(id))
}

fn road_cost(g: &Battle, class: MoveClass, from: HexId, direction: Direction) -> Option<u16> {
    let routes = g.data().map.routes(from, direction);
    let costs =
        routes.iter().filter_map(|it| g.data().tables.route[it.index()].cost.of(class, true));
    costs.min()
}

/// All together for one unit with `left` half points: the cost, or the first thing that forbids the step.
/// `shunned` holds the hexes a first action under a Division chit may not enter (gts.div.no-efz-move).
#[allow(clippy::too_many_arguments)]
pub fn step_cost(
    g: &Battle,
    id: UnitId,
    from: HexId,
    direction: Direction,
    to: HexId,
    together: bool,
    left: u16,
    shunned: Option<(&HexSet, Rule)>,
    minimum: bool,
) -> Result<u16, Refusal> {
    may_stand(g, id, to)?;
    if let Some((zones, rule)) = shunned
        && zones.contains(to)
    {
        return Err(rule.into());
    }
    let cost = ground_cost(g, id, from, direction, to, together)?;
    // gts.move.free-hex: leg infantry may always move one hex.
    if left < cost && !(minimum && is_leg_infantry(g, id)) {
        return Err(Refusal { rule: POINTS, needs: Some(cost) });
    }
    Ok(cost)
}

/// gts.assault.step-02-enter-mp: could the unit enter that hex in its present mode, whatever it costs?
#[must_use]
pub fn may_enter(g: &Battle, id: UnitId, from: HexId, to: HexId) -> bool {
    let direction = g.data().map.direction(from, to);
    direction.is_some_and(|it| ground_cost(g, id, from, it, to, false).is_ok())
}
