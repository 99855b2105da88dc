//! All games: those at rest in the store, and the desks of those in play.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use kernel::{
    Answer, Bounds, Commitment, FORMAT, Header, Journal, JournalError, SeatKind, Seed, Stirred,
};
use play::Table;
use sha2::{Digest, Sha256};
use store::{After, Game, Page, Status, Store};
use tokio::sync::{oneshot, watch};

use crate::counts::Counts;
use crate::desk::{Change, Command, Drawing, Driver, Look, Reply, Seen};
use crate::error::Error;
use crate::guard::{Buckets, Caller};
use crate::known::Dealer;
use crate::log::LogStyle;
use crate::pages::Picture;
use crate::shelf::{Shelf, ShelfError};
use crate::stock::Stock;
use crate::verify::verify;

#[derive(Clone, Debug)]
pub struct HallConfig {
    /// Others can reach this server: seats need invitations, requests are counted.
    pub open_to_network: bool,
    /// Pause between two decisions of the computer, until somebody sets another.
    pub pace: Duration,
    /// Where others find this server, for the links of invitations: `http://192.168.1.20:1944`.
    pub address: Option<String>,
    /// Who knows this is the host, wherever he comes from. Nobody is on an open server without one.
    pub host_key: Option<String>,
    /// Names by which an open server is reached; by numbers it always is.
    pub names: Vec<String>,
    /// Proxies in front of it: what they say of where a request comes from is believed.
    pub proxies: Vec<IpAddr>,
    /// Games that others than the host may make it hold.
    pub most_games: usize,
    /// May others than the host make games at all?
    pub guests_may_create: bool,
    /// Games in memory at the same time.
    pub most_open: usize,
    /// Connections at the same time, and of those from one address of the network.
    pub most_connections: usize,
    pub most_connections_each: usize,
    /// Who has not said what he wants in this time is shown out.
    pub patience: Duration,
    pub log: LogStyle,
}

impl Default for HallConfig {
    fn default() -> HallConfig {
        HallConfig {
            open_to_network: false,
            pace: Duration::from_millis(350),
            address: None,
            host_key: None,
            names: Vec::new(),
            proxies: Vec::new(),
            most_games: 1_000,
            guests_may_create: true,
            most_open: 500,
            most_connections: 2_000,
            most_connections_each: 100,
            patience: Duration::from_secs(15),
            log: LogStyle::Plain,
        }
    }
}

pub struct Hall {
    pub(crate) config: HallConfig,
    pub(crate) store: Arc<Store>,
    pub(crate) shelf: Arc<dyn Shelf>,
    pub(crate) stock: Stock,
    pub(crate) buckets: Buckets,
    pub(crate) closing: watch::Sender<bool>,
    pub(crate) counts: Counts,
    pub(crate) dealer: Dealer,
    desks: Mutex<BTreeMap<String, Arc<Driver>>>,
    /// Digests of invitations of games that somebody plays, by seat: they are asked for with every answer.
    invites: Mutex<BTreeMap<String, Arc<[Invitation]>>>,
    /// Secrets whose commitments have been published, for games that have not been made yet. The oldest first.
    promised: Mutex<Vec<Seed>>,
    /// Who wants a game to be deleted that others play as well.
    farewells: Mutex<BTreeMap<String, BTreeSet<u8>>>,
    /// Drawings made so far, one for all games of a scenario.
    pictures: Mutex<BTreeMap<PictureKey, Picture>>,
}

/// A seat, and the digest of the token that it was given away with.
type Invitation = (u8, [u8; 32]);

/// Games whose invitations are remembered at most.
const INVITED: usize = 10_000;

/// Secrets for games to come that are remembered at most.
const PROMISES: usize = 1_000;

/// System, module, scenario and its content; which drawing.
pub(crate) type PictureKey = ([String; 4], Drawing);

