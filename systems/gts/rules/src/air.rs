//! Section 26: Air Points (step B), strikes and interdiction.

use board::HexId;
use kernel::{Cx, Dice, Ledger, rules, shown};
use smallvec::SmallVec;

use crate::command::in_command;
use crate::data::{Chit, Colour, Data, DivisionId, Side, UnitId};
use crate::direct_fire;
use crate::event::Words;
use crate::fire_zone::{is_hidden, sees};
use crate::modifiers::{self, Aim, Lines, Mode};
use crate::question::{Attack, HoldOr, Opt, Target, Topic, ask};
use crate::result::{self, Bearing};
use crate::sequence::divisions_of;
use crate::state::{Active, Battle, Phase, Stage};
use crate::text::Names;
use crate::weather;

rules! {
    POINTS = "gts.sop.b-air-determine", "Air Points of the day";
    ALLOT = "gts.air.allot", "Put an Air Point on a division or on interdiction";
    STRIKE = "gts.air.strike", "Air strike";
    FLAK = "gts.air.flak", "Flak against the strike";
    INHERENT = "gts.air.inherent-defence", "Flak of the town against the strike";
    RATING = "gts.air.strike-rating", "Rating of the strike";
    INTERDICTION = "gts.air.interdiction", "Interdiction";
}

// ---------------------------------------------------------------------------------------------------------------
// Step B

/// Step B, first part: the points of the day (gts.sop.b-air-determine, gts.air.points), in the turns named by
/// gts.sop.b-when-s0 and gts.sop.b-when-s1. Night ends the day (gts.ruling.air-night).
pub fn determine<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    let dawn = weather::is_rolled(g);
    if dawn || g.is_night() {
        g.air.left = [0, 0];
        g.air.on.iter_mut().for_each(|it| *it = 0);
        g.air.interdicted.clear();
    }
    // gts.air.interdiction: whom it delayed comes on with the Night turn.
    if g.is_night() {
        g.units.iter_mut().for_each(|it| it.interdicted = false);
    }
    if !dawn {
        return;
    }
    for side in Side::BOTH {
        // gts.data.no-hook: the side has no aircraft.
        let Some(air) = &g.data().air[side.index()] else { continue };
        let today = air.points.iter().find(|(it, _)| *it == g.weather);
        let points = today.map_or(0, |it| it.1);
        g.air.left[side.index()] = points;
        cx.say(POINTS, || Said::AirPoints { side, points }.into());
    }
}

/// Step B, second part (gts.sop.b-air-allocate): put one point on a division or on interdiction, where it stays for the
/// day. The side the module lists first goes first.
pub fn allot<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let options = uses(g, side);
    if g.air.left[side.index()] == 0 || options.is_empty() {
        g.air.left[side.index()] = 0;
        g.phase = match side {
            Side::First => Phase::Air(Side::Second),
            Side::Second => Phase::Reinforcements,
        };
        return Ok(());
    }
    match cx.choose(g, ask(side, ALLOT, Topic::AirPoint), &options)? {
        Use::Division(AirTo(division)) => put_on(cx, g, division),
        Use::Interdict(hex) => {
            g.air.interdicted.push((side, hex));
            g.air.interdicted.sort_unstable();
            cx.say(ALLOT, || Said::Interdicted { side, hex }.into());
        }
    }
    g.air.left[side.index()] -= 1;
    Ok(())
}

/// The division an Air Point is for.
#[derive(Clone, Copy)]
pub struct AirTo(pub DivisionId);

/// What an Air Point is used for.
#[derive(Clone, Copy)]
enum Use {
    Division(AirTo),
    Interdict(HexId),
}

shown! {
    AirTo(division) => AirTo, Opt::AirTo(division);
    it => Use, match it {
        Use::Division(to) => to.into(),
        Use::Interdict(hex) => Opt::Interdict(hex),
    };
}

/// An Air Point for a division, also one that an event brings.
pub fn put_on<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, division: DivisionId) {
    let points = &mut g.air.on[usize::from(division.0)];
    *points = points.saturating_add(1);
    cx.say(ALLOT, || Said::AirAllotted(division).into());
}

/// What a point can be used for: the divisions, then the enemy's entry hexes, each once and only so many a side
/// (gts.air.interdiction-default).
fn uses(g: &Battle, side: Side) -> SmallVec<[Use; 16]> {
    let divisions = divisions_of(g, side).map(|it| Use::Division(AirTo(it)));
    let mut options: SmallVec<[Use; 16]> = divisions.collect();
    let spent = g.air.interdicted.iter().filter(|it| it.0 == side).count();
    if spent < usize::from(g.data().tables.default.interdiction_points) {
        let open = g.scene.entry[side.other().index()].iter();
        let open = open.filter(|hex| !g.air.interdicted.contains(&(side, *hex)));
        options.extend(open.map(Use::Interdict));
    }
    options
}

// ---------------------------------------------------------------------------------------------------------------
// Interdiction

