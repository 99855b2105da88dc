//! `naval.toml` (spec section 27): Assault Forces, Beaches, ships and landing craft.

use std::collections::BTreeMap;

use board::{HexId, Map};
use gts::{
    data::{
        Arm, BeachId, BeachKind, DivisionId, Face, ForceId, ForceKind, Naval, ShipKind, Side,
        SubBeach, UnitId, UnitKind,
    },
    tables::{EditionRow, Tables},
};

use crate::load::{
    forces::{Forces, counter, shown, small},
    format::{self, BeachText, FaceText, ForceText, ShipText, SubBeachText},
    map::Size,
};
use module::{
    Errors,
    problem::Span,
    read::{Page, first_line, quoted},
    suggest::nearest,
    values::{At, HexLabel, is_key},
};

/// The terrain nobody enters on foot (gts.ruling.sea), and the one that is landed on.
const SEA: &str = "sea";
const BEACH: &str = "beach";
/// The hexsides the engineers open (gts.beach.gap-markers).
const GAP: &str = "gap-closed";
/// The state of a game keeps the open ones as bits of one number.
const MOST_GAPS: usize = 64;

/// What a module says about the sea.
#[derive(Clone, Debug)]
pub(crate) enum Shore {
    /// There is no `naval.toml`.
    Absent,
    /// It could not be read, so nothing that refers to it can be wrong.
    Unknown,
    Known(Box<Page<format::Naval>>),
}

impl Shore {
    /// Whether an unknown key is only the trace of a mistake that has been reported.
    pub(crate) fn is_excused(&self, key: &str) -> bool {
        match self {
            Shore::Absent => false,
            Shore::Unknown => true,
            Shore::Known(page) => page.broken.contains(key),
        }
    }
}

/// The landing as all scenarios of the module share it.
#[derive(Clone, Debug)]
pub(crate) struct Fleet {
    /// Without landing craft; all Beaches in play.
    pub(crate) naval: Naval,
    /// Landing craft of each Beach, and where that is said.
    pub(crate) pools: Vec<(Option<u8>, Span)>,
    pub(crate) path: String,
    craft: (u8, Face),
}

impl Fleet {
    /// One landing craft of a Beach (gts.beach.lc-default).
    pub(crate) fn craft(&self, beach: &BeachKind, number: usize, division: DivisionId) -> UnitKind {
        let (steps, front) = self.craft;
        let key = format!("{}-craft-{number}", beach.key);
        UnitKind {
            name: format!("LC {number}, {}", beach.name),
            steps,
            ..counter(key, self.naval.side, division, Arm::LandingCraft, front)
        }
    }
}

/// What the file refers to. Parts that could not be read are `None`; what depends on them is not checked.
pub(crate) struct Waters<'a> {
    pub(crate) sides: &'a [String],
    pub(crate) tables: &'a Tables,
    pub(crate) edition: &'a EditionRow,
    pub(crate) map: Option<&'a Map>,
    pub(crate) size: Option<Size>,
}

/// The landing; its ships join the forces. What it holds is only right if no error was added.
pub(crate) fn fleet(
    page: &Page<format::Naval>,
    waters: &Waters<'_>,
    forces: &mut Forces,
    errors: &mut Errors,
) -> Fleet {
    let raw = &page.raw;
    let mut reader = Reader { page, waters, errors };
    if !waters.edition.mug_naval {
        reader.at(
            raw.side.span,
            "this edition has no landing (gts.sop.g-mug-s1): naval.toml is for edition normandy",
        );
    }
    let side = reader.side();
    let range_boxes = reader.range_boxes();
    let assault_forces = reader.forces();
    let (beaches, sub_beaches) = reader.beaches();
    let naval = Naval {
        side,
        range_boxes,
        forces: assault_forces,
        beaches,
        sub_beaches,
        double_play: None,
        phone_window: None,
    };
    reader.ships(&naval, forces);
    let craft = reader.craft();
    let pool = |it: &BeachText| match &it.landing_craft {
        Some(count) => (Some(small(&it.landing_craft, 0)), count.span),
        None => (None, it.key.span),
    };
    Fleet { pools: raw.beach.iter().map(pool).collect(), path: page.path.clone(), naval, craft }
}

struct Reader<'a> {
    page: &'a Page<format::Naval>,
    waters: &'a Waters<'a>,
    errors: &'a mut Errors,
}

