//! Sets of counters, positions and sites as words of bits.

use crate::data::{PositionId, SiteId, UnitId};

/// A set of US counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Units(pub u128);

impl Units {
    pub const NONE: Units = Units(0);

    #[must_use]
    #[inline]
    pub const fn contains(self, unit: UnitId) -> bool {
        self.0 >> unit.0 & 1 != 0
    }
    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.0;
    }
    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.0);
    }
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
        std::iter::from_fn(move || {
            let (word, first) = if low != 0 { (&mut low, 0) } else { (&mut high, 64) };
            (*word != 0).then(|| {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                UnitId(first + bit)
            })
        })
    }
}

impl FromIterator<UnitId> for Units {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Units {
        let mut set = Units::NONE;
        units.into_iter().for_each(|it| set.insert(it));
        set
    }
}

/// A set of positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Positions(pub u128);

impl Positions {
    pub const NONE: Positions = Positions(0);

    #[must_use]
    #[inline]
    pub const fn contains(self, position: PositionId) -> bool {
        self.0 >> position.0 & 1 != 0
    }
    #[inline]
    pub fn insert(&mut self, position: PositionId) {
        self.0 |= 1 << position.0;
    }
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = PositionId> {
        Units(self.0).iter().map(|it| PositionId(it.0))
    }
}

impl FromIterator<PositionId> for Positions {
    fn from_iter<I: IntoIterator<Item = PositionId>>(positions: I) -> Positions {
        let mut set = Positions::NONE;
        positions.into_iter().for_each(|it| set.insert(it));
        set
    }
}

/// A set of hexes of positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sites(pub u128);

impl Sites {
    pub const NONE: Sites = Sites(0);

    #[must_use]
    #[inline]
    pub const fn contains(self, site: SiteId) -> bool {
        self.0 >> site.0 & 1 != 0
    }
    #[inline]
    pub fn insert(&mut self, site: SiteId) {
        self.0 |= 1 << site.0;
    }
    #[must_use]
    #[inline]
    pub const fn union(self, other: Sites) -> Sites {
        Sites(self.0 | other.0)
    }
    #[must_use]
    #[inline]
    pub const fn intersect(self, other: Sites) -> Sites {
        Sites(self.0 & other.0)
    }
    #[must_use]
    #[inline]
    pub const fn and_not(self, other: Sites) -> Sites {
        Sites(self.0 & !other.0)
    }
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = SiteId> {
        Units(self.0).iter().map(|it| SiteId(it.0))
    }
}

impl FromIterator<SiteId> for Sites {
    fn from_iter<I: IntoIterator<Item = SiteId>>(sites: I) -> Sites {
        let mut set = Sites::NONE;
        sites.into_iter().for_each(|it| set.insert(it));
        set
    }
}
