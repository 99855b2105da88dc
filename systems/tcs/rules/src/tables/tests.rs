//! Every cell of every table, against the charts sheet as it reads (the rows below) and against the page people read
//! (`rules/tcs.md`).

use super::*;
use crate::ground::TerrainClass;

fn share(num: u16, den: u16) -> Share {
    Share { num, den: NonZeroU16::new(den).unwrap() }
}

fn tables() -> Tables {
    let text = include_str!("../../../../../modules/tcs/tables.toml");
    let tables: Tables = toml::from_str(text).unwrap();
    tables.check().unwrap();
    tables
}

/// The rows of the table that follows a heading or a line of the page, without its head; cells trimmed.
fn page(after: &str) -> Vec<Vec<String>> {
    let text = include_str!("../../../../../rules/tcs.md");
    let start = text.find(after).unwrap_or_else(|| panic!("{after} is not on the page"));
    let rows = text[start..].lines().skip_while(|it| !it.starts_with('|'));
    rows.take_while(|it| it.starts_with('|'))
        .map(|it| it.trim_matches('|').split('|').map(|it| it.trim().to_string()).collect())
        .collect()
}

fn span<T: Copy>(cells: &Column<T>, is: impl Fn(T) -> bool) -> String {
    let cell = cells.cells().iter().find(|it| is(it.result));
    cell.map_or(String::new(), |it| {
        let mark = match it.flag {
            Flag::Certain => "",
            Flag::Aligned => " a",
            Flag::Inferred => " i",
            other => panic!("{other:?}"),
        };
        let to = if it.lo == it.hi { String::new() } else { format!("-{}", it.hi) };
        format!("{}{to}{mark}", it.lo)
    })
}

#[test]
fn the_fire_table_is_the_page_cell_by_cell() {
    let (tables, rows) = (tables(), page("### Fire table"));
    assert_eq!(rows.len(), 2 + 20);
    for (column, row) in tables.fire.iter().zip(&rows[2..]) {
        assert_eq!(row[0], column.label);
        let steps =
            tables.point_steps.bands.iter().enumerate().find(|it| it.1.column == column.label);
        let steps = steps.map_or(String::new(), |(i, it)| {
            match tables.point_steps.bands.get(i + 1).map(|it| it.from) {
                None => format!("{}+", it.from),
                Some(next) if next == it.from + 1 => it.from.to_string(),
                Some(next) => format!("{}-{}", it.from, next - 1),
            }
        });
        assert_eq!(row[1], steps, "{}", column.label);
        assert_eq!(row[2], span(&column.cells, |it| it == FireResult::NoEffect));
        for n in 0..=9 {
            let cell = span(&column.cells, |it| it == FireResult::Check(n));
            assert_eq!(row[3 + usize::from(n)], cell, "{} -{n}", column.label);
        }
    }
}

/// The rows of the sheet as printed; the first four carry the label of the row below (tcs.table.fire-labels).
#[test]
fn the_certain_rows_of_the_fire_table_are_those_of_the_sheet() {
    let printed = [
        "11..53 11..51 11..45 11..43 11..41 11..35 11..33 11..26 11..24 11..22 11..16 11..14 11..12 - - - - - - -",
        "54..65 52..63 46..62 44..61 42..56 36..54 34..53 31..51 25..51 23..45 21..41 15..35 13..26 11..23 11..16 11..14 11..13 - - -",
        "66 64..66 63..66 62..66 61..66 55..66 54..65 52..65 52..64 46..64 42..62 36..56 31..54 24..52 21..45 15..36 14..35 11..26 11..23 11..22",
        "- - - - - - 66 66 65 65 63..64 61..63 55..61 53..56 46..53 41..46 36..45 31..36 24..33 23..33",
    ];
    let results =
        [FireResult::NoEffect, FireResult::Check(0), FireResult::Check(1), FireResult::Check(2)];
    let tables = tables();
    for (row, result) in printed.iter().zip(results) {
        let cells: Vec<&str> = row.split(' ').collect();
        assert_eq!(cells.len(), tables.fire.len());
        for (column, cell) in tables.fire.iter().zip(cells) {
            let cell = if cell == "-" { String::new() } else { cell.replace("..", "-") };
            assert_eq!(span(&column.cells, |it| it == result), cell, "{}", column.label);
        }
    }
    // Where row -3 begins is forced, also where its end is not.
    let starts = [66, 66, 65, 64, 62, 61, 54, 51, 46, 41, 34, 34];
    for (column, start) in tables.fire[8..].iter().zip(starts) {
        let cell = column.cells.cells().iter().find(|it| it.result == FireResult::Check(3));
        assert_eq!(cell.map(|it| it.lo), Some(start), "{}", column.label);
    }
}

