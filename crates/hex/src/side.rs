//! Hexsides and vertices under one name each.

use crate::{Direction, Hex};

/// The side between two adjacent hexes. Equal sides compare equal, whichever hex they were named from.
///
/// ```
/// use hex::{Direction, Hex, Hexside};
/// let hex = Hex::new(1, 1);
/// let side = Hexside::new(hex, Direction::W);
/// assert_eq!(side, Hexside::new(hex.neighbour(Direction::W), Direction::E));
/// assert_eq!(Some(side), Hexside::between(hex, Hex::new(0, 1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hexside {
    hex: Hex,
    /// E, NE or NW; the other three belong to the neighbours.
    direction: Direction,
}

impl Hexside {
    /// The side of `hex` that faces `direction`.
    pub const fn new(hex: Hex, direction: Direction) -> Hexside {
        match direction {
            Direction::E | Direction::NE | Direction::NW => Hexside { hex, direction },
            Direction::W | Direction::SW | Direction::SE => {
                Hexside { hex: hex.neighbour(direction), direction: direction.opposite() }
            }
        }
    }

    /// The side two hexes share, if they are adjacent.
    pub fn between(a: Hex, b: Hex) -> Option<Hexside> {
        a.direction_to(b).map(|it| Hexside::new(a, it))
    }

    /// The two hexes that share this side.
    pub const fn hexes(self) -> [Hex; 2] {
        [self.hex, self.hex.neighbour(self.direction)]
    }

    /// The hex and the direction (E, NE or NW) that name this side.
    pub const fn name(self) -> (Hex, Direction) {
        (self.hex, self.direction)
    }

    /// Whether this is a side of `hex`.
    pub fn borders(self, hex: Hex) -> bool {
        self.hexes().contains(&hex)
    }

    /// The two end points; seen from the naming hex the left one first.
    pub const fn vertices(self) -> [Vertex; 2] {
        [
            Vertex::left_of(self.hex, self.direction),
            Vertex::left_of(self.hex, self.direction.right()),
        ]
    }
}

/// The point where three hexes meet. Equal points compare equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex {
    /// The hex whose northern or southern point this is.
    pub hex: Hex,
    /// Which of the two points.
    pub end: VertexEnd,
}

/// The two points of a hex that no other hex names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VertexEnd {
    /// Between the sides NE and NW.
    North,
    /// Between the sides SW and SE.
    South,
}

impl Vertex {
    /// The left (counterclockwise) end of the side of `hex` that faces `direction`.
    pub const fn left_of(hex: Hex, direction: Direction) -> Vertex {
        let (hex, end) = match direction {
            Direction::E => (hex.neighbour(Direction::NE), VertexEnd::South),
            Direction::NE => (hex, VertexEnd::North),
            Direction::NW => (hex.neighbour(Direction::NW), VertexEnd::South),
            Direction::W => (hex.neighbour(Direction::SW), VertexEnd::North),
            Direction::SW => (hex, VertexEnd::South),
            Direction::SE => (hex.neighbour(Direction::SE), VertexEnd::North),
        };
        Vertex { hex, end }
    }

    /// The three hexes that meet here.
    pub const fn hexes(self) -> [Hex; 3] {
        let (left, right) = match self.end {
            VertexEnd::North => (Direction::NW, Direction::NE),
            VertexEnd::South => (Direction::SE, Direction::SW),
        };
        [self.hex, self.hex.neighbour(left), self.hex.neighbour(right)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_the_same_from_both_hexes() {
        let hex = Hex::new(4, -1);
        for (direction, next) in hex.neighbours() {
            let side = Hexside::new(hex, direction);
            assert_eq!(side, Hexside::new(next, direction.opposite()));
            assert_eq!(Hexside::between(hex, next), Some(side));
            assert_eq!(Hexside::between(next, hex), Some(side));
            assert!(side.borders(hex) && side.borders(next));
        }
        assert_eq!(Hexside::between(hex, hex), None);
        assert_eq!(Hexside::between(hex, Hex::new(6, -1)), None);
    }

    #[test]
    fn a_vertex_is_the_same_from_its_three_hexes() {
        let hex = Hex::new(0, 3);
        for direction in Direction::ALL {
            let vertex = Vertex::left_of(hex, direction);
            let mut meeting = vertex.hexes();
            let mut expected = [hex, hex.neighbour(direction), hex.neighbour(direction.left())];
            meeting.sort();
            expected.sort();
            assert_eq!(meeting, expected);
            let next = hex.neighbour(direction);
            assert!((Direction::ALL).into_iter().any(|it| Vertex::left_of(next, it) == vertex));
        }
    }

    #[test]
    fn the_ends_of_a_side_touch_both_its_hexes() {
        let hex = Hex::new(2, 2);
        for direction in Direction::ALL {
            let side = Hexside::new(hex, direction);
            let [left, right] = side.vertices();
            assert_ne!(left, right);
            for end in [left, right] {
                assert!(side.hexes().iter().all(|it| end.hexes().contains(it)));
            }
        }
    }
}
