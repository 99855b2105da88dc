//! Lines about the tables, and the numbers a referee works out from what he is told.

use skirmish::Skirmish;
use skirmish::data::Quality;
use skirmish::dice::Tested;
use skirmish::end_turn::EndsOn;
use skirmish::hit_and_kill::Situation;
use skirmish::indirect_fire::{Piece, Targeting, Under};
use skirmish::morale::Test;
use skirmish::referee::{self, Reckoned};
use skirmish::spotting::Line;
use skirmish::tables::{Cover, Support, Weapon, Weight};
use testkit::cases::words::{Read, Words};

use super::super::TABLES;

/// What is so, in the words a case writes behind the colon; `None` if the line is about something else.
pub(super) fn show(
    g: &Skirmish,
    head: &str,
    about: &mut Words,
    value: &mut Words,
) -> Read<Option<String>> {
    let found = match head {
        // `number cover.open.hit: 4`
        "number" => number(about)?,
        // `weapon smg: dice 2 short 8 long 16 melee 2`: those that are named
        "weapon" => return weapon(g, about, value).map(Some),
        // `terrain hedge: cover light cross 2`
        "terrain" => return terrain(about, value).map(Some),
        "referee" => reckon(g, about)?,
        _ => return Ok(None),
    };
    about.end()?;
    value.rest();
    Ok(Some(found))
}

fn tables() -> toml::Table {
    TABLES.parse().unwrap_or_default()
}

/// A number of the tables by its path; rows of a list by their number from 0.
fn number(about: &mut Words) -> Read<String> {
    let path = about.need("a path")?;
    let mut at = toml::Value::Table(tables());
    for step in path.split('.') {
        let next = match (&at, step.parse::<usize>()) {
            (toml::Value::Array(rows), Ok(i)) => rows.get(i).cloned(),
            (toml::Value::Table(rows), _) => rows.get(step).cloned(),
            _ => None,
        };
        match next {
            Some(it) => at = it,
            None => return about.wrong(format!("the tables have no \"{path}\"")),
        }
    }
    Ok(plain(&at))
}

fn plain(it: &toml::Value) -> String {
    match it {
        toml::Value::String(it) => it.clone(),
        toml::Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(" "),
        toml::Value::Integer(it) => it.to_string(),
        toml::Value::Boolean(it) => it.to_string(),
        other => format!("{other:?}"),
    }
}

/// The named columns of a row.
fn columns(row: &toml::Table, value: &mut Words) -> Read<String> {
    let mut found = Vec::new();
    while let Some(column) = value.next() {
        value.need("a value")?;
        let it = row.get(&column).map_or("0".to_owned(), plain);
        found.push(format!("{column} {it}"));
    }
    Ok(found.join(" "))
}

fn weapon(g: &Skirmish, about: &mut Words, value: &mut Words) -> Read<String> {
    let key = about.need("a weapon")?;
    about.end()?;
    if g.tables().weapon_called(&key).is_none() {
        return about.wrong(format!("there is no weapon \"{key}\""));
    }
    columns(&row("weapon", &key).unwrap_or_default(), value)
}

fn terrain(about: &mut Words, value: &mut Words) -> Read<String> {
    let key = about.need("a kind of terrain")?;
    about.end()?;
    let lists = ["area_terrain", "linear_terrain", "building_kind"];
    match lists.iter().find_map(|it| row(it, &key)) {
        Some(row) => columns(&row, value),
        None => about.wrong(format!("there is no terrain \"{key}\"")),
    }
}

fn row(list: &str, id: &str) -> Option<toml::Table> {
    let tables = tables();
    let rows = tables.get(list)?.as_array()?;
    let is = |it: &&toml::Table| it.get("id").and_then(toml::Value::as_str) == Some(id);
    rows.iter().filter_map(toml::Value::as_table).find(is).cloned()
}

