//! What follows from a drawing: areas, zones, permitted sets. From the drawn lines and sets alone (tcs.draw.rederive), so
//! that everybody who is given the same drawing gets the same answer.

use board::HexId;
use smallvec::SmallVec;

use super::area::{part, spread, widened};
use super::line::Cut;
use super::value::{At, Drawing, Echelon, Mission, Release, SideAt};
use super::{Situation, Unit};
use crate::ground::{Ground, Hexes};
use crate::id::{Clock, CompanyId, UnitId};

/// A drawing, worked out. What is not on the map is left out: the judge has named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub mission: Mission,
    pub objective: Hexes,
    /// tcs.draw.area
    pub area: Hexes,
    /// tcs.draw.sector: what a company named on a boundary may use.
    pub own: Vec<(CompanyId, Hexes)>,
    pub boundaries: Vec<Limit>,
    pub assembly: Option<HexId>,
    /// tcs.draw.start-time
    pub start_time: Option<Clock>,
    /// The line of departure, if there is one, then the phase lines.
    pub stages: Vec<Stage>,
    /// tcs.draw.near-limit: the near zone as far as units may use it.
    pub near: Hexes,
    pub advances: Vec<Course>,
    pub support: SmallVec<[UnitId; 4]>,
    /// tcs.draw.location-binding
    pub locations: Vec<(UnitId, HexId)>,
    pub failure: Fallback,
}

/// tcs.draw.boundary-battalion, tcs.draw.boundary-company
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    pub cut: Cut,
    /// Whom it binds; everybody, if nobody is named.
    pub companies: SmallVec<[CompanyId; 2]>,
}

impl Limit {
    #[must_use]
    pub fn binds(&self, company: CompanyId) -> bool {
        self.companies.is_empty() || self.companies.contains(&company)
    }
}

/// A line that is crossed on the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub cut: Cut,
    /// tcs.draw.ld-separates, tcs.draw.pl-separates
    pub near: Hexes,
    /// Of a phase line.
    pub release: Release,
    /// tcs.check.all-up: where a unit of the zone before a phase line is up to it.
    pub up: Hexes,
}

/// How a step meets a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    Outwards,
    Inwards,
    /// Not at all, or round its end.
    No,
}

impl Stage {
    /// tcs.check.outwards
    #[must_use]
    pub fn crossing(&self, from: HexId, to: HexId) -> Crossing {
        if !self.cut.crosses(from, to) {
            return Crossing::No;
        }
        match (self.near.contains(from), self.near.contains(to)) {
            (true, false) => Crossing::Outwards,
            (false, true) => Crossing::Inwards,
            _ => Crossing::No,
        }
    }
}

/// An axis or a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    pub path: Vec<HexId>,
    /// tcs.draw.axis-spine: the hexes of an axis; of a direction those of its path.
    pub hexes: Hexes,
    pub is_axis: bool,
    pub units: Vec<UnitId>,
}

/// tcs.draw.failure-contents
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Fallback {
    pub rally: Option<HexId>,
    pub route: Vec<HexId>,
    pub loss_percent: u8,
    pub time_limit: Option<Clock>,
}

impl Plan {
    #[must_use]
    pub fn new<S: Situation>(s: &S, drawing: &Drawing) -> Plan {
        let ground = s.ground();
        let map = ground.map();
        let id = |it: &At| map.id(it.0);
        let ids = |it: &[At]| it.iter().filter_map(id).collect::<Vec<HexId>>();
        let objective: Hexes =
            drawing.objective.iter().flat_map(|it| &it.hexes).filter_map(id).collect();
        let boundaries: Vec<Limit> = drawing
            .boundaries
            .iter()
            .map(|it| Limit {
                cut: Cut::new(map, &it.line),
                companies: it.companies.iter().filter_map(|key| s.find_company(key)).collect(),
            })
            .collect();
        let area = operations_area(ground, drawing, &objective);
        let own = own_areas(s, drawing, &boundaries, &area);
        let assembly = drawing.assembly.as_ref().and_then(id);
        let stages = stages(s, drawing, &area, assembly);
        let near = near_zone(s, &stages, assembly);
        let beyond = stages.first().map_or(area, |it| area.and_not(&it.near));
        let course = |it: &super::value::Advance| {
            let path = ids(&it.path);
            let spine: Hexes = path.iter().copied().collect();
            let hexes = match it.half_width {
                Some(n) => widened(ground, &spine, n).intersect(&beyond),
                None => spine,
            };
            let units = it.units.iter().filter_map(|key| s.find_unit(key)).collect();
            Course { path, hexes, is_axis: it.half_width.is_some(), units }
        };
        let location = |it: &super::value::Location| Some((s.find_unit(&it.unit)?, id(&it.hex)?));
        let usual = s.tables().limits.failure_loss_percent;
        Plan {
            mission: drawing.mission,
            objective,
            area,
            own,
            boundaries,
            assembly,
            start_time: drawing.departure.as_ref().and_then(|it| it.start_time),
            near,
            advances: drawing.advances.iter().map(course).collect(),
            support: drawing.support.iter().filter_map(|key| s.find_unit(key)).collect(),
            locations: drawing.locations.iter().filter_map(location).collect(),
            failure: drawing.failure.as_ref().map_or_else(Fallback::default, |it| Fallback {
                rally: id(&it.rally),
                route: ids(&it.route),
                loss_percent: it.loss_percent.unwrap_or(usual),
                time_limit: it.time_limit,
            }),
            stages,
        }
    }

