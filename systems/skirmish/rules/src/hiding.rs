//! Section 4, hidden troops: when they come to light.

use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;
use tabletop::{Spot, within};

use crate::data::{ElementId, Scene, Side};
use crate::event::Words;
use crate::state::{Counter, Presence, Skirmish};
use crate::tables::{Cover, Order, inches};
use crate::text::Names;

rules! {
    AUTOMATIC = "skirmish.spot.automatic", "A counter 4 inches away is spotted at once";
    ENTER_SIGHT = "skirmish.hide.enter-sight", "Hidden in the open, and in an enemy's sight";
    MOVING = "skirmish.hide.moving", "Seen while it moves";
    SET_UP = "skirmish.depl.hidden", "It may not be hidden there";
}

/// A counter is turned over: the element stands on its recorded places, a dummy is taken off (skirmish.spot.result).
pub(crate) fn reveal<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, id: ElementId, rule: Rule) {
    if !g.is_hidden(id) {
        return;
    }
    let number = g.counter_of(id).map(|it| it.number).unwrap_or_default();
    g.counters.retain(|it| it.of != Some(id));
    let dummy = g.data(id).dummy;
    // skirmish.hide.dummy, skirmish.hide.one-way
    g[id].presence = if dummy { Presence::Gone } else { Presence::Revealed };
    if dummy {
        for figure in g.data(id).figures() {
            g[figure].alive = false;
        }
    }
    cx.say(rule, || Said::Revealed { element: id, number, dummy }.into());
}

/// All counters that cannot stay hidden where they lie are turned over: after set-up and after changes of position that
/// are no moves (skirmish.spot.automatic-check).
pub(crate) fn settle<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, of: Side, in_open: Rule) {
    let hidden: SmallVec<[ElementId; 8]> = g.of_side(of).filter(|it| g.is_hidden(*it)).collect();
    for id in hidden {
        let watchers = watchers(g, of.other());
        if let Some(rule) = comes_to_light(g, id, &watchers, in_open) {
            reveal(cx, g, id, rule);
        }
    }
}

/// Hidden enemies that a mover brings to light where it stands now: only its own lines have changed.
pub(crate) fn found_by<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, mover: ElementId) -> bool {
    if !g[mover].level.is_unbroken() || g.data(mover).dummy {
        return false;
    }
    let watchers: SmallVec<[Spot; 8]> = g.spots(mover).map(|(_, at)| at).collect();
    let enemies = g.of_side(g.side(mover).other());
    let hidden: SmallVec<[ElementId; 8]> = enemies.filter(|it| g.is_hidden(*it)).collect();
    let mut any = false;
    for id in hidden {
        if let Some(rule) = comes_to_light(g, id, &watchers, ENTER_SIGHT) {
            reveal(cx, g, id, rule);
            any = true;
        }
    }
    any
}

/// skirmish.spot.automatic-check, skirmish.hide.enter-sight: does it lie within 4 inches of a watcher, or in the open for one?
fn comes_to_light(g: &Skirmish, id: ElementId, watchers: &[Spot], in_open: Rule) -> Option<Rule> {
    let near = inches(g.tables().spotting.automatic_within);
    let counter = g.counter_of(id)?.at;
    if watchers.iter().any(|it| within(it.point(), counter.point(), near)) {
        return Some(AUTOMATIC);
    }
    is_in_open(g, id, watchers).then_some(in_open)
}

/// skirmish.hide.what-is-open: one of its figures is in view, has no cover on that line and stands in nothing that
/// conceals.
fn is_in_open(g: &Skirmish, id: ElementId, watchers: &[Spot]) -> bool {
    let bare = |at: Spot| {
        let open = |from: &Spot| g.cover(*from, at) == Cover::Open && g.sees(*from, at);
        !g.conceals(at) && watchers.iter().any(open)
    };
    g.spots(id).any(|(_, at)| bare(at))
}

/// The mover at a checkpoint: does it stay hidden (skirmish.hide.moving)? `None` for a compulsory move, which is no C.
pub(crate) fn stays_hidden(g: &Skirmish, id: ElementId, order: Option<Order>) -> Result<(), Rule> {
    let watchers = watchers(g, g.side(id).other());
    let near = inches(g.tables().spotting.automatic_within);
    let Some(counter) = g.spots(id).next() else { return Ok(()) };
    if watchers.iter().any(|it| within(it.point(), counter.1.point(), near)) {
        return Err(AUTOMATIC);
    }
    let fails = match order {
        Some(Order::Cautious) => is_in_open(g, id, &watchers),
        _ => g.spots(id).any(|(_, at)| watchers.iter().any(|it| g.sees(*it, at))),
    };
    if fails { Err(MOVING) } else { Ok(()) }
}

/// Is any figure of this element in view of an unbroken enemy?
#[must_use]
pub fn is_seen(g: &Skirmish, id: ElementId) -> bool {
    let watchers = watchers(g, g.side(id).other());
    g.spots(id).any(|(_, at)| watchers.iter().any(|it| g.sees(*it, at)))
}

/// Where the unbroken figures of a side stand, hidden or not.
fn watchers(g: &Skirmish, side: Side) -> SmallVec<[Spot; 32]> {
    let unbroken = g.of_side(side).filter(|it| g.is_unbroken(*it));
    unbroken.flat_map(|it| g.spots(it)).map(|(_, at)| at).collect()
}

/// skirmish.hide.counter: the counter lies on the lowest-numbered living figure.
pub(crate) fn move_counter(g: &mut Skirmish, id: ElementId) {
    let Some((_, at)) = g.spots(id).next() else { return };
    if let Some(counter) = g.counters.iter_mut().find(|it| it.of == Some(id)) {
        counter.at = at;
    }
}

/// skirmish.ruling.counter-numbers: by where they lie, so that a number tells nothing.
pub fn number_counters(g: &mut Skirmish, side: Side) {
    let hidden = g.of_side(side).filter(|it| g.is_hidden(*it));
    let mut places: SmallVec<[(Spot, ElementId); 8]> =
        hidden.filter_map(|it| g.spots(it).next().map(|(_, at)| (at, it))).collect();
    places.sort_by_key(|(at, _)| (at.y, at.x, at.floor));
    for (i, (at, id)) in places.into_iter().enumerate() {
        g.counters.push(Counter { side, number: i as u8 + 1, at, of: Some(id) });
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Revealed { element: ElementId, number: u8, dummy: bool },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let Said::Revealed { element, number, dummy } = self;
        let side = scene.elements[usize::from(element.0)].side;
        if *dummy {
            return Words::by(side, format!("Counter {number} is turned over: nobody was there."));
        }
        let name = Names(scene).element(*element);
        Words::of(scene, *element, format!("Counter {number} is turned over: {name}."))
    }
}
