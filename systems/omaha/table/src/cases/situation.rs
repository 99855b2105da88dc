//! `situation` fences: an empty board of a scenario, then what is put on it.

mod german;

use omaha::control;
use omaha::data::{DepthId, DepthPool, Division, ExitId, GermanId, GermanKind, Sector, UnitId};
use omaha::state::{
    Base, Climb, Day, Depth, DepthPlace, German, GermanPlace, HeroState, Holders, Phase, Place,
    Pool, Shared, Today, Unit,
};

use kernel::Rules as _;
use testkit::cases::field::Fields;

use super::data;
use super::draws::{Draws, open_card};
use super::fields::{HexField, TurnField, UnitField};
use super::words::{self, Read, Words, wrong};
use crate::cases::{BlockKind, Case, Text};

/// Where a case begins.
pub(super) struct Scene {
    pub(super) day: Day,
    /// A phase is named: it is run. Otherwise nothing moves until something is played.
    pub(super) runs: bool,
    pub(super) draws: Draws,
}

pub(super) fn build(case: &Case) -> Read<Scene> {
    let lines = statements(case);
    let mut scenario = ("first-waves".to_owned(), case.line);
    let mut version = Day::VERSION;
    let mut phase = None;
    for text in &lines {
        let mut words = Words::new(text.line, &text.text);
        if words.take("scenario") {
            scenario = (words.need("the scenario")?, text.line);
        } else if words.take("version") {
            version = words.number("a version of the rules")?;
        } else if words.take("phase") {
            phase = Some(words::phase(&mut words)?);
        }
    }
    let shared = Shared::new(data(&scenario.0).or_else(|it| wrong(scenario.1, it))?);
    let mut day = Day::new(shared).by_version(version);
    if phase != Some(Phase::SetUp) {
        clear(&mut day);
    }
    day.phase = phase.unwrap_or(Phase::UsActions);
    let mut scene = Scene { day, runs: phase.is_some(), draws: Draws::default() };
    let mut late = Vec::new();
    for text in &lines {
        let mut words = Words::new(text.line, &text.text);
        // Companies lost by number are those nobody speaks of.
        if text.text.trim().starts_with("losses") {
            late.push(words);
            continue;
        }
        statement(&mut scene, &mut words)?;
        words.end()?;
    }
    for mut words in late {
        statement(&mut scene, &mut words)?;
        words.end()?;
    }
    if !scene.day.doubt && phase != Some(Phase::SetUp) {
        scene.day.today.in_communication = control::german_communication(&scene.day);
    }
    Ok(scene)
}

/// One statement a line, or several separated by `;`.
fn statements(case: &Case) -> Vec<Text> {
    let blocks = case.blocks.iter().filter(|it| it.kind == BlockKind::Situation);
    let lines = blocks.flat_map(|it| &it.lines);
    let parts = lines.flat_map(|it| {
        it.text.split(';').map(|part| Text { line: it.line, text: part.trim().to_owned() })
    });
    parts.filter(|it| !it.text.is_empty()).collect()
}

/// No US counter is in play, no German on the map; pools and deck are full.
fn clear(g: &mut Day) {
    let n = (g.data().units.len(), g.data().germans.len(), g.data().depths.len());
    for id in (0..n.0 as u8).map(UnitId) {
        let counter = &g.data().units[id.index()];
        let (steps, command) = (counter.full_steps(), counter.division);
        g[id] = Unit { steps, command, ..Unit::default() };
    }
    for id in (0..n.1 as u8).map(GermanId) {
        let place = match g.data().germans[id.index()].kind {
            GermanKind::Wn(_) => GermanPlace::Gone,
            GermanKind::Tactical => GermanPlace::Pool(Pool::Tactical),
            GermanKind::Division => GermanPlace::Pool(Pool::Division),
            GermanKind::Meyer => GermanPlace::Pool(Pool::Meyer),
            GermanKind::Armour(_) if g.data().variants.armour => GermanPlace::Pool(Pool::Armour),
            GermanKind::Armour(_) => GermanPlace::Gone,
        };
        g[id] = German { place, ..German::default() };
    }
    for id in (0..n.2 as u8).map(DepthId) {
        let pool = g.data().depths[id.index()].pool;
        let out = pool == DepthPool::Armour && !g.data().variants.armour;
        let place = if out { DepthPlace::Gone } else { DepthPlace::Pool(pool) };
        g[id] = Depth { place, ..Depth::default() };
    }
    g.holders = Holders::NONE;
    g.deck = omaha::state::Deck::default();
    g.deck.undrawn = (1 << g.data().cards.len()) - 1;
    g.cleared = omaha::data::Hexes::EMPTY;
    g.losses = Default::default();
    g.exited.clear();
    g.batteries = ((1_u16 << g.data().batteries.len()) - 1) as u8;
    g.turn = 1;
    g.today = Today::default();
}

