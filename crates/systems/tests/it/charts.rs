//! Every chart can be read, answers by its rules whatever is entered, and says no more than the rules do.

use play::reckon::{Misfit, Tray};
use play::wire::{InputKind, Reckoner, Reckoning};
use serde_json::{Map, Value, json};
use systems::AnySystem;

fn charts() -> impl Iterator<Item = (&'static dyn AnySystem, Reckoner)> {
    systems::ALL.iter().flat_map(|system| system.charts().into_iter().map(|it| (*system, it)))
}

/// All values of a choice or a toggle; of a number the ends and some between.
fn values(kind: &InputKind) -> Vec<Value> {
    match kind {
        InputKind::Number { least, most, default } => {
            let mut all = vec![*least, *default, (least + most) / 2, *most];
            all.dedup();
            all.into_iter().map(Value::from).collect()
        }
        InputKind::Toggle { .. } => vec![false.into(), true.into()],
        InputKind::Choice { options, .. } => options.iter().map(|it| json!(it.key)).collect(),
    }
}

/// An answer whose parts come to the whole, or a refusal by a rule: nothing else.
fn check(id: &str, entered: &Value, answer: Result<Reckoning, Misfit>) -> bool {
    match answer {
        Ok(it) => {
            let sum: f64 = it.odds.rows.iter().map(|it| it.probability).sum();
            let whole = 1.0 - it.odds.error;
            assert!((sum - whole).abs() < 1e-9, "{id} {entered}: {sum} of {whole}");
            assert!(!it.odds.rows.is_empty(), "{id} {entered}: nothing comes of it");
            true
        }
        Err(it) => {
            assert!(it.rule.is_some(), "{id} {entered}: {it}");
            false
        }
    }
}

#[test]
fn every_file_can_be_read_and_names_a_rule() {
    let mut read = 0;
    for chart in ::charts::read() {
        let chart = chart.unwrap();
        let system = systems::find(&chart.system).expect(&chart.key);
        let rule = chart.reckoner().rule.code;
        assert!(system.rules().contains(&format!("**{rule}**")), "{}: {rule}", chart.key);
        assert!(!chart.headings().is_empty(), "{} stands for no heading", chart.key);
        read += 1;
    }
    assert_eq!(read, charts().count());
}

#[test]
fn every_value_of_every_input_is_answered() {
    for (system, chart) in charts() {
        let id = format!("{}/{}", system.key(), chart.key);
        let ask = |entered: &Value| system.chart(&chart.key, entered, &mut Tray::look());
        assert!(check(&id, &Value::Null, ask(&Value::Null)), "{id}: the defaults are refused");
        let mut answered = 0;
        for input in &chart.inputs {
            for value in values(&input.kind) {
                let entered = json!({ &input.key: value });
                answered += u32::from(check(&id, &entered, ask(&entered)));
            }
        }
        assert!(0 < answered || chart.inputs.is_empty(), "{id}");
    }
}

#[test]
fn many_at_once_are_answered_too() {
    let mut rng = kernel::Rng(14);
    for (system, chart) in charts() {
        for _ in 0..12 {
            let mut entered = Map::new();
            for input in &chart.inputs {
                let all = values(&input.kind);
                entered
                    .insert(input.key.clone(), all[rng.below(all.len() as u32) as usize].clone());
            }
            let entered = Value::Object(entered);
            let id = format!("{}/{}", system.key(), chart.key);
            check(&id, &entered, system.chart(&chart.key, &entered, &mut Tray::look()));
        }
    }
}

#[test]
fn a_roll_is_one_of_the_outcomes_and_can_be_entered_again() {
    let mut rng = kernel::Rng(44);
    for (system, chart) in charts() {
        let mut throw = |sides: u8| 1 + rng.below(u32::from(sides)) as u8;
        let mut tray = Tray::thrown(&mut throw);
        let answer = system.chart(&chart.key, &Value::Null, &mut tray).unwrap();
        let rolled = answer.rolled.unwrap();
        let told = answer.odds.rows.iter().any(|it| rolled.text.starts_with(&it.label));
        assert!(told, "{}: {}", chart.key, rolled.text);
        let dice: Vec<u8> = rolled.dice.iter().map(|it| it.face).collect();
        let again = system.chart(&chart.key, &Value::Null, &mut Tray::given(&dice)).unwrap();
        assert_eq!(again.rolled, Some(rolled), "{}", chart.key);
    }
}

#[test]
fn wrong_input_is_named() {
    let (system, chart) = charts().next().expect("there are charts");
    let said = |entered: Value| {
        let answer = system.chart(&chart.key, &entered, &mut Tray::look());
        answer.unwrap_err().to_string()
    };
    assert!(said(json!({ "nonsense": 1 })).contains("there is no input \"nonsense\""));
    assert!(said(json!({ &chart.inputs[0].key: 3 })).contains(&chart.inputs[0].key));
}
