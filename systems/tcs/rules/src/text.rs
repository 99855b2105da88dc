//! Words for people.

use board::HexId;

use crate::data::Data;
use crate::id::{BattalionId, Side, UnitId};
use crate::set::UnitSet;
use crate::state::{Guns, MissionKind, Mode};
use crate::tables::Shoot;

/// Names of things of a scenario.
#[derive(Clone, Copy)]
pub struct Names<'a>(pub &'a Data);

impl Names<'_> {
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &str {
        self.0.units.get(id.index()).map_or("", |it| &it.name)
    }
    #[must_use]
    pub fn units(&self, ids: UnitSet) -> String {
        let names: Vec<&str> = ids.iter().map(|it| self.unit(it)).collect();
        match names.as_slice() {
            [] => "nobody".into(),
            [one] => (*one).to_string(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }
    #[must_use]
    pub fn hex(&self, hex: HexId) -> String {
        let map = self.0.map();
        match map.name(hex) {
            Some(name) => format!("{} ({name})", map.label(hex)),
            None => map.label(hex).to_string(),
        }
    }
    #[must_use]
    pub fn side(&self, id: UnitId) -> Option<Side> {
        self.0.units.get(id.index()).map(|it| it.side)
    }
    /// "the Americans"
    #[must_use]
    pub fn of(&self, side: Side) -> String {
        format!("the {}", self.0.side_names[side.index()])
    }
    /// "The Americans"
    #[must_use]
    pub fn the(&self, side: Side) -> String {
        format!("The {}", self.0.side_names[side.index()])
    }
    #[must_use]
    pub fn battalion(&self, id: BattalionId) -> &str {
        self.0.battalions.get(id.index()).map_or("", |it| &it.name)
    }
    #[must_use]
    pub fn battalion_side(&self, id: BattalionId) -> Option<Side> {
        let force = self.0.battalions.get(id.index())?.force;
        self.0.forces.get(force.index()).map(|it| it.side)
    }
    #[must_use]
    pub fn guns(&self, guns: Guns) -> &str {
        match guns {
            Guns::Battery(i) => self.0.batteries.get(usize::from(i)).map_or("", |it| &it.name),
            Guns::Battalion(i) => self.0.gun_battalions.get(usize::from(i)).map_or("", |it| it),
        }
    }
    #[must_use]
    pub fn guns_side(&self, guns: Guns) -> Option<Side> {
        match guns {
            Guns::Battery(i) => self.0.batteries.get(usize::from(i)).map(|it| it.side),
            Guns::Battalion(i) => {
                self.0.batteries.iter().find(|it| it.battalion == Some(i)).map(|it| it.side)
            }
        }
    }
    #[must_use]
    pub fn sortie(&self, i: u8) -> &str {
        self.0.sorties.get(usize::from(i)).map_or("", |it| &it.name)
    }
    #[must_use]
    pub fn sortie_side(&self, i: u8) -> Option<Side> {
        self.0.sorties.get(usize::from(i)).map(|it| it.side)
    }
}

#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[must_use]
pub const fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Move => "Move",
        Mode::Fire => "Fire",
        Mode::DugIn => "Dug-In",
    }
}

#[must_use]
pub const fn mission(kind: MissionKind, fast: bool) -> &'static str {
    match (kind, fast) {
        (MissionKind::He, false) => "HE",
        (MissionKind::He, true) => "Fast Fire",
        (MissionKind::Continuous, false) => "Continuous Fire",
        (MissionKind::Continuous, true) => "fast Continuous Fire",
        (MissionKind::Smoke, _) => "Smoke",
        (MissionKind::Illumination, _) => "Illumination",
    }
}

#[must_use]
pub const fn shoot(shoot: Shoot) -> &'static str {
    match shoot {
        Shoot::NoShoot => "No Shoot",
        Shoot::Scatter => "Scatter",
        Shoot::BadShoot => "Bad Shoot",
        Shoot::GoodShoot => "Good Shoot",
    }
}
