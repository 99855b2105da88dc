//! Section 10: morale tests, and how results of a phase take effect together.

use kernel::{Cx, Ledger, rules};
use tabletop::within;

use crate::casualties;
use crate::data::{ElementId, Quality, Scene, Side};
use crate::dice::{self, Tested, Way};
use crate::event::Words;
use crate::leadership;
use crate::question::{Topic, ask};
use crate::state::{Level, Phase, Skirmish};
use crate::tables::{Tables, inches};
use crate::text::Names;

rules! {
    PHASE = "skirmish.morale.phase", "Morale Phase";
    NUMBER = "skirmish.morale.number", "Morale number of the quality";
    KILLS = "skirmish.morale.kills", "Each kill of this test";
    TEST = "skirmish.morale.when", "Killed or hit often enough to test";
    SEVERE = "skirmish.morale.severe", "Severe test";
    RESULT = "skirmish.morale.result", "Result of a test";
    IMPOSSIBLE = "skirmish.morale.impossible", "A 9 cannot be passed";
    LEADER = "skirmish.lead.death", "A leader was killed";
}

/// One element's test, or all have tested.
pub(crate) fn step<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, next: u8) -> Result<(), C::Halt> {
    feel_fallen_leaders(g);
    let Some(id) = g.ids().skip(usize::from(next)).find(|it| must_test(g, *it)) else {
        take_effect(cx, g);
        forget_reasons(g);
        g.phase = Phase::Melee;
        return Ok(());
    };
    // skirmish.morale.once: one test, severe if any reason is.
    let rule = if g[id].severe { SEVERE } else { TEST };
    let test = Test { kills: i32::from(g[id].kills), severe: g[id].severe };
    take(cx, g, id, rule, test)?;
    g.phase = Phase::Morale { next: id.0 + 1 };
    Ok(())
}

/// What an element is tested for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    pub kills: i32,
    pub severe: bool,
}

/// One test. What it comes to is due when the phase ends; a Broken element tests like any other
/// (skirmish.morale.broken-tests).
pub fn take<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    id: ElementId,
    rule: kernel::Rule,
    test: Test,
) -> Result<(), C::Halt> {
    let bonus = leadership::bonus(g, id);
    let number = cx.tally(NUMBER, |ledger| {
        count(g.tables(), g.quality(id), test, bonus, ledger);
    });
    let badly = g.tables().morale.fail_big_margin;
    let tested = dice::tested(cx, g, ask(g.side(id), rule, Topic::Morale(id)), number, badly)?;
    let level = after(g.tables(), g[id].level, tested);
    g[id].due = Some(level);
    if !test.severe {
        leadership::veil(cx, g, id);
    }
    let only = g.secret(id);
    let impossible = dice::way(&g.tables().roll, number) == Way::Impossible;
    let rule = if impossible { IMPOSSIBLE } else { RESULT };
    cx.say(rule, || Said::Tested { element: id, tested, level, only }.into());
    cx.mark(g, NUMBER, ())
}

/// The morale number of a test: plus kills, minus leadership unless it is severe.
pub fn count(tables: &Tables, quality: Quality, test: Test, bonus: i32, ledger: &mut impl Ledger) {
    ledger.add(NUMBER, tables.morale.number.of(quality));
    ledger.add(KILLS, test.kills * tables.morale.per_kill);
    if !test.severe {
        ledger.add(leadership::BONUS, -bonus);
    }
}

/// skirmish.morale.result: one level down, two when it is missed badly (skirmish.morale.levels).
#[must_use]
pub fn after(tables: &Tables, level: Level, tested: Tested) -> Level {
    let drop = match tested {
        Tested::Passed => 0,
        Tested::Failed => tables.morale.fail_drop,
        Tested::FailedBadly => tables.morale.fail_big_drop,
    };
    (0..drop).fold(level, |level, _| level.down())
}

/// skirmish.morale.when, or a severe reason.
#[must_use]
pub fn must_test(g: &Skirmish, id: ElementId) -> bool {
    let (it, table) = (&g[id], &g.tables().morale);
    g.on_table(id)
        && !g.data(id).dummy
        && (it.severe || is_shaken(table, it.kills, it.hits, it.strength))
}

/// At least one kill, or hits for half of the figures it had.
#[must_use]
pub fn is_shaken(table: &crate::tables::Morale, kills: u8, hits: u8, strength: u8) -> bool {
    let [part, of] = table.test_on_hits_fraction.map(u32::from);
    table.test_on_kills <= kills || (0 < hits && u32::from(strength) * part <= u32::from(hits) * of)
}

/// skirmish.lead.death: elements of his side within 8 inches of where he fell that see the place test severely.
pub(crate) fn feel_fallen_leaders(g: &mut Skirmish) {
    let radius = inches(g.tables().leadership.radius);
    for fallen in std::mem::take(&mut g.fallen) {
        let side = g.side(g.element_of(fallen.figure));
        for id in g.ids().filter(|it| g.side(*it) == side).collect::<smallvec::SmallVec<[_; 16]>>()
        {
            let near = |at: tabletop::Spot| {
                within(at.point(), fallen.at.point(), radius) && g.sees(at, fallen.at)
            };
            if g.on_table(id) && !g.data(id).dummy && g.spots(id).any(|(_, at)| near(at)) {
                g[id].severe = true;
            }
        }
    }
}

/// What was rolled takes effect, all at once (skirmish.turn.simultaneous-effect).
pub(crate) fn take_effect<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) {
    for id in g.ids() {
        if let Some(level) = g[id].due.take() {
            set(cx, g, id, level);
        }
    }
}

/// Put an element on a level; a Dispersed one is removed at once.
pub(crate) fn set<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, id: ElementId, level: Level) {
    g[id].level = level;
    if level == Level::Dispersed {
        casualties::disperse(cx, g, id, RESULT);
    }
}

/// The reasons of this turn's tests are spent.
pub(crate) fn forget_reasons(g: &mut Skirmish) {
    for it in &mut g.elements {
        (it.hits, it.kills, it.severe) = (0, 0, false);
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Tested { element: ElementId, tested: Tested, level: Level, only: Option<Side> },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let Said::Tested { element, tested, level, .. } = self;
        let name = Names(scene).element(*element);
        let text = match tested {
            Tested::Passed => format!("{name} stands its test."),
            Tested::Failed | Tested::FailedBadly => {
                format!("{name} fails its test and is {}.", Names::level(*level))
            }
        };
        Words::of(scene, *element, text)
    }
    pub(crate) fn only(&self) -> Option<Side> {
        let Said::Tested { only, .. } = self;
        *only
    }
}
