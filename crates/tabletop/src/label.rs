//! What a candidate is called, so that a person can choose it by its name.

use std::fmt;

use crate::table::{Piece, Table};

/// What a candidate goes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// Nobody moves.
    Stay,
    /// A side of a linear obstacle.
    Side {
        /// The obstacle.
        obstacle: usize,
        /// The side.
        compass: Compass,
    },
    /// Just inside an area or a building.
    Edge {
        /// The area or building.
        piece: Piece,
        /// The side of it.
        compass: Compass,
        /// The floor.
        floor: u8,
    },
    /// An opening between the ends of two obstacles.
    Gap {
        /// The obstacles; the same one twice if it nearly closes on itself.
        between: [usize; 2],
    },
    /// An objective, by its number.
    Objective(usize),
    /// A direction.
    Toward {
        /// Which.
        compass: Compass,
        /// Only half as far.
        half: bool,
    },
    /// An enemy, by his number.
    Foe(usize),
    /// The present place in another shape.
    Shape(Shape),
    /// The edge of the table.
    Off,
    /// Somewhere in the open.
    Open,
}

/// A shape to stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Side by side along what is lined.
    Lining,
    /// Side by side, east to west.
    EastWest,
    /// Side by side, north to south.
    NorthSouth,
    /// Close together.
    Cluster,
}

/// A direction: 0 is north, 4 is east, 8 is south, 12 is west.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Compass(pub u8);

impl Compass {
    const NAMES: [&'static str; 16] = [
        "north",
        "north-north-east",
        "north-east",
        "east-north-east",
        "east",
        "east-south-east",
        "south-east",
        "south-south-east",
        "south",
        "south-south-west",
        "south-west",
        "west-south-west",
        "west",
        "west-north-west",
        "north-west",
        "north-north-west",
    ];

    /// Unit vectors, 256 long, in the order of the directions.
    const WAYS: [(i32, i32); 16] = [
        (0, 256),
        (98, 237),
        (181, 181),
        (237, 98),
        (256, 0),
        (237, -98),
        (181, -181),
        (98, -237),
        (0, -256),
        (-98, -237),
        (-181, -181),
        (-237, -98),
        (-256, 0),
        (-237, 98),
        (-181, 181),
        (-98, 237),
    ];

    /// All sixteen.
    pub fn all() -> impl Iterator<Item = Compass> {
        (0..16).map(Compass)
    }

    /// The nearest of the eight main directions.
    pub fn of(dx: i64, dy: i64) -> Compass {
        // The tangent of half an eighth of a turn is 53/128.
        let flat = dy.abs() * 128 <= dx.abs() * 53;
        let steep = dx.abs() * 128 <= dy.abs() * 53;
        Compass(match (flat, steep, 0 <= dx, 0 <= dy) {
            (_, true, _, true) => 0,
            (_, true, _, false) => 8,
            (true, _, true, _) => 4,
            (true, _, false, _) => 12,
            (_, _, true, true) => 2,
            (_, _, true, false) => 6,
            (_, _, false, false) => 10,
            (_, _, false, true) => 14,
        })
    }

    /// A step of one inch that way.
    pub fn way(self) -> (i32, i32) {
        Compass::WAYS[usize::from(self.0 % 16)]
    }
}

impl fmt::Display for Compass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Compass::NAMES[usize::from(self.0 % 16)])
    }
}

impl Label {
    /// In words: "north side of the yard wall". Objectives and enemies are called as the caller calls them.
    pub fn words(
        &self,
        table: &Table,
        objective: impl Fn(usize) -> String,
        foe: impl Fn(usize) -> String,
    ) -> String {
        match *self {
            Label::Stay => "stay".to_owned(),
            Label::Side { obstacle, compass } => {
                format!("{compass} side of the {}", table.obstacles()[obstacle].title)
            }
            Label::Edge { piece: Piece::Building(it), compass, floor } => {
                let title = &table.buildings()[it].title;
                match floor {
                    0 => format!("in the {title}, at the {compass} wall"),
                    _ => format!("in the {title}, floor {floor}, at the {compass} wall"),
                }
            }
            Label::Edge { piece, compass, .. } => {
                format!("{compass} edge of the {}", table.title(piece))
            }
            Label::Gap { between: [a, b] } => {
                let [a, b] = [a, b].map(|it| &table.obstacles()[it].title);
                if a == b {
                    format!("gap in the {a}")
                } else {
                    format!("gap between the {a} and the {b}")
                }
            }
            Label::Objective(it) => objective(it),
            Label::Toward { compass, half: false } => format!("{compass} as far as it goes"),
            Label::Toward { compass, half: true } => format!("{compass}, half as far"),
            Label::Foe(it) => format!("up to {}", foe(it)),
            Label::Shape(Shape::Lining) => "here, side by side along the cover".to_owned(),
            Label::Shape(Shape::EastWest) => "here, side by side from east to west".to_owned(),
            Label::Shape(Shape::NorthSouth) => "here, side by side from north to south".to_owned(),
            Label::Shape(Shape::Cluster) => "here, close together".to_owned(),
            Label::Off => "off the table".to_owned(),
            Label::Open => "in the open".to_owned(),
        }
    }
}
