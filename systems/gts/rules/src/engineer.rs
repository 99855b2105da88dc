//! Sections 16 and 17: Engineer Actions (gts.eng.list) and Rearguards.

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::cost::{Refusal, allowance, is_leg_infantry, may_stand, step_cost};
use crate::data::{Arm, Data, DivisionId, Movement, UnitId};
use crate::event::Words;
use crate::fire_zone::is_in_enemy_zone;
use crate::movement;
use crate::op_fire::{self, Act};
use crate::question::{Action, Topic, ask};
use crate::result::clear_markers;
use crate::stacking::has_column;
use crate::state::{Battle, Place};
use crate::tables::EngineerBar;
use crate::text::Names;
use crate::troop_quality::{self, Check};
use crate::version;

rules! {
    ENGINEER = "gts.eng.list", "Engineer Actions";
    WHO = "gts.eng.who-not-s0", "Suppressed, In Column and artillery do no engineering";
    WHO_S1 = "gts.eng.who-not-s1", "In Column and parked artillery do no engineering";
    IMMOBILE = "gts.eng.immobile-s1", "An immobile unit does no engineering";
    WORK = "gts.eng.men-at-work", "Men at Work";
    IP = "gts.eng.ip-who", "Engineers and leg infantry build improved positions";
    IP_WHOM = "gts.eng.ip-engineer", "For whom the position is";
    IP_CHECK = "gts.eng.ip-infantry", "Check to build an improved position";
    IP_ONE = "gts.eng.ip-one", "One improved position, none in an entrenchment";
    ENT = "gts.eng.ent-who", "Only engineers build entrenchments";
    ENT_IP = "gts.eng.ent-needs-ip", "There must be an improved position in the hex";
    ENT_NATION = "gts.ruling.nationality", "Only for units of the same nationality";
    ENT_CHECK = "gts.eng.ent-check", "Check to build an entrenchment";
    BLOCK = "gts.eng.road-block-who", "Engineers block roads, in a road hex";
    BLOCK_LIMIT = "gts.eng.road-block-limit", "No Road Block left to its division";
    BLOCK_ONE = "gts.eng.road-block-one", "There is a Road Block here";
    BLOCK_CHECK = "gts.eng.road-block-check", "Check to block the road";
    CLEAR = "gts.eng.clear-who", "Engineers and leg infantry clear a Road Block in their hex";
    CLEAR_CHECK = "gts.eng.clear-infantry", "Check to clear the Road Block";
    REAR = "gts.rear.who", "Infantry of a formation creates Rearguards";
    REAR_LIMIT = "gts.rear.limit", "No Rearguard left to its formation";
    REAR_PLACE = "gts.rear.place-efz", "Where the Rearguard goes";
    REAR_CHECK = "gts.rear.check", "Check to create a Rearguard";
    REAR_REMOVE = "gts.rear.remove", "Only a Rearguard that is not Suppressed is withdrawn";
}

/// One Engineer Action: Op Fire first, then the work.
pub fn work<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    action: Action,
) -> Result<(), C::Halt> {
    let Some(hex) = g[id].hex() else { return Ok(()) };
    // gts.eng.opfire
    let units = [id];
    let deed = Act {
        units: &units,
        from: hex,
        to: hex,
        zone_to_zone: false,
        running: false,
        deed: 16 + action as u8,
    };
    op_fire::before(cx, g, deed)?;
    // gts.eng.opfire-suppressed
    if op_fire::is_stopped(cx, g, id) {
        return Ok(());
    }
    match action {
        Action::BuildImprovedPosition => build_improved_position(cx, g, id, hex),
        Action::BuildEntrenchment => build_entrenchment(cx, g, id, hex),
        Action::BuildRoadBlock => build_road_block(cx, g, id, hex),
        Action::ClearRoadBlock => clear_road_block(cx, g, id, hex),
        _ => create_rearguard(cx, g, id),
    }
}

