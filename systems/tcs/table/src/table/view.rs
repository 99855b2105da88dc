//! The position as one seat sees it.

use board::HexId;
use kernel::Item;
use play::wire::{
    self, Chart, ChartAt, Focus, LegendEntry, Now, Outcome, Panel, PanelRow, Piece, SequenceStep,
    TurnMark,
};
use play::{Look, Report, Scene, SeatSetting, Setting, System as _};
use tcs::data::Light;
use tcs::event::Event;
use tcs::id::{Side, UnitId};
use tcs::sheet::Situation as _;
use tcs::state::{AirStep, Outcome as Ended, Phase, Place, Won};
use tcs::text::Names;
use tcs::{Battle, fire, movement, victory};

use super::question::{cite, piece};
use super::{card, chart, display, drawings, goal, marks, overlay, words};
use crate::Tcs;

pub(super) fn scene(look: &Look<'_, Tcs>) -> Scene {
    let g: &Battle = look;
    let viewer = look.seat.and_then(Tcs::side);
    let charts = chart::running(g, look.asked.as_ref()).iter().map(ChartAt::from).collect();
    Scene {
        now: Now { charts, ..now(g) },
        pieces: pieces(g),
        markers: marks::on_hexes(g),
        drawings: viewer.map_or_else(Vec::new, |it| drawings::drawings(g, it)),
        panels: panels(g),
        goal: goal::goal(g, viewer),
        displays: display::displays(g, viewer),
        focus: focus(g, &look.log),
        ..Scene::default()
    }
}

pub(super) fn setting(g: &Battle) -> Setting {
    let data = g.data();
    let seat = |side: Side| SeatSetting {
        key: data.side_keys[side.index()].clone(),
        name: data.side_names[side.index()].clone(),
        briefing: data.briefings[side.index()].clone(),
    };
    let turn = |it: &tcs::data::Turn| TurnMark {
        date: data.date.clone(),
        time: it.clock.to_string(),
        night: it.light == Light::Night,
        water: None,
    };
    let mut variants = Vec::new();
    let mut add = |on: bool, title: &str, text: &str| {
        if on {
            variants.push(wire::Variant { title: title.into(), text: text.into() });
        }
    };
    add(
        data.options.without_command,
        "Without op sheets",
        "Every unit does what its player likes.",
    );
    add(
        data.options.consolidate,
        "Attacks consolidate",
        "A completed Attack goes over to a Hasty Defence.",
    );
    Setting {
        title: data.title.clone(),
        edition: String::new(),
        variants,
        seats: Side::BOTH.map(seat).to_vec(),
        turns: data.turns.iter().map(turn).collect(),
        map: play::hex_map(
            data.map(),
            u32::from(data.ground.hex_metres()),
            |hex| card::hex_text(g, hex),
            legend(g),
        ),
        overlays: overlay::heads(g),
        sequences: vec![sequence()],
        charts: chart::ALL.into_iter().map(Chart::from).collect(),
    }
}

/// "11 July 1944, 0640"
pub(super) fn clock(g: &Battle) -> String {
    format!("{}, {}", g.data().date, g.clock())
}

/// Steps of a turn, by letter.
const SEQUENCE: [(&str, &str); 6] = [
    ("C", "Command Phase: orders are prepared, come through, are drawn"),
    ("I", "Initiative"),
    ("A", "Aircraft and artillery"),
    ("J", "Initiative for the Action Phases"),
    ("B", "Action Phases, one side after the other"),
    ("E", "Clean Up"),
];

fn sequence() -> Vec<SequenceStep> {
    SEQUENCE
        .iter()
        .map(|(letter, title)| SequenceStep { letter: (*letter).into(), title: (*title).into() })
        .collect()
}

const fn letter(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp(_) | Phase::SetUpSheets | Phase::Over => "",
        Phase::Command(_) => "C",
        Phase::AirInitiative => "I",
        Phase::Air(..) => "A",
        Phase::ActionInitiative => "J",
        Phase::Action(..) => "B",
        Phase::CleanUp | Phase::TurnEnd => "E",
    }
}

fn now(g: &Battle) -> Now {
    let light = match g.light() {
        Light::Day => "Day",
        Light::Twilight => "Twilight",
        Light::Night => "Night",
    };
    let weather = g.weather.and_then(|it| g.data().weather.get(usize::from(it)));
    let sight = match tcs::spot::of_turn(g) {
        Some(n) => format!(", visibility {n} hexes"),
        None => String::new(),
    };
    let weather = weather.map_or(String::new(), |it| format!(", {}", it.name));
    let mut procedure = Vec::new();
    if !g.moving.is_empty() {
        procedure.push(cite(movement::TOGETHER));
    }
    if let Some(fight) = &g.fight {
        let rule = if fight.overrun { tcs::overrun::RULES[0] } else { tcs::assault::ASSAULT };
        procedure.push(cite(rule));
    }
    Now {
        turn: g.turn,
        label: clock(g),
        weather: format!("{light}{weather}{sight}"),
        night: g.light() == Light::Night,
        phase: words::phase(g),
        phase_rule: cite(tcs::sequence::TURN),
        sequence: 0,
        step: letter(g.phase).into(),
        procedure,
        charts: Vec::new(),
    }
}

