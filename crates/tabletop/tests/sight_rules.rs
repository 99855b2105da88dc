//! Section 14 of the rules by hand: each sentence on a table of a few pieces.

mod common;

use common::{BLOCKED, at, cover, drawn, on, sees, sees_in};
use tabletop::{Cause, Conditions, INCH, Reason, Smoke};

#[test]
fn a_point_on_an_outline_belongs_to_the_polygon() {
    let table = drawn(&["hill 1 4,4 8,4 8,8 4,8", "stone 2 20,20 24,20 24,24 20,24"]);
    assert_eq!(table.level(at(4.0, 6.0).point()), 1);
    assert_eq!(table.level(at(3.75, 6.0).point()), 0);
    assert_eq!(table.building_at(at(24.0, 24.0).point()), Some(0));
    assert_eq!(table.building_at(at(24.25, 24.0).point()), None);
}

#[test]
fn the_level_of_a_point_is_that_of_its_highest_hill() {
    let table = drawn(&["hill 2 6,6 8,6 8,8 6,8", "hill 1 4,4 12,4 12,12 4,12"]);
    assert_eq!(table.level(at(7.0, 7.0).point()), 2);
    assert_eq!(table.level(at(10.0, 10.0).point()), 1);
    assert_eq!(table.level(at(1.0, 1.0).point()), 0);
}

#[test]
fn a_building_stands_on_the_highest_level_its_outline_touches() {
    let hill = "hill 1 4,4 8,4 8,8 4,8";
    assert_eq!(drawn(&[hill, "wood 1 8,5 10,5 10,7 8,7"]).buildings()[0].base, 1);
    assert_eq!(drawn(&[hill, "wood 1 9,5 10,5 10,7 9,7"]).buildings()[0].base, 0);
    assert_eq!(drawn(&[hill, "wood 1 2,2 20,2 20,20 2,20"]).buildings()[0].base, 0);
}

#[test]
fn open_ground_is_clear() {
    let table = drawn(&["road 0,0 40,0 40,40 0,40", "marsh 10,10 20,10 20,20 10,20"]);
    assert_eq!(sees(&table, at(1.0, 1.0), at(39.0, 38.0)), Some(0));
}

#[test]
fn a_line_of_no_length_is_clear_on_one_floor() {
    let table = drawn(&["woods 0,0 9,0 9,9 0,9", "stone 2 20,20 24,20 24,24 20,24"]);
    assert_eq!(sees(&table, at(4.0, 4.0), at(4.0, 4.0)), Some(0));
    assert_eq!(sees(&table, on(22.0, 22.0, 1), on(22.0, 22.0, 1)), Some(0));
    assert_eq!(sees(&table, on(22.0, 22.0, 0), on(22.0, 22.0, 1)), BLOCKED);
}

#[test]
fn a_hill_blocks_where_the_line_runs_below_its_ground() {
    let table = drawn(&["hill 1 10,0 14,0 14,20 10,20"]);
    // Over a hill between two figures in the plain: eyes at 1, ground at 2.
    assert_eq!(sees(&table, at(8.0, 10.0), at(16.0, 10.0)), BLOCKED);
    // From the hill down: the line falls from 3 to 1 and is at 2 half-way; the edge must come before that.
    assert_eq!(sees(&table, at(13.0, 10.0), at(15.0, 10.0)), Some(0));
    assert_eq!(sees(&table, at(12.0, 10.0), at(15.75, 10.0)), BLOCKED);
    assert_eq!(sees(&table, at(12.0, 10.0), at(16.0, 10.0)), Some(0));
    // Two on the hill see each other.
    assert_eq!(sees(&table, at(11.0, 2.0), at(13.0, 19.0)), Some(0));
    let why = table.explain(at(8.0, 10.0), at(16.0, 10.0), Conditions::default());
    assert_eq!(why.reasons[0].cause, Cause::Ground(0));
}

