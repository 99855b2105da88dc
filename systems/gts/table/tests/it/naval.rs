//! Section 27 on a small coast of our own: the laws by random play, and single statements with chosen dice and answers.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use gts::data::{
    Arm, AtSea, BeachId, BeachKind, Belongs, Chit, Colour, Data, ForceId, ForceKind, Naval,
    PrintedRange, RangeBox, ShipKind, ShipMoves, Side, Start, SubBeach, SubBeachId, UnitId,
};
use gts::direct_fire::Said as Shot;
use gts::event::Event;
use gts::purchase::Purchase;
use gts::question::{Action, Opt, Question};
use gts::state::{Active, Barrage, Battle, Place, Post, Stage};
use gts::{Shared, beach, landing, naval, text};
use gts_table::cases::position;
use kernel::{Cx, Dice, Rng, Rule, Rules, Sum, Throw};
use testkit::laws::laws;

const GAMES: u64 = if cfg!(debug_assertions) { 200 } else { 2000 };

/// Sea in the first row, beach in the second, gaps to the third. A lands, B defends.
const COAST: &str = "\
turn 1 of 4
letter S = sea
map
S S S S S S S S
 e e e e e e e e
. . . . . . . .
 . . . w . . . .
. . . . . . . .
 . . v . . . . .
. . . . . . . .
gap-closed 0102-0103 0202-0203 0302-0303 0402-0403 0502-0503 0602-0603 0702-0703
gap-closed 0102-0203 0202-0303 0302-0403 0402-0503 0502-0603 0602-0703 0702-0803
unit a1 A/A1 infantry battalion x at 0107; unit a2 A/A1 infantry battalion x at 0107
unit a3 A/A1 infantry battalion x at 0107; unit a4 A/A1 infantry battalion y at 0207
unit a5 A/A1 ranger battalion y at 0207; unit e1 A/white engineer at 0307
unit t1 A/white dd-tank at 0407; unit t2 A/white tank at 0507
unit m1 A/white motor-infantry at 0607; unit f1 A/A1 infantry battalion z at 0107
unit f2 A/A1 infantry battalion z at 0107; unit f3 A/A1 infantry battalion z at 0107
unit f4 A/A1 infantry battalion z at 0207; unit f5 A/A1 infantry battalion z at 0207
unit b1 B/B1 infantry at 0203; unit b2 B/B1 infantry at 0603; unit b3 B/B1 machine-gun at 0404
unit k1 B/black coastal-battery at 0705; unit b4 B/B1 infantry at 0306
leader La with a1; leader Lb with b3
division A cp 8; division B cp 4";

