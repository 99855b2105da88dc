//! The position as one seat sees it.

use board::HexId;
use gts::data::{Back, LeaderId, Side, Start, UnitId};
use gts::event::Event;
use gts::state::{ChitState, Phase, Place, Post};
use gts::{Battle, air, contact, direct_fire, indirect_fire, movement, text, victory};
use kernel::Item;
use play::{Look, Report, Scene, SeatSetting, Setting, System as _};

use super::display::{at_sea, displays};
use super::question::{cite, piece};
use super::{goal, marks};
use crate::Gts;
use play::wire::{
    self, Chart, ChartAt, Focus, LegendEntry, Now, Outcome, Panel, PanelRow, Piece, SequenceStep,
    TurnMark,
};

pub(super) fn scene(look: &Look<'_, Gts>) -> Scene {
    let g: &Battle = look;
    let viewer = look.seat.and_then(Gts::side);
    Scene {
        now: now(look),
        pieces: pieces(g),
        markers: marks::on_hexes(g),
        flooded: Vec::new(),
        drawings: Vec::new(),
        edges: marks::on_edges(g),
        plates: marks::plates(g),
        panels: panels(g, viewer),
        goal: goal::goal(g, viewer),
        displays: displays(g, viewer),
        cards: Vec::new(),
        focus: focus(g, &look.log),
    }
}

pub(super) fn setting(g: &Battle) -> Setting {
    let data = g.data();
    let turns = data.turns.iter();
    Setting {
        title: data.title.clone(),
        edition: data.edition.name().into(),
        variants: vec![],
        seats: Side::BOTH
            .map(|side| SeatSetting {
                key: data.sides[side.index()].key.clone(),
                name: data.sides[side.index()].name.clone(),
                briefing: data.victory.briefing[side.index()].clone(),
            })
            .to_vec(),
        turns: turns
            .map(|it| TurnMark {
                date: it.date.clone(),
                time: it.time.clone(),
                night: it.night,
                water: None,
            })
            .collect(),
        map: play::hex_map(
            &data.map,
            data.hex_metres,
            |hex| super::card::hex_text(g, hex),
            legend(g),
        ),
        overlays: super::overlay::heads(),
        sequences: vec![sequence(g)],
        charts: gts::chart::ALL.into_iter().map(Chart::from).collect(),
    }
}

/// "6 June, 1500"
pub(super) fn clock(g: &Battle) -> String {
    let turn = &g.data().turns[usize::from(g.turn - 1)];
    format!("{}, {}", turn.date, turn.time)
}

fn legend(g: &Battle) -> Vec<LegendEntry> {
    let tables = &g.data().tables;
    let map = &g.data().map;
    let used = |key: &str| map.hexes().any(|hex| map.terrain_kind(hex).key == key);
    let entry = |kind: &str, key: &str, name: &str, text: String| LegendEntry {
        kind: kind.into(),
        key: key.into(),
        name: name.into(),
        text,
    };
    let mut legend = Vec::new();
    for (i, row) in tables.terrain.iter().enumerate().filter(|(_, it)| used(&it.key)) {
        let [white, black] = g.scene.defence[i];
        let text =
            format!("{}; defence {white:+}, armoured {black:+}", super::card::costs(&row.cost));
        legend.push(entry("terrain", &row.key, &row.name, text));
    }
    let sides = |index: usize| {
        map.hexes().any(|hex| {
            hex::Direction::ALL
                .iter()
                .any(|it| map.sides(hex, *it).contains(board::SideId(index as u8)))
        })
    };
    for (i, row) in tables.hexside.iter().enumerate().filter(|(i, _)| sides(*i)) {
        let _ = i;
        legend.push(entry("hexside", &row.key, &row.name, super::card::costs(&row.cost)));
    }
    for (i, row) in tables.route.iter().enumerate() {
        if map.hexes().any(|hex| map.routes_in(hex).contains(board::RouteId(i as u8))) {
            legend.push(entry("route", &row.key, &row.name, super::card::costs(&row.cost)));
        }
    }
    for (key, name, text) in [
        ("m-suppressed", "Suppressed", "no fire, no movement; assault −2, TQ −1"),
        ("m-cohesion-1", "Cohesion Hit", "fire and assault −1"),
        ("m-cohesion-2", "Two Cohesion Hits", "fire and assault −2, TQ −1; a third costs a step"),
        ("m-step-loss", "Step Loss", "fire, assault and TQ −1"),
        ("m-column", "In Column", "fire and assault −1; fire against it +2; uses roads"),
        ("m-ip", "Improved position", "fire against it −1, TQ +1"),
        (
            "m-ent",
            "Entrenchment",
            "fire against it −2 on the black side, not Op Fire; own fire +1, TQ +2",
        ),
        ("m-barrage-light", "Light Barrage", "blocks sight; fire and TQ of units in it −1"),
        (
            "m-barrage-heavy",
            "Heavy Barrage",
            "blocks sight; fire and TQ of units in it −2; no assault from it",
        ),
        (
            "m-park-0",
            "Artillery park",
            "with the number of its units; the other side shows it has fired",
        ),
        ("m-contact", "In contact", "with the leader of the line; his spotters see for it"),
        ("m-pending", "Contact pending", "no leader to fire for"),
        ("m-contacts-2", "Contacts of a leader", "how many batteries fire for him"),
        ("m-road-block", "Road Block", "the road cannot be used through the hex"),
        ("m-work-1", "Men at Work", "TQ +1 each when the same work goes on"),
        ("m-hero", "Hero", "a bonus to the unit while he lives"),
        ("m-rubble", "Rubble", "what is left of a town under fire"),
    ] {
        legend.push(entry("marker", key, name, text.into()));
    }
    legend
}

