//! What the rules ask at every question, taken out of the data once and laid side by side. Nothing here is new: each
//! table is what the function that reads it would find in [`Data`].

use board::HexId;
use smallvec::SmallVec;

use crate::data::{Data, Hexes, PositionId, UnitId, UnitKind};
use crate::movement::step::Ways;
use crate::state::{Day, Units};
use crate::tables::Tide;

/// Made by [`crate::Shared`], so that it always fits the data.
#[derive(Clone, Debug, Default)]
pub struct Lookup {
    /// By US counter.
    pub kinds: Vec<UnitKind>,
    /// Without leaders.
    pub troops: Units,
    pub infantry: Units,
    /// HQs and Generals in the order of their counters: the bits of [`crate::state::Unit::commanded`].
    pub leaders: SmallVec<[UnitId; 8]>,
    /// Which of these bits are HQs.
    pub headquarters: u8,
    /// By site.
    pub sites: Vec<(HexId, PositionId)>,
    /// All dots of a position, by position.
    pub fields: Vec<Hexes>,
    /// Positions with a dot on the beach.
    pub sees_beach: crate::state::Positions,
    /// By tide: hexes nobody enters, i.e. the sea, what is under water and the sector that is not played.
    pub closed: [Hexes; 3],
    pub ways: Ways,
}

impl Lookup {
    #[must_use]
    pub fn new(data: &Data) -> Lookup {
        let kinds: Vec<UnitKind> = data.units.iter().map(|it| it.kind).collect();
        let all = || kinds.iter().enumerate().map(|it| (UnitId(it.0 as u8), *it.1));
        let of = |counts: fn(UnitKind) -> bool| -> Units {
            all().filter(|it| counts(it.1)).map(|it| it.0).collect()
        };
        let leaders: SmallVec<[UnitId; 8]> =
            all().filter(|it| it.1.is_leader()).map(|it| it.0).collect();
        let is_hq = |it: &UnitId| kinds[it.index()] == UnitKind::Hq;
        let bits = leaders.iter().enumerate().take(8).filter(|it| is_hq(it.1));
        let headquarters = bits.fold(0, |bits, it| bits | 1 << it.0);
        let fields: Vec<Hexes> = data.positions.iter().map(|it| it.any).collect();
        let mut sees_beach = crate::state::Positions::NONE;
        for (i, field) in fields.iter().enumerate() {
            if field.intersects(&data.ground.beach) {
                sees_beach.insert(PositionId(i as u8));
            }
        }
        Lookup {
            troops: of(|it| !it.is_leader()),
            infantry: of(UnitKind::is_infantry),
            leaders,
            headquarters,
            sites: data.sites.iter().map(|it| (it.hex, it.position)).collect(),
            fields,
            sees_beach,
            closed: [Tide::Low, Tide::Mid, Tide::High].map(|tide| closed(data, tide)),
            ways: Ways::new(data),
            kinds,
        }
    }
}

fn closed(data: &Data, tide: Tide) -> Hexes {
    let shut = |hex: &HexId| {
        data.ground.terrain(*hex) == crate::ground::Terrain::Sea
            || Day::is_under(data, tide, *hex)
            || data.plan.only.is_some_and(|it| it != data.ground.sector(*hex))
    };
    data.map.hexes().filter(shut).collect()
}
