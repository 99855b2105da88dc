//! Whole games at random: they end, keep the invariants, and are the same again from the same seed.

use kernel::{Given, Item, Playout, Reply, Rng, Rules, Seed, Session, Uniform, Wanted};

use crate::command::papers::{ready_plans, ready_set_up};
use crate::id::Side;
use crate::plan::Plan;
use crate::small::Small;
use crate::state::{Battle, Phase, Place};

fn check(g: &Battle) {
    for side in Side::BOTH {
        for id in g.data.units_of[side.index()].iter() {
            let unit = &g[id];
            assert!(unit.steps <= g.card(id).steps);
            assert_eq!(unit.steps == 0, unit.place == Place::Lost, "{}", g.card(id).name);
            match unit.place {
                Place::Hex(hex) => {
                    assert!(g.stack(hex).any(|it| it == id));
                    assert!(g.holds(side, hex) && g.present[side.index()].contains(id));
                }
                Place::Aboard(carrier) => {
                    assert!(g[carrier].steps != 0 && !g.present[side.index()].contains(id));
                }
                _ => assert!(!g.present[side.index()].contains(id)),
            }
        }
        // tcs.stack.no-enemies
        assert!(!g.occupied[0].intersects(&g.occupied[1]), "both sides in one hex between steps");
    }
    let mut fresh = g.clone();
    fresh.survey();
    assert_eq!(fresh, *g, "sets of smoke, zones and light are worked out");
    assert!(g.fight.is_none() && g.attack.is_none() && g.moving.is_empty());
}

fn play(g: &mut Battle, seed: u64) -> u64 {
    let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed ^ 0x5555)));
    let mut steps = 0;
    while !g.is_over() {
        let Ok(()) = Battle::step(&mut cx, g);
        check(g);
        steps += 1;
        assert!(steps < 100_000, "the game does not end: {:?}", g.phase);
    }
    assert_eq!(g.phase, Phase::Over);
    cx.decisions
}

