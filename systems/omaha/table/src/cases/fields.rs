//! What a case can set and can expect: each field of the state once.

use omaha::data::Hexes;
use omaha::state::{Day, German, Today, Unit};
use testkit::cases::field::{Field, Fields};

kernel::words! {
    pub(super) enum UnitField: "state of a unit" {
        Disrupted = "disrupted";
        Acted = "acted";
        Wounded = "wounded";
        Delayed = "delayed";
    }

    pub(super) enum GermanField: "state of a German unit" {
        Revealed = "revealed";
        Known = "known";
        Disrupted = "disrupted";
    }

    pub(super) enum TurnField: "state of the turn" {
        Heights = "heights";
        ShelledExits = "shelled-exits";
    }

    /// What lies on hexes or was done there.
    pub(super) enum HexField: "state of a hex" {
        Garrison = "garrison";
        Attacked = "attacked";
        Barraged = "barraged";
    }
}

impl Fields for UnitField {
    type Of = Unit;

    fn field(self, of: &mut Unit) -> Field<'_> {
        Field::Flag(match self {
            UnitField::Disrupted => &mut of.disrupted,
            UnitField::Acted => &mut of.acted,
            UnitField::Wounded => &mut of.wounded,
            UnitField::Delayed => &mut of.delayed,
        })
    }
}

impl Fields for GermanField {
    type Of = German;

    fn field(self, of: &mut German) -> Field<'_> {
        Field::Flag(match self {
            GermanField::Revealed => &mut of.revealed,
            GermanField::Known => &mut of.known,
            GermanField::Disrupted => &mut of.disrupted,
        })
    }
}

impl Fields for TurnField {
    type Of = Today;

    fn field(self, of: &mut Today) -> Field<'_> {
        Field::Flag(match self {
            TurnField::Heights => &mut of.heights,
            TurnField::ShelledExits => &mut of.shelled_exits,
        })
    }
}

impl HexField {
    pub(super) const fn of(self, g: &Day) -> &Hexes {
        match self {
            HexField::Garrison => &g.garrisons,
            HexField::Attacked => &g.today.attacked,
            HexField::Barraged => &g.today.barraged,
        }
    }

    pub(super) const fn of_mut(self, g: &mut Day) -> &mut Hexes {
        match self {
            HexField::Garrison => &mut g.garrisons,
            HexField::Attacked => &mut g.today.attacked,
            HexField::Barraged => &mut g.today.barraged,
        }
    }
}
