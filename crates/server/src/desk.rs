//! A game in play: one thread, the only writer of its journal.
//!
//! Work out (pure), append (durable), acknowledge, publish: in this order, one command at a time. Where the append
//! fails or the rules panic, the table in memory is dropped and read again from the store.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use kernel::{Answer, Header, Kind, SeatKind, Seed};
use play::wire::{Choice, LabelledOrder, Place, Question};
use play::{Order, Orders, Refused, Table};
use serde::{Deserialize, Serialize};
use store::{Sealed, Store, StoreError};
use tokio::sync::{oneshot, watch};

use crate::error::Error;
use crate::hall::{Hall, now, status_of};
use crate::pages::Picture;
use crate::shelf::Shelf;
use crate::thinker::{Advice, Job, Thinker, panic_text, reply};
use crate::verify::rules_header;

/// A desk that nobody has asked anything for this long is cleared; the game is in the store.
const IDLE: Duration = Duration::from_secs(600);
/// A computer that has not answered by then takes the first option.
const THINK_AT_MOST: Duration = Duration::from_secs(20);
/// After a write that failed the computer tries again this much later.
const RETRY: Duration = Duration::from_secs(2);
/// Standing orders answer so many questions in a row; the next is asked.
const BY_ORDER: usize = 256;

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Error>>;

pub(crate) enum Command {
    /// Anything that only reads, for the eyes of a seat.
    Look(Look),
    Head {
        reply: Reply<Arc<str>>,
    },
    View {
        seat: Option<u8>,
        reply: Reply<Arc<str>>,
    },
    Push {
        seat: Option<u8>,
        from: usize,
        reply: Reply<Push>,
    },
    Draw {
        drawing: Drawing,
        reply: Reply<Picture>,
    },
    Answer {
        seat: u8,
        question: String,
        given: kernel::Reply,
        reply: Reply<Answered>,
    },
    Unseal {
        seat: u8,
        question: String,
        reply: Reply<Answered>,
    },
    /// Keep a draft of the value that is asked for; `None` forgets it.
    Draft {
        seat: u8,
        question: String,
        text: Option<String>,
        reply: Reply<()>,
    },
    /// What was drafted for the question that is asked now.
    Drafted {
        seat: u8,
        reply: Reply<Drafted>,
    },
    /// Leave these standing orders instead of those that stand; without any, only tell them.
    Orders {
        seat: u8,
        orders: Option<Vec<Order>>,
        reply: Reply<Vec<LabelledOrder>>,
    },
    Answers {
        seat: u8,
        picks: Vec<Pick>,
        reply: Reply<Walked>,
    },
    Undo {
        seat: u8,
        reply: Reply<Answered>,
    },
    Hint {
        seat: u8,
        reply: Reply<Advice>,
    },
    Pace {
        pace: Pace,
        reply: Reply<Pace>,
    },
    Advice {
        version: u64,
        seat: u8,
        advice: Advice,
    },
    Delete {
        reply: Reply<()>,
    },
}

pub(crate) struct Look {
    pub(crate) seat: Option<u8>,
    /// Called with the table, or with why there is none.
    pub(crate) look: Looking,
}

pub(crate) type Looking = Box<dyn FnOnce(Result<Seen<'_>, Error>) + Send>;

/// A table as somebody looks at it.
pub(crate) struct Seen<'a> {
    pub(crate) table: &'a dyn Table,
    pub(crate) header: &'a Header,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Drawing {
    /// For the list of games.
    Preview,
    Map,
    Counters,
}

/// What a watcher is sent: the view and the lines from `from` on, taken at the same moment.
pub(crate) struct Push {
    pub(crate) change: Change,
    pub(crate) view: Arc<str>,
    /// Number and JSON of each line.
    pub(crate) lines: Vec<(usize, String)>,
}

/// A seat's draft of the value it is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Drafted {
    pub(crate) question: String,
    pub(crate) text: Option<String>,
}

/// What watchers wait for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Change {
    /// Counts changes since the desk was opened.
    pub(crate) version: u64,
    pub(crate) take_backs: usize,
    /// Counts what each seat has done that only it may see: seals and their breaking.
    pub(crate) own: BTreeMap<u8, u64>,
    /// The seat the computer is thinking for.
    pub(crate) thinking: Option<u8>,
    pub(crate) notice: Option<Arc<str>>,
    pub(crate) gone: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Answered {
    /// Answers in the journal now.
    pub(crate) position: usize,
    /// The same answer had been given before; nothing was done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) repeated: bool,
    /// The value is sealed; the game goes on when all have sealed theirs.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) sealed: bool,
}

