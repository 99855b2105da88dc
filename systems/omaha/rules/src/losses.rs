//! Steps lost, units disrupted and eliminated, leaders hit; the loss boxes and catastrophic loss (section 18.1).

use board::HexId;
use kernel::{Cx, Rule, rules};

use crate::data::{Data, Division, UnitId, UnitKind};
use crate::question::{Topic, ask};
use crate::state::{Climb, Day, HeroState, Level, Outcome, Phase, Place};
use crate::text::Names;

rules! {
    STEP_LOSS = "omaha.us.step-loss", "A step is lost";
    SACRIFICE = "omaha.hit.hero-sacrifice", "The hero falls instead of the last step";
    DISRUPTED = "omaha.disr.only-action", "Disrupted";
    HERO_HIT = "omaha.hit.hero", "The hero is killed, his unit is inspired";
    HQ_HIT = "omaha.hit.hq", "The headquarters is scattered and lands again";
    POST_HIT = "omaha.hit.cp", "The command post is a headquarters again";
    GENERAL_HIT = "omaha.hit.general-first", "The General is lightly wounded";
    GENERAL_LOST = "omaha.hit.general-second", "The wounded General is out";
    CATASTROPHE_BASIC = "omaha.cat.basic", "Catastrophic loss";
    CATASTROPHE_EXTENDED = "omaha.cat.extended", "Catastrophic loss";
}

/// Why a step is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    Landing,
    Mine,
    /// Position fire, the artillery box and artillery action, mortars, ambush.
    Fire,
    Infiltration,
    Attrition,
    Event,
    Advance,
    Tide,
    Stacking,
}

impl Cause {
    /// omaha.hit.sacrifice-scope
    const fn allows_sacrifice(self) -> bool {
        matches!(self, Cause::Fire | Cause::Infiltration)
    }
}

/// A unit loses a step. A hero may fall for the last one where the cause allows it.
pub fn lose_step<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: UnitId,
    cause: Cause,
    rule: Rule,
) -> Result<(), C::Halt> {
    if g[unit].steps == 0 || g.has_ended() {
        return Ok(());
    }
    if let HeroState::Hero(division) = g[unit].hero
        && g[unit].steps == 1
        && cause.allows_sacrifice()
        && cx.confirm(g, ask(SACRIFICE, Topic::Sacrifice(unit)))?
    {
        g[unit].hero = HeroState::Inspired(division);
        cx.say(SACRIFICE, || Said::Sacrificed(unit).into());
        return Ok(());
    }
    lose(cx, g, unit, 1, rule);
    Ok(())
}

/// A unit loses steps and there is no way around it (omaha.land.step-overflow).
pub fn lose<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId, steps: u8, rule: Rule) {
    let left = g[unit].steps.saturating_sub(steps);
    let at = g[unit].hex();
    g[unit].steps = left;
    if left == 0 {
        cx.say(rule, || Said::Eliminated { unit, at }.into());
        take_away(g, unit, Place::Lost);
    } else {
        cx.say(rule, || Said::Lost { unit, steps, left, at }.into());
    }
    count_loss(cx, g, unit);
}

/// A unit is eliminated outright.
pub fn eliminate<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId, rule: Rule) {
    let steps = g[unit].steps;
    lose(cx, g, unit, steps.max(1), rule);
}

/// A counter leaves the map or its box for good, with its hero and markers (omaha.hero.lost-with-unit).
pub fn take_away(g: &mut Day, unit: UnitId, to: Place) {
    let it = &mut g[unit];
    it.place = to;
    it.hero = HeroState::None;
    it.disrupted = false;
    it.just_disrupted = false;
    it.climb = Climb::None;
    it.post = None;
    it.commanded = 0;
}

/// omaha.fire.disrupt-twice: again changes nothing; omaha.hit.leaders-never-disrupted.
pub fn disrupt<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId, rule: Rule) {
    if g[unit].disrupted || g.kind(unit).is_leader() || g[unit].steps == 0 {
        return;
    }
    g[unit].disrupted = true;
    // omaha.disr.same-phase
    g[unit].just_disrupted = g.phase == Phase::UsActions;
    let at = g[unit].hex();
    cx.say(rule, || Said::Disrupted { unit, at }.into());
}

