//! Off-map artillery: for each gun the best mission, its worth the mean over adjustment, scatter and the fire table.

use board::HexId;
use kernel::{Ledger as _, Sum};
use tcs::artillery;
use tcs::barrage;
use tcs::blow::Blow;
use tcs::data::TargetType;
use tcs::fire;
use tcs::id::{Side, UnitId};
use tcs::question::Opt;
use tcs::set::UnitSet;
use tcs::state::{Battle, Guns, Mission, MissionKind, MissionStage};
use tcs::tables::{Shoot, face};

use super::{Advice, Desk, odds};

/// A mission and what it is worth.
#[derive(Clone, Copy, Debug)]
struct Call {
    mission: Mission,
    worth: i32,
}

/// Which guns fire next, if any.
pub(super) fn which(desk: &Desk<'_>, options: &[Opt]) -> Advice {
    let guns = options.iter().filter_map(|it| match it {
        Opt::Guns(guns) => Some(*guns),
        _ => None,
    });
    let calls = guns.filter_map(|it| best(desk, it).map(|call| (it, call)));
    let best =
        calls.filter(|it| 0 < it.1.worth).max_by_key(|it| (it.1.worth, std::cmp::Reverse(it.0)));
    match best {
        Some((guns, it)) => Advice::new(Opt::Guns(guns), it.worth, why(it.mission.kind)),
        None => Advice::new(Opt::Done, 0, "shells are kept for better targets"),
    }
}

/// The rest of it: kind, observer, target of the same best mission.
pub(super) fn of(desk: &Desk<'_>, guns: Guns, options: &[Opt]) -> Advice {
    let Some(Call { mission, worth }) = best(desk, guns) else {
        return Advice::new(options[0], 0, "somebody has to");
    };
    let parts = [
        Opt::Mission { kind: mission.kind, fast: mission.fast },
        mission.observer.map_or(Opt::NoObserver, Opt::Unit),
        Opt::Hex(mission.hex),
    ];
    let opt = parts.into_iter().find(|it| options.contains(it)).unwrap_or(options[0]);
    Advice::new(opt, worth, why(mission.kind))
}

fn why(kind: MissionKind) -> &'static str {
    match kind {
        MissionKind::He | MissionKind::Continuous => "shells where they stand thick or hold fast",
        MissionKind::Smoke => "smoke between them and the attackers",
        MissionKind::Illumination => "what is lit can be fired at",
    }
}

/// The best mission of these guns, less what its ammunition could do in later turns.
fn best(desk: &Desk<'_>, guns: Guns) -> Option<Call> {
    let (w, g) = (desk.w, desk.g);
    let list = artillery::batteries(g, guns);
    let has = |kind: MissionKind| {
        list.iter().all(|i| {
            let kinds = &g.data.batteries[*i].kinds;
            match kind {
                MissionKind::He => kinds.he,
                MissionKind::Continuous => kinds.continuous,
                MissionKind::Smoke => kinds.smoke,
                MissionKind::Illumination => kinds.illumination,
            }
        })
    };
    let small =
        list.iter().all(|i| g.data.batteries[*i].calibre <= g.data.tables.barrage.fast.most_mm);
    let mut calls: Vec<Call> = Vec::new();
    let held = g.occupied[desk.side.other().index()];
    for fast in [false, true] {
        if !has(MissionKind::He) || (fast && !small) {
            continue;
        }
        let Some(price) = price(desk, guns, fast) else { continue };
        for hex in held.iter() {
            if let Some(mission) = observed(desk, guns, MissionKind::He, fast, hex) {
                calls.push(Call { mission, worth: shells(desk, &mission) - price });
            }
        }
    }
    let price = price(desk, guns, false)?;
    if has(MissionKind::Smoke) {
        let radius = mission(desk, guns, MissionKind::Smoke, false, None, HexId(0)).radius(&g.data);
        if let Some((hex, worth)) = desk.smoke_target(&held, radius)
            && let Some(mission) = observed(desk, guns, MissionKind::Smoke, false, hex)
        {
            calls.push(Call { mission, worth: worth * w.guns.smoke / 100 - price });
        }
    }
    if has(MissionKind::Illumination)
        && let Some((hex, worth)) = desk.dark_target(&held)
        && let Some(mission) = observed(desk, guns, MissionKind::Illumination, false, hex)
    {
        calls.push(Call { mission, worth: worth * w.guns.light / 100 - price });
    }
    calls.into_iter().max_by_key(|it| (it.worth, std::cmp::Reverse(it.mission.hex)))
}

/// What the ammunition of a mission could do later; nothing where there is more than turns are left. `None` where there is
/// not enough of it.
fn price(desk: &Desk<'_>, guns: Guns, fast: bool) -> Option<i32> {
    let g = desk.g;
    let cost = i32::from(artillery::cost(g, fast));
    let list = artillery::batteries(g, guns);
    let left = list.iter().map(|i| i32::from(g.ammunition[*i])).min()?;
    let turns = g.data.turns.len() as i32 - i32::from(g.turn);
    let scarce = (turns + 1 - left).max(0) * 100 / (turns + 1);
    (cost <= left).then(|| desk.w.guns.least * cost * list.len() as i32 * scarce / 100)
}

