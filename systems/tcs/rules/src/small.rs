//! A small game made by code, for tests: two companies with guns, tanks, carriers, mortars, artillery, aircraft and mines on
//! the tests' ground. Not shipped: scenarios come from modules.

use board::{Direction, HexId};
use smallvec::smallvec;

use crate::data::{
    AreaFire, Battalion, Battery, Company, Data, Force, Kind, Light, MissionKinds, Options,
    PointFire, Scoring, Shared, SortieData, Start, TargetType, Turn, UnitData, Visibility,
    WeatherRow,
};
use crate::ground::{Hexes, MoveClass, sample};
use crate::id::{BattalionId, Clock, CompanyId, ForceId, Side, UnitId};
use crate::set::UnitSet;
use crate::state::{Battle, Mode};
use crate::tables::{Nation, Tables, Trajectory};

/// What a test may want to be different.
pub(crate) struct Small {
    pub(crate) lights: Vec<Light>,
    pub(crate) options: Options,
    pub(crate) units: Vec<UnitData>,
    pub(crate) mines: Vec<&'static str>,
    pub(crate) areas: Vec<Vec<&'static str>>,
}

pub(crate) fn tables() -> Tables {
    toml::from_str(include_str!("../../../../modules/tcs/tables.toml")).unwrap()
}

impl Small {
    pub(crate) fn new() -> Small {
        let options = Options { without_command: true, ..Options::default() };
        Small {
            lights: vec![Light::Day; 5],
            options,
            units: Vec::new(),
            mines: vec![],
            areas: vec![],
        }
    }

    /// Both sides face each other across some fields.
    pub(crate) fn full() -> Small {
        let mut it = Small::new();
        it.lights = vec![Light::Twilight, Light::Day, Light::Day, Light::Night, Light::Night];
        for side in Side::BOTH {
            let row = |n: u8| match side {
                Side::First => format!("{:02}", 4 + n),
                Side::Second => format!("{:02}", 11 - n),
            };
            for n in 0..3 {
                it.infantry(side, &format!("{:02}{}", 4 + 3 * n, row(0)));
            }
            it.machine_gun(side, &format!("07{}", row(1)));
            it.mortar(side, &format!("06{}", row(0)));
            it.at_gun(side, &format!("09{}", row(1)));
            it.tank(side, &format!("08{}", row(0)));
            it.tank(side, &format!("08{}", row(0)));
            it.carrier(side, &format!("05{}", row(0)));
            it.aa_gun(side, &format!("10{}", row(0)));
            let late = it.infantry(side, &format!("01{}", row(0)));
            it.units[late.index()].start.turn = 2;
        }
        it.mines = vec!["0707", "0807"];
        it
    }

    fn unit(&mut self, side: Side, label: &str, kind: Kind) -> UnitId {
        let id = UnitId(self.units.len() as u8);
        let hex = sample_hex(label);
        let n = side as u8;
        let motor = kind.is_motor();
        self.units.push(UnitData {
            key: format!("u{}", id.0),
            name: format!("{kind:?} {}", id.0),
            type_name: kind.name().into(),
            side,
            force: ForceId(n),
            battalion: BattalionId(2 * n + u8::from(motor)),
            company: CompanyId(2 * n + u8::from(motor)),
            kind,
            target: TargetType::A,
            steps: 5,
            morale: Some(4),
            area: None,
            point: None,
            class: if motor { MoveClass::Tracked } else { MoveClass::Foot },
            allowance: if motor { 12 } else { 6 },
            capacity: 0,
            to_move: None,
            to_fire: None,
            observer: matches!(kind, Kind::Infantry | Kind::Vehicle),
            at_rolls: kind == Kind::Infantry,
            towed: false,
            smoke: matches!(kind, Kind::Mortar),
            illumination: matches!(kind, Kind::Mortar),
            start: Start {
                turn: 0,
                hex,
                mode: Mode::Fire,
                area: None,
                may_dig_in: false,
                aboard: None,
            },
        });
        id
    }

    pub(crate) fn card(&mut self, id: UnitId) -> &mut UnitData {
        &mut self.units[id.index()]
    }

    pub(crate) fn infantry(&mut self, side: Side, label: &str) -> UnitId {
        let id = self.unit(side, label, Kind::Infantry);
        self.card(id).area =
            Some(AreaFire { strength: smallvec![8], class: Trajectory::Inf, range: 4 });
        id
    }
    pub(crate) fn machine_gun(&mut self, side: Side, label: &str) -> UnitId {
        let id = self.unit(side, label, Kind::MachineGun);
        self.card(id).steps = 2;
        self.card(id).area =
            Some(AreaFire { strength: smallvec![9], class: Trajectory::Low, range: 9 });
        id
    }
    pub(crate) fn mortar(&mut self, side: Side, label: &str) -> UnitId {
        let id = self.unit(side, label, Kind::Mortar);
        self.card(id).steps = 2;
        self.card(id).area =
            Some(AreaFire { strength: smallvec![8], class: Trajectory::Mortar, range: 12 });
        id
    }
    pub(crate) fn at_gun(&mut self, side: Side, label: &str) -> UnitId {
        let id = self.unit(side, label, Kind::AtGun);
        let card = self.card(id);
        card.steps = 2;
        card.allowance = 1;
        card.point = Some(PointFire { strength: 5, close: 3, nominal: 7, long: 14 });
        id
    }
    pub(crate) fn aa_gun(&mut self, side: Side, label: &str) -> UnitId {
        let id = self.unit(side, label, Kind::AaGun);
        let card = self.card(id);
        card.steps = 1;
        card.allowance = 0;
        card.area = Some(AreaFire { strength: smallvec![6], class: Trajectory::High, range: 6 });
        id
    }
    pub(crate) fn tank(&mut self, side: Side, label: &str) -> UnitId {
        let id = self.unit(side, label, Kind::Vehicle);
        let card = self.card(id);
        card.morale = None;
        card.target = TargetType::P(3);
        card.area = Some(AreaFire { strength: smallvec![10], class: Trajectory::Low, range: 8 });
        card.point = Some(PointFire { strength: 4, close: 3, nominal: 8, long: 16 });
        id
    }
    pub(crate) fn carrier(&mut self, side: Side, label: &str) -> UnitId {
        let id = self.unit(side, label, Kind::Carrier);
        let card = self.card(id);
        card.steps = 3;
        card.morale = None;
        card.target = TargetType::B(0);
        card.capacity = 6;
        card.area = Some(AreaFire { strength: smallvec![4], class: Trajectory::Low, range: 5 });
        id
    }

