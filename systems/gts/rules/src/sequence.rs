//! Section 11: the sequence of play, steps A to J.

use kernel::{Cx, rules, shown};
use smallvec::SmallVec;

use crate::activation;
use crate::air;
use crate::beach;
use crate::command::{can_pay_cp, gain};
use crate::contact;
use crate::data::{Chit, Data, DivisionId, FormationId, Side, Start, UnitId};
use crate::event::Words;
use crate::events;
use crate::fire_zone::note_sighting_range;
use crate::leader;
use crate::naval;
use crate::park;
use crate::purchase;
use crate::question::{Opt, Topic, ask};
use crate::state::{Active, Battle, ChitState, Phase, Place, Post, Stage};
use crate::text::Names;
use crate::transfer;
use crate::victory;
use crate::weather;

rules! {
    SOP = "gts.sop.order", "Sequence of play";
    SOP_REINFORCEMENTS = "gts.sop.c-reinforcements", "Reinforcements go to their holding boxes";
    CONVERT = "gts.sop.d1-convert", "Turn 2 Command Points into 1 Dispatch Point";
    MUG = "gts.sop.g-mug-common", "Chits go into the mug";
    FIRST_CHIT = "gts.sop.h-first-turn", "The scenario names the first chit";
    HELD_CHIT = "gts.sop.h-later-turn", "The chit held over is played first";
    DRAW_CHIT = "gts.sop.h-draw", "Draw a chit";
    NAVAL_NIGHT = "gts.sop.h-naval-night", "No Naval Chit at night";
    LAST_CHIT = "gts.sop.h-last-chit", "The last chit is held over";
    CLEAN_LEADERS = "gts.sop.i-leaders", "Leaders of vanished formations are removed";
    END_TURN = "gts.sop.j-end", "End of the turn";
    VICTORY = "gts.victory.when", "Victory is determined";
}

/// One step of the game. Each part of the sequence ends by setting the next.
pub fn step<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    match g.phase {
        Phase::Weather => {
            cx.say(SOP, || Said::TurnBegins(g.turn).into());
            ready_set_aside_chits(g);
            weather::roll(cx, g)?;
            note_sighting_range(g);
            air::determine(cx, g);
            g.phase = Phase::Air(Side::First);
        }
        Phase::Air(side) => air::allot(cx, g, side)?,
        Phase::Reinforcements => {
            reinforcements(cx, g);
            g.phase = Phase::Conversion(Side::First);
        }
        Phase::Conversion(side) => convert(cx, g, side)?,
        Phase::Purchase => purchase::purchase(cx, g)?,
        Phase::Parks(side) => park::step(cx, g, side)?,
        Phase::Contact(side) => contact::step(cx, g, side)?,
        Phase::GiveUpContact(side) => contact::give_up_step(cx, g, side)?,
        Phase::Transfers => {
            transfer::step(cx, g)?;
            g.phase = Phase::Mug;
        }
        Phase::Mug => {
            fill_mug(cx, g);
            g.phase = Phase::Chits;
        }
        Phase::Chits => chits(cx, g)?,
        Phase::Cleanup => {
            clean_up(cx, g);
            g.phase = Phase::End;
        }
        Phase::End => end_turn(cx, g),
        Phase::Over => (),
    }
    Ok(())
}

/// Step C: what is due goes to the holding box of its division (gts.sop.c-reinforcements, gts.reinf.holding).
fn reinforcements<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    for i in 0..g.units.len() {
        let unit = UnitId(i as u8);
        if let Start::Reinforcement { turn, entry } = g.data().unit_starts[i].at
            && turn == g.turn
            && g[unit].place == Place::Later
        {
            g[unit].place = Place::Holding(entry);
            cx.say(SOP_REINFORCEMENTS, || Said::Arrived { unit }.into());
        }
        // Those from the sea appear on the Naval Display.
        if let Start::Sea { turn, at } = g.data().unit_starts[i].at
            && turn == g.turn
            && g[unit].place == Place::Later
        {
            g[unit].place = Place::Sea(at);
            cx.say(SOP_REINFORCEMENTS, || Said::Arrived { unit }.into());
        }
    }
    naval::man_wave_boxes(g);
}

