//! The flowcharts of the game as numbered boxes in our own words, each with the statements it stands for, and where the
//! game is in them: "you are here".
//!
//! Nothing here decides anything. The place is worked out from what was asked and reported since the act began; every
//! question, throw, sum and event names its rule, and a rule stands in a box.

use kernel::chart::{Chart, Here, silent, step};

use crate::data::Chit;
use crate::state::{Active, Battle, Stage};

/// The charts being run, outermost first: the chit, the landing, the assault, and the shot within it. `rules` are the
/// codes of what was reported since the act began, in order, then that of the question.
#[must_use]
pub fn running<'a>(g: &Battle, rules: impl IntoIterator<Item = &'a str>) -> Vec<Here> {
    let mut all: Vec<Here> = Vec::new();
    let mut order: Vec<usize> = Vec::new();
    for code in rules {
        let inside = order.last().filter(|it| all[**it].chart.find(code, None).is_some());
        let at = match (inside, enters(code)) {
            (Some(at), _) => *at,
            (None, None) => continue,
            (None, Some(chart)) => match all.iter().position(|it| it.chart.key == chart.key) {
                Some(at) => at,
                None => {
                    all.push(Here::new(chart));
                    all.len() - 1
                }
            },
        };
        if let Some(index) = all[at].chart.find(code, all[at].at) {
            all[at].visit(index);
        }
        // What was entered from here is over once its own chart goes on.
        order.retain(|it| *it != at);
        order.push(at);
    }
    let mut here: Vec<Here> = g.active.as_ref().into_iter().flat_map(chit).collect();
    let innermost = order.last().map(|it| all[*it]);
    let assault = all.iter().find(|it| it.chart.key == ASSAULT.key).copied();
    let landing = all.iter().find(|it| it.chart.key == LANDING.key).copied();
    let lands = g.active.as_ref().is_some_and(|it| it.stage == Stage::Naval(4));
    let around = [(lands, landing), (g.fight.is_some(), assault)];
    for it in around.into_iter().filter(|it| it.0).filter_map(|it| it.1) {
        if innermost.is_some_and(|inner| inner.chart.key != it.chart.key) {
            here.push(it);
        }
    }
    here.extend(innermost);
    here
}

/// The chart a rule leads into. Results and modifiers belong to whatever is being run.
fn enters(code: &str) -> Option<&'static Chart> {
    let shared = code.starts_with("gts.result.") || code.starts_with("gts.mod.");
    ACTS.iter().find(|it| !shared && it.find(code, None).is_some()).copied()
}

/// Where the chit in play stands.
fn chit(active: &Active) -> Vec<Here> {
    let (chart, at) = match (active.chit, active.stage) {
        (Chit::Division(_), Stage::Opening) => (&DIVISION, 0),
        (Chit::Division(_), Stage::Actions) => {
            (&DIVISION, if active.acting.is_empty() { 3 } else { 4 })
        }
        (Chit::Division(_), _) => (&DIVISION, 6),
        (Chit::DirectCommand(_), _) => (&DIRECT, if active.acting.is_empty() { 0 } else { 1 }),
        (Chit::Naval, Stage::Naval(step)) => (&NAVAL, usize::from(step.clamp(1, 8)) - 1),
        (Chit::Formation(_) | Chit::RoyalMarines, Stage::Transfers) => (&FORMATION, 3),
        (Chit::Formation(_) | Chit::RoyalMarines, _) => {
            (&FORMATION, if active.acting.is_empty() { 0 } else { 1 })
        }
        _ => return Vec::new(),
    };
    let second = active.first.is_some() && !active.acting.is_empty();
    let at = if second && chart.key != NAVAL.key && chart.key != DIRECT.key { at + 1 } else { at };
    vec![Here::at(chart, at)]
}

/// The charts an act may run through, in the order in which a rule is looked for.
pub const ACTS: [&Chart; 8] =
    [&DIRECT_FIRE, &OP_FIRE, &INDIRECT_FIRE, &ASSAULT, &STRIKE, &LANDING, &RALLY, &ENGINEER];

