//! Expectations about the position: facts (`disrupted 16-E`) and values (`steps 16-E: 2`).

use omaha::actions::command;
use omaha::data::{
    BatteryId, BoxId, DepthPool, Division, FireClass, GermanId, Hexes, Sector, SiteId, UnitId,
};
use omaha::question::Opt;
use omaha::state::{Climb, Day, DepthPlace, GermanPlace, HeroState, Place, Pool};
use omaha::{artillery, control, ground, pools, victory};

use super::super::words::{
    self, DepthWish, Read, UnitWish, Words, depth_text, german_text, label, phase_text, wrong,
};
use super::counters;
use crate::cases::fields::{GermanField, HexField, TurnField, UnitField};
use testkit::cases::field::Fields;

/// A statement that holds or does not.
pub(super) fn fact(g: &Day, words: &mut Words) -> Read<bool> {
    let data = g.data();
    let word = words.need("an expectation")?;
    if let Some(field) = UnitField::read(&word) {
        return field.is(&g[words::unit(words, data)?], words);
    }
    if let Some(field) = TurnField::read(&word) {
        return field.is(&g.today, words);
    }
    if let Some(field) = HexField::read(&word) {
        return all(g, words, |g, hex| field.of(g).contains(hex));
    }
    Ok(match word.as_str() {
        "climbing" => g[words::unit(words, data)?].climb != Climb::None,
        "cliff" => matches!(g[words::unit(words, data)?].climb, Climb::Cliff(_)),
        "full" => g.is_full(words::unit(words, data)?),
        "lost" => g[words::unit(words, data)?].place == Place::Lost,
        "gone" => g[words::unit(words, data)?].place == Place::Gone,
        "exited" => matches!(g[words::unit(words, data)?].place, Place::Exited(_)),
        "hero" => g[words::unit(words, data)?].hero.is_hero(),
        "inspired" => {
            matches!(g[words::unit(words, data)?].hero, HeroState::Inspired(_))
        }
        "post" => g[words::unit(words, data)?].post.is_some(),
        "commanded" => g[words::unit(words, data)?].commanded != 0,
        "bled" => g.today.bled.contains(words::unit(words, data)?),
        "german" => {
            words.take("at");
            let hex = words::hex(words, data)?;
            g.german_at(hex).is_some()
        }
        "hidden" if words.take("depth") => {
            let hex = words::hex(words, data)?;
            g.german_at(hex).is_some_and(|it| hides_depth(g, it))
        }
        "hidden" => {
            let hex = words::hex(words, data)?;
            g.german_at(hex).is_some_and(|it| hides(g, it))
        }
        "cleared" => all(g, words, |g, hex| !g.has_obstacles(hex))?,
        "obstacles" => all(g, words, Day::has_obstacles)?,
        "submerged" => all(g, words, Day::is_submerged)?,
        "base" => {
            let hex = words::hex(words, data)?;
            g.bases.iter().flatten().any(|it| it.hex == hex)
        }
        "smoke" => g.today.smoke.contains(words::position(words, data)?),
        "active" => g.is_active(words::position(words, data)?),
        "shelled" => g.today.shelled[words.word::<Sector>()?.index()],
        "rockets" => {
            words.take("fired");
            g.rockets_fired
        }
        "battery" => {
            let name = words.need("a battery")?;
            let mut all = (0..data.batteries.len() as u8).map(BatteryId);
            let Some(it) = all.find(|it| data.batteries[it.index()].name == name) else {
                return words.wrong(format!("there is no battery \"{name}\""));
            };
            g.battery_exists(it) && artillery::is_active(g, it)
        }
        "hunted" => g.today.hunted == Some(words::unit(words, data)?),
        "over" => g.has_ended(),
        "catastrophe" => g.outcome.is_some_and(|it| it.catastrophe.is_some()),
        other => {
            return words.wrong(format!("\"{other}\" is no expectation; see cases/README.md"));
        }
    })
}

/// Whatever this unit was of those it could be, the player would see the same.
fn hides(g: &Day, unit: GermanId) -> bool {
    let seen = g.seen();
    let others: Vec<GermanId> = pools::could_be(g, unit).filter(|it| *it != unit).collect();
    let same = |other: &GermanId| {
        let mut g = g.clone();
        pools::swap(&mut g, unit, *other);
        g.seen() == seen
    };
    !g[unit].known && !others.is_empty() && others.iter().all(same)
}

