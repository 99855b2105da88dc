//! A scenario with what follows from it: sets and costs looked up a million times a second.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use board::{HexId, RouteSet, SideSet};
use kernel::Rules as _;

use crate::data::{Arm, Belongs, Colour, Data, DivisionId, FormationId, MoveClass, Side, UnitId};
use crate::set::{HexSet, UnitSet};
use crate::state::Battle;
use crate::tables::{Costs, Crossing, EditionRow, SightKey};

/// The scenario behind every state of one game. Two states of one game share it, so it takes no part in comparing.
#[derive(Clone)]
pub struct Shared {
    scene: Arc<Scene>,
    /// By which version of the rules the game is played.
    pub(crate) version: u32,
}

impl Shared {
    #[must_use]
    pub fn new(data: Arc<Data>) -> Shared {
        Shared { scene: Arc::new(Scene::new(data)), version: Battle::VERSION }
    }
}

impl Deref for Shared {
    type Target = Scene;
    #[inline]
    fn deref(&self) -> &Scene {
        &self.scene
    }
}
impl PartialEq for Shared {
    fn eq(&self, _: &Shared) -> bool {
        true
    }
}
impl Eq for Shared {}
impl Hash for Shared {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.data.module, self.data.scenario)
    }
}

pub struct Scene {
    pub data: Arc<Data>,
    /// Side and division of each unit.
    pub side: Vec<Side>,
    pub division: Vec<DivisionId>,
    /// The formation of each unit that has one.
    pub formation: Vec<Option<FormationId>>,
    /// Rearguard counters of each formation.
    pub rearguards: Vec<UnitSet>,
    /// Units of each side.
    pub units_of: [UnitSet; 2],
    /// Entry hexes of each side.
    pub entry: [HexSet; 2],
    /// Hexes each side may not move into: near an entry hex of the enemy (gts.move.entry-buffer).
    pub barred: [HexSet; 2],
    /// For every terrain, armoured or not: the defence value of the edition's column.
    pub defence: Vec<[i8; 2]>,
    /// Terrains whose modifier treeburst takes away.
    pub treeburst: Vec<bool>,
    pub bocage: Vec<bool>,
    pub strongpoint: HexSet,
    /// What a unit in a strongpoint sees, by range: (hex, fields).
    strongpoint_fields: Vec<(HexId, Vec<HexSet>)>,
    pub hill: HexSet,
    /// Observation Points and Hills, which see farther for Indirect Fire.
    pub lookout: HexSet,
    pub cave: HexSet,
    /// Open water (gts.ruling.sea).
    pub sea: HexSet,
    /// Hexes with a road, for Road Blocks.
    pub road: HexSet,
    pub gap: SideSet,
    /// City and Fortified terrain, which artillery may turn to rubble.
    pub solid: Vec<bool>,
    /// The terrain row of rubble.
    pub rubble: Option<usize>,
    pub sides: SideKinds,
    pub raised: RouteSet,
    pub sunken: RouteSet,
    /// Fire colours that cannot assault.
    pub barred_colours: [bool; 9],
    /// Fire colours that fire directly on the yellow row.
    pub direct_row: [Option<crate::data::Colour>; 9],
    pub treeburst_rows: [bool; 9],
    pub treeburst_spares_armoured: bool,
}

/// Which hexside kinds do what.
#[derive(Default)]
pub struct SideKinds {
    pub bridge: SideSet,
    pub ferry: SideSet,
    pub double: SideSet,
    /// Water under a bridge: prohibitions a bridge lifts.
    pub add: SideSet,
    pub crest: SideSet,
    pub ridge: SideSet,
}

