//! Events and changes of command: who becomes a hero, who rallies, whom a formation is given to.

use gts::Battle;
use gts::data::{Effect, UnitId};
use gts::question::{Opt, Topic};

use crate::staff::worth::{COHESION, SUPPRESSION};
use crate::staff::{Question, best};

/// Whatever an event asks: who rallies, who becomes a hero, which division gets a point.
pub(crate) fn choose(g: &Battle, ask: Question, options: &[Opt]) -> Opt {
    let rally = ask.topic == Topic::Effect(Effect::Rally);
    let worth = |it: Opt| match it {
        Opt::Unit(id) if rally => shaken(g, id),
        Opt::Unit(id) => fighter(g, ask, id),
        Opt::AirTo(division) | Opt::Division(division) => crate::staff::air::need(g, division),
        Opt::Yes => 1,
        _ => 0,
    };
    best(options.iter().copied(), worth).map_or(options[0], |(it, _)| it)
}

/// Who gains most by a rally.
fn shaken(g: &Battle, id: UnitId) -> i32 {
    let unit = &g[id];
    let suppressed = if unit.suppressed { SUPPRESSION } else { 0 };
    i32::from(unit.steps) + suppressed + COHESION * i32::from(unit.cohesion)
}

/// A hero belongs where the fighting is, with somebody who can fight.
fn fighter(g: &Battle, ask: Question, id: UnitId) -> i32 {
    let Some(hex) = g[id].hex() else { return 0 };
    let enemies = g.on_map(ask.who.other()).map(|(_, it)| g.data().map.distance(hex, it));
    let near = 8 - i32::try_from(enemies.min().unwrap_or(8)).unwrap_or(8);
    let assault = g.face(id).assault.map_or(0, |it| i32::from(it.value));
    let fire = g.face(id).fire.map_or(0, |it| i32::from(it.0));
    let armoured = if g.face(id).armoured { 0 } else { 2 };
    4 * near + assault + fire + armoured + 4 * i32::from(g[id].steps)
        - 6 * i32::from(g[id].cohesion)
}

/// A formation goes where orders send it.
pub(crate) fn transfer(options: &[Opt]) -> Opt {
    if options.contains(&Opt::Yes) { Opt::Yes } else { options[0] }
}
