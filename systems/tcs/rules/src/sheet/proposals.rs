//! Ready drawings (tcs.draw.proposals): for beginners, computer players and random play. Made from open facts and the side's
//! own sheets alone, in a fixed order, each accepted by the judge.
//!
//! tcs.draw.proposal-order: each group (tcs.draw.proposal-groups) gets its nearest aims first, group after group, so that a short list still has
//! something for everybody.

use board::HexId;
use hex::{Hex, trace};
use kernel::{Bounds as _, rules};
use smallvec::SmallVec;

use super::judge;
use super::line::border;
use super::order::{Life, Order};
use super::prep;
use super::value::{Advance, At, Departure, Drawing, Failure, Location, Mission, Objective, Sheet};
use super::{Situation, enemies};
use crate::ground::{Hexes, MoveClass};
use crate::id::{BattalionId, CompanyId, Side, UnitId};

rules! {
    PROPOSALS = "tcs.draw.proposals", "Ready drawings";
    GROUPS = "tcs.draw.proposal-groups", "For each company and each battalion";
    OBJECTIVES = "tcs.draw.proposal-objectives", "What they aim at";
    LINES = "tcs.draw.proposal-lines", "How they are drawn";
}

/// At most as many sheets of this type as the tables allow. `orders` are the sheets of the side.
#[must_use]
pub fn ready<S: Situation>(s: &S, side: Side, orders: &[Order], mission: Mission) -> Vec<Sheet> {
    let most = usize::from(s.tables().limits.proposals_max);
    some(s, side, orders, mission, most, 0)
}

/// The first few of them, beginning with another group each time `turn` grows: for play at random, which takes one of many and
/// has no time to draw them all.
#[must_use]
pub fn some<S: Situation>(
    s: &S,
    side: Side,
    orders: &[Order],
    mission: Mission,
    most: usize,
    turn: usize,
) -> Vec<Sheet> {
    let mut groups = groups(s, side, orders);
    let first = if groups.is_empty() { 0 } else { turn % groups.len() };
    groups.rotate_left(first);
    let targets = targets(s, side, mission);
    let groups: Vec<(Group, Vec<HexId>)> = groups
        .into_iter()
        .map(|it| {
            let aims = aims(s, &it, mission, &targets);
            (it, aims)
        })
        .collect();
    let rounds = groups.iter().map(|it| it.1.len()).fold(0, |most, it| most.at_least(it));
    let mut sheets: Vec<Sheet> = Vec::new();
    if most == 0 {
        return sheets;
    }
    for round in 0..rounds {
        for (group, aims) in &groups {
            let Some(centre) = aims.get(round) else { continue };
            let aim = Aim::new(s, group, mission, *centre);
            let Some(sheet) = draw(s, side, orders, group, mission, &aim) else { continue };
            if judge::objections(s, side, orders, &sheet).is_empty() {
                sheets.push(sheet);
            }
            if sheets.len() == most {
                return sheets;
            }
        }
    }
    sheets
}

/// Units that could go onto one sheet.
struct Group {
    units: Vec<(UnitId, HexId)>,
    name: String,
    size: u8,
}