fn mission(
    desk: &Desk<'_>,
    guns: Guns,
    kind: MissionKind,
    fast: bool,
    observer: Option<UnitId>,
    hex: HexId,
) -> Mission {
    let (side, turn, stage) = (desk.side, desk.g.turn, MissionStage::Placed);
    Mission { side, guns, kind, fast, observer, hex, turn, stage }
}

/// The mission at this hex by whoever adjusts it best.
fn observed(
    desk: &Desk<'_>,
    guns: Guns,
    kind: MissionKind,
    fast: bool,
    hex: HexId,
) -> Option<Mission> {
    let g = desk.g;
    let all = artillery::batteries(g, guns);
    let supports = all.iter().fold(u64::MAX, |all, i| all & g.data.batteries[*i].supports);
    let eyes = g.on_map(desk.side).filter(|(id, from)| {
        g.card(*id).observer
            && g[*id].is_normal()
            && g[*id].is_ready()
            && !g.used_observers.contains(*id)
            && supports >> g.card(*id).force.0 & 1 == 1
            && tcs::command::may(g, *id, tcs::command::Deed::Observe).is_ok()
            && (kind == MissionKind::Illumination || tcs::spot::sees(g, *from, hex))
    });
    let calls = eyes.map(|(id, _)| mission(desk, guns, kind, fast, Some(id), hex));
    calls.max_by_key(|it| {
        let mut column = Sum::default();
        artillery::count(g, it, &mut column);
        (column.total(), std::cmp::Reverse(it.observer))
    })
}

/// The mean of an HE mission over its adjustment.
fn shells(desk: &Desk<'_>, mission: &Mission) -> i32 {
    let g = desk.g;
    let mut column = Sum::default();
    artillery::count(g, mission, &mut column);
    let cells = g.data.tables.adjustment_column(column.total()).cells.cells();
    let total: i32 = cells
        .iter()
        .map(|it| {
            let (lo, hi) = (face(it.lo).unwrap_or(0), face(it.hi).unwrap_or(0));
            let chances = (hi - lo) as i32 + 1;
            chances
                * match it.result {
                    Shoot::NoShoot => 0,
                    Shoot::Scatter => scattered(desk, mission),
                    shoot => fallen(desk, mission, mission.hex, shoot),
                }
        })
        .sum();
    total / 36
}

/// Half of all scattered missions fall next door; where the others fall is not looked at.
fn scattered(desk: &Desk<'_>, mission: &Mission) -> i32 {
    let around = desk.g.data.map().neighbours(mission.hex).map(|it| it.1);
    let total: i32 = around.map(|it| fallen(desk, mission, it, Shoot::BadShoot)).sum();
    total / 12
}

/// Shells that have come down here, on both sides alike.
fn fallen(desk: &Desk<'_>, mission: &Mission, hex: HexId, shoot: Shoot) -> i32 {
    let g = desk.g;
    let radius = mission.radius(&g.data);
    let mut worth = 0;
    for at in g.data.map().within(hex, radius + 1) {
        let zone = g.data.distance(hex, at) <= u32::from(radius);
        for side in Side::BOTH.into_iter().filter(|it| g.holds(*it, at)) {
            let hurt = shelled(desk, g, mission, shoot, at, side, zone);
            let share = match side == desk.side {
                true => -desk.w.guns.own,
                false if desk.attacked().contains(at) => desk.w.guns.objective,
                false => 100,
            };
            worth += share * hurt / 100;
        }
    }
    worth
}

fn shelled(
    desk: &Desk<'_>,
    g: &Battle,
    mission: &Mission,
    shoot: Shoot,
    hex: HexId,
    side: Side,
    zone: bool,
) -> i32 {
    let by_area = |it: &UnitId| g.card(*it).target.by_area();
    let affected: UnitSet = g.stack_of(side, hex).filter(by_area).collect();
    let hulls = g.stack_of(side, hex).filter(|it| matches!(g.card(*it).target, TargetType::P(_)));
    let hulls: i32 = hulls.map(|it| i32::from(g[it].steps)).sum();
    // Ten or more on two dice, give or take.
    let mut worth = if zone { hulls * desk.w.blow.step / 8 } else { 0 };
    if !affected.is_empty() {
        let mut column = Sum::default();
        let strength = barrage::strength(g, mission, shoot, zone);
        barrage::shifts(g, hex, affected, strength, &mut column);
        let cover = fire::is_cover(g.data.ground.class(hex));
        let firers = UnitSet::EMPTY;
        let blow = Blow { hex, affected, firers, cover, cross_fire: false, no_low: true };
        worth += odds::strike(desk.w, g, &blow, column.total());
    }
    worth
}
