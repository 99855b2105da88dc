//! Preparation: weighted turns, the Command Prep table, and when an order will probably come through.

use kernel::{Bounds as _, Rule, rules};

use super::order::Order;
use super::value::{Mission, Sheet};
use super::{Situation, Unit};
use crate::id::{CompanyId, UnitId};
use crate::tables::{Tables, face};

rules! {
    UNASSIGNED = "tcs.prep.wt-unassigned", "Unassigned units";
    ASSIGNED_NIGHT = "tcs.prep.wt-assigned-night", "Assigned units, or night";
    CONTACT = "tcs.prep.wt-contact", "A unit fired or was fired upon";
    VEHICLE = "tcs.prep.wt-vehicle", "A vehicle sheet";
    ROW_LIMITS = "tcs.prep.row-limits", "Command Prep and size are too much for the table";
    NO_COLUMN = "tcs.prep.no-column", "Too few weighted turns for a throw";
    DASH = "tcs.prep.dash", "No throw can succeed yet";
    THROW = "tcs.prep.throw", "The throw equals or beats the figure";
    OPTIONAL = "tcs.prep.throw-optional", "The owner may go on preparing";
}

/// What a turn is worth for a sheet (tcs.prep.wt-worst-unit), and by which statement. tcs.prep.wt-window: the situation is that
/// of the accrual step; contact is what its units remember since the last one.
#[must_use]
pub fn weighted_turns<S: Situation>(s: &S, order: &Order) -> (u16, Rule) {
    let weights = &s.tables().weighted_turns;
    let units = || order.members.iter().map(|it| s.unit(it.unit)).filter(|it| 0 < it.steps);
    let each = units().map(|it| worth(s, &it));
    let (least, rule) = each.min_by_key(|it| it.0).unwrap_or((0, EMPTY));
    // tcs.prep.vehicle-sheet
    if units().all(|it| it.motor) {
        return (least * weights.vehicle_sheet, VEHICLE);
    }
    (least, rule)
}

/// A sheet without units accrues nothing; Command step 1 has cancelled it.
const EMPTY: Rule = super::end::EMPTY;

/// tcs.prep.wt-lowest: the least of what applies.
fn worth<S: Situation>(s: &S, unit: &Unit) -> (u16, Rule) {
    let weights = &s.tables().weighted_turns;
    let mut least = match unit.status.counts_unassigned() && !s.is_night() {
        true => (weights.unassigned, UNASSIGNED),
        false => (weights.assigned_or_night, ASSIGNED_NIGHT),
    };
    if (unit.fired || unit.fired_upon) && weights.contact < least.0 {
        least = (weights.contact, CONTACT);
    }
    least
}

/// tcs.prep.size: by companies with a unit on the sheet.
#[must_use]
pub fn size(tables: &Tables, companies: impl IntoIterator<Item = CompanyId>) -> u8 {
    let mut all: Vec<CompanyId> = companies.into_iter().collect();
    all.sort_unstable();
    all.dedup();
    let band = tables.sheet_size.bands.iter().rfind(|it| usize::from(it.from) <= all.len());
    band.map_or(0, |it| it.size)
}

/// tcs.prep.row, tcs.prep.size-now, tcs.prep.alternate-cost: the row of the table, from 1.
pub fn row(tables: &Tables, command_prep: u8, size: u8, has_alternate: bool) -> Result<u8, Rule> {
    let more = if has_alternate { tables.sheet_size.alternate_adds } else { 0 };
    let sum = (command_prep + size + more).at_least(1);
    if usize::from(sum) <= tables.command_prep.rows.len() { Ok(sum) } else { Err(ROW_LIMITS) }
}

/// The mission on whose thresholds a sheet is prepared: its own, its slowest branch's (tcs.prep.reserve-row), or its
/// Alternate's if that is slower (tcs.prep.alternate-cost).
#[must_use]
pub fn pace(sheet: &Sheet) -> Mission {
    let drawings = std::iter::once(&sheet.drawing)
        .chain(sheet.alternate.iter().map(|it| &it.drawing))
        .chain(&sheet.branches);
    let slowest = drawings.map(|it| it.mission).max_by_key(|it| slowness(*it));
    slowest.unwrap_or(sheet.drawing.mission)
}

