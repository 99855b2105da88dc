//! What every table does alike: keep a session with its seed and seats, name its questions, take answers and take them
//! back.

use kernel::{
    Answer, Commitment, Dice, DiceSource, Item, JournalError, Kind, Line, Reply, Rules, SeatKind,
    Seed, Session, Throw, Undo, Unfit, write_plan,
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
    pub sides: u8,
    /// How often something has been taken back: part of the names of questions, so that none is asked twice under one.
    pub take_backs: usize,
}

/// Dice of a game that has been played already: those on its tape. A fork had its first ones from another seed.
struct Recorded<'a> {
    tape: Vec<u32>,
    beyond: &'a Seed,
}

impl DiceSource for Recorded<'_> {
    fn throw(&self, n: u64, dice: Dice) -> Throw {
        let recorded = usize::try_from(n).ok().and_then(|n| self.tape.get(n));
        recorded.map_or_else(|| self.beyond.throw(n, dice), |it| Throw(*it))
    }
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
        Ok(Sitting { session, seed, seats, commitment, sides, take_backs: 0 })
    }

    pub(crate) fn check_seat(&self, seat: u8) -> Result<(), Refused> {
        if seat < self.sides { Ok(()) } else { Err(Refused::NoSuchSeat { seat }) }
    }

    pub(crate) fn length(&self) -> usize {
        self.session.journal().len()
    }

    /// The positions whose last entry of the journal this seat does not know of, in order.
    fn unknown(&self, seat: Option<u8>) -> impl Iterator<Item = usize> + '_ {
        let unknown = move |line: &Line<G>| match &line.item {
            Item::Threw { ask, .. }
            | Item::Chose { ask, .. }
            | Item::Gave { ask, sealed: false, .. } => {
                (line.secret && seat != Some(G::seat(ask.who))).then_some(line.at)
            }
            // That something was declared everybody knows; what, is another matter.
            Item::Gave { .. } | Item::Counted(_) | Item::Happened(_) => None,
        };
        self.session.log().iter().filter_map(unknown)
    }

    /// A position as a seat counts: without what it does not know of. Otherwise the number alone would tell how often the
    /// other has thrown in secret.
    pub(crate) fn counted(&self, seat: Option<u8>, position: usize) -> usize {
        position - self.unknown(seat).take_while(|it| *it <= position).count()
    }

    /// The same of many positions, in order.
    pub(crate) fn count<'a>(
        &self,
        seat: Option<u8>,
        positions: impl Iterator<Item = &'a mut usize>,
    ) {
        let mut unknown = self.unknown(seat).peekable();
        let mut skipped = 0;
        for position in positions {
            while unknown.next_if(|it| it <= position).is_some() {
                skipped += 1;
            }
            *position -= skipped;
        }
    }

    /// The position that a seat means: behind everything it does not know of.
    pub(crate) fn meant(&self, seat: Option<u8>, counted: usize) -> Result<usize, Refused> {
        let mut position = counted;
        for unknown in self.unknown(seat) {
            if position + 1 < unknown {
                break;
            }
            position += 1;
        }
        if self.length() < position {
            return Err(Refused::Unknown { what: "position", name: counted.to_string() });
        }
        Ok(position)
    }

    /// The same game as it was after `position` answers; dice that follow without a question fall as they fell.
    pub(crate) fn then(&self, position: usize) -> Result<Sitting<G>, Refused> {
        let unknown = || Refused::Unknown { what: "position", name: position.to_string() };
        let part = self.session.journal().get(..position).ok_or_else(unknown)?.to_vec();
        let thrown = |it: &Answer| it.value().filter(|_| it.kind == Kind::Thrown);
        let tape = self.session.journal().iter().filter_map(thrown).collect();
        let dice = Recorded { tape, beyond: &self.seed };
        let start = self.session.start().clone();
        let session = Session::open(start, part, &dice).map_err(|_| unknown())?;
        Ok(Sitting { session, seed: self.seed.clone(), seats: self.seats.clone(), ..*self })
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
            let Some(before) = at.checked_sub(1).map(|it| &journal[it]) else { return false };
            match journal[at].kind {
                // In the order of the seats: where that begins anew, something else is declared.
                Kind::Declared => before.kind == Kind::Declared && before.seat < journal[at].seat,
                Kind::Secret => before.kind == Kind::Secret,
                _ => false,
            }
        };
        (0..journal.len()).filter(move |at| journal[*at].kind != Kind::Thrown && !together(*at))
    }

    /// Everybody who is asked, also who has sealed a value: that is nobody else's business before all are in.
    pub(crate) fn waiting_for(&self) -> Vec<u8> {
        let asks = self.session.pending().map(|it| it.asks.iter());
        asks.into_iter().flatten().map(|it| G::seat(it.ask.who)).collect()
    }

    /// By the number of answers the question follows, as its seat counts them, and of take-backs before it: what was
    /// asked before a take-back is another question, though it may read the same.
    pub(crate) fn question_id(&self, seat: u8) -> Option<String> {
        let asked = self.session.asked(seat)?;
        let position = self.counted(Some(seat), self.length());
        let name = format!("{position}.{seat}.{:x}", asked.ask.rule.tag());
        Some(match self.take_backs {
            0 => name,
            n => format!("{name}.{n}"),
        })
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
            Err(Unfit::NoConceding) => Err(Refused::NoConceding),
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
        } else if position.is_some_and(|it| it <= self.counted(Some(seat), self.length())) {
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
        self.take_backs += 1;
        Ok(TakenBack { length: self.length() })
    }

    /// Whether this seat may take something back, and why not; and to where.
    pub(crate) fn undo_state(&self, seat: Option<u8>) -> (UndoState, Option<usize>) {
        let computer = |it: u8| self.seats.get(usize::from(it)) == Some(&SeatKind::Computer);
        let verdict = match seat {
            Some(seat) => self.session.undo_to(seat, computer),
            None => Err(Undo::NothingToUndo),
        };
        let reason = match verdict {
            Ok(_) => "",
            Err(Undo::NothingToUndo) => "There is nothing to take back.",
            Err(Undo::DieOrReveal) => {
                "A die or card has been drawn or something revealed since your last decision."
            }
            Err(Undo::OtherHasDecided) => "The other player has decided since.",
            Err(Undo::Over) => "The game has ended, and its seed is open.",
        };
        let state =
            UndoState { possible: verdict.is_ok(), reason: reason.into(), what: String::new() };
        (state, verdict.ok())
    }

    /// "human" or "computer"
    pub(crate) fn seat_kind(&self, seat: usize) -> String {
        match self.seats.get(seat) {
            Some(SeatKind::Computer) => "computer".into(),
            _ => "human".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Ask, Cx, Game, Mass, Never, rules};

    use super::*;

    rules! {
        BLIND = "test.blind", "A throw behind the screen";
        OPEN = "test.open", "Which of two?";
    }

    /// Seat 0 throws so many times in secret before each of three open questions to seat 1.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct Screen {
        throws: u8,
        asked: u8,
    }

    impl Game for Screen {
        type Side = u8;
        type Opt = usize;
        type Topic = bool;
        type Event = u8;
        type Plan = Never;
        const WHOLE: Mass = 1 << 64;

        fn seat(side: u8) -> u8 {
            side
        }
        fn is_secret(&self, ask: &Ask<u8, bool>, _: Option<usize>) -> bool {
            ask.topic
        }
    }

    impl Rules for Screen {
        const SYSTEM: &'static str = "test";
        const VERSION: u32 = 1;

        fn step<C: Cx<Screen>>(cx: &mut C, g: &mut Screen) -> Result<(), C::Halt> {
            for _ in 0..g.throws {
                cx.throw(g, Ask { who: 0, rule: BLIND, topic: true }, Dice::D6, |a, b| a == b)?;
            }
            cx.pick(g, Ask { who: 1, rule: OPEN, topic: false }, 2, |it| it)?;
            g.asked += 1;
            Ok(())
        }
        fn is_over(&self) -> bool {
            self.asked == 3
        }
    }

    fn after_one_answer(throws: u8) -> Sitting<Screen> {
        let seats = vec![SeatKind::Human, SeatKind::Human];
        let start = Screen { throws, asked: 0 };
        let mut it = Sitting::open(start, vec![], Seed::new([7; 32]), seats, 2).expect("opens");
        let question = it.question_id(1).expect("is asked");
        it.answer(1, &question, &Reply::Option(1), By::Hand).expect("fits");
        it
    }

    #[test]
    fn a_seat_counts_nothing_that_it_may_not_know_of() {
        let (none, two) = (after_one_answer(0), after_one_answer(2));
        assert_eq!((none.length(), two.length()), (1, 5));
        // The other seat and spectators count the same, however often was thrown; who threw counts all.
        assert_eq!(two.question_id(1), none.question_id(1));
        for seat in [Some(1), None] {
            assert_eq!(two.counted(seat, two.length()), 1);
            assert_eq!([0, 1].map(|it| two.meant(seat, it).expect("is there")), [2, 5]);
            assert!(matches!(two.meant(seat, 2), Err(Refused::Unknown { .. })));
        }
        assert_eq!(two.counted(Some(0), two.length()), 5);
        assert_eq!(two.meant(Some(0), 3).expect("is there"), 3);
        let mut positions = [0, 1, 2, 3, 4, 5];
        two.count(Some(1), positions.iter_mut());
        assert_eq!(positions, [0, 0, 0, 1, 1, 1]);
        // Errors count in the same way.
        let late =
            |it: &Sitting<Screen>| it.check_question(1, "0.1.0").map_err(|it| format!("{it:?}"));
        assert_eq!(late(&two), late(&none));
        let early =
            |it: &Sitting<Screen>| it.check_question(1, "2.1.0").map_err(|it| format!("{it:?}"));
        assert_eq!(early(&two), early(&none));
    }

    #[test]
    fn no_question_has_the_name_of_one_that_was_taken_back() {
        let mut it = after_one_answer(0);
        let before = it.question_id(1).expect("is asked");
        it.undo(1, &|_| false).expect("nothing was thrown");
        let again = it.question_id(1).expect("is asked");
        assert_ne!(again, "0.1.0");
        it.answer(1, &again, &Reply::Option(0), By::Hand).expect("fits");
        // The same position, the same seat, the same rule: and another question.
        assert_ne!(it.question_id(1).expect("is asked"), before);
        let late = it.answer(1, &before, &Reply::Option(1), By::Hand);
        assert!(matches!(late, Err(Refused::Stale { .. })), "{late:?}");
    }

    #[test]
    fn a_fork_shows_its_own_past() {
        let whole = after_one_answer(2);
        let tape = whole.session.journal().to_vec();
        // As forked: the same answers, and another seed for the dice to come.
        let start = Screen { throws: 2, asked: 0 };
        let fork =
            Sitting::open(start, tape.clone(), Seed::new([8; 32]), vec![], 2).expect("opens");
        let past = fork.then(0).expect("is there");
        assert_eq!(past.session.journal(), &tape[..2], "the opening dice fall as they fell");
    }
}
