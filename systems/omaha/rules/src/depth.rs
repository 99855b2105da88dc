//! Section 14.1: depth markers, who gets one.

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::control;
use crate::data::{
    Data, DepthId, DepthPool, GermanId, Hexes, MOST_DEPTHS, Sector, SiteId, UnitKind,
};
use crate::pools;
use crate::question::Topic;
use crate::state::{Day, DepthPlace, GermanPlace, Positions};
use crate::text::Names;

rules! {
    DEPTH = "omaha.depth.event-target", "A depth marker for the Germans closest to the US";
    NONE = "omaha.depth.sector-fallback", "No German unit can take a depth marker";
    EMPTY = "omaha.depth.mobile-empty", "There is no depth marker left for it";
    RETURN = "omaha.var.reaction-depth", "Eliminated mobile markers return";
}

/// Markers that come back in the reaction variant (omaha.var.reaction-depth).
const RETURNING: usize = 5;

/// A depth event: one marker to a German unit of a sector, of any if none is named (omaha.depth.event-target).
pub fn give_by_event<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    sector: Option<Sector>,
) -> Result<(), C::Halt> {
    let outlook = Outlook::of(g);
    give_first(cx, g, &outlook, sector)
}

/// One marker for each sector (omaha.event.both-flanks). If both would take the last of a pool, it goes where it is most
/// urgent (omaha.depth.one-left).
pub fn give_both_flanks<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    let outlook = Outlook::of(g);
    let pools: SmallVec<[DepthPool; 2]> = g
        .sectors()
        .filter_map(|it| first_in_line(g, &outlook, Some(it)))
        .map(|it| pool_for(g, it))
        .collect();
    if let [east, west] = pools.as_slice()
        && east == west
        && pools::depths_in(g, *east).len() == 1
    {
        return give_first(cx, g, &outlook, None);
    }
    for sector in g.sectors() {
        give_first(cx, g, &outlook, Some(sector))?;
    }
    Ok(())
}

/// A marker to the first in line of a sector; without an eligible unit there the other sector receives it
/// (omaha.depth.sector-fallback).
fn give_first<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    outlook: &Outlook,
    sector: Option<Sector>,
) -> Result<(), C::Halt> {
    let unit = first_in_line(g, outlook, sector).or_else(|| first_in_line(g, outlook, None));
    match unit {
        Some(unit) => {
            give(cx, g, unit)?;
        }
        None => cx.say(NONE, || Said::Nobody.into()),
    }
    Ok(())
}

/// What decides who is in line and does not change while an event is carried out (omaha.comm.event-moment).
struct Outlook {
    reached: Positions,
    us: UsHexes,
}

impl Outlook {
    fn of(g: &Day) -> Outlook {
        Outlook { reached: control::german_communication(g), us: UsHexes::of(g) }
    }
}

/// The unit of a sector, or of all, that a depth event strengthens: without depth and in communication
/// (omaha.depth.event-target), disrupted or not (omaha.depth.disrupted-ok), whether it had depth before or not
/// (omaha.depth.again). With the WN pool empty strongpoints are passed over (omaha.depth.wn-empty).
fn first_in_line(g: &Day, outlook: &Outlook, sector: Option<Sector>) -> Option<GermanId> {
    let data = g.data();
    let no_wn = pools::depths_in(g, DepthPool::Wn).is_empty();
    let eligible = |unit: GermanId, site: SiteId| {
        let position = data.sites[site.index()].position;
        let there = &data.positions[position.index()];
        let wanted = sector.is_none_or(|it| it == there.sector);
        let served = !(no_wn && data.germans[unit.index()].kind.is_wn());
        wanted && served && g[unit].depth.is_none() && outlook.reached.contains(position)
    };
    // omaha.ruling.armour-no-depth-event: armour stands on no site and is passed over.
    (0..data.sites.len() as u8)
        .map(SiteId)
        .filter_map(|site| Some((g.holders[site.index()]?, site)))
        .filter(|it| eligible(it.0, it.1))
        .min_by_key(|it| (outlook.us.from(data, data.sites[it.1.index()].hex), rank(data, it.1)))
        .map(|it| it.0)
}

/// Who comes first at the same distance: single-hex WN, two-hex WN, reinforcement position (omaha.depth.tie-kind);
/// lowest number, no ID being 0, lowest letter (omaha.depth.tie-number); the N hex of a WN (omaha.depth.tie-hex); of
/// positions without ID the lower row, then column (omaha.pos.blank-tie).
#[must_use]
pub fn rank(data: &Data, site: SiteId) -> (u8, u8, Option<char>, usize, HexId) {
    let at = &data.sites[site.index()];
    let position = &data.positions[at.position.index()];
    let kind = match (position.is_wn(), position.sites.len()) {
        (true, 1) => 0,
        (true, _) => 1,
        (false, _) => 2,
    };
    let part = position.sites.iter().position(|it| *it == site).unwrap_or_default();
    (kind, position.number, position.zone, part, at.hex)
}

