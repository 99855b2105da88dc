//! Section 27, step 4: landing craft and DD tanks. The numbers of the landing craft chart are those of the statements
//! ("LC 6"). A craft is on the map only while it lands; its passengers stay on the Naval Display until they are ashore.

use board::HexId;
use kernel::{Bounds, Cx, Ledger, Rule, rules, shown};
use smallvec::SmallVec;

use crate::activation::{actions, gather, may_act_again, pay_second, perform};
use crate::assault;
use crate::beach;
use crate::cost::may_stand;
use crate::data::{AtSea, BeachId, Data, SubBeachId, UnitId};
use crate::direct_fire::{self, may_shoot};
use crate::event::Words;
use crate::fire_zone::note_close_units;
use crate::leader;
use crate::modifiers::{self, Aim, Mode};
use crate::movement::set_column;
use crate::op_fire::{self, Act};
use crate::question::{Action, ActionType, Attack, HoldOr, Opt, Target, Topic, ask};
use crate::result::{self, Bearing, lose_step, mark_suppressed};
use crate::stacking::{has_column, is_overstacked, steps_not_in_column};
use crate::state::{Battle, Place};
use crate::text::Names;
use crate::version;

rules! {
    LAND = "gts.naval.4-order", "Which craft lands next";
    LAND_HEX = "gts.naval.4-eligible", "Where it lands";
    SEA = "gts.naval.4-dd-sea", "The sea";
    DD_NEST = "gts.naval.4-dd-nest", "Nest fire at DD tanks";
    DD_ACTION = "gts.naval.4-dd-action", "The DD tanks act";
    OBSTACLES = "gts.naval.4-lc-obstacle", "Beach obstacles";
    DRIFT = "gts.naval.4-lc-drift", "Drift";
    LC_LOST = "gts.naval.4-lc-lost-1", "The craft is lost with all aboard";
    LC_NEST = "gts.naval.4-lc-nest", "Nest fire at the craft";
    UNLOAD = "gts.naval.4-lc-unload", "The units land";
    UNLOAD_FORM = "gts.naval.4-lc-unload-form", "Land mounted or In Column";
    UNIT_NEST = "gts.naval.4-lc-unit-nest", "Nest fire at a landed unit";
    UNIT_OPFIRE = "gts.naval.4-lc-unit-opfire", "Op Fire at a landed unit";
    LC_FIRES = "gts.naval.4-lc-fires", "The craft fires";
    RECYCLE = "gts.naval.4-lc-remove", "The craft returns to its pool";
    SECOND = "gts.naval.4-second", "Second action of a unit just landed";
    SECOND_NEST = "gts.naval.4-second-nest", "Nest fire at the unit";
    SECOND_MOVE = "gts.naval.4-second-action", "Landing was its movement";
}

/// What tells Op Fire at a craft from other acts on the spot, and whether Nest Fire was used before it.
const RUNS_IN: [u8; 2] = [100, 101];
/// The same for the units from it.
const LANDED: u8 = 102;

/// The next craft or DD tank, or a second action of a unit just landed; `false` when all have landed
/// (gts.naval.4-next).
pub fn land_next<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    note_close_units(g);
    if g.naval.as_ref().is_some_and(|it| !it.landed.is_empty()) {
        act_again(cx, g)?;
        return Ok(true);
    }
    let Some(side) = g.active.as_ref().map(|it| it.side) else { return Ok(false) };
    // gts.naval.4-no-room: who finds no hex stays in its box.
    let ready = g.scene.units_of[side.index()].iter().filter(|id| !eligible(g, *id).is_empty());
    let ready: SmallVec<[UnitId; 16]> = ready.collect();
    if ready.is_empty() {
        return Ok(false);
    }
    let who = ask(side, LAND, Topic::Land);
    let id = cx.choose(g, who, &ready)?;
    let hexes = eligible(g, id);
    let who = ask(side, LAND_HEX, Topic::LandHex(id));
    let hex = cx.choose(g, who, &hexes)?;
    let Some(beach) = beach::beach_at(g, hex) else { return Ok(false) };
    // gts.naval.4-type
    if g.kind(id).is_landing_craft() {
        land_craft(cx, g, id, hex, beach)?;
    } else {
        land_tank(cx, g, id, hex, beach)?;
    }
    Ok(true)
}

