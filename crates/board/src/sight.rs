//! Line of sight between hex centres, as a number of blockers.
//!
//! A line passes hexes and crosses hexsides; each may be a *blocker*. None means clear sight; rules that let
//! somebody see through one or two compare the number. In the words of the rules that use it:
//!
//! - The two end hexes never block; adjacent hexes always see each other.
//! - A hex blocks by its terrain, or because of a veil (barrage, smoke) on it: one blocker a hex, for whatever
//!   reason. Light cover blocks from the second such hex on; a veiled hex counts as veiled, not as light cover.
//! - A hexside blocks when crossed, also at its end point. A crest does not if it borders an end hex and is the only
//!   crest crossed; with a second crest both count.
//! - A line that runs along hexsides passes each on one of its two flanks, whichever makes the fewest blockers for
//!   the whole line. A flank off the map lets nothing through.
//!
//! ```text
//!        / \
//!       | A |          A sees B past the flank L (crossing A-L and L-B) or past the flank R
//!      / \ / \         (crossing A-R and R-B). A blocking hexside between L and R always counts,
//!     | R | L |        a crest there if the edition says so; with both flanks blocked the better
//!      \ / \ /         one is taken.
//!       | B |
//!        \ /
//! ```
//!
//! Sight is symmetric: blockers(a, b) = blockers(b, a), always. Privileges of the observer are the caller's.
//!
//! [`explain`](explain::explain) says why, for one pair; [`Sight`] knows the number for all pairs at once.

pub mod explain;
mod ground;
mod lines;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    hex_set::{HexSet, bits},
    map::{HexId, Map},
};

use self::{
    ground::Ground,
    lines::{Line, Lines, is_forward},
};

/// The number of blockers between hexes further apart than [`SightRules::max_range`]: more than anybody sees
/// through. Counted blockers stop one below.
pub const BEYOND: u8 = u8::MAX;

/// What the editions and systems differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightRules {
    /// A crest on the very hexside along which a line runs blocks it; otherwise it does nothing by itself.
    pub crest_along_line_blocks: bool,
    /// Elevation counts: an intermediate hex blocks if its ground rises above the straight line between the
    /// grounds of the ends, and terrain that blocks or is light cover does so only where ground and
    /// [`height`](crate::TerrainKind::height) together rise above that line. The line is measured abreast of the
    /// centre of the hex. What just touches the line does not rise above it. Veils and hexsides ignore heights.
    pub heights: bool,
    /// The furthest anybody ever sees; nothing is computed beyond.
    pub max_range: u8,
}

/// The blockers between all pairs of hexes of one map. A cache that belongs to the map, not part of a game's state.
/// It takes `n * n * (1 + max_range / 8)` bytes: 1.4 MB for 30 x 24 hexes and 24 MB for 60 x 50 at range 13.
#[derive(Clone, Debug)]
pub struct Sight {
    rules: SightRules,
    /// How many hexes the map has.
    n: usize,
    /// Words in a row of `fields`.
    words: usize,
    /// The furthest range for which there are fields: `max_range`, or less on a small map.
    limit: u8,
    /// `[a][b]`.
    blockers: Vec<u8>,
    /// `[hex][range - 1][word]`: the hexes within range with no blocker.
    fields: Vec<u64>,
    /// Ascending.
    veils: Vec<HexId>,
    ground: Ground,
    lines: Arc<Lines>,
}

impl Sight {
    /// Traces all pairs of hexes within range of each other.
    pub fn new(map: &Map, rules: SightRules, veil: &[HexId]) -> Sight {
        let widest = u32::from(map.columns()) + u32::from(map.rows());
        let limit =
            if widest < u32::from(rules.max_range) { widest as u8 } else { rules.max_range };
        let (n, words) = (map.len(), map.len().div_ceil(64));
        let mut veils = veil.to_vec();
        veils.sort_unstable();
        veils.dedup();
        let ground = Ground::new(map, &veils);
        let lines = Arc::new(Lines::new(&ground, limit));
        let mut sight = Sight {
            rules,
            n,
            words,
            limit,
            blockers: vec![BEYOND; n * n],
            fields: vec![0; n * usize::from(limit) * words],
            veils,
            ground,
            lines,
        };
        sight.trace_all(map);
        sight
    }

