//! `play` fences: a driver that takes every answer from the case, in the order they come up, and every draw that the
//! case settles.
//!
//! Expectations are checked inside the run: where the phase or the action has come to its end, or at a question that the
//! fence names; pauses on the way there are passed. Afterwards the recorded tape is played once more by the live driver,
//! which must come to the same state.

use std::collections::BTreeSet;

use kernel::{
    Answer, Cx, Dice, Game, Item, Itemised, Kind, Line, Never, Objection, Pending, PendingAsk,
    Rule, Rules, Throw,
};
use omaha::event::Event;
use omaha::question::{Opt, Question};
use omaha::state::{Day, Phase};
use omaha::text;

use super::draws::{Draws, draw_text};
use super::expect;
use super::situation::Scene;
use super::words::{self, Words, Wrong, phase_text};
use super::{answer, words::Read};
use crate::cases::{BlockKind, Case, Failure, Text, live};
use testkit::cases::proof::{self, Before};

/// Why a run ended.
pub(super) enum Halt {
    /// The case has come to its end.
    Finished,
    Failed(Box<Failure>),
}

/// One piece of a `play` fence, or a fence of expectations.
enum Piece<'c> {
    Answer {
        line: usize,
        text: String,
    },
    /// `run`: on to the next question.
    Run,
    /// `run to phase fire east`, `run to turn 6`
    RunTo {
        line: usize,
        goal: Goal,
    },
    Next {
        line: usize,
        text: String,
    },
    Expect(&'c [Text]),
}

#[derive(Clone, Copy)]
enum Goal {
    Phase(Phase),
    Turn(u8),
    /// The end of the game.
    Over,
}

/// The run of one case.
pub(super) struct Run<'c> {
    case: &'c Case,
    items: Vec<Piece<'c>>,
    at: usize,
    draws: Draws,
    /// Turn and phase in which the last piece was played; once that is over, expectations are due. `None`: at once.
    since: Option<(u8, Phase)>,
    pub(super) log: Vec<Line<Day>>,
    tape: Vec<Answer>,
    /// The state at the start of the step in progress, and the length of the tape there.
    base: (Day, usize),
    pub(super) cursor: expect::Cursor,
    before: Before<Day, PendingAsk<Day>>,
    /// It stopped before a draw that nobody settled.
    draw: Option<String>,
    cited: BTreeSet<String>,
}

/// What stands when expectations are checked.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub(super) g: &'a Day,
    pub(super) pending: Option<&'a PendingAsk<Day>>,
}

/// Steps after which a case that asks nothing is stopped.
const MOST_STEPS: usize = 2_000;

pub(super) fn play(case: &Case, scene: Scene) -> Result<BTreeSet<String>, Failure> {
    let start = scene.day;
    let items = items(case)?;
    // Where something is played later on, what stands before it is a premise.
    let ran = scene.runs && items.iter().all(|it| matches!(it, Piece::Expect(_)));
    let mut run = Run {
        case,
        items,
        at: 0,
        draws: scene.draws,
        since: scene.runs.then_some((start.turn, group(start.phase))),
        log: Vec::new(),
        tape: Vec::new(),
        base: (start.clone(), 0),
        cursor: expect::Cursor::default(),
        before: Before {
            new_game: start.phase == Phase::SetUp,
            ..Before::of_situation(start.clone(), ran)
        },
        draw: None,
        cited: BTreeSet::new(),
    };
    let mut g = start.clone();
    let mut comparable = false;
    for steps in 0.. {
        run.base = (g.clone(), run.tape.len());
        let moment = Moment { g: &g, pending: None };
        if !run.goes_on(moment)? {
            comparable = g.is_over();
            break;
        }
        if MOST_STEPS < steps {
            return Err(run.fail(case.line, "the case runs for ever", moment));
        }
        match Day::step(&mut run, &mut g) {
            Ok(()) => (),
            Err(Halt::Finished) => {
                comparable = run.draw.is_none();
                break;
            }
            Err(Halt::Failed(failure)) => return Err(*failure),
        }
    }
    if let Some(line) = run.draws.left() {
        let moment = Moment { g: &g, pending: None };
        return Err(run.fail(line, "this is never drawn", moment));
    }
    if comparable {
        run.compare_with_live(&start, &g)?;
    }
    Ok(run.cited)
}

/// German fire of a sector is one phase in some steps.
pub(super) fn group(phase: Phase) -> Phase {
    match phase {
        Phase::FireHits(sector) | Phase::GermanActions(sector) => Phase::FireCard(sector),
        other => other,
    }
}

