//! Section 27: the Naval Chit, its eight steps in order (gts.naval.frame-order). Each call plays one small part: a ship, a
//! battery, a craft, a load. Who has had his turn in a step is in `Active::acted`.

use board::HexId;
use kernel::{Cx, Dice, Ledger, rules, shown};
use smallvec::SmallVec;

use crate::beach;
use crate::contact;
use crate::data::{
    AtSea, BeachId, Chit, Data, ForceId, LeaderId, Naval, PrintedRange, RangeBox, ShipMoves, Side,
    SubBeachId, UnitId,
};
use crate::direct_fire::{self, outcome, results};
use crate::event::Words;
use crate::fire_zone::{is_hidden, sees};
use crate::indirect_fire::{self, Mark, Natural};
use crate::landing::{self, CraftTarget};
use crate::leader::{self, may_host};
use crate::modifiers::{self, Mode, Rating, printed};
use crate::question::{HoldOr, Opt, Question, Stake, Target, Topic, ask, next_to_fire};
use crate::result;
use crate::set::UnitSet;
use crate::state::{Battle, Place, Post, Stage};
use crate::tables::FireResult;
use crate::text::Names;
use crate::troop_quality::{self, Check};
use crate::version;

rules! {
    ORDER = "gts.ruling.order-of-fire", "Who fires next";
    SHIP = "gts.naval.2-each", "Ships fire";
    SHIP_TARGET = "gts.naval.2-ship-target", "At whom the ship fires";
    SHIP_ROLL = "gts.naval.2-ship-roll", "The ship understands its spotter";
    SHIP_NONE = "gts.naval.2-ship-spotter", "Nobody spots for the ship";
    PHONE = "gts.naval.2-ship-phone", "The lines are cut";
    ROCKETS = "gts.naval.2-lcr-once", "The rockets are spent";
    BATTERY = "gts.naval.3-firer", "Coastal batteries fire at ships and craft";
    BATTERY_FIRE = "gts.naval.3-fire", "Battery fire";
    SUNK = "gts.naval.3-effect", "Ships and craft hit are lost";
    WAVE = "gts.naval.5-wave", "Units loaded go to the wave boxes";
    WAVE_LEADER = "gts.naval.5-leaders", "With whom the leader goes";
    LOADING = "gts.naval.6-loading", "Where the units load";
    MARKER = "gts.naval.7-force-markers", "Where the Assault Force marker goes";
    SHIPS_MOVE = "gts.naval.8-letter", "Where the ship goes";
    AGAIN = "gts.naval.end-first-play", "The Naval Chit goes back into the mug";
}

/// The last step of the procedure.
const LAST_STEP: u8 = 8;

/// Units of a battalion, or one independent unit.
type Group = SmallVec<[UnitId; 8]>;

/// One part of a step of the chit in play (gts.chit.naval).
pub fn play<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, step: u8) -> Result<(), C::Halt> {
    if let Some(active) = &mut g.active {
        (active.acting, active.first) = (UnitSet::EMPTY, None);
    }
    let more = match step {
        // gts.naval.frame-skip
        1 | 4 | 5 | 6 if !beach::beaches(g).any(|it| beach::is_in_play(g, it)) => false,
        1 => {
            beach::open_gaps(cx, g);
            false
        }
        2 => fire_next_ship(cx, g)?,
        3 => fire_next_battery(cx, g)?,
        // gts.naval.4-complete
        4 => landing::land_next(cx, g)?,
        5 => load_next(cx, g)? || place_next_leader(cx, g)?,
        6 => prepare_next(cx, g)?,
        7 => move_next_marker(cx, g)?,
        _ => move_next_ship(cx, g)?,
    };
    match &mut g.active {
        _ if more => (),
        Some(active) if step < LAST_STEP => {
            active.stage = Stage::Naval(step + 1);
            (active.acted, active.transferred, active.ordered) = (UnitSet::EMPTY, 0, false);
        }
        _ => finish(cx, g),
    }
    Ok(())
}

/// gts.naval.end-first-play, gts.naval.end-used, gts.naval.end-module: in one turn the chit is played twice.
fn finish<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    beach::end_overlays(cx, g);
    g.active = None;
    let twice = g.data().naval.as_ref().is_some_and(|it| it.double_play == Some(g.turn));
    let Some(naval) = &mut g.naval else { return };
    naval.plays = naval.plays.saturating_add(1);
    if twice && naval.plays == 1 {
        g.mug.push(Chit::Naval);
        g.mug.sort_unstable();
        cx.say(AGAIN, || Said::ChitReturned(Chit::Naval).into());
    }
}

