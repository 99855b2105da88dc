//! `deck.toml` to cards and events.

use omaha::data::{
    ArtilleryBox, Card, CardEvent, Division, EventKind, EventText, FireMark, Position, PositionId,
    Sector, Symbol, UnitId, UnitKind, UsCounter,
};
use smallvec::SmallVec;

use super::{
    counters::UsForces,
    format::{self, CardText, EventPartText, SalvoText},
    names::Once,
    positions::Posts,
};
use module::{
    Errors,
    read::{Page, quoted},
    suggest::nearest,
    values::At,
};

#[derive(Clone, Debug)]
pub(crate) struct Cards {
    pub(crate) events: Vec<EventText>,
    pub(crate) cards: Vec<Card>,
}

/// The deck, or `None` with what is wrong.
pub(crate) fn deck(
    page: &Page<format::Deck>,
    posts: &Posts,
    us: &UsForces,
    errors: &mut Errors,
) -> Option<Cards> {
    let before = errors.count();
    let mut dealer = Dealer { page, posts, us: &us.units, errors };
    let events = dealer.events();
    let cards = (1..).zip(&page.raw.card).map(|(number, it)| dealer.card(number, it)).collect();
    let cards: Option<Vec<Card>> = cards;
    (errors.count() == before).then_some(Cards { events, cards: cards? })
}

struct Dealer<'a> {
    page: &'a Page<format::Deck>,
    posts: &'a Posts,
    us: &'a [UsCounter],
    errors: &'a mut Errors,
}

