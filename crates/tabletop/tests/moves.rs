//! Section 6 by hand: what paths cost, where checkpoints are, what is refused and where.

mod common;

use common::{Random, SHIPPED, at, drawn, on, shipped};
use tabletop::{
    INCH, Path, Piece, Point, Refusal, Spot, Table, Terms, Units, Why, checkpoints, judge,
};

fn inches(it: f64) -> Units {
    (it * f64::from(INCH)).round() as Units
}

fn cost(table: &Table, start: Spot, corners: &[Spot]) -> Units {
    table.walk(start, &Path(corners.to_vec())).unwrap().cost
}

fn refused(table: &Table, terms: Terms<'_>, paths: &[&[Spot]]) -> Refusal {
    let paths: Vec<Path> = paths.iter().map(|it| Path(it.to_vec())).collect();
    judge(table, &terms, &paths).unwrap_err()
}

#[test]
fn an_inch_costs_one_and_in_difficult_ground_two() {
    let table = drawn(&["woods 10,0 20,0 20,20 10,20", "crops 30,0 34,0 34,20 30,20"]);
    assert_eq!(cost(&table, at(1.0, 1.0), &[at(4.0, 5.0)]), inches(5.0));
    assert_eq!(cost(&table, at(12.0, 5.0), &[at(15.0, 5.0)]), inches(6.0));
    assert_eq!(cost(&table, at(8.0, 5.0), &[at(13.0, 5.0)]), inches(8.0));
    assert_eq!(cost(&table, at(29.0, 5.0), &[at(35.0, 5.0)]), inches(6.0));
    // Along the outline of the wood is not in it.
    assert_eq!(cost(&table, at(10.0, 1.0), &[at(10.0, 6.0)]), inches(5.0));
}

#[test]
fn where_areas_overlap_the_dearest_counts_once() {
    let table = drawn(&[
        "woods 10,0 20,0 20,20 10,20",
        "brush 15,0 25,0 25,20 15,20",
        "road 0,4 40,4 40,8 0,8",
    ]);
    assert_eq!(cost(&table, at(10.0, 10.0), &[at(25.0, 10.0)]), inches(30.0));
    assert_eq!(cost(&table, at(10.0, 6.0), &[at(25.0, 6.0)]), inches(30.0));
}

#[test]
fn each_crossing_of_an_obstacle_adds_its_price() {
    for (kind, price) in
        [("fence", 1), ("bank", 1), ("hedge", 2), ("wall", 2), ("bocage", 4), ("wire", 6)]
    {
        let table = drawn(&[&format!("{kind} 0,10 40,10")]);
        assert_eq!(
            cost(&table, at(5.0, 9.0), &[at(5.0, 11.0)]),
            inches(2.0) + price * INCH,
            "{kind}"
        );
        // A corner on the obstacle is one crossing; there and back are two.
        assert_eq!(
            cost(&table, at(5.0, 9.0), &[at(5.0, 10.0), at(5.0, 11.0)]),
            inches(2.0) + price * INCH
        );
        let back = [at(5.0, 11.0), at(6.0, 11.0), at(6.0, 9.0)];
        assert_eq!(cost(&table, at(5.0, 9.0), &back), inches(5.0) + 2 * price * INCH);
    }
    let gap = drawn(&["bocage 0,10 10,10", "bocage 12,10 40,10"]);
    assert_eq!(cost(&gap, at(11.0, 9.0), &[at(11.0, 11.0)]), inches(2.0));
}

