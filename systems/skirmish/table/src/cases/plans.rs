//! Whole values in short words: moves, places, declarations.
//!
//! | asked | written |
//! |---|---|
//! | a place | `at 10,10`, `at 10,10 10,11 11,11` |
//! | a move | `stand`, `by 0,6`, `north 6`, `corners 10,16 \| stay \| 12,10 12,16`, `candidate 3` |
//! | spotting | `a1 watches 1 and a2 watches 1`, `nobody` |
//! | fire | `a1 at b1`, `a1 lmg_belt at b1`, `a1 sniper_rifle at b1 picks b1.2`, `a1 rocket_launcher at b1.2`, `a1 calls 20,30`, `a1 calls smoke 20,30 by a2`, `a1 goes on`, `a1 shifts 20,30 by a2`, joined by `and`; `hold` |
//! | assaults | `a1 at b1 and a2 at b1`, `nobody` |
//!
//! Anything else is read as JSON.

use kernel::PendingAsk;
use skirmish::Skirmish;
use skirmish::data::{ElementId, WeaponId};
use skirmish::fire::{Aim, Firer};
use skirmish::question::{Charge, Move, Placement, Plan, Topic};
use skirmish::state::{Attempt, Presence, Shot};
use skirmish::tables::{Class, Order};
use tabletop::{Path, Spot};
use testkit::cases::words::{Read, Words, Wrong};

use super::places::{
    battery_called, element, element_called, figure, inches, length, place, places, row,
};

pub(super) fn read(
    g: &Skirmish,
    asked: &PendingAsk<Skirmish>,
    line: usize,
    text: &str,
) -> Read<Plan> {
    let text = text.trim();
    if text.starts_with(['{', '[']) {
        let read = serde_json::from_str(text);
        return read.map_err(|it| Wrong { line, message: format!("no value: {it}") });
    }
    let mut words = Words::new(line, text);
    if words.take("candidate") {
        let n: usize = words.number("the number of a candidate")?;
        words.end()?;
        let ready = asked.ready.as_deref().unwrap_or_default();
        return match n.checked_sub(1).and_then(|it| ready.get(it)) {
            Some(it) => Ok(it.clone()),
            None => words.wrong(format!("there are {} candidates", ready.len())),
        };
    }
    match asked.ask.topic {
        Topic::SetUp(element) => {
            words.take("at");
            let places = row(&mut words, usize::from(g.data(element).size))?;
            words.end()?;
            Ok(Plan::Place(Placement { element, places }))
        }
        Topic::Move(id, order) => moved(g, id, Some(order), line, text),
        Topic::Run(id) | Topic::FallBack(id) | Topic::AssaultMove(id) | Topic::React(id) => {
            moved(g, id, None, line, text)
        }
        Topic::Spotting => list(line, text, |words| attempt(g, words)).map(Plan::Spot),
        Topic::Fire => list(line, text, |words| shot(g, words)).map(Plan::Fire),
        Topic::Assault => list(line, text, |words| charge(g, words)).map(Plan::Assault),
        _ => words.wrong("no value is asked for here"),
    }
}

/// Items joined by `and`; `nobody`, `hold` and `none` are an empty list.
fn list<T>(line: usize, text: &str, item: impl Fn(&mut Words) -> Read<T>) -> Read<Vec<T>> {
    if matches!(text, "nobody" | "hold" | "none") {
        return Ok(Vec::new());
    }
    let parts = text.split(" and ").map(|part| {
        let mut words = Words::new(line, part);
        let it = item(&mut words)?;
        words.end()?;
        Ok(it)
    });
    parts.collect()
}

/// The move of an element: all figures alike, or one list of corners for each living figure.
fn moved(
    g: &Skirmish,
    element: ElementId,
    order: Option<Order>,
    line: usize,
    text: &str,
) -> Read<Plan> {
    let mut words = Words::new(line, text);
    let starts: Vec<Spot> = g.spots(element).map(|(_, at)| at).collect();
    let shifted = |x: i32, y: i32| {
        let path = |at: &Spot| Path(vec![Spot { x: at.x + x, y: at.y + y, floor: at.floor }]);
        starts.iter().map(path).collect::<Vec<_>>()
    };
    let head = words.need("a move")?;
    let paths = match head.as_str() {
        "stand" => vec![Path::default(); starts.len()],
        "by" => {
            let (x, y) = (length(&mut words, "eastward")?, length(&mut words, "northward")?);
            shifted(x, y)
        }
        "north" | "south" | "east" | "west" => {
            let far = length(&mut words, "how far")?;
            let (x, y) = match head.as_str() {
                "north" => (0, far),
                "south" => (0, -far),
                "east" => (far, 0),
                _ => (-far, 0),
            };
            shifted(x, y)
        }
        "corners" => {
            let lists = text.trim_start_matches("corners").split('|');
            let paths: Read<Vec<Path>> = lists.map(|it| corners(line, it)).collect();
            words.rest();
            paths?
        }
        other => return words.wrong(format!("\"{other}\" is no move; see cases/README.md")),
    };
    words.end()?;
    // Who is not on the table yet says for each figure where on the edge its path begins.
    if g[element].presence == Presence::Away && head != "corners" {
        return words.wrong("a reserve says its corners, the first on the edge");
    }
    Ok(Plan::Move(Move { element, order, paths }))
}

