//! Off-map artillery: placing and adjusting missions. `barrage` has their effects.

use board::HexId;
use kernel::{Bounds as _, Cx, Dice, Ledger, rules};
use smallvec::SmallVec;

use crate::command::{self, Deed};
use crate::data::{Battery, Data, Light};
use crate::event::Words;
use crate::ground::Hexes;
use crate::id::{Side, UnitId};
use crate::question::{Opt, Topic, ask};
use crate::spot;
use crate::state::{Battle, Guns, Mission, MissionKind, MissionStage};
use crate::tables::Shoot;
use crate::text::{self, Names};

rules! {
    PLACE = "tcs.seq.air-arty-3-place", "New missions are placed";
    LIFT = "tcs.arty.continuous-off", "A side's Continuous Fire comes off";
    KIND = "tcs.arty.kinds", "HE, Continuous Fire, Smoke, Illumination; Fast Fire";
    OBSERVER = "tcs.arty.observer", "Each mission has one observer";
    TARGET = "tcs.arty.observer-los", "The observer sees the target hex";
    ADJUST = "tcs.arty.adj-throw", "Adjustment";
    COLUMN = "tcs.arty.adj-cumulative", "Adjustment column";
    START = "tcs.arty.start-column", "Start column of the guns";
    PREPARED = "tcs.arty.adj-prepared", "Observer on a Prepared Defence sheet";
    UNASSIGNED = "tcs.arty.adj-unassigned", "Observer Unassigned or on a Move sheet";
    HIGHER = "tcs.arty.adj-higher", "Observer at least 40 m above the target";
    TWILIGHT = "tcs.arty.adj-twilight", "Twilight";
    NIGHT = "tcs.arty.adj-night", "Night";
    RANGE_4 = "tcs.arty.adj-range-4", "Observer 4 or more hexes away";
    RANGE_7 = "tcs.arty.adj-range-7", "Observer 7 or more hexes away";
    NO_SHOOT = "tcs.arty.no-shoot", "No Shoot: the mission is removed";
    SCATTER = "tcs.arty.scatter-dice", "Scatter: one die for direction, one for distance";
    SCATTER_CHOICE = "tcs.arty.scatter-choice", "The opponent puts it where he likes";
    OFF_MAP = "tcs.general.markers-off-map", "It lands off the map";
}

/// How a mission is fired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct How {
    kind: MissionKind,
    fast: bool,
}

impl From<How> for Opt {
    fn from(it: How) -> Opt {
        Opt::Mission { kind: it.kind, fast: it.fast }
    }
}

/// Who observes; nobody for smoke on a triggered smoke area (tcs.draw.smoke-effect).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Eyes(Option<UnitId>);

impl From<Eyes> for Opt {
    fn from(it: Eyes) -> Opt {
        it.0.map_or(Opt::NoObserver, Opt::Unit)
    }
}

/// Subphase 3, first half (tcs.arty.continuous-renew).
pub fn lift<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) {
    let before = g.missions.len();
    let turn = g.turn;
    g.missions.retain(|it| it.side != side || it.turn == turn);
    if g.missions.len() < before {
        cx.say(LIFT, || Said::Lifted(side).into());
    }
    g.survey();
}

