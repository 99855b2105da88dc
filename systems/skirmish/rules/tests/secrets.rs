//! What is hidden stays hidden: views, offers, refusals, questions. And games played answer by answer are the same when
//! their journal is read again.

mod common;

use kernel::{Ask, Game as _, Item, Playout, Policy, Reply, Rng, Rules, Seed, Session, Uniform};
use skirmish::data::{ElementId, Side};
use skirmish::question::{Opt, Plan, Topic};
use skirmish::state::{Level, Phase, Presence};
use skirmish::tables::Order;
use skirmish::{Skirmish, fire, movement, setup};

/// A game of the farm at the beginning of a turn, after some random play.
fn farm(seed: u64, turn: u8) -> Skirmish {
    let mut g = common::game("farm");
    let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed)));
    while g.turn < turn && !g.is_over() {
        let Ok(()) = Skirmish::step(&mut cx, &mut g);
    }
    g
}

#[test]
fn a_view_does_not_change_with_what_is_hidden() {
    for seed in 0..6 {
        let g = farm(seed, 1 + (seed % 3) as u8);
        let side = Side::First;
        let seen = g.seen_by(Some(side));
        let mut other = g.clone();
        let mut changed = 0;
        for id in g.of_side(Side::Second).filter(|it| g.is_hidden(*it)) {
            changed += 1;
            other[id].level = Level::Suppressed;
            other[id].order = Some(Order::Fire);
            other[id].he_rounds = Some(9);
            // All but the figure under the counter stand elsewhere, and the last is dead.
            for (i, figure) in g.data(id).figures().enumerate().skip(1) {
                other[figure].at.x += 64 * i as i32;
            }
            if let Some(last) = g.data(id).figures().nth(1) {
                other[last].alive = false;
            }
        }
        // Two counters change owners' elements: nobody can tell.
        let mine: Vec<usize> =
            (0..other.counters.len()).filter(|i| other.counters[*i].side == Side::Second).collect();
        if let [first, .., last] = mine[..] {
            let (a, b) = (other.counters[first].of, other.counters[last].of);
            (other.counters[first].of, other.counters[last].of) = (b, a);
        }
        assert_eq!(seen, other.seen_by(Some(side)), "seed {seed}");
        assert!(0 < changed, "seed {seed} hides nobody");
        assert_ne!(g.seen_by(Some(Side::Second)), other.seen_by(Some(Side::Second)));
    }
}

#[test]
fn offers_and_refusals_are_those_of_what_is_seen() {
    for seed in 0..3 {
        let mut g = farm(seed, 2);
        g.phase = Phase::Movement { second: false };
        let side = Side::First;
        let seen = g.seen_by(Some(side));
        for id in g.of_side(side) {
            assert_eq!(movement::orders(&g, id), movement::orders(&seen, id));
            if movement::may_order(&g, id, Order::MoveFire).is_ok() {
                let ready = movement::ready(&g, id, Order::MoveFire);
                assert_eq!(ready, movement::ready(&seen, id, Order::MoveFire));
                for plan in &ready {
                    let judged = movement::judge(&seen, id, Order::MoveFire, plan);
                    assert!(judged.is_ok());
                }
            }
        }
        let when = skirmish::tables::FiresIn::StationaryFire;
        for id in g.ids().collect::<Vec<_>>() {
            if g.is_unbroken(id) && g.side(id) == side {
                g[id].order = Some(Order::Fire);
            }
        }
        let seen = g.seen_by(Some(side));
        assert_eq!(fire::ready(&g, side, when), fire::ready(&seen, side, when));
    }
}

#[test]
fn what_is_set_up_is_seen_when_all_of_it_stands() {
    let mut g = common::game("farm");
    let (first, second) = (g.scene.set_up[0], g.scene.set_up[1]);
    let mut cx = Playout::new(Rng(1), Uniform(Rng(1)));
    let empty = g.seen_by(Some(second));
    while g.phase == (Phase::SetUp { second: false }) {
        assert_eq!(g.seen_by(Some(second)), empty);
        let Ok(()) = Skirmish::step(&mut cx, &mut g);
    }
    let seen = g.seen_by(Some(second));
    assert_eq!(seen.counters.len(), g.counters.len());
    assert!(seen.counters.iter().all(|it| it.side == first && it.of.is_none()));
    let hidden = |it: ElementId| seen[it].presence == Presence::Hidden;
    assert!(!g.of_side(first).any(hidden));
    assert!(g.counters.windows(2).all(|it| (it[0].at.y, it[0].at.x) <= (it[1].at.y, it[1].at.x)));
}

