//! `play` fences: options by short names, whole values in words, and why something is not offered.

use kernel::{PendingAsk, Rule};
use tcs::command::papers::{Check, Join, Paper};
use tcs::fire::FireKind;
use tcs::id::{Side, UnitId};
use tcs::plan::Plan;
use tcs::question::{Action, Impulse, Opt, Topic};
use tcs::set::UnitSet;
use tcs::setup::Placed;
use tcs::state::{Battle, CommandStep};
use tcs::{
    assault, command, fire_action, impulse, minefield, mode, movement, overrun, smoke, text,
};

use super::drawing;
use super::words::{self, Read, Words, label, wrong};

/// How cases call an option, whatever the table calls it.
pub(super) fn phrases(g: &Battle, opt: Opt) -> Vec<String> {
    let map = g.data.map();
    let names = text::Names(&g.data);
    let all = |words: &[&str]| words.iter().map(|it| (*it).to_owned()).collect();
    let key = |id: UnitId| g.card(id).key.clone();
    match opt {
        Opt::No => all(&["no"]),
        Opt::Yes => all(&["yes"]),
        Opt::Done => all(&["done", "stop"]),
        Opt::First => all(&["first"]),
        Opt::Second => all(&["second"]),
        Opt::Unit(id) => vec![key(id)],
        Opt::LeaveOut(id) => vec![format!("without {}", key(id))],
        Opt::Hex(hex) => vec![label(map, hex)],
        Opt::Road(hex) => vec![format!("road {}", label(map, hex))],
        Opt::Act(action) => all(&[action_word(action)]),
        Opt::Join(hex) => vec![format!("with {}", label(map, hex))],
        Opt::Fire => all(&["fire"]),
        Opt::Nobody => all(&["hold fire"]),
        Opt::Area => all(&["area"]),
        Opt::Point => all(&["point"]),
        Opt::AtRoll { roller, target } => vec![format!("{} at {}", key(roller), key(target))],
        Opt::Guns(guns) => vec![names.guns(guns).to_owned()],
        Opt::Mission { kind, fast } => {
            vec![format!("{}{}", if fast { "fast " } else { "" }, kind.key())]
        }
        Opt::NoObserver => all(&["no observer"]),
        Opt::Sortie(i) => vec![names.sortie(i).to_owned()],
        Opt::Impulse(it) => all(&[match it {
            Impulse::Wait => "wait",
            Impulse::Switch => "switch",
            Impulse::Move => "move",
            Impulse::Suppress => "sfa",
            Impulse::PointFire => "pfa",
            Impulse::Mount => "mount",
            Impulse::Dismount => "dismount",
        }]),
    }
}

const ACTIONS: [(Action, &str); 16] = [
    (Action::ToMove, "move mode"),
    (Action::ToFire, "fire mode"),
    (Action::Move, "move"),
    (Action::Suppress, "sfa"),
    (Action::PointFire, "pfa"),
    (Action::AtRoll, "at roll"),
    (Action::Smoke, "smoke"),
    (Action::Illuminate, "illuminate"),
    (Action::DigIn, "dig in"),
    (Action::Assault, "assault"),
    (Action::Overrun, "overrun"),
    (Action::Breach, "breach"),
    (Action::Mount, "mount"),
    (Action::Dismount, "dismount"),
    (Action::Impulses, "impulses"),
    (Action::Finish, "finish"),
];

fn action_word(action: Action) -> &'static str {
    ACTIONS.iter().find(|it| it.0 == action).map_or("", |it| it.1)
}

/// The rule that keeps something from being offered, by the functions of the rules that say so.
pub(super) fn refusal(
    g: &Battle,
    asked: &PendingAsk<Battle>,
    line: usize,
    text: &str,
) -> Read<Option<Rule>> {
    let map = g.data.map();
    let mut words = Words::new(line, text);
    Ok(match asked.ask.topic {
        Topic::WhatNow(id) => {
            let (word, hex) = match text.rsplit_once(' ').filter(|it| words::is_hex(it.1)) {
                Some((word, hex)) => (word, Some(words::find(map, line, hex)?)),
                None => (text, None),
            };
            let Some((action, _)) = ACTIONS.iter().find(|it| it.1 == word) else {
                return wrong(line, format!("there is no action \"{word}\""));
            };
            why_not(g, id, *action, hex)
        }
        Topic::Step(id) => {
            let road = words.take("road");
            let to = words::hex(&mut words, map)?;
            let group = if g.moving.contains(id) { g.moving } else { UnitSet::of(id) };
            let Some(from) = g.hex(id) else { return Ok(None) };
            let Some(direction) = map.direction(from, to) else {
                return wrong(
                    line,
                    format!("{text} is no neighbour of where {} is", g.card(id).key),
                );
            };
            movement::may_enter(g, group, from, direction, to)
                .and_then(|()| command::Tests::new(g, group).step(g, to))
                .and_then(|()| {
                    let step = movement::Step { to, road };
                    group.iter().try_for_each(|it| movement::may_pay(g, it, step))
                })
                .err()
        }
        Topic::AssaultHex(id) => assault::may_assault(g, id, words::hex(&mut words, map)?).err(),
        Topic::OverrunHex(id) => overrun::may_overrun(g, id, words::hex(&mut words, map)?).err(),
        Topic::FireTarget(id) => {
            let hex = words::hex(&mut words, map)?;
            let kind = if words.take("point") { FireKind::Point } else { FireKind::Area };
            g.hex(id).and_then(|from| fire_action::may_target(g, id, kind, from, hex).err())
        }
        _ => None,
    })
}

