//! `forces/*.toml`: divisions, formations, leaders and units.

use std::collections::{BTreeMap, BTreeSet};

use gts::{
    data::{
        Arm, Back, BeachId, Belongs, Colour, CommandExceptions, ContactNumbers, DivisionId,
        DivisionKind, Exception, Face, FormationId, FormationKind, LeaderFace, LeaderKind,
        MoveClass, Movement, Nation, NationKind, PrintedRange, Side, UnitId, UnitKind,
    },
    tables::{CounterRow, Tables},
};

use crate::load::{
    format::{Division, FaceText, Figure, FormationText, LeaderText, UnitText},
    naval::Shore,
    rating,
    rating::Flaw,
};
use module::{
    Errors,
    problem::Span,
    read::{Page, quoted},
    suggest::nearest,
    values::At,
};

/// Ids are bytes. Rearguards, ships and landing craft are units too.
const MOST_UNITS: usize = 250;
const MOST_LEADERS: usize = 120;
const MOST_FORMATIONS: usize = 120;
const MOST_DIVISIONS: usize = 20;
const MOST_NATIONS: usize = 40;

/// gts.data.division-default: Command Rating, Dispatch Rating, CPs, DPs.
const DIVISION: [u8; 4] = [3, 4, 5, 2];
/// gts.data.leader-default
const LEADER: LeaderFace = LeaderFace { command_range: 10, attachment: 6 };
/// gts.data.leader-default
const REPLACEMENT: LeaderFace = LeaderFace { command_range: 8, attachment: 4 };
/// Transport sides without figures: TQ 2, wheeled MA 18, no Fire Rating.
const TRANSPORT_TQ: u8 = 2;
const TRANSPORT_MA: Movement = Movement::Points(18, MoveClass::Wheeled);

/// All forces of a module, with the keys that lead to them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forces {
    pub(crate) nations: Vec<NationKind>,
    pub(crate) divisions: Vec<DivisionKind>,
    pub(crate) formations: Vec<FormationKind>,
    pub(crate) leaders: Vec<LeaderKind>,
    pub(crate) units: Vec<UnitKind>,
    unit_ids: BTreeMap<String, UnitId>,
    pub(crate) ship_ids: BTreeMap<String, UnitId>,
    /// Keys of entries that are there but wrong, and whether a whole file is missing.
    broken: BTreeSet<String>,
    partial: bool,
}

impl Forces {
    /// Nothing is known, so nothing that refers to it can be wrong.
    pub(crate) fn unknown() -> Forces {
        Forces { partial: true, ..Forces::default() }
    }

    pub(crate) fn unit(&self, key: &str) -> Option<UnitId> {
        self.unit_ids.get(key).copied()
    }

    /// The keys scenarios may place; rearguards and craft come into play by the rules.
    pub(crate) fn unit_keys(&self) -> impl Iterator<Item = &str> + Clone {
        self.unit_ids.keys().map(String::as_str)
    }

    pub(crate) fn first_division(&self, side: Side) -> Option<DivisionId> {
        self.divisions.iter().position(|it| it.side == side).map(|it| DivisionId(it as u8))
    }

    /// Adds a counter; `None`, and a problem, where there is no room for one more.
    pub(crate) fn push(
        &mut self,
        unit: UnitKind,
        path: &str,
        span: Span,
        errors: &mut Errors,
    ) -> Option<UnitId> {
        if no_room(self.units.len(), path, span, errors) {
            self.partial = true;
            return None;
        }
        let id = UnitId(self.units.len() as u8);
        self.units.push(unit);
        Some(id)
    }

    /// Whether so many more units are possible.
    pub(crate) fn has_room(
        count: usize,
        more: usize,
        path: &str,
        span: Span,
        errors: &mut Errors,
    ) -> bool {
        0 == more || !no_room(count + more - 1, path, span, errors)
    }

