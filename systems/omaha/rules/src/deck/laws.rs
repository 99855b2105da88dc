//! What the deck must be like (omaha.deck.*), so that its odds are those of the public deck.

use std::collections::BTreeMap;

use kernel::{Rule, rules};

use super::{CARDS, DeckCard, EVENT_COUNTS, LANDING_SETS, Named};
use crate::data::{Badge, Calibre, Colour, Letter, Symbol};

rules! {
    SIZE = "omaha.deck.size", "Cards";
    SETS = "omaha.deck.landing-sets", "Letters of a card";
    TOTALS = "omaha.deck.landing-totals", "Letters of the deck";
    BALANCE = "omaha.deck.landing-balance", "Letters by symbol";
    MINES = "omaha.deck.mines", "Mine bursts";
    COLOURS = "omaha.deck.colour-count", "Colours";
    TRIPLES = "omaha.deck.triples", "Three colours";
    DOUBLE = "omaha.deck.doubles", "Doubles";
    DOUBLE_COLOUR = "omaha.deck.doubles-colour", "Doubles by colour";
    BADGES = "omaha.deck.badges", "Badges";
    BADGES_COLOUR = "omaha.deck.badges-colour", "Badges by colour";
    MIXED = "omaha.deck.badges-mixed", "Mixed badges";
    SYMBOLS = "omaha.deck.symbols", "Symbols";
    SYMBOL_COLOUR = "omaha.deck.symbol-colour", "Symbols by colour";
    BOXES = "omaha.deck.artillery", "Artillery boxes";
    BOX_SYMBOL = "omaha.deck.artillery-symbol", "Artillery boxes by symbol";
    EVENTS = "omaha.deck.event-counts", "Events";
    ZONES = "omaha.deck.zones-even", "Zones";
}

/// Letters in the 162 slots.
const LETTERS: [(Letter, usize); 4] =
    [(Letter::A, 65), (Letter::B, 50), (Letter::C, 32), (Letter::D, 15)];
/// Letters by symbol: at least, at most.
const LETTERS_BY_SYMBOL: [(Letter, [usize; 2]); 4] =
    [(Letter::A, [21, 22]), (Letter::B, [16, 17]), (Letter::C, [10, 11]), (Letter::D, [4, 6])];
const MINE_BURSTS: usize = 9;
const COLOUR_CARDS: usize = 27;
const TRIPLE: [usize; 2] = [2, 3];
/// Cards with two doubles, with one.
const DOUBLE_CARDS: [usize; 2] = [29, 25];
/// By colour.
pub const DOUBLES: [usize; 6] = [14, 14, 14, 14, 14, 13];
const SYMBOL_CARDS: usize = 18;
const COLOUR_SYMBOL: [usize; 2] = [8, 10];
/// Single, double.
const BADGE_TOTALS: [(Badge, [usize; 2]); 7] = [
    (Badge::R, [31, 11]),
    (Badge::A, [0, 30]),
    (Badge::Armour, [12, 18]),
    (Badge::M, [24, 0]),
    (Badge::P, [6, 12]),
    (Badge::Star, [6, 6]),
    (Badge::F, [0, 6]),
];
pub const ARTILLERY_PER_SYMBOL: usize = 4;
pub const ARTILLERY: [(u8, &[Calibre], usize); 6] = [
    (1, &[Calibre::C88], 2),
    (2, &[Calibre::C88], 1),
    (2, &[Calibre::C88, Calibre::C105], 2),
    (3, &[Calibre::C75, Calibre::C88, Calibre::C105], 2),
    (4, &[Calibre::C75, Calibre::C88, Calibre::C105], 3),
    (5, &[Calibre::C75, Calibre::C88, Calibre::C105], 2),
];

/// A law that a deck does not keep, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    pub rule: Rule,
    pub text: String,
}

/// Everything that is wrong with a deck; nothing with ours (omaha.deck.gen-other-seeds).
#[must_use]
pub fn breaches(deck: &[DeckCard]) -> Vec<Breach> {
    let mut judge = Judge { deck, breaches: Vec::new() };
    judge.equal(SIZE, "cards", deck.len(), CARDS);
    judge.landings();
    judge.colours();
    judge.badges();
    judge.symbols();
    judge.artillery();
    judge.events();
    judge.breaches
}

