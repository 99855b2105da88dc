//! Section 17: control and communication, worked out anew when asked for.

use board::HexId;
use smallvec::SmallVec;

use crate::armour;
use crate::data::{Hexes, PositionId, SiteId};
use crate::ground::{Side, Terrain};
use crate::state::{Day, Positions};

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
    let ground = &g.data().ground;
    let mut hexes = us_occupied(g);
    for (unit, hex) in g.troops() {
        if !controls_around(g, unit) {
            continue;
        }
        for (_, next) in g.data().map.neighbours(hex) {
            // omaha.ctrl.low-to-high, omaha.ctrl.high-to-low, omaha.ctrl.cliffs
            if !(ground.is_low(hex) && ground.is_high(next)) {
                hexes.insert(next);
            }
        }
    }
    for (_, hex) in g.germans_on_map() {
        hexes.remove(hex);
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
    let paths = german_paths(g);
    let occupied = us_occupied(g);
    let mut found = Positions::NONE;
    for position in g.positions() {
        let sites = &g.data().positions[position.index()].sites;
        // omaha.comm.two-hex: either hex will do.
        let reaches = sites.iter().any(|it| {
            let hex = g.data().sites[it.index()].hex;
            is_joined(g, hex, &paths) || leaves_by_bocage(g, *it, &paths, &occupied)
        });
        if reaches {
            found.insert(position);
        }
    }
    found
}

/// Hexes from which a path leads to an exit through hexes the Germans may enter (omaha.comm.ger-path,
/// omaha.comm.ger-blocked, omaha.comm.ger-exit-hex). Hexsides do not matter (omaha.comm.ger-hexsides); a German unit
/// keeps its own hex open (omaha.comm.ger-occupied-ok).
#[must_use]
pub fn german_paths(g: &Day) -> Hexes {
    let data = g.data();
    let barred = data.ground.shut_to_germans.union(&us_occupied(g)).union(&us_control(g));
    let mut reached = Hexes::EMPTY;
    let mut queue: SmallVec<[HexId; 256]> = SmallVec::new();
    for exit in &data.exits {
        if !barred.contains(exit.hex) && reached.insert(exit.hex) {
            queue.push(exit.hex);
        }
    }
    while let Some(hex) = queue.pop() {
        for (_, next) in data.map.neighbours(hex) {
            if !barred.contains(next) && reached.insert(next) {
                queue.push(next);
            }
        }
    }
    reached
}

/// Is a hex at the end of such a path? It is itself exempt from the limits (omaha.comm.ger-start).
fn is_joined(g: &Day, hex: HexId, paths: &Hexes) -> bool {
    paths.contains(hex) || g.data().map.neighbours(hex).any(|it| paths.contains(it.1))
}

/// The unit of a reinforcement position may slip through one adjacent bocage hex that the US control but do not
/// occupy (omaha.comm.bocage); strongpoints and empty positions may not (omaha.comm.bocage-not).
fn leaves_by_bocage(g: &Day, site: SiteId, paths: &Hexes, occupied: &Hexes) -> bool {
    let data = g.data();
    let it = &data.sites[site.index()];
    if g.holders[site.index()].is_none() || data.positions[it.position.index()].is_wn() {
        return false;
    }
    data.map.neighbours(it.hex).any(|(_, next)| {
        data.ground.terrain(next) == Terrain::Bocage
            && !occupied.contains(next)
            && data.map.neighbours(next).any(|far| paths.contains(far.1))
    })
}

/// Is a hex in German communication? Of a position's hex the position counts.
#[must_use]
pub fn hex_in_communication(g: &Day, hex: HexId) -> bool {
    match g.data().ground.site(hex) {
        Some(site) => in_communication(g, g.data().sites[site.index()].position),
        None => is_joined(g, hex, &german_paths(g)),
    }
}

/// Hexes in German communication, for those of positions as for all others.
#[must_use]
pub fn german_hexes(g: &Day) -> Hexes {
    let paths = german_paths(g);
    let mut hexes: Hexes = paths;
    for hex in paths.iter() {
        for (_, next) in g.data().map.neighbours(hex) {
            hexes.insert(next);
        }
    }
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
    field(g, |g, it| g.is_active(it), false)
}

/// Hexes in the field of a German unit, disrupted or not (omaha.field.disrupted-still, omaha.comm.us-disrupted).
#[must_use]
pub fn held_field(g: &Day) -> Hexes {
    field(g, |g, it| g.is_held(it), true)
}

/// omaha.field.potential: occupied, or empty but in German communication and not closed by the US.
#[must_use]
pub fn potential_field(g: &Day) -> Hexes {
    let reached = german_communication(g);
    let closed = us_occupied(g).union(&g.garrisons);
    let may = |it: PositionId| reached.contains(it) && !touches(g, it, &closed);
    field(g, |g, it| g.is_held(it) || may(it), true)
}

fn field(g: &Day, counts: impl Fn(&Day, PositionId) -> bool, disrupted: bool) -> Hexes {
    let mut hexes = Hexes::EMPTY;
    for position in g.positions() {
        if counts(g, position) {
            hexes = hexes.union(&g.data().positions[position.index()].any);
        }
    }
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
    let data = g.data();
    let fields = held_field(g);
    // omaha.comm.us-blocked, omaha.comm.us-terrain
    let open = |hex: HexId| {
        let terrain = data.ground.terrain(hex);
        !fields.contains(hex)
            && terrain != Terrain::Sea
            && terrain != Terrain::Rough
            && g.german_at(hex).is_none()
    };
    let mut reached = Hexes::EMPTY;
    let mut queue: SmallVec<[HexId; 256]> = SmallVec::new();
    // omaha.comm.us-path, omaha.comm.us-tide, omaha.comm.us-start
    for hex in data.ground.beach.iter() {
        if open(hex) && reached.insert(hex) {
            queue.push(hex);
        }
    }
    while let Some(hex) = queue.pop() {
        for (direction, next) in data.map.neighbours(hex) {
            // omaha.comm.us-terrain
            let side = data.ground.side(hex, direction);
            if side != Side::Bluff && !side.is_cliff() && open(next) && reached.insert(next) {
                queue.push(next);
            }
        }
    }
    reached
}
