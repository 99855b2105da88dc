//! What does not change during a game: the scenario, its counters and its tables. Loaded by `module`, shared
//! behind an `Arc`; the state refers to it by ids.

use board::{HexId, Map, Sight};
use serde::{Deserialize, Serialize};

use crate::tables::Tables;

kernel::words! {
    /// The two sides, in the order the module lists them: the first acts first where both may act (gts.sop.e-order).
    /// Modules have their own names for them; cases call them A and B.
    pub enum Side: "side" {
        First = "A" | "a";
        Second = "B" | "b";
    }

    /// gts.term.editions: a scenario names exactly one.
    pub enum Edition: "edition" {
        /// S0, 2015, with the naval landing.
        Normandy = "normandy", "Normandy edition";
        /// S1, later, game-neutral.
        Series = "series", "Series edition";
    }

    /// gts.term.fire-classes: the colour of a rating is its row of the Combat Results Table. Its name is the class, but
    /// black and brown have a name of their edition, see [`Names::colour`](crate::text::Names::colour).
    pub enum Colour: "rating colour" {
        White = "white", "dual purpose";
        Red = "red", "small arms";
        Purple = "purple", "light mortar";
        Blue = "blue", "armour piercing";
        Green = "green", "mortar";
        Orange = "orange", "indirect HE";
        Yellow = "yellow", "direct HE";
        Brown = "brown";
        Black = "black";
    }

    /// gts.move.class-colours: white leg, black wheeled, red tracked.
    pub enum MoveClass: "movement class" {
        Leg = "leg";
        Wheeled = "wheeled";
        Tracked = "tracked";
    }

    /// What the symbol on the counter says, for the rules that ask and for drawing.
    pub enum Arm: "arm" {
        Infantry = "infantry";
        Parachute = "parachute";
        Commando = "commando";
        Ranger = "ranger";
        MotorInfantry = "motor-infantry";
        ArmouredInfantry = "armoured-infantry";
        MachineGun = "machine-gun";
        Reconnaissance = "reconnaissance";
        Engineer = "engineer";
        ArmouredEngineer = "armoured-engineer";
        Tank = "tank";
        DdTank = "dd-tank";
        TankDestroyer = "tank-destroyer";
        AssaultGun = "assault-gun";
        AntiTank = "anti-tank";
        AntiAircraft = "anti-aircraft";
        Mortar = "mortar";
        LightMortar = "light-mortar";
        Artillery = "artillery";
        SelfPropelledArtillery = "self-propelled-artillery";
        CoastalBattery = "coastal-battery";
        Headquarters = "headquarters";
        Rearguard = "rearguard";
        // Afloat (gts.naval.terms). A landing craft carries units.
        Battleship = "battleship";
        Cruiser = "cruiser";
        Destroyer = "destroyer";
        /// LCS: guns.
        SupportCraft = "support-craft";
        /// LCR: rockets, once.
        RocketCraft = "rocket-craft";
        LandingCraft = "landing-craft";
    }

    /// gts.command.exceptions-hook
    pub enum Exception: "exception of command" {
        /// In command of any leader of its side.
        AnyLeader = "any-leader";
        /// In command with another unit of its battalion within 2 hexes (gts.command.commando).
        NearBattalion = "near-battalion";
    }

    /// Where a ship may go (gts.naval.8-letter, gts.naval.8-star).
    pub enum ShipMoves: "range of a ship" {
        No = "no";
        /// A letter on the counter: the boxes of its Force.
        Force = "force";
        /// A * on the counter: the boxes of any Force.
        Any = "any";
    }

    /// The last three are of modules (gts.weather.kinds).
    pub enum Weather: "weather" {
        Clear = "clear";
        Overcast = "overcast";
        Rain = "rain";
        Fog = "fog";
        Mist = "mist";
        Storm = "storm";
        Sandstorm = "sandstorm";
    }

    /// The boxes of the Naval Display, by what they are for.
    pub enum SeaBox: "box" {
        Wave = "wave";
        Loading = "loading";
        EnRoute = "en-route";
        /// Ships.
        Range = "in-box";
    }

    /// Markers that only modules place (T15 and the module lines of T2, T3 and T9).
    pub enum Delay: "marker" {
        Para1 = "para-1", "scattered by its drop";
        Para2 = "para-2", "widely scattered by its drop";
        Glider1 = "glider-1", "scattered by its landing";
        Glider2 = "glider-2", "widely scattered by its landing";
        AirLanding = "air-landing", "unloading its aircraft";
        AloneAndAfraid = "alone-and-afraid", "alone and afraid";
        DugIn = "dug-in", "dug into the bocage";
    }

    /// What chits there are (gts.sop.g-mug-common).
    pub enum ChitKind: "chit" {
        Division = "division";
        Formation = "formation";
        DirectCommand = "direct-command";
        Events = "events";
        RoyalMarines = "royal-marines";
        Naval = "naval";
    }

    /// gts.events.table
    pub enum Effect: "event" {
        Hero = "hero", "a hero";
        Heroic = "heroic", "a heroic unit";
        Rally = "rally";
        Dispatches = "dispatches";
        CommandConfusion = "command-confusion", "command confusion";
        AirSupport = "air-support", "air support";
        Nothing = "none" | "nothing", "nothing happens";
    }

    /// Optional rules that a module may switch on or off.
    pub enum Switch: "switch" {
        /// gts.mod.counter-battery; true if absent.
        CounterBattery = "counter_battery" | "counter-battery";
        /// gts.barrage.scatter; false if absent.
        BarrageScatter = "barrage_scatter" | "barrage-scatter";
        /// gts.barrage.rubble; false if absent.
        RubbleByArtillery = "rubble_by_artillery" | "rubble-by-artillery";
        /// False if absent.
        ExtraCpOtherLeader = "extra_cp_other_leader" | "extra-cp-other-leader";
        /// gts.dfire.step-14-yellow-others; true if absent.
        DirectYellowForBlackBrown = "direct_yellow_for_black_brown" | "direct-yellow-for-black-brown";
        /// gts.air.modifiers; true counts negative modifiers in full, as if absent.
        AirNegativeModifiers = "air_negative_modifiers" | "air-negative-modifiers";
        /// gts.air.inherent-defence; true if absent.
        InherentAirDefence = "inherent_air_defence" | "inherent-air-defence";
        /// gts.assault.step-26-loop; true restarts at step 15 instead of step 9; false if absent.
        AssaultRestartsAtFireOrCharge = "assault_restarts_at_fire_or_charge" | "assault-restarts-at-fire-or-charge";
    }

    pub enum SupplyLevel: "level of supply" {
        Diminished = "diminished";
        Emergency = "emergency";
        DropZoneClosed = "drop-zone-closed", "drop zone closed";
        MainRouteClosed = "main-route-closed", "main route closed";
    }
}

