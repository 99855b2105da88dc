//! Units of a situation.

use std::collections::BTreeMap;

use board::HexId;
use gts::data::{
    Arm, AssaultRating, Back, Belongs, Colour, CommandExceptions, ContactNumbers, Delay, Exception,
    Face, LeaderId, MoveClass, Movement, PrintedRange, SeaBox, ShipKind, ShipMoves, Side, Start,
    UnitKind, UnitStart,
};
use gts::question::Action;
use gts::state::{Battle, Place};
use gts::tables::Tables;

use super::{Reader, find, position, sea};
use crate::cases::words::{self, Read, Words, Wrong};
use crate::load::face_of;

#[derive(Clone, Debug)]
pub(super) enum At {
    Hex(String),
    Holding(String),
    Later {
        turn: u8,
        entry: String,
    },
    /// In a box of the Naval Display, from this turn on.
    Sea {
        turn: u8,
        place: Words,
    },
    Eliminated,
    Absent,
}

#[derive(Clone, Debug)]
pub(super) struct UnitText {
    line: usize,
    pub(super) key: String,
    arm: Arm,
    division: String,
    /// A formation, or "white" or "black" for a stripe.
    formation: String,
    battalion: Option<String>,
    steps: u8,
    front: Face,
    back: Back,
    at: At,
    column: bool,
    mounted: bool,
    ip: bool,
    ent: bool,
    suppressed: bool,
    cohesion: u8,
    lost: u8,
    rallying: u8,
    parked: bool,
    hero: bool,
    heroic: bool,
    delay: Option<Delay>,
    drift: u8,
    interdicted: bool,
    /// The leader it is In Contact with.
    contact: Option<String>,
    men_at_work: u8,
    work: Option<Action>,
    aboard: Option<String>,
    flak: Option<u8>,
    /// Pending and In Contact; those of the rules if nothing is said.
    contact_numbers: Option<ContactNumbers>,
    exceptions: CommandExceptions,
    wired: Option<String>,
    armoured79: bool,
    /// Home Force and where it may go.
    ship: Option<(String, ShipMoves)>,
}

impl Reader {
    pub(super) fn unit(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("the name of the unit")?;
        if self.units.iter().any(|it| it.key == key) {
            return words
                .wrong(format!("there is a unit {key} already; \"change {key} …\" changes it"));
        }
        let arm = words.contains(|word| Arm::read(word).is_some()).and_then(Arm::read);
        let arm = arm.unwrap_or(Arm::Infantry);
        let (division, formation) = match key.chars().next() {
            Some('a' | 'A') => ("A", "A1"),
            Some('b' | 'B') => ("B", "B1"),
            _ => ("", ""),
        };
        let (steps, front, back) = typical(&self.data.tables, arm);
        let mut unit = UnitText {
            line: words.line,
            key,
            arm,
            division: division.into(),
            formation: formation.into(),
            battalion: None,
            steps,
            front,
            back,
            at: At::Absent,
            column: false,
            mounted: false,
            ip: false,
            ent: false,
            suppressed: false,
            cohesion: 0,
            lost: 0,
            rallying: 0,
            parked: false,
            hero: false,
            heroic: false,
            delay: None,
            drift: 0,
            interdicted: false,
            contact: None,
            men_at_work: 0,
            work: None,
            aboard: None,
            flak: None,
            contact_numbers: None,
            exceptions: CommandExceptions::default(),
            wired: None,
            armoured79: false,
            ship: None,
        };
        unit_words(&mut unit, words)?;
        if unit.division.is_empty() {
            return words.wrong(format!(
                "to whom does {} belong? A name starting with a or b belongs to side A or B; else write DIVISION/FORMATION",
                unit.key
            ));
        }
        self.units.push(unit);
        Ok(())
    }

    /// `A1 of A`: as many Rearguard counters as the rules give a formation (gts.rear.limit-default), or `A1 of A 1`.
    /// They are called A1-r1, A1-r2.
    pub(super) fn rearguards(&mut self, words: &mut Words) -> Read<()> {
        let formation = words.need("a formation")?;
        words.take("of");
        let division = words.need("its division")?;
        let usual = self.data.tables.default.rearguards;
        let n = if words.peek().is_some() { words.number("how many")? } else { usual };
        for i in 1..=n {
            let text = format!("{formation}-r{i} {division}/{formation} rearguard");
            self.unit(&mut Words::new(words.line, &text))?;
        }
        Ok(())
    }