/// It has had its turn in this step.
fn note_turn(g: &mut Battle, id: UnitId) {
    if let Some(active) = &mut g.active {
        active.acted.insert(id);
    }
}

fn has_acted(g: &Battle, id: UnitId) -> bool {
    g.active.as_ref().is_some_and(|it| it.acted.contains(id))
}

fn landing_side(g: &Battle) -> Side {
    g.data().naval.as_ref().map_or(Side::First, |it| it.side)
}

// ---------------------------------------------------------------------------------------------------------------
// Step 2: ships

/// One ship after the other (gts.naval.2-each, gts.naval.2-ship-next), as their owner says; `false` when all have fired.
fn fire_next_ship<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    let waiting: SmallVec<[(UnitId, ForceId); 16]> =
        ships(g).filter(|(id, ..)| !has_acted(g, *id)).map(|(id, force, _)| (id, force)).collect();
    let Some((first, _)) = waiting.first() else { return Ok(false) };
    let next = if is_ordered(g) || waiting.len() < 2 {
        *first
    } else {
        let fires = |it: &&(UnitId, ForceId)| has_target(g, it.0, it.1);
        let able: SmallVec<[UnitId; 16]> = waiting.iter().filter(fires).map(|it| it.0).collect();
        let who = ask(landing_side(g), ORDER, Topic::ShipOrder);
        order_of_fire(cx, g, who, &able, *first)?
    };
    let Some((ship, force)) = waiting.into_iter().find(|it| it.0 == next) else {
        return Ok(false);
    };
    note_turn(g, ship);
    if g.kind(ship).is_gun_craft() {
        fire_gun_craft(cx, g, ship, force)?;
    } else {
        fire_ship(cx, g, ship, force)?;
    }
    Ok(true)
}

/// gts.ruling.order-of-fire: asked where at least two of them could fire now; else the first of the list.
fn order_of_fire<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    who: Question,
    able: &[UnitId],
    first: UnitId,
) -> Result<UnitId, C::Halt> {
    if able.len() < 2 {
        return Ok(first);
    }
    let mut ordered = false;
    let next = next_to_fire(cx, g, who, able, &mut ordered)?;
    if let Some(active) = &mut g.active {
        active.ordered = ordered;
    }
    // In the order of the list everybody has his turn, also who cannot fire now.
    Ok(next.filter(|_| !ordered).unwrap_or(first))
}

/// Nobody is asked, or no more.
fn is_ordered(g: &Battle) -> bool {
    !version::OWNER_ORDERS_FIRE.holds(g) || g.active.as_ref().is_some_and(|it| it.ordered)
}

/// Is there anything this ship could fire at?
fn has_target(g: &Battle, ship: UnitId, force: ForceId) -> bool {
    if g.kind(ship).is_gun_craft() {
        1 < craft_targets(g, ship, force).len()
    } else {
        1 < ship_targets(g, ship, force).len()
    }
}

/// Ships on the Naval Display, ascending.
pub fn ships(g: &Battle) -> impl Iterator<Item = (UnitId, ForceId, RangeBox)> + '_ {
    g.scene.units_of[landing_side(g).index()].iter().filter_map(|id| match g[id].place {
        Place::Sea(AtSea::Range(force, at)) if g.kind(id).is_ship() => Some((id, force, at)),
        _ => None,
    })
}

/// gts.naval.2-lc-target: an LCS or LCR, at a unit or at the Beach Defenses.
fn fire_gun_craft<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    ship: UnitId,
    force: ForceId,
) -> Result<(), C::Halt> {
    let options = craft_targets(g, ship, force);
    let who = ask(g.side(ship), SHIP, Topic::GunCraftFires(ship));
    match cx.choose(g, who, &options)? {
        // gts.naval.2-lcs-range
        HoldOr::Fire(CraftTarget::Unit(Target(target))) => {
            direct_fire::shoot(cx, g, ship, target, Mode::Craft)?;
        }
        HoldOr::Fire(CraftTarget::Defences(beach)) => beach::fire_at(cx, g, ship, beach)?,
        HoldOr::Hold => return Ok(()),
    }
    if g.kind(ship).is_rocket_craft() {
        g.take(ship, Place::Eliminated);
        cx.say(ROCKETS, || Said::RocketsSpent(ship).into());
    }
    Ok(())
}