impl Side {
    pub const BOTH: [Side; 2] = Side::ALL;

    #[must_use]
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl Colour {
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u8);
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LeaderId(pub u8);
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct FormationId(pub u8);
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DivisionId(pub u8);
/// An Assault Force of the Naval Display.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ForceId(pub u8);
/// A Beach with its own numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BeachId(pub u8);
/// A stretch of a Beach with its own Loading and Wave boxes; an index into `Naval::sub_beaches`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SubBeachId(pub u8);
/// A range box of the Naval Display; an index into `Naval::range_boxes`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RangeBox(pub u8);

/// Whose entrenchments a unit digs and enters (gts.move.ent-enter); an index into `Data::nations`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nation(pub u8);

impl Nation {
    /// Of all of a side of which nothing else is said.
    #[must_use]
    pub const fn of(side: Side) -> Nation {
        Nation(side as u8)
    }
}

/// gts.ruling.nationality: one side's, and called by its adjective where it is that of the side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NationKind {
    pub key: String,
    pub side: Side,
}

/// gts.data.unit
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitKind {
    /// Key in the module's files, unique in the module.
    pub key: String,
    /// Designation on the counter: "A/1 Suffolk".
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub division: DivisionId,
    pub belongs: Belongs,
    /// Battalion or regiment, for landing craft and commandos.
    pub battalion: Option<String>,
    pub arm: Arm,
    pub steps: u8,
    pub front: Face,
    pub back: Back,
    /// Used against air strikes (gts.air.flak).
    pub flak: Option<u8>,
    /// Numbers of its Contact marker; orange and black class only (gts.contact.marker).
    pub contact: Option<ContactNumbers>,
    pub exceptions: CommandExceptions,
    /// Of the 79th Armoured Division: a section of its own on the Beach Defenses Table.
    pub armoured79: bool,
    /// Where a ship may go (gts.naval.8-letter, gts.naval.8-star).
    pub ship: Option<ShipKind>,
}