#[test]
fn terrain_affects_a_line_only_where_it_is_not_above_its_top() {
    // Eyes on the hill are at 3, in the plain at 1; a hedge is 1 high, bocage 2.
    let hill = "hill 1 0,0 4,0 4,20 0,20";
    let hedge = drawn(&[hill, "hedge 10,0 10,20"]);
    assert_eq!(sees(&hedge, at(3.0, 10.0), at(17.0, 10.0)), Some(0));
    assert_eq!(sees(&hedge, at(5.0, 10.0), at(17.0, 10.0)), Some(1));
    // The line falls from 3 at x = 3.75 to 1: it is at 2, the top of bocage, in the middle.
    let bocage = drawn(&[hill, "bocage 10,0 10,20"]);
    assert_eq!(sees(&bocage, at(3.75, 10.0), at(16.25, 10.0)), BLOCKED);
    assert_eq!(sees(&bocage, at(3.75, 10.0), at(16.5, 10.0)), Some(0));
    // Crops are as high as a man's eyes: only at the very end would the line touch them.
    let crops = drawn(&["stone 2 0,8 4,8 4,12 0,12", "crops 6,0 12,0 12,20 6,20"]);
    assert_eq!(sees(&crops, on(3.5, 10.0, 1), at(16.0, 10.0)), Some(0));
    assert_eq!(sees(&crops, on(3.5, 10.0, 0), at(16.0, 10.0)), Some(1));
    // An orchard is 4 high: two floors up one looks into it, three floors up over it while the line is above 4.
    let orchard = drawn(&["stone 3 0,8 4,8 4,12 0,12", "orchard 6,0 8,0 8,20 6,20"]);
    assert_eq!(sees(&orchard, on(3.5, 10.0, 1), at(36.0, 10.0)), Some(1));
    assert_eq!(sees(&orchard, on(3.5, 10.0, 2), at(36.0, 10.0)), Some(0));
    assert_eq!(sees(&orchard, on(3.5, 10.0, 2), at(10.0, 10.0)), Some(1));
}

#[test]
fn an_obstacle_on_a_hill_stands_on_its_level_and_on_its_outline_on_the_higher() {
    let table = drawn(&["hill 1 10,0 20,0 20,20 10,20", "bocage 10,0 10,20", "hedge 15,0 15,20"]);
    // On the hill both eyes are at 3 and the hedge reaches 3.
    assert_eq!(sees(&table, at(12.0, 10.0), at(18.0, 10.0)), Some(1));
    // The bank on the edge of the hill reaches 4: nobody looks over it unlined.
    assert_eq!(sees(&table, at(12.0, 10.0), at(1.0, 10.0)), BLOCKED);
    assert_eq!(sees(&table, at(11.0, 10.0), at(1.0, 10.0)), Some(0));
}

#[test]
fn an_area_on_a_hill_stands_at_each_point_on_the_level_of_that_point() {
    // Eyes on the hill are at 3; crops reach 3 on it and 1 in the plain.
    let table = drawn(&["hill 1 0,0 20,0 20,40 0,40", "crops 10,0 30,0 30,40 10,40"]);
    assert_eq!(sees(&table, at(2.0, 10.0), at(17.0, 10.0)), Some(1));
    assert_eq!(sees(&table, at(31.0, 10.0), at(39.0, 10.0)), Some(0));
    // The line from the edge of the hill falls from 3 to 1 and is above the crops of the plain until its very end.
    assert_eq!(sees(&table, at(19.0, 10.0), at(39.0, 10.0)), Some(0));
    // From deeper in the hill the crops on it are still above the line.
    let plain = drawn(&[
        "hill 1 0,0 20,0 20,40 0,40",
        "crops 14,0 16,0 16,40 14,40",
        "crops 24,0 26,0 26,40 24,40",
    ]);
    assert_eq!(sees(&plain, at(13.0, 10.0), at(39.0, 10.0)), Some(1));
    assert_eq!(sees(&plain, at(17.0, 10.0), at(39.0, 10.0)), Some(0));
    assert_eq!(sees(&plain, at(22.0, 10.0), at(39.0, 10.0)), Some(1));
    // Level 2 on level 1: the higher one counts.
    let steep = drawn(&[
        "hill 1 0,0 40,0 40,40 0,40",
        "hill 2 10,0 30,0 30,40 10,40",
        "orchard 18,0 22,0 22,40 18,40",
    ]);
    assert_eq!(sees(&steep, at(11.0, 10.0), at(29.0, 10.0)), Some(1));
    assert_eq!(sees(&steep, at(1.0, 10.0), at(39.0, 10.0)), BLOCKED);
}