#[test]
fn walls_and_stairs_cost_two_and_floors_are_free_ground() {
    let table = drawn(&[
        "stone 3 10,10 20,10 20,20 10,20",
        "woods 5,5 25,5 25,25 5,25",
        "wood 1 20,12 24,12 24,16 20,16",
    ]);
    // An inch of wood to the wall, the wall, an inch of floor.
    assert_eq!(cost(&table, at(9.0, 15.0), &[on(11.0, 15.0, 0)]), inches(2.0 + 1.0 + 2.0));
    // Right through: two walls.
    assert_eq!(cost(&table, at(9.0, 18.0), &[at(21.0, 18.0)]), inches(12.0 + 2.0 + 4.0));
    // In, up two floors, along.
    let up = [on(11.0, 15.0, 0), on(11.0, 15.0, 1), on(11.0, 15.0, 2), on(14.0, 15.0, 2)];
    assert_eq!(cost(&table, at(9.0, 15.0), &up), inches(5.0 + 2.0 + 2.0 + 3.0));
    // From one house to the other through the wall they share: two outer walls.
    assert_eq!(cost(&table, on(19.0, 14.0, 0), &[on(21.0, 14.0, 0)]), inches(2.0 + 4.0));
    // A corner on the outline: in by the first leg, nothing for the second; out by the second.
    assert_eq!(cost(&table, at(9.0, 18.0), &[at(10.0, 18.0), on(11.0, 18.0, 0)]), inches(5.0));
    assert_eq!(cost(&table, on(11.0, 18.0, 0), &[at(10.0, 18.0), at(9.0, 18.0)]), inches(5.0));
    // Along the wall and past the corner is not through it.
    let bare = drawn(&["stone 3 10,10 20,10 20,20 10,20"]);
    assert_eq!(cost(&bare, at(8.0, 10.0), &[at(22.0, 10.0)]), inches(14.0));
    assert_eq!(
        cost(&bare, at(8.0, 12.0), &[at(12.0, 8.0)]),
        cost(&bare, at(28.0, 12.0), &[at(32.0, 8.0)])
    );
}

#[test]
fn a_length_is_rounded_up_to_whole_units() {
    let table = drawn(&[]);
    // The root of 2 is 362.04 units.
    assert_eq!(cost(&table, at(1.0, 1.0), &[at(2.0, 2.0)]), 363);
    assert_eq!(cost(&table, at(1.0, 1.0), &[at(2.0, 2.0), at(1.0, 3.0)]), 726);
}

#[test]
fn what_costs_more_than_its_length_is_listed_with_its_place() {
    let table =
        drawn(&["hedge 0,10 40,10", "brush 0,12 40,12 40,14 0,14", "wood 1 8,16 12,16 12,20 8,20"]);
    let tolls = table.tolls(at(10.0, 9.0), on(10.0, 17.0, 0)).unwrap();
    let said: Vec<_> =
        tolls.iter().map(|it| (it.piece, it.at.to_string(), it.cost / INCH)).collect();
    assert_eq!(
        said,
        [
            (Piece::Building(0), "(10, 16)".to_owned(), 2),
            (Piece::Area(0), "(10, 12)".to_owned(), 2),
            (Piece::Obstacle(0), "(10, 10)".to_owned(), 2),
        ]
    );
}

#[test]
fn the_cost_of_a_path_is_the_sum_of_its_legs_and_a_cut_never_saves() {
    let mut cut_through_ground = 0;
    for name in SHIPPED {
        let table = shipped(name);
        let mut random = Random(11);
        for _ in 0..if cfg!(debug_assertions) { 20_000 } else { 200_000 } {
            let a = random.point(&table).ground();
            let part =
                Point::new(random.below(8 * INCH) - 4 * INCH, random.below(8 * INCH) - 4 * INCH);
            let halves = 1 + random.below(3);
            // A point exactly on the straight way.
            let middle = Spot { x: a.x + part.x, y: a.y + part.y, floor: 0 };
            let b =
                Spot { x: a.x + part.x * (1 + halves), y: a.y + part.y * (1 + halves), floor: 0 };
            if !table.holds(b.point()) {
                continue;
            }
            let whole = table.walk(a, &Path(vec![b]));
            let cut = table.walk(a, &Path(vec![middle, b]));
            let (Ok(whole), Ok(cut)) = (whole, cut) else {
                assert_eq!(whole.is_ok(), cut.is_ok(), "{name}: {a:?} {middle:?} {b:?}");
                continue;
            };
            let legs = [table.leg(a, middle).unwrap(), table.leg(middle, b).unwrap()];
            assert_eq!(cut.cost, legs[0].cost + legs[1].cost);
            assert_eq!(cut.length, legs[0].length + legs[1].length);
            // Places are rounded down, so the share of difficult ground may be a hair too large: a unit, no more.
            assert!(whole.cost <= cut.cost + 1, "{name}: {a:?} {middle:?} {b:?} {whole:?} {cut:?}");
            assert!(cut.cost <= whole.cost + 3, "{name}: {a:?} {middle:?} {b:?} {whole:?} {cut:?}");
            cut_through_ground += usize::from(whole.cost != whole.length);
        }
    }
    assert!(1000 < cut_through_ground);
}

