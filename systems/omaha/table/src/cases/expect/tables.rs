//! `table …`: a cell of a chart in words.

use omaha::data::{Data, FireClass, Weapons};
use omaha::ground::{Side, Terrain};
use omaha::tables::{
    AttackEffect, AttackResult, AttackRow, Delay, Firer, LandingResult, LandingTable, LandingWho,
    Pass, Passage,
};
use omaha::text;

use crate::cases::words::{Read, Words};

/// `landing 4-14 infantry A`, `fire steady ambush`, `weapons tank-near`, `attack yes greater alone`, `barrage colour
/// symbol depth 3`, `defence woods`, `move slope`, `action R re-empty`
pub(super) fn cell(data: &Data, words: &mut Words) -> Read<String> {
    match words.need("a table")?.as_str() {
        "landing" => landing(data, words),
        "fire" => fire(data, words),
        "weapons" => weapons(data, words),
        "attack" => attack(data, words),
        "barrage" => barrage(data, words),
        "defence" => defence(data, words),
        "move" => passage(data, words),
        "action" => action(data, words),
        other => words.wrong(format!(
            "there is no table \"{other}\": landing, fire, weapons, attack, barrage, defence, move, action"
        )),
    }
}

/// The next word must be one of these.
fn one<T: Copy>(words: &mut Words, what: &str, all: &[(&str, T)]) -> Read<T> {
    let word = words.need(what)?;
    match all.iter().find(|it| it.0 == word) {
        Some(it) => Ok(it.1),
        None => {
            let names: Vec<&str> = all.iter().map(|it| it.0).collect();
            words.wrong(format!("{what} is one of {}, not \"{word}\"", names.join(", ")))
        }
    }
}

/// Those words whose condition holds, or `no effect`.
fn those(all: &[(bool, &str)]) -> String {
    let said: Vec<&str> = all.iter().filter(|it| it.0).map(|it| it.1).collect();
    if said.is_empty() { "no effect".into() } else { said.join(" ") }
}

fn landing(data: &Data, words: &mut Words) -> Read<String> {
    let (table, who): (LandingTable, LandingWho) = (words.word()?, words.word()?);
    let letter = words.word()?;
    let rows = &data.tables.landing;
    match rows.iter().find(|it| it.tables.contains(&table) && it.who == who) {
        Some(row) => Ok(landing_text(row.result(letter))),
        None => words.wrong("the table has no such row"),
    }
}

fn landing_text(it: LandingResult) -> String {
    let lose = format!("lose {}", it.lose);
    let way = if it.drift < 0 { "west" } else { "east" };
    let drift = format!("drift {} {way}", it.drift.abs());
    let delay = match it.delay {
        Some(Delay::To(turn)) => format!("delayed to turn {turn}"),
        Some(Delay::By(turns)) => format!("delayed {turns} turns"),
        None => String::new(),
    };
    those(&[
        (0 < it.lose, &lose),
        (it.drift != 0, &drift),
        (it.delay.is_some(), &delay),
        (it.eliminated, "eliminated"),
        (it.june_7, "june-7"),
        (it.no_check, "no-check"),
        (it.ranger_option, "no effect rangers may drift"),
    ])
}

fn fire(data: &Data, words: &mut Words) -> Read<String> {
    let (class, firer): (FireClass, Firer) = (words.word()?, words.word()?);
    let it = data.tables.fire[class.index()][firer.index()];
    Ok(format!(
        "{} {} {}",
        if it.one { "one" } else { "all" },
        those(&[
            (it.needs_symbol, "with the symbol"),
            (!it.needs_symbol, "of every symbol"),
            (it.armoured, "armoured too"),
            (!it.armoured, "not armoured"),
        ]),
        those(&[(it.step, "lose a step"), (it.disrupt, "disrupted")]),
    ))
}

fn weapons(data: &Data, words: &mut Words) -> Read<String> {
    let it = &data.tables.weapons;
    let rows: [(&str, Weapons); 11] = [
        ("infantry", it.infantry),
        ("heavy-adjacent", it.heavy_adjacent),
        ("heavy-distant", it.heavy_distant),
        ("anti-air", it.anti_air),
        ("sp-anti-air", it.sp_anti_air),
        ("tank-far", it.tank_far),
        ("tank-near", it.tank_near),
        ("artillery", it.artillery),
        ("anti-tank", it.anti_tank),
        ("naval", it.naval),
        ("headquarters", it.headquarters),
    ];
    let row = one(words, "the row", &rows)?;
    Ok(text::weapons(row))
}

fn attack(data: &Data, words: &mut Words) -> Read<String> {
    let yes = one(words, "the weapons", &[("no", false), ("yes", true)])?;
    let Some(row) = AttackRow::of(yes, words.word()?) else {
        return words.wrong("the chart has no such row");
    };
    let cells = &data.tables.attack[row as usize];
    let mut it: AttackResult = one(
        words,
        "the column",
        &[
            ("alone", cells.alone),
            ("unrevealed", cells.unrevealed_depth),
            ("revealed", cells.revealed_depth),
            ("revealed-extended", cells.revealed_depth_extended),
        ],
    )?;
    Ok(those(&AttackEffect::ALL.map(|effect| (*it.flag(effect), effect.key()))))
}

fn barrage(data: &Data, words: &mut Words) -> Read<String> {
    let (colour, symbol, depth) = (words.take("colour"), words.take("symbol"), words.take("depth"));
    let strength = words.number("the strength")?;
    let result = data.tables.barrage.result(colour, symbol, depth, strength);
    Ok(result.key().to_owned())
}

fn defence(data: &Data, words: &mut Words) -> Read<String> {
    let word = words.need("a terrain or a hexside")?;
    let tables = &data.tables;
    let it = match (Terrain::read(&word), Side::read(&word)) {
        (Some(terrain), _) => tables.defence_hex.get(terrain.index()).copied(),
        (_, Some(side)) => tables.defence_side[side as usize],
        _ => return words.wrong(format!("there is no terrain or hexside \"{word}\"")),
    };
    Ok(it.map_or("prohibited".into(), |it| format!("unit {} depth {}", it.unit, it.depth)))
}

fn passage(data: &Data, words: &mut Words) -> Read<String> {
    let word = words.need("a terrain or a hexside")?;
    let tables = &data.tables;
    let (it, protective) = match (Terrain::read(&word), Side::read(&word)) {
        _ if word == "mined" => (tables.move_mined, false),
        (Some(terrain), _) if terrain != Terrain::Sea => (tables.move_hex[terrain.index()], false),
        (_, Some(side)) => {
            let it = tables.move_side[side as usize];
            (it.pass, it.protective)
        }
        _ => return words.wrong(format!("there is no terrain or hexside \"{word}\"")),
    };
    Ok(passage_text(it, protective))
}

fn passage_text(it: Passage, protective: bool) -> String {
    let pass = Pass::key;
    format!(
        "infantry {} leaders {} others {} {} {}",
        pass(it.infantry),
        pass(it.leader),
        pass(it.other),
        if it.engineer { "engineer" } else { "" },
        if protective { "protective" } else { "" },
    )
}

fn action(data: &Data, words: &mut Words) -> Read<String> {
    let row = data.tables.action(words.word()?);
    let columns = [
        ("wn-us", row.wn_us.key()),
        ("wn-no-us", row.wn_no_us.key()),
        ("wn-empty", row.wn_empty.key()),
        ("re-us", row.re_us.key()),
        ("re-no-us", row.re_no_us.key()),
        ("re-empty", row.re_empty.key()),
        ("armour", row.armour.key()),
    ];
    Ok(one(words, "the column", &columns)?.to_owned())
}
