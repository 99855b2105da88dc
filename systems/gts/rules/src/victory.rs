//! Section 26: victory.

use kernel::{Cx, rules};

use crate::cost::{Refusal, allowance};
use crate::data::{Movement, Side, UnitId};
use crate::movement::{self, lose_ip};
use crate::sequence::Said;
use crate::state::{Barrage, Battle, Phase, Place};
use crate::{contact, leader, op_fire, result};

rules! {
    POINTS = "gts.victory.default", "Points for enemy steps and victory hexes";
    HEX = "gts.victory.data", "Victory hexes";
    CONCEDE = "gts.victory.concede", "A player may concede";
    EXIT = "gts.ruling.exit", "Leave the map";
    EXIT_HEX = "gts.ruling.exit", "Only in an exit hex of its side";
    EXIT_MODE = "gts.ruling.exit", "Not entrenched, in a park, or under a Heavy Barrage";
    MORALE = "gts.ruling.morale", "Morale";
}

/// What a side has scored so far, and from what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    pub steps: i32,
    pub hexes: i32,
    /// Steps that have left the map.
    pub exits: i32,
    pub handicap: i32,
}

impl Score {
    #[must_use]
    pub const fn total(self) -> i32 {
        self.steps + self.hexes + self.exits + self.handicap
    }
}

/// gts.victory.default: enemy steps eliminated and victory hexes last occupied.
#[must_use]
pub fn score(g: &Battle, side: Side) -> Score {
    let victory = &g.data().victory;
    let held = g.holders.iter().zip(&victory.hexes).filter(|(holder, _)| **holder == side);
    Score {
        steps: i32::from(g.steps_lost[side.other().index()])
            * i32::from(victory.per_enemy_step[side.index()]),
        hexes: held.map(|(_, it)| i32::from(it.points)).sum(),
        exits: exited(g, side),
        handicap: i32::from(victory.handicap[side.index()]),
    }
}

/// gts.ruling.exit: each step that left the map at the price of its hex.
fn exited(g: &Battle, side: Side) -> i32 {
    let exits = g.data().victory.exits.iter().filter(|it| it.side == side);
    exits
        .map(|exit| {
            let units = g.scene.units_of[side.index()].iter();
            let gone = units.filter(|id| g[*id].place == Place::Exited(exit.hex));
            gone.map(|id| i32::from(g[id].steps) * i32::from(exit.points)).sum::<i32>()
        })
        .sum()
}

/// The points a step of this unit brings by leaving the map where it stands; nothing where it may not.
#[must_use]
pub fn exit_here(g: &Battle, id: UnitId) -> Option<u8> {
    let exits = &g.data().victory.exits;
    let here = exits.iter().find(|it| Some(it.hex) == g[id].hex() && it.side == g.side(id));
    here.map(|it| it.points)
}

/// gts.ruling.exit: who could move, in an exit hex of its side.
pub fn may_exit(g: &Battle, id: UnitId) -> Result<(), Refusal> {
    let Some(hex) = g[id].hex().filter(|_| exit_here(g, id).is_some()) else {
        return Err(EXIT_HEX.into());
    };
    if g[id].ent || g[id].parked || g.barrage(hex) == Some(Barrage::Heavy) {
        return Err(EXIT_MODE.into());
    }
    match allowance(g, id) {
        Movement::Points(..) => Ok(()),
        Movement::Star | Movement::No => Err(movement::NO.into()),
    }
}

/// gts.ruling.exit: Op Fire before it goes; leaders who stood with it stay behind (gts.result.leader-alone).
pub fn exit<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) -> Result<(), C::Halt> {
    let Some(hex) = g[id].hex() else { return Ok(()) };
    let units = [id];
    let act = op_fire::Act {
        units: &units,
        from: hex,
        to: hex,
        zone_to_zone: false,
        running: false,
        deed: movement::Deed::Exit as u8,
    };
    op_fire::before(cx, g, act)?;
    if op_fire::is_stopped(cx, g, id) {
        return Ok(());
    }
    lose_ip(cx, g, id, EXIT);
    result::clear_markers(g, id);
    g[id].column = false;
    g.take(id, Place::Exited(hex));
    cx.say(EXIT, || Said::Exited(id).into());
    contact::lose(cx, g, id);
    leader::displace(cx, g, id, hex);
    Ok(())
}

/// gts.ruling.morale: where it stands now, and where it breaks; none where it is not tracked.
#[must_use]
pub fn morale(g: &Battle, side: Side) -> Option<(i32, i32)> {
    let victory = &g.data().victory;
    let it = victory.morale[side.index()]?;
    let hexes = g.holders.iter().zip(&victory.hexes);
    let lost = hexes.filter(|(holder, it)| it.owner == side && **holder != side).count() as i32;
    let steps = i32::from(g.steps_lost[side.index()]);
    let level = i32::from(it.start) - steps * i32::from(it.per_step) - lost * i32::from(it.per_hex);
    Some((level, i32::from(it.threshold)))
}

#[must_use]
pub fn is_broken(g: &Battle, side: Side) -> bool {
    morale(g, side).is_some_and(|(level, threshold)| level <= threshold)
}

/// gts.victory.concede: at any decision of his.
pub(crate) fn concede<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, who: Side) {
    g.conceded = Some(who);
    g.phase = Phase::Over;
    cx.say(CONCEDE, || Said::Conceded(who).into());
}

/// More points win; equal is a draw; who has conceded has lost, and who alone is broken (gts.ruling.morale).
#[must_use]
pub fn winner(g: &Battle) -> Option<Side> {
    if let Some(side) = g.conceded {
        return Some(side.other());
    }
    match Side::BOTH.map(|side| is_broken(g, side)) {
        [true, false] => return Some(Side::Second),
        [false, true] => return Some(Side::First),
        _ => (),
    }
    let [first, second] = Side::BOTH.map(|side| score(g, side).total());
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    }
}

impl Battle {
    /// Steps a side still has in play or to come: what it fights with.
    #[must_use]
    pub fn strength(&self, side: Side) -> u32 {
        let units = self.scene.units_of[side.index()].iter();
        let in_play = units.filter(|id| {
            !matches!(self[*id].place, Place::Eliminated | Place::Absent | Place::Exited(_))
        });
        let in_play = in_play.filter(|id| !self.kind(*id).is_afloat());
        in_play.map(|id| u32::from(self[id].steps)).sum()
    }
}