/// *Nobody*, then units, then the Beach Defenses.
fn craft_targets(g: &Battle, ship: UnitId, force: ForceId) -> SmallVec<[HoldOr<CraftTarget>; 32]> {
    // gts.naval.2-lc-overlay
    let in_play: SmallVec<[BeachId; 2]> = beaches_of(g, force).collect();
    let mut options: SmallVec<[HoldOr<CraftTarget>; 32]> = SmallVec::new();
    options.push(HoldOr::Hold);
    if !in_play.is_empty() && printed(g, ship, Rating::Fire, Mode::Craft).is_some() {
        // gts.naval.2-lc-unit
        let targets = targets_in_range(g, ship);
        let seen = targets.filter(|(id, hex)| !is_hidden(g, *id) && sees_ashore(g, force, *hex));
        options.extend(seen.map(|(id, _)| HoldOr::Fire(CraftTarget::Unit(Target(id)))));
    }
    // gts.naval.2-lc-beach
    let defended = in_play.into_iter().find(|it| beach::has_target(g, ship, *it));
    options.extend(defended.map(|it| HoldOr::Fire(CraftTarget::Defences(it))));
    options
}

/// Any other ship, at a unit. It takes no Company Bonus, having no steps (gts.naval.2-ship-no-bonus), and no Contact marker
/// (gts.naval.2-ship-no-contact).
fn fire_ship<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    ship: UnitId,
    force: ForceId,
) -> Result<(), C::Halt> {
    if printed(g, ship, Rating::Fire, Mode::Indirect).is_none() {
        return Ok(());
    }
    let options = ship_targets(g, ship, force);
    // gts.naval.2-ship-spotter
    if options.len() == 1 && targets_in_range(g, ship).next().is_some() {
        cx.say(SHIP_NONE, || Said::ShipMayNotFire(ship).into());
    }
    let who = ask(g.side(ship), SHIP_TARGET, Topic::ShipFires(ship));
    let HoldOr::Fire(Target(target)) = cx.choose(g, who, &options)? else { return Ok(()) };
    let Some(hex) = g[target].hex() else { return Ok(()) };

    // gts.naval.2-ship-sees; by a spotter only if the ship understands him.
    if !sees_itself(g, force, (target, hex)) {
        let most = i32::from(g.data().tables.naval.ship_spot_roll_max);
        let who = ask(g.side(ship), SHIP_ROLL, Topic::Shot { firer: ship, target });
        if !cx.roll(g, who, Dice::D10, |it| it.d10() <= most)? {
            cx.say(SHIP_ROLL, || Said::ShipMayNotFire(ship).into());
            return Ok(());
        }
    }
    // gts.naval.2-ship-fire
    let die = indirect_fire::resolve(cx, g, ship, Mark::Unit(target))?;
    if die == Natural::Zero {
        cut_lines(cx, g, force, hex);
    }
    Ok(())
}

/// *Nobody*, then units in range that the ship sees or that are spotted for it.
fn ship_targets(g: &Battle, ship: UnitId, force: ForceId) -> SmallVec<[HoldOr<Target>; 32]> {
    let mut options: SmallVec<[HoldOr<Target>; 32]> = SmallVec::new();
    options.push(HoldOr::Hold);
    if printed(g, ship, Rating::Fire, Mode::Indirect).is_some() {
        let may_fire = |it: &(UnitId, HexId)| sees_itself(g, force, *it) || is_spotted(g, *it);
        let targets = targets_in_range(g, ship).filter(may_fire);
        options.extend(targets.map(|it| HoldOr::Fire(Target(it.0))));
    }
    options
}

/// gts.naval.2-range: enemy units the ship reaches, ascending. Nobody fires into entry hexes.
fn targets_in_range(g: &Battle, ship: UnitId) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    let enemies = g.on_map(g.side(ship).other());
    enemies.filter(move |(_, hex)| {
        let far = distance_to_ship(g, ship, *hex);
        !g.is_entry_hex(*hex) && far.is_some_and(|it| it <= printed_range(g, ship))
    })
}

/// Hexes from the ship's Assault Force marker, and the number of its range box.
fn distance_to_ship(g: &Battle, ship: UnitId, hex: HexId) -> Option<u32> {
    let Place::Sea(AtSea::Range(force, at)) = g[ship].place else { return None };
    let (_, number) = g.data().naval.as_ref()?.range_boxes.get(usize::from(at.0))?;
    Some(distance_to_marker(g, force, hex)? + u32::from(*number))
}

fn distance_to_marker(g: &Battle, force: ForceId, hex: HexId) -> Option<u32> {
    let marker = g.naval.as_ref()?.markers.get(usize::from(force.0))?;
    Some(g.data().map.distance(*marker, hex))
}

