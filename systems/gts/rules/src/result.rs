//! Section 10: fire results, and what they do to a unit.

use kernel::{Cx, Rule, rules, shown};

use crate::contact;
use crate::data::{Arm, Data, UnitId};
use crate::event::Words;
use crate::landing;
use crate::leader;
use crate::park;
use crate::question::{Opt, Stake, Topic, ask};
use crate::state::{Battle, Place};
use crate::tables::FireResult;
use crate::text::Names;
use crate::troop_quality::{self, Check, How};

rules! {
    RESULT_E = "gts.result.e", "Eliminated";
    RESULT_1 = "gts.result.1-reduce", "Step lost";
    RESULT_1_REMOVE = "gts.result.1-remove", "Last step lost";
    RESULT_C = "gts.result.cohesion-hit", "Cohesion Hit";
    RESULT_C_ZERO = "gts.result.c-zero", "A unit of no steps is eliminated";
    RESULT_S = "gts.result.s-option", "Take the suppression, or check for a Cohesion Hit instead";
    RESULT_S_SUPPRESSED = "gts.result.s-suppressed", "Suppressed";
    RESULT_SQ = "gts.result.sq", "Check against suppression";
}

/// Whether a unit may try to turn a suppression into a Cohesion Hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearing {
    Steady,
    /// gts.assault.step-11-run-s: runs from an assault.
    Running,
}

/// Apply a result of the CRT. Did the unit take Effective Fire (gts.term.effective-fire, gts.term.effective-elimination)?
pub fn apply<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    result: FireResult,
    bearing: Bearing,
) -> Result<bool, C::Halt> {
    match result {
        FireResult::Miss => Ok(false),
        FireResult::Eliminate => {
            eliminate(cx, g, id, RESULT_E);
            Ok(true)
        }
        FireResult::Step => {
            lose_step(cx, g, id);
            Ok(true)
        }
        FireResult::Cohesion => {
            cohesion_hit(cx, g, id);
            Ok(true)
        }
        FireResult::Suppress => suppress(cx, g, id, bearing),
        FireResult::SuppressCheck => {
            // gts.result.sq, gts.result.sq-buy; a failed check opens a full S (gts.result.sq-chain).
            if troop_quality::check(cx, g, id, Check::bought(RESULT_SQ).with(Stake::Suppression))? {
                return Ok(false);
            }
            suppress(cx, g, id, bearing)
        }
    }
}

/// What its owner does about a suppression.
#[derive(Clone, Copy)]
enum Way {
    Take,
    Check(How),
}

shown! {
    it => Way, match it {
        Way::Take => Opt::No,
        Way::Check(how) => how.into(),
    };
}

/// S: take it, or check for a Cohesion Hit instead.
fn suppress<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    bearing: Bearing,
) -> Result<bool, C::Halt> {
    // gts.naval.3-sq: what has no Troop Quality cannot choose.
    if bearing == Bearing::Steady && !g.kind(id).lacks_tq() {
        // gts.result.s-option, gts.result.s-buy: one question holds all three ways.
        let buy = troop_quality::may_buy(g, id);
        let ways = [Way::Take, Way::Check(How::Roll), Way::Check(How::SpendCp)];
        let ways = if buy { &ways[..] } else { &ways[..2] };
        let topic = Topic::Suppression(id);
        let passed = match cx.choose(g, ask(g.side(id), RESULT_S, topic), ways)? {
            Way::Check(How::SpendCp) => {
                troop_quality::buy(cx, g, id);
                true
            }
            Way::Check(How::Roll) => troop_quality::roll(cx, g, id, Check::rolled(RESULT_S))?,
            Way::Take => false,
        };
        // gts.result.s-passed
        if passed {
            cohesion_hit(cx, g, id);
            return Ok(true);
        }
    }
    if g[id].suppressed {
        // gts.result.s-again
        cohesion_hit(cx, g, id);
    } else {
        // gts.result.s-suppressed
        mark_suppressed(cx, g, id, RESULT_S_SUPPRESSED);
    }
    Ok(true)
}

pub fn mark_suppressed<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId, rule: Rule) {
    g[id].suppressed = true;
    cx.say(rule, || Said::Suppressed(id).into());
    contact::lose(cx, g, id);
}

