//! Fire: an attack on the one table, from its declaration to its effects (sections `fire`, `area`, `point`).
//!
//! Both kinds use the same table (tcs.fire.one-table): area fire enters it with strength (tcs.fire.area-points), point fire with
//! steps (tcs.fire.point-steps); all else are shifts but the infantry bonus (tcs.fire.shifts-not-strength). Passengers are not in the
//! hex, so they neither fire (tcs.fire.passengers, tcs.carrier.passengers-inert) nor are fired at (tcs.carrier.not-targets).

use board::{Direction, HexId};
use kernel::{Cx, Dice, rules};
use smallvec::SmallVec;

use crate::data::Data;
use crate::event::Words;
use crate::ground::TerrainClass;
use crate::id::{Side, UnitId};
use crate::question::{Topic, ask};
use crate::set::UnitSet;
use crate::state::Battle;
use crate::tables::FireResult;
use crate::text::{self, Names};
use crate::{area, blow, point};
use kernel::Bounds as _;

rules! {
    THROW = "tcs.fire.throw", "One throw of two dice, read as tens and units";
    COLUMN = "tcs.fire.sum-first", "The column: entry and all shifts";
    LEFT = "tcs.fire.left-edge", "Left of the table: no effect";
    ENTRY_AREA = "tcs.area.4-column", "Column of the strength";
    ENTRY_POINT = "tcs.point.header", "Column of the firing steps";
}

/// An attack, declared or being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    pub by: Side,
    /// tcs.fire.kind
    pub kind: FireKind,
    /// tcs.fire.target-hex
    pub hex: HexId,
    pub firers: UnitSet,
    /// Against a movement trigger only these are affected (tcs.ow.hits-movers).
    pub only: Option<UnitSet>,
    /// AT guns that fire again, at half strength (tcs.ow.at-half).
    pub halved: UnitSet,
    pub occasion: Occasion,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FireKind {
    Area,
    Point,
}

/// How an attack came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occasion {
    /// SFA or PFA.
    Action,
    Overwatch,
    /// Inside an assault or overrun, at range 0.
    Fight,
}

/// Fires: markers, column, throw, effects.
pub fn resolve<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, attack: Attack) -> Result<(), C::Halt> {
    let affected = affected(g, &attack);
    g.attack = Some(attack);
    // tcs.general.contact-flags, tcs.fire.marker, tcs.sfa.marker, tcs.assault.after: inside a fight there are no markers.
    for id in attack.firers.iter() {
        g[id].has_fired = true;
        if attack.occasion != Occasion::Fight {
            g[id].fired = true;
            // tcs.mode.dig-in-overwatch
            g[id].record.digging = false;
        }
    }
    // tcs.general.fired-upon-meaning: whatever the throw brings; barrages, sorties, AT rolls, mines and fights do the same.
    for id in affected.iter() {
        g[id].fired_upon = true;
    }
    cx.say(THROW, || Said::Fires(attack).into());
    // tcs.fire.itemised: every shift stands in the ledger before the throw.
    let column = column(cx, g, &attack, affected);
    let blow = blow::Blow {
        hex: attack.hex,
        affected,
        firers: attack.firers,
        cover: is_cover(cover(g, &attack)),
        cross_fire: attack.kind == FireKind::Area && area::is_cross_fire(g, &attack),
        // Reading: point fire is flat, whatever the class of the unit's area fire.
        no_low: attack.kind == FireKind::Area && !area::any_low(g, &attack),
    };
    let result = throw(cx, g, attack.by, attack.hex, column)?;
    blow::strike(cx, g, &blow, result)?;
    g.attack = None;
    Ok(())
}

/// The result on a column; off its left end nothing is thrown.
pub fn throw<C: Cx<Battle>>(
    cx: &mut C,
    g: &Battle,
    by: Side,
    hex: HexId,
    column: i32,
) -> Result<FireResult, C::Halt> {
    let Some(column) = g.data.tables.fire_column(column) else {
        cx.say(LEFT, || Said::Result { by, hex, result: FireResult::NoEffect }.into());
        return Ok(FireResult::NoEffect);
    };
    let who = ask(by, THROW, Topic::Attack(hex));
    let result = cx.roll(g, who, Dice::D66, |it| column.cells.at(it))?;
    cx.say(THROW, || Said::Result { by, hex, result }.into());
    Ok(result)
}

/// Steps 3 to 5 of either kind.
fn column<C: Cx<Battle>>(cx: &mut C, g: &Battle, attack: &Attack, affected: UnitSet) -> i32 {
    cx.tally(COLUMN, |ledger| count(g, attack, affected, ledger))
}

/// The column of an attack, line by line.
pub fn count(g: &Battle, attack: &Attack, affected: UnitSet, ledger: &mut impl kernel::Ledger) {
    match attack.kind {
        FireKind::Area => {
            let strength = area::strength(g, attack);
            ledger.add(ENTRY_AREA, g.data.tables.area_column(strength));
            area::shifts(g, attack, affected, ledger);
        }
        FireKind::Point => {
            let steps = attack.firers.iter().map(|it| u16::from(g[it].steps)).sum();
            ledger.add(ENTRY_POINT, g.data.tables.point_column(steps));
            point::shifts(g, attack, affected, ledger);
        }
    }
}

