//! `positions.toml` to positions, their sites and fields, and the batteries off the map (section 8).

use board::HexId;
use omaha::{
    data::{
        Battery, DrawId, FireClass, Hexes, MOST_POSITIONS, MOST_SITES, Position, PositionId,
        PositionKind, Site, SiteId,
    },
    ground::Terrain,
};
use smallvec::SmallVec;

use super::{
    format::{self, PositionText},
    map::Land,
    names::{Names, Once},
};
use module::{
    Errors,
    read::{Page, quoted},
};

/// How far an arrow reaches (omaha.pos.arrow).
const ARROW: u32 = 2;

#[derive(Clone, Debug)]
pub(crate) struct Posts {
    pub(crate) positions: Vec<Position>,
    pub(crate) sites: Vec<Site>,
    pub(crate) batteries: Vec<Battery>,
    pub(crate) names: Names,
    pub(crate) site_names: Names,
    pub(crate) battery_names: Names,
}

/// The positions, or `None` with what is wrong.
pub(crate) fn posts(
    page: &Page<format::Positions>,
    land: &Land,
    errors: &mut Errors,
) -> Option<Posts> {
    let before = errors.count();
    let raw = &page.raw;
    let names = Names::new("position", raw.position.iter().map(|it| it.name.value.clone()));
    let mut surveyor = Surveyor {
        page,
        land,
        names: &names,
        positions: Vec::new(),
        sites: Vec::new(),
        once: Once::new("position"),
        errors,
    };
    for text in &raw.position {
        surveyor.position(text);
    }
    surveyor.colours();
    let Surveyor { positions, sites, .. } = surveyor;
    if MOST_POSITIONS < positions.len() || MOST_SITES < sites.len() {
        let message = format!(
            "{} positions with {} hexes: at most {MOST_POSITIONS} with {MOST_SITES}",
            positions.len(),
            sites.len()
        );
        errors.whole(&page.path, message, None);
    }
    let batteries = batteries(page, &names, errors);
    let posts = Posts {
        site_names: Names::new("hex of a position", sites.iter().map(|it| it.name.clone())),
        battery_names: Names::new("battery", batteries.iter().map(|it| it.name.clone())),
        names,
        positions,
        sites,
        batteries,
    };
    (errors.count() == before).then_some(posts)
}

/// omaha.arty.offmap
fn batteries(page: &Page<format::Positions>, names: &Names, errors: &mut Errors) -> Vec<Battery> {
    let mut once = Once::new("battery");
    let mut out = Vec::new();
    for it in &page.raw.battery {
        once.check(&page.path, &it.name, it.name.span, errors);
        let observers = it.observers.iter().filter_map(|name| names.find(&page.path, name, errors));
        out.push(Battery {
            name: it.name.value.clone(),
            sector: it.sector.value,
            calibre: it.calibre.value,
            observers: observers.map(|it| PositionId(it as u8)).collect(),
        });
    }
    out
}

struct Surveyor<'a> {
    page: &'a Page<format::Positions>,
    land: &'a Land,
    names: &'a Names,
    positions: Vec<Position>,
    sites: Vec<Site>,
    once: Once,
    errors: &'a mut Errors,
}

