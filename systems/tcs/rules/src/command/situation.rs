//! The game as op sheets see it.

use board::HexId;

use crate::data::Kind;
use crate::ground::Ground;
use crate::id::{Clock, CompanyId, ForceId, Side, UnitId};
use crate::sheet::{Enemy, Nerve, Situation, Unit};
use crate::spot;
use crate::state::{self, Battle, Place};
use crate::tables::Tables;

impl Situation for Battle {
    fn ground(&self) -> &Ground {
        &self.data.ground
    }
    fn tables(&self) -> &Tables {
        &self.data.tables
    }
    fn units(&self) -> impl Iterator<Item = UnitId> {
        self.data.ids()
    }

    fn unit(&self, id: UnitId) -> Unit {
        let (unit, card) = (&self[id], self.card(id));
        Unit {
            side: card.side,
            force: card.force,
            battalion: card.battalion,
            company: card.company,
            hex: self.hex(id),
            class: card.class,
            combat: card.is_combat(),
            motor: matches!(card.kind, Kind::Vehicle | Kind::Carrier)
                || matches!(unit.place, Place::Aboard(_)),
            steps: unit.steps,
            nerve: match unit.nerve {
                state::Nerve::Normal => Nerve::Normal,
                state::Nerve::Suppressed => Nerve::Suppressed,
                state::Nerve::Paralysed => Nerve::Paralysed,
            },
            status: super::status(self, id),
            fired: unit.has_fired,
            fired_upon: unit.fired_upon,
        }
    }

    fn place(&self, id: UnitId) -> Option<HexId> {
        // Who has no steps has no hex.
        debug_assert_eq!(self.hex(id), self.unit(id).place());
        self.hex(id)
    }

    fn enemies(&self, of: Side) -> impl Iterator<Item = Enemy> {
        self.data.units_of[of.other().index()].iter().filter_map(|id| {
            let combat = self.card(id).is_combat();
            self.place(id).map(|hex| Enemy { id, hex, combat })
        })
    }

    fn find_unit(&self, key: &str) -> Option<UnitId> {
        self.data.units.iter().position(|it| it.key == key).map(|it| UnitId(it as u8))
    }
    fn unit_key(&self, id: UnitId) -> &str {
        &self.card(id).key
    }
    fn find_company(&self, key: &str) -> Option<CompanyId> {
        self.data.companies.iter().position(|it| it.key == key).map(|it| CompanyId(it as u8))
    }
    fn company_key(&self, id: CompanyId) -> &str {
        self.data.companies.get(id.index()).map_or("", |it| &it.key)
    }
    fn force_key(&self, id: ForceId) -> &str {
        self.data.forces.get(id.index()).map_or("", |it| &it.key)
    }
    fn command_prep(&self, force: ForceId) -> u8 {
        self.data.forces.get(force.index()).map(|it| it.command_prep).unwrap_or_default()
    }
    fn spotted(&self, by: Side, enemy: UnitId) -> bool {
        spot::is_spotted(self, by, enemy)
    }
    fn clock(&self) -> Clock {
        let turn = usize::from(self.turn).saturating_sub(1);
        self.data.turns.get(turn).map_or_else(Clock::default, |it| it.clock)
    }
    fn is_night(&self) -> bool {
        Battle::is_night(self)
    }
    fn scoring(&self) -> impl Iterator<Item = (HexId, Option<Side>)> {
        self.data.scoring.iter().zip(&self.holders).map(|(it, holder)| (it.hex, *holder))
    }
}
