//! The files of an omaha module to [`Data`].
//!
//! ```text
//! modules/omaha/tables.toml                    the charts shared by all omaha modules
//! modules/omaha/<module>/module.toml           title, player
//! modules/omaha/<module>/map.toml              the ground, landing boxes, draws, exits
//! modules/omaha/<module>/positions.toml        German positions and their fields of fire
//! modules/omaha/<module>/us.toml               the US order of battle
//! modules/omaha/<module>/germans.toml          German units and depth markers
//! modules/omaha/<module>/deck.toml             events and cards
//! modules/omaha/<module>/scenarios/<key>.toml  turns, set-up, victory
//! ```

mod counters;
mod deck;
mod format;
mod map;
mod names;
mod positions;
mod scenario;
mod tables;

use std::{collections::BTreeSet, sync::Arc};

use omaha::{
    data::{Data, Hexes, Sector, SiteId, VariantName, Variants},
    ground::Ground,
    survey::ways,
    tables::Tables,
};

use self::{
    counters::{GermanForces, UsForces},
    deck::Cards,
    map::Land,
    positions::Posts,
    scenario::Theatre,
};
use crate::{
    library::{
        Game, IdleHead, Library, Loaded, ModuleHead, ScenarioHead, Sheet, VariantHead, tables_path,
    },
    problem::Errors,
    read::{Kind, Page, kinds, quoted},
    suggest::nearest,
};

pub(crate) const SYSTEM: &str = "omaha";
/// The files of a module beside its scenarios.
pub(crate) const FILES: [&str; 6] =
    ["module.toml", "map.toml", "positions.toml", "us.toml", "germans.toml", "deck.toml"];

kinds!(
    format::Module,
    format::Tables,
    format::Map,
    format::Positions,
    format::Us,
    format::Germans,
    format::Deck,
    format::Scenario
);

/// Name, title and schema of every kind of file.
pub(crate) fn schemas() -> Vec<(&'static str, &'static str, serde_json::Value)> {
    vec![
        ("omaha-module.json", "module.toml of an omaha module", format::Module::schema().clone()),
        ("omaha-map.json", "map.toml of an omaha module", format::Map::schema().clone()),
        (
            "omaha-positions.json",
            "positions.toml of an omaha module",
            format::Positions::schema().clone(),
        ),
        ("omaha-us.json", "us.toml of an omaha module", format::Us::schema().clone()),
        (
            "omaha-germans.json",
            "germans.toml of an omaha module",
            format::Germans::schema().clone(),
        ),
        ("omaha-deck.json", "deck.toml of an omaha module", format::Deck::schema().clone()),
        (
            "omaha-scenario.json",
            "scenarios/*.toml of an omaha module",
            format::Scenario::schema().clone(),
        ),
        ("omaha-tables.json", "omaha/tables.toml", format::Tables::schema().clone()),
    ]
}

/// The scenario and the variants its key asks for: `first-waves+tanks-safe+no-rangers`.
pub(crate) fn split(key: &str) -> (&str, Vec<&str>) {
    let mut parts = key.split('+');
    (parts.next().unwrap_or_default(), parts.collect())
}

pub(crate) fn head(library: &Library, module: &str) -> Option<ModuleHead> {
    let mut errors = Errors::default();
    let dir = format!("{SYSTEM}/{module}/");
    let page = library.page::<format::Module>(&format!("{dir}module.toml"), &mut errors)?;
    let tables = library.page::<format::Tables>(&tables_path(SYSTEM), &mut errors);
    let mut scenarios = Vec::new();
    for key in library.scenario_keys(SYSTEM, module) {
        let path = format!("{dir}scenarios/{key}.toml");
        if let Some(page) = library.page::<format::Scenario>(&path, &mut errors) {
            scenarios.push(scenario_head(key, &page.raw, tables.as_ref()));
        }
    }
    scenarios.sort_by_key(|it| (it.minutes, it.key.clone()));
    Some(ModuleHead {
        system: SYSTEM.to_owned(),
        key: module.to_owned(),
        title: page.raw.title.value.clone(),
        summary: page.raw.summary.value.clone(),
        edition: String::new(),
        sides: vec![page.raw.player.value.clone()],
        scenarios,
    })
}

fn scenario_head(
    key: String,
    raw: &format::Scenario,
    tables: Option<&Page<format::Tables>>,
) -> ScenarioHead {
    let clock = |turn: i64| {
        let turn = usize::try_from(turn - 1).ok();
        let row = tables.zip(turn).and_then(|(it, turn)| it.raw.turn.get(turn));
        row.map_or_else(String::new, |it| it.clock.value.clone())
    };
    let variants = tables.into_iter().flat_map(|it| {
        let first = it.raw.constants.0.first_extended_turn;
        it.raw.variant.iter().filter(move |it| scenario::is_allowed(it, raw, first))
    });
    ScenarioHead {
        key,
        title: raw.title.value.clone(),
        summary: raw.summary.value.clone(),
        turns: usize::try_from(raw.last_turn.value - raw.first_turn.value + 1).unwrap_or(0),
        minutes: raw.minutes.value as u32,
        begins: clock(raw.first_turn.value),
        ends: clock(raw.last_turn.value),
        variants: variants.map(variant_head).collect(),
    }
}

