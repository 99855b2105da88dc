//! What missions do: barrages hex by hex, smoke, light; Continuous Fire on those who move through it.

use board::HexId;
use kernel::{Cx, Dice, Ledger, rules};
use smallvec::SmallVec;

use crate::area;
use crate::artillery::{batteries, cost};
use crate::blow::{self, Blow, Losses};
use crate::data::{Data, TargetType};
use crate::event::Words;
use crate::fire;
use crate::id::{Side, UnitId};
use crate::question::{Opt, Topic, ask};
use crate::set::UnitSet;
use crate::state::{Battle, Guns, Mission, MissionKind, MissionStage, Mode};
use crate::tables::Shoot;
use crate::text::Names;
use kernel::Bounds as _;

rules! {
    ORDER = "tcs.arty.order", "The firing player chooses the order of missions";
    COLUMN = "tcs.arty.shifts-used", "Column of the barrage";
    ENTRY = "tcs.arty.value", "Column of the barrage strength";
    STACKING = "tcs.area.stacking-star", "Affected steps in the hex";
    ALL_SHAKEN = "tcs.area.all-suppressed", "All targets Suppressed or Paralysed";
    ROAD = "tcs.area.road-moving", "Target Road Moving";
    POINT = "tcs.arty.point-throw", "Against P-types: 10 or more destroys";
    FAST = "tcs.arty.point-fast", "Fast Fire";
    BAD = "tcs.arty.point-bad", "Bad Shoot";
    MOVE = "tcs.arty.point-move", "Target in Move mode";
    CONTINUOUS = "tcs.arty.point-continuous", "Continuous Fire";
    SMALL = "tcs.arty.point-small", "Guns of 90 mm or smaller";
    THROUGH = "tcs.arty.move-through", "Continuous Fire on those who enter its zone";
    SMOKE = "tcs.smoke.arty-good", "A smoke mission";
    LIGHT = "tcs.illum.arty", "An illumination mission";
    REMOVE = "tcs.seq.air-arty-6-remove", "Barrage markers come off, but for Continuous Fire";
    PREPLOTTED = "tcs.arty.preplotted", "A pre-plotted barrage";
}

/// Subphase 2: pre-plotted barrages of the turn are put on the map, adjusted and good; they fall at once.
pub fn preplotted<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let data = g.data.clone();
    let turn = g.turn;
    for it in data.preplotted.iter().filter(|it| it.side == side && it.turn == turn) {
        let list = batteries(g, it.guns);
        let paid = list.iter().all(|i| cost(g, it.fast) <= u16::from(g.ammunition[*i]));
        if !paid || list.iter().any(|i| g.used_batteries >> i & 1 == 1) {
            continue;
        }
        for i in list {
            g.used_batteries |= 1 << i;
        }
        let stage = MissionStage::Falling(Shoot::GoodShoot);
        let (guns, kind, fast, hex) = (it.guns, it.kind, it.fast, it.hex);
        g.missions.push(Mission { side, guns, kind, fast, observer: None, hex, turn, stage });
        g.survey();
        cx.say(PREPLOTTED, || Said::Falls(guns, hex).into());
        let last = g.missions.len() - 1;
        execute_one(cx, g, last)?;
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Next(usize, Guns);

impl From<Next> for Opt {
    fn from(it: Next) -> Opt {
        Opt::Guns(it.1)
    }
}

/// Subphase 5: one mission; those of the other side have fallen, or are not placed yet. Is the side done?
pub fn execute<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<bool, C::Halt> {
    let waiting: SmallVec<[Next; 8]> = g
        .missions
        .iter()
        .enumerate()
        .filter(|it| matches!(it.1.stage, MissionStage::Falling(_)))
        .map(|(i, it)| Next(i, it.guns))
        .collect();
    if waiting.is_empty() {
        return Ok(true);
    }
    let Next(i, _) = cx.choose(g, ask(side, ORDER, Topic::WhichMissionFirst), &waiting)?;
    execute_one(cx, g, i)?;
    Ok(false)
}

fn execute_one<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, i: usize) -> Result<(), C::Halt> {
    let mission = g.missions[i];
    let MissionStage::Falling(shoot) = mission.stage else { return Ok(()) };
    g.missions[i].stage = MissionStage::Lying(shoot);
    // tcs.arty.ammo-paid
    pay(g, &mission);
    cx.say(ORDER, || Said::Falls(mission.guns, mission.hex).into());
    match mission.kind {
        MissionKind::Smoke => screen(cx, g, &mission, shoot),
        MissionKind::Illumination => light(cx, g, &mission, shoot),
        MissionKind::He | MissionKind::Continuous => {
            let radius = mission.radius(&g.data);
            // tcs.arty.hex-by-hex, tcs.arty.adjacent-meaning
            for ring in 0..=radius + 1 {
                for hex in clockwise(g, mission.hex, ring) {
                    let units: UnitSet = g.stack(hex).collect();
                    shell(cx, g, &mission, shoot, hex, units, ring <= radius)?;
                }
            }
        }
    }
    Ok(())
}

