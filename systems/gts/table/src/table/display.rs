//! The displays beside the map: one group a division, and the Naval Display.

use board::HexId;
use gts::data::{
    AtSea, BeachId, Chit, DivisionId, ForceId, FormationId, RangeBox, ShipMoves, Side, Start,
    SubBeachId, UnitId,
};
use gts::state::{ChitState, Place, Post};
use gts::{Battle, text};

use super::marks;
use super::question::{cite, piece};
use play::wire::{BoxPiece, Display, DisplayBox, DisplayGroup, PanelRow};

/// `g` is what the viewer may see.
pub(super) fn displays(g: &Battle, viewer: Option<Side>) -> Vec<Display> {
    let mut all = vec![divisions(g, viewer)];
    all.extend(naval(g));
    all
}

fn row(label: impl Into<String>, value: impl Into<String>, rule: kernel::Rule) -> PanelRow {
    PanelRow { label: label.into(), value: value.into(), rule: Some(cite(rule)) }
}

fn units(g: &Battle) -> impl Iterator<Item = UnitId> + '_ {
    (0..g.units.len()).map(|it| UnitId(it as u8))
}

// ---------------------------------------------------------------------------------------------------------------
// Divisions

fn divisions(g: &Battle, viewer: Option<Side>) -> Display {
    let own = viewer.unwrap_or(Side::First);
    let sides = [own, own.other()];
    let groups = sides.into_iter().flat_map(|side| gts::sequence::divisions_of(g, side));
    Display {
        key: "divisions".into(),
        letter: "D".into(),
        title: "Divisions".into(),
        groups: groups.map(|it| division(g, it, viewer)).collect(),
    }
}

fn division(g: &Battle, id: DivisionId, viewer: Option<Side>) -> DisplayGroup {
    let data = g.data();
    let kind = &data.divisions[usize::from(id.0)];
    let points = g.points(id);
    let mut rows = vec![
        row("Command Points", points.cp.to_string(), gts::activation::DIVISION_CP),
        row("Dispatch Points", points.dp.to_string(), gts::activation::DIVISION_DP),
    ];
    if data.air[kind.side.index()].is_some() {
        let on = g.air.on.get(usize::from(id.0)).copied().unwrap_or(0);
        rows.push(row("Air Points", on.to_string(), gts::air::POINTS));
    }
    for level in g.supply(id) {
        rows.push(row("Supply", level.name(), gts::modifiers::SUPPLY));
    }
    if 0 < kind.road_blocks {
        let laid = g.road_blocks.iter().filter(|it| it.1 == id).count();
        let left = usize::from(kind.road_blocks).saturating_sub(laid);
        let text = format!("{left} of {} left", kind.road_blocks);
        rows.push(row("Road Blocks", text, gts::engineer::BLOCK_LIMIT));
    }
    if 0 < kind.parks {
        let laid = g.parks.iter().filter(|it| it.division == id).count();
        let left = usize::from(kind.parks).saturating_sub(laid);
        rows.push(row("Park markers", format!("{left} of {} left", kind.parks), gts::park::HEX));
    }
    for (i, formation) in data.formations.iter().enumerate() {
        let formation_id = FormationId(i as u8);
        if g.division_of(formation_id) != id {
            continue;
        }
        if let Some((text, rule)) = chit(g, formation_id, viewer == Some(kind.side)) {
            rows.push(row(format!("Chit of {}", formation.name), text, rule));
        }
        let counters = g.scene.rearguards[i];
        if !counters.is_empty() {
            let left = counters.iter().filter(|it| g[*it].place == Place::Absent).count();
            let text = format!("{left} of {} left", counters.len());
            rows.push(row(
                format!("Rearguards of {}", formation.name),
                text,
                gts::engineer::REAR_LIMIT,
            ));
        }
    }
    let mut boxes = parks(g, id);
    boxes.extend(holding(g, id));
    boxes.extend(due(g, id));
    DisplayGroup {
        title: kind.name.clone(),
        seat: Some(kind.side as u8),
        colour: Some(crate::art::division_colour(data, id)),
        rows,
        boxes,
        cards: Vec::new(),
        grids: Vec::new(),
    }
}

/// What is known of a formation's chit. What the other side has bought is its secret until step G; what lies in the mug
/// or is held over is open (gts.sop.h-last-open).
fn chit(g: &Battle, formation: FormationId, own: bool) -> Option<(&'static str, kernel::Rule)> {
    let chit = Chit::Formation(formation);
    let open = match () {
        () if g.held == Some(chit) => Some("held over, first of the turn"),
        () if g.mug.contains(&chit) => Some("in the mug"),
        () if g.active.as_ref().is_some_and(|it| it.chit == chit) => Some("being played"),
        () => None,
    };
    if let Some(text) = open {
        return Some((text, gts::sequence::MUG));
    }
    if !own {
        return None;
    }
    Some(match g.chit_of(formation).state {
        ChitState::ThisTurn => ("bought for this turn", gts::purchase::BUY_NOW),
        ChitState::NextTurn => ("set aside for the next", gts::purchase::BUY_NEXT),
        ChitState::Available => match gts::purchase::may_buy(g, formation) {
            Ok(()) => ("for sale", gts::purchase::BUY),
            // The rule says why.
            Err(why) => ("not for sale", why),
        },
    })
}

