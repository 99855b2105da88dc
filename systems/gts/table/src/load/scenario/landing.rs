//! What comes from the sea: units in boats, ships, landing craft and the numbers of the Beaches.

use std::collections::{BTreeMap, BTreeSet};

use gts::data::{
    Arm, AtSea, BeachId, ForceId, Naval, RangeBox, SeaBox, ShipMoves, Start, SubBeachId, UnitId,
    UnitKind, UnitStart,
};

use super::{ABSENT, Reader};
use crate::load::{
    forces::{Forces, small},
    format::{LandingText, SeaText},
    naval::{Fleet, Shore, ids},
};
use module::{problem::Span, read::quoted, suggest::nearest, values::At};

impl Reader<'_> {
    pub(super) fn sea_units(
        &mut self,
        starts: &mut [UnitStart],
        seen: &mut BTreeMap<UnitId, Span>,
    ) {
        if let Some(first) = self.page.raw.sea.first() {
            self.has_sea(first.at.span);
        }
        for text in &self.page.raw.sea {
            let at = self.box_of(text);
            let turn = match &text.turn {
                Some(turn) if turn.value != 1 => self.turn(turn),
                // From the start.
                _ => 0,
            };
            for key in &text.units {
                let Some(id) = self.once(key, seen) else { continue };
                let side = self.ground.forces.units[usize::from(id.0)].side;
                if self.ground.fleet.is_some_and(|it| it.naval.side != side) {
                    self.at(
                        key.span,
                        format!("unit {} is not of the side that lands", quoted(key)),
                    );
                }
                if let Some(at) = at {
                    starts[usize::from(id.0)] = UnitStart { at: Start::Sea { turn, at }, ..ABSENT };
                }
            }
        }
    }

    /// Whether the module has a sea at all.
    fn has_sea(&mut self, span: Span) -> bool {
        let absent = matches!(self.ground.shore, Shore::Absent);
        if absent {
            self.at(span, "the module has no naval.toml");
        }
        !absent
    }

    fn box_of(&mut self, text: &SeaText) -> Option<AtSea> {
        match (text.at.value, &text.beach, &text.force) {
            (SeaBox::EnRoute, None, Some(force)) => self.force(force).map(AtSea::EnRoute),
            // Ships have an entry of their own; the schema lets no unit stand there.
            (SeaBox::Range, _, _) => None,
            (SeaBox::Wave, Some(beach), None) => self.sub_beach(beach).map(AtSea::Wave),
            (SeaBox::Loading, Some(beach), None) => self.sub_beach(beach).map(AtSea::Loading),
            (SeaBox::EnRoute, _, None) => {
                self.at(text.at.span, "units en route belong to a force: \"force\" is missing");
                None
            }
            (SeaBox::EnRoute, Some(beach), _) => {
                self.at(beach.span, "units en route have a force, not yet a beach");
                None
            }
            (_, None, _) => {
                self.at(
                    text.at.span,
                    "to which beach: \"beach\" is missing, as in \"sword/queen-red\"",
                );
                None
            }
            (_, _, Some(force)) => {
                self.at(force.span, "the beach says already which force that is");
                None
            }
        }
    }

    fn force(&mut self, key: &At<String>) -> Option<ForceId> {
        let fleet = self.ground.fleet?;
        let keys = fleet.naval.forces.iter().map(|it| it.key.as_str());
        let found = keys.clone().position(|it| it == key.value);
        if found.is_none() && !self.ground.shore.is_excused(key) {
            let message = format!("there is no force {} in naval.toml", quoted(key));
            self.errors.suggest(&self.page.path, key.span, message, nearest(key, keys));
        }
        found.map(|it| ForceId(it as u8))
    }

    fn beach(&mut self, key: &At<String>) -> Option<BeachId> {
        let fleet = self.ground.fleet?;
        let keys = fleet.naval.beaches.iter().map(|it| it.key.as_str());
        let found = keys.clone().position(|it| it == key.value);
        if found.is_none() && !self.ground.shore.is_excused(key) {
            let message = format!("there is no beach {} in naval.toml", quoted(key));
            self.errors.suggest(&self.page.path, key.span, message, nearest(key, keys));
        }
        found.map(|it| BeachId(it as u8))
    }

    /// "sword/queen-red"
    fn sub_beach(&mut self, key: &At<String>) -> Option<SubBeachId> {
        let naval = &self.ground.fleet?.naval;
        let name = |it: &gts::data::SubBeach| {
            let beach = naval.beaches.get(usize::from(it.beach.0));
            format!("{}/{}", beach.map_or("", |it| &it.key), it.key)
        };
        let names: Vec<String> = naval.sub_beaches.iter().map(name).collect();
        let found = names.iter().position(|it| *it == key.value);
        let mut parts = key.split('/');
        if found.is_none() && !parts.any(|it| self.ground.shore.is_excused(it)) {
            let message = format!("there is no sub-beach {} in naval.toml", quoted(key));
            let near = nearest(key, names.iter().map(String::as_str));
            self.errors.suggest(&self.page.path, key.span, message, near);
        }
        found.map(|it| SubBeachId(it as u8))
    }

    pub(super) fn ships(&mut self, starts: &mut [UnitStart], seen: &mut BTreeMap<UnitId, Span>) {
        for text in &self.page.raw.ships {
            if !self.has_sea(text.force.span) {
                return;
            }
            let force = self.force(&text.force);
            let range_box = self.range_box(&text.range_box);
            for key in &text.units {
                let Some(id) = self.ship(key) else { continue };
                if !self.first(id, key, seen) {
                    continue;
                }
                let (Some(force), Some(range_box)) = (force, range_box) else { continue };
                let ship = self.ground.forces.units[usize::from(id.0)].ship;
                if ship.is_some_and(|it| it.home != force && it.moves != ShipMoves::Any) {
                    let message =
                        format!("ship {} is of another force and cannot leave it", quoted(key));
                    self.at(key.span, message + " (gts.naval.8-letter)");
                }
                let at = AtSea::Range(force, range_box);
                starts[usize::from(id.0)] = UnitStart { at: Start::Sea { turn: 0, at }, ..ABSENT };
            }
        }
    }

    fn ship(&mut self, key: &At<String>) -> Option<UnitId> {
        self.ground.fleet?;
        let forces = self.ground.forces;
        let found = forces.ship_ids.get(key.as_str()).copied();
        let excused = forces.is_excused("") || self.ground.shore.is_excused(key);
        if found.is_none() && !excused {
            let message = format!("there is no ship {} in naval.toml", quoted(key));
            let near = nearest(key, forces.ship_ids.keys().map(String::as_str));
            self.errors.suggest(&self.page.path, key.span, message, near);
        }
        found
    }

    fn range_box(&mut self, key: &At<String>) -> Option<RangeBox> {
        let fleet = self.ground.fleet?;
        let names: Vec<String> =
            fleet.naval.range_boxes.iter().map(|it| it.0.to_lowercase()).collect();
        let found = names.iter().position(|it| *it == key.to_lowercase());
        if found.is_none() {
            let message =
                format!("there is no range box {}: one of {}", quoted(key), names.join(", "));
            let near = nearest(key, names.iter().map(String::as_str));
            self.errors.suggest(&self.page.path, key.span, message, near);
        }
        found.map(|it| RangeBox(it as u8))
    }

    /// The Naval Display of this scenario, and its landing craft.
    pub(super) fn landing(&mut self, starts: &[UnitStart]) -> (Option<Naval>, Vec<UnitKind>) {
        let text = self.page.raw.naval.as_ref();
        if let Some(span) = text.and_then(some_span)
            && !self.has_sea(span)
        {
            return (None, Vec::new());
        }
        let Some(fleet) = self.ground.fleet else { return (None, Vec::new()) };
        let mut naval = fleet.naval.clone();
        if let Some(text) = text {
            self.numbers(text, &mut naval);
        }
        let craft = self.craft(fleet, &mut naval, starts);
        (Some(naval), craft)
    }

    fn numbers(&mut self, text: &LandingText, naval: &mut Naval) {
        if let Some(overlays) = &text.overlays {
            let played: Vec<BeachId> = overlays.iter().filter_map(|it| self.beach(it)).collect();
            for (index, beach) in naval.beaches.iter_mut().enumerate() {
                beach.overlay = played.contains(&BeachId(index as u8));
            }
        }
        naval.double_play = text.double_play.as_ref().map(|it| self.turn(it));
        if let Some(window) = &text.phone_window
            && let [from, to] = window.value.as_slice()
        {
            let turns = (self.turn(from), self.turn(to));
            if turns.1 < turns.0 {
                self.at(to.span, format!("the last turn {} is before the first", to.value));
            }
            naval.phone_window = Some(turns);
        }
        for (key, numbers) in &text.beaches {
            let Some(id) = self.beach(key) else { continue };
            let Some(beach) = naval.beaches.get_mut(usize::from(id.0)) else { continue };
            beach.obstacles = small(&numbers.obstacles, beach.obstacles);
            beach.nests = small(&numbers.nests, beach.nests);
            beach.gap = small(&numbers.gap, beach.gap);
            beach.sea_state = small(&numbers.sea_state, beach.sea_state);
        }
    }

    /// gts.beach.pool: the craft of each Beach, as units behind all others.
    fn craft(&mut self, fleet: &Fleet, naval: &mut Naval, starts: &[UnitStart]) -> Vec<UnitKind> {
        let forces = self.ground.forces;
        let Some(division) = forces.first_division(naval.side) else { return Vec::new() };
        let needed: Vec<usize> = (0..naval.beaches.len())
            .map(|it| groups(naval, BeachId(it as u8), forces, starts))
            .collect();
        let mut craft = Vec::new();
        for ((beach, (pool, span)), needed) in
            naval.beaches.iter_mut().zip(&fleet.pools).zip(needed)
        {
            let count = pool.map_or(needed, usize::from);
            let from = forces.units.len() + craft.len();
            if !Forces::has_room(from, count, &fleet.path, *span, self.errors) {
                break;
            }
            beach.craft = ids(from, count);
            craft.extend((1..=count).map(|it| fleet.craft(beach, it, division)));
        }
        craft
    }
}

