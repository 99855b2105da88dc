//! Farms: a house, a barn and sheds around a yard, where a hex bears buildings that are no village.

use board::HexId;

use crate::{
    geometry::{COLUMN_PITCH, Cell},
    ground::Ground,
    houses::House,
    noise::Dice,
    sheet::Sheet,
    svg::{Path, Point, march},
};

/// Long side, short side; where it stands from the middle of the yard (along, across); whether it lies along the yard.
/// The dwelling first, since it is the last that one goes without.
const BUILDINGS: [(f64, f64, f64, f64, bool); 4] = [
    (15.0, 5.8, 0.0, -8.6, true),
    (13.0, 6.2, 11.4, 2.0, false),
    (10.0, 5.2, -10.6, 1.4, false),
    (8.0, 4.8, -1.6, 9.4, true),
];
/// Half of the yard between them, along and across.
const YARD: (f64, f64) = (9.0, 6.6);
/// Places that are looked at.
const TRIES: usize = 60;

/// The buildings around a yard, and the ground they stand on.
pub(crate) struct Farm {
    pub(crate) houses: Vec<House>,
    pub(crate) yard: [Point; 4],
    /// From the yard to the nearest road, if that is not far.
    pub(crate) drive: Option<[Point; 2]>,
}

/// Is this a word for buildings that stand on a terrain of their own?
pub(crate) fn is_farm(key: &str, name: &str) -> bool {
    let words = format!("{key} {name}").to_lowercase();
    ["building", "farm", "house", "chateau"].iter().any(|it| words.contains(it))
}

/// Whether a hex has a farm: on ground that has no houses of its own.
pub(crate) fn stands(sheet: &Sheet, hex: HexId) -> bool {
    let kinds = &sheet.map.legend().features;
    let mut on_top = sheet.map.features(hex).iter();
    let ground = sheet.ground(sheet.g.cell(hex));
    !ground.is_built_up()
        && ground != Ground::Water
        && on_top.any(|id| kinds.get(id.index()).is_some_and(|it| is_farm(&it.key, &it.name)))
}

/// Beside the road that passes, and where there is room for most of its buildings.
pub(crate) fn farm(sheet: &Sheet, roads: &[Vec<Point>], cell: Cell) -> Farm {
    let mut dice = Dice::new(cell.column, cell.row, 460);
    let c = sheet.g.centre_of(cell);
    let near = |it: &(Point, Point)| it.0.distance(c) < COLUMN_PITCH / 2.0;
    let passing: Vec<(Point, Point)> =
        roads.iter().flat_map(|it| march(it, 6.0)).filter(near).collect();
    let mut best: Option<(usize, f64, Point, Point, Vec<House>)> = None;
    for _ in 0..TRIES {
        let at = c.plus(dice.between(-13.0, 13.0), dice.between(-13.0, 13.0));
        let turn = dice.between(-0.12, 0.12);
        let road = passing.iter().min_by(|a, b| a.0.distance(at).total_cmp(&b.0.distance(at)));
        let way = match road {
            Some((p, way)) => {
                // The yard opens to the road.
                let side = (p.x - at.x) * -way.y + (p.y - at.y) * way.x;
                if side < 0.0 { Point::new(-way.x, -way.y) } else { *way }
            }
            None => Point::new(1.0, 0.0),
        };
        let along = Point::new(
            way.x * turn.cos() - way.y * turn.sin(),
            way.x * turn.sin() + way.y * turn.cos(),
        );
        let houses: Vec<House> = BUILDINGS
            .iter()
            .map(|it| building(at, along, *it))
            .filter(|it| fits(sheet, c, it))
            .collect();
        let off = road.map_or(0.0, |it| it.0.distance(at));
        let is_better = |it: &(usize, f64, Point, Point, Vec<House>)| {
            it.0 < houses.len() || it.0 == houses.len() && off < it.1
        };
        if best.as_ref().is_none_or(is_better) {
            best = Some((houses.len(), off, at, along, houses));
        }
    }
    let (at, along, houses) =
        best.map_or((c, Point::new(1.0, 0.0), Vec::new()), |it| (it.2, it.3, it.4));
    // Where roads leave no room at all a cottage stands in a corner.
    let houses = if houses.is_empty() {
        vec![House {
            at: c.plus(12.0, -16.0),
            along: Point::new(1.0, 0.0),
            length: 10.0,
            width: 5.4,
        }]
    } else {
        houses
    };
    let (u, v) = YARD;
    let corner = |(u, v): (f64, f64)| at.plus(along.x * u - along.y * v, along.y * u + along.x * v);
    let yard = [(-u, -v), (u, -v), (u, v), (-u, v)].map(corner);
    let nearest =
        passing.iter().map(|it| it.0).min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)));
    Farm { houses, yard, drive: nearest.map(|it| [at, it]) }
}

