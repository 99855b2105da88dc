//! Section 17: control and communication, worked out anew when asked for.

use board::HexId;

use crate::armour;
use crate::data::{Hexes, PositionId, SiteId};
use crate::ground::{self, Terrain};
use crate::state::{Day, Positions, Sites};

/// Hexes with a unit, an HQ, a command post or an engineer base (omaha.comm.general-ignored, omaha.lead.hq-control).
#[must_use]
pub fn us_occupied(g: &Day) -> Hexes {
    let mut hexes = Hexes::EMPTY;
    for (unit, hex) in g.on_map() {
        if g.kind(unit) != crate::data::UnitKind::General {
            hexes.insert(hex);
        }
    }
    for base in g.bases.iter().flatten() {
        hexes.insert(base.hex);
    }
    hexes
}

/// Hexes occupied or controlled by the US; a German unit cancels control of its own (omaha.ctrl.german-cancels).
#[must_use]
pub fn us_control(g: &Day) -> Hexes {
    controlled(g, &us_occupied(g))
}

/// The same with the hexes they occupy at hand.
fn controlled(g: &Day, occupied: &Hexes) -> Hexes {
    let mut from = Hexes::EMPTY;
    for (unit, hex) in g.troops() {
        if controls_around(g, unit) {
            from.insert(hex);
        }
    }
    let around = g.data().ground.controlled.around(&from);
    occupied.union(&around).and_not(&german_occupied(g))
}

/// Hexes with a German unit.
#[must_use]
pub fn german_occupied(g: &Day) -> Hexes {
    occupied_by(g, g.held_sites())
}

/// The same with the sites that hold Germans at hand.
pub(crate) fn occupied_by(g: &Day, held: Sites) -> Hexes {
    let mut hexes = Hexes::EMPTY;
    for site in held.iter() {
        hexes.insert(g.lookup().sites[site.index()].0);
    }
    for unit in g.armour() {
        hexes.extend(g.hex_of(unit));
    }
    hexes
}

/// omaha.ctrl.own-hex, omaha.ctrl.adjacent, omaha.ctrl.ranger, omaha.ctrl.armoured-only; disruption does not matter
/// (omaha.disr.control).
fn controls_around(g: &Day, unit: crate::data::UnitId) -> bool {
    let kind = g.kind(unit);
    kind.is_armoured() || (kind.is_infantry() && 2 <= g[unit].steps)
}

/// What the US hold for scoring: occupied or controlled hexes and garrisons (omaha.ctrl.garrison, omaha.garr.effect,
/// omaha.vic.garrison).
#[must_use]
pub fn us_held(g: &Day) -> Hexes {
    us_control(g).union(&g.garrisons)
}

/// An empty position that the US occupy or garrison: no German unit can appear in it, and it counts as no position in
/// communication (omaha.gact.empty-us-occupied, omaha.reinf.us-occupied). One hex of two is enough
/// (omaha.garr.two-hex); a General alone is not (omaha.lead.general-alone).
#[must_use]
pub fn is_closed(g: &Day, position: PositionId) -> bool {
    let occupied = us_occupied(g).union(&g.garrisons);
    !g.is_held(position) && touches(g, position, &occupied)
}

fn touches(g: &Day, position: PositionId, hexes: &Hexes) -> bool {
    let sites = &g.data().positions[position.index()].sites;
    sites.iter().any(|it| hexes.contains(g.data().sites[it.index()].hex))
}

/// Positions in German communication (section 17.2).
#[must_use]
pub fn german_communication(g: &Day) -> Positions {
    let occupied = us_occupied(g);
    let joined = joined(g, &paths_around(g, &occupied));
    let mut found = Positions::NONE;
    // omaha.comm.two-hex: either hex will do.
    for (i, (hex, position)) in g.lookup().sites.iter().enumerate() {
        if joined.contains(*hex) || leaves_by_bocage(g, SiteId(i as u8), &joined, &occupied) {
            found.insert(*position);
        }
    }
    found
}

/// Hexes from which a path leads to an exit through hexes the Germans may enter (omaha.comm.ger-path,
/// omaha.comm.ger-blocked, omaha.comm.ger-exit-hex). Hexsides do not matter (omaha.comm.ger-hexsides); a German unit
/// keeps its own hex open (omaha.comm.ger-occupied-ok).
#[must_use]
pub fn german_paths(g: &Day) -> Hexes {
    paths_around(g, &us_occupied(g))
}

/// The same with the hexes the US occupy at hand.
fn paths_around(g: &Day, occupied: &Hexes) -> Hexes {
    let shut = &g.data().ground.shut_to_germans;
    let barred = shut.union(occupied).union(&controlled(g, occupied));
    let exits = &g.lookup().exits;
    ground::reach(g.data(), exits, &barred)
}