/// What a new game is to be.
pub(crate) struct NewGame {
    pub(crate) system: String,
    pub(crate) module: String,
    pub(crate) scenario: String,
    pub(crate) seats: Vec<SeatKind>,
    pub(crate) options: Vec<String>,
    /// To the dice, after their commitment was published.
    pub(crate) contribution: Option<(Commitment, String)>,
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
        let store = Arc::new(store);
        let stock = Stock { store: store.clone(), shelf: shelf.clone() };
        Arc::new(Hall {
            config,
            store,
            shelf,
            stock,
            promised: Mutex::default(),
            farewells: Mutex::default(),
            buckets: Buckets::default(),
            closing: watch::Sender::new(false),
            counts: Counts::default(),
            dealer: Dealer::default(),
            invites: Mutex::default(),
            desks: Mutex::default(),
            pictures: Mutex::default(),
        })
    }

    /// Tell everybody who watches that the server closes. Games need nothing: what is acknowledged is on the disk.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Bring all that was written into one file: for a clean stop.
    pub fn settle_down(&self) -> Result<(), Error> {
        Ok(self.store.checkpoint()?)
    }

    /// How often the disk was waited for, and for how many writings.
    pub fn written(&self) -> store::Written {
        self.store.written()
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
        if let Some(driver) = desks.get(id) {
            match driver.send(command) {
                Ok(()) => return Ok(driver.changed()),
                Err(back) => command = back,
            }
        }
        if self.config.most_open <= desks.len() {
            make_room(&mut desks, self.config.most_open)?;
        }
        let driver = Driver::new(id, self);
        let changed = driver.changed();
        let _ = driver.send(command);
        desks.insert(id.into(), driver);
        Ok(changed)
    }

    /// A desk at which nothing happens may be cleared, unless somebody watches or a command has come in the meantime.
    pub(crate) fn retire(&self, id: &str, driver: &Arc<Driver>) {
        let mut desks = lock(&self.desks);
        if desks.get(id).is_some_and(|it| Arc::ptr_eq(it, driver)) && driver.clear() {
            desks.remove(id);
        }
    }

    pub(crate) fn forget(&self, id: &str) {
        lock(&self.desks).remove(id);
        lock(&self.invites).remove(id);
    }

    /// Games in memory.
    pub(crate) fn open(&self) -> usize {
        lock(&self.desks).len()
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
        let (seed, dice) = self.dice(contribution, &seats)?;
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
            dice,
        };
        self.store.keep_files(&header.content, &content.files)?;
        let table = self.stock.open(&header, Vec::new(), &seed)?;
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

    /// Draw the secret of a game to come and publish its commitment, before anybody contributes to the dice.
    pub(crate) fn promise(&self) -> Result<Commitment, Error> {
        let seed = Seed::new(random()?);
        let commitment = seed.commitment();
        let mut promised = lock(&self.promised);
        if PROMISES <= promised.len() {
            promised.remove(0);
        }
        promised.push(seed);
        Ok(commitment)
    }

    /// The secret of a new game, and what its creator adds to it.
    fn dice(
        &self,
        contribution: Option<(Commitment, String)>,
        seats: &[SeatKind],
    ) -> Result<(Seed, Vec<Stirred>), Error> {
        let Some((commitment, with)) = contribution else {
            return Ok((Seed::new(random()?), Vec::new()));
        };
        let mut promised = lock(&self.promised);
        let at = promised.iter().position(|it| it.commitment() == commitment);
        // Each secret is used once.
        let seed = promised.remove(at.ok_or_else(|| {
            Error::Invalid("this commitment is not known here any more; ask for another".into())
        })?);
        let seat = seats.iter().position(|it| *it == SeatKind::Human).map(|it| it as u8);
        Ok((seed, vec![Stirred { from: 0, seat, with }]))
    }

    /// A game from a file. Everything is checked before anything is kept but the files it brings.
    pub(crate) fn import(&self, mut journal: Journal) -> Result<Made, Error> {
        let header = &journal.header;
        let fault = |it: JournalError| Error::Shelf(ShelfError::Journal(it));
        verify(&journal).map_err(fault)?;
        self.check_seats(&header.system, &header.module, &header.scenario, &header.seats)?;
        self.stock.take(header, &journal.files)?;
        let fresh = Seed::new(random()?);
        let table = self.stock.open(header, journal.answers.clone(), &fresh)?;
        // A revealed seed is no secret: a game that goes on gets a new one.
        let seed = journal.seed.clone().filter(|_| table.is_over()).unwrap_or(fresh);
        let title = match self.shelf.content(&header.system, &header.module, &header.scenario) {
            Ok(content) => content.title,
            Err(_) => table.head().title,
        };
        // Format 1 may stop in the middle of a secret decision in rounds; that is asked anew as a whole.
        journal.answers.truncate(table.journal().len());
        journal.header.bocage = FORMAT;
        let mut game = self.store.import(journal, &new_id()?, &title, seed, now())?;
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
            self.store.truncate(&game.id, given, from, &game.status, None, game.updated)?;
        }
        Ok(self.store.append(&game.id, from, &game.answers[from..], &game.status, game.updated)?)
    }

    pub(crate) fn fork(&self, id: &str, answers: Vec<Answer>) -> Result<Made, Error> {
        let game = self.store.fork(id, answers, &new_id()?, Seed::new(random()?), now());
        match game {
            Ok(mut game) => {
                let table = self.stock.open(&game.header, game.answers.clone(), &game.seed)?;
                self.settle(&mut game, &*table)?;
                self.made(game)
            }
            Err(store::StoreError::Conflict { from, length, .. }) => Err(Error::Invalid(format!(
                "the game has {length} answers; it cannot be forked at {from}"
            ))),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn list(&self, after: Option<&After>, most: usize) -> Result<Page, Error> {
        let page = self.store.list(after, most)?;
        for error in &page.damaged {
            self.config.log.warn(None, &error.to_string());
        }
        Ok(page)
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
        // A module that is not here any more has as many as its games have.
        let expected = found.map_or(seats.len(), |it| it.seats.len());
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
        let token = new_key()?;
        self.store.invite(id, seat, digest(&token))?;
        lock(&self.invites).remove(id);
        Ok(token)
    }

    /// The invitations of a game.
    fn invitations(&self, id: &str) -> Result<Arc<[Invitation]>, Error> {
        if let Some(known) = lock(&self.invites).get(id) {
            return Ok(known.clone());
        }
        let invites: Arc<[Invitation]> = self.store.invites(id)?.into();
        let mut all = lock(&self.invites);
        if INVITED <= all.len() {
            all.pop_first();
        }
        // Games that are not there have none, and are many.
        if !invites.is_empty() {
            all.insert(id.into(), invites.clone());
        }
        Ok(invites)
    }

    /// May this caller act for the seat?
    pub(crate) fn may_act(&self, caller: &Caller, id: &str, seat: u8) -> Result<(), Error> {
        if !self.config.open_to_network {
            return Ok(());
        }
        let Some(token) = &caller.token else { return Err(Error::NeedsToken { seat }) };
        let invites = self.invitations(id)?;
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

    /// Is this the secret that was printed at the start?
    pub(crate) fn is_host_key(&self, given: &str) -> bool {
        let key = self.config.host_key.as_deref();
        key.is_some_and(|it| equal_in_constant_time(&digest(it), &digest(given)))
    }

    /// May this caller make the server hold another game?
    pub(crate) fn has_room(&self, caller: &Caller) -> Result<(), Error> {
        if !self.config.open_to_network || caller.is_host {
            return Ok(());
        }
        if !self.config.guests_may_create {
            return Err(Error::HostOnly);
        }
        let most = self.config.most_games;
        if self.store.count()? < most { Ok(()) } else { Err(Error::Full { most }) }
    }

    /// A player wants the game deleted. It goes when all people in it do; the others who have still to say so.
    pub(crate) fn farewell(
        &self,
        caller: &Caller,
        game: &Header,
        id: &str,
    ) -> Result<Vec<u8>, Error> {
        self.holds_a_seat(caller, game, id)?;
        let seats = (0..).zip(&game.seats).filter(|it| *it.1 == SeatKind::Human).map(|it| it.0);
        let people: Vec<u8> = seats.collect();
        let own = people.iter().copied().filter(|it| self.may_act(caller, id, *it).is_ok());
        let mut farewells = lock(&self.farewells);
        let said = farewells.entry(id.into()).or_default();
        said.extend(own);
        Ok(people.into_iter().filter(|it| !said.contains(it)).collect())
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

/// Clear an eighth of the desks, those first at which nobody has done anything for the longest time.
fn make_room(desks: &mut BTreeMap<String, Arc<Driver>>, most: usize) -> Result<(), Error> {
    let mut idle: Vec<(Instant, String)> =
        desks.iter().map(|(id, it)| (it.asked(), id.clone())).collect();
    idle.sort_unstable();
    let mut left = (most / 8).at_least(1);
    for (_, id) in idle {
        if desks.get(&id).is_some_and(|it| it.clear()) {
            desks.remove(&id);
            left -= 1;
            if left == 0 {
                break;
            }
        }
    }
    if desks.len() < most { Ok(()) } else { Err(Error::Busy { most }) }
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

/// A secret of 256 bits, as it stands in addresses.
pub fn new_key() -> Result<String, Error> {
    Ok(base32(&random::<32>()?))
}

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

pub(crate) fn lock<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
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