/// A division that turns CPs into a DP.
#[derive(Clone, Copy)]
struct Convert(DivisionId);

shown! {
    Convert(division) => Convert, Opt::Convert(division);
}

/// Step D.I: 2 CPs of a division into 1 DP of the same division, as often as it can pay (gts.sop.d1-repeat). The side
/// the module lists first goes first (gts.sop.e-order).
fn convert<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let limits = &g.data().tables.limits;
    let (cost, cap) = (limits.cp_per_dp, limits.points_cap);
    let mut options: SmallVec<[Option<Convert>; 8]> = SmallVec::new();
    options.push(None);
    for division in divisions_of(g, side) {
        if can_pay_cp(g, division, cost) && g.points(division).dp < cap {
            options.push(Some(Convert(division)));
        }
    }
    match cx.choose(g, ask(side, CONVERT, Topic::Convert), &options)? {
        Some(Convert(division)) => {
            gain(g, division, -i32::from(cost), 1);
            cx.say(CONVERT, || Said::Converted(division).into());
        }
        None if side == Side::First => g.phase = Phase::Conversion(Side::Second),
        None => g.phase = Phase::Purchase,
    }
    Ok(())
}

pub fn divisions_of(g: &Battle, side: Side) -> impl Iterator<Item = DivisionId> + '_ {
    let divisions = g.data().divisions.iter().enumerate();
    divisions.filter(move |(_, it)| it.side == side).map(|(i, _)| DivisionId(i as u8))
}

/// gts.sop.d2-set-aside-ready: what was set aside last turn counts as bought for this one.
fn ready_set_aside_chits(g: &mut Battle) {
    for chit in &mut g.chits {
        if chit.state == ChitState::NextTurn {
            chit.state = ChitState::ThisTurn;
        }
    }
}

/// Step G (gts.sop.g-mug-common, gts.sop.g-first-turn, gts.sop.g-held).
fn fill_mug<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    let mut mug: SmallVec<[Chit; 16]> = SmallVec::new();
    match (&g.data().first_mug, g.turn) {
        (Some(listed), 1) => mug.extend(listed.iter().copied()),
        _ => {
            // gts.chit.dead-division
            let divisions = (0..g.data().divisions.len()).map(|it| DivisionId(it as u8));
            mug.extend(divisions.filter(|it| is_alive(g, *it)).map(Chit::Division));
            mug.extend(Side::BOTH.map(Chit::DirectCommand));
            // gts.sop.g-mug-s1: there may be several.
            mug.extend((0..g.data().events_chits).map(|_| Chit::Events));
            // gts.sop.g-mug-s0, gts.form.royal-marines-free
            let edition = g.scene.edition();
            let marines = g.data().royal_marines;
            if edition.mug_royal_marines && marines.is_some_and(|it| is_formation_alive(g, it)) {
                mug.push(Chit::RoyalMarines);
            }
            if edition.mug_naval && g.naval.is_some() && !g.is_night() {
                mug.push(Chit::Naval);
            }
            for (i, chit) in g.chits.iter().enumerate() {
                if chit.state == ChitState::ThisTurn {
                    mug.push(Chit::Formation(FormationId(i as u8)));
                }
            }
        }
    }
    for chit in &mut g.chits {
        if chit.state == ChitState::ThisTurn {
            chit.state = ChitState::Available;
        }
    }
    if g.turn == 1 {
        g.held = g.data().first_chit;
    }
    if let Some(held) = g.held
        && let Some(at) = mug.iter().position(|it| *it == held)
    {
        mug.remove(at);
    }
    mug.sort_unstable();
    let n = mug.len() as u8;
    g.mug = mug;
    cx.say(MUG, || Said::MugFilled(n).into());
}

