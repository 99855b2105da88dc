//! *Beyond the beach*: the set-up of the second half of the day.

use board::HexId;
use kernel::Cx;
use smallvec::SmallVec;

use super::{
    BEACH, BOXES, Start, ask_for, boxes_for, deepen, fill_meyer_box, keep_depth, man, out_of_play,
};
use crate::data::{
    BeyondSetUp, DepthPool, Division, GermanId, GermanKind, MOST_GERMANS, MOST_UNITS, UnitId,
};
use crate::ground::BeachRow;
use crate::pools;
use crate::question::Topic;
use crate::state::{Day, DepthPlace, GermanPlace, HeroState, Place, Pool};

pub(super) fn play<C: Cx<Day>>(cx: &mut C, g: &mut Day, plan: &BeyondSetUp) -> Result<(), C::Halt> {
    strongpoints(cx, g, plan)?;
    reinforcements(cx, g, plan)?;
    // omaha.btb.ger-other
    fill_meyer_box(cx, g, plan.meyer, plan.meyer_depth)?;
    landed(g, plan);
    g.rockets_fired = plan.rockets_happened; // omaha.btb.rockets
    g.cleared.extend(plan.cleared.iter().copied()); // omaha.btb.cleared
    on_the_beach(cx, g, plan)?;
    in_boxes(cx, g, plan)
}

/// WN units and their depth (omaha.btb.ger-artillery, omaha.btb.ger-plain, omaha.btb.ger-depth); those left over
/// without guns are for re-occupation (omaha.btb.ger-eliminated-pile).
fn strongpoints<C: Cx<Day>>(cx: &mut C, g: &mut Day, plan: &BeyondSetUp) -> Result<(), C::Halt> {
    man(cx, g, &plan.wn)?;
    deepen(cx, g, &plan.depth)?;
    keep_depth(cx, g, DepthPool::Wn, plan.wn_depth, DepthPlace::Gone)?;
    for unit in (0..g.data().germans.len() as u8).map(GermanId) {
        let is_wn = g.data().germans[unit.index()].kind.is_wn();
        if is_wn && g[unit].place == GermanPlace::Gone {
            g[unit].place = out_of_play(g.data(), unit);
        }
    }
    Ok(())
}

/// T and D units at random, mixed and spread over the listed positions; the T units left over are out of play
/// (omaha.btb.ger-reinf, omaha.btb.ger-reinf-where).
fn reinforcements<C: Cx<Day>>(cx: &mut C, g: &mut Day, plan: &BeyondSetUp) -> Result<(), C::Halt> {
    let mut mixed: SmallVec<[GermanId; MOST_GERMANS]> = SmallVec::new();
    for (kind, pool, n) in [
        (GermanKind::Tactical, Pool::Tactical, plan.reinforcements_t),
        (GermanKind::Division, Pool::Division, plan.reinforcements_d),
    ] {
        for _ in 0..n {
            let mut left = pools::in_pool(g, pool);
            left.retain(|it| g.data().germans[it.index()].kind == kind && !mixed.contains(it));
            mixed.extend(pools::pick(cx, g, Topic::Pool(pool), &left)?);
        }
    }
    for site in &plan.reinforcement_sites {
        let topic = Topic::ForHex(g.data().sites[site.index()].hex);
        let Some(unit) = pools::pick(cx, g, topic, &mixed)? else { break };
        mixed.retain(|it| *it != unit);
        pools::place(g, unit, *site);
    }
    for unit in pools::in_pool(g, Pool::Tactical) {
        g[unit].place = GermanPlace::Gone;
    }
    deepen(cx, g, &plan.reinforcement_depth)
}

/// US counters with a place of their own, losses and transfers (omaha.btb.us-strength, omaha.btb.us-where,
/// omaha.btb.loss-boxes, omaha.btb.e116, omaha.btb.late-units). No other marker is on the map (omaha.btb.markers).
fn landed(g: &mut Day, plan: &BeyondSetUp) {
    // What should have come before this turn is out unless it is listed.
    for unit in g.all_units() {
        let due = match g[unit].place {
            Place::Track(turn) => turn < g.turn,
            Place::Box(_) => true,
            _ => false,
        };
        if due && !plan.boxes.contains(&unit) && !is_listed(plan, unit) {
            g[unit].place = Place::Unused;
        }
    }
    for (division, lost) in Division::BOTH.into_iter().zip(&plan.loss_boxes) {
        g.losses[division.index()] = lost.iter().copied().collect();
        for unit in lost {
            if !is_listed(plan, *unit) {
                g[*unit].place = Place::Lost;
                g[*unit].steps = 0;
            }
        }
    }
    for (unit, division) in &plan.transferred {
        g[*unit].command = *division;
    }
    for (unit, hex, steps, hero) in &plan.units {
        if g[*unit].place == Place::Unused {
            continue; // omaha.var.no-rangers
        }
        g[*unit].place = Place::Map(*hex);
        let it = &mut g[*unit];
        it.steps = *steps;
        if *hero {
            it.hero = HeroState::Hero(it.command);
        }
    }
    for (unit, turn) in &plan.delayed {
        g[*unit].place = Place::Track(*turn);
        g[*unit].delayed = true;
    }
}

fn is_listed(plan: &BeyondSetUp, unit: UnitId) -> bool {
    plan.units.iter().any(|it| it.0 == unit)
        || plan.beach.iter().any(|it| it.0 == unit)
        || plan.delayed.iter().any(|it| it.0 == unit)
}

/// In any high-tide hex of their sector within stacking (omaha.btb.beach-units).
fn on_the_beach<C: Cx<Day>>(cx: &mut C, g: &mut Day, plan: &BeyondSetUp) -> Result<(), C::Halt> {
    for (unit, steps) in &plan.beach {
        g[*unit].steps = *steps;
        let ground = &g.data().ground;
        let manned: SmallVec<[HexId; MOST_UNITS]> = g.troops().map(|it| it.1).collect();
        let stack = |hex: HexId| manned.iter().filter(|it| **it == hex).count();
        let home = g.data().units[unit.index()].division.sector();
        let limit = usize::from(g.data().tables.constants.stacking_limit);
        let options: SmallVec<[Start; 32]> = ground
            .beach
            .iter()
            .filter(|it| ground.row[it.index()] == Some(BeachRow::High))
            .filter(|it| ground.sector(*it) == home && stack(*it) < limit)
            .map(Start::Hex)
            .collect();
        ask_for(cx, g, *unit, (BEACH, Topic::StartHex(*unit)), &options)?;
    }
    Ok(())
}

/// omaha.btb.t16
fn in_boxes<C: Cx<Day>>(cx: &mut C, g: &mut Day, plan: &BeyondSetUp) -> Result<(), C::Halt> {
    for unit in &plan.boxes {
        let options = boxes_for(g, *unit);
        ask_for(cx, g, *unit, (BOXES, Topic::StartBox(*unit)), &options)?;
    }
    Ok(())
}
