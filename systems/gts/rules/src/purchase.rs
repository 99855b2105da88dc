//! Step D.II: Formation Activation Chits, bought by both sides secretly and at the same time (gts.sop.d2-secret).

use kernel::{Answer, Cx, Game, Given, Objection, Rule, rules};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::command::gain;
use crate::data::{Chit, Data, DivisionId, FormationId, Side, UnitId};
use crate::event::Words;
use crate::question::{Question, Topic, ask};
use crate::sequence::divisions_of;
use crate::state::{Battle, ChitState, Phase, Place};
use crate::tables::ChitAvailable;
use crate::text::Names;

rules! {
    BUY = "gts.sop.d2-buy", "Buy Formation Activation Chits";
    BUY_NEXT = "gts.sop.d2-one-dp", "1 DP: chit set aside for the next turn";
    BUY_NOW = "gts.sop.d2-two-dp", "2 DPs: chit goes into the mug this turn";
    BUY_AVAILABLE_S0 = "gts.sop.d2-available-s0", "The leader must have been in play for a turn";
    BUY_AVAILABLE_S1 = "gts.sop.d2-available-s1", "A unit of the formation must be on the map or in an entry box";
    BUY_TWICE = "gts.sop.d2-not-twice", "The chit is set aside already";
    BUY_HELD = "gts.sop.d2-held-chit", "The chit is held over as first chit";
    BUY_READY = "gts.sop.d2-set-aside-ready", "The chit is bought for this turn already";
    BUY_MARINES = "gts.form.royal-marines-free", "Its chit is in the mug every turn and is not bought";
    BUY_DIVISION = "gts.sop.d2-division", "The DPs come from the formation's own division";
    BUY_FIRST_TURN = "gts.ruling.first-turn-purchase", "The scenario lists the first turn's chits";
    BUY_LAST_TURN = "gts.ruling.last-turn-purchase", "There is no next turn";
}

/// One chit of a side's purchases. On the tape: `{"formation":3,"when":"next"}`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purchase {
    pub formation: FormationId,
    pub when: When,
}

/// Which mug a chit is bought for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    /// gts.sop.d2-one-dp: set aside for the next turn.
    Next,
    /// gts.sop.d2-two-dp
    Now,
}

/// Step D.II: each side enters all its purchases as one sealed value (gts.sop.d2-secret).
pub(crate) fn purchase<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let asks: SmallVec<[Question; 2]> =
        buyers(g).iter().map(|it| ask(*it, BUY, Topic::Buy)).collect();
    let plans = cx.declare(
        g,
        &asks,
        |k, plan| may_buy_all(g, asks[k].who, plan),
        |k, _| ready(g, asks[k].who),
    )?;
    let mut bought: SmallVec<[Purchase; 8]> = plans.into_iter().flatten().collect();
    bought.sort_unstable();
    for it in bought {
        buy(cx, g, it);
    }
    g.phase = Phase::Parks(Side::First);
    Ok(())
}

/// Sides that may have something to buy, as far as anybody can tell: what they have set aside already is their secret,
/// so it must not show in who is asked.
fn buyers(g: &Battle) -> SmallVec<[Side; 2]> {
    let open = g.seen_by(None);
    Side::BOTH.into_iter().filter(|it| !for_sale(&open, *it, &[]).is_empty()).collect()
}

/// The judge of a side's purchases.
pub fn may_buy_all(g: &Battle, side: Side, plan: &[Purchase]) -> Result<(), Objection> {
    for (i, it) in plan.iter().enumerate() {
        may_add(g, side, &plan[..i], *it).map_err(|rule| {
            Objection::new(rule, format!("/{i}"), why_not(g, &plan[..i], *it, rule))
        })?;
    }
    Ok(())
}

