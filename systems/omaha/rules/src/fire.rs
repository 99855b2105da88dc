//! Section 9: German fire. Who fires and at whom is in `firing`, how hits spread in `spread`, the artillery box in
//! `artillery`.

mod firing;
mod preview;
mod said;

use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::data::{CardId, FireClass, Sector, UnitId};
use crate::losses::{self, Cause};
use crate::question::{self, Blow, Opt, Topic, ask};
use crate::spread::{Shot, Spread};
use crate::state::{Day, Hit, Units};
use crate::{artillery, cards, control, german_actions, setup};

pub use firing::{Firing, class_at, concentrated, depth_of, matches, us_in_field};
pub(crate) use firing::{colour_and_sector, may_lose_step, shown};
pub use preview::{Threat, preview, threats};
pub use said::{Nobody, Said};

rules! {
    FIRES = "omaha.fire.mandatory", "The position fires";
    NO_TARGET = "omaha.fire.no-target", "Nobody to hit";
    TIE = "omaha.hit.priority-player", "Choose the unit it hits";
    LEADER_TIE = "omaha.hit.star-choice", "Choose the leader it hits";
    VOLLEY = "omaha.hit.spread-basic", "These are hit";
    VOLLEY_EXTENDED = "omaha.hit.extended-sequence", "These are hit";
    INTENSE_REVEALED = "omaha.fire.intense-revealed", "Intense fire";
    INTENSE_UNREVEALED = "omaha.fire.intense-unrevealed", "Intense fire from an unrevealed position";
    STEADY_REVEALED = "omaha.fire.steady-revealed", "Steady fire";
    STEADY_UNREVEALED = "omaha.fire.steady-unrevealed", "Steady fire from an unrevealed position";
    SPORADIC_REVEALED = "omaha.fire.sporadic-revealed", "Sporadic fire";
    RECOVERS = "omaha.fire.recover", "The Germans recover";
}

/// Phase III: the fire card of a sector is drawn; on basic turns the hits are worked out, put into
/// [`crate::state::Today::volley`] and shown. With German actions positions act one after the other instead.
pub fn card<C: Cx<Day>>(cx: &mut C, g: &mut Day, sector: Sector) -> Result<(), C::Halt> {
    if g.sectors().next() == Some(sector) {
        begin_phase(g);
    }
    let card = cards::draw(cx, g, crate::state::Purpose::Fire(sector))?;
    turn_up(g, sector, card);
    if g.has_german_actions() {
        return Ok(());
    }
    fire_together(cx, g, sector, card)?;
    show(cx, g, VOLLEY, sector, Blow::Fire)
}

/// The hits shown are applied, then the artillery box is resolved, then German units of the card's colours recover
/// (omaha.seq.fire-steps, omaha.seq.recover-after-fire).
pub fn hits<C: Cx<Day>>(cx: &mut C, g: &mut Day, sector: Sector) -> Result<(), C::Halt> {
    apply(cx, g, None)?;
    artillery::fire(cx, g, sector)?;
    if !g.has_ended() {
        recover(cx, g, sector);
    }
    Ok(())
}

/// What is fixed for the whole phase: communication (omaha.comm.frozen); nobody has lost a step yet
/// (omaha.hit.one-step-basic).
fn begin_phase(g: &mut Day) {
    g.take_stock();
    g.today.in_communication = control::german_communication(g);
    g.today.bled = Units::NONE;
}

/// What is fixed for the card: concentrated hexes (omaha.fire.concentrated-frozen), and who acts.
fn turn_up(g: &mut Day, sector: Sector, card: CardId) {
    g.today.concentrated = concentrated(g);
    if g.has_german_actions() {
        german_actions::line_up(g, sector, card);
    }
}

/// Turns 1-16: the hits of all positions of a card are spread together; badge letters make no difference
/// (omaha.card.letters-basic, omaha.fire.basic-letters), empty positions do nothing (omaha.fire.basic-empty,
/// omaha.pos.empty-harmless).
fn fire_together<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    sector: Sector,
    card: CardId,
) -> Result<(), C::Halt> {
    let firing = firing::on_card(g, sector, card);
    volley(cx, g, &firing, card)
}

