//! Section 8: fire. Both sides seal all targets of the phase; then one group after another rolls its dice; then all
//! kills take effect together.

mod judge;
mod ready;
mod said;

use kernel::{Bounds as _, Cx, Ledger as _, Sum, rules};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Spot, within};

use crate::data::{BatteryId, ElementId, FIGURES, FigureId, Side, WeaponId};
use crate::hit_and_kill::{self, Situation};
use crate::question::{Plan, Topic, ask};
use crate::state::{Kill, Level, Moved, Phase, Shot, Skirmish, Stood};
use crate::tables::{Class, FiresIn, OpenMovement, Order, inches};
use crate::weapons::{self, Group, crews};
use crate::{casualties, dice, direct_he, hiding, indirect_fire, smoke};

pub use judge::{judge, may_add};
pub use ready::{options, ready};
pub use said::Said;

rules! {
    DECLARE = "skirmish.turn.declare-first", "Targets are sealed before any die";
    STATIONARY = "skirmish.fire.stationary", "Stationary Fire Phase";
    MOVING = "skirmish.fire.moving", "Moving Fire Phase";
    DEFAULT = "skirmish.order.default-fire", "Without an order it fires";
    ONCE = "skirmish.fire.once", "A group fires once a turn";
    GROUP = "skirmish.fire.groups", "Groups of an element";
    TARGET = "skirmish.fire.target", "A revealed enemy element";
    WHO_SHOOTS = "skirmish.fire.who-shoots", "Nobody of the group sees it in range";
    RANGE = "skirmish.weap.range", "Range of a weapon";
    AIM = "skirmish.fire.aim", "The figure a weapon aims at";
    NOT_HIDDEN = "skirmish.hide.one-way", "A hidden element is no target";
    BROKEN = "skirmish.broken.passive", "A Broken element does nothing";
    NO_FIRE = "skirmish.order.double", "At the Double nobody fires";
    BOUND = "skirmish.opp.commits", "A marker binds all groups to the mover";
    DUMMY = "skirmish.hide.dummy", "A dummy never acts";
    PICK = "skirmish.weap.sniper", "Only a sniper picks his figure";
    ACTING = "skirmish.hide.acting", "Whoever fires comes to light";
}

/// Who fires.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Firer {
    Element(ElementId),
    Battery(BatteryId),
}

/// What a group fires at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Aim {
    /// Small arms and flame; snipers of the group may pick a figure (skirmish.weap.sniper).
    Element {
        element: ElementId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pick: Option<FigureId>,
    },
    /// Direct HE: the figure at the centre of the blast (skirmish.he.direct-centre).
    Figure(FigureId),
    /// A new call for indirect fire.
    Call {
        at: Spot,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        smoke: bool,
        spotter: ElementId,
    },
    /// Fire for Effect goes on at the same spot.
    Continue,
    /// Fire for Effect is shifted.
    Adjust { at: Spot, spotter: ElementId },
}

/// A fire phase begins: both sides seal their targets. Under F that is the first (skirmish.order.fire), with all
/// opportunity fire (skirmish.opp.resolved); under M and C the second (skirmish.order.move-fire, skirmish.order.cautious). What
/// comes to light by firing can be fired at from the next declaration on (skirmish.hide.revealed-when).
pub(crate) fn declare<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    when: FiresIn,
) -> Result<(), C::Halt> {
    let stationary = when == FiresIn::StationaryFire;
    if stationary {
        default_orders(g);
    }
    let rule = if stationary { STATIONARY } else { MOVING };
    let asks = Side::BOTH.map(|it| ask(it, DECLARE, Topic::Fire));
    let plans = cx.declare(
        g,
        &asks,
        |k, plan| judge(g, asks[k].who, when, plan),
        |k, _| ready(g, asks[k].who, when).into_iter().map(Plan::Fire).collect(),
    )?;
    let mut shots: SmallVec<[Shot; 8]> = SmallVec::new();
    for plan in plans {
        if let Plan::Fire(list) = plan {
            shots.extend(list);
        }
    }
    // skirmish.cas.order: the initiative winner's fire first, then by element and group.
    shots.sort_by_key(|it| (g.firer_side(it.firer) != g.initiative, it.firer, it.group));
    let n = shots.len();
    cx.say(rule, || Said::Declared { stationary, n }.into());
    // skirmish.hide.acting: whoever fires is revealed first, but not who fires indirectly and unseen.
    for shot in &shots {
        if let Firer::Element(id) = shot.firer
            && (!is_indirect(shot.aim) || hiding::is_seen(g, id))
        {
            hiding::reveal(cx, g, id, ACTING);
        }
    }
    g.shots = shots;
    g.phase =
        if stationary { Phase::StationaryShot { next: 0 } } else { Phase::MovingShot { next: 0 } };
    Ok(())
}

