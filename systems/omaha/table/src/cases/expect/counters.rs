//! Expectations about what does not change: order of battle, deck, map, tables.

use board::HexId;
use omaha::data::{Berth, CardEvent, Data, Reach, Symbol, UnitKind, UsCounter};
use omaha::ground::BeachRow;
use omaha::state::Day;
use omaha::text;

use super::super::draws;
use super::super::words::{self, Read, Words, label, wrong};
use super::state::normal;
use super::{deck, tables};

/// Each thing is described by words; all that are expected must be among them, in this order.
pub(super) fn check(g: &Day, first: &str, words: &mut Words, wanted: &str) -> Read<()> {
    let (line, data) = (words.line, g.data());
    let found = match first {
        "constant" => constant(data, words)?,
        "unit" => unit_text(data, &data.units[words::unit(words, data)?.index()]),
        "position" => position_text(g, words)?,
        "box" => box_text(g, words)?,
        "hex" => hex_text(g, words)?,
        "card" => card_text(data, words)?,
        "deck" => deck::deck_text(g, words)?,
        "table" => tables::cell(data, words)?,
        "turn" => turn_text(data, words)?,
        "draw" => draw_text(g, words)?,
        "exit" => {
            let exit = &data.exits[words::exit(words, data)?.index()];
            format!("{} {}", label(g, exit.hex), exit.name)
        }
        "battery" => battery_text(data, words)?,
        "count" => count(g, words)?,
        "conflicts" => conflicts(data, words)?,
        other => {
            return words.wrong(format!("\"{other}\" is no expectation; see cases/README.md"));
        }
    };
    words.end()?;
    let (expected, have) = (normal(wanted), normal(&found));
    // A number or a cell is all there is to say.
    if matches!(first, "constant" | "count" | "table") && expected != have {
        return wrong(line, format!("expected {wanted}\nfound    {found}"));
    }
    let mut rest = have.split(' ');
    for word in expected.split(' ').map(|it| it.trim_matches(',')) {
        if !rest.any(|it| it == word) {
            return wrong(line, format!("expected {wanted}\nfound    {found}"));
        }
    }
    Ok(())
}

/// `2305-2306`, or two words
pub(super) fn side(words: &mut Words, data: &Data) -> Read<(HexId, HexId)> {
    if let Some((a, b)) = words.peek().and_then(|it| it.split_once('-')) {
        let (a, b) = (words::hex_called(data, a), words::hex_called(data, b));
        if let (Some(a), Some(b)) = (a, b) {
            words.next();
            return Ok((a, b));
        }
    }
    Ok((words::hex(words, data)?, words::hex(words, data)?))
}

/// The value of a named constant, as the tables have it.
fn constant(data: &Data, words: &mut Words) -> Read<String> {
    let name = words.need("the constant")?;
    let all = format!("{:?}", data.tables.constants);
    let Some(at) = all.find(&format!(" {name}: ")) else {
        return words.wrong(format!("there is no constant \"{name}\""));
    };
    let rest = &all[at + name.len() + 3..];
    let end = if rest.starts_with('[') { rest.find(']') } else { rest.find([',', ' ']) };
    Ok(rest[..end.unwrap_or(rest.len())].trim_start_matches('[').replace(',', ""))
}

/// `infantry of 1 turn 2 box ER3 steps 3 strength 6/4/2 range 0/0/0 symbol triangle weapons BZ BG | BR | nothing`
fn unit_text(data: &Data, it: &UsCounter) -> String {
    let join = |words: Vec<String>| words.join("/");
    let berth = match &it.berth {
        Berth::Box(id) => format!("box {}", data.boxes[id.index()].name),
        Berth::Beach(name) => format!("beach {name}"),
        Berth::Sector(sector) => format!("sector {}", sector.key()),
    };
    let range = it.lines.iter().map(|it| match it.range {
        Reach::None => "0".into(),
        Reach::Hexes(n) => n.to_string(),
        Reach::Unlimited => "unlimited".into(),
    });
    let weapons = it.lines.iter().map(|it| text::weapons(it.weapons));
    format!(
        "{} {} of {} {} {} turn {} {berth} steps {} strength {} range {} symbol {} weapons {}",
        it.name,
        it.kind.name(),
        it.division.key(),
        if it.heavy { "heavy" } else { "" },
        if it.kind.is_armoured() { "armoured" } else { "" },
        it.turn,
        it.full_steps(),
        join(it.lines.iter().map(|it| it.strength.to_string()).collect()),
        join(range.collect()),
        it.symbol.map_or("none", Symbol::key),
        weapons.collect::<Vec<_>>().join(" | "),
    )
}