fn printed_range(g: &Battle, id: UnitId) -> u32 {
    match g.face(id).range {
        PrintedRange::Hexes(range) => u32::from(range),
        PrintedRange::Unprinted => u32::from(g.data().tables.limits.unprinted_range),
        PrintedRange::Any => u32::MAX,
    }
}

fn sees_itself(g: &Battle, force: ForceId, (target, hex): (UnitId, HexId)) -> bool {
    g.kind(target).is_coastal_battery() || !is_hidden(g, target) && sees_ashore(g, force, hex)
}

/// gts.naval.2-los: from some beach hex of its Beach, while the overlay is in play.
fn sees_ashore(g: &Battle, force: ForceId, to: HexId) -> bool {
    let Some(naval) = &g.data().naval else { return false };
    let mut hexes = beaches_of(g, force).flat_map(|it| beach::hexes(naval, it));
    hexes.any(|from| from == to || sees(g, from, to, g.sighting))
}

/// gts.naval.2-ship-spotter-unit
fn is_spotted(g: &Battle, (target, hex): (UnitId, HexId)) -> bool {
    let able = |id: UnitId| !g[id].suppressed && !g.is_in_entry_hex(id);
    !is_hidden(g, target)
        && g.on_map(g.side(target).other())
            .any(|(id, _)| able(id) && indirect_fire::spots(g, id, hex))
}

/// Beaches of a Force whose overlays are in play.
fn beaches_of(g: &Battle, force: ForceId) -> impl Iterator<Item = BeachId> + '_ {
    let of_force = move |it: &BeachId| beach::kind(g, *it).is_some_and(|it| it.force == force);
    beach::beaches(g).filter(of_force).filter(|it| beach::is_in_play(g, *it))
}

