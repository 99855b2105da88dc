//! A question with its options, what is refused and why, and what there is to know before answering.

use board::HexId;
use kernel::{PendingAsk, Rule};
use play::wire::{Choice, Group, Note, Place, Question, Refusal, RuleRef};
use tcs::fire::{self, FireKind};
use tcs::id::UnitId;
use tcs::movement::{self, Step};
use tcs::question::{Action, Opt, Topic};
use tcs::set::UnitSet;
use tcs::sheet::value::{Phase, Release, Signal};
use tcs::sheet::{Mission, step};
use tcs::state::Place as Stands;
use tcs::text::Names;
use tcs::{Battle, Seen, command, fire_action};

use super::{form, odds, words};

/// More options than this are grouped.
const MANY: usize = 12;

pub(super) fn cite(rule: Rule) -> RuleRef {
    RuleRef::of(rule)
}

pub(super) fn piece(id: UnitId) -> String {
    format!("u{}", id.0)
}

pub(super) fn question(g: &Seen, asked: &PendingAsk<Battle>) -> Question {
    let ask = &asked.ask;
    let mut options: Vec<Choice> = asked
        .options
        .iter()
        .enumerate()
        .map(|(index, opt)| choice(g, asked, index, *opt))
        .collect();
    let groups = group(g, asked, &mut options);
    Question {
        seat: ask.who as u8,
        rule: cite(ask.rule),
        context: words::context(g, ask),
        prompt: words::prompt(g, ask),
        how: words::how(ask).map(Into::into),
        options,
        groups,
        refused: refusals(g, asked),
        notes: notes(g, asked),
        form: asked.ready.as_ref().map(|ready| form::form(g, ask, ready)),
        ..Question::default()
    }
}

fn choice(g: &Battle, asked: &PendingAsk<Battle>, index: usize, opt: Opt) -> Choice {
    let (label, hint) = words::option(g, &asked.ask, opt);
    let (kind, hex, shown) = match opt {
        Opt::Unit(id) | Opt::LeaveOut(id) => ("piece", place_of(g, id), Some(piece(id))),
        Opt::AtRoll { target, .. } => ("piece", g.hex(target), Some(piece(target))),
        Opt::Hex(hex) | Opt::Join(hex) => ("place", Some(hex), None),
        Opt::Road(hex) => ("place", Some(hex), None),
        Opt::Done | Opt::Nobody | Opt::No => ("stop", None, None),
        Opt::Act(Action::Finish) => ("stop", None, None),
        _ => ("button", None, None),
    };
    Choice {
        index,
        label,
        kind: kind.into(),
        place: hex.map(Into::into),
        piece: shown,
        hint,
        odds: odds::has_odds(g, asked, opt),
        group: None,
        lines: lines(g, asked, opt),
        places: Vec::new(),
        ends: ends(asked, opt),
    }
}

/// What could still be done where a phase ends with this.
fn ends(asked: &PendingAsk<Battle>, opt: Opt) -> Option<String> {
    let (Topic::Actions, Opt::Done) = (asked.ask.topic, opt) else { return None };
    match asked.options.iter().filter(|it| matches!(it, Opt::Unit(_))).count() {
        0 => None,
        1 => Some("One unit could still act in this phase.".into()),
        n => Some(format!("{n} units could still act in this phase.")),
    }
}

/// Where a unit is, or comes onto the map.
fn place_of(g: &Battle, id: UnitId) -> Option<HexId> {
    match g[id].place {
        Stands::Edge(hex) => Some(hex),
        _ => g.hex(id),
    }
}

