//! Charts of the books, asked from the terminal.

use play::reckon::{Misfit, Tray};
use play::wire::{Detail, InputKind, OddsRow, OddsView, Reckoner, Reckoning};
use serde_json::{Map, Value, json};
use systems::{AnySystem, Scenario};

use crate::failure::{Failure, say, say_json};
use crate::shelf::ModuleShelf;

pub(crate) fn chart(
    id: Option<&str>,
    inputs: &[String],
    list: bool,
    roll: bool,
    as_json: bool,
) -> Result<(), Failure> {
    match id {
        Some(id) if !list => ask(id, inputs, roll, as_json),
        of => tell_all(of, as_json),
    }
}

/// Every chart of a system, or of all.
fn tell_all(of: Option<&str>, as_json: bool) -> Result<(), Failure> {
    let all: Vec<&dyn AnySystem> = match of {
        None => systems::ALL.to_vec(),
        Some(it) => vec![system(it.split('/').next().unwrap_or(it))?],
    };
    let mut told = Vec::new();
    for it in all {
        for chart in charts(it)? {
            if as_json {
                let id = format!("{}/{}", it.key(), chart.key);
                let outputs = "text, odds.rows[label, fraction, probability], odds.ledgers, rolled";
                told.push(json!({ "id": id, "chart": chart, "outputs": outputs }));
            } else {
                say(&format!("{}/{}: {}. {}", it.key(), chart.key, chart.title, chart.text))?;
                for input in &chart.inputs {
                    say(&format!(
                        "    {:<16} {}, {}",
                        input.key,
                        allowed(&input.kind),
                        input.title
                    ))?;
                }
            }
        }
    }
    if as_json { say_json(&Value::Array(told)) } else { Ok(()) }
}

/// "1 to 9 (5)", "open | woods", "yes | no"
fn allowed(kind: &InputKind) -> String {
    match kind {
        InputKind::Number { least, most, default } => format!("{least} to {most} ({default})"),
        InputKind::Toggle { default: true } => "yes (default) | no".into(),
        InputKind::Toggle { default: false } => "yes | no (default)".into(),
        InputKind::Choice { options, default } => {
            let word = |key: &str| {
                if key == default { format!("{key} (default)") } else { key.to_owned() }
            };
            options.iter().map(|it| word(&it.key)).collect::<Vec<_>>().join(" | ")
        }
    }
}

fn ask(id: &str, inputs: &[String], roll: bool, as_json: bool) -> Result<(), Failure> {
    let Some((of, key)) = id.split_once('/') else {
        return Err(Failure::Unusable(format!(
            "a chart is named system/chart, not {id:?}; bocage chart --list names them all"
        )));
    };
    let system = system(of)?;
    let all = charts(system)?;
    let known = || all.iter().map(|it| it.key.as_str());
    let chart = all.iter().find(|it| it.key == key);
    let chart = chart.ok_or_else(|| Failure::unusable(Misfit::unknown("chart", key, known())))?;
    let (values, thrown) = entered(chart, inputs)?;
    let mut random = Random::new();
    let mut throw = |sides: u8| random.face(sides);
    let mut tray = match &thrown {
        Some(dice) => Tray::given(dice),
        None if roll => Tray::thrown(&mut throw),
        None => Tray::look(),
    };
    let answer = if system.charts().iter().any(|it| it.key == key) {
        system.chart(key, &values, &mut tray)
    } else {
        scenario(system)?.reckon(key, &values, &mut tray)
    };
    let answer = answer.map_err(Failure::unusable)?;
    if as_json {
        return say_json(&serde_json::to_value(&answer).map_err(Failure::unusable)?);
    }
    tell(chart, &answer)
}

fn system(name: &str) -> Result<&'static dyn AnySystem, Failure> {
    let known = || systems::ALL.iter().map(|it| it.key());
    systems::find(name).ok_or_else(|| Failure::unusable(Misfit::unknown("system", name, known())))
}

/// Those that need no scenario, and those that the tables of a scenario answer.
fn charts(system: &dyn AnySystem) -> Result<Vec<Reckoner>, Failure> {
    if system.has_sheet() { Ok(scenario(system)?.reckoners()) } else { Ok(system.charts()) }
}

