//! Lines of hexsides: whether a list of sides is one line, and whether a step crosses it.

use board::{Direction, HexId, Map};
use hex::{Hex, Hexside, Vertex};

use super::value::SideAt;

/// Sides of a map, however many lines they belong to; a step crosses one exactly when its hexside is among them
/// (tcs.draw.crossing).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Ascending; the hex with the lower number first.
    sides: Vec<(HexId, HexId)>,
    /// By hex: a bit for each direction that is shut. Empty if there is no side.
    shut: Vec<u8>,
}

impl Cut {
    /// Sides that are none of this map's are left out; the judge has named them.
    #[must_use]
    pub fn new<'a>(map: &Map, line: impl IntoIterator<Item = &'a SideAt>) -> Cut {
        let pair = |it: &SideAt| Some(ordered(map.id(it.0)?, map.id(it.1)?));
        Cut::of(map, line.into_iter().filter_map(pair).collect())
    }

    fn of(map: &Map, mut sides: Vec<(HexId, HexId)>) -> Cut {
        sides.sort_unstable();
        let mut shut = if sides.is_empty() { Vec::new() } else { vec![0; map.len()] };
        for (a, b) in &sides {
            if let Some(direction) = map.direction(*a, *b) {
                shut[a.index()] |= 1 << direction.index();
                shut[b.index()] |= 1 << direction.opposite().index();
            }
        }
        Cut { sides, shut }
    }

    #[must_use]
    #[inline]
    pub fn crosses(&self, a: HexId, b: HexId) -> bool {
        self.sides.binary_search(&ordered(a, b)).is_ok()
    }

    /// Whether a step out of this hex in this direction crosses a side.
    #[must_use]
    #[inline]
    pub fn shuts(&self, hex: HexId, direction: Direction) -> bool {
        self.shut.get(hex.index()).is_some_and(|it| it >> direction.index() & 1 != 0)
    }

    pub fn sides(&self) -> impl Iterator<Item = (HexId, HexId)> {
        self.sides.iter().copied()
    }

    /// These sides and those.
    #[must_use]
    pub fn with(&self, map: &Map, other: &Cut) -> Cut {
        Cut::of(map, self.sides.iter().chain(&other.sides).copied().collect())
    }
}

fn ordered(a: HexId, b: HexId) -> (HexId, HexId) {
    if b < a { (b, a) } else { (a, b) }
}

/// What is wrong with a list of sides as a line, and at which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// tcs.draw.hexside: not two adjacent hexes of the map.
    NoSide(usize),
    /// tcs.draw.line: does not go on from the one before.
    Gap(usize),
    /// tcs.draw.line: comes back to a corner.
    Again(usize),
    Empty,
}

/// tcs.draw.line: each side shares a corner with the next and no corner is used twice, but the end may meet the beginning.
#[must_use]
pub fn flaw(map: &Map, line: &[SideAt]) -> Option<Flaw> {
    let mut sides = Vec::with_capacity(line.len());
    for (i, it) in line.iter().enumerate() {
        let on_map = map.id(it.0).is_some() && map.id(it.1).is_some();
        match Hexside::between(it.0, it.1) {
            Some(side) if on_map => sides.push(side),
            _ => return Some(Flaw::NoSide(i)),
        }
    }
    let Some(first) = sides.first() else { return Some(Flaw::Empty) };
    if sides.len() == 1 {
        return None;
    }
    // The walk starts at the corner of the first side that the second does not touch.
    let shared = |side: &Hexside, corner: &Vertex| side.vertices().contains(corner);
    let [left, right] = first.vertices();
    let (start, mut at) = if shared(&sides[1], &right) { (left, right) } else { (right, left) };
    let mut used = vec![start, at];
    for (i, side) in sides.iter().enumerate().skip(1) {
        let [left, right] = side.vertices();
        at = match at {
            it if it == left => right,
            it if it == right => left,
            _ => return Some(Flaw::Gap(i)),
        };
        // There and back over one side closes nothing.
        let closes = at == start && i + 1 == sides.len() && 1 < i;
        if used.contains(&at) && !closes {
            return Some(Flaw::Again(i));
        }
        used.push(at);
    }
    None
}

