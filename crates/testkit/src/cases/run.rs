//! The run of one case: a driver that takes every answer and every throw from the case, in the order they come up.
//!
//! What is expected between two `play` fences is checked inside the run: where what was played has come to its end, or at
//! a question that the fence names; pauses on the way there are passed. Afterwards the recorded tape is played once more
//! by the live driver, which must come to the same state.

use std::collections::BTreeSet;

use kernel::{
    Answer, Cx, Dice, Game, Item, Itemised, Kind, Line, Objection, Pending, PendingAsk, Rule,
    Rules, Throw, write_plan,
};
use play::Ask;

use super::expect::{self, Cursor};
use super::piece::{Piece, pieces, reached};
use super::played::{Begins, Draws as _, Played, Situation};
use super::proof::{self, Before};
use super::words::{Words, Wrong};
use super::{Case, Failure, Text, answer, live};

/// Why a run ended.
pub(super) enum Halt {
    /// The case has come to its end.
    Finished,
    Failed(Box<Failure>),
}

/// The run of one case.
pub(super) struct Run<'c, S: Played> {
    case: &'c Case,
    pieces: Vec<Piece<'c>>,
    at: usize,
    /// Faces of the line of dice in hand that are used up.
    faces_used: usize,
    draws: S::Draws,
    /// Where the last piece was played: once that has come to its end, expectations are due. `None`: at once.
    since: Option<S::Game>,
    pub(super) log: Vec<Line<S::Game>>,
    tape: Vec<Answer>,
    /// The state at the start of the step in progress, and the length of the tape there.
    base: (S::Game, usize),
    pub(super) cursor: Cursor,
    before: Before<S::Game, Pending<S::Game>>,
    /// Does the case play anything?
    plays: bool,
    /// It stands before a throw, not at a question: what is thrown.
    throw: Option<String>,
    cited: BTreeSet<String>,
}

/// What stands when expectations are checked.
pub(super) struct Moment<'a, G: Game> {
    pub(super) g: &'a G,
    pub(super) pending: Option<&'a Pending<G>>,
    /// The judge of the question, where a value is asked for.
    pub(super) judge: Option<&'a Judge<'a, G>>,
}

type Judge<'a, G> = dyn Fn(
        &kernel::Ask<<G as Game>::Side, <G as Game>::Topic>,
        &<G as Game>::Plan,
    ) -> Result<(), Objection>
    + 'a;

impl<'a, G: Game> Moment<'a, G> {
    fn of(g: &'a G, pending: Option<&'a Pending<G>>) -> Moment<'a, G> {
        Moment { g, pending, judge: None }
    }
}

impl<G: Game> Clone for Moment<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Moment<'_, G> {}

/// Steps after which a case that asks nothing is stopped.
const MOST_STEPS: usize = 20_000;

pub(super) fn play<S: Played>(case: &Case) -> Result<BTreeSet<String>, Failure> {
    let wrong = |it: Wrong| case.failure(it.line, it.message);
    let Situation { g: start, begins, new_game, draws } = S::situation(case).map_err(wrong)?;
    let pieces = pieces::<S>(case, &start).map_err(wrong)?;
    let plays = pieces.iter().any(Piece::is_played);
    // Where something is played later on, what stands before it is a premise.
    let ran = begins == Begins::Running && !plays;
    let mut run = Run::<S> {
        case,
        pieces,
        at: 0,
        faces_used: 0,
        draws,
        since: (begins != Begins::Standing).then(|| start.clone()),
        log: Vec::new(),
        tape: Vec::new(),
        base: (start.clone(), 0),
        cursor: Cursor::default(),
        before: Before { new_game, ..Before::of_situation(start.clone(), ran) },
        plays,
        throw: None,
        cited: BTreeSet::new(),
    };
    let mut g = start.clone();
    let mut comparable = false;
    for steps in 0.. {
        run.base = (g.clone(), run.tape.len());
        let moment = Moment::of(&g, None);
        if !run.goes_on(moment)? {
            comparable = g.is_over();
            break;
        }
        if MOST_STEPS < steps {
            return Err(run.fail(case.line, "the case runs for ever", moment));
        }
        match S::Game::step(&mut run, &mut g) {
            // Where nothing is played, the sequence of play is what the case is about.
            Ok(()) => run.before.ran |= !plays,
            Err(Halt::Finished) => {
                comparable = run.throw.is_none();
                break;
            }
            Err(Halt::Failed(failure)) => return Err(*failure),
        }
    }
    let moment = Moment::of(&g, None);
    if let Some(line) = run.draws.left() {
        return Err(run.fail(line, "this is never drawn", moment));
    }
    if comparable {
        let same = live::agrees(&start, &run.tape, &g, run.log.len());
        same.map_err(|it| run.fail(case.line, it, moment))?;
    }
    Ok(run.cited)
}