/// Subphase 3, second half: one mission, or none. Is the side done?
pub fn place<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<bool, C::Halt> {
    let options: SmallVec<[Option<Guns>; 16]> =
        std::iter::once(None).chain(available(g, side).into_iter().map(Some)).collect();
    let Some(guns) = cx.choose(g, ask(side, PLACE, Topic::WhichGuns), &options)? else {
        return Ok(true);
    };
    let how = cx.choose(g, ask(side, KIND, Topic::WhichMission(guns)), &ways(g, side, guns))?;
    let eyes: SmallVec<[Eyes; 16]> = eyes(g, side, guns, how.kind).collect();
    let Eyes(observer) = cx.choose(g, ask(side, OBSERVER, Topic::Observer(guns)), &eyes)?;
    let hexes: Vec<HexId> = targets(g, side, observer, how.kind).iter().collect();
    let topic = Topic::MissionTarget { guns, observer };
    let hex = cx.choose(g, ask(side, TARGET, topic), &hexes)?;
    for i in batteries(g, guns) {
        g.used_batteries |= 1 << i;
        if let Some(counter) = g.data.batteries[i].counter {
            // tcs.arty.on-map-gun
            g[counter].fired = true;
            g[counter].has_fired = true;
        }
    }
    g.used_observers.extend(observer);
    let stage = MissionStage::Placed;
    let turn = g.turn;
    let mission =
        Mission { side, guns, kind: how.kind, fast: how.fast, observer, hex, turn, stage };
    g.missions.push(mission);
    cx.say(PLACE, || Said::Placed(mission).into());
    Ok(false)
}

/// Guns for which a mission could be placed (tcs.arty.one-mission, tcs.arty.battalion-needs, tcs.arty.ammo-needed).
#[must_use]
pub fn available(g: &Battle, side: Side) -> SmallVec<[Guns; 16]> {
    let single = (0..g.data.batteries.len() as u8).map(Guns::Battery);
    let whole = (0..g.data.gun_battalions.len() as u8).map(Guns::Battalion);
    single.chain(whole).filter(|it| !ways(g, side, *it).is_empty()).collect()
}

/// The batteries of a mission.
pub fn batteries(g: &Battle, guns: Guns) -> SmallVec<[usize; 4]> {
    match guns {
        Guns::Battery(i) => SmallVec::from_slice(&[usize::from(i)]),
        Guns::Battalion(of) => {
            let all = g.data.batteries.iter().enumerate();
            all.filter(|it| it.1.battalion == Some(of)).map(|it| it.0).collect()
        }
    }
}

/// Every way these guns could fire now, with an observer and a target for it.
fn ways(g: &Battle, side: Side, guns: Guns) -> SmallVec<[How; 6]> {
    let mut ways = SmallVec::new();
    let list = batteries(g, guns);
    let table = &g.data.tables.barrage;
    let few =
        matches!(guns, Guns::Battalion(_)) && list.len() < table.battalion_batteries.value as usize;
    let of = |i: &usize| &g.data.batteries[*i];
    let unused = |i: &usize| g.used_batteries >> i & 1 == 0;
    let ready = |it: &Battery| it.counter.is_none_or(|id| is_gun_ready(g, id));
    if few || !list.iter().all(|i| of(i).side == side && unused(i) && ready(of(i))) {
        return ways;
    }
    let kinds =
        [MissionKind::He, MissionKind::Continuous, MissionKind::Smoke, MissionKind::Illumination];
    for kind in kinds {
        if !list.iter().all(|i| can(of(i), kind)) || eyes(g, side, guns, kind).next().is_none() {
            continue;
        }
        for fast in [false, true] {
            let shells = matches!(kind, MissionKind::He | MissionKind::Continuous);
            // tcs.arty.fast-calibre
            let small = list.iter().all(|i| of(i).calibre <= table.fast.most_mm);
            if fast && !(shells && small) {
                continue;
            }
            if list.iter().all(|i| cost(g, fast) <= u16::from(g.ammunition[*i])) {
                ways.push(How { kind, fast });
            }
        }
    }
    ways
}

fn can(it: &Battery, kind: MissionKind) -> bool {
    match kind {
        MissionKind::He => it.kinds.he,
        MissionKind::Continuous => it.kinds.continuous,
        MissionKind::Smoke => it.kinds.smoke,
        MissionKind::Illumination => it.kinds.illumination,
    }
}

fn is_gun_ready(g: &Battle, id: UnitId) -> bool {
    g[id].is_on_map() && g[id].is_normal() && g[id].is_ready() && !g[id].fired
}

