//! Section 15: the Move action, alone or as a stack.

use board::HexId;
use kernel::{Cx, Rule, rules, shown};
use smallvec::SmallVec;

use crate::cost::{Refusal, allowance, step_cost};
use crate::data::{Back, Data, MoveClass, Movement, Nation, Side, UnitId};
use crate::event::Words;
use crate::fire_zone::zones;
use crate::leader;
use crate::op_fire::{self, Act};
use crate::park;
use crate::question::{Column, Opt, Topic, ask};
use crate::result;
use crate::stacking::{has_column, is_overstacked};
use crate::state::{Barrage, Battle, Mover};
use crate::text::Names;
use crate::troop_quality::{self, Check};
use crate::version;

rules! {
    PARK_STILL = "gts.move.park-still", "A parked unit cannot move";
    PARK_MOUNT = "gts.move.mount-park", "A parked unit cannot mount";
    DIVISION_NO_EFZ = "gts.div.no-efz-move", "The first action may not enter an enemy Fire Zone";
    MOVE = "gts.move.standard", "Move";
    NO = "gts.move.ma-no", "Movement Allowance No";
    STAR = "gts.move.star-check", "Check of a * unit to move";
    STAR_ONE = "gts.move.star-one-hex", "A * unit moves one hex, not into an enemy Fire Zone";
    STAR_FAIL = "gts.move.star-fail", "The * unit does not move";
    STACK = "gts.move.stack", "Moving as a stack";
    STACK_OVERSTACKED = "gts.stack.penalty-stack-move", "No moving as a stack out of an overstacked hex";
    IP = "gts.move.ip-lost", "The improved position is left behind";
    HEAVY = "gts.move.heavy-hit", "Leaving a Heavy Barrage";
    HEAVY_CHECK = "gts.move.heavy-check", "Check to leave a Heavy Barrage";
    MARCH = "gts.move.force-march", "Force march";
    MARCH_FAIL = "gts.move.force-march-fail", "The force march fails";
    COLUMN_ENTER = "gts.move.column-enter", "Enter Column";
    COLUMN_LEAVE = "gts.move.column-leave-mp", "Leave Column for 1 MP";
    COLUMN_HIT = "gts.move.column-leave-hit", "Leave Column for a Cohesion Hit";
    DISMOUNT = "gts.move.dismount", "Dismount";
    MOUNT = "gts.move.mount", "Mount";
    MOUNT_NOTHING = "gts.move.mount", "It has no vehicles to mount, or is mounted already";
    ENT_NONE = "gts.move.ent-enter", "There is no empty entrenchment of its own here";
    ENT_NOT_IN = "gts.move.ent-leave", "It is not in an entrenchment";
    MOUNT_COLUMN = "gts.move.mount-column", "Column marker when mounting";
    DISMOUNT_COLUMN = "gts.move.dismount-markers", "Column marker when dismounting";
    MOUNT_ENT = "gts.move.mount-ent", "Not out of an entrenchment";
    ENT_ENTER = "gts.move.ent-enter", "Enter the entrenchment";
    ENT_ENTER_STAR = "gts.move.ent-enter-star", "Check of a * unit to enter the entrenchment";
    ENT_LEAVE = "gts.move.ent-leave", "Leave the entrenchment";
    ENT_LEAVE_STAR = "gts.move.ent-leave-star", "Check of a * unit to leave the entrenchment";
    ENT_MUST_LEAVE = "gts.move.ent-must-leave", "First leave the entrenchment";
}

