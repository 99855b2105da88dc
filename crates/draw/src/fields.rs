//! The patchwork of farmland: one jittered lattice over the whole map, so that fields cross hexes, clipped to the
//! hexes that have them.

use crate::{
    ground::Ground,
    noise::{self, Dice, lerp},
    sheet::Sheet,
    svg::{Path, Point},
};

/// A lattice of fields.
struct Lattice {
    width: f64,
    height: f64,
    jitter: f64,
    salt: u32,
}

impl Lattice {
    fn node(&self, i: i32, j: i32) -> Point {
        // Rows of fields are shifted against each other, never by much, or fields would lean.
        let x = (f64::from(i) + 0.55 * noise::at(j, 0, self.salt + 4)) * self.width;
        let y = f64::from(j) * self.height;
        // Large folds first, so that rows of fields bend; then each corner for itself.
        let x2 = x + 26.0 * noise::smooth(x, y, 170.0, self.salt);
        let y2 = y + 34.0 * noise::smooth(x, y, 170.0, self.salt + 1);
        let (jx, jy) = (noise::at(i, j, self.salt + 2) - 0.5, noise::at(i, j, self.salt + 3) - 0.5);
        Point::new(x2 + jx * self.jitter, y2 + jy * self.jitter)
    }

    fn corners(&self, i: i32, j: i32) -> [Point; 4] {
        [self.node(i, j), self.node(i + 1, j), self.node(i + 1, j + 1), self.node(i, j + 1)]
    }

    /// The fields that touch a hex `is` holds for.
    fn fields(&self, sheet: &Sheet, is: impl Fn(Ground) -> bool) -> Vec<(i32, i32, [Point; 4])> {
        let mut out = Vec::new();
        for j in -2..(sheet.g.height / self.height) as i32 + 3 {
            for i in -2..(sheet.g.width / self.width) as i32 + 3 {
                let corners = self.corners(i, j);
                let centre = corners[0].to(corners[2], 0.5);
                if corners.iter().chain([&centre]).any(|it| is(sheet.ground(sheet.cell_at(*it)))) {
                    out.push((i, j, corners));
                }
            }
        }
        out
    }
}

/// Ploughland, meadow and stubble: pale patches with a furrow here and there.
pub(crate) fn open_fields(sheet: &Sheet) -> String {
    const TINTS: [&str; 7] =
        ["#faf4e0", "#efe2ba", "#e4e6c0", "#f2deae", "#dde4b8", "#ead8aa", "#f6eed2"];
    let lattice = Lattice { width: 57.0, height: 45.0, jitter: 17.0, salt: 100 };
    let mut tints: [Path; 7] = Default::default();
    let (mut furrows, mut borders, mut bushes) =
        (Path::default(), Path::default(), Path::default());
    for (i, j, corners) in lattice.fields(sheet, |it| it == Ground::Clear) {
        let mut dice = Dice::new(i, j, 7);
        tints[dice.pick(7)].polygon(&corners);
        let [a, b, c, d] = corners;
        match dice.pick(5) {
            0 => furrow(&mut furrows, [a, b, c, d], 4.6),
            1 => furrow(&mut furrows, [b, c, d, a], 4.6),
            _ => {}
        }
        for (from, to) in [(a, b), (a, d)] {
            let roll = dice.next();
            if roll < 0.62 {
                let bend = from.to(to, 0.5).plus(dice.between(-3.0, 3.0), dice.between(-3.0, 3.0));
                borders.move_to(from).quad(bend, to);
            }
            if roll < 0.16 {
                for _ in 0..4 {
                    let p = from
                        .to(to, dice.next())
                        .plus(dice.between(-1.0, 1.0), dice.between(-1.0, 1.0));
                    if 4.0 < sheet.depth(p, |it| it == Ground::Clear) && !sheet.is_near_line(p, 5.0)
                    {
                        bushes.dot(p);
                    }
                }
            }
        }
    }
    let mut out = String::new();
    for (path, tint) in tints.iter().zip(TINTS) {
        out += &path.element(&format!("fill=\"{tint}\" opacity=\".52\""));
    }
    out +=
        &furrows.element("fill=\"none\" stroke=\"#a98a4c\" stroke-width=\".55\" opacity=\".42\"");
    out += &borders.element("fill=\"none\" stroke=\"#a89a68\" stroke-width=\".7\" opacity=\".5\"");
    out + &bushes.element("fill=\"none\" stroke=\"#8a9a58\" stroke-width=\"3\" stroke-linecap=\"round\" opacity=\".75\"")
}