/// Prepared Defence is slower than Attack, Attack than Hasty Defence, that than Move; a Reserve has no thresholds of its own.
const fn slowness(mission: Mission) -> u8 {
    match mission {
        Mission::Reserve => 0,
        Mission::Move => 1,
        Mission::HastyDefence => 2,
        Mission::Attack => 3,
        Mission::PreparedDefence => 4,
    }
}

/// What a throw needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Of the table, from 1.
    pub row: u8,
    /// From 1.
    pub column: u8,
    /// The throw of two dice that is at least needed.
    pub figure: u8,
    /// Throws of 36 that succeed.
    pub chances: u8,
}

/// tcs.prep.column, tcs.prep.throw: what the throw must reach, or why none is allowed.
pub fn needs(tables: &Tables, pace: Mission, row: u8, weighted: u16) -> Result<Needs, Rule> {
    let all = &tables.command_prep.thresholds;
    let thresholds = match pace {
        Mission::PreparedDefence => &all.prepared_defence,
        Mission::Attack => &all.attack,
        Mission::HastyDefence => &all.hasty_defence,
        Mission::Move | Mission::Reserve => &all.moving,
    };
    let column = thresholds.iter().rposition(|it| *it <= weighted).ok_or(NO_COLUMN)?;
    let cells = tables.command_prep.rows.get(usize::from(row).wrapping_sub(1)).ok_or(ROW_LIMITS)?;
    let figure = cells.get(column).copied().unwrap_or_default();
    // tcs.prep.dash stands as 0, which no throw shows.
    let chances = face(figure).map(|it| FACES - it as u8).ok_or(DASH)?;
    Ok(Needs { row, column: column as u8 + 1, figure, chances })
}

/// tcs.general.d66: equally likely throws.
const FACES: u8 = 36;

/// The row of a sheet in the game.
pub fn row_of<S: Situation>(s: &S, order: &Order) -> Result<u8, Rule> {
    row_with(s, order, std::iter::empty())
}

/// Its row when these have joined it (tcs.prep.add-preparing).
pub fn row_with<S: Situation>(
    s: &S,
    order: &Order,
    more: impl Iterator<Item = UnitId>,
) -> Result<u8, Rule> {
    let members = order.members.iter().map(|it| it.unit).chain(more);
    let companies = members.map(|it| s.unit(it)).filter(|it| 0 < it.steps);
    let size = size(s.tables(), companies.map(|it| it.company));
    let force = order.members.first().map(|it| s.unit(it.unit).force);
    let prep = force.map_or(0, |it| s.command_prep(it));
    row(s.tables(), prep, size, order.sheet.alternate.is_some())
}

/// What the sheet needs now.
pub fn needs_of<S: Situation>(s: &S, order: &Order) -> Result<Needs, Rule> {
    needs(s.tables(), pace(&order.sheet), row_of(s, order)?, order.weighted_turns)
}

/// When a sheet comes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// By coming turn: the probability that it comes through in just that turn.
    pub turns: Vec<Fraction>,
    /// That it has not by then.
    pub later: Fraction,
}

impl Forecast {
    /// The probability that it has come through by that turn, from 0.
    #[must_use]
    pub fn by(&self, turn: usize) -> Fraction {
        let all = self.turns.iter().take(turn + 1);
        all.fold(Fraction::NONE, |sum, it| sum.plus(*it).unwrap_or(sum))
    }

    /// The first turn by which it has come through as likely as not.
    #[must_use]
    pub fn median(&self) -> Option<usize> {
        (0..self.turns.len()).find(|it| {
            let by = self.by(*it);
            by.whole() <= 2 * by.part()
        })
    }
}

/// The exact distribution over the coming turns, if the sheet gains these weighted turns in each and a throw is made
/// whenever one is allowed. Numbers that no longer fit end the list; what is left is in `later`.
#[must_use]
pub fn forecast(
    tables: &Tables,
    pace: Mission,
    row: u8,
    weighted: u16,
    gains: impl IntoIterator<Item = u16>,
) -> Forecast {
    let mut turns = Vec::new();
    let mut later = Fraction::ONE;
    let mut total = weighted;
    for gain in gains {
        total = total.saturating_add(gain);
        let chances = needs(tables, pace, row, total).map_or(0, |it| it.chances);
        let now = later.times(u128::from(chances), u128::from(FACES));
        let rest = later.times(u128::from(FACES - chances), u128::from(FACES));
        let (Some(now), Some(rest)) = (now, rest) else { break };
        turns.push(now);
        later = rest;
    }
    Forecast { turns, later }
}

