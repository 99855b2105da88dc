//! Things strewn over an area: the same every time.

use tabletop::{Point, Polygon};

/// A number that looks like chance and is the same for the same seed.
pub(super) const fn mixed(seed: u32) -> u32 {
    let mut it = seed.wrapping_mul(0x9e37_79b9) ^ 0x85eb_ca6b;
    it ^= it >> 15;
    it = it.wrapping_mul(0x2c1b_3c6d);
    it ^= it >> 12;
    it = it.wrapping_mul(0x297a_2d39);
    it ^ (it >> 15)
}

/// From `-far` to `far`.
pub(super) const fn shake(seed: u32, far: i32) -> i32 {
    if far == 0 { 0 } else { (mixed(seed) % (2 * far as u32 + 1)) as i32 - far }
}

/// Points inside an outline, about `step` apart, each with a seed of its own; `shaken` by up to this much.
pub(super) fn inside(outline: &Polygon, step: i32, shaken: i32) -> Vec<(Point, u32)> {
    let (low, high) = outline.bounds();
    let mut points = Vec::new();
    let mut y = low.y + step / 2;
    while y < high.y {
        let mut x = low.x + step / 2;
        while x < high.x {
            let seed = (x as u32).wrapping_mul(31).wrapping_add((y as u32).wrapping_mul(7919));
            let at = Point::new(x + shake(seed, shaken), y + shake(seed ^ 0x55, shaken));
            if outline.contains(at) {
                points.push((at, mixed(seed)));
            }
            x += step;
        }
        y += step;
    }
    points
}