#[test]
fn checkpoints_are_parts_of_each_figures_own_path() {
    let table = drawn(&["stone 2 10,10 20,10 20,20 10,20"]);
    assert_eq!(checkpoints(0), 1);
    assert_eq!(checkpoints(inches(4.0)), 4);
    assert_eq!(checkpoints(inches(4.0) + 1), 5);
    let path = Path(vec![at(4.0, 1.0), at(4.0, 4.0)]);
    let spots: Vec<Spot> = (0..=6).map(|it| table.checkpoint(at(1.0, 1.0), &path, it, 6)).collect();
    assert_eq!(spots[0], at(1.0, 1.0));
    assert_eq!(spots[2], at(3.0, 1.0));
    assert_eq!(spots[3], at(4.0, 1.0));
    assert_eq!(spots[5], at(4.0, 3.0));
    assert_eq!(spots[6], at(4.0, 4.0));
    // Rounded toward zero: a third of an inch is 85 units.
    assert_eq!(table.checkpoint(at(1.0, 1.0), &Path(vec![at(2.0, 1.0)]), 1, 3).x, 256 + 85);
    assert_eq!(table.checkpoint(at(2.0, 1.0), &Path(vec![at(1.0, 1.0)]), 1, 3).x, 256 + 170);
    // Who stays, stays.
    assert_eq!(table.checkpoint(at(2.0, 1.0), &Path::default(), 3, 6), at(2.0, 1.0));
    // Two inches of stairs: on the way up one is on the upper floor already.
    let up = Path(vec![on(12.0, 12.0, 1), on(14.0, 12.0, 1)]);
    let spots: Vec<Spot> =
        (0..=4).map(|it| table.checkpoint(on(12.0, 12.0, 0), &up, it, 4)).collect();
    assert_eq!(
        spots,
        [
            on(12.0, 12.0, 0),
            on(12.0, 12.0, 1),
            on(12.0, 12.0, 1),
            on(13.0, 12.0, 1),
            on(14.0, 12.0, 1)
        ]
    );
}

