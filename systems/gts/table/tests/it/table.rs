//! A table of the shipped scenario, through its face only.

use std::collections::BTreeSet;

use gts_table::Gts;
use kernel::{Kind, Reply, Rng, SeatKind, Seed};
use play::wire::{Place, Question};
use play::{Named, Seated};
use play::{Refused, Table};
use serde_json::json;

fn table(scenario: &str, seed: u64) -> Seated<Gts> {
    let loaded = gts_table::library().load::<gts_table::Gts>("periers-ridge", scenario);
    let loaded = loaded.unwrap_or_else(|it| panic!("{it}"));
    let data = loaded.data;
    let seats = vec![SeatKind::Human, SeatKind::Computer];
    Seated::<Gts>::open(data, named(), Vec::new(), Seed::from_number(seed), seats).expect("starts")
}

/// Answers the open question at random.
fn answer_somehow(table: &mut Seated<Gts>, rng: &mut Rng) {
    let seat = next(table);
    let question = table.view(Some(seat)).question.expect("is asked");
    let reply = somehow(&question, rng);
    table.answer(seat, &question.id, &reply).expect("was offered");
}

/// Who is asked and has not sealed a value.
fn next(table: &Seated<Gts>) -> u8 {
    let waiting = table.waiting_for();
    waiting.into_iter().find(|it| table.sealed(*it).is_none()).expect("somebody is asked")
}

fn somehow(question: &Question, rng: &mut Rng) -> Reply {
    match &question.form {
        None => Reply::Option(rng.below(question.options.len() as u32) as usize),
        Some(form) => {
            Reply::Plan(form.ready[rng.below(form.ready.len() as u32) as usize].plan.clone())
        }
    }
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
    assert_eq!(table.answer(0, "any", &Reply::Option(0)), Err(Refused::Over));
}