impl Surveyor<'_> {
    fn position(&mut self, text: &PositionText) {
        let file = &self.page.path;
        self.once.check(file, &text.name, text.name.span, self.errors);
        let Some((kind, zone, number)) = identity(&text.name) else {
            let message = format!(
                "{} is no position: WN and a number, a zone from A to G and a number, or N and a number",
                quoted(&text.name)
            );
            self.errors.at(file, text.name.span, message);
            return;
        };
        let id = PositionId(self.positions.len() as u8);
        let hexes = self.hexes(text, kind);
        let Some(first) = hexes.first() else { return };
        let sector = self.land.sector[first.index()];
        let mut sites = SmallVec::new();
        for (place, hex) in hexes.iter().enumerate() {
            sites.push(SiteId(self.sites.len() as u8));
            let name = match (kind, hexes.len()) {
                (PositionKind::Reinforcement, _) => text.name.value.clone(),
                (PositionKind::Wn, 1) => number.to_string(),
                (PositionKind::Wn, _) => format!("{number}{}", if place == 0 { 'N' } else { 'S' }),
            };
            self.sites.push(Site { name, position: id, hex: *hex });
        }
        let field = self.field(text, &hexes);
        let position = Position {
            name: text.name.value.clone(),
            kind,
            number,
            zone,
            sites,
            sector,
            colour: text.colour.value,
            vp: text.vp,
            arrows: self.arrows(text, kind, *first),
            field,
            any: field[0].union(&field[1]).union(&field[2]),
            guards: self.guards(text),
        };
        if position.vp && position.is_wn() {
            let message = "a strongpoint has no VP mark";
            self.errors.at(&self.page.path, text.name.span, message);
        }
        self.positions.push(position);
    }

    fn hexes(&mut self, text: &PositionText, kind: PositionKind) -> Vec<HexId> {
        let (file, land) = (&self.page.path, self.land);
        let mut hexes = Vec::new();
        for label in &text.hexes {
            let Some(hex) = land.hex(file, label, self.errors) else { continue };
            let terrain = land.terrain[hex.index()];
            if matches!(terrain, Terrain::Sea | Terrain::Beach | Terrain::Rough) {
                let message =
                    format!("{} is {}: no position can be there", &*label.0, terrain.name());
                self.errors.at(file, label.span, message);
            }
            let other = self.sites.iter().find(|it| it.hex == hex);
            if let Some(other) = other {
                let name = &self.positions[other.position.index()].name;
                let message = format!("{} is already a hex of {name}", &*label.0);
                self.errors.at(file, label.span, message);
            }
            hexes.push(hex);
        }
        if let ([first, second], [_, label]) = (hexes.as_slice(), text.hexes.as_slice()) {
            if kind == PositionKind::Reinforcement {
                self.errors.at(file, label.span, "a reinforcement position has one hex");
            } else if land.map.distance(*first, *second) != 1 {
                let message = "the two hexes of a strongpoint must be neighbours";
                self.errors.at(file, label.span, message);
            } else if land.sector[first.index()] != land.sector[second.index()] {
                let message = "the two hexes of a strongpoint lie in one sector";
                self.errors.at(file, label.span, message);
            }
        }
        hexes
    }

    /// omaha.field.dots, omaha.field.own-hex
    fn field(&mut self, text: &PositionText, own: &[HexId]) -> [Hexes; 3] {
        let (file, land) = (&self.page.path, self.land);
        let mut field = [Hexes::EMPTY; 3];
        let classes = [&text.intense, &text.steady, &text.sporadic];
        for (class, labels) in FireClass::ALL.into_iter().zip(classes) {
            for label in labels {
                let Some(hex) = land.hex(file, label, self.errors) else { continue };
                let before = FireClass::ALL.into_iter().find(|it| field[it.index()].contains(hex));
                if land.terrain[hex.index()] == Terrain::Sea {
                    self.errors.at(file, label.span, format!("{} is sea", &*label.0));
                } else if own.contains(&hex) {
                    let message = format!("{} is a hex of the position itself", &*label.0);
                    self.errors.at(file, label.span, message);
                } else if let Some(before) = before {
                    let message = format!("{} already has a dot: {}", &*label.0, before.name());
                    self.errors.at(file, label.span, message);
                } else {
                    field[class.index()].insert(hex);
                }
            }
        }
        field
    }

    /// omaha.pos.arrow
    fn arrows(
        &mut self,
        text: &PositionText,
        kind: PositionKind,
        from: HexId,
    ) -> SmallVec<[PositionId; 2]> {
        let file = &self.page.path;
        let mut out = SmallVec::new();
        for name in &text.arrows {
            let Some(to) = self.names.find(file, name, self.errors) else { continue };
            let target = &self.page.raw.position[to];
            let hex = target.hexes.first().and_then(|it| self.land.map.find(it));
            if kind == PositionKind::Wn || !is_reinforcement(&target.name) {
                let message = "arrows lead from one reinforcement position to another";
                self.errors.at(file, name.span, message);
            } else if let Some(hex) = hex
                && (hex == from || ARROW < self.land.map.distance(from, hex))
            {
                let far = self.land.map.distance(from, hex);
                let message = format!("{} is {far} hexes away: an arrow reaches {ARROW}", &**name);
                self.errors.at(file, name.span, message);
            }
            out.push(PositionId(to as u8));
        }
        if let ([first, second], [_, again]) = (out.as_slice(), text.arrows.as_slice())
            && first == second
        {
            self.errors.at(file, again.span, "two arrows lead to different positions");
        }
        out
    }

    fn guards(&mut self, text: &PositionText) -> Option<DrawId> {
        let name = text.guards.as_ref()?;
        let found = self.land.draw_names.find(&self.page.path, name, self.errors)?;
        Some(DrawId(found as u8))
    }

    /// omaha.field.no-overlap, omaha.map.check-colours
    fn colours(&mut self) {
        for (i, position) in self.positions.iter().enumerate() {
            for other in &self.positions[..i] {
                let shared = position.any.intersect(&other.any);
                let Some(hex) = shared.iter().next() else { continue };
                if position.colour == other.colour {
                    let text = self.page.raw.position.iter().find(|it| *it.name == position.name);
                    let Some(text) = text else { continue };
                    let message = format!(
                        "{} and {} are both {}, and both have a dot in {}",
                        other.name,
                        position.name,
                        position.colour.name(),
                        self.land.map.label(hex)
                    );
                    self.errors.at(&self.page.path, text.colour.span, message);
                }
            }
        }
    }
}

/// What the name of a position says: kind, zone and number (omaha.pos.reinf-id, omaha.pos.blank).
fn identity(name: &str) -> Option<(PositionKind, Option<char>, u8)> {
    let number = |it: &str| {
        let digits =
            !it.is_empty() && !it.starts_with('0') && it.bytes().all(|it| it.is_ascii_digit());
        digits.then(|| it.parse::<u8>().ok()).flatten()
    };
    if let Some(rest) = name.strip_prefix("WN") {
        return Some((PositionKind::Wn, None, number(rest)?));
    }
    if let Some(rest) = name.strip_prefix('N') {
        number(rest)?;
        return Some((PositionKind::Reinforcement, None, 0));
    }
    let zone = name.chars().next().filter(|it| ('A'..='G').contains(it))?;
    Some((PositionKind::Reinforcement, Some(zone), number(name.get(1..)?)?))
}

pub(crate) fn is_reinforcement(name: &str) -> bool {
    identity(name).is_some_and(|it| it.0 == PositionKind::Reinforcement)
}