fn now(look: &Look<'_, Gts>) -> Now {
    let g: &Battle = look;
    let turn = &g.data().turns[usize::from(g.turn - 1)];
    let letter = text::phase_letter(g.phase);
    let names = text::Names(g.data());
    let mut procedure = Vec::new();
    if g.mover.is_some() {
        procedure.push(cite(gts::movement::MOVE));
    }
    if g.fight.is_some() {
        procedure.push(cite(gts::assault::ASSAULT));
    }
    Now {
        turn: g.turn,
        label: clock(g),
        weather: g.weather.name().into(),
        night: turn.night,
        phase: match &g.active {
            Some(active) => names.chit(active.chit),
            None => text::phase(g.phase).into(),
        },
        phase_rule: cite(gts::sequence::SOP),
        sequence: 0,
        step: letter.into(),
        procedure,
        charts: charts(look),
    }
}

fn sequence(g: &Battle) -> Vec<SequenceStep> {
    let has_e3 = g.scene.edition().give_up_contact;
    let steps = text::SEQUENCE.iter().filter(|(it, _)| *it != "E.III" || has_e3);
    steps.map(|(it, title)| SequenceStep { letter: (*it).into(), title: (*title).into() }).collect()
}

/// The flowcharts the act runs through. What is decided in secret shows in none.
fn charts(look: &Look<'_, Gts>) -> Vec<ChartAt> {
    let asked = look.asked.map(|it| it.rule.code);
    let said = look.step_log.lines().map(|it| it.rule.code);
    gts::chart::running(look, said.chain(asked)).iter().map(ChartAt::from).collect()
}

