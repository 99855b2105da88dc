//! Section 26: the Events chit, and the markers that last for a time.

use kernel::{Cx, Dice, rules};
use smallvec::SmallVec;

use crate::activation;
use crate::air::{self, AirTo};
use crate::command::gain;
use crate::data::{Data, Delay, DivisionId, Effect, Side, UnitId};
use crate::event::Words;
use crate::question::{Topic, ask};
use crate::rally;
use crate::sequence::divisions_of;
use crate::state::Battle;
use crate::text::Names;

rules! {
    EVENTS = "gts.events.table", "Events table";
    SIDE = "gts.events.default", "Whose event it is";
    HERO = "gts.events.heroic", "Hero";
    EFFECT = "gts.events.default", "What the event does";
}

/// The Events chit has come up (gts.chit.events-s0, gts.chit.events-s1): which event, whose, and what it does
/// (gts.events.default).
pub fn play<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let entry = pick(cx, g)?;
    let entry = entry.and_then(|it| g.data().events.entries.get(usize::from(it)));
    let (effect, owner) = entry.map_or((Effect::Nothing, None), |it| (it.effect, it.side));
    if effect == Effect::Nothing {
        cx.say(EVENTS, || Said::EventDrawn { effect, side: None }.into());
        return Ok(());
    }
    let side =
        match owner {
            Some(side) => side,
            None => {
                let who = ask(Side::First, SIDE, Topic::EventSide(effect));
                cx.roll(g, who, Dice::D10, |it| {
                    if it.d10() % 2 == 0 { Side::First } else { Side::Second }
                })?
            }
        };
    cx.say(EVENTS, || Said::EventDrawn { effect, side: Some(side) }.into());
    match effect {
        Effect::Hero | Effect::Heroic => single_out(cx, g, side, effect),
        Effect::Rally => rally_one(cx, g, side),
        Effect::Dispatches => send_dispatches(cx, g, side),
        Effect::CommandConfusion => {
            confuse(cx, g, side);
            Ok(())
        }
        Effect::AirSupport => support(cx, g, side),
        Effect::Nothing => Ok(()),
    }
}

/// The entry of the table that comes up, rolled or drawn (gts.events.table).
fn pick<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<Option<u8>, C::Halt> {
    let who = ask(Side::First, EVENTS, Topic::Event);
    let events = &g.data().events;
    // gts.data.no-hook
    if events.entries.is_empty() {
        return Ok(None);
    }
    if !events.drawn || !g.scene.edition().events_may_be_drawn {
        return cx.roll(g, who, Dice::D10, |it| look_up(g, it.d10()));
    }
    let mut cup: SmallVec<[u8; 16]> = SmallVec::new();
    for (i, n) in g.cup.iter().enumerate() {
        cup.extend((0..*n).map(|_| i as u8));
    }
    if cup.is_empty() {
        return Ok(None);
    }
    let entry = cx.draw(g, who, &cup)?;
    // gts.events.draw: back into the cup, unless the module says otherwise.
    let at = usize::from(entry);
    if g.data().events.entries.get(at).is_some_and(|it| !it.returns) {
        g.cup[at] -= 1;
    }
    Ok(Some(entry))
}

fn look_up(g: &Battle, roll: i32) -> Option<u8> {
    let mut entries = g.data().events.entries.iter();
    let at = entries.position(|it| i32::from(it.from) <= roll && roll <= i32::from(it.to));
    at.map(|it| it as u8)
}

/// A Hero marker, or a Heroic unit (gts.events.heroic), until step I.
fn single_out<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    effect: Effect,
) -> Result<(), C::Halt> {
    let heroic = effect == Effect::Heroic;
    let has_one = |id: UnitId| if heroic { g[id].heroic } else { g[id].hero };
    let units: SmallVec<[UnitId; 64]> = fighters(g, side).filter(|id| !has_one(*id)).collect();
    if units.is_empty() {
        return Ok(());
    }
    let who = ask(side, HERO, Topic::Effect(effect));
    let unit = cx.choose(g, who, &units)?;
    if heroic {
        g[unit].heroic = true;
    } else {
        g[unit].hero = true;
    }
    cx.say(HERO, || Said::Hero { unit, heroic }.into());
    Ok(())
}

