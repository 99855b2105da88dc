//! `expect` fences: what must hold of the position, and what is refused.

mod state;

use gts::data::UnitId;
use gts::modifiers::{self, Mode, Rating, Shot, Trigger, ZoneMove};
use gts::question::{Action, Topic};
use gts::state::Battle;
use gts::{activation, assault, cost, movement, purchase, text, troop_quality};
use kernel::{Itemised, PendingAsk, Rule};

use self::state::{is, state, unit};
use super::play::purchases;
use super::situation::find;
use super::words::{Read, Words, Wrong};
use testkit::cases::{Text, compare_ledger, parts as labels};

const ACTIONS: [Action; 18] = [
    Action::Move,
    Action::Mount,
    Action::EnterEntrenchment,
    Action::LeaveEntrenchment,
    Action::Exit,
    Action::DirectFire,
    Action::Assault,
    Action::Rally,
    Action::Pass,
    Action::IndirectFire,
    Action::FireAtBeach,
    Action::BuildImprovedPosition,
    Action::BuildEntrenchment,
    Action::BuildRoadBlock,
    Action::ClearRoadBlock,
    Action::CreateRearguard,
    Action::RemoveRearguard,
    Action::ReduceDrift,
];

fn wrong<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(Wrong { line, message: message.into() })
}

/// Checks a line about the position.
pub(super) fn stands(g: &Battle, text: &Text) -> Read<()> {
    let (line, whole) = (text.line, text.text.trim());
    if let Some(rest) = whole.strip_prefix("tq ") {
        let Some((key, wanted)) = rest.split_once('=') else {
            return wrong(line, "write: tq a1 = 5: 6 [id], -1 [id]");
        };
        let id = unit(g, line, key.trim())?;
        let mut found = Itemised::default();
        troop_quality::count(g, id, &mut found);
        return compare_ledger(line, wanted, &found);
    }
    if let Some(rest) = whole.strip_prefix("rating ") {
        let Some((shot, wanted)) = rest.split_once('=') else {
            return wrong(line, "write: rating a1 at b1 op = 4");
        };
        let mut found = Itemised::default();
        modifiers::count(g, read_shot(g, line, shot)?, &mut found);
        return compare_ledger(line, wanted, &found);
    }
    let Some((head, value)) = whole.split_once(':') else {
        return wrong(line, format!("\"{whole}\" is no expectation; see cases/README.md"));
    };
    let mut words = Words::new(line, head.trim());
    match words.next() {
        Some(first) => state(g, line, &first, words, value.trim()),
        None => wrong(line, "an expectation needs something before its colon"),
    }
}

/// The rule that keeps an option from being offered, by the functions of the rules that say so.
pub(super) fn refusal(
    g: &Battle,
    asked: &PendingAsk<Battle>,
    line: usize,
    label: &str,
) -> Read<Option<Rule>> {
    let ask = asked.ask;
    let err = |it: Result<(), cost::Refusal>| it.err().map(|it| it.rule);
    Ok(match ask.topic {
        Topic::Next => err(activation::may_activate(g, unit(g, line, label)?)),
        Topic::Buy => {
            let plan = purchases(g, line, label)?;
            purchase::may_buy_all(g, ask.who, &plan).err().map(|it| it.rule)
        }
        Topic::FirstAction(id) | Topic::SecondAction(id) => {
            let action =
                ACTIONS.into_iter().find(|it| text::action(*it).eq_ignore_ascii_case(label));
            let Some(action) = action else {
                return wrong(line, format!("there is no action \"{label}\""));
            };
            let (acting, first) =
                g.active.as_ref().map_or_else(Default::default, |it| (it.acting, it.first));
            let units: Vec<UnitId> =
                if acting.contains(id) { acting.iter().collect() } else { vec![id] };
            err(activation::may_perform(g, &units, action, first))
        }
        Topic::AssaultTarget(id) => {
            err(assault::may_assault(g, id, find(&g.data().map, line, label)?))
        }
        Topic::Move(_) => match &g.mover {
            Some(mover) => {
                let hex = find(&g.data().map, line, label)?;
                let refused = movement::refusals(g, mover);
                refused.into_iter().find(|it| it.0 == hex).map(|it| it.1.rule)
            }
            None => None,
        },
        _ => None,
    })
}

/// `a1 at b1 op zone-to-zone assault-rating bonus`
fn read_shot(g: &Battle, line: usize, text: &str) -> Read<Shot> {
    let mut words = Words::new(line, text);
    let firer = unit(g, line, &words.need("the firer")?)?;
    if !words.take("at") {
        return words.wrong("write: rating a1 at b1");
    }
    let target = unit(g, line, &words.need("the target")?)?;
    let mut shot = Shot { firer, target, mode: Mode::Direct, rating: Rating::Fire, bonus: false };
    let mut trigger = Trigger { movement: None, running: false };
    while let Some(word) = words.next() {
        match word.as_str() {
            "direct" => shot.mode = Mode::Direct,
            "indirect" => shot.mode = Mode::Indirect,
            "op" => shot.mode = Mode::Op(trigger),
            "zone-to-zone" => trigger.movement = Some(ZoneMove::ZoneToZone),
            "zone-to-outside" => trigger.movement = Some(ZoneMove::ZoneToOutside),
            "running" => trigger.running = true,
            "assaulter" => shot.mode = Mode::Assaulter,
            "defender" => shot.mode = Mode::Defender { charged: words.take("charged") },
            "assault-rating" => shot.rating = Rating::Assault,
            "bonus" => shot.bonus = true,
            other => {
                return words.wrong(format!(
                    "\"{other}\" says nothing about a shot: direct, indirect, op, zone-to-zone, zone-to-outside, running, assaulter, \
                     defender [charged], assault-rating, bonus"
                ));
            }
        }
        if shot.mode.is_op() {
            shot.mode = Mode::Op(trigger);
        }
    }
    Ok(shot)
}

/// `b1 suppressed, steps 2`: one thing and what is true of it.
pub(super) fn holds(g: &Battle, line: usize, outcome: &str) -> Read<bool> {
    let (key, rest) = outcome.trim().split_once(' ').unwrap_or((outcome.trim(), ""));
    for phrase in labels(rest) {
        if !is(g, line, key, phrase)? {
            return Ok(false);
        }
    }
    Ok(true)
}