/// `wn 62 east orange vp arrows C2 C4 at 2605 2606 guards E-1`
fn position_text(g: &Day, words: &mut Words) -> Read<String> {
    let data = g.data();
    let it = &data.positions[words::position(words, data)?.index()];
    let arrows: Vec<&str> =
        it.arrows.iter().map(|it| data.positions[it.index()].name.as_str()).collect();
    let hexes: Vec<String> =
        it.sites.iter().map(|it| label(g, data.sites[it.index()].hex)).collect();
    Ok(format!(
        "{} number {} zone {} {} {} {} arrows {} at {} guards {}",
        if it.is_wn() { "wn" } else { "reinforcement" },
        it.number,
        it.zone.map_or("none".into(), |it| it.to_string()),
        it.sector.key(),
        it.colour.name(),
        if it.vp { "vp" } else { "no-vp" },
        if arrows.is_empty() { "none".into() } else { arrows.join(" ") },
        hexes.join(" "),
        it.guards.map_or("none", |it| &data.draws[it.index()].name),
    ))
}

/// How many positions have a dot on a hex of its field, and which (omaha.map.col-conflict).
fn conflicts(data: &Data, words: &mut Words) -> Read<String> {
    let id = words::position(words, data)?;
    let field = &data.positions[id.index()].any;
    let all = data.positions.iter().enumerate().filter(|it| it.0 != id.index());
    let names: Vec<&str> =
        all.filter(|it| it.1.any.intersects(field)).map(|it| it.1.name.as_str()).collect();
    Ok(format!("{} {}", names.len(), names.join(" ")))
}

fn box_text(g: &Day, words: &mut Words) -> Read<String> {
    let data = g.data();
    let it = &data.boxes[words::landing_box(words, data)?.index()];
    let beach = if it.beach.is_empty() { "none" } else { &it.beach };
    Ok(format!(
        "{} beach {beach} low {} mid {} high {}",
        it.sector.key(),
        label(g, it.low),
        label(g, it.mid),
        it.high.map_or("none".into(), |it| label(g, it)),
    ))
}

/// `beach mid-tide east low-ground obstacles mined shelter 1`
fn hex_text(g: &Day, words: &mut Words) -> Read<String> {
    let data = g.data();
    let hex = words::hex(words, data)?;
    let ground = &data.ground;
    let row = match ground.row[hex.index()] {
        None => "",
        Some(BeachRow::Low) => "low-tide",
        Some(BeachRow::Mid) => "mid-tide",
        Some(BeachRow::High) => "high-tide",
    };
    let height = match () {
        () if ground.is_low(hex) => "low-ground",
        () if ground.is_high(hex) => "high-ground",
        () => "",
    };
    let road = ground.road_in(hex).map_or(String::new(), |it| format!("{it:?}").to_lowercase());
    let site = ground.site(hex).map_or("none", |it| &data.sites[it.index()].name);
    Ok(format!(
        "{} {row} {} {height} {} {} site {site} road {road} shelter {}",
        ground.terrain(hex).name(),
        ground.sector(hex).key(),
        if ground.obstacles.contains(hex) { "obstacles" } else { "" },
        if ground.mined.contains(hex) { "mined" } else { "" },
        match ground.shelter[hex.index()] {
            255 => "none".into(),
            n => n.to_string(),
        },
    ))
}

/// `landing ◆A ▲C ●B mine events smoke WN62 | rally | none fire double orange F red R … symbol diamond artillery 3 of 75 88`
fn card_text(data: &Data, words: &mut Words) -> Read<String> {
    let number: u8 = words.number("the number of a card")?;
    let Some(card) = data.cards.iter().find(|it| it.number == number) else {
        return words.wrong(format!("there is no card {number}"));
    };
    let event = |it: &CardEvent| {
        format!("{} {}", CardEvent::KEYS[it.index()], draws::names(data, it).join(" "))
    };
    let events: Vec<String> = card.events.iter().map(event).collect();
    let landing = text::landing_part(card).replace(',', "");
    let landing = landing.replace("◆ ", "◆").replace("▲ ", "▲").replace("● ", "●");
    let mut marks = String::new();
    for it in &card.fire {
        let double = if it.double { "double " } else { "single " };
        marks += &format!("{double}{} {} ", it.colour.name(), it.badge.name());
    }
    let artillery = card.artillery.as_ref().map_or("no artillery".into(), |it| {
        let calibres: Vec<&str> = it.calibres.iter().map(|it| it.key()).collect();
        format!("artillery {} of {}", it.number, calibres.join(" "))
    });
    Ok(format!(
        "landing {landing} events {} fire {marks} symbol {} {artillery}",
        events.join(" | "),
        card.symbol.key()
    ))
}

/// `clock 0615 tide low events 0 shuffle artillery engineer mines extended clear 2 landing 1`
fn turn_text(data: &Data, words: &mut Words) -> Read<String> {
    let n: u8 = words.number("the turn")?;
    if n == 0 || data.tables.turns.len() < usize::from(n) {
        return words.wrong(format!("the turns are 1 to {}", data.tables.turns.len()));
    }
    let it = data.tables.turn(n);
    let (tide, landing) = (it.tide.key(), it.landing.key());
    let mut out = format!("clock {} tide {tide} events {}", it.clock, it.events);
    for (is, yes, no) in [
        (it.shuffle, "shuffle", "no-shuffle"),
        (it.artillery, "artillery", "no-artillery"),
        (it.engineer, "engineer", "no-engineer"),
        (it.mines, "mines", "no-mines"),
        (it.extended, "extended", "basic"),
    ] {
        out += &format!(" {}", if is { yes } else { no });
    }
    Ok(format!("{out} clear {} landing {landing}", it.clear_per_sector))
}

