//! Section 12.1: who may attack.

use std::borrow::Cow;

use board::HexId;
use kernel::{Rule, rules, shown};
use smallvec::SmallVec;

use super::terrain::crossing;
use crate::actions::{allowance, command};
use crate::data::{GermanId, Hexes, Reach, UnitId, UnitKind};
use crate::question::Opt;
use crate::state::{Day, Sites, Units};
use crate::{armour, control, weapons};

rules! {
    NEED_INFANTRY = "omaha.att.need-infantry", "An attack needs infantry next to the target";
    ONCE = "omaha.att.once", "A hex is attacked once in a phase";
    NO_MIX = "omaha.att.no-mix", "A hex is not both attacked and barraged in a phase";
    NO_TARGET = "omaha.att.target-hex", "There is no German here";
    INFANTRY = "omaha.att.infantry", "Infantry attacks from an adjacent hex";
    HEAVY_BLUFF = "omaha.att.heavy-bluff", "Fires across the bluff only in support of other infantry";
    DIRECT_SUPPORT = "omaha.att.direct-support", "Nobody directs its fire";
    ARTILLERY = "omaha.att.artillery", "No headquarters commands both artillery and infantry";
    EXPOSED = "omaha.att.artillery-exposed", "Unarmoured artillery under German fire does not shoot";
    RANGE = "omaha.att.range", "The target is out of range";
    HIGH_GROUND = "omaha.att.high-ground-limit", "From the low ground the position cannot be seen";
    LEADERS = "omaha.att.leaders", "Leaders do not attack";
}

/// Who takes part in an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Muster {
    pub units: Units,
    /// At most one marker (omaha.att.naval-one).
    pub naval: bool,
}

impl Muster {
    /// Those who attack from an adjacent hex over a hexside that allows it; the others fire (omaha.res.us-disrupted,
    /// omaha.att.adjacent-support-side).
    pub fn adjacent(self, g: &Day, target: HexId) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        let units = self.units.iter().filter_map(|it| Some((it, g[it].hex()?)));
        units.filter(move |it| crossing(g, it.1, target).is_some())
    }
    /// Infantry that takes part, adjacent or not (omaha.ruling.attacking-infantry).
    pub fn infantry(self, g: &Day) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        let units = self.units.iter().filter_map(|it| Some((it, g[it].hex()?)));
        units.filter(|it| g.kind(it.0).is_infantry())
    }
    /// A hero with an adjacent attacker (omaha.att.hero-wild); an inspired unit gives no benefit
    /// (omaha.hero.inspired).
    #[must_use]
    pub fn has_hero(self, g: &Day, target: HexId) -> bool {
        self.adjacent(g, target).any(|it| g[it.0].hero.is_hero())
    }
}

/// Hexes that can be attacked now by somebody who may act.
#[must_use]
pub fn targets(g: &Day) -> Hexes {
    targets_of(g, g.held_sites(), g.troops())
}

/// The same for these units, with the sites that hold Germans at hand.
pub(crate) fn targets_of(
    g: &Day,
    held: Sites,
    units: impl Iterator<Item = (UnitId, HexId)>,
) -> Hexes {
    let mut found = Hexes::EMPTY;
    for (unit, hex) in units {
        if !g.lookup().infantry.contains(unit) {
            continue;
        }
        for target in germans_beside(g, held, hex) {
            if !found.contains(target) && may_open(g, unit, target) {
                found.insert(target);
            }
        }
    }
    found
}

/// Hexes next to this one with a German unit.
fn germans_beside(g: &Day, held: Sites, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
    let sites = g.lookup().beside[hex.index()].intersect(held);
    let armour = g.armour().filter_map(|it| g.hex_of(it));
    let beside = armour.filter(move |it| g.data().map.adjacent(hex, *it));
    sites.iter().map(|it| g.lookup().sites[it.index()].0).chain(beside)
}

/// May this hex be attacked at all?
pub fn is_target(g: &Day, target: HexId) -> Result<GermanId, Rule> {
    let german = g.german_at(target).ok_or(NO_TARGET)?;
    // omaha.att.two-hex: each hex of a strongpoint counts for itself.
    if g.today.attacked.contains(target) {
        return Err(ONCE);
    }
    if g.today.barraged.contains(target) {
        return Err(NO_MIX);
    }
    Ok(german)
}

/// May this unit begin an attack: infantry of the acting division, next to the target (omaha.att.need-infantry,
/// omaha.ruling.open-by-acting)?
fn may_open(g: &Day, unit: UnitId, target: HexId) -> bool {
    g.kind(unit).is_infantry()
        && g[unit].hex().is_some_and(|hex| crossing(g, hex, target).is_some())
        && is_target(g, target).is_ok()
        && allowance::may_act(g, unit).is_ok()
        && allowance::price(g, unit, Opt::Attack(target)).is_ok()
}

/// What is said of the muster next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    Done,
    Unit(UnitId),
    Naval,
}

shown! {
    it => Join, match it {
        Join::Done => Opt::Done,
        Join::Unit(unit) => Opt::Join(unit),
        Join::Naval => Opt::JoinNaval,
    };
}

/// What may be said next: "done" once the attack is legal, then everybody who may still join.
#[must_use]
pub fn options(g: &Day, target: HexId, muster: &Muster) -> SmallVec<[Join; 16]> {
    let mut options = SmallVec::new();
    if muster.units.is_empty() {
        let openers = g.troops().filter(|it| may_open(g, it.0, target));
        options.extend(openers.map(|it| Join::Unit(it.0)));
        return options;
    }
    options.push(Join::Done);
    if is_target(g, target).is_err() {
        return options;
    }
    let joiners = g.troops().filter(|it| may_join(g, it.0, target, muster).is_ok());
    options.extend(joiners.map(|it| Join::Unit(it.0)));
    if may_add_naval(g, target, muster) {
        options.push(Join::Naval);
    }
    options
}

