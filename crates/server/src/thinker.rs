//! The computer's seats. A thinker has a thread and a table of its own, kept in step with the game by its journal, so
//! that people can look around while it thinks and a panic in a policy cannot hurt the game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use kernel::{Answer, Header, Reply, Seed};
use play::Table;

use crate::shelf::Shelf;

/// What the computer would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Advice {
    Choice {
        question: String,
        reply: Reply,
        why: Option<String>,
    },
    /// Nothing is asked of this seat.
    Nothing,
    /// A bug in the policy or in the rules.
    Panicked(String),
}

pub(crate) struct Job {
    /// The whole journal at the moment of asking.
    pub(crate) answers: Vec<Answer>,
    /// So that it knows the questions by the names they have.
    pub(crate) take_backs: usize,
    pub(crate) seat: u8,
    /// Somebody wants to know why.
    pub(crate) explain: bool,
    pub(crate) done: Box<dyn FnOnce(Advice) + Send>,
}

pub(crate) struct Thinker {
    jobs: Sender<Job>,
}

impl Thinker {
    pub(crate) fn start(
        shelf: Arc<dyn Shelf>,
        header: Header,
        seed: Seed,
    ) -> Result<Thinker, String> {
        let (jobs, inbox) = channel();
        thread::Builder::new()
            .name("thinker".into())
            .spawn(move || work(&*shelf, &header, &seed, &inbox))
            .map_err(|it| it.to_string())?;
        Ok(Thinker { jobs })
    }

    /// Hands the job back if the thread is gone.
    pub(crate) fn ask(&self, job: Job) -> Result<(), Job> {
        self.jobs.send(job).map_err(|it| it.0)
    }
}

fn work(shelf: &dyn Shelf, header: &Header, seed: &Seed, inbox: &Receiver<Job>) {
    let mut table: Option<Box<dyn Table>> = None;
    while let Ok(job) = inbox.recv() {
        // The table is taken out first: one that has panicked is never looked at again.
        let held = table.take();
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let mut table = in_step(shelf, header, seed, held, &job.answers)?;
            table.taken_back_before(job.take_backs);
            let advice = match table.advise(job.seat) {
                Some((question, reply)) => {
                    let why = if job.explain { table.reason(job.seat) } else { None };
                    Advice::Choice { question, reply, why }
                }
                None => Advice::Nothing,
            };
            Ok::<_, String>((table, advice))
        }));
        let advice = match thought {
            Ok(Ok((used, advice))) => {
                table = Some(used);
                advice
            }
            Ok(Err(why)) => Advice::Panicked(why),
            Err(panic) => Advice::Panicked(panic_text(&*panic)),
        };
        (job.done)(advice);
    }
}

/// The table after `answers`: the one at hand played on if that leads there, else a new one.
fn in_step(
    shelf: &dyn Shelf,
    header: &Header,
    seed: &Seed,
    held: Option<Box<dyn Table>>,
    answers: &[Answer],
) -> Result<Box<dyn Table>, String> {
    if let Some(mut table) = held
        && answers.starts_with(table.journal())
        && play_on(&mut *table, answers)
    {
        return Ok(table);
    }
    shelf.open(header, answers.to_vec(), seed.clone()).map_err(|it| it.to_string())
}

fn play_on(table: &mut dyn Table, answers: &[Answer]) -> bool {
    // Dice follow from the decisions; they come by themselves. Sealed values come onto the journal together.
    while table.journal().len() < answers.len() {
        let before = table.journal().len();
        for next in &answers[before..] {
            let Some(question) = table.question_id(next.seat) else { return false };
            let reply = Reply::of(next);
            if reply.is_none_or(|it| table.answer(next.seat, &question, &it).is_err()) {
                return false;
            }
            if before < table.journal().len() {
                break;
            }
        }
        if table.journal().len() == before {
            return false;
        }
    }
    table.journal() == answers
}

pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic without a message".into())
}