fn draw_text(g: &Day, words: &mut Words) -> Read<String> {
    let data = g.data();
    let name = words.need("a draw")?;
    let Some(it) = data.draws.iter().find(|it| it.name == name) else {
        let all: Vec<&str> = data.draws.iter().map(|it| it.name.as_str()).collect();
        return words.wrong(format!("there is no draw \"{name}\": {}", all.join(", ")));
    };
    let hexes = |hexes: &[HexId]| {
        let all: Vec<String> = hexes.iter().map(|it| label(g, *it)).collect();
        if all.is_empty() { "none".into() } else { all.join(" ") }
    };
    Ok(format!(
        "{} hexes {} mouth {} mined {} {}",
        it.place,
        hexes(&it.hexes),
        hexes(&it.mouth),
        hexes(&it.mined),
        if it.scores { "scores" } else { "no-score" },
    ))
}

fn battery_text(data: &Data, words: &mut Words) -> Read<String> {
    let name = words.need("a battery")?;
    let Some(it) = data.batteries.iter().find(|it| it.name == name) else {
        return words.wrong(format!("there is no battery \"{name}\""));
    };
    let observers: Vec<&str> =
        it.observers.iter().map(|it| data.positions[it.index()].name.as_str()).collect();
    let calibre = it.calibre.key();
    Ok(format!("{} {calibre} observers {}", it.sector.key(), observers.join(" ")))
}

/// `count units`, `count infantry`, `count wn`, `count vp`
fn count(g: &Day, words: &mut Words) -> Read<String> {
    let data = g.data();
    use omaha::data::{DepthPool, GermanKind};
    let word = words.need("what is counted")?;
    if let Some(n) = super::map::count(data, &word, words)? {
        return Ok(n.to_string());
    }
    let germans =
        |fits: fn(&GermanKind) -> bool| data.germans.iter().filter(|it| fits(&it.kind)).count();
    let depths = |pool: DepthPool| data.depths.iter().filter(|it| it.pool == pool).count();
    let units = |fits: fn(&UsCounter) -> bool| data.units.iter().filter(|it| fits(it)).count();
    let n = match word.as_str() {
        "counters" => data.units.len(),
        "units" => units(|it| !it.kind.is_leader()),
        "leaders" => units(|it| it.kind.is_leader()),
        "infantry" => units(|it| it.kind.is_regular()),
        "rangers" => units(|it| it.kind == UnitKind::Ranger),
        "tanks" => units(|it| it.kind == UnitKind::Tank),
        "symbols" => units(|it| it.symbol.is_some()),
        "armoured" => units(|it| it.kind.is_armoured()),
        "positions" => data.positions.len(),
        "sites" => data.sites.len(),
        "wn-positions" => data.positions.iter().filter(|it| it.is_wn()).count(),
        "vp" => data.positions.iter().filter(|it| it.vp).count(),
        "wn" => germans(|it| it.is_wn()),
        "T" => germans(|it| *it == GermanKind::Tactical),
        "D" => germans(|it| *it == GermanKind::Division),
        "M" => germans(|it| *it == GermanKind::Meyer),
        "armour" => germans(|it| it.is_armour()),
        "wn-depth" => depths(DepthPool::Wn),
        "mobile-depth" => depths(DepthPool::Mobile),
        "building-depth" => depths(DepthPool::Building),
        "armour-depth" => depths(DepthPool::Armour),
        "batteries" => data.batteries.len(),
        "boxes" => data.boxes.len(),
        "draws" => data.draws.len(),
        "exits" => data.exits.len(),
        "cards" => deck::count_cards(g, words)?,
        "letter" => deck::count_letter(data, words)?,
        "badge" => deck::count_badge(data, words)?,
        "zone-events" => deck::count_zone_events(g, words)?,
        "turns" => data.tables.turns.len(),
        "hexes" => data.map.len(),
        "beach" => data.ground.beach.iter().count(),
        "beach-rows" => data.ground.row.iter().flatten().count(),
        "shared-dots" => shared_dots(data),
        "columns" => usize::from(data.map.columns()),
        "hex-metres" => data.hex_metres as usize,
        "rows" => usize::from(data.map.rows()),
        other => return words.wrong(format!("\"{other}\" cannot be counted; see cases/README.md")),
    };
    Ok(n.to_string())
}

/// Hexes in the fields of two positions of one colour.
fn shared_dots(data: &Data) -> usize {
    let shared = |hex: &HexId| {
        let by = &data.ground.dotted_by[hex.index()];
        let colour = |it: &omaha::data::PositionId| data.positions[it.index()].colour;
        by.iter().enumerate().any(|(i, it)| by[..i].iter().any(|other| colour(it) == colour(other)))
    };
    data.map.hexes().filter(shared).count()
}