/// The forecast of a sheet in the game for so many turns, if things stay as they are.
pub fn forecast_of<S: Situation>(s: &S, order: &Order, turns: usize) -> Result<Forecast, Rule> {
    let gain = weighted_turns(s, order).0;
    let row = row_of(s, order)?;
    let gains = std::iter::repeat_n(gain, turns);
    Ok(forecast(s.tables(), pace(&order.sheet), row, order.weighted_turns, gains))
}

/// An exact share of one, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    part: u128,
    whole: u128,
}

impl Fraction {
    pub const NONE: Fraction = Fraction { part: 0, whole: 1 };
    pub const ONE: Fraction = Fraction { part: 1, whole: 1 };

    #[must_use]
    pub const fn part(self) -> u128 {
        self.part
    }

    #[must_use]
    pub const fn whole(self) -> u128 {
        self.whole
    }

    /// In thousandths, rounded to the nearest, for people.
    #[must_use]
    pub fn per_mille(self) -> u16 {
        // Large numbers lose their tail, which no thousandth sees.
        let shift = 100_u32.saturating_sub(self.whole.leading_zeros());
        let (part, whole) = (self.part >> shift, (self.whole >> shift).at_least(1));
        ((2 * 1000 * part + whole) / (2 * whole)) as u16
    }

    /// The whole is never zero, so neither is what divides it.
    fn new(part: u128, whole: u128) -> Fraction {
        let divisor = common(part, whole);
        Fraction { part: part / divisor, whole: whole / divisor }
    }

    fn times(self, part: u128, whole: u128) -> Option<Fraction> {
        // Cross out first, so that numbers stay small as long as they can.
        let (a, b) = (Fraction::new(self.part, whole), Fraction::new(part, self.whole));
        Some(Fraction::new(a.part.checked_mul(b.part)?, a.whole.checked_mul(b.whole)?))
    }

    fn plus(self, other: Fraction) -> Option<Fraction> {
        let divisor = common(self.whole, other.whole);
        let whole = (self.whole / divisor).checked_mul(other.whole)?;
        let mine = self.part.checked_mul(other.whole / divisor)?;
        let part = mine.checked_add(other.part.checked_mul(self.whole / divisor)?)?;
        Some(Fraction::new(part, whole))
    }
}

