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
        assert!(question.notes.iter().all(|it| !it.text.ends_with("..")), "{:?}", question.notes);
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

/// Goes on until this seat is asked for sheets.
fn at_the_sheets(scenario: &str, seat: u8) -> (Seated<Tcs>, Question) {
    let mut table = table(scenario, 4);
    let mut rng = Rng(4);
    for _ in 0..4_000 {
        let asked = table.view(Some(seat)).question;
        let sheets = |it: &Question| {
            it.form.as_ref().is_some_and(|it| it.field.as_deref() == Some("sheets"))
        };
        if let Some(question) = asked.filter(sheets) {
            return (table, question);
        }
        answer_somehow(&mut table, &mut rng);
    }
    panic!("no sheets are asked for in {scenario}");
}

/// tcs.draw.text-form: what the page writes is what files have, and what is read is what was written.
#[test]
fn every_ready_drawing_is_written_as_text_and_read_back() {
    let mut count = 0;
    for (scenario, seat) in [("the-farm", 0), ("the-farm", 1), ("hill-151", 0), ("hill-151", 1)] {
        let (table, question) = at_the_sheets(scenario, seat);
        let form = question.form.expect("a form");
        assert!(form.text);
        for ready in form.ready.iter().skip(1) {
            let text = table.as_text(seat, &ready.plan).expect("sheets have a text");
            assert!(text.starts_with("[[sheet]]\nside = "), "{text}");
            let blank = serde_json::json!({ "sheets": [] });
            let read = table.read_text(seat, &blank, &text).expect("sheets have a text");
            assert_eq!(read.unwrap_or_else(|it| panic!("{it}\n{text}")), ready.plan, "{text}");
            // The other side may not take it for its own.
            let other = table.read_text(1 - seat, &blank, &text).expect("sheets have a text");
            let wrong = other.expect_err("is for the other side");
            assert_eq!(wrong.problems()[0].line, 2, "{wrong}");
            count += 1;
        }
    }
    assert!(20 <= count, "only {count} drawings");
}

/// Every mistake by its line, and what is no drawing stays as it was.
#[test]
fn a_text_with_mistakes_is_refused_line_by_line() {
    let (table, _) = at_the_sheets("the-farm", 0);
    let plan = serde_json::json!({ "sheets": [{ "cancel": 0 }, { "draw": { "name": "old" } }] });
    let lines = |text: &str| -> Vec<(usize, String)> {
        let read = table.read_text(0, &plan, text).expect("sheets have a text");
        let errors = read.expect_err("is wrong");
        errors.problems().iter().map(|it| (it.line, it.message.clone())).collect()
    };
    let sheet = |mission: &str, hex: &str| {
        format!(
            "[[sheet]]\n[sheet.value]\nname = \"A\"\nforce = \"us\"\nunits = [\"f1\"]\n\
             [sheet.value.drawing]\nmission = \"{mission}\"\nassembly = \"{hex}\"\n"
        )
    };
    assert_eq!(lines("")[0].0, 1);
    assert_eq!(lines("[[sheet]\n")[0].0, 1);
    let found = lines(&format!("{}assembley = \"0101\"\n", sheet("atack", "x")));
    let at: Vec<usize> = found.iter().map(|it| it.0).collect();
    assert_eq!(at, [7, 8, 9], "{found:?}");
    assert!(found[0].1.contains("atack"), "{found:?}");
    // A sheet that is only begun is written all the same, and read when it is whole.
    let text = table.as_text(0, &plan).expect("sheets have a text");
    assert!(text.contains("name = \"old\"") && !text.contains("cancel"), "{text}");
    let read = table.read_text(0, &plan, &sheet("attack", "0101")).expect("sheets have a text");
    let read = read.unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(read["sheets"][0], serde_json::json!({ "cancel": 0 }));
    assert_eq!(read.pointer("/sheets/1/draw/drawing/assembly"), Some(&"0101".into()));
    assert_eq!(read["sheets"].as_array().map(Vec::len), Some(2));
}

/// Every key of a sheet can be entered: the pointers of the form's fields and the shape of the value agree.
#[test]
fn the_form_has_a_field_for_everything_on_a_sheet() {
    use play::wire::{FieldKind, FormKind, RecordField, RecordKind};
    fn keys(fields: &[RecordField], parts: &[RecordKind], found: &mut BTreeSet<String>) {
        for it in fields {
            found.extend(it.at.split('/').filter(|it| !it.is_empty()).map(Into::into));
            match &it.kind {
                FieldKind::List { entry, .. } => keys(entry, parts, found),
                FieldKind::Part { of } => {
                    for it in of.iter().map(|it| &parts[*it]) {
                        found.insert(it.fixed.to_string());
                        keys(&it.fields, parts, found);
                    }
                }
                _ => (),
            }
        }
    }
    let (_, question) = at_the_sheets("the-farm", 0);
    let FormKind::Records { kinds, parts, .. } = question.form.expect("a form").kind else {
        panic!("sheets are records");
    };
    let mut found = BTreeSet::new();
    for it in &kinds {
        keys(&it.fields, &parts, &mut found);
    }
    let wanted = [
        "name",
        "force",
        "units",
        "note",
        "drawing",
        "alternate",
        "branches",
        "trigger",
        "objective",
        "hexes",
        "assembly",
        "departure",
        "line",
        "start_time",
        "failure",
        "rally",
        "loss_percent",
        "time_limit",
        "route",
        "support",
        "boundaries",
        "echelon",
        "companies",
        "sectors",
        "company",
        "hex",
        "phases",
        "release",
        "signal",
        "sheet",
        "phase",
        "time",
        "advances",
        "path",
        "half_width",
        "locations",
        "unit",
        "smoke",
        "spotted",
        "\"attained\"",
        "\"all-up\"",
        "\"none\"",
    ];
    let missing: Vec<_> = wanted.into_iter().filter(|it| !found.contains(*it)).collect();
    assert!(missing.is_empty(), "no field for {missing:?}");
}