fn is_formation_alive(g: &Battle, formation: FormationId) -> bool {
    g.scene.formation_units(formation).any(|id| is_still_there(g, id))
}

/// In play, or arriving this turn.
fn is_alive(g: &Battle, division: DivisionId) -> bool {
    let there =
        |id: UnitId| matches!(g[id].place, Place::Hex(_) | Place::Holding(_) | Place::Sea(_));
    let mut units = (0..g.units.len()).map(|it| UnitId(it as u8));
    units.any(|id| g.division(id) == division && there(id) && !g.kind(id).is_afloat())
}

fn is_still_there(g: &Battle, id: UnitId) -> bool {
    matches!(g[id].place, Place::Hex(_) | Place::Holding(_) | Place::Sea(_) | Place::Later)
}

/// Step H: play the chit in hand, or take the next.
fn chits<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    match &g.active {
        Some(Active { stage: Stage::Naval(step), .. }) => return naval::play(cx, g, *step),
        Some(_) => return activation::play(cx, g),
        None => (),
    }
    // gts.sop.h-naval-night: the Naval Chit left over is barred at night.
    if g.held == Some(Chit::Naval) && g.is_night() {
        g.held = None;
        cx.say(NAVAL_NIGHT, || Said::ChitUnplayed(Chit::Naval).into());
    }
    // gts.sop.h-first-turn, gts.sop.h-later-turn
    let (chit, rule) = match g.held.take() {
        Some(held) => (held, if g.turn == 1 { FIRST_CHIT } else { HELD_CHIT }),
        None if g.mug.len() <= 1 => {
            // gts.sop.h-last-chit, gts.sop.h-last-open
            g.held = g.mug.pop();
            if let Some(held) = g.held {
                cx.say(LAST_CHIT, || Said::ChitHeld(held).into());
            }
            g.phase = Phase::Cleanup;
            return Ok(());
        }
        None => {
            // gts.sop.h-draw
            let mug = g.mug.clone();
            let chit = cx.draw(g, ask(Side::First, DRAW_CHIT, Topic::DrawChit), &mug)?;
            if let Some(at) = g.mug.iter().position(|it| *it == chit) {
                g.mug.remove(at);
            }
            (chit, DRAW_CHIT)
        }
    };
    cx.say(rule, || Said::ChitPlayed(chit).into());
    if chit == Chit::Events {
        return events::play(cx, g);
    }
    g.active = open(g, chit);
    Ok(())
}

/// Who plays a chit, and where it begins.
fn open(g: &Battle, chit: Chit) -> Option<Active> {
    let data = g.data();
    let (side, stage) = match chit {
        Chit::Division(id) => (data.divisions[usize::from(id.0)].side, Stage::Opening),
        Chit::Formation(id) => {
            (data.divisions[usize::from(g.division_of(id).0)].side, Stage::Actions)
        }
        Chit::DirectCommand(side) => (side, Stage::Actions),
        // gts.form.royal-marines
        Chit::RoyalMarines => {
            let division = g.division_of(data.royal_marines?);
            (data.divisions[usize::from(division.0)].side, Stage::Actions)
        }
        // gts.chit.naval
        Chit::Naval => (data.naval.as_ref()?.side, Stage::Naval(1)),
        Chit::Events => return None,
    };
    Some(Active::new(chit, side, stage))
}