/// May the unit do this work?
pub fn may_work(g: &Battle, id: UnitId, action: Action) -> Result<(), Refusal> {
    may_take_part(g, id)?;
    let Some(hex) = g[id].hex() else { return Err(ENGINEER.into()) };
    let (engineer, infantry) = (g.kind(id).is_engineer(), is_leg_infantry(g, id));
    match action {
        // gts.eng.ip-who
        Action::BuildImprovedPosition if !engineer && !infantry => Err(IP.into()),
        Action::BuildImprovedPosition if engineer => {
            let any = g.stack(hex).any(|it| may_have_position(g, it));
            if any { Ok(()) } else { Err(IP_ONE.into()) }
        }
        Action::BuildImprovedPosition => {
            if may_have_position(g, id) {
                Ok(())
            } else {
                Err(IP_ONE.into())
            }
        }
        // gts.eng.ent-who
        Action::BuildEntrenchment if !engineer => Err(ENT.into()),
        Action::BuildEntrenchment => {
            let mut positions = g.stack(hex).filter(|it| may_be_entrenched(g, *it));
            let any = g.stack(hex).any(|it| may_be_entrenched(g, it));
            match positions.any(|it| are_compatriots(g, id, it)) {
                true => Ok(()),
                false if any => Err(ENT_NATION.into()),
                false => Err(ENT_IP.into()),
            }
        }
        // gts.eng.road-block-who
        Action::BuildRoadBlock if !engineer || !g.scene.road.contains(hex) => Err(BLOCK.into()),
        Action::BuildRoadBlock if has_road_block(g, hex) => Err(BLOCK_ONE.into()),
        Action::BuildRoadBlock => {
            // gts.eng.road-block-limit
            let division = g.division(id);
            let laid = g.road_blocks.iter().filter(|it| it.1 == division).count();
            let limit = g.data().divisions[usize::from(division.0)].road_blocks;
            if laid < usize::from(limit) { Ok(()) } else { Err(BLOCK_LIMIT.into()) }
        }
        // gts.eng.clear-who
        Action::ClearRoadBlock if (engineer || infantry) && has_road_block(g, hex) => Ok(()),
        Action::ClearRoadBlock => Err(CLEAR.into()),
        // gts.rear.who
        Action::CreateRearguard if !g.kind(id).is_infantry() => Err(REAR.into()),
        Action::CreateRearguard => {
            free_rearguard(g, id)?;
            // Mostly its own hex will do, and nothing has to be searched.
            let here = !is_in_enemy_zone(g, g.side(id), hex) && !g.is_entry_hex(hex);
            let any = here || !rearguard_hexes(g, id).is_empty();
            if any { Ok(()) } else { Err(REAR_PLACE.into()) }
        }
        _ => Err(ENGINEER.into()),
    }
}

/// gts.eng.who-not-s0, gts.eng.who-not-s1: who neither works nor benefits.
fn may_take_part(g: &Battle, id: UnitId) -> Result<(), Refusal> {
    let unit = &g[id];
    match g.scene.edition().engineer_bar {
        EngineerBar::SuppressedArtilleryColumn => {
            if unit.suppressed || unit.column || g.kind(id).is_artillery() {
                return Err(WHO.into());
            }
        }
        EngineerBar::ParkedArtilleryColumnImmobile => {
            if may_not_benefit_s1(g, id) {
                return Err(WHO_S1.into());
            }
            // gts.eng.immobile-s1, gts.eng.suppressed-s1
            if allowance(g, id) == Movement::No {
                return Err(IMMOBILE.into());
            }
        }
    }
    Ok(())
}

fn may_not_benefit_s1(g: &Battle, id: UnitId) -> bool {
    let in_park_hex = g[id].hex().is_some_and(|hex| g.park(hex).is_some());
    g[id].column || g.kind(id).is_artillery() && in_park_hex
}

/// The same, for whom the work is done; immobile units may benefit.
fn may_benefit(g: &Battle, id: UnitId) -> bool {
    match g.scene.edition().engineer_bar {
        EngineerBar::SuppressedArtilleryColumn => may_take_part(g, id).is_ok(),
        EngineerBar::ParkedArtilleryColumnImmobile => !may_not_benefit_s1(g, id),
    }
}

