//! Section 6: movement. An element is chosen, gets its order, and its whole move is proposed as one value; then the
//! checkpoints are walked and the other side marks opportunity fire.

mod said;
pub(crate) mod walk;

use kernel::{Cx, Objection, Rule, rules};
use smallvec::SmallVec;
use tabletop::geometry::{linked, on_segment};
use tabletop::judge::judge as judge_paths;
use tabletop::{Path, Spot, Terms};

use crate::data::{ElementId, FIGURES, Side, Start};
use crate::ground::{ANSWER, objection};
use crate::question::{Move, Plan, Topic, ask};
use crate::state::{Level, Moved, Phase, Presence, Skirmish};
use crate::tables::{Order, inches};
use crate::{candidates, opportunity, weapons};

pub use said::Said;
pub use walk::Walk;

rules! {
    TURNS = "skirmish.move.turns", "One element after another, each once";
    ORDER = "skirmish.order.when", "The order is given as the element moves";
    ONE = "skirmish.order.one", "One order a turn";
    BROKEN = "skirmish.order.broken", "A Broken element gets no order";
    SUPPRESSED = "skirmish.order.suppressed", "A Suppressed element gets only C or F";
    GUN = "skirmish.weap.deploy", "A gun cannot move";
    RESERVE = "skirmish.depl.reserve", "A reserve enters under A or M from its edge";
    DUMMY = "skirmish.hide.dummy", "A dummy moves under A, M or C";
    CUT = "skirmish.elem.lost-coherency", "An element that is cut apart moves only to end linked";
    STOP = "skirmish.move.reveal-stop", "An enemy came to light: end the move here?";
    ENDS = "skirmish.move.reveal-stop", "The move ends where all stand legally";
}

/// One element of the moving side moves, or the side is done.
pub(crate) fn step<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    second: bool,
) -> Result<(), C::Halt> {
    let side = if second { g.first_mover.other() } else { g.first_mover };
    let mut options: SmallVec<[Option<ElementId>; 16]> = SmallVec::new();
    options.extend(movers(g, side).map(Some));
    options.push(None);
    let Some(id) = cx.choose(g, ask(side, TURNS, Topic::WhoMoves), &options)? else {
        g.phase = if second { Phase::StationaryFire } else { Phase::Movement { second: true } };
        return Ok(());
    };
    let orders = orders(g, id);
    let order = cx.choose(g, ask(side, ORDER, Topic::Order(id)), &orders)?;
    if order == Order::Fire {
        g[id].order = Some(Order::Fire);
        let only = g.secret(id);
        cx.say(ORDER, || Said::Ordered { element: id, order, only }.into());
        return Ok(());
    }
    let plan = cx.propose(
        g,
        ask(side, ORDER, Topic::Move(id, order)),
        |plan| judge(g, id, order, plan),
        |_| ready(g, id, order),
    )?;
    if let Plan::Move(it) = plan {
        make(cx, g, it, order)?;
        opportunity::offer(cx, g)?;
        g.walk = None;
    }
    Ok(())
}

/// Carry out a judged move.
fn make<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    it: Move,
    order: Order,
) -> Result<(), C::Halt> {
    let id = it.element;
    let (starts, paths) = split(g, &it);
    if g[id].presence == Presence::Away {
        // skirmish.depl.reserve: it appears on the edge.
        g[id].presence = Presence::Revealed;
        let figures: SmallVec<[_; FIGURES]> = g.alive(id).collect();
        for (figure, at) in figures.into_iter().zip(&starts) {
            g[figure].at = *at;
        }
    }
    // What its owner answered is his secret while it is hidden (skirmish.order.hidden).
    let only = g.secret(id);
    cx.say(ORDER, || Said::Ordered { element: id, order, only }.into());
    g[id].order = Some(order);
    g[id].moved = Moved::ByOrder;
    walk::walk(cx, g, id, Some(order), paths, true)
}

/// Elements of a side that may still be given an order, reserves included.
pub fn movers(g: &Skirmish, side: Side) -> impl Iterator<Item = ElementId> + '_ {
    g.of_side(side).filter(|it| !orders(g, *it).is_empty())
}

/// The orders an element may be given now.
#[must_use]
pub fn orders(g: &Skirmish, id: ElementId) -> SmallVec<[Order; 4]> {
    Order::ALL.into_iter().filter(|it| may_order(g, id, *it).is_ok()).collect()
}

