//! `play` fences: a driver that takes every answer and every die from the case, in the order they come up.
//!
//! Between two `play` fences stands what is expected at that moment, so checks are made inside the run: before the
//! first answer after an `expect` fence is used, and at the end; always where an action has come to its end, or at a
//! question that the fence names. Afterwards the recorded tape is played once more by
//! the live driver, which must come to the same state.

use std::collections::BTreeSet;

use gts::event::Event;
use gts::purchase::{Purchase, When};
use gts::question::{Opt, Question, Topic};
use gts::state::Battle;
use gts::text;
use kernel::{
    Answer, Ask, Cx, Dice, Game, Item, Itemised, Kind, Line, Objection, Pending, PendingAsk, Rule,
    Rules, Throw, write_plan,
};

use super::expect;
use super::words::{self, Read, Words, Wrong, side_letter};
use crate::cases::{BlockKind, Case, Failure, Text, live};
use testkit::cases::proof::{self, Before};

/// Why a run ended.
pub(super) enum Halt {
    /// The case has come to its end.
    Finished,
    Failed(Failure),
}

/// One piece of a `play` fence, or a fence of expectations.
enum Piece<'c> {
    Answer { line: usize, text: String },
    Dice { line: usize, faces: Vec<u32> },
    Draw { line: usize, text: String },
    Expect(&'c [Text]),
}

/// The run of one case.
pub(super) struct Run<'c> {
    pub(super) case: &'c Case,
    items: Vec<Piece<'c>>,
    at: usize,
    /// Faces of the die line in hand that are used up.
    faces_used: usize,
    pub(super) log: Vec<Line<Battle>>,
    pub(super) tape: Vec<Answer>,
    /// State at the start of the step in progress, and the length of the tape there.
    pub(super) base: Battle,
    pub(super) base_at: usize,
    pub(super) cursor: expect::Cursor,
    before: Before<Battle, Pending<Battle>>,
    /// Does the case play anything?
    plays: bool,
    cited: BTreeSet<String>,
}

/// What stands when expectations are checked.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub(super) g: &'a Battle,
    pub(super) pending: Option<&'a Pending<Battle>>,
}

pub(super) fn play(case: &Case, start: Battle) -> Result<BTreeSet<String>, Failure> {
    let items = items(case)?;
    let plays = items.iter().any(|it| !matches!(it, Piece::Expect(_)));
    let mut run = Run {
        case,
        items,
        at: 0,
        faces_used: 0,
        log: Vec::new(),
        tape: Vec::new(),
        base: start.clone(),
        base_at: 0,
        cursor: expect::Cursor::default(),
        before: Before::of_situation(start.clone(), false),
        plays,
        cited: BTreeSet::new(),
    };
    let mut g = start.clone();
    let end = loop {
        if g.is_over() {
            break Ok(());
        }
        run.base = g.clone();
        run.base_at = run.tape.len();
        if let Err(halt) = Battle::step(&mut run, &mut g) {
            break Err(halt);
        }
        // Where nothing is played, the sequence of play is what the case is about.
        run.before.ran |= !plays;
        // A case without questions would run for ever only if turns did.
        debug_assert!(run.log.len() < 1_000_000);
    };
    let waiting = match end {
        Ok(()) => {
            run.check(Moment { g: &g, pending: None })?;
            if let Some(line) = run.next_line() {
                return Err(run.fail(
                    line,
                    "the battle is over, yet the case goes on",
                    Moment { g: &g, pending: None },
                ));
            }
            true
        }
        Err(Halt::Failed(failure)) => return Err(failure),
        Err(Halt::Finished) => run.ended_at_question(),
    };
    if waiting {
        run.compare_with_live(&start, &g)?;
    }
    Ok(run.cited)
}

/// Cuts the fences into answers, dice and expectations.
fn items(case: &Case) -> Result<Vec<Piece<'_>>, Failure> {
    let mut items = Vec::new();
    for block in &case.blocks {
        match block.kind {
            BlockKind::Situation => (),
            BlockKind::Expect => items.push(Piece::Expect(&block.lines)),
            BlockKind::Play => {
                for text in &block.lines {
                    for part in text.text.split(" / ").map(str::trim).filter(|it| !it.is_empty()) {
                        items.push(item(case, text.line, part)?);
                    }
                }
            }
        }
    }
    Ok(items)
}

