//! Aircraft: sorties.

use board::HexId;
use kernel::{Cx, Dice, Ledger, rules};
use smallvec::SmallVec;

use crate::barrage;
use crate::blow::{self, Losses};
use crate::data::{Data, Kind, Light, SortieData};
use crate::event::Words;
use crate::fire::is_cover;
use crate::id::{Side, UnitId};
use crate::question::{Opt, Topic, ask};
use crate::set::UnitSet;
use crate::spot;
use crate::state::{Battle, Mode, Nerve};
use crate::text::Names;

rules! {
    ARRIVES = "tcs.air.availability", "Sorties of the turn";
    WEATHER = "tcs.air.weather", "No sortie flies at night, in twilight or in poor visibility";
    WHICH = "tcs.air.step", "Sorties are flown in subphase 1";
    TARGET = "tcs.air.target", "A sortie names a target hex with an enemy";
    THROW = "tcs.air.success-throw", "The sortie is carried out";
    MODIFIERS = "tcs.air.fail", "Modifiers of the sortie";
    VEHICLE = "tcs.air.mod-vehicle", "Vehicle or carrier in the hex";
    MOVE = "tcs.air.mod-move", "Move mode unit in the hex";
    AA = "tcs.air.mod-aa", "AA gun";
    NO_SPOTTER = "tcs.air.mod-no-spotter", "No spotter";
    AUTO_FAIL = "tcs.air.auto-fail", "Smoke or an attack zone hides the hex";
    AREA = "tcs.air.area", "Area attack of a sortie";
    POINT = "tcs.air.point-throw", "Point attack of a sortie";
    POINT_UNIT = "tcs.air.point-target", "The flying player names the unit";
    POINT_COVER = "tcs.air.point-cover", "Partly Protective or Protective terrain";
    POINT_MOVE = "tcs.air.point-move", "Vehicle or carrier in Move mode";
    POINT_SOFT = "tcs.air.point-soft", "Defence strength 2 or less";
    POINT_DUG_IN = "tcs.air.point-dug-in", "Dug-In";
}

/// Which sorties come this turn.
pub fn arrivals<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let data = g.data.clone();
    for (i, it) in data.sorties.iter().enumerate().filter(|it| it.1.side == side) {
        if it.turn != g.turn || !may_fly(g) {
            continue;
        }
        let comes = match it.arrives {
            None => true,
            Some(needed) => {
                let who = ask(side, ARRIVES, Topic::SortieArrives(i as u8));
                cx.roll(g, who, Dice::D6, |it| i32::from(needed) <= it.d6())?
            }
        };
        if comes {
            g.come_sorties |= 1 << i;
        }
        cx.say(ARRIVES, || Said::Comes(i as u8, comes).into());
    }
    Ok(())
}

