//! The sheet as it is drawn: one whole value (tcs.general.proposed-values), the same on the page and in a file
//! (tcs.draw.text-form): hexes as labels, hexsides as pairs of labels, units, companies and forces by their keys.
//!
//! tcs.draw.symbols: the drawing uses military map symbols; each is a field here. tcs.draw.one-objective holds by the
//! type.

use std::{fmt, str::FromStr};

use hex::Hex;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::id::Clock;

/// tcs.draw.contents
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    pub name: String,
    pub force: String,
    pub units: Vec<String>,
    /// tcs.draw.text-not-enforced
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    pub drawing: Drawing,
    /// tcs.prep.alternate
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alternate: Option<Alternate>,
    /// tcs.prep.reserve-branches
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Drawing>,
}

kernel::words! {
    /// tcs.cmd.four-types, tcs.cmd.reserve-type
    pub enum Mission: "mission" {
        Attack = "attack", "Attack";
        Move = "move", "Move";
        HastyDefence = "hasty-defence", "Hasty Defence";
        PreparedDefence = "prepared-defence", "Prepared Defence";
        Reserve = "reserve", "Reserve";
    }

    /// tcs.draw.boundary-echelon
    pub enum Echelon: "echelon" {
        Battalion = "battalion";
        Company = "company";
    }
}

impl Mission {
    #[must_use]
    pub const fn is_defence(self) -> bool {
        matches!(self, Mission::HastyDefence | Mission::PreparedDefence)
    }
}

/// tcs.cmd.one-type-a-sheet: one mission, and its symbols on the map.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    pub mission: Mission,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<Objective>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assembly: Option<At>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub departure: Option<Departure>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// tcs.draw.support
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boundaries: Vec<Boundary>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sectors: Vec<Sector>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advances: Vec<Advance>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub smoke: Vec<Smoke>,
}

impl Drawing {
    /// A drawing that shows nothing yet.
    #[must_use]
    pub fn blank(mission: Mission) -> Drawing {
        Drawing {
            mission,
            objective: None,
            assembly: None,
            departure: None,
            failure: None,
            support: Vec::new(),
            boundaries: Vec::new(),
            sectors: Vec::new(),
            phases: Vec::new(),
            advances: Vec::new(),
            locations: Vec::new(),
            smoke: Vec::new(),
        }
    }
}

/// tcs.draw.objective-meaning: what an attack must take or a defence must hold. tcs.draw.objective-shape
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    pub name: String,
    pub hexes: Vec<At>,
}

/// tcs.draw.boundary-echelon
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boundary {
    pub echelon: Echelon,
    /// tcs.draw.boundary-company: the two it separates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub companies: Vec<String>,
    pub line: Vec<SideAt>,
}

/// tcs.draw.sector
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sector {
    pub company: String,
    pub hex: At,
}

/// tcs.draw.ld-meaning
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Departure {
    pub line: Vec<SideAt>,
    /// tcs.draw.start-time
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_time: Option<Clock>,
}

/// tcs.draw.pl-meaning. The number is its place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    pub name: String,
    pub line: Vec<SideAt>,
    /// tcs.draw.pl-default where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<Release>,
}

/// tcs.draw.pl-release
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Release {
    None,
    AllUp,
    Time(Clock),
    Signal(Signal),
}

impl Release {
    /// tcs.draw.pl-default
    #[must_use]
    pub const fn usual(mission: Mission) -> Release {
        match mission {
            Mission::Attack => Release::AllUp,
            _ => Release::None,
        }
    }
}

/// Another sheet of the side has crossed a phase line or, with none named, attained its objective.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signal {
    pub sheet: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
}

/// tcs.draw.axis-meaning, tcs.draw.direction-meaning
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advance {
    pub name: String,
    /// Hexes in order: the spine of an axis, or the exact way.
    pub path: Vec<At>,
    /// tcs.draw.axis-spine: of an axis; a direction has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_width: Option<u8>,
    /// tcs.draw.advance-binding: units bound to it; those named nowhere belong to the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
}

/// tcs.draw.location-meaning
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Location {
    pub unit: String,
    pub hex: At,
}

/// tcs.draw.smoke-meaning
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smoke {
    pub hexes: Vec<At>,
    pub trigger: SmokeTrigger,
}

/// tcs.draw.smoke-shape
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SmokeTrigger {
    Time(Clock),
    Phase(String),
}

/// tcs.draw.failure-contents
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    pub rally: At,
    /// The tables' figure where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_percent: Option<u8>,
    /// tcs.draw.time-limit
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<Clock>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<At>,
}

/// tcs.prep.alternate
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternate {
    pub trigger: Trigger,
    pub drawing: Drawing,
}

/// tcs.prep.alternate-trigger
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Trigger {
    Time(Clock),
    Phase(String),
    Attained,
    Spotted(Vec<At>),
}

/// A hex, written as its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At(pub Hex);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for At {
    type Err = String;
    fn from_str(label: &str) -> Result<At, String> {
        label.parse().map(At).map_err(|it: hex::LabelError| it.to_string())
    }
}

/// tcs.draw.hexside: written as the pair of labels, "0413-0414". The judge says whether they are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideAt(pub Hex, pub Hex);

impl fmt::Display for SideAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl FromStr for SideAt {
    type Err = String;
    fn from_str(pair: &str) -> Result<SideAt, String> {
        let wrong = || format!("\"{pair}\" is no hexside; write its two hexes, as in 0413-0414");
        let (a, b) = pair.split_once('-').ok_or_else(wrong)?;
        let (At(a), At(b)) = (a.parse()?, b.parse()?);
        // One name for each side, so that equal drawings are equal values.
        Ok(if b < a { SideAt(b, a) } else { SideAt(a, b) })
    }
}

/// Reads and writes a type as its text.
macro_rules! as_text {
    ($($name:ident),*) => {
        $(
            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }
            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                    let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                    text.parse().map_err(de::Error::custom)
                }
            }
        )*
    };
}

as_text!(At, SideAt);
