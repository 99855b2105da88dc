//! What can be laid over the table: what is seen from a place, how far an element can go, what it can fire at.

use play::wire::{Overlay, OverlayPlace, Place, SightReason, SightView};
use play::{Look, Refused};
use skirmish::Seen;
use skirmish::data::{ElementId, FigureId};
use skirmish::tables::{Class, Cover, Order, inches};
use skirmish::text::Names;
use skirmish::weapons;
use tabletop::sight::{Cause, Conditions};
use tabletop::{INCH, Point, Sight, Spot, Terms};

use super::chance;
use super::place::{Thing, place, spot, statement, thing};
use crate::Skirmish;

/// Kind, letter, name, what it shows, what must be chosen first.
pub(super) const KINDS: &[(&str, &str, &str, &str, &str)] = &[
    ("sight", "V", "Line of sight", "What can be seen from a figure or a point.", "either"),
    (
        "reach",
        "M",
        "Reach",
        "How far a figure can go by the order it has, or At the Double.",
        "piece",
    ),
    (
        "fire",
        "Z",
        "Fire",
        "Whom an element could fire at from where it stands, and with what chance of a kill.",
        "piece",
    ),
    (
        "range",
        "R",
        "Ranges",
        "Short and long range of an element's weapons, and how far a leader is heard.",
        "piece",
    ),
    ("cover", "C", "Cover", "The ground by the cover it gives from every direction.", ""),
];

pub(super) fn overlay(
    look: &Look<'_, Skirmish>,
    kind: &str,
    at: Option<Place>,
    piece: Option<&str>,
) -> Result<Overlay, Refused> {
    let g = &look.seen;
    let wanted = |what: &'static str| Refused::Unknown { what, name: String::new() };
    let figure = piece.map(|it| thing(g, it)).transpose()?;
    match kind {
        "sight" => {
            let from = match (figure, at) {
                (Some(it), _) => spot_of(g, it)?,
                (None, Some(at)) => spot(&g.scene.table, at)?,
                (None, None) => return Err(wanted("place")),
            };
            Ok(seen_from(g, from))
        }
        "reach" => match figure {
            Some(Thing::Figure(id)) => Ok(reach(g, id)),
            _ => Err(wanted("piece")),
        },
        "fire" => match figure {
            Some(Thing::Figure(id)) => Ok(fire(g, g.element_of(id))),
            _ => Err(wanted("piece")),
        },
        "range" => match figure {
            Some(Thing::Figure(id)) => Ok(ranges(g, id)),
            _ => Err(wanted("piece")),
        },
        "cover" => Ok(cover(g)),
        _ => Err(Refused::Unknown { what: "overlay", name: kind.into() }),
    }
}

/// Where a piece stands, as far as the seat knows.
fn spot_of(g: &Seen, it: Thing) -> Result<Spot, Refused> {
    let nowhere = || Refused::Unknown { what: "piece", name: "who is not on the table".into() };
    match it {
        Thing::Figure(id) if g.on_table(g.element_of(id)) && g[id].alive => Ok(g[id].at),
        Thing::Figure(_) => Err(nowhere()),
        Thing::Counter(side, number) => g.counter(number, side).map(|it| it.at).ok_or_else(nowhere),
    }
}

/// The middle of every square inch, on the ground floor of buildings.
fn squares(g: &Seen) -> impl Iterator<Item = Spot> + use<> {
    let size = g.scene.table.size();
    let middle = |n: i32| n * INCH + INCH / 2;
    (0..size.y / INCH).flat_map(move |y| {
        (0..size.x / INCH).map(move |x| Point::new(middle(x), middle(y)).ground())
    })
}

fn laid(g: &Seen, at: Spot, level: u8, label: String) -> OverlayPlace {
    OverlayPlace { place: place(&g.scene.table, at), level, label, path: Vec::new(), radius: None }
}

fn seen_from(g: &Seen, from: Spot) -> Overlay {
    let places = squares(g).filter_map(|at| {
        let hindrances = g.sight(from, at)?;
        Some(laid(g, at, hindrances.min(3), String::new()))
    });
    Overlay {
        kind: "sight".into(),
        title: "Line of sight".into(),
        text: "Paler is seen through more hindrances, each 1 harder to hit.".into(),
        places: places.collect(),
    }
}

fn reach(g: &Seen, figure: FigureId) -> Overlay {
    let id = g.element_of(figure);
    let order = g[id].order.filter(|it| *it != Order::Fire).unwrap_or(Order::Double);
    let allowance = inches(g.tables().order(order).allowance);
    let (others, enemies) = (g.others(id), g.revealed_spots(g.side(id).other()));
    let starts = [g[figure].at];
    let terms = Terms {
        starts: &starts,
        allowance,
        others: &others,
        enemies: &enemies,
        clear: inches(g.tables().figures.enemy_keep_clear),
        linked: false,
        exits: &[],
    };
    let reached = if g.on_table(id) {
        tabletop::reach(&g.scene.table, &terms, g[figure].at)
    } else {
        Vec::new()
    };
    let places = reached.into_iter().map(|(at, cost)| {
        let quarter = 4 * cost.saturating_sub(1) / allowance.max(1);
        laid(g, at, quarter.clamp(0, 3) as u8, Names::inches(cost))
    });
    Overlay {
        kind: "reach".into(),
        title: format!("Reach of {}", Names(&g.scene).element(id)),
        text: format!(
            "By the order {}, with what it costs in inches.",
            Names(&g.scene).order(order)
        ),
        places: places.collect(),
    }
}