impl Scene {
    fn new(data: Arc<Data>) -> Scene {
        let map = &data.map;
        let legend = map.legend();
        let tables = &data.tables;
        let edition = tables.edition(data.edition).clone();

        let mut units_of = [UnitSet::EMPTY; 2];
        for (i, unit) in data.units.iter().enumerate() {
            units_of[unit.side.index()].insert(UnitId(i as u8));
        }
        let mut entry = [HexSet::default(); 2];
        let mut barred = [HexSet::default(); 2];
        for side in Side::BOTH {
            for hex in &data.sides[side.index()].entry_hexes {
                entry[side.index()].insert(*hex);
                for near in map.hexes() {
                    if map.distance(*hex, near) <= u32::from(tables.limits.entry_hex_buffer) {
                        barred[side.other().index()].insert(near);
                    }
                }
            }
        }

        let mut defence: Vec<[i8; 2]> = tables
            .terrain
            .iter()
            .map(|row| {
                let value = |column: crate::tables::TerrainColumn| {
                    row.defence.get(column.key()).copied().unwrap_or(0)
                };
                let own = row.defence_armoured.get(edition.terrain_armoured.key()).copied();
                [
                    value(edition.terrain_unarmoured),
                    own.unwrap_or_else(|| value(edition.terrain_armoured)),
                ]
            })
            .collect();
        // gts.ruling.rubble
        let at = |key: &str| tables.terrain.iter().position(|it| it.key == key);
        if let (Some(rubble), Some(city)) = (at("rubble"), at("city")) {
            defence[rubble] = defence[city].map(|it| it + tables.target.rubble);
        }
        let treeburst =
            tables.terrain.iter().map(|it| tables.treeburst.terrain.contains(&it.key)).collect();
        let bocage = tables.terrain.iter().map(|it| it.key == "bocage").collect();

        let with_feature = |key: &str| -> HexSet {
            let mut set = HexSet::default();
            if let Some(feature) = legend.feature(key) {
                for hex in map.hexes().filter(|it| map.features(*it).contains(feature)) {
                    set.insert(hex);
                }
            }
            set
        };
        let strongpoint = with_feature("strongpoint");
        let max = data.sight.rules().max_range;
        let strongpoint_fields = strongpoint
            .iter()
            .map(|hex| {
                let see_through = tables.limits.strongpoint_see_through;
                let field = |range| data.sight.field_through::<16>(map, hex, range, see_through);
                (hex, (0..=max).map(field).collect())
            })
            .collect();

        let mut sides = SideKinds::default();
        for (i, row) in tables.hexside.iter().enumerate() {
            let id = board::SideId(i as u8);
            match row.crossing {
                Crossing::Add => sides.add = sides.add.with(id),
                Crossing::Bridge => sides.bridge = sides.bridge.with(id),
                Crossing::Ferry => sides.ferry = sides.ferry.with(id),
                Crossing::Double => sides.double = sides.double.with(id),
            }
            if row.sight == SightKey::Crest {
                sides.crest = sides.crest.with(id);
            }
            if row.ridge {
                sides.ridge = sides.ridge.with(id);
            }
        }
        let routes = |wanted: &dyn Fn(&crate::tables::RouteRow) -> bool| {
            let ids = tables.route.iter().enumerate().filter(|(_, it)| wanted(it));
            ids.fold(RouteSet::default(), |set, (i, _)| set.with(board::RouteId(i as u8)))
        };
        let (raised, sunken) = (routes(&|it| it.raised), routes(&|it| it.sunken));

        let hill = with_feature("hill");
        let mut lookout = hill.union(&with_feature("observation-point"));
        if let Some(terrain) = at("hill") {
            for hex in map.hexes().filter(|it| map.terrain(*it).index() == terrain) {
                lookout.insert(hex);
            }
        }
        let mut sea = HexSet::default();
        if let Some(terrain) = at("sea") {
            for hex in map.hexes().filter(|it| map.terrain(*it).index() == terrain) {
                sea.insert(hex);
            }
        }
        let mut road = HexSet::default();
        let roads = routes(&|it| it.road);
        for hex in map.hexes().filter(|it| map.routes_in(*it).intersects(roads)) {
            road.insert(hex);
        }
        let gap = tables.hexside.iter().position(|it| it.key == "gap-closed");
        let gap =
            gap.map_or(SideSet::default(), |it| SideSet::default().with(board::SideId(it as u8)));
        let solid = tables.terrain.iter().map(|it| matches!(&*it.key, "city" | "fortified"));

        let mut barred_colours = [false; 9];
        for row in &tables.assault.barred {
            barred_colours[*row as usize] = true;
        }
        let mut direct_row = [None; 9];
        for row in &tables.crt.direct_row_for {
            let orange = *row == Colour::Orange;
            if orange || data.switches.direct_yellow_for_black_brown {
                direct_row[*row as usize] = Some(tables.crt.direct_row);
            }
        }
        let mut treeburst_rows = [false; 9];
        for row in &tables.treeburst.rows {
            treeburst_rows[*row as usize] = true;
        }
        let treeburst_spares_armoured = tables.treeburst.spares.contains(&edition.terrain_armoured);

        Scene {
            side: data.units.iter().map(|it| it.side).collect(),
            division: data.units.iter().map(|it| it.division).collect(),
            formation: data
                .units
                .iter()
                .map(|it| match it.belongs {
                    Belongs::Formation(formation) => Some(formation),
                    _ => None,
                })
                .collect(),
            rearguards: rearguards(&data),
            units_of,
            entry,
            barred,
            defence,
            treeburst,
            bocage,
            strongpoint,
            strongpoint_fields,
            hill,
            lookout,
            cave: with_feature("cave-marker"),
            sea,
            road,
            gap,
            solid: solid.collect(),
            rubble: at("rubble"),
            sides,
            raised,
            sunken,
            barred_colours,
            direct_row,
            treeburst_rows,
            treeburst_spares_armoured,
            data,
        }
    }

