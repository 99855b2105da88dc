//! The run of one case: a driver that takes every answer and every throw from the case, in the order they come up.
//!
//! What is expected between two `play` fences is checked inside the run: where what was played has come to its end, or at
//! a question that the fence names; pauses on the way there are passed. Afterwards the recorded tape is played once more
//! by the live driver, which must come to the same state.

mod answers;

use std::collections::BTreeSet;

use kernel::{Answer, Game, Line, Objection, Pending, Rules};
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
    /// Who was asked has given the game up: `Run::conceded`.
    Conceded,
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
    conceded: Option<(usize, <S::Game as Game>::Side)>,
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
        conceded: None,
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
            Err(Halt::Conceded) => {
                if let Some((line, who)) = run.conceded.take()
                    && !S::Game::concede(&mut run, &mut g, who)
                {
                    let moment = Moment::of(&g, None);
                    return Err(run.fail(line, "this game cannot be conceded", moment));
                }
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
                // A fence that names a question waits for it.
                Some(Piece::Expect(lines))
                    if due && (g.is_over() || !proof::names_the_question(lines)) =>
                {
                    self.check(moment)?;
                }
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
