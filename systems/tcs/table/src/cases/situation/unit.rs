//! Units of a situation: a typical counter by its word, and what a case says otherwise.

use smallvec::SmallVec;
use tcs::data::{AreaFire, Battalion, Company, Force, PointFire, TargetType, UnitData};
use tcs::id::{BattalionId, CompanyId, ForceId, Side};
use tcs::sheet::Status;
use tcs::state::{Battle, Mode, Nerve, Place, Unit};
use tcs::tables::Trajectory;
use testkit::cases::field::Fields as _;

use super::{Reader, base};
use crate::cases::fields::{Away, NerveWord, StatusWord, UnitField};
use crate::cases::words::{self, Read, Words};

#[derive(Clone)]
pub(super) struct UnitText {
    line: usize,
    card: UnitData,
    /// Force, battalion, company.
    belongs: [String; 3],
    at: At,
    mode: Mode,
    nerve: Nerve,
    status: Option<Status>,
    /// What is said of its fields, read when it stands.
    fields: Vec<(bool, UnitField, Words)>,
    lost: u8,
    left: Option<u16>,
    rally: Option<String>,
}

#[derive(Clone)]
enum At {
    Hex(String),
    Aboard(String),
    Edge(String),
    Arrives { turn: u8, hex: String },
    Away(Away),
}

impl Reader {
    pub(super) fn unit(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("the name of the unit")?;
        if self.units.iter().any(|it| it.card.key == key) {
            return words
                .wrong(format!("there is a unit {key} already; \"change {key} …\" changes it"));
        }
        let typical = |word: &str| base().units.iter().find(|it| it.key == word);
        let word = words.contains(|it| typical(it).is_some()).unwrap_or("infantry").to_owned();
        let Some(card) = typical(&word) else { return words.wrong("there is no such counter") };
        let Some(side) = words::side_by_name(&key) else {
            return words.wrong(format!("{key} belongs to nobody: names begin with a or b"));
        };
        let letter = words::letter(side);
        let card = UnitData { key: key.clone(), name: key, type_name: word, side, ..card.clone() };
        let belongs = [letter.into(), letter.into(), format!("{letter}1")];
        let mut unit = UnitText {
            line: words.line,
            card,
            belongs,
            at: At::Away(Away::Later),
            mode: Mode::Fire,
            nerve: Nerve::Normal,
            status: None,
            fields: Vec::new(),
            lost: 0,
            left: None,
            rally: None,
        };
        unit_words(&mut unit, words)?;
        self.units.push(unit);
        Ok(())
    }

    pub(super) fn change(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("the name of the unit")?;
        match self.units.iter_mut().find(|it| it.card.key == key) {
            Some(unit) => unit_words(unit, words),
            None => words.wrong(format!("there is no unit {key} to change")),
        }
    }

    /// Counters, and the forces, battalions and companies they name; both sides always have one of each.
    pub(super) fn place_units(&mut self) -> Read<()> {
        for side in Side::BOTH {
            let letter = words::letter(side);
            self.company(side, &[letter.into(), letter.into(), format!("{letter}1")]);
        }
        for unit in self.units.clone() {
            let side = unit.card.side;
            let (force, battalion, company) = self.company(side, &unit.belongs);
            let mut card = UnitData { force, battalion, company, ..unit.card };
            card.start.mode = unit.mode;
            let label = match &unit.at {
                At::Hex(label) | At::Edge(label) => Some(label),
                At::Arrives { turn, hex } => {
                    card.start.turn = *turn;
                    Some(hex)
                }
                At::Aboard(_) | At::Away(_) => None,
            };
            if let Some(label) = label {
                card.start.hex = words::find(self.data.map(), unit.line, label)?;
            }
            // Only who stands in a hex is there from the beginning; the others are put where they are below.
            if !matches!(unit.at, At::Hex(_)) && card.start.turn == 0 {
                card.start.turn = u8::MAX;
            }
            self.data.units.push(card);
        }
        self.data.units_of = self.units_of();
        Ok(())
    }

