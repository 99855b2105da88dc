//! The generator, step by step as the rules describe it (omaha.deck.gen-*).

use smallvec::SmallVec;

use super::laws::{
    self, ARTILLERY, ARTILLERY_PER_SYMBOL, DOUBLES, badges, is_landing_balanced, is_symbol_balanced,
};
use super::{CARDS, DeckCard, DeckEvent, EVENT_COUNTS, LANDING_SETS, Named};
use crate::data::{
    ArtilleryBox, Badge, CardEvent, Colour, Division, FireMark, Letter, Sector, Symbol,
};

/// The deck of a seed. It is legal only if it keeps all laws (omaha.deck.gen-other-seeds): see [`super::breaches`].
/// Some seeds give none: their doubles cannot be brought to the right numbers.
#[must_use]
pub fn generate(seed: u64) -> Option<Vec<DeckCard>> {
    let landings = landings(&mut Stream::new(seed, 1));
    let fires = fires(&mut Stream::new(seed, 2))?;
    let [early, middle, late] = events(seed);
    // omaha.deck.gen-zip
    let cards = landings.into_iter().zip(fires).zip(early).zip(middle).zip(late);
    let cards = cards
        .map(|(((((landing, mine), fire), early), middle), late)| DeckCard {
            landing,
            mine,
            events: [early, middle, late],
            fire: fire.marks,
            symbol: fire.symbol,
            artillery: fire.artillery,
        })
        .collect();
    Some(cards)
}

/// SplitMix64 (omaha.deck.gen-prng).
struct Stream(u64);

impl Stream {
    /// omaha.deck.gen-seed
    fn new(seed: u64, stream: u64) -> Stream {
        Stream(seed.wrapping_add(stream))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// omaha.deck.gen-shuffle
    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i + 1);
            list.swap(i, j);
        }
    }
}

/// omaha.deck.gen-landing
fn landings(stream: &mut Stream) -> Vec<([Letter; 3], bool)> {
    let list = || LANDING_SETS.iter().flat_map(|(set, count)| vec![*set; *count]);
    let mut cards: Vec<[Letter; 3]> = Vec::new();
    while cards.is_empty() || !is_landing_balanced(&cards) {
        cards = list().collect();
        for card in &mut cards {
            stream.shuffle(card);
        }
    }
    let mut cards: Vec<_> = (0..).zip(cards).map(|(i, card)| (card, i % 6 == 5)).collect();
    stream.shuffle(&mut cards);
    cards
}

struct Fire {
    marks: [FireMark; 3],
    symbol: Symbol,
    artillery: Option<ArtilleryBox>,
}

fn fires(stream: &mut Stream) -> Option<Vec<Fire>> {
    let colours = triples(stream);
    let doubles = doubles(stream, &colours)?;
    let badges = deal_badges(stream, &colours, &doubles);
    let symbols = symbols(stream, &colours);
    let artillery = artillery(stream, &symbols);
    let mut fires: Vec<Fire> = (0..CARDS)
        .map(|card| Fire {
            marks: std::array::from_fn(|it| FireMark {
                colour: colours[card][it],
                double: doubles[card][it],
                badge: badges[card][it],
            }),
            symbol: symbols[card],
            artillery: artillery[card].clone(),
        })
        .collect();
    stream.shuffle(&mut fires);
    Some(fires)
}

/// omaha.deck.gen-triples
fn triples(stream: &mut Stream) -> Vec<[Colour; 3]> {
    let all = laws::triples();
    let mut cards: Vec<[Colour; 3]> = all.iter().chain(&all).copied().collect();
    let mut with_orange: Vec<usize> = (0..10).collect();
    stream.shuffle(&mut with_orange);
    for place in with_orange.into_iter().take(7) {
        let triple = all[place];
        let mut rest = Colour::ALL.into_iter().filter(|it| !triple.contains(it));
        cards.push(triple);
        cards.push(std::array::from_fn(|_| rest.next().unwrap_or_default()));
    }
    cards
}