/// Move one unit, or several as a stack (gts.move.stack).
pub fn move_units<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    units: &[UnitId],
    shuns_fire_zones: bool,
) -> Result<(), C::Halt> {
    // gts.move.star-check, gts.move.star-buy: a * unit must pass a check to move at all.
    if let [id] = units
        && allowance(g, *id) == Movement::Star
    {
        return move_star(cx, g, *id);
    }
    // gts.move.ma-each: each unit has its own allowance.
    g.mover = Some(Mover {
        units: units.iter().map(|id| (*id, half_points(allowance(g, *id)))).collect(),
        moved: false,
        entered_column: false,
        spent: false,
        marched: false,
        shunned: shuns_fire_zones.then(|| Box::new(zones(g, g.side(units[0]).other()))),
    });
    while let Some(mover) = &g.mover
        && !mover.units.is_empty()
    {
        let side = g.side(mover.units[0].0);
        let topic = Topic::Move(mover.units[0].0);
        let options = options(g, mover);
        match cx.choose(g, ask(side, MOVE, topic), &options)? {
            Next::Step(to) => step(cx, g, to)?,
            Next::EnterColumn => enter_column(cx, g)?,
            Next::LeaveColumn => leave_column(cx, g)?,
            Next::LeaveColumnForHit => leave_column_for_hit(cx, g),
            Next::Dismount => {
                let able = able_to_dismount(g);
                if let Some(first) = able.first() {
                    let who = ask(side, DISMOUNT, Topic::WhoDismounts(*first));
                    let id = cx.choose(g, who, &able)?;
                    dismount(cx, g, id)?;
                }
            }
            Next::ForceMarch => force_march(cx, g)?,
            Next::JoinPark => {
                if let Some(id) = moving(g) {
                    park::join(cx, g, id);
                }
                break;
            }
            Next::Stop => break,
        }
    }
    g.mover = None;
    Ok(())
}

/// What a moving unit or stack does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    Stop,
    Step(HexId),
    EnterColumn,
    LeaveColumn,
    LeaveColumnForHit,
    Dismount,
    ForceMarch,
    JoinPark,
}

shown! {
    it => Next, match it {
        Next::Stop => Opt::Done,
        Next::Step(hex) => Opt::Hex(hex),
        Next::EnterColumn => Opt::EnterColumn,
        Next::LeaveColumn => Opt::LeaveColumn,
        Next::LeaveColumnForHit => Opt::LeaveColumnForHit,
        Next::Dismount => Opt::Dismount,
        Next::ForceMarch => Opt::ForceMarch,
        Next::JoinPark => Opt::JoinPark,
    };
    it => StarMove, match it {
        StarMove::Stay => Opt::Done,
        StarMove::Step(hex) => Opt::Hex(hex),
        StarMove::JoinPark => Opt::JoinPark,
    };
    JoinPark => JoinPark, Opt::JoinPark;
}

/// A number of Movement Points in half points (gts.move.half-points).
#[must_use]
pub fn half_points(movement: Movement) -> u16 {
    match movement {
        Movement::Points(points, _) => 2 * u16::from(points),
        Movement::No | Movement::Star => 0,
    }
}

/// What the moving unit or stack may do next. *Done* comes first, unless it must leave its entry hex.
#[must_use]
pub fn options(g: &Battle, mover: &Mover) -> SmallVec<[Next; 16]> {
    let mut options: SmallVec<[Next; 16]> = SmallVec::new();
    let (first, left) = mover.units[0];
    let Some(from) = g[first].hex() else {
        options.push(Next::Stop);
        return options;
    };
    let steps = legal_steps(g, mover, from);
    // gts.move.leave-entry, gts.move.leave-entry-blocked
    let may_stay = !g.is_entry_hex(from) || steps.is_empty();
    if may_stay {
        options.push(Next::Stop);
    }
    options.extend(steps.iter().copied().map(Next::Step));
    // In an entry hex its form was chosen as it entered; now it leaves (gts.move.leave-entry).
    if let [_] = mover.units[..]
        && may_stay
    {
        let unit = &g[first];
        let limits = &g.data().tables.limits;
        // gts.move.column-enter, gts.stack.one-column
        if !unit.column && !unit.ent && limits.column_enter <= left && !has_column(g, from) {
            options.push(Next::EnterColumn);
        }
        // gts.move.column-same-action
        if unit.column && !mover.entered_column && limits.column_leave <= left {
            options.push(Next::LeaveColumn);
        }
        // gts.move.join-park, gts.move.join-optional
        if park::may_join(g, first) {
            options.push(Next::JoinPark);
        }
        if may_dismount(g, first, left) {
            options.push(Next::Dismount);
        }
        // gts.move.column-leave-hit, gts.move.column-zero-ma
        if unit.column {
            options.push(Next::LeaveColumnForHit);
        }
    }
    // gts.ruling.mixed-stack: of a stack a mounted unit may dismount, and leave it so.
    let stacked = 1 < mover.units.len();
    if stacked
        && may_stay
        && version::MIXED_STACK.holds(g)
        && mover.units.iter().any(|(id, left)| may_dismount(g, *id, *left))
    {
        options.push(Next::Dismount);
    }
    // gts.move.force-march: when it has moved as far as it can.
    if may_march(g, mover, &steps) {
        options.push(Next::ForceMarch);
    }
    options
}

