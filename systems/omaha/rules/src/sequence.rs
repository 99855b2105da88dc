//! Sections 2 and 3: the turn.

use board::HexId;
use kernel::{Cx, rules};

use crate::data::{Data, Sector};
use crate::state::{Day, Phase, Today};
use crate::tables::Tide;
use crate::{
    actions, amphibious, cards, engineer, events, fire, german_actions, headquarters, setup,
    victory,
};

rules! {
    TURN = "omaha.seq.basic-order", "A basic turn";
    TURN_EXTENDED = "omaha.seq.ext-order", "An extended turn";
    END = "omaha.seq.end", "End of the turn";
}

/// One step of the game. Each part of the sequence ends by setting the next.
pub fn step<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    match g.phase {
        Phase::SetUp => {
            setup::play(cx, g)?;
            g.go(Phase::Begin);
        }
        Phase::Begin => begin(cx, g),
        Phase::LandingCheck(sector) => {
            amphibious::check(cx, g, sector)?;
            match next(g, sector) {
                Some(other) => g.go(Phase::LandingCheck(other)),
                None => g.go(Phase::Land),
            }
        }
        Phase::Land => {
            amphibious::land(cx, g)?;
            g.go(Phase::Arrivals);
        }
        Phase::Arrivals => {
            amphibious::arrivals(cx, g)?;
            // omaha.turn.no-event-t1, omaha.turn.no-event-t32
            if g.data().tables.turn(g.turn).events == 0 {
                g.go(first_fire(g));
            } else {
                g.go(Phase::Event(1));
            }
        }
        Phase::Event(n) => {
            events::phase(cx, g, n)?;
            g.go(if n == 1 { first_fire(g) } else { after_fire(g) });
        }
        Phase::FireCard(sector) => {
            fire::card(cx, g, sector)?;
            // omaha.gact.from
            let acts = g.has_german_actions();
            g.go(if acts { Phase::GermanActions(sector) } else { Phase::FireHits(sector) });
        }
        Phase::GermanActions(sector) => {
            german_actions::step(cx, g, sector)?;
            if !german_actions::is_pending(g) {
                g.go(Phase::FireHits(sector));
            }
        }
        Phase::FireHits(sector) => {
            fire::hits(cx, g, sector)?;
            match next(g, sector) {
                Some(other) => g.go(Phase::FireCard(other)),
                // omaha.seq.ext-order: the second event comes after German fire.
                None if 1 < g.data().tables.turn(g.turn).events => g.go(Phase::Event(2)),
                None => g.go(after_fire(g)),
            }
        }
        Phase::Obstacles(sector) => {
            engineer::clear(cx, g, sector)?;
            match next(g, sector) {
                Some(other) => g.go(Phase::Obstacles(other)),
                None if g.is_extended() => g.go(Phase::Headquarters),
                None => g.go(Phase::UsActions),
            }
        }
        Phase::Headquarters => {
            headquarters::phase(cx, g)?;
            g.go(Phase::UsActions);
        }
        Phase::UsActions => actions::step(cx, g)?,
        Phase::UsEnd => {
            actions::end::end(cx, g)?;
            g.go(Phase::EndOfTurn);
        }
        Phase::EndOfTurn => end(cx, g),
        Phase::Over => (),
    }
    if g.outcome.is_some() {
        g.phase = Phase::Over;
    }
    Ok(())
}

/// The other sector, if it is in play and comes after this one.
fn next(g: &Day, sector: Sector) -> Option<Sector> {
    g.sectors().find(|it| sector < *it)
}

fn first(g: &Day) -> Sector {
    g.sectors().next().unwrap_or_default()
}

fn first_fire(g: &Day) -> Phase {
    Phase::FireCard(first(g))
}

/// omaha.turn.no-engineer-t1
fn after_fire(g: &Day) -> Phase {
    if g.data().tables.turn(g.turn).engineer {
        Phase::Obstacles(first(g))
    } else {
        Phase::UsActions
    }
}

fn begin<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    let rule = if g.is_extended() { TURN_EXTENDED } else { TURN };
    cx.say(rule, || Said::Begins { turn: g.turn, tide: g.tide() }.into());
    g.go(Phase::LandingCheck(first(g)));
}

/// Phase VI: cards are discarded, what held for the turn ends, the deck is shuffled if the track says so, victory is
/// tested on a check turn, the turn advances.
fn end<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    cards::end_of_turn(cx, g);
    g.today = Today::default();
    for unit in &mut g.units {
        unit.acted = false;
        unit.just_disrupted = false;
        unit.commanded = 0;
    }
    victory::check(cx, g);
    if g.outcome.is_none() {
        g.turn += 1;
        g.go(Phase::Begin);
    }
}

impl Day {
    /// Go on to a phase, unless the game has ended (omaha.seq.catastrophe-immediate).
    pub fn go(&mut self, phase: Phase) {
        if self.outcome.is_none() {
            self.phase = phase;
        }
    }
    /// Whether the game has ended, perhaps in the middle of something.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.outcome.is_some()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Begins { turn: u8, tide: Tide },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        match self {
            Said::Begins { turn, tide } => {
                let clock = &data.tables.turn(*turn).clock;
                let tide = tide.name();
                (format!("Turn {turn}: {clock} hours, {tide} tide."), vec![])
            }
        }
    }
}