/// A craft or DD tank in a wave box.
#[must_use]
pub fn runs_in(g: &Battle, id: UnitId) -> bool {
    let kind = g.kind(id);
    wave_box(g, id).is_some() && (kind.is_landing_craft() || kind.swims() && g[id].aboard.is_none())
}

fn wave_box(g: &Battle, id: UnitId) -> Option<SubBeachId> {
    match g[id].place {
        Place::Sea(AtSea::Wave(sub)) => Some(sub),
        _ => None,
    }
}

/// gts.naval.4-eligible: hexes of its sub-beach without enemies, in which all aboard keep the stacking limit.
#[must_use]
pub fn eligible(g: &Battle, id: UnitId) -> SmallVec<[HexId; 16]> {
    let mut hexes: SmallVec<[HexId; 16]> = SmallVec::new();
    let sub = wave_box(g, id).filter(|_| runs_in(g, id)).and_then(|it| beach::sub_beach(g, it));
    let Some(sub) = sub.filter(|it| beach::is_in_play(g, it.beach)) else { return hexes };
    let own = if g.kind(id).is_landing_craft() { 0 } else { u32::from(g[id].steps) };
    let steps: u32 = own + passengers(g, id).map(|it| u32::from(g[it].steps)).sum::<u32>();
    let most = u32::from(g.data().tables.limits.stack_steps);
    // One of them may land In Column, where nobody is yet (gts.naval.4-lc-unload-form).
    let column = if version::COLUMN_LANDS_BESIDE_THE_LIMIT.holds(g) {
        let able = passengers(g, id).filter(|it| !g.kind(*it).swims());
        able.map(|it| u32::from(g[it].steps)).max().unwrap_or(0)
    } else {
        0
    };
    for hex in sub.hexes.iter().copied() {
        let beside = if has_column(g, hex) { 0 } else { column };
        let landed = steps_not_in_column(g, hex) + steps - beside;
        if may_stand(g, id, hex).is_ok() && landed <= most {
            hexes.push(hex);
        }
    }
    hexes
}

/// Who is aboard, ascending.
pub fn passengers(g: &Battle, craft: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    let units = g.scene.units_of[g.side(craft).index()].iter();
    units.filter(move |id| g[*id].aboard == Some(craft))
}

// ---------------------------------------------------------------------------------------------------------------
// DD tanks

fn land_tank<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    hex: HexId,
    beach: BeachId,
) -> Result<(), C::Halt> {
    // gts.naval.4-dd-column
    (g[id].column, g[id].mounted) = (false, false);
    g.put(id, hex);
    cx.say(LAND_HEX, || Said::Landed { unit: id, hex }.into());
    activate(g, &[id], None);

    // gts.naval.4-dd-sea, gts.naval.4-dd-sea-out
    let sea = beach::state(g, beach).map_or(0, |it| it.sea_state);
    let row = g.data().tables.naval.sea_row;
    let rating = cx.tally(SEA, |it| it.add(modifiers::RATING_PRINTED, i32::from(sea)));
    let (result, _) = direct_fire::attack(cx, g, Attack::Sea, id, row, rating, SEA)?;
    result::apply(cx, g, id, result, Bearing::Steady)?;
    if is_out(g, id) {
        return Ok(());
    }
    // gts.naval.4-dd-nest, gts.naval.4-dd-nest-out: Suppressed, it stays where it is (gts.naval.4-dd-suppressed-lands).
    nest_fire(cx, g, id, beach, Aimed::Fully, DD_NEST)?;
    if is_out(g, id) {
        return Ok(());
    }
    // gts.naval.4-dd-action
    note_close_units(g);
    let side = g.side(id);
    let choices = actions(g, &[id], None);
    let who = ask(side, DD_ACTION, Topic::LandedAction(id));
    let first = cx.choose(g, who, &choices)?;
    perform(cx, g, &[id], first, None)?;

    // gts.naval.4-dd-second
    note_close_units(g);
    let before = Some(first.kind());
    activate(g, &[id], before);
    let able = g[id].is_in_play() && may_act_again(g, &[id]);
    if !able || actions(g, &[id], before).is_empty() {
        return Ok(());
    }
    if !cx.confirm(g, ask(side, SECOND, Topic::ActAgain(id)))? {
        return Ok(());
    }
    pay_second(cx, g, &[id]);
    // gts.naval.4-dd-second-nest, gts.ruling.nest-inland: not behind the beach.
    if g[id].hex().and_then(|hex| beach::beach_at(g, hex)) == Some(beach) {
        nest_fire(cx, g, id, beach, Aimed::Fully, DD_NEST)?;
    }
    if !is_out(g, id) {
        act(cx, g, &[id], before)?;
    }
    Ok(())
}

