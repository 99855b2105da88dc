//! Blind draws from the German pools, counters on the map, and turning them over (section 14.1).

use kernel::{Cx, Dice, rules};
use smallvec::SmallVec;

use crate::data::{
    Data, DepthId, DepthPool, GermanId, GermanKind, MOST_DEPTHS, MOST_GERMANS, SetUp, SiteId,
};
use crate::question::{Topic, ask};
use crate::state::{Day, Depth, DepthPlace, German, GermanPlace, Pool};

rules! {
    FACE_DOWN = "omaha.ger.face-down", "German counters enter face down";
    BLIND = "omaha.scale.no-dice", "A blind draw from a pool";
    POOL = "omaha.reinf.pool-order", "A blind draw from the pool of units";
    DEPTH_POOL = "omaha.depth.pool-by-hex", "A blind draw of a depth marker";
    REVEAL = "omaha.ger.revealed-sticks", "A counter is revealed";
}

/// German units in a pool, ascending.
#[must_use]
pub fn in_pool(g: &Day, pool: Pool) -> SmallVec<[GermanId; MOST_GERMANS]> {
    let all = (0..g.data().germans.len() as u8).map(GermanId);
    all.filter(|it| g[*it].place == GermanPlace::Pool(pool)).collect()
}

/// Eliminated WN units for re-occupation.
#[must_use]
pub fn in_pile(g: &Day) -> SmallVec<[GermanId; MOST_GERMANS]> {
    let all = (0..g.data().germans.len() as u8).map(GermanId);
    all.filter(|it| g[*it].place == GermanPlace::Pile).collect()
}

/// Depth markers in a pool, ascending.
#[must_use]
pub fn depths_in(g: &Day, pool: DepthPool) -> SmallVec<[DepthId; MOST_DEPTHS]> {
    let all = (0..g.data().depths.len() as u8).map(DepthId);
    all.filter(|it| g[*it].place == DepthPlace::Pool(pool)).collect()
}

/// A unit drawn blind from a pool; it is still in the pool.
pub fn draw<C: Cx<Day>>(cx: &mut C, g: &Day, pool: Pool) -> Result<Option<GermanId>, C::Halt> {
    let units = in_pool(g, pool);
    pick(cx, g, Topic::Pool(pool), &units)
}

/// A marker drawn blind from a pool; it is still in the pool.
pub fn draw_depth<C: Cx<Day>>(
    cx: &mut C,
    g: &Day,
    pool: DepthPool,
) -> Result<Option<DepthId>, C::Halt> {
    let markers = depths_in(g, pool);
    pick(cx, g, Topic::DepthPool(pool), &markers)
}

/// One of some things at random, or none of none.
pub fn pick<C: Cx<Day>, T: Copy + Eq>(
    cx: &mut C,
    g: &Day,
    topic: Topic,
    things: &[T],
) -> Result<Option<T>, C::Halt> {
    if things.is_empty() {
        return Ok(None);
    }
    let rule = match topic {
        Topic::Pool(_) => POOL,
        Topic::DepthPool(_) => DEPTH_POOL,
        _ => BLIND,
    };
    cx.draw(g, ask(rule, topic), things).map(Some)
}

/// Put a unit on a site, face down, without depth. It was drawn blind: of those that lay with it nobody can say any
/// more which is which.
pub fn place(g: &mut Day, unit: GermanId, site: SiteId) {
    debug_assert!(g.holders[site.index()].is_none());
    if g[unit].place == GermanPlace::Pile {
        for other in in_pile(g) {
            g[other].known = false;
        }
    }
    g[unit] = German { place: GermanPlace::At(site), ..German::default() };
    g.holders.set(site, Some(unit));
}

/// Move a unit with its depth marker to another site.
pub fn shift(g: &mut Day, unit: GermanId, site: SiteId) {
    leave(g, unit);
    g[unit].place = GermanPlace::At(site);
    g.holders.set(site, Some(unit));
}

/// Take a unit off the map to another place, its depth marker with it out of play (omaha.res.defeated-leaves-depth).
pub fn remove(g: &mut Day, unit: GermanId, to: GermanPlace) {
    remove_depth(g, unit);
    leave(g, unit);
    let known = g[unit].known;
    g[unit] = German { place: to, known, ..German::default() };
}

fn leave(g: &mut Day, unit: GermanId) {
    if let GermanPlace::At(site) = g[unit].place {
        g.holders.set(site, None);
    }
}

/// Put a depth marker under a unit, unrevealed.
pub fn give_depth(g: &mut Day, unit: GermanId, depth: DepthId) {
    debug_assert!(g[unit].depth.is_none());
    g[unit].depth = Some(depth);
    g[depth].place = DepthPlace::Under(unit);
    g[depth].revealed = false;
}

/// The depth marker of a unit leaves play for good (omaha.depth.eliminated). The player sees its face.
pub fn remove_depth(g: &mut Day, unit: GermanId) {
    if let Some(depth) = g[unit].depth.take() {
        g[depth] = Depth { place: DepthPlace::Gone, revealed: false, known: true };
    }
}