/// Units on the map, outside the entry hexes.
fn fighters(g: &Battle, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    let on_map = g.on_map(side).filter(|(_, hex)| !g.is_entry_hex(*hex)).map(|it| it.0);
    on_map.filter(|id| !g.kind(*id).is_afloat())
}

/// One unit rallies as if in command and outside every enemy Fire Zone.
fn rally_one<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let shaken = |id: &UnitId| g[*id].suppressed || 0 < g[*id].cohesion;
    let units: SmallVec<[UnitId; 32]> = fighters(g, side).filter(shaken).collect();
    if units.is_empty() {
        return Ok(());
    }
    let who = ask(side, EVENTS, Topic::Effect(Effect::Rally));
    let unit = cx.choose(g, who, &units)?;
    rally::recover(cx, g, unit);
    Ok(())
}

/// 1 DP for a division that has room for it (gts.points.cap).
fn send_dispatches<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let cap = g.data().tables.limits.points_cap;
    let room = |id: &DivisionId| g.points(*id).dp < cap;
    let divisions: SmallVec<[DivisionId; 8]> = divisions_of(g, side).filter(room).collect();
    if divisions.is_empty() {
        return Ok(());
    }
    let who = ask(side, EVENTS, Topic::Effect(Effect::Dispatches));
    let division = cx.choose(g, who, &divisions)?;
    gain(g, division, 0, 1);
    cx.say(EFFECT, || activation::Said::GainedDp { division, points: 1 }.into());
    Ok(())
}

/// The own division with most CPs loses 1, the first listed of equals (gts.ruling.confusion).
fn confuse<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) {
    let most = divisions_of(g, side).map(|it| g.points(it).cp).max().unwrap_or(0);
    let first = divisions_of(g, side).find(|it| g.points(*it).cp == most);
    if let Some(division) = first.filter(|_| 0 < most) {
        gain(g, division, -1, 0);
        cx.say(EFFECT, || Said::LostCp(division).into());
    }
}

/// 1 Air Point for today, not at night.
fn support<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let divisions: SmallVec<[AirTo; 8]> = divisions_of(g, side).map(AirTo).collect();
    if g.is_night() || divisions.is_empty() {
        return Ok(());
    }
    let who = ask(side, EVENTS, Topic::Effect(Effect::AirSupport));
    let AirTo(division) = cx.choose(g, who, &divisions)?;
    air::put_on(cx, g, division);
    Ok(())
}

/// Step I: heroes go (gts.events.default, gts.ruling.heroic), and those who landed by air find together
/// (gts.ruling.delays).
pub fn lift_markers(g: &mut Battle) {
    for unit in &mut g.units {
        (unit.hero, unit.heroic) = (false, false);
        if unit.is_in_play() {
            unit.delay = unit.delay.and_then(next_delay);
        }
    }
}

const fn next_delay(delay: Delay) -> Option<Delay> {
    match delay {
        Delay::Para2 => Some(Delay::Para1),
        Delay::Glider2 => Some(Delay::Glider1),
        Delay::Para1 | Delay::Glider1 | Delay::AirLanding => None,
        Delay::AloneAndAfraid | Delay::DugIn => Some(delay),
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// By an event.
    LostCp(DivisionId),
    EventDrawn {
        effect: Effect,
        side: Option<Side>,
    },
    Hero {
        unit: UnitId,
        heroic: bool,
    },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::LostCp(id) => {
                (format!("{} loses 1 CP.", names.division(*id)), names.division_side(*id), vec![])
            }
            Said::EventDrawn { effect, side } => {
                let whose = side.map_or(String::new(), |it| format!(" ({})", names.side(it)));
                (format!("Event: {}{whose}.", effect.name()), *side, vec![])
            }
            Said::Hero { unit, heroic } => {
                let what = if *heroic { "fights heroically" } else { "has a hero" };
                (format!("{} {what}.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
        }
    }
}
