//! A game being played: the state at the start of the current step, and the journal.
//!
//! Nothing else is stored. The step in progress is run again from its base over the answers given so far; the state
//! it has reached when it stops is what people look at. Sealed values stand beside the journal until the last is in:
//! until then nothing of the game has changed.

use std::fmt;

use serde_json::Value;

use crate::cx::Rules;
use crate::dynamic::DynCx;
use crate::journal::{Answer, Given, JournalError, Kind};
use crate::live::{Line, Live, Pending, PendingAsk, Stop};
use crate::plan::{BadPlan, Objection, read_plan, write_plan};
use crate::playout::Playout;
use crate::policy::{First, Rng};
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
    /// The game has ended, and its seed is open.
    Over,
}

/// What a seat answers: the number of an option, or a whole value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Option(usize),
    Plan(Value),
    /// None: the seat gives the game up.
    Concede,
}

impl Reply {
    /// An entry of the journal as it was answered; `None` for a throw.
    #[must_use]
    pub fn of(answer: &Answer) -> Option<Reply> {
        match (answer.kind, &answer.given) {
            (Kind::Thrown, _) => None,
            (Kind::Conceded, _) => Some(Reply::Concede),
            (_, Given::Number { value, .. }) => Some(Reply::Option(*value as usize)),
            (_, Given::Plan(text)) => Some(Reply::Plan(serde_json::from_str(text).ok()?)),
        }
    }
}

/// Why an answer was not taken. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    NotAsked,
    NoSuchOption {
        of: usize,
    },
    /// Something else is asked for, or the value cannot be read.
    NotAValue {
        why: String,
    },
    /// Too long, or lists inside lists too deep.
    TooLarge {
        why: String,
    },
    Objected(Objection),
    /// The rules know of no giving up.
    NoConceding,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::NotAsked => f.write_str("this seat is not asked"),
            Unfit::NoSuchOption { of } => write!(f, "there are only {of} options"),
            Unfit::NotAValue { why } | Unfit::TooLarge { why } => f.write_str(why),
            Unfit::Objected(objection) => write!(f, "{objection}"),
            Unfit::NoConceding => f.write_str("this game cannot be conceded"),
        }
    }
}

impl std::error::Error for Unfit {}

impl From<BadPlan> for Unfit {
    fn from(it: BadPlan) -> Unfit {
        let why = it.to_string();
        match it {
            BadPlan::NotAValue { .. } => Unfit::NotAValue { why },
            BadPlan::TooLong { .. } | BadPlan::TooDeep => Unfit::TooLarge { why },
        }
    }
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
    /// What seats have sealed for the pending question, in the order they did.
    sealed: Vec<Sealed<G>>,
}

struct Sealed<G: Rules> {
    seat: u8,
    plan: G::Plan,
    ordered: bool,
}

impl<G: Rules> Session<G> {
    /// Start or resume: replay `journal` and run on to the next question. The journal may then be longer, by dice thrown
    /// before it, or shorter, where a game of format 1 stopped in the middle of a secret decision in rounds. Values that
    /// were sealed are sealed again by the caller, with `seal`.
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
            sealed: Vec::new(),
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

    /// Record `seat`'s answer to the pending question and run on: the new entries of the journal, none where others
    /// have still to seal theirs.
    pub fn answer(
        &mut self,
        seat: u8,
        reply: &Reply,
        dice: &dyn DiceSource,
    ) -> Result<&[Answer], Unfit> {
        self.take(seat, reply, false, dice)
    }

    /// The same, by a standing order of the seat.
    pub fn answer_by_order(
        &mut self,
        seat: u8,
        reply: &Reply,
        dice: &dyn DiceSource,
    ) -> Result<&[Answer], Unfit> {
        self.take(seat, reply, true, dice)
    }

