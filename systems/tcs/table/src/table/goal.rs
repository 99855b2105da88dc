//! What wins (tcs.victory.points), and how much of it is missing.

use play::wire::{Goal, GoalPlace};
use tcs::id::Side;
use tcs::{Battle, victory};

use super::question::cite;

pub(super) fn goal(g: &Battle, viewer: Option<Side>) -> Goal {
    let data = g.data();
    let points = Side::BOTH.map(|side| i32::from(victory::points(g, side)));
    let steps = match data.step_points {
        0 => String::new(),
        n => format!(", {n} for each enemy step eliminated"),
    };
    let sudden = data.sudden_death.map_or_else(String::new, |it| {
        format!(" A lead of {it} at the end of any turn ends the battle at once.")
    });
    let scoring = data.scoring.iter().zip(&g.holders);
    Goal {
        text: format!(
            "More points than the enemy after turn {} win, a lead of {} decisively: the points of each victory hex for who holds it{steps}.{sudden}",
            data.turns.len(),
            data.margin
        ),
        stands: stands(g, viewer, points),
        rule: Some(cite(victory::WHEN)),
        points: points.to_vec(),
        places: scoring
            .map(|(it, holder)| GoalPlace {
                place: it.hex.into(),
                name: it.name.clone(),
                points: it.points.into(),
                holder: holder.map(|it| it as u8),
            })
            .collect(),
    }
}

fn stands(g: &Battle, viewer: Option<Side>, [first, second]: [i32; 2]) -> String {
    let [us, them] = &g.data().side_names;
    let score = format!("{us} {first}, {them} {second}");
    let margin = i32::from(g.data().margin);
    let lead = match viewer {
        None => return format!("{score}."),
        Some(Side::First) => first - second,
        Some(Side::Second) => second - first,
    };
    match lead {
        n if 0 < n && margin <= n => format!("{score}: you are ahead by {n}, decisively."),
        n if 0 < n => format!("{score}: you are ahead by {n}; {margin} are decisive."),
        0 => format!("{score}: one more point wins."),
        n => format!("{score}: {} more points win.", 1 - n),
    }
}
