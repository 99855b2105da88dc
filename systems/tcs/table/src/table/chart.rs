//! The procedures of the book as lists of their steps, and where the game is in them: "you are here". Nothing here decides
//! anything, and nothing shows what is decided in secret: the steps of the Command Phase are everybody's.

use kernel::chart::{Chart, Here, step};
use tcs::fire::FireKind;
use tcs::question::{Question, Topic};
use tcs::state::{ActionStep, AirStep, CommandStep, Phase};
use tcs::{Battle, fire_action};

/// The procedures being run, outermost first.
pub(super) fn running(g: &Battle, asked: Option<&Question>) -> Vec<Here> {
    let mut all = Vec::new();
    all.extend(match g.phase {
        Phase::Command(it) => Some(Here::at(&COMMAND, command(it))),
        Phase::Air(_, it) => Some(Here::at(&AIR, air(it))),
        Phase::Action(_, it) => Some(Here::at(&ACTION, action(it))),
        _ => None,
    });
    all.extend(match asked.map(|it| it.topic) {
        Some(Topic::WhichGuns) => Some(Here::at(&MISSION, 0)),
        Some(Topic::WhichMission(_)) => Some(Here::at(&MISSION, 1)),
        Some(Topic::Observer(_)) => Some(Here::at(&MISSION, 2)),
        Some(Topic::MissionTarget { .. }) => Some(Here::at(&MISSION, 3)),
        Some(Topic::ScatterTo(_)) => Some(Here::at(&MISSION, 5)),
        Some(Topic::FireTarget(_) | Topic::Declare(_) | Topic::OverwatchFirers(_)) => {
            Some(Here::at(if is_point(g, asked) { &POINT } else { &FIRE }, 0))
        }
        Some(Topic::WhoAssaults(_) | Topic::AssaultHex(_)) => Some(Here::at(&ASSAULT, 0)),
        Some(Topic::AssaultFire { .. }) => round(g, asked),
        _ => None,
    });
    all
}

/// The fire that is being declared, or the action whose target is asked for.
fn is_point(g: &Battle, asked: Option<&Question>) -> bool {
    match (&g.attack, asked) {
        (Some(attack), _) => attack.kind == FireKind::Point,
        (None, asked) => asked.is_some_and(|it| it.rule == fire_action::PFA),
    }
}

/// In an assault the defenders fire first.
fn round(g: &Battle, asked: Option<&Question>) -> Option<Here> {
    let fight = g.fight.as_ref().filter(|it| !it.overrun)?;
    let attacker = fight.attackers.first().map(|it| g.side(it.unit));
    Some(Here::at(&ASSAULT, if asked.map(|it| it.who) == attacker { 3 } else { 2 }))
}

const fn command(it: CommandStep) -> usize {
    match it {
        CommandStep::Review => 0,
        CommandStep::Accrue => 1,
        CommandStep::Implement => 2,
        CommandStep::Checks => 3,
        CommandStep::Add => 4,
        CommandStep::Create => 5,
        CommandStep::Morale => 6,
        CommandStep::Weather => 7,
    }
}

const fn air(it: AirStep) -> usize {
    match it {
        AirStep::Arrivals | AirStep::Sorties => 0,
        AirStep::Preplotted => 1,
        AirStep::Lift | AirStep::Place => 2,
        AirStep::Adjust => 3,
        AirStep::Execute => 4,
        AirStep::Remove => 5,
    }
}

const fn action(it: ActionStep) -> usize {
    match it {
        ActionStep::Begin => 0,
        ActionStep::Reinforcements => 2,
        ActionStep::Actions => 3,
        ActionStep::Recovery => 4,
        ActionStep::Overstacking => 5,
    }
}

pub(super) const ALL: [&Chart; 7] = [&COMMAND, &AIR, &ACTION, &MISSION, &FIRE, &POINT, &ASSAULT];

const COMMAND: Chart = Chart {
    key: "command",
    title: "Command Phase",
    rule: "tcs.seq.command-both",
    boxes: &[
        step("1", "Sheets are looked through: done, failed", &["tcs.seq.command-1-review"]),
        step("2", "Sheets in preparation get weighted turns", &["tcs.seq.command-2-accrue"]),
        step("3", "Orders come through, by a throw each", &["tcs.seq.command-3-implement"]),
        step("4", "Reserves are released, Alternates tried", &["tcs.seq.command-4-checks"]),
        step("5", "Units without orders join sheets", &["tcs.seq.command-5-add"]),
        step("6", "New sheets are drawn, others cancelled", &["tcs.seq.command-6-create"]),
        step("7", "Morale of battalions falls", &["tcs.seq.command-7-morale"]),
        step("8", "Weather", &["tcs.seq.command-8-weather"]),
    ],
};

const AIR: Chart = Chart {
    key: "air",
    title: "Aircraft and artillery",
    rule: "tcs.seq.air-arty-whole-side",
    boxes: &[
        step("1", "Sorties are flown", &["tcs.seq.air-arty-1-sorties"]),
        step("2", "Fire that was planned before", &["tcs.seq.air-arty-2-preplotted"]),
        step("3", "New missions are placed", &["tcs.seq.air-arty-3-place"]),
        step("4", "Missions are adjusted, by a throw each", &["tcs.seq.air-arty-4-adjust"]),
        step("5", "Shells, smoke and light come down", &["tcs.seq.air-arty-5-execute"]),
        step("6", "Missions lift; Continuous Fire stays", &["tcs.seq.air-arty-6-remove"]),
    ],
};

