//! Section 11: movement, terrain, infiltration, climbing; section 20.1 in the extended game.

pub mod climb;
pub mod exit;
pub mod extended;
pub mod infiltration;
pub mod party;
pub mod step;

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use self::extended::Taken;
use self::party::Party;
pub use self::step::{Outlook, Way, may_step};
use crate::actions::allowance;
use crate::data::{Data, ExitId, UnitId};
use crate::question::{Opt, Topic, ask};
use crate::state::{Climb, Day, Place, Shooter};
use crate::text::Names;

rules! {
    MOVE = "omaha.move.one-hex", "A move";
}

/// Moves of a unit that may act, whatever they cost; leaders move alone or with others (omaha.move.leader-alone), a
/// hero only with his unit, whose marker he is (omaha.move.hero-sticks).
pub fn options(g: &Day, outlook: &Outlook, unit: UnitId, mut add: impl FnMut(Opt)) {
    let Some(from) = g[unit].hex() else { return };
    let leader = g.kind(unit).is_leader();
    for (to, way) in step::ways(g, outlook, unit, from) {
        if !leader || leads_alone(g, unit, from, to).is_ok() {
            add(option(g, unit, way, to));
        }
    }
    if exit::exit_at(g, unit).is_some() {
        add(Opt::Exit(unit));
    }
}

/// A step as an option: over a bluff with a marker on basic turns, without one later (omaha.xmove.bluff).
#[must_use]
pub fn option(g: &Day, unit: UnitId, way: Way, to: HexId) -> Opt {
    match way {
        Way::Walk => Opt::Move { unit, to },
        Way::Bluff if g.is_extended() => Opt::Move { unit, to },
        Way::Bluff => Opt::ClimbBluff { unit, to },
        Way::Cliff => Opt::ClimbCliff { unit, to },
    }
}

/// HQs and Generals come along on an infiltration; they do not lead it (omaha.infil.leaders).
pub fn leads_alone(g: &Day, unit: UnitId, from: HexId, to: HexId) -> Result<(), Rule> {
    let watched = g.kind(unit).is_leader() && !infiltration::watchers(g, from, to).is_empty();
    if watched { Err(infiltration::LEADERS) } else { Ok(()) }
}