impl<'c, S: Played> Run<'c, S> {
    /// Between two steps: checks what is due, and tells whether another step is run.
    fn goes_on(&mut self, moment: Moment<'_, S::Game>) -> Result<bool, Failure> {
        let g = moment.g;
        loop {
            let ended = |then: &S::Game| S::has_ended(then, g);
            let due = g.is_over() || self.since.as_ref().is_none_or(ended);
            self.drop_repeated(g, due);
            match self.pieces.get(self.at) {
                None => return Ok(!due),
                Some(Piece::Expect(_)) if due => self.check(moment)?,
                Some(Piece::Next { .. }) => self.settle(moment)?,
                Some(Piece::RunTo { line, goal })
                    if reached::<S>(g, *line, goal).unwrap_or(false) =>
                {
                    self.at += 1;
                    self.since = None;
                    self.before.ran = true;
                }
                Some(Piece::Run { .. }) if g.is_over() => self.at += 1,
                Some(_) if g.is_over() => {
                    let line = self.next_line();
                    return Err(self.fail(line, "the game is over, yet the case goes on", moment));
                }
                Some(_) => return Ok(true),
            }
        }
    }

    /// `continue *` is done with once what follows it has come.
    fn drop_repeated(&mut self, g: &S::Game, due: bool) {
        let repeated = self.pieces[self.at..].iter().take_while(|it| it.is_repeated());
        let after = self.at + repeated.count();
        let come = match self.pieces.get(after) {
            None | Some(Piece::Expect(_)) => due,
            Some(Piece::RunTo { line, goal }) => reached::<S>(g, *line, goal).unwrap_or(false),
            Some(_) => g.is_over(),
        };
        if come {
            self.at = after;
        }
    }

    /// Checks the fence of expectations that stands next.
    fn check(&mut self, moment: Moment<'_, S::Game>) -> Result<(), Failure> {
        let Some(Piece::Expect(lines)) = self.pieces.get(self.at) else { return Ok(()) };
        let lines: &'c [Text] = lines;
        let mut proves = !self.before.ran || self.before.new_game;
        let mut claims = false;
        for text in lines {
            let (still, text) = proof::still(text);
            if let Err(Wrong { line, message }) = expect::check(self, &text, moment) {
                return Err(self.fail(line, message, moment));
            }
            let before = Moment::of(&self.before.g, self.before.asked.as_ref());
            let held = expect::held(self, &text, moment, before, self.before.lines);
            if still && !held {
                return Err(self.fail(text.line, proof::was_otherwise(&text.text), moment));
            }
            if !proof::never_changes(&text.text, S::PRINTED) {
                claims = true;
                proves |= still || !held;
            }
        }
        let first = lines.first().map_or(self.case.line, |it| it.line);
        if claims && !proves {
            return Err(self.fail(first, proof::PROVES_NOTHING, moment));
        }
        if let Some(it) = moment.pending.and_then(|it| it.asks.first())
            && self.before.ran
            && !self.rests(moment.g, &it.ask)
            && !proof::names_the_question(lines)
            && !proof::looks_back(lines)
        {
            return Err(self.fail(first, proof::unnamed(it.ask.rule.code), moment));
        }
        self.at += 1;
        if !matches!(self.pieces.get(self.at), Some(Piece::Expect(_))) {
            let (g, asked) = (moment.g.clone(), moment.pending.cloned());
            self.before = Before { g, asked, lines: self.log.len(), ran: false, new_game: false };
        }
        Ok(())
    }

    fn rests(&self, g: &S::Game, ask: &Ask<S>) -> bool {
        S::rests(g, ask, self.base.1 < self.tape.len())
    }

