//! What is reported. Each file of rules has its own lines and puts them into words itself. Lines that only one side may read are
//! types of their own with an owner (tcs.general.secret-lines), so that nothing else can be read by mistake.

use board::HexId;

use crate::command::phase;
use crate::data::Data;
use crate::id::Side;
use crate::{
    air, artillery, assault, at, barrage, battalion, blow, carrier, fire, impulse, minefield, mode,
    morale, movement, overrun, recover, reinforcement, retreat, sequence, setup, smoke, stacking,
    victory,
};

/// A line of the report in words: the sentence, the side it is about, the hexes it names.
pub type Words = (String, Option<Side>, Vec<HexId>);

kernel::events! {
    Data => Words;
    Sequence(sequence::Said);
    Status(phase::Said);
    Orders(phase::Secret);
    SetUp(setup::Said);
    Air(air::Said);
    Artillery(artillery::Said);
    Adjustment(artillery::Secret);
    Barrage(barrage::Said);
    Mode(mode::Said);
    Movement(movement::Said);
    Minefield(minefield::Said);
    Carrier(carrier::Said);
    Impulse(impulse::Said);
    Fire(fire::Said);
    At(at::Said);
    Blow(blow::Said);
    Morale(morale::Said);
    Battalion(battalion::Said);
    Retreat(retreat::Said);
    Assault(assault::Said);
    Overrun(overrun::Said);
    Smoke(smoke::Said);
    Recover(recover::Said);
    Stacking(stacking::Said);
    Reinforcement(reinforcement::Said);
    Victory(victory::Said);
}

impl Event {
    /// Whose secret this line is.
    #[must_use]
    pub fn owner(&self) -> Option<Side> {
        match self {
            Event::Adjustment(it) => Some(it.owner),
            Event::Orders(it) => Some(it.owner),
            _ => None,
        }
    }
}
