//! What a situation says of its scenario: forces, guns, aircraft, weather, mines, what counts.

use tcs::data::{Battery, Data, MissionKinds, Preplotted, Scoring, SortieData, WeatherRow};
use tcs::id::Side;
use tcs::state::MissionKind;
use tcs::tables::Nation;

use crate::cases::words::{self, Read, Words};

/// The words of these statements.
pub(super) const WORDS: &[&str] = &[
    "force",
    "battalion",
    "battery",
    "preplotted",
    "sortie",
    "visibility",
    "weather-row",
    "minefield",
    "hidden-mines",
    "area",
    "scoring",
    "step-points",
    "margin",
    "sudden-death",
    "option",
];

pub(super) fn read(data: &mut Data, word: &str, mut words: Words) -> Read<()> {
    let words = &mut words;
    match word {
        "force" => force(data, words)?,
        "battalion" => battalion(data, words)?,
        "battery" => battery(data, words)?,
        "preplotted" => {
            let side = words::side(words)?;
            let turn = words.number("the turn")?;
            let guns = words::guns(words, data)?;
            let fast = words.take("fast");
            let kind = words.word()?;
            let hex = words::hex(words, data.map())?;
            data.preplotted.push(Preplotted { side, turn, guns, kind, fast, hex });
        }
        "sortie" => sortie(data, words)?,
        "visibility" => {
            while let Some(light) = words.next() {
                let far = distance(words)?;
                match light.as_str() {
                    "day" => data.visibility.day = far,
                    "twilight" => data.visibility.twilight = far,
                    "night" => data.visibility.night = far,
                    _ => return words.wrong("write: visibility day 8 twilight 4 night 3"),
                }
            }
        }
        "weather-row" => {
            let name = words.need("its name")?;
            let visibility = distance(words)?;
            let no_sorties = words.take("no-sorties");
            data.weather.push(WeatherRow { name, visibility, no_sorties });
        }
        "minefield" => data.minefields.extend(words::hexes(words, data.map())?),
        "hidden-mines" => data.hidden_mines = true,
        "area" => {
            words.number::<u8>("its number")?;
            data.areas.push(words::hexes(words, data.map())?.into_iter().collect());
        }
        "scoring" => {
            let hex = words::hex(words, data.map())?;
            let points = words.number("its points")?;
            let holder = words.peek().is_some().then(|| words::side(words)).transpose()?;
            data.scoring.push(Scoring { hex, points, holder, name: String::new() });
        }
        "step-points" => data.step_points = words.number("points a step")?,
        "margin" => data.margin = words.number("the margin")?,
        "sudden-death" => data.sudden_death = Some(words.number("the lead")?),
        _ => option(data, words)?,
    }
    words.end()
}

/// `8` hexes, or `unlimited`
fn distance(words: &mut Words) -> Read<Option<u8>> {
    if words.take("unlimited") { Ok(None) } else { words.number("hexes").map(Some) }
}

/// `force A prep 2 nation us`
fn force(data: &mut Data, words: &mut Words) -> Read<()> {
    let key = words.need("a force")?;
    let Some(at) = data.forces.iter().position(|it| it.key == key) else {
        return words.wrong(format!("no unit is of force \"{key}\""));
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "prep" => data.forces[at].command_prep = words.number("its Command Prep value")?,
            "nation" => {
                let nation: Nation = words.word()?;
                data.forces[at].nation = nation;
                data.forces[at].command_prep = data.tables.command_prep_default.of(nation);
            }
            other => return words.wrong(format!("\"{other}\" says nothing about a force")),
        }
    }
    Ok(())
}

/// `battalion A morale 1 vehicle-morale 2 rally 0101`
fn battalion(data: &mut Data, words: &mut Words) -> Read<()> {
    let name = words.need("a battalion")?;
    let Some(at) = data.battalions.iter().position(|it| it.name == name) else {
        return words.wrong(format!("no unit is of battalion \"{name}\""));
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "morale" => data.battalions[at].morale = words.number("its morale")?,
            "vehicle-morale" => {
                data.battalions[at].vehicle_morale = words.number("its Vehicle Morale")?;
            }
            "rally" => data.battalions[at].rally = Some(words::hex(words, data.map())?),
            other => return words.wrong(format!("\"{other}\" says nothing about a battalion")),
        }
    }
    Ok(())
}

