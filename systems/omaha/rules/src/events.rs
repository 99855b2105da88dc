//! Section 5: events, one function for each, in the order of the catalogue.

use board::HexId;
use kernel::{Cx, Rule, rules, shown};
use smallvec::SmallVec;

use crate::cards;
use crate::data::{
    BatteryId, CardEvent, CardId, Data, Division, GermanId, GermanKind, Gun, PositionId, Sector,
    Symbol, UnitId, UnitKind,
};
use crate::losses::{self, Cause};
use crate::question::{Opt, Topic, ask};
use crate::state::{Day, GermanPlace, HeroState, Place, Purpose};
use crate::text::{self, Names};
use crate::{artillery, depth, pools, reinforcement};

rules! {
    EVENT = "omaha.event.band", "The event of the card";
    HERO = "omaha.event.hero-where", "A hero stands up in a unit";
    HERO_NONE = "omaha.scale.heroes", "No hero can be placed";
    DESTROYERS = "omaha.event.destroyers", "A naval fire marker";
    SMOKE = "omaha.event.smoke", "Smoke hides the beach";
    ROCKETS = "omaha.event.rockets", "Rocket salvo";
    ROCKETS_VOID = "omaha.event.rockets-void", "The rockets are silent";
    SILENCED = "omaha.event.rockets-silenced", "The rocket pits are silenced";
    HEIGHTS_LATE = "omaha.event.heights-late", "Fire from the heights comes too late";
    RALLY = "omaha.event.rally", "German order is restored";
    SHELLED_VOID = "omaha.event.shelled-exits-void", "No German artillery is left";
    SHELLED_BASIC = "omaha.event.shelled-exits-basic", "There are no exits to shell yet";
    SCOUTS = "omaha.event.scouts", "Scouts report";
    INTERROGATION = "omaha.event.interrogation", "A prisoner talks";
    STRAGGLERS = "omaha.event.stragglers", "Stragglers rejoin";
    STRAGGLERS_NONE = "omaha.event.stragglers-other", "No unit can take stragglers";
    UNSEEN = "omaha.event.unseen", "Unseen rifles";
    RUNNERS_HQ = "omaha.event.runners-hq", "There is no such command post";
    SALVO = "omaha.event.short-salvo", "A salvo falls short";
    SALVO_US = "omaha.event.short-salvo-us", "A salvo falls on US units";
    SALVO_EMPTY = "omaha.event.short-salvo-empty", "The salvo hits nothing";
}

/// Last turns of the first and of the second band (omaha.event.band).
const BANDS: [u8; 2] = [10, 20];

/// An event phase, the first or the second of the turn: one card (omaha.event.one-per-phase), carried out as far as
/// possible (omaha.event.mandatory). What holds for the turn is in [`crate::state::Today`] (omaha.event.duration).
pub fn phase<C: Cx<Day>>(cx: &mut C, g: &mut Day, n: u8) -> Result<(), C::Halt> {
    let card = cards::draw(cx, g, Purpose::Event)?;
    let band = BANDS.iter().filter(|it| **it < g.turn).count();
    let event = g.data().cards[card.index()].events[band].clone();
    cx.say(EVENT, || Said::Event { card, band }.into());
    match event {
        // omaha.event.reserves, omaha.event.reserves-count
        CardEvent::Reserves(zones) => reinforcement::by_event(cx, g, &zones),
        // omaha.event.dig-in
        CardEvent::DigIn => depth::give_by_event(cx, g, None),
        CardEvent::BothFlanks => depth::give_both_flanks(cx, g),
        // omaha.event.hero-depth, omaha.event.order-in-event: the US part first.
        CardEvent::HeroDepth(division) => {
            hero(cx, g, division)?;
            depth::give_by_event(cx, g, Some(division.sector()))
        }
        // omaha.event.hero
        CardEvent::Hero(division) => hero(cx, g, division),
        CardEvent::Destroyers => {
            destroyers(cx, g);
            Ok(())
        }
        // omaha.event.destroyers-reserves
        CardEvent::DestroyersReserves(zone) => {
            destroyers(cx, g);
            reinforcement::by_event(cx, g, &[zone])
        }
        CardEvent::Smoke(positions) => {
            smoke(cx, g, &positions);
            Ok(())
        }
        // omaha.event.initiative
        CardEvent::Initiative => {
            g.today.paid += 1;
            Ok(())
        }
        // omaha.event.pinned
        CardEvent::Pinned => {
            g.today.paid -= 1;
            Ok(())
        }
        CardEvent::Rockets => rockets(cx, g),
        CardEvent::RocketsSilenced => {
            rockets_silenced(cx, g);
            Ok(())
        }
        CardEvent::Heights => {
            heights(cx, g, n);
            Ok(())
        }
        CardEvent::Rally => {
            rally(cx, g);
            Ok(())
        }
        CardEvent::ShelledExits => {
            shelled_exits(cx, g);
            Ok(())
        }
        // omaha.event.corps-reserve
        CardEvent::CorpsReserve => reinforcement::release_meyer(cx, g),
        CardEvent::Scouts(division) => scouts(cx, g, division),
        CardEvent::Interrogation(sector) => interrogation(cx, g, sector),
        CardEvent::Stragglers(division) => stragglers(cx, g, division),
        CardEvent::Unseen(symbols) => {
            unseen(cx, g, symbols);
            Ok(())
        }
        CardEvent::Runners(hq) => {
            runners(cx, g, hq);
            Ok(())
        }
        CardEvent::ShortSalvo(positions) => short_salvo(cx, g, positions),
    }
}