fn why_not(g: &Battle, id: UnitId, action: Action, hex: Option<board::HexId>) -> Option<Rule> {
    match action {
        Action::ToMove => mode::may_move(g, id).err(),
        Action::ToFire => mode::may_fire(g, id).err(),
        Action::Move => movement::may_move(g, id).err(),
        Action::Suppress => fire_action::may_fire(g, id, FireKind::Area).err(),
        Action::PointFire => fire_action::may_fire(g, id, FireKind::Point).err(),
        Action::Smoke => smoke::may_fire(g, id, false).err(),
        Action::Illuminate => smoke::may_fire(g, id, true).err(),
        Action::DigIn => mode::may_dig_in(g, id).err(),
        Action::Assault => hex.and_then(|it| assault::may_assault(g, id, it).err()),
        Action::Overrun => hex.and_then(|it| overrun::may_overrun(g, id, it).err()),
        Action::Breach => minefield::may_breach(g, id).err(),
        Action::Impulses => impulse::may_begin(g, id).err(),
        Action::AtRoll | Action::Mount | Action::Dismount | Action::Finish => None,
    }
}

/// A whole value: a set-up, throws, checks, joins, papers; several with commas, `nothing` for none.
pub(super) fn plan(g: &Battle, asked: &PendingAsk<Battle>, line: usize, text: &str) -> Read<Plan> {
    let side = asked.ask.who;
    let ready = asked.ready.iter().flatten();
    if let Some(n) = text.strip_prefix("ready ") {
        let n: usize = match n.parse() {
            Ok(it) => it,
            Err(_) => return wrong(line, "write: ready 1"),
        };
        let mut ready = ready;
        return match n.checked_sub(1).and_then(|it| ready.nth(it)) {
            Some(it) => Ok(it.clone()),
            None => wrong(line, format!("there is no ready value {n}")),
        };
    }
    let parts: Vec<&str> = match text {
        "nothing" => Vec::new(),
        _ => text.split(',').map(str::trim).filter(|it| !it.is_empty()).collect(),
    };
    let mut all = parts.iter().map(|it| Words::new(line, it));
    Ok(match asked.ask.topic {
        Topic::SetUp => Plan::SetUp(all.map(|it| placed(g, it)).collect::<Read<_>>()?),
        Topic::Sheets(CommandStep::Implement) => {
            let throws = all.map(|mut it| words::sheet(&mut it, g, side));
            Plan::Throws(throws.collect::<Read<_>>()?)
        }
        Topic::Sheets(CommandStep::Checks) => {
            Plan::Checks(all.map(|it| check(g, side, it)).collect::<Read<_>>()?)
        }
        Topic::Sheets(CommandStep::Add) => {
            Plan::Joins(all.map(|it| join(g, side, it)).collect::<Read<_>>()?)
        }
        Topic::Sheets(_) | Topic::SetUpSheets => {
            Plan::Sheets(all.map(|it| paper(g, side, it)).collect::<Read<_>>()?)
        }
        _ => {
            all.next();
            return wrong(line, "no whole value is asked for here");
        }
    })
}

/// `a1 0303`, `a1 0303 dug-in`
fn placed(g: &Battle, mut words: Words) -> Read<Placed> {
    let unit = words::unit(&mut words, &g.data)?;
    let hex = words::hex(&mut words, g.data.map())?;
    let dug_in = words.take("dug-in");
    words.end()?;
    let hex = tcs::sheet::value::At(g.data.map().hex(hex));
    Ok(Placed { unit, hex, dug_in })
}

/// `s1`, `s1 branch 1`
fn check(g: &Battle, side: Side, mut words: Words) -> Read<Check> {
    let sheet = words::sheet(&mut words, g, side)?;
    let branch = words.take("branch").then(|| words.number::<u8>("its number")).transpose()?;
    words.end()?;
    Ok(Check { sheet, branch: branch.map(|it| it.saturating_sub(1)) })
}

/// `a1 a2 to s1`, `a1 to s1 location 0303`
fn join(g: &Battle, side: Side, mut words: Words) -> Read<Join> {
    let units = words::units(&mut words, &g.data);
    words.take("to");
    let sheet = words::sheet(&mut words, g, side)?;
    let location = match words.take("location") {
        true => Some(words::hex(&mut words, g.data.map())?),
        false => None,
    };
    words.end()?;
    Ok(Join { sheet, units, location })
}

/// `cancel s1`, `fail s1`, `take a1 off s1`, `redraw s1 as …`, `draw …`
fn paper(g: &Battle, side: Side, mut words: Words) -> Read<Paper> {
    let words = &mut words;
    let paper = match words.need("what is done")?.as_str() {
        "cancel" => Paper::Cancel(words::sheet(words, g, side)?),
        "fail" => Paper::Fail(words::sheet(words, g, side)?),
        "take" => {
            let unit = words::unit(words, &g.data)?;
            words.take("off");
            Paper::TakeOff { sheet: words::sheet(words, g, side)?, unit }
        }
        "redraw" => {
            let sheet = words::sheet(words, g, side)?;
            words.take("as");
            Paper::Redraw { sheet, with: Box::new(drawing::sheet(words, &g.data, side)?) }
        }
        "draw" => Paper::Draw(Box::new(drawing::sheet(words, &g.data, side)?)),
        other => return words.wrong(format!("\"{other}\" is nothing that is done with sheets")),
    };
    words.end()?;
    Ok(paper)
}
