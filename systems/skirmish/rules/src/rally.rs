//! Section 5, rally rolls. The compulsory moves that follow are in `compulsory`.

use kernel::{Cx, Ledger, rules};

use crate::data::{ElementId, Quality, Scene, Side};
use crate::dice;
use crate::event::Words;
use crate::hiding;
use crate::leadership;
use crate::morale;
use crate::question::{Topic, ask};
use crate::state::{Level, Phase, Skirmish};
use crate::tables::Tables;
use crate::text::Names;

rules! {
    WHO = "skirmish.rally.who", "Suppressed and Broken elements rally";
    MODIFIER = "skirmish.rally.modifier", "Rally while Suppressed or Broken";
    NUMBER = "skirmish.rally.number", "Rally number";
    RESULT = "skirmish.rally.result", "One level up, or nothing";
}

/// One element rolls, or all have and what they made takes effect together (skirmish.turn.simultaneous-effect).
pub(crate) fn step<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, next: u8) -> Result<(), C::Halt> {
    let Some(id) = g.ids().skip(usize::from(next)).find(|it| may_rally(g, *it)) else {
        morale::take_effect(cx, g);
        // Who has rallied from Broken watches again.
        for side in Side::BOTH {
            hiding::settle(cx, g, side, hiding::ENTER_SIGHT);
        }
        g.phase = Phase::Compulsory { winner: false };
        return Ok(());
    };
    rally(cx, g, id)?;
    g.phase = Phase::Rally { next: id.0 + 1 };
    Ok(())
}

/// Each eligible element rolls once; never a severe test, and kills do not count (skirmish.rally.number).
pub fn rally<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, id: ElementId) -> Result<(), C::Halt> {
    let number = cx.tally(NUMBER, |ledger| {
        count(g.tables(), g.quality(id), leadership::bonus(g, id), ledger);
    });
    let rallied = dice::against(cx, g, ask(g.side(id), WHO, Topic::Rally(id)), number)?;
    if rallied {
        g[id].due = Some(g[id].level.up());
    }
    leadership::veil(cx, g, id);
    let only = g.secret(id);
    cx.say(RESULT, || Said::Rolled { element: id, rallied, only }.into());
    cx.mark(g, WHO, ())
}

/// The rally number: that of morale, 1 harder, less the leadership bonus.
pub fn count(tables: &Tables, quality: Quality, bonus: i32, ledger: &mut impl Ledger) {
    ledger.add(morale::NUMBER, tables.morale.number.of(quality));
    ledger.add(MODIFIER, tables.morale.rally);
    ledger.add(leadership::BONUS, -bonus);
}

#[must_use]
pub fn may_rally(g: &Skirmish, id: ElementId) -> bool {
    g.on_table(id) && matches!(g[id].level, Level::Suppressed | Level::Broken)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A hidden element's roll is for its owner only.
    Rolled { element: ElementId, rallied: bool, only: Option<Side> },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let Said::Rolled { element, rallied, .. } = self;
        let what = if *rallied { "rallies" } else { "fails to rally" };
        Words::of(scene, *element, format!("{} {what}.", Names(scene).element(*element)))
    }
    pub(crate) fn only(&self) -> Option<Side> {
        let Said::Rolled { only, .. } = self;
        *only
    }
}