#[test]
fn a_building_blocks_lines_through_its_inside_unless_they_pass_above() {
    let table = drawn(&["wood 1 10,8 14,8 14,12 10,12", "stone 3 20,8 24,8 24,12 20,12"]);
    assert_eq!(sees(&table, at(8.0, 10.0), at(16.0, 10.0)), BLOCKED);
    // Along its wall and past its corner is not through it.
    assert_eq!(sees(&table, at(8.0, 8.0), at(16.0, 8.0)), Some(0));
    assert_eq!(sees(&table, at(8.0, 10.0), at(12.0, 6.0)), Some(0));
    assert_eq!(sees(&table, at(8.0, 10.25), at(12.0, 6.25)), BLOCKED);
    // From the top floor (eye 5) to the plain (1) the line is at the height of the low roof (2) after three quarters of the
    // way: over 14 inches exactly at its far wall, which is not inside.
    assert_eq!(sees(&table, on(20.5, 10.0, 2), at(4.0, 10.0)), Some(0));
    assert_eq!(sees(&table, on(20.5, 10.0, 2), at(6.5, 10.0)), Some(0));
    assert_eq!(sees(&table, on(20.5, 10.0, 2), at(6.75, 10.0)), BLOCKED);
    let near = drawn(&["wood 1 17,8 19,8 19,12 17,12", "stone 3 20,8 24,8 24,12 20,12"]);
    assert_eq!(sees(&near, on(20.5, 10.0, 2), at(4.0, 10.0)), Some(0));
    assert_eq!(sees(&near, on(20.5, 10.0, 1), at(4.0, 10.0)), Some(0));
    assert_eq!(sees(&near, on(20.5, 10.0, 0), at(4.0, 10.0)), BLOCKED);
}

#[test]
fn a_figure_in_a_building_looks_out_of_a_wall_within_one_inch_that_the_line_leaves_within_two() {
    let table = drawn(&["stone 1 10,10 20,10 20,20 10,20"]);
    // At the west wall.
    assert_eq!(sees(&table, on(11.0, 15.0, 0), at(2.0, 15.0)), Some(0));
    assert_eq!(sees(&table, on(11.25, 15.0, 0), at(2.0, 15.0)), BLOCKED);
    // At an angle: the line leaves the wall a good deal farther off.
    assert_eq!(sees(&table, on(11.0, 15.0, 0), at(9.0, 18.0)), Some(0));
    assert_eq!(sees(&table, on(11.0, 15.0, 0), at(9.0, 18.75)), BLOCKED);
    // He stands at the west wall, not at the south wall, though the line leaves that within two inches.
    assert_eq!(sees(&table, on(10.5, 11.75, 0), at(11.0, 5.0)), BLOCKED);
    assert_eq!(sees(&table, on(10.5, 11.0, 0), at(11.0, 5.0)), Some(0));
    // And is seen in the same way, from another house, too.
    let two = drawn(&["stone 1 10,10 20,10 20,20 10,20", "wood 1 24,10 28,10 28,20 24,20"]);
    assert_eq!(sees(&two, on(19.0, 15.0, 0), on(25.0, 15.0, 0)), Some(0));
    assert_eq!(sees(&two, on(19.0, 15.0, 0), on(25.25, 15.0, 0)), BLOCKED);
    let why = two.explain(on(19.0, 15.0, 0), on(25.25, 15.0, 0), Conditions::default());
    assert_eq!(why.reasons[0].cause, Cause::NoWindow(1));
}

#[test]
fn two_in_one_building_see_each_other_on_one_floor_and_inside_its_outline() {
    // A house with two wings around a yard that opens to the north.
    let table = drawn(&["stone 2 10,10 22,10 22,20 18,20 18,14 14,14 14,20 10,20"]);
    assert_eq!(sees(&table, on(11.0, 19.0, 0), on(11.0, 11.0, 0)), Some(0));
    assert_eq!(sees(&table, on(11.0, 19.0, 1), on(11.0, 11.0, 0)), BLOCKED);
    assert_eq!(sees(&table, on(13.0, 18.0, 0), on(19.0, 18.0, 0)), BLOCKED);
    // Touching the corner of the yard is not leaving.
    assert_eq!(sees(&table, on(12.0, 16.0, 1), on(16.0, 12.0, 1)), Some(0));
    let why = table.explain(on(13.0, 18.0, 0), on(19.0, 18.0, 0), Conditions::default());
    assert_eq!(why.reasons[0].cause, Cause::LeavesBuilding(0));
}