impl Reader<'_> {
    fn at(&mut self, span: Span, message: impl Into<String>) {
        self.errors.at(&self.page.path, span, message);
    }

    fn hex(&mut self, label: &At<HexLabel>) -> Option<HexId> {
        if let Some(size) = self.waters.size
            && !size.holds(label)
        {
            self.at(label.span, size.off(label));
            return None;
        }
        self.waters.map.and_then(|it| it.find(label))
    }

    /// Whether keys of one kind differ; the second of two is reported.
    fn differ<'k>(&mut self, what: &str, keys: impl Iterator<Item = (&'k str, Span)>) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for (key, span) in keys {
            if let Some(first) = seen.get(key) {
                let before = self.page.text.get(..first.start).unwrap_or_default();
                let line = before.matches('\n').count() + 1;
                let message = format!("the {what} key {} is taken in line {line}", quoted(key));
                self.at(span, message);
            } else {
                seen.insert(key, span);
            }
        }
    }

    fn side(&mut self) -> Side {
        let (page, sides) = (self.page, self.waters.sides);
        let key = &page.raw.side;
        match sides.iter().position(|it| *it == key.value) {
            Some(0) => Side::First,
            Some(_) => Side::Second,
            None => {
                let message = format!("there is no side {} in module.toml", quoted(key));
                let near = nearest(key, sides.iter().map(String::as_str));
                self.errors.suggest(&page.path, key.span, message, near);
                Side::First
            }
        }
    }

    /// gts.naval.2-range-boxes: farthest first.
    fn range_boxes(&mut self) -> Vec<(String, u8)> {
        let page = self.page;
        let Some(given) = &page.raw.range_boxes else {
            let rows = &self.waters.tables.naval.range_boxes;
            return rows.iter().map(|it| (it.name.clone(), it.number)).collect();
        };
        let mut out = Vec::new();
        for (key, number) in &given.value {
            if !is_key(key) {
                let message = format!("{} must be small letters, digits and hyphens", quoted(key));
                self.at(key.span, message);
            }
            out.push((capital(key), u8::try_from(number.value.0).unwrap_or(0)));
        }
        if out.is_empty() || 16 < out.len() {
            let span = first_line(&page.text, given.span);
            self.at(span, format!("there must be 1 to 16 range boxes, not {}", out.len()));
        }
        out.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        out
    }

    fn forces(&mut self) -> Vec<ForceKind> {
        let page = self.page;
        let texts = &page.raw.force;
        self.differ("force", texts.iter().map(|it| (&*it.key.value, it.key.span)));
        texts.iter().map(|it| self.force(it)).collect()
    }

    /// gts.naval.7-force-water
    fn force(&mut self, text: &ForceText) -> ForceKind {
        let marker = self.hex(&text.marker);
        if let Some(hex) = marker
            && !self.is(hex, SEA)
        {
            let message = format!("{} is not a sea hex", &*text.marker.value);
            self.at(text.marker.span, message);
        }
        let mut coast = Vec::new();
        for label in &text.coast {
            let Some(hex) = self.hex(label) else { continue };
            let waters = self.waters;
            let touches =
                waters.map.is_none_or(|map| map.neighbours(hex).any(|(_, it)| self.is(it, SEA)));
            if !touches {
                self.at(label.span, format!("coast hex {} touches no sea", &*label.value));
            } else if coast.contains(&hex) {
                self.at(label.span, format!("coast hex {} stands here twice", &*label.value));
            }
            coast.push(hex);
        }
        coast.sort_unstable();
        ForceKind {
            key: text.key.0.clone(),
            name: text.name.value.clone(),
            marker: marker.unwrap_or(HexId(0)),
            coast,
        }
    }

    fn is(&self, hex: HexId, terrain: &str) -> bool {
        self.waters.map.is_some_and(|it| it.terrain_kind(hex).key == terrain)
    }

    fn beaches(&mut self) -> (Vec<BeachKind>, Vec<SubBeach>) {
        let page = self.page;
        let texts = &page.raw.beach;
        self.differ("beach", texts.iter().map(|it| (&*it.key.value, it.key.span)));
        let mut owner: BTreeMap<HexId, String> = BTreeMap::new();
        let (mut beaches, mut subs) = (Vec::new(), Vec::new());
        for (index, text) in texts.iter().enumerate() {
            self.differ("sub-beach", text.sub.iter().map(|it| (&*it.key.value, it.key.span)));
            let mut hexes = Vec::new();
            for sub in &text.sub {
                let sub = self.sub_beach(sub, BeachId(index as u8), &mut owner);
                hexes.extend(sub.hexes.iter().copied());
                subs.push(sub);
            }
            beaches.push(self.beach(text, &hexes));
        }
        (beaches, subs)
    }

    fn sub_beach(
        &mut self,
        text: &SubBeachText,
        beach: BeachId,
        owner: &mut BTreeMap<HexId, String>,
    ) -> SubBeach {
        let mut hexes = Vec::new();
        for label in &text.hexes {
            let Some(hex) = self.hex(label) else { continue };
            if !self.is(hex, BEACH) {
                self.at(label.span, format!("{} is not a beach hex", &*label.value));
            }
            if let Some(other) = owner.get(&hex) {
                let message = format!("{} belongs to {} already", &*label.value, quoted(other));
                self.at(label.span, message);
                continue;
            }
            owner.insert(hex, text.key.0.clone());
            hexes.push(hex);
        }
        hexes.sort_unstable();
        SubBeach { key: text.key.0.clone(), name: text.name.value.clone(), beach, hexes }
    }

    /// gts.beach.numbers-default
    fn beach(&mut self, text: &BeachText, hexes: &[HexId]) -> BeachKind {
        let default = &self.waters.tables.beach;
        let force = self.force_of(&text.force);
        let gaps = self.gaps(text, hexes);
        BeachKind {
            key: text.key.0.clone(),
            name: text.name.value.clone(),
            force,
            obstacles: small(&text.obstacles, default.obstacles),
            nests: small(&text.nests, default.nests),
            gap: small(&text.gap, default.gap),
            sea_state: small(&text.sea_state, default.sea_state),
            overlay: true,
            overlay_until: None,
            gaps,
            craft: Vec::new(),
        }
    }

    /// The gap hexsides on the map: a hex of the Beach and the one behind.
    fn gaps(&mut self, text: &BeachText, hexes: &[HexId]) -> Vec<(HexId, HexId)> {
        let Some(map) = self.waters.map else { return Vec::new() };
        let Some(kind) = map.legend().side(GAP) else { return Vec::new() };
        let mut gaps = Vec::new();
        for hex in hexes.iter().copied() {
            for (direction, behind) in map.neighbours(hex) {
                if map.sides(hex, direction).contains(kind) && !gaps.contains(&(behind, hex)) {
                    gaps.push((hex, behind));
                }
            }
        }
        gaps.sort_unstable();
        if gaps.is_empty() {
            let message = format!(
                "beach {} has no gap: no hexside {} on the map borders one of its hexes",
                quoted(&text.key),
                quoted(GAP)
            );
            self.at(text.key.span, message);
        } else if MOST_GAPS < gaps.len() {
            let message = format!(
                "beach {} has {} gap hexsides: at most {MOST_GAPS} are possible",
                quoted(&text.key),
                gaps.len()
            );
            self.at(text.key.span, message);
        }
        gaps
    }

    fn force_of(&mut self, key: &At<String>) -> ForceId {
        let page = self.page;
        let keys = page.raw.force.iter().map(|it| &*it.key.value);
        let found = keys.clone().position(|it| it == key.as_str());
        if found.is_none() && !page.broken.contains(key.as_str()) {
            let message = format!("there is no force {} in this file", quoted(key));
            self.errors.suggest(&page.path, key.span, message, nearest(key, keys));
        }
        ForceId(found.unwrap_or(0) as u8)
    }

    fn ships(&mut self, naval: &Naval, forces: &mut Forces) {
        let page = self.page;
        self.differ("ship", page.raw.ship.iter().map(|it| (&*it.key.value, it.key.span)));
        // Some division of the side has to be theirs; the rules never ask which.
        let Some(division) = forces.first_division(naval.side) else { return };
        for text in &page.raw.ship {
            if forces.unit(&text.key).is_some() {
                let message = format!("the key {} is taken by a unit", quoted(&text.key));
                self.at(text.key.span, message);
            }
            let unit = self.ship(text, naval.side, division);
            let Some(id) = forces.push(unit, &page.path, text.key.span, self.errors) else {
                return;
            };
            forces.ship_ids.insert(text.key.0.clone(), id);
        }
    }

    /// gts.beach.ship-default, gts.beach.lc-default
    fn ship(&mut self, text: &ShipText, side: Side, division: DivisionId) -> UnitKind {
        let default = &self.waters.tables.default;
        let row = default.counter(text.class.value);
        let row = row.unwrap_or(&default.landing_craft);
        let given = FaceText {
            fire: text.fire.clone(),
            range: text.range.clone(),
            defense: text.defense.clone(),
            ..FaceText::default()
        };
        let home = self.force_of(&text.force);
        let front = shown(&self.page.path, &given, row, self.errors);
        UnitKind {
            name: text.name.value.clone(),
            steps: row.steps,
            ship: Some(ShipKind { home, moves: text.moves.value }),
            ..counter(text.key.0.clone(), side, division, text.class.value, front)
        }
    }

    fn craft(&mut self) -> (u8, Face) {
        let text = &self.page.raw.craft;
        let row = &self.waters.tables.default.landing_craft;
        let given = FaceText {
            fire: text.fire.clone(),
            range: text.range.clone(),
            defense: text.defense.clone(),
            ..FaceText::default()
        };
        (small(&text.steps, row.steps), shown(&self.page.path, &given, row, self.errors))
    }
}

/// "long" as it is shown: "Long".
fn capital(key: &str) -> String {
    let mut letters = key.chars();
    letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}

/// Ids of the landing craft of a Beach, which stand behind all other units.
pub(crate) fn ids(from: usize, count: usize) -> Vec<UnitId> {
    (from..from + count).filter_map(|it| u8::try_from(it).ok()).map(UnitId).collect()
}
