//! Section 22: German armour, a variant. Its field is in `field`, its way along the roads in `road`.

mod field;
mod road;

use board::HexId;
use kernel::{Cx, rules};
use smallvec::SmallVec;

use crate::data::{Badge, CardId, Data, DepthPool, FireMark, GermanId, Sector, SiteId, UnitId};
use crate::fire::{self, Firing};
use crate::losses;
use crate::pools;
use crate::reinforcement;
use crate::state::{Day, German, GermanPlace, Phase, Pool};
use crate::tables::ArmourAct;
use crate::text::Names;

pub use field::field;
pub use road::{Drive, plan};

rules! {
    ENTERS = "omaha.arm.entry-face", "German armour enters";
    MOVES = "omaha.arm.roads-only", "German armour moves";
    OVERRUN = "omaha.arm.overrun", "Overrun";
}

/// What an armour unit does on a card that shows its colour (omaha.arm.own-position): the last column of the action
/// summary. A double colour needs depth (omaha.arm.depth). Says whether anything was done.
pub fn act<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: GermanId,
    sector: Sector,
    card: CardId,
) -> Result<bool, C::Halt> {
    let Some((colour, _)) = fire::colour_and_sector(g, unit) else { return Ok(false) };
    let Some(mark) = g.data().cards[card.index()].mark(colour) else { return Ok(false) };
    if g[unit].disrupted || (mark.double && g[unit].depth.is_none()) {
        return Ok(false);
    }
    let orders = Orders { unit, sector, card, mark };
    let act = g.data().tables.action(mark.badge).armour;
    let far = act.hexes();
    match act {
        // omaha.gact.ar-f
        ArmourAct::FireOrMove4 => match in_field(g, &orders) {
            true => fires(cx, g, orders),
            false => moves(cx, g, orders, far, false),
        },
        // omaha.gact.ar-r
        ArmourAct::Overrun4 => {
            Ok(moves(cx, g, orders, far, true)? || fires_if_it_can(cx, g, orders)?)
        }
        // omaha.gact.ar-m
        ArmourAct::Move4OrFire => {
            Ok(moves(cx, g, orders, far, false)? || fires_if_it_can(cx, g, orders)?)
        }
        // omaha.gact.ar-p
        ArmourAct::Move3ThenFireAdjacent => {
            if !moves(cx, g, orders, far, false)? {
                return fires_if_it_can(cx, g, orders);
            }
            if is_next_to_us(g, unit) {
                fires(cx, g, orders)?;
            }
            Ok(true)
        }
        // omaha.gact.ar-a
        ArmourAct::FireAdjacentOrMove4 => match is_next_to_us(g, unit) {
            true => fires(cx, g, orders),
            false => moves(cx, g, orders, far, false),
        },
    }
}

#[derive(Clone, Copy)]
struct Orders {
    unit: GermanId,
    sector: Sector,
    card: CardId,
    mark: FireMark,
}

/// US units in its field; with the star a leader will do (omaha.gact.leader-in-field).
fn in_field(g: &Day, orders: &Orders) -> bool {
    let field = field(g, orders.unit);
    let any = field.iter().fold(crate::data::Hexes::EMPTY, |all, it| all.union(it));
    let star = orders.mark.badge == Badge::Star;
    g.on_map().any(|it| any.contains(it.1) && (star || !g.kind(it.0).is_leader()))
}

fn is_next_to_us(g: &Day, unit: GermanId) -> bool {
    let Some(at) = g.hex_of(unit) else { return false };
    g.troops().any(|it| g.data().map.adjacent(at, it.1))
}

/// All of its field is open to it, not only adjacent hexes (omaha.arm.aimed).
fn fires<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    let firing = Firing::armour(g, orders.unit, orders.mark.badge);
    fire::fire_alone(cx, g, firing, orders.card, orders.sector)?;
    Ok(true)
}

/// An armour unit that cannot move.
fn fires_if_it_can<C: Cx<Day>>(cx: &mut C, g: &mut Day, orders: Orders) -> Result<bool, C::Halt> {
    if in_field(g, &orders) { fires(cx, g, orders) } else { Ok(false) }
}

/// As many as so many hexes along the road; false if it cannot move at all.
fn moves<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    orders: Orders,
    hexes: usize,
    overrun: bool,
) -> Result<bool, C::Halt> {
    let symbol = g.data().cards[orders.card.index()].symbol;
    let drive = plan(g, orders.unit, hexes, overrun, symbol);
    let Some(to) = drive.path.last().copied() else { return Ok(false) };
    let unit = orders.unit;
    cx.say(MOVES, || Said::Moves { unit, path: drive.path.to_vec() }.into());
    if let Some(hex) = drive.overrun {
        let there: SmallVec<[UnitId; 4]> = g.troops_at(hex).collect();
        cx.say(OVERRUN, || Said::Overruns { unit, hex }.into());
        for it in there {
            losses::disrupt(cx, g, it, OVERRUN);
        }
    }
    g[unit].place = GermanPlace::Road(to);
    reinforcement::capture_in(cx, g, to);
    Ok(true)
}

/// Whether an armour unit enters on this site instead of a Division unit: on an event of the second event phase
/// (omaha.arm.entry-when), none yet this turn (omaha.arm.entry-one), with a road home (omaha.arm.entry-where). That the
/// T pool is empty is for the caller.
#[must_use]
pub fn may_replace(g: &Day, site: SiteId) -> bool {
    g.data().variants.armour
        && g.is_extended()
        && g.phase == Phase::Event(2)
        && !g.today.armour_entered
        && !pools::in_pool(g, Pool::Armour).is_empty()
        && road::leads_home(g, g.data().sites[site.index()].hex)
}

/// An armour unit enters there, face up, with a marker of its own kind, unrevealed. Says whether one came.
pub fn enter<C: Cx<Day>>(cx: &mut C, g: &mut Day, site: SiteId) -> Result<bool, C::Halt> {
    let Some(unit) = pools::draw(cx, g, Pool::Armour)? else { return Ok(false) };
    let hex = g.data().sites[site.index()].hex;
    reinforcement::capture_in(cx, g, hex);
    let place = GermanPlace::Road(hex);
    g[unit] = German { place, revealed: true, known: true, ..German::default() };
    if let Some(depth) = pools::draw_depth(cx, g, DepthPool::Armour)? {
        pools::give_depth(g, unit, depth);
    }
    g.armour_entered += 1;
    g.today.armour_entered = true;
    cx.say(ENTERS, || Said::Enters { unit, hex }.into());
    Ok(true)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Enters { unit: GermanId, hex: HexId },
    Moves { unit: GermanId, path: Vec<HexId> },
    Overruns { unit: GermanId, hex: HexId },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        match self {
            Said::Enters { unit, hex } => {
                (format!("The {} enters in {}.", names.german(*unit), names.hex(*hex)), vec![*hex])
            }
            Said::Moves { unit, path } => {
                let to = path.last().map_or_else(String::new, |it| names.hex(*it));
                (format!("The {} moves along the road to {to}.", names.german(*unit)), path.clone())
            }
            Said::Overruns { unit, hex } => {
                (format!("The {} overruns {}.", names.german(*unit), names.hex(*hex)), vec![*hex])
            }
        }
    }
}