#[test]
fn who_is_within_an_inch_lines_an_obstacle_and_a_crossing_within_two() {
    let table = drawn(&["bocage 0,10 40,10"]);
    assert_eq!(sees(&table, at(20.0, 9.0), at(20.0, 30.0)), Some(0));
    assert_eq!(sees(&table, at(20.0, 8.75), at(20.0, 30.0)), BLOCKED);
    assert_eq!(sees(&table, at(20.0, 30.0), at(20.0, 11.0)), Some(0));
    // Along the bank: the crossing moves away. From an inch off it is sqrt(1 + 3) = 2 away at the slope 1 to sqrt 3.
    assert_eq!(sees(&table, at(20.0, 9.0), at(31.0, 15.5)), Some(0));
    assert_eq!(sees(&table, at(20.0, 9.0), at(31.0, 15.0)), BLOCKED);
    let why = table.explain(at(20.0, 9.0), at(20.0, 30.0), Conditions::default());
    assert_eq!(why.reasons[0].cause, Cause::Lined(0));
}

#[test]
fn nobody_lines_an_obstacle_from_a_building() {
    let table = drawn(&["bocage 0,10 40,10", "stone 1 18,5 22,5 22,9 18,9"]);
    assert_eq!(sees(&table, on(20.0, 8.5, 0), at(20.0, 30.0)), BLOCKED);
}

#[test]
fn unlined_hedges_and_walls_hinder_bocage_blocks_and_the_rest_does_nothing() {
    let across = |kind: &str| {
        let table = drawn(&[&format!("{kind} 0,10 40,10")]);
        sees(&table, at(20.0, 1.0), at(21.0, 30.0))
    };
    assert_eq!(across("hedge"), Some(1));
    assert_eq!(across("wall"), Some(1));
    assert_eq!(across("bocage"), BLOCKED);
    assert_eq!(across("fence"), Some(0));
    assert_eq!(across("bank"), Some(0));
    assert_eq!(across("wire"), Some(0));
}

#[test]
fn a_corner_on_the_line_counts_once_or_not_at_all() {
    // The line from west to east passes the corner at (20, 10), which counts as left of it (north).
    let through = drawn(&["hedge 15,0 20,10 25,20"]);
    assert_eq!(sees(&through, at(1.0, 10.0), at(39.0, 10.0)), Some(1));
    let from_left = drawn(&["hedge 15,20 20,10 25,20"]);
    assert_eq!(sees(&from_left, at(1.0, 10.0), at(39.0, 10.0)), Some(0));
    let from_right = drawn(&["hedge 15,0 20,10 25,0"]);
    assert_eq!(sees(&from_right, at(1.0, 10.0), at(39.0, 10.0)), Some(2));
    // Two hedges that meet on the line are one crossing, too.
    let meeting = drawn(&["hedge 15,0 20,10", "hedge 20,10 25,20"]);
    assert_eq!(sees(&meeting, at(1.0, 10.0), at(39.0, 10.0)), Some(1));
    // Along a hedge is not across it.
    let along = drawn(&["hedge 10,10 30,10"]);
    assert_eq!(sees(&along, at(1.0, 10.0), at(39.0, 10.0)), Some(0));
}

#[test]
fn each_area_is_one_hindrance_and_overlapping_ones_count_each() {
    for kind in ["crops", "orchard", "brush", "rubble"] {
        let table = drawn(&[&format!("{kind} 10,0 30,0 30,20 10,20")]);
        assert_eq!(sees(&table, at(1.0, 10.0), at(39.0, 10.0)), Some(1), "{kind}");
    }
    let both = drawn(&["crops 10,0 20,0 20,20 10,20", "orchard 15,0 25,0 25,20 15,20"]);
    assert_eq!(sees(&both, at(1.0, 10.0), at(39.0, 10.0)), Some(2));
    let free = drawn(&["crater 10,0 12,0 12,20 10,20", "trench 20,0 22,0 22,20 20,20"]);
    assert_eq!(sees(&free, at(1.0, 10.0), at(39.0, 10.0)), Some(0));
}

