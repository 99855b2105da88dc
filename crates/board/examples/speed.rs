//! How fast sight and reach are: `cargo run --release -p board --example speed`.
#![forbid(unsafe_code)]

use std::{hint::black_box, time::Instant};

use board::{
    HexId, HexSet, Legend, Map, MapBuilder, Reacher, SideKind, SideSight, Sight, SightRules,
    TerrainKind, TerrainSight, explain,
};

const RULES: SightRules =
    SightRules { crest_along_line_blocks: true, heights: false, max_range: 13 };

fn main() {
    for (columns, rows) in [(30, 24), (60, 50)] {
        let map = countryside(columns, rows);
        println!("map of {columns} x {rows}, sight up to {} hexes", RULES.max_range);
        report(&map);
    }
}

fn report(map: &Map) {
    let pairs = some_pairs(map);
    let sight = Sight::new(map, RULES, &[]);
    let each = pairs.len() as u32;

    time("build of the whole table", 1, 20, || {
        black_box(Sight::new(map, RULES, &[]));
    });
    let heights = SightRules { heights: true, ..RULES };
    time("build with heights", 1, 20, || {
        black_box(Sight::new(map, heights, &[]));
    });
    time("blockers(a, b)", each, 400, || {
        black_box(pairs.iter().map(|(a, b)| u32::from(sight.blockers(*a, *b))).sum::<u32>());
    });
    time("field(a, 8).contains(b)", each, 400, || {
        black_box(pairs.iter().filter(|(a, b)| sight.field(*a, 8).contains(*b)).count());
    });
    time("field(a, 8) as a set, united", each, 100, || {
        let unite = |all: HexSet<47>, it: &(HexId, HexId)| all.union(&sight.field(it.0, 8).set());
        black_box(pairs.iter().fold(HexSet::EMPTY, unite));
    });
    let veil: Vec<HexId> = pairs.iter().take(3).map(|it| it.0).collect();
    let near: Vec<(HexId, HexId)> =
        pairs.iter().copied().filter(|it| map.distance(it.0, it.1) <= 13).collect();
    time("blockers_with 3 veils, in range", near.len() as u32, 400, || {
        black_box(
            near.iter()
                .map(|(a, b)| u32::from(sight.blockers_with(map, &veil, *a, *b)))
                .sum::<u32>(),
        );
    });
    let mut changing = sight.clone();
    time("set_veil, on and off", 400, 3, || {
        for (hex, _) in &pairs[..200] {
            changing.set_veil(map, *hex, true);
            changing.set_veil(map, *hex, false);
        }
    });
    time("explain", each, 3, || {
        black_box(
            pairs
                .iter()
                .map(|(a, b)| explain(map, &RULES, &[], *a, *b).reasons.len())
                .sum::<usize>(),
        );
    });
    time("distance", each, 400, || {
        black_box(pairs.iter().map(|(a, b)| map.distance(*a, *b)).sum::<u32>());
    });
    let mut reacher = Reacher::new(map);
    for budget in [16, 40] {
        time(&format!("reach, budget {budget}"), each, 3, || {
            for (from, _) in &pairs {
                let cost = |_, _, to| Some([4, 8, 4][map.terrain(to).index()]);
                black_box(reacher.reach(map, *from, budget, cost).hexes().len());
            }
        });
    }
}

/// Prints the best of several rounds: other programs can only make a round slower.
fn time(what: &str, things: u32, rounds: u32, mut work: impl FnMut()) {
    let mut best = u128::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        work();
        let took = start.elapsed().as_nanos();
        if took < best {
            best = took;
        }
    }
    let tenths = best * 10 / u128::from(things);
    println!("  {what:34} {:>10}.{} ns", tenths / 10, tenths % 10);
}

fn some_pairs(map: &Map) -> Vec<(HexId, HexId)> {
    let mut seed = 88_172_645_463_325_252u64;
    let mut hex = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        HexId((seed % map.len() as u64) as u16)
    };
    (0..4096).map(|_| (hex(), hex())).collect()
}

/// One hex in five wooded, one in ten an orchard, some crests.
fn countryside(columns: u16, rows: u16) -> Map {
    let legend = Legend {
        terrains: vec![
            TerrainKind::new("clear", "Clear", TerrainSight::Open),
            TerrainKind::new("woods", "Woods", TerrainSight::Blocks),
            TerrainKind::new("orchard", "Orchard", TerrainSight::Pair),
        ],
        sides: vec![SideKind::new("crest", "Crest", SideSight::Crest)],
        ..Legend::default()
    };
    let mut builder = MapBuilder::new(legend, columns, rows);
    builder.fill("clear");
    for row in 1..=rows {
        for column in 1..=columns {
            let label = format!("{column:02}{row:02}");
            match (u32::from(column) * 7919 + u32::from(row) * 104_729) % 31 {
                0..6 => builder.terrain(&label, "woods"),
                6..9 => builder.terrain(&label, "orchard"),
                9..11 if column < columns => builder.side(&label, board::Direction::E, "crest"),
                _ => &mut builder,
            };
        }
    }
    builder.build().unwrap_or_else(|errors| panic!("{errors:?}"))
}
