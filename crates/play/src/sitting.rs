//! What every table does alike: keep a session with its seed and seats, name its questions, take answers and take them
//! back.

use kernel::{
    Answer, Commitment, JournalError, Kind, Reply, Rules, SeatKind, Seed, Session, Undo, Unfit,
    write_plan,
};

use crate::table::{Refused, TakenBack};
use crate::wire::UndoState;

/// Who gives an answer: the player, or a standing order in his name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    Hand,
    Order,
}

/// A session of any rules system at its table.
pub(crate) struct Sitting<G: Rules> {
    pub session: Session<G>,
    pub seed: Seed,
    pub seats: Vec<SeatKind>,
    pub commitment: Commitment,
    /// How many seats the system has.
    sides: u8,
}

impl<G: Rules> Sitting<G> {
    /// Start (no answers) or resume a game.
    pub(crate) fn open(
        start: G,
        answers: Vec<Answer>,
        seed: Seed,
        seats: Vec<SeatKind>,
        sides: u8,
    ) -> Result<Sitting<G>, JournalError> {
        let session = Session::open(start, answers, &seed)?;
        let commitment = seed.commitment();
        Ok(Sitting { session, seed, seats, commitment, sides })
    }

    pub(crate) fn check_seat(&self, seat: u8) -> Result<(), Refused> {
        if seat < self.sides { Ok(()) } else { Err(Refused::NoSuchSeat { seat }) }
    }

    pub(crate) fn length(&self) -> usize {
        self.session.journal().len()
    }

    /// The same game as it was after `position` answers; dice that follow without a question are thrown.
    pub(crate) fn then(&self, position: usize) -> Result<Sitting<G>, Refused> {
        let unknown = || Refused::Unknown { what: "position", name: position.to_string() };
        let part = self.session.journal().get(..position).ok_or_else(unknown)?.to_vec();
        let start = self.session.start().clone();
        Sitting::open(start, part, self.seed.clone(), self.seats.clone(), self.sides)
            .map_err(|_| unknown())
    }

    /// The question before a position: between two dice nothing can be seen.
    pub(crate) fn asked_before(&self, position: usize) -> Result<usize, Refused> {
        if self.length() < position {
            return Err(Refused::Unknown { what: "position", name: position.to_string() });
        }
        Ok(self.decisions().rev().find(|it| *it <= position).unwrap_or(0))
    }

    /// Positions at which somebody was asked. What was declared together was asked once, and so were the rounds of old
    /// games.
    pub(crate) fn decisions(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let journal = self.session.journal();
        let together = |at: usize| {
            let kind = journal[at].kind;
            let before = at.checked_sub(1).map(|it| journal[it].kind);
            matches!(kind, Kind::Declared | Kind::Secret) && before == Some(kind)
        };
        (0..journal.len()).filter(move |at| journal[*at].kind != Kind::Thrown && !together(*at))
    }

    /// Everybody who is asked, also who has sealed a value: that is nobody else's business before all are in.
    pub(crate) fn waiting_for(&self) -> Vec<u8> {
        let asks = self.session.pending().map(|it| it.asks.iter());
        asks.into_iter().flatten().map(|it| G::seat(it.ask.who)).collect()
    }

    /// By the number of answers the question follows.
    pub(crate) fn question_id(&self, seat: u8) -> Option<String> {
        let asked = self.session.asked(seat)?;
        Some(format!("{}.{}.{:x}", self.length(), seat, asked.ask.rule.tag()))
    }