fn item<'c>(case: &Case, line: usize, part: &str) -> Result<Piece<'c>, Failure> {
    if let Some(faces) = part.strip_prefix("d10") {
        let faces: Result<Vec<u32>, _> =
            faces.split([' ', '=', ',']).filter(|it| !it.is_empty()).map(str::parse).collect();
        return match faces {
            Ok(faces) if !faces.is_empty() && faces.iter().all(|it| *it < 10) => {
                Ok(Piece::Dice { line, faces })
            }
            _ => Err(Failure {
                file: case.file.clone(),
                line,
                case: case.title.clone(),
                message: "dice are written \"d10 = 3\" or \"d10 = 3 0 9\", faces 0 to 9".into(),
                context: String::new(),
            }),
        };
    }
    match part.strip_prefix("draw ") {
        Some(text) => Ok(Piece::Draw { line, text: text.trim().to_owned() }),
        None => Ok(Piece::Answer { line, text: part.to_owned() }),
    }
}

impl<'c> Run<'c> {
    /// The line of the next answer, die or draw.
    fn next_line(&self) -> Option<usize> {
        self.items[self.at..].iter().find_map(|it| match it {
            Piece::Answer { line, .. } | Piece::Dice { line, .. } | Piece::Draw { line, .. } => {
                Some(*line)
            }
            Piece::Expect(_) => None,
        })
    }

    fn last_line(&self) -> usize {
        let lines = self.items.iter().filter_map(|it| match it {
            Piece::Answer { line, .. } | Piece::Dice { line, .. } | Piece::Draw { line, .. } => {
                Some(*line)
            }
            Piece::Expect(_) => None,
        });
        lines.max().unwrap_or(self.case.line)
    }

    pub(super) fn fail(
        &self,
        line: usize,
        message: impl Into<String>,
        moment: Moment<'_>,
    ) -> Failure {
        Failure {
            file: self.case.file.clone(),
            line,
            case: self.case.title.clone(),
            message: message.into(),
            context: self.context(moment),
        }
    }

    fn halt<T>(
        &self,
        line: usize,
        message: impl Into<String>,
        moment: Moment<'_>,
    ) -> Result<T, Halt> {
        Err(Halt::Failed(self.fail(line, message, moment)))
    }

    /// Checks all fences of expectations that stand before the next answer.
    fn check(&mut self, moment: Moment<'_>) -> Result<(), Failure> {
        while let Some(Piece::Expect(lines)) = self.items.get(self.at) {
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
            let first = lines.first().map_or(self.case.line, |it| it.line);
            if claims && !proves {
                return Err(self.fail(first, proof::PROVES_NOTHING, moment));
            }
            if let Some(it) = moment.pending.and_then(|it| it.asks.first())
                && self.before.ran
                && !self.is_at_rest(moment.g, it.ask)
                && !proof::names_the_question(lines)
                && !proof::looks_back(lines)
            {
                return Err(self.fail(first, proof::unnamed(it.ask.rule.code), moment));
            }
            self.at += 1;
            if !matches!(self.items.get(self.at), Some(Piece::Expect(_))) {
                let (g, asked) = (moment.g.clone(), moment.pending.cloned());
                self.before =
                    Before { g, asked, lines: self.log.len(), ran: false, new_game: false };
            }
        }
        Ok(())
    }

    /// Has what was begun come to its end? A step is an activation, a check, a purchase; an activation has two actions,
    /// and only an assault takes several steps.
    fn is_at_rest(&self, g: &Battle, ask: Question) -> bool {
        let between_actions = matches!(ask.topic, Topic::SecondAction(_));
        (self.tape.len() == self.base_at || between_actions) && g.fight.is_none()
    }