/// gts.eng.ip-one; mounted or not (gts.eng.ip-engineer).
fn may_have_position(g: &Battle, id: UnitId) -> bool {
    let mounted = g[id].mounted && !version::POSITION_FOR_MOUNTED.holds(g);
    !g[id].ip && !g[id].ent && !mounted && may_benefit(g, id)
}

/// gts.eng.ent-needs-ip: the improved position was there when the chit was played.
fn may_be_entrenched(g: &Battle, id: UnitId) -> bool {
    let is_new = g.active.as_ref().is_some_and(|it| it.dug.contains(id));
    g[id].ip && !is_new && may_benefit(g, id)
}

/// gts.ruling.nationality
fn are_compatriots(g: &Battle, a: UnitId, b: UnitId) -> bool {
    g.kind(a).nation == g.kind(b).nation
}

fn has_road_block(g: &Battle, hex: HexId) -> bool {
    g.road_blocks.iter().any(|it| it.0 == hex)
}

/// gts.eng.ip-engineer, gts.eng.ip-infantry
fn build_improved_position<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    hex: HexId,
) -> Result<(), C::Halt> {
    let whom = if g.kind(id).is_engineer() {
        let units: SmallVec<[UnitId; 8]> =
            g.stack(hex).filter(|it| may_have_position(g, *it)).collect();
        cx.choose(g, ask(g.side(id), IP_WHOM, Topic::ImprovedPosition(id)), &units)?
    } else {
        if !labour(cx, g, id, Action::BuildImprovedPosition, IP_CHECK)? {
            return Ok(());
        }
        id
    };
    g[whom].ip = true;
    let waits = version::NEW_POSITION_WAITS.holds(g);
    if let Some(active) = g.active.as_mut().filter(|_| waits) {
        active.dug.insert(whom);
    }
    cx.say(IP, || Said::ImprovedPositionBuilt(whom).into());
    Ok(())
}

/// gts.eng.ent-check: an improved position becomes an entrenchment with its occupant inside (gts.eng.ent-occupant).
fn build_entrenchment<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    hex: HexId,
) -> Result<(), C::Halt> {
    let units: SmallVec<[UnitId; 8]> = g
        .stack(hex)
        .filter(|it| may_be_entrenched(g, *it) && are_compatriots(g, id, *it))
        .collect();
    let who = ask(g.side(id), ENT_IP, Topic::Entrenchment(id));
    let whom = cx.choose(g, who, &units)?;
    if labour(cx, g, id, Action::BuildEntrenchment, ENT_CHECK)? {
        g[whom].ip = false;
        g[whom].ent = true;
        cx.say(ENT, || Said::EntrenchmentBuilt(whom).into());
    }
    Ok(())
}

/// gts.eng.road-block-check
fn build_road_block<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    hex: HexId,
) -> Result<(), C::Halt> {
    if labour(cx, g, id, Action::BuildRoadBlock, BLOCK_CHECK)? {
        let division = g.division(id);
        g.road_blocks.push((hex, division));
        g.road_blocks.sort_unstable();
        cx.say(BLOCK, || Said::RoadBlockBuilt { division, hex }.into());
    }
    Ok(())
}

/// gts.eng.clear-engineer, gts.eng.clear-infantry; its division may use it again (gts.eng.clear-reuse).
fn clear_road_block<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    hex: HexId,
) -> Result<(), C::Halt> {
    let done = g.kind(id).is_engineer() || labour(cx, g, id, Action::ClearRoadBlock, CLEAR_CHECK)?;
    if done {
        g.road_blocks.retain(|it| it.0 != hex);
        cx.say(CLEAR, || Said::RoadBlockCleared(hex).into());
    }
    Ok(())
}