/// Eliminated or Suppressed.
fn is_out(g: &Battle, id: UnitId) -> bool {
    !g[id].is_in_play() || g[id].suppressed
}

/// For whoever looks on, and for the leaders who go along.
fn activate(g: &mut Battle, units: &[UnitId], first: Option<ActionType>) {
    if let Some(active) = &mut g.active {
        active.acting = units.iter().copied().collect();
        active.first = first;
        for id in units {
            active.acted.insert(*id);
        }
    }
}

/// Choose a second action and carry it out; paid for, it is not declined.
fn act<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    units: &[UnitId],
    before: Option<ActionType>,
) -> Result<(), C::Halt> {
    note_close_units(g);
    let choices = actions(g, units, before);
    let Some(first) = units.first().filter(|_| !choices.is_empty()) else { return Ok(()) };
    let who = ask(g.side(*first), SECOND_MOVE, Topic::LandedAction(*first));
    let action = cx.choose(g, who, &choices)?;
    perform(cx, g, units, action, before)
}

// ---------------------------------------------------------------------------------------------------------------
// Landing craft

fn land_craft<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    craft: UnitId,
    hex: HexId,
    beach: BeachId,
) -> Result<(), C::Halt> {
    let enemy = g.side(craft).other();
    g.put(craft, hex);
    cx.say(LAND_HEX, || Said::Beached { unit: craft, hex }.into());

    // LC 1 and 2
    obstacles(cx, g, craft, beach)?;
    // LC 3 (gts.naval.4-lc-lost-1): `lose_craft` has seen to it.
    if !g[craft].is_in_play() {
        return Ok(());
    }
    // LC 4
    let may_nest = 0 < nests(g, beach);
    let topic = Topic::NestAtCraft(craft);
    let nest_used = may_nest && cx.confirm(g, ask(enemy, LC_NEST, topic))?;
    if nest_used {
        nest_fire(cx, g, craft, beach, Aimed::AtCraft, LC_NEST)?;
    }
    // LC 5 (gts.naval.4-lc-lost-2)
    if !g[craft].is_in_play() {
        return Ok(());
    }
    // LC 6 (gts.naval.4-lc-opfire, gts.naval.4-lc-opfire-mods, gts.naval.4-lc-opfire-one): an act on the spot, so that no zone
    // modifier counts; who is aboard is not on the map and has no mass. A failed check is a try all the same
    // (gts.ruling.landing-op-fire).
    let units = [craft];
    let deed = RUNS_IN[usize::from(nest_used)];
    let act = Act { units: &units, from: hex, to: hex, zone_to_zone: false, running: false, deed };
    let op_fire_used = !op_fire::before(cx, g, act)?.is_empty();
    // LC 7 (gts.naval.4-lc-lost-3)
    if !g[craft].is_in_play() {
        return Ok(());
    }
    // LC 8
    let landed = unload(cx, g, craft, hex)?;
    // LC 9
    if !nest_used {
        nest_at_landed(cx, g, &landed, hex, beach)?;
    }
    // LC 10
    if !op_fire_used {
        op_fire_at_landed(cx, g, &landed, hex)?;
    }
    // LC 11
    fire_craft(cx, g, craft, beach)?;
    // LC 12
    recycle(g, craft);
    cx.say(RECYCLE, || Said::Recycled(craft).into());
    // LC 13 follows, one unit at a time.
    let alive = landed.into_iter().filter(|id| g[*id].is_in_play()).collect();
    if let Some(naval) = &mut g.naval {
        naval.landed = alive;
    }
    Ok(())
}

