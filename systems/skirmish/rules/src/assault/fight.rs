//! Contact, rounds and losers of a combat.

use kernel::{Cx, Ledger, rules};
use smallvec::SmallVec;
use tabletop::{Spot, within};

use super::{
    CASUALTIES, Combat, FIGHT, GREEN, LOSER, LOST, NO_CONTACT, NUMBER, SUPPRESSED, SURRENDER, Said,
    Stage, VETERAN, WIPED, end, set_stage,
};
use crate::casualties;
use crate::compulsory::{self, Flight};
use crate::data::{ElementId, FigureId, Quality, Side};
use crate::dice;
use crate::morale::{self, Test};
use crate::question::{Topic, ask};
use crate::state::{Level, Skirmish};
use crate::tables::{Tables, inches};

rules! {
    FALL_BACK = "skirmish.cc.lost", "Losers fall back up to 8 inches";
}

/// When all have moved: Broken elements in contact give themselves up; without contact nothing happens.
pub(super) fn contact<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, combat: &Combat) {
    for id in combat.members.iter().copied() {
        if g[id].level == Level::Broken && g.alive(id).any(|it| in_contact(g, combat, it)) {
            casualties::disperse(cx, g, id, SURRENDER);
        }
    }
    let there = combat.members.iter().filter(|it| g.on_table(**it));
    let any = there.flat_map(|it| g.alive(*it)).any(|it| in_contact(g, combat, it));
    if any {
        return set_stage(g, Stage::Round);
    }
    let members = combat.members.to_vec();
    cx.say(NO_CONTACT, || Said::NoContact { members }.into());
    end(g);
}

/// One round: both sides throw together, figures are removed together; a doomed figure is not taken again
/// (skirmish.ruling.melee-doomed).
pub(super) fn round<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    combat: &Combat,
) -> Result<(), C::Halt> {
    // skirmish.cc.loser: after a tie every survivor counts as in contact.
    let again = 0 < combat.rounds;
    let mut doomed: SmallVec<[FigureId; 8]> = SmallVec::new();
    for side in [g.initiative, g.initiative.other()] {
        // skirmish.broken.passive: a Broken element that nobody has reached does not fight.
        for id in combat.of(g, side).into_iter().filter(|it| g[*it].level.is_unbroken()) {
            let number = cx.tally(NUMBER, |it| {
                let suppressed = g[id].level == Level::Suppressed;
                count_melee(g.tables(), g.quality(id), suppressed, it);
            });
            let figures: SmallVec<[FigureId; 8]> =
                g.alive(id).filter(|it| again || in_contact(g, combat, *it)).collect();
            for by in figures {
                let weapon = g.scene.figures[usize::from(by.0)].weapon;
                // skirmish.cc.weapons: the personal weapon alone.
                for _ in 0..g.tables().weapon(weapon).melee_dice {
                    let question = ask(side, FIGHT, Topic::Melee { by });
                    if dice::against(cx, g, question, number)?
                        && let Some(victim) = victim(g, combat, by, &doomed)
                    {
                        doomed.push(victim);
                    }
                }
            }
        }
    }
    let killed =
        |side: Side| doomed.iter().filter(|it| g.side(g.element_of(**it)) != side).count() as u8;
    let kills = Side::BOTH.map(killed);
    cx.say(FIGHT, || Said::Round { kills }.into());
    for figure in doomed {
        let id = g.element_of(figure);
        g[id].kills = g[id].kills.saturating_add(1);
        casualties::remove(cx, g, figure, CASUALTIES);
    }
    cx.mark(g, FIGHT, ())?;
    after_round(cx, g, combat, kills);
    Ok(())
}

/// skirmish.cc.loser, skirmish.cc.wiped
fn after_round<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, combat: &Combat, kills: [u8; 2]) {
    let left = Side::BOTH.map(|it| !combat.of(g, it).is_empty());
    if left != [true, true] {
        let winner = Side::BOTH.into_iter().find(|it| left[it.index()]);
        cx.say(WIPED, || Said::Wiped { winner }.into());
        return end(g);
    }
    let rounds = combat.rounds + 1;
    if let Some(combat) = &mut g.combat {
        combat.rounds = rounds;
    }
    let loser = match kills[0].cmp(&kills[1]) {
        std::cmp::Ordering::Less => Side::First,
        std::cmp::Ordering::Greater => Side::Second,
        std::cmp::Ordering::Equal if rounds < g.tables().close_combat.rounds_max => return,
        std::cmp::Ordering::Equal => tied_out(g, combat),
    };
    cx.say(LOSER, || Said::Lost { side: loser }.into());
    set_stage(g, Stage::Losers { side: loser, next: 0 });
}

