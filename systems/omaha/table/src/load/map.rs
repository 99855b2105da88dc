//! `map.toml` to the ground, the landing boxes, draws and exits.

use board::{
    FeatureKind, HexId, Legend, MapBuilder, RouteKind, SideKind, SideSight, TerrainKind,
    TerrainSight,
};
use omaha::{
    data::{BoxId, Draw, Exit, ExitId, Hexes, LandingBox, Sector, Symbol},
    ground::{BeachRow, Road, Side, Survey, Terrain},
    tables::{SIDES, Tables},
};

use super::{
    format,
    names::{Names, Once},
};
use module::{
    Errors,
    ground::{inside, neighbours},
    problem::Span,
    read::{Page, quoted},
    values::{At, HexLabel},
};

/// Hexes of a map; [`Hexes`] holds no more.
const MOST_HEXES: usize = 832;

const LETTERS: [(char, Terrain, Option<BeachRow>); 12] = [
    ('~', Terrain::Sea, None),
    ('l', Terrain::Beach, Some(BeachRow::Low)),
    ('m', Terrain::Beach, Some(BeachRow::Mid)),
    ('h', Terrain::Beach, Some(BeachRow::High)),
    ('p', Terrain::Pavilion, None),
    ('d', Terrain::Draw, None),
    ('.', Terrain::Clear, None),
    ('b', Terrain::Bocage, None),
    ('w', Terrain::Woods, None),
    ('o', Terrain::Orchard, None),
    ('B', Terrain::Buildings, None),
    ('r', Terrain::Rough, None),
];

/// What the map says; positions come later.
#[derive(Clone, Debug)]
pub(crate) struct Land {
    pub(crate) hex_metres: u32,
    pub(crate) map: board::Map,
    pub(crate) terrain: Vec<Terrain>,
    row: Vec<Option<BeachRow>>,
    sides: Vec<[Side; 6]>,
    roads: Vec<[Option<Road>; 6]>,
    pub(crate) sector: Vec<Sector>,
    pub(crate) obstacles: Hexes,
    mined: Hexes,
    pub(crate) boxes: Vec<LandingBox>,
    pub(crate) box_names: Names,
    /// Keys of lettered beaches; whether only rangers may be put there.
    pub(crate) beaches: Vec<(String, bool)>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) draw_names: Names,
    pub(crate) exits: Vec<Exit>,
    pub(crate) armour_goals: Vec<(HexId, Symbol)>,
    pub(crate) armour_exits: Vec<ExitId>,
    /// Names of roads with the labels of their hexes.
    pub(crate) routes: Vec<(String, Vec<String>)>,
}

impl Land {
    /// What [`omaha::ground::Ground::new`] starts from.
    pub(crate) fn survey(&self, tables: &Tables) -> Survey {
        Survey {
            terrain: self.terrain.clone(),
            row: self.row.clone(),
            sides: self.sides.clone(),
            roads: self.roads.clone(),
            sector: self.sector.clone(),
            obstacles: self.obstacles,
            mined: self.mined,
            protective: std::array::from_fn::<bool, SIDES, _>(|it| tables.move_side[it].protective),
        }
    }

    pub(crate) fn row(&self, hex: HexId) -> Option<BeachRow> {
        self.row[hex.index()]
    }

    /// The hex of a label, which is reported if it is not on the map.
    pub(crate) fn hex(
        &self,
        file: &str,
        label: &At<HexLabel>,
        errors: &mut Errors,
    ) -> Option<HexId> {
        let found = self.map.find(label);
        if found.is_none() {
            let (columns, rows) = (self.map.columns(), self.map.rows());
            let message = format!("hex {} is not on the map of {columns} by {rows}", &*label.0);
            errors.at(file, label.span, message);
        }
        found
    }

    /// The box with this name.
    pub(crate) fn landing_box(&self, name: &str) -> Option<BoxId> {
        self.box_names.place(name).map(|it| BoxId(it as u8))
    }
}

