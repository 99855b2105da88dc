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
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                if bits == 0 {
                    return None;
                }
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                Some(UnitId((word as u32 * 64 + bit) as u8))
            })
        })
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
