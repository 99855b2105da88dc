//! Sections 9.2 and 9.3: indirect HE and smoke. Call Fire, Fire for Effect, and the situation of each target.

mod legal;
mod ready;
mod said;

use kernel::{Cx, Ledger, Rule, rules};
use smallvec::SmallVec;
use tabletop::{Spot, within};

use crate::data::{ElementId, FIGURES, Quality, Side};
use crate::dice;
use crate::direct_he::{self, Reach, Struck};
use crate::fire::{self, Aim, Firer};
use crate::hit_and_kill::{self, cover_rule};
use crate::question::{Topic, ask};
use crate::state::{Level, Mission, Shot, Skirmish, Stood};
use crate::tables::{Cover, Support, Tables, Weight, inches};

pub(crate) use legal::ONE_MISSION;
pub use legal::{RULES as LEGAL_RULES, may_fire};
pub use ready::options;
pub use said::Said;

rules! {
    CALL = "skirmish.ind.call", "Call Fire";
    EFFECT = "skirmish.ind.for-effect", "Fire for Effect";
    CONTINUE = "skirmish.ind.continue", "Fire for Effect goes on while targets remain";
    ADJUST = "skirmish.ind.adjust", "Shifted up to 4 inches, to where it touches an enemy figure";
    ATTACHED = "skirmish.ind.attached", "Attached support";
    DIRECT = "skirmish.ind.direct", "Direct support";
    GENERAL = "skirmish.ind.general", "General support";
    HINDRANCE = "skirmish.ind.hindrance", "Each hindrance between spotter and target point";
    VETERAN = "skirmish.ind.veteran", "Veteran firer or spotter";
    GREEN = "skirmish.ind.green", "Green firer or spotter";
    SUPPRESSED = "skirmish.ind.suppressed", "Suppressed firer or spotter";
    AGAIN = "skirmish.ind.again", "A later attempt at the same point";
    CREW = "skirmish.ind.crew", "Each crewman missing";
    AUTOMATIC = "skirmish.roll.one-plus", "On target without a die";
    NUMBERS = "skirmish.ind.numbers", "Numbers of the cover, the situation and the weight";
    WOODS = "skirmish.sit.woods", "Tree bursts";
    FLOORS = "skirmish.sit.floors", "Each level overhead";
    LINEAR = "skirmish.sit.linear", "Behind a linear obstacle";
    WEAK = "skirmish.sit.weak-firer", "Firer Suppressed or short of crew";
    SMOKE = "skirmish.smoke.landing", "Smoke lands";
}

/// What fires: a weapon on the table or a battery off it (skirmish.ind.firers).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub support: Support,
    pub weight: Weight,
    pub quality: Quality,
    pub suppressed: bool,
    pub missing_crew: u8,
}

/// What is known of a targeting roll: read off the table, or entered by a referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targeting {
    pub piece: Piece,
    pub smoke: bool,
    pub spotter: Quality,
    pub spotter_suppressed: bool,
    pub hindrances: u8,
    pub again: bool,
}

/// What is known of a figure under an indirect blast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Under {
    pub cover: Cover,
    /// It has it from a linear obstacle between the burst and it (skirmish.sit.linear-test).
    pub behind_obstacle: bool,
    pub in_woods: bool,
    /// Floors over its own, and the roof (skirmish.sit.levels-above).
    pub levels_above: u8,
}

/// One mission of a Stationary Fire Phase (skirmish.ind.who).
pub(crate) fn mission<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    shot: Shot,
) -> Result<(), C::Halt> {
    let (side, Some(piece)) = (g.firer_side(shot.firer), piece(g, shot.firer, shot.group)) else {
        return Ok(());
    };
    let only = match shot.firer {
        Firer::Element(id) => g.secret(id),
        Firer::Battery(_) => None,
    };
    // A hidden firer is not named to the enemy.
    let named = if only.is_some() { None } else { Some(shot.firer) };
    let (at, smoke) = match shot.aim {
        Aim::Call { at, smoke, spotter } => {
            spend(g, shot.firer, smoke);
            let (on_target, rule) = target(cx, g, shot, piece, at, smoke, spotter)?;
            // Said after the roll, so that its number, which tells of the spotter, stands under this line.
            cx.say(CALL, || Said::Called { side, firer: shot.firer, spotter, at, smoke }.into());
            // skirmish.ind.one-marker: a new call takes the old marker off.
            let marker = Mission { at, for_effect: on_target, smoke, used: true };
            set_mission(g, shot.firer, Some(marker));
            cx.say(rule, || Said::Targeted { side, firer: named, at, smoke, on_target }.into());
            if !on_target {
                return Ok(());
            }
            (at, smoke)
        }
        Aim::Continue => {
            let Some(marker) = mission_of(g, shot.firer) else { return Ok(()) };
            spend(g, shot.firer, false);
            set_mission(g, shot.firer, Some(Mission { used: true, ..marker }));
            cx.say(CONTINUE, || Said::Continued { side, firer: named, at: marker.at }.into());
            (marker.at, false)
        }
        Aim::Adjust { at, .. } => {
            let Some(marker) = mission_of(g, shot.firer) else { return Ok(()) };
            spend(g, shot.firer, false);
            set_mission(g, shot.firer, Some(Mission { at, used: true, ..marker }));
            cx.say(ADJUST, || Said::Adjusted { side, firer: named, at }.into());
            (at, false)
        }
        Aim::Element { .. } | Aim::Figure(_) => return Ok(()),
    };
    if smoke {
        // skirmish.smoke.landing: it attacks nobody and is never continued.
        set_mission(g, shot.firer, None);
        g.landing.push(at);
        return cx.mark(g, SMOKE, ());
    }
    barrage(cx, g, side, piece, at)
}

