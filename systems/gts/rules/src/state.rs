//! The state of a battle: data and invariants only.
//!
//! Flat and small, cheap to clone and compare. Where a unit stands is kept twice: in the unit, and as a chain of
//! units per hex in ascending order of ids; only `put` and `take` change either.

use std::hash::{Hash, Hasher};

use board::HexId;
use smallvec::SmallVec;

use crate::data::{
    AtSea, Back, Chit, Data, Delay, DivisionId, Face, FormationId, LeaderFace, LeaderId, Nation,
    Side, Start, SupplyLevel, UnitId, UnitKind, Weather,
};
use crate::scene::Shared;
use crate::set::{HexSet, UnitSet};

#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    pub scene: Shared,
    /// 1-based.
    pub turn: u8,
    pub phase: Phase,
    pub weather: Weather,
    /// Sighting range this turn, worked out from turn and weather.
    pub sighting: u8,
    pub units: Vec<Unit>,
    pub leaders: Vec<Leader>,
    pub points: SmallVec<[Points; 6]>,
    pub chits: SmallVec<[FormationChit; 12]>,
    /// First unit of the chain in each hex, or `NOBODY`.
    first: Vec<u8>,
    /// Hexes with units of each side.
    pub occupied: [HexSet; 2],
    pub barrages: SmallVec<[(HexId, Barrage); 4]>,
    /// Entrenchments with nobody in them, ascending.
    pub empty_entrenchments: SmallVec<[(HexId, Nation); 8]>,
    /// Chits still in the mug, ascending.
    pub mug: SmallVec<[Chit; 16]>,
    /// Held over as the first chit of this or the next turn.
    pub held: Option<Chit>,
    pub active: Option<Active>,
    /// Units next to an enemy when the current action began (gts.range.adjacent-enemy).
    pub close: UnitSet,
    /// The unit or stack now moving, for whoever looks on.
    pub mover: Option<Mover>,
    /// The assault now fought, for whoever looks on.
    pub fight: Option<Fight>,
    /// Who holds each victory hex, parallel to the scenario's list.
    pub holders: SmallVec<[Side; 12]>,
    /// Steps each side has lost.
    pub steps_lost: [u16; 2],
    /// Artillery parks on the map, by hex.
    pub parks: SmallVec<[Park; 4]>,
    /// Who has tried for contact this turn (gts.contact.once).
    pub tried: UnitSet,
    /// Road Blocks and whose they are, by hex.
    pub road_blocks: SmallVec<[(HexId, DivisionId); 4]>,
    /// City and Fortified hexes in rubble, ascending.
    pub rubble: SmallVec<[HexId; 4]>,
    /// The division each formation now belongs to (step F).
    pub formation_division: SmallVec<[DivisionId; 12]>,
    pub air: AirState,
    /// Markers of each entry left in the cup of events.
    pub cup: SmallVec<[u8; 8]>,
    pub naval: Option<Box<NavalState>>,
    /// Who has given up (gts.victory.concede).
    pub conceded: Option<Side>,
}

/// An artillery park: its units are those in the hex that are parked (gts.park.located).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Park {
    pub hex: HexId,
    pub division: DivisionId,
    /// gts.park.fired
    pub fired: bool,
}

/// Air Points of the day.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AirState {
    /// Still to be allotted, by side.
    pub left: [u8; 2],
    /// On each division.
    pub on: SmallVec<[u8; 6]>,
    /// Enemy entry hexes under interdiction, with the side whose points lie there.
    pub interdicted: SmallVec<[(Side, HexId); 4]>,
}

/// The Naval Display.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NavalState {
    pub beaches: SmallVec<[Beach; 2]>,
    /// Where the Assault Force markers are.
    pub markers: SmallVec<[HexId; 2]>,
    /// Times the chit has been played this turn.
    pub plays: u8,
    /// Units that have just landed and may still perform a second action (gts.naval.4-second).
    pub landed: UnitSet,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Beach {
    pub obstacles: u8,
    pub nests: u8,
    pub gap: u8,
    pub sea_state: u8,
    /// Single gap hexsides open, as bits of the beach's list.
    pub open_gaps: u64,
    /// The Gap marker shows Open: all gap hexsides are.
    pub open: bool,
    pub overlay: bool,
    pub phone_cut: bool,
}