/// Hexes at the end of such a path; they themselves are exempt from the limits (omaha.comm.ger-start).
fn joined(g: &Day, paths: &Hexes) -> Hexes {
    paths.union(&g.data().ground.adjoining.around(paths))
}

/// The unit of a reinforcement position may slip through one adjacent bocage hex that the US control but do not
/// occupy (omaha.comm.bocage); strongpoints and empty positions may not (omaha.comm.bocage-not).
fn leaves_by_bocage(g: &Day, site: SiteId, joined: &Hexes, occupied: &Hexes) -> bool {
    let data = g.data();
    let it = &data.sites[site.index()];
    if g.holders[site.index()].is_none() || data.positions[it.position.index()].is_wn() {
        return false;
    }
    data.map.neighbours(it.hex).any(|(_, next)| {
        data.ground.terrain(next) == Terrain::Bocage
            && !occupied.contains(next)
            && joined.contains(next)
    })
}

/// Is a hex in German communication? Of a position's hex the position counts.
#[must_use]
pub fn hex_in_communication(g: &Day, hex: HexId) -> bool {
    match g.data().ground.site(hex) {
        Some(site) => in_communication(g, g.data().sites[site.index()].position),
        None => joined(g, &german_paths(g)).contains(hex),
    }
}

/// Hexes in German communication, for those of positions as for all others.
#[must_use]
pub fn german_hexes(g: &Day) -> Hexes {
    let mut hexes = joined(g, &german_paths(g));
    for position in german_communication(g).iter() {
        for site in &g.data().positions[position.index()].sites {
            hexes.insert(g.data().sites[site.index()].hex);
        }
    }
    hexes
}

/// Worked out when asked for: at the moment of an attack (omaha.comm.attack-moment) or of an event
/// (omaha.comm.event-moment). For the German fire phase it is fixed in [`crate::state::Today::in_communication`].
#[must_use]
pub fn in_communication(g: &Day, position: PositionId) -> bool {
    german_communication(g).contains(position)
}

/// Hexes in the field of a German unit that is not disrupted.
#[must_use]
pub fn active_field(g: &Day) -> Hexes {
    field(g, g.active(), false)
}

/// Whether a hex is in it.
#[must_use]
pub fn is_under_fire(g: &Day, hex: HexId) -> bool {
    let by_position = g.lookup().dotted_by[hex.index()].iter().any(|it| g.is_active(it));
    by_position || armour_field(g, false).contains(hex)
}

/// The same for some hexes: who fires, instead of where all their dots are.
pub(crate) struct Fire<'a> {
    dotted_by: &'a [Positions],
    active: Positions,
    armour: Hexes,
}

impl Fire<'_> {
    pub(crate) fn of(g: &Day) -> Fire<'_> {
        let dotted_by = &g.lookup().dotted_by;
        Fire { dotted_by, active: g.active(), armour: armour_field(g, false) }
    }
    pub(crate) fn reaches(&self, hex: HexId) -> bool {
        self.dotted_by[hex.index()].0 & self.active.0 != 0 || self.armour.contains(hex)
    }
}

/// Hexes in the field of a German unit, disrupted or not (omaha.field.disrupted-still, omaha.comm.us-disrupted).
#[must_use]
pub fn held_field(g: &Day) -> Hexes {
    field(g, g.held(), true)
}

/// omaha.field.potential: occupied, or empty but in German communication and not closed by the US.
#[must_use]
pub fn potential_field(g: &Day) -> Hexes {
    let closed = us_occupied(g).union(&g.garrisons);
    let mut positions = g.held();
    for position in german_communication(g).iter() {
        if !touches(g, position, &closed) {
            positions.insert(position);
        }
    }
    field(g, positions, true)
}

fn field(g: &Day, positions: Positions, disrupted: bool) -> Hexes {
    let mut hexes = Hexes::EMPTY;
    for position in positions.iter() {
        hexes = hexes.union(&g.lookup().fields[position.index()]);
    }
    hexes.union(&armour_field(g, disrupted))
}

/// Hexes in the field of German armour, of disrupted units too or not.
fn armour_field(g: &Day, disrupted: bool) -> Hexes {
    let mut hexes = Hexes::EMPTY;
    for unit in g.armour() {
        if disrupted || !g[unit].disrupted {
            for class in armour::field(g, unit) {
                hexes = hexes.union(&class);
            }
        }
    }
    hexes
}

/// Hexes in US communication (section 17.3); scoring alone asks for them (omaha.comm.us-use).
#[must_use]
pub fn us_communication(g: &Day) -> Hexes {
    let ground = &g.data().ground;
    // omaha.comm.us-blocked, omaha.comm.us-terrain
    let barred = held_field(g).union(&ground.shut_to_us).union(&german_occupied(g));
    // omaha.comm.us-path, omaha.comm.us-tide, omaha.comm.us-start
    ground.passable.reach(&ground.beach, &barred)
}