/// The first we ship: its tables are those of the book.
fn scenario(system: &dyn AnySystem) -> Result<std::sync::Arc<dyn Scenario>, Failure> {
    let shelf = ModuleShelf::open(None).map_err(Failure::Unusable)?;
    let none = || Failure::Unusable(format!("no scenario of {} is shipped", system.key()));
    let [of, module, scenario] = shelf.first_of(system.key()).ok_or_else(none)?;
    shelf.load(&of, &module, &scenario).map_err(Failure::unusable)
}

/// What was entered, by input; and dice that lie on a real table.
fn entered(chart: &Reckoner, inputs: &[String]) -> Result<(Value, Option<Vec<u8>>), Failure> {
    let mut values = Map::new();
    let mut dice = None;
    for it in inputs {
        let Some((key, value)) = it.split_once('=') else {
            return Err(Failure::Unusable(format!("{it:?}: write KEY=VALUE, as in range=3")));
        };
        if key == "roll" {
            let faces = value.split([',', ' ']).map(str::parse::<u8>).collect::<Result<_, _>>();
            dice = Some(faces.map_err(|_| {
                Failure::Unusable(format!(
                    "roll={value}: faces with commas between, as in roll=3,7"
                ))
            })?);
            continue;
        }
        let kind = chart.inputs.iter().find(|it| it.key == key).map(|it| &it.kind);
        let read = match (kind, value) {
            (Some(InputKind::Number { .. }), _) => value.parse::<i64>().map(Value::from).ok(),
            (Some(InputKind::Toggle { .. }), "yes" | "true" | "on" | "1") => Some(true.into()),
            (Some(InputKind::Toggle { .. }), "no" | "false" | "off" | "0") => Some(false.into()),
            _ => None,
        };
        // What cannot be read goes on as it is: the chart says what it wants instead.
        values.insert(key.into(), read.unwrap_or_else(|| value.into()));
    }
    Ok((Value::Object(values), dice))
}

fn tell(chart: &Reckoner, answer: &Reckoning) -> Result<(), Failure> {
    say(&format!("{} [{}]", chart.title, chart.rule.code))?;
    for it in &answer.odds.ledgers {
        tell_ledger(it)?;
    }
    tell_odds(&answer.odds)?;
    if let Some(it) = &answer.rolled {
        for die in &it.dice {
            say(&format!("  rolled {:>2}  {}", die.face, die.text))?;
        }
        say(&format!("  {}", it.text))?;
    }
    Ok(())
}

fn tell_ledger(it: &Detail) -> Result<(), Failure> {
    say(&format!("  {} [{}]", it.text, it.rule.code))?;
    for line in &it.ledger {
        say(&format!("    {:>+4}  {} [{}]", line.amount, line.text, line.rule.code))?;
    }
    Ok(())
}

fn tell_odds(odds: &OddsView) -> Result<(), Failure> {
    let wide = |rows: &[OddsRow]| rows.iter().map(|it| it.label.chars().count()).max().unwrap_or(0);
    let rows = |rows: &[OddsRow]| -> Result<(), Failure> {
        let width = wide(rows);
        for it in rows {
            let percent = 100.0 * it.probability;
            say(format!("  {:<width$}  {percent:>7.3} %  {}", it.label, it.fraction).trim_end())?;
        }
        Ok(())
    };
    rows(&odds.rows)?;
    for part in &odds.more {
        say(&format!("  {}", part.title))?;
        rows(&part.rows)?;
    }
    if !odds.exact {
        say(&format!("  left out: at most {:.4} %", 100.0 * odds.error))?;
    }
    for it in [&odds.assumes].into_iter().chain(&odds.doubts).filter(|it| !it.is_empty()) {
        say(&format!("  ({it})"))?;
    }
    Ok(())
}

/// Dice for whoever has none at hand.
struct Random(std::hash::RandomState, u64);

impl Random {
    fn new() -> Random {
        Random(std::hash::RandomState::new(), 0)
    }
    fn face(&mut self, sides: u8) -> u8 {
        use std::hash::BuildHasher as _;
        self.1 += 1;
        // Of so many numbers a face has at most one more than another.
        1 + (self.0.hash_one(self.1) % u64::from(sides.max(1))) as u8
    }
}