    pub(crate) fn answer(
        &mut self,
        seat: u8,
        question: &str,
        reply: &Reply,
        by: By,
    ) -> Result<Vec<Answer>, Refused> {
        self.check_asked(seat, question)?;
        let answered = match by {
            By::Hand => self.session.answer(seat, reply, &self.seed),
            By::Order => self.session.answer_by_order(seat, reply, &self.seed),
        };
        match answered {
            Ok(entries) => Ok(entries.to_vec()),
            Err(Unfit::NotAsked) => {
                Err(Refused::NotYours { seat, waiting_for: self.waiting_for() })
            }
            Err(Unfit::NoSuchOption { of }) => {
                let option = if let Reply::Option(it) = reply { *it } else { 0 };
                Err(Refused::NoSuchOption { option, of })
            }
            Err(Unfit::NotAValue { why }) => Err(Refused::NotAValue { why }),
            Err(Unfit::TooLarge { why }) => Err(Refused::TooLarge { why }),
            Err(Unfit::Objected(objection)) => Err(Refused::Objected(objection)),
        }
    }

    /// Is it this seat's to answer, and this question?
    fn check_asked(&self, seat: u8, question: &str) -> Result<(), Refused> {
        self.check_seat(seat)?;
        if self.session.pending().is_none() {
            return Err(Refused::Over);
        }
        match self.question_id(seat) {
            None => Err(Refused::NotYours { seat, waiting_for: self.waiting_for() }),
            Some(now) if now != question => {
                Err(Refused::Stale { asked: question.into(), now: Some(now) })
            }
            Some(_) => Ok(()),
        }
    }

    pub(crate) fn sealed(&self, seat: u8) -> Option<String> {
        Some(write_plan(self.session.sealed(seat)?).ok()?.to_string())
    }

    pub(crate) fn unseal(&mut self, seat: u8, question: &str) -> Result<(), Refused> {
        self.check_asked(seat, question)?;
        if self.session.unseal(seat) { Ok(()) } else { Err(Refused::NotSealed) }
    }

    pub(crate) fn any_reply(&self, seat: u8) -> Option<Reply> {
        match &self.session.asked(seat)?.ready {
            None => Some(Reply::Option(0)),
            Some(ready) => Some(Reply::Plan(serde_json::to_value(ready.first()?).ok()?)),
        }
    }

    /// Is this the question now asked of the seat? One that was asked before is stale; another there never was.
    pub(crate) fn check_question(&self, seat: u8, question: &str) -> Result<(), Refused> {
        let now = self.question_id(seat);
        let position = question.split_once('.').and_then(|it| it.0.parse::<usize>().ok());
        if now.as_deref() == Some(question) {
            Ok(())
        } else if position.is_some_and(|it| it <= self.session.journal().len()) {
            Err(Refused::Stale { asked: question.into(), now })
        } else {
            Err(Refused::Unknown { what: "question", name: question.into() })
        }
    }

    pub(crate) fn undo(
        &mut self,
        seat: u8,
        with: &dyn Fn(u8) -> bool,
    ) -> Result<TakenBack, Refused> {
        self.check_seat(seat)?;
        let length = self.session.undo_to(seat, with).map_err(Refused::Undo)?;
        self.session.truncate(length, &self.seed);
        Ok(TakenBack { length: self.length() })
    }

    /// Whether this seat may take something back, and why not.
    pub(crate) fn undo_state(&self, seat: Option<u8>) -> UndoState {
        let computer = |it: u8| self.seats.get(usize::from(it)) == Some(&SeatKind::Computer);
        let verdict = match seat {
            Some(seat) => self.session.undo_to(seat, computer).map(drop),
            None => Err(Undo::NothingToUndo),
        };
        let reason = match verdict {
            Ok(()) => "",
            Err(Undo::NothingToUndo) => "There is nothing to take back.",
            Err(Undo::DieOrReveal) => {
                "A die or card has been drawn or something revealed since your last decision."
            }
            Err(Undo::OtherHasDecided) => "The other player has decided since.",
        };
        UndoState { possible: verdict.is_ok(), reason: reason.into() }
    }

    /// "human" or "computer"
    pub(crate) fn seat_kind(&self, seat: usize) -> String {
        match self.seats.get(seat) {
            Some(SeatKind::Computer) => "computer".into(),
            _ => "human".into(),
        }
    }
}
