//! What is asked, with everything that may be answered and everything that may not.

use board::HexId;
use gts::activation::refused_actions;
use gts::data::{Chit, Side, UnitId};
use gts::event::{Opt, Topic};
use gts::state::Stage;
use gts::{Battle, cost, movement, rule, text};
use kernel::{PendingAsk, Rule};

use crate::wire::{Choice, Question, Refusal, RuleRef};

pub(super) fn cite(rule: Rule) -> RuleRef {
    RuleRef { code: rule.code.into(), title: rule.title.into() }
}

pub(super) fn piece(id: UnitId) -> String {
    format!("u{}", id.0)
}

pub(super) fn question(
    g: &Battle,
    asked: &PendingAsk<Battle>,
    id: String,
    secret: bool,
) -> Question {
    let ask = &asked.ask;
    let choices =
        asked.options.iter().enumerate().map(|(index, opt)| choice(g, asked, index, *opt));
    Question {
        id,
        seat: ask.who as u8,
        rule: cite(ask.rule),
        context: text::context(g, ask),
        prompt: text::prompt(g, ask),
        options: choices.collect(),
        refused: refusals(g, asked),
        secret,
    }
}

fn choice(g: &Battle, asked: &PendingAsk<Battle>, index: usize, opt: Opt) -> Choice {
    let (label, hint) = text::option(g, &asked.ask, opt);
    let (kind, hex, shown) = match opt {
        Opt::Unit(id) | Opt::Target(id) | Opt::LeaveOut(id) => {
            ("piece", g[id].hex(), Some(piece(id)))
        }
        Opt::Shot { firer, .. } => ("piece", g[firer].hex(), Some(piece(firer))),
        Opt::Hex(hex) => ("hex", Some(hex), None),
        Opt::Stack(hex) => ("button", Some(hex), None),
        Opt::Leader(id) => ("piece", g.leader_hex(id), Some(format!("l{}", id.0))),
        Opt::Done | Opt::Nobody | Opt::No => ("stop", None, None),
        _ => ("button", None, None),
    };
    Choice {
        index,
        label,
        kind: kind.into(),
        hex: hex.map(|it| it.0),
        piece: shown,
        hint,
        odds: super::odds::has_odds(g, asked, opt),
    }
}

/// What one might try here but may not, with the rule that forbids it. The same functions that list the options say
/// why.
fn refusals(g: &Battle, asked: &PendingAsk<Battle>) -> Vec<Refusal> {
    let ask = &asked.ask;
    match ask.topic {
        Topic::Unit(id) if ask.rule == rule::MOVE => match &g.mover {
            Some(mover) => movement::refusals(g, mover)
                .into_iter()
                .map(|(hex, it)| hex_refusal(g, id, hex, it))
                .collect(),
            None => Vec::new(),
        },
        Topic::Unit(id) if offers_actions(asked) => {
            let second = ask.rule == rule::SECOND || ask.rule == rule::SECOND_FORM;
            let active = g.active.as_ref();
            let units: Vec<UnitId> =
                active.map_or_else(|| vec![id], |it| it.acting.iter().collect());
            let refused = refused_actions(g, &units, active.and_then(|it| it.first));
            refused
                .into_iter()
                .filter(|(action, _)| !(second && *action == gts::event::Action::Pass))
                .map(|(action, it)| Refusal {
                    label: text::action(action).into(),
                    hex: None,
                    piece: None,
                    reason: reason(it),
                    rule: cite(it.rule),
                })
                .collect()
        }
        Topic::Nothing => unit_refusals(g, asked),
        Topic::Unit(id) if ask.rule == rule::FIRE_TARGET => target_refusals(g, asked, id),
        _ => Vec::new(),
    }
}

fn offers_actions(asked: &PendingAsk<Battle>) -> bool {
    asked.options.iter().any(|it| matches!(it, Opt::Act(_)))
}

fn hex_refusal(g: &Battle, id: UnitId, hex: HexId, refusal: cost::Refusal) -> Refusal {
    let names = text::Names(g.data());
    let terrain = &g.data().map.terrain_kind(hex).name;
    let reason = match refusal.needs {
        Some(needs) => format!(
            "{} would need {} MP for {} ({terrain}).",
            names.unit(id),
            text::half_points(needs),
            g.data().map.label(hex)
        ),
        None => format!("{} ({terrain}): {}.", g.data().map.label(hex), refusal.rule.title),
    };
    Refusal {
        label: g.data().map.label(hex).to_string(),
        hex: Some(hex.0),
        piece: None,
        reason,
        rule: cite(refusal.rule),
    }
}

fn reason(refusal: cost::Refusal) -> String {
    format!("{}.", refusal.rule.title)
}

/// Own units on the map that the chit in play does not activate.
fn unit_refusals(g: &Battle, asked: &PendingAsk<Battle>) -> Vec<Refusal> {
    let Some(active) = &g.active else { return Vec::new() };
    if active.stage != Stage::Actions {
        return Vec::new();
    }
    let side: Side = asked.ask.who;
    let names = text::Names(g.data());
    let units = g.on_map(side).map(|it| it.0);
    units
        .filter_map(|id| Some((id, gts::activation::may_activate(g, id).err()?)))
        .map(|(id, it)| {
            let why = match (active.chit, it.rule) {
                (Chit::Division(_) | Chit::Formation(_), rule)
                    if rule == rule::DIVISION_ACT || rule == rule::FORMATION_ACT =>
                {
                    format!("{} does not belong to the command of this chit.", names.unit(id))
                }
                _ => format!("{}: {}.", names.unit(id), it.rule.title),
            };
            Refusal {
                label: names.unit(id).into(),
                hex: None,
                piece: Some(piece(id)),
                reason: why,
                rule: cite(it.rule),
            }
        })
        .collect()
}

/// Enemy units within sight range that cannot be fired at, and why.
fn target_refusals(g: &Battle, asked: &PendingAsk<Battle>, firer: UnitId) -> Vec<Refusal> {
    let Some(from) = g[firer].hex() else { return Vec::new() };
    let names = text::Names(g.data());
    let range = gts::fire_zone::direct_range(g, firer).unwrap_or(0);
    let sighting = gts::fire_zone::sighting_range(g);
    let enemies = g.on_map(g.side(firer).other());
    enemies
        .filter(|(id, _)| !asked.options.contains(&Opt::Target(*id)))
        .filter_map(|(id, hex)| {
            let distance = g.data().map.distance(from, hex);
            let (rule, why) = match () {
                () if u32::from(sighting) < distance => return None,
                () if g.is_entry_hex(hex) => (rule::ZONE, "stands in an entry hex".to_string()),
                () if u32::from(range) < distance => {
                    let close = g.close.contains(firer);
                    let rule = if close { rule::RANGE_ADJACENT } else { rule::ZONE };
                    (rule, format!("is {distance} hexes away; the range is {range}"))
                }
                () if gts::fire_zone::is_hidden(g, id) => {
                    (rule::BOCAGE, "is hidden in bocage".into())
                }
                () => (rule::LOS, "is out of sight".into()),
            };
            Some(Refusal {
                label: names.unit(id).into(),
                hex: Some(hex.0),
                piece: Some(piece(id)),
                reason: format!("{} {why}.", names.unit(id)),
                rule: cite(rule),
            })
        })
        .collect()
}
