//! What lies on counters and hexes.

use board::HexId;
use omaha::Day;
use omaha::data::{GermanId, UnitId};
use omaha::state::{Climb, GermanPlace, HeroState};
use omaha::text::Names;

use play::wire::{Place, PlaceMarker};

/// Markers on a unit, the gravest first: only some of them fit on the counter.
pub(super) fn of_unit(g: &Day, id: UnitId) -> Vec<String> {
    let it = &g[id];
    let mut all: Vec<String> = Vec::new();
    if it.disrupted {
        all.push("m-disrupted".into());
    }
    match it.climb {
        Climb::None => (),
        Climb::Climbing => all.push("m-climb".into()),
        Climb::Cliff(_) => all.push("m-climb-cliff".into()),
    }
    match it.hero {
        HeroState::None => (),
        HeroState::Hero(_) => all.push("m-hero".into()),
        HeroState::Inspired(_) => all.push("m-inspired".into()),
    }
    if it.wounded {
        all.push("m-wounded".into());
    }
    if let Some(space) = it.post {
        let track = &g.data().tables.constants.command_post_track;
        all.push(format!("m-post-{}", track.get(usize::from(space)).copied().unwrap_or(0).min(9)));
    }
    all
}

pub(super) fn of_german(g: &Day, id: GermanId) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    if g[id].disrupted {
        all.push("m-disrupted".into());
    }
    if let GermanPlace::At(site) = g[id].place
        && g.today.smoke.contains(g.data().sites[site.index()].position)
    {
        all.push("m-smoke".into());
    }
    all
}

/// Cleared obstacles, garrisons, engineer bases.
pub(super) fn on_hexes(g: &Day) -> Vec<PlaceMarker> {
    let data = g.data();
    let names = Names(data);
    let mut markers = Vec::new();
    let mut add = |hex: HexId, symbol: String, text: String| {
        markers.push(PlaceMarker { place: hex.into(), symbol, text, count: None, radius: None });
    };
    for hex in data.ground.obstacles.iter().filter(|it| !g.has_obstacles(*it)) {
        add(hex, "m-cleared".into(), format!("Obstacles cleared in {}", names.hex(hex)));
    }
    for hex in g.garrisons.iter() {
        add(hex, "m-garrison".into(), format!("US garrison in {}", names.hex(hex)));
    }
    for base in g.bases.iter().flatten() {
        let track = &data.tables.constants.engineer_base_track;
        let range = track.get(usize::from(base.space)).copied().unwrap_or(0);
        let text = format!("Engineer base in {}, range {range}", names.hex(base.hex));
        add(base.hex, format!("m-base-{}", range.min(9)), text);
    }
    markers
}

/// Beach hexes under water (omaha.tide.submerged-mid, omaha.tide.submerged-high).
pub(super) fn flooded(g: &Day) -> Vec<Place> {
    g.data().ground.beach.iter().filter(|it| g.is_submerged(*it)).map(Into::into).collect()
}
