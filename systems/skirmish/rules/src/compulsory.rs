//! Section 5, compulsory movement of Broken elements, and the fall-back of those who lost a melee.

use kernel::{Cx, Objection, Rule, rules};
use smallvec::SmallVec;
use tabletop::judge::{Judged, judge as judge_paths};
use tabletop::{Path, Point, Spot, Terms, within};

use crate::candidates;
use crate::casualties;
use crate::data::{Edge, ElementId, FIGURES, Scene, Side};
use crate::event::Words;
use crate::ground::{ANSWER, objection};
use crate::movement::walk;
use crate::question::{Move, Plan, Topic, ask};
use crate::state::{Level, Moved, Phase, Skirmish};
use crate::tables::{Cover, inches};
use crate::text::Names;

rules! {
    COMPULSORY = "skirmish.broken.compulsory", "A Broken element that did not rally runs";
    WHEN = "skirmish.broken.when", "The loser of the last initiative roll first";
    STAYS = "skirmish.broken.unseen-stays", "Nobody sees it: it stays";
    AWAY = "skirmish.broken.away", "Not nearer to an enemy in view, nor past one";
    GOAL = "skirmish.broken.goal", "The best kind of destination that can be reached";
    EDGE = "skirmish.broken.edge", "Over its own edge it is Dispersed";
    CORNERED = "skirmish.broken.cornered", "Still in an enemy's sight within 4 inches";
    LINKED = "skirmish.broken.linked", "Linked where that can be";
    CLEAR = "skirmish.cc.lost", "At least 4 inches from every enemy of the combat";
}

/// One element runs, or the side is done.
pub(crate) fn step<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    winner: bool,
) -> Result<(), C::Halt> {
    let side = if winner { g.initiative } else { g.initiative.other() };
    let runs = |it: &ElementId| g[*it].level == Level::Broken && g[*it].moved == Moved::No;
    let broken: SmallVec<[ElementId; 8]> = g.of_side(side).filter(runs).collect();
    if broken.is_empty() {
        g.phase = if winner { Phase::Initiative } else { Phase::Compulsory { winner: true } };
        return Ok(());
    }
    // skirmish.broken.unseen-stays
    if let Some(id) = broken.iter().copied().find(|it| !is_in_view(g, *it)) {
        g[id].moved = Moved::ByCompulsion;
        let only = g.secret(id);
        cx.say(STAYS, || Said::Stays { element: id, only }.into());
        return Ok(());
    }
    let id = cx.choose(g, ask(side, WHEN, Topic::WhoRuns), &broken)?;
    let flight = Flight {
        allowance: inches(g.tables().morale.broken_allowance),
        keep_clear: inches(g.tables().morale.broken_keep_clear),
        from: &[],
    };
    run(cx, g, id, COMPULSORY, Topic::Run(id), &flight)?;
    cornered(cx, g, id);
    Ok(())
}

/// By what a flight is judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight<'f> {
    pub(crate) allowance: i32,
    pub(crate) keep_clear: i32,
    /// Figures it must end at least `keep_clear` away from, after a lost melee.
    pub(crate) from: &'f [Spot],
}

/// Propose and make a compulsory move: at normal costs, no order, and not answered by opportunity fire
/// (skirmish.broken.allowance).
pub(crate) fn run<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    id: ElementId,
    rule: Rule,
    topic: Topic,
    flight: &Flight<'_>,
) -> Result<(), C::Halt> {
    let ready = ready(g, id, flight);
    let Some(best) = ready.iter().map(|(end, _)| *end).max() else {
        // skirmish.cc.lost: one that cannot fall back far enough is Dispersed.
        casualties::disperse(cx, g, id, rule);
        return Ok(());
    };
    let plans: Vec<Plan> =
        ready.into_iter().filter(|(end, _)| best == *end).map(|(_, it)| it).collect();
    let plan = cx.propose(
        g,
        ask(g.side(id), rule, topic),
        |plan| {
            let end = judge(g, id, flight, plan)?;
            // The candidates are not all there is: a better end than theirs is as good.
            if best <= end {
                return Ok(());
            }
            Err(if end.kind == best.kind && end.linked != best.linked {
                Objection::new(LINKED, "/move", "A linked place of the same kind is there.")
            } else {
                Objection::new(GOAL, "/move", "A better kind of place can be reached.")
            })
        },
        |_| plans.clone(),
    )?;
    let Plan::Move(it) = plan else { return Ok(()) };
    let only = g.secret(id);
    cx.say(rule, || Said::Runs { element: id, only }.into());
    let left = leaves(g, id, &it);
    g[id].moved = Moved::ByCompulsion;
    walk::walk(cx, g, id, None, &it.paths, false)?;
    g.walk = None;
    // skirmish.broken.edge: wholly or in part.
    if left {
        casualties::disperse(cx, g, id, EDGE);
    }
    Ok(())
}

