//! Overlays: what is seen, covered, commanded, reached.

use board::{Cause, HexId, SightRules, Spot, Weight, explain};
use gts::Battle;
use gts::data::{Colour, LeaderId, Movement, PrintedRange, Side, UnitId};
use gts::fire_zone::{direct_range, sighting_range, zone};
use gts::indirect_fire::{Spotting, is_spotter, spots};
use gts::{cost, movement, text};

use super::question::cite;
use play::Refused;
use play::wire::{Overlay, OverlayHead, OverlayPlace, Place, SightReason, SightView};

pub(super) fn find_hex(g: &Battle, place: Place) -> Result<HexId, Refused> {
    let hex = place.known_cell()?;
    if usize::from(hex) < g.data().map.len() {
        Ok(HexId(hex))
    } else {
        Err(Refused::Unknown { what: "place", name: hex.to_string() })
    }
}

pub(super) enum Found {
    Unit(UnitId),
    Leader(LeaderId),
}

/// "u12" or "l3".
pub(super) fn find_piece(g: &Battle, piece: &str) -> Result<Found, Refused> {
    let unknown = || Refused::Unknown { what: "piece", name: piece.chars().take(40).collect() };
    let number = |text: &str| text.parse::<u8>().map_err(|_| unknown());
    if let Some(rest) = piece.strip_prefix('u') {
        let n = number(rest)?;
        return if usize::from(n) < g.units.len() {
            Ok(Found::Unit(UnitId(n)))
        } else {
            Err(unknown())
        };
    }
    if let Some(rest) = piece.strip_prefix('l') {
        let n = number(rest)?;
        return if usize::from(n) < g.leaders.len() {
            Ok(Found::Leader(LeaderId(n)))
        } else {
            Err(unknown())
        };
    }
    Err(unknown())
}

/// What can be laid over the map, with its key.
pub(super) fn heads() -> Vec<OverlayHead> {
    [
        (
            "sight",
            "S",
            "Line of sight",
            "from the hex chosen or under the cursor; then click another for the verdict",
            "place",
        ),
        ("zones", "Z", "Fire zones", "of the unit chosen, theirs, mine", ""),
        (
            "command",
            "C",
            "Command range",
            "of the formation that acts, or of the leader chosen",
            "",
        ),
        ("reach", "R", "Reach", "of the unit that acts or is chosen", "piece"),
        (
            "fire",
            "F",
            "Indirect fire",
            "of the battery or mortar chosen; of a leader, what his units spot",
            "piece",
        ),
    ]
    .map(|(kind, letter, name, text, needs)| OverlayHead {
        kind: kind.into(),
        letter: letter.into(),
        name: name.into(),
        text: text.into(),
        needs: needs.into(),
    })
    .into()
}

pub(super) fn overlay(
    g: &Battle,
    viewer: Option<Side>,
    kind: &str,
    place: Option<Place>,
    piece: Option<&str>,
) -> Result<Overlay, Refused> {
    let piece = piece.map(|it| find_piece(g, it)).transpose()?;
    let hex = place.map(|it| find_hex(g, it)).transpose()?;
    match kind {
        "sight" => {
            let from = hex.or(match piece {
                Some(Found::Unit(id)) => g[id].hex(),
                Some(Found::Leader(id)) => g.leader_hex(id),
                None => None,
            });
            let from = from.ok_or(Refused::Unknown { what: "place", name: "none given".into() })?;
            Ok(seen_from(g, from))
        }
        "zones" => Ok(match piece {
            Some(Found::Unit(id)) => zone_of(g, id),
            _ => zones_against(g, viewer.unwrap_or(Side::First)),
        }),
        // The other way round: what the viewer's own units cover.
        "zones-mine" => Ok(zones_against(g, viewer.unwrap_or(Side::First).other())),
        "command" => Ok(command(g, viewer, piece)),
        "reach" => match piece {
            Some(Found::Unit(id)) => Ok(reach(g, id)),
            _ => Err(Refused::Unknown { what: "piece", name: "none given".into() }),
        },
        "fire" => match piece {
            Some(Found::Unit(id)) => Ok(field_of_fire(g, id)),
            Some(Found::Leader(id)) => Ok(spotted_for(g, id)),
            None => Err(Refused::Unknown { what: "piece", name: "none given".into() }),
        },
        _ => Err(Refused::Unknown { what: "overlay", name: kind.chars().take(40).collect() }),
    }
}

