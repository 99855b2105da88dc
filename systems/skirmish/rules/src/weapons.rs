//! Section 13, weapons: who crews what, and in which groups an element fires.

use kernel::{Bounds as _, rules};
use smallvec::SmallVec;

use crate::data::{ElementId, FIGURES, FigureId, WeaponId};
use crate::state::Skirmish;
use crate::tables::{Class, Deploy, FiresIn, Order, Weapon};

rules! {
    DEPLOY = "skirmish.weap.deploy", "A weapon that has to be set up";
    SUPPLY = "skirmish.ind.supply", "No rounds left";
}

/// Weapons that fire together at one target (skirmish.fire.groups).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// 0 for the small arms; then the crewed weapons in listed order; then HE and flame that a figure carries.
    pub index: u8,
    /// `None`: each figure with its own small arm.
    pub weapon: Option<WeaponId>,
    /// Who fires, or who crews it: the weapon stands at the first of them (skirmish.weap.crew).
    pub figures: SmallVec<[FigureId; FIGURES]>,
    /// Crewmen missing from the full crew.
    pub missing: u8,
}

/// The groups of an element that can fire under its order.
#[must_use]
pub fn groups(g: &Skirmish, id: ElementId) -> SmallVec<[Group; 4]> {
    g[id].order.map_or_else(SmallVec::new, |order| groups_under(g, id, order))
}

/// The groups that could fire under an order.
#[must_use]
pub fn groups_under(g: &Skirmish, id: ElementId, order: Order) -> SmallVec<[Group; 4]> {
    let mut groups = SmallVec::new();
    let (data, tables) = (g.data(id), g.tables());
    let mut free: SmallVec<[FigureId; FIGURES]> = g.alive(id).collect();
    // skirmish.weap.two-crews: in listed order, the lowest-numbered figures first, nobody twice.
    for (i, weapon) in data.support.iter().enumerate() {
        let row = tables.weapon(*weapon);
        let crew = usize::from(row.crew).at_most(free.len());
        if crew == 0 {
            continue;
        }
        // skirmish.fire.crew-own: where it cannot fire, its crew have their own weapons.
        if may_fire_under(row, order) && has_rounds(g, id, row) {
            let figures: SmallVec<_> = free.drain(..crew).collect();
            let missing = row.crew - crew as u8;
            let index = 1 + i as u8;
            groups.push(Group { index, weapon: Some(*weapon), figures, missing });
        }
    }
    let mut small_arms: SmallVec<[FigureId; FIGURES]> = SmallVec::new();
    for figure in free {
        let weapon = g.scene.figures[usize::from(figure.0)].weapon;
        let row = tables.weapon(weapon);
        if !may_fire_under(row, order) {
            continue;
        }
        if row.class == Class::SmallArms {
            small_arms.push(figure);
        } else if has_rounds(g, id, row) {
            let index = 1 + data.support.len() as u8 + (figure.0 - data.first.0);
            let figures = SmallVec::from_slice(&[figure]);
            groups.push(Group { index, weapon: Some(weapon), figures, missing: 0 });
        }
    }
    if !small_arms.is_empty() {
        groups.insert(0, Group { index: 0, weapon: None, figures: small_arms, missing: 0 });
    }
    groups
}

/// Does this figure crew a weapon of its element (skirmish.weap.crew)?
#[must_use]
pub fn crews(g: &Skirmish, figure: FigureId) -> bool {
    let id = g.element_of(figure);
    let wanted: u8 = g.data(id).support.iter().map(|it| g.tables().weapon(*it).crew).sum();
    g.alive(id).take(usize::from(wanted)).any(|it| it == figure)
}

/// skirmish.weap.deploy: after M a set-up weapon cannot fire, after M or C a fixed one cannot; nobody after A
/// (skirmish.order.double).
#[must_use]
pub const fn may_fire_under(weapon: &Weapon, order: Order) -> bool {
    match order {
        Order::Double => false,
        Order::MoveFire => matches!(weapon.deploy, Deploy::Any),
        Order::Cautious => matches!(weapon.deploy, Deploy::Any | Deploy::Setup),
        Order::Fire => true,
    }
}

/// skirmish.ind.supply: an element without a list has no limit.
#[must_use]
pub fn has_rounds(g: &Skirmish, id: ElementId, weapon: &Weapon) -> bool {
    match weapon.class {
        Class::SmallArms | Class::Flame => true,
        Class::DirectHe => g[id].he_rounds != Some(0),
        Class::Indirect => {
            g[id].he_rounds != Some(0) || (weapon.smoke && g[id].smoke_rounds != Some(0))
        }
    }
}

/// skirmish.order.one and the table of orders: in which fire phase an element fires.
#[must_use]
pub fn fires_in(g: &Skirmish, id: ElementId) -> FiresIn {
    g[id].order.map_or(FiresIn::None, |it| g.tables().order(it).fires_in)
}

/// A gun that cannot move at all (skirmish.weap.deploy).
#[must_use]
pub fn is_immobile(g: &Skirmish, id: ElementId) -> bool {
    g.data(id).gun
}