/// By hand for `clone_from`, which keeps the allocations: search and odds copy states all the time.
#[allow(clippy::clone_on_copy)]
impl Clone for Battle {
    fn clone(&self) -> Battle {
        Battle {
            scene: self.scene.clone(),
            turn: self.turn.clone(),
            phase: self.phase.clone(),
            weather: self.weather.clone(),
            sighting: self.sighting.clone(),
            units: self.units.clone(),
            leaders: self.leaders.clone(),
            points: self.points.clone(),
            chits: self.chits.clone(),
            first: self.first.clone(),
            occupied: self.occupied.clone(),
            barrages: self.barrages.clone(),
            empty_entrenchments: self.empty_entrenchments.clone(),
            mug: self.mug.clone(),
            held: self.held.clone(),
            active: self.active.clone(),
            close: self.close.clone(),
            mover: self.mover.clone(),
            fight: self.fight.clone(),
            holders: self.holders.clone(),
            steps_lost: self.steps_lost.clone(),
            parks: self.parks.clone(),
            tried: self.tried.clone(),
            road_blocks: self.road_blocks.clone(),
            rubble: self.rubble.clone(),
            formation_division: self.formation_division.clone(),
            air: self.air.clone(),
            cup: self.cup.clone(),
            naval: self.naval.clone(),
            conceded: self.conceded,
        }
    }
    fn clone_from(&mut self, other: &Battle) {
        self.scene.clone_from(&other.scene);
        self.turn.clone_from(&other.turn);
        self.phase.clone_from(&other.phase);
        self.weather.clone_from(&other.weather);
        self.sighting.clone_from(&other.sighting);
        self.units.clone_from(&other.units);
        self.leaders.clone_from(&other.leaders);
        self.points.clone_from(&other.points);
        self.chits.clone_from(&other.chits);
        self.first.clone_from(&other.first);
        self.occupied.clone_from(&other.occupied);
        self.barrages.clone_from(&other.barrages);
        self.empty_entrenchments.clone_from(&other.empty_entrenchments);
        self.mug.clone_from(&other.mug);
        self.held.clone_from(&other.held);
        self.active.clone_from(&other.active);
        self.close.clone_from(&other.close);
        self.mover.clone_from(&other.mover);
        self.fight.clone_from(&other.fight);
        self.holders.clone_from(&other.holders);
        self.steps_lost.clone_from(&other.steps_lost);
        self.parks.clone_from(&other.parks);
        self.tried.clone_from(&other.tried);
        self.road_blocks.clone_from(&other.road_blocks);
        self.rubble.clone_from(&other.rubble);
        self.formation_division.clone_from(&other.formation_division);
        self.air.clone_from(&other.air);
        self.cup.clone_from(&other.cup);
        self.naval.clone_from(&other.naval);
        self.conceded.clone_from(&other.conceded);
    }
}

const NOBODY: u8 = u8::MAX;

/// Where the sequence of play stands (gts.sop.order). Parts of a step that are asked one by one have a place each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    Weather,
    /// Air Points are allotted.
    Air(Side),
    Reinforcements,
    Conversion(Side),
    Purchase,
    Parks(Side),
    Contact(Side),
    GiveUpContact(Side),
    Transfers,
    Mug,
    Chits,
    Cleanup,
    End,
    Over,
}

