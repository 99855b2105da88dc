//! Live: answers from the tape; dice past its end are thrown and recorded; a decision past its end stops. Whatever
//! value stands on the tape passes the judge of its question, whoever gave it and however long ago.

use crate::cx::{Ask, Cx, Game};
use crate::dice::{Dice, Throw};
use crate::journal::{Answer, Given, Kind};
use crate::plan::{Objection, Wanted, declared, parse_plan, rounds};
use crate::rule::{Itemised, Rule};
use crate::seed::DiceSource;
use crate::stdx::Bounds;

/// Why a live run ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Somebody has to answer `Live::pending`, or a die is wanted where none is thrown.
    Waiting,
    /// The tape does not fit the questions asked; `at` is its first bad entry.
    Diverged { at: usize },
    /// Who was asked gave the game up: `Live::conceded`.
    Conceded,
}

/// A question nobody has answered yet. Several asks only where seats declare at the same time.
#[derive(Clone, Debug)]
pub struct Pending<G: Game> {
    pub asks: Vec<PendingAsk<G>>,
    /// Values are sealed until all who are asked have given theirs.
    pub sealed: bool,
}

#[derive(Clone, Debug)]
pub struct PendingAsk<G: Game> {
    pub ask: Ask<G::Side, G::Topic>,
    /// One of these is wanted; none where a value is.
    pub options: Vec<G::Opt>,
    /// A value is wanted: some that the judge accepts, to start from.
    pub ready: Option<Vec<G::Plan>>,
}

/// A line of the log, said when `at` answers had been given.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    pub at: usize,
    pub rule: Rule,
    /// For who threw or was asked alone ([`Game::is_secret`]).
    pub secret: bool,
    pub item: Item<G>,
}

#[derive(Clone, Debug)]
pub enum Item<G: Game> {
    Threw {
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        throw: Throw,
    },
    /// `ordered`: by a standing order of the seat.
    Chose {
        ask: Ask<G::Side, G::Topic>,
        opt: G::Opt,
        ordered: bool,
    },
    /// A whole value; `sealed` where several declared at the same time.
    Gave {
        ask: Ask<G::Side, G::Topic>,
        plan: G::Plan,
        sealed: bool,
        ordered: bool,
    },
    Counted(Itemised),
    Happened(G::Event),
}

pub struct Live<'t, G: Game> {
    tape: &'t mut Vec<Answer>,
    pos: usize,
    /// Dice thrown before `pos`: the number of the next throw.
    throws: u64,
    dice: &'t dyn DiceSource,
    /// A value to be tried on the question at the end of the tape, by the seat it is for.
    trial: Option<(u8, &'t G::Plan)>,
    /// What the judge said to it.
    pub(crate) verdict: Option<Result<(), Objection>>,
    pub pending: Option<Pending<G>>,
    pub(crate) conceded: Option<G::Side>,
    pub log: Vec<Line<G>>,
}

impl<'t, G: Game> Live<'t, G> {
    /// Runs over `tape` from entry `pos` on; `throws` dice were thrown before it.
    pub fn new(
        tape: &'t mut Vec<Answer>,
        pos: usize,
        throws: u64,
        dice: &'t dyn DiceSource,
    ) -> Live<'t, G> {
        let (trial, verdict) = (None, None);
        Live {
            tape,
            pos,
            throws,
            dice,
            trial,
            verdict,
            pending: None,
            conceded: None,
            log: Vec::new(),
        }
    }

    /// Ask the judge of the question at the end of the tape about `plan`.
    pub(crate) fn trying(mut self, seat: u8, plan: &'t G::Plan) -> Live<'t, G> {
        self.trial = Some((seat, plan));
        self
    }

    /// Answers used so far.
    pub fn pos(&self) -> usize {
        self.pos
    }
    pub fn throws(&self) -> u64 {
        self.throws
    }

    /// The whole tape, to run the step again over it: what was declared in rounds may end where nobody was asked, which
    /// only shows by what follows.
    #[cfg(debug_assertions)]
    pub(crate) fn whole_tape(&self) -> Vec<Answer> {
        self.tape.clone()
    }

    /// The number on the tape, and whether a standing order gave it.
    fn recorded(
        &mut self,
        kind: Kind,
        seat: u8,
        tag: u32,
        of: u32,
    ) -> Result<Option<(u32, bool)>, Stop> {
        let Some(answer) = self.tape.get(self.pos) else { return Ok(None) };
        let value = match answer.given {
            Given::Number { of: n, value } if n == of && value < of => value,
            _ => return Err(Stop::Diverged { at: self.pos }),
        };
        if answer.tag != tag || answer.kind != kind || answer.seat != seat {
            return Err(Stop::Diverged { at: self.pos });
        }
        self.pos += 1;
        Ok(Some((value, answer.ordered)))
    }

    /// Stop where one of those who are asked gave the game up.
    fn unless_conceded(&mut self, asks: &[Ask<G::Side, G::Topic>]) -> Result<(), Stop> {
        let Some(answer) = self.tape.get(self.pos).filter(|it| it.kind == Kind::Conceded) else {
            return Ok(());
        };
        let gave_up = asks.iter().find(|it| answer.is_to::<G>(it) && answer.of() == Some(1));
        self.conceded = Some(gave_up.ok_or(Stop::Diverged { at: self.pos })?.who);
        self.pos += 1;
        Err(Stop::Conceded)
    }

    /// Stop at a question that wants values.
    fn wait_for_values<T>(
        &mut self,
        asks: &[Ask<G::Side, G::Topic>],
        sealed: bool,
        judge: impl Fn(usize, &G::Plan) -> Result<(), Objection>,
        ready: impl Fn(usize, Wanted) -> Vec<G::Plan>,
    ) -> Result<T, Stop> {
        if let Some((seat, plan)) = self.trial
            && let Some(k) = asks.iter().position(|it| G::seat(it.who) == seat)
        {
            self.verdict = Some(judge(k, plan));
        }
        let waiting = asks.iter().enumerate().map(|(k, ask)| {
            let ready = ready(k, Wanted::All);
            debug_assert_eq!(ready.iter().find_map(|it| judge(k, it).err()), None, "{ask:?}");
            PendingAsk { ask: *ask, options: Vec::new(), ready: Some(ready) }
        });
        self.pending = Some(Pending { asks: waiting.collect(), sealed });
        Err(Stop::Waiting)
    }

    fn note(&mut self, rule: Rule, item: Item<G>) {
        self.log.push(Line { at: self.pos, rule, secret: false, item });
    }

    fn note_asked(&mut self, secret: bool, rule: Rule, item: Item<G>) {
        self.log.push(Line { at: self.pos, rule, secret, item });
    }
}

