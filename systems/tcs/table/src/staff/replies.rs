//! Replies and consequences: overwatch, fights, losses, retreats, recovery, and everything small.

use board::HexId;
use kernel::{Ledger as _, Sum};
use tcs::assault;
use tcs::at::{self, AtRoll};
use tcs::fire::FireKind;
use tcs::id::UnitId;
use tcs::overwatch::{self, Trigger, TriggerKind};
use tcs::question::Opt;
use tcs::set::UnitSet;
use tcs::sheet::{Life, Mission};
use tcs::state::Mode;

use super::march::{self, two_dice};
use super::{Advice, Desk, actions, odds};

/// Whether to answer a trigger, and by what.
pub(super) fn overwatch(desk: &Desk<'_>, hex: HexId, options: &[Opt]) -> Advice {
    let (w, g) = (desk.w, desk.g);
    let trigger = trigger(desk, hex);
    let fire = |kind: FireKind| {
        let can = overwatch::eligible(g, trigger, kind, UnitSet::EMPTY);
        odds::attack(w, g, &odds::reply(g, trigger, kind, odds::near(g, hex, can)))
    };
    let worth = |it: &Opt| match it {
        Opt::Area => fire(FireKind::Area),
        Opt::Point => fire(FireKind::Point),
        Opt::AtRoll { roller, target } => {
            at_roll(desk, AtRoll { roller: *roller, target: *target })
        }
        _ => w.fire.overwatch,
    };
    let (worth, opt) = best(options, worth);
    let why =
        if opt == Opt::Nobody { "not worth giving the place away" } else { "they are in the open" };
    Advice::new(opt, worth, why)
}

/// What has happened in this hex: those who move now, or else all who are there.
fn trigger(desk: &Desk<'_>, hex: HexId) -> Trigger {
    let (g, by) = (desk.g, desk.side.other());
    let there: UnitSet = g.stack_of(by, hex).collect();
    let moving: UnitSet = there.iter().filter(|it| g.moving.contains(*it)).collect();
    let entering =
        g.fight.as_ref().filter(|it| it.hex == hex && it.attacker == by && it.round == 0);
    match (entering, moving.is_empty()) {
        (Some(it), _) => {
            let units = it.attackers.iter().map(|it| it.unit).filter(|it| there.contains(*it));
            Trigger { by, hex, units: units.collect(), kind: TriggerKind::Move }
        }
        (None, false) => Trigger { by, hex, units: moving, kind: TriggerKind::Move },
        (None, true) => Trigger { by, hex, units: there, kind: TriggerKind::Fire },
    }
}

/// An AT roll: the vehicle's step against our own, each by its chance.
fn at_roll(desk: &Desk<'_>, it: AtRoll) -> i32 {
    let g = desk.g;
    let (Some(from), Some(hex)) = (g.hex(it.roller), g.hex(it.target)) else { return 0 };
    let mut bonus = Sum::default();
    at::modifiers(g, it, &mut bonus);
    let needed = g.data.tables.at.needed(g.data.ground.class(hex), g.data.distance(from, hex));
    let kills = two_dice(needed - bonus.total());
    let costs = 36 - two_dice(g.data.tables.at.raw_loss + 1);
    (kills - costs) * desk.w.blow.step / 36
}

pub(super) fn at_target(desk: &Desk<'_>, options: &[Opt]) -> Advice {
    let worth = |it: &Opt| match it {
        Opt::AtRoll { roller, target } => {
            at_roll(desk, AtRoll { roller: *roller, target: *target })
        }
        _ => 0,
    };
    let (worth, opt) = best(options, worth);
    Advice::new(opt, worth, "the likeliest kill")
}

/// How a unit fires in a round of a fight.
pub(super) fn assault_fire(desk: &Desk<'_>, hex: HexId, unit: UnitId, options: &[Opt]) -> Advice {
    let (w, g) = (desk.w, desk.g);
    let fire =
        |kind| odds::attack(w, g, &assault::in_fight(desk.side, kind, hex, UnitSet::of(unit)));
    let worth = |it: &Opt| match it {
        Opt::Area => 1 + fire(FireKind::Area),
        Opt::Point => 1 + fire(FireKind::Point),
        Opt::AtRoll { roller, target } => {
            at_roll(desk, AtRoll { roller: *roller, target: *target })
        }
        _ => 0,
    };
    let (worth, opt) = best(options, worth);
    Advice::new(opt, worth, "what hurts most at arm's length")
}

pub(super) fn fire_target(desk: &Desk<'_>, id: UnitId, kind: FireKind, options: &[Opt]) -> Advice {
    let mut ready = desk.g.clone();
    if ready[id].mode == Mode::Move {
        ready[id].mode = Mode::Fire;
    }
    let there = Desk::new(desk.w, &ready, desk.side);
    let found = actions::target(&there, id, kind);
    let (hex, worth) = found.map_or((None, 0), |it| (Some(it.0), it.1));
    let opt = hex.map(Opt::Hex).filter(|it| options.contains(it)).unwrap_or(options[0]);
    Advice::new(opt, worth, "the best target")
}

