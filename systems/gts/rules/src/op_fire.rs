//! Section 21: Opportunity Fire, an interrupt before or after what triggers it (gts.move.opfire-timing).
//!
//! The inactive player alone may fire (gts.term.active-player), but for the shots at runners in an assault. Modifiers
//! are those of Direct Fire (gts.opfire.other-mods), the mass of a whole stack included (gts.opfire.stack-mass).

use board::HexId;
use kernel::{Cx, rules, shown};
use smallvec::SmallVec;

use crate::data::{Data, UnitId};
use crate::direct_fire::{may_shoot, op_fire};
use crate::event::Words;
use crate::fire_zone::{in_zone, watching};
use crate::modifiers::{Mode, Rating, Shot, Trigger, ZoneMove};
use crate::question::{HoldOr, Opt, Topic, ask};
use crate::result::Bearing;
use crate::set::UnitSet;
use crate::state::Battle;
use crate::text::Names;

rules! {
    BEFORE = "gts.opfire.before-after", "Op Fire before the act";
    AFTER = "gts.opfire.order", "Op Fire after the act";
    STOPPED = "gts.opfire.stopped", "Stopped by Op Fire";
}

/// An act that lets the enemy Op Fire (gts.move.opfire-triggers).
#[derive(Clone, Copy, Hash)]
pub struct Act<'a> {
    /// Who acts: each firer shoots at one of them (gts.opfire.stack-one-target).
    pub units: &'a [UnitId],
    pub from: HexId,
    /// For a move the hex entered, named beforehand (gts.opfire.declare-move); else the same hex.
    pub to: HexId,
    /// Every shot counts as from Fire Zone to Fire Zone: in an assault (gts.assault.step-05-opfire), and at units just landed
    /// (gts.naval.4-lc-unit-opfire).
    pub zone_to_zone: bool,
    /// The units run from an assault (gts.assault.step-11-run-opfire).
    pub running: bool,
    /// What an act on the spot does, with the choice made for it: two different ones must not be taken for one.
    pub deed: u8,
}

impl Act<'_> {
    fn moves(&self) -> bool {
        self.from != self.to
    }
}

/// Who has fired at this act already (gts.opfire.once-per-trigger).
pub type Fired = UnitSet;

/// All shots before the act, one at a time, each decided after seeing the last (gts.opfire.order).
pub fn before<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, act: Act<'_>) -> Result<Fired, C::Halt> {
    before_except(cx, g, act, Fired::EMPTY)
}

/// The same, but for units that may not shoot.
pub fn before_except<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    act: Act<'_>,
    mut fired: Fired,
) -> Result<Fired, C::Halt> {
    window(cx, g, act, false, &mut fired)?;
    Ok(fired)
}

/// All shots after the act, by those who have not fired before it. For a move the hex left must have been in the
/// Fire Zone too (gts.opfire.hex-left): entering a Fire Zone is no trigger.
pub fn after<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    act: Act<'_>,
    mut fired: Fired,
) -> Result<(), C::Halt> {
    window(cx, g, act, true, &mut fired)
}

fn window<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    act: Act<'_>,
    after: bool,
    fired: &mut Fired,
) -> Result<(), C::Halt> {
    let (at, rule) = if after { (act.to, AFTER) } else { (act.from, BEFORE) };
    loop {
        // gts.opfire.announce: asked at every single act.
        let options = shots(g, act, at, fired);
        let Some(HoldOr::Fire(OpShot { target, .. })) = options.get(1) else { return Ok(()) };
        let side = g.side(*target).other();
        let topic = Topic::OpFire { unit: *target, from: act.from, to: act.to, after };
        let HoldOr::Fire(shot) = cx.choose(g, ask(side, rule, topic), &options)? else {
            return Ok(());
        };
        let OpShot { firer, target } = shot;
        fired.insert(firer);
        let movement = match () {
            () if act.zone_to_zone => Some(ZoneMove::ZoneToZone),
            () if !act.moves() => None,
            () if in_zone(g, firer, act.to) => Some(ZoneMove::ZoneToZone),
            () => Some(ZoneMove::ZoneToOutside),
        };
        let mode = Mode::Op(Trigger { movement, running: act.running });
        let shot = Shot { firer, target, mode, rating: Rating::Fire, bonus: false };
        let bearing = if act.running { Bearing::Running } else { Bearing::Steady };
        op_fire(cx, g, shot, bearing)?;
        // What the act will be decides how the procedure goes on.
        cx.mark(g, rule, (*fired, act, at))?;
    }
}

/// Who fires at whom.
#[derive(Clone, Copy)]
struct OpShot {
    firer: UnitId,
    target: UnitId,
}

type Shots = SmallVec<[HoldOr<OpShot>; 16]>;

shown! {
    OpShot { firer, target } => OpShot, Opt::Shot { firer, target };
}

/// *Nobody*, then every firer with every target of the stack (gts.opfire.in-zone), ascending.
fn shots(g: &Battle, act: Act<'_>, at: HexId, fired: &Fired) -> Shots {
    let mut options = Shots::new();
    options.push(HoldOr::Hold);
    // gts.reinf.no-opfire-entry
    if g.is_entry_hex(act.from) {
        return options;
    }
    let Some(first) = act.units.iter().find(|id| g[**id].hex() == Some(at)) else { return options };
    let enemy = g.side(*first).other();
    let watching = watching(g, enemy, act.from);
    if watching.is_empty() {
        return options;
    }
    for (firer, stands) in g.on_map(enemy) {
        if !watching.contains(stands) || fired.contains(firer) || !in_zone(g, firer, act.from) {
            continue;
        }
        for target in act.units {
            if g[*target].hex() == Some(at) && may_shoot(g, firer, *target) {
                options.push(HoldOr::Fire(OpShot { firer, target: *target }));
            }
        }
    }
    options
}

/// gts.opfire.stopped: did a shot before the act keep this unit from it?
pub fn is_stopped<C: Cx<Battle>>(cx: &mut C, g: &Battle, id: UnitId) -> bool {
    let stopped = g[id].suppressed || !g[id].is_in_play();
    if stopped && g[id].is_in_play() {
        cx.say(STOPPED, || Said::Stopped(id).into());
    }
    stopped
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Stopped(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Stopped(unit) => {
                (format!("{} is stopped.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
        }
    }
}
