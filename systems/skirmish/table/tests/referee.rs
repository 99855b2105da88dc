//! Referee mode through its face: a turn on a sheet, steps back, refusals by rule, and whatever else is entered.

use std::sync::Arc;

use kernel::Rng;
use play::System as _;
use play::reckon::{Entry, Given, Misfit, Tray};
use play::wire::{Act, Input, InputKind, Reckoning, SheetPage, SheetRow, SheetView};
use serde_json::{Value, json};
use skirmish::data::Scene;
use skirmish_table::Skirmish;

fn scene(name: &str) -> Arc<Scene> {
    skirmish_table::library().load::<Skirmish>("platoon-actions", name).expect("it loads").data
}

/// A sheet of the orchard gate and what has been entered on it.
struct Table {
    scene: Arc<Scene>,
    entries: Vec<Entry>,
}

impl Table {
    fn new() -> Table {
        Table { scene: scene("gate"), entries: Vec::new() }
    }

    fn ask(&self, entry: &Entry, tray: &mut Tray<'_>) -> Result<SheetView, Misfit> {
        Skirmish::sheet(&self.scene, &self.entries, Some((entry, tray)))
    }

    fn page(&self) -> SheetPage {
        Skirmish::sheet(&self.scene, &self.entries, None).expect("its own entries fit").page
    }

    /// Enters something with these dice.
    fn enter(&mut self, act: &str, of: &str, inputs: Value, dice: &[u8]) -> SheetPage {
        let entry = entry(act, of, inputs);
        let view =
            self.ask(&entry, &mut Tray::given(dice)).unwrap_or_else(|it| panic!("{act}: {it}"));
        let kept = view.entry.expect("it is kept");
        self.entries.push(serde_json::from_value(kept).expect("an entry"));
        view.page
    }

    fn next(&mut self, times: usize) {
        for _ in 0..times {
            self.enter("next", "", Value::Null, &[]);
        }
    }

    fn refused(&self, act: &str, of: &str, inputs: Value) -> Misfit {
        self.ask(&entry(act, of, inputs), &mut Tray::given(&[])).expect_err("it is refused")
    }
}

fn entry(act: &str, of: &str, inputs: Value) -> Entry {
    let of = (!of.is_empty()).then(|| of.to_string());
    Entry { act: act.into(), of, inputs, dice: Vec::new() }
}

fn row<'p>(page: &'p SheetPage, key: &str) -> &'p SheetRow {
    page.parts.iter().flat_map(|it| &it.rows).find(|it| it.key == key).expect("a row")
}

fn tags(page: &SheetPage, key: &str) -> Vec<String> {
    row(page, key).tags.iter().map(|it| it.text.clone()).collect()
}

fn rule(it: &Misfit) -> &str {
    it.rule.as_ref().map_or("", |it| it.code.as_str())
}

