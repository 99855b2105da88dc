//! How dangerous each hex is in the next German fire phase, from what a player may know: who holds what, which colours
//! are still in the deck.

use board::HexId;
use omaha::Day;
use omaha::cards::cards;
use omaha::data::{Badge, Colour, FireClass, PositionId, UnitId};

use super::weights::Weights;
use super::worth;

/// By hex, the chance in thousandths that somebody fires at it who may hit.
pub(crate) struct Danger {
    cells: Vec<Cell>,
}

/// Chances that at least one position fires so, which is what matters while a unit loses one step a turn.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// At all of the hex.
    intense: u16,
    /// At a third of the units, who bear the symbol.
    steady: u16,
    sporadic: u16,
    /// The same with the badge against armour.
    steady_armour: u16,
    sporadic_armour: u16,
}

const ALL: u32 = 1000;
/// A disrupted position may be well again before it fires the time after next: it counts so many hundredths.
const DISRUPTED: u32 = 15;

impl Danger {
    pub(crate) fn new(g: &Day) -> Danger {
        let data = g.data();
        let mut cells = vec![Cell::default(); data.map.len()];
        let chances = Colour::ALL.map(|it| Chance::of(g, it));
        for position in g.positions().filter(|it| g.is_held(*it)) {
            let it = &data.positions[position.index()];
            let chance = &chances[it.colour.index()];
            let (fires, pierces) = chance.of_position(g, position);
            let share = share(g, position);
            let (fires, pierces) = (fires * share / ALL, pierces * share / ALL);
            for class in FireClass::ALL {
                for hex in it.field[class.index()].iter() {
                    let cell = &mut cells[hex.index()];
                    match class {
                        FireClass::Intense => more(&mut cell.intense, fires),
                        FireClass::Steady => {
                            more(&mut cell.steady, fires);
                            more(&mut cell.steady_armour, pierces);
                        }
                        FireClass::Sporadic => {
                            more(&mut cell.sporadic, fires);
                            more(&mut cell.sporadic_armour, pierces);
                        }
                    }
                }
            }
        }
        Danger { cells }
    }

    /// Thousandths of a step that a lone company may expect to lose in a hex.
    pub(crate) fn at(&self, hex: HexId) -> i32 {
        self.loss(hex, false, false)
    }

    fn loss(&self, hex: HexId, armoured: bool, crowded: bool) -> i32 {
        let it = &self.cells[hex.index()];
        let steady = if armoured { it.steady_armour } else { it.steady };
        let steady = if crowded { i32::from(steady) } else { i32::from(steady) / 3 };
        let intense = i32::from(it.intense);
        intense + (1000 - intense) * steady / 1000
    }

    fn disruption(&self, hex: HexId, armoured: bool, crowded: bool) -> i32 {
        let it = &self.cells[hex.index()];
        let sporadic = i32::from(if armoured { it.sporadic_armour } else { it.sporadic });
        if crowded { sporadic } else { sporadic / 3 }
    }

    /// What the next fire phase is expected to cost those who stand in a hex, in hundredths of a point: those who are
    /// there, without one, with another.
    pub(crate) fn cost(
        &self,
        g: &Day,
        weights: &Weights,
        hex: HexId,
        without: Option<UnitId>,
        with: Option<UnitId>,
    ) -> i32 {
        let troops = || g.troops_at(hex).filter(|it| Some(*it) != without).chain(with);
        let steps: u8 = troops().map(|it| g[it].steps).sum();
        let crowded = g.data().tables.constants.concentrated_steps <= steps;
        let one = |unit: UnitId| {
            let armoured = g.kind(unit).is_armoured();
            let lost = self.loss(hex, armoured, crowded);
            let shaken =
                if g[unit].disrupted { 0 } else { self.disruption(hex, armoured, crowded) };
            (lost * worth::next_step(g, weights, unit) + shaken * weights.disrupted) / 1000
        };
        troops().map(one).sum()
    }
}

/// The chance that one of several things happens.
fn more(chance: &mut u16, by: u32) {
    let safe = (ALL - u32::from(*chance)) * (ALL - by.min(ALL)) / ALL;
    *chance = (ALL - safe) as u16;
}

/// A position hits no more units than it has men for: its share of each of those it may hit, in thousandths.
fn share(g: &Day, position: PositionId) -> u32 {
    let it = &g.data().positions[position.index()];
    let mut targets = 300;
    for (unit, hex) in g.troops() {
        if it.any.contains(hex) {
            let armoured = g.kind(unit).is_armoured();
            targets += match it.dot(hex) {
                Some(FireClass::Intense) => 1000,
                Some(FireClass::Steady) if !armoured => 333,
                Some(FireClass::Sporadic) if !armoured => 150,
                _ => 50,
            };
        }
    }
    let able = g.garrison_of(position).filter(|it| !g[*it].disrupted);
    let limit: u32 = able.map(|it| 1 + u32::from(g[it].depth.is_some())).sum();
    (limit.max(1) * ALL * ALL / targets.max(1)).min(ALL)
}

/// Thousandths of the cards still to come that show a colour so.
pub(crate) struct Chance {
    single: u32,
    double: u32,
    armour: u32,
}

impl Chance {
    pub(crate) fn of(g: &Day, colour: Colour) -> Chance {
        let mut left = g.deck.undrawn;
        if left.count_ones() < 4 {
            left |= g.deck.discarded | g.deck.used;
        }
        let (mut single, mut double, mut armour, mut all) = (0, 0, 0, 0);
        for card in cards(left) {
            all += 1;
            if let Some(mark) = g.data().cards[card.index()].mark(colour) {
                if mark.double {
                    double += 1;
                } else {
                    single += 1;
                }
                armour += u32::from(mark.badge == Badge::Armour);
            }
        }
        let share = |n: u32| n * ALL / u32::max(all, 1);
        Chance { single: share(single), double: share(double), armour: share(armour) }
    }

    /// The chance that a held position of the colour fires, and that it fires with the badge against armour.
    pub(crate) fn of_position(&self, g: &Day, position: PositionId) -> (u32, u32) {
        let deep = g.garrison_of(position).any(|it| !g[it].disrupted && g[it].depth.is_some());
        let fires = self.single + if deep { self.double } else { 0 };
        match g.is_active(position) {
            true => (fires, self.armour),
            false => (fires * DISRUPTED / 100, self.armour * DISRUPTED / 100),
        }
    }
}
