//! Units of one hex that do the same together (omaha.act.stack-one, omaha.infil.stack). Who does something else pays for
//! itself (omaha.act.stack-different).

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use super::step::{Outlook, Way};
use super::{MOVE, Said, infiltration, option, way_of};
use crate::actions::{allowance, command};
use crate::data::UnitId;
use crate::question::{Opt, Topic, ask};
use crate::state::{Climb, Day};

rules! {
    TOGETHER = "omaha.act.stack-one", "who comes along";
    POST_MOVES = "omaha.cp.move", "A command post that moves is a headquarters again";
}

/// Those who do the same thing as one action, with how each crosses the hexside.
pub(super) struct Party {
    pub(super) members: SmallVec<[(UnitId, Way); 4]>,
    /// Somebody's action is paid for.
    pub(super) paid: bool,
    /// Somebody moves free for one hex only (omaha.xmove.preservation).
    pub(super) one_hex: bool,
    pub(super) rule: Rule,
}

impl Party {
    pub(super) fn units(&self) -> SmallVec<[UnitId; 4]> {
        self.members.iter().map(|it| it.0).collect()
    }
    pub(super) fn leave(&mut self, unit: UnitId) {
        self.members.retain(|it| it.0 != unit);
    }
    /// A paid action is shared, or would be if they went on beyond the one free hex.
    fn may_share(&self, g: &Day) -> bool {
        self.paid || (self.one_hex && g.is_extended() && allowance::acting_can_pay(g))
    }
    pub(super) fn disband(&mut self) {
        self.members.clear();
    }
}

/// The party of a unit: it is asked who comes along where that can make a difference, i.e. where a paid action is
/// shared (omaha.act.stack-one) or the card of an infiltration (omaha.infil.stack, omaha.infil.leaders).
pub(super) fn gather<C: Cx<Day>>(
    cx: &mut C,
    g: &Day,
    outlook: &Outlook,
    lead: (UnitId, Way),
    to: HexId,
    opt: Opt,
) -> Result<Party, C::Halt> {
    let mut party = Party { members: SmallVec::new(), paid: false, one_hex: false, rule: MOVE };
    enlist(g, outlook, &mut party, lead, opt);
    let Some(from) = g[lead.0].hex() else { return Ok(party) };
    let begins_cliff = matches!(opt, Opt::ClimbCliff { .. }) && !g.is_extended();
    let watched = !begins_cliff && is_watched(g, from, to);
    if !watched && !party.may_share(g) {
        return Ok(party);
    }
    loop {
        let others = companions(g, outlook, &party, lead, to, opt);
        let shares = others.iter().any(|it| {
            let free = allowance::is_free(g, outlook, it.0, it.2);
            free.is_none_or(|rule| g.is_extended() && allowance::is_one_hex(rule))
        });
        if others.is_empty() || !(watched || shares) {
            return Ok(party);
        }
        let mut options: SmallVec<[Opt; 8]> = SmallVec::from_slice(&[Opt::Done]);
        options.extend(others.iter().map(|it| Opt::Unit(it.0)));
        let topic = Topic::ComeAlong { unit: lead.0, to };
        let chosen = cx.pick(g, ask(TOGETHER, topic), options.len(), |i| options[i])?;
        match chosen.checked_sub(1).and_then(|it| others.get(it)) {
            Some((unit, way, opt)) => enlist(g, outlook, &mut party, (*unit, *way), *opt),
            None => return Ok(party),
        }
    }
}

/// Whether the step infiltrates, or the next one might where a move may go on.
fn is_watched(g: &Day, from: HexId, to: HexId) -> bool {
    let by_anybody = |from: HexId, to: HexId| !infiltration::watchers(g, from, to).is_empty();
    by_anybody(from, to)
        || (g.is_extended() && g.data().map.neighbours(to).any(|it| by_anybody(to, it.1)))
}

/// Who of the lead's hex may do the same: same destination, or the same climb.
fn companions(
    g: &Day,
    outlook: &Outlook,
    party: &Party,
    lead: (UnitId, Way),
    to: HexId,
    opt: Opt,
) -> SmallVec<[(UnitId, Way, Opt); 4]> {
    let Some(from) = g[lead.0].hex() else { return SmallVec::new() };
    let crossing = matches!(opt, Opt::CrossCliff(_));
    let candidates = g.at(from).filter(|it| party.members.iter().all(|member| member.0 != *it));
    let same = candidates.filter_map(|unit| {
        let its = &g[unit];
        let may = if crossing {
            !its.acted && !its.disrupted && its.climb == Climb::Cliff(to)
        } else {
            allowance::can_act(g, unit)
        };
        if !may || allowance::has_turn(g, unit).is_err() {
            return None;
        }
        let way = way_of(g, outlook, unit, to)?;
        let its_opt = if crossing { Opt::CrossCliff(unit) } else { option(g, unit, way, to) };
        // Who climbs a cliff climbs with climbers only; over a bluff leaders walk beside them.
        if (way == Way::Cliff) != (lead.1 == Way::Cliff) {
            return None;
        }
        let free = allowance::is_free(g, outlook, unit, its_opt).is_some();
        let affordable = free || party.paid || allowance::acting_can_pay(g);
        affordable.then_some((unit, way, its_opt))
    });
    same.collect()
}

/// A member with what its action costs, as things stand before anybody moves.
fn enlist(g: &Day, outlook: &Outlook, party: &mut Party, member: (UnitId, Way), opt: Opt) {
    match allowance::is_free(g, outlook, member.0, opt) {
        None => party.paid = true,
        Some(rule) => {
            party.one_hex |= allowance::is_one_hex(rule);
            if party.members.is_empty() {
                party.rule = rule;
            }
        }
    }
    party.members.push(member);
}

/// The action is paid for and spent; a command post packs up.
pub(super) fn begin<C: Cx<Day>>(cx: &mut C, g: &mut Day, party: &Party) {
    if party.paid {
        allowance::pay_one(cx, g);
    }
    for unit in party.units() {
        g[unit].acted = true;
        if g.kind(unit).is_leader() {
            command::lose(g, unit);
        }
        if g[unit].post.take().is_some() {
            cx.say(POST_MOVES, || Said::PacksUp(unit).into());
        }
    }
}
