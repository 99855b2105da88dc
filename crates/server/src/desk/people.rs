//! Who is at the table, what they say, and what they agree to take back.

use kernel::{Answer, Header, Kind, SeatKind, Stirred};
use play::Refused;

use super::{Back, Desk};
use crate::error::Error;
use crate::hall::status_of;

impl Desk {
    /// Somebody sits down to watch, or leaves; without a seat a spectator.
    pub(super) fn here(&mut self, seat: Option<u8>, came: bool) {
        self.changed.send_modify(|it| {
            let count = it.people.here.entry(seat).or_default();
            *count = if came { *count + 1 } else { count.saturating_sub(1) };
            it.people.came.extend(seat.filter(|_| came));
        });
    }

    /// Keep what a seat says and tell everybody.
    pub(super) fn say(&mut self, seat: u8, text: &str) -> Result<usize, Error> {
        self.people(seat)?;
        let said = self.store.say(&self.id, seat, text, self.moment.millis)?;
        self.changed.send_modify(|it| it.said = said);
        Ok(said)
    }

    pub(super) fn retitle(&mut self, title: &str) -> Result<(), Error> {
        self.store.retitle(&self.id, title)?;
        self.changed.send_modify(|it| it.title = Some(title.into()));
        Ok(())
    }

    /// Ask the others whether the latest decision of this seat may be taken back, though dice have fallen or others have
    /// decided since.
    pub(super) fn ask_back(&mut self, seat: u8, position: usize) -> Result<(), Error> {
        let game = self.people(seat)?;
        let at = game.table.position(Some(seat));
        if at != position {
            return Err(Error::MovedOn { position, now: at });
        }
        if game.table.is_over() {
            return Err(Refused::Undo(kernel::Undo::Over).into());
        }
        let others = others(&game.header, seat);
        if others.is_empty() {
            let why =
                "nobody else plays who could agree; fork the game at an earlier moment instead";
            return Err(Error::Invalid(why.into()));
        }
        let Some(to) = latest_by_hand(game.table.journal(), seat) else {
            return Err(Refused::Undo(kernel::Undo::NothingToUndo).into());
        };
        let back = Back { seat, to, left: others };
        self.changed.send_modify(|it| it.back = Some(back));
        Ok(())
    }

    /// Another player agrees, or does not. With the last one the game goes back, and dice that were thrown since are
    /// thrown anew: nobody may know how they fall.
    pub(super) fn answer_back(&mut self, seat: u8, yes: bool) -> Result<(), Error> {
        self.people(seat)?;
        let asked = self.changed.borrow().back.clone();
        let Some(mut back) = asked.filter(|it| it.left.contains(&seat) || it.seat == seat) else {
            return Err(Error::Invalid("nobody has asked this seat to take anything back".into()));
        };
        // Who has asked may think again.
        if !yes {
            self.changed.send_modify(|it| it.back = None);
            return Ok(());
        }
        if !back.left.contains(&seat) {
            return Err(Error::Invalid("the others have to agree, not who has asked".into()));
        }
        back.left.retain(|it| *it != seat);
        if !back.left.is_empty() {
            self.changed.send_modify(|it| it.back = Some(back));
            return Ok(());
        }
        self.take_back(back.to)
    }

    fn take_back(&mut self, to: usize) -> Result<(), Error> {
        let take_backs = self.changed.borrow().take_backs;
        let game = self.game()?;
        let journal = game.table.journal();
        let (length, kept) = (journal.len(), journal[..to].to_vec());
        let throws = |it: &[Answer]| it.iter().filter(|it| it.kind == Kind::Thrown).count() as u64;
        let mut header = game.header.clone();
        let from = throws(&kept);
        if from < throws(journal) {
            let with = format!("take-back {} to {to}", take_backs + 1);
            header.dice.push(Stirred { from, seat: None, with });
        }
        let seed = game.seed.clone();
        let table = self.stock.open(&header, kept, &seed)?;
        let status = status_of(&*table);
        self.store.truncate(&self.id, length, to, &status, Some(&header), self.moment.millis)?;
        self.forget();
        self.publish(|it| {
            it.take_backs += 1;
            it.back = None;
        });
        Ok(())
    }
}

/// People in other seats.
fn others(header: &Header, seat: u8) -> Vec<u8> {
    let seats = header.seats.iter().enumerate();
    let others = seats.filter(|it| *it.1 == SeatKind::Human && it.0 != usize::from(seat));
    others.map(|it| it.0 as u8).collect()
}

/// Where the latest decision of a seat stands that no standing order gave; what was declared together goes together.
fn latest_by_hand(journal: &[Answer], seat: u8) -> Option<usize> {
    let by_hand = |it: &Answer| it.kind != Kind::Thrown && it.seat == seat && !it.ordered;
    let at = journal.iter().rposition(by_hand)?;
    if journal[at].kind != Kind::Declared {
        return Some(at);
    }
    let declared = |it: &&Answer| it.kind == Kind::Declared;
    Some(at - journal[..at].iter().rev().take_while(declared).count())
}