/// gts.contact.marker
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContactNumbers {
    pub pending: u8,
    pub in_contact: u8,
}

/// gts.command.exceptions-hook
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CommandExceptions {
    /// In command of any leader of its side.
    pub any_leader: bool,
    /// In command with another unit of its battalion near (gts.command.commando).
    pub near_battalion: bool,
    /// By telephone while the lines of this Beach hold (gts.beach.phone).
    pub wired: Option<BeachId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShipKind {
    pub home: ForceId,
    pub moves: ShipMoves,
}

impl Arm {
    #[must_use]
    pub const fn is_ship(self) -> bool {
        matches!(
            self,
            Arm::Battleship | Arm::Cruiser | Arm::Destroyer | Arm::SupportCraft | Arm::RocketCraft
        )
    }
    #[must_use]
    pub const fn is_afloat(self) -> bool {
        self.is_ship() || matches!(self, Arm::LandingCraft)
    }
}

impl CommandExceptions {
    pub const fn allow(&mut self, exception: Exception) {
        match exception {
            Exception::AnyLeader => self.any_leader = true,
            Exception::NearBattalion => self.near_battalion = true,
        }
    }
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
    /// The colour of its fire on the front of the counter, which gives its class (gts.term.fire-classes).
    #[must_use]
    pub fn class(&self) -> Option<Colour> {
        self.front.fire.map(|(_, colour)| colour)
    }
    /// Indirect HE: the orange class.
    #[must_use]
    pub fn is_indirect_he(&self) -> bool {
        self.class() == Some(Colour::Orange) && !self.is_afloat()
    }
    /// Orange, black, brown and green: every unit that may Indirect Fire.
    #[must_use]
    pub fn is_artillery(&self) -> bool {
        let indirect = [Colour::Orange, Colour::Black, Colour::Brown, Colour::Green];
        self.class().is_some_and(|it| indirect.contains(&it)) && !self.is_afloat()
    }
    #[must_use]
    pub fn is_self_propelled(&self) -> bool {
        self.arm == Arm::SelfPropelledArtillery
    }
    /// gts.beach.gap-move: Commandos and Rangers climb.
    #[must_use]
    pub fn climbs_gaps(&self) -> bool {
        matches!(self.arm, Arm::Commando | Arm::Ranger)
    }
    #[must_use]
    pub fn is_ship(&self) -> bool {
        self.arm.is_ship()
    }
    #[must_use]
    pub fn is_landing_craft(&self) -> bool {
        self.arm == Arm::LandingCraft
    }
    #[must_use]
    pub fn is_afloat(&self) -> bool {
        self.arm.is_afloat()
    }
    /// Fires once and is gone (gts.naval.2-lcr-once).
    #[must_use]
    pub fn is_rocket_craft(&self) -> bool {
        self.arm == Arm::RocketCraft
    }
    /// LCS and LCR, which fire by the Direct Fire chart (gts.naval.2-type).
    #[must_use]
    pub fn is_gun_craft(&self) -> bool {
        matches!(self.arm, Arm::SupportCraft | Arm::RocketCraft)
    }
    /// gts.naval.terms: swims ashore by itself.
    #[must_use]
    pub fn swims(&self) -> bool {
        self.arm == Arm::DdTank
    }
    /// The black class, called so in the Normandy edition (gts.term.artillery-names-s0).
    #[must_use]
    pub fn is_coastal_battery(&self) -> bool {
        self.class() == Some(Colour::Black) && !self.is_afloat()
    }
    /// gts.naval.3-sq: a ship or craft has no Troop Quality unless one is printed.
    #[must_use]
    pub fn lacks_tq(&self) -> bool {
        self.is_afloat() && self.front.tq == 0
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
    /// Defends home soil (T9).
    pub home_soil: bool,
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

/// Where a unit is when the scenario begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    Hex(HexId),
    /// Goes to its holding box in step C of this turn (1-based) and then to this entry hex.
    Reinforcement {
        turn: u8,
        entry: HexId,
    },
    /// Comes from the sea: appears in this box in step C of the turn, from the start if that is 0.
    Sea {
        turn: u8,
        at: AtSea,
    },
    /// Takes no part.
    Absent,
}

/// The boxes of the Naval Display.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AtSea {
    EnRoute(ForceId),
    Loading(SubBeachId),
    Wave(SubBeachId),
    /// Ships.
    Range(ForceId, RangeBox),
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
    pub parked: bool,
    pub delay: Option<Delay>,
    pub hero: bool,
    pub heroic: bool,
    pub contact: Option<LeaderId>,
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

impl Chit {
    #[must_use]
    pub const fn kind(self) -> ChitKind {
        match self {
            Chit::Division(_) => ChitKind::Division,
            Chit::Formation(_) => ChitKind::Formation,
            Chit::DirectCommand(_) => ChitKind::DirectCommand,
            Chit::Events => ChitKind::Events,
            Chit::RoyalMarines => ChitKind::RoyalMarines,
            Chit::Naval => ChitKind::Naval,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VictoryHex {
    pub hex: HexId,
    pub name: String,
    pub points: u8,
    /// Who holds it before anybody has entered it.
    pub owner: Side,
}

/// gts.ruling.exit: where a side may leave the map, and what each step that does is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    pub hex: HexId,
    pub side: Side,
    pub points: u8,
}

/// gts.ruling.morale: a level that falls with losses; at the threshold the side is beaten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Morale {
    pub start: i16,
    /// For each step of its own that is lost.
    pub per_step: u8,
    /// For each victory hex it held at the start and does not hold now.
    pub per_hex: u8,
    pub threshold: i16,
}

/// gts.victory.data
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    pub hexes: Vec<VictoryHex>,
    pub exits: Vec<Exit>,
    /// By side.
    pub morale: [Option<Morale>; 2],
    /// Points a side scores for each enemy step eliminated.
    pub per_enemy_step: [u8; 2],
    /// Points a side starts with.
    pub handicap: [i16; 2],
    /// One sentence a player, shown before the game and with the score.
    pub briefing: [String; 2],
}

/// What is on and off (`[default.switches]` of the tables, unless a module says otherwise); see [`Switch`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Switches {
    pub counter_battery: bool,
    pub barrage_scatter: bool,
    pub rubble_by_artillery: bool,
    pub extra_cp_other_leader: bool,
    pub direct_yellow_for_black_brown: bool,
    pub air_negative_modifiers: bool,
    pub inherent_air_defence: bool,
    pub assault_restarts_at_fire_or_charge: bool,
}

impl Switches {
    pub const fn turn(&mut self, switch: Switch, on: bool) {
        match switch {
            Switch::CounterBattery => self.counter_battery = on,
            Switch::BarrageScatter => self.barrage_scatter = on,
            Switch::RubbleByArtillery => self.rubble_by_artillery = on,
            Switch::ExtraCpOtherLeader => self.extra_cp_other_leader = on,
            Switch::DirectYellowForBlackBrown => self.direct_yellow_for_black_brown = on,
            Switch::AirNegativeModifiers => self.air_negative_modifiers = on,
            Switch::InherentAirDefence => self.inherent_air_defence = on,
            Switch::AssaultRestartsAtFireOrCharge => self.assault_restarts_at_fire_or_charge = on,
        }
    }
}

/// gts.air.points, gts.air.strike-rating: what a side has of the air.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Air {
    /// Points a day by weather; no entry is none.
    pub points: Vec<(Weather, u8)>,
    pub rating: u8,
    pub row: Colour,
}