    fn take(
        &mut self,
        seat: u8,
        reply: &Reply,
        ordered: bool,
        dice: &dyn DiceSource,
    ) -> Result<&[Answer], Unfit> {
        let asked = self.asked(seat).ok_or(Unfit::NotAsked)?;
        let tag = asked.ask.rule.tag();
        let (of, wants_value) = (asked.options.len(), asked.ready.is_some());
        let sealed = self.pending.as_ref().is_some_and(|it| it.sealed);
        let mut answer = match reply {
            Reply::Concede if !self.may_concede(asked.ask.who) => return Err(Unfit::NoConceding),
            Reply::Concede => Answer::number(Kind::Conceded, seat, tag, 1, 0),
            Reply::Option(_) if wants_value => {
                return Err(Unfit::NotAValue {
                    why: "a whole value is asked for, not the number of an option".into(),
                });
            }
            Reply::Plan(_) if !wants_value => {
                return Err(Unfit::NotAValue {
                    why: "the number of an option is asked for, not a value".into(),
                });
            }
            Reply::Option(option) if of <= *option => return Err(Unfit::NoSuchOption { of }),
            Reply::Option(option) => {
                Answer::number(Kind::Decided, seat, tag, of as u32, *option as u32)
            }
            Reply::Plan(value) => {
                let plan: G::Plan = read_plan(value)?;
                if sealed {
                    return self.seal_as(seat, plan, ordered, dice);
                }
                self.judge(seat, &plan, dice)?;
                Answer::of_plan(Kind::Proposed, seat, tag, write_plan(&plan)?)
            }
        };
        answer.ordered = ordered;
        Ok(self.record(vec![answer], dice))
    }

    /// Can it be given up here?
    fn may_concede(&self, who: G::Side) -> bool {
        let mut nobody = Playout::new(Rng(0), First);
        G::concede(&mut nobody, &mut self.now.clone(), who)
    }

    /// Seal a value for the pending declaration. When the last is in, all are recorded in the order of the asks and the
    /// game runs on: these entries are returned. Before that there are none, and nothing anybody can see has changed.
    pub fn seal(
        &mut self,
        seat: u8,
        plan: G::Plan,
        dice: &dyn DiceSource,
    ) -> Result<&[Answer], Unfit> {
        self.seal_as(seat, plan, false, dice)
    }

    fn seal_as(
        &mut self,
        seat: u8,
        plan: G::Plan,
        ordered: bool,
        dice: &dyn DiceSource,
    ) -> Result<&[Answer], Unfit> {
        self.judge(seat, &plan, dice)?;
        // What is sealed has to fit on the tape, or the last seal could fail.
        write_plan(&plan)?;
        let Some(pending) = self.pending.as_ref().filter(|it| it.sealed) else {
            return Err(Unfit::NotAsked);
        };
        self.sealed.retain(|it| it.seat != seat);
        self.sealed.push(Sealed { seat, plan, ordered });
        let mut answers = Vec::with_capacity(pending.asks.len());
        for asked in &pending.asks {
            let seat = G::seat(asked.ask.who);
            let Some(sealed) = self.sealed.iter().find(|it| it.seat == seat) else {
                return Ok(&[]);
            };
            let (tag, plan) = (asked.ask.rule.tag(), write_plan(&sealed.plan)?);
            let mut answer = Answer::of_plan(Kind::Declared, seat, tag, plan);
            answer.ordered = sealed.ordered;
            answers.push(answer);
        }
        Ok(self.record(answers, dice))
    }

    /// Break this seat's own seal again. `false` where there is none.
    pub fn unseal(&mut self, seat: u8) -> bool {
        let before = self.sealed.len();
        self.sealed.retain(|it| it.seat != seat);
        self.sealed.len() < before
    }

    /// What this seat has sealed for the pending question: for its own eyes.
    pub fn sealed(&self, seat: u8) -> Option<&G::Plan> {
        self.sealed.iter().find(|it| it.seat == seat).map(|it| &it.plan)
    }

