//! Sets of units as bits.

use crate::id::UnitId;

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct UnitSet([u64; 4]);

impl UnitSet {
    pub const EMPTY: UnitSet = UnitSet([0; 4]);

    #[must_use]
    pub fn of(id: UnitId) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        set.insert(id);
        set
    }
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
    #[must_use]
    pub fn first(&self) -> Option<UnitId> {
        self.iter().next()
    }
    #[must_use]
    pub fn union(mut self, other: UnitSet) -> UnitSet {
        for (it, more) in self.0.iter_mut().zip(other.0) {
            *it |= more;
        }
        self
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

impl Extend<UnitId> for UnitSet {
    fn extend<I: IntoIterator<Item = UnitId>>(&mut self, ids: I) {
        for id in ids {
            self.insert(id);
        }
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