/// The border of a set of hexes, as one line in order; nothing if it is none or more than one. Sides at the edge of the
/// map are no hexsides.
#[must_use]
pub fn border(map: &Map, inside: &crate::ground::Hexes) -> Option<Vec<SideAt>> {
    let mut sides: Vec<Hexside> = Vec::new();
    for hex in inside.iter() {
        for (direction, next) in map.neighbours(hex) {
            if !inside.contains(next) {
                sides.push(Hexside::new(map.hex(hex), direction));
            }
        }
    }
    // Where each corner is touched, and by which sides: two, for of its three hexes one or two are inside, or one at the end of an open line.
    // So what is walked from side to side never comes back to itself before its end.
    let mut ends: Vec<(Vertex, usize)> =
        sides.iter().enumerate().flat_map(|(i, it)| it.vertices().map(|end| (end, i))).collect();
    ends.sort_unstable();
    let touching = |corner: Vertex| {
        let first = ends.partition_point(|it| it.0 < corner);
        ends[first..].iter().take_while(move |it| it.0 == corner).map(|it| it.1)
    };
    let is_end = |corner: Vertex| touching(corner).count() == 1;
    let first = sides.iter().position(|it| it.vertices().into_iter().any(is_end)).unwrap_or(0);
    let [left, right] = sides.get(first)?.vertices();
    let mut at = if is_end(left) { right } else { left };
    let mut walked = vec![false; sides.len()];
    walked[first] = true;
    let mut line = vec![sides[first]];
    while let Some(next) = touching(at).find(|it| !walked[*it]) {
        let [left, right] = sides[next].vertices();
        at = if at == left { right } else { left };
        walked[next] = true;
        line.push(sides[next]);
    }
    (line.len() == sides.len()).then(|| line.into_iter().map(side_at).collect())
}

/// The name of a side.
#[must_use]
pub fn side_at(side: Hexside) -> SideAt {
    let [a, b]: [Hex; 2] = side.hexes();
    if b < a { SideAt(b, a) } else { SideAt(a, b) }
}

/// The side of a hex that faces `direction`, as it is written.
#[must_use]
pub fn side_of(map: &Map, hex: HexId, direction: Direction) -> SideAt {
    side_at(Hexside::new(map.hex(hex), direction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Hexes, sample};

    fn line(text: &str) -> Vec<SideAt> {
        text.split_whitespace().map(|it| it.parse().unwrap()).collect()
    }

    #[test]
    fn a_line_goes_from_corner_to_corner_and_never_back() {
        let ground = sample::plain();
        let of = |text: &str| flaw(ground.map(), &line(text));
        assert_eq!(of("0505-0506"), None);
        assert_eq!(of("0505-0506 0506-0605 0605-0606"), None);
        // All six sides of 0505, closed; and from the middle.
        let ring = "0505-0605 0504-0505 0404-0505 0405-0505 0406-0505 0505-0506";
        assert_eq!(of(ring), None);
        assert_eq!(of("0404-0505 0504-0505 0505-0605"), None);
        assert_eq!(of(""), Some(Flaw::Empty));
        assert_eq!(of("0505-0507"), Some(Flaw::NoSide(0)));
        assert_eq!(of("0505-0506 1605-1705"), Some(Flaw::NoSide(1)));
        assert_eq!(of("0505-0506 0605-0606"), Some(Flaw::Gap(1)));
        // Closed, and on beyond the beginning.
        assert_eq!(of(&format!("{ring} 0506-0605")), Some(Flaw::Again(5)));
        // Twice the same side comes back to its corner.
        assert_eq!(of("0505-0506 0505-0506"), Some(Flaw::Again(1)));
    }

    #[test]
    fn a_step_crosses_a_line_by_its_hexside_and_not_by_its_hexes() {
        let ground = sample::plain();
        let at = |it: &str| ground.map().find(it).unwrap();
        let cut = Cut::new(ground.map(), &line("0505-0506 0506-0605"));
        assert!(cut.crosses(at("0506"), at("0505")) && cut.crosses(at("0506"), at("0605")));
        assert!(!cut.crosses(at("0505"), at("0605")) && !cut.crosses(at("0506"), at("0606")));
    }

    #[test]
    fn a_border_is_one_line_closed_or_from_edge_to_edge() {
        let ground = sample::plain();
        let map = ground.map();
        let around =
            |label: &str, n: u8| -> Hexes { map.within(map.find(label).unwrap(), n).collect() };
        assert_eq!(border(map, &around("0505", 0)).unwrap().len(), 6);
        assert_eq!(border(map, &around("0808", 2)).unwrap().len(), 30);
        // In the corner of the map it runs from edge to edge.
        let corner = border(map, &around("0101", 2)).unwrap();
        assert_eq!(flaw(map, &corner), None);
        assert!(corner.len() < 12);
        // Two sets have two borders; a ring has two as well.
        assert_eq!(border(map, &around("0303", 1).union(&around("1010", 1))), None);
        assert_eq!(border(map, &around("0808", 2).and_not(&around("0808", 0))), None);
        assert_eq!(border(map, &ground.all()), None);
    }
}
