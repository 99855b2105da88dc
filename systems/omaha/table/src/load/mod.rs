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

use std::collections::BTreeSet;

use module::{
    Errors, Folder, IdleHead, Loader, ModuleHead, ScenarioHead, Sheet, VariantHead,
    read::{Kind, Page, quoted},
};
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
use crate::Omaha;

module::kinds!(
    format::Module,
    format::Tables,
    format::Map,
    format::Positions,
    format::Us,
    format::Germans,
    format::Deck,
    format::Scenario
);

impl Loader for Omaha {
    const SYSTEM: &'static str = "omaha";
    const FILES: &'static [&'static str] =
        &["module.toml", "map.toml", "positions.toml", "us.toml", "germans.toml", "deck.toml"];
    const FOLDERS: &'static [&'static str] = &[];
    type Data = Data;

    fn head(folder: &Folder<'_>, scenarios: &[String]) -> Option<ModuleHead> {
        let mut errors = Errors::default();
        let page = folder.page::<format::Module>("module.toml", &mut errors)?;
        let tables = folder.tables_page::<format::Tables>(&mut errors);
        let heads = scenarios.iter().filter_map(|key| {
            let page = folder.page::<format::Scenario>(&scenario_file(key), &mut errors)?;
            Some(scenario_head(key.clone(), &page.raw, tables.as_ref()))
        });
        let mut scenarios: Vec<ScenarioHead> = heads.collect();
        scenarios.sort_by_key(|it| (it.minutes, it.key.clone()));
        Some(ModuleHead {
            system: Omaha::SYSTEM.to_owned(),
            key: folder.module().to_owned(),
            title: page.raw.title.value.clone(),
            summary: page.raw.summary.value.clone(),
            edition: String::new(),
            sides: vec![page.raw.player.value.clone()],
            scenarios,
        })
    }

    fn load(folder: &Folder<'_>, scenario: &str, errors: &mut Errors) -> Option<(Data, Sheet)> {
        let (plain, chosen) = split(scenario);
        if let Some(right) = in_order(&chosen) {
            let message =
                format!("variants stand once each and in order, so not as in {}", quoted(scenario));
            errors.whole(&folder.path(plain), message, Some(format!("{plain}+{right}")));
        }
        let parts = Parts::read(folder, errors);
        let page = folder.page::<format::Scenario>(&scenario_file(plain), errors)?;
        let variants = parts.variants(&page, &chosen, errors);
        let theatre = parts.theatre()?;
        let plan = scenario::plan(&page, &theatre, errors)?;
        parts.finish(folder.module(), scenario, &page.raw, plan, variants)
    }

    fn check(folder: &Folder<'_>, scenarios: &[String], errors: &mut Errors) {
        let parts = Parts::read(folder, errors);
        for key in scenarios {
            let page = folder.page::<format::Scenario>(&scenario_file(key), errors);
            let Some(page) = page else { continue };
            parts.variants(&page, &[], errors);
            if let Some(theatre) = parts.theatre() {
                scenario::plan(&page, &theatre, errors);
            }
        }
    }

    fn schemas() -> Vec<(&'static str, &'static str, serde_json::Value)> {
        let kinds: [(&str, &str, &serde_json::Value); 8] = [
            ("omaha-module.json", "module.toml of an omaha module", format::Module::schema()),
            ("omaha-map.json", "map.toml of an omaha module", format::Map::schema()),
            (
                "omaha-positions.json",
                "positions.toml of an omaha module",
                format::Positions::schema(),
            ),
            ("omaha-us.json", "us.toml of an omaha module", format::Us::schema()),
            ("omaha-germans.json", "germans.toml of an omaha module", format::Germans::schema()),
            ("omaha-deck.json", "deck.toml of an omaha module", format::Deck::schema()),
            (
                "omaha-scenario.json",
                "scenarios/*.toml of an omaha module",
                format::Scenario::schema(),
            ),
            ("omaha-tables.json", "omaha/tables.toml", format::Tables::schema()),
        ];
        kinds.into_iter().map(|(name, title, schema)| (name, title, schema.clone())).collect()
    }
}

fn scenario_file(key: &str) -> String {
    format!("scenarios/{key}.toml")
}

/// The scenario and the variants its key asks for: `first-waves+tanks-safe+no-rangers`.
fn split(key: &str) -> (&str, Vec<&str>) {
    let mut parts = key.split('+');
    (parts.next().unwrap_or_default(), parts.collect())
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
        sides: Vec::new(),
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

/// How the variants should have been written, unless they are so.
fn in_order(chosen: &[&str]) -> Option<String> {
    let sorted: BTreeSet<&str> = chosen.iter().copied().collect();
    let right: Vec<&str> = sorted.into_iter().collect();
    (right != chosen).then(|| right.join("+"))
}

/// What all scenarios of a module share. Parts that could not be read are `None`.
struct Parts {
    tables_page: Option<Page<format::Tables>>,
    tables: Option<Tables>,
    land: Option<Land>,
    posts: Option<Posts>,
    us: Option<UsForces>,
    germans: Option<GermanForces>,
    cards: Option<Cards>,
}

impl Parts {
    fn read(folder: &Folder<'_>, errors: &mut Errors) -> Parts {
        let tables_page = folder.tables_page::<format::Tables>(errors);
        let tables = tables_page.as_ref().and_then(|it| tables::tables(it, errors));
        let head = folder.page::<format::Module>("module.toml", errors);
        if let Some(page) = &head {
            folder.check_system(&page.raw.system, errors);
        }
        let map = folder.page::<format::Map>("map.toml", errors);
        let land = map.as_ref().and_then(|it| map::land(it, errors));
        let positions = folder.page::<format::Positions>("positions.toml", errors);
        let posts = positions
            .as_ref()
            .zip(land.as_ref())
            .and_then(|(page, land)| positions::posts(page, land, errors));
        let us = folder.page::<format::Us>("us.toml", errors);
        let us = match (&us, &land, &tables) {
            (Some(page), Some(land), Some(tables)) => counters::us(page, land, tables, errors),
            _ => None,
        };
        let germans = folder.page::<format::Germans>("germans.toml", errors);
        let germans = germans.as_ref().and_then(|it| counters::germans(it, errors));
        let deck = folder.page::<format::Deck>("deck.toml", errors);
        let cards = match (&deck, &posts, &us) {
            (Some(page), Some(posts), Some(us)) => deck::deck(page, posts, us, errors),
            _ => None,
        };
        let parts = Parts { tables_page, tables, land, posts, us, germans, cards };
        parts.check_ways(&folder.path("map.toml"), errors);
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