/// Standing crops: narrow strips, ears along the furrows.
pub(crate) fn crops(sheet: &Sheet) -> String {
    let lattice = Lattice { width: 48.0, height: 40.0, jitter: 10.0, salt: 140 };
    let (mut pale, mut deep, mut furrows) = (Path::default(), Path::default(), Path::default());
    for (i, j, corners) in lattice.fields(sheet, |it| it == Ground::Crops) {
        let mut dice = Dice::new(i, j, 8);
        let [a, b, c, d] = corners;
        if dice.next() < 0.5 {
            pale.polygon(&corners)
        } else {
            deep.polygon(&corners)
        };
        furrow(&mut furrows, if dice.next() < 0.5 { [a, b, c, d] } else { [b, c, d, a] }, 3.6);
    }
    pale.element("fill=\"#f2e4b4\"")
        + &deep.element("fill=\"#ead9a2\"")
        + &furrows.element("fill=\"none\" stroke=\"#b79a55\" stroke-width=\".8\" stroke-dasharray=\"2.6 1.7\" opacity=\".7\"")
}

/// Wet meadows cut by straight ditches.
pub(crate) fn polder(sheet: &Sheet) -> String {
    let lattice = Lattice { width: 30.0, height: 62.0, jitter: 5.0, salt: 180 };
    let (mut patches, mut ditches) = (Path::default(), Path::default());
    for (i, j, corners) in lattice.fields(sheet, |it| it == Ground::Polder) {
        let [a, b, c, d] = corners;
        if noise::at(i, j, 9) < 0.45 {
            patches.polygon(&corners);
        }
        ditches.line(a, b).line(b, c).line(a, d);
    }
    patches.element("fill=\"#d5e0b8\"")
        + &ditches.element("fill=\"none\" stroke=\"#8fb3b5\" stroke-width=\"1.1\" opacity=\".8\"")
}

const BOCAGE: Lattice = Lattice { width: 34.0, height: 28.0, jitter: 17.0, salt: 220 };

/// Small fields behind hedges.
pub(crate) fn bocage(sheet: &Sheet) -> String {
    const TINTS: [&str; 4] = ["#d3dab0", "#e8e9cb", "#ebe5c2", "#dadfb6"];
    let mut tints: [Path; 4] = Default::default();
    for (i, j, corners) in BOCAGE.fields(sheet, |it| it == Ground::Bocage) {
        tints[Dice::new(i, j, 10).pick(4)].polygon(&corners);
    }
    tints
        .iter()
        .zip(TINTS)
        .map(|(path, tint)| path.element(&format!("fill=\"{tint}\" opacity=\".8\"")))
        .collect()
}

/// The hedges between them.
pub(crate) fn hedgerows(sheet: &Sheet) -> String {
    let mut hedges = Path::default();
    for (i, j, [a, b, _, d]) in BOCAGE.fields(sheet, |it| it == Ground::Bocage) {
        let mut dice = Dice::new(i, j, 11);
        for (from, to) in [(a, b), (a, d)] {
            let bend = from.to(to, 0.5).plus(dice.between(-2.6, 2.6), dice.between(-2.6, 2.6));
            if 0.1 < dice.next() {
                hedges.move_to(from).quad(bend, to);
            }
        }
    }
    hedges.strokes(
        "hedgerows",
        &[
            "stroke=\"#a3b078\" stroke-width=\"2\"",
            "stroke=\"#64793f\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-dasharray=\"0 4.7\"",
        ],
    )
}

/// Lines across a field, parallel to its first side.
fn furrow(path: &mut Path, [a, b, c, d]: [Point; 4], step: f64) {
    let n = (lerp(a.distance(d), b.distance(c), 0.5) / step) as i32;
    for it in 1..n {
        let t = f64::from(it) / f64::from(n);
        let (p, q) = (a.to(d, t), b.to(c, t));
        path.line(p.to(q, 0.03), q.to(p, 0.03));
    }
}
