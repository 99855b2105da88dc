//! What is asked, and what may be answered.

use board::HexId;
use kernel::{Ask, Rule, shown};

use crate::id::{Side, UnitId};
use crate::state::{Guns, MissionKind};

/// An option as shown to a player or judged by a policy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opt {
    No,
    Yes,
    /// Finish what is going on.
    Done,
    /// Go first, or second.
    First,
    Second,
    Unit(UnitId),
    LeaveOut(UnitId),
    Hex(HexId),
    /// Into this hex at the road figure.
    Road(HexId),
    Act(Action),
    /// One more firing hex.
    Join(HexId),
    /// Fire as declared.
    Fire,
    /// Overwatch: not at all, area fire, point fire.
    Nobody,
    Area,
    Point,
    /// An AT roll by one unit at another.
    AtRoll {
        roller: UnitId,
        target: UnitId,
    },
    Guns(Guns),
    Mission {
        kind: MissionKind,
        fast: bool,
    },
    /// tcs.draw.smoke-effect
    NoObserver,
    Sortie(u8),
    Impulse(Impulse),
}

/// The actions of step 4 (tcs.seq.one-action).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    ToMove,
    ToFire,
    Move,
    Suppress,
    PointFire,
    AtRoll,
    Smoke,
    Illuminate,
    DigIn,
    Assault,
    Overrun,
    Breach,
    Mount,
    Dismount,
    Impulses,
    /// Nothing more with this unit in this phase.
    Finish,
}

/// tcs.impulse.choice
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Impulse {
    Wait,
    /// Wait in the other mode.
    Switch,
    Move,
    Suppress,
    PointFire,
    Mount,
    Dismount,
}

shown! {
    yes => bool, if yes { Opt::Yes } else { Opt::No };
    unit => UnitId, Opt::Unit(unit);
    hex => HexId, Opt::Hex(hex);
    action => Action, Opt::Act(action);
    impulse => Impulse, Opt::Impulse(impulse);
    guns => Guns, Opt::Guns(guns);
}

/// One of these, or *Done*.
impl<T: Into<Opt>> From<Option<T>> for Opt {
    #[inline]
    fn from(it: Option<T>) -> Opt {
        it.map_or(Opt::Done, Into::into)
    }
}

/// What is asked: one variant for each kind of question, and whom or what it is about. The rule is only its citation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Topic {
    #[default]
    Nothing,

    // Throws
    Initiative,
    Attack(HexId),
    Morale(HexId),
    AtThrow {
        roller: UnitId,
        target: UnitId,
    },
    Battalion(u8),
    Weather,

    // Set-up and command
    SetUp,
    Sheets(crate::state::CommandStep),
    SetUpSheets,

    // Initiative
    GoFirst,

    // Aircraft and artillery
    SortieArrives(u8),
    WhichSortie,
    SortieTarget(u8),
    SortieKind {
        sortie: u8,
        hex: HexId,
    },
    SortieUnit {
        sortie: u8,
        hex: HexId,
    },
    WhichGuns,
    WhichMission(Guns),
    Observer(Guns),
    MissionTarget {
        guns: Guns,
        observer: Option<UnitId>,
    },
    ScatterTo(HexId),
    WhichMissionFirst,

    // Action Phase
    /// Who acts next.
    Actions,
    /// What this unit does.
    WhatNow(UnitId),
    /// Who goes along.
    Together(UnitId),
    /// Into which hex.
    Step(UnitId),
    FireTarget(UnitId),
    /// Who joins the attack on this hex.
    Declare(HexId),
    AtTarget(UnitId),
    SmokeTarget(UnitId),
    LightTarget(UnitId),
    AssaultHex(UnitId),
    WhoAssaults(HexId),
    OverrunHex(UnitId),
    WhoOverruns(HexId),
    OverrunExit(UnitId),
    BreachHex(UnitId),
    Carrier(UnitId),
    Passenger(UnitId),
    ImpulseGroup(UnitId),
    Impulse(UnitId),
    Reinforce,
    LoadReinforcement(UnitId),

    // Reactions
    /// A trigger in this hex.
    Overwatch(HexId),
    OverwatchFirers(HexId),
    /// Who takes part in a round of an assault, and how.
    AssaultFire {
        hex: HexId,
        unit: UnitId,
    },

    // Consequences
    WhoLoses(HexId),
    WhoRetreats(HexId),
    RetreatTo(UnitId),
    /// Which passenger.
    WhichPassenger(UnitId),
    WhoRecovers,
    WhoLeaves(HexId),
    LeaveTo(UnitId),
}

pub type Question = Ask<Side, Topic>;

#[must_use]
pub const fn ask(who: Side, rule: Rule, topic: Topic) -> Question {
    Ask { who, rule, topic }
}
