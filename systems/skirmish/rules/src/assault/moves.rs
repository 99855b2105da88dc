//! Assault and reaction moves: up to 4 inches, into contact, without the 1-inch rule (skirmish.cc.place).

use kernel::{Cx, Objection, Rule};
use smallvec::SmallVec;
use tabletop::judge::judge as judge_paths;
use tabletop::{Path, Spot, Terms};

use super::fight::touches;
use super::{Combat, LAPSES, MOVES, REACT, REACT_HOW, Said, Stage, set_stage};
use crate::data::{ElementId, FIGURES};
use crate::ground::{ANSWER, objection};
use crate::movement::walk;
use crate::question::{Charge, Move, Plan, Topic, ask};
use crate::state::Skirmish;
use crate::tables::inches;

/// The next of those who declared moves: the initiative winner's elements before the others (skirmish.cc.moves).
pub(super) fn charge<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    combat: &Combat,
    next: u8,
) -> Result<(), C::Halt> {
    let mut charges = combat.charges.clone();
    charges.sort_by_key(|it| (g.side(it.element) != g.initiative, *it));
    let Some(Charge { element, target }) = charges.get(usize::from(next)).copied() else {
        set_stage(g, Stage::Reactions { next: 0 });
        return Ok(());
    };
    set_stage(g, Stage::Moves { next: next + 1 });
    let enemies = enemies(g, combat, element);
    let ready = if g.on_table(element) && g.on_table(target) {
        charges_to(g, combat, element, target, &enemies)
    } else {
        Vec::new()
    };
    if ready.is_empty() {
        cx.say(LAPSES, || Said::Lapses { element, target }.into());
        return Ok(());
    }
    let plan = cx.propose(
        g,
        ask(g.side(element), MOVES, Topic::AssaultMove(element)),
        |plan| may_charge_to(g, combat, element, target, plan),
        || ready.clone(),
    )?;
    make(cx, g, element, plan)
}

/// The next target that declared nothing reacts, if it is unbroken (skirmish.cc.react-how).
pub(super) fn react<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    combat: &Combat,
    next: u8,
) -> Result<(), C::Halt> {
    let reacts = |it: &&ElementId| {
        g.on_table(**it) && g[**it].level.is_unbroken() && !combat.declared(**it)
    };
    let Some(id) = combat.members.iter().filter(reacts).nth(usize::from(next)).copied() else {
        set_stage(g, Stage::Contact);
        return Ok(());
    };
    set_stage(g, Stage::Reactions { next: next + 1 });
    let enemies = enemies(g, combat, id);
    let stay = stay(g, id);
    let mut ready = vec![stay];
    ready.extend(rushes(g, id, &enemies));
    ready.retain(|it| may_react(g, combat, id, it).is_ok());
    let plan = cx.propose(
        g,
        ask(g.side(id), REACT, Topic::React(id)),
        |plan| may_react(g, combat, id, plan),
        || ready.clone(),
    )?;
    make(cx, g, id, plan)
}

fn make<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    id: ElementId,
    plan: Plan,
) -> Result<(), C::Halt> {
    if let Plan::Move(it) = plan {
        walk::walk(cx, g, id, None, &it.paths, false)?;
        g.walk = None;
    }
    Ok(())
}

/// The judge of an assault move.
fn may_charge_to(
    g: &Skirmish,
    combat: &Combat,
    id: ElementId,
    target: ElementId,
    plan: &Plan,
) -> Result<(), Objection> {
    let ends = ends(g, combat, id, plan)?;
    let touched = |at: &Spot| g.spots(target).any(|(_, it)| touches(g, *at, it));
    match ends.iter().any(touched) {
        true => Ok(()),
        false => Err(Objection::new(MOVES, "/move", "A figure must come into contact with the target.")),
    }
}

/// The judge of a reaction.
fn may_react(g: &Skirmish, combat: &Combat, id: ElementId, plan: &Plan) -> Result<(), Objection> {
    let ends = ends(g, combat, id, plan)?;
    let enemies = enemies(g, combat, id);
    let far = |at: Spot| enemies.iter().map(|it| it.point().squared(at.point())).min();
    for (i, ((_, start), end)) in g.spots(id).zip(&ends).enumerate() {
        if far(start) < far(*end) {
            let why = format!("{}.", REACT_HOW.title);
            return Err(Objection::new(REACT_HOW, format!("/move/paths/{i}"), why));
        }
    }
    Ok(())
}

