//! `scenarios/*.toml` to [`gts::data::Data`]: who starts where, and all that cannot be so.
//!
//! `day` reads turns, weather, events, air and supply, `guns` parks, contact and Road Blocks, `landing` what comes from the sea.

mod day;
mod guns;
mod landing;

use std::collections::{BTreeMap, BTreeSet};

use board::{HexId, Map};
use gts::{
    data::{
        Air, Back, Belongs, Chit, ChitKind, DivisionId, Effect, Events, Exit, FormationId,
        LeaderId, Morale, MoveClass, Movement, Nation, Naval, Side, SideKind, Start, Supply,
        Transfer, Turn, UnitId, UnitKind, UnitStart, Victory, VictoryHex, Weather,
    },
    tables::{EditionRow, Tables},
};

use crate::load::{
    forces::Forces,
    format::{Points, Scenario, SetUpText, SideText},
    map::Size,
    naval::{Fleet, Shore},
};
use module::{
    Errors,
    problem::Span,
    read::{Page, quoted},
    suggest::nearest,
    values::{At, HexLabel, Or},
};

pub(crate) use day::{turns, usual_air, usual_events, usual_turns, usual_weather};

/// What a scenario adds to its module.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) sides: [SideKind; 2],
    pub(crate) unit_starts: Vec<UnitStart>,
    pub(crate) leader_starts: Vec<Option<UnitId>>,
    pub(crate) empty_entrenchments: Vec<(HexId, Nation)>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) weather: Weather,
    pub(crate) first_mug: Option<Vec<Chit>>,
    pub(crate) first_chit: Option<Chit>,
    pub(crate) events_chits: u8,
    pub(crate) victory: Victory,
    pub(crate) night_assault: Vec<DivisionId>,
    pub(crate) weather_table: Vec<(u8, Weather)>,
    pub(crate) events: Events,
    pub(crate) air: [Option<Air>; 2],
    pub(crate) transfers: Vec<Transfer>,
    pub(crate) supply: Vec<Supply>,
    pub(crate) royal_marines: Option<FormationId>,
    pub(crate) road_blocks: Vec<(HexId, DivisionId)>,
    pub(crate) naval: Option<Naval>,
    /// Landing craft: units after those of the forces.
    pub(crate) craft: Vec<UnitKind>,
}

/// What the scenario refers to. Parts that could not be read are `None`; what depends on them is not checked.
pub(crate) struct Ground<'a> {
    pub(crate) sides: &'a [SideText],
    pub(crate) forces: &'a Forces,
    pub(crate) tables: Option<(&'a Tables, &'a EditionRow)>,
    pub(crate) map: Option<&'a Map>,
    pub(crate) size: Option<Size>,
    pub(crate) shore: &'a Shore,
    /// What the shore came to; absent also where something it needs could not be read.
    pub(crate) fleet: Option<&'a Fleet>,
}

/// The plan. What it holds is only right if no error was added.
pub(crate) fn plan(page: &Page<Scenario>, ground: &Ground<'_>, errors: &mut Errors) -> Plan {
    let raw = &page.raw;
    let turns = turns(raw, ground.tables.map(|it| it.0));
    let mut reader =
        Reader { page, ground, errors, turns: turns.len(), entry: [Vec::new(), Vec::new()] };
    reader.calendar();
    reader.entry_hexes();
    let (mut unit_starts, named) = reader.unit_starts();
    reader.stacks(&unit_starts);
    reader.parks(&unit_starts);
    reader.contacts(&mut unit_starts, &named);
    let leader_starts = reader.leader_starts(&named);
    let empty_entrenchments = reader.empty_entrenchments(&unit_starts);
    let (first_mug, first_chit) = reader.first_turn();
    let victory = reader.victory();
    let night_assault = raw.night_assault.iter().filter_map(|it| reader.division(it)).collect();
    let weather_table = reader.weather_table();
    let events = reader.events();
    let air = reader.air();
    let transfers = reader.transfers();
    let supply = reader.supply();
    let royal_marines = reader.royal_marines();
    let road_blocks = reader.road_blocks();
    let (naval, craft) = reader.landing(&unit_starts);
    unit_starts.extend(craft.iter().map(|_| ABSENT));
    let Reader { entry, .. } = reader;
    let [first, second] = entry;
    let side = |index: usize, entry_hexes| match ground.sides.get(index) {
        Some(it) => SideKind {
            key: it.key.0.clone(),
            name: it.name.value.clone(),
            adjective: it.adjective.value.clone(),
            entry_hexes,
        },
        None => SideKind {
            key: String::new(),
            name: String::new(),
            adjective: String::new(),
            entry_hexes: Vec::new(),
        },
    };
    Plan {
        sides: [side(0, first), side(1, second)],
        unit_starts,
        leader_starts,
        empty_entrenchments,
        turns,
        weather: raw.weather.value,
        first_mug,
        first_chit,
        events_chits: raw.events_chits.as_ref().map_or(0, |it| it.value as u8),
        victory,
        night_assault,
        weather_table,
        events,
        air,
        transfers,
        supply,
        royal_marines,
        road_blocks,
        naval,
        craft,
    }
}