fn variant_head(it: &format::VariantText) -> VariantHead {
    let idle = it.idle.as_ref();
    VariantHead {
        key: it.key.0.clone(),
        title: it.title.clone(),
        text: variant_text(it),
        idle: idle.map(|it| IdleHead { with: it.with.0.clone(), why: it.why.clone() }),
    }
}

/// The sentence of the tables, and what the variant does to the score (omaha.var.adjust).
fn variant_text(it: &format::VariantText) -> String {
    let points = |n: i64| match n.abs() {
        1 => "1 point".to_owned(),
        n => format!("{n} points"),
    };
    let score = match it.points {
        0 => String::new(),
        n if n < 0 => format!(" It costs {} at the end.", points(n)),
        n => format!(" It is worth {} at the end.", points(n)),
    };
    let each = match it.points_per_unit {
        0 => String::new(),
        n => format!(" Each that comes is worth {} at the end.", points(n)),
    };
    format!("{}{score}{each}", it.text)
}

/// One scenario with the variants of its key; the library has found its file.
pub(crate) fn load(
    library: &Library,
    module: &str,
    key: &str,
    errors: &mut Errors,
) -> Option<Loaded> {
    let (plain, chosen) = split(key);
    if let Some(right) = in_order(&chosen) {
        let message =
            format!("variants stand once each and in order, so not as in {}", quoted(key));
        errors.whole(&format!("{SYSTEM}/{module}"), message, Some(format!("{plain}+{right}")));
    }
    let parts = Parts::read(library, module, errors);
    let path = format!("{SYSTEM}/{module}/scenarios/{plain}.toml");
    let page = library.page::<format::Scenario>(&path, errors);
    let mut used = parts.used.clone();
    used.insert(path);
    let page = page?;
    let variants = parts.variants(&page, &chosen, errors);
    let theatre = parts.theatre()?;
    let plan = scenario::plan(&page, &theatre, errors)?;
    let (data, sheet) = parts.finish(module, key, &page.raw, plan, variants)?;
    Some(Loaded { content: library.content(&used), game: Game::Omaha(Arc::new(data)), sheet })
}

/// How the variants should have been written, unless they are so.
fn in_order(chosen: &[&str]) -> Option<String> {
    let sorted: BTreeSet<&str> = chosen.iter().copied().collect();
    let right: Vec<&str> = sorted.into_iter().collect();
    (right != chosen).then(|| right.join("+"))
}

/// Everything that is wrong with a module; its scenarios are named.
pub(crate) fn check(library: &Library, module: &str, keys: &[String], errors: &mut Errors) {
    let parts = Parts::read(library, module, errors);
    for key in keys {
        let path = format!("{SYSTEM}/{module}/scenarios/{key}.toml");
        let Some(page) = library.page::<format::Scenario>(&path, errors) else { continue };
        parts.variants(&page, &[], errors);
        if let Some(theatre) = parts.theatre() {
            scenario::plan(&page, &theatre, errors);
        }
    }
}

/// The file of a module that was probably meant.
pub(crate) fn nearest_file(name: &str) -> Option<String> {
    nearest(name, FILES)
}

/// What all scenarios of a module share. Parts that could not be read are `None`.
struct Parts {
    used: BTreeSet<String>,
    tables_page: Option<Page<format::Tables>>,
    tables: Option<Tables>,
    land: Option<Land>,
    posts: Option<Posts>,
    us: Option<UsForces>,
    germans: Option<GermanForces>,
    cards: Option<Cards>,
}

impl Parts {
    fn read(library: &Library, module: &str, errors: &mut Errors) -> Parts {
        let dir = format!("{SYSTEM}/{module}/");
        let file = |name: &str| format!("{dir}{name}");
        let mut used: BTreeSet<String> = FILES.iter().map(|it| file(it)).collect();
        used.insert(tables_path(SYSTEM));
        let tables_page = library.page::<format::Tables>(&tables_path(SYSTEM), errors);
        let tables = tables_page.as_ref().and_then(|it| tables::tables(it, errors));
        let head = library.page::<format::Module>(&file("module.toml"), errors);
        if let Some(page) = &head
            && *page.raw.system.0 != *SYSTEM
        {
            let message = format!("the module lies in the directory of {}", quoted(SYSTEM));
            errors.suggest(&page.path, page.raw.system.span, message, Some(SYSTEM.to_owned()));
        }
        let map = library.page::<format::Map>(&file("map.toml"), errors);
        let land = map.as_ref().and_then(|it| map::land(it, errors));
        let positions = library.page::<format::Positions>(&file("positions.toml"), errors);
        let posts = positions
            .as_ref()
            .zip(land.as_ref())
            .and_then(|(page, land)| positions::posts(page, land, errors));
        let us = library.page::<format::Us>(&file("us.toml"), errors);
        let us = match (&us, &land, &tables) {
            (Some(page), Some(land), Some(tables)) => counters::us(page, land, tables, errors),
            _ => None,
        };
        let germans = library.page::<format::Germans>(&file("germans.toml"), errors);
        let germans = germans.as_ref().and_then(|it| counters::germans(it, errors));
        let deck = library.page::<format::Deck>(&file("deck.toml"), errors);
        let cards = match (&deck, &posts, &us) {
            (Some(page), Some(posts), Some(us)) => deck::deck(page, posts, us, errors),
            _ => None,
        };
        let parts = Parts { used, tables_page, tables, land, posts, us, germans, cards };
        parts.check_ways(&file("map.toml"), errors);
        parts
    }