/// May this unit be added to those named so far? The rule says why not.
pub fn may_join(g: &Day, unit: UnitId, target: HexId, muster: &Muster) -> Result<(), Rule> {
    if g.kind(unit).is_leader() {
        return Err(LEADERS);
    }
    let hex = g[unit].hex().ok_or(RANGE)?;
    if muster.units.contains(unit) {
        return Err(allowance::ONE_PER_UNIT);
    }
    allowance::may_join(g, unit)?;
    can_reach(g, unit, hex, target)?;
    match g.kind(unit) {
        UnitKind::Infantry | UnitKind::Ranger => supports_as_infantry(g, hex, target, muster)?,
        kind if kind.is_artillery() => supports_as_artillery(g, unit, hex, target, muster)?,
        _ => supports_directly(g, unit, hex, target, muster)?,
    }
    // omaha.act.attack-cost, omaha.act.joint-across-divisions
    let mut all = muster.units;
    all.insert(unit);
    allowance::attack_cost(g, all).map(|_| ())
}

/// omaha.att.range, omaha.att.infantry, omaha.att.heavy; omaha.att.high-ground-limit for those who fire.
fn can_reach(g: &Day, unit: UnitId, hex: HexId, target: HexId) -> Result<(), Rule> {
    if crossing(g, hex, target).is_some() {
        return Ok(());
    }
    let far = g.data().map.distance(hex, target);
    match reach(g, unit) {
        Reach::None => return Err(INFANTRY),
        Reach::Hexes(range) if u32::from(range) < far => return Err(RANGE),
        _ => (),
    }
    match sees_high_ground(g, hex, target) {
        true => Ok(()),
        false => Err(HIGH_GROUND),
    }
}

pub(crate) fn reach(g: &Day, unit: UnitId) -> Reach {
    g.data().units[unit.index()].line(g[unit].steps).map_or(Reach::None, |it| it.range)
}

/// From the low ground one fires at the high ground only if the position has a dot on the beach
/// (omaha.att.high-ground-limit).
pub(crate) fn sees_high_ground(g: &Day, hex: HexId, target: HexId) -> bool {
    let ground = &g.data().ground;
    !ground.is_low(hex) || !ground.is_high(target) || field_of(g, target).intersects(&ground.beach)
}

/// The field of fire of the German unit in a hex, disrupted or not (omaha.barr.disrupted-target).
pub(crate) fn field_of(g: &Day, target: HexId) -> Cow<'_, Hexes> {
    let data = g.data();
    match (g.german_at(target), data.ground.site(target)) {
        (Some(german), _) if data.germans[german.index()].kind.is_armour() => {
            let classes = armour::field(g, german);
            Cow::Owned(classes.iter().fold(Hexes::EMPTY, |all, it| all.union(it)))
        }
        (Some(_), Some(site)) => {
            let position = data.sites[site.index()].position;
            Cow::Borrowed(&data.positions[position.index()].any)
        }
        _ => Cow::Owned(Hexes::EMPTY),
    }
}

/// Infantry that cannot attack over the hexside, or stands further off, fires if somebody else attacks
/// (omaha.att.heavy-bluff, omaha.att.bluff-up).
fn supports_as_infantry(g: &Day, hex: HexId, target: HexId, muster: &Muster) -> Result<(), Rule> {
    let attacks = crossing(g, hex, target).is_some();
    let another = muster.adjacent(g, target).any(|it| g.kind(it.0).is_infantry());
    if attacks || another { Ok(()) } else { Err(HEAVY_BLUFF) }
}

/// Tanks, anti-tank and anti-aircraft (omaha.att.direct-support, omaha.att.same-hex-support,
/// omaha.att.direct-support-command).
fn supports_directly(
    g: &Day,
    unit: UnitId,
    hex: HexId,
    target: HexId,
    muster: &Muster,
) -> Result<(), Rule> {
    let map = &g.data().map;
    let next_to_target = map.adjacent(hex, target);
    let next_to_infantry = muster.infantry(g).any(|it| map.distance(it.1, hex) <= 1);
    let commanded = command::is_in_command(g, unit);
    let infantry_commanded = || muster.infantry(g).any(|it| command::is_in_command(g, it.0));
    match next_to_target || next_to_infantry || commanded || infantry_commanded() {
        true => Ok(()),
        false => Err(DIRECT_SUPPORT),
    }
}

/// omaha.att.artillery, omaha.att.artillery-exposed
fn supports_as_artillery(
    g: &Day,
    unit: UnitId,
    hex: HexId,
    target: HexId,
    muster: &Muster,
) -> Result<(), Rule> {
    if g.data().map.adjacent(hex, target) {
        return Err(RANGE);
    }
    if !muster.infantry(g).any(|it| command::share_headquarters(g, unit, it.0)) {
        return Err(ARTILLERY);
    }
    if !g.kind(unit).is_armoured() && control::is_under_fire(g, hex) {
        return Err(EXPOSED);
    }
    Ok(())
}

/// omaha.att.naval, omaha.att.naval-one; the limit of the high ground is not for ships (omaha.att.high-ground-naval).
fn may_add_naval(g: &Day, target: HexId, muster: &Muster) -> bool {
    let directs =
        |unit: UnitId| weapons::has_radio(g, unit, target) || command::has_headquarters(g, unit);
    0 < g.naval_markers && !muster.naval && muster.infantry(g).any(|it| directs(it.0))
}
