//! The estimate of the situation: which enemies can shoot, where, and how surely.

use gts::Battle;
use gts::data::{Colour, Side, UnitId};
use gts::fire_zone::zone;
use gts::modifiers::{Mode, Rating, printed};
use gts::set::HexSet;

use crate::staff::worth;

/// An enemy unit that can shoot.
pub(crate) struct Watcher {
    pub(crate) id: UnitId,
    pub(crate) zone: HexSet,
    /// Chances out of ten to pass the check of an Op Fire or of the Company Bonus.
    pub(crate) chance: i32,
    pub(crate) row: Colour,
    pub(crate) has_bonus: bool,
}

pub(crate) struct Estimate<'a> {
    pub(crate) g: &'a Battle,
    pub(crate) side: Side,
    pub(crate) watchers: Vec<Watcher>,
    /// Every hex some watcher can shoot at.
    pub(crate) watched: HexSet,
}

impl<'a> Estimate<'a> {
    pub(crate) fn new(g: &'a Battle, side: Side) -> Estimate<'a> {
        let mut watchers = Vec::with_capacity(32);
        let mut watched = HexSet::default();
        for (id, _) in g.on_map(side.other()) {
            let zone = zone(g, id);
            let Some((_, row)) = printed(g, id, Rating::Fire, Mode::Direct) else { continue };
            if zone.is_empty() {
                continue;
            }
            watched = watched.union(&zone);
            let has_bonus = g.data().tables.company_bonus.steps_needed <= g[id].steps;
            watchers.push(Watcher { id, zone, chance: worth::passes(g, id), row, has_bonus });
        }
        Estimate { g, side, watchers, watched }
    }

    /// Does an enemy stand next to this hex?
    pub(crate) fn is_in_contact(&self, hex: board::HexId) -> bool {
        let enemy = &self.g.occupied[self.side.other().index()];
        self.g.data().map.neighbours(hex).any(|(_, it)| enemy.contains(it))
    }
}