impl Phase {
    /// In their order; where the sides act one after the other, that of this side.
    #[must_use]
    pub const fn all(side: Side) -> [Phase; 14] {
        [
            Phase::Weather,
            Phase::Air(side),
            Phase::Reinforcements,
            Phase::Conversion(side),
            Phase::Purchase,
            Phase::Parks(side),
            Phase::Contact(side),
            Phase::GiveUpContact(side),
            Phase::Transfers,
            Phase::Mug,
            Phase::Chits,
            Phase::Cleanup,
            Phase::End,
            Phase::Over,
        ]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Points {
    pub cp: u8,
    pub dp: u8,
}

/// What became of a formation's activation chit (gts.sop.d2-one-dp, gts.sop.d2-two-dp).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FormationChit {
    pub state: ChitState,
    /// First turn in which its leader was in play outside an entry hex; 0 from the start (gts.sop.d2-available-s0).
    pub leader_since: Option<u8>,
}

kernel::words! {
    pub enum ChitState: "state of a chit" {
        Available = "available";
        /// Bought for this turn, or set aside last turn: goes into the mug in step G.
        ThisTurn = "now", "this turn";
        /// Set aside, hidden, for the next turn.
        NextTurn = "next", "next turn";
    }

    pub enum Barrage: "barrage" {
        Light = "light";
        Heavy = "heavy";
    }
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Hex(HexId),
    /// Waits in the holding box of its division for the Division chit.
    Holding(HexId),
    /// Due in a later turn.
    Later,
    /// On the Naval Display.
    Sea(AtSea),
    /// Left the map at this hex (gts.ruling.exit).
    Exited(HexId),
    Eliminated,
    Absent,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    pub place: Place,
    next: u8,
    pub steps: u8,
    pub cohesion: u8,
    pub suppressed: bool,
    pub column: bool,
    pub mounted: bool,
    /// Improved position.
    pub ip: bool,
    /// In an entrenchment.
    pub ent: bool,
    /// Rallying +1 markers.
    pub rallying: u8,
    /// In the artillery park of its hex.
    pub parked: bool,
    /// The leader its Contact marker lies on; with none it is Pending (gts.contact.places).
    pub contact: Option<LeaderId>,
    /// Men at Work markers, and on what.
    pub men_at_work: u8,
    pub work: Option<crate::question::Action>,
    pub hero: bool,
    pub heroic: bool,
    pub delay: Option<Delay>,
    /// Level of its Drift marker.
    pub drift: u8,
    /// The landing craft that carries it.
    pub aboard: Option<UnitId>,
    /// Held up by interdiction until the Night turn.
    pub interdicted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leader {
    pub post: Post,
    /// The reverse side is up: a replacement.
    pub replaced: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Post {
    With(UnitId),
    /// Arrives with the first units of his formation.
    Later,
    /// Eliminated; his replacement comes with the next Division chit.
    Lost,
    Gone,
}

/// The chit being played.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Active {
    pub chit: Chit,
    pub side: Side,
    pub stage: Stage,
    /// Units that have had their activation.
    pub acted: UnitSet,
    /// White-stripe units attached so far (gts.attach.limit).
    pub attached: u8,
    /// Leaders that have had their transfer, as bits.
    pub transferred: u64,
    /// Leaders who have been told with which unit of their stack they go, as bits (gts.chit.leader-stays-choice).
    pub settled: u64,
    /// The unit or stack now acting, and the type of its first action once that is done.
    pub acting: UnitSet,
    pub first: Option<crate::question::ActionType>,
    /// Units that have called an air strike under this chit (gts.air.strike).
    pub called: UnitSet,
    /// Units whose improved position was built under this chit (gts.eng.ent-needs-ip).
    pub dug: UnitSet,
    /// Ships or batteries that are left fire in the order of the list (gts.ruling.order-of-fire).
    pub ordered: bool,
}

impl Active {
    /// The formation a Formation chit, or the Royal Marines chit, activates.
    #[must_use]
    pub fn formation(&self, data: &Data) -> Option<FormationId> {
        match self.chit {
            Chit::Formation(it) => Some(it),
            Chit::RoyalMarines => data.royal_marines,
            _ => None,
        }
    }
    #[must_use]
    pub fn new(chit: Chit, side: Side, stage: Stage) -> Active {
        let nobody = UnitSet::EMPTY;
        Active {
            chit,
            side,
            stage,
            acted: nobody,
            attached: 0,
            transferred: 0,
            settled: 0,
            acting: nobody,
            first: None,
            called: nobody,
            dug: nobody,
            ordered: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Division chit: reinforcements and points.
    Opening,
    Actions,
    Transfers,
    /// The eight steps of the Naval Chit (gts.naval.frame-order).
    Naval(u8),
}

/// What is moving, and with how much left. Costs are in half points.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mover {
    pub units: SmallVec<[(UnitId, u16); 8]>,
    pub moved: bool,
    pub entered_column: bool,
    pub spent: bool,
    pub marched: bool,
    /// Hexes this action may not enter: the enemy Fire Zones as it began (gts.div.no-efz-move). The enemy does not
    /// change while one moves.
    pub shunned: Option<Box<HexSet>>,
}

/// An assault in progress (section 24).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    pub from: HexId,
    pub hex: HexId,
    pub side: Side,
    pub assaulters: UnitSet,
    pub round: u8,
    pub charge: bool,
    pub stage: FightStage,
    /// Who has fired in this volley, and whether the rest fires in the order of the list (gts.ruling.order-of-fire).
    pub fired: UnitSet,
    pub ordered: bool,
}

/// Where the assault chart stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FightStage {
    StandOrRun,
    FireOrCharge,
    /// The shots of one side, unit by unit. `firer` has done `shot` of its shots.
    Volley {
        defending: bool,
        firer: Option<UnitId>,
        shot: u8,
        bonus: bool,
    },
    /// The defenders have fired.
    Between,
    /// The assaulters have fired.
    After,
}

impl FightStage {
    #[must_use]
    pub const fn volley(defending: bool) -> FightStage {
        FightStage::Volley { defending, firer: None, shot: 0, bonus: false }
    }
}

impl std::ops::Index<UnitId> for Battle {
    type Output = Unit;
    #[inline]
    fn index(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id.0)]
    }
}
impl std::ops::IndexMut<UnitId> for Battle {
    #[inline]
    fn index_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[usize::from(id.0)]
    }
}