/// After the third tie the side that declared has lost, or the one without initiative if both did.
fn tied_out(g: &Skirmish, combat: &Combat) -> Side {
    let declared = Side::BOTH.map(|it| combat.charges.iter().any(|c| g.side(c.element) == it));
    match declared {
        [true, false] => Side::First,
        [false, true] => Side::Second,
        _ => g.initiative.other(),
    }
}

/// The next losing element tests severely and falls back.
pub(super) fn losers<C: Cx<Skirmish>>(
    cx: &mut C,
    g: &mut Skirmish,
    combat: &Combat,
    side: Side,
    next: u8,
) -> Result<(), C::Halt> {
    let mut of_side = combat.members.iter().copied().filter(|it| g.side(*it) == side);
    let Some(id) = of_side.nth(usize::from(next)) else {
        end(g);
        return Ok(());
    };
    set_stage(g, Stage::Losers { side, next: next + 1 });
    if !g.on_table(id) {
        return Ok(());
    }
    let kills = i32::from(g[id].kills);
    morale::take(cx, g, id, LOST, Test { kills, severe: true })?;
    if let Some(level) = g[id].due.take() {
        morale::set(cx, g, id, level);
    }
    if !g.on_table(id) {
        return Ok(());
    }
    let enemies = combat.of(g, side.other());
    let from: Vec<Spot> = enemies.iter().flat_map(|it| g.spots(*it)).map(|(_, at)| at).collect();
    let table = &g.tables().close_combat;
    let flight = Flight {
        allowance: inches(table.fall_back),
        keep_clear: inches(table.fall_back_clear),
        from: &from,
    };
    compulsory::run(cx, g, id, FALL_BACK, Topic::FallBack(id), &flight)
}

/// The close combat number (sheet 9.1).
pub fn count_melee(t: &Tables, quality: Quality, suppressed: bool, ledger: &mut impl Ledger) {
    let table = &t.close_combat;
    ledger.add(NUMBER, table.number);
    match quality {
        Quality::Green => ledger.add(GREEN, table.green),
        Quality::Veteran => ledger.add(VETERAN, table.veteran),
        Quality::Regular => (),
    }
    if suppressed {
        ledger.add(SUPPRESSED, table.suppressed);
    }
}

/// skirmish.cc.casualties: the nearest living enemy in contact, else the nearest of the combat.
fn victim(g: &Skirmish, combat: &Combat, by: FigureId, doomed: &[FigureId]) -> Option<FigureId> {
    let at = g[by].at;
    let side = g.side(g.element_of(by)).other();
    let foes = combat.of(g, side);
    let living = foes.iter().flat_map(|it| g.spots(*it)).filter(|(it, _)| !doomed.contains(it));
    living
        .min_by_key(|(it, spot)| (!touches(g, at, *spot), at.point().squared(spot.point()), *it))
        .map(|(it, _)| it)
}

/// Is this figure in contact with an enemy of the combat?
#[must_use]
pub fn in_contact(g: &Skirmish, combat: &Combat, figure: FigureId) -> bool {
    let at = g[figure].at;
    let side = g.side(g.element_of(figure)).other();
    let foes: SmallVec<[ElementId; 4]> = combat.of(g, side);
    foes.iter().any(|it| g.spots(*it).any(|(_, spot)| touches(g, at, spot)))
}

/// skirmish.cc.contact: within 1 inch on the same floor, no wall of a building nor bocage between.
#[must_use]
pub(crate) fn touches(g: &Skirmish, a: Spot, b: Spot) -> bool {
    let reach = g.tables().close_combat.contact_units;
    a.floor == b.floor && within(a.point(), b.point(), reach) && !g.scene.table.parted(a, b)
}