/// Enemies in the target hex that this kind of fire can hurt (tcs.area.affected, tcs.point.affected,
/// tcs.fire.target-enemy-only).
#[must_use]
pub fn affected(g: &Battle, attack: &Attack) -> UnitSet {
    let hurts = |id: UnitId| match attack.kind {
        FireKind::Area => g.card(id).target.by_area(),
        FireKind::Point => g.card(id).target.by_point(),
    };
    let within = |id: &UnitId| attack.only.is_none_or(|it| it.contains(*id));
    let all = g.stack_of(attack.by.other(), attack.hex).filter(within).filter(|it| hurts(*it));
    if attack.kind == FireKind::Point && attack.occasion != Occasion::Fight {
        // tcs.point.owner-allots: only spotted target units.
        return all.filter(|it| is_spotted_by(g, attack, *it)).collect();
    }
    all.collect()
}

/// tcs.spot.mixed-combine: every firing hex contains a firing unit that spots it.
#[must_use]
pub fn is_spotted_by(g: &Battle, attack: &Attack, target: UnitId) -> bool {
    firing_hexes(g, attack.firers).iter().all(|hex| {
        attack
            .firers
            .iter()
            .any(|it| g.hex(it) == Some(*hex) && spots_for(g, it, attack.hex, target))
    })
}

/// tcs.spot.firer-own: nobody spots for a direct firer. tcs.fire.indirect-mortar: a mortar without line of sight spots through its observer.
#[must_use]
pub fn spots_for(g: &Battle, firer: UnitId, hex: HexId, target: UnitId) -> bool {
    if crate::spot::spots(g, firer, target) {
        return true;
    }
    let own = g.hex(firer).is_some_and(|it| crate::spot::sees(g, it, hex));
    !own && observers(g, firer, hex).any(|it| crate::spot::spots(g, it, target))
}

/// Normal observers of a mortar's battalion, ready, with line of sight to the hex.
pub fn observers(g: &Battle, mortar: UnitId, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    eyes_of(g, mortar).filter(move |it| crate::spot::sees(g, it.1, hex)).map(|it| it.0)
}

/// Those who could observe for it, wherever they look; nobody for any other weapon.
pub fn eyes_of(g: &Battle, mortar: UnitId) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    let is_mortar = g.card(mortar).kind == crate::data::Kind::Mortar;
    let battalion = g.battalion(mortar);
    let all = if is_mortar { g.present[g.side(mortar).index()] } else { UnitSet::EMPTY };
    all.iter()
        .filter(move |id| {
            g.battalion(*id) == battalion
                && g.card(*id).observer
                && g[*id].is_normal()
                && g[*id].is_ready()
        })
        .filter_map(|id| g.hex(id).map(|hex| (id, hex)))
}

/// The hexes an attack comes from, in the order of the firers.
#[must_use]
pub fn firing_hexes(g: &Battle, firers: UnitSet) -> SmallVec<[HexId; 4]> {
    let mut hexes = SmallVec::new();
    for hex in firers.iter().filter_map(|it| g.hex(it)) {
        if !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    hexes
}

/// The class of the target's terrain against this attack: that of the hex, or of the hexsides through which the fire comes
/// (tcs.area.terrain-hexside). Reading: of several firing hexes the one against which there is least cover counts; through a
/// corner a hexside protects only with the other one there; fire without line of sight of its own comes from above.
#[must_use]
pub fn cover(g: &Battle, attack: &Attack) -> TerrainClass {
    let ground = &g.data.ground;
    let own = ground.class(attack.hex);
    if attack.occasion == Occasion::Fight {
        return own;
    }
    let mut least = None;
    for from in firing_hexes(g, attack.firers) {
        let mut class = own;
        if crate::spot::sees(g, from, attack.hex) {
            let sides = ground.entry(from, attack.hex);
            let side = sides.iter().map(|it: &Direction| ground.side_class(attack.hex, *it));
            if let Some(side) = side.reduce(|a, b| a.at_most(b)) {
                class = class.at_least(side);
            }
        }
        least = Some(least.map_or(class, |it: TerrainClass| it.at_most(class)));
    }
    least.unwrap_or(own)
}

#[must_use]
pub fn is_cover(class: TerrainClass) -> bool {
    matches!(class, TerrainClass::PartlyProtective | TerrainClass::Protective)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Fires(Attack),
    Result { by: Side, hex: HexId, result: FireResult },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Fires(it) => {
                let how = match it.occasion {
                    Occasion::Overwatch => "Overwatch: ",
                    Occasion::Action | Occasion::Fight => "",
                };
                let kind = match it.kind {
                    FireKind::Area => "area fire",
                    FireKind::Point => "point fire",
                };
                let text = format!(
                    "{how}{} at {} by {}.",
                    text::capital(kind),
                    names.hex(it.hex),
                    names.units(it.firers)
                );
                (text, Some(it.by), vec![it.hex])
            }
            Said::Result { by, hex, result } => {
                let text = match result {
                    FireResult::NoEffect => format!("No effect in {}.", names.hex(*hex)),
                    FireResult::Check(0) => format!("Morale check in {}.", names.hex(*hex)),
                    FireResult::Check(1) => format!("A step is lost in {}.", names.hex(*hex)),
                    FireResult::Check(n) => format!("{n} steps are lost in {}.", names.hex(*hex)),
                };
                (text, Some(*by), vec![*hex])
            }
        }
    }
}
