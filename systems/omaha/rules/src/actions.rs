//! Section 10: US actions, free and paid.

pub mod allowance;
pub mod command;
pub mod end;

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::data::{Data, Division, MOST_UNITS, UnitId};
use crate::movement::{self, Outlook, climb};
use crate::question::{Opt, Topic, ask};
use crate::state::{Climb, Day, Phase};
use crate::text::Names;
use crate::{attack, barrage};

rules! {
    FIRST = "omaha.act.division-order", "Which division acts first";
    ACTIONS = "omaha.act.kinds", "US actions";
    DONE = "omaha.act.pass", "No unit is obliged to act";
}

/// One action of the US action phase: who acts first, an action of the division acting, or the end of its actions.
/// Paid and free actions in any order (omaha.act.mixed-order).
pub fn step<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    let Some(division) = g.today.acting else { return begin(cx, g) };
    let options = options(g);
    let chosen = match options.as_slice() {
        [Opt::Done] => Opt::Done,
        _ => {
            let ask = ask(ACTIONS, Topic::Actions(division));
            options[cx.pick(g, ask, options.len(), |i| options[i])?]
        }
    };
    match chosen {
        Opt::Done => finish(cx, g, division),
        Opt::Attack(hex) => attack::attack(cx, g, hex)?,
        Opt::Barrage { .. } | Opt::NavalBarrage(_) => barrage::fire(cx, g, chosen)?,
        _ => movement::go(cx, g, chosen)?,
    }
    Ok(())
}

/// The phase begins: command is fixed (omaha.act.command-start), and the player says who acts first.
fn begin<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    g.take_stock();
    for unit in &mut g.units {
        unit.acted = false;
        unit.just_disrupted = false;
    }
    command::fix(g);
    // A division with nothing to do is not asked (omaha.seq.empty-phase).
    let mut able: SmallVec<[Division; 2]> = SmallVec::new();
    let divisions: SmallVec<[Division; 2]> = g.sectors().map(|it| it.division()).collect();
    for division in divisions {
        g.today.acting = Some(division);
        // Naval fire waits for whoever acts (omaha.naval.barrage-free).
        let is_its_own = |it: &Opt| !matches!(it, Opt::NavalBarrage(_));
        if has_options(g, is_its_own) {
            able.push(division);
        }
    }
    g.today.acting = None;
    g.today.finished = [false; 2];
    if able.is_empty() {
        g.go(Phase::UsEnd);
        return Ok(());
    }
    let division = cx.choose(g, ask(FIRST, Topic::FirstDivision), &able)?;
    g.today.acting = Some(division);
    cx.say(FIRST, || Said::Acts { division, paid: allowance::allowance(g) }.into());
    Ok(())
}

/// A division has done what it wanted; the other follows, then the phase is over.
fn finish<C: Cx<Day>>(cx: &mut C, g: &mut Day, division: Division) {
    g.today.finished[division.index()] = true;
    cx.say(DONE, || Said::Finished(division).into());
    let other = division.other();
    let plays = g.sectors().any(|it| it.division() == other);
    if !plays || g.today.finished[other.index()] {
        g.go(Phase::UsEnd);
        return;
    }
    g.today.acting = Some(other);
    if has_options(g, |_| true) {
        let paid = allowance::paid_left(g, other);
        cx.say(FIRST, || Said::Acts { division: other, paid }.into());
    } else {
        g.today.finished[other.index()] = true;
        g.go(Phase::UsEnd);
    }
}

/// Everything the acting division may do now: done, then the moves of each unit, attacks, barrages.
#[must_use]
pub fn options(g: &Day) -> Vec<Opt> {
    let mut options = Vec::with_capacity(64);
    options.push(Opt::Done);
    let outlook = Outlook::new(g);
    let can_pay = allowance::acting_can_pay(g);
    let ready = ready(g);
    for (unit, _) in &ready {
        unit_options(g, &outlook, *unit, can_pay, &mut options);
    }
    fire_options(g, &outlook, &ready, &mut options);
    options
}

/// Whether there is anything that counts besides being done.
fn has_options(g: &Day, counts: impl Fn(&Opt) -> bool) -> bool {
    let mut options = Vec::new();
    let outlook = Outlook::new(g);
    let can_pay = allowance::acting_can_pay(g);
    let ready = ready(g);
    for (unit, _) in &ready {
        unit_options(g, &outlook, *unit, can_pay, &mut options);
        if options.iter().any(&counts) {
            return true;
        }
    }
    fire_options(g, &outlook, &ready, &mut options);
    options.iter().any(counts)
}