/// gts.events.table
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Events {
    pub entries: Vec<EventEntry>,
    /// Drawn from a cup instead of rolled (gts.chit.events-s1).
    pub drawn: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventEntry {
    /// Rolls that bring it.
    pub from: u8,
    pub to: u8,
    /// Markers in the cup.
    pub count: u8,
    /// gts.events.draw: goes back into the cup.
    pub returns: bool,
    pub effect: Effect,
    /// Without one a die decides.
    pub side: Option<Side>,
}

/// Step F: a formation changes to another division (gts.sop.f-s0, gts.sop.f-s1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    pub turn: u8,
    pub formation: FormationId,
    pub to: DivisionId,
    pub optional: bool,
}

/// How a division is supplied in some turns (T2, T9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Supply {
    pub division: DivisionId,
    /// First and last turn.
    pub from: u8,
    pub to: u8,
    pub level: SupplyLevel,
}

/// Section 27: what the Naval Chit needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Naval {
    /// Who lands.
    pub side: Side,
    /// Name and number, farthest first (gts.naval.2-range-boxes).
    pub range_boxes: Vec<(String, u8)>,
    pub forces: Vec<ForceKind>,
    pub beaches: Vec<BeachKind>,
    pub sub_beaches: Vec<SubBeach>,
    /// gts.naval.end-first-play: the turn in which the chit is played twice.
    pub double_play: Option<u8>,
    /// gts.naval.2-ship-phone-window: first and last turn in which lines can be cut.
    pub phone_window: Option<(u8, u8)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForceKind {
    pub key: String,
    pub name: String,
    /// Where its marker begins.
    pub marker: HexId,
    /// The dotted coast hexes of its sector.
    pub coast: Vec<HexId>,
}

