//! A table of the landing, through its face only.

use std::collections::BTreeSet;

use kernel::{Reply, Rng, SeatKind, Seed};
use omaha_table::Omaha;
use play::wire::Place;
use play::{Named, Seated};
use play::{Refused, Table};

fn table(scenario: &str, seed: u64) -> Seated<Omaha> {
    let loaded = omaha_table::library().load::<omaha_table::Omaha>("omaha-beach", scenario);
    let data = loaded.unwrap_or_else(|it| panic!("{it}")).data;
    Seated::<Omaha>::open(data, named(), Vec::new(), Seed::from_number(seed), vec![SeatKind::Human])
        .expect("starts")
}

/// Answers the open question as the computer would, now and then at random.
fn answer_somehow(table: &mut Seated<Omaha>, rng: &mut Rng) {
    let question = table.view(Some(0)).question.expect("is asked");
    let option = match rng.below(4) {
        0 => Reply::Option(rng.below(question.options.len() as u32) as usize),
        _ => table.advise(0).expect("advice").1,
    };
    table.answer(0, &question.id, &option).expect("was offered");
}

#[test]
fn a_game_is_played_to_its_end_through_the_face() {
    let mut table = table("first-waves", 1);
    let mut rng = Rng(1);
    let mut answers = 0;
    while !table.is_over() {
        answer_somehow(&mut table, &mut rng);
        answers += 1;
        assert!(answers < 5_000, "the game ends");
    }
    let view = table.view(Some(0));
    let outcome = view.outcome.expect("is over");
    assert!(outcome.text.contains("points"), "{}", outcome.text);
    assert!(outcome.seed.is_some(), "the seed is revealed at the end");
    assert!(view.question.is_none() && view.waiting_for.is_empty());
    assert_eq!(table.answer(0, "any", &Reply::Option(0)), Err(Refused::Over));
}

#[test]
fn every_view_is_complete_and_every_option_is_labelled_once() {
    for scenario in ["first-waves", "beyond-the-beach"] {
        let mut table = table(scenario, 2);
        let cells = table.head().map.cells.len() as u16;
        let mut rng = Rng(2);
        for _ in 0..150 {
            if table.is_over() {
                break;
            }
            let view = table.view(Some(0));
            let json = serde_json::to_string(&view).expect("plain data");
            assert!(!json.contains("\"seed\""), "the seed stays here");
            let on_map =
                |it: Option<Place>| it.is_none_or(|it| it.cell().is_some_and(|it| it < cells));
            let pieces: BTreeSet<&str> = view.pieces.iter().map(|it| &*it.id).collect();
            assert_eq!(pieces.len(), view.pieces.len(), "a counter is on the map once");
            assert!(view.pieces.iter().all(|it| on_map(it.place)));
            let question = view.question.expect("is asked");
            assert!(!question.prompt.is_empty() && question.rule.code.starts_with("omaha."));
            let labels: BTreeSet<_> =
                question.options.iter().map(|it| (&it.label, it.place, &it.piece)).collect();
            assert_eq!(labels.len(), question.options.len(), "{:?}", question.options);
            for option in &question.options {
                assert!(on_map(option.place));
                let known = |it: &String| pieces.contains(it.as_str());
                assert!(option.piece.as_ref().is_none_or(known), "{option:?}");
            }
            for refused in &question.refused {
                assert!(refused.rule.code.starts_with("omaha.") && !refused.reason.is_empty());
            }
            answer_somehow(&mut table, &mut rng);
        }
    }
}

#[test]
fn whatever_can_be_asked_is_answered() {
    let mut table = table("first-waves", 3);
    let mut rng = Rng(3);
    for n in 0..150 {
        if table.is_over() {
            break;
        }
        let view = table.view(Some(0));
        let question = view.question.as_ref().expect("is asked");
        for option in question.options.iter().filter(|it| it.odds).take(3) {
            let odds = table.odds(0, &question.id, option.index).expect("has odds");
            let sum: f64 = odds.rows.iter().map(|it| it.probability).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{}: {sum}, {:?}", option.label, odds.rows);
        }
        if n % 50 == 10 {
            for piece in &view.pieces {
                let card = table.piece_card(Some(0), &piece.id).expect("has a card");
                assert!(!card.title.is_empty());
            }
            let head = table.head();
            for cell in (0..head.map.cells.len() as u16).step_by(7) {
                table.place_card(Some(0), Place::Cell(cell)).expect("has a card");
            }
            for it in &head.overlays {
                let place = view.pieces.iter().find_map(|it| it.place);
                let on_map = |it: &&play::wire::Piece| {
                    it.seat == 0 && it.place.is_some() && it.off_map.is_none()
                };
                let Some(piece) = view.pieces.iter().find(on_map).map(|it| &*it.id) else {
                    continue;
                };
                let piece = Some(piece);
                table.overlay(Some(0), &it.kind, place, piece).expect("is offered");
            }
        }
        answer_somehow(&mut table, &mut rng);
    }
}

/// Two games that differ only in faces nobody has seen look the same.
#[test]
fn the_view_does_not_tell_what_is_face_down() {
    let (one, other) = (table("first-waves", 10), table("first-waves", 11));
    let show = |it: &Seated<Omaha>| {
        let view = it.view(Some(0));
        let germans: Vec<_> = view.pieces.into_iter().filter(|it| it.seat == 1).collect();
        let mut lines: Vec<String> =
            germans.iter().map(|it| serde_json::to_string(it).expect("plain data")).collect();
        for piece in &germans {
            let card = it.piece_card(Some(0), &piece.id).expect("has a card");
            // Which cards have been drawn is another matter.
            let rows = card.rows.iter().filter(|it| it.label != "Called up");
            lines.extend(rows.map(|it| format!("{}: {}", it.label, it.value)));
        }
        lines
    };
    let (one, other) = (show(&one), show(&other));
    let differs = one.iter().zip(&other).find(|it| it.0 != it.1);
    assert_eq!(differs, None);
}

#[test]
fn bad_questions_are_refused() {
    let mut table = table("first-waves", 4);
    let before = table.journal().to_vec();
    assert_eq!(table.answer(7, "any", &Reply::Option(0)), Err(Refused::NoSuchSeat { seat: 7 }));
    assert!(matches!(table.answer(0, "0.0.beef", &Reply::Option(0)), Err(Refused::Stale { .. })));
    assert!(matches!(table.overlay(None, "smell", None, None), Err(Refused::Unknown { .. })));
    assert!(matches!(table.place_card(None, Place::Cell(60_000)), Err(Refused::Unknown { .. })));
    for piece in ["u999", "häuser", "s200", "", "x"] {
        assert!(matches!(table.piece_card(None, piece), Err(Refused::Unknown { .. })), "{piece}");
    }
    assert_eq!(table.journal(), before);
}

fn named() -> Named {
    Named { module: "a-module".into(), scenario: "a-scenario".into() }
}
