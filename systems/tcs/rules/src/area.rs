//! Area fire: strength and shifts.
//!
//! The steps: declared in `fire_action`, `overwatch` and `declare` (tcs.area.1-declare), strength (tcs.area.3-strength) and shifts
//! (tcs.area.5-shift) here, throw and effects in `fire` and `blow` (tcs.area.6-throw). Barrages and sorties use neither range
//! (tcs.area.range-not-arty) nor light (tcs.area.night-not-arty): see `barrage`.

use board::HexId;
use kernel::{Bounds as _, Ledger, Rule, rules};

use crate::data::{Kind, Light, TargetType};
use crate::fire::{self, Attack, Occasion};
use crate::ground::TerrainClass;
use crate::id::{Side, UnitId};
use crate::set::UnitSet;
use crate::state::{Battle, Mode};
use crate::tables::Trajectory;

rules! {
    STACKING = "tcs.area.stacking", "Affected steps in the target hex";
    RANGE = "tcs.area.range", "Range";
    TERRAIN = "tcs.area.terrain", "Terrain and posture of the target";
    SECOND = "tcs.area.terrain-second", "Terrain and posture, unspotted target of Low-Trajectory fire";
    STAR = "tcs.area.terrain-star", "Vehicles and carriers on Billiard Table";
    NIGHT = "tcs.area.night", "Night, illumination or twilight";
    ROAD = "tcs.area.road-moving", "Target Road Moving";
    ALL_SHAKEN = "tcs.area.all-suppressed", "All targets Suppressed or Paralysed";
    TANK_COVER = "tcs.area.tank-cover", "A P-2 or better in the target hex";
    FIRER_SHAKEN = "tcs.area.firer-suppressed", "A firer Suppressed or Paralysed";
    CROSS_FIRE = "tcs.area.cross-fire", "Cross fire";
    ZONE = "tcs.area.both-zone", "Artillery attack zone";
    SMOKE = "tcs.area.both-smoke", "Smoke";
}

/// Step 3: the firers' strengths, and infantry at range 0 and 1 (tcs.area.inf-bonus-0, tcs.area.inf-bonus-1,
/// tcs.general.round-down).
#[must_use]
pub fn strength(g: &Battle, attack: &Attack) -> u16 {
    let mut total = 0;
    let mut bonus = [0_u16; 2];
    for id in attack.firers.iter() {
        total += of_unit(g, id);
        let distance = distance(g, attack, id) as usize;
        if g.card(id).kind.is_infantry() && distance < bonus.len() {
            bonus[distance] += u16::from(g[id].steps);
        }
    }
    // Both shares over one denominator, so that the fraction is dropped once.
    let shares = &g.data.tables.infantry_bonus.by_range;
    let of = |i: usize| (shares[i].num * bonus[i], shares[i].den.get());
    let ((a, x), (b, y)) = (of(0), of(1));
    total + (a * y + b * x) / (x * y)
}

/// tcs.unit.area-strength-by-step, tcs.unit.losses-no-weakening
#[must_use]
pub fn of_unit(g: &Battle, id: UnitId) -> u16 {
    let Some(area) = &g.card(id).area else { return 0 };
    let step = usize::from(g[id].steps).saturating_sub(1);
    area.strength.get(step).or(area.strength.last()).copied().unwrap_or_default()
}

/// Step 5.
pub fn shifts(g: &Battle, attack: &Attack, affected: UnitSet, ledger: &mut impl Ledger) {
    let low = any_low(g, attack);
    let spotted = is_spotted(g, attack, affected);
    // tcs.area.stacking-star: the starred figures only against unspotted SFAs here.
    let starred = attack.occasion == Occasion::Action && !spotted;
    // tcs.stack.steps-count
    let steps = affected.iter().map(|it| u16::from(g[it].steps)).sum();
    ledger.add(STACKING, g.data.tables.stacking.shift(steps, starred));
    // tcs.area.range-mixed
    if let Some(shift) = range_shift(g, attack) {
        ledger.add(RANGE, shift);
    }
    let class = fire::cover(g, attack);
    posture(g, TERRAIN, class, affected, low && !spotted, ledger);
    // tcs.area.tank-cover-whose
    if low && has_armour(g, attack.by.other(), attack.hex) {
        ledger.add(TANK_COVER, g.data.tables.fire_modifiers.tank_cover.value);
    }
    if is_cross_fire(g, attack) {
        ledger.add(CROSS_FIRE, g.data.tables.fire_modifiers.cross_fire.value);
    }
    common(g, attack, affected, ledger);
}