/// Every chart, for the pages of charts and the tests.
pub const ALL: [&Chart; 12] = [
    &DIVISION,
    &FORMATION,
    &DIRECT,
    &NAVAL,
    &OP_FIRE,
    &DIRECT_FIRE,
    &INDIRECT_FIRE,
    &ASSAULT,
    &STRIKE,
    &LANDING,
    &RALLY,
    &ENGINEER,
];

pub const DIVISION: Chart = Chart {
    key: "division",
    title: "Division chit",
    rule: "gts.div.order",
    boxes: &[
        step(
            "1",
            "Reinforcements enter",
            &["gts.div.reinforcements", "gts.div.reinforcement-form"],
        ),
        step("2", "Command Points gained", &["gts.div.cp-gain"]),
        step("3", "Dispatch Points gained", &["gts.div.dp-roll"]),
        step("4", "A unit or stack is chosen", &["gts.div.all-active"]),
        step("5", "First action: no Fire, no Assault", &["gts.div.no-fire", "gts.div.no-efz-move"]),
        step("6", "Second action for 1 CP", &["gts.div.second"]),
        step("7", "Leaders are transferred", &["gts.div.leader-transfer"]),
    ],
};

pub const FORMATION: Chart = Chart {
    key: "formation",
    title: "Formation chit",
    rule: "gts.form.all-active",
    boxes: &[
        step("1", "A unit or stack is chosen", &["gts.form.all-active"]),
        step("2", "First action", &["gts.form.all-active"]),
        step("3", "Second action for 1 CP", &["gts.form.second"]),
        step("4", "Leaders are transferred", &["gts.form.leader-transfer"]),
    ],
};

pub const DIRECT: Chart = Chart {
    key: "direct-command",
    title: "Direct Command chit",
    rule: "gts.dc.activate",
    boxes: &[
        step("1", "1 CP activates a unit in command", &["gts.dc.activate"]),
        step("2", "One action, no engineering", &["gts.dc.action"]),
    ],
};

pub const NAVAL: Chart = Chart {
    key: "naval",
    title: "Naval chit",
    rule: "gts.chit.naval",
    boxes: &[
        step("1", "Gaps at 0 are open", &["gts.naval.1-check", "gts.naval.1-open"]),
        step("2", "Ships fire", &["gts.naval.2-each"]),
        step("3", "Coastal batteries fire", &["gts.naval.3-firer"]),
        step("4", "Craft and DD tanks land", &["gts.naval.4-order"]),
        step("5", "Loaded units go to the waves", &["gts.naval.5-wave"]),
        step("6", "Units en route go loading", &["gts.naval.6-loading"]),
        step("7", "Assault Force markers move", &["gts.naval.7-force-markers"]),
        step("8", "Ships move", &["gts.naval.8-letter", "gts.naval.8-star"]),
    ],
};

pub const OP_FIRE: Chart = Chart {
    key: "op-fire",
    title: "Op Fire",
    rule: "gts.opfire.reaction",
    boxes: &[
        step(
            "1",
            "Shots before the act: who fires?",
            &["gts.opfire.before-after", "gts.opfire.announce"],
        ),
        step("2", "The firer checks", &["gts.dfire.step-04-opfire-check"]),
        step("3", "Rating with the Op Fire modifiers", &["gts.dfire.step-06-rating"]),
        step("4", "Roll", &["gts.dfire.step-08-roll"]),
        step(
            "5",
            "Result on the target",
            &[
                "gts.dfire.step-15-apply",
                "gts.result.s-option",
                "gts.result.sq",
                "gts.result.s-suppressed",
                "gts.result.cohesion-hit",
                "gts.result.1-reduce",
                "gts.result.e",
            ],
        ),
        step("6", "Suppressed: the act does not take place", &["gts.opfire.stopped"]),
        step("7", "Shots after the act: who fires?", &["gts.opfire.order"]),
    ],
};