/// Costs and end places; nobody touches an element outside the combat. Where the figures end.
fn ends(
    g: &Skirmish,
    combat: &Combat,
    id: ElementId,
    plan: &Plan,
) -> Result<SmallVec<[Spot; FIGURES]>, Objection> {
    let Plan::Move(it) = plan else {
        return Err(Objection::new(ANSWER, "", "A move is wanted."));
    };
    if it.element != id || it.order.is_some() {
        return Err(Objection::new(ANSWER, "/move", "The move of another element is wanted."));
    }
    let starts: SmallVec<[Spot; FIGURES]> = g.spots(id).map(|(_, at)| at).collect();
    let still = it.paths.len() == starts.len() && it.paths.iter().all(|it| it.0.is_empty());
    if !still {
        let others = g.others(id);
        let terms = terms(g, &starts, &others);
        judge_paths(&g.scene.table, &terms, &it.paths).map_err(|it| objection(g, it))?;
    }
    let ends: SmallVec<[Spot; FIGURES]> =
        starts.iter().zip(&it.paths).map(|(at, path)| path.end(*at)).collect();
    let outside = g.revealed(g.side(id).other()).filter(|it| !combat.has(*it));
    let outside: Vec<Spot> = outside.flat_map(|it| g.spots(it)).map(|(_, at)| at).collect();
    for (i, (start, end)) in starts.iter().zip(&ends).enumerate() {
        if start != end && outside.iter().any(|it| touches(g, *it, *end)) {
            let why = "No figure may touch an element outside the combat.";
            return Err(Objection::new(MOVES, format!("/move/paths/{i}"), why));
        }
    }
    Ok(ends)
}

/// skirmish.cc.place: the costs and the end-place rule, but not the 1-inch rule; links may be cut.
fn terms<'t>(g: &Skirmish, starts: &'t [Spot], others: &'t [Spot]) -> Terms<'t> {
    Terms {
        starts,
        allowance: inches(g.tables().close_combat.reaction),
        others,
        enemies: &[],
        clear: 0,
        linked: false,
        exits: &[],
    }
}

/// skirmish.cc.reach: can one of its figures make contact? As one who declares knows it.
pub(super) fn can_reach(g: &Skirmish, id: ElementId, target: ElementId) -> bool {
    let pair = [id, target];
    let combat = Combat {
        charges: SmallVec::new(),
        members: SmallVec::from_slice(&pair),
        stage: Stage::Contact,
        rounds: 0,
    };
    let enemies: Vec<Spot> = g.spots(target).map(|(_, at)| at).collect();
    !charges_to(g, &combat, id, target, &enemies).is_empty()
}

/// Assault moves that bring a figure into contact with the target (skirmish.eng.assault-candidates).
fn charges_to(
    g: &Skirmish,
    combat: &Combat,
    id: ElementId,
    target: ElementId,
    enemies: &[Spot],
) -> Vec<Plan> {
    let aimed: Vec<Spot> = g.spots(target).map(|(_, at)| at).collect();
    let mut plans = rushes(g, id, &aimed);
    for it in rushes(g, id, enemies) {
        if !plans.contains(&it) {
            plans.push(it);
        }
    }
    plans.push(stay(g, id));
    plans.retain(|it| may_charge_to(g, combat, id, target, it).is_ok());
    plans
}

fn enemies(g: &Skirmish, combat: &Combat, id: ElementId) -> Vec<Spot> {
    let side = g.side(id).other();
    combat.of(g, side).iter().flat_map(|it| g.spots(*it)).map(|(_, at)| at).collect()
}

fn stay(g: &Skirmish, id: ElementId) -> Plan {
    let paths = vec![Path::default(); g.alive(id).count()];
    Plan::Move(Move { element: id, order: None, paths })
}

