//! Sections 9.1 and 9.2: who fires on a card, and whom it could hit.

use board::HexId;
use smallvec::SmallVec;

use super::said::Nobody;
use crate::armour;
use crate::data::{
    Badge, Card, CardId, Colour, FireClass, FireMark, GermanId, GermanKind, Hexes, PositionId,
    Sector, Symbol, UnitId,
};
use crate::spread::Shot;
use crate::state::{Day, GermanPlace, Hit, Positions, Shooter};
use crate::tables::Firer;

/// A position, or an armour unit of the variant, that fires on a card.
#[derive(Clone, Debug)]
pub struct Firing {
    pub by: Shooter,
    pub badge: Badge,
    /// Column of the fire chart.
    pub column: Firer,
    /// How many US units it may hit.
    pub limit: u8,
    /// Hexes of its undisrupted units, from which distances count.
    pub from: SmallVec<[HexId; 2]>,
    /// By class.
    pub field: [Hexes; 3],
}

/// Positions of a sector that fire on its card (omaha.fire.match, omaha.pos.sector); their fields may lie across the
/// boundary (omaha.field.cross-boundary).
pub(super) fn on_card(g: &Day, sector: Sector, card: CardId) -> SmallVec<[Firing; 8]> {
    let card = &g.data().cards[card.index()];
    let mut found = SmallVec::new();
    for position in shown(g, sector, card).iter() {
        if let Some(mark) = card.mark(g.data().positions[position.index()].colour) {
            found.extend(Firing::position(g, position, mark));
        }
    }
    found
}

/// Positions of a sector whose colour is on a card.
pub(crate) fn shown(g: &Day, sector: Sector, card: &Card) -> Positions {
    let of = |it: &FireMark| g.lookup().coloured[sector.index()][it.colour.index()];
    Positions(card.fire.iter().fold(0, |all, it| all | of(it).0))
}

impl Firing {
    /// A position that fires on this mark: held by an undisrupted unit (omaha.field.disrupted-none), not in smoke
    /// (omaha.fire.smoke, omaha.event.smoke), on a double colour with depth.
    #[must_use]
    pub fn position(g: &Day, position: PositionId, mark: FireMark) -> Option<Firing> {
        let units = undisrupted(g, position);
        let smoked = g.today.smoke.contains(position);
        // omaha.fire.single, omaha.fire.double
        if units.is_empty() || smoked || (mark.double && !depth_of(g, position)) {
            return None;
        }
        let it = &g.data().positions[position.index()];
        // omaha.fire.wn-always-first-column; faces are not looked at and stay down (omaha.fire.unrevealed).
        let first = it.is_wn() || units.iter().all(|it| g[*it].revealed);
        Some(Firing {
            by: Shooter::Position(position),
            badge: mark.badge,
            column: if first { Firer::WnOrRevealed } else { Firer::Unrevealed },
            limit: limit(g, &units),
            from: units.iter().filter_map(|it| g.hex_of(*it)).collect(),
            field: it.field,
        })
    }

    /// An armour unit that fires: revealed, and a danger to armour (omaha.arm.fire).
    #[must_use]
    pub fn armour(g: &Day, unit: GermanId, badge: Badge) -> Firing {
        Firing {
            by: Shooter::Armour(unit),
            badge,
            column: Firer::WnOrRevealed,
            limit: limit(g, &[unit]),
            from: g.hex_of(unit).into_iter().collect(),
            field: armour::field(g, unit),
        }
    }

    /// omaha.fire.armour-badge
    fn hits_armour(&self) -> bool {
        self.badge == Badge::Armour || matches!(self.by, Shooter::Armour(_))
    }

    /// omaha.hit.two-hex-distance
    fn distance(&self, g: &Day, hex: HexId) -> u8 {
        self.from.iter().map(|it| g.data().map.distance(*it, hex)).min().unwrap_or(0) as u8
    }
}

