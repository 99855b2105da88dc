//! Candidate moves on the shipped tables: few, different, accepted, named, and the same every time.

mod common;

use common::{Random, SHIPPED, at, drawn, on, shipped};
use tabletop::{
    Class, Guide, INCH, Label, Path, Piece, Point, Polygon, Search, Spot, Table, Terms,
    assault_candidates, candidates, judge, places, within,
};

/// Some elements of both sides, somewhere on the table, each linked and in legal places.
fn elements(table: &Table, random: &mut Random, count: usize) -> Vec<Vec<Spot>> {
    let mut found: Vec<Vec<Spot>> = Vec::new();
    while found.len() < count {
        let others: Vec<Spot> = found.iter().flatten().copied().collect();
        let figures = 1 + random.below(8) as usize;
        found.extend(table.settle(random.place(table), figures, &others, None));
    }
    found
}

fn terms<'t>(
    table: &Table,
    starts: &'t [Spot],
    inches: i32,
    others: &'t [Spot],
    enemies: &'t [Spot],
) -> Terms<'t> {
    Terms {
        starts,
        allowance: inches * INCH,
        others,
        enemies,
        clear: table.legend().figures.enemy_clear,
        linked: true,
        exits: &[],
    }
}

#[test]
fn all_are_accepted_by_the_judge_different_and_at_most_sixty_four() {
    let mut total = 0;
    let mut lists = 0;
    for name in SHIPPED {
        let table = shipped(name);
        let guide = Guide::new(&table, &[at(14.0, 11.0), at(21.5, 16.5)]);
        let mut random = Random(21);
        for _ in 0..if cfg!(debug_assertions) { 6 } else { 60 } {
            let all = elements(&table, &mut random, 6);
            let (mine, foes) = all.split_at(3);
            let enemies: Vec<Spot> = foes.concat();
            let others: Vec<Spot> =
                mine[1..].concat().into_iter().chain(enemies.iter().copied()).collect();
            let foes: Vec<&[Spot]> = foes.iter().map(Vec::as_slice).collect();
            for inches in [12, 8, 4] {
                let terms = terms(&table, &mine[0], inches, &others, &enemies);
                let search = Search { terms, guide: &guide, foes: &foes, classes: &Class::MOVE };
                let found = candidates(&table, &search);
                assert_eq!(found, candidates(&table, &search), "the same every time");
                assert!(!found.is_empty() && found.len() <= 64);
                assert_eq!(found[0].label, Label::Stay);
                let mut ends: Vec<Vec<Spot>> = Vec::new();
                for it in &found {
                    assert_eq!(judge(&table, &terms, &it.paths).as_ref(), Ok(&it.judged), "{name}");
                    let end: Vec<Spot> = it
                        .paths
                        .iter()
                        .zip(&mine[0])
                        .map(|(path, &start)| path.end(start))
                        .collect();
                    assert!(!ends.contains(&end), "{name}: twice {end:?}");
                    ends.push(end);
                    let words =
                        it.words(&table, |n| format!("objective {n}"), |n| format!("foe {n}"));
                    assert!(!words.is_empty() && !words.contains("  "), "{words}");
                }
                total += found.len();
                lists += 1;
            }
        }
    }
    // A list of two would be accepted as well, and of no use.
    assert!(25 * lists < total, "{total} in {lists} lists");
}

#[test]
fn the_table_is_named_in_words_a_person_understands() {
    let table = shipped("farm");
    let guide = Guide::new(&table, &[Point::inches(22, 18).ground()]);
    let starts = table.settle(at(31.0, 23.0), 4, &[], None).unwrap();
    let foe = [at(38.0, 30.0)];
    let terms = terms(&table, &starts, 8, &[], &[]);
    let search = Search { terms, guide: &guide, foes: &[&foe], classes: &Class::MOVE };
    let said: Vec<String> = candidates(&table, &search)
        .iter()
        .map(|it| {
            it.words(&table, |_| "the lane crossing".to_owned(), |_| "the rifle group".to_owned())
        })
        .collect();
    for expected in [
        "stay",
        "south side of the yard wall",
        "gap in the yard wall",
        "north side of the north bank",
        "towards the lane crossing",
        "north as far as it goes",
        "west, half as far",
        "up to the rifle group",
        "here, side by side from east to west",
    ] {
        assert!(said.iter().any(|it| it == expected), "{expected}: {said:#?}");
    }
}

#[test]
fn a_gap_is_an_opening_and_not_a_wider_way_past_it() {
    // Two banks with an opening of two inches, and a third end three inches off.
    let table = drawn(&["bocage 0,20 10,20", "bocage 12,20 30,20", "bocage 11,23 11,30"]);
    let starts = [at(11.0, 16.0)];
    let terms = terms(&table, &starts, 12, &[], &[]);
    let guide = Guide::default();
    let search = Search { terms, guide: &guide, foes: &[], classes: &[Class::Gap] };
    let found = candidates(&table, &search);
    let ends: Vec<Spot> = found.iter().skip(1).map(|it| it.paths[0].end(starts[0])).collect();
    assert!(ends.contains(&at(11.0, 20.0)), "{ends:?}");
    // From the third end to either bank is an opening, too; across the first one is not.
    assert!(ends.len() <= 3, "{ends:?}");
}

