//! The landing: Forces, Beaches and the boxes of the Naval Display.

use board::HexId;
use gts::data::{
    AtSea, BeachId, BeachKind, Data, ForceId, ForceKind, Naval, RangeBox, SeaBox, SubBeach,
    SubBeachId, UnitId,
};
use gts::state::Battle;
use testkit::cases::field::Fields;

use super::{Reader, find};
use crate::cases::fields::BeachField;
use crate::cases::words::{self, Read, Words};

impl Reader {
    /// All statements of the landing, in their order.
    pub(super) fn at_sea(&mut self) -> Read<()> {
        for (_, word, words) in self.sea.clone() {
            self.naval(&word, words)?;
        }
        Ok(())
    }

    fn naval(&mut self, word: &str, mut words: Words) -> Read<()> {
        if word == "naval" {
            let side = words::side(&mut words)?;
            let boxes = self.data.tables.naval.range_boxes.iter();
            self.data.naval = Some(Naval {
                side,
                range_boxes: boxes.map(|it| (it.name.clone(), it.number)).collect(),
                forces: Vec::new(),
                beaches: Vec::new(),
                sub_beaches: Vec::new(),
                double_play: None,
                phone_window: None,
            });
            return words.end();
        }
        let Some(mut naval) = self.data.naval.take() else {
            return words.wrong("say who lands first: naval A");
        };
        self.landing(&mut naval, word, &mut words)?;
        self.data.naval = Some(naval);
        words.end()
    }

    fn landing(&self, naval: &mut Naval, word: &str, words: &mut Words) -> Read<()> {
        match word {
            "range-box" => {
                let name = words.need("the name of the box")?;
                let number = words.number("its number")?;
                naval.range_boxes.push((name, number));
            }
            "force" => naval.forces.push(self.force(words)?),
            "beach" => {
                let beach = self.beach(naval, words)?;
                naval.beaches.push(beach);
            }
            "sub-beach" => {
                let name = words.need("the name of the Sub-Beach")?;
                words.take("of");
                let beach =
                    BeachId(named(words, "Beach", naval.beaches.iter().map(|it| &*it.key))?);
                let hexes = self.hexes(words)?;
                naval.sub_beaches.push(SubBeach { key: name.clone(), name, beach, hexes });
            }
            "gap" => {
                let beach = named(words, "Beach", naval.beaches.iter().map(|it| &*it.key))?;
                for pair in words.rest().into_iter().filter(|it| it != "open") {
                    let (from, to) = self.pair(words, &pair)?;
                    naval.beaches[usize::from(beach)].gaps.push((from, to));
                }
            }
            "craft" => {
                let beach = named(words, "Beach", naval.beaches.iter().map(|it| &*it.key))?;
                for key in words.rest() {
                    let Some(at) = self.units.iter().position(|it| it.key == key) else {
                        return words.wrong(format!("there is no unit \"{key}\""));
                    };
                    naval.beaches[usize::from(beach)].craft.push(UnitId(at as u8));
                }
            }
            "double-play" => naval.double_play = Some(words.number("the turn")?),
            _ => naval.phone_window = Some(words::span(words, "the turns")?),
        }
        Ok(())
    }

    /// `S at 0101 coast 0201 0301`
    fn force(&self, words: &mut Words) -> Read<ForceKind> {
        let name = words.need("the name of the Force")?;
        words.take("at");
        let label = words.need("the hex of its marker")?;
        let marker = find(&self.data.map, words.line, &label)?;
        let coast = if words.take("coast") { self.hexes(words)? } else { Vec::new() };
        Ok(ForceKind { key: name.clone(), name, marker, coast })
    }

    /// `sword of S obstacles 3 nests 4 gap 5 sea-state 2 overlay`
    fn beach(&self, naval: &Naval, words: &mut Words) -> Read<BeachKind> {
        let name = words.need("the name of the Beach")?;
        words.take("of");
        let force = ForceId(named(words, "Force", naval.forces.iter().map(|it| &*it.key))?);
        // gts.beach.numbers-default
        let table = &self.data.tables.beach;
        let mut beach = BeachKind {
            key: name.clone(),
            name,
            force,
            obstacles: table.obstacles,
            nests: table.nests,
            gap: table.gap,
            sea_state: table.sea_state,
            overlay: false,
            overlay_until: None,
            gaps: Vec::new(),
            craft: Vec::new(),
        };
        while let Some(word) = words.next() {
            match word.as_str() {
                "obstacles" => beach.obstacles = words.number("obstacles")?,
                "nests" => beach.nests = words.number("nests")?,
                "gap" => beach.gap = words.number("gap")?,
                "sea-state" => beach.sea_state = words.number("sea-state")?,
                "overlay" => beach.overlay = true,
                "until" => beach.overlay_until = Some(words.number("until")?),
                other => {
                    return words.wrong(format!(
                        "\"{other}\" says nothing about a Beach: obstacles, nests, gap, sea-state, overlay, until"
                    ));
                }
            }
        }
        Ok(beach)
    }

