//! Sections 14.2 to 14.4: reinforcements by event and from markers, Kampfgruppe Meyer.

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::data::{
    Data, DepthId, DepthPool, GermanId, Hexes, MOST_DEPTHS, Position, SiteId, UnitId, UnitKind,
};
use crate::depth::{self, UsHexes};
use crate::question::Topic;
use crate::state::{Day, DepthPlace, GermanPlace, Place, Pool, Positions};
use crate::text::Names;
use crate::{armour, control, losses, pools};

rules! {
    ENTERS = "omaha.reinf.where", "A German reinforcement enters";
    ZONE_CLOSED = "omaha.reinf.none-in-comm", "No position of the zone can be reached";
    POOLS_EMPTY = "omaha.reinf.both-empty", "The Germans have no reinforcements left";
    CAPTURED = "omaha.reinf.general-captured", "A General alone is captured";
    TACTICAL = "omaha.reinf.tac-trigger", "A tactical reinforcement comes";
    TACTICAL_NONE = "omaha.reinf.tac-pool", "No tactical unit can come";
    MEYER = "omaha.kgm.release", "Kampfgruppe Meyer is released";
    MEYER_VOID = "omaha.kgm.twice", "The Meyer box is empty";
}

/// Units and markers of one release (omaha.kgm.release).
const RELEASED_UNITS: usize = 4;
const RELEASED_MARKERS: usize = 2;

/// One reinforcement for each named zone (omaha.event.reserves). If there are not enough units, the zones that rank
/// best get them (omaha.reinf.short-supply).
pub fn by_event<C: Cx<Day>>(cx: &mut C, g: &mut Day, zones: &[char]) -> Result<(), C::Halt> {
    let tactical = pools::in_pool(g, Pool::Tactical).len();
    let supply = tactical + pools::in_pool(g, Pool::Division).len();
    if supply == 0 {
        cx.say(POOLS_EMPTY, || Said::NoUnits.into());
        return Ok(());
    }
    let us = UsHexes::of(g);
    let mut sites = chosen(cx, g, zones, &us);
    if supply < sites.len() {
        let mut best = sites.clone();
        best.sort_by_key(|it| urgency(g, *it, &us));
        best.truncate(supply);
        sites.retain(|it| best.contains(it));
    }
    // omaha.arm.entry-when, omaha.arm.entry-one: of those that would get a D unit the lowest-numbered.
    let armour = sites
        .iter()
        .skip(tactical)
        .copied()
        .filter(|it| armour::may_replace(g, *it))
        .min_by_key(|it| depth::rank(g.data(), *it));
    for site in sites {
        if armour == Some(site) && armour::enter(cx, g, site)? {
            continue;
        }
        // omaha.reinf.t-no-depth, omaha.reinf.d-depth, omaha.var.reaction-depth
        let is_tactical = !pools::in_pool(g, Pool::Tactical).is_empty();
        let with_depth = !is_tactical || g.data().variants.reaction;
        if let Some(unit) = bring(cx, g, site)?
            && with_depth
        {
            depth::give(cx, g, unit)?;
        }
    }
    Ok(())
}

/// The position of each zone that a reinforcement goes to, in the order of the zones.
fn chosen<C: Cx<Day>>(cx: &mut C, g: &Day, zones: &[char], us: &UsHexes) -> SmallVec<[SiteId; 8]> {
    let reached = control::german_communication(g);
    let mut sites: SmallVec<[SiteId; 8]> = SmallVec::new();
    for zone in zones {
        // omaha.reinf.no-blank, omaha.reinf.no-wn: only numbered positions have a zone.
        let site = open_sites(g, reached, |it| it.zone == Some(*zone))
            .filter(|it| !sites.contains(it))
            .min_by_key(|it| urgency(g, *it, us));
        match site {
            Some(site) => sites.push(site),
            None => cx.say(ZONE_CLOSED, || Said::ZoneClosed(*zone).into()),
        }
    }
    sites
}