/// A check that no CP buys (gts.tq.no-buy-engineer), eased by the Men at Work markers of this very work; failing adds one
/// (gts.eng.ip-infantry-fail, gts.eng.ent-fail, gts.eng.road-block-fail).
fn labour<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    action: Action,
    rule: Rule,
) -> Result<bool, C::Halt> {
    // gts.eng.men-at-work
    let markers = if g[id].work == Some(action) { g[id].men_at_work } else { 0 };
    let each = i32::from(g.data().tables.tq.men_at_work_each);
    let mut check = Check::rolled(rule);
    check.extra[0] = (WORK, i32::from(markers) * each);
    let done = troop_quality::check(cx, g, id, check)?;
    if done {
        // gts.eng.men-at-work-remove
        (g[id].men_at_work, g[id].work) = (0, None);
    } else {
        let markers = markers.saturating_add(1);
        (g[id].men_at_work, g[id].work) = (markers, Some(action));
        cx.say(WORK, || Said::MenAtWork { unit: id, markers }.into());
    }
    Ok(done)
}

// ---------------------------------------------------------------------------------------------------------------
// Rearguards

/// gts.rear.limit: a counter of the creator's formation that is not in play.
fn free_rearguard(g: &Battle, id: UnitId) -> Result<UnitId, Refusal> {
    let Some(formation) = g.scene.formation[usize::from(id.0)] else {
        return Err(REAR.into());
    };
    let mut counters = g.scene.rearguards[usize::from(formation.0)].iter();
    counters.find(|it| g[*it].place == Place::Absent).ok_or_else(|| REAR_LIMIT.into())
}

/// gts.rear.place-efz, gts.rear.place-distance, gts.rear.place-reachable, gts.rear.place-own-hex, ascending.
fn rearguard_hexes(g: &Battle, id: UnitId) -> SmallVec<[HexId; 32]> {
    let Some(from) = g[id].hex() else { return SmallVec::new() };
    let mut ways = Ways::new(g, id, from);
    let hexes = near(g, from).into_iter().filter(|hex| {
        !g.is_entry_hex(*hex)
            && !is_in_enemy_zone(g, g.side(id), *hex)
            && (*hex == from || ways.lead_to(*hex))
    });
    hexes.collect()
}

/// Hexes within the distance of a Rearguard, ascending.
fn near(g: &Battle, from: HexId) -> SmallVec<[HexId; 24]> {
    let map = &g.data().map;
    let mut hexes: SmallVec<[HexId; 24]> = SmallVec::new();
    hexes.push(from);
    let (mut begin, most) = (0, g.data().tables.limits.rearguard_distance);
    for _ in 0..most {
        let end = hexes.len();
        for i in begin..end {
            for (_, hex) in map.neighbours(hexes[i]) {
                if !hexes.contains(&hex) {
                    hexes.push(hex);
                }
            }
        }
        begin = end;
    }
    hexes.sort_unstable();
    hexes
}

/// Where a unit gets in one Move action without a force march. One or two steps are tried first, which is nearly always
/// enough; the whole reach is worked out only if a detour could matter, and that of the other form, In Column or not, last.
struct Ways<'a> {
    g: &'a Battle,
    id: UnitId,
    from: HexId,
    left: u16,
    reach: Option<board::Reach>,
    reformed: Option<board::Reach>,
}

impl Ways<'_> {
    fn new(g: &Battle, id: UnitId, from: HexId) -> Ways<'_> {
        let left = movement::half_points(allowance(g, id));
        Ways { g, id, from, left, reach: None, reformed: None }
    }

    fn lead_to(&mut self, hex: HexId) -> bool {
        let Ways { g, id, from, left, .. } = *self;
        if may_stand(g, id, hex).is_err() {
            return false;
        }
        let any_move = version::REARGUARD_BY_ANY_MOVE.holds(g);
        // gts.move.free-hex: one hex it may always move.
        let step = |from, direction, to, minimum| {
            step_cost(g, id, from, direction, to, false, left, None, minimum).ok()
        };
        let mut firsts = g.data().map.neighbours(from);
        let short = firsts.any(|(direction, to)| {
            let Some(cost) = step(from, direction, to, any_move && to == hex) else { return false };
            let second = || {
                let direction = g.data().map.direction(to, hex);
                direction
                    .and_then(|it| step(to, it, hex, false))
                    .is_some_and(|it| cost + it <= left)
            };
            to == hex || second()
        });
        short
            || {
                let reach = self
                    .reach
                    .get_or_insert_with(|| movement::reach(g, id, left).unwrap_or_default());
                reach.cost(hex).is_some()
            }
            || any_move
                && self
                    .reformed
                    .get_or_insert_with(|| reformed(g, id, from, left))
                    .cost(hex)
                    .is_some()
    }
}

