//! Section 17: control and communication, worked out anew when asked for.

use board::HexId;
use smallvec::SmallVec;

use crate::armour;
use crate::data::{Hexes, PositionId};
use crate::ground::{Side, Terrain};
use crate::state::{Day, Positions};

/// Hexes with a unit, an HQ, a command post or an engineer base (omaha.comm.general-ignored).
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

/// Positions in German communication (section 17.2).
#[must_use]
pub fn german_communication(g: &Day) -> Positions {
    let data = g.data();
    let (occupied, controlled) = (us_occupied(g), us_control(g));
    let shut = |hex: HexId| data.ground.shut_to_germans.contains(hex);
    let open = |hex: HexId| !shut(hex) && !controlled.contains(hex) && (!occupied.contains(hex));
    // omaha.comm.ger-path, omaha.comm.ger-exit-hex: from the exits inwards.
    let mut reached = Hexes::EMPTY;
    let mut queue: SmallVec<[HexId; 256]> = SmallVec::new();
    for exit in &data.exits {
        if open(exit.hex) && reached.insert(exit.hex) {
            queue.push(exit.hex);
        }
    }
    while let Some(hex) = queue.pop() {
        for (_, next) in data.map.neighbours(hex) {
            if open(next) && reached.insert(next) {
                queue.push(next);
            }
        }
    }
    let mut found = Positions::NONE;
    for position in g.positions() {
        let it = &data.positions[position.index()];
        // omaha.comm.two-hex: either hex will do.
        let reaches = it.sites.iter().any(|site| {
            let from = data.sites[site.index()].hex;
            let held = g.holders[site.index()].is_some();
            // omaha.comm.ger-start: the hex itself is exempt.
            if reached.contains(from) {
                return true;
            }
            data.map.neighbours(from).any(|(_, next)| {
                // omaha.comm.bocage, omaha.comm.bocage-not
                let through_bocage = held
                    && !it.is_wn()
                    && data.ground.terrain(next) == Terrain::Bocage
                    && !occupied.contains(next)
                    && data.map.neighbours(next).any(|(_, far)| reached.contains(far));
                reached.contains(next) || through_bocage
            })
        });
        if reaches {
            found.insert(position);
        }
    }
    found
}

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
    field(g, |g, it| g.is_held(it) || reached.contains(it), true)
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

/// Hexes in US communication (section 17.3).
#[must_use]
pub fn us_communication(g: &Day) -> Hexes {
    let data = g.data();
    let fields = held_field(g);
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