/// From whom to whom.
fn lines(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt) -> Vec<(Place, Place)> {
    let between = |from: Option<HexId>, to: HexId| {
        from.filter(|it| *it != to).map(|it| (it.into(), to.into()))
    };
    match (opt, asked.ask.topic) {
        (Opt::Hex(to), Topic::FireTarget(id) | Topic::SmokeTarget(id) | Topic::LightTarget(id)) => {
            between(g.hex(id), to).into_iter().collect()
        }
        (Opt::Hex(to), Topic::MissionTarget { observer: Some(id), .. }) => {
            between(g.hex(id), to).into_iter().collect()
        }
        (Opt::Hex(to), Topic::AssaultHex(id) | Topic::OverrunHex(id)) => {
            between(g.hex(id), to).into_iter().collect()
        }
        (Opt::Fire | Opt::Join(_), _) => {
            let Some(attack) = g.attack else { return Vec::new() };
            let mut from = fire::firing_hexes(g, attack.firers);
            if let Opt::Join(hex) = opt {
                from.push(hex);
            }
            from.iter().filter_map(|it| between(Some(*it), attack.hex)).collect()
        }
        (Opt::AtRoll { roller, target }, _) => {
            g.hex(target).and_then(|to| between(g.hex(roller), to)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Many units by their company, many hexes by their distance.
fn group(g: &Battle, asked: &PendingAsk<Battle>, options: &mut [Choice]) -> Vec<Group> {
    if asked.options.len() <= MANY {
        return Vec::new();
    }
    let mut groups: Vec<(u32, Group)> = Vec::new();
    let mut members: Vec<Option<usize>> = Vec::new();
    for opt in &asked.options {
        let Some((distance, label)) = group_of(g, asked, *opt) else {
            members.push(None);
            continue;
        };
        let at = groups.iter().position(|it| it.1.label == label).unwrap_or_else(|| {
            groups.push((distance, Group { label, piece: None, place: None }));
            groups.len() - 1
        });
        members.push(Some(at));
    }
    let size = |at: usize| members.iter().flatten().filter(|it| **it == at).count();
    let mut kept: Vec<usize> = (0..groups.len()).filter(|it| 1 < size(*it)).collect();
    // The nearest first; companies and guns as they come.
    kept.sort_by_key(|it| groups[*it].0);
    if kept.len() < 2 {
        return Vec::new();
    }
    for (option, member) in options.iter_mut().zip(&members) {
        option.group = member.and_then(|it| kept.iter().position(|at| *at == it));
    }
    kept.into_iter().map(|it| groups[it].1.clone()).collect()
}

/// The distance it is ordered by, and the label.
fn group_of(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt) -> Option<(u32, String)> {
    let data = g.data();
    match opt {
        Opt::Unit(id) => Some((0, data.companies[g.card(id).company.index()].name.clone())),
        Opt::Guns(guns) => {
            let first = tcs::artillery::batteries(g, guns).first().copied()?;
            let battalion = data.batteries[first].battalion?;
            Some((0, data.gun_battalions[usize::from(battalion)].clone()))
        }
        Opt::Hex(hex) => {
            let from = match asked.ask.topic {
                Topic::FireTarget(id)
                | Topic::SmokeTarget(id)
                | Topic::LightTarget(id)
                | Topic::MissionTarget { observer: Some(id), .. } => g.hex(id),
                _ => None,
            };
            Some(match from.map(|it| data.distance(it, hex)) {
                Some(0) => (0, "Its own hex".into()),
                Some(1) => (1, "Next to it".into()),
                Some(n) => (n, format!("{n} hexes away")),
                None => {
                    let label = data.map().label(hex).to_string();
                    (0, format!("Column {}", label.get(..2).unwrap_or(&label)))
                }
            })
        }
        _ => None,
    }
}

/// What one might try here but may not, with the rule that forbids it. The same functions that list the options say why.
fn refusals(g: &Battle, asked: &PendingAsk<Battle>) -> Vec<Refusal> {
    match asked.ask.topic {
        Topic::Step(id) => step_refusals(g, asked, id),
        Topic::WhatNow(id) => words::refused_actions(g, id)
            .into_iter()
            .map(|(action, rule)| Refusal {
                label: words::name_of(action).into(),
                place: None,
                piece: None,
                reason: format!("{}.", rule.title),
                rule: cite(rule),
                sides: Vec::new(),
            })
            .collect(),
        Topic::FireTarget(id) => target_refusals(g, asked, id),
        Topic::Actions => unit_refusals(g, asked),
        _ => Vec::new(),
    }
}

/// Neighbours that cannot be entered: the ground, the enemy, or the drawing on the sheet.
fn step_refusals(g: &Battle, asked: &PendingAsk<Battle>, id: UnitId) -> Vec<Refusal> {
    let Some(from) = g.hex(id) else { return Vec::new() };
    let group = if g.moving.is_empty() { UnitSet::of(id) } else { g.moving };
    let tests = command::Tests::new(g, group);
    let map = g.data().map();
    let open = |to: HexId| {
        asked.options.iter().any(|it| matches!(it, Opt::Hex(hex) | Opt::Road(hex) if *hex == to))
    };
    let mut out = Vec::new();
    for (direction, to) in map.neighbours(from).filter(|it| !open(it.1)) {
        let paid =
            || group.iter().try_for_each(|it| movement::may_pay(g, it, Step { to, road: false }));
        let why = movement::may_enter(g, group, from, direction, to)
            .map_err(Into::into)
            .and_then(|()| tests.why(to))
            .and_then(|()| paid().map_err(Into::into));
        let Err(step::Refusal { rule, line }) = why else { continue };
        let terrain = map.terrain_kind(to).name.to_lowercase();
        let (name, sides) = line.map_or_else(Default::default, |it| drawn_line(g, group, rule, it));
        out.push(Refusal {
            label: map.label(to).to_string(),
            place: Some(to.into()),
            piece: None,
            reason: format!("{} ({terrain}): {}{name}.", map.label(to), rule.title),
            rule: cite(rule),
            sides,
        });
    }
    out
}

/// A line of the sheet these are under: its name and what it waits for, and its sides on the map.
fn drawn_line(
    g: &Battle,
    group: UnitSet,
    rule: Rule,
    line: step::Line,
) -> (String, Vec<(Place, Place)>) {
    let order = group.iter().find_map(|it| command::order_of(g, it));
    let Some(order) = order else { return Default::default() };
    let drawing = &order.sheet.drawing;
    let (name, sides, until) = match line {
        step::Line::Departure => {
            let departure = drawing.departure.as_ref();
            let time = departure.and_then(|it| it.start_time).map(|it| format!("opens at {it}"));
            (String::new(), departure.map(|it| it.line.as_slice()), time)
        }
        step::Line::Phase(i) => {
            let phase = drawing.phases.get(usize::from(i));
            let until = phase.and_then(|it| waits_for(it, drawing.mission));
            (phase.map_or_else(String::new, |it| it.name.clone()), phase.map(|it| &*it.line), until)
        }
        step::Line::Boundary(i) => {
            let boundary = drawing.boundaries.get(usize::from(i));
            (String::new(), boundary.map(|it| &*it.line), None)
        }
    };
    // What it waits for is no reason where it is crossed the wrong way.
    let until = until.filter(|_| rule == step::START_TIME || rule == step::PHASE_LINE);
    let until = until.map_or_else(String::new, |it| format!(": it {it}"));
    let place = |hex: hex::Hex| g.data().map().id(hex).map(Place::from);
    let sides =
        sides.unwrap_or_default().iter().filter_map(|it| Some((place(it.0)?, place(it.1)?)));
    let of = format!("sheet {}", order.sheet.name);
    let name = if name.is_empty() { format!(" ({of})") } else { format!(" ({name} of {of})") };
    (name + &until, sides.collect())
}

/// tcs.draw.pl-release, in words.
fn waits_for(phase: &Phase, mission: Mission) -> Option<String> {
    match phase.release.clone().unwrap_or_else(|| Release::usual(mission)) {
        Release::None => None,
        Release::AllUp => Some("waits until all are up to it".into()),
        Release::Time(at) => Some(format!("opens at {at}")),
        Release::Signal(Signal { sheet, phase: Some(phase) }) => {
            Some(format!("waits until {sheet} has crossed {phase}"))
        }
        Release::Signal(Signal { sheet, phase: None }) => {
            Some(format!("waits until {sheet} has attained its objective"))
        }
    }
}

/// Enemy hexes nearby that cannot be fired at, and why.
fn target_refusals(g: &Battle, asked: &PendingAsk<Battle>, id: UnitId) -> Vec<Refusal> {
    let Some(from) = g.hex(id) else { return Vec::new() };
    let names = Names(g.data());
    let point = asked.ask.rule == fire_action::PFA;
    let kind = if point { FireKind::Point } else { FireKind::Area };
    let enemy = &g.occupied[g.side(id).other().index()];
    let mut out = Vec::new();
    for hex in enemy.iter().filter(|it| !asked.options.contains(&Opt::Hex(*it))) {
        let Err(rule) = fire_action::may_target(g, id, kind, from, hex) else { continue };
        out.push(Refusal {
            label: names.hex(hex),
            place: Some(hex.into()),
            piece: None,
            reason: format!("{}: {}.", names.hex(hex), rule.title),
            rule: cite(rule),
            sides: Vec::new(),
        });
    }
    out
}

/// Own units on the map that are done.
fn unit_refusals(g: &Battle, asked: &PendingAsk<Battle>) -> Vec<Refusal> {
    let names = Names(g.data());
    let units = g.on_map(asked.ask.who).filter(|it| !asked.options.contains(&Opt::Unit(it.0)));
    units
        .map(|(id, hex)| {
            let rule = movement::may_move(g, id)
                .and_then(|()| fire_action::may_fire(g, id, FireKind::Area))
                .err()
                .unwrap_or(tcs::actions::WHAT);
            Refusal {
                label: names.unit(id).into(),
                place: Some(hex.into()),
                piece: Some(piece(id)),
                reason: format!("{}: {}.", names.unit(id), words::state(g, id)),
                rule: cite(rule),
                sides: Vec::new(),
            }
        })
        .collect()
}

/// What an attack has so far, what a fight is about.
fn notes(g: &Battle, asked: &PendingAsk<Battle>) -> Vec<Note> {
    let names = Names(g.data());
    let mut notes = Vec::new();
    let note = |mut text: String, places: Vec<HexId>, rule: Option<Rule>| {
        // Names of units may end with a dot of their own.
        if text.ends_with("..") {
            text.pop();
        }
        let places = places.into_iter().map(Into::into).collect();
        Note { text, rule: rule.map(cite), places, past: false }
    };
    if let (Some(attack), Topic::Declare(_) | Topic::OverwatchFirers(_)) =
        (g.attack, asked.ask.topic)
    {
        let affected = fire::affected(g, &attack);
        notes.push(note(format!("Firing: {}.", names.units(attack.firers)), vec![], None));
        notes.push(note(format!("At: {}.", names.units(affected)), vec![attack.hex], None));
        let spotted = affected.iter().any(|it| fire::is_spotted_by(g, &attack, it));
        if !spotted {
            let rule = Some(tcs::spot::SPOT);
            notes.push(note(
                "Nobody of the firers spots the target.".into(),
                vec![attack.hex],
                rule,
            ));
        }
    }
    if let Some(fight) = &g.fight {
        let attackers: UnitSet = fight.attackers.iter().map(|it| it.unit).collect();
        let text = format!(
            "Round {} for {}: {} attack.",
            fight.round,
            names.hex(fight.hex),
            names.units(attackers)
        );
        notes.push(note(text, vec![fight.hex], None));
    }
    if let Topic::Overwatch(hex) = asked.ask.topic {
        let there: UnitSet = g.stack_of(asked.ask.who.other(), hex).collect();
        let text = words::one_stop(format!("There: {}.", names.units(there)));
        notes.push(note(text, vec![hex], None));
    }
    notes
}