/// The reach of a unit that first enters Column, or leaves it.
fn reformed(g: &Battle, id: UnitId, from: HexId, left: u16) -> board::Reach {
    let limits = &g.data().tables.limits;
    let cost = if g[id].column { limits.column_leave } else { limits.column_enter };
    let barred = !g[id].column && (g[id].ent || has_column(g, from));
    let Some(left) = left.checked_sub(cost).filter(|_| !barred) else { return Default::default() };
    let mut other = g.clone();
    other[id].column = !g[id].column;
    movement::reach(&other, id, left).unwrap_or_default()
}

/// gts.rear.check; failing has no effect (gts.rear.fail).
fn create_rearguard<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let Ok(counter) = free_rearguard(g, id) else { return Ok(()) };
    let hexes = rearguard_hexes(g, id);
    if hexes.is_empty() {
        return Ok(());
    }
    let who = ask(g.side(id), REAR_PLACE, Topic::RearguardPlace(id));
    let hex = cx.choose(g, who, &hexes)?;
    if !troop_quality::check(cx, g, id, Check::rolled(REAR_CHECK))? {
        return Ok(());
    }
    clear_markers(g, counter);
    let steps = g.kind(counter).steps;
    let unit = &mut g[counter];
    (unit.steps, unit.cohesion, unit.suppressed, unit.rallying) = (steps, 0, false, 0);
    (unit.ip, unit.ent, unit.column) = (false, false, false);
    g.put(counter, hex);
    // gts.rear.no-action
    if let Some(active) = &mut g.active {
        active.acted.insert(counter);
    }
    cx.say(REAR_CHECK, || Said::RearguardCreated { unit: counter, hex }.into());
    Ok(())
}

/// gts.rear.remove
pub fn may_remove_rearguard(g: &Battle, id: UnitId) -> Result<(), Refusal> {
    let may = g.kind(id).arm == Arm::Rearguard && !g[id].suppressed;
    if may { Ok(()) } else { Err(REAR_REMOVE.into()) }
}

/// gts.rear.reuse: it is available again.
pub fn remove_rearguard<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    let Some(hex) = g[id].hex() else { return };
    g.take(id, Place::Absent);
    cx.say(REAR_REMOVE, || Said::RearguardRemoved(id).into());
    crate::leader::displace(cx, g, id, hex);
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    ImprovedPositionBuilt(UnitId),
    EntrenchmentBuilt(UnitId),
    RoadBlockBuilt { division: DivisionId, hex: HexId },
    RoadBlockCleared(HexId),
    MenAtWork { unit: UnitId, markers: u8 },
    RearguardCreated { unit: UnitId, hex: HexId },
    RearguardRemoved(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::ImprovedPositionBuilt(unit) => (
                format!("{} is in an improved position.", names.unit(*unit)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::EntrenchmentBuilt(unit) => {
                (format!("{} is entrenched.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::RoadBlockBuilt { division, hex } => (
                format!("{} blocks the road in {}.", names.division(*division), names.hex(*hex)),
                names.division_side(*division),
                vec![*hex],
            ),
            Said::RoadBlockCleared(hex) => {
                (format!("The road block in {} is cleared.", names.hex(*hex)), None, vec![*hex])
            }
            Said::MenAtWork { unit, markers } => (
                format!("{} is still at work (+{markers}).", names.unit(*unit)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::RearguardCreated { unit, hex } => (
                format!("{} is placed in {}.", names.unit(*unit), names.hex(*hex)),
                names.unit_side(*unit),
                vec![*hex],
            ),
            Said::RearguardRemoved(unit) => {
                (format!("{} is withdrawn.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
        }
    }
}