type Ready = SmallVec<[(UnitId, HexId); MOST_UNITS]>;

/// Counters on the map that have not acted and may in the turn of this division.
fn ready(g: &Day) -> Ready {
    let ready = |it: &(UnitId, HexId)| !g[it.0].acted && allowance::has_turn(g, it.0).is_ok();
    g.on_map().filter(ready).collect()
}

/// Attacks and barrages.
fn fire_options(g: &Day, outlook: &Outlook, ready: &Ready, options: &mut Vec<Opt>) {
    let units = || ready.iter().copied();
    options.extend(attack::who::targets_of(g, outlook.held, units()).iter().map(Opt::Attack));
    barrage::list(g, outlook.held, units(), options);
}

/// What a unit may do by itself. Under a marker it is only what the marker leaves (omaha.act.free-marker).
fn unit_options(g: &Day, outlook: &Outlook, unit: UnitId, can_pay: bool, options: &mut Vec<Opt>) {
    let it = &g[unit];
    if it.disrupted {
        // omaha.disr.only-action
        if climb::may_recover(g, unit).is_ok() {
            options.push(Opt::Recover(unit));
        }
        return;
    }
    match it.climb {
        Climb::Climbing => options.push(Opt::Rest(unit)),
        Climb::Cliff(to) => {
            if climb::may_cross_cliff(g, outlook, to).is_ok() {
                options.push(Opt::CrossCliff(unit));
            }
            options.push(Opt::AbortCliff(unit));
        }
        Climb::None => {
            let any = can_pay || allowance::always_free(g, unit).is_some();
            if any || allowance::may_be_free(g, outlook, unit) {
                movement::options(g, outlook, unit, |opt| {
                    if any || allowance::free_for(g, outlook, unit, opt).is_some() {
                        options.push(opt);
                    }
                });
            }
        }
    }
}

/// Why a unit may not do something it might be expected to, for the page: option, reason.
#[must_use]
pub fn refusals(g: &Day, unit: UnitId) -> Vec<(Opt, Rule)> {
    let Some(from) = g[unit].hex() else { return vec![(Opt::Unit(unit), allowance::NOT_HERE)] };
    if let Err(rule) = allowance::has_turn(g, unit) {
        return vec![(Opt::Unit(unit), rule)];
    }
    let outlook = Outlook::new(g);
    let mut refused = Vec::new();
    if let Err(rule) = allowance::may_act(g, unit) {
        refused.push((Opt::Unit(unit), rule));
        if g[unit].disrupted
            && let Err(rule) = climb::may_recover(g, unit)
        {
            refused.push((Opt::Recover(unit), rule));
        }
        if let Climb::Cliff(to) = g[unit].climb
            && let Err(rule) = climb::may_cross_cliff(g, &outlook, to)
        {
            refused.push((Opt::CrossCliff(unit), rule));
        }
        return refused;
    }
    if allowance::always_free(g, unit).is_none() && !allowance::acting_can_pay(g) {
        refused.push((Opt::Unit(unit), allowance::spent_rule(g)));
    }
    for (_, to) in g.data().map.neighbours(from) {
        let way = movement::may_step(g, unit, from, to);
        let opt = match way {
            Ok(way) => movement::option(g, unit, way, to),
            Err(_) => Opt::Move { unit, to },
        };
        let may = way
            .and_then(|_| movement::leads_alone(g, unit, from, to))
            .and_then(|()| allowance::price(g, unit, opt).map(|_| ()));
        if let Err(rule) = may {
            refused.push((opt, rule));
        }
    }
    refused
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Acts { division: Division, paid: u8 },
    Finished(Division),
    Paid { division: Division, n: u8, left: u8 },
    LeaderDrowned(UnitId),
    Spared(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        let actions = |n: u8| match n {
            1 => "1 paid action".to_string(),
            _ => format!("{n} paid actions"),
        };
        let text = match self {
            Said::Acts { division, paid } => {
                format!("The {} acts, with {}.", division.name(), actions(*paid))
            }
            Said::Finished(division) => format!("The {} has finished.", division.name()),
            Said::Paid { division, n, left } => {
                format!("The {} spends {}, {left} left.", division.name(), actions(*n))
            }
            Said::LeaderDrowned(unit) => {
                format!("{} is caught by the tide and lost.", names.unit(*unit))
            }
            Said::Spared(unit) => {
                format!("{} hangs on the cliff, above the water.", names.unit(*unit))
            }
        };
        (text, vec![])
    }
}
