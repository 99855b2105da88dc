//! Cards that lie open, part by part, and what the cards left in the deck can do. Discards are public, so what is left
//! is known to the card; its order is nobody's.

use kernel::Item;
use omaha::data::{
    Badge, Calibre, Card, CardEvent, CardId, Colour, FireMark, Letter, PositionId, Sector, Symbol,
};
use omaha::event::Event;
use omaha::fire::Firing;
use omaha::state::{Hit, Purpose, Shooter};
use omaha::tables::{Delay, GermanAct, LandingResult};
use omaha::text::{self, Names};
use omaha::{Day, artillery, cards, sequence};

use super::question::code;
use crate::Omaha;
use play::Report;
use play::wire::{CardMark, CardPart, Grid, GridRow, OpenCard, RuleRef};

/// The cards of this turn, the latest first.
pub(super) fn open(g: &Day, log: &Report<'_, Omaha>) -> Vec<OpenCard> {
    let turn = log.lines().rev().take_while(|it| {
        !matches!(it.item, Item::Happened(Event::Turn(sequence::Said::Begins { .. })))
    });
    turn.filter_map(|it| match it.item {
        Item::Happened(Event::Card(cards::Said::Drawn { card, purpose })) => {
            Some(explain(g, card, purpose))
        }
        _ => None,
    })
    .collect()
}

fn explain(g: &Day, id: CardId, purpose: Purpose) -> OpenCard {
    let card = &g.data().cards[id.index()];
    let names = Names(g.data());
    let (title, counts) = match purpose {
        Purpose::Landing(sector) => (format!("Landing {}", names.sector(sector)), 0),
        Purpose::Event => ("Event".into(), 1),
        Purpose::Fire(sector) => (format!("Fire {}", names.sector(sector)), 2),
        Purpose::Infiltration => ("Infiltration".into(), 2),
        Purpose::Barrage => ("Barrage".into(), 2),
        Purpose::Salvo => ("Salvo".into(), 2),
        Purpose::Bombardment => ("Bombardment".into(), 2),
    };
    let part = |title: &str, n: usize, marks: Vec<CardMark>| CardPart {
        title: title.into(),
        counts: n == counts,
        marks,
    };
    let fire = match purpose {
        Purpose::Fire(sector) => fire_part(g, card, sector),
        _ => plain_fire(card, purpose),
    };
    OpenCard {
        title,
        text: format!("Card {}. Only the part it was drawn for counts.", card.number),
        parts: vec![
            part("Landing", 0, landing_part(g, card)),
            part("Event", 1, vec![event(g, card)]),
            part("Fire", 2, fire),
        ],
    }
}

fn mark(symbol: String, label: String, text: String, rule: Option<RuleRef>) -> CardMark {
    CardMark { symbol: Some(symbol), label, text, rule }
}

// ---------------------------------------------------------------------------------------------------------------
// Landing

fn landing_part(g: &Day, card: &Card) -> Vec<CardMark> {
    let mut marks: Vec<CardMark> = Symbol::ALL
        .into_iter()
        .map(|symbol| {
            let letter = card.landing[symbol.index()];
            mark(
                format!("c-{}", symbol.key()),
                format!("{} {letter:?}", symbol.sign()),
                letter_means(g, letter),
                Some(code(("omaha.land.lookup", "The landing table"))),
            )
        })
        .collect();
    if card.mine {
        let live = g.data().tables.turn(g.turn).mines;
        let text = if live {
            "mines: one unit that crosses uncleared obstacles loses a step"
        } else {
            "mines, but they lie dry on these turns: no effect"
        };
        let rule = code(("omaha.mine.window", "Mines matter on turns 7 to 22"));
        marks.push(mark("c-mine".into(), "mine".into(), text.into(), Some(rule)));
    }
    marks
}

/// What a letter means this turn, for everybody it can concern.
fn letter_means(g: &Day, letter: Letter) -> String {
    let table = g.data().tables.turn(g.turn).landing;
    let rows = g.data().tables.landing.iter().filter(|it| it.tables.contains(&table));
    let words: Vec<String> =
        rows.map(|it| format!("{}: {}", it.who.name(), result_words(it.result(letter)))).collect();
    words.join("; ")
}

