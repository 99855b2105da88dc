//! Step D: Command Points into Dispatch Points, Dispatch Points into Formation Activation Chits.
//!
//! One chit lets a whole formation act; the same points as Direct Command would move a unit or two. So chits come first,
//! and Command Points are turned into them as long as a reserve for checks and second actions stays.

use gts::Battle;
use gts::data::{Belongs, DivisionId, FormationId, Side};
use gts::purchase::{Purchase, When, chit_cost, for_sale, may_buy, spent_dp};
use gts::question::Opt;
use gts::sequence::divisions_of;
use gts::state::Place;

use crate::staff::best;
use crate::staff::park;

/// Command Points kept for checks, Direct Command and second actions.
const RESERVE: u8 = 3;
/// Fewer units than this are better led by Direct Command.
const WORTH_A_CHIT: i32 = 3;
/// So many actions are worth the dearer chit of this turn.
const WORTH_TWO: i32 = 4;
/// What to buy nothing more is worth.
const NOTHING: i32 = 1;

/// Which division turns CPs into a DP.
pub(crate) fn convert(g: &Battle, side: Side, options: &[Opt]) -> Opt {
    for division in divisions_of(g, side) {
        let points = g.points(division);
        if options.contains(&Opt::Convert(division))
            && RESERVE + g.data().tables.limits.cp_per_dp <= points.cp
            && points.dp < wanted(g, division)
        {
            return Opt::Convert(division);
        }
    }
    Opt::Done
}

/// Dispatch Points a division could spend well this turn.
fn wanted(g: &Battle, division: DivisionId) -> u8 {
    let limits = &g.data().tables.limits;
    // gts.sop.g-first-turn: no chit of this turn can be bought where the scenario lists the first.
    let listed = g.turn == 1 && g.data().first_mug.is_some();
    let formations = formations_of(g, division).filter(|it| may_buy(g, *it).is_ok());
    formations
        .map(|it| match actions(g, it) {
            n if n < WORTH_A_CHIT => 0,
            n if n < WORTH_TWO || listed => limits.chit_dp_next_turn,
            _ => limits.chit_dp_now,
        })
        .sum::<u8>()
        + park::wanted(g, division)
}

fn formations_of(g: &Battle, division: DivisionId) -> impl Iterator<Item = FormationId> + '_ {
    let formations = (0..g.data().formations.len()).map(|it| FormationId(it as u8));
    formations.filter(move |it| g.division_of(*it) == division)
}

/// BUY: one chit after the other, as long as there is one worth its price.
pub(crate) fn buy(g: &Battle, side: Side) -> Vec<Purchase> {
    let mut plan = Vec::new();
    let kept = park::kept(g, side);
    loop {
        let list = for_sale(g, side, &plan);
        match best(list.iter().copied(), |it| worth(g, it, &list, &plan, &kept)) {
            Some((it, worth)) if NOTHING < worth => plan.push(it),
            _ => break,
        }
    }
    plan.sort_unstable();
    plan
}

/// The formation with most to do first, this turn if it can be paid; what parks need is kept, for they last.
fn worth(
    g: &Battle,
    it: Purchase,
    list: &[Purchase],
    plan: &[Purchase],
    kept: &[(DivisionId, u8)],
) -> i32 {
    let formation = it.formation;
    let pays = |when: When| {
        let division = g.division_of(formation);
        let keep = kept.iter().find(|it| it.0 == division).map_or(0, |it| it.1);
        chit_cost(g, when) + keep + spent_dp(g, plan, division) <= g.points(division).dp
    };
    if !pays(it.when) {
        return 0;
    }
    match (it.when, actions(g, formation)) {
        (When::Now, n) if n < WORTH_TWO => 0,
        (When::Now, n) => 20 * n + 5,
        (When::Next, n) if n < WORTH_A_CHIT => 0,
        // What can be bought for now is not put off.
        (When::Next, n)
            if list.contains(&Purchase { formation, when: When::Now })
                && WORTH_TWO <= n
                && pays(When::Now) =>
        {
            0
        }
        (When::Next, n) => 12 * n,
    }
}

/// How many units a formation's chit would move, those near the enemy counting more; independents that would come
/// along count half.
fn actions(g: &Battle, formation: FormationId) -> i32 {
    let division = g.division_of(formation);
    let mut halves = 0;
    for i in 0..g.units.len() {
        let id = gts::data::UnitId(i as u8);
        let there = matches!(g[id].place, Place::Hex(_) | Place::Holding(_));
        if !there || g.division(id) != division {
            continue;
        }
        // Garrisons in their trenches have little to do but shoot.
        let idle = g[id].ent && !is_near_enemy(g, id);
        match g.kind(id).belongs {
            Belongs::Formation(own) if own == formation => halves += if idle { 0 } else { 2 },
            Belongs::Formation(_) => (),
            // Artillery in contact fires for the formation.
            _ if g[id].contact.is_some_and(|it| g.leader_formation(it) == formation) => halves += 2,
            _ => halves += i32::from(leads(g, formation, id)),
        }
    }
    halves / 2
}

fn is_near_enemy(g: &Battle, id: gts::data::UnitId) -> bool {
    const NEAR: u32 = 4;
    let Some(hex) = g[id].hex() else { return false };
    g.on_map(g.side(id).other()).any(|(_, it)| g.data().map.distance(hex, it) <= NEAR)
}

/// Is the independent unit inside the Command Range of the formation's leader?
fn leads(g: &Battle, formation: FormationId, id: gts::data::UnitId) -> bool {
    let Some(hex) = g[id].hex() else { return false };
    g.leaders_on_map().any(|(leader, _)| {
        g.data().leaders[usize::from(leader.0)].formation == formation
            && gts::command::is_in_range(g, leader, hex)
    })
}