/// gts.naval.4-lc-obstacle, gts.naval.4-lc-drift, gts.beach.nest-zero
fn obstacles<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    craft: UnitId,
    beach: BeachId,
) -> Result<(), C::Halt> {
    let number = beach::state(g, beach).map_or(0, |it| it.obstacles);
    if number == 0 {
        return Ok(());
    }
    let row = g.data().tables.naval.obstacle_row;
    let rating = cx.tally(OBSTACLES, |it| it.add(modifiers::RATING_PRINTED, i32::from(number)));
    let (result, zero) =
        direct_fire::attack(cx, g, Attack::Obstacles, craft, row, rating, OBSTACLES)?;
    result::apply(cx, g, craft, result, Bearing::Steady)?;
    if zero && g[craft].is_in_play() {
        let level = g.data().tables.naval.drift_on_zero;
        g[craft].drift = level;
        cx.say(DRIFT, || Said::Drifts { unit: craft, level }.into());
    }
    Ok(())
}

fn nests(g: &Battle, beach: BeachId) -> u8 {
    beach::state(g, beach).map_or(0, |it| it.nests)
}

/// Which modifiers count for Resistance Nest Fire.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aimed {
    /// Defense Rating and mass (gts.naval.4-lc-nest-mods).
    AtCraft,
    /// These and terrain (gts.naval.4-lc-unit-nest-mods).
    AtLanded,
    /// All of Direct Fire. The nests are in the beach: range 1, which changes nothing, and of the firer's lines night and
    /// weather alone (gts.naval.4-nest-range).
    Fully,
}

/// Resistance Nest Fire; at number 0 there is none (gts.beach.nest-zero).
fn nest_fire<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    target: UnitId,
    beach: BeachId,
    aimed: Aimed,
    rule: Rule,
) -> Result<(), C::Halt> {
    let number = nests(g, beach);
    let Some(hex) = g[target].hex().filter(|_| 0 < number) else { return Ok(()) };
    let row = g.data().tables.naval.nest_row;
    let aim = Aim { target, row, mode: Mode::Direct, from: None };
    let rating = cx.tally(rule, |ledger| {
        ledger.add(modifiers::RATING_PRINTED, i32::from(number));
        if aimed == Aimed::Fully {
            modifiers::count_weather(g, ledger);
            modifiers::count_target(g, aim, ledger);
            return;
        }
        ledger.add(modifiers::DEFENSE, i32::from(g.face(target).defense));
        if aimed == Aimed::AtLanded {
            modifiers::count_terrain(g, aim, hex, ledger);
        }
        ledger.add(modifiers::MASS, modifiers::mass(g, target, hex));
    });
    let (result, _) = direct_fire::attack(cx, g, Attack::Nest, target, row, rating, rule)?;
    result::apply(cx, g, target, result, Bearing::Steady)?;
    Ok(())
}

/// gts.naval.4-lc-unload: even from a Suppressed craft; a leader comes with his unit (gts.naval.4-leader).
fn unload<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    craft: UnitId,
    hex: HexId,
) -> Result<SmallVec<[UnitId; 8]>, C::Halt> {
    let landed: SmallVec<[UnitId; 8]> = passengers(g, craft).collect();
    for unit in landed.iter().copied() {
        (g[unit].aboard, g[unit].column) = (None, false);
        g.put(unit, hex);
        cx.say(UNLOAD, || Said::Landed { unit, hex }.into());
    }
    form_up(cx, g, &landed, hex)?;
    debug_assert!(!is_overstacked(g, hex), "gts.naval.4-lc-unload-form");
    for unit in landed.iter().copied() {
        hand_markers(cx, g, craft, unit);
    }
    // Its own drift is over as it has touched ground (gts.naval.4-lc-can-fire).
    g[craft].drift = 0;
    Ok(landed)
}

/// Does a unit land on its vehicles?
#[derive(Clone, Copy)]
struct Mounted(bool);

/// Who of those just landed is In Column.
#[derive(Clone, Copy)]
enum InColumn {
    Nobody,
    Unit(UnitId),
}