fn hides_depth(g: &Day, unit: GermanId) -> bool {
    let Some(depth) = g[unit].depth else { return false };
    let seen = g.seen();
    let others: Vec<_> = pools::depth_could_be(g, depth).filter(|it| *it != depth).collect();
    let same = |other: &omaha::data::DepthId| {
        let mut g = g.clone();
        pools::swap_depths(&mut g, depth, *other);
        g.seen() == seen
    };
    !g[depth].known && !others.is_empty() && others.iter().all(same)
}

fn all(g: &Day, words: &mut Words, holds: impl Fn(&Day, board::HexId) -> bool) -> Read<bool> {
    let mut yes = holds(g, words::hex(words, g.data())?);
    while words.peek().is_some() {
        yes &= holds(g, words::hex(words, g.data())?);
    }
    Ok(yes)
}

/// Something and what it must be.
pub(super) fn value(g: &Day, words: &mut Words, wanted: &str) -> Read<()> {
    let (line, data) = (words.line, g.data());
    let first = words.need("an expectation")?;
    let found = match first.as_str() {
        "at" => place_text(g, words::unit(words, data)?),
        "steps" => g[words::unit(words, data)?].steps.to_string(),
        "strength" => g.strength(words::unit(words, data)?).to_string(),
        "command" => g[words::unit(words, data)?].command.key().to_owned(),
        "track" => match g[words::unit(words, data)?].place {
            Place::Track(turn) => turn.to_string(),
            _ => "no".into(),
        },
        "cliff" => match g[words::unit(words, data)?].climb {
            Climb::Cliff(hex) => label(g, hex),
            _ => "no".into(),
        },
        "post" => match g[words::unit(words, data)?].post {
            Some(space) => space.to_string(),
            None => "no".into(),
        },
        "refused" => {
            let unit = words::unit(words, data)?;
            let to = words.peek().is_some().then(|| words::hex(words, data)).transpose()?;
            let refused = omaha::actions::refusals(g, unit);
            let leads = |it: Opt| match it {
                Opt::Move { to, .. } | Opt::ClimbBluff { to, .. } | Opt::ClimbCliff { to, .. } => {
                    Some(to)
                }
                _ => None,
            };
            let found = refused.iter().find(|it| to.is_none() || leads(it.0) == to);
            found.map_or("no", |it| it.1.code).to_owned()
        }
        "in" => {
            let at: BoxId = words::landing_box(words, data)?;
            return same_units(g, line, wanted, g.in_box(at).collect());
        }
        "stack" => {
            let hex = words::hex(words, data)?;
            return same_units(g, line, wanted, g.at(hex).collect());
        }
        "german" => {
            words.take("at");
            let site = words::site(words, data)?;
            return german(g, Words::new(line, wanted), site);
        }
        "seen" => {
            let site = words::site(words, data)?;
            return german(&g.seen(), Words::new(line, wanted), site);
        }
        "armour" => {
            let hex = words::hex(words, data)?;
            let here = g.armour().find(|it| g.hex_of(*it) == Some(hex));
            return match here {
                Some(it) => german_is(g, Words::new(line, wanted), it),
                None => wrong(line, "there is no German armour in that hex"),
            };
        }
        "phase" => phase_text(g.phase),
        "turn" if words.peek().is_none() => g.turn.to_string(),
        "tide" => g.tide().key().into(),
        "points" => victory::points(g).to_string(),
        "score" => return score(g, line, wanted),
        "outcome" => match g.outcome {
            Some(it) if it.catastrophe.is_some() && wanted.contains("catastrophe") => {
                format!("{} by catastrophe", it.level.name())
            }
            Some(it) => it.level.name().into(),
            None => "none".into(),
        },
        "losses" => g.losses[words.word::<Division>()?.index()].len().to_string(),
        "director" => command::director(g, words::unit(words, data)?).name().into(),
        "naval" => g.naval_markers.to_string(),
        "pool" => pool_size(g, words)?,
        "pile" => pools::in_pile(g).len().to_string(),
        "meyer" if words.take("depth") => {
            let inside = g.depths.iter().filter(|it| it.place == DepthPlace::Meyer);
            inside.count().to_string()
        }
        "meyer" => pools::in_pool(g, Pool::Meyer).len().to_string(),
        "communication" => {
            yes_no(control::in_communication(g, words::position(words, data)?)).into()
        }
        "frozen" => yes_no(g.today.in_communication.contains(words::position(words, data)?)).into(),
        "control" => in_set(g, words, &control::us_control(g))?,
        "scores" => in_set(g, words, &victory::scored_hexes(g))?,
        "us" if words.take("communication") => in_set(g, words, &control::us_communication(g))?,
        "active" if words.take("field") => in_set(g, words, &control::active_field(g))?,
        "held" if words.take("field") => in_set(g, words, &control::held_field(g))?,
        "potential" if words.take("field") => in_set(g, words, &control::potential_field(g))?,
        "paid" => {
            let division = words.word::<Division>()?;
            let constants = &data.tables.constants;
            let all = if g.is_extended() {
                constants.paid_actions_extended
            } else {
                constants.paid_actions_basic
            };
            let left =
                all as i16 + i16::from(g.today.paid) - i16::from(g.today.spent[division.index()]);
            let left = left.max(0);
            if wanted.ends_with("left") { format!("{left} left") } else { left.to_string() }
        }
        "heroes" if words.take("of") => data.heroes[words.word::<Division>()?.index()].join(" "),
        "heroes" => {
            let division = words.word::<Division>()?;
            let of = |it: &UnitId| match g[*it].hero {
                HeroState::Hero(it) | HeroState::Inspired(it) => it == division,
                HeroState::None => false,
            };
            g.all_units().filter(of).count().to_string()
        }
        "bases" => g.bases[words.word::<Division>()?.index()].len().to_string(),
        "base" => {
            let hex = words::hex(words, data)?;
            match g.bases.iter().flatten().find(|it| it.hex == hex) {
                Some(it) => format!("space {}", it.space),
                None => "none".into(),
            }
        }
        "exited" => {
            let unit = words::unit(words, data)?;
            match g.exited.iter().find(|it| it.0 == unit) {
                Some((_, exit, steps)) => {
                    format!("by {} steps {steps}", data.exits[exit.index()].letter)
                }
                None => "no".into(),
            }
        }
        "undrawn" => g.deck.undrawn.count_ones().to_string(),
        "discarded" => g.deck.discarded.count_ones().to_string(),
        "used" => g.deck.used.count_ones().to_string(),
        "open" => {
            let card = g.deck.fire[words.word::<Sector>()?.index()];
            card.map_or("none".into(), |it| data.cards[it.index()].number.to_string())
        }
        "volley" => g.today.volley.len().to_string(),
        "distance" => {
            let (a, b) = (words::hex(words, data)?, words::hex(words, data)?);
            data.map.distance(a, b).to_string()
        }
        "route" => {
            let (a, b) = (words::hex(words, data)?, words::hex(words, data)?);
            let mut hexes = omaha::german_actions::route(&data.map, a, b).to_vec();
            hexes.sort_unstable();
            let labels: Vec<String> =
                hexes.iter().map(|it| data.map.label(*it).to_string()).collect();
            labels.join(" ")
        }
        "armour-field" => {
            let (at, hex) = (words::hex(words, data)?, words::hex(words, data)?);
            let Some(unit) = g.armour().find(|it| g.hex_of(*it) == Some(at)) else {
                return wrong(line, "no German armour is there");
            };
            let field = omaha::armour::field(g, unit);
            let class = FireClass::ALL.into_iter().find(|it| field[it.index()].contains(hex));
            class.map_or("none", FireClass::name).to_owned()
        }
        "side" => {
            let (a, b) = counters::side(words, data)?;
            ground::between(data, a, b).map_or("none", ground::Side::name).to_owned()
        }
        "protective" => {
            let (a, b) = counters::side(words, data)?;
            let side = ground::between(data, a, b);
            let protects = side.is_some_and(|it| data.tables.move_side[it as usize].protective);
            if protects { "yes" } else { "no" }.to_owned()
        }
        "road" => {
            let (a, b) = counters::side(words, data)?;
            match ground::road_between(data, a, b) {
                Some(it) => format!("{it:?}").to_lowercase(),
                None => "none".into(),
            }
        }
        "field" => {
            let position = words::position(words, data)?;
            let hex = words::hex(words, data)?;
            let class = data.positions[position.index()].dot(hex);
            class.map_or("none", |it| it.name()).to_owned()
        }
        other => return counters::check(g, other, words, wanted),
    };
    words.end()?;
    if normal(&found) == normal(wanted) {
        return Ok(());
    }
    wrong(line, format!("expected {wanted}\nfound    {found}"))
}

