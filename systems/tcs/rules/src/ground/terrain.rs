//! The terrain chart: class, cost for the three movement classes, height. Data; a module's rows replace the generic ones, as
//! it should for the suspect row of villages (tcs.move.village-row, tcs.move.village-elsewhere). Slopes cost nothing unless a
//! module puts them on hexsides (tcs.move.no-slope).

use std::collections::BTreeMap;

use board::{FeatureKind, Legend, RouteKind, SideKind, SideSight, TerrainKind, TerrainSight};
use serde::{Deserialize, Serialize};

kernel::words! {
    /// tcs.move.classes
    pub enum MoveClass: "movement class" = Foot {
        Foot = "foot";
        Tracked = "tracked";
        Wheeled = "wheeled";
    }

    /// From the most exposed to the most protective, so that the most protective of several is the greatest
    /// (tcs.area.terrain-best).
    pub enum TerrainClass: "terrain class" {
        /// Takes its class from what else is in the hex.
        Other = "other";
        Billiard = "billiard", "billiard table";
        Open = "open";
        PartlyProtective = "partly_protective", "partly protective";
        Protective = "protective";
    }

    /// Where a kind of terrain lies.
    pub enum Lies: "place of terrain" {
        Hex = "hex";
        Hexside = "hexside";
        Road = "road";
    }
}

/// tcs.move.sixths: halves and thirds of a movement point are exact.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Sixths(pub u16);

impl Sixths {
    /// One movement point.
    pub const POINT: Sixths = Sixths(6);
}

/// A cell of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Figure {
    /// What the hex, or the step along the road, costs.
    Cost { sixths: u8 },
    /// What crossing the side adds.
    Add { sixths: u8 },
    /// tcs.move.no-effect
    None,
    /// tcs.move.prohibited
    Prohibited,
}

/// How sure the figures are; what is not certain is shown as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    Certain,
    Suspect,
    /// A row of the module's own.
    #[default]
    Module,
}

/// A row of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    pub id: String,
    pub name: String,
    pub terrain_class: TerrainClass,
    pub place: Lies,
    pub foot: Figure,
    pub tracked: Figure,
    pub wheeled: Figure,
    /// tcs.los.metres; the tables' default for this id where it is not given (tcs.los.height-defaults,
    /// tcs.los.heights-known).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height_metres: Option<u8>,
    /// tcs.move.bottlenecks-exist: a road across it is a bridge or a gap.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bottleneck: bool,
    #[serde(default)]
    pub confidence: Confidence,
}

impl TerrainRow {
    #[must_use]
    pub fn figure(&self, class: MoveClass) -> Figure {
        match class {
            MoveClass::Foot => self.foot,
            MoveClass::Tracked => self.tracked,
            MoveClass::Wheeled => self.wheeled,
        }
    }

    #[must_use]
    pub fn height(&self) -> i16 {
        i16::from(self.height_metres.unwrap_or_default())
    }
}

/// The chart in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// tcs.los.eye: how far above the ground viewer and target are, in metres.
    pub eye_metres: i16,
    pub(super) terrains: Vec<TerrainRow>,
    pub(super) features: Vec<TerrainRow>,
    pub(super) sides: Vec<TerrainRow>,
    pub(super) routes: Vec<TerrainRow>,
}

impl Chart {
    /// tcs.general.module-charts-first: a row of the module replaces the generic one with the same id. Heights are by id,
    /// for rows that bring none.
    #[must_use]
    pub fn new(
        generic: &[TerrainRow],
        heights: &BTreeMap<String, u8>,
        eye_metres: i16,
        module: &[TerrainRow],
    ) -> Chart {
        let kept = generic.iter().filter(|it| module.iter().all(|own| own.id != it.id));
        let mut chart = Chart {
            eye_metres,
            terrains: Vec::new(),
            features: Vec::new(),
            sides: Vec::new(),
            routes: Vec::new(),
        };
        for it in kept.chain(module) {
            let list = match it.place {
                // tcs.move.base-terrain: what fills a hex has a cost of its own; what adds nothing lies on top of it.
                Lies::Hex if it.foot == Figure::None => &mut chart.features,
                Lies::Hex => &mut chart.terrains,
                Lies::Hexside => &mut chart.sides,
                Lies::Road => &mut chart.routes,
            };
            let height = it.height_metres.or_else(|| heights.get(&it.id).copied());
            list.push(TerrainRow { height_metres: height, ..it.clone() });
        }
        chart
    }

    /// All rows, by where they lie.
    pub fn rows(&self) -> impl Iterator<Item = &TerrainRow> {
        self.terrains.iter().chain(&self.features).chain(&self.sides).chain(&self.routes)
    }

    /// The kinds a map may show. Sight is worked out here and not by the board, so none of them blocks there.
    #[must_use]
    pub fn legend(&self) -> Legend {
        let terrain = |it: &TerrainRow| TerrainKind::new(&it.id, &it.name, TerrainSight::Open);
        Legend {
            terrains: self.terrains.iter().map(terrain).collect(),
            sides: self
                .sides
                .iter()
                .map(|it| SideKind::new(&it.id, &it.name, SideSight::Open))
                .collect(),
            routes: self.routes.iter().map(|it| RouteKind::new(&it.id, &it.name)).collect(),
            features: self.features.iter().map(|it| FeatureKind::new(&it.id, &it.name)).collect(),
        }
    }
}
