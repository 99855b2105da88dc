//! Section 23: artillery parks. The units of a park stand in its hex and count there for everything (gts.park.located,
//! gts.stack.park-counts); the box on the division's display is only a picture.

use board::HexId;
use kernel::{Cx, Rule, rules, shown};
use smallvec::SmallVec;

use crate::command::gain;
use crate::contact;
use crate::data::{Data, DivisionId, Side, UnitId};
use crate::event::Words;
use crate::question::{Opt, Topic, ask};
use crate::sequence::divisions_of;
use crate::state::{Battle, Park, Phase};
use crate::text::Names;

rules! {
    PARKS = "gts.sop.e1-parks-s0", "Create and disband artillery parks";
    PARKS_S1 = "gts.sop.e1-parks-s1", "Create and disband artillery parks";
    HEX = "gts.park.create-hex", "Where a park may be";
    BROKEN = "gts.park.breakup", "The park is broken up";
    DISBAND = "gts.park.disband", "The park is disbanded";
    JOIN = "gts.move.join-park", "Join the artillery park";
}

/// Step E.I (gts.sop.e1-parks-s0, gts.sop.e1-parks-s1, gts.points.dp-uses-s0, gts.points.dp-uses-s1): one park at a time, the first side first (gts.sop.e-order).
pub fn step<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let options = options(g, side);
    let rule = if g.scene.edition().park_disband_dp == 0 { PARKS_S1 } else { PARKS };
    match cx.choose(g, ask(side, rule, Topic::Parks), &options)? {
        Some(Change::Create(division, hex)) => {
            let cost = g.data().tables.limits.park_create_dp;
            gain(g, division, 0, -i32::from(cost));
            create(cx, g, division, hex);
        }
        Some(Change::Disband(hex)) => {
            let cost = g.scene.edition().park_disband_dp;
            if let Some(park) = g.park(hex).copied() {
                gain(g, park.division, 0, -i32::from(cost));
            }
            disband(cx, g, hex, DISBAND);
        }
        None if side == Side::First => g.phase = Phase::Parks(Side::Second),
        None => {
            g.tried = crate::set::UnitSet::EMPTY;
            g.phase = Phase::Contact(Side::First);
        }
    }
    Ok(())
}

/// What is done with one park.
#[derive(Clone, Copy)]
enum Change {
    Create(DivisionId, HexId),
    Disband(HexId),
}

shown! {
    it => Change, match it {
        Change::Create(division, hex) => Opt::CreatePark(division, hex),
        Change::Disband(hex) => Opt::DisbandPark(hex),
    };
}

/// *Done*, then every park that may be created and every one that may be disbanded.
fn options(g: &Battle, side: Side) -> SmallVec<[Option<Change>; 16]> {
    let mut options: SmallVec<[Option<Change>; 16]> = SmallVec::new();
    options.push(None);
    let (create, disband) =
        (g.data().tables.limits.park_create_dp, g.scene.edition().park_disband_dp);
    for division in divisions_of(g, side) {
        let dp = g.points(division).dp;
        let own = g.parks.iter().filter(|it| it.division == division);
        // gts.park.number: as many as it has markers.
        if create <= dp && own.clone().count() < limit(g, division) {
            let sites = sites(g, division).into_iter();
            options.extend(sites.map(|it| Some(Change::Create(division, it))));
        }
        if disband <= dp {
            options.extend(own.map(|it| Some(Change::Disband(it.hex))));
        }
    }
    options
}

fn limit(g: &Battle, division: DivisionId) -> usize {
    usize::from(g.data().divisions[usize::from(division.0)].parks)
}

