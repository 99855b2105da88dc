//! Section 13, leaders: whom a bonus reaches.

use kernel::{Cx, rules};
use tabletop::within;

use crate::data::{ElementId, Scene, Side};
use crate::event::Words;
use crate::state::{Level, Skirmish};
use crate::tables::inches;
use crate::text::Names;

rules! {
    BONUS = "skirmish.morale.leadership", "Leadership bonus";
}

/// The best single bonus that reaches an element (skirmish.lead.bonus).
#[must_use]
pub fn bonus(g: &Skirmish, id: ElementId) -> i32 {
    helper(g, id).map_or(0, |(_, bonus)| bonus)
}

/// Whose bonus it is. A leader who was killed lends none (skirmish.morale.fallen-leader), and nobody takes his place
/// (skirmish.lead.one).
#[must_use]
pub fn helper(g: &Skirmish, id: ElementId) -> Option<(ElementId, i32)> {
    let mut best = None;
    let bonus = |it: ElementId| g.leader(it).map(|(_, bonus)| (it, i32::from(bonus)));
    let reaching = g.of_side(g.side(id)).filter(|it| reaches(g, *it, id));
    for (leader, bonus) in reaching.filter_map(bonus) {
        if best.is_none_or(|(_, most)| most < bonus) {
            best = Some((leader, bonus));
        }
    }
    best
}

/// skirmish.ruling.hidden-leader: a number that tells of a hidden leader stands under a line for his side only. Said between
/// the roll and its result.
pub(crate) fn veil<C: Cx<Skirmish>>(cx: &mut C, g: &Skirmish, id: ElementId) {
    if let Some((leader, _)) = helper(g, id)
        && leader != id
        && g.is_hidden(leader)
    {
        let only = g.side(id);
        cx.say(BONUS, || Said::Helped { element: id, leader, only }.into());
    }
}

/// skirmish.lead.reach: his own element; if he is Good, also those with a figure within 8 inches that he can see.
fn reaches(g: &Skirmish, of: ElementId, to: ElementId) -> bool {
    let Some((leader, _)) = g.leader(of) else { return false };
    if !g.on_table(of) {
        return false;
    }
    match g[of].level {
        Level::Good => {
            let from = g[leader].at;
            let radius = inches(g.tables().leadership.radius);
            g.spots(to).any(|(_, it)| within(from.point(), it.point(), radius) && g.sees(from, it))
        }
        Level::Suppressed => of == to,
        Level::Broken | Level::Dispersed => false,
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Helped { element: ElementId, leader: ElementId, only: Side },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let Said::Helped { element, leader, .. } = self;
        let (names, mut words) = (Names(scene), Words::of(scene, *element, String::new()));
        words.text = format!("{} steadies {}.", names.element(*leader), names.element(*element));
        words.elements.push(*leader);
        words
    }
    pub(crate) fn only(&self) -> Option<Side> {
        let Said::Helped { only, .. } = self;
        Some(*only)
    }
}
