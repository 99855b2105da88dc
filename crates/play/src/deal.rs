//! A running game as some seats know it: what is hidden from all of them is dealt anew, so that neither a fork nor a file
//! tells more than they have seen.
//!
//! Whatever fits what they were shown is equally likely, since every throw is. So entries they cannot know are changed
//! at random, and a change stays if the whole game, played again, still shows them the same to the last letter:
//! a walk among all the games it could have been, each as likely as another. No system has to know of it.
//!
//! What has been dealt once is dealt for good: whoever asks again is told the same, and a game that has moved on is dealt
//! on from there. So forty forks tell no more than one, and only the first of them costs anything.

use kernel::{Answer, Given, Item, Kind, Rng, Seed, Session, write_plan};

use crate::seated::Seated;
use crate::sitting::Sitting;
use crate::system::System;
use crate::table::Table as _;

/// Every hidden entry gets so many chances to change,
const SWEEPS: usize = 6;
/// and all together so many,
const CHANCES: usize = 400;
/// and no more than so many entries are played again for it: a long game is played again for each chance.
const WORK: usize = 200_000;

/// How often the hidden entries are gone through, and how many of them are changed at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Walk {
    sweeps: usize,
    together: usize,
}

impl Walk {
    /// Every entry has at least one chance, whatever the length. Where there are too many for one each, some share it.
    fn of(hidden: usize, length: usize) -> Walk {
        let chances = (WORK / length.max(1)).clamp(1, CHANCES);
        let together = hidden.div_ceil(chances).max(1);
        let groups = hidden.div_ceil(together).max(1);
        Walk { sweeps: (chances / groups).clamp(1, SWEEPS), together }
    }
}

impl<S: System> Seated<S> {
    /// The first `position` entries of the journal, with what none of these seats can know dealt anew. `dealt` is what
    /// was dealt of its first entries before.
    pub(crate) fn deal(
        &self,
        seats: &[u8],
        position: usize,
        dealt: &[Answer],
        random: u64,
    ) -> Vec<Answer> {
        let journal = &self.sitting.session.journal()[..position];
        let mut hidden = self.hidden(seats, position);
        if hidden.is_empty() {
            return journal.to_vec();
        }
        let Some(shown) = self.shown(journal, seats) else { return journal.to_vec() };
        let mut tape = journal.to_vec();
        if !dealt.is_empty() && dealt.len() <= position {
            tape[..dealt.len()].clone_from_slice(dealt);
            if self.shown(&tape, seats).as_ref() == Some(&shown) {
                hidden.retain(|at| dealt.len() <= *at);
            } else {
                // Something was turned over that is not what was dealt: all of it once more.
                tape = journal.to_vec();
            }
        }
        let mut rng = Rng(random);
        let Walk { sweeps, together } = Walk::of(hidden.len(), position);
        for _ in 0..sweeps {
            for group in hidden.chunks(together) {
                let mut other = tape.clone();
                for at in group {
                    if let Some(instead) = self.instead(*at, &mut rng) {
                        other[*at].given = instead;
                    }
                }
                if other != tape && self.shown(&other, seats).as_ref() == Some(&shown) {
                    tape = other;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dealing_anew_costs_no_more_for_a_longer_game() {
        for length in [1, 49, 169, 347, 2_000, 20_000, 199_999, 1_000_000] {
            for hidden in [1, 7, 66, 399, 400, 401, 5_000].into_iter().filter(|it| *it <= length) {
                let Walk { sweeps, together } = Walk::of(hidden, length);
                let replays = sweeps * hidden.div_ceil(together);
                assert!(replays <= CHANCES, "{replays} replays for {hidden} of {length}");
                assert!(
                    replays == 1 || replays * length <= WORK,
                    "{hidden} hidden entries of {length}: {replays} replays"
                );
                assert!(1 <= sweeps && hidden <= together * hidden.div_ceil(together));
            }
        }
        // A game of a usual length has them all.
        assert_eq!(Walk::of(60, 170), Walk { sweeps: SWEEPS, together: 1 });
    }
}
