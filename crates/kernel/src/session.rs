//! A game being played: the state at the start of the current step, and the journal.
//!
//! Nothing else is stored. The step in progress is run again from its base over the answers given so far; the state
//! it has reached when it stops is what people look at.

use crate::cx::Rules;
use crate::dynamic::DynCx;
use crate::journal::{Answer, JournalError, Kind};
use crate::live::{Line, Live, Pending, PendingAsk, Stop};
use crate::seed::DiceSource;

/// Where the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Waiting,
    Over,
}

/// Why a take-back is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undo {
    NothingToUndo,
    /// A die has been thrown or something revealed since.
    DieOrReveal,
    /// Another player has decided since.
    OtherHasDecided,
}

/// The journal does not fit the rules at entry `at`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diverged {
    pub at: usize,
}

/// A step of the journal: where it starts, and the state there.
#[derive(Clone)]
struct Step<G> {
    at: usize,
    throws: u64,
    lines: usize,
    base: G,
}

pub struct Session<G: Rules> {
    start: G,
    journal: Vec<Answer>,
    /// The step in progress is last; those before it are kept as far back as a take-back may reach.
    steps: Vec<Step<G>>,
    /// Lines of all finished steps, then of the step in progress.
    log: Vec<Line<G>>,
    now: G,
    pending: Option<Pending<G>>,
}

impl<G: Rules> Session<G> {
    /// Start or resume: replay `journal` and run on to the next question.
    pub fn open(
        start: G,
        journal: Vec<Answer>,
        dice: &dyn DiceSource,
    ) -> Result<Session<G>, JournalError> {
        let given = journal.len();
        let first = Step { at: 0, throws: 0, lines: 0, base: start.clone() };
        let mut session = Session {
            now: start.clone(),
            start,
            journal,
            steps: vec![first],
            log: Vec::new(),
            pending: None,
        };
        session.run_on(dice).map_err(|it| JournalError::Diverged {
            at: it.at,
            asked: session.asked_at(it.at, dice),
        })?;
        let used = session.steps.last().map_or(0, |it| it.at);
        if session.now.is_over() && used < given {
            return Err(JournalError::TooLong { at: used });
        }
        Ok(session)
    }

    /// What people look at: the state at the pending question, or at the end of the game.
    pub fn now(&self) -> &G {
        &self.now
    }
    pub fn start(&self) -> &G {
        &self.start
    }
    pub fn pending(&self) -> Option<&Pending<G>> {
        self.pending.as_ref()
    }
    /// What this seat is asked, if it is.
    pub fn asked(&self, seat: u8) -> Option<&PendingAsk<G>> {
        self.pending.as_ref()?.asks.iter().find(|it| G::seat(it.ask.who) == seat)
    }
    pub fn journal(&self) -> &[Answer] {
        &self.journal
    }
    pub fn log(&self) -> &[Line<G>] {
        &self.log
    }
    /// Lines of the step in progress: what has happened since the act began.
    pub fn step_log(&self) -> &[Line<G>] {
        &self.log[self.steps.last().map_or(0, |it| it.lines)..]
    }
    pub fn status(&self) -> Status {
        if self.pending.is_some() { Status::Waiting } else { Status::Over }
    }

    /// The state at the start of the step in progress and the answers since: for search and odds from here.
    pub fn step(&self) -> (&G, &[Answer]) {
        let step = &self.steps[self.steps.len() - 1];
        (&step.base, &self.journal[step.at..])
    }

    /// Record `seat`'s answer to the pending question and run on. The caller has checked that it is theirs to give:
    /// `None` if the seat is not asked or has no such option; nothing has changed then.
    pub fn answer(&mut self, seat: u8, value: usize, dice: &dyn DiceSource) -> Option<&[Answer]> {
        let pending = self.pending.as_ref()?;
        let asked = pending.asks.iter().find(|it| G::seat(it.ask.who) == seat)?;
        if asked.options.len() <= value {
            return None;
        }
        let before = self.journal.len();
        self.journal.push(Answer {
            kind: if pending.secret { Kind::Secret } else { Kind::Decided },
            seat,
            tag: asked.ask.rule.tag(),
            of: asked.options.len() as u32,
            value: value as u32,
        });
        let fits = self.run_on(dice);
        debug_assert!(fits.is_ok(), "an answer just asked for fits");
        Some(&self.journal[before..])
    }