/// The kind of marker a unit on a site draws (omaha.depth.pool-by-hex).
#[must_use]
pub fn depth_pool(g: &Day, unit: GermanId) -> DepthPool {
    let data = g.data();
    match data.germans[unit.index()].kind {
        GermanKind::Wn(_) => DepthPool::Wn,
        GermanKind::Armour(_) => DepthPool::Armour,
        _ => {
            let hex = g.hex_of(unit);
            let built =
                hex.is_some_and(|it| data.ground.terrain(it) == crate::ground::Terrain::Buildings);
            if built { DepthPool::Building } else { DepthPool::Mobile }
        }
    }
}

/// Turn a unit face up. In doubt it is drawn which of those it could be it is; the counter that is there is returned.
pub fn reveal<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: GermanId) -> Result<GermanId, C::Halt> {
    if g[unit].revealed {
        return Ok(unit);
    }
    let mut unit = unit;
    if g.doubt && !g[unit].known {
        let could: SmallVec<[GermanId; MOST_GERMANS]> = could_be(g, unit).collect();
        if let [_, _, ..] = could.as_slice() {
            let topic = Topic::Reveal(unit);
            let dice = Dice::OneOf(could.len() as u16);
            let is = cx.roll(g, ask(REVEAL, topic), dice, |it| could[it.index()])?;
            swap(g, unit, is);
            unit = is;
        }
    }
    g[unit].revealed = true;
    g[unit].known = true;
    Ok(unit)
}

/// Turn the depth marker of a unit face up.
pub fn reveal_depth<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: GermanId,
) -> Result<Option<DepthId>, C::Halt> {
    let Some(mut depth) = g[unit].depth else { return Ok(None) };
    if g[depth].revealed {
        return Ok(Some(depth));
    }
    if g.doubt && !g[depth].known {
        let could: SmallVec<[DepthId; MOST_DEPTHS]> = depth_could_be(g, depth).collect();
        if let [_, _, ..] = could.as_slice() {
            let dice = Dice::OneOf(could.len() as u16);
            let is = cx.roll(g, ask(REVEAL, Topic::Reveal(unit)), dice, |it| could[it.index()])?;
            swap_depths(g, depth, is);
            depth = is;
        }
    }
    g[depth].revealed = true;
    g[depth].known = true;
    Ok(Some(depth))
}

/// Counters that a face-down unit could be, as far as the player knows: those of its group whose faces were never
/// seen.
pub fn could_be(g: &Day, unit: GermanId) -> impl Iterator<Item = GermanId> + '_ {
    let its = group(g, unit);
    let all = (0..g.data().germans.len() as u8).map(GermanId);
    all.filter(move |it| {
        let boxed = g[*it].place == GermanPlace::Pool(Pool::Meyer);
        group(g, *it) == its && !g[*it].known && !boxed
    })
}

/// The last number of a group.
pub const GROUPS: u8 = 6;

/// Counters of a group look alike from behind. Who is tactical and who divisional cannot be told apart where a set-up
/// mixed them.
#[must_use]
pub fn group(g: &Day, unit: GermanId) -> u8 {
    group_in(g.data(), unit)
}

pub(crate) fn group_in(data: &Data, unit: GermanId) -> u8 {
    let mixed = matches!(data.plan.setup, SetUp::Beyond(_));
    match data.germans[unit.index()].kind {
        GermanKind::Wn(gun) => gun as u8,
        GermanKind::Tactical => 4,
        GermanKind::Division | GermanKind::Meyer if mixed => 4,
        GermanKind::Division | GermanKind::Meyer => 5,
        GermanKind::Armour(_) => GROUPS,
    }
}

/// Markers that a face-down depth marker could be: those of its kind whose faces were never seen. Its back shows the
/// kind.
pub fn depth_could_be(g: &Day, depth: DepthId) -> impl Iterator<Item = DepthId> + '_ {
    let pool = g.data().depths[depth.index()].pool;
    let all = (0..g.data().depths.len() as u8).map(DepthId);
    all.filter(move |it| {
        let boxed = g[*it].place == DepthPlace::Meyer;
        g.data().depths[it.index()].pool == pool && !g[*it].known && !boxed
    })
}

/// Two counters change places with all that is on them: the other face lies where the one lay.
pub fn swap(g: &mut Day, a: GermanId, b: GermanId) {
    if a == b {
        return;
    }
    g.germans.swap(a.index(), b.index());
    for unit in [a, b] {
        if let GermanPlace::At(site) = g[unit].place {
            g.holders.set(site, Some(unit));
        }
        if let Some(depth) = g[unit].depth {
            g[depth].place = DepthPlace::Under(unit);
        }
    }
}

pub fn swap_depths(g: &mut Day, a: DepthId, b: DepthId) {
    if a == b {
        return;
    }
    g.depths.swap(a.index(), b.index());
    for depth in [a, b] {
        if let DepthPlace::Under(unit) = g[depth].place {
            g[unit].depth = Some(depth);
        }
    }
}
