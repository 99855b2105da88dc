//! The air: points to the division in contact, interdiction where the enemy's reinforcements come on today, strikes at
//! the best target in sight, and flak at every strike.

use board::HexId;
use gts::Battle;
use gts::command::in_command;
use gts::data::{Colour, DivisionId, Side, Start, UnitId};
use gts::direct_fire::results;
use gts::fire_zone::{is_hidden, sees};
use gts::modifiers::{self, Aim, Mode};
use gts::question::Opt;
use gts::state::Place;
use kernel::{Bounds, Ledger, Sum};
use smallvec::SmallVec;

use crate::staff::fire::expected;
use crate::staff::worth::Harms;
use crate::staff::{Question, best};

/// A strike must promise this much: the point is gone for the day.
const WORTH_A_STRIKE: i32 = 26;
/// Less in the last hours.
const WORTH_THE_LAST: i32 = 12;
/// For every step due on an interdicted hex today: three rolls in ten hold it up.
const HELD_UP: i32 = 9;
/// Points a division already has count this much less each.
const SHARED: i32 = 40;
const IN_CONTACT: u32 = 4;

/// What the next Air Point is for.
pub(crate) fn allot(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let worth = |it: Opt| match it {
        Opt::AirTo(division) => {
            let on = g.air.on.get(usize::from(division.0)).copied().unwrap_or(0);
            need(g, division) - SHARED * i32::from(on)
        }
        Opt::Interdict(hex) => HELD_UP * due_today(g, ask.who.other(), hex),
        // A point kept is a point lost.
        _ => i32::MIN + 1,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// How much a division needs the air: its units near the enemy, those in sight of something to strike most.
pub(crate) fn need(g: &Battle, division: DivisionId) -> i32 {
    let side = g.data().divisions[usize::from(division.0)].side;
    let mut need = 0;
    for (id, hex) in g.on_map(side).filter(|(id, _)| g.division(*id) == division) {
        let enemies = g.on_map(side.other()).map(|(_, it)| g.data().map.distance(hex, it));
        if enemies.min().is_some_and(|it| it <= IN_CONTACT) {
            need += 6 + 2 * i32::from(g[id].steps);
        }
    }
    need
}

/// Enemy steps that come on by this entry hex before the night.
fn due_today(g: &Battle, enemy: Side, hex: HexId) -> i32 {
    let data = g.data();
    let from = usize::from(g.turn).saturating_sub(1);
    let day = data.turns.iter().skip(from).take_while(|it| !it.night).count();
    let last = usize::from(g.turn) + day.saturating_sub(1);
    let mut steps = 0;
    for id in g.scene.units_of[enemy.index()].iter() {
        steps += match (g[id].place, data.unit_starts[usize::from(id.0)].at) {
            (Place::Holding(entry), _) if entry == hex => i32::from(g[id].steps),
            (Place::Later, Start::Reinforcement { turn, entry })
                if entry == hex && usize::from(turn) <= last =>
            {
                i32::from(g[id].steps)
            }
            _ => 0,
        };
    }
    steps
}

/// Should a strike be called now, under the chit in play?
pub(crate) fn is_worth_calling(g: &Battle, side: Side) -> bool {
    let left = g.data().turns.iter().skip(usize::from(g.turn)).take_while(|it| !it.night).count();
    let enough = if left == 0 { WORTH_THE_LAST } else { WORTH_A_STRIKE };
    let mut seen: SmallVec<[HexId; 16]> = SmallVec::new();
    g.on_map(side.other()).any(|(id, hex)| {
        if g.is_entry_hex(hex) || strike_worth(g, side, id) <= enough {
            return false;
        }
        if !seen.contains(&hex) {
            if !g.on_map(side).any(|(own, from)| may_call(g, own, from, hex)) {
                return false;
            }
            seen.push(hex);
        }
        !is_hidden(g, id)
    })
}

/// gts.air.strike: who could call it on a unit in this hex.
fn may_call(g: &Battle, id: UnitId, from: HexId, hex: HexId) -> bool {
    let Some(active) = &g.active else { return false };
    !g[id].suppressed
        && !active.called.contains(id)
        && sees(g, from, hex, g.sighting)
        && gts::activation::belongs_to_chit(g, id)
        && !g.kind(id).is_afloat()
        && in_command(g, id)
}

/// Who calls, and on whom.
pub(crate) fn strike(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let worth = |it: Opt| match it {
        Opt::Target(target) | Opt::Shot { target, .. } => strike_worth(g, ask.who, target),
        Opt::Unit(caller) => best_in_sight(g, ask.who, caller),
        _ => i32::MIN + 1,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// The best target somebody could call a strike on.
fn best_in_sight(g: &Battle, side: Side, caller: UnitId) -> i32 {
    let Some(from) = g[caller].hex() else { return 0 };
    let enemies = g.on_map(side.other()).filter(|(_, hex)| sees(g, from, *hex, g.sighting));
    let seen = enemies.filter(|(id, hex)| !g.is_entry_hex(*hex) && !is_hidden(g, *id));
    seen.map(|(id, _)| strike_worth(g, side, id)).max().unwrap_or(0)
}

/// Expected harm of a strike, less what flak near the target takes away.
pub(crate) fn strike_worth(g: &Battle, side: Side, target: UnitId) -> i32 {
    let (value, row) = match &g.data().air[side.index()] {
        Some(air) => (i32::from(air.rating), air.row),
        None => (6, Colour::Orange),
    };
    let mut rating = Sum::default();
    rating.add(gts::air::RATING, value);
    modifiers::count_target(g, Aim { target, row, mode: Mode::Indirect, from: None }, &mut rating);
    let harm = expected(results(g, target, row, false), rating.total(), &Harms::of(g, target));
    let flak = best_flak(g, side.other(), target).at_most(9);
    harm * (10 - flak) / 10
}

/// gts.air.flak: chances out of ten, one less for the 9 that always fails.
fn best_flak(g: &Battle, side: Side, target: UnitId) -> i32 {
    const REACH: u32 = 8;
    let Some(hex) = g[target].hex() else { return 0 };
    let near = g.on_map(side).filter(|(_, it)| g.data().map.distance(*it, hex) <= REACH);
    let flak = near.filter_map(|(id, _)| g.kind(id).flak);
    flak.map(|it| (i32::from(it) + 1).at_most(9)).max().unwrap_or(0)
}

/// The best gun always fires.
pub(crate) fn flak(g: &Battle, options: &[Opt]) -> Opt {
    let worth = |it: Opt| match it {
        Opt::Unit(id) | Opt::Shot { firer: id, .. } => 1 + i32::from(g.kind(id).flak.unwrap_or(0)),
        Opt::Yes | Opt::Fire | Opt::Roll => 1,
        _ => 0,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}