/// Where a battery or a mortar can put its Indirect Fire: within range and spotted now, or within range only. For other
/// units their Fire Zone.
fn field_of_fire(g: &Battle, id: UnitId) -> Overlay {
    if !g.kind(id).is_artillery() || g[id].hex().is_none() {
        return Overlay { kind: "fire".into(), ..zone_of(g, id) };
    }
    let names = text::Names(g.data());
    let spotting = Spotting::new(g, id);
    let reached = g.data().map.hexes().filter(|it| spotting.reaches(g, *it));
    let hexes: Vec<_> = reached
        .map(|it| plain(it, if spotting.spotter(g, it).is_some() { 0 } else { 3 }))
        .collect();
    let range = match g.face(id).range {
        PrintedRange::Hexes(n) => n.to_string(),
        PrintedRange::Unprinted => g.data().tables.limits.unprinted_range.to_string(),
        PrintedRange::Any => "any".into(),
    };
    let nearest = match g.kind(id).class() {
        Some(Colour::Green) => 1,
        _ => u32::from(g.data().tables.limits.artillery_direct_range) + 1,
    };
    let eyes = match (spotting.spotters().len(), g[id].contact) {
        (0, _) => "nobody spots for it".to_string(),
        (n, Some(leader)) => format!("{n} spotters of {}", names.leader(leader)),
        (n, None) => format!("{n} spotters"),
    };
    let seen = hexes.iter().filter(|it| it.level == 0).count();
    let text = format!(
        "Range {range}, no nearer than {nearest}; {eyes}; {seen} hexes are spotted now (strong), \
         the faint ones are in range, but nobody sees them"
    );
    overlay_of("fire", format!("Indirect Fire of {}", names.unit(id)), text, hexes)
}

/// What the spotters of a leader see: where the batteries In Contact with him can fire, range permitting.
fn spotted_for(g: &Battle, leader: LeaderId) -> Overlay {
    let names = text::Names(g.data());
    let side = match g.leaders[usize::from(leader.0)].post {
        gts::state::Post::With(unit) => g.side(unit),
        _ => Side::First,
    };
    let eyes: Vec<UnitId> =
        g.on_map(side).map(|it| it.0).filter(|id| is_spotter(g, *id, leader)).collect();
    let seen = g.data().map.hexes().filter(|hex| eyes.iter().any(|id| spots(g, *id, *hex)));
    let hexes: Vec<_> = seen.map(|it| plain(it, 0)).collect();
    let text = match eyes.len() {
        0 => "None of his units can spot now".into(),
        n => format!("{n} of his units spot {} hexes", hexes.len()),
    };
    overlay_of("fire", format!("Spotted for {}", names.leader(leader)), text, hexes)
}

fn overlay_of(kind: &str, title: String, text: String, places: Vec<OverlayPlace>) -> Overlay {
    Overlay { kind: kind.into(), title, text, places }
}

fn plain(hex: HexId, level: u8) -> OverlayPlace {
    OverlayPlace { place: hex.into(), level, label: String::new(), path: vec![], radius: None }
}

fn seen_from(g: &Battle, from: HexId) -> Overlay {
    let range = sighting_range(g);
    let map = &g.data().map;
    let seen = map.hexes().filter(|to| *to != from && gts::fire_zone::sees(g, from, *to, range));
    let hexes: Vec<_> = seen.map(|it| plain(it, 0)).collect();
    let text = format!("{} hexes in sight, sighting range {range}", hexes.len());
    overlay_of("sight", format!("Sight from {}", text::Names(g.data()).hex(from)), text, hexes)
}

fn zone_of(g: &Battle, id: UnitId) -> Overlay {
    let name = text::Names(g.data()).unit(id).to_string();
    let hexes: Vec<_> = zone(g, id).iter().map(|it| plain(it, 0)).collect();
    let text = match direct_range(g, id) {
        Some(range) => format!("Direct Fire range {range}"),
        None => format!("{name} has no Fire Zone"),
    };
    overlay_of("zones", format!("Fire Zone of {name}"), text, hexes)
}

/// Hexes in an enemy Fire Zone, with the number of firers.
fn zones_against(g: &Battle, side: Side) -> Overlay {
    let enemy = side.other();
    let mut firers = vec![0_u8; g.data().map.len()];
    for (id, _) in g.on_map(enemy) {
        for hex in zone(g, id).iter() {
            firers[hex.index()] += 1;
        }
    }
    let covered = g.data().map.hexes().filter(|it| 0 < firers[it.index()]);
    let hexes = covered.map(|hex| {
        let n = firers[hex.index()];
        OverlayPlace {
            place: hex.into(),
            level: 3_u8.saturating_sub(n.min(4) - 1),
            label: n.to_string(),
            path: vec![],
            radius: None,
        }
    });
    let title = format!("{} Fire Zones", g.data().sides[enemy.index()].adjective);
    overlay_of("zones", title, "The number says how many units cover a hex".into(), hexes.collect())
}

fn command(g: &Battle, viewer: Option<Side>, piece: Option<Found>) -> Overlay {
    let side = viewer.unwrap_or(Side::First);
    let leaders: Vec<LeaderId> = match piece {
        Some(Found::Leader(id)) => vec![id],
        Some(Found::Unit(id)) => gts::command::commanders(g, id).collect(),
        None => {
            g.leaders_on_map().filter(|(_, unit)| g.side(*unit) == side).map(|it| it.0).collect()
        }
    };
    let map = &g.data().map;
    let within =
        map.hexes().filter(|hex| leaders.iter().any(|it| gts::command::is_in_range(g, *it, *hex)));
    let names = text::Names(g.data());
    let who: Vec<_> = leaders.iter().map(|it| names.leader(*it)).collect();
    let text = if who.is_empty() { "No leader on the map".into() } else { who.join(", ") };
    overlay_of("command", "Command Range".into(), text, within.map(|it| plain(it, 0)).collect())
}

