//! What wins (skirmish.vic.points), and how much of it is missing.

use play::wire::{Goal, GoalPlace};
use skirmish::data::Side;
use skirmish::{Seen, victory};

use super::place::{cite, place};

pub(super) fn goal(g: &Seen, viewer: Option<Side>) -> Goal {
    let scene = &g.scene;
    let points = Side::BOTH.map(|side| victory::score(g, side));
    let mut text = format!(
        "The higher score at the end (turn {}, perhaps a little sooner or later) wins, a lead of {} decisively: what each objective is worth to who holds it, and {} for each point of value of enemy elements destroyed or Dispersed.",
        scene.turns, scene.decisive, scene.points_per_value
    );
    for it in &scene.automatic {
        let all: Vec<&str> =
            it.holds.iter().map(|it| scene.objectives[usize::from(it.0)].title.as_str()).collect();
        let who = match viewer {
            None => format!("{} wins", scene.sides[it.side.index()].name),
            Some(side) if side == it.side => "You win".into(),
            Some(_) => "The enemy wins".into(),
        };
        text += &format!(" {who} at once by holding {} at the end of a turn.", all.join(" and "));
    }
    let objectives = scene.objectives.iter().zip(&g.objectives);
    Goal {
        text,
        stands: stands(g, viewer, points),
        rule: Some(cite(victory::MARGIN)),
        points: points.to_vec(),
        places: objectives
            .map(|(it, holder)| {
                let side = viewer.or(*holder).unwrap_or(Side::First);
                GoalPlace {
                    place: place(&scene.table, it.at.ground()),
                    name: it.title.clone(),
                    points: it.points[side.index()],
                    holder: holder.map(|it| it.index() as u8),
                }
            })
            .collect(),
    }
}

fn stands(g: &Seen, viewer: Option<Side>, [first, second]: [i32; 2]) -> String {
    let [us, them] = [&g.scene.sides[0].name, &g.scene.sides[1].name];
    let score = format!("{us} {first}, {them} {second}");
    let Some(side) = viewer else { return format!("{score}.") };
    let lead = if side == Side::First { first - second } else { second - first };
    // A tie may be enough.
    let ties = g.scene.tie_goes_to == Some(side);
    match lead {
        1.. => format!("{score}: you are ahead by {lead}; {} are decisive.", g.scene.decisive),
        0 if ties => format!("{score}: a tie is yours."),
        0 => format!("{score}: one more point wins."),
        _ => format!("{score}: {} more points win.", i32::from(!ties) - lead),
    }
}
