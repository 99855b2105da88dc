//! A table of the shipped scenarios, through its face only.

use std::collections::BTreeSet;

use kernel::{Reply, Rng, SeatKind, Seed};
use module::{Library, Shape};
use play::wire::{Place, Question};
use play::{Named, Seated, Table};
use tcs_table::Tcs;

fn table(scenario: &str, seed: u64) -> Seated<Tcs> {
    let library = Library::embedded(&[Shape::of::<Tcs>()]);
    let loaded = library.load::<Tcs>("hill-151", scenario).unwrap_or_else(|it| panic!("{it}"));
    let seats = vec![SeatKind::Human, SeatKind::Human];
    let named = Named { module: "hill-151".into(), scenario: scenario.into() };
    Seated::<Tcs>::open(loaded.data, named, Vec::new(), Seed::from_number(seed), seats)
        .expect("starts")
}

/// Answers the open question at random, plans by one of the ready ones; the question.
fn answer_somehow(table: &mut Seated<Tcs>, rng: &mut Rng) -> Question {
    let waiting = table.waiting_for();
    let seat =
        waiting.into_iter().find(|it| table.sealed(*it).is_none()).expect("somebody is asked");
    let question = table.view(Some(seat)).question.expect("is asked");
    let reply = match &question.form {
        None => Reply::Option(rng.below(question.options.len() as u32) as usize),
        Some(form) => {
            Reply::Plan(form.ready[rng.below(form.ready.len() as u32) as usize].plan.clone())
        }
    };
    table.answer(seat, &question.id, &reply).expect("was offered");
    question
}

/// Every question has a sentence, every option a label of its own, every refusal its rule; and what is offered is not
/// refused.
#[test]
fn a_game_is_played_to_its_end_through_the_face() {
    let mut table = table("the-farm", 1);
    let mut rng = Rng(1);
    let mut answers = 0;
    let mut prompts = BTreeSet::new();
    // To be looked at: TELL=/tmp cargo test -p tcs-table --test table -- --nocapture
    if let Some(folder) = std::env::var_os("TELL") {
        let file = std::path::PathBuf::from(folder).join("the-farm.svg");
        std::fs::write(file, table.position_svg()).expect("can be written");
    }
    while !table.is_over() {
        if answers % 7 == 0 {
            for seat in [None, Some(0), Some(1)] {
                let json = serde_json::to_string(&table.view(seat)).expect("plain data");
                assert!(!json.contains("\"seed\""), "the seed stays here");
            }
        }
        let question = answer_somehow(&mut table, &mut rng);
        assert!(question.rule.code.starts_with("tcs."), "{question:?}");
        let labels: BTreeSet<_> =
            question.options.iter().map(|it| (&it.label, it.place, &it.piece)).collect();
        assert_eq!(labels.len(), question.options.len(), "{:?}", question.options);
        for it in &question.refused {
            let same =
                |option: &play::wire::Choice| option.label == it.label && option.piece == it.piece;
            assert!(!question.options.iter().any(same), "{} is offered and refused", it.label);
            assert!(it.rule.code.starts_with("tcs."));
        }
        if prompts.insert(question.prompt.clone()) && std::env::var_os("TELL").is_some() {
            println!("{} | {}", question.context, question.prompt);
            for it in question.options.iter().take(6) {
                println!("    {} ({})", it.label, it.hint.as_deref().unwrap_or(""));
            }
            for it in question.form.iter().flat_map(|it| &it.ready).take(6) {
                println!("    ready: {}", it.label);
            }
            for it in question.refused.iter().take(3) {
                println!("    refused: {} {}", it.reason, it.rule.code);
            }
        }
        answers += 1;
        assert!(answers < 20_000, "the game ends");
    }
    let outcome = table.view(Some(0)).outcome.expect("is over");
    assert!(outcome.text.contains("points"), "{}", outcome.text);
}

