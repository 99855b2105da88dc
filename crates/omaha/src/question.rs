//! What is asked, and what may be answered: every choice the rules leave to the player, and nothing else
//! (omaha.data.choices).

use board::HexId;
use kernel::{Ask, Cx, Rule, shown};

use crate::data::{BoxId, CardId, Division, GermanId, PositionId, Sector, UnitId, Weapon};
use crate::state::Day;

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

/// What a question is about, for the sentence in the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Topic {
    #[default]
    Nothing,
    /// A blind draw: a card for this, a counter from a pool.
    Draw(crate::state::Purpose),
    Pool(crate::state::Pool),
    DepthPool(crate::data::DepthPool),
    Unit(UnitId),
    /// The leader stacked with a drifting unit: come along?
    Follow {
        leader: UnitId,
        unit: UnitId,
    },
    Card(CardId),
    Sector(Sector),
    Division(Division),
    Position(PositionId),
    German(GermanId),
    Hex(HexId),
    /// Whose turn to act, with the division acting.
    Actions(Division),
    /// A move of a unit to a hex: does anybody come along, does it go on?
    Move {
        unit: UnitId,
        to: HexId,
    },
    /// An attack on a hex.
    Attack(HexId),
    /// Hits of this sector's card, to be looked at before they are applied.
    Volley(Sector),
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