#[test]
fn a_turn_is_kept_on_one_sheet() {
    let mut table = Table::new();
    table.next(2);
    let page = table.enter("initiative", "", json!({ "winner": "second" }), &[5, 2]);
    assert_eq!(page.report[0].text, "United States has the initiative and moves second");
    table.next(1);
    // The German side moves first.
    assert_eq!(rule(&table.refused("mark", "ge-rifles", json!({ "mover": "us-rifles" }))), "");
    table.enter("order", "ge-rifles", json!({ "order": "double" }), &[]);
    let again = table.refused("order", "ge-rifles", json!({ "order": "fire" }));
    assert_eq!(rule(&again), "skirmish.order.one");
    let page = table.enter("mark", "us-support", json!({ "mover": "ge-rifles" }), &[]);
    assert_eq!(tags(&page, "us-support"), ["Fire", "Marks Rifle group"]);
    table.next(2);
    // Who has no order fires; the mover is the only target of who has marked it.
    let fire =
        json!({ "weapon": "semi_auto_rifle", "figures": 4, "target": "ge-rifles", "range": 12 });
    let look = table.ask(&entry("fire", "us-support", fire.clone()), &mut Tray::look()).unwrap();
    assert!(look.entry.is_none());
    let reckoning = look.reckoning.expect("numbers");
    // In the open 4, moved in the open -1, At the Double -1: 2 or more; 4 or more to kill.
    assert_eq!(reckoning.text, "To hit: 2 or more; To kill: 4 or more");
    let codes: Vec<&str> = lines(&reckoning);
    assert_eq!(
        codes,
        [
            "skirmish.kill.open",
            "skirmish.mod.moved-in-open",
            "skirmish.mod.double",
            "skirmish.kill.by-cover"
        ]
    );
    // Four dice of 5/12 each.
    assert_eq!(reckoning.odds.rows[0].fraction, "2401/20736");
    let page = table.enter("fire", "us-support", fire, &[2, 4, 3, 1, 1, 6, 2]);
    assert_eq!(
        page.report[0].text,
        "Automatic rifle team fires at Rifle group (Self-loading rifle): 3 hits, 1 kill"
    );
    assert_eq!(page.report[0].dice.len(), 7);
    // It has one automatic rifle, however many are entered: two dice, and the odds of two.
    let auto = json!({ "weapon": "auto_rifle", "figures": 8, "target": "ge-rifles" });
    let look = table.ask(&entry("fire", "us-support", auto), &mut Tray::look()).unwrap();
    assert_eq!(look.reckoning.expect("numbers").odds.title, "2 dice");
    let at_other = json!({ "weapon": "semi_auto_rifle", "target": "ge-support" });
    assert_eq!(table.refused("fire", "us-support", at_other).input.as_deref(), Some("target"));
    table.next(2);
    let page = table.page();
    let living = row(&page, "ge-rifles").text.clone();
    assert!(living.contains("of 4 figures") && living.contains("3 of"), "{living}");
    assert!(tags(&page, "ge-rifles").contains(&"Must test".to_string()));
    // Regular 4, one kill +1, leader in reach -1: 4. A 1 is missed by three: two levels.
    let page = table.enter("test", "ge-rifles", json!({ "bonus": 1 }), &[1]);
    assert_eq!(tags(&page, "ge-rifles")[0], "Broken");
    table.next(2);
    let page = table.enter("hold", "", json!({ "objective": "gate", "holder": "us" }), &[]);
    assert_eq!(row(&page, "gate").text, "Held by United States");
    table.next(1);
    assert_eq!(table.page().clock, "Turn 2 of 4");
    // A step back is an entry less.
    table.entries.pop();
    assert_eq!((table.page().clock.as_str(), table.page().step), ("Turn 1 of 4", 9));
}

fn lines(it: &Reckoning) -> Vec<&str> {
    it.odds.ledgers.iter().flat_map(|it| &it.ledger).map(|it| it.rule.code.as_str()).collect()
}

#[test]
fn what_the_sheet_forbids_is_refused_by_its_rule() {
    let mut table = Table::new();
    table.next(5);
    let far = json!({ "weapon": "semi_auto_rifle", "target": "ge-rifles", "range": 33 });
    let far = table.refused("fire", "us-rifles", far);
    assert_eq!((rule(&far), far.input.as_deref()), ("skirmish.weap.range", Some("range")));
    assert_eq!(far.why, "the Self-loading rifle reaches 32 inches, not 33");
    table.next(1);
    let still = json!({ "weapon": "semi_auto_rifle", "target": "ge-rifles" });
    assert_eq!(rule(&table.refused("fire", "us-rifles", still)), "skirmish.fire.moving");
    assert!(
        table
            .refused("order", "us-rifles", json!({}))
            .why
            .starts_with("there is no entry \"order\"")
    );
    assert!(
        table.refused("fire", "us-rifels", json!({})).why.contains("did you mean \"us-rifles\"?")
    );
    let kills = table.refused("suffer", "us-rifles", json!({ "hits": 1, "kills": 2 }));
    assert_eq!(kills.input.as_deref(), Some("kills"));
    // Entries that do not fit are named with their number.
    table.entries.insert(2, entry("order", "us-rifles", json!({ "order": "double" })));
    let why = Skirmish::sheet(&table.scene, &table.entries, None).unwrap_err().why;
    assert!(why.starts_with("entry 3 (order) does not fit"), "{why}");
}

