//! What is asked, and what may be answered: every choice the rules leave to the player, and nothing else
//! (omaha.data.choices).

use board::HexId;
use kernel::{Ask, Cx, Rule, shown};

use crate::data::{BoxId, DepthPool, Division, GermanId, PositionId, Sector, UnitId, Weapon};
use crate::state::{Day, Pool, Purpose, Shooter};

/// There is one player (omaha.scale.players).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Player;

/// An option as shown to the player or judged by a policy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opt {
    No,
    Yes,
    /// Seen; go on.
    Continue,
    /// Finish what is going on: the actions of a division, the joining of an attack.
    Done,
    Division(Division),
    Unit(UnitId),
    Hex(HexId),
    Box(BoxId),
    /// Put an arrival off to this turn.
    Turn(u8),
    Position(PositionId),
    /// A German unit, named by its hex.
    German(HexId),

    // US actions
    Move {
        unit: UnitId,
        to: HexId,
    },
    /// Cross a bluff with a climb marker.
    ClimbBluff {
        unit: UnitId,
        to: HexId,
    },
    /// Begin to climb a cliff, or cross it at once in the extended game.
    ClimbCliff {
        unit: UnitId,
        to: HexId,
    },
    /// Over the cliff: the climb-cliff marker becomes a climb marker.
    CrossCliff(UnitId),
    /// Remove the climb-cliff marker and stay.
    AbortCliff(UnitId),
    /// Remove the climb marker.
    Rest(UnitId),
    /// Remove the disrupted marker.
    Recover(UnitId),
    Exit(UnitId),
    /// Open an attack on a hex; who takes part is asked next.
    Attack(HexId),
    Barrage {
        unit: UnitId,
        target: HexId,
    },
    NavalBarrage(HexId),
    /// Stay where it is after a loss on the way.
    Stay,

    // Attack
    /// Add a unit to the attack.
    Join(UnitId),
    /// Add the naval fire marker.
    JoinNaval,
    /// The hero stands in for a weapon, or adds to the strength.
    HeroWeapon(Weapon),
    HeroStrength,

    // Engineers and headquarters
    Clear(HexId),
    PlaceBase {
        division: Division,
        hex: HexId,
    },
    GrowBase {
        division: Division,
        base: u8,
    },
    Garrison(HexId),
    MakePost(UnitId),
    GrowPost(UnitId),
}

shown! {
    yes => bool, if yes { Opt::Yes } else { Opt::No };
    unit => UnitId, Opt::Unit(unit);
    hex => HexId, Opt::Hex(hex);
    division => Division, Opt::Division(division);
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

    // Blind draws
    /// A card for this.
    Draw(Purpose),
    Pool(Pool),
    DepthPool(DepthPool),
    /// A unit or marker for a hex or a position.
    ForHex(HexId),
    ForPosition(PositionId),
    /// What a counter turns out to be.
    Reveal(GermanId),

    // Set-up and landing
    StartHex(UnitId),
    StartBox(UnitId),
    /// The leader stacked with a drifting unit: come along?
    Follow {
        leader: UnitId,
        unit: UnitId,
    },
    RangerDrift(UnitId),
    Mine,
    MineHeadquarters,
    Berth(UnitId, Berthing),

    // Events
    Hero(Division),
    Rockets,
    Scouts(Division),
    Interrogation(Sector),
    Stragglers(Division),
    ShortSalvo(PositionId),

    // German fire and actions
    /// Hits of this sector's card, to be looked at before they are applied.
    Volley(Sector, Blow),
    WhoIsHit(Shooter),
    WhichLeaderIsHit(Shooter),
    ArtilleryTarget(Sector),
    MortarTarget(PositionId),
    AmbushTarget(PositionId),
    PatrolTarget(PositionId),
    /// Who loses a step where the Germans break through.
    Breakthrough(PositionId),
    Displaced(UnitId),
    /// Does the hero fall instead of the last step?
    Sacrifice(UnitId),

    // US actions
    Clear(Sector),
    FirstDivision,
    /// What the division that acts does next.
    Actions(Division),
    /// Who makes the same move in the same action.
    ComeAlong {
        unit: UnitId,
        to: HexId,
    },
    /// Who leaves the map in the same action.
    LeaveAlong {
        unit: UnitId,
        hex: HexId,
    },
    GoOn {
        unit: UnitId,
        to: HexId,
    },
    AfterLoss {
        unit: UnitId,
        to: HexId,
    },
    /// Who takes part in an attack on a hex.
    Declare(HexId),
    HeroInAttack(HexId),
    Attrition(HexId),
    Stacking(HexId),

    // The extended game
    Base(Division),
    Garrison,
    Posts,
}

/// Why an arrival has the choice of these boxes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Berthing {
    Assigned,
    /// Its own are full.
    Full,
    Delayed,
}

/// What hits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Blow {
    Fire,
    Artillery,
    Mortars,
    Patrol,
    Ambush,
    Advance,
}

impl Topic {
    /// The attack a question belongs to.
    #[must_use]
    pub const fn attack(self) -> Option<HexId> {
        match self {
            Topic::Declare(hex) | Topic::HeroInAttack(hex) | Topic::Attrition(hex) => Some(hex),
            _ => None,
        }
    }

    /// The unit that has the choice of landing boxes.
    #[must_use]
    pub const fn lands(self) -> Option<UnitId> {
        match self {
            Topic::Berth(unit, _) | Topic::RangerDrift(unit) | Topic::StartBox(unit) => Some(unit),
            _ => None,
        }
    }

    /// The German position whose doing it is.
    #[must_use]
    pub const fn position(self) -> Option<PositionId> {
        match self {
            Topic::WhoIsHit(Shooter::Position(it))
            | Topic::WhichLeaderIsHit(Shooter::Position(it))
            | Topic::MortarTarget(it)
            | Topic::AmbushTarget(it)
            | Topic::PatrolTarget(it)
            | Topic::Breakthrough(it)
            | Topic::ShortSalvo(it) => Some(it),
            _ => None,
        }
    }
}

pub type Question = Ask<Player, Topic>;

#[must_use]
pub const fn ask(rule: Rule, topic: Topic) -> Question {
    Ask { who: Player, rule, topic }
}

/// Let the player look before it goes on.
pub fn pause<C: Cx<Day>>(cx: &mut C, g: &Day, rule: Rule, topic: Topic) -> Result<(), C::Halt> {
    cx.pick(g, ask(rule, topic), 1, |_| Opt::Continue).map(|_| ())
}