/// All twenty, in the order of the colours.
#[must_use]
pub fn triples() -> Vec<[Colour; 3]> {
    let mut all = Vec::new();
    for (i, first) in Colour::ALL.into_iter().enumerate() {
        for (j, second) in Colour::ALL.into_iter().enumerate().skip(i + 1) {
            for third in Colour::ALL.into_iter().skip(j + 1) {
                all.push([first, second, third]);
            }
        }
    }
    all
}

/// The badges of a colour, single or double, in the order in which the rules write them.
#[must_use]
pub fn badges(colour: Colour, double: bool) -> Vec<Badge> {
    let brown = usize::from(colour == Colour::Brown);
    let counts = if double {
        vec![
            (Badge::R, 2 - brown),
            (Badge::A, 5),
            (Badge::Armour, 3),
            (Badge::P, 2),
            (Badge::Star, 1),
            (Badge::F, 1),
        ]
    } else {
        vec![
            (Badge::R, 5 + brown),
            (Badge::M, 4),
            (Badge::Armour, 2),
            (Badge::P, 1),
            (Badge::Star, 1),
        ]
    };
    counts.into_iter().flat_map(|(badge, count)| vec![badge; count]).collect()
}

#[must_use]
pub fn is_landing_balanced(cards: &[[Letter; 3]]) -> bool {
    Symbol::ALL.into_iter().all(|symbol| {
        LETTERS_BY_SYMBOL.into_iter().all(|(letter, [least, most])| {
            let count = cards.iter().filter(|it| it[symbol.index()] == letter).count();
            (least..=most).contains(&count)
        })
    })
}

#[must_use]
pub fn is_symbol_balanced(colours: &[[Colour; 3]], symbols: &[Symbol]) -> bool {
    Colour::ALL.into_iter().all(|colour| {
        Symbol::ALL.into_iter().all(|symbol| {
            let together = colours.iter().zip(symbols);
            let count = together.filter(|(it, at)| it.contains(&colour) && **at == symbol).count();
            (COLOUR_SYMBOL[0]..=COLOUR_SYMBOL[1]).contains(&count)
        })
    })
}

struct Judge<'a> {
    deck: &'a [DeckCard],
    breaches: Vec<Breach>,
}

