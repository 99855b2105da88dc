//! `forces/*.toml`: counters, and the guns behind them.

use std::collections::BTreeSet;

use board::HexId;
use module::{
    Errors, Folder,
    problem::Span,
    read::{Page, quoted},
    suggest::nearest,
    values::{At, Key},
};
use tcs::data::{
    AreaFire, Battalion, Company, Force, Kind, MissionKinds, PointFire, Start, TargetType, UnitData,
};
use tcs::ground::Ground;
use tcs::id::{BattalionId, CompanyId, ForceId, Side};
use tcs::state::{MissionKind, Mode};
use tcs::tables::Tables;

use super::format::{Force as ForceText, GunsText, Ladder, Module, TypeText};

/// As many as an id has room for.
const MOST_UNITS: usize = 250;
/// Forces and batteries are bits of a word.
const MOST_FORCES: usize = 60;

/// Everything in forces/.
#[derive(Debug)]
pub(crate) struct Forces {
    pub(crate) forces: Vec<Force>,
    pub(crate) battalions: Vec<Battalion>,
    pub(crate) companies: Vec<Company>,
    /// Counters, which no scenario has placed.
    pub(crate) cards: Vec<UnitData>,
    pub(crate) guns: Vec<Guns>,
    /// Entries that were cut out: to name them is no further mistake.
    broken: BTreeSet<String>,
}

/// The batteries of one entry.
#[derive(Clone, Debug)]
pub(crate) struct Guns {
    pub(crate) force: ForceId,
    pub(crate) side: Side,
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) calibre: u16,
    pub(crate) batteries: u8,
    pub(crate) ammunition: u8,
    pub(crate) kinds: MissionKinds,
    pub(crate) start_column: u8,
    pub(crate) supports: u64,
    /// The key of the unit that stands for it.
    pub(crate) unit: Option<String>,
}

impl Forces {
    /// Whether a key belongs to an entry whose own mistake has been named.
    pub(crate) fn is_excused(&self, key: &str) -> bool {
        self.broken.contains(key)
    }
}

/// All forces of the module, or `None` with what is wrong.
pub(crate) fn forces(
    folder: &Folder<'_>,
    head: &Module,
    tables: &Tables,
    ground: &Ground,
    errors: &mut Errors,
) -> Option<Forces> {
    let names = folder.names("forces/");
    if names.is_empty() {
        errors.whole(&folder.path("forces"), "there are no forces: one file for each", None);
    }
    let mut pages: Vec<(Side, Page<ForceText>)> = Vec::new();
    let mut whole = !names.is_empty();
    for name in names {
        let Some(page) = folder.page::<ForceText>(&format!("forces/{name}"), errors) else {
            whole = false;
            continue;
        };
        let keys = || head.side.iter().map(|it| &**it.key);
        match keys().position(|it| it == page.raw.side.value) {
            Some(0) => pages.push((Side::First, page)),
            Some(_) => pages.push((Side::Second, page)),
            None => {
                let message = format!("there is no side {} in module.toml", quoted(&page.raw.side));
                let near = nearest(&page.raw.side, keys());
                errors.suggest(&page.path, page.raw.side.span, message, near);
                whole = false;
            }
        }
    }
    // The first side's first, whatever the files are called.
    pages.sort_by_key(|it| it.0);
    if MOST_FORCES < pages.len() {
        errors.whole(&folder.path("forces"), format!("at most {MOST_FORCES} forces"), None);
        return None;
    }
    let mut out = Forces {
        forces: Vec::new(),
        battalions: Vec::new(),
        companies: Vec::new(),
        cards: Vec::new(),
        guns: Vec::new(),
        broken: pages.iter().flat_map(|it| it.1.broken.iter().cloned()).collect(),
    };
    let force_keys: Vec<String> = pages.iter().map(|it| it.1.raw.key.0.clone()).collect();
    for (side, page) in &pages {
        let mut reader = Reader { page, side: *side, tables, ground, errors, out: &mut out };
        reader.force();
        reader.battalions();
        reader.units();
        reader.guns(&force_keys);
    }
    if MOST_UNITS < out.cards.len() {
        errors.whole(&folder.path("forces"), format!("at most {MOST_UNITS} units"), None);
        return None;
    }
    whole.then_some(out)
}

struct Reader<'a> {
    page: &'a Page<ForceText>,
    side: Side,
    tables: &'a Tables,
    ground: &'a Ground,
    errors: &'a mut Errors,
    out: &'a mut Forces,
}

