//! Overlays: what is seen, spotted, reached, allowed, covered.

use board::HexId;
use play::Refused;
use play::wire::{Overlay, OverlayHead, OverlayPlace, Place, SightReason, SightView};
use tcs::fire::FireKind;
use tcs::ground::Hexes;
use tcs::ground::profile::{self, profile};
use tcs::ground::sight::Station;
use tcs::id::{Side, UnitId};
use tcs::sheet::{Order, Situation as _};
use tcs::state::Nerve;
use tcs::text::Names;
use tcs::{Battle, command, overwatch, spot};

use super::question::cite;
use super::{section, view, words};

pub(super) fn find_hex(g: &Battle, place: Place) -> Result<HexId, Refused> {
    let hex = place.known_cell()?;
    if usize::from(hex) < g.data().map().len() {
        Ok(HexId(hex))
    } else {
        Err(Refused::Unknown { what: "place", name: hex.to_string() })
    }
}

/// What can be laid over the map, with its key.
pub(super) fn heads(g: &Battle) -> Vec<OverlayHead> {
    let head = |(kind, letter, name, text, needs): (&str, &str, &str, &str, &str)| OverlayHead {
        kind: kind.into(),
        letter: letter.into(),
        name: name.into(),
        text: text.into(),
        needs: needs.into(),
    };
    let mut all = vec![
        head((
            "sight",
            "S",
            "Line of sight",
            "from the hex chosen or under the cursor; then click another for the verdict and why",
            "place",
        )),
        head((
            "spotting",
            "P",
            "Spotting",
            "where an enemy like the unit chosen would spot it now",
            "piece",
        )),
        head((
            "reach",
            "R",
            "Reach",
            "of the unit that acts or is chosen, within its orders",
            "piece",
        )),
        head((
            "zones",
            "Z",
            "Overwatch",
            "hexes that the enemy covers with fire; with a unit chosen, what it covers",
            "",
        )),
        head(("zones-mine", "X", "My overwatch", "hexes that your own units cover with fire", "")),
        head(("heights", "E", "Heights", "metres above the sea", "")),
    ];
    if !g.data().options.without_command {
        all.push(head((
            "orders",
            "A",
            "Orders",
            "where the orders of the unit chosen let it be; your objectives without one",
            "",
        )));
    }
    all
}

pub(super) fn overlay(
    g: &Battle,
    viewer: Option<Side>,
    kind: &str,
    place: Option<Place>,
    piece: Option<&str>,
) -> Result<Overlay, Refused> {
    let unknown =
        |name: &str| Refused::Unknown { what: "piece", name: name.chars().take(40).collect() };
    let unit = piece.map(|it| view::unit_of(g, it).ok_or_else(|| unknown(it))).transpose()?;
    let hex = place.map(|it| find_hex(g, it)).transpose()?;
    let wanted = || unit.ok_or_else(|| unknown("none given"));
    match kind {
        "sight" => {
            let from = hex.or_else(|| unit.and_then(|it| g.hex(it)));
            let from = from.ok_or(Refused::Unknown { what: "place", name: "none given".into() })?;
            Ok(seen_from(g, from))
        }
        "spotting" => Ok(spotting(g, wanted()?)),
        "reach" => Ok(reach(g, wanted()?)),
        "zones" => Ok(match unit {
            Some(id) => cover_of(g, id),
            None => covered(g, viewer.unwrap_or(Side::First).other()),
        }),
        "zones-mine" => Ok(covered(g, viewer.unwrap_or(Side::First))),
        "heights" => Ok(heights(g)),
        "orders" => Ok(match (unit, viewer) {
            (Some(id), Some(side)) if g.side(id) == side => permitted(g, id),
            (_, Some(side)) => objectives(g, side),
            _ => overlay_of(
                "orders",
                "Orders".into(),
                "Op sheets are their owner's secret".into(),
                vec![],
            ),
        }),
        _ => Err(Refused::Unknown { what: "overlay", name: kind.chars().take(40).collect() }),
    }
}

