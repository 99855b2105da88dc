//! A situation for tests: open ground and a handful of units.

use board::HexId;

use super::value::{
    Advance, At, Departure, Drawing, Failure, Location, Mission, Objective, Phase, Sheet, SideAt,
};
use super::{Enemy, Nerve, Situation, Status, Unit};
use crate::ground::{Ground, MoveClass, sample};
use crate::id::{BattalionId, Clock, CompanyId, ForceId, Side, UnitId};
use crate::tables::Tables;

pub(crate) struct Field {
    pub(crate) ground: Ground,
    pub(crate) tables: Tables,
    pub(crate) units: Vec<(&'static str, Unit)>,
    pub(crate) spotted: bool,
    pub(crate) clock: Clock,
    pub(crate) night: bool,
    pub(crate) scoring: Vec<(HexId, Option<Side>)>,
}

const COMPANIES: [&str; 5] = ["a", "b", "c", "tk", "k"];
const FORCES: [&str; 2] = ["us", "german"];

impl Field {
    /// Companies a (a1 a2 a3) and b (b1 b2) in the south, tanks (t1), the enemy's k (k1 k2) in the north.
    pub(crate) fn new() -> Field {
        Field::on(sample::plain())
    }

    pub(crate) fn on(ground: Ground) -> Field {
        let at = |it: &str| ground.map().find(it);
        let unit = |company: u8, hex: &str| Unit {
            side: if company == 4 { Side::Second } else { Side::First },
            force: ForceId(u8::from(company == 4)),
            battalion: BattalionId(u8::from(company == 3) + 2 * u8::from(company == 4)),
            company: CompanyId(company),
            hex: at(hex),
            class: if company == 3 { MoveClass::Tracked } else { MoveClass::Foot },
            combat: true,
            motor: company == 3,
            steps: 5,
            nerve: Nerve::Normal,
            status: Status::Unassigned,
            fired: false,
            fired_upon: false,
        };
        let units = vec![
            ("a1", unit(0, "0613")),
            ("a2", unit(0, "0713")),
            ("a3", unit(0, "0614")),
            ("b1", unit(1, "1013")),
            ("b2", unit(1, "1014")),
            ("t1", unit(3, "0815")),
            ("k1", unit(4, "0705")),
            ("k2", unit(4, "0804")),
        ];
        let scoring = vec![(at("0705").unwrap(), Some(Side::Second))];
        Field {
            tables: tables(),
            units,
            spotted: true,
            clock: "0600".parse().unwrap(),
            night: false,
            scoring,
            ground,
        }
    }

    pub(crate) fn id(&self, key: &str) -> UnitId {
        self.find_unit(key).unwrap()
    }

    pub(crate) fn hex(&self, label: &str) -> HexId {
        self.ground.map().find(label).unwrap()
    }

    pub(crate) fn set(&mut self, key: &str, change: impl FnOnce(&mut Unit)) {
        let id = self.id(key);
        change(&mut self.units[id.index()].1);
    }

