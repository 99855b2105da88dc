//! What stands or lies along the sea front: shingle, seawall, walls and ditches against tanks, ladders on cliffs.

use std::collections::BTreeMap;

use crate::{
    ground::Edge,
    hexsides::Sides,
    noise::Dice,
    region::{along, chains},
    sheet::Sheet,
    svg::{Path, Point, flatten, march},
};

pub(crate) fn draw(sheet: &Sheet, sides: &BTreeMap<Edge, Sides>) -> String {
    let none = Sides::new();
    let of = |edge: Edge| sides.get(&edge).unwrap_or(&none);
    ladders(sheet, of(Edge::Scaleable))
        + &shingle(sheet, of(Edge::Shingle))
        + &seawall(sheet, of(Edge::Seawall))
        + &ditch(sheet, of(Edge::TankDitch))
        + &blocks(sheet, of(Edge::TankWall))
}

/// A bank of pebbles, thickest along its crest.
fn shingle(sheet: &Sheet, sides: &Sides) -> String {
    let mut bank = Path::default();
    let mut stones: [Path; 3] = Default::default();
    for line in lines(sheet, sides, 2.6) {
        bank.curve(&line);
        for (i, (p, way)) in march(&flatten(&line), 2.1).into_iter().enumerate() {
            let mut dice = Dice::new(p.x as i32, p.y as i32, 600 + i as u32 % 7);
            for _ in 0..2 {
                let off = (dice.next() + dice.next() - 1.0) * 6.4;
                let at = p.plus(-way.y * off + dice.between(-1.0, 1.0), way.x * off);
                stones[dice.pick(3)].dot(at);
            }
        }
    }
    let round = "fill=\"none\" stroke-linecap=\"round\"";
    let mut out =
        bank.element(&format!("{round} stroke=\"#b9ad93\" stroke-width=\"10\" opacity=\".75\""));
    out += &bank.element(&format!("{round} stroke=\"#cfc6ae\" stroke-width=\"4.6\""));
    for (path, (tone, width)) in
        stones.iter().zip([("#6f6857", 2.2), ("#8d8571", 2.7), ("#e6dfca", 2.0)])
    {
        out += &path.element(&format!("{round} stroke=\"{tone}\" stroke-width=\"{width}\""));
    }
    out
}

/// A wall with teeth towards the sea.
fn seawall(sheet: &Sheet, sides: &Sides) -> String {
    let (mut wall, mut teeth) = (Path::default(), Path::default());
    for (a, b, down) in pieces(sheet, sides) {
        wall.line(a, b);
        let way = a.towards(b);
        for (p, _) in march(&[a, b], 6.6) {
            teeth.line(p, p.plus(-way.y * down * 5.4, way.x * down * 5.4));
        }
    }
    let cap = "fill=\"none\" stroke-linecap=\"round\"";
    teeth.element(&format!("{cap} stroke=\"#3d3c3a\" stroke-width=\"1.8\""))
        + &wall.element(&format!("{cap} stroke=\"#3d3c3a\" stroke-width=\"4.8\""))
        + &wall.element(&format!("{cap} stroke=\"#c9c3b4\" stroke-width=\"2\""))
}

/// A bed with a zigzag.
fn ditch(sheet: &Sheet, sides: &Sides) -> String {
    let (mut bed, mut zigzag) = (Path::default(), Path::default());
    for (a, b, _) in pieces(sheet, sides) {
        bed.line(a, b);
        let way = a.towards(b);
        zigzag.move_to(a);
        for k in 1..=10 {
            let p = a.to(b, f64::from(k) / 10.0);
            let off = if k % 2 == 0 { -3.4 } else { 3.4 };
            let off = if k == 10 { 0.0 } else { off };
            zigzag.line_to(p.plus(-way.y * off, way.x * off));
        }
    }
    bed.element("fill=\"none\" stroke=\"#f3ecd6\" stroke-width=\"9.6\" stroke-linecap=\"round\" opacity=\".9\"")
        + &zigzag.element("fill=\"none\" stroke=\"#2e2a24\" stroke-width=\"2.1\" stroke-linejoin=\"round\" stroke-linecap=\"round\"")
}

/// Blocks of concrete side by side.
fn blocks(sheet: &Sheet, sides: &Sides) -> String {
    let (mut shadow, mut front, mut lit) = (Path::default(), Path::default(), Path::default());
    for (a, b, _) in pieces(sheet, sides) {
        for (p, way) in march(&[a, b], a.distance(b) / 5.0) {
            let box_at = |u: f64, v: f64, by: Point| {
                [(-u, -v), (u, -v), (u, v), (-u, v)].map(|(u, v)| {
                    p.plus(way.x * u - way.y * v + by.x, way.y * u + way.x * v + by.y)
                })
            };
            shadow.polygon(&box_at(3.5, 3.7, Point::new(1.4, 1.7)));
            front.polygon(&box_at(3.5, 3.7, Point::new(0.0, 0.0)));
            lit.polygon(&box_at(1.9, 2.0, Point::new(-0.4, -0.5)));
        }
    }
    shadow.element("fill=\"#2b2218\" opacity=\".4\"")
        + &front.element(
            "fill=\"#8c8a84\" stroke=\"#2c2b29\" stroke-width=\"1\" stroke-linejoin=\"round\"",
        )
        + &lit.element("fill=\"#c4c1b8\"")
}

/// Where a cliff can be climbed: a ladder across the middle of the side.
fn ladders(sheet: &Sheet, sides: &Sides) -> String {
    let (mut rails, mut rungs) = (Path::default(), Path::default());
    for (a, b, down) in pieces(sheet, sides) {
        let (m, way) = (sheet.g.sway(a.to(b, 0.5), 3.6), a.towards(b));
        let at =
            |u: f64, v: f64| m.plus(way.x * u - way.y * v * down, way.y * u + way.x * v * down);
        for u in [-2.6, 2.6] {
            rails.line(at(u, -3.0), at(u, 14.0));
        }
        for k in 0..5 {
            let v = f64::from(k) * 3.4 - 1.2;
            rungs.line(at(-2.6, v), at(2.6, v));
        }
    }
    let cap = "fill=\"none\" stroke-linecap=\"round\"";
    rails.element(&format!("{cap} stroke=\"#f7f0dd\" stroke-width=\"3.4\""))
        + &rungs.element(&format!("{cap} stroke=\"#f7f0dd\" stroke-width=\"3\""))
        + &rails.element(&format!("{cap} stroke=\"#33271a\" stroke-width=\"1.3\""))
        + &rungs.element(&format!("{cap} stroke=\"#33271a\" stroke-width=\"1.1\""))
}

fn lines(sheet: &Sheet, sides: &Sides, sway: f64) -> Vec<Vec<Point>> {
    let all = chains(&sides.keys().copied().collect());
    all.iter().map(|it| along(&sheet.g, it, sway, 0.0)).collect()
}

/// Each side with its ends and the way down: 1 to the right, -1 to the left.
fn pieces(sheet: &Sheet, sides: &Sides) -> Vec<(Point, Point, f64)> {
    let of = |((a, b), fall): (&(_, _), &crate::hexsides::Fall)| {
        (sheet.g.corner(*a), sheet.g.corner(*b), fall.side(*a, *b))
    };
    sides.iter().map(of).collect()
}
