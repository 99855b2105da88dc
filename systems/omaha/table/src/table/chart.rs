//! You are here: the procedures of the game as lists of their steps.

use omaha::Day;
use omaha::attack;
use omaha::question::{Question, Topic};
use omaha::state::Phase;

use play::wire::{self, ChartAt, ChartStep};

/// A procedure: key, title, rule, and its steps with the statements behind them.
type Chart = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const LANDING: Chart = (
    "landing",
    "Amphibious operations",
    "omaha.seq.amph-order",
    &[
        ("Landing card of the EAST: losses, drift, delay, mines", "omaha.land.card-per-sector"),
        ("Landing card of the WEST", "omaha.land.card-per-sector"),
        ("All in boxes land at the waterline", "omaha.box.all-land"),
        ("Arrivals of this turn go into boxes; they land next turn", "omaha.seq.arrive-then-land"),
    ],
);

const FIRE: Chart = (
    "fire",
    "German fire",
    "omaha.seq.fire-steps",
    &[
        ("A fire card is drawn for the sector", "omaha.seq.fire-order"),
        ("Positions of its colours fire: on a double colour only with depth", "omaha.fire.match"),
        (
            "Hits are spread: intense first, nearest first, most steps first",
            "omaha.hit.spread-basic",
        ),
        ("The hits shown are applied", "omaha.fire.unit-not-stack"),
        ("The artillery box, from turn 4", "omaha.arty.when"),
        ("Disrupted Germans of these colours recover", "omaha.fire.recover"),
    ],
);

const ACTIONS: Chart = (
    "actions",
    "US actions",
    "omaha.act.division-order",
    &[
        (
            "One division acts: free actions, and paid ones as far as they last",
            "omaha.act.mixed-order",
        ),
        ("The other division acts", "omaha.act.division-order"),
        ("Units over two a hex are lost", "omaha.stack.excess"),
        ("Units under water are lost", "omaha.tide.death"),
    ],
);

const ATTACK: Chart = (
    "attack",
    "Attack",
    "omaha.att.declare",
    &[
        ("All attackers are named", "omaha.att.declare"),
        ("The German unit is revealed, not its depth", "omaha.att.step-reveal"),
        ("Strength and weapons are compared", "omaha.att.step-compare"),
        ("The result is read: row by weapons and strength, column by depth", "omaha.att.step-row"),
        ("If it says so, depth is revealed and compared once more", "omaha.att.step-second"),
    ],
);

/// All procedures, for the head of the game.
pub(super) fn all() -> Vec<wire::Chart> {
    let chart = |(key, title, rule, steps): Chart| wire::Chart {
        key: key.into(),
        title: title.into(),
        rule: rule.into(),
        steps: steps
            .iter()
            .enumerate()
            .map(|(i, (text, rule))| ChartStep {
                number: (i + 1).to_string(),
                text: (*text).into(),
                rules: vec![(*rule).into()],
            })
            .collect(),
    };
    [LANDING, FIRE, ACTIONS, ATTACK].map(chart).into()
}

/// The procedures being run, outermost first.
pub(super) fn charts(g: &Day, asked: Option<&Question>) -> Vec<ChartAt> {
    let mut all = Vec::new();
    match g.phase {
        Phase::LandingCheck(sector) => all.push(chart(LANDING, sector.index())),
        Phase::Land => all.push(chart(LANDING, 2)),
        Phase::Arrivals => all.push(chart(LANDING, 3)),
        Phase::FireCard(_) | Phase::GermanActions(_) => all.push(chart(FIRE, 2)),
        Phase::FireHits(_) => all.push(chart(FIRE, 4)),
        Phase::UsActions => {
            let second = g.today.finished.iter().any(|it| *it);
            all.push(chart(ACTIONS, usize::from(second)));
        }
        Phase::UsEnd => all.push(chart(ACTIONS, 2)),
        _ => (),
    }
    if let Some(asked) = asked
        && let Topic::Attack(_) = asked.topic
    {
        let at = match asked.rule {
            it if it == attack::DECLARE => 0,
            it if it == attack::HERO => 2,
            _ => 3,
        };
        all.push(chart(ATTACK, at));
    }
    all
}

fn chart((key, _, _, steps): Chart, at: usize) -> ChartAt {
    let here = steps.get(at).map_or(String::new(), |it| {
        format!("step {} of {}", at + 1, steps.len()) + ", " + &lower(it.0)
    });
    ChartAt { key: key.into(), here, now: Some(at as u8), done: (0..at as u8).collect() }
}

fn lower(text: &str) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    text
}
