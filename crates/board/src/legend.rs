//! The legend of a map: which kinds of terrain, hexside, route and feature there are.
//!
//! Kinds are data. A rules system looks its own up once by key and then works with small ids and bit sets.

use serde::{Deserialize, Serialize};

/// All kinds of things a map may show. The place in each list is the id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Legend {
    /// What fills a hex; exactly one each.
    pub terrains: Vec<TerrainKind>,
    /// What lies on hexsides; at most 32 kinds.
    #[serde(default)]
    pub sides: Vec<SideKind>,
    /// What connects the centres of adjacent hexes; at most 8 kinds.
    #[serde(default)]
    pub routes: Vec<RouteKind>,
    /// What else a hex may bear; at most 32 kinds.
    #[serde(default)]
    pub features: Vec<FeatureKind>,
}

impl Legend {
    /// The terrain with this key.
    pub fn terrain(&self, key: &str) -> Option<TerrainId> {
        place(&self.terrains, 256, |it| it.key == key).map(TerrainId)
    }

    /// The kind of hexside with this key.
    pub fn side(&self, key: &str) -> Option<SideId> {
        place(&self.sides, SideSet::LIMIT, |it| it.key == key).map(SideId)
    }

    /// The kind of route with this key.
    pub fn route(&self, key: &str) -> Option<RouteId> {
        place(&self.routes, RouteSet::LIMIT, |it| it.key == key).map(RouteId)
    }

    /// The feature with this key.
    pub fn feature(&self, key: &str) -> Option<FeatureId> {
        place(&self.features, FeatureSet::LIMIT, |it| it.key == key).map(FeatureId)
    }
}

/// Kinds beyond the limit have no bit and are not found; the builder reports them.
fn place<T>(kinds: &[T], limit: usize, is: impl Fn(&T) -> bool) -> Option<u8> {
    kinds.iter().take(limit).position(is).and_then(|it| u8::try_from(it).ok())
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainKind {
    /// How data files call it.
    pub key: String,
    /// How people call it.
    pub name: String,
    /// What it does to a line that passes over it.
    #[serde(default)]
    pub sight: TerrainSight,
    /// Levels by which it rises above its ground; read only where [`crate::SightRules::heights`] is on.
    #[serde(default)]
    pub height: u8,
}

impl TerrainKind {
    /// A terrain one level high, or flat if it is open.
    pub fn new(key: &str, name: &str, sight: TerrainSight) -> TerrainKind {
        let height = u8::from(sight != TerrainSight::Open);
        TerrainKind { key: key.to_owned(), name: name.to_owned(), sight, height }
    }

    /// The same terrain, `height` levels high.
    pub fn with_height(self, height: u8) -> TerrainKind {
        TerrainKind { height, ..self }
    }
}

/// What the terrain of a hex does to a line of sight that passes over the hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TerrainSight {
    /// Nothing.
    #[default]
    Open,
    /// Blocks.
    #[serde(alias = "block")]
    Blocks,
    /// Light cover: the first such hex on the line is excused, every further one blocks.
    Pair,
}

/// A kind of hexside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideKind {
    /// How data files call it.
    pub key: String,
    /// How people call it.
    pub name: String,
    /// What it does to a line that crosses it.
    #[serde(default)]
    pub sight: SideSight,
    /// Seen only when crossing one way, such as a slope. Sight ignores the direction.
    #[serde(default)]
    pub directed: bool,
}

impl SideKind {
    /// A hexside that is the same from both hexes.
    pub fn new(key: &str, name: &str, sight: SideSight) -> SideKind {
        SideKind { key: key.to_owned(), name: name.to_owned(), sight, directed: false }
    }

    /// The same hexside, but seen only from the hex it is given to.
    pub fn one_way(self) -> SideKind {
        SideKind { directed: true, ..self }
    }
}

/// What a hexside does to a line of sight that crosses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideSight {
    /// Nothing.
    #[default]
    Open,
    /// Blocks, also where the line runs along it.
    #[serde(alias = "block")]
    Blocks,
    /// Blocks unless it borders an end of the line and is the only crest the line crosses.
    Crest,
}

/// A kind of road, track or railway.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteKind {
    /// How data files call it.
    pub key: String,
    /// How people call it.
    pub name: String,
}

impl RouteKind {
    /// A route with this key and name.
    pub fn new(key: &str, name: &str) -> RouteKind {
        RouteKind { key: key.to_owned(), name: name.to_owned() }
    }
}

/// A kind of thing a hex may bear besides its terrain: a strongpoint, an observation point, a victory mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureKind {
    /// How data files call it.
    pub key: String,
    /// How people call it.
    pub name: String,
}

impl FeatureKind {
    /// A feature with this key and name.
    pub fn new(key: &str, name: &str) -> FeatureKind {
        FeatureKind { key: key.to_owned(), name: name.to_owned() }
    }
}

/// Place of a terrain in [`Legend::terrains`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct TerrainId(pub u8);

impl TerrainId {
    /// The id as an index into tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An id and the bit set of such ids.
macro_rules! kinds {
    ($id:ident, $set:ident, $bits:ty, $what:literal) => {
        #[doc = concat!("Place of a ", $what, " in the legend.")]
        #[derive(
            Clone,
            Copy,
            Debug,
            Default,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Hash,
            Serialize,
            Deserialize,
        )]
        pub struct $id(pub u8);

        impl $id {
            /// The id as an index into tables.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        #[doc = concat!("Any number of kinds of ", $what, ".")]
        #[derive(
            Clone,
            Copy,
            Debug,
            Default,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Hash,
            Serialize,
            Deserialize,
        )]
        pub struct $set(pub $bits);

        impl $set {
            /// How many kinds there may be.
            pub const LIMIT: usize = <$bits>::BITS as usize;

            /// The set of one.
            pub const fn of(id: $id) -> $set {
                $set(1 << id.0)
            }

            /// The set without the id, plus the id.
            #[must_use]
            pub const fn with(self, id: $id) -> $set {
                $set(self.0 | 1 << id.0)
            }

            /// Whether the id is in the set.
            pub const fn contains(self, id: $id) -> bool {
                self.0 & 1 << id.0 != 0
            }

            /// Whether the sets share an id: one test for "any of these".
            pub const fn intersects(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }

            /// What is in either set.
            #[must_use]
            pub const fn union(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// What is in both sets.
            #[must_use]
            pub const fn intersect(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// Whether nothing is in the set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The ids, ascending.
            pub fn iter(self) -> impl Iterator<Item = $id> {
                (0..<$bits>::BITS as u8).map($id).filter(move |it| self.contains(*it))
            }
        }

        impl FromIterator<$id> for $set {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> $set {
                ids.into_iter().fold($set::default(), $set::with)
            }
        }
    };
}

kinds!(SideId, SideSet, u32, "hexside");
kinds!(RouteId, RouteSet, u8, "route");
kinds!(FeatureId, FeatureSet, u32, "feature");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_kinds_lists_what_was_put_in() {
        let set: SideSet = [SideId(5), SideId(0), SideId(31)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [SideId(0), SideId(5), SideId(31)]);
        assert!(set.contains(SideId(31)) && !set.contains(SideId(30)));
        assert!(set.intersects(SideSet::of(SideId(5))));
        assert!(SideSet::default().is_empty());
        assert_eq!(RouteSet::LIMIT, 8);
    }
}
