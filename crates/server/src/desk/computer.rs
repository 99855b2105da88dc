//! The computer at the table: when it thinks, how long, and what comes of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use kernel::SeatKind;
use play::{Refused, Table};

use super::{Command, Desk, Pace, RETRY, Reply, THINK_AT_MOST, Thought};
use crate::error::Error;
use crate::thinker::{Advice, Job, Thinker, panic_text};
use crate::verify::rules_header;

impl Desk {
    pub(super) fn set_pace(&mut self, pace: Pace) -> Result<Pace, Error> {
        self.game()?;
        if let Some(millis) = pace.millis {
            self.pace = Duration::from_millis(u64::from(millis));
        }
        self.paused = pace.paused.unwrap_or(self.paused);
        self.hurry = pace.now;
        Ok(Pace {
            millis: Some(self.pace.as_millis() as u32),
            paused: Some(self.paused),
            now: false,
        })
    }

    pub(super) fn hint(&mut self, seat: u8, reply: Reply<Advice>) {
        let answers = match self.people(seat) {
            Ok(game) if game.table.question_id(seat).is_some() => game.table.journal().to_vec(),
            Ok(game) => {
                let refused = Refused::NotYours { seat, waiting_for: game.table.waiting_for() };
                return drop(reply.send(Err(refused.into())));
            }
            Err(error) => return drop(reply.send(Err(error))),
        };
        let done = Box::new(move |advice| drop(reply.send(Ok(advice))));
        let take_backs = self.changed.borrow().take_backs;
        self.ask_thinker(Job { answers, take_backs, seat, explain: true, done });
    }

    pub(super) fn ask_thinker(&mut self, job: Job) {
        let Some(game) = &self.game else { return };
        let seed = game.seed.stirred(&game.header.dice);
        let shelf = self.stock.shelf.clone();
        let header = rules_header(&game.header);
        self.thinker.get_or_insert_with(|| Thinker::new(shelf, header, seed)).ask(job);
    }

    /// The computer's seat that has to decide now, unless it is paused or has nothing it can do.
    pub(super) fn computer_to_move(&self) -> Option<u8> {
        let game = self.game.as_ref()?;
        if self.paused || game.stuck == Some(self.changed.borrow().version) {
            return None;
        }
        let waiting = game.table.waiting_for();
        // Who has sealed a value has decided, though the game still waits for all.
        waiting.into_iter().find(|it| {
            game.header.seats.get(*it as usize) == Some(&SeatKind::Computer)
                && game.table.sealed(*it).is_none()
        })
    }

    /// When there is something to do without a command.
    pub(super) fn due_at(&self) -> Option<Instant> {
        match &self.thought {
            Some(Thought { advice: Some(_), .. }) => Some(self.due()),
            Some(thought) => Some(thought.since + THINK_AT_MOST),
            None if self.computer_to_move().is_some() => Some(self.not_before),
            None => None,
        }
    }

    pub(super) fn due(&self) -> Instant {
        let paced = self.last_change + self.pace;
        let due = if self.hurry { self.last_change } else { paced };
        if due < self.not_before { self.not_before } else { due }
    }

    /// What is done unasked: a panic of the rules costs the table in memory, nothing else.
    pub(super) fn carefully(&mut self, play: fn(&mut Desk)) {
        let played = catch_unwind(AssertUnwindSafe(|| play(self)));
        if let Err(panic) = played {
            self.report(format!(
                "the rules failed ({}); the game was read again",
                panic_text(&*panic)
            ));
            self.forget();
            self.not_before = self.moment.instant + RETRY;
        }
    }

    /// Think ahead of time, move when the pace allows it.
    pub(super) fn computer_step(&mut self) {
        let Some(seat) = self.computer_to_move() else {
            self.thought = None;
            return;
        };
        let version = self.changed.borrow().version;
        let now = self.moment.instant;
        if now < self.not_before {
            return;
        }
        match &mut self.thought {
            Some(thought) if thought.version == version && thought.seat == seat => {
                if thought.advice.is_none()
                    && THINK_AT_MOST <= now.saturating_duration_since(thought.since)
                {
                    // It is left to itself; the next decision gets a new one.
                    thought.advice = Some(Advice::Panicked("it thought too long".into()));
                    self.thinker = None;
                }
                if thought.advice.is_some() && self.due() <= now {
                    self.hurry = false;
                    let advice = self.thought.take().and_then(|it| it.advice);
                    self.decide(seat, version, advice.unwrap_or(Advice::Nothing));
                    self.start_thinking();
                }
            }
            _ => self.start_thinking(),
        }
    }

    pub(super) fn start_thinking(&mut self) {
        let Some(seat) = self.computer_to_move() else { return };
        let Some(game) = &self.game else { return };
        let answers = game.table.journal().to_vec();
        let version = self.changed.borrow().version;
        self.thought = Some(Thought { version, seat, since: self.moment.instant, advice: None });
        self.changed.send_if_modified(|it| {
            let new = it.thinking != Some(seat);
            it.thinking = Some(seat);
            new
        });
        let tell = self.tell.clone();
        let done = Box::new(move |advice| tell(Command::Advice { version, seat, advice }));
        let take_backs = self.changed.borrow().take_backs;
        self.ask_thinker(Job { answers, take_backs, seat, explain: false, done });
    }

    /// Take the advice; without good advice the first option. A game never stalls because a policy does.
    pub(super) fn decide(&mut self, seat: u8, version: u64, advice: Advice) {
        let Some(game) = &mut self.game else { return };
        let from = game.table.journal().len();
        let advised = match &advice {
            Advice::Choice { question, reply, .. } => game.table.answer(seat, question, reply).ok(),
            Advice::Nothing | Advice::Panicked(_) => None,
        };
        let first = |table: &mut dyn Table| {
            let (question, reply) = (table.question_id(seat)?, table.any_reply(seat)?);
            table.answer(seat, &question, &reply).ok()
        };
        let question = game.table.question_id(seat).unwrap_or_default();
        let fell_back = advised.is_none();
        let Some(entries) = advised.or_else(|| first(&mut *game.table)) else {
            game.stuck = Some(version);
            return self.report(format!(
                "the computer in seat {seat} could not answer ({advice:?}); take back or fork"
            ));
        };
        let kept = if entries.is_empty() {
            self.changed.send_modify(|it| it.thinking = None);
            self.keep_seal(seat, &question)
        } else {
            self.commit(from, &entries)
        };
        if let Err(error) = kept {
            self.not_before = self.moment.instant + RETRY;
            return self.report(format!("the computer's move could not be kept: {error}"));
        }
        if fell_back {
            let why = match advice {
                Advice::Panicked(why) => why,
                Advice::Choice { .. } | Advice::Nothing => {
                    "it chose nothing that is possible".into()
                }
            };
            self.report(format!("the computer in seat {seat} took the first option: {why}"));
        }
    }
}
