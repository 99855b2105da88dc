//! What things are worth, in hundredths of a victory point. Positive is good for the side that asks.

use gts::Battle;
use gts::data::{Chit, DivisionId, Side, UnitId};
use gts::state::Place;
use gts::tables::FireResult;
use gts::{troop_quality, victory};
use kernel::{Bounds, Ledger, Sum};

pub const POINT: i32 = 100;
/// A step fights on for the rest of the game, besides what it scores.
const STEP: i32 = 45;
/// A Suppressed unit neither fires nor moves until it spends an action on its rally.
pub const SUPPRESSION: i32 = 60;
/// One Cohesion Hit: weaker fire, and one nearer to the loss of a step.
pub const COHESION: i32 = 32;
/// A unit that is gone leaves a gap beyond its steps.
const UNIT: i32 = 25;

/// Chances out of ten that the unit passes a Troop Quality check now.
#[must_use]
pub fn passes(g: &Battle, id: UnitId) -> i32 {
    let mut tq = Sum::default();
    troop_quality::count(g, id, &mut tq);
    (0..10).filter(|roll| troop_quality::passes(*roll, tq.total())).count() as i32
}

/// What the loss of one step of this unit costs its side.
#[must_use]
pub fn step(g: &Battle, id: UnitId) -> i32 {
    let enemy = g.side(id).other();
    i32::from(g.data().victory.per_enemy_step[enemy.index()]) * POINT + STEP
}

/// What each result of the CRT costs the target's side, by [`FireResult`].
#[derive(Clone, Copy, Debug)]
pub struct Harms([i32; 6]);

impl Harms {
    #[must_use]
    pub fn of(g: &Battle, id: UnitId) -> Harms {
        let unit = &g[id];
        let step = step(g, id);
        let whole = step * i32::from(unit.steps) + UNIT;
        let one = if unit.steps <= 1 { whole } else { step };
        let cohesion = match unit.cohesion == g.data().tables.limits.cohesion_max {
            _ if unit.steps == 0 => whole,
            true => one,
            false => COHESION,
        };
        let passes = passes(g, id);
        let suppression = if unit.suppressed {
            cohesion
        } else {
            // The target takes it, or rolls for a Cohesion Hit instead.
            let rolled = (passes * cohesion + (10 - passes) * SUPPRESSION) / 10;
            SUPPRESSION.at_most(rolled)
        };
        let checked = (10 - passes) * suppression / 10;
        Harms([0, checked, suppression, cohesion, one, whole])
    }

    #[must_use]
    #[inline]
    pub fn from(&self, result: FireResult) -> i32 {
        self.0[result as usize]
    }
}

/// How good the position is for a side: points, and what the troops are still good for.
#[must_use]
pub fn position(g: &Battle, side: Side) -> i32 {
    let [own, enemy] = [side, side.other()].map(|side| {
        let score = victory::score(g, side);
        score.total() * POINT + troops(g, side)
    });
    own - enemy
}

fn troops(g: &Battle, side: Side) -> i32 {
    let units = g.scene.units_of[side.index()].iter();
    let there = units.filter(|id| !matches!(g[*id].place, Place::Eliminated | Place::Absent));
    there
        .map(|id| {
            let unit = &g[id];
            UNIT + i32::from(unit.steps) * STEP
                - i32::from(unit.cohesion) * COHESION
                - i32::from(unit.suppressed) * SUPPRESSION
        })
        .sum()
}

/// What a Command Point is worth to a division: the fewer are left the dearer, and nothing at the end of the game.
#[must_use]
pub fn command_point(g: &Battle, division: DivisionId) -> i32 {
    let cp = g.points(division).cp;
    let price = match cp {
        0..=1 => 55,
        2..=3 => 42,
        4..=6 => 32,
        7..=10 => 22,
        _ => 12,
    };
    if usize::from(g.turn) < g.data().turns.len() {
        return price;
    }
    // In the last turn only chits still in the mug can use them.
    let side = g.data().divisions[usize::from(division.0)].side;
    let to_come = g.mug.iter().filter(|it| is_of(g, **it, side)).count() as i32;
    price * to_come.at_most(2) / 3
}

/// Does this side play the chit?
#[must_use]
pub fn is_of(g: &Battle, chit: Chit, side: Side) -> bool {
    let data = g.data();
    let of = |division: DivisionId| data.divisions[usize::from(division.0)].side == side;
    match chit {
        Chit::Division(division) => of(division),
        Chit::Formation(formation) => of(g.division_of(formation)),
        Chit::DirectCommand(whose) => whose == side,
        Chit::RoyalMarines => data.royal_marines.is_some_and(|it| of(g.division_of(it))),
        Chit::Naval => data.naval.as_ref().is_some_and(|it| it.side == side),
        Chit::Events => false,
    }
}
