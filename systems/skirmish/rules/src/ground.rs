//! Section 14: what the rules ask of the table. The geometry itself is in `tabletop`, which knows no rules; what it is
//! built to, statement by statement:
//!
//! | in `tabletop` | statements |
//! |---|---|
//! | `geometry`, `line`, `polygon` | skirmish.eng.units, skirmish.eng.exact, skirmish.eng.spans, skirmish.meas.inclusive |
//! | `table`, `legend`, `build` | skirmish.terr.table, skirmish.terr.types, skirmish.terr.base, skirmish.terr.overlap, skirmish.hill.level, skirmish.build.floors |
//! | `sight`: lines | skirmish.los.line, skirmish.los.top, skirmish.los.ground, skirmish.los.limit, skirmish.los.zero, skirmish.eng.both-ways, skirmish.smoke.hindrance |
//! | `sight`: buildings | skirmish.los.building, skirmish.los.window, skirmish.los.inside |
//! | `sight`: obstacles and areas | skirmish.los.lining, skirmish.los.linear, skirmish.los.area, skirmish.los.woods, skirmish.los.free-depth |
//! | `sight`: cover | skirmish.cover.best, skirmish.cover.area, skirmish.cover.linear, skirmish.cover.building |
//! | `path`, `judge` | skirmish.eng.length, skirmish.move.area-cost, skirmish.move.line-cost, skirmish.move.building-cost, skirmish.move.shared-wall, skirmish.move.along, skirmish.move.checkpoints |
//! | `candidates` | skirmish.eng.candidates, skirmish.eng.assault-candidates |
//!
//! Whoever may see two things may measure between them at any time (skirmish.meas.free): [`Skirmish::sight`] and
//! [`Skirmish::cover`] ask nobody.

use kernel::{Objection, Rule, rules};
use tabletop::judge::Why;
use tabletop::{Conditions, Piece, Refusal, Sight, Spot};

use crate::data::{ElementId, Side};
use crate::state::Skirmish;
use crate::tables::Cover;

rules! {
    ANSWER = "skirmish.eng.move-answer", "One path of at most 8 legs for each figure";
    TABLE_EDGE = "skirmish.move.table-edge", "A figure stays on the table";
    STAIRS = "skirmish.move.floor-leg", "Up or down is a leg of its own";
    FLOORS = "skirmish.build.floors", "There is no such floor";
    IMPASSABLE = "skirmish.move.area-cost", "Impassable ground";
    ENEMY = "skirmish.move.enemy", "Within 1 inch of an enemy figure";
    ALLOWANCE = "skirmish.move.allowance", "The path costs too much";
    IMPASSABLE_END = "skirmish.move.impassable-end", "No figure ends in impassable ground";
    END_PLACE = "skirmish.move.end-place", "Too near to a figure, an obstacle or a wall";
    COHERENCY = "skirmish.elem.coherency", "The figures are not linked";
}

impl Skirmish {
    /// Hindrances on a line of sight; `None` where it is blocked (skirmish.los.line).
    #[must_use]
    #[inline]
    pub fn sight(&self, a: Spot, b: Spot) -> Option<u8> {
        match self.scene.table.sight(a, b, self.conditions()) {
            Sight::Clear { hindrances } => Some(hindrances),
            Sight::Blocked => None,
        }
    }

    #[must_use]
    #[inline]
    pub fn sees(&self, a: Spot, b: Spot) -> bool {
        self.scene.table.sees(a, b, self.conditions())
    }