/// Carries out a move of a unit, with those of its hex who come along, or what its marker still allows.
pub fn go<C: Cx<Day>>(cx: &mut C, g: &mut Day, opt: Opt) -> Result<(), C::Halt> {
    match opt {
        Opt::Move { unit, to } | Opt::ClimbBluff { unit, to } | Opt::ClimbCliff { unit, to } => {
            march(cx, g, unit, to, opt)
        }
        Opt::CrossCliff(unit) => match g[unit].climb {
            Climb::Cliff(to) => march(cx, g, unit, to, opt),
            _ => Ok(()),
        },
        Opt::Exit(unit) => exit::leave(cx, g, unit),
        Opt::AbortCliff(unit) => {
            g[unit].acted = true;
            climb::abort(cx, g, unit);
            Ok(())
        }
        Opt::Rest(unit) => {
            g[unit].acted = true;
            climb::rest(cx, g, unit);
            Ok(())
        }
        Opt::Recover(unit) => {
            g[unit].acted = true;
            climb::recover(cx, g, unit);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A move to the next hex and perhaps further, or the beginning of a climb up a cliff.
fn march<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: UnitId,
    to: HexId,
    opt: Opt,
) -> Result<(), C::Halt> {
    let outlook = Outlook::new(g);
    let Some(from) = g[unit].hex() else { return Ok(()) };
    let Some(way) = way_of(g, &outlook, unit, to) else { return Ok(()) };
    let mut party = party::gather(cx, g, &outlook, (unit, way), to, opt)?;
    party::begin(cx, g, &party);
    // omaha.climb.cliff-1: it stays. In the extended game it crosses at once (omaha.xmove.cliff).
    if matches!(opt, Opt::ClimbCliff { .. }) && !g.is_extended() {
        for unit in party.units() {
            climb::begin_cliff(cx, g, unit, to);
        }
        return Ok(());
    }
    let mut taken: SmallVec<[Taken; 4]> = SmallVec::new();
    let (mut from, mut to) = (from, to);
    loop {
        cross(cx, g, &mut party, from, to)?;
        if g.has_ended() || !g.is_extended() {
            return Ok(());
        }
        let ways = || party.members.iter().map(|it| it.1);
        let Some(way) = ways().find(|it| *it != Way::Walk).or(ways().next()) else {
            return Ok(());
        };
        taken.push(Taken { from, to, way });
        let Some(further) = go_on(cx, g, &outlook, &mut party, &taken)? else { return Ok(()) };
        (from, to) = (to, further);
    }
}

/// How a unit gets to a hex next to it, if it does: by its climb-cliff marker or by stepping.
fn way_of(g: &Day, outlook: &Outlook, unit: UnitId, to: HexId) -> Option<Way> {
    let from = g[unit].hex()?;
    match g[unit].climb {
        Climb::Cliff(above) => {
            (above == to && climb::may_cross_cliff(g, outlook, to).is_ok()).then_some(Way::Cliff)
        }
        _ => {
            let direction = g.data().map.direction(from, to)?;
            step::way(g, outlook, unit, from, direction, to)
        }
    }
}

/// All of the party step into the next hex, past whoever watches: over bluffs and cliffs too (omaha.infil.climb), and on
/// a free move to shelter (omaha.act.preservation-infiltration).
fn cross<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    party: &mut Party,
    from: HexId,
    to: HexId,
) -> Result<(), C::Halt> {
    let watchers = infiltration::watchers(g, from, to);
    if !watchers.is_empty() {
        infiltration::pass(cx, g, party, to, &watchers)?;
        if g.has_ended() {
            return Ok(());
        }
    }
    if party.members.is_empty() {
        return Ok(());
    }
    let units = party.units();
    let rule = party.rule;
    cx.say(rule, || Said::Moves { units, from, to }.into());
    for (unit, way) in &party.members {
        let marker = climb::marker(g, *unit, *way);
        g[*unit].place = Place::Map(to);
        if let Some(rule) = marker {
            g[*unit].climb = Climb::Climbing;
            cx.say(rule, || Said::Climbs(*unit).into());
        }
    }
    Ok(())
}

/// Where the party goes on to, if it can and does. What was free for one hex only must now be paid for.
fn go_on<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    outlook: &Outlook,
    party: &mut Party,
    taken: &[Taken],
) -> Result<Option<HexId>, C::Halt> {
    let Some((lead, _)) = party.members.first().copied() else { return Ok(None) };
    let owes = party.one_hex && !party.paid;
    if owes && !allowance::acting_can_pay(g) {
        return Ok(None);
    }
    let hexes = extended::next(g, outlook, &party.units(), taken);
    let (Some(last), false) = (taken.last(), hexes.is_empty()) else { return Ok(None) };
    let topic = Topic::GoOn { unit: lead, to: last.to };
    let rule = if g.kind(lead) == crate::data::UnitKind::Tank {
        extended::GO_ON_ROAD
    } else {
        extended::GO_ON
    };
    let n = hexes.len() + 1;
    let opt = |i: usize| i.checked_sub(1).map_or(Opt::Done, |it| Opt::Hex(hexes[it]));
    let chosen = cx.pick(g, ask(rule, topic), n, opt)?;
    let Some(to) = chosen.checked_sub(1).and_then(|it| hexes.get(it).copied()) else {
        return Ok(None);
    };
    if owes {
        party.paid = true;
        allowance::pay_one(cx, g);
    }
    for member in &mut party.members {
        member.1 = way_of(g, outlook, member.0, to).unwrap_or(Way::Walk);
    }
    Ok(Some(to))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Moves { units: SmallVec<[UnitId; 4]>, from: HexId, to: HexId },
    Climbs(UnitId),
    BeginsCliff { unit: UnitId, to: HexId },
    GivesUp(UnitId),
    Rests(UnitId),
    Recovers(UnitId),
    Infiltrates { units: SmallVec<[UnitId; 4]>, to: HexId, past: SmallVec<[Shooter; 2]> },
    Stays(UnitId),
    PacksUp(UnitId),
    Exits { unit: UnitId, exit: ExitId, steps: u8 },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        let of = |unit: &UnitId| names.unit(*unit).to_string();
        match self {
            Said::Moves { units, from, to } => {
                let verb = if units.len() == 1 { "moves" } else { "move" };
                let text = format!(
                    "{} {verb} from {} to {}.",
                    several(data, units),
                    names.hex(*from),
                    names.hex(*to)
                );
                (text, vec![*from, *to])
            }
            Said::Climbs(unit) => (format!("{} has a climb marker.", of(unit)), vec![]),
            Said::BeginsCliff { unit, to } => (
                format!("{} begins to climb the cliff to {}.", of(unit), names.hex(*to)),
                vec![*to],
            ),
            Said::GivesUp(unit) => (format!("{} gives up the climb and stays.", of(unit)), vec![]),
            Said::Rests(unit) => {
                (format!("{} has got its breath back: no climb marker.", of(unit)), vec![])
            }
            Said::Recovers(unit) => (format!("{} is no longer disrupted.", of(unit)), vec![]),
            Said::Infiltrates { units, to, past } => {
                let past: Vec<String> = past
                    .iter()
                    .map(|it| match it {
                        Shooter::Position(position) => names.position(*position).to_string(),
                        Shooter::Armour(unit) => names.german(*unit),
                        Shooter::Artillery(sector) => names.sector(*sector).into(),
                    })
                    .collect();
                let verb = if units.len() == 1 { "infiltrates" } else { "infiltrate" };
                let text = format!(
                    "{} {verb} past {} to {}.",
                    several(data, units),
                    past.join(" and "),
                    names.hex(*to)
                );
                (text, vec![*to])
            }
            Said::Stays(unit) => (format!("{} stays where it was.", of(unit)), vec![]),
            Said::PacksUp(unit) => {
                (format!("The command post of {} packs up to move.", of(unit)), vec![])
            }
            Said::Exits { unit, exit, steps } => {
                let exit = &data.exits[exit.index()];
                let steps = if *steps == 1 { "1 step".into() } else { format!("{steps} steps") };
                (
                    format!("{} leaves the map by exit {} with {steps}.", of(unit), exit.letter),
                    vec![exit.hex],
                )
            }
        }
    }
}

/// "A, B and C"
fn several(data: &Data, units: &[UnitId]) -> String {
    let all = Names(data);
    let names: Vec<&str> = units.iter().map(|it| all.unit(*it)).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => (*only).into(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
