//! What is drawn next: cards and counters by name or by what is on them.

use std::collections::VecDeque;

use kernel::Dice;
use omaha::data::{
    ArtilleryBox, Badge, Card, CardEvent, CardId, Colour, Data, DepthId, GermanId, Letter, Symbol,
};
use omaha::question::{Question, Topic};
use omaha::state::{Day, Purpose};
use omaha::{cards, pools, text};

use super::words::{
    DepthWish, Read, UnitWish, Words, colour_called, depth_text, division_word, german_text,
    position_called, sector_word, symbol_called, symbol_word, wrong,
};
use crate::Omaha;

/// Draws that are settled beforehand, in order; each kind has an order of its own.
#[derive(Clone, Default, Debug)]
pub struct Draws(VecDeque<(usize, Wish)>);

#[derive(Clone, Debug)]
enum Wish {
    Card(Box<CardWish>),
    Unit(UnitWish),
    Depth(DepthWish),
    /// The so-manieth of anything, from 1.
    Number(u32),
}

#[derive(Clone, Default, Debug)]
struct CardWish {
    number: Option<u8>,
    landing: [Option<Letter>; 3],
    mine: Option<bool>,
    event: Option<String>,
    names: Vec<String>,
    colours: Vec<ColourWish>,
    without: Vec<Colour>,
    symbol: Option<Symbol>,
    not_symbol: Option<Symbol>,
    artillery: Option<Option<ArtilleryWish>>,
}

#[derive(Clone, Copy, Debug)]
struct ColourWish {
    colour: Colour,
    double: Option<bool>,
    badge: Option<Badge>,
}

#[derive(Clone, Copy, Default, Debug)]
struct ArtilleryWish {
    number: Option<u8>,
}

/// What a throw draws from.
enum From {
    Cards(Vec<CardId>),
    Units(Vec<GermanId>),
    Depths(Vec<DepthId>),
    Other,
}

impl Draws {
    /// `next card 12`, `next cards 12 30`, `next card fire orange red symbol diamond`, `next draw 7/916`,
    /// `next depth 2 AR`, `next number 3`; the word `next` is taken already.
    pub(super) fn read(&mut self, words: &mut Words, data: &Data) -> Read<()> {
        let line = words.line;
        match words.need("card, draw, depth or number")?.as_str() {
            "cards" => {
                while words.peek().is_some() {
                    let number = words.number("the number of a card")?;
                    card_number(words, data, number)?;
                    let wish = CardWish { number: Some(number), ..CardWish::default() };
                    self.0.push_back((line, Wish::Card(Box::new(wish))));
                }
                Ok(())
            }
            "card" => {
                let wish = read_card(words, data)?;
                self.0.push_back((line, Wish::Card(Box::new(wish))));
                words.end()
            }
            "draw" => {
                let mut wish = UnitWish::default();
                while wish.read(words, data)? {}
                self.0.push_back((line, Wish::Unit(wish)));
                words.end()
            }
            "depth" => {
                let mut wish = DepthWish::default();
                while wish.read(words)? {}
                self.0.push_back((line, Wish::Depth(wish)));
                words.end()
            }
            "number" => {
                let number = words.number("the number of what is drawn")?;
                self.0.push_back((line, Wish::Number(number)));
                words.end()
            }
            other => {
                words.wrong(format!("next card, cards, draw, depth or number, not \"{other}\""))
            }
        }
    }

