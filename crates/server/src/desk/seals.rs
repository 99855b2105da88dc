//! Sealed values and drafts: kept at once, told to nobody but their seat.

use play::Refused;
use store::Sealed;

use super::{Answered, Desk, Drafted, InPlay};
use crate::error::Error;

impl Desk {
    /// Make a seal durable, then tell its own seat and nobody else: not even that something was done.
    pub(super) fn keep_seal(&mut self, seat: u8, question: &str) -> Result<(), Error> {
        let Some(game) = &mut self.game else { return Err(Error::Bug("no game".into())) };
        let Some(plan) = game.table.sealed(seat) else {
            return Err(Error::Bug("nothing was sealed".into()));
        };
        let sealed = Sealed { seat, question: question.into(), plan };
        if let Err(error) = self.store.seal(&self.id, &sealed) {
            self.forget();
            return Err(error.into());
        }
        self.tell_only(seat);
        Ok(())
    }

    pub(super) fn unseal(&mut self, seat: u8, question: &str) -> Result<Answered, Error> {
        let game = self.people(seat)?;
        game.table.unseal(seat, question)?;
        if let Err(error) = self.store.unseal(&self.id, seat) {
            self.forget();
            return Err(error.into());
        }
        self.tell_only(seat);
        self.answered(seat)
    }

    pub(super) fn draft(
        &mut self,
        seat: u8,
        question: &str,
        text: Option<&str>,
    ) -> Result<(), Error> {
        self.people(seat)?.table.check_question(seat, question)?;
        Ok(self.store.draft(&self.id, seat, question, text)?)
    }

    pub(super) fn drafted(&mut self, seat: u8) -> Result<Drafted, Error> {
        let game = self.people(seat)?;
        let Some(question) = game.table.question_id(seat) else {
            return Err(Refused::NotYours { seat, waiting_for: game.table.waiting_for() }.into());
        };
        let text = self.store.drafted(&self.id, seat, &question)?;
        Ok(Drafted { question, text })
    }
}

impl InPlay {
    /// What was sealed before the program stopped; one that no longer fits its question is void.
    pub(super) fn seal_again(&mut self, sealed: &Sealed) {
        if let Ok(plan) = serde_json::from_str(&sealed.plan) {
            let _ = self.table.answer(sealed.seat, &sealed.question, &kernel::Reply::Plan(plan));
        }
    }
}