/// Nothing happens, and why (omaha.event.dead-names).
fn void<C: Cx<Day>>(cx: &mut C, rule: Rule, why: &'static str) {
    cx.say(rule, || Said::Void(why).into());
}

/// A hero for a unit commanded by the division (omaha.hero.division), on the map or in a box, without one
/// (omaha.event.hero-where); all heroes are alike (omaha.hero.equal). He replaces an inspired marker
/// (omaha.event.hero-inspired). None are placed beyond the limit (omaha.scale.heroes) or by a division that is not in
/// the game (omaha.scen.east-heroes).
fn hero<C: Cx<Day>>(cx: &mut C, g: &mut Day, division: Division) -> Result<(), C::Halt> {
    let units: SmallVec<[UnitId; 96]> = g
        .all_units()
        .filter(|it| matches!(g[*it].place, Place::Map(_) | Place::Box(_)))
        .filter(|it| !g.kind(*it).is_leader() && !g[*it].hero.is_hero())
        .filter(|it| g[*it].command == division)
        .collect();
    let plays = g.sectors().any(|it| it == division.sector());
    if units.is_empty() || !plays || heroes(g, division) == 0 {
        void(cx, HERO_NONE, "No hero can be placed.");
        return Ok(());
    }
    let unit = cx.choose(g, ask(HERO, Topic::Hero(division)), &units)?;
    let left = heroes(g, division);
    g[unit].hero = HeroState::Hero(division);
    cx.say(HERO, || Said::Hero { unit, division, left }.into());
    Ok(())
}

/// Hero markers a division has left (omaha.scale.heroes).
#[must_use]
pub fn heroes(g: &Day, division: Division) -> u8 {
    let used = g.all_units().filter(|it| match g[*it].hero {
        HeroState::Hero(of) | HeroState::Inspired(of) => of == division,
        HeroState::None => false,
    });
    g.data().tables.constants.heroes_per_division.saturating_sub(used.count() as u8)
}

/// A naval fire marker, to use now or later (omaha.event.destroyers-bank).
fn destroyers<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    g.naval_markers = g.naval_markers.saturating_add(1);
    let markers = g.naval_markers;
    cx.say(DESTROYERS, || Said::Naval(markers).into());
}

/// Only the fire of these positions: infiltration, recovery and the artillery count do not ask for smoke
/// (omaha.event.smoke-infiltration, omaha.event.smoke-recovery).
fn smoke<C: Cx<Day>>(cx: &mut C, g: &mut Day, positions: &[PositionId]) {
    for position in positions {
        g.today.smoke.insert(*position);
        cx.say(SMOKE, || Said::Smoke(*position).into());
    }
}

/// The rocket crew where it stands.
fn rocket_crew(g: &Day) -> Option<(GermanId, HexId)> {
    let is_rocket = |it: GermanId| g.data().germans[it.index()].kind == GermanKind::Wn(Gun::Rocket);
    g.germans_on_map().find(|it| is_rocket(it.0))
}

