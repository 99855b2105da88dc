//! German fire in words.

use board::HexId;

use crate::data::Data;
use crate::state::{Hit, Shooter};
use crate::text::Names;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Fires { by: Shooter, hits: Vec<Hit> },
    NoTarget(Vec<Shooter>),
    Recovers(Option<HexId>),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        match self {
            Said::Fires { by, hits } => {
                let hits: Vec<String> = hits.iter().map(|it| hit(data, it)).collect();
                (format!("{} fires: {}.", shooter(data, *by), hits.join(", ")), hexes(data, *by))
            }
            Said::NoTarget(all) => {
                let names: Vec<String> = all.iter().map(|it| shooter(data, *it)).collect();
                let verb = if names.len() == 1 { "fires" } else { "fire" };
                (format!("{} {verb}, but there is nobody to hit.", names.join(", ")), vec![])
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

/// "E/2/16 loses a step (intense)"
fn hit(data: &Data, hit: &Hit) -> String {
    let unit = &data.units[hit.unit.index()].name;
    let what = match (hit.leader, hit.step, hit.disrupt) {
        (true, ..) if data.units[hit.unit.index()].kind.is_leader() => "is hit",
        (true, ..) => "has its hero hit",
        (_, true, true) => "loses a step and is disrupted",
        (_, true, false) => "loses a step",
        _ => "is disrupted",
    };
    format!("{unit} {what} ({})", hit.class.name())
}
