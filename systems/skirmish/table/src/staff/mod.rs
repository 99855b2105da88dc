//! The computer player of either side.
//!
//! It sees what its side may see and nothing else. Every decision is a sum of features, each with a weight of the file:
//! what fire is worth (`worth`, from the exact numbers of the rules), who can fire at whom from where (`foes`), an order and a
//! move (`moves`), targets and smoke (`targets`), opportunity fire (`marks`), close assault (`assault`), flight (`flight`).

mod assault;
mod flight;
mod foes;
mod marks;
mod moves;
mod targets;
mod weights;
mod worth;

pub use weights::Weights;

use skirmish::Seen;
use skirmish::data::Side;
use skirmish::question::{Opt, Plan, Question, Topic};
use skirmish::tables::FiresIn;

/// Which of the options to take.
#[must_use]
pub fn advise(g: &Seen, ask: &Question, options: &[Opt]) -> usize {
    advise_by(Weights::shipped(), g, ask, options)
}

/// A whole value; `ready` are some that the judge accepts.
#[must_use]
pub fn plan(g: &Seen, ask: &Question, ready: &[Plan]) -> Plan {
    plan_by(Weights::shipped(), g, ask, ready)
}

/// The same by other weights, to find out which play better.
#[must_use]
pub fn advise_by(w: &Weights, g: &Seen, ask: &Question, options: &[Opt]) -> usize {
    let staff = Staff { g, w, side: ask.who };
    match ask.topic {
        Topic::MoveFirst => staff.move_first(options),
        Topic::WhoMoves => staff.who_moves(options),
        Topic::Order(id) => staff.order(id, options),
        Topic::StopHere(id) => staff.stop_here(id, options),
        Topic::Mark(_) => staff.mark(options),
        // Which combat first, which Broken element runs first: in the order of the list.
        _ => 0,
    }
}

/// The same by other weights.
#[must_use]
pub fn plan_by(w: &Weights, g: &Seen, ask: &Question, ready: &[Plan]) -> Plan {
    let staff = Staff { g, w, side: ask.who };
    match ask.topic {
        Topic::Move(id, order) => staff.best_move(id, order, ready),
        Topic::Fire if g.phase == skirmish::state::Phase::MovingFire => {
            staff.targets(FiresIn::MovingFire)
        }
        Topic::Fire => staff.targets(FiresIn::StationaryFire),
        Topic::Assault => staff.charges(),
        Topic::AssaultMove(id) | Topic::React(id) => staff.rush(id, ready),
        Topic::Run(id) | Topic::FallBack(id) => staff.run(id, ready),
        // Set-up where the scenario suggests, each element at the counter it sees best: those come first.
        _ => ready[0].clone(),
    }
}

/// A player at a question: what he sees, how he judges, whose side he is on.
#[derive(Clone, Copy)]
struct Staff<'s> {
    g: &'s Seen,
    w: &'s Weights,
    side: Side,
}

/// The number of the best of some, the first of equals.
fn best(scores: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (i, score) in scores.enumerate() {
        if best.1 < score {
            best = (i, score);
        }
    }
    best.0
}