fn pieces(g: &Battle) -> Vec<Piece> {
    let data = g.data();
    let names = text::Names(data);
    let mut pieces = Vec::new();
    for (i, unit) in g.units.iter().enumerate() {
        let id = UnitId(i as u8);
        let (hex, place) = match unit.place {
            Place::Hex(hex) => (Some(hex), None),
            Place::Holding(entry) => {
                let division = &data.divisions[usize::from(g.division(id).0)].short;
                (None, Some(format!("Holding box {division}, enters at {}", data.map.label(entry))))
            }
            Place::Sea(at) => (None, Some(at_sea(&names, at))),
            Place::Later => match data.unit_starts[i].at {
                Start::Reinforcement { turn, .. } | Start::Sea { turn, .. } => {
                    (None, Some(format!("Due in turn {turn}")))
                }
                Start::Hex(_) | Start::Absent => continue,
            },
            Place::Exited(hex) => (None, Some(format!("Left the map at {}", data.map.label(hex)))),
            Place::Eliminated | Place::Absent => continue,
        };
        let kind = g.kind(id);
        let flipped = match kind.back {
            Back::Transport(_) => unit.mounted,
            Back::Reduced(_) => unit.steps < kind.steps,
            Back::Blank => false,
        };
        let level = hex.map_or(0, |hex| g.stack(hex).position(|it| it == id).unwrap_or(0));
        let acted = g.active.as_ref().is_some_and(|it| it.acted.contains(id));
        let command = gts::command::in_command(g, id);
        let side = names.side(kind.side);
        let where_ = match (hex, &place) {
            (Some(hex), _) => format!(", {}", names.hex(hex)),
            (None, Some(place)) => format!(", {place}"),
            (None, None) => String::new(),
        };
        let out = if command || hex.is_none() { "" } else { ", out of command" };
        let contact = match unit.contact {
            Some(leader) => format!(", in contact with {}", names.leader(leader)),
            None if kind.contact.is_some() && hex.is_some() => ", contact pending".into(),
            None => String::new(),
        };
        pieces.push(Piece {
            id: piece(id),
            seat: kind.side as u8,
            face: format!("u{i}-{}", if flipped { "back" } else { "front" }),
            place: hex.map(Into::into),
            off_map: place,
            level: level as u8,
            markers: marks::of_unit(g, id),
            name: kind.name.clone(),
            text: format!(
                "{}, {side}{where_}: {}{contact}{out}; {}",
                kind.name,
                text::unit_state(g, id),
                text::face(g.data(), g.face(id))
            ),
            spent: acted,
            out_of_command: hex.is_some() && !command,
            links: unit.contact.map(|it| format!("l{}", it.0)).into_iter().collect(),
            tag: None,
        });
    }
    for (i, leader) in g.leaders.iter().enumerate() {
        let Post::With(unit) = leader.post else { continue };
        let Some(hex) = g[unit].hex() else { continue };
        let kind = &data.leaders[i];
        let id = LeaderId(i as u8);
        let face = g.leader_face(id);
        let batteries: Vec<UnitId> = marks::batteries(g, id).collect();
        let names_of: Vec<&str> = batteries.iter().map(|it| names.unit(*it)).collect();
        let contact = match &names_of[..] {
            [] => String::new(),
            some => format!("; in contact with {}", some.join(", ")),
        };
        pieces.push(Piece {
            id: format!("l{i}"),
            seat: g.side(unit) as u8,
            face: format!("l{i}-{}", if leader.replaced { "back" } else { "front" }),
            place: Some(hex.into()),
            off_map: None,
            level: g.stack(hex).count() as u8,
            markers: marks::of_leader(g, id),
            name: kind.name.clone(),
            text: format!(
                "{}, leader of {}, with {} in {}: command range {}, attachment {}{contact}",
                kind.name,
                names.formation(kind.formation),
                names.unit(unit),
                names.hex(hex),
                face.command_range,
                face.attachment
            ),
            spent: false,
            out_of_command: false,
            links: batteries.into_iter().map(piece).collect(),
            tag: None,
        });
    }
    pieces
}

fn panels(g: &Battle, viewer: Option<Side>) -> Vec<Panel> {
    let data = g.data();
    let names = text::Names(data);
    let row = |label: &str, value: String, rule| PanelRow { label: label.into(), value, rule };
    let mut panels = Vec::new();
    for side in Side::BOTH {
        let score = victory::score(g, side);
        let mut rows = vec![row(
            "Points",
            match score.handicap {
                0 => format!(
                    "{} ({} for steps, {} for hexes)",
                    score.total(),
                    score.steps,
                    score.hexes
                ),
                given => {
                    format!(
                        "{} ({} for steps, {} for hexes, {given} given)",
                        score.total(),
                        score.steps,
                        score.hexes
                    )
                }
            },
            Some(cite(gts::victory::POINTS)),
        )];
        if score.exits != 0 {
            let rule = Some(cite(gts::victory::EXIT));
            rows.push(row("Of these for exits", score.exits.to_string(), rule));
        }
        if let Some((level, threshold)) = victory::morale(g, side) {
            let value = format!("{level}, broken at {threshold}");
            rows.push(row("Morale", value, Some(cite(gts::victory::MORALE))));
        }
        for division in gts::sequence::divisions_of(g, side) {
            let points = g.points(division);
            let value = format!("{} CP · {} DP", points.cp, points.dp);
            rows.push(row(names.division(division), value, Some(cite(gts::command::POINTS_CAP))));
        }
        let waiting = g.units.iter().enumerate().filter(|(i, unit)| {
            matches!(unit.place, Place::Holding(_)) && data.units[*i].side == side
        });
        let waiting = waiting.count();
        if 0 < waiting {
            let rule = Some(cite(gts::sequence::SOP_REINFORCEMENTS));
            rows.push(row(
                "Holding boxes",
                if waiting == 1 { "1 unit".into() } else { format!("{waiting} units") },
                rule,
            ));
        }
        if viewer == Some(side) {
            let bought = g.chits.iter().enumerate().filter_map(|(i, it)| {
                let name = &data.formations[i].name;
                match it.state {
                    ChitState::Available => None,
                    ChitState::ThisTurn => Some(format!("{name} (this turn)")),
                    ChitState::NextTurn => Some(format!("{name} (next turn)")),
                }
            });
            let bought: Vec<_> = bought.collect();
            if !bought.is_empty() {
                rows.push(row(
                    "Chits bought",
                    bought.join(", "),
                    Some(cite(gts::purchase::BUY_NEXT)),
                ));
            }
        }
        panels.push(Panel { title: names.side(side).into(), seat: Some(side as u8), rows });
    }
    let mut rows = Vec::new();
    if g.phase == Phase::Chits {
        let chits: Vec<_> = g.mug.iter().map(|it| names.chit(*it)).collect();
        rows.push(row("In the mug", chits.join(", "), Some(cite(gts::sequence::MUG))));
    }
    if let Some(held) = g.held {
        rows.push(row("Held over", names.chit(held), Some(cite(gts::sequence::LAST_CHIT))));
    }
    if !rows.is_empty() {
        panels.push(Panel { title: "Chits".into(), seat: None, rows });
    }
    panels
}

