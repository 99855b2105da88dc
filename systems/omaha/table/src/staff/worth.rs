//! What units and positions are worth.

use board::HexId;
use omaha::Day;
use omaha::data::{Division, GermanId, UnitId, UnitKind};
use omaha::state::GermanPlace;

use super::sheet::Sheet;
use super::weights::Weights;

/// What the next step of a unit is worth: what to spare, what to give up.
pub(crate) fn next_step(g: &Day, weights: &Weights, id: UnitId) -> i32 {
    let it = &g[id];
    let counter = &g.data().units[id.index()];
    let kind = counter.kind;
    let hero = if it.hero.is_hero() { 25 } else { 0 };
    if kind.is_regular() {
        return hero
            + match it.steps {
                0 | 1 => weights.step_spent,
                2 => weights.step_counted + nearness(g, weights, counter.division),
                _ => weights.step,
            };
    }
    if kind.is_infantry() {
        weights.step_ranger + hero
    } else if kind.is_armoured() {
        weights.step_tank
    } else {
        weights.step_other
    }
}

/// How much dearer the next company in the loss box is for those who are in it.
fn nearness(g: &Day, weights: &Weights, division: Division) -> i32 {
    let constants = &g.data().tables.constants;
    let limit = if g.is_extended() {
        constants.catastrophic_extended
    } else {
        constants.catastrophic_basic
    };
    let lost = g.losses[division.index()].len() as i32 * 8 / i32::from(limit).max(1);
    lost * lost * weights.step_box
}

/// How near a division is to catastrophe, for comparing.
pub(crate) fn losses(g: &Day, division: Division) -> i32 {
    nearness(g, &Weights::BEST, division)
}

/// What it is worth that a German unit is gone.
pub(crate) fn kill(sheet: &Sheet, german: GermanId) -> i32 {
    let (g, weights) = (sheet.g, sheet.weights);
    let data = g.data();
    let points = sheet.points_behind(german) * weights.point;
    points
        + match g[german].place {
            GermanPlace::At(site) => {
                let position = data.sites[site.index()].position;
                let it = &data.positions[position.index()];
                if sheet.plan().wants(position) {
                    weights.kill_wanted
                } else if it.is_wn() {
                    weights.kill_wn
                } else {
                    weights.kill_other + if it.vp { 15 } else { 0 }
                }
            }
            _ => weights.kill_other,
        }
}

/// Whatever happens, all it does is free.
pub(crate) fn is_its_own_leader(g: &Day, unit: UnitId) -> bool {
    g.kind(unit) == UnitKind::Ranger || g[unit].hero.is_any()
}

/// Whether a leader stands in a hex or next to it.
pub(crate) fn is_led(g: &Day, hex: HexId) -> bool {
    let map = &g.data().map;
    g.leaders().filter_map(|it| g[it].hex()).any(|it| map.distance(it, hex) <= 1)
}