#[test]
fn touching_a_corner_or_running_along_an_outline_is_not_passing_through() {
    let table = drawn(&["crops 10,10 20,10 20,20 10,20"]);
    assert_eq!(sees(&table, at(1.0, 10.0), at(39.0, 10.0)), Some(0));
    assert_eq!(sees(&table, at(1.0, 20.0), at(39.0, 20.0)), Some(0));
    assert_eq!(sees(&table, at(5.0, 15.0), at(15.0, 5.0)), Some(0));
    assert_eq!(sees(&table, at(5.0, 25.0), at(25.0, 5.0)), Some(1));
}

#[test]
fn each_started_two_inches_of_wood_is_a_hindrance_and_more_than_four_block() {
    let deep = |inches: u32| {
        let table = drawn(&[&format!("woods 10,0 {0},0 {0},20 10,20", 10 + inches)]);
        sees(&table, at(1.0, 10.0), at(39.0, 10.0))
    };
    assert_eq!(deep(1), Some(1));
    assert_eq!(deep(2), Some(1));
    assert_eq!(deep(3), Some(2));
    assert_eq!(deep(4), Some(2));
    assert_eq!(deep(5), BLOCKED);
    // Exactly four is not more than four wherever the line begins: rounding does not tip it.
    let table = drawn(&["woods 10,0 14,0 14,20 10,20"]);
    for quarter in 0..32 {
        let from = at(1.0 + f64::from(quarter) * 0.25, 10.0);
        assert_eq!(sees(&table, from, at(33.0, 10.0)), Some(2), "{quarter}");
    }
}

#[test]
fn the_same_wood_counts_as_a_whole_and_another_for_itself() {
    // A wood like a U: the line crosses both arms, two and a half inches in all… and three with the second.
    let one = drawn(&["woods 10,0 12,0 12,10 16,10 16,0 18,0 18,14 10,14"]);
    assert_eq!(sees(&one, at(1.0, 5.0), at(39.0, 5.0)), Some(2));
    let wide = drawn(&["woods 10,0 13,0 13,10 16,10 16,0 18,0 18,14 10,14"]);
    assert_eq!(sees(&wide, at(1.0, 5.0), at(39.0, 5.0)), BLOCKED);
    let two = drawn(&["woods 10,0 13,0 13,10 10,10", "woods 16,0 18,0 18,10 16,10"]);
    assert_eq!(sees(&two, at(1.0, 5.0), at(39.0, 5.0)), Some(3));
}

#[test]
fn the_first_two_inches_from_a_figure_in_the_area_do_not_count() {
    let crops = drawn(&["crops 10,0 30,0 30,20 10,20"]);
    assert_eq!(sees(&crops, at(12.0, 10.0), at(1.0, 10.0)), Some(0));
    assert_eq!(sees(&crops, at(12.25, 10.0), at(1.0, 10.0)), Some(1));
    assert_eq!(sees(&crops, at(28.0, 10.0), at(39.0, 10.0)), Some(0));
    assert_eq!(sees(&crops, at(15.0, 10.0), at(19.0, 10.0)), Some(0));
    assert_eq!(sees(&crops, at(15.0, 10.0), at(19.25, 10.0)), Some(1));
    let woods = drawn(&["woods 10,0 30,0 30,20 10,20"]);
    assert_eq!(sees(&woods, at(14.0, 10.0), at(1.0, 10.0)), Some(1));
    assert_eq!(sees(&woods, at(16.0, 10.0), at(1.0, 10.0)), Some(2));
    assert_eq!(sees(&woods, at(16.25, 10.0), at(1.0, 10.0)), BLOCKED);
    assert_eq!(sees(&woods, at(15.0, 10.0), at(23.0, 10.0)), Some(2));
    assert_eq!(sees(&woods, at(15.0, 10.0), at(23.25, 10.0)), BLOCKED);
}

