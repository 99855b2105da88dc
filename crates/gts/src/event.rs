//! What is asked, what may be answered, and what is reported.

use board::HexId;
use kernel::{Ask, Game, Rule, Rules, shown};

use crate::data::{
    BeachId, Chit, DivisionId, Effect, ForceId, FormationId, LeaderId, RangeBox, Side, SubBeachId,
    UnitId, Weather,
};
use crate::sequence;
use crate::state::{Barrage, Battle, Place};
use crate::tables::{BeachNumber, FireResult};

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
    /// Indirect Fire at a hex without units, chosen next.
    EmptyHex,
    CreatePark(DivisionId, HexId),
    DisbandPark(HexId),
    JoinPark,
    /// Try for contact.
    Contact {
        unit: UnitId,
        leader: LeaderId,
    },
    GiveUp(UnitId),
    /// Put an Air Point on a division.
    AirTo(DivisionId),
    /// The division an event is for.
    Division(DivisionId),
    Interdict(HexId),
    AirStrike,
    SubBeach(SubBeachId),
    /// Where a ship goes.
    Box(ForceId, RangeBox),
    BeachDefences,
    Number(BeachNumber),
    /// Land mounted or dismounted.
    Mounted,
    Dismounted,
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
    IndirectFire,
    /// At the Beach Defenses (gts.beach.fire-later).
    FireAtBeach,
    // Engineer Actions (gts.eng.list).
    BuildImprovedPosition,
    BuildEntrenchment,
    BuildRoadBlock,
    ClearRoadBlock,
    CreateRearguard,
    RemoveRearguard,
    ReduceDrift,
}

/// gts.second.types, gts.second.movement-one-type, gts.second.fire-one-type
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActionType {
    Movement,
    Fire,
    Assault,
    Rally,
    Pass,
    Engineer,
    RemoveRearguard,
    /// gts.beach.drift-everywhere
    ReduceDrift,
}

impl Action {
    #[must_use]
    pub const fn kind(self) -> ActionType {
        match self {
            Action::Move
            | Action::Mount
            | Action::EnterEntrenchment
            | Action::LeaveEntrenchment => ActionType::Movement,
            Action::DirectFire | Action::IndirectFire | Action::FireAtBeach => ActionType::Fire,
            Action::BuildImprovedPosition
            | Action::BuildEntrenchment
            | Action::BuildRoadBlock
            | Action::ClearRoadBlock
            | Action::CreateRearguard => ActionType::Engineer,
            Action::RemoveRearguard => ActionType::RemoveRearguard,
            Action::ReduceDrift => ActionType::ReduceDrift,
            Action::Assault => ActionType::Assault,
            Action::Rally => ActionType::Rally,
            Action::Pass => ActionType::Pass,
        }
    }
}

