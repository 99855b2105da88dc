//! A table of figures, through its face only.

use std::collections::BTreeSet;

use kernel::{Reply, Rng, SeatKind, Seed};
use play::wire::{FormKind, Place, Question, View};
use play::{Named, Refused, Seated, Table};
use skirmish_table::Skirmish;

fn table(scenario: &str, seed: u64) -> Seated<Skirmish> {
    let loaded = skirmish_table::library().load::<Skirmish>("platoon-actions", scenario);
    let data = loaded.unwrap_or_else(|it| panic!("{it}")).data;
    let named = Named { module: "platoon-actions".into(), scenario: scenario.into() };
    let seats = vec![SeatKind::Human, SeatKind::Human];
    Seated::<Skirmish>::open(data, named, Vec::new(), Seed::from_number(seed), seats)
        .expect("starts")
}

/// Whoever has not sealed his answer yet.
fn asked(table: &Seated<Skirmish>) -> Option<u8> {
    table.waiting_for().into_iter().find(|it| table.sealed(*it).is_none())
}

/// Answers the open question as the computer would, now and then at random.
fn answer_somehow(table: &mut Seated<Skirmish>, seat: u8, question: &Question, rng: &mut Rng) {
    let ready = question.form.as_ref().map_or(0, |it| it.ready.len());
    let reply = match (rng.below(4), ready, question.options.len()) {
        (0, 0, n) => Reply::Option(rng.below(n as u32) as usize),
        (0, n, _) => {
            let form = question.form.as_ref().expect("a form");
            Reply::Plan(form.ready[rng.below(n as u32) as usize].plan.clone())
        }
        _ => table.advise(seat).expect("advice").1,
    };
    table.answer(seat, &question.id, &reply).expect("was offered");
}

#[test]
fn a_game_is_played_to_its_end_through_the_face() {
    let mut table = table("gate", 1);
    let mut rng = Rng(1);
    let mut answers = 0;
    while let Some(seat) = asked(&table) {
        let question = table.question(seat).expect("is asked");
        answer_somehow(&mut table, seat, &question, &mut rng);
        answers += 1;
        assert!(answers < 3_000, "the game ends");
    }
    let view = table.view(Some(0));
    let outcome = view.outcome.expect("is over");
    assert!(outcome.seed.is_some(), "the seed is revealed at the end");
    assert!(view.question.is_none() && view.waiting_for.is_empty());
    assert_eq!(table.answer(0, "any", &Reply::Option(0)), Err(Refused::Over));
}

/// Of the enemy a seat sees figures that are revealed and markers that tell nothing.
fn tells_no_secret(view: &View, other: &View) {
    let shown: BTreeSet<&str> = view.pieces.iter().map(|it| it.id.as_str()).collect();
    for it in other.pieces.iter().filter(|it| Some(it.seat) == other.seat) {
        let hidden = it.text.contains(", hidden");
        assert!(!(hidden && shown.contains(it.id.as_str())), "{} is hidden", it.text);
    }
}

#[test]
fn every_view_is_complete_and_tells_no_secret() {
    for (scenario, moments) in [("gate", 60), ("farm", 60), ("bridge", 40)] {
        let mut table = table(scenario, 2);
        let head = table.head().map;
        let on_table = |it: Place| match it {
            Place::Point { x, y, .. } => {
                (0.0..=head.width).contains(&(x as f32))
                    && (0.0..=head.height).contains(&(y as f32))
            }
            Place::Cell(_) => false,
        };
        let symbols = table.counters_svg();
        let mut rng = Rng(3);
        for _ in 0..moments {
            let Some(seat) = asked(&table) else { break };
            let view = table.view(Some(seat));
            let json = serde_json::to_string(&view).expect("plain data");
            assert!(!json.contains("\"seed\""), "the seed stays here");
            let pieces: BTreeSet<&str> = view.pieces.iter().map(|it| &*it.id).collect();
            assert_eq!(pieces.len(), view.pieces.len(), "a figure is on the table once");
            for it in &view.pieces {
                assert!(it.place.is_some_and(on_table), "{it:?}");
                assert!(symbols.contains(&format!("id=\"{}\"", it.face)), "{it:?}");
                for mark in &it.markers {
                    assert!(symbols.contains(&format!("id=\"{mark}\"")), "{mark}");
                }
                assert!(table.piece_card(Some(seat), &it.id).is_ok(), "{it:?}");
            }
            for it in &view.markers {
                assert!(on_table(it.place), "{it:?}");
                assert!(symbols.contains(&format!("id=\"{}\"", it.symbol)), "{it:?}");
            }
            let other = table.view(Some(1 - seat));
            tells_no_secret(&view, &other);
            tells_no_secret(&other, &view);
            let question = view.question.expect("is asked");
            assert!(!question.prompt.is_empty() && question.rule.code.starts_with("skirmish."));
            let labels: BTreeSet<_> = question.options.iter().map(|it| &it.label).collect();
            assert_eq!(labels.len(), question.options.len(), "{:?}", question.options);
            for refused in &question.refused {
                assert!(refused.rule.code.starts_with("skirmish.") && !refused.reason.is_empty());
            }
            if let Some(form) = &question.form {
                let labels: BTreeSet<_> = form.ready.iter().map(|it| &it.label).collect();
                assert_eq!(labels.len(), form.ready.len(), "{}: {labels:?}", question.prompt);
                if let FormKind::Figures { movers, .. } = &form.kind {
                    assert!(!movers.is_empty(), "{}", question.prompt);
                }
            }
            answer_somehow(&mut table, seat, &question, &mut rng);
        }
    }
}

