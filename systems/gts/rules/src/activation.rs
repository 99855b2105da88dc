//! Sections 12 to 14: playing a chit, unit by unit.

use board::HexId;
use kernel::{Bounds, Cx, Dice, Ledger, Rule, rules, shown};
use smallvec::SmallVec;

use crate::air;
use crate::assault;
use crate::beach;
use crate::command::{self, can_pay_cp, cp_cost, gain, in_command, is_in_range, spend_cp};
use crate::contact;
use crate::cost::{self, Refusal};
use crate::data::{
    Belongs, Chit, Colour, Data, DivisionId, FormationId, LeaderId, Movement, UnitId,
};
use crate::direct_fire;
use crate::engineer;
use crate::event::Words;
use crate::fire_zone::{is_in_enemy_zone, note_close_units};
use crate::indirect_fire;
use crate::leader;
use crate::movement;
use crate::question::{Action, ActionType, Column, LeaveOut, Opt, Topic, ask};
use crate::rally;
use crate::set::UnitSet;
use crate::state::{Active, Battle, Place, Post, Stage};
use crate::tables::StackActivation;
use crate::text::Names;
use crate::version;
use crate::victory;

rules! {
    ENG_FIRST = "gts.second.no-engineer", "An Engineer Action is never a second action";
    ENG_DIRECT = "gts.dc.action", "No Engineer Action under Direct Command";
    DIVISION_ENTER = "gts.div.reinforcements", "Reinforcements come onto the map";
    DIVISION_ENTER_FORM = "gts.div.reinforcement-form", "Enter In Column or not";
    DIVISION_CP = "gts.div.cp-gain", "Command Points gained";
    DIVISION_DP = "gts.div.dp-roll", "Dispatch Points gained";
    DP_HELD = "gts.div.dp-accumulated", "Roll below the DPs held";
    DP_RATING = "gts.div.dp-rating", "Roll within the Dispatch Rating";
    DP_EXTREMES = "gts.div.dp-extremes", "Natural 0 or 9";
    DP_NIGHT = "gts.div.dp-night", "Last turn before night";
    CP_RATING = "gts.data.division", "Command Rating of the division";
    DIVISION_ACT = "gts.div.all-active", "Each unit of the division may perform one action";
    DIVISION_NO_FIRE = "gts.div.no-fire", "The first action may not be Fire or Assault";
    DIVISION_ENTRY = "gts.div.entry-hex-move", "A unit in an entry hex must move";
    FORMATION_ACT = "gts.form.all-active", "Each unit of the formation may perform one action";
    DIRECT_ACT = "gts.dc.activate", "1 CP activates a unit in command";
    DIRECT_NOT_INDEPENDENT = "gts.dc.activate", "Independent units cannot be activated";
    SECOND = "gts.div.second", "Second action for 1 CP";
    SECOND_FORM = "gts.form.second", "Second action for 1 CP";
    SECOND_TYPE = "gts.second.different", "The second action must be of another type";
    STACK_ACTS = "gts.chit.stack-s0", "Units stacked together act as one stack";
    STACK_ACTS_S1 = "gts.chit.stack-s1", "A stack only moves, assaults or passes";
    UNIT_ORDER = "gts.chit.unit-order", "Who acts next";
    ACTED = "gts.chit.unit-order", "The unit has acted under this chit";
    ATTACH_RANGE = "gts.attach.range-s0", "Attached while inside the leader's Command Range";
    ATTACH_LIMIT = "gts.attach.limit", "At most as many white-stripe units as the Attachment Rating";
    TRANSFER = "gts.div.leader-transfer", "Leaders may be transferred";
    TRANSFER_FORM = "gts.form.leader-transfer", "Leaders of the formation may be transferred";
    LEADER_RETURNS = "gts.leader.replacement", "A replacement takes over";
    LEADER_ARRIVES = "gts.reinf.leader", "The leader arrives with his first units";
    MOVEMENT_ONE = "gts.second.movement-one-type", "One movement action in an activation";
    PASS = "gts.act.pass", "Pass";
}

/// One step of the chit in play.
pub fn play<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let Some(Active { chit, stage, .. }) = g.active else { return Ok(()) };
    match stage {
        // gts.div.order: reinforcements, points, actions, transfers.
        Stage::Opening => {
            if let Chit::Division(division) = chit {
                enter_reinforcements(cx, g, division)?;
                replace_leaders(cx, g, division)?;
                gain_points(cx, g, division)?;
            }
            set_stage(g, Stage::Actions);
        }
        Stage::Actions => {
            if !activate_next(cx, g)? {
                set_stage(g, Stage::Transfers);
            }
        }
        Stage::Transfers => {
            if !transfer_next(cx, g)? {
                g.active = None;
            }
        }
        // `naval` plays that chit.
        Stage::Naval(_) => (),
    }
    Ok(())
}