#[test]
fn a_refusal_names_what_is_wrong_who_and_where() {
    let table = drawn(&[
        "deep_water 10,0 14,0 14,20 10,20",
        "stone 2 20,10 24,10 24,14 20,14",
        "wall 0,30 40,30",
    ]);
    let starts = [at(5.0, 5.0), at(6.0, 5.0)];
    let terms = Terms { starts: &starts, allowance: inches(8.0), linked: true, ..Terms::NONE };
    let near = |it: Refusal| (it.figure, it.why, it.at.to_string(), it.piece);
    let stay: &[Spot] = &[];

    let it = refused(&table, terms, &[stay]);
    assert_eq!(it.why, Why::Figures);
    let it = refused(&table, terms, &[stay, &[at(6.0, -1.0)]]);
    assert_eq!(near(it), (1, Why::OffTable, "(6, -1)".to_owned(), None));
    let it = refused(&table, terms, &[stay, &[Spot { x: i32::MAX, y: i32::MIN, floor: 255 }]]);
    assert_eq!(it.why, Why::OffTable);
    let it = refused(&table, terms, &[stay, &[at(12.0, 5.0)]]);
    assert_eq!(near(it), (1, Why::Impassable, "(10, 5)".to_owned(), Some(Piece::Area(0))));
    let it = refused(&table, terms, &[&[at(5.0, 13.5)], stay]);
    assert_eq!(it.why, Why::TooLong { cost: inches(8.5), allowance: inches(8.0) });
    // Exactly the allowance and exactly eight legs are allowed.
    let alone = Terms { starts: &starts[..1], ..terms };
    assert_eq!(
        judge(&table, &alone, &[Path(vec![at(5.0, 13.0)])]).unwrap().costs[..],
        [inches(8.0)]
    );
    let legs: Vec<Spot> = (1..=8).map(|it| at(5.0, 5.0 + f64::from(it))).collect();
    assert_eq!(judge(&table, &alone, &[Path(legs)]).unwrap().checkpoints, 8);
    let it = refused(&table, terms, &[stay, &[at(10.0, 5.0)]]);
    assert_eq!(near(it), (1, Why::ImpassableEnd, "(10, 5)".to_owned(), Some(Piece::Area(0))));
    let it = refused(&table, terms, &[stay, &[at(5.5, 5.0)]]);
    assert_eq!(near(it), (1, Why::Crowded, "(5, 5)".to_owned(), None));
    let it = refused(&table, terms, &[stay, &[at(7.25, 5.0)]]);
    assert_eq!((it.figure, it.why), (1, Why::Unlinked));
    let long = [at(5.0, 5.0); 9];
    assert_eq!(refused(&table, terms, &[&long, stay]).why, Why::Legs);

    let starts = [at(19.0, 12.0)];
    let terms = Terms { starts: &starts, ..terms };
    let it = refused(&table, terms, &[&[on(21.0, 12.0, 1)]]);
    assert_eq!(it.why, Why::Stairs);
    let it = refused(&table, terms, &[&[on(21.0, 12.0, 0), on(21.0, 12.0, 1), on(21.0, 12.0, 2)]]);
    assert_eq!(it.why, Why::Stairs);
    let it = refused(&table, terms, &[&[on(21.0, 12.0, 0), on(21.0, 12.0, 1), on(19.0, 12.0, 1)]]);
    assert_eq!(near(it), (0, Why::NoFloor, "(20, 12)".to_owned(), Some(Piece::Building(0))));
    let it = refused(&table, terms, &[&[on(20.125, 12.0, 0)]]);
    assert_eq!((it.why, it.piece), (Why::Wall, Some(Piece::Building(0))));
    let starts = [at(19.0, 28.0)];
    let terms = Terms { starts: &starts, ..terms };
    let it = refused(&table, terms, &[&[at(19.0, 29.875)]]);
    assert_eq!((it.why, it.piece), (Why::Wall, Some(Piece::Obstacle(0))));
    // Exactly a quarter of an inch is far enough, and so is three quarters from another.
    let paths = [Path(vec![at(19.0, 29.75)])];
    let others = [at(19.75, 29.75)];
    assert!(judge(&table, &Terms { others: &others, ..terms }, &paths).is_ok());
    let others = [at(19.5, 29.25)];
    assert_eq!(
        judge(&table, &Terms { others: &others, ..terms }, &paths).unwrap_err().why,
        Why::Crowded
    );
}

#[test]
fn nobody_comes_within_an_inch_of_an_enemy_unless_he_only_moves_away() {
    let table = drawn(&["stone 2 20,10 24,10 24,14 20,14"]);
    let enemies = [at(10.0, 10.0)];
    let go = |start: Spot, corners: &[Spot]| {
        let starts = [start];
        let terms = Terms {
            starts: &starts,
            allowance: inches(12.0),
            enemies: &enemies,
            clear: table.legend().figures.enemy_clear,
            ..Terms::NONE
        };
        judge(&table, &terms, &[Path(corners.to_vec())]).map(|_| ()).map_err(|it| it.why)
    };
    // Past him: an inch is too near, also between two checkpoints.
    assert_eq!(go(at(5.0, 11.0), &[at(15.0, 11.0)]), Err(Why::Enemy));
    assert_eq!(go(at(5.0, 11.25), &[at(15.0, 11.25)]), Ok(()));
    assert_eq!(go(at(5.0, 10.0), &[at(9.0, 10.0)]), Err(Why::Enemy));
    assert_eq!(go(at(5.0, 10.0), &[at(8.75, 10.0)]), Ok(()));
    // Who begins near him may only move away.
    assert_eq!(go(at(9.25, 10.0), &[at(5.0, 10.0)]), Ok(()));
    assert_eq!(go(at(9.25, 10.0), &[at(9.25, 15.0)]), Ok(()));
    assert_eq!(go(at(9.25, 10.0), &[at(9.5, 15.0)]), Err(Why::Enemy));
    assert_eq!(go(at(9.25, 10.0), &[]), Ok(()));
    // On another floor he is nobody's neighbour.
    let enemies = [on(22.0, 12.0, 1)];
    let starts = [on(21.0, 11.0, 0)];
    let terms = Terms {
        starts: &starts,
        allowance: inches(4.0),
        enemies: &enemies,
        clear: INCH,
        ..Terms::NONE
    };
    assert!(judge(&table, &terms, &[Path(vec![on(22.0, 12.0, 0)])]).is_ok());
    // But nobody comes up the stairs beside him.
    let stairs = Path(vec![on(22.0, 11.5, 0), on(22.0, 11.5, 1)]);
    assert_eq!(judge(&table, &terms, &[stairs]).unwrap_err().why, Why::Enemy);
}