    /// omaha.map.check-comm, omaha.map.check-us, omaha.map.check-vehicles
    fn check_ways(&self, file: &str, errors: &mut Errors) {
        let (Some(ground), Some(land), Some(posts)) = (self.ground(), &self.land, &self.posts)
        else {
            return;
        };
        let exits: Vec<_> = land.exits.iter().map(|it| it.hex).collect();
        let hex = |it: &SiteId| land.map.hex(posts.sites[it.index()].hex);
        let sites: Vec<_> = posts
            .positions
            .iter()
            .map(|it| (it.name.clone(), it.sites.iter().map(hex).collect()))
            .collect();
        let loaded = ways::Loaded { map: &land.map, ground: &ground, exits: &exits };
        for fault in ways::faults(&loaded, &sites) {
            errors.whole(file, fault, None);
        }
    }

    fn ground(&self) -> Option<Ground> {
        let (land, posts) = (self.land.as_ref()?, self.posts.as_ref()?);
        let fields: Vec<Hexes> = posts.positions.iter().map(|it| it.any).collect();
        let hexes: Vec<_> = posts.sites.iter().map(|it| it.hex).collect();
        Some(Ground::new(&land.map, land.survey(self.tables.as_ref()?), &fields, &hexes))
    }

    fn variants(
        &self,
        page: &Page<format::Scenario>,
        chosen: &[&str],
        errors: &mut Errors,
    ) -> (Variants, Vec<VariantName>) {
        let Some(tables) = &self.tables_page else { return Default::default() };
        let first = tables.raw.constants.0.first_extended_turn;
        let variants = scenario::variants(page, chosen, &tables.raw.variant, first, errors);
        let is_used = |it: &&format::VariantText| {
            let key = it.key.0.as_str();
            chosen.contains(&key) || page.raw.variants.iter().any(|it| it.as_str() == key)
        };
        let used = tables.raw.variant.iter().filter(is_used);
        let name = |it: &format::VariantText| VariantName {
            title: it.title.clone(),
            text: variant_text(it),
        };
        (variants, used.map(name).collect())
    }

    fn theatre(&self) -> Option<Theatre<'_>> {
        Some(Theatre {
            tables: self.tables.as_ref()?,
            land: self.land.as_ref()?,
            posts: self.posts.as_ref()?,
            us: self.us.as_ref()?,
            germans: self.germans.as_ref()?,
        })
    }

    fn finish(
        &self,
        module: &str,
        key: &str,
        raw: &format::Scenario,
        plan: omaha::data::Plan,
        (variants, in_force): (Variants, Vec<VariantName>),
    ) -> Option<(Data, Sheet)> {
        let (land, posts) = (self.land.as_ref()?, self.posts.as_ref()?);
        let (tables, cards) = (self.tables.clone()?, self.cards.clone()?);
        let (us, germans) = (self.us.clone()?, self.germans.clone()?);
        let ground = self.ground()?;
        let sheet = Sheet {
            summary: raw.summary.value.clone(),
            minutes: raw.minutes.value as u32,
            routes: land.routes.clone(),
        };
        let mut posts = posts.clone();
        if let Some(only) = plan.only {
            drop_observers(&mut posts, only);
        }
        let data = Data {
            module: module.to_owned(),
            scenario: key.to_owned(),
            title: raw.title.value.clone(),
            briefing: raw.briefing.split_whitespace().collect::<Vec<_>>().join(" "),
            hex_metres: land.hex_metres,
            map: land.map.clone(),
            ground,
            tables,
            boxes: land.boxes.clone(),
            draws: land.draws.clone(),
            exits: land.exits.clone(),
            positions: posts.positions,
            sites: posts.sites,
            batteries: posts.batteries,
            units: us.units,
            germans: germans.germans,
            depths: germans.depths,
            events: cards.events,
            cards: cards.cards,
            heroes: us.heroes,
            plan,
            variants,
            in_force,
            armour_goals: land.armour_goals.clone(),
            armour_exits: land.armour_exits.clone(),
        };
        Some((data, sheet))
    }
}

/// omaha.scen.east-artillery: positions of the sector that is not played see nothing.
fn drop_observers(posts: &mut Posts, only: Sector) {
    let positions = &posts.positions;
    for battery in &mut posts.batteries {
        battery.observers.retain(|it| positions[it.index()].sector == only);
    }
}