/// At what a craft fires.
#[derive(Clone, Copy)]
pub enum CraftTarget {
    Unit(Target),
    Defences(BeachId),
}

/// Who of those just landed acts again.
#[derive(Clone, Copy)]
enum Again {
    Unit(UnitId),
    Stack(HexId),
}

shown! {
    Mounted(mounted) => Mounted, if mounted { Opt::Mounted } else { Opt::Dismounted };
    it => InColumn, match it {
        InColumn::Nobody => Opt::NotInColumn,
        InColumn::Unit(unit) => Opt::Unit(unit),
    };
    it => CraftTarget, match it {
        CraftTarget::Unit(target) => target.into(),
        CraftTarget::Defences(_) => Opt::BeachDefences,
    };
    it => Again, match it {
        Again::Unit(unit) => Opt::Unit(unit),
        Again::Stack(hex) => Opt::Stack(hex),
    };
}

/// gts.naval.4-lc-unload-form: mounted or not, and In Column one of them where none is yet; it must be one where the others
/// alone keep the limit.
fn form_up<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    landed: &[UnitId],
    hex: HexId,
) -> Result<(), C::Halt> {
    for unit in landed.iter().copied().filter(|id| g.kind(*id).has_transport()).collect::<Vec<_>>()
    {
        let who = ask(g.side(unit), UNLOAD_FORM, Topic::LandMounted(unit));
        let Mounted(mounted) = cx.choose(g, who, &[Mounted(false), Mounted(true)])?;
        g[unit].mounted = mounted;
    }
    let mut options: SmallVec<[InColumn; 8]> = SmallVec::new();
    let (steps, most) =
        (steps_not_in_column(g, hex), u32::from(g.data().tables.limits.stack_steps));
    if steps <= most {
        options.push(InColumn::Nobody);
    }
    if !has_column(g, hex) {
        let able = landed
            .iter()
            .copied()
            .filter(|id| !g.kind(*id).swims() && steps - u32::from(g[*id].steps) <= most);
        options.extend(able.map(InColumn::Unit));
    }
    if let Some(first) = landed.first() {
        let who = ask(g.side(*first), UNLOAD_FORM, Topic::LandInColumn(hex));
        if let InColumn::Unit(unit) = cx.choose(g, who, &options)? {
            set_column(cx, g, unit, true, UNLOAD_FORM);
        }
    }
    Ok(())
}

/// gts.naval.4-lc-unload-markers, gts.ruling.landing-step-loss: a unit that cannot show the craft's Step Loss marker takes
/// a Cohesion Hit more. Markers handed on are no hits: nobody is eliminated by them.
fn hand_markers<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, craft: UnitId, unit: UnitId) {
    let from = g[craft];
    let mut cohesion = from.cohesion;
    if from.steps < g.kind(craft).steps {
        if 1 < g[unit].steps {
            lose_step(cx, g, unit);
        } else {
            cohesion += 1;
        }
    }
    let level = cohesion.at_most(g.data().tables.limits.cohesion_max);
    if g[unit].cohesion < level && 0 < g[unit].steps {
        g[unit].cohesion = level;
        cx.say(UNLOAD, || result::Said::CohesionHit { unit, level }.into());
    }
    if from.suppressed && !g[unit].suppressed {
        mark_suppressed(cx, g, unit, UNLOAD);
    }
    if g[unit].drift < from.drift {
        let level = from.drift;
        g[unit].drift = level;
        cx.say(DRIFT, || Said::Drifts { unit, level }.into());
    }
}

/// LC 9 (gts.naval.4-lc-unit-nest)
fn nest_at_landed<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    landed: &[UnitId],
    hex: HexId,
    beach: BeachId,
) -> Result<(), C::Halt> {
    let mut options: SmallVec<[HoldOr<Target>; 8]> = SmallVec::new();
    options.push(HoldOr::Hold);
    if 0 < nests(g, beach) {
        let there = landed.iter().filter(|id| g[**id].is_in_play());
        options.extend(there.map(|id| HoldOr::Fire(Target(*id))));
    }
    let Some(first) = landed.first() else { return Ok(()) };
    let who = ask(g.side(*first).other(), UNIT_NEST, Topic::NestAtLanded(hex));
    if let HoldOr::Fire(Target(target)) = cx.choose(g, who, &options)? {
        nest_fire(cx, g, target, beach, Aimed::AtLanded, UNIT_NEST)?;
    }
    Ok(())
}

