//! A game looked back on: it is played again along its journal, and at every decision whose dice had odds, what was to be
//! expected is set beside what came.
//!
//! What came is found by the same odds, worked out over the dice that fell: as a rule they leave one result. So a throw
//! is judged by the very scale its player was shown, over many throws the difference comes to nothing but luck, and no
//! system has to know of it.

use kernel::{Answer, Kind, Reply};

use crate::seated::Seated;
use crate::system::{Moment, System};
use crate::table::Table as _;
use crate::wire::{
    BattleReport, OddsView, Piece, ReportLoss, ReportPiece, ReportThrow, ReportTurn,
};

/// So much of the journal after a decision is looked at: a step is shorter.
const STEP: usize = 600;

/// How many of these entries are dice, or decisions as odds assume them: whoever is asked on the way takes the first
/// option. Where somebody decided otherwise, what came after it was his doing and not that of the dice.
fn as_assumed(journal: &[Answer]) -> usize {
    let other = |it: &Answer| match it.kind {
        Kind::Thrown => false,
        Kind::Decided => it.value() != Some(0),
        _ => true,
    };
    journal.iter().take(STEP).position(other).unwrap_or(journal.len().min(STEP))
}

impl<S: System> Seated<S> {
    pub(crate) fn reported(&self) -> BattleReport {
        let journal = self.journal();
        let head = self.head();
        let mut report = BattleReport {
            title: head.title,
            seats: head.seats.into_iter().map(|it| it.name).collect(),
            outcome: self.view(None).outcome.map(|it| it.text).unwrap_or_default(),
            ..BattleReport::default()
        };
        let Ok(start) = self.sitting.then(0) else { return report };
        let mut run = self.of(start);
        // How it stood when the turn before ended.
        let mut before: Vec<Piece> = run.view(None).pieces;
        let mut turn = run.turn();
        while run.journal().len() < journal.len() {
            let at = run.journal().len();
            let now = run.turn();
            if now != turn {
                run.end_turn(self, turn, &mut before, &mut report);
                turn = now;
            }
            report.throws.extend(run.judge(self, journal, at));
            if !run.follow(journal) {
                // A fork has dice of another seed, and what was declared in secret comes all at once.
                let next = self.sitting.decisions().find(|it| at < *it).unwrap_or(journal.len());
                let Ok(then) = self.sitting.then(next) else { break };
                run = self.of(then);
                if run.journal().len() <= at {
                    break;
                }
            }
        }
        run.end_turn(self, turn, &mut before, &mut report);
        report
    }

    fn turn(&self) -> u8 {
        S::turn(&S::seen(self.sitting.session.now(), None))
    }

    /// Gives the next answer of the journal; false where the game would not be the same.
    fn follow(&mut self, journal: &[Answer]) -> bool {
        let at = self.journal().len();
        let entry = &journal[at];
        let (Some(reply), Some(question)) = (Reply::of(entry), self.question_id(entry.seat)) else {
            return false;
        };
        let answered = self.answer(entry.seat, &question, &reply).is_ok();
        let so_far = self.journal();
        answered && at < so_far.len() && journal.get(..so_far.len()) == Some(so_far)
    }

    /// What was to be expected of the next decision, and what came of it; nothing where no dice were thrown at anybody.
    fn judge(&self, whole: &Seated<S>, journal: &[Answer], at: usize) -> Option<ReportThrow> {
        let entry = journal.get(at).filter(|it| it.kind == Kind::Decided)?;
        let option = entry.value()? as usize;
        let asked = self.sitting.session.asked(entry.seat)?;
        let look = self.look(Some(entry.seat));
        let choice = S::question(&look, asked).options.into_iter().nth(option)?;
        // Only what is done to somebody can be told good from bad by how much harm it does.
        if !choice.odds || choice.lines.is_empty() {
            return None;
        }
        let session = &self.sitting.session;
        let (base, given) = session.step();
        let odds = |more: &[Answer]| {
            let tape = given.iter().chain(more).cloned().collect();
            let base = S::since(base, session.now(), Some(entry.seat));
            S::odds(&Moment { look: &look, asked, option, base, tape })
        };
        let end = at + 1 + as_assumed(&journal[at + 1..]);
        let (hoped, fell) = (odds(&journal[at..=at])?, odds(&journal[at..end])?);
        let came = harm(&fell);
        let likely = fell.rows.iter().max_by(|a, b| a.probability.total_cmp(&b.probability))?;
        let as_bad = hoped.rows.iter().filter(|it| likely.severity <= it.severity);
        let chance: f64 = as_bad.map(|it| it.probability).sum();
        // What could not come of this throw came of others in the same step, and is none of its luck.
        if chance <= 0.0 {
            return None;
        }
        Some(ReportThrow {
            position: whole.sitting.counted(None, at),
            turn: self.turn(),
            seat: entry.seat,
            what: choice.label,
            expected: harm(&hoped),
            came,
            result: likely.label.clone(),
            chance,
        })
    }

    /// "6 June 1944, 1300"; where turns have no date, their number.
    fn called(&self, turn: u8) -> String {
        let turns = S::setting(&S::seen(self.sitting.session.now(), None)).turns;
        let mark = usize::from(turn).checked_sub(1).and_then(|it| turns.get(it));
        match mark {
            Some(mark) if !mark.date.is_empty() => format!("{}, {}", mark.date, mark.time),
            _ => format!("Turn {turn}"),
        }
    }

    fn end_turn(
        &self,
        whole: &Seated<S>,
        turn: u8,
        before: &mut Vec<Piece>,
        report: &mut BattleReport,
    ) {
        let view = self.view(None);
        let position = whole.sitting.counted(None, self.journal().len());
        let stands = |id: &str| view.pieces.iter().find(|it| it.id == id);
        for was in before.iter().filter(|it| it.place.is_some()) {
            let is = stands(&was.id);
            if is.is_some_and(|it| it.place.is_some()) {
                continue;
            }
            let how = is.and_then(|it| it.off_map.clone()).unwrap_or_else(|| "gone".into());
            let (seat, name) = (was.seat, was.name.clone());
            report.losses.push(ReportLoss { turn, seat, name, how, position });
        }
        let pieces = view.pieces.iter();
        report.turns.push(ReportTurn {
            turn,
            label: self.called(turn),
            position,
            points: view.goal.points.clone(),
            pieces: pieces
                .filter_map(|it| Some(ReportPiece { seat: it.seat, place: it.place? }))
                .collect(),
        });
        *before = view.pieces;
    }
}

/// The mean of what comes of it, in grades of harm.
fn harm(odds: &OddsView) -> f64 {
    let whole: f64 = odds.rows.iter().map(|it| it.probability).sum();
    let sum: f64 = odds.rows.iter().map(|it| it.probability * f64::from(it.severity)).sum();
    if 0.0 < whole { sum / whole } else { 0.0 }
}
