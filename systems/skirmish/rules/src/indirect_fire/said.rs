//! Lines of the report about indirect fire.

use tabletop::Spot;

use crate::data::{ElementId, Scene, Side};
use crate::event::Words;
use crate::fire::Firer;
use crate::text::Names;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Who calls for whom: for the caller's side only (skirmish.hide.secret-attempts).
    Called {
        side: Side,
        firer: Firer,
        spotter: ElementId,
        at: Spot,
        smoke: bool,
    },
    /// What everybody sees. A hidden firer is not named.
    Targeted {
        side: Side,
        firer: Option<Firer>,
        at: Spot,
        smoke: bool,
        on_target: bool,
    },
    Continued {
        side: Side,
        firer: Option<Firer>,
        at: Spot,
    },
    Adjusted {
        side: Side,
        firer: Option<Firer>,
        at: Spot,
    },
    Fell {
        side: Side,
        at: Spot,
        hits: u8,
        kills: u8,
    },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let names = Names(scene);
        let who = |firer: &Option<Firer>| firer.map_or("A weapon".into(), |it| names.firer(it));
        match self {
            Said::Called { side, firer, spotter, at, smoke } => {
                let what = if *smoke { "smoke" } else { "HE" };
                let text = format!(
                    "{} calls {what} from {} on {}.",
                    names.element(*spotter),
                    names.firer(*firer),
                    Names::place(*at),
                );
                Words { text, side: Some(*side), elements: vec![*spotter] }
            }
            Said::Targeted { side, firer, at, smoke, on_target } => {
                let what = if *smoke { "smoke" } else { "HE" };
                let how = if *on_target { "is on target" } else { "is off target" };
                let text =
                    format!("{} fires {what} at {}: it {how}.", who(firer), Names::place(*at));
                Words::by(*side, text)
            }
            Said::Continued { side, firer, at } => {
                Words::by(*side, format!("{} fires on at {}.", who(firer), Names::place(*at)))
            }
            Said::Adjusted { side, firer, at } => Words::by(
                *side,
                format!("{} shifts its fire to {}.", who(firer), Names::place(*at)),
            ),
            Said::Fell { side, at, hits, kills } => {
                let text = format!(
                    "The fire at {}: {}, {}.",
                    Names::place(*at),
                    Names::count(usize::from(*hits), "hit", "hits"),
                    Names::count(usize::from(*kills), "kill", "kills"),
                );
                Words::by(*side, text)
            }
        }
    }

    pub(crate) fn only(&self) -> Option<Side> {
        match self {
            Said::Called { side, .. } => Some(*side),
            _ => None,
        }
    }
}