/// gts.naval.2-ship-phone: of the Force's Beach, the nearest to the target if it has several.
fn cut_lines<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, force: ForceId, hex: HexId) {
    let Some(naval) = &g.data().naval else { return };
    // gts.naval.2-ship-phone-window
    if naval.phone_window.is_some_and(|(from, to)| !(from..=to).contains(&g.turn)) {
        return;
    }
    let own =
        beach::beaches(g).filter(|it| beach::kind(g, *it).is_some_and(|it| it.force == force));
    let far = |it: &BeachId| {
        let hexes = beach::hexes(naval, *it);
        hexes.map(|from| g.data().map.distance(from, hex)).min().unwrap_or(u32::MAX)
    };
    let Some(id) = own.min_by_key(|it| (far(it), *it)) else { return };
    if let Some(beach) = beach::state_mut(g, id)
        && !beach.phone_cut
    {
        beach.phone_cut = true;
        cx.say(PHONE, || Said::PhoneCut(id).into());
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Step 3: Coastal Batteries

/// One battery after the other (gts.naval.3-next), as their owner says; `false` when all have fired.
fn fire_next_battery<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    let batteries: SmallVec<[(UnitId, HexId); 8]> = g
        .on_map(landing_side(g).other())
        .filter(|(id, hex)| !has_acted(g, *id) && may_fire_at_sea(g, *id, *hex))
        .collect();
    let Some((first, _)) = batteries.first() else { return Ok(false) };
    let next = if is_ordered(g) || batteries.len() < 2 {
        *first
    } else {
        let fires = |it: &&(UnitId, HexId)| targets_at_sea(g, it.0, it.1).next().is_some();
        let able: SmallVec<[UnitId; 8]> = batteries.iter().filter(fires).map(|it| it.0).collect();
        let who = ask(landing_side(g).other(), ORDER, Topic::BatteryOrder);
        order_of_fire(cx, g, who, &able, *first)?
    };
    let Some((battery, hex)) = batteries.into_iter().find(|it| it.0 == next) else {
        return Ok(false);
    };
    note_turn(g, battery);
    let Some((value, row)) = printed(g, battery, Rating::Fire, Mode::Indirect) else {
        return Ok(true);
    };
    let mut options: SmallVec<[HoldOr<Target>; 16]> = SmallVec::new();
    options.push(HoldOr::Hold);
    options.extend(targets_at_sea(g, battery, hex).map(|it| HoldOr::Fire(Target(it))));
    let who = ask(g.side(battery), BATTERY, Topic::BatteryFires(battery));
    let HoldOr::Fire(Target(target)) = cx.choose(g, who, &options)? else { return Ok(true) };

    // gts.naval.3-fire, gts.naval.3-no-bonus: the Defense Rating alone.
    let rating = cx.tally(BATTERY_FIRE, |ledger| {
        ledger.add(modifiers::RATING_PRINTED, i32::from(value));
        ledger.add(modifiers::DEFENSE, i32::from(g.face(target).defense));
    });
    let results = *results(g, target, row, false);
    let who = ask(g.side(battery), BATTERY_FIRE, Topic::Shot { firer: battery, target });
    let (result, nine) =
        cx.roll(g, who, Dice::D10, |it| (outcome(it.d10(), rating, &results), it.d10() == 9))?;
    let say = || direct_fire::Said::Fired { firer: battery, target, result, op: false }.into();
    cx.say(BATTERY_FIRE, say);
    // gts.naval.3-effect; no barrage is placed (gts.naval.3-no-barrage).
    if is_effective(cx, g, target, result)? {
        result::eliminate(cx, g, target, SUNK);
    }
    // gts.naval.3-nine
    if nine {
        contact::lose(cx, g, battery);
    }
    Ok(true)
}

/// gts.naval.3-firer: neither under a barrage nor next to an enemy, and not Suppressed (gts.naval.3-suppressed).
#[must_use]
pub fn may_fire_at_sea(g: &Battle, id: UnitId, hex: HexId) -> bool {
    let enemy = &g.occupied[g.side(id).other().index()];
    g.kind(id).is_coastal_battery()
        && printed(g, id, Rating::Fire, Mode::Indirect).is_some()
        && !g.is_entry_hex(hex)
        && g.barrage(hex).is_none()
        && !g.data().map.neighbours(hex).any(|(_, it)| enemy.contains(it) && !g.is_entry_hex(it))
}

/// gts.naval.3-target, gts.naval.3-refuse: ships (gts.naval.3-range-ship), and craft and DD tanks in wave boxes
/// (gts.naval.3-range-lc), ascending.
fn targets_at_sea(g: &Battle, battery: UnitId, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    let range = printed_range(g, battery);
    g.scene.units_of[landing_side(g).index()].iter().filter(move |id| {
        let far = match g[*id].place {
            Place::Sea(AtSea::Range(..)) => distance_to_ship(g, *id, hex),
            Place::Sea(AtSea::Wave(sub)) if landing::runs_in(g, *id) => {
                force_of(g, sub).and_then(|it| distance_to_marker(g, it, hex))
            }
            _ => None,
        };
        far.is_some_and(|it| it <= range)
    })
}

/// gts.term.effective-fire: S? only if the check fails, which it does without a Troop Quality (gts.naval.3-sq).
fn is_effective<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    target: UnitId,
    result: FireResult,
) -> Result<bool, C::Halt> {
    match result {
        FireResult::Miss => Ok(false),
        FireResult::SuppressCheck => Ok(!troop_quality::check(
            cx,
            g,
            target,
            Check::bought(result::RESULT_SQ).with(Stake::Suppression),
        )?),
        _ => Ok(true),
    }
}

fn force_of(g: &Battle, sub: SubBeachId) -> Option<ForceId> {
    Some(beach::kind(g, beach::sub_beach(g, sub)?.beach)?.force)
}

// ---------------------------------------------------------------------------------------------------------------
// Steps 5 and 6: from box to box

/// Step 5 (gts.naval.5-wave): one load goes to its wave box; `false` when no more can.
fn load_next<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    for beach in beach::beaches(g) {
        if !beach::is_in_play(g, beach) {
            continue;
        }
        let loads: SmallVec<[(SubBeachId, Group); 8]> =
            subs_of(g, beach).flat_map(|sub| loads(g, sub)).collect();
        // DD tanks need no craft.
        if let Some((sub, load)) = loads.iter().find(|(_, it)| swims(g, it)) {
            embark(cx, g, load, None, *sub);
            return Ok(true);
        }
        let craft = pool(g, beach);
        let Some(first) = craft.first() else { continue };
        if loads.is_empty() {
            continue;
        }
        // gts.beach.pool: the owner says who goes if not all can.
        let all = loads.len() <= craft.len();
        let options: SmallVec<[UnitId; 8]> = loads
            .iter()
            .filter_map(|(_, load)| load.first().copied())
            .take(if all { 1 } else { loads.len() })
            .collect();
        let side = landing_side(g);
        let chosen = cx.choose(g, ask(side, WAVE, Topic::Wave(beach)), &options)?;
        if let Some((sub, load)) = loads.iter().find(|(_, it)| it.first() == Some(&chosen)) {
            embark(cx, g, load, Some(*first), *sub);
        }
        return Ok(true);
    }
    Ok(false)
}