    fn company(&mut self, side: Side, names: &[String; 3]) -> (ForceId, BattalionId, CompanyId) {
        let data = &mut self.data;
        let force = data.forces.iter().position(|it| it.key == names[0]).unwrap_or_else(|| {
            let typical = &base().forces[side.index()];
            let key = names[0].clone();
            data.forces.push(Force { name: key.clone(), key, side, ..typical.clone() });
            data.forces.len() - 1
        });
        let force = ForceId(force as u8);
        let found = data.battalions.iter().position(|it| it.force == force && it.name == names[1]);
        let battalion = found.unwrap_or_else(|| {
            let name = names[1].clone();
            let typical = Battalion { name, force, rally: None, morale: 0, vehicle_morale: 0 };
            data.battalions.push(typical);
            data.battalions.len() - 1
        });
        let battalion = BattalionId(battalion as u8);
        let found = data.companies.iter().position(|it| it.key == names[2]);
        let company = found.unwrap_or_else(|| {
            let key = names[2].clone();
            data.companies.push(Company { name: key.clone(), key, battalion });
            data.companies.len() - 1
        });
        (force, battalion, CompanyId(company as u8))
    }
}

fn unit_words(unit: &mut UnitText, words: &mut Words) -> Read<()> {
    while let Some(word) = words.next() {
        if card_word(&mut unit.card, &word, words)? {
            continue;
        }
        let not = word == "not";
        let word = if not { words.need("what it is not")? } else { word };
        match word.as_str() {
            "at" => unit.at = At::Hex(words.need("a hex")?),
            "aboard" => unit.at = At::Aboard(words.need("a carrier")?),
            "edge" => unit.at = At::Edge(words.need("a hex at the edge")?),
            "arrives" => {
                let turn = words.number("the turn")?;
                unit.at = At::Arrives { turn, hex: words.need("a hex at the edge")? };
            }
            "missing" => unit.lost = words.number("how many steps are gone")?,
            "left" => unit.left = Some(words::sixths(words, "movement left")?),
            "withdraws" => {
                unit.status = Some(Status::Withdrawing);
                unit.rally = Some(words.need("the hex it withdraws to")?);
            }
            other => {
                if let Some(it) = Mode::read(other) {
                    unit.mode = it;
                } else if let Some(it) = NerveWord::read(other) {
                    unit.nerve = nerve(it);
                } else if let Some(it) = StatusWord::read(other) {
                    unit.status = Some(status(it));
                } else if let Some(it) = Away::read(other) {
                    unit.at = At::Away(it);
                } else if let Some(it) = UnitField::read(other) {
                    let mut own = Words::new(words.line, "");
                    if matches!(it, UnitField::AtRolls | UnitField::AtLimit | UnitField::Steps) {
                        own = Words::new(words.line, &words.need("a number")?);
                    }
                    unit.fields.push((not, it, own));
                } else if other.contains('/') {
                    let names: Vec<String> = other.split('/').map(str::to_owned).collect();
                    unit.belongs = match names.as_slice() {
                        [one, two, three] => [one.clone(), two.clone(), three.clone()],
                        _ => return words.wrong("write FORCE/BATTALION/COMPANY"),
                    };
                } else if base().units.iter().all(|it| it.key != other) {
                    return words.wrong(format!("\"{other}\" says nothing about a unit"));
                }
            }
        }
    }
    Ok(())
}

/// What is printed on the counter. Was it such a word?
fn card_word(card: &mut UnitData, word: &str, words: &mut Words) -> Read<bool> {
    match word {
        "steps" => card.steps = words.number("steps")?,
        "morale" => {
            card.morale = if words.take("no") { None } else { Some(words.number("morale")?) };
        }
        "target" => card.target = target(words)?,
        "area" => card.area = if words.take("no") { None } else { Some(area(words)?) },
        "point" => card.point = if words.take("no") { None } else { Some(point(words)?) },
        "ma" => card.allowance = words.number("the movement allowance")?,
        "foot" | "tracked" | "wheeled" => {
            words.back();
            card.class = words.word()?;
        }
        "capacity" => card.capacity = words.number("the capacity")?,
        "to-move" => card.to_move = Some(words::sixths(words, "the cost of Move mode")?),
        "to-fire" => card.to_fire = Some(words::sixths(words, "the cost of Fire mode")?),
        "observer" => card.observer = true,
        "no-observer" => card.observer = false,
        "at-rolls" => card.at_rolls = true,
        "no-at-rolls" => card.at_rolls = false,
        "towed" => card.towed = true,
        "smoke" => card.smoke = true,
        "no-smoke" => card.smoke = false,
        "illumination" => card.illumination = true,
        "set-up" => {
            card.start.area = Some(words.number::<u8>("the number of the set-up area")?);
        }
        "may-dig-in" => card.start.may_dig_in = true,
        _ => return Ok(false),
    }
    Ok(true)
}

