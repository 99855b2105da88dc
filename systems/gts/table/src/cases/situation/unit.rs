//! Units of a situation.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use board::HexId;
use gts::Shared;
use gts::data::{
    Arm, Back, Belongs, Colour, CommandExceptions, ContactNumbers, DivisionId, Exception, Face,
    LeaderId, MoveClass, Nation, NationKind, PrintedRange, SeaBox, ShipKind, ShipMoves, Side,
    Start, UnitId, UnitKind, UnitStart,
};
use gts::state::{Battle, Place, Unit};
use kernel::Word;
use module::Errors;
use testkit::cases::field::Fields;

use super::{Reader, at, base, find, position, sea};
use crate::cases::fields::UnitField;
use crate::cases::words::{self, Read, Words, Wrong};
use crate::load::{self, ABSENT, FaceText, Figure, contact_numbers, counter, face_of, transport};

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
    /// What its counter shows.
    kind: UnitKind,
    /// Where it is not that of its side.
    nation: Option<String>,
    division: String,
    /// A formation, or "white" or "black" for a stripe.
    formation: String,
    at: At,
    lost: u8,
    /// What lies on it; its place and its steps follow from the rest.
    state: Unit,
    /// The leader it is In Contact with.
    contact: Option<String>,
    aboard: Option<String>,
    /// Pending and In Contact; those of the rules if nothing is said.
    contact_numbers: Option<ContactNumbers>,
    wired: Option<String>,
    /// Home Force and where it may go.
    ship: Option<(String, ShipMoves)>,
}

impl Reader {
    /// A nationality, made when first named.
    pub(super) fn nation(&mut self, key: &str, side: Side) -> Nation {
        let nations = &mut self.data.nations;
        let at = nations.iter().position(|it| it.key == key && it.side == side);
        Nation(at.unwrap_or_else(|| {
            nations.push(NationKind { key: key.to_owned(), side });
            nations.len() - 1
        }) as u8)
    }

    pub(super) fn unit(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("the name of the unit")?;
        if self.units.iter().any(|it| it.key == key) {
            return words
                .wrong(format!("there is a unit {key} already; \"change {key} …\" changes it"));
        }
        let arm = words.contains(|word| Arm::read(word).is_some()).and_then(Arm::read);
        let (division, formation) = match key.chars().next() {
            Some('a' | 'A') => ("A", "A1"),
            Some('b' | 'B') => ("B", "B1"),
            _ => ("", ""),
        };
        let mut unit = UnitText {
            line: words.line,
            kind: typical(arm.unwrap_or(Arm::Infantry), &key),
            key,
            nation: None,
            division: division.into(),
            formation: formation.into(),
            at: At::Absent,
            lost: 0,
            state: *blank(),
            contact: None,
            aboard: None,
            contact_numbers: None,
            wired: None,
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
                    if *column && unit.state.column {
                        return words.wrong(format!(
                            "{} is the second unit in column in {label}",
                            unit.key
                        ));
                    }
                    *column |= unit.state.column;
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
            if unit.state.mounted && !unit.kind.has_transport() {
                return words.wrong(format!(
                    "{} is mounted but has no transport side: transport (…)",
                    unit.key
                ));
            }
            let steps = unit.kind.steps;
            if 2 < steps
                || steps < unit.lost
                || (unit.lost == steps && 0 < steps)
                || 2 < unit.state.cohesion
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
            self.data.unit_starts.push(UnitStart { at, steps_lost: unit.lost, ..ABSENT });
            let numbers = unit.contact_numbers;
            let contact = contact_numbers(&unit.kind.front, numbers, &self.data.tables)
                .filter(|_| !unit.kind.is_afloat());
            let exceptions = CommandExceptions { wired, ..unit.kind.exceptions };
            let nation = match &unit.nation {
                Some(key) => self.nation(key, side),
                None => Nation::of(side),
            };
            let placed = UnitKind {
                side,
                nation,
                division,
                belongs,
                contact,
                exceptions,
                ship,
                ..unit.kind
            };
            self.data.units.push(placed);
        }
        Ok(())
    }
}

