//! All games: those at rest in the store, and the desks of those in play.

use std::collections::BTreeMap;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use kernel::{Bounds, FORMAT, Header, Journal, JournalError, SeatKind, Seed};
use play::Table;
use sha2::{Digest, Sha256};
use store::{Game, Listed, Status, Store};
use tokio::sync::{oneshot, watch};

use crate::desk::{Change, Command, Desk, Drawing, Handle, Look, Reply, Seen};
use crate::error::Error;
use crate::guard::{Buckets, Caller};
use crate::pages::Picture;
use crate::shelf::{Shelf, ShelfError};
use crate::verify::{rules_header, verify};

#[derive(Clone, Debug)]
pub struct HallConfig {
    /// Others can reach this server: seats need invitations, requests are counted.
    pub open_to_network: bool,
    /// Pause between two decisions of the computer, until somebody sets another.
    pub pace: Duration,
}

impl Default for HallConfig {
    fn default() -> HallConfig {
        HallConfig { open_to_network: false, pace: Duration::from_millis(350) }
    }
}

pub struct Hall {
    pub(crate) config: HallConfig,
    pub(crate) store: Arc<Store>,
    pub(crate) shelf: Arc<dyn Shelf>,
    pub(crate) buckets: Buckets,
    pub(crate) closing: watch::Sender<bool>,
    desks: Mutex<BTreeMap<String, Handle>>,
    /// Drawings made so far, one for all games of a scenario.
    pictures: Mutex<BTreeMap<PictureKey, Picture>>,
}

/// System, module, scenario and its content; which drawing.
pub(crate) type PictureKey = ([String; 4], Drawing);

/// What a new game is to be.
pub(crate) struct NewGame {
    pub(crate) system: String,
    pub(crate) module: String,
    pub(crate) scenario: String,
    pub(crate) seats: Vec<SeatKind>,
    pub(crate) options: Vec<String>,
    pub(crate) contribution: Option<String>,
    pub(crate) title: Option<String>,
}

/// A game just made, and the invitations to it, by seat.
pub(crate) struct Made {
    pub(crate) id: String,
    pub(crate) seats: Vec<SeatKind>,
    pub(crate) position: usize,
    pub(crate) tokens: BTreeMap<u8, String>,
}

impl Hall {
    pub fn new(store: Store, shelf: Arc<dyn Shelf>, config: HallConfig) -> Arc<Hall> {
        Arc::new(Hall {
            config,
            store: Arc::new(store),
            shelf,
            buckets: Buckets::default(),
            closing: watch::Sender::new(false),
            desks: Mutex::default(),
            pictures: Mutex::default(),
        })
    }

    /// Tell everybody who watches that the server closes. Games need nothing: what is acknowledged is on the disk.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Done when `close` has been called.
    pub async fn closed(&self) {
        let mut closing = self.closing.subscribe();
        let _ = closing.wait_for(|it| *it).await;
    }

    // Desks.

    /// The desk of a game, started where there is none. Commands are sent under the lock, so that a desk which
    /// retires has either got them or is gone from the list.
    pub(crate) fn send(
        self: &Arc<Hall>,
        id: &str,
        command: Command,
    ) -> Result<watch::Receiver<Change>, Error> {
        if !is_id(id) {
            return Err(store::StoreError::UnknownGame { id: id.into() }.into());
        }
        let mut desks = lock(&self.desks);
        let mut command = command;
        if let Some(handle) = desks.get(id) {
            match handle.inbox.send(command) {
                Ok(()) => return Ok(handle.changed.clone()),
                Err(back) => command = back.0,
            }
        }
        let (store, shelf) = (self.store.clone(), self.shelf.clone());
        let handle = Desk::start(id.into(), Arc::downgrade(self), store, shelf, self.config.pace)?;
        let _ = handle.inbox.send(command);
        let changed = handle.changed.clone();
        desks.insert(id.into(), handle);
        Ok(changed)
    }

