//! Declarations to start from: for every group its targets, best first, put together in a few ways.

use smallvec::SmallVec;

use super::judge::may_join;
use super::{Aim, Firer, aims, aims_at_elements, dice_of, muzzles};
use crate::data::{ElementId, FigureId, Side};
use crate::state::{Shot, Skirmish};
use crate::tables::{Class, FiresIn};
use crate::weapons::{self, Group};
use crate::{dice, direct_he, indirect_fire};

/// So many ways to share out targets are offered beside holding all fire.
const WAYS: usize = 6;

/// Whole declarations: each group at its best target, then with other targets in turn, at last nobody.
#[must_use]
pub fn ready(g: &Skirmish, side: Side, when: FiresIn) -> Vec<Vec<Shot>> {
    let groups = options(g, side, when);
    let ways = groups.iter().map(Vec::len).max().unwrap_or(0).min(WAYS);
    let mut plans: Vec<Vec<Shot>> = Vec::new();
    for way in 0..ways {
        let mut plan: Vec<Shot> = Vec::new();
        for options in &groups {
            // The first from here on that goes together with the rest.
            let turned = options.iter().cycle().skip(way % options.len()).take(options.len());
            let fits = |it: &&Shot| may_join(g, &plan, **it).is_ok();
            if let Some(shot) = turned.copied().find(|it| fits(&it)) {
                plan.push(shot);
            }
        }
        if !plans.contains(&plan) {
            plans.push(plan);
        }
    }
    if !plans.iter().any(Vec::is_empty) {
        plans.push(Vec::new());
    }
    plans
}

/// Everything each group of a side could fire at, best first; only groups that have a target.
#[must_use]
pub fn options(g: &Skirmish, side: Side, when: FiresIn) -> Vec<Vec<Shot>> {
    let mut all = Vec::new();
    for id in g.of_side(side) {
        if super::judge::may_element_fire(g, side, when, id).is_err() {
            continue;
        }
        for group in weapons::groups(g, id) {
            let class = group.weapon.map_or(Class::SmallArms, |it| g.tables().weapon(it).class);
            let shot = |aim| Shot { firer: Firer::Element(id), group: group.index, aim };
            let list: Vec<Shot> = match class {
                _ if aims_at_elements(class) => {
                    at_elements(g, id, &group).into_iter().map(shot).collect()
                }
                Class::DirectHe => at_figures(g, id, &group).into_iter().map(shot).collect(),
                _ => indirect_fire::options(g, side, when, Firer::Element(id), group.index),
            };
            if !list.is_empty() {
                all.push(list);
            }
        }
    }
    for id in g.battery_ids().filter(|it| g.firer_side(Firer::Battery(*it)) == side) {
        let list = indirect_fire::options(g, side, when, Firer::Battery(id), 0);
        if !list.is_empty() {
            all.push(list);
        }
    }
    all
}

/// Elements this group can fire at, by what its dice are worth.
fn at_elements(g: &Skirmish, id: ElementId, group: &Group) -> SmallVec<[Aim; 8]> {
    let mut list: SmallVec<[(i32, ElementId); 8]> = SmallVec::new();
    for target in targets(g, id) {
        let worth: i32 = worth(g, id, group, target);
        if 0 < worth {
            list.push((worth, target));
        }
    }
    list.sort_by_key(|(worth, target)| (-worth, *target));
    list.into_iter().map(|(_, element)| Aim::Element { element, pick: None }).collect()
}

/// Whom an element may choose: for one with a marker only the mover (skirmish.opp.commits).
fn targets(g: &Skirmish, id: ElementId) -> SmallVec<[ElementId; 16]> {
    let bound = g[id].marker.as_ref().map(|it| it.mover);
    let enemies = g.revealed(g.side(id).other());
    enemies.filter(|it| bound.is_none_or(|bound| bound == *it)).collect()
}

/// Expected kills of a group against an element, in chances of 36 by 36; at least 1 if anybody can fire.
#[must_use]
pub(super) fn worth(g: &Skirmish, id: ElementId, group: &Group, target: ElementId) -> i32 {
    let roll = &g.tables().roll;
    let of = |(weapon, from)| {
        let aims = aims(g, id, group, weapon, from, target, None);
        aims.first().map_or(0, |it| {
            let dice = i32::from(dice_of(g.tables().weapon(weapon), it.squared));
            1 + dice * dice::chance(roll, it.hit) * dice::chance(roll, it.kill)
        })
    };
    muzzles(g, group).into_iter().map(of).sum()
}

/// Centres for direct HE, those with most figures under the blast first.
fn at_figures(g: &Skirmish, id: ElementId, group: &Group) -> SmallVec<[Aim; 8]> {
    let mut list: SmallVec<[(usize, FigureId); 8]> = SmallVec::new();
    for target in targets(g, id) {
        for figure in g.alive(target) {
            if direct_he::line_to(g, id, group, figure).is_some()
                && direct_he::is_safe(g, id, group, figure).is_ok()
            {
                list.push((direct_he::under(g, id, group, figure).len(), figure));
            }
        }
    }
    list.sort_by_key(|(n, figure)| (std::cmp::Reverse(*n), *figure));
    list.into_iter().map(|(_, figure)| Aim::Figure(figure)).collect()
}
