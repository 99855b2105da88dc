//! The trace against an independent oracle: exact clipping of the segment by every hexagon near it.

use hex::{Hex, Hexside, Leg, Vertex, trace};

const FAR: u8 = 20;

/// What a line does to one hex: from when to when, and whether it passes the interior or only a side.
#[derive(Clone, Copy, Debug)]
struct Stay {
    hex: Hex,
    enter: Fraction,
    leave: Fraction,
    inside: bool,
}

#[derive(Clone, Copy, Debug)]
struct Fraction {
    n: i128,
    d: i128,
}

impl Fraction {
    fn new(n: i128, d: i128) -> Fraction {
        if d < 0 { Fraction { n: -n, d: -d } } else { Fraction { n, d } }
    }
    fn less(self, other: Fraction) -> bool {
        self.n * other.d < other.n * self.d
    }
    fn same(self, other: Fraction) -> bool {
        self.n * other.d == other.n * self.d
    }
}

/// In the plane of (q, r) tripled, which is the hex plane stretched: incidence is the same.
fn corners(hex: Hex) -> [(i128, i128); 6] {
    let (q, r) = (3 * i128::from(hex.q), 3 * i128::from(hex.r));
    [(2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1)].map(|(x, y)| (q + x, r + y))
}

fn stay(from: Hex, to: Hex, hex: Hex) -> Option<Stay> {
    let (x0, y0) = (3 * i128::from(from.q), 3 * i128::from(from.r));
    let (dx, dy) = (3 * i128::from(to.q) - x0, 3 * i128::from(to.r) - y0);
    let corners = corners(hex);
    let (mut enter, mut leave) = (Fraction::new(0, 1), Fraction::new(1, 1));
    let mut on_a_side = false;
    for i in 0..6 {
        let (a, b) = (corners[i], corners[(i + 1) % 6]);
        let (ex, ey) = (b.0 - a.0, b.1 - a.1);
        // The corners run one way round, so the inside is where this product is not positive.
        let at_start = ex * (y0 - a.1) - ey * (x0 - a.0);
        let slope = ex * dy - ey * dx;
        if slope == 0 {
            if 0 < at_start {
                return None;
            }
            on_a_side |= at_start == 0;
        } else {
            let time = Fraction::new(-at_start, slope);
            if 0 < slope && time.less(leave) {
                leave = time;
            }
            if slope < 0 && enter.less(time) {
                enter = time;
            }
        }
    }
    enter.less(leave).then_some(Stay { hex, enter, leave, inside: !on_a_side })
}

fn stays(from: Hex, to: Hex) -> Vec<Stay> {
    let middle = Hex::new(from.q.midpoint(to.q), from.r.midpoint(to.r));
    let mut all: Vec<Stay> =
        middle.range(FAR / 2 + 3).filter_map(|it| stay(from, to, it)).collect();
    all.sort_by(|a, b| (a.enter.n * b.enter.d).cmp(&(b.enter.n * a.enter.d)));
    all
}

fn is_corner(from: Hex, to: Hex, hex: Hex, time: Fraction) -> bool {
    let (x0, y0) = (3 * i128::from(from.q), 3 * i128::from(from.r));
    let (dx, dy) = (3 * i128::from(to.q) - x0, 3 * i128::from(to.r) - y0);
    let point = (x0 * time.d + dx * time.n, y0 * time.d + dy * time.n);
    corners(hex).iter().any(|it| (it.0 * time.d, it.1 * time.d) == point)
}

#[test]
fn the_oracle_turns_the_right_way_round() {
    let here = Hex::new(0, 0);
    assert_eq!(stays(here, Hex::new(1, 0)).len(), 2);
    assert_eq!(stays(here, Hex::new(2, -1)).len(), 4);
}

