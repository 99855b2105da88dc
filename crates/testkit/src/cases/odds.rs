//! `odds` expectations: exact fractions from the moment of the check to the end of the step in progress.

use std::marker::PhantomData;

use kernel::{Game, Mass, Odds, PendingAsk, Policy, Prefix};
use play::Ask;

use super::answer::find;
use super::played::Played;
use super::run::Run;
use super::words::{Read, Wrong};

/// Courses followed at most.
const BUDGET: u64 = 20_000_000;

/// `[WISH / WISH =>] OUTCOME = 3/10`
pub(super) fn check<S: Played>(
    run: &Run<'_, S>,
    line: usize,
    rest: &str,
    now: &S::Game,
) -> Read<()> {
    let claim = Claim::read(line, rest)?;
    // The outcome must be readable before it is asked of every course.
    S::is_outcome(now, line, &claim.outcome)?;
    let (base, tape) = run.step_in_progress();
    let mut odds = Odds::new(Wishes::<S>::new(claim.wishes.iter().cloned()));
    odds.budget = BUDGET;
    let mut held: Mass = 0;
    odds.every(
        &S::odds_from(base, now),
        |cx, g| S::course(&mut Prefix::new(tape, cx), g),
        |mass, (), end| {
            let holds = S::is_outcome(end, line, &claim.outcome).unwrap_or(false);
            held += if holds { mass } else { 0 };
        },
    );
    claim.compare(held, odds.lost, S::Game::WHOLE)
}

/// Takes the first of the wishes that is offered, else the first option.
pub struct Wishes<S> {
    wishes: Vec<String>,
    system: PhantomData<S>,
}

impl<S> Wishes<S> {
    pub fn new(wishes: impl IntoIterator<Item = String>) -> Wishes<S> {
        Wishes { wishes: wishes.into_iter().collect(), system: PhantomData }
    }
}

impl<S: Played> Wishes<S> {
    /// Is one of them offered here?
    pub fn is_met(&self, g: &S::Game, asked: &PendingAsk<S::Game>) -> bool {
        self.wishes.iter().any(|it| find::<S>(g, asked, it).is_ok())
    }
}

impl<S> Clone for Wishes<S> {
    fn clone(&self) -> Wishes<S> {
        Wishes::new(self.wishes.iter().cloned())
    }
}

impl<S: Played> Policy<S::Game> for Wishes<S> {
    fn decide(
        &mut self,
        g: &S::Game,
        ask: Ask<S>,
        n: usize,
        opt: impl Fn(usize) -> <S::Game as Game>::Opt,
    ) -> usize {
        let asked = PendingAsk { ask, options: (0..n).map(opt).collect(), ready: None };
        self.wishes.iter().find_map(|it| find::<S>(g, &asked, it).ok()).unwrap_or(0)
    }

    fn plan(
        &mut self,
        g: &S::Game,
        ask: Ask<S>,
        ready: &[<S::Game as Game>::Plan],
    ) -> <S::Game as Game>::Plan {
        let asked = PendingAsk { ask, options: Vec::new(), ready: Some(ready.to_vec()) };
        let wished = self.wishes.iter().find_map(|it| {
            let plan = S::read_plan(g, &asked, 0, it).ok()?;
            matches!(S::refusal(g, &asked, 0, it), Ok(None)).then_some(plan)
        });
        wished.unwrap_or_else(|| ready[0].clone())
    }
}

/// What a line says.
struct Claim {
    line: usize,
    /// At every decision the first of these that is offered is taken, else the first option.
    wishes: Vec<String>,
    outcome: String,
    fraction: (Mass, Mass),
}

impl Claim {
    fn read(line: usize, rest: &str) -> Read<Claim> {
        let Some((what, fraction)) = rest.rsplit_once('=').filter(|it| !it.1.starts_with('>'))
        else {
            return wrong(line, "write: odds [ANSWER / ANSWER =>] OUTCOME = 3/10");
        };
        let (wishes, outcome) = what.split_once("=>").unwrap_or(("", what));
        let wishes = wishes.split(" / ").map(str::trim).filter(|it| !it.is_empty());
        let fraction = fraction.trim();
        let parts = match fraction.split_once('/') {
            Some((p, q)) => p.trim().parse::<Mass>().ok().zip(q.trim().parse::<Mass>().ok()),
            None => fraction.parse::<Mass>().ok().map(|it| (it, 1)),
        };
        match parts.filter(|it| 0 < it.1 && it.1 < 1_000_000_000_000) {
            Some(fraction) => Ok(Claim {
                line,
                wishes: wishes.map(str::to_owned).collect(),
                outcome: outcome.trim().to_owned(),
                fraction,
            }),
            None => wrong(line, format!("\"{fraction}\" is no fraction: 3/10")),
        }
    }

    /// Compares with the mass found; `lost` is what could not be followed.
    fn compare(&self, mass: Mass, lost: Mass, whole: Mass) -> Read<()> {
        if 0 < lost {
            return wrong(self.line, "these odds are too large to be worked out exactly");
        }
        let (p, q) = self.fraction;
        let right = match p {
            0 => mass == 0,
            _ => mass.is_multiple_of(p) && (mass / p).checked_mul(q) == Some(whole),
        };
        if right {
            return Ok(());
        }
        let divisor = gcd(mass, whole);
        let (n, of) = (mass / divisor, whole / divisor);
        wrong(self.line, format!("expected {p}/{q}\nfound    {n}/{of}"))
    }
}

fn wrong<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(Wrong { line, message: message.into() })
}

fn gcd(a: Mass, b: Mass) -> Mass {
    if b == 0 { a } else { gcd(b, a % b) }
}
