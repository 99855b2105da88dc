//! Everything worked out for one decision.

use std::cell::OnceCell;

use board::HexId;
use omaha::Day;
use omaha::data::{Colour, Division, FireClass, GermanId, Hexes, PositionId, UnitId};
use omaha::state::{GermanPlace, Place};
use omaha::tables::Tide;
use omaha::{control, headquarters, pools, victory};

use super::danger::{Chance, Danger};
use super::plan::Plan;
use super::routes::{Gait, Routes};
use super::weights::Weights;
use super::{goals, worth};

pub(crate) struct Sheet<'a> {
    pub(crate) g: &'a Day,
    pub(crate) weights: &'a Weights,
    pub(crate) danger: Danger,
    plan: OnceCell<Plan>,
    served: Hexes,
    /// For infantry, by division: to where Germans can be attacked.
    infantry: [OnceCell<Routes>; 2],
    vehicles: OnceCell<Routes>,
    chances: OnceCell<[Chance; 6]>,
    /// The score as things stand, and without each German, in the last turns before it is counted.
    score: OnceCell<i32>,
    without: OnceCell<Vec<i32>>,
    reached: OnceCell<bool>,
}

/// So many turns before the score is counted it is looked at.
const LAST: u8 = 4;

impl<'a> Sheet<'a> {
    pub(crate) fn new(g: &'a Day, weights: &'a Weights) -> Sheet<'a> {
        Sheet {
            g,
            weights,
            danger: Danger::new(g),
            plan: OnceCell::new(),
            served: if g.is_extended() { headquarters::served(g) } else { Hexes::EMPTY },
            infantry: Default::default(),
            vehicles: OnceCell::new(),
            chances: OnceCell::new(),
            score: OnceCell::new(),
            without: OnceCell::new(),
            reached: OnceCell::new(),
        }
    }

    pub(crate) fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| Plan::new(self.g))
    }

    /// The cost of going from a hex to where a unit is wanted.
    pub(crate) fn way(&self, unit: UnitId, hex: HexId) -> i32 {
        let kind = self.g.kind(unit);
        if kind.is_infantry() || kind.is_leader() {
            self.march(self.g[unit].command, hex)
        } else {
            let routes = self
                .vehicles
                .get_or_init(|| self.routes(Gait::Vehicle, &goals::vehicle_goals(self.g)));
            routes.from(hex)
        }
    }

    /// The same for the infantry of a division.
    pub(crate) fn march(&self, of: Division, hex: HexId) -> i32 {
        let routes = self.infantry[of.index()]
            .get_or_init(|| self.routes(Gait::Infantry, &goals::infantry_goals(self, of)));
        routes.from(hex)
    }

    fn routes(&self, gait: Gait, goals: &[(HexId, i32)]) -> Routes {
        Routes::new(self.g, self.weights, &self.danger, gait, &self.served, goals)
    }

    /// Whether the score will be counted soon.
    pub(crate) fn counts(&self) -> bool {
        let g = self.g;
        let last =
            if g.turn <= 16 { g.data().plan.last_turn.min(16) } else { g.data().plan.last_turn };
        last < g.turn + LAST
    }

    /// Whether anything on land is in US communication: where nothing is, nobody scores by moving.
    pub(crate) fn reached(&self) -> bool {
        let beach = &self.g.data().ground.beach;
        *self
            .reached
            .get_or_init(|| control::us_communication(self.g).iter().any(|it| !beach.contains(it)))
    }

    /// The score if it were counted now.
    pub(crate) fn score(&self) -> i32 {
        *self.score.get_or_init(|| i32::from(victory::points(self.g)))
    }

    /// How many points more there would be without a German unit.
    pub(crate) fn points_behind(&self, german: GermanId) -> i32 {
        if !self.counts() {
            return 0;
        }
        let without = self.without.get_or_init(|| {
            let all = (0..self.g.data().germans.len() as u8).map(GermanId);
            all.map(|it| self.score_without(it) - self.score()).collect()
        });
        without[german.index()]
    }

    fn score_without(&self, german: GermanId) -> i32 {
        if self.g.hex_of(german).is_none() {
            return self.score();
        }
        let mut then = self.g.clone();
        pools::remove(&mut then, german, GermanPlace::Gone);
        i32::from(victory::points(&then))
    }

    /// What a position is expected to cost us in the next fire phase, in hundredths of a point, those included who are
    /// about to land.
    pub(crate) fn threat(&self, position: PositionId) -> i32 {
        let g = self.g;
        let data = g.data();
        let it = &data.positions[position.index()];
        let chances = self.chances.get_or_init(|| Colour::ALL.map(|it| Chance::of(g, it)));
        let (fires, pierces) = chances[it.colour.index()].of_position(g, position);
        let (mut sum, mut hits) = (0, 0);
        for unit in g.all_units() {
            let Some(hex) = self.where_next(unit) else { continue };
            if !it.any.contains(hex) || g.kind(unit).is_leader() {
                continue;
            }
            let chance = match (it.dot(hex), g.kind(unit).is_armoured()) {
                (Some(FireClass::Intense), _) => fires,
                (Some(FireClass::Steady), false) => fires / 3,
                (Some(FireClass::Steady), true) => pierces / 3,
                _ => 0,
            } as i32;
            hits += chance;
            sum += chance * worth::next_step(g, self.weights, unit);
        }
        let able = g.garrison_of(position).filter(|it| !g[*it].disrupted);
        let limit: i32 = able.map(|it| 1 + i32::from(g[it].depth.is_some())).sum();
        let most = limit * fires as i32;
        if most < hits { sum / hits.max(1) * most / 1000 } else { sum / 1000 }
    }

    /// Where a unit will stand in the next fire phase, as things are.
    fn where_next(&self, unit: UnitId) -> Option<HexId> {
        let g = self.g;
        match g[unit].place {
            Place::Map(hex) => Some(hex),
            Place::Box(at) if g.turn < g.data().plan.last_turn => {
                let at = &g.data().boxes[at.index()];
                match g.data().tables.turn(g.turn + 1).tide {
                    Tide::Low => Some(at.low),
                    Tide::Mid => Some(at.mid),
                    Tide::High => at.high,
                }
            }
            _ => None,
        }
    }
}
