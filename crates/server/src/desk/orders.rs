//! Standing orders: kept, and followed in the name of their seat.

use kernel::Answer;
use play::Order;
use play::wire::LabelledOrder;

use super::{BY_ORDER, Desk, InPlay};
use crate::error::Error;

impl Desk {
    /// Leave orders, or only tell those that stand. They are their seat's own: nobody is told, and nothing changes for
    /// anybody before they answer something.
    pub(super) fn orders(
        &mut self,
        seat: u8,
        orders: Option<Vec<Order>>,
    ) -> Result<Vec<LabelledOrder>, Error> {
        let id = self.id.clone();
        let store = self.store.clone();
        let game = self.people(seat)?;
        if let Some(orders) = orders {
            let orders = game.table.orders(seat, orders)?;
            let text = serde_json::to_string(&orders).map_err(|it| Error::Bug(it.to_string()))?;
            // None at all is kept as well: it stands instead of those a game begins with.
            store.order(&id, seat, Some(&text))?;
            game.orders.insert(seat, orders);
            game.followed = None;
            game.asked_again = None;
        }
        let standing = game.orders.get(&seat);
        Ok(standing.map(|it| game.table.tell_orders(seat, it)).unwrap_or_default())
    }

    /// Answer for people by the orders they have left, until something is asked that is for themselves. Each answer is
    /// kept and published like any other, so that the other side gets what it would get from a player who declines.
    pub(super) fn follow_orders(&mut self) {
        for _ in 0..BY_ORDER {
            let version = self.changed.borrow().version;
            let Some(game) = &mut self.game else { return };
            if game.followed == Some(version) {
                return;
            }
            let from = game.table.journal().len();
            let Some(entries) = game.by_order() else {
                game.followed = Some(version);
                return;
            };
            if let Err(error) = self.commit(from, &entries) {
                return self.report(format!("a standing order could not be kept: {error}"));
            }
        }
        let version = self.changed.borrow().version;
        if let Some(game) = &mut self.game {
            game.followed = Some(version);
        }
    }

    /// Something has changed that only this seat may see.
    pub(super) fn tell_only(&mut self, seat: u8) {
        if let Some(game) = &mut self.game {
            game.views.remove(&Some(seat));
        }
        self.changed.send_modify(|it| *it.own.entry(seat).or_default() += 1);
    }
}

impl InPlay {
    /// One question answered by standing orders of a person, if there is such a one.
    pub(super) fn by_order(&mut self) -> Option<Vec<Answer>> {
        for seat in self.table.waiting_for() {
            let Some(orders) = self.orders.get(&seat).filter(|it| !it.is_empty()) else { continue };
            if self.asked_again.is_some() && self.asked_again == self.table.question_id(seat) {
                continue;
            }
            if let Some((question, reply)) = self.table.standing(seat, orders) {
                return self.table.answer_by_order(seat, &question, &reply).ok();
            }
        }
        None
    }
}