fn set_stage(g: &mut Battle, stage: Stage) {
    if let Some(active) = &mut g.active {
        active.stage = stage;
    }
}

// ---------------------------------------------------------------------------------------------------------------
// The Division chit opens

/// gts.div.reinforcements, gts.reinf.entry: everything in the holding boxes comes onto its entry hex, unless interdiction holds
/// it up (gts.air.interdiction).
fn enter_reinforcements<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    division: DivisionId,
) -> Result<(), C::Halt> {
    let mut hexes: SmallVec<[HexId; 4]> = waiting(g, division).map(|(_, hex)| hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes {
        let due: SmallVec<[UnitId; 8]> =
            waiting(g, division).filter(|it| it.1 == hex).map(|it| it.0).collect();
        let mut units: SmallVec<[UnitId; 8]> = SmallVec::new();
        for unit in due {
            if !air::holds_up(cx, g, unit, hex)? {
                units.push(unit);
            }
        }
        let Some(side) = units.first().map(|it| g.side(*it)) else { continue };
        // gts.div.reinforcement-form: In Column or not; asked once for all that enter here, or unit by unit.
        let forms =
            [EntryForm::All(Column(true)), EntryForm::All(Column(false)), EntryForm::UnitByUnit];
        let n = if 1 < units.len() { 3 } else { 2 };
        let all =
            cx.choose(g, ask(side, DIVISION_ENTER_FORM, Topic::EntryForm(hex)), &forms[..n])?;
        for unit in units {
            let who = ask(side, DIVISION_ENTER_FORM, Topic::EntryFormOf(unit));
            let Column(column) = match all {
                EntryForm::All(form) => form,
                EntryForm::UnitByUnit => cx.choose(g, who, &[Column(true), Column(false)])?,
            };
            g.put(unit, hex);
            g[unit].column = column;
            cx.say(DIVISION_ENTER, || Said::Entered { unit, hex }.into());
            arrive_leader(cx, g, unit);
        }
    }
    Ok(())
}

/// How those who enter together form up.
#[derive(Clone, Copy)]
enum EntryForm {
    All(Column),
    UnitByUnit,
}

fn waiting(g: &Battle, division: DivisionId) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    (0..g.units.len()).map(|it| UnitId(it as u8)).filter_map(move |id| match g[id].place {
        Place::Holding(hex) if g.division(id) == division && !g[id].interdicted => Some((id, hex)),
        _ => None,
    })
}

/// gts.reinf.leader: he comes with the first units of his formation.
fn arrive_leader<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, unit: UnitId) {
    let Belongs::Formation(formation) = g.kind(unit).belongs else { return };
    for i in 0..g.leaders.len() {
        if g.leaders[i].post == Post::Later && g.data().leaders[i].formation == formation {
            g.leaders[i].post = Post::With(unit);
            cx.say(LEADER_ARRIVES, || {
                leader::Said::LeaderMoved { leader: LeaderId(i as u8), unit }.into()
            });
        }
    }
}

/// gts.leader.replacement: with any unit of his formation.
fn replace_leaders<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    division: DivisionId,
) -> Result<(), C::Halt> {
    for i in 0..g.leaders.len() {
        let leader = LeaderId(i as u8);
        let formation = g.data().leaders[i].formation;
        if g.leaders[i].post != Post::Lost || g.division_of(formation) != division {
            continue;
        }
        let hosts: SmallVec<[UnitId; 16]> = g
            .scene
            .formation_units(formation)
            .filter(|id| g[*id].is_in_play() && !g.is_in_entry_hex(*id))
            .collect();
        let Some(first) = hosts.first() else { continue };
        let who = ask(g.side(*first), LEADER_RETURNS, Topic::Replacement(leader));
        let unit = cx.choose(g, who, &hosts)?;
        g.leaders[i] = crate::state::Leader { post: Post::With(unit), replaced: true };
        cx.say(LEADER_RETURNS, || leader::Said::LeaderMoved { leader, unit }.into());
    }
    Ok(())
}