    /// Checks, and tells whether anything is left to play.
    fn go_on(&mut self, moment: Moment<'_>) -> Result<(), Halt> {
        if 0 < self.faces_used {
            // In the middle of a line of dice nothing else can be meant.
            return Ok(());
        }
        self.check(moment).map_err(Halt::Failed)?;
        if self.at == self.items.len() { Err(Halt::Finished) } else { Ok(()) }
    }

    fn note(&mut self, rule: Rule, item: Item<Battle>) {
        self.cited.insert(rule.code.to_owned());
        if let Item::Counted(ledger) = &item {
            self.cited.extend(ledger.0.iter().map(|(rule, _)| rule.code.to_owned()));
        }
        self.log.push(Line { at: self.tape.len(), rule, item });
    }

    fn ended_at_question(&self) -> bool {
        self.cursor.at_question
    }

    /// The option an answer means.
    fn matching(
        &mut self,
        line: usize,
        text: &str,
        ask: &PendingAsk<Battle>,
        moment: Moment<'_>,
    ) -> Result<usize, Halt> {
        match find_option(moment.g, ask, text) {
            Ok(at) => Ok(at),
            Err(message) => self.halt(line, message, moment),
        }
    }

    /// The recorded answers, played by the live driver, must lead to the same state, question and log.
    fn compare_with_live(&self, start: &Battle, g: &Battle) -> Result<(), Failure> {
        let moment = Moment { g, pending: None };
        let same = live::agrees(start, &self.tape, g, self.log.len());
        same.map_err(|it| self.fail(self.case.line, it, moment))
    }

    /// What an author needs to see: the question with its options, then the log.
    fn context(&self, moment: Moment<'_>) -> String {
        let mut out = String::new();
        match moment.pending {
            Some(pending) => {
                for ask in &pending.asks {
                    out += &question_text(moment.g, ask);
                }
            }
            None if moment.g.is_over() => out += "The battle is over.\n",
            None => out += "Nobody is asked here.\n",
        }
        if !self.log.is_empty() {
            out += "log so far:\n";
            for line in self.log.iter().skip(self.log.len().saturating_sub(40)) {
                out += &format!("  {}\n", line_text(moment.g, line));
            }
        }
        out
    }
}

/// A question with its options, as an author has to answer it.
fn question_text(g: &Battle, ask: &PendingAsk<Battle>) -> String {
    let mut out = format!(
        "{} is asked [{}]: {}\n",
        side_letter(ask.ask.who),
        ask.ask.rule.code,
        text::prompt(g, &ask.ask)
    );
    for label in ready_labels(g, ask) {
        out += &format!("  - {label}   (or several, with commas)\n");
    }
    for opt in &ask.options {
        let (label, hint) = text::option(g, &ask.ask, *opt);
        out += &format!("  - {label}{}\n", hint.map_or(String::new(), |it| format!("   ({it})")));
    }
    out
}

/// A line of the log as failures show it.
pub(crate) fn line_text(g: &Battle, line: &Line<Battle>) -> String {
    match &line.item {
        Item::Happened(event) => {
            format!("{} [{}]", event.words(g.data()).0, line.rule.code)
        }
        Item::Threw { dice, throw, .. } => {
            format!("d10 = {} [{}]", dice.show(*throw), line.rule.code)
        }
        Item::Chose { ask, opt, .. } => {
            format!(
                "{} answers: {} [{}]",
                side_letter(ask.who),
                text::option(g, ask, *opt).0,
                line.rule.code
            )
        }
        Item::Gave { ask, plan, .. } => {
            let plan = text::plan(g.data(), plan);
            format!("{} answers: {plan} [{}]", side_letter(ask.who), line.rule.code)
        }
        Item::Counted(ledger) => format!("ledger {} = {}", line.rule.code, ledger_text(ledger)),
    }
}

/// `4: 5 [gts.term.current-value], -1 [gts.mod.terrain]`
pub(super) fn ledger_text(ledger: &Itemised) -> String {
    let lines: Vec<String> =
        ledger.0.iter().map(|(rule, n)| format!("{n} [{}]", rule.code)).collect();
    let total: i32 = ledger.0.iter().map(|it| it.1).sum();
    format!("{total}: {}", lines.join(", "))
}

