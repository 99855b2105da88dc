//! The computer's seats. A thinker has a table of its own, kept in step with the game by its journal, and a thread while it
//! thinks, so that people can look around meanwhile and a panic in a policy cannot hurt the game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use kernel::{Answer, Header, Reply, Seed};
use play::Table;

use crate::hall::lock;
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
    inner: Arc<Inner>,
}

struct Inner {
    shelf: Arc<dyn Shelf>,
    header: Header,
    seed: Seed,
    /// As after the latest thought.
    table: Mutex<Option<Box<dyn Table>>>,
}

impl Thinker {
    pub(crate) fn new(shelf: Arc<dyn Shelf>, header: Header, seed: Seed) -> Thinker {
        Thinker { inner: Arc::new(Inner { shelf, header, seed, table: Mutex::default() }) }
    }

    /// It thinks on a thread that is lent to it; `done` is called there.
    pub(crate) fn ask(&self, job: Job) {
        let inner = self.inner.clone();
        tokio::task::spawn_blocking(move || {
            let advice = inner.think(&job);
            (job.done)(advice);
        });
    }
}

impl Inner {
    fn think(&self, job: &Job) -> Advice {
        // The table is taken out first: one that has panicked is never looked at again.
        let held = lock(&self.table).take();
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let mut table = in_step(&*self.shelf, &self.header, &self.seed, held, &job.answers)?;
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
        match thought {
            Ok(Ok((used, advice))) => {
                *lock(&self.table) = Some(used);
                advice
            }
            Ok(Err(why)) => Advice::Panicked(why),
            Err(panic) => Advice::Panicked(panic_text(&*panic)),
        }
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