/// Where a unit can get to in one Move action, as things stand.
fn reach(g: &Battle, id: UnitId) -> Overlay {
    let moving = g.mover.as_ref().and_then(|it| it.units.iter().find(|it| it.0 == id));
    let full = match cost::allowance(g, id) {
        points @ Movement::Points(..) => movement::half_points(points),
        _ => 0,
    };
    let left = moving.map_or(full, |it| it.1);
    let name = text::Names(g.data()).unit(id).to_string();
    let hexes = match movement::reach(g, id, left) {
        Some(reach) => reach
            .hexes()
            .iter()
            .filter_map(|hex| Some((*hex, reach.cost(*hex)?)))
            .filter(|(_, cost)| 0 < *cost)
            .map(|(hex, cost)| OverlayPlace {
                place: hex.into(),
                level: (4 * u32::from(cost.saturating_sub(1)) / u32::from(left.max(1))) as u8,
                label: text::half_points(cost),
                path: reach.path_to(hex).into_iter().skip(1).map(Into::into).collect(),
                radius: None,
            })
            .collect(),
        None => Vec::new(),
    };
    let text = format!("{} MP left; numbers are the cost from here", text::half_points(left));
    overlay_of("reach", format!("Reach of {name}"), text, hexes)
}

/// Can one hex see the other, and why.
pub(super) fn sight(g: &Battle, from: Place, to: Place) -> Result<SightView, Refused> {
    let (from, to) = (find_hex(g, from)?, find_hex(g, to)?);
    let data = g.data();
    let map = &data.map;
    let names = text::Names(data);
    let veil: Vec<HexId> = g.barrages.iter().map(|it| it.0).collect();
    let rules: SightRules = *data.sight.rules();
    let verdict = explain(map, &rules, &veil, from, to);
    let range = sighting_range(g);
    let distance = map.distance(from, to);
    let clear = gts::fire_zone::sees(g, from, to, range) || from == to;
    let mut reasons: Vec<SightReason> = verdict
        .reasons
        .iter()
        .map(|reason| {
            let (name, place) = match reason.spot {
                Spot::Hex(hex) => (names.hex(hex), Some(hex.into())),
                Spot::Side(a, b) => {
                    (format!("hexside {}–{}", map.label(a), map.label(b)), Some(a.into()))
                }
            };
            let (cause, rule) = cause(g, reason.cause, reason.spot);
            let (excuse, blocks) = match reason.weight {
                Weight::Counted => ("blocks the line", true),
                Weight::FirstOfPair => {
                    ("does not block: a single hex of light cover lets sight through", false)
                }
                Weight::LoneCrest => {
                    ("does not block: it borders an end of the line and is the only crest", false)
                }
                Weight::OtherFlank => ("does not block: the line passes on the other side", false),
                Weight::Along => ("does not block: the line runs along it", false),
                Weight::Adjacent => ("does not block between adjacent hexes", false),
            };
            SightReason {
                text: format!("{name}: {cause} {excuse}."),
                blocks,
                place,
                rule: cite(rule),
            }
        })
        .collect();
    if u32::from(range) < distance {
        reasons.push(SightReason {
            text: format!(
                "{distance} hexes are more than the sighting range of {range} this turn."
            ),
            blocks: true,
            place: None,
            rule: cite(gts::fire_zone::SIGHTING),
        });
    }
    if g.scene.strongpoint.contains(from) && 0 < verdict.blockers && clear {
        reasons.push(SightReason {
            text: "A strongpoint sees through up to two blocking hexes or hexsides.".into(),
            blocks: false,
            place: Some(from.into()),
            rule: cite(gts::fire_zone::LOS_STRONGPOINT),
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
        section: None,
    })
}

fn cause(g: &Battle, cause: Cause, spot: Spot) -> (String, kernel::Rule) {
    let terrain = match spot {
        Spot::Hex(hex) => g.data().map.terrain_kind(hex).name.clone(),
        Spot::Side(..) => "the hexside".into(),
    };
    match cause {
        Cause::Terrain => (terrain, gts::fire_zone::LOS_BLOCKERS),
        Cause::Pair => (terrain, gts::fire_zone::LOS_LIGHT),
        Cause::Veil => ("a barrage".into(), gts::fire_zone::LOS_BLOCKERS),
        Cause::Height => ("the ground".into(), gts::fire_zone::LOS),
        Cause::Hexside => ("the hexside".into(), gts::fire_zone::LOS_BLOCKERS),
        Cause::Crest => ("a crest".into(), gts::fire_zone::LOS_CREST),
        Cause::CrestAlong => ("a crest along the line".into(), gts::fire_zone::LOS_CREST_ALONG),
        Cause::Range => ("the distance".into(), gts::fire_zone::SIGHTING),
    }
}