/// May this be bought beside what is bought `already`? If not, the statement that forbids it.
fn may_add(g: &Battle, side: Side, already: &[Purchase], it: Purchase) -> Result<(), Rule> {
    let data = g.data();
    let known = usize::from(it.formation.0) < data.formations.len();
    if !known || data.divisions[usize::from(g.division_of(it.formation).0)].side != side {
        return Err(BUY);
    }
    may_buy(g, it.formation)?;
    if already.iter().any(|other| other.formation == it.formation) {
        return Err(BUY_TWICE);
    }
    // gts.ruling.last-turn-purchase
    if it.when == When::Next && data.turns.len() <= usize::from(g.turn) {
        return Err(BUY_LAST_TURN);
    }
    // gts.ruling.first-turn-purchase: where the scenario lists the first turn's chits, no other goes in.
    if it.when == When::Now && g.turn == 1 && data.first_mug.is_some() {
        return Err(BUY_FIRST_TURN);
    }
    // gts.sop.d2-division: what is entered before it is as good as spent.
    let division = g.division_of(it.formation);
    let spent = spent_dp(g, already, division).saturating_add(chit_cost(g, it.when));
    if g.points(division).dp < spent { Err(BUY_DIVISION) } else { Ok(()) }
}

/// The sentence that goes with an objection.
fn why_not(g: &Battle, already: &[Purchase], it: Purchase, rule: Rule) -> String {
    let names = Names(g.data());
    match rule {
        rule if rule == BUY => "There is no such formation on your side.".into(),
        rule if rule == BUY_DIVISION => {
            let division = g.division_of(it.formation);
            let spent = spent_dp(g, already, division).saturating_add(chit_cost(g, it.when));
            let has = g.points(division).dp;
            format!("{} has {has} DP; with this, {spent} would be spent.", names.division(division))
        }
        rule => format!("{}: {}.", names.formation(it.formation), rule.title),
    }
}

/// What a side may buy beside what it has bought `already`: by formation, for the next turn and then for this one.
#[must_use]
pub fn for_sale(g: &Battle, side: Side, already: &[Purchase]) -> SmallVec<[Purchase; 16]> {
    let mut list = SmallVec::new();
    for i in 0..g.data().formations.len() {
        for when in [When::Next, When::Now] {
            let it = Purchase { formation: FormationId(i as u8), when };
            if may_add(g, side, already, it).is_ok() {
                list.push(it);
            }
        }
    }
    list
}

/// Purchases to start from: nothing; each chit by itself; as many as can be paid, the cheap ones and the dear ones
/// first, of the whole side and of each division.
fn ready(g: &Battle, side: Side) -> Vec<Vec<Purchase>> {
    let mut plans = vec![Vec::new()];
    let singles = for_sale(g, side, &[]);
    plans.extend(singles.iter().map(|it| vec![*it]));
    let divisions: SmallVec<[DivisionId; 4]> = divisions_of(g, side).collect();
    for whose in std::iter::once(None).chain(divisions.into_iter().map(Some)) {
        for when in [[When::Next, When::Now], [When::Now, When::Next]] {
            let mut plan = Vec::new();
            for when in when {
                for it in singles.iter().filter(|it| it.when == when) {
                    if whose.is_none_or(|whose| g.division_of(it.formation) == whose)
                        && may_add(g, side, &plan, *it).is_ok()
                    {
                        plan.push(*it);
                    }
                }
            }
            plan.sort_unstable();
            if !plans.contains(&plan) {
                plans.push(plan);
            }
        }
    }
    plans
}

/// DPs of a division that these purchases cost.
#[must_use]
pub fn spent_dp(g: &Battle, plan: &[Purchase], division: DivisionId) -> u8 {
    let own = plan.iter().filter(|it| g.division_of(it.formation) == division);
    own.fold(0, |sum: u8, it| sum.saturating_add(chit_cost(g, it.when)))
}

#[must_use]
pub fn chit_cost(g: &Battle, when: When) -> u8 {
    let limits = &g.data().tables.limits;
    match when {
        When::Now => limits.chit_dp_now,
        When::Next => limits.chit_dp_next_turn,
    }
}