fn parks(g: &Battle, id: DivisionId) -> Vec<DisplayBox> {
    let names = text::Names(g.data());
    let own = g.parks.iter().filter(|it| it.division == id);
    own.map(|park| DisplayBox {
        title: format!("Artillery park in {}", names.hex(park.hex)),
        note: if park.fired { "has fired".into() } else { String::new() },
        place: Some(park.hex.into()),
        pieces: marks::parked(g, park.hex)
            .map(|id| {
                boxed(
                    id,
                    g[id].contact.map_or("pending".into(), |it| {
                        format!("in contact with {}", names.leader(it))
                    }),
                )
            })
            .collect(),
    })
    .collect()
}

fn boxed(id: UnitId, note: String) -> BoxPiece {
    BoxPiece { id: piece(id), note, aboard: Vec::new() }
}

fn holding(g: &Battle, division: DivisionId) -> Vec<DisplayBox> {
    let names = text::Names(g.data());
    let mut entries: Vec<HexId> = Vec::new();
    for id in units(g).filter(|id| g.division(*id) == division) {
        match g[id].place {
            Place::Holding(hex) if !entries.contains(&hex) => entries.push(hex),
            _ => (),
        }
    }
    entries.sort_unstable();
    let inside = |hex: HexId| {
        units(g)
            .filter(move |id| g.division(*id) == division && g[*id].place == Place::Holding(hex))
    };
    entries
        .into_iter()
        .map(|hex| DisplayBox {
            title: format!("Holding box for {}", names.hex(hex)),
            note: "enters with the Division chit".into(),
            place: Some(hex.into()),
            pieces: inside(hex)
                .map(|id| {
                    let held = g[id].interdicted;
                    boxed(id, if held { "held up until night".into() } else { String::new() })
                })
                .collect(),
        })
        .collect()
}

/// Who comes later, by turn and place. Both sides know the order of battle.
fn due(g: &Battle, division: DivisionId) -> Vec<DisplayBox> {
    let data = g.data();
    let names = text::Names(data);
    let mut boxes: Vec<((u8, String), DisplayBox)> = Vec::new();
    for id in units(g).filter(|id| g.division(*id) == division && g[*id].place == Place::Later) {
        let (turn, place, hex) = match data.unit_starts[usize::from(id.0)].at {
            Start::Reinforcement { turn, entry } => (turn, names.hex(entry), Some(entry)),
            Start::Sea { turn, at } => (turn, at_sea(&names, at), None),
            Start::Hex(_) | Start::Absent => continue,
        };
        let key = (turn, place);
        if !boxes.iter().any(|it| it.0 == key) {
            let when = data.turns.get(usize::from(turn.max(1)) - 1);
            let note = when.map_or(String::new(), |it| format!("{}, {}", it.date, it.time));
            let title = format!("Due in turn {turn}: {}", key.1);
            let it = DisplayBox { title, note, place: hex.map(Into::into), pieces: Vec::new() };
            boxes.push((key.clone(), it));
        }
        for (at, it) in &mut boxes {
            if *at == key {
                it.pieces.push(boxed(id, String::new()));
            }
        }
    }
    boxes.sort_by(|a, b| a.0.cmp(&b.0));
    boxes.into_iter().map(|it| it.1).collect()
}

// ---------------------------------------------------------------------------------------------------------------
// At sea

/// A box of the Naval Display in words.
pub(super) fn at_sea(names: &text::Names<'_>, at: AtSea) -> String {
    match at {
        AtSea::EnRoute(force) => format!("En Route, {}", names.force(force)),
        AtSea::Loading(it) => format!("Loading, {}", names.sub_beach(it)),
        AtSea::Wave(it) => format!("Wave, {}", names.sub_beach(it)),
        AtSea::Range(force, range) => format!("{}, {}", names.force(force), names.range_box(range)),
    }
}

