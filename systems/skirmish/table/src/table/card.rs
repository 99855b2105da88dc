//! Everything about a figure, a marker or a place, for the inspector.

use kernel::Rule;
use play::wire::{Card, CardRow, Place, RuleRef};
use play::{Look, Refused};
use skirmish::Seen;
use skirmish::data::{ElementId, FigureId};
use skirmish::state::Presence;
use skirmish::tables::{Class, Cover, Deploy, Weapon};
use skirmish::text::Names;
use skirmish::{fire, morale, movement, weapons};
use tabletop::INCH;

use super::place::{Thing, cite, piece as piece_id, spot, statement, thing};
use super::view::weapon_of;
use super::words;
use crate::Skirmish;

fn row(label: &str, value: impl Into<String>, rule: Option<RuleRef>) -> CardRow {
    CardRow { label: label.into(), value: value.into(), printed: None, ledger: Vec::new(), rule }
}

pub(super) fn piece(look: &Look<'_, Skirmish>, name: &str) -> Result<Card, Refused> {
    let g = &look.seen;
    match thing(g, name)? {
        Thing::Counter(side, number) => {
            let at = g.counter(number, side).map(|it| words::place(&g.scene.table, it.at));
            let known = g.counter(number, side).and_then(|it| it.of);
            let what = match known {
                Some(id) if g.data(id).dummy => "A dummy: nobody is under it.",
                Some(_) => "One of your hidden elements.",
                None => "A hidden element, or nobody at all: spot it, or walk up to it.",
            };
            Ok(Card {
                title: format!("{} marker {number}", g.scene.sides[side.index()].adjective),
                subtitle: what.into(),
                rows: vec![row("Place", at.unwrap_or_default(), None)],
                pieces: Vec::new(),
            })
        }
        Thing::Figure(id) => figure(g, id, name),
    }
}

/// A figure with its element. Who is not to be seen has no card.
fn figure(g: &Seen, id: FigureId, name: &str) -> Result<Card, Refused> {
    let element = g.element_of(id);
    let state = &g[element];
    if matches!(state.presence, Presence::Away) && !is_open(g, element) {
        return Err(Refused::Unknown { what: "piece", name: name.into() });
    }
    let data = g.data(element);
    let names = Names(&g.scene);
    let number = g.scene.figures[usize::from(id.0)].number;
    let rule = |it: Rule| Some(cite(it));
    let mut rows = vec![
        row("Quality", data.quality.name(), Some(statement("skirmish.elem.figures", "An element"))),
        row("Morale", Names::level(state.level), rule(morale::NUMBER)),
        row(
            "Morale number",
            format!("{}+", g.tables().morale.number.of(data.quality)),
            rule(morale::NUMBER),
        ),
        row("Figures", format!("{} of {}", g.alive(element).count(), data.size), None),
        row("Value", data.value.to_string(), None),
    ];
    if let Some((_, bonus)) = g.leader(element) {
        let text = format!("-{bonus} to tests within {} inches", g.tables().leadership.radius);
        rows.push(row("Leader", text, rule(skirmish::leadership::BONUS)));
    }
    if data.observer {
        rows.push(row(
            "Observer",
            "may call the guns off the table",
            Some(statement("skirmish.ind.spotter", "Who may spot")),
        ));
    }
    if let Some(order) = state.order {
        rows.push(row("Order", names.order(order), rule(movement::ORDER)));
    }
    if let Some(marker) = &state.marker {
        rows.push(row(
            "Opportunity fire",
            format!("at {}", names.element(marker.mover)),
            rule(fire::BOUND),
        ));
    }
    for it in &data.support {
        let weapon = g.tables().weapon(*it);
        rows.push(row(
            "Crews",
            told(weapon),
            Some(statement("skirmish.weap.crew", "Crewed weapons")),
        ));
    }
    let own = g.tables().weapon(g.scene.figures[usize::from(id.0)].weapon);
    rows.push(row("Carries", told(own), rule(fire::RANGE)));
    for (label, rounds) in [("HE rounds", state.he_rounds), ("Smoke rounds", state.smoke_rounds)] {
        if let Some(left) = rounds {
            rows.push(row(label, left.to_string(), rule(weapons::SUPPLY)));
        }
    }
    if g.on_table(element) {
        rows.push(row("Place", words::place(&g.scene.table, g[id].at), None));
    }
    let what = if g[id].alive { weapon_of(g, element, id) } else { "killed".into() };
    Ok(Card {
        title: names.element(element),
        subtitle: format!("Figure {number}, {what}"),
        rows,
        pieces: g.alive(element).filter(|_| g.on_table(element)).map(piece_id).collect(),
    })
}