/// Hexes from which Germans measure: units and headquarters on the map (omaha.depth.us-unit-distance).
pub struct UsHexes(SmallVec<[HexId; 64]>);

impl UsHexes {
    #[must_use]
    pub fn of(g: &Day) -> UsHexes {
        let (mut seen, mut hexes) = (Hexes::EMPTY, SmallVec::new());
        for (unit, hex) in g.on_map() {
            if g.kind(unit) != UnitKind::General && seen.insert(hex) {
                hexes.push(hex);
            }
        }
        UsHexes(hexes)
    }
    /// How far the nearest is (omaha.depth.nearest); all alike if there is none (omaha.depth.no-us).
    #[must_use]
    pub fn from(&self, data: &Data, hex: HexId) -> u32 {
        self.0.iter().map(|it| data.map.distance(hex, *it)).min().unwrap_or(u32::MAX)
    }
}

/// A marker of the kind fitting its place under this unit, if there is one (omaha.res.gains-depth-empty). Whether the unit may have one is for the caller. Says whether it got one: never a
/// second (omaha.depth.only-under-unit).
pub fn give<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: GermanId) -> Result<bool, C::Halt> {
    if g[unit].depth.is_some() {
        return Ok(false);
    }
    let pool = pool_for(g, unit);
    let hex = g.hex_of(unit);
    let Some(depth) = pools::draw_depth(cx, g, pool)? else {
        cx.say(EMPTY, || Said::Empty(hex).into());
        return Ok(false);
    };
    pools::give_depth(g, unit, depth);
    cx.say(DEPTH, || Said::Given(hex).into());
    if pool == DepthPool::Mobile {
        refill(cx, g)?;
    }
    Ok(true)
}

/// The pool a unit's marker comes from: that of its kind and hex, mobile if there are none for buildings
/// (omaha.depth.pool-by-hex, omaha.depth.building-empty).
fn pool_for(g: &Day, unit: GermanId) -> DepthPool {
    match pools::depth_pool(g, unit) {
        DepthPool::Building if pools::depths_in(g, DepthPool::Building).is_empty() => {
            DepthPool::Mobile
        }
        pool => pool,
    }
}

/// The first time the mobile pool runs dry in the reaction variant, eliminated markers return (omaha.var.reaction-depth);
/// otherwise they never do (omaha.depth.eliminated).
fn refill<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    let dry = pools::depths_in(g, DepthPool::Mobile).is_empty();
    if !g.data().variants.reaction || g.mobile_refilled || !dry {
        return Ok(());
    }
    g.mobile_refilled = true;
    let mut back = 0;
    for _ in 0..RETURNING {
        let gone: SmallVec<[DepthId; MOST_DEPTHS]> = (0..g.data().depths.len() as u8)
            .map(DepthId)
            .filter(|it| g.data().depths[it.index()].pool == DepthPool::Mobile)
            .filter(|it| g[*it].place == DepthPlace::Gone)
            .collect();
        let topic = Topic::DepthPool(DepthPool::Mobile);
        let Some(depth) = pools::pick(cx, g, topic, &gone)? else { break };
        g[depth].place = DepthPlace::Pool(DepthPool::Mobile);
        g[depth].known = false;
        back += 1;
    }
    cx.say(RETURN, || Said::Returned(back).into());
    Ok(())
}

/// The site a German unit stands on.
#[must_use]
pub fn site_of(g: &Day, unit: GermanId) -> Option<SiteId> {
    match g[unit].place {
        GermanPlace::At(site) => Some(site),
        _ => None,
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Given(Option<HexId>),
    Empty(Option<HexId>),
    Nobody,
    Returned(u8),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let place = |hex: &Option<HexId>| match hex {
            Some(hex) => format!("the Germans in {}", Names(data).hex(*hex)),
            None => "a German unit".into(),
        };
        match self {
            Said::Given(hex) => {
                let text = format!("A depth marker is put under {}.", place(hex));
                (text, hex.iter().copied().collect())
            }
            Said::Empty(hex) => {
                let text = format!("No depth marker is left for {}.", place(hex));
                (text, hex.iter().copied().collect())
            }
            Said::Nobody => ("No German unit can take a depth marker.".into(), vec![]),
            Said::Returned(n) => {
                (format!("The mobile pool has run dry: {n} eliminated markers return."), vec![])
            }
        }
    }
}