pub(super) fn outcome(g: &Battle) -> Option<Outcome> {
    if g.phase != Phase::Over {
        return None;
    }
    let names = text::Names(g.data());
    let winner = victory::winner(g);
    let scores = Side::BOTH.map(|side| victory::score(g, side));
    let text = match winner {
        Some(side) if g.conceded.is_some() => format!(
            "The {} side wins: the enemy concedes, at {} points to {}.",
            g.data().sides[side.index()].adjective,
            scores[side.index()].total(),
            scores[side.other().index()].total()
        ),
        Some(side) => format!(
            "The {} side wins, {} points to {}.",
            g.data().sides[side.index()].adjective,
            scores[side.index()].total(),
            scores[side.other().index()].total()
        ),
        None => format!("A draw: {} points each.", scores[0].total()),
    };
    let mut rows = Vec::new();
    for side in Side::BOTH {
        let score = scores[side.index()];
        let rule = Some(cite(gts::victory::POINTS));
        let label = |what: &str| format!("{}: {what}", names.side(side));
        rows.push(PanelRow {
            label: label("enemy steps"),
            value: score.steps.to_string(),
            rule: rule.clone(),
        });
        rows.push(PanelRow {
            label: label("victory hexes"),
            value: score.hexes.to_string(),
            rule: rule.clone(),
        });
        if score.handicap != 0 {
            rows.push(PanelRow {
                label: label("handicap"),
                value: score.handicap.to_string(),
                rule,
            });
        }
    }
    Some(Outcome { winner: winner.map(|it| it as u8), text, rows, seed: None })
}

/// What is going on: who moves, who assaults whom, and the latest shot or step, to be drawn as an arrow.
fn focus(g: &Battle, log: &Report<'_, Gts>) -> Focus {
    let mut focus = Focus::default();
    if let Some(active) = &g.active {
        focus.pieces.extend(active.acting.iter().filter(|id| g[*id].is_in_play()).map(piece));
    }
    if let Some(mover) = &g.mover {
        focus.pieces.clear();
        focus.pieces.extend(mover.units.iter().map(|it| piece(it.0)));
    }
    if let Some(fight) = &g.fight {
        focus.pieces.extend(fight.assaulters.iter().map(piece));
        focus.places.extend([fight.from, fight.hex].map(wire::Place::from));
        focus.arrows.push((fight.from.into(), fight.hex.into()));
    }
    // What happened since the last choice: what is further back is in the log.
    let recent = log.lines().rev().take_while(|it| !matches!(it.item, Item::Chose { .. }));
    let latest = recent.take(12).find_map(|line| match &line.item {
        Item::Happened(event) => way(g, event),
        _ => None,
    });
    focus.arrows.extend(latest.map(|(from, to)| (from.into(), to.into())));
    focus
}

/// From where to where something went.
fn way(g: &Battle, event: &Event) -> Option<(HexId, HexId)> {
    Some(match event {
        Event::DirectFire(direct_fire::Said::Fired { firer, target, .. }) => {
            (g[*firer].hex()?, g[*target].hex()?)
        }
        Event::IndirectFire(indirect_fire::Said::FiredAt { firer, hex }) => {
            (g[*firer].hex()?, *hex)
        }
        Event::Air(air::Said::StrikeCalled { caller, target }) => {
            (g[*caller].hex()?, g[*target].hex()?)
        }
        Event::Contact(contact::Said::ContactMade { unit, leader }) => {
            (g[*unit].hex()?, g.leader_hex(*leader)?)
        }
        Event::Movement(movement::Said::Moved { from, to, .. }) => (*from, *to),
        _ => return None,
    })
}