/// `A`, `P-3`, `B`, `B-1`
fn target(words: &mut Words) -> Read<TargetType> {
    let word = words.need("a target type")?;
    let (letter, number) = word.split_once('-').unwrap_or((&word, "0"));
    match (letter, number.parse()) {
        ("A", _) => Ok(TargetType::A),
        ("P", Ok(n)) => Ok(TargetType::P(n)),
        ("B", Ok(n)) => Ok(TargetType::B(n)),
        _ => words.wrong(format!("a target type is A, P-3 or B, not \"{word}\"")),
    }
}

/// `8 inf 4`, `4/6/8 low 5`
fn area(words: &mut Words) -> Read<AreaFire> {
    let ladder = words.need("the strength")?;
    let strength: Option<SmallVec<[u16; 1]>> =
        ladder.split('/').map(|it| it.parse().ok()).collect();
    let Some(strength) = strength else {
        return words.wrong(format!("\"{ladder}\" is no strength: 8, or by steps left 4/6/8"));
    };
    let class: Trajectory = words.word()?;
    Ok(AreaFire { strength, class, range: words.number("the range")? })
}

/// `4 3/7/14`
fn point(words: &mut Words) -> Read<PointFire> {
    let strength = words.number("the strength")?;
    let bands = words.need("the ends of its bands")?;
    let ends: Option<Vec<u8>> = bands.split('/').map(|it| it.parse().ok()).collect();
    match ends.as_deref() {
        Some([close, nominal, long]) => {
            Ok(PointFire { strength, close: *close, nominal: *nominal, long: *long })
        }
        _ => words.wrong(format!("bands are written 3/7/14, not \"{bands}\"")),
    }
}

/// Puts a unit where it is and makes it what the case says.
pub(super) fn settle(g: &mut Battle, text: &UnitText) -> Read<()> {
    let Some(id) = words::unit_called(g.data(), &text.card.key) else { return Ok(()) };
    match &text.at {
        At::Hex(_) | At::Arrives { .. } => (),
        At::Edge(label) => {
            let hex = words::find(g.data.map(), text.line, label)?;
            g[id].place = Place::Edge(hex);
        }
        At::Aboard(key) => match words::unit_called(g.data(), key) {
            Some(carrier) => g[id].place = Place::Aboard(carrier),
            None => return words::wrong(text.line, format!("there is no carrier {key}")),
        },
        At::Away(Away::Later) => g[id].place = Place::Later,
        At::Away(Away::Lost) => {
            g[id].place = Place::Lost;
            g[id].steps = 0;
        }
    }
    if let Some(rally) = &text.rally {
        g[id].rally = Some(words::find(g.data.map(), text.line, rally)?);
    }
    let unit: &mut Unit = &mut g[id];
    unit.mode = text.mode;
    unit.nerve = text.nerve;
    unit.status = text.status.unwrap_or_default();
    unit.steps -= text.lost.min(unit.steps);
    unit.record.at_limit = unit.steps;
    if let Some(left) = text.left {
        unit.record.left = left;
    }
    for (not, field, words) in &text.fields {
        field.set(unit, *not, &mut words.clone())?;
    }
    Ok(())
}

pub(in crate::cases) fn nerve(word: NerveWord) -> Nerve {
    match word {
        NerveWord::Normal => Nerve::Normal,
        NerveWord::Suppressed => Nerve::Suppressed,
        NerveWord::Paralysed => Nerve::Paralysed,
    }
}

pub(in crate::cases) fn status(word: StatusWord) -> Status {
    match word {
        StatusWord::Assigned => Status::Assigned,
        StatusWord::Withdrawing => Status::Withdrawing,
        StatusWord::Unassigned => Status::Unassigned,
    }
}
