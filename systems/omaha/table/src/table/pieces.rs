//! Counters on the map, in landing boxes and on the turn track. A German counter is called after the place it stands on,
//! so that its name tells nothing its back does not.

use board::HexId;
use omaha::Day;
use omaha::data::{
    BoxId, Colour, Data, GermanId, GermanKind, Gun, Reach, SiteId, UnitId, UnitKind,
};
use omaha::state::{Climb, GermanPlace, HeroState, Place};
use omaha::text::{Names, division_short, weapons};

use super::marks;
use play::Refused;
use play::wire::{self, Piece, Tag};

/// "u12"
pub(super) fn unit(id: UnitId) -> String {
    format!("u{}", id.0)
}

/// "s7" for the unit on a site, "r120" for armour on a road; `None` off the map.
pub(super) fn german(g: &Day, id: GermanId) -> Option<String> {
    match g[id].place {
        GermanPlace::At(site) => Some(format!("s{}", site.0)),
        GermanPlace::Road(hex) => Some(format!("r{}", hex.0)),
        _ => None,
    }
}

/// A landing box as a place of the map: numbered after the hexes.
pub(super) fn box_place(data: &Data, id: BoxId) -> wire::Place {
    wire::Place::Cell(data.map.len() as u16 + u16::from(id.0))
}

/// A place of the map that was named by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    Hex(HexId),
    Box(BoxId),
}

pub(super) fn find_spot(data: &Data, place: wire::Place) -> Result<Spot, Refused> {
    let number = place.known_cell()?;
    let hexes = data.map.len();
    match usize::from(number) {
        at if at < hexes => Ok(Spot::Hex(HexId(number))),
        at if at < hexes + data.boxes.len() => Ok(Spot::Box(BoxId((at - hexes) as u8))),
        _ => Err(Refused::Unknown { what: "place", name: number.to_string() }),
    }
}

/// A counter that was named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Unit(UnitId),
    German(GermanId),
}

pub(super) fn find(g: &Day, piece: &str) -> Result<Found, Refused> {
    let unknown = || Refused::Unknown { what: "piece", name: piece.chars().take(40).collect() };
    let (kind, number) = piece.split_at_checked(1).ok_or_else(unknown)?;
    let number: u16 = number.parse().map_err(|_| unknown())?;
    let found = match kind {
        "u" if usize::from(number) < g.data().units.len() => {
            Some(Found::Unit(UnitId(number as u8)))
        }
        // The depth marker of a unit stands for it.
        "s" | "d" => g.holders.get(usize::from(number)).copied().flatten().map(Found::German),
        "r" if usize::from(number) < g.data().map.len() => {
            g.german_at(HexId(number)).map(Found::German)
        }
        _ => None,
    };
    found.ok_or_else(unknown)
}

pub(super) fn all(g: &Day) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = g.all_units().filter_map(|it| us(g, it)).collect();
    for (id, hex) in g.germans_on_map() {
        pieces.extend(depth(g, id, hex));
        pieces.push(enemy(g, id, hex));
    }
    pieces
}

fn us(g: &Day, id: UnitId) -> Option<Piece> {
    let data = g.data();
    let names = Names(data);
    let counter = &data.units[id.index()];
    let it = &g[id];
    let (place, off_map) = match it.place {
        Place::Unused | Place::Gone => return None,
        Place::Track(turn) => {
            let clock = &data.tables.turn(turn).clock;
            (None, Some(format!("Arrives on turn {turn}, {clock} hours")))
        }
        Place::Box(at) => {
            (Some(box_place(data, at)), Some(format!("Landing box {}", names.landing_box(at))))
        }
        Place::Map(hex) => (Some(hex.into()), None),
        Place::Exited(exit) => {
            (None, Some(format!("Left the map by exit {}", data.exits[exit.index()].letter)))
        }
        Place::Lost => (None, Some("Out of the battle".into())),
    };
    let level = match it.place {
        Place::Map(hex) => level(g, id, g.at(hex)),
        Place::Box(at) => level(g, id, g.in_box(at)),
        _ => 0,
    };
    let face = match (it.post, counter.kind.is_leader()) {
        (Some(_), _) => "post".to_string(),
        (None, true) => "0".into(),
        (None, false) => it.steps.max(1).to_string(),
    };
    Some(Piece {
        id: unit(id),
        seat: 0,
        face: format!("u{}-{face}", id.0),
        place,
        text: format!("{}: {}{}", counter.name, state(g, id), where_(g, id, off_map.as_deref())),
        off_map,
        level,
        markers: marks::of_unit(g, id),
        name: counter.name.clone(),
        spent: it.acted && it.hex().is_some(),
        out_of_command: false,
        links: Vec::new(),
        tag: None,
    })
}

