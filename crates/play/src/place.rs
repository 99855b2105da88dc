//! Where something is.

use std::fmt;
use std::str::FromStr;

use board::HexId;
use serde::{Deserialize, Serialize};

use crate::table::Refused;

/// A cell of the map, or a point on it with a floor. On the wire a cell is its number and a point `[x, y, floor]` in
/// map units; in an address they are "12" and "310,95,0".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub enum Place {
    Cell(u16),
    Point { x: i32, y: i32, floor: i8 },
}

impl Place {
    #[must_use]
    pub const fn cell(self) -> Option<u16> {
        match self {
            Place::Cell(cell) => Some(cell),
            Place::Point { .. } => None,
        }
    }

    /// The cell, where a system knows nothing else.
    pub fn known_cell(self) -> Result<u16, Refused> {
        self.cell().ok_or_else(|| Refused::Unknown { what: "place", name: self.to_string() })
    }
}

impl From<HexId> for Place {
    fn from(hex: HexId) -> Place {
        Place::Cell(hex.0)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Cell(cell) => write!(f, "{cell}"),
            Place::Point { x, y, floor } => write!(f, "{x},{y},{floor}"),
        }
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        let short: String = text.chars().take(40).collect();
        let wrong = || format!("{short:?} is no place: a cell is a number, a point is x,y,floor");
        let mut parts = text.split(',');
        let mut next = || parts.next().and_then(|it| it.parse::<i32>().ok());
        let place = match (next(), next(), next()) {
            (Some(x), Some(y), Some(floor)) => {
                i8::try_from(floor).ok().map(|floor| Place::Point { x, y, floor })
            }
            (Some(cell), None, None) => u16::try_from(cell).ok().map(Place::Cell),
            _ => None,
        };
        // Nothing is left over, and nothing was passed by on the way.
        place.filter(|it| it.to_string() == text).ok_or_else(wrong)
    }
}

/// As it is written.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Written {
    Cell(u16),
    Point(i32, i32, i8),
}

impl From<Written> for Place {
    fn from(it: Written) -> Place {
        match it {
            Written::Cell(cell) => Place::Cell(cell),
            Written::Point(x, y, floor) => Place::Point { x, y, floor },
        }
    }
}

impl From<Place> for Written {
    fn from(it: Place) -> Written {
        match it {
            Place::Cell(cell) => Written::Cell(cell),
            Place::Point { x, y, floor } => Written::Point(x, y, floor),
        }
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Place {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Place".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Written::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn a_place_is_read_as_it_is_written() {
        for (place, json, text) in [
            (Place::Cell(12), "12", "12"),
            (Place::Point { x: 310, y: -95, floor: 1 }, "[310,-95,1]", "310,-95,1"),
        ] {
            assert_eq!(serde_json::to_string(&place).unwrap(), json);
            assert_eq!(serde_json::from_str::<Place>(json).unwrap(), place);
            assert_eq!(place.to_string(), text);
            assert_eq!(text.parse(), Ok(place));
        }
    }

    #[test]
    fn what_is_no_place_is_refused() {
        for text in ["", "x", "1,2", "1,2,3,4", "-1", "65536", "1,2,300", " 1", "1,,2", "01"] {
            assert!(text.parse::<Place>().is_err(), "{text:?}");
        }
        for json in ["-1", "70000", "[1,2]", "[1,2,300]", "\"1\"", "[1,2,3,4]"] {
            assert!(serde_json::from_str::<Place>(json).is_err(), "{json}");
        }
    }
}