/// LC 10 (gts.naval.4-lc-unit-opfire): any number of units, all at the one chosen (gts.naval.4-lc-unit-opfire-one), with
/// all modifiers.
fn op_fire_at_landed<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    landed: &[UnitId],
    hex: HexId,
) -> Result<(), C::Halt> {
    let Some(first) = landed.first() else { return Ok(()) };
    let enemy = g.side(*first).other();
    let mut options: SmallVec<[HoldOr<Target>; 8]> = SmallVec::new();
    options.push(HoldOr::Hold);
    for id in landed.iter().copied() {
        if g.on_map(enemy).any(|(firer, _)| may_shoot(g, firer, id)) {
            options.push(HoldOr::Fire(Target(id)));
        }
    }
    let who = ask(enemy, UNIT_OPFIRE, Topic::OpFireAtLanded(hex));
    let HoldOr::Fire(Target(target)) = cx.choose(g, who, &options)? else { return Ok(()) };
    let units = [target];
    let act = Act {
        units: &units,
        from: hex,
        to: hex,
        zone_to_zone: version::LANDED_COUNT_AS_MOVED.holds(g),
        running: false,
        deed: LANDED,
    };
    op_fire::before(cx, g, act)?;
    Ok(())
}

/// LC 11 (gts.naval.4-lc-fires, gts.naval.4-lc-can-fire)
fn fire_craft<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    craft: UnitId,
    beach: BeachId,
) -> Result<(), C::Halt> {
    if !g[craft].is_in_play() || g.face(craft).fire.is_none() || g[craft].suppressed {
        return Ok(());
    }
    let mut options: SmallVec<[HoldOr<CraftTarget>; 32]> = SmallVec::new();
    options.push(HoldOr::Hold);
    let units = direct_fire::targets(g, craft).into_iter();
    options.extend(units.map(|it| HoldOr::Fire(CraftTarget::Unit(it))));
    if beach::has_target(g, craft, beach) {
        options.push(HoldOr::Fire(CraftTarget::Defences(beach)));
    }
    let who = ask(g.side(craft), LC_FIRES, Topic::CraftFires(craft));
    match cx.choose(g, who, &options)? {
        HoldOr::Fire(CraftTarget::Unit(Target(target))) => {
            direct_fire::shoot(cx, g, craft, target, Mode::Direct)
        }
        HoldOr::Fire(CraftTarget::Defences(beach)) => beach::fire_at(cx, g, craft, beach),
        HoldOr::Hold => Ok(()),
    }
}

/// gts.beach.recycle: back to the pool, as good as new.
fn recycle(g: &mut Battle, craft: UnitId) {
    g.take(craft, Place::Absent);
    let steps = g.kind(craft).steps;
    let unit = &mut g[craft];
    (unit.steps, unit.cohesion, unit.suppressed, unit.drift) = (steps, 0, false, 0);
}