    /// How many hexes and hexsides block the line; [`BEYOND`] if it is longer than the rules allow.
    #[inline]
    pub fn blockers(&self, a: HexId, b: HexId) -> u8 {
        self.blockers[a.index() * self.n + b.index()]
    }

    /// Whether nothing blocks the line.
    #[inline]
    pub fn clear(&self, a: HexId, b: HexId) -> bool {
        self.blockers(a, b) == 0
    }

    /// The hexes within `range` that can be seen from here with no blocker, the hex itself included. Ranges
    /// beyond the rules' maximum give what the maximum gives; range 0 gives nothing.
    #[inline]
    pub fn field(&self, hex: HexId, range: u8) -> Field<'_> {
        let range = if self.limit < range { self.limit } else { range };
        if range == 0 {
            return Field { words: &[] };
        }
        let start = self.field_start(hex, range);
        Field { words: &self.fields[start..start + self.words] }
    }

    /// The hexes within `range` that can be seen from here through at most `through` blockers.
    pub fn field_through<const W: usize>(
        &self,
        map: &Map,
        hex: HexId,
        range: u8,
        through: u8,
    ) -> HexSet<W> {
        let range = if self.limit < range { self.limit } else { range };
        let row = &self.blockers[hex.index() * self.n..][..self.n];
        map.within(hex, range)
            .filter(|it| row[it.index()] != BEYOND && row[it.index()] <= through)
            .collect()
    }

    /// The answer of the table, corrected for veils in addition to its own, which stay as they are. For playouts,
    /// where barrages come and go too fast to update the table.
    pub fn blockers_with(&self, map: &Map, veil: &[HexId], a: HexId, b: HexId) -> u8 {
        let known = self.blockers(a, b);
        let distance = map.distance(a, b);
        if veil.is_empty() || known == BEYOND || distance < 2 {
            return known;
        }
        // A hex on the line, or on a flank of it, is on a shortest way (hex/tests/trace.rs).
        let near = |it: &HexId| {
            *it != a && *it != b && map.distance(a, *it) + map.distance(*it, b) == distance
        };
        if !veil.iter().any(near) {
            return known;
        }
        let way = map.hex(b) - map.hex(a);
        let (start, line) = if is_forward(way) {
            (a, self.lines.line(way))
        } else {
            (b, self.lines.line(map.hex(a) - map.hex(b)))
        };
        let veiled = |place| veil.iter().any(|it| self.ground.place_of(*it) == place);
        self.ground.count(&self.rules, &self.lines, line, start, veiled)
    }

    /// What [`Sight::field`] would be with veils in addition to the table's own.
    pub fn field_with<const W: usize>(
        &self,
        map: &Map,
        veil: &[HexId],
        hex: HexId,
        range: u8,
    ) -> HexSet<W> {
        let field = self.field(hex, range);
        let mut set = field.set();
        // A veil never opens a line, and one as far away as the furthest hex seen closes none.
        if veil.iter().any(|it| map.distance(hex, *it) < u32::from(range)) {
            for seen in field.iter().filter(|it| self.blockers_with(map, veil, hex, *it) != 0) {
                set.remove(seen);
            }
        }
        set
    }

    /// Whether the table takes the hex for veiled.
    pub fn is_veiled(&self, hex: HexId) -> bool {
        self.veils.binary_search(&hex).is_ok()
    }

    /// The hexes the table takes for veiled, ascending.
    pub fn veils(&self) -> &[HexId] {
        &self.veils
    }

    /// The rules the table was built for.
    pub fn rules(&self) -> &SightRules {
        &self.rules
    }

    /// Lays a veil on a hex or lifts it, and traces again the lines that touch the hex, no others.
    pub fn set_veil(&mut self, map: &Map, hex: HexId, on: bool) {
        match (self.veils.binary_search(&hex), on) {
            (Err(place), true) => self.veils.insert(place, hex),
            (Ok(place), false) => {
                self.veils.remove(place);
            }
            _ => return,
        }
        let same = !self.ground.set_veil(hex, on);
        if same && !self.rules.heights {
            return;
        }
        // A line is the same wherever it starts, so the lines that touch this hex are found by going back
        // from it by each hex of each line.
        let lines = Arc::clone(&self.lines);
        for line in lines.all() {
            for way in lines.touched(line) {
                let start = map.hex(hex) - *way;
                if let (Some(a), Some(b)) = (map.id(start), map.id(start + line.way)) {
                    self.trace_again(&lines, line, a, b);
                }
            }
        }
    }

    fn trace_again(&mut self, lines: &Lines, line: &Line, a: HexId, b: HexId) {
        let old = self.blockers(a, b);
        let new = self.ground.count(&self.rules, lines, line, a, |_| false);
        if old == new {
            return;
        }
        self.blockers[a.index() * self.n + b.index()] = new;
        self.blockers[b.index() * self.n + a.index()] = new;
        if (old == 0) == (new == 0) {
            return;
        }
        for (hex, other) in [(a, b), (b, a)] {
            for range in line.distance..=self.limit {
                let start = self.field_start(hex, range);
                self.fields[start + other.index() / 64] ^= 1 << (other.index() % 64);
            }
        }
    }

    fn trace_all(&mut self, map: &Map) {
        let lines = Arc::clone(&self.lines);
        for a in map.hexes() {
            self.put(a, a, 0, 1);
            let start = map.hex(a);
            for line in lines.all() {
                let Some(b) = map.id(start + line.way) else { continue };
                let n = self.ground.count(&self.rules, &lines, line, a, |_| false);
                self.put(a, b, n, line.distance);
                self.put(b, a, n, line.distance);
            }
        }
        // So far each hex stands only in the field of its own distance; wider fields contain narrower ones.
        let (words, limit) = (self.words, usize::from(self.limit));
        for rows in self.fields.chunks_exact_mut(if limit == 0 { 1 } else { words * limit }) {
            for i in words..rows.len() {
                rows[i] |= rows[i - words];
            }
        }
    }

    fn put(&mut self, a: HexId, b: HexId, n: u8, distance: u8) {
        self.blockers[a.index() * self.n + b.index()] = n;
        if n == 0 && distance <= self.limit {
            let start = self.field_start(a, distance);
            self.fields[start + b.index() / 64] |= 1 << (b.index() % 64);
        }
    }

    fn field_start(&self, hex: HexId, range: u8) -> usize {
        (hex.index() * usize::from(self.limit) + usize::from(range) - 1) * self.words
    }
}

/// Two tables are equal if they say the same.
impl PartialEq for Sight {
    fn eq(&self, other: &Sight) -> bool {
        self.rules == other.rules
            && self.veils == other.veils
            && self.blockers == other.blockers
            && self.fields == other.fields
    }
}

impl Eq for Sight {}

/// What is seen from a hex: a borrowed row of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    words: &'a [u64],
}

impl<'a> Field<'a> {
    /// Whether the hex is seen.
    #[inline]
    pub fn contains(self, hex: HexId) -> bool {
        self.words.get(hex.index() / 64).is_some_and(|it| it >> (hex.index() % 64) & 1 != 0)
    }

    /// The bits, hex 0 lowest in the first word.
    pub fn words(self) -> &'a [u64] {
        self.words
    }

    /// The same as a set that can be combined.
    #[inline]
    pub fn set<const W: usize>(self) -> HexSet<W> {
        HexSet::from_words(self.words)
    }

    /// The hexes seen, ascending.
    pub fn iter(self) -> impl Iterator<Item = HexId> + use<'a> {
        bits(self.words.iter().copied())
    }
}