fn overlay_of(kind: &str, title: String, text: String, places: Vec<OverlayPlace>) -> Overlay {
    Overlay { kind: kind.into(), title, text, places }
}

fn plain(hex: HexId, level: u8) -> OverlayPlace {
    OverlayPlace { place: hex.into(), level, label: String::new(), path: vec![], radius: None }
}

fn labelled(hex: HexId, level: u8, label: String) -> OverlayPlace {
    OverlayPlace { label, ..plain(hex, level) }
}

fn seen_from(g: &Battle, from: HexId) -> Overlay {
    let map = g.data().map();
    let hexes: Vec<_> = map
        .hexes()
        .filter(|to| *to != from && spot::sees(g, from, *to))
        .map(|it| plain(it, 0))
        .collect();
    let range = spot::of_turn(g).map_or("unlimited".into(), |it| format!("{it} hexes"));
    let text = format!("{} hexes in sight, visibility {range}", hexes.len());
    overlay_of("sight", format!("Sight from {}", Names(g.data()).hex(from)), text, hexes)
}

/// From where a normal enemy in Fire mode would spot this unit as it is now.
fn spotting(g: &Battle, id: UnitId) -> Overlay {
    let names = Names(g.data());
    let enemy = g.side(id).other();
    let Some(hex) = g.hex(id) else {
        return overlay_of("spotting", "Spotting".into(), "It is not on the map".into(), vec![]);
    };
    // The eye of a real enemy is borrowed and carried around; who is shaken or dug in sees otherwise.
    let eye = g.on_map(enemy).map(|it| it.0).find(|it| g[*it].nerve == Nerve::Normal);
    let mut places = Vec::new();
    if let Some(eye) = eye {
        let mut trial = g.clone();
        trial[eye].mode = tcs::state::Mode::Fire;
        for from in
            g.data().ground.field(hex).iter().filter(|it| *it != hex && !g.holds(g.side(id), *it))
        {
            trial.put(eye, from);
            if spot::spots(&trial, eye, id) {
                places.push(plain(from, 0));
            }
        }
    }
    let is = if spot::is_spotted(g, enemy, id) { "is spotted now" } else { "is not spotted now" };
    let text = format!("{} {is}; from the hexes shown it would be", names.unit(id));
    overlay_of("spotting", format!("Who would spot {}", names.unit(id)), text, places)
}

/// Where a unit can get to with what it has left, hexes its orders shut left out.
fn reach(g: &Battle, id: UnitId) -> Overlay {
    let names = Names(g.data());
    let card = g.card(id);
    let acting = matches!(g.phase, tcs::state::Phase::Action(side, _) if side == card.side);
    let left = if acting { g[id].record.left } else { card.allowance_sixths() };
    let Some(from) = g.hex(id) else {
        return overlay_of("reach", "Reach".into(), "It is not on the map".into(), vec![]);
    };
    let ground = &g.data().ground;
    let allowed = allowed_hexes(g, id);
    let enemy = &g.occupied[card.side.other().index()];
    let reach = board::reach(g.data().map(), from, left, |at, to, direction| {
        let _ = direction;
        let next = g.data().map().neighbours(at).find(|it| it.0 == to).map(|it| it.1)?;
        let shut = enemy.contains(next) || allowed.as_ref().is_some_and(|it| !it.contains(next));
        if shut { None } else { ground.best_cost(card.class, at, to).map(|it| it.0) }
    });
    let cost = |hex: HexId| reach.cost(hex).filter(|it| 0 < *it).map(|it| (hex, it));
    let places = reach.hexes().iter().filter_map(|it| cost(*it)).map(|(hex, cost)| OverlayPlace {
        place: hex.into(),
        level: (4 * u32::from(cost.saturating_sub(1)) / u32::from(left.max(1))) as u8,
        label: words::points(cost).split(' ').next().unwrap_or_default().to_owned(),
        path: reach.path_to(hex).into_iter().skip(1).map(Into::into).collect(),
        radius: None,
    });
    let places: Vec<_> = places.collect();
    let text = format!("{} left; numbers are the cost from here", words::points(left));
    overlay_of("reach", format!("Reach of {}", names.unit(id)), text, places)
}