/// Cuts the fences into pieces.
fn items(case: &Case) -> Result<Vec<Piece<'_>>, Failure> {
    let mut items = Vec::new();
    for block in &case.blocks {
        match block.kind {
            BlockKind::Situation => (),
            BlockKind::Expect => items.push(Piece::Expect(&block.lines)),
            BlockKind::Play => {
                for text in &block.lines {
                    for part in text.text.split(" / ").map(str::trim).filter(|it| !it.is_empty()) {
                        items.push(item(text.line, part).map_err(|it| Failure {
                            file: case.file.clone(),
                            line: it.line,
                            case: case.title.clone(),
                            message: it.message,
                            context: String::new(),
                        })?);
                    }
                }
            }
        }
    }
    Ok(items)
}

fn item<'c>(line: usize, part: &str) -> Read<Piece<'c>> {
    let mut words = Words::new(line, part);
    if words.take("run") {
        if words.peek().is_none() {
            return Ok(Piece::Run);
        }
        words.take("to");
        let goal = match words.next().as_deref() {
            Some("phase") => Goal::Phase(words::phase(&mut words)?),
            Some("turn") => Goal::Turn(words.number("the turn")?),
            Some("over") => Goal::Over,
            _ => return words.wrong("run, run to phase fire east, run to turn 6, run to over"),
        };
        words.end()?;
        return Ok(Piece::RunTo { line, goal });
    }
    if words.take("next") {
        return Ok(Piece::Next { line, text: part.to_owned() });
    }
    Ok(Piece::Answer { line, text: part.to_owned() })
}

impl<'c> Run<'c> {
    fn fail(&self, line: usize, message: impl Into<String>, moment: Moment<'_>) -> Failure {
        Failure {
            file: self.case.file.clone(),
            line,
            case: self.case.title.clone(),
            message: message.into(),
            context: self.context(moment),
        }
    }

    fn halt<T>(&self, line: usize, message: impl Into<String>, g: Moment<'_>) -> Result<T, Halt> {
        Err(Halt::Failed(Box::new(self.fail(line, message, g))))
    }

    /// Where the fence or the piece stands that comes next.
    fn next_line(&self) -> usize {
        let line = self.items.get(self.at).and_then(|it| match it {
            Piece::Answer { line, .. } | Piece::RunTo { line, .. } | Piece::Next { line, .. } => {
                Some(*line)
            }
            Piece::Expect(lines) => lines.first().map(|it| it.line),
            Piece::Run => None,
        });
        line.unwrap_or(self.case.line)
    }

    /// Where the step in progress began, and what has been answered and drawn in it.
    pub(super) fn step_in_progress(&self) -> (&Day, &[Answer]) {
        let (day, at) = &self.base;
        (day, self.tape.get(*at..).unwrap_or_default())
    }

    /// Between two steps: checks what is due, and tells whether another step is run.
    fn goes_on(&mut self, moment: Moment<'_>) -> Result<bool, Failure> {
        let g = moment.g;
        loop {
            let due = g.is_over() || self.since != Some((g.turn, group(g.phase)));
            self.drop_repeated(g, due);
            match self.items.get(self.at) {
                None => return Ok(!due),
                Some(Piece::Expect(_)) if due => self.check(moment)?,
                Some(Piece::Next { .. }) => self.settle(moment)?,
                Some(Piece::RunTo { goal, .. }) if reached(g, *goal) => {
                    self.at += 1;
                    self.since = None;
                    self.before.ran = true;
                }
                Some(Piece::Run) if g.is_over() => self.at += 1,
                Some(Piece::Answer { line, .. } | Piece::RunTo { line, .. }) if g.is_over() => {
                    return Err(self.fail(*line, "the game is over, yet the case goes on", moment));
                }
                Some(_) => return Ok(true),
            }
        }
    }

    /// `continue *` is done with once what follows it has come.
    fn drop_repeated(&mut self, g: &Day, due: bool) {
        let repeated =
            |it: &&Piece<'_>| matches!(it, Piece::Answer { text, .. } if text.ends_with(" *"));
        let after = self.at + self.items[self.at..].iter().take_while(repeated).count();
        let come = match self.items.get(after) {
            None | Some(Piece::Expect(_)) => due,
            Some(Piece::RunTo { goal, .. }) => reached(g, *goal),
            Some(_) => g.is_over(),
        };
        if come {
            self.at = after;
        }
    }