/// Reinforcement positions in play and in communication that can take a German unit (omaha.reinf.where,
/// omaha.scen.east-zones).
fn open_sites(
    g: &Day,
    reached: Positions,
    wanted: impl Fn(&Position) -> bool,
) -> impl Iterator<Item = SiteId> {
    reached
        .iter()
        .map(|it| &g.data().positions[it.index()])
        .filter(|it| !it.is_wn() && g.sectors().any(|sector| sector == it.sector))
        .filter(move |it| wanted(it))
        .flat_map(|it| it.sites.iter().copied())
        .filter(|it| may_receive(g, *it))
}

/// No German unit is there, and no US unit, headquarters or garrison (omaha.reinf.us-occupied, omaha.garr.effect,
/// omaha.lead.hq-alone-overrun). A General alone does not count (omaha.lead.general-alone).
#[must_use]
pub fn may_receive(g: &Day, site: SiteId) -> bool {
    let hex = g.lookup().sites[site.index()].0;
    let us = g.at(hex).any(|it| g.kind(it) != UnitKind::General);
    g.german_at(hex).is_none() && !us && !g.garrisons.contains(hex)
}

/// The same with the hexes of US units and headquarters at hand.
pub(crate) fn is_open(g: &Day, us: &Hexes, site: SiteId) -> bool {
    let hex = g.lookup().sites[site.index()].0;
    g.german_at(hex).is_none() && !us.contains(hex) && !g.garrisons.contains(hex)
}

/// First those adjacent to a US unit, then those within two hexes, then all (omaha.reinf.priority-adjacent,
/// omaha.reinf.priority-two, omaha.reinf.priority-any); among these by number, then letter (omaha.reinf.short-order).
fn urgency(g: &Day, site: SiteId, us: &UsHexes) -> (u8, u8, Option<char>) {
    let data = g.data();
    let at = &data.sites[site.index()];
    let class = match us.from(data, at.hex) {
        0 | 1 => 0,
        2 => 1,
        _ => 2,
    };
    let position = &data.positions[at.position.index()];
    (class, position.number, position.zone)
}

/// A unit for a reinforce action or an event: from the T pool, if that is empty from the D pool
/// (omaha.reinf.pool-order). Put on the site face down, without depth (omaha.reinf.face-down).
pub fn bring<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    site: SiteId,
) -> Result<Option<GermanId>, C::Halt> {
    let unit = match pools::draw(cx, g, Pool::Tactical)? {
        Some(unit) => unit,
        None => match pools::draw(cx, g, Pool::Division)? {
            Some(unit) => unit,
            None => {
                cx.say(POOLS_EMPTY, || Said::NoUnits.into());
                return Ok(None);
            }
        },
    };
    capture(cx, g, site);
    pools::place(g, unit, site);
    cx.say(ENTERS, || Said::Entered(site).into());
    Ok(Some(unit))
}

/// omaha.reinf.general-captured
pub fn capture<C: Cx<Day>>(cx: &mut C, g: &mut Day, site: SiteId) {
    capture_in(cx, g, g.data().sites[site.index()].hex);
}

/// The same in any hex, for armour.
pub fn capture_in<C: Cx<Day>>(cx: &mut C, g: &mut Day, hex: HexId) {
    let generals: SmallVec<[UnitId; 2]> = g.at(hex).collect();
    for unit in generals {
        if g.kind(unit) == UnitKind::General {
            losses::take_away(g, unit, Place::Lost);
            cx.say(CAPTURED, || Said::Captured { unit, hex }.into());
        }
    }
}

