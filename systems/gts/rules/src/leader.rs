//! Section 25: leaders. Besides moving with their unit they change place only here (gts.leader.transfer-only).

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::data::{Belongs, Chit, Data, FormationId, LeaderId, UnitId};
use crate::event::Words;
use crate::question::{Topic, ask};
use crate::state::{Battle, Place, Post};
use crate::text::Names;
use crate::version;

rules! {
    STAYS = "gts.chit.leader-stays-choice", "With whom the leader goes";
    DISPLACED = "gts.result.leader-alone", "A lone leader joins the nearest unit of his formation";
}

/// A unit has left play from `hex`: leaders who stood with it go to another unit there that may have them, else to
/// the nearest of their formation, else they are lost (gts.result.leader-alone, gts.assault.step-23-leaders).
pub fn displace<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, gone: UnitId, hex: HexId) {
    resettle(cx, g, gone, |g, leader| {
        let host = g.stack(hex).find(|id| may_host(g, leader, *id));
        host.or_else(|| nearest(g, leader, hex))
    });
}

/// gts.ruling.leader-at-sea: as above for a unit lost in a box of the Naval Display. The same box is nearest, then the
/// map, then the other boxes.
pub fn displace_at_sea<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, gone: UnitId, lost_at: Place) {
    resettle(cx, g, gone, |g, leader| {
        at_sea(g, leader, |it| it == lost_at)
            .or_else(|| formation_units(g, leader).find(|id| g[*id].is_in_play()))
            .or_else(|| at_sea(g, leader, |_| true))
    });
}

fn at_sea(g: &Battle, leader: LeaderId, there: impl Fn(Place) -> bool) -> Option<UnitId> {
    formation_units(g, leader)
        .find(|id| matches!(g[*id].place, Place::Sea(_)) && there(g[*id].place))
}

fn formation_units(g: &Battle, leader: LeaderId) -> impl Iterator<Item = UnitId> + '_ {
    g.scene.formation_units(g.leader_formation(leader)).filter(move |id| may_host(g, leader, *id))
}

fn resettle<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    gone: UnitId,
    host: impl Fn(&Battle, LeaderId) -> Option<UnitId>,
) {
    for i in 0..g.leaders.len() {
        let leader = LeaderId(i as u8);
        if g.leaders[i].post == Post::With(gone) {
            match host(g, leader) {
                Some(unit) => {
                    g.leaders[i].post = Post::With(unit);
                    cx.say(DISPLACED, || Said::LeaderMoved { leader, unit }.into());
                }
                None => lose(cx, g, leader),
            }
        }
    }
}

/// gts.ruling.transfers: the formation has changed its division; a leader of it who stands with an independent of the old one
/// goes to the nearest of his own units.
pub fn rejoin<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, formation: FormationId) {
    for i in 0..g.leaders.len() {
        let leader = LeaderId(i as u8);
        let Post::With(host) = g.leaders[i].post else { continue };
        let Some(hex) = g[host].hex() else { continue };
        if g.leader_formation(leader) != formation || may_host(g, leader, host) {
            continue;
        }
        match nearest(g, leader, hex) {
            Some(unit) => {
                g.leaders[i].post = Post::With(unit);
                cx.say(DISPLACED, || Said::LeaderMoved { leader, unit }.into());
            }
            None => lose(cx, g, leader),
        }
    }
}

/// gts.ruling.nearest-unit: ties go to the unit listed first; the sources only say the nearest. Entry hexes are not gone back
/// to (gts.ruling.entry-hex-closed).
fn nearest(g: &Battle, leader: LeaderId, hex: HexId) -> Option<UnitId> {
    let formation = g.data().leaders[usize::from(leader.0)].formation;
    let units = g.scene.formation_units(formation).filter_map(|id| Some((id, g[id].hex()?)));
    let closed = version::LEADER_KEEPS_OUT_OF_ENTRY.holds(g);
    let units = units.filter(|(_, at)| !(closed && g.is_entry_hex(*at)));
    units.min_by_key(|(id, at)| (g.data().map.distance(hex, *at), *id)).map(|(id, _)| id)
}