/// "loses a step and drifts 2 boxes east".
pub(super) fn result_words(it: LandingResult) -> String {
    let mut words = Vec::new();
    if it.no_check {
        return "no check".into();
    }
    if it.eliminated {
        return "eliminated".into();
    }
    if it.june_7 {
        return "does not land today".into();
    }
    match it.lose {
        0 => (),
        1 => words.push("loses a step".to_string()),
        n => words.push(format!("loses {n} steps")),
    }
    let boxes = |n: i8| if n == 1 { "1 box".into() } else { format!("{n} boxes") };
    match it.drift {
        0 => (),
        n if 0 < n => words.push(format!("drifts {} east", boxes(n))),
        n => words.push(format!("drifts {} west", boxes(-n))),
    }
    match it.delay {
        Some(Delay::To(turn)) => words.push(format!("delayed to turn {turn}")),
        Some(Delay::By(n)) => words.push(format!("delayed by {n} turns")),
        None => (),
    }
    if words.is_empty() { "lands as planned".into() } else { words.join(" and ") }
}

// ---------------------------------------------------------------------------------------------------------------
// Event

/// The band of the current turn (omaha.event.band).
fn band(g: &Day) -> usize {
    match g.turn {
        0..=10 => 0,
        11..=20 => 1,
        _ => 2,
    }
}

fn event(g: &Day, card: &Card) -> CardMark {
    let (title, text) = text::event_text(g.data(), &card.events[band(g)]);
    let rule = code(("omaha.event.band", "The event of the band of this turn"));
    mark("c-event".into(), title, text, Some(rule))
}

// ---------------------------------------------------------------------------------------------------------------
// Fire

/// What the sector's card makes each colour do, with the names of those who do it.
fn fire_part(g: &Day, card: &Card, sector: Sector) -> Vec<CardMark> {
    let mut marks: Vec<CardMark> = card.fire.iter().map(|it| colour_mark(g, *it, sector)).collect();
    marks.push(symbol_mark(card));
    marks.extend(artillery_mark(g, card, sector));
    marks
}

fn colour_mark(g: &Day, it: FireMark, sector: Sector) -> CardMark {
    let names = Names(g.data());
    let own = |position: &PositionId| {
        let at = &g.data().positions[position.index()];
        at.sector == sector && at.colour == it.colour
    };
    let (fires, held): (Vec<PositionId>, Vec<PositionId>) = g
        .positions()
        .filter(own)
        .filter(|at| g.is_held(*at))
        .partition(|at| Firing::position(g, *at, it).is_some());
    let list = |all: &[PositionId]| {
        all.iter().map(|at| names.position(*at)).collect::<Vec<_>>().join(", ")
    };
    let mut words = vec![match fires.is_empty() {
        true => "nobody of this colour fires".to_string(),
        false => format!("{} may fire", list(&fires)),
    }];
    if !held.is_empty() {
        let why = if it.double {
            "without depth, disrupted or in smoke"
        } else {
            "disrupted or in smoke"
        };
        words.push(format!("not {}: {why}", list(&held)));
    }
    words.push(badge_means(g, it.badge).into());
    CardMark {
        symbol: Some(disc(it)),
        label: format!("{} {}", mark_name(it), it.badge.name()),
        text: words.join("; "),
        rule: Some(code(match it.double {
            true => ("omaha.fire.double", "A double colour needs depth"),
            false => ("omaha.fire.single", "A single colour fires with or without depth"),
        })),
    }
}

fn mark_name(it: FireMark) -> String {
    let double = if it.double { "double " } else { "" };
    format!("{double}{}", it.colour.name())
}

fn disc(it: FireMark) -> String {
    format!("c-{}-{}", it.colour.name(), if it.double { 2 } else { 1 })
}

/// What a badge adds (omaha.card.letters-basic; from turn 17 the action summary).
fn badge_means(g: &Day, badge: Badge) -> &'static str {
    match badge {
        Badge::Armour => "armour: tanks in the field can be hit like others",
        Badge::Star => "star: a leader can be hit too",
        _ if !g.has_german_actions() => "the letter means nothing before turn 17",
        _ => match g.data().tables.action(badge).re_us {
            GermanAct::ReSupplyAndFire => "R: reinforce, re-supply, redeploy",
            GermanAct::PatrolAll => "P: patrols disrupt those near",
            GermanAct::AdvanceOrFire => "A: advance, ambush or artillery",
            _ if badge == Badge::M => "M: mortars where nobody is in the field",
            _ => "F: fire",
        },
    }
}

fn symbol_mark(card: &Card) -> CardMark {
    mark(
        format!("c-{}", card.symbol.key()),
        card.symbol.sign().to_string(),
        format!(
            "steady and sporadic fire hits units with {} and all in crowded hexes; intense fire hits anybody",
            card.symbol.sign()
        ),
        Some(code(("omaha.card.fire-symbol", "The target symbol of the card"))),
    )
}