/// Whom the groups of an element could fire at if it stood and fired.
fn fire(g: &Seen, id: ElementId) -> Overlay {
    let mut then = skirmish::Skirmish::clone(g);
    then[id].order = Some(Order::Fire);
    let seen = then.seen_by(Some(g.side(id)));
    let mut places = Vec::new();
    for target in g.revealed(g.side(id).other()).filter(|_| g.on_table(id)) {
        let some = chance::together(&seen, id, target);
        let figures = easiest(&seen, id, target);
        if some <= 0.0 && figures.is_empty() {
            continue;
        }
        let level = if 0.6 < some {
            0
        } else if 0.3 < some {
            1
        } else {
            2
        };
        // The chance of all together stands at the first; at each figure its cover from there and what hits it.
        for (i, it) in figures.iter().enumerate() {
            let own = format!("{}, {}+", Names(&g.scene).cover(it.cover), it.hit);
            let label = if i == 0 { format!("{} · {own}", chance::percent(some)) } else { own };
            places
                .push(OverlayPlace { radius: it.blast, ..laid(g, g[it.figure].at, level, label) });
        }
    }
    Overlay {
        kind: "fire".into(),
        title: format!("Fire of {}", Names(&g.scene).element(id)),
        text: "The chance that its small arms and crewed weapons together kill somebody there, if it stands and fires; \
               at each figure its cover and the number that hits it. A circle is the blast of its HE."
            .into(),
        places,
    }
}

/// A figure as it is hit most easily from an element.
struct Easiest {
    figure: FigureId,
    cover: Cover,
    hit: i32,
    /// How far a shell reaches that is aimed at it.
    blast: Option<i32>,
}

/// Each figure of a target that somebody of the element can fire at, by whom it is hit most easily.
fn easiest(g: &Seen, id: ElementId, target: ElementId) -> Vec<Easiest> {
    let mut found: Vec<Easiest> = Vec::new();
    for group in weapons::groups(g, id) {
        for (weapon, from) in skirmish::fire::muzzles(g, &group) {
            let weight = g.tables().weapon(weapon).weight;
            let blast = weight.map(|it| inches(g.tables().weight(it).radius));
            for it in skirmish::fire::aims(g, id, &group, weapon, from, target, None) {
                let (figure, cover, hit) = (it.figure, it.situation.cover, it.hit);
                match found.iter_mut().find(|old| old.figure == figure) {
                    Some(old) => {
                        old.blast = old.blast.or(blast);
                        if hit < old.hit {
                            (old.cover, old.hit) = (cover, hit);
                        }
                    }
                    None => found.push(Easiest { figure, cover, hit, blast }),
                }
            }
        }
    }
    found.sort_by_key(|it| it.figure);
    found
}

/// Circles about the figure: what its element can reach from there.
fn ranges(g: &Seen, figure: FigureId) -> Overlay {
    let id = g.element_of(figure);
    let data = g.data(id);
    let mut weapons: Vec<_> = data.support.to_vec();
    weapons.extend(g.alive(id).map(|it| g.scene.figures[usize::from(it.0)].weapon));
    let mut rings: Vec<(i32, u8, String)> = Vec::new();
    for it in weapons {
        let row = g.tables().weapon(it);
        let (near, far) = match row.class {
            Class::Indirect => (row.min_range, row.max_range),
            Class::SmallArms | Class::DirectHe | Class::Flame => (row.short, row.long),
        };
        for (inches, level, word) in [(near, 1, "short"), (far, 2, "long")] {
            if 0 < inches && !rings.iter().any(|it| it.0 == inches) {
                rings.push((inches, level, format!("{} {word} {inches}″", row.title)));
            }
        }
    }
    if g.leader(id).is_some() {
        rings.push((g.tables().leadership.radius, 3, "leader".into()));
    }
    rings.sort();
    let from = g[figure].at;
    let ring = |(far, level, label): (i32, u8, String)| OverlayPlace {
        radius: Some(inches(far)),
        ..laid(g, from, level, label)
    };
    let title = format!("Ranges of {}", Names(&g.scene).element(id));
    let names: Vec<String> = rings.iter().map(|it| it.2.clone()).collect();
    let shown = g.on_table(id);
    let places = rings.into_iter().filter(|_| shown).map(ring);
    // All labels would lie on the same point: they stand in the text.
    let places = places.map(|it| OverlayPlace { label: String::new(), ..it });
    Overlay { kind: "zones".into(), title, text: names.join(", "), places: places.collect() }
}