/// Who is away and known to be: a reserve still to come.
fn is_open(g: &Seen, id: ElementId) -> bool {
    matches!(g.data(id).start, skirmish::data::Start::Reserve { .. })
}

/// "Light machine gun, belt-fed: 4 dice, 24 and 48 inches"
fn told(it: &Weapon) -> String {
    let when = match it.deploy {
        Deploy::Any => "",
        Deploy::Setup => "; not after Move & Fire",
        Deploy::Fixed => "; only under Fire",
    };
    let crew = if it.crew == 0 { String::new() } else { format!(", crew of {}", it.crew) };
    match it.class {
        Class::SmallArms | Class::Flame => {
            let dice = if it.dice == 1 { "1 die".into() } else { format!("{} dice", it.dice) };
            let close = match it.close_dice {
                0 => String::new(),
                n => format!(" (+{n} within {})", it.close_range),
            };
            format!(
                "{}: {dice}{close}, short {} and long {} inches{crew}{when}",
                it.title, it.short, it.long
            )
        }
        Class::DirectHe => {
            format!("{}: HE, short {} and long {} inches{crew}{when}", it.title, it.short, it.long)
        }
        Class::Indirect => {
            format!(
                "{}: indirect, {} to {} inches{crew}{when}",
                it.title, it.min_range, it.max_range
            )
        }
    }
}

pub(super) fn place(look: &Look<'_, Skirmish>, at: Place) -> Result<Card, Refused> {
    let g = &look.seen;
    let table = &g.scene.table;
    let spot = spot(table, at)?;
    let names = Names(&g.scene);
    let covered = table.cover_of_place(spot);
    let cover = names.cover(Cover::of(covered.cover)).to_owned();
    let mut rows = vec![
        row("Cover", cover, Some(statement("skirmish.cover.best", "The best single cover counts"))),
        row(
            "Height",
            match table.level(spot.point()) {
                0 => "level ground".into(),
                n => format!("hill of level {n}"),
            },
            Some(statement("skirmish.hill.level", "Hills")),
        ),
    ];
    let costs = table.areas_at(spot.point()).map(|it| table.area_kind(it).cost);
    let dearest = costs.map(|it| it.map_or(u8::MAX, |it| it)).max().unwrap_or(1);
    let cost = match dearest {
        u8::MAX => "impassable".into(),
        1 => "no delay".into(),
        n => format!("an inch costs {n}"),
    };
    rows.push(row("Movement", cost, Some(statement("skirmish.move.area-cost", "Areas cost"))));
    if table.conceals(spot) {
        rows.push(row(
            "Hiding",
            "figures here can be hidden",
            Some(statement("skirmish.terr.types", "Terrain")),
        ));
    }
    for (n, it) in table.obstacles().iter().enumerate().filter(|it| table.lines(spot.point(), it.0))
    {
        let kind = table.obstacle_kind(n);
        let text = format!(
            "{}, {} against fire across it, {} inches to cross",
            it.title,
            names.cover(Cover::of(kind.cover)),
            kind.cost / INCH
        );
        rows.push(row(
            "Lines",
            text,
            Some(statement("skirmish.cover.linear", "Cover of obstacles")),
        ));
    }
    if let Some(it) = table.building_at(spot.point()) {
        let floors = table.buildings()[it].floors;
        rows.push(row(
            "Building",
            Names::count(usize::from(floors), "floor", "floors"),
            Some(statement("skirmish.build.floors", "Floors")),
        ));
    }
    for (it, holder) in g.scene.objectives.iter().zip(&g.objectives) {
        let near = inches_of(g.tables().objective.radius);
        if tabletop::within(it.at, spot.point(), near) {
            let whose = holder.map_or("nobody", |side| names.side(side));
            rows.push(row(
                "Objective",
                format!("{}, held by {whose}", it.title),
                Some(cite(skirmish::end_turn::CONTROL)),
            ));
        }
    }
    let mut title = words::place(table, spot);
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    Ok(Card { title, subtitle: format!("{} inches", spot.point()), rows, pieces: Vec::new() })
}

const fn inches_of(n: i32) -> i32 {
    n * INCH
}