    /// `next card 12` in a `play` fence.
    fn settle(&mut self, moment: Moment<'_, S::Game>) -> Result<(), Failure> {
        let Some(Piece::Next { line, text }) = self.pieces.get(self.at) else { return Ok(()) };
        let mut words = Words::new(*line, text);
        if let Err(it) = self.draws.read(&mut words, moment.g) {
            return Err(self.fail(it.line, it.message, moment));
        }
        self.at += 1;
        Ok(())
    }

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
        ready: impl Fn(usize) -> Vec<<S::Game as Game>::Plan>,
    ) -> Result<Vec<<S::Game as Game>::Plan>, Halt> {
        let mut plans: Vec<Option<<S::Game as Game>::Plan>> = vec![None; asks.len()];
        while plans.contains(&None) {
            let open: Vec<usize> = (0..asks.len()).filter(|k| plans[*k].is_none()).collect();
            let waiting = |k: &usize| PendingAsk {
                ask: asks[*k],
                options: Vec::new(),
                ready: Some(ready(*k)),
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
            self.note(ask.rule, Item::Gave { ask: *ask, plan, sealed, ordered: false });
        }
        Ok(plans)
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
        self.cited.insert(rule.code.to_owned());
        if let Item::Counted(ledger) = &item {
            self.cited.extend(ledger.0.iter().map(|(rule, _)| rule.code.to_owned()));
        }
        self.log.push(Line { at: self.tape.len(), rule, item });
    }

    /// Where the step in progress began, and what has been answered and thrown in it.
    pub(super) fn step_in_progress(&self) -> (&S::Game, &[Answer]) {
        let (base, at) = &self.base;
        (base, self.tape.get(*at..).unwrap_or_default())
    }

    /// Where the fence or the piece stands that comes next.
    fn next_line(&self) -> usize {
        self.pieces.get(self.at).and_then(Piece::line).unwrap_or(self.case.line)
    }

    fn halt<T>(
        &self,
        line: usize,
        message: impl Into<String>,
        moment: Moment<'_, S::Game>,
    ) -> Result<T, Halt> {
        Err(self.fail(line, message, moment).into())
    }

    fn fail(
        &self,
        line: usize,
        message: impl Into<String>,
        moment: Moment<'_, S::Game>,
    ) -> Failure {
        Failure { context: self.context(moment), ..self.case.failure(line, message) }
    }

    /// What an author needs to see: the question with its options, then the log.
    fn context(&self, moment: Moment<'_, S::Game>) -> String {
        let g = moment.g;
        let mut out = format!("{}\n", S::whereabouts(g));
        match (moment.pending, &self.throw) {
            (Some(pending), _) => {
                for asked in &pending.asks {
                    out += &format!("asked: {}\n", answer::question::<S>(g, asked));
                    for option in answer::shown::<S>(g, asked) {
                        out += &format!("  - {option}\n");
                    }
                }
            }
            (None, Some(throw)) => out += &format!("Nobody is asked here: {throw}\n"),
            (None, None) if g.is_over() => out += "The game is over.\n",
            (None, None) => out += "Nobody is asked here.\n",
        }
        if !self.log.is_empty() {
            out += "log so far:\n";
        }
        for line in self.log.iter().skip(self.log.len().saturating_sub(40)) {
            out += &format!("  {}\n", answer::line::<S>(g, line));
        }
        out
    }
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Halt {
        Halt::Failed(Box::new(failure))
    }
}

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
        self.note(ask.rule, Item::Threw { ask, dice, throw });
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
        let value = loop {
            let Some((line, text)) = self.next_answer(moment)? else { break 0 };
            let (seat, text) = answer::named_seat::<S>(text);
            if seat.is_some_and(|it| it != S::Game::seat(ask.who)) {
                let who = answer::seat_word::<S>(ask.who).unwrap_or_default();
                return self.halt(line, format!("here it is {who} who is asked"), moment);
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
        self.note(ask.rule, Item::Chose { ask, opt: asked.options[value], ordered: false });
        Ok(value)
    }

    fn propose(
        &mut self,
        g: &S::Game,
        ask: Ask<S>,
        judge: impl Fn(&<S::Game as Game>::Plan) -> Result<(), Objection>,
        ready: impl Fn() -> Vec<<S::Game as Game>::Plan>,
    ) -> Result<<S::Game as Game>::Plan, Halt> {
        let mut plans = self.values(g, &[ask], false, |_, it| judge(it), |_| ready())?;
        Ok(plans.swap_remove(0))
    }

    fn declare(
        &mut self,
        g: &S::Game,
        asks: &[Ask<S>],
        judge: impl Fn(usize, &<S::Game as Game>::Plan) -> Result<(), Objection>,
        ready: impl Fn(usize) -> Vec<<S::Game as Game>::Plan>,
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