/// One position fires by itself and its hits are applied: the extended game (omaha.hit.extended-sequence). Nearest
/// and strongest targets first are what the spread over a single position gives (omaha.hit.priority-class,
/// omaha.hit.priority-distance, omaha.hit.priority-steps).
pub(crate) fn fire_alone<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    firing: Firing,
    card: CardId,
    sector: Sector,
) -> Result<(), C::Halt> {
    volley(cx, g, &[firing], card)?;
    show(cx, g, VOLLEY_EXTENDED, sector, Blow::Fire)?;
    apply(cx, g, None)
}

/// Works out the hits of positions that fire at the same time.
fn volley<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    firing: &[Firing],
    card: CardId,
) -> Result<(), C::Halt> {
    let (shots, hits) = firing::shots(g, firing, card);
    let limits: SmallVec<[u8; 16]> = firing.iter().map(|it| it.limit).collect();
    let mut spread = Spread::new(&limits, &shots);
    while let Some(tie) = spread.tie() {
        let choice = break_tie(cx, g, &firing[usize::from(tie.by)], &tie, &shots)?;
        spread.settle(&tie, choice);
    }
    let mut volley: SmallVec<[Hit; 8]> = spread.hits().map(|it| hits[it]).collect();
    for (by, position) in firing.iter().enumerate() {
        let made = spread.hits().filter(|it| usize::from(shots[*it].by) == by).count();
        hit_leader(cx, g, position, made, &mut volley)?;
    }
    report(cx, g, firing, card, &volley);
    g.today.volley = volley;
    Ok(())
}

/// omaha.hit.priority-player
fn break_tie<C: Cx<Day>>(
    cx: &mut C,
    g: &Day,
    firing: &Firing,
    tie: &crate::spread::Tie,
    shots: &[Shot],
) -> Result<Option<u16>, C::Halt> {
    let mut options: SmallVec<[Opt; 8]> = SmallVec::new();
    options.extend(tie.shots.iter().map(|it| Opt::Unit(shots[usize::from(*it)].unit)));
    if tie.nobody {
        options.push(Opt::No);
    }
    let answer = match options.as_slice() {
        [_] => 0,
        many => {
            let ask = ask(TIE, Topic::WhoIsHit(firing.by));
            let answer = cx.pick(g, ask, many.len(), |it| many[it])?;
            // A line of its own: the hits of all positions are told later, this one's not first.
            let unit = tie.shots.get(answer).map(|it| shots[usize::from(*it)].unit);
            cx.say(TIE, || Said::Picked { by: firing.by, unit }.into());
            answer
        }
    };
    Ok(tie.shots.get(answer).copied())
}

/// A star lets each position of the colour hit a leader, once all other targets have been dealt with and if its limit
/// is not used up (omaha.hit.star, omaha.hit.star-last, omaha.hit.star-symbol).
fn hit_leader<C: Cx<Day>>(
    cx: &mut C,
    g: &Day,
    firing: &Firing,
    made: usize,
    volley: &mut SmallVec<[Hit; 8]>,
) -> Result<(), C::Halt> {
    if usize::from(firing.limit) <= made {
        return Ok(());
    }
    let mut leaders = firing::leaders(g, firing);
    // omaha.hit.star-choice: the closest, then the player's choice.
    let Some(near) = leaders.iter().map(|it| it.2).min() else { return Ok(()) };
    leaders.retain(|it| it.2 == near);
    let options: SmallVec<[UnitId; 4]> = leaders.iter().map(|it| it.0).collect();
    let chosen = cx.choose(g, ask(LEADER_TIE, Topic::WhichLeaderIsHit(firing.by)), &options)?;
    if 1 < options.len() {
        cx.say(LEADER_TIE, || Said::Picked { by: firing.by, unit: Some(chosen) }.into());
    }
    let Some((unit, class, _)) = leaders.into_iter().find(|it| it.0 == chosen) else {
        return Ok(());
    };
    volley.push(Hit { by: firing.by, unit, class, step: false, disrupt: false, leader: true });
    Ok(())
}

