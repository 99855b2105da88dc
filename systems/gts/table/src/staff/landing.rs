//! Step 4 of the Naval Chit: which craft lands next and where, what the defenders do about it, and what the landed do.

use board::HexId;
use gts::Battle;
use gts::data::{Arm, Side, UnitId};
use gts::direct_fire::results;
use gts::modifiers::{self, Aim, Mode, Rating, Shot, Trigger};
use gts::question::{ActionType, Opt};
use kernel::{Ledger, Sum};

use crate::staff::activation;
use crate::staff::assault;
use crate::staff::beach::{self, beach_of};
use crate::staff::estimate::Estimate;
use crate::staff::fire::{self, effect};
use crate::staff::naval;
use crate::staff::worth::{self, Harms};
use crate::staff::{Question, best};

/// For each enemy who sees a hex of the sand.
const WATCHED: i32 = 7;
/// For every step there already: it draws fire and is in the way.
const CROWDED: i32 = 2;
/// With sappers in the hex or the next one.
const WITH_SAPPERS: i32 = 3;
/// At an open gap.
const AT_A_GAP: i32 = 12;
/// A way off that nobody bars.
const UNGUARDED: i32 = 4;

/// Tanks first, to draw and return the fire; then those who clear the beach, then the others.
pub(crate) fn next(g: &Battle, options: &[Opt]) -> Opt {
    let worth = |it: Opt| {
        let Opt::Unit(craft) = it else { return -1 };
        match g.kind(craft).arm {
            Arm::DdTank => 4,
            Arm::LandingCraft => aboard(g, craft).map(|id| urgency(g, id)).max().unwrap_or(0),
            _ => urgency(g, craft),
        }
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

fn urgency(g: &Battle, id: UnitId) -> i32 {
    let kind = g.kind(id);
    if kind.armoured79 || kind.is_engineer() {
        3
    } else if kind.is_infantry() {
        2
    } else {
        1
    }
}

fn aboard(g: &Battle, craft: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    (0..g.units.len()).map(|it| UnitId(it as u8)).filter(move |id| g[*id].aboard == Some(craft))
}

/// Where fewest enemies look, near a way off, spread out.
pub(crate) fn place(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let est = Estimate::new(g, ask.who);
    let worth = |it: Opt| if let Opt::Hex(hex) = it { sand_worth(&est, hex) } else { i32::MIN + 1 };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

fn sand_worth(est: &Estimate<'_>, hex: HexId) -> i32 {
    let g = est.g;
    let map = &g.data().map;
    let eyes = est.watchers.iter().filter(|it| it.zone.contains(hex)).count() as i32;
    let steps: i32 = g.stack(hex).map(|id| i32::from(g[id].steps)).sum();
    let enemy = &g.occupied[est.side.other().index()];
    let mut ways = 0;
    for (_, behind) in map.neighbours(hex) {
        if beach_of(g, behind).is_some() {
            continue;
        }
        if gts::beach::is_gap_open(g, hex, behind) {
            ways += AT_A_GAP;
        }
        if !enemy.contains(behind) && g.scene.road.contains(behind) {
            ways += UNGUARDED;
        }
    }
    let sappers = |at: HexId| g.stack(at).any(|id| urgency(g, id) == 3);
    let near = sappers(hex) || map.neighbours(hex).any(|(_, it)| sappers(it));
    ways + if near { WITH_SAPPERS } else { 0 } - WATCHED * eyes - CROWDED * steps
}

/// Nest Fire and Op Fire of the defenders, by whatever list they are offered: at the craft, for all aboard share its
/// fate, or at the one landed unit that suffers most.
pub(crate) fn defend(g: &Battle, options: &[Opt]) -> Opt {
    let worth = |it: Opt| match it {
        Opt::Shot { firer, target } => 1 + op_harm(g, firer, target),
        Opt::Target(target) | Opt::Unit(target) => 1 + value(g, target),
        Opt::Yes | Opt::Fire | Opt::Roll => 1,
        _ => 0,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

fn op_harm(g: &Battle, firer: UnitId, target: UnitId) -> i32 {
    let mode = Mode::Op(Trigger { movement: None, running: false });
    let shot = Shot { firer, target, mode, rating: Rating::Fire, bonus: false };
    let harm = effect(g, shot, &Harms::of(g, target));
    if g.kind(target).is_landing_craft() { harm + naval::value_afloat(g, target) / 8 } else { harm }
}

/// Soft, unshaken and many steps.
fn value(g: &Battle, target: UnitId) -> i32 {
    if g.kind(target).is_landing_craft() {
        return naval::value_afloat(g, target);
    }
    let lost = worth::step(g, target) * i32::from(g[target].steps);
    let defence = 10 + i32::from(g.face(target).defense);
    let soft = if g.face(target).armoured { 1 } else { 2 };
    if g[target].suppressed { lost * defence / 40 } else { lost * defence * soft / 20 }
}

/// On foot and spread out; the first thing that comes is fire.
pub(crate) fn form(options: &[Opt]) -> Opt {
    let wanted = [Opt::Dismounted, Opt::NotInColumn];
    wanted.into_iter().find(|it| options.contains(it)).unwrap_or(options[0])
}

/// At the nests as long as there are any, or at somebody.
pub(crate) fn craft_fires(g: &Battle, craft: UnitId, options: &[Opt]) -> Opt {
    let beach = g[craft].hex().and_then(|hex| beach_of(g, hex));
    let shot = |target| {
        let shot =
            Shot { firer: craft, target, mode: Mode::Craft, rating: Rating::Fire, bonus: false };
        effect(g, shot, &Harms::of(g, target))
    };
    let worth = |it: Opt| match it {
        Opt::BeachDefences => beach.map_or(1, |it| beach::fire_worth_at(g, craft, it)),
        Opt::Target(target) => shot(target),
        _ => 0,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// Whether a DD tank acts again for a Command Point and under the fire of the nests.
pub(crate) fn acts_again(g: &Battle, id: UnitId) -> Opt {
    (0 < second_worth(&Estimate::new(g, g.side(id)), id)).into()
}

/// Who of those just landed does.
pub(crate) fn who_acts_again(g: &Battle, side: Side, options: &[Opt]) -> Opt {
    let est = Estimate::new(g, side);
    let worth = |it: Opt| match it {
        Opt::Unit(id) => second_worth(&est, id),
        Opt::Stack(hex) => {
            let landed = g.naval.as_ref().map_or_else(Default::default, |it| it.landed);
            let units: activation::Units = g.stack(hex).filter(|id| landed.contains(*id)).collect();
            let price: i32 = units.iter().map(|id| worth::command_point(g, g.division(*id))).sum();
            let promise = assault::first_look(g, &units).unwrap_or(0);
            let nests = units.iter().map(|id| nest_harm(g, *id)).max().unwrap_or(0);
            promise - price - nests - assault::WORTH_AN_ASSAULT
        }
        _ => 0,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// What a second action brings beyond its price and the fire it draws.
fn second_worth(est: &Estimate<'_>, id: UnitId) -> i32 {
    let g = est.g;
    let landed = g.naval.as_ref().is_some_and(|it| it.landed.contains(id));
    // Landing was a Movement action; a swimming tank has done something else already.
    let before = match g.active.as_ref().and_then(|it| it.first) {
        Some(first) if !landed => first,
        _ => ActionType::Movement,
    };
    let able = gts::activation::actions(g, &[id], Some(before));
    if able.is_empty() {
        return 0;
    }
    let price = worth::command_point(g, g.division(id));
    activation::worth_of_best(est, id, &able) - price - nest_harm(g, id)
}

/// What Resistance Nest Fire costs a unit that acts on the sand (gts.naval.4-second-nest).
fn nest_harm(g: &Battle, id: UnitId) -> i32 {
    let beach = g[id].hex().and_then(|hex| beach_of(g, hex));
    let state = beach.and_then(|it| g.naval.as_ref()?.beaches.get(usize::from(it.0)));
    let Some(nests) = state.map(|it| i32::from(it.nests)).filter(|it| 0 < *it) else { return 0 };
    let row = g.data().tables.naval.nest_row;
    let mut rating = Sum::default();
    rating.add(gts::modifiers::RATING_PRINTED, nests);
    modifiers::count_weather(g, &mut rating);
    let aim = Aim { target: id, row, mode: Mode::Direct, from: None };
    modifiers::count_target(g, aim, &mut rating);
    fire::expected(results(g, id, row, false), rating.total(), &Harms::of(g, id))
}
