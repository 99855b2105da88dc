//! What lies on hexes, hexsides and counters.

use board::HexId;
use gts::Battle;
use gts::data::{BeachId, LeaderId, UnitId};
use gts::state::{Barrage, Beach};
use gts::text;

use play::wire::{EdgeMark, PlaceMarker, Plate};

/// Markers on a unit, the gravest first: only some of them fit on the counter.
pub(super) fn of_unit(g: &Battle, id: UnitId) -> Vec<String> {
    let unit = &g[id];
    let mut all: Vec<String> = Vec::new();
    let mut add = |on: bool, symbol: &str| {
        if on {
            all.push(symbol.to_string());
        }
    };
    add(unit.suppressed, "m-suppressed");
    add(unit.cohesion == 1, "m-cohesion-1");
    add(1 < unit.cohesion, "m-cohesion-2");
    add(g.has_step_loss_marker(id), "m-step-loss");
    add(0 < unit.drift, &format!("m-drift-{}", unit.drift.min(2)));
    add(unit.delay.is_some(), unit.delay.map_or("", |it| crate::art::delay(it).0));
    add(unit.hero, "m-hero");
    add(unit.heroic, "m-heroic");
    add(unit.column, "m-column");
    add(unit.ip, "m-ip");
    add(unit.ent, "m-ent");
    add(0 < unit.rallying, "m-rallying");
    add(0 < unit.men_at_work, &format!("m-work-{}", unit.men_at_work.min(4)));
    add(unit.interdicted, "m-interdicted");
    add(g.kind(id).contact.is_some() && unit.contact.is_some(), "m-contact");
    add(g.kind(id).contact.is_some() && unit.contact.is_none(), "m-pending");
    all
}

/// On a leader: how many batteries are In Contact with him (gts.contact.places).
pub(super) fn of_leader(g: &Battle, id: LeaderId) -> Vec<String> {
    match batteries(g, id).count() {
        0 => Vec::new(),
        n => vec![format!("m-contacts-{}", n.min(9))],
    }
}

/// Units whose Contact marker lies on the leader.
pub(super) fn batteries(g: &Battle, leader: LeaderId) -> impl Iterator<Item = UnitId> + '_ {
    let units = (0..g.units.len()).map(|it| UnitId(it as u8));
    units.filter(move |id| g[*id].contact == Some(leader) && g[*id].hex().is_some())
}

/// Units in the park of a hex.
pub(super) fn parked(g: &Battle, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    g.stack(hex).filter(|id| g[*id].parked)
}

pub(super) fn on_hexes(g: &Battle) -> Vec<PlaceMarker> {
    let data = g.data();
    let names = text::Names(data);
    let mut markers = Vec::new();
    let mut add = |hex: HexId, symbol: String, text: String, count: Option<u8>| {
        markers.push(PlaceMarker { place: hex.into(), symbol, text, count, radius: None });
    };
    for (it, holder) in data.victory.hexes.iter().zip(&g.holders) {
        let holder = *holder;
        let text = format!(
            "Victory hex {}: {} points, held by the {}",
            it.name,
            it.points,
            names.side(holder)
        );
        add(it.hex, format!("m-victory-{}", holder as u8), text, None);
    }
    for (hex, nation) in &g.empty_entrenchments {
        let text = format!("Empty {} entrenchment", names.nation(*nation));
        add(*hex, "m-ent".into(), text, None);
    }
    for hex in &g.rubble {
        add(*hex, "m-rubble".into(), "Rubble".into(), None);
    }
    for (hex, division) in &g.road_blocks {
        let text = format!("Road Block of {}", names.division(*division));
        add(*hex, "m-road-block".into(), text, None);
    }
    for park in &g.parks {
        let n = parked(g, park.hex).count();
        let side = if park.fired { "-fired" } else { "" };
        let text = format!(
            "Artillery park of {}, {n} {}{}",
            names.division(park.division),
            if n == 1 { "unit" } else { "units" },
            if park.fired { ", has fired" } else { "" }
        );
        add(park.hex, format!("m-park-{}{side}", park.division.0), text, Some(n as u8));
    }
    for (side, hex) in &g.air.interdicted {
        let text = format!("Interdicted by {} aircraft", data.sides[side.index()].adjective);
        add(*hex, "m-interdicted".into(), text, None);
    }
    if let (Some(state), Some(naval)) = (&g.naval, &data.naval) {
        for (i, (hex, force)) in state.markers.iter().zip(&naval.forces).enumerate() {
            add(
                *hex,
                format!("m-force-{i}"),
                format!("Assault Force marker of {}", force.name),
                None,
            );
        }
    }
    for (hex, barrage) in &g.barrages {
        let (symbol, text) = match barrage {
            Barrage::Light => ("m-barrage-light", "Light Barrage"),
            Barrage::Heavy => ("m-barrage-heavy", "Heavy Barrage"),
        };
        add(*hex, symbol.into(), text.into(), None);
    }
    markers
}

/// The gap hexsides of the beaches in play (gts.beach.gap-move).
pub(super) fn on_edges(g: &Battle) -> Vec<EdgeMark> {
    let (Some(state), Some(naval)) = (&g.naval, &g.data().naval) else { return Vec::new() };
    let mut edges = Vec::new();
    for (beach, kind) in state.beaches.iter().zip(&naval.beaches) {
        for (from, to) in &kind.gaps {
            let open = gts::beach::is_gap_open(g, *from, *to);
            if !beach.overlay && open {
                continue;
            }
            let (key, word) = if open { ("gap-open", "open") } else { ("gap-closed", "closed") };
            edges.push(EdgeMark {
                from: (*from).into(),
                to: (*to).into(),
                kind: key.into(),
                text: format!("Gap of {}, {word}", kind.name),
            });
        }
    }
    edges
}

/// The numbers of each beach whose overlay is in play (gts.beach.numbers).
pub(super) fn plates(g: &Battle) -> Vec<Plate> {
    let (Some(state), Some(naval)) = (&g.naval, &g.data().naval) else { return Vec::new() };
    let beaches = state.beaches.iter().zip(&naval.beaches).enumerate();
    beaches
        .filter(|(_, (beach, _))| beach.overlay)
        .filter_map(|(i, (beach, kind))| {
            let id = BeachId(i as u8);
            let hexes: Vec<HexId> = naval
                .sub_beaches
                .iter()
                .filter(|it| it.beach == id)
                .flat_map(|it| it.hexes.iter().copied())
                .collect();
            let hex = *hexes.get(hexes.len() / 2)?;
            let items = numbers(beach);
            let text: Vec<String> = items.iter().map(|(it, n)| format!("{it} {n}")).collect();
            Some(Plate {
                place: hex.into(),
                title: kind.name.clone(),
                text: format!("{}: {}", kind.name, text.join(", ")),
                items,
            })
        })
        .collect()
}

pub(super) fn numbers(beach: &Beach) -> Vec<(String, String)> {
    let gap = if beach.open { "open".to_string() } else { beach.gap.to_string() };
    let mut items = vec![
        ("Obstacles".to_string(), beach.obstacles.to_string()),
        ("Nests".to_string(), beach.nests.to_string()),
        ("Gap".to_string(), gap),
        ("Sea".to_string(), beach.sea_state.to_string()),
    ];
    if beach.phone_cut {
        items.push(("Lines".into(), "cut".into()));
    }
    items
}