/// Packed into two words: the odds take the fingerprint of thousands of states.
impl Hash for Unit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (kind, place) = match self.place {
            Place::Hex(hex) => (0, hex.0),
            Place::Holding(hex) => (1, hex.0),
            Place::Later => (2, 0),
            Place::Eliminated => (3, 0),
            Place::Absent => (4, 0),
            Place::Sea(AtSea::EnRoute(it)) => (5, u16::from(it.0)),
            Place::Sea(AtSea::Loading(it)) => (6, u16::from(it.0)),
            Place::Sea(AtSea::Wave(it)) => (7, u16::from(it.0)),
            Place::Sea(AtSea::Range(force, range)) => {
                (8, u16::from(force.0) << 8 | u16::from(range.0))
            }
            Place::Exited(hex) => (9, hex.0),
        };
        let flags = [self.suppressed, self.column, self.mounted, self.ip, self.ent];
        let flags = flags.iter().fold(0, |bits, it| bits << 1 | u64::from(*it));
        let bytes = [kind, self.next, self.steps, self.cohesion, self.rallying];
        let bytes = bytes.iter().fold(0, |bits, it| bits << 8 | u64::from(*it));
        state.write_u64(bytes << 21 | u64::from(place) << 5 | flags);
        let flags = [self.parked, self.hero, self.heroic, self.interdicted];
        let flags = flags.iter().fold(0, |bits, it| bits << 1 | u64::from(*it));
        let bytes = [
            self.contact.map_or(NOBODY, |it| it.0),
            self.men_at_work,
            self.work.map_or(NOBODY, |it| it as u8),
            self.delay.map_or(NOBODY, |it| it as u8),
            self.drift,
            self.aboard.map_or(NOBODY, |it| it.0),
        ];
        let bytes = bytes.iter().fold(0, |bits, it| bits << 8 | u64::from(*it));
        state.write_u64(bytes << 4 | flags);
    }
}

impl Unit {
    #[must_use]
    #[inline]
    pub fn hex(&self) -> Option<HexId> {
        match self.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }
    #[must_use]
    pub fn is_in_play(&self) -> bool {
        matches!(self.place, Place::Hex(_))
    }
}

