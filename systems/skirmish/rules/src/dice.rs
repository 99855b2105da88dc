//! Section 1: a roll against a number.

use kernel::{Cx, Dice, rules};

use crate::question::Question;
use crate::state::Skirmish;
use crate::tables::Roll;

rules! {
    NUMBER = "skirmish.roll.number", "A die of at least the number";
    SECOND = "skirmish.roll.seven-eight", "The second die of a 7 or an 8";
}

/// How a final number is rolled (17.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// One die, at least this.
    One(i32),
    /// A 6, and then at least this.
    SixThen(i32),
    Impossible,
}

/// The lowest number that is rolled: a 1 always fails (skirmish.roll.natural-one).
const LEAST: i32 = 2;
const SIX: i32 = 6;

#[must_use]
pub fn way(table: &Roll, number: i32) -> Way {
    if table.impossible_from <= number {
        return Way::Impossible;
    }
    match number {
        ..LEAST => Way::One(LEAST),
        LEAST..=SIX => Way::One(number),
        // skirmish.roll.seven-eight
        _ if number == SIX + 1 => Way::SixThen(table.seven_then),
        _ => Way::SixThen(table.eight_then),
    }
}

/// Chances in 36.
#[must_use]
pub fn chance(table: &Roll, number: i32) -> i32 {
    match way(table, number) {
        Way::One(least) => SIX * (SIX + 1 - least),
        Way::SixThen(least) => SIX + 1 - least,
        Way::Impossible => 0,
    }
}

/// Roll against a final number.
pub fn against<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &Skirmish,
    ask: Question,
    number: i32,
) -> Result<bool, C::Halt> {
    match way(&g.tables().roll, number) {
        Way::One(least) => cx.roll(g, ask, Dice::D6, |it| least <= it.d6()),
        Way::SixThen(least) => {
            Ok(cx.roll(g, ask, Dice::D6, |it| it.d6() == SIX)? && second(cx, g, ask, least)?)
        }
        // skirmish.roll.nine: no die is thrown.
        Way::Impossible => Ok(false),
    }
}

/// How a roll went whose margin counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tested {
    Passed,
    Failed,
    /// The first die was so far below the number that it counts double.
    FailedBadly,
}

/// Roll against a final number and see by how much it is missed: the first die counts (skirmish.roll.second-die). A
/// number that cannot be made is missed badly without a die (skirmish.morale.impossible).
pub fn tested<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &Skirmish,
    ask: Question,
    number: i32,
    badly: i32,
) -> Result<Tested, C::Halt> {
    let (least, then) = match way(&g.tables().roll, number) {
        Way::One(least) => (least, None),
        Way::SixThen(then) => (number, Some(then)),
        Way::Impossible => return Ok(Tested::FailedBadly),
    };
    let first = cx.roll(g, ask, Dice::D6, |it| match it.d6() {
        // A 6 is no less than any number of one die, and goes on to the second.
        SIX => Tested::Passed,
        die if least <= die => Tested::Passed,
        die if die + badly <= least => Tested::FailedBadly,
        _ => Tested::Failed,
    })?;
    match then {
        Some(then) if first == Tested::Passed && !second(cx, g, ask, then)? => Ok(Tested::Failed),
        _ => Ok(first),
    }
}

/// skirmish.roll.second-die: it belongs to the same roll.
fn second<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &Skirmish,
    ask: Question,
    least: i32,
) -> Result<bool, C::Halt> {
    cx.roll(g, Question { rule: SECOND, ..ask }, Dice::D6, |it| least <= it.d6())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Source;

    const TABLE: Roll = Roll {
        source: Source::Ruling,
        seven_then: 4,
        eight_then: 6,
        impossible_from: 9,
        indirect_targeting_automatic_at_or_below: 1,
    };

    #[test]
    fn a_number_is_rolled_as_the_table_says() {
        let ways: Vec<Way> = (0..=10).map(|it| way(&TABLE, it)).collect();
        let one = [2, 2, 2, 3, 4, 5, 6].map(Way::One);
        assert_eq!(ways[..7], one);
        assert_eq!(ways[7..9], [Way::SixThen(4), Way::SixThen(6)]);
        assert_eq!(ways[9..], [Way::Impossible, Way::Impossible]);
    }

    #[test]
    fn chances_are_those_of_the_dice() {
        let chances: Vec<i32> = (1..=9).map(|it| chance(&TABLE, it)).collect();
        assert_eq!(chances, [30, 30, 24, 18, 12, 6, 3, 1, 0]);
    }
}