/// The targeting roll, and the statement by which it came out so.
fn target<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    shot: Shot,
    piece: Piece,
    at: Spot,
    smoke: bool,
    spotter: ElementId,
) -> Result<(bool, Rule), C::Halt> {
    let it = Targeting {
        piece,
        smoke,
        spotter: g.quality(spotter),
        spotter_suppressed: g[spotter].level == Level::Suppressed,
        hindrances: seen_by(g, spotter, at).unwrap_or(0),
        again: is_again(g, shot.firer, at),
    };
    let number = cx.tally(CALL, |ledger| count(g.tables(), &it, ledger));
    // skirmish.roll.one-plus
    if number <= g.tables().roll.indirect_targeting_automatic_at_or_below {
        return Ok((true, AUTOMATIC));
    }
    let side = g.firer_side(shot.firer);
    let on_target = dice::against(cx, g, ask(side, CALL, Topic::Targeting(side)), number)?;
    Ok((on_target, if on_target { EFFECT } else { CALL }))
}

/// The targeting number (sheet 8.2).
pub fn count(t: &Tables, it: &Targeting, ledger: &mut impl Ledger) {
    let (row, table) = (t.support(it.piece.support), &t.indirect_targeting);
    let rule = match it.piece.support {
        Support::Attached => ATTACHED,
        Support::Direct => DIRECT,
        Support::General => GENERAL,
    };
    ledger.add(rule, if it.smoke { row.smoke } else { row.he });
    let amount = table.hindrance_spotter_target.amount;
    ledger.add(HINDRANCE, amount * i32::from(it.hindrances));
    // skirmish.ind.either-once: a Veteran and a Green one cancel out.
    let either = |quality: Quality| it.piece.quality == quality || it.spotter == quality;
    if either(Quality::Veteran) {
        ledger.add(VETERAN, table.veteran_firer_or_spotter.amount);
    }
    if either(Quality::Green) {
        ledger.add(GREEN, table.green_firer_or_spotter.amount);
    }
    if it.piece.suppressed || it.spotter_suppressed {
        ledger.add(SUPPRESSED, table.suppressed_firer_or_spotter.amount);
    }
    if it.again {
        ledger.add(AGAIN, table.subsequent_attempt_same_point.amount);
    }
    ledger.add(CREW, table.sw_lack_of_crew.amount * i32::from(it.piece.missing_crew));
}

/// Fire for Effect: every figure of either side in the area, on every floor (skirmish.ind.building).
fn barrage<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    side: Side,
    piece: Piece,
    at: Spot,
) -> Result<(), C::Halt> {
    let radius = inches(g.tables().weight(piece.weight).radius);
    direct_he::reveal_under(cx, g, at, radius, Reach::EveryFloor);
    let scene = g.scene.clone();
    let mut struck: SmallVec<[Struck; FIGURES]> = SmallVec::new();
    for (figure, spot) in reached(g, at, radius) {
        let under = situation(g, at, spot);
        let hit = cx.tally(NUMBERS, |it| count_hit(&scene.tables, &piece, &under, it));
        let kill = cx.tally(NUMBERS, |it| count_kill(&scene.tables, &piece, &under, it));
        struck.push(Struck { figure, hit, kill });
    }
    let (hits, kills) = direct_he::attack(cx, g, side, &struck)?;
    cx.say(EFFECT, || Said::Fell { side, at, hits, kills }.into());
    cx.mark(g, EFFECT, ())
}

/// Revealed figures of either side within the radius.
fn reached(g: &Skirmish, at: Spot, radius: i32) -> Stood {
    let revealed = g.ids().filter(|it| g.is_revealed(*it));
    let spots = revealed.flat_map(|it| g.spots(it));
    spots.filter(|(_, it)| within(at.point(), it.point(), radius)).collect()
}