fn swims(g: &Battle, load: &[UnitId]) -> bool {
    load.iter().all(|id| g.kind(*id).swims())
}

fn subs_of(g: &Battle, beach: BeachId) -> impl Iterator<Item = SubBeachId> + '_ {
    let subs = g.data().naval.iter().flat_map(|it| it.sub_beaches.iter().enumerate());
    subs.filter(move |(_, it)| it.beach == beach).map(|(i, _)| SubBeachId(i as u8))
}

/// gts.beach.recycle: craft of the Beach that carry nobody.
fn pool(g: &Battle, beach: BeachId) -> SmallVec<[UnitId; 16]> {
    let craft = beach::kind(g, beach).into_iter().flat_map(|it| it.craft.iter().copied());
    craft.filter(|id| g[*id].place == Place::Absent).collect()
}

/// gts.naval.5-lc-markers: what one craft takes from the Loading box.
fn loads(g: &Battle, sub: SubBeachId) -> Vec<(SubBeachId, Group)> {
    let groups = groups(g, AtSea::Loading(sub));
    groups.into_iter().flat_map(|it| split(g, it)).map(|it| (sub, it)).collect()
}

/// Units of one battalion belong together; independents, and those of no battalion, go alone.
fn groups(g: &Battle, at: AtSea) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for id in g.scene.units_of[landing_side(g).index()].iter() {
        let kind = g.kind(id);
        if g[id].place != Place::Sea(at) || kind.is_afloat() || g[id].aboard.is_some() {
            continue;
        }
        let fellow = |other: &UnitId| {
            let other = g.kind(*other);
            kind.battalion.is_some()
                && !kind.is_independent()
                && other.belongs == kind.belongs
                && other.battalion == kind.battalion
                && other.swims() == kind.swims()
        };
        match groups.iter_mut().find(|it| it.first().is_some_and(fellow)) {
            Some(group) => group.push(id),
            None => groups.push(Group::from_slice(&[id])),
        }
    }
    groups
}

/// gts.ruling.craft-load: more steps than may stand in one hex take a second craft.
fn split(g: &Battle, group: Group) -> SmallVec<[Group; 2]> {
    let most = u32::from(g.data().tables.limits.stack_steps);
    let mut parts: SmallVec<[Group; 2]> = SmallVec::new();
    let mut steps = 0;
    for id in group {
        let own = u32::from(g[id].steps);
        match parts.last_mut() {
            Some(part) if steps + own <= most => part.push(id),
            _ => {
                parts.push(Group::from_slice(&[id]));
                steps = 0;
            }
        }
        steps += own;
    }
    parts
}

fn embark<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    load: &[UnitId],
    craft: Option<UnitId>,
    sub_beach: SubBeachId,
) {
    board(g, load, craft, sub_beach);
    for unit in load.iter().copied() {
        note_turn(g, unit);
        cx.say(WAVE, || Said::Embarked { unit, sub_beach }.into());
    }
}

fn board(g: &mut Battle, load: &[UnitId], craft: Option<UnitId>, sub: SubBeachId) {
    let place = Place::Sea(AtSea::Wave(sub));
    if let Some(craft) = craft {
        g[craft].place = place;
    }
    for id in load {
        (g[*id].place, g[*id].aboard) = (place, craft);
    }
}

/// Units that begin, or arrive, in a wave box have their craft under them and their leaders with them. Without a craft
/// they wait in the Loading box (gts.beach.pool).
pub fn man_wave_boxes(g: &mut Battle) {
    if g.data().naval.is_none() {
        return;
    }
    for beach in beach::beaches(g) {
        for sub in subs_of(g, beach).collect::<SmallVec<[SubBeachId; 4]>>() {
            for group in groups(g, AtSea::Wave(sub)) {
                if swims(g, &group) {
                    continue;
                }
                for load in split(g, group) {
                    match pool(g, beach).first() {
                        Some(craft) => board(g, &load, Some(*craft), sub),
                        None => {
                            for id in load {
                                g[id].place = Place::Sea(AtSea::Loading(sub));
                            }
                        }
                    }
                }
            }
        }
    }
    for i in 0..g.leaders.len() {
        let in_wave = |id: &UnitId| matches!(g[*id].place, Place::Sea(AtSea::Wave(_)));
        if g.leaders[i].post == Post::Later
            && let Some(unit) = g.scene.formation_units(g.data().leaders[i].formation).find(in_wave)
        {
            g.leaders[i].post = Post::With(unit);
        }
    }
}