/// gts.beach.numbers
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeachKind {
    pub key: String,
    pub name: String,
    pub force: ForceId,
    pub obstacles: u8,
    pub nests: u8,
    pub gap: u8,
    pub sea_state: u8,
    /// In play when the scenario begins.
    pub overlay: bool,
    /// Its last turn in play; without one the default of gts.beach.overlay-ends.
    pub overlay_until: Option<u8>,
    /// Its gap hexsides: a hex of the Beach and the one behind, ascending.
    pub gaps: Vec<(HexId, HexId)>,
    /// Landing craft of its pool: counters made by the loader.
    pub craft: Vec<UnitId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubBeach {
    pub key: String,
    pub name: String,
    pub beach: BeachId,
    pub hexes: Vec<HexId>,
}

/// One scenario, ready to play. Weather table, events, air, transfers, supply, night assault divisions and first chits are
/// hooks (gts.data.hooks): without data they do nothing, but where the tables give a default (gts.data.no-hook).
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
    /// Those of the sides first.
    pub nations: Vec<NationKind>,
    pub divisions: Vec<DivisionKind>,
    pub formations: Vec<FormationKind>,
    pub leaders: Vec<LeaderKind>,
    pub units: Vec<UnitKind>,
    /// Parallel to `units`.
    pub unit_starts: Vec<UnitStart>,
    /// Parallel to `leaders`: the unit a leader starts with; `None`: arrives with the first units of his formation.
    pub leader_starts: Vec<Option<UnitId>>,
    /// Entrenchments that stand empty at the start.
    pub empty_entrenchments: Vec<(HexId, Nation)>,
    pub turns: Vec<Turn>,
    pub weather: Weather,
    /// gts.sop.g-first-turn; `None`: the ordinary rule of step G.
    pub first_mug: Option<Vec<Chit>>,
    /// gts.sop.h-first-turn
    pub first_chit: Option<Chit>,
    pub events_chits: u8,
    // Hooks a module may fill (gts.data.hooks).
    /// The Weather Table: weather from this roll on, ascending (gts.weather.table-default).
    pub weather_table: Vec<(u8, Weather)>,
    pub events: Events,
    /// By side; `None` has no Air Points.
    pub air: [Option<Air>; 2],
    pub transfers: Vec<Transfer>,
    pub supply: Vec<Supply>,
    /// gts.form.royal-marines: the formation of that chit.
    pub royal_marines: Option<FormationId>,
    pub naval: Option<Naval>,
    pub road_blocks: Vec<(HexId, DivisionId)>,
    pub victory: Victory,
    /// Night assault divisions (gts.assault.night-bonus).
    pub night_assault: Vec<DivisionId>,
}