/// What the map shows, with what it costs and hides.
fn legend(g: &Battle) -> Vec<LegendEntry> {
    use tcs::ground::Lies;
    let data = g.data();
    let map = data.map();
    let legend = map.legend();
    let used = |id: &str, lies: Lies| match lies {
        Lies::Hex => map.hexes().any(|hex| {
            map.terrain_kind(hex).key == id
                || map.features(hex).iter().any(|it| legend.features[it.index()].key == id)
        }),
        Lies::Hexside => map.hexes().any(|hex| {
            hex::Direction::ALL
                .iter()
                .any(|it| map.sides(hex, *it).iter().any(|it| legend.sides[it.index()].key == id))
        }),
        Lies::Road => map
            .hexes()
            .any(|hex| map.routes_in(hex).iter().any(|it| legend.routes[it.index()].key == id)),
    };
    let mut out = Vec::new();
    for row in data.ground.chart().rows().filter(|it| used(&it.id, it.place)) {
        let kind = match row.place {
            Lies::Hex => "terrain",
            Lies::Hexside => "hexside",
            Lies::Road => "route",
        };
        let height = match row.height_metres {
            None | Some(0) => String::new(),
            Some(n) => format!("; {n} m high"),
        };
        out.push(LegendEntry {
            kind: kind.into(),
            key: row.id.clone(),
            name: row.name.clone(),
            text: format!("{}; {}{height}", card::costs(row), row.terrain_class.name()),
        });
    }
    for (key, name, text) in crate::art::MARKERS {
        out.push(LegendEntry {
            kind: "marker".into(),
            key: (*key).into(),
            name: (*name).into(),
            text: (*text).into(),
        });
    }
    out
}

fn pieces(g: &Battle) -> Vec<Piece> {
    let data = g.data();
    let names = Names(data);
    let mut pieces = Vec::new();
    for id in data.ids() {
        let unit = &g[id];
        let card = g.card(id);
        let (hex, off) = match unit.place {
            Place::Hex(hex) => (Some(hex), None),
            Place::Aboard(carrier) => (None, Some(format!("Aboard {}", names.unit(carrier)))),
            Place::Edge(hex) => (None, Some(format!("Beside {}", names.hex(hex)))),
            Place::Later => (None, Some(format!("Due in turn {}", card.start.turn))),
            Place::Lost => continue,
        };
        let level = hex.map_or(0, |hex| g.stack(hex).position(|it| it == id).unwrap_or(0));
        let place = match (hex, &off) {
            (Some(hex), _) => format!(" in {}", names.hex(hex)),
            (None, Some(off)) => format!(", {off}"),
            (None, None) => String::new(),
        };
        let text = format!(
            "{}, {}, of {}{place}: {}; {}",
            card.name,
            card.type_name,
            names.of(card.side),
            words::state(g, id),
            words::ratings(g, id)
        );
        let acting = matches!(g.phase, Phase::Action(side, _) if side == card.side);
        pieces.push(Piece {
            id: piece(id),
            seat: card.side as u8,
            face: format!(
                "u{}-{}",
                id.0,
                if g.mode(id) == tcs::state::Mode::Move { "back" } else { "front" }
            ),
            place: hex.map(Into::into),
            off_map: off,
            level: level as u8,
            markers: marks::of_unit(g, id),
            name: card.name.clone(),
            text,
            spent: acting && hex.is_some() && !tcs::actions::may_act(g, id),
            out_of_command: false,
            links: g.passengers(id).map(piece).collect(),
            tag: None,
        });
    }
    pieces
}

fn panels(g: &Battle) -> Vec<Panel> {
    let data = g.data();
    let mut panels = Vec::new();
    for side in Side::BOTH {
        let row = |label: String, value: String, rule: kernel::Rule| PanelRow {
            label,
            value,
            rule: Some(cite(rule)),
        };
        let held: u16 = held(g, side).map(|it| it.points).sum();
        let steps = g.lost[side.other().index()] * data.step_points;
        let total = victory::points(g, side);
        let value = format!("{total} ({held} for hexes, {steps} for enemy steps)");
        let mut rows = vec![row("Points".into(), value, victory::WHEN)];
        for (i, battalion) in data.battalions.iter().enumerate() {
            let mine = data.forces[battalion.force.index()].side == side;
            let present = data.ids().any(|id| g.card(id).battalion.index() == i && 0 < g[id].steps);
            if !mine || !present {
                continue;
            }
            let vehicles = match g.vehicle_morale[i] {
                0 => String::new(),
                n => format!(", vehicles {n}"),
            };
            let value = format!("{}{vehicles}", g.morale[i]);
            rows.push(row(
                format!("Morale of {}", battalion.name),
                value,
                tcs::battalion::RULES[0],
            ));
        }
        let shells = ammunition(g, side);
        if !shells.is_empty() {
            rows.push(row("Ammunition".into(), shells, tcs::artillery::PLACE));
        }
        let title = data.side_names[side.index()].clone();
        panels.push(Panel { title, seat: Some(side as u8), rows });
    }
    panels
}

