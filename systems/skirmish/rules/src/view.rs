//! What a side may know (skirmish.hide.counter, skirmish.eng.secrecy): all that is revealed, its own troops, and of hidden
//! enemies where their counters lie.

use std::ops::Deref;

use tabletop::Spot;

use crate::data::Side;
use crate::fire::Aim;
use crate::state::{Element, Figure, Level, Moved, Phase, Presence, Shot, Skirmish};

/// A game as a side may see it. Who is handed this can tell no secret: nothing but this file makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen(Skirmish);

impl Deref for Seen {
    type Target = Skirmish;
    fn deref(&self) -> &Skirmish {
        &self.0
    }
}

impl Skirmish {
    /// The position as `side` sees it; `None` for a spectator, who knows no secret of either.
    #[must_use]
    pub fn seen_by(&self, side: Option<Side>) -> Seen {
        let mut seen = self.clone();
        if self.phase == Phase::Over {
            return Seen(seen);
        }
        for id in self.ids() {
            let owner = self.side(id);
            if Some(owner) == side {
                continue;
            }
            let data = self.data(id);
            // A revealed element shows all; one that is gone was there to be seen. Who is still away or hidden looks as the
            // scenario made him, and stands nowhere: which counter is his cannot be told.
            let secret = match self[id].presence {
                Presence::Hidden => true,
                Presence::Away => matches!(self.phase, Phase::SetUp { .. }),
                Presence::Gone => false,
                Presence::Revealed => self.is_setting_up(owner),
            };
            if secret {
                seen[id] = Element {
                    presence: Presence::Away,
                    level: Level::Good,
                    due: None,
                    order: None,
                    moved: Moved::No,
                    hits: 0,
                    kills: 0,
                    strength: data.size,
                    severe: false,
                    marker: None,
                    he_rounds: data.he_rounds,
                    smoke_rounds: data.smoke_rounds,
                    // The marker lies on the table.
                    mission: self[id].mission,
                };
                for figure in data.figures() {
                    seen[figure] = Figure { alive: true, at: Spot::default() };
                }
            }
        }
        // skirmish.hide.secret-attempts: what hidden elements try is not shown, nor what has been seen before all is turned
        // over, nor who directs whose fire.
        let own = |of: Side| Some(of) == side;
        seen.attempts.retain(|it| own(self.side(it.element)) || self.is_revealed(it.element));
        seen.spotted.retain(|(of, _)| own(of.other()));
        let calls =
            |it: &Shot| matches!(it.aim, Aim::Call { .. } | Aim::Adjust { .. } | Aim::Continue);
        seen.shots.retain(|it| own(self.firer_side(it.firer)) || !calls(it));
        if let Some(walk) = &self.walk
            && self.is_hidden(walk.element)
            && Some(self.side(walk.element)) != side
        {
            seen.walk = None;
        }
        for counter in &mut seen.counters {
            if Some(counter.side) != side {
                counter.of = None;
            }
        }
        Seen(seen)
    }

    /// skirmish.depl.sees: what a side sets up is seen when it is done.
    fn is_setting_up(&self, side: Side) -> bool {
        match self.phase {
            Phase::SetUp { second } => self.scene.set_up[usize::from(second)] == side,
            _ => false,
        }
    }
}