    /// Checks the fence of expectations that stands next.
    fn check(&mut self, moment: Moment<'_>) -> Result<(), Failure> {
        let Some(Piece::Expect(lines)) = self.items.get(self.at) else { return Ok(()) };
        let lines: &'c [Text] = lines;
        let mut proves = !self.before.ran || self.before.new_game;
        let mut claims = false;
        for text in lines {
            let (still, text) = proof::still(text);
            if let Err(Wrong { line, message }) = expect::check(self, &text, moment) {
                return Err(self.fail(line, message, moment));
            }
            let before = Moment { g: &self.before.g, pending: self.before.asked.as_ref() };
            let held = expect::held(self, &text, moment, before, self.before.lines);
            if still && !held {
                return Err(self.fail(text.line, proof::was_otherwise(&text.text), moment));
            }
            if !proof::never_changes(&text.text, &expect::PRINTED) {
                claims = true;
                proves |= still || !held;
            }
        }
        if claims && !proves {
            let line = lines.first().map_or(self.case.line, |it| it.line);
            return Err(self.fail(line, proof::PROVES_NOTHING, moment));
        }
        self.at += 1;
        if !matches!(self.items.get(self.at), Some(Piece::Expect(_))) {
            let (g, asked) = (moment.g.clone(), moment.pending.cloned());
            self.before = Before { g, asked, lines: self.log.len(), ran: false, new_game: false };
        }
        Ok(())
    }

    /// Has what was begun come to its end? A step is an action, a check, a phase; only German fire takes several.
    fn is_at_rest(&self, g: &Day) -> bool {
        self.tape.len() == self.base.1 && group(g.phase) == g.phase
    }

    /// Is the fence about what stands before the phase is run: its odds, or what is played on from?
    fn is_premise(&self, lines: &[Text]) -> bool {
        lines.iter().any(|it| it.text.trim().starts_with("odds "))
            || self.items[self.at..].iter().any(|it| !matches!(it, Piece::Expect(_)))
    }

    /// `next card 12` in a `play` fence.
    fn settle(&mut self, moment: Moment<'_>) -> Result<(), Failure> {
        let Some(Piece::Next { line, text }) = self.items.get(self.at) else { return Ok(()) };
        let mut words = Words::new(*line, text);
        words.next();
        if let Err(it) = self.draws.read(&mut words, moment.g.data()) {
            return Err(self.fail(it.line, it.message, moment));
        }
        self.at += 1;
        Ok(())
    }

    fn note(&mut self, rule: Rule, item: Item<Day>) {
        self.cited.insert(rule.code.to_owned());
        if let Item::Counted(ledger) = &item {
            self.cited.extend(ledger.0.iter().map(|(rule, _)| rule.code.to_owned()));
        }
        self.log.push(Line { at: self.tape.len(), rule, item });
    }

    /// The recorded answers, played by the live driver, must lead to the same state, question and log.
    fn compare_with_live(&self, start: &Day, g: &Day) -> Result<(), Failure> {
        let moment = Moment { g, pending: None };
        let same = live::agrees(start, &self.tape, g, self.log.len());
        same.map_err(|it| self.fail(self.case.line, it, moment))
    }

    /// What an author needs to see: the question with its options, then the log.
    fn context(&self, moment: Moment<'_>) -> String {
        let g = moment.g;
        let mut out = format!("turn {}, phase {}\n", g.turn, phase_text(g.phase));
        match (moment.pending, &self.draw) {
            (Some(ask), _) => out += &question_text(g, ask),
            (None, Some(draw)) => out += &format!("Nothing is settled here: {draw}\n"),
            (None, None) => out += "Nothing is asked here.\n",
        }
        if !self.log.is_empty() {
            out += "log so far:\n";
            for line in self.log.iter().skip(self.log.len().saturating_sub(40)) {
                out += &format!("  {}\n", line_text(g, line));
            }
        }
        out
    }
}

fn reached(g: &Day, goal: Goal) -> bool {
    match goal {
        Goal::Phase(phase) => g.phase == phase,
        Goal::Turn(turn) => g.turn == turn,
        Goal::Over => g.is_over(),
    }
}

fn goal_text(goal: Goal) -> String {
    match goal {
        Goal::Phase(phase) => format!("phase {}", phase_text(phase)),
        Goal::Turn(turn) => format!("turn {turn}"),
        Goal::Over => "the end of the game".into(),
    }
}

/// A question with its options, as an author has to answer it.
fn question_text(g: &Day, ask: &PendingAsk<Day>) -> String {
    let mut out = format!("asked [{}]: {}\n", ask.ask.rule.code, text::question(g, &ask.ask));
    for opt in &ask.options {
        out += &format!("  - {}\n", answer::shown(g, *opt));
    }
    out
}

/// A line of the log as failures show it.
pub(crate) fn line_text(g: &Day, line: &Line<Day>) -> String {
    let code = line.rule.code;
    match &line.item {
        Item::Happened(event) => format!("{} [{code}]", event.words(g.data()).0),
        Item::Threw { dice, throw, .. } => format!("drawn: {} [{code}]", dice.show(*throw)),
        Item::Gave { plan, .. } => match *plan {},
        Item::Chose { opt, .. } => format!("answer: {} [{code}]", answer::shown(g, *opt)),
        Item::Counted(ledger) => format!("ledger {code} = {}", ledger_text(ledger)),
    }
}

