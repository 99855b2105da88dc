//! Where to land.

use omaha::data::{BoxId, UnitId};
use omaha::question::Opt;
use omaha::tables::Tide;

use super::sheet::Sheet;

/// Where an arrival is put: where the fire is weak and the way inland short; put off where there is nothing to gain yet.
pub(crate) fn berth(sheet: &Sheet, unit: UnitId, options: &[Opt]) -> Opt {
    let g = sheet.g;
    let score = |at: BoxId| {
        let it = &g.data().boxes[at.index()];
        let hex = match tide_of_landing(sheet) {
            Tide::Low => it.low,
            Tide::Mid => it.mid,
            Tide::High => it.high.unwrap_or(it.mid),
        };
        // The row above is where it will be next.
        let next = it.high.unwrap_or(it.mid);
        let crowd = g.in_box(at).count() as i32 * 100;
        let fire = (sheet.danger.at(hex) * 2 + sheet.danger.at(next)) * sheet.weights.risk / 100;
        crowd + fire + sheet.way(unit, next)
    };
    let boxes = options.iter().filter_map(|it| match it {
        Opt::Box(at) => Some(*at),
        _ => None,
    });
    let best = boxes.min_by_key(|it| (score(*it), *it));
    let later = options.iter().find(|it| matches!(it, Opt::Turn(_))).copied();
    match (best, later) {
        // Guns cannot leave the beach before there are bases, and are shot at there.
        (Some(_), Some(later)) if waits(sheet, unit) => later,
        (Some(at), _) => Opt::Box(at),
        (None, _) => options[0],
    }
}

/// It lands on the turn after this.
fn tide_of_landing(sheet: &Sheet) -> Tide {
    sheet.g.data().tables.turn(sheet.g.turn + 1).tide
}

/// Guns stay afloat while there is no lane for them and time enough.
fn waits(sheet: &Sheet, unit: UnitId) -> bool {
    let g = sheet.g;
    let kind = g.kind(unit);
    !kind.is_infantry()
        && !kind.is_leader()
        && !kind.is_armoured()
        && g.turn < 18
        && g.turn + 4 < g.data().plan.last_turn
}
