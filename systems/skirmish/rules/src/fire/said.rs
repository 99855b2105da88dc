//! Lines of the report about fire.

use crate::data::{ElementId, FigureId, Scene};
use crate::event::Words;
use crate::text::Names;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Declared {
        stationary: bool,
        n: usize,
    },
    Fired {
        element: ElementId,
        group: u8,
        target: ElementId,
        hits: u8,
        kills: u8,
    },
    /// Direct HE at a figure.
    Burst {
        element: ElementId,
        centre: FigureId,
        hits: u8,
        kills: u8,
    },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let names = Names(scene);
        match self {
            Said::Declared { stationary, n } => {
                let phase = if *stationary { "Stationary" } else { "Moving" };
                Words::plain(format!(
                    "{phase} fire: {}.",
                    Names::count(*n, "group fires", "groups fire")
                ))
            }
            Said::Fired { element, group, target, hits, kills } => {
                let with = names.group(*element, *group);
                let text = format!(
                    "{} fires at {} {with}: {}, {}.",
                    names.element(*element),
                    names.element(*target),
                    Names::count(usize::from(*hits), "hit", "hits"),
                    Names::count(usize::from(*kills), "kill", "kills"),
                );
                let mut words = Words::of(scene, *element, text);
                words.elements.push(*target);
                words
            }
            Said::Burst { element, centre, hits, kills } => {
                let target = scene.figures[usize::from(centre.0)].element;
                let text = format!(
                    "{} fires HE at {}: {}, {}.",
                    names.element(*element),
                    names.element(target),
                    Names::count(usize::from(*hits), "hit", "hits"),
                    Names::count(usize::from(*kills), "kill", "kills"),
                );
                let mut words = Words::of(scene, *element, text);
                words.elements.push(target);
                words
            }
        }
    }
}
