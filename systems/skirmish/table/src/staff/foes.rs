//! Who of the enemy can fire at whom from where, as far as is known: each element as a few points and what fires from them.

use kernel::{Ledger as _, Sum};
use skirmish::data::{ElementId, FigureId, Quality, Start, WeaponId};
use skirmish::hit_and_kill::{self, Situation};
use skirmish::state::{Level, Presence};
use skirmish::tables::{Class, FiresIn, Order, inches};
use skirmish::{fire, weapons};
use smallvec::SmallVec;
use tabletop::{Spot, within};

use super::Staff;
use super::worth::{Target, Throw, Throws};

/// So many figures are taken to be under a blast of direct HE.
const UNDER: f64 = 2.5;
/// Counters are taken to hide so many riflemen.
const RIFLES: f64 = 4.0;

/// Points that stand for the figures of an element.
pub(super) type Points = SmallVec<[Spot; 4]>;

/// Weapons of one kind, and from which of the points they fire.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    weapon: WeaponId,
    count: f64,
    missing: u8,
    point: usize,
}

/// Who fires, and how.
#[derive(Clone, Debug)]
pub(super) struct Battery {
    quality: Quality,
    suppressed: bool,
    moving: bool,
    arms: SmallVec<[Arm; 4]>,
}

/// An enemy element or counter.
#[derive(Clone, Debug)]
pub(super) struct Foe {
    /// `None` for a counter.
    pub(super) id: Option<ElementId>,
    pub(super) points: Points,
    /// All its figures.
    pub(super) figures: SmallVec<[Spot; 8]>,
    pub(super) fires: Option<Battery>,
    pub(super) target: Option<Target>,
    /// How much of its fire one of ours has to expect.
    pub(super) part: f64,
}

/// How a target has moved this turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    pub(super) in_open: bool,
    pub(super) double: bool,
}

impl Pace {
    pub(super) const fn of(order: Order) -> Pace {
        Pace {
            in_open: matches!(order, Order::Double | Order::MoveFire),
            double: matches!(order, Order::Double),
        }
    }
}