fn may_dismount(g: &Battle, id: UnitId, left: u16) -> bool {
    g[id].mounted && dismount_cost(g, id).is_some_and(|cost| cost <= left)
}

fn able_to_dismount(g: &Battle) -> SmallVec<[UnitId; 8]> {
    let units = g.mover.iter().flat_map(|it| it.units.iter());
    units.filter(|(id, left)| may_dismount(g, *id, *left)).map(|(id, _)| *id).collect()
}

/// Hexes the mover may enter next, in order of direction.
fn legal_steps(g: &Battle, mover: &Mover, from: HexId) -> SmallVec<[HexId; 6]> {
    let mut steps = SmallVec::new();
    for (direction, to) in g.data().map.neighbours(from) {
        let able =
            |(id, left): &(UnitId, u16)| step_of(g, mover, *id, *left, from, direction, to).is_ok();
        if mover.units.iter().any(able) {
            steps.push(to);
        }
    }
    steps
}

#[allow(clippy::too_many_arguments)]
fn step_of(
    g: &Battle,
    mover: &Mover,
    id: UnitId,
    left: u16,
    from: HexId,
    direction: hex::Direction,
    to: HexId,
) -> Result<u16, Refusal> {
    let together = 1 < mover.units.len();
    // gts.stack.penalty-stack-move
    if together && is_overstacked(g, from) {
        return Err(STACK_OVERSTACKED.into());
    }
    let shunned = mover.shunned.as_deref().map(|it| (it, DIVISION_NO_EFZ));
    step_cost(g, id, from, direction, to, together, left, shunned, !mover.spent)
}

/// Why the mover may not enter each neighbouring hex it may not enter.
#[must_use]
pub fn refusals(g: &Battle, mover: &Mover) -> Vec<(HexId, Refusal)> {
    let (first, left) = mover.units[0];
    let Some(from) = g[first].hex() else { return Vec::new() };
    let mut refused = Vec::new();
    for (direction, to) in g.data().map.neighbours(from) {
        // A stack goes on with those who can: a hex is refused only if nobody may enter it.
        let able =
            |(id, left): &(UnitId, u16)| step_of(g, mover, *id, *left, from, direction, to).is_ok();
        if !mover.units.iter().any(able)
            && let Err(refusal) = step_of(g, mover, first, left, from, direction, to)
        {
            refused.push((to, refusal));
        }
    }
    refused
}