/// The hexes of a ring that are on the map, clockwise from direction 1 (tcs.arty.order).
fn clockwise(g: &Battle, centre: HexId, ring: u8) -> SmallVec<[HexId; 12]> {
    let map = g.data.map();
    let middle = map.hex(centre);
    if ring == 0 {
        return SmallVec::from_slice(&[centre]);
    }
    let n = i16::from(ring);
    let mut hexes = SmallVec::new();
    let mut corner = g.data.scatter[0];
    for _ in 0..6 {
        let along = corner.right().right().step();
        hexes.extend((0..n).filter_map(|k| map.id(middle + corner.step() * n + along * k)));
        corner = corner.right();
    }
    hexes
}

/// One hex of a barrage: area attack, then P-types in the zone (tcs.arty.everyone, tcs.arty.b-type, tcs.arty.point-where).
fn shell<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    mission: &Mission,
    shoot: Shoot,
    hex: HexId,
    units: UnitSet,
    zone: bool,
) -> Result<(), C::Halt> {
    let affected: UnitSet = units.iter().filter(|it| g.card(*it).target.by_area()).collect();
    if !affected.is_empty() {
        let strength = strength(g, mission, shoot, zone);
        let column = cx.tally(COLUMN, |ledger| shifts(g, hex, affected, strength, ledger));
        attack(cx, g, mission.side, hex, affected, column)?;
    }
    let hulls = |it: &UnitId| matches!(g.card(*it).target, TargetType::P(_));
    let targets: SmallVec<[UnitId; 8]> = units.iter().filter(hulls).collect();
    if zone {
        for id in targets {
            against_point(cx, g, mission, shoot, hex, id)?;
        }
    }
    Ok(())
}

/// An area attack without firers, of a barrage or a sortie.
pub fn attack<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    by: Side,
    hex: HexId,
    affected: UnitSet,
    column: i32,
) -> Result<(), C::Halt> {
    for id in affected.iter() {
        g[id].fired_upon = true;
    }
    let blow = Blow {
        hex,
        affected,
        firers: UnitSet::EMPTY,
        cover: fire::is_cover(g.data.ground.class(hex)),
        cross_fire: false,
        // tcs.morale.mod-no-low-mines
        no_low: true,
    };
    let result = fire::throw(cx, g, by, hex, column)?;
    blow::strike(cx, g, &blow, result)
}

/// tcs.arty.shifts-used, tcs.arty.shifts-not-used, tcs.arty.terrain-first-number
pub fn shifts(g: &Battle, hex: HexId, affected: UnitSet, strength: u16, ledger: &mut impl Ledger) {
    let tables = &g.data.tables;
    ledger.add(ENTRY, tables.area_column(strength));
    let steps = affected.iter().map(|it| u16::from(g[it].steps)).sum();
    ledger.add(STACKING, tables.stacking.shift(steps, true));
    area::posture(g, area::TERRAIN, g.data.ground.class(hex), affected, false, ledger);
    if area::all_shaken(g, affected) {
        ledger.add(ALL_SHAKEN, tables.fire_modifiers.all_suppressed_or_paralysed.value);
    }
    if affected.iter().any(|it| g[it].road_moving) {
        ledger.add(ROAD, tables.fire_modifiers.road_moving.value);
    }
}

/// tcs.arty.strength-he, tcs.arty.strength-continuous, tcs.arty.fast-strength
#[must_use]
pub fn strength(g: &Battle, mission: &Mission, shoot: Shoot, zone: bool) -> u16 {
    let table = &g.data.tables.barrage;
    let battalion = matches!(mission.guns, Guns::Battalion(_));
    let value = table.value(calibre(g, mission), battalion, shoot == Shoot::GoodShoot);
    let row = if mission.kind == MissionKind::Continuous { &table.continuous } else { &table.he };
    let share = if zone { row.zone } else { row.adjacent };
    share.of(if mission.fast { value * table.fast.strength } else { value })
}

/// The smallest calibre of the guns; a battalion has one.
fn calibre(g: &Battle, mission: &Mission) -> u16 {
    let all = batteries(g, mission.guns).into_iter().map(|i| g.data.batteries[i].calibre);
    all.reduce(|a, b| a.at_most(b)).unwrap_or_default()
}

