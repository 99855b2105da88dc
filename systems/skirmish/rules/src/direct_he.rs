//! Section 9.1: blasts and direct HE.

use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;
use tabletop::{Spot, within};

use crate::data::{ElementId, FIGURES, FigureId, Side};
use crate::fire::{Said, situation, targets};
use crate::hit_and_kill::{self, Situation, count_blast};
use crate::question::{Topic, ask};
use crate::state::{Kill, Skirmish, Stood};
use crate::tables::{Cover, WeightRow, inches};
use crate::weapons::Group;
use crate::{dice, hiding};

rules! {
    CENTRE = "skirmish.he.direct-centre", "No figure of its own side under the blast";
    NUMBERS = "skirmish.he.direct-numbers", "Modifiers of the line to the centre";
    AREA = "skirmish.he.area", "Every figure within the blast";
    REVEALED = "skirmish.hide.blast", "A blast brings hidden troops to light";
}

/// One figure under a blast, with its final numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Struck {
    pub(crate) figure: FigureId,
    pub(crate) hit: i32,
    pub(crate) kill: i32,
}

/// Fire direct HE at a figure: no targeting roll, every figure in the blast is attacked with its own cover.
pub(crate) fn fire<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    id: ElementId,
    group: &Group,
    centre: FigureId,
) -> Result<(), C::Halt> {
    let (Some(weapon), Some(line)) = (group.weapon, line_to(g, id, group, centre)) else {
        return Ok(());
    };
    g[id].he_rounds = g[id].he_rounds.map(|it| it.saturating_sub(1));
    let scene = g.scene.clone();
    let row = scene.tables.weapon(weapon);
    let Some(burst) = spot_of(g, id, centre) else { return Ok(()) };
    // skirmish.hide.blast; opportunity fire attacks the mover alone, who was revealed.
    let marked = is_marked(g, id, centre);
    if !marked {
        reveal_under(cx, g, burst, radius(g, group), Reach::Direct);
    }
    let modifiers =
        cx.tally(NUMBERS, |it| hit_and_kill::count_modifiers(&scene.tables, row, &line, it));
    let Some(weight) = weight(g, group).copied() else { return Ok(()) };
    let from = muzzle(g, group);
    let mut struck: SmallVec<[Struck; FIGURES]> = SmallVec::new();
    for (figure, at) in under(g, id, group, centre) {
        let cover = match from {
            Some(from) if figure == centre => g.cover(from, at),
            Some(from) => cover_in_blast(g, from, burst, at),
            None => Cover::Open,
        };
        let (hit, kill) = count_blast(&scene.tables, cover, modifiers, &weight);
        struck.push(Struck { figure, hit, kill: kill + row.kill });
    }
    let side = g.side(id);
    let (hits, kills) = attack(cx, g, side, &struck)?;
    cx.say(AREA, || Said::Burst { element: id, centre, hits, kills }.into());
    cx.mark(g, AREA, ())
}

/// One hit roll for each figure, and a kill roll for each hit.
pub(crate) fn attack<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    side: Side,
    struck: &[Struck],
) -> Result<(u8, u8), C::Halt> {
    let (mut hits, mut kills) = (0, 0);
    for it in struck {
        let topic = Topic::BlastHit(it.figure);
        if !dice::against(cx, g, ask(side, AREA, topic), it.hit)? {
            continue;
        }
        hits += 1;
        // skirmish.fire.hits-count: blasts included.
        let element = g.element_of(it.figure);
        g[element].hits = g[element].hits.saturating_add(1);
        let topic = Topic::BlastKill(it.figure);
        if dice::against(cx, g, ask(side, hit_and_kill::KILL, topic), it.kill)? {
            kills += 1;
            g.kills.push(Kill { bound: true, order: SmallVec::from_slice(&[it.figure]) });
        }
    }
    Ok((hits, kills))
}

