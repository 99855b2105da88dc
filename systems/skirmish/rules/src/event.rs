//! What is reported. Each file of rules has its own lines and puts them into words itself.

use crate::data::{ElementId, Scene, Side};
use crate::{
    assault, casualties, compulsory, end_turn, fire, hiding, indirect_fire, initiative, leadership,
    morale, movement, opportunity, rally, sequence, setup, spotting,
};

/// A line of the report in words: the sentence, the side it is about, the elements it names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    pub text: String,
    pub side: Option<Side>,
    pub elements: Vec<ElementId>,
}

impl Words {
    /// About an element.
    #[must_use]
    pub fn of(scene: &Scene, element: ElementId, text: String) -> Words {
        let side = Some(scene.elements[usize::from(element.0)].side);
        Words { text, side, elements: vec![element] }
    }

    #[must_use]
    pub fn by(side: Side, text: String) -> Words {
        Words { text, side: Some(side), elements: Vec::new() }
    }

    #[must_use]
    pub fn plain(text: String) -> Words {
        Words { text, side: None, elements: Vec::new() }
    }
}

kernel::events! {
    Scene => Words;
    Sequence(sequence::Said);
    SetUp(setup::Said);
    Hiding(hiding::Said);
    Spotting(spotting::Said);
    Rally(rally::Said);
    Compulsory(compulsory::Said);
    Initiative(initiative::Said);
    Movement(movement::Said);
    Opportunity(opportunity::Said);
    Fire(fire::Said);
    Indirect(indirect_fire::Said);
    Casualties(casualties::Said);
    Morale(morale::Said);
    Leadership(leadership::Said);
    Assault(assault::Said);
    End(end_turn::Said);
}

impl Event {
    /// Only this side may read it.
    #[must_use]
    pub fn only(&self) -> Option<Side> {
        match self {
            Event::Spotting(it) => it.only(),
            Event::Rally(it) => it.only(),
            Event::Compulsory(it) => it.only(),
            Event::Movement(it) => it.only(),
            Event::Indirect(it) => it.only(),
            Event::Morale(it) => it.only(),
            Event::Leadership(it) => it.only(),
            Event::SetUp(it) => it.only(),
            Event::Sequence(_)
            | Event::Hiding(_)
            | Event::Initiative(_)
            | Event::Opportunity(_)
            | Event::Fire(_)
            | Event::Casualties(_)
            | Event::Assault(_)
            | Event::End(_) => None,
        }
    }
}
