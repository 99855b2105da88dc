//! Lines of the report about movement.

use crate::data::{ElementId, Scene, Side};
use crate::event::Words;
use crate::tables::Order;
use crate::text::Names;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// The order of a hidden element is for its owner only (skirmish.order.hidden).
    Ordered {
        element: ElementId,
        order: Order,
        only: Option<Side>,
    },
    /// Of a hidden element everybody sees how its counter moved.
    Moved {
        element: ElementId,
        side: Side,
        order: Option<Order>,
        counter: Option<u8>,
    },
    CutShort {
        element: ElementId,
        checkpoint: u8,
        only: Option<Side>,
    },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let names = Names(scene);
        match self {
            Said::Ordered { element, order, .. } => {
                let title = names.order(*order);
                let text = format!("{} is ordered: {title}.", names.element(*element));
                Words::of(scene, *element, text)
            }
            Said::Moved { side, counter: Some(number), .. } => {
                Words::by(*side, format!("Counter {number} moves."))
            }
            Said::Moved { element, .. } => {
                Words::of(scene, *element, format!("{} moves.", names.element(*element)))
            }
            Said::CutShort { element, checkpoint, .. } => {
                let name = names.element(*element);
                let text = format!("{name} can go no farther than checkpoint {checkpoint}.");
                Words::of(scene, *element, text)
            }
        }
    }

    pub(crate) fn only(&self) -> Option<Side> {
        match self {
            Said::Ordered { only, .. } | Said::CutShort { only, .. } => *only,
            Said::Moved { .. } => None,
        }
    }
}