    /// The table of differences between the editions, for this scenario's edition.
    #[must_use]
    #[inline]
    pub fn edition(&self) -> &EditionRow {
        self.data.tables.edition(self.data.edition)
    }

    #[must_use]
    #[inline]
    pub fn terrain_cost(&self, hex: HexId) -> &Costs {
        &self.data.tables.terrain[self.data.map.terrain(hex).index()].cost
    }

    /// gts.barrage.rubble: as the row of rubble says.
    #[must_use]
    pub fn rubble_cost(&self) -> Option<&Costs> {
        self.rubble.map(|it| &self.data.tables.terrain[it].cost)
    }

    /// What is seen from a strongpoint within `range`.
    #[must_use]
    pub fn strongpoint_field(&self, hex: HexId, range: u8) -> Option<&HexSet> {
        let (_, fields) = self.strongpoint_fields.iter().find(|(it, _)| *it == hex)?;
        fields.get(usize::from(range))
    }

    /// The units of a formation.
    pub fn formation_units(
        &self,
        formation: crate::data::FormationId,
    ) -> impl Iterator<Item = UnitId> + '_ {
        let units = self.data.units.iter().enumerate();
        units
            .filter(move |(_, it)| it.belongs == Belongs::Formation(formation))
            .map(|(i, _)| UnitId(i as u8))
    }

    /// Half points of rain on an off-road hex (gts.move.weather-default).
    #[must_use]
    pub fn rain_cost(&self, class: MoveClass) -> u16 {
        let rain = &self.data.tables.rain;
        match class {
            MoveClass::Leg => rain.leg,
            MoveClass::Wheeled => rain.wheeled,
            MoveClass::Tracked => rain.tracked,
        }
    }
}

fn rearguards(data: &Data) -> Vec<UnitSet> {
    let mut counters = vec![UnitSet::EMPTY; data.formations.len()];
    for (i, unit) in data.units.iter().enumerate() {
        if let (Arm::Rearguard, Belongs::Formation(formation)) = (unit.arm, unit.belongs) {
            counters[usize::from(formation.0)].insert(UnitId(i as u8));
        }
    }
    counters
}
