//! A game in play: the only writer of its journal. Plain code: who drives it (`driver`) brings the threads and the clock.
//!
//! Work out (pure), append (durable), acknowledge, publish: in this order, one command at a time. Where the append
//! fails or the rules panic, the table in memory is dropped and read again from the store.

mod command;
mod computer;
mod driver;
mod orders;
mod people;
mod seals;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use kernel::{Answer, Header, Kind, SeatKind, Seed, Stirred};
use play::{Orders, Refused, Table};
use serde::Serialize;
use store::{Store, StoreError};
use tokio::sync::watch;

pub(crate) use self::command::{
    Answered, Back, Change, Command, Drafted, Drawing, Look, Pace, People, Pick, Push, Reply, Seen,
    Walked,
};
pub(crate) use self::driver::Driver;
use crate::error::Error;
use crate::hall::{Hall, status_of};
use crate::pages::Picture;
use crate::stock::Stock;
use crate::thinker::{Advice, Thinker, panic_text};

/// A computer that has not answered by then takes the first option.
const THINK_AT_MOST: Duration = Duration::from_secs(20);
/// After a write that failed the computer tries again this much later.
const RETRY: Duration = Duration::from_secs(2);
/// Standing orders answer so many questions in a row; the next is asked.
const BY_ORDER: usize = 256;

/// A moment, of two clocks: one that only goes on, and milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) instant: Instant,
    pub(crate) millis: i64,
}

pub(crate) type Tell = Arc<dyn Fn(Command) + Send + Sync>;

pub(crate) struct Desk {
    id: String,
    hall: Weak<Hall>,
    store: Arc<Store>,
    stock: Stock,
    /// Stands in line for something that comes later, from wherever it comes.
    tell: Tell,
    /// What time it is, as whoever drives the desk says.
    moment: Moment,
    changed: watch::Sender<Change>,
    game: Option<InPlay>,
    /// There is no such game: leave at once.
    unknown: bool,
    pace: Duration,
    paused: bool,
    hurry: bool,
    last_change: Instant,
    /// Nothing is tried for the computer before this moment.
    not_before: Instant,
    thinker: Option<Thinker>,
    thought: Option<Thought>,
}

struct InPlay {
    header: Header,
    seed: Seed,
    table: Box<dyn Table>,
    /// What does not change, as sent.
    head: Option<Arc<str>>,
    /// Views of this version, as sent.
    views: BTreeMap<Option<u8>, Arc<str>>,
    /// The latest answer of each seat, to recognise a repetition.
    latest: BTreeMap<u8, (String, kernel::Reply)>,
    /// The computer could do nothing at this version.
    stuck: Option<u64>,
    /// Standing orders of each seat.
    orders: BTreeMap<u8, Orders>,
    /// Up to this version nothing is left for them to answer.
    followed: Option<u64>,
    /// What a player has come back to by taking back is asked, whatever his orders say.
    asked_again: Option<String>,
}

struct Thought {
    version: u64,
    seat: u8,
    since: Instant,
    advice: Option<Advice>,
}

impl Desk {
    fn new(id: String, hall: &Arc<Hall>, tell: Tell) -> Desk {
        let moment = driver::moment();
        Desk {
            id,
            hall: Arc::downgrade(hall),
            store: hall.store.clone(),
            stock: hall.stock.clone(),
            tell,
            moment,
            changed: watch::Sender::new(Change::default()),
            game: None,
            unknown: false,
            pace: hall.config.pace,
            paused: false,
            hurry: false,
            last_change: moment.instant,
            not_before: moment.instant,
            thinker: None,
            thought: None,
        }
    }

    /// What is done unasked, by standing orders and by the computer.
    fn go_on(&mut self) {
        self.carefully(Desk::follow_orders);
        self.carefully(Desk::computer_step);
        self.carefully(Desk::follow_orders);
    }

