//! Section 11: close assault. All assaults are declared before any figure moves; then one combat after another is fought
//! in the order the initiative winner names.

mod declare;
mod fight;
mod moves;
mod said;

use kernel::{Cx, rules, shown};
use smallvec::SmallVec;

use crate::data::{ElementId, Side};
use crate::morale::{self, Test};
use crate::question::{Charge, Opt, Topic, ask};
use crate::state::{Phase, Skirmish};

pub(crate) use declare::declare;
pub use declare::{may_charge, ready};
pub use fight::{RULES as FIGHT_RULES, count_melee, in_contact};
pub use said::Said;

rules! {
    ORDER = "skirmish.cc.order", "The initiative winner names the combats";
    DECLARE = "skirmish.cc.declare", "All assaults are declared before any figure moves";
    INITIATE = "skirmish.cc.initiate", "Only who is not Suppressed, against an enemy within 4 inches";
    REACH = "skirmish.cc.reach", "One of its figures must be able to make contact";
    MOVES = "skirmish.cc.moves", "Those who declared move into contact";
    LAPSES = "skirmish.cc.moves", "The assault has become impossible";
    REACT = "skirmish.cc.react", "The target reacts by up to 4 inches";
    REACT_HOW = "skirmish.cc.react-how", "Nobody ends farther from his nearest attacker";
    NO_CONTACT = "skirmish.cc.no-contact", "Nobody is in contact";
    SURRENDER = "skirmish.cc.broken-target", "A Broken element that is contacted gives itself up";
    NUMBER = "skirmish.cc.number", "Close combat number";
    GREEN = "skirmish.cc.number", "Green";
    VETERAN = "skirmish.cc.number", "Veteran";
    SUPPRESSED = "skirmish.cc.number", "Suppressed";
    FIGHT = "skirmish.cc.fight", "Each figure in contact fights";
    CASUALTIES = "skirmish.cc.casualties", "Killed in close combat";
    LOSER = "skirmish.cc.loser", "Who killed fewer has lost";
    LOST = "skirmish.cc.lost", "The losers test and fall back";
    WIPED = "skirmish.cc.wiped", "Nobody of the other side is left";
    NOT_HIDDEN = "skirmish.hide.one-way", "A hidden element is not assaulted";
    ACTING = "skirmish.hide.acting", "Who assaults comes to light";
    DUMMY = "skirmish.hide.dummy", "A dummy never acts";
}

/// Elements joined by declarations (skirmish.cc.combats).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Combat {
    pub charges: SmallVec<[Charge; 4]>,
    /// All who fight in it, by id.
    pub members: SmallVec<[ElementId; 4]>,
    pub stage: Stage,
    /// Rounds fought.
    pub rounds: u8,
}

/// Where a combat stands (skirmish.cc.sequence). Each is a step of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Moves {
        next: u8,
    },
    Reaction,
    Contact,
    Round,
    /// The losing side tests, element by element.
    Losers {
        side: Side,
        next: u8,
    },
}

impl Combat {
    #[must_use]
    pub fn has(&self, id: ElementId) -> bool {
        self.members.contains(&id)
    }
    /// Who of a side is still there.
    pub fn of(&self, g: &Skirmish, side: Side) -> SmallVec<[ElementId; 4]> {
        let there = |it: &ElementId| g.side(*it) == side && g.on_table(*it);
        self.members.iter().copied().filter(there).collect()
    }
    #[must_use]
    pub fn declared(&self, id: ElementId) -> bool {
        self.charges.iter().any(|it| it.element == id)
    }
}

/// One of the combats to be fought, by its first element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Which(ElementId);

shown! {
    Which(first) => Which, Opt::Combat(first);
}

/// The next part of the combat being fought, or the choice of the next combat.
pub(crate) fn step<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) -> Result<(), C::Halt> {
    let Some(combat) = g.combat.clone() else { return name_combat(cx, g) };
    match combat.stage {
        Stage::Moves { next } => moves::charge(cx, g, &combat, next),
        Stage::Reaction => moves::react(cx, g, &combat),
        Stage::Contact => {
            fight::contact(cx, g, &combat);
            Ok(())
        }
        Stage::Round => fight::round(cx, g, &combat),
        Stage::Losers { side, next } => fight::losers(cx, g, &combat, side, next),
    }
}

fn name_combat<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) -> Result<(), C::Halt> {
    let options: SmallVec<[Which; 4]> =
        g.combats.iter().filter_map(|it| it.members.first().copied().map(Which)).collect();
    if options.is_empty() {
        g.phase = Phase::MeleeTests { next: 0 };
        return Ok(());
    }
    let question = ask(g.initiative, ORDER, Topic::WhichCombat);
    let Which(first) = cx.choose(g, question, &options)?;
    if let Some(i) = g.combats.iter().position(|it| it.members.first() == Some(&first)) {
        let combat = g.combats.remove(i);
        let members = combat.members.to_vec();
        cx.say(ORDER, || Said::Begins { members }.into());
        g.combat = Some(combat);
    }
    Ok(())
}

/// Go on with another part of the combat.
fn set_stage(g: &mut Skirmish, stage: Stage) {
    if let Some(combat) = &mut g.combat {
        combat.stage = stage;
    }
}

/// The combat is over; winners stay where they fought.
fn end(g: &mut Skirmish) {
    g.combat = None;
    for it in &mut g.elements {
        it.kills = 0;
    }
}

/// After the last combat: tests for leaders killed in melee (skirmish.lead.death), one element at a time and without
/// kills (skirmish.ruling.melee-leader).
pub(crate) fn tests<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    next: u8,
) -> Result<(), C::Halt> {
    morale::feel_fallen_leaders(g);
    let Some(id) = g.ids().skip(usize::from(next)).find(|it| g[*it].severe && g.on_table(*it))
    else {
        morale::take_effect(cx, g);
        morale::forget_reasons(g);
        g.phase = Phase::EndTurn;
        return Ok(());
    };
    morale::take(cx, g, id, morale::LEADER, Test { kills: 0, severe: true })?;
    g.phase = Phase::MeleeTests { next: id.0 + 1 };
    Ok(())
}
