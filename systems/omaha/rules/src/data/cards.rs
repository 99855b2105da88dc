//! The deck (sections 4 and 5).

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

kernel::words! {
    /// What a landing brings (omaha.card.landing-part).
    pub enum Letter: "letter" {
        A = "A";
        B = "B";
        C = "C";
        D = "D";
    }

    /// Kinds of events (section 5.2).
    pub enum EventKind: "event" {
        Reserves = "reserves";
        DigIn = "dig-in";
        BothFlanks = "both-flanks";
        HeroDepth = "hero-depth";
        Hero = "hero";
        Destroyers = "destroyers";
        DestroyersReserves = "destroyers-reserves";
        Smoke = "smoke";
        Initiative = "initiative";
        Pinned = "pinned";
        Rockets = "rockets";
        RocketsSilenced = "rockets-silenced";
        Heights = "heights";
        Rally = "rally";
        ShelledExits = "shelled-exits";
        CorpsReserve = "corps-reserve";
        Scouts = "scouts";
        Interrogation = "interrogation";
        Stragglers = "stragglers";
        Unseen = "unseen";
        Runners = "runners";
        ShortSalvo = "short-salvo";
    }
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
    #[must_use]
    pub const fn kind(&self) -> EventKind {
        match self {
            CardEvent::Reserves(_) => EventKind::Reserves,
            CardEvent::DigIn => EventKind::DigIn,
            CardEvent::BothFlanks => EventKind::BothFlanks,
            CardEvent::HeroDepth(_) => EventKind::HeroDepth,
            CardEvent::Hero(_) => EventKind::Hero,
            CardEvent::Destroyers => EventKind::Destroyers,
            CardEvent::DestroyersReserves(_) => EventKind::DestroyersReserves,
            CardEvent::Smoke(_) => EventKind::Smoke,
            CardEvent::Initiative => EventKind::Initiative,
            CardEvent::Pinned => EventKind::Pinned,
            CardEvent::Rockets => EventKind::Rockets,
            CardEvent::RocketsSilenced => EventKind::RocketsSilenced,
            CardEvent::Heights => EventKind::Heights,
            CardEvent::Rally => EventKind::Rally,
            CardEvent::ShelledExits => EventKind::ShelledExits,
            CardEvent::CorpsReserve => EventKind::CorpsReserve,
            CardEvent::Scouts(_) => EventKind::Scouts,
            CardEvent::Interrogation(_) => EventKind::Interrogation,
            CardEvent::Stragglers(_) => EventKind::Stragglers,
            CardEvent::Unseen(_) => EventKind::Unseen,
            CardEvent::Runners(_) => EventKind::Runners,
            CardEvent::ShortSalvo(_) => EventKind::ShortSalvo,
        }
    }

    /// Index into [`Data::events`], in the order of the kinds.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.kind().index()
    }

    /// Keys of events as files write them, in the order of [`CardEvent::index`].
    pub const KEYS: [&str; EventKind::ALL.len()] = {
        let mut keys = [""; EventKind::ALL.len()];
        let mut at = 0;
        while at < keys.len() {
            keys[at] = EventKind::ALL[at].key();
            at += 1;
        }
        keys
    };
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventText {
    pub key: String,
    pub title: String,
    /// With `{zones}`, `{division}`, `{sector}`, `{positions}`, `{symbols}`, `{regiment}` to fill in.
    pub text: String,
}
