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
use crate::set::UnitSet;

rules! {
    PROPOSALS = "tcs.draw.proposals", "Ready drawings";
    GROUPS = "tcs.draw.proposal-groups", "For each company and each battalion";
    OBJECTIVES = "tcs.draw.proposal-objectives", "What they aim at";
    LINES = "tcs.draw.proposal-lines", "How they are drawn";
}

/// The ready drawings of a type. `orders` are the sheets of the side.
#[must_use]
pub fn ready<S: Situation>(s: &S, side: Side, orders: &[Order], mission: Mission) -> Vec<Sheet> {
    let sketches = Sketches::new(s, side, orders, mission);
    (0..sketches.count()).filter_map(|it| sketches.draw(it)).collect()
}

/// One of them by a number at random, alone and so in a fraction of the time; nothing where the sketch it hits upon cannot be drawn.
#[must_use]
pub fn one<S: Situation>(
    s: &S,
    side: Side,
    orders: &[Order],
    mission: Mission,
    random: u64,
) -> Option<Sheet> {
    let sketches = Sketches::new(s, side, orders, mission);
    let count = sketches.count() as u64;
    if count == 0 { None } else { sketches.draw((random % count) as usize) }
}

/// What could be drawn of a type, numbered in the order of the list (tcs.draw.proposal-order); each is drawn when it is asked for.
pub struct Sketches<'a, S> {
    s: &'a S,
    side: Side,
    orders: &'a [Order],
    mission: Mission,
    /// Units that could go onto a sheet: on the map and on no other in preparation.
    free: SmallVec<[(UnitId, HexId); 32]>,
    groups: SmallVec<[Who; 16]>,
    targets: SmallVec<[HexId; 16]>,
}

/// tcs.draw.proposal-groups
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Company(CompanyId),
    Battalion(BattalionId),
}

impl<'a, S: Situation> Sketches<'a, S> {
    #[must_use]
    pub fn new(s: &'a S, side: Side, orders: &'a [Order], mission: Mission) -> Sketches<'a, S> {
        let busy: UnitSet = orders
            .iter()
            .filter(|it| it.life == Life::Preparing)
            .flat_map(|it| it.members.iter().map(|it| it.unit))
            .collect();
        let free = s.units().filter(|it| !busy.contains(*it)).filter_map(|id| {
            let unit = s.unit(id);
            unit.place().filter(|_| unit.side == side).map(|hex| (id, hex))
        });
        let free: SmallVec<[(UnitId, HexId); 32]> = free.collect();
        let groups = groups(s, &free);
        let targets = if groups.is_empty() { SmallVec::new() } else { targets(s, side, mission) };
        Sketches { s, side, orders, mission, free, groups, targets }
    }

    /// The first of them, as many as the tables allow: what cannot be drawn leaves a gap in the list.
    #[must_use]
    pub fn count(&self) -> usize {
        let aims = match self.mission {
            Mission::Attack | Mission::Move => self.targets.len(),
            // Where they stand.
            Mission::HastyDefence | Mission::PreparedDefence | Mission::Reserve => 1,
        };
        let most = usize::from(self.s.tables().limits.proposals_max);
        (self.groups.len() * aims).at_most(most)
    }

    /// The sheet, if there is a way to draw it and the judge accepts it.
    #[must_use]
    pub fn draw(&self, number: usize) -> Option<Sheet> {
        let sheet = self.sketch(number)?;
        // What a Reserve is ready for has been judged when it was drawn.
        let right = judge::but_branches(self.s, self.side, self.orders, &sheet).is_empty();
        let whole = || judge::objections(self.s, self.side, self.orders, &sheet).is_empty();
        debug_assert_eq!(right, whole(), "{sheet:?}");
        right.then_some(sheet)
    }

    fn sketch(&self, number: usize) -> Option<Sheet> {
        let group = self.group(self.groups[number % self.groups.len()]);
        let centres = aims(self.s, &group, self.mission, &self.targets);
        let centre = *centres.get(number / self.groups.len())?;
        let aim = Aim::new(self.s, &group, self.mission, centre);
        draw(self.s, self.side, self.orders, &group, self.mission, &aim)
    }

    /// Whom it would be for.
    pub fn units(&self, number: usize) -> impl Iterator<Item = UnitId> + '_ {
        let who = self.groups[number % self.groups.len()];
        self.of(who).map(|it| it.0)
    }

    fn of(&self, who: Who) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        self.free.iter().copied().filter(move |it| match who {
            Who::Company(company) => self.s.unit(it.0).company == company,
            Who::Battalion(battalion) => self.s.unit(it.0).battalion == battalion,
        })
    }

    fn group(&self, who: Who) -> Group {
        let s = self.s;
        let units: Vec<_> = self.of(who).collect();
        let size = prep::size(s.tables(), units.iter().map(|it| s.unit(it.0).company));
        let mut names: SmallVec<[&str; 8]> =
            units.iter().map(|it| s.company_key(s.unit(it.0).company)).collect();
        names.dedup();
        Group { name: names.join("+"), units, size }
    }
}

/// tcs.draw.proposal-groups: companies, vehicle companies among them, then whole battalions of more than one company.
fn groups<S: Situation>(s: &S, free: &[(UnitId, HexId)]) -> SmallVec<[Who; 16]> {
    let mut all: SmallVec<[(BattalionId, CompanyId); 16]> =
        free.iter().map(|it| s.unit(it.0)).map(|it| (it.battalion, it.company)).collect();
    all.sort_unstable();
    all.dedup();
    let several = |it: BattalionId| 1 < all.iter().filter(|of| of.0 == it).count();
    let mut companies: SmallVec<[CompanyId; 16]> = all.iter().map(|it| it.1).collect();
    companies.sort_unstable();
    let mut battalions: SmallVec<[BattalionId; 8]> =
        all.iter().map(|it| it.0).filter(|it| several(*it)).collect();
    battalions.dedup();
    let companies = companies.into_iter().map(Who::Company);
    companies.chain(battalions.into_iter().map(Who::Battalion)).collect()
}

/// Units that could go onto one sheet.
struct Group {
    units: Vec<(UnitId, HexId)>,
    name: String,
    size: u8,
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
fn targets<S: Situation>(s: &S, side: Side, mission: Mission) -> SmallVec<[HexId; 16]> {
    let mut hexes: SmallVec<[HexId; 16]> = match mission {
        Mission::Attack => {
            let scoring = s.scoring().filter(|it| it.1 != Some(side)).map(|it| it.0);
            let spotted = enemies(s, side).filter(|it| s.spotted(side, it.0)).map(|it| it.1);
            scoring.chain(spotted).collect()
        }
        Mission::Move => s.scoring().map(|it| it.0).collect(),
        Mission::HastyDefence | Mission::PreparedDefence | Mission::Reserve => SmallVec::new(),
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
        let accepted = drawn.filter(|it| judge::is_drawing_right(s, side, reserve, it));
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