/// gts.naval.5-lc-markers: an independent unit has a craft of its own, a battalion one for all. Counts those that could ever
/// come to a Beach; DD tanks swim.
fn groups(naval: &Naval, beach: BeachId, forces: &Forces, starts: &[UnitStart]) -> usize {
    let force = naval.beaches.get(usize::from(beach.0)).map(|it| it.force);
    let leads_here = |at: AtSea| match at {
        AtSea::EnRoute(it) => Some(it) == force,
        AtSea::Loading(it) | AtSea::Wave(it) => {
            naval.sub_beaches.get(usize::from(it.0)).is_some_and(|it| it.beach == beach)
        }
        AtSea::Range(..) => false,
    };
    let mut battalions: BTreeSet<&str> = BTreeSet::new();
    let mut alone = 0;
    for (unit, start) in forces.units.iter().zip(starts) {
        let Start::Sea { at, .. } = start.at else { continue };
        if !leads_here(at) || unit.arm == Arm::DdTank {
            continue;
        }
        match &unit.battalion {
            Some(battalion) if !unit.is_independent() => {
                battalions.insert(battalion);
            }
            _ => alone += 1,
        }
    }
    battalions.len() + alone
}

/// Some place in `[naval]`; `None` if it says nothing.
fn some_span(text: &LandingText) -> Option<Span> {
    let overlay = text.overlays.iter().flatten().next().map(|it| it.span);
    overlay
        .or_else(|| text.double_play.as_ref().map(|it| it.span))
        .or_else(|| text.phone_window.as_ref().map(|it| it.span))
        .or_else(|| text.beaches.keys().next().map(|it| it.span))
}