/// `4: 5 [omaha.att.strength], -1 [omaha.x]`
pub(super) fn ledger_text(ledger: &Itemised) -> String {
    let lines: Vec<String> =
        ledger.0.iter().map(|(rule, n)| format!("{n} [{}]", rule.code)).collect();
    let total: i32 = ledger.0.iter().map(|it| it.1).sum();
    format!("{total}: {}", lines.join(", "))
}

impl Cx<Day> for Run<'_> {
    type Halt = Halt;
    type Ledger = Itemised;

    fn throw(
        &mut self,
        g: &Day,
        ask: Question,
        dice: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Halt> {
        let moment = Moment { g, pending: None };
        let throw = loop {
            match self.draws.take(g, ask.topic, dice) {
                Ok(Some(it)) => break it,
                Ok(None) => (),
                Err(it) => return self.halt(it.line, it.message, moment),
            }
            let failed = |it| Halt::Failed(Box::new(it));
            match self.items.get(self.at) {
                None => {
                    self.draw = Some(draw_text(g, ask.topic, dice));
                    return Err(Halt::Finished);
                }
                Some(Piece::Expect(lines)) if self.is_at_rest(g) && self.is_premise(lines) => {
                    self.draw = Some(draw_text(g, ask.topic, dice));
                    self.check(moment).map_err(failed)?;
                }
                Some(Piece::Next { .. }) => self.settle(moment).map_err(failed)?,
                // What the case leaves open comes in the order of the numbers.
                Some(_) => break 0,
            }
        };
        self.draw = None;
        self.before.ran = true;
        let throw = Throw(throw);
        let (seat, tag) = (Day::seat(ask.who), ask.rule.tag());
        self.tape.push(Answer::number(Kind::Thrown, seat, tag, dice.faces(), throw.0));
        self.note(ask.rule, Item::Threw { ask, dice, throw });
        Ok(throw)
    }

    fn pick(
        &mut self,
        g: &Day,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> Result<usize, Halt> {
        let pending = Pending::<Day> {
            asks: vec![PendingAsk { ask, options: (0..n).map(opt).collect(), ready: None }],
            sealed: false,
        };
        let asked = &pending.asks[0];
        let moment = Moment { g, pending: Some(asked) };
        self.cited.insert(ask.rule.code.to_owned());
        let failed = |it| Halt::Failed(Box::new(it));
        let value = loop {
            match self.items.get(self.at) {
                None => return Err(Halt::Finished),
                // A pause: what the player has been shown is now done.
                Some(Piece::Expect(lines)) if n == 1 && !expect::names(lines, moment) => break 0,
                Some(Piece::Expect(lines))
                    if !self.is_at_rest(g)
                        && !proof::names_the_question(lines)
                        && !proof::looks_back(lines) =>
                {
                    let message = proof::unnamed(ask.rule.code);
                    return self.halt(self.next_line(), message, moment);
                }
                Some(Piece::Expect(_)) => self.check(moment).map_err(failed)?,
                Some(Piece::Next { .. }) => self.settle(moment).map_err(failed)?,
                Some(Piece::Run) => {
                    self.at += 1;
                    self.before.ran = true;
                }
                Some(Piece::RunTo { line, goal }) => {
                    let message = format!("before {} this has to be answered", goal_text(*goal));
                    return self.halt(*line, message, moment);
                }
                Some(Piece::Answer { line, text }) => {
                    // "continue *": as often as it is offered.
                    if let Some(text) = text.strip_suffix(" *") {
                        match answer::find(g, asked, text) {
                            Ok(value) => break value,
                            Err(_) => self.at += 1,
                        }
                        continue;
                    }
                    match answer::find(g, asked, text) {
                        Ok(value) => {
                            self.at += 1;
                            break value;
                        }
                        Err(message) => return self.halt(*line, message, moment),
                    }
                }
            }
        };
        // The first question that is answered stood before.
        self.before.asked.get_or_insert_with(|| asked.clone());
        self.since = Some((g.turn, group(g.phase)));
        self.before.ran = true;
        let (seat, tag) = (Day::seat(ask.who), ask.rule.tag());
        self.tape.push(Answer::number(Kind::Decided, seat, tag, n as u32, value as u32));
        self.note(ask.rule, Item::Chose { ask, opt: asked.options[value], ordered: false });
        Ok(value)
    }

    fn propose(
        &mut self,
        _: &Day,
        _: Question,
        _: impl Fn(&Never) -> Result<(), Objection>,
        _: impl Fn() -> Vec<Never>,
    ) -> Result<Never, Halt> {
        unreachable!("nothing is asked here but options")
    }

    fn say(&mut self, rule: Rule, event: impl FnOnce() -> Event) {
        self.note(rule, Item::Happened(event()));
    }

    fn book(&mut self, rule: Rule, ledger: &Itemised) {
        self.note(rule, Item::Counted(ledger.clone()));
    }
}
