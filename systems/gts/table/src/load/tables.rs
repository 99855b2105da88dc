//! `gts/tables.toml`: read straight into [`Tables`]; and the legend of maps that follows from it.

use std::collections::BTreeSet;

use board::{FeatureKind, Legend, RouteKind, SideKind, SideSight, TerrainKind, TerrainSight};
use gts::tables::{CounterRow, SightKey, Tables, TerrainColumn};
use serde::Deserialize;
use toml::de::Deserializer;

use module::{
    Errors, File,
    problem::Span,
    read::{parse, quoted, text},
    suggest::nearest,
};

/// Of the ten-sided die, and of a rating.
const LAST_FACE: u8 = 9;
/// Sight is kept for all pairs of hexes that far apart.
const FURTHEST_SIGHT: u8 = 40;
/// Turns of a scenario.
const MOST_TURNS: usize = 60;

/// Reads and checks the tables.
pub(crate) fn tables(path: &str, file: &File, errors: &mut Errors) -> Option<Tables> {
    let text = text(path, file, errors)?;
    let tree = parse(path, text, errors)?;
    match Tables::deserialize(Deserializer::from(tree)) {
        Ok(tables) => check(path, text, &tables, errors).then_some(tables),
        Err(error) => {
            errors.at(path, error.span().unwrap_or_default().into(), error.message());
            None
        }
    }
}

/// What the types cannot say.
fn check(path: &str, text: &str, tables: &Tables, errors: &mut Errors) -> bool {
    let before = errors.count();
    let at = |word: &str| find(text, word);
    let mut kinds = |what: &str, keys: Vec<&str>, most: usize| {
        let mut seen = BTreeSet::new();
        for key in &keys {
            if !module::values::is_key(key) {
                let message =
                    format!("{} must consist of small letters, digits and hyphens", quoted(key));
                errors.at(path, at(key), message);
            } else if !seen.insert(*key) {
                errors.at(path, at(key), format!("the {what} {} stands here twice", quoted(key)));
            }
        }
        if most < keys.len() {
            errors.whole(
                path,
                format!("{} kinds of {what}: at most {most} are possible", keys.len()),
                None,
            );
        }
    };
    kinds("terrain", tables.terrain.iter().map(|it| it.key.as_str()).collect(), 200);
    kinds(
        "hexside",
        tables.hexside.iter().map(|it| it.key.as_str()).collect(),
        board::SideSet::LIMIT,
    );
    kinds("route", tables.route.iter().map(|it| it.key.as_str()).collect(), board::RouteSet::LIMIT);
    kinds(
        "feature",
        tables.feature.iter().map(|it| it.key.as_str()).collect(),
        board::FeatureSet::LIMIT,
    );
    for row in &tables.terrain {
        for column in row
            .defence
            .keys()
            .filter(|it| !TerrainColumn::ALL.iter().any(|known| known.key() == it.as_str()))
        {
            let message =
                format!("terrain {}: there is no column {}", quoted(&row.key), quoted(column));
            let suggestion = nearest(column, TerrainColumn::ALL.iter().map(|it| it.key()));
            errors.suggest(path, at(column), message, suggestion);
        }
        if row.sight == SightKey::Crest {
            errors.at(
                path,
                at(&row.key),
                format!("terrain {} cannot be a crest", quoted(&row.key)),
            );
        }
    }
    for row in tables.hexside.iter().filter(|it| it.sight == SightKey::Pair) {
        errors.at(
            path,
            at(&row.key),
            format!("hexside {} cannot block in pairs", quoted(&row.key)),
        );
    }
    for key in &tables.treeburst.terrain {
        if !tables.terrain.iter().any(|it| it.key == *key) {
            let suggestion = nearest(key, tables.terrain.iter().map(|it| it.key.as_str()));
            errors.suggest(
                path,
                at(key),
                format!("treeburst: there is no terrain {}", quoted(key)),
                suggestion,
            );
        }
    }
    if !tables.mass.is_sorted_by(|a, b| a.from < b.from) || tables.mass.is_empty() {
        errors.at(path, at("mass"), "the bands of mass must ascend");
    }
    if tables.division_gain.cp_die_divisor == 0 {
        errors.at(path, at("cp_die_divisor"), "nothing can be divided by 0");
    }
    for (word, message) in variants(tables).into_iter().chain(defaults(tables)) {
        errors.at(path, at(&word), message);
    }
    errors.count() == before
}

/// What is wrong with the variants a module may choose, with a word that stands near.
fn variants(tables: &Tables) -> Vec<(String, String)> {
    let mut wrong = Vec::new();
    let mut add = |word: &str, message: String| wrong.push((word.to_owned(), message));
    for (key, cells) in &tables.crt.variant {
        for cell in cells.iter().filter(|it| LAST_FACE < it.roll) {
            add(key, format!("there is no roll {} on the die", cell.roll));
        }
    }
    for (key, bands) in &tables.range.variant {
        if bands.is_empty() || !bands.is_sorted_by(|a, b| a.from < b.from) {
            add(key, "the bands of range must ascend".to_owned());
        }
    }
    let sightings = tables.sighting.variant.iter();
    let ranges = sightings.flat_map(|(key, it)| [(key.as_str(), it.day), (key, it.observation)]);
    let own = [("day", tables.sighting.day), ("op_hill_sighting", tables.limits.op_hill_sighting)];
    for (key, range) in ranges.chain(own).filter(|it| FURTHEST_SIGHT < it.1) {
        add(key, format!("nobody can see {range} hexes: {FURTHEST_SIGHT} at most"));
    }
    wrong
}

