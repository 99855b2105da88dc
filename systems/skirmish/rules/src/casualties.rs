//! Section 8, casualties: at the end of a fire phase all kills are applied, in a fixed order.

use kernel::{Cx, Rule, rules};

use crate::data::{ElementId, FigureId, Scene};
use crate::event::Words;
use crate::state::{Fallen, Level, Presence, Skirmish};
use crate::text::Names;

rules! {
    KILLED = "skirmish.cas.phase-end", "Killed figures go when the phase ends";
    BLAST = "skirmish.cas.bound-first", "Kills of a blast belong to their figure";
    WASTED = "skirmish.cas.wasted", "Nobody left to take a kill";
    DESTROYED = "skirmish.cas.destroyed", "The last figure is gone";
}

/// Apply the kills of the phase: those of blasts first, then by side, element, group, weapon and die, which is the order
/// in which they were rolled (skirmish.cas.order).
pub(crate) fn apply<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) {
    let kills = std::mem::take(&mut g.kills);
    for bound in [true, false] {
        for kill in kills.iter().filter(|it| it.bound == bound) {
            let rule = if bound { BLAST } else { KILLED };
            match kill.order.iter().copied().find(|it| g[*it].alive) {
                Some(figure) => {
                    let id = g.element_of(figure);
                    g[id].kills = g[id].kills.saturating_add(1);
                    remove(cx, g, figure, rule);
                }
                None => {
                    if let Some(figure) = kill.order.first() {
                        let element = g.element_of(*figure);
                        cx.say(WASTED, || Said::Wasted { element }.into());
                    }
                }
            }
        }
    }
}

/// A figure is taken off; with the last one its element is destroyed and counts as Dispersed.
pub(crate) fn remove<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, figure: FigureId, rule: Rule) {
    let id = g.element_of(figure);
    g[figure].alive = false;
    cx.say(rule, || Said::Killed { figure }.into());
    if g.is_leader(figure) {
        let at = g[figure].at;
        g.fallen.push(Fallen { figure, at });
    }
    if g.alive(id).next().is_none() {
        disperse(cx, g, id, DESTROYED);
    }
}

/// An element leaves the table for good.
pub(crate) fn disperse<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, id: ElementId, rule: Rule) {
    debug_assert!(g[id].presence != Presence::Gone, "it leaves the table once");
    let it = &mut g[id];
    (it.presence, it.level, it.order) = (Presence::Gone, Level::Dispersed, None);
    (it.marker, it.mission, it.due) = (None, None, None);
    for figure in g.data(id).figures() {
        g[figure].alive = false;
    }
    g.counters.retain(|it| it.of != Some(id));
    cx.say(rule, || Said::Lost { element: id }.into());
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Killed { figure: FigureId },
    Wasted { element: ElementId },
    Lost { element: ElementId },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let names = Names(scene);
        match self {
            Said::Killed { figure } => {
                let data = &scene.figures[usize::from(figure.0)];
                let name = names.element(data.element);
                let text = format!("Figure {} of {name} is killed.", data.number);
                Words::of(scene, data.element, text)
            }
            Said::Wasted { element } => {
                let text = format!("{} has nobody left for another kill.", names.element(*element));
                Words::of(scene, *element, text)
            }
            Said::Lost { element } => {
                let text = format!("{} is off the table for good.", names.element(*element));
                Words::of(scene, *element, text)
            }
        }
    }
}
