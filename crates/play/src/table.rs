//! The face: one object-safe trait over every rules system.

use kernel::{Answer, Objection, Reply, Undo};
use serde_json::Value;

use crate::orders::{Order, Orders};
use crate::wire::{
    Ahead, BattleReport, Card, Head, LabelledOrder, LogLine, OddsView, Overlay, Place, Question,
    SightView, View,
};

/// Why an answer was not taken. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The question has moved on; `now` is the id of the current one.
    Stale {
        asked: String,
        now: Option<String>,
    },
    NotYours {
        seat: u8,
        waiting_for: Vec<u8>,
    },
    NoSuchOption {
        option: usize,
        of: usize,
    },
    NoSuchSeat {
        seat: u8,
    },
    /// Something else is asked for, or the value cannot be read.
    NotAValue {
        why: String,
    },
    /// The value is too long, or goes too deep.
    TooLarge {
        why: String,
    },
    /// The judge of the question does not accept the value.
    Objected(Objection),
    /// The rules know of no giving up.
    NoConceding,
    /// This seat has sealed nothing that it could open again.
    NotSealed,
    /// Standing orders that cannot be left.
    BadOrders {
        why: String,
    },
    Over,
    Undo(Undo),
    Unknown {
        what: &'static str,
        name: String,
    },
}

/// What a take-back did: the journal now has this many answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TakenBack {
    pub length: usize,
}

/// A game in play. Pure: no clock, no I/O. The server appends what `answer` returns before it tells anybody.
pub trait Table: Send {
    /// What does not change during the game; for everybody alike.
    fn head(&self) -> Head;

    fn view(&self, seat: Option<u8>) -> View;

    /// Answers so far, as this seat counts them: without those it may not know of. Wherever a position comes from a seat
    /// or goes to one, it is counted so.
    fn position(&self, seat: Option<u8>) -> usize;

    /// How many entries of the journal a position of this seat's means.
    fn entries(&self, seat: Option<u8>, position: usize) -> Result<usize, Refused>;

    /// The view as it was after `position` answers.
    fn view_at(&self, seat: Option<u8>, position: usize) -> Result<View, Refused>;

    /// Lines of this seat's log from number `from` on.
    fn log(&self, seat: Option<u8>, from: usize) -> Vec<LogLine>;

    /// What this seat is asked, without the rest of its view.
    fn question(&self, seat: u8) -> Option<Question>;

    /// Where the sequence of play stands, in a few words for the list of games, and how the game has ended.
    fn label(&self) -> (String, Option<String>);

    /// Seats that have to answer now.
    fn waiting_for(&self) -> Vec<u8>;

    /// Id of the question `seat` has to answer.
    fn question_id(&self, seat: u8) -> Option<String>;

    /// Apply an answer and run on to the next question. Returns the new journal entries, the dice included; none where
    /// the answer was sealed and others have still to seal theirs.
    fn answer(&mut self, seat: u8, question: &str, reply: &Reply) -> Result<Vec<Answer>, Refused>;

    /// The same by a standing order of the seat: it is recorded as such.
    fn answer_by_order(
        &mut self,
        seat: u8,
        question: &str,
        reply: &Reply,
    ) -> Result<Vec<Answer>, Refused>;

    /// What these orders of a seat say to the question it is asked now, with its id; `None` where it is for the player.
    fn standing(&self, seat: u8, orders: &Orders) -> Option<(String, Reply)>;

    /// Orders that this seat wants to leave, checked.
    fn orders(&self, seat: u8, orders: Vec<Order>) -> Result<Orders, Refused>;

    /// Those that still stand, in words.
    fn tell_orders(&self, seat: u8, orders: &Orders) -> Vec<LabelledOrder>;

    /// What this seat has sealed for the question asked now, as canonical JSON. For its own eyes.
    fn sealed(&self, seat: u8) -> Option<String>;

    /// Break this seat's own seal: it may answer anew.
    fn unseal(&mut self, seat: u8, question: &str) -> Result<(), Refused>;

    /// Is this the question now asked of the seat?
    fn check_question(&self, seat: u8, question: &str) -> Result<(), Refused>;

    /// An answer that is always possible: the first option, or the first value that is ready.
    fn any_reply(&self, seat: u8) -> Option<Reply>;

    /// The first `entries` of the journal as these seats know it: what is hidden from all of them is dealt anew. `dealt`
    /// is what was dealt of its beginning before; as long as that fits, it stays.
    fn dealt_anew(
        &self,
        seats: &[u8],
        entries: usize,
        dealt: &[Answer],
        random: u64,
    ) -> Vec<Answer>;

    /// How often something had been taken back before this table was set up: questions are named after it.
    fn taken_back_before(&mut self, take_backs: usize);

    /// Take back this seat's latest decision; `with` says which other seats' decisions may go with it.
    fn undo(&mut self, seat: u8, with: &dyn Fn(u8) -> bool) -> Result<TakenBack, Refused>;

    fn odds(&self, seat: u8, question: &str, option: usize) -> Result<OddsView, Refused> {
        self.odds_ahead(seat, question, &[], option)
    }
    /// Of an option of the question that some options lead to, as in `ahead`.
    fn odds_ahead(
        &self,
        seat: u8,
        question: &str,
        after: &[usize],
        option: usize,
    ) -> Result<OddsView, Refused>;

    /// What these options, one after the other, would lead to; of the question reached, whether each option binds.
    fn ahead(&self, seat: u8, question: &str, options: &[usize]) -> Result<Ahead, Refused>;

    /// Standing orders that a seat begins with.
    fn first_orders(&self) -> Orders {
        Orders::default()
    }

    /// The same game as it was after `position` answers, to look around in a replay.
    fn at(&self, seat: Option<u8>, position: usize) -> Result<Box<dyn Table>, Refused>;

    /// `kind`: sight, zones, zones-mine, command, reach, fire. `place` or `piece` says where from.
    fn overlay(
        &self,
        seat: Option<u8>,
        kind: &str,
        place: Option<Place>,
        piece: Option<&str>,
    ) -> Result<Overlay, Refused>;

    fn sight(&self, seat: Option<u8>, from: Place, to: Place) -> Result<SightView, Refused>;
    fn place_card(&self, seat: Option<u8>, place: Place) -> Result<Card, Refused>;
    fn piece_card(&self, seat: Option<u8>, piece: &str) -> Result<Card, Refused>;

    /// What a seat has filled in of a form, as text.
    fn as_text(&self, _seat: u8, _plan: &Value) -> Result<String, Refused> {
        Err(Refused::Unknown { what: "form", name: "text".into() })
    }
    /// What was filled in, with what a text says in its place; or what is wrong with the text.
    fn read_text(
        &self,
        _seat: u8,
        _plan: &Value,
        _text: &str,
    ) -> Result<Result<Value, module::Errors>, Refused> {
        Err(Refused::Unknown { what: "form", name: "text".into() })
    }

    fn journal(&self) -> &[Answer];
    fn is_over(&self) -> bool;

    /// The computer's choice for `seat`, from what that seat may see, with the id of the question.
    fn advise(&self, seat: u8) -> Option<(String, Reply)>;
    /// Why it would do that; nothing where the system gives no reasons.
    fn reason(&self, _seat: u8) -> Option<String> {
        None
    }

    /// The whole game looked back on: for when it is over, since it tells what was hidden then.
    fn look_back(&self) -> BattleReport {
        BattleReport::default()
    }

    /// Map and counters, drawn once a game.
    fn map_svg(&self) -> String;
    fn counters_svg(&self) -> String;
    /// The position a spectator sees, as one picture.
    fn position_svg(&self) -> String;
}