fn common(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::sample;

    fn tables() -> Tables {
        sample::tables()
    }

    #[test]
    fn a_throw_is_read_from_the_column_the_turns_have_reached() {
        let tables = tables();
        let figure = |mission, row, turns| needs(&tables, mission, row, turns).map(|it| it.figure);
        assert_eq!(figure(Mission::Attack, 3, 0), Err(NO_COLUMN));
        assert_eq!(figure(Mission::Attack, 3, 1), Ok(64));
        assert_eq!(figure(Mission::Attack, 3, 5), Ok(64));
        assert_eq!(figure(Mission::Attack, 3, 6), Ok(63));
        assert_eq!(figure(Mission::Attack, 3, 200), Ok(14));
        assert_eq!(figure(Mission::PreparedDefence, 6, 11), Err(DASH));
        assert_eq!(figure(Mission::PreparedDefence, 6, 12), Ok(65));
        // 64, 65 and 66 of 36; 11 always.
        assert_eq!(needs(&tables, Mission::Attack, 3, 1).unwrap().chances, 3);
        assert_eq!(needs(&tables, Mission::Attack, 1, 61).unwrap().chances, 36);
        assert_eq!(figure(Mission::Attack, 10, 1), Err(ROW_LIMITS));
    }

    #[test]
    fn size_and_row_follow_the_companies_and_the_alternate() {
        let tables = tables();
        let of = |n: u8| size(&tables, (0..n).chain(0..n).map(CompanyId));
        assert_eq!([0, 1, 2, 3, 4, 6, 7, 9].map(of), [0, 1, 2, 2, 3, 3, 4, 4]);
        assert_eq!(row(&tables, 2, 1, false), Ok(3));
        assert_eq!(row(&tables, 2, 1, true), Ok(4));
        assert_eq!(row(&tables, 0, 0, false), Ok(1));
        assert_eq!(row(&tables, 5, 4, false), Ok(9));
        assert_eq!(row(&tables, 5, 4, true), Err(ROW_LIMITS));
    }

    /// Drawn on turn 1, first accrual on turn 2. An Attack of a whole American battalion that is Unassigned comes through by
    /// turn 7 with 0.497: as likely as not only by turn 8.
    #[test]
    fn orders_come_through_as_late_as_the_design_wants() {
        let tables = tables();
        let median = |mission, row, gain: u16| {
            let it = forecast(&tables, mission, row, 0, std::iter::repeat_n(gain, 20));
            it.median().map(|it| it + 2)
        };
        let of = |mission, row| [3, 2, 1].map(|gain| median(mission, row, gain).unwrap());
        assert_eq!(of(Mission::Attack, 3), [5, 7, 9]);
        assert_eq!(of(Mission::Attack, 5), [8, 9, 13]);
        assert_eq!(of(Mission::Attack, 2), [4, 6, 7]);
        assert_eq!(of(Mission::HastyDefence, 3), [4, 5, 7]);
        assert_eq!(of(Mission::Move, 3), [4, 4, 6]);
        assert_eq!(of(Mission::PreparedDefence, 2), [6, 7, 7]);
        assert_eq!(median(Mission::Attack, 3, 9), Some(3));
    }

    /// Two turns by hand: 3 weighted turns, figure 64 (3 of 36); 6 weighted turns, figure 63 (4 of 36).
    #[test]
    fn the_forecast_is_exact() {
        let tables = tables();
        let it = forecast(&tables, Mission::Attack, 3, 0, [3, 3]);
        assert_eq!(it.turns[0], Fraction::new(3, 36));
        assert_eq!(it.turns[1], Fraction::new(33 * 4, 36 * 36));
        assert_eq!(it.later, Fraction::new(33 * 32, 36 * 36));
        assert_eq!(it.by(1).plus(it.later), Some(Fraction::ONE));
        assert_eq!(it.turns[0].per_mille(), 83);
        // Whatever the sheet, the shares sum to the whole, and one that must come comes.
        for mission in [Mission::Attack, Mission::Move, Mission::HastyDefence] {
            for row in 1..=9 {
                let it = forecast(&tables, mission, row, 0, std::iter::repeat_n(3, 12));
                assert_eq!(it.by(11).plus(it.later), Some(Fraction::ONE));
            }
        }
        let sure = forecast(&tables, Mission::Attack, 1, 60, [3]);
        assert_eq!((sure.turns[0], sure.later), (Fraction::ONE, Fraction::NONE));
    }

    /// Every course of four throws, each with its 36 faces in the classes "through" and "not yet", counted one by one.
    #[test]
    fn the_forecast_agrees_with_counting_every_course() {
        let tables = tables();
        let (mission, row, gains) = (Mission::Move, 4, [2_u16, 1, 3, 2]);
        let figures: Vec<u8> = gains
            .iter()
            .scan(0, |sum, it| {
                *sum += it;
                Some(needs(&tables, mission, row, *sum).map_or(99, |it| it.figure))
            })
            .collect();
        let throws = || (1..=6_u8).flat_map(|tens| (1..=6).map(move |ones| 10 * tens + ones));
        let mut counts = [0_u128; 5];
        for (a, b) in throws().flat_map(|a| throws().map(move |b| (a, b))) {
            for (c, d) in throws().flat_map(|c| throws().map(move |d| (c, d))) {
                let rolled = [a, b, c, d];
                let first = rolled.iter().zip(&figures).position(|(roll, figure)| figure <= roll);
                counts[first.unwrap_or(4)] += 1;
            }
        }
        let whole = 36_u128.pow(4);
        let it = forecast(&tables, mission, row, 0, gains);
        for (turn, count) in counts[..4].iter().enumerate() {
            assert_eq!(it.turns[turn], Fraction::new(*count, whole), "turn {turn}");
        }
        assert_eq!(it.later, Fraction::new(counts[4], whole));
        assert_eq!(counts.iter().sum::<u128>(), whole);
    }
}
