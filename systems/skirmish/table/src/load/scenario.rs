//! `scenarios/*.toml` to a [`Scene`]: whoever stands in it has somewhere to stand.

use module::problem::Span;
use module::read::{Page, first_line};
use module::values::At;
use module::{Errors, values::Key};
use skirmish::data::{
    Automatic, BatteryData, ElementData, ElementId, FigureData, FigureId, ObjectiveData,
    ObjectiveId, Quality, Role, Scene, Side, SideData, Start, WeaponId, Zone,
};
use skirmish::tables::inches;
use tabletop::{Guide, Point, Polygon, Spot, Table};

use super::Parts;
use super::forces::Template;
use super::format::{self, ElementText, Inches, SideText};
use super::ground::find;

/// Figures and elements are counted in one byte.
const MOST: usize = 250;

pub(super) fn scene(
    page: &Page<format::Scenario>,
    parts: &Parts,
    table: Table,
    errors: &mut Errors,
) -> Option<Scene> {
    let before = errors.count();
    let mut writer = Writer {
        page,
        parts,
        table,
        errors,
        sides: Vec::new(),
        elements: Vec::new(),
        figures: Vec::new(),
        templates: Vec::new(),
        keys: Vec::new(),
    };
    let sides = writer.sides()?;
    for it in &page.raw.element {
        writer.element(it);
    }
    for it in &page.raw.dummy {
        writer.dummy(it);
    }
    let zones = writer.zones();
    let objectives = writer.objectives();
    let batteries = writer.batteries();
    let automatic = writer.automatic();
    let set_up = writer.set_up()?;
    let tie_goes_to = page.raw.victory.ties.as_ref().and_then(|it| writer.side(it));
    for it in page.raw.attacker.iter().chain(&page.raw.defender) {
        writer.side(it);
    }
    writer.stand(&zones, set_up);
    if writer.errors.count() != before {
        return None;
    }
    let Writer { table, elements, figures, .. } = writer;
    let goals: Vec<Spot> = objectives.iter().map(|it: &ObjectiveData| it.at.ground()).collect();
    let raw = &page.raw;
    Some(Scene {
        title: raw.title.value.clone(),
        briefing: plain(&format!("{} {}", setting(&raw.place, &raw.month), raw.briefing)),
        month: raw.month.clone(),
        guide: Guide::new(&table, &goals),
        table,
        visibility: raw.visibility.map(inches),
        sides,
        elements,
        figures,
        batteries,
        objectives,
        zones,
        turns: raw.turns,
        set_up,
        tie_goes_to,
        decisive: raw.victory.decisive,
        points_per_value: raw.victory.per_value,
        automatic,
        tables: parts.tables.clone(),
    })
}

struct Writer<'a> {
    page: &'a Page<format::Scenario>,
    parts: &'a Parts,
    table: Table,
    errors: &'a mut Errors,
    sides: Vec<String>,
    elements: Vec<ElementData>,
    figures: Vec<FigureData>,
    /// The template of each element; a dummy has none.
    templates: Vec<String>,
    keys: Vec<String>,
}

