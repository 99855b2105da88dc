//! Dice that lie on a real table: they are read as [`dice::tested`](crate::dice::tested) reads those of a game.

use crate::dice::{Tested, Way, way};
use crate::tables::Tables;

/// Read one roll against a final number. `die` gives the next die and is told what it has to show at least; `badly` is the
/// margin of a test that counts double.
pub fn read<E>(
    t: &Tables,
    number: i32,
    mut die: impl FnMut(i32) -> Result<i32, E>,
) -> Result<Tested, E> {
    let badly = t.morale.fail_big_margin;
    let (least, then) = match way(&t.roll, number) {
        Way::One(least) => (least, None),
        Way::SixThen(then) => (number, Some(then)),
        Way::Impossible => return Ok(Tested::FailedBadly),
    };
    let first = die(if then.is_some() { 6 } else { least })?;
    Ok(match then {
        Some(then) if first == 6 => match die(then)? {
            second if then <= second => Tested::Passed,
            _ => Tested::Failed,
        },
        None if least <= first => Tested::Passed,
        _ if first + badly <= least => Tested::FailedBadly,
        _ => Tested::Failed,
    })
}