    fn hexes(&self, words: &mut Words) -> Read<Vec<HexId>> {
        let mut hexes = Vec::new();
        for label in words.rest() {
            hexes.push(find(&self.data.map, words.line, &label)?);
        }
        Ok(hexes)
    }

    fn pair(&self, words: &Words, pair: &str) -> Read<(HexId, HexId)> {
        hexside(&self.data.map, words, pair)
    }
}

/// `0101-0201`: two hexes in the order of their ids.
pub(crate) fn hexside(map: &board::Map, words: &Words, pair: &str) -> Read<(HexId, HexId)> {
    let Some((from, to)) = pair.split_once('-') else {
        return words.wrong(format!("a hexside is written 0101-0201, not \"{pair}\""));
    };
    let (from, to) = (find(map, words.line, from)?, find(map, words.line, to)?);
    Ok(if from < to { (from, to) } else { (to, from) })
}

/// The place in a list of the thing so called.
fn named<'a>(words: &mut Words, what: &str, mut names: impl Iterator<Item = &'a str>) -> Read<u8> {
    let key = words.need(what)?;
    match names.position(|it| it == key) {
        Some(at) => Ok(at as u8),
        None => words.wrong(format!("there is no {what} \"{key}\"")),
    }
}

pub(crate) fn beach(words: &mut Words, data: &Data) -> Read<BeachId> {
    let beaches = data.naval.iter().flat_map(|it| &it.beaches);
    Ok(BeachId(named(words, "Beach", beaches.map(|it| &*it.key))?))
}

pub(crate) fn force(words: &mut Words, data: &Data) -> Read<ForceId> {
    let forces = data.naval.iter().flat_map(|it| &it.forces);
    Ok(ForceId(named(words, "Force", forces.map(|it| &*it.key))?))
}

/// `wave NAME`, `loading NAME`, `en-route FORCE`, `in-box FORCE BOX`
pub(crate) fn place(words: &mut Words, data: &Data) -> Read<AtSea> {
    let sub_beach = |words: &mut Words| {
        let names = data.naval.iter().flat_map(|it| &it.sub_beaches);
        named(words, "Sub-Beach", names.map(|it| &*it.key)).map(SubBeachId)
    };
    match words.word()? {
        SeaBox::Wave => Ok(AtSea::Wave(sub_beach(words)?)),
        SeaBox::Loading => Ok(AtSea::Loading(sub_beach(words)?)),
        SeaBox::EnRoute => Ok(AtSea::EnRoute(force(words, data)?)),
        SeaBox::Range => {
            let force = force(words, data)?;
            let boxes = data.naval.iter().flat_map(|it| &it.range_boxes);
            let range = named(words, "range box", boxes.map(|it| &*it.0))?;
            Ok(AtSea::Range(force, RangeBox(range)))
        }
    }
}

/// Gaps that are open already: `gap sword 0101-0201 open`.
pub(super) fn settle(g: &mut Battle, word: &str, mut words: Words) -> Read<()> {
    if word != "gap" || words.contains(|it| it == "open").is_none() {
        return Ok(());
    }
    let id = beach(&mut words, g.data())?;
    let mut open = 0;
    for pair in words.rest().into_iter().filter(|it| it != "open") {
        let sides = hexside(&g.data().map, &words, &pair)?;
        let kinds = g.data().naval.iter().flat_map(|it| &it.beaches);
        let gaps = kinds.skip(usize::from(id.0)).take(1).flat_map(|it| &it.gaps);
        open |= gaps.enumerate().filter(|it| *it.1 == sides).fold(0, |bits, it| bits | 1 << it.0);
    }
    if let Some(naval) = &mut g.naval {
        naval.beaches[usize::from(id.0)].open_gaps |= open;
    }
    Ok(())
}

/// `beach-now sword obstacles 1 open phone-cut no-overlay`, `marker S 0101`, `plays 1`
pub(super) fn now(g: &mut Battle, word: &str, words: &mut Words) -> Read<()> {
    let scene = g.scene.clone();
    let Some(naval) = &mut g.naval else {
        return words.wrong("say who lands first: naval A");
    };
    match word {
        "plays" => naval.plays = words.number("how often the Naval Chit was played")?,
        "marker" => {
            let force = force(words, &scene.data)?;
            let label = words.need("a hex")?;
            naval.markers[usize::from(force.0)] = find(&scene.data.map, words.line, &label)?;
        }
        _ => {
            let id = beach(words, &scene.data)?;
            BeachField::set_all(&mut naval.beaches[usize::from(id.0)], words)?;
        }
    }
    Ok(())
}
