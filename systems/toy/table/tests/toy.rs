//! Courier at the table: laws, files, secrets, odds, the computer.

use std::path::Path;

use kernel::{SeatKind, Seed};
use play::wire::Place;
use play::{Player, Seated, System as _, Table};
use testkit::cases::{Played as _, run_cases, run_text};
use testkit::coverage::statements;
use testkit::golden::{compare, playthroughs};
use testkit::laws::laws;
use toy_table::Toy;

#[test]
fn the_laws_hold() {
    let (_, start) = Toy::starts().expect("loads").remove(0);
    let tally = laws::<Toy>(&start, 0..200, 44, 4).unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(tally.games, 200);
    assert!(0 < tally.replayed && 0 < tally.undone, "{tally}");
}

fn open(names: &str) -> Box<dyn Table> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../modules");
    let library = module::Library::open(&[module::Shape::of::<Toy>()], folder).expect(names);
    assert!(library.check().is_clean(), "{}", library.check().errors);
    let data = library.load::<Toy>("courier", "one-night").expect("loads").data;
    let named = play::Named { module: "courier".into(), scenario: "one-night".into() };
    let seats = vec![SeatKind::Human, SeatKind::Human];
    Box::new(Seated::<Toy>::open(data, named, vec![], Seed::from_number(5), seats).expect("starts"))
}

fn answer(table: &mut Box<dyn Table>, seat: u8, plan: serde_json::Value) {
    let id = table.question_id(seat).expect("is asked");
    table.answer(seat, &id, &kernel::Reply::Plan(plan)).expect("fits");
}

#[test]
fn odds_of_the_patrol_are_exact_and_secrets_stay() {
    let mut table = open("the folder of the toy");
    let before = serde_json::to_string(&table.view(Some(0))).expect("plain");
    answer(&mut table, 1, serde_json::json!([23]));
    // Nothing another seat can get changes.
    assert_eq!(serde_json::to_string(&table.view(Some(0))).expect("plain"), before);
    answer(&mut table, 0, serde_json::json!([8]));
    answer(&mut table, 0, serde_json::json!([28, 29]));
    let marks = |seat| table.view(seat).markers.iter().map(|it| it.place).collect::<Vec<_>>();
    assert_eq!(
        (marks(Some(0)), marks(Some(1)), marks(None)),
        (vec![Place::Cell(8)], vec![Place::Cell(23)], vec![])
    );
    let question = table.question(1).expect("the patrol is asked");
    let at = question.options.iter().position(|it| it.label == "0504").expect("it may stay");
    let odds = table.odds(1, &question.id, at).expect("odds");
    // The courier is behind a hedge, two hexes away: two in six, one less if clouds came.
    let dark = table.view(None).now.weather == "Clouds";
    let rows: Vec<_> =
        odds.rows.iter().map(|it| (it.label.as_str(), it.fraction.as_str())).collect();
    let (seen, not) = if dark { ("1/6", "5/6") } else { ("1/3", "2/3") };
    assert_eq!(rows, [("Papers gone", seen), ("He gets on", not)]);
    assert!(odds.exact);
    assert!(table.counters_svg().contains("id=\"p1\"") && table.position_svg().contains("#p1"));
    for svg in [table.counters_svg(), table.position_svg(), table.map_svg()] {
        testkit::drawing::check(&svg).unwrap_or_else(|it| panic!("{it}"));
    }
}

#[test]
fn the_computer_beats_chance_on_either_side() {
    let (_, start) = Toy::starts().expect("loads").remove(0);
    let wins = |players: [Player; 2]| {
        let games = (0..400).map(|n| play::play::<Toy>(&start, 7, n, players).0.winner);
        games.filter(|it| *it == Some(0)).count()
    };
    let (c, r) = (Player::Computer, Player::Random);
    let (both, courier, guard) = (wins([c, c]), wins([c, r]), wins([r, c]));
    println!("courier wins of 400: computers {both}, against chance {courier}, as chance {guard}");
    assert!(guard < both && both < courier);
}