impl Judge<'_> {
    fn add(&mut self, rule: Rule, text: String) {
        self.breaches.push(Breach { rule, text });
    }

    fn equal(&mut self, rule: Rule, what: &str, count: usize, wanted: usize) {
        if count != wanted {
            self.add(rule, format!("{what}: {count}, not {wanted}"));
        }
    }

    fn within(&mut self, rule: Rule, what: &str, count: usize, [least, most]: [usize; 2]) {
        if !(least..=most).contains(&count) {
            self.add(rule, format!("{what}: {count}, not {least} to {most}"));
        }
    }

    fn count(&self, is: impl Fn(&DeckCard) -> bool) -> usize {
        self.deck.iter().filter(|it| is(it)).count()
    }

    fn landings(&mut self) {
        let mut rest = self.deck.len();
        for (set, wanted) in LANDING_SETS {
            let count = self.count(|it| {
                let mut letters = it.landing;
                letters.sort_unstable();
                letters == set
            });
            rest -= count;
            self.equal(SETS, &format!("cards with {set:?}"), count, wanted);
        }
        self.equal(SETS, "cards with other letters", rest, 0);
        for (letter, wanted) in LETTERS {
            let count = self.deck.iter().flat_map(|it| it.landing).filter(|it| *it == letter);
            self.equal(TOTALS, &format!("{letter:?}"), count.count(), wanted);
        }
        for symbol in Symbol::ALL {
            for (letter, bounds) in LETTERS_BY_SYMBOL {
                let count = self.count(|it| it.landing[symbol.index()] == letter);
                self.within(BALANCE, &format!("{letter:?} at {}", symbol.sign()), count, bounds);
            }
        }
        self.equal(MINES, "mine bursts", self.count(|it| it.mine), MINE_BURSTS);
    }

    fn colours(&mut self) {
        for colour in Colour::ALL {
            let count = self.count(|it| it.fire.iter().any(|it| it.colour == colour));
            self.equal(COLOURS, colour.name(), count, COLOUR_CARDS);
            let double = self.count(|it| it.fire.iter().any(|it| it.colour == colour && it.double));
            self.equal(DOUBLE_COLOUR, colour.name(), double, DOUBLES[colour.index()]);
        }
        for triple in triples() {
            let has = |it: &DeckCard| {
                triple.iter().all(|colour| it.fire.iter().any(|it| it.colour == *colour))
            };
            let names = triple.map(Colour::name).join(", ");
            self.within(TRIPLES, &names, self.count(has), TRIPLE);
        }
        let doubles = |it: &DeckCard| it.fire.iter().filter(|it| it.double).count();
        let [two, one] = DOUBLE_CARDS;
        self.equal(DOUBLE, "cards with two doubles", self.count(|it| doubles(it) == 2), two);
        self.equal(DOUBLE, "cards with one double", self.count(|it| doubles(it) == 1), one);
    }

    fn badges(&mut self) {
        for double in [false, true] {
            let word = if double { "double" } else { "single" };
            for (badge, wanted) in BADGE_TOTALS {
                let marks = self.deck.iter().flat_map(|it| it.fire);
                let count = marks.filter(|it| it.badge == badge && it.double == double).count();
                let what = format!("{word} {}", badge.name());
                self.equal(BADGES, &what, count, wanted[usize::from(double)]);
            }
            for colour in Colour::ALL {
                let wanted = badges(colour, double);
                for badge in Badge::ALL {
                    let marks = self.deck.iter().flat_map(|it| it.fire);
                    let is = |it: &crate::data::FireMark| {
                        it.colour == colour && it.double == double && it.badge == badge
                    };
                    let count = marks.filter(is).count();
                    let wanted = wanted.iter().filter(|it| **it == badge).count();
                    let what = format!("{word} {} {}", colour.name(), badge.name());
                    self.equal(BADGES_COLOUR, &what, count, wanted);
                }
            }
        }
        let equal = |it: &DeckCard| {
            let [a, b, c] = it.fire.map(|it| it.badge);
            a == b && b == c
        };
        self.equal(MIXED, "cards with three equal badges", self.count(equal), 0);
    }

    fn symbols(&mut self) {
        for symbol in Symbol::ALL {
            let count = self.count(|it| it.symbol == symbol);
            self.equal(SYMBOLS, &symbol.sign().to_string(), count, SYMBOL_CARDS);
            for colour in Colour::ALL {
                let is = |it: &DeckCard| {
                    it.symbol == symbol && it.fire.iter().any(|it| it.colour == colour)
                };
                let what = format!("{} with {}", colour.name(), symbol.sign());
                self.within(SYMBOL_COLOUR, &what, self.count(is), COLOUR_SYMBOL);
            }
        }
    }

    fn artillery(&mut self) {
        let mut rest = self.count(|it| it.artillery.is_some());
        for (number, calibres, wanted) in ARTILLERY {
            let is = |it: &DeckCard| {
                it.artillery
                    .as_ref()
                    .is_some_and(|it| it.number == number && it.calibres.as_slice() == calibres)
            };
            let count = self.count(is);
            rest -= count;
            self.equal(BOXES, &format!("{number} with {calibres:?}"), count, wanted);
        }
        self.equal(BOXES, "other artillery boxes", rest, 0);
        for symbol in Symbol::ALL {
            let count = self.count(|it| it.symbol == symbol && it.artillery.is_some());
            self.equal(BOX_SYMBOL, &symbol.sign().to_string(), count, ARTILLERY_PER_SYMBOL);
        }
    }

    fn events(&mut self) {
        for (band, name) in ["2-10", "11-20", "21-31"].into_iter().enumerate() {
            let mut found: BTreeMap<String, usize> = BTreeMap::new();
            let mut zones: BTreeMap<char, usize> = ('A'..='G').map(|it| (it, 0)).collect();
            for event in self.deck.iter().map(|it| &it.events[band]) {
                let key = match &event.names {
                    Named::Zones(it) if event.key == "reserves" => format!("reserves-{}", it.len()),
                    _ => event.key.to_owned(),
                };
                *found.entry(key).or_default() += 1;
                if let Named::Zones(named) = &event.names {
                    for zone in named {
                        *zones.entry(*zone).or_default() += 1;
                    }
                }
            }
            for (row, wanted) in EVENT_COUNTS {
                let count = found.get(row).copied().unwrap_or(0);
                self.equal(EVENTS, &format!("{row} on turns {name}"), count, wanted[band]);
            }
            let (least, most) = (zones.values().min(), zones.values().max());
            if let (Some(least), Some(most)) = (least, most)
                && least + 1 < *most
            {
                let text = format!("zones on turns {name}: from {least} to {most} times");
                self.add(ZONES, text);
            }
        }
    }
}
