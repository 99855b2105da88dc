//! The deck we ship is the one of our seed, and keeps all its laws.

use std::path::Path;

use omaha::data::{Badge, Colour, Data, Letter, Symbol};
use omaha::deck::{self, DeckCard, Named, SEED, breaches, generate, write};

fn ours() -> Vec<DeckCard> {
    generate(SEED).expect("a deck")
}

fn shipped() -> std::sync::Arc<Data> {
    let loaded = omaha_table::library().load::<omaha_table::Omaha>("omaha-beach", "first-waves");
    let loaded = loaded.unwrap_or_else(|it| panic!("\n{it}"));
    loaded.data
}

#[test]
fn our_seed_gives_the_deck_we_ship() {
    let made = ours();
    let shipped = deck::of(&shipped());
    for (number, (made, shipped)) in (1..).zip(made.iter().zip(&shipped)) {
        assert_eq!(made, shipped, "card {number}");
    }
    assert_eq!(made.len(), shipped.len());
}

#[test]
fn the_deck_keeps_its_laws() {
    assert_eq!(breaches(&ours()), Vec::new());
    assert_eq!(breaches(&deck::of(&shipped())), Vec::new());
}

#[test]
fn decks_of_other_seeds_keep_the_laws_too() {
    // A seed whose doubles cannot be mended gives no deck, instead of trying for ever.
    assert_eq!(generate(2), None);
    let made: Vec<_> = (1..=6).filter_map(generate).collect();
    assert!(3 <= made.len());
    for deck in made {
        assert_eq!(breaches(&deck), Vec::new());
        assert_ne!(deck, ours());
    }
}

/// What is changed on one card of ours is noticed, and under which law.
fn after(change: impl Fn(&mut Vec<DeckCard>)) -> Vec<&'static str> {
    let mut deck = ours();
    change(&mut deck);
    let mut codes: Vec<&str> = breaches(&deck).iter().map(|it| it.rule.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn breaks(law: &str, change: impl Fn(&mut Vec<DeckCard>)) {
    let codes = after(change);
    assert!(codes.contains(&law), "{law} is not among {codes:?}");
}

#[test]
fn every_law_can_be_broken() {
    breaks("omaha.deck.size", |deck| {
        deck.pop();
    });
    breaks("omaha.deck.landing-sets", |deck| deck[0].landing = [Letter::D; 3]);
    breaks("omaha.deck.landing-totals", |deck| deck[0].landing = [Letter::D; 3]);
    breaks("omaha.deck.landing-balance", |deck| {
        for card in deck.iter_mut() {
            card.landing.sort_unstable();
        }
    });
    breaks("omaha.deck.mines", |deck| deck[0].mine ^= true);
    breaks("omaha.deck.colour-count", |deck| deck[0].fire[0].colour = deck[0].fire[1].colour);
    breaks("omaha.deck.triples", |deck| {
        let all = [Colour::Orange, Colour::Red, Colour::Purple];
        for card in deck.iter_mut().take(4) {
            for (mark, colour) in card.fire.iter_mut().zip(all) {
                mark.colour = colour;
            }
        }
    });
    breaks("omaha.deck.doubles", |deck| deck[0].fire.iter_mut().for_each(|it| it.double = true));
    breaks("omaha.deck.doubles-colour", |deck| {
        let mark = &mut deck[0].fire[0];
        mark.double = !mark.double;
    });
    breaks("omaha.deck.badges", |deck| {
        deck[0].fire[0].badge = if deck[0].fire[0].badge == Badge::F { Badge::A } else { Badge::F };
    });
    breaks("omaha.deck.badges-colour", |deck| {
        deck[0].fire[0].badge = if deck[0].fire[0].badge == Badge::F { Badge::A } else { Badge::F };
    });
    breaks("omaha.deck.badges-mixed", |deck| {
        deck[0].fire.iter_mut().for_each(|it| it.badge = Badge::R);
    });
    breaks("omaha.deck.symbols", |deck| {
        deck[0].symbol =
            if deck[0].symbol == Symbol::Diamond { Symbol::Circle } else { Symbol::Diamond };
    });
    breaks("omaha.deck.symbol-colour", |deck| {
        deck.iter_mut().for_each(|it| it.symbol = Symbol::Diamond);
    });
    breaks("omaha.deck.artillery", |deck| {
        deck.iter_mut().filter_map(|it| it.artillery.as_mut()).for_each(|it| it.number = 1);
    });
    breaks("omaha.deck.artillery-symbol", |deck| {
        deck.iter_mut()
            .filter(|it| it.artillery.is_some())
            .for_each(|it| it.symbol = Symbol::Circle);
    });
    breaks("omaha.deck.event-counts", |deck| {
        deck.iter_mut().for_each(|it| it.events[0].key = "pinned");
    });
    breaks("omaha.deck.zones-even", |deck| {
        for event in deck.iter_mut().map(|it| &mut it.events[2]) {
            if let Named::Zones(zones) = &mut event.names {
                zones[0] = 'A';
            }
        }
    });
}

#[test]
fn a_deck_is_written_as_its_file() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../modules/omaha/omaha-beach/deck.toml");
    let file = std::fs::read_to_string(path).expect("the deck we ship");
    assert_eq!(write::with_cards(&file, &ours()), file.replace("\r\n", "\n"));
}