/// One hex: whoever can pay goes, the others stop there for good (gts.move.stack-cost).
fn step<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, to: HexId) -> Result<(), C::Halt> {
    let Some(mover) = &g.mover else { return Ok(()) };
    let Some(from) = g[mover.units[0].0].hex() else { return Ok(()) };
    let Some(direction) = g.data().map.direction(from, to) else { return Ok(()) };
    // Whom a leader may stay with: at first all he stands with, then those he has moved with.
    let company: SmallVec<[UnitId; 8]> = if mover.moved {
        mover.units.iter().map(|it| it.0).collect()
    } else {
        g.stack(from).collect()
    };
    let mut going: Going = SmallVec::new();
    // gts.move.free-hex-only: who moves its one hex whatever the cost goes no further.
    let mut minimum: SmallVec<[UnitId; 8]> = SmallVec::new();
    for (id, left) in mover.units.iter().copied() {
        if let Ok(cost) = step_of(g, mover, id, left, from, direction, to) {
            if left < cost {
                minimum.push(id);
            }
            going.push((id, left.saturating_sub(cost)));
        }
    }
    if let Some(mover) = &mut g.mover {
        mover.spent = true;
    }

    // gts.move.overstacked, gts.stack.penalty-leave: a Cohesion Hit for setting out.
    if is_overstacked(g, from) {
        for (id, _) in &going {
            result::cohesion_hit(cx, g, *id);
        }
    }
    if g.barrage(from) == Some(Barrage::Heavy) {
        leave_heavy_barrage(cx, g, &mut going)?;
    }
    going.retain(|(id, _)| g[*id].is_in_play());
    // gts.move.ip-lost: before any Op Fire at the departure.
    for (id, _) in &going {
        lose_ip(cx, g, *id, IP);
    }

    keep_moving(g, &going);
    let units: SmallVec<[UnitId; 8]> = going.iter().map(|(id, _)| *id).collect();
    let act = Act { units: &units, from, to, zone_to_zone: false, running: false, deed: 0 };
    let fired = op_fire::before(cx, g, act)?;
    going.retain(|(id, _)| !op_fire::is_stopped(cx, g, *id));
    let parting: SmallVec<[UnitId; 8]> = going.iter().map(|(id, _)| *id).collect();
    leader::part(cx, g, &parting, &company)?;
    for (id, _) in &going {
        g.take(*id, crate::state::Place::Later);
        g.put(*id, to);
        cx.say(MOVE, || Said::Moved { unit: *id, from, to }.into());
    }
    keep_moving(g, &going);
    if let Some(mover) = &mut g.mover {
        mover.moved = true;
    }
    op_fire::after(cx, g, Act { units: &parting, ..act }, fired)?;
    // gts.move.end-suppressed, gts.move.stack-hit
    going.retain(|(id, _)| !op_fire::is_stopped(cx, g, *id));
    going.retain(|(id, _)| !minimum.contains(id));
    keep_moving(g, &going);
    Ok(())
}

type Going = SmallVec<[(UnitId, u16); 8]>;

fn keep_moving(g: &mut Battle, going: &Going) {
    if let Some(mover) = &mut g.mover {
        mover.units.clone_from(going);
    }
}

/// gts.move.heavy-hit, gts.move.heavy-check, gts.move.heavy-stack: a hit, then a check, which a CP may buy
/// (gts.move.heavy-buy); who fails stays, and its movement is over (gts.move.heavy-fail-ends). The minimum move is spared
/// the extra points, not this (gts.move.free-hex-barrage).
fn leave_heavy_barrage<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    going: &mut Going,
) -> Result<(), C::Halt> {
    for (id, left) in std::mem::take(going) {
        result::cohesion_hit(cx, g, id);
        if !g[id].is_in_play() {
            continue;
        }
        if troop_quality::check(cx, g, id, Check::bought(HEAVY_CHECK))? {
            going.push((id, left));
        } else {
            cx.say(HEAVY, || Said::Stays(id).into());
        }
    }
    Ok(())
}

pub fn lose_ip<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId, rule: Rule) {
    if g[id].ip {
        g[id].ip = false;
        cx.say(rule, || Said::ImprovedPositionLost(id).into());
    }
}

/// The acts on the spot.
#[derive(Clone, Copy)]
pub(crate) enum Deed {
    EnterColumn = 1,
    LeaveColumn,
    Dismount,
    DismountInColumn,
    Mount,
    MountInColumn,
    EnterEntrenchment,
    LeaveEntrenchment,
    Exit,
}

/// Something a unit does on the spot, with Op Fire before and after it.
fn on_the_spot<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    // gts.opfire.mount-suppressed, gts.opfire.ent-suppressed: only mounting is completed even by a Suppressed unit.
    even_suppressed: bool,
    deed: Deed,
    act: impl FnOnce(&mut C, &mut Battle),
) -> Result<bool, C::Halt> {
    let Some(hex) = g[id].hex() else { return Ok(false) };
    let units = [id];
    let trigger = Act {
        units: &units,
        from: hex,
        to: hex,
        zone_to_zone: false,
        running: false,
        deed: deed as u8,
    };
    let fired = op_fire::before(cx, g, trigger)?;
    if !g[id].is_in_play() || (!even_suppressed && op_fire::is_stopped(cx, g, id)) {
        return Ok(false);
    }
    act(cx, g);
    op_fire::after(cx, g, trigger, fired)?;
    Ok(true)
}

