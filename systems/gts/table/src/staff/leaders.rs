//! Leaders: near enough to command those who fight, behind somebody else's back.

use gts::Battle;
use gts::data::{Belongs, LeaderId, Side, UnitId};
use gts::leader::transfer_options;
use gts::question::Opt;
use gts::state::Post;

use crate::staff::best;
use crate::staff::estimate::Estimate;

const COMMANDED: i32 = 10;
const COMMANDED_IN_CONTACT: i32 = 8;
const ATTACHED: i32 = 4;
const WATCHED: i32 = 5;
const MOST_WATCHED: i32 = 25;
const IN_CONTACT: i32 = 14;
const ALONE: i32 = 8;
/// Concrete is the best company.
const ENTRENCHED: i32 = 20;
/// Staying saves a transfer that changes nothing.
const INERTIA: i32 = 6;

/// Which leader is transferred.
pub(crate) fn which(g: &Battle, side: Side, options: &[Opt]) -> Opt {
    let est = Estimate::new(g, side);
    let wants = |it: &&Opt| {
        let Opt::Leader(leader) = **it else { return false };
        let hosts = transfer_options(g, leader);
        let to = best(hosts, |it| worth_of_post(&est, leader, it)).map(|it| Post::With(it.0));
        to.is_some_and(|it| g.leaders[usize::from(leader.0)].post != it)
    };
    options.iter().find(wants).copied().unwrap_or(Opt::Done)
}

/// Whom a leader joins.
pub(crate) fn join(g: &Battle, side: Side, leader: LeaderId, options: &[Opt]) -> Opt {
    let est = Estimate::new(g, side);
    let worth =
        |it: Opt| if let Opt::Unit(host) = it { worth_of_post(&est, leader, host) } else { 0 };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

fn worth_of_post(est: &Estimate<'_>, leader: LeaderId, host: UnitId) -> i32 {
    let g = est.g;
    let data = g.data();
    let Some(at) = g[host].hex() else { return i32::MIN };
    let kind = &data.leaders[usize::from(leader.0)];
    let division = data.formations[usize::from(kind.formation.0)].division;
    let range = u32::from(g.leader_face(leader).command_range);

    let mut worth = 0;
    for (id, hex) in g.on_map(est.side) {
        if range < data.map.distance(at, hex) || g.kind(id).always_in_command() {
            continue;
        }
        worth += match g.kind(id).belongs {
            Belongs::Formation(own) if own == kind.formation => {
                COMMANDED + if est.watched.contains(hex) { COMMANDED_IN_CONTACT } else { 0 }
            }
            Belongs::Formation(_) => 0,
            _ if g.division(id) == division => ATTACHED,
            _ => 0,
        };
    }
    let watchers = est.watchers.iter().filter(|it| it.zone.contains(at)).count() as i32;
    worth -= if watchers * WATCHED < MOST_WATCHED { watchers * WATCHED } else { MOST_WATCHED };
    if est.is_in_contact(at) {
        worth -= IN_CONTACT;
    }
    if g[host].ent {
        worth += ENTRENCHED;
    }
    if g.stack(at).count() == 1 {
        worth -= ALONE;
    }
    if g.leaders[usize::from(leader.0)].post == Post::With(host) {
        worth += INERTIA;
    }
    worth
}