#[test]
fn games_at_random_end_and_keep_the_invariants() {
    let start = Small::full().battle();
    let mut decisions = 0;
    for seed in 0..300 {
        let mut g = start.clone();
        decisions += play(&mut g, seed);
        assert!(g.outcome.is_some());
    }
    assert!(30_000 < decisions, "{decisions}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let start = Small::full().battle();
    for seed in 0..5 {
        let (mut a, mut b) = (start.clone(), start.clone());
        assert_eq!(play(&mut a, seed), play(&mut b, seed));
        assert_eq!(a, b);
    }
}

/// With op sheets, drawn at set-up and in play.
fn commanded() -> Battle {
    let mut small = Small::full();
    small.options.without_command = false;
    small.options.sheets_at_set_up = true;
    small.battle()
}

#[test]
fn games_with_op_sheets_end_and_keep_the_invariants() {
    let start = commanded();
    let (mut sheets, mut implemented) = (0, 0);
    for seed in 0..60 {
        let mut g = start.clone();
        play(&mut g, seed);
        for side in Side::BOTH {
            sheets += g.orders.of(side).len();
            implemented += g
                .orders
                .of(side)
                .iter()
                .filter(|it| it.life != crate::sheet::Life::Preparing)
                .count();
        }
    }
    assert!(100 < sheets && 50 < implemented, "{sheets} {implemented}");
}

/// Whoever wants one ready value gets one of those that are there for whoever wants all, and in the long run each of them.
#[test]
fn one_ready_value_is_any_of_all_and_none_besides() {
    let mut g = commanded();
    let mut cx = Playout::new(Rng(3), Uniform(Rng(4)));
    let mut seen = 0;
    while !g.is_over() && g.turn < 4 {
        if let Phase::Command(step) = g.phase {
            for side in Side::BOTH {
                let all = ready_plans(&g, side, step, Wanted::All);
                let mut missing = all.clone();
                let mut rng = Rng(5);
                let tries = if all.is_empty() { 0 } else { 4000 };
                for _ in 0..tries {
                    let one = ready_plans(&g, side, step, Wanted::One(rng.next()));
                    assert!(one.iter().all(|it| all.contains(it)), "{one:?}");
                    missing.retain(|it| !one.contains(it));
                }
                assert_eq!(missing, [], "{step:?}");
                seen += all.len();
            }
        }
        let Ok(()) = Battle::step(&mut cx, &mut g);
    }
    assert!(50 < seen, "{seen}");
    let all = ready_set_up(&commanded(), Side::First, Wanted::All);
    let one = |n| ready_set_up(&commanded(), Side::First, Wanted::One(n)).remove(0);
    let ones: Vec<Plan> = (0..10).map(one).collect();
    assert!(1 < all.len(), "{all:?}");
    assert!(all.iter().all(|it| ones.contains(it)));
    assert!(ones.iter().all(|it| all.contains(it)));
}

/// Live play by the session, every step run twice in debug builds; the journal gives the same game again.
#[test]
fn a_session_replays_from_its_journal_and_keeps_secrets() {
    for (seed, start) in [(1_u8, Small::full().battle()), (2, commanded())] {
        let dice = Seed::from_number(u64::from(seed));
        let mut rng = Rng(u64::from(seed));
        let mut session = Session::open(start.clone(), vec![], &dice).unwrap();
        while let Some(pending) = session.pending() {
            let ask = &pending.asks[rng.below(pending.asks.len() as u32) as usize];
            let seat = ask.ask.who as u8;
            if let Some(ready) = &ask.ready {
                let plan = ready[rng.below(ready.len() as u32) as usize].clone();
                let sealed = pending.sealed;
                let done = if sealed {
                    session.seal(seat, plan, &dice).map(<[_]>::len)
                } else {
                    let value = serde_json::to_value(&plan).unwrap();
                    session.answer(seat, &Reply::Plan(value), &dice).map(<[_]>::len)
                };
                // A seat that has sealed its value already waits for the other.
                if let Err(it) = done {
                    assert!(sealed, "{it:?}");
                }
            } else {
                let option = rng.below(ask.options.len() as u32) as usize;
                session.answer(seat, &Reply::Option(option), &dice).unwrap();
            }
        }
        assert!(session.now().is_over());
        let again = Session::open(start, session.journal().to_vec(), &dice).unwrap();
        assert_eq!(again.now(), session.now());
        assert_eq!(again.log().len(), session.log().len());
        let plans =
            session.journal().iter().filter(|it| matches!(it.given, Given::Plan(_))).count();
        assert_eq!(plans == 0, seed == 1);
        // tcs.general.secret-lines: every throw for a sheet is followed by a line of its owner.
        let data = &session.now().data;
        for (i, line) in session.log().iter().enumerate() {
            if let Item::Happened(event) = &line.item {
                let (text, _, _) = event.words(data);
                assert!(text.ends_with('.') && 3 < text.len(), "{text}");
            }
            if line.rule == crate::command::phase::THROW && matches!(line.item, Item::Threw { .. })
            {
                let next = session.log()[i + 1..].iter().find_map(|it| match &it.item {
                    Item::Happened(event) => Some(event.owner()),
                    _ => None,
                });
                assert!(matches!(next, Some(Some(_))));
            }
        }
    }
}

/// tcs.general.sheets-secret, tcs.general.status-open
#[test]
fn a_side_sees_nothing_of_the_sheets_of_the_other_before_the_end() {
    let mut g = commanded();
    let mut cx = Playout::new(Rng(7), Uniform(Rng(8)));
    while !g.is_over() {
        let Ok(()) = Battle::step(&mut cx, &mut g);
        for side in Side::BOTH {
            let seen = g.seen_by(Some(side));
            let mut other = g.clone();
            other.orders.lists[side.other().index()].clear();
            for id in g.data.units_of[side.other().index()].iter() {
                other[id].sheet = None;
                other[id].rally = None;
                assert_eq!(seen[id].status, g[id].status);
            }
            if !g.is_over() {
                assert_eq!(seen, other.seen_by(Some(side)));
                assert_eq!(seen.orders.of(side), g.orders.of(side));
                assert!(seen.orders.of(side.other()).is_empty());
            }
        }
    }
    assert_eq!(*g.seen_by(None), g, "at the end everything is open");
}

/// Every citation is a statement of the page, and every file that declares citations is listed.
#[test]
fn every_citation_is_on_the_page() {
    let page = include_str!("../../../../rules/tcs.md");
    for rule in crate::rule::all() {
        assert!(page.contains(&format!("- **{}** ", rule.code)), "{}", rule.code);
    }
    let count = crate::rule::all().count();
    assert!(300 < count, "{count}");
}

/// Without looking at each position: for measuring. `cargo test --release -p tcs many_games -- --nocapture`, timed from outside.
fn many_games(start: &Battle, games: u64) -> u64 {
    let mut decisions = 0;
    for seed in 0..games {
        let mut g = start.clone();
        let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed ^ 0x5555)));
        while !g.is_over() {
            let Ok(()) = Battle::step(&mut cx, &mut g);
        }
        decisions += cx.decisions;
    }
    decisions
}

#[test]
fn many_games_without_sheets_end() {
    let decisions = many_games(&Small::full().battle(), 1000);
    assert!(100_000 < decisions, "{decisions}");
}

#[test]
fn many_games_with_sheets_end() {
    let decisions = many_games(&commanded(), 20);
    assert!(1_000 < decisions, "{decisions}");
}
