//! What is asked, with everything that may be answered and everything that may not.

use board::HexId;
use gts::activation::refused_actions;
use gts::data::{AtSea, Belongs, Chit, DivisionId, FormationId, Side, SubBeachId, UnitId};
use gts::indirect_fire::{Spotting, empty_hexes};
use gts::purchase::{Purchase, When, chit_cost, may_buy_all};
use gts::question::{Opt, Topic};
use gts::sequence::divisions_of;
use gts::state::{Place as Stands, Stage};
use gts::{Battle, cost, movement, text};
use kernel::{PendingAsk, Rule};
use serde::Serialize;
use serde_json::Value;

use play::wire::{
    Budget, CellRefusal, Choice, Cost, EachCell, EachRow, Form, FormKind, Group, Place, Question,
    ReadyPlan, Refusal, RuleRef,
};

use super::primer;

pub(super) fn cite(rule: Rule) -> RuleRef {
    RuleRef::of(rule)
}

pub(super) fn piece(id: UnitId) -> String {
    format!("u{}", id.0)
}

pub(super) fn question(g: &Battle, asked: &PendingAsk<Battle>) -> Question {
    let ask = &asked.ask;
    let spotting = match ask.topic {
        Topic::IndirectTarget(id) => Some(Spotting::new(g, id)),
        _ => None,
    };
    let mut options: Vec<Choice> = asked
        .options
        .iter()
        .enumerate()
        .map(|(index, opt)| choice(g, asked, index, *opt, spotting.as_ref()))
        .collect();
    let groups = group(g, asked, &mut options);
    Question {
        id: String::new(),
        seat: ask.who as u8,
        rule: cite(ask.rule),
        context: text::context(g, ask),
        prompt: text::prompt(g, ask),
        how: primer::how(ask.topic).map(Into::into),
        options,
        groups,
        refused: refusals(g, asked),
        notes: Vec::new(),
        secret: false,
        form: asked.ready.as_ref().map(|ready| purchases(g, ask.who, ready)),
        orders: Vec::new(),
    }
}

/// Step D.II: for each formation a chit of this turn, of the next, or none.
fn purchases(g: &Battle, side: Side, ready: &[Vec<Purchase>]) -> Form {
    let data = g.data();
    let names = text::Names(data);
    let divisions: Vec<DivisionId> = divisions_of(g, side).collect();
    let budgets = divisions.iter().map(|it| Budget {
        label: names.division(*it).into(),
        unit: "DP".into(),
        has: u32::from(g.points(*it).dp),
    });
    let formations = (0..data.formations.len()).map(|it| FormationId(it as u8));
    let rows = formations.filter_map(|formation| {
        let division = g.division_of(formation);
        let budget = divisions.iter().position(|it| *it == division)?;
        let cell = |when: When, label: &str| {
            let it = Purchase { formation, when };
            let refused = may_buy_all(g, side, &[it]).err();
            EachCell {
                label: label.into(),
                value: Some(value(&it)),
                costs: vec![Cost { budget, amount: u32::from(chit_cost(g, when)) }],
                refused: refused.map(|it| CellRefusal { reason: it.why, rule: cite(it.rule) }),
            }
        };
        let none = EachCell { label: "No chit".into(), value: None, costs: vec![], refused: None };
        Some(EachRow {
            label: names.formation(formation).into(),
            piece: None,
            place: None,
            note: Some(names.division(division).into()),
            cells: vec![
                none,
                cell(When::Next, "For the next turn"),
                cell(When::Now, "For this turn"),
            ],
        })
    });
    let ready = ready.iter().map(|it| ReadyPlan { label: text::plan(data, it), plan: value(it) });
    let kind = FormKind::Each { rows: rows.collect(), budgets: budgets.collect() };
    Form::new(kind, ready.collect())
}

fn value<T: Serialize>(it: &T) -> Value {
    serde_json::to_value(it).unwrap_or_default()
}

fn choice(
    g: &Battle,
    asked: &PendingAsk<Battle>,
    index: usize,
    opt: Opt,
    spotting: Option<&Spotting>,
) -> Choice {
    let (label, hint) = text::option(g, &asked.ask, opt);
    let (kind, hex, shown) = match opt {
        Opt::Unit(id) | Opt::Target(id) | Opt::LeaveOut(id) | Opt::GiveUp(id) => {
            ("piece", g[id].hex().or_else(|| bound_for(g, id)), Some(piece(id)))
        }
        Opt::Shot { firer, .. } => ("piece", g[firer].hex(), Some(piece(firer))),
        Opt::Hex(hex) | Opt::CreatePark(_, hex) | Opt::DisbandPark(hex) | Opt::Interdict(hex) => {
            ("place", Some(hex), None)
        }
        Opt::Stack(hex) => ("button", Some(hex), None),
        Opt::Leader(id) | Opt::Contact { leader: id, .. } => {
            ("piece", g.leader_hex(id), Some(format!("l{}", id.0)))
        }
        Opt::SubBeach(id) => ("button", middle(g, id), None),
        Opt::Done | Opt::Nobody | Opt::No => ("stop", None, None),
        _ => ("button", None, None),
    };
    let hexes = match (opt, spotting) {
        (Opt::EmptyHex, Some(spotting)) => empty_hexes(g, spotting).map(Place::from).collect(),
        _ => Vec::new(),
    };
    Choice {
        index,
        label,
        kind: kind.into(),
        place: hex.map(Into::into),
        piece: shown,
        hint,
        odds: super::odds::has_odds(g, asked, opt),
        group: None,
        lines: lines(g, asked, opt, spotting),
        places: hexes,
        ends: ends(asked, opt),
    }
}

