//! Houses: roofs along the roads of villages, blocks in towns, a church where there is a name.

use crate::{
    farms::{self, Farm},
    geometry::{COLUMN_PITCH, Cell},
    ground::Ground,
    noise::Dice,
    sheet::Sheet,
    svg::{Path, Point, march},
};

const ROOFS: [&str; 4] = ["#8d4a3c", "#9c5b46", "#7b4437", "#a4694f"];

/// A house: where it is, which way its ridge runs, how long and wide it is.
#[derive(Clone, Copy)]
pub(crate) struct House {
    pub(crate) at: Point,
    pub(crate) along: Point,
    pub(crate) length: f64,
    pub(crate) width: f64,
}

pub(crate) fn draw(sheet: &Sheet, roads: &[Vec<Point>]) -> String {
    let mut gardens = Path::default();
    let mut shadows = Path::default();
    let mut roofs: [Path; 4] = Default::default();
    let (mut sunny, mut ridges, mut churches, mut walls, mut debris) =
        (Path::default(), Path::default(), Path::default(), Path::default(), Path::default());
    for cell in sheet.cells(|it| it.is_built_up() || it == Ground::Seafront) {
        let ground = sheet.ground(cell);
        let mut dice = Dice::new(cell.column, cell.row, 400);
        let church = sheet.g.is_on_map(cell)
            && !matches!(ground, Ground::Rubble | Ground::Seafront)
            && sheet.map.name(sheet.g.shown(cell)).is_some();
        let built = if ground == Ground::Seafront {
            villas(sheet, roads, cell, &mut dice)
        } else {
            settle(sheet, roads, cell, ground, church, &mut dice)
        };
        for (i, house) in built.iter().enumerate() {
            let corners = house.corners(0.0);
            shadows.polygon(&house.shadow());
            if church && i == 0 {
                churches.polygon(&corners);
                let tower = House { at: house.end(-1.0), length: 5.4, width: 5.4, ..*house };
                churches.polygon(&tower.corners(0.0));
                let top = tower.at;
                ridges
                    .line(top.plus(0.0, -2.0), top.plus(0.0, 2.0))
                    .line(top.plus(-1.6, -0.5), top.plus(1.6, -0.5));
                ridges.line(house.end(-0.6), house.end(1.0));
                continue;
            }
            let ruin = matches!(ground, Ground::Rubble | Ground::Seafront) && dice.next() < 0.65;
            if ruin {
                walls.polygon(&corners);
                for _ in 0..3 {
                    let p = house.at.plus(dice.between(-5.0, 5.0), dice.between(-5.0, 5.0));
                    debris.circle(p, dice.between(0.6, 1.3));
                }
                continue;
            }
            roof(house, &mut roofs[dice.pick(4)], &mut sunny, &mut ridges);
            if ground == Ground::Village && dice.next() < 0.45 {
                let by = House {
                    at: house.at.plus(-house.along.y * 7.0, house.along.x * 7.0),
                    length: 9.0,
                    width: 6.0,
                    ..*house
                };
                gardens.polygon(&by.corners(0.0));
            }
        }
        if ground == Ground::Fortified {
            let c = sheet.g.centre_of(cell);
            let points: Vec<Point> = (0..24)
                .map(|it| {
                    let angle = f64::from(it) * std::f64::consts::TAU / 24.0;
                    let r = if it % 4 < 2 { 31.0 } else { 27.5 };
                    c.plus(angle.cos() * r, angle.sin() * r)
                })
                .collect();
            walls.polygon(&points);
        }
    }
    let farms = sheet.map.hexes().filter(|it| farms::stands(sheet, *it));
    let farms: Vec<Farm> = farms.map(|it| farms::farm(sheet, roads, sheet.g.cell(it))).collect();
    for (i, farm) in farms.iter().enumerate() {
        for (k, house) in farm.houses.iter().enumerate() {
            shadows.polygon(&house.shadow());
            roof(house, &mut roofs[(i + k) % 4], &mut sunny, &mut ridges);
        }
    }
    let mut out = farms::yards(&farms);
    out +=
        &gardens.element("fill=\"#c9d29c\" stroke=\"#93a264\" stroke-width=\".5\" opacity=\".8\"");
    out += &shadows.element("fill=\"#3b2c1c\" opacity=\".34\"");
    for (path, colour) in roofs.iter().zip(ROOFS) {
        out += &path.element(&format!(
            "fill=\"{colour}\" stroke=\"#45221a\" stroke-width=\".8\" stroke-linejoin=\"round\""
        ));
    }
    out += &sunny.element("fill=\"#f0c9a4\" opacity=\".26\"");
    out += &churches.element(
        "fill=\"#5d5a58\" stroke=\"#2a2624\" stroke-width=\".9\" stroke-linejoin=\"round\"",
    );
    out += &ridges.element("fill=\"none\" stroke=\"#3a1d16\" stroke-width=\".6\"");
    out += &walls
        .element("fill=\"none\" stroke=\"#4d4238\" stroke-width=\"1.4\" stroke-linejoin=\"round\"");
    out + &debris.element("fill=\"#6d5b4c\"")
}

/// The side of the roof away from the sun is in shade; the other is lit.
fn roof(house: &House, roofs: &mut Path, sunny: &mut Path, ridges: &mut Path) {
    let corners = house.corners(0.0);
    roofs.polygon(&corners);
    let [a, b, c, d] = corners;
    let lit = if house.along.x * 0.62 - house.along.y * -0.78 < 0.0 { [d, c] } else { [a, b] };
    sunny.polygon(&[lit[0], lit[1], house.end(1.0), house.end(-1.0)]);
    ridges.line(house.end(-1.0), house.end(1.0));
}