    /// What the judge of the pending question says to a value of this seat.
    pub fn judge(&self, seat: u8, plan: &G::Plan, dice: &dyn DiceSource) -> Result<(), Unfit> {
        let step = &self.steps[self.steps.len() - 1];
        let mut tape = self.journal.clone();
        let mut g = step.base.clone();
        let mut live = Live::new(&mut tape, step.at, step.throws, dice).trying(seat, plan);
        // It stops where it stopped before.
        let _ = run(&mut live, &mut g);
        match live.verdict.take() {
            Some(verdict) => verdict.map_err(Unfit::Objected),
            None => Err(Unfit::NotAsked),
        }
    }

    fn record(&mut self, answers: Vec<Answer>, dice: &dyn DiceSource) -> &[Answer] {
        let before = self.journal.len();
        self.journal.extend(answers);
        let fits = self.run_on(dice);
        debug_assert!(fits.is_ok(), "an answer just asked for fits");
        &self.journal[before..]
    }

    /// How far `seat` may take back: the length of the journal before its latest decision by hand (a standing
    /// order would give its answer again at once). `mine` says which seats may be taken back with it (the computer's).
    pub fn undo_to(&self, seat: u8, mine: impl Fn(u8) -> bool) -> Result<usize, Undo> {
        if self.pending.is_none() {
            return Err(Undo::Over);
        }
        let reach = self.steps[0].at;
        for (at, answer) in self.journal.iter().enumerate().skip(reach).rev() {
            match answer.kind {
                Kind::Thrown => return Err(Undo::DieOrReveal),
                // What was declared is revealed: it came onto the journal when all had sealed theirs.
                Kind::Declared | Kind::Secret => return Err(Undo::DieOrReveal),
                Kind::Conceded => return Err(Undo::Over),
                Kind::Decided | Kind::Proposed if answer.seat == seat && !answer.ordered => {
                    return Ok(at);
                }
                Kind::Decided | Kind::Proposed if answer.seat == seat || mine(answer.seat) => (),
                Kind::Decided | Kind::Proposed => return Err(Undo::OtherHasDecided),
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

    /// Run steps until somebody has to answer or the game is over.
    fn run_on(&mut self, dice: &dyn DiceSource) -> Result<(), Diverged> {
        // Another question is asked: what was sealed for the one before is void.
        self.sealed.clear();
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
            assert_runs_alike(&step.base, step.at, step.throws, &g, &live);
            let end = match (end, live.conceded) {
                (Err(Stop::Conceded), Some(who)) => give_up(&mut live, &mut g, who),
                (end, _) => end,
            };
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
                Err(Stop::Conceded) => return Err(Diverged { at }),
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
                    match &ask.ready {
                        None => format!("{:?}, {} options", ask.ask.rule, ask.options.len()),
                        Some(_) => format!("{:?}, a value that its judge accepts", ask.ask.rule),
                    }
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

/// A step that ends with the game, because who was asked gave it up.
fn give_up<G: Rules>(live: &mut Live<'_, G>, g: &mut G, who: G::Side) -> Result<(), Stop> {
    let entry = live.pos() - 1;
    let mut cx: &mut dyn DynCx<G> = live;
    let is_over = G::concede(&mut cx, g, who) && g.is_over();
    if is_over { Ok(()) } else { Err(Stop::Diverged { at: entry }) }
}

/// Determinism is the contract: the same step over the same answers must give the same state and the same log.
#[cfg(debug_assertions)]
fn assert_runs_alike<G: Rules>(base: &G, at: usize, throws: u64, seen: &G, first: &Live<'_, G>) {
    use crate::dice::{Dice, Throw};
    struct NoDice;
    impl DiceSource for NoDice {
        fn throw(&self, _: u64, _: Dice) -> Throw {
            Throw(0)
        }
    }
    let mut tape = first.whole_tape();
    let mut g = base.clone();
    let mut live = Live::new(&mut tape, at, throws, &NoDice);
    let _ = run(&mut live, &mut g);
    assert!(g == *seen, "a step gave two states over the same answers");
    assert_eq!(live.log.len(), first.log.len(), "a step gave two logs over the same answers");
}