fn corners(line: usize, text: &str) -> Read<Path> {
    let mut words = Words::new(line, text);
    if words.take("stay") {
        words.end()?;
        return Ok(Path::default());
    }
    let path = Path(places(&mut words)?);
    words.end()?;
    Ok(path)
}

/// `a1 watches 1`
fn attempt(g: &Skirmish, words: &mut Words) -> Read<Attempt> {
    let element = element(g, words)?;
    words.take("watches");
    Ok(Attempt { element, counter: words.number("a counter")? })
}

/// `a1 at b1`
fn charge(g: &Skirmish, words: &mut Words) -> Read<Charge> {
    let by = element(g, words)?;
    words.take("at");
    Ok(Charge { element: by, target: element(g, words)? })
}

fn shot(g: &Skirmish, words: &mut Words) -> Read<Shot> {
    let who = words.need("who fires")?;
    let (firer, id) = match (element_called(g, &who), battery_called(g, &who)) {
        (Some(id), _) => (Firer::Element(id), Some(id)),
        (_, Some(id)) => (Firer::Battery(id), None),
        _ => return words.wrong(format!("there is no element or battery \"{who}\"")),
    };
    let named = words.peek().and_then(|it| g.tables().weapon_called(it));
    if named.is_some() {
        words.next();
    }
    let (group, class) = match id {
        Some(id) => group(g, id, named),
        None => (0, Class::Indirect),
    };
    let verb = words.need("at, calls, goes on or shifts")?;
    let aim = match verb.as_str() {
        "at" if class == Class::DirectHe => Aim::Figure(figure(g, words)?),
        "at" => {
            let target = element(g, words)?;
            let pick = if words.take("picks") { Some(figure(g, words)?) } else { None };
            Aim::Element { element: target, pick }
        }
        "calls" => {
            let smoke = words.take("smoke");
            let at = point(g, words)?;
            Aim::Call { at, smoke, spotter: spotter(g, words, id)? }
        }
        "goes" => {
            words.take("on");
            Aim::Continue
        }
        "shifts" => {
            let at = point(g, words)?;
            Aim::Adjust { at, spotter: spotter(g, words, id)? }
        }
        other => return words.wrong(format!("\"{other}\": at, calls, goes on or shifts")),
    };
    let called = matches!(aim, Aim::Call { .. } | Aim::Continue | Aim::Adjust { .. });
    // Without a name the indirect weapon is meant where only that can do it.
    let group = match (id, named) {
        (Some(id), None) if called => indirect(g, id),
        _ => group,
    };
    Ok(Shot { firer, group, aim })
}

fn point(g: &Skirmish, words: &mut Words) -> Read<Spot> {
    match words.peek() {
        Some(it) if inches(it).is_some() => place(words),
        _ => super::places::spot(g, words),
    }
}

/// `by a2`; a weapon on the table spots for itself if nothing is said.
fn spotter(g: &Skirmish, words: &mut Words, own: Option<ElementId>) -> Read<ElementId> {
    if words.take("by") {
        return element(g, words);
    }
    match own {
        Some(it) => Ok(it),
        None => words.wrong("a battery needs a spotter: by a2"),
    }
}

/// The number of a group by its weapon, whether it can fire now or not; small arms if none is named.
fn group(g: &Skirmish, id: ElementId, weapon: Option<WeaponId>) -> (u8, Class) {
    let Some(weapon) = weapon else { return (0, Class::SmallArms) };
    let (data, class) = (g.data(id), g.tables().weapon(weapon).class);
    if let Some(i) = data.support.iter().position(|it| *it == weapon) {
        return (1 + i as u8, class);
    }
    let own = |it: &skirmish::data::FigureId| g.scene.figures[usize::from(it.0)].weapon == weapon;
    let carried = g.alive(id).find(own).filter(|_| class != Class::SmallArms);
    let index = carried.map_or(0, |it| 1 + data.support.len() as u8 + (it.0 - data.first.0));
    (index, class)
}

fn indirect(g: &Skirmish, id: ElementId) -> u8 {
    let is = |it: &WeaponId| g.tables().weapon(*it).class == Class::Indirect;
    let weapon = g.data(id).support.iter().copied().find(is);
    group(g, id, weapon).0
}
