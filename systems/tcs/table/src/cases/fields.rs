//! What a case can set and can expect of units, battalions and batteries, each declared once.

use tcs::state::Unit;
use testkit::cases::field::{Field, Fields};

kernel::words! {
    pub(super) enum UnitField: "state of a unit" {
        Fired = "fired";
        RoadMoving = "road-moving";
        HasFired = "has-fired";
        FiredUpon = "fired-upon";
        Moved = "moved";
        Acted = "acted";
        Stopped = "stopped";
        Finished = "finished";
        Impulses = "impulses";
        Digging = "digging";
        Recovered = "recovered";
        Shaken = "shaken";
        AtRolls = "at-rolls-made";
        AtLimit = "at-limit";
        Steps = "steps-left";
    }

    /// The morale state.
    pub(super) enum NerveWord: "morale state" {
        Normal = "normal";
        Suppressed = "suppressed";
        Paralysed = "paralysed";
    }

    pub(super) enum StatusWord: "command status" {
        Assigned = "assigned";
        Withdrawing = "withdrawing";
        Unassigned = "unassigned";
    }

    /// Where a unit is that is in no hex.
    pub(super) enum Away: "place off the map" {
        Later = "later";
        Lost = "lost";
    }
}

impl Fields for UnitField {
    type Of = Unit;

    fn field(self, of: &mut Unit) -> Field<'_> {
        let record = &mut of.record;
        match self {
            UnitField::Fired => Field::Flag(&mut of.fired),
            UnitField::RoadMoving => Field::Flag(&mut of.road_moving),
            UnitField::HasFired => Field::Flag(&mut of.has_fired),
            UnitField::FiredUpon => Field::Flag(&mut of.fired_upon),
            UnitField::Moved => Field::Flag(&mut record.moved),
            UnitField::Acted => Field::Flag(&mut record.acted),
            UnitField::Stopped => Field::Flag(&mut record.stopped),
            UnitField::Finished => Field::Flag(&mut record.finished),
            UnitField::Impulses => Field::Flag(&mut record.impulses),
            UnitField::Digging => Field::Flag(&mut record.digging),
            UnitField::Recovered => Field::Flag(&mut record.recovered),
            UnitField::Shaken => Field::Flag(&mut record.shaken),
            UnitField::AtRolls => Field::Number(&mut record.at_rolls),
            UnitField::AtLimit => Field::Number(&mut record.at_limit),
            UnitField::Steps => Field::Number(&mut of.steps),
        }
    }
}