fn pay(g: &mut Battle, cost: u16) {
    if let Some(mover) = &mut g.mover {
        mover.spent = true;
        mover.units[0].1 = mover.units[0].1.saturating_sub(cost);
    }
}

/// Who can go no further leaves the move.
fn drop_stopped(g: &mut Battle) {
    if let Some(mut mover) = g.mover.take() {
        mover.units.retain(|(id, _)| g[*id].is_in_play() && !g[*id].suppressed);
        g.mover = Some(mover);
    }
}

fn enter_column<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let Some(id) = moving(g) else { return Ok(()) };
    pay(g, g.data().tables.limits.column_enter);
    on_the_spot(cx, g, id, false, Deed::EnterColumn, |cx, g| {
        // gts.move.column-enter-marker
        lose_ip(cx, g, id, COLUMN_ENTER);
        set_column(cx, g, id, true, COLUMN_ENTER);
    })?;
    if let Some(mover) = &mut g.mover {
        mover.entered_column = true;
    }
    drop_stopped(g);
    Ok(())
}

fn leave_column<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let Some(id) = moving(g) else { return Ok(()) };
    pay(g, g.data().tables.limits.column_leave);
    on_the_spot(cx, g, id, false, Deed::LeaveColumn, |cx, g| {
        set_column(cx, g, id, false, COLUMN_LEAVE)
    })?;
    drop_stopped(g);
    Ok(())
}

/// gts.move.column-leave-hit: no Op Fire.
fn leave_column_for_hit<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    let Some(id) = moving(g) else { return };
    set_column(cx, g, id, false, COLUMN_HIT);
    result::cohesion_hit(cx, g, id);
    drop_stopped(g);
}

pub fn set_column<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId, on: bool, rule: Rule) {
    if g[id].column != on {
        g[id].column = on;
        cx.say(rule, || Said::Column { unit: id, on }.into());
    }
}

fn moving(g: &Battle) -> Option<UnitId> {
    g.mover.as_ref().and_then(|it| it.units.first()).map(|(id, _)| *id)
}

/// gts.move.dismount-printed: half the printed vehicle allowance in whole points, rounded down.
#[must_use]
pub fn dismount_cost(g: &Battle, id: UnitId) -> Option<u16> {
    match &g.kind(id).back {
        Back::Transport(face) => match face.movement {
            Movement::Points(points, _) => Some(2 * u16::from(points / 2)),
            _ => Some(0),
        },
        _ => None,
    }
}

/// gts.move.dismount: ends the unit's movement (gts.move.dismount-end); in a park's hex a gun may join it (gts.move.join-park).
fn dismount<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let column = column_choice(cx, g, id, DISMOUNT_COLUMN, Topic::DismountColumn(id))?;
    let deed = if column { Deed::DismountInColumn } else { Deed::Dismount };
    on_the_spot(cx, g, id, false, deed, |cx, g| {
        g[id].mounted = false;
        cx.say(DISMOUNT, || Said::Mounted { unit: id, on: false }.into());
        set_column(cx, g, id, column, DISMOUNT_COLUMN);
    })?;
    if let Some(mover) = &mut g.mover {
        mover.units.retain(|it| it.0 != id);
    }
    let dismounted = g[id].is_in_play() && !g[id].mounted && !g[id].suppressed;
    if dismounted && park::may_join(g, id) && version::DISMOUNTED_GUN_JOINS_PARK.holds(g) {
        let who = ask(g.side(id), park::JOIN, Topic::JoinPark(id));
        if let Some(JoinPark) = cx.choose(g, who, &[None, Some(JoinPark)])? {
            park::join(cx, g, id);
        }
    }
    Ok(())
}