/// skirmish.order.default-fire; and the strength that hits are measured by (skirmish.morale.when).
fn default_orders(g: &mut Skirmish) {
    for id in g.ids() {
        if g.is_unbroken(id) && g[id].order.is_none() {
            g[id].order = Some(Order::Fire);
        }
        let strength = g.alive(id).count() as u8;
        g[id].strength = strength;
    }
}

const fn is_indirect(aim: Aim) -> bool {
    matches!(aim, Aim::Call { .. } | Aim::Continue | Aim::Adjust { .. })
}

/// One group rolls, or all have and the phase ends.
pub(crate) fn step<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    when: FiresIn,
    next: u8,
) -> Result<(), C::Halt> {
    let stationary = when == FiresIn::StationaryFire;
    let Some(shot) = g.shots.get(usize::from(next)).copied() else {
        casualties::apply(cx, g);
        smoke::land(cx, g);
        g.shots.clear();
        g.phase = if stationary { Phase::MovingFire } else { Phase::Morale { next: 0 } };
        return Ok(());
    };
    resolve(cx, g, shot)?;
    let next = next + 1;
    g.phase = if stationary { Phase::StationaryShot { next } } else { Phase::MovingShot { next } };
    Ok(())
}

/// Carry out one declared shot.
pub fn resolve<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, shot: Shot) -> Result<(), C::Halt> {
    match (shot.firer, shot.aim) {
        (Firer::Element(id), Aim::Element { element, pick }) => {
            if let Some(group) = group(g, id, shot.group) {
                volley(cx, g, id, &group, element, pick)?;
            }
            Ok(())
        }
        (Firer::Element(id), Aim::Figure(centre)) => match group(g, id, shot.group) {
            Some(group) => direct_he::fire(cx, g, id, &group, centre),
            None => Ok(()),
        },
        (_, Aim::Call { .. } | Aim::Continue | Aim::Adjust { .. }) => {
            indirect_fire::mission(cx, g, shot)
        }
        (Firer::Battery(_), Aim::Element { .. } | Aim::Figure(_)) => Ok(()),
    }
}

/// The group of an element with this number.
#[must_use]
pub fn group(g: &Skirmish, id: ElementId, index: u8) -> Option<Group> {
    weapons::groups(g, id).into_iter().find(|it| it.index == index)
}

/// Small arms and flame: every weapon that can fires its dice at the figure it aims at.
fn volley<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    id: ElementId,
    group: &Group,
    target: ElementId,
    pick: Option<FigureId>,
) -> Result<(), C::Halt> {
    let (hits_before, kills_before) = (g[target].hits, g.kills.len());
    for (weapon, from) in muzzles(g, group) {
        let aims = aims(g, id, group, weapon, from, target, pick);
        let Some(best) = aims.first().copied() else { continue };
        burst(cx, g, id, weapon, &aims, best)?;
    }
    let (hits, kills) = (g[target].hits - hits_before, (g.kills.len() - kills_before) as u8);
    let group = group.index;
    cx.say(TARGET, || Said::Fired { element: id, group, target, hits, kills }.into());
    cx.mark(g, TARGET, ())
}

/// The dice of one weapon.
fn burst<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    id: ElementId,
    weapon: WeaponId,
    aims: &[Aimed],
    best: Aimed,
) -> Result<(), C::Halt> {
    let scene = g.scene.clone();
    let row = scene.tables.weapon(weapon);
    let (side, target) = (g.side(id), best.figure);
    let hit = cx.tally(AIM, |it| hit_and_kill::count_hit(&scene.tables, row, &best.situation, it));
    let kill = cx.tally(hit_and_kill::KILL, |it| {
        hit_and_kill::count_kill(&scene.tables, row, best.situation.cover, it);
    });
    let element = g.element_of(target);
    for _ in 0..dice_of(row, best.squared) {
        let to_hit = ask(side, hit_and_kill::HIT, Topic::Hit { firer: id, target });
        if !dice::against(cx, g, to_hit, hit)? {
            continue;
        }
        g[element].hits = g[element].hits.saturating_add(1);
        // skirmish.weap.flame
        g[element].severe |= row.severe_test;
        let to_kill = ask(side, hit_and_kill::KILL, Topic::Kill { firer: id, target });
        if dice::against(cx, g, to_kill, kill)? {
            let order = aims.iter().map(|it| it.figure).collect();
            g.kills.push(Kill { bound: false, order });
        }
    }
    Ok(())
}

/// skirmish.weap.dice: one more within 8 inches for some.
#[must_use]
pub fn dice_of(weapon: &crate::tables::Weapon, squared: i64) -> u8 {
    let close = i64::from(inches(weapon.close_range));
    if squared <= close * close { weapon.dice + weapon.close_dice } else { weapon.dice }
}

