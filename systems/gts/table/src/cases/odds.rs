//! `odds` expectations: exact fractions from the moment of the check to the end of the step in progress.

use gts::purchase::{Purchase, may_buy_all};
use gts::question::{Opt, Question};
use gts::state::Battle;
use kernel::{Answer, Mass, Odds, PendingAsk, Policy, Prefix, Rules};

use super::play::{find_option, purchases};

/// Takes the first of the wishes that is offered, else the first option.
#[derive(Clone)]
struct Wishes(Vec<String>);

impl Policy<Battle> for Wishes {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let asked = PendingAsk { ask, options: (0..n).map(opt).collect(), ready: None };
        self.0.iter().find_map(|it| find_option(g, &asked, it).ok()).unwrap_or(0)
    }

    fn plan(&mut self, g: &Battle, ask: Question, ready: &[Vec<Purchase>]) -> Vec<Purchase> {
        let wished = self.0.iter().find_map(|it| purchases(g, 0, it).ok());
        let wished = wished.filter(|it| may_buy_all(g, ask.who, it).is_ok());
        wished.unwrap_or_else(|| ready[0].clone())
    }
}

/// The mass of courses in which `holds`, of the whole mass; `lost` is what could not be followed.
pub(super) fn mass(
    base: &Battle,
    tape: &[Answer],
    wishes: Vec<String>,
    mut holds: impl FnMut(&Battle) -> bool,
) -> (Mass, Mass) {
    let mut odds = Odds::new(Wishes(wishes));
    odds.budget = 20_000_000;
    let mut held: Mass = 0;
    odds.every(
        base,
        |cx, g| Battle::step(&mut Prefix::new(tape, cx), g),
        |mass, (), g| {
            if holds(g) {
                held += mass;
            }
        },
    );
    (held, odds.lost)
}