impl Reader<'_> {
    fn at(&mut self, span: Span, message: impl Into<String>) {
        self.errors.at(&self.page.path, span, message);
    }

    fn force(&mut self) {
        let raw = &self.page.raw;
        if self.out.forces.iter().any(|it| it.key == raw.key.0) {
            self.at(
                raw.key.span,
                format!("the force {} stands in another file too", quoted(&raw.key)),
            );
        }
        let nation = raw.nationality.value;
        let prep = raw.command_prep.as_ref().map(|it| it.value as u8);
        self.out.forces.push(Force {
            key: raw.key.0.clone(),
            name: raw.name.value.clone(),
            short: raw.short.value.clone(),
            colour: raw.colour.0.clone(),
            side: self.side,
            nation,
            command_prep: prep.unwrap_or(self.tables.command_prep_default.of(nation)),
        });
    }

    fn id(&self) -> ForceId {
        ForceId((self.out.forces.len() - 1) as u8)
    }

    fn battalions(&mut self) {
        let raw = &self.page.raw;
        let first = self.out.battalions.len();
        let force = self.id();
        for it in &raw.battalion {
            let rally = it.rally.as_ref().and_then(|label| self.hex(label, label.span));
            let small = |it: &Option<At<i64>>| it.as_ref().map_or(0, |it| it.value as u8);
            self.out.battalions.push(Battalion {
                name: it.name.value.clone(),
                force,
                rally,
                morale: small(&it.morale),
                vehicle_morale: small(&it.vehicle_morale),
            });
        }
        self.twice("battalion", raw.battalion.iter().map(|it| &it.key));
        for it in &raw.company {
            let keys: Vec<&str> = raw.battalion.iter().map(|it| &**it.key).collect();
            let found = self.find("battalion", &it.battalion, &keys).unwrap_or_default();
            if self.out.companies.iter().any(|other| other.key == it.key.0) {
                self.at(it.key.span, format!("the company {} stands here twice", quoted(&it.key)));
            }
            self.out.companies.push(Company {
                key: it.key.0.clone(),
                name: it.name.value.clone(),
                battalion: BattalionId((first + found) as u8),
            });
        }
    }

    fn units(&mut self) {
        let raw = &self.page.raw;
        self.twice("type", raw.types.iter().map(|it| &it.key));
        let first = self.out.companies.len() - raw.company.len();
        for kind in &raw.types {
            self.check_type(kind);
        }
        for it in &raw.unit {
            let types: Vec<&str> = raw.types.iter().map(|it| &**it.key).collect();
            let companies: Vec<&str> = raw.company.iter().map(|it| &**it.key).collect();
            if self.out.cards.iter().any(|other| other.key == it.key.0) {
                self.at(it.key.span, format!("the unit {} stands here twice", quoted(&it.key)));
            }
            let kind = self.find("type", &it.kind, &types);
            let company = self.find("company", &it.company, &companies);
            let (Some(kind), Some(company)) = (kind, company) else {
                self.out.broken.insert(it.key.0.clone());
                continue;
            };
            let company = CompanyId((first + company) as u8);
            let battalion = self.out.companies[company.index()].battalion;
            let (key, name) = (it.key.0.clone(), it.name.value.clone());
            let of = Of { side: self.side, force: self.id(), battalion, company };
            self.out.cards.push(card(key, name, &raw.types[kind], of));
        }
    }

    /// What the types of the file cannot say.
    fn check_type(&mut self, it: &TypeText) {
        if target(&it.target).is_none() {
            let message =
                format!("{} is no target type, as in A, P-3, B or B-1", quoted(&it.target));
            self.at(it.target.span, message);
        }
        if let Some(point) = &it.point
            && !(point.close <= point.nominal && point.nominal <= point.long)
        {
            self.at(point.span, "close, nominal and long must ascend");
        }
        if let Some(area) = &it.area
            && let Ladder::Steps(steps) = &area.strength
            && steps.len() as i64 != it.steps.value
        {
            let message =
                format!("strength has {} figures for {} steps", steps.len(), it.steps.value);
            self.at(area.range.span, message);
        }
        // tcs.morale.who: men check their morale, vehicles that of their battalion.
        let has_men = !it.kind.value.is_motor();
        if has_men && it.morale.is_none() {
            self.at(it.key.span, format!("{}: \"morale\" is missing", quoted(&it.key)));
        }
    }

    fn guns(&mut self, forces: &[String]) {
        let raw = &self.page.raw;
        self.twice("guns", raw.guns.iter().map(|it| &it.key));
        for it in &raw.guns {
            let mut supports = 0;
            match &it.supports {
                None => supports = 1 << self.id().0,
                Some(list) => {
                    for key in list {
                        let known: Vec<&str> = forces.iter().map(String::as_str).collect();
                        if let Some(i) = self.find("force", key, &known) {
                            supports |= 1 << i;
                        }
                    }
                }
            }
            if let Some(unit) = &it.unit {
                let known: Vec<&str> = raw.unit.iter().map(|it| &**it.key).collect();
                self.find("unit", unit, &known);
            }
            self.out.guns.push(guns(
                it,
                self.id(),
                self.side,
                self.tables.start_column.of(raw.nationality.value),
                supports,
            ));
        }
    }

    fn hex(&mut self, label: &str, span: Span) -> Option<HexId> {
        let found = self.ground.map().find(label);
        if found.is_none() {
            self.at(span, format!("there is no hex {} on the map", quoted(label)));
        }
        found
    }

    fn find(&mut self, what: &str, key: &At<String>, known: &[&str]) -> Option<usize> {
        let found = known.iter().position(|it| *it == key.value);
        if found.is_none() && !self.page.broken.contains(key.as_str()) {
            let message = format!("there is no {what} {} in this file", quoted(key));
            let near = nearest(key, known.iter().copied());
            self.errors.suggest(&self.page.path, key.span, message, near);
        }
        found
    }

    fn twice<'k>(&mut self, what: &str, keys: impl Iterator<Item = &'k At<Key>>) {
        let mut seen = BTreeSet::new();
        for key in keys {
            if !seen.insert(key.0.as_str()) {
                self.at(key.span, format!("the {what} {} stands here twice", quoted(key)));
            }
        }
    }
}