/// gts.div.cp-gain and gts.div.dp-roll, two separate dice.
fn gain_points<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    division: DivisionId,
) -> Result<(), C::Halt> {
    let kind = g.data().divisions[usize::from(division.0)].clone();
    let table = g.data().tables.division_gain.clone();
    let topic = Topic::Points(division);

    let divisor = i32::from(table.cp_die_divisor);
    let half =
        cx.roll(g, ask(kind.side, DIVISION_CP, topic), Dice::D10, |it| it.d10() / divisor)?;
    let cp = cx.tally(DIVISION_CP, |ledger| {
        ledger.add(CP_RATING, i32::from(kind.command_rating));
        ledger.add(DIVISION_CP, half);
    });
    gain(g, division, cp, 0);
    cx.say(DIVISION_CP, || Said::GainedCp { division, points: cp as u8 }.into());

    let held = i32::from(g.points(division).dp);
    let rating = i32::from(kind.dispatch_rating);
    let last = g.data().turns[usize::from(g.turn - 1)].last_before_night;
    let clauses = |roll: i32| {
        [
            // gts.div.dp-accumulated: strictly less.
            (DP_HELD, if roll < held { table.dp_less_than_held } else { 0 }),
            (DP_RATING, if roll <= rating { table.dp_at_most_rating } else { 0 }),
            (
                DP_EXTREMES,
                match roll {
                    0 => table.dp_on_0,
                    9 => table.dp_on_9,
                    _ => 0,
                },
            ),
            (DP_NIGHT, if last { table.dp_last_turn_before_night } else { 0 }),
        ]
    };
    let booked =
        cx.roll(g, ask(kind.side, DIVISION_DP, topic), Dice::D10, |it| clauses(it.d10()))?;
    // gts.div.dp-clamp: summed up first, then kept within bounds.
    let dp = cx.tally(DIVISION_DP, |ledger| {
        for (rule, amount) in booked {
            ledger.add(rule, i32::from(amount));
        }
    });
    gain(g, division, 0, dp);
    cx.say(DIVISION_DP, || Said::GainedDp { division, points: dp as i8 }.into());
    Ok(())
}

// ---------------------------------------------------------------------------------------------------------------
// Who acts next

/// What the player does next with the chit.
#[derive(Clone, Copy)]
enum Next {
    Unit(UnitId),
    Stack(HexId),
    AirStrike,
    Done,
}

shown! {
    it => EntryForm, match it {
        EntryForm::All(form) => form.into(),
        EntryForm::UnitByUnit => Opt::UnitByUnit,
    };
    it => Next, match it {
        Next::Unit(id) => Opt::Unit(id),
        Next::Stack(hex) => Opt::Stack(hex),
        Next::AirStrike => Opt::AirStrike,
        Next::Done => Opt::Done,
    };
}

/// Activate one unit or stack; `false` when the player is done.
fn activate_next<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    if let Some(active) = &mut g.active {
        (active.acting, active.first) = (UnitSet::EMPTY, None);
    }
    note_close_units(g);
    let candidates = candidates(g);
    let strike = air::may_call(g);
    if candidates.is_empty() && !strike {
        return Ok(false);
    }
    let Some(active) = &g.active else { return Ok(false) };
    let (side, rule) = (active.side, chit_rule(active.chit));
    let mut options: SmallVec<[Next; 64]> = candidates.iter().copied().map(Next::Unit).collect();
    options.extend(stacks(g, &candidates).into_iter().map(Next::Stack));
    if strike {
        options.push(Next::AirStrike);
    }
    // gts.div.entry-hex-move, gts.move.leave-entry: first they must leave their entry hexes.
    if !candidates.iter().any(|id| must_leave_entry_hex(g, *id)) {
        options.push(Next::Done);
    }
    match cx.choose(g, ask(side, rule, Topic::Next), &options)? {
        Next::Unit(id) => activate(cx, g, &[id])?,
        Next::Stack(hex) => {
            let stacked = candidates
                .into_iter()
                .filter(|id| g[*id].hex() == Some(hex) && may_gather(g, *id, hex))
                .collect();
            let units = gather(cx, g, stacked)?;
            activate(cx, g, &units)?;
        }
        Next::AirStrike => air::strike(cx, g)?,
        Next::Done => return Ok(false),
    }
    Ok(true)
}

const fn chit_rule(chit: Chit) -> Rule {
    match chit {
        Chit::Division(_) => DIVISION_ACT,
        Chit::DirectCommand(_) => DIRECT_ACT,
        _ => FORMATION_ACT,
    }
}

/// Units that may still act under the chit, ascending.
#[must_use]
pub fn candidates(g: &Battle) -> SmallVec<[UnitId; 32]> {
    let Some(active) = &g.active else { return SmallVec::new() };
    g.on_map(active.side).map(|(id, _)| id).filter(|id| may_activate(g, *id).is_ok()).collect()
}

