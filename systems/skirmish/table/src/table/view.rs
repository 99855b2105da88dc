//! The position as one seat sees it.

use play::wire::{
    BoxPiece, Display, DisplayBox, DisplayGroup, Focus, LegendEntry, MapHead, Measure, Now,
    Outcome, OverlayHead, Panel, PanelRow, Piece, PlaceMarker, SequenceStep, TurnMark,
};
use play::{Look, Scene, SeatSetting, Setting, System as _};
use skirmish::data::{ElementId, FigureId, Side};
use skirmish::state::{Level, Mission, Phase, Presence};
use skirmish::tables::{Class, Weight, inches};
use skirmish::text::Names;
use skirmish::{Seen, end_turn, fire, sequence, victory};
use tabletop::{AreaSight, INCH, ObstacleSight};

use super::place::{cite, counter_piece, piece, place, place_of, stands_for};
use super::{goal, overlay, words};
use crate::Skirmish;
use crate::art::{counter_face, figure_face};

pub(super) fn scene(look: &Look<'_, Skirmish>) -> Scene {
    let g = &look.seen;
    let viewer = look.seat.and_then(Skirmish::side);
    Scene {
        now: now(g),
        pieces: pieces(g),
        markers: markers(g),
        panels: panels(g, viewer),
        goal: goal::goal(g, viewer),
        displays: vec![forces(g, viewer)],
        focus: focus(look),
        ..Scene::default()
    }
}

pub(super) fn setting(g: &Seen) -> Setting {
    let scene = &g.scene;
    let turn = |n: u8| TurnMark {
        date: scene.month.clone(),
        time: format!("Turn {n}"),
        ..TurnMark::default()
    };
    let steps = scene
        .tables
        .phase
        .iter()
        .enumerate()
        .map(|(i, it)| SequenceStep { letter: (i + 1).to_string(), title: it.title.clone() });
    Setting {
        title: scene.title.clone(),
        seats: Side::BOTH
            .map(|side| SeatSetting {
                key: scene.sides[side.index()].key.clone(),
                name: scene.sides[side.index()].name.clone(),
                briefing: briefing(g, side),
            })
            .to_vec(),
        turns: (1..=scene.turns).map(turn).collect(),
        map: map(g),
        overlays: overlay::KINDS
            .iter()
            .map(|(kind, letter, name, text, needs)| OverlayHead {
                kind: (*kind).into(),
                letter: (*letter).into(),
                name: (*name).into(),
                text: (*text).into(),
                needs: (*needs).into(),
            })
            .collect(),
        sequences: vec![steps.collect()],
        ..Setting::default()
    }
}

/// What has happened, what this side is to do, what it scores for, and how a turn begins.
fn briefing(g: &Seen, side: Side) -> String {
    let scene = &g.scene;
    let own = &scene.sides[side.index()];
    let mut text = scene.briefing.clone();
    if !own.briefing.is_empty() {
        text = format!("{text} {}", own.briefing);
    }
    let worth = scene.objectives.iter().filter(|it| 0 < it.points[side.index()]);
    let worth: Vec<String> =
        worth.map(|it| format!("{} {}", it.title, it.points[side.index()])).collect();
    if !worth.is_empty() {
        text += &format!(
            " You score for what you hold at the end ({}) and for enemy elements destroyed or Dispersed.",
            worth.join(", ")
        );
    }
    for it in scene.automatic.iter().filter(|it| it.side == side) {
        let all: Vec<&str> =
            it.holds.iter().map(|it| scene.objectives[usize::from(it.0)].title.as_str()).collect();
        text += &format!(" Hold {} at the end of a turn and you have won at once.", join(&all));
    }
    if scene.tie_goes_to == Some(side) {
        text += " At equal scores you win.";
    }
    let lost = end_turn::break_point(g, side);
    text + &format!(
        " When elements worth {lost} are lost or Broken, the whole force must test its morale."
    )
}

