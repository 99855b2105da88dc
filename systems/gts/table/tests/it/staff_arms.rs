//! The staff with guns, aircraft, engineers and landing craft: single decisions in positions of the modules.

use gts::data::{BeachId, Colour, Effect, LeaderId, Side, UnitId};
use gts::purchase::Purchase;
use gts::question::{Action, Opt, Topic, ask};
use gts::state::{Park, Phase, Post};
use gts::tables::BeachNumber;
use gts::{Battle, Shared, sequence};
use gts_table::staff::Question;
use kernel::{Playout, Policy, Rng, Rule, Rules};
use smallvec::SmallVec;

fn scenario(module: &str, key: &str) -> Battle {
    let loaded = gts_table::library().load::<gts_table::Gts>(module, key);
    let loaded = loaded.expect("the module we ship loads");
    let data = loaded.data;
    Battle::new(Shared::new(data))
}

fn decide(g: &Battle, who: Side, rule: Rule, topic: Topic, options: &[Opt]) -> Opt {
    let seen = g.seen_by(Some(who));
    options[gts_table::staff::decide(&seen, ask(who, rule, topic), options)]
}

/// A gun with an enemy within range, parked or not.
fn gun(g: &Battle) -> UnitId {
    let mut all = Side::BOTH.into_iter().flat_map(|side| g.on_map(side));
    let reaches = |id: UnitId, from| {
        let enemies = g.on_map(g.side(id).other()).map(|it| it.1);
        let far = enemies.map(|it| g.data().map.distance(from, it)).min();
        far.is_some_and(|it| (4..15).contains(&it))
    };
    let gun = all.find(|(id, hex)| g.kind(*id).is_indirect_he() && reaches(*id, *hex));
    gun.expect("the scenario has a gun").0
}

#[test]
fn guns_within_range_go_into_a_park_and_stay_there() {
    let mut g = scenario("carentan", "carentan");
    let id = gun(&g);
    let (hex, division) = (g[id].hex().expect("on the map"), g.division(id));
    let limit = usize::from(g.data().divisions[usize::from(division.0)].parks);
    assert!(0 < limit);
    for other in 0..g.units.len() {
        g[UnitId(other as u8)].parked = false;
    }
    g.parks.clear();
    g.phase = Phase::Parks(g.side(id));
    let create = [Opt::Done, Opt::CreatePark(division, hex)];
    assert_eq!(decide(&g, g.side(id), gts::park::PARKS_S1, Topic::Parks, &create), create[1]);

    g[id].parked = true;
    g.parks.push(Park { hex, division, fired: false });
    let disband = [Opt::Done, Opt::DisbandPark(hex)];
    assert_eq!(decide(&g, g.side(id), gts::park::PARKS_S1, Topic::Parks, &disband), Opt::Done);
}

#[test]
fn a_contact_is_not_given_up_for_a_worse_one() {
    let mut g = scenario("carentan", "carentan");
    let unit = gun(&g);
    let side = g.side(unit);
    g[unit].parked = true;
    let leaders: Vec<LeaderId> = (0..g.leaders.len())
        .map(|it| LeaderId(it as u8))
        .filter(|it| {
            let post = g.leaders[usize::from(it.0)].post;
            matches!(post, Post::With(host) if g.side(host) == side && g[host].is_in_play())
        })
        .collect();
    assert!(1 < leaders.len());
    let attempt = |leader| Opt::Contact { unit, leader };
    let mut options = vec![Opt::Done];
    options.extend(leaders.iter().map(|it| attempt(*it)));
    g[unit].contact = None;
    let best = decide(&g, side, gts::contact::CONTACT, Topic::Call, &options);
    let Opt::Contact { leader: chosen, .. } = best else { panic!("it tries for somebody") };

    g[unit].contact = Some(chosen);
    let others: Vec<Opt> = options.iter().copied().filter(|it| *it != best).collect();
    assert_eq!(decide(&g, side, gts::contact::CONTACT, Topic::Call, &others), Opt::Done);
    let give_up = [Opt::Done, Opt::GiveUp(unit)];
    assert_eq!(decide(&g, side, gts::contact::GIVE_UP, Topic::GiveUpContact, &give_up), Opt::Done);
}

#[test]
fn ships_silence_a_coastal_battery_rather_than_a_company() {
    let g = scenario("sword-beach", "first-waves");
    let side = g.data().naval.as_ref().expect("a landing").side;
    let ship = gts::naval::ships(&g).next().expect("a ship").0;
    let mut options = vec![Opt::Nobody];
    let enemies = g.on_map(side.other()).map(|(id, _)| id);
    let black = |id: &UnitId| g.kind(*id).class() == Some(Colour::Black);
    let targets = enemies.filter(|id| black(id) || g.kind(*id).is_infantry());
    options.extend(targets.map(Opt::Target));
    assert!(4 < options.len());
    let choice = decide(&g, side, gts::naval::SHIP_TARGET, Topic::ShipFires(ship), &options);
    let Opt::Target(target) = choice else { panic!("it fires") };
    assert_eq!(g.kind(target).class(), Some(Colour::Black), "{}", g.kind(target).name);
}

