//! Forms for whole answers: places and ways of figures, targets, attempts, assaults.

use kernel::PendingAsk;
use play::Look;
use play::wire::{CellRefusal, EachCell, EachRow, Form, FormKind, Mover, ReadyPlan};
use serde::Serialize;
use serde_json::{Value, json};
use skirmish::data::{ElementId, Start};
use skirmish::fire::{Aim, Firer};
use skirmish::question::{Charge, Move, Plan, Topic};
use skirmish::state::{Attempt, Phase, Presence, Shot};
use skirmish::tables::{FiresIn, inches};
use skirmish::text::Names;
use skirmish::{Seen, assault, candidates, dice, fire, spotting};
use tabletop::{Candidate, Label, Path, Spot};

use super::place::{cite, piece, place, place_of, stands_for};
use super::{chance, words};
use crate::Skirmish;

/// So many targets of a group are listed.
const TARGETS: usize = 12;

pub(super) fn form(
    look: &Look<'_, Skirmish>,
    asked: &PendingAsk<skirmish::Skirmish>,
) -> Option<Form> {
    let ready = asked.ready.as_ref()?;
    let g = &look.seen;
    let (kind, field) = kind(g, asked)?;
    let labels = labels(g, asked.ask.topic, ready);
    let ready = ready.iter().zip(labels).map(|(it, label)| ReadyPlan { label, plan: value(it) });
    Some(Form { field, ..Form::new(kind, ready.collect()) })
}

fn value<T: Serialize>(it: &T) -> Value {
    serde_json::to_value(it).unwrap_or_default()
}

fn kind(g: &Seen, asked: &PendingAsk<skirmish::Skirmish>) -> Option<(FormKind, Option<String>)> {
    let close = &g.tables().close_combat;
    let reach = |it: i32| Some(inches(it));
    let side = asked.ask.who;
    Some(match asked.ask.topic {
        Topic::SetUp(id) => (set_up(g, id), None),
        Topic::Move(id, order) => {
            (moves(g, id, Some(value(&order)), reach(g.tables().order(order).allowance)), None)
        }
        Topic::Run(id) => (moves(g, id, None, reach(g.tables().morale.broken_allowance)), None),
        Topic::FallBack(id) => (moves(g, id, None, reach(close.fall_back)), None),
        Topic::AssaultMove(id) => (moves(g, id, None, reach(close.declare_within)), None),
        Topic::React(id) => (moves(g, id, None, reach(close.reaction)), None),
        Topic::Spotting => (attempts(g, side), Some("spot".into())),
        Topic::Fire => (targets(g, side), Some("fire".into())),
        Topic::Assault => (charges(g, side), Some("assault".into())),
        _ => return None,
    })
}

/// Where the figures of an element begin; those of one that comes onto the table begin nowhere.
fn movers(g: &Seen, id: ElementId) -> Vec<Mover> {
    let away = g[id].presence == Presence::Away;
    let mover = |figure| Mover {
        piece: piece(figure),
        label: format!("Figure {}", g.scene.figures[usize::from(figure.0)].number),
        from: (!away).then(|| place(&g.scene.table, g[figure].at)),
    };
    g.alive(id).map(mover).collect()
}

fn set_up(g: &Seen, id: ElementId) -> FormKind {
    FormKind::Figures {
        plan: json!({ "place": { "element": id, "places": [] } }),
        at: "/place/places".into(),
        movers: movers(g, id),
        way: false,
        corners: 1,
        top: g.scene.table.size().y,
        reach: None,
    }
}

fn moves(g: &Seen, id: ElementId, order: Option<Value>, reach: Option<i32>) -> FormKind {
    let mut plan = json!({ "move": { "element": id, "paths": [] } });
    if let Some(order) = order {
        plan["move"]["order"] = order;
    }
    FormKind::Figures {
        plan,
        at: "/move/paths".into(),
        movers: movers(g, id),
        way: true,
        corners: g.tables().movement.legs_max.into(),
        top: g.scene.table.size().y,
        reach,
    }
}

fn cell(label: String, value: Option<Value>) -> EachCell {
    EachCell { label, value, costs: Vec::new(), refused: None }
}

fn row(
    g: &Seen,
    id: ElementId,
    label: String,
    note: Option<String>,
    cells: Vec<EachCell>,
) -> EachRow {
    EachRow { label, piece: stands_for(g, id).map(piece), place: place_of(g, id), note, cells }
}

