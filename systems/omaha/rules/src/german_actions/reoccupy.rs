//! Section 19.5: an empty WN is occupied again.

use kernel::{Cx, rules};
use smallvec::SmallVec;

use super::{Orders, Said, has_come};
use crate::data::SiteId;
use crate::depth::UsHexes;
use crate::question::Topic;
use crate::state::Day;
use crate::{pools, reinforcement};

rules! {
    REOCCUPIED = "omaha.gact.reocc-unit", "The strongpoint is occupied again";
}

/// Units without guns from the eliminated pile, face up, without depth, one for each hex if there are enough
/// (omaha.gact.wn-r-empty, omaha.gact.reocc-two-hex). That nobody is in it was tested: US in one hex protect both,
/// one hex in German hands makes it occupied (omaha.gact.reocc-free, omaha.gact.reocc-half-german,
/// omaha.garr.two-hex). Nobody fires.
pub(super) fn act<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    let mut sites: SmallVec<[SiteId; 2]> =
        g.data().positions[orders.position.index()].sites.clone();
    // omaha.gact.reocc-shortage
    let us = UsHexes::of(g);
    sites.sort_by_key(|it| us.from(g.data(), g.data().sites[it.index()].hex));
    let mut came = false;
    for site in sites {
        // omaha.gact.reocc-none
        let pile = pools::in_pile(g);
        let Some(unit) = pools::pick(cx, g, Topic::ForPosition(orders.position), &pile)? else {
            break;
        };
        if !came {
            orders.announce(cx);
        }
        reinforcement::capture(cx, g, site);
        pools::place(g, unit, site);
        pools::reveal(cx, g, unit)?;
        has_come(g, orders.position);
        came = true;
        cx.say(REOCCUPIED, || Said::Reoccupied(site).into());
    }
    Ok(came)
}