/// The coast with its Naval Display: two sub-beaches of one Beach, four ships and craft to carry.
fn coast(change: impl FnOnce(&mut Data)) -> Battle {
    let mut data = position(COAST).expect("a coast").data().clone();
    let hex = |label: &str| data.map.find(label).expect("a hex");
    let row = |columns: std::ops::RangeInclusive<u8>| -> Vec<_> {
        columns.map(|it| hex(&format!("{it:02}02"))).collect()
    };
    let mut gaps = Vec::new();
    for column in 1..=7 {
        let from = hex(&format!("{column:02}02"));
        gaps.push((from, hex(&format!("{column:02}03"))));
        gaps.push((from, hex(&format!("{:02}03", column + 1))));
    }
    gaps.sort_unstable();
    let (west, east, marker) = (row(1..=4), row(5..=8), hex("0401"));
    let coast = vec![hex("0102"), hex("0802"), hex("0803")];
    let sub =
        |key: &str, hexes| SubBeach { key: key.into(), name: key.into(), beach: BeachId(0), hexes };
    let mut naval = Naval {
        side: Side::First,
        range_boxes: vec![("Long".into(), 30), ("Short".into(), 10)],
        forces: vec![ForceKind { key: "s".into(), name: "Force S".into(), marker, coast }],
        beaches: vec![BeachKind {
            key: "sword".into(),
            name: "Sword".into(),
            force: ForceId(0),
            obstacles: 3,
            nests: 4,
            gap: 5,
            sea_state: 3,
            overlay: true,
            overlay_until: None,
            gaps,
            craft: Vec::new(),
        }],
        sub_beaches: vec![sub("west", west), sub("east", east)],
        double_play: Some(1),
        phone_window: None,
    };
    let float =
        |data: &mut Data, key: &str, arm: Arm, fire: Option<(u8, Colour)>, range, steps, at| {
            let mut kind = data.units[0].clone();
            (kind.key, kind.name, kind.arm, kind.steps) = (key.into(), key.into(), arm, steps);
            (kind.belongs, kind.battalion) = (Belongs::BlackStripe, None);
            (kind.front.fire, kind.front.range, kind.front.tq) =
                (fire, PrintedRange::Hexes(range), 0);
            kind.front.defense = 0;
            kind.ship =
                kind.is_ship().then_some(ShipKind { home: ForceId(0), moves: ShipMoves::Any });
            let start = gts::data::UnitStart { at, ..data.unit_starts[0] };
            data.units.push(kind);
            data.unit_starts.push(start);
            UnitId(data.units.len() as u8 - 1)
        };
    let station = |at| Start::Sea { turn: 0, at: AtSea::Range(ForceId(0), RangeBox(at)) };
    float(&mut data, "bb", Arm::Battleship, Some((8, Colour::Orange)), 80, 0, station(0));
    float(&mut data, "dd", Arm::Destroyer, Some((5, Colour::Orange)), 40, 0, station(1));
    float(&mut data, "lcs", Arm::SupportCraft, Some((4, Colour::White)), 14, 0, station(1));
    float(&mut data, "lcr", Arm::RocketCraft, Some((7, Colour::Yellow)), 14, 0, station(1));
    for i in 0..6 {
        let gun = (i == 0).then_some((3, Colour::White));
        let key = format!("lc{i}");
        let id = float(&mut data, &key, Arm::LandingCraft, gun, 3, 2, Start::Absent);
        naval.beaches[0].craft.push(id);
    }
    let first = [("a1", 0), ("a2", 0), ("a3", 0), ("e1", 0), ("t1", 1)];
    for (i, kind) in data.units.iter().enumerate() {
        let at = match first.iter().find(|it| it.0 == kind.key) {
            Some((_, sub)) => AtSea::Wave(SubBeachId(*sub)),
            None if ["a4", "a5"].contains(&kind.key.as_str()) => AtSea::Loading(SubBeachId(1)),
            None if kind.key.starts_with('f') => AtSea::Loading(SubBeachId(0)),
            None => AtSea::EnRoute(ForceId(0)),
        };
        if kind.side == Side::First && !kind.is_afloat() {
            let turn = if kind.key == "m1" { 2 } else { 0 };
            data.unit_starts[i].at = Start::Sea { turn, at };
        }
    }
    data.naval = Some(naval);
    data.victory.per_enemy_step = [1, 1];
    change(&mut data);
    Battle::new(Shared::new(Arc::new(data)))
}

#[test]
fn the_laws_hold_on_the_coast() {
    for overlay in [true, false] {
        let start = coast(|data| {
            for beach in data.naval.iter_mut().flat_map(|it| &mut it.beaches) {
                beach.overlay = overlay;
            }
        });
        let games = if overlay { GAMES } else { GAMES / 10 };
        let tally =
            laws::<gts_table::Gts>(&start, 0..games, 27, 20).unwrap_or_else(|it| panic!("{it}"));
        println!("{tally}");
        assert_eq!(tally.games, games);
    }
}

/// Plays at random and remembers what happened.
struct Random {
    rng: Rng,
    log: Vec<Event>,
}