    /// Which of the things drawn from is drawn, if that is settled.
    fn settled(&mut self, g: &Day, topic: Topic, dice: Dice) -> Read<Option<u32>> {
        let from = from(g, topic, dice);
        let fits = |wish: &Wish| {
            matches!(
                (wish, &from),
                (Wish::Card(_), From::Cards(_))
                    | (Wish::Unit(_), From::Units(_))
                    | (Wish::Depth(_), From::Depths(_))
                    | (Wish::Number(_), _)
            )
        };
        let Some(at) = self.0.iter().position(|it| fits(&it.1)) else { return Ok(None) };
        let Some((line, wish)) = self.0.remove(at) else { return Ok(None) };
        let data = g.data();
        match (wish, from) {
            (Wish::Card(wish), From::Cards(cards)) => {
                let purpose = if let Topic::Draw(it) = topic { it } else { Purpose::Event };
                let found = cards.iter().position(|it| wish.fits(g, &data.cards[it.index()]));
                found_or(line, found, "no such card is in the deck", || {
                    let all = cards.iter().map(|it| text::card_drawn(data, *it, purpose));
                    let with_event = |(text, id): (String, &CardId)| {
                        format!("{text} {}", event_now(g, &data.cards[id.index()]))
                    };
                    all.zip(&cards).map(with_event).collect()
                })
            }
            (Wish::Unit(wish), From::Units(units)) => {
                let found = units.iter().position(|it| wish.fits(&data.germans[it.index()]));
                found_or(line, found, "no such unit is in the pool", || {
                    units.iter().map(|it| german_text(&data.germans[it.index()])).collect()
                })
            }
            (Wish::Depth(wish), From::Depths(depths)) => {
                let found = depths.iter().position(|it| wish.fits(&data.depths[it.index()]));
                found_or(line, found, "no such depth marker is in the pool", || {
                    depths.iter().map(|it| depth_text(&data.depths[it.index()])).collect()
                })
            }
            (Wish::Number(n), _) if 0 < n && n <= dice.faces() => Ok(Some(n - 1)),
            (Wish::Number(n), _) => {
                wrong(line, format!("one of {} is drawn, there is no number {n}", dice.faces()))
            }
            _ => Ok(None),
        }
    }
}

impl testkit::cases::Draws<Omaha> for Draws {
    const SETTLED: bool = true;
    fn read(&mut self, words: &mut Words, g: &Day) -> Read<()> {
        Draws::read(self, words, g.data())
    }
    fn take(&mut self, g: &Day, ask: &Question, dice: Dice) -> Read<Option<u32>> {
        self.settled(g, ask.topic, dice)
    }
    fn left(&self) -> Option<usize> {
        self.0.front().map(|it| it.0)
    }
    fn describe(g: &Day, ask: &Question, dice: Dice) -> String {
        match from(g, ask.topic, dice) {
            From::Cards(_) => {
                "a card is drawn (next card 12, next card fire orange red blue)".into()
            }
            From::Units(_) => "a German unit is drawn (next draw 7/916)".into(),
            From::Depths(_) => "a depth marker is drawn (next depth 2 AR)".into(),
            From::Other => format!("one of {} is drawn (next number 1)", dice.faces()),
        }
    }
}

fn found_or(
    line: usize,
    found: Option<usize>,
    none: &str,
    considered: impl FnOnce() -> Vec<String>,
) -> Read<Option<u32>> {
    match found {
        Some(it) => Ok(Some(it as u32)),
        None => wrong(line, format!("{none}; considered:\n  {}", considered().join("\n  "))),
    }
}

fn from(g: &Day, topic: Topic, dice: Dice) -> From {
    let n = dice.faces() as usize;
    match topic {
        Topic::Draw(_) => {
            let cards = cards::cards(g.deck.undrawn);
            if cards.len() == n { From::Cards(cards.to_vec()) } else { From::Other }
        }
        Topic::Pool(pool) => {
            let units = pools::in_pool(g, pool);
            if units.len() == n { From::Units(units.to_vec()) } else { From::Other }
        }
        Topic::DepthPool(pool) => {
            let depths = pools::depths_in(g, pool);
            if depths.len() == n { From::Depths(depths.to_vec()) } else { From::Other }
        }
        _ => From::Other,
    }
}

fn card_number(words: &Words, data: &Data, number: u8) -> Read<()> {
    if data.cards.iter().any(|it| it.number == number) {
        return Ok(());
    }
    words.wrong(format!("there is no card {number}: 1 to {}", data.cards.len()))
}