/// Which colours of each card are double (omaha.deck.gen-doubles).
fn doubles(stream: &mut Stream, colours: &[[Colour; 3]]) -> Option<Vec<[bool; 3]>> {
    let mut counts: Vec<usize> = [vec![2; 29], vec![1; 25]].concat();
    stream.shuffle(&mut counts);
    let mut doubles = Vec::new();
    for (card, count) in colours.iter().zip(counts) {
        let mut places = [0, 1, 2];
        stream.shuffle(&mut places);
        let mut double = [false; 3];
        for place in &places[..count] {
            double[*place] = true;
        }
        doubles.push(double);
        debug_assert!(card.is_sorted());
    }
    let place = |card: usize, colour: Colour| colours[card].iter().position(|it| *it == colour);
    loop {
        let count = |doubles: &[[bool; 3]], colour: Colour| {
            let has = |card: &usize| place(*card, colour).is_some_and(|it| doubles[*card][it]);
            (0..CARDS).filter(has).count()
        };
        let off = |surplus: bool| -> Vec<Colour> {
            let is = |it: &Colour| {
                let (now, wanted) = (count(&doubles, *it), DOUBLES[it.index()]);
                if surplus { wanted < now } else { now < wanted }
            };
            Colour::ALL.into_iter().filter(is).collect()
        };
        let (surplus, deficit) = (off(true), off(false));
        if surplus.is_empty() || deficit.is_empty() {
            return Some(doubles);
        }
        // Of two colours: a card from `start` on, and their places on it.
        let swap = |start: usize, more: Colour, less: Colour| {
            (0..CARDS).map(|it| (start + it) % CARDS).find_map(|card| {
                let (more, less) = (place(card, more)?, place(card, less)?);
                (doubles[card][more] && !doubles[card][less]).then_some((card, more, less))
            })
        };
        if !surplus.iter().any(|more| deficit.iter().any(|less| swap(0, *more, *less).is_some())) {
            return None;
        }
        let more = surplus[stream.below(surplus.len())];
        let less = deficit[stream.below(deficit.len())];
        let start = stream.below(CARDS);
        if let Some((card, more, less)) = swap(start, more, less) {
            doubles[card].swap(more, less);
        }
    }
}

/// omaha.deck.gen-badges
fn deal_badges(
    stream: &mut Stream,
    colours: &[[Colour; 3]],
    doubles: &[[bool; 3]],
) -> Vec<[Badge; 3]> {
    loop {
        let mut lists = Vec::new();
        for colour in Colour::ALL {
            let mut pair = [false, true].map(|double| badges(colour, double));
            for list in &mut pair {
                stream.shuffle(list);
            }
            lists.push(pair);
        }
        let mut dealt = Vec::new();
        for (card, double) in colours.iter().zip(doubles) {
            dealt.push(std::array::from_fn(|it| {
                let list = &mut lists[card[it].index()][usize::from(double[it])];
                list.pop().unwrap_or(Badge::F)
            }));
        }
        if dealt.iter().all(|[a, b, c]| !(a == b && b == c)) {
            return dealt;
        }
    }
}

/// omaha.deck.gen-symbols
fn symbols(stream: &mut Stream, colours: &[[Colour; 3]]) -> Vec<Symbol> {
    loop {
        let mut symbols = Symbol::ALL.repeat(CARDS / 3);
        stream.shuffle(&mut symbols);
        if is_symbol_balanced(colours, &symbols) {
            return symbols;
        }
    }
}