impl Cx<Battle> for Random {
    type Halt = Infallible;
    type Ledger = Sum;
    fn throw(
        &mut self,
        _: &Battle,
        _: Question,
        dice: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Infallible> {
        Ok(Throw(self.rng.below(dice.faces())))
    }
    fn pick(
        &mut self,
        g: &Battle,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> Result<usize, Infallible> {
        // Every question and every option can be put into words.
        assert!(!text::prompt(g, &ask).is_empty());
        for i in 0..n {
            assert!(!text::option(g, &ask, opt(i)).0.is_empty(), "{ask:?}");
        }
        Ok(self.rng.below(n as u32) as usize)
    }
    fn propose(
        &mut self,
        _: &Battle,
        _: Question,
        _: impl Fn(&Vec<Purchase>) -> Result<(), kernel::Objection>,
        ready: impl Fn(kernel::Wanted) -> Vec<Vec<Purchase>>,
    ) -> Result<Vec<Purchase>, Infallible> {
        let mut ready = ready(kernel::Wanted::All);
        Ok(ready.swap_remove(self.rng.below(ready.len() as u32) as usize))
    }
    fn say(&mut self, _: Rule, event: impl FnOnce() -> Event) {
        self.log.push(event());
    }
}

#[test]
fn random_games_see_every_part_of_the_landing() {
    let start = with_numbers(3, 4, 3);
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for seed in 0..100 {
        let mut cx = Random { rng: Rng(seed), log: Vec::new() };
        let mut g = start.clone();
        while !g.is_over() {
            let Ok(()) = Battle::step(&mut cx, &mut g);
        }
        for event in &cx.log {
            assert!(!event.words(g.data()).0.is_empty());
            let name = format!("{event:?}");
            // `Landing(Landed { .. })`: what its file says.
            let name = name.split([' ', '(', ')']).nth(1).unwrap_or_default().to_owned();
            *seen.entry(name).or_default() += 1;
        }
    }
    for name in "Landed Beached Recycled Sunk Drifts DriftReduced Embarked Loaded MarkerMoved ShipMoved ChitReturned \
                 BeachReduced BeachHolds GapOpened RocketsSpent PhoneCut Attacked"
        .split_whitespace()
    {
        assert!(seen.contains_key(name), "{name}: {seen:?}");
    }
}

/// Answers and dice in order. A question with no answer left takes its first option.
struct Script {
    dice: VecDeque<u32>,
    answers: VecDeque<Opt>,
    asked: Vec<(Rule, Vec<Opt>)>,
    log: Vec<Event>,
}

fn script(dice: &[u32], answers: &[Opt]) -> Script {
    let (dice, answers) = (dice.iter().copied().collect(), answers.iter().copied().collect());
    Script { dice, answers, asked: Vec::new(), log: Vec::new() }
}

impl Cx<Battle> for Script {
    type Halt = Infallible;
    type Ledger = Sum;
    fn throw(
        &mut self,
        _: &Battle,
        ask: Question,
        _: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Infallible> {
        let die = self.dice.pop_front();
        let die = die.unwrap_or_else(|| panic!("no die left for {ask:?}; so far {:?}", self.log));
        Ok(Throw(die))
    }
    fn pick(
        &mut self,
        _: &Battle,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> Result<usize, Infallible> {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        // In the order of the list, unless the script names who is next.
        if options[0] == Opt::InThisOrder
            && !self.answers.front().is_some_and(|it| options.contains(it))
        {
            return Ok(0);
        }
        self.asked.push((ask.rule, options.clone()));
        let Some(answer) = self.answers.pop_front() else { return Ok(0) };
        let at = options.iter().position(|it| *it == answer);
        Ok(at.unwrap_or_else(|| panic!("{answer:?} for {ask:?}: {options:?}")))
    }
    fn propose(
        &mut self,
        _: &Battle,
        _: Question,
        _: impl Fn(&Vec<Purchase>) -> Result<(), kernel::Objection>,
        ready: impl Fn(kernel::Wanted) -> Vec<Vec<Purchase>>,
    ) -> Result<Vec<Purchase>, Infallible> {
        Ok(ready(kernel::Wanted::All).swap_remove(0))
    }
    fn say(&mut self, _: Rule, event: impl FnOnce() -> Event) {
        self.log.push(event());
    }
}

impl Script {
    fn play(&mut self, g: &mut Battle, step: u8) {
        let mut active = Active::new(Chit::Naval, Side::First, Stage::Naval(step));
        if let Some(before) = g.active.take() {
            active.acted = before.acted;
        }
        g.active = Some(active);
        let Ok(()) = naval::play(self, g, step);
    }
    fn was_asked(&self, rule: Rule) -> bool {
        self.asked.iter().any(|it| it.0 == rule)
    }
}

fn unit(g: &Battle, key: &str) -> UnitId {
    let at = g.data().units.iter().position(|it| it.key == key);
    UnitId(at.unwrap_or_else(|| panic!("no unit {key}")) as u8)
}

fn at(g: &Battle, label: &str) -> board::HexId {
    g.data().map.find(label).expect("a hex")
}

fn craft_of(g: &Battle, key: &str) -> UnitId {
    g[unit(g, key)].aboard.expect("a craft")
}

fn with_numbers(obstacles: u8, nests: u8, gap: u8) -> Battle {
    coast(|data| {
        for beach in data.naval.iter_mut().flat_map(|it| &mut it.beaches) {
            (beach.obstacles, beach.nests, beach.gap) = (obstacles, nests, gap);
        }
    })
}

fn remove(g: &mut Battle, keys: &[&str]) {
    for key in keys {
        let id = unit(g, key);
        g.take(id, Place::Absent);
    }
}

#[test]
fn a_battalion_shares_a_craft_and_independents_have_their_own() {
    let g = with_numbers(0, 0, 5);
    assert_eq!(craft_of(&g, "a1"), craft_of(&g, "a3"));
    assert_ne!(craft_of(&g, "a1"), craft_of(&g, "e1"));
    assert_eq!(g[unit(&g, "t1")].aboard, None);
    assert_eq!(g[craft_of(&g, "a1")].place, g[unit(&g, "a1")].place);
}

#[test]
fn ten_steps_of_a_battalion_take_two_craft() {
    let mut g = with_numbers(0, 0, 5);
    let mut cx = script(&[], &[]);
    for _ in 0..6 {
        cx.play(&mut g, 5);
    }
    assert_eq!(craft_of(&g, "f1"), craft_of(&g, "f4"));
    assert_ne!(craft_of(&g, "f1"), craft_of(&g, "f5"));
    assert!(!cx.was_asked(gts::naval::WAVE), "six craft are enough: {:?}", cx.asked);
}

#[test]
fn too_few_craft_leave_the_owner_to_choose() {
    let mut g = with_numbers(0, 0, 5);
    remove(&mut g, &["a4", "a5"]);
    let naval = g.data().naval.clone().expect("a coast");
    for id in &naval.beaches[0].craft[3..] {
        g[*id].place = Place::Eliminated;
    }
    let f5 = unit(&g, "f5");
    let mut cx = script(&[], &[Opt::Unit(f5)]);
    cx.play(&mut g, 5);
    cx.play(&mut g, 5);
    assert_eq!(g[f5].place, Place::Sea(AtSea::Wave(SubBeachId(0))));
    assert_eq!(g[unit(&g, "f1")].place, Place::Sea(AtSea::Loading(SubBeachId(0))));
}

#[test]
fn obstacles_and_a_natural_zero_hand_on_step_loss_and_drift() {
    let mut g = with_numbers(3, 0, 5);
    remove(&mut g, &["b1", "b3"]);
    let (craft, hex) = (craft_of(&g, "a1"), at(&g, "0102"));
    let mut cx = script(&[0], &[Opt::Unit(craft), Opt::Hex(hex)]);
    cx.play(&mut g, 4);
    for key in ["a1", "a2", "a3"] {
        let it = &g[unit(&g, key)];
        assert_eq!((it.steps, it.drift, it.cohesion), (1, 2, 0), "{key}");
        assert_eq!(it.hex(), Some(hex));
    }
    assert_eq!((g[craft].place, g[craft].steps), (Place::Absent, 2));
    assert_eq!(g.steps_lost, [3, 0]);
    // Drifting, they may only come ashore.
    let a1 = unit(&g, "a1");
    let mut cx = script(&[], &[Opt::Unit(a1)]);
    cx.play(&mut g, 4);
    assert_eq!(g[a1].drift, 1);
    assert_eq!(g.points(g.division(a1)).cp, 7);
}

#[test]
fn a_one_step_unit_takes_a_cohesion_hit_for_the_step_loss_of_its_craft() {
    let mut g = with_numbers(3, 0, 5);
    remove(&mut g, &["b1", "b3"]);
    let (e1, craft) = (unit(&g, "e1"), craft_of(&g, "e1"));
    g[e1].steps = 1;
    let hex = at(&g, "0102");
    script(&[0], &[Opt::Unit(craft), Opt::Hex(hex)]).play(&mut g, 4);
    assert_eq!((g[e1].steps, g[e1].cohesion), (1, 1));
}

#[test]
fn a_craft_lost_takes_all_aboard_and_is_recycled() {
    let mut g = with_numbers(7, 0, 5);
    let (craft, hex) = (craft_of(&g, "a1"), at(&g, "0102"));
    let mut cx = script(&[6], &[Opt::Unit(craft), Opt::Hex(hex)]);
    cx.play(&mut g, 4);
    assert_eq!(g[craft].place, Place::Absent);
    assert!(["a1", "a2", "a3"].iter().all(|it| g[unit(&g, it)].place == Place::Eliminated));
    assert_eq!(g.steps_lost, [6, 0]);
    // The leader goes to another unit of his formation, here at sea.
    assert!(matches!(g.leaders[0].post, Post::With(id) if matches!(g[id].place, Place::Sea(_))));
}

#[test]
fn a_craft_has_no_troop_quality() {
    let mut g = with_numbers(3, 4, 5);
    remove(&mut g, &["b1", "b3"]);
    let (craft, hex) = (craft_of(&g, "e1"), at(&g, "0102"));
    // Obstacles miss; nests at the craft with 1: S?, which is failed without a die, and S is taken without a choice.
    let mut cx = script(&[9, 1], &[Opt::Unit(craft), Opt::Hex(hex), Opt::Yes]);
    cx.play(&mut g, 4);
    assert!(g[unit(&g, "e1")].suppressed);
    assert!(!cx.was_asked(gts::landing::UNIT_NEST), "used on the craft");
}

#[test]
fn nests_that_spared_the_craft_may_fire_at_one_landed_unit() {
    let mut g = with_numbers(0, 4, 5);
    remove(&mut g, &["b1", "b3"]);
    let (craft, hex, a2) = (craft_of(&g, "a1"), at(&g, "0102"), unit(&g, "a2"));
    let answers = [Opt::Unit(craft), Opt::Hex(hex), Opt::No, Opt::NotInColumn, Opt::Target(a2)];
    let mut cx = script(&[5], &answers);
    cx.play(&mut g, 4);
    // Red 5 on the white side: C.
    assert_eq!((g[a2].cohesion, g[unit(&g, "a1")].cohesion), (1, 0));
}

#[test]
fn op_fire_at_the_craft_or_at_a_landed_unit() {
    let mut g = with_numbers(0, 0, 5);
    let (craft, b1, a3) = (craft_of(&g, "a1"), unit(&g, "b1"), unit(&g, "a3"));
    remove(&mut g, &["b3"]);
    let hex = at(&g, "0202");
    let answers = [
        Opt::Unit(craft),
        Opt::Hex(hex),
        Opt::Nobody,
        Opt::NotInColumn,
        Opt::Target(a3),
        Opt::Shot { firer: b1, target: a3 },
    ];
    let mut cx = script(&[1, 9], &answers);
    cx.play(&mut g, 4);
    assert!(
        cx.log.iter().any(|it| matches!(it, Event::DirectFire(Shot::Fired { op: true, .. }))),
        "{:?}",
        cx.log
    );
    // Used on the craft, it is not offered again.
    let mut g = with_numbers(0, 0, 5);
    remove(&mut g, &["b3"]);
    let answers =
        [Opt::Unit(craft), Opt::Hex(hex), Opt::Shot { firer: b1, target: craft }, Opt::NotInColumn];
    let mut cx = script(&[1, 9], &answers);
    cx.play(&mut g, 4);
    assert!(!cx.was_asked(gts::landing::UNIT_OPFIRE));
}

#[test]
fn passengers_do_not_count_for_the_mass_of_their_craft_nor_the_craft_for_theirs() {
    let mut g = with_numbers(0, 0, 5);
    let (craft, hex) = (craft_of(&g, "a1"), at(&g, "0102"));
    g.put(craft, hex);
    assert_eq!(gts::modifiers::mass(&g, craft, hex), 0);
    let (a1, a2) = (unit(&g, "a1"), unit(&g, "a2"));
    g.put(a1, hex);
    g.put(a2, hex);
    assert_eq!(gts::modifiers::mass(&g, a1, hex), 1);
    assert_eq!(gts::stacking::steps_not_in_column(&g, hex), 4);
}

#[test]
fn a_landed_unit_acts_again_only_with_a_leader_ashore() {
    let mut g = with_numbers(0, 0, 5);
    remove(&mut g, &["b1", "b3"]);
    let (craft, hex) = (craft_of(&g, "e1"), at(&g, "0102"));
    script(&[], &[Opt::Unit(craft), Opt::Hex(hex)]).play(&mut g, 4);
    let mut cx = script(&[], &[]);
    cx.play(&mut g, 4);
    assert!(!cx.was_asked(gts::landing::SECOND), "the leader is still at sea");
    let (craft, e1) = (craft_of(&g, "a1"), unit(&g, "e1"));
    script(&[], &[Opt::Unit(craft), Opt::Hex(hex)]).play(&mut g, 4);
    // The engineers landed before and are not offered; a1 rolls on the table: "other", 2 with two steps.
    let a1 = unit(&g, "a1");
    // Nest fire comes first and misses.
    let mut cx = script(&[9, 2], &[Opt::Unit(a1)]);
    if let Some(naval) = &mut g.naval {
        naval.beaches[0].nests = 4;
    }
    cx.play(&mut g, 4);
    assert!(!cx.asked[0].1.contains(&Opt::Unit(e1)));
    assert_eq!(beach::state(&g, BeachId(0)).map(|it| it.nests), Some(3), "{:?}", cx.log);
}

#[test]
fn engineers_open_gaps_as_the_number_falls_to_two() {
    let mut g = with_numbers(0, 0, 3);
    let e1 = unit(&g, "e1");
    g[e1].aboard = None;
    g.put(e1, at(&g, "0302"));
    let (from, to) = (at(&g, "0302"), at(&g, "0303"));
    assert!(!beach::is_gap_open(&g, from, to));
    assert!(!gts::cost::may_enter(&g, e1, from, to));
    // Engineer of one step: 2 counts as 3 and is still strong, the Gap falls by 2 and passes 2 and 1: two markers.
    let Ok(()) = beach::fire(&mut script(&[2], &[]), &mut g, e1);
    assert_eq!(
        beach::state(&g, BeachId(0)).map(|it| (it.gap, it.open_gaps.count_ones())),
        Some((1, 2))
    );
    assert!(beach::is_gap_open(&g, from, to));
    // With a Cohesion Hit besides, 6 counts as 8 and does nothing.
    g[e1].cohesion = 1;
    let Ok(()) = beach::fire(&mut script(&[6], &[]), &mut g, e1);
    assert_eq!(beach::state(&g, BeachId(0)).map(|it| it.gap), Some(1));
    let Ok(()) = beach::fire(&mut script(&[0], &[]), &mut g, e1);
    script(&[], &[]).play(&mut g, 1);
    let state = *beach::state(&g, BeachId(0)).expect("a beach");
    assert!(state.open && state.open_gaps == 0 && state.gap == 0);
    assert!(beach::may_fire(&g, e1).is_err(), "nothing is left");
}

#[test]
fn a_ship_sees_from_the_beach_or_rolls_for_its_spotter() {
    let mut g = with_numbers(0, 0, 5);
    let (bb, b1) = (unit(&g, "bb"), unit(&g, "b1"));
    let mut cx = script(&[9], &[Opt::Target(b1)]);
    cx.play(&mut g, 2);
    let by_bb =
        |it: &Event| matches!(it, Event::DirectFire(Shot::Fired { firer, .. }) if *firer == bb);
    assert!(cx.log.iter().any(by_bb));
    // Behind the woods only a spotter sees, and there is none; without the overlay nobody sees but batteries.
    let mut g = coast(|data| {
        for beach in data.naval.iter_mut().flat_map(|it| &mut it.beaches) {
            beach.overlay = false;
        }
    });
    let (e1, k1) = (unit(&g, "e1"), unit(&g, "k1"));
    let mut cx = script(&[], &[]);
    cx.play(&mut g, 2);
    assert_eq!(cx.asked[0].1, [Opt::Nobody, Opt::Target(k1)]);
    g[e1].aboard = None;
    g.put(e1, at(&g, "0102"));
    g.active = None;
    // On a 7 the ship does not understand.
    let mut cx = script(&[7], &[Opt::Target(b1)]);
    cx.play(&mut g, 2);
    assert!(cx.log.iter().any(|it| matches!(it, Event::Naval(naval::Said::ShipMayNotFire(_)))));
}

#[test]
fn a_natural_zero_of_a_ship_cuts_the_lines() {
    let mut g = with_numbers(0, 0, 5);
    let b1 = unit(&g, "b1");
    script(&[0, 0], &[Opt::Target(b1)]).play(&mut g, 2);
    assert!(beach::state(&g, BeachId(0)).is_some_and(|it| it.phone_cut));
    let mut g = coast(|data| {
        if let Some(naval) = &mut data.naval {
            naval.phone_window = Some((2, 3));
        }
    });
    script(&[0, 0], &[Opt::Target(b1)]).play(&mut g, 2);
    assert!(beach::state(&g, BeachId(0)).is_some_and(|it| !it.phone_cut));
}

#[test]
fn rockets_are_fired_once_and_support_craft_hit_the_nests() {
    let mut g = with_numbers(0, 4, 5);
    let (bb, dd, lcs, lcr) = (unit(&g, "bb"), unit(&g, "dd"), unit(&g, "lcs"), unit(&g, "lcr"));
    let mut cx =
        script(&[3, 4], &[Opt::Nobody, Opt::Nobody, Opt::BeachDefences, Opt::BeachDefences]);
    for _ in [bb, dd, lcs, lcr] {
        cx.play(&mut g, 2);
    }
    assert_eq!(beach::state(&g, BeachId(0)).map(|it| it.nests), Some(3));
    assert!(matches!(g[lcs].place, Place::Sea(_)));
    assert_eq!(g[lcr].place, Place::Eliminated);
    assert_eq!(g.steps_lost, [0, 0]);
}

#[test]
fn a_coastal_battery_sinks_what_it_hits() {
    let mut g = with_numbers(0, 0, 5);
    let (k1, craft) = (unit(&g, "k1"), craft_of(&g, "a1"));
    let mut cx = script(&[1], &[Opt::Target(craft)]);
    cx.play(&mut g, 3);
    assert_eq!(g[craft].place, Place::Absent, "{:?}", cx.log);
    assert_eq!(g.steps_lost, [6, 0]);
    assert!(g.barrages.is_empty());
    let hex = at(&g, "0705");
    assert!(naval::may_fire_at_sea(&g, k1, hex));
    g.barrages.push((hex, Barrage::Light));
    assert!(!naval::may_fire_at_sea(&g, k1, hex));
    g.barrages.clear();
    g[k1].suppressed = true;
    assert!(!naval::may_fire_at_sea(&g, k1, hex));
    g[k1].suppressed = false;
    let t2 = unit(&g, "t2");
    g.put(t2, at(&g, "0605"));
    assert!(!naval::may_fire_at_sea(&g, k1, hex));
}

#[test]
fn dd_tanks_brave_the_sea_and_the_nests_and_then_act() {
    let mut g = with_numbers(0, 4, 5);
    remove(&mut g, &["b2", "b3"]);
    let (t1, hex) = (unit(&g, "t1"), at(&g, "0702"));
    let beach_fire = Opt::Act(Action::FireAtBeach);
    let mut cx = script(&[9, 9, 1], &[Opt::Unit(t1), Opt::Hex(hex), beach_fire]);
    cx.play(&mut g, 4);
    // Tank, 1: Nests -2.
    assert_eq!(beach::state(&g, BeachId(0)).map(|it| it.nests), Some(2));
    assert!(!g[t1].column && g[t1].hex() == Some(hex));
    // Suppressed by the sea it is ashore and does no more.
    let mut g = with_numbers(0, 4, 5);
    let mut cx = script(&[1, 8], &[Opt::Unit(t1), Opt::Hex(hex), Opt::No]);
    cx.play(&mut g, 4);
    assert!(g[t1].suppressed && g[t1].is_in_play(), "{:?} {:?}", cx.log, cx.asked);
    assert!(!cx.was_asked(gts::landing::DD_ACTION));
}

#[test]
fn no_craft_lands_among_enemies_or_over_the_limit() {
    let mut g = with_numbers(0, 0, 5);
    let craft = craft_of(&g, "a1");
    assert_eq!(landing::eligible(&g, craft).len(), 4);
    let b1 = unit(&g, "b1");
    g.take(b1, Place::Later);
    g.put(b1, at(&g, "0202"));
    assert_eq!(landing::eligible(&g, craft).len(), 3);
    let mut crowd = |key: &str| {
        let id = unit(&g, key);
        g.put(id, at(&g, "0102"));
        landing::eligible(&g, craft).len()
    };
    // With two of three steps there a third unit lands In Column, beside the limit; with three nobody does.
    assert_eq!(["f1", "f2", "f3"].map(&mut crowd), [3, 3, 2]);
}

#[test]
fn a_leader_at_sea_commands_nobody() {
    let mut g = with_numbers(0, 0, 5);
    let a4 = unit(&g, "a4");
    g.put(a4, at(&g, "0102"));
    assert!(!gts::command::in_command(&g, a4));
    assert_eq!(g.leaders_on_map().filter(|(_, it)| g.side(*it) == Side::First).count(), 0);
}

#[test]
fn markers_lie_off_the_dots_and_on_the_beach_only_beside_a_dot_outside_it() {
    let g = with_numbers(0, 0, 5);
    let may = |label| naval::may_lie_at(&g, ForceId(0), at(&g, label));
    assert!(may("0101") && !may("0401"), "beside a dot, but not where it is");
    assert!(!may("0102"), "a dot");
    assert!(!may("0202"), "beach, beside a dot of the beach alone");
    assert!(may("0702"), "beach, beside the dot in 0803");
}

#[test]
fn in_one_turn_the_chit_goes_back_into_the_mug_once() {
    let mut g = with_numbers(0, 0, 5);
    g.mug.clear();
    let mut cx = script(&[], &[]);
    cx.play(&mut g, 8);
    assert!(g.mug.contains(&Chit::Naval) && g.active.is_none());
    g.mug.clear();
    cx.play(&mut g, 8);
    assert!(g.mug.is_empty());
}

#[test]
fn without_an_overlay_nobody_lands_or_loads() {
    let mut g = with_numbers(0, 0, 5);
    if let Some(naval) = &mut g.naval {
        naval.beaches[0].overlay = false;
    }
    let before = g.units.clone();
    for step in [1, 4, 5, 6] {
        let mut cx = script(&[], &[]);
        cx.play(&mut g, step);
        assert!(cx.asked.is_empty());
    }
    assert!(g.units == before);
}

#[test]
fn the_overlay_ends_when_nothing_is_left_to_do_or_its_date_has_come() {
    let mut g = with_numbers(0, 0, 0);
    script(&[], &[]).play(&mut g, 1);
    let mut cx = script(&[], &[]);
    beach::end_overlays(&mut cx, &mut g);
    assert!(beach::is_in_play(&g, BeachId(0)), "units are still to land");
    for i in 0..g.units.len() {
        if !matches!(g.units[i].place, Place::Hex(_) | Place::Sea(AtSea::Range(..))) {
            g.units[i].place = Place::Absent;
        }
    }
    beach::end_overlays(&mut cx, &mut g);
    assert!(!beach::is_in_play(&g, BeachId(0)));
}
