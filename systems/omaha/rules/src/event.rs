//! What is reported. Each file of rules has its own lines and puts them into words itself.

use board::HexId;

use crate::data::Data;
use crate::{
    actions, amphibious, armour, artillery, attack, barrage, cards, depth, engineer, events, fire,
    german_actions, headquarters, losses, movement, reinforcement, sequence, setup, victory,
};

/// The sentence, and the hexes it names.
pub type Words = (String, Vec<HexId>);

kernel::events! {
    Data => Words;
    SetUp(setup::Said);
    Turn(sequence::Said);
    Card(cards::Said);
    Amphibious(amphibious::Said);
    Event(events::Said);
    Depth(depth::Said);
    Reinforcement(reinforcement::Said);
    Fire(fire::Said);
    Artillery(artillery::Said);
    Loss(losses::Said);
    GermanAction(german_actions::Said);
    Armour(armour::Said);
    Engineer(engineer::Said);
    Headquarters(headquarters::Said);
    Action(actions::Said);
    Movement(movement::Said);
    Attack(attack::Said);
    Barrage(barrage::Said);
    Victory(victory::Said);
}
