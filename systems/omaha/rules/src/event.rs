//! What is reported. Each file of rules has its own lines and puts them into words itself.

use board::HexId;

use crate::data::Data;
use crate::{
    actions, amphibious, armour, artillery, attack, barrage, cards, depth, engineer, events, fire,
    german_actions, headquarters, losses, movement, reinforcement, sequence, setup, victory,
};

macro_rules! events {
    ($($variant:ident($said:path);)*) => {
        /// A line of the report.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Event {
            $($variant($said),)*
        }
        $(impl From<$said> for Event {
            fn from(it: $said) -> Event {
                Event::$variant(it)
            }
        })*
        impl Event {
            /// The sentence, and the hexes it names.
            #[must_use]
            pub fn words(&self, data: &Data) -> (String, Vec<HexId>) {
                match self {
                    $(Event::$variant(it) => it.words(data),)*
                }
            }
        }
    };
}

events! {
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