impl Dealer<'_> {
    fn events(&mut self) -> Vec<EventText> {
        let page = self.page;
        let mut once = Once::new("event");
        for it in &page.raw.event {
            once.check(&page.path, it.key.value.key(), it.key.span, self.errors);
        }
        let text = |kind: EventKind| {
            let found = page.raw.event.iter().find(|it| it.key.value == kind);
            EventText {
                key: kind.key().to_owned(),
                title: found.map_or_else(String::new, |it| it.title.clone()),
                text: found.map_or_else(String::new, |it| it.text.clone()),
            }
        };
        EventKind::ALL.into_iter().map(text).collect()
    }

    fn card(&mut self, number: i64, text: &CardText) -> Option<Card> {
        let file = &self.page.path;
        if text.number.value != number {
            let message = format!("this is card {number}: cards are numbered in order");
            self.errors.at(file, text.number.span, message);
        }
        let mut once = Once::new("colour");
        for mark in &text.fire {
            once.check(file, mark.colour.value.name(), mark.colour.span, self.errors);
        }
        let mut once = Once::new("calibre");
        for it in text.artillery.iter().flat_map(|it| &it.calibres) {
            once.check(file, it.value.name(), it.span, self.errors);
        }
        let events = [&text.early, &text.middle, &text.late].map(|it| self.event(it));
        let [Some(early), Some(middle), Some(late)] = events else { return None };
        let fire = text.fire.iter().map(|it| FireMark {
            colour: it.colour.value,
            double: it.double,
            badge: it.badge.value,
        });
        let fire: Vec<FireMark> = fire.collect();
        Some(Card {
            number: number as u8,
            landing: [&text.landing.diamond, &text.landing.triangle, &text.landing.circle]
                .map(|it| it.value),
            mine: text.landing.mine,
            events: [early, middle, late],
            fire: <[FireMark; 3]>::try_from(fire).ok()?,
            symbol: text.symbol.value,
            artillery: text.artillery.as_ref().map(|it| ArtilleryBox {
                number: it.number as u8,
                calibres: it.calibres.iter().map(|it| it.value).collect(),
            }),
        })
    }

    fn event(&mut self, text: &At<EventPartText>) -> Option<CardEvent> {
        let event = match text.event.value {
            EventKind::Reserves => CardEvent::Reserves(self.zones(text, 4)?),
            EventKind::DigIn => CardEvent::DigIn,
            EventKind::BothFlanks => CardEvent::BothFlanks,
            EventKind::HeroDepth => CardEvent::HeroDepth(self.division(text)?),
            EventKind::Hero => CardEvent::Hero(self.division(text)?),
            EventKind::Destroyers => CardEvent::Destroyers,
            EventKind::DestroyersReserves => {
                CardEvent::DestroyersReserves(*self.zones(text, 1)?.first()?)
            }
            EventKind::Smoke => CardEvent::Smoke(self.smoke(text)?),
            EventKind::Initiative => CardEvent::Initiative,
            EventKind::Pinned => CardEvent::Pinned,
            EventKind::Rockets => CardEvent::Rockets,
            EventKind::RocketsSilenced => CardEvent::RocketsSilenced,
            EventKind::Heights => CardEvent::Heights,
            EventKind::Rally => CardEvent::Rally,
            EventKind::ShelledExits => CardEvent::ShelledExits,
            EventKind::CorpsReserve => CardEvent::CorpsReserve,
            EventKind::Scouts => CardEvent::Scouts(self.division(text)?),
            EventKind::Interrogation => CardEvent::Interrogation(self.sector(text)?),
            EventKind::Stragglers => CardEvent::Stragglers(self.division(text)?),
            EventKind::Unseen => CardEvent::Unseen(self.symbols(text)?),
            EventKind::Runners => CardEvent::Runners(self.headquarters(text)?),
            EventKind::ShortSalvo => CardEvent::ShortSalvo(self.salvo(text)?),
        };
        self.nothing_else(text);
        Some(event)
    }

    /// What the event does not name must not be there.
    fn nothing_else(&mut self, text: &At<EventPartText>) {
        let event = text.event.value;
        let zones = matches!(event, EventKind::Reserves | EventKind::DestroyersReserves);
        let division = matches!(
            event,
            EventKind::HeroDepth | EventKind::Hero | EventKind::Scouts | EventKind::Stragglers
        );
        let given = [
            ("zones", text.zones.as_ref().map(|it| it.span), zones),
            ("division", text.division.as_ref().map(|it| it.span), division),
            ("sector", text.sector.as_ref().map(|it| it.span), event == EventKind::Interrogation),
            ("positions", text.positions.as_ref().map(|it| it.span), event == EventKind::Smoke),
            ("salvo", text.salvo.as_ref().map(|it| it.span), event == EventKind::ShortSalvo),
            ("symbols", text.symbols.as_ref().map(|it| it.span), event == EventKind::Unseen),
            ("regiment", text.regiment.as_ref().map(|it| it.span), event == EventKind::Runners),
        ];
        for (name, span, wanted) in given {
            if let Some(span) = span
                && !wanted
            {
                let key = event.key();
                self.errors.at(&self.page.path, span, format!("the event {key} has no \"{name}\""));
            }
        }
    }

    fn missing(&mut self, text: &At<EventPartText>, name: &str) {
        let key = text.event.value.key();
        let message = format!("the event {key} needs \"{name}\"");
        self.errors.at(&self.page.path, text.event.span, message);
    }

    fn zones(&mut self, text: &At<EventPartText>, most: usize) -> Option<SmallVec<[char; 4]>> {
        let Some(zones) = &text.zones else {
            self.missing(text, "zones");
            return None;
        };
        if most < zones.len() {
            let message = format!("{} zones: at most {most} here", zones.len());
            self.errors.at(&self.page.path, zones.span, message);
        }
        let mut once = Once::new("zone");
        for it in zones.iter() {
            once.check(&self.page.path, it.value.key(), it.span, self.errors);
        }
        Some(zones.iter().map(|it| it.value.letter()).collect())
    }

    fn division(&mut self, text: &At<EventPartText>) -> Option<Division> {
        if text.division.is_none() {
            self.missing(text, "division");
        }
        text.division.as_ref().map(|it| it.value)
    }

    fn sector(&mut self, text: &At<EventPartText>) -> Option<Sector> {
        if text.sector.is_none() {
            self.missing(text, "sector");
        }
        text.sector.as_ref().map(|it| it.value)
    }

    fn symbols(&mut self, text: &At<EventPartText>) -> Option<[Symbol; 2]> {
        let Some(symbols) = &text.symbols else {
            self.missing(text, "symbols");
            return None;
        };
        let [first, second] = symbols.as_slice() else { return None };
        if first.value == second.value {
            self.errors.at(&self.page.path, symbols.span, "two different symbols");
        }
        Some([first.value, second.value])
    }

    /// The headquarters of a regiment has the key `hq-` and the regiment.
    fn headquarters(&mut self, text: &At<EventPartText>) -> Option<UnitId> {
        let Some(regiment) = &text.regiment else {
            self.missing(text, "regiment");
            return None;
        };
        let of = |it: &UsCounter| it.key.strip_prefix("hq-").map(str::to_owned);
        let headquarters = self.us.iter().filter(|it| it.kind == UnitKind::Hq);
        let known: Vec<String> = headquarters.filter_map(of).collect();
        let key = format!("hq-{}", regiment.value);
        let found = self.us.iter().position(|it| it.kind == UnitKind::Hq && it.key == key);
        if found.is_none() {
            let message = format!("there is no headquarters of the {}", quoted(regiment));
            let suggestion = nearest(regiment, known.iter().map(String::as_str));
            self.errors.suggest(&self.page.path, regiment.span, message, suggestion);
        }
        found.map(|it| UnitId(it as u8))
    }

    fn smoke(&mut self, text: &At<EventPartText>) -> Option<SmallVec<[PositionId; 2]>> {
        let Some(positions) = &text.positions else {
            self.missing(text, "positions");
            return None;
        };
        positions.iter().map(|it| self.position(it, "strongpoint", Position::is_wn)).collect()
    }

    fn salvo(&mut self, text: &At<EventPartText>) -> Option<[PositionId; 3]> {
        let Some(At { value: SalvoText { diamond, triangle, circle }, .. }) = &text.salvo else {
            self.missing(text, "salvo");
            return None;
        };
        let found = [diamond, triangle, circle]
            .map(|it| self.position(it, "reinforcement position", |it| !it.is_wn()));
        let [Some(diamond), Some(triangle), Some(circle)] = found else { return None };
        Some([diamond, triangle, circle])
    }

    fn position(
        &mut self,
        name: &At<String>,
        what: &str,
        is: impl Fn(&Position) -> bool,
    ) -> Option<PositionId> {
        let found = self.posts.names.find(&self.page.path, name, self.errors)?;
        if !is(&self.posts.positions[found]) {
            let message = format!("{} is no {what}", quoted(name));
            self.errors.at(&self.page.path, name.span, message);
        }
        Some(PositionId(found as u8))
    }
}