/// Missions left, battalion by battalion: "Direct support battalion 2, 3, 2; Mortars 4".
fn ammunition(g: &Battle, side: Side) -> String {
    let mut guns: Vec<(&str, Vec<String>)> = Vec::new();
    for (it, left) in g.data().batteries.iter().zip(&g.ammunition) {
        if it.side != side {
            continue;
        }
        let battalion = it.battalion.and_then(|it| g.data().gun_battalions.get(usize::from(it)));
        let name = battalion.map_or(it.name.as_str(), String::as_str);
        match guns.iter_mut().find(|it| it.0 == name) {
            Some(known) => known.1.push(left.to_string()),
            None => guns.push((name, vec![left.to_string()])),
        }
    }
    let said: Vec<String> = guns.iter().map(|it| format!("{} {}", it.0, it.1.join(", "))).collect();
    said.join("; ")
}

fn held(g: &Battle, side: Side) -> impl Iterator<Item = &tcs::data::Scoring> {
    let all = g.data().scoring.iter().zip(&g.holders);
    all.filter(move |it| *it.1 == Some(side)).map(|it| it.0)
}

pub(super) fn outcome(g: &Battle) -> Option<Outcome> {
    let ended = g.outcome?;
    let data = g.data();
    let (winner, text) = match ended {
        Ended::Draw => (None, format!("A draw: {} points each.", victory::points(g, Side::First))),
        Ended::Won { by, how } => {
            let how = match how {
                Won::Marginal => "by a margin",
                Won::Decisive => "decisively",
                Won::Collapse => "at once: the enemy has nobody left",
                Won::Conceded => "at once: the enemy concedes",
            };
            let (mine, theirs) = (victory::points(g, by), victory::points(g, by.other()));
            (Some(by), format!("{} win {how}, {mine} points to {theirs}.", Names(data).the(by)))
        }
    };
    let mut rows = Vec::new();
    for side in Side::BOTH {
        let name = &data.side_names[side.index()];
        for it in held(g, side) {
            rows.push(PanelRow {
                label: format!("{name}: {}", it.name),
                value: it.points.to_string(),
                rule: Some(cite(victory::WHEN)),
            });
        }
        let steps = g.lost[side.other().index()];
        rows.push(PanelRow {
            label: format!("{name}: {steps} enemy steps"),
            value: (steps * data.step_points).to_string(),
            rule: Some(cite(victory::WHEN)),
        });
    }
    Some(Outcome { winner: winner.map(|it| it as u8), text, rows, seed: None })
}

/// What is going on: who moves, who fights whom, the latest shot or step.
fn focus(g: &Battle, log: &Report<'_, Tcs>) -> Focus {
    let mut focus = Focus::default();
    focus.pieces.extend(g.moving.iter().map(piece));
    if let Some(attack) = g.attack {
        for from in fire::firing_hexes(g, attack.firers) {
            if from != attack.hex {
                focus.arrows.push((from.into(), attack.hex.into()));
            }
        }
        focus.places.push(attack.hex.into());
    }
    if let Some(fight) = &g.fight {
        focus.pieces.extend(fight.attackers.iter().map(|it| piece(it.unit)));
        focus.places.push(fight.hex.into());
    }
    if let Phase::Air(_, AirStep::Execute) = g.phase {
        focus.places.extend(g.missions.iter().map(|it| wire::Place::from(it.hex)));
    }
    let recent = log.lines().rev().take_while(|it| !matches!(it.item, Item::Chose { .. }));
    let latest = recent.take(12).find_map(|line| match &line.item {
        Item::Happened(Event::Fire(fire::Said::Fires(attack))) => Some(shots(g, attack)),
        _ => None,
    });
    focus.arrows.extend(latest.into_iter().flatten());
    focus
}

fn shots(g: &Battle, attack: &fire::Attack) -> Vec<(wire::Place, wire::Place)> {
    let from = fire::firing_hexes(g, attack.firers);
    let to: HexId = attack.hex;
    from.iter().filter(|it| **it != to).map(|it| ((*it).into(), to.into())).collect()
}

/// Also for other files: who stands where.
pub(super) fn unit_of(g: &Battle, name: &str) -> Option<UnitId> {
    let id: u8 = name.strip_prefix('u')?.parse().ok()?;
    (usize::from(id) < g.units.len()).then_some(UnitId(id))
}
