//! `scenarios/*.toml` to a game.

use std::sync::Arc;

use board::{Direction, HexId};
use hex::Offset;
use module::{
    Errors, Sheet,
    problem::Span,
    read::{Page, quoted},
    suggest::nearest,
    values::{At, HexLabel},
};
use tcs::data::{
    Battery, Data, Options, Preplotted, Scoring, SortieData, StartSheet, Turn, UnitData,
    Visibility, WeatherRow,
};
use tcs::ground::{Ground, Hexes};
use tcs::id::{Clock, Side, UnitId};
use tcs::set::UnitSet;
use tcs::sheet::{Order, judge};
use tcs::state::{Guns, Mode};
use tcs::tables::Tables;
use tcs::{Battle, Shared};

use super::forces::Forces;
use super::format::{self, PlaceText, PreplottedText, Scenario, SheetState, SheetText, SortieText};
use super::{Variant, spot};

/// Sorties and batteries are bits of a word.
const MOST_BITS: usize = 60;

/// What all scenarios of the module share.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub(crate) head: &'a format::Module,
    pub(crate) tables: &'a Tables,
    pub(crate) map: &'a format::Map,
    pub(crate) ground: &'a Ground,
    pub(crate) forces: &'a Forces,
}

/// The game a scenario begins with, or `None` with what is wrong.
pub(crate) fn data(
    parts: &Parts<'_>,
    page: &Page<Scenario>,
    module: &str,
    key: &str,
    chosen: &[Variant],
    errors: &mut Errors,
) -> Option<(Data, Sheet)> {
    let before = errors.count();
    let raw = &page.raw;
    let mut reader = Reader { page, parts, errors, areas: Vec::new() };
    let turns = reader.turns();
    let units = reader.units();
    let (batteries, gun_battalions, starts) = reader.batteries(&units);
    let preplotted: Vec<Preplotted> =
        raw.preplotted.iter().filter_map(|it| reader.preplotted(it, &starts, &batteries)).collect();
    let sorties: Vec<SortieData> = raw.sortie.iter().filter_map(|it| reader.sortie(it)).collect();
    let scoring = reader.scoring();
    let minefields = reader.minefields();
    let sheets: Vec<StartSheet> = raw.sheet.iter().filter_map(|it| reader.sheet(it)).collect();
    let briefings = reader.briefings();
    let first = reader.side(&raw.set_up.first, raw.set_up.first.span).unwrap_or_default();
    let areas = reader.areas;
    if MOST_BITS < batteries.len() || MOST_BITS < sorties.len() {
        errors.whole(&page.path, format!("at most {MOST_BITS} batteries and sorties"), None);
    }
    if errors.count() != before {
        return None;
    }
    let small = |it: &Option<At<i64>>| it.as_ref().map(|it| it.value as u8);
    let wide = |it: &Option<At<i64>>| it.as_ref().map(|it| it.value as u16);
    let side_of = |of: Side| -> UnitSet {
        let all = units.iter().zip(0..).filter(|it| it.0.side == of);
        all.map(|it| UnitId(it.1)).collect()
    };
    let data = Data {
        module: module.to_owned(),
        scenario: key.to_owned(),
        title: raw.title.value.clone(),
        date: raw.date.value.clone(),
        side_keys: [0, 1].map(|it| parts.head.side[it].key.0.clone()),
        side_names: [0, 1].map(|it| parts.head.side[it].name.value.clone()),
        briefings,
        tables: parts.tables.clone(),
        ground: parts.ground.clone(),
        forces: parts.forces.forces.clone(),
        battalions: parts.forces.battalions.clone(),
        companies: parts.forces.companies.clone(),
        units_of: Side::BOTH.map(side_of),
        units,
        batteries,
        gun_battalions,
        preplotted,
        sorties,
        turns,
        visibility: Visibility {
            day: small(&raw.visibility.day),
            twilight: small(&raw.visibility.twilight),
            // tcs.vis.night-default
            night: small(&raw.visibility.night).or(Some(parts.tables.limits.night_visibility)),
        },
        weather: raw.weather.iter().flatten().map(weather).collect(),
        minefields,
        hidden_mines: raw.hidden_mines,
        scatter: scatter(&parts.map.scatter_1),
        areas,
        scoring,
        step_points: raw.victory.per_enemy_step.value as u16,
        margin: raw.victory.decisive.value as u16,
        sudden_death: wide(&raw.victory.sudden_death),
        sheets,
        options: Options {
            without_command: chosen.contains(&Variant::WithoutCommand),
            consolidate: chosen.contains(&Variant::Consolidate),
            skips_first_command: raw.options.skips_first_command,
            sets_up_first: first,
            sheets_at_set_up: raw.options.sheets_at_set_up,
            start_weighted_turns: wide(&raw.options.start_weighted_turns),
        },
    };
    let data = judged(data, page, errors)?;
    let named = parts.map.route.iter().filter_map(|it| Some((it.name.as_ref()?, &it.path)));
    let path = |it: &[At<HexLabel>]| it.iter().map(|it| it.0.clone()).collect();
    let sheet = Sheet {
        summary: raw.summary.value.clone(),
        minutes: raw.minutes.value as u32,
        routes: named.map(|(name, hexes)| (name.value.clone(), path(hexes))).collect(),
    };
    Some((data, sheet))
}