fn artillery_mark(g: &Day, card: &Card, sector: Sector) -> Option<CardMark> {
    let shown = card.artillery.as_ref()?;
    let have = artillery::count(g, sector, &shown.calibres);
    let calibres = calibre_words(&shown.calibres);
    let text = match () {
        () if !artillery::is_open(g) => "German artillery is not ready yet".to_string(),
        () if have < shown.number => {
            format!("needs {} guns of {calibres} mm, {have} are there: no fire", shown.number)
        }
        () => format!(
            "needs {} guns of {calibres} mm, {have} are there: one unit with {} loses a step",
            shown.number,
            card.symbol.sign()
        ),
    };
    let label = format!("artillery {}: {calibres}", shown.number);
    let rule = code(("omaha.arty.threshold", "The artillery box"));
    Some(mark("c-artillery".into(), label, text, Some(rule)))
}

pub(super) fn calibre_words(calibres: &[Calibre]) -> String {
    calibres.iter().map(|it| it.key()).collect::<Vec<_>>().join("/")
}

/// For infiltration, barrage and salvo only colours and the symbol matter.
fn plain_fire(card: &Card, purpose: Purpose) -> Vec<CardMark> {
    let fights = matches!(purpose, Purpose::Infiltration | Purpose::Barrage);
    let mut marks: Vec<CardMark> = card
        .fire
        .iter()
        .map(|it| CardMark {
            symbol: Some(disc(*it)),
            label: mark_name(*it),
            text: match (purpose, it.double) {
                (Purpose::Infiltration, true) => {
                    format!("{} with depth sees them", a_position(it.colour.name()))
                }
                (Purpose::Infiltration, false) => {
                    format!("{} sees them", a_position(it.colour.name()))
                }
                (Purpose::Barrage, _) => {
                    format!("the colour is shown for {} positions", it.colour.name())
                }
                _ => String::new(),
            },
            rule: None,
        })
        .collect();
    marks.push(CardMark {
        symbol: Some(format!("c-{}", card.symbol.key())),
        label: card.symbol.sign().to_string(),
        text: if fights { format!("units with {}", card.symbol.sign()) } else { String::new() },
        rule: None,
    });
    marks
}

/// Whether a position of the sector fires on this card.
pub(super) fn fires(g: &Day, position: PositionId, sector: Sector, card: &Card) -> bool {
    let it = &g.data().positions[position.index()];
    it.sector == sector
        && card.mark(it.colour).is_some_and(|mark| Firing::position(g, position, mark).is_some())
}

/// Whether the card by which a unit is hit shows its symbol.
pub(super) fn shows_symbol(g: &Day, hit: &Hit, symbol: Option<Symbol>) -> bool {
    let sector = match hit.by {
        Shooter::Position(position) => g.data().positions[position.index()].sector,
        Shooter::Artillery(sector) => sector,
        Shooter::Armour(id) => match g.hex_of(id) {
            Some(hex) => g.data().ground.sector(hex),
            None => return false,
        },
    };
    let card = cards::fire_card(g, sector).map(|it| &g.data().cards[it.index()]);
    card.is_some_and(|it| Some(it.symbol) == symbol)
}

// ---------------------------------------------------------------------------------------------------------------
// The deck

/// Cards that may come next, and how many they are.
fn left(g: &Day) -> Vec<&Card> {
    cards::cards(g.deck.undrawn).iter().map(|it| &g.data().cards[it.index()]).collect()
}

/// What the Germans could do next, by colour; symbols, artillery, landing letters, events: exact, since discards are
/// public.
pub(super) fn knowledge(g: &Day) -> Vec<Grid> {
    let left = left(g);
    let n = left.len();
    let count = |is: &dyn Fn(&Card) -> bool| part(left.iter().filter(|it| is(it)).count(), n);
    let mut grids = vec![colours(g, &left)];
    grids.push(Grid {
        title: "Symbols and artillery of the fire part".into(),
        text: String::new(),
        columns: vec!["of the cards left".into()],
        rows: Symbol::ALL
            .into_iter()
            .map(|symbol| {
                row(None, symbol.sign().to_string(), vec![count(&|it| it.symbol == symbol)])
            })
            .chain([row(
                Some("c-artillery".into()),
                "an artillery box".into(),
                vec![count(&|it| it.artillery.is_some())],
            )])
            .collect(),
    });
    grids.push(Grid {
        title: "Landing letters".into(),
        text: String::new(),
        columns: ["A", "B", "C", "D"].map(String::from).to_vec(),
        rows: Symbol::ALL
            .into_iter()
            .map(|symbol| {
                let letters = [Letter::A, Letter::B, Letter::C, Letter::D];
                let cells = letters.map(|letter| count(&|it| it.landing[symbol.index()] == letter));
                row(None, symbol.sign().to_string(), cells.to_vec())
            })
            .collect(),
    });
    grids.extend(events(g, &left));
    grids
}