/// What is wrong with the figures of section 27 and of `[default]`, with a word that stands near.
fn defaults(tables: &Tables) -> Vec<(String, String)> {
    let mut wrong = Vec::new();
    let mut add = |word: &str, message: String| wrong.push((word.to_owned(), message));
    let (default, beach) = (&tables.default, &tables.beach);
    let boxes = &tables.naval.range_boxes;
    if boxes.is_empty() || !boxes.is_sorted_by(|a, b| a.number > b.number) {
        add("range_boxes", "range boxes stand from the farthest to the nearest".to_owned());
    }
    let rows = [&beach.armoured79, &beach.engineer, &beach.tank, &beach.craft, &beach.other];
    for row in rows {
        let strong = row.strong.unwrap_or(0);
        if LAST_FACE < row.weak || row.weak < strong || row.numbers.is_empty() {
            add("beach", "a section has rolls within 0 and 9, ascending, and a number".to_owned());
        }
    }
    let weather = &default.weather;
    let first = weather.first().is_some_and(|it| it.from == 0);
    if !first || !weather.is_sorted_by(|a, b| a.from < b.from) {
        add("weather", "the weather table begins with roll 0 and ascends".to_owned());
    }
    for roll in 0..=LAST_FACE {
        let events = default.events.iter().filter(|it| it.from <= roll && roll <= it.to);
        if events.count() != 1 {
            add("events", format!("roll {roll} must have one event"));
        }
    }
    if default.turns.is_empty() || MOST_TURNS < default.turns.len() {
        add("turns", format!("the default calendar has 1 to {MOST_TURNS} turns"));
    }
    for key in default.inherent_defence.keys() {
        if !tables.terrain.iter().any(|it| it.key == *key) {
            add(key, format!("inherent defence: there is no terrain {}", quoted(key)));
        }
    }
    if LAST_FACE < default.strike_rating {
        add("strike_rating", "a rating is at most 9".to_owned());
    }
    for (name, row) in counters(tables) {
        let rated = row.fire.is_none_or(|it| it <= LAST_FACE) && row.tq <= LAST_FACE;
        if !rated || 2 < row.steps || row.defense < -5 || 5 < row.defense {
            add(name, "this is no counter: ratings are at most 9, steps 2, defense 5".to_owned());
        } else if row.fire.is_some() != row.colour.is_some() {
            add(name, "a fire rating has a value and a colour".to_owned());
        }
    }
    wrong
}

fn counters(tables: &Tables) -> [(&'static str, &CounterRow); 7] {
    let default = &tables.default;
    [
        ("rearguard", &default.rearguard),
        ("landing_craft", &default.landing_craft),
        ("support_craft", &default.support_craft),
        ("rocket_craft", &default.rocket_craft),
        ("battleship", &default.battleship),
        ("cruiser", &default.cruiser),
        ("destroyer", &default.destroyer),
    ]
}

/// Where a word first stands as a whole: the types of the tables keep no places.
fn find(text: &str, word: &str) -> Span {
    let borders =
        |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric() && it != '-' && it != '_');
    let found = text.match_indices(word).map(|it| it.0).find(|start| {
        let end = start + word.len();
        borders(text[..*start].chars().next_back()) && borders(text[end..].chars().next())
    });
    found.map_or(Span::default(), |start| Span { start, end: start + word.len() })
}

/// What a map may show, in the order of the tables: ids on the map are places in the tables.
pub(crate) fn legend(tables: &Tables) -> Legend {
    let terrain_sight = |it| match it {
        SightKey::Open => TerrainSight::Open,
        SightKey::Blocks | SightKey::Crest => TerrainSight::Blocks,
        SightKey::Pair => TerrainSight::Pair,
    };
    // gts.los.partial-features: what a hexside hides (a bridge, an embankment) it hides from lines that cross it there.
    let side_sight = |it| match it {
        SightKey::Open => SideSight::Open,
        SightKey::Blocks | SightKey::Pair => SideSight::Blocks,
        SightKey::Crest => SideSight::Crest,
    };
    Legend {
        terrains: tables
            .terrain
            .iter()
            .map(|it| TerrainKind::new(&it.key, &it.name, terrain_sight(it.sight)))
            .collect(),
        sides: tables
            .hexside
            .iter()
            .map(|it| {
                let kind = SideKind::new(&it.key, &it.name, side_sight(it.sight));
                if it.directed { kind.one_way() } else { kind }
            })
            .collect(),
        routes: tables.route.iter().map(|it| RouteKind::new(&it.key, &it.name)).collect(),
        features: tables.feature.iter().map(|it| FeatureKind::new(&it.key, &it.name)).collect(),
    }
}