/// tcs.draw.proposal-groups: companies, vehicle companies among them, then whole battalions of more than one company. Units
/// must be on the map and on no other sheet in preparation.
fn groups<S: Situation>(s: &S, side: Side, orders: &[Order]) -> Vec<Group> {
    let busy = |id: UnitId| orders.iter().any(|it| it.life == Life::Preparing && it.has(id));
    let free: Vec<(UnitId, HexId)> = s
        .units()
        .filter(|it| s.unit(*it).side == side && !busy(*it))
        .filter_map(|it| s.unit(it).place().map(|hex| (it, hex)))
        .collect();
    let mut companies: Vec<CompanyId> = free.iter().map(|it| s.unit(it.0).company).collect();
    companies.sort_unstable();
    companies.dedup();
    let mut battalions: Vec<BattalionId> = free.iter().map(|it| s.unit(it.0).battalion).collect();
    battalions.sort_unstable();
    battalions.dedup();
    let group = |name: String, of: &dyn Fn(UnitId) -> bool| {
        let units: Vec<_> = free.iter().copied().filter(|it| of(it.0)).collect();
        let size = prep::size(s.tables(), units.iter().map(|it| s.unit(it.0).company));
        Group { units, name, size }
    };
    let mut groups = Vec::new();
    for company in companies {
        let name = s.company_key(company).to_owned();
        groups.push(group(name, &|it| s.unit(it).company == company));
    }
    for battalion in battalions {
        let whole = group(String::new(), &|it| s.unit(it).battalion == battalion);
        let mut names: Vec<&str> =
            whole.units.iter().map(|it| s.company_key(s.unit(it.0).company)).collect();
        names.dedup();
        if 1 < names.len() {
            groups.push(Group { name: names.join("+"), ..whole });
        }
    }
    groups
}

/// What a drawing aims at.
struct Aim {
    centre: HexId,
    objective: Vec<HexId>,
}

impl Aim {
    /// tcs.draw.proposal-objectives: the place, or of a defence the group's own hexes, widened.
    fn new<S: Situation>(s: &S, group: &Group, mission: Mission, centre: HexId) -> Aim {
        let limits = &s.tables().limits;
        let limit = usize::from(limits.objective_hexes_per_size) * usize::from(group.size);
        let objective = match mission {
            Mission::Attack | Mission::Move => widen(s, &[centre], limit),
            Mission::HastyDefence | Mission::PreparedDefence | Mission::Reserve => {
                let mut own: Vec<HexId> = group.units.iter().map(|it| it.1).collect();
                own.sort_unstable();
                own.dedup();
                widen(s, &own, limit)
            }
        };
        Aim { centre, objective }
    }
}

/// What there is to go for: scoring hexes, and spotted enemies for an Attack; nothing for a defence.
fn targets<S: Situation>(s: &S, side: Side, mission: Mission) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = match mission {
        Mission::Attack => {
            let scoring = s.scoring().filter(|it| it.1 != Some(side)).map(|it| it.0);
            let spotted = enemies(s, side).filter(|it| s.spotted(side, it.0)).map(|it| it.1);
            scoring.chain(spotted).collect()
        }
        Mission::Move => s.scoring().map(|it| it.0).collect(),
        Mission::HastyDefence | Mission::PreparedDefence | Mission::Reserve => Vec::new(),
    };
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// The centres of a group's aims, the nearest first.
fn aims<S: Situation>(s: &S, group: &Group, mission: Mission, targets: &[HexId]) -> Vec<HexId> {
    let Some(from) = assembly(s, group) else { return Vec::new() };
    if !matches!(mission, Mission::Attack | Mission::Move) {
        return vec![from];
    }
    let mut centres = targets.to_vec();
    centres.sort_by_key(|it| s.ground().map().distance(from, *it));
    centres
}

/// Neighbours in direction order, hex after hex, up to the limit. More hexes than the limit stay as they are, and the judge
/// says so.
fn widen<S: Situation>(s: &S, hexes: &[HexId], limit: usize) -> Vec<HexId> {
    let mut all = hexes.to_vec();
    let mut i = 0;
    while i < all.len() && all.len() < limit {
        for (_, next) in s.ground().map().neighbours(all[i]) {
            if all.len() < limit && !all.contains(&next) {
                all.push(next);
            }
        }
        i += 1;
    }
    all
}

/// tcs.draw.proposal-lines: the unit hex nearest to all others.
fn assembly<S: Situation>(s: &S, group: &Group) -> Option<HexId> {
    let map = s.ground().map();
    let total = |hex: HexId| group.units.iter().map(|it| map.distance(hex, it.1)).sum::<u32>();
    let mut hexes: Vec<HexId> = group.units.iter().map(|it| it.1).collect();
    hexes.sort_unstable();
    hexes.into_iter().min_by_key(|it| total(*it))
}