/// tcs.arty.ammo-cost, tcs.arty.fast-ammo: of each battery.
#[must_use]
pub fn cost(g: &Battle, fast: bool) -> u16 {
    let table = &g.data.tables.barrage;
    let one = table.ammunition.value as u16;
    if fast { one * table.fast.ammunition } else { one }
}

/// Observers for these guns, ascending (tcs.arty.observer-state, tcs.unit.observer-flag).
fn eyes(g: &Battle, side: Side, guns: Guns, kind: MissionKind) -> impl Iterator<Item = Eyes> + '_ {
    let supports =
        batteries(g, guns).iter().fold(u64::MAX, |all, i| all & g.data.batteries[*i].supports);
    let observers = g.on_map(side).map(|it| it.0).filter(move |id| {
        g.card(*id).observer
            && g[*id].is_normal()
            && g[*id].is_ready()
            && !g.used_observers.contains(*id)
            && supports >> g.card(*id).force.0 & 1 == 1
            && command::may(g, *id, Deed::Observe).is_ok()
    });
    let unseen = move || kind == MissionKind::Smoke && !command::smoke_area(g, side).is_empty();
    let nobody = std::iter::once_with(unseen).filter(|it| *it).map(|_| Eyes(None));
    observers.map(|it| Eyes(Some(it))).chain(nobody)
}

/// Hexes the observer sees, or all for illumination (tcs.illum.no-los), or the smoke areas without one.
#[must_use]
pub fn targets(g: &Battle, side: Side, observer: Option<UnitId>, kind: MissionKind) -> Hexes {
    let Some(from) = observer.and_then(|it| g.hex(it)) else {
        return command::smoke_area(g, side);
    };
    if kind == MissionKind::Illumination {
        return g.data.ground.all();
    }
    g.data.ground.field(from).iter().filter(|it| spot::sees(g, from, *it)).collect()
}

/// Subphase 4: one throw for the next mission that needs it; the other side has none by now, or none yet. Is the side done?
pub fn adjust<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<bool, C::Halt> {
    let next = g.missions.iter().position(|it| it.stage == MissionStage::Placed);
    let Some(i) = next else { return Ok(true) };
    let mission = g.missions[i];
    let column = cx.tally(COLUMN, |ledger| count(g, &mission, ledger));
    let data = g.data.clone();
    let column = data.tables.adjustment_column(column);
    let who =
        ask(side, ADJUST, Topic::MissionTarget { guns: mission.guns, observer: mission.observer });
    let shoot = cx.roll(g, who, Dice::D66, |it| column.cells.at(it))?;
    // tcs.general.secret-lines: throw and lines belong to the owner, the result to everybody.
    cx.say(COLUMN, || {
        Secret { owner: side, said: Adjusting { column: column.column, mission } }.into()
    });
    cx.say(ADJUST, || Said::Adjusted(mission, shoot).into());
    match shoot {
        Shoot::NoShoot => {
            g.missions.remove(i);
        }
        Shoot::Scatter => match scatter(cx, g, &mission)? {
            Some(hex) => {
                g.missions[i].hex = hex;
                g.missions[i].stage = MissionStage::Falling(Shoot::BadShoot);
                cx.say(SCATTER, || Said::Scatters(side, hex).into());
            }
            None => {
                crate::barrage::pay(g, &mission);
                g.missions.remove(i);
                cx.say(OFF_MAP, || Said::OffMap(side).into());
            }
        },
        Shoot::BadShoot | Shoot::GoodShoot => g.missions[i].stage = MissionStage::Falling(shoot),
    }
    g.survey();
    Ok(false)
}