impl Battle {
    /// The scenario's set-up, before step A of its first turn.
    #[must_use]
    pub fn new(scene: Shared) -> Battle {
        let data = &scene.data;
        let mut g = Battle {
            turn: 1,
            phase: Phase::Weather,
            weather: data.weather,
            sighting: 0,
            units: data
                .units
                .iter()
                .zip(&data.unit_starts)
                .map(|(kind, start)| setup_unit(kind, start))
                .collect(),
            leaders: data
                .leader_starts
                .iter()
                .map(|it| Leader { post: it.map_or(Post::Later, Post::With), replaced: false })
                .collect(),
            points: data
                .divisions
                .iter()
                .map(|it| Points { cp: it.start_cp, dp: it.start_dp })
                .collect(),
            chits: data
                .formations
                .iter()
                .map(|_| FormationChit { state: ChitState::Available, leader_since: None })
                .collect(),
            first: vec![NOBODY; data.map.len()],
            occupied: [HexSet::default(); 2],
            barrages: SmallVec::new(),
            empty_entrenchments: data.empty_entrenchments.iter().copied().collect(),
            mug: SmallVec::new(),
            held: None,
            active: None,
            close: UnitSet::EMPTY,
            mover: None,
            fight: None,
            holders: data.victory.hexes.iter().map(|it| it.owner).collect(),
            steps_lost: [0, 0],
            parks: SmallVec::new(),
            tried: UnitSet::EMPTY,
            road_blocks: data.road_blocks.iter().copied().collect(),
            rubble: SmallVec::new(),
            formation_division: data.formations.iter().map(|it| it.division).collect(),
            air: AirState { on: data.divisions.iter().map(|_| 0).collect(), ..AirState::default() },
            cup: data.events.entries.iter().map(|it| it.count).collect(),
            naval: data.naval.as_ref().map(|it| Box::new(NavalState::new(it))),
            conceded: None,
            scene: scene.clone(),
        };
        g.empty_entrenchments.sort_unstable();
        g.road_blocks.sort_unstable();
        crate::fire_zone::note_sighting_range(&mut g);
        for (i, start) in data.unit_starts.iter().enumerate() {
            if let Start::Hex(hex) = start.at {
                g.put(UnitId(i as u8), hex);
            }
        }
        crate::park::set_up(&mut g);
        // Leaders with no post of their own wait for their formation, unless it is on the map already.
        for i in 0..g.leaders.len() {
            // gts.reinf.leader: one who starts with a unit still to come arrives with the first of his formation.
            if let Post::With(host) = g.leaders[i].post
                && g[host].place == Place::Later
            {
                g.leaders[i].post = Post::Later;
            }
            if g.leaders[i].post == Post::Later {
                let formation = data.leaders[i].formation;
                let on_map = scene.formation_units(formation).find(|it| g[*it].is_in_play());
                if let Some(id) = on_map {
                    g.leaders[i].post = Post::With(id);
                }
            }
            let id = LeaderId(i as u8);
            if g.leader_hex(id).is_some_and(|hex| !g.is_entry_hex(hex)) {
                g.chits[usize::from(data.leaders[i].formation.0)].leader_since = Some(0);
            }
        }
        crate::naval::man_wave_boxes(&mut g);
        g
    }