/// Is a formation's chit for sale?
pub fn may_buy(g: &Battle, formation: FormationId) -> Result<(), Rule> {
    let chit = g.chit_of(formation);
    match chit.state {
        ChitState::NextTurn => return Err(BUY_TWICE),
        ChitState::ThisTurn => return Err(BUY_READY),
        ChitState::Available => (),
    }
    if g.held == Some(Chit::Formation(formation)) {
        return Err(BUY_HELD);
    }
    // gts.form.royal-marines-free
    if g.data().royal_marines == Some(formation) {
        return Err(BUY_MARINES);
    }
    match g.scene.edition().formation_chit {
        ChitAvailable::LeaderInPlayOneTurn => {
            let long_enough = chit.leader_since.is_some_and(|it| it < g.turn);
            let in_play = g
                .leaders_on_map()
                .any(|(leader, _)| g.data().leaders[usize::from(leader.0)].formation == formation);
            if !long_enough || !in_play {
                return Err(BUY_AVAILABLE_S0);
            }
        }
        // gts.reinf.s1-entry-box
        ChitAvailable::UnitsOnMapOrEntryBox => {
            let waiting = |id: UnitId| matches!(g[id].place, Place::Hex(_) | Place::Holding(_));
            if !g.scene.formation_units(formation).any(waiting) {
                return Err(BUY_AVAILABLE_S1);
            }
        }
    }
    Ok(())
}

fn buy<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, it: Purchase) {
    let Purchase { formation, when } = it;
    let division = g.division_of(formation);
    let side = g.data().divisions[usize::from(division.0)].side;
    gain(g, division, 0, -i32::from(chit_cost(g, when)));
    let now = when == When::Now;
    let state = if now { ChitState::ThisTurn } else { ChitState::NextTurn };
    g.chits[usize::from(formation.0)].state = state;
    let rule = if now { BUY_NOW } else { BUY_NEXT };
    cx.say(rule, || Said::Bought { side, formation, now }.into());
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Secret until step G: only the buyer reads it.
    Bought { side: Side, formation: FormationId, now: bool },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let Said::Bought { side, formation, now } = self;
        let when = if *now { "for this turn" } else { "for the next turn" };
        let names = Names(data);
        let name = names.formation(*formation);
        (format!("The chit of {name} is bought {when}."), Some(*side), vec![])
    }
}

/// Games of format 1 bought one chit a round, both sides secretly, until both were done: 0 was *Done*, then came what
/// was for sale; who had nothing left to buy was done without being asked.
pub(crate) fn from_rounds(
    g: &Battle,
    asks: &[Question],
    tape: &[Answer],
) -> Option<(usize, Vec<Vec<Purchase>>)> {
    let mut plans: [Vec<Purchase>; 2] = Default::default();
    let mut done = [false; 2];
    let mut used = 0;
    while done != [true, true] {
        let lists = Side::BOTH.map(|it| for_sale(g, it, &plans[it.index()]));
        let mut asked: [bool; 2] =
            std::array::from_fn(|side| !done[side] && !lists[side].is_empty());
        done = std::array::from_fn(|side| done[side] || lists[side].is_empty());
        // Within a round the answers stand in the order they came.
        while asked != [false, false] {
            let answer = tape.get(used)?;
            let side = *Side::BOTH.iter().find(|it| Battle::seat(**it) == answer.seat)?;
            let Given::Number { of, value } = answer.given else { return None };
            let list = &lists[side.index()];
            if !asked[side.index()] || of as usize != list.len() + 1 {
                return None;
            }
            match (value as usize).checked_sub(1) {
                None => done[side.index()] = true,
                Some(i) => plans[side.index()].push(*list.get(i)?),
            }
            asked[side.index()] = false;
            used += 1;
        }
    }
    Some((used, asks.iter().map(|it| plans[it.who.index()].clone()).collect()))
}