    /// Carry out one command. A panic of the rules costs the table in memory, nothing else.
    fn obey(&mut self, command: Command) -> ControlFlow<()> {
        let obeyed = catch_unwind(AssertUnwindSafe(|| self.carry_out(command)));
        obeyed.unwrap_or_else(|panic| {
            self.report(format!(
                "the rules failed ({}); the game was read again",
                panic_text(&*panic)
            ));
            self.forget();
            ControlFlow::Continue(())
        })
    }

    fn carry_out(&mut self, command: Command) -> ControlFlow<()> {
        // A receiver that is gone has lost interest; that is no error.
        match command {
            Command::Look(Look { seat, look }) => match self.eyes(seat) {
                Ok(game) => look(Ok(Seen { table: &*game.table, header: &game.header })),
                Err(error) => look(Err(error)),
            },
            Command::Head { reply } => drop(reply.send(self.game().map(InPlay::head))),
            Command::View { seat, reply } => drop(reply.send(self.view(seat))),
            Command::Push { seat, from, reply } => drop(reply.send(self.push(seat, from))),
            Command::Draw { drawing, reply } => drop(reply.send(self.draw(drawing))),
            Command::Answer { seat, question, given, reply } => {
                drop(reply.send(self.answer(seat, &question, &given)));
            }
            Command::Unseal { seat, question, reply } => {
                drop(reply.send(self.unseal(seat, &question)));
            }
            Command::Draft { seat, question, text, reply } => {
                drop(reply.send(self.draft(seat, &question, text.as_deref())));
            }
            Command::Drafted { seat, reply } => drop(reply.send(self.drafted(seat))),
            Command::Orders { seat, orders, reply } => {
                drop(reply.send(self.orders(seat, orders)));
            }
            Command::Answers { seat, picks, reply } => drop(reply.send(self.answers(seat, &picks))),
            Command::Undo { seat, position, reply } => {
                drop(reply.send(self.undo(seat, position)));
            }
            Command::Contribute { seat, with, reply } => {
                drop(reply.send(self.contribute(seat, with)));
            }
            Command::Renew { reply } => drop(reply.send(self.renew())),
            Command::Here { seat, came } => self.here(seat, came),
            Command::Say { seat, text, reply } => drop(reply.send(self.say(seat, &text))),
            Command::Retitle { title, reply } => drop(reply.send(self.retitle(&title))),
            Command::AskBack { seat, position, reply } => {
                drop(reply.send(self.ask_back(seat, position)));
            }
            Command::AnswerBack { seat, yes, reply } => {
                drop(reply.send(self.answer_back(seat, yes)));
            }
            Command::Hint { seat, reply } => self.hint(seat, reply),
            Command::Pace { pace, reply } => drop(reply.send(self.set_pace(pace))),
            Command::Advice { version, seat, advice } => {
                if let Some(thought) = &mut self.thought
                    && thought.version == version
                    && thought.seat == seat
                {
                    thought.advice = Some(advice);
                }
            }
            Command::Delete { reply } => match self.store.delete(&self.id) {
                Ok(()) => {
                    self.changed.send_modify(|it| it.gone = true);
                    if let Some(hall) = self.hall.upgrade() {
                        hall.forget(&self.id);
                    }
                    drop(reply.send(Ok(())));
                    return ControlFlow::Break(());
                }
                Err(error) => drop(reply.send(Err(error.into()))),
            },
        }
        ControlFlow::Continue(())
    }

    // Looking.

    /// The game, read from the store where it is not in memory.
    fn game(&mut self) -> Result<&mut InPlay, Error> {
        if self.game.is_none() {
            let opened = self.open()?;
            self.game = Some(opened);
        }
        self.game.as_mut().ok_or_else(|| Error::Bug("no game".into()))
    }