/// tcs.general.sheets-secret: nothing of a sheet's name is found in what the other side or a spectator gets.
#[test]
fn op_sheets_are_their_owners_secret() {
    let mut table = table("the-farm", 2);
    let mut rng = Rng(2);
    for _ in 0..150 {
        let text = |seat: Option<u8>| serde_json::to_string(&table.view(seat)).expect("plain data");
        let (us, german) = ("F: the farm", "2. Kompanie: the farm");
        assert!(!text(Some(1)).contains(us) && !text(None).contains(us));
        assert!(!text(Some(0)).contains(german) && !text(None).contains(german));
        for seat in [None, Some(1)] {
            let card = table.piece_card(seat, "u0").expect("is there");
            assert!(!serde_json::to_string(&card).expect("plain").contains(us));
            let shown = table.overlay(seat, "orders", None, Some("u0")).expect("is known");
            assert!(!serde_json::to_string(&shown).expect("plain").contains(us));
        }
        answer_somehow(&mut table, &mut rng);
        if table.is_over() {
            break;
        }
    }
}

/// tcs.general.sheets-secret, tcs.general.secret-lines: whether the other side draws a sheet and throws for it changes nothing
/// of what a side or a spectator gets, not even a number; here up to the sheets of turn 2, before dice fall differently.
#[test]
fn another_side_draws_and_throws_without_a_trace() {
    let (modest, drawn) = (what_the_first_side_gets(false), what_the_first_side_gets(true));
    assert_eq!(modest.0.len(), drawn.0.len());
    for (a, b) in modest.0.iter().zip(&drawn.0) {
        assert_eq!(a, b);
    }
    assert!(modest.1 < drawn.1, "a throw was made in secret: {} and {}", modest.1, drawn.1);
}

/// All that seat 0 and a spectator are sent at each question to seat 0; and how long the journal became.
fn what_the_first_side_gets(draws: bool) -> (Vec<String>, usize) {
    let mut table = table("the-farm", 5);
    let mut rng = Rng(5);
    let mut sent = Vec::new();
    let mut created = 0;
    loop {
        let waiting = table.waiting_for();
        let seat = waiting.into_iter().find(|it| table.sealed(*it).is_none()).expect("asked");
        let question = table.view(Some(seat)).question.expect("is asked");
        let creates = question.rule.code == "tcs.seq.command-6-create";
        if seat == 0 {
            for it in [Some(0), None] {
                let all = (table.view(it), table.log(it, 0), table.question_id(0));
                sent.push(serde_json::to_string(&all).expect("plain data"));
            }
            created += usize::from(creates);
            if created == 2 {
                return (sent, table.journal().len());
            }
        }
        let reply = match &question.form {
            None => Reply::Option(rng.below(question.options.len() as u32) as usize),
            Some(form) => {
                let last = creates && seat == 1 && draws;
                let it = if last { form.ready.last() } else { form.ready.first() };
                Reply::Plan(it.expect("some are ready").plan.clone())
            }
        };
        table.answer(seat, &question.id, &reply).expect("was offered");
    }
}

#[test]
fn cards_overlays_sight_and_odds_answer_everywhere() {
    let mut table = table("the-farm", 3);
    let mut rng = Rng(3);
    let mut odds = 0;
    for turn in 0..200 {
        if table.is_over() {
            break;
        }
        for seat in [None, Some(0), Some(1)].into_iter().filter(|_| turn % 20 == 0) {
            for kind in ["zones", "zones-mine", "heights", "orders"] {
                table.overlay(seat, kind, None, None).expect("needs nothing");
            }
            for kind in ["sight", "spotting", "reach", "zones", "orders"] {
                let shown = table.overlay(seat, kind, None, Some("u1")).expect("has a unit");
                assert!(!shown.text.is_empty());
            }
            assert!(table.overlay(seat, "reach", None, Some("u99")).is_err());
            table.piece_card(seat, "u1").expect("a unit");
            table.place_card(seat, Place::Cell(300)).expect("a hex");
            let view = table.sight(seat, Place::Cell(300), Place::Cell(330)).expect("two hexes");
            assert!(!view.reasons.is_empty());
        }
        let waiting = table.waiting_for();
        let seat = waiting.into_iter().find(|it| table.sealed(*it).is_none()).expect("asked");
        let question = table.view(Some(seat)).question.expect("is asked");
        if let Some(it) = question.options.iter().find(|it| it.odds).filter(|_| odds < 12) {
            let found = table.odds(seat, &question.id, it.index).expect("odds are promised");
            let sum: f64 = found.rows.iter().map(|it| it.probability).sum();
            assert!((sum + found.error - 1.0).abs() < 1e-6, "{found:?}");
            odds += 1;
        }
        answer_somehow(&mut table, &mut rng);
    }
    assert!(0 < odds, "something was left to chance");
}
