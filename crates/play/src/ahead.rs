//! What an answer would lead to, found without giving it: so that a unit, what it does and to whom can be offered on
//! the map at once, and a button can say beforehand that nothing is taken back after it.
//!
//! It starts from what the seat may see, as odds do. So it cannot tell a secret, and it stops at the first die.

use kernel::{Answer, Dice, DiceSource, DynCx, Line, Live, Pending, Rules, Stop, Throw};

/// Where the game would stand.
pub(crate) struct Ahead<G: Rules> {
    pub now: G,
    /// What would be asked; nothing where a die comes first or the game is over.
    pub pending: Option<Pending<G>>,
    /// Lines of the step in which that is asked.
    pub log: Vec<Line<G>>,
    pub thrown: bool,
}

/// Runs on from the base of a step over a tape. `None` where the tape does not fit what the seat knows.
pub(crate) fn ahead<G: Rules>(base: G, tape: Vec<Answer>) -> Option<Ahead<G>> {
    let (mut tape, mut at, mut now) = (tape, 0, base);
    let mut steps = 0;
    while !now.is_over() && steps < STEPS {
        let mut live = Live::new(&mut tape, at, 0, &NoDice);
        let mut cx: &mut dyn DynCx<G> = &mut live;
        let end = G::step(&mut cx, &mut now);
        let (pos, log, pending) = (live.pos(), std::mem::take(&mut live.log), live.pending.take());
        match end {
            Ok(()) => at = pos,
            Err(Stop::Waiting) => {
                let thrown = pending.is_none();
                return Some(Ahead { now, pending, log, thrown });
            }
            Err(Stop::Diverged { .. } | Stop::Conceded) => return None,
        }
        steps += 1;
    }
    Some(Ahead { now, pending: None, log: Vec::new(), thrown: false })
}

/// So many steps without a question are followed.
const STEPS: usize = 64;

/// Nothing is thrown while somebody looks ahead. (A die that always shows the same would keep rules that throw again at a tie
/// for ever.)
struct NoDice;

impl DiceSource for NoDice {
    fn throw(&self, _: u64, _: Dice) -> Throw {
        Throw(0)
    }
    fn throws(&self) -> bool {
        false
    }
}
