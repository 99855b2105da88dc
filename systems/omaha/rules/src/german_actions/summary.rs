//! Sections 19.2 and 19.3: the action summary, which cell a position uses.

use kernel::{Rule, rules};

use super::Orders;
use crate::data::{Badge, Hexes, PositionId, UnitKind};
use crate::fire;
use crate::reinforcement;
use crate::state::Day;
use crate::tables::GermanAct;

rules! {
    NOTHING = "omaha.gact.not-checked", "Not checked";
    WN_F_IN = "omaha.gact.wn-f-in", "F, a strongpoint with US units in its field";
    WN_F_OUT = "omaha.gact.wn-f-out", "F, a strongpoint with nobody in its field";
    WN_F_EMPTY = "omaha.gact.wn-f-empty", "F, an empty strongpoint";
    RE_F_IN = "omaha.gact.re-f-in", "F, a position with US units in its field";
    RE_F_OUT = "omaha.gact.re-f-out", "F, a position with nobody in its field";
    RE_F_EMPTY = "omaha.gact.re-f-empty", "F, an empty position";
    WN_R_IN = "omaha.gact.wn-r-in", "R, a strongpoint with US units in its field";
    WN_R_OUT = "omaha.gact.wn-r-out", "R, a strongpoint with nobody in its field";
    WN_R_EMPTY = "omaha.gact.wn-r-empty", "R, an empty strongpoint";
    RE_R_IN = "omaha.gact.re-r-in", "R, a position with US units in its field";
    RE_R_OUT = "omaha.gact.re-r-out", "R, a position with nobody in its field";
    RE_R_EMPTY_VP = "omaha.gact.re-r-empty-vp", "R, an empty VP position";
    RE_R_EMPTY_OTHER = "omaha.gact.re-r-empty-other", "R, an empty position without VP mark";
    WN_M_IN = "omaha.gact.wn-m-in", "M, a strongpoint with US units in its field";
    WN_M_OUT = "omaha.gact.wn-m-out", "M, a strongpoint with nobody in its field";
    WN_M_EMPTY = "omaha.gact.wn-m-empty", "M, an empty strongpoint";
    RE_M_IN = "omaha.gact.re-m-in", "M, a position with US units in its field";
    RE_M_OUT = "omaha.gact.re-m-out", "M, a position with nobody in its field";
    RE_M_EMPTY = "omaha.gact.re-m-empty", "M, an empty position";
    WN_P_IN = "omaha.gact.wn-p-in", "P, a strongpoint with US units in its field";
    WN_P_OUT = "omaha.gact.wn-p-out", "P, a strongpoint with nobody in its field";
    WN_P_EMPTY = "omaha.gact.wn-p-empty", "P, an empty strongpoint";
    RE_P_IN = "omaha.gact.re-p-in", "P, a position with US units in its field";
    RE_P_OUT = "omaha.gact.re-p-out", "P, a position with nobody in its field";
    RE_P_EMPTY = "omaha.gact.re-p-empty", "P, an empty position";
    WN_A_IN = "omaha.gact.wn-a-in", "A, a strongpoint with US units in its field";
    WN_A_OUT = "omaha.gact.wn-a-out", "A, a strongpoint with nobody in its field";
    WN_A_EMPTY = "omaha.gact.wn-a-empty", "A, an empty strongpoint";
    RE_A_IN = "omaha.gact.re-a-in", "A, a position with US units in its field";
    RE_A_OUT = "omaha.gact.re-a-out", "A, a position with nobody in its field";
    RE_A_EMPTY = "omaha.gact.re-a-empty", "A, an empty position";
    WN_ARMOUR_IN = "omaha.gact.wn-armour-in", "Armour badge, a strongpoint with US units in its field";
    WN_ARMOUR_OUT = "omaha.gact.wn-armour-out", "Armour badge, a strongpoint with nobody in its field";
    WN_ARMOUR_EMPTY = "omaha.gact.wn-armour-empty", "Armour badge, an empty strongpoint";
    RE_ARMOUR_IN = "omaha.gact.re-armour-in", "Armour badge, a position with US units in its field";
    RE_ARMOUR_OUT = "omaha.gact.re-armour-out", "Armour badge, a position with nobody in its field";
    RE_ARMOUR_EMPTY = "omaha.gact.re-armour-empty", "Armour badge, an empty position";
    WN_STAR_IN = "omaha.gact.wn-star-in", "Star, a strongpoint with US units in its field";
    WN_STAR_OUT = "omaha.gact.wn-star-out", "Star, a strongpoint with nobody in its field";
    WN_STAR_EMPTY = "omaha.gact.wn-star-empty", "Star, an empty strongpoint";
    RE_STAR_IN = "omaha.gact.re-star-in", "Star, a position with US units in its field";
    RE_STAR_OUT = "omaha.gact.re-star-out", "Star, a position with nobody in its field";
    RE_STAR_EMPTY = "omaha.gact.re-star-empty", "Star, an empty position";
}

/// Columns of the summary.
#[derive(Clone, Copy)]
enum Column {
    WnUs,
    WnNoUs,
    WnEmpty,
    ReUs,
    ReNoUs,
    ReEmpty,
}

