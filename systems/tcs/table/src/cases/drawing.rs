//! Op sheets in the words of cases: one line, the same where a sheet is given and where it is drawn in play.
//!
//! `s1 attack a1 a2 objective 0305 0306 assembly 0302 departure rows 3-4 axis 0303 0304 0305 width 1 rally 0301`

use board::Map;
use hex::Hex;
use tcs::data::Data;
use tcs::ground::Hexes;
use tcs::id::Side;
use tcs::sheet::line::border;
use tcs::sheet::value::{
    Advance, Alternate, At, Boundary, Departure, Echelon, Failure, Location, Objective, Phase,
    Release, Sector, SideAt, Signal, Smoke, SmokeTrigger, Trigger,
};
use tcs::sheet::{Drawing, Mission, Sheet};

use super::words::{self, Read, Words, is_hex};

/// `NAME MISSION UNIT … DRAWING [alternate … ( MISSION DRAWING )] [branch ( MISSION DRAWING )]`
pub(super) fn sheet(words: &mut Words, data: &Data, side: Side) -> Read<Sheet> {
    let name = name(words, "the name of the sheet")?;
    let mission = words.word::<Mission>()?;
    let units = words::units(words, data);
    let first = units.first().map(|it| data.unit(*it).force);
    let usual = data.forces.iter().position(|it| it.side == side).unwrap_or_default();
    let force = first.map_or(usual, tcs::id::ForceId::index);
    let mut sheet = Sheet {
        name,
        force: data.forces.get(force).map(|it| it.key.clone()).unwrap_or_default(),
        units: units.iter().map(|it| data.unit(*it).key.clone()).collect(),
        note: String::new(),
        drawing: Drawing::blank(mission),
        alternate: None,
        branches: Vec::new(),
    };
    loop {
        draw(words, data, &mut sheet.drawing)?;
        match words.peek() {
            Some("force") => {
                words.next();
                sheet.force = words.need("the key of a force")?;
            }
            Some("note") => {
                words.next();
                sheet.note = words.need("a word")?;
            }
            Some("also") => {
                words.next();
                sheet.units.push(words.need("the key of a unit")?);
            }
            Some("alternate") => {
                words.next();
                let trigger = trigger(words)?;
                sheet.alternate = Some(Alternate { trigger, drawing: bracketed(words, data)? });
            }
            Some("branch") => {
                words.next();
                sheet.branches.push(bracketed(words, data)?);
            }
            _ => return Ok(sheet),
        }
    }
}

fn bracketed(words: &mut Words, data: &Data) -> Read<Drawing> {
    if !words.take("(") {
        return words.wrong("a second drawing stands in brackets: ( attack objective … )");
    }
    let mut drawing = Drawing::blank(words.word::<Mission>()?);
    draw(words, data, &mut drawing)?;
    if !words.take(")") {
        return match words.peek() {
            Some(it) => words.wrong(format!("\"{it}\" says nothing about a drawing")),
            None => words.wrong("the bracket is not closed"),
        };
    }
    Ok(drawing)
}

/// All that is said of one drawing; stops at the first word that says nothing about it.
fn draw(words: &mut Words, data: &Data, drawing: &mut Drawing) -> Read<()> {
    let map = data.map();
    while let Some(word) = words.next() {
        match word.as_str() {
            "objective" => {
                let name = if words.take("-") { String::new() } else { "O".into() };
                drawing.objective = Some(Objective { name, hexes: ats(words)? });
            }
            "assembly" => drawing.assembly = Some(at(words)?),
            "departure" => {
                let line = line(words, map)?;
                let start_time = words.take("starts").then(|| words::clock(words)).transpose()?;
                drawing.departure = Some(Departure { line, start_time });
            }
            "phase" => {
                let name = name(words, "the name of the phase line")?;
                let line = line(words, map)?;
                let release = words.take("release").then(|| release(words)).transpose()?;
                drawing.phases.push(Phase { name, line, release });
            }
            "axis" | "direction" => {
                let nameless = words.take("-");
                let path = ats(words)?;
                let half_width = match (word.as_str(), words.take("width")) {
                    ("axis", true) => Some(words.number("the half-width")?),
                    ("axis", false) => Some(1),
                    _ => None,
                };
                let name = match nameless {
                    true => String::new(),
                    false => format!("{word} {}", drawing.advances.len() + 1),
                };
                let units = if words.take("for") { names(words, data) } else { Vec::new() };
                drawing.advances.push(Advance { name, path, half_width, units });
            }
            "boundary" => {
                let boundary = boundary(words, map)?;
                drawing.boundaries.push(boundary);
            }
            "sector" => {
                let company = words.need("a company")?;
                drawing.sectors.push(Sector { company, hex: at(words)? });
            }
            "location" => {
                let unit = words.need("a unit")?;
                drawing.locations.push(Location { unit, hex: at(words)? });
            }
            "smoke" => {
                let hexes = ats(words)?;
                let trigger = match words.next().as_deref() {
                    Some("at") => SmokeTrigger::Time(words::clock(words)?),
                    Some("after") => SmokeTrigger::Phase(words.need("a phase line")?),
                    _ => return words.wrong("smoke comes at a time or after a phase line"),
                };
                drawing.smoke.push(Smoke { hexes, trigger });
            }
            "support" => drawing.support = names(words, data),
            "rally" => {
                let rally = at(words)?;
                let mut failure =
                    Failure { rally, loss_percent: None, time_limit: None, route: Vec::new() };
                loop {
                    match words.peek() {
                        Some("loss") => {
                            words.next();
                            failure.loss_percent = Some(words.number("the loss limit")?);
                        }
                        Some("limit") => {
                            words.next();
                            failure.time_limit = Some(words::clock(words)?);
                        }
                        Some("route") => {
                            words.next();
                            failure.route = ats(words)?;
                        }
                        _ => break,
                    }
                }
                drawing.failure = Some(failure);
            }
            _ => {
                words.back();
                return Ok(());
            }
        }
    }
    Ok(())
}

