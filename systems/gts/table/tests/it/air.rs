//! Weather, air, events and transfers, with the hooks of the scenario filled in by hand.

use std::sync::Arc;

use gts::data::{
    Air, Chit, Colour, Data, Delay, DivisionId, Edition, Effect, EventEntry, Events, Side, Supply,
    SupplyLevel, Transfer, Turn, UnitId, Weather,
};
use gts::question::{Opt, Question};
use gts::state::{Active, Phase, Place, Stage};
use gts::{Battle, Shared, activation, air, events, sequence, transfer, troop_quality, weather};
use kernel::{Game, Ledger, Mass, Odds, Policy};

const POSITION: &str = "
edition series
map 6x5
terrain town 0303
entry b 0603 0604
division A
division A2
unit a1 at 0202 A/x 1 step
unit a2 at 0101 A/x 1 step suppressed
unit b1 at 0302 1 step
unit b2 at 0404 1 step
leader La with a1
";

/// Takes the first option on its list that is offered, else the first.
#[derive(Clone, Copy)]
struct Wants(&'static [Opt]);

impl Policy<Battle> for Wants {
    fn decide(&mut self, _: &Battle, _: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let wanted = self.0.iter().find_map(|it| (0..n).find(|i| opt(*i) == *it));
        wanted.unwrap_or(0)
    }
}

type Step = fn(&mut Odds<Wants>, &mut Battle) -> Result<(), kernel::Cut>;

/// The chance, in tenths of a percent, that `holds` afterwards.
fn chance(g: &Battle, wants: Wants, step: Step, holds: impl Fn(&Battle) -> bool) -> Mass {
    let (mut sum, mut whole): (Mass, Mass) = (0, 0);
    let mut cx = Odds::new(wants);
    cx.every(g, step, |mass, (), end| {
        whole += mass;
        sum += if holds(end) { mass } else { 0 };
    });
    assert_eq!(whole, Battle::WHOLE);
    sum / (Battle::WHOLE / 1000)
}

fn battle(change: impl FnOnce(&mut Data)) -> Battle {
    let mut g = gts_table::cases::position(POSITION).expect("a position");
    let mut data = Data::clone(g.data());
    data.turns =
        vec![turn("0700", false), turn("0900", false), turn("1100", false), turn("Night", true)];
    data.turns[0].first_daylight = true;
    change(&mut data);
    g.cup = data.events.entries.iter().map(|it| it.count).collect();
    g.air.on = data.divisions.iter().map(|_| 0).collect();
    g.scene = Shared::new(Arc::new(data));
    g.turn = 1;
    g
}

fn turn(time: &str, night: bool) -> Turn {
    Turn {
        date: "6 June 1944".into(),
        time: time.into(),
        night,
        first_daylight: false,
        last_before_night: false,
    }
}

fn aircraft() -> Air {
    let points = vec![(Weather::Clear, 3), (Weather::Overcast, 1)];
    Air { points, rating: 6, row: Colour::Orange }
}

fn unit(g: &Battle, key: &str) -> UnitId {
    let at = g.data().units.iter().position(|it| it.key == key).expect("is there");
    UnitId(at as u8)
}

fn division(g: &Battle, key: &str) -> DivisionId {
    let at = g.data().divisions.iter().position(|it| it.key == key).expect("is there");
    DivisionId(at as u8)
}

#[test]
fn the_weather_is_rolled_on_the_first_daylight_turn_and_holds() {
    let mut g = battle(|data| {
        data.weather_table = vec![
            (0, Weather::Clear),
            (5, Weather::Overcast),
            (7, Weather::Rain),
            (9, Weather::Fog),
        ];
    });
    let is =
        |g: &Battle, kind: Weather| chance(g, Wants(&[]), weather::roll, |it| it.weather == kind);
    assert_eq!(is(&g, Weather::Clear), 500);
    assert_eq!(is(&g, Weather::Rain), 200);
    assert_eq!(is(&g, Weather::Fog), 100);
    g.turn = 2;
    g.weather = Weather::Fog;
    assert_eq!(is(&g, Weather::Fog), 1000);
    g.turn = 3;
    assert_eq!(is(&g, Weather::Overcast), 1000);
    g.weather = Weather::Rain;
    assert_eq!(is(&g, Weather::Rain), 1000);
}

#[test]
fn the_clock_counts_in_the_normandy_edition() {
    let mut g = battle(|data| {
        data.edition = Edition::Normandy;
        (data.turns[0].first_daylight, data.turns[1].first_daylight) = (false, true);
        data.weather_table = vec![(0, Weather::Storm)];
    });
    let storm = |it: &Battle| it.weather == Weather::Storm;
    assert_eq!(chance(&g, Wants(&[]), weather::roll, storm), 1000);
    g.turn = 2;
    assert_eq!(chance(&g, Wants(&[]), weather::roll, storm), 0);
}

#[test]
fn at_most_two_points_interdict_and_the_rest_goes_to_divisions() {
    let mut g = battle(|data| data.air[0] = Some(aircraft()));
    let hexes: Vec<_> = g.scene.entry[1].iter().collect();
    let wants: &'static [Opt] = Box::leak(
        hexes.iter().map(|it| Opt::Interdict(*it)).collect::<Vec<_>>().into_boxed_slice(),
    );
    let mut cx = Odds::new(Wants(wants));
    air::determine(&mut cx, &mut g);
    assert_eq!(g.air.left, [3, 0]);
    g.phase = Phase::Air(Side::First);
    for _ in 0..6 {
        if let Phase::Air(side) = g.phase {
            let _ = air::allot(&mut cx, &mut g, side);
        }
    }
    assert_eq!(g.phase, Phase::Reinforcements);
    assert_eq!(g.air.interdicted.len(), 2);
    assert_eq!(g.air.on[usize::from(division(&g, "A").0)], 1);
    // Night ends the day.
    g.turn = 4;
    air::determine(&mut cx, &mut g);
    assert!(g.air.interdicted.is_empty() && g.air.on.iter().all(|it| *it == 0));
}

