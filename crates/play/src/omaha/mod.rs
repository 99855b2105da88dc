//! The landing on Omaha Beach behind the common face: one seat, the cards play the Germans.
//!
//! Everything but `answer` works on what the player may see ([`Day::seen`], omaha.scale.hidden-info): faces never seen
//! are mixed there, so nothing worked out from it can give one away. German counters are named by where they stand.

mod card;
mod danger;
mod deck;
mod display;
mod log;
mod marks;
mod odds;
mod overlay;
mod pieces;
mod question;
mod summary;
mod view;

use std::cell::RefCell;
use std::sync::Arc;

use kernel::{Answer, JournalError, SeatKind, Seed};
use omaha::data::Data;
use omaha::{Day, Shared};

use crate::sitting::Sitting;
use crate::table::{Refused, Table, TakenBack};
use crate::wire::{Card, LogLine, OddsView, Overlay, SightView, View};

/// A landing in play.
pub struct OmahaTable {
    sitting: Sitting<Day>,
    /// What the next German fire may do, worked out once a position: after how many answers, and what.
    danger: RefCell<Option<(usize, Arc<danger::Danger>)>>,
}

impl OmahaTable {
    /// Start (no answers) or resume a game.
    pub fn open(
        data: Arc<Data>,
        answers: Vec<Answer>,
        seed: Seed,
        seats: Vec<SeatKind>,
    ) -> Result<OmahaTable, JournalError> {
        let start = Day::new(Shared::new(data));
        Sitting::open(start, answers, seed, seats, 1).map(OmahaTable::of)
    }

    fn of(sitting: Sitting<Day>) -> OmahaTable {
        OmahaTable { sitting, danger: RefCell::default() }
    }

    /// The position as the player may see it.
    fn seen(&self) -> Day {
        self.sitting.session.now().seen()
    }

    fn danger(&self, g: &Day) -> Arc<danger::Danger> {
        let length = self.sitting.length();
        let mut kept = self.danger.borrow_mut();
        match &*kept {
            Some((at, known)) if *at == length => known.clone(),
            _ => {
                let found = Arc::new(danger::Danger::of(g));
                *kept = Some((length, found.clone()));
                found
            }
        }
    }
}

impl Table for OmahaTable {
    fn view(&self, seat: Option<u8>) -> View {
        view::view(&self.sitting, seat, self.sitting.length())
    }

    fn view_at(&self, seat: Option<u8>, position: usize) -> Result<View, Refused> {
        let length = self.sitting.length();
        if position == length {
            return Ok(self.view(seat));
        }
        let then = self.sitting.then(self.sitting.asked_before(position)?)?;
        let mut view = view::view(&then, seat, length);
        view.forward = self.sitting.decisions().find(|it| view.position < *it).or(Some(length));
        // A replay asks nothing.
        view.question = None;
        Ok(view)
    }

    fn log(&self, _seat: Option<u8>, from: usize) -> Vec<LogLine> {
        log::lines(&self.sitting.session, from)
    }

    fn waiting_for(&self) -> Vec<u8> {
        self.sitting.waiting_for()
    }

    fn question_id(&self, seat: u8) -> Option<String> {
        self.sitting.question_id(seat)
    }

    fn answer(&mut self, seat: u8, question: &str, option: usize) -> Result<Vec<Answer>, Refused> {
        self.sitting.answer(seat, question, option)
    }

    fn undo(&mut self, seat: u8, with: &dyn Fn(u8) -> bool) -> Result<TakenBack, Refused> {
        self.sitting.undo(seat, with)
    }

    fn odds(&self, seat: u8, question: &str, option: usize) -> Result<OddsView, Refused> {
        self.sitting.check_question(seat, question)?;
        odds::odds(&self.sitting, seat, option, |g| self.danger(g))
    }

    fn at(&self, position: usize) -> Result<Box<dyn Table>, Refused> {
        Ok(Box::new(OmahaTable::of(self.sitting.then(position)?)))
    }

    fn overlay(
        &self,
        _seat: Option<u8>,
        kind: &str,
        hex: Option<u16>,
        piece: Option<&str>,
    ) -> Result<Overlay, Refused> {
        overlay::overlay(&self.seen(), kind, hex, piece)
    }

    /// Nobody asks for a line of sight here: fields of fire are printed.
    fn sight(&self, _seat: Option<u8>, _from: u16, _to: u16) -> Result<SightView, Refused> {
        Err(Refused::Unknown { what: "overlay", name: "sight".into() })
    }

    fn hex_card(&self, _seat: Option<u8>, hex: u16) -> Result<Card, Refused> {
        let g = self.seen();
        card::hex(&g, hex, || self.danger(&g))
    }

    fn piece_card(&self, _seat: Option<u8>, piece: &str) -> Result<Card, Refused> {
        let g = self.seen();
        card::piece(&g, piece, || self.danger(&g))
    }

    fn journal(&self) -> &[Answer] {
        self.sitting.session.journal()
    }

    fn is_over(&self) -> bool {
        self.sitting.session.pending().is_none()
    }

    fn advise(&self, seat: u8) -> Option<(String, usize)> {
        let asked = self.sitting.session.asked(seat)?;
        let option = staff::omaha::decide(&self.seen(), &asked.ask, &asked.options);
        Some((self.question_id(seat)?, option))
    }

    fn map_svg(&self) -> String {
        draw::omaha::map_svg(self.sitting.session.now().data(), &draw::MapStyle::default())
    }

    fn counters_svg(&self) -> String {
        draw::omaha::counters_svg(self.sitting.session.now().data())
    }
}