fn statement(scene: &mut Scene, words: &mut Words) -> Read<()> {
    let g = &mut scene.day;
    let word = words.need("a statement")?;
    if let Some(field) = HexField::read(&word) {
        for hex in hexes(g, words)? {
            field.of_mut(g).insert(hex);
        }
        return Ok(());
    }
    if let Some(field) = TurnField::read(&word) {
        return field.set(&mut g.today, false, words);
    }
    match word.as_str() {
        "scenario" | "version" => {
            words.next();
        }
        "phase" => {
            words::phase(words)?;
        }
        "turn" => {
            let turn = words.number("the turn")?;
            let last = g.data().tables.turns.len();
            if turn == 0 || last < usize::from(turn) {
                return words.wrong(format!("the turns are 1 to {last}"));
            }
            g.turn = turn;
        }
        "unit" => unit(g, words)?,
        "german" => german::german(g, words)?,
        "pool" => german::pool(g, words)?,
        "pile" => german::pile(g, words)?,
        "meyer" => german::meyer(g, words)?,
        "gone" => german::gone(g, words)?,
        "naval" => g.naval_markers = words.number("naval fire markers")?,
        "cleared" => {
            for hex in hexes(g, words)? {
                g.cleared.insert(hex);
            }
        }
        "base" => base(g, words)?,
        "losses" => losses(g, words)?,
        "exited" => exited(g, words)?,
        "smoke" => {
            while words.peek().is_some() {
                let position = words::position(words, g.data())?;
                g.today.smoke.insert(position);
            }
        }
        "hunted" => g.today.hunted = Some(words::unit(words, g.data())?),
        "paid" => g.today.paid = words.number("the change in paid actions")?,
        "spent" => {
            let division = words.word::<Division>()?;
            g.today.spent[division.index()] = words.number("paid actions spent")?;
        }
        "acting" => g.today.acting = Some(words.word()?),
        "finished" => g.today.finished[words.word::<Division>()?.index()] = true,
        "shelled" => g.today.shelled[words.word::<Sector>()?.index()] = true,
        "bled" => {
            while words.peek().is_some() {
                let unit = words::unit(words, g.data())?;
                g.today.bled.insert(unit);
            }
        }
        "rockets" => {
            words.take("fired");
            g.rockets_fired = true;
        }
        "refilled" => g.mobile_refilled = true,
        "armour-entered" => g.armour_entered = words.number("armour units entered")?,
        "batteries" => batteries(g, words)?,
        "open" => {
            let sector = words.word::<Sector>()?;
            let card = open_card(words, g)?;
            g.deck.undrawn &= !(1 << card.0);
            g.deck.fire[sector.index()] = Some(card);
        }
        "discarded" | "used" | "deck" => {
            let mut set = 0;
            while words.peek().is_some() {
                let card = open_card_by_number(g, words)?;
                set |= 1 << card;
            }
            match word.as_str() {
                "discarded" => g.deck.discarded |= set,
                "used" => g.deck.used |= set,
                // The rest of the deck is discarded.
                _ => g.deck.discarded |= g.deck.undrawn & !set,
            }
            g.deck.undrawn &= !(g.deck.discarded | g.deck.used);
        }
        "next" => scene.draws.read(words, g.data())?,
        "in" if words.take("command") => {
            return words.wrong("who is in command is worked out by the phase");
        }
        other => {
            return words.wrong(format!("there is no statement \"{other}\"; see cases/README.md"));
        }
    }
    Ok(())
}

fn hexes(g: &Day, words: &mut Words) -> Read<Vec<board::HexId>> {
    let mut out = vec![words::hex(words, g.data())?];
    while words.peek().is_some() {
        out.push(words::hex(words, g.data())?);
    }
    Ok(out)
}

fn open_card_by_number(g: &Day, words: &mut Words) -> Read<usize> {
    let number: u8 = words.number("the number of a card")?;
    match g.data().cards.iter().position(|it| it.number == number) {
        Some(it) => Ok(it),
        None => words.wrong(format!("there is no card {number}")),
    }
}

