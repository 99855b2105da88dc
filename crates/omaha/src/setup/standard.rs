//! The standard set-up, and its half for one sector.

use kernel::Cx;
use smallvec::SmallVec;

use super::{deepen, fill_meyer_box, keep, keep_depth, man};
use crate::data::{DepthPool, Gun, SiteId, StandardSetUp};
use crate::pools;
use crate::question::Topic;
use crate::state::{Day, DepthPlace, GermanPlace, Pool};

/// omaha.scen.setup-wn to omaha.scen.setup-pools; omaha.scen.east-wn, omaha.scen.east-pools.
pub(super) fn play<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    plan: &StandardSetUp,
) -> Result<(), C::Halt> {
    let posts = match plan.shuffle_guns {
        true => spread_guns(cx, g, &plan.wn)?,
        false => SmallVec::from_slice(&plan.wn),
    };
    man(cx, g, &posts)?;
    // omaha.scen.setup-depth
    deepen(cx, g, &plan.depth)?;
    // omaha.scen.setup-pools; in half a game the rest is out of play.
    fill_meyer_box(cx, g, plan.meyer, plan.meyer_depth)?;
    keep(cx, g, Pool::Tactical, plan.tactical, GermanPlace::Gone)?;
    if !g.data().variants.reaction {
        keep(cx, g, Pool::Division, plan.division, GermanPlace::Gone)?;
        keep_depth(cx, g, DepthPool::Mobile, plan.mobile, DepthPlace::Gone)?;
    }
    keep_depth(cx, g, DepthPool::Wn, plan.wn_depth, DepthPlace::Gone)?;
    keep_depth(cx, g, DepthPool::Building, plan.building, DepthPlace::Gone)
}

/// The same guns, but on sites drawn at random (omaha.scen.east-wn).
fn spread_guns<C: Cx<Day>>(
    cx: &mut C,
    g: &Day,
    posts: &[(SiteId, Gun)],
) -> Result<SmallVec<[(SiteId, Gun); 18]>, C::Halt> {
    let mut guns: SmallVec<[Gun; 18]> = posts.iter().map(|it| it.1).collect();
    let mut spread = SmallVec::new();
    for (site, _) in posts {
        let topic = Topic::Hex(g.data().sites[site.index()].hex);
        let Some(gun) = pools::pick(cx, g, topic, &guns)? else { break };
        if let Some(i) = guns.iter().position(|it| *it == gun) {
            guns.remove(i);
        }
        spread.push((*site, gun));
    }
    Ok(spread)
}
