//! `gts/tables.toml`: read straight into [`Tables`]; and the legend of maps that follows from it.

use std::collections::BTreeSet;

use board::{FeatureKind, Legend, RouteKind, SideKind, SideSight, TerrainKind, TerrainSight};
use gts::tables::{SightKey, Tables, TerrainColumn};
use serde::Deserialize;
use toml::de::Deserializer;

use crate::{
    problem::{Errors, Span},
    read::{parse, quoted, text},
    source::File,
    suggest::nearest,
};

const COLUMNS: [TerrainColumn; 4] = [
    TerrainColumn::Standard,
    TerrainColumn::NormandyWhite,
    TerrainColumn::NormandyBlack,
    TerrainColumn::Pacific,
];

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
            if !crate::format::is_key(key) {
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
        for column in
            row.defence.keys().filter(|it| !COLUMNS.iter().any(|known| known.key() == it.as_str()))
        {
            let message =
                format!("terrain {}: there is no column {}", quoted(&row.key), quoted(column));
            let suggestion = nearest(column, COLUMNS.iter().map(|it| it.key()));
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
    errors.count() == before
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
