//! Section 9.6: the artillery box and off-map batteries.

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::data::{
    BatteryId, Calibre, Data, FireClass, GermanId, GermanKind, Gun, PositionId, Sector, Symbol,
    UnitId,
};
use crate::question::{Blow, Topic, ask};
use crate::state::{Day, Hit, Phase, Place, Positions, Shooter};
use crate::text::Names;
use crate::{cards, control, fire};

rules! {
    BOX = "omaha.arty.threshold", "The artillery box";
    TOO_FEW = "omaha.arty.count", "Too few guns for the artillery box";
    NO_TARGET = "omaha.arty.no-target", "No target for the artillery";
    TIE = "omaha.arty.priority-tie", "Choose the unit the artillery hits";
}

/// The artillery box of the sector's card, from turn 4 (omaha.arty.when, omaha.turn.artillery-start), after the fire
/// of positions.
pub fn fire<C: Cx<Day>>(cx: &mut C, g: &mut Day, sector: Sector) -> Result<(), C::Halt> {
    let Some(card) = cards::fire_card(g, sector) else { return Ok(()) };
    let card = &g.data().cards[card.index()];
    let Some(shown) = card.artillery.clone() else { return Ok(()) };
    if g.has_ended() || !is_open(g) {
        return Ok(());
    }
    let (symbol, need) = (card.symbol, shown.number);
    let have = count(g, sector, &shown.calibres);
    if have < need {
        cx.say(TOO_FEW, || Said::TooFew { sector, have, need }.into());
        return Ok(());
    }
    // omaha.arty.priority-tie: the unit with most steps.
    let targets = best_targets(g, symbol, &[sector], |g, it| u32::from(g[it].steps));
    shell(cx, g, Shooter::Artillery(sector), sector, &targets, TIE, BOX)
}

/// The variant of the bombardment puts the first box off by a turn (omaha.var.bombardment-rules).
#[must_use]
pub fn is_open(g: &Day) -> bool {
    let delayed = crate::setup::is_first_turn_after_bombardment(g);
    g.data().tables.turn(g.turn).artillery && !delayed
}

/// One of the targets, the player's choice, loses a step; artillery fire has fallen on its sector
/// (omaha.gact.artillery-engineers).
pub(crate) fn shell<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    by: Shooter,
    sector: Sector,
    targets: &[UnitId],
    tie: Rule,
    rule: Rule,
) -> Result<(), C::Halt> {
    if targets.is_empty() {
        cx.say(NO_TARGET, || Said::NoTarget(sector).into());
        return Ok(());
    }
    let unit = cx.choose(g, ask(tie, Topic::ArtilleryTarget(sector)), targets)?;
    cx.say(rule, || Said::Fires { sector, unit }.into());
    if let Some(at) = g.sector_of(unit) {
        g.today.shelled[at.index()] = true;
    }
    let class = FireClass::Intense;
    g.today.volley.clear();
    g.today.volley.push(Hit { by, unit, class, step: true, disrupt: false, leader: false });
    fire::show(cx, g, rule, sector, Blow::Artillery)?;
    fire::apply(cx, g, Some(rule))
}

/// Guns of these calibres: undisrupted WN units of the sector, which may fire with their position as well
/// (omaha.arty.both-roles) and whose smoke does not matter (omaha.event.smoke-recovery), and active off-map batteries.
#[must_use]
pub fn count(g: &Day, sector: Sector, calibres: &[Calibre]) -> u8 {
    let listed = |it: Calibre| calibres.contains(&it);
    let guns = g
        .germans_on_map()
        .filter(|it| !g[it.0].disrupted && g.data().ground.sector(it.1) == sector)
        .filter(|it| calibre(g, it.0).is_some_and(listed))
        .count();
    let off_map = (0..g.data().batteries.len() as u8)
        .map(BatteryId)
        .filter(|it| {
            let battery = &g.data().batteries[it.index()];
            battery.sector == sector && listed(battery.calibre)
        })
        .filter(|it| is_active(g, *it))
        .count();
    (guns + off_map) as u8
}

