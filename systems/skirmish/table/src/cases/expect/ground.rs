//! Lines about the table: sight, cover, costs, candidates.

use skirmish::tables::{Cover, Order};
use skirmish::{Skirmish, fire, movement, weapons};
use tabletop::{Conditions, Path, Sight, Spot};
use testkit::cases::words::{Read, Words};

use super::super::places::{element, figure, places, shown_inches, side, spot};
use super::is_move;

/// What is so, in the words a case writes behind the colon; `None` if the line is about something else.
pub(super) fn show(
    g: &Skirmish,
    head: &str,
    about: &mut Words,
    value: &mut Words,
) -> Read<Option<String>> {
    let found = match head {
        // `sight a1 b1.2: 2 hindrances`, `clear`, `blocked`
        "sight" => {
            let (a, b) = (spot(g, about)?, spot(g, about)?);
            let there = seen(g, a, b);
            let back = seen(g, b, a);
            if there != back {
                return about
                    .wrong(format!("expected the same both ways\nfound    {there}, {back}"));
            }
            there
        }
        // `cover a1 b1: heavy`
        "cover" => {
            let (a, b) = (spot(g, about)?, spot(g, about)?);
            class(g.cover(a, b))
        }
        // From a burst at the first place.
        "burst-cover" => {
            let (a, b) = (spot(g, about)?, spot(g, about)?);
            let obstacle = if g.is_behind_obstacle(a, b) { " obstacle" } else { "" };
            format!("{}{obstacle}", class(g.cover_from_burst(a, b)))
        }
        // `cost 10,10 10,16 14,16: 10`, or what forbids it
        "cost" => {
            let all = places(about)?;
            let [start, rest @ ..] = &all[..] else { return Ok(None) };
            match g.scene.table.walk(*start, &Path(rest.to_vec())) {
                Ok(leg) => shown_inches(leg.cost),
                Err(it) => format!("{:?}", it.why).to_lowercase(),
            }
        }
        "level" => g.hill(spot(g, about)?).to_string(),
        "levels-above" => g.levels_above(spot(g, about)?).to_string(),
        "conceals" => yes(g.conceals(spot(g, about)?)),
        "tree-bursts" => yes(g.has_tree_bursts(spot(g, about)?)),
        // `stands 10,10: yes`: may a figure end here, as far as the ground goes?
        "stands" => match g.scene.table.place(spot(g, about)?) {
            Ok(()) => "yes".into(),
            Err(it) => skirmish::ground::rule_of(it.why).code.to_owned(),
        },
        "parted" => {
            let (a, b) = (spot(g, about)?, spot(g, about)?);
            yes(g.scene.table.parted(a, b))
        }
        // The nearest pair of figures, in units of 1/256 inch squared: exact.
        "within" => {
            let (a, b) = (element(g, about)?, element(g, about)?);
            let far = super::super::places::length(about, "a distance")?;
            let far = i64::from(far) * i64::from(far);
            yes(g.nearest_square(a, b).is_some_and(|it| it <= far))
        }
        // `aims a1 rifle at b1: b1.2 b1.1`: in the order of the aim, from figure 1 of the group that has the weapon.
        "aims" => aims(g, about)?,
        // `groups a1: small arms 1 2, lmg_belt 3 4`
        "groups" => groups(g, about)?,
        // `candidates a1 M: sound`
        "candidates" => candidates(g, about)?,
        "unseen" => {
            let id = element(g, about)?;
            yes(!skirmish::hiding::is_seen(g, id))
        }
        "ready-fire" => {
            let of = side(about)?;
            fire::ready(g, of, skirmish::tables::FiresIn::StationaryFire).len().to_string()
        }
        _ => return Ok(None),
    };
    about.end()?;
    value.rest();
    Ok(Some(found))
}

fn yes(it: bool) -> String {
    if it { "yes".into() } else { "no".into() }
}

fn class(cover: Cover) -> String {
    kernel::Word::key(cover).to_owned()
}

fn seen(g: &Skirmish, a: Spot, b: Spot) -> String {
    let conditions = Conditions { smoke: &g.smoke, visibility: g.scene.visibility };
    match g.scene.table.sight(a, b, conditions) {
        Sight::Blocked => "blocked".into(),
        Sight::Clear { hindrances: 0 } => "clear".into(),
        Sight::Clear { hindrances: 1 } => "1 hindrance".into(),
        Sight::Clear { hindrances } => format!("{hindrances} hindrances"),
    }
}

fn aims(g: &Skirmish, about: &mut Words) -> Read<String> {
    let by = figure(g, about)?;
    about.take("at");
    let target = element(g, about)?;
    let id = g.element_of(by);
    let Some(group) = weapons::groups(g, id).into_iter().find(|it| it.figures.contains(&by)) else {
        return Ok("nobody".into());
    };
    let weapon = group.weapon.unwrap_or(g.scene.figures[usize::from(by.0)].weapon);
    let aims = fire::aims(g, id, &group, weapon, g[by].at, target, None);
    let shown = |it: &fire::Aimed| {
        let figure = &g.scene.figures[usize::from(it.figure.0)];
        format!("{}.{}", g.data(figure.element).key, figure.number)
    };
    let all: Vec<String> = aims.iter().map(shown).collect();
    Ok(if all.is_empty() { "nobody".into() } else { all.join(" ") })
}

fn groups(g: &Skirmish, about: &mut Words) -> Read<String> {
    let id = element(g, about)?;
    let first = g.data(id).first.0;
    let shown = |it: &weapons::Group| {
        let weapon = it.weapon.map_or("arms", |it| g.tables().weapon(it).id.as_str());
        let figures: Vec<String> =
            it.figures.iter().map(|it| (it.0 - first + 1).to_string()).collect();
        let missing =
            if it.missing == 0 { String::new() } else { format!(" missing {}", it.missing) };
        format!("{weapon} {}{missing}", figures.join(" "))
    };
    let all: Vec<String> = weapons::groups(g, id).iter().map(shown).collect();
    Ok(if all.is_empty() { "none".into() } else { all.join(" ") })
}

/// Candidates keep what is said of them: few, none twice, standing still among them, each accepted by the judge, and the
/// same for everybody who knows what the owner knows.
fn candidates(g: &Skirmish, about: &mut Words) -> Read<String> {
    let id = element(g, about)?;
    let order: Order = about.word()?;
    let ready = movement::ready(g, id, order);
    let most = usize::from(g.tables().movement.candidates_max);
    let twice = ready.iter().enumerate().any(|(i, it)| ready[..i].contains(it));
    let judged = ready.iter().all(|it| movement::judge(g, id, order, it).is_ok());
    let known = movement::ready(&g.seen_by(Some(g.side(id))), id, order) == ready;
    let stands = ready.first().is_some_and(|it| {
        is_move(it, id)
            && matches!(it, skirmish::question::Plan::Move(it) if it.paths.iter().all(|it| it.0.is_empty()))
    });
    Ok(match (ready.len() <= most, twice, judged, known, stands) {
        (true, false, true, true, true) => "sound".into(),
        other => format!("{} with {other:?}", ready.len()),
    })
}