    /// A nationality is one side's: whose it is shows on the map.
    fn nation(
        &mut self,
        text: &At<String>,
        side: Side,
        path: &str,
        errors: &mut Errors,
    ) -> Option<Nation> {
        let found = self.nations.iter().position(|it| it.key == text.value);
        match found.map(|at| (at, self.nations[at].side)) {
            Some((at, whose)) if whose == side => Some(Nation(at as u8)),
            Some(_) => {
                let message = format!("{} is a nationality of the other side", quoted(text));
                errors.at(path, text.span, message);
                None
            }
            None if full(
                "nationalities",
                self.nations.len(),
                MOST_NATIONS,
                path,
                text.span,
                errors,
            ) =>
            {
                None
            }
            None => {
                self.nations.push(NationKind { key: text.value.clone(), side });
                Some(Nation(self.nations.len() as u8 - 1))
            }
        }
    }

    /// Whether an unknown key is only the trace of a mistake that has been reported.
    pub(crate) fn is_excused(&self, key: &str) -> bool {
        self.partial || self.broken.contains(key)
    }
}

/// Turns the files into forces. `whole` is false where a file could not be read.
pub(crate) fn forces(
    pages: &[Page<Division>],
    sides: &[String],
    whole: bool,
    tables: Option<&Tables>,
    shore: &Shore,
    errors: &mut Errors,
) -> Forces {
    let nations = sides.iter().zip(Side::BOTH);
    let nations = nations.map(|(key, side)| NationKind { key: key.clone(), side }).collect();
    let mut forces = Forces { partial: !whole, nations, ..Forces::default() };
    let mut seen = Seen::default();
    let context = Context { sides, tables, shore };
    // Ids follow the sides and then the names of the files, so that lists of options do too.
    let rank = |page: &&Page<Division>| sides.iter().position(|it| *it == page.raw.side.value);
    let mut ordered: Vec<&Page<Division>> = pages.iter().collect();
    ordered.sort_by_key(rank);
    for page in &ordered {
        forces.broken.extend(page.broken.iter().cloned());
        division(page, &context, &mut forces, &mut seen, errors);
    }
    // After all units, so that what the loader makes changes no id of what people wrote.
    if let Some(tables) = tables {
        for page in &ordered {
            rearguards(page, tables, &mut forces, errors);
        }
    }
    forces
}

/// What units refer to beyond their own file.
struct Context<'a> {
    sides: &'a [String],
    tables: Option<&'a Tables>,
    shore: &'a Shore,
}