/// gts.move.dismount-markers, gts.move.mount-column: a Column marker may be placed or removed on the way.
fn column_choice<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    rule: Rule,
    topic: Topic,
) -> Result<bool, C::Halt> {
    let Some(hex) = g[id].hex() else { return Ok(false) };
    let other_column = g.stack(hex).any(|it| it != id && g[it].column);
    if other_column {
        return Ok(false);
    }
    let who = ask(g.side(id), rule, topic);
    let Column(on) = cx.choose(g, who, &[Column(false), Column(true)])?;
    Ok(on)
}

/// The Mount action (gts.move.mount).
pub fn mount<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let column = column_choice(cx, g, id, MOUNT_COLUMN, Topic::MountColumn(id))?;
    let deed = if column { Deed::MountInColumn } else { Deed::Mount };
    on_the_spot(cx, g, id, true, deed, |cx, g| {
        // gts.move.mount-markers
        lose_ip(cx, g, id, MOUNT);
        g[id].mounted = true;
        cx.say(MOUNT, || Said::Mounted { unit: id, on: true }.into());
        set_column(cx, g, id, column, MOUNT_COLUMN);
    })?;
    Ok(())
}

/// gts.move.mount, gts.move.mount-ma-no, gts.move.mount-ent
pub fn may_mount(g: &Battle, id: UnitId) -> Result<(), Refusal> {
    let kind = g.kind(id);
    if !kind.has_transport() || g[id].mounted {
        return Err(MOUNT_NOTHING.into());
    }
    if g[id].ent {
        return Err(MOUNT_ENT.into());
    }
    if g[id].parked {
        return Err(PARK_MOUNT.into());
    }
    Ok(())
}

/// Enter an empty entrenchment of one's own (gts.move.ent-enter, gts.move.ent-one-unit, gts.move.ent-ip).
pub fn enter_entrenchment<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
) -> Result<(), C::Halt> {
    if allowance(g, id) == Movement::Star
        && !troop_quality::check(cx, g, id, Check::bought(ENT_ENTER_STAR))?
    {
        // gts.move.ent-star-fail
        return Ok(());
    }
    on_the_spot(cx, g, id, false, Deed::EnterEntrenchment, |cx, g| {
        let Some(own) = own_entrenchment(g, id) else { return };
        if let Some(at) = g.empty_entrenchments.iter().position(|it| *it == own) {
            g.empty_entrenchments.remove(at);
            lose_ip(cx, g, id, ENT_ENTER);
            g[id].ent = true;
            cx.say(ENT_ENTER, || Said::Entrenched { unit: id, on: true }.into());
        }
    })?;
    Ok(())
}

pub fn may_enter_entrenchment(g: &Battle, id: UnitId) -> Result<(), Refusal> {
    let Some(hex) = g[id].hex() else { return Err(ENT_NONE.into()) };
    let own = own_entrenchment(g, id).is_some_and(|it| g.empty_entrenchments.contains(&it));
    if g[id].ent || g[id].column || !own {
        return Err(ENT_NONE.into());
    }
    may_change_entrenchment(g, id, g.side(id), hex, ENT_ENTER_STAR)
}

/// One that stands empty in its hex, of its own nationality (gts.move.ent-stays).
fn own_entrenchment(g: &Battle, id: UnitId) -> Option<(HexId, Nation)> {
    Some((g[id].hex()?, g.kind(id).nation))
}

/// gts.move.ent-leave
pub fn leave_entrenchment<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
) -> Result<(), C::Halt> {
    if allowance(g, id) == Movement::Star
        && !troop_quality::check(cx, g, id, Check::bought(ENT_LEAVE_STAR))?
    {
        return Ok(());
    }
    on_the_spot(cx, g, id, false, Deed::LeaveEntrenchment, |cx, g| {
        let Some(hex) = g[id].hex() else { return };
        g[id].ent = false;
        result::add_empty_entrenchment(g, id, hex);
        cx.say(ENT_LEAVE, || Said::Entrenched { unit: id, on: false }.into());
    })?;
    Ok(())
}

pub fn may_leave_entrenchment(g: &Battle, id: UnitId) -> Result<(), Refusal> {
    let Some(hex) = g[id].hex() else { return Err(ENT_NOT_IN.into()) };
    if !g[id].ent {
        return Err(ENT_NOT_IN.into());
    }
    may_change_entrenchment(g, id, g.side(id), hex, ENT_LEAVE_STAR)
}