/// A craft is lost with all aboard, at sea or on the beach; the craft itself is recycled (gts.naval.3-effect,
/// gts.naval.4-lc-lost-1).
pub fn lose_craft<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, craft: UnitId, rule: Rule) {
    let rule = if g[craft].is_in_play() { LC_LOST } else { rule };
    let drowned: SmallVec<[UnitId; 8]> = passengers(g, craft).collect();
    recycle(g, craft);
    cx.say(rule, || result::Said::Sunk(craft).into());
    let mut lost_at = Place::Absent;
    for id in drowned.iter().copied() {
        lost_at = g[id].place;
        g[id].aboard = None;
        let side = g.side(id).index();
        g.steps_lost[side] += u16::from(g[id].steps);
        result::clear_markers(g, id);
        g.take(id, Place::Eliminated);
        cx.say(rule, || result::Said::Eliminated(id).into());
    }
    for id in drowned {
        leader::displace_at_sea(cx, g, id, lost_at);
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Second actions of units just landed

/// LC 13 to 20: one unit of those just landed, or several that assault together; or nobody more
/// (gts.naval.4-second-single, gts.naval.4-second-next).
fn act_again<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let landed = g.naval.as_ref().map_or_else(Default::default, |it| it.landed);
    // gts.naval.4-second, gts.naval.4-second-action: landing was a Movement action. Leaders at sea command nobody
    // (gts.naval.4-second-leader).
    let before = Some(ActionType::Movement);
    let able: SmallVec<[UnitId; 8]> = landed
        .iter()
        .filter(|id| {
            g[*id].is_in_play()
                && may_act_again(g, &[*id])
                && !actions(g, &[*id], before).is_empty()
        })
        .collect();
    let stack: SmallVec<[UnitId; 8]> =
        able.iter().copied().filter(|id| !assault::targets(g, &[*id]).is_empty()).collect();
    let mut options: SmallVec<[Option<Again>; 16]> = SmallVec::new();
    options.push(None);
    options.extend(able.iter().map(|id| Some(Again::Unit(*id))));
    let hex = stack.first().and_then(|id| g[*id].hex());
    if let Some(hex) = hex.filter(|_| 1 < stack.len()) {
        options.push(Some(Again::Stack(hex)));
    }
    let Some(side) = g.active.as_ref().map(|it| it.side) else { return Ok(()) };
    let units = match cx.choose(g, ask(side, SECOND, Topic::WhoActsAgain), &options)? {
        Some(Again::Unit(id)) => SmallVec::from_slice(&[id]),
        Some(Again::Stack(_)) => gather(cx, g, stack)?,
        None => {
            if let Some(naval) = &mut g.naval {
                naval.landed = Default::default();
            }
            return Ok(());
        }
    };
    if let Some(naval) = &mut g.naval {
        for id in &units {
            naval.landed.remove(*id);
        }
    }
    activate(g, &units, before);
    pay_second(cx, g, &units);
    // LC 14
    nest_at_activated(cx, g, &units)?;
    // LC 15 (gts.naval.4-second-dead)
    let left: SmallVec<[UnitId; 8]> =
        units.iter().copied().filter(|id| g[*id].is_in_play()).collect();
    // LC 16 to 19
    match units.len() {
        1 => act(cx, g, &left, before)?,
        _ if assault::targets(g, &left).is_empty() => (),
        _ => {
            note_close_units(g);
            perform(cx, g, &left, Action::Assault, before)?;
        }
    }
    Ok(())
}

/// gts.naval.4-second-nest; at one of a stack, which the enemy chooses (gts.naval.4-second-nest-stack).
fn nest_at_activated<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    units: &[UnitId],
) -> Result<(), C::Halt> {
    let Some(hex) = units.first().and_then(|id| g[*id].hex()) else { return Ok(()) };
    let Some(beach) = beach::beach_at(g, hex).filter(|it| 0 < nests(g, *it)) else { return Ok(()) };
    let options: SmallVec<[Target; 8]> = units.iter().copied().map(Target).collect();
    let who = ask(g.side(units[0]).other(), SECOND_NEST, Topic::NestAtActing(hex));
    let Target(target) = cx.choose(g, who, &options)?;
    nest_fire(cx, g, target, beach, Aimed::Fully, SECOND_NEST)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Beached { unit: UnitId, hex: HexId },
    Drifts { unit: UnitId, level: u8 },
    Landed { unit: UnitId, hex: HexId },
    Recycled(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Beached { unit, hex } => (
                format!("{} runs in at {}.", names.unit(*unit), names.hex(*hex)),
                names.unit_side(*unit),
                vec![*hex],
            ),
            Said::Drifts { unit, level } => (
                format!("{} drifts off (Drift {level}).", names.unit(*unit)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::Landed { unit, hex } => (
                format!("{} lands at {}.", names.unit(*unit), names.hex(*hex)),
                names.unit_side(*unit),
                vec![*hex],
            ),
            Said::Recycled(unit) => (
                format!("{} returns for another load.", names.unit(*unit)),
                names.unit_side(*unit),
                vec![],
            ),
        }
    }
}
