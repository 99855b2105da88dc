//! What is reported. Each file of rules has its own lines and puts them into words itself.

use board::HexId;

use crate::data::{Data, Side};
use crate::{
    activation, air, assault, beach, command, contact, direct_fire, engineer, events,
    indirect_fire, landing, leader, movement, naval, op_fire, park, purchase, rally, result,
    sequence, transfer, troop_quality, weather,
};

/// A line of the report in words: the sentence, the side it is about, the hexes it names.
pub type Words = (String, Option<Side>, Vec<HexId>);

kernel::events! {
    Data => Words;
    Sequence(sequence::Said);
    Purchase(purchase::Said);
    Weather(weather::Said);
    Air(air::Said);
    Park(park::Said);
    Contact(contact::Said);
    Transfer(transfer::Said);
    Events(events::Said);
    Activation(activation::Said);
    Command(command::Said);
    Leader(leader::Said);
    Movement(movement::Said);
    OpFire(op_fire::Said);
    DirectFire(direct_fire::Said);
    IndirectFire(indirect_fire::Said);
    TroopQuality(troop_quality::Said);
    Result(result::Said);
    Assault(assault::Said);
    Engineer(engineer::Said);
    Rally(rally::Said);
    Naval(naval::Said);
    Landing(landing::Said);
    Beach(beach::Said);
}
