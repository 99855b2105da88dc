//! What the Germans could do: for the page, the odds and the computer player.

use board::HexId;
use kernel::{Ask, Playout, Policy, Rng};
use smallvec::SmallVec;

use super::{Firing, class_at, depth_of};
use crate::data::{CardId, Colour, FireClass, FireMark, GermanKind, Sector};
use crate::question::{Blow, Opt, Player, Topic};
use crate::state::{Day, Hit, Phase, Shooter};
use crate::{artillery, german_actions};

/// A position that can fire at a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    pub by: Shooter,
    pub colour: Colour,
    pub class: FireClass,
    /// Fires on a double colour too (omaha.fire.double).
    pub on_double: bool,
    /// How many units it may hit.
    pub limit: u8,
}

/// Who can fire at a hex now, on a card that shows its colour.
#[must_use]
pub fn threats(g: &Day, hex: HexId) -> SmallVec<[Threat; 8]> {
    let mut found = SmallVec::new();
    for position in &g.data().ground.dotted_by[hex.index()] {
        let it = &g.data().positions[position.index()];
        let mark = FireMark { colour: it.colour, double: false, badge: crate::data::Badge::F };
        let Some(firing) = Firing::position(g, *position, mark) else { continue };
        let on_double = depth_of(g, *position);
        found.extend(threat(g, &firing, it.colour, on_double, hex));
    }
    for unit in g.armour().filter(|it| !g[*it].disrupted) {
        let GermanKind::Armour(colour) = g.data().germans[unit.index()].kind else { continue };
        let firing = Firing::armour(g, unit, crate::data::Badge::F);
        found.extend(threat(g, &firing, colour, g[unit].depth.is_some(), hex));
    }
    found
}

fn threat(g: &Day, it: &Firing, colour: Colour, on_double: bool, hex: HexId) -> Option<Threat> {
    let class = class_at(g, &it.field, hex)?;
    Some(Threat { by: it.by, colour, class, on_double, limit: it.limit })
}

/// All the hits that a card would give a sector now, the artillery box included; ties are broken by the first. What a
/// German advance costs whoever is driven out is no hit, and not among them (omaha.gact.advance-success).
#[must_use]
pub fn preview(g: &Day, sector: Sector, card: CardId) -> SmallVec<[Hit; 8]> {
    let mut day = g.clone();
    day.deck.fire[sector.index()] = Some(card);
    if !has_begun(g) {
        super::begin_phase(&mut day);
    }
    super::turn_up(&mut day, sector, card);
    let mut cx = Playout::new(Rng(0), Watch(SmallVec::new()));
    let done = run(&mut cx, &mut day, sector, card);
    match done {
        Ok(()) => cx.policy.0,
    }
}

/// Whether the first fire card of the turn has been drawn and what holds for the phase is fixed.
fn has_begun(g: &Day) -> bool {
    match g.phase {
        Phase::FireCard(sector) => g.sectors().next() != Some(sector),
        Phase::GermanActions(_) | Phase::FireHits(_) => true,
        _ => false,
    }
}

fn run(
    cx: &mut Playout<Watch>,
    g: &mut Day,
    sector: Sector,
    card: CardId,
) -> Result<(), std::convert::Infallible> {
    if g.has_german_actions() {
        while !g.has_ended() && german_actions::is_pending(g) {
            german_actions::step(cx, g, sector)?;
        }
    } else {
        super::fire_together(cx, g, sector, card)?;
        super::show(cx, g, super::VOLLEY, sector, Blow::Fire)?;
        super::apply(cx, g, None)?;
    }
    artillery::fire(cx, g, sector)
}

/// Takes the first option and notes what is shown.
struct Watch(SmallVec<[Hit; 8]>);

impl Policy<Day> for Watch {
    fn decide(
        &mut self,
        g: &Day,
        ask: Ask<Player, Topic>,
        _: usize,
        _: impl Fn(usize) -> Opt,
    ) -> usize {
        if matches!(ask.topic, Topic::Volley(..)) {
            self.0.extend_from_slice(&g.today.volley);
        }
        0
    }
}