impl Writer<'_> {
    fn at(&mut self, span: Span, message: impl Into<String>) {
        let span = first_line(&self.page.text, span);
        self.errors.at(&self.page.path, span, message);
    }

    /// Every key of a scenario once.
    fn once(&mut self, key: &At<Key>) {
        let word = key.value.0.clone();
        if self.keys.contains(&word) {
            self.at(key.span, format!("the key {word:?} stands here twice"));
        }
        self.keys.push(word);
    }

    /// skirmish.vic.scope
    fn sides(&mut self) -> Option<[SideData; 2]> {
        let rows = &self.page.raw.side;
        let [one, other] = rows.value.as_slice() else {
            let message = format!("there are two sides, not {} (skirmish.vic.scope)", rows.len());
            self.at(rows.span, message);
            return None;
        };
        let nations = self.parts.module.raw.side.iter();
        let known = nations.clone().map(|it| &*it.key.value.0);
        let mut found = Vec::new();
        for it in [one, other] {
            let name = At { value: it.key.value.0.clone(), span: it.key.span };
            let n = find(&self.page.path, "side", &name, known.clone(), self.errors)?;
            found.push(n);
            self.sides.push(name.value);
        }
        if found[0] == found[1] {
            self.at(other.key.span, "a side does not fight itself (skirmish.vic.scope)");
        }
        let data = |row: &SideText, n: usize| {
            let nation = &self.parts.module.raw.side[n];
            SideData {
                key: nation.key.value.0.clone(),
                name: nation.name.clone(),
                adjective: nation.adjective.clone(),
                briefing: plain(&row.briefing),
                edge: row.edge.value,
                break_point: row.break_point,
            }
        };
        Some([data(one, found[0]), data(other, found[1])])
    }

    fn side(&mut self, name: &At<String>) -> Option<Side> {
        let sides: Vec<&str> = self.sides.iter().map(String::as_str).collect();
        let n = find(&self.page.path, "side", name, sides.iter().copied(), self.errors)?;
        Some(Side::BOTH[n])
    }

    fn set_up(&mut self) -> Option<[Side; 2]> {
        let row = &self.page.raw.set_up;
        let order: Vec<Side> = row.value.iter().filter_map(|it| self.side(it)).collect();
        match order.as_slice() {
            [a, b] if a != b => Some([*a, *b]),
            _ => {
                self.at(row.span, "both sides set up, one after the other (skirmish.depl.order)");
                None
            }
        }
    }

    /// A point of the table.
    fn point(&mut self, at: &Inches, span: Span, what: &str, rule: &str) -> Option<Point> {
        let [x, y] = at.map(|it| it.clamp(-9999, 9999));
        let point = Point::inches(x, y);
        if self.table.holds(point) {
            return Some(point);
        }
        self.at(span, format!("{what} lies off the table, at {point} ({rule})"));
        None
    }

    fn element(&mut self, row: &ElementText) {
        self.once(&row.key);
        let known = self.parts.templates.iter().map(|it| it.key.as_str());
        let found = find(&self.page.path, "template", &row.template, known, self.errors);
        let (Some(found), Some(side)) = (found, self.side(&row.side)) else { return };
        let template = self.parts.templates[found].clone();
        let start = match (row.arrives, &row.entry) {
            (Some(turn), Some(edge)) => self.reserve(turn, edge),
            (None, None) => {
                let at = self.suggested(row.at.as_ref(), row.floor);
                Some(Start::Zone { at, hidden: row.hidden })
            }
            _ => {
                let message =
                    "a reserve has both \"arrives\" and \"entry\" (skirmish.depl.reserve)";
                self.at(row.key.span, message);
                None
            }
        };
        let Some(start) = start else { return };
        self.join(&row.key, side, Some(&template), start, row);
    }

    fn dummy(&mut self, row: &format::DummyText) {
        self.once(&row.key);
        let Some(side) = self.side(&row.side) else { return };
        let at = self.suggested(row.at.as_ref(), row.floor);
        let text = ElementText {
            key: row.key.clone(),
            side: row.side.clone(),
            template: row.zone.clone(),
            quality: None,
            zone: Some(row.zone.clone()),
            at: row.at.clone(),
            floor: row.floor,
            hidden: true,
            arrives: None,
            entry: None,
            he_rounds: None,
            smoke_rounds: None,
        };
        self.join(&row.key, side, None, Start::Zone { at, hidden: true }, &text);
    }

    /// skirmish.depl.formation: a place that is there.
    fn suggested(&mut self, at: Option<&At<Inches>>, floor: u8) -> Option<Spot> {
        let at = at?;
        let spot =
            self.point(&at.value, at.span, "the figure", "skirmish.depl.formation")?.on(floor);
        if !self.table.has_floor(spot) {
            let message =
                format!("there is no floor {floor} at {} (skirmish.depl.order)", spot.point());
            self.at(at.span, message);
            return None;
        }
        Some(spot)
    }

    /// skirmish.depl.reserve
    fn reserve(&mut self, turn: u8, edge: &At<Vec<Inches>>) -> Option<Start> {
        let rule = "skirmish.depl.reserve";
        let ends: Vec<Point> = (edge.value.iter())
            .filter_map(|it| self.point(it, edge.span, "the entry", rule))
            .collect();
        let [a, b] = *ends.as_slice() else { return None };
        let size = self.table.size();
        let along = |p: fn(Point) -> i32, far: i32| p(a) == p(b) && (p(a) == 0 || p(a) == far);
        if a == b || !(along(|it| it.x, size.x) || along(|it| it.y, size.y)) {
            self.at(edge.span, format!("an entry is a stretch of one edge of the table ({rule})"));
            return None;
        }
        Some(Start::Reserve { turn, edge: [a, b] })
    }

    fn join(
        &mut self,
        key: &At<Key>,
        side: Side,
        template: Option<&Template>,
        start: Start,
        row: &ElementText,
    ) {
        let rifle = self.parts.tables.weapon_called("rifle").unwrap_or(WeaponId(0));
        let weapons = template.map_or_else(|| vec![rifle], |it| it.figures.clone());
        if MOST < self.elements.len() + 1 || MOST < self.figures.len() + weapons.len() {
            self.at(key.span, format!("a scenario has at most {MOST} figures"));
            return;
        }
        let (id, first) =
            (ElementId(self.elements.len() as u8), FigureId(self.figures.len() as u8));
        for (n, weapon) in weapons.iter().enumerate() {
            self.figures.push(FigureData { element: id, weapon: *weapon, number: n as u8 + 1 });
        }
        let role = |it: Role| template.is_some_and(|made| made.roles.contains(&it));
        self.templates.push(template.map_or_else(String::new, |it| it.key.clone()));
        self.elements.push(ElementData {
            key: key.value.0.clone(),
            title: template.map_or_else(|| "Dummy".into(), |it| it.title.clone()),
            side,
            quality: row.quality.map_or(Quality::default(), |it| it.value),
            first,
            size: weapons.len() as u8,
            leader: template.map_or(0, |it| it.leader),
            support: template.map(|it| it.support.iter().copied().collect()).unwrap_or_default(),
            observer: role(Role::Observer),
            gun: role(Role::Gun),
            value: template.map_or(0, |it| it.value),
            he_rounds: row.he_rounds,
            smoke_rounds: row.smoke_rounds,
            start,
            dummy: template.is_none(),
        });
    }

    fn zones(&mut self) -> Vec<Zone> {
        let mut zones = Vec::new();
        for row in &self.page.raw.zone {
            self.once(&row.key);
            let rule = "skirmish.depl.order";
            let corners: Vec<Point> = (row.outline.value.iter())
                .filter_map(|it| self.point(it, row.outline.span, "a corner", rule))
                .collect();
            let side = self.side(&row.side);
            let known: Vec<&str> = self.parts.templates.iter().map(|it| it.key.as_str()).collect();
            for name in &row.templates {
                find(&self.page.path, "template", name, known.iter().copied(), self.errors);
            }
            let named: Vec<&str> = row.templates.iter().map(|it| it.value.as_str()).collect();
            let only =
                self.templates.iter().enumerate().filter(|it| named.contains(&it.1.as_str()));
            let only = only.map(|(i, _)| ElementId(i as u8)).collect();
            match Polygon::new(corners) {
                Ok(polygon) => zones.extend(side.map(|side| Zone {
                    key: row.key.value.0.clone(),
                    side,
                    polygon,
                    only,
                    at_most: row.most_elements,
                })),
                Err(flaw) => self.at(row.outline.span, format!("{flaw} ({rule})")),
            }
        }
        zones
    }

    fn objectives(&mut self) -> Vec<ObjectiveData> {
        let mut all = Vec::new();
        for row in &self.page.raw.objective {
            self.once(&row.key);
            let at =
                self.point(&row.at.value, row.at.span, "the objective", "skirmish.obj.control");
            for key in row.points.value.keys() {
                self.side(&At { value: key.clone(), span: row.points.span });
            }
            let points = |it: usize| {
                let key = self.sides.get(it);
                key.and_then(|it| row.points.value.get(it)).copied().unwrap_or(0)
            };
            let points = [points(0), points(1)];
            let held_by = row.held_by.as_ref().and_then(|it| self.side(it));
            let (key, title) = (row.key.value.0.clone(), row.title.clone());
            all.extend(at.map(|at| ObjectiveData { key, title, at, points, held_by }));
        }
        all
    }

    fn batteries(&mut self) -> Vec<BatteryData> {
        let mut all = Vec::new();
        for row in &self.page.raw.battery {
            self.once(&row.key);
            let Some(side) = self.side(&row.side) else { continue };
            all.push(BatteryData {
                key: row.key.value.0.clone(),
                title: row.title.clone(),
                side,
                support: row.support.value,
                weight: row.weight.value,
                quality: row.quality.map_or(Quality::default(), |it| it.value),
                he_rounds: row.he_rounds,
                smoke_rounds: row.smoke_rounds,
            });
        }
        all
    }

    /// skirmish.end.automatic
    fn automatic(&mut self) -> Vec<Automatic> {
        let keys: Vec<&str> = self.page.raw.objective.iter().map(|it| &*it.key.value.0).collect();
        let mut all = Vec::new();
        for row in &self.page.raw.victory.automatic {
            let mut holds = Vec::new();
            for name in &row.holds.value {
                let known = keys.iter().copied();
                let at = find(&self.page.path, "objective", name, known, self.errors);
                holds.extend(at.map(|it| ObjectiveId(it as u8)));
            }
            if row.holds.value.is_empty() {
                self.at(
                    row.holds.span,
                    "nothing to hold would win at once (skirmish.end.automatic)",
                );
            }
            all.extend(self.side(&row.side).map(|side| Automatic { side, holds }));
        }
        all
    }

    /// Everybody finds a place in his zone, in the order in which they are set up (skirmish.depl.order).
    fn stand(&mut self, zones: &[Zone], set_up: [Side; 2]) {
        let raw = &self.page.raw;
        let rows: Vec<(&At<Key>, Option<&At<String>>)> = (raw.element.iter())
            .map(|it| (&it.key, it.zone.as_ref()))
            .chain(raw.dummy.iter().map(|it| (&it.key, Some(&it.zone))))
            .collect();
        let mut taken: Vec<Spot> = Vec::new();
        for side in set_up {
            for (key, named) in &rows {
                let found = self.elements.iter().position(|it| it.key == key.value.0);
                let Some(data) = found.map(|it| self.elements[it].clone()) else { continue };
                let Start::Zone { at, .. } = data.start else { continue };
                if data.side != side {
                    continue;
                }
                let Some(named) = named else {
                    self.at(key.span, "its \"zone\" is missing (skirmish.depl.order)");
                    continue;
                };
                let own = zones.iter().filter(|it| it.side == side);
                let known = own.clone().map(|it| it.key.as_str());
                let Some(zone) = find(&self.page.path, "zone", named, known, self.errors) else {
                    continue;
                };
                let (Some(zone), Some(at)) = (own.clone().nth(zone), at) else { continue };
                let id = found.map_or(ElementId(0), |it| ElementId(it as u8));
                if !zone.only.is_empty() && !zone.only.contains(&id) {
                    let message = "the zone is not open to its template (skirmish.depl.order)";
                    self.at(named.span, message);
                }
                let size = usize::from(data.size);
                match self.table.settle(at, size, &taken, Some(&zone.polygon)) {
                    Some(spots) => taken.extend(spots),
                    None => {
                        let message = format!(
                            "its {size} figures find no room at {} in the zone {:?} (skirmish.depl.formation)",
                            at.point(),
                            zone.key
                        );
                        self.at(key.span, message);
                    }
                }
            }
        }
    }
}

/// "Hedgerow country, Normandy, June 1944."
fn setting(place: &str, month: &str) -> String {
    if place.is_empty() { format!("{month}.") } else { format!("{place}, {month}.") }
}

/// One paragraph, however it was broken into lines.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