    #[must_use]
    #[inline]
    pub fn data(&self) -> &Data {
        &self.scene.data
    }
    #[must_use]
    #[inline]
    pub fn kind(&self, id: UnitId) -> &UnitKind {
        &self.scene.data.units[usize::from(id.0)]
    }
    #[must_use]
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.scene.side[usize::from(id.0)]
    }
    /// The division whose points, display and holding box it uses: that of its formation as it now stands (gts.sop.f-s0), which
    /// for an independent brigade is the one it is attached to (gts.sop.c-independent-brigade).
    #[must_use]
    #[inline]
    pub fn division(&self, id: UnitId) -> DivisionId {
        match self.scene.formation[usize::from(id.0)] {
            Some(formation) => self.division_of(formation),
            None => self.scene.division[usize::from(id.0)],
        }
    }
    #[must_use]
    #[inline]
    pub fn division_of(&self, formation: FormationId) -> DivisionId {
        self.formation_division[usize::from(formation.0)]
    }
    #[must_use]
    pub fn leader_formation(&self, leader: LeaderId) -> FormationId {
        self.data().leaders[usize::from(leader.0)].formation
    }
    #[must_use]
    pub fn park(&self, hex: HexId) -> Option<&Park> {
        self.parks.iter().find(|it| it.hex == hex)
    }
    /// The park the unit is in.
    #[must_use]
    pub fn park_of(&self, id: UnitId) -> Option<&Park> {
        if self[id].parked { self[id].hex().and_then(|hex| self.park(hex)) } else { None }
    }
    #[must_use]
    pub fn points(&self, division: DivisionId) -> Points {
        self.points[usize::from(division.0)]
    }
    #[must_use]
    pub fn chit_of(&self, formation: FormationId) -> &FormationChit {
        &self.chits[usize::from(formation.0)]
    }

    /// The side of the counter now showing (gts.term.current-value).
    #[must_use]
    #[inline]
    pub fn face(&self, id: UnitId) -> &Face {
        let (kind, unit) = (self.kind(id), &self[id]);
        match &kind.back {
            Back::Transport(face) if unit.mounted => face,
            Back::Reduced(face) if unit.steps < kind.steps => face,
            _ => &kind.front,
        }
    }

    /// gts.result.1-marker: a lost step is shown by a marker unless the reverse has its own ratings.
    #[must_use]
    #[inline]
    pub fn has_step_loss_marker(&self, id: UnitId) -> bool {
        let kind = self.kind(id);
        self[id].steps < kind.steps && !matches!(kind.back, Back::Reduced(_))
    }

    /// Units in a hex, ascending.
    #[inline]
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        let mut next = self.first[hex.index()];
        std::iter::from_fn(move || {
            if next == NOBODY {
                return None;
            }
            let id = UnitId(next);
            next = self[id].next;
            Some(id)
        })
    }

    /// The side whose units are in the hex (gts.stack.no-mixing: there is only one).
    #[must_use]
    #[inline]
    pub fn holder(&self, hex: HexId) -> Option<Side> {
        match self.first[hex.index()] {
            NOBODY => None,
            id => Some(self.side(UnitId(id))),
        }
    }

    /// Units of a side on the map, ascending.
    #[inline]
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        self.scene.units_of[side.index()].iter().filter_map(|id| Some((id, self[id].hex()?)))
    }

    /// Put a unit on a hex. It has been taken from where it was.
    pub fn put(&mut self, id: UnitId, hex: HexId) {
        debug_assert!(self.holder(hex).is_none_or(|it| it == self.side(id)), "gts.stack.no-mixing");
        self[id].place = Place::Hex(hex);
        let side = self.side(id);
        // Chains are kept ascending, so that equal positions are equal states.
        let mut before = NOBODY;
        let mut next = self.first[hex.index()];
        while next < id.0 {
            before = next;
            next = self.units[usize::from(next)].next;
        }
        self[id].next = next;
        if before == NOBODY {
            self.first[hex.index()] = id.0;
        } else {
            self.units[usize::from(before)].next = id.0;
        }
        self.occupied[side.index()].insert(hex);
        // gts.victory.default: a victory hex belongs to whoever was there last.
        if !self.is_entry_hex(hex) && !self.kind(id).is_landing_craft() {
            for i in 0..self.holders.len() {
                if self.scene.data.victory.hexes[i].hex == hex {
                    self.holders[i] = side;
                }
            }
        }
    }

    /// Take a unit off the map, to `place`.
    pub fn take(&mut self, id: UnitId, place: Place) {
        if let Some(hex) = self[id].hex() {
            let next = self[id].next;
            let mut at = self.first[hex.index()];
            if at == id.0 {
                self.first[hex.index()] = next;
            } else {
                while self.units[usize::from(at)].next != id.0 {
                    at = self.units[usize::from(at)].next;
                }
                self.units[usize::from(at)].next = next;
            }
            if self.first[hex.index()] == NOBODY {
                let side = self.side(id).index();
                self.occupied[side].remove(hex);
            }
        }
        self[id].next = NOBODY;
        self[id].place = place;
    }

    #[must_use]
    #[inline]
    pub fn is_entry_hex(&self, hex: HexId) -> bool {
        self.scene.entry[0].contains(hex) || self.scene.entry[1].contains(hex)
    }

    /// Is the unit on the map, in an entry hex?
    #[must_use]
    #[inline]
    pub fn is_in_entry_hex(&self, id: UnitId) -> bool {
        self[id].hex().is_some_and(|hex| self.is_entry_hex(hex))
    }

    #[must_use]
    pub fn leader_face(&self, id: LeaderId) -> LeaderFace {
        let kind = &self.data().leaders[usize::from(id.0)];
        if self.leaders[usize::from(id.0)].replaced { kind.back } else { kind.front }
    }
    #[must_use]
    #[inline]
    pub fn leader_hex(&self, id: LeaderId) -> Option<HexId> {
        match self.leaders[usize::from(id.0)].post {
            Post::With(unit) => self[unit].hex(),
            _ => None,
        }
    }
    /// Leaders on the map, with the unit they are stacked with.
    pub fn leaders_on_map(&self) -> impl Iterator<Item = (LeaderId, UnitId)> + '_ {
        self.leaders.iter().enumerate().filter_map(|(i, it)| match it.post {
            // Whoever is with a unit still at sea commands nobody (gts.command.wave-box-leader).
            Post::With(unit) if self[unit].is_in_play() => Some((LeaderId(i as u8), unit)),
            _ => None,
        })
    }

    /// Lies on the hex and touches whoever is in it, of either side (gts.barrage.both-sides), parked or not
    /// (gts.barrage.parked-unit).
    #[must_use]
    #[inline]
    pub fn barrage(&self, hex: HexId) -> Option<Barrage> {
        self.barrages.iter().find(|(it, _)| *it == hex).map(|(_, it)| *it)
    }

    /// gts.ruling.supply: what the supply of a division suffers from now.
    pub fn supply(&self, division: DivisionId) -> impl Iterator<Item = SupplyLevel> + '_ {
        let turns = self.data().supply.iter();
        let now = turns.filter(move |it| {
            it.division == division && it.from <= self.turn && self.turn <= it.to
        });
        now.map(|it| it.level)
    }

    /// gts.term.daylight: a turn that is not Night is Daylight.
    #[must_use]
    pub fn is_night(&self) -> bool {
        self.data().turns[usize::from(self.turn - 1)].night
    }
}