/// A tactical-reinforcement marker under the unit on this site was revealed: the marker goes, a T unit comes
/// (omaha.reinf.tac-trigger); face up after scouts or an interrogation (omaha.reinf.tac-face). Only the T pool serves
/// (omaha.reinf.tac-pool).
pub fn tactical<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    site: SiteId,
    face_up: bool,
) -> Result<(), C::Halt> {
    if let Some(holder) = g.holders[site.index()]
        && let Some(marker) = g[holder].depth
        && g.data().depths[marker.index()].tactical
        && g[marker].revealed
    {
        pools::remove_depth(g, holder);
    }
    let from = g.data().sites[site.index()].hex;
    let Some(to) = nearest_open(g, from) else {
        cx.say(TACTICAL_NONE, || Said::NoTactical.into());
        return Ok(());
    };
    let Some(unit) = pools::draw(cx, g, Pool::Tactical)? else {
        cx.say(TACTICAL_NONE, || Said::NoTactical.into());
        return Ok(());
    };
    capture(cx, g, to);
    pools::place(g, unit, to);
    cx.say(TACTICAL, || Said::Entered(to).into());
    let unit = if face_up { pools::reveal(cx, g, unit)? } else { unit };
    // omaha.var.reaction-depth, omaha.ruling.reaction-tactical
    if g.data().variants.reaction {
        depth::give(cx, g, unit)?;
    }
    Ok(())
}

/// The nearest reinforcement position that is open, without ID or with (omaha.reinf.tac-where); then the one nearer to
/// a US unit, then the lower number (omaha.reinf.tac-tie, omaha.pos.blank-tie).
fn nearest_open(g: &Day, from: HexId) -> Option<SiteId> {
    let data = g.data();
    let us = UsHexes::of(g);
    open_sites(g, control::german_communication(g), |_| true).min_by_key(|it| {
        let hex = data.sites[it.index()].hex;
        (data.map.distance(from, hex), us.from(data, hex), depth::rank(data, *it))
    })
}

/// Four units of the box join the D pool, two markers the mobile pool, at random (omaha.kgm.release); they are drawn
/// like D units from then on (omaha.kgm.enter-as-division). An empty box gives nothing (omaha.kgm.twice).
pub fn release_meyer<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    let mut units = 0;
    for _ in 0..RELEASED_UNITS {
        let Some(unit) = pools::draw(cx, g, Pool::Meyer)? else { break };
        g[unit].place = GermanPlace::Pool(Pool::Division);
        units += 1;
    }
    for _ in 0..RELEASED_MARKERS {
        let boxed: SmallVec<[DepthId; MOST_DEPTHS]> = (0..g.data().depths.len() as u8)
            .map(DepthId)
            .filter(|it| g[*it].place == DepthPlace::Meyer)
            .collect();
        let topic = Topic::DepthPool(DepthPool::Mobile);
        let Some(depth) = pools::pick(cx, g, topic, &boxed)? else { break };
        g[depth].place = DepthPlace::Pool(DepthPool::Mobile);
    }
    match units {
        0 => cx.say(MEYER_VOID, || Said::MeyerVoid.into()),
        n => cx.say(MEYER, || Said::Meyer(n).into()),
    }
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Entered(SiteId),
    ZoneClosed(char),
    NoUnits,
    Captured { unit: UnitId, hex: HexId },
    NoTactical,
    Meyer(u8),
    MeyerVoid,
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        match self {
            Said::Entered(site) => {
                let hex = data.sites[site.index()].hex;
                let (site, at) = (names.site(*site), names.hex(hex));
                (format!("A German reinforcement enters {site} in {at}."), vec![hex])
            }
            Said::ZoneClosed(zone) => {
                (format!("No position of zone {zone} can take a reinforcement."), vec![])
            }
            Said::NoUnits => ("The Germans have no reinforcements left.".into(), vec![]),
            Said::Captured { unit, hex } => {
                (format!("{} is captured in {}.", names.unit(*unit), names.hex(*hex)), vec![*hex])
            }
            Said::NoTactical => ("No tactical reinforcement can come.".into(), vec![]),
            Said::Meyer(n) => (format!("{n} companies of Kampfgruppe Meyer are released."), vec![]),
            Said::MeyerVoid => ("Kampfgruppe Meyer has nothing left to release.".into(), vec![]),
        }
    }
}
