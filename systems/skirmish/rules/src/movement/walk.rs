//! A move as it is walked: checkpoint by checkpoint, until its end or until something comes to light.

use kernel::{Cx, shown};
use smallvec::SmallVec;
use tabletop::geometry::{length, linked};
use tabletop::judge::judge;
use tabletop::path::checkpoints;
use tabletop::{Path, Spot, Terms};

use super::{ENDS, STOP, Said};
use crate::data::{ElementId, FIGURES, FigureId};
use crate::hiding;
use crate::question::{Opt, Topic, ask};
use crate::state::{Skirmish, Stood};
use crate::tables::{Order, inches};

/// The move being made: who, from where, by which paths, and how far it has come.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Walk {
    pub element: ElementId,
    pub figures: SmallVec<[FigureId; FIGURES]>,
    pub starts: SmallVec<[Spot; FIGURES]>,
    pub paths: Vec<Path>,
    /// Checkpoints run from 0 to this (skirmish.move.checkpoints).
    pub n: u8,
    /// The last one reached.
    pub reached: u8,
    /// At which the mover was revealed, by bits.
    pub revealed: u32,
}

impl Walk {
    /// Where the figures stood at a checkpoint.
    #[must_use]
    pub fn spots(&self, g: &Skirmish, k: u8) -> Stood {
        let at = |i: usize| {
            let (k, n) = (u32::from(k), u32::from(self.n));
            g.scene.table.checkpoint(self.starts[i], &self.paths[i], k, n)
        };
        self.figures.iter().enumerate().map(|(i, it)| (*it, at(i))).collect()
    }

    #[must_use]
    pub const fn is_revealed_at(&self, k: u8) -> bool {
        self.revealed & (1 << k) != 0
    }
}

/// End the move where it is, or carry on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Go {
    Stop,
    On,
}

shown! {
    go => Go, match go { Go::Stop => Opt::Stop, Go::On => Opt::CarryOn };
}

/// Walk the checkpoints. `ordered`: not a compulsory move, so it must end linked and may be stopped.
pub(crate) fn walk<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    id: ElementId,
    order: Option<Order>,
    paths: &[Path],
    ordered: bool,
) -> Result<(), C::Halt> {
    let figures: SmallVec<[FigureId; FIGURES]> = g.alive(id).collect();
    let starts: SmallVec<[Spot; FIGURES]> = figures.iter().map(|it| g[*it].at).collect();
    let longest = starts.iter().zip(paths).map(|(from, path)| long(g, *from, path)).max();
    let n = checkpoints(longest.unwrap_or_default()) as u8;
    let (paths, was_hidden) = (paths.to_vec(), g.counter_of(id).map(|it| it.number));
    let mut walk = Walk { element: id, figures, starts, paths, n, reached: 0, revealed: 0 };
    for k in 0..=n {
        stand(g, &walk, k);
        walk.reached = k;
        if g.is_hidden(id)
            && let Err(rule) = hiding::stays_hidden(g, id, order)
        {
            hiding::reveal(cx, g, id, rule);
        }
        if !g.on_table(id) {
            break;
        }
        walk.revealed |= u32::from(g.is_revealed(id)) << k;
        if hiding::found_by(cx, g, id) && ordered && k < n {
            g.walk = Some(Box::new(walk.clone()));
            if !goes_on(cx, g, &mut walk, k)? {
                break;
            }
        }
    }
    let counter = was_hidden.filter(|_| g.is_hidden(id));
    let gone = !g.on_table(id);
    g.walk = Some(Box::new(walk));
    if !gone {
        let side = g.side(id);
        cx.say(super::TURNS, || Said::Moved { element: id, side, order, counter }.into());
    }
    Ok(())
}

