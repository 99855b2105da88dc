//! Words that only the files use, and which words of the rules may stand where.

use module::values::{Few, Or, Said};
use omaha::{
    data::GermanDivision,
    ground::{Side, Terrain},
    tables::LandingTable,
};

kernel::words! {
    /// A range in words.
    pub(crate) enum Farthest: "range" {
        Unlimited = "unlimited";
    }

    /// The letter of an exit, and of the positions it leads to.
    pub(crate) enum Zone: "zone" {
        A = "A";
        B = "B";
        C = "C";
        D = "D";
        E = "E";
        F = "F";
        G = "G";
    }

    /// Rows of turns 1-3 are in two tables.
    pub(crate) enum FirstTurns: "turns" {
        Both = "1-3";
    }

    /// A row for units with depth, without, or for both.
    pub(crate) enum Depth: "depth" {
        Any = "any";
        Yes = "yes";
        No = "no";
    }

    /// What a passage is besides its terrain.
    pub(crate) enum Mined: "mined" {
        Mined = "mined";
    }

    /// Which way a bluff is attacked.
    pub(crate) enum Slant: "bluff" {
        Down = "bluff-down";
        Up = "bluff-up";
    }

    /// What a landing letter does.
    pub(crate) enum Landing: "result of a landing" {
        None = "none";
        /// With `steps`.
        Lose = "lose";
        /// With `boxes` and perhaps `direction`.
        Drift = "drift";
        /// With both.
        LoseAndDrift = "lose-and-drift";
        /// With `to_turn`, or `turns` ahead.
        Delay = "delay";
        Eliminated = "eliminated";
        DelayedToJune7 = "delayed-to-june-7";
        NoCheck = "no-check";
    }
}

impl Zone {
    pub(crate) fn letter(self) -> char {
        self.key().chars().next().unwrap_or_default()
    }
}

/// What may lie on a hexside of the map.
#[derive(Clone, Debug)]
pub(crate) struct Laid;

impl Few<Side> for Laid {
    fn may_stand(word: Side) -> bool {
        word != Side::None
    }
}

/// Everything but the sea, which has no row in the charts.
#[derive(Clone, Debug)]
pub(crate) struct Land;

impl Few<Terrain> for Land {
    fn may_stand(word: Terrain) -> bool {
        word != Terrain::Sea
    }
}

impl Few<Or<Terrain, Mined>> for Land {
    fn may_stand(word: Or<Terrain, Mined>) -> bool {
        word != Or::One(Terrain::Sea)
    }
}

/// Hexsides as an attack meets them.
#[derive(Clone, Debug)]
pub(crate) struct Attacked;

impl Few<Or<Side, Slant>> for Attacked {
    fn may_stand(word: Or<Side, Slant>) -> bool {
        word != Or::One(Side::Bluff)
    }
}

/// The tables in which a row of the landing table stands.
pub(crate) fn landing_tables(word: &Said<Or<LandingTable, FirstTurns>>) -> Vec<LandingTable> {
    match word.value {
        Or::One(it) => vec![it],
        Or::Other(FirstTurns::Both) => vec![LandingTable::First, LandingTable::Second],
    }
}

pub(crate) fn is_716(word: &Said<GermanDivision>) -> bool {
    word.value == GermanDivision::Static
}