/// `LINE`, `between A1 A2 LINE`, or any echelon with any companies: `company A1 LINE`, `battalion A1 LINE`.
fn boundary(words: &mut Words, map: &Map) -> Read<Boundary> {
    let mut companies = Vec::new();
    let echelon = match words.peek() {
        Some("between") => {
            words.next();
            companies = vec![words.need("a company")?, words.need("another company")?];
            Echelon::Company
        }
        Some("company" | "battalion") => {
            let echelon = words.word::<Echelon>()?;
            while words.peek().is_some_and(|it| !begins_line(it)) {
                companies.push(words.need("a company")?);
            }
            echelon
        }
        _ => Echelon::Battalion,
    };
    Ok(Boundary { echelon, companies, line: line(words, map)? })
}

fn trigger(words: &mut Words) -> Read<Trigger> {
    Ok(match words.next().as_deref() {
        Some("at") => Trigger::Time(words::clock(words)?),
        Some("after") => Trigger::Phase(words.need("a phase line")?),
        Some("attained") => Trigger::Attained,
        Some("spotted") => Trigger::Spotted(ats(words)?),
        _ => return words.wrong("a trigger is: at TIME, after PHASE, attained, spotted HEX …"),
    })
}

fn release(words: &mut Words) -> Read<Release> {
    Ok(match words.next().as_deref() {
        Some("none") => Release::None,
        Some("all-up") => Release::AllUp,
        Some("at") => Release::Time(words::clock(words)?),
        Some("signal") => {
            let sheet = name(words, "the name of a sheet")?;
            let phase = words.take("after").then(|| words.need("a phase line")).transpose()?;
            Release::Signal(Signal { sheet, phase })
        }
        _ => return words.wrong("a release is: none, all-up, at TIME, signal SHEET [after PHASE]"),
    })
}

/// `rows 3-4`: between two rows, from edge to edge; `columns 3-4`; `around 0303 2`: the border of all hexes so near; or the
/// hexsides one by one.
fn line(words: &mut Words, map: &Map) -> Read<Vec<SideAt>> {
    let (columns, rows) = (map.columns(), map.rows());
    let all = || map.hexes();
    let inside: Hexes = match words.peek() {
        Some("rows") => {
            let last = between(words)?;
            let up = |it: &board::HexId| it.0 / columns < last && last < rows;
            all().filter(up).collect()
        }
        Some("columns") => {
            let last = between(words)?;
            let left = |it: &board::HexId| it.0 % columns < last && last < columns;
            all().filter(left).collect()
        }
        Some("around") => {
            words.next();
            let hex = words::hex(words, map)?;
            let radius: u8 = words.number("how far around")?;
            map.within(hex, radius).collect()
        }
        _ => {
            let mut line = Vec::new();
            while words.peek().is_some_and(is_side) {
                let word = words.need("a hexside")?;
                line.push(word.parse::<SideAt>().or_else(|it| words.wrong(it))?);
            }
            return Ok(line);
        }
    };
    match border(map, &inside) {
        Some(it) => Ok(it),
        None => words.wrong("the border of these hexes is not one line"),
    }
}

fn begins_line(word: &str) -> bool {
    matches!(word, "rows" | "columns" | "around") || is_side(word)
}

/// Is this written as a hexside is, 0303-0304?
fn is_side(word: &str) -> bool {
    word.contains('-') && word.get(..4).is_some_and(is_hex)
}

/// `rows 3-4`: the number before the line.
fn between(words: &mut Words) -> Read<u16> {
    words.next();
    let word = words.need("two numbers, as in 3-4")?;
    let numbers = word.split_once('-').map(|it| (it.0.parse::<u16>(), it.1.parse::<u16>()));
    match numbers {
        Some((Ok(a), Ok(b))) if a + 1 == b => Ok(a),
        _ => words.wrong(format!("a line lies between two neighbours, 3-4, not \"{word}\"")),
    }
}

/// A name, or `-` for none at all.
fn name(words: &mut Words, what: &str) -> Read<String> {
    let name = words.need(what)?;
    Ok(if name == "-" { String::new() } else { name })
}

fn at(words: &mut Words) -> Read<At> {
    let word = words.need("a hex")?;
    match word.parse::<Hex>() {
        Ok(it) => Ok(At(it)),
        Err(it) => words.wrong(it.to_string()),
    }
}

fn ats(words: &mut Words) -> Read<Vec<At>> {
    let mut all = Vec::new();
    while words.peek().is_some_and(is_hex) {
        all.push(at(words)?);
    }
    Ok(all)
}

fn names(words: &mut Words, data: &Data) -> Vec<String> {
    words::units(words, data).into_iter().map(|it| data.unit(it).key.clone()).collect()
}
