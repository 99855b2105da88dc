//! What does not change during a game: the scenario, its counters and its tables. Loaded by `module`, shared
//! behind an `Arc`; the state refers to it by ids.

use board::{HexId, Map, Sight};

use crate::tables::Tables;

/// The two sides, in the order the module lists them: the first acts first where both may act (gts.sop.e-order).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    #[must_use]
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// gts.term.editions: a scenario names exactly one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edition {
    /// S0, 2015, with the naval landing.
    Normandy,
    /// S1, later, game-neutral.
    Series,
}

/// gts.term.fire-classes: the colour of a rating is its row of the Combat Results Table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    White,
    Red,
    Purple,
    Blue,
    Green,
    Orange,
    Yellow,
    Brown,
    Black,
}

impl Colour {
    pub const ALL: [Colour; 9] = [
        Colour::White,
        Colour::Red,
        Colour::Purple,
        Colour::Blue,
        Colour::Green,
        Colour::Orange,
        Colour::Yellow,
        Colour::Brown,
        Colour::Black,
    ];
    /// The key used in module files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Red => "red",
            Colour::Purple => "purple",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Orange => "orange",
            Colour::Yellow => "yellow",
            Colour::Brown => "brown",
            Colour::Black => "black",
        }
    }
    /// The letter drawn beside the colour, so that nothing is told by colour alone.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'W',
            Colour::Red => 'R',
            Colour::Purple => 'P',
            Colour::Blue => 'B',
            Colour::Green => 'G',
            Colour::Orange => 'O',
            Colour::Yellow => 'Y',
            Colour::Brown => 'N',
            Colour::Black => 'K',
        }
    }
}

/// One side of a counter (gts.term.colour-matters: value, colour and slot).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// `None` is the printed *No*.
    pub fire: Option<(u8, Colour)>,
    pub range: PrintedRange,
    /// `None` is blank.
    pub assault: Option<AssaultRating>,
    pub defense: i8,
    /// Black background of the Defense Rating.
    pub armoured: bool,
    pub tq: u8,
    /// Troop Quality printed in red: always in command (gts.command.red-tq).
    pub red_tq: bool,
    pub movement: Movement,
    /// This side shows the unit mounted in its vehicles.
    pub mounted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrintedRange {
    Unprinted,
    Hexes(u8),
    /// `*`
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssaultRating {
    pub value: u8,
    /// CRT row; without one the red row is used (gts.assault.row-uncoloured).
    pub row: Option<Colour>,
    /// A defender fires this rating twice (gts.assault.step-18-double-data).
    pub double: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Movement {
    No,
    /// `*`
    Star,
    Points(u8, MoveClass),
}

/// gts.move.class-colours: white leg, black wheeled, red tracked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveClass {
    Leg,
    Wheeled,
    Tracked,
}

/// What is on the back of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// Nothing: a one-step unit, or step loss is shown by a marker.
    Blank,
    /// The one-step side with its own ratings.
    Reduced(Face),
    /// The transport side: black box around the step dots (gts.term.transport-box).
    Transport(Face),
}

/// gts.term.independent: white and black stripes belong to a division but to no formation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Belongs {
    Formation(FormationId),
    WhiteStripe,
    BlackStripe,
}

/// What the symbol on the counter says, for the rules that ask and for drawing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arm {
    Infantry,
    Parachute,
    Commando,
    Ranger,
    MotorInfantry,
    ArmouredInfantry,
    MachineGun,
    Reconnaissance,
    Engineer,
    ArmouredEngineer,
    Tank,
    DdTank,
    TankDestroyer,
    AssaultGun,
    AntiTank,
    AntiAircraft,
    Mortar,
    LightMortar,
    Artillery,
    SelfPropelledArtillery,
    CoastalBattery,
    Headquarters,
    Rearguard,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u8);
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LeaderId(pub u8);
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FormationId(pub u8);
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DivisionId(pub u8);

/// gts.data.unit
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitKind {
    /// Key in the module's files, unique in the module.
    pub key: String,
    /// Designation on the counter: "A/1 Suffolk".
    pub name: String,
    pub side: Side,
    pub division: DivisionId,
    pub belongs: Belongs,
    /// Battalion or regiment, for landing craft and commandos.
    pub battalion: Option<String>,
    pub arm: Arm,
    pub steps: u8,
    pub front: Face,
    pub back: Back,
}