/// tcs.arty.scatter-direction: clockwise from the first.
fn scatter(first: &str) -> [Direction; 6] {
    let mut direction = Direction::from_name(first).unwrap_or(Direction::ALL[0]);
    [(); 6].map(|()| {
        let now = direction;
        direction = now.right();
        now
    })
}

fn weather(it: &format::WeatherText) -> WeatherRow {
    WeatherRow {
        name: it.name.value.clone(),
        visibility: it.visibility.as_ref().map(|it| it.value as u8),
        no_sorties: it.no_sorties,
    }
}

/// tcs.prep.scenario-sheets: the sheets of the start pass the same judge as all others, where the scenario places their
/// units.
fn judged(data: Data, page: &Page<Scenario>, errors: &mut Errors) -> Option<Data> {
    let before = errors.count();
    let data = Arc::new(data);
    let battle = Battle::new(Shared::new(data.clone()));
    let mut orders: [Vec<Order>; 2] = [Vec::new(), Vec::new()];
    for (i, it) in data.sheets.iter().enumerate() {
        let mine = &mut orders[it.side.index()];
        let index = i.to_string();
        for found in judge::objections(&battle, it.side, mine, &it.sheet) {
            let span = spot::span(&page.text, &["sheet", &index, "value"], &found.at);
            let message = format!("{}: {} [{}]", it.sheet.name, found.why, found.rule.code);
            errors.at(&page.path, span, message);
        }
        if errors.count() == before {
            let mut order = Order::new(&battle, it.side, it.sheet.clone());
            if it.weighted_turns.is_none() {
                order.implement(&battle);
            }
            mine.push(order);
        }
    }
    drop(battle);
    if errors.count() != before {
        return None;
    }
    Arc::try_unwrap(data).ok()
}

struct Reader<'a> {
    page: &'a Page<Scenario>,
    parts: &'a Parts<'a>,
    errors: &'a mut Errors,
    areas: Vec<Hexes>,
}

