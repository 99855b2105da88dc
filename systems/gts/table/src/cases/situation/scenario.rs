//! What a situation says about the scenario's data.

use gts::data::{EventEntry, Exit, Morale, Nation, Side, Supply, Transfer, VictoryHex};

use super::{Reader, find};
use crate::cases::words::{self, Read, Words};
use crate::load;

pub(super) const WORDS: [&str; 18] = [
    "exit",
    "morale",
    "night-assault",
    "entrenchment",
    "first-mug",
    "first-chit",
    "victory",
    "victory-step",
    "handicap",
    "road-block",
    "weather-table",
    "event",
    "events-table",
    "cup",
    "air",
    "transfer",
    "supply",
    "royal-marines",
];

impl Reader {
    pub(super) fn switch(&mut self, words: &mut Words) -> Read<()> {
        let switch = words.word()?;
        let on = match words.need("on or off")?.as_str() {
            "on" => true,
            "off" => false,
            other => return words.wrong(format!("a switch is on or off, not \"{other}\"")),
        };
        self.data.switches.turn(switch, on);
        Ok(())
    }

    /// What belongs to the data, once units and divisions are known.
    pub(super) fn before(&mut self, word: &str, mut words: Words) -> Read<()> {
        match word {
            "night-assault" => {
                let key = words.need("a division")?;
                let id = self.division_id(&words, &key, None)?;
                self.data.night_assault.push(id);
            }
            "entrenchment" => {
                let side = words::side(&mut words)?;
                let nation = if words.take("nationality") {
                    self.nation(&words.need("a nationality")?, side)
                } else {
                    Nation::of(side)
                };
                for label in words.rest() {
                    self.data
                        .empty_entrenchments
                        .push((find(&self.data.map, words.line, &label)?, nation));
                }
            }
            "first-mug" => {
                let mut mug = Vec::new();
                while words.peek().is_some() {
                    mug.push(words::chit(&mut words, &self.data)?);
                }
                self.data.first_mug = Some(mug);
            }
            "first-chit" => self.data.first_chit = Some(words::chit(&mut words, &self.data)?),
            "victory" => {
                let label = words.need("a hex")?;
                let mut hex = VictoryHex {
                    hex: find(&self.data.map, words.line, &label)?,
                    name: label,
                    points: 1,
                    owner: Side::Second,
                };
                while let Some(word) = words.next() {
                    match word.as_str() {
                        "points" => hex.points = words.number("points")?,
                        "owner" => hex.owner = words::side(&mut words)?,
                        other => {
                            return words.wrong(format!(
                                "\"{other}\" says nothing about a victory hex: points, owner"
                            ));
                        }
                    }
                }
                self.data.victory.hexes.push(hex);
            }
            "exit" => {
                let side = words::side(&mut words)?;
                let hex = find(&self.data.map, words.line, &words.need("a hex")?)?;
                words.take("points");
                let points = words.number("points a step")?;
                self.data.victory.exits.push(Exit { hex, side, points });
            }
            "morale" => {
                let side = words::side(&mut words)?;
                let start = words.number("the level")?;
                let mut it = Morale { start, per_step: 1, per_hex: 0, threshold: 0 };
                while let Some(word) = words.next() {
                    match word.as_str() {
                        "per-step" => it.per_step = words.number("per-step")?,
                        "per-hex" => it.per_hex = words.number("per-hex")?,
                        "threshold" => it.threshold = words.number("threshold")?,
                        other => {
                            return words.wrong(format!(
                                "\"{other}\" says nothing about morale: per-step, per-hex, threshold"
                            ));
                        }
                    }
                }
                self.data.victory.morale[side.index()] = Some(it);
            }
            "victory-step" => {
                let side = words::side(&mut words)?;
                self.data.victory.per_enemy_step[side.index()] = words.number("points a step")?;
            }
            "road-block" => {
                let label = words.need("a hex")?;
                let hex = find(&self.data.map, words.line, &label)?;
                let division = words::division(&mut words, &self.data)?;
                self.data.road_blocks.push((hex, division));
            }
            "weather-table" => self.weather_table(&mut words)?,
            "event" => self.event(&mut words)?,
            // gts.data.events: the rules' own table.
            "events-table" if words.take("default") => {
                self.data.events.entries = load::usual_events(&self.data.tables);
            }
            "events-table" => return words.wrong("write: events-table default, or event 0-2 hero"),
            // gts.chit.events-s1
            "cup" => {
                self.data.events.drawn = true;
                words.rest();
            }
            "air" => self.air(&mut words)?,
            "transfer" => {
                let formation = words::formation(&mut words, &self.data)?;
                words.take("to");
                let to = words::division(&mut words, &self.data)?;
                words.take("in");
                let turn = words.number("the turn")?;
                let optional = words.take("optional");
                self.data.transfers.push(Transfer { turn, formation, to, optional });
            }
            "supply" => {
                let division = words::division(&mut words, &self.data)?;
                let level = words.word()?;
                let (from, to) = words::span(&mut words, "the turns")?;
                self.data.supply.push(Supply { division, from, to, level });
            }
            "royal-marines" => {
                self.data.royal_marines = Some(words::formation(&mut words, &self.data)?);
            }
            "handicap" => {
                let side = words::side(&mut words)?;
                self.data.victory.handicap[side.index()] = words.number("points")?;
            }
            _ => return Ok(()),
        }
        words.end()
    }