/// Where each key first stood.
#[derive(Default)]
struct Seen {
    places: BTreeMap<(&'static str, String), String>,
}

impl Seen {
    fn first(
        &mut self,
        what: &'static str,
        key: &str,
        page: &Page<Division>,
        span: Span,
        errors: &mut Errors,
    ) -> bool {
        let line = page.text.get(..span.start).map_or(0, |it| it.matches('\n').count()) + 1;
        match self.places.get(&(what, key.to_owned())) {
            Some(place) => {
                errors.at(
                    &page.path,
                    span,
                    format!("the {what} key {} is taken already: {place}", quoted(key)),
                );
                false
            }
            None => {
                self.places.insert((what, key.to_owned()), format!("{}, line {line}", page.path));
                true
            }
        }
    }
}

fn division(
    page: &Page<Division>,
    context: &Context<'_>,
    forces: &mut Forces,
    seen: &mut Seen,
    errors: &mut Errors,
) {
    let Context { sides, tables, .. } = *context;
    let default = tables.map(|it| &it.default);
    let raw = &page.raw;
    let path = page.path.as_str();
    seen.first("division", &raw.key, page, raw.key.span, errors);
    let side = match sides.iter().position(|it| *it == raw.side.value) {
        Some(0) => Side::First,
        Some(_) => Side::Second,
        None => {
            let message = format!("there is no side {} in module.toml", quoted(&raw.side));
            errors.suggest(
                path,
                raw.side.span,
                message,
                nearest(&raw.side, sides.iter().map(String::as_str)),
            );
            Side::First
        }
    };
    if full("divisions", forces.divisions.len(), MOST_DIVISIONS, path, raw.key.span, errors) {
        return;
    }
    let own = raw.nationality.as_ref().and_then(|it| forces.nation(it, side, path, errors));
    let own = own.unwrap_or(Nation::of(side));
    let id = DivisionId(forces.divisions.len() as u8);
    let [command_rating, dispatch_rating, start_cp, start_dp] = DIVISION;
    forces.divisions.push(DivisionKind {
        key: raw.key.0.clone(),
        name: raw.name.value.clone(),
        short: raw.short.value.clone(),
        side,
        colour: raw.colour.0.clone(),
        command_rating: small(&raw.command_rating, command_rating),
        dispatch_rating: small(&raw.dispatch_rating, dispatch_rating),
        start_cp: small(&raw.start_cp, start_cp),
        start_dp: small(&raw.start_dp, start_dp),
        road_blocks: small(&raw.road_blocks, default.map_or(0, |it| it.road_blocks)),
        parks: small(&raw.parks, default.map_or(0, |it| it.parks)),
        home_soil: raw.home_soil,
    });

    let mut formations: BTreeMap<&str, FormationId> = BTreeMap::new();
    for formation in &raw.formation {
        seen.first("formation", &formation.key, page, formation.key.span, errors);
        if full(
            "formations",
            forces.formations.len(),
            MOST_FORMATIONS,
            path,
            formation.key.span,
            errors,
        ) {
            break;
        }
        formations.insert(&formation.key, FormationId(forces.formations.len() as u8));
        forces.formations.push(FormationKind {
            key: formation.key.0.clone(),
            name: formation.name.value.clone(),
            division: id,
            stripe: formation.stripe.0.clone(),
            rearguards: small(&formation.rearguards, default.map_or(0, |it| it.rearguards)),
        });
    }
    let of = |key: &At<String>, errors: &mut Errors| {
        let found = formations.get(key.as_str()).copied();
        if found.is_none() && !page.broken.contains(key.as_str()) {
            let message = format!("there is no formation {} in this division", quoted(key));
            errors.suggest(path, key.span, message, nearest(key, formations.keys().copied()));
        }
        found
    };

    for text in &raw.leader {
        seen.first("leader", &text.key, page, text.key.span, errors);
        if full("leaders", forces.leaders.len(), MOST_LEADERS, path, text.key.span, errors) {
            break;
        }
        match of(&text.formation, errors) {
            Some(formation) => forces.leaders.push(leader(text, formation)),
            None => {
                forces.broken.insert(text.key.0.clone());
            }
        }
    }
    for text in &raw.unit {
        let first = seen.first("unit", &text.key, page, text.key.span, errors);
        if no_room(forces.units.len(), path, text.key.span, errors) {
            forces.partial = true;
            break;
        }
        let belongs = match (&text.formation, &text.stripe) {
            (Some(key), None) => of(key, errors).map(Belongs::Formation),
            (None, Some(stripe)) => Some(match stripe.value {
                Colour::White => Belongs::WhiteStripe,
                _ => Belongs::BlackStripe,
            }),
            (Some(_), Some(stripe)) => {
                errors.at(path, stripe.span, "a unit has a formation or a stripe, not both");
                None
            }
            (None, None) => {
                let message = format!(
                    "unit {} needs a formation, or a stripe if it is independent",
                    quoted(&text.key)
                );
                errors.at(path, text.key.span, message);
                None
            }
        };
        let nation = text.nationality.as_ref().and_then(|it| forces.nation(it, side, path, errors));
        let faces = faces(page, text, errors);
        let exceptions = exceptions(page, text, context.shore, errors);
        match (belongs, faces) {
            (Some(belongs), Some((front, back))) if first => {
                let contact = contact(page, text, &front, tables, errors);
                forces.unit_ids.insert(text.key.0.clone(), UnitId(forces.units.len() as u8));
                forces.units.push(UnitKind {
                    key: text.key.0.clone(),
                    name: text.name.value.clone(),
                    side,
                    nation: nation.unwrap_or(own),
                    division: id,
                    belongs,
                    battalion: text.battalion.as_ref().map(|it| it.value.clone()),
                    arm: text.arm.value,
                    steps: text.steps.value as u8,
                    front,
                    back,
                    flak: text.flak.as_ref().map(|it| it.value as u8),
                    contact,
                    exceptions,
                    armoured79: text.armoured79,
                    ship: None,
                });
            }
            _ => {
                forces.broken.insert(text.key.0.clone());
            }
        }
    }
}

/// Whether one counter more would be too many.
fn no_room(count: usize, path: &str, span: Span, errors: &mut Errors) -> bool {
    if MOST_UNITS <= count {
        let message = format!(
            "a module may have at most {MOST_UNITS} units; rearguards, ships and landing craft count as well"
        );
        errors.at(path, span, message);
    }
    MOST_UNITS <= count
}

/// gts.contact.marker, gts.contact.numbers
fn contact(
    page: &Page<Division>,
    text: &UnitText,
    front: &Face,
    tables: Option<&Tables>,
    errors: &mut Errors,
) -> Option<ContactNumbers> {
    if let Some(given) = text.contact.as_ref().filter(|_| !has_contact(front)) {
        let message = format!(
            "unit {} has no Contact marker: only orange and black fire has one (gts.contact.marker)",
            quoted(&text.key)
        );
        errors.at(&page.path, given.span, message);
    }
    let given = text.contact.as_ref().map(|it| ContactNumbers {
        pending: it.pending.value as u8,
        in_contact: it.in_contact.value as u8,
    });
    contact_numbers(front, given, tables?)
}

/// gts.command.exceptions-hook
fn exceptions(
    page: &Page<Division>,
    text: &UnitText,
    shore: &Shore,
    errors: &mut Errors,
) -> CommandExceptions {
    let mut out = CommandExceptions::default();
    for word in &text.command {
        out.allow(word.value);
        if word.value == Exception::NearBattalion && text.battalion.is_none() {
            let message = format!("unit {} needs a battalion for that", quoted(&text.key));
            errors.at(&page.path, word.span, message);
        }
    }
    if let Some(key) = &text.wired {
        out.wired = wired(&page.path, key, shore, errors);
    }
    out
}

fn wired(path: &str, key: &At<String>, shore: &Shore, errors: &mut Errors) -> Option<BeachId> {
    let beaches = match shore {
        Shore::Unknown => return None,
        Shore::Absent => &[],
        Shore::Known(page) => page.raw.beach.as_slice(),
    };
    let keys = beaches.iter().map(|it| &*it.key.value);
    let found = keys.clone().position(|it| it == key.as_str());
    if found.is_none() && !shore.is_excused(key) {
        let message = format!("there is no beach {} in naval.toml", quoted(key));
        errors.suggest(path, key.span, message, nearest(key, keys));
    }
    found.map(|it| BeachId(it as u8))
}

/// gts.rear.counter: as many for each formation of the division as it has.
fn rearguards(page: &Page<Division>, tables: &Tables, forces: &mut Forces, errors: &mut Errors) {
    for text in &page.raw.formation {
        let found = forces.formations.iter().position(|it| it.key == *text.key.0);
        let Some(index) = found else { continue };
        let formation = &forces.formations[index];
        let (count, name, division) =
            (formation.rearguards, formation.name.clone(), formation.division);
        let (steps, front) = rearguard(page, text, &tables.default.rearguard, errors);
        let side = forces.divisions.get(usize::from(division.0)).map_or(Side::First, |it| it.side);
        for number in 1..=count {
            let key = format!("{}-rearguard-{number}", &*text.key.value);
            if forces.unit_ids.contains_key(&key) {
                let message = format!("the unit key {} is that of a rearguard", quoted(&key));
                errors.at(&page.path, text.key.span, message);
            }
            let unit = UnitKind {
                name: format!("Rearguard, {name}"),
                belongs: Belongs::Formation(FormationId(index as u8)),
                steps,
                ..counter(key, side, division, Arm::Rearguard, front)
            };
            if forces.push(unit, &page.path, text.key.span, errors).is_none() {
                return;
            }
        }
    }
}

fn rearguard(
    page: &Page<Division>,
    text: &FormationText,
    row: &CounterRow,
    errors: &mut Errors,
) -> (u8, Face) {
    let Some(given) = &text.rearguard else { return (row.steps, face_of(row)) };
    let face = FaceText {
        fire: given.fire.clone(),
        range: given.range.clone(),
        assault: given.assault.clone(),
        defense: given.defense.clone(),
        tq: given.tq.clone(),
        ma: given.ma.clone(),
    };
    (small(&given.steps, row.steps), shown(&page.path, &face, row, errors))
}

/// A counter that no file of forces describes: an independent without a name and without steps.
pub(crate) fn counter(
    key: String,
    side: Side,
    division: DivisionId,
    arm: Arm,
    front: Face,
) -> UnitKind {
    UnitKind {
        key,
        name: String::new(),
        side,
        nation: Nation::of(side),
        division,
        belongs: Belongs::WhiteStripe,
        battalion: None,
        arm,
        steps: 0,
        front,
        back: Back::Blank,
        flak: None,
        contact: None,
        exceptions: CommandExceptions::default(),
        armoured79: false,
        ship: None,
    }
}

/// What a counter shows where a file gives some of its ratings.
pub(crate) fn shown(path: &str, given: &FaceText, row: &CounterRow, errors: &mut Errors) -> Face {
    face(path, given, face_of(row), errors)
}

/// A side of a counter that shows what is given and `rest` otherwise.
pub(crate) fn face(path: &str, given: &FaceText, rest: Face, errors: &mut Errors) -> Face {
    Ratings { path, errors }.face(given, rest)
}

/// A transport side of which nothing is given.
pub(crate) const fn transport(front: Face) -> Face {
    Face {
        fire: None,
        range: PrintedRange::Unprinted,
        assault: None,
        tq: TRANSPORT_TQ,
        red_tq: false,
        movement: TRANSPORT_MA,
        mounted: true,
        ..front
    }
}

/// The numbers of its Contact marker, if it has one (gts.contact.marker, gts.contact.numbers).
pub(crate) fn contact_numbers(
    front: &Face,
    given: Option<ContactNumbers>,
    tables: &Tables,
) -> Option<ContactNumbers> {
    let usual = ContactNumbers {
        pending: tables.default.contact_pending,
        in_contact: tables.default.contact_in_contact,
    };
    has_contact(front).then_some(given.unwrap_or(usual))
}

const fn has_contact(front: &Face) -> bool {
    matches!(front.fire, Some((_, Colour::Orange | Colour::Black)))
}

/// What a counter shows by default.
pub(crate) fn face_of(row: &CounterRow) -> Face {
    Face {
        fire: row.fire.zip(row.colour),
        range: row.range.map_or(PrintedRange::Unprinted, PrintedRange::Hexes),
        assault: None,
        defense: row.defense,
        armoured: row.armoured,
        tq: row.tq,
        red_tq: false,
        movement: Movement::No,
        mounted: false,
    }
}

fn full(
    what: &str,
    count: usize,
    most: usize,
    path: &str,
    span: Span,
    errors: &mut Errors,
) -> bool {
    if most <= count {
        errors.at(path, span, format!("a module may have at most {most} {what}"));
    }
    most <= count
}

/// A number the schema has kept within a byte.
pub(crate) fn small(given: &Option<At<i64>>, default: u8) -> u8 {
    given.as_ref().and_then(|it| u8::try_from(it.value).ok()).unwrap_or(default)
}

pub(crate) fn leader(text: &LeaderText, formation: FormationId) -> LeaderKind {
    let front = LeaderFace {
        command_range: small(&text.command_range, LEADER.command_range),
        attachment: small(&text.attachment, LEADER.attachment),
    };
    let lower = |a: u8, b: u8| if a < b { a } else { b };
    let (range, attachment) = match &text.replacement {
        Some(it) => (it.command_range.clone(), it.attachment.clone()),
        None => (None, None),
    };
    let back = LeaderFace {
        command_range: small(&range, lower(REPLACEMENT.command_range, front.command_range)),
        attachment: small(&attachment, lower(REPLACEMENT.attachment, front.attachment)),
    };
    LeaderKind { key: text.key.0.clone(), name: text.name.value.clone(), formation, front, back }
}

/// Both sides of a counter, or `None` with everything that is wrong with them.
fn faces(page: &Page<Division>, text: &UnitText, errors: &mut Errors) -> Option<(Face, Back)> {
    let before = errors.count();
    let mut get = Ratings { path: &page.path, errors };
    let (defense, armoured) = get.rating(Some(&text.defense), rating::defense).unwrap_or_default();
    let (tq, red_tq) = get.rating(Some(&text.tq), rating::tq).unwrap_or_default();
    let front = Face {
        fire: get.rating(Some(&text.fire), rating::fire).flatten(),
        range: get.rating(text.range.as_ref(), rating::range).unwrap_or(PrintedRange::Unprinted),
        assault: get.rating(text.assault.as_ref(), rating::assault).flatten(),
        defense,
        armoured,
        tq,
        red_tq,
        movement: get.rating(Some(&text.ma), rating::movement).unwrap_or(Movement::No),
        mounted: false,
    };
    let back = match (&text.reduced, &text.transport) {
        (None, None) => Back::Blank,
        (Some(reduced), None) => {
            if text.steps.value != 2 {
                get.errors.at(
                    &page.path,
                    text.steps.span,
                    "only a unit of 2 steps has a reduced side",
                );
            }
            Back::Reduced(get.face(reduced, front))
        }
        (None, Some(given)) => Back::Transport(get.face(given, transport(front))),
        (Some(_), Some(_)) => {
            let message = format!(
                "unit {} has both a reduced and a transport side: a counter has one back",
                quoted(&text.key)
            );
            get.errors.at(&page.path, text.key.span, message);
            Back::Blank
        }
    };
    (errors.count() == before).then_some((front, back))
}

struct Ratings<'a> {
    path: &'a str,
    errors: &'a mut Errors,
}

