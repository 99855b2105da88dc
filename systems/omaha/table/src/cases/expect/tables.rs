//! `table …`: a cell of a chart in words.

use omaha::data::{Badge, Data, FireClass, Letter, Weapons};
use omaha::ground::{Side, Terrain};
use omaha::tables::{AttackResult, Delay, LandingResult, LandingTable, LandingWho, Passage};
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

/// `NoLessOrEqual` as `no-less-or-equal`
fn kebab(debug: &str) -> String {
    let mut out = String::new();
    for it in debug.chars() {
        if it.is_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.extend(it.to_lowercase());
    }
    out
}

fn landing(data: &Data, words: &mut Words) -> Read<String> {
    let table = one(
        words,
        "the turns",
        &[
            ("1", LandingTable::First),
            ("2-3", LandingTable::Second),
            ("4-14", LandingTable::Fourth),
            ("15+", LandingTable::Fifteenth),
        ],
    )?;
    let who = one(
        words,
        "who lands",
        &[
            ("tank", LandingWho::Tank),
            ("infantry-elsewhere", LandingWho::InfantryElsewhere),
            ("infantry-DG-CH", LandingWho::InfantryAtDogGreenOrCharlie),
            ("infantry", LandingWho::Infantry),
            ("dukw", LandingWho::Dukw),
            ("guns", LandingWho::Guns),
        ],
    )?;
    let letters = [("A", Letter::A), ("B", Letter::B), ("C", Letter::C), ("D", Letter::D)];
    let letter = one(words, "the letter", &letters)?;
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
    let classes = FireClass::ALL.map(|it| (it.name(), it));
    let class = one(words, "the class", &classes)?;
    let column = one(words, "the firer", &[("revealed", 0), ("unrevealed", 1), ("ambush", 2)])?;
    let it = data.tables.fire[class.index()][column];
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
    let row = if yes {
        one(words, "the strength", &[("less", 3), ("equal", 4), ("greater", 5), ("double", 6)])?
    } else {
        one(words, "the strength", &[("less-or-equal", 0), ("greater", 1), ("double", 2)])?
    };
    let cells = &data.tables.attack[row];
    let it: AttackResult = one(
        words,
        "the column",
        &[
            ("alone", cells.alone),
            ("unrevealed", cells.unrevealed_depth),
            ("revealed", cells.revealed_depth),
            ("revealed-extended", cells.revealed_depth_extended),
        ],
    )?;
    Ok(those(&[
        (it.us_disrupted, "us-disrupted"),
        (it.gains_depth, "gains-depth"),
        (it.unit_unrevealed, "unit-unrevealed"),
        (it.depth_eliminated, "depth-eliminated"),
        (it.german_disrupted, "german-disrupted"),
        (it.optional_attrition, "optional-attrition"),
        (it.defeated, "defeated"),
        (it.reveal_and_repeat, "reveal-and-repeat"),
    ]))
}

fn barrage(data: &Data, words: &mut Words) -> Read<String> {
    let (colour, symbol, depth) = (words.take("colour"), words.take("symbol"), words.take("depth"));
    let strength = words.number("the strength")?;
    let result = data.tables.barrage.result(colour, symbol, depth, strength);
    Ok(kebab(&format!("{result:?}")))
}

fn terrain_called(text: &str) -> Option<Terrain> {
    Terrain::ALL.into_iter().find(|it| *it != Terrain::Sea && it.name() == text)
}

/// Hexsides in one word: `anti-tank-ditch`.
fn side_called(text: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|it| it.name().replace(' ', "-") == text)
}

fn defence(data: &Data, words: &mut Words) -> Read<String> {
    let word = words.need("a terrain or a hexside")?;
    let tables = &data.tables;
    let it = match (terrain_called(&word), side_called(&word)) {
        (Some(terrain), _) => Some(tables.defence_hex[terrain as usize]),
        (_, Some(side)) => tables.defence_side[side as usize],
        _ => return words.wrong(format!("there is no terrain or hexside \"{word}\"")),
    };
    Ok(it.map_or("prohibited".into(), |it| format!("unit {} depth {}", it.unit, it.depth)))
}

fn passage(data: &Data, words: &mut Words) -> Read<String> {
    let word = words.need("a terrain or a hexside")?;
    let tables = &data.tables;
    let (it, protective) = match (terrain_called(&word), side_called(&word)) {
        _ if word == "mined" => (tables.move_mined, false),
        (Some(terrain), _) => (tables.move_hex[terrain as usize], false),
        (_, Some(side)) => {
            let it = tables.move_side[side as usize];
            (it.pass, it.protective)
        }
        _ => return words.wrong(format!("there is no terrain or hexside \"{word}\"")),
    };
    Ok(passage_text(it, protective))
}

fn passage_text(it: Passage, protective: bool) -> String {
    let pass = |it| kebab(&format!("{it:?}"));
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
    let badges = Badge::ALL.map(|it| (it.name(), it));
    let row = data.tables.action(one(words, "the badge", &badges)?);
    let show = |it| kebab(&format!("{it:?}"));
    let column = words.need("the column")?;
    Ok(match column.as_str() {
        "wn-us" => show(row.wn_us),
        "wn-no-us" => show(row.wn_no_us),
        "wn-empty" => show(row.wn_empty),
        "re-us" => show(row.re_us),
        "re-no-us" => show(row.re_no_us),
        "re-empty" => show(row.re_empty),
        "armour" => kebab(&format!("{:?}", row.armour)),
        other => {
            return words.wrong(format!(
                "there is no column \"{other}\": wn-us, wn-no-us, wn-empty, re-us, re-no-us, re-empty, armour"
            ));
        }
    })
}