#[test]
fn more_than_four_hindrances_block_and_so_does_visibility() {
    let hedges = |n: i32| {
        let rows: Vec<String> =
            (0..n).map(|it| format!("hedge 0,{0} 40,{0}", 10 + 2 * it)).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        sees(&drawn(&rows), at(20.0, 1.0), at(20.0, 39.0))
    };
    assert_eq!(hedges(4), Some(4));
    assert_eq!(hedges(5), BLOCKED);
    let table = drawn(&[]);
    let dusk = Conditions { visibility: Some(10 * INCH), ..Conditions::default() };
    assert_eq!(sees_in(&table, at(1.0, 1.0), at(7.0, 9.0), dusk), Some(0));
    assert_eq!(sees_in(&table, at(1.0, 1.0), at(7.0, 9.25), dusk), BLOCKED);
}

#[test]
fn smoke_adds_its_number_for_every_line_it_touches_at_any_height() {
    let table = drawn(&["stone 3 0,8 4,8 4,12 0,12"]);
    let cloud = |x, hindrances| Smoke { at: at(x, 10.0).point(), radius: 3 * INCH, hindrances };
    let smoke = [cloud(20.0, 2)];
    let thin = Conditions { smoke: &smoke, ..Conditions::default() };
    assert_eq!(sees_in(&table, at(10.0, 13.0), at(30.0, 13.0), thin), Some(2));
    assert_eq!(sees_in(&table, at(10.0, 13.25), at(30.0, 13.25), thin), Some(0));
    assert_eq!(sees_in(&table, at(10.0, 10.0), at(17.0, 10.0), thin), Some(2));
    assert_eq!(sees_in(&table, at(10.0, 10.0), at(16.75, 10.0), thin), Some(0));
    assert_eq!(sees_in(&table, on(3.5, 10.0, 2), at(30.0, 10.0), thin), Some(2));
    let why = table.explain(at(10.0, 10.0), at(30.0, 10.0), thin).reasons;
    assert_eq!(why, [Reason { cause: Cause::Smoke(0), at: smoke[0].at, hindrances: 2 }]);
    let both = [cloud(20.0, 4), cloud(14.0, 2)];
    let thick = Conditions { smoke: &both, ..Conditions::default() };
    assert_eq!(sees_in(&table, at(17.5, 10.0), at(30.0, 10.0), thick), Some(4));
    assert_eq!(sees_in(&table, at(10.0, 10.0), at(30.0, 10.0), thick), BLOCKED);
}

#[test]
fn cover_is_the_best_single_class_on_the_line() {
    let table = drawn(&["woods 10,10 20,10 20,20 10,20", "wall 0,9 40,9"]);
    // In the wood from anywhere; behind the wall, too, but only where the wall lies between.
    assert_eq!(cover(&table, at(15.0, 30.0), at(15.0, 10.0)), "light");
    assert_eq!(cover(&table, at(15.0, 1.0), at(15.0, 10.0)), "heavy");
    assert_eq!(cover(&table, at(25.0, 1.0), at(25.0, 10.0)), "heavy");
    assert_eq!(cover(&table, at(25.0, 1.0), at(25.0, 10.25)), "open");
    assert_eq!(cover(&table, at(25.0, 30.0), at(25.0, 10.0)), "open");
    // The crossing must be within two inches of the target.
    assert_eq!(cover(&table, at(10.0, 1.0), at(25.0, 10.0)), "heavy");
    assert_eq!(cover(&table, at(10.0, 8.0), at(25.0, 10.0)), "open");
    // A burst asks only whether the wall lies between.
    let burst = table.cover_from_burst(at(10.0, 8.0), at(25.0, 10.0));
    assert_eq!(table.legend().covers[usize::from(burst.cover.0)], "heavy");
}

#[test]
fn an_obstacle_covers_at_any_difference_in_height() {
    let table = drawn(&["hill 2 0,0 10,0 10,40 0,40", "hedge 20,0 20,40"]);
    assert_eq!(sees(&table, at(9.0, 10.0), at(20.5, 10.0)), Some(0));
    assert_eq!(cover(&table, at(9.0, 10.0), at(20.5, 10.0)), "light");
}

