//! Who stands on each site, and on which sites somebody stands.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::Sites;
use crate::data::{GermanId, MOST_SITES, SiteId};

/// Read like an array by site; changed by [`Holders::set`] alone, so that the set of sites that are held keeps up.
#[derive(Clone)]
pub struct Holders {
    by_site: [Option<GermanId>; MOST_SITES],
    held: Sites,
}

impl Holders {
    pub const NONE: Holders = Holders { by_site: [None; MOST_SITES], held: Sites::NONE };

    pub fn set(&mut self, site: SiteId, holder: Option<GermanId>) {
        self.by_site[site.index()] = holder;
        match holder {
            Some(_) => self.held.insert(site),
            None => self.held = self.held.and_not([site].into_iter().collect()),
        }
    }
    #[must_use]
    #[inline]
    pub const fn held(&self) -> Sites {
        self.held
    }
}

impl Deref for Holders {
    type Target = [Option<GermanId>; MOST_SITES];
    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.by_site
    }
}
impl std::fmt::Debug for Holders {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.by_site.fmt(f)
    }
}
impl PartialEq for Holders {
    fn eq(&self, other: &Holders) -> bool {
        self.by_site == other.by_site
    }
}
impl Eq for Holders {}
impl Hash for Holders {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.by_site.hash(state);
    }
}
