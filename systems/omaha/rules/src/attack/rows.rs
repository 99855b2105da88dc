//! Sections 12.3 and 12.4: rows, columns and cells of the attack results chart.

use kernel::{Rule, rules};

use crate::data::GermanId;
use crate::state::Day;
use crate::tables::{AttackResult, AttackRow};

rules! {
    NO_LE_ALONE = "omaha.res.no-le-alone", "Weapons NO, less or equal, unit alone";
    NO_LE_HIDDEN = "omaha.res.no-le-hidden", "Weapons NO, less or equal, unrevealed depth";
    NO_LE_SHOWN = "omaha.res.no-le-shown", "Weapons NO, less or equal, revealed depth";
    NO_GT_ALONE = "omaha.res.no-gt-alone", "Weapons NO, greater, unit alone";
    NO_GT_HIDDEN = "omaha.res.no-gt-hidden", "Weapons NO, greater, unrevealed depth";
    NO_GT_SHOWN = "omaha.res.no-gt-shown", "Weapons NO, greater, revealed depth";
    NO_DOUBLE_ALONE = "omaha.res.no-double-alone", "Weapons NO, double, unit alone";
    NO_DOUBLE_HIDDEN = "omaha.res.no-double-hidden", "Weapons NO, double, unrevealed depth";
    NO_DOUBLE_SHOWN = "omaha.res.no-double-shown", "Weapons NO, double, revealed depth";
    YES_LT_ALONE = "omaha.res.yes-lt-alone", "Weapons YES, less, unit alone";
    YES_LT_HIDDEN = "omaha.res.yes-lt-hidden", "Weapons YES, less, unrevealed depth";
    YES_LT_SHOWN = "omaha.res.yes-lt-shown", "Weapons YES, less, revealed depth";
    YES_EQ_ALONE = "omaha.res.yes-eq-alone", "Weapons YES, equal, unit alone";
    YES_EQ_HIDDEN = "omaha.res.yes-eq-hidden", "Weapons YES, equal, unrevealed depth";
    YES_EQ_SHOWN = "omaha.res.yes-eq-shown", "Weapons YES, equal, revealed depth";
    YES_GT_ALONE = "omaha.res.yes-gt-alone", "Weapons YES, greater, unit alone";
    YES_GT_HIDDEN = "omaha.res.yes-gt-hidden", "Weapons YES, greater, unrevealed depth";
    YES_GT_SHOWN = "omaha.res.yes-gt-shown", "Weapons YES, greater, revealed depth";
    YES_DOUBLE_ALONE = "omaha.res.yes-double-alone", "Weapons YES, double, unit alone";
    YES_DOUBLE_HIDDEN = "omaha.res.yes-double-hidden", "Weapons YES, double, unrevealed depth";
    YES_DOUBLE_SHOWN_BASIC = "omaha.res.yes-double-shown-basic", "Weapons YES, double, revealed depth, turns 1-16";
    YES_DOUBLE_SHOWN_EXTENDED = "omaha.res.yes-double-shown-extended", "Weapons YES, double, revealed depth, turns 17-32";
}

/// By row and column; the last cell is split by turns.
const CELLS: [[Rule; 3]; 7] = [
    [NO_LE_ALONE, NO_LE_HIDDEN, NO_LE_SHOWN],
    [NO_GT_ALONE, NO_GT_HIDDEN, NO_GT_SHOWN],
    [NO_DOUBLE_ALONE, NO_DOUBLE_HIDDEN, NO_DOUBLE_SHOWN],
    [YES_LT_ALONE, YES_LT_HIDDEN, YES_LT_SHOWN],
    [YES_EQ_ALONE, YES_EQ_HIDDEN, YES_EQ_SHOWN],
    [YES_GT_ALONE, YES_GT_HIDDEN, YES_GT_SHOWN],
    [YES_DOUBLE_ALONE, YES_DOUBLE_HIDDEN, YES_DOUBLE_SHOWN_BASIC],
];

/// Rows of the chart: weapons, then the class of strength (omaha.att.step-row).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row(pub AttackRow);

impl Row {
    #[must_use]
    pub fn of(weapons: bool, attack: i32, defence: i32) -> Row {
        // omaha.att.class-double
        let double = 2 * defence <= attack;
        // omaha.att.class-greater
        let greater = defence < attack;
        Row(match weapons {
            false if double => AttackRow::NoDouble,
            false if greater => AttackRow::NoGreater,
            false => AttackRow::NoLessOrEqual,
            true if double => AttackRow::YesDouble,
            true if greater => AttackRow::YesGreater,
            // omaha.att.class-equal
            true if defence == attack => AttackRow::YesEqual,
            true => AttackRow::YesLess,
        })
    }

    #[must_use]
    pub fn cell(self, g: &Day, column: Column) -> AttackResult {
        let cells = g.data().tables.attack[self.0 as usize];
        match column {
            Column::Alone => cells.alone,
            Column::UnrevealedDepth => cells.unrevealed_depth,
            Column::RevealedDepth if g.is_extended() => cells.revealed_depth_extended,
            Column::RevealedDepth => cells.revealed_depth,
        }
    }

    /// The statement behind a cell.
    #[must_use]
    pub fn rule(self, g: &Day, column: Column) -> Rule {
        match (self.0, column) {
            (AttackRow::YesDouble, Column::RevealedDepth) if g.is_extended() => {
                YES_DOUBLE_SHOWN_EXTENDED
            }
            _ => CELLS[self.0 as usize][column as usize],
        }
    }
}

/// omaha.att.step-column
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Column {
    Alone,
    UnrevealedDepth,
    RevealedDepth,
}

impl Column {
    #[must_use]
    pub fn of(g: &Day, unit: GermanId) -> Column {
        match g[unit].depth {
            None => Column::Alone,
            Some(depth) if g[depth].revealed => Column::RevealedDepth,
            Some(_) => Column::UnrevealedDepth,
        }
    }
}
