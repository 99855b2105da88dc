//! The Grand Tactical Series behind the common face.

mod card;
mod display;
mod log;
mod marks;
mod odds;
mod overlay;
mod question;
mod view;

use std::sync::Arc;

use gts::data::{Data, Side};
use gts::{Battle, Shared};
use kernel::{Answer, Commitment, JournalError, Kind, SeatKind, Seed, Session};

use crate::table::{Refused, Table, TakenBack};
use crate::wire::{Card, LogLine, OddsView, Overlay, SightView, View};

/// A GTS game in play.
pub struct GtsTable {
    session: Session<Battle>,
    seed: Seed,
    seats: Vec<SeatKind>,
    commitment: Commitment,
}

impl GtsTable {
    /// Start (no answers) or resume a game.
    pub fn open(
        data: Arc<Data>,
        answers: Vec<Answer>,
        seed: Seed,
        seats: Vec<SeatKind>,
    ) -> Result<GtsTable, JournalError> {
        let session = Session::open(Battle::new(Shared::new(data)), answers, &seed)?;
        let commitment = seed.commitment();
        Ok(GtsTable { session, seed, seats, commitment })
    }

    fn battle(&self) -> &Battle {
        self.session.now()
    }

    fn side(seat: u8) -> Result<Side, Refused> {
        Side::BOTH.get(usize::from(seat)).copied().ok_or(Refused::NoSuchSeat { seat })
    }

    fn viewer(seat: Option<u8>) -> Option<Side> {
        seat.and_then(|it| Side::BOTH.get(usize::from(it)).copied())
    }

    /// The same game as it was after `position` answers; dice that follow without a question are thrown.
    fn then(&self, position: usize) -> Result<GtsTable, Refused> {
        let journal = self.session.journal();
        let unknown = || Refused::Unknown { what: "position", name: position.to_string() };
        let part = journal.get(..position).ok_or_else(unknown)?.to_vec();
        let session =
            Session::open(self.session.start().clone(), part, &self.seed).map_err(|_| unknown())?;
        Ok(GtsTable {
            session,
            seed: self.seed.clone(),
            seats: self.seats.clone(),
            commitment: self.commitment,
        })
    }
}

impl Table for GtsTable {
    fn view(&self, seat: Option<u8>) -> View {
        view::view(self, seat, self.session.journal().len())
    }

    fn view_at(&self, seat: Option<u8>, position: usize) -> Result<View, Refused> {
        if position == self.session.journal().len() {
            return Ok(self.view(seat));
        }
        let length = self.session.journal().len();
        if length < position {
            return Err(Refused::Unknown { what: "position", name: position.to_string() });
        }
        // Between two dice nothing can be seen: show the question before them.
        let asked = view::decisions(&self.session).rev().find(|it| *it <= position);
        let then = self.then(asked.unwrap_or(0))?;
        let mut view = view::view(&then, seat, length);
        view.forward =
            view::decisions(&self.session).find(|it| view.position < *it).or(Some(length));
        // A replay asks nothing.
        view.question = None;
        Ok(view)
    }

    fn log(&self, seat: Option<u8>, from: usize) -> Vec<LogLine> {
        log::lines(&self.session, Self::viewer(seat), from)
    }

    fn waiting_for(&self) -> Vec<u8> {
        let asks = self.session.pending().map(|it| it.asks.iter());
        asks.into_iter().flatten().map(|it| it.ask.who as u8).collect()
    }

    /// The number of answers the question follows; those given to the same secret question do not count.
    fn question_id(&self, seat: u8) -> Option<String> {
        let pending = self.session.pending()?;
        let asked = self.session.asked(seat)?;
        let journal = self.session.journal();
        let mut position = journal.len();
        if pending.secret {
            let given = journal
                .iter()
                .rev()
                .take_while(|it| it.kind == Kind::Secret && it.seat != seat)
                .count();
            position -= given.min(1);
        }
        Some(format!("{position}.{}.{:x}", seat, asked.ask.rule.tag()))
    }

    fn answer(&mut self, seat: u8, question: &str, option: usize) -> Result<Vec<Answer>, Refused> {
        Self::side(seat)?;
        if self.is_over() {
            return Err(Refused::Over);
        }
        let now = self.question_id(seat);
        let Some(asked) = self.session.asked(seat) else {
            return Err(Refused::NotYours { seat, waiting_for: self.waiting_for() });
        };
        if now.as_deref() != Some(question) {
            return Err(Refused::Stale { asked: question.into(), now });
        }
        let of = asked.options.len();
        match self.session.answer(seat, option, &self.seed) {
            Some(entries) => Ok(entries.to_vec()),
            None => Err(Refused::NoSuchOption { option, of }),
        }
    }

    fn undo(&mut self, seat: u8, with: &dyn Fn(u8) -> bool) -> Result<TakenBack, Refused> {
        Self::side(seat)?;
        let length = self.session.undo_to(seat, with).map_err(Refused::Undo)?;
        self.session.truncate(length, &self.seed);
        Ok(TakenBack { length: self.session.journal().len() })
    }

    fn odds(&self, seat: u8, question: &str, option: usize) -> Result<OddsView, Refused> {
        let now = self.question_id(seat);
        if now.as_deref() != Some(question) {
            return Err(Refused::Stale { asked: question.into(), now });
        }
        odds::odds(self, seat, option)
    }

    fn at(&self, position: usize) -> Result<Box<dyn Table>, Refused> {
        Ok(Box::new(self.then(position)?))
    }

    fn overlay(
        &self,
        seat: Option<u8>,
        kind: &str,
        hex: Option<u16>,
        piece: Option<&str>,
    ) -> Result<Overlay, Refused> {
        overlay::overlay(self.battle(), Self::viewer(seat), kind, hex, piece)
    }

    fn sight(&self, _seat: Option<u8>, from: u16, to: u16) -> Result<SightView, Refused> {
        overlay::sight(self.battle(), from, to)
    }

    fn hex_card(&self, _seat: Option<u8>, hex: u16) -> Result<Card, Refused> {
        card::hex(self.battle(), hex)
    }

    fn piece_card(&self, _seat: Option<u8>, piece: &str) -> Result<Card, Refused> {
        card::piece(self.battle(), piece)
    }

    fn journal(&self) -> &[Answer] {
        self.session.journal()
    }

    fn is_over(&self) -> bool {
        self.session.pending().is_none()
    }

    fn advise(&self, seat: u8) -> Option<(String, usize)> {
        let asked = self.session.asked(seat)?;
        // The computer sees what its seat may see, and nothing more.
        let seen = self.battle().seen_by(Some(asked.ask.who));
        let option = staff::gts::decide(&seen, asked.ask, &asked.options);
        Some((self.question_id(seat)?, option))
    }

    fn map_svg(&self) -> String {
        draw::map_svg(&self.battle().data().map, &draw::MapStyle::default())
    }

    fn counters_svg(&self) -> String {
        draw::counters_svg(self.battle().data())
    }
}