/// `referee shot rifle light hindrances 2 long: 8 4`: final numbers of a roll from what is entered.
fn reckon(g: &Skirmish, about: &mut Words) -> Read<String> {
    let tables = g.tables();
    let one = |it: &Reckoned| it.number.to_string();
    let two = |it: &[Reckoned; 2]| format!("{} {}", it[0].number, it[1].number);
    Ok(match about.need("what is rolled for")?.as_str() {
        "spot" => {
            let mut line = Line::default();
            while let Some(word) = about.next() {
                match word.as_str() {
                    "far" => line.far = true,
                    "hindrances" => line.hindrances = about.number("hindrances")?,
                    other => return about.wrong(format!("no \"{other}\" in spotting")),
                }
            }
            one(&referee::spot(tables, line))
        }
        "rally" => {
            let (quality, bonus) = quality_and_bonus(about)?;
            one(&referee::rally(tables, quality, bonus))
        }
        "test" => {
            let kills = if about.take("kills") { about.number("kills")? } else { 0 };
            let severe = about.take("severe");
            let (quality, bonus) = quality_and_bonus(about)?;
            one(&referee::test(tables, quality, Test { kills, severe }, bonus))
        }
        "melee" => {
            let quality = about.take_word().unwrap_or(Quality::Regular);
            let suppressed = about.take("suppressed");
            one(&referee::melee(tables, quality, suppressed))
        }
        "shot" => {
            let weapon = weapon_row(g, about)?;
            two(&referee::shot(tables, weapon, &entered(about)?))
        }
        "blast" => {
            let weapon = weapon_row(g, about)?;
            let cover: Cover = about.word()?;
            let line = entered(about)?;
            let found = referee::direct_blast(tables, weapon, &line, cover);
            found.map_or("none".into(), |it| two(&it))
        }
        "call" => {
            let found = referee::targeting(tables, &call(about)?);
            let certain = if found.certain { " certain" } else { "" };
            format!("{}{certain}", found.number)
        }
        // `referee calls attached light: 24`: chances in 36 of a call.
        "calls" => referee::targeting(tables, &call(about)?).chance.to_string(),
        // `referee levels good 7: good 3 suppressed 9 broken 24`: chances in 36 of each level after a test.
        "levels" => {
            let (level, number) = (about.word()?, about.number("a number")?);
            let after = referee::levels_after(tables, level, number);
            let each = after.map(|(level, n)| format!("{level:?} {n}").to_lowercase());
            each.join(" ")
        }
        // `referee kills smg open: 9 6 1`: ways of its dice that kill nobody, one, two ..
        "kills" => {
            let weapon = weapon_row(g, about)?;
            let [hit, kill] = referee::shot(tables, weapon, &entered(about)?);
            let ways = referee::kills(&hit, &kill, weapon.dice);
            ways.ways.iter().map(u128::to_string).collect::<Vec<_>>().join(" ")
        }
        // `referee ends 7 of 6: 3`: the die that ends the game in this turn.
        "ends" => {
            let turn = about.number("a turn")?;
            about.take("of");
            ends(referee::game_end(tables, about.number("the last turn")?, turn))
        }
        "under" => {
            let piece = piece(about)?;
            let mut under = Under::default();
            while let Some(word) = about.next() {
                match word.as_str() {
                    "woods" => under.in_woods = true,
                    "obstacle" => under.behind_obstacle = true,
                    "levels" => under.levels_above = about.number("levels")?,
                    _ => {
                        about.back();
                        under.cover = about.word()?;
                    }
                }
            }
            two(&referee::indirect_blast(tables, &piece, &under))
        }
        // `referee dice 7 6 4: passed 6 4`: dice on the table read against a number, and what each had to show.
        "dice" => {
            let number = about.number("a number")?;
            let mut wanted = Vec::new();
            let read = referee::read(tables, number, |least| {
                wanted.push(least);
                about.number("one more die")
            })?;
            let wanted: Vec<String> = wanted.iter().map(i32::to_string).collect();
            let how = match read {
                Tested::Passed => "passed",
                Tested::Failed => "failed",
                Tested::FailedBadly => "failed badly",
            };
            format!("{how} {}", wanted.join(" "))
        }
        // Chances in 36 of a number.
        "chance" => {
            let number = about.number("a number")?;
            skirmish::dice::chance(&tables.roll, number).to_string()
        }
        other => return about.wrong(format!("a referee works out no \"{other}\"")),
    })
}

/// What ends the game.
pub(super) fn ends(on: Option<EndsOn>) -> String {
    match on {
        None => "no".into(),
        Some(EndsOn::Always) => "always".into(),
        Some(EndsOn::AtMost(most)) => most.to_string(),
    }
}

fn quality_and_bonus(about: &mut Words) -> Read<(Quality, i32)> {
    let quality = about.take_word().unwrap_or(Quality::Regular);
    let bonus = if about.take("bonus") { about.number("a bonus")? } else { 0 };
    Ok((quality, bonus))
}

fn weapon_row<'g>(g: &'g Skirmish, about: &mut Words) -> Read<&'g Weapon> {
    let key = about.need("a weapon")?;
    match g.tables().weapon_called(&key) {
        Some(it) => Ok(g.tables().weapon(it)),
        None => about.wrong(format!("there is no weapon \"{key}\"")),
    }
}

/// What is left out is as the rules say.
fn entered(about: &mut Words) -> Read<Situation> {
    let mut it = Situation::default();
    while let Some(word) = about.next() {
        match word.as_str() {
            "hindrances" => it.hindrances = about.number("hindrances")?,
            "long" => it.long_range = true,
            "uphill" => it.uphill = true,
            "missing" => it.missing_crew = about.number("crewmen")?,
            "moving" => it.moving = true,
            "suppressed" => it.suppressed = true,
            "target-moved" => it.target_moved = true,
            "target-double" => it.target_double = true,
            _ => {
                about.back();
                if let Some(quality) = about.take_word() {
                    it.quality = quality;
                } else {
                    it.cover = about.word()?;
                }
            }
        }
    }
    Ok(it)
}

fn piece(about: &mut Words) -> Read<Piece> {
    let support: Support = about.word()?;
    let weight: Weight = about.word()?;
    let mut piece =
        Piece { support, weight, quality: Quality::Regular, suppressed: false, missing_crew: 0 };
    if let Some(quality) = about.take_word() {
        piece.quality = quality;
    }
    piece.suppressed = about.take("suppressed");
    if about.take("missing") {
        piece.missing_crew = about.number("crewmen")?;
    }
    Ok(piece)
}

/// `direct medium green smoke spotter veteran spotter-suppressed hindrances 2 again`
fn call(about: &mut Words) -> Read<Targeting> {
    let piece = piece(about)?;
    let mut it = Targeting {
        piece,
        smoke: false,
        spotter: Quality::Regular,
        spotter_suppressed: false,
        hindrances: 0,
        again: false,
    };
    while let Some(word) = about.next() {
        match word.as_str() {
            "smoke" => it.smoke = true,
            "spotter" => it.spotter = about.word()?,
            "spotter-suppressed" => it.spotter_suppressed = true,
            "hindrances" => it.hindrances = about.number("hindrances")?,
            "again" => it.again = true,
            other => return about.wrong(format!("no \"{other}\" in a call")),
        }
    }
    Ok(it)
}
