//! Assaults. What an assault is likely to bring is found by fighting it out some dozens of times with the rules
//! themselves, the quick policy deciding for both sides. The dice of these trials are always the same, so that options
//! are compared with equal luck and the same question gets the same answer.

use std::convert::Infallible;

use board::HexId;
use gts::Battle;
use gts::assault::{may_assault, opening, proceed};
use gts::data::{Side, UnitId};
use gts::question::{Opt, Topic};
use gts::state::FightStage;
use kernel::{Playout, Policy, Rng};

use crate::staff::activation::acting;
use crate::staff::worth;
use crate::staff::{Question, Reckon, best};

/// An assault must promise this much more than it may cost.
pub(crate) const WORTH_AN_ASSAULT: i32 = 20;

/// Trials for a decision, and for a first look when many assaults are compared.
const TRIALS: u64 = 24;
const GLANCE: u64 = 10;
/// An assault still undecided after so many rounds is left at that.
const MOST_ROUNDS: u8 = 6;
const DICE: u64 = 0x5747_5f42_4f43_4147;

/// What assaulting `hex` with `units` is likely to bring.
fn prospect(g: &Battle, units: &[UnitId], hex: HexId, trials: u64) -> i32 {
    let able = units.iter().filter(|id| may_assault(g, **id, hex).is_ok());
    let steps: i32 = able.map(|id| i32::from(g[*id].steps)).sum();
    let awake = g.stack(hex).filter(|id| !g[*id].suppressed);
    let against: i32 = awake.map(|id| i32::from(g[id].steps)).sum();
    // Not worth the dice.
    if steps == 0 || steps * 2 < against {
        return -worth::POINT;
    }
    let side = g.side(units[0]);
    trial(g, side, trials, Bound::default(), |cx, g| {
        let Ok(end) = opening(cx, g, units, hex);
        if end.is_none() {
            fight_on(cx, g);
        }
    })
}

/// What the best assault open to the units promises.
pub(crate) fn best_prospect(g: &Battle, units: &[UnitId]) -> Option<i32> {
    best_of(g, units, TRIALS)
}

/// The same at a glance.
pub(crate) fn first_look(g: &Battle, units: &[UnitId]) -> Option<i32> {
    best_of(g, units, GLANCE)
}

fn best_of(g: &Battle, units: &[UnitId], trials: u64) -> Option<i32> {
    let hexes = gts::assault::targets(g, units);
    best(hexes, |hex| prospect(g, units, hex, trials)).map(|it| it.1)
}

/// Which hex is assaulted.
pub(crate) fn which(g: &Battle, first: UnitId, options: &[Opt]) -> Opt {
    let units = acting(g, first);
    let worth = |it: Opt| if let Opt::Hex(hex) = it { prospect(g, &units, hex, TRIALS) } else { 0 };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// For the defender: each way is tried from the beginning of the round.
pub(crate) fn stand_or_run(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let worth = |way: Opt| trial(g, ask.who, TRIALS, Bound::to(ask.topic, way), fight_on);
    best(options.iter().copied(), worth).map_or(Opt::Stand, |(it, _)| it)
}

/// For the assaulter, whose enemy stands.
pub(crate) fn fire_or_charge(g: &Battle, ask: Question) -> Opt {
    let worth = |way: Opt| {
        let bound = Bound { stand: true, ..Bound::to(ask.topic, way) };
        trial(g, ask.who, TRIALS, bound, fight_on)
    };
    best([Opt::Fire, Opt::Charge], worth).map_or(Opt::Fire, |(it, _)| it)
}

/// Is another round better than none?
pub(crate) fn go_on(g: &Battle, ask: Question) -> Opt {
    let Some(fight) = g.fight else { return Opt::No };
    if MOST_ROUNDS <= fight.round {
        return Opt::No;
    }
    let mut next = g.clone();
    if let Some(fight) = &mut next.fight {
        fight.round += 1;
        fight.stage = FightStage::StandOrRun;
    }
    (0 < trial(&next, ask.who, TRIALS, Bound::default(), fight_on)).into()
}

/// Fire at a column is deadly, a Cohesion Hit is not.
pub(crate) fn leave_column(g: &Battle, id: UnitId) -> Opt {
    (g[id].cohesion < g.data().tables.limits.cohesion_max).into()
}

/// Who checks for all against a charge.
pub(crate) fn steadiest(g: &Battle, options: &[Opt]) -> Opt {
    let worth = |it: Opt| if let Opt::Unit(id) = it { worth::passes(g, id) } else { 0 };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// Good enough to go on, for the quick policy.
pub(crate) fn has_the_upper_hand(g: &Battle) -> bool {
    let Some(fight) = g.fight else { return false };
    let own: i32 = fight
        .assaulters
        .iter()
        .map(|id| i32::from(g[id].steps) * 2 - i32::from(g[id].cohesion))
        .sum();
    let against: i32 = g
        .stack(fight.hex)
        .map(|id| {
            i32::from(g[id].steps) * if g[id].suppressed { 1 } else { 2 }
                - i32::from(g[id].cohesion)
        })
        .sum();
    against <= own && fight.round < MOST_ROUNDS
}

/// The quick policy, bound to one answer the first time a question comes up.
#[derive(Clone, Copy, Default)]
struct Bound {
    answer: Option<(Topic, Opt)>,
    /// The defenders have said already that they stand.
    stand: bool,
}

impl Bound {
    fn to(topic: Topic, answer: Opt) -> Bound {
        Bound { answer: Some((topic, answer)), stand: false }
    }
}

impl Policy<Battle> for Bound {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        if self.stand && matches!(ask.topic, Topic::StandOrRun(_)) {
            self.stand = false;
            return (0..n).find(|i| opt(*i) == Opt::Stand).unwrap_or(0);
        }
        if let Some((topic, answer)) = self.answer
            && topic == ask.topic
            && let Some(at) = (0..n).find(|i| opt(*i) == answer)
        {
            self.answer = None;
            return at;
        }
        Reckon.decide(g, ask, n, opt)
    }
}

/// The mean change of the position over a fixed set of dice.
fn trial(
    g: &Battle,
    side: Side,
    trials: u64,
    policy: Bound,
    run: impl Fn(&mut Playout<Bound>, &mut Battle),
) -> i32 {
    let before = worth::position(g, side);
    let mut sum = 0;
    for n in 0..trials {
        let mut after = g.clone();
        let mut cx = Playout::new(Rng(DICE.wrapping_mul(n + 1)), policy);
        run(&mut cx, &mut after);
        sum += worth::position(&after, side) - before;
    }
    sum / trials as i32
}

fn fight_on(cx: &mut Playout<Bound>, g: &mut Battle) {
    let most = g.fight.map_or(0, |it| it.round).saturating_add(MOST_ROUNDS);
    while g.fight.is_some_and(|it| it.round < most) {
        let end: Result<_, Infallible> = proceed(cx, g);
        let Ok(end) = end;
        if end.is_some() {
            return;
        }
    }
}
