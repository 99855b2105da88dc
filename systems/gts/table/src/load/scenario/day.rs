//! The frame of a scenario: its turns, weather, events, air and supply.

use gts::{
    data::{Air, EventEntry, Events, FormationId, Supply, Transfer, Turn, Weather},
    tables::{EventRow, Tables},
};

use super::Reader;
use crate::load::{
    format::{AirText, EventText, EventsText, Method, Scenario, TurnText},
    rating,
};
use module::{
    read::{first_line, quoted},
    values::At,
};

/// The faces of the die.
const FACES: i64 = 10;

/// The turns of a scenario: its own, or those of the default calendar (gts.time.default).
pub(crate) fn turns(raw: &Scenario, tables: Option<&Tables>) -> Vec<Turn> {
    let own = |it: &TurnText| Turn {
        date: it.date.value.clone(),
        time: it.time.value.clone(),
        night: it.night,
        first_daylight: it.first_daylight,
        last_before_night: it.last_before_night,
    };
    if !raw.turn.is_empty() {
        return raw.turn.iter().map(own).collect();
    }
    let (Some(date), Some(tables)) = (&raw.date, tables) else { return Vec::new() };
    usual_turns(&date.value, tables)
}

/// gts.time.default
pub(crate) fn usual_turns(date: &str, tables: &Tables) -> Vec<Turn> {
    let rows = tables.default.turns.iter();
    rows.map(|it| Turn {
        date: date.to_owned(),
        time: it.time.clone(),
        night: it.night,
        first_daylight: it.first_daylight,
        last_before_night: it.last_before_night,
    })
    .collect()
}

/// gts.weather.table-default
pub(crate) fn usual_weather(tables: &Tables) -> Vec<(u8, Weather)> {
    tables.default.weather.iter().map(|it| (it.from, it.weather)).collect()
}

/// gts.events.default: rolled, so that there is no cup to count.
pub(crate) fn usual_events(tables: &Tables) -> Vec<EventEntry> {
    let entry = |it: &EventRow| EventEntry {
        from: it.from,
        to: it.to,
        count: 0,
        returns: true,
        effect: it.effect,
        side: None,
    };
    tables.default.events.iter().map(entry).collect()
}

/// gts.air.points, gts.air.strike-rating
pub(crate) fn usual_air(tables: &Tables) -> Air {
    let default = &tables.default;
    let points = default.air_points.iter().map(|it| (it.weather, it.points)).collect();
    Air { points, rating: default.strike_rating, row: default.strike_row }
}