#[test]
fn the_gap_comes_before_the_obstacles_until_it_is_open() {
    let mut g = scenario("sword-beach", "first-waves");
    let side = g.data().naval.as_ref().expect("a landing").side;
    let numbers = [BeachNumber::Obstacles, BeachNumber::Gap].map(Opt::Number);
    let topic = Topic::BeachNumber(BeachId(0));
    assert_eq!(decide(&g, side, gts::beach::NUMBER, topic, &numbers), numbers[1]);
    if let Some(naval) = &mut g.naval {
        (naval.beaches[0].gap, naval.beaches[0].open) = (0, true);
    }
    assert_eq!(decide(&g, side, gts::beach::NUMBER, topic, &numbers), numbers[0]);
}

#[test]
fn flak_always_fires_and_heroes_fight() {
    let g = scenario("carentan", "carentan");
    let target = g.on_map(Side::Second).next().expect("a German").0;
    let gun = (0..g.units.len()).map(|it| UnitId(it as u8)).find(|it| g.kind(*it).flak.is_some());
    let topic = Topic::Flak(target);
    let options = [Opt::Unit(gun.expect("a flak unit")), Opt::Nobody];
    assert_eq!(decide(&g, Side::Second, gts::air::FLAK, topic, &options), options[0]);

    let units: Vec<Opt> = g.on_map(Side::Second).map(|(id, _)| Opt::Unit(id)).collect();
    let topic = Topic::Effect(Effect::Hero);
    let Opt::Unit(hero) = decide(&g, Side::Second, gts::events::HERO, topic, &units) else {
        panic!("somebody")
    };
    assert!(!g.kind(hero).is_artillery());
}

#[test]
fn a_transfer_is_accepted() {
    let g = scenario("carentan", "causeway");
    let topic = Topic::Transfer(gts::data::FormationId(0));
    let yes = [Opt::No, Opt::Yes];
    assert_eq!(decide(&g, Side::First, gts::transfer::TRANSFERS, topic, &yes), Opt::Yes);
}

#[test]
fn an_event_helps_where_it_is_needed() {
    let mut g = scenario("carentan", "carentan");
    let mut units = g.on_map(Side::Second).map(|(id, _)| id);
    let (whole, shaken) = (units.next().expect("one"), units.next().expect("another"));
    drop(units);
    g[shaken].suppressed = true;
    g[whole].cohesion = 1;
    let (topic, units) = (Topic::Effect(Effect::Rally), [whole, shaken].map(Opt::Unit));
    assert_eq!(decide(&g, Side::Second, gts::events::EVENTS, topic, &units), Opt::Unit(shaken));
}

/// Counts what the staff does, and that it always does one of the things offered.
#[derive(Default)]
struct Watch {
    shells: u32,
    works: u32,
    beach: u32,
}

impl Policy<Battle> for Watch {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let options: SmallVec<[Opt; 64]> = (0..n).map(opt).collect();
        let choice = gts_table::staff::decide(&g.seen_by(Some(ask.who)), ask, &options);
        assert!(choice < n, "{:?} has no option {choice}", ask.rule);
        match options[choice] {
            Opt::Act(Action::IndirectFire) => self.shells += 1,
            Opt::Act(Action::BuildImprovedPosition) => self.works += 1,
            Opt::Act(Action::FireAtBeach) => self.beach += 1,
            _ => (),
        }
        choice
    }

    fn plan(&mut self, g: &Battle, ask: Question, _: &[Vec<Purchase>]) -> Vec<Purchase> {
        gts_table::staff::plan(&g.seen_by(Some(ask.who)), ask)
    }
}

fn play(g: &mut Battle, seed: u64, turns: u8) -> Watch {
    let mut cx = Playout::new(Rng(seed), Watch::default());
    while !g.is_over() && g.turn <= turns {
        let Ok(()) = sequence::step(&mut cx, g);
        assert!(cx.decisions < 50_000, "seed {seed} has stalled in turn {}", g.turn);
    }
    cx.policy
}

#[test]
fn guns_fire_and_infantry_digs_in() {
    let seen = play(&mut scenario("carentan", "causeway"), 3, u8::MAX);
    assert!(0 < seen.shells && 0 < seen.works);
}

#[test]
fn the_first_waves_clear_the_beach() {
    let mut g = scenario("sword-beach", "first-waves");
    let before = g.naval.as_ref().map(|it| it.beaches[0]).expect("a beach");
    let seen = play(&mut g, 2, 1);
    let after = g.naval.as_ref().map(|it| it.beaches[0]).expect("a beach");
    assert!(0 < seen.beach);
    assert!(after.gap + after.nests < before.gap + before.nests);
}
