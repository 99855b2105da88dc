//! How fast: `cargo run --release -p tabletop --example speed`.
//!
//! Everything is done several times and the best time counts, so that what else the machine does matters less.
#![allow(clippy::unwrap_used)]

use std::{fs, path::PathBuf, sync::Arc, time::Instant};

use tabletop::{
    Class, Conditions, Guide, INCH, LegendFile, Point, Search, Spot, Table, TableFile, Terms,
    candidates,
};

fn main() {
    let modules =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../modules/skirmish");
    let legend: LegendFile =
        toml::from_str(&fs::read_to_string(modules.join("tables.toml")).unwrap()).unwrap();
    let legend = Arc::new(legend.legend().unwrap());
    for name in ["farm", "bridge", "gate"] {
        let path = modules.join(format!("platoon-actions/tables/{name}.toml"));
        let file: TableFile = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let start = Instant::now();
        let table = file.build(legend.clone()).unwrap();
        let build = start.elapsed();
        let (sight, seen) = sight(&table);
        let (list, worst, mean) = lists(&table);
        println!(
            "{name}: built in {:.1} ms; a sight trace {sight} ns ({seen} % clear); \
             a list of candidates {list:.2} ms on average, {worst:.2} ms at worst, {mean:.0} candidates",
            build.as_secs_f64() * 1e3
        );
    }
}

/// Nanoseconds a trace, and how many of a hundred are clear.
fn sight(table: &Table) -> (u128, usize) {
    let mut random = Random(1);
    let pairs: Vec<(Spot, Spot)> =
        (0..50_000).map(|_| (random.place(table), random.place(table))).collect();
    let clear = pairs.iter().filter(|it| table.sees(it.0, it.1, Conditions::default())).count();
    let chunks = pairs.chunks(1000).map(|pairs| {
        best(|| {
            let seen = pairs.iter().filter(|it| table.sees(it.0, it.1, Conditions::default()));
            std::hint::black_box(seen.count());
        })
    });
    (chunks.sum::<u128>() / pairs.len() as u128, 100 * clear / pairs.len())
}

/// Nanoseconds: the best of several times.
fn best(mut f: impl FnMut()) -> u128 {
    let times = (0..7).map(|_| {
        let start = Instant::now();
        f();
        start.elapsed().as_nanos()
    });
    times.fold(u128::MAX, |a, b| if a < b { a } else { b })
}

/// Milliseconds a list for elements of six under At the Double with three enemies about, the worst, and its mean length.
fn lists(table: &Table) -> (f64, f64, f64) {
    let mut random = Random(2);
    let objectives = [random.place(table), random.place(table), random.place(table)];
    let guide = Guide::new(table, &objectives);
    let (mut sum, mut worst, mut found) = (0.0, 0.0f64, 0);
    let mut lists = 0;
    while lists < 200 {
        let Some(starts) = table.settle(random.place(table), 6, &[], None) else { continue };
        let foes: Vec<Vec<Spot>> =
            (0..3).filter_map(|_| table.settle(random.place(table), 4, &starts, None)).collect();
        let enemies = foes.concat();
        let terms = Terms {
            starts: &starts,
            allowance: 12 * INCH,
            others: &enemies,
            enemies: &enemies,
            clear: table.legend().figures.enemy_clear,
            linked: true,
            exits: &[],
        };
        let foes: Vec<&[Spot]> = foes.iter().map(Vec::as_slice).collect();
        let search = Search { terms, guide: &guide, foes: &foes, classes: &Class::MOVE };
        found += candidates(table, &search).len();
        let took = best(|| drop(std::hint::black_box(candidates(table, &search)))) as f64 / 1e6;
        sum += took;
        worst = worst.max(took);
        lists += 1;
    }
    (sum / f64::from(lists), worst, found as f64 / f64::from(lists))
}

/// A small generator (SplitMix64); the same numbers in every run.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    fn below(&mut self, limit: i32) -> i32 {
        (self.word() % limit as u64) as i32
    }

    /// Somewhere a figure may stand.
    fn place(&mut self, table: &Table) -> Spot {
        loop {
            let p = Point::new(self.below(table.size().x), self.below(table.size().y));
            let floors = table.building_at(p).map_or(1, |it| table.buildings()[it].floors);
            let spot = p.on(self.below(floors.into()) as u8);
            if table.place(spot).is_ok() {
                return spot;
            }
        }
    }
}