/// May the chit in play activate this unit now?
pub fn may_activate(g: &Battle, id: UnitId) -> Result<(), Refusal> {
    let Some(active) = &g.active else { return Err(UNIT_ORDER.into()) };
    if active.acted.contains(id) {
        return Err(ACTED.into());
    }
    match active.chit {
        Chit::Division(division) if g.division(id) != division => Err(DIVISION_ACT.into()),
        Chit::Division(_) => Ok(()),
        Chit::Formation(_) | Chit::RoyalMarines => match active.formation(g.data()) {
            Some(formation) => may_join(g, id, formation, active.attached),
            None => Err(FORMATION_ACT.into()),
        },
        Chit::DirectCommand(side) => {
            // gts.dc.activate, gts.dc.once; any action follows (gts.dc.action)
            if g.side(id) != side {
                return Err(DIRECT_ACT.into());
            }
            if g.kind(id).is_independent() {
                return Err(DIRECT_NOT_INDEPENDENT.into());
            }
            let cost = cp_cost(g, id, g.data().tables.limits.direct_command_cp);
            if !can_pay_cp(g, g.division(id), cost) {
                return Err(command::NO_OVERDRAFT.into());
            }
            if !in_command(g, id) {
                return Err(command::IN_COMMAND.into());
            }
            Ok(())
        }
        Chit::Events | Chit::Naval => Err(UNIT_ORDER.into()),
    }
}

/// Section 13: units of the formation, and, even if another chit has activated them already (gts.attach.again), once
/// per chit (gts.attach.once-per-chit), independents of its division inside its leader's Command Range.
fn may_join(g: &Battle, id: UnitId, formation: FormationId, attached: u8) -> Result<(), Refusal> {
    match g.kind(id).belongs {
        Belongs::Formation(own) if own == formation => Ok(()),
        Belongs::Formation(_) => Err(FORMATION_ACT.into()),
        stripe => {
            if g.division(id) != g.division_of(formation) {
                return Err(FORMATION_ACT.into());
            }
            // gts.attach.when: checked as the unit begins its action.
            let Some(hex) = g[id].hex().filter(|_| !g.is_in_entry_hex(id)) else {
                return Err(ATTACH_RANGE.into());
            };
            // gts.attach.range-s1: or parked. gts.attach.contacted-park-s0: or parked and In Contact with him.
            let parked = g[id].parked && g.scene.edition().attach_in_park;
            let leaders = g.leaders_on_map().map(|it| it.0);
            let near: SmallVec<[LeaderId; 4]> = leaders
                .filter(|it| {
                    let called = g[id].parked && g[id].contact == Some(*it);
                    g.leader_formation(*it) == formation
                        && (parked || called || is_in_range(g, *it, hex))
                })
                .collect();
            if near.is_empty() {
                return Err(ATTACH_RANGE.into());
            }
            // gts.attach.limit, gts.command.several-leaders; black stripes are free (gts.attach.black-free). White-stripe
            // artillery In Contact has its place already (gts.attach.contact-first).
            let counted = |it: LeaderId| attached + contact::white_stripes(g, it);
            let room = near.iter().any(|it| {
                g[id].contact == Some(*it) || counted(*it) < g.leader_face(*it).attachment
            });
            if stripe == Belongs::WhiteStripe && !room {
                return Err(ATTACH_LIMIT.into());
            }
            Ok(())
        }
    }
}

/// Does the unit take one of the leader's places besides the artillery in contact with him?
fn takes_a_place(g: &Battle, id: UnitId, formation: FormationId) -> bool {
    let contact = g[id].contact.map(|it| g.leader_formation(it));
    g.kind(id).belongs == Belongs::WhiteStripe && contact != Some(formation)
}

/// Does the unit act, or has it acted, under the chit in play?
#[must_use]
pub fn belongs_to_chit(g: &Battle, id: UnitId) -> bool {
    g.active.as_ref().is_some_and(|it| it.acted.contains(id)) || may_activate(g, id).is_ok()
}

/// Hexes with several units that may act together (gts.chit.stack-s0).
fn stacks(g: &Battle, candidates: &[UnitId]) -> SmallVec<[HexId; 16]> {
    let mut hexes: SmallVec<[HexId; 16]> = SmallVec::new();
    for (i, id) in candidates.iter().enumerate() {
        let Some(hex) = g[*id].hex() else { continue };
        if hexes.contains(&hex) || !may_gather(g, *id, hex) {
            continue;
        }
        let mut others = candidates[i + 1..].iter();
        if others.any(|other| g[*other].hex() == Some(hex) && may_gather(g, *other, hex)) {
            hexes.push(hex);
        }
    }
    hexes
}

/// Out of an entry hex there is only the Move, so only those gather who can move together.
fn may_gather(g: &Battle, id: UnitId, hex: HexId) -> bool {
    !g.is_entry_hex(hex) || movement::may_move_together(g, id, hex).is_ok()
}