fn strike_position(flak: Option<u8>, negative: bool) -> Battle {
    strike_near_town(flak, negative, false)
}

fn strike_near_town(flak: Option<u8>, negative: bool, inherent: bool) -> Battle {
    let mut g = battle(|data| {
        data.air[0] = Some(aircraft());
        data.switches.air_negative_modifiers = negative;
        data.switches.inherent_air_defence = inherent;
        let at = data.units.iter().position(|it| it.key == "b2").expect("is there");
        data.units[at].flak = flak;
        let at = data.units.iter().position(|it| it.key == "b1").expect("is there");
        data.units[at].front.defense = -2;
    });
    let a = division(&g, "A");
    g.air.on[usize::from(a.0)] = 1;
    g.active = Some(Active::new(Chit::Division(a), Side::First, Stage::Actions));
    g
}

#[test]
fn a_strike_costs_its_point_even_if_flak_drives_it_off() {
    let g = strike_position(Some(4), true);
    assert!(air::may_call(&g));
    let (a1, b1) = (unit(&g, "a1"), unit(&g, "b1"));
    let a = usize::from(division(&g, "A").0);
    let b1: &'static [Opt] = Box::leak(Box::new([Opt::Target(b1)]));
    let spent = |it: &Battle| {
        it.air.on[a] == 0 && it.active.as_ref().is_some_and(|it| it.called.contains(a1))
    };
    assert_eq!(chance(&g, Wants(b1), air::strike, spent), 1000);
    // Rating 6, Defense -2: rolls 0 to 4 hit, and 0 takes the only step. Flak 4 lets half of them through.
    let dead = |it: &Battle| it[unit(it, "b1")].place == Place::Eliminated;
    assert_eq!(chance(&g, Wants(b1), air::strike, dead), 50);
    let free = strike_position(None, true);
    assert_eq!(chance(&free, Wants(b1), air::strike, dead), 100);
    // Without negative modifiers 5 and 6 hit as well.
    let mild = strike_position(None, false);
    assert_eq!(chance(&mild, Wants(b1), air::strike, dead), 300);
    // The town next door has flak of its own: 2.
    let town = strike_near_town(None, true, true);
    assert_eq!(chance(&town, Wants(b1), air::strike, dead), 70);
    let both = strike_near_town(Some(4), true, true);
    assert_eq!(chance(&both, Wants(b1), air::strike, dead), 35);
}

#[test]
fn no_strike_at_night_nor_by_a_suppressed_unit() {
    let mut g = strike_position(None, true);
    g.turn = 4;
    assert!(!air::may_call(&g));
    g.turn = 2;
    let a1 = unit(&g, "a1");
    g[a1].suppressed = true;
    assert!(!air::may_call(&g));
}

#[test]
fn interdiction_holds_up_three_in_ten_until_night() {
    let mut g = battle(|_| ());
    let (b2, b) = (unit(&g, "b2"), unit(&g, "b1"));
    let hex = g.scene.entry[1].iter().next().expect("is there");
    g.take(b2, Place::Holding(hex));
    g.air.interdicted.push((Side::First, hex));
    let chit = Chit::Division(g.division(b));
    g.active = Some(Active::new(chit, Side::Second, Stage::Opening));
    let held = |it: &Battle| it[b2].interdicted && it[b2].place == Place::Holding(hex);
    assert_eq!(chance(&g, Wants(&[]), activation::play, held), 300);
    let came = |it: &Battle| it[b2].place == Place::Hex(hex);
    assert_eq!(chance(&g, Wants(&[]), activation::play, came), 700);
    // Held up already it does not roll again.
    g[b2].interdicted = true;
    assert_eq!(chance(&g, Wants(&[]), activation::play, held), 1000);
    g.turn = 4;
    air::determine(&mut Odds::new(Wants(&[])), &mut g);
    assert_eq!(chance(&g, Wants(&[]), activation::play, came), 1000);
}

fn event(effect: Effect, side: Option<Side>) -> EventEntry {
    EventEntry { from: 0, to: 9, count: 1, returns: false, effect, side }
}

