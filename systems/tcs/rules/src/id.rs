//! Names of things, small enough to stand in arrays and bit sets.

use serde::{Deserialize, Serialize};

/// tcs.general.players: exactly two.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum Side {
    /// The side the module names first.
    #[default]
    First,
    Second,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A place in a list of the scenario.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(
                Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
            )]
            pub struct $name(pub u8);

            impl $name {
                #[must_use]
                pub const fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// A unit.
    UnitId;
    /// tcs.unit.battalion: every unit names its company; independent units of a force share a notional one.
    CompanyId;
    /// A battalion, which has a morale value.
    BattalionId;
    /// tcs.unit.force: a force has one Command Prep value.
    ForceId;
    /// An op sheet, numbered as they are drawn.
    SheetId;
}

/// A clock time in minutes after midnight; written "0640".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Clock(u16);

impl Clock {
    const HOUR: u16 = 60;
    const DAY: u16 = 24;

    /// Nothing if there is no such time on a clock.
    #[must_use]
    pub fn new(hours: u16, minutes: u16) -> Option<Clock> {
        (hours < Clock::DAY && minutes < Clock::HOUR).then(|| Clock(hours * Clock::HOUR + minutes))
    }

    /// tcs.general.full-hour
    #[must_use]
    pub fn is_full_hour(self) -> bool {
        self.0.is_multiple_of(Clock::HOUR)
    }
}

impl std::fmt::Display for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}{:02}", self.0 / Clock::HOUR, self.0 % Clock::HOUR)
    }
}

impl std::str::FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Clock, String> {
        let digits = text.len() == 4 && text.bytes().all(|it| it.is_ascii_digit());
        let number = digits.then(|| text.parse::<u16>().ok()).flatten();
        let clock = number.and_then(|it| Clock::new(it / 100, it % 100));
        clock.ok_or_else(|| format!("\"{text}\" is no time; write hours and minutes, as in 0640"))
    }
}

impl Serialize for Clock {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Clock {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Clock, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_reads_what_it_writes_and_nothing_else() {
        for text in ["0000", "0640", "2359"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        for text in ["640", "2400", "0660", "06:4", ""] {
            assert!(text.parse::<Clock>().is_err(), "{text}");
        }
        assert!("0600".parse::<Clock>().unwrap().is_full_hour());
        assert!(!"0620".parse::<Clock>().unwrap().is_full_hour());
    }
}
