//! The six directions in which a hex has a neighbour.

use std::fmt;

use crate::Hex;

/// One of the six hexsides of a hex, and the neighbour behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// East.
    E,
    /// North-east.
    NE,
    /// North-west.
    NW,
    /// West.
    W,
    /// South-west.
    SW,
    /// South-east.
    SE,
}

impl Direction {
    /// All six, counterclockwise from the east; `ALL[it.index()] == it`.
    pub const ALL: [Direction; 6] =
        [Direction::E, Direction::NE, Direction::NW, Direction::W, Direction::SW, Direction::SE];

    /// Place in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction with this place in [`Direction::ALL`], if there is one.
    pub fn from_index(index: usize) -> Option<Direction> {
        Direction::ALL.get(index).copied()
    }

    /// The way from a hex to its neighbour in this direction.
    pub const fn step(self) -> Hex {
        match self {
            Direction::E => Hex::new(1, 0),
            Direction::NE => Hex::new(1, -1),
            Direction::NW => Hex::new(0, -1),
            Direction::W => Hex::new(-1, 0),
            Direction::SW => Hex::new(-1, 1),
            Direction::SE => Hex::new(0, 1),
        }
    }

    /// The direction that leads back.
    ///
    /// ```
    /// use hex::Direction;
    /// assert_eq!(Direction::NE.opposite(), Direction::SW);
    /// assert_eq!(Direction::E.left(), Direction::NE);
    /// assert_eq!(Direction::E.right(), Direction::SE);
    /// ```
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self.index() + 3) % 6]
    }

    /// One hexside further counterclockwise.
    pub const fn left(self) -> Direction {
        Direction::ALL[(self.index() + 1) % 6]
    }

    /// One hexside further clockwise.
    pub const fn right(self) -> Direction {
        Direction::ALL[(self.index() + 5) % 6]
    }

    /// The letters on the compass, as data files write them.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::E => "E",
            Direction::NE => "NE",
            Direction::NW => "NW",
            Direction::W => "W",
            Direction::SW => "SW",
            Direction::SE => "SE",
        }
    }

    /// Reads the letters on the compass, in either case.
    pub fn from_name(name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_turns_to_the_left_come_round() {
        for it in Direction::ALL {
            assert_eq!(it.left().right(), it);
            assert_eq!(it.left().left().left(), it.opposite());
            assert_eq!(it.step() + it.opposite().step(), Hex::default());
            assert_eq!(Direction::from_index(it.index()), Some(it));
            assert_eq!(Direction::from_name(it.name()), Some(it));
        }
    }

    #[test]
    fn two_neighbouring_directions_lead_to_adjacent_hexes() {
        for it in Direction::ALL {
            assert_eq!(it.step().distance(it.left().step()), 1);
        }
    }
}