/// A mission that is placed: its adjustment whole, the column in its lines, the zone and where shells may fall on the map.
#[test]
fn a_mission_shows_its_zone_its_adjustment_and_where_it_scatters() {
    let mut table = table("hill-151", 6);
    let mut rng = Rng(6);
    let mut found = 0;
    for _ in 0..3_000 {
        let waiting = table.waiting_for();
        let seat = waiting.into_iter().find(|it| table.sealed(*it).is_none()).expect("asked");
        let question = table.view(Some(seat)).question.expect("is asked");
        if question.rule.code == "tcs.arty.observer-los" {
            let option = &question.options[question.options.len() / 2];
            let odds = table.odds(seat, &question.id, option.index).expect("odds are promised");
            let sum: f64 = odds.rows.iter().map(|it| it.probability).sum();
            assert!(odds.exact && (sum - 1.0).abs() < 1e-9, "{odds:?}");
            assert!(odds.ledgers.iter().any(|it| !it.ledger.is_empty()), "{odds:?}");
            let target = odds.places.iter().find(|it| Some(it.place) == option.place);
            assert!(target.is_some_and(|it| it.label.ends_with('%')), "{odds:?}");
            assert!(1 < odds.places.iter().filter(|it| !it.label.is_empty()).count(), "{odds:?}");
            // What is seen as falling is no more than what is not No Shoot.
            let falls: f64 =
                odds.more.iter().flat_map(|it| &it.rows).map(|it| it.probability).sum();
            let shoots: f64 = odds.rows[..3].iter().map(|it| it.probability).sum();
            assert!((falls - shoots).abs() < 1e-9, "{odds:?}");
            found += 1;
            if found == 5 {
                return;
            }
        }
        answer_somehow(&mut table, &mut rng);
    }
    panic!("only {found} missions were placed");
}

/// The tables are there to look at, with the uncertain cells marked.
#[test]
fn tables_mark_what_the_sources_do_not_give_plainly() {
    let table = table("the-farm", 7);
    let view = table.view(None);
    let tables = view.displays.iter().find(|it| it.key == "tables").expect("the tables");
    let grids: Vec<_> = tables.groups.iter().flat_map(|it| &it.grids).collect();
    let marked = |title: &str| -> usize {
        let grid = grids.iter().find(|it| it.title == title).expect("the table");
        grid.rows.iter().map(|it| it.doubts.len()).sum()
    };
    // As many as are flagged in tables.toml.
    assert_eq!((marked("Fire"), marked("Morale"), marked("Adjustment of artillery")), (46, 0, 0));
}

/// Advice comes with its reason, for options as for whole values, and costs the game nothing.
#[test]
fn advice_says_why() {
    let mut table = table("the-farm", 3);
    let (mut options, mut plans) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..120 {
        let Some(seat) = table.waiting_for().into_iter().find(|it| table.sealed(*it).is_none())
        else {
            break;
        };
        let question = table.view(Some(seat)).question.expect("is asked");
        let (id, reply) = table.advise(seat).expect("advice");
        let why = table.reason(seat);
        match &reply {
            Reply::Plan(_) => plans.extend(why),
            _ if 1 < question.options.len() => {
                options.insert(why.expect("whoever chooses has a reason"));
            }
            _ => assert_eq!(why, None, "there is nothing to choose"),
        }
        table.answer(seat, &id, &reply).expect("the advice is good");
    }
    assert!(options.iter().any(|it| it.contains("fire keeps their heads down")), "{options:?}");
    assert!(options.iter().any(|it| it.contains("worth about")), "{options:?}");
    assert!(
        plans.iter().any(|it| it.contains("costs nothing") || it.contains("worth")),
        "{plans:?}"
    );
}

/// Missions left are told battalion by battalion.
#[test]
fn ammunition_is_told_by_battalions() {
    let view = table("the-farm", 1).view(Some(0));
    let json = serde_json::to_string(&view.panels).expect("plain data");
    assert!(json.contains("Direct support battalion 12, 12, 12"), "{json}");
    assert!(!json.contains("battery 1"), "{json}");
}