/// What is asked: one variant for each kind of question, and whom or what it is about. The rule is only its citation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Topic {
    #[default]
    Nothing,

    // The sequence of play
    Weather,
    AirPoint,
    Convert,
    Buy,
    Parks,
    Call,
    GiveUpContact,
    Transfer(FormationId),
    DrawChit,
    /// The die of an attempt to come into contact.
    Contact {
        unit: UnitId,
        leader: LeaderId,
    },

    // Events
    Event,
    EventSide(Effect),
    /// For whom the event is.
    Effect(Effect),

    // Opening a Division chit
    Interdiction(UnitId),
    /// How all who enter at a hex form up, or one of them.
    EntryForm(HexId),
    EntryFormOf(UnitId),
    Replacement(LeaderId),
    Points(DivisionId),

    // Activation
    /// Who acts next.
    Next,
    /// Who of a stack goes along.
    Gather(UnitId),
    FirstAction(UnitId),
    SecondAction(UnitId),
    WhichLeader,
    LeaderTo(LeaderId),
    LeaderStays(LeaderId),

    // Movement
    Move(UnitId),
    StarMove(UnitId),
    MountColumn(UnitId),
    DismountColumn(UnitId),

    // Fire, checks and results
    FireTarget(UnitId),
    IndirectTarget(UnitId),
    /// A unit is about to act in, or move between, these hexes, or has done so.
    OpFire {
        unit: UnitId,
        from: HexId,
        to: HexId,
        after: bool,
    },
    Shot {
        firer: UnitId,
        target: UnitId,
    },
    /// Indirect Fire at an empty hex.
    ShotAt {
        firer: UnitId,
        hex: HexId,
    },
    /// An attack without a firing unit.
    Attack {
        by: Attack,
        target: UnitId,
    },
    /// Roll a check or buy it, and its die.
    Check(UnitId, Stake),
    Suppression(UnitId),

    // Assault
    AssaultTarget(UnitId),
    StandOrRun(HexId),
    FireOrCharge(HexId),
    ChargeCheck(HexId),
    AssaultShot(UnitId),
    AnotherRound(HexId),
    DropColumn(UnitId),

    // Engineers
    ImprovedPosition(UnitId),
    Entrenchment(UnitId),
    RearguardPlace(UnitId),

    // Air strikes
    StrikeCaller(DivisionId),
    StrikeTarget(UnitId),
    /// Which flak unit fires at the strike against this unit.
    Flak(UnitId),
    FlakFires(UnitId),
    TownFlak(UnitId),

    // The Naval Chit and the beach
    GunCraftFires(UnitId),
    ShipFires(UnitId),
    BatteryFires(UnitId),
    Land,
    LandHex(UnitId),
    LandedAction(UnitId),
    /// Does this DD tank act again?
    ActAgain(UnitId),
    /// Who of those just landed acts again.
    WhoActsAgain,
    /// Do the nests fire at this craft?
    NestAtCraft(UnitId),
    NestAtLanded(HexId),
    NestAtActing(HexId),
    OpFireAtLanded(HexId),
    LandMounted(UnitId),
    LandInColumn(HexId),
    CraftFires(UnitId),
    Wave(BeachId),
    WaveLeader(LeaderId),
    Loading(UnitId),
    Marker(ForceId),
    WhichShip,
    Station(UnitId),
    BeachFire(UnitId),
    BeachNumber(BeachId),
}

/// What is lost with a check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stake {
    Suppression,
    /// All defenders.
    Charge,
    Other,
}

impl Topic {
    /// The unit that acts, fires or checks.
    #[must_use]
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Topic::Interdiction(id)
            | Topic::EntryFormOf(id)
            | Topic::Gather(id)
            | Topic::FirstAction(id)
            | Topic::SecondAction(id)
            | Topic::Move(id)
            | Topic::StarMove(id)
            | Topic::MountColumn(id)
            | Topic::DismountColumn(id)
            | Topic::FireTarget(id)
            | Topic::IndirectTarget(id)
            | Topic::Check(id, _)
            | Topic::AssaultTarget(id)
            | Topic::AssaultShot(id)
            | Topic::DropColumn(id)
            | Topic::ImprovedPosition(id)
            | Topic::Entrenchment(id)
            | Topic::RearguardPlace(id)
            | Topic::StrikeTarget(id)
            | Topic::FlakFires(id)
            | Topic::GunCraftFires(id)
            | Topic::ShipFires(id)
            | Topic::BatteryFires(id)
            | Topic::LandHex(id)
            | Topic::LandedAction(id)
            | Topic::ActAgain(id)
            | Topic::LandMounted(id)
            | Topic::CraftFires(id)
            | Topic::Loading(id)
            | Topic::Station(id)
            | Topic::BeachFire(id) => Some(id),
            _ => None,
        }
    }
}

