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
use kernel::{Answer, JournalError, Reply, SeatKind, Seed};

use crate::sitting::Sitting;
use crate::table::{Refused, Table, TakenBack};
use crate::wire::{Card, LogLine, OddsView, Overlay, SightView, View};

/// A GTS game in play.
pub struct GtsTable(Sitting<Battle>);

impl GtsTable {
    /// Start (no answers) or resume a game.
    pub fn open(
        data: Arc<Data>,
        answers: Vec<Answer>,
        seed: Seed,
        seats: Vec<SeatKind>,
    ) -> Result<GtsTable, JournalError> {
        let start = Battle::new(Shared::new(data));
        Sitting::open(start, answers, seed, seats, 2).map(GtsTable)
    }

    fn battle(&self) -> &Battle {
        self.0.session.now()
    }

    fn viewer(seat: Option<u8>) -> Option<Side> {
        seat.and_then(|it| Side::BOTH.get(usize::from(it)).copied())
    }
}

impl Table for GtsTable {
    fn view(&self, seat: Option<u8>) -> View {
        view::view(&self.0, seat, self.0.length())
    }

    fn view_at(&self, seat: Option<u8>, position: usize) -> Result<View, Refused> {
        let length = self.0.length();
        if position == length {
            return Ok(self.view(seat));
        }
        let then = self.0.then(self.0.asked_before(position)?)?;
        let mut view = view::view(&then, seat, length);
        view.forward = self.0.decisions().find(|it| view.position < *it).or(Some(length));
        // A replay asks nothing.
        view.question = None;
        Ok(view)
    }

    fn log(&self, seat: Option<u8>, from: usize) -> Vec<LogLine> {
        log::lines(&self.0.session, Self::viewer(seat), from)
    }

    fn waiting_for(&self) -> Vec<u8> {
        self.0.waiting_for()
    }

    fn question_id(&self, seat: u8) -> Option<String> {
        self.0.question_id(seat)
    }

    fn answer(&mut self, seat: u8, question: &str, reply: &Reply) -> Result<Vec<Answer>, Refused> {
        self.0.answer(seat, question, reply)
    }

    fn sealed(&self, seat: u8) -> Option<String> {
        self.0.sealed(seat)
    }

    fn unseal(&mut self, seat: u8, question: &str) -> Result<(), Refused> {
        self.0.unseal(seat, question)
    }

    fn check_question(&self, seat: u8, question: &str) -> Result<(), Refused> {
        self.0.check_question(seat, question)
    }

    fn any_reply(&self, seat: u8) -> Option<Reply> {
        self.0.any_reply(seat)
    }

    fn undo(&mut self, seat: u8, with: &dyn Fn(u8) -> bool) -> Result<TakenBack, Refused> {
        self.0.undo(seat, with)
    }

    fn odds(&self, seat: u8, question: &str, option: usize) -> Result<OddsView, Refused> {
        self.0.check_question(seat, question)?;
        odds::odds(&self.0, seat, option)
    }

    fn at(&self, position: usize) -> Result<Box<dyn Table>, Refused> {
        Ok(Box::new(GtsTable(self.0.then(position)?)))
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
        self.0.session.journal()
    }

    fn is_over(&self) -> bool {
        self.0.session.pending().is_none()
    }

    fn advise(&self, seat: u8) -> Option<(String, Reply)> {
        let asked = self.0.session.asked(seat)?;
        // The computer sees what its seat may see, and nothing more.
        let seen = self.battle().seen_by(Some(asked.ask.who));
        let reply = match asked.ready {
            None => Reply::Option(staff::gts::decide(&seen, asked.ask, &asked.options)),
            Some(_) => Reply::Plan(serde_json::to_value(staff::gts::plan(&seen, asked.ask)).ok()?),
        };
        Some((self.question_id(seat)?, reply))
    }

    fn map_svg(&self) -> String {
        draw::map_svg(&self.battle().data().map, &draw::MapStyle::default())
    }

    fn counters_svg(&self) -> String {
        draw::counters_svg(self.battle().data())
    }
}