/// skirmish.broken.cornered
fn cornered<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, id: ElementId) {
    let near = inches(g.tables().morale.broken_keep_clear);
    let enemies = g.unbroken_spots(g.side(id).other());
    let caught = |at: Spot| {
        let close = |it: &Spot| within(it.point(), at.point(), near) && g.sees(*it, at);
        enemies.iter().any(close)
    };
    if g.spots(id).any(|(_, at)| caught(at)) {
        casualties::disperse(cx, g, id, CORNERED);
    }
}

/// Does a revealed unbroken enemy see it? (skirmish.ruling.secret-flight)
fn is_in_view(g: &Skirmish, id: ElementId) -> bool {
    let enemies = g.unbroken_spots(g.side(id).other());
    g.spots(id).any(|(_, at)| enemies.iter().any(|it| g.sees(*it, at)))
}

/// How good a destination is, the best last (skirmish.broken.goal); of its kind a linked one is better
/// (skirmish.broken.linked), and where nothing hides it a farther one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct End {
    kind: Kind,
    linked: bool,
    /// The square of the distance to the nearest unbroken enemy; the same for all that is hidden or covered.
    far: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Far,
    Covered,
    OutOfSight,
}

/// All candidate flights that break no rule, with what they come to.
fn ready(g: &Skirmish, id: ElementId, flight: &Flight<'_>) -> Vec<(End, Plan)> {
    let plan = |paths| Plan::Move(Move { element: id, order: None, paths });
    let edge = own_edge(g, g.side(id));
    let moves = candidates::flights(g, id, flight.allowance, edge);
    let still = vec![Path::default(); g.alive(id).count()];
    let moves = moves.into_iter().map(|it| it.paths).filter(|it| *it != still);
    let plans = std::iter::once(still.clone()).chain(moves).map(plan);
    plans.filter_map(|it| judge(g, id, flight, &it).ok().map(|end| (end, it))).collect()
}

/// The judge of a compulsory move, all but the choice among kinds of destination.
fn judge(g: &Skirmish, id: ElementId, flight: &Flight<'_>, plan: &Plan) -> Result<End, Objection> {
    let Plan::Move(it) = plan else {
        return Err(Objection::new(ANSWER, "", "A move is wanted."));
    };
    if it.element != id || it.order.is_some() {
        return Err(Objection::new(ANSWER, "/move", "The move of the Broken element is wanted."));
    }
    let side = g.side(id);
    let starts: SmallVec<[Spot; FIGURES]> = g.spots(id).map(|(_, at)| at).collect();
    let (others, enemies) = (g.others(id), g.revealed_spots(side.other()));
    let exits = [own_edge(g, side)];
    let terms = Terms {
        starts: &starts,
        allowance: flight.allowance,
        others: &others,
        enemies: &enemies,
        clear: inches(g.tables().figures.enemy_keep_clear),
        linked: false,
        exits: &exits,
    };
    let still = it.paths.len() == starts.len() && it.paths.iter().all(|it| it.0.is_empty());
    let judged = match still {
        // Standing still is a legal compulsory move (skirmish.broken.cornered).
        true => Judged::default(),
        false => judge_paths(&g.scene.table, &terms, &it.paths).map_err(|it| objection(g, it))?,
    };
    let unbroken = g.unbroken_spots(side.other());
    let mut ends: SmallVec<[Spot; FIGURES]> = SmallVec::new();
    for (i, (start, path)) in starts.iter().zip(&it.paths).enumerate() {
        let wrong = |rule: Rule| {
            Objection::new(rule, format!("/move/paths/{i}"), format!("{}.", rule.title))
        };
        keeps_away(g, *start, path, judged.checkpoints, &unbroken, flight).map_err(wrong)?;
        let (end, clear) = (path.end(*start), i64::from(flight.keep_clear));
        if flight.from.iter().any(|it| it.point().squared(end.point()) < clear * clear) {
            return Err(wrong(CLEAR));
        }
        ends.push(end);
    }
    // skirmish.broken.edge: out of sight, and nobody is left to be linked.
    if judged.left != 0 {
        return Ok(End { kind: Kind::OutOfSight, linked: true, far: 0 });
    }
    let linked = tabletop::linked(&ends, inches(g.tables().figures.coherency));
    let kind = kind(g, &ends, &unbroken);
    let all = ends.iter().flat_map(|a| unbroken.iter().map(move |b| (a, b)));
    let least = all.map(|(a, b)| a.point().squared(b.point())).min();
    let far = least.filter(|_| kind == Kind::Far).unwrap_or_default();
    Ok(End { kind, linked, far })
}