/// Which units of the stack go together: leave some out, at least two stay.
pub fn gather<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    mut units: SmallVec<[UnitId; 8]>,
) -> Result<SmallVec<[UnitId; 8]>, C::Halt> {
    loop {
        let affordable = can_activate_together(g, &units);
        let mut options: SmallVec<[Option<LeaveOut>; 16]> = SmallVec::new();
        if affordable {
            options.push(None);
        }
        if 2 < units.len() || !affordable {
            options.extend(units.iter().map(|id| Some(LeaveOut(*id))));
        }
        let side = g.side(units[0]);
        match cx.choose(g, ask(side, STACK_ACTS, Topic::Gather(units[0])), &options)? {
            Some(LeaveOut(out)) => units.retain(|id| *id != out),
            None => return Ok(units),
        }
        if units.len() == 1 {
            return Ok(units);
        }
    }
}

/// gts.chit.stack-cp: the costs add up, and white stripes count one by one.
fn can_activate_together(g: &Battle, units: &[UnitId]) -> bool {
    let Some(active) = &g.active else { return false };
    match active.chit {
        Chit::DirectCommand(_) => {
            let cost = g.data().tables.limits.direct_command_cp;
            can_pay_for_all(g, units, cost)
        }
        Chit::Formation(_) | Chit::RoyalMarines => {
            let Some(formation) = active.formation(g.data()) else { return false };
            let mut attached = active.attached;
            units.iter().all(|id| {
                let fits = may_join(g, *id, formation, attached).is_ok();
                attached += u8::from(takes_a_place(g, *id, formation));
                fits
            })
        }
        Chit::Naval => can_pay_for_all(g, units, g.data().tables.limits.second_action_cp),
        _ => true,
    }
}

fn can_pay_for_all(g: &Battle, units: &[UnitId], cost: u8) -> bool {
    units.iter().all(|id| {
        let division = g.division(*id);
        let own = units.iter().filter(|it| g.division(**it) == division);
        let sum: u32 = own.map(|it| u32::from(cp_cost(g, *it, cost))).sum();
        can_pay_cp(g, division, sum.at_most(255) as u8)
    })
}

// ---------------------------------------------------------------------------------------------------------------
// Actions

/// First action, then perhaps a second (section 14). Not acting is *Pass* (gts.chit.decline), which leaves every other
/// type free for the second (gts.second.pass-first). Op Fire is no action (gts.second.opfire-no-action).
fn activate<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, units: &[UnitId]) -> Result<(), C::Halt> {
    let Some(active) = &mut g.active else { return Ok(()) };
    let (chit, side) = (active.chit, active.side);
    active.acting = units.iter().copied().collect();
    active.first = None;
    for id in units {
        active.acted.insert(*id);
    }
    for id in units {
        match chit {
            // gts.dc.cp-division
            Chit::DirectCommand(_) => {
                let cost = cp_cost(g, *id, g.data().tables.limits.direct_command_cp);
                spend_cp(cx, g, *id, cost);
            }
            Chit::Formation(_) | Chit::RoyalMarines => {
                let formation = g.active.as_ref().and_then(|it| it.formation(g.data()));
                let counts = formation.is_some_and(|it| takes_a_place(g, *id, it));
                if let Some(active) = &mut g.active {
                    active.attached += u8::from(counts);
                }
            }
            _ => (),
        }
    }

    let choices = actions(g, units, None);
    let topic = Topic::FirstAction(units[0]);
    let first = cx.choose(g, ask(side, chit_rule(chit), topic), &choices)?;
    perform(cx, g, units, first, None)?;
    if let Some(active) = &mut g.active {
        active.first = Some(first.kind());
    }

    // gts.second.immediate, gts.second.one; none under Direct Command (gts.dc.no-second).
    if matches!(chit, Chit::DirectCommand(_)) {
        return Ok(());
    }
    let able: SmallVec<[UnitId; 8]> =
        units.iter().copied().filter(|id| g[*id].is_in_play()).collect();
    let together = able.iter().all(|id| g[*id].hex() == g[able[0]].hex());
    // gts.chit.stack-second, gts.ruling.stack-parts: all the same; a stack that was torn apart no longer acts as one.
    if able.is_empty() || !together || !may_act_again(g, &able) {
        return Ok(());
    }
    note_close_units(g);
    let mut choices: SmallVec<[Option<Action>; 16]> = SmallVec::new();
    choices.push(None);
    choices.extend(actions(g, &able, Some(first.kind())).into_iter().map(Some));
    let rule = if matches!(chit, Chit::Division(_)) { SECOND } else { SECOND_FORM };
    let who = ask(side, rule, Topic::SecondAction(able[0]));
    if let Some(second) = cx.choose(g, who, &choices)? {
        pay_second(cx, g, &able);
        perform(cx, g, &able, second, Some(first.kind()))?;
    }
    Ok(())
}

