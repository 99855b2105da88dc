//! Save-yourself retreats (section `syr`).

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::data::Data;
use crate::event::Words;
use crate::fire::firing_hexes;
use crate::ground::Hexes;
use crate::id::UnitId;
use crate::question::{Topic, ask};
use crate::set::UnitSet;
use crate::state::{Battle, Mode, Nerve};
use crate::text::Names;
use crate::{assault, blow, morale, spot};

rules! {
    RETREAT = "tcs.syr.pick", "The owner picks where the retreat ends";
    NONE = "tcs.syr.none", "No way out: destroyed";
    IMMOBILE = "tcs.syr.immobile", "It cannot move by itself: destroyed";
    STATE = "tcs.syr.state", "It ends Suppressed, in Fire mode";
}

/// Ends of a retreat: at most so many hexes lie within its length.
pub type Ends = SmallVec<[HexId; 64]>;

/// A unit runs from the attack of `firers`.
pub fn retreat<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    id: UnitId,
    firers: UnitSet,
) -> Result<(), C::Halt> {
    // tcs.assault.attacker-syr
    if let Some(home) = assault::came_from(g, id) {
        g.put(id, home);
        // tcs.syr.state
        g[id].mode = Mode::Fire;
        morale::shake(g, id, Nerve::Suppressed);
        cx.say(assault::ATTACKER_SYR, || Said::Back { unit: id, to: home }.into());
        return Ok(());
    }
    if g.card(id).allowance == 0 || g.card(id).towed {
        cx.say(IMMOBILE, || Said::Trapped(id).into());
        blow::destroy(cx, g, id, IMMOBILE);
        return Ok(());
    }
    let ends = ends(g, id, firers);
    if ends.is_empty() {
        cx.say(NONE, || Said::Trapped(id).into());
        blow::destroy(cx, g, id, NONE);
        return Ok(());
    }
    let to = cx.choose(g, ask(g.side(id), RETREAT, Topic::RetreatTo(id)), &ends)?;
    // tcs.syr.drawing: the drawing is not asked; tcs.syr.no-overwatch: nobody answers.
    g.put(id, to);
    g[id].mode = Mode::Fire;
    morale::shake(g, id, Nerve::Suppressed);
    cx.say(STATE, || Said::To { unit: id, to }.into());
    Ok(())
}

/// Where it may end (tcs.syr.length to tcs.syr.no-entry): farther away (tcs.syr.farther), by day not past the enemy
/// (tcs.syr.adjacent).
#[must_use]
pub fn ends(g: &Battle, id: UnitId, firers: UnitSet) -> Ends {
    let Some(start) = g.hex(id) else { return Ends::new() };
    let enemy = nearest_enemy(g, id, start, firers);
    let reached = reach(g, id, start);
    let farther = |it: &HexId| {
        enemy.is_none_or(|enemy| g.data.distance(start, enemy) < g.data.distance(*it, enemy))
    };
    let mut ends: Ends = reached.iter().filter(farther).collect();
    // tcs.syr.cover
    let fired = firing_hexes(g, firers);
    let hidden = |it: &HexId| fired.iter().all(|from| !spot::sees(g, *from, *it));
    if ends.iter().any(hidden) {
        ends.retain(|it| hidden(it));
    }
    // tcs.syr.zone
    if ends.iter().any(|it| !g.zone.contains(*it)) {
        ends.retain(|it| !g.zone.contains(*it));
    }
    ends
}

/// tcs.syr.enemy: the nearest enemy combat unit that is spotted or took part.
fn nearest_enemy(g: &Battle, id: UnitId, start: HexId, firers: UnitSet) -> Option<HexId> {
    let side = g.side(id);
    let mut best: Option<(u32, HexId)> = None;
    for (enemy, hex) in g.on_map(side.other()) {
        let distance = g.data.distance(start, hex);
        if best.is_none_or(|it| distance < it.0)
            && g.card(enemy).is_combat()
            && (firers.contains(enemy) || spot::is_spotted(g, side, enemy))
        {
            best = Some((distance, hex));
        }
    }
    best.map(|it| it.1)
}

/// Hexes within four steps over ground it may enter, away from enemies and mines.
fn reach(g: &Battle, id: UnitId, start: HexId) -> Hexes {
    let side = g.side(id);
    let class = g.card(id).class;
    let mut reached = Hexes::EMPTY;
    let mut border: SmallVec<[HexId; 32]> = SmallVec::from_slice(&[start]);
    for _ in 0..g.data.tables.limits.syr_max_hexes {
        let mut next: SmallVec<[HexId; 32]> = SmallVec::new();
        for from in border {
            for (direction, to) in g.data.map().neighbours(from) {
                if to == start || reached.contains(to) || g.holds(side.other(), to) {
                    continue;
                }
                // tcs.syr.no-entry, tcs.assault.syr-direction
                if g.data.minefields.contains(to) || assault::is_barred(g, start, to) {
                    continue;
                }
                if !g.data.ground.may_enter(class, from, direction) || is_fatal(g, id, start, to) {
                    continue;
                }
                reached.insert(to);
                next.push(to);
            }
        }
        border = next;
    }
    reached
}

/// tcs.syr.adjacent-how: by day and twilight not next to a normal enemy combat unit. Those in the start hex itself, as in an assault,
/// do not count: nobody could leave it.
fn is_fatal(g: &Battle, id: UnitId, start: HexId, hex: HexId) -> bool {
    let enemy = g.side(id).other();
    let holds = &g.occupied[enemy.index()];
    !g.is_night()
        && g.data.map().neighbours(hex).any(|(_, it)| {
            it != start
                && holds.contains(it)
                && g.stack_of(enemy, it).any(|it| g[it].is_normal() && g.card(it).is_combat())
        })
}

/// Leaves a hex by the movement rules of a retreat without being Suppressed (tcs.assault.vehicles-defending).
pub fn leave<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let ends = if g.card(id).allowance == 0 { Ends::new() } else { ends(g, id, UnitSet::EMPTY) };
    if ends.is_empty() {
        cx.say(NONE, || Said::Trapped(id).into());
        blow::destroy(cx, g, id, NONE);
        return Ok(());
    }
    let to = cx.choose(g, ask(g.side(id), RETREAT, Topic::RetreatTo(id)), &ends)?;
    g.put(id, to);
    cx.say(RETREAT, || Said::To { unit: id, to }.into());
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    To { unit: UnitId, to: HexId },
    Back { unit: UnitId, to: HexId },
    Trapped(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::To { unit, to } => {
                let text = format!("{} retreats to {}.", names.unit(*unit), names.hex(*to));
                (text, names.side(*unit), vec![*to])
            }
            Said::Back { unit, to } => {
                let text = format!("{} goes back to {}.", names.unit(*unit), names.hex(*to));
                (text, names.side(*unit), vec![*to])
            }
            Said::Trapped(unit) => {
                (format!("{} has no way out.", names.unit(*unit)), names.side(*unit), vec![])
            }
        }
    }
}
