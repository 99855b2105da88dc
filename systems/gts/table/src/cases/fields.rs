//! What a case can set and can expect of units, leaders, Beaches and divisions.

use gts::state::{Beach, Points, Post, Unit};
use testkit::cases::field::{Field, Fields};

kernel::words! {
    pub(super) enum UnitField: "state of a unit" {
        Suppressed = "suppressed";
        Column = "column";
        Mounted = "mounted";
        ImprovedPosition = "ip";
        Entrenchment = "ent";
        Parked = "parked";
        Hero = "hero";
        Heroic = "heroic";
        Interdicted = "interdicted";
        Cohesion = "cohesion";
        Rallying = "rallying";
        Drift = "drift";
    }

    pub(super) enum BeachField: "state of a Beach" {
        Obstacles = "obstacles";
        Nests = "nests";
        Gap = "gap";
        SeaState = "sea-state";
        Open = "open";
        PhoneCut = "phone-cut";
        Overlay = "overlay";
    }

    pub(super) enum PointsField: "kind of points" {
        Command = "cp";
        Dispatch = "dp";
    }

    /// Where a leader is who is with nobody.
    pub(super) enum Away: "state of a leader" {
        Lost = "lost";
        Gone = "gone";
        Later = "later";
    }
}

impl Fields for UnitField {
    type Of = Unit;

    fn field(self, of: &mut Unit) -> Field<'_> {
        match self {
            UnitField::Suppressed => Field::Flag(&mut of.suppressed),
            UnitField::Column => Field::Flag(&mut of.column),
            UnitField::Mounted => Field::Flag(&mut of.mounted),
            UnitField::ImprovedPosition => Field::Flag(&mut of.ip),
            UnitField::Entrenchment => Field::Flag(&mut of.ent),
            UnitField::Parked => Field::Flag(&mut of.parked),
            UnitField::Hero => Field::Flag(&mut of.hero),
            UnitField::Heroic => Field::Flag(&mut of.heroic),
            UnitField::Interdicted => Field::Flag(&mut of.interdicted),
            UnitField::Cohesion => Field::Number(&mut of.cohesion),
            UnitField::Rallying => Field::Number(&mut of.rallying),
            UnitField::Drift => Field::Number(&mut of.drift),
        }
    }
}

impl Fields for BeachField {
    type Of = Beach;

    fn field(self, of: &mut Beach) -> Field<'_> {
        match self {
            BeachField::Obstacles => Field::Number(&mut of.obstacles),
            BeachField::Nests => Field::Number(&mut of.nests),
            BeachField::Gap => Field::Number(&mut of.gap),
            BeachField::SeaState => Field::Number(&mut of.sea_state),
            BeachField::Open => Field::Flag(&mut of.open),
            BeachField::PhoneCut => Field::Flag(&mut of.phone_cut),
            BeachField::Overlay => Field::Flag(&mut of.overlay),
        }
    }
}

impl Fields for PointsField {
    type Of = Points;

    fn field(self, of: &mut Points) -> Field<'_> {
        match self {
            PointsField::Command => Field::Number(&mut of.cp),
            PointsField::Dispatch => Field::Number(&mut of.dp),
        }
    }
}

impl From<Away> for Post {
    fn from(it: Away) -> Post {
        match it {
            Away::Lost => Post::Lost,
            Away::Gone => Post::Gone,
            Away::Later => Post::Later,
        }
    }
}
