//! Assaults.
//!
//! Actions of step 4 (tcs.assault.phase). Fire inside one triggers nothing (tcs.assault.no-trigger); after each round its end is looked
//! for (tcs.assault.3-end).

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::at::{self, AtRoll};
use crate::command::{self, Deed};
use crate::data::{Data, TargetType};
use crate::event::Words;
use crate::fire::{self, Attack, FireKind, Occasion};
use crate::id::{Side, UnitId};
use crate::movement::{self, Step};
use crate::question::{Opt, Topic, ask};
use crate::set::UnitSet;
use crate::state::{Attacker, Battle, Fight, Mode, Nerve};
use crate::text::Names;
use crate::{blow, overrun, point, retreat};

rules! {
    ASSAULT = "tcs.assault.who", "An assault: normal units, one of them infantry, from adjacent hexes";
    DECLARE = "tcs.assault.declare", "All who assault are named before anything is thrown";
    ENTRY = "tcs.assault.entry-moving", "A unit in Move mode needs the movement points to enter";
    IN_PLACE = "tcs.assault.entry-from-place", "A unit in Fire mode that has not acted may assault from place";
    SPENT = "tcs.assault.no-split-fire", "A unit that made an SFA or PFA does not assault";
    DROPS_OUT = "tcs.assault.entry-overwatch", "Who is no longer normal after the entry stays where it came from";
    ROUND = "tcs.assault.rounds", "The assault is fought in up to three rounds";
    KIND = "tcs.assault.one-kind", "Each unit uses one kind of fire in a round";
    WIN = "tcs.assault.win", "The attackers win";
    LOSE = "tcs.assault.lose", "The attackers lose";
    DRAW = "tcs.assault.draw", "After three rounds the attackers go back";
    VEHICLES = "tcs.assault.vehicles-defending", "Vehicles left alone leave the hex";
    ATTACKER_SYR = "tcs.assault.attacker-syr", "An attacker that saves itself goes back and is Suppressed";
    SURRENDER = "tcs.morale.surrender", "Surrender";
}

/// The action Assault, opened by `id`.
pub fn act<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let side = g.side(id);
    let hex = cx.choose(g, ask(side, ASSAULT, Topic::AssaultHex(id)), &targets(g, id))?;
    // Who takes part, the opener first.
    let mut party = UnitSet::of(id);
    loop {
        let has_infantry = party.iter().any(|it| g.card(it).kind.is_infantry());
        let mut options: SmallVec<[Option<UnitId>; 12]> = SmallVec::new();
        if has_infantry {
            options.push(None);
        }
        let near = g.data.map().neighbours(hex).map(|it| it.1);
        for from in near.filter(|it| g.holds(side, *it)) {
            let more = g.stack_of(side, from).filter(|it| !party.contains(*it));
            options.extend(more.filter(|it| may_assault(g, *it, hex).is_ok()).map(Some));
        }
        match cx.choose(g, ask(side, DECLARE, Topic::WhoAssaults(hex)), &options)? {
            Some(it) => party.insert(it),
            None => break,
        }
    }
    fight(cx, g, party, hex)
}

/// Entry, rounds, end.
fn fight<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    party: UnitSet,
    hex: HexId,
) -> Result<(), C::Halt> {
    let Some(attacker) = party.first().map(|it| g.side(it)) else { return Ok(()) };
    cx.say(ASSAULT, || Said::Opens(party, hex).into());
    enter(cx, g, party, hex, false)?;
    let defender = attacker.other();
    // Who was stopped on the way in fights no round.
    if ended(g, attacker, hex) == Some(End::Lose) {
        return finish(cx, g, hex, End::Lose);
    }
    for round in 1..=g.data.tables.limits.assault_rounds {
        if let Some(fight) = &mut g.fight {
            fight.round = round;
        }
        cx.say(ROUND, || Said::Round(hex, round).into());
        // Step 1, step 2, step 3.
        fire_round(cx, g, defender, hex, false)?;
        fire_round(cx, g, attacker, hex, true)?;
        cx.mark(g, ROUND, round)?;
        if let Some(end) = ended(g, attacker, hex) {
            return finish(cx, g, hex, end);
        }
    }
    finish(cx, g, hex, End::Draw)
}