    fn conditions(&self) -> Conditions<'_> {
        Conditions { smoke: &self.smoke, visibility: self.scene.visibility }
    }

    /// The cover of a figure against fire from here (skirmish.cover.best).
    #[must_use]
    #[inline]
    pub fn cover(&self, from: Spot, target: Spot) -> Cover {
        Cover::of(self.scene.table.cover(from, target).cover)
    }

    /// The cover of a figure against a blast (skirmish.sit.linear-test, skirmish.he.direct-cover). From a burst in the
    /// same room the class of the building still counts: the shell came from outside.
    #[must_use]
    pub fn cover_from_burst(&self, burst: Spot, figure: Spot) -> Cover {
        let table = &self.scene.table;
        let inside = table.building_at(figure.point()).is_some();
        let covered = if inside {
            table.cover_of_place(figure)
        } else {
            table.cover_from_burst(burst, figure)
        };
        Cover::of(covered.cover)
    }

    /// Does a linear obstacle give that cover?
    #[must_use]
    pub fn is_behind_obstacle(&self, burst: Spot, figure: Spot) -> bool {
        let by = self.scene.table.cover_from_burst(burst, figure).by;
        matches!(by, Some(Piece::Obstacle(_)))
    }

    /// skirmish.hill.level
    #[must_use]
    pub fn hill(&self, at: Spot) -> u8 {
        self.scene.table.level(at.point())
    }

    #[must_use]
    pub fn building(&self, at: Spot) -> Option<usize> {
        self.scene.table.building_at(at.point())
    }

    #[must_use]
    pub fn has_tree_bursts(&self, at: Spot) -> bool {
        self.scene.table.tree_bursts(at)
    }

    /// skirmish.sit.levels-above
    #[must_use]
    pub fn levels_above(&self, at: Spot) -> u8 {
        self.scene.table.levels_above(at)
    }

    #[must_use]
    pub fn conceals(&self, at: Spot) -> bool {
        self.scene.table.conceals(at)
    }

    /// A spot of the table with a floor that is there.
    #[must_use]
    pub fn is_place(&self, at: Spot) -> bool {
        self.scene.table.holds(at.point()) && self.scene.table.has_floor(at)
    }

    /// Figures of others from whom this element keeps apart: its own side's, and revealed enemies. An unseen figure blocks
    /// no place (skirmish.eng.secrecy).
    #[must_use]
    pub fn others(&self, id: ElementId) -> Vec<Spot> {
        let side = self.side(id);
        let known = |it: &ElementId| {
            *it != id && self.on_table(*it) && (self.side(*it) == side || self.is_revealed(*it))
        };
        self.ids().filter(known).flat_map(|it| self.spots(it)).map(|(_, at)| at).collect()
    }

    /// Revealed figures of a side.
    #[must_use]
    pub fn revealed_spots(&self, side: Side) -> Vec<Spot> {
        self.revealed(side).flat_map(|it| self.spots(it)).map(|(_, at)| at).collect()
    }

    /// Revealed and unbroken figures of a side.
    #[must_use]
    pub fn unbroken_spots(&self, side: Side) -> Vec<Spot> {
        let unbroken = self.revealed(side).filter(|it| self[*it].level.is_unbroken());
        unbroken.flat_map(|it| self.spots(it)).map(|(_, at)| at).collect()
    }
}

/// The statement behind what the geometry refuses.
#[must_use]
pub const fn rule_of(why: Why) -> Rule {
    match why {
        Why::Figures | Why::Legs => ANSWER,
        Why::OffTable => TABLE_EDGE,
        Why::Stairs => STAIRS,
        Why::NoFloor => FLOORS,
        Why::Impassable => IMPASSABLE,
        Why::Enemy => ENEMY,
        Why::TooLong { .. } => ALLOWANCE,
        Why::ImpassableEnd => IMPASSABLE_END,
        Why::Wall | Why::Crowded => END_PLACE,
        Why::Unlinked => COHERENCY,
    }
}

/// A refused move: the statement, the figure, the place.
#[must_use]
pub fn objection(g: &Skirmish, refusal: Refusal) -> Objection {
    let rule = rule_of(refusal.why);
    let place = crate::text::Names::place(refusal.at.ground());
    let piece = refusal.piece.map(|it| format!(" ({})", g.scene.table.title(it)));
    let why = format!(
        "Figure {} of those moving, at {place}{}: {}.",
        refusal.figure + 1,
        piece.unwrap_or_default(),
        match refusal.why {
            Why::TooLong { cost, allowance } => format!(
                "the path costs {} inches of {}",
                crate::text::Names::inches(cost),
                crate::text::Names::inches(allowance)
            ),
            _ => rule.title.to_string(),
        }
    );
    Objection::new(rule, format!("/move/paths/{}", refusal.figure), why)
}
