//! Section 4: Troop Quality checks.

use kernel::{Cx, Dice, Ledger, Rule, rules, shown};

use crate::command::{can_pay_cp, cp_cost, in_command, spend_cp};
use crate::data::{Arm, Data, SupplyLevel, UnitId};
use crate::event::Words;
use crate::modifiers::{self, count_delay};
use crate::question::{Opt, Stake, Topic, ask};
use crate::state::{Barrage, Battle};
use crate::text::Names;

rules! {
    OUT_OF_COMMAND = "gts.tq.out-of-command", "Out of command";
    TQ = "gts.tq.roll", "Troop Quality check";
    PRINTED = "gts.term.current-value", "Troop Quality now showing";
    BUY = "gts.tq.buy-before-roll", "Spend 1 CP to pass, or roll";
    COHESION = "gts.result.cohesion-effects", "Cohesion Hits";
    SUPPRESSED = "gts.result.suppressed-effects", "Suppressed";
    STEP_LOSS = "gts.result.step-loss-effects", "Step Loss marker";
    BARRAGE = "gts.barrage.effects", "Barrage in the hex";
}

/// A check a procedure calls for.
#[derive(Clone, Copy)]
pub struct Check {
    pub rule: Rule,
    /// May 1 CP buy it (T11, gts.tq.buy-list)?
    pub may_buy: bool,
    /// Bravery ratings, Rallying markers: what only this check adds.
    pub extra: [(Rule, i32); 2],
    pub stake: Stake,
}

impl Check {
    /// A check that a CP may buy.
    #[must_use]
    pub const fn bought(rule: Rule) -> Check {
        Check { rule, may_buy: true, extra: [(TQ, 0); 2], stake: Stake::Other }
    }
    #[must_use]
    pub const fn with(self, stake: Stake) -> Check {
        Check { stake, ..self }
    }
    /// A check that no CP can buy.
    #[must_use]
    pub const fn rolled(rule: Rule) -> Check {
        Check { rule, may_buy: false, extra: [(TQ, 0); 2], stake: Stake::Other }
    }
}

/// How a check is made that a CP may buy.
#[derive(Clone, Copy)]
pub enum How {
    Roll,
    SpendCp,
}

shown! {
    it => How, match it {
        How::Roll => Opt::Roll,
        How::SpendCp => Opt::SpendCp,
    };
}

/// Buy the check or roll it; did the unit pass?
pub fn check<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    check: Check,
) -> Result<bool, C::Halt> {
    // gts.naval.3-sq: a check needs a Troop Quality.
    if g.kind(id).lacks_tq() {
        return Ok(false);
    }
    // gts.tq.buy-before-roll: offered before the die is rolled, and never after. gts.result.owner-decides.
    if check.may_buy && may_buy(g, id) {
        let who = ask(g.side(id), check.rule, Topic::Check(id, check.stake));
        match cx.choose(g, who, &[How::Roll, How::SpendCp])? {
            How::Roll => (),
            How::SpendCp => {
                buy(cx, g, id);
                return Ok(true);
            }
        }
    }
    roll(cx, g, id, check)
}

/// gts.tq.buy-s0, gts.tq.buy-s1: only an in-command unit, and only with a CP in the pool.
#[must_use]
pub fn may_buy(g: &Battle, id: UnitId) -> bool {
    let cost = cp_cost(g, id, g.data().tables.limits.buy_check_cp);
    can_pay_cp(g, g.division(id), cost) && in_command(g, id)
}

pub fn buy<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    let cost = cp_cost(g, id, g.data().tables.limits.buy_check_cp);
    spend_cp(cx, g, id, cost);
    cx.say(BUY, || Said::Checked { unit: id, passed: true }.into());
}

/// gts.tq.roll: one d10 against the modified Troop Quality.
pub fn roll<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    check: Check,
) -> Result<bool, C::Halt> {
    let tq = cx.tally(TQ, |ledger| {
        count(g, id, ledger);
        for (rule, amount) in check.extra {
            ledger.add(rule, amount);
        }
    });
    let passed =
        cx.roll(g, ask(g.side(id), check.rule, Topic::Check(id, check.stake)), Dice::D10, |it| {
            passes(it.d10(), tq)
        })?;
    cx.say(check.rule, || Said::Checked { unit: id, passed }.into());
    Ok(passed)
}

/// gts.tq.zero-passes, gts.tq.nine-fails, gts.tq.compare
#[must_use]
pub fn passes(roll: i32, tq: i32) -> bool {
    match roll {
        0 => true,
        9 => false,
        _ => roll <= tq,
    }
}

/// T9: everything that changes a unit's Troop Quality, all cumulative (gts.tq.modifiers).
pub fn count(g: &Battle, id: UnitId, ledger: &mut impl Ledger) {
    let (unit, table) = (&g[id], &g.data().tables.tq);
    ledger.add(PRINTED, i32::from(g.face(id).tq));
    if !in_command(g, id) {
        let commando = g.kind(id).arm == Arm::Commando;
        let penalty = if commando { table.out_of_command_commando } else { table.out_of_command };
        ledger.add(OUT_OF_COMMAND, i32::from(penalty));
    }
    ledger.add(COHESION, i32::from(table.cohesion[usize::from(unit.cohesion)]));
    if unit.suppressed {
        ledger.add(SUPPRESSED, i32::from(table.suppressed));
    }
    if g.has_step_loss_marker(id) {
        ledger.add(STEP_LOSS, i32::from(table.step_loss));
    }
    match unit.hex().and_then(|hex| g.barrage(hex)) {
        Some(Barrage::Light) => ledger.add(BARRAGE, i32::from(table.barrage_light)),
        Some(Barrage::Heavy) => ledger.add(BARRAGE, i32::from(table.barrage_heavy)),
        None => (),
    }
    if unit.ip {
        ledger.add(modifiers::IP, i32::from(table.improved_position));
    }
    if unit.ent {
        ledger.add(modifiers::ENT, i32::from(table.entrenchment));
    }
    if unit.hero {
        ledger.add(modifiers::HERO, i32::from(table.hero));
    }
    if unit.heroic {
        ledger.add(modifiers::HEROIC, i32::from(table.heroic));
    }
    count_delay(unit.delay, table.delays(), ledger);
    let division = g.division(id);
    for level in g.supply(division) {
        ledger.add(
            modifiers::SUPPLY,
            i32::from(match level {
                SupplyLevel::Diminished => table.supply_diminished,
                SupplyLevel::Emergency => table.supply_emergency,
                SupplyLevel::DropZoneClosed => table.drop_zone_closed,
                SupplyLevel::MainRouteClosed => table.main_route_closed,
            }),
        );
    }
    if g.data().divisions[usize::from(division.0)].home_soil {
        ledger.add(modifiers::HOME, i32::from(table.home_soil));
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Checked { unit: UnitId, passed: bool },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Checked { unit, passed } => {
                let what = if *passed { "passes" } else { "fails" };
                (format!("{} {what} the check.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
        }
    }
}