/// Moves towards these figures: all who can, one by one from the front and from the rear; and the first alone.
fn rushes(g: &Skirmish, id: ElementId, enemies: &[Spot]) -> Vec<Plan> {
    let starts: SmallVec<[Spot; FIGURES]> = g.spots(id).map(|(_, at)| at).collect();
    let near = |at: &Spot| enemies.iter().map(|it| it.point().squared(at.point())).min();
    let mut order: SmallVec<[usize; FIGURES]> = (0..starts.len()).collect();
    order.sort_by_key(|i| near(&starts[*i]));
    let reverse: SmallVec<[usize; FIGURES]> = order.iter().rev().copied().collect();
    let mut plans: Vec<Plan> = Vec::new();
    for (order, all) in [(&order, true), (&reverse, true), (&order, false)] {
        let mut paths = vec![Path::default(); starts.len()];
        for i in order {
            let others = standing(g, id, &starts, &paths, *i);
            let (start, taken) = (starts[*i], i32::from(g.tables().figures.separation_units));
            if let Some(to) = slot(g, start, enemies, &others, taken) {
                paths[*i] = Path(vec![to]);
                if !all {
                    break;
                }
            }
        }
        let plan = Plan::Move(Move { element: id, order: None, paths });
        if !plans.contains(&plan) {
            plans.push(plan);
        }
    }
    plans
}

/// Where everybody but one figure stands once those who have a path have gone it.
fn standing(
    g: &Skirmish,
    id: ElementId,
    starts: &[Spot],
    paths: &[Path],
    but: usize,
) -> Vec<Spot> {
    let mut spots = g.others(id);
    let own = starts.iter().zip(paths).enumerate().filter(|(i, _)| *i != but);
    spots.extend(own.map(|(_, (at, path))| path.end(*at)));
    spots
}

/// The nearest of the eight points around an enemy that a figure reaches, else as near to one as it can get.
fn slot(
    g: &Skirmish,
    start: Spot,
    enemies: &[Spot],
    others: &[Spot],
    apart: i32,
) -> Option<Spot> {
    let (place, allowance) =
        (g.tables().movement.assault_place_units, inches(g.tables().close_combat.reaction));
    let table = &g.scene.table;
    let free = |at: Spot| {
        let crowds = |it: &Spot| {
            let far = i64::from(apart);
            it.floor == at.floor && it.point().squared(at.point()) < far * far
        };
        table.place(at).is_ok() && !others.iter().any(crowds)
    };
    let cost = |at: Spot| table.leg(start, at).ok().map(|it| it.cost).filter(|it| *it <= allowance);
    let mut best: Option<(i32, Spot)> = None;
    for enemy in enemies.iter().filter(|it| it.floor == start.floor) {
        for (x, y) in ring(place) {
            let at = Spot { x: enemy.x + x, y: enemy.y + y, floor: enemy.floor };
            let good = |cost: i32| best.is_none_or(|(least, _)| cost < least);
            if table.holds(at.point())
                && let Some(cost) = cost(at)
                && good(cost)
                && free(at)
                && touches(g, at, *enemy)
            {
                best = Some((cost, at));
            }
        }
    }
    if let Some((_, at)) = best {
        return Some(at);
    }
    let nearest = enemies.iter().min_by_key(|it| it.point().squared(start.point()))?;
    // Three quarters, half, a quarter of the way: as near as it can get.
    (1..=3).rev().find_map(|part| {
        let along = |a: i32, b: i32| a + (b - a) / 4 * part;
        let at = Spot { x: along(start.x, nearest.x), y: along(start.y, nearest.y), floor: start.floor };
        (table.holds(at.point()) && cost(at).is_some() && free(at)).then_some(at)
    })
}

/// Eight points around a centre, this far off; the slanting ones a little nearer, in whole units.
fn ring(far: i32) -> [(i32, i32); 8] {
    // 7/10 is less than the root of 1/2, so these stay within the distance.
    let slant = far * 7 / 10;
    [
        (far, 0), (slant, slant), (0, far), (-slant, slant),
        (-far, 0), (-slant, -slant), (0, -far), (slant, -slant),
    ]
}

