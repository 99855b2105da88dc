//! Points, lines and polygons: exact where floating point would guess.

mod common;

use common::{Random, at, drawn};
use tabletop::{
    Flaw, INCH, Line, Place, Point, Polygon, Terms,
    geometry::{cross, length, near, nearer, on_segment, within},
    line::End,
    reach,
};

fn polygon(corners: &[(i32, i32)]) -> Result<Polygon, Flaw> {
    Polygon::new(corners.iter().map(|&(x, y)| Point::inches(x, y)).collect())
}

#[test]
fn within_includes_exactly_and_nothing_more() {
    let (a, b) = (Point::new(0, 0), Point::new(3 * 341, 4 * 341));
    assert!(within(a, b, 5 * 341));
    assert!(!within(a, b, 5 * 341 - 1));
    assert!(!within(a, Point::new(3 * 341, 4 * 341 + 1), 5 * 341));
}

#[test]
fn near_a_segment_is_near_its_foot_or_its_ends() {
    let (a, b) = (Point::inches(0, 0), Point::inches(10, 0));
    assert!(near(a, b, Point::inches(5, 1), INCH) && !nearer(a, b, Point::inches(5, 1), INCH));
    assert!(!near(a, b, Point::new(5 * INCH, INCH + 1), INCH));
    assert!(near(a, b, Point::inches(13, 4), 5 * INCH));
    assert!(!near(a, b, Point::inches(13, 4), 5 * INCH - 1));
    assert!(nearer(a, b, Point::inches(-3, 4), 5 * INCH + 1));
    // A slanting segment: the distance of (1, 0) from the diagonal is the root of one half, 181.02 units.
    let diagonal = (Point::inches(0, 0), Point::inches(9, 9));
    assert!(near(diagonal.0, diagonal.1, Point::inches(1, 0), 182));
    assert!(!near(diagonal.0, diagonal.1, Point::inches(1, 0), 181));
    // A segment of no length is a point.
    assert!(near(a, a, Point::inches(0, 1), INCH) && !near(a, a, Point::inches(0, 1), INCH - 1));
}

#[test]
fn a_segment_has_its_ends_whichever_way_it_runs() {
    let ends = [(0, 0), (8, 4), (8, 0), (0, 4), (4, 9), (4, -3)].map(|(x, y)| Point::inches(x, y));
    for a in ends {
        for b in ends {
            assert!(on_segment(a, b, a) && on_segment(a, b, b));
            let middle = Point::new((a.x + b.x) / 2, (a.y + b.y) / 2);
            assert!(on_segment(a, b, middle));
            let beyond = Point::new(2 * b.x - a.x, 2 * b.y - a.y);
            assert!(a == b || !on_segment(a, b, beyond));
            assert!(a == b || !on_segment(a, b, Point::new(middle.x + 1, middle.y + 3)));
        }
    }
}

#[test]
fn polygons_that_cross_or_touch_themselves_are_refused_with_edges_and_place() {
    assert_eq!(polygon(&[(0, 0), (1, 0)]), Err(Flaw::Few));
    let crossing =
        |first, second, x, y| Err(Flaw::Crossing { first, second, at: Point::inches(x, y) });
    assert_eq!(polygon(&[(0, 0), (4, 4), (4, 0), (0, 4)]), crossing(1, 3, 2, 2));
    // A corner on another edge.
    assert_eq!(polygon(&[(0, 0), (8, 0), (8, 8), (4, 0), (0, 8)]), crossing(1, 3, 4, 0));
    // There and back.
    assert_eq!(polygon(&[(0, 0), (8, 0), (4, 0)]), crossing(1, 2, 4, 0));
    assert_eq!(polygon(&[(0, 0), (8, 0), (8, 8), (8, 4)]), crossing(2, 3, 8, 4));
    // The last edge and the first.
    assert_eq!(polygon(&[(0, 0), (8, 0), (8, 8), (4, 0)]), crossing(1, 3, 4, 0));
    let same = Flaw::Repeated { first: 1, second: 4, at: Point::inches(0, 0) };
    assert_eq!(polygon(&[(0, 0), (8, 0), (8, 8), (0, 0), (-4, 4)]), Err(same));
    assert!(polygon(&[(0, 0), (8, 0), (8, 8), (0, 8)]).unwrap().turns_left());
    assert!(!polygon(&[(0, 8), (8, 8), (8, 0), (0, 0)]).unwrap().turns_left());
    // A corner in the middle of a straight side is no mistake.
    assert!(polygon(&[(0, 0), (4, 0), (8, 0), (8, 8), (0, 8)]).is_ok());
}

