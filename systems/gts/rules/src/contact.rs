//! Section 9: radio and telephone contact between artillery and leaders.
//!
//! A Contact marker lies on its unit, Pending side up, or on the leader it is in contact with (gts.contact.places).

use kernel::{Cx, Dice, Ledger, rules, shown};
use smallvec::SmallVec;

use crate::data::{Belongs, Data, LeaderId, Side, UnitId};
use crate::event::Words;
use crate::question::{Opt, Topic, ask};
use crate::state::{Battle, Phase, Post};
use crate::text::Names;

rules! {
    CONTACT = "gts.sop.e2-contact", "Contact attempts";
    ROLL = "gts.contact.roll", "Contact roll";
    NUMBER = "gts.contact.numbers", "Number on the Contact marker";
    SUCCESS = "gts.contact.success", "In contact";
    LOST = "gts.contact.losing", "Contact is lost";
    GIVE_UP = "gts.contact.give-up-s1", "A leader gives up contact";
}

/// An attempt to come into contact with a leader.
#[derive(Clone, Copy)]
struct Call {
    unit: UnitId,
    leader: LeaderId,
}

/// A unit that gives up its contact.
#[derive(Clone, Copy)]
struct GiveUp(UnitId);

shown! {
    Call { unit, leader } => Call, Opt::Contact { unit, leader };
    GiveUp(unit) => GiveUp, Opt::GiveUp(unit);
}

/// Step E.II: one attempt at a time, the first side first.
pub fn step<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let mut options: SmallVec<[Option<Call>; 32]> = SmallVec::new();
    options.push(None);
    for (unit, _) in g.on_map(side) {
        if may_try(g, unit) {
            let leaders = g.leaders_on_map().map(|it| it.0);
            let able = leaders.filter(|it| may_contact(g, unit, *it));
            options.extend(able.map(|leader| Some(Call { unit, leader })));
        }
    }
    match cx.choose(g, ask(side, CONTACT, Topic::Call), &options)? {
        Some(Call { unit, leader }) => attempt(cx, g, unit, leader)?,
        None if side == Side::First => g.phase = Phase::Contact(Side::Second),
        None => g.phase = Phase::GiveUpContact(Side::First),
    }
    Ok(())
}

/// gts.contact.who-s0, gts.contact.who-s1: parked Indirect HE and black-class units, once a turn (gts.contact.once).
#[must_use]
pub fn may_try(g: &Battle, unit: UnitId) -> bool {
    let kind = g.kind(unit);
    let eligible = if kind.is_indirect_he() { g[unit].parked } else { kind.contact.is_some() };
    let steady = !g.scene.edition().contact_needs_unsuppressed || !g[unit].suppressed;
    eligible && steady && kind.contact.is_some() && !g.tried.contains(unit)
}

/// gts.contact.leader: one friendly leader, on the map and not in an entry hex (gts.contact.leader-place), another than
/// the present one (gts.contact.switch), with room for it (gts.contact.capacity).
#[must_use]
pub fn may_contact(g: &Battle, unit: UnitId, leader: LeaderId) -> bool {
    let Post::With(host) = g.leaders[usize::from(leader.0)].post else { return false };
    let placed = g[host].hex().is_some_and(|hex| !g.is_entry_hex(hex));
    let friendly = g.side(host) == g.side(unit);
    if !placed || !friendly || g[unit].contact == Some(leader) {
        return false;
    }
    g.kind(unit).belongs != Belongs::WhiteStripe
        || white_stripes(g, leader) < g.leader_face(leader).attachment
}

/// White-stripe artillery In Contact with the leader.
#[must_use]
pub fn white_stripes(g: &Battle, leader: LeaderId) -> u8 {
    let units = (0..g.units.len()).map(|it| UnitId(it as u8));
    let his = units.filter(|id| g[*id].contact == Some(leader));
    his.filter(|id| g.kind(*id).belongs == Belongs::WhiteStripe).count() as u8
}

/// The number on the side of the marker now showing.
#[must_use]
pub fn needs(g: &Battle, unit: UnitId) -> i32 {
    let numbers = g.kind(unit).contact;
    numbers.map_or(0, |it| {
        i32::from(if g[unit].contact.is_some() { it.in_contact } else { it.pending })
    })
}

/// gts.contact.roll: the die, changed by the radio modifier (gts.die.modified-rolls), against the number showing; no roll
/// succeeds or fails by itself (gts.contact.no-auto).
fn attempt<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    unit: UnitId,
    leader: LeaderId,
) -> Result<(), C::Halt> {
    g.tried.insert(unit);
    let modifier = i32::from(g.data().tables.default.radio_modifier);
    let needs = cx.tally(NUMBER, |ledger| {
        ledger.add(NUMBER, needs(g, unit));
    });
    let who = ask(g.side(unit), ROLL, Topic::Contact { unit, leader });
    let made = cx.roll(g, who, Dice::D10, |it| it.d10() + modifier <= needs)?;
    if made {
        g[unit].contact = Some(leader);
        cx.say(SUCCESS, || Said::ContactMade { unit, leader }.into());
    } else {
        cx.say(ROLL, || Said::ContactFailed { unit, leader }.into());
    }
    Ok(())
}

/// Step E.III, where the edition has it (gts.sop.e3-give-up, gts.contact.give-up-s1).
pub fn give_up_step<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) -> Result<(), C::Halt> {
    let mut options: SmallVec<[Option<GiveUp>; 16]> = SmallVec::new();
    options.push(None);
    if g.scene.edition().give_up_contact {
        let units = g.on_map(side).map(|it| it.0).filter(|id| g[*id].contact.is_some());
        options.extend(units.map(|unit| Some(GiveUp(unit))));
    }
    match cx.choose(g, ask(side, GIVE_UP, Topic::GiveUpContact), &options)? {
        Some(GiveUp(unit)) => lose(cx, g, unit),
        None if side == Side::First => g.phase = Phase::GiveUpContact(Side::Second),
        None => g.phase = Phase::Transfers,
    }
    Ok(())
}

/// gts.contact.losing: the marker goes back to its unit.
pub fn lose<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, unit: UnitId) {
    if g[unit].contact.take().is_some() {
        cx.say(LOST, || Said::ContactLost(unit).into());
    }
}

/// gts.contact.lost-by-leader: a leader has left play.
pub fn lose_leader<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, leader: LeaderId) {
    for i in 0..g.units.len() {
        let unit = UnitId(i as u8);
        if g[unit].contact == Some(leader) {
            lose(cx, g, unit);
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    ContactMade { unit: UnitId, leader: LeaderId },
    ContactFailed { unit: UnitId, leader: LeaderId },
    ContactLost(UnitId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::ContactMade { unit, leader } => (
                format!("{} is in contact with {}.", names.unit(*unit), names.leader(*leader)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::ContactFailed { unit, leader } => (
                format!("{} does not raise {}.", names.unit(*unit), names.leader(*leader)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::ContactLost(unit) => {
                (format!("{} loses contact.", names.unit(*unit)), names.unit_side(*unit), vec![])
            }
        }
    }
}
