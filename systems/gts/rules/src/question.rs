//! What is asked, and what may be answered.

use board::HexId;
use kernel::{Ask, Cx, Rule, shown};
use smallvec::SmallVec;

use crate::data::{
    BeachId, DivisionId, Effect, ForceId, FormationId, LeaderId, RangeBox, Side, SubBeachId, UnitId,
};
use crate::state::Battle;
use crate::tables::BeachNumber;
use crate::version;

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
    /// All that are left, in the order of the list.
    InThisOrder,
}

kernel::words! {
    /// The kinds of action of the core rules (gts.second.types).
    pub enum Action: "action" {
        Move = "move", "Move";
        Mount = "mount", "Mount";
        EnterEntrenchment = "enter-entrenchment", "Enter entrenchment";
        LeaveEntrenchment = "leave-entrenchment", "Leave entrenchment";
        Exit = "exit", "Leave the map";
        DirectFire = "direct-fire", "Direct Fire";
        Assault = "assault", "Assault";
        Rally = "rally", "Rally";
        Pass = "pass", "Pass";
        IndirectFire = "indirect-fire", "Indirect Fire";
        /// At the Beach Defenses (gts.beach.fire-later).
        FireAtBeach = "fire-at-beach", "Fire at the Beach Defenses";
        // Engineer Actions (gts.eng.list).
        BuildImprovedPosition = "ip", "Build an improved position";
        BuildEntrenchment = "ent", "Build an entrenchment";
        BuildRoadBlock = "road-block", "Build a road block";
        ClearRoadBlock = "clearing", "Clear the road block";
        CreateRearguard = "rearguard", "Create a rearguard";
        RemoveRearguard = "withdraw-rearguard", "Withdraw the rearguard";
        ReduceDrift = "reduce-drift", "Reduce drift";
    }
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
            | Action::LeaveEntrenchment
            | Action::Exit => ActionType::Movement,
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
    /// Who of a stack dismounts.
    WhoDismounts(UnitId),
    /// Does this gun, dismounted in its hex, join the park?
    JoinPark(UnitId),

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
    /// Which of the units in the assault fires next.
    AssaultOrder(HexId),
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
    /// Which ship or battery fires next.
    ShipOrder,
    BatteryOrder,
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
            | Topic::JoinPark(id)
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

/// Who fires next (gts.ruling.order-of-fire).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextToFire {
    InThisOrder,
    Unit(UnitId),
}

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
    next => NextToFire, match next {
        NextToFire::InThisOrder => Opt::InThisOrder,
        NextToFire::Unit(unit) => Opt::Unit(unit),
    };
    Column(on) => Column, if on { Opt::InColumn } else { Opt::NotInColumn };
}

/// gts.ruling.order-of-fire: the owner says who of these fires next, until he leaves the rest to the order of the list. Asked only
/// where there is a choice; `ordered` is set once he has said so.
pub(crate) fn next_to_fire<C: Cx<Battle>>(
    cx: &mut C,
    g: &Battle,
    who: Question,
    able: &[UnitId],
    ordered: &mut bool,
) -> Result<Option<UnitId>, C::Halt> {
    let Some(first) = able.first() else { return Ok(None) };
    if *ordered || able.len() < 2 || !version::OWNER_ORDERS_FIRE.holds(g) {
        return Ok(Some(*first));
    }
    let mut options: SmallVec<[NextToFire; 16]> = SmallVec::new();
    options.push(NextToFire::InThisOrder);
    options.extend(able.iter().copied().map(NextToFire::Unit));
    Ok(Some(match cx.choose(g, who, &options)? {
        NextToFire::Unit(unit) => unit,
        NextToFire::InThisOrder => {
            *ordered = true;
            *first
        }
    }))
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
