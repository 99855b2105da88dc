//! Assault and reaction moves: up to 4 inches, into contact, without the 1-inch rule (skirmish.cc.place).

use kernel::{Cx, Objection};
use smallvec::SmallVec;
use tabletop::judge::judge as judge_paths;
use tabletop::{Path, Spot, Terms, assault_candidates};

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
        set_stage(g, Stage::Reaction);
        return Ok(());
    };
    set_stage(g, Stage::Moves { next: next + 1 });
    let enemies = enemies(g, combat, element);
    let ready = charges_to(g, combat, element, target, &enemies);
    if ready.is_empty() {
        cx.say(LAPSES, || Said::Lapses { element, target }.into());
        return Ok(());
    }
    let plan = cx.propose(
        g,
        ask(g.side(element), MOVES, Topic::AssaultMove(element)),
        |plan| may_charge_to(g, combat, element, target, plan),
        |_| ready.clone(),
    )?;
    make(cx, g, element, plan)
}

/// The target that declared nothing reacts, if it is unbroken (skirmish.cc.react-how). There is one at most: each
/// declaration joins one more element to the combat.
pub(super) fn react<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    combat: &Combat,
) -> Result<(), C::Halt> {
    set_stage(g, Stage::Contact);
    let reacts = |it: &ElementId| g[*it].level.is_unbroken() && !combat.declared(*it);
    let Some(id) = combat.members.iter().copied().find(reacts) else { return Ok(()) };
    let enemies = enemies(g, combat, id);
    let stay = stay(g, id);
    let mut ready = rushes(g, id, &enemies);
    ready.retain(|it| *it != stay);
    ready.insert(0, stay);
    ready.retain(|it| may_react(g, combat, id, it).is_ok());
    let plan = cx.propose(
        g,
        ask(g.side(id), REACT, Topic::React(id)),
        |plan| may_react(g, combat, id, plan),
        |_| ready.clone(),
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
        false => {
            Err(Objection::new(MOVES, "/move", "A figure must come into contact with the target."))
        }
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
    let stay = stay(g, id);
    if !plans.contains(&stay) {
        plans.push(stay);
    }
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

/// Moves towards these figures (skirmish.eng.assault-candidates): beside one of them, else as near as each can get.
fn rushes(g: &Skirmish, id: ElementId, enemies: &[Spot]) -> Vec<Plan> {
    let starts: SmallVec<[Spot; FIGURES]> = g.spots(id).map(|(_, at)| at).collect();
    let others = g.others(id);
    let moves = assault_candidates(&g.scene.table, &terms(g, &starts, &others), enemies);
    let plan = |paths| Plan::Move(Move { element: id, order: None, paths });
    moves.into_iter().map(|it| plan(it.paths)).collect()
}
