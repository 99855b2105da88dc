//! Sets of hexes as fixed-width bit sets: copied, compared and combined without allocation.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::map::HexId;

/// A set of hexes of a map with at most `64 * W` hexes. Inserting a hex beyond that panics.
///
/// ```
/// use board::{HexId, HexSet};
/// let mut set = HexSet::<12>::default();
/// set.insert(HexId(700));
/// set.insert(HexId(3));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [HexId(3), HexId(700)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexSet<const W: usize> {
    words: [u64; W],
}

impl<const W: usize> Default for HexSet<W> {
    fn default() -> Self {
        HexSet::EMPTY
    }
}

impl<const W: usize> HexSet<W> {
    /// No hex.
    pub const EMPTY: HexSet<W> = HexSet { words: [0; W] };

    /// How many hexes a map may have.
    pub const CAPACITY: usize = 64 * W;

    /// The set whose bits are these words; words beyond the width must be empty.
    pub fn from_words(words: &[u64]) -> HexSet<W> {
        let mut set = HexSet::EMPTY;
        let n = if words.len() < W { words.len() } else { W };
        set.words[..n].copy_from_slice(&words[..n]);
        debug_assert!(words[n..].iter().all(|it| *it == 0), "the set is too narrow for this map");
        set
    }

    /// The bits, hex 0 lowest in the first word.
    pub const fn words(&self) -> &[u64; W] {
        &self.words
    }

    /// Adds every hex of a row of bits.
    #[inline]
    pub fn add_words(&mut self, words: &[u64]) {
        for (mine, more) in self.words.iter_mut().zip(words) {
            *mine |= more;
        }
    }

    /// Puts a hex in; says whether it was not there before.
    #[inline]
    pub const fn insert(&mut self, hex: HexId) -> bool {
        let new = !self.contains(hex);
        self.words[hex.index() / 64] |= 1 << (hex.index() % 64);
        new
    }

    /// Takes a hex out; says whether it was there.
    #[inline]
    pub const fn remove(&mut self, hex: HexId) -> bool {
        let old = self.contains(hex);
        if old {
            self.words[hex.index() / 64] &= !(1 << (hex.index() % 64));
        }
        old
    }

    /// Whether the hex is in the set.
    #[inline]
    pub const fn contains(&self, hex: HexId) -> bool {
        hex.index() < Self::CAPACITY && self.words[hex.index() / 64] >> (hex.index() % 64) & 1 != 0
    }

    /// What is in either set.
    #[must_use]
    #[inline]
    pub fn union(mut self, other: &HexSet<W>) -> HexSet<W> {
        for (it, more) in self.words.iter_mut().zip(&other.words) {
            *it |= more;
        }
        self
    }

    /// What is in both sets.
    #[must_use]
    #[inline]
    pub fn intersect(mut self, other: &HexSet<W>) -> HexSet<W> {
        for (it, also) in self.words.iter_mut().zip(&other.words) {
            *it &= also;
        }
        self
    }

    /// What is in this set but not in the other.
    #[must_use]
    #[inline]
    pub fn and_not(mut self, other: &HexSet<W>) -> HexSet<W> {
        for (it, less) in self.words.iter_mut().zip(&other.words) {
            *it &= !less;
        }
        self
    }

    /// Whether the sets share a hex.
    #[inline]
    pub fn intersects(&self, other: &HexSet<W>) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether no hex is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|it| *it == 0)
    }

    /// How many hexes are in the set.
    #[inline]
    pub fn count(&self) -> u32 {
        self.words.iter().map(|it| it.count_ones()).sum()
    }

    /// The hexes, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = HexId> + use<W> {
        bits(self.words)
    }
}

/// The hexes whose bits are set, ascending.
pub(crate) fn bits(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = HexId> {
    words.into_iter().enumerate().flat_map(|(i, mut word)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros())?;
            word &= word - 1;
            Some(HexId(i as u16 * 64 + bit as u16))
        })
    })
}

impl<const W: usize> FromIterator<HexId> for HexSet<W> {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> HexSet<W> {
        let mut set = HexSet::EMPTY;
        set.extend(hexes);
        set
    }
}

impl<const W: usize> Extend<HexId> for HexSet<W> {
    fn extend<I: IntoIterator<Item = HexId>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

impl<const W: usize> fmt::Debug for HexSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|it| it.0)).finish()
    }
}

/// Written as a list of ids, so that the width may change between versions.
impl<const W: usize> Serialize for HexSet<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, const W: usize> Deserialize<'de> for HexSet<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let hexes = Vec::<HexId>::deserialize(deserializer)?;
        match hexes.iter().find(|it| Self::CAPACITY <= it.index()) {
            Some(it) => Err(de::Error::custom(format_args!(
                "hex {} does not fit a set of {}",
                it.0,
                Self::CAPACITY
            ))),
            None => Ok(hexes.into_iter().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(hexes: &[u16]) -> HexSet<3> {
        hexes.iter().copied().map(HexId).collect()
    }

    #[test]
    fn sets_combine_like_sets() {
        let (a, b) = (set(&[0, 63, 64, 191]), set(&[63, 100]));
        assert_eq!(a.union(&b), set(&[0, 63, 64, 100, 191]));
        assert_eq!(a.intersect(&b), set(&[63]));
        assert_eq!(a.and_not(&b), set(&[0, 64, 191]));
        assert!(a.intersects(&b) && !a.and_not(&b).intersects(&b));
        assert_eq!((a.count(), b.count(), set(&[]).count()), (4, 2, 0));
        assert!(set(&[]).is_empty() && !b.is_empty());
    }

    #[test]
    fn inserting_and_removing_say_whether_they_changed_anything() {
        let mut it = set(&[5]);
        assert!(!it.insert(HexId(5)) && it.insert(HexId(190)) && it.contains(HexId(190)));
        assert!(it.remove(HexId(5)) && !it.remove(HexId(5)) && !it.remove(HexId(1000)));
        assert_eq!(it, set(&[190]));
        assert!(!it.contains(HexId(1000)));
        assert_eq!(HexSet::<3>::from_words(it.words()), it);
    }
}
