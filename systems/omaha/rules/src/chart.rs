//! The procedures of the game as lists of their steps, and where the game is in them: "you are here".

use kernel::chart::{Chart, Here, step};

use crate::question::{Question, Topic};
use crate::state::{Day, Phase};

/// The procedures being run, outermost first.
#[must_use]
pub fn running(g: &Day, question: Option<&Question>) -> Vec<Here> {
    let mut all = Vec::new();
    match g.phase {
        Phase::LandingCheck(sector) => all.push(Here::at(&LANDING, sector.index())),
        Phase::Land => all.push(Here::at(&LANDING, 2)),
        Phase::Arrivals => all.push(Here::at(&LANDING, 3)),
        Phase::FireCard(_) | Phase::GermanActions(_) => all.push(Here::at(&FIRE, 2)),
        Phase::FireHits(_) => all.push(Here::at(&FIRE, 4)),
        Phase::UsActions => {
            let second = g.today.finished.iter().any(|it| *it);
            all.push(Here::at(&ACTIONS, usize::from(second)));
        }
        Phase::UsEnd => all.push(Here::at(&ACTIONS, 2)),
        _ => (),
    }
    all.extend(match question.map(|it| it.topic) {
        Some(Topic::Declare(_)) => Some(Here::at(&ATTACK, 0)),
        Some(Topic::HeroInAttack(_)) => Some(Here::at(&ATTACK, 2)),
        Some(Topic::Attrition(_)) => Some(Here::at(&ATTACK, 3)),
        _ => None,
    });
    all
}

/// Every chart, for the pages of charts and the tests.
pub const ALL: [&Chart; 4] = [&LANDING, &FIRE, &ACTIONS, &ATTACK];

pub const LANDING: Chart = Chart {
    key: "landing",
    title: "Amphibious operations",
    rule: "omaha.seq.amph-order",
    boxes: &[
        step(
            "1",
            "Landing card of the EAST: losses, drift, delay, mines",
            &["omaha.land.card-per-sector"],
        ),
        step("2", "Landing card of the WEST", &["omaha.land.card-per-sector"]),
        step("3", "All in boxes land at the waterline", &["omaha.box.all-land"]),
        step(
            "4",
            "Arrivals of this turn go into boxes; they land next turn",
            &["omaha.seq.arrive-then-land"],
        ),
    ],
};

pub const FIRE: Chart = Chart {
    key: "fire",
    title: "German fire",
    rule: "omaha.seq.fire-steps",
    boxes: &[
        step("1", "A fire card is drawn for the sector", &["omaha.seq.fire-order"]),
        step(
            "2",
            "Positions of its colours fire: on a double colour only with depth",
            &["omaha.fire.match"],
        ),
        step(
            "3",
            "Hits are spread: intense first, nearest first, most steps first",
            &["omaha.hit.spread-basic"],
        ),
        step("4", "The hits shown are applied", &["omaha.fire.unit-not-stack"]),
        step("5", "The artillery box, from turn 4", &["omaha.arty.when"]),
        step("6", "Disrupted Germans of these colours recover", &["omaha.fire.recover"]),
    ],
};

pub const ACTIONS: Chart = Chart {
    key: "actions",
    title: "US actions",
    rule: "omaha.act.division-order",
    boxes: &[
        step(
            "1",
            "One division acts: free actions, and paid ones as far as they last",
            &["omaha.act.mixed-order"],
        ),
        step("2", "The other division acts", &["omaha.act.division-order"]),
        step("3", "Units over two a hex are lost", &["omaha.stack.excess"]),
        step("4", "Units under water are lost", &["omaha.tide.death"]),
    ],
};

pub const ATTACK: Chart = Chart {
    key: "attack",
    title: "Attack",
    rule: "omaha.att.declare",
    boxes: &[
        step("1", "All attackers are named", &["omaha.att.declare"]),
        step("2", "The German unit is revealed, not its depth", &["omaha.att.step-reveal"]),
        step("3", "Strength and weapons are compared", &["omaha.att.step-compare"]),
        step(
            "4",
            "The result is read: row by weapons and strength, column by depth",
            &["omaha.att.step-row"],
        ),
        step(
            "5",
            "If it says so, depth is revealed and compared once more",
            &["omaha.att.step-second"],
        ),
    ],
};