    pub(crate) fn data(self) -> Data {
        let ground = sample::ground(|it| {
            for label in ["0606", "0706", "0608", "1006", "1107", "0409"] {
                it.terrain(label, "woods");
            }
            it.terrain("0807", "city_village").feature("0708", "buildings");
            for pair in ["0505-0506", "0605-0606", "0705-0706", "0909-0910", "0809-0810"] {
                it.side(pair, "bocage");
            }
            it.route(
                "secondary_road",
                &["0804", "0805", "0806", "0807", "0808", "0809", "0810", "0811"],
            );
            it.height("0807", 130).height("0707", 145);
        });
        let sides = [Side::First, Side::Second];
        let units_of = sides.map(|side| -> UnitSet {
            (0..self.units.len() as u8)
                .map(UnitId)
                .filter(|it| self.units[it.index()].side == side)
                .collect()
        });
        let battery = |side: Side, battalion: Option<u8>, calibre: u16, name: &str| Battery {
            name: name.into(),
            side,
            calibre,
            battalion,
            ammunition: 6,
            supports: 1 << side as u8,
            start_column: 11,
            kinds: MissionKinds { he: true, continuous: true, smoke: true, illumination: true },
            counter: None,
        };
        let map = |label: &str| sample_hex(label);
        let mines: Hexes = self.mines.iter().map(|it| map(it)).collect();
        let turn = |(i, light): (usize, &Light)| Turn {
            clock: Clock::new(5 + i as u16 / 3, 20 * (i as u16 % 3)).unwrap(),
            light: *light,
        };
        let scoring =
            |label: &str| Scoring { hex: map(label), name: label.into(), points: 3, holder: None };
        let sortie = |side: Side, turn: u8| SortieData {
            name: "Fighters".into(),
            side,
            turn,
            area: Some(20),
            point_kill: Some(8),
            arrives: Some(3),
        };
        Data {
            module: "test".into(),
            scenario: "small".into(),
            title: "Small".into(),
            date: "6 June 1944".into(),
            side_keys: ["blue".into(), "grey".into()],
            side_names: ["Blues".into(), "Greys".into()],
            briefings: [String::new(), String::new()],
            tables: tables(),
            ground,
            forces: sides
                .map(|side| Force {
                    key: format!("force-{}", side as u8),
                    name: format!("{side:?}"),
                    short: format!("{side:?}"),
                    colour: "#8f9a62".into(),
                    side,
                    nation: Nation::Other,
                    command_prep: 2,
                })
                .into(),
            battalions: (0..4)
                .map(|n| Battalion {
                    name: format!("Battalion {n}"),
                    force: ForceId(n / 2),
                    rally: Some(map(if n < 2 { "0801" } else { "0814" })),
                    morale: 0,
                    vehicle_morale: 0,
                })
                .collect(),
            companies: (0..4)
                .map(|n| Company {
                    key: format!("c{n}"),
                    name: format!("Company {n}"),
                    battalion: BattalionId(n),
                })
                .collect(),
            units: self.units,
            units_of,
            batteries: vec![
                battery(Side::First, Some(0), 105, "A"),
                battery(Side::First, Some(0), 105, "B"),
                battery(Side::Second, None, 150, "Heavy"),
                battery(Side::Second, None, 75, "Light"),
            ],
            gun_battalions: vec!["Guns".into()],
            preplotted: vec![],
            sorties: vec![sortie(Side::First, 2), sortie(Side::Second, 3), sortie(Side::First, 3)],
            turns: self.lights.iter().enumerate().map(turn).collect(),
            visibility: Visibility { day: None, twilight: Some(8), night: Some(3) },
            weather: (2..=12)
                .map(|n| WeatherRow {
                    name: format!("{n}"),
                    visibility: (n < 5).then_some(6),
                    no_sorties: n == 2,
                })
                .collect(),
            minefields: mines,
            hidden_mines: false,
            scatter: [
                Direction::NE,
                Direction::E,
                Direction::SE,
                Direction::SW,
                Direction::W,
                Direction::NW,
            ],
            areas: self.areas.iter().map(|it| it.iter().map(|it| map(it)).collect()).collect(),
            scoring: vec![scoring("0807"), scoring("0708")],
            step_points: 1,
            margin: 10,
            sudden_death: None,
            sheets: vec![],
            options: self.options,
        }
    }

    pub(crate) fn battle(self) -> Battle {
        Battle::new(Shared::new(self.data()))
    }
}

/// The tests' ground is a square, row by row.
pub(crate) fn sample_hex(label: &str) -> HexId {
    let at: hex::Offset = label.parse().unwrap();
    HexId((at.row as u16 - 1) * sample::SIZE + at.column as u16 - 1)
}
