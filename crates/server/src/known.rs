//! A running game as the people in it know it, for forks and files. It is dealt once: the same is told to all who ask,
//! and a game that has moved on is dealt on from there.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use kernel::{Answer, Header, SeatKind};
use play::Table;
use tokio::sync::Semaphore;

use crate::error::Error;
use crate::hall::{Hall, lock, random};

/// Games of which is remembered what was dealt.
const REMEMBERED: usize = 1_000;

/// What has been dealt of games so far.
pub(crate) struct Dealer {
    dealt: Mutex<BTreeMap<String, Dealt>>,
    /// Dealing plays a game hundreds of times. One at a time, so that players notice nothing of it.
    turn: Semaphore,
}

#[derive(Clone)]
struct Dealt {
    /// As it lies there,
    truth: Vec<Answer>,
    /// and as it is told.
    told: Vec<Answer>,
}

impl Default for Dealer {
    fn default() -> Dealer {
        Dealer { dealt: Mutex::default(), turn: Semaphore::new(1) }
    }
}

impl Dealt {
    /// The part that was dealt of a game that has moved on, or was taken back.
    fn of(&self, truth: &[Answer]) -> &[Answer] {
        let same = self.truth.iter().zip(truth).take_while(|(a, b)| a == b).count();
        &self.told[..same]
    }
}

impl Hall {
    /// The first answers of a game, up to position `at` as `seat` counts, with what its people cannot know dealt anew.
    /// A finished game is open, and so is one that no people play.
    pub(crate) async fn known(
        self: &Arc<Hall>,
        id: &str,
        seat: Option<u8>,
        at: Option<usize>,
    ) -> Result<Vec<Answer>, Error> {
        let look = move |table: &dyn Table, header: &Header| {
            let most = table.position(seat);
            let entries = match at {
                None => table.journal().len(),
                Some(at) => table.entries(seat, at).map_err(|_| {
                    Error::Invalid(format!(
                        "the game has {most} answers; it cannot be forked at {at}"
                    ))
                })?,
            };
            Ok((table.journal().to_vec(), entries, header.clone(), table.is_over()))
        };
        let (truth, entries, header, over) = self.look(id, seat, look).await?;
        let seats = header.seats.iter().enumerate();
        let people = seats.filter(|it| *it.1 == SeatKind::Human).map(|it| it.0 as u8);
        let people: Vec<u8> = people.collect();
        if over || people.is_empty() {
            return Ok(truth[..entries].to_vec());
        }
        let _turn = self.dealer.turn.acquire().await.map_err(|_| Error::Closing)?;
        let (hall, id) = (self.clone(), id.to_string());
        let dealt = crate::api::blocking(move || hall.deal(&id, &header, truth, &people));
        Ok(dealt.await?[..entries].to_vec())
    }

    /// At a table of its own: who plays goes on meanwhile.
    fn deal(
        &self,
        id: &str,
        header: &Header,
        truth: Vec<Answer>,
        people: &[u8],
    ) -> Result<Vec<Answer>, Error> {
        let before = lock(&self.dealer.dealt).get(id).cloned();
        let before = before.as_ref().map_or(&[][..], |it| it.of(&truth));
        if before.len() == truth.len() {
            return Ok(before.to_vec());
        }
        let game = self.store.load(id)?;
        let table = self.stock.open(header, truth.clone(), &game.seed)?;
        let told = table.dealt_anew(people, truth.len(), before, u64::from_le_bytes(random()?));
        self.counts.deals.add(1);
        let mut dealt = lock(&self.dealer.dealt);
        if REMEMBERED <= dealt.len() && !dealt.contains_key(id) {
            dealt.pop_first();
        }
        dealt.insert(id.into(), Dealt { truth, told: told.clone() });
        Ok(told)
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Answer, Kind};

    use super::Dealt;

    #[test]
    fn what_was_dealt_stays_as_far_as_the_game_is_the_same() {
        let thrown = |value: u32| Answer::number(Kind::Thrown, 0, 1, 6, value);
        let truth: Vec<Answer> = [1, 2, 3].map(thrown).into();
        let told: Vec<Answer> = [4, 5, 3].map(thrown).into();
        let dealt = Dealt { truth, told: told.clone() };
        assert_eq!(dealt.of(&[1, 2, 3, 4].map(thrown)), told);
        assert_eq!(dealt.of(&[1, 2].map(thrown)), &told[..2]);
        assert_eq!(dealt.of(&[1, 5, 3].map(thrown)), &told[..1]);
        assert!(dealt.of(&[]).is_empty());
    }
}