fn join(all: &[&str]) -> String {
    match all {
        [] => String::new(),
        [one] => (*one).into(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A free table has points and no cells; its ground is in the picture.
fn map(g: &Seen) -> MapHead {
    let size = g.scene.table.size();
    MapHead {
        width: size.x as f32,
        height: size.y as f32,
        // On the table itself, where an inch is an inch.
        units_per_metre: INCH as f32 / 0.0254,
        // A figure's symbol is a little wider than its base: there is a shadow around it.
        piece: Some(48.0 / 44.0 * 2.0 * g.tables().figures.base_radius_units as f32),
        measure: Some(Measure { name: "inches".into(), sign: "″".into(), units: INCH as f32 }),
        scale: format!("{} by {} inches", size.x / INCH, size.y / INCH),
        legend: legend(g),
        ..MapHead::default()
    }
}

fn legend(g: &Seen) -> Vec<LegendEntry> {
    let legend = g.scene.table.legend();
    let names = Names(&g.scene);
    let cover = |it: tabletop::Cover| names.cover(skirmish::tables::Cover::of(it)).to_owned();
    let used_area = |n: usize| g.scene.table.areas().iter().any(|it| it.kind == n);
    let used_line = |n: usize| g.scene.table.obstacles().iter().any(|it| it.kind == n);
    let used_house = |n: usize| g.scene.table.buildings().iter().any(|it| it.kind == n);
    let entry = |kind: &str, key: &str, text: String| LegendEntry {
        kind: kind.into(),
        key: key.into(),
        name: key.replace('_', " "),
        text,
    };
    let areas = legend.areas.iter().enumerate().filter(|it| used_area(it.0)).map(|(_, it)| {
        let cost = match it.cost {
            None => "impassable".into(),
            Some(1) => "no delay".into(),
            Some(n) => format!("an inch costs {n}"),
        };
        let sight = match it.sight {
            AreaSight::Free => "does not hinder sight".into(),
            AreaSight::Area => "hinders sight once".into(),
            AreaSight::Depth { step, over } => format!(
                "hinders sight once for each {} inches, blocks it beyond {}",
                step / INCH,
                over / INCH
            ),
            AreaSight::Blocks => "blocks sight".into(),
        };
        entry("terrain", &it.key, format!("{}; {cost}; {sight}", cover(it.cover)))
    });
    let lines = legend.obstacles.iter().enumerate().filter(|it| used_line(it.0)).map(|(_, it)| {
        let sight = match it.sight {
            ObstacleSight::Free => "does not hinder sight",
            ObstacleSight::Hinders => "hinders sight of those who do not line it",
            ObstacleSight::Blocks => "blocks sight of those who do not line it",
        };
        let cost = it.cost / INCH;
        entry(
            "hexside",
            &it.key,
            format!("{} for who lines it; to cross costs {cost}; {sight}", cover(it.cover)),
        )
    });
    let houses = legend.buildings.iter().enumerate().filter(|it| used_house(it.0));
    let houses = houses
        .map(|(_, it)| entry("feature", &it.key, format!("{}; blocks sight", cover(it.cover))));
    areas.chain(lines).chain(houses).collect()
}

pub(super) fn clock(g: &Seen) -> String {
    let phase = Names(&g.scene).phase(g.phase).to_owned();
    match g.turn {
        0 => phase,
        turn => format!("Turn {turn} of {} · {phase}", g.scene.turns),
    }
}

fn now(g: &Seen) -> Now {
    let names = Names(&g.scene);
    let step = g.scene.tables.phase.iter().position(|it| it.title == names.phase(g.phase));
    let rule = match g.phase {
        Phase::SetUp { .. } | Phase::Ready => skirmish::setup::ORDER,
        _ => sequence::SEQUENCE,
    };
    Now {
        turn: g.turn.max(1),
        label: clock(g),
        phase: names.phase(g.phase).into(),
        phase_rule: cite(rule),
        step: step.map_or_else(String::new, |it| (it + 1).to_string()),
        ..Now::default()
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Figures and markers

fn pieces(g: &Seen) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for id in g.ids().filter(|it| g.on_table(*it)) {
        let first = stands_for(g, id);
        pieces.extend(g.alive(id).map(|figure| figure_piece(g, id, figure, first == Some(figure))));
    }
    // What the enemy sees of a hidden element lies where its owner sees the figures themselves.
    for it in &g.counters {
        let own = it.of.is_some_and(|id| g.on_table(id) && !g.data(id).dummy);
        if own {
            continue;
        }
        let name = format!("Marker {}", it.number);
        let whose = &g.scene.sides[it.side.index()].adjective;
        let what = match it.of {
            Some(_) => "a dummy: nobody is here",
            None => "a hidden element, or nobody at all",
        };
        let text = format!(
            "{whose} marker {}: {what}, {}",
            it.number,
            words::place(&g.scene.table, it.at)
        );
        pieces.push(Piece {
            id: counter_piece(it),
            seat: it.side as u8,
            face: counter_face(it.side),
            place: Some(place(&g.scene.table, it.at)),
            name,
            text,
            ..Piece::default()
        });
    }
    pieces
}

fn figure_piece(g: &Seen, id: ElementId, figure: FigureId, first: bool) -> Piece {
    let (data, state) = (g.data(id), &g[id]);
    let number = g.scene.figures[usize::from(figure.0)].number;
    let names = Names(&g.scene);
    let mut markers: Vec<String> = Vec::new();
    if first {
        match state.level {
            Level::Suppressed => markers.push("m-suppressed".into()),
            Level::Broken => markers.push("m-broken".into()),
            Level::Good | Level::Dispersed => (),
        }
        if let Some(order) = state.order {
            markers.push(format!("m-order-{}", order.key().replace('_', "-")));
        }
        if state.marker.is_some() {
            markers.push("m-opportunity".into());
        }
        if g.is_hidden(id) {
            markers.push("m-hidden".into());
        }
    }
    let weapon = weapon_of(g, id, figure);
    let hidden = if g.is_hidden(id) { ", hidden" } else { "" };
    Piece {
        id: piece(figure),
        seat: data.side as u8,
        face: figure_face(figure),
        place: Some(place(&g.scene.table, g[figure].at)),
        markers,
        name: format!("{}, figure {number}", names.element(id)),
        text: format!(
            "{}, figure {number} with {weapon}, {} {}{hidden}, {}",
            names.element(id),
            data.quality.name(),
            Names::level(state.level),
            words::place(&g.scene.table, g[figure].at)
        ),
        spent: state.order.is_some() && matches!(g.phase, Phase::Movement { .. }),
        links: g.alive(id).filter(|it| *it != figure).map(piece).collect(),
        ..Piece::default()
    }
}

/// What a figure is seen with: the crewed weapon at its first crewman, otherwise its own.
pub(super) fn weapon_of(g: &Seen, id: ElementId, figure: FigureId) -> String {
    let data = g.data(id);
    let mut alive = g.alive(id);
    for weapon in &data.support {
        let row = g.tables().weapon(*weapon);
        let crew: Vec<FigureId> = alive.by_ref().take(usize::from(row.crew)).collect();
        if crew.first() == Some(&figure) {
            return row.title.clone();
        }
    }
    g.tables().weapon(g.scene.figures[usize::from(figure.0)].weapon).title.clone()
}

fn markers(g: &Seen) -> Vec<PlaceMarker> {
    let table = &g.scene.table;
    let mut markers = Vec::new();
    for (it, holder) in g.scene.objectives.iter().zip(&g.objectives) {
        let (symbol, whose) = match holder {
            Some(side) => {
                (format!("m-objective-{}", side.index()), g.scene.sides[side.index()].name.clone())
            }
            None => ("m-objective".into(), "nobody".into()),
        };
        let text = format!("Objective {}: held by {whose}", it.title);
        markers.push(PlaceMarker::new(place(table, it.at.ground()), &symbol, &text));
    }
    for it in &g.smoke {
        let symbol =
            if g.tables().smoke.thinning < it.hindrances { "m-smoke" } else { "m-smoke-thin" };
        let text = format!("Smoke: {} hindrances to every line through it", it.hindrances);
        let cloud = PlaceMarker::new(place(table, it.at.ground()), symbol, &text);
        markers.push(PlaceMarker { radius: Some(it.radius), ..cloud });
    }
    for (it, weight) in missions(g) {
        let (symbol, text) = if it.for_effect {
            ("m-effect", "Fire for Effect: shells fall here")
        } else {
            ("m-call", "Call Fire: the fire was not on target")
        };
        let marker = PlaceMarker::new(place(table, it.at), symbol, text);
        let radius = (it.for_effect && !it.smoke).then(|| inches(g.tables().weight(weight).radius));
        markers.push(PlaceMarker { radius, ..marker });
    }
    for id in g.ids() {
        let Some(marker) = &g[id].marker else { continue };
        let Some((_, at)) = marker.stood.first() else { continue };
        let names = Names(&g.scene);
        let text =
            format!("Opportunity fire of {} at {}", names.element(id), names.element(marker.mover));
        markers.push(PlaceMarker::new(place(table, *at), "m-opportunity", &text));
    }
    markers
}

/// Markers of indirect fire with the weight of the shells.
fn missions(g: &Seen) -> Vec<(Mission, Weight)> {
    let weight_of = |id: ElementId| {
        let mut weapons = g.data(id).support.iter().map(|it| g.tables().weapon(*it));
        weapons.find(|it| it.class == Class::Indirect).and_then(|it| it.weight)
    };
    let own =
        g.ids().filter_map(|it| Some((g[it].mission?, weight_of(it).unwrap_or(Weight::Light))));
    let batteries = g.battery_ids();
    let batteries = batteries
        .filter_map(|it| Some((g[it].mission?, g.scene.batteries[usize::from(it.0)].weight)));
    own.chain(batteries).collect()
}

// ---------------------------------------------------------------------------------------------------------------
// Beside the table

fn row(label: impl Into<String>, value: impl Into<String>, rule: kernel::Rule) -> PanelRow {
    PanelRow { label: label.into(), value: value.into(), rule: Some(cite(rule)) }
}

fn panels(g: &Seen, viewer: Option<Side>) -> Vec<Panel> {
    let own = viewer.unwrap_or(Side::First);
    [own, own.other()].map(|side| panel(g, side, viewer == Some(side))).to_vec()
}

fn panel(g: &Seen, side: Side, own: bool) -> Panel {
    let mut rows = vec![row("Score", victory::score(g, side).to_string(), victory::POINTS)];
    let held = g.objective_ids().filter(|it| g.objectives[usize::from(it.0)] == Some(side));
    let held: Vec<&str> =
        held.map(|it| g.scene.objectives[usize::from(it.0)].title.as_str()).collect();
    if !held.is_empty() {
        rows.push(row("Holds", held.join(", "), end_turn::CONTROL));
    }
    let (lost, most) = (end_turn::loss(g, side), end_turn::break_point(g, side));
    rows.push(row(
        "Lost or Broken",
        format!("{lost} of {most} to its break point"),
        end_turn::FORCE,
    ));
    for id in g.battery_ids() {
        let data = &g.scene.batteries[usize::from(id.0)];
        if data.side == side && own {
            let left = |it: Option<u8>| it.map_or_else(|| "any".into(), |it| it.to_string());
            let text = format!("{} HE, {} smoke", left(g[id].he_rounds), left(g[id].smoke_rounds));
            rows.push(row(data.title.clone(), text, skirmish::weapons::SUPPLY));
        }
    }
    if 0 < g.turn {
        let first = if g.initiative == side { "has it" } else { "no" };
        rows.push(row("Initiative", first, skirmish::initiative::ROLL));
    }
    Panel { title: g.scene.sides[side.index()].name.clone(), seat: Some(side as u8), rows }
}

/// Every element with its figures and how it stands; of the enemy's what is to be seen.
fn forces(g: &Seen, viewer: Option<Side>) -> Display {
    let own = viewer.unwrap_or(Side::First);
    let names = Names(&g.scene);
    let groups = [own, own.other()].map(|side| {
        let shown = g.of_side(side).filter(|it| {
            g.on_table(*it) || g[*it].presence == Presence::Gone || viewer == Some(side)
        });
        let boxes = shown.filter(|it| !g.data(*it).dummy).map(|id| DisplayBox {
            title: names.element(id),
            note: note(g, id),
            place: place_of(g, id),
            pieces: if g.on_table(id) { boxed(g, id) } else { Vec::new() },
        });
        DisplayGroup {
            title: g.scene.sides[side.index()].name.clone(),
            seat: Some(side as u8),
            colour: Some(crate::art::side_colour(&g.scene, side).into()),
            rows: Vec::new(),
            boxes: boxes.collect(),
            cards: Vec::new(),
            grids: Vec::new(),
        }
    });
    Display {
        key: "forces".into(),
        letter: "F".into(),
        title: "Forces".into(),
        groups: groups.to_vec(),
    }
}

fn boxed(g: &Seen, id: ElementId) -> Vec<BoxPiece> {
    let of =
        |it: FigureId| BoxPiece { id: piece(it), note: weapon_of(g, id, it), aboard: Vec::new() };
    g.alive(id).map(of).collect()
}

fn note(g: &Seen, id: ElementId) -> String {
    let data = g.data(id);
    match g[id].presence {
        Presence::Gone => "lost".into(),
        Presence::Away => match data.start {
            skirmish::data::Start::Reserve { turn, .. } => {
                format!("a reserve, from turn {turn} on")
            }
            skirmish::data::Start::Zone { .. } => "not set up yet".into(),
        },
        Presence::Hidden | Presence::Revealed => {
            let order = g[id].order.map(|it| format!(", {}", Names(&g.scene).order(it)));
            let hidden = if g.is_hidden(id) { ", hidden" } else { "" };
            format!(
                "{} of {}, {} {}{hidden}{}",
                g.alive(id).count(),
                data.size,
                data.quality.name(),
                Names::level(g[id].level),
                order.unwrap_or_default()
            )
        }
    }
}

/// What the current act is about.
fn focus(look: &Look<'_, Skirmish>) -> Focus {
    let g = &look.seen;
    let table = &g.scene.table;
    let mut focus = Focus::default();
    let mut show =
        |id: ElementId| focus.pieces.extend(g.alive(id).filter(|_| g.on_table(id)).map(piece));
    if let Some(walk) = &g.walk {
        show(walk.element);
    }
    for id in g.combat.iter().flat_map(|it| it.members.iter()) {
        show(*id);
    }
    if let Some(walk) = &g.walk {
        let ends = walk.spots(g, walk.reached);
        for (from, (_, to)) in walk.starts.iter().zip(&ends).filter(|it| *it.0 != it.1.1) {
            focus.arrows.push((place(table, *from), place(table, *to)));
        }
    }
    let next = match g.phase {
        Phase::StationaryShot { next } | Phase::MovingShot { next } => Some(usize::from(next)),
        _ => None,
    };
    if let Some(shot) = next.and_then(|it| g.shots.get(it))
        && let (fire::Firer::Element(from), fire::Aim::Element { element, .. }) =
            (shot.firer, shot.aim)
        && let (Some(from), Some(to)) = (place_of(g, from), place_of(g, element))
    {
        focus.arrows.push((from, to));
    }
    focus
}

pub(super) fn outcome(g: &Seen) -> Option<Outcome> {
    let it = g.outcome.as_ref()?;
    let rows = Side::BOTH.map(|side| {
        row(
            g.scene.sides[side.index()].name.clone(),
            it.points[side.index()].to_string(),
            victory::POINTS,
        )
    });
    Some(Outcome {
        winner: it.winner.map(|it| it as u8),
        text: Names(&g.scene).outcome(it),
        rows: rows.to_vec(),
        seed: None,
    })
}