/// What is offered, in lower case: the options, or the simple ones among the ready values.
pub(super) fn offered_labels(g: &Battle, ask: &PendingAsk<Battle>) -> Vec<String> {
    let options = ask.options.iter().map(|it| text::option(g, &ask.ask, *it).0);
    options.chain(ready_labels(g, ask)).map(|it| it.to_lowercase()).collect()
}

/// Nothing, and each purchase by itself: of these every plan is made.
fn ready_labels(g: &Battle, ask: &PendingAsk<Battle>) -> Vec<String> {
    let simple = ask.ready.iter().flatten().filter(|it| it.len() < 2);
    simple.map(|it| text::plan(g.data(), it)).collect()
}

/// The option whose label this is, or begins so.
pub(super) fn find_option(
    g: &Battle,
    ask: &PendingAsk<Battle>,
    wanted: &str,
) -> Result<usize, String> {
    let labels = offered_labels(g, ask);
    let wanted_low = wanted.to_lowercase();
    let exact: Vec<usize> = (0..labels.len()).filter(|i| labels[*i] == wanted_low).collect();
    let prefix: Vec<usize> =
        (0..labels.len()).filter(|i| labels[*i].starts_with(&wanted_low)).collect();
    let found = if exact.is_empty() { prefix } else { exact };
    match found[..] {
        [one] => Ok(one),
        [] => Err(format!("no option is called \"{wanted}\"")),
        _ => Err(format!("several options begin with \"{wanted}\": write more of it")),
    }
}

/// The place in the mug of the chit drawn.
fn chit_in_mug(g: &Battle, line: usize, text: &str) -> Read<u32> {
    let chit = words::chit(&mut Words::new(line, text), g.data())?;
    match g.mug.iter().position(|it| *it == chit) {
        Some(at) => Ok(at as u32),
        None => {
            let inside: Vec<String> =
                g.mug.iter().map(|it| words::chit_text(g.data(), *it)).collect();
            let message = format!("\"{text}\" is not in the mug: {}", inside.join(", "));
            Err(Wrong { line, message })
        }
    }
}

/// `draw 2`: the second of the things one is drawn from.
fn numbered(line: usize, text: &str, faces: u32) -> Read<u32> {
    match text.parse::<u32>() {
        Ok(n) if 0 < n && n <= faces => Ok(n - 1),
        _ => Err(Wrong {
            line,
            message: format!("one of {faces} is drawn: \"draw 1\" to \"draw {faces}\""),
        }),
    }
}

/// `B: Hold fire` names who answers.
fn named_side(text: &str) -> (Option<char>, &str) {
    for letter in ['A', 'B'] {
        if let Some(rest) = text.strip_prefix(letter).and_then(|it| it.strip_prefix(':')) {
            return (Some(letter), rest.trim());
        }
    }
    (None, text)
}