#[test]
fn the_inside_is_the_same_whichever_way_the_corners_run() {
    let corners = [(2, 2), (10, 4), (6, 6), (12, 12), (3, 9), (5, 7)];
    let one = polygon(&corners).unwrap();
    let other = polygon(&corners.iter().rev().copied().collect::<Vec<_>>()).unwrap();
    let mut random = Random(31);
    let mut inside = 0;
    for _ in 0..20_000 {
        let p = Point::new(random.below(14 * INCH), random.below(14 * INCH));
        assert_eq!(one.contains(p), other.contains(p));
        inside += usize::from(one.contains(p));
        let q = Point::new(random.below(14 * INCH), random.below(14 * INCH));
        let line = Line::new(p, q);
        assert_eq!(one.spans(&line), other.spans(&line));
    }
    assert!(1000 < inside && inside < 19_000);
    assert!(corners.iter().all(|&(x, y)| one.contains(Point::inches(x, y))));
}

#[test]
fn the_spans_of_a_line_are_where_its_points_are_inside() {
    let outline = polygon(&[(2, 2), (10, 4), (6, 6), (12, 12), (3, 9), (5, 7)]).unwrap();
    let mut random = Random(32);
    for _ in 0..3_000 {
        let a = Point::new(random.below(14 * INCH), random.below(14 * INCH));
        let b = Point::new(random.below(14 * INCH), random.below(14 * INCH));
        let line = Line::new(a, b);
        let spans = outline.spans(&line);
        assert!(spans.windows(2).all(|it| it[0].to <= it[1].from));
        for sixteenth in 0..=16 {
            let place = Place(sixteenth << 16);
            let p = line.at(place);
            // The point is rounded: say nothing where that could tip it.
            if outline.outline_near(p, 4) {
                continue;
            }
            let within = spans.iter().any(|it| it.from < place && place < it.to);
            let at_end = sixteenth % 16 == 0;
            let touching = spans.iter().any(|it| it.from <= place && place <= it.to);
            assert_eq!(
                outline.contains(p),
                if at_end { touching } else { within },
                "{a:?} {b:?} {p:?}"
            );
        }
    }
}

#[test]
fn places_so_far_from_an_end_are_rounded_down() {
    let line = Line::new(Point::inches(10, 0), Point::inches(0, 0));
    let whole = f64::from(Place::END.0);
    assert_eq!(line.first, Point::inches(0, 0));
    assert_eq!(line.distant(End::First, 2 * INCH).0, (0.2 * whole) as i32);
    assert_eq!(line.distant(End::Last, 2 * INCH).0, (0.8 * whole) as i32);
    let eight = Line::new(Point::inches(0, 0), Point::inches(0, 8));
    assert_eq!(eight.distant(End::First, 2 * INCH).0, Place::END.0 / 4);
    assert_eq!(eight.distant(End::Last, 2 * INCH).0, Place::END.0 / 4 * 3);
    assert_eq!(line.distant(End::First, 10 * INCH), Place::END);
    assert_eq!(line.distant(End::Last, 11 * INCH), Place::START);
    assert_eq!(line.measure(i64::from(Place::END.0)), 10 * INCH);
    let crossing = line.crossing(Point::inches(2, -1), Point::inches(2, 1)).unwrap();
    assert!(
        crossing.within(&line, End::First, 2 * INCH)
            && !crossing.within(&line, End::First, 2 * INCH - 1)
    );
    assert!(
        crossing.within(&line, End::Last, 8 * INCH)
            && !crossing.within(&line, End::Last, 8 * INCH - 1)
    );
}

#[test]
fn the_largest_table_overflows_nothing() {
    let most = i32::from(tabletop::Table::MOST_INCHES) * INCH;
    let corners = [(0, 0), (most, 0), (most, most), (0, most)].map(|(x, y)| Point::new(x, y));
    let outline = Polygon::new(corners.to_vec()).unwrap();
    for a in corners {
        for b in corners {
            let line = Line::new(a, b);
            let _ = (
                outline.spans(&line),
                outline.covers(&line),
                length(a, b),
                cross(a, b, corners[2]),
            );
            for c in corners {
                let _ = (near(a, b, c, most), on_segment(a, b, c));
                if let Some(it) = line.crossing(c, corners[0]) {
                    let _ = it.within(&line, End::First, most);
                }
                let _ = (line.distant(End::Last, most / 2), line.measure(1 << 20));
            }
        }
    }
    assert_eq!(length(corners[0], corners[2]), 92682);
}

#[test]
fn a_point_is_written_in_inches() {
    let said = |x, y| Point::new(x, y).to_string();
    assert_eq!(said(0, 256), "(0, 1)");
    assert_eq!(said(128, 3200), "(0.5, 12.5)");
    assert_eq!(said(-64, 260), "(-0.25, 1.02)");
}

#[test]
fn reach_is_what_can_be_walked_to() {
    let table = drawn(&["wire 0,20 40,20"]);
    let terms = Terms { allowance: 4 * INCH, ..Terms::NONE };
    let there = reach(&table, &terms, at(20.5, 18.5));
    // Diamonds of diagonals: an octagon of four inches, cut off by the wire, which costs six.
    assert!(there.iter().all(|it| it.0.y < 20 * INCH && it.1 <= 4 * INCH));
    assert!(there.iter().any(|it| it.0 == at(24.5, 18.5) && it.1 == 4 * INCH));
    assert!(!there.iter().any(|it| it.0 == at(25.5, 18.5)));
}
