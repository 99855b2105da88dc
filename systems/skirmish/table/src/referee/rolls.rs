//! Numbers as they are answered, and dice as they are read.

use kernel::Rule;
use play::fraction;
use play::reckon::{Misfit, Tray};
use play::wire::{Detail, LedgerLine, OddsPart, OddsRow, OddsView, Reckoning, Rolled, RuleRef};
use skirmish::dice::{Tested, Way};
use skirmish::referee::{self, Kills, Reckoned, WHOLE};
use skirmish::tables::Tables;

const D6: u8 = 6;

/// One number and the rule it belongs to.
pub(super) struct Number {
    pub(super) rule: Rule,
    pub(super) title: &'static str,
    pub(super) it: Reckoned,
}

impl Number {
    pub(super) fn new(rule: Rule, title: &'static str, it: Reckoned) -> Number {
        Number { rule, title, it }
    }

    fn ledger(&self) -> Detail {
        let line = |(rule, amount): &(Rule, i32)| LedgerLine {
            amount: *amount,
            text: rule.title.into(),
            rule: RuleRef::of(*rule),
        };
        Detail {
            text: format!("{}: {}", self.title, needed(&self.it)),
            rule: RuleRef::of(self.rule),
            ledger: self.it.lines.iter().filter(|it| it.1 != 0).map(line).collect(),
            total: Some(self.it.number),
            die: None,
        }
    }
}

/// "5 or more", "a 6 and then 4 or more"
pub(super) fn needed(it: &Reckoned) -> String {
    match it.way {
        _ if it.certain => "no die is needed".into(),
        Way::One(6) => "a 6".into(),
        Way::One(least) => format!("{least} or more"),
        Way::SixThen(6) => "a 6 and then another 6".into(),
        Way::SixThen(least) => format!("a 6 and then {least} or more"),
        Way::Impossible => "cannot be made".into(),
    }
}

/// What a number or two come to: a sentence, rows of odds, the ledgers.
pub(super) fn answer(title: &str, numbers: &[Number], rows: Vec<OddsRow>) -> Reckoning {
    let text: Vec<String> =
        numbers.iter().map(|it| format!("{}: {}", it.title, needed(&it.it))).collect();
    let odds = OddsView {
        title: title.into(),
        exact: true,
        rows,
        ledgers: numbers.iter().map(Number::ledger).collect(),
        courses: 1,
        ..OddsView::default()
    };
    Reckoning { text: text.join("; "), odds, rolled: None }
}

/// Chances in 36 as rows; those that cannot come are left out.
pub(super) fn of_36(rows: &[(&str, i32, u8)]) -> Vec<OddsRow> {
    let some = rows.iter().filter(|it| it.1 != 0);
    some.map(|(label, chance, severity)| OddsRow {
        label: (*label).into(),
        fraction: fraction(*chance as u128, WHOLE as u128),
        probability: f64::from(*chance) / f64::from(WHOLE),
        severity: *severity,
    })
    .collect()
}

/// A roll that is made or not.
pub(super) fn yes_or_no(it: &Reckoned, yes: &str, no: &str) -> Vec<OddsRow> {
    of_36(&[(yes, it.chance, 3), (no, WHOLE - it.chance, 0)])
}

/// 0, 1, 2 … of something; what is rarer than one in a million stands with the last that is not.
pub(super) fn counted(it: &Kills, one: &str, many: &str) -> Vec<OddsRow> {
    let whole: u128 = it.ways.iter().sum();
    let share = |ways: u128| ways as f64 / whole as f64;
    let last = it.ways.iter().rposition(|it| 1e-6 <= share(*it)).unwrap_or(0);
    let mut rows = Vec::new();
    for (n, ways) in it.ways.iter().enumerate().take(last + 1) {
        let or_more: u128 = if n == last { it.ways[n..].iter().sum() } else { *ways };
        if or_more == 0 {
            continue;
        }
        let more =
            if n == last && it.ways[n + 1..].iter().any(|it| *it != 0) { " or more" } else { "" };
        let what = if n == 1 { one } else { many };
        rows.push(OddsRow {
            label: format!("{n}{more} {what}"),
            fraction: if it.exact { fraction(or_more, whole) } else { String::new() },
            probability: share(or_more),
            severity: (n as u8).min(4),
        });
    }
    rows
}

/// Beside the kills: the hits, which count for the morale test.
pub(super) fn with_hits(mut answer: Reckoning, hit: &Reckoned, dice: u8) -> Reckoning {
    let hits = counted(&referee::successes(hit.chance, WHOLE, dice), "hit", "hits");
    answer.odds.more.push(OddsPart { title: "Hits".into(), rows: hits });
    answer
}

/// Throws for a number, or reads what was thrown.
pub(super) fn roll(
    t: &Tables,
    it: &Reckoned,
    what: &str,
    tray: &mut Tray<'_>,
) -> Result<Tested, Misfit> {
    if it.certain {
        return Ok(Tested::Passed);
    }
    referee::read(t, it.number, |least| {
        let text = format!("{what}, {least} or more");
        let face = tray.die(D6, text, |face| Some(least <= i32::from(face)))?;
        Ok(i32::from(face))
    })
}

/// So many dice, each hitting and then killing; hits and kills.
pub(super) fn volley(
    t: &Tables,
    [hit, kill]: &[Reckoned; 2],
    dice: u8,
    tray: &mut Tray<'_>,
) -> Result<(u8, u8), Misfit> {
    let (mut hits, mut kills) = (0, 0);
    for _ in 0..dice {
        if roll(t, hit, "to hit", tray)? != Tested::Passed {
            continue;
        }
        hits += 1;
        if roll(t, kill, "to kill", tray)? == Tested::Passed {
            kills += 1;
        }
    }
    Ok((hits, kills))
}

/// The dice that lie there and what they come to.
pub(super) fn rolled(tray: &Tray<'_>, text: String) -> Option<Rolled> {
    Some(Rolled { dice: tray.dice.clone(), text })
}

pub(super) fn plural(n: impl Into<usize>, one: &str, many: &str) -> String {
    let n = n.into();
    format!("{n} {}", if n == 1 { one } else { many })
}