impl Run<'_> {
    /// Each side's whole value, in the order the case has them. Before all are in nothing is recorded.
    fn values(
        &mut self,
        g: &Battle,
        asks: &[Question],
        sealed: bool,
        judge: impl Fn(usize, &Vec<Purchase>) -> Result<(), Objection>,
        ready: impl Fn(usize) -> Vec<Vec<Purchase>>,
    ) -> Result<Vec<Vec<Purchase>>, Halt> {
        let mut plans: Vec<Option<Vec<Purchase>>> = vec![None; asks.len()];
        while plans.contains(&None) {
            let open: Vec<usize> = (0..asks.len()).filter(|k| plans[*k].is_none()).collect();
            let waiting = |k: &usize| PendingAsk {
                ask: asks[*k],
                options: Vec::new(),
                ready: Some(ready(*k)),
            };
            let pending = Pending { asks: open.iter().map(waiting).collect(), sealed };
            let moment = Moment { g, pending: Some(&pending) };
            self.cursor.at_question = true;
            self.cited.extend(asks.iter().map(|it| it.rule.code.to_owned()));
            self.go_on(moment)?;
            let Piece::Answer { line, text } = &self.items[self.at] else {
                let line = self.next_line().unwrap_or(self.case.line);
                return self.halt(
                    line,
                    "nothing is thrown here: a question has to be answered first",
                    moment,
                );
            };
            let (line, text) = (*line, text.clone());
            let (side, text) = named_side(&text);
            let slot = match side {
                Some(letter) => open.iter().copied().find(|k| side_letter(asks[*k].who) == letter),
                None => Some(open[0]),
            };
            let Some(slot) = slot else {
                return self.halt(line, "that side is not asked here", moment);
            };
            let plan =
                purchases(g, line, text).or_else(|it| self.halt(it.line, it.message, moment))?;
            if let Err(objection) = judge(slot, &plan) {
                return self.halt(line, format!("refused: {objection}"), moment);
            }
            self.at += 1;
            self.before.ran = true;
            self.before.asked.get_or_insert_with(|| pending.clone());
            plans[slot] = Some(plan);
        }
        let plans: Vec<Vec<Purchase>> = plans.into_iter().flatten().collect();
        let kind = if sealed { Kind::Declared } else { Kind::Proposed };
        for (ask, plan) in asks.iter().zip(&plans) {
            let (seat, tag) = (Battle::seat(ask.who), ask.rule.tag());
            let Ok(text) = write_plan(plan) else { continue };
            self.tape.push(Answer::of_plan(kind, seat, tag, text));
        }
        for (ask, plan) in asks.iter().zip(&plans) {
            let plan = plan.clone();
            self.note(ask.rule, Item::Gave { ask: *ask, plan, sealed, ordered: false });
        }
        Ok(plans)
    }
}

/// `A1 for the next turn, D1 for this turn`; `Buy nothing`.
pub(super) fn purchases(g: &Battle, line: usize, text: &str) -> Read<Vec<Purchase>> {
    if text.eq_ignore_ascii_case("buy nothing") {
        return Ok(Vec::new());
    }
    let mut plan = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (name, when) = match part.split_once(" for ") {
            Some((name, "the next turn")) => (name, When::Next),
            Some((name, "this turn")) => (name, When::Now),
            _ => {
                let message = format!(
                    "\"{part}\" is no purchase: \"A1 for the next turn\", \"A1 for this turn\", \"Buy nothing\""
                );
                return Err(Wrong { line, message });
            }
        };
        let formation = words::formation(&mut Words::new(line, name), g.data())?;
        plan.push(Purchase { formation, when });
    }
    Ok(plan)
}