#[test]
fn unused_readings_are_whole_columns_of_the_table() {
    let tables = tables();
    let labels: Vec<(&str, &str)> =
        tables.fire_unused.iter().map(|it| (it.reading.as_str(), it.label.as_str())).collect();
    assert_eq!(
        labels,
        [("A", "17-20"), ("A", "21-25"), ("A", "41-50"), ("A", "51-64"), ("C", "65-80")]
    );
    for unused in &tables.fire_unused {
        let used = tables.fire.iter().find(|it| it.label == unused.label).unwrap();
        assert_ne!(used.cells, unused.cells);
        for n in 0..=2 {
            let is = |it| it == FireResult::Check(n);
            assert_eq!(span(&used.cells, is), span(&unused.cells, is));
        }
    }
    // tcs.table.fire-variant: its mean loss is 1/12 step lower, 3 steps in 36 throws.
    let total = |cells: &Column<FireResult>| -> i32 {
        (0..36)
            .map(|it| match cells.at(kernel::Throw(it)) {
                FireResult::NoEffect => 0,
                FireResult::Check(n) => i32::from(n),
            })
            .sum()
    };
    assert_eq!(total(&tables.fire[17].cells) - total(&tables.fire_unused[4].cells), 3);
}

#[test]
fn strengths_and_steps_find_their_columns() {
    let tables = tables();
    let area = |n: u16| tables.fire[tables.area_column(n) as usize].label.as_str();
    for (n, label) in [
        (0, "0"),
        (6, "6"),
        (7, "7-8"),
        (8, "7-8"),
        (9, "9-10"),
        (13, "11-13"),
        (50, "41-50"),
        (64, "51-64"),
        (100, "81-100"),
        (101, "101+"),
        (999, "101+"),
    ] {
        assert_eq!(area(n), label);
    }
    let point = |n: u16| tables.fire[tables.point_column(n) as usize].label.as_str();
    let expected = [
        "3", "6", "9-10", "14-16", "17-20", "21-25", "26-32", "26-32", "33-40", "33-40", "41-50",
        "41-50",
    ];
    for (n, label) in (1..).zip(expected) {
        assert_eq!(point(n), label);
    }
    assert!(tables.fire_column(-1).is_none());
    assert_eq!(tables.fire_column(99).unwrap().label, "101+");
}

#[test]
fn the_morale_table_is_the_sheet() {
    let printed = [
        (MoraleResult::NoEffect, "11..53 11..46 11..41 11..33 11..25 11..21 11..14 11 - - - - -"),
        (
            MoraleResult::Suppressed,
            "54..64 51..64 42..64 34..62 26..54 22..51 15..43 12..34 11..24 11..15 11..13 11 -",
        ),
        (
            MoraleResult::Syr,
            "65 65 65 63..64 55..63 52..61 44..55 35..53 25..46 16..42 14..34 12..31 11..23",
        ),
        (
            MoraleResult::Paralysed,
            "66 66 66 65..66 64..66 62..66 56..65 54..64 51..63 43..61 35..53 32..45 24..41",
        ),
        (MoraleResult::Surrender, "- - - - - - 66 65..66 64..66 62..66 54..66 46..66 42..66"),
    ];
    let (tables, rows) = (tables(), page("### Morale table"));
    for (i, (result, row)) in printed.into_iter().enumerate() {
        for (j, (column, cell)) in tables.morale.iter().zip(row.split(' ')).enumerate() {
            let cell = if cell == "-" { String::new() } else { cell.replace("..", "-") };
            assert_eq!(span(&column.cells, |it| it == result), cell, "{}", column.label);
            assert_eq!(rows[2 + j][1 + i], cell);
            assert_eq!(rows[2 + j][0], column.label);
        }
    }
    assert_eq!(tables.morale.len(), 13);
    assert_eq!(tables.morale_column(-4).label, "1 or less");
    assert_eq!(tables.morale_column(1).label, "1 or less");
    assert_eq!(tables.morale_column(12).label, "12");
    assert_eq!(tables.morale_column(40).label, "13+");
}

