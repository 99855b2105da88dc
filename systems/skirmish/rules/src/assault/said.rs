//! Lines of the report about close assault.

use crate::data::{ElementId, Scene, Side};
use crate::event::Words;
use crate::text::Names;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Declared { element: ElementId, target: ElementId },
    Begins { members: Vec<ElementId> },
    Lapses { element: ElementId, target: ElementId },
    NoContact { members: Vec<ElementId> },
    Round { kills: [u8; 2] },
    Wiped { winner: Option<Side> },
    Lost { side: Side },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let names = Names(scene);
        let list = |members: &[ElementId]| {
            members.iter().map(|it| names.element(*it)).collect::<Vec<_>>().join(", ")
        };
        match self {
            Said::Declared { element, target } => {
                let (who, whom) = (names.element(*element), names.element(*target));
                let mut words = Words::of(scene, *element, format!("{who} assaults {whom}."));
                words.elements.push(*target);
                words
            }
            Said::Begins { members } => {
                let text = format!("Close combat: {}.", list(members));
                Words { text, side: None, elements: members.clone() }
            }
            Said::Lapses { element, target } => {
                let (who, whom) = (names.element(*element), names.element(*target));
                Words::of(scene, *element, format!("{who} can no longer reach {whom}."))
            }
            Said::NoContact { members } => {
                let text = format!("Nobody is in contact: {}.", list(members));
                Words { text, side: None, elements: members.clone() }
            }
            Said::Round { kills } => {
                let [a, b] = Side::BOTH.map(|it| names.side(it).to_string());
                Words::plain(format!(
                    "A round of close combat: {a} kills {}, {b} {}.",
                    kills[0], kills[1]
                ))
            }
            Said::Wiped { winner: Some(side) } => {
                Words::by(*side, format!("{} has won the close combat.", names.side(*side)))
            }
            Said::Wiped { winner: None } => {
                Words::plain("Nobody is left of the close combat.".into())
            }
            Said::Lost { side } => {
                Words::by(*side, format!("{} has lost the close combat.", names.side(*side)))
            }
        }
    }
}
