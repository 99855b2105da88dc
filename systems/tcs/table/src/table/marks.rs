//! What lies on hexes and counters.

use board::HexId;
use play::wire::PlaceMarker;
use tcs::Battle;
use tcs::id::UnitId;
use tcs::sheet::Status;
use tcs::state::{MissionKind, MissionStage, Mode, Nerve};
use tcs::text::{self, Names};

/// Markers on a unit, the gravest first: only some of them fit on the counter.
pub(super) fn of_unit(g: &Battle, id: UnitId) -> Vec<String> {
    let (unit, card) = (&g[id], g.card(id));
    let mut all: Vec<String> = Vec::new();
    let mut add = |on: bool, symbol: &str| {
        if on {
            all.push(symbol.to_string());
        }
    };
    add(unit.nerve == Nerve::Paralysed, "m-paralysed");
    add(unit.nerve == Nerve::Suppressed, "m-suppressed");
    let lost = card.steps.saturating_sub(unit.steps);
    add(
        0 < lost && unit.is_on_map(),
        &format!("m-steps-{}", if unit.steps < 9 { unit.steps } else { 9 }),
    );
    add(g.mode(id) == Mode::Move, "m-move");
    add(g.mode(id) == Mode::DugIn, "m-dug-in");
    add(unit.fired, "m-fired");
    add(unit.record.digging, "m-digging");
    add(unit.road_moving, "m-road");
    let command = !g.data().options.without_command;
    let status = tcs::command::status(g, id);
    add(command && status == Status::Withdrawing, "m-withdrawing");
    add(command && status == Status::Unassigned, "m-no-orders");
    add(g.has_passengers(id), "m-loaded");
    all
}

pub(super) fn on_hexes(g: &Battle) -> Vec<PlaceMarker> {
    let data = g.data();
    let names = Names(data);
    let mut marks = Vec::new();
    for (it, holder) in data.scoring.iter().zip(&g.holders) {
        let symbol = match holder {
            Some(side) => format!("m-victory-{}", *side as u8),
            None => "m-victory".into(),
        };
        let held = holder.map_or("nobody".into(), |side| names.of(side));
        let text = format!("{}: {} points, held by {held}", it.name, it.points);
        marks.push(PlaceMarker {
            count: u8::try_from(it.points).ok(),
            ..PlaceMarker::new(it.hex, &symbol, &text)
        });
    }
    for hex in g.known_mines.iter() {
        marks.push(PlaceMarker::new(hex, "m-mines", "Minefield"));
    }
    for it in &g.missions {
        let (guns, kind) = (names.guns(it.guns), text::mission(it.kind, it.fast));
        let (symbol, how) = match (it.stage, it.kind) {
            (MissionStage::Placed, MissionKind::Smoke) => ("m-mission-smoke", "called"),
            (MissionStage::Placed, MissionKind::Illumination) => ("m-mission-light", "called"),
            (MissionStage::Placed, _) => ("m-mission", "called"),
            (MissionStage::Falling(_), _) => ("m-shells", "about to fall"),
            (MissionStage::Lying(_), _) => ("m-shells", "falling"),
        };
        let text = format!("{kind} of {guns}, {how}");
        marks.push(PlaceMarker::new(it.hex, symbol, &text));
        if it.stage == MissionStage::Placed {
            let around = data.map().within(it.hex, it.radius(data)).filter(|hex| *hex != it.hex);
            let text = format!("Zone of a mission that is called, {kind} of {guns}");
            marks.extend(around.map(|hex| PlaceMarker::new(hex, "m-zone", &text)));
        }
    }
    let zone =
        |hex: HexId| g.missions.iter().any(|it| it.hex == hex && it.stage != MissionStage::Placed);
    for hex in g.zone.iter().filter(|it| !zone(*it)) {
        marks.push(PlaceMarker::new(hex, "m-zone", "Attack zone of artillery"));
    }
    for hex in g.smoke.iter() {
        let (symbol, text) = if g.smoke_2.contains(hex) {
            ("m-smoke-2", "Smoke, for this turn and the next")
        } else if g.smoke_1.contains(hex) {
            ("m-smoke-1", "Smoke, thinning")
        } else {
            ("m-smoke-1", "Smoke of mortars")
        };
        marks.push(PlaceMarker::new(hex, symbol, text));
    }
    let flare = |hex: HexId| {
        g.flares.iter().any(|it| it.0 == hex)
            || g.unit_markers.iter().any(|it| it.light && it.hex == hex)
    };
    for hex in g.lit.iter().filter(|it| !flare(*it)) {
        marks.push(PlaceMarker::new(hex, "m-lit", "Illuminated"));
    }
    for (hex, _) in &g.flares {
        marks.push(PlaceMarker::new(*hex, "m-flare", "Illumination"));
    }
    for it in g.unit_markers.iter().filter(|it| it.light) {
        marks.push(PlaceMarker::new(it.hex, "m-flare", "Illumination of mortars"));
    }
    marks
}