/// omaha.hit.limit-basic, omaha.hit.limit-extended; only undisrupted units are passed
/// (omaha.hit.disrupted-not-counted).
fn limit(g: &Day, units: &[GermanId]) -> u8 {
    let constants = &g.data().tables.constants;
    let factor = match g.is_extended() {
        true => constants.hit_limit_factor_extended,
        false => constants.hit_limit_factor_basic,
    };
    let depths = units.iter().filter(|it| g[**it].depth.is_some()).count();
    factor * (units.len() + depths) as u8
}

fn undisrupted(g: &Day, position: PositionId) -> SmallVec<[GermanId; 2]> {
    g.garrison_of(position).filter(|it| !g[*it].disrupted).collect()
}

/// Whether an undisrupted unit of the position has a depth marker; one of two will do (omaha.fire.double-two-hex).
#[must_use]
pub fn depth_of(g: &Day, position: PositionId) -> bool {
    g.garrison_of(position).any(|it| !g[it].disrupted && g[it].depth.is_some())
}

/// The class of a dot as it counts this turn: from the heights sporadic fire on sheltered beach hexes is steady
/// (omaha.event.heights).
#[must_use]
pub fn class_at(g: &Day, field: &[Hexes; 3], hex: HexId) -> Option<FireClass> {
    let class = FireClass::ALL.into_iter().find(|it| field[it.index()].contains(hex))?;
    let sheltered = g.data().ground.shelter[hex.index()] == 0;
    Some(match class {
        FireClass::Sporadic if g.today.heights && sheltered => FireClass::Steady,
        _ => class,
    })
}

/// Hexes with five or more steps of US units (omaha.fire.concentrated-count).
#[must_use]
pub fn concentrated(g: &Day) -> Hexes {
    let least = g.data().tables.constants.concentrated_steps;
    let mut hexes = Hexes::EMPTY;
    let mut steps = [0_u8; Hexes::CAPACITY];
    for (unit, hex) in g.troops() {
        let sum = &mut steps[hex.index()];
        *sum += g[unit].steps;
        if least <= *sum {
            hexes.insert(hex);
        }
    }
    hexes
}

/// Whether a unit bears the symbol of the card, or stands in a concentrated hex and counts as if
/// (omaha.fire.concentrated).
#[must_use]
pub fn matches(g: &Day, unit: UnitId, hex: HexId, symbol: Symbol) -> bool {
    g.data().units[unit.index()].symbol == Some(symbol) || g.today.concentrated.contains(hex)
}

/// Whether a US unit, not just a leader, stands in a field (omaha.gact.in-field).
#[must_use]
pub fn us_in_field(g: &Day, field: &Hexes) -> bool {
    g.troops().any(|it| field.contains(it.1))
}

/// Every hit that the positions could make, for the spread and as it would be applied.
pub(super) fn shots(
    g: &Day,
    firing: &[Firing],
    card: CardId,
) -> (SmallVec<[Shot; 32]>, SmallVec<[Hit; 32]>) {
    let symbol = g.data().cards[card.index()].symbol;
    let (mut shots, mut hits) = (SmallVec::new(), SmallVec::new());
    let reach = firing.iter().flat_map(|it| it.field).fold(Hexes::EMPTY, |all, it| all.union(&it));
    let troops: SmallVec<[(UnitId, HexId); 64]> =
        g.troops().filter(|it| reach.contains(it.1)).collect();
    for (by, it) in firing.iter().enumerate() {
        // Who hits a unit makes a difference if a leader may be hit with what is left of the limit.
        let star = it.badge == Badge::Star && !leaders(g, it).is_empty();
        for (unit, hex) in &troops {
            let Some(hit) = hit(g, it, *unit, *hex, symbol) else { continue };
            hits.push(hit);
            shots.push(Shot {
                by: by as u8,
                unit: *unit,
                class: hit.class,
                distance: it.distance(g, *hex),
                steps: g[*unit].steps,
                step: hit.step,
                effect: u8::from(hit.disrupt) | if star { (by as u8 + 1) << 1 } else { 0 },
            });
        }
    }
    (shots, hits)
}

