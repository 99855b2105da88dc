//! What a seat is sent after an answer is small: what does not change during a game is sent once, with its head.

use kernel::{SeatKind, Seed};
use play::Table;
use serde_json::Value;

#[test]
fn a_view_carries_only_what_changes() {
    for (system, module, scenario) in [
        ("gts", "periers-ridge", "ridge"),
        ("gts", "sword-beach", "d-day"),
        ("omaha", "omaha-beach", "first-waves"),
    ] {
        let table = played(system, module, scenario, 120);
        let seat = table.waiting_for().first().copied();
        let view = serde_json::to_value(table.view(seat)).expect("plain data");
        let mut head = serde_json::to_value(table.head()).expect("plain data");
        let whole = head.to_string().len();
        for key in head.as_object().expect("fields").keys() {
            assert!(view.get(key).is_none(), "{scenario}: {key} is sent with every view");
        }
        // As much of the head as there was when it came with every view.
        let fields = head.as_object_mut().expect("fields");
        fields.retain(|it, _| it != "charts" && it != "sequences");
        let map = head["map"].as_object_mut().expect("fields");
        map.remove("shapes");
        for cell in map["cells"].as_array_mut().expect("cells") {
            cell.as_object_mut().expect("fields").retain(|it, _| it == "label" || it == "text");
        }
        let (now, before) =
            (view.to_string().len(), view.to_string().len() + head.to_string().len());
        println!("{scenario}: a view is {now} bytes, with its head {before}; the head is {whole}");
        assert!(3 * now <= 2 * before, "{scenario}: {now} of {before} bytes with every view");
    }
}

/// The head is the same for the whole of a game, or sending it once would be wrong.
#[test]
fn the_head_does_not_change() {
    let of = |table: &dyn Table| -> Value { serde_json::to_value(table.head()).expect("plain") };
    for (system, module, scenario) in
        [("gts", "sword-beach", "first-waves"), ("omaha", "omaha-beach", "beyond-the-beach")]
    {
        let [first, later] = [0, 400].map(|it| of(&*played(system, module, scenario, it)));
        assert_eq!(first, later, "{scenario}");
    }
}

/// A game after some answers, all given as the computer advises.
fn played(system: &str, module: &str, scenario: &str, answers: usize) -> Box<dyn Table> {
    let library = systems::library();
    let system = systems::find(system).expect("a system");
    let scenario = system.load(&library, module, scenario).unwrap_or_else(|it| panic!("\n{it}"));
    let seats = vec![SeatKind::Human; scenario.seats().len()];
    let mut table =
        scenario.open(scenario.version(), vec![], Seed::from_number(7), seats).expect("a new game");
    for _ in 0..answers {
        let Some(seat) = table.waiting_for().first().copied() else { break };
        let (question, option) = table.advise(seat).expect("is asked");
        table.answer(seat, &question, &option).expect("an option");
    }
    table
}
