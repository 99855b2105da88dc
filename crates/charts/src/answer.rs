//! What a chart answers: exact odds by following every course, the ledgers that come up on the way, and a roll.

use kernel::{Dice, Game as _, Item, Line, Mass, Odds, Rng, Rule, Throw};
use play::reckon::{Given, Misfit, Tray};
use play::wire::{Detail, OddsRow, OddsView, Reckoning, Rolled};
use play::{detail, fraction};
use testkit::cases::{Played, Wishes, position};

use crate::course::{Course, Throws};
use crate::text::{Chart, Filled, Outcome};

/// Courses followed at most; what is left out is told.
const BUDGET: u64 = 2_000_000;
/// Courses looked through for their ledgers, and most ledgers told.
const LOOKED_AT: u64 = 48;
const LEDGERS: usize = 8;

/// The chart with its blanks filled, played by the rules.
pub fn answer<S: Played>(
    chart: &Chart,
    given: &Given,
    tray: &mut Tray<'_>,
) -> Result<Reckoning, Misfit> {
    let filled = chart.fill(given);
    let start = position::<S>(&filled.situation)
        .map_err(|why| Misfit::new(format!("these values do not go together: {why}")))?;
    let ledgers = ledgers::<S>(chart, &filled, &start)?;
    let odds = spread::<S>(chart, &filled, &start, ledgers)?;
    let rolled = if tray.is_look() { None } else { Some(roll::<S>(chart, &filled, &start, tray)?) };
    Ok(Reckoning { text: said(&odds.rows), odds, rolled })
}

/// "Suppressed 18 %, no effect 82 %"
fn said(rows: &[OddsRow]) -> String {
    let row = |it: &OddsRow| format!("{} {:.1} %", it.label, 100.0 * it.probability);
    rows.iter().map(row).collect::<Vec<_>>().join(", ")
}

/// Each outcome with its share of all courses.
fn spread<S: Played>(
    chart: &Chart,
    filled: &Filled,
    start: &S::Game,
    ledgers: Vec<Detail>,
) -> Result<OddsView, Misfit> {
    let mut masses: Vec<Mass> = vec![0; filled.outcomes.len() + 1];
    let mut odds = Odds::new(Wishes::<S>::new(filled.answers.iter().cloned()));
    odds.budget = BUDGET;
    let mut wrong = None;
    odds.every(
        start,
        |cx, g| (0..chart.text.steps).try_for_each(|_| S::course(cx, g)),
        |mass, (), end| match class::<S>(filled, end) {
            Ok(it) => masses[it] += mass,
            Err(why) => wrong = Some(why),
        },
    );
    if let Some(why) = wrong {
        return Err(why);
    }
    let whole = S::Game::WHOLE;
    let titles = filled.outcomes.iter().map(|it: &Outcome| (it.title.as_str(), it.severity));
    let all = titles.chain([(chart.text.otherwise.as_str(), 0)]).zip(&masses);
    let rows = all.filter(|it| 0 < *it.1).map(|((label, severity), mass)| OddsRow {
        label: label.into(),
        fraction: fraction(*mass, whole),
        probability: *mass as f64 / whole as f64,
        severity,
    });
    Ok(OddsView {
        title: chart.text.title.clone(),
        exact: odds.lost == 0,
        error: odds.lost as f64 / whole as f64,
        assumes: chart.text.assumes.clone(),
        rows: rows.collect(),
        ledgers,
        courses: odds.courses,
        ..OddsView::default()
    })
}

/// Which outcome it is: the first that holds, or none of them.
fn class<S: Played>(filled: &Filled, end: &S::Game) -> Result<usize, Misfit> {
    for (i, it) in filled.outcomes.iter().enumerate() {
        match S::is_outcome(end, 0, &it.is) {
            Ok(true) => return Ok(i),
            Ok(false) => (),
            Err(wrong) => return Err(Misfit::new(format!("{}: {}", it.is, wrong.message))),
        }
    }
    Ok(filled.outcomes.len())
}

/// The ledgers that come up in some courses, each once; or the rule that refuses what the chart is about.
fn ledgers<S: Played>(
    chart: &Chart,
    filled: &Filled,
    start: &S::Game,
) -> Result<Vec<Detail>, Misfit> {
    let mut found: Vec<(Rule, kernel::Itemised)> = Vec::new();
    let mut told = Vec::new();
    for n in 0..LOOKED_AT {
        let mut rng = Rng(n + 1);
        let mut throw = |dice: Dice, _: Rule| Ok(Throw(rng.below(dice.faces())));
        let Ended { g: end, lines } = play::<S>(chart, filled, start, &mut throw)?;
        let seen = S::seen(&end, None);
        for line in &lines {
            let Item::Counted(ledger) = &line.item else { continue };
            let known = found.iter().any(|it| it.0 == line.rule && it.1 == *ledger);
            if !known && found.len() < LEDGERS {
                found.push((line.rule, ledger.clone()));
                told.extend(detail::<S>(&seen, line));
            }
        }
    }
    Ok(told)
}

/// Thrown dice, and what comes of them.
fn roll<S: Played>(
    chart: &Chart,
    filled: &Filled,
    start: &S::Game,
    tray: &mut Tray<'_>,
) -> Result<Rolled, Misfit> {
    let mut throw = |dice: Dice, rule: Rule| thrown(tray, dice, rule);
    let Ended { g: end, lines } = play::<S>(chart, filled, start, &mut throw)?;
    let outcome = class::<S>(filled, &end)?;
    let title = filled.outcomes.get(outcome).map_or(&chart.text.otherwise, |it| &it.title);
    let told = lines.iter().filter_map(|line| match &line.item {
        Item::Happened(event) => Some(S::told(&end, line.rule, event)),
        _ => None,
    });
    let told: Vec<String> = told.filter(|it| !it.is_empty()).collect();
    let text = format!("{title}. {}", told.join(" "));
    Ok(Rolled { dice: tray.dice.clone(), text: text.trim().to_owned() })
}

/// Two dice are thrown one by one; a die of ten faces shows 0 to 9.
fn thrown(tray: &mut Tray<'_>, dice: Dice, rule: Rule) -> Result<Throw, Misfit> {
    let mut die = |sides: u8| tray.die(sides, rule.title.to_owned(), |_| None).map(u32::from);
    Ok(Throw(match dice {
        Dice::D6 => die(6)? - 1,
        Dice::D10 => die(10)? % 10,
        Dice::TwoD6 | Dice::D66 => (die(6)? - 1) * 6 + die(6)? - 1,
        Dice::OneOf(n) => die(u8::try_from(n).unwrap_or(u8::MAX))? - 1,
    }))
}

/// Where a course has led, and what it said.
struct Ended<S: Played> {
    g: S::Game,
    lines: Vec<Line<S::Game>>,
}

fn play<S: Played>(
    chart: &Chart,
    filled: &Filled,
    start: &S::Game,
    dice: &mut Throws<'_>,
) -> Result<Ended<S>, Misfit> {
    let mut g = start.clone();
    let wishes = Wishes::<S>::new(filled.answers.iter().cloned());
    let mut course = Course::<S> { wishes, answers: &filled.answers, dice, lines: Vec::new() };
    for _ in 0..chart.text.steps {
        S::course(&mut course, &mut g)?;
    }
    Ok(Ended { g, lines: course.lines })
}