/// skirmish.spot.attempts: each element one marker, or none.
fn attempts(g: &Seen, side: skirmish::data::Side) -> FormKind {
    let names = Names(&g.scene);
    let mut rows = Vec::new();
    for element in g.of_side(side).filter(|it| g.is_unbroken(*it)) {
        let mut cells = Vec::new();
        for counter in g.counters.iter().filter(|it| it.side != side) {
            let it = Attempt { element, counter: counter.number };
            let Some(line) = spotting::line_to(g, it) else { continue };
            let mut number = kernel::Sum::default();
            spotting::count(g.tables(), line, &mut number);
            let chance = dice::chance(&g.tables().roll, kernel::Ledger::total(&number));
            let percent = chance::percent(f64::from(chance) / 36.0);
            cells.push((
                chance,
                cell(format!("marker {}: {percent}", counter.number), Some(value(&it))),
            ));
        }
        if cells.is_empty() {
            continue;
        }
        cells.sort_by_key(|it| -it.0);
        let mut cells: Vec<EachCell> = cells.into_iter().map(|it| it.1).collect();
        cells.push(cell("watches nobody".into(), None));
        rows.push(row(g, element, names.element(element), None, cells));
    }
    FormKind::Each { rows, budgets: Vec::new() }
}

/// skirmish.turn.declare-first: each group one target, or none. Whoever is hidden holds his fire to begin with.
fn targets(g: &Seen, side: skirmish::data::Side) -> FormKind {
    let names = Names(&g.scene);
    let rows = fire::options(g, side, when(g)).into_iter().filter_map(|list| {
        let first = *list.first()?;
        let shots = list.iter().take(TARGETS);
        let shown = |it: &Shot| {
            let chances = chance::of(g, it).map(|it| format!(": {}", it.words()));
            cell(
                format!("{}{}", words::aim(g, it.aim), chances.unwrap_or_default()),
                Some(value(it)),
            )
        };
        let mut cells: Vec<EachCell> = shots.map(shown).collect();
        let hold = cell("holds its fire".into(), None);
        Some(match first.firer {
            Firer::Element(id) => {
                let hidden = g.is_hidden(id);
                cells.insert(if hidden { 0 } else { cells.len() }, hold);
                let marker = g[id].marker.as_ref();
                let note = match marker {
                    Some(it) => Some(format!("opportunity fire at {}", names.element(it.mover))),
                    None if hidden => Some("hidden: whoever fires comes to light".into()),
                    None => all_at(g, id, first.aim),
                };
                let label = format!("{} {}", names.element(id), names.group(id, first.group));
                row(g, id, label, note, cells)
            }
            Firer::Battery(_) => {
                cells.push(hold);
                let note = caller(g, first.aim);
                EachRow { label: names.firer(first.firer), piece: None, place: None, note, cells }
            }
        })
    });
    FormKind::Each { rows: rows.collect(), budgets: Vec::new() }
}

/// What all weapons of an element together do to the best target of one, where there are several.
fn all_at(g: &Seen, id: ElementId, aim: Aim) -> Option<String> {
    let Aim::Element { element, .. } = aim else { return None };
    if skirmish::weapons::groups(g, id).len() < 2 {
        return None;
    }
    let chance = chance::percent(chance::together(g, id, element));
    Some(format!("all its weapons at {}: {chance} to kill", Names(&g.scene).element(element)))
}

/// Who directs a call.
fn caller(g: &Seen, aim: Aim) -> Option<String> {
    match aim {
        Aim::Call { spotter, .. } | Aim::Adjust { spotter, .. } => {
            Some(format!("directed by {}", Names(&g.scene).element(spotter)))
        }
        Aim::Element { .. } | Aim::Figure(_) | Aim::Continue => None,
    }
}

pub(super) fn when(g: &Seen) -> FiresIn {
    match g.phase {
        Phase::MovingFire | Phase::MovingShot { .. } => FiresIn::MovingFire,
        _ => FiresIn::StationaryFire,
    }
}

/// skirmish.cc.declare: each element one enemy in reach, or none. Enemies nearby that cannot be assaulted say why.
fn charges(g: &Seen, side: skirmish::data::Side) -> FormKind {
    let names = Names(&g.scene);
    let near = i64::from(inches(2 * g.tables().close_combat.declare_within));
    let mut rows = Vec::new();
    for element in g.of_side(side).filter(|it| g.is_unbroken(*it)) {
        let mut cells = vec![cell("no assault".into(), None)];
        for target in g.revealed(side.other()) {
            if g.nearest_square(element, target).is_none_or(|far| near * near < far) {
                continue;
            }
            let it = Charge { element, target };
            let refused = assault::may_charge(g, side, &[], it).err();
            cells.push(EachCell {
                label: format!("assaults {}", names.element(target)),
                value: Some(value(&it)),
                costs: Vec::new(),
                refused: refused
                    .map(|it| CellRefusal { reason: format!("{}.", it.title), rule: cite(it) }),
            });
        }
        if 1 < cells.len() {
            rows.push(row(g, element, names.element(element), None, cells));
        }
    }
    FormKind::Each { rows, budgets: Vec::new() }
}

