//! Chance that never changes: everything irregular on a map is drawn from a hash of where it is, so that two drawings
//! of the same map are the same to the last byte and neighbouring hexes do not depend on each other.

/// Mixes a word (the finaliser of splitmix64).
pub fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A number in `0.0..1.0` for a place of an integer lattice.
pub fn at(x: i32, y: i32, salt: u32) -> f64 {
    let word = (u64::from(x as u32) << 32) | u64::from(y as u32);
    unit(mix(word ^ mix(u64::from(salt))))
}

fn unit(word: u64) -> f64 {
    (word >> 11) as f64 / (1u64 << 53) as f64
}

/// Smooth noise in `-1.0..1.0` that changes over a distance of `scale`.
pub fn smooth(x: f64, y: f64, scale: f64, salt: u32) -> f64 {
    let (x, y) = (x / scale, y / scale);
    let (cx, cy) = (x.floor(), y.floor());
    let (tx, ty) = (fade(x - cx), fade(y - cy));
    let (cx, cy) = (cx as i32, cy as i32);
    let top = lerp(at(cx, cy, salt), at(cx + 1, cy, salt), tx);
    let bottom = lerp(at(cx, cy + 1, salt), at(cx + 1, cy + 1, salt), tx);
    lerp(top, bottom, ty) * 2.0 - 1.0
}

fn fade(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

pub fn lerp(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// A stream of numbers that belongs to one place.
pub struct Dice(u64);

impl Dice {
    pub fn new(x: i32, y: i32, salt: u32) -> Dice {
        Dice(mix((u64::from(x as u32) << 32) | u64::from(y as u32)) ^ mix(u64::from(salt)))
    }
    /// In `0.0..1.0`.
    #[allow(clippy::should_implement_trait)] // It never ends and is never adapted.
    pub fn next(&mut self) -> f64 {
        self.0 = mix(self.0);
        unit(self.0)
    }
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        lerp(low, high, self.next())
    }
    /// In `0..n`.
    pub fn pick(&mut self, n: usize) -> usize {
        (self.next() * n as f64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_stays_within_its_bounds_and_is_the_same_twice() {
        for i in -50..50 {
            let n = smooth(f64::from(i) * 7.3, f64::from(i) * -3.1, 20.0, 5);
            assert!((-1.0..=1.0).contains(&n));
            assert_eq!(n, smooth(f64::from(i) * 7.3, f64::from(i) * -3.1, 20.0, 5));
            let mut dice = Dice::new(i, -i, 1);
            assert!(dice.pick(6) < 6);
        }
    }
}