    pub(super) fn change(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("the name of the unit")?;
        match self.units.iter_mut().find(|it| it.key == key) {
            Some(unit) => unit_words(unit, words),
            None => words.wrong(format!("there is no unit {key} to change")),
        }
    }
    pub(super) fn place_units(&mut self) -> Read<()> {
        let units = self.units.clone();
        if 254 < units.len() {
            return Err(Wrong { line: self.line, message: "at most 254 units".into() });
        }
        let mut stood: BTreeMap<HexId, (Side, bool)> = BTreeMap::new();
        for unit in units {
            let words = Words::new(unit.line, "");
            let belongs = match unit.formation.as_str() {
                "white" => Belongs::WhiteStripe,
                "black" => Belongs::BlackStripe,
                key => Belongs::Formation(self.formation(&words, &unit.division, key)?),
            };
            let division = self.division_id(&words, &unit.division, None)?;
            let side = self.data.divisions[usize::from(division.0)].side;
            let at = match &unit.at {
                At::Hex(label) => {
                    let hex = find(&self.data.map, unit.line, label)?;
                    let (holder, column) = stood.entry(hex).or_insert((side, false));
                    if *holder != side {
                        return words
                            .wrong(format!("{} stands in {label} with an enemy", unit.key));
                    }
                    if *column && unit.column {
                        return words.wrong(format!(
                            "{} is the second unit in column in {label}",
                            unit.key
                        ));
                    }
                    *column |= unit.column;
                    Start::Hex(hex)
                }
                At::Later { turn, entry } => Start::Reinforcement {
                    turn: *turn,
                    entry: find(&self.data.map, unit.line, entry)?,
                },
                At::Sea { turn, place } => {
                    Start::Sea { turn: *turn, at: sea::place(&mut place.clone(), &self.data)? }
                }
                _ => Start::Absent,
            };
            if unit.mounted && !matches!(unit.back, Back::Transport(_)) {
                return words.wrong(format!(
                    "{} is mounted but has no transport side: transport (…)",
                    unit.key
                ));
            }
            if 2 < unit.steps
                || unit.steps < unit.lost
                || (unit.lost == unit.steps && 0 < unit.steps)
                || 2 < unit.cohesion
            {
                return words.wrong(format!("{}: a unit has 0 to 2 steps, not all of them lost, and at most 2 cohesion hits", unit.key));
            }
            let wired = match &unit.wired {
                Some(key) => Some(sea::beach(&mut Words::new(unit.line, key), &self.data)?),
                None => None,
            };
            let ship = match &unit.ship {
                Some((key, moves)) => {
                    let home = sea::force(&mut Words::new(unit.line, key), &self.data)?;
                    Some(ShipKind { home, moves: *moves })
                }
                None => None,
            };
            self.data.unit_starts.push(UnitStart {
                at,
                column: unit.column,
                mounted: unit.mounted,
                improved_position: unit.ip,
                entrenched: unit.ent,
                steps_lost: unit.lost,
                cohesion: unit.cohesion,
                suppressed: unit.suppressed,
                parked: unit.parked,
                delay: unit.delay,
                hero: unit.hero,
                heroic: unit.heroic,
                contact: None,
            });
            self.data.units.push(UnitKind {
                key: unit.key.clone(),
                name: unit.key.clone(),
                side,
                division,
                belongs,
                battalion: unit.battalion.clone(),
                arm: unit.arm,
                steps: unit.steps,
                front: unit.front,
                back: unit.back,
                flak: unit.flak,
                contact: contact_numbers(&self.data.tables, &unit),
                exceptions: CommandExceptions { wired, ..unit.exceptions },
                armoured79: unit.armoured79,
                ship,
            });
        }
        Ok(())
    }
}

/// What a unit is or carries that the set-up of a scenario does not say.
pub(super) fn settle(g: &mut Battle, unit: &UnitText) -> Read<()> {
    let words = Words::new(unit.line, "");
    let id = position::unit(g, unit.line, &unit.key)?;
    g[id].rallying = unit.rallying;
    g[id].drift = unit.drift;
    g[id].interdicted = unit.interdicted;
    (g[id].men_at_work, g[id].work) = (unit.men_at_work, unit.work);
    match &unit.at {
        At::Holding(entry) => g[id].place = Place::Holding(find(&g.data().map, unit.line, entry)?),
        At::Eliminated => g[id].place = Place::Eliminated,
        // The situation is that of its turn, whenever that is.
        At::Sea { turn, place } if *turn <= g.turn => {
            g[id].place = Place::Sea(sea::place(&mut place.clone(), g.data())?);
        }
        _ => (),
    }
    if let Some(key) = &unit.contact {
        match g.data().leaders.iter().position(|it| it.key == *key) {
            Some(at) => g[id].contact = Some(LeaderId(at as u8)),
            None => return words.wrong(format!("there is no leader {key} to be in contact with")),
        }
    }
    if let Some(key) = &unit.aboard {
        g[id].aboard = Some(position::unit(g, unit.line, key)?);
        // It is where its craft is, off the map.
        let craft = g[id].aboard.map(|it| g[it].place);
        if let (Some(place @ Place::Sea(_)), Place::Absent) = (craft, g[id].place) {
            g[id].place = place;
        }
    }
    Ok(())
}