/// What attacks without being a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attack {
    /// The sea, against DD tanks.
    Sea,
    /// Beach obstacles, against landing craft.
    Obstacles,
    /// Resistance Nest Fire.
    Nest,
    /// From the air.
    Strike,
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
    /// By an event.
    LostCp(DivisionId),
    SpentCp {
        division: DivisionId,
        unit: UnitId,
        points: u8,
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
    Weather(Weather),
    AirPoints {
        side: Side,
        points: u8,
    },
    AirAllotted(DivisionId),
    Interdicted {
        side: Side,
        hex: HexId,
    },
    HeldUp(UnitId),
    StrikeCalled {
        caller: UnitId,
        target: UnitId,
    },
    /// Driven off by a flak unit, or by the flak of a town.
    StrikeAborted {
        target: UnitId,
        by: Option<UnitId>,
    },
    Attacked {
        by: Attack,
        target: UnitId,
        result: FireResult,
    },
    EventDrawn {
        effect: Effect,
        side: Option<Side>,
    },
    Hero {
        unit: UnitId,
        heroic: bool,
    },
    Transferred {
        formation: FormationId,
        division: DivisionId,
    },
    ParkCreated {
        division: DivisionId,
        hex: HexId,
    },
    /// Disbanded, or broken up by the enemy.
    ParkGone {
        division: DivisionId,
        hex: HexId,
        broken: bool,
    },
    Parked {
        unit: UnitId,
        hex: HexId,
    },
    ParkFired(HexId),
    ContactMade {
        unit: UnitId,
        leader: LeaderId,
    },
    ContactFailed {
        unit: UnitId,
        leader: LeaderId,
    },
    ContactLost(UnitId),
    /// Indirect Fire at a hex without units.
    FiredAt {
        firer: UnitId,
        hex: HexId,
    },
    BarragePlaced {
        hex: HexId,
        barrage: Barrage,
    },
    Rubbled(HexId),
    ImprovedPositionBuilt(UnitId),
    EntrenchmentBuilt(UnitId),
    RoadBlockBuilt {
        division: DivisionId,
        hex: HexId,
    },
    RoadBlockCleared(HexId),
    MenAtWork {
        unit: UnitId,
        markers: u8,
    },
    RearguardCreated {
        unit: UnitId,
        hex: HexId,
    },
    RearguardRemoved(UnitId),
    DriftReduced {
        unit: UnitId,
        level: u8,
    },
    GapsOpen(BeachId),
    GapOpened {
        beach: BeachId,
        from: HexId,
        to: HexId,
    },
    BeachReduced {
        beach: BeachId,
        number: BeachNumber,
        left: u8,
    },
    /// Fire at the Beach Defenses without effect.
    BeachHolds {
        unit: UnitId,
        beach: BeachId,
    },
    OverlayEnds(BeachId),
    ShipMayNotFire(UnitId),
    PhoneCut(BeachId),
    /// A rocket craft has fired.
    RocketsSpent(UnitId),
    /// A ship or craft is lost.
    Sunk(UnitId),
    Beached {
        unit: UnitId,
        hex: HexId,
    },
    Drifts {
        unit: UnitId,
        level: u8,
    },
    Landed {
        unit: UnitId,
        hex: HexId,
    },
    Recycled(UnitId),
    Embarked {
        unit: UnitId,
        sub_beach: SubBeachId,
    },
    Loaded {
        unit: UnitId,
        sub_beach: SubBeachId,
    },
    MarkerMoved {
        force: ForceId,
        hex: HexId,
    },
    ShipMoved {
        unit: UnitId,
        force: ForceId,
        range_box: RangeBox,
    },
    /// A chit goes back into the mug.
    ChitReturned(Chit),
    /// It may not be played this turn.
    ChitUnplayed(Chit),
}

pub type Question = Ask<Side, Topic>;

#[must_use]
#[inline]
pub fn ask(who: Side, rule: Rule, topic: Topic) -> Question {
    Ask { who, rule, topic }
}

/// One to be fired at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target(pub UnitId);

/// To be taken out of a stack before it acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaveOut(pub UnitId);

/// Fire like this, or hold fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoldOr<T> {
    Hold,
    Fire(T),
}

/// In Column or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column(pub bool);

shown! {
    yes => bool, if yes { Opt::Yes } else { Opt::No };
    unit => UnitId, Opt::Unit(unit);
    hex => HexId, Opt::Hex(hex);
    leader => LeaderId, Opt::Leader(leader);
    division => DivisionId, Opt::Division(division);
    sub_beach => SubBeachId, Opt::SubBeach(sub_beach);
    number => BeachNumber, Opt::Number(number);
    action => Action, Opt::Act(action);
    Target(unit) => Target, Opt::Target(unit);
    LeaveOut(unit) => LeaveOut, Opt::LeaveOut(unit);
    Column(on) => Column, if on { Opt::InColumn } else { Opt::NotInColumn };
}

/// One of these, or *Done*.
impl<T: Into<Opt>> From<Option<T>> for Opt {
    #[inline]
    fn from(it: Option<T>) -> Opt {
        it.map_or(Opt::Done, Into::into)
    }
}

impl<T: Into<Opt>> From<HoldOr<T>> for Opt {
    #[inline]
    fn from(it: HoldOr<T>) -> Opt {
        match it {
            HoldOr::Hold => Opt::Nobody,
            HoldOr::Fire(it) => it.into(),
        }
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
    const VERSION: u32 = 2;

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
        let in_play = in_play.filter(|id| !self.kind(*id).is_afloat());
        in_play.map(|id| u32::from(self[id].steps)).sum()
    }
}
