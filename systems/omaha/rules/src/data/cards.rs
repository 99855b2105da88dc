//! The deck (sections 4 and 5).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Badge, Calibre, Colour, Division, PositionId, Sector, Symbol, UnitId};

/// Section 4: three parts, of which each draw uses one (omaha.card.three-parts, omaha.card.one-part).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// As printed, from 1.
    pub number: u8,
    /// By symbol (omaha.card.landing-part).
    pub landing: [Letter; 3],
    pub mine: bool,
    /// By band: turns 2-10, 11-20, 21-31 (omaha.card.event-part).
    pub events: [CardEvent; 3],
    /// Three, of different colours.
    pub fire: [FireMark; 3],
    pub symbol: Symbol,
    /// omaha.card.fire-artillery
    pub artillery: Option<ArtilleryBox>,
}

impl Card {
    /// What it shows of a colour.
    #[must_use]
    pub fn mark(&self, colour: Colour) -> Option<FireMark> {
        self.fire.iter().copied().find(|it| it.colour == colour)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Letter {
    A,
    B,
    C,
    D,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct FireMark {
    pub colour: Colour,
    /// omaha.card.fire-single-double
    pub double: bool,
    pub badge: Badge,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArtilleryBox {
    pub number: u8,
    pub calibres: SmallVec<[Calibre; 3]>,
}

/// An event with what it names (section 5.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardEvent {
    /// omaha.event.reserves
    Reserves(SmallVec<[char; 4]>),
    DigIn,
    BothFlanks,
    HeroDepth(Division),
    Hero(Division),
    Destroyers,
    DestroyersReserves(char),
    Smoke(SmallVec<[PositionId; 2]>),
    Initiative,
    Pinned,
    Rockets,
    RocketsSilenced,
    Heights,
    Rally,
    ShelledExits,
    CorpsReserve,
    Scouts(Division),
    Interrogation(Sector),
    Stragglers(Division),
    /// Two symbols.
    Unseen([Symbol; 2]),
    /// The HQ of the named regiment.
    Runners(UnitId),
    /// By symbol.
    ShortSalvo([PositionId; 3]),
}

impl CardEvent {
    /// Index into [`Data::events`], in the order of the variants.
    #[must_use]
    pub const fn index(&self) -> usize {
        match self {
            CardEvent::Reserves(_) => 0,
            CardEvent::DigIn => 1,
            CardEvent::BothFlanks => 2,
            CardEvent::HeroDepth(_) => 3,
            CardEvent::Hero(_) => 4,
            CardEvent::Destroyers => 5,
            CardEvent::DestroyersReserves(_) => 6,
            CardEvent::Smoke(_) => 7,
            CardEvent::Initiative => 8,
            CardEvent::Pinned => 9,
            CardEvent::Rockets => 10,
            CardEvent::RocketsSilenced => 11,
            CardEvent::Heights => 12,
            CardEvent::Rally => 13,
            CardEvent::ShelledExits => 14,
            CardEvent::CorpsReserve => 15,
            CardEvent::Scouts(_) => 16,
            CardEvent::Interrogation(_) => 17,
            CardEvent::Stragglers(_) => 18,
            CardEvent::Unseen(_) => 19,
            CardEvent::Runners(_) => 20,
            CardEvent::ShortSalvo(_) => 21,
        }
    }

    /// Keys of events as files write them, in the order of [`CardEvent::index`].
    pub const KEYS: [&str; 22] = [
        "reserves",
        "dig-in",
        "both-flanks",
        "hero-depth",
        "hero",
        "destroyers",
        "destroyers-reserves",
        "smoke",
        "initiative",
        "pinned",
        "rockets",
        "rockets-silenced",
        "heights",
        "rally",
        "shelled-exits",
        "corps-reserve",
        "scouts",
        "interrogation",
        "stragglers",
        "unseen",
        "runners",
        "short-salvo",
    ];
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventText {
    pub key: String,
    pub title: String,
    /// With `{zones}`, `{division}`, `{sector}`, `{positions}`, `{symbols}`, `{regiment}` to fill in.
    pub text: String,
}
