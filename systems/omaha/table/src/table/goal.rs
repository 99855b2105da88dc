//! What wins (omaha.vic.fw-win, omaha.vic.level-tv), how much of it is missing, and where it can be had.

use omaha::data::Victory;
use omaha::{Day, victory};
use play::wire::{Goal, GoalPlace};

use super::question::cite;
use super::view;

pub(super) fn goal(g: &Day) -> Goal {
    let plan = &g.data().plan;
    let points = victory::points(g);
    let last = plan.last_turn;
    let text = match &plan.victory {
        Victory::Points { win } => format!("{win} points at the end of turn {last} win."),
        Victory::Levels { check: Some(check), .. } if g.turn <= check.turn => format!(
            "At the end of turn {} {} points are a decisive victory and {} or fewer a decisive defeat; otherwise the battle goes on to turn {last}.",
            check.turn, check.win, check.loss
        ),
        Victory::Levels { bounds: [.., decisive], .. } => format!(
            "At the end of turn {last}: more points are a better level of victory, more than {decisive} a decisive one."
        ),
    };
    let stands = match view::goal(g).map(|it| (it, it - points)) {
        None => format!("{points} points so far."),
        Some((_, ..=0)) => format!("{points} points so far: enough, if nothing is lost again."),
        Some((goal, missing)) => format!("{points} of {goal} points: {missing} are missing."),
    };
    let stakes = victory::stakes(g).into_iter().filter(|it| it.points != 0);
    Goal {
        text: format!(
            "{text} Control what is marked, keep it in communication and out of German fields of fire. A catastrophic loss ends the battle before."
        ),
        stands,
        rule: Some(cite(if g.is_extended() { victory::FINAL_VP } else { victory::FIRST_WIN })),
        points: vec![points.into()],
        places: stakes
            .map(|it| GoalPlace {
                place: it.at.into(),
                name: it.name,
                points: it.points.into(),
                holder: it.held.then_some(0),
            })
            .collect(),
    }
}