#[test]
fn walls_are_gone_around_where_that_is_cheaper() {
    // Bocage costs 4 to cross; the gap is two inches aside.
    let table = drawn(&["bocage 0,20 20,20", "bocage 22,20 40,20"]);
    let starts = [at(19.0, 18.0)];
    let terms = terms(&table, &starts, 8, &[], &[]);
    let guide = Guide::new(&table, &[at(19.0, 22.5)]);
    let search = Search { terms, guide: &guide, foes: &[], classes: &[Class::Objective] };
    let found = candidates(&table, &search);
    let goal = found.iter().find(|it| it.label == Label::Objective(0) && !it.short).unwrap();
    let cost = goal.judged.costs[0];
    assert!(cost < 7 * INCH, "{cost}: {:?}", goal.paths);
    assert!(goal.paths[0].0.len() <= 4, "{:?}", goal.paths);
}

#[test]
fn houses_are_entered_and_stairs_are_climbed() {
    let table = drawn(&["stone 2 10,10 16,10 16,16 10,16"]);
    let starts = [at(8.0, 13.0), at(8.0, 12.0)];
    let terms = terms(&table, &starts, 12, &[], &[]);
    let guide = Guide::default();
    let search = Search { terms, guide: &guide, foes: &[], classes: &[Class::Edge] };
    let found = candidates(&table, &search);
    for floor in [0, 1] {
        let there = found.iter().find(|it| {
            matches!(it.label, Label::Edge { piece: Piece::Building(0), floor: n, .. } if n == floor)
        });
        let it = there.unwrap_or_else(|| panic!("floor {floor}"));
        assert!(it.paths.iter().zip(starts).all(|(path, start)| path.end(start).floor == floor));
    }
    let said = found.iter().map(|it| it.words(&table, |_| String::new(), |_| String::new()));
    assert!(said.into_iter().any(|it| it == "in the stone 0, floor 1, at the west wall"));
}

#[test]
fn rows_stand_along_what_they_line_on_one_side_of_it() {
    let table = drawn(&["wall 5,20 35,20"]);
    let starts = table.settle(at(20.0, 16.0), 5, &[], None).unwrap();
    let terms = terms(&table, &starts, 8, &[], &[]);
    let guide = Guide::default();
    let search = Search { terms, guide: &guide, foes: &[], classes: &[Class::Lining] };
    let found = candidates(&table, &search);
    let south = found.iter().find(|it| {
        it.words(&table, |_| String::new(), |_| String::new()) == "south side of the wall 0"
    });
    for (path, &start) in south.unwrap().paths.iter().zip(&starts) {
        assert_eq!(path.end(start).y, 19 * INCH + INCH / 2);
    }
}

#[test]
fn flight_offers_the_edge() {
    let table = drawn(&["hedge 0,10 40,10"]);
    let starts = [at(20.0, 3.0), at(21.0, 3.0)];
    let exits = [(Point::inches(0, 0), Point::inches(40, 0))];
    let terms = Terms { exits: &exits, linked: false, ..terms(&table, &starts, 12, &[], &[]) };
    let guide = Guide::default();
    let search = Search { terms, guide: &guide, foes: &[], classes: &Class::FLIGHT };
    let found = candidates(&table, &search);
    let off = found.iter().find(|it| it.label == Label::Off).unwrap();
    assert_eq!(off.judged.left, 3);
    assert_eq!(off.paths, [Path(vec![at(20.0, 0.0)]), Path(vec![at(21.0, 0.0)])]);
}

#[test]
fn assaults_end_in_contact_or_as_near_as_possible() {
    let table = drawn(&["hedge 0,10 40,10", "stone 1 30,5 34,5 34,9 30,9"]);
    let starts = [at(20.0, 8.0), at(21.0, 8.0), at(19.0, 8.0)];
    let enemies = [at(20.0, 10.5), on(21.0, 11.0, 0)];
    let terms = Terms { enemies: &[], others: &enemies, ..terms(&table, &starts, 4, &[], &[]) };
    let found = assault_candidates(&table, &terms, &enemies);
    assert!(3 <= found.len());
    for it in &found {
        assert_eq!(judge(&table, &terms, &it.paths).as_ref(), Ok(&it.judged));
    }
    let ends = |n: usize| found[n].paths.iter().zip(starts).map(|(path, start)| path.end(start));
    let touching =
        ends(0).filter(|it| enemies.iter().any(|foe| within(foe.point(), it.point(), INCH)));
    assert!(1 <= touching.count());
    // Out of reach behind three walls: as near as they get.
    let far = [on(32.0, 7.0, 0)];
    let terms = Terms { others: &far, ..terms };
    let found = assault_candidates(&table, &terms, &far);
    let near = found[0].paths[1].end(starts[1]);
    assert!(near.x > starts[1].x + 2 * INCH, "{near:?}");
}

#[test]
fn places_to_set_up_lie_in_the_zone_hidden_ones_in_cover_first() {
    let table = shipped("farm");
    let corners = [(0, 17), (48, 17), (48, 48), (0, 48)];
    let zone = Polygon::new(corners.map(|(x, y)| Point::inches(x, y)).to_vec()).unwrap();
    for count in [1, 4, 8] {
        let found = places(&table, &[&zone], count, &[], true);
        assert!(32 < found.len() && found.len() <= 64);
        for (spots, _) in &found {
            assert_eq!(spots.len(), count);
            assert!(spots.iter().all(|it| zone.contains(it.point()) && table.place(*it).is_ok()));
            assert!(tabletop::linked(spots, table.legend().figures.coherency));
        }
        assert!(table.conceals(found[0].0[0]));
    }
}
