//! `scenarios/*.toml` to a plan: turns, set-up, victory, variants.

use omaha::{
    data::{
        BatteryId, BeyondSetUp, DepthPool, FirstCheck, GermanKind, Gun, Plan, PositionKind, Sector,
        SetUp, SiteId, StandardSetUp, UnitId, Variant, Variants, Victory,
    },
    ground::Terrain,
    tables::Tables,
};

use super::{
    counters::{GermanForces, UsForces},
    format::{self, BeyondText, GunSites, StandardText},
    map::Land,
    names::Once,
    positions::Posts,
};
use module::{
    Errors,
    problem::Span,
    read::{Page, first_line, quoted},
    suggest::nearest,
    values::At,
};

/// What a scenario is checked against.
pub(crate) struct Theatre<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) land: &'a Land,
    pub(crate) posts: &'a Posts,
    pub(crate) us: &'a UsForces,
    pub(crate) germans: &'a GermanForces,
}

/// The plan of a scenario; `None` with what is wrong.
pub(crate) fn plan(
    page: &Page<format::Scenario>,
    theatre: &Theatre<'_>,
    errors: &mut Errors,
) -> Option<Plan> {
    let before = errors.count();
    let mut planner = Planner { page, theatre, errors };
    let victory = planner.victory();
    let setup = planner.setup();
    planner.turns();
    let raw = &page.raw;
    let plan = Plan {
        first_turn: raw.first_turn.value as u8,
        last_turn: raw.last_turn.value as u8,
        setup: setup?,
        victory: victory?,
        only: raw.only.as_ref().map(|it| it.value),
    };
    (errors.count() == before).then_some(plan)
}

/// Whether a variant may be used in a scenario (omaha.var.reaction-scenarios, omaha.arm.scenarios,
/// omaha.ruling.variant-scenarios).
pub(crate) fn is_allowed(
    variant: &format::VariantText,
    raw: &format::Scenario,
    first_extended: u8,
) -> bool {
    let long = i64::from(first_extended) <= raw.last_turn.value;
    let west = raw.only.as_ref().is_none_or(|it| it.value == Sector::West);
    (!variant.long || long)
        && (!variant.from_the_start || raw.first_turn.value == 1)
        && (!variant.west || west)
}

/// The variants of the file and those chosen with its key.
pub(crate) fn variants(
    page: &Page<format::Scenario>,
    chosen: &[&str],
    tables: &[format::VariantText],
    first_extended: u8,
    errors: &mut Errors,
) -> Variants {
    let mut out = Variants::default();
    let written = page.raw.variants.iter().map(|it| (it.as_str(), it.span));
    let asked = chosen.iter().map(|it| (*it, page.raw.title.span));
    for (key, span) in written.chain(asked) {
        let Some(variant) = tables.iter().find(|it| &*it.key.0 == key) else {
            let known = tables.iter().map(|it| &*it.key.0);
            let message = format!("there is no variant {}", quoted(key));
            errors.suggest(&page.path, span, message, nearest(key, known));
            continue;
        };
        if !is_allowed(variant, &page.raw, first_extended) {
            let message = format!("the variant {} is not for this scenario", quoted(key));
            errors.at(&page.path, span, message);
        }
        Variant::read(key).into_iter().for_each(|it| out.choose(it));
    }
    out
}

struct Planner<'a> {
    page: &'a Page<format::Scenario>,
    theatre: &'a Theatre<'a>,
    errors: &'a mut Errors,
}

