//! Live: answers from the tape; dice past its end are thrown and recorded; a decision past its end stops.

use crate::cx::{Ask, Cx, Game, Picks};
use crate::dice::{Dice, Throw};
use crate::journal::{Answer, Kind};
use crate::rule::{Itemised, Rule};
use crate::seed::DiceSource;

/// Why a live run ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Somebody has to answer `Live::pending`.
    Waiting,
    /// The tape does not fit the questions asked; `at` is its first bad entry.
    Diverged { at: usize },
}

/// A question nobody has answered yet. Several asks only where seats decide secretly at the same time.
#[derive(Clone, Debug)]
pub struct Pending<G: Game> {
    pub asks: Vec<PendingAsk<G>>,
    pub secret: bool,
}

#[derive(Clone, Debug)]
pub struct PendingAsk<G: Game> {
    pub ask: Ask<G::Side, G::Topic>,
    pub options: Vec<G::Opt>,
}

/// A line of the log, said when `at` answers had been given.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    pub at: usize,
    pub rule: Rule,
    pub item: Item<G>,
}

#[derive(Clone, Debug)]
pub enum Item<G: Game> {
    Threw { ask: Ask<G::Side, G::Topic>, dice: Dice, throw: Throw },
    Chose { ask: Ask<G::Side, G::Topic>, opt: G::Opt, secret: bool },
    Counted(Itemised),
    Happened(G::Event),
}

pub struct Live<'t, G: Game> {
    tape: &'t mut Vec<Answer>,
    pos: usize,
    /// Dice thrown before `pos`: the number of the next throw.
    throws: u64,
    dice: &'t dyn DiceSource,
    pub pending: Option<Pending<G>>,
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
        Live { tape, pos, throws, dice, pending: None, log: Vec::new() }
    }

    /// Answers used so far.
    pub fn pos(&self) -> usize {
        self.pos
    }
    pub fn throws(&self) -> u64 {
        self.throws
    }

    /// The tape up to entry `end`, to run the step again over it.
    #[cfg(debug_assertions)]
    pub(crate) fn tape_so_far(&self, end: usize) -> Vec<Answer> {
        self.tape[..end].to_vec()
    }

    fn recorded(&mut self, kind: Kind, seat: u8, tag: u32, of: u32) -> Result<Option<u32>, Stop> {
        let Some(answer) = self.tape.get(self.pos) else { return Ok(None) };
        let fits = answer.tag == tag
            && answer.of == of
            && answer.kind == kind
            && answer.seat == seat
            && answer.value < of;
        if !fits {
            return Err(Stop::Diverged { at: self.pos });
        }
        self.pos += 1;
        Ok(Some(answer.value))
    }

    fn note(&mut self, rule: Rule, item: Item<G>) {
        self.log.push(Line { at: self.pos, rule, item });
    }
}

impl<G: Game> Cx<G> for Live<'_, G> {
    type Halt = Stop;
    type Ledger = Itemised;

    fn throw(
        &mut self,
        _: &G,
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Stop> {
        let (seat, tag, of) = (G::seat(ask.who), ask.rule.tag(), dice.faces());
        let throw = match self.recorded(Kind::Thrown, seat, tag, of)? {
            Some(value) => Throw(value),
            None => {
                let throw = self.dice.throw(self.throws, dice);
                self.tape.push(Answer { kind: Kind::Thrown, seat, tag, of, value: throw.0 });
                self.pos += 1;
                throw
            }
        };
        self.throws += 1;
        self.note(ask.rule, Item::Threw { ask, dice, throw });
        Ok(throw)
    }

    fn pick(
        &mut self,
        _: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: impl Fn(usize) -> G::Opt,
    ) -> Result<usize, Stop> {
        match self.recorded(Kind::Decided, G::seat(ask.who), ask.rule.tag(), n as u32)? {
            Some(value) => {
                let value = value as usize;
                self.note(ask.rule, Item::Chose { ask, opt: opt(value), secret: false });
                Ok(value)
            }
            None => {
                let options = (0..n).map(opt).collect();
                self.pending =
                    Some(Pending { asks: vec![PendingAsk { ask, options }], secret: false });
                Err(Stop::Waiting)
            }
        }
    }

    /// The seats' answers stand on the tape in whatever order they came in.
    fn pick_each(
        &mut self,
        _: &G,
        asks: &[Ask<G::Side, G::Topic>],
        n: impl Fn(usize) -> usize,
        opt: impl Fn(usize, usize) -> G::Opt,
    ) -> Result<Picks, Stop> {
        let mut picks: Vec<Option<usize>> =
            (0..asks.len()).map(|k| if n(k) == 1 { Some(0) } else { None }).collect();
        while picks.contains(&None) {
            let Some(answer) = self.tape.get(self.pos).copied() else { break };
            let slot = (0..asks.len())
                .find(|k| picks[*k].is_none() && G::seat(asks[*k].who) == answer.seat)
                .ok_or(Stop::Diverged { at: self.pos })?;
            let tag = asks[slot].rule.tag();
            let value = self.recorded(Kind::Secret, answer.seat, tag, n(slot) as u32)?;
            picks[slot] = value.map(|it| it as usize);
        }
        if picks.contains(&None) {
            let waiting = (0..asks.len()).filter(|k| picks[*k].is_none());
            let asks = waiting
                .map(|k| PendingAsk {
                    ask: asks[k],
                    options: (0..n(k)).map(|i| opt(k, i)).collect(),
                })
                .collect();
            self.pending = Some(Pending { asks, secret: true });
            return Err(Stop::Waiting);
        }
        let picks: Picks = picks.into_iter().flatten().collect();
        for (k, pick) in picks.iter().enumerate() {
            if 1 < n(k) {
                self.note(
                    asks[k].rule,
                    Item::Chose { ask: asks[k], opt: opt(k, *pick), secret: true },
                );
            }
        }
        Ok(picks)
    }

    fn say(&mut self, rule: Rule, event: impl FnOnce() -> G::Event) {
        let event = event();
        self.note(rule, Item::Happened(event));
    }

    fn book(&mut self, rule: Rule, ledger: &Itemised) {
        self.note(rule, Item::Counted(ledger.clone()));
    }
}
