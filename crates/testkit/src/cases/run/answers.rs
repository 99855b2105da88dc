//! Whatever the rules ask is answered by what stands next in the case: throws, options, whole values.

use kernel::{
    Answer, Cx, Dice, Game, Item, Itemised, Kind, Line, Objection, Pending, PendingAsk, Rule,
    Throw, Wanted, write_plan,
};
use play::Ask;

use super::{Halt, Moment, Run};
use crate::cases::piece::Piece;
use crate::cases::played::{Draws as _, Played};
use crate::cases::{Text, answer, expect};

/// The answer that is possible at every question.
const CONCEDE: &str = "concede";

impl<S: Played> Cx<S::Game> for Run<'_, S> {
    type Halt = Halt;
    type Ledger = Itemised;

    fn throw(
        &mut self,
        g: &S::Game,
        ask: Ask<S>,
        dice: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Halt> {
        let thrown = if S::Draws::SETTLED {
            self.settled(g, &ask, dice)?
        } else {
            self.given(g, &ask, dice)?
        };
        self.throw = None;
        self.before.ran = true;
        let throw = Throw(thrown);
        self.record(Kind::Thrown, &ask, dice.faces(), throw.0);
        self.note_asked(g.is_secret(&ask, None), ask.rule, Item::Threw { ask, dice, throw });
        Ok(throw)
    }

    fn pick(
        &mut self,
        g: &S::Game,
        ask: Ask<S>,
        n: usize,
        opt: impl Fn(usize) -> <S::Game as Game>::Opt,
    ) -> Result<usize, Halt> {
        let options = (0..n).map(opt).collect();
        let asks = vec![PendingAsk { ask, options, ready: None }];
        let pending = Pending { asks, sealed: false };
        let asked = &pending.asks[0];
        let moment = Moment::of(g, Some(&pending));
        let usual = S::usual(asked).filter(|_| !self.is_answered(g, asked));
        if let Some(value) = usual {
            self.record(Kind::Decided, &ask, n as u32, value as u32);
            let opt = asked.options[value];
            let secret = g.is_secret(&ask, Some(opt));
            self.note_asked(secret, ask.rule, Item::Chose { ask, opt, ordered: false });
            return Ok(value);
        }
        let value = loop {
            let Some((line, text)) = self.next_answer(moment)? else { break 0 };
            let (seat, text) = answer::named_seat::<S>(text);
            if seat.is_some_and(|it| it != S::Game::seat(ask.who)) {
                let who = answer::seat_word::<S>(ask.who).unwrap_or_default();
                return self.halt(line, format!("here it is {who} who is asked"), moment);
            }
            if text.eq_ignore_ascii_case(CONCEDE) {
                return self.concede(line, moment, &ask);
            }
            let repeated = text.strip_suffix(" *");
            match answer::find::<S>(g, asked, repeated.unwrap_or(text)) {
                Ok(value) => {
                    self.at += usize::from(repeated.is_none());
                    break value;
                }
                Err(_) if repeated.is_some() => self.at += 1,
                Err(message) => return self.halt(line, message, moment),
            }
        };
        self.answered(moment);
        self.record(Kind::Decided, &ask, n as u32, value as u32);
        let opt = asked.options[value];
        let secret = g.is_secret(&ask, Some(opt));
        self.note_asked(secret, ask.rule, Item::Chose { ask, opt, ordered: false });
        Ok(value)
    }

    fn propose(
        &mut self,
        g: &S::Game,
        ask: Ask<S>,
        judge: impl Fn(&<S::Game as Game>::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<<S::Game as Game>::Plan>,
    ) -> Result<<S::Game as Game>::Plan, Halt> {
        let mut plans = self.values(g, &[ask], false, |_, it| judge(it), |_, it| ready(it))?;
        Ok(plans.swap_remove(0))
    }

    fn declare(
        &mut self,
        g: &S::Game,
        asks: &[Ask<S>],
        judge: impl Fn(usize, &<S::Game as Game>::Plan) -> Result<(), Objection>,
        ready: impl Fn(usize, Wanted) -> Vec<<S::Game as Game>::Plan>,
    ) -> Result<Vec<<S::Game as Game>::Plan>, Halt> {
        self.values(g, asks, true, judge, ready)
    }

    fn say(&mut self, rule: Rule, event: impl FnOnce() -> <S::Game as Game>::Event) {
        self.note(rule, Item::Happened(event()));
    }

    fn book(&mut self, rule: Rule, ledger: &Itemised) {
        self.note(rule, Item::Counted(ledger.clone()));
    }
}

impl<'c, S: Played> Run<'c, S> {
    /// A throw that the case gives in its place: `d10 = 3`, `draw 2`.
    fn given(&mut self, g: &S::Game, ask: &Ask<S>, dice: Dice) -> Result<u32, Halt> {
        let moment = Moment::of(g, None);
        let drawn = matches!(dice, Dice::OneOf(_));
        let what = S::Draws::describe(g, ask, dice);
        self.throw = Some(what.clone());
        // What is drawn for the next activation is another matter than what was played.
        let goes_on = !drawn || !self.rests(g, ask);
        let left = &self.pieces[self.at..];
        if goes_on && self.plays && !left.iter().any(Piece::is_played) {
            let mut played = self.pieces.iter().filter(|it| it.is_played());
            let line = played.next_back().and_then(Piece::line).unwrap_or(self.case.line);
            return self.halt(line, format!("{what}, but the case gives no more dice"), moment);
        }
        // In the middle of a line of dice nothing else can be meant.
        while self.faces_used == 0 && matches!(self.pieces.get(self.at), Some(Piece::Expect(_))) {
            self.check(moment)?;
        }
        match self.pieces.get(self.at) {
            None => Err(Halt::Finished),
            Some(Piece::Dice { line, faces }) if !drawn => {
                let face = faces[self.faces_used];
                let of = |it: u32| dice.show(Throw(it));
                let Some(throw) = (0..dice.faces()).find(|it| of(*it) == face) else {
                    let (first, last) = (of(0), of(dice.faces() - 1));
                    let message = format!("\"{face}\" is not thrown: faces {first} to {last}");
                    return self.halt(*line, message, moment);
                };
                self.faces_used += 1;
                if self.faces_used == faces.len() {
                    self.faces_used = 0;
                    self.at += 1;
                }
                Ok(throw)
            }
            Some(Piece::Draw { line, text }) if drawn => {
                let at = S::draw(g, ask, dice, *line, text);
                let at = at.or_else(|it| self.halt(it.line, it.message, moment))?;
                self.at += 1;
                Ok(at)
            }
            Some(_) => self.halt(self.next_line(), format!("before this, {what}"), moment),
        }
    }

    /// A throw that the case has settled beforehand; what it leaves open comes in the order of the numbers.
    fn settled(&mut self, g: &S::Game, ask: &Ask<S>, dice: Dice) -> Result<u32, Halt> {
        let moment = Moment::of(g, None);
        loop {
            match self.draws.take(g, ask, dice) {
                Ok(Some(it)) => return Ok(it),
                Ok(None) => (),
                Err(it) => return self.halt(it.line, it.message, moment),
            }
            match self.pieces.get(self.at) {
                None => {
                    self.throw = Some(S::Draws::describe(g, ask, dice));
                    return Err(Halt::Finished);
                }
                Some(Piece::Expect(lines)) if self.rests(g, ask) && self.is_premise(lines) => {
                    self.throw = Some(S::Draws::describe(g, ask, dice));
                    self.check(moment)?;
                }
                Some(Piece::Next { .. }) => self.settle(moment)?,
                Some(_) => return Ok(0),
            }
        }
    }

    /// Is the fence about what stands before the phase is run: its odds, or what is played on from?
    fn is_premise(&self, lines: &[Text]) -> bool {
        lines.iter().any(|it| it.text.trim().starts_with("odds "))
            || self.pieces[self.at..].iter().any(Piece::is_played)
    }

    /// Each seat's whole value, in the order the case has them. Before all are in nothing is recorded.
    fn values(
        &mut self,
        g: &S::Game,
        asks: &[Ask<S>],
        sealed: bool,
        judge: impl Fn(usize, &<S::Game as Game>::Plan) -> Result<(), Objection>,
        ready: impl Fn(usize, Wanted) -> Vec<<S::Game as Game>::Plan>,
    ) -> Result<Vec<<S::Game as Game>::Plan>, Halt> {
        let mut plans: Vec<Option<<S::Game as Game>::Plan>> = vec![None; asks.len()];
        while plans.contains(&None) {
            let open: Vec<usize> = (0..asks.len()).filter(|k| plans[*k].is_none()).collect();
            let waiting = |k: &usize| PendingAsk {
                ask: asks[*k],
                options: Vec::new(),
                ready: Some(ready(*k, Wanted::All)),
            };
            let pending = Pending { asks: open.iter().map(waiting).collect(), sealed };
            let by_ask = |ask: &Ask<S>, plan: &<S::Game as Game>::Plan| {
                let k = asks.iter().position(|it| it.rule == ask.rule && it.who == ask.who);
                judge(k.unwrap_or(0), plan)
            };
            let moment = Moment { g, pending: Some(&pending), judge: Some(&by_ask) };
            let Some((line, text)) = self.next_answer(moment)? else { return Err(Halt::Finished) };
            let (seat, text) = answer::named_seat::<S>(text);
            let is_asked = |k: &usize| seat.is_none_or(|it| S::Game::seat(asks[*k].who) == it);
            let Some(k) = open.iter().position(is_asked) else {
                return self.halt(line, "that side is not asked here", moment);
            };
            if text.eq_ignore_ascii_case(CONCEDE) {
                return self.concede(line, moment, &asks[open[k]]);
            }
            let plan = S::read_plan(g, &pending.asks[k], line, text);
            let plan = plan.or_else(|it| self.halt(it.line, it.message, moment))?;
            if let Err(objection) = judge(open[k], &plan) {
                return self.halt(line, format!("refused: {objection}"), moment);
            }
            self.at += 1;
            self.answered(moment);
            plans[open[k]] = Some(plan);
        }
        let plans: Vec<<S::Game as Game>::Plan> = plans.into_iter().flatten().collect();
        let kind = if sealed { Kind::Declared } else { Kind::Proposed };
        for (ask, plan) in asks.iter().zip(&plans) {
            let (seat, tag) = (S::Game::seat(ask.who), ask.rule.tag());
            let Ok(text) = write_plan(plan) else { continue };
            self.tape.push(Answer::of_plan(kind, seat, tag, text));
        }
        for (ask, plan) in asks.iter().zip(&plans) {
            let plan = plan.clone();
            let gave = Item::Gave { ask: *ask, plan, sealed, ordered: false };
            self.note_asked(g.is_secret(ask, None), ask.rule, gave);
        }
        Ok(plans)
    }

    /// Is what the case answers next an answer to this question?
    fn is_answered(&self, g: &S::Game, asked: &PendingAsk<S::Game>) -> bool {
        // Where nothing follows, the case is over.
        let Some(left) = self.pieces.get(self.at..).filter(|it| !it.is_empty()) else {
            return true;
        };
        let left = left.iter();
        let mut left = left.skip_while(|it| matches!(it, Piece::Expect(_)));
        let Some(Piece::Answer { text, .. }) = left.next() else { return false };
        let (_, text) = answer::named_seat::<S>(text);
        answer::find::<S>(g, asked, text.strip_suffix(" *").unwrap_or(text)).is_ok()
    }

    /// The answer to a question, after all that stands before it; `None` at a pause, where what has been shown is now done.
    fn next_answer(
        &mut self,
        moment: Moment<'_, S::Game>,
    ) -> Result<Option<(usize, &'c str)>, Halt> {
        let asks = moment.pending.iter().flat_map(|it| &it.asks);
        self.cited.extend(asks.map(|it| it.ask.rule.code.to_owned()));
        loop {
            match self.pieces.get(self.at) {
                None => return Err(Halt::Finished),
                Some(Piece::Expect(lines)) if expect::passes::<S>(lines, moment) => {
                    return Ok(None);
                }
                Some(Piece::Expect(_)) => self.check(moment)?,
                Some(Piece::Next { .. }) => self.settle(moment)?,
                Some(Piece::Run { .. }) => {
                    self.at += 1;
                    self.before.ran = true;
                }
                Some(Piece::RunTo { line, goal }) => {
                    let message = format!("before {goal} this has to be answered");
                    return self.halt(*line, message, moment);
                }
                Some(Piece::Dice { line, .. } | Piece::Draw { line, .. }) => {
                    let message = "nothing is thrown here: a question has to be answered first";
                    return self.halt(*line, message, moment);
                }
                Some(Piece::Answer { line, text }) => return Ok(Some((*line, text))),
            }
        }
    }

    /// Who is asked gives the game up instead.
    fn concede<T>(
        &mut self,
        line: usize,
        moment: Moment<'_, S::Game>,
        ask: &Ask<S>,
    ) -> Result<T, Halt> {
        self.at += 1;
        self.answered(moment);
        self.record(Kind::Conceded, ask, 1, 0);
        self.conceded = Some((line, ask.who));
        Err(Halt::Conceded)
    }

    /// The first question that is answered stood before.
    fn answered(&mut self, moment: Moment<'_, S::Game>) {
        self.before.ran = true;
        if self.before.asked.is_none() {
            self.before.asked = moment.pending.cloned();
        }
        self.since = Some(moment.g.clone());
    }

    fn record(&mut self, kind: Kind, ask: &Ask<S>, of: u32, value: u32) {
        self.tape.push(Answer::number(kind, S::Game::seat(ask.who), ask.rule.tag(), of, value));
    }

    fn note(&mut self, rule: Rule, item: Item<S::Game>) {
        self.note_asked(false, rule, item);
    }

    fn note_asked(&mut self, secret: bool, rule: Rule, item: Item<S::Game>) {
        self.cited.insert(rule.code.to_owned());
        if let Item::Counted(ledger) = &item {
            self.cited.extend(ledger.0.iter().map(|(rule, _)| rule.code.to_owned()));
        }
        self.log.push(Line { at: self.tape.len(), rule, secret, item });
    }
}
