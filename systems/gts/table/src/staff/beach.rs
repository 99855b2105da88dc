//! The numbers of a Beach: what it is worth to bring them down, and which first.

use board::HexId;
use gts::Battle;
use gts::data::{Arm, AtSea, BeachId, UnitId};
use gts::question::Opt;
use gts::state::Place;
use gts::tables::{BeachNumber, BeachRow};
use kernel::Bounds;

use crate::staff::best;

/// The way off the sand; more when the next point opens a gap, less when some are open.
const GAP: i32 = 58;
const GAP_OPENS: i32 = 16;
const ANOTHER_GAP: i32 = 34;
/// Every point of the nests fires at every craft to come, every point of the obstacles lies in its way.
const NEST: i32 = 4;
const OBSTACLE: i32 = 4;
/// The nests also fire at those who act on the sand.
const NEST_NOW: i32 = 12;
/// More craft than this are another day's worry.
const MOST_CRAFT: i32 = 14;
/// Steps a craft carries, or thereabouts.
const LOAD: i32 = 4;

/// The Beach a hex is part of, if it is in play.
pub(crate) fn beach_of(g: &Battle, hex: HexId) -> Option<BeachId> {
    let naval = g.data().naval.as_ref()?;
    let beach = naval.sub_beaches.iter().find(|it| it.hexes.contains(&hex))?.beach;
    g.naval.as_ref()?.beaches.get(usize::from(beach.0)).filter(|it| it.overlay)?;
    Some(beach)
}

/// What firing at the Beach Defenses is worth to a unit where it stands.
pub(crate) fn fire_worth(g: &Battle, id: UnitId) -> i32 {
    let beach = g[id].hex().and_then(|hex| beach_of(g, hex));
    beach.map_or(0, |it| fire_worth_at(g, id, it))
}

/// The same for a craft off the Beach.
pub(crate) fn fire_worth_at(g: &Battle, id: UnitId, beach: BeachId) -> i32 {
    let row = row_of(g, id);
    let most = row.numbers.iter().map(|it| worth_of(g, beach, *it)).max().unwrap_or(0);
    let shift = i32::from(g.data().tables.beach.cohesion[usize::from(g[id].cohesion).at_most(2)])
        + if g[id].steps < 2 && !g.kind(id).is_afloat() {
            i32::from(g.data().tables.beach.fewer_than_two_steps)
        } else {
            0
        };
    let rolls = |up_to: Option<u8>| up_to.map_or(0, |it| (i32::from(it) + 1 - shift).at_least(0));
    most * (rolls(Some(row.weak)) + rolls(row.strong)) / 10
}

fn row_of(g: &Battle, id: UnitId) -> &BeachRow {
    let (kind, table) = (g.kind(id), &g.data().tables.beach);
    match kind.arm {
        _ if kind.armoured79 => &table.armoured79,
        _ if kind.is_engineer() => &table.engineer,
        _ if kind.is_afloat() => &table.craft,
        Arm::Tank | Arm::DdTank => &table.tank,
        _ => &table.other,
    }
}

/// Which number of the Beach Defenses falls.
pub(crate) fn which(g: &Battle, beach: BeachId, options: &[Opt]) -> Opt {
    let worth = |it: Opt| if let Opt::Number(number) = it { worth_of(g, beach, number) } else { 0 };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// What one point less of a number is worth.
pub(crate) fn worth_of(g: &Battle, beach: BeachId, number: BeachNumber) -> i32 {
    let Some(state) = g.naval.as_ref().and_then(|it| it.beaches.get(usize::from(beach.0))) else {
        return 0;
    };
    let craft = (steps_at_sea(g) / LOAD).at_most(MOST_CRAFT);
    match number {
        BeachNumber::Gap if state.gap == 0 || state.open => 0,
        BeachNumber::Gap if state.open_gaps != 0 => ANOTHER_GAP,
        BeachNumber::Gap => {
            let opens = g.data().tables.beach.gap_opens_at.contains(&(state.gap - 1));
            GAP + if opens { GAP_OPENS } else { 0 }
        }
        BeachNumber::Nests if state.nests == 0 => 0,
        BeachNumber::Nests => NEST * craft + NEST_NOW,
        BeachNumber::Obstacles if state.obstacles == 0 => 0,
        BeachNumber::Obstacles => OBSTACLE * craft,
    }
}

/// Steps that have still to land.
fn steps_at_sea(g: &Battle) -> i32 {
    let waits = |place: Place| {
        matches!(place, Place::Sea(AtSea::EnRoute(_) | AtSea::Loading(_) | AtSea::Wave(_)))
    };
    let units = (0..g.units.len()).map(|it| UnitId(it as u8));
    let waiting = units.filter(|id| waits(g[*id].place) && !g.kind(*id).is_afloat());
    waiting.map(|id| i32::from(g[id].steps)).sum()
}
