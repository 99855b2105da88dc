//! Section 9.4: smoke.

use kernel::{Cx, rules};
use tabletop::Smoke;

use crate::end_turn::Said;
use crate::state::Skirmish;
use crate::tables::inches;

rules! {
    LANDS = "skirmish.smoke.landing", "Smoke lands";
    THINS = "skirmish.smoke.end-turn", "Smoke +2 goes, smoke +4 turns to +2";
}

/// skirmish.smoke.landing: it affects sight as soon as the phase is over.
pub(crate) fn land<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) {
    let table = &g.tables().smoke;
    let (radius, hindrances) = (inches(table.radius), table.fresh);
    for at in std::mem::take(&mut g.landing) {
        g.smoke.push(Smoke { at: at.point(), radius, hindrances });
        cx.say(LANDS, || Said::SmokeLands { at }.into());
    }
}

/// skirmish.smoke.end-turn: the thin smoke goes first, or fresh smoke would vanish at once.
pub(crate) fn thin<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) {
    let (fresh, thinning) = (g.tables().smoke.fresh, g.tables().smoke.thinning);
    if g.smoke.is_empty() {
        return;
    }
    g.smoke.retain(|it| it.hindrances == fresh);
    for it in &mut g.smoke {
        it.hindrances = thinning;
    }
    let left = g.smoke.len();
    cx.say(THINS, || Said::SmokeThins { left }.into());
}