/// The land, or `None` with what is wrong.
pub(crate) fn land(page: &Page<format::Map>, errors: &mut Errors) -> Option<Land> {
    let before = errors.count();
    let raw = &page.raw;
    let (columns, rows) = (raw.columns.value, raw.rows.value);
    if columns < 1
        || rows < 1
        || 99 < columns
        || 99 < rows
        || MOST_HEXES < (columns * rows) as usize
    {
        let message =
            format!("{columns} columns and {rows} rows: a map has at most {MOST_HEXES} hexes");
        errors.at(&page.path, raw.columns.span, message);
        return None;
    }
    let mut surveyor = Surveyor::new(page, columns as u16, rows as u16, errors);
    surveyor.terrain();
    if surveyor.errors.count() != before {
        return None;
    }
    surveyor.elevation();
    surveyor.hexsides();
    surveyor.routes();
    surveyor.features();
    surveyor.places();
    if surveyor.errors.count() != before {
        return None;
    }
    let mut land = surveyor.finish()?;
    let mut names = Names::new("draw", raw.draw.iter().map(|it| it.name.value.clone()));
    land.boxes = boxes(page, &land, errors);
    land.box_names = Names::new("landing box", raw.r#box.iter().map(|it| it.name.value.clone()));
    land.draws = draws(page, &land, errors);
    names = names.with_broken(&page.broken);
    land.draw_names = names;
    land.exits = exits(page, &land, errors);
    armour(page, &mut land, errors);
    (errors.count() == before).then_some(land)
}

struct Surveyor<'a> {
    page: &'a Page<format::Map>,
    errors: &'a mut Errors,
    builder: MapBuilder,
    columns: u16,
    rows: u16,
    terrain: Vec<(Terrain, Option<BeachRow>)>,
    sides: Vec<(String, String, Side)>,
}