/// gts.move.ma-no; a * unit only where no enemy Fire Zone reaches (gts.move.ent-enter-star, gts.move.ent-leave-star).
fn may_change_entrenchment(
    g: &Battle,
    id: UnitId,
    side: Side,
    hex: HexId,
    star: Rule,
) -> Result<(), Refusal> {
    match allowance(g, id) {
        Movement::No => Err(NO.into()),
        Movement::Star if crate::fire_zone::is_in_enemy_zone(g, side, hex) => Err(star.into()),
        _ => Ok(()),
    }
}

/// gts.move.star-one-hex: one hex, not into an enemy Fire Zone nor into or across prohibited terrain.
fn move_star<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    if !troop_quality::check(cx, g, id, Check::bought(STAR))? {
        // gts.move.star-fail
        result::cohesion_hit(cx, g, id);
        cx.say(STAR_FAIL, || Said::Stays(id).into());
        return Ok(());
    }
    let Some(from) = g[id].hex() else { return Ok(()) };
    let mut options: SmallVec<[StarMove; 8]> = SmallVec::new();
    let steps = star_steps(g, id, from);
    // gts.move.leave-entry
    if !g.is_entry_hex(from) || steps.is_empty() {
        options.push(StarMove::Stay);
    }
    options.extend(steps.into_iter().map(StarMove::Step));
    // gts.ruling.star-join
    if park::may_join(g, id) {
        options.push(StarMove::JoinPark);
    }
    let who = ask(g.side(id), STAR_ONE, Topic::StarMove(id));
    match cx.choose(g, who, &options)? {
        StarMove::Stay => (),
        StarMove::JoinPark => park::join(cx, g, id),
        StarMove::Step(to) => {
            g.mover = Some(Mover {
                units: [(id, u16::MAX - 1)].into_iter().collect(),
                moved: false,
                entered_column: false,
                spent: false,
                marched: false,
                shunned: Some(Box::new(zones(g, g.side(id).other()))),
            });
            step(cx, g, to)?;
            g.mover = None;
            let arrived = g[id].hex() == Some(to) && !g[id].suppressed;
            if arrived
                && park::may_join(g, id)
                && let Some(JoinPark) = cx.choose(g, who, &[None, Some(JoinPark)])?
            {
                park::join(cx, g, id);
            }
        }
    }
    Ok(())
}

/// What a * unit does that has passed its check.
#[derive(Clone, Copy)]
enum StarMove {
    Stay,
    Step(HexId),
    JoinPark,
}

/// Join the park of the hex it has come to.
#[derive(Clone, Copy)]
struct JoinPark;

fn star_steps(g: &Battle, id: UnitId, from: HexId) -> SmallVec<[HexId; 8]> {
    let zones = zones(g, g.side(id).other());
    let shunned = Some((&zones, STAR_ONE));
    let neighbours = g.data().map.neighbours(from);
    neighbours
        .filter(|(direction, to)| {
            step_cost(g, id, from, *direction, *to, false, u16::MAX - 1, shunned, false).is_ok()
        })
        .map(|(_, to)| to)
        .collect()
}

/// gts.move.force-march: leg units only, once, not after the minimum move (gts.move.force-march-not-free-hex), not for *
/// units (gts.move.force-march-star). `steps`: where anybody of them can go.
fn may_march(g: &Battle, mover: &Mover, steps: &[HexId]) -> bool {
    if version::MIXED_STACK.holds(g) {
        return !mover.marched && !marchers(g, mover).is_empty();
    }
    !mover.marched && steps.is_empty() && mover.units.iter().all(|it| is_leg(g, it.0))
}

fn is_leg(g: &Battle, id: UnitId) -> bool {
    matches!(allowance(g, id), Movement::Points(_, MoveClass::Leg))
}

