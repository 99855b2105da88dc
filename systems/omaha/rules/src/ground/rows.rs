//! How far one gets from hex to hex, a row of the map at a time.
//!
//! A row is a word, a hex a bit. In a row one gets from end to end of a run of open hexes at once, and from row to row by
//! two neighbours a hex:
//!
//! ```text
//!   row 0   0 1 2 3 ..      a hex of an even row adjoins its own number and the one before,
//!   row 1    0 1 2 3 ..     one of an odd row its own and the one after
//!   row 2   0 1 2 3 ..
//! ```

use board::Map;
use smallvec::{SmallVec, smallvec};

use crate::data::Hexes;

type Rows = SmallVec<[u64; 32]>;

/// The widest map this works for: a bit must be left beyond the last column.
const MOST_COLUMNS: u16 = 63;

/// Hexes that can be reached from those of a set that are not barred, through such hexes alone; they themselves too.
/// Nothing for a map that is too wide.
pub(super) fn reach(map: &Map, from: &Hexes, barred: &Hexes) -> Option<Hexes> {
    if MOST_COLUMNS < map.columns() {
        return None;
    }
    let whole = (1_u64 << map.columns()) - 1;
    let mut open = split(map, barred);
    open.iter_mut().for_each(|it| *it = !*it & whole);
    let from = split(map, from);
    let mut reached: Rows = smallvec![0; open.len()];
    let mut changed = true;
    while changed {
        changed = false;
        let (up, down) = ((0..open.len()).rev(), 0..open.len());
        for row in up.chain(down) {
            let above = row.checked_sub(1).map_or(0, |it| beside(it, reached[it]));
            let below = reached.get(row + 1).map_or(0, |it| beside(row + 1, *it));
            let entered = (from[row] | above | below) & open[row] & !reached[row];
            if entered != 0 {
                reached[row] |= along(entered, open[row]);
                changed = true;
            }
        }
    }
    Some(join(map, &reached))
}

/// Hexes of the rows above and below that adjoin those of a row.
fn beside(row: usize, hexes: u64) -> u64 {
    hexes | if row.is_multiple_of(2) { hexes >> 1 } else { hexes << 1 }
}

/// The whole of each run of open hexes of which one is entered. Added to a run, a bit carries to the run's end.
fn along(entered: u64, open: u64) -> u64 {
    let up = |entered: u64, open: u64| (open.wrapping_add(entered) ^ open) & open | entered;
    up(entered, open)
        | up(entered.reverse_bits() >> 1, open.reverse_bits() >> 1).reverse_bits() >> 1
}

fn split(map: &Map, hexes: &Hexes) -> Rows {
    let (words, columns) = (hexes.words(), usize::from(map.columns()));
    let row = |row: usize| {
        let (word, bit) = (row * columns / 64, row * columns % 64);
        let low = words.get(word).map_or(0, |it| it >> bit);
        let high = words.get(word + 1).map_or(0, |it| it << 1 << (63 - bit));
        (low | high) & ((1 << columns) - 1)
    };
    (0..usize::from(map.rows())).map(row).collect()
}

fn join(map: &Map, rows: &Rows) -> Hexes {
    let mut words = *Hexes::EMPTY.words();
    for (row, hexes) in rows.iter().enumerate() {
        let at = row * usize::from(map.columns());
        let (word, bit) = (at / 64, at % 64);
        if let Some(it) = words.get_mut(word) {
            *it |= hexes << bit;
        }
        if let Some(it) = words.get_mut(word + 1) {
            *it |= hexes >> 1 >> (63 - bit);
        }
    }
    Hexes::from_words(&words)
}