impl Reader<'_> {
    fn at(&mut self, span: Span, message: impl Into<String>) {
        self.errors.at(&self.page.path, span, message);
    }

    fn hex(&mut self, label: &At<HexLabel>) -> Option<HexId> {
        let found = self.parts.ground.map().find(label);
        if found.is_none() {
            self.at(label.span, format!("there is no hex {} on the map", quoted(label)));
        }
        found
    }

    fn side(&mut self, key: &str, span: Span) -> Option<Side> {
        let keys = || self.parts.head.side.iter().map(|it| &**it.key);
        let found = keys().position(|it| it == key).map(|it| Side::BOTH[it]);
        if found.is_none() {
            let message = format!("there is no side {} in module.toml", quoted(key));
            let near = nearest(key, keys());
            self.errors.suggest(&self.page.path, span, message, near);
        }
        found
    }

    fn turn(&mut self, turn: &At<i64>) -> u8 {
        let turns = self.page.raw.turn.len();
        if !usize::try_from(turn.value).is_ok_and(|it| it <= turns) {
            self.at(turn.span, format!("turn {} is after the last of {turns}", turn.value));
        }
        turn.value as u8
    }

    fn turns(&mut self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for it in &self.page.raw.turn {
            match it.time.parse::<Clock>() {
                Ok(clock) => turns.push(Turn { clock, light: it.light.value }),
                Err(message) => self.at(it.time.span, message),
            }
        }
        turns
    }

    /// Units in the order of the forces, those the scenario does not place left out.
    fn units(&mut self) -> Vec<UnitData> {
        let raw = &self.page.raw;
        let forces = self.parts.forces;
        let areas = self.set_up_areas();
        let mut diggers = [false; 2];
        for it in &raw.set_up.dug_in {
            if let Some(side) = self.side(it, it.span) {
                diggers[side.index()] = true;
            }
        }
        // By card: its place.
        let mut places: Vec<Option<&PlaceText>> = vec![None; forces.cards.len()];
        for place in &raw.place {
            for key in &place.units {
                match self.card(key) {
                    Some(card) if places[card].is_some() => {
                        self.at(key.span, format!("the unit {} stands twice", quoted(key)));
                    }
                    Some(card) => places[card] = Some(place),
                    None => {}
                }
            }
        }
        let placed: Vec<usize> = (0..places.len()).filter(|it| places[*it].is_some()).collect();
        let mut units = Vec::new();
        for card in &placed {
            let Some(place) = places[*card] else { continue };
            let mut unit = forces.cards[*card].clone();
            let (side, motor) = (unit.side, unit.kind.is_motor());
            let hex = self.hex(&place.at);
            unit.start.hex = hex.unwrap_or(HexId(0));
            unit.start.mode = place.mode.as_ref().map(|it| it.value).unwrap_or_default();
            unit.start.turn = place.turn.as_ref().map_or(0, |it| self.turn(it));
            if let Some(carrier) = &place.aboard
                && let Some(found) = self.card(carrier)
            {
                let seat = placed.iter().position(|it| *it == found);
                match seat {
                    Some(it) if 0 < forces.cards[found].capacity => {
                        unit.start.aboard = Some(UnitId(it as u8));
                    }
                    _ => self.at(
                        carrier.span,
                        format!("{} carries nobody in this scenario", quoted(carrier)),
                    ),
                }
            }
            let edge = hex.is_some_and(|it| self.parts.ground.is_edge(it));
            if 0 < unit.start.turn && unit.start.aboard.is_none() && hex.is_some() && !edge {
                self.at(place.at.span, "who arrives later arrives beside a hex of the edge");
            }
            let starts = unit.start.turn == 0 && unit.start.aboard.is_none();
            unit.start.may_dig_in = starts && diggers[side.index()] && !motor;
            if let Some(mode) = &place.mode
                && mode.value == Mode::DugIn
                && !unit.start.may_dig_in
            {
                self.at(mode.span, format!("{} may not start Dug-In", quoted(&unit.key)));
            }
            unit.start.area = areas[side.index()].filter(|_| starts);
            let outside =
                |it: u8| hex.is_some_and(|hex| !self.areas[usize::from(it)].contains(hex));
            if unit.start.area.is_some_and(outside) {
                let message = format!("{} stands outside its rows of [set_up]", quoted(&unit.key));
                self.at(place.at.span, message);
            }
            units.push(unit);
        }
        units
    }

    /// By side: where its units may be set up.
    fn set_up_areas(&mut self) -> [Option<u8>; 2] {
        let mut areas = [None; 2];
        let map = self.parts.ground.map();
        for (key, rows) in &self.page.raw.set_up.rows {
            let Some(side) = self.side(key, key.span) else { continue };
            let [first, last] = rows.as_slice() else {
                self.at(rows.span, "the first and the last row are wanted, as in [5, 8]");
                continue;
            };
            let row = |it: HexId| i64::from(Offset::from(map.hex(it)).row);
            let hexes: Hexes =
                map.hexes().filter(|it| (*first..=*last).contains(&row(*it))).collect();
            if hexes.is_empty() {
                self.at(rows.span, "there are no such rows on the map");
            }
            areas[side.index()] = Some(self.areas.len() as u8);
            self.areas.push(hexes);
        }
        areas
    }

    fn card(&mut self, key: &At<String>) -> Option<usize> {
        let forces = self.parts.forces;
        let found = forces.cards.iter().position(|it| it.key == key.value);
        if found.is_none() && !forces.is_excused(key) {
            let message = format!("there is no unit {} in forces/", quoted(key));
            let near = nearest(key, forces.cards.iter().map(|it| it.key.as_str()));
            self.errors.suggest(&self.page.path, key.span, message, near);
        }
        found
    }

    /// Batteries, names of their battalions, and for each entry of the forces its first battery.
    fn batteries(&mut self, units: &[UnitData]) -> (Vec<Battery>, Vec<String>, Vec<Option<u8>>) {
        let raw = &self.page.raw;
        self.check_guns();
        let (mut batteries, mut battalions, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        for guns in &self.parts.forces.guns {
            let force = &self.parts.forces.forces[guns.force.index()].key;
            let listed = raw.guns.as_ref().map(|all| {
                let mine = all.iter().find(|it| it.0.value == *force);
                mine.is_some_and(|it| it.1.iter().any(|it| it.value == guns.key))
            });
            if listed == Some(false) {
                starts.push(None);
                continue;
            }
            starts.push(Some(batteries.len() as u8));
            let battalion = (1 < guns.batteries).then(|| {
                battalions.push(guns.name.clone());
                battalions.len() as u8 - 1
            });
            let mine = raw.ammunition.iter().find(|it| it.0.value == *force);
            let own = mine.and_then(|it| it.1.iter().find(|it| it.0.value == guns.key));
            let ammunition = own.map_or(guns.ammunition, |it| it.1.value as u8);
            let unit = guns.unit.as_deref();
            let counter = unit.and_then(|key| units.iter().position(|it| it.key == key));
            for i in 1..=guns.batteries {
                let name = match guns.batteries {
                    1 => guns.name.clone(),
                    _ => format!("{}, battery {i}", guns.name),
                };
                batteries.push(Battery {
                    name,
                    side: guns.side,
                    calibre: guns.calibre,
                    battalion,
                    ammunition,
                    supports: guns.supports,
                    start_column: guns.start_column,
                    kinds: guns.kinds,
                    counter: counter.map(|it| UnitId(it as u8)),
                });
            }
        }
        (batteries, battalions, starts)
    }

    /// Forces and guns that the scenario names.
    fn check_guns(&mut self) {
        let raw = &self.page.raw;
        let mut named: Vec<(&str, &str, Span)> = Vec::new();
        for (force, keys) in raw.guns.iter().flatten() {
            named.extend(keys.iter().map(|it| (force.as_str(), it.value.as_str(), it.span)));
        }
        for (force, keys) in &raw.ammunition {
            named.extend(keys.keys().map(|it| (force.as_str(), it.value.as_str(), it.span)));
            for (key, count) in keys {
                if !(0..=99).contains(&count.value) {
                    self.at(
                        count.span,
                        format!("{} cannot have {} missions", quoted(key), count.value),
                    );
                }
            }
        }
        for (force, key, span) in named {
            let forces = self.parts.forces;
            let of = forces.forces.iter().position(|it| it.key == force);
            let Some(of) = of else {
                let near = nearest(force, forces.forces.iter().map(|it| it.key.as_str()));
                let message = format!("there is no force {} in forces/", quoted(force));
                self.errors.suggest(&self.page.path, span, message, near);
                continue;
            };
            let mine = || forces.guns.iter().filter(|it| it.force.index() == of);
            if !mine().any(|it| it.key == key) && !forces.is_excused(key) {
                let near = nearest(key, mine().map(|it| it.key.as_str()));
                let message = format!("{} has no guns {}", quoted(force), quoted(key));
                self.errors.suggest(&self.page.path, span, message, near);
            }
        }
    }

    fn preplotted(
        &mut self,
        it: &PreplottedText,
        starts: &[Option<u8>],
        batteries: &[Battery],
    ) -> Option<Preplotted> {
        let side = self.side(&it.side, it.side.span)?;
        let turn = self.turn(&it.turn);
        let hex = self.hex(&it.hex);
        let forces = self.parts.forces;
        let mine = |guns: &super::forces::Guns| guns.side == side && guns.key == it.guns.value;
        let entry = forces.guns.iter().position(mine).and_then(|i| Some((i, starts[i]?)));
        let Some((entry, first)) = entry else {
            let near = nearest(&it.guns, forces.guns.iter().map(|it| it.key.as_str()));
            let message = format!("there are no guns {} in this scenario", quoted(&it.guns));
            self.errors.suggest(&self.page.path, it.guns.span, message, near);
            return None;
        };
        let guns = match &it.battery {
            Some(n) if i64::from(forces.guns[entry].batteries) < n.value => {
                self.at(n.span, format!("there is no battery {}", n.value));
                return None;
            }
            Some(n) => Guns::Battery(first + n.value as u8 - 1),
            None => batteries[usize::from(first)]
                .battalion
                .map_or(Guns::Battery(first), Guns::Battalion),
        };
        Some(Preplotted { side, turn, guns, kind: it.mission.value, fast: it.fast, hex: hex? })
    }

    fn sortie(&mut self, it: &SortieText) -> Option<SortieData> {
        let small = |it: &Option<At<i64>>| it.as_ref().map(|it| it.value as u8);
        Some(SortieData {
            name: it.name.value.clone(),
            side: self.side(&it.side, it.side.span)?,
            turn: self.turn(&it.turn),
            area: it.area.as_ref().map(|it| it.value as u16),
            point_kill: small(&it.point_kill),
            arrives: small(&it.arrives),
        })
    }

    fn scoring(&mut self) -> Vec<Scoring> {
        let mut out: Vec<Scoring> = Vec::new();
        for it in &self.page.raw.victory_hex {
            let holder = it.holder.as_ref().and_then(|it| self.side(it, it.span));
            let Some(hex) = self.hex(&it.hex) else { continue };
            if out.iter().any(|other| other.hex == hex) {
                self.at(it.hex.span, format!("{} counts already", quoted(&it.hex)));
            }
            let (name, points) = (it.name.value.clone(), it.points.value as u16);
            out.push(Scoring { hex, name, points, holder });
        }
        out
    }

    fn minefields(&mut self) -> Hexes {
        let mut out = Hexes::EMPTY;
        for it in &self.page.raw.minefield {
            self.side(&it.side, it.side.span);
            if let Some(hex) = self.hex(&it.hex) {
                out.insert(hex);
            }
        }
        out
    }

    fn sheet(&mut self, it: &SheetText) -> Option<StartSheet> {
        let side = self.side(&it.side, it.side.span)?;
        let turns = it.weighted_turns.as_ref();
        let weighted_turns = match (it.state.value, turns) {
            (SheetState::Preparing, turns) => Some(turns.map_or(0, |it| it.value as u16)),
            (SheetState::Implemented, None) => None,
            (SheetState::Implemented, Some(turns)) => {
                self.at(turns.span, "only a sheet in preparation has weighted turns");
                None
            }
        };
        Some(StartSheet { side, sheet: it.value.value.clone(), weighted_turns })
    }

    fn briefings(&mut self) -> [String; 2] {
        let mut out = [String::new(), String::new()];
        for (key, text) in &self.page.raw.briefing {
            if let Some(side) = self.side(key, key.span) {
                out[side.index()] = text.value.clone();
            }
        }
        out
    }
}