/// Who goes along into an assault: infantry, the strongest first, while there is room. Who could and is not on the list is
/// in it already.
pub(super) fn who_assaults(desk: &Desk<'_>, hex: HexId, options: &[Opt]) -> Advice {
    let g = desk.g;
    let left: UnitSet = options.iter().filter_map(|it| unit(*it)).collect();
    let near = g.data.map().neighbours(hex).map(|it| it.1).filter(|it| g.holds(desk.side, *it));
    let all = near.flat_map(|it| g.stack_of(desk.side, it));
    let named = all.filter(|it| !left.contains(*it) && assault::may_assault(g, *it, hex).is_ok());
    let foot = named.filter(|it| !g.card(*it).kind.is_motor());
    let steps: u16 = foot.map(|it| u16::from(g[it].steps)).sum();
    let room = g.data.tables.limits.stack_limit_foot_steps;
    let more = left
        .iter()
        .filter(|it| g.card(*it).kind.is_infantry() && steps + u16::from(g[*it].steps) <= room);
    match more.max_by_key(|it| (g[*it].steps, std::cmp::Reverse(*it))) {
        Some(it) => Advice::new(Opt::Unit(it), 0, "all at once"),
        None if options.contains(&Opt::Done) => Advice::new(Opt::Done, 0, "these are enough"),
        None => Advice::new(options[0], 0, "infantry is needed"),
    }
}

/// tcs.unit.losses-no-weakening: who has steps to spare fires on as before.
pub(super) fn who_loses(desk: &Desk<'_>, options: &[Opt]) -> Advice {
    let spare = |it: &Opt| unit(*it).map_or(0, |id| i32::from(desk.g[id].steps));
    let (_, opt) = best(options, spare);
    Advice::new(opt, 0, "it can spare a step")
}

/// Out of fire, and not far.
pub(super) fn shelter(desk: &Desk<'_>, id: UnitId, options: &[Opt]) -> Advice {
    let (w, g) = (desk.w, desk.g);
    let mut trial = g.clone();
    let from = g.hex(id);
    let wanted = march::Goal::new(w, g, id).map(|it| it.hex).or(from);
    let mut dearest = |it: &Opt| {
        let Opt::Hex(hex) = it else { return i32::MIN };
        let far = wanted.map_or(0, |it| g.data.distance(it, *hex) as i32);
        -march::exposure(w, &mut trial, id, *hex) - far * w.moving.march
    };
    let worths: Vec<i32> = options.iter().map(&mut dearest).collect();
    let place = (0..options.len()).max_by_key(|it| (worths[*it], std::cmp::Reverse(*it)));
    Advice::new(options[place.unwrap_or(0)], 0, "out of their fire, and not far")
}

/// tcs.recover.risk-first: what recovering brings against what it brings down on them.
pub(super) fn who_recovers(desk: &Desk<'_>, options: &[Opt]) -> Advice {
    let (w, g) = (desk.w, desk.g);
    let worth = |it: &Opt| {
        let Opt::Hex(hex) = it else { return 0 };
        let shaken = |it: &UnitId| !g[*it].is_normal() && !g[*it].record.recovered;
        let units: UnitSet = g.stack_of(desk.side, *hex).filter(shaken).collect();
        let brings: i32 = units.iter().map(|it| odds::nerve(w, g[it].nerve)).sum();
        let trigger = Trigger { by: desk.side, hex: *hex, units, kind: TriggerKind::Recovery };
        brings - w.moving.risk * odds::overwatched(w, g, trigger) / 100
    };
    let (worth, opt) = best(options, worth);
    let why = if opt == Opt::Done { "heads down" } else { "up again" };
    Advice::new(opt, worth, why)
}

/// Who attacks goes first, who waits sees what comes.
pub(super) fn go_first(desk: &Desk<'_>, options: &[Opt]) -> Advice {
    let attacks = desk.g.orders.of(desk.side).iter();
    let attacks = attacks
        .filter(|it| it.life == Life::Implemented && it.mission() == Mission::Attack)
        .count();
    let opt = if 0 < attacks { Opt::First } else { Opt::Second };
    let opt = if options.contains(&opt) { opt } else { options[0] };
    Advice::new(opt, 0, "who attacks goes first, who waits sees what comes")
}

/// Out of an overrun: stay where they are gone, else back.
pub(super) fn overrun_exit(desk: &Desk<'_>, id: UnitId, options: &[Opt]) -> Advice {
    let _ = (desk, id);
    let back = options.iter().find(|it| matches!(it, Opt::Done | Opt::Join(_)));
    Advice::new(*back.unwrap_or(&options[0]), 0, "back to where it came from")
}

/// The hex where most of the enemy and fewest of us are, around it too.
pub(super) fn most_enemies(desk: &Desk<'_>, options: &[Opt]) -> Advice {
    let g = desk.g;
    let steps = |hex: HexId| -> i32 {
        let count = |it: UnitId| {
            let sign = if g.side(it) == desk.side { -2 } else { 1 };
            sign * i32::from(g[it].steps)
        };
        g.stack(hex).map(count).sum()
    };
    let worth = |it: &Opt| match it {
        Opt::Hex(hex) => {
            let around: i32 = g.data.map().neighbours(*hex).map(|it| steps(it.1)).sum();
            3 * steps(*hex) + around
        }
        _ => 0,
    };
    let (worth, opt) = best(options, worth);
    Advice::new(opt, worth, "where it hurts them")
}

fn unit(it: Opt) -> Option<UnitId> {
    match it {
        Opt::Unit(id) => Some(id),
        _ => None,
    }
}

/// The option of the highest worth, the first of those.
fn best(options: &[Opt], worth: impl Fn(&Opt) -> i32) -> (i32, Opt) {
    let mut best = (i32::MIN, options[0]);
    for it in options {
        let worth = worth(it);
        if best.0 < worth {
            best = (worth, *it);
        }
    }
    best
}