/// Where its orders let it be; nothing where they do not say.
fn allowed_hexes(g: &Battle, id: UnitId) -> Option<Hexes> {
    if g.data().options.without_command || g[id].status != tcs::sheet::Status::Assigned {
        return None;
    }
    let order = command::order_of(g, id)?;
    let unit = g.unit(id);
    if order.is_displaced(g, id) {
        return None;
    }
    Some(order.plan.permitted(id, &unit))
}

fn permitted(g: &Battle, id: UnitId) -> Overlay {
    let names = Names(g.data());
    let title = format!("Orders of {}", names.unit(id));
    let Some(order) = command::order_of(g, id) else {
        let text = "It has no orders: it may not go nearer to a spotted enemy, nor attack".into();
        return overlay_of("orders", title, text, vec![]);
    };
    let hexes = order.plan.permitted(id, &g.unit(id));
    let level = |hex: HexId| if order.plan.objective.contains(hex) { 0 } else { 3 };
    let places = hexes.iter().map(|it| plain(it, level(it))).collect();
    let displaced =
        if order.is_displaced(g, id) { "; it is displaced and goes back there" } else { "" };
    let text = format!(
        "{}: {}, the objective darker{displaced}",
        order.sheet.name,
        order.mission().name()
    );
    overlay_of("orders", title, text, places)
}

fn objectives(g: &Battle, side: Side) -> Overlay {
    let orders: Vec<&Order> = g.orders.of(side).iter().filter(|it| !it.life.is_over()).collect();
    let mut places = Vec::new();
    for (i, order) in orders.iter().enumerate() {
        let goal = order.plan.objective;
        places.extend(goal.iter().map(|it| labelled(it, 0, format!("{}", i + 1))));
        for course in &order.plan.advances {
            let hexes = course.hexes.iter().filter(|it| !goal.contains(*it));
            places.extend(hexes.map(|it| plain(it, 2)));
        }
        for stage in &order.plan.stages {
            let line = stage.cut.sides().map(|it| it.0);
            places.extend(line.map(|it| plain(it, 3)));
        }
    }
    let names: Vec<String> =
        orders.iter().enumerate().map(|(i, it)| format!("{} {}", i + 1, it.sheet.name)).collect();
    let text = if names.is_empty() {
        "No sheet is in force or preparation".into()
    } else {
        names.join("; ")
    };
    overlay_of("orders", "Op sheets".into(), text, places)
}

/// Who could answer a step into each hex.
fn covers(g: &Battle, id: UnitId, from: HexId, to: HexId) -> bool {
    let unit = &g[id];
    unit.is_ready()
        && unit.nerve != Nerve::Paralysed
        && !unit.fired
        && (overwatch::in_reach(g, id, from, to, FireKind::Area)
            || overwatch::in_reach(g, id, from, to, FireKind::Point))
}

fn cover_of(g: &Battle, id: UnitId) -> Overlay {
    let names = Names(g.data());
    let places = match g.hex(id) {
        Some(from) => {
            let all = g.data().map().hexes();
            all.filter(|to| *to != from && covers(g, id, from, *to))
                .map(|it| plain(it, 0))
                .collect()
        }
        None => Vec::new(),
    };
    let text = if g[id].is_ready() {
        "Hexes it covers with fire; overwatch needs a spotted target".into()
    } else {
        "In Move mode it does not fire".to_owned()
    };
    overlay_of("zones", format!("Overwatch of {}", names.unit(id)), text, places)
}

