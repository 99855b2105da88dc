//! The Naval Chit: at whom ships and coastal batteries fire, where units load, where ships and markers go. What happens
//! on the sand is in `landing`.

use board::HexId;
use gts::Battle;
use gts::data::{Arm, AtSea, BeachId, Colour, ForceId, PrintedRange, RangeBox, SubBeachId, UnitId};
use gts::direct_fire::{outcome, results};
use gts::fire_zone::{in_zone, sees, zone};
use gts::modifiers::{Mode, Rating, Shot, printed};
use gts::question::{Opt, Topic};
use gts::set::HexSet;
use gts::state::{Barrage, Place};
use gts::tables::FireResult;
use kernel::Bounds;

use crate::staff::fire::effect;
use crate::staff::worth::{self, Harms};
use crate::staff::{Question, beach, best, indirect_fire};

/// A gun that covers the sand: more than it is worth elsewhere, in hundredths.
const COVERS_THE_BEACH: i32 = 150;
/// A barrage on a unit that covers the sand, Light and Heavy, for every craft and swimming tank about to land.
const COVERED: [i32; 2] = [3, 5];
const MOST_CRAFT: i32 = 9;
/// A coastal battery kept from firing, and for every craft it could fire at.
const SILENCED: i32 = 30;
const SILENCED_EACH: i32 = 14;
/// Without a view of the target the ship needs its spotter to be understood.
const SPOTTED: i32 = 70;
/// A ship within range of a battery that can fire.
const IN_DANGER: i32 = 8;
const IN_REACH: i32 = 3;
/// For each enemy who sees a hex of the beach, in steps of room.
const WATCHED: i32 = 1;
/// What ships are worth to whoever sinks them.
const SHIPS: [(Arm, i32); 5] = [
    (Arm::Battleship, 140),
    (Arm::Cruiser, 100),
    (Arm::Destroyer, 70),
    (Arm::SupportCraft, 60),
    (Arm::RocketCraft, 50),
];