/// gts.contact.marker: orange and black class have one, with the numbers of gts.contact.numbers unless stated.
fn contact_numbers(tables: &Tables, unit: &UnitText) -> Option<ContactNumbers> {
    let class = unit.front.fire.map(|it| it.1);
    let has = matches!(class, Some(Colour::Orange | Colour::Black)) && !unit.arm.is_ship();
    let usual = ContactNumbers {
        pending: tables.default.contact_pending,
        in_contact: tables.default.contact_in_contact,
    };
    if has { unit.contact_numbers.or(Some(usual)) } else { None }
}

/// What follows the name of a unit.
fn unit_words(unit: &mut UnitText, words: &mut Words) -> Read<()> {
    while let Some(word) = words.next() {
        let not = word == "not";
        let word = if not { words.need("what the unit is not")? } else { word };
        match word.as_str() {
            "column" => unit.column = !not,
            "suppressed" => unit.suppressed = !not,
            "mounted" => unit.mounted = !not,
            "ip" => unit.ip = !not,
            "ent" => unit.ent = !not,
            "parked" => unit.parked = !not,
            "hero" => unit.hero = !not,
            "heroic" => unit.heroic = !not,
            "interdicted" => unit.interdicted = !not,
            other if not => {
                return words.wrong(format!(
                    "\"not {other}\": only column, suppressed, mounted, ip, ent, parked, hero, heroic, interdicted"
                ));
            }
            "contact" => {
                words.take("with");
                unit.contact = Some(words.need("the leader it is in contact with")?);
            }
            "contact-numbers" => {
                let pending = words.number("the number when pending")?;
                let in_contact = words.number("the number when in contact")?;
                unit.contact_numbers = Some(ContactNumbers { pending, in_contact });
            }
            "men-at-work" => {
                unit.men_at_work = words.number("Men at Work markers")?;
                words.take("on");
                unit.work = Some(words::work(words)?);
            }
            "delay" => unit.delay = Some(words.word()?),
            "drift" => unit.drift = words.number("drift")?,
            "flak" => unit.flak = Some(words.number("flak")?),
            word if Exception::read(word).is_some() => {
                Exception::read(word).into_iter().for_each(|it| unit.exceptions.allow(it));
            }
            "wired" => unit.wired = Some(words.need("a beach")?),
            "79th" => unit.armoured79 = true,
            "aboard" => unit.aboard = Some(words.need("the craft")?),
            "ship" => {
                let home = words.need("the Force it belongs to")?;
                unit.ship = Some((home, words.word()?));
            }
            box_ if SeaBox::read(box_).is_some() => unit.at = at_sea(&word, words)?,
            "cohesion" => unit.cohesion = words.number("cohesion")?,
            "lost" => unit.lost = words.number("lost")?,
            "rallying" => unit.rallying = words.number("rallying")?,
            "at" => unit.at = At::Hex(words.need("a hex")?),
            "holding" => unit.at = At::Holding(words.need("the entry hex")?),
            "later" => {
                let turn = words.number("the turn of arrival")?;
                unit.at = At::Later { turn, entry: words.need("the entry hex")? };
            }
            "eliminated" => unit.at = At::Eliminated,
            "absent" => unit.at = At::Absent,
            "battalion" => unit.battalion = Some(words.need("a battalion")?),
            "steps" => unit.steps = words.number("steps")?,
            "reduced" => unit.back = Back::Reduced(back_face(unit.front, words)?),
            "transport" => {
                let blank = Face {
                    fire: None,
                    range: PrintedRange::Unprinted,
                    assault: None,
                    tq: 2,
                    red_tq: false,
                    movement: Movement::Points(18, MoveClass::Wheeled),
                    mounted: true,
                    ..unit.front
                };
                unit.back = Back::Transport(back_face(blank, words)?);
            }
            "blank" => unit.back = Back::Blank,
            other if other.contains('/') => {
                let (division, formation) = other.split_once('/').unwrap_or_default();
                unit.division = division.to_owned();
                unit.formation = formation.to_owned();
            }
            other if Arm::read(other).is_some() => {
                unit.arm = Arm::read(other).unwrap_or(unit.arm);
            }
            other if other.parse::<u8>().is_ok() => {
                if !words.take("steps") && !words.take("step") {
                    return words.wrong(format!(
                        "what is {other}? \"2 steps\", \"fire 5 red\", \"tq 6\" …"
                    ));
                }
                unit.steps = other.parse().unwrap_or_default();
            }
            other => {
                if !face_word(&mut unit.front, other, words)? {
                    return words.wrong(format!(
                        "\"{other}\" says nothing about a unit; see cases/README.md"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// `wave sword-white`, `loading sword-white`, `en-route S`, `in-box S Long`; `from 3` if it comes in that turn.
fn at_sea(word: &str, words: &mut Words) -> Read<At> {
    let mut text = format!("{word} {}", words.need("the name of the box")?);
    if word == "in-box" {
        text += &format!(" {}", words.need("the range box")?);
    }
    let turn = if words.take("from") { words.number("the turn")? } else { 0 };
    Ok(At::Sea { turn, place: Words::new(words.line, &text) })
}

fn face_word(face: &mut Face, word: &str, words: &mut Words) -> Read<bool> {
    match word {
        "fire" => face.fire = words::fire(words)?,
        "range" => face.range = words::range(words)?,
        "assault" => face.assault = words::assault(words)?,
        "defense" => (face.defense, face.armoured) = words::defense(words)?,
        "tq" => (face.tq, face.red_tq) = words::tq(words)?,
        "ma" => face.movement = words::movement(words)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// `(fire 3 red tq 5)`: what the back shows differently; nothing in brackets if it shows the same.
fn back_face(mut face: Face, words: &mut Words) -> Read<Face> {
    if !words.take("(") {
        return Ok(face);
    }
    loop {
        let word = words.need("\")\"")?;
        if word == ")" {
            return Ok(face);
        }
        if !face_word(&mut face, &word, words)? {
            return words
                .wrong(format!("\"{word}\" is no rating: fire, range, assault, defense, tq, ma"));
        }
    }
}

/// A unit of its kind, unless the case says otherwise.
fn typical(tables: &Tables, arm: Arm) -> (u8, Face, Back) {
    let infantry = Face {
        fire: Some((5, Colour::Red)),
        range: PrintedRange::Hexes(1),
        assault: Some(AssaultRating { value: 5, row: None, double: false }),
        defense: 0,
        armoured: false,
        tq: 6,
        red_tq: false,
        movement: Movement::Points(8, MoveClass::Leg),
        mounted: false,
    };
    let tank = Face {
        fire: Some((6, Colour::White)),
        range: PrintedRange::Hexes(5),
        assault: Some(AssaultRating { value: 4, row: Some(Colour::Yellow), double: false }),
        armoured: true,
        movement: Movement::Points(14, MoveClass::Tracked),
        ..infantry
    };
    let gun = |value, colour, range| Face {
        fire: Some((value, colour)),
        range: PrintedRange::Hexes(range),
        assault: None,
        movement: Movement::Star,
        ..infantry
    };
    match arm {
        Arm::Tank | Arm::DdTank | Arm::TankDestroyer | Arm::AssaultGun | Arm::ArmouredEngineer => {
            (2, tank, Back::Blank)
        }
        Arm::Reconnaissance => {
            let movement = Movement::Points(18, MoveClass::Wheeled);
            (
                1,
                Face {
                    fire: Some((4, Colour::White)),
                    range: PrintedRange::Hexes(3),
                    movement,
                    ..tank
                },
                Back::Blank,
            )
        }
        Arm::MachineGun => {
            (1, Face { range: PrintedRange::Hexes(3), assault: None, ..infantry }, Back::Blank)
        }
        Arm::Engineer | Arm::Headquarters => (1, infantry, Back::Blank),
        Arm::AntiTank => (1, gun(6, Colour::Blue, 5), Back::Blank),
        Arm::AntiAircraft => (1, gun(6, Colour::White, 4), Back::Blank),
        Arm::Mortar => (
            1,
            Face { movement: Movement::Points(6, MoveClass::Leg), ..gun(4, Colour::Green, 6) },
            Back::Blank,
        ),
        Arm::LightMortar => (
            1,
            Face { movement: Movement::Points(8, MoveClass::Leg), ..gun(4, Colour::Purple, 2) },
            Back::Blank,
        ),
        Arm::Artillery => (1, gun(6, Colour::Orange, 24), Back::Blank),
        Arm::SelfPropelledArtillery => (
            1,
            Face {
                movement: Movement::Points(12, MoveClass::Tracked),
                ..gun(6, Colour::Orange, 20)
            },
            Back::Blank,
        ),
        Arm::CoastalBattery => {
            (1, Face { movement: Movement::No, ..gun(6, Colour::Black, 30) }, Back::Blank)
        }
        _ => match tables.default.counter(arm) {
            Some(row) => (row.steps, face_of(row), Back::Blank),
            None => (2, infantry, Back::Blank),
        },
    }
}