pub const DIRECT_FIRE: Chart = Chart {
    key: "direct-fire",
    title: "Direct Fire",
    rule: "gts.dfire.step-01-begin",
    boxes: &[
        silent("1", "The fire begins", &["gts.dfire.step-01-begin"]),
        step("2", "Firer and target are chosen", &["gts.dfire.step-02-select"]),
        silent("3", "A rating, no mortar, in the Fire Zone", &["gts.dfire.step-03-prereqs"]),
        silent("4", "Op Fire only: the firer checks", &["gts.dfire.step-04-opfire-check"]),
        silent(
            "5",
            "A park in the hex is broken up",
            &["gts.dfire.step-05-park", "gts.park.breakup"],
        ),
        step("6", "Company Bonus check", &["gts.mod.company-bonus"]),
        step("6", "The rating is modified", &["gts.dfire.step-06-rating"]),
        silent("7", "Op Fire only: its own modifiers", &["gts.dfire.step-07-op-rating"]),
        step("8", "Roll", &["gts.dfire.step-08-roll"]),
        silent("9", "A natural 9 misses", &["gts.dfire.step-09-nine"]),
        silent("10", "0, or not above the rating: a hit", &["gts.dfire.step-10-hit"]),
        silent(
            "11–14",
            "Side and row of the table",
            &["gts.dfire.step-11-side", "gts.dfire.step-13-row"],
        ),
        step(
            "15",
            "Result on the target",
            &[
                "gts.dfire.step-15-apply",
                "gts.result.s-option",
                "gts.result.sq",
                "gts.result.s-suppressed",
                "gts.result.cohesion-hit",
                "gts.result.1-reduce",
                "gts.result.1-remove",
                "gts.result.e",
            ],
        ),
        step("16", "Artillery hit loses contact", &["gts.dfire.step-16-contact"]),
        step("17", "The fire ends", &["gts.dfire.step-17-end"]),
    ],
};

pub const INDIRECT_FIRE: Chart = Chart {
    key: "indirect-fire",
    title: "Indirect Fire",
    rule: "gts.ifire.step-01-firer",
    boxes: &[
        silent("1–3", "Artillery or mortar with a rating", &["gts.ifire.step-01-firer"]),
        silent("4", "Indirect HE stands in a park", &["gts.ifire.step-04-park"]),
        silent("5", "A battery is commanded by its contact", &["gts.ifire.step-05-battery"]),
        step("6", "A unit or an empty hex is the target", &["gts.ifire.step-06-target"]),
        silent("7–9", "In range, not too near, no entry hex", &["gts.ifire.step-07-range"]),
        silent(
            "10–13",
            "Somebody spots it",
            &["gts.ifire.step-10-spot-he", "gts.ifire.step-13-refuse"],
        ),
        step("14", "The park shows Fired", &["gts.ifire.step-14-flip-park"]),
        step("15", "Company Bonus check", &["gts.mod.company-bonus"]),
        step("15", "Rating and roll", &["gts.ifire.step-15-modify"]),
        silent("16", "A natural 9: no barrage, contact lost", &["gts.ifire.step-16-nine"]),
        silent("17", "Empty hex: to the barrage", &["gts.ifire.step-17-empty"]),
        silent("18–19", "Hit or miss, side of the table", &["gts.ifire.step-18-hit"]),
        step(
            "20",
            "Result on the target",
            &[
                "gts.ifire.step-20-row",
                "gts.result.s-option",
                "gts.result.sq",
                "gts.result.s-suppressed",
                "gts.result.cohesion-hit",
                "gts.result.1-reduce",
                "gts.result.1-remove",
                "gts.result.e",
            ],
        ),
        step("21", "Others in the hex check", &["gts.ifire.step-21-hex-mates", "gts.result.sq"]),
        step(
            "22",
            "Artillery hit loses contact",
            &["gts.ifire.step-22-contact", "gts.contact.losing"],
        ),
        step("23", "Strength of the barrage", &["gts.ifire.step-23-strength"]),
        step("24", "Up to 5: Light Barrage", &["gts.ifire.step-24-light"]),
        step("25", "6 and more: Heavy Barrage", &["gts.ifire.step-25-heavy"]),
    ],
};