/// What could still be done where an activation ends with this.
fn ends(asked: &PendingAsk<Battle>, opt: Opt) -> Option<String> {
    if !matches!((asked.ask.topic, opt), (Topic::Next, Opt::Done)) {
        return None;
    }
    let units = asked.options.iter().filter(|it| matches!(it, Opt::Unit(_) | Opt::Stack(_)));
    match units.count() {
        0 => None,
        1 => Some("One unit or stack could still act with this chit.".into()),
        n => Some(format!("{n} units or stacks could still act with this chit.")),
    }
}

/// Where a craft or unit in a wave or Loading box is going: the middle of its sub-beach stands for it on the map.
fn bound_for(g: &Battle, id: UnitId) -> Option<HexId> {
    match g[id].place {
        Stands::Sea(AtSea::Wave(sub) | AtSea::Loading(sub)) => middle(g, sub),
        _ => None,
    }
}

fn middle(g: &Battle, sub: SubBeachId) -> Option<HexId> {
    let sub = g.data().naval.as_ref()?.sub_beaches.get(usize::from(sub.0))?;
    sub.hexes.get(sub.hexes.len() / 2).copied()
}

/// From whom to whom: the firer first, then a unit that sees the target for it; a battery and its leader.
fn lines(
    g: &Battle,
    asked: &PendingAsk<Battle>,
    opt: Opt,
    spotting: Option<&Spotting>,
) -> Vec<(Place, Place)> {
    let ask = &asked.ask;
    let between = |from: Option<HexId>, to: Option<HexId>| match (from, to) {
        (Some(from), Some(to)) if from != to => Some((from.into(), to.into())),
        _ => None,
    };
    let mut lines: Vec<(Place, Place)> = Vec::new();
    match (opt, ask.topic.unit()) {
        (Opt::Shot { firer, target }, _) => lines.extend(between(g[firer].hex(), g[target].hex())),
        (Opt::Contact { unit, leader }, _) => {
            lines.extend(between(g[unit].hex(), g.leader_hex(leader)));
        }
        (Opt::Target(target), Some(firer)) => {
            lines.extend(between(fires_from(g, firer), g[target].hex()));
        }
        (Opt::Hex(hex), Some(firer)) if spotting.is_some() => {
            lines.extend(between(g[firer].hex(), Some(hex)));
        }
        _ => (),
    }
    let to = match opt {
        Opt::Target(id) => g[id].hex(),
        Opt::Hex(hex) => Some(hex),
        _ => None,
    };
    if let (Some(spotting), Some(to)) = (spotting, to) {
        let eye = spotting.spotter(g, to).and_then(|it| g[it].hex());
        lines.extend(between(eye, Some(to)).filter(|it| !lines.contains(it)));
    }
    lines
}

/// Where a unit fires from; a ship from the marker of its Force (gts.naval.2-range).
fn fires_from(g: &Battle, id: UnitId) -> Option<HexId> {
    match g[id].place {
        Stands::Sea(AtSea::Range(force, _)) => {
            g.naval.as_ref()?.markers.get(usize::from(force.0)).copied()
        }
        _ => g[id].hex(),
    }
}

/// More options than this are grouped.
const MANY: usize = 12;