/// gts.second.ic-then and the CPs for all of them. A unit in an entry hex is out of command, so it cannot
/// (gts.reinf.no-first-turn-second).
pub fn may_act_again(g: &Battle, units: &[UnitId]) -> bool {
    units.iter().all(|id| in_command(g, *id))
        && can_pay_for_all(g, units, g.data().tables.limits.second_action_cp)
}

/// 1 CP for each of them (gts.chit.stack-cp).
pub fn pay_second<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, units: &[UnitId]) {
    for id in units {
        let cost = cp_cost(g, *id, g.data().tables.limits.second_action_cp);
        spend_cp(cx, g, *id, cost);
    }
}

/// Carry out an action; `before` is the type of the first one, if this is the second.
pub fn perform<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    units: &[UnitId],
    action: Action,
    before: Option<ActionType>,
) -> Result<(), C::Halt> {
    for id in units {
        cx.say(UNIT_ORDER, || Said::Activated { unit: *id, action }.into());
        // gts.rally.clear-markers
        if action != Action::Rally {
            g[*id].rallying = 0;
        }
        // gts.eng.men-at-work-remove, gts.eng.men-at-work-pass
        if g[*id].work.is_some_and(|it| it != action) {
            (g[*id].men_at_work, g[*id].work) = (0, None);
        }
    }
    match action {
        Action::Move => movement::move_units(cx, g, units, shuns_fire_zones(g, before)),
        Action::Assault => assault::assault(cx, g, units),
        Action::Pass => Ok(()),
        // The others are done by each unit for itself.
        _ => {
            for id in units {
                if !g[*id].is_in_play() {
                    continue;
                }
                // Of a stack only those act that may.
                if may_perform_alone(g, *id, action).is_err() {
                    continue;
                }
                match action {
                    Action::Mount => movement::mount(cx, g, *id)?,
                    Action::EnterEntrenchment => movement::enter_entrenchment(cx, g, *id)?,
                    Action::LeaveEntrenchment => movement::leave_entrenchment(cx, g, *id)?,
                    Action::Exit => victory::exit(cx, g, *id)?,
                    Action::DirectFire => direct_fire::direct_fire(cx, g, *id)?,
                    Action::IndirectFire => indirect_fire::indirect_fire(cx, g, *id)?,
                    Action::FireAtBeach => beach::fire(cx, g, *id)?,
                    Action::ReduceDrift => beach::reduce_drift(cx, g, *id),
                    Action::RemoveRearguard => engineer::remove_rearguard(cx, g, *id),
                    Action::Rally => rally::rally(cx, g, *id)?,
                    _ => engineer::work(cx, g, *id, action)?,
                }
            }
            Ok(())
        }
    }
}

/// gts.div.no-efz-move binds the first action under a Division chit only (gts.div.second-free-choice). The hex entered
/// counts, wherever one comes from (gts.div.efz-to-efz); what is done on the spot stays free (gts.div.in-efz-allowed).
fn shuns_fire_zones(g: &Battle, before: Option<ActionType>) -> bool {
    before.is_none() && g.active.as_ref().is_some_and(|it| matches!(it.chit, Chit::Division(_)))
}

const ALL_ACTIONS: [Action; 18] = [
    Action::Move,
    Action::DirectFire,
    Action::IndirectFire,
    Action::FireAtBeach,
    Action::Assault,
    Action::Rally,
    Action::ReduceDrift,
    Action::BuildImprovedPosition,
    Action::BuildEntrenchment,
    Action::BuildRoadBlock,
    Action::ClearRoadBlock,
    Action::CreateRearguard,
    Action::RemoveRearguard,
    Action::Mount,
    Action::EnterEntrenchment,
    Action::LeaveEntrenchment,
    Action::Exit,
    Action::Pass,
];

/// What the unit or stack may do now; `before` is the type of its first action. *Pass* is always last, but not
/// offered as a second action.
#[must_use]
pub fn actions(g: &Battle, units: &[UnitId], before: Option<ActionType>) -> SmallVec<[Action; 16]> {
    ALL_ACTIONS.into_iter().filter(|it| may_perform(g, units, *it, before).is_ok()).collect()
}

/// What it may not do now, and why.
#[must_use]
pub fn refused_actions(
    g: &Battle,
    units: &[UnitId],
    before: Option<ActionType>,
) -> Vec<(Action, Refusal)> {
    let refused = ALL_ACTIONS
        .into_iter()
        // Most scenarios have no exits, and nobody misses them.
        .filter(|it| *it != Action::Exit || !g.data().victory.exits.is_empty())
        .filter_map(|it| Some((it, may_perform(g, units, it, before).err()?)));
    refused.collect()
}