#[test]
fn a_suggested_place_is_the_first_offered() {
    let g = common::game("farm");
    for id in g.ids() {
        let ready = setup::ready_places(&g, id);
        let Some(Plan::Place(first)) = ready.first() else { panic!("no place for {id:?}") };
        let skirmish::data::Start::Zone { at: Some(at), .. } = g.data(id).start else { continue };
        assert_eq!(first.places[0].point(), at.point(), "{id:?}");
    }
}

/// Counts what the other side is asked.
struct Asked(Uniform, Vec<Topic>);

impl Policy<Skirmish> for Asked {
    fn decide(
        &mut self,
        g: &Skirmish,
        ask: Ask<Side, Topic>,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        self.1.push(ask.topic);
        match ask.topic {
            Topic::WhoMoves => (0..n).find(|i| opt(*i) != Opt::Done).unwrap_or(0),
            Topic::Mark(_) => 0,
            _ => self.0.decide(g, ask, n, opt),
        }
    }
    fn plan(&mut self, g: &Skirmish, ask: Ask<Side, Topic>, ready: &[Plan]) -> Plan {
        self.0.plan(g, ask, ready)
    }
}

#[test]
fn while_it_has_counters_a_side_is_asked_for_markers_after_every_move() {
    let mut g = farm(3, 1);
    g.phase = Phase::Movement { second: false };
    g.first_mover = Side::First;
    let mut cx = Playout::new(Rng(1), Asked(Uniform(Rng(2)), Vec::new()));
    let mut moves = 0;
    while g.phase == (Phase::Movement { second: false }) {
        let before = cx.policy.1.len();
        let Ok(()) = Skirmish::step(&mut cx, &mut g);
        let asked = &cx.policy.1[before..];
        let moved = g.ids().find(|it| asked.contains(&Topic::Order(*it)));
        if let Some(id) = moved
            && g[id].order != Some(Order::Fire)
            && g.counters.iter().any(|it| it.side == Side::Second)
        {
            moves += 1;
            assert!(asked.contains(&Topic::Mark(id)), "{asked:?}");
        }
    }
    assert!(3 < moves);
}

#[test]
fn a_game_answered_piece_by_piece_is_the_same_when_its_journal_is_read() {
    let dice = Seed::from_number(7);
    let mut session = Session::open(common::game("gate"), Vec::new(), &dice).expect("a new game");
    let mut rng = Rng(11);
    let mut answers = 0;
    while let Some(pending) = session.pending() {
        // skirmish.eng.step-size
        assert!(session.step().1.len() <= 64);
        let asks: Vec<(u8, Reply)> = (pending.asks.iter())
            .map(|it| {
                let seat = it.ask.who as u8;
                let reply = match &it.ready {
                    Some(ready) => {
                        let plan = &ready[rng.below(ready.len() as u32) as usize];
                        Reply::Plan(serde_json::to_value(plan).expect("a value"))
                    }
                    None => Reply::Option(rng.below(it.options.len() as u32) as usize),
                };
                (seat, reply)
            })
            .collect();
        for (seat, reply) in asks {
            session.answer(seat, &reply, &dice).expect("what is ready is taken");
            answers += 1;
        }
        assert!(answers < 4_000);
    }
    assert!(session.now().is_over());
    let journal = session.journal().to_vec();
    let again = Session::open(common::game("gate"), journal, &dice).expect("it fits");
    assert_eq!(again.now(), session.now());
}

/// Numbers in a value are bent one at a time: whatever it says, it is taken or refused by name.
#[test]
fn bent_values_are_refused_by_name_and_nothing_breaks() {
    let dice = Seed::from_number(3);
    let mut session = Session::open(common::game("farm"), Vec::new(), &dice).expect("a new game");
    let mut rng = Rng(5);
    let (mut refused, mut tried) = (0, 0);
    for _ in 0..260 {
        let Some(pending) = session.pending() else { break };
        let asks: Vec<(u8, Reply)> = (pending.asks.iter())
            .map(|it| {
                let reply = match &it.ready {
                    Some(ready) => {
                        let plan = &ready[rng.below(ready.len() as u32) as usize];
                        Reply::Plan(serde_json::to_value(plan).expect("a value"))
                    }
                    None => Reply::Option(rng.below(it.options.len() as u32) as usize),
                };
                (it.ask.who as u8, reply)
            })
            .collect();
        for (seat, reply) in asks {
            if let Reply::Plan(value) = &reply {
                let mut taken = false;
                for _ in 0..BENDS {
                    let before = session.now().clone();
                    let mut bent = value.clone();
                    bend(&mut bent, &mut rng);
                    tried += 1;
                    match session.answer(seat, &Reply::Plan(bent), &dice) {
                        // What is still good is taken.
                        Ok(_) => {
                            taken = true;
                            break;
                        }
                        Err(why) => {
                            refused += 1;
                            assert!(!why.to_string().is_empty());
                            assert_eq!(*session.now(), before);
                        }
                    }
                }
                if !taken {
                    session.answer(seat, &reply, &dice).expect("what is ready is taken");
                }
            } else {
                session.answer(seat, &reply, &dice).expect("an option is taken");
            }
        }
    }
    assert!(100 < refused, "{refused} of {tried}");
}

