//! Parks, contact and Road Blocks at the start.

use std::collections::BTreeMap;

use board::HexId;
use gts::data::{Belongs, Colour, DivisionId, LeaderId, Start, UnitId, UnitStart};

use super::{Reader, on};
use module::read::quoted;

impl Reader<'_> {
    /// gts.park.create-hex, gts.park.first-unit, gts.park.number
    pub(super) fn parks(&mut self, starts: &[UnitStart]) {
        let forces = self.ground.forces;
        let mut owners: BTreeMap<HexId, DivisionId> = BTreeMap::new();
        let mut counts: BTreeMap<DivisionId, u8> = BTreeMap::new();
        for text in self.page.raw.place.iter().filter(|it| on(&it.park)) {
            let span = text.park.as_ref().map_or(text.at.span, |it| it.span);
            if on(&text.column) {
                self.at(span, "a unit In Column cannot be in a park (gts.move.join-column)");
            }
            for key in &text.units {
                let Some(id) = forces.unit(key) else { continue };
                let (unit, start) = (&forces.units[usize::from(id.0)], starts[usize::from(id.0)]);
                if !unit.is_indirect_he() {
                    let message = format!(
                        "unit {} cannot be in a park: its fire is not orange (gts.park.create-hex)",
                        quoted(key)
                    );
                    self.at(key.span, message);
                } else if start.mounted && !unit.is_self_propelled() {
                    let message = format!(
                        "unit {} is mounted and cannot be in a park (gts.park.first-unit)",
                        quoted(key)
                    );
                    self.at(key.span, message);
                }
                let Start::Hex(hex) = start.at else { continue };
                match owners.get(&hex) {
                    Some(owner) if *owner != unit.division => {
                        self.at(
                            key.span,
                            "a hex holds one park of one division (gts.park.create-hex)",
                        );
                    }
                    Some(_) => {}
                    None => {
                        owners.insert(hex, unit.division);
                        let count = counts.entry(unit.division).or_default();
                        *count = count.saturating_add(1);
                        let division = &forces.divisions[usize::from(unit.division.0)];
                        if division.parks < *count {
                            let message = format!(
                                "division {} has {} parks and needs one more here (gts.park.number)",
                                quoted(&division.key),
                                division.parks
                            );
                            self.at(key.span, message);
                        }
                        if self.entry.iter().flatten().any(|it| *it == hex) {
                            self.at(
                                text.at.span,
                                "a park cannot be in an entry hex (gts.park.create-hex)",
                            );
                        }
                    }
                }
            }
        }
    }

    /// gts.contact.places: the marker lies on the leader from the start.
    pub(super) fn contacts(&mut self, starts: &mut [UnitStart], named: &[bool]) {
        let forces = self.ground.forces;
        let mut attached: BTreeMap<LeaderId, u8> = BTreeMap::new();
        for text in &self.page.raw.contact {
            let unit = self.unit(&text.unit);
            let leader = self.leader(&text.leader);
            let Some(id) = unit else { continue };
            let kind = &forces.units[usize::from(id.0)];
            let start = starts[usize::from(id.0)];
            if kind.contact.is_none() {
                let message = format!(
                    "unit {} has no Contact marker: only orange and black fire has one (gts.contact.marker)",
                    quoted(&text.unit)
                );
                self.at(text.unit.span, message);
                continue;
            }
            if !matches!(start.at, Start::Hex(_))
                && self
                    .page
                    .raw
                    .place
                    .iter()
                    .all(|it| it.units.iter().all(|it| it.value != text.unit.value))
            {
                let message = format!("unit {} is not on the map at the start", quoted(&text.unit));
                self.at(text.unit.span, message);
            } else if kind.class() == Some(Colour::Orange) && !start.parked {
                let message =
                    format!("unit {} is not in a park (gts.contact.who-s0)", quoted(&text.unit));
                self.at(text.unit.span, message);
            }
            if start.contact.is_some() {
                let message = format!("unit {} is in contact already", quoted(&text.unit));
                self.at(text.unit.span, message);
            }
            let Some(leader) = leader else { continue };
            self.in_contact(id, leader, text, named);
            if kind.belongs == Belongs::WhiteStripe {
                let count = attached.entry(leader).or_default();
                *count = count.saturating_add(1);
                let most = forces.leaders[usize::from(leader.0)].front.attachment;
                if most < *count {
                    let message = format!(
                        "leader {} can be in contact with {most} units of white stripe (gts.contact.capacity)",
                        quoted(&text.leader)
                    );
                    self.at(text.leader.span, message);
                }
            }
            starts[usize::from(id.0)].contact = Some(leader);
        }
    }

    /// Whether this leader can have that contact: of the unit's side, and there.
    fn in_contact(
        &mut self,
        id: UnitId,
        leader: LeaderId,
        text: &crate::load::format::ContactPlaceText,
        named: &[bool],
    ) {
        let forces = self.ground.forces;
        let formation = forces.leaders[usize::from(leader.0)].formation;
        let division = forces.formations[usize::from(formation.0)].division;
        let side = forces.divisions[usize::from(division.0)].side;
        let mut units = forces.units.iter().zip(named);
        if side != forces.units[usize::from(id.0)].side {
            self.at(
                text.leader.span,
                format!("leader {} is of the other side", quoted(&text.leader)),
            );
        } else if !units.any(|it| *it.1 && it.0.belongs == Belongs::Formation(formation))
            && !forces.is_excused("")
        {
            let message =
                format!("no unit of the formation of leader {} takes part", quoted(&text.leader));
            self.at(text.leader.span, message);
        }
    }

    /// gts.eng.road-block-who, gts.eng.road-block-limit, gts.eng.road-block-one
    pub(super) fn road_blocks(&mut self) -> Vec<(HexId, DivisionId)> {
        let forces = self.ground.forces;
        let mut out: Vec<(HexId, DivisionId)> = Vec::new();
        for text in &self.page.raw.road_block {
            let hex = self.hex(&text.at);
            let division = self.division(&text.division);
            if let (Some(hex), Some((tables, _)), Some(map)) =
                (hex, self.ground.tables, self.ground.map)
            {
                let road =
                    |it: board::RouteId| tables.route.get(it.index()).is_some_and(|it| it.road);
                if !map.routes_in(hex).iter().any(road) {
                    let message = format!("there is no road in {}", &*text.at.value);
                    self.at(text.at.span, message + " (gts.eng.road-block-who)");
                }
            }
            let (Some(hex), Some(division)) = (hex, division) else { continue };
            if out.iter().any(|it| it.0 == hex) {
                let message = format!("{} has a Road Block already", &*text.at.value);
                self.at(text.at.span, message + " (gts.eng.road-block-one)");
            }
            out.push((hex, division));
            let own = out.iter().filter(|it| it.1 == division).count();
            let most = forces.divisions[usize::from(division.0)].road_blocks;
            if usize::from(most) < own {
                let message = format!(
                    "division {} has {most} Road Blocks (gts.eng.road-block-limit)",
                    quoted(&text.division)
                );
                self.at(text.division.span, message);
            }
        }
        out
    }
}