/// Legality of an action lives here, once.
pub fn may_perform(
    g: &Battle,
    units: &[UnitId],
    action: Action,
    before: Option<ActionType>,
) -> Result<(), Refusal> {
    let Some(hex) = units.first().and_then(|id| g[*id].hex()) else {
        return Err(UNIT_ORDER.into());
    };
    let alone = units.len() == 1;
    let kind = action.kind();

    // gts.second.no-engineer, gts.dc.action
    if kind == ActionType::Engineer {
        if before.is_some() {
            return Err(ENG_FIRST.into());
        }
        if g.active.as_ref().is_some_and(|it| matches!(it.chit, Chit::DirectCommand(_))) {
            return Err(ENG_DIRECT.into());
        }
    }
    // gts.naval.4-second-drift, gts.beach.drift-everywhere: drifting, it comes ashore or rallies from suppression.
    let drifting = units.iter().any(|id| 0 < g[*id].drift);
    let rallies = action == Action::Rally && units.iter().any(|id| g[*id].suppressed);
    if drifting && !rallies && !matches!(action, Action::ReduceDrift | Action::Pass) {
        return Err(beach::DRIFT_ONLY.into());
    }
    // gts.second.different, gts.second.movement-one-type
    if before == Some(kind) {
        let movement = kind == ActionType::Movement;
        return Err(if movement { MOVEMENT_ONE } else { SECOND_TYPE }.into());
    }
    if before.is_some() && action == Action::Pass {
        return Err(PASS.into());
    }
    // gts.div.entry-hex-move: in an entry hex there is only the Move, unless there is no way out.
    if g.is_entry_hex(hex) {
        return match action {
            Action::Move if alone => movement::may_move(g, units[0]),
            Action::Move => {
                units.iter().try_for_each(|id| movement::may_move_together(g, *id, hex))
            }
            Action::Pass if !must_leave_entry_hex(g, units[0]) => Ok(()),
            _ => Err(DIVISION_ENTRY.into()),
        };
    }
    // gts.div.no-fire binds the first action; an in-command light mortar may fire (gts.div.light-mortar).
    let division_first = before.is_none()
        && g.active.as_ref().is_some_and(|it| matches!(it.chit, Chit::Division(_)));
    if division_first {
        // gts.term.fire-classes: purple is the light mortar.
        let purple =
            |id: UnitId| g.face(id).fire.is_some_and(|(_, colour)| colour == Colour::Purple);
        let light_mortar = |id: &UnitId| purple(*id) && in_command(g, *id);
        let may_fire = action == Action::DirectFire && units.iter().all(light_mortar);
        if matches!(kind, ActionType::Fire | ActionType::Assault) && !may_fire {
            return Err(DIVISION_NO_FIRE.into());
        }
    }
    // gts.chit.stack-s1
    let narrow = g.scene.edition().stack_activation == StackActivation::MoveAssaultPass;
    let moves = action == Action::Move
        || kind == ActionType::Movement && version::STACK_DOES_ANY_MOVEMENT.holds(g);
    if !alone && narrow && !moves && !matches!(action, Action::Assault | Action::Pass) {
        return Err(STACK_ACTS_S1.into());
    }
    match action {
        Action::Move if alone => movement::may_move(g, units[0]),
        Action::Move => units.iter().try_for_each(|id| movement::may_move_together(g, *id, hex)),
        Action::DirectFire if units.iter().any(|id| direct_fire::has_target(g, *id)) => Ok(()),
        Action::DirectFire => Err(direct_fire::PREREQ.into()),
        Action::Assault if !assault::targets(g, units).is_empty() => Ok(()),
        Action::Assault => Err(why_no_assault(g, units, hex)),
        Action::Pass => Ok(()),
        _ => any_of(units, |id| may_perform_alone(g, id, action)),
    }
}

/// What each unit of a stack does for itself.
fn may_perform_alone(g: &Battle, id: UnitId, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Rally => rally::may_rally(g, id),
        Action::Mount => movement::may_mount(g, id),
        Action::EnterEntrenchment => movement::may_enter_entrenchment(g, id),
        Action::LeaveEntrenchment => movement::may_leave_entrenchment(g, id),
        Action::Exit => victory::may_exit(g, id),
        Action::IndirectFire => indirect_fire::may_fire(g, id),
        Action::FireAtBeach => beach::may_fire(g, id),
        Action::ReduceDrift if 0 < g[id].drift => Ok(()),
        Action::ReduceDrift => Err(beach::DRIFT.into()),
        Action::RemoveRearguard => engineer::may_remove_rearguard(g, id),
        Action::Move | Action::DirectFire | Action::Assault | Action::Pass => Ok(()),
        _ => engineer::may_work(g, id, action),
    }
}