fn only(effect: Effect, side: Option<Side>) -> Battle {
    battle(|data| data.events = Events { entries: vec![event(effect, side)], drawn: false })
}

#[test]
fn a_die_decides_whose_hero_it_is_and_he_goes_in_step_i() {
    let g = only(Effect::Hero, None);
    let hero = |key: &'static str| move |it: &Battle| it[unit(it, key)].hero;
    assert_eq!(chance(&g, Wants(&[]), events::play, hero("a1")), 500);
    assert_eq!(chance(&g, Wants(&[]), events::play, hero("b1")), 500);
    let mut g = only(Effect::Heroic, Some(Side::First));
    let (a1, b1) = (unit(&g, "a1"), unit(&g, "b1"));
    (g[a1].hero, g[a1].delay, g[b1].delay) = (true, Some(Delay::Para2), Some(Delay::DugIn));
    events::lift_markers(&mut g);
    assert_eq!((g[a1].hero, g[a1].delay), (false, Some(Delay::Para1)));
    events::lift_markers(&mut g);
    assert_eq!((g[a1].delay, g[b1].delay), (None, Some(Delay::DugIn)));
}

#[test]
fn events_rally_send_dispatches_confuse_and_bring_aircraft() {
    let first = Some(Side::First);
    let rallied = |it: &Battle| !it[unit(it, "a2")].suppressed;
    assert_eq!(chance(&only(Effect::Rally, first), Wants(&[]), events::play, rallied), 1000);

    let mut g = only(Effect::Dispatches, first);
    let (a, a2) = (division(&g, "A"), division(&g, "A2"));
    let points = |it: &Battle, id: DivisionId| it.points[usize::from(id.0)];
    let dp = points(&g, a).dp;
    assert_eq!(chance(&g, Wants(&[]), events::play, |it| points(it, a).dp == dp + 1), 1000);
    g.points[usize::from(a.0)].dp = 19;
    let dp = points(&g, a2).dp;
    assert_eq!(chance(&g, Wants(&[]), events::play, |it| points(it, a2).dp == dp + 1), 1000);

    let mut g = only(Effect::CommandConfusion, first);
    g.points[usize::from(a.0)].cp = 3;
    g.points[usize::from(a2.0)].cp = 3;
    let confused = |it: &Battle| (points(it, a).cp, points(it, a2).cp) == (2, 3);
    assert_eq!(chance(&g, Wants(&[]), events::play, confused), 1000);

    let mut g = only(Effect::AirSupport, first);
    let on = |it: &Battle| it.air.on[usize::from(a.0)] == 1;
    assert_eq!(chance(&g, Wants(&[]), events::play, on), 1000);
    g.turn = 4;
    assert_eq!(chance(&g, Wants(&[]), events::play, on), 0);
}

#[test]
fn a_marker_that_does_not_return_leaves_the_cup() {
    let g = battle(|data| {
        let mut entries = vec![event(Effect::Nothing, None), event(Effect::Nothing, None)];
        (entries[0].count, entries[1].count, entries[1].returns) = (1, 3, true);
        data.events = Events { entries, drawn: true };
    });
    let left = |it: &Battle| it.cup.as_slice() == [0, 3];
    assert_eq!(chance(&g, Wants(&[]), events::play, left), 250);
    assert_eq!(chance(&g, Wants(&[]), events::play, |it| it.cup.as_slice() == [1, 3]), 750);
    let mut empty = g;
    empty.cup.fill(0);
    assert_eq!(chance(&empty, Wants(&[]), events::play, |it| it == &empty), 1000);
}

#[test]
fn a_formation_passes_to_another_division_if_its_owner_agrees() {
    let place = |optional| {
        let g = battle(|_| ());
        let (formation, to) =
            (g.scene.formation[usize::from(unit(&g, "a1").0)], division(&g, "A2"));
        let formation = formation.expect("has one");
        battle(|data| data.transfers = vec![Transfer { turn: 1, formation, to, optional }])
    };
    let passed = |it: &Battle| it.division(unit(it, "a1")) == division(it, "A2");
    assert_eq!(chance(&place(false), Wants(&[]), transfer::step, passed), 1000);
    assert_eq!(chance(&place(true), Wants(&[Opt::No]), transfer::step, passed), 0);
    let mut g = place(true);
    assert_eq!(chance(&g, Wants(&[Opt::Yes]), transfer::step, passed), 1000);
    g.phase = Phase::Transfers;
    assert_eq!(chance(&g, Wants(&[Opt::Yes]), sequence::step, passed), 1000);
}

#[test]
fn lines_of_supply_add_up() {
    let plain = battle(|_| ());
    let a = division(&plain, "A");
    let g = battle(|data| {
        let line = |level| Supply { division: a, from: 1, to: 2, level };
        data.supply = vec![line(SupplyLevel::Emergency), line(SupplyLevel::DropZoneClosed)];
    });
    let tq = |g: &Battle| {
        let mut sum = kernel::Sum::default();
        troop_quality::count(g, unit(g, "a1"), &mut sum);
        sum.total()
    };
    assert_eq!(tq(&g), tq(&plain) - 3);
}