/// Shifts of area and point fire alike (tcs.point.5-others).
pub fn common(g: &Battle, attack: &Attack, affected: UnitSet, ledger: &mut impl Ledger) {
    let table = &g.data.tables.fire_modifiers;
    match g.light() {
        Light::Night if g.lit.contains(attack.hex) => {
            ledger.add(NIGHT, table.lit_or_twilight.value)
        }
        Light::Night => ledger.add(NIGHT, table.night.value),
        Light::Twilight => ledger.add(NIGHT, table.lit_or_twilight.value),
        Light::Day => (),
    }
    // tcs.ow.road-plus
    if attack.occasion == Occasion::Overwatch && affected.iter().any(|it| g[it].road_moving) {
        ledger.add(ROAD, table.road_moving.value);
    }
    if attack.occasion != Occasion::Fight && all_shaken(g, affected) {
        ledger.add(ALL_SHAKEN, table.all_suppressed_or_paralysed.value);
    }
    if attack.firers.iter().any(|it| !g[it].is_normal()) {
        ledger.add(FIRER_SHAKEN, table.firer_suppressed_or_paralysed.value);
    }
    // tcs.area.both-once, tcs.area.both-any-firer. Reading: in one hex both hexes are the same and count twice, as the sheet's
    // "both, cumulative" says.
    let from =
        |has: &dyn Fn(HexId) -> bool| attack.firers.iter().filter_map(|it| g.hex(it)).any(has);
    let zones = i32::from(g.zone.contains(attack.hex)) + i32::from(from(&|it| g.zone.contains(it)));
    ledger.add(ZONE, zones * table.attack_zone.value);
    let smokes =
        i32::from(g.smoke.contains(attack.hex)) + i32::from(from(&|it| g.smoke.contains(it)));
    ledger.add(SMOKE, smokes * table.smoke.value);
}

/// tcs.area.terrain, tcs.area.terrain-second, tcs.area.terrain-star, tcs.area.posture-mixed. `rule`: what says that the first number
/// is used.
pub fn posture(
    g: &Battle,
    rule: Rule,
    class: TerrainClass,
    affected: UnitSet,
    second: bool,
    ledger: &mut impl Ledger,
) {
    // The most exposed mode comes first. Attackers in an assault count as moving (tcs.assault.posture): they are in Move mode.
    let mode = affected.iter().map(|it| g[it].mode).reduce(|a, b| a.at_most(b)).unwrap_or_default();
    let table = &g.data.tables.posture;
    // tcs.area.terrain-star-mixed
    let motor = affected.iter().all(|it| g.card(it).kind.is_motor());
    if motor && class == TerrainClass::Billiard && !second {
        match mode {
            Mode::Move => return ledger.add(STAR, table.billiard_vehicles.moving),
            Mode::Fire => return ledger.add(STAR, table.billiard_vehicles.fire),
            Mode::DugIn => (),
        }
    }
    let row = table.row(class);
    let pair = match mode {
        Mode::Move => row.moving,
        Mode::Fire => row.fire,
        Mode::DugIn => row.dug_in,
    };
    if second {
        ledger.add(SECOND, pair[1]);
    } else {
        ledger.add(rule, pair[0]);
    }
}

#[must_use]
pub fn all_shaken(g: &Battle, affected: UnitSet) -> bool {
    affected.iter().all(|it| !g[it].is_normal())
}

/// A P-2 or better of this side in the hex (tcs.general.p2-or-better).
#[must_use]
pub fn has_armour(g: &Battle, side: Side, hex: HexId) -> bool {
    let least = g.data.tables.limits.tank_cover_defence;
    g.stack_of(side, hex).any(|it| matches!(g.card(it).target, TargetType::P(n) if least <= n))
}

/// tcs.area.2-spotted, tcs.spot.per-unit, tcs.spot.mixed-combine: in a fight everybody is.
#[must_use]
pub fn is_spotted(g: &Battle, attack: &Attack, affected: UnitSet) -> bool {
    attack.occasion == Occasion::Fight
        || affected.iter().any(|it| fire::is_spotted_by(g, attack, it))
}

#[must_use]
pub fn any_low(g: &Battle, attack: &Attack) -> bool {
    classes(g, attack).any(Trajectory::is_low)
}

fn classes<'a>(g: &'a Battle, attack: &'a Attack) -> impl Iterator<Item = Trajectory> + 'a {
    attack.firers.iter().filter_map(|it| g.card(it).area.as_ref()).map(|it| it.class)
}

fn range_shift(g: &Battle, attack: &Attack) -> Option<i32> {
    let of = |id: UnitId| {
        let class = g.card(id).area.as_ref()?.class;
        Some(g.data.tables.area_range.shift(class, distance(g, attack, id)))
    };
    attack.firers.iter().filter_map(of).reduce(|a, b| a.at_most(b))
}

/// tcs.general.distance
fn distance(g: &Battle, attack: &Attack, firer: UnitId) -> u32 {
    g.hex(firer).map(|it| g.data.distance(it, attack.hex)).unwrap_or_default()
}

/// tcs.area.cross-fire-when, tcs.area.cross-fire-limits: two lines through sides that are neither the same nor neighbours. At range 0
/// there are no lines, so there is none in an assault (tcs.assault.no-cross-fire).
#[must_use]
pub fn is_cross_fire(g: &Battle, attack: &Attack) -> bool {
    let makes = attack.firers.iter().filter(|it| g.card(*it).kind != Kind::Mortar);
    let hexes = fire::firing_hexes(g, makes.collect());
    let sides = |it: HexId| g.data.ground.entry(it, attack.hex);
    let apart = |a: board::Direction, b: board::Direction| {
        let turn = (a.index() + 6 - b.index()) % 6;
        (2..=4).contains(&turn)
    };
    hexes.iter().enumerate().any(|(i, a)| {
        hexes[..i].iter().any(|b| sides(*a).iter().any(|x| sides(*b).iter().any(|y| apart(*x, *y))))
    })
}