#[test]
fn a_game_may_be_given_up() {
    let mut table = table("hillman", 1);
    let seat = table.waiting_for()[0];
    let id = table.question_id(seat).expect("is asked");
    let given = table.answer(seat, &id, &Reply::Concede).expect("is asked");
    assert_eq!(given.len(), 1, "nothing is thrown after that");
    let outcome = table.view(Some(seat)).outcome.expect("is over");
    assert_eq!(outcome.winner, Some(1 - seat));
    assert!(outcome.text.contains("concedes") && outcome.seed.is_some(), "{}", outcome.text);
    assert_eq!(table.undo(seat, &|_| true), Err(Refused::Undo(kernel::Undo::Over)));
    assert_eq!(table.answer(seat, &id, &Reply::Concede), Err(Refused::Over));
    let last = table.log(None, 0).pop().expect("is told");
    assert_eq!(last.rule.code, "gts.victory.concede");
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
                    question.options.iter().map(|it| (&it.label, it.place, &it.piece)).collect();
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
    assert_eq!(table.answer(7, &id, &Reply::Option(0)), Err(Refused::NoSuchSeat { seat: 7 }));
    if !table.waiting_for().contains(&other) {
        assert!(matches!(
            table.answer(other, &id, &Reply::Option(0)),
            Err(Refused::NotYours { .. })
        ));
    }
    assert!(matches!(
        table.answer(seat, "0.0.beef", &Reply::Option(0)),
        Err(Refused::Stale { .. })
    ));
    assert!(matches!(
        table.answer(seat, &id, &Reply::Option(10_000)),
        Err(Refused::NoSuchOption { option: 10_000, .. })
    ));
    assert!(matches!(table.overlay(None, "smell", None, None), Err(Refused::Unknown { .. })));
    assert!(matches!(
        table.overlay(None, "sight", Some(Place::Cell(60_000)), None),
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
        let seat = next(&table);
        let before = table.journal().to_vec();
        answer_somehow(&mut table, &mut rng);
        let is_bar = |it: &kernel::Answer| matches!(it.kind, Kind::Thrown | Kind::Declared);
        let threw = table.journal()[before.len()..].iter().any(is_bar);
        if table.journal().len() == before.len() {
            continue;
        }
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
                let value = after[before.len()].value().expect("was an option") as usize;
                table.answer(seat, &question, &Reply::Option(value)).expect("fits");
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
        let seat = next(&table);
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
        let reply = somehow(&question, &mut rng);
        table.answer(seat, &question.id, &reply).expect("was offered");
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
            table.answer(seat, &question, &Reply::Option(0)).expect("done converting");
        }
        let question = table.view(Some(0)).question.expect("may buy");
        let ready = question.form.expect("wants a value").ready;
        table.answer(0, &question.id, &Reply::Plan(ready[pick].plan.clone())).expect("buys");
        let question = table.question_id(1).expect("may buy");
        table.answer(1, &question, &Reply::Plan(json!([]))).expect("buys nothing");
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
        let seat = next(&table);
        if seat == 1 {
            let (question, option) = table.advise(1).expect("is asked");
            table.answer(1, &question, &option).expect("is legal");
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
        let seat = next(&table);
        let question = table.view(Some(seat)).question.expect("is asked");
        let assault = question.options.iter().find(|it| it.label == "Assault" && it.odds);
        let option = match assault {
            Some(choice) => {
                let odds = table.odds(seat, &question.id, choice.index).expect("has odds");
                let sum: f64 = odds.rows.iter().map(|it| it.probability).sum();
                assert!((sum + odds.error - 1.0).abs() < 1e-9, "{odds:?}");
                assert!(odds.error < 0.2, "{odds:?}");
                seen += 1;
                Reply::Option(choice.index)
            }
            None => somehow(&question, &mut rng),
        };
        table.answer(seat, &question.id, &option).expect("was offered");
    }
    assert!(0 < seen, "an assault was on offer");
}

/// The other modules: artillery and engineers, and the landing.
fn table_of(module: &str, scenario: &str, seed: u64) -> Seated<Gts> {
    let loaded = gts_table::library().load::<gts_table::Gts>(module, scenario);
    let loaded = loaded.unwrap_or_else(|it| panic!("{it}"));
    let data = loaded.data;
    let seats = vec![SeatKind::Human, SeatKind::Human];
    Seated::<Gts>::open(data, named(), Vec::new(), Seed::from_number(seed), seats).expect("starts")
}

/// Plays as the computer would until `wanted` is asked.
fn play_until(
    table: &mut Seated<Gts>,
    wanted: &str,
    most: usize,
) -> Option<(u8, play::wire::View)> {
    for _ in 0..most {
        if table.is_over() {
            return None;
        }
        let seat = next(table);
        let view = table.view(Some(seat));
        if view.question.as_ref().is_some_and(|it| it.rule.code == wanted) {
            return Some((seat, view));
        }
        let (question, option) = table.advise(seat)?;
        table.answer(seat, &question, &option).expect("is legal");
    }
    None
}

fn assert_whole(odds: &play::wire::OddsView) {
    let sum = |rows: &[play::wire::OddsRow]| rows.iter().map(|it| it.probability).sum::<f64>();
    assert!((sum(&odds.rows) + odds.error - 1.0).abs() < 1e-9, "{odds:?}");
    for part in &odds.more {
        assert!((sum(&part.rows) + odds.error - 1.0).abs() < 1e-9, "{part:?}");
    }
}

#[test]
fn contact_attempts_are_grouped_by_battery_and_have_odds() {
    let mut table = table("ridge", 21);
    let (seat, view) = play_until(&mut table, "gts.sop.e2-contact", 200).expect("guns may call");
    let question = view.question.expect("is asked");
    assert!(!question.groups.is_empty());
    for choice in question.options.iter().filter(|it| it.group.is_some()) {
        let group = &question.groups[choice.group.expect("has one")];
        assert!(group.piece.as_deref().is_some_and(|it| it.starts_with('u')), "{group:?}");
        assert!(choice.piece.as_deref().is_some_and(|it| it.starts_with('l')), "{choice:?}");
        assert_eq!(choice.lines.len(), 1, "a line from the battery to the leader");
        let odds = table.odds(seat, &question.id, choice.index).expect("has odds");
        assert_whole(&odds);
        assert!(odds.exact && !odds.ledgers.is_empty(), "{odds:?}");
    }
    // Contact shows on both counters and in the display.
    let linked = view.pieces.iter().filter(|it| it.links.iter().any(|it| it.starts_with('l')));
    for battery in linked {
        assert!(battery.markers.iter().any(|it| it == "m-contact"), "{battery:?}");
        assert!(battery.text.contains("in contact with"), "{}", battery.text);
        let leader = view.pieces.iter().find(|it| it.id == battery.links[0]).expect("on the map");
        assert!(leader.links.contains(&battery.id));
        assert!(leader.markers.iter().any(|it| it.starts_with("m-contacts-")), "{leader:?}");
        let card = table.piece_card(None, &battery.id).expect("has a card");
        assert!(card.rows.iter().any(|it| it.label == "Contact"), "{card:?}");
    }
}

#[test]
fn displays_show_points_parks_and_who_is_due() {
    let table = table("ridge", 22);
    let view = table.view(Some(0));
    let divisions = view.displays.iter().find(|it| it.key == "divisions").expect("is there");
    let label = |text: &str| {
        divisions.groups.iter().any(|it| it.rows.iter().any(|it| it.label.contains(text)))
    };
    assert!(label("Command Points") && label("Dispatch Points") && label("Road Blocks"));
    let boxes: Vec<_> = divisions.groups.iter().flat_map(|it| &it.boxes).collect();
    assert!(boxes.iter().any(|it| it.title.starts_with("Due in turn")), "{boxes:?}");
    for piece in boxes.iter().flat_map(|it| &it.pieces) {
        assert!(view.pieces.iter().any(|it| it.id == piece.id), "{piece:?} is told");
    }
    // What the enemy has bought is not in it.
    let enemy = divisions.groups.iter().filter(|it| it.seat == Some(1));
    for row in enemy.flat_map(|it| &it.rows) {
        assert!(!row.value.contains("bought") && !row.value.contains("sale"), "{row:?}");
    }
}

#[test]
fn indirect_fire_has_its_field_and_the_odds_of_its_barrage() {
    let mut seen = 0;
    for seed in 0..6 {
        let mut table = table_of("carentan", "causeway", seed);
        let asked = play_until(&mut table, "gts.ifire.step-06-target", 1500);
        let Some((seat, view)) = asked else { continue };
        let question = view.question.expect("is asked");
        let chart = view.now.charts.last().expect("a chart is run");
        assert_eq!(chart.key, "indirect-fire");
        let known = table.head().charts;
        let steps = known.iter().find(|it| it.key == chart.key).map(|it| it.steps.len());
        assert!(chart.now.map(usize::from) < steps && chart.now.is_some(), "{chart:?}");
        for choice in question.options.iter().filter(|it| it.odds).take(2) {
            let odds = table.odds(seat, &question.id, choice.index).expect("has odds");
            assert_whole(&odds);
            assert!(
                odds.rows
                    .iter()
                    .chain(odds.more.iter().flat_map(|it| &it.rows))
                    .any(|it| it.label.ends_with("Barrage") || it.label == "No barrage")
            );
            assert!(!choice.lines.is_empty(), "a line from the firer: {choice:?}");
        }
        let firer = view.focus.pieces.first().expect("somebody fires");
        let field = table.overlay(Some(seat), "fire", None, Some(firer)).expect("has a field");
        assert!(field.places.iter().any(|it| it.level == 0) && field.text.contains("Range"));
        seen += 1;
        break;
    }
    assert_eq!(seen, 1, "a mortar or battery fired");
}

#[test]
fn the_landing_is_on_the_map_in_the_display_and_has_odds() {
    let mut table = table_of("sword-beach", "first-waves", 23);
    let view = table.view(Some(0));
    assert!(!view.plates.is_empty() && !view.edges.is_empty());
    assert!(view.markers.iter().any(|it| it.symbol.starts_with("m-force-")));
    let naval = view.displays.iter().find(|it| it.key == "naval").expect("there is one");
    let boxes: Vec<_> = naval.groups.iter().flat_map(|it| &it.boxes).collect();
    assert!(boxes.iter().any(|it| it.pieces.iter().any(|it| !it.aboard.is_empty())), "{boxes:?}");
    assert!(boxes.iter().any(|it| it.pieces.iter().any(|it| it.note.contains("range"))));

    let (seat, view) = play_until(&mut table, "gts.naval.2-ship-target", 300).expect("ships fire");
    let question = view.question.expect("is asked");
    let target = question.options.iter().find(|it| it.odds).expect("a target");
    assert_whole(&table.odds(seat, &question.id, target.index).expect("has odds"));
    assert_eq!(view.now.charts.first().map(|it| &*it.key), Some("naval"));

    let (seat, view) = play_until(&mut table, "gts.naval.4-eligible", 600).expect("craft land");
    let question = view.question.expect("is asked");
    assert!(view.now.charts.iter().any(|it| it.key == "landing"));
    for choice in question.options.iter().filter(|it| it.odds).take(1) {
        let odds = table.odds(seat, &question.id, choice.index).expect("has odds");
        assert_whole(&odds);
        assert!(odds.rows.iter().any(|it| it.label.starts_with("Lands")), "{odds:?}");
    }
}

/// Every question of a game: many options come in groups, and no group is empty.
#[test]
fn groups_are_whole() {
    let mut table = table_of("sword-beach", "first-waves", 24);
    let mut many = 0;
    for _ in 0..250 {
        if table.is_over() {
            break;
        }
        let seat = next(&table);
        let question = table.view(Some(seat)).question.expect("is asked");
        for i in 0..question.groups.len() {
            assert!(question.options.iter().any(|it| it.group == Some(i)), "{question:?}");
        }
        many += usize::from(!question.groups.is_empty());
        let (id, option) = table.advise(seat).expect("is asked");
        table.answer(seat, &id, &option).expect("is legal");
    }
    assert!(0 < many, "some question had many options");
}

fn named() -> Named {
    Named { module: "a-module".into(), scenario: "a-scenario".into() }
}
