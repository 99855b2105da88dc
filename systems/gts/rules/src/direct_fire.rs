//! Section 20: the Direct Fire and Op Fire chart, the same in both editions (gts.dfire.s1-chart, gts.opfire.reaction).
//!
//! A d10 shows 0 to 9 and 0 counts as nothing (gts.die.d10); every throw is logged with its purpose, modifiers and
//! outcome by the driver that listens (gts.die.log).

use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::data::{Colour, Data, UnitId};
use crate::event::Words;
use crate::fire_zone::{in_zone, is_hidden};
use crate::modifiers::{self, Mode, Rating, Shot, printed};
use crate::park;
use crate::question::{Attack, Target, Topic, ask};
use crate::result::{self, Bearing};
use crate::state::Battle;
use crate::tables::FireResult;
use crate::text::{self, Names};
use crate::troop_quality::{self, Check};

rules! {
    TARGET = "gts.dfire.step-02-select", "Choose the target";
    PREREQ = "gts.dfire.step-03-prereqs", "Firer needs a Fire Rating and the target in its Fire Zone";
    OP_CHECK = "gts.dfire.step-04-opfire-check", "Check to Op Fire";
    RATING = "gts.dfire.step-06-rating", "Modified Fire Rating";
    ROLL = "gts.dfire.step-08-roll", "Fire roll";
    APPLY = "gts.dfire.step-15-apply", "Result on the target";
    BONUS_CHECK = "gts.mod.company-bonus", "Company Bonus check";
}

/// The Direct Fire action (gts.act.direct-fire): choose a target, check the Company Bonus, fire (gts.dfire.step-01-begin).
pub fn direct_fire<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    firer: UnitId,
) -> Result<(), C::Halt> {
    // Step 2: one firing unit and one target unit.
    let options = targets(g, firer);
    if options.is_empty() {
        return Ok(());
    }
    let who = ask(g.side(firer), TARGET, Topic::FireTarget(firer));
    let Target(target) = cx.choose(g, who, &options)?;
    shoot(cx, g, firer, target, Mode::Direct)
}

/// Steps 5 to 17, also for craft (gts.naval.2-lc-unit, gts.naval.4-lc-fires).
pub fn shoot<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    firer: UnitId,
    target: UnitId,
    mode: Mode,
) -> Result<(), C::Halt> {
    // Step 5: a park in the hex is broken up, whoever there is shot at (gts.dfire.step-05-park, gts.dfire.park-scope).
    if let Some(hex) = g[target].hex() {
        park::break_up(cx, g, hex);
    }
    // Step 6: the bonus is part of the rating.
    let bonus = company_bonus(cx, g, firer)?;
    let shot = Shot { firer, target, mode, rating: Rating::Fire, bonus };
    fire(cx, g, shot, Bearing::Steady)?;
    // Step 17: no barrage, no effect on others (gts.dfire.step-17-end).
    Ok(())
}

/// Op Fire: the firer must pass a check first. Did it fire?
pub fn op_fire<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    shot: Shot,
    bearing: Bearing,
) -> Result<bool, C::Halt> {
    debug_assert!(shot.mode.is_op() && !shot.bonus, "gts.opfire.no-bonus");
    // Step 4: gts.tq.no-buy-opfire.
    if !troop_quality::check(cx, g, shot.firer, Check::rolled(OP_CHECK))? {
        cx.say(OP_CHECK, || Said::OpFireFailed(shot.firer).into());
        return Ok(false);
    }
    fire(cx, g, shot, bearing)?;
    Ok(true)
}

/// An attack without a firing unit: the result, not yet applied, and whether the die showed a natural 0.
pub fn attack<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    by: Attack,
    target: UnitId,
    row: Colour,
    rating: i32,
    rule: kernel::Rule,
) -> Result<(FireResult, bool), C::Halt> {
    let results = *results(g, target, row, false);
    let who = ask(g.side(target).other(), rule, Topic::Attack { by, target });
    let (result, zero) = cx.roll(g, who, kernel::Dice::D10, |it| {
        (outcome(it.d10(), rating, &results), it.d10() == 0)
    })?;
    cx.say(rule, || Said::Attacked { by, target, result }.into());
    Ok((result, zero))
}

/// Steps 6 to 16: modify, roll, look up, apply. Did the target take Effective Fire?
pub fn fire<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    shot: Shot,
    bearing: Bearing,
) -> Result<bool, C::Halt> {
    let Some((_, row)) = printed(g, shot.firer, shot.rating, shot.mode) else { return Ok(false) };

    // Steps 6 and 7: the modified rating, with the Op Fire lines where it is one (gts.dfire.step-07-op-rating).
    let rating = cx.tally(RATING, |ledger| {
        // gts.naval.2-lcr-mods
        if g.kind(shot.firer).is_rocket_craft() {
            let mut lines = modifiers::Lines::default();
            modifiers::count(g, shot, &mut lines);
            lines.book_positive(ledger);
        } else {
            modifiers::count(g, shot, ledger);
        }
    });

    // Steps 11 to 13: where the result will be looked up.
    let op = shot.mode.is_op();
    let results = *results(g, shot.target, row, op);

    // Steps 8 to 10: roll, and look the result up by the natural roll.
    let topic = Topic::Shot { firer: shot.firer, target: shot.target };
    let who = ask(g.side(shot.firer), ROLL, topic);
    let result = cx.roll(g, who, kernel::Dice::D10, |it| outcome(it.d10(), rating, &results))?;
    cx.say(APPLY, || Said::Fired { firer: shot.firer, target: shot.target, result, op }.into());

    // Step 15: to the target unit only.
    result::apply(cx, g, shot.target, result, bearing)
}