/// What ready answers are called: moves by what they go for, all else by what they say.
fn labels(g: &Seen, topic: Topic, ready: &[Plan]) -> Vec<String> {
    let known = match topic {
        Topic::Move(id, order) if g[id].presence != Presence::Away => {
            candidates::moves(g, id, inches(g.tables().order(order).allowance))
        }
        _ => Vec::new(),
    };
    let labels: Vec<String> = ready.iter().map(|it| label(g, it, &known)).collect();
    let mut told: Vec<String> = Vec::new();
    for (label, plan) in labels.iter().zip(ready) {
        // Two that go for the same are told apart by where figure 1 ends, or at last by a number.
        let mut full = label.clone();
        if 1 < labels.iter().filter(|it| *it == label).count()
            && let Some(at) = lead(plan)
        {
            full = format!("{label}, {}", at.point());
        }
        let same = told.iter().filter(|it| it.starts_with(&full)).count();
        told.push(if same == 0 { full } else { format!("{full} ({})", same + 1) });
    }
    if let (Topic::SetUp(id), Some(first)) = (topic, told.first_mut())
        && matches!(g.data(id).start, Start::Zone { at: Some(_), .. })
    {
        *first = format!("As suggested: {}", lower(first));
    }
    told
}

/// Where figure 1 ends.
fn lead(plan: &Plan) -> Option<Spot> {
    match plan {
        Plan::Place(it) => it.places.first().copied(),
        Plan::Move(it) => it.paths.first().and_then(|it| it.0.last()).copied(),
        Plan::Fire(_) | Plan::Spot(_) | Plan::Assault(_) => None,
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |it| it.to_lowercase().collect::<String>() + letters.as_str())
}

fn label(g: &Seen, plan: &Plan, known: &[Candidate]) -> String {
    match plan {
        Plan::Move(it) => match known.iter().find(|known| known.paths == it.paths) {
            Some(found) => capital(&aim_of(g, it.element, found)),
            None if it.paths.iter().all(|it| it.0.is_empty()) => "Stay".into(),
            None => capital(&destination(g, it)),
        },
        Plan::Place(it) => {
            let first = it.places.first();
            capital(&first.map_or_else(String::new, |at| words::place(&g.scene.table, *at)))
        }
        Plan::Fire(_) | Plan::Spot(_) | Plan::Assault(_) => words::plan(g, plan),
    }
}

/// "north side of the yard wall", "up to Rifle group 2", "towards the objective Barn"
fn aim_of(g: &Seen, id: ElementId, it: &Candidate) -> String {
    let names = Names(&g.scene);
    let foes: Vec<ElementId> = g.revealed(g.side(id).other()).collect();
    let objective = |n: usize| g.scene.objectives.get(n).map_or("", |it| it.title.as_str());
    let foe = |n: usize| foes.get(n).map_or_else(|| "the enemy".into(), |it| names.element(*it));
    let words =
        it.label.words(&g.scene.table, |n| format!("to the objective {}", objective(n)), foe);
    match it.label {
        // As far as it goes is as far as it goes.
        Label::Toward { .. } | Label::Stay | Label::Shape(_) | Label::Off => words,
        _ if !it.short => words,
        Label::Objective(n) => format!("towards the objective {}", objective(n)),
        Label::Foe(n) => format!("towards {}", foe(n)),
        Label::Edge { piece, .. } => format!("towards the {}", g.scene.table.title(piece)),
        Label::Side { .. } | Label::Gap { .. } => format!("towards the {words}"),
        Label::Open => words,
    }
}

fn destination(g: &Seen, it: &Move) -> String {
    let last = |path: &Path| path.0.last().copied();
    let Some(at) = it.paths.iter().find_map(last) else { return "stay".into() };
    if at.floor == 0 && is_off(g, it) {
        return "over the own edge".into();
    }
    words::place(&g.scene.table, at)
}

/// It ends on the rim of the table.
fn is_off(g: &Seen, it: &Move) -> bool {
    let size = g.scene.table.size();
    let rim = |it: &Path| {
        it.0.last().is_some_and(|at| at.x == 0 || at.y == 0 || at.x == size.x || at.y == size.y)
    };
    !matches!(g.data(it.element).start, Start::Reserve { .. } if g[it.element].presence == Presence::Away)
        && it.paths.iter().any(rim)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |it| it.to_uppercase().collect::<String>() + letters.as_str())
}