/// skirmish.move.reveal-stop: an enemy came to light at checkpoint `k`.
fn goes_on<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    walk: &mut Walk,
    k: u8,
) -> Result<bool, C::Halt> {
    let id = walk.element;
    if !may_go_on(g, walk, k) {
        // The last checkpoint where all figures stand legally.
        let last = (0..=k).rev().find(|it| may_stop(g, walk, *it)).unwrap_or_default();
        stand(g, walk, last);
        walk.reached = last;
        walk.revealed &= (2 << last) - 1;
        let only = g.secret(id);
        cx.say(ENDS, || Said::CutShort { element: id, checkpoint: last, only }.into());
        return Ok(false);
    }
    if !may_stop(g, walk, k) {
        return Ok(true);
    }
    let question = ask(g.side(id), STOP, Topic::StopHere(id));
    Ok(cx.choose(g, question, &[Go::Stop, Go::On])? == Go::On)
}

/// Would the rest of the way still be allowed, now that more enemies are known?
fn may_go_on(g: &Skirmish, walk: &Walk, k: u8) -> bool {
    let id = walk.element;
    let spots = walk.spots(g, k);
    let starts: SmallVec<[Spot; FIGURES]> = spots.iter().map(|(_, at)| *at).collect();
    let left: SmallVec<[Path; FIGURES]> =
        (0..walk.figures.len()).map(|i| rest(g, walk, i, k)).collect();
    let (others, enemies) = (g.others(id), g.revealed_spots(g.side(id).other()));
    let terms = Terms {
        starts: &starts,
        // What it costs was judged before it began.
        allowance: i32::MAX,
        others: &others,
        enemies: &enemies,
        clear: inches(g.tables().figures.enemy_keep_clear),
        linked: true,
        exits: &[],
    };
    judge(&g.scene.table, &terms, &left).is_ok()
}

/// May all figures end where they stand at a checkpoint?
fn may_stop(g: &Skirmish, walk: &Walk, k: u8) -> bool {
    let (others, table) = (g.others(walk.element), &g.scene.table);
    let spots: SmallVec<[Spot; FIGURES]> = walk.spots(g, k).into_iter().map(|(_, at)| at).collect();
    let apart = i64::from(g.tables().figures.separation_units);
    let clash =
        |a: Spot, b: Spot| a.floor == b.floor && a.point().squared(b.point()) < apart * apart;
    let free = |i: usize, at: Spot| {
        table.place(at).is_ok()
            && !others.iter().any(|it| clash(*it, at))
            && !spots[..i].iter().any(|it| clash(*it, at))
    };
    spots.iter().enumerate().all(|(i, at)| free(i, *at))
        && linked(&spots, inches(g.tables().figures.coherency))
}

/// The corners of a path that lie beyond a checkpoint.
fn rest(g: &Skirmish, walk: &Walk, figure: usize, k: u8) -> Path {
    let (start, path) = (walk.starts[figure], &walk.paths[figure]);
    let mut left = i64::from(long(g, start, path)) * i64::from(k);
    let mut from = 0;
    for (i, (a, b)) in path.legs(start).enumerate() {
        let leg = i64::from(leg_length(g, a, b)) * i64::from(walk.n);
        if left < leg {
            break;
        }
        left -= leg;
        from = i + 1;
    }
    Path(path.0[from..].to_vec())
}

fn long(g: &Skirmish, start: Spot, path: &Path) -> i32 {
    path.legs(start).map(|(a, b)| leg_length(g, a, b)).sum()
}

/// Stairs are as long as they cost.
fn leg_length(g: &Skirmish, a: Spot, b: Spot) -> i32 {
    match a.floor == b.floor {
        true => length(a.point(), b.point()),
        false => inches(g.tables().movement.floor_change),
    }
}

/// All figures, and the counter if there is one, stand at a checkpoint (skirmish.hide.mid-move).
fn stand(g: &mut Skirmish, walk: &Walk, k: u8) {
    for (figure, at) in walk.spots(g, k) {
        g[figure].at = at;
    }
    hiding::move_counter(g, walk.element);
}
