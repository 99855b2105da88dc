//! US actions: attack where it pays, barrage, move those who gain most; leaders last.

use board::HexId;
use omaha::Day;
use omaha::actions::allowance;
use omaha::attack::Muster;
use omaha::data::{UnitId, UnitKind};
use omaha::question::Opt;

use super::attack;
use super::moves::Moves;
use super::sheet::Sheet;

/// The next thing the acting division does.
pub(crate) fn next(sheet: &Sheet, options: &[Opt]) -> Opt {
    let g = sheet.g;
    // What only removes a marker is always done.
    let mend = options.iter().find(|it| match it {
        Opt::Recover(_) | Opt::Rest(_) | Opt::CrossCliff(_) => true,
        Opt::Exit(unit) => should_exit(g, *unit),
        _ => false,
    });
    if let Some(mend) = mend {
        return *mend;
    }
    let moves = Moves::new(sheet);
    let (mut best, mut leader) = ((0, Opt::Done), (0, Opt::Done));
    for opt in options {
        let gain = match *opt {
            Opt::Attack(target) => attack::best(sheet, target, Muster::default()).0,
            Opt::Barrage { unit, target } => {
                let free = allowance::always_free(g, unit).is_some();
                attack::barrage(sheet, unit, target) - moves.price(free)
            }
            Opt::NavalBarrage(target) => attack::naval(sheet, target),
            Opt::Move { unit, to } if g.kind(unit).is_leader() => {
                let gain = moves.leader(unit, to);
                if leader.0 < gain {
                    leader = (gain, *opt);
                }
                0
            }
            Opt::Move { unit, to }
            | Opt::ClimbBluff { unit, to }
            | Opt::ClimbCliff { unit, to } => moves.gain_paid(unit, to, *opt),
            _ => 0,
        };
        if best.0 < gain {
            best = (gain, *opt);
        }
    }
    // Whom a leader commands acts first.
    if best.0 == 0 { leader.1 } else { best.1 }
}

/// Who comes along, does it go on, does it complete the move after a loss?
pub(crate) fn go_on(sheet: &Sheet, unit: UnitId, to: HexId, options: &[Opt]) -> Opt {
    let moves = Moves::new(sheet);
    let mut best = (0, None);
    for opt in options {
        let gain = match *opt {
            // Another of the hex makes the same move.
            Opt::Unit(other) => moves.along(unit, other, to),
            Opt::Hex(on) => moves.gain(unit, on) - sheet.weights.least,
            Opt::Continue | Opt::Yes => moves.gain(unit, to),
            _ => 0,
        };
        if best.0 < gain {
            best = (gain, Some(*opt));
        }
    }
    let stop = options.iter().find(|it| matches!(it, Opt::Done | Opt::Stay | Opt::No));
    best.1.or(stop.copied()).unwrap_or(options[0])
}

/// Late in the day whole companies score by leaving.
fn should_exit(g: &Day, unit: UnitId) -> bool {
    let kind = g.kind(unit);
    g.data().plan.last_turn <= g.turn + 4
        && 16 < g.data().plan.last_turn
        && (kind.is_regular() || kind == UnitKind::Tank)
}
