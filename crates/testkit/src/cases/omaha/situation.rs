//! `situation` fences: an empty board of a scenario, then what is put on it.

use omaha::data::{DepthId, DepthPool, Division, ExitId, GermanId, GermanKind, UnitId};
use omaha::state::{
    Base, Climb, Day, Depth, DepthPlace, German, GermanPlace, HeroState, Phase, Place, Pool,
    Shared, Today, Unit,
};
use omaha::{control, pools};

use super::data;
use super::draws::{Draws, open_card};
use super::words::{self, DepthWish, KindWish, Read, UnitWish, Words, wrong};
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
    let mut phase = None;
    for text in &lines {
        let mut words = Words::new(text.line, &text.text);
        if words.take("scenario") {
            scenario = (words.need("the scenario")?, text.line);
        } else if words.take("phase") {
            phase = Some(words::phase(&mut words)?);
        }
    }
    let shared = Shared::new(data(&scenario.0).or_else(|it| wrong(scenario.1, it))?);
    let mut day = Day::new(shared);
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
        let unit =
            Unit { steps: counter.full_steps(), command: counter.division, ..Unit::default() };
        g[id] = unit;
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
    g.holders = [None; omaha::data::MOST_SITES];
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
    match word.as_str() {
        "scenario" => {
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
        "german" => german(g, words)?,
        "pool" => pool(g, words)?,
        "pile" => pile(g, words)?,
        "meyer" => meyer(g, words)?,
        "gone" => gone(g, words)?,
        "naval" => g.naval_markers = words.number("naval fire markers")?,
        "cleared" => {
            for hex in hexes(g, words)? {
                g.cleared.insert(hex);
            }
        }
        "garrison" => {
            for hex in hexes(g, words)? {
                g.garrisons.insert(hex);
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
        "heights" => g.today.heights = true,
        "shelled-exits" => g.today.shelled_exits = true,
        "hunted" => g.today.hunted = Some(words::unit(words, g.data())?),
        "paid" => g.today.paid = words.number("the change in paid actions")?,
        "spent" => {
            let division = words::division(words)?;
            g.today.spent[division.index()] = words.number("paid actions spent")?;
        }
        "acting" => g.today.acting = Some(words::division(words)?),
        "finished" => g.today.finished[words::division(words)?.index()] = true,
        "shelled" => g.today.shelled[words::sector(words)?.index()] = true,
        "attacked" => {
            for hex in hexes(g, words)? {
                g.today.attacked.insert(hex);
            }
        }
        "barraged" => {
            for hex in hexes(g, words)? {
                g.today.barraged.insert(hex);
            }
        }
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
            let sector = words::sector(words)?;
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
                let named = words.peek().and_then(words::division_called);
                if named.is_some() {
                    words.next();
                }
                let division = named.unwrap_or(g[id].command);
                g[id].hero = match word.as_str() {
                    "hero" => HeroState::Hero(division),
                    _ => HeroState::Inspired(division),
                };
            }
            "disrupted" => g[id].disrupted = true,
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
            "acted" => g[id].acted = true,
            "command" => g[id].command = words::division(words)?,
            "post" => {
                let space = words.peek().and_then(|it| it.parse().ok());
                if space.is_some() {
                    words.next();
                }
                g[id].post = Some(space.unwrap_or(0));
            }
            "wounded" => g[id].wounded = true,
            "delayed" => g[id].delayed = true,
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

/// `german C5 T revealed depth 2 AR`; armour of the variant: `german road 1510 armour purple`
fn german(g: &mut Day, words: &mut Words) -> Read<()> {
    let road = words.take("road").then(|| words::hex(words, g.data())).transpose()?;
    let site = match road {
        Some(_) => None,
        None => Some(words::site(words, g.data())?),
    };
    let mut wish = UnitWish::default();
    let mut colour = None;
    let (mut revealed, mut disrupted, mut known) = (false, false, false);
    let mut depth: Option<(DepthWish, bool)> = None;
    loop {
        if words.take("revealed") {
            revealed = true;
        } else if words.take("disrupted") {
            disrupted = true;
        } else if words.take("known") {
            known = true;
        } else if words.take("depth") {
            let (mut wish, mut shown) = (DepthWish::default(), words.take("revealed"));
            while wish.read(words)? {}
            shown |= words.take("revealed");
            depth = Some((wish, shown));
        } else if let Some(it) = words.peek().and_then(words::colour_called) {
            words.next();
            colour = Some(it);
        } else if !wish.read(words, g.data())? {
            break;
        }
    }
    if let Some(more) = words.peek() {
        let message = format!(
            "\"{more}\" says nothing about a German unit: plain, 75, 88, rocket, T, D, M, a name, strength, requires, of, revealed, \
             known, disrupted, depth [N WEAPONS] [tactical] [revealed]"
        );
        return words.wrong(message);
    }
    let crew = site.map(|it| {
        let position = g.data().sites[it.index()].position;
        g.data().positions[position.index()].is_wn()
    });
    if wish.is_open() {
        wish.kind = Some(match crew {
            Some(true) => KindWish::Gun(omaha::data::Gun::Plain),
            Some(false) => KindWish::Tactical,
            None => KindWish::Armour,
        });
    }
    // By values alone: a crew in a strongpoint, infantry elsewhere.
    let named = wish.is_named();
    let free = |g: &Day, it: GermanId| {
        matches!(g[it].place, GermanPlace::Pool(_) | GermanPlace::Gone | GermanPlace::Pile)
    };
    let all = (0..g.data().germans.len() as u8).map(GermanId);
    let unit = all.clone().find(|it| {
        let counter = &g.data().germans[it.index()];
        let right = colour.is_none_or(|colour| counter.kind == GermanKind::Armour(colour));
        let likely = named
            || (crew == Some(counter.kind.is_wn()) && crew.is_none() == counter.kind.is_armour());
        free(g, *it) && wish.fits(counter) && right && likely
    });
    let Some(unit) = unit else {
        let left: Vec<String> = all
            .filter(|it| free(g, *it))
            .map(|it| words::german_text(&g.data().germans[it.index()]))
            .collect();
        return words.wrong(format!("no such unit is left; there are:\n  {}", left.join("\n  ")));
    };
    match (site, road) {
        (Some(site), _) => {
            if g.holders[site.index()].is_some() {
                return words.wrong("a German unit is there already");
            }
            pools::place(g, unit, site);
        }
        (None, Some(hex)) => g[unit].place = GermanPlace::Road(hex),
        (None, None) => (),
    }
    if g.hex_of(unit).is_some_and(|hex| g.at(hex).next().is_some()) {
        return words.wrong("a US unit is in that hex");
    }
    g[unit].revealed = revealed;
    g[unit].known = revealed || known;
    g[unit].disrupted = disrupted;
    if let Some((wish, shown)) = depth {
        give_depth(g, words, unit, &wish, shown)?;
    }
    Ok(())
}

fn give_depth(
    g: &mut Day,
    words: &Words,
    unit: GermanId,
    wish: &DepthWish,
    shown: bool,
) -> Read<()> {
    let pool = pools::depth_pool(g, unit);
    let left = pools::depths_in(g, pool);
    let fits = |it: &&DepthId| wish.fits(&g.data().depths[it.index()]);
    let plain = |it: &&DepthId| fits(it) && !g.data().depths[it.index()].tactical;
    let Some(depth) = left.iter().find(plain).or_else(|| left.iter().find(fits)).copied() else {
        let left: Vec<String> =
            left.iter().map(|it| words::depth_text(&g.data().depths[it.index()])).collect();
        let message = format!("no such depth marker is left; there are:\n  {}", left.join("\n  "));
        return words.wrong(message);
    };
    pools::give_depth(g, unit, depth);
    g[depth].revealed = shown;
    g[depth].known = shown;
    Ok(())
}

/// `pool T 3`, `pool mobile 0`: so many are left; the others are out of the game.
fn pool(g: &mut Day, words: &mut Words) -> Read<()> {
    let word = words.need("a pool")?;
    let units = match word.as_str() {
        "T" => Some(Pool::Tactical),
        "D" => Some(Pool::Division),
        "M" => Some(Pool::Meyer),
        "armour" => Some(Pool::Armour),
        _ => None,
    };
    if let Some(pool) = units {
        // A withdrawn unit is in the Division pool whatever its kind.
        let mut wish = UnitWish::default();
        while wish.read(words, g.data())? {}
        if !wish.is_open() {
            let all = (0..g.data().germans.len() as u8).map(GermanId);
            let found = all.into_iter().find(|it| wish.fits(&g.data().germans[it.index()]));
            let Some(unit) = found else { return words.wrong("there is no such unit") };
            g[unit].place = GermanPlace::Pool(pool);
            return Ok(());
        }
        let n: usize = words.number("how many are left")?;
        let inside = pools::in_pool(g, pool);
        enough(words, inside.len(), n)?;
        for it in &inside[n..] {
            g[*it].place = GermanPlace::Gone;
        }
        return Ok(());
    }
    let depth = word.strip_suffix("-depth").unwrap_or(&word);
    let Some(pool) = words::depth_pool_called(depth) else {
        return words.wrong(format!(
            "there is no pool \"{word}\": T, D, M, armour, wn, building, mobile, armour-depth"
        ));
    };
    let n: usize = words.number("how many are left")?;
    let inside = pools::depths_in(g, pool);
    enough(words, inside.len(), n)?;
    for it in &inside[n..] {
        g[*it].place = DepthPlace::Gone;
    }
    Ok(())
}

fn enough(words: &Words, there: usize, wanted: usize) -> Read<()> {
    if there < wanted { words.wrong(format!("there are only {there} in it")) } else { Ok(()) }
}

/// `pile plain 2`
fn pile(g: &mut Day, words: &mut Words) -> Read<()> {
    let mut wish = UnitWish::default();
    wish.read(words, g.data())?;
    let n: usize = if words.peek().is_some() { words.number("how many")? } else { 1 };
    let all = (0..g.data().germans.len() as u8).map(GermanId);
    let free: Vec<GermanId> = all
        .filter(|it| {
            let counter = &g.data().germans[it.index()];
            counter.kind.is_wn() && wish.fits(counter) && g[*it].place == GermanPlace::Gone
        })
        .collect();
    enough(words, free.len(), n)?;
    for it in &free[..n] {
        g[*it].place = GermanPlace::Pile;
        g[*it].known = true;
    }
    Ok(())
}

/// `meyer 4 depth 2`: units and mobile depth markers in the Meyer box.
fn meyer(g: &mut Day, words: &mut Words) -> Read<()> {
    let n: usize = words.number("how many")?;
    let inside = pools::in_pool(g, Pool::Meyer);
    enough(words, inside.len(), n)?;
    for it in &inside[n..] {
        g[*it].place = GermanPlace::Gone;
    }
    if words.take("depth") {
        let n: usize = words.number("how many")?;
        let inside = pools::depths_in(g, DepthPool::Mobile);
        enough(words, inside.len(), n)?;
        for it in inside.iter().rev().take(n) {
            g[*it].place = DepthPlace::Meyer;
        }
    }
    Ok(())
}

/// `gone 7/916`: a German unit out of the game.
fn gone(g: &mut Day, words: &mut Words) -> Read<()> {
    let mut wish = UnitWish::default();
    while wish.read(words, g.data())? {}
    let all = (0..g.data().germans.len() as u8).map(GermanId);
    let mut free = all.filter(|it| g[*it].place != GermanPlace::Gone);
    let found = free.find(|it| wish.fits(&g.data().germans[it.index()]));
    let Some(unit) = found else { return words.wrong("there is no such unit") };
    pools::remove(g, unit, GermanPlace::Gone);
    Ok(())
}

/// `base 1 at 2305 space 3`
fn base(g: &mut Day, words: &mut Words) -> Read<()> {
    let division = words::division(words)?;
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
    let Some(division) = words::division_called(word.trim_end_matches(':')) else {
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
        enough(words, free.len(), n)?;
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
