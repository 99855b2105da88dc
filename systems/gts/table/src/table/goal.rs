//! What wins (gts.victory.default), and how much of it is missing.

use gts::data::Side;
use gts::{Battle, text, victory};
use play::wire::{Goal, GoalPlace};

use super::question::cite;

pub(super) fn goal(g: &Battle, viewer: Option<Side>) -> Goal {
    let data = g.data();
    let names = text::Names(data);
    let points = Side::BOTH.map(|side| victory::score(g, side).total());
    let per_step = viewer
        .map_or(data.victory.per_enemy_step, |it| [data.victory.per_enemy_step[it.index()]; 2]);
    let steps = match per_step {
        [0, 0] => String::new(),
        [a, b] if a == b => format!(" {a} for each enemy step eliminated,"),
        [a, b] => format!(
            " {a} to the {} and {b} to the {} for each enemy step eliminated,",
            names.side(Side::First),
            names.side(Side::Second)
        ),
    };
    let hexes = data.victory.hexes.iter().zip(&g.holders);
    Goal {
        text: format!(
            "More points than the enemy after turn {} win:{steps} and what each victory hex is worth for who was in it last.",
            data.turns.len()
        ),
        stands: stands(g, viewer, points),
        rule: Some(cite(victory::POINTS)),
        points: points.to_vec(),
        places: hexes
            .map(|(it, holder)| GoalPlace {
                place: it.hex.into(),
                name: it.name.clone(),
                points: it.points.into(),
                holder: Some(*holder as u8),
            })
            .collect(),
    }
}

fn stands(g: &Battle, viewer: Option<Side>, [first, second]: [i32; 2]) -> String {
    let names = text::Names(g.data());
    let score =
        format!("{} {first}, {} {second}", names.side(Side::First), names.side(Side::Second));
    let lead = match viewer {
        None => return format!("{score}."),
        Some(Side::First) => first - second,
        Some(Side::Second) => second - first,
    };
    match lead {
        1.. => format!("{score}: you are ahead by {lead}."),
        0 => format!("{score}: one more point wins."),
        _ => format!("{score}: {} more points win.", 1 - lead),
    }
}