/// What a unit is or carries that the set-up of a scenario does not say.
pub(super) fn settle(g: &mut Battle, unit: &UnitText) -> Read<()> {
    let words = Words::new(unit.line, "");
    let id = position::unit(g, unit.line, &unit.key)?;
    UnitField::copy(&unit.state, &mut g[id]);
    (g[id].men_at_work, g[id].work) = (unit.state.men_at_work, unit.state.work);
    g[id].delay = unit.state.delay;
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

/// What follows the name of a unit.
fn unit_words(unit: &mut UnitText, words: &mut Words) -> Read<()> {
    while let Some(word) = words.next() {
        let not = word == "not";
        let word = if not { words.need("what the unit is not")? } else { word };
        if let Some(field) = UnitField::read(&word) {
            field.set(&mut unit.state, not, words)?;
            continue;
        }
        if not {
            return words.wrong(format!("\"not {word}\": only of {}", UnitField::known()));
        }
        if let Some(arm) = Arm::read(&word) {
            unit.kind.arm = arm;
            continue;
        }
        if let Some(exception) = Exception::read(&word) {
            unit.kind.exceptions.allow(exception);
            continue;
        }
        match word.as_str() {
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
                unit.state.men_at_work = words.number("Men at Work markers")?;
                words.take("on");
                unit.state.work = Some(words::work(words)?);
            }
            "delay" => unit.state.delay = Some(words.word()?),
            "flak" => unit.kind.flak = Some(words.number("flak")?),
            "wired" => unit.wired = Some(words.need("a beach")?),
            "79th" => unit.kind.armoured79 = true,
            "aboard" => unit.aboard = Some(words.need("the craft")?),
            "ship" => {
                let home = words.need("the Force it belongs to")?;
                unit.ship = Some((home, words.word()?));
            }
            place if SeaBox::read(place).is_some() => unit.at = at_sea(place, words)?,
            "lost" => unit.lost = words.number("lost")?,
            "at" => unit.at = At::Hex(words.need("a hex")?),
            "holding" => unit.at = At::Holding(words.need("the entry hex")?),
            "later" => {
                let turn = words.number("the turn of arrival")?;
                unit.at = At::Later { turn, entry: words.need("the entry hex")? };
            }
            "eliminated" => unit.at = At::Eliminated,
            "absent" => unit.at = At::Absent,
            "nationality" => unit.nation = Some(words.need("a nationality")?),
            "battalion" => unit.kind.battalion = Some(words.need("a battalion")?),
            "steps" => unit.kind.steps = words.number("steps")?,
            "reduced" => unit.kind.back = Back::Reduced(back_face(unit.kind.front, words)?),
            "transport" => {
                let face = back_face(transport(unit.kind.front), words)?;
                unit.kind.back = Back::Transport(face);
            }
            "blank" => unit.kind.back = Back::Blank,
            other if other.contains('/') => {
                let (division, formation) = other.split_once('/').unwrap_or_default();
                unit.division = division.to_owned();
                unit.formation = formation.to_owned();
            }
            other if other.parse::<u8>().is_ok() => {
                if !words.take("steps") && !words.take("step") {
                    return words.wrong(format!(
                        "what is {other}? \"2 steps\", \"fire 5 red\", \"tq 6\" …"
                    ));
                }
                unit.kind.steps = other.parse().unwrap_or_default();
            }
            other => {
                if !face_word(&mut unit.kind.front, other, words)? {
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

/// A rating, read as the loader of modules reads it.
fn face_word(face: &mut Face, word: &str, words: &mut Words) -> Read<bool> {
    if word == "range" && words.take("unprinted") {
        face.range = PrintedRange::Unprinted;
        return Ok(true);
    }
    let mut given = FaceText::default();
    let slot = match word {
        "fire" => &mut given.fire,
        "range" => &mut given.range,
        "assault" => &mut given.assault,
        "defense" => &mut given.defense,
        "tq" => &mut given.tq,
        "ma" => &mut given.ma,
        _ => return Ok(false),
    };
    *slot = Some(at(figure(word, words)?));
    let mut errors = Errors::default();
    *face = load::face("situation", &given, *face, &mut errors);
    match errors.problems().first() {
        Some(it) => words.wrong(it.message.clone()),
        None => Ok(true),
    }
}

/// `5 red double`, `8 leg`, `*`, `no`: as many words as belong to a rating.
fn figure(what: &str, words: &mut Words) -> Read<Figure> {
    let mut text = words.need(what)?;
    let goes_on =
        |it: &str| Colour::read(it).is_some() || MoveClass::read(it).is_some() || it == "double";
    while words.peek().is_some_and(goes_on) {
        text = format!("{text} {}", words.need(what)?);
    }
    Ok(text.parse().map_or(Figure::Text(text), Figure::Number))
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

/// A unit of its arm, unless the case says otherwise: that of the base, or what the rules give its counter.
fn typical(arm: Arm, key: &str) -> UnitKind {
    let (key, name) = (key.to_owned(), key.to_owned());
    let rows = &base().tables.default;
    let kind = match rows.counter(arm) {
        Some(row) => UnitKind {
            steps: row.steps,
            ..counter(String::new(), Side::First, DivisionId(0), arm, face_of(row))
        },
        None => {
            let named = base().units.iter().find(|it| it.key == arm.key());
            named.unwrap_or(&base().units[0]).clone()
        }
    };
    UnitKind { key, name, ..kind }
}

/// A unit on which nothing lies.
fn blank() -> &'static Unit {
    static BLANK: OnceLock<Unit> = OnceLock::new();
    BLANK.get_or_init(|| {
        let g = Battle::new(Shared::new(Arc::new(base().clone())));
        g[UnitId(0)]
    })
}
