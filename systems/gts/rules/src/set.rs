//! Sets of units and of hexes as bits.

use crate::data::UnitId;

/// Room for the largest map a module may bring (1024 hexes).
pub type HexSet = board::HexSet<16>;

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct UnitSet([u64; 4]);

impl UnitSet {
    pub const EMPTY: UnitSet = UnitSet([0; 4]);

    #[inline]
    pub fn insert(&mut self, id: UnitId) {
        self.0[usize::from(id.0 >> 6)] |= 1 << (id.0 & 63);
    }
    #[inline]
    pub fn remove(&mut self, id: UnitId) {
        self.0[usize::from(id.0 >> 6)] &= !(1 << (id.0 & 63));
    }
    #[must_use]
    #[inline]
    pub fn contains(&self, id: UnitId) -> bool {
        self.0[usize::from(id.0 >> 6)] >> (id.0 & 63) & 1 == 1
    }
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|it| it.count_ones() as usize).sum()
    }
    /// In ascending order of ids.
    #[inline]
    pub fn iter(self) -> Ids {
        Ids { bits: self.0[0], word: 0, words: self.0 }
    }
}

/// The ids of a set. By hand: chained iterators are not always inlined into the loops over all units, which cost a
/// twentieth of random play.
pub struct Ids {
    /// What is left of the word.
    bits: u64,
    word: usize,
    words: [u64; 4],
}

impl Iterator for Ids {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        while self.bits == 0 {
            self.word += 1;
            self.bits = *self.words.get(self.word)?;
        }
        let bit = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(UnitId((self.word as u32 * 64 + bit) as u8))
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(ids: I) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        for id in ids {
            set.insert(id);
        }
        set
    }
}

impl std::fmt::Debug for UnitSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|it| it.0)).finish()
    }
}
