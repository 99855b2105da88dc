//! What can be set and expected of an element, each field once: its word, how it is shown, how it is set. An expectation
//! sets the field in a copy and compares what both show.

use skirmish::Skirmish;
use skirmish::data::ElementId;
use skirmish::state::{Counter, Level, Marker, Mission, Moved, Presence};
use skirmish::tables::Order;
use tabletop::Spot;
use testkit::cases::words::{Read, Words};

use super::places::{element, place, row, shown_place, shown_places};

pub(super) struct Field {
    pub(super) word: &'static str,
    pub(super) show: fn(&Skirmish, ElementId) -> String,
    pub(super) set: fn(&mut Skirmish, ElementId, &mut Words) -> Read<()>,
}

macro_rules! fields {
    ($($word:literal, $show:expr, $set:expr;)+) => {
        pub(super) const FIELDS: &[Field] = &[$(Field { word: $word, show: $show, set: $set }),+];
    };
}

fields! {
    "good", level, |g, id, _| { g[id].level = Level::Good; Ok(()) };
    "suppressed", level, |g, id, _| { g[id].level = Level::Suppressed; Ok(()) };
    "broken", level, |g, id, _| { g[id].level = Level::Broken; Ok(()) };
    "dispersed", level, |g, id, _| { g[id].level = Level::Dispersed; Ok(()) };
    "away", presence, |g, id, _| { g[id].presence = Presence::Away; Ok(()) };
    "hidden", presence, hide;
    "revealed", presence, |g, id, _| { g[id].presence = Presence::Revealed; Ok(()) };
    "gone", presence, remove;
    "at", at, stand;
    "lost", lost, lose;
    "order", order, give_order;
    "moved", moved, move_it;
    "hits", |g, id| g[id].hits.to_string(), |g, id, words| { g[id].hits = words.number("hits")?; Ok(()) };
    "kills", |g, id| g[id].kills.to_string(), |g, id, words| { g[id].kills = words.number("kills")?; Ok(()) };
    "strength", |g, id| g[id].strength.to_string(), |g, id, words| {
        g[id].strength = words.number("strength")?;
        Ok(())
    };
    "severe", |g, id| g[id].severe.to_string(), |g, id, _| { g[id].severe = true; Ok(()) };
    "he", |g, id| rounds(g[id].he_rounds), |g, id, words| { g[id].he_rounds = read_rounds(words)?; Ok(()) };
    "smoke", |g, id| rounds(g[id].smoke_rounds), |g, id, words| {
        g[id].smoke_rounds = read_rounds(words)?;
        Ok(())
    };
    "mission", |g, id| mission(g[id].mission), |g, id, words| { g[id].mission = read_mission(words)?; Ok(()) };
    "marker", marker, mark;
}

/// `suppressed order M at 10,10`: makes all of it so.
pub(super) fn set_all(g: &mut Skirmish, id: ElementId, words: &mut Words) -> Read<()> {
    while let Some(word) = words.next() {
        (called(words, &word)?.set)(g, id, words)?;
    }
    Ok(())
}

/// Is all that follows so? What is otherwise comes back: expected, found.
pub(super) fn check_all(
    g: &Skirmish,
    id: ElementId,
    words: &mut Words,
) -> Read<Option<(String, String)>> {
    let mut differs = None;
    while let Some(word) = words.next() {
        let not = word == "not";
        let word = if not { words.need("a field")? } else { word };
        let field = called(words, &word)?;
        let mut wanted = g.clone();
        (field.set)(&mut wanted, id, words)?;
        let (wanted, found) = ((field.show)(&wanted, id), (field.show)(g, id));
        if (wanted == found) == not {
            let not = if not { "not " } else { "" };
            differs.get_or_insert((format!("{not}{word} {wanted}"), format!("{word} {found}")));
        }
    }
    Ok(differs)
}

pub(super) fn is_field(word: &str) -> bool {
    FIELDS.iter().any(|it| it.word == word)
}

fn called(words: &Words, word: &str) -> Read<&'static Field> {
    let known = || FIELDS.iter().map(|it| it.word).collect::<Vec<_>>().join(", ");
    match FIELDS.iter().find(|it| it.word == word) {
        Some(it) => Ok(it),
        None => words.wrong(format!("there is no field \"{word}\": {}", known())),
    }
}

fn level(g: &Skirmish, id: ElementId) -> String {
    format!("{:?}", g[id].level).to_lowercase()
}

fn presence(g: &Skirmish, id: ElementId) -> String {
    format!("{:?}", g[id].presence).to_lowercase()
}

/// Its counter gets its number when all of the situation stands.
fn hide(g: &mut Skirmish, id: ElementId, _: &mut Words) -> Read<()> {
    g[id].presence = Presence::Hidden;
    Ok(())
}

fn remove(g: &mut Skirmish, id: ElementId, _: &mut Words) -> Read<()> {
    (g[id].presence, g[id].level) = (Presence::Gone, Level::Dispersed);
    for figure in g.data(id).figures() {
        g[figure].alive = false;
    }
    Ok(())
}