/// Each P-type step by itself.
fn against_point<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    mission: &Mission,
    shoot: Shoot,
    hex: HexId,
    id: UnitId,
) -> Result<(), C::Halt> {
    let needed = g.data.tables.artillery_point.needed;
    let bonus = cx.tally(POINT, |ledger| point_modifiers(g, mission, shoot, id, ledger));
    let mut losses = Losses::default();
    for _ in 0..g[id].steps {
        g[id].fired_upon = true;
        let who = ask(mission.side, POINT, Topic::Attack(hex));
        if cx.roll(g, who, Dice::TwoD6, |it| needed <= it.two_d6() + bonus)? {
            blow::lose_step(cx, g, id, &mut losses)?;
        }
    }
    blow::settle(cx, g, hex, &losses)
}

pub fn point_modifiers(
    g: &Battle,
    mission: &Mission,
    shoot: Shoot,
    id: UnitId,
    ledger: &mut impl Ledger,
) {
    let table = &g.data.tables.artillery_point;
    if mission.fast {
        ledger.add(FAST, table.fast_fire.value);
    }
    if shoot != Shoot::GoodShoot {
        ledger.add(BAD, table.bad_shoot.value);
    }
    if g[id].mode == Mode::Move {
        ledger.add(MOVE, table.target_move_mode.value);
    }
    if mission.kind == MissionKind::Continuous {
        ledger.add(CONTINUOUS, table.continuous_fire.value);
    }
    if calibre(g, mission) <= table.small_mm {
        ledger.add(SMALL, table.small_calibre.value);
    }
}

/// tcs.arty.move-through, tcs.arty.move-adjacent: units that enter a zone, as one target, once for each fire there.
pub fn moved_through<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    group: UnitSet,
    hex: HexId,
) -> Result<(), C::Halt> {
    let fires: SmallVec<[Mission; 2]> = g
        .missions
        .iter()
        .filter(|it| it.kind == MissionKind::Continuous)
        .filter(|it| g.data.distance(it.hex, hex) <= u32::from(it.radius(&g.data)))
        .copied()
        .collect();
    for mission in fires {
        let MissionStage::Lying(shoot) = mission.stage else { continue };
        let units: UnitSet = group.iter().filter(|it| g.hex(*it) == Some(hex)).collect();
        cx.say(THROUGH, || Said::Through(mission.guns, hex).into());
        shell(cx, g, &mission, shoot, hex, units, true)?;
    }
    Ok(())
}

/// tcs.smoke.arty-good, tcs.smoke.one-marker, tcs.smoke.no-attack
fn screen<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, mission: &Mission, shoot: Shoot) {
    let data = g.data.clone();
    for hex in data.map().within(mission.hex, mission.radius(&data)) {
        if shoot == Shoot::GoodShoot {
            g.smoke_2.insert(hex);
            g.smoke_1.remove(hex);
        } else if !g.smoke_2.contains(hex) {
            g.smoke_1.insert(hex);
        }
    }
    g.survey();
    cx.say(SMOKE, || Said::Smoke(mission.side, mission.hex).into());
}

fn light<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, mission: &Mission, shoot: Shoot) {
    let limits = &g.data.tables.limits;
    let good = shoot == Shoot::GoodShoot;
    let radius = if good { limits.illum_radius_good } else { limits.illum_radius_bad };
    g.flares.push((mission.hex, radius));
    g.survey();
    cx.say(LIGHT, || Said::Light(mission.side, mission.hex).into());
}

pub(crate) fn pay(g: &mut Battle, mission: &Mission) {
    let cost = cost(g, mission.fast);
    for i in batteries(g, mission.guns) {
        let left = u16::from(g.ammunition[i]).saturating_sub(cost);
        g.ammunition[i] = u8::try_from(left).unwrap_or_default();
    }
}

/// Subphase 6; Continuous Fire stays through both Action Phases (tcs.arty.continuous-stay).
pub fn remove<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    let before = g.missions.len();
    g.missions.retain(|it| it.kind == MissionKind::Continuous);
    g.survey();
    if g.missions.len() < before {
        cx.say(REMOVE, || Said::Lifts.into());
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Falls(Guns, HexId),
    Through(Guns, HexId),
    Smoke(Side, HexId),
    Light(Side, HexId),
    Lifts,
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Falls(guns, hex) => {
                let text = format!("{} fires on {}.", names.guns(*guns), names.hex(*hex));
                (text, names.guns_side(*guns), vec![*hex])
            }
            Said::Through(guns, hex) => {
                let text = format!("{} lies on {}.", names.guns(*guns), names.hex(*hex));
                (text, names.guns_side(*guns), vec![*hex])
            }
            Said::Smoke(side, hex) => {
                (format!("Smoke on {}.", names.hex(*hex)), Some(*side), vec![*hex])
            }
            Said::Light(side, hex) => {
                (format!("Flares over {}.", names.hex(*hex)), Some(*side), vec![*hex])
            }
            Said::Lifts => ("The barrages lift.".into(), None, vec![]),
        }
    }
}