    fn open(&mut self) -> Result<InPlay, Error> {
        let stored = self.store.load(&self.id);
        self.unknown = matches!(stored, Err(StoreError::UnknownGame { .. }));
        let stored = stored?;
        let given = stored.answers.len();
        let mut table = self.stock.open(&stored.header, stored.answers, &stored.seed)?;
        self.stock.keep(&stored.header)?;
        table.taken_back_before(stored.take_backs);
        let mut game = InPlay {
            header: stored.header,
            seed: stored.seed,
            table,
            head: None,
            views: BTreeMap::new(),
            latest: BTreeMap::new(),
            stuck: None,
            orders: BTreeMap::new(),
            followed: None,
            asked_again: None,
        };
        for (seat, text) in self.store.orders(&self.id)? {
            // Orders of another version of the program that cannot be read answer nothing.
            if let Ok(orders) = serde_json::from_str(&text) {
                game.orders.insert(seat, orders);
            }
        }
        for sealed in self.store.sealed(&self.id)? {
            game.seal_again(&sealed);
        }
        // Dice thrown before the first question are part of the journal before anybody sees them.
        let status = status_of(&*game.table);
        let thrown = game.table.journal().get(given..).unwrap_or_default().to_vec();
        let length = game.table.journal().len();
        if length < given {
            // It stopped in the middle of a secret decision in rounds; now that is asked as a whole.
            self.store.truncate(&self.id, given, length, &status, None, stored.updated)?;
        } else if !thrown.is_empty() || status != stored.status {
            self.store.append(&self.id, given, &thrown, &status, stored.updated)?;
        }
        let said = self.store.said(&self.id, 0)?.len();
        self.thinker = None;
        self.thought = None;
        self.changed.send_if_modified(|it| {
            it.version += 1;
            it.take_backs = stored.take_backs;
            it.thinking = None;
            it.said = said;
            false
        });
        Ok(game)
    }

    /// The game, if this seat may be looked at: a computer's cards are not shown to the people who play it.
    fn eyes(&mut self, seat: Option<u8>) -> Result<&mut InPlay, Error> {
        let game = self.game()?;
        let Some(seat) = seat else { return Ok(game) };
        let kind = game.kind(seat)?;
        let against_people = game.header.seats.contains(&SeatKind::Human);
        if kind == SeatKind::Computer && against_people && !game.table.is_over() {
            return Err(Error::ComputersSeat { seat });
        }
        Ok(game)
    }

    fn view(&mut self, seat: Option<u8>) -> Result<Arc<str>, Error> {
        let game = self.eyes(seat)?;
        Ok(game.view(seat))
    }

    fn push(&mut self, seat: Option<u8>, from: usize) -> Result<Push, Error> {
        let game = self.eyes(seat)?;
        let view = game.view(seat);
        let lines = game.table.log(seat, from);
        let lines =
            lines.iter().map(|it| (it.n, serde_json::to_string(it).unwrap_or_default())).collect();
        Ok(Push { change: self.changed.borrow().clone(), view, lines })
    }

    fn draw(&mut self, drawing: Drawing) -> Result<Picture, Error> {
        let hall = self.hall.upgrade().ok_or(Error::Closing)?;
        let game = self.game()?;
        let Header { system, module, scenario, content, .. } = &game.header;
        let key = ([system, module, scenario, content].map(Clone::clone), drawing);
        hall.picture(key, || {
            Ok(match drawing {
                Drawing::Preview | Drawing::Map => game.table.map_svg(),
                Drawing::Counters => game.table.counters_svg(),
            })
        })
    }

    // Deciding.

    fn answer(
        &mut self,
        seat: u8,
        question: &str,
        given: &kernel::Reply,
    ) -> Result<Answered, Error> {
        let game = self.people(seat)?;
        let from = game.table.journal().len();
        match game.table.answer(seat, question, given) {
            Ok(entries) if entries.is_empty() => {
                self.keep_seal(seat, question)?;
                Ok(Answered { sealed: true, ..self.answered(seat)? })
            }
            Ok(entries) => {
                game.latest.insert(seat, (question.into(), given.clone()));
                self.commit(from, &entries)?;
                self.answered(seat)
            }
            Err(refused) => {
                let moved_on = matches!(
                    refused,
                    Refused::Stale { .. } | Refused::NotYours { .. } | Refused::Over
                );
                if moved_on && self.is_repeated(seat, question, given) {
                    return Ok(Answered { repeated: true, ..self.answered(seat)? });
                }
                Err(refused.into())
            }
        }
    }