/// So often a value is bent before it is given as it was.
const BENDS: usize = 4;

/// Bend one number somewhere in a value.
fn bend(value: &mut serde_json::Value, rng: &mut Rng) {
    use serde_json::Value;
    const BENT: [i64; 8] = [0, 255, 254, -1, i32::MAX as i64, i32::MIN as i64, 77, 12_288];
    match value {
        Value::Number(_) => *value = BENT[rng.below(BENT.len() as u32) as usize].into(),
        Value::Array(items) if !items.is_empty() => {
            let i = rng.below(items.len() as u32) as usize;
            bend(&mut items[i], rng);
        }
        Value::Object(fields) if !fields.is_empty() => {
            let i = rng.below(fields.len() as u32) as usize;
            if let Some(it) = fields.values_mut().nth(i) {
                bend(it, rng);
            }
        }
        _ => (),
    }
}

/// What the other side can read of the log, with the answers that stand under each line: nothing of an element that is still
/// hidden.
#[test]
fn the_log_tells_nothing_of_who_is_still_hidden() {
    let mut checked = 0;
    for seed in 0..3 {
        let dice = Seed::from_number(seed);
        let mut session = Session::open(common::game("farm"), Vec::new(), &dice).expect("a game");
        let mut rng = Rng(seed);
        for _ in 0..400 {
            let Some(pending) = session.pending() else { break };
            let asks: Vec<(u8, Reply)> = (pending.asks.iter())
                .map(|it| {
                    let reply = match &it.ready {
                        Some(ready) => {
                            let plan = &ready[rng.below(ready.len() as u32) as usize];
                            Reply::Plan(serde_json::to_value(plan).expect("a value"))
                        }
                        None => Reply::Option(rng.below(it.options.len() as u32) as usize),
                    };
                    (it.ask.who as u8, reply)
                })
                .collect();
            for (seat, reply) in asks {
                session.answer(seat, &reply, &dice).expect("what is ready is taken");
            }
            let g = session.now();
            if 0 < g.turn && g.ids().filter(|it| g.is_hidden(*it)).count() < 4 {
                break;
            }
        }
        let g = session.now();
        let hidden: Vec<ElementId> = g.ids().filter(|it| g.is_hidden(*it)).collect();
        for reader in Side::BOTH {
            let secret = |it: &ElementId| hidden.contains(it) && g.side(*it) != reader;
            let mut details: Vec<&Item<Skirmish>> = Vec::new();
            for line in session.log() {
                let Item::Happened(event) = &line.item else {
                    details.push(&line.item);
                    continue;
                };
                if Skirmish::may_read(event, Some(reader)) {
                    let words = event.words(&g.scene);
                    assert!(!words.elements.iter().any(secret), "{words:?}");
                    for id in hidden.iter().filter(|it| secret(it)) {
                        let key = &g.data(*id).key;
                        assert!(!words.text.contains(key.as_str()), "{words:?} names {key}");
                    }
                    for item in &details {
                        let (topic, opt) = match item {
                            Item::Chose { ask, opt, .. } => (ask.topic, Some(*opt)),
                            Item::Gave { ask, sealed: false, .. } | Item::Threw { ask, .. } => {
                                (ask.topic, None)
                            }
                            Item::Gave { .. } | Item::Counted(_) | Item::Happened(_) => continue,
                        };
                        let about = match topic {
                            Topic::Move(id, _)
                            | Topic::Order(id)
                            | Topic::SetUp(id)
                            | Topic::Run(id)
                            | Topic::Rally(id)
                            | Topic::Morale(id) => Some(id),
                            _ => None,
                        };
                        let named = match opt {
                            Some(Opt::Element(id) | Opt::Mark { element: id, .. }) => Some(id),
                            _ => None,
                        };
                        checked += 1;
                        assert!(
                            !about.iter().chain(&named).any(secret),
                            "{item:?} under {words:?}"
                        );
                    }
                }
                details.clear();
            }
        }
    }
    assert!(500 < checked, "{checked}");
}