/// A leader is hit: an HQ, a command post or a General, or the hero of a unit (section 9.4).
pub fn hit_leader<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId) {
    let at = g[unit].hex();
    match g.kind(unit) {
        UnitKind::Hq if g[unit].post.is_some() => {
            g[unit].post = None;
            cx.say(POST_HIT, || Said::PostHit { unit, at }.into());
        }
        // omaha.lead.hq-return: on the track, it lands again.
        UnitKind::Hq => {
            let turn = g.turn + g.data().tables.constants.hq_hit_delay;
            // omaha.drift.delay-past-end
            let comes = turn <= g.data().plan.last_turn;
            take_away(g, unit, if comes { Place::Track(turn) } else { Place::Gone });
            g[unit].delayed = true;
            cx.say(HQ_HIT, || Said::HqHit { unit, at, turn }.into());
        }
        UnitKind::General if !g[unit].wounded => {
            g[unit].wounded = true;
            cx.say(GENERAL_HIT, || Said::GeneralWounded { unit, at }.into());
        }
        UnitKind::General => {
            take_away(g, unit, Place::Lost);
            cx.say(GENERAL_LOST, || Said::GeneralLost { unit, at }.into());
        }
        _ => {
            if let HeroState::Hero(division) = g[unit].hero {
                g[unit].hero = HeroState::Inspired(division);
                cx.say(HERO_HIT, || Said::HeroKilled { unit, at }.into());
            }
        }
    }
}

/// Regular infantry down to one step or gone goes into the box of its original division (omaha.cat.count,
/// omaha.cat.original, omaha.cat.once); enough of them end the game. Nobody else counts (omaha.cat.not-counted); who
/// never landed is not lost and does not come here (omaha.cat.never-landed).
pub fn count_loss<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: UnitId) {
    let counter = &g.data().units[unit.index()];
    let division = counter.division;
    if !counter.kind.is_regular() || 1 < g[unit].steps {
        return;
    }
    g.losses[division.index()].insert(unit);
    catastrophe(cx, g, division);
}

/// omaha.cat.basic, omaha.cat.extended
fn catastrophe<C: Cx<Day>>(cx: &mut C, g: &mut Day, division: Division) {
    let constants = &g.data().tables.constants;
    let (limit, rule) = if g.is_extended() {
        (constants.catastrophic_extended, CATASTROPHE_EXTENDED)
    } else {
        (constants.catastrophic_basic, CATASTROPHE_BASIC)
    };
    let lost = g.losses[division.index()].len();
    if lost < u32::from(limit) || g.outcome.is_some() {
        return;
    }
    let points = crate::victory::points(g);
    g.outcome = Some(Outcome {
        level: crate::victory::worst(g.data()),
        points,
        catastrophe: Some(division),
        armour: false,
        conceded: false,
    });
    cx.say(rule, || Said::Catastrophe { division, lost }.into());
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Lost { unit: UnitId, steps: u8, left: u8, at: Option<HexId> },
    Eliminated { unit: UnitId, at: Option<HexId> },
    Sacrificed(UnitId),
    Disrupted { unit: UnitId, at: Option<HexId> },
    HeroKilled { unit: UnitId, at: Option<HexId> },
    HqHit { unit: UnitId, at: Option<HexId>, turn: u8 },
    PostHit { unit: UnitId, at: Option<HexId> },
    GeneralWounded { unit: UnitId, at: Option<HexId> },
    GeneralLost { unit: UnitId, at: Option<HexId> },
    Catastrophe { division: Division, lost: u32 },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        let (text, at) = match self {
            Said::Lost { unit, steps, left, at } => {
                let what = if *steps == 1 { "a step".into() } else { format!("{steps} steps") };
                (format!("{} loses {what}: {left} left.", names.unit(*unit)), *at)
            }
            Said::Eliminated { unit, at } => (format!("{} is eliminated.", names.unit(*unit)), *at),
            Said::Sacrificed(unit) => (
                format!("The hero of {} falls; the unit fights on, inspired.", names.unit(*unit)),
                None,
            ),
            Said::Disrupted { unit, at } => (format!("{} is disrupted.", names.unit(*unit)), *at),
            Said::HeroKilled { unit, at } => {
                (format!("The hero of {} is killed; the unit is inspired.", names.unit(*unit)), *at)
            }
            Said::HqHit { unit, at, turn } if data.plan.last_turn < *turn => {
                (format!("{} is scattered and out of the battle.", names.unit(*unit)), *at)
            }
            Said::HqHit { unit, at, turn } => (
                format!("{} is scattered; it lands again from turn {turn}.", names.unit(*unit)),
                *at,
            ),
            Said::PostHit { unit, at } => (
                format!(
                    "The command post of {} is lost; it is a headquarters again.",
                    names.unit(*unit)
                ),
                *at,
            ),
            Said::GeneralWounded { unit, at } => {
                (format!("{} is lightly wounded and goes on.", names.unit(*unit)), *at)
            }
            Said::GeneralLost { unit, at } => {
                (format!("{} is hit again and out of the battle.", names.unit(*unit)), *at)
            }
            Said::Catastrophe { division, lost } => (
                format!(
                    "{lost} companies of the {} are shattered: the landing has failed.",
                    division.name()
                ),
                None,
            ),
        };
        (text, at.into_iter().collect())
    }
}

/// Whether a level of defeat is the lowest there is: exported for cases that ask how a game was lost.
#[must_use]
pub fn is_catastrophe(outcome: &Outcome) -> bool {
    outcome.catastrophe.is_some() && matches!(outcome.level, Level::Defeat | Level::DecisiveDefeat)
}