fn draw<S: Situation>(
    s: &S,
    side: Side,
    orders: &[Order],
    group: &Group,
    mission: Mission,
    aim: &Aim,
) -> Option<Sheet> {
    let map = s.ground().map();
    let label = map.label(aim.centre);
    let place = map.name(aim.centre).map_or_else(|| label.to_string(), str::to_owned);
    let stem = match mission {
        Mission::Attack => format!("{}: attack {place}", group.name),
        Mission::Move => format!("{}: move to {place}", group.name),
        Mission::HastyDefence => format!("{}: hold at {place}", group.name),
        Mission::PreparedDefence => format!("{}: dig in at {place}", group.name),
        Mission::Reserve => format!("{}: reserve at {place}", group.name),
    };
    let force = group.units.first().map(|it| s.unit(it.0).force)?;
    let mut sheet = Sheet {
        name: unused(orders, stem),
        force: s.force_key(force).to_owned(),
        units: group.units.iter().map(|it| s.unit_key(it.0).to_owned()).collect(),
        note: String::new(),
        drawing: drawing(s, side, group, mission, aim, &place)?,
        alternate: None,
        branches: Vec::new(),
    };
    if mission == Mission::Reserve {
        sheet.branches = branches(s, side, group, &sheet);
    }
    Some(sheet)
}

fn drawing<S: Situation>(
    s: &S,
    side: Side,
    group: &Group,
    mission: Mission,
    aim: &Aim,
    place: &str,
) -> Option<Drawing> {
    let at = |it: HexId| At(s.ground().map().hex(it));
    let assembly = assembly(s, group)?;
    let objective = aim.objective.iter().map(|it| at(*it)).collect();
    let mut drawing = Drawing {
        objective: Some(Objective { name: place.to_owned(), hexes: objective }),
        ..Drawing::blank(mission)
    };
    let front = match mission {
        Mission::Attack | Mission::Move => Some(aim.centre),
        // tcs.draw.proposal-rally: a defence falls back from the nearest enemy.
        Mission::HastyDefence | Mission::PreparedDefence | Mission::Reserve => {
            nearest_enemy(s, side, assembly)
        }
    };
    drawing.failure = Some(Failure {
        rally: at(rally(s, assembly, front)),
        loss_percent: None,
        time_limit: None,
        route: Vec::new(),
    });
    match mission {
        Mission::Attack => {
            drawing.assembly = Some(at(assembly));
            drawing.departure =
                Some(Departure { line: departure(s, group, aim)?, start_time: None });
            drawing.advances = vec![axis(s, group, assembly, aim, place)?];
        }
        Mission::Move => drawing.advances = vec![axis(s, group, assembly, aim, place)?],
        Mission::PreparedDefence => {
            let held = group.units.iter().filter(|it| s.unit(it.0).combat);
            let location = |it: &(UnitId, HexId)| Location {
                unit: s.unit_key(it.0).to_owned(),
                hex: at(it.1),
            };
            drawing.locations = held.map(location).collect();
        }
        Mission::HastyDefence | Mission::Reserve => {}
    }
    Some(drawing)
}

/// A Reserve is ready for the nearest aims of an Attack that can be drawn, and holds where it is if there is none.
fn branches<S: Situation>(s: &S, side: Side, group: &Group, reserve: &Sheet) -> Vec<Drawing> {
    let most = usize::from(s.tables().limits.reserve_max_branches);
    let of = |mission: Mission| {
        let map = s.ground().map();
        let centres = aims(s, group, mission, &targets(s, side, mission));
        let drawn = centres.into_iter().filter_map(|centre| {
            let label = map.label(centre).to_string();
            let place = map.name(centre).map_or(label, str::to_owned);
            let aim = Aim::new(s, group, mission, centre);
            drawing(s, side, group, mission, &aim, &place)
        });
        // By itself each would be a sheet of these units.
        let accepted = drawn.filter(|it| {
            let alone = Sheet { drawing: it.clone(), branches: Vec::new(), ..reserve.clone() };
            judge::objections(s, side, &[], &alone).is_empty()
        });
        accepted.take(most).collect::<Vec<Drawing>>()
    };
    let attacks = of(Mission::Attack);
    if attacks.is_empty() { of(Mission::HastyDefence) } else { attacks }
}