/// How a figure stands under a blast (sheet 8.3).
#[must_use]
pub fn situation(g: &Skirmish, burst: Spot, at: Spot) -> Under {
    Under {
        cover: g.cover_from_burst(burst, at),
        behind_obstacle: g.is_behind_obstacle(burst, at),
        in_woods: g.has_tree_bursts(at),
        levels_above: g.levels_above(at),
    }
}

/// The modifiers of direct fire never count here (skirmish.ind.no-direct-mods).
pub fn count_hit(t: &Tables, piece: &Piece, it: &Under, ledger: &mut impl Ledger) {
    let table = &t.indirect_situation;
    // skirmish.sit.woods-replaces: whatever cover it has there.
    match it.in_woods {
        true => ledger.add(WOODS, table.woods.start_hit),
        false if it.behind_obstacle => ledger.add(LINEAR, t.cover(it.cover).hit),
        false => ledger.add(cover_rule(it.cover), t.cover(it.cover).hit),
    }
    ledger.add(hit_and_kill::WEIGHT, t.weight(piece.weight).hit);
    ledger.add(FLOORS, table.building_levels_above.hit * i32::from(it.levels_above));
    if is_weak(piece) {
        ledger.add(WEAK, table.suppressed_or_lack_of_crew.hit);
    }
}

pub fn count_kill(t: &Tables, piece: &Piece, it: &Under, ledger: &mut impl Ledger) {
    let table = &t.indirect_situation;
    match it.in_woods {
        true => ledger.add(WOODS, table.woods.start_kill),
        false => ledger.add(hit_and_kill::KILL, t.cover(it.cover).kill),
    }
    ledger.add(hit_and_kill::WEIGHT, t.weight(piece.weight).kill);
    ledger.add(FLOORS, table.building_levels_above.kill * i32::from(it.levels_above));
    if is_weak(piece) {
        ledger.add(WEAK, table.suppressed_or_lack_of_crew.kill);
    }
}

/// skirmish.sit.weak-once: once, however many are missing.
const fn is_weak(piece: &Piece) -> bool {
    piece.suppressed || 0 < piece.missing_crew
}

/// The weapon or battery of a firer; a battery is never Suppressed nor short of crew.
#[must_use]
pub fn piece(g: &Skirmish, firer: Firer, group: u8) -> Option<Piece> {
    match firer {
        Firer::Element(id) => {
            let group = fire::group(g, id, group)?;
            let row = g.tables().weapon(group.weapon?);
            Some(Piece {
                support: row.support?,
                weight: row.weight?,
                quality: g.quality(id),
                suppressed: g[id].level == Level::Suppressed,
                missing_crew: group.missing,
            })
        }
        Firer::Battery(id) => {
            let it = &g.scene.batteries[usize::from(id.0)];
            let (support, weight, quality) = (it.support, it.weight, it.quality);
            Some(Piece { support, weight, quality, suppressed: false, missing_crew: 0 })
        }
    }
}

/// The fewest hindrances with which an element sees a point (skirmish.ind.point).
#[must_use]
pub fn seen_by(g: &Skirmish, spotter: ElementId, at: Spot) -> Option<u8> {
    g.spots(spotter).filter_map(|(_, from)| g.sight(from, at)).min()
}

/// skirmish.ind.again, skirmish.ind.miss: the same firer, that exact point, next turn.
fn is_again(g: &Skirmish, firer: Firer, at: Spot) -> bool {
    mission_of(g, firer).is_some_and(|it| it.at == at && !it.used)
}

#[must_use]
pub fn mission_of(g: &Skirmish, firer: Firer) -> Option<Mission> {
    match firer {
        Firer::Element(id) => g[id].mission,
        Firer::Battery(id) => g[id].mission,
    }
}

fn set_mission(g: &mut Skirmish, firer: Firer, mission: Option<Mission>) {
    match firer {
        Firer::Element(id) => g[id].mission = mission,
        Firer::Battery(id) => g[id].mission = mission,
    }
}

/// skirmish.ind.supply: on target or not.
fn spend(g: &mut Skirmish, firer: Firer, smoke: bool) {
    let rounds = match (firer, smoke) {
        (Firer::Element(id), false) => &mut g[id].he_rounds,
        (Firer::Element(id), true) => &mut g[id].smoke_rounds,
        (Firer::Battery(id), false) => &mut g[id].he_rounds,
        (Firer::Battery(id), true) => &mut g[id].smoke_rounds,
    };
    *rounds = rounds.map(|it| it.saturating_sub(1));
}

/// skirmish.ind.miss: a marker not used in this turn's Stationary Fire Phase is taken off; the others wait for the next.
pub(crate) fn end_turn(g: &mut Skirmish) {
    let keep =
        |it: Option<Mission>| it.filter(|it| it.used).map(|it| Mission { used: false, ..it });
    for it in &mut g.elements {
        it.mission = keep(it.mission);
    }
    for it in &mut g.batteries {
        it.mission = keep(it.mission);
    }
}