/// All enter from where they are; mines, Continuous Fire and overwatch meet them; who is no longer normal drops out.
pub fn enter<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    party: UnitSet,
    hex: HexId,
    overrun: bool,
) -> Result<(), C::Halt> {
    let Some(attacker) = party.first().map(|it| g.side(it)) else { return Ok(()) };
    let who = |id: UnitId| g.hex(id).map(|from| Attacker { unit: id, from, mode: g[id].mode });
    let attackers: SmallVec<[Attacker; 6]> = party.iter().filter_map(who).collect();
    let origins = fire::firing_hexes(g, party);
    g.fight = Some(Fight { hex, attacker, attackers: attackers.clone(), round: 0, overrun });
    for it in &attackers {
        let extra = if overrun { g.data.tables.limits.overrun_extra } else { 0 };
        let cost =
            if overrun { overrun::way_in(g, it.unit, hex) } else { entry_cost(g, it.unit, hex) };
        let (road, cost) = cost.unwrap_or_default();
        let unit = &mut g[it.unit];
        // tcs.assault.entry-from-place: its whole phase.
        unit.record.left = match it.mode {
            Mode::Move => unit.record.left.saturating_sub(cost + extra),
            Mode::Fire | Mode::DugIn => 0,
        };
        unit.record.moved = true;
        // tcs.assault.posture
        unit.mode = Mode::Move;
        unit.road_moving = road;
        g.entered.push((it.unit, hex));
        g.put(it.unit, hex);
        command::note_step(g, it.unit, it.from, hex);
    }
    for from in origins {
        let group: UnitSet =
            attackers.iter().filter(|it| it.from == from).map(|it| it.unit).collect();
        movement::meet(cx, g, group, Some(from), hex)?;
    }
    for it in attackers {
        if g.hex(it.unit) == Some(hex) && !g[it.unit].is_normal() {
            go_home(g, it);
            cx.say(DROPS_OUT, || Said::Back(it.unit, it.from).into());
        }
    }
    Ok(())
}

/// The cheaper of terrain and road, and whether it is the road.
#[must_use]
pub fn entry_cost(g: &Battle, id: UnitId, hex: HexId) -> Option<(bool, u16)> {
    let of = |road: bool| movement::cost_of(g, id, Step { to: hex, road }).map(|it| (road, it));
    match (of(false), of(true)) {
        (Some(a), Some(b)) => Some(if a.1 <= b.1 { a } else { b }),
        (a, b) => a.or(b),
    }
}

fn go_home(g: &mut Battle, it: Attacker) {
    g.put(it.unit, it.from);
    g[it.unit].mode = it.mode;
    g[it.unit].road_moving = false;
}

/// Where an attacker of the present fight came from, while it is in it.
#[must_use]
pub fn came_from(g: &Battle, id: UnitId) -> Option<HexId> {
    let fight = g.fight.as_ref()?;
    let it = fight.attackers.iter().find(|it| it.unit == id)?;
    (g.hex(id) == Some(fight.hex)).then_some(it.from)
}

/// tcs.assault.syr-direction: out of the assaulted hex nobody runs to where the attackers came from.
#[must_use]
pub fn is_barred(g: &Battle, start: HexId, hex: HexId) -> bool {
    let fight = g.fight.as_ref().filter(|it| it.hex == start);
    fight.is_some_and(|it| it.attackers.iter().any(|it| it.from == hex))
}

/// How one unit fires in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Nothing,
    Area,
    Point,
    At(AtRoll),
}

impl From<Use> for Opt {
    fn from(it: Use) -> Opt {
        match it {
            Use::Nothing => Opt::Nobody,
            Use::Area => Opt::Area,
            Use::Point => Opt::Point,
            Use::At(it) => it.into(),
        }
    }
}