/// As `systems` does for all, so that a change here builds nothing of the others.
#[test]
fn every_case_passes_and_the_night_is_played_as_it_was() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let report = run_cases(&[("toy", Toy::case)], &root.join("cases/toy"));
    assert!(report.is_clean() && 30 < report.passed, "\n{report}");
    for statement in statements("toy", Toy::RULES) {
        assert!(report.covered.contains(&statement.id), "{} is proved by no case", statement.id);
    }
    let (_, text) = playthroughs::<Toy>(1944).expect("loads").remove(0);
    let golden = root.join("systems/toy/golden/courier-one-night.txt");
    compare(&golden, &text).unwrap_or_else(|it| panic!("{it}"));
}

#[test]
fn a_case_that_proves_nothing_is_refused() {
    let case = |play: &str, expect: &str| {
        let text = format!(
            "## A case\nCovers: toy.x.y\n```situation\nhour 1\nfarm 0901\nambush 0602\n```\n```play\n{play}\n```\n```expect\n{expect}\n```\n"
        );
        run_text(&[("toy", Toy::case)], "toy", Path::new("x.md"), &text).to_string()
    };
    for (play, expect, wanted) in [
        ("stay / d6 = 6 / 0404", "courier 0104", "it proves nothing"),
        ("0204 / d6 = 6", "courier 0204", "judged in the middle of things"),
        ("0204 / d6 = 6", "asks: toy.patrol.move\nstill courier 0204", "was not before"),
        ("0204", "courier 0204", "the case gives no more dice"),
        ("0204 / d6 = 6 / d6 = 6", "courier 0204", "nothing is thrown here"),
        ("0204 / d6 = 7", "courier 0204", "faces 1 to 6"),
        ("9999 / d6 = 6", "courier 0204", "no value is called"),
        ("0304", "courier 0304", "does not adjoin the one before [toy.walk.path, at /0]"),
        ("guard: 0204", "courier 0204", "that side is not asked here"),
        ("0204 / d6 = 6 / 0804", "patrol 0804", "no option is called"),
        ("0204 / d6 = 6", "courier happy", "expected courier happy"),
        ("0204 / d6 = 6", "nonsense", "is no expectation"),
        ("0204 / d6 = 6", "log: is at 0304", "expected in the log"),
        ("0204 / d6 = 6", "refused: 0504 by toy.watch.die", "\"0504\" is offered"),
        ("0204 / d6 = 6", "refused: 0804 by toy.patrol.move", "no rule says why"),
        ("0204 / d6 = 6 / 0704", "refused: 0404 by toy.walk.paces", "refused by toy.walk.path"),
        ("0204 / d6 = 6", "offered only: 0504", "found also"),
        ("0204 / d6 = 6 / 0304 / d6 = 1", "ledger toy.watch.range = 5", "found    4: 3"),
        ("0204 / d6 = 6", "odds 0304 => papers false = 1/6", "found    2/3"),
    ] {
        let found = case(play, expect);
        assert!(found.contains(wanted), "expected: {wanted}\nfound: {found}");
    }
}

#[test]
fn mistakes_in_the_files_are_named_with_their_place() {
    let scenario = |map: &str, hours: &str| {
        format!(
            "title = \"x\"\nsummary = \"x\"\nminutes = 5\nhours = {hours}\npaces = 4\nwatch = 3\nmap = \"\"\"\n{map}\n\"\"\"\n"
        )
    };
    let head = "format = 1\nsystem = \"toy\"\ntitle = \"x\"\nsummary = \"x\"\n";
    for (map, hours, wanted) in [
        ("S . F\n. P F", "6", None),
        ("S . F\n. P F F", "6", Some("rows of one length")),
        ("S . F\n. P", "6", Some("rows of one length")),
        ("S . F\n. S F", "6", Some("rows of one length")),
        ("S . F\n? P F", "6", Some("rows of one length")),
        ("", "6", Some("rows of one length")),
        ("S . F\n. P F", "0", Some("hours")),
    ] {
        let files = [("module.toml", head.to_owned()), ("scenarios/s.toml", scenario(map, hours))];
        let files = files.map(|(name, text)| (format!("toy/m/{name}"), text.into_bytes()));
        let library = module::Library::from_files(&[module::Shape::of::<Toy>()], files);
        let errors = library.check().errors.to_string();
        match wanted {
            None => assert!(library.check().is_clean(), "{errors}"),
            Some(it) => {
                assert!(errors.contains(it) && errors.contains("s.toml"), "{map}: {errors}")
            }
        }
    }
}