/// `battery g1 of A 105 ammunition 6 battalion G supports A column 11 only he smoke`
fn battery(data: &mut Data, words: &mut Words) -> Read<()> {
    let name = words.need("its name")?;
    words.take("of");
    let side = words::side(words)?;
    let calibre = words.number("its calibre in millimetres")?;
    let of_side = |side: Side, data: &Data| -> u64 {
        let forces = data.forces.iter().enumerate();
        forces.filter(|it| it.1.side == side).map(|it| 1 << it.0).sum()
    };
    let nation =
        data.forces.iter().find(|it| it.side == side).map_or(Nation::Other, |it| it.nation);
    let all = MissionKinds { he: true, continuous: true, smoke: true, illumination: true };
    let mut battery = Battery {
        name,
        side,
        calibre,
        battalion: None,
        ammunition: 6,
        supports: of_side(side, data),
        // tcs.arty.start-column
        start_column: data.tables.start_column.of(nation),
        kinds: all,
        counter: None,
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "ammunition" => battery.ammunition = words.number("its ammunition")?,
            "battalion" => {
                let name = words.need("a gun battalion")?;
                let found = data.gun_battalions.iter().position(|it| *it == name);
                let at = found.unwrap_or_else(|| {
                    data.gun_battalions.push(name);
                    data.gun_battalions.len() - 1
                });
                battery.battalion = Some(at as u8);
            }
            "supports" => {
                let key = words.need("a force")?;
                let Some(at) = data.forces.iter().position(|it| it.key == key) else {
                    return words.wrong(format!("no unit is of force \"{key}\""));
                };
                battery.supports = 1 << at;
            }
            "column" => battery.start_column = words.number("a column")?,
            "only" => {
                let mut kinds = MissionKinds {
                    he: false,
                    continuous: false,
                    smoke: false,
                    illumination: false,
                };
                while let Some(kind) = words.peek().and_then(MissionKind::read) {
                    words.next();
                    match kind {
                        MissionKind::He => kinds.he = true,
                        MissionKind::Continuous => kinds.continuous = true,
                        MissionKind::Smoke => kinds.smoke = true,
                        MissionKind::Illumination => kinds.illumination = true,
                    }
                }
                battery.kinds = kinds;
            }
            "counter" => battery.counter = Some(words::unit(words, data)?),
            other => return words.wrong(format!("\"{other}\" says nothing about a battery")),
        }
    }
    data.batteries.push(battery);
    Ok(())
}

/// `sortie f1 of A turn 2 area 20 point-kill 8 arrives 3`
fn sortie(data: &mut Data, words: &mut Words) -> Read<()> {
    let name = words.need("its name")?;
    words.take("of");
    let side = words::side(words)?;
    let mut sortie =
        SortieData { name, side, turn: 2, area: None, point_kill: None, arrives: None };
    while let Some(word) = words.next() {
        match word.as_str() {
            "turn" => sortie.turn = words.number("the turn")?,
            "area" => sortie.area = Some(words.number("its area strength")?),
            "point-kill" => sortie.point_kill = Some(words.number("its kill number")?),
            "arrives" => sortie.arrives = Some(words.number("the die")?),
            other => return words.wrong(format!("\"{other}\" says nothing about a sortie")),
        }
    }
    data.sorties.push(sortie);
    Ok(())
}

fn option(data: &mut Data, words: &mut Words) -> Read<()> {
    let options = &mut data.options;
    match words.need("an option")?.as_str() {
        "without-command" => options.without_command = true,
        "consolidate" => options.consolidate = true,
        "skips-first-command" => options.skips_first_command = true,
        "sets-up-first" => options.sets_up_first = words::side(words)?,
        "sheets-at-set-up" => {
            options.sheets_at_set_up = true;
            if words.peek().is_some() {
                options.start_weighted_turns = Some(words.number("weighted turns")?);
            }
        }
        other => return words.wrong(format!("there is no option \"{other}\"")),
    }
    Ok(())
}
