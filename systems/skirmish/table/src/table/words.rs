//! Places and whole answers in words.

use skirmish::Skirmish;
use skirmish::data::ElementId;
use skirmish::fire::{Aim, Firer};
use skirmish::question::{Move, Opt, Plan, Topic};
use skirmish::state::Shot;
use skirmish::text::Names;
use tabletop::{Spot, Table};

/// "in the barn", "at the yard wall, in the orchard", "in the open at (12, 3)"
pub(super) fn place(table: &Table, at: Spot) -> String {
    if let Some(it) = table.building_at(at.point()) {
        let title = &table.buildings()[it].title;
        return match at.floor {
            0 => format!("in the {title}"),
            floor => format!("in the {title}, floor {floor}"),
        };
    }
    let lined = (0..table.obstacles().len()).find(|it| table.lines(at.point(), *it));
    let area = table.areas_at(at.point()).next();
    let lined = lined.map(|it| format!("at the {}", table.obstacles()[it].title));
    let area = area.map(|it| match table.area_kind(it).key.as_str() {
        "road" => format!("on the {}", table.areas()[it].title),
        _ => format!("in the {}", table.areas()[it].title),
    });
    match (lined, area) {
        (Some(lined), Some(area)) => format!("{lined}, {area}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => format!("in the open at {}", at.point()),
    }
}

pub(super) fn plan(g: &Skirmish, plan: &Plan) -> String {
    match plan {
        Plan::Place(it) => {
            let at = it.places.first().map(|at| place(&g.scene.table, *at));
            // A plan of somebody's may name anybody: it is put into words before it is judged.
            let name = name(g, it.element);
            format!("{name} {}", at.unwrap_or_else(|| "nowhere".into()))
        }
        Plan::Move(it) => format!("{} {}", name(g, it.element), way(g, it)),
        Plan::Fire(shots) => match shots.as_slice() {
            [] => "Hold all fire".into(),
            shots => shots.iter().map(|it| shot(g, it)).collect::<Vec<_>>().join("; "),
        },
        Plan::Spot(list) => match list.as_slice() {
            [] => "Nobody watches".into(),
            list => {
                let one = |it: &skirmish::state::Attempt| {
                    format!("{} watches marker {}", name(g, it.element), it.counter)
                };
                list.iter().map(one).collect::<Vec<_>>().join("; ")
            }
        },
        Plan::Assault(list) => match list.as_slice() {
            [] => "No assault".into(),
            list => {
                let one = |it: &skirmish::question::Charge| {
                    format!("{} assaults {}", name(g, it.element), name(g, it.target))
                };
                list.iter().map(one).collect::<Vec<_>>().join("; ")
            }
        },
    }
}

/// Where a move leads: "stays", "goes into the barn".
fn way(g: &Skirmish, it: &Move) -> String {
    let Some(last) = it.paths.iter().find_map(|it| it.0.last()) else { return "stays".into() };
    let lead = it.paths.first().and_then(|it| it.0.last()).unwrap_or(last);
    format!("goes {}", to(&place(&g.scene.table, *lead)))
}

/// "at the wall" as where somebody goes: "to the wall".
fn to(place: &str) -> String {
    for (at, to) in [("in the ", "into the "), ("at the ", "to the "), ("on the ", "onto the ")] {
        if let Some(rest) = place.strip_prefix(at) {
            return format!("{to}{rest}");
        }
    }
    place.into()
}

/// An option as it is offered and as it is told afterwards.
pub(super) fn option(g: &Skirmish, topic: Topic, opt: Opt) -> String {
    match (opt, topic) {
        (Opt::Done, Topic::WhoMoves) => "Nobody else moves".into(),
        (Opt::Done, Topic::Mark(_)) => "No opportunity fire".into(),
        (Opt::Mark { element, checkpoint }, _) => {
            let last = g.walk.as_ref().map(|it| it.reached);
            let when = match checkpoint {
                0 => "as it sets out".into(),
                n if Some(n) == last => "where it ends".into(),
                n => format!("at checkpoint {n}"),
            };
            format!("{} fires {when}", name(g, element))
        }
        _ => Names(&g.scene).option(opt),
    }
}

/// "Rifle team 1 with small arms at Rifle group 2"
pub(super) fn shot(g: &Skirmish, it: &Shot) -> String {
    let names = Names(&g.scene);
    let who = match it.firer {
        Firer::Element(id) if is_known(g, id) => {
            format!("{} {}", names.element(id), names.group(id, it.group))
        }
        Firer::Battery(id) if usize::from(id.0) < g.batteries.len() => names.firer(it.firer),
        _ => "Somebody".into(),
    };
    format!("{who}: {}", aim(g, it.aim))
}

/// "at Rifle group 2", "calls HE in the orchard"
pub(super) fn aim(g: &Skirmish, aim: Aim) -> String {
    let table = &g.scene.table;
    match aim {
        Aim::Element { element, pick: None } => format!("at {}", name(g, element)),
        Aim::Element { element, pick: Some(figure) } => {
            format!("at {}, aiming at {}", name(g, element), figure_name(g, figure))
        }
        Aim::Figure(figure) => format!("burst on {}", figure_name(g, figure)),
        Aim::Call { at, smoke, .. } => {
            let what = if smoke { "smoke" } else { "fire" };
            format!("calls {what} {}", place(table, at))
        }
        Aim::Continue => "Fire for Effect goes on".into(),
        Aim::Adjust { at, .. } => format!("shifts its fire {}", place(table, at)),
    }
}

/// "Rifle team 1, figure 3"
pub(super) fn figure_name(g: &Skirmish, id: skirmish::data::FigureId) -> String {
    match g.scene.figures.get(usize::from(id.0)) {
        Some(it) => format!("{}, figure {}", name(g, it.element), it.number),
        None => "nobody".into(),
    }
}

fn name(g: &Skirmish, id: ElementId) -> String {
    if is_known(g, id) { Names(&g.scene).element(id) } else { "Nobody".into() }
}

fn is_known(g: &Skirmish, id: ElementId) -> bool {
    usize::from(id.0) < g.elements.len()
}