    /// Whether the drawing has a line of departure.
    #[must_use]
    pub fn has_departure(&self) -> bool {
        !self.stages.is_empty()
    }

    /// The whole near zone, beyond what units may use of it.
    #[must_use]
    pub fn near_zone(&self) -> Hexes {
        self.stages.first().map_or(Hexes::EMPTY, |it| it.near)
    }

    /// tcs.draw.zones: 0 is the near zone, the last one the rest of the operations area.
    #[must_use]
    pub fn zone(&self, number: usize) -> Hexes {
        let before = number.checked_sub(1).and_then(|it| self.stages.get(it));
        let whole = self.stages.get(number).map_or(self.area, |it| it.near);
        before.map_or(whole, |it| whole.and_not(&it.near))
    }

    /// What a company may use of the operations area.
    #[must_use]
    pub fn area_of(&self, company: CompanyId) -> &Hexes {
        self.own.iter().find(|it| it.0 == company).map_or(&self.area, |it| &it.1)
    }

    /// tcs.draw.advance-binding: by default the first; none on sheets without an advance. Support units follow none, but stay behind the
    /// line of departure, where it binds nobody.
    #[must_use]
    pub fn course_of(&self, unit: UnitId) -> Option<&Course> {
        self.advances.iter().find(|it| it.units.contains(&unit)).or(self.advances.first())
    }

    /// The unit location of a unit; only a Prepared Defence asks for it (tcs.draw.location-other: elsewhere it binds nothing).
    #[must_use]
    pub fn location_of(&self, unit: UnitId) -> Option<HexId> {
        self.locations.iter().find(|it| it.0 == unit).map(|it| it.1)
    }

    /// Where a unit may be.
    #[must_use]
    pub fn permitted(&self, id: UnitId, unit: &Unit) -> Hexes {
        // tcs.check.permitted-support
        if self.support.contains(&id) {
            return self.near;
        }
        match self.mission {
            // tcs.check.permitted-attack, tcs.check.permitted-move: without a line of departure there is no near zone.
            Mission::Attack | Mission::Move => {
                let course = self.course_of(id).map_or(Hexes::EMPTY, |it| it.hexes);
                let all = self.near.union(&course).union(&self.objective);
                all.intersect(self.area_of(unit.company))
            }
            // tcs.check.permitted-hasty, tcs.check.permitted-reserve
            Mission::HastyDefence | Mission::Reserve => self.objective,
            // tcs.check.permitted-prepared
            Mission::PreparedDefence => {
                self.location_of(id).map_or(self.objective, |it| [it].into_iter().collect())
            }
        }
    }
}

/// tcs.draw.area; tcs.draw.no-boundary: without one, the whole map.
fn operations_area(ground: &Ground, drawing: &Drawing, objective: &Hexes) -> Hexes {
    let battalion = drawing.boundaries.iter().filter(|it| it.echelon == Echelon::Battalion);
    let sides: Vec<&SideAt> = battalion.flat_map(|it| &it.line).collect();
    match objective.iter().next() {
        Some(first) if !sides.is_empty() => {
            part(ground, &ground.all(), &Cut::new(ground.map(), sides), first)
        }
        _ => ground.all(),
    }
}

/// tcs.draw.sector
fn own_areas<S: Situation>(
    s: &S,
    drawing: &Drawing,
    boundaries: &[Limit],
    area: &Hexes,
) -> Vec<(CompanyId, Hexes)> {
    let own = |it: &super::value::Sector| {
        let company = s.find_company(&it.company)?;
        let hex = s.ground().map().id(it.hex.0)?;
        let naming = boundaries.iter().filter(|it| it.companies.contains(&company));
        let cut = naming.fold(Cut::default(), |all, it| all.with(s.ground().map(), &it.cut));
        Some((company, part(s.ground(), area, &cut, hex)))
    };
    drawing.sectors.iter().filter_map(own).collect()
}

fn stages<S: Situation>(
    s: &S,
    drawing: &Drawing,
    area: &Hexes,
    assembly: Option<HexId>,
) -> Vec<Stage> {
    let Some(departure) = &drawing.departure else { return Vec::new() };
    let (ground, reach) = (s.ground(), s.tables().limits.all_up_distance);
    let stage = |line: &[SideAt], release: Release| {
        let cut = Cut::new(ground.map(), line);
        let near = assembly.map_or(Hexes::EMPTY, |it| part(ground, area, &cut, it));
        let up = if release == Release::AllUp { up_to(ground, &cut, &near, reach) } else { near };
        Stage { cut, near, release, up }
    };
    let usual = Release::usual(drawing.mission);
    let first = stage(&departure.line, Release::None);
    let phase = |it: &super::value::Phase| {
        stage(&it.line, it.release.clone().unwrap_or_else(|| usual.clone()))
    };
    std::iter::once(first).chain(drawing.phases.iter().map(phase)).collect()
}

/// The hexes so near to the near side of a line.
fn up_to(ground: &Ground, cut: &Cut, near: &Hexes, reach: u8) -> Hexes {
    let ends = cut.sides().flat_map(|it| [it.0, it.1]);
    widened(ground, &ends.filter(|it| near.contains(*it)).collect(), reach)
}

/// tcs.draw.near-limit
fn near_zone<S: Situation>(s: &S, stages: &[Stage], assembly: Option<HexId>) -> Hexes {
    let steps = usize::from(s.tables().limits.near_zone_steps);
    match (stages.first(), assembly) {
        (Some(it), Some(from)) => spread(s.ground(), &it.near, &it.cut, from, steps),
        _ => Hexes::EMPTY,
    }
}