fn building(
    at: Point,
    along: Point,
    (length, width, u, v, lies): (f64, f64, f64, f64, bool),
) -> House {
    let across = Point::new(-along.y, along.x);
    House {
        at: at.plus(along.x * u + across.x * v, along.y * u + across.y * v),
        along: if lies { along } else { across },
        length,
        width,
    }
}

/// Off the roads and streams, and off the hedges around the hex.
fn fits(sheet: &Sheet, c: Point, it: &House) -> bool {
    let ends = [it.end(-1.0), it.at, it.end(1.0)];
    ends.iter().all(|p| !sheet.is_near_line(*p, it.width / 2.0 + 3.0))
        && it.corners(0.0).iter().all(|p| p.distance(c) < COLUMN_PITCH / 2.0 - 4.0)
}

/// The yards and their drives, which lie under the roofs.
pub(crate) fn yards(farms: &[Farm]) -> String {
    let (mut yards, mut drives) = (Path::default(), Path::default());
    for it in farms {
        yards.polygon(&it.yard);
        if let Some([from, to]) = it.drive {
            drives.line(from, to);
        }
    }
    drives.element("fill=\"none\" stroke=\"#e6d3ac\" stroke-width=\"3\"")
        + &yards.element(
            "fill=\"#e6d3ac\" stroke=\"#b59a6c\" stroke-width=\".6\" stroke-linejoin=\"round\"",
        )
}

#[cfg(test)]
mod tests {
    use board::{FeatureKind, Legend, MapBuilder, TerrainKind, TerrainSight};

    use super::*;
    use crate::{MapStyle, map_svg};

    #[test]
    fn buildings_in_a_field_are_roofs_around_a_yard_and_no_sign() {
        let legend = Legend {
            terrains: vec![TerrainKind::new("open", "Open", TerrainSight::Open)],
            features: vec![
                FeatureKind::new("buildings", "Buildings"),
                FeatureKind::new("well", "Well"),
            ],
            ..Legend::default()
        };
        let mut builder = MapBuilder::new(legend, 3, 3);
        builder.fill("open");
        builder.feature("0202", "buildings").feature("0303", "well");
        let map = builder.build().unwrap();
        let sheet = Sheet::new(&map);
        let farms: Vec<HexId> = map.hexes().filter(|it| stands(&sheet, *it)).collect();
        assert_eq!(farms.len(), 1);
        let cell = sheet.g.cell(farms[0]);
        let farm = farm(&sheet, &[], cell);
        assert_eq!(farm.houses.len(), BUILDINGS.len(), "there is room for all");
        for house in &farm.houses {
            assert!(house.corners(0.0).iter().all(|it| sheet.cell_at(*it) == cell));
        }
        let svg = map_svg(&map, &MapStyle::default());
        assert!(!svg.contains("<title>Buildings"), "a farm needs no sign");
        assert!(svg.contains("<title>Well"), "anything else does");
    }
}