fn setup_unit(kind: &UnitKind, start: &crate::data::UnitStart) -> Unit {
    Unit {
        place: match start.at {
            // `put` follows.
            Start::Hex(_) | Start::Reinforcement { .. } => Place::Later,
            Start::Sea { turn: 0 | 1, at } => Place::Sea(at),
            Start::Sea { .. } => Place::Later,
            Start::Absent => Place::Absent,
        },
        next: NOBODY,
        steps: kind.steps.saturating_sub(start.steps_lost),
        cohesion: start.cohesion,
        suppressed: start.suppressed,
        column: start.column,
        mounted: start.mounted,
        ip: start.improved_position,
        ent: start.entrenched,
        rallying: 0,
        parked: start.parked,
        contact: start.contact,
        men_at_work: 0,
        work: None,
        hero: start.hero,
        heroic: start.heroic,
        delay: start.delay,
        drift: 0,
        aboard: None,
        interdicted: false,
    }
}

impl NavalState {
    fn new(data: &crate::data::Naval) -> NavalState {
        let beach = |it: &crate::data::BeachKind| Beach {
            obstacles: it.obstacles,
            nests: it.nests,
            gap: it.gap,
            sea_state: it.sea_state,
            open_gaps: 0,
            open: false,
            overlay: it.overlay,
            phone_cut: false,
        };
        NavalState {
            beaches: data.beaches.iter().map(beach).collect(),
            markers: data.forces.iter().map(|it| it.marker).collect(),
            plays: 0,
            landed: UnitSet::EMPTY,
        }
    }
}