#[test]
fn the_trace_is_what_exact_clipping_finds_up_to_distance_20() {
    let from = Hex::new(3, -7);
    for to in from.range(FAR) {
        let mut found = stays(from, to).into_iter().peekable();
        let mut last = from;
        if from != to {
            assert_eq!(found.next().map(|it| it.hex), Some(from));
        }
        for leg in trace(from, to) {
            match leg {
                Leg::Through { side, hex, at_vertex } => {
                    let next = found.next().expect("the oracle sees as many hexes");
                    assert!(next.inside && next.hex == hex, "{from} {to} {leg:?}");
                    assert_eq!(Hexside::between(last, hex), Some(side));
                    assert_eq!(
                        is_corner(from, to, hex, next.enter),
                        at_vertex,
                        "{from} {to} {leg:?}"
                    );
                }
                Leg::Along { side, left, right, hex } => {
                    let (a, b) = (found.next().expect("a flank"), found.next().expect("a flank"));
                    assert!(
                        !a.inside && !b.inside && a.enter.same(b.enter) && a.leave.same(b.leave)
                    );
                    assert!([a.hex, b.hex] == [left, right] || [b.hex, a.hex] == [left, right]);
                    assert_eq!(Hexside::between(left, right), Some(side));
                    let next = found.next().expect("the far hex");
                    assert!(next.inside && next.hex == hex && next.enter.same(a.leave));
                    // Left is left: from the hex before, the flank is one turn counterclockwise of the other.
                    let turn = last.direction_to(right).map(|it| it.left());
                    assert_eq!(last.direction_to(left), turn);
                    let vertex =
                        |it: Hex| side.vertices().iter().any(|v: &Vertex| v.hexes().contains(&it));
                    assert!(vertex(last) && vertex(hex));
                }
            }
            last = leg.hex();
        }
        assert_eq!(last, to);
        assert!(from == to || found.next().is_none(), "{from} {to}");
    }
}

#[test]
fn the_way_back_is_the_same_line_up_to_distance_20() {
    for from in [Hex::new(0, 0), Hex::new(-5, 11), Hex::new(17, 2)] {
        for to in from.range(FAR) {
            let there: Vec<Leg> = trace(from, to).collect();
            let mut back: Vec<Leg> = trace(to, from).collect();
            back.reverse();
            assert_eq!(there.len(), back.len());
            let mut last = from;
            for (a, b) in there.into_iter().zip(back) {
                let turned = match b {
                    Leg::Through { side, at_vertex, .. } => {
                        Leg::Through { side, hex: a.hex(), at_vertex }
                    }
                    Leg::Along { side, left, right, .. } => {
                        Leg::Along { side, left: right, right: left, hex: a.hex() }
                    }
                };
                assert_eq!(a, turned);
                assert_eq!(b.hex(), last);
                last = a.hex();
            }
        }
    }
}

#[test]
fn every_hex_on_a_line_is_on_a_shortest_way() {
    // Sight tables reject by distance before they trace. Why it holds at any distance: a point of the line lies
    // between the ends on each of the three axes, a hex that touches it has its centre at most 2/3 away on each,
    // and centres are whole numbers; so the centre lies between the ends on each axis too.
    let from = Hex::new(0, 0);
    for to in from.range(40) {
        for leg in trace(from, to) {
            let near = |it: Hex| from.distance(it) + it.distance(to) == from.distance(to);
            match leg {
                Leg::Through { hex, .. } => assert!(near(hex)),
                Leg::Along { left, right, hex, .. } => {
                    assert!(near(left) && near(right) && near(hex))
                }
            }
        }
    }
}

#[test]
fn a_line_either_runs_along_hexsides_all_the_way_or_never() {
    let from = Hex::new(0, 0);
    for to in from.range(30) {
        let along = trace(from, to).filter(|it| matches!(it, Leg::Along { .. })).count();
        assert!(along == 0 || along == trace(from, to).count());
    }
}

#[test]
fn far_corners_of_the_coordinate_space_do_not_overflow() {
    let (a, b) = (Hex::new(-8000, 3000), Hex::new(7000, 5001));
    assert_eq!(trace(a, b).last().map(|it| it.hex()), Some(b));
}