/// What a unit would suffer from a position; only those that would suffer something are candidates
/// (omaha.hit.eligible-only). Disruption is no help and no harm (omaha.disr.defends, omaha.fire.disrupt-twice), nor is
/// climbing (omaha.climb.fire).
fn hit(g: &Day, firing: &Firing, unit: UnitId, hex: HexId, symbol: Symbol) -> Option<Hit> {
    let class = class_at(g, &firing.field, hex)?;
    let cell = g.data().tables.fire[class.index()][firing.column as usize];
    // omaha.fire.armour-immune
    if g.kind(unit).is_armoured() && !cell.armoured && !firing.hits_armour() {
        return None;
    }
    // omaha.fire.armour-symbol
    if cell.needs_symbol && !matches(g, unit, hex, symbol) {
        return None;
    }
    let step = cell.step && may_lose_step(g, unit);
    let hit = Hit { by: firing.by, unit, class, step, disrupt: cell.disrupt, leader: false };
    (hit.step || hit.disrupt).then_some(hit)
}

/// Is a unit hit only because its hex is crowded: it bears another symbol than the card (omaha.fire.concentrated)?
pub(super) fn is_crowded(g: &Day, firing: &Firing, hit: &Hit, card: CardId) -> bool {
    let cell = g.data().tables.fire[hit.class.index()][firing.column as usize];
    let symbol = g.data().cards[card.index()].symbol;
    !hit.leader && cell.needs_symbol && g.data().units[hit.unit.index()].symbol != Some(symbol)
}

/// Why a position that fires hits nobody.
pub(super) fn why_nobody(g: &Day, firing: &Firing, card: CardId) -> Nobody {
    let symbol = g.data().cards[card.index()].symbol;
    let in_field = || g.troops().filter(|it| class_at(g, &firing.field, it.1).is_some());
    if in_field().next().is_none() {
        return Nobody::InField;
    }
    if in_field().any(|(unit, hex)| hit(g, firing, unit, hex, symbol).is_some()) {
        return Nobody::Left;
    }
    if in_field().any(|(unit, hex)| matches(g, unit, hex, symbol)) {
        return Nobody::Harmed;
    }
    Nobody::Matches(symbol)
}

/// On turns 1-16 a unit loses one step in a German fire phase, both sectors together (omaha.hit.one-step-basic); it
/// may still be disrupted (omaha.ruling.bled-still-disrupted). Later one to each position that fires
/// (omaha.hit.extended-multi).
#[must_use]
pub(crate) fn may_lose_step(g: &Day, unit: UnitId) -> bool {
    g.is_extended() || !g.today.bled.contains(unit)
}

/// Leaders in the intense and steady field of a position whose colour has the star: HQs, command posts, Generals, and
/// heroes with their units; with the class of their dot and their distance.
pub(super) fn leaders(g: &Day, firing: &Firing) -> SmallVec<[(UnitId, FireClass, u8); 4]> {
    if firing.badge != Badge::Star {
        return SmallVec::new();
    }
    g.on_map()
        .filter(|it| g.kind(it.0).is_leader() || g[it.0].hero.is_hero())
        .filter_map(|(unit, hex)| {
            let class = class_at(g, &firing.field, hex)?;
            (class != FireClass::Sporadic).then(|| (unit, class, firing.distance(g, hex)))
        })
        .collect()
}

/// The colour a German unit on the map acts on, and in which sector: its position's, or its own if it is armour
/// (omaha.arm.own-position).
pub(crate) fn colour_and_sector(g: &Day, unit: GermanId) -> Option<(Colour, Sector)> {
    match (g[unit].place, g.data().germans[unit.index()].kind) {
        (GermanPlace::At(site), _) => {
            let position = g.data().sites[site.index()].position;
            let it = &g.data().positions[position.index()];
            Some((it.colour, it.sector))
        }
        (GermanPlace::Road(hex), GermanKind::Armour(colour)) => {
            Some((colour, g.data().ground.sector(hex)))
        }
        _ => None,
    }
}
