//! The odds of each kind of question of each shipped scenario, beside trials of the same question.

use std::collections::BTreeMap;

use gts::Battle;
use gts_table::Gts;
use gts_table::staff::Reckon;
use gts_table::table::odds::compared;
use kernel::{Answer, Game as _, Kind, Policy as _, Reply, Rng, Seed, Session};
use testkit::golden::Told;
use testkit::laws::scenarios;

/// A chore asks for more: `ODDS_TRIALS=100000 cargo test --release -p gts-table --test it odds::`.
const TRIALS: u32 = 400;
/// Positions compared of each kind of question of a scenario, and answers given on the way.
const POSITIONS: u32 = 1;
const ANSWERS: usize = 150;

#[test]
fn the_odds_of_every_kind_of_question_are_those_of_its_trials() {
    let trials = std::env::var("ODDS_TRIALS").ok().and_then(|it| it.parse().ok()).unwrap_or(TRIALS);
    let kinds = compare(trials, POSITIONS, ANSWERS);
    assert!(6 <= kinds.len(), "{kinds:?}");
}

/// How many comparisons there were of each kind of question. Panics where odds and trials do not agree.
pub(crate) fn compare(trials: u32, positions: u32, answers: usize) -> BTreeMap<String, u32> {
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    for (name, start) in scenarios::<Gts>().expect("what we ship loads") {
        let (dice, mut rng) = (Seed::from_number(1), Rng(1));
        let mut session = Session::open(start, Vec::new(), &dice).expect("starts");
        let mut here: BTreeMap<&str, u32> = BTreeMap::new();
        for _ in 0..answers {
            let Some(pending) = session.pending() else { break };
            let asks = pending.asks.clone();
            for asked in asks.iter().filter(|it| it.ready.is_none()) {
                let seat = Battle::seat(asked.ask.who);
                let (base, given) = session.step();
                for (n, opt) in asked.options.iter().enumerate() {
                    let (tag, of) = (asked.ask.rule.tag(), asked.options.len() as u32);
                    let mut tape = given.to_vec();
                    tape.push(Answer::number(Kind::Decided, seat, tag, of, n as u32));
                    // Cheap before dear: whether there are odds at all, and of what kind.
                    let Some(kind) = gts_table::table::odds::kind(session.now(), asked, *opt)
                    else {
                        continue;
                    };
                    let seen = here.entry(kind).or_default();
                    if positions <= *seen {
                        continue;
                    }
                    *seen += 1;
                    let found = compared(session.now(), asked, *opt, (base, &tape), trials);
                    let found = found.expect("it has odds");
                    *kinds.entry(kind.into()).or_default() += 1;
                    for (class, odds, tried) in &found.rows {
                        let n = f64::from(trials);
                        let p = odds.max(1.0 / n).min(1.0 - 1.0 / n);
                        let bound = 4.5 * (p * (1.0 - p) / n).sqrt() + found.error + 1e-9;
                        assert!(
                            (odds - tried).abs() <= bound,
                            "{name}, {kind}, {class}: {odds} and {tried}, left out {}",
                            found.error
                        );
                    }
                }
            }
            // The staff fights, chance sees to variety.
            let wild = rng.below(3) == 0;
            let random = Gts::random(session.now(), &asks, &mut rng);
            for (asked, reply) in asks.iter().zip(random) {
                let careful = asked.ready.is_none() && !wild;
                let reply = if careful {
                    let opt = |it: usize| asked.options[it];
                    Reply::Option(Reckon.decide(session.now(), asked.ask, asked.options.len(), opt))
                } else {
                    reply
                };
                let seat = Battle::seat(asked.ask.who);
                session.answer(seat, &reply, &dice).expect("was offered");
            }
        }
    }
    kinds
}