/// The gun of a WN unit; the rockets are none (omaha.arty.rocket-excluded).
#[must_use]
pub fn calibre(g: &Day, unit: GermanId) -> Option<Calibre> {
    match g.data().germans[unit.index()].kind {
        GermanKind::Wn(Gun::C75) => Some(Calibre::C75),
        GermanKind::Wn(Gun::C88) => Some(Calibre::C88),
        _ => None,
    }
}

/// Units with the symbol in the first of the four choices that has any, and of those the ones that rank highest. Concentration does not count
/// (omaha.arty.concentration-ignored); a unit that may lose no more steps is passed over
/// (omaha.hit.one-step-artillery).
pub(crate) fn best_targets(
    g: &Day,
    symbol: Symbol,
    sectors: &[Sector],
    rank: impl Fn(&Day, UnitId) -> u32,
) -> SmallVec<[UnitId; 8]> {
    let mut best = SmallVec::new();
    let mut key = (u8::MAX, 0);
    for unit in g.all_units() {
        let shown = g.data().units[unit.index()].symbol == Some(symbol);
        let near = g.sector_of(unit).is_some_and(|it| sectors.contains(&it));
        if !shown || !near || !fire::may_lose_step(g, unit) {
            continue;
        }
        let Some(choice) = choice(g, unit) else { continue };
        let rank = rank(g, unit);
        let better = choice < key.0 || (choice == key.0 && key.1 < rank);
        if better {
            key = (choice, rank);
            best.clear();
        }
        if (choice, rank) == key {
            best.push(unit);
        }
    }
    best
}

/// Which of the four choices a unit is: infantry in a box (omaha.arty.priority-1), others on the beach
/// (omaha.arty.priority-2), others in a box (omaha.arty.priority-3), infantry on the beach (omaha.arty.priority-4).
fn choice(g: &Day, unit: UnitId) -> Option<u8> {
    let infantry = g.kind(unit).is_infantry();
    match g[unit].place {
        Place::Box(_) if infantry => Some(1),
        Place::Map(hex) if g.data().ground.is_beach(hex) => Some(if infantry { 4 } else { 2 }),
        Place::Box(_) => Some(3),
        _ => None,
    }
}

/// Whether an off-map battery has an observer left, judged when it is asked for (omaha.arty.inactive,
/// omaha.arty.reactivate, omaha.arty.when-tested).
#[must_use]
pub fn is_active(g: &Day, battery: BatteryId) -> bool {
    if !g.battery_exists(battery) {
        return false;
    }
    let control = control::us_control(g);
    let in_communication = communication(g);
    let is_lost = |it: PositionId| {
        // omaha.arty.control-test
        let sites = &g.data().positions[it.index()].sites;
        let held = sites.iter().all(|site| {
            let hex = g.data().sites[site.index()].hex;
            control.contains(hex) || g.garrisons.contains(hex)
        });
        !g.is_held(it) && held && !in_communication.contains(it)
    };
    !g.data().batteries[battery.index()].observers.iter().all(|it| is_lost(*it))
}

/// In the German fire phase as it was when the phase began (omaha.comm.frozen).
fn communication(g: &Day) -> Positions {
    match g.phase {
        Phase::FireCard(_) | Phase::GermanActions(_) | Phase::FireHits(_) => {
            g.today.in_communication
        }
        _ => control::german_communication(g),
    }
}

/// Whether any German artillery is left: a WN gun on the map or an active battery (omaha.event.shelled-exits-void).
#[must_use]
pub fn is_left(g: &Day) -> bool {
    g.germans_on_map().any(|it| calibre(g, it.0).is_some())
        || (0..g.data().batteries.len() as u8).any(|it| is_active(g, BatteryId(it)))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    TooFew { sector: Sector, have: u8, need: u8 },
    NoTarget(Sector),
    Fires { sector: Sector, unit: UnitId },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        let text = match self {
            Said::TooFew { sector, have, need } => format!(
                "{} artillery stays silent: {have} of the {need} guns it needs.",
                names.sector(*sector)
            ),
            Said::NoTarget(sector) => {
                let why = "no unit in reach bears the symbol of the card and may lose a step";
                format!("{} artillery finds nobody to hit: {why}.", names.sector(*sector))
            }
            Said::Fires { sector, unit } => {
                format!("{} artillery hits {}.", names.sector(*sector), names.unit(*unit))
            }
        };
        (text, vec![])
    }
}