impl Ratings<'_> {
    fn rating<T>(
        &mut self,
        figure: Option<&At<Figure>>,
        read: fn(&Figure) -> Result<T, Flaw>,
    ) -> Option<T> {
        let figure = figure?;
        match read(&figure.value) {
            Ok(it) => Some(it),
            Err(Flaw { message, suggestion }) => {
                self.errors.suggest(self.path, figure.span, message, suggestion);
                None
            }
        }
    }

    /// A side of a counter that shows what it gives and `rest` otherwise.
    fn face(&mut self, text: &FaceText, rest: Face) -> Face {
        let defense = self.rating(text.defense.as_ref(), rating::defense);
        let (defense, armoured) = defense.unwrap_or((rest.defense, rest.armoured));
        let (tq, red_tq) =
            self.rating(text.tq.as_ref(), rating::tq).unwrap_or((rest.tq, rest.red_tq));
        Face {
            fire: self.rating(text.fire.as_ref(), rating::fire).unwrap_or(rest.fire),
            range: self.rating(text.range.as_ref(), rating::range).unwrap_or(rest.range),
            assault: self.rating(text.assault.as_ref(), rating::assault).unwrap_or(rest.assault),
            defense,
            armoured,
            tq,
            red_tq,
            movement: self.rating(text.ma.as_ref(), rating::movement).unwrap_or(rest.movement),
            mounted: rest.mounted,
        }
    }
}