/// gts.naval.5-leaders: a leader who goes along is placed with any unit of his command that does; `false` when all are.
fn place_next_leader<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    for i in 0..g.leaders.len() {
        let leader = LeaderId(i as u8);
        let Some(active) = &mut g.active else { return Ok(false) };
        if active.transferred >> i & 1 == 1 {
            continue;
        }
        active.transferred |= 1 << i;
        let loaded = active.acted;
        let waits = |id: UnitId| matches!(g[id].place, Place::Sea(AtSea::Loading(_)));
        let goes = match g.leaders[i].post {
            Post::With(unit) => loaded.contains(unit) || waits(unit),
            // gts.reinf.leader: with the first units of his formation.
            Post::Later => {
                let mut own = g.scene.formation_units(g.leader_formation(leader));
                own.any(|id| loaded.contains(id))
            }
            _ => false,
        };
        if !goes {
            continue;
        }
        let mut hosts: SmallVec<[UnitId; 16]> = SmallVec::new();
        if let Post::With(unit) = g.leaders[i].post {
            hosts.push(unit);
        }
        for id in loaded.iter().filter(|id| may_host(g, leader, *id)) {
            if !hosts.contains(&id) {
                hosts.push(id);
            }
        }
        if hosts.is_empty() {
            continue;
        }
        let who = ask(landing_side(g), WAVE_LEADER, Topic::WaveLeader(leader));
        let unit = cx.choose(g, who, &hosts)?;
        if g.leaders[i].post != Post::With(unit) {
            g.leaders[i].post = Post::With(unit);
            cx.say(WAVE_LEADER, || leader::Said::LeaderMoved { leader, unit }.into());
        }
        return Ok(true);
    }
    Ok(false)
}

/// Step 6 (gts.naval.6-loading): a battalion or an independent unit goes to a Loading box of its Force.
fn prepare_next<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    let n = g.data().naval.as_ref().map_or(0, |it| it.forces.len());
    for force in (0..n).map(|it| ForceId(it as u8)) {
        let boxes: SmallVec<[SubBeachId; 8]> =
            beaches_of(g, force).flat_map(|it| subs_of(g, it)).collect();
        let groups = groups(g, AtSea::EnRoute(force));
        let (Some(group), false) = (groups.first(), boxes.is_empty()) else { continue };
        let who = ask(landing_side(g), LOADING, Topic::Loading(group[0]));
        let sub_beach = cx.choose(g, who, &boxes)?;
        for unit in group.iter().copied() {
            g[unit].place = Place::Sea(AtSea::Loading(sub_beach));
            cx.say(LOADING, || Said::Loaded { unit, sub_beach }.into());
        }
        return Ok(true);
    }
    Ok(false)
}

// ---------------------------------------------------------------------------------------------------------------
// Steps 7 and 8: markers and ships move

/// Step 7 (gts.naval.7-force-markers): one Force; `false` when all have been asked.
fn move_next_marker<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    let Some(active) = &mut g.active else { return Ok(false) };
    let Some(naval) = &g.scene.data.naval else { return Ok(false) };
    let mut forces = (0..naval.forces.len()).filter(|it| active.transferred >> it & 1 == 0);
    let Some(i) = forces.next() else { return Ok(false) };
    active.transferred |= 1 << i;
    let force = ForceId(i as u8);
    let mut options: SmallVec<[Option<HexId>; 32]> = SmallVec::new();
    options.push(None);
    let hexes = g.data().map.hexes().filter(|it| may_lie_at(g, force, *it));
    options.extend(hexes.map(Some));
    let who = ask(landing_side(g), MARKER, Topic::Marker(force));
    if let Some(hex) = cx.choose(g, who, &options)?
        && let Some(marker) = g.naval.as_mut().and_then(|it| it.markers.get_mut(i))
    {
        *marker = hex;
        cx.say(MARKER, || Said::MarkerMoved { force, hex }.into());
    }
    Ok(true)
}

/// May the marker of the Force be moved to this hex?
#[must_use]
pub fn may_lie_at(g: &Battle, force: ForceId, hex: HexId) -> bool {
    let (Some(naval), Some(state)) = (&g.data().naval, &g.naval) else { return false };
    let at = usize::from(force.0);
    let (Some(kind), Some(now)) = (naval.forces.get(at), state.markers.get(at)) else {
        return false;
    };
    if hex == *now || is_dotted(naval, hex) {
        return false;
    }
    let mut coast = kind.coast.iter().filter(|it| g.data().map.adjacent(**it, hex));
    match beach::beach_at(g, hex) {
        // gts.naval.7-force-water, gts.ruling.force-marker: ships do not lie on land.
        None => g.scene.sea.contains(hex) && coast.next().is_some(),
        // gts.naval.7-force-beach
        Some(id) => {
            beach::kind(g, id).is_some_and(|it| it.force == force)
                && coast.any(|it| beach::beach_at(g, *it).is_none())
        }
    }
}