/// The unit with most steps on the low ground in range loses one. In half a game there are no rockets
/// (omaha.scen.east-rockets).
fn rockets<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    let Some((_, pits)) = rocket_crew(g).filter(|it| !g[it.0].disrupted) else {
        void(cx, ROCKETS_VOID, "The rockets are silent.");
        return Ok(());
    };
    g.rockets_fired = true;
    let constants = &g.data().tables.constants;
    let range = u32::from(constants.rocket_min)..=u32::from(constants.rocket_max);
    let mut units: SmallVec<[UnitId; 64]> = g
        .troops()
        .filter(|it| g.data().ground.is_low(it.1))
        .filter(|it| range.contains(&g.data().map.distance(pits, it.1)))
        .map(|it| it.0)
        .collect();
    let most = units.iter().map(|it| g[*it].steps).max();
    units.retain(|it| Some(g[*it].steps) == most);
    if units.is_empty() {
        cx.say(ROCKETS, || Said::Missed.into());
        return Ok(());
    }
    let unit = cx.choose(g, ask(ROCKETS, Topic::Rockets), &units)?;
    losses::lose_step(cx, g, unit, Cause::Event, ROCKETS)
}

fn rockets_silenced<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    match rocket_crew(g) {
        Some((unit, hex)) if g.rockets_fired => {
            pools::remove(g, unit, GermanPlace::Gone);
            cx.say(SILENCED, || Said::Silenced(hex).into());
        }
        _ => void(cx, SILENCED, "There are no rockets to silence."),
    }
}

/// omaha.event.heights, unless German fire is over already.
fn heights<C: Cx<Day>>(cx: &mut C, g: &mut Day, n: u8) {
    if 1 < n {
        return void(cx, HEIGHTS_LATE, "German fire is over for this turn.");
    }
    g.today.heights = true;
}

fn rally<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    let disrupted: SmallVec<[(GermanId, HexId); 32]> =
        g.germans_on_map().filter(|it| g[it.0].disrupted).collect();
    for (unit, hex) in disrupted {
        g[unit].disrupted = false;
        cx.say(RALLY, || Said::Rallied(hex).into());
    }
}

/// omaha.event.shelled-exits
fn shelled_exits<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    if !g.is_extended() {
        return void(cx, SHELLED_BASIC, "No exit is in use yet.");
    }
    let has_gun = |it: GermanId| {
        matches!(g.data().germans[it.index()].kind, GermanKind::Wn(Gun::C75 | Gun::C88))
    };
    let guns = g.germans_on_map().any(|it| has_gun(it.0));
    let batteries = (0..g.data().batteries.len() as u8).map(BatteryId);
    let batteries = batteries.filter(|it| g.battery_exists(*it) && artillery::is_active(g, *it));
    if !guns && batteries.count() == 0 {
        return void(cx, SHELLED_VOID, "No German gun is left to shell the exits.");
    }
    g.today.shelled_exits = true;
}

/// The unrevealed unit nearest to the US units in the sector, wherever it stands; the player breaks ties.
fn scouts<C: Cx<Day>>(cx: &mut C, g: &mut Day, division: Division) -> Result<(), C::Halt> {
    let data = g.data();
    let ours: SmallVec<[HexId; 96]> = g
        .on_map()
        .filter(|it| g.kind(it.0) != UnitKind::General)
        .filter(|it| data.ground.sector(it.1) == division.sector())
        .map(|it| it.1)
        .collect();
    let far = |hex: HexId| ours.iter().map(|it| data.map.distance(*it, hex)).min();
    let mut hexes: SmallVec<[HexId; 64]> =
        g.germans_on_map().filter(|it| !g[it.0].revealed).map(|it| it.1).collect();
    hexes.sort();
    let least = hexes.iter().filter_map(|it| far(*it)).min();
    hexes.retain(|it| least.is_some() && far(*it) == least);
    expose(cx, g, &hexes, SCOUTS, Topic::Scouts(division))
}

/// An unrevealed unit of the sector, of the other if there is none, of the player's choice.
fn interrogation<C: Cx<Day>>(cx: &mut C, g: &mut Day, sector: Sector) -> Result<(), C::Halt> {
    let hidden = |sector: Sector| {
        let all = g.germans_on_map().filter(|it| !g[it.0].revealed).map(|it| it.1);
        let mut hexes: SmallVec<[HexId; 64]> =
            all.filter(|it| g.data().ground.sector(*it) == sector).collect();
        hexes.sort();
        hexes
    };
    let mut hexes = hidden(sector);
    if hexes.is_empty() {
        hexes = hidden(sector.other());
    }
    expose(cx, g, &hexes, INTERROGATION, Topic::Interrogation(sector))
}

