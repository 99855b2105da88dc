//! A table of the shipped scenario, through its face only.

use std::collections::BTreeSet;

use kernel::{Kind, Rng, SeatKind, Seed};
use play::gts::GtsTable;
use play::{Refused, Table};

fn table(scenario: &str, seed: u64) -> GtsTable {
    let loaded = module::Library::embedded().load("gts", "periers-ridge", scenario);
    let module::Game::Gts(data) = loaded.unwrap_or_else(|it| panic!("{it}")).game;
    let seats = vec![SeatKind::Human, SeatKind::Computer];
    GtsTable::open(data, Vec::new(), Seed::from_number(seed), seats).expect("starts")
}

/// Answers the open question at random.
fn answer_somehow(table: &mut GtsTable, rng: &mut Rng) {
    let seat = table.waiting_for()[0];
    let question = table.view(Some(seat)).question.expect("is asked");
    let option = rng.below(question.options.len() as u32) as usize;
    table.answer(seat, &question.id, option).expect("was offered");
}

#[test]
fn a_game_is_played_to_its_end_through_the_face() {
    let mut table = table("hillman", 1);
    let mut rng = Rng(1);
    let mut answers = 0;
    while !table.is_over() {
        answer_somehow(&mut table, &mut rng);
        answers += 1;
        assert!(answers < 5_000, "the game ends");
    }
    let view = table.view(Some(0));
    let outcome = view.outcome.expect("is over");
    assert!(outcome.text.contains("points"));
    assert!(outcome.seed.is_some(), "the seed is revealed at the end");
    assert!(view.question.is_none() && view.waiting_for.is_empty());
    assert_eq!(table.answer(0, "any", 0), Err(Refused::Over));
}

#[test]
fn every_view_is_complete_and_every_option_is_labelled_once() {
    let mut table = table("ridge", 2);
    let mut rng = Rng(2);
    for _ in 0..400 {
        for seat in [None, Some(0), Some(1)] {
            let view = table.view(seat);
            assert!(view.outcome.is_none());
            let json = serde_json::to_string(&view).expect("plain data");
            assert!(!json.contains("\"seed\""), "the seed stays here");
            if let Some(question) = view.question {
                assert!(!question.prompt.is_empty() && question.rule.code.starts_with("gts."));
                let labels: BTreeSet<_> =
                    question.options.iter().map(|it| (&it.label, it.hex, &it.piece)).collect();
                assert_eq!(labels.len(), question.options.len(), "{:?}", question.options);
                for refused in &question.refused {
                    assert!(refused.rule.code.starts_with("gts.") && !refused.reason.is_empty());
                    // Two Rearguards have one name.
                    let is_same = |it: &play::wire::Choice| {
                        it.label == refused.label && it.piece == refused.piece
                    };
                    let offered = question.options.iter().any(is_same);
                    assert!(
                        !offered,
                        "{} is offered and refused: {}",
                        refused.label, refused.reason
                    );
                }
            }
        }
        answer_somehow(&mut table, &mut rng);
    }
}

#[test]
fn bad_answers_are_refused_and_change_nothing() {
    let mut table = table("hillman", 3);
    let seat = table.waiting_for()[0];
    let other = 1 - seat;
    let id = table.question_id(seat).expect("is asked");
    let before = table.journal().to_vec();
    assert_eq!(table.answer(7, &id, 0), Err(Refused::NoSuchSeat { seat: 7 }));
    if !table.waiting_for().contains(&other) {
        assert!(matches!(table.answer(other, &id, 0), Err(Refused::NotYours { .. })));
    }
    assert!(matches!(table.answer(seat, "0.0.beef", 0), Err(Refused::Stale { .. })));
    assert!(matches!(
        table.answer(seat, &id, 10_000),
        Err(Refused::NoSuchOption { option: 10_000, .. })
    ));
    assert!(matches!(table.overlay(None, "smell", None, None), Err(Refused::Unknown { .. })));
    assert!(matches!(
        table.overlay(None, "sight", Some(60_000), None),
        Err(Refused::Unknown { .. })
    ));
    assert!(matches!(table.piece_card(None, "u999"), Err(Refused::Unknown { .. })));
    assert!(matches!(table.piece_card(None, "häuser"), Err(Refused::Unknown { .. })));
    assert!(matches!(table.view_at(None, 1_000_000), Err(Refused::Unknown { .. })));
    assert_eq!(table.journal(), before);
}

#[test]
fn a_replay_shows_each_moment_and_asks_nothing() {
    let mut table = table("hillman", 4);
    let mut rng = Rng(4);
    let mut turns = Vec::new();
    for _ in 0..60 {
        if table.is_over() {
            break;
        }
        turns.push((table.journal().len(), table.view(Some(0)).now.turn));
        answer_somehow(&mut table, &mut rng);
    }
    for (position, turn) in turns {
        let then = table.view_at(Some(0), position).expect("was there");
        assert_eq!((then.position, then.now.turn), (position, turn));
        assert!(then.question.is_none() || position == table.journal().len());
        assert_eq!(then.length, table.journal().len());
    }
}