impl Staff<'_> {
    /// All enemies and counters on the table.
    pub(super) fn foes(&self) -> Vec<Foe> {
        let g = self.g;
        let enemy = self.side.other();
        let known = g.revealed(enemy).map(|id| self.foe(id));
        let counters = g.counters.iter().filter(|it| it.side == enemy);
        // How many counters are somebody is known from the order of battle.
        let hides = |it: &ElementId| {
            let data = g.data(*it);
            g[*it].presence == Presence::Away
                && !data.dummy
                && matches!(data.start, Start::Zone { .. })
        };
        let n = counters.clone().count() as f64;
        let real = g.of_side(enemy).filter(hides).count() as f64;
        let part = if 0.0 < n { self.w.counter * self.w.share * real / n } else { 0.0 };
        let counters: Vec<Foe> = counters.map(|it| self.stranger(it.at, part)).collect();
        known.chain(counters).collect()
    }

    fn foe(&self, id: ElementId) -> Foe {
        let g = self.g;
        let order = g[id].order.unwrap_or(Order::Fire);
        let (mut points, fires) = self.battery(id, order, |it| g[it].at);
        let figures: SmallVec<[Spot; 8]> = g.spots(id).map(|(_, at)| at).collect();
        if points.is_empty() {
            points.extend(figures.first().copied());
        }
        let fires = fires.filter(|_| g[id].level.is_unbroken());
        let target = Some(self.target(id));
        Foe { id: Some(id), points, figures, fires, target, part: self.w.share }
    }

    /// A counter, as the riflemen it may be.
    fn stranger(&self, at: Spot, part: f64) -> Foe {
        let rifle = self.g.tables().weapon_called("rifle").unwrap_or(WeaponId(0));
        let arm = Arm { weapon: rifle, count: RIFLES, missing: 0, point: 0 };
        let fires = Battery {
            quality: Quality::Regular,
            suppressed: false,
            moving: false,
            arms: SmallVec::from_slice(&[arm]),
        };
        let points = SmallVec::from_slice(&[at]);
        let figures = SmallVec::from_slice(&[at]);
        Foe { id: None, points, figures, fires: Some(fires), target: None, part }
    }

    /// What an element fires under an order with its figures at these places: each kind of small arms from where the last
    /// of them stands, what is crewed from its first man.
    pub(super) fn battery(
        &self,
        id: ElementId,
        order: Order,
        at: impl Fn(FigureId) -> Spot,
    ) -> (Points, Option<Battery>) {
        let g = self.g;
        let mut points = Points::new();
        let mut arms: SmallVec<[Arm; 4]> = SmallVec::new();
        let mut add = |weapon: WeaponId, count: f64, missing: u8, spot: Spot| {
            if g.tables().weapon(weapon).class == Class::Indirect {
                return;
            }
            let point = points.iter().position(|it| *it == spot).unwrap_or_else(|| {
                points.push(spot);
                points.len() - 1
            });
            arms.push(Arm { weapon, count, missing, point });
        };
        for group in weapons::groups_under(g, id, order) {
            let Some(weapon) = group.weapon else {
                let own = |it: &FigureId| g.scene.figures[usize::from(it.0)].weapon;
                let mut kinds: SmallVec<[WeaponId; 4]> = group.figures.iter().map(own).collect();
                kinds.sort_unstable();
                kinds.dedup();
                for kind in kinds {
                    let of_kind = group.figures.iter().filter(|it| own(it) == kind);
                    if let Some(last) = of_kind.clone().next_back() {
                        add(kind, of_kind.count() as f64, 0, at(*last));
                    }
                }
                continue;
            };
            if let Some(first) = group.figures.first() {
                add(weapon, 1.0, group.missing, at(*first));
            }
        }
        let fires = (!arms.is_empty()).then(|| Battery {
            quality: g.quality(id),
            suppressed: g[id].level == Level::Suppressed,
            moving: g.tables().order(order).fires_in == FiresIn::MovingFire,
            arms,
        });
        (points, fires)
    }

    /// The hindrances between all points of one and of another.
    pub(super) fn lines(&self, from: &[Spot], to: &[Spot]) -> Lines {
        let sight = |a: &Spot| to.iter().map(|b| self.g.sight(*a, *b)).collect();
        from.iter().map(sight).collect()
    }

    /// The dice of a battery: each arm at the point of the target where they are worth most.
    pub(super) fn throws(
        &self,
        by: &Battery,
        from: &[Spot],
        to: &[Spot],
        line: impl Fn(usize, usize) -> Option<u8>,
        pace: Pace,
    ) -> Throws {
        let mut throws = Throws::new();
        for arm in &by.arms {
            let mut best: Option<(f64, Throw)> = None;
            for (j, at) in to.iter().enumerate() {
                let Some(hindrances) = line(arm.point, j) else { continue };
                let Some(it) = self.throw(by, arm, from[arm.point], *at, hindrances, pace) else {
                    continue;
                };
                let worth = it.dice * it.hit * it.kill;
                if best.is_none_or(|(most, _)| most < worth) {
                    best = Some((worth, it));
                }
            }
            throws.extend(best.map(|(_, it)| it));
        }
        throws
    }

    /// The dice of one arm at a place, by the numbers of the rules.
    fn throw(
        &self,
        by: &Battery,
        arm: &Arm,
        from: Spot,
        at: Spot,
        hindrances: u8,
        pace: Pace,
    ) -> Option<Throw> {
        let g = self.g;
        let row = g.tables().weapon(arm.weapon);
        let reach = if row.long < row.short { row.short } else { row.long };
        if !within(from.point(), at.point(), inches(reach)) {
            return None;
        }
        let situation = Situation {
            cover: g.cover(from, at),
            hindrances,
            long_range: !within(from.point(), at.point(), inches(row.short)),
            uphill: g.hill(from) < g.hill(at),
            missing_crew: arm.missing,
            moving: by.moving,
            suppressed: by.suppressed,
            quality: by.quality,
            target_moved: pace.in_open,
            target_double: pace.double,
        };
        let (mut hit, mut kill) = (Sum::default(), Sum::default());
        hit_and_kill::count_hit(g.tables(), row, &situation, &mut hit);
        hit_and_kill::count_kill(g.tables(), row, situation.cover, &mut kill);
        let weight = row.weight.map(|it| *g.tables().weight(it));
        let (more_hit, more_kill) = weight.map_or((0, 0), |it| (it.hit, it.kill));
        let dice = match row.class {
            Class::DirectHe => UNDER,
            _ => f64::from(fire::dice_of(row, from.point().squared(at.point()))),
        };
        Some(Throw {
            dice: dice * arm.count,
            hit: self.chance(hit.total() + more_hit),
            kill: self.chance(kill.total() + more_kill),
        })
    }
}

/// Hindrances from each of some points to each of others; `None` where sight is blocked.
pub(super) type Lines = SmallVec<[SmallVec<[Option<u8>; 4]>; 4]>;