/// The plan of a form of figures, filled in by hand.
fn filled(kind: &FormKind, list: serde_json::Value) -> serde_json::Value {
    let FormKind::Figures { plan, at, .. } = kind else { panic!("no form of figures") };
    let mut plan = plan.clone();
    *plan.pointer_mut(at).expect("the pointer leads into the plan") = list;
    plan
}

#[test]
fn figures_are_placed_and_refused_by_hand() {
    let mut table = table("gate", 1);
    let seat = asked(&table).expect("somebody sets up");
    let question = table.question(seat).expect("is asked");
    let form = question.form.expect("a form");
    let FormKind::Figures { movers, top, .. } = &form.kind else { panic!("{:?}", form.kind) };
    assert_eq!((movers.len(), *top), (1, 24 * 256));
    let at =
        |x: i32, y: i32| filled(&form.kind, serde_json::json!([{ "x": x, "y": y, "floor": 0 }]));
    // South of the zone.
    let refused = table.answer(seat, &question.id, &Reply::Plan(at(10 * 256, 2 * 256)));
    assert!(
        matches!(&refused, Err(Refused::Objected(it)) if it.rule == skirmish::setup::ORDER),
        "{refused:?}"
    );
    table.answer(seat, &question.id, &Reply::Plan(at(10 * 256, 22 * 256))).expect("in the zone");
    let view = table.view(Some(seat));
    assert_eq!(view.pieces[0].place, Some(Place::Point { x: 2560, y: 2 * 256, floor: 0 }));
    // What is set up is seen when all of it stands (skirmish.depl.sees).
    assert!(table.view(Some(1 - seat)).pieces.is_empty());
}

#[test]
fn overlays_sight_and_cards_answer_or_refuse() {
    let mut table = table("gate", 1);
    let mut rng = Rng(5);
    while table.view(None).now.label.contains("Setting up") {
        let seat = asked(&table).expect("somebody sets up");
        let question = table.question(seat).expect("is asked");
        answer_somehow(&mut table, seat, &question, &mut rng);
    }
    let piece = table.view(Some(0)).pieces[0].id.clone();
    for it in table.head().overlays {
        let found = table.overlay(Some(0), &it.kind, None, Some(&piece));
        assert!(found.is_ok(), "{}: {found:?}", it.kind);
    }
    let at = |x: i32, y: i32| Place::Point { x: x * 256, y: (24 - y) * 256, floor: 0 };
    let through = table.sight(Some(0), at(21, 5), at(21, 22)).expect("both are on the table");
    assert!(!through.clear, "the barn is in the way: {through:?}");
    let along = table.sight(Some(0), at(14, 1), at(14, 22)).expect("both are on the table");
    assert!(along.clear && along.distance == "21 inches", "{along:?}");
    assert!(table.sight(Some(0), at(14, 1), at(99, 1)).is_err());
    assert!(table.place_card(Some(0), at(21, 16)).expect("the barn").title.contains("barn"));
    for wrong in ["f250", "x", "c9-1", "f", ""] {
        assert!(table.piece_card(Some(0), wrong).is_err(), "{wrong}");
    }
}