fn row(symbol: Option<String>, label: String, cells: Vec<String>) -> GridRow {
    GridRow { symbol, label, cells, doubts: Vec::new() }
}

/// "14/38"
fn part(n: usize, of: usize) -> String {
    format!("{n}/{of}")
}

fn colours(g: &Day, left: &[&Card]) -> Grid {
    let n = left.len();
    let letters = g.has_german_actions();
    let mut columns = vec!["single", "double", "hits armour", "hits leaders"];
    if letters {
        columns.push("letters");
    }
    let rows = Colour::ALL.into_iter().map(|colour| {
        let marks: Vec<FireMark> = left.iter().filter_map(|it| it.mark(colour)).collect();
        let count =
            |is: &dyn Fn(&FireMark) -> bool| part(marks.iter().filter(|it| is(it)).count(), n);
        let mut cells = vec![
            count(&|it| !it.double),
            count(&|it| it.double),
            count(&|it| it.badge == Badge::Armour),
            count(&|it| it.badge == Badge::Star),
        ];
        if letters {
            cells.push(badges(&marks));
        }
        row(Some(format!("c-{}-1", colour.name())), held_by(g, colour), cells)
    });
    let told = if letters {
        " What a letter makes them do is in the display of the Germans (E)."
    } else {
        ""
    };
    Grid {
        title: "What the Germans could do next, by colour".into(),
        text: format!(
            "Of {n} cards left. A position fires on its colour; on a double one only with depth. Each sector draws a \
             card of its own.{told}"
        ),
        columns: columns.into_iter().map(String::from).collect(),
        rows: rows.collect(),
    }
}

/// "R 5, A 4", each pair on one line.
fn badges(marks: &[FireMark]) -> String {
    let all = [Badge::F, Badge::R, Badge::M, Badge::P, Badge::A].into_iter().filter_map(|badge| {
        let n = marks.iter().filter(|it| it.badge == badge).count();
        (0 < n).then(|| format!("{}\u{a0}{n}", badge.name()))
    });
    all.collect::<Vec<_>>().join(", ")
}

/// The colour with the positions of that colour that Germans hold, those of the beach first.
fn held_by(g: &Day, colour: Colour) -> String {
    let names = Names(g.data());
    let held = g
        .positions()
        .filter(|it| g.data().positions[it.index()].colour == colour && g.is_held(*it));
    let held: Vec<&str> = held.map(|it| names.position(it)).collect();
    match held.is_empty() {
        true => format!("{}: nobody", colour.name()),
        false => format!("{}: {}", colour.name(), held.join(", ")),
    }
}

fn events(g: &Day, left: &[&Card]) -> Option<Grid> {
    if g.data().plan.last_turn <= g.turn {
        return None;
    }
    let band = band(g);
    let rows: Vec<GridRow> = (0..CardEvent::KEYS.len())
        .filter_map(|kind| {
            let n = left.iter().filter(|it| it.events[band].index() == kind).count();
            let title = g.data().events.get(kind).map(|it| it.title.clone())?;
            (0 < n).then(|| row(None, title, vec![part(n, left.len())]))
        })
        .collect();
    Some(Grid {
        title: "Events".into(),
        text: "In the band of this turn.".into(),
        columns: vec!["of the cards left".into()],
        rows,
    })
}

/// For the odds of a landing: how many of the cards left give each letter to a symbol.
pub(super) fn letters(g: &Day, symbol: Symbol) -> ([u32; 4], u32) {
    let left = left(g);
    let mut counts = [0; 4];
    for card in &left {
        counts[card.landing[symbol.index()] as usize] += 1;
    }
    (counts, left.len() as u32)
}

/// "a red position", "an orange position"
fn a_position(colour: &str) -> String {
    let article = if colour.starts_with('o') { "an" } else { "a" };
    format!("{article} {colour} position")
}
