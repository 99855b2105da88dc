//! Printed labels: column and row as maps print them, "0413" for column 4, row 13.

use std::{error, fmt, str::FromStr};

use crate::Hex;

/// Column and row of a hex, both counted from 1 at the north-west corner; even rows are shifted to the east.
///
/// ```
/// use hex::{Hex, Offset};
/// let offset: Offset = "0413".parse().unwrap();
/// assert_eq!((offset.column, offset.row), (4, 13));
/// assert_eq!(Offset::from(Hex::from(offset)).to_string(), "0413");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset {
    /// From 1, growing to the east.
    pub column: i16,
    /// From 1, growing to the south.
    pub row: i16,
}

impl Offset {
    /// The hex in `column` and `row`.
    pub const fn new(column: i16, row: i16) -> Offset {
        Offset { column, row }
    }
}

impl From<Offset> for Hex {
    fn from(it: Offset) -> Hex {
        let r = it.row - 1;
        // Every second row starts half a hex further east, so q falls behind by one every two rows.
        // The shift right rounds down, which keeps hexes north of the map right as well.
        Hex::new(it.column - 1 - (r >> 1), r)
    }
}

impl From<Hex> for Offset {
    fn from(it: Hex) -> Offset {
        Offset::new(it.q + (it.r >> 1) + 1, it.r + 1)
    }
}

/// Two digits each, three each where one of the two needs them; a hex off the north or west edge, which no
/// label names, is written `(column,row)`.
impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Offset { column, row } = *self;
        if column < 1 || row < 1 || 999 < column || 999 < row {
            write!(f, "({column},{row})")
        } else if column <= 99 && row <= 99 {
            write!(f, "{column:02}{row:02}")
        } else {
            write!(f, "{column:03}{row:03}")
        }
    }
}

impl FromStr for Offset {
    type Err = LabelError;

    fn from_str(label: &str) -> Result<Offset, LabelError> {
        if !label.bytes().all(|it| it.is_ascii_digit()) {
            return Err(LabelError::NotDigits(label.to_owned()));
        }
        if label.len() != 4 && label.len() != 6 {
            return Err(LabelError::Length(label.to_owned()));
        }
        let number =
            |digits: &str| digits.bytes().fold(0, |sum, it| sum * 10 + i16::from(it - b'0'));
        let (column, row) = label.split_at(label.len() / 2);
        let (column, row) = (number(column), number(row));
        if column == 0 || row == 0 {
            return Err(LabelError::Zero(label.to_owned()));
        }
        Ok(Offset { column, row })
    }
}

/// A hex prints as its label.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Offset::from(*self).fmt(f)
    }
}

/// A hex is read from its label.
impl FromStr for Hex {
    type Err = LabelError;

    fn from_str(label: &str) -> Result<Hex, LabelError> {
        label.parse::<Offset>().map(Hex::from)
    }
}

/// Why a text is not the label of a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelError {
    /// Something else than digits.
    NotDigits(String),
    /// Neither CCRR nor CCCRRR.
    Length(String),
    /// Columns and rows are counted from 1.
    Zero(String),
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabelError::NotDigits(it) => {
                write!(f, "hex label \"{it}\" must consist of digits, as in 0413")
            }
            LabelError::Length(it) => {
                write!(
                    f,
                    "hex label \"{it}\" must have two digits for the column and two for the row, as in 0413"
                )
            }
            LabelError::Zero(it) => {
                write!(f, "hex label \"{it}\" has a zero: columns and rows count from 01")
            }
        }
    }
}

impl error::Error for LabelError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Direction;

    #[test]
    fn labels_and_hexes_round_trip() {
        for column in 1..=120 {
            for row in 1..=120 {
                let offset = Offset::new(column, row);
                assert_eq!(Offset::from(Hex::from(offset)), offset);
                assert_eq!(offset.to_string().parse(), Ok(offset));
                assert_eq!(Hex::from(offset).to_string().parse(), Ok(Hex::from(offset)));
            }
        }
        for q in -9..9 {
            for r in -9..9 {
                assert_eq!(Hex::from(Offset::from(Hex::new(q, r))), Hex::new(q, r));
            }
        }
    }

    #[test]
    fn even_rows_are_shifted_to_the_east() {
        let next =
            |label: &str, to| label.parse::<Hex>().map(|it| it.neighbour(to).to_string()).ok();
        assert_eq!(next("0203", Direction::NE).as_deref(), Some("0202"));
        assert_eq!(next("0203", Direction::NW).as_deref(), Some("0102"));
        assert_eq!(next("0203", Direction::SE).as_deref(), Some("0204"));
        assert_eq!(next("0204", Direction::NE).as_deref(), Some("0303"));
        assert_eq!(next("0204", Direction::SW).as_deref(), Some("0205"));
        assert_eq!(next("0204", Direction::E).as_deref(), Some("0304"));
    }

    #[test]
    fn what_is_no_label_is_refused_with_its_reason() {
        let refused = |label: &str| label.parse::<Offset>().err();
        assert_eq!(refused("04a3"), Some(LabelError::NotDigits("04a3".into())));
        assert_eq!(refused("-413"), Some(LabelError::NotDigits("-413".into())));
        assert_eq!(refused("413"), Some(LabelError::Length("413".into())));
        assert_eq!(refused(""), Some(LabelError::Length(String::new())));
        assert_eq!(refused("0013"), Some(LabelError::Zero("0013".into())));
        assert_eq!(Offset::new(0, 7).to_string(), "(0,7)");
    }
}