const ACTION: Chart = Chart {
    key: "action",
    title: "Action Phase",
    rule: "tcs.seq.action-consecutive",
    boxes: &[
        step("1", "Fired markers come off", &["tcs.seq.action-1-fired-off"]),
        step("2", "Smoke of units lifts", &["tcs.seq.action-2-unit-smoke-off"]),
        step("3", "Reinforcements arrive", &["tcs.seq.action-3-reinforcements"]),
        step("4", "Units act in any order; the enemy answers", &["tcs.seq.action-4-list"]),
        step("5", "Shaken units pull themselves together", &["tcs.seq.action-5-recover"]),
        step("5", "Hexes that are too full are cleared", &["tcs.seq.action-5-overstack"]),
    ],
};

const MISSION: Chart = Chart {
    key: "mission",
    title: "A mission of artillery",
    rule: "tcs.arty.kinds",
    boxes: &[
        step("1", "Which guns", &["tcs.arty.one-mission"]),
        step("2", "What they fire", &["tcs.arty.kinds"]),
        step("3", "Who observes", &["tcs.arty.observer"]),
        step("4", "On which hex, in sight of the observer", &["tcs.arty.observer-los"]),
        step("5", "The adjustment is thrown", &["tcs.arty.adj-throw"]),
        step("6", "What scatters falls elsewhere", &["tcs.arty.scatter-dice"]),
    ],
};

const FIRE: Chart = Chart {
    key: "fire",
    title: "Area fire",
    rule: "tcs.area.1-declare",
    boxes: &[
        step("1", "Firers and target hex are named", &["tcs.area.1-declare"]),
        step("2", "Is the target spotted?", &["tcs.area.2-spotted"]),
        step("3", "Strengths are added", &["tcs.area.3-strength"]),
        step("4", "The column of the strength", &["tcs.area.4-column"]),
        step("5", "Shifts of the column", &["tcs.area.5-shift"]),
        step("6", "The throw, losses, morale", &["tcs.area.6-throw"]),
    ],
};

const POINT: Chart = Chart {
    key: "point",
    title: "Point fire",
    rule: "tcs.fire.point-steps",
    boxes: &[
        step(
            "–",
            "Firers and a spotted target are named",
            &["tcs.point.spotted", "tcs.point.affected"],
        ),
        step("1", "Firing steps: the column", &["tcs.point.1-steps", "tcs.point.header"]),
        step(
            "2",
            "Range band: Close, Nominal, Long",
            &["tcs.point.2-range", "tcs.point.range-mixed"],
        ),
        step(
            "3",
            "Lowest strength less best defence",
            &["tcs.point.3-differential", "tcs.point.differential-floor"],
        ),
        step("4", "Terrain and posture", &["tcs.point.4-terrain"]),
        step(
            "5",
            "Light, road moving, smoke, nerve",
            &["tcs.point.5-others", "tcs.point.not-used"],
        ),
        step(
            "6",
            "The throw, losses, morale",
            &["tcs.point.6-throw", "tcs.point.no-cap", "tcs.point.morale"],
        ),
    ],
};

const ASSAULT: Chart = Chart {
    key: "assault",
    title: "Assault",
    rule: "tcs.assault.rounds",
    boxes: &[
        step("–", "All who assault are named", &["tcs.assault.declare"]),
        step("–", "They go in under overwatch", &["tcs.assault.entry-overwatch"]),
        step("1", "The defenders fire", &["tcs.assault.1-defence"]),
        step("2", "The attackers fire", &["tcs.assault.2-attack"]),
        step("3", "Is it over? Three rounds at most", &["tcs.assault.3-end"]),
    ],
};

#[cfg(test)]
mod tests {
    use module::{Library, Shape};
    use play::System as _;
    use tcs::id::{Side, UnitId};
    use tcs::{Shared, question};

    use super::*;
    use crate::Tcs;

    #[test]
    fn point_fire_has_a_chart_of_its_own() {
        let library = Library::embedded(&[Shape::of::<Tcs>()]);
        let loaded = library.load::<Tcs>("hill-151", "hill-151").expect("is shipped");
        let g = Battle::new(Shared::new(loaded.data));
        let key = |rule| {
            let asked = question::ask(Side::First, rule, Topic::FireTarget(UnitId(0)));
            running(&g, Some(&asked)).last().map(|it| it.chart.key)
        };
        assert_eq!(key(fire_action::PFA), Some("point"));
        assert_eq!(key(fire_action::SFA), Some("fire"));
    }

    #[test]
    fn every_step_stands_on_a_statement_there_is() {
        for chart in ALL {
            let codes = chart.boxes.iter().flat_map(|it| it.rules.iter().copied());
            for code in codes.chain([chart.rule]) {
                assert!(Tcs::RULES.contains(&format!("**{code}**")), "{code} of {}", chart.key);
            }
        }
    }
}