/// Revealed figures of either side that the blast reaches; with a marker those of the mover at its checkpoint.
#[must_use]
pub fn under(g: &Skirmish, id: ElementId, group: &Group, centre: FigureId) -> Stood {
    let Some(burst) = spot_of(g, id, centre) else { return SmallVec::new() };
    let radius = radius(g, group);
    let reached = |at: Spot| within(burst.point(), at.point(), radius) && reaches(g, burst, at);
    if is_marked(g, id, centre) {
        let mover = targets(g, id, g.element_of(centre));
        return mover.into_iter().filter(|(_, at)| reached(*at)).collect();
    }
    let revealed = g.ids().filter(|it| g.is_revealed(*it));
    revealed.flat_map(|it| g.spots(it)).filter(|(_, at)| reached(*at)).collect()
}

/// The line to the centre figure: range, sight and all modifiers; `None` if it cannot be fired at.
#[must_use]
pub fn line_to(g: &Skirmish, id: ElementId, group: &Group, centre: FigureId) -> Option<Situation> {
    let at = spot_of(g, id, centre)?;
    let target = g.element_of(centre);
    situation(g, id, group.missing, group.weapon?, muzzle(g, group)?, target, at)
}

/// skirmish.he.direct-centre: no figure of the firer's side in the blast.
pub fn is_safe(g: &Skirmish, id: ElementId, group: &Group, centre: FigureId) -> Result<(), Rule> {
    // skirmish.opp.he: opportunity fire attacks only the mover.
    if is_marked(g, id, centre) {
        return Ok(());
    }
    let Some(burst) = spot_of(g, id, centre) else { return Err(CENTRE) };
    let radius = radius(g, group);
    let own = g.of_side(g.side(id)).filter(|it| g.on_table(*it) && !g.data(*it).dummy);
    let mut spots = own.flat_map(|it| g.spots(it));
    let harmed = |at: Spot| within(burst.point(), at.point(), radius) && reaches(g, burst, at);
    if spots.any(|(_, at)| harmed(at)) { Err(CENTRE) } else { Ok(()) }
}

/// skirmish.he.direct-building: inside, that floor of that building; outside, nobody inside.
fn reaches(g: &Skirmish, burst: Spot, at: Spot) -> bool {
    g.building(burst) == g.building(at) && burst.floor == at.floor
}

/// skirmish.he.direct-cover; in a building as against the firer (skirmish.ruling.blast-room).
fn cover_in_blast(g: &Skirmish, from: Spot, burst: Spot, at: Spot) -> Cover {
    if g.building(at).is_some() { g.cover(from, at) } else { g.cover_from_burst(burst, at) }
}

/// How far a blast reaches into buildings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    Direct,
    /// Figures on every floor (skirmish.ind.building).
    EveryFloor,
}

/// skirmish.hide.blast: hidden elements with a figure inside come to light, dummies are taken off.
pub(crate) fn reveal_under<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    burst: Spot,
    radius: i32,
    reach: Reach,
) {
    for id in g.ids() {
        let inside = |at: Spot| {
            within(burst.point(), at.point(), radius)
                && (reach == Reach::EveryFloor || reaches(g, burst, at))
        };
        if g.spots(id).any(|(_, at)| inside(at)) {
            hiding::reveal(cx, g, id, REVEALED);
        }
    }
}

/// Where a figure counts as standing for this firer.
fn spot_of(g: &Skirmish, id: ElementId, figure: FigureId) -> Option<Spot> {
    let target = g.element_of(figure);
    targets(g, id, target).into_iter().find(|(it, _)| *it == figure).map(|(_, at)| at)
}

fn is_marked(g: &Skirmish, id: ElementId, centre: FigureId) -> bool {
    g[id].marker.as_ref().is_some_and(|it| it.mover == g.element_of(centre))
}

fn muzzle(g: &Skirmish, group: &Group) -> Option<Spot> {
    group.figures.first().map(|it| g[*it].at)
}

fn weight<'g>(g: &'g Skirmish, group: &Group) -> Option<&'g WeightRow> {
    let weapon = g.scene.tables.weapon(group.weapon?);
    weapon.weight.map(|it| g.scene.tables.weight(it))
}

fn radius(g: &Skirmish, group: &Group) -> i32 {
    weight(g, group).map(|it| inches(it.radius)).unwrap_or_default()
}