fn covered(g: &Battle, side: Side) -> Overlay {
    let mut firers = vec![0_u8; g.data().map().len()];
    for (id, from) in g.on_map(side) {
        for to in g.data().map().hexes().filter(|to| covers(g, id, from, *to)) {
            firers[to.index()] += 1;
        }
    }
    let hexes = g.data().map().hexes().filter(|it| 0 < firers[it.index()]);
    let places = hexes.map(|hex| {
        let n = firers[hex.index()];
        labelled(hex, 3_u8.saturating_sub(n.min(4) - 1), n.to_string())
    });
    let title = format!("Overwatch of {}", Names(g.data()).of(side));
    overlay_of(
        "zones",
        title,
        "The number says how many units could fire there".into(),
        places.collect(),
    )
}

fn heights(g: &Battle) -> Overlay {
    let ground = &g.data().ground;
    let all = || g.data().map().hexes().map(|it| ground.metres(it));
    let (low, high) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let span = i32::from(high - low).max(1);
    let level = |metres: i16| 3 - (i32::from(metres - low) * 4 / (span + 1)).clamp(0, 3) as u8;
    let places = g.data().map().hexes().map(|it| {
        let metres = ground.metres(it);
        labelled(it, level(metres), metres.to_string())
    });
    let text = format!("From {low} to {high} metres above the sea; darker is higher");
    overlay_of("heights", "Heights".into(), text, places.collect())
}

/// Can one hex see the other, and why: the section through the ground.
pub(super) fn sight(g: &Battle, from: Place, to: Place) -> Result<SightView, Refused> {
    let (from, to) = (find_hex(g, from)?, find_hex(g, to)?);
    let data = g.data();
    let map = data.map();
    let names = Names(data);
    let distance = map.distance(from, to);
    let clear = from == to || spot::sees(g, from, to);
    let found = profile(&data.ground, &g.smoke, from, to);
    let mut reasons = Vec::new();
    if from != to {
        let text = format!(
            "The line runs from {} m to {} m, eyes {} m above the ground.",
            found.line.from,
            found.line.to,
            data.ground.chart().eye_metres
        );
        reasons.push(SightReason { text, blocks: false, place: None, rule: cite(profile::BLOCK) });
    }
    for (meeting, rule) in &found.meetings {
        let (name, place) = match meeting.station {
            Station::Hex(hex) => (names.hex(hex), Some(hex)),
            Station::Between(two) => ("between two hexes".into(), two.into_iter().flatten().next()),
            Station::Side([a, b]) => {
                (format!("hexside {}–{}", map.label(a), map.label(b)), Some(a))
            }
            Station::Corner(three) => ("a corner".into(), three.into_iter().flatten().next()),
        };
        let line = found.line.height(meeting.at) / found.line.unit.max(1);
        let (text, rule) = match rule {
            Some(rule) => {
                (format!("{name}: {} m, the line at {line} m: {}.", meeting.top, rule.title), *rule)
            }
            None => {
                (format!("{name}: {} m, below the line at {line} m.", meeting.top), profile::BLOCK)
            }
        };
        let blocks = found.line.is_blocked(meeting);
        reasons.push(SightReason { text, blocks, place: place.map(Into::into), rule: cite(rule) });
    }
    if let Some(range) = spot::visibility(g, to)
        && u32::from(range) < distance
    {
        reasons.push(SightReason {
            text: format!("{distance} hexes are more than the visibility of {range}."),
            blocks: true,
            place: None,
            rule: cite(spot::SPOT),
        });
    }
    let verb = if clear { "sees" } else { "does not see" };
    Ok(SightView {
        from: from.into(),
        to: to.into(),
        clear,
        distance: if distance == 1 { "1 hex".into() } else { format!("{distance} hexes") },
        text: format!("{} {verb} {}, {distance} hexes away.", names.hex(from), names.hex(to)),
        reasons,
        section: (from != to).then(|| section::section(g, from, to, &found)),
    })
}