pub const ASSAULT: Chart = Chart {
    key: "assault",
    title: "Assault",
    rule: "gts.act.assault",
    boxes: &[
        step("1", "Stack and hex are chosen", &["gts.assault.step-01-select", "gts.act.assault"]),
        silent(
            "2",
            "Each assaulter may take part",
            &["gts.assault.step-02-start-hex", "gts.assault.step-02-ip"],
        ),
        step(
            "3",
            "Bravery Check in a Fire Zone",
            &["gts.assault.step-03-bravery", "gts.assault.step-03-fail"],
        ),
        silent("4", "A park in the hex is broken up", &["gts.assault.step-04-park"]),
        silent("5", "Op Fire at the assaulters", &["gts.assault.step-05-opfire"]),
        step("6", "Suppressed assaulters drop out", &["gts.assault.step-06-drop"]),
        silent("7", "Defenders of no steps are lost", &["gts.assault.step-07-zero-steps"]),
        silent("8", "Nobody left: advance", &["gts.assault.step-08-empty"]),
        silent("9", "May they run?", &["gts.assault.step-09-no-run"]),
        step("10", "Stand or run", &["gts.assault.step-10-choice"]),
        step("11", "Run: Op Fire at +2", &["gts.assault.step-11-run-opfire"]),
        step(
            "12",
            "Run: to a hex nearby",
            &["gts.assault.step-12-run-hex", "gts.assault.step-12-run-lost"],
        ),
        step("13", "Run: suppressed", &["gts.assault.step-13-run-suppress"]),
        step("14", "Run: the assaulters advance", &["gts.assault.step-14-run-advance"]),
        step("15", "Stand: fire or charge", &["gts.assault.step-15-fire-or-charge"]),
        step("16", "Charge: one defender checks for all", &["gts.assault.step-16-charge-check"]),
        step("17", "Charge: failed, all are lost", &["gts.assault.step-17-charge-fail"]),
        step(
            "18",
            "The defenders fire",
            &["gts.assault.step-18-defender-fire", "gts.assault.targets"],
        ),
        step("19", "Suppressed assaulters drop out", &["gts.assault.step-19-drop"]),
        silent("20", "A charge ends here", &["gts.assault.step-20-charge-end"]),
        step(
            "21",
            "The assaulters fire",
            &["gts.assault.step-21-assaulter-fire", "gts.assault.targets"],
        ),
        step("22", "Nobody left: advance", &["gts.assault.step-22-advance"]),
        step("23", "A lone enemy leader goes", &["gts.assault.step-23-leaders"]),
        step("24", "Another round?", &["gts.assault.step-24-continue"]),
        step("25", "Round 1: drop Column for a hit", &["gts.assault.step-25-column"]),
        step("26", "The next round begins", &["gts.assault.step-26-loop"]),
    ],
};

pub const STRIKE: Chart = Chart {
    key: "air-strike",
    title: "Air strike",
    rule: "gts.air.strike",
    boxes: &[
        step("1", "Caller and target", &["gts.air.strike"]),
        step("2", "Flak", &["gts.air.flak", "gts.air.inherent-defence"]),
        step("3", "Rating and roll", &["gts.air.strike-rating"]),
        step(
            "4",
            "Result on the target",
            &[
                "gts.result.s-option",
                "gts.result.sq",
                "gts.result.s-suppressed",
                "gts.result.cohesion-hit",
                "gts.result.1-reduce",
                "gts.result.1-remove",
                "gts.result.e",
            ],
        ),
    ],
};