/// The border of all hexes at most k from the objective, k as large as leaves every unit outside and the border one line.
fn departure<S: Situation>(s: &S, group: &Group, aim: &Aim) -> Option<Vec<super::value::SideAt>> {
    let map = s.ground().map();
    let away =
        |hex: HexId| aim.objective.iter().map(|it| map.distance(hex, *it)).reduce(u32::at_most);
    let away: Vec<u32> = map.hexes().map(away).collect::<Option<_>>()?;
    let nearest = group.units.iter().map(|it| away[it.1.index()]).reduce(u32::at_most)?;
    (0..nearest).rev().find_map(|k| {
        let inside: Hexes = map.hexes().filter(|it| away[it.index()] <= k).collect();
        border(map, &inside)
    })
}

/// The cheapest path of the slowest class, as wide as the size.
fn axis<S: Situation>(
    s: &S,
    group: &Group,
    assembly: HexId,
    aim: &Aim,
    place: &str,
) -> Option<Advance> {
    let ground = s.ground();
    let classes: SmallVec<[MoveClass; 3]> = MoveClass::ALL
        .into_iter()
        .filter(|class| group.units.iter().any(|it| s.unit(it.0).class == *class))
        .collect();
    let mut slowest: Option<(u16, MoveClass)> = None;
    for class in classes {
        // tcs.draw.proposal-class: where a class does not get there at all there is no path.
        let cost = ground.ways(class, assembly).cost(aim.centre)?;
        if slowest.is_none_or(|it| it.0 < cost) {
            slowest = Some((cost, class));
        }
    }
    let path = ground.ways(slowest?.1, assembly).path_to(aim.centre);
    let width = s.tables().limits.axis_half_width_per_size.saturating_mul(group.size);
    Some(Advance {
        name: place.to_owned(),
        path: path.into_iter().map(|it| At(ground.map().hex(it))).collect(),
        half_width: Some(width),
        units: Vec::new(),
    })
}

/// So many steps back along the line from the front through the assembly hex, or the last hex before the edge.
fn rally<S: Situation>(s: &S, assembly: HexId, front: Option<HexId>) -> HexId {
    let map = s.ground().map();
    let Some(front) = front.filter(|it| *it != assembly) else { return assembly };
    let (start, way) = (map.hex(assembly), map.hex(assembly) - map.hex(front));
    let steps = s.tables().limits.proposal_rally_steps;
    // Far enough that the line is longer than the steps, whatever the distance.
    let end: Hex = start + way * i16::from(steps);
    // A leg along a hexside is two steps.
    let back = trace(start, end)
        .map(|it| it.hex())
        .take_while(|it| start.distance(*it) <= u32::from(steps))
        .map_while(|it| map.id(it));
    back.last().unwrap_or(assembly)
}

fn nearest_enemy<S: Situation>(s: &S, side: Side, from: HexId) -> Option<HexId> {
    let map = s.ground().map();
    enemies(s, side).map(|it| it.1).min_by_key(|it| (map.distance(from, *it), *it))
}

/// The name, or the name with a number if another sheet has it.
fn unused(orders: &[Order], stem: String) -> String {
    let taken = |name: &str| orders.iter().any(|it| !it.life.is_over() && it.sheet.name == name);
    if !taken(&stem) {
        return stem;
    }
    let numbered = (2..).map(|n: u32| format!("{stem} ({n})")).find(|it| !taken(it));
    numbered.unwrap_or(stem)
}