impl Reader<'_> {
    /// Whether the scenario says when it is played, once.
    pub(super) fn calendar(&mut self) {
        let raw = &self.page.raw;
        match &raw.date {
            Some(date) if !raw.turn.is_empty() => {
                self.at(
                    date.span,
                    "a date is for scenarios without [[turn]]: every turn has its own",
                );
            }
            None if raw.turn.is_empty() => {
                self.at(
                    raw.title.span,
                    "the scenario has no [[turn]]; with a date it has the default calendar (gts.time.default)",
                );
            }
            _ => {}
        }
    }

    /// gts.weather.table-default
    pub(super) fn weather_table(&mut self) -> Vec<(u8, Weather)> {
        let Some(rows) = &self.page.raw.weather_table else {
            return self.ground.tables.map_or_else(Vec::new, |it| usual_weather(it.0));
        };
        let mut last: Option<i64> = None;
        for row in rows {
            let from = row.from.value;
            match last {
                None if from != 0 => self.at(row.from.span, "the weather table begins with roll 0"),
                Some(last) if from <= last => {
                    self.at(row.from.span, format!("the rolls must ascend: {from} after {last}"));
                }
                _ => {}
            }
            last = Some(from);
        }
        rows.iter().map(|it| (it.from.value as u8, it.weather.value)).collect()
    }

    /// gts.events.table
    pub(super) fn events(&mut self) -> Events {
        let Some(text) = &self.page.raw.events else {
            let entries = self.ground.tables.map_or_else(Vec::new, |it| usual_events(it.0));
            return Events { entries, drawn: false };
        };
        let drawn = text.method.value == Method::Draw;
        if drawn && self.ground.tables.is_some_and(|it| !it.1.events_may_be_drawn) {
            self.at(text.method.span, "this edition rolls for events (gts.chit.events-s1)");
        }
        let mut entries = Vec::new();
        for entry in &text.entries.value {
            let side = entry.side.as_ref().and_then(|it| self.side(it, it.span));
            if drawn {
                self.drawn(entry);
            } else {
                self.rolled(entry);
            }
            let small = |it: &Option<At<i64>>| it.as_ref().map_or(0, |it| it.value as u8);
            entries.push(EventEntry {
                from: small(&entry.from),
                to: small(&entry.to),
                count: small(&entry.count),
                returns: entry.returns.as_ref().is_none_or(|it| it.value),
                effect: entry.effect.value,
                side,
            });
        }
        if !drawn {
            self.every_roll(text);
        }
        Events { entries, drawn }
    }

    /// An entry of a cup: so many markers.
    fn drawn(&mut self, entry: &EventText) {
        for roll in [&entry.from, &entry.to].into_iter().flatten() {
            self.at(roll.span, "events that are drawn have a count, not rolls");
        }
        if entry.count.is_none() {
            self.at(entry.effect.span, "how many of these are in the cup: \"count\" is missing");
        }
    }

    /// An entry of a table: these rolls.
    fn rolled(&mut self, entry: &EventText) {
        if let Some(count) = &entry.count {
            self.at(count.span, "events that are rolled have \"from\" and \"to\", not a count");
        }
        if let Some(returns) = &entry.returns {
            self.at(returns.span, "only events that are drawn can return to the cup");
        }
        match (&entry.from, &entry.to) {
            (Some(from), Some(to)) if to.value < from.value => {
                let message = format!("the last roll {} is before the first", to.value);
                self.at(to.span, message);
            }
            (Some(_), Some(_)) => {}
            _ => self.at(entry.effect.span, "on which rolls: \"from\" and \"to\" are missing"),
        }
    }

    /// Every roll brings exactly one event.
    fn every_roll(&mut self, text: &EventsText) {
        let rolls = |it: &EventText| Some((it.from.as_ref()?.value, it.to.as_ref()?.value));
        let bands: Option<Vec<(i64, i64)>> = text.entries.value.iter().map(rolls).collect();
        let Some(bands) = bands else { return };
        let span = first_line(&self.page.text, text.entries.span);
        for roll in 0..FACES {
            match bands.iter().filter(|(from, to)| *from <= roll && roll <= *to).count() {
                0 => {
                    self.at(span, format!("roll {roll} has no event: say \"none\" if it has none"))
                }
                1 => {}
                _ => self.at(span, format!("roll {roll} has more than one event")),
            }
        }
    }

    /// gts.air.points, gts.air.strike-rating
    pub(super) fn air(&mut self) -> [Option<Air>; 2] {
        let mut out = [None, None];
        for (key, text) in &self.page.raw.air {
            let side = self.side(key, key.span);
            let air = self.air_of(text);
            if let (Some(side), Some(air)) = (side, air) {
                out[side.index()] = Some(air);
            }
        }
        out
    }

    fn air_of(&mut self, text: &AirText) -> Option<Air> {
        let (tables, _) = self.ground.tables?;
        let mut air = usual_air(tables);
        let given = [
            (Weather::Clear, &text.clear),
            (Weather::Overcast, &text.overcast),
            (Weather::Rain, &text.rain),
            (Weather::Fog, &text.fog),
            (Weather::Mist, &text.mist),
            (Weather::Storm, &text.storm),
            (Weather::Sandstorm, &text.sandstorm),
        ];
        if given.iter().any(|it| it.1.is_some()) {
            let some = |(weather, points): (Weather, &Option<At<i64>>)| {
                points.as_ref().map(|it| (weather, it.value as u8))
            };
            air.points = given.into_iter().filter_map(some).filter(|it| it.1 != 0).collect();
        }
        if let Some(figure) = &text.strike {
            match rating::fire(&figure.value) {
                Ok(Some(given)) => (air.rating, air.row) = given,
                Ok(None) => self.at(figure.span, "a strike has a rating, as in \"6 orange\""),
                Err(flaw) => {
                    let path = &self.page.path;
                    self.errors.suggest(path, figure.span, flaw.message, flaw.suggestion);
                }
            }
        }
        Some(air)
    }

    /// Step F.
    pub(super) fn transfers(&mut self) -> Vec<Transfer> {
        let mut out = Vec::new();
        for text in &self.page.raw.transfer {
            let turn = self.turn(&text.turn);
            let formation = self.formation_named(&text.formation, text.formation.span);
            let division = self.division(&text.division);
            let (Some(formation), Some(to)) = (formation, division) else { continue };
            let forces = self.ground.forces;
            let from = forces.formations[usize::from(formation.0)].division;
            let side = |it: gts::data::DivisionId| forces.divisions[usize::from(it.0)].side;
            if from == to {
                let message = format!(
                    "formation {} is of division {} already",
                    quoted(&text.formation),
                    quoted(&text.division)
                );
                self.at(text.division.span, message);
            } else if side(from) != side(to) {
                let message = format!("division {} is of the other side", quoted(&text.division));
                self.at(text.division.span, message);
            }
            out.push(Transfer { turn, formation, to, optional: text.optional });
        }
        out
    }

    /// T2, T9
    pub(super) fn supply(&mut self) -> Vec<Supply> {
        let mut out = Vec::new();
        for text in &self.page.raw.supply {
            let division = self.division(&text.division);
            let (from, to) = (self.turn(&text.from), self.turn(&text.to));
            if to < from {
                self.at(text.to.span, format!("the last turn {to} is before the first"));
            }
            let level = text.level.value;
            out.extend(division.map(|division| Supply { division, from, to, level }));
        }
        out
    }

    /// gts.form.royal-marines
    pub(super) fn royal_marines(&mut self) -> Option<FormationId> {
        let key = self.page.raw.royal_marines.as_ref()?;
        if self.ground.tables.is_some_and(|it| !it.1.mug_royal_marines) {
            self.at(key.span, "this edition has no Royal Marines chit (gts.sop.g-mug-s1)");
        }
        self.formation_named(key, key.span)
    }
}