fn at(g: &Skirmish, id: ElementId) -> String {
    shown_places(g.spots(id).map(|(_, at)| at))
}

/// Places of the living figures. Who has a place is on the table.
fn stand(g: &mut Skirmish, id: ElementId, words: &mut Words) -> Read<()> {
    let living: Vec<_> = g.alive(id).collect();
    if living.is_empty() {
        return words.wrong("nobody of it is left to stand anywhere");
    }
    for (figure, at) in living.iter().zip(row(words, living.len())?) {
        g[*figure].at = at;
    }
    if g[id].presence == Presence::Away {
        g[id].presence = Presence::Revealed;
    }
    Ok(())
}

fn lost(g: &Skirmish, id: ElementId) -> String {
    let dead = g.data(id).figures().enumerate().filter(|(_, it)| !g[*it].alive);
    let dead: Vec<String> = dead.map(|(i, _)| (i + 1).to_string()).collect();
    if dead.is_empty() { "none".into() } else { dead.join(" ") }
}

/// `lost 2 3`, `lost none`: figures by number.
fn lose(g: &mut Skirmish, id: ElementId, words: &mut Words) -> Read<()> {
    let mut dead: Vec<usize> = Vec::new();
    if !words.take("none") {
        while let Some(n) = words.peek().and_then(|it| it.parse().ok()) {
            words.next();
            dead.push(n);
        }
        if dead.is_empty() {
            return words.wrong("which figures are lost: \"lost 2 3\" or \"lost none\"");
        }
    }
    for (i, figure) in g.data(id).figures().enumerate() {
        g[figure].alive = !dead.contains(&(i + 1));
    }
    Ok(())
}

fn order(g: &Skirmish, id: ElementId) -> String {
    g[id].order.map_or("none".into(), |it| g.tables().order(it).letter.to_string())
}

/// `order M`; who is under A, M or C has moved.
fn give_order(g: &mut Skirmish, id: ElementId, words: &mut Words) -> Read<()> {
    if words.take("none") {
        g[id].order = None;
        return Ok(());
    }
    let order: Order = words.word()?;
    g[id].order = Some(order);
    if order != Order::Fire {
        g[id].moved = Moved::ByOrder;
    }
    Ok(())
}

fn moved(g: &Skirmish, id: ElementId) -> String {
    match g[id].moved {
        Moved::No => "no".into(),
        Moved::ByOrder => "order".into(),
        Moved::ByCompulsion => "compulsion".into(),
    }
}

fn move_it(g: &mut Skirmish, id: ElementId, words: &mut Words) -> Read<()> {
    g[id].moved = match words.need("how it moved")?.as_str() {
        "no" => Moved::No,
        "order" => Moved::ByOrder,
        "compulsion" => Moved::ByCompulsion,
        other => return words.wrong(format!("moved no, order or compulsion, not \"{other}\"")),
    };
    Ok(())
}

pub(super) fn rounds(left: Option<u8>) -> String {
    left.map_or("unlimited".into(), |it| it.to_string())
}

pub(super) fn read_rounds(words: &mut Words) -> Read<Option<u8>> {
    if words.take("unlimited") { Ok(None) } else { words.number("rounds").map(Some) }
}

pub(super) fn mission(it: Option<Mission>) -> String {
    let Some(it) = it else { return "none".into() };
    let kind = if it.for_effect { "effect" } else { "call" };
    let (smoke, used) = (if it.smoke { " smoke" } else { "" }, if it.used { " used" } else { "" });
    format!("{kind} {}{smoke}{used}", shown_place(it.at))
}

/// `call 20,30`, `effect 20,30`, then `smoke` and `used` if it is so; `none`.
pub(super) fn read_mission(words: &mut Words) -> Read<Option<Mission>> {
    if words.take("none") {
        return Ok(None);
    }
    let for_effect = match words.need("call or effect")?.as_str() {
        "effect" => true,
        "call" => false,
        other => return words.wrong(format!("a mission is call, effect or none, not \"{other}\"")),
    };
    let at: Spot = place(words)?;
    let (smoke, used) = (words.take("smoke"), words.take("used"));
    Ok(Some(Mission { at, for_effect, smoke, used }))
}

fn marker(g: &Skirmish, id: ElementId) -> String {
    match &g[id].marker {
        Some(it) => format!("{} {}", g.data(it.mover).key, it.checkpoint),
        None => "none".into(),
    }
}

/// `marker b1 2`: at b1, checkpoint 2, as it stands now.
fn mark(g: &mut Skirmish, id: ElementId, words: &mut Words) -> Read<()> {
    if words.take("none") {
        g[id].marker = None;
        return Ok(());
    }
    let mover = element(g, words)?;
    let checkpoint = words.number("a checkpoint")?;
    let stood = g.spots(mover).collect();
    g[id].marker = Some(Box::new(Marker { mover, checkpoint, stood }));
    Ok(())
}

/// The counter of an element, as cases expect it: `counter 2 of B`.
pub(super) fn shown_counter(it: &Counter) -> String {
    shown_place(it.at)
}