fn cover(g: &Seen) -> Overlay {
    let places = squares(g).filter_map(|at| {
        let level = match Cover::of(g.scene.table.cover_of_place(at).cover) {
            Cover::Open => return None,
            Cover::Light => 2,
            Cover::Heavy => 1,
            Cover::Reinforced => 0,
        };
        Some(laid(g, at, level, String::new()))
    });
    Overlay {
        kind: "zones".into(),
        title: "Cover".into(),
        text: "Hedges and walls besides give cover to those within an inch of them, against fire from the other side.".into(),
        places: places.collect(),
    }
}

/// Can this place see that one: all that is on the line, and the cover there.
pub(super) fn sight(
    look: &Look<'_, Skirmish>,
    from: Place,
    to: Place,
) -> Result<SightView, Refused> {
    let g = &look.seen;
    let table = &g.scene.table;
    let (a, b) = (spot(table, from)?, spot(table, to)?);
    let conditions = Conditions { smoke: &g.smoke, visibility: g.scene.visibility };
    let explained = table.explain(a, b, conditions);
    let clear = explained.sight != Sight::Blocked;
    let reasons = explained.reasons.iter().map(|it| {
        let (text, code, blocks) = cause(g, it.cause, it.hindrances);
        SightReason { text, blocks, place: Some(place(table, it.at.ground())), rule: code }
    });
    let covered = table.cover(a, b);
    let cover = Names(&g.scene).cover(Cover::of(covered.cover)).to_owned();
    let by = covered.by.map(|it| format!(", {}", table.title(it))).unwrap_or_default();
    let mut reasons: Vec<SightReason> = reasons.collect();
    reasons.push(SightReason {
        text: format!("{cover} for who is there{by}"),
        blocks: false,
        place: Some(to),
        rule: statement("skirmish.cover.best", "The best single cover counts"),
    });
    let hindrances = Names::count(explained.hindrances as usize, "hindrance", "hindrances");
    let far = Names::inches(tabletop::geometry::length(a.point(), b.point()));
    Ok(SightView {
        from,
        to,
        clear,
        distance: format!("{far} inches"),
        text: if clear { format!("Clear, {hindrances}; {cover}") } else { "Blocked".into() },
        reasons,
        section: None,
    })
}

/// What is on a line of sight, its statement, and whether it blocks.
fn cause(g: &Seen, cause: Cause, hindrances: u8) -> (String, play::wire::RuleRef, bool) {
    let table = &g.scene.table;
    let (building, area, line) = (
        |it: usize| &table.buildings()[it].title,
        |it: usize| &table.areas()[it].title,
        |it: usize| &table.obstacles()[it].title,
    );
    let count = Names::count(usize::from(hindrances), "hindrance", "hindrances");
    let (text, code, title, blocks) = match cause {
        Cause::TooFar => ("Nobody sees that far".into(), "skirmish.los.limit", "Visibility", true),
        Cause::OtherFloor(it) => (
            format!("Another floor of the {}", building(it)),
            "skirmish.los.inside",
            "Sight inside a building",
            true,
        ),
        Cause::LeavesBuilding(it) => (
            format!("The line leaves the {}", building(it)),
            "skirmish.los.inside",
            "Sight inside a building",
            true,
        ),
        Cause::NoWindow(it) => (
            format!("Not within an inch of that wall of the {}", building(it)),
            "skirmish.los.window",
            "Sight out of a building",
            true,
        ),
        Cause::Building(it) => (
            format!("The {} is in the way", building(it)),
            "skirmish.los.building",
            "Buildings block",
            true,
        ),
        Cause::Ground(it) => (
            format!("The {} is in the way", table.hills()[it].title),
            "skirmish.los.ground",
            "The ground blocks",
            true,
        ),
        Cause::Barrier(it) => (
            format!("The {}, which nobody lines there", line(it)),
            "skirmish.los.linear",
            "Linear obstacles",
            true,
        ),
        Cause::Thick(it) => (
            format!("The {} is too deep to see through", area(it)),
            "skirmish.los.woods",
            "Areas that block",
            true,
        ),
        Cause::TooMany => {
            ("Too many hindrances".into(), "skirmish.los.line", "A line of sight", true)
        }
        Cause::Area(it) => {
            (format!("{count}: the {}", area(it)), "skirmish.los.area", "Areas hinder", false)
        }
        Cause::Obstacle(it) => {
            (format!("{count}: the {}", line(it)), "skirmish.los.linear", "Linear obstacles", false)
        }
        Cause::Lined(it) => (
            format!("The {} is lined: no hindrance", line(it)),
            "skirmish.los.lining",
            "Who lines an obstacle",
            false,
        ),
        Cause::Smoke(_) => {
            (format!("{count}: smoke"), "skirmish.smoke.hindrance", "Smoke hinders", false)
        }
    };
    (text, statement(code, title), blocks)
}
