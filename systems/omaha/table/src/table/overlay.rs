//! Overlays: fields of fire, communication, control, command, reach.

use board::HexId;
use omaha::actions::command;
use omaha::data::{FireClass, GermanId, Hexes, PositionId, UnitId};
use omaha::movement::{self, Outlook};
use omaha::question::Opt;
use omaha::state::Day;
use omaha::text::Names;
use omaha::{armour, control, fire, headquarters, victory};

use super::pieces::{self, Found, Spot, find, find_spot};
use play::Refused;
use play::wire::{Overlay, OverlayHead, OverlayPlace, Place};

/// What can be laid over the map, with its key.
pub(super) fn heads() -> Vec<OverlayHead> {
    [
        (
            "danger",
            "Z",
            "Fire on every hex",
            "all German fields of fire: how many intense, steady and sporadic dots",
            "",
        ),
        (
            "field",
            "F",
            "Field of fire",
            "of the German position chosen, or whose dot lies in the hex chosen",
            "either",
        ),
        ("reach", "R", "Moves", "of the unit chosen", "piece"),
        (
            "command",
            "C",
            "Command",
            "where headquarters, command posts and Generals give free actions",
            "",
        ),
        (
            "control",
            "X",
            "US control",
            "hexes occupied or controlled; strong ones count for the score now",
            "",
        ),
        (
            "german-comm",
            "M",
            "German communication",
            "hexes from which German reserves can come",
            "",
        ),
        (
            "us-comm",
            "W",
            "US communication",
            "hexes joined to the beach outside all German fields",
            "",
        ),
        (
            "engineers",
            "J",
            "Engineers",
            "hexes opened by engineer bases, and obstacle hexes not yet cleared",
            "",
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
    g: &Day,
    kind: &str,
    place: Option<Place>,
    piece: Option<&str>,
) -> Result<Overlay, Refused> {
    let piece = piece.map(|it| find(g, it)).transpose()?;
    let hex = match place.map(|it| find_spot(g.data(), it)).transpose()? {
        Some(Spot::Hex(hex)) => Some(hex),
        _ => None,
    };
    let none = |what| Refused::Unknown { what, name: "none given".into() };
    match kind {
        "danger" => Ok(danger(g)),
        "field" => match (piece, hex) {
            (Some(Found::German(id)), _) => Ok(field_of(g, id)),
            (Some(Found::Unit(id)), _) => {
                Ok(fields_at(g, g[id].hex().ok_or_else(|| none("place"))?))
            }
            (None, Some(hex)) => Ok(match g.german_at(hex) {
                Some(id) => field_of(g, id),
                None => fields_at(g, hex),
            }),
            (None, None) => Err(none("place")),
        },
        "reach" => match piece {
            Some(Found::Unit(id)) => Ok(reach(g, id)),
            // Germans do not ask.
            Some(Found::German(_)) => Ok(laid("reach", "Moves".into(), String::new(), vec![])),
            None => Err(none("piece")),
        },
        "command" => Ok(commanded(g, piece)),
        "control" => Ok(controlled(g)),
        "german-comm" => {
            let hexes = control::german_hexes(g);
            let text = "Positions here can be reinforced; depth comes only here";
            Ok(laid("zones", "German communication".into(), text.into(), plain(&hexes, 2)))
        }
        "us-comm" => {
            let hexes = control::us_communication(g);
            let text = "A position counts for the score only here";
            Ok(laid("reach", "US communication".into(), text.into(), plain(&hexes, 2)))
        }
        "engineers" => Ok(engineers(g)),
        _ => Err(Refused::Unknown { what: "overlay", name: kind.chars().take(40).collect() }),
    }
}

/// `style` is how the page tints it.
fn laid(style: &str, title: String, text: String, places: Vec<OverlayPlace>) -> Overlay {
    Overlay { kind: style.into(), title, text, places }
}

fn tint(hex: HexId, level: u8, label: String) -> OverlayPlace {
    OverlayPlace { place: hex.into(), level, label, path: vec![], radius: None }
}

fn plain(hexes: &Hexes, level: u8) -> Vec<OverlayPlace> {
    hexes.iter().map(|it| tint(it, level, String::new())).collect()
}

/// Intense, steady, sporadic: letters that cannot be taken for each other.
const LETTERS: [&str; 3] = ["I", "S", "p"];
const CLASSES: &str = "I intense: any unit loses a step. S steady: units with the symbol of the card lose a step. \
                       p sporadic: units with the symbol are disrupted.";

/// The level of a class: intense strongest.
const fn level(class: FireClass) -> u8 {
    match class {
        FireClass::Intense => 0,
        FireClass::Steady => 2,
        FireClass::Sporadic => 3,
    }
}

/// Every hex some active position can fire at: the worst class, and how many of each.
fn danger(g: &Day) -> Overlay {
    let hexes = g.data().map.hexes().filter_map(|hex| {
        let threats = fire::threats(g, hex);
        let worst = threats.iter().map(|it| it.class).min()?;
        let counts = FireClass::ALL.map(|it| threats.iter().filter(|t| t.class == it).count());
        let label = LETTERS.iter().zip(counts).filter(|it| 0 < it.1);
        let label: Vec<String> = label.map(|(letter, n)| format!("{n}{letter}")).collect();
        Some(tint(hex, level(worst), label.join(" ")))
    });
    let text = format!("How many positions can fire there. {CLASSES}");
    laid("fire", "German fire".into(), text, hexes.collect())
}

/// The fields of some positions together, worst class of each hex.
pub(super) fn fields(g: &Day, positions: impl Iterator<Item = PositionId>) -> Vec<OverlayPlace> {
    let positions: Vec<PositionId> = positions.collect();
    let hexes = g.data().map.hexes().filter_map(|hex| {
        let classes = positions
            .iter()
            .filter_map(|it| fire::class_at(g, &g.data().positions[it.index()].field, hex));
        Some(tint(hex, level(classes.min()?), String::new()))
    });
    hexes.collect()
}

fn field_of(g: &Day, id: GermanId) -> Overlay {
    let field = match g[id].place {
        omaha::state::GermanPlace::At(site) => {
            let position = g.data().sites[site.index()].position;
            g.data().positions[position.index()].field
        }
        _ => armour::field(g, id),
    };
    let hexes = g.data().map.hexes().filter_map(|hex| {
        let class = fire::class_at(g, &field, hex)?;
        Some(tint(hex, level(class), LETTERS[class as usize].into()))
    });
    let mut text = CLASSES.to_string();
    if g[id].disrupted {
        text = format!("Disrupted: it does not fire now. {text}");
    }
    laid("fire", format!("Field of {}", pieces::german_name(g, id)), text, hexes.collect())
}

/// Whose dots lie in a hex: their positions are shown, with the class.
fn fields_at(g: &Day, hex: HexId) -> Overlay {
    let names = Names(g.data());
    let threats = fire::threats(g, hex);
    let mut hexes = vec![tint(hex, 0, String::new())];
    let mut words = Vec::new();
    for threat in &threats {
        let fire::Threat { by, colour, class, on_double, .. } = *threat;
        let doubles = if on_double { "" } else { ", not on double" };
        words.push(format!(
            "{} ({}, {}{doubles})",
            super::question::shooter(g, by),
            colour.name(),
            class.name()
        ));
        if let Some(from) = super::view::fires_from(g, by, hex.into()) {
            hexes.push(tint(from, level(class), class.name().into()));
        }
    }
    let text = match words.is_empty() {
        true => "No active position can fire here".into(),
        false => words.join("; "),
    };
    laid("fire", format!("Who can fire at {}", names.hex(hex)), text, hexes)
}

/// Where a unit may go now.
fn reach(g: &Day, id: UnitId) -> Overlay {
    let mut hexes = Vec::new();
    if g[id].hex().is_some() {
        movement::options(g, &Outlook::new(g), id, |opt| match opt {
            Opt::Move { to, .. } => hexes.push(tint(to, 1, String::new())),
            Opt::ClimbBluff { to, .. } => hexes.push(tint(to, 2, "climb".into())),
            Opt::ClimbCliff { to, .. } => hexes.push(tint(to, 3, "cliff".into())),
            _ => (),
        });
    }
    let name = &g.data().units[id.index()].name;
    let text = "Climb: it rests a turn above. Cliff: three turns. Costs are told when it acts.";
    laid("reach", format!("Moves of {name}"), text.into(), hexes)
}

fn commanded(g: &Day, piece: Option<Found>) -> Overlay {
    let names = Names(g.data());
    let wanted = |it: &UnitId| match piece {
        Some(Found::Unit(id)) if g.kind(id).is_leader() => *it == id,
        _ => true,
    };
    let mut all = Hexes::EMPTY;
    let mut who = Vec::new();
    for leader in g.leaders().filter(wanted) {
        let Some(at) = g[leader].hex() else { continue };
        all = all.union(&command::range(g, leader, at));
        who.push(names.unit(leader));
    }
    let text = match who.is_empty() {
        true => "No leader is on the map".into(),
        false => format!("Units here act free: {}", who.join(", ")),
    };
    laid("command", "Command".into(), text, plain(&all, 0))
}

fn controlled(g: &Day) -> Overlay {
    let counts = victory::scored_hexes(g);
    let held = control::us_control(g);
    let hexes = held.union(&counts);
    let hexes = hexes.iter().map(|hex| {
        let level = match (counts.contains(hex), held.contains(hex)) {
            (true, true) => 0,
            (true, false) => 1,
            _ => 3,
        };
        tint(hex, level, String::new())
    });
    let text =
        "Strong: counts for the score now. Faint: controlled, but under German fire or cut off.";
    laid("command", "US control".into(), text.into(), hexes.collect())
}

fn engineers(g: &Day) -> Overlay {
    let served = headquarters::served(g);
    let mut hexes = plain(&served, 0);
    let blocked = g.data().ground.obstacles.iter().filter(|it| g.has_obstacles(*it));
    hexes.extend(blocked.map(|it| tint(it, 3, "obstacles".into())));
    let text = "Strong: in range of an engineer base. Marked: obstacles not cleared.";
    laid("reach", "Engineers".into(), text.into(), hexes)
}