/// The card a wish means out of the whole deck, for cards that lie open.
pub(super) fn open_card(words: &mut Words, g: &Day) -> Read<CardId> {
    let wish = read_card(words, g.data())?;
    let all = &g.data().cards;
    let free = |it: &usize| g.deck.undrawn >> it & 1 != 0;
    match (0..all.len()).filter(free).find(|it| wish.fits(g, &all[*it])) {
        Some(it) => Ok(CardId(it as u8)),
        None => words.wrong("no such card is in the deck"),
    }
}

/// How many cards of the deck fit a wish.
pub(super) fn count(words: &mut Words, g: &Day) -> Read<usize> {
    let wish = read_card(words, g.data())?;
    Ok(g.data().cards.iter().filter(|it| wish.fits(g, it)).count())
}

/// `12`, or `fire double orange F, red, not green symbol diamond artillery 3`, or `landing ◆A ▲C ●B mine`, or `event smoke WN62`.
fn read_card(words: &mut Words, data: &Data) -> Read<CardWish> {
    let mut wish = CardWish::default();
    if let Some(number) = words.peek().and_then(|it| it.parse().ok()) {
        words.next();
        card_number(words, data, number)?;
        wish.number = Some(number);
        return Ok(wish);
    }
    while let Some(part) = words.next() {
        match part.as_str() {
            "fire" => while wish.read_fire(words)? {},
            "landing" => while wish.read_landing(words)? {},
            "event" => {
                let key = words.need("the event")?;
                if !CardEvent::KEYS.contains(&key.as_str()) {
                    let all = CardEvent::KEYS.join(", ");
                    return words.wrong(format!("there is no event \"{key}\": {all}"));
                }
                wish.event = Some(key);
                while let Some(it) = words.peek().filter(|it| !["fire", "landing"].contains(it)) {
                    wish.names.push(it.to_owned());
                    words.next();
                }
            }
            other => {
                return words.wrong(format!(
                    "\"{other}\" says nothing about a card: its number, or fire …, landing …, event …"
                ));
            }
        }
    }
    Ok(wish)
}

impl CardWish {
    fn read_fire(&mut self, words: &mut Words) -> Read<bool> {
        let Some(word) = words.peek().map(str::to_owned) else { return Ok(false) };
        if words.take("symbol") {
            let not = words.take("not");
            let word = words.need("a symbol")?;
            let Some(symbol) = symbol_called(&word) else {
                return words
                    .wrong(format!("the symbols are diamond, triangle, circle, not \"{word}\""));
            };
            *(if not { &mut self.not_symbol } else { &mut self.symbol }) = Some(symbol);
        } else if words.take("artillery") {
            let number = words.peek().and_then(|it| it.parse().ok());
            if number.is_some() {
                words.next();
            }
            self.artillery = Some(Some(ArtilleryWish { number }));
        } else if words.take("no") {
            if !words.take("artillery") {
                return words.wrong("no artillery");
            }
            self.artillery = Some(None);
        } else if words.take("not") {
            let word = words.need("a colour")?;
            let Some(colour) = colour_called(&word) else {
                return words.wrong(format!("there is no colour \"{word}\""));
            };
            self.without.push(colour);
        } else {
            let double = match word.as_str() {
                "double" => Some(true),
                "single" => Some(false),
                _ => None,
            };
            if double.is_some() {
                words.next();
            }
            let Some(colour) = words.peek().and_then(colour_called) else {
                if double.is_some() {
                    return words.wrong("a colour is missing after single or double");
                }
                return Ok(false);
            };
            words.next();
            let badge = words.peek().and_then(|it| Badge::ALL.into_iter().find(|b| b.name() == it));
            if badge.is_some() {
                words.next();
            }
            self.colours.push(ColourWish { colour, double, badge });
        }
        Ok(true)
    }