/// Who fires and at whom, and who fires to no effect, and why.
fn report<C: Cx<Day>>(cx: &mut C, g: &Day, firing: &[Firing], card: CardId, volley: &[Hit]) {
    for it in firing {
        if volley.iter().any(|hit| hit.by == it.by) {
            cx.say(FIRES, || {
                let own = volley.iter().filter(|hit| hit.by == it.by);
                let hits = own.map(|hit| (*hit, firing::is_crowded(g, it, hit, card))).collect();
                Said::Fires { by: it.by, hits }.into()
            });
        }
    }
    let idle = |it: &&Firing| !volley.iter().any(|hit| hit.by == it.by);
    if firing.iter().any(|it| idle(&it)) {
        cx.say(NO_TARGET, || {
            let why = |it: &Firing| (it.by, firing::why_nobody(g, it, card));
            Said::NoTarget(firing.iter().filter(idle).map(why).collect()).into()
        });
    }
}

/// Lets the player look at the hits before they are applied.
pub(crate) fn show<C: Cx<Day>>(
    cx: &mut C,
    g: &Day,
    rule: Rule,
    sector: Sector,
    by: Blow,
) -> Result<(), C::Halt> {
    if g.today.volley.is_empty() {
        return Ok(());
    }
    question::pause(cx, g, rule, Topic::Volley(sector, by))
}

/// The hits shown are carried out, one unit at a time (omaha.fire.unit-not-stack, omaha.hit.disrupt-and-loss), under
/// the cell of the chart unless another rule is named.
pub(crate) fn apply<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    rule: Option<Rule>,
) -> Result<(), C::Halt> {
    for i in 0..g.today.volley.len() {
        let hit = g.today.volley[i];
        if g.has_ended() {
            break;
        }
        let rule = rule.unwrap_or(cell(&hit));
        if hit.leader {
            losses::hit_leader(cx, g, hit.unit);
        }
        if hit.step {
            // A hero who falls for it is the loss of the phase (omaha.ruling.sacrifice-counts).
            g.today.bled.insert(hit.unit);
            losses::lose_step(cx, g, hit.unit, Cause::Fire, rule)?;
        }
        if hit.disrupt {
            losses::disrupt(cx, g, hit.unit, rule);
        }
    }
    g.today.volley.clear();
    Ok(())
}

/// The cell of the fire chart a hit comes from.
fn cell(hit: &Hit) -> Rule {
    match (hit.class, hit.disrupt) {
        (FireClass::Intense, false) => INTENSE_REVEALED,
        (FireClass::Intense, true) => INTENSE_UNREVEALED,
        (FireClass::Steady, false) => STEADY_REVEALED,
        (FireClass::Steady, true) => STEADY_UNREVEALED,
        // omaha.fire.sporadic-unrevealed: the same.
        (FireClass::Sporadic, _) => SPORADIC_REVEALED,
    }
}

/// Disrupted German units of the colours shown recover, single or double, with or without depth, smoked or not
/// (omaha.event.smoke-recovery); they have not fired (omaha.fire.recover-no-fire). Others stay as they are
/// (omaha.fire.stay-disrupted).
fn recover<C: Cx<Day>>(cx: &mut C, g: &mut Day, sector: Sector) {
    let Some(card) = cards::fire_card(g, sector) else { return };
    // omaha.var.bombardment-rules: nobody on the first turn.
    if setup::is_first_turn_after_bombardment(g) {
        return;
    }
    for i in 0..g.data().germans.len() as u8 {
        let unit = crate::data::GermanId(i);
        if !g[unit].disrupted {
            continue;
        }
        let Some((colour, at)) = firing::colour_and_sector(g, unit) else { continue };
        if at == sector && g.data().cards[card.index()].mark(colour).is_some() {
            g[unit].disrupted = false;
            let hex = g.hex_of(unit);
            cx.say(RECOVERS, || Said::Recovers(hex).into());
        }
    }
}