impl<'a> Surveyor<'a> {
    fn new(
        page: &'a Page<format::Map>,
        columns: u16,
        rows: u16,
        errors: &'a mut Errors,
    ) -> Surveyor<'a> {
        let builder = MapBuilder::new(legend(), columns, rows);
        Surveyor { page, errors, builder, columns, rows, terrain: Vec::new(), sides: Vec::new() }
    }

    fn at(&mut self, span: Span, message: impl Into<String>) {
        self.errors.at(&self.page.path, span, message);
    }

    fn terrain(&mut self) {
        let page = self.page;
        let texts = &page.raw.terrain;
        if texts.len() != usize::from(self.rows) {
            let message =
                format!("terrain: there are {} rows, the map has {}", texts.len(), self.rows);
            self.at(module::read::first_line(&page.text, texts.span), message);
        }
        for (row, text) in (1..=self.rows).zip(texts.iter()) {
            let found = text.chars().count();
            if found != usize::from(self.columns) {
                let wanted = self.columns;
                let message =
                    format!("terrain: row {row} has {found} hexes, the map has {wanted} columns");
                self.at(text.span, message);
            }
            let (content, start) = inside(&page.text, text);
            for (column, (offset, letter)) in (1..=self.columns).zip(content.char_indices()) {
                let known = LETTERS.iter().find(|it| it.0 == letter);
                let Some((_, terrain, beach)) = known else {
                    let span = start.map_or(text.span, |it| Span {
                        start: it + offset,
                        end: it + offset + letter.len_utf8(),
                    });
                    let letters: String = LETTERS.iter().map(|it| it.0).collect();
                    let letter = quoted(&letter.to_string());
                    self.at(span, format!("terrain: {letter} is none of {letters}"));
                    self.terrain.push((Terrain::Clear, None));
                    continue;
                };
                self.terrain.push((*terrain, *beach));
                self.builder.terrain(&format!("{column:02}{row:02}"), terrain.name());
            }
        }
    }

    /// For the drawing only.
    fn elevation(&mut self) {
        let page = self.page;
        let Some(texts) = &page.raw.elevation else { return };
        let even = texts.iter().all(|it| it.chars().count() == usize::from(self.columns));
        if texts.len() != usize::from(self.rows) || !even {
            let message =
                format!("elevation: there must be {} rows of {}", self.rows, self.columns);
            self.at(module::read::first_line(&page.text, texts.span), message);
            return;
        }
        for (row, text) in (1..=self.rows).zip(texts.iter()) {
            for (column, digit) in (1..=self.columns).zip(text.chars()) {
                match digit.to_digit(10) {
                    Some(level) => {
                        self.builder.elevation(&format!("{column:02}{row:02}"), level as i8);
                    }
                    None => {
                        self.at(
                            text.span,
                            format!("elevation: row {row} has something else than digits"),
                        );
                        break;
                    }
                }
            }
        }
    }

    fn holds(&self, label: &str) -> bool {
        let number = |it: Option<&str>| it.and_then(|it| it.parse::<u16>().ok()).unwrap_or(0);
        let (column, row) = (number(label.get(..2)), number(label.get(2..)));
        (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row)
    }

    fn hex(&mut self, label: &At<HexLabel>) -> bool {
        self.label(&label.0, label.span)
    }

    fn label(&mut self, label: &str, span: Span) -> bool {
        let known = self.holds(label);
        if !known {
            let (columns, rows) = (self.columns, self.rows);
            self.at(span, format!("hex {label} is not on the map of {columns} by {rows}"));
        }
        known
    }

    /// One hexside bears one thing at most.
    fn hexsides(&mut self) {
        let page = self.page;
        for group in &page.raw.hexside {
            for side in &group.sides {
                let Some((from, to)) = side.split_once(['-', '>']) else { continue };
                if side.contains('>') {
                    let message = "a hexside is the same from both hexes".to_owned();
                    let right = Some(format!("{from}-{to}"));
                    self.errors.suggest(&page.path, side.span, message, right);
                    continue;
                }
                let good = self.label(from, side.span) && self.label(to, side.span);
                if !good || !neighbours(&page.path, side.span, from, to, self.errors) {
                    continue;
                }
                let (low, high) = if from < to { (from, to) } else { (to, from) };
                let before = self.sides.iter().find(|it| it.0 == low && it.1 == high);
                if let Some((_, _, kind)) = before {
                    let message = format!("{low}-{high} is already {}", kind.name());
                    self.at(side.span, message);
                    continue;
                }
                self.sides.push((low.to_owned(), high.to_owned(), group.kind.value));
                self.builder.side_between(from, to, group.kind.value.key());
            }
        }
    }

    fn routes(&mut self) {
        let raw = &self.page.raw;
        for route in &raw.route {
            self.lay(route.kind.value.key(), &route.path);
        }
        for brook in &raw.brook {
            self.lay(BROOK, &brook.path);
        }
    }

    /// Joins neighbour to neighbour.
    fn lay(&mut self, key: &str, path: &[At<HexLabel>]) {
        let page = self.page;
        let off = path.iter().filter(|it| !self.hex(it)).count();
        for pair in path.windows(2) {
            if let [from, to] = pair
                && off == 0
                && neighbours(&page.path, to.span, &from.0, &to.0, self.errors)
            {
                self.builder.route(key, &[&*from.0, &*to.0]);
            }
        }
    }

    fn features(&mut self) {
        let page = self.page;
        for (key, labels) in [("obstacle", &page.raw.obstacles), ("mined", &page.raw.mined)] {
            let mut once = Once::new("hex");
            for label in labels {
                if self.hex(label) && once.check(&page.path, &label.0, label.span, self.errors) {
                    self.builder.feature(&label.0, key);
                }
            }
        }
        for exit in &page.raw.exit {
            if self.hex(&exit.hex) {
                self.builder.feature(&exit.hex.0, "exit");
            }
        }
    }

    fn places(&mut self) {
        let page = self.page;
        let raw = &page.raw;
        let villages = raw.village.iter().map(|it| (it.hexes.first(), &*it.name.value, "village"));
        let draws = raw.draw.iter().map(|it| (it.hexes.first(), &*it.name.value, "draw"));
        let exits = raw.exit.iter().map(|it| (Some(&it.hex), &*it.name.value, "exit"));
        let beaches = raw.beach.iter().map(|it| (Some(&it.hex), &*it.name.value, "beach"));
        for (hex, name, kind) in villages.chain(draws).chain(exits).chain(beaches) {
            let Some(hex) = hex else { continue };
            if self.hex(hex) {
                let name = if kind == "exit" { format!("to {name}") } else { name.to_owned() };
                self.builder.place(&hex.0, &name, kind);
            }
        }
        for village in &raw.village {
            for hex in &village.hexes {
                self.hex(hex);
            }
        }
    }

    fn finish(self) -> Option<Land> {
        let Surveyor { page, errors, builder, terrain, sides, .. } = self;
        let map = match builder.build() {
            Ok(map) => map,
            Err(wrong) => {
                for it in wrong {
                    errors.whole(&page.path, it.to_string(), None);
                }
                return None;
            }
        };
        let mut land = Land {
            terrain: terrain.iter().map(|it| it.0).collect(),
            row: terrain.iter().map(|it| it.1).collect(),
            sides: vec![[Side::None; 6]; map.len()],
            roads: vec![[None; 6]; map.len()],
            sector: map.hexes().map(|it| sector(&map, it, page.raw.east_from.value)).collect(),
            obstacles: Hexes::EMPTY,
            mined: Hexes::EMPTY,
            boxes: Vec::new(),
            box_names: Names::unknown("landing box"),
            beaches: page
                .raw
                .beach
                .iter()
                .map(|it| (it.key.value.clone(), it.rangers_only))
                .collect(),
            draws: Vec::new(),
            draw_names: Names::unknown("draw"),
            exits: Vec::new(),
            armour_goals: Vec::new(),
            armour_exits: Vec::new(),
            hex_metres: page.raw.hex_metres.value as u32,
            routes: named_routes(page),
            map,
        };
        for (from, to, kind) in sides {
            let (Some(from), Some(to)) = (land.map.find(&from), land.map.find(&to)) else {
                continue;
            };
            for (a, b) in [(from, to), (to, from)] {
                if let Some(direction) = land.map.direction(a, b) {
                    land.sides[a.index()][direction.index()] = kind;
                }
            }
        }
        land.lay_roads(page);
        land.note_hexes(page, errors);
        Some(land)
    }
}