/// The CRT side and row (gts.dfire.step-11-side, gts.dfire.step-13-row). An entrenched target uses the black side, not
/// against Op Fire (gts.dfire.step-12-ent-side).
#[must_use]
#[inline]
pub fn results(g: &Battle, target: UnitId, row: Colour, op: bool) -> &[FireResult; 10] {
    let black = g.face(target).armoured || (g[target].ent && !op);
    let crt = &g.data().tables.crt;
    (if black { &crt.black_side } else { &crt.white_side }).row(row)
}

/// gts.dfire.step-09-nine, gts.dfire.step-10-hit: 9 misses, 0 hits, else a roll within the rating.
#[must_use]
#[inline]
pub fn outcome(roll: i32, rating: i32, results: &[FireResult; 10]) -> FireResult {
    let hit = roll != 9 && (roll == 0 || roll <= rating);
    if hit { results[roll as usize] } else { FireResult::Miss }
}

/// gts.mod.company-bonus, gts.mod.company-bonus-free: checked whenever the unit has two steps, in Direct Fire and both
/// roles of an assault (gts.mod.company-bonus-modes); no CP buys it (gts.tq.no-buy-bonus).
pub fn company_bonus<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    firer: UnitId,
) -> Result<bool, C::Halt> {
    if g[firer].steps < g.data().tables.company_bonus.steps_needed {
        return Ok(false);
    }
    troop_quality::check(cx, g, firer, Check::rolled(BONUS_CHECK))
}

/// Step 3: may this unit Direct Fire at all?
#[must_use]
pub fn may_fire(g: &Battle, firer: UnitId) -> bool {
    match g.face(firer).fire {
        Some((_, colour)) => {
            colour != Colour::Green
                && !g[firer].suppressed
                && g[firer].drift == 0
                && !g.is_in_entry_hex(firer)
        }
        None => false,
    }
}

/// Step 3: enemy units in the firer's Fire Zone, ascending. Units in entry hexes are in nobody's zone
/// (gts.reinf.no-target-entry).
#[must_use]
pub fn targets(g: &Battle, firer: UnitId) -> SmallVec<[Target; 32]> {
    let mut options = SmallVec::new();
    if !may_fire(g, firer) {
        return options;
    }
    let zone = crate::fire_zone::zone(g, firer);
    for (id, hex) in g.on_map(g.side(firer).other()) {
        if zone.contains(hex) && !is_hidden(g, id) {
            options.push(Target(id));
        }
    }
    options
}

/// Is there anybody to fire at?
#[must_use]
pub fn has_target(g: &Battle, firer: UnitId) -> bool {
    if !may_fire(g, firer) {
        return false;
    }
    let enemy = &g.occupied[g.side(firer).other().index()];
    // Most units have nobody near: the set of hexes is built only where it is needed.
    let near = crate::fire_zone::zone(g, firer).intersect(enemy);
    near.iter().any(|hex| g.stack(hex).any(|id| !is_hidden(g, id)))
}

/// May `firer` shoot at `target` now?
#[must_use]
pub fn may_shoot(g: &Battle, firer: UnitId, target: UnitId) -> bool {
    may_fire(g, firer)
        && g[target].hex().is_some_and(|hex| in_zone(g, firer, hex))
        && !is_hidden(g, target)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Fired { firer: UnitId, target: UnitId, result: FireResult, op: bool },
    OpFireFailed(UnitId),
    Attacked { by: Attack, target: UnitId, result: FireResult },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Fired { firer, target, result, op } => {
                let how = if *op { "Op Fire: " } else { "" };
                let what = match result {
                    FireResult::Miss => "misses".to_string(),
                    it => format!("hits with {}", it.key()),
                };
                (
                    format!(
                        "{how}{} fires at {} and {what}.",
                        names.unit(*firer),
                        names.unit(*target)
                    ),
                    names.unit_side(*firer),
                    vec![],
                )
            }
            Said::OpFireFailed(unit) => {
                (format!("{} fails to Op Fire.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::Attacked { by, target, result } => {
                let what = match result {
                    FireResult::Miss => "a miss",
                    it => it.key(),
                };
                (
                    format!("{} at {}: {what}.", text::attack(*by), names.unit(*target)),
                    names.unit_side(*target),
                    vec![],
                )
            }
        }
    }
}