/// tcs.air.weather
#[must_use]
pub fn may_fly(g: &Battle) -> bool {
    let least = g.data.tables.limits.sortie_min_visibility;
    let row = g.weather.and_then(|it| g.data.weather.get(usize::from(it)));
    g.light() == Light::Day
        && spot::of_turn(g).is_none_or(|it| least <= it)
        && !row.is_some_and(|it| it.no_sorties)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Which(Option<u8>);

impl From<Which> for Opt {
    fn from(it: Which) -> Opt {
        it.0.map_or(Opt::Done, Opt::Sortie)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    Area,
    Point,
}

impl From<How> for Opt {
    fn from(it: How) -> Opt {
        match it {
            How::Area => Opt::Area,
            How::Point => Opt::Point,
        }
    }
}

/// One sortie, or none (tcs.air.used-up). Is the side done?
pub fn fly<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<bool, C::Halt> {
    let left = g.come_sorties & !g.used_sorties;
    let mut options: SmallVec<[Which; 8]> = SmallVec::from_slice(&[Which(None)]);
    for i in 0..g.data.sorties.len() {
        if left >> i & 1 == 1 && g.data.sorties[i].side == side && !targets(g, i).is_empty() {
            options.push(Which(Some(i as u8)));
        }
    }
    let Which(Some(i)) = cx.choose(g, ask(side, WHICH, Topic::WhichSortie), &options)? else {
        return Ok(true);
    };
    g.used_sorties |= 1 << i;
    let targets = targets(g, usize::from(i));
    let hex = cx.choose(g, ask(side, TARGET, Topic::SortieTarget(i)), &targets)?;
    let ways = ways(g, usize::from(i), hex);
    let how = cx.choose(g, ask(side, TARGET, Topic::SortieKind { sortie: i, hex }), &ways)?;
    if !succeeds(cx, g, side, i, hex)? {
        cx.say(THROW, || Said::Flies(i, hex, false).into());
        return Ok(false);
    }
    cx.say(THROW, || Said::Flies(i, hex, true).into());
    match how {
        How::Area => area(cx, g, side, i, hex)?,
        How::Point => point(cx, g, side, i, hex)?,
    }
    Ok(false)
}

/// Enemy hexes this sortie can hurt somebody in.
fn targets(g: &Battle, i: usize) -> SmallVec<[HexId; 16]> {
    let enemy = g.data.sorties[i].side.other();
    g.occupied[enemy.index()].iter().filter(|it| !ways(g, i, *it).is_empty()).collect()
}

fn ways(g: &Battle, i: usize, hex: HexId) -> SmallVec<[How; 2]> {
    let it: &SortieData = &g.data.sorties[i];
    let enemy = it.side.other();
    let mut ways = SmallVec::new();
    if it.area.is_some() && g.stack_of(enemy, hex).any(|it| g.card(it).target.by_area()) {
        ways.push(How::Area);
    }
    if it.point_kill.is_some() && g.stack_of(enemy, hex).any(|it| g.card(it).target.by_point()) {
        ways.push(How::Point);
    }
    ways
}

fn succeeds<C: Cx<Battle>>(
    cx: &mut C,
    g: &Battle,
    side: Side,
    sortie: u8,
    hex: HexId,
) -> Result<bool, C::Halt> {
    if g.smoke.contains(hex) || g.zone.contains(hex) {
        cx.say(AUTO_FAIL, || Said::Hidden(hex).into());
        return Ok(false);
    }
    let needed = needed(g, hex);
    let bonus = cx.tally(MODIFIERS, |ledger| modifiers(g, side, hex, ledger));
    let who = ask(side, THROW, Topic::SortieTarget(sortie));
    cx.roll(g, who, Dice::D6, |it| needed <= it.d6() + bonus)
}

/// tcs.air.success-open, tcs.air.success-cover, tcs.air.success-woods, tcs.air.full-woods
#[must_use]
pub fn needed(g: &Battle, hex: HexId) -> i32 {
    let table = &g.data.tables.sortie;
    let map = g.data.map();
    let key = map.terrain_kind(hex).key.as_str();
    let woods = matches!(key, "woods" | "forest") && map.features(hex).is_empty();
    if woods && !g.data.ground.has_road(hex) {
        table.full_woods
    } else if is_cover(g.data.ground.class(hex)) {
        table.partly_or_protective
    } else {
        table.open_or_billiard
    }
}

pub fn modifiers(g: &Battle, side: Side, hex: HexId, ledger: &mut impl Ledger) {
    let table = &g.data.tables.sortie;
    let enemy = side.other();
    if g.stack_of(enemy, hex).any(|it| g.card(it).kind.is_motor()) {
        ledger.add(VEHICLE, table.vehicle_or_carrier.value);
    }
    if g.stack_of(enemy, hex).any(|it| g[it].mode == Mode::Move) {
        ledger.add(MOVE, table.move_mode.value);
    }
    // tcs.air.mod-aa-when
    let guards = |(id, from): (UnitId, HexId)| {
        let range = g.card(id).area.as_ref().map(|it| it.range);
        let range = range.unwrap_or(g.data.tables.limits.aa_default_range);
        g.card(id).kind == Kind::AaGun
            && g[id].is_ready()
            && g[id].nerve != Nerve::Paralysed
            && g.data.distance(from, hex) <= u32::from(range)
            && spot::sees(g, from, hex)
    };
    if g.on_map(enemy).any(guards) {
        ledger.add(AA, table.aa_gun.value);
    }
    // tcs.air.spotter-meaning
    if !g.stack_of(enemy, hex).any(|it| spot::is_spotted(g, side, it)) {
        ledger.add(NO_SPOTTER, table.no_spotter.value);
    }
}

/// tcs.air.area, tcs.air.no-range
fn area<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    sortie: u8,
    hex: HexId,
) -> Result<(), C::Halt> {
    let strength = g.data.sorties[usize::from(sortie)].area.unwrap_or_default();
    let affected: UnitSet =
        g.stack_of(side.other(), hex).filter(|it| g.card(*it).target.by_area()).collect();
    let column = cx.tally(AREA, |ledger| barrage::shifts(g, hex, affected, strength, ledger));
    barrage::attack(cx, g, side, hex, affected, column)
}

fn point<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    sortie: u8,
    hex: HexId,
) -> Result<(), C::Halt> {
    let can = |it: &UnitId| g.card(*it).target.by_point();
    let units: SmallVec<[UnitId; 8]> = g.stack_of(side.other(), hex).filter(can).collect();
    let topic = Topic::SortieUnit { sortie, hex };
    let id = cx.choose(g, ask(side, POINT_UNIT, topic), &units)?;
    g[id].fired_upon = true;
    let needed = i32::from(g.data.sorties[usize::from(sortie)].point_kill.unwrap_or(u8::MAX));
    let bonus = cx.tally(POINT, |ledger| point_modifiers(g, hex, id, ledger));
    let kills =
        cx.roll(g, ask(side, POINT, topic), Dice::TwoD6, |it| needed <= it.two_d6() + bonus)?;
    if kills {
        let mut losses = Losses::default();
        blow::lose_step(cx, g, id, &mut losses)?;
        blow::settle(cx, g, hex, &losses)?;
    }
    Ok(())
}

pub fn point_modifiers(g: &Battle, hex: HexId, id: UnitId, ledger: &mut impl Ledger) {
    let table = &g.data.tables.sortie_point;
    if is_cover(g.data.ground.class(hex)) {
        ledger.add(POINT_COVER, table.cover.value);
    }
    match g[id].mode {
        Mode::Move if g.card(id).kind.is_motor() => ledger.add(POINT_MOVE, table.move_mode.value),
        Mode::DugIn => ledger.add(POINT_DUG_IN, table.dug_in.value),
        Mode::Move | Mode::Fire => (),
    }
    if g.card(id).target.defence().is_some_and(|it| it <= table.soft_defence) {
        ledger.add(POINT_SOFT, table.soft.value);
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Comes(u8, bool),
    Hidden(HexId),
    Flies(u8, HexId, bool),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Comes(i, comes) => {
                let how = if *comes { "are overhead" } else { "do not come" };
                (format!("{} {how}.", names.sortie(*i)), names.sortie_side(*i), vec![])
            }
            Said::Hidden(hex) => {
                (format!("{} cannot be made out from the air.", names.hex(*hex)), None, vec![*hex])
            }
            Said::Flies(i, hex, hits) => {
                let how = if *hits { "attack" } else { "do not find" };
                let text = format!("{} {how} {}.", names.sortie(*i), names.hex(*hex));
                (text, names.sortie_side(*i), vec![*hex])
            }
        }
    }
}