#[test]
fn a_game_ends_by_its_die_and_says_who_has_won() {
    let mut table = Table::new();
    for turn in 1..4 {
        table.next(10);
        assert_eq!(table.page().clock, format!("Turn {} of 4", turn + 1));
    }
    table.next(9);
    let look = table.ask(&entry("next", "", Value::Null), &mut Tray::look()).unwrap();
    assert_eq!(look.reckoning.unwrap().odds.rows[0].fraction, "1/6");
    let page = table.enter("next", "", Value::Null, &[1]);
    assert!(page.over && page.acts.is_empty());
    assert!(page.text.contains("Germany"), "{}", page.text);
    assert!(table.refused("next", "", Value::Null).why.contains("the game is over"));
}

/// Every number of the charts is that of the rules: the same as `cases/skirmish/referee.md` has of the procedures.
#[test]
fn charts_answer_with_the_numbers_of_the_rules() {
    let ask = |chart: &str, inputs: Value| {
        let scene = scene("gate");
        let all = Skirmish::reckoners(&scene);
        let inputs =
            Given::read(&all.iter().find(|it| it.key == chart).unwrap().inputs, &inputs).unwrap();
        let it = Skirmish::reckon(&scene, chart, &inputs, &mut Tray::look()).unwrap();
        it.odds.ledgers.iter().filter_map(|it| it.total).collect::<Vec<_>>()
    };
    assert_eq!(
        ask("fire", json!({ "weapon": "rifle", "cover": "light", "hindrances": 2, "range": 20 })),
        [8, 4]
    );
    let smg = json!({ "weapon": "smg", "cover": "heavy", "moving": true, "suppressed": true, "quality": "green" });
    assert_eq!(ask("fire", smg), [8, 5]);
    assert_eq!(ask("fire", json!({})), [4, 4]);
    let rocket = json!({ "weapon": "rocket_launcher", "cover": "heavy", "range": 12 });
    assert_eq!(ask("direct-he", rocket), [6, 5]);
    assert_eq!(ask("spot", json!({ "hindrances": 2, "range": 17 })), [8]);
    assert_eq!(ask("rally", json!({ "quality": "green", "bonus": 2 })), [4]);
    let test = json!({ "kills": 2, "severe": true, "quality": "veteran", "bonus": 2 });
    assert_eq!(ask("morale", test), [5]);
    assert_eq!(ask("melee", json!({ "quality": "veteran", "suppressed": true })), [4]);
    let call = json!({ "support": "general", "quality": "green", "hindrances": 1, "again": true });
    assert_eq!(ask("call", call), [6]);
    assert_eq!(ask("for-effect", json!({ "weight": "medium", "woods": true })), [4, 3]);
    assert_eq!(ask("for-effect", json!({ "cover": "heavy", "levels": 2, "weak": true })), [8, 8]);
}