/// gts.air.interdiction, gts.air.interdiction-default: rolled for each unit that would leave its holding box. Is it held up?
pub fn holds_up<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    unit: UnitId,
    hex: HexId,
) -> Result<bool, C::Halt> {
    let enemy = g.side(unit).other();
    if !g.air.interdicted.contains(&(enemy, hex)) || g.is_night() {
        return Ok(false);
    }
    let most = i32::from(g.data().tables.default.interdiction_delays);
    let who = ask(enemy, INTERDICTION, Topic::Interdiction(unit));
    let held = cx.roll(g, who, Dice::D10, |it| it.d10() <= most)?;
    if held {
        g[unit].interdicted = true;
        cx.say(INTERDICTION, || Said::HeldUp(unit).into());
    }
    Ok(held)
}

// ---------------------------------------------------------------------------------------------------------------
// Strikes

/// gts.air.strike: can a strike be called under the chit in play?
#[must_use]
pub fn may_call(g: &Battle) -> bool {
    // Most divisions have no points: look no further then.
    let has_points = commander(g).is_some_and(|(_, division)| 0 < point_count(g, division));
    has_points && !g.is_night() && callers(g).next().is_some()
}

/// A strike (gts.air.strike): who calls it, at whom, the flak, the attack. The point is spent whatever happens. It places no
/// barrage and breaks up no park (gts.air.strike-rating, gts.park.breakup).
pub fn strike<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let Some((side, division)) = commander(g) else { return Ok(()) };
    let units: SmallVec<[UnitId; 32]> = callers(g).collect();
    if units.is_empty() || point_count(g, division) == 0 {
        return Ok(());
    }
    let who = ask(side, STRIKE, Topic::StrikeCaller(division));
    let caller = cx.choose(g, who, &units)?;
    let units: SmallVec<[Target; 32]> = targets(g, caller).map(Target).collect();
    let who = ask(side, STRIKE, Topic::StrikeTarget(caller));
    let Target(target) = cx.choose(g, who, &units)?;

    g.air.on[usize::from(division.0)] -= 1;
    if let Some(active) = &mut g.active {
        active.called.insert(caller);
    }
    cx.say(STRIKE, || Said::StrikeCalled { caller, target }.into());

    // gts.air.flak-once: one flak unit, then the flak of the place.
    if meets_flak(cx, g, target)? || meets_inherent_flak(cx, g, target)? {
        return Ok(());
    }
    let (value, row) = aircraft(g, side);
    let rating = cx.tally(RATING, |ledger| count(g, target, value, row, ledger));
    let strike = Attack::Strike;
    let (result, _) = direct_fire::attack(cx, g, strike, target, row, rating, STRIKE)?;
    result::apply(cx, g, target, result, Bearing::Steady)?;
    Ok(())
}

/// The side and the division whose Air Points the chit in play can use.
fn commander(g: &Battle) -> Option<(Side, DivisionId)> {
    let active = g.active.as_ref().filter(|it| it.stage == Stage::Actions)?;
    let division = match active.chit {
        Chit::Division(division) => division,
        _ => g.division_of(active.formation(g.data())?),
    };
    Some((active.side, division))
}

fn point_count(g: &Battle, division: DivisionId) -> u8 {
    g.air.on[usize::from(division.0)]
}

/// gts.air.strike: in command, not Suppressed, with somebody in sight, and once per chit.
fn callers(g: &Battle) -> impl Iterator<Item = UnitId> + '_ {
    g.active.iter().flat_map(move |active| {
        g.on_map(active.side).map(|it| it.0).filter(move |id| {
            is_of_command(g, active, *id)
                && !active.called.contains(*id)
                && !g[*id].suppressed
                && !g.kind(*id).is_afloat()
                && in_command(g, *id)
                && targets(g, *id).next().is_some()
        })
    })
}

/// The activated command: the division; or the formation with what has been attached to it (gts.attach.for-spotting).
fn is_of_command(g: &Battle, active: &Active, id: UnitId) -> bool {
    match active.chit {
        Chit::Division(division) => g.division(id) == division,
        _ => match g.scene.formation[usize::from(id.0)] {
            Some(own) => active.formation(g.data()) == Some(own),
            None => active.acted.contains(id),
        },
    }
}

/// Enemy units the caller sees, ascending; none in entry hexes (gts.reinf.no-target-entry). A barrage in the target hex does
/// not matter (gts.air.barrage-ignored).
fn targets(g: &Battle, caller: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    let from = g[caller].hex();
    let enemies = g.on_map(g.side(caller).other());
    let seen = enemies.filter(move |(id, hex)| {
        !g.is_entry_hex(*hex)
            && !is_hidden(g, *id)
            && from.is_some_and(|from| sees(g, from, *hex, g.sighting))
    });
    seen.map(|it| it.0)
}

/// gts.air.strike-rating: the rating and row of the side's aircraft; the default for those an event brings to a side that
/// has none of its own.
fn aircraft(g: &Battle, side: Side) -> (u8, Colour) {
    let default = &g.data().tables.default;
    let own = g.data().air[side.index()].as_ref().map(|it| (it.rating, it.row));
    own.unwrap_or((default.strike_rating, default.strike_row))
}