    fn read_landing(&mut self, words: &mut Words) -> Read<bool> {
        let Some(word) = words.peek().map(str::to_owned) else { return Ok(false) };
        if words.take("mine") {
            self.mine = Some(true);
            return Ok(true);
        }
        if words.take("no") {
            self.mine = Some(false);
            return if words.take("mine") { Ok(true) } else { words.wrong("no mine") };
        }
        let mut chars = word.chars();
        let Some(symbol) = chars.next().and_then(|it| symbol_called(&it.to_string())) else {
            return Ok(false);
        };
        let letter = match chars.as_str() {
            "A" => Letter::A,
            "B" => Letter::B,
            "C" => Letter::C,
            "D" => Letter::D,
            other => {
                return words.wrong(format!("a letter A to D after the symbol, not \"{other}\""));
            }
        };
        words.next();
        self.landing[symbol.index()] = Some(letter);
        Ok(true)
    }

    fn fits(&self, g: &Day, card: &Card) -> bool {
        let fire = self.colours.iter().all(|wish| {
            card.mark(wish.colour).is_some_and(|it| {
                wish.double.is_none_or(|double| double == it.double)
                    && wish.badge.is_none_or(|badge| badge == it.badge)
            })
        });
        let artillery = match (&self.artillery, &card.artillery) {
            (None, _) | (Some(None), None) => true,
            (Some(Some(wish)), Some(ArtilleryBox { number, .. })) => {
                wish.number.is_none_or(|it| it == *number)
            }
            _ => false,
        };
        let letters = self.landing.iter().zip(card.landing);
        self.number.is_none_or(|it| it == card.number)
            && letters.into_iter().all(|(wish, has)| wish.is_none_or(|it| it == has))
            && self.mine.is_none_or(|it| it == card.mine)
            && fire
            && !self.without.iter().any(|it| card.mark(*it).is_some())
            && self.symbol.is_none_or(|it| it == card.symbol)
            && self.not_symbol.is_none_or(|it| it != card.symbol)
            && artillery
            && self.fits_event(g, card)
    }

    fn fits_event(&self, g: &Day, card: &Card) -> bool {
        let Some(key) = &self.event else { return true };
        let event = &card.events[band(g)];
        let named = names(g.data(), event);
        CardEvent::KEYS[event.index()] == key
            && self.names.iter().all(|wish| {
                let position = position_called(g.data(), wish);
                let position = position.map(|it| g.data().positions[it.index()].name.clone());
                let symbol = symbol_called(wish).map(|it| symbol_word(it).to_owned());
                named.contains(wish)
                    || position.is_some_and(|it| named.contains(&it))
                    || symbol.is_some_and(|it| named.contains(&it))
            })
    }
}

/// Turns 2-10, 11-20, 21-31 (omaha.card.event-part).
pub(super) fn band(g: &Day) -> usize {
    match g.turn {
        0..=10 => 0,
        11..=20 => 1,
        _ => 2,
    }
}

fn event_now(g: &Day, card: &Card) -> String {
    let event = &card.events[band(g)];
    format!("event {} {}", CardEvent::KEYS[event.index()], names(g.data(), event).join(" "))
}

/// What an event names, as cases write it.
pub(super) fn names(data: &Data, event: &CardEvent) -> Vec<String> {
    let position = |it: &omaha::data::PositionId| data.positions[it.index()].name.clone();
    match event {
        CardEvent::Reserves(zones) => zones.iter().map(char::to_string).collect(),
        CardEvent::DestroyersReserves(zone) => vec![zone.to_string()],
        CardEvent::HeroDepth(it)
        | CardEvent::Hero(it)
        | CardEvent::Scouts(it)
        | CardEvent::Stragglers(it) => vec![division_word(*it).to_owned()],
        CardEvent::Smoke(all) => all.iter().map(position).collect(),
        CardEvent::ShortSalvo(all) => all.iter().map(position).collect(),
        CardEvent::Interrogation(it) => vec![sector_word(*it).to_owned()],
        CardEvent::Unseen(all) => all.iter().map(|it| symbol_word(*it).to_owned()).collect(),
        CardEvent::Runners(hq) => vec![data.units[hq.index()].key.clone()],
        _ => Vec::new(),
    }
}