pub(super) fn normal(text: &str) -> String {
    let text = text.trim().trim_matches('"').to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) const fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn place_text(g: &Day, unit: UnitId) -> String {
    let data = g.data();
    match g[unit].place {
        Place::Unused => "unused".into(),
        Place::Track(turn) => format!("track {turn}"),
        Place::Box(it) => format!("in {}", data.boxes[it.index()].name),
        Place::Map(hex) => label(g, hex),
        Place::Exited(it) => format!("exited {}", data.exits[it.index()].letter),
        Place::Lost => "lost".into(),
        Place::Gone => "gone".into(),
    }
}

/// All of `wanted` and no other; `none` is nobody.
fn same_units(g: &Day, line: usize, wanted: &str, mut found: Vec<UnitId>) -> Read<()> {
    let mut words = Words::new(line, wanted);
    let mut expected = Vec::new();
    if !words.take("none") {
        while words.peek().is_some() {
            expected.push(words::unit(&mut words, g.data())?);
        }
    }
    words.end()?;
    expected.sort();
    found.sort();
    if expected == found {
        return Ok(());
    }
    let names: Vec<&str> = found.iter().map(|it| g.data().units[it.index()].key.as_str()).collect();
    wrong(line, format!("expected {wanted}\nfound    {}", names.join(" ")))
}