/// gts.park.create-hex, gts.park.first-unit: hexes with a unit of the division that could go into a park, ascending.
fn sites(g: &Battle, division: DivisionId) -> SmallVec<[HexId; 8]> {
    let side = g.data().divisions[usize::from(division.0)].side;
    let mut hexes: SmallVec<[HexId; 8]> = SmallVec::new();
    for (id, hex) in g.on_map(side) {
        let free = !g.is_entry_hex(hex) && g.park(hex).is_none();
        if free && g.division(id) == division && may_park(g, id) && !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    hexes.sort_unstable();
    hexes
}

/// gts.park.first-unit, gts.park.all-units-dismounted, gts.move.join-dismounted: Indirect HE, dismounted unless
/// self-propelled.
#[must_use]
pub fn may_park(g: &Battle, id: UnitId) -> bool {
    let kind = g.kind(id);
    kind.is_indirect_he() && (kind.is_self_propelled() || !g[id].mounted) && !g[id].parked
}

/// gts.park.all-units: all of the division in the hex that may.
pub fn create<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, division: DivisionId, hex: HexId) {
    g.parks.push(Park { hex, division, fired: false });
    g.parks.sort_unstable();
    cx.say(HEX, || Said::ParkCreated { division, hex }.into());
    for id in g.stack(hex).collect::<SmallVec<[UnitId; 8]>>() {
        if g.division(id) == division && may_park(g, id) {
            enter(cx, g, id, hex);
        }
    }
}

/// gts.move.join-column: a unit in a park is not In Column.
fn enter<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId, hex: HexId) {
    g[id].parked = true;
    g[id].column = false;
    cx.say(JOIN, || Said::Parked { unit: id, hex }.into());
}

/// gts.move.join-park, gts.move.join-optional: may the unit join the park of the hex it is in?
#[must_use]
pub fn may_join(g: &Battle, id: UnitId) -> bool {
    let park = g[id].hex().and_then(|hex| g.park(hex));
    park.is_some_and(|it| it.division == g.division(id)) && may_park(g, id)
}

pub fn join<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, id: UnitId) {
    if let Some(hex) = g[id].hex() {
        enter(cx, g, id, hex);
    }
}

/// gts.park.disband, gts.park.leave: its units stand in the hex, out of contact (gts.contact.lost-by-disband), as they
/// went in (gts.park.out-state).
pub fn disband<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, hex: HexId, rule: Rule) {
    let Some(at) = g.parks.iter().position(|it| it.hex == hex) else { return };
    let division = g.parks.remove(at).division;
    let broken = rule != DISBAND;
    cx.say(rule, || Said::ParkGone { division, hex, broken }.into());
    for id in g.stack(hex).collect::<SmallVec<[UnitId; 8]>>() {
        if g[id].parked {
            g[id].parked = false;
            contact::lose(cx, g, id);
        }
    }
}

/// gts.park.breakup: by Direct Fire or an assault, at no cost; the contacts are lost (gts.contact.lost-by-breakup). Only so
/// can an enemy come to enter its hex (gts.park.enemy-enters).
pub fn break_up<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, hex: HexId) {
    disband(cx, g, hex, BROKEN);
}

/// gts.park.empty: a park without units is gone.
pub fn note_loss(g: &mut Battle, hex: HexId) {
    if g.park(hex).is_some() && !g.stack(hex).any(|id| g[id].parked) {
        g.parks.retain(|it| it.hex != hex);
    }
}

/// The parks of the set-up: one wherever a unit starts parked.
pub fn set_up(g: &mut Battle) {
    for side in Side::BOTH {
        for (id, hex) in g.on_map(side).collect::<Vec<_>>() {
            if g[id].parked && g.park(hex).is_none() {
                let division = g.division(id);
                g.parks.push(Park { hex, division, fired: false });
            }
        }
    }
    g.parks.sort_unstable();
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    ParkCreated {
        division: DivisionId,
        hex: HexId,
    },
    /// Disbanded, or broken up by the enemy.
    ParkGone {
        division: DivisionId,
        hex: HexId,
        broken: bool,
    },
    Parked {
        unit: UnitId,
        hex: HexId,
    },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::ParkCreated { division, hex } => (
                format!(
                    "{} parks its artillery in {}.",
                    names.division(*division),
                    names.hex(*hex)
                ),
                names.division_side(*division),
                vec![*hex],
            ),
            Said::ParkGone { division, hex, broken } => {
                let how = if *broken { "is broken up" } else { "is disbanded" };
                (
                    format!(
                        "The artillery park of {} in {} {how}.",
                        names.division(*division),
                        names.hex(*hex)
                    ),
                    names.division_side(*division),
                    vec![*hex],
                )
            }
            Said::Parked { unit, hex } => (
                format!("{} joins the artillery park in {}.", names.unit(*unit), names.hex(*hex)),
                names.unit_side(*unit),
                vec![*hex],
            ),
        }
    }
}