/// skirmish.broken.away, for one figure that moves and the enemies in its view.
fn keeps_away(
    g: &Skirmish,
    start: Spot,
    path: &Path,
    n: u32,
    unbroken: &[Spot],
    flight: &Flight<'_>,
) -> Result<(), Rule> {
    if path.0.is_empty() {
        return Ok(());
    }
    for enemy in unbroken.iter().filter(|it| g.sees(start, **it)) {
        let from = |at: Spot| at.point().squared(enemy.point());
        if from(path.end(start)) < from(start) {
            return Err(AWAY);
        }
        // Who began farther off comes nearer before he is within it.
        let clear = i64::from(flight.keep_clear);
        let mut last = from(start);
        for k in 1..=n {
            let now = from(g.scene.table.checkpoint(start, path, k, n));
            if now <= clear * clear && now <= last {
                return Err(AWAY);
            }
            last = now;
        }
    }
    Ok(())
}

/// Out of sight of all unbroken enemies; else in Light Cover from all who see it; else far off.
fn kind(g: &Skirmish, ends: &[Spot], unbroken: &[Spot]) -> Kind {
    let pairs = ends.iter().flat_map(|at| unbroken.iter().map(move |enemy| (*enemy, *at)));
    let seen = pairs.filter(|(enemy, at)| g.sees(*enemy, *at));
    let least = seen.map(|(enemy, at)| g.cover(enemy, at)).min();
    match least {
        None => Kind::OutOfSight,
        Some(cover) if Cover::Light <= cover => Kind::Covered,
        Some(_) => Kind::Far,
    }
}

fn leaves(g: &Skirmish, id: ElementId, it: &Move) -> bool {
    let (a, b) = own_edge(g, g.side(id));
    let mut ends = g.spots(id).zip(&it.paths).map(|((_, at), path)| path.end(at));
    ends.any(|it| tabletop::geometry::on_segment(a, b, it.point()))
}

/// The own edge of a side, as a stretch of the table's rim.
#[must_use]
pub(crate) fn own_edge(g: &Skirmish, side: Side) -> (Point, Point) {
    let Point { x, y } = g.scene.table.size();
    let (a, b) = match g.scene.sides[side.index()].edge {
        Edge::North => ((0, y), (x, y)),
        Edge::East => ((x, 0), (x, y)),
        Edge::South => ((0, 0), (x, 0)),
        Edge::West => ((0, 0), (0, y)),
    };
    (Point::new(a.0, a.1), Point::new(b.0, b.1))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Stays { element: ElementId, only: Option<Side> },
    Runs { element: ElementId, only: Option<Side> },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let (Said::Stays { element, .. } | Said::Runs { element, .. }) = self;
        let what = match self {
            Said::Stays { .. } => "is Broken and lies low",
            Said::Runs { .. } => "runs",
        };
        Words::of(scene, *element, format!("{} {what}.", Names(scene).element(*element)))
    }
    pub(crate) fn only(&self) -> Option<Side> {
        let (Said::Stays { only, .. } | Said::Runs { only, .. }) = self;
        *only
    }
}