    /// Where the game stands now, as the seat counts.
    fn answered(&mut self, seat: u8) -> Result<Answered, Error> {
        Ok(Answered::at(self.game()?.table.position(Some(seat))))
    }

    // Standing orders.

    /// Is this the answer that `seat` gave last? After a restart only the journal knows: the question is asked again.
    fn is_repeated(&self, seat: u8, question: &str, given: &kernel::Reply) -> bool {
        let Some(game) = &self.game else { return false };
        if let Some((asked, before)) = game.latest.get(&seat) {
            return asked == question && before == given;
        }
        let journal = game.table.journal();
        let by_hand = |it: &Answer| it.kind != Kind::Thrown && it.seat == seat && !it.ordered;
        let last = journal.iter().rposition(by_hand);
        let Some(at) = last.filter(|at| kernel::Reply::of(&journal[*at]).as_ref() == Some(given))
        else {
            return false;
        };
        // Values that were declared together answer the question before the first of them.
        let declared = |it: &&Answer| it.kind == Kind::Declared;
        let at = at - journal[..at].iter().rev().take_while(declared).count();
        let before = self.stock.open(&game.header, journal[..at].to_vec(), &game.seed);
        before.is_ok_and(|mut it| {
            it.taken_back_before(self.changed.borrow().take_backs);
            it.question_id(seat).as_deref() == Some(question)
        })
    }

    /// Walk a planned path as far as it leads; one write for all of it.
    fn answers(&mut self, seat: u8, picks: &[Pick]) -> Result<Walked, Error> {
        let game = self.people(seat)?;
        let from = game.table.journal().len();
        let mut entries = Vec::new();
        let mut applied = 0;
        let mut stopped = None;
        for pick in picks {
            match game.take(seat, pick) {
                Ok(more) => entries.extend(more),
                Err(error) => {
                    stopped = Some(error);
                    break;
                }
            }
            applied += 1;
        }
        if applied != 0 {
            self.commit(from, &entries)?;
        }
        Ok(Walked { position: self.answered(seat)?.position, applied, stopped })
    }

    /// `position`: where the seat thinks the game is. What has happened since was not meant.
    fn undo(&mut self, seat: u8, position: usize) -> Result<Answered, Error> {
        let game = self.people(seat)?;
        let at = game.table.position(Some(seat));
        if at != position {
            return Err(Error::MovedOn { position, now: at });
        }
        let before = game.table.journal().len();
        let seats = game.header.seats.clone();
        let computers = |it: u8| seats.get(it as usize) == Some(&SeatKind::Computer);
        let taken_back = game.table.undo(seat, &computers)?;
        game.latest.clear();
        game.views.clear();
        game.asked_again = game.table.question_id(seat);
        let status = status_of(&*game.table);
        if let Err(error) = self.store.truncate(
            &self.id,
            before,
            taken_back.length,
            &status,
            None,
            self.moment.millis,
        ) {
            self.forget();
            return Err(error.into());
        }
        self.publish(|it| it.take_backs += 1);
        self.answered(seat)
    }

    /// Stir a player's words into the dice to come. Once for each seat, and before it has decided anything: who knows how
    /// the dice fall could otherwise try words until they fall well.
    fn contribute(&mut self, seat: u8, with: String) -> Result<(), Error> {
        let game = self.people(seat)?;
        if game.table.is_over() {
            return Err(Refused::Over.into());
        }
        if game.header.dice.iter().any(|it| it.seat == Some(seat)) {
            return Err(Error::Contributed {
                why: "this seat has contributed to the dice already",
            });
        }
        let journal = game.table.journal();
        if journal.iter().any(|it| it.kind != Kind::Thrown && it.seat == seat) {
            let why =
                "this seat has decided something already; words for the dice come before that";
            return Err(Error::Contributed { why });
        }
        let from = journal.iter().filter(|it| it.kind == Kind::Thrown).count() as u64;
        let length = journal.len();
        let mut header = game.header.clone();
        header.dice.push(Stirred { from, seat: Some(seat), with });
        self.store.set_header(&self.id, length, &header)?;
        // Read again with the dice as they are now.
        self.forget();
        self.publish(|_| ());
        Ok(())
    }