#[test]
fn undo_takes_back_a_decision_and_not_a_die() {
    let mut table = table("ridge", 5);
    let mut rng = Rng(5);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..300 {
        let seat = table.waiting_for()[0];
        let before = table.journal().to_vec();
        answer_somehow(&mut table, &mut rng);
        let threw = table.journal()[before.len()..].iter().any(|it| it.kind == Kind::Thrown);
        let may = table.view(Some(seat)).undo.possible;
        let after = table.journal().to_vec();
        match table.undo(seat, &|_| false) {
            Ok(back) => {
                assert!(!threw && may);
                assert_eq!(back.length, before.len());
                assert_eq!(table.journal(), before);
                taken += 1;
                // Play on from where we were.
                let question = table.question_id(seat).expect("is asked again");
                table.answer(seat, &question, after[before.len()].value as usize).expect("fits");
            }
            Err(_) => refused += 1,
        }
        assert_eq!(table.journal(), after);
    }
    assert!(20 < taken && 20 < refused, "{taken} taken back, {refused} refused");
}

#[test]
fn odds_are_whole_and_explained() {
    let mut table = table("ridge", 6);
    let mut rng = Rng(6);
    let mut asked = 0;
    for _ in 0..1500 {
        let seat = table.waiting_for()[0];
        let question = table.view(Some(seat)).question.expect("is asked");
        for choice in question.options.iter().filter(|it| it.odds).take(1) {
            let odds = table.odds(seat, &question.id, choice.index).expect("has odds");
            let sum: f64 = odds.rows.iter().map(|it| it.probability).sum();
            assert!((sum + odds.error - 1.0).abs() < 1e-9, "{odds:?}");
            if choice.kind == "piece" {
                assert!(odds.ledgers.iter().any(|it| it.total.is_some()), "{odds:?}");
            }
            asked += 1;
        }
        if table.is_over() || 40 < asked {
            break;
        }
        let option = rng.below(question.options.len() as u32) as usize;
        table.answer(seat, &question.id, option).expect("was offered");
    }
    assert!(10 < asked, "{asked} odds seen");
}

/// gts.data.hidden: what a seat is told does not depend on which chit the other side has bought.
#[test]
fn a_bought_chit_is_told_to_its_buyer_only() {
    let tables = [1, 2].map(|pick| {
        let mut table = table("ridge", 7);
        // Step D.II of the first turn: the British buy one chit or the other for the next turn, the Germans nothing.
        while table.view(Some(0)).question.is_none_or(|it| it.rule.code != "gts.sop.d2-buy") {
            let seat = table.waiting_for()[0];
            let question = table.question_id(seat).expect("is asked");
            table.answer(seat, &question, 0).expect("done converting");
        }
        let question = table.question_id(0).expect("may buy");
        table.answer(0, &question, pick).expect("buys");
        let question = table.question_id(1).expect("may buy");
        table.answer(1, &question, 0).expect("buys nothing");
        let question = table.question_id(0).expect("may buy more");
        table.answer(0, &question, 0).expect("done");
        table
    });
    for seat in [None, Some(1)] {
        let [a, b] = tables.each_ref().map(|it| {
            let view = serde_json::to_string(&it.view(seat)).expect("plain data");
            view + &serde_json::to_string(&it.log(seat, 0)).expect("plain data")
        });
        assert_eq!(a, b, "seat {seat:?}");
    }
    let [a, b] =
        tables.each_ref().map(|it| serde_json::to_string(&it.view(Some(0))).expect("plain data"));
    assert_ne!(a, b, "the buyer sees it");
}

#[test]
fn the_computer_always_has_an_answer_from_its_own_view() {
    let mut table = table("hillman", 8);
    let mut rng = Rng(8);
    let mut answers = 0;
    while !table.is_over() {
        let seat = table.waiting_for()[0];
        if seat == 1 {
            let (question, option) = table.advise(1).expect("is asked");
            table.answer(1, &question, option).expect("is legal");
        } else {
            answer_somehow(&mut table, &mut rng);
        }
        answers += 1;
        assert!(answers < 5_000, "the game ends");
    }
}

/// Round by round, with what was left out reported.
#[test]
fn odds_of_an_assault_are_whole_before_it_begins() {
    let mut table = table("ridge", 9);
    let mut rng = Rng(9);
    let mut seen = 0;
    for _ in 0..6000 {
        if table.is_over() || 3 <= seen {
            break;
        }
        let seat = table.waiting_for()[0];
        let question = table.view(Some(seat)).question.expect("is asked");
        let assault = question.options.iter().find(|it| it.label == "Assault" && it.odds);
        let option = match assault {
            Some(choice) => {
                let odds = table.odds(seat, &question.id, choice.index).expect("has odds");
                let sum: f64 = odds.rows.iter().map(|it| it.probability).sum();
                assert!((sum + odds.error - 1.0).abs() < 1e-9, "{odds:?}");
                assert!(odds.error < 0.2, "{odds:?}");
                seen += 1;
                choice.index
            }
            None => rng.below(question.options.len() as u32) as usize,
        };
        table.answer(seat, &question.id, option).expect("was offered");
    }
    assert!(0 < seen, "an assault was on offer");
}
