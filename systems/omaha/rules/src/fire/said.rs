//! German fire in words.

use board::HexId;

use crate::data::{Data, Symbol, UnitId};
use crate::state::{Hit, Shooter};
use crate::text::Names;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// With each hit whether the unit is hit only because its hex is crowded.
    Fires {
        by: Shooter,
        hits: Vec<(Hit, bool)>,
    },
    NoTarget(Vec<(Shooter, Nobody)>),
    /// The player has chosen among equals.
    Picked {
        by: Shooter,
        unit: Option<UnitId>,
    },
    Recovers(Option<HexId>),
}

/// Why nobody is hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nobody {
    /// No unit stands in the field of fire.
    InField,
    /// Units do, but none with the symbol of the card, and not in a crowded hex.
    Matches(Symbol),
    /// Units with the symbol do, but this fire does nothing to them.
    Harmed,
    /// Others hit whom it could have hit.
    Left,
}

impl Nobody {
    fn words(self) -> String {
        match self {
            Nobody::InField => "no unit in the field of fire".into(),
            Nobody::Matches(symbol) => {
                format!("no unit in the field of fire bears {} or stands crowded", symbol.sign())
            }
            Nobody::Harmed => {
                "nobody in the field of fire can be harmed by it, or once more".into()
            }
            Nobody::Left => "others have hit whom it could hit".into(),
        }
    }
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        match self {
            Said::Fires { by, hits } => {
                let hits: Vec<String> = hits.iter().map(|it| hit(data, it)).collect();
                (format!("{} fires: {}.", shooter(data, *by), hits.join(", ")), hexes(data, *by))
            }
            Said::NoTarget(all) => {
                // Those with the same reason in one sentence.
                let sentences = all.chunk_by(|a, b| a.1 == b.1).map(|same| {
                    let names: Vec<String> = same.iter().map(|it| shooter(data, it.0)).collect();
                    let verb = if names.len() == 1 { "fires" } else { "fire" };
                    let (names, why) = (names.join(", "), same[0].1.words());
                    format!("{names} {verb}, but there is nobody to hit: {why}.")
                });
                (sentences.collect::<Vec<_>>().join(" "), vec![])
            }
            Said::Picked { by, unit } => {
                let names = Names(data);
                let whom = unit.map_or("nobody", |it| names.unit(it));
                (format!("{} has a choice of targets: {whom}.", shooter(data, *by)), vec![])
            }
            Said::Recovers(hex) => {
                let place = hex.map_or_else(String::new, |it| Names(data).hex(it));
                (format!("The Germans in {place} recover."), hex.iter().copied().collect())
            }
        }
    }
}

/// "WN62", or the armour's name.
pub(crate) fn shooter(data: &Data, by: Shooter) -> String {
    match by {
        Shooter::Position(position) => Names(data).position(position).into(),
        Shooter::Armour(unit) => format!("The {}", Names(data).german(unit)),
        Shooter::Artillery(sector) => format!("{} artillery", Names(data).sector(sector)),
    }
}

fn hexes(data: &Data, by: Shooter) -> Vec<HexId> {
    match by {
        Shooter::Position(position) => {
            let sites = &data.positions[position.index()].sites;
            sites.iter().map(|it| data.sites[it.index()].hex).collect()
        }
        _ => vec![],
    }
}

/// "E/2/16 loses a step (intense, crowded hex)"
fn hit(data: &Data, (hit, crowded): &(Hit, bool)) -> String {
    let unit = &data.units[hit.unit.index()].name;
    let what = match (hit.leader, hit.step, hit.disrupt) {
        (true, ..) if data.units[hit.unit.index()].kind.is_leader() => "is hit",
        (true, ..) => "has its hero hit",
        (_, true, true) => "loses a step and is disrupted",
        (_, true, false) => "loses a step",
        _ => "is disrupted",
    };
    let why = if *crowded { ", crowded hex" } else { "" };
    format!("{unit} {what} ({}{why})", hit.class.name())
}