pub const LANDING: Chart = Chart {
    key: "landing",
    title: "Landing",
    rule: "gts.naval.4-order",
    boxes: &[
        step("4", "Which craft, and where", &["gts.naval.4-order", "gts.naval.4-eligible"]),
        step("DD", "The sea", &["gts.naval.4-dd-sea", "gts.naval.4-dd-sea-out"]),
        step("DD", "Nest fire", &["gts.naval.4-dd-nest", "gts.naval.4-dd-nest-out"]),
        step(
            "DD",
            "An action, a second for 1 CP",
            &["gts.naval.4-dd-action", "gts.naval.4-dd-second"],
        ),
        step("LC 1", "Beach obstacles", &["gts.naval.4-lc-obstacle"]),
        step("LC 2", "A natural 0: it drifts", &["gts.naval.4-lc-drift"]),
        step(
            "LC 3",
            "Lost with all aboard?",
            &["gts.naval.4-lc-lost-1", "gts.naval.4-lc-lost-2", "gts.naval.4-lc-lost-3"],
        ),
        step("LC 4", "Nest fire at the craft", &["gts.naval.4-lc-nest"]),
        step("LC 6", "Op Fire at the craft", &["gts.naval.4-lc-opfire"]),
        step(
            "LC 8",
            "The passengers land",
            &["gts.naval.4-lc-unload", "gts.naval.4-lc-unload-form"],
        ),
        step("LC 9", "Nest fire at one of them", &["gts.naval.4-lc-unit-nest"]),
        step("LC 10", "Op Fire at one of them", &["gts.naval.4-lc-unit-opfire"]),
        step("LC 11", "The craft fires", &["gts.naval.4-lc-fires"]),
        step("LC 12", "The craft goes back for more", &["gts.naval.4-lc-remove"]),
        step("LC 13", "A landed unit acts for 1 CP", &["gts.naval.4-second"]),
        step("LC 14", "Nest fire at it first", &["gts.naval.4-second-nest"]),
        step(
            "LC 16",
            "Its action: anything but moving",
            &["gts.naval.4-second-action", "gts.naval.4-second-drift"],
        ),
        step(
            "LC 19",
            "Fire at the Beach Defenses",
            &["gts.naval.4-second-beach", "gts.beach.table", "gts.beach.choice"],
        ),
        step("LC 21", "The next craft", &["gts.naval.4-next"]),
    ],
};

pub const RALLY: Chart = Chart {
    key: "rally",
    title: "Rally",
    rule: "gts.rally.ic",
    boxes: &[
        silent("1", "In command: no roll", &["gts.rally.ic"]),
        step("2", "Out of command: check", &["gts.rally.ooc"]),
        step("3", "Failed: a Rallying marker", &["gts.rally.ooc-fail"]),
        step(
            "4",
            "Suppression goes, or a Cohesion Hit",
            &["gts.rally.otherwise", "gts.rally.day-efz"],
        ),
    ],
};

pub const ENGINEER: Chart = Chart {
    key: "engineer",
    title: "Engineer Action",
    rule: "gts.eng.list",
    boxes: &[
        step(
            "1",
            "For whom, or where",
            &["gts.eng.ip-engineer", "gts.eng.ent-needs-ip", "gts.rear.place-efz"],
        ),
        step("2", "Op Fire at the work", &["gts.eng.opfire"]),
        step(
            "3",
            "Check; Men at Work help",
            &[
                "gts.eng.ip-infantry",
                "gts.eng.ent-check",
                "gts.eng.road-block-check",
                "gts.eng.clear-infantry",
                "gts.rear.check",
            ],
        ),
        step("4", "Failed: Men at Work", &["gts.eng.men-at-work"]),
        step(
            "5",
            "The work is done",
            &["gts.eng.ip-who", "gts.eng.ent-who", "gts.eng.road-block-who", "gts.eng.clear-who"],
        ),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_box_has_words_and_rules_and_fits_the_bits() {
        for chart in ALL {
            assert!(chart.boxes.len() < 64 && !chart.boxes.is_empty(), "{}", chart.key);
            for it in chart.boxes {
                assert!(!it.text.is_empty() && it.text.len() < 45, "{}: {}", chart.key, it.text);
                assert!(it.rules.iter().all(|it| it.starts_with("gts.")), "{}", it.text);
            }
        }
        assert!(ACTS.iter().all(|it| ALL.contains(it)));
    }

    #[test]
    fn a_second_shot_begins_the_chart_again() {
        let mut here = Here::new(&DIRECT_FIRE);
        for code in
            ["gts.dfire.step-02-select", "gts.dfire.step-06-rating", "gts.dfire.step-15-apply"]
        {
            let index = DIRECT_FIRE.find(code, here.at).expect("stands in the chart");
            here.visit(index);
        }
        assert!(here.is_passed(0) && here.is_passed(1) && here.is_passed(2) && here.is_passed(6));
        assert!(!here.is_passed(5), "no Company Bonus was checked");
        here.visit(1);
        assert_eq!((here.at, here.passed), (Some(1), 1));
    }
}
