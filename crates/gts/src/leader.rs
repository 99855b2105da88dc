//! Section 25: leaders. Besides moving with their unit they change place only here (gts.leader.transfer-only).

use board::HexId;
use kernel::Cx;
use smallvec::SmallVec;

use crate::data::{Belongs, LeaderId, UnitId};
use crate::event::{Event, Opt, Topic, ask};
use crate::rule;
use crate::state::{Battle, Post};

/// A unit has left play from `hex`: leaders who stood with it go to another unit there that may have them, else to
/// the nearest of their formation, else they are lost (gts.result.leader-alone, gts.assault.step-23-leaders).
pub fn displace<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, gone: UnitId, hex: HexId) {
    for i in 0..g.leaders.len() {
        let leader = LeaderId(i as u8);
        if g.leaders[i].post == Post::With(gone) {
            let host = g.stack(hex).find(|id| may_host(g, leader, *id));
            match host.or_else(|| nearest(g, leader, hex)) {
                Some(unit) => {
                    g.leaders[i].post = Post::With(unit);
                    cx.say(rule::LEADER_DISPLACED, || Event::LeaderMoved { leader, unit });
                }
                None => lose(cx, g, leader),
            }
        }
    }
}

/// gts.ruling.nearest-unit: ties go to the unit listed first; the sources only say the nearest.
fn nearest(g: &Battle, leader: LeaderId, hex: HexId) -> Option<UnitId> {
    let formation = g.data().leaders[usize::from(leader.0)].formation;
    let units = g.scene.formation_units(formation).filter_map(|id| Some((id, g[id].hex()?)));
    units.min_by_key(|(id, at)| (g.data().map.distance(hex, *at), *id)).map(|(id, _)| id)
}

/// gts.leader.replacement: a leader lost for the first time is replaced; his replacement is not.
fn lose<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, leader: LeaderId) {
    let it = &mut g.leaders[usize::from(leader.0)];
    it.post = if it.replaced { Post::Gone } else { Post::Lost };
    cx.say(rule::LEADER_DISPLACED, || Event::LeaderLost(leader));
}

/// gts.stack.leader-company: a unit of his formation or an independent of his division.
#[must_use]
pub fn may_host(g: &Battle, leader: LeaderId, id: UnitId) -> bool {
    let formation = g.data().leaders[usize::from(leader.0)].formation;
    match g.kind(id).belongs {
        Belongs::Formation(own) => own == formation,
        _ => g.data().formations[usize::from(formation.0)].division == g.division(id),
    }
}

/// A unit leaves `from`: its leaders go with it (gts.leader.moves-with), or stay with another of the stack if the
/// active player wants that at the first parting (gts.chit.leader-stays, gts.chit.leader-stays-choice).
///
/// `parting` are the units that stay behind but act in the same activation.
pub fn part<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    going: UnitId,
    parting: &[UnitId],
) -> Result<(), C::Halt> {
    for i in 0..g.leaders.len() {
        let leader = LeaderId(i as u8);
        if g.leaders[i].post != Post::With(going) {
            continue;
        }
        let mut hosts: SmallVec<[Opt; 8]> = SmallVec::new();
        hosts.push(Opt::Unit(going));
        hosts
            .extend(parting.iter().filter(|id| may_host(g, leader, **id)).map(|id| Opt::Unit(*id)));
        let who = ask(g.side(going), rule::LEADER_STAYS, Topic::Leader(leader));
        if let Opt::Unit(unit) = cx.choose(g, who, &hosts)? {
            g.leaders[i].post = Post::With(unit);
        }
    }
    Ok(())
}

/// gts.leader.transfer-anywhere: where a leader may be re-placed after an activation; his own unit first, to stay.
pub fn transfer_options(g: &Battle, leader: LeaderId) -> SmallVec<[Opt; 32]> {
    let mut options: SmallVec<[Opt; 32]> = SmallVec::new();
    let Post::With(now) = g.leaders[usize::from(leader.0)].post else { return options };
    options.push(Opt::Unit(now));
    if g.is_in_entry_hex(now) {
        return options;
    }
    for (id, _) in g.on_map(g.side(now)) {
        if id != now && may_host(g, leader, id) && !g.is_in_entry_hex(id) {
            options.push(Opt::Unit(id));
        }
    }
    options
}