struct Of {
    side: Side,
    force: ForceId,
    battalion: BattalionId,
    company: CompanyId,
}

/// What is printed on a counter.
fn card(key: String, name: String, of_type: &TypeText, of: Of) -> UnitData {
    let small = |it: &Option<At<i64>>| it.as_ref().map(|it| it.value as u16);
    let kind = of_type.kind.value;
    UnitData {
        key,
        name,
        type_name: of_type.name.value.clone(),
        side: of.side,
        force: of.force,
        battalion: of.battalion,
        company: of.company,
        kind,
        target: target(&of_type.target).unwrap_or(TargetType::A),
        steps: of_type.steps.value as u8,
        morale: of_type.morale.as_ref().map(|it| it.value as u8),
        area: of_type.area.as_ref().map(|it| AreaFire {
            strength: match &it.strength {
                Ladder::One(n) => std::iter::once(*n).collect(),
                Ladder::Steps(all) => all.iter().copied().collect(),
            },
            class: it.class.value,
            range: it.range.value as u8,
        }),
        point: of_type.point.as_ref().map(|it| PointFire {
            strength: it.strength as u8,
            close: it.close as u8,
            nominal: it.nominal as u8,
            long: it.long as u8,
        }),
        class: of_type.moves.class.value,
        allowance: of_type.moves.allowance.value as u8,
        capacity: small(&of_type.capacity).unwrap_or(0) as u8,
        to_move: small(&of_type.to_move),
        to_fire: small(&of_type.to_fire),
        observer: of_type.observer.unwrap_or(kind.is_infantry() || kind == Kind::Vehicle),
        at_rolls: of_type.at_rolls.unwrap_or(kind.is_infantry()),
        towed: of_type.towed,
        smoke: of_type.smoke,
        illumination: of_type.illumination,
        start: Start {
            turn: 0,
            hex: HexId(0),
            mode: Mode::Fire,
            area: None,
            may_dig_in: false,
            aboard: None,
        },
    }
}

/// tcs.unit.target-types
fn target(text: &str) -> Option<TargetType> {
    let number = |it: &str| it.parse::<u8>().ok().filter(|it| *it <= 9);
    match text.split_once('-') {
        None if text == "A" => Some(TargetType::A),
        None if text == "B" => Some(TargetType::B(0)),
        Some(("P", n)) => number(n).map(TargetType::P),
        Some(("B", n)) => number(n).map(TargetType::B),
        _ => None,
    }
}

fn guns(it: &GunsText, force: ForceId, side: Side, start_column: u8, supports: u64) -> Guns {
    let can = |kind: MissionKind| it.missions.iter().any(|it| it.value == kind);
    Guns {
        force,
        side,
        key: it.key.0.clone(),
        name: it.name.value.clone(),
        calibre: it.calibre.value as u16,
        batteries: it.batteries.value as u8,
        ammunition: it.ammunition.value as u8,
        kinds: MissionKinds {
            he: can(MissionKind::He),
            continuous: can(MissionKind::Continuous),
            smoke: can(MissionKind::Smoke),
            illumination: can(MissionKind::Illumination),
        },
        start_column,
        supports,
        unit: it.unit.as_ref().map(|it| it.value.clone()),
    }
}