/// Which ship, and at whom; nobody only if there is nobody worth it.
pub(crate) fn ship(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let firer = ask.topic.unit();
    let sand = sand(g);
    let worth = |it: Opt| match it {
        Opt::Target(target) => firer.map_or(1, |id| at(g, id, target, &sand)),
        Opt::Shot { firer, target } => at(g, firer, target, &sand),
        Opt::BeachDefences => firer.map_or(1, |id| beach::fire_worth_at(g, id, beach_off(g, id))),
        // Any order will do; small craft first, whose fire the others need not repeat.
        Opt::Unit(id) if g.side(id) == ask.who => 1000 - i32::from(g.kind(id).arm as u8),
        Opt::Unit(id) => firer.map_or(1, |it| at(g, it, id, &sand)),
        _ => 0,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// All hexes of Beaches in play.
fn sand(g: &Battle) -> HexSet {
    let mut sand = HexSet::default();
    let (Some(naval), Some(state)) = (&g.data().naval, &g.naval) else { return sand };
    for it in &naval.sub_beaches {
        if state.beaches.get(usize::from(it.beach.0)).is_some_and(|it| it.overlay) {
            for hex in &it.hexes {
                sand.insert(*hex);
            }
        }
    }
    sand
}

/// The Beach a support craft lies off: the first of its Force.
fn beach_off(g: &Battle, id: UnitId) -> BeachId {
    let force = match g[id].place {
        Place::Sea(AtSea::Range(force, _)) => Some(force),
        _ => g.kind(id).ship.map(|it| it.home),
    };
    let mut beaches = g.data().naval.iter().flat_map(|it| it.beaches.iter().enumerate());
    let own = beaches.find(|(_, it)| Some(it.force) == force);
    BeachId(own.map_or(0, |it| it.0 as u8))
}

fn at(g: &Battle, firer: UnitId, target: UnitId, sand: &HexSet) -> i32 {
    let Some(hex) = g[target].hex() else { return 0 };
    let craft =
        matches!(g.kind(firer).arm, Arm::SupportCraft | Arm::RocketCraft | Arm::LandingCraft);
    let mode = if craft { Mode::Craft } else { Mode::Indirect };
    let shot = Shot { firer, target, mode, rating: Rating::Fire, bonus: false };
    let mut worth = effect(g, shot, &Harms::of(g, target));
    let coastal = is_coastal(g, target);
    let covers = !g[target].suppressed && zone(g, target).intersects(sand);
    if !craft {
        worth += indirect_fire::barrage(g, firer, hex) + cover(g, firer, hex, sand);
    }
    if covers {
        worth = worth * COVERS_THE_BEACH / 100;
    }
    // gts.naval.3-firer: a barrage alone keeps a coastal battery from ships and craft, and a craft is lost with all aboard.
    if coastal && !craft && !g[target].suppressed && g.barrage(hex).is_none() {
        worth += SILENCED + SILENCED_EACH * craft_to_land(g);
    }
    let seen = craft || coastal || sand.iter().any(|from| sees(g, from, hex, g.sighting));
    if seen { worth } else { worth * SPOTTED / 100 }
}

/// What a barrage there spares those who are about to land: everybody in the hex who covers the sand fires worse, and
/// only at the next hex.
fn cover(g: &Battle, firer: UnitId, hex: HexId, sand: &HexSet) -> i32 {
    let Some(kind) = indirect_fire::barrage_of(g, firer) else { return 0 };
    if g.barrage(hex).is_some_and(|it| kind <= it) {
        return 0;
    }
    let covering = g.stack(hex).filter(|id| !g[*id].suppressed && zone(g, *id).intersects(sand));
    let each = COVERED[usize::from(kind == Barrage::Heavy)];
    covering.count() as i32 * each * craft_to_land(g)
}

/// Craft and swimming tanks in the wave boxes.
fn craft_to_land(g: &Battle) -> i32 {
    let craft = (0..g.units.len())
        .map(|it| UnitId(it as u8))
        .filter(|id| matches!(g[*id].place, Place::Sea(AtSea::Wave(_))) && g[*id].aboard.is_none());
    (craft.count() as i32).at_most(MOST_CRAFT)
}

/// gts.naval.3-firer: the black class.
fn is_coastal(g: &Battle, id: UnitId) -> bool {
    g.kind(id).class() == Some(Colour::Black) && !g.kind(id).is_afloat()
}

/// Which battery, and at which ship or craft.
pub(crate) fn battery(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let firer = ask.topic.unit();
    let worth = |it: Opt| match it {
        Opt::Target(target) => firer.map_or(1, |id| sinking(g, id, target)),
        Opt::Shot { firer, target } => sinking(g, firer, target),
        Opt::Unit(id) if g.side(id) == ask.who => 1000,
        Opt::Unit(id) => firer.map_or(1, |it| sinking(g, it, id)),
        _ => 0,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// What a target is worth, by the chance of Effective Fire with its Defense Rating alone (gts.naval.3-fire).
fn sinking(g: &Battle, firer: UnitId, target: UnitId) -> i32 {
    let Some((value, row)) = printed(g, firer, Rating::Fire, Mode::Indirect) else { return 0 };
    let rating = i32::from(value) + i32::from(g.face(target).defense);
    let results = results(g, target, row, false);
    let hits = (0..10).filter(|roll| outcome(*roll, rating, results) != FireResult::Miss).count();
    value_afloat(g, target) * hits as i32 / 10
}

/// A ship, or whoever is aboard a craft.
pub(crate) fn value_afloat(g: &Battle, id: UnitId) -> i32 {
    let arm = g.kind(id).arm;
    if let Some((_, value)) = SHIPS.iter().find(|it| it.0 == arm) {
        return *value;
    }
    let units = (0..g.units.len()).map(|it| UnitId(it as u8));
    let aboard = units.filter(|it| *it == id || g[*it].aboard == Some(id));
    let lost = aboard.filter(|it| !g.kind(*it).is_afloat());
    lost.map(|it| worth::step(g, it) * i32::from(g[it].steps)).sum::<i32>() + 1
}

/// With foot soldiers of his, the more the better; swimming tanks may drown.
pub(crate) fn with_whom(g: &Battle, options: &[Opt]) -> Opt {
    let worth = |it: Opt| {
        let Opt::Unit(id) = it else { return i32::MIN };
        let kind = g.kind(id);
        let swims = if kind.arm == Arm::DdTank { 20 } else { 0 };
        4 * i32::from(g[id].steps) + i32::from(kind.front.tq) + i32::from(kind.is_infantry())
            - swims
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// The stretch of beach with most room for those already on their way to it.
pub(crate) fn loading(g: &Battle, options: &[Opt]) -> Opt {
    let worth = |it: Opt| if let Opt::SubBeach(id) = it { room(g, id) } else { i32::MIN + 1 };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

fn room(g: &Battle, id: SubBeachId) -> i32 {
    let Some(naval) = &g.data().naval else { return 0 };
    let Some(kind) = naval.sub_beaches.get(usize::from(id.0)) else { return 0 };
    let limit = i32::from(g.data().tables.limits.stack_steps);
    let mut room = 0;
    for hex in &kind.hexes {
        let steps: i32 = g.stack(*hex).map(|it| i32::from(g[it].steps)).sum();
        room += (limit - steps).at_least(0);
        // Whoever looks onto the sand makes a place worse.
        let enemies = g.on_map(naval.side.other());
        room -= WATCHED * enemies.filter(|(id, _)| in_zone(g, *id, *hex)).count() as i32;
    }
    for unit in (0..g.units.len()).map(|it| UnitId(it as u8)) {
        if matches!(g[unit].place, Place::Sea(AtSea::Loading(it) | AtSea::Wave(it)) if it == id) {
            room -= i32::from(g[unit].steps);
        }
    }
    room
}

/// As near the fighting as it can lie.
pub(crate) fn marker(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let now = match (ask.topic, &g.naval) {
        (Topic::Marker(force), Some(naval)) => naval.markers.get(usize::from(force.0)).copied(),
        _ => None,
    };
    let far = |hex: HexId| {
        let enemies = g.on_map(ask.who.other());
        enemies.map(|(_, it)| g.data().map.distance(hex, it) as i32).sum::<i32>()
    };
    let worth = |it: Opt| match it {
        Opt::Hex(hex) => -far(hex),
        _ => now.map_or(i32::MIN + 1, |it| -far(it)),
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// The ship that gains most by moving, then the box from which most enemies are within range, out of
/// range of the batteries if that can be.
pub(crate) fn move_ship(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let worth = |it: Opt| match (it, ask.topic) {
        (Opt::Box(force, at), Topic::Station(ship)) => box_worth(g, ask, ship, force, at),
        (Opt::Unit(ship), _) => gain_by_moving(g, ask, ship),
        _ => 0,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

fn gain_by_moving(g: &Battle, ask: Question, ship: UnitId) -> i32 {
    let (Place::Sea(AtSea::Range(force, at)), Some(naval)) = (g[ship].place, &g.data().naval)
    else {
        return 0;
    };
    // A ship that may join another Force has its reasons; here it stays with its own.
    let boxes = (0..naval.range_boxes.len()).map(|it| RangeBox(it as u8));
    let most = boxes.map(|it| box_worth(g, ask, ship, force, it)).max().unwrap_or(0);
    most - box_worth(g, ask, ship, force, at)
}

fn box_worth(g: &Battle, ask: Question, id: UnitId, force: ForceId, at: RangeBox) -> i32 {
    let (Some(naval), Some(state)) = (&g.data().naval, &g.naval) else { return 0 };
    let Some(number) = naval.range_boxes.get(usize::from(at.0)).map(|it| u32::from(it.1)) else {
        return 0;
    };
    let Some(marker) = state.markers.get(usize::from(force.0)) else { return 0 };
    let range = match g.kind(id).front.range {
        PrintedRange::Hexes(range) => u32::from(range),
        PrintedRange::Any => u32::MAX,
        PrintedRange::Unprinted => u32::from(g.data().tables.limits.unprinted_range),
    };
    let mut worth = 0;
    for (enemy, hex) in g.on_map(ask.who.other()) {
        let distance = g.data().map.distance(*marker, hex) + number;
        if distance <= range {
            worth += IN_REACH;
        }
        let battery = is_coastal(g, enemy) && !g[enemy].suppressed;
        if battery && distance <= indirect_fire::printed_range(g, enemy) {
            worth -= IN_DANGER;
        }
    }
    worth
}
