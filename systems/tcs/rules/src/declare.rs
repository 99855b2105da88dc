//! A combined attack is declared hex by hex (tcs.fire.declare, tcs.fire.combine, tcs.ow.combine).

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::fire::{self, Attack, FireKind, Occasion};
use crate::id::UnitId;
use crate::point;
use crate::question::{Opt, Topic, ask};
use crate::set::UnitSet;
use crate::state::Battle;

rules! {
    DECLARE = "tcs.fire.declare", "A combined attack is declared hex by hex";
    COMBINE = "tcs.fire.combine", "Firers stand in at most three hexes near the lead hex";
    OVERWATCH = "tcs.ow.combine", "Overwatch combines all near hexes and one farther away";
}

/// What may be said next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Fire,
    Join(HexId),
    LeaveOut(UnitId),
}

impl From<Word> for Opt {
    fn from(it: Word) -> Opt {
        match it {
            Word::Fire => Opt::Fire,
            Word::Join(hex) => Opt::Join(hex),
            Word::LeaveOut(unit) => Opt::LeaveOut(unit),
        }
    }
}

/// Asks until the attack is as its player wants it. `eligible` could fire by themselves; `keep` takes part whatever happens.
pub fn declare<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    mut attack: Attack,
    eligible: UnitSet,
    keep: Option<UnitId>,
) -> Result<Attack, C::Halt> {
    let rule: Rule = match attack.occasion {
        Occasion::Overwatch => OVERWATCH,
        Occasion::Action | Occasion::Fight => COMBINE,
    };
    let lead = keep.and_then(|it| g.hex(it));
    let mut out = UnitSet::EMPTY;
    if let Some(hex) = lead {
        attack.firers = join(g, &attack, hex, eligible, keep, out);
    }
    loop {
        let mut words: SmallVec<[Word; 16]> = SmallVec::new();
        if is_whole(g, &attack) {
            words.push(Word::Fire);
        }
        for hex in fire::firing_hexes(g, eligible) {
            if may_join(g, &attack, lead, hex, eligible, out) {
                words.push(Word::Join(hex));
            }
        }
        let more = attack.firers.iter().filter(|it| Some(*it) != keep);
        words.extend(more.filter(|it| leaves_whole(g, &attack, *it)).map(Word::LeaveOut));
        g.attack = Some(attack);
        let topic = match attack.occasion {
            Occasion::Overwatch => Topic::OverwatchFirers(attack.hex),
            Occasion::Action | Occasion::Fight => Topic::Declare(attack.hex),
        };
        match cx.choose(g, ask(attack.by, rule, topic), &words)? {
            Word::Fire => return Ok(attack),
            Word::Join(hex) => {
                attack.firers = join(g, &attack, hex, eligible, keep, out);
            }
            Word::LeaveOut(unit) => {
                out.insert(unit);
                attack.firers.remove(unit);
            }
        }
    }
}

/// A hex joins with everybody who may (tcs.fire.declare); where not all may fire together, weak ones stay out
/// (tcs.point.differential-choice).
fn join(
    g: &Battle,
    attack: &Attack,
    hex: HexId,
    eligible: UnitSet,
    keep: Option<UnitId>,
    out: UnitSet,
) -> UnitSet {
    let mut all = *attack;
    all.firers.extend(keep);
    for id in eligible.iter().filter(|it| g.hex(*it) == Some(hex) && !out.contains(*it)) {
        let mut more = all;
        more.firers.insert(id);
        if is_whole(g, &more) {
            all = more;
        }
    }
    all.firers
}

fn may_join(
    g: &Battle,
    attack: &Attack,
    lead: Option<HexId>,
    hex: HexId,
    eligible: UnitSet,
    out: UnitSet,
) -> bool {
    let hexes = fire::firing_hexes(g, attack.firers);
    let limits = &g.data.tables.limits;
    let fits = match attack.occasion {
        Occasion::Overwatch => {
            let near =
                |it: HexId| g.data.distance(it, attack.hex) <= u32::from(limits.overwatch_distance);
            let far = hexes.iter().filter(|it| !near(**it)).count();
            near(hex) || far < usize::from(limits.overwatch_farther)
        }
        Occasion::Action => {
            let lead = lead.or(hexes.first().copied());
            hexes.len() < usize::from(limits.combine_max_hexes)
                && lead
                    .is_none_or(|it| g.data.distance(it, hex) <= u32::from(limits.combine_distance))
        }
        Occasion::Fight => true,
    };
    fits && join(g, attack, hex, eligible, None, out) != attack.firers
}

/// Somebody fires, and if it is point fire, it is allowed (tcs.point.differential-floor) at a target all hexes spot.
fn is_whole(g: &Battle, attack: &Attack) -> bool {
    if attack.firers.is_empty() {
        return false;
    }
    let affected = fire::affected(g, attack);
    match attack.kind {
        FireKind::Point => point::is_allowed(g, attack, affected),
        // tcs.ow.spotted: overwatch is never made at an unspotted hex.
        FireKind::Area => {
            attack.occasion != Occasion::Overwatch
                || affected.iter().any(|it| fire::is_spotted_by(g, attack, it))
        }
    }
}

fn leaves_whole(g: &Battle, attack: &Attack, without: UnitId) -> bool {
    let mut rest = *attack;
    rest.firers.remove(without);
    is_whole(g, &rest)
}