/// C, also wherever a rule inflicts a Cohesion Hit (gts.result.cohesion-hit).
pub fn cohesion_hit<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    // gts.result.c-zero
    if g[id].steps == 0 {
        eliminate(cx, g, id, RESULT_C_ZERO);
        return;
    }
    // gts.result.c-third: the two Cohesion Hits stay.
    if g[id].cohesion == g.data().tables.limits.cohesion_max {
        lose_step(cx, g, id);
        return;
    }
    // gts.result.c-first, gts.result.c-second
    g[id].cohesion += 1;
    let level = g[id].cohesion;
    cx.say(RESULT_C, || Said::CohesionHit { unit: id, level }.into());
    // gts.contact.lost-by-fire, gts.dfire.step-16-contact, gts.ifire.step-22-contact, gts.result.cohesion-not-fire: contact
    // is lost with every such result, whatever brought it.
    contact::lose(cx, g, id);
}

/// 1: the last step is the unit (gts.result.1-remove, gts.result.1-reduce).
pub fn lose_step<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    if g[id].steps <= 1 {
        eliminate(cx, g, id, RESULT_1_REMOVE);
        return;
    }
    g[id].steps = 1;
    count_lost(g, id, 1);
    cx.say(RESULT_1, || Said::StepLost(id).into());
    contact::lose(cx, g, id);
}

/// What is lost with ships and craft are their passengers (gts.ruling.craft-steps).
fn count_lost(g: &mut Battle, id: UnitId, steps: u8) {
    if !g.kind(id).is_afloat() {
        g.steps_lost[g.side(id).index()] += u16::from(steps);
    }
}

/// E: off the map (gts.result.e).
pub fn eliminate<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId, rule: Rule) {
    if g.kind(id).is_landing_craft() {
        return landing::lose_craft(cx, g, id, rule);
    }
    let Some(hex) = g[id].hex() else { return eliminate_at_sea(cx, g, id, rule) };
    count_lost(g, id, g[id].steps);
    // gts.move.ent-stays: an empty entrenchment stays on the map.
    if g[id].ent {
        g[id].ent = false;
        add_empty_entrenchment(g, id, hex);
    }
    // gts.rear.reuse: a Rearguard is available again.
    let rearguard = g.kind(id).arm == Arm::Rearguard;
    clear_markers(g, id);
    g.take(id, if rearguard { Place::Absent } else { Place::Eliminated });
    cx.say(rule, || Said::Eliminated(id).into());
    contact::lose(cx, g, id);
    park::note_loss(g, hex);
    leader::displace(cx, g, id, hex);
}

/// The same for a ship, or a unit still on the Naval Display.
fn eliminate_at_sea<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId, rule: Rule) {
    let place = g[id].place;
    if !matches!(place, Place::Sea(_)) {
        return;
    }
    count_lost(g, id, g[id].steps);
    clear_markers(g, id);
    g[id].aboard = None;
    g.take(id, Place::Eliminated);
    let afloat = g.kind(id).is_afloat();
    cx.say(rule, || if afloat { Said::Sunk(id).into() } else { Said::Eliminated(id).into() });
    contact::lose(cx, g, id);
    leader::displace_at_sea(cx, g, id, place);
}

/// What does not leave play with a unit.
pub fn clear_markers(g: &mut Battle, id: UnitId) {
    let unit = &mut g[id];
    (unit.parked, unit.hero, unit.heroic, unit.delay, unit.drift) = (false, false, false, None, 0);
    (unit.men_at_work, unit.work) = (0, None);
}

/// The entrenchment of this unit stands empty; whose it is shows by who may enter it.
pub fn add_empty_entrenchment(g: &mut Battle, id: UnitId, hex: board::HexId) {
    g.empty_entrenchments.push((hex, g.kind(id).nation));
    g.empty_entrenchments.sort_unstable();
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Suppressed(UnitId),
    CohesionHit {
        unit: UnitId,
        level: u8,
    },
    StepLost(UnitId),
    Eliminated(UnitId),
    /// A ship or craft is lost.
    Sunk(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Suppressed(unit) => {
                (format!("{} is suppressed.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::CohesionHit { unit, level } => (
                format!("{} takes a Cohesion Hit ({level}).", names.unit(*unit)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::StepLost(unit) => {
                (format!("{} loses a step.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::Eliminated(unit) => {
                (format!("{} is eliminated.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::Sunk(unit) => {
                (format!("{} is lost.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
        }
    }
}