fn is_dotted(naval: &Naval, hex: HexId) -> bool {
    naval.forces.iter().any(|it| it.coast.contains(&hex))
}

/// Step 8: a ship and where it goes; `false` when the player is done.
fn move_next_ship<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    let mut options: SmallVec<[Option<UnitId>; 16]> = SmallVec::new();
    options.push(None);
    let able = ships(g).filter(|(id, ..)| !has_acted(g, *id) && !stations(g, *id).is_empty());
    options.extend(able.map(|it| Some(it.0)));
    let side = landing_side(g);
    let who = ask(side, SHIPS_MOVE, Topic::WhichShip);
    let Some(ship) = cx.choose(g, who, &options)? else { return Ok(false) };
    note_turn(g, ship);
    let boxes = stations(g, ship);
    let who = ask(side, SHIPS_MOVE, Topic::Station(ship));
    let Station(force, range_box) = cx.choose(g, who, &boxes)?;
    g[ship].place = Place::Sea(AtSea::Range(force, range_box));
    cx.say(SHIPS_MOVE, || Said::ShipMoved { unit: ship, force, range_box }.into());
    Ok(true)
}

/// Where a ship lies.
#[derive(Clone, Copy)]
struct Station(ForceId, RangeBox);

shown! {
    Station(force, range_box) => Station, Opt::Box(force, range_box);
}

/// gts.naval.8-letter: the other range boxes of its Force; gts.naval.8-star: of any.
fn stations(g: &Battle, ship: UnitId) -> SmallVec<[Station; 8]> {
    let mut boxes: SmallVec<[Station; 8]> = SmallVec::new();
    let (Some(naval), Some(kind)) = (&g.data().naval, g.kind(ship).ship) else { return boxes };
    for force in (0..naval.forces.len()).map(|it| ForceId(it as u8)) {
        let open = match kind.moves {
            ShipMoves::No => false,
            ShipMoves::Force => force == kind.home,
            ShipMoves::Any => true,
        };
        for at in (0..naval.range_boxes.len()).map(|it| RangeBox(it as u8)) {
            if open && g[ship].place != Place::Sea(AtSea::Range(force, at)) {
                boxes.push(Station(force, at));
            }
        }
    }
    boxes
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    ShipMayNotFire(UnitId),
    PhoneCut(BeachId),
    /// A rocket craft has fired.
    RocketsSpent(UnitId),
    Embarked {
        unit: UnitId,
        sub_beach: SubBeachId,
    },
    Loaded {
        unit: UnitId,
        sub_beach: SubBeachId,
    },
    MarkerMoved {
        force: ForceId,
        hex: HexId,
    },
    ShipMoved {
        unit: UnitId,
        force: ForceId,
        range_box: RangeBox,
    },
    /// A chit goes back into the mug.
    ChitReturned(Chit),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::ShipMayNotFire(unit) => {
                (format!("{} finds no target.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::PhoneCut(id) => {
                (format!("The telephone lines of {} are cut.", names.beach(*id)), None, vec![])
            }
            Said::RocketsSpent(unit) => (
                format!("{} has fired its rockets and leaves.", names.unit(*unit)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::Embarked { unit, sub_beach } => (
                format!("{} heads for {}.", names.unit(*unit), names.sub_beach(*sub_beach)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::Loaded { unit, sub_beach } => (
                format!("{} loads for {}.", names.unit(*unit), names.sub_beach(*sub_beach)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::MarkerMoved { force, hex } => {
                (format!("{} moves to {}.", names.force(*force), names.hex(*hex)), None, vec![*hex])
            }
            Said::ShipMoved { unit, force, range_box } => (
                format!(
                    "{} takes station with {}, {}.",
                    names.unit(*unit),
                    names.force(*force),
                    names.range_box(*range_box)
                ),
                names.unit_side(*unit),
                vec![],
            ),
            Said::ChitReturned(chit) => (
                format!("{} goes back into the mug.", names.chit(*chit)),
                names.chit_side(*chit),
                vec![],
            ),
        }
    }
}