/// Units first, leaders on top of them.
fn level(g: &Day, id: UnitId, stack: impl Iterator<Item = UnitId>) -> u8 {
    let above = |it: UnitId| (g.kind(it).is_leader(), it);
    stack.filter(|it| above(*it) < above(id)).count() as u8
}

fn where_(g: &Day, id: UnitId, place: Option<&str>) -> String {
    match (g[id].hex(), place) {
        (Some(hex), _) => format!(", in {}", Names(g.data()).hex(hex)),
        (None, Some(place)) => format!(", {}", place.to_lowercase()),
        (None, None) => String::new(),
    }
}

/// "rifle company of the 1st Division, ◆, 2 of 3 steps, strength 4, disrupted".
pub(super) fn state(g: &Day, id: UnitId) -> String {
    let counter = &g.data().units[id.index()];
    let it = &g[id];
    let mut words = vec![format!("{}, {} Division", kind(g, id), division_short(it.command))];
    words.extend(counter.symbol.map(|it| it.sign().to_string()));
    if let Some(line) = counter.line(it.steps).filter(|_| 0 < it.steps) {
        words.push(format!("{} of {} steps", it.steps, counter.full_steps()));
        words.push(format!("strength {}", line.strength));
        match line.range {
            Reach::None => (),
            Reach::Hexes(n) => words.push(format!("range {n}")),
            Reach::Unlimited => words.push("any range".into()),
        }
    }
    words.extend(condition(g, id));
    words.join(", ")
}

/// The markers on a unit in words.
pub(super) fn condition(g: &Day, id: UnitId) -> Vec<String> {
    let it = &g[id];
    let mut words: Vec<String> = Vec::new();
    if it.disrupted {
        words.push("disrupted".into());
    }
    match it.climb {
        Climb::None => (),
        Climb::Climbing => words.push("climbing".into()),
        Climb::Cliff(above) => {
            words.push(format!("on the cliff below {}", g.data().map.label(above)));
        }
    }
    match it.hero {
        HeroState::None => (),
        HeroState::Hero(_) => words.push("with a hero".into()),
        HeroState::Inspired(_) => words.push("inspired".into()),
    }
    if it.wounded {
        words.push("lightly wounded".into());
    }
    if it.acted && it.hex().is_some() {
        words.push("has acted".into());
    }
    words
}

