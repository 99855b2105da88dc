//! Small words the standard library lacks.

/// `min` and `max` as methods are misread (`x.min(3)` is at most 3); these say what they do.
pub trait Bounds: Ord + Sized {
    #[must_use]
    #[inline]
    fn at_most(self, limit: Self) -> Self {
        if limit < self { limit } else { self }
    }
    #[must_use]
    #[inline]
    fn at_least(self, limit: Self) -> Self {
        if self < limit { limit } else { self }
    }
}

impl<T: Ord + Sized> Bounds for T {}