/// Options that belong together, so that the list stays short: contact attempts by battery; many units by formation,
/// many targets by hex, many hexes by their distance, many shots by firer. `None` stays by itself.
fn group(g: &Battle, asked: &PendingAsk<Battle>, options: &mut [Choice]) -> Vec<Group> {
    let opts = &asked.options;
    let pairs = opts.iter().filter(|it| matches!(it, Opt::Contact { .. })).count();
    if pairs < 2 && opts.len() <= MANY {
        return Vec::new();
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut members: Vec<Option<usize>> = Vec::new();
    for opt in opts {
        let Some(it) = group_of(g, asked, *opt) else {
            members.push(None);
            continue;
        };
        let at = groups.iter().position(|known| *known == it).unwrap_or_else(|| {
            groups.push(it);
            groups.len() - 1
        });
        members.push(Some(at));
    }
    // Who is alone in his group stays by himself, and one group is none; but a pair is always chosen in two.
    let size = |at: usize| members.iter().flatten().filter(|it| **it == at).count();
    let kept: Vec<usize> = (0..groups.len()).filter(|it| 0 < pairs || 1 < size(*it)).collect();
    if pairs < 2 && kept.len() < 2 {
        return Vec::new();
    }
    for (option, member) in options.iter_mut().zip(&members) {
        option.group = member.and_then(|it| kept.iter().position(|at| *at == it));
    }
    kept.into_iter().map(|it| groups[it].clone()).collect()
}

fn group_of(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt) -> Option<Group> {
    let data = g.data();
    let names = text::Names(data);
    let plain = |label: String| Some(Group { label, piece: None, place: None });
    match opt {
        Opt::Contact { unit, .. } => Some(Group {
            label: names.unit(unit).into(),
            piece: Some(piece(unit)),
            place: g[unit].hex().map(Into::into),
        }),
        Opt::Unit(id) | Opt::GiveUp(id) => plain(match g.kind(id).belongs {
            Belongs::Formation(it) => names.formation(it).into(),
            _ => format!("{}, independent", names.division(g.division(id))),
        }),
        Opt::Target(id) => plain(format!("In {}", names.hex(g[id].hex()?))),
        Opt::Shot { firer, .. } => plain(format!("{} fires", names.unit(firer))),
        Opt::Hex(hex) => {
            let from = asked.ask.topic.unit().and_then(|id| g[id].hex());
            match from.map(|it| data.map.distance(it, hex)) {
                Some(1) => plain("Next to it".into()),
                Some(n) => plain(format!("{n} hexes away")),
                None => {
                    let label = data.map.label(hex).to_string();
                    plain(format!("Column {}", label.get(..2).unwrap_or(&label)))
                }
            }
        }
        Opt::Stack(_) => plain("Stacks".into()),
        Opt::AirTo(id) => plain(names.division(id).into()),
        Opt::Box(force, _) => plain(names.force(force).into()),
        _ => None,
    }
}

/// What one might try here but may not, with the rule that forbids it. The same functions that list the options say
/// why.
fn refusals(g: &Battle, asked: &PendingAsk<Battle>) -> Vec<Refusal> {
    let ask = &asked.ask;
    match ask.topic {
        Topic::Move(id) => match &g.mover {
            Some(mover) => movement::refusals(g, mover)
                .into_iter()
                .map(|(hex, it)| hex_refusal(g, id, hex, it))
                .collect(),
            None => Vec::new(),
        },
        Topic::FirstAction(id) | Topic::SecondAction(id) | Topic::LandedAction(id) => {
            let second = matches!(ask.topic, Topic::SecondAction(_));
            let active = g.active.as_ref();
            let units: Vec<UnitId> =
                active.map_or_else(|| vec![id], |it| it.acting.iter().collect());
            let refused = refused_actions(g, &units, active.and_then(|it| it.first));
            refused
                .into_iter()
                .filter(|(action, _)| !(second && *action == gts::question::Action::Pass))
                .map(|(action, it)| Refusal {
                    label: action.name().into(),
                    place: None,
                    piece: None,
                    reason: reason(it),
                    rule: cite(it.rule),
                    sides: Vec::new(),
                })
                .collect()
        }
        Topic::Next => unit_refusals(g, asked),
        Topic::FireTarget(id) => target_refusals(g, asked, id),
        _ => Vec::new(),
    }
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
        place: Some(hex.into()),
        piece: None,
        reason,
        rule: cite(refusal.rule),
        sides: Vec::new(),
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
                    if rule == gts::activation::DIVISION_ACT
                        || rule == gts::activation::FORMATION_ACT =>
                {
                    format!("{} does not belong to the command of this chit.", names.unit(id))
                }
                _ => format!("{}: {}.", names.unit(id), it.rule.title),
            };
            Refusal {
                label: names.unit(id).into(),
                place: None,
                piece: Some(piece(id)),
                reason: why,
                rule: cite(it.rule),
                sides: Vec::new(),
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
                () if g.is_entry_hex(hex) => {
                    (gts::fire_zone::ZONE, "stands in an entry hex".to_string())
                }
                () if u32::from(range) < distance => {
                    let close = g.close.contains(firer);
                    let rule =
                        if close { gts::fire_zone::RANGE_ADJACENT } else { gts::fire_zone::ZONE };
                    (rule, format!("is {distance} hexes away; the range is {range}"))
                }
                () if gts::fire_zone::is_hidden(g, id) => {
                    (gts::fire_zone::BOCAGE, "is hidden in bocage".into())
                }
                () => (gts::fire_zone::LOS, "is out of sight".into()),
            };
            Some(Refusal {
                label: names.unit(id).into(),
                place: Some(hex.into()),
                piece: Some(piece(id)),
                reason: format!("{} {why}.", names.unit(id)),
                rule: cite(rule),
                sides: Vec::new(),
            })
        })
        .collect()
}