#[test]
fn who_ends_on_an_exit_leaves() {
    let table = drawn(&["wall 0,1 40,1"]);
    let starts = [at(5.0, 3.0), at(6.0, 3.0)];
    let exits = [(Point::inches(0, 0), Point::inches(40, 0))];
    let terms = Terms {
        starts: &starts,
        allowance: inches(12.0),
        exits: &exits,
        linked: true,
        ..Terms::NONE
    };
    let off = [Path(vec![at(5.0, 0.0)]), Path::default()];
    assert_eq!(judge(&table, &terms, &off).unwrap().left, 1);
    let both = [Path(vec![at(5.0, 0.0)]), Path(vec![at(5.0, 0.0)])];
    assert_eq!(judge(&table, &terms, &both).unwrap().left, 3);
}

#[test]
fn upper_floors_of_joined_houses_are_one_storey() {
    let table = drawn(&[
        "stone 2 10,10 14,10 14,14 10,14",
        "stone 3 14,10 18,10 18,14 14,14",
        "wood 1 18,10 22,10 22,14 18,14",
    ]);
    assert_eq!(cost(&table, on(13.0, 12.0, 1), &[on(15.0, 12.0, 1)]), inches(2.0 + 4.0));
    assert_eq!(table.leg(on(17.0, 12.0, 1), on(19.0, 12.0, 1)).unwrap_err().why, Why::NoFloor);
}

#[test]
fn a_table_turned_or_mirrored_costs_the_same() {
    let rows = |turn: &dyn Fn(i32, i32) -> (i32, i32)| {
        let piece = |kind: &str, corners: &[(i32, i32)]| {
            let corners: Vec<String> =
                corners.iter().map(|&(x, y)| turn(x, y)).map(|(x, y)| format!("{x},{y}")).collect();
            format!("{kind} {}", corners.join(" "))
        };
        let pieces = [
            piece("woods", &[(3, 3), (14, 5), (12, 15), (5, 12)]),
            piece("stone 2", &[(20, 20), (30, 20), (30, 28), (20, 28)]),
            piece("hedge", &[(2, 20), (17, 17), (17, 3)]),
            piece("deep_water", &[(25, 2), (38, 4), (36, 12), (27, 9)]),
        ];
        drawn(&pieces.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (plain, turned, mirrored) =
        (rows(&|x, y| (x, y)), rows(&|x, y| (40 - y, x)), rows(&|x, y| (40 - x, y)));
    let wide = 40 * INCH;
    let mut random = Random(12);
    let mut compared = 0;
    for _ in 0..20_000 {
        let (a, b) = (random.point(&plain), random.point(&plain));
        let line = tabletop::Line::new(a, b);
        let on_corner = |it: &Point| line.side(*it) == 0;
        let hedge = &plain.obstacles()[0].points;
        if hedge.iter().any(on_corner)
            || plain.buildings()[0].outline.corners().iter().any(on_corner)
        {
            continue;
        }
        let turn = |it: Point| Point::new(wide - it.y, it.x).ground();
        let mirror = |it: Point| Point::new(wide - it.x, it.y).ground();
        let here = plain.leg(a.ground(), b.ground()).map(|it| it.cost).map_err(|it| it.why);
        for (table, a, b) in [(&turned, turn(a), turn(b)), (&mirrored, mirror(a), mirror(b))] {
            let there = table.leg(a, b).map(|it| it.cost).map_err(|it| it.why);
            match (here, there) {
                (Ok(here), Ok(there)) => assert!((here - there).abs() <= 1, "{a:?} {b:?}"),
                _ => assert_eq!(here, there, "{a:?} {b:?}"),
            }
        }
        compared += 1;
    }
    assert!(10_000 < compared);
}
