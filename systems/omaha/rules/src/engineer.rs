//! Section 15: obstacle engineers.

use board::HexId;
use kernel::{Cx, rules, shown};
use smallvec::SmallVec;

use crate::data::{Colour, Data, GermanKind, Hexes, Sector};
use crate::question::{Opt, Topic, ask};
use crate::state::Day;
use crate::text::Names;
use crate::{armour, cards, setup};

rules! {
    CLEAR = "omaha.eng.choice", "Demolition teams clear obstacles";
}

/// A hex to be cleared.
#[derive(Clone, Copy)]
struct Clear(HexId);

shown! {
    Clear(hex) => Clear, Opt::Clear(hex);
}

/// The player clears obstacles of a sector, or declines (omaha.eng.choice). The teams have no counters
/// (omaha.eng.no-counters).
pub fn clear<C: Cx<Day>>(cx: &mut C, g: &mut Day, sector: Sector) -> Result<(), C::Halt> {
    for _ in 0..allowance(g) {
        let mut options: SmallVec<[Option<Clear>; 32]> = SmallVec::new();
        options.push(None);
        options.extend(permitted(g, sector).iter().map(|hex| Some(Clear(hex))));
        let Some(Clear(hex)) = cx.choose(g, ask(CLEAR, Topic::Clear(sector)), &options)? else {
            break;
        };
        // omaha.eng.permanent
        g.cleared.insert(hex);
        cx.say(CLEAR, || Said::Cleared(hex).into());
    }
    Ok(())
}

/// Two hexes of each sector at low tide, one at mid, none at high (omaha.eng.rate-low, omaha.eng.rate-mid,
/// omaha.eng.rate-high); no sector can use the allowance of the other (omaha.eng.fewer). After a bombardment it begins
/// a turn late (omaha.var.bombardment-rules).
#[must_use]
pub fn allowance(g: &Day) -> u8 {
    match setup::is_first_turn_after_bombardment(g) {
        true => 0,
        false => g.data().tables.turn(g.turn).clear_per_sector,
    }
}

/// Obstacle hexes of the sector in no field of an occupied, undisrupted position whose colour is on the sector's fire
/// card of this turn, wherever the position is (omaha.eng.safe, omaha.eng.safe-cross, omaha.eng.state-now).
#[must_use]
pub fn permitted(g: &Day, sector: Sector) -> Hexes {
    let data = g.data();
    let card = cards::fire_card(g, sector).map(|it| &data.cards[it.index()]);
    let shown = |colour: Colour| card.is_some_and(|it| it.mark(colour).is_some());
    let mut hexes = Hexes::EMPTY;
    // omaha.eng.where-obstacles
    for hex in data.ground.obstacles.iter() {
        if data.ground.sector(hex) == sector && g.has_obstacles(hex) {
            hexes.insert(hex);
        }
    }
    for position in g.positions() {
        let it = &data.positions[position.index()];
        if shown(it.colour) && g.is_active(position) {
            hexes = hexes.and_not(&it.any);
        }
    }
    for unit in g.armour() {
        if let GermanKind::Armour(colour) = data.germans[unit.index()].kind
            && shown(colour)
            && !g[unit].disrupted
        {
            for class in armour::field(g, unit) {
                hexes = hexes.and_not(&class);
            }
        }
    }
    hexes
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Cleared(HexId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        match self {
            Said::Cleared(hex) => {
                (format!("The obstacles in {} are cleared.", Names(data).hex(*hex)), vec![*hex])
            }
        }
    }
}