    /// `0 clear, 5 overcast`: weather from this roll on; `default` is the table of the rules.
    fn weather_table(&mut self, words: &mut Words) -> Read<()> {
        if words.take("default") {
            self.data.weather_table = load::usual_weather(&self.data.tables);
        }
        while words.peek().is_some() {
            let from = words.number("the roll")?;
            self.data.weather_table.push((from, words.word()?));
        }
        Ok(())
    }

    /// `0-2 hero for A`, with `count 2` and `once` in a cup (gts.events.draw).
    fn event(&mut self, words: &mut Words) -> Read<()> {
        let (from, to) = words::span(words, "the rolls")?;
        let effect = words.word()?;
        let mut entry = EventEntry { from, to, count: 1, returns: true, effect, side: None };
        while let Some(word) = words.next() {
            match word.as_str() {
                "for" => entry.side = Some(words::side(words)?),
                "count" => entry.count = words.number("markers")?,
                "once" => entry.returns = false,
                other => {
                    return words.wrong(format!(
                        "\"{other}\" says nothing about an event: for A, count N, once"
                    ));
                }
            }
        }
        self.data.events.entries.push(entry);
        Ok(())
    }

    /// `A default`, `A clear 3 overcast 1 rating 6 orange`
    fn air(&mut self, words: &mut Words) -> Read<()> {
        let side = words::side(words)?;
        let mut air = load::usual_air(&self.data.tables);
        if !words.take("default") {
            air.points.clear();
        }
        while words.peek().is_some() {
            if words.take("rating") {
                (air.rating, air.row) = (words.number("the rating")?, words.word()?);
            } else {
                let weather = words.word()?;
                air.points.push((weather, words.number("Air Points")?));
            }
        }
        self.data.air[side.index()] = Some(air);
        Ok(())
    }

    /// `artillery-direct-range 4`: a figure that is a module value.
    pub(super) fn limit(&mut self, words: &mut Words) -> Read<()> {
        match words.need("a figure of the rules")?.as_str() {
            "artillery-direct-range" => {
                self.data.tables.limits.artillery_direct_range = words.number("hexes")?;
            }
            "radio-modifier" => {
                self.data.tables.default.radio_modifier = words.number("the modifier")?;
            }
            other => {
                return words.wrong(format!(
                    "a case may set artillery-direct-range or radio-modifier, not \"{other}\""
                ));
            }
        }
        Ok(())
    }

    /// `crt crete`, `range NAME`, `sighting desert`: named variants of the tables.
    pub(super) fn variant(&mut self, words: &mut Words) -> Read<()> {
        let table = words.need("crt, range or sighting")?;
        let name = words.need("the name of the variant")?;
        let tables = &mut self.data.tables;
        let known = match table.as_str() {
            "crt" => load::vary_crt(tables, &name),
            "range" => load::vary_range(tables, &name),
            "sighting" => load::vary_sighting(tables, &name),
            _ => None,
        };
        match known {
            Some(()) => Ok(()),
            None => words.wrong(format!("the tables have no variant \"{table} {name}\"")),
        }
    }
}