#[test]
fn the_adjustment_table_is_the_sheet() {
    let printed = [
        (
            Shoot::NoShoot,
            "11-42 11-41 11-35 11-34 11-32 11-31 11-25 11-23 11-22 11-16 11-14 11-13 11-12",
        ),
        (
            Shoot::Scatter,
            "43-62 42-56 36-54 35-46 33-43 32-36 26-34 24-32 23-26 21-23 15-16 14-15 13-14",
        ),
        (
            Shoot::BadShoot,
            "63-65 61-65 55-65 51-65 44-65 41-65 35-61 33-52 31-44 24-36 21-32 16-26 15-25",
        ),
        (Shoot::GoodShoot, "66 66 66 66 66 66 62-66 53-66 45-66 41-66 33-66 31-66 26-66"),
    ];
    let (tables, rows) = (tables(), page("| column | No Shoot |"));
    for (i, (result, row)) in printed.into_iter().enumerate() {
        for (j, (column, cell)) in tables.adjustment.iter().zip(row.split(' ')).enumerate() {
            assert_eq!(span(&column.cells, |it| it == result), cell);
            assert_eq!(rows[2 + j][1 + i], cell);
        }
    }
    assert_eq!(tables.adjustment.len(), 13);
    assert_eq!((tables.adjustment_column(-3).column, tables.adjustment_column(20).column), (1, 13));
    let start = &tables.start_column;
    let all = [
        Nation::Us,
        Nation::Commonwealth,
        Nation::German,
        Nation::Other,
        Nation::Soviet,
        Nation::Japanese,
    ];
    assert_eq!(all.map(|it| start.of(it)), [11, 10, 10, 9, 8, 8]);
    assert_eq!(all.map(|it| tables.command_prep_default.of(it)), [2, 2, 1, 3, 4, 3]);
}

#[test]
fn the_command_prep_table_is_the_sheet() {
    let tables = tables();
    let it = &tables.command_prep;
    assert_eq!(it.thresholds.prepared_defence, [1, 12, 18, 24, 30, 36, 42, 49, 56, 63, 71]);
    assert_eq!(it.thresholds.attack, [1, 6, 9, 12, 16, 22, 28, 34, 42, 52, 61]);
    assert_eq!(it.thresholds.hasty_defence, [1, 3, 6, 9, 12, 17, 22, 26, 32, 40, 45]);
    assert_eq!(it.thresholds.moving, [1, 2, 4, 6, 8, 12, 15, 18, 22, 28, 34]);
    let rows = [
        [61, 52, 44, 35, 32, 24, 24, 21, 14, 12, 11],
        [63, 56, 52, 44, 35, 32, 25, 22, 21, 14, 12],
        [64, 63, 55, 52, 44, 35, 31, 26, 24, 21, 14],
        [65, 64, 63, 55, 52, 44, 36, 32, 31, 24, 21],
        [66, 65, 64, 62, 56, 52, 45, 42, 34, 32, 24],
        [0, 65, 65, 64, 62, 56, 52, 46, 43, 34, 32],
        [0, 0, 65, 65, 64, 62, 56, 53, 51, 44, 35],
        [0, 0, 0, 65, 65, 63, 62, 56, 54, 52, 46],
        [0, 0, 0, 0, 65, 64, 63, 62, 56, 54, 52],
    ];
    assert_eq!(it.rows, rows);
    for (row, written) in rows.iter().zip(&page("| Command Prep + size |")[2..]) {
        let dash = |it: &u8| if *it == 0 { "-".to_string() } else { it.to_string() };
        assert_eq!(row.iter().map(dash).collect::<Vec<_>>(), written[1..]);
    }
    let wt = &tables.weighted_turns;
    assert_eq!((wt.unassigned, wt.assigned_or_night, wt.contact, wt.vehicle_sheet), (3, 2, 1, 3));
    let sizes: Vec<(u16, u8)> =
        tables.sheet_size.bands.iter().map(|it| (it.from, it.size)).collect();
    assert_eq!(sizes, [(1, 1), (2, 2), (4, 3), (7, 4)]);
    assert_eq!(tables.sheet_size.alternate_adds, 1);
}

