//! Our deck: how it is made, and the laws it keeps (section "Original deck design").
//!
//! Pure functions on cards that name positions and regiments as files do. No game runs them: the deck is data. They
//! are run when a deck is made (`cargo xtask deck`), and the deck we ship is the one of [`SEED`].

pub mod generate;
pub mod laws;
pub mod write;

pub use generate::generate;
pub use laws::breaches;

use crate::data::{
    ArtilleryBox, Card, CardEvent, Data, Division, FireMark, Letter, PositionId, Sector, Symbol,
};

/// omaha.deck.gen-seed
pub const SEED: u64 = 19_440_606;

/// omaha.deck.size, omaha.scale.deck
pub const CARDS: usize = 54;

/// A card that names things as `deck.toml` does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckCard {
    /// By symbol.
    pub landing: [Letter; 3],
    pub mine: bool,
    /// By band: turns 2-10, 11-20, 21-31.
    pub events: [DeckEvent; 3],
    pub fire: [FireMark; 3],
    pub symbol: Symbol,
    pub artillery: Option<ArtilleryBox>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckEvent {
    /// One of [`CardEvent::KEYS`].
    pub key: &'static str,
    pub names: Named,
}

/// What an event names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    Nothing,
    Zones(Vec<char>),
    Division(Division),
    Sector(Sector),
    Positions(Vec<String>),
    Symbols([Symbol; 2]),
    /// By symbol.
    Salvo([String; 3]),
    Regiment(String),
}

/// The cards of a loaded game.
#[must_use]
pub fn of(data: &Data) -> Vec<DeckCard> {
    let card = |it: &Card| DeckCard {
        landing: it.landing,
        mine: it.mine,
        events: it.events.each_ref().map(|it| event(data, it)),
        fire: it.fire,
        symbol: it.symbol,
        artillery: it.artillery.clone(),
    };
    data.cards.iter().map(card).collect()
}

fn event(data: &Data, event: &CardEvent) -> DeckEvent {
    let position = |it: &PositionId| data.positions[it.index()].name.clone();
    let names = match event {
        CardEvent::Reserves(zones) => Named::Zones(zones.to_vec()),
        CardEvent::DestroyersReserves(zone) => Named::Zones(vec![*zone]),
        CardEvent::HeroDepth(it)
        | CardEvent::Hero(it)
        | CardEvent::Scouts(it)
        | CardEvent::Stragglers(it) => Named::Division(*it),
        CardEvent::Interrogation(it) => Named::Sector(*it),
        CardEvent::Smoke(it) => Named::Positions(it.iter().map(position).collect()),
        CardEvent::Unseen(it) => Named::Symbols(*it),
        CardEvent::ShortSalvo(it) => Named::Salvo(it.each_ref().map(position)),
        CardEvent::Runners(it) => {
            let key = &data.units[it.index()].key;
            Named::Regiment(key.strip_prefix("hq-").unwrap_or(key).to_owned())
        }
        CardEvent::DigIn
        | CardEvent::BothFlanks
        | CardEvent::Destroyers
        | CardEvent::Initiative
        | CardEvent::Pinned
        | CardEvent::Rockets
        | CardEvent::RocketsSilenced
        | CardEvent::Heights
        | CardEvent::Rally
        | CardEvent::ShelledExits
        | CardEvent::CorpsReserve => Named::Nothing,
    };
    DeckEvent { key: CardEvent::KEYS[event.index()], names }
}

/// The rows of the table of events: reserves by how many zones they name, then the others as files call them; and how
/// often each is in the bands 2-10, 11-20 and 21-31 (omaha.deck.event-counts).
pub const EVENT_COUNTS: [(&str, [usize; 3]); 25] = [
    ("reserves-1", [2, 1, 1]),
    ("reserves-2", [9, 0, 10]),
    ("reserves-3", [1, 16, 2]),
    ("reserves-4", [0, 1, 0]),
    ("dig-in", [12, 6, 0]),
    ("both-flanks", [4, 4, 6]),
    ("hero-depth", [11, 7, 0]),
    ("hero", [1, 1, 2]),
    ("destroyers", [0, 2, 4]),
    ("destroyers-reserves", [2, 1, 0]),
    ("smoke", [6, 0, 0]),
    ("initiative", [3, 3, 1]),
    ("pinned", [2, 0, 0]),
    ("rockets", [1, 1, 1]),
    ("rockets-silenced", [0, 1, 1]),
    ("heights", [0, 2, 0]),
    ("rally", [0, 3, 6]),
    ("shelled-exits", [0, 1, 0]),
    ("corps-reserve", [0, 1, 2]),
    ("scouts", [0, 1, 1]),
    ("interrogation", [0, 1, 1]),
    ("stragglers", [0, 1, 5]),
    ("unseen", [0, 0, 6]),
    ("runners", [0, 0, 2]),
    ("short-salvo", [0, 0, 3]),
];

/// Number of cards by their letters (omaha.deck.landing-sets).
pub const LANDING_SETS: [([Letter; 3], usize); 5] = [
    ([Letter::A, Letter::B, Letter::C], 29),
    ([Letter::A, Letter::B, Letter::D], 14),
    ([Letter::A, Letter::A, Letter::B], 7),
    ([Letter::A, Letter::A, Letter::C], 3),
    ([Letter::A, Letter::A, Letter::D], 1),
];