#[test]
fn a_building_covers_by_its_class_from_outside_and_lightly_on_its_own_floor() {
    let table = drawn(&[
        "stone 2 10,10 20,10 20,20 10,20",
        "trench 10,10 20,10 20,20 10,20",
        "wall 0,9 40,9",
    ]);
    assert_eq!(cover(&table, at(1.0, 1.0), on(11.0, 11.0, 1)), "reinforced");
    assert_eq!(cover(&table, on(12.0, 12.0, 1), on(11.0, 11.0, 1)), "light");
    let wood = drawn(&["wood 2 10,10 20,10 20,20 10,20", "trench 10,10 20,10 20,20 10,20"]);
    assert_eq!(cover(&wood, at(1.0, 1.0), on(11.0, 11.0, 0)), "heavy");
}

#[test]
fn what_a_place_is_like() {
    let table = drawn(&[
        "ruin 3 10,10 20,10 20,20 10,20",
        "stone 3 30,30 34,30 34,34 30,34",
        "woods 0,0 5,0 5,5 0,5",
    ]);
    assert!(table.conceals(at(11.0, 11.0)) && table.conceals(at(1.0, 1.0)));
    assert!(!table.conceals(at(25.0, 25.0)));
    assert!(table.tree_bursts(at(1.0, 1.0)) && !table.tree_bursts(at(11.0, 11.0)));
    assert!(!table.tree_bursts(at(25.0, 25.0)));
    let dug_in = drawn(&["foxhole 1,1 3,1 3,3 1,3", "woods 0,0 5,0 5,5 0,5"]);
    assert!(dug_in.tree_bursts(at(2.0, 2.0)) && dug_in.conceals(at(2.0, 2.0)));
    assert_eq!(cover(&dug_in, at(20.0, 20.0), at(2.0, 2.0)), "heavy");
    assert_eq!(table.levels_above(on(11.0, 11.0, 0)), 2);
    assert_eq!(table.levels_above(on(31.0, 31.0, 0)), 3);
    assert_eq!(table.levels_above(on(31.0, 31.0, 2)), 1);
    assert_eq!(table.levels_above(at(1.0, 1.0)), 0);
}

#[test]
fn the_reasons_name_the_piece_and_the_place() {
    let table = drawn(&[
        "hedge 0,10 40,10",
        "crops 0,20 40,20 40,30 0,30",
        "wood 1 18,32 22,32 22,36 18,36",
    ]);
    let said = |a, b| {
        let why = table.explain(a, b, Conditions::default());
        assert_eq!(why.hindrances, 2);
        let said = |it: &Reason| (it.cause, it.at.to_string(), it.hindrances);
        why.reasons.iter().map(said).collect::<Vec<_>>()
    };
    // Each where it begins for who looks, the nearest first.
    let near = |cause, at: &str, hindrances| (cause, at.to_owned(), hindrances);
    assert_eq!(
        said(at(20.0, 2.0), at(20.0, 38.0)),
        [
            near(Cause::Obstacle(0), "(20, 10)", 1),
            near(Cause::Area(0), "(20, 20)", 1),
            near(Cause::Building(0), "(20, 32)", 0),
        ]
    );
    assert_eq!(
        said(at(20.0, 38.0), at(20.0, 2.0)),
        [
            near(Cause::Building(0), "(20, 36)", 0),
            near(Cause::Area(0), "(20, 30)", 1),
            near(Cause::Obstacle(0), "(20, 10)", 1),
        ]
    );
}

#[test]
fn a_wall_or_bocage_parts_two_figures_and_a_hedge_does_not() {
    let table = drawn(&["hedge 0,10 40,10", "bocage 0,20 40,20", "wood 1 10,30 14,30 14,34 10,34"]);
    assert!(!table.parted(at(5.0, 9.5), at(5.0, 10.5)));
    assert!(table.parted(at(5.0, 19.5), at(5.0, 20.5)));
    assert!(table.parted(at(12.0, 29.5), on(12.0, 30.5, 0)));
    assert!(!table.parted(on(12.0, 31.5, 0), on(12.0, 30.5, 0)));
}