/// The adjustment column, line by line (tcs.arty.adj-prepared-meaning).
pub fn count(g: &Battle, mission: &Mission, ledger: &mut impl Ledger) {
    let table = &g.data.tables.adjustment_modifiers;
    let starts = batteries(g, mission.guns).into_iter().map(|i| g.data.batteries[i].start_column);
    let start = starts.reduce(|a, b| a.at_most(b)).unwrap_or_default();
    ledger.add(START, i32::from(start));
    match g.light() {
        Light::Night if g.lit.contains(mission.hex) => ledger.add(NIGHT, table.night_lit.value),
        Light::Night => ledger.add(NIGHT, table.night.value),
        Light::Twilight => ledger.add(TWILIGHT, table.twilight.value),
        Light::Day => (),
    }
    // tcs.draw.smoke-effect: without an observer his shifts do not count.
    let Some(id) = mission.observer else { return };
    let Some(from) = g.hex(id) else { return };
    if command::is_on_prepared_defence(g, id) {
        ledger.add(PREPARED, table.observer_prepared_defence.value);
    }
    // tcs.cmd.unassigned-observer
    if command::counts_unassigned(g, id) || command::is_on_move(g, id) {
        ledger.add(UNASSIGNED, table.observer_unassigned_or_move.value);
    }
    let ground = &g.data.ground;
    let above = i32::from(ground.metres(from)) - i32::from(ground.metres(mission.hex));
    if table.height <= above {
        ledger.add(HIGHER, table.observer_higher.value);
    }
    let distance = g.data.distance(from, mission.hex);
    if table.near <= distance {
        ledger.add(RANGE_4, table.range_4.value);
    }
    if table.far <= distance {
        ledger.add(RANGE_7, table.range_7.value);
    }
}

/// Where it lands; nothing off the map (tcs.arty.scatter-distance, tcs.arty.scatter-direction, tcs.arty.scatter-from).
fn scatter<C: Cx<Battle>>(
    cx: &mut C,
    g: &Battle,
    mission: &Mission,
) -> Result<Option<HexId>, C::Halt> {
    let who = ask(mission.side, SCATTER, Topic::ScatterTo(mission.hex));
    let table = &g.data.tables.scatter;
    let distance =
        cx.roll(g, who, Dice::D6, |it| table.hexes.get(it.d6() as usize - 1).copied())?;
    let Some(distance) = distance else {
        let hexes: Vec<HexId> = g.data.map().within(mission.hex, table.opponent_within).collect();
        let who = ask(mission.side.other(), SCATTER_CHOICE, Topic::ScatterTo(mission.hex));
        return cx.choose(g, who, &hexes).map(Some);
    };
    let direction = cx.roll(g, who, Dice::D6, |it| it.d6() as usize - 1)?;
    let step = g.data.scatter[direction].step() * i16::from(distance);
    Ok(g.data.map().id(g.data.map().hex(mission.hex) + step))
}

/// What only its owner may read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secret {
    pub owner: Side,
    said: Adjusting,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Adjusting {
    column: i32,
    mission: Mission,
}

impl Secret {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let it = &self.said;
        let text =
            format!("Column {} for the mission at {}.", it.column, Names(data).hex(it.mission.hex));
        (text, Some(self.owner), vec![it.mission.hex])
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Lifted(Side),
    Placed(Mission),
    Adjusted(Mission, Shoot),
    Scatters(Side, HexId),
    OffMap(Side),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Lifted(side) => {
                (format!("Continuous Fire of {} ends.", names.of(*side)), Some(*side), vec![])
            }
            Said::Placed(it) => {
                let text = format!(
                    "{}: {} at {}.",
                    names.guns(it.guns),
                    text::mission(it.kind, it.fast),
                    names.hex(it.hex)
                );
                (text, Some(it.side), vec![it.hex])
            }
            Said::Adjusted(it, shoot) => {
                let text = format!("{}: {}.", names.guns(it.guns), text::shoot(*shoot));
                (text, Some(it.side), vec![it.hex])
            }
            Said::Scatters(side, hex) => {
                (format!("It falls on {}.", names.hex(*hex)), Some(*side), vec![*hex])
            }
            Said::OffMap(side) => ("It falls off the map.".into(), Some(*side), vec![]),
        }
    }
}