impl<G: Game> Cx<G> for Live<'_, G> {
    type Halt = Stop;
    type Ledger = Itemised;

    fn throw(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Stop> {
        let (seat, tag, of) = (G::seat(ask.who), ask.rule.tag(), dice.faces());
        let throw = match self.recorded(Kind::Thrown, seat, tag, of)? {
            Some((value, _)) => Throw(value),
            None if !self.dice.throws() => return Err(Stop::Waiting),
            None => {
                let throw = self.dice.throw(self.throws, dice);
                self.tape.push(Answer::number(Kind::Thrown, seat, tag, of, throw.0));
                self.pos += 1;
                throw
            }
        };
        self.throws += 1;
        let secret = g.is_secret(&ask, None);
        self.note_asked(secret, ask.rule, Item::Threw { ask, dice, throw });
        Ok(throw)
    }

    fn pick(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: impl Fn(usize) -> G::Opt,
    ) -> Result<usize, Stop> {
        self.unless_conceded(&[ask])?;
        match self.recorded(Kind::Decided, G::seat(ask.who), ask.rule.tag(), n as u32)? {
            Some((value, ordered)) => {
                let value = value as usize;
                let opt = opt(value);
                let secret = g.is_secret(&ask, Some(opt));
                self.note_asked(secret, ask.rule, Item::Chose { ask, opt, ordered });
                Ok(value)
            }
            None => {
                let options = (0..n).map(opt).collect();
                let asks = vec![PendingAsk { ask, options, ready: None }];
                self.pending = Some(Pending { asks, sealed: false });
                Err(Stop::Waiting)
            }
        }
    }

    fn propose(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: impl Fn(&G::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<G::Plan>,
    ) -> Result<G::Plan, Stop> {
        self.unless_conceded(&[ask])?;
        let Some(answer) = self.tape.get(self.pos) else {
            return self.wait_for_values(&[ask], false, |_, it| judge(it), |_, it| ready(it));
        };
        let fits = answer.kind == Kind::Proposed && answer.is_to::<G>(&ask);
        let plan: Option<G::Plan> = answer.plan().filter(|_| fits).and_then(parse_plan);
        let plan = plan.filter(|it| judge(it).is_ok()).ok_or(Stop::Diverged { at: self.pos })?;
        let ordered = answer.ordered;
        self.pos += 1;
        let gave = Item::Gave { ask, plan: plan.clone(), sealed: false, ordered };
        self.note_asked(g.is_secret(&ask, None), ask.rule, gave);
        Ok(plan)
    }

    /// Sealed values come onto the tape all at once, in the order of the asks. The rounds of format 1 stay there as
    /// they are. What never came to an end is dropped, and the question is asked anew.
    fn declare(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        judge: impl Fn(usize, &G::Plan) -> Result<(), Objection>,
        ready: impl Fn(usize, Wanted) -> Vec<G::Plan>,
    ) -> Result<Vec<G::Plan>, Stop> {
        if asks.is_empty() {
            return Ok(Vec::new());
        }
        self.unless_conceded(asks)?;
        let left = &self.tape[self.pos..];
        let Some((used, plans)) = declared(g, asks, left) else {
            // A journal may be cut anywhere: to look back, or to fork.
            let is_cut = left.len() < asks.len()
                && left
                    .iter()
                    .zip(asks)
                    .all(|(it, ask)| it.kind == Kind::Declared && it.is_to::<G>(ask));
            if !is_cut && rounds(asks, left).len() < left.len() {
                return Err(Stop::Diverged { at: self.pos });
            }
            self.tape.truncate(self.pos);
            return self.wait_for_values(asks, true, judge, ready);
        };
        if let Some(k) = (0..plans.len()).find(|k| judge(*k, &plans[*k]).is_err()) {
            return Err(Stop::Diverged { at: self.pos + k.at_most(used) });
        }
        let ordered: Vec<bool> = asks
            .iter()
            .map(|ask| left[..used].iter().any(|it| it.ordered && it.is_to::<G>(ask)))
            .collect();
        self.pos += used;
        for (k, ask) in asks.iter().enumerate() {
            let plan = plans[k].clone();
            self.note(ask.rule, Item::Gave { ask: *ask, plan, sealed: true, ordered: ordered[k] });
        }
        Ok(plans)
    }

    fn say(&mut self, rule: Rule, event: impl FnOnce() -> G::Event) {
        let event = event();
        self.note(rule, Item::Happened(event));
    }

    fn book(&mut self, rule: Rule, ledger: &Itemised) {
        self.note(rule, Item::Counted(ledger.clone()));
    }
}