impl Land {
    /// Where two roads share a hexside the better kind counts (omaha.map.road-best).
    fn lay_roads(&mut self, page: &Page<format::Map>) {
        for route in &page.raw.route {
            let hexes: Vec<HexId> = route.path.iter().filter_map(|it| self.map.find(it)).collect();
            for pair in hexes.windows(2) {
                let &[from, to] = pair else { continue };
                for (a, b) in [(from, to), (to, from)] {
                    let Some(direction) = self.map.direction(a, b) else { continue };
                    let road = &mut self.roads[a.index()][direction.index()];
                    *road = Some(road.map_or(route.kind.value, |it| it.min(route.kind.value)));
                }
            }
        }
    }

    /// Obstacles, mines and villages stand where they can (omaha.map.villages).
    fn note_hexes(&mut self, page: &Page<format::Map>, errors: &mut Errors) {
        for label in &page.raw.obstacles {
            let Some(hex) = self.map.find(label) else { continue };
            if self.terrain[hex.index()] != Terrain::Beach {
                let message = format!("there is no beach in {}, so no obstacles", &*label.0);
                errors.at(&page.path, label.span, message);
            }
            self.obstacles.insert(hex);
        }
        for label in &page.raw.mined {
            let Some(hex) = self.map.find(label) else { continue };
            if matches!(self.terrain[hex.index()], Terrain::Sea | Terrain::Beach) {
                let message =
                    format!("{} is no land behind the beach: it cannot be mined", &*label.0);
                errors.at(&page.path, label.span, message);
            }
            self.mined.insert(hex);
        }
        for village in &page.raw.village {
            for label in &village.hexes {
                let hex = self.map.find(label);
                if hex.is_some_and(|it| self.terrain[it.index()] != Terrain::Buildings) {
                    let message = format!("there are no buildings in {}", &*label.0);
                    errors.at(&page.path, label.span, message);
                }
            }
        }
    }
}

/// omaha.map.boundary
fn sector(map: &board::Map, hex: HexId, east_from: i64) -> Sector {
    let column = i64::from(hex.0) % i64::from(map.columns()) + 1;
    if column < east_from { Sector::West } else { Sector::East }
}

fn boxes(page: &Page<format::Map>, land: &Land, errors: &mut Errors) -> Vec<LandingBox> {
    let raw = &page.raw;
    let mut once = Once::new("landing box");
    let mut beach_once = Once::new("beach");
    for beach in &raw.beach {
        beach_once.check(&page.path, &beach.key, beach.key.span, errors);
    }
    let keys = Names::new("beach", raw.beach.iter().map(|it| it.key.value.clone()));
    let mut out: Vec<LandingBox> = Vec::new();
    for it in &raw.r#box {
        once.check(&page.path, &it.name, it.name.span, errors);
        let beach = it.beach.as_ref().and_then(|key| keys.find(&page.path, key, errors));
        let mut strip = |label: &At<HexLabel>, row: BeachRow, word: &str| {
            let hex = land.hex(&page.path, label, errors)?;
            if land.row(hex) != Some(row) {
                let message = format!("{} is no beach of the {word}-tide row", &*label.0);
                errors.at(&page.path, label.span, message);
            }
            Some(hex)
        };
        let low = strip(&it.low, BeachRow::Low, "low");
        let mid = strip(&it.mid, BeachRow::Mid, "mid");
        let high = it.high.as_ref().and_then(|it| strip(it, BeachRow::High, "high"));
        let (Some(low), Some(mid)) = (low, mid) else { continue };
        let sector = land.sector[low.index()];
        if sector == Sector::East && out.last().is_some_and(|it| it.sector == Sector::West) {
            errors.at(&page.path, it.name.span, "landing boxes stand from the east to the west");
        }
        out.push(LandingBox {
            name: it.name.value.clone(),
            beach: beach.map_or_else(String::new, |it| land.beaches[it].0.clone()),
            sector,
            rangers_only: beach.is_some_and(|it| land.beaches[it].1),
            low,
            mid,
            high,
        });
    }
    out
}