impl Answered {
    fn at(position: usize) -> Answered {
        Answered { position, repeated: false, sealed: false }
    }
}

/// One step of a planned path: the option to take, by whatever the client knows of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Pick {
    pub(crate) question: Option<String>,
    pub(crate) place: Option<Place>,
    pub(crate) piece: Option<String>,
    pub(crate) label: Option<String>,
    pub(crate) option: Option<usize>,
}

/// How far a planned path led.
#[derive(Debug)]
pub(crate) struct Walked {
    pub(crate) position: usize,
    pub(crate) applied: usize,
    /// Why it stopped before the end of the plan.
    pub(crate) stopped: Option<Error>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Pace {
    /// Pause between two decisions of the computer.
    pub(crate) millis: Option<u32>,
    pub(crate) paused: Option<bool>,
    /// Move now: once, whatever the pace.
    #[serde(skip_serializing)]
    pub(crate) now: bool,
}

/// How to reach a desk.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(crate) inbox: Sender<Command>,
    pub(crate) changed: watch::Receiver<Change>,
}

pub(crate) struct Desk {
    id: String,
    hall: Weak<Hall>,
    store: Arc<Store>,
    shelf: Arc<dyn Shelf>,
    own: Sender<Command>,
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
    pub(crate) fn start(
        id: String,
        hall: Weak<Hall>,
        store: Arc<Store>,
        shelf: Arc<dyn Shelf>,
        pace: Duration,
    ) -> Result<Handle, Error> {
        let (own, inbox) = channel();
        let (changed, watcher) = watch::channel(Change::default());
        let handle = Handle { inbox: own.clone(), changed: watcher };
        let name = format!("desk {id}");
        let mut desk = Desk {
            id,
            hall,
            store,
            shelf,
            own,
            changed,
            game: None,
            unknown: false,
            pace,
            paused: false,
            hurry: false,
            last_change: Instant::now(),
            not_before: Instant::now(),
            thinker: None,
            thought: None,
        };
        thread::Builder::new()
            .name(name)
            .spawn(move || desk.run(&inbox))
            .map_err(|it| Error::Bug(format!("no thread for this game: {it}")))?;
        Ok(handle)
    }