/// omaha.deck.gen-artillery
fn artillery(stream: &mut Stream, symbols: &[Symbol]) -> Vec<Option<ArtilleryBox>> {
    let mut order: Vec<usize> = (0..CARDS).collect();
    stream.shuffle(&mut order);
    let mut given = [0; 3];
    let mut out = vec![None; CARDS];
    let mut boxes = ARTILLERY.iter().flat_map(|(number, calibres, count)| {
        let one = ArtilleryBox { number: *number, calibres: SmallVec::from_slice(calibres) };
        vec![one; *count]
    });
    for card in order {
        let given = &mut given[symbols[card].index()];
        if *given < ARTILLERY_PER_SYMBOL
            && let Some(next) = boxes.next()
        {
            out[card] = Some(next);
            *given += 1;
        }
    }
    out
}

/// The three bands, each shuffled with its stream (omaha.deck.gen-events).
fn events(seed: u64) -> [Vec<DeckEvent>; 3] {
    let mut zones = "ADGCFBE".chars().cycle();
    let mut stream = 3;
    [0, 1, 2].map(|band| {
        let mut list = Vec::new();
        for (row, counts) in EVENT_COUNTS {
            for place in 0..counts[band] {
                list.push(event(row, band, place, &mut zones));
            }
        }
        Stream::new(seed, stream).shuffle(&mut list);
        stream += 1;
        list
    })
}

/// The event of a row of the table that is the `place`th in its band (omaha.deck.gen-params).
fn event(
    row: &'static str,
    band: usize,
    place: usize,
    zones: &mut impl Iterator<Item = char>,
) -> DeckEvent {
    // omaha.deck.gen-zones
    let mut take = |count: usize| {
        let mut taken: Vec<char> = zones.take(count).collect();
        taken.sort_unstable();
        Named::Zones(taken)
    };
    let division = |first: Division, place: usize| {
        Named::Division(if place.is_multiple_of(2) { first } else { first.other() })
    };
    let names = match row {
        "reserves-1" | "destroyers-reserves" => take(1),
        "reserves-2" => take(2),
        "reserves-3" => take(3),
        "reserves-4" => take(4),
        "hero-depth" if band == 0 => division(Division::TwentyNinth, place),
        "hero-depth" => division(Division::First, place),
        "hero" if band == 1 => division(Division::TwentyNinth, place),
        "hero" => division(Division::First, place),
        "stragglers" if band == 1 => division(Division::First, place),
        "stragglers" => division(Division::TwentyNinth, place),
        "scouts" if band == 1 => division(Division::TwentyNinth, place),
        "scouts" => division(Division::First, place),
        "interrogation" => Named::Sector(Sector::BOTH[usize::from(band == 2)]),
        "runners" => Named::Regiment(["16", "116"][place % 2].to_owned()),
        "smoke" => smoke(place),
        "unseen" => unseen(place),
        "short-salvo" => salvo(place),
        _ => Named::Nothing,
    };
    let key = if row.starts_with("reserves-") { "reserves" } else { row };
    debug_assert!(CardEvent::KEYS.contains(&key));
    DeckEvent { key, names }
}

/// omaha.deck.gen-smoke
fn smoke(place: usize) -> Named {
    const SMOKE: [&[&str]; 6] = [
        &["WN60", "WN61"],
        &["WN62", "WN64"],
        &["WN65", "WN66"],
        &["WN68", "WN70"],
        &["WN71", "WN73"],
        &["WN72"],
    ];
    Named::Positions(SMOKE[place % 6].iter().map(|it| (*it).to_owned()).collect())
}

/// omaha.deck.gen-unseen
fn unseen(place: usize) -> Named {
    const PAIRS: [[Symbol; 2]; 3] = [
        [Symbol::Diamond, Symbol::Triangle],
        [Symbol::Triangle, Symbol::Circle],
        [Symbol::Diamond, Symbol::Circle],
    ];
    Named::Symbols(PAIRS[place % 3])
}

/// omaha.deck.gen-salvo
fn salvo(place: usize) -> Named {
    const SALVOS: [[&str; 3]; 3] = [["G4", "D4", "C5"], ["E3", "D3", "A4"], ["G7", "D7", "C6"]];
    Named::Salvo(SALVOS[place % 3].map(str::to_owned))
}
