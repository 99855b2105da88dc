//! How dangerous each hex is in the next German fire phase, from what a player may know: who holds what, which colours
//! are still in the deck.

use board::HexId;
use omaha::Day;
use omaha::cards::cards;
use omaha::data::{Badge, Colour, FireClass, UnitId};

/// Thousandths of a step that a unit may expect to lose in a hex, roughly: hits are not limited, symbols are alike.
pub(crate) struct Danger {
    soft: Vec<u16>,
    /// The same where five steps or more draw all fire.
    crowded: Vec<u16>,
    armoured: Vec<u16>,
}

/// Disruption in thousandths of a step: it costs an action.
const DISRUPTION: u32 = 250;
/// A disrupted position may recover before it fires: its field counts so many hundredths.
const DISRUPTED: u32 = 35;

impl Danger {
    pub(crate) fn new(g: &Day) -> Danger {
        let data = g.data();
        let mut soft = vec![0_u32; data.map.len()];
        let mut crowded = vec![0_u32; data.map.len()];
        let mut armoured = vec![0_u32; data.map.len()];
        let chances = Colour::ALL.map(|it| Chance::of(g, it));
        for position in g.positions() {
            if !g.is_held(position) {
                continue;
            }
            let it = &data.positions[position.index()];
            let chance = &chances[it.colour.index()];
            let deep = g.garrison_of(position).any(|it| g[it].depth.is_some());
            let mut fires = chance.single + if deep { chance.double } else { 0 };
            let mut pierces = chance.armour;
            if !g.is_active(position) {
                fires = fires * DISRUPTED / 100;
                pierces = pierces * DISRUPTED / 100;
            }
            for class in FireClass::ALL {
                let (to_soft, to_armour) = match class {
                    FireClass::Intense => (fires, fires),
                    FireClass::Steady => (fires / 3, pierces / 3),
                    FireClass::Sporadic => (fires * DISRUPTION / 3000, pierces * DISRUPTION / 3000),
                };
                for hex in it.field[class.index()].iter() {
                    soft[hex.index()] += to_soft;
                    crowded[hex.index()] +=
                        if class == FireClass::Intense { to_soft } else { to_soft * 3 };
                    armoured[hex.index()] += to_armour;
                }
            }
        }
        let short = |all: Vec<u32>| all.into_iter().map(|it| it.min(4000) as u16).collect();
        Danger { soft: short(soft), crowded: short(crowded), armoured: short(armoured) }
    }

    /// For infantry and other soft units.
    pub(crate) fn at(&self, hex: HexId) -> i32 {
        i32::from(self.soft[hex.index()])
    }

    /// To a unit that stands there with those who are there now.
    pub(crate) fn to(&self, g: &Day, unit: UnitId, hex: HexId) -> i32 {
        let table = if g.kind(unit).is_armoured() {
            &self.armoured
        } else if g.data().tables.constants.concentrated_steps <= steps_with(g, unit, hex) {
            &self.crowded
        } else {
            &self.soft
        };
        i32::from(table[hex.index()])
    }
}

fn steps_with(g: &Day, unit: UnitId, hex: HexId) -> u8 {
    let others = g.troops_at(hex).filter(|it| *it != unit);
    others.map(|it| g[it].steps).sum::<u8>() + g[unit].steps
}

/// Thousandths of the cards still to come that show a colour so.
struct Chance {
    single: u32,
    double: u32,
    armour: u32,
}

impl Chance {
    fn of(g: &Day, colour: Colour) -> Chance {
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
        let share = |n: u32| n * 1000 / u32::max(all, 1);
        Chance { single: share(single), double: share(double), armour: share(armour) }
    }
}