/// As Indirect Fire at the target, from nowhere. gts.air.modifiers: negative ones count or not, as the module says.
fn count(g: &Battle, target: UnitId, value: u8, row: Colour, ledger: &mut impl Ledger) {
    ledger.add(RATING, i32::from(value));
    let mut lines = Lines::default();
    let aim = Aim { target, row, mode: Mode::Indirect, from: None };
    modifiers::count_target(g, aim, &mut lines);
    modifiers::count_weather(g, &mut lines);
    if g.data().switches.air_negative_modifiers {
        lines.0.into_iter().for_each(|(rule, amount)| ledger.add(rule, amount));
    } else {
        lines.book_positive(ledger);
    }
}

/// gts.air.flak: the owner of the target chooses one flak unit near enough, or none. Is the strike driven off?
fn meets_flak<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, target: UnitId) -> Result<bool, C::Halt> {
    let side = g.side(target);
    let mut units: SmallVec<[HoldOr<UnitId>; 8]> =
        flak_units(g, target).map(HoldOr::Fire).collect();
    units.push(HoldOr::Hold);
    let HoldOr::Fire(flak) = cx.choose(g, ask(side, FLAK, Topic::Flak(target)), &units)? else {
        return Ok(false);
    };
    let rating = i32::from(g.kind(flak).flak.unwrap_or(0));
    let who = ask(side, FLAK, Topic::FlakFires(flak));
    let aborted = cx.roll(g, who, Dice::D10, |it| drives_off(it.d10(), rating))?;
    if aborted {
        cx.say(FLAK, || Said::StrikeAborted { target, by: Some(flak) }.into());
    }
    Ok(aborted)
}

/// On the map, within range of the target hex and not Suppressed (gts.ruling.flak).
fn flak_units(g: &Battle, target: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    let at = g[target].hex();
    let range = u32::from(g.data().tables.default.flak_range);
    let near = move |hex: HexId| at.is_some_and(|at| g.data().map.distance(hex, at) <= range);
    g.on_map(g.side(target))
        .filter(move |(id, hex)| {
            g.kind(*id).flak.is_some() && !g[*id].suppressed && !g.is_entry_hex(*hex) && near(*hex)
        })
        .map(|it| it.0)
}

/// gts.air.inherent-defence, where the module switches it on.
fn meets_inherent_flak<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    target: UnitId,
) -> Result<bool, C::Halt> {
    let Some(rating) = g[target].hex().and_then(|hex| inherent_flak(g, hex)) else {
        return Ok(false);
    };
    let who = ask(g.side(target), INHERENT, Topic::TownFlak(target));
    let aborted = cx.roll(g, who, Dice::D10, |it| drives_off(it.d10(), i32::from(rating)))?;
    if aborted {
        cx.say(INHERENT, || Said::StrikeAborted { target, by: None }.into());
    }
    Ok(aborted)
}

/// The best of the hex and the six around it.
fn inherent_flak(g: &Battle, hex: HexId) -> Option<u8> {
    let data = g.data();
    if !data.switches.inherent_air_defence {
        return None;
    }
    let rating = |hex: HexId| {
        let terrain = data.tables.terrain.get(data.map.terrain(hex).index())?;
        data.tables.default.inherent_defence.get(&terrain.key).copied()
    };
    let around = data.map.neighbours(hex).map(|it| it.1);
    std::iter::once(hex).chain(around).filter_map(rating).max()
}

/// A roll not above the rating, and not 9.
fn drives_off(roll: i32, rating: i32) -> bool {
    roll != 9 && roll <= rating
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    AirPoints {
        side: Side,
        points: u8,
    },
    AirAllotted(DivisionId),
    Interdicted {
        side: Side,
        hex: HexId,
    },
    HeldUp(UnitId),
    StrikeCalled {
        caller: UnitId,
        target: UnitId,
    },
    /// Driven off by a flak unit, or by the flak of a town.
    StrikeAborted {
        target: UnitId,
        by: Option<UnitId>,
    },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::AirPoints { side, points } => (
                match points {
                    1 => format!("{}: 1 Air Point today.", names.side(*side)),
                    _ => format!("{}: {points} Air Points today.", names.side(*side)),
                },
                Some(*side),
                vec![],
            ),
            Said::AirAllotted(id) => (
                format!("An Air Point goes to {}.", names.division(*id)),
                names.division_side(*id),
                vec![],
            ),
            Said::Interdicted { side, hex } => (
                format!("{} is under interdiction today.", names.hex(*hex)),
                Some(*side),
                vec![*hex],
            ),
            Said::HeldUp(unit) => (
                format!("{} is held up from the air until nightfall.", names.unit(*unit)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::StrikeCalled { caller, target } => (
                format!("{} calls an air strike on {}.", names.unit(*caller), names.unit(*target)),
                names.unit_side(*caller),
                vec![],
            ),
            Said::StrikeAborted { target, by } => {
                let by = by.map_or("Flak".into(), |it| names.unit(it).to_string());
                (
                    format!("{by} drives off the strike at {}.", names.unit(*target)),
                    names.unit_side(*target),
                    vec![],
                )
            }
        }
    }
}
