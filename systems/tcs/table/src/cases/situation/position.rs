//! What a situation says of the position: markers, missions, sheets, what has happened.

use tcs::data::{Data, Shared, StartSheet};
use tcs::id::SheetId;
use tcs::sheet::{Life, Order, Status, judge};
use tcs::state::{Battle, Mission, MissionStage, UnitMarker};
use tcs::tables::Shoot;

use crate::cases::drawing;
use crate::cases::words::{self, Read, Words};

/// The words of these statements.
pub(super) const WORDS: &[&str] = &[
    "smoke",
    "unit-smoke",
    "unit-light",
    "flare",
    "mission",
    "lane",
    "known-mines",
    "crossed",
    "entered",
    "weather",
    "holder",
    "lost-steps",
    "used",
    "used-observer",
    "flown",
    "come",
];

pub(super) fn read(g: &mut Battle, word: &str, mut words: Words) -> Read<()> {
    let words = &mut words;
    let data = g.data.clone();
    let map = data.map();
    match word {
        "sheet" => return sheet(g, words),
        "smoke" => {
            let level: u8 = words.number("its level, 1 or 2")?;
            let hexes = words::hexes(words, map)?;
            let smoke = if level == 1 { &mut g.smoke_1 } else { &mut g.smoke_2 };
            smoke.extend(hexes);
        }
        "unit-smoke" | "unit-light" => {
            let side = words::side(words)?;
            let turn = words.number("the turn it was placed")?;
            let light = word == "unit-light";
            for hex in words::hexes(words, map)? {
                g.unit_markers.push(UnitMarker { side, turn, hex, light });
            }
        }
        "flare" => {
            let hex = words::hex(words, map)?;
            g.flares.push((hex, words.number("its radius")?));
        }
        "mission" => mission(g, words)?,
        "lane" => {
            let pair = words::pair(words, map)?;
            g.lanes.push(pair);
        }
        "known-mines" => g.known_mines.extend(words::hexes(words, map)?),
        "crossed" => {
            let pair = words::pair(words, map)?;
            g.crossed.push((pair, words.number("how many steps")?));
        }
        "entered" => {
            let id = words::unit(words, &data)?;
            g.entered.push((id, words::hex(words, map)?));
        }
        "weather" => {
            let name = words.need("a row of the weather table")?;
            match data.weather.iter().position(|it| it.name == name) {
                Some(it) => g.weather = Some(it as u8),
                None => return words.wrong(format!("there is no weather \"{name}\"")),
            }
        }
        "holder" => {
            let hex = words::hex(words, map)?;
            let side = words::side(words)?;
            match data.scoring.iter().position(|it| it.hex == hex) {
                Some(it) => g.holders[it] = Some(side),
                None => return words.wrong("nothing is scored there"),
            }
        }
        "lost-steps" => {
            let side = words::side(words)?;
            g.lost[side.index()] = words.number("how many")?;
        }
        "used" => {
            let guns = words::guns(words, &data)?;
            for battery in tcs::artillery::batteries(g, guns) {
                g.used_batteries |= 1 << battery;
            }
        }
        "used-observer" => {
            let id = words::unit(words, &data)?;
            g.used_observers.insert(id);
        }
        _ => {
            let name = words.need("a sortie")?;
            let Some(at) = data.sorties.iter().position(|it| it.name == name) else {
                return words.wrong(format!("there is no sortie \"{name}\""));
            };
            if word == "flown" {
                g.used_sorties |= 1 << at;
            } else {
                g.come_sorties |= 1 << at;
            }
        }
    }
    words.end()
}

/// `mission A g1 fast he 0303 observer a1 turn 1 lying good`
fn mission(g: &mut Battle, words: &mut Words) -> Read<()> {
    let data = g.data.clone();
    let side = words::side(words)?;
    let guns = words::guns(words, &data)?;
    let fast = words.take("fast");
    let kind = words.word()?;
    let hex = words::hex(words, data.map())?;
    let mut mission = Mission {
        side,
        guns,
        kind,
        fast,
        observer: None,
        hex,
        turn: g.turn,
        stage: MissionStage::Placed,
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "observer" => mission.observer = Some(words::unit(words, &data)?),
            "turn" => mission.turn = words.number("the turn")?,
            "placed" => mission.stage = MissionStage::Placed,
            "falling" => mission.stage = MissionStage::Falling(shoot(words)?),
            "lying" => mission.stage = MissionStage::Lying(shoot(words)?),
            other => return words.wrong(format!("\"{other}\" says nothing about a mission")),
        }
    }
    g.missions.push(mission);
    Ok(())
}

fn shoot(words: &mut Words) -> Read<Shoot> {
    match words.need("good or bad")?.as_str() {
        "good" => Ok(Shoot::GoodShoot),
        "bad" => Ok(Shoot::BadShoot),
        other => words.wrong(format!("a shoot is good or bad, not \"{other}\"")),
    }
}

/// `sheet A s1 attack …`: in force, or `preparing 5`, or another state of its life. Its drawing passes the judge, unless it is
/// `unjudged`. `scenario`: not there yet, but among those the scenario begins with.
fn sheet(g: &mut Battle, words: &mut Words) -> Read<()> {
    let data = g.data.clone();
    let side = words::side(words)?;
    let unjudged = words.take("unjudged");
    let of_scenario = words.take("scenario");
    let value = drawing::sheet(words, &data, side)?;
    if !unjudged && let Err(it) = judge::judge(&*g, side, g.orders.of(side), &value) {
        return words.wrong(format!("the judge refuses this sheet: {it}"));
    }
    if of_scenario {
        let preparing = words.take("preparing");
        let weighted_turns = preparing.then(|| words.number("weighted turns")).transpose()?;
        let mut data = Data::clone(&g.data);
        data.sheets.push(StartSheet { side, sheet: value, weighted_turns });
        g.data = Shared::new(data);
        return words.end();
    }
    let mut order = Order::new(&*g, side, value);
    let (mut life, mut turns) = (Life::Implemented, 0);
    let (mut released, mut crossed) = (0, 0);
    let (mut attained, mut sighted) = (false, false);
    while let Some(word) = words.next() {
        match word.as_str() {
            "preparing" => {
                life = Life::Preparing;
                turns = words.number("weighted turns")?;
            }
            "failed" => life = Life::Failed,
            "released" => released |= 1 << words.number::<u16>("the number of the phase line")?,
            "crossed" => crossed |= 1 << words.number::<u16>("the number of the phase line")?,
            "attained" => attained = true,
            "sighted" => sighted = true,
            other => return words.wrong(format!("\"{other}\" says nothing about a sheet")),
        }
    }
    if life != Life::Preparing {
        order.implement(&*g);
    }
    order.life = life;
    order.weighted_turns = turns;
    order.progress.released = released;
    order.progress.crossed = crossed;
    order.progress.attained = attained;
    order.progress.sighted = sighted;
    let status = match life {
        Life::Implemented => Some(Status::Assigned),
        Life::Failed => Some(Status::Withdrawing),
        _ => None,
    };
    let units: Vec<_> = order.members.iter().map(|it| it.unit).collect();
    let id: SheetId = g.orders.add(order);
    if let Some(status) = status {
        for unit in units {
            g[unit].status = status;
            g[unit].sheet = Some(id);
        }
    }
    Ok(())
}