    fn run(&mut self, inbox: &Receiver<Command>) {
        let mut asked = Instant::now();
        loop {
            match inbox.recv_timeout(self.patience()) {
                Ok(command) => {
                    asked = Instant::now();
                    if self.obey(command).is_break() {
                        return;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let Some(hall) = self.hall.upgrade() else { return };
                    let watched = 1 < self.changed.receiver_count();
                    let idle = IDLE <= asked.elapsed() && self.computer_to_move().is_none();
                    let idle = !watched && (idle || self.unknown);
                    if idle && let Some(command) = hall.retire(&self.id, inbox) {
                        // Somebody asked just now: stay.
                        asked = Instant::now();
                        if self.obey(command).is_break() {
                            return;
                        }
                    } else if idle {
                        return;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.carefully(Desk::follow_orders);
            self.carefully(Desk::computer_step);
            self.carefully(Desk::follow_orders);
        }
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
            Command::Undo { seat, reply } => drop(reply.send(self.undo(seat))),
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
        let table =
            self.shelf.open(&rules_header(&stored.header), stored.answers, stored.seed.clone())?;
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
            self.store.truncate(&self.id, given, length, &status, stored.updated)?;
        } else if !thrown.is_empty() || status != stored.status {
            self.store.append(&self.id, given, &thrown, &status, stored.updated)?;
        }
        self.thinker = None;
        self.thought = None;
        self.changed.send_if_modified(|it| {
            it.version += 1;
            it.take_backs = stored.take_backs;
            it.thinking = None;
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
                Ok(Answered { sealed: true, ..Answered::at(from) })
            }
            Ok(entries) => {
                game.latest.insert(seat, (question.into(), given.clone()));
                self.commit(from, &entries)?;
                Ok(Answered::at(from + entries.len()))
            }
            Err(refused) => {
                let moved_on = matches!(
                    refused,
                    Refused::Stale { .. } | Refused::NotYours { .. } | Refused::Over
                );
                if moved_on && self.is_repeated(seat, question, given) {
                    return Ok(Answered { repeated: true, ..Answered::at(from) });
                }
                Err(refused.into())
            }
        }
    }

    /// Make a seal durable, then tell its own seat and nobody else: not even that something was done.
    fn keep_seal(&mut self, seat: u8, question: &str) -> Result<(), Error> {
        let Some(game) = &mut self.game else { return Err(Error::Bug("no game".into())) };
        let Some(plan) = game.table.sealed(seat) else {
            return Err(Error::Bug("nothing was sealed".into()));
        };
        let sealed = Sealed { seat, question: question.into(), plan };
        if let Err(error) = self.store.seal(&self.id, &sealed) {
            self.forget();
            return Err(error.into());
        }
        self.tell_only(seat);
        Ok(())
    }

    fn unseal(&mut self, seat: u8, question: &str) -> Result<Answered, Error> {
        let game = self.people(seat)?;
        let position = game.table.journal().len();
        game.table.unseal(seat, question)?;
        if let Err(error) = self.store.unseal(&self.id, seat) {
            self.forget();
            return Err(error.into());
        }
        self.tell_only(seat);
        Ok(Answered::at(position))
    }

    fn draft(&mut self, seat: u8, question: &str, text: Option<&str>) -> Result<(), Error> {
        self.people(seat)?.table.check_question(seat, question)?;
        Ok(self.store.draft(&self.id, seat, question, text)?)
    }

    fn drafted(&mut self, seat: u8) -> Result<Drafted, Error> {
        let game = self.people(seat)?;
        let Some(question) = game.table.question_id(seat) else {
            return Err(Refused::NotYours { seat, waiting_for: game.table.waiting_for() }.into());
        };
        let text = self.store.drafted(&self.id, seat, &question)?;
        Ok(Drafted { question, text })
    }

    // Standing orders.

    /// Leave orders, or only tell those that stand. They are their seat's own: nobody is told, and nothing changes for
    /// anybody before they answer something.
    fn orders(
        &mut self,
        seat: u8,
        orders: Option<Vec<Order>>,
    ) -> Result<Vec<LabelledOrder>, Error> {
        let id = self.id.clone();
        let store = self.store.clone();
        let game = self.people(seat)?;
        if let Some(orders) = orders {
            let orders = game.table.orders(seat, orders)?;
            let text = serde_json::to_string(&orders).map_err(|it| Error::Bug(it.to_string()))?;
            store.order(&id, seat, (!orders.is_empty()).then_some(&text))?;
            game.orders.insert(seat, orders);
            game.followed = None;
            game.asked_again = None;
        }
        let standing = game.orders.get(&seat);
        Ok(standing.map(|it| game.table.tell_orders(seat, it)).unwrap_or_default())
    }

    /// Answer for people by the orders they have left, until something is asked that is for themselves. Each answer is
    /// kept and published like any other, so that the other side gets what it would get from a player who declines.
    fn follow_orders(&mut self) {
        for _ in 0..BY_ORDER {
            let version = self.changed.borrow().version;
            let Some(game) = &mut self.game else { return };
            if game.followed == Some(version) {
                return;
            }
            let from = game.table.journal().len();
            let Some(entries) = game.by_order() else {
                game.followed = Some(version);
                return;
            };
            if let Err(error) = self.commit(from, &entries) {
                return self.report(format!("a standing order could not be kept: {error}"));
            }
        }
        let version = self.changed.borrow().version;
        if let Some(game) = &mut self.game {
            game.followed = Some(version);
        }
    }

    /// Something has changed that only this seat may see.
    fn tell_only(&mut self, seat: u8) {
        if let Some(game) = &mut self.game {
            game.views.remove(&Some(seat));
        }
        self.changed.send_modify(|it| *it.own.entry(seat).or_default() += 1);
    }

    /// Is this the answer that `seat` gave last? After a restart only the journal knows: the question is asked again.
    fn is_repeated(&self, seat: u8, question: &str, given: &kernel::Reply) -> bool {
        let Some(game) = &self.game else { return false };
        if let Some((asked, before)) = game.latest.get(&seat) {
            return asked == question && before == given;
        }
        let journal = game.table.journal();
        let by_hand = |it: &Answer| it.kind != Kind::Thrown && it.seat == seat && !it.ordered;
        let last = journal.iter().rposition(by_hand);
        let Some(at) = last.filter(|at| reply(&journal[*at]).as_ref() == Some(given)) else {
            return false;
        };
        // Values that were declared together answer the question before the first of them.
        let declared = |it: &&Answer| it.kind == Kind::Declared;
        let at = at - journal[..at].iter().rev().take_while(declared).count();
        let before =
            self.shelf.open(&rules_header(&game.header), journal[..at].to_vec(), game.seed.clone());
        before.is_ok_and(|it| it.question_id(seat).as_deref() == Some(question))
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
        Ok(Walked { position: from + entries.len(), applied, stopped })
    }

    fn undo(&mut self, seat: u8) -> Result<Answered, Error> {
        let game = self.people(seat)?;
        let before = game.table.journal().len();
        let seats = game.header.seats.clone();
        let computers = |it: u8| seats.get(it as usize) == Some(&SeatKind::Computer);
        let taken_back = game.table.undo(seat, &computers)?;
        game.latest.clear();
        game.views.clear();
        game.asked_again = game.table.question_id(seat);
        let status = status_of(&*game.table);
        if let Err(error) = self.store.truncate(&self.id, before, taken_back.length, &status, now())
        {
            self.forget();
            return Err(error.into());
        }
        self.publish(|it| it.take_backs += 1);
        Ok(Answered::at(taken_back.length))
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
        if let Err(error) = self.store.append(&self.id, from, entries, &status, now()) {
            self.forget();
            // Watchers see what is on the disk, which may be more than they have seen.
            self.publish(|_| ());
            return Err(error.into());
        }
        self.publish(|_| ());
        Ok(())
    }

    fn publish(&mut self, change: impl FnOnce(&mut Change)) {
        self.last_change = Instant::now();
        self.changed.send_modify(|it| {
            it.version += 1;
            it.thinking = None;
            change(it);
        });
    }

    fn forget(&mut self) {
        self.game = None;
        self.thinker = None;
        self.thought = None;
    }

    fn report(&mut self, notice: String) {
        eprintln!("bocage: game {}: {notice}", self.id);
        self.changed.send_modify(|it| it.notice = Some(notice.into()));
    }

    // The computer.

    fn set_pace(&mut self, pace: Pace) -> Result<Pace, Error> {
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

    fn hint(&mut self, seat: u8, reply: Reply<Advice>) {
        let answers = match self.people(seat) {
            Ok(game) if game.table.question_id(seat).is_some() => game.table.journal().to_vec(),
            Ok(game) => {
                let refused = Refused::NotYours { seat, waiting_for: game.table.waiting_for() };
                return drop(reply.send(Err(refused.into())));
            }
            Err(error) => return drop(reply.send(Err(error))),
        };
        let done = Box::new(move |advice| drop(reply.send(Ok(advice))));
        self.ask_thinker(Job { answers, seat, done });
    }

    fn ask_thinker(&mut self, job: Job) {
        let Some(game) = &self.game else { return };
        let mut job = job;
        if let Some(thinker) = &self.thinker {
            match thinker.ask(job) {
                Ok(()) => return,
                Err(back) => job = back,
            }
        }
        match Thinker::start(self.shelf.clone(), rules_header(&game.header), game.seed.clone()) {
            Ok(thinker) => {
                if let Err(job) = thinker.ask(job) {
                    (job.done)(Advice::Panicked("the thinker is gone".into()));
                }
                self.thinker = Some(thinker);
            }
            Err(why) => (job.done)(Advice::Panicked(why)),
        }
    }

    /// The computer's seat that has to decide now, unless it is paused or has nothing it can do.
    fn computer_to_move(&self) -> Option<u8> {
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

    /// How long to wait for a command before there is something else to do.
    fn patience(&self) -> Duration {
        if self.unknown {
            return Duration::ZERO;
        }
        let until = match &self.thought {
            Some(Thought { advice: Some(_), .. }) => self.due(),
            Some(thought) => thought.since + THINK_AT_MOST,
            None if self.computer_to_move().is_some() => self.not_before,
            None => return Duration::from_secs(60),
        };
        until.saturating_duration_since(Instant::now())
    }

    fn due(&self) -> Instant {
        let paced = self.last_change + self.pace;
        let due = if self.hurry { self.last_change } else { paced };
        if due < self.not_before { self.not_before } else { due }
    }

    /// What is done unasked: a panic of the rules costs the table in memory, nothing else.
    fn carefully(&mut self, play: fn(&mut Desk)) {
        let played = catch_unwind(AssertUnwindSafe(|| play(self)));
        if let Err(panic) = played {
            self.report(format!(
                "the rules failed ({}); the game was read again",
                panic_text(&*panic)
            ));
            self.forget();
            self.not_before = Instant::now() + RETRY;
        }
    }

    /// Think ahead of time, move when the pace allows it.
    fn computer_step(&mut self) {
        let Some(seat) = self.computer_to_move() else {
            self.thought = None;
            return;
        };
        let version = self.changed.borrow().version;
        if Instant::now() < self.not_before {
            return;
        }
        match &mut self.thought {
            Some(thought) if thought.version == version && thought.seat == seat => {
                if thought.advice.is_none() && THINK_AT_MOST <= thought.since.elapsed() {
                    // It is left to itself; the next decision gets a new one.
                    thought.advice = Some(Advice::Panicked("it thought too long".into()));
                    self.thinker = None;
                }
                if thought.advice.is_some() && self.due() <= Instant::now() {
                    self.hurry = false;
                    let advice = self.thought.take().and_then(|it| it.advice);
                    self.decide(seat, version, advice.unwrap_or(Advice::Nothing));
                    self.start_thinking();
                }
            }
            _ => self.start_thinking(),
        }
    }

    fn start_thinking(&mut self) {
        let Some(seat) = self.computer_to_move() else { return };
        let Some(game) = &self.game else { return };
        let answers = game.table.journal().to_vec();
        let version = self.changed.borrow().version;
        self.thought = Some(Thought { version, seat, since: Instant::now(), advice: None });
        self.changed.send_if_modified(|it| {
            let new = it.thinking != Some(seat);
            it.thinking = Some(seat);
            new
        });
        let own = self.own.clone();
        let done =
            Box::new(move |advice| drop(own.send(Command::Advice { version, seat, advice })));
        self.ask_thinker(Job { answers, seat, done });
    }

    /// Take the advice; without good advice the first option. A game never stalls because a policy does.
    fn decide(&mut self, seat: u8, version: u64, advice: Advice) {
        let Some(game) = &mut self.game else { return };
        let from = game.table.journal().len();
        let advised = match &advice {
            Advice::Choice { question, reply } => game.table.answer(seat, question, reply).ok(),
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
            self.not_before = Instant::now() + RETRY;
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

    /// One question answered by standing orders of a person, if there is such a one.
    fn by_order(&mut self) -> Option<Vec<Answer>> {
        for seat in self.table.waiting_for() {
            let Some(orders) = self.orders.get(&seat).filter(|it| !it.is_empty()) else { continue };
            if self.asked_again.is_some() && self.asked_again == self.table.question_id(seat) {
                continue;
            }
            if let Some((question, reply)) = self.table.standing(seat, orders) {
                return self.table.answer_by_order(seat, &question, &reply).ok();
            }
        }
        None
    }

    /// What was sealed before the program stopped; one that no longer fits its question is void.
    fn seal_again(&mut self, sealed: &Sealed) {
        if let Ok(plan) = serde_json::from_str(&sealed.plan) {
            let _ = self.table.answer(sealed.seat, &sealed.question, &kernel::Reply::Plan(plan));
        }
    }
}

impl Pick {
    /// Everything the pick says has to be so.
    fn fits(&self, choice: &Choice) -> bool {
        let says_something = self.option.is_some()
            || self.place.is_some()
            || self.piece.is_some()
            || self.label.is_some();
        says_something
            && self.option.is_none_or(|it| choice.index == it)
            && self.place.is_none_or(|it| choice.place == Some(it))
            && (self.piece.is_none() || self.piece == choice.piece)
            && self.label.as_ref().is_none_or(|it| choice.label == *it)
    }

    /// The rule that refuses it, where the question names one.
    fn why_not(&self, question: &Question) -> Error {
        if let Some(option) = self.option.filter(|it| question.options.len() <= *it) {
            return Refused::NoSuchOption { option, of: question.options.len() }.into();
        }
        let says_where = self.place.is_some() || self.piece.is_some() || self.label.is_some();
        let refusal = question.refused.iter().find(|it| {
            says_where
                && self.place.is_none_or(|place| it.place == Some(place))
                && (self.piece.is_none() || self.piece == it.piece)
                && self.label.as_ref().is_none_or(|label| it.label == *label)
        });
        match refusal {
            Some(it) => Error::Forbidden { message: it.reason.clone(), rule: it.rule.clone() },
            None => Error::Invalid(format!(
                "this is not one of the options of {}: {}",
                question.id, question.prompt
            )),
        }
    }
}

fn json(it: &impl Serialize) -> Arc<str> {
    serde_json::to_string(it).unwrap_or_default().into()
}