/// One side's step of a round (tcs.assault.1-defence, tcs.assault.2-attack, tcs.assault.who-fires).
fn fire_round<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    by: Side,
    hex: HexId,
    attacks: bool,
) -> Result<(), C::Halt> {
    let units: SmallVec<[UnitId; 8]> = g.stack_of(by, hex).collect();
    let (mut area, mut point) = (UnitSet::EMPTY, UnitSet::EMPTY);
    let mut rolls: SmallVec<[AtRoll; 8]> = SmallVec::new();
    for id in units {
        let uses = uses(g, id, hex, attacks);
        if uses.is_empty() {
            continue;
        }
        match cx.choose(g, ask(by, KIND, Topic::AssaultFire { hex, unit: id }), &uses)? {
            Use::Nothing => (),
            Use::Area => area.insert(id),
            Use::Point => point.insert(id),
            Use::At(it) => rolls.push(it),
        }
    }
    for (kind, firers) in [(FireKind::Area, area), (FireKind::Point, point)] {
        let attack = in_fight(by, kind, hex, firers);
        if !attack.firers.is_empty() && !fire::affected(g, &attack).is_empty() {
            fire::resolve(cx, g, attack)?;
        }
    }
    for it in rolls {
        if g.hex(it.target) == Some(hex) {
            at::roll(cx, g, it)?;
        }
    }
    Ok(())
}

/// What a unit can do against those in its hex. An AT roll may cost its own step, so it may be declined.
fn uses(g: &Battle, id: UnitId, hex: HexId, attacks: bool) -> SmallVec<[Use; 6]> {
    let mut uses = SmallVec::new();
    let unit = &g[id];
    let by = g.side(id);
    if attacks && !unit.is_normal() {
        return uses;
    }
    // Attackers came in Move mode; defenders in it do not fire.
    let fires = attacks || unit.is_ready();
    let hurts = |kind| {
        let attack = in_fight(by, kind, hex, UnitSet::of(id));
        let affected = fire::affected(g, &attack);
        !affected.is_empty() && (kind == FireKind::Area || point::is_allowed(g, &attack, affected))
    };
    if fires && g.card(id).area.is_some() && hurts(FireKind::Area) {
        uses.push(Use::Area);
    }
    if fires && hurts(FireKind::Point) {
        uses.push(Use::Point);
    }
    if at::may_roll(g, id, true) {
        let here: UnitSet = g.stack_of(by.other(), hex).collect();
        uses.extend(at::targets(g, id, Some(here)).into_iter().map(Use::At));
    }
    if matches!(uses.first(), Some(Use::At(_))) {
        uses.insert(0, Use::Nothing);
    }
    uses
}

/// An attack at range 0 inside a fight.
#[must_use]
pub fn in_fight(by: Side, kind: FireKind, hex: HexId, firers: UnitSet) -> Attack {
    let (only, halved) = (None, UnitSet::EMPTY);
    Attack { by, kind, hex, firers, only, halved, occasion: Occasion::Fight }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Win,
    Lose,
    Draw,
}

/// Step 3 (tcs.assault.win, tcs.assault.lose, tcs.assault.vehicles-defending, tcs.assault.vehicles-attacking).
fn ended(g: &Battle, attacker: Side, hex: HexId) -> Option<End> {
    let stands = g.stack_of(attacker, hex).any(|it| g[it].is_normal() && !is_hull(g, it));
    if !stands {
        return Some(End::Lose);
    }
    let only_hulls = g.stack_of(attacker.other(), hex).all(|it| is_hull(g, it));
    let normal = g.stack_of(attacker.other(), hex).any(|it| g[it].is_normal());
    (only_hulls || !normal).then_some(End::Win)
}

/// A P-type vehicle without morale.
fn is_hull(g: &Battle, id: UnitId) -> bool {
    matches!(g.card(id).target, TargetType::P(_)) && g.card(id).morale.is_none()
}

fn finish<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, hex: HexId, end: End) -> Result<(), C::Halt> {
    let Some(fight) = g.fight.clone() else { return Ok(()) };
    let rule: Rule = match end {
        End::Win => WIN,
        End::Lose => LOSE,
        End::Draw => DRAW,
    };
    cx.say(rule, || Said::Ends(hex, end == End::Win).into());
    if end == End::Win {
        clear(cx, g, fight.attacker.other(), hex)?;
    }
    for it in &fight.attackers {
        if g.hex(it.unit) == Some(hex) {
            let stays = end == End::Win;
            if stays {
                // tcs.assault.after
                g[it.unit].mode = Mode::Fire;
                g[it.unit].road_moving = false;
            } else if end == End::Lose && g[it.unit].nerve == Nerve::Paralysed {
                blow::destroy(cx, g, it.unit, SURRENDER);
            } else {
                go_home(g, *it);
                cx.say(rule, || Said::Back(it.unit, it.from).into());
            }
        }
        if g[it.unit].is_on_map() {
            g[it.unit].fired = true;
            g[it.unit].record.acted = true;
            g[it.unit].record.stopped = true;
        }
    }
    g.fight = None;
    Ok(())
}