/// One of them is enough; else the first one's reason.
fn any_of(units: &[UnitId], may: impl Fn(UnitId) -> Result<(), Refusal>) -> Result<(), Refusal> {
    let mut why = Err(PASS.into());
    for (i, id) in units.iter().enumerate() {
        match may(*id) {
            Ok(()) => return Ok(()),
            Err(refusal) if i == 0 => why = Err(refusal),
            Err(_) => (),
        }
    }
    why
}

fn why_no_assault(g: &Battle, units: &[UnitId], hex: HexId) -> Refusal {
    let enemy = &g.occupied[g.side(units[0]).other().index()];
    let next = g.data().map.neighbours(hex).map(|it| it.1).find(|it| enemy.contains(*it));
    let refusal = next.and_then(|it| assault::may_assault(g, units[0], it).err());
    refusal.unwrap_or_else(|| assault::NOBODY.into())
}

/// gts.move.leave-entry: in an entry hex with somewhere to go (gts.move.leave-entry-blocked).
#[must_use]
pub fn must_leave_entry_hex(g: &Battle, id: UnitId) -> bool {
    let Some(from) = g[id].hex() else { return false };
    if !g.is_entry_hex(from) {
        return false;
    }
    let left = match cost::allowance(g, id) {
        Movement::No => return false,
        Movement::Star => u16::MAX - 1,
        points @ Movement::Points(..) => movement::half_points(points),
    };
    let shuns = shuns_fire_zones(g, None);
    let mut neighbours = g.data().map.neighbours(from);
    neighbours.any(|(direction, to)| {
        cost::step_cost(g, id, from, direction, to, false, left, None, true).is_ok()
            && !(shuns && is_in_enemy_zone(g, g.side(id), to))
    })
}

// ---------------------------------------------------------------------------------------------------------------
// Leader transfers

/// gts.div.leader-transfer, gts.form.leader-transfer: each leader of the command once; `false` when done.
fn transfer_next<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    let Some(active) = &g.active else { return Ok(false) };
    let (chit, side) = (active.chit, active.side);
    let rule = match chit {
        Chit::Division(_) => TRANSFER,
        Chit::Formation(_) | Chit::RoyalMarines => TRANSFER_FORM,
        _ => return Ok(false),
    };
    let mut options: SmallVec<[Option<LeaderId>; 8]> = SmallVec::new();
    options.push(None);
    for (id, _) in g.leaders_on_map() {
        let formation = g.leader_formation(id);
        let commanded = match chit {
            Chit::Division(division) => g.division_of(formation) == division,
            _ => active.formation(g.data()) == Some(formation),
        };
        let moved = active.transferred >> id.0 & 1 == 1;
        if commanded && !moved && 1 < leader::transfer_options(g, id).len() {
            options.push(Some(id));
        }
    }
    let Some(leader) = cx.choose(g, ask(side, rule, Topic::WhichLeader), &options)? else {
        return Ok(false);
    };
    let hosts = leader::transfer_options(g, leader);
    let unit = cx.choose(g, ask(side, rule, Topic::LeaderTo(leader)), &hosts)?;
    if g.leaders[usize::from(leader.0)].post != Post::With(unit) {
        g.leaders[usize::from(leader.0)].post = Post::With(unit);
        cx.say(rule, || leader::Said::LeaderMoved { leader, unit }.into());
    }
    if let Some(active) = &mut g.active {
        active.transferred |= 1 << leader.0;
    }
    Ok(true)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Entered { unit: UnitId, hex: HexId },
    GainedCp { division: DivisionId, points: u8 },
    GainedDp { division: DivisionId, points: i8 },
    Activated { unit: UnitId, action: Action },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Entered { unit, hex } => (
                format!("{} enters at {}.", names.unit(*unit), names.hex(*hex)),
                names.unit_side(*unit),
                vec![*hex],
            ),
            Said::GainedCp { division, points } => (
                format!("{} gains {points} CP.", names.division(*division)),
                names.division_side(*division),
                vec![],
            ),
            Said::GainedDp { division, points } => {
                let text = match points {
                    ..0 => format!("{} loses {} DP.", names.division(*division), -points),
                    _ => format!("{} gains {points} DP.", names.division(*division)),
                };
                (text, names.division_side(*division), vec![])
            }
            Said::Activated { unit, action } => (
                format!("{}: {}.", names.unit(*unit), action.name()),
                names.unit_side(*unit),
                vec![],
            ),
        }
    }
}