impl UnitKind {
    #[must_use]
    pub fn is_independent(&self) -> bool {
        !matches!(self.belongs, Belongs::Formation(_))
    }
    #[must_use]
    pub fn is_infantry(&self) -> bool {
        matches!(
            self.arm,
            Arm::Infantry
                | Arm::Parachute
                | Arm::Commando
                | Arm::Ranger
                | Arm::MotorInfantry
                | Arm::ArmouredInfantry
        )
    }
    #[must_use]
    pub fn is_engineer(&self) -> bool {
        matches!(self.arm, Arm::Engineer | Arm::ArmouredEngineer)
    }
    #[must_use]
    pub fn always_in_command(&self) -> bool {
        self.front.red_tq
    }
    #[must_use]
    pub fn has_transport(&self) -> bool {
        matches!(self.back, Back::Transport(_))
    }
}

/// gts.leader.ratings, gts.leader.reverse
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderKind {
    pub key: String,
    pub name: String,
    pub formation: FormationId,
    pub front: LeaderFace,
    /// The replacement on the reverse.
    pub back: LeaderFace,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaderFace {
    pub command_range: u8,
    pub attachment: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormationKind {
    pub key: String,
    pub name: String,
    pub division: DivisionId,
    /// CSS colour of the stripe.
    pub stripe: String,
    pub rearguards: u8,
}

/// gts.data.division
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DivisionKind {
    pub key: String,
    pub name: String,
    pub short: String,
    pub side: Side,
    /// CSS colour of the counters.
    pub colour: String,
    pub command_rating: u8,
    pub dispatch_rating: u8,
    pub start_cp: u8,
    pub start_dp: u8,
    pub road_blocks: u8,
    pub parks: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideKind {
    pub key: String,
    pub name: String,
    pub adjective: String,
    /// Hexes where this side's reinforcements appear.
    pub entry_hexes: Vec<HexId>,
}

/// gts.time.calendar
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub date: String,
    pub time: String,
    pub night: bool,
    pub first_daylight: bool,
    pub last_before_night: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Weather {
    Clear,
    Overcast,
    Rain,
    Fog,
}

/// Where a unit is when the scenario begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    Hex(HexId),
    /// Goes to its holding box in step C of this turn (1-based) and then to this entry hex.
    Reinforcement {
        turn: u8,
        entry: HexId,
    },
    /// Takes no part.
    Absent,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitStart {
    pub at: Start,
    pub column: bool,
    pub mounted: bool,
    pub improved_position: bool,
    pub entrenched: bool,
    pub steps_lost: u8,
    pub cohesion: u8,
    pub suppressed: bool,
}

/// The chits of gts.sop.g-mug-common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Chit {
    Division(DivisionId),
    Formation(FormationId),
    DirectCommand(Side),
    Events,
    RoyalMarines,
    Naval,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VictoryHex {
    pub hex: HexId,
    pub name: String,
    pub points: u8,
    /// Who holds it before anybody has entered it.
    pub owner: Side,
}

/// gts.victory.data
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    pub hexes: Vec<VictoryHex>,
    /// Points a side scores for each enemy step eliminated.
    pub per_enemy_step: [u8; 2],
    /// Points a side starts with.
    pub handicap: [i16; 2],
    /// One sentence a player, shown before the game and with the score.
    pub briefing: [String; 2],
}

/// Switches a module may set (`[default.switches]` of the tables).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    pub counter_battery: bool,
    pub extra_cp_other_leader: bool,
    pub direct_yellow_for_black_brown: bool,
    /// gts.assault.step-26-loop: `true` restarts at step 15 instead of step 9.
    pub assault_restarts_at_fire_or_charge: bool,
}

/// One scenario, ready to play.
#[derive(Clone, Debug)]
pub struct Data {
    pub module: String,
    pub scenario: String,
    pub title: String,
    pub edition: Edition,
    pub switches: Switches,
    pub tables: Tables,
    pub map: Map,
    /// Metres from hex to hex, for the scale bar.
    pub hex_metres: u32,
    pub sight: Sight,
    pub sides: [SideKind; 2],
    pub divisions: Vec<DivisionKind>,
    pub formations: Vec<FormationKind>,
    pub leaders: Vec<LeaderKind>,
    pub units: Vec<UnitKind>,
    /// Parallel to `units`.
    pub unit_starts: Vec<UnitStart>,
    /// Parallel to `leaders`: the unit a leader starts with; `None`: arrives with the first units of his formation.
    pub leader_starts: Vec<Option<UnitId>>,
    /// Entrenchments that stand empty at the start.
    pub empty_entrenchments: Vec<(HexId, Side)>,
    pub turns: Vec<Turn>,
    pub weather: Weather,
    /// gts.sop.g-first-turn; `None`: the ordinary rule of step G.
    pub first_mug: Option<Vec<Chit>>,
    /// gts.sop.h-first-turn
    pub first_chit: Option<Chit>,
    pub events_chits: u8,
    pub victory: Victory,
    /// Night assault divisions (gts.assault.night-bonus).
    pub night_assault: Vec<DivisionId>,
}
