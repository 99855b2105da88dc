//! The big numbers once: random games of every scenario under the laws, and the symmetry of sight over many random pairs.
//!
//! `cargo run --release -p skirmish-table --example laws -- GAMES PAIRS [SEED]`

use kernel::Rng;
use skirmish_table::Skirmish;
use tabletop::{Conditions, Spot, Table};
use testkit::laws::{scenarios, survey_on_all_cores};

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| match words.get(i) {
        None => Ok(default),
        Some(it) => it.parse::<u64>().map_err(|_| format!("\"{it}\" is no number")),
    };
    let (games, pairs, seed) = (number(0, 100)?, number(1, 100_000)?, number(2, 1944)?);
    let mut failed = 0;
    for (name, start) in scenarios::<Skirmish>()? {
        let differing = lopsided(&start.scene.table, pairs, seed);
        println!("{name}: {pairs} pairs, {differing} not the same both ways");
        let (tally, broken) = survey_on_all_cores::<Skirmish>(&start, games, seed);
        println!("{name}: {tally}");
        for (times, it) in &broken {
            println!("{times} times: {it}");
        }
        failed += broken.len() as u64 + differing;
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} laws are broken")) }
}

/// Pairs of places whose sight differs with the direction (skirmish.eng.both-ways).
fn lopsided(table: &Table, pairs: u64, seed: u64) -> u64 {
    let mut rng = Rng(seed);
    let mut anywhere = || {
        let size = table.size();
        let (x, y) = (rng.below(size.x as u32 + 1), rng.below(size.y as u32 + 1));
        // Every other place is on the half-inch lattice, where corners and outlines are.
        let even = rng.below(2) == 0;
        let at = |it: u32| if even { it as i32 / 128 * 128 } else { it as i32 };
        let spot = Spot { x: at(x), y: at(y), floor: rng.below(3) as u8 };
        if table.has_floor(spot) { spot } else { Spot { floor: 0, ..spot } }
    };
    let clear = Conditions { smoke: &[], visibility: None };
    let differs = |_: &u64| {
        let (a, b) = (anywhere(), anywhere());
        table.sight(a, b, clear) != table.sight(b, a, clear)
    };
    (0..pairs).filter(differs).count() as u64
}