fn kind(g: &Day, id: UnitId) -> &'static str {
    let counter = &g.data().units[id.index()];
    match counter.kind {
        UnitKind::Infantry if counter.heavy => "heavy weapons company",
        UnitKind::Infantry => "rifle company",
        UnitKind::Hq if g[id].post.is_some() => "command post",
        other => other.name(),
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Germans

fn enemy(g: &Day, id: GermanId, hex: HexId) -> Piece {
    let counter = &g.data().germans[id.index()];
    let face = if g[id].revealed {
        format!("g{}-front", id.0)
    } else {
        crate::art::german_back(counter.kind)
    };
    Piece {
        id: german(g, id).unwrap_or_default(),
        seat: 1,
        face,
        place: Some(hex.into()),
        off_map: None,
        level: 1,
        markers: marks::of_german(g, id),
        name: german_name(g, id),
        text: format!("{}, {}", german_name(g, id), german_state(g, id)),
        spent: false,
        out_of_command: false,
        links: Vec::new(),
        tag: tag(g, id),
    }
}

/// The marker lies under its unit.
fn depth(g: &Day, id: GermanId, hex: HexId) -> Option<Piece> {
    let depth = g[id].depth?;
    let GermanPlace::At(site) = g[id].place else { return None };
    let counter = &g.data().depths[depth.index()];
    let (face, text) = if g[depth].revealed {
        let text = format!("depth +{}, requires {}", counter.strength, weapons(counter.requires));
        (format!("d{}-front", depth.0), text)
    } else {
        (format!("depth-{}-back", counter.pool.key()), "depth marker, face down".to_string())
    };
    Some(Piece {
        id: format!("d{}", site.0),
        seat: 1,
        face,
        place: Some(hex.into()),
        off_map: None,
        level: 0,
        markers: Vec::new(),
        name: "Depth".into(),
        text: format!("Under {}: {text}", german_name(g, id)),
        spent: false,
        out_of_command: false,
        links: Vec::new(),
        tag: None,
    })
}

/// "WN62N", "C5", "German armour".
pub(super) fn german_name(g: &Day, id: GermanId) -> String {
    match g[id].place {
        GermanPlace::At(site) => site_name(g.data(), site),
        _ => "German armour".into(),
    }
}

/// "WN62N"; reinforcement positions have their name already.
pub(super) fn site_name(data: &Data, site: SiteId) -> String {
    let it = &data.sites[site.index()];
    if data.positions[it.position.index()].is_wn() && !it.name.starts_with("WN") {
        format!("WN{}", it.name)
    } else {
        it.name.clone()
    }
}

/// The colour by which it is called up.
pub(super) fn colour(g: &Day, id: GermanId) -> Option<Colour> {
    match (g[id].place, g.data().germans[id.index()].kind) {
        (GermanPlace::At(site), _) => {
            let position = g.data().sites[site.index()].position;
            Some(g.data().positions[position.index()].colour)
        }
        (_, GermanKind::Armour(colour)) => Some(colour),
        _ => None,
    }
}

fn tag(g: &Day, id: GermanId) -> Option<Tag> {
    let colour = colour(g, id)?;
    let name = match g[id].place {
        GermanPlace::At(site) => g.data().sites[site.index()].name.clone(),
        _ => "Pz".into(),
    };
    Some(Tag {
        text: format!("{name} {}", crate::art::letters(colour)),
        colour: crate::art::colour_css(colour).into(),
    })
}

/// What the player may know of a German unit, in a line.
pub(super) fn german_state(g: &Day, id: GermanId) -> String {
    let counter = &g.data().germans[id.index()];
    let it = &g[id];
    let mut words = Vec::new();
    words.extend(colour(g, id).map(|it| it.name().to_string()));
    words.push(german_kind(counter.kind).into());
    if it.revealed || it.known {
        let turned = if it.revealed { "" } else { " (face down again)" };
        let needs = weapons(counter.requires);
        words.push(format!("strength {}, requires {needs}{turned}", counter.strength));
    } else {
        words.push("face down".into());
    }
    words.push(match it.depth {
        None => "no depth".into(),
        Some(depth) if g[depth].revealed => {
            let depth = &g.data().depths[depth.index()];
            format!("depth +{}, requires {}", depth.strength, weapons(depth.requires))
        }
        Some(_) => "hidden depth".into(),
    });
    if it.disrupted {
        words.push("disrupted".into());
    }
    words.join(", ")
}

pub(super) const fn german_kind(kind: GermanKind) -> &'static str {
    match kind {
        GermanKind::Wn(Gun::Plain) => "strongpoint crew",
        GermanKind::Wn(Gun::C75) => "crew with a 75 mm gun",
        GermanKind::Wn(Gun::C88) => "crew with an 88 mm gun",
        GermanKind::Wn(Gun::Rocket) => "rocket crew",
        GermanKind::Tactical => "tactical reserve",
        GermanKind::Division | GermanKind::Meyer => "divisional reserve",
        GermanKind::Armour(_) => "armour",
    }
}