/// The houses of one hex: first along its roads, then in the space between.
fn settle(
    sheet: &Sheet,
    roads: &[Vec<Point>],
    cell: Cell,
    ground: Ground,
    church: bool,
    dice: &mut Dice,
) -> Vec<House> {
    let c = sheet.g.centre_of(cell);
    let (street, others, back) = match ground {
        Ground::Village => (12.5, 5, 1),
        Ground::Town => (10.5, 22, 2),
        Ground::Rubble => (11.0, 18, 2),
        _ => (9.8, 40, 2),
    };
    let mut houses: Vec<House> = Vec::new();
    let is_free = |houses: &[House], it: &House| {
        let reach = it.length.hypot(it.width) / 2.0;
        sheet.cell_at(it.at) == cell
            && 7.5 < sheet.depth(it.at, Ground::is_built_up)
            && it.at.distance(c) < COLUMN_PITCH / 2.0 + 1.0
            && !sheet.is_near_line(it.at, it.width / 2.0 + 3.6)
            && houses.iter().all(|other| {
                other.at.distance(it.at) * 1.22 > reach + other.length.hypot(other.width) / 2.0
            })
    };
    if church {
        for _ in 0..24 {
            let at = c.plus(dice.between(-17.0, 17.0), dice.between(-20.0, 14.0));
            let it = House {
                at,
                along: Point::new(1.0, dice.between(-0.12, 0.12)),
                length: 13.0,
                width: 5.8,
            };
            if !sheet.is_near_line(at, 9.0) && is_free(&houses, &it) {
                houses.push(it);
                break;
            }
        }
        // The church comes first or not at all.
        if houses.is_empty() {
            let at = c.plus(12.0, -12.0);
            houses.push(House { at, along: Point::new(1.0, 0.0), length: 12.0, width: 5.4 });
        }
    }
    for line in roads.iter().filter(|it| it.iter().any(|p| p.distance(c) < COLUMN_PITCH / 2.0)) {
        for row in 1..=back {
            for (p, way) in march(line, street) {
                for side in [-1.0, 1.0] {
                    if dice.next() < 0.14 {
                        continue;
                    }
                    let off = side * (f64::from(row) * 9.4 - 1.4 + dice.between(-0.7, 0.9));
                    // Now and then a house shows its gable to the street.
                    let along = if dice.next() < 0.26 { Point::new(-way.y, way.x) } else { way };
                    let it = House {
                        at: p.plus(-way.y * off, way.x * off),
                        along,
                        length: dice.between(7.4, 11.4),
                        width: dice.between(5.2, 6.8),
                    };
                    if is_free(&houses, &it) {
                        houses.push(it);
                    }
                }
            }
        }
    }
    let angle: f64 = dice.between(-0.5, 0.5);
    let others = if houses.len() < 3 { others + 14 } else { others };
    for _ in 0..others * 3 {
        let at = c.plus(dice.between(-30.0, 30.0), dice.between(-32.0, 32.0));
        let turn = angle
            + if dice.next() < 0.5 { 0.0 } else { std::f64::consts::FRAC_PI_2 }
            + dice.between(-0.12, 0.12);
        let it = House {
            at,
            along: Point::new(turn.cos(), turn.sin()),
            length: dice.between(7.0, 11.5),
            width: dice.between(5.2, 7.2),
        };
        let lonely = ground == Ground::Village && 8 < houses.len();
        if !lonely && is_free(&houses, &it) {
            houses.push(it);
        }
    }
    houses
}

/// What is left of the villas of a sea front, here and there behind its road.
fn villas(sheet: &Sheet, roads: &[Vec<Point>], cell: Cell, dice: &mut Dice) -> Vec<House> {
    let mut houses: Vec<House> = Vec::new();
    let c = sheet.g.centre_of(cell);
    for line in roads.iter().filter(|it| it.iter().any(|p| p.distance(c) < COLUMN_PITCH / 2.0)) {
        for (p, way) in march(line, 13.0) {
            let off = dice.between(9.0, 12.0) * if way.x < 0.0 { -1.0 } else { 1.0 };
            let it = House {
                at: p.plus(-way.y * off, way.x * off),
                along: way,
                length: dice.between(6.4, 8.6),
                width: dice.between(5.0, 6.2),
            };
            let here = sheet.cell_at(it.at) == cell && !sheet.is_near_line(it.at, 7.0);
            if dice.next() < 0.3 && here && 6.0 < sheet.depth(it.at, |it| it == Ground::Seafront) {
                houses.push(it);
            }
        }
    }
    houses
}

impl House {
    /// Clockwise, grown by `by`.
    pub(crate) fn corners(&self, by: f64) -> [Point; 4] {
        let (u, v) = (self.length / 2.0 + by, self.width / 2.0 + by);
        let Point { x, y } = self.along;
        [(-u, -v), (u, -v), (u, v), (-u, v)]
            .map(|(u, v)| self.at.plus(x * u - y * v, y * u + x * v))
    }
    fn shadow(&self) -> [Point; 4] {
        self.corners(0.2).map(|it| it.plus(1.5, 1.9))
    }
    /// An end of the ridge: -1 or 1.
    pub(crate) fn end(&self, which: f64) -> Point {
        self.at.plus(
            self.along.x * self.length / 2.0 * which,
            self.along.y * self.length / 2.0 * which,
        )
    }
}