impl Planner<'_> {
    fn at(&mut self, span: Span, message: impl Into<String>) {
        let span = first_line(&self.page.text, span);
        self.errors.at(&self.page.path, span, message);
    }

    fn turns(&mut self) {
        let raw = &self.page.raw;
        let last = i64::from(self.theatre.tables.constants.last_turn);
        if raw.last_turn.value < raw.first_turn.value {
            self.at(raw.last_turn.span, "the last turn comes before the first");
        }
        if last < raw.last_turn.value {
            self.at(raw.last_turn.span, format!("there is no turn {}", raw.last_turn.value));
        }
    }

    fn victory(&mut self) -> Option<Victory> {
        let raw = &self.page.raw;
        let victory = &raw.victory;
        match (victory.win, &victory.levels) {
            (Some(win), None) => {
                if let Some(check) = &victory.check {
                    self.at(check.span, "a check belongs to \"levels\"");
                }
                Some(Victory::Points { win: win as i16 })
            }
            (None, Some(levels)) => {
                if !levels.is_sorted_by(|a, b| a < b)
                    || levels.iter().any(|it| !(-1000..=1000).contains(it))
                {
                    self.at(levels.span, "levels ascend, from -1000 to 1000");
                }
                let bounds: Vec<i16> = levels.iter().map(|it| *it as i16).collect();
                let check = victory.check.as_ref().map(|it| {
                    if it.win <= it.loss {
                        self.at(it.span, "\"win\" must be greater than \"loss\"");
                    }
                    if it.turn < raw.first_turn.value || raw.last_turn.value < it.turn {
                        self.at(it.span, format!("turn {} is not played", it.turn));
                    }
                    FirstCheck { turn: it.turn as u8, win: it.win as i16, loss: it.loss as i16 }
                });
                Some(Victory::Levels { check, bounds: <[i16; 5]>::try_from(bounds).ok()? })
            }
            _ => {
                self.at(victory.span, "either \"win\" or \"levels\"");
                None
            }
        }
    }

    fn setup(&mut self) -> Option<SetUp> {
        let raw = &self.page.raw;
        match (&raw.standard, &raw.beyond) {
            (Some(it), None) => Some(SetUp::Standard(self.standard(it))),
            (None, Some(it)) => Some(SetUp::Beyond(Box::new(self.beyond(it)))),
            _ => {
                self.at(raw.title.span, "a scenario has either [standard] or [beyond]");
                None
            }
        }
    }

    /// omaha.scen.setup-wn to omaha.scen.setup-artillery, omaha.scen.east-wn to omaha.scen.east-pools
    fn standard(&mut self, text: &At<StandardText>) -> StandardSetUp {
        let germans = self.theatre.germans;
        let wn = self.guns(&text.guns);
        let depth = self.sites(&text.depth, "strongpoint");
        self.on_guns(&text.depth, &depth, &wn);
        let kind = |it: GermanKind| germans.count(|kind| kind == it);
        self.at_most("T units", &text.tactical, kind(GermanKind::Tactical), 0);
        self.at_most("D units", &text.division, kind(GermanKind::Division), 0);
        self.at_most("M units", &text.meyer, kind(GermanKind::Meyer), 0);
        let markers = |it| germans.markers(it);
        self.at_most("WN depth markers", &text.wn_depth, markers(DepthPool::Wn), depth.len());
        self.at_most("building depth markers", &text.building, markers(DepthPool::Building), 0);
        let meyer_depth = text.meyer_depth.value.max(0) as usize;
        self.at_most("mobile depth markers", &text.mobile, markers(DepthPool::Mobile), meyer_depth);
        StandardSetUp {
            wn,
            depth,
            tactical: text.tactical.value as u8,
            division: text.division.value as u8,
            meyer: text.meyer.value as u8,
            meyer_depth: text.meyer_depth.value as u8,
            wn_depth: text.wn_depth.value as u8,
            building: text.building.value as u8,
            mobile: text.mobile.value as u8,
            batteries: self.batteries(&text.batteries),
        }
    }

    /// omaha.btb.*
    fn beyond(&mut self, text: &At<BeyondText>) -> BeyondSetUp {
        let germans = self.theatre.germans;
        let wn = self.guns(&text.guns);
        let depth = self.sites(&text.depth, "strongpoint");
        self.on_guns(&text.depth, &depth, &wn);
        let reinforcement_sites = self.sites(&text.positions, "reinforcement position");
        let reinforcement_depth = self.sites(&text.position_depth, "reinforcement position");
        for (site, name) in reinforcement_depth.iter().zip(text.position_depth.iter()) {
            if !reinforcement_sites.contains(site) {
                self.at(name.span, format!("nobody stands in {}", quoted(name)));
            }
        }
        let kind = |it: GermanKind| germans.count(|kind| kind == it);
        self.at_most("T units", &text.tactical, kind(GermanKind::Tactical), 0);
        self.at_most("D units", &text.division, kind(GermanKind::Division), 0);
        self.at_most("M units", &text.meyer, kind(GermanKind::Meyer), 0);
        let units = text.tactical.value + text.division.value;
        if units != text.positions.len() as i64 {
            let message = format!("{units} units for {} positions", text.positions.len());
            self.at(text.positions.span, message);
        }
        let markers = |it| germans.markers(it);
        self.at_most("WN depth markers", &text.wn_depth, markers(DepthPool::Wn), depth.len());
        let mobile = self.mobile(&reinforcement_depth);
        self.at_most("mobile depth markers", &text.meyer_depth, markers(DepthPool::Mobile), mobile);
        if markers(DepthPool::Building) < reinforcement_depth.len() - mobile {
            self.at(text.position_depth.span, "there are not so many building depth markers");
        }
        let mut placed = Once::new("unit");
        let units = self.units(text, &mut placed);
        let beach = self.beach(text, &mut placed);
        let delayed = self.delayed(text, &mut placed);
        let due =
            |it: &&omaha::data::UsCounter| i64::from(it.turn) + 1 == self.page.raw.first_turn.value;
        let us = &self.theatre.us.units;
        let boxes = (0u8..).zip(us).filter(|it| due(&it.1)).map(|it| UnitId(it.0)).collect();
        BeyondSetUp {
            wn,
            depth,
            wn_depth: text.wn_depth.value as u8,
            reinforcements_t: text.tactical.value as u8,
            reinforcements_d: text.division.value as u8,
            reinforcement_sites,
            reinforcement_depth,
            meyer: text.meyer.value as u8,
            meyer_depth: text.meyer_depth.value as u8,
            batteries: self.batteries(&text.batteries),
            units,
            beach,
            boxes,
            delayed,
            loss_boxes: [self.losses(&text.losses.first), self.losses(&text.losses.twenty_ninth)],
            transferred: text
                .transferred
                .iter()
                .filter_map(|it| Some((self.unit(&it.unit)?, it.to.value)))
                .collect(),
            cleared: self.cleared(text),
            rockets_happened: text.rockets_happened,
        }
    }

    fn guns(&mut self, text: &GunSites) -> Vec<(SiteId, Gun)> {
        let mut wn = Vec::new();
        let mut once = Once::new("strongpoint");
        let groups = [
            (&text.c88, Gun::C88, "88 crews"),
            (&text.c75, Gun::C75, "75 crews"),
            (&text.rocket, Gun::Rocket, "rocket crews"),
            (&text.plain, Gun::Plain, "crews without a gun"),
        ];
        for (names, gun, what) in groups {
            for name in names {
                once.check(&self.page.path, name, name.span, self.errors);
                wn.extend(self.site(name, "strongpoint").map(|it| (it, gun)));
            }
            let there = self.theatre.germans.count(|it| it == GermanKind::Wn(gun));
            if let Some(name) = names.get(there) {
                self.at(name.span, format!("there are only {there} {what}"));
            }
        }
        wn.sort_unstable();
        wn
    }

    /// Depth lies under crews.
    fn on_guns(&mut self, names: &[At<String>], depth: &[SiteId], wn: &[(SiteId, Gun)]) {
        for (site, name) in depth.iter().zip(names) {
            if !wn.iter().any(|it| it.0 == *site) {
                self.at(name.span, format!("nobody stands in {}", quoted(name)));
            }
        }
    }

    fn sites(&mut self, names: &[At<String>], what: &str) -> Vec<SiteId> {
        let mut once = Once::new("position");
        let mut out = Vec::new();
        for name in names {
            once.check(&self.page.path, name, name.span, self.errors);
            out.extend(self.site(name, what));
        }
        out
    }

    fn site(&mut self, name: &At<String>, what: &str) -> Option<SiteId> {
        let posts = self.theatre.posts;
        let found = posts.site_names.find(&self.page.path, name, self.errors)?;
        let position = &posts.positions[posts.sites[found].position.index()];
        let wanted = match what {
            "strongpoint" => PositionKind::Wn,
            _ => PositionKind::Reinforcement,
        };
        if position.kind != wanted {
            self.at(name.span, format!("{} is no {what}", quoted(name)));
        }
        let only = self.page.raw.only.as_ref().map(|it| it.value);
        if only.is_some_and(|it| it != position.sector) {
            self.at(name.span, format!("{} is not in the sector played", quoted(name)));
        }
        Some(SiteId(found as u8))
    }

    /// How many of these positions take mobile depth: those without buildings.
    fn mobile(&self, sites: &[SiteId]) -> usize {
        let Theatre { land, posts, .. } = self.theatre;
        let terrain = |it: &SiteId| land.terrain[posts.sites[it.index()].hex.index()];
        sites.iter().filter(|it| terrain(it) != Terrain::Buildings).count()
    }

    fn at_most(&mut self, what: &str, count: &At<i64>, there: usize, elsewhere: usize) {
        let left = there.saturating_sub(elsewhere);
        if (left as i64) < count.value {
            let message = format!("{} {what}: there are {there}", count.value);
            let others = match elsewhere {
                0 => String::new(),
                _ => format!(", {elsewhere} of them elsewhere"),
            };
            self.at(count.span, message + &others);
        }
    }

    fn batteries(&mut self, names: &[At<String>]) -> Vec<BatteryId> {
        let mut once = Once::new("battery");
        let mut out = Vec::new();
        for name in names {
            once.check(&self.page.path, name, name.span, self.errors);
            let posts = self.theatre.posts;
            let Some(found) = posts.battery_names.find(&self.page.path, name, self.errors) else {
                continue;
            };
            let only = self.page.raw.only.as_ref().map(|it| it.value);
            if only.is_some_and(|it| it != posts.batteries[found].sector) {
                self.at(name.span, format!("{} is not in the sector played", quoted(name)));
            }
            out.push(BatteryId(found as u8));
        }
        out
    }

    fn unit(&mut self, name: &At<String>) -> Option<UnitId> {
        let found = self.theatre.us.names.find(&self.page.path, name, self.errors)?;
        Some(UnitId(found as u8))
    }

    fn losses(&mut self, names: &[At<String>]) -> Vec<UnitId> {
        names.iter().filter_map(|it| self.unit(it)).collect()
    }

    /// How many steps are left of a unit with this strength.
    fn steps(&mut self, unit: UnitId, strength: &At<i64>) -> Option<u8> {
        let lines = &self.theatre.us.units[unit.index()].lines;
        let line = lines.iter().position(|it| i64::from(it.strength) == strength.value);
        if line.is_none() {
            let known: Vec<String> = lines.iter().map(|it| it.strength.to_string()).collect();
            let message = match known.as_slice() {
                [] => "a leader has no strength".to_owned(),
                known => format!("its strengths are {}", known.join(", ")),
            };
            self.at(strength.span, message);
        }
        line.map(|it| (lines.len() - it) as u8)
    }

    fn units(
        &mut self,
        text: &BeyondText,
        placed: &mut Once,
    ) -> Vec<(UnitId, board::HexId, u8, bool)> {
        let page = self.page;
        let mut out = Vec::new();
        for it in &text.unit {
            placed.check(&page.path, &it.unit, it.unit.span, self.errors);
            let hex = self.theatre.land.hex(&page.path, &it.hex, self.errors);
            let (Some(unit), Some(hex)) = (self.unit(&it.unit), hex) else { continue };
            let terrain = self.theatre.land.terrain[hex.index()];
            if matches!(terrain, Terrain::Sea | Terrain::Rough) {
                self.at(it.hex.span, format!("no unit can stand in {}", &*it.hex.0));
            }
            let leader = self.theatre.us.units[unit.index()].kind.is_leader();
            let steps = match &it.strength {
                Some(strength) => self.steps(unit, strength),
                None if leader => Some(0),
                None => {
                    self.at(it.unit.span, format!("{} needs its strength", quoted(&it.unit)));
                    None
                }
            };
            out.extend(steps.map(|steps| (unit, hex, steps, it.hero)));
        }
        out
    }

    fn beach(&mut self, text: &BeyondText, placed: &mut Once) -> Vec<(UnitId, u8)> {
        let mut out = Vec::new();
        for it in &text.beach {
            placed.check(&self.page.path, &it.unit, it.unit.span, self.errors);
            let Some(unit) = self.unit(&it.unit) else { continue };
            out.extend(self.steps(unit, &it.strength).map(|steps| (unit, steps)));
        }
        out
    }

    fn delayed(&mut self, text: &BeyondText, placed: &mut Once) -> Vec<(UnitId, u8)> {
        let mut out = Vec::new();
        for it in &text.delayed {
            placed.check(&self.page.path, &it.unit, it.unit.span, self.errors);
            let raw = &self.page.raw;
            if it.turn.value < raw.first_turn.value || raw.last_turn.value < it.turn.value {
                self.at(it.turn.span, format!("turn {} is not played", it.turn.value));
            }
            out.extend(self.unit(&it.unit).map(|unit| (unit, it.turn.value as u8)));
        }
        out
    }

    fn cleared(&mut self, text: &BeyondText) -> Vec<board::HexId> {
        let page = self.page;
        let land = self.theatre.land;
        let mut out = Vec::new();
        for label in &text.cleared {
            let Some(hex) = land.hex(&page.path, label, self.errors) else { continue };
            if !land.obstacles.contains(hex) {
                self.at(label.span, format!("there are no obstacles in {}", &*label.0));
            }
            out.push(hex);
        }
        out
    }
}
