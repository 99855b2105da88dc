//! What is asked, what may be answered, and what is reported.

use board::HexId;
use kernel::{Ask, Game, Rule, Rules};

use crate::data::{Chit, DivisionId, FormationId, LeaderId, Side, UnitId};
use crate::sequence;
use crate::state::{Battle, Place};
use crate::tables::FireResult;

/// An option as shown to a player or judged by a policy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opt {
    No,
    Yes,
    /// Finish what is going on: the activation, the move, the purchases.
    Done,
    Unit(UnitId),
    /// All units of a hex that may act, as one stack.
    Stack(HexId),
    LeaveOut(UnitId),
    Act(Action),
    /// Move into, run to, assault this hex.
    Hex(HexId),
    EnterColumn,
    LeaveColumn,
    LeaveColumnForHit,
    Dismount,
    ForceMarch,
    Nobody,
    /// Op Fire by `firer` at `target`.
    Shot {
        firer: UnitId,
        target: UnitId,
    },
    Target(UnitId),
    Roll,
    SpendCp,
    Convert(DivisionId),
    BuyNow(FormationId),
    BuyNext(FormationId),
    Stand,
    Fire,
    Charge,
    InColumn,
    NotInColumn,
    /// Not all alike: asked for each unit.
    UnitByUnit,
    Leader(LeaderId),
}

/// The kinds of action of the core rules (gts.second.types).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Move,
    Mount,
    EnterEntrenchment,
    LeaveEntrenchment,
    DirectFire,
    Assault,
    Rally,
    Pass,
}

/// gts.second.types, gts.second.movement-one-type, gts.second.fire-one-type
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActionType {
    Movement,
    Fire,
    Assault,
    Rally,
    Pass,
}

impl Action {
    #[must_use]
    pub const fn kind(self) -> ActionType {
        match self {
            Action::Move
            | Action::Mount
            | Action::EnterEntrenchment
            | Action::LeaveEntrenchment => ActionType::Movement,
            Action::DirectFire => ActionType::Fire,
            Action::Assault => ActionType::Assault,
            Action::Rally => ActionType::Rally,
            Action::Pass => ActionType::Pass,
        }
    }
}

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Topic {
    #[default]
    Nothing,
    Unit(UnitId),
    Hex(HexId),
    Shot {
        firer: UnitId,
        target: UnitId,
    },
    Division(DivisionId),
    Formation(FormationId),
    Leader(LeaderId),
    /// The result a unit has to take.
    Result(UnitId, FireResult),
    /// A unit is about to act in, or move between, these hexes.
    Trigger {
        unit: UnitId,
        from: HexId,
        to: HexId,
    },
}

/// A line of the report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    TurnBegins(u8),
    Arrived {
        unit: UnitId,
    },
    Entered {
        unit: UnitId,
        hex: HexId,
    },
    Converted(DivisionId),
    /// Secret until step G: only the buyer reads it.
    Bought {
        side: Side,
        formation: FormationId,
        now: bool,
    },
    MugFilled(u8),
    ChitPlayed(Chit),
    ChitHeld(Chit),
    GainedCp {
        division: DivisionId,
        points: u8,
    },
    GainedDp {
        division: DivisionId,
        points: i8,
    },
    SpentCp {
        division: DivisionId,
        unit: UnitId,
    },
    Activated {
        unit: UnitId,
        action: Action,
    },
    Moved {
        unit: UnitId,
        from: HexId,
        to: HexId,
    },
    Column {
        unit: UnitId,
        on: bool,
    },
    Mounted {
        unit: UnitId,
        on: bool,
    },
    Entrenched {
        unit: UnitId,
        on: bool,
    },
    ImprovedPositionLost(UnitId),
    Fired {
        firer: UnitId,
        target: UnitId,
        result: FireResult,
        op: bool,
    },
    OpFireFailed(UnitId),
    Checked {
        unit: UnitId,
        passed: bool,
    },
    Suppressed(UnitId),
    CohesionHit {
        unit: UnitId,
        level: u8,
    },
    StepLost(UnitId),
    Eliminated(UnitId),
    Stopped(UnitId),
    Stays(UnitId),
    DroppedOut(UnitId),
    AssaultBegins {
        from: HexId,
        hex: HexId,
    },
    Ran {
        unit: UnitId,
        to: HexId,
    },
    Charges,
    Overrun(HexId),
    Advanced {
        hex: HexId,
    },
    AssaultEnds {
        hex: HexId,
        taken: bool,
    },
    Rallied {
        unit: UnitId,
    },
    RallyFailed(UnitId),
    LeaderMoved {
        leader: LeaderId,
        unit: UnitId,
    },
    LeaderLost(LeaderId),
    TurnEnds(u8),
    Ended {
        points: [i32; 2],
    },
}

pub type Question = Ask<Side, Topic>;

#[must_use]
#[inline]
pub fn ask(who: Side, rule: Rule, topic: Topic) -> Question {
    Ask { who, rule, topic }
}

impl From<bool> for Opt {
    fn from(yes: bool) -> Opt {
        if yes { Opt::Yes } else { Opt::No }
    }
}

impl Game for Battle {
    type Side = Side;
    type Opt = Opt;
    type Topic = Topic;
    type Event = Event;

    /// Thirty-six d10 on one course divide exactly.
    const WHOLE: kernel::Mass = 10_u128.pow(36);

    fn seat(side: Side) -> u8 {
        side as u8
    }

    /// gts.sop.d2-secret: what was bought is the buyer's secret; the chit shows when it is drawn.
    fn may_read(event: &Event, reader: Side) -> bool {
        match event {
            Event::Bought { side, .. } => *side == reader,
            _ => true,
        }
    }
}

impl Rules for Battle {
    const SYSTEM: &'static str = "gts";
    const VERSION: u32 = 1;

    fn step<C: kernel::Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
        sequence::step(cx, g)
    }

    fn is_over(&self) -> bool {
        self.phase == crate::state::Phase::Over
    }
}

impl Battle {
    /// Steps a side still has in play or to come: what it fights with.
    #[must_use]
    pub fn strength(&self, side: Side) -> u32 {
        let units = self.scene.units_of[side.index()].iter();
        let in_play =
            units.filter(|id| !matches!(self[*id].place, Place::Eliminated | Place::Absent));
        in_play.map(|id| u32::from(self[id].steps)).sum()
    }
}
