//! Section 15, setting up: one side after the other, one element after another.

use kernel::{Cx, Objection, Rule, rules};
use smallvec::SmallVec;
use tabletop::{Polygon, Spot, linked, places};

use crate::data::{ElementId, Scene, Side, Start, Zone};
use crate::event::Words;
use crate::ground::{COHERENCY, END_PLACE, rule_of};
use crate::hiding;
use crate::question::{Placement, Plan, Topic, ask};
use crate::state::{Phase, Presence, Skirmish};
use crate::tables::inches;
use crate::text::Names;

rules! {
    ORDER = "skirmish.depl.order", "In a zone open to it, linked, in a legal place";
    FIGURES_RULE = "skirmish.elem.figures", "One place for each figure";
    NO_ROOM = "skirmish.depl.no-room", "Whoever finds no place takes no part";
    SEES = "skirmish.depl.sees", "The second side sees what the first has set up";
}

/// The next element is placed, or the side has set up.
pub(crate) fn step<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    second: bool,
) -> Result<(), C::Halt> {
    let side = g.scene.set_up[usize::from(second)];
    let Some(id) = next(g, side) else {
        hiding::number_counters(g, side);
        cx.say(SEES, || Said::Stands(side).into());
        g.phase = if second { Phase::Ready } else { Phase::SetUp { second: true } };
        return Ok(());
    };
    let ready = ready_places(g, id);
    if ready.is_empty() {
        g[id].presence = Presence::Gone;
        cx.say(NO_ROOM, || Said::NoRoom { element: id, only: side }.into());
        return Ok(());
    }
    let plan = cx.propose(
        g,
        ask(side, ORDER, Topic::SetUp(id)),
        |plan| judge(g, id, plan),
        |_| ready.clone(),
    )?;
    if let Plan::Place(it) = plan {
        for (figure, at) in g.data(id).figures().zip(&it.places) {
            g[figure].at = *at;
        }
        let hidden =
            g.data(id).dummy || matches!(g.data(id).start, Start::Zone { hidden: true, .. });
        g[id].presence = if hidden { Presence::Hidden } else { Presence::Revealed };
        cx.say(ORDER, || Said::Placed { element: id, only: side }.into());
    }
    Ok(())
}

/// Both sides stand: counters that may not be hidden there are turned over (skirmish.depl.hidden, skirmish.hide.open).
pub(crate) fn ready<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) {
    for side in Side::BOTH {
        hiding::settle(cx, g, side, hiding::SET_UP);
    }
}

fn next(g: &Skirmish, side: Side) -> Option<ElementId> {
    let waits = |it: &ElementId| {
        g[*it].presence == Presence::Away && matches!(g.data(*it).start, Start::Zone { .. })
    };
    g.of_side(side).find(waits)
}

/// The judge of a placement. A dummy is one figure (skirmish.depl.dummy-place).
pub fn judge(g: &Skirmish, id: ElementId, plan: &Plan) -> Result<(), Objection> {
    let Plan::Place(it) = plan else {
        return Err(Objection::new(ORDER, "", "Places for the figures are wanted."));
    };
    let data = g.data(id);
    if it.element != id || it.places.len() != usize::from(data.size) {
        return Err(Objection::new(FIGURES_RULE, "/place", "One place for each figure is wanted."));
    }
    let wrong = |i: usize, rule: Rule| {
        Objection::new(rule, format!("/place/places/{i}"), format!("{}.", rule.title))
    };
    let others = g.others(id);
    let apart = i64::from(g.tables().figures.separation_units);
    for (i, at) in it.places.iter().enumerate() {
        if !g.scene.table.holds(at.point()) {
            return Err(wrong(i, ORDER));
        }
        g.scene.table.place(*at).map_err(|it| wrong(i, rule_of(it.why)))?;
        let crowds = |other: &Spot| {
            other.floor == at.floor && other.point().squared(at.point()) < apart * apart
        };
        if others.iter().chain(&it.places[..i]).any(crowds) {
            return Err(wrong(i, END_PLACE));
        }
    }
    if !linked(&it.places, inches(g.tables().figures.coherency)) {
        return Err(Objection::new(COHERENCY, "/place", format!("{}.", COHERENCY.title)));
    }
    let fits = |zone: &&Zone| it.places.iter().all(|at| zone.polygon.contains(at.point()));
    match zones(g, id).any(|zone| fits(&zone)) {
        true => Ok(()),
        false => Err(Objection::new(ORDER, "/place", "No zone open to it holds all its figures.")),
    }
}

/// Zones open to an element that still have room.
fn zones(g: &Skirmish, id: ElementId) -> impl Iterator<Item = &Zone> {
    let side = g.side(id);
    let holds =
        |zone: &Zone, it: ElementId| g.spots(it).all(|(_, at)| zone.polygon.contains(at.point()));
    let used =
        move |zone: &Zone| g.of_side(side).filter(|it| g.on_table(*it) && holds(zone, *it)).count();
    g.scene.zones.iter().filter(move |zone| {
        zone.side == side
            && (zone.only.is_empty() || zone.only.contains(&id))
            && zone.at_most.is_none_or(|most| used(zone) < usize::from(most))
    })
}

/// Places to start from: the one the scenario suggests (skirmish.depl.formation), then others of its zones.
#[must_use]
pub fn ready_places(g: &Skirmish, id: ElementId) -> Vec<Plan> {
    let (data, others) = (g.data(id), g.others(id));
    let count = usize::from(data.size);
    let zones: SmallVec<[&Polygon; 4]> = zones(g, id).map(|it| &it.polygon).collect();
    let mut found: Vec<Vec<Spot>> = Vec::new();
    let Start::Zone { at, hidden } = data.start else { return Vec::new() };
    if let Some(at) = at {
        let suggested =
            zones.iter().find_map(|zone| g.scene.table.settle(at, count, &others, Some(zone)));
        found.extend(suggested);
    }
    let concealed = hidden || data.dummy;
    for (spots, _) in places(&g.scene.table, &zones, count, &others, concealed) {
        if !found.contains(&spots) {
            found.push(spots);
        }
    }
    let plan = |places| Plan::Place(Placement { element: id, places });
    let most = usize::from(g.tables().movement.candidates_max);
    found.into_iter().map(plan).filter(|it| judge(g, id, it).is_ok()).take(most).collect()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Placed { element: ElementId, only: Side },
    NoRoom { element: ElementId, only: Side },
    Stands(Side),
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let names = Names(scene);
        match self {
            Said::Placed { element, .. } => {
                Words::of(scene, *element, format!("{} is set up.", names.element(*element)))
            }
            Said::NoRoom { element, .. } => {
                let name = names.element(*element);
                Words::of(scene, *element, format!("{name} finds no place left and takes no part."))
            }
            Said::Stands(side) => Words::by(*side, format!("{} has set up.", names.side(*side))),
        }
    }
    /// What is set up is seen when all of it stands.
    pub(crate) fn only(&self) -> Option<Side> {
        match self {
            Said::Placed { only, .. } | Said::NoRoom { only, .. } => Some(*only),
            Said::Stands(_) => None,
        }
    }
}