#[test]
fn nothing_that_is_entered_breaks_the_charts_or_the_sheet() {
    for name in ["gate", "farm", "bridge"] {
        let scene = scene(name);
        let mut rng = Rng(1944);
        let (mut kept, mut refused) = (0, 0);
        for _ in 0..12 {
            let mut entries: Vec<Entry> = Vec::new();
            for _ in 0..120 {
                let page = Skirmish::sheet(&scene, &entries, None).expect("kept entries fit").page;
                if page.over {
                    entries.clear();
                    continue;
                }
                let next = some_entry(&page, &mut rng);
                let mut throw = |sides: u8| 1 + rng.below(u32::from(sides)) as u8;
                let mut tray = Tray::thrown(&mut throw);
                match Skirmish::sheet(&scene, &entries, Some((&next, &mut tray))) {
                    Ok(it) => {
                        entries.push(serde_json::from_value(it.entry.expect("thrown")).unwrap());
                        kept += 1;
                    }
                    Err(it) => {
                        assert!(!it.why.is_empty());
                        refused += 1;
                    }
                }
            }
        }
        assert!(400 < kept && 100 < refused, "{name}: {kept} kept, {refused} refused");
        for chart in Skirmish::reckoners(&scene) {
            for input in &chart.inputs {
                let InputKind::Choice { options, .. } = &input.kind else { continue };
                assert!(options.iter().all(|it| !it.title.is_empty()), "{}: {input:?}", chart.key);
            }
            for _ in 0..300 {
                let inputs = some_inputs(&chart.inputs, &mut rng);
                let Ok(given) = Given::read(&chart.inputs, &inputs) else { continue };
                let mut throw = |sides: u8| 1 + rng.below(u32::from(sides)) as u8;
                let answer =
                    Skirmish::reckon(&scene, &chart.key, &given, &mut Tray::thrown(&mut throw));
                if let Ok(it) = answer {
                    let sum: f64 = it.odds.rows.iter().map(|it| it.probability).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{}: {inputs} {sum}", chart.key);
                }
            }
        }
    }
}

/// Mostly what the page offers, now and then anything at all.
fn some_entry(page: &SheetPage, rng: &mut Rng) -> Entry {
    let rows = page.parts.iter().flat_map(|it| &it.rows);
    let of_rows = rows.flat_map(|row| row.acts.iter().map(|act| (Some(row.key.clone()), act)));
    let all: Vec<(Option<String>, &Act)> =
        of_rows.chain(page.acts.iter().map(|act| (None, act))).collect();
    let wild = rng.below(12) == 0 || all.is_empty();
    if wild {
        let of =
            [None, Some("us-rifles".into()), Some("nobody".into())][rng.below(3) as usize].clone();
        let act = ["next", "fire", "order", "", "hold"][rng.below(5) as usize].into();
        return Entry { act, of, inputs: anything(rng, 3), dice: vec![] };
    }
    // The last act is often that of the next phase, so that games go on.
    let i = if rng.below(4) == 0 { all.len() - 1 } else { rng.below(all.len() as u32) as usize };
    let (of, act) = &all[i];
    let inputs = some_inputs(&act.inputs, rng);
    Entry { act: act.key.clone(), of: of.clone(), inputs, dice: vec![] }
}

fn some_inputs(inputs: &[Input], rng: &mut Rng) -> Value {
    let mut values = serde_json::Map::new();
    for input in inputs {
        let value = match (&input.kind, rng.below(20)) {
            (_, 0) => anything(rng, 2),
            (_, 1..8) => continue,
            (InputKind::Number { least, most, .. }, _) => {
                json!(least + i64::from(rng.below((most - least + 1) as u32)))
            }
            (InputKind::Toggle { .. }, _) => json!(rng.below(2) == 0),
            (InputKind::Choice { options, .. }, _) => {
                json!(options[rng.below(options.len() as u32) as usize].key)
            }
        };
        values.insert(input.key.clone(), value);
    }
    Value::Object(values)
}

fn anything(rng: &mut Rng, deep: u32) -> Value {
    match rng.below(if deep == 0 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => json!(rng.below(2) == 0),
        2 => json!(i64::from(rng.below(u32::MAX)) - 2_000_000_000),
        3 => json!(f64::from(rng.below(100_000)) / 7.0),
        4 => json!(["", "fire", "ärger\u{0}", "order", "-1"][rng.below(5) as usize]),
        5 => json!(u64::MAX),
        6 => Value::Array((0..rng.below(4)).map(|_| anything(rng, deep - 1)).collect()),
        _ => json!({ "range": anything(rng, deep - 1), "x": anything(rng, deep - 1) }),
    }
}