    pub(crate) fn put(&mut self, key: &str, label: &str) {
        let hex = self.ground.map().find(label);
        self.set(key, |it| it.hex = hex);
    }
}

impl Situation for Field {
    fn ground(&self) -> &Ground {
        &self.ground
    }
    fn tables(&self) -> &Tables {
        &self.tables
    }
    fn units(&self) -> impl Iterator<Item = UnitId> {
        (0..self.units.len() as u8).map(UnitId)
    }
    fn unit(&self, id: UnitId) -> Unit {
        self.units[id.index()].1
    }
    fn place(&self, id: UnitId) -> Option<HexId> {
        self.unit(id).place()
    }
    fn enemies(&self, of: Side) -> impl Iterator<Item = Enemy> {
        self.units().filter_map(move |id| {
            let unit = self.unit(id);
            let hex = unit.place().filter(|_| unit.side != of)?;
            Some(Enemy { id, hex, combat: unit.combat })
        })
    }
    fn find_unit(&self, key: &str) -> Option<UnitId> {
        self.units.iter().position(|it| it.0 == key).map(|it| UnitId(it as u8))
    }
    fn unit_key(&self, id: UnitId) -> &str {
        self.units[id.index()].0
    }
    fn find_company(&self, key: &str) -> Option<CompanyId> {
        COMPANIES.iter().position(|it| *it == key).map(|it| CompanyId(it as u8))
    }
    fn company_key(&self, id: CompanyId) -> &str {
        COMPANIES[id.index()]
    }
    fn force_key(&self, id: ForceId) -> &str {
        FORCES[id.index()]
    }
    fn command_prep(&self, force: ForceId) -> u8 {
        2 - force.0
    }
    fn spotted(&self, _: Side, _: UnitId) -> bool {
        self.spotted
    }
    fn clock(&self) -> Clock {
        self.clock
    }
    fn is_night(&self) -> bool {
        self.night
    }
    fn scoring(&self) -> impl Iterator<Item = (HexId, Option<Side>)> {
        self.scoring.iter().copied()
    }
}

/// The tables as they are shipped.
pub(crate) fn tables() -> Tables {
    toml::from_str(include_str!("../../../../../modules/tcs/tables.toml")).unwrap()
}

pub(crate) fn at(label: &str) -> At {
    label.parse().unwrap()
}

pub(crate) fn ats(labels: &str) -> Vec<At> {
    labels.split_whitespace().map(at).collect()
}

/// Every side between rows `row` and `row + 1` in these columns: a line from west to east.
pub(crate) fn between_rows(row: i16, columns: std::ops::RangeInclusive<i16>) -> Vec<SideAt> {
    let hex = |column: i16, row: i16| format!("{column:02}{row:02}");
    let mut line = Vec::new();
    for column in columns {
        // Odd rows have their south-western neighbour in the column before, even rows in their own.
        let west = if row % 2 == 0 { column } else { column - 1 };
        for next in [west, west + 1] {
            if (1..=16).contains(&next) {
                line.push(format!("{}-{}", hex(column, row), hex(next, row + 1)).parse().unwrap());
            }
        }
    }
    line
}

pub(crate) fn failure(rally: &str) -> Option<Failure> {
    Some(Failure { rally: at(rally), loss_percent: None, time_limit: None, route: Vec::new() })
}

pub(crate) fn objective(hexes: &str) -> Option<Objective> {
    Some(Objective { name: "Farm".into(), hexes: ats(hexes) })
}

/// Company a attacks 0705 from behind the line between rows 11 and 12.
pub(crate) fn attack() -> Drawing {
    Drawing {
        objective: objective("0705 0706"),
        assembly: Some(at("0613")),
        departure: Some(Departure { line: between_rows(11, 1..=16), start_time: None }),
        advances: vec![Advance {
            name: "Main".into(),
            path: ats("0712 0711 0710 0709 0708 0707 0706"),
            half_width: Some(1),
            units: Vec::new(),
        }],
        failure: failure("0616"),
        ..Drawing::blank(Mission::Attack)
    }
}

pub(crate) fn moving() -> Drawing {
    Drawing { departure: None, assembly: None, mission: Mission::Move, ..attack() }
}

pub(crate) fn hasty() -> Drawing {
    Drawing {
        objective: objective("0613 0713 0614"),
        failure: failure("0616"),
        ..Drawing::blank(Mission::HastyDefence)
    }
}

pub(crate) fn prepared() -> Drawing {
    let location = |unit: &str, hex: &str| Location { unit: unit.into(), hex: at(hex) };
    Drawing {
        mission: Mission::PreparedDefence,
        locations: vec![location("a1", "0613"), location("a2", "0713"), location("a3", "0614")],
        ..hasty()
    }
}

pub(crate) fn sheet(drawing: Drawing) -> Sheet {
    Sheet {
        name: "One".into(),
        force: "us".into(),
        units: vec!["a1".into(), "a2".into(), "a3".into()],
        note: String::new(),
        drawing,
        alternate: None,
        branches: Vec::new(),
    }
}

pub(crate) fn phase(name: &str, row: i16) -> Phase {
    Phase { name: name.into(), line: between_rows(row, 1..=16), release: None }
}