/// `unit 16-E at 2305 steps 2 hero disrupted`
fn unit(g: &mut Day, words: &mut Words) -> Read<()> {
    let id = words::unit(words, g.data())?;
    let leader = g.kind(id).is_leader();
    let mut placed = g[id].place != Place::Unused;
    while let Some(word) = words.next() {
        if let Some(field) = UnitField::read(&word) {
            field.set(&mut g[id], false, words)?;
            continue;
        }
        match word.as_str() {
            "at" => {
                let hex = words::hex(words, g.data())?;
                if g.german_at(hex).is_some() {
                    return words.wrong("a German unit is in that hex");
                }
                g[id].place = Place::Map(hex);
                placed = true;
            }
            "in" => {
                g[id].place = Place::Box(words::landing_box(words, g.data())?);
                placed = true;
            }
            "track" => {
                g[id].place = Place::Track(words.number("the turn")?);
                placed = true;
            }
            "lost" | "gone" => {
                g[id].place = if word == "lost" { Place::Lost } else { Place::Gone };
                g[id].steps = 0;
                placed = true;
            }
            "steps" => {
                let steps: u8 = words.number("steps")?;
                let full = g.data().units[id.index()].full_steps();
                if leader || steps == 0 || full < steps {
                    return words.wrong(format!("it has {full} steps, not {steps}"));
                }
                g[id].steps = steps;
            }
            "hero" | "inspired" => {
                let named = words.peek().and_then(Division::read);
                if named.is_some() {
                    words.next();
                }
                let division = named.unwrap_or(g[id].command);
                g[id].hero = match word.as_str() {
                    "hero" => HeroState::Hero(division),
                    _ => HeroState::Inspired(division),
                };
            }
            "just-disrupted" => {
                g[id].disrupted = true;
                g[id].just_disrupted = true;
            }
            "climb" => {
                g[id].climb = if words.take("cliff") {
                    Climb::Cliff(words::hex(words, g.data())?)
                } else {
                    Climb::Climbing
                };
            }
            "command" => g[id].command = words.word()?,
            "post" => {
                let space = words.peek().and_then(|it| it.parse().ok());
                if space.is_some() {
                    words.next();
                }
                g[id].post = Some(space.unwrap_or(0));
            }
            other => {
                return words.wrong(format!(
                    "\"{other}\" says nothing about a unit: at, in, track, lost, gone, steps, hero, inspired, disrupted, just-disrupted, \
                     climb [cliff HEX], acted, command, post, wounded, delayed"
                ));
            }
        }
    }
    if !placed {
        return words.wrong("where is it? at 2305, in ER4, track 6, lost or gone");
    }
    Ok(())
}

/// `base 1 at 2305 space 3`
fn base(g: &mut Day, words: &mut Words) -> Read<()> {
    let division = words.word::<Division>()?;
    words.take("at");
    let hex = words::hex(words, g.data())?;
    let space = if words.take("space") { words.number("the space of the track")? } else { 0 };
    if g.data().tables.constants.engineer_base_track.len() <= usize::from(space) {
        return words.wrong("the track is not so long");
    }
    g.bases[division.index()].push(Base { hex, space });
    Ok(())
}

/// `losses 1: 16-E 16-F`, or `losses 1: 5` of those not in play
fn losses(g: &mut Day, words: &mut Words) -> Read<()> {
    let word = words.need("a division")?;
    let Some(division) = Division::read(word.trim_end_matches(':')) else {
        return words.wrong(format!("the divisions are 1 and 29, not \"{word}\""));
    };
    if let Some(n) = words.peek().and_then(|it| it.parse::<usize>().ok()) {
        words.next();
        let free: Vec<UnitId> = g
            .all_units()
            .filter(|it| {
                let counter = &g.data().units[it.index()];
                counter.kind.is_regular()
                    && counter.division == division
                    && g[*it].place == Place::Unused
            })
            .collect();
        german::enough(words, free.len(), n)?;
        free[..n].iter().for_each(|it| lose(g, *it, division));
        return Ok(());
    }
    while words.peek().is_some() {
        let unit = words::unit(words, g.data())?;
        lose(g, unit, division);
    }
    Ok(())
}

/// In the box, and lost unless it is in play with a step left.
fn lose(g: &mut Day, unit: UnitId, division: Division) {
    g.losses[division.index()].insert(unit);
    if g[unit].place == Place::Unused {
        g[unit].place = Place::Lost;
        g[unit].steps = 0;
    }
}

/// `exited 116-A by D steps 3`
fn exited(g: &mut Day, words: &mut Words) -> Read<()> {
    let unit = words::unit(words, g.data())?;
    if !words.take("by") {
        return words.wrong("by which exit? exited 116-A by D steps 3");
    }
    let exit: ExitId = words::exit(words, g.data())?;
    let full = g.data().units[unit.index()].full_steps();
    let steps = if words.take("steps") { words.number("steps")? } else { full };
    g[unit].place = Place::Exited(exit);
    g[unit].steps = steps;
    g.exited.push((unit, exit, steps));
    Ok(())
}

/// `batteries none`, `batteries east-105 west-flak`
fn batteries(g: &mut Day, words: &mut Words) -> Read<()> {
    g.batteries = 0;
    if words.take("none") {
        return Ok(());
    }
    while let Some(name) = words.next() {
        let Some(at) = g.data().batteries.iter().position(|it| it.name == name) else {
            let all: Vec<&str> = g.data().batteries.iter().map(|it| it.name.as_str()).collect();
            return words.wrong(format!("there is no battery \"{name}\": {}", all.join(", ")));
        };
        g.batteries |= 1 << at;
    }
    Ok(())
}