    /// How far `seat` may take back: the length of the journal before its latest decision. `mine` says which seats
    /// may be taken back with it (its own, and the computer's).
    pub fn undo_to(&self, seat: u8, mine: impl Fn(u8) -> bool) -> Result<usize, Undo> {
        let reach = self.steps[0].at;
        for (at, answer) in self.journal.iter().enumerate().skip(reach).rev() {
            match answer.kind {
                Kind::Thrown => return Err(Undo::DieOrReveal),
                Kind::Decided | Kind::Secret if answer.seat == seat => {
                    // A secret answer is revealed as soon as the others have answered too.
                    let revealed = answer.kind == Kind::Secret && !self.still_secret(at);
                    return if revealed { Err(Undo::DieOrReveal) } else { Ok(at) };
                }
                Kind::Secret if !self.still_secret(at) => return Err(Undo::DieOrReveal),
                Kind::Decided | Kind::Secret if mine(answer.seat) => (),
                Kind::Decided | Kind::Secret => return Err(Undo::OtherHasDecided),
            }
        }
        Err(if reach == 0 { Undo::NothingToUndo } else { Undo::DieOrReveal })
    }

    /// Take the journal back to `at`, as found by `undo_to`.
    pub fn truncate(&mut self, at: usize, dice: &dyn DiceSource) {
        debug_assert!(at <= self.journal.len());
        self.journal.truncate(at);
        while 1 < self.steps.len() && at < self.steps[self.steps.len() - 1].at {
            self.steps.pop();
        }
        let lines = self.steps[self.steps.len() - 1].lines;
        self.log.truncate(lines);
        let fits = self.run_on(dice);
        debug_assert!(fits.is_ok(), "a shorter tape of the same game fits");
    }

    fn still_secret(&self, at: usize) -> bool {
        self.pending.as_ref().is_some_and(|it| it.secret)
            && self.journal[at..].iter().all(|it| it.kind == Kind::Secret)
    }

    /// Run steps until somebody has to answer or the game is over.
    fn run_on(&mut self, dice: &dyn DiceSource) -> Result<(), Diverged> {
        loop {
            let step = &self.steps[self.steps.len() - 1];
            let mut g = step.base.clone();
            self.log.truncate(step.lines);
            self.pending = None;
            if g.is_over() {
                self.now = g;
                return Ok(());
            }
            let mut live = Live::new(&mut self.journal, step.at, step.throws, dice);
            let end = run(&mut live, &mut g);
            #[cfg(debug_assertions)]
            assert_runs_alike(&step.base, step.at, step.throws, live.pos(), &g, &live);
            let (at, throws) = (live.pos(), live.throws());
            self.log.append(&mut live.log);
            match end {
                Ok(()) => {
                    let thrown = step.throws < throws;
                    let next = Step { at, throws, lines: self.log.len(), base: g };
                    // No take-back reaches past a die; decisions after it are still in this step.
                    if thrown {
                        self.steps.drain(..self.steps.len() - 1);
                    }
                    self.steps.push(next);
                }
                Err(Stop::Waiting) => {
                    self.pending = live.pending.take();
                    self.now = g;
                    return Ok(());
                }
                Err(Stop::Diverged { at }) => return Err(Diverged { at }),
            }
        }
    }

    /// What was asked where the journal stopped fitting, for the error message.
    fn asked_at(&self, at: usize, dice: &dyn DiceSource) -> String {
        let step = &self.steps[self.steps.len() - 1];
        let mut tape = self.journal[..at].to_vec();
        let mut g = step.base.clone();
        let mut live = Live::new(&mut tape, step.at, step.throws, dice);
        match run(&mut live, &mut g) {
            Err(Stop::Waiting) => match live.pending.take() {
                Some(pending) => {
                    let ask = &pending.asks[0];
                    format!("{:?}, {} options", ask.ask.rule, ask.options.len())
                }
                None => "nothing".into(),
            },
            _ => match live.log.iter().rev().find(|it| at < it.at) {
                Some(line) => format!("{:?}", line.rule),
                None => "nothing".into(),
            },
        }
    }
}

/// All live runs go through one instantiation of the rules.
fn run<G: Rules>(live: &mut Live<'_, G>, g: &mut G) -> Result<(), Stop> {
    let mut cx: &mut dyn DynCx<G> = live;
    G::step(&mut cx, g)
}

/// Determinism is the contract: the same step over the same answers must give the same state and the same log.
#[cfg(debug_assertions)]
fn assert_runs_alike<G: Rules>(
    base: &G,
    at: usize,
    throws: u64,
    end: usize,
    seen: &G,
    first: &Live<'_, G>,
) {
    use crate::dice::{Dice, Throw};
    struct NoDice;
    impl DiceSource for NoDice {
        fn throw(&self, _: u64, _: Dice) -> Throw {
            Throw(0)
        }
    }
    let mut tape = first.tape_so_far(end);
    let mut g = base.clone();
    let mut live = Live::new(&mut tape, at, throws, &NoDice);
    let _ = run(&mut live, &mut g);
    assert!(g == *seen, "a step gave two states over the same answers");
    assert_eq!(live.log.len(), first.log.len(), "a step gave two logs over the same answers");
}
