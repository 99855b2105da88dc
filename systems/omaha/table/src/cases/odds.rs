//! `odds` expectations: exact fractions from the moment of the check to the end of the step in progress, over every card
//! left and every face that a counter could have. What `next card` has settled does not count.

use kernel::{Cx, Game, Mass, Odds, PendingAsk, Policy, Prefix, Rules};
use omaha::Day;
use omaha::question::{Opt, Question};
use omaha::state::Phase;

use super::answer;
use super::expect::holds;
use super::play::{Moment, Run, group};
use super::words::Read;
use testkit::cases::odds::Claim;

/// Courses followed at most.
const BUDGET: u64 = 2_000_000;

/// Takes the first of the wishes that is offered, else the first option.
#[derive(Clone)]
pub struct Wishes(pub Vec<String>);

impl Policy<Day> for Wishes {
    fn decide(&mut self, g: &Day, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let asked = PendingAsk { ask, options: (0..n).map(opt).collect(), ready: None };
        self.0.iter().find_map(|it| answer::find(g, &asked, it).ok()).unwrap_or(0)
    }
}

/// The step in progress to its end. The fire of a sector is played out, as where expectations are checked.
pub fn course<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    let phase = group(g.phase);
    loop {
        Day::step(cx, g)?;
        if g.is_over() || group(g.phase) != phase || !matches!(phase, Phase::FireCard(_)) {
            return Ok(());
        }
    }
}

/// `[ANSWER / ANSWER =>] EXPECTATION = 3/10`
pub(super) fn check(run: &Run<'_>, line: usize, rest: &str, moment: Moment<'_>) -> Read<()> {
    let claim = Claim::read(line, rest, "odds attack 64 => lost 16-E = 3/10")?;
    // The outcome must be readable before it is asked of every course.
    holds(moment.g, line, &claim.outcome)?;
    let (base, tape) = run.step_in_progress();
    let base = base.seen_since(moment.g);
    let mut odds = Odds::new(Wishes(claim.wishes.clone()));
    odds.budget = BUDGET;
    let mut held: Mass = 0;
    odds.every(
        &*base,
        |cx, g| course(&mut Prefix::new(tape, cx), g),
        |mass, (), end| {
            let holds = holds(end, line, &claim.outcome).unwrap_or(false);
            held += if holds { mass } else { 0 };
        },
    );
    claim.compare(held, odds.lost, Day::WHOLE)
}