    /// A desk wants to leave: it may, unless a command has come in the meantime.
    pub(crate) fn retire(&self, id: &str, inbox: &Receiver<Command>) -> Option<Command> {
        let mut desks = lock(&self.desks);
        if let Ok(command) = inbox.try_recv() {
            return Some(command);
        }
        desks.remove(id);
        None
    }

    pub(crate) fn forget(&self, id: &str) {
        lock(&self.desks).remove(id);
    }

    /// Send a command and wait for its reply.
    pub(crate) async fn ask<T>(
        self: &Arc<Hall>,
        id: &str,
        command: impl FnOnce(Reply<T>) -> Command,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        self.send(id, command(reply))?;
        answer.await.unwrap_or_else(|_| Err(Error::Bug("the rules failed".into())))
    }

    /// Read something off a table, for the eyes of a seat.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Hall>,
        id: &str,
        seat: Option<u8>,
        look: impl FnOnce(&dyn Table, &Header) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.ask(id, |reply| {
            let look = Box::new(move |found: Result<Seen<'_>, Error>| {
                drop(reply.send(found.and_then(|Seen { table, header }| look(table, header))));
            });
            Command::Look(Look { seat, look })
        })
        .await
    }

    // Games.

    pub(crate) fn create(&self, wanted: NewGame) -> Result<Made, Error> {
        let NewGame { system, module, scenario, seats, options, contribution, title } = wanted;
        let content = self.shelf.content(&system, &module, &scenario)?;
        self.check_seats(&system, &module, &scenario, &seats)?;
        let mut seed = Seed::new(random()?);
        if let Some(contribution) = contribution {
            seed = seed.with(&contribution);
        }
        let header = Header {
            bocage: FORMAT,
            system,
            rules_version: content.rules_version,
            module,
            scenario,
            content: content.hash,
            options,
            seats,
            commitment: seed.commitment(),
        };
        let table = self.shelf.open(&rules_header(&header), Vec::new(), seed.clone())?;
        let at = now();
        let game = Game {
            id: new_id()?,
            title: title.unwrap_or(content.title),
            header,
            seed,
            answers: table.journal().to_vec(),
            status: status_of(&*table),
            parent: None,
            created: at,
            updated: at,
            take_backs: 0,
        };
        self.store.create(&game)?;
        let orders = table.first_orders();
        if !orders.is_empty() {
            let text = serde_json::to_string(&orders).map_err(|it| Error::Bug(it.to_string()))?;
            let people = (0u8..).zip(&game.header.seats).filter(|it| *it.1 == SeatKind::Human);
            for (seat, _) in people {
                self.store.order(&game.id, seat, Some(&text))?;
            }
        }
        self.made(game)
    }

    /// A game from a file. Everything is checked before anything is kept.
    pub(crate) fn import(&self, mut journal: Journal) -> Result<Made, Error> {
        let header = &journal.header;
        let fault = |it: JournalError| Error::Shelf(ShelfError::Journal(it));
        let content = self.shelf.content(&header.system, &header.module, &header.scenario)?;
        if content.rules_version != header.rules_version {
            let (found, expected) = (header.rules_version, content.rules_version);
            return Err(fault(JournalError::RulesVersion { found, expected }));
        }
        if content.hash != header.content {
            return Err(fault(JournalError::Content {
                found: header.content.clone(),
                expected: content.hash,
            }));
        }
        self.check_seats(&header.system, &header.module, &header.scenario, &header.seats)?;
        verify(&journal).map_err(fault)?;
        let fresh = Seed::new(random()?);
        let table =
            self.shelf.open(&rules_header(header), journal.answers.clone(), fresh.clone())?;
        // A revealed seed is no secret: a game that goes on gets a new one.
        let seed = journal.seed.clone().filter(|_| table.is_over()).unwrap_or(fresh);
        // Format 1 may stop in the middle of a secret decision in rounds; that is asked anew as a whole.
        journal.answers.truncate(table.journal().len());
        journal.header.bocage = FORMAT;
        let mut game = self.store.import(journal, &new_id()?, &content.title, seed, now())?;
        self.settle(&mut game, &*table)?;
        self.made(game)
    }

    /// Keep the dice thrown on the way to the first question, and what the list shows.
    fn settle(&self, game: &mut Game, table: &dyn Table) -> Result<(), Error> {
        let given = game.answers.len();
        game.status = status_of(table);
        game.answers = table.journal().to_vec();
        let from = given.at_most(game.answers.len());
        if from < given {
            self.store.truncate(&game.id, given, from, &game.status, game.updated)?;
        }
        Ok(self.store.append(&game.id, from, &game.answers[from..], &game.status, game.updated)?)
    }

    pub(crate) fn fork(&self, id: &str, at: usize) -> Result<Made, Error> {
        let game = self.store.fork(id, at, &new_id()?, Seed::new(random()?), now());
        match game {
            Ok(mut game) => {
                let header = rules_header(&game.header);
                let table = self.shelf.open(&header, game.answers.clone(), game.seed.clone())?;
                self.settle(&mut game, &*table)?;
                self.made(game)
            }
            Err(store::StoreError::Conflict { from, length, .. }) => Err(Error::Invalid(format!(
                "the game has {length} answers; it cannot be forked at {from}"
            ))),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn list(&self) -> Result<Vec<Listed>, Error> {
        let (listed, damaged) = self.store.list()?;
        for error in damaged {
            eprintln!("bocage: {error}");
        }
        Ok(listed)
    }

    /// The map of a scenario for the list.
    pub(crate) fn preview(
        &self,
        system: &str,
        module: &str,
        scenario: &str,
    ) -> Result<Picture, Error> {
        let content = self.shelf.content(system, module, scenario)?;
        let key = ([system, module, scenario, &content.hash].map(String::from), Drawing::Preview);
        self.picture(key, || Ok(self.shelf.map_svg(system, module, scenario)?))
    }

    /// A drawing that depends on the scenario only: made once.
    pub(crate) fn picture(
        &self,
        key: PictureKey,
        draw: impl FnOnce() -> Result<String, Error>,
    ) -> Result<Picture, Error> {
        if let Some(picture) = lock(&self.pictures).get(&key) {
            return Ok(picture.clone());
        }
        let picture = Picture::new(draw()?);
        lock(&self.pictures).insert(key, picture.clone());
        Ok(picture)
    }

    fn check_seats(
        &self,
        system: &str,
        module: &str,
        scenario: &str,
        seats: &[SeatKind],
    ) -> Result<(), Error> {
        let modules = self.shelf.modules();
        let found = modules.iter().find(|it| it.system == system && it.module == module);
        let found = found.and_then(|it| it.scenario(scenario).ok());
        let expected = found.map_or(2, |it| it.seats.len());
        if seats.len() == expected {
            return Ok(());
        }
        Err(Error::Invalid(format!("this scenario has {expected} seats, not {}", seats.len())))
    }

    fn made(&self, game: Game) -> Result<Made, Error> {
        let mut tokens = BTreeMap::new();
        if self.config.open_to_network {
            for (seat, kind) in game.header.seats.iter().enumerate() {
                if *kind == SeatKind::Human {
                    tokens.insert(seat as u8, self.invite(&game.id, seat as u8)?);
                }
            }
        }
        Ok(Made { id: game.id, seats: game.header.seats, position: game.answers.len(), tokens })
    }

    // Invitations.

    /// A new invitation to a seat; an earlier one is void.
    pub(crate) fn invite(&self, id: &str, seat: u8) -> Result<String, Error> {
        let token = base32(&random::<32>()?);
        self.store.invite(id, seat, digest(&token))?;
        Ok(token)
    }

    /// May this caller act for the seat?
    pub(crate) fn may_act(&self, caller: &Caller, id: &str, seat: u8) -> Result<(), Error> {
        if !self.config.open_to_network {
            return Ok(());
        }
        let Some(token) = &caller.token else { return Err(Error::NeedsToken { seat }) };
        let invites = self.store.invites(id)?;
        let given = digest(token);
        let matches = invites
            .iter()
            .any(|(it, expected)| *it == seat && equal_in_constant_time(expected, &given));
        if matches { Ok(()) } else { Err(Error::WrongToken { seat }) }
    }

    /// Whose eyes the caller sees with: the seat's, or a spectator's where there is no invitation.
    pub(crate) fn eyes(
        &self,
        caller: &Caller,
        id: &str,
        seat: Option<u8>,
    ) -> Result<Option<u8>, Error> {
        let Some(seat) = seat else { return Ok(None) };
        match self.may_act(caller, id, seat) {
            Ok(()) => Ok(Some(seat)),
            Err(Error::NeedsToken { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Does the caller hold any seat of the game?
    pub(crate) fn holds_a_seat(
        &self,
        caller: &Caller,
        game: &Header,
        id: &str,
    ) -> Result<(), Error> {
        let mut result = Err(Error::HostOnly);
        for (seat, kind) in game.seats.iter().enumerate() {
            if *kind == SeatKind::Human {
                result = self.may_act(caller, id, seat as u8);
                if result.is_ok() {
                    break;
                }
            }
        }
        if self.config.open_to_network { result } else { Ok(()) }
    }
}

/// The list's line for a table.
pub(crate) fn status_of(table: &dyn Table) -> Status {
    let (turn, outcome) = table.label();
    Status { turn, waiting_for: table.waiting_for(), over: table.is_over(), outcome }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_millis() as i64)
}

pub(crate) fn random<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|it| Error::Bug(format!("no random numbers from the system: {it}")))?;
    Ok(bytes)
}

/// Digits and letters that are not mistaken for each other.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// 128 bits, 5 a letter.
const ID_LETTERS: usize = 26;

fn new_id() -> Result<String, Error> {
    Ok(base32(&random::<16>()?))
}

fn is_id(text: &str) -> bool {
    text.len() == ID_LETTERS && text.bytes().all(|it| ALPHABET.contains(&it))
}

fn base32(bytes: &[u8]) -> String {
    let mut text = String::new();
    let (mut bits, mut held) = (0_u32, 0_u32);
    for byte in bytes {
        held = held << 8 | u32::from(*byte);
        bits += 8;
        while 5 <= bits {
            bits -= 5;
            text.push(ALPHABET[(held >> bits & 31) as usize] as char);
        }
        held &= (1 << bits) - 1;
    }
    if 0 < bits {
        text.push(ALPHABET[(held << (5 - bits) & 31) as usize] as char);
    }
    text
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

fn equal_in_constant_time(a: &[u8; 32], b: &[u8; 32]) -> bool {
    std::hint::black_box(a.iter().zip(b).fold(0, |sum, (a, b)| sum | (a ^ b))) == 0
}

fn lock<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_have_128_bits_and_are_recognised() {
        assert_eq!(base32(&[0; 16]), "0".repeat(26));
        assert_eq!(base32(&[0xff; 16]), format!("{}w", "z".repeat(25)));
        assert_eq!(base32(&[0xff; 32]).len(), 52);
        let id = new_id().unwrap();
        assert!(is_id(&id), "{id}");
        assert_ne!(id, new_id().unwrap());
        assert!(!is_id("../../etc/passwd"));
        assert!(!is_id(&id[1..]));
    }

    #[test]
    fn tokens_are_compared_whole() {
        let a = digest("a");
        let mut b = a;
        assert!(equal_in_constant_time(&a, &b));
        b[31] ^= 1;
        assert!(!equal_in_constant_time(&a, &b));
    }
}