/// May this element be given this order? If not, the statement that forbids it.
pub fn may_order(g: &Skirmish, id: ElementId, order: Order) -> Result<(), Rule> {
    let (it, data) = (&g[id], g.data(id));
    // skirmish.order.one, skirmish.opp.commits
    if it.order.is_some() {
        return Err(ONE);
    }
    match it.presence {
        Presence::Gone => return Err(BROKEN),
        Presence::Away => {
            let Start::Reserve { turn, edge } = data.start else { return Err(RESERVE) };
            let due = turn <= g.turn && matches!(order, Order::Double | Order::MoveFire);
            let can = due && !candidates::gates(g, id, edge).is_empty();
            return if can { Ok(()) } else { Err(RESERVE) };
        }
        Presence::Hidden | Presence::Revealed => (),
    }
    let limits = &g.tables().order_limits;
    let (allowed, rule) = match it.level {
        Level::Good => (&limits.good, ONE),
        Level::Suppressed => (&limits.suppressed, SUPPRESSED),
        Level::Broken | Level::Dispersed => (&limits.broken, BROKEN),
    };
    if !allowed.contains(&order) {
        return Err(rule);
    }
    if data.dummy && order == Order::Fire {
        return Err(DUMMY);
    }
    if order == Order::Fire {
        return Ok(());
    }
    if weapons::is_immobile(g, id) {
        return Err(GUN);
    }
    // skirmish.elem.lost-coherency: only if it can end linked.
    if !is_linked(g, id) && moves(g, id, order).is_empty() {
        return Err(CUT);
    }
    Ok(())
}

fn is_linked(g: &Skirmish, id: ElementId) -> bool {
    let spots: SmallVec<[Spot; FIGURES]> = g.spots(id).map(|(_, at)| at).collect();
    linked(&spots, inches(g.tables().figures.coherency))
}

/// The judge of a move (skirmish.eng.one-judge). It knows only what the owner may know (skirmish.eng.secrecy).
pub fn judge(g: &Skirmish, id: ElementId, order: Order, plan: &Plan) -> Result<(), Objection> {
    let Plan::Move(it) = plan else {
        return Err(Objection::new(ANSWER, "", "A move is wanted."));
    };
    if it.element != id || it.order != Some(order) {
        return Err(Objection::new(
            ANSWER,
            "/move",
            "The move is that of another element or order.",
        ));
    }
    if g[id].presence == Presence::Away {
        enters_by_edge(g, it)?;
    }
    let (starts, paths) = split(g, it);
    // skirmish.move.standing: legal wherever the figures stand, but it does not link what is cut apart.
    if paths.len() == starts.len() && paths.iter().all(|it| it.0.is_empty()) && is_linked(g, id) {
        return Ok(());
    }
    let (others, enemies) = (g.others(id), g.revealed_spots(g.side(id).other()));
    let terms = Terms {
        starts: &starts,
        allowance: inches(g.tables().order(order).allowance),
        others: &others,
        enemies: &enemies,
        clear: inches(g.tables().figures.enemy_keep_clear),
        // skirmish.elem.coherency, skirmish.elem.lost-coherency
        linked: true,
        exits: &[],
    };
    judge_paths(&g.scene.table, &terms, paths).map(|_| ()).map_err(|it| objection(g, it))
}

/// Where the figures begin, and their paths from there: a reserve's first corners are its places on the edge.
fn split<'m>(g: &Skirmish, it: &'m Move) -> (SmallVec<[Spot; FIGURES]>, &'m [Path]) {
    if g[it.element].presence == Presence::Away {
        // A first corner is the start, and a leg from it to itself costs nothing.
        let starts = it.paths.iter().map(|it| it.0.first().copied().unwrap_or_default());
        return (starts.collect(), &it.paths);
    }
    (g.spots(it.element).map(|(_, at)| at).collect(), &it.paths)
}

/// skirmish.depl.reserve: paths are measured from points of the entry edge.
fn enters_by_edge(g: &Skirmish, it: &Move) -> Result<(), Objection> {
    let Start::Reserve { edge: [a, b], .. } = g.data(it.element).start else {
        return Err(Objection::new(RESERVE, "/move", "It is no reserve."));
    };
    if it.paths.len() != g.alive(it.element).count() {
        return Err(Objection::new(ANSWER, "/move/paths", "One path for each figure is wanted."));
    }
    for (i, path) in it.paths.iter().enumerate() {
        let on_edge = |at: &Spot| at.floor == 0 && on_segment(a, b, at.point());
        if !path.0.first().is_some_and(on_edge) {
            let why = "The path does not begin on the entry edge.";
            return Err(Objection::new(RESERVE, format!("/move/paths/{i}"), why));
        }
    }
    Ok(())
}

/// Moves to start from, standing still among them (skirmish.eng.candidates): only what the judge accepts.
#[must_use]
pub fn ready(g: &Skirmish, id: ElementId, order: Order) -> Vec<Plan> {
    moves(g, id, order)
}

fn moves(g: &Skirmish, id: ElementId, order: Order) -> Vec<Plan> {
    let allowance = inches(g.tables().order(order).allowance);
    let plan = |paths| Plan::Move(Move { element: id, order: Some(order), paths });
    match g.data(id).start {
        Start::Reserve { edge, .. } if g[id].presence == Presence::Away => {
            let entries = candidates::entries(g, id, edge, allowance).into_iter().map(plan);
            entries.filter(|it| judge(g, id, order, it).is_ok()).collect()
        }
        // The geometry has judged them by the same terms; standing still is judged here.
        _ => {
            let still = plan(vec![Path::default(); g.alive(id).count()]);
            let moves = candidates::moves(g, id, allowance).into_iter().map(|it| plan(it.paths));
            let mut plans: Vec<Plan> = moves.filter(|it| *it != still).collect();
            if judge(g, id, order, &still).is_ok() {
                plans.insert(0, still);
            }
            plans
        }
    }
}
