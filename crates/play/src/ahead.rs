//! What an answer would lead to, found without giving it: so that a unit, what it does and to whom can be offered on
//! the map at once, and a button can say beforehand that nothing is taken back after it.
//!
//! It starts from what the seat may see, as odds do. So it cannot tell a secret, and it stops at the first die.

use std::cell::Cell;

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
    let dice = Stopper::default();
    let (mut tape, mut at, mut now) = (tape, 0, base);
    let mut steps = 0;
    while !now.is_over() && steps < STEPS {
        let mut live = Live::new(&mut tape, at, 0, &dice);
        let mut cx: &mut dyn DynCx<G> = &mut live;
        let end = G::step(&mut cx, &mut now);
        let (pos, log, pending) = (live.pos(), std::mem::take(&mut live.log), live.pending.take());
        if dice.thrown.get() {
            return Some(Ahead { now, pending: None, log, thrown: true });
        }
        match end {
            Ok(()) => at = pos,
            Err(Stop::Waiting) => return Some(Ahead { now, pending, log, thrown: false }),
            Err(Stop::Diverged { .. } | Stop::Conceded) => return None,
        }
        steps += 1;
    }
    Some(Ahead { now, pending: None, log: Vec::new(), thrown: false })
}

/// So many steps without a question are followed.
const STEPS: usize = 64;

/// Notices that a die is wanted; what it shows is looked at by nobody.
#[derive(Default)]
struct Stopper {
    thrown: Cell<bool>,
}

impl DiceSource for Stopper {
    fn throw(&self, _: u64, _: Dice) -> Throw {
        self.thrown.set(true);
        Throw(0)
    }
}