/// gts.leader.replacement: a leader lost for the first time is replaced; his replacement is not.
fn lose<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, leader: LeaderId) {
    let it = &mut g.leaders[usize::from(leader.0)];
    it.post = if it.replaced { Post::Gone } else { Post::Lost };
    cx.say(DISPLACED, || Said::LeaderLost(leader).into());
    crate::contact::lose_leader(cx, g, leader);
}

/// gts.stack.leader-company: a unit of his formation or an independent of his division.
#[must_use]
pub fn may_host(g: &Battle, leader: LeaderId, id: UnitId) -> bool {
    let formation = g.data().leaders[usize::from(leader.0)].formation;
    match g.kind(id).belongs {
        // Ships and craft are nobody's command.
        _ if g.kind(id).is_afloat() => false,
        Belongs::Formation(own) => own == formation,
        _ => g.division_of(formation) == g.division(id),
    }
}

/// Some units leave their `company`, the stack they started with. A leader of it goes with whichever unit of the
/// activation the active player says, at the first parting and for the whole chit (gts.leader.moves-with,
/// gts.chit.leader-stays, gts.chit.leader-stays-choice).
pub fn part<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    going: &[UnitId],
    company: &[UnitId],
) -> Result<(), C::Halt> {
    if going.is_empty() || g.active.is_none() {
        return Ok(());
    }
    for i in 0..g.leaders.len() {
        let Post::With(now) = g.leaders[i].post else { continue };
        let settled = g.active.as_ref().is_some_and(|it| it.settled >> i & 1 == 1);
        if settled || !company.contains(&now) {
            continue;
        }
        let leader = LeaderId(i as u8);
        let there = company.iter().copied().filter(|id| g[*id].is_in_play());
        let mut hosts: SmallVec<[UnitId; 8]> =
            there.filter(|id| may_host(g, leader, *id) && is_activated(g, *id)).collect();
        if !version::LEADER_STAYS_WITH_ACTIVATED.holds(g) && !hosts.contains(&now) {
            hosts.push(now);
        }
        let is_going = |it: &UnitId| going.contains(it);
        let goes_anyway = hosts.contains(&now) && hosts.iter().all(is_going);
        if goes_anyway || !hosts.iter().any(is_going) {
            continue;
        }
        hosts.sort_unstable();
        let who = ask(g.side(now), STAYS, Topic::LeaderStays(leader));
        g.leaders[i].post = Post::With(cx.choose(g, who, &hosts)?);
        if let Some(active) = &mut g.active {
            active.settled |= 1 << i;
        }
    }
    Ok(())
}

/// Under Direct Command only those that were paid for; else the whole command of the chit.
fn is_activated(g: &Battle, id: UnitId) -> bool {
    g.active.as_ref().is_some_and(|it| match it.chit {
        Chit::DirectCommand(_) => it.acted.contains(id),
        _ => crate::activation::belongs_to_chit(g, id),
    })
}

/// gts.leader.transfer-anywhere: where a leader may be re-placed after an activation; his own unit first, to stay.
pub fn transfer_options(g: &Battle, leader: LeaderId) -> SmallVec<[UnitId; 32]> {
    let mut options: SmallVec<[UnitId; 32]> = SmallVec::new();
    let Post::With(now) = g.leaders[usize::from(leader.0)].post else { return options };
    options.push(now);
    if g.is_in_entry_hex(now) {
        return options;
    }
    for (id, _) in g.on_map(g.side(now)) {
        if id != now && may_host(g, leader, id) && !g.is_in_entry_hex(id) {
            options.push(id);
        }
    }
    options
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    LeaderMoved { leader: LeaderId, unit: UnitId },
    LeaderLost(LeaderId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::LeaderMoved { leader, unit } => (
                format!("{} joins {}.", names.leader(*leader), names.unit(*unit)),
                names.leader_side(*leader),
                vec![],
            ),
            Said::LeaderLost(leader) => {
                (format!("{} is lost.", names.leader(*leader)), names.leader_side(*leader), vec![])
            }
        }
    }
}