fn in_set(g: &Day, words: &mut Words, set: &Hexes) -> Read<String> {
    let hex = words::hex(words, g.data())?;
    Ok(yes_no(set.contains(hex)).into())
}

fn german(g: &Day, mut words: Words, site: SiteId) -> Read<()> {
    match g.holders[site.index()] {
        Some(unit) => german_is(g, words, unit),
        None if words.take("none") => words.end(),
        None => words.wrong("there is no German unit"),
    }
}

/// `disrupted, not revealed, depth 2 AR, 7/916`
fn german_is(g: &Day, mut words: Words, unit: GermanId) -> Read<()> {
    let it = &g[unit];
    let counter = &g.data().germans[unit.index()];
    let depth = it.depth.map(|it| (&g[it], &g.data().depths[it.index()]));
    while words.peek().is_some() {
        let yes = !(words.take("not") || words.take("no"));
        let holds = if let Some(field) = words.take_word::<GermanField>() {
            field.is(it, &mut words)?
        } else if words.take("depth") {
            let mut wish = DepthWish::default();
            let mut shown = words.take("revealed").then_some(true);
            while wish.read(&mut words)? {}
            if words.take("revealed") {
                shown = Some(true);
            } else if words.take("unrevealed") {
                shown = Some(false);
            }
            depth.is_some_and(|(state, counter)| {
                wish.fits(counter) && shown.is_none_or(|it| it == state.revealed)
            })
        } else {
            let mut wish = UnitWish::default();
            if !wish.read(&mut words, g.data())? {
                let word = words.next().unwrap_or_default();
                return words.wrong(format!(
                    "\"{word}\" says nothing about a German unit: none, revealed, known, disrupted, depth, T, 75, strength 4 …"
                ));
            }
            while wish.read(&mut words, g.data())? {}
            wish.fits(counter)
        };
        if holds != yes {
            let mut found = german_text(counter);
            for field in GermanField::ALL {
                if field.is(it, &mut words)? {
                    found += &format!(" {}", field.key());
                }
            }
            if let Some((state, counter)) = depth {
                let shown = if state.revealed { "revealed " } else { "" };
                found += &format!(" depth {shown}{}", depth_text(counter));
            }
            return words.wrong(format!("it is otherwise\nfound: {found}"));
        }
    }
    Ok(())
}

fn pool_size(g: &Day, words: &mut Words) -> Read<String> {
    let word = words.need("a pool")?;
    if let Some(pool) = Pool::read(&word) {
        return Ok(pools::in_pool(g, pool).len().to_string());
    }
    if word == "gone" {
        let gone = g.germans[..g.data().germans.len()].iter();
        return Ok(gone.filter(|it| it.place == GermanPlace::Gone).count().to_string());
    }
    match DepthPool::read(word.strip_suffix("-depth").unwrap_or(&word)) {
        Some(pool) => Ok(pools::depths_in(g, pool).len().to_string()),
        None => words.wrong(format!(
            "there is no pool \"{word}\": T, D, M, armour, wn, building, mobile, armour-depth, gone"
        )),
    }
}

/// `line words 5`: a line of the score with these words has so many points.
fn score(g: &Day, line: usize, wanted: &str) -> Read<()> {
    let Some((what, points)) = wanted.rsplit_once(' ') else {
        return wrong(line, "write: score: words of the line 5");
    };
    let lines = victory::score(g);
    let what = normal(what);
    let found = lines.iter().filter(|it| {
        let rule = it.rule.code == what;
        rule || normal(&it.what).contains(&what)
    });
    let sum: i16 = found.map(|it| it.points).sum();
    if points.trim_start_matches('+').parse() == Ok(sum) {
        return Ok(());
    }
    let all: Vec<String> =
        lines.iter().map(|it| format!("{} {} [{}]", it.what, it.points, it.rule.code)).collect();
    wrong(line, format!("expected {wanted}\nfound {sum} of:\n  {}", all.join("\n  ")))
}
