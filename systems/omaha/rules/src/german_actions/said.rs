//! German actions in words.

use board::HexId;

use crate::data::{Data, PositionId, SiteId, UnitId};
use crate::tables::GermanAct;
use crate::text::Names;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Acts { position: PositionId, act: GermanAct },
    Reoccupied(SiteId),
    Supplied(PositionId),
    Redeployed { from: PositionId, to: PositionId },
    Swapped(Option<HexId>),
    Reinforced(PositionId),
    Mortar { by: PositionId, units: Vec<UnitId> },
    Patrol { by: PositionId, units: Vec<UnitId> },
    Artillery(PositionId),
    Ambush { by: PositionId, unit: UnitId },
    Advances { from: PositionId, to: PositionId },
    Advanced { from: PositionId, to: PositionId },
    Repulsed { from: PositionId, strength: u32 },
    Succeeds { from: PositionId, to: PositionId, strength: u32 },
    Displaced { unit: UnitId, to: HexId },
    Captured { unit: UnitId, at: HexId },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        let at = |it: PositionId| data.sites[data.positions[it.index()].sites[0].index()].hex;
        let all = |units: &[UnitId]| {
            units.iter().map(|it| names.unit(*it)).collect::<Vec<_>>().join(", ")
        };
        match self {
            Said::Acts { position, act } => {
                (format!("{}: {}.", names.position(*position), act.name()), vec![at(*position)])
            }
            Said::Reoccupied(site) => (
                format!("The Germans occupy WN{} again.", names.site(*site)),
                vec![data.sites[site.index()].hex],
            ),
            Said::Supplied(it) => {
                (format!("{} is supplied: it has depth now.", names.position(*it)), vec![at(*it)])
            }
            Said::Redeployed { from, to } => (
                format!(
                    "The unit in {} redeploys to {}.",
                    names.position(*from),
                    names.position(*to)
                ),
                vec![at(*from), at(*to)],
            ),
            Said::Swapped(hex) => (
                "Its depth marker is exchanged for one that fits the ground.".into(),
                hex.iter().copied().collect(),
            ),
            Said::Reinforced(it) => {
                (format!("A reinforcement comes to {}.", names.position(*it)), vec![at(*it)])
            }
            Said::Mortar { by, units } => {
                (format!("Mortars of {} hit {}.", names.position(*by), all(units)), vec![at(*by)])
            }
            Said::Patrol { by, units } => (
                format!("A patrol from {} surprises {}.", names.position(*by), all(units)),
                vec![at(*by)],
            ),
            Said::Artillery(by) => {
                (format!("{} calls for artillery.", names.position(*by)), vec![at(*by)])
            }
            Said::Ambush { by, unit } => (
                format!("{} is ambushed from {}.", names.unit(*unit), names.position(*by)),
                vec![at(*by)],
            ),
            Said::Advances { from, to } => (
                format!("{} attacks towards {}.", names.position(*from), names.position(*to)),
                vec![at(*from), at(*to)],
            ),
            Said::Advanced { from, to } => (
                format!(
                    "The unit in {} advances to {}.",
                    names.position(*from),
                    names.position(*to)
                ),
                vec![at(*from), at(*to)],
            ),
            Said::Repulsed { from, strength } => (
                format!(
                    "The attack from {} is repulsed by strength {strength}.",
                    names.position(*from)
                ),
                vec![at(*from)],
            ),
            Said::Succeeds { from, to, strength } => (
                format!(
                    "Strength {strength} does not stop the attack from {}: it takes {}.",
                    names.position(*from),
                    names.position(*to)
                ),
                vec![at(*from), at(*to)],
            ),
            Said::Displaced { unit, to } => {
                (format!("{} falls back to {}.", names.unit(*unit), names.hex(*to)), vec![*to])
            }
            Said::Captured { unit, at } => {
                (format!("{} is captured.", names.unit(*unit)), vec![*at])
            }
        }
    }
}