fn naval(g: &Battle) -> Option<Display> {
    let (state, data) = (g.naval.as_ref()?, g.data().naval.as_ref()?);
    let names = text::Names(g.data());
    let mut groups = Vec::new();
    for (i, kind) in data.forces.iter().enumerate() {
        let force = ForceId(i as u8);
        let marker = state.markers.get(i).copied();
        let rows =
            marker.map(|hex| row("Assault Force marker", names.hex(hex), gts::naval::MARKER));
        let mut boxes: Vec<DisplayBox> = Vec::new();
        for (n, (name, range)) in data.range_boxes.iter().enumerate() {
            let at = AtSea::Range(force, RangeBox(n as u8));
            boxes.push(DisplayBox {
                title: name.clone(),
                note: format!("counts {range} hexes"),
                place: None,
                pieces: at_box(g, at).map(|id| boxed(id, ship(g, id))).collect(),
            });
        }
        boxes.push(carried(g, "En Route".into(), AtSea::EnRoute(force)));
        groups.push(DisplayGroup {
            title: kind.name.clone(),
            seat: Some(data.side as u8),
            colour: None,
            rows: rows.into_iter().collect(),
            boxes,
            cards: Vec::new(),
            grids: Vec::new(),
        });
        for (b, beach) in data.beaches.iter().enumerate().filter(|it| it.1.force == force) {
            groups.push(beach_group(g, BeachId(b as u8), &beach.name));
        }
    }
    Some(Display { key: "naval".into(), letter: "N".into(), title: "Naval Display".into(), groups })
}

fn beach_group(g: &Battle, id: BeachId, name: &str) -> DisplayGroup {
    let mut group = DisplayGroup {
        title: name.into(),
        seat: g.data().naval.as_ref().map(|it| it.side as u8),
        colour: None,
        rows: Vec::new(),
        boxes: Vec::new(),
        cards: Vec::new(),
        grids: Vec::new(),
    };
    let (Some(state), Some(data)) = (&g.naval, &g.data().naval) else { return group };
    if let Some(beach) = state.beaches.get(usize::from(id.0)) {
        let numbers = marks::numbers(beach).into_iter();
        group.rows.extend(numbers.map(|(label, value)| row(label, value, gts::beach::FIRE)));
        if !beach.overlay {
            group.rows.push(row("Landing", "over", gts::beach::OVER));
        }
    }
    for (i, sub) in data.sub_beaches.iter().enumerate().filter(|it| it.1.beach == id) {
        let at = SubBeachId(i as u8);
        group.boxes.push(carried(g, format!("Loading, {}", sub.name), AtSea::Loading(at)));
        group.boxes.push(carried(g, format!("Wave, {}", sub.name), AtSea::Wave(at)));
    }
    let craft = &data.beaches[usize::from(id.0)].craft;
    if !craft.is_empty() {
        let free = craft.iter().filter(|it| g[**it].place == Place::Absent).count();
        let text = format!("{free} of {} free", craft.len());
        group.rows.push(row("Landing craft", text, gts::landing::RECYCLE));
    }
    group
}

fn at_box(g: &Battle, at: AtSea) -> impl Iterator<Item = UnitId> + '_ {
    units(g).filter(move |id| g[*id].place == Place::Sea(at))
}

/// Craft with their passengers, and units by themselves.
fn carried(g: &Battle, title: String, at: AtSea) -> DisplayBox {
    let pieces = at_box(g, at).filter(|id| g[*id].aboard.is_none()).map(|id| BoxPiece {
        aboard: units(g).filter(|it| g[*it].aboard == Some(id)).map(piece).collect(),
        ..boxed(id, leaders(g, id))
    });
    DisplayBox { title, note: String::new(), place: None, pieces: pieces.collect() }
}

/// Leaders who come with a unit or with somebody aboard.
fn leaders(g: &Battle, id: UnitId) -> String {
    let with = |post: Post| match post {
        Post::With(unit) => unit == id || g[unit].aboard == Some(id),
        _ => false,
    };
    let his = g.leaders.iter().zip(&g.data().leaders).filter(|it| with(it.0.post));
    let names: Vec<_> = his.map(|it| &*it.1.name).collect();
    if names.is_empty() { String::new() } else { format!("with {}", names.join(", ")) }
}

/// What matters of a ship: fire, range, where it may go.
fn ship(g: &Battle, id: UnitId) -> String {
    let names = text::Names(g.data());
    let face = g.face(id);
    let fire = face
        .fire
        .map_or("fire No".into(), |(value, row)| format!("fire {value} {}", names.colour(row)));
    let range = match face.range {
        gts::data::PrintedRange::Hexes(n) => format!(", range {n}"),
        gts::data::PrintedRange::Any => ", any range".into(),
        gts::data::PrintedRange::Unprinted => String::new(),
    };
    let moves = match g.kind(id).ship.map(|it| it.moves) {
        Some(ShipMoves::Any) => ", any Force",
        Some(ShipMoves::Force) => ", own Force",
        Some(ShipMoves::No) | None => ", stays",
    };
    format!("{fire}{range}{moves}")
}