/// By badge, in the order of [`Badge::ALL`], and by column.
const CELLS: [[Rule; 6]; 7] = [
    [WN_F_IN, WN_F_OUT, WN_F_EMPTY, RE_F_IN, RE_F_OUT, RE_F_EMPTY],
    [WN_R_IN, WN_R_OUT, WN_R_EMPTY, RE_R_IN, RE_R_OUT, RE_R_EMPTY_OTHER],
    [WN_M_IN, WN_M_OUT, WN_M_EMPTY, RE_M_IN, RE_M_OUT, RE_M_EMPTY],
    [WN_P_IN, WN_P_OUT, WN_P_EMPTY, RE_P_IN, RE_P_OUT, RE_P_EMPTY],
    [WN_A_IN, WN_A_OUT, WN_A_EMPTY, RE_A_IN, RE_A_OUT, RE_A_EMPTY],
    [WN_ARMOUR_IN, WN_ARMOUR_OUT, WN_ARMOUR_EMPTY, RE_ARMOUR_IN, RE_ARMOUR_OUT, RE_ARMOUR_EMPTY],
    [WN_STAR_IN, WN_STAR_OUT, WN_STAR_EMPTY, RE_STAR_IN, RE_STAR_OUT, RE_STAR_EMPTY],
];

/// What a position does on its card, and the cell that says so. Nothing if it is not checked.
pub(super) fn summary(g: &Day, us: &Us, orders: &Orders) -> Option<(GermanAct, Rule)> {
    let column = column(g, us, orders)?;
    let row = g.data().tables.action(orders.mark.badge);
    let act = match column {
        Column::WnUs => row.wn_us,
        Column::WnNoUs => row.wn_no_us,
        Column::WnEmpty => row.wn_empty,
        Column::ReUs => row.re_us,
        Column::ReNoUs => row.re_no_us,
        Column::ReEmpty => row.re_empty,
    };
    let cell = match act {
        GermanAct::Reinforce if g.data().positions[orders.position.index()].vp => RE_R_EMPTY_VP,
        _ => CELLS[orders.mark.badge as usize][column as usize],
    };
    // omaha.gact.double-occupied, omaha.gact.resupply-double; empty positions need no depth (omaha.gact.double-empty).
    let alone = orders.mark.double
        && g.is_held(orders.position)
        && !fire::depth_of(g, orders.position)
        && act != GermanAct::ReSupplyAndFire;
    (!alone).then_some((act, cell))
}

/// Where the US stand while it is looked up who does something on a card.
pub(super) struct Us {
    /// With a unit.
    troops: Hexes,
    /// With a unit or an HQ (omaha.depth.us-unit-distance).
    occupied: Hexes,
    leaders: Hexes,
}

impl Us {
    pub(super) fn of(g: &Day) -> Us {
        let mut us = Us { troops: Hexes::EMPTY, occupied: Hexes::EMPTY, leaders: Hexes::EMPTY };
        for (unit, hex) in g.on_map() {
            let kind = g.kind(unit);
            let own = if kind.is_leader() { &mut us.leaders } else { &mut us.troops };
            own.insert(hex);
            if kind != UnitKind::General {
                us.occupied.insert(hex);
            }
        }
        us
    }
}

fn column(g: &Day, us: &Us, orders: &Orders) -> Option<Column> {
    let wn = g.data().positions[orders.position.index()].is_wn();
    if g.is_held(orders.position) {
        // omaha.gact.disrupted
        let active = g.is_active(orders.position);
        return active.then(|| match (wn, sees(g, us, orders)) {
            (true, true) => Column::WnUs,
            (true, false) => Column::WnNoUs,
            (false, true) => Column::ReUs,
            (false, false) => Column::ReNoUs,
        });
    }
    // omaha.gact.checked-wn, omaha.gact.checked-reinf, omaha.gact.not-checked
    let checked = is_free(g, us, orders.position) && (wn || is_threatened(g, us, orders.position));
    checked.then_some(if wn { Column::WnEmpty } else { Column::ReEmpty })
}

/// US units in the field of fire; with the star a leader in an intense or steady hex will do
/// (omaha.gact.leader-in-field).
pub(super) fn in_field(g: &Day, orders: &Orders) -> bool {
    sees(g, &Us::of(g), orders)
}

fn sees(g: &Day, us: &Us, orders: &Orders) -> bool {
    let it = &g.data().positions[orders.position.index()];
    let [intense, steady, _] = &it.field;
    let led = || intense.intersects(&us.leaders) || steady.intersects(&us.leaders);
    us.troops.intersects(&it.any) || (orders.mark.badge == Badge::Star && led())
}

/// Empty and in German communication, not held by the US (omaha.gact.empty-us-occupied) and not by armour
/// (omaha.arm.printed-position).
pub(super) fn is_free(g: &Day, us: &Us, position: PositionId) -> bool {
    let mut sites = g.data().positions[position.index()].sites.iter();
    g.today.in_communication.contains(position)
        && sites.all(|it| reinforcement::is_open(g, &us.occupied, *it))
}

/// A US unit or HQ stands within two hexes (omaha.gact.checked-reinf, omaha.depth.us-unit-distance).
fn is_threatened(g: &Day, us: &Us, position: PositionId) -> bool {
    let range = g.data().tables.constants.empty_reinforcement_check_range;
    let sites = &g.data().positions[position.index()].sites;
    sites.iter().any(|it| {
        let mut near = g.data().map.within(g.lookup().sites[it.index()].0, range);
        near.any(|it| us.occupied.contains(it))
    })
}