/// The weapons of a group and where they stand.
pub fn muzzles(g: &Skirmish, group: &Group) -> SmallVec<[(WeaponId, Spot); FIGURES]> {
    match (group.weapon, group.figures.first()) {
        (Some(weapon), Some(first)) => SmallVec::from_slice(&[(weapon, g[*first].at)]),
        _ => {
            let own = |it: &FigureId| (g.scene.figures[usize::from(it.0)].weapon, g[*it].at);
            group.figures.iter().map(own).collect()
        }
    }
}

/// A figure that a weapon can fire at, with its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aimed {
    pub figure: FigureId,
    pub hit: i32,
    pub kill: i32,
    pub squared: i64,
    pub situation: Situation,
}

/// Whom a weapon can fire at, in the order of `skirmish.fire.aim`: nobody else can be killed by it
/// (skirmish.ruling.kill-reach), and snipers aim at the figure picked (skirmish.ruling.sniper-group).
#[must_use]
pub fn aims(
    g: &Skirmish,
    id: ElementId,
    group: &Group,
    weapon: WeaponId,
    from: Spot,
    target: ElementId,
    pick: Option<FigureId>,
) -> SmallVec<[Aimed; FIGURES]> {
    let row = g.tables().weapon(weapon);
    let mut list: SmallVec<[Aimed; FIGURES]> = SmallVec::new();
    for (figure, at) in targets(g, id, target) {
        let Some(situation) = situation(g, id, group.missing, weapon, from, target, at) else {
            continue;
        };
        let (mut hit, mut kill) = (Sum::default(), Sum::default());
        hit_and_kill::count_hit(g.tables(), row, &situation, &mut hit);
        hit_and_kill::count_kill(g.tables(), row, situation.cover, &mut kill);
        let squared = from.point().squared(at.point());
        list.push(Aimed { figure, hit: hit.total(), kill: kill.total(), squared, situation });
    }
    let pick = pick.filter(|_| row.picks_figure);
    list.sort_by_key(|it| {
        let last = (g.is_leader(it.figure), crews(g, it.figure), it.squared, it.figure);
        (pick != Some(it.figure), it.hit, it.kill, last)
    });
    list
}

/// The figures of a target and where they count as standing: for opportunity fire, at the marked checkpoint
/// (skirmish.opp.snapshot); those alive now can be hit wherever they have gone (skirmish.opp.no-stop).
pub fn targets(g: &Skirmish, firer: ElementId, target: ElementId) -> Stood {
    match &g[firer].marker {
        Some(marker) if marker.mover == target => {
            marker.stood.iter().copied().filter(|(it, _)| g[*it].alive).collect()
        }
        _ => g.spots(target).collect(),
    }
}

/// What the table tells of a shot from here (every figure counts as doing what its element does: skirmish.order.whole-element) at a figure there; `None` where it is out of range or sight.
#[must_use]
pub fn situation(
    g: &Skirmish,
    id: ElementId,
    missing_crew: u8,
    weapon: WeaponId,
    from: Spot,
    target: ElementId,
    at: Spot,
) -> Option<Situation> {
    let row = g.tables().weapon(weapon);
    // skirmish.weap.range
    if !within(from.point(), at.point(), inches(row.long.at_least(row.short))) {
        return None;
    }
    let hindrances = g.sight(from, at)?;
    Some(Situation {
        cover: g.cover(from, at),
        hindrances,
        long_range: !within(from.point(), at.point(), inches(row.short)),
        // skirmish.mod.uphill-means
        uphill: g.hill(from) < g.hill(at),
        missing_crew,
        moving: weapons::fires_in(g, id) == FiresIn::MovingFire,
        suppressed: g[id].level == Level::Suppressed,
        quality: g.quality(id),
        target_moved: has_moved_in_open(g, target),
        target_double: g[target].order == Some(Order::Double),
    })
}

/// skirmish.mod.open-means: A, M or compulsion; C is no movement in the open.
#[must_use]
pub fn has_moved_in_open(g: &Skirmish, id: ElementId) -> bool {
    let how = match (g[id].moved, g[id].order) {
        (Moved::ByCompulsion, _) => OpenMovement::Compulsory,
        (Moved::ByOrder, Some(Order::Double)) => OpenMovement::Double,
        (Moved::ByOrder, Some(Order::MoveFire)) => OpenMovement::MoveFire,
        (Moved::ByOrder, Some(Order::Cautious)) => OpenMovement::Cautious,
        _ => return false,
    };
    g.tables().order_limits.moved_in_open.contains(&how)
}

impl Skirmish {
    #[must_use]
    pub fn firer_side(&self, firer: Firer) -> Side {
        match firer {
            Firer::Element(id) => self.side(id),
            Firer::Battery(id) => self.scene.batteries[usize::from(id.0)].side,
        }
    }
}

/// Is this a weapon that is aimed at an element?
#[must_use]
pub const fn aims_at_elements(class: Class) -> bool {
    matches!(class, Class::SmallArms | Class::Flame)
}