impl Cx<Battle> for Run<'_> {
    type Halt = Halt;
    type Ledger = Itemised;

    fn throw(
        &mut self,
        g: &Battle,
        ask: Question,
        dice: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Halt> {
        let moment = Moment { g, pending: None };
        let drawn = matches!(dice, Dice::OneOf(_));
        self.cursor.at_question = false;
        // The next chit is another matter than what was played.
        let goes_on = !drawn || !self.is_at_rest(g, ask);
        if goes_on && self.next_line().is_none() && self.plays {
            let what = if drawn { "one is drawn".into() } else { format!("a {dice:?} is thrown") };
            let message = format!(
                "{what} for [{}] {}, but the case gives no more dice",
                ask.rule.code, ask.rule.title
            );
            return self.halt(self.last_line(), message, moment);
        }
        self.go_on(moment)?;
        let throw = match &self.items[self.at] {
            Piece::Dice { faces, .. } if !drawn => {
                let throw = Throw(faces[self.faces_used]);
                self.faces_used += 1;
                if self.faces_used == faces.len() {
                    self.faces_used = 0;
                    self.at += 1;
                }
                throw
            }
            Piece::Draw { line, text } if drawn => {
                let (line, text) = (*line, text.clone());
                let at = if ask.topic == Topic::DrawChit {
                    chit_in_mug(g, line, &text)
                } else {
                    numbered(line, &text, dice.faces())
                };
                let at = at.or_else(|it| self.halt(it.line, it.message, moment))?;
                self.at += 1;
                Throw(at)
            }
            Piece::Answer { line, .. } | Piece::Dice { line, .. } | Piece::Draw { line, .. } => {
                let what = if drawn {
                    "something is drawn (\"draw formation A1\", or its number: \"draw 2\")"
                } else {
                    "a d10 is thrown"
                };
                return self.halt(
                    *line,
                    format!("before this, {what} for [{}] {}", ask.rule.code, ask.rule.title),
                    moment,
                );
            }
            Piece::Expect(_) => return Err(Halt::Finished),
        };
        self.before.ran = true;
        let (seat, tag) = (Battle::seat(ask.who), ask.rule.tag());
        self.tape.push(Answer::number(Kind::Thrown, seat, tag, dice.faces(), throw.0));
        self.note(ask.rule, Item::Threw { ask, dice, throw });
        Ok(throw)
    }

    fn pick(
        &mut self,
        g: &Battle,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> Result<usize, Halt> {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        let asks = vec![PendingAsk { ask, options, ready: None }];
        let pending = Pending { asks, sealed: false };
        let moment = Moment { g, pending: Some(&pending) };
        let value = loop {
            self.cursor.at_question = true;
            self.cited.insert(ask.rule.code.to_owned());
            self.go_on(moment)?;
            match &self.items[self.at] {
                Piece::Answer { line, text } => {
                    let (line, text) = (*line, text.clone());
                    let (side, text) = named_side(&text);
                    if side.is_some_and(|it| it != side_letter(ask.who)) {
                        return self.halt(
                            line,
                            format!("here it is {} who is asked", side_letter(ask.who)),
                            moment,
                        );
                    }
                    // "Hold fire *": as often as it is offered.
                    if let Some(text) = text.strip_suffix(" *") {
                        match find_option(g, &pending.asks[0], text) {
                            Ok(value) => break value,
                            Err(_) => self.at += 1,
                        }
                        continue;
                    }
                    let value = self.matching(line, text, &pending.asks[0], moment)?;
                    self.at += 1;
                    break value;
                }
                Piece::Dice { line, .. } | Piece::Draw { line, .. } => {
                    return self.halt(
                        *line,
                        "nothing is thrown here: a question has to be answered first",
                        moment,
                    );
                }
                Piece::Expect(_) => return Err(Halt::Finished),
            }
        };
        // The first question that is answered stood before.
        self.before.ran = true;
        self.before.asked.get_or_insert_with(|| pending.clone());
        let chosen = pending.asks[0].options[value];
        let (seat, tag) = (Battle::seat(ask.who), ask.rule.tag());
        self.tape.push(Answer::number(Kind::Decided, seat, tag, n as u32, value as u32));
        self.note(ask.rule, Item::Chose { ask, opt: chosen, ordered: false });
        Ok(value)
    }

    fn propose(
        &mut self,
        g: &Battle,
        ask: Question,
        judge: impl Fn(&Vec<Purchase>) -> Result<(), Objection>,
        ready: impl Fn() -> Vec<Vec<Purchase>>,
    ) -> Result<Vec<Purchase>, Halt> {
        let mut plans = self.values(g, &[ask], false, |_, it| judge(it), |_| ready())?;
        Ok(plans.swap_remove(0))
    }

    fn declare(
        &mut self,
        g: &Battle,
        asks: &[Question],
        judge: impl Fn(usize, &Vec<Purchase>) -> Result<(), Objection>,
        ready: impl Fn(usize) -> Vec<Vec<Purchase>>,
    ) -> Result<Vec<Vec<Purchase>>, Halt> {
        self.values(g, asks, true, judge, ready)
    }

    fn say(&mut self, rule: Rule, event: impl FnOnce() -> Event) {
        self.note(rule, Item::Happened(event()));
    }

    fn book(&mut self, rule: Rule, ledger: &Itemised) {
        self.note(rule, Item::Counted(ledger.clone()));
    }
}

/// A question in short, for messages.
pub(super) fn short(ask: &Ask<gts::data::Side, gts::question::Topic>) -> String {
    format!("side {}, {}", side_letter(ask.who), ask.rule.code)
}