/// gts.ruling.mixed-stack: of a stack the leg units that can go no further, whatever the others can.
fn marchers(g: &Battle, mover: &Mover) -> SmallVec<[UnitId; 8]> {
    let is_stuck = |(id, left): &(UnitId, u16)| {
        let Some(from) = g[*id].hex() else { return false };
        let mut ways = g.data().map.neighbours(from);
        !ways.any(|(direction, to)| step_of(g, mover, *id, *left, from, direction, to).is_ok())
    };
    let units = mover.units.iter().filter(|it| is_leg(g, it.0) && is_stuck(it));
    units.map(|it| it.0).collect()
}

fn force_march<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let Some(mover) = &g.mover else { return Ok(()) };
    let units: SmallVec<[UnitId; 8]> = if version::MIXED_STACK.holds(g) {
        marchers(g, mover)
    } else {
        mover.units.iter().map(|it| it.0).collect()
    };
    // gts.move.force-march-once
    if let Some(mover) = &mut g.mover {
        mover.marched = true;
    }
    for id in units {
        // gts.move.force-march-buy
        let passed = troop_quality::check(cx, g, id, Check::bought(MARCH))?;
        let gain = g.data().tables.limits.force_march;
        if let Some(mover) = &mut g.mover
            && let Some(at) = mover.units.iter().position(|(it, _)| *it == id)
        {
            if passed {
                // gts.move.force-march-pass: added to what is left.
                mover.units[at].1 += gain;
            } else {
                mover.units.remove(at);
            }
        }
        if !passed {
            // gts.move.force-march-fail
            result::cohesion_hit(cx, g, id);
            cx.say(MARCH_FAIL, || Said::Stays(id).into());
        }
    }
    Ok(())
}

/// May the unit begin a Move action?
pub fn may_move(g: &Battle, id: UnitId) -> Result<(), Refusal> {
    // gts.move.ent-must-leave
    if g[id].ent {
        return Err(ENT_MUST_LEAVE.into());
    }
    if g[id].parked {
        return Err(PARK_STILL.into());
    }
    match allowance(g, id) {
        Movement::No => Err(NO.into()),
        _ => Ok(()),
    }
}

/// gts.move.stack: none In Column, no overstacking, all able to move by points.
pub fn may_move_together(g: &Battle, id: UnitId, hex: HexId) -> Result<(), Refusal> {
    may_move(g, id)?;
    if g[id].column || !matches!(allowance(g, id), Movement::Points(..)) {
        return Err(STACK.into());
    }
    if is_overstacked(g, hex) {
        return Err(STACK_OVERSTACKED.into());
    }
    Ok(())
}

/// Where a unit could get to in one Move action, for the overlay: cost and path by hex.
#[must_use]
pub fn reach(g: &Battle, id: UnitId, left: u16) -> Option<board::Reach> {
    let from = g[id].hex()?;
    let zones = g.mover.as_ref().and_then(|it| it.shunned.as_deref());
    let map = &g.data().map;
    Some(board::reach(map, from, left, |from, direction, to| {
        let shunned = zones.map(|it| (it, DIVISION_NO_EFZ));
        step_cost(g, id, from, direction, to, false, left, shunned, false).ok()
    }))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Moved { unit: UnitId, from: HexId, to: HexId },
    Column { unit: UnitId, on: bool },
    Mounted { unit: UnitId, on: bool },
    Entrenched { unit: UnitId, on: bool },
    ImprovedPositionLost(UnitId),
    Stays(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Moved { unit, from, to } => (
                format!("{} moves to {}.", names.unit(*unit), names.hex(*to)),
                names.unit_side(*unit),
                vec![*from, *to],
            ),
            Said::Column { unit, on } => {
                let what = if *on { "forms Column" } else { "leaves Column" };
                (format!("{} {what}.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::Mounted { unit, on } => {
                let what = if *on { "mounts" } else { "dismounts" };
                (format!("{} {what}.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::Entrenched { unit, on } => {
                let what = if *on { "enters" } else { "leaves" };
                (
                    format!("{} {what} its entrenchment.", names.unit(*unit)),
                    names.unit_side(*unit),
                    vec![],
                )
            }
            Said::ImprovedPositionLost(unit) => (
                format!("{} leaves its improved position.", names.unit(*unit)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::Stays(unit) => {
                (format!("{} does not move on.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
        }
    }
}