fn draws(page: &Page<format::Map>, land: &Land, errors: &mut Errors) -> Vec<Draw> {
    let mut once = Once::new("draw");
    let mut hex_once = Once::new("hex");
    let mut out = Vec::new();
    for it in &page.raw.draw {
        once.check(&page.path, &it.name, it.name.span, errors);
        let mut hexes = Vec::new();
        for label in &it.hexes {
            let Some(hex) = land.hex(&page.path, label, errors) else { continue };
            hex_once.check(&page.path, &label.0, label.span, errors);
            if land.terrain[hex.index()] != Terrain::Draw {
                errors.at(&page.path, label.span, format!("{} is no draw", &*label.0));
            }
            hexes.push(hex);
        }
        let mut mouth = Vec::new();
        for label in &it.mouth {
            let Some(hex) = land.hex(&page.path, label, errors) else { continue };
            if !matches!(land.terrain[hex.index()], Terrain::Beach | Terrain::Pavilion) {
                let message = format!("{} is neither beach nor pavilion", &*label.0);
                errors.at(&page.path, label.span, message);
            }
            mouth.push(hex);
        }
        out.push(Draw {
            name: it.name.value.clone(),
            place: it.place.value.clone(),
            mined: hexes.iter().copied().filter(|it| land.mined.contains(*it)).collect(),
            hexes,
            mouth,
            scores: it.scores,
        });
    }
    out
}

fn exits(page: &Page<format::Map>, land: &Land, errors: &mut Errors) -> Vec<Exit> {
    let (mut letters, mut hexes) = (Once::new("exit"), Once::new("hex"));
    let mut out = Vec::new();
    for it in &page.raw.exit {
        letters.check(&page.path, it.letter.value.key(), it.letter.span, errors);
        hexes.check(&page.path, &it.hex.0, it.hex.span, errors);
        let Some(hex) = land.hex(&page.path, &it.hex, errors) else { continue };
        if land.map.neighbours(hex).count() == 6 {
            let message = format!("{} is not at the edge of the map", &*it.hex.0);
            errors.at(&page.path, it.hex.span, message);
        }
        if matches!(land.terrain[hex.index()], Terrain::Sea | Terrain::Beach | Terrain::Rough) {
            errors.at(&page.path, it.hex.span, format!("no road can leave by {}", &*it.hex.0));
        }
        out.push(Exit { letter: it.letter.value.letter(), hex, name: it.name.value.clone() });
    }
    out
}

fn armour(page: &Page<format::Map>, land: &mut Land, errors: &mut Errors) {
    for letter in &page.raw.armour.exits {
        match land.exits.iter().position(|it| it.letter == letter.value.letter()) {
            Some(place) => land.armour_exits.push(ExitId(place as u8)),
            None => {
                errors.at(
                    &page.path,
                    letter.span,
                    format!("there is no exit {}", letter.value.key()),
                );
            }
        }
    }
    for goal in &page.raw.armour.goals {
        let Some(hex) = land.hex(&page.path, &goal.hex, errors) else { continue };
        let road = land.roads[hex.index()].iter().flatten().any(|it| *it != Road::Trail);
        if !road {
            let message = format!("no primary or secondary road touches {}", &*goal.hex.0);
            errors.at(&page.path, goal.hex.span, message);
        }
        land.armour_goals.push((hex, goal.symbol.value));
    }
}

fn named_routes(page: &Page<format::Map>) -> Vec<(String, Vec<String>)> {
    let named =
        page.raw.route.iter().filter_map(|it| it.name.as_ref().map(|name| (name, &it.path)));
    named
        .map(|(name, path)| (name.value.clone(), path.iter().map(|it| it.0.clone()).collect()))
        .collect()
}

fn legend() -> Legend {
    let terrain = |it: Terrain| TerrainKind::new(it.name(), it.name(), TerrainSight::Open);
    let side = |it: Side| SideKind::new(it.key(), it.name(), SideSight::Open);
    Legend {
        terrains: Terrain::ALL.map(terrain).to_vec(),
        sides: Side::ALL.into_iter().filter(|it| *it != Side::None).map(side).collect(),
        routes: [
            (Road::Primary, "primary road"),
            (Road::Secondary, "secondary road"),
            (Road::Trail, "trail"),
        ]
        .map(|(road, name)| RouteKind::new(road.key(), name))
        .into_iter()
        .chain([RouteKind::new(BROOK, "brook")])
        .collect(),
        features: [("obstacle", "beach obstacles"), ("mined", "mines"), ("exit", "exit")]
            .map(|(key, name)| FeatureKind::new(key, name))
            .to_vec(),
    }
}

/// Drawn like a road, but none: the rules do not know it.
const BROOK: &str = "brook";