/// Those who are left of the beaten side: Suppressed ones save themselves, Paralysed ones surrender, vehicles leave.
pub fn clear<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    hex: HexId,
) -> Result<(), C::Halt> {
    let beaten: SmallVec<[UnitId; 8]> = g.stack_of(side, hex).collect();
    for id in beaten {
        match g[id].nerve {
            Nerve::Paralysed => blow::destroy(cx, g, id, SURRENDER),
            Nerve::Suppressed => retreat::retreat(cx, g, id, UnitSet::EMPTY)?,
            Nerve::Normal => retreat::leave(cx, g, id)?,
        }
    }
    Ok(())
}

/// Hexes this unit may assault, in the order of directions.
#[must_use]
pub fn targets(g: &Battle, id: UnitId) -> SmallVec<[HexId; 6]> {
    let Some(from) = g.hex(id) else { return SmallVec::new() };
    let enemy = g.side(id).other();
    let held = g.data.map().neighbours(from).map(|it| it.1).filter(|it| g.holds(enemy, *it));
    held.filter(|it| may_assault(g, id, *it).is_ok() && has_infantry(g, enemy.other(), *it))
        .collect()
}

/// There is infantry beside the hex that could take part.
fn has_infantry(g: &Battle, side: Side, hex: HexId) -> bool {
    let infantry = |it: UnitId| g.card(it).kind.is_infantry();
    g.data.map().neighbours(hex).filter(|it| g.holds(side, it.1)).any(|(_, it)| {
        g.stack_of(side, it).any(|it| infantry(it) && may_assault(g, it, hex).is_ok())
    })
}

/// May this unit take part in an assault on this hex?
pub fn may_assault(g: &Battle, id: UnitId, hex: HexId) -> Result<(), Rule> {
    let unit = &g[id];
    if !unit.is_normal() || !g.card(id).is_combat() {
        return Err(ASSAULT);
    }
    if unit.record.acted || unit.record.finished || unit.record.digging || unit.record.impulses {
        return Err(SPENT);
    }
    // tcs.assault.declare: once a phase by each unit.
    if g.entered.contains(&(id, hex)) || g.card(id).towed || g.card(id).allowance == 0 {
        return Err(DECLARE);
    }
    let Some((_, cost)) = entry_cost(g, id, hex) else { return Err(movement::PROHIBITED) };
    match unit.mode {
        Mode::Move if unit.record.stopped || unit.record.left < cost => return Err(ENTRY),
        Mode::Move => (),
        Mode::Fire if unit.record.moved || unit.record.stopped => return Err(IN_PLACE),
        Mode::Fire => (),
        Mode::DugIn => return Err(IN_PLACE),
    }
    command::may_at(g, id, Deed::Assault, hex)?;
    command::may_step(g, id, hex, Deed::Assault)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Opens(UnitSet, HexId),
    Round(HexId, u8),
    Back(UnitId, HexId),
    Ends(HexId, bool),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Opens(units, hex) => {
                let text = format!("{} assault {}.", names.units(*units), names.hex(*hex));
                (text, units.first().and_then(|it| names.side(it)), vec![*hex])
            }
            Said::Round(hex, round) => {
                (format!("Round {round} in {}.", names.hex(*hex)), None, vec![*hex])
            }
            Said::Back(unit, hex) => {
                let text = format!("{} goes back to {}.", names.unit(*unit), names.hex(*hex));
                (text, names.side(*unit), vec![*hex])
            }
            Said::Ends(hex, won) => {
                let how = if *won { "succeeds" } else { "fails" };
                (format!("The assault on {} {how}.", names.hex(*hex)), None, vec![*hex])
            }
        }
    }
}
