//! A running game as some seats know it: what is hidden from all of them is dealt anew, so that neither a fork nor a file
//! tells more than they have seen.
//!
//! Whatever fits what they were shown is equally likely, since every throw is. So entries they cannot know are changed one
//! by one at random, and a change stays if the whole game, played again, still shows them the same to the last letter:
//! a walk among all the games it could have been, each as likely as another. No system has to know of it.

use kernel::{Answer, Given, Item, Kind, Rng, Seed, Session, write_plan};

use crate::seated::Seated;
use crate::sitting::Sitting;
use crate::system::System;
use crate::table::Table as _;

/// Every hidden entry gets so many chances to change,
const SWEEPS: usize = 6;
/// and all together so many: a long game is played again for each.
const CHANCES: usize = 400;

impl<S: System> Seated<S> {
    /// The first `position` entries of the journal, with what none of these seats can know dealt anew.
    pub(crate) fn deal(&self, seats: &[u8], position: usize, random: u64) -> Vec<Answer> {
        let mut tape = self.sitting.session.journal()[..position].to_vec();
        let hidden = self.hidden(seats, position);
        if hidden.is_empty() {
            return tape;
        }
        let Some(shown) = self.shown(&tape, seats) else { return tape };
        let mut rng = Rng(random);
        let sweeps = (CHANCES / hidden.len()).clamp(1, SWEEPS);
        for _ in 0..sweeps {
            for at in &hidden {
                let Some(other) = self.instead(*at, &mut rng) else { continue };
                let before = std::mem::replace(&mut tape[*at].given, other);
                if tape[*at].given != before && self.shown(&tape, seats).as_ref() != Some(&shown) {
                    tape[*at].given = before;
                }
            }
        }
        tape
    }

    /// Entries that none of these seats has seen.
    fn hidden(&self, seats: &[u8], position: usize) -> Vec<usize> {
        let foreign = |seat: u8| !seats.contains(&seat);
        let lines = self.sitting.session.log().iter().filter(|it| it.at <= position);
        let hidden = lines.filter(|line| match &line.item {
            Item::Threw { ask, .. } => {
                S::is_blind(ask) || line.secret && foreign(self.seat_of(ask))
            }
            Item::Chose { ask, .. } => line.secret && foreign(self.seat_of(ask)),
            Item::Gave { ask, sealed, .. } => {
                (*sealed || line.secret) && foreign(self.seat_of(ask))
            }
            Item::Counted(_) | Item::Happened(_) => false,
        });
        let mut hidden: Vec<usize> = hidden.filter_map(|it| it.at.checked_sub(1)).collect();
        hidden.sort_unstable();
        hidden.dedup();
        hidden
    }

    fn seat_of(&self, ask: &crate::system::Ask<S>) -> u8 {
        <S::Game as kernel::Game>::seat(ask.who)
    }

    /// Another answer that could stand there.
    fn instead(&self, at: usize, rng: &mut Rng) -> Option<Given> {
        let answer = self.sitting.session.journal().get(at)?;
        match (&answer.given, answer.kind) {
            (_, Kind::Conceded) => None,
            (Given::Number { of, .. }, _) => Some(Given::Number { of: *of, value: rng.below(*of) }),
            (Given::Plan(_), _) => {
                let then = self.sitting.then(self.sitting.asked_before(at).ok()?).ok()?;
                let ready = then.session.asked(answer.seat)?.ready.as_ref()?;
                let plan = ready.get(rng.below(ready.len() as u32) as usize)?;
                Some(Given::Plan(write_plan(plan).ok()?))
            }
        }
    }

    /// All that these seats are shown after a tape; `None` if it does not fit the rules.
    fn shown(&self, tape: &[Answer], seats: &[u8]) -> Option<String> {
        // Dice that follow without a question fall alike each time.
        let beyond = Seed::from_number(0);
        let start = self.sitting.session.start().clone();
        let session = Session::open(start, tape.to_vec(), &beyond).ok()?;
        if session.journal().get(..tape.len()) != Some(tape) {
            return None;
        }
        let kinds = self.sitting.seats.clone();
        let table = self.of(Sitting { session, seed: beyond, seats: kinds, ..self.sitting });
        let seen = |seat: &u8| {
            let view = serde_json::to_string(&table.view(Some(*seat))).ok()?;
            let log = serde_json::to_string(&table.log(Some(*seat), 0)).ok()?;
            Some(view + &log)
        };
        seats.iter().map(seen).collect()
    }
}
