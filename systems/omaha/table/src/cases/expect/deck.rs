//! Expectations about the deck as a whole.

use omaha::data::{Badge, Card, CardEvent, Data, Letter};
use omaha::deck;
use omaha::state::Day;

use crate::cases::draws;
use crate::cases::words::{Read, Words};

/// `deck of seed 19440606`: is it ours, and does it keep the laws? `deck`: what there is of ours.
pub(super) fn deck_text(g: &Day, words: &mut Words) -> Read<String> {
    let data = g.data();
    let laws = |deck: &[deck::DeckCard]| {
        let broken = deck::breaches(deck);
        if broken.is_empty() { "keeps its laws".to_owned() } else { format!("breaks {broken:?}") }
    };
    if words.take("of") {
        if !words.take("seed") {
            return words.wrong("write: deck of seed 19440606: ours");
        }
        let seed = words.number::<i64>("the seed")?.unsigned_abs();
        let Some(made) = deck::generate(seed) else { return Ok("none".into()) };
        let ours = if made == deck::of(data) { "ours" } else { "another" };
        return Ok(format!("{ours} {}", laws(&made)));
    }
    Ok(format!(
        "{} cards {} left {} discarded {} event-kinds {}",
        data.cards.len(),
        g.deck.undrawn.count_ones(),
        g.deck.discarded.count_ones(),
        data.events.len(),
        laws(&deck::of(data)),
    ))
}

/// `letters ABC`, `reserves 2`, `doubles 2`, `equal-badges 3`, or what is said of a card to be drawn: `fire double orange F`
pub(super) fn count_cards(g: &Day, words: &mut Words) -> Read<usize> {
    let cards = &g.data().cards;
    let number = |fits: &dyn Fn(&Card) -> bool| cards.iter().filter(|it| fits(it)).count();
    if words.take("letters") {
        let wanted = words.need("letters")?;
        return Ok(number(&|card| letters(card) == wanted));
    }
    if words.take("reserves") {
        let n: usize = words.number("how many zones")?;
        return Ok(number(
            &|card| matches!(&card.events[draws::band(g)], CardEvent::Reserves(zones) if zones.len() == n),
        ));
    }
    if words.take("doubles") {
        let n: usize = words.number("how many")?;
        return Ok(number(&|card| card.fire.iter().filter(|it| it.double).count() == n));
    }
    if words.take("equal-badges") {
        let n: usize = words.number("how many")?;
        let most = |card: &Card| {
            let equal = |it: &Badge| card.fire.iter().filter(|mark| mark.badge == *it).count();
            Badge::ALL.iter().map(equal).max().unwrap_or(0)
        };
        return Ok(number(&|card| most(card) == n));
    }
    if words.peek().is_none() {
        return Ok(cards.len());
    }
    draws::count(words, g)
}

/// In order, as the statement writes them.
fn letters(card: &Card) -> String {
    let mut all = card.landing;
    all.sort();
    all.iter().map(|it| it.key()).collect()
}

/// `count letter A`, of all slots
pub(super) fn count_letter(data: &Data, words: &mut Words) -> Read<usize> {
    let wanted: Letter = words.word()?;
    let all = data.cards.iter().flat_map(|it| it.landing);
    Ok(all.filter(|it| *it == wanted).count())
}

/// `count badge single R`
pub(super) fn count_badge(data: &Data, words: &mut Words) -> Read<usize> {
    let double = match words.need("single or double")?.as_str() {
        "single" => false,
        "double" => true,
        other => return words.wrong(format!("single or double, not \"{other}\"")),
    };
    let badge: Badge = words.word()?;
    let all = data.cards.iter().flat_map(|it| it.fire);
    Ok(all.filter(|it| it.double == double && it.badge == badge).count())
}

/// `count zone-events A`, in the band of the turn
pub(super) fn count_zone_events(g: &Day, words: &mut Words) -> Read<usize> {
    let zone = words.need("a zone")?;
    let events = g.data().cards.iter().map(|it| &it.events[draws::band(g)]);
    let names = |it: &CardEvent| match it {
        CardEvent::Reserves(zones) => zones.iter().any(|it| it.to_string() == zone),
        CardEvent::DestroyersReserves(it) => it.to_string() == zone,
        _ => false,
    };
    Ok(events.filter(|it| names(it)).count())
}