    /// Take the files that are there today instead of those the game began with, if all answers fit.
    fn renew(&mut self) -> Result<(), Error> {
        let stored = self.store.load(&self.id)?;
        let header = self.stock.renewed(&stored.header, &stored.answers, &stored.seed)?;
        self.store.set_header(&self.id, stored.answers.len(), &header)?;
        self.forget();
        self.publish(|_| ());
        Ok(())
    }

    /// The game, if a person holds this seat.
    fn people(&mut self, seat: u8) -> Result<&mut InPlay, Error> {
        let game = self.game()?;
        match game.kind(seat)? {
            SeatKind::Human => Ok(game),
            SeatKind::Computer => Err(Error::ComputersSeat { seat }),
        }
    }

    /// Make new answers durable, then tell everybody. If that fails the game in memory is forgotten.
    fn commit(&mut self, from: usize, entries: &[Answer]) -> Result<(), Error> {
        let Some(game) = &mut self.game else { return Err(Error::Bug("no game".into())) };
        game.views.clear();
        game.asked_again = None;
        let status = status_of(&*game.table);
        if let Err(error) = self.store.append(&self.id, from, entries, &status, self.moment.millis)
        {
            self.forget();
            // Watchers see what is on the disk, which may be more than they have seen.
            self.publish(|_| ());
            return Err(error.into());
        }
        self.publish(|_| ());
        Ok(())
    }

    fn publish(&mut self, change: impl FnOnce(&mut Change)) {
        self.last_change = self.moment.instant;
        self.changed.send_modify(|it| {
            it.version += 1;
            it.thinking = None;
            // What was to be taken back is no longer the latest.
            it.back = None;
            change(it);
        });
    }

    fn forget(&mut self) {
        self.game = None;
        self.thinker = None;
        self.thought = None;
    }

    fn report(&mut self, notice: String) {
        if let Some(hall) = self.hall.upgrade() {
            hall.counts.failures.add(1);
            hall.config.log.warn(Some(&self.id), &notice);
        }
        self.changed.send_modify(|it| it.notice = Some(notice.into()));
    }

    // The computer.
}

impl InPlay {
    fn kind(&self, seat: u8) -> Result<SeatKind, Error> {
        let kind = self.header.seats.get(seat as usize).copied();
        kind.ok_or(Error::Refused(Refused::NoSuchSeat { seat }))
    }

    fn head(&mut self) -> Arc<str> {
        let table = &self.table;
        self.head.get_or_insert_with(|| json(&table.head())).clone()
    }

    fn view(&mut self, seat: Option<u8>) -> Arc<str> {
        let table = &self.table;
        let view = self.views.entry(seat).or_insert_with(|| json(&table.view(seat)));
        view.clone()
    }

    fn take(&mut self, seat: u8, pick: &Pick) -> Result<Vec<Answer>, Error> {
        let Some(question) = self.table.question(seat) else {
            let waiting_for = self.table.waiting_for();
            return Err(if waiting_for.is_empty() {
                Refused::Over
            } else {
                Refused::NotYours { seat, waiting_for }
            }
            .into());
        };
        if let Some(asked) = pick.question.as_ref().filter(|it| **it != question.id) {
            return Err(Refused::Stale { asked: asked.clone(), now: Some(question.id) }.into());
        }
        let Some(choice) = question.options.iter().find(|it| pick.fits(it)) else {
            return Err(pick.why_not(&question));
        };
        Ok(self.table.answer(seat, &question.id, &kernel::Reply::Option(choice.index))?)
    }
}

fn json(it: &impl Serialize) -> Arc<str> {
    serde_json::to_string(it).unwrap_or_default().into()
}