/// A German unit, named by its hex.
#[derive(Clone, Copy)]
struct German(HexId);

shown! {
    German(hex) => German, Opt::German(hex);
}

/// One of these units is revealed with its depth marker; a tactical-reinforcement marker brings its unit face up and
/// the WN unit stays without depth (omaha.event.interrogation-tactical, omaha.event.scouts-tactical).
fn expose<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    hexes: &[HexId],
    rule: Rule,
    topic: Topic,
) -> Result<(), C::Halt> {
    if hexes.is_empty() {
        void(cx, rule, "There is nobody to reveal.");
        return Ok(());
    }
    let options: SmallVec<[German; 64]> = hexes.iter().copied().map(German).collect();
    let German(hex) = cx.choose(g, ask(rule, topic), &options)?;
    let Some(unit) = g.german_at(hex) else { return Ok(()) };
    let unit = pools::reveal(cx, g, unit)?;
    let marker = pools::reveal_depth(cx, g, unit)?;
    cx.say(rule, || Said::Revealed { unit, marker, hex }.into());
    if let Some(marker) = marker
        && g.data().depths[marker.index()].tactical
        && let Some(site) = depth::site_of(g, unit)
    {
        reinforcement::tactical(cx, g, site, true)?;
    }
    Ok(())
}

/// A one-step company of the division, or of the other one, has two steps again and leaves the loss box
/// (omaha.event.stragglers-other, omaha.ruling.stragglers-division).
fn stragglers<C: Cx<Day>>(cx: &mut C, g: &mut Day, division: Division) -> Result<(), C::Halt> {
    let reduced = |division: Division| -> SmallVec<[UnitId; 32]> {
        let troops = g.troops().map(|it| it.0);
        troops
            .filter(|it| g.kind(*it).is_regular() && g[*it].steps == 1)
            .filter(|it| g.data().units[it.index()].division == division)
            .collect()
    };
    let mut units = reduced(division);
    if units.is_empty() {
        units = reduced(division.other());
    }
    if units.is_empty() {
        void(cx, STRAGGLERS_NONE, "No company is down to its last step.");
        return Ok(());
    }
    let unit = cx.choose(g, ask(STRAGGLERS, Topic::Stragglers(division)), &units)?;
    g[unit].steps += 1;
    // omaha.cat.restored
    for losses in &mut g.losses {
        losses.remove(unit);
    }
    cx.say(STRAGGLERS, || Said::Rejoined(unit).into());
    Ok(())
}

/// Units with one of the symbols next to an unrevealed reinforcement unit, disrupted or not
/// (omaha.event.unseen-disrupted-german).
fn unseen<C: Cx<Day>>(cx: &mut C, g: &mut Day, symbols: [Symbol; 2]) {
    let lurks = |hex: HexId| {
        g.german_at(hex).is_some_and(|it| {
            let kind = g.data().germans[it.index()].kind;
            !kind.is_wn() && !kind.is_armour() && !g[it].revealed
        })
    };
    let units: SmallVec<[UnitId; 96]> = g
        .troops()
        .filter(|it| g.data().units[it.0.index()].symbol.is_some_and(|it| symbols.contains(&it)))
        .filter(|it| g.data().map.neighbours(it.1).any(|it| lurks(it.1)))
        .map(|it| it.0)
        .collect();
    for unit in units {
        losses::disrupt(cx, g, unit, UNSEEN);
    }
}

/// omaha.event.runners
fn runners<C: Cx<Day>>(cx: &mut C, g: &mut Day, hq: UnitId) {
    if g[hq].post.is_none() {
        return void(cx, RUNNERS_HQ, "The regiment has no command post.");
    }
    g.today.hunted = Some(hq);
}

