//! What the rules ask at every question, taken out of the data once and laid side by side. Nothing here is new: each
//! table is what the function that reads it would find in [`Data`].

use board::HexId;
use smallvec::SmallVec;

use crate::data::{
    BoxId, Colour, Data, GermanId, GermanKind, Hexes, PositionId, Reach, Sector, SiteId, UnitId,
    UnitKind,
};
use crate::movement::step::Ways;
use crate::pools;
use crate::state::{Day, Positions, Sites, Units};
use crate::tables::Tide;

/// Made by [`crate::Shared`], so that it always fits the data.
#[derive(Clone, Debug, Default)]
pub struct Lookup {
    /// By US counter.
    pub kinds: Vec<UnitKind>,
    /// Without leaders.
    pub troops: Units,
    pub infantry: Units,
    /// Tanks and artillery.
    pub guns: Units,
    /// HQs and Generals in the order of their counters: the bits of [`crate::state::Unit::commanded`].
    pub leaders: SmallVec<[UnitId; 8]>,
    /// Which of these bits are HQs.
    pub headquarters: u8,
    /// By site.
    pub sites: Vec<(HexId, PositionId)>,
    /// All dots of a position, by position.
    pub fields: Vec<Hexes>,
    /// By hex: positions with a dot here, and their sites.
    pub dotted_by: Vec<Positions>,
    pub dots: Vec<Sites>,
    /// By hex: sites next to it.
    pub beside: Vec<Sites>,
    /// Sites on the high ground whose position has no dot on the beach: from the low ground nobody fires at them
    /// (omaha.att.high-ground-limit, omaha.barr.high-ground-limit).
    pub hidden: Sites,
    pub exits: Hexes,
    /// Boxes with a letter in the sectors played (omaha.box.no-unlettered).
    pub lettered: Vec<BoxId>,
    /// By sector, then by colour.
    pub coloured: [[Positions; 6]; 2],
    /// For each range of US counters, by hex: sites at this range or less.
    near: Vec<(u8, Vec<Sites>)>,
    /// German units that look alike from behind: [`pools::group`]. Meyer units come last, since the Meyer box holds no
    /// others.
    pub alike: Vec<Vec<GermanId>>,
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
        let sites: Vec<(HexId, PositionId)> =
            data.sites.iter().map(|it| (it.hex, it.position)).collect();
        let of_sites = |counts: &dyn Fn(HexId, PositionId) -> bool| -> Sites {
            let all = sites.iter().enumerate().filter(|it| counts(it.1.0, it.1.1));
            all.map(|it| SiteId(it.0 as u8)).collect()
        };
        let by_hex = |counts: &dyn Fn(HexId, HexId, PositionId) -> bool| -> Vec<Sites> {
            data.map.hexes().map(|hex| of_sites(&|at, it| counts(hex, at, it))).collect()
        };
        let beach = &data.ground.beach;
        let dotted_by = data.ground.dotted_by.iter().map(|it| it.iter().copied().collect());
        let lines = data.units.iter().flat_map(|it| &it.lines);
        let mut ranges: Vec<u8> = lines
            .filter_map(|it| match it.range {
                Reach::Hexes(range) => Some(range),
                Reach::None | Reach::Unlimited => None,
            })
            .collect();
        ranges.sort_unstable();
        ranges.dedup();
        let near = ranges.into_iter().map(|range| {
            let within = |hex, at, _| data.map.distance(hex, at) <= u32::from(range);
            (range, by_hex(&within))
        });
        Lookup {
            troops: of(|it| !it.is_leader()),
            infantry: of(UnitKind::is_infantry),
            guns: of(|it| it == UnitKind::Tank || it.is_artillery()),
            leaders,
            headquarters,
            dotted_by: dotted_by.collect(),
            dots: by_hex(&|hex, _, position| fields[position.index()].contains(hex)),
            beside: by_hex(&|hex, at, _| data.map.adjacent(hex, at)),
            hidden: of_sites(&|at, position| {
                data.ground.is_high(at) && !fields[position.index()].intersects(beach)
            }),
            near: near.collect(),
            lettered: lettered(data),
            alike: (0..=pools::GROUPS).map(|it| alike(data, it)).collect(),
            exits: data.exits.iter().map(|it| it.hex).collect(),
            coloured: Sector::BOTH.map(|sector| {
                Colour::ALL.map(|colour| {
                    let all = data.positions.iter().enumerate();
                    let of = all.filter(|it| it.1.sector == sector && it.1.colour == colour);
                    of.map(|it| PositionId(it.0 as u8)).collect()
                })
            }),
            sites: sites.clone(),
            fields: fields.clone(),
            closed: [Tide::Low, Tide::Mid, Tide::High].map(|tide| closed(data, tide)),
            ways: Ways::new(data),
            kinds,
        }
    }
}

impl Lookup {
    /// Sites a counter of this range reaches from a hex; adjacent ones too.
    #[must_use]
    pub fn within(&self, reach: Reach, hex: HexId) -> Sites {
        match reach {
            Reach::None => Sites::NONE,
            Reach::Unlimited => Sites(u128::MAX),
            Reach::Hexes(range) => {
                let near = self.near.iter().find(|it| it.0 == range);
                near.map_or(Sites::NONE, |it| it.1[hex.index()])
            }
        }
    }
}

fn alike(data: &Data, group: u8) -> Vec<GermanId> {
    let all = (0..data.germans.len() as u8).map(GermanId);
    let mut units: Vec<GermanId> = all.filter(|it| pools::group_in(data, *it) == group).collect();
    units.sort_by_key(|it| data.germans[it.index()].kind == GermanKind::Meyer);
    units
}

fn lettered(data: &Data) -> Vec<BoxId> {
    let plays = |it: Sector| data.plan.only.is_none_or(|only| only == it);
    let boxes = data.boxes.iter().enumerate();
    let open = boxes.filter(|it| !it.1.beach.is_empty() && plays(it.1.sector));
    open.map(|it| BoxId(it.0 as u8)).collect()
}

fn closed(data: &Data, tide: Tide) -> Hexes {
    let shut = |hex: &HexId| {
        data.ground.terrain(*hex) == crate::ground::Terrain::Sea
            || Day::is_under(data, tide, *hex)
            || data.plan.only.is_some_and(|it| it != data.ground.sector(*hex))
    };
    data.map.hexes().filter(shut).collect()
}