/// Step I.
fn clean_up<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    // gts.sop.i-barrages
    g.barrages.clear();
    // gts.sop.i-parks
    for park in &mut g.parks {
        park.fired = false;
    }
    events::lift_markers(g);
    beach::end_overlays(cx, g);
    if let Some(naval) = &mut g.naval {
        naval.plays = 0;
    }
    for i in 0..g.leaders.len() {
        let formation = g.data().leaders[i].formation;
        let leader = crate::data::LeaderId(i as u8);
        // gts.sop.i-leaders, gts.sop.i-leaders-pending, gts.leader.formation-gone
        let gone = !g.scene.formation_units(formation).any(|id| is_still_there(g, id));
        if gone && g.leaders[i].post != Post::Gone {
            // Of one who was never on the map, as his formation is not in this scenario, there is nothing to tell.
            let was_there = g.leaders[i].post != Post::Later;
            g.leaders[i].post = Post::Gone;
            if was_there {
                cx.say(CLEAN_LEADERS, || leader::Said::LeaderLost(leader).into());
            }
            contact::lose_leader(cx, g, leader);
        }
        // gts.sop.d2-available-s0: in play from this turn on, entry hexes not counting.
        if g.leader_hex(leader).is_some_and(|hex| !g.is_entry_hex(hex)) {
            let since = &mut g.chits[usize::from(formation.0)].leader_since;
            *since = since.or(Some(g.turn));
        }
    }
}

/// Step J (gts.sop.j-end, gts.victory.when).
fn end_turn<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    let turn = g.turn;
    cx.say(END_TURN, || Said::TurnEnds(turn).into());
    // gts.ruling.morale: a side that is broken fights no further turn.
    let broken = Side::BOTH.into_iter().find(|side| victory::is_broken(g, *side));
    if let Some(side) = broken {
        cx.say(victory::MORALE, || Said::Broken(side).into());
    }
    if broken.is_some() || usize::from(g.turn) == g.data().turns.len() {
        g.phase = Phase::Over;
        let points = Side::BOTH.map(|side| victory::score(g, side).total());
        cx.say(VICTORY, || Said::Ended { points }.into());
        return;
    }
    g.turn += 1;
    g.phase = Phase::Weather;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    TurnBegins(u8),
    Arrived {
        unit: UnitId,
    },
    Converted(DivisionId),
    MugFilled(u8),
    ChitPlayed(Chit),
    ChitHeld(Chit),
    TurnEnds(u8),
    Ended {
        points: [i32; 2],
    },
    Conceded(Side),
    /// Has left the map.
    Exited(UnitId),
    Broken(Side),
    /// It may not be played this turn.
    ChitUnplayed(Chit),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::TurnBegins(turn) => {
                let it = &data.turns[usize::from(*turn - 1)];
                (format!("Turn {turn}: {}, {}.", it.date, it.time), None, vec![])
            }
            Said::Arrived { unit } => {
                let afloat = matches!(data.unit_starts[usize::from(unit.0)].at, Start::Sea { .. });
                let what =
                    if afloat { "arrives off the coast" } else { "waits in its holding box" };
                (format!("{} {what}.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::Converted(id) => (
                format!("{} turns 2 CPs into 1 DP.", names.division(*id)),
                names.division_side(*id),
                vec![],
            ),
            Said::MugFilled(n) => (format!("{n} chits go into the mug."), None, vec![]),
            Said::ChitPlayed(chit) => {
                (format!("{} is played.", names.chit(*chit)), names.chit_side(*chit), vec![])
            }
            Said::ChitHeld(chit) => (
                format!("{} is left over for the next turn.", names.chit(*chit)),
                names.chit_side(*chit),
                vec![],
            ),
            Said::TurnEnds(turn) => (format!("Turn {turn} ends."), None, vec![]),
            Said::Ended { points } => {
                let [a, b] = Side::BOTH.map(|side| names.side(side).to_string());
                (format!("The battle is over: {a} {}, {b} {}.", points[0], points[1]), None, vec![])
            }
            Said::Conceded(side) => (
                format!("The {} side concedes.", data.sides[side.index()].adjective),
                Some(*side),
                vec![],
            ),
            Said::Exited(unit) => {
                (format!("{} leaves the map.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
            Said::Broken(side) => (
                format!("The morale of the {} side is broken.", data.sides[side.index()].adjective),
                Some(*side),
                vec![],
            ),
            Said::ChitUnplayed(chit) => (
                format!("{} is put aside unplayed.", names.chit(*chit)),
                names.chit_side(*chit),
                vec![],
            ),
        }
    }
}