#[test]
fn stacking_range_band_and_differential_shifts_are_the_sheet() {
    let tables = tables();
    let shifts = [0, -3, -3, -1, -1, 0, 0, 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 10, 10];
    for (steps, shift) in (0..).zip(shifts) {
        assert_eq!(tables.stacking.shift(steps, true), shift, "{steps}");
        let plain = if shift < 0 { 0 } else { shift };
        assert_eq!(tables.stacking.shift(steps, false), plain, "{steps}");
    }
    let rows = [
        (Trajectory::Inf, [4, 2, 1, 0, -1, -2, -3, -3, -3, -6, -6]),
        (Trajectory::Low, [4, 2, 1, 0, 0, -1, -2, -2, -2, -3, -3]),
        (Trajectory::High, [4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
        (Trajectory::Mortar, [0; 11]),
    ];
    for (class, row) in rows {
        for (distance, shift) in (0..).zip(row) {
            assert_eq!(tables.area_range.shift(class, distance), shift, "{class:?} {distance}");
        }
    }
    let bands = &tables.point_range;
    assert_eq!((bands.close, bands.nominal, bands.long), (5, 3, 0));
    let shifts = [
        None,
        None,
        Some(-12),
        Some(-8),
        Some(-4),
        Some(-2),
        Some(0),
        Some(1),
        Some(2),
        Some(3),
        Some(3),
    ];
    for (differential, shift) in (-6..).zip(shifts) {
        assert_eq!(tables.differential.shift(differential), shift, "{differential}");
    }
    let bonus: Vec<(u16, u16)> =
        tables.infantry_bonus.by_range.iter().map(|it| (it.num, it.den.get())).collect();
    assert_eq!(bonus, [(1, 1), (1, 2)]);
    assert_eq!(tables.infantry_bonus.by_range[1].of(5), 2);
}

#[test]
fn terrain_and_posture_are_the_sheet() {
    let it = tables().posture;
    let rows = [
        (TerrainClass::Billiard, [4, 2], [2, 0], [-1, -3]),
        (TerrainClass::Open, [2, 0], [0, -2], [-2, -5]),
        (TerrainClass::PartlyProtective, [0, -2], [-2, -5], [-4, -7]),
        (TerrainClass::Protective, [-1, -3], [-3, -6], [-5, -8]),
    ];
    for (class, moving, fire, dug_in) in rows {
        assert_eq!(*it.row(class), PostureRow { moving, fire, dug_in });
    }
    assert_eq!((it.billiard_vehicles.moving, it.billiard_vehicles.fire), (2, 4));
    assert_eq!(it.flag, Flag::RepairedLayout);
}

/// A modifier: its figure, and what the page says of it.
fn modifier(figure: Figure, rule: &str, text: &str, value: i32, flag: Flag) {
    assert_eq!(figure, Figure { value, flag }, "{text}");
    let page = include_str!("../../../../../rules/tcs.md");
    let sign = if 0 < value { "+" } else { "" };
    let row = format!("| {text} | {sign}{value} |");
    let line = page.lines().find(|it| it.starts_with(&row) && it.contains(rule));
    let line = line.unwrap_or_else(|| panic!("{row} {rule} is not on the page"));
    assert_eq!(line.contains("sign restored"), flag == Flag::RepairedSign, "{text}");
    assert_eq!(line.contains("layout restored"), flag == Flag::RepairedLayout, "{text}");
}

#[test]
fn modifiers_of_fire_and_morale_are_the_sheet() {
    let (tables, sure) = (tables(), Flag::Certain);
    let it = &tables.fire_modifiers;
    modifier(it.night, "tcs.area.night", "target: night", -2, sure);
    modifier(
        it.lit_or_twilight,
        "tcs.area.night",
        "target: illuminated hex at night, or twilight",
        -1,
        sure,
    );
    modifier(it.road_moving, "tcs.area.road-moving", "target: Road Moving", 2, sure);
    modifier(
        it.all_suppressed_or_paralysed,
        "tcs.area.all-suppressed",
        "target: all affected units Suppressed or Paralysed",
        -2,
        sure,
    );
    modifier(it.tank_cover, "tcs.area.tank-cover", "target: P-2 or better in hex", -2, sure);
    modifier(
        it.firer_suppressed_or_paralysed,
        "tcs.area.firer-suppressed",
        "firer: any Suppressed or Paralysed",
        -2,
        sure,
    );
    modifier(it.cross_fire, "tcs.area.cross-fire", "firer: cross fire", 4, sure);
    modifier(
        it.attack_zone,
        "tcs.area.both-zone",
        "both: artillery attack zone, once for each hex",
        -2,
        Flag::RepairedLayout,
    );
    modifier(
        it.smoke,
        "tcs.area.both-smoke",
        "both: smoke, once for each hex",
        -1,
        Flag::RepairedLayout,
    );
    let it = &tables.morale_modifiers;
    modifier(it.attack_zone, "tcs.morale.mod-zone", "in artillery attack zone", 1, sure);
    modifier(it.paralysed, "tcs.morale.mod-paralysed", "already Paralysed", 1, sure);
    modifier(it.night, "tcs.morale.mod-night", "night", 1, sure);
    modifier(it.dug_in, "tcs.morale.mod-dug-in", "Dug-In", -2, sure);
    modifier(it.armour, "tcs.morale.mod-armour", "P-2 or better in hex", -1, sure);
    modifier(it.cross_fire, "tcs.morale.mod-cross-fire", "cross fire", 2, sure);
    modifier(it.cover, "tcs.morale.mod-cover", "Partly Protective or Protective", -1, sure);
    modifier(it.no_low_trajectory, "tcs.morale.mod-no-low", "no Low-Trajectory firer", 1, sure);
    modifier(it.unassigned, "tcs.morale.mod-unassigned", "Unassigned", 2, sure);
    let rises: Vec<(u16, u8)> =
        tables.battalion_morale.rises.iter().map(|it| (it.from, it.rise)).collect();
    assert_eq!(rises, [(4, 1), (6, 2)]);
    let it = &tables.vehicle_morale;
    assert_eq!((it.rise_per_step, it.fall, it.fails_at_share), (1, 1, share(1, 3)));
}

#[test]
fn spotting_is_the_sheet() {
    let (tables, sure) = (tables(), Flag::Certain);
    let spotting = &tables.spotting;
    assert_eq!(spotting.scale[..], [0, 1, 2, 3, 4, 6, 8, 12]);
    let it = &spotting.start;
    let starts =
        [it.a_target, it.at_gun, it.infantry_gun, it.aa_gun, it.artillery, it.vehicle, it.carrier];
    assert_eq!(starts, [3, 3, 4, 4, 4, 8, 8]);
    assert_eq!(spotting.distance(3, 4), Some(12));
    assert_eq!(spotting.distance(3, 5), None);
    assert_eq!(spotting.distance(8, -2), Some(4));
    assert_eq!(spotting.distance(4, -9), Some(0));
    let it = &spotting.shifts;
    modifier(it.billiard, "tcs.spot.shift-billiard", "target: Billiard Table", 2, sure);
    modifier(it.cover, "tcs.spot.shift-cover", "target: Partly Protective or Protective", -1, sure);
    modifier(it.fired, "tcs.spot.shift-fired", "target: Fired marker or Fire Trigger", 4, sure);
    modifier(it.road_moving, "tcs.spot.shift-road", "target: Road Moving", 2, sure);
    modifier(it.move_mode, "tcs.spot.shift-move", "target: Move mode", 1, sure);
    modifier(it.night, "tcs.spot.shift-night", "target: night", -3, sure);
    modifier(
        it.night_lit,
        "tcs.spot.shift-night",
        "target: night, illuminated (instead)",
        -1,
        sure,
    );
    modifier(it.twilight, "tcs.spot.shift-twilight", "target: twilight", -1, sure);
    modifier(it.target_dug_in, "tcs.spot.shift-target-dug-in", "target: Dug-In", -1, sure);
    modifier(it.spotter_dug_in, "tcs.spot.shift-firer-dug-in", "spotter: Dug-In", 1, sure);
    modifier(it.smoke, "tcs.spot.shift-smoke", "both: smoke, once for each hex", -1, sure);
    modifier(
        it.attack_zone,
        "tcs.spot.shift-zone",
        "both: attack zone, once for each hex",
        -1,
        sure,
    );
    modifier(
        it.suppressed_or_paralysed,
        "tcs.spot.shift-morale",
        "both: Suppressed or Paralysed, once for each unit",
        -1,
        sure,
    );
}

#[test]
fn artillery_is_the_sheet() {
    let (tables, sure, sign) = (tables(), Flag::Certain, Flag::RepairedSign);
    let it = &tables.adjustment_modifiers;
    modifier(
        it.observer_prepared_defence,
        "tcs.arty.adj-prepared",
        "observer on Prepared Defence sheet",
        1,
        sure,
    );
    modifier(
        it.observer_unassigned_or_move,
        "tcs.arty.adj-unassigned",
        "observer Unassigned or on Move sheet",
        -2,
        sign,
    );
    modifier(
        it.observer_higher,
        "tcs.arty.adj-higher",
        "observer at least 40 m above target hex",
        1,
        sure,
    );
    modifier(it.twilight, "tcs.arty.adj-twilight", "twilight", -2, sign);
    modifier(it.night, "tcs.arty.adj-night", "night", -4, sign);
    modifier(
        it.night_lit,
        "tcs.arty.adj-night",
        "night, target hex illuminated (instead)",
        -2,
        sure,
    );
    modifier(it.range_4, "tcs.arty.adj-range-4", "observer range 4 or more", -1, sign);
    modifier(it.range_7, "tcs.arty.adj-range-7", "observer range 7 or more (further)", -1, sign);
    assert_eq!((it.height, it.near, it.far), (40, 4, 7));
    let it = &tables.barrage;
    let sizes = [75, 100, 101, 105, 120, 121, 122, 130, 131, 155, 200, 201, 203, 300, 301, 406];
    let good = [8, 8, 12, 12, 12, 15, 15, 15, 18, 18, 18, 30, 30, 30, 120, 120];
    let bad = [4, 4, 5, 5, 5, 6, 6, 6, 8, 8, 8, 14, 14, 14, 54, 54];
    let battalion_good = [11, 11, 16, 16, 16, 20, 20, 20, 25, 25, 25, 43, 43, 43, 167, 167];
    let battalion_bad = [5, 5, 7, 7, 7, 9, 9, 9, 11, 11, 11, 19, 19, 19, 75, 75];
    for (i, mm) in sizes.into_iter().enumerate() {
        assert_eq!(it.value(mm, false, true), good[i], "{mm}");
        assert_eq!(it.value(mm, false, false), bad[i], "{mm}");
        assert_eq!(it.value(mm, true, true), battalion_good[i], "{mm}");
        assert_eq!(it.value(mm, true, false), battalion_bad[i], "{mm}");
    }
    assert_eq!((it.battery_radius, it.battalion_radius), (0, 1));
    assert_eq!(it.he, Strengths { zone: share(2, 1), adjacent: share(1, 1) });
    assert_eq!(it.continuous, Strengths { zone: share(1, 1), adjacent: share(1, 2) });
    assert_eq!(it.fast, Fast { most_mm: 122, ammunition: 3, strength: 2 });
    let it = &tables.artillery_point;
    assert_eq!((it.needed, it.small_mm), (10, 90));
    modifier(it.fast_fire, "tcs.arty.point-fast", "Fast Fire", 1, sure);
    modifier(it.bad_shoot, "tcs.arty.point-bad", "Bad Shoot", -1, sign);
    modifier(it.target_move_mode, "tcs.arty.point-move", "target in Move mode", -1, sign);
    modifier(it.continuous_fire, "tcs.arty.point-continuous", "Continuous Fire", -1, sign);
    modifier(it.small_calibre, "tcs.arty.point-small", "90 mm or smaller", -1, sign);
    assert_eq!(tables.scatter.hexes, [1, 1, 1, 2, 2]);
    assert_eq!(tables.scatter.opponent_within, 3);
    assert_eq!(tables.unit_smoke.needed, 4);
}

#[test]
fn at_rolls_sorties_and_minefields_are_the_sheet() {
    let (tables, sure, sign) = (tables(), Flag::Certain, Flag::RepairedSign);
    let it = &tables.at;
    let needed = [
        (TerrainClass::Billiard, 9, 10),
        (TerrainClass::Open, 9, 10),
        (TerrainClass::PartlyProtective, 8, 9),
        (TerrainClass::Protective, 7, 8),
    ];
    for (class, here, next) in needed {
        assert_eq!((it.needed(class, 0), it.needed(class, 1)), (here, next));
    }
    assert_eq!((it.raw_loss, it.dark_visibility, it.soft_defence), (3, 3, 2));
    modifier(it.smoke, "tcs.at.mod-smoke", "target in smoke", 1, sure);
    modifier(it.with_infantry, "tcs.at.mod-infantry", "target stacked with infantry", -3, sign);
    modifier(
        it.firer_suppressed_or_paralysed,
        "tcs.at.mod-suppressed",
        "roller Suppressed or Paralysed",
        -2,
        sign,
    );
    modifier(it.attack_zone, "tcs.at.mod-zone", "target or roller in attack zone, once", -2, sign);
    modifier(
        it.dark,
        "tcs.at.mod-dark",
        "visibility 3 or less, or night, target hex not illuminated",
        1,
        sure,
    );
    modifier(it.road_moving, "tcs.at.mod-road", "Road Moving target", 1, sure);
    modifier(it.soft, "tcs.at.mod-soft", "target B-type, P-1 or P-2", 1, sure);
    let it = &tables.sortie;
    assert_eq!((it.open_or_billiard, it.partly_or_protective, it.full_woods), (3, 5, 7));
    modifier(it.vehicle_or_carrier, "tcs.air.mod-vehicle", "vehicle or carrier in hex", 1, sure);
    modifier(it.move_mode, "tcs.air.mod-move", "Move mode unit in hex", 1, sure);
    modifier(it.aa_gun, "tcs.air.mod-aa", "AA gun", -1, sign);
    modifier(it.no_spotter, "tcs.air.mod-no-spotter", "no spotter", -1, sign);
    let it = &tables.sortie_point;
    modifier(it.cover, "tcs.air.point-cover", "Partly Protective or Protective", -2, sign);
    modifier(it.move_mode, "tcs.air.point-move", "vehicle or carrier in Move mode", -1, sign);
    modifier(it.soft, "tcs.air.point-soft", "defence strength 2 or less", 2, sure);
    modifier(it.dug_in, "tcs.air.point-dug-in", "Dug-In", -1, sign);
    assert_eq!(it.soft_defence, 2);
    let it = &tables.minefield;
    assert_eq!((it.extra, it.area, it.point, it.breach_area), (12, 18, 8, 9));
}

#[test]
fn the_terrain_chart_is_the_sheet() {
    let (tables, rows) = (tables(), page("### Movement and terrain"));
    assert_eq!(tables.terrain.len(), 16);
    for (it, row) in tables.terrain.iter().zip(&rows[2..]) {
        assert_eq!(it.name, row[0]);
        let class = match it.terrain_class {
            TerrainClass::Other => "other",
            TerrainClass::Billiard => "Billiard Table",
            TerrainClass::Open => "Open",
            TerrainClass::PartlyProtective => "Partly Protective",
            TerrainClass::Protective => "Protective",
        };
        assert_eq!(class, row[1], "{}", it.name);
        for (figure, cell) in [it.foot, it.tracked, it.wheeled].into_iter().zip(&row[3..6]) {
            use crate::ground::Figure;
            let number = |sixths: u8| match sixths {
                2 => "1/3".to_string(),
                3 => "1/2".to_string(),
                n => (n / 6).to_string(),
            };
            let text = match figure {
                Figure::Cost { sixths } => number(sixths),
                Figure::Add { sixths } => format!("+{}", number(sixths)),
                Figure::None => "NE".into(),
                Figure::Prohibited => "P".into(),
            };
            assert_eq!(text, *cell, "{}", it.name);
        }
    }
    let h = &tables.height;
    let metres = [
        h.eye,
        h.forest,
        h.orchard,
        h.hedgerow,
        h.woods,
        h.city_village,
        h.buildings,
        h.hedge,
        h.bocage,
        h.other,
    ];
    assert_eq!(metres.map(|it| it.value), [2, 20, 10, 5, 15, 10, 10, 2, 5, 0]);
    assert_eq!(h.by_id()["forest"], 20);
}

#[test]
fn what_a_mission_allows_and_a_sheet_must_show_is_the_page() {
    let tables = tables();
    let it = &tables.permissions;
    let missions = [
        it.attack,
        it.hasty_defence,
        it.prepared_defence,
        it.moving,
        it.reserve,
        it.withdrawing,
        it.unassigned,
    ];
    let word = |it: Permission| match it {
        Permission::Yes => "yes",
        Permission::No => "no",
        Permission::PermittedSet => "permitted set",
        Permission::Objective => "objective",
        Permission::UnitLocation => "unit location",
        Permission::HoldingArea => "holding area",
        Permission::TowardsRally => "towards rally",
        Permission::NotNearer => "not nearer within 12",
    };
    let cells = |row: &PermissionRow| {
        [
            row.moving,
            row.sfa,
            row.pfa,
            row.overwatch,
            row.assault,
            row.overrun,
            row.breach,
            row.mine_crossing,
            row.unit_smoke,
            row.dig_in,
            row.observe,
            row.impulse,
            row.mount,
        ]
    };
    let rows = page("### What a mission allows");
    assert_eq!(rows.len(), 2 + 13);
    for (i, row) in rows[2..].iter().enumerate() {
        for (mission, cell) in missions.iter().zip(&row[1..]) {
            assert_eq!(word(cells(mission)[i]), cell, "{}", row[0]);
        }
    }
    let it = &tables.required;
    let missions = [it.attack, it.moving, it.hasty_defence, it.prepared_defence, it.reserve];
    let word = |it: Requirement| match it {
        Requirement::Required => "required",
        Requirement::Optional => "optional",
        Requirement::WithLineOfDeparture => "with line of departure",
        Requirement::Unused => "unused",
    };
    let cells = |row: &RequiredRow| {
        [
            row.objective,
            row.boundaries,
            row.line_of_departure,
            row.assembly_hex,
            row.phase_lines,
            row.advance,
            row.unit_locations,
            row.smoke_areas,
            row.failure,
            row.branches,
        ]
    };
    let rows = page("### What a sheet must show");
    assert_eq!(rows.len(), 2 + 10);
    for (i, row) in rows[2..].iter().enumerate() {
        for (mission, cell) in missions.iter().zip(&row[1..]) {
            assert_eq!(word(cells(mission)[i]), cell, "{}", row[0]);
        }
    }
}

#[test]
fn a_column_that_is_no_partition_is_refused() {
    let read = |text: &str| {
        toml::from_str::<MoraleColumn>(&format!("label = \"x\"\nsum = 1\ncells = {text}"))
    };
    assert!(read(r#"[{ result = "syr", lo = 11, hi = 66 }]"#).is_ok());
    for wrong in [
        r#"[]"#,
        r#"[{ result = "syr", lo = 11, hi = 65 }]"#,
        r#"[{ result = "syr", lo = 12, hi = 66 }]"#,
        r#"[{ result = "syr", lo = 11, hi = 33 }, { result = "paralysed", lo = 33, hi = 66 }]"#,
        r#"[{ result = "syr", lo = 11, hi = 33 }, { result = "paralysed", lo = 35, hi = 66 }]"#,
        r#"[{ result = "syr", lo = 11, hi = 67 }]"#,
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}