/// A fire card picks one of three positions: Germans there are disrupted and lose their depth, of US units there one
/// with the symbol of a second card loses a step. No naval fire marker is spent, no leader is touched.
fn short_salvo<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    positions: [PositionId; 3],
) -> Result<(), C::Halt> {
    let card = cards::draw(cx, g, Purpose::Salvo)?;
    let position = positions[g.data().cards[card.index()].symbol.index()];
    let sites = g.data().positions[position.index()].sites.clone();
    let hexes: SmallVec<[HexId; 2]> =
        sites.iter().map(|it| g.data().sites[it.index()].hex).collect();
    let germans: SmallVec<[GermanId; 2]> = hexes.iter().filter_map(|it| g.german_at(*it)).collect();
    for unit in &germans {
        g[*unit].disrupted = true;
        pools::remove_depth(g, *unit);
        cx.say(SALVO, || Said::SalvoOnGermans(position).into());
    }
    let troops: SmallVec<[UnitId; 8]> =
        g.troops().filter(|it| hexes.contains(&it.1)).map(|it| it.0).collect();
    if troops.is_empty() {
        if germans.is_empty() {
            cx.say(SALVO_EMPTY, || Said::SalvoOnNobody(position).into());
        }
        return Ok(());
    }
    let second = cards::draw(cx, g, Purpose::Salvo)?;
    let symbol = g.data().cards[second.index()].symbol;
    let has_symbol = |it: &UnitId| g.data().units[it.index()].symbol == Some(symbol);
    let hit: SmallVec<[UnitId; 8]> = troops.into_iter().filter(has_symbol).collect();
    if hit.is_empty() {
        cx.say(SALVO_US, || Said::Missed.into());
        return Ok(());
    }
    let unit = cx.choose(g, ask(SALVO_US, Topic::ShortSalvo(position)), &hit)?;
    losses::lose_step(cx, g, unit, Cause::Event, SALVO_US)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Event {
        card: CardId,
        band: usize,
    },
    Void(&'static str),
    /// With the markers the division had left before: they say which name it is.
    Hero {
        unit: UnitId,
        division: Division,
        left: u8,
    },
    Naval(u8),
    Smoke(PositionId),
    Missed,
    Silenced(HexId),
    Rallied(HexId),
    Revealed {
        unit: GermanId,
        marker: Option<crate::data::DepthId>,
        hex: HexId,
    },
    Rejoined(UnitId),
    SalvoOnGermans(PositionId),
    SalvoOnNobody(PositionId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        let mut hexes = Vec::new();
        let text = match self {
            Said::Event { card, band } => {
                let event = &data.cards[card.index()].events[*band];
                let (title, text) = text::event_text(data, event);
                format!("{title}. {text}")
            }
            Said::Void(why) => (*why).into(),
            // omaha.oob.names: decoration.
            Said::Hero { unit, division, left } => {
                let all = &data.heroes[division.index()];
                let name = all.len().checked_sub(usize::from(*left)).and_then(|it| all.get(it));
                let name = name.map_or("A hero", String::as_str);
                format!("{name} stands up in {}: a hero.", names.unit(*unit))
            }
            Said::Naval(n) => format!("Naval fire markers at hand: {n}."),
            Said::Smoke(position) => {
                format!("{} is blinded by smoke and holds its fire.", names.position(*position))
            }
            Said::Missed => "Nobody is hit.".into(),
            Said::Silenced(hex) => {
                hexes.push(*hex);
                format!("The rocket crew in {} is out of the battle.", names.hex(*hex))
            }
            Said::Rallied(hex) => {
                hexes.push(*hex);
                format!("The Germans in {} recover.", names.hex(*hex))
            }
            Said::Revealed { unit, marker, hex } => {
                hexes.push(*hex);
                let it = &data.germans[unit.index()];
                let (strength, requires) = (it.strength, text::weapons(it.requires));
                let depth = match marker.map(|it| &data.depths[it.index()]) {
                    None => String::new(),
                    Some(it) if it.tactical => ", with a tactical reinforcement behind it".into(),
                    Some(it) => {
                        let requires = text::weapons(it.requires);
                        format!(", depth {} against {requires}", it.strength)
                    }
                };
                format!(
                    "In {} is {}, strength {strength} against {requires}{depth}.",
                    names.hex(*hex),
                    names.german(*unit)
                )
            }
            Said::Rejoined(unit) => {
                format!("Stragglers rejoin {}: it has two steps again.", names.unit(*unit))
            }
            Said::SalvoOnGermans(position) => {
                format!("The salvo falls on the Germans in {}.", names.position(*position))
            }
            Said::SalvoOnNobody(position) => {
                format!("The salvo falls on {}, where nobody is.", names.position(*position))
            }
        };
        (text, hexes)
    }
}