/// A unit that takes no part.
pub(crate) const ABSENT: UnitStart = UnitStart {
    at: Start::Absent,
    column: false,
    mounted: false,
    improved_position: false,
    entrenched: false,
    steps_lost: 0,
    cohesion: 0,
    suppressed: false,
    parked: false,
    delay: None,
    hero: false,
    heroic: false,
    contact: None,
};

struct Reader<'a> {
    page: &'a Page<Scenario>,
    ground: &'a Ground<'a>,
    errors: &'a mut Errors,
    /// How many there are; 0 where that is wrong.
    turns: usize,
    /// Entry hexes by side.
    entry: [Vec<HexId>; 2],
}

impl Reader<'_> {
    fn at(&mut self, span: Span, message: impl Into<String>) {
        self.errors.at(&self.page.path, span, message);
    }

    fn line(&self, span: Span) -> usize {
        self.page.text.get(..span.start).map_or(0, |it| it.matches('\n').count()) + 1
    }

    // Looking up what the scenario names.

    fn hex(&mut self, label: &At<HexLabel>) -> Option<HexId> {
        if let Some(size) = self.ground.size
            && !size.holds(label)
        {
            self.at(label.span, size.off(label));
            return None;
        }
        self.ground.map.and_then(|it| it.find(label))
    }

    fn side(&mut self, key: &str, span: Span) -> Option<Side> {
        let keys = || self.ground.sides.iter().map(|it| &**it.key);
        match keys().position(|it| it == key) {
            Some(0) => Some(Side::First),
            Some(_) => Some(Side::Second),
            None if self.ground.sides.is_empty() => None,
            None => {
                let suggestion = nearest(key, keys());
                let message = format!("there is no side {} in module.toml", quoted(key));
                self.errors.suggest(&self.page.path, span, message, suggestion);
                None
            }
        }
    }

    fn unit(&mut self, key: &At<String>) -> Option<UnitId> {
        let forces = self.ground.forces;
        let found = forces.unit(key);
        if found.is_none() && forces.ship_ids.contains_key(key.as_str()) {
            self.at(key.span, format!("{} is a ship: [[ships]] says where it is", quoted(key)));
            return None;
        }
        self.unknown(found.is_none(), "unit", key, key.span, forces.unit_keys());
        found
    }

    fn leader(&mut self, key: &At<String>) -> Option<LeaderId> {
        let keys = self.ground.forces.leaders.iter().map(|it| it.key.as_str());
        let found = keys.clone().position(|it| it == key.value);
        self.unknown(found.is_none(), "leader", key, key.span, keys);
        found.map(|it| LeaderId(it as u8))
    }

    /// Whether the scenario has this turn.
    fn turn(&mut self, turn: &At<i64>) -> u8 {
        let turns = self.turns;
        if 0 < turns && usize::try_from(turn.value).is_ok_and(|it| turns < it) {
            self.at(turn.span, format!("turn {} is after the last of {turns}", turn.value));
        }
        u8::try_from(turn.value).unwrap_or(0)
    }

    fn division(&mut self, key: &At<String>) -> Option<DivisionId> {
        self.division_named(key, key.span)
    }

    fn division_named(&mut self, key: &str, span: Span) -> Option<DivisionId> {
        let keys = self.ground.forces.divisions.iter().map(|it| it.key.as_str());
        let found = keys.clone().position(|it| it == key);
        self.unknown(found.is_none(), "division", key, span, keys);
        found.map(|it| DivisionId(it as u8))
    }

    fn formation_named(&mut self, key: &str, span: Span) -> Option<FormationId> {
        let keys = self.ground.forces.formations.iter().map(|it| it.key.as_str());
        let found = keys.clone().position(|it| it == key);
        self.unknown(found.is_none(), "formation", key, span, keys);
        found.map(|it| FormationId(it as u8))
    }

    fn unknown<'k>(
        &mut self,
        unknown: bool,
        what: &str,
        key: &str,
        span: Span,
        known: impl Iterator<Item = &'k str>,
    ) {
        if unknown && !self.ground.forces.is_excused(key) {
            let message = format!("there is no {what} {} in forces/", quoted(key));
            // To compare very many wrong words with all units would take long, for nobody.
            let near = if self.errors.is_full() { None } else { nearest(key, known) };
            self.errors.suggest(&self.page.path, span, message, near);
        }
    }

    // Entry hexes.

    fn entry_hexes(&mut self) {
        for (key, labels) in &self.page.raw.entry {
            let side = self.side(key, key.span);
            for label in labels {
                let hex = self.hex(label);
                if let Some(size) = self.ground.size
                    && size.holds(label)
                    && !size.on_edge(label)
                {
                    self.at(
                        label.span,
                        format!("entry hex {} is not on the edge of the map", &*label.value),
                    );
                }
                if let (Some(side), Some(hex)) = (side, hex) {
                    if self.entry[side.index()].contains(&hex) {
                        self.at(
                            label.span,
                            format!("entry hex {} stands here twice", &*label.value),
                        );
                    } else if self.entry[side.other().index()].contains(&hex) {
                        self.at(
                            label.span,
                            format!("hex {} is an entry hex of both sides", &*label.value),
                        );
                    } else {
                        self.entry[side.index()].push(hex);
                    }
                }
            }
        }
    }

    // Units.

    /// Also which units are named at all, in whatever hex.
    fn unit_starts(&mut self) -> (Vec<UnitStart>, Vec<bool>) {
        let mut starts = vec![ABSENT; self.ground.forces.units.len()];
        let mut seen: BTreeMap<UnitId, Span> = BTreeMap::new();
        self.placed(&mut starts, &mut seen);
        self.reinforcements(&mut starts, &mut seen);
        self.sea_units(&mut starts, &mut seen);
        self.ships(&mut starts, &mut seen);
        let named: Vec<bool> =
            (0..starts.len()).map(|it| seen.contains_key(&UnitId(it as u8))).collect();
        for (side, text) in Side::BOTH.into_iter().zip(self.ground.sides) {
            let any = self
                .ground
                .forces
                .units
                .iter()
                .zip(&named)
                .any(|(unit, named)| unit.side == side && *named);
            if !any && !self.ground.forces.is_excused("") {
                self.at(
                    self.page.raw.title.span,
                    format!("no unit of side {} takes part", quoted(&text.key)),
                );
            }
        }
        (starts, named)
    }

    fn placed(&mut self, starts: &mut [UnitStart], seen: &mut BTreeMap<UnitId, Span>) {
        for text in &self.page.raw.place {
            let hex = self.hex(&text.at);
            let start = self.set_up(text, hex);
            for key in &text.units {
                let Some(id) = self.once(key, seen) else { continue };
                self.fits(id, key, &start, text.steps_lost.as_ref().map_or(key.span, |it| it.span));
                if let Some(hex) = hex {
                    self.ground_under(id, key, hex, start.column, start.mounted, false);
                }
                starts[usize::from(id.0)] = start;
            }
        }
    }

    /// What all units of an entry have in common.
    fn set_up(&mut self, text: &SetUpText, hex: Option<HexId>) -> UnitStart {
        let count = |it: &Option<At<i64>>| it.as_ref().map_or(0, |it| it.value as u8);
        let marker = text.marker.as_ref().map(|it| it.value);
        let start = UnitStart {
            at: hex.map_or(Start::Absent, Start::Hex),
            column: on(&text.column),
            mounted: on(&text.mounted),
            improved_position: on(&text.ip),
            entrenched: on(&text.ent),
            steps_lost: count(&text.steps_lost),
            cohesion: count(&text.cohesion),
            suppressed: on(&text.suppressed),
            parked: on(&text.park),
            delay: match marker {
                Some(Or::One(it)) => Some(it),
                _ => None,
            },
            hero: marker == Some(Or::Other(Effect::Hero)),
            heroic: marker == Some(Or::Other(Effect::Heroic)),
            contact: None,
        };
        for (flag, name) in [(&text.column, "In Column"), (&text.mounted, "mounted")] {
            let span = flag.as_ref().map_or(text.at.span, |it| it.span);
            if start.entrenched && on(flag) {
                self.at(
                    span,
                    format!("a unit {name} cannot be in an entrenchment (gts.move.ent-one-unit)"),
                );
            }
            if start.improved_position && on(flag) {
                self.at(
                    span,
                    format!(
                        "a unit {name} has no improved position (gts.move.column-enter-marker)"
                    ),
                );
            }
        }
        if start.entrenched && start.improved_position {
            let span = text.ip.as_ref().map_or(text.at.span, |it| it.span);
            self.at(
                span,
                "a unit in an entrenchment has no improved position as well (gts.move.ent-ip)",
            );
        }
        start
    }

    fn reinforcements(&mut self, starts: &mut [UnitStart], seen: &mut BTreeMap<UnitId, Span>) {
        for text in &self.page.raw.reinforcement {
            let entry = self.hex(&text.entry);
            let turn = self.turn(&text.turn);
            let at = entry.map(|entry| Start::Reinforcement { turn, entry });
            let (column, mounted) = (on(&text.column), on(&text.mounted));
            let start = UnitStart { at: at.unwrap_or(Start::Absent), column, mounted, ..ABSENT };
            for key in &text.units {
                let Some(id) = self.once(key, seen) else { continue };
                self.fits(id, key, &start, key.span);
                let side = self.ground.forces.units[usize::from(id.0)].side;
                if let Some(entry) = entry {
                    if !self.entry[side.index()].contains(&entry) {
                        let owner = self.ground.sides.get(side.index()).map_or("", |it| &**it.key);
                        let message = format!(
                            "{} is not an entry hex of {} for {}",
                            &*text.entry.value,
                            owner,
                            quoted(key)
                        );
                        self.at(text.entry.span, message);
                    }
                    self.ground_under(id, key, entry, column, mounted, true);
                }
                starts[usize::from(id.0)] = start;
            }
        }
    }

    /// A unit that has not been placed before.
    fn once(&mut self, key: &At<String>, seen: &mut BTreeMap<UnitId, Span>) -> Option<UnitId> {
        let id = self.unit(key)?;
        self.first(id, key, seen).then_some(id)
    }

    fn first(&mut self, id: UnitId, key: &At<String>, seen: &mut BTreeMap<UnitId, Span>) -> bool {
        if let Some(first) = seen.get(&id) {
            let message =
                format!("unit {} is placed already in line {}", quoted(key), self.line(*first));
            self.at(key.span, message);
            return false;
        }
        seen.insert(id, key.span);
        true
    }

    /// What the counter itself rules out.
    fn fits(&mut self, id: UnitId, key: &At<String>, start: &UnitStart, steps_span: Span) {
        let unit = &self.ground.forces.units[usize::from(id.0)];
        if start.mounted && !unit.has_transport() {
            self.at(
                key.span,
                format!("unit {} has no transport side and cannot be mounted", quoted(key)),
            );
        }
        if 0 < start.steps_lost && unit.steps <= start.steps_lost {
            let message = format!(
                "unit {} has {} steps and cannot have lost {}",
                quoted(key),
                unit.steps,
                start.steps_lost
            );
            self.at(steps_span, message);
        }
    }

    /// Prohibited terrain. Reinforcements choose their formation when they arrive (gts.div.reinforcement-form).
    fn ground_under(
        &mut self,
        id: UnitId,
        key: &At<String>,
        hex: HexId,
        column: bool,
        mounted: bool,
        either: bool,
    ) {
        let (Some(map), Some((tables, _))) = (self.ground.map, self.ground.tables) else { return };
        let unit = &self.ground.forces.units[usize::from(id.0)];
        let face = match unit.back {
            Back::Transport(face) if mounted => face,
            _ => unit.front,
        };
        let class = match face.movement {
            Movement::No => return,
            Movement::Star => MoveClass::Leg,
            Movement::Points(_, class) => class,
        };
        let Some(terrain) = tables.terrain.get(map.terrain(hex).index()) else { return };
        let by_route = |it: board::RouteId| {
            tables.route.get(it.index()).is_some_and(|it| it.cost.of(class, true).is_some())
        };
        let in_column =
            terrain.cost.of(class, true).is_some() || map.routes_in(hex).iter().any(by_route);
        let deployed = terrain.cost.of(class, false).is_some();
        let allowed = if either {
            in_column || deployed
        } else if column {
            in_column
        } else {
            deployed
        };
        if !allowed {
            let how = if column || either || !in_column { "" } else { ", except In Column" };
            let class = class.name();
            let label = map.label(hex);
            let message = format!(
                "unit {}: {} in {label} is prohibited to {class} units{how}",
                quoted(key),
                terrain.key
            );
            self.at(key.span, message);
        }
    }

    /// What cannot stand together in one hex.
    fn stacks(&mut self, starts: &[UnitStart]) {
        let page = self.page;
        let mut owner: BTreeMap<HexId, (Side, String)> = BTreeMap::new();
        let mut column: BTreeMap<HexId, String> = BTreeMap::new();
        let mut placed = BTreeSet::new();
        for key in page.raw.place.iter().flat_map(|it| &it.units) {
            let Some(id) = self.ground.forces.unit(key) else { continue };
            let start = starts[usize::from(id.0)];
            let (Start::Hex(hex), true) = (start.at, placed.insert(id)) else { continue };
            let side = self.ground.forces.units[usize::from(id.0)].side;
            let (first, name) =
                owner.entry(hex).or_insert_with(|| (side, key.value.clone())).clone();
            if first != side {
                let message = format!(
                    "{} and {} are of opposing sides in one hex (gts.stack.no-mixing)",
                    quoted(key),
                    quoted(&name)
                );
                self.at(key.span, message);
            }
            if start.column {
                let name = column.entry(hex).or_insert_with(|| key.value.clone()).clone();
                if name != key.value {
                    let message = format!(
                        "{} and {} are both In Column in one hex (gts.stack.one-column)",
                        quoted(key),
                        quoted(&name)
                    );
                    self.at(key.span, message);
                }
            }
        }
    }

    // Leaders.

    fn leader_starts(&mut self, named: &[bool]) -> Vec<Option<UnitId>> {
        let page = self.page;
        let forces = self.ground.forces;
        let mut out = vec![None; forces.leaders.len()];
        let mut seen: BTreeMap<LeaderId, Span> = BTreeMap::new();
        for text in &page.raw.leader {
            let found = self.leader(&text.key);
            let with = self.unit(&text.with);
            let Some(id) = found else { continue };
            let index = usize::from(id.0);
            if let Some(first) = seen.insert(id, text.key.span) {
                let message = format!(
                    "leader {} is placed already in line {}",
                    quoted(&text.key),
                    self.line(first)
                );
                self.at(text.key.span, message);
            }
            let formation = forces.leaders[index].formation;
            let division = forces.formations.get(usize::from(formation.0)).map(|it| it.division);
            let own = |unit: &UnitKind| unit.belongs == Belongs::Formation(formation);
            let takes_part =
                forces.units.iter().zip(named).any(|(unit, named)| own(unit) && *named);
            if !takes_part && !forces.is_excused("") {
                let message =
                    format!("no unit of the formation of leader {} takes part", quoted(&text.key));
                self.at(text.key.span, message);
            }
            let Some(unit) = with else { continue };
            let kind = &forces.units[usize::from(unit.0)];
            let company = kind.belongs == Belongs::Formation(formation)
                || (kind.is_independent() && Some(kind.division) == division);
            if !company {
                let message = format!(
                    "unit {} is neither of his formation nor an independent of his division (gts.stack.leader-company)",
                    quoted(&text.with)
                );
                self.at(text.with.span, message);
            } else if !named[usize::from(unit.0)] {
                self.at(
                    text.with.span,
                    format!("unit {} takes no part in this scenario", quoted(&text.with)),
                );
            }
            out[index] = Some(unit);
        }
        out
    }

    // Entrenchments.

    fn empty_entrenchments(&mut self, starts: &[UnitStart]) -> Vec<(HexId, Nation)> {
        let page = self.page;
        let mut out = Vec::new();
        for text in &page.raw.entrenchment {
            let hex = self.hex(&text.hex);
            let side = self.side(&text.side, text.side.span);
            let (Some(hex), Some(side)) = (hex, side) else { continue };
            let enemy = |(unit, start): (&UnitKind, &UnitStart)| {
                unit.side != side && start.at == Start::Hex(hex)
            };
            if self.ground.forces.units.iter().zip(starts).any(enemy) {
                self.at(
                    text.hex.span,
                    "an entrenchment of one side in a hex with units of the other",
                );
            }
            let nation = text.nationality.as_ref().map_or(Some(Nation::of(side)), |it| {
                let mut nations = self.ground.forces.nations.iter();
                let found = nations.position(|of| of.key == it.value && of.side == side);
                if found.is_none() && !self.ground.forces.is_excused(&it.value) {
                    let message = format!("no unit of that side has nationality {}", quoted(it));
                    self.at(it.span, message);
                }
                found.map(|it| Nation(it as u8))
            });
            out.extend(nation.map(|it| (hex, it)));
        }
        out
    }

    // Chits of the first turn.

    fn first_turn(&mut self) -> (Option<Vec<Chit>>, Option<Chit>) {
        let page = self.page;
        let text = &page.raw.first_turn;
        let before = self.errors.count();
        let mug = text.mug.as_ref().map(|list| {
            let mut chits = Vec::new();
            for word in list {
                let Some(chit) = self.chit(word) else { continue };
                if chits.contains(&chit) && chit != Chit::Events {
                    self.at(word.span, format!("chit {} is in the mug twice", quoted(word)));
                }
                chits.push(chit);
                let events = chits.iter().filter(|it| **it == Chit::Events).count();
                let most = page.raw.events_chits.as_ref().map_or(0, |it| it.value);
                if chit == Chit::Events && usize::try_from(most).is_ok_and(|it| it < events) {
                    self.at(
                        word.span,
                        format!("the scenario has {most} events chits (events_chits)"),
                    );
                }
            }
            chits
        });
        let mug_is_good = self.errors.count() == before;
        let first = text.first_chit.as_ref().and_then(|word| {
            let chit = self.chit(word)?;
            if mug_is_good && mug.as_ref().is_some_and(|it| !it.contains(&chit)) {
                self.at(word.span, format!("first chit {} is not in the mug", quoted(word)));
            }
            Some(chit)
        });
        (mug, first)
    }

    fn chit(&mut self, word: &At<String>) -> Option<Chit> {
        let (kind, key) =
            word.split_once(':').map_or((word.as_str(), None), |(kind, key)| (kind, Some(key)));
        let edition = self.ground.tables.map(|it| it.1);
        let not_here = |allowed: fn(&EditionRow) -> bool| edition.is_some_and(|it| !allowed(it));
        match (ChitKind::read(kind), key) {
            (Some(ChitKind::Division), Some(key)) => {
                self.division_named(key, word.span).map(Chit::Division)
            }
            (Some(ChitKind::Formation), Some(key)) => {
                self.formation_named(key, word.span).map(Chit::Formation)
            }
            (Some(ChitKind::DirectCommand), Some(key)) => {
                self.side(key, word.span).map(Chit::DirectCommand)
            }
            (Some(ChitKind::Events), None) => Some(Chit::Events),
            (Some(ChitKind::RoyalMarines), None) if not_here(|it| it.mug_royal_marines) => {
                self.at(word.span, "this edition has no Royal Marines chit (gts.sop.g-mug-s1)");
                None
            }
            (Some(ChitKind::Naval), None) if not_here(|it| it.mug_naval) => {
                self.at(word.span, "this edition has no Naval chit (gts.sop.g-mug-s1)");
                None
            }
            (Some(ChitKind::RoyalMarines), None) => {
                if self.page.raw.royal_marines.is_none() {
                    self.at(word.span, "royal_marines does not say which formation that is");
                }
                Some(Chit::RoyalMarines)
            }
            (Some(ChitKind::Naval), None) => {
                if matches!(self.ground.shore, Shore::Absent) {
                    self.at(word.span, "the module has no naval.toml");
                }
                Some(Chit::Naval)
            }
            (Some(known), None) => {
                let what = if known == ChitKind::DirectCommand { "SIDE" } else { "KEY" };
                self.at(word.span, format!("a {kind} chit is written \"{kind}:{what}\""));
                None
            }
            _ => {
                let message = format!("there is no chit {}", quoted(word));
                let suggestion =
                    nearest(kind, ChitKind::ALL.map(ChitKind::key)).map(|it| match key {
                        Some(key) => format!("{it}:{key}"),
                        None => it,
                    });
                self.errors.suggest(&self.page.path, word.span, message, suggestion);
                None
            }
        }
    }

    // Victory.

    fn victory(&mut self) -> Victory {
        let page = self.page;
        let mut hexes: Vec<VictoryHex> = Vec::new();
        for text in &page.raw.victory_hex {
            let hex = self.hex(&text.hex);
            let owner = self.side(&text.owner, text.owner.span);
            let (Some(hex), Some(owner)) = (hex, owner) else { continue };
            if hexes.iter().any(|it| it.hex == hex) {
                self.at(
                    text.hex.span,
                    format!("victory hex {} stands here twice", &*text.hex.value),
                );
            }
            hexes.push(VictoryHex {
                hex,
                name: text.name.value.clone(),
                points: text.points.value as u8,
                owner,
            });
        }
        let mut exits: Vec<Exit> = Vec::new();
        for text in &page.raw.exit {
            let hex = self.hex(&text.hex);
            let side = self.side(&text.side, text.side.span);
            let (Some(hex), Some(side)) = (hex, side) else { continue };
            if exits.iter().any(|it| (it.hex, it.side) == (hex, side)) {
                self.at(text.hex.span, format!("exit {} stands here twice", &*text.hex.value));
            }
            exits.push(Exit { hex, side, points: text.points.value as u8 });
        }
        let text = &page.raw.victory;
        let mut morale = [None, None];
        for (key, text) in &text.morale {
            let Some(side) = self.side(key, key.span) else { continue };
            let of = |it: &Option<At<i64>>, usual: i64| it.as_ref().map_or(usual, |it| it.value);
            let level = text.value.start.value;
            let threshold = of(&text.value.threshold, 0);
            if level <= threshold {
                self.at(text.value.start.span, "morale begins above its threshold");
            }
            morale[side.index()] = Some(Morale {
                start: level as i16,
                per_step: of(&text.value.per_step, 1) as u8,
                per_hex: of(&text.value.per_hex, 0) as u8,
                threshold: threshold as i16,
            });
        }
        let per_enemy_step = self.points(&text.per_enemy_step, 1, 0, 100);
        let handicap = self.points(&text.handicap, 0, -1000, 1000);
        let mut briefing = [String::new(), String::new()];
        for (key, sentence) in &text.briefing.value {
            if let Some(side) = self.side(key, key.span) {
                briefing[side.index()] = sentence.value.clone();
            }
        }
        for (side, sentence) in self.ground.sides.iter().zip(&briefing) {
            if sentence.is_empty() {
                let span = module::read::first_line(&page.text, text.briefing.span);
                self.at(span, format!("side {} has no briefing", quoted(&side.key)));
            }
        }
        Victory {
            hexes,
            exits,
            morale,
            per_enemy_step: per_enemy_step.map(|it| it as u8),
            handicap: handicap.map(|it| it as i16),
            briefing,
        }
    }

    fn points(
        &mut self,
        by_side: &BTreeMap<At<String>, At<Points>>,
        default: i64,
        least: i64,
        most: i64,
    ) -> [i64; 2] {
        let mut out = [default; 2];
        for (key, points) in by_side {
            let side = self.side(key, key.span);
            let value = points.value.0;
            if value < least || most < value {
                self.at(points.span, format!("points must be from {least} to {most}"));
            } else if let Some(side) = side {
                out[side.index()] = value;
            }
        }
        out
    }
}

fn on(flag: &Option<At<bool>>) -> bool {
    flag.as_ref().is_some_and(|it| it.value)
}
